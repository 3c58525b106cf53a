/* Finding the functions of a module and the names that each mentions. */
#include "rules/reach/mentions.h"
#include "rules/python/walk.h"

#include <stdlib.h>

/* FNV-1a, so that an archive made on one machine is read on another. */
uint32_t reach_hash(struct str name) {
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < name.n; i++) h = (h ^ (uint8_t)name.p[i]) * 16777619u;
    return h;
}

struct finder {
    struct py_walk walk;
    struct arena *a;
    struct reach_functions *out;
    size_t at;      /* the function whose body is walked */
    uint32_t owner; /* the class around, outside functions */
    bool inside;    /* of a function */
};

typedef VEC(uint32_t) hash_list;

struct lists {
    hash_list names, parts;
};

struct collecting {
    struct finder f;
    VEC(struct lists) lists; /* per function */
    bool quiet;              /* strings are not looked at */
};

#define C(w) ((struct collecting *)(w))

static void mention(struct collecting *c, struct str name) {
    struct lists *l = &c->lists.p[c->f.at];
    VEC_PUSH(&l->names, c->f.a, reach_hash(name));
}

static bool is_word(struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        char ch = s.p[i];
        bool ok = (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch == '_' ||
                  (i && ch >= '0' && ch <= '9');
        if (!ok) return false;
    }
    return s.n > 0;
}

/* "do_" begins names, "_open" and "%s_open" end them. */
static void mention_text(struct collecting *c, struct str s) {
    struct lists *l = &c->lists.p[c->f.at];
    if (s.n > 2 && !memcmp(s.p, "%s", 2)) s = (struct str){s.p + 2, s.n - 2};
    if (s.n > 64 || !is_word(s)) return;
    mention(c, s);
    if (s.n > 2 && (s.p[s.n - 1] == '_' || s.p[0] == '_')) VEC_PUSH(&l->parts, c->f.a, reach_hash(s));
}

/* ---- functions ---- */

static bool is_dunder(struct str s) {
    return s.n > 4 && !memcmp(s.p, "__", 2) && !memcmp(s.p + s.n - 2, "__", 2);
}

static struct str decorator_name(const struct py_expr *e) {
    while (e->kind == PY_EXPR_CALL) e = e->call.func;
    if (e->kind == PY_EXPR_ATTRIBUTE) return e->attribute.attr;
    return e->kind == PY_EXPR_NAME ? e->name.id : STR("");
}

/* Decorators that give back something of the same name and call nothing by themselves. */
static bool keeps_quiet(const struct py_expr *decorator) {
    static const char *const names[] = {
        "property",       "classmethod",       "staticmethod",   "abstractmethod",      "setter",
        "getter",         "deleter",           "contextmanager", "asynccontextmanager", "lru_cache",
        "cache",          "cached_property",   "wraps",          "singledispatch",      "overload",
        "final",          "coroutine",         "recursive_repr", "_recursive_repr",     "_tp_cache",
        "total_ordering", "runtime_checkable",
    };
    struct str name = decorator_name(decorator);
    for (size_t i = 0; i < COUNT(names); i++)
        if (str_is(name, names[i])) return true;
    return false;
}

static struct hashes own_parts(struct arena *a, struct str name) {
    VEC(uint32_t) v = {0};
    for (size_t i = 1; i + 1 < name.n; i++) {
        if (name.p[i] != '_') continue;
        VEC_PUSH(&v, a, reach_hash((struct str){name.p, i + 1}));
        VEC_PUSH(&v, a, reach_hash((struct str){name.p + i, name.n - i}));
    }
    return (struct hashes){v.p, v.n};
}

static size_t function_new(struct collecting *c, struct str name, struct py_expr_seq decorators) {
    struct reach_function f = {.name = reach_hash(name), .owner = c->f.owner, .own = own_parts(c->f.a, name)};
    struct lists l = {0};
    if (is_dunder(name)) f.flags = FUNCTION_ALWAYS;
    for (size_t i = 0; i < decorators.n; i++)
        if (!keeps_quiet(decorators.p[i])) f.flags = FUNCTION_ALWAYS;
    VEC_PUSH(&c->f.out->items, c->f.a, f);
    VEC_PUSH(&c->lists, c->f.a, l);
    return c->f.out->items.n - 1;
}

/* Decorators, defaults and annotations are evaluated outside. */
static bool function_def(struct collecting *c, const struct py_stmt *s) {
    if (c->f.inside) return true;
    size_t outer = c->f.at, made = function_new(c, s->functiondef.name, s->functiondef.decorator_list);
    py_walk_exprs(&c->f.walk, s->functiondef.decorator_list);
    py_walk_arguments(&c->f.walk, s->functiondef.args);
    if (s->functiondef.returns) py_walk_expr(&c->f.walk, s->functiondef.returns);
    c->f.at = made;
    c->f.inside = true;
    py_walk_body(&c->f.walk, s->functiondef.body);
    c->f.inside = false;
    c->f.at = outer;
    return false;
}

static bool class_def(struct collecting *c, const struct py_stmt *s) {
    if (c->f.inside || c->f.owner) return true;
    c->f.owner = reach_hash(s->classdef.name);
    py_walk_exprs(&c->f.walk, s->classdef.decorator_list);
    py_walk_exprs(&c->f.walk, s->classdef.bases);
    for (size_t i = 0; i < s->classdef.keywords.n; i++)
        py_walk_expr(&c->f.walk, s->classdef.keywords.p[i]->value);
    py_walk_body(&c->f.walk, s->classdef.body);
    c->f.owner = 0;
    return false;
}

/* ---- hooks ---- */

static bool is_name(const struct py_expr *e, const char *name) {
    return e->kind == PY_EXPR_NAME && str_is(e->name.id, name);
}

static bool being_main(const struct py_expr *e) {
    return e->kind == PY_EXPR_COMPARE && is_name(e->compare.left, "__name__");
}

/* What is put into `__all__`, or NULL. */
static const struct py_expr *offered(const struct py_stmt *s) {
    if (s->kind == PY_STMT_AUGASSIGN && is_name(s->augassign.target, "__all__")) return s->augassign.value;
    bool assigns =
        s->kind == PY_STMT_ASSIGN && s->assign.targets.n == 1 && is_name(s->assign.targets.p[0], "__all__");
    return assigns ? s->assign.value : NULL;
}

/* Its strings mention nothing, what it calls is mentioned. */
static bool see_offered(struct collecting *c, const struct py_expr *value) {
    if (!value) return true;
    c->quiet = true;
    py_walk_expr(&c->f.walk, value);
    c->quiet = false;
    return false;
}

static bool is_attribute(const struct py_expr *e, const char *object, const char *name) {
    return e->kind == PY_EXPR_ATTRIBUTE && str_is(e->attribute.attr, name) &&
           is_name(e->attribute.value, object);
}

static struct str text_of(const struct py_expr *e) {
    bool text = e->kind == PY_EXPR_CONSTANT && e->constant.value.kind == PY_CONST_STR;
    return text ? e->constant.value.s : (struct str){0};
}

int reach_on_linux(const struct py_expr *e) {
    if (e->kind == PY_EXPR_CALL && e->call.args.n == 1 && e->call.func->kind == PY_EXPR_ATTRIBUTE &&
        str_is(e->call.func->attribute.attr, "startswith") &&
        is_attribute(e->call.func->attribute.value, "sys", "platform") && text_of(e->call.args.p[0]).p)
        return str_starts(STR("linux"), text_of(e->call.args.p[0]));
    if (e->kind != PY_EXPR_COMPARE || e->compare.ops.n != 1 || !text_of(e->compare.comparators.p[0]).p)
        return -1;
    enum py_cmpop op = e->compare.ops.p[0];
    bool platform = is_attribute(e->compare.left, "sys", "platform");
    if ((op != PY_EQ && op != PY_NOTEQ) || (!platform && !is_attribute(e->compare.left, "os", "name")))
        return -1;
    bool same = str_is(text_of(e->compare.comparators.p[0]), platform ? "linux" : "posix");
    return same == (op == PY_EQ);
}

/* `__all__.append("x")`, `__all__.extend(…)`. */
static bool offers_more(const struct py_expr *e) {
    return e->kind == PY_EXPR_CALL && e->call.func->kind == PY_EXPR_ATTRIBUTE &&
           is_name(e->call.func->attribute.value, "__all__");
}

static bool see_if(struct py_walk *w, const struct py_stmt *s) {
    int here = being_main(s->if_.test) ? 0 : reach_on_linux(s->if_.test);
    if (here < 0) return true;
    py_walk_body(w, here ? s->if_.body : s->if_.orelse);
    return false;
}

static void imported(struct collecting *c, const struct py_stmt *s) {
    for (size_t i = 0; s->kind == PY_STMT_IMPORTFROM && i < s->importfrom.names.n; i++)
        mention(c, s->importfrom.names.p[i]->name);
}

static bool see_stmt(struct py_walk *w, const struct py_stmt *s) {
    switch (s->kind) {
    case PY_STMT_FUNCTIONDEF:
    case PY_STMT_ASYNCFUNCTIONDEF: return function_def(C(w), s);
    case PY_STMT_CLASSDEF: return class_def(C(w), s);
    case PY_STMT_IMPORTFROM: imported(C(w), s); return true;
    case PY_STMT_IF: return see_if(w, s);
    default: return see_offered(C(w), offered(s));
    }
}

static bool see_expr(struct py_walk *w, const struct py_expr *e) {
    if (offers_more(e)) return see_offered(C(w), e->call.args.n ? e->call.args.p[0] : NULL);
    if (e->kind == PY_EXPR_NAME && e->name.ctx == PY_LOAD) mention(C(w), e->name.id);
    if (e->kind == PY_EXPR_ATTRIBUTE) mention(C(w), e->attribute.attr);
    if (e->kind == PY_EXPR_CONSTANT && e->constant.value.kind == PY_CONST_STR && !C(w)->quiet)
        mention_text(C(w), e->constant.value.s);
    return true;
}

static bool see_pattern(struct py_walk *w, const struct py_pattern *p) {
    for (size_t i = 0; p->kind == PY_PATTERN_CLASS && i < p->class_.kwd_attrs.n; i++)
        mention(C(w), p->class_.kwd_attrs.p[i]);
    return true;
}

/* ---- the result ---- */

static int ascending(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static struct hashes sorted(uint32_t *p, size_t n) {
    size_t kept = 0;
    if (n) qsort(p, n, sizeof *p, ascending);
    for (size_t i = 0; i < n; i++)
        if (!kept || p[kept - 1] != p[i]) p[kept++] = p[i];
    return (struct hashes){p, kept};
}

void reach_functions(struct arena *a, const struct py_module *m, struct reach_functions *out) {
    struct collecting c = {.f = {.walk = {see_expr, see_stmt, see_pattern}, .a = a, .out = out}};
    *out = (struct reach_functions){0};
    function_new(&c, STR("__module__"), (struct py_expr_seq){0});
    py_walk_body(&c.f.walk, m->body);
    for (size_t i = 0; i < out->items.n; i++) {
        out->items.p[i].names = sorted(c.lists.p[i].names.p, c.lists.p[i].names.n);
        out->items.p[i].parts = sorted(c.lists.p[i].parts.p, c.lists.p[i].parts.n);
    }
}

/* The same order as reach_functions makes them in. */
struct counting {
    struct py_walk walk;
    uint32_t n, line, found;
    bool in_class;
};

static bool count_stmt(struct py_walk *w, const struct py_stmt *s) {
    struct counting *c = (struct counting *)w;
    if (s->kind == PY_STMT_CLASSDEF) {
        if (c->in_class) return true;
        c->in_class = true;
        py_walk_body(w, s->classdef.body);
        c->in_class = false;
        return false;
    }
    if (s->kind != PY_STMT_FUNCTIONDEF && s->kind != PY_STMT_ASYNCFUNCTIONDEF)
        return s->kind != PY_STMT_IF || see_if(w, s);
    c->n++;
    if (c->line >= s->lineno && c->line <= s->end_lineno) c->found = c->n;
    return false;
}

static bool skip_expr(struct py_walk *w, const struct py_expr *e) {
    (void)w, (void)e;
    return false;
}

uint32_t reach_function_at(const struct py_module *m, uint32_t line) {
    struct counting c = {.walk = {.stmt = count_stmt, .expr = skip_expr}, .line = line};
    py_walk_body(&c.walk, m->body);
    return c.found;
}

/* ---- bytes ---- */

static void put_hashes(struct buf *b, struct hashes h) {
    buf_uleb(b, h.n);
    for (size_t i = 0; i < h.n; i++) buf_u32(b, h.p[i]);
}

static bool get_hashes(struct arena *a, struct reader *r, struct hashes *h) {
    h->n = reader_uleb(r);
    if (h->n > (size_t)(r->end - r->p) / 4) return false;
    h->p = NEW_N(a, uint32_t, h->n);
    for (size_t i = 0; i < h->n; i++) h->p[i] = reader_u32(r);
    return true;
}

void reach_put_functions(struct buf *b, const struct reach_functions *f) {
    buf_uleb(b, f->items.n);
    for (size_t i = 0; i < f->items.n; i++) {
        const struct reach_function *x = &f->items.p[i];
        buf_u32(b, x->name);
        buf_u32(b, x->owner);
        buf_uleb(b, x->flags);
        put_hashes(b, x->names);
        put_hashes(b, x->parts);
        put_hashes(b, x->own);
    }
}

bool reach_get_functions(struct arena *a, struct reader *r, struct reach_functions *f) {
    *f = (struct reach_functions){0};
    for (uint64_t n = reader_uleb(r); n && !r->bad; n--) {
        struct reach_function x = {.name = reader_u32(r)};
        x.owner = reader_u32(r);
        x.flags = (uint32_t)reader_uleb(r);
        if (!get_hashes(a, r, &x.names) || !get_hashes(a, r, &x.parts) || !get_hashes(a, r, &x.own))
            return false;
        VEC_PUSH(&f->items, a, x);
    }
    return !r->bad;
}
