/* Import statements. */
#include "rules/lower/internal.h"

static ins import_module(struct fn *fn, struct str name, ins fromlist, int level, const struct py_pos *at) {
    ins def = addr_sym(fn, fn->l->def);
    def->type = IR_P;
    return rt(fn, IR_rt_import, at, 4, def, str_ins(fn, name), fromlist, num(fn, level));
}

static void bind(struct fn *fn, struct str name, ins v, const struct py_pos *at) {
    struct py_symbol *s = py_scope_find(fn->scope, name);
    if (!s) BUG("import binds unknown name %.*s", STR_ARG(name));
    name_store(fn, s, v, at);
}

static struct str first_part(struct str name) {
    const char *dot = memchr(name.p, '.', name.n);
    return dot ? (struct str){name.p, (size_t)(dot - name.p)} : name;
}

/* `import a.b as c` binds the leaf: a, then its attribute b. */
static ins leaf(struct fn *fn, struct str name, ins v, const struct py_pos *at) {
    struct str head = first_part(name);
    while (head.n < name.n) {
        name = (struct str){name.p + head.n + 1, name.n - head.n - 1};
        head = first_part(name);
        name_used(fn->l, head);
        v = rt(fn, IR_rt_import_from, at, 2, v, str_ins(fn, head));
    }
    return v;
}

static void import_names(struct fn *fn, struct py_stmt *s) {
    for (size_t i = 0; i < s->import.names.n; i++) {
        struct py_alias *a = s->import.names.p[i];
        ins v = import_module(fn, a->name, word(fn, 0), 0, POS(s));
        if (a->asname.p)
            bind(fn, a->asname, leaf(fn, a->name, v, POS(s)), POS(s));
        else
            bind(fn, first_part(a->name), v, POS(s));
    }
}

static void import_from(struct fn *fn, struct py_stmt *s) {
    struct str module = s->importfrom.module.p ? s->importfrom.module : STR("");
    size_t n = s->importfrom.names.n;
    struct str *names = NEW_N(fn->l->a, struct str, n + 1);
    for (size_t i = 0; i < n; i++) {
        names[i] = s->importfrom.names.p[i]->name;
        name_used(fn->l, names[i]);
    }
    ins list = addr_sym(fn, names_tuple(fn->l, (uint32_t)n, names));
    ins m = import_module(fn, module, list, s->importfrom.level, POS(s));
    if (n == 1 && str_is(names[0], "*")) {
        fn->l->ir->all_names = true;
        ins def = addr_sym(fn, fn->l->def);
        def->type = IR_P;
        rt(fn, IR_rt_import_star, POS(s), 2, m, def);
        return;
    }
    uint32_t kept = keep(fn, m);
    for (size_t i = 0; i < n; i++) {
        struct py_alias *a = s->importfrom.names.p[i];
        ins v = rt(fn, IR_rt_import_from, POS(s), 2, var_get(fn, kept), str_ins(fn, a->name));
        bind(fn, a->asname.p ? a->asname : a->name, v, POS(s));
    }
}

void import_stmt(struct fn *fn, struct py_stmt *s) {
    if (s->kind == PY_STMT_IMPORT)
        import_names(fn, s);
    else
        import_from(fn, s);
}
