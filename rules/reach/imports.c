/* Finds the import statements of a tree. */
#include "rules/reach/reach.h"
#include "rules/reach/encodings.h"
#include "rules/reach/mentions.h"

struct walk {
    struct arena *a;
    struct str module;
    bool is_package, library;
    struct reach_imports *out;
    int optional;     /* depth of regions where a missing module is no error */
    int functions;    /* depth of function bodies */
    uint32_t instead; /* as reach_import has it */
};

static void add(struct walk *w, struct str module, struct str leaf, const struct py_stmt *s) {
    struct reach_import i = {module,          leaf,
                             w->optional > 0, w->functions > 0,
                             s->lineno,       s->col_offset + 1,
                             s->end_lineno,   s->end_col_offset + 1};
    i.instead = w->instead;
    VEC_PUSH(&w->out->items, w->a, i);
}

/* PEP 328: level 1 is the package the module is in. */
static struct str absolute(struct walk *w, struct str name, int level) {
    if (!level) return name;
    struct str base = w->module;
    int up = w->is_package ? level - 1 : level;
    for (; up > 0; up--) {
        size_t n = base.n;
        while (n && base.p[n - 1] != '.') n--;
        if (!n) return STR("");
        base.n = n - 1;
    }
    return name.n ? str_printf(w->a, "%.*s.%.*s", STR_ARG(base), STR_ARG(name)) : base;
}

static void from(struct walk *w, struct py_stmt *s) {
    struct str name = s->importfrom.module.p ? s->importfrom.module : STR("");
    struct str module = absolute(w, name, s->importfrom.level);
    for (size_t i = 0; i < s->importfrom.names.n; i++) add(w, module, s->importfrom.names.p[i]->name, s);
}

static bool names_import_error(const struct py_expr *e) {
    if (!e) return true; /* bare except */
    if (e->kind == PY_EXPR_TUPLE) {
        for (size_t i = 0; i < e->tuple.elts.n; i++)
            if (names_import_error(e->tuple.elts.p[i])) return true;
        return false;
    }
    if (e->kind != PY_EXPR_NAME) return false;
    static const char *const catching[] = {"ImportError", "ModuleNotFoundError", "Exception",
                                           "BaseException"};
    for (size_t i = 0; i < COUNT(catching); i++)
        if (str_is(e->name.id, catching[i])) return true;
    return false;
}

static bool catches_import_error(const struct py_stmt *s) {
    for (size_t i = 0; i < s->try.handlers.n; i++)
        if (names_import_error(s->try.handlers.p[i]->type)) return true;
    return false;
}

static bool type_checking(const struct py_expr *e) {
    if (e->kind == PY_EXPR_NAME) return str_is(e->name.id, "TYPE_CHECKING");
    return e->kind == PY_EXPR_ATTRIBUTE && str_is(e->attribute.attr, "TYPE_CHECKING");
}

static bool is_text(const struct py_expr *e, const char *text) {
    return e->kind == PY_EXPR_CONSTANT && e->constant.value.kind == PY_CONST_STR &&
           str_is(e->constant.value.s, text);
}

static bool is_name(const struct py_expr *e, const char *name) {
    return e->kind == PY_EXPR_NAME && str_is(e->name.id, name);
}

/* `__name__ == "__main__"`, which an imported module has only when it renames itself. */
static bool being_main(const struct walk *w, const struct py_expr *e) {
    if (str_is(w->module, "__main__") || str_ends(w->module, STR(".__main__")) || e->kind != PY_EXPR_COMPARE) return false;
    if (e->compare.comparators.n != 1 || e->compare.ops.p[0] != PY_EQ) return false;
    const struct py_expr *left = e->compare.left, *right = e->compare.comparators.p[0];
    return (is_name(left, "__name__") && is_text(right, "__main__")) ||
           (is_name(right, "__name__") && is_text(left, "__main__"));
}

/* `"nt" in _names`, as os asks which system module is built in: 1 true on Linux, 0 false, -1 another question. */
static int built_in(const struct py_expr *e) {
    if (e->kind != PY_EXPR_COMPARE || e->compare.ops.n != 1 || e->compare.ops.p[0] != PY_IN) return -1;
    if (!is_name(e->compare.comparators.p[0], "_names")) return -1;
    if (is_text(e->compare.left, "posix")) return 1;
    return is_text(e->compare.left, "nt") ? 0 : -1;
}

static void body(struct walk *w, struct py_stmt_seq b);

static void try_stmt(struct walk *w, struct py_stmt *s) {
    int catches = catches_import_error(s);
    size_t first = w->out->items.n;
    w->optional += catches;
    body(w, s->try.body);
    w->optional -= catches;
    uint32_t outer = w->instead;
    if (catches && w->out->items.n > first) w->instead = (uint32_t)first + 1;
    for (size_t i = 0; i < s->try.handlers.n; i++) body(w, s->try.handlers.p[i]->body);
    w->instead = outer;
    w->optional += catches; /* the else is reached only when what the body imports is there */
    body(w, s->try.orelse);
    w->optional -= catches;
    body(w, s->try.finalbody);
}

/* `__all__ = ["a", "b"]` in a package: its submodules of these names belong to a star import. */
static void offer(struct walk *w, const struct py_expr *target, const struct py_expr *value,
                  struct py_stmt *s) {
    if (!w->is_package || target->kind != PY_EXPR_NAME || !str_is(target->name.id, "__all__")) return;
    if (value->kind != PY_EXPR_LIST && value->kind != PY_EXPR_TUPLE) return;
    struct py_expr_seq names = value->kind == PY_EXPR_LIST ? value->list.elts : value->tuple.elts;
    for (size_t i = 0; i < names.n; i++) {
        const struct py_expr *x = names.p[i];
        if (x->kind != PY_EXPR_CONSTANT || x->constant.value.kind != PY_CONST_STR) continue;
        add(w, w->module, str_printf(w->a, "*%.*s", STR_ARG(x->constant.value.s)), s);
    }
}

static void stmt(struct walk *w, struct py_stmt *s) {
    switch (s->kind) {
    case PY_STMT_ASSIGN:
        for (size_t i = 0; i < s->assign.targets.n; i++) offer(w, s->assign.targets.p[i], s->assign.value, s);
        break;
    case PY_STMT_AUGASSIGN: offer(w, s->augassign.target, s->augassign.value, s); break;
    case PY_STMT_IMPORT:
        for (size_t i = 0; i < s->import.names.n; i++) add(w, s->import.names.p[i]->name, (struct str){0}, s);
        break;
    case PY_STMT_IMPORTFROM: from(w, s); break;
    case PY_STMT_FUNCTIONDEF:
    case PY_STMT_ASYNCFUNCTIONDEF:
        w->functions++;
        body(w, s->functiondef.body);
        w->functions--;
        break;
    case PY_STMT_CLASSDEF: body(w, s->classdef.body); break;
    case PY_STMT_FOR:
    case PY_STMT_ASYNCFOR:
        body(w, s->for_.body);
        body(w, s->for_.orelse);
        break;
    case PY_STMT_WHILE:
        body(w, s->while_.body);
        body(w, s->while_.orelse);
        break;
    case PY_STMT_IF: {
        int unlikely = type_checking(s->if_.test) || being_main(w, s->if_.test);
        w->optional += unlikely;
        int here = w->library ? reach_on_linux(s->if_.test) : -1;
        if (here < 0 && w->library) here = built_in(s->if_.test);
        if (here != 0 && (!unlikely || !w->library)) body(w, s->if_.body);
        w->optional -= unlikely;
        if (here != 1) body(w, s->if_.orelse);
        break;
    }
    case PY_STMT_WITH:
    case PY_STMT_ASYNCWITH: body(w, s->with.body); break;
    case PY_STMT_TRY:
    case PY_STMT_TRYSTAR: try_stmt(w, s); break;
    case PY_STMT_MATCH:
        for (size_t i = 0; i < s->match.cases.n; i++) body(w, s->match.cases.p[i]->body);
        break;
    default: break;
    }
}

static void body(struct walk *w, struct py_stmt_seq b) {
    for (size_t i = 0; i < b.n; i++) stmt(w, b.p[i]);
}

/* Names in a literal `fromlist` may be submodules. */
static struct py_expr_seq from_list(const struct py_expr *call) {
    const struct py_expr *list = call->call.args.n > 3 ? call->call.args.p[3] : NULL;
    for (size_t i = 0; i < call->call.keywords.n; i++)
        if (str_is(call->call.keywords.p[i]->arg, "fromlist")) list = call->call.keywords.p[i]->value;
    if (list && list->kind == PY_EXPR_LIST) return list->list.elts;
    if (list && list->kind == PY_EXPR_TUPLE) return list->tuple.elts;
    return (struct py_expr_seq){0};
}

static void called(struct walk *w, const struct py_expr *call) {
    struct str module = call->call.args.p[0]->constant.value.s;
    struct py_expr_seq names = from_list(call);
    struct reach_import i = {module,
                             {0},
                             true,
                             true,
                             call->lineno,
                             call->col_offset + 1,
                             call->end_lineno,
                             call->end_col_offset + 1};
    VEC_PUSH(&w->out->items, w->a, i);
    for (size_t k = 0; k < names.n; k++) {
        const struct py_expr *x = names.p[k];
        if (x->kind != PY_EXPR_CONSTANT || x->constant.value.kind != PY_CONST_STR) continue;
        i.leaf = x->constant.value.s;
        VEC_PUSH(&w->out->items, w->a, i);
    }
}

/* What compile() imports when it is asked for a tree. */
static void front_end(struct walk *w) {
    struct reach_import i = {.module = STR("_py2_parse"), .optional = true};
    VEC_PUSH(&w->out->items, w->a, i);
}

/* What makes type parameters and aliases. */
static void type_objects(struct walk *w) {
    struct reach_import i = {.module = STR("_py2_typing")};
    VEC_PUSH(&w->out->items, w->a, i);
}

static void find_imports(struct walk *w, const struct py_module *m) {
    body(w, m->body);
    for (size_t i = 0; i < m->imports.n; i++) called(w, m->imports.p[i]);
    if (m->reads_trees) front_end(w);
    if (m->declares_types) type_objects(w);
    reach_encodings(w->a, m, w->library, w->out);
}

void reach_imports(struct arena *a, const struct py_module *m, struct str module, bool is_package,
                   struct reach_imports *out) {
    struct walk w = {.a = a, .module = module, .is_package = is_package, .out = out};
    find_imports(&w, m);
}

void reach_library_imports(struct arena *a, const struct py_module *m, struct str module, bool is_package,
                           struct reach_imports *out) {
    struct walk w = {.a = a, .module = module, .is_package = is_package, .library = true, .out = out};
    find_imports(&w, m);
    for (size_t i = 0; i < out->items.n; i++)
        if (out->items.p[i].deferred) out->items.p[i].function = reach_function_at(m, out->items.p[i].line);
}

/* ---- bytes ---- */

static void put_str(struct buf *b, struct str s) {
    buf_uleb(b, s.p ? s.n + 1 : 0);
    buf_str(b, s);
}

static struct str get_str(struct reader *r) {
    uint64_t n = reader_uleb(r);
    return n ? reader_bytes(r, n - 1) : (struct str){0};
}

struct str reach_write(struct arena *a, const struct reach_imports *imports) {
    struct buf b;
    buf_init(&b, a);
    buf_uleb(&b, imports->items.n);
    for (size_t i = 0; i < imports->items.n; i++) {
        const struct reach_import *x = &imports->items.p[i];
        put_str(&b, x->module);
        put_str(&b, x->leaf);
        buf_putc(&b, x->optional + 2 * x->deferred);
        buf_uleb(&b, x->line);
        buf_uleb(&b, x->col);
        buf_uleb(&b, x->end_line);
        buf_uleb(&b, x->end_col);
        buf_uleb(&b, x->function);
        buf_uleb(&b, x->instead);
    }
    return buf_view(&b);
}

bool reach_read(struct arena *a, struct str bytes, struct reach_imports *out) {
    struct reader r = reader_of(bytes);
    uint64_t n = reader_uleb(&r);
    for (uint64_t i = 0; i < n && !r.bad; i++) {
        struct reach_import x = {.module = get_str(&r)};
        x.leaf = get_str(&r);
        uint8_t flags = reader_u8(&r);
        x.optional = flags & 1;
        x.deferred = flags & 2;
        x.line = (uint32_t)reader_uleb(&r);
        x.col = (uint32_t)reader_uleb(&r);
        x.end_line = (uint32_t)reader_uleb(&r);
        x.end_col = (uint32_t)reader_uleb(&r);
        x.function = (uint32_t)reader_uleb(&r);
        x.instead = (uint32_t)reader_uleb(&r);
        VEC_PUSH(&out->items, a, x);
    }
    return !r.bad && r.p == r.end;
}
