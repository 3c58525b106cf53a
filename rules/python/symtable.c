/* Scopes and symbols, in two passes over the tree.
 *
 * The first visits the tree in the order CPython's symtable.c does (the order decides which of two errors is
 * reported), makes scopes and notes for every name how it is used where. The second goes through the scopes
 * from outside in and decides what each name means: a name not bound here is free when the nearest enclosing
 * function that binds it does not declare it global; class scopes are invisible from inside, except for
 * `__class__`. */
#include "rules/python/symtable.h"
#include "rules/python/parser.h"
#include <setjmp.h>

struct pass {
    struct arena *a;
    struct py_module *m;
    struct py_scope *cur;
    struct py_error error;
    struct str class_name, s_super, s_class, s_classcell, s_iter, s_params, s_namespace;
    bool in_annotation; /* of a module with lazy annotations: names there mean nothing */
    jmp_buf fail;
};

struct where {
    uint32_t line, col, end_line, end_col;
};
#define AT(n) ((struct where){(n)->lineno, (n)->col_offset, (n)->end_lineno, (n)->end_col_offset})

static _Noreturn void error_at(struct pass *s, struct where w, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    s->error = (struct py_error){true,          PY_SYNTAX_ERROR,           w.line, w.col + 1, w.end_line,
                                 w.end_col + 1, str_vprintf(s->a, fmt, ap)};
    va_end(ap);
    longjmp(s->fail, 1);
}

/* ---- names ---- */

struct str py_mangle(struct arena *a, struct str class_name, struct str name) {
    if (!class_name.p || name.n < 2 || name.p[0] != '_' || name.p[1] != '_') return name;
    if ((name.n >= 2 && name.p[name.n - 1] == '_' && name.p[name.n - 2] == '_') ||
        memchr(name.p, '.', name.n))
        return name;
    while (class_name.n && *class_name.p == '_') class_name.p++, class_name.n--;
    if (!class_name.n) return name;
    return str_printf(a, "_" STR_FMT STR_FMT, STR_ARG(class_name), STR_ARG(name));
}

static struct str mangled(struct pass *s, struct str name) {
    struct str m = py_mangle(s->a, s->class_name, name);
    return m.p == name.p ? name : names_intern(s->m->names, m);
}

static size_t slot_of(const struct py_scope *scope, const char *p) {
    return ((uintptr_t)p * 0x9e3779b97f4a7c15u >> 32) & scope->index_mask;
}

static struct py_symbol *find(const struct py_scope *scope, struct str interned) {
    if (!scope->index) return NULL;
    for (size_t i = slot_of(scope, interned.p);; i = (i + 1) & scope->index_mask) {
        struct py_symbol *y = scope->index[i];
        if (!y || y->name.p == interned.p) return y;
    }
}

static void index_symbol(struct py_scope *scope, struct py_symbol *y) {
    size_t i = slot_of(scope, y->name.p);
    while (scope->index[i]) i = (i + 1) & scope->index_mask;
    scope->index[i] = y;
}

static struct py_symbol *symbol(struct pass *s, struct py_scope *scope, struct str interned) {
    struct py_symbol *y = find(scope, interned);
    if (y) return y;
    y = NEW(s->a, struct py_symbol);
    y->name = interned;
    y->scope = scope;
    y->index = (uint32_t)scope->n_symbols;
    if (scope->n_symbols == scope->cap_symbols) {
        size_t cap = scope->cap_symbols ? scope->cap_symbols * 2 : 8;
        scope->symbols = arena_grow(s->a, scope->symbols, scope->cap_symbols * sizeof y, cap * sizeof y);
        scope->cap_symbols = cap;
        scope->index_mask = cap * 2 - 1;
        scope->index = NEW_N(s->a, struct py_symbol *, cap * 2);
        for (size_t i = 0; i < scope->n_symbols; i++) index_symbol(scope, scope->symbols[i]);
    }
    scope->symbols[scope->n_symbols++] = y;
    index_symbol(scope, y);
    return y;
}

struct py_symbol *py_scope_find(const struct py_scope *scope, struct str name) {
    struct arena a;
    arena_init(&a, NULL);
    struct str m = py_name_find(scope->tree, py_mangle(&a, scope->class_name, name));
    arena_free(&a);
    return m.p ? find(scope, m) : NULL;
}

static bool function_like(const struct py_scope *scope) {
    return scope->kind >= PY_SCOPE_FUNCTION;
}

static const char conflict[] =
    "assignment expression cannot rebind comprehension iteration variable '" STR_FMT "'";

static struct py_symbol *define_in(struct pass *s, struct py_scope *scope, struct str name, unsigned flags,
                                   struct where w) {
    struct py_symbol *y = symbol(s, scope, mangled(s, name));
    if (flags & y->flags & PY_SYM_PARAM)
        error_at(s, w, "duplicate argument '" STR_FMT "' in function definition", STR_ARG(name));
    if (scope->comp_iter_target) {
        if (y->flags & (PY_SYM_DECLARED_GLOBAL | PY_SYM_NONLOCAL))
            error_at(s, w,
                     "comprehension inner loop cannot rebind assignment expression target '" STR_FMT "'",
                     STR_ARG(name));
        flags |= PY_SYM_ITERATION;
    }
    if (flags & PY_SYM_BOUND && !(flags & PY_SYM_IMPORTED)) flags |= PY_SYM_STORED;
    /* As CPython does: what any scope declares global is so in the module too. */
    if (flags & PY_SYM_DECLARED_GLOBAL) symbol(s, scope->module, y->name)->flags |= PY_SYM_DECLARED_GLOBAL;
    y->flags |= flags;
    y->stores += !!(flags & PY_SYM_BOUND);
    if (flags & (PY_SYM_DECLARED_GLOBAL | PY_SYM_NONLOCAL) && !y->lineno) {
        y->lineno = w.line;
        y->col_offset = w.col;
        y->end_lineno = w.end_line;
        y->end_col_offset = w.end_col;
    }
    return y;
}

static struct py_symbol *define(struct pass *s, struct str name, unsigned flags, struct where w) {
    return define_in(s, s->cur, name, flags, w);
}

/* ---- scopes ---- */

static struct py_scope *open_scope(struct pass *s, enum py_scope_kind kind, struct str name, struct where w) {
    struct py_scope *n = NEW(s->a, struct py_scope), *parent = s->cur;
    n->kind = kind;
    n->name = name;
    n->tree = s->m;
    n->parent = parent;
    n->module = parent ? parent->module : n;
    n->class_name = s->class_name;
    n->lineno = w.line;
    n->col_offset = w.col;
    if (parent) {
        n->nested = parent->nested || function_like(parent);
        if (parent->last_child)
            parent->last_child->next = n;
        else
            parent->first_child = n;
        parent->last_child = n;
    }
    s->cur = n;
    return n;
}

static void close_scope(struct pass *s) {
    s->cur = s->cur->parent;
}

/* ---- first pass ---- */

static void visit_expr(struct pass *s, struct py_expr *e);
static void visit_stmts(struct pass *s, struct py_stmt_seq body);

static void visit_exprs(struct pass *s, struct py_expr_seq seq) {
    for (size_t i = 0; i < seq.n; i++) visit_expr(s, seq.p[i]);
}

static void visit_opt(struct pass *s, struct py_expr *e) {
    if (e) visit_expr(s, e);
}

static void visit_keywords(struct pass *s, struct py_keyword_seq k) {
    for (size_t i = 0; i < k.n; i++) visit_expr(s, k.p[i]->value);
}

static void visit_annotation(struct pass *s, struct py_expr *e) {
    if (!e) return;
    if (!(s->m->future & PY_FUTURE_ANNOTATIONS)) {
        visit_expr(s, e);
        return;
    }
    /* The expression is never run: only its form is checked, and what its lambdas would mean is nobody's. */
    struct py_scope *outer = s->cur;
    bool was = s->in_annotation;
    struct py_scope *first = outer->first_child, *last = outer->last_child;
    open_scope(s, PY_SCOPE_TYPE, STR("annotation"), AT(e));
    s->in_annotation = true;
    visit_expr(s, e);
    s->in_annotation = was;
    s->cur = outer;
    outer->first_child = first;
    outer->last_child = last;
    if (last) last->next = NULL;
}

static void bind_arg(struct pass *s, struct py_arg *a) {
    a->symbol = define(s, a->arg, PY_SYM_PARAM | PY_SYM_BOUND, AT(a));
}

static void bind_arguments(struct pass *s, struct py_arguments *a) {
    for (size_t i = 0; i < a->posonlyargs.n; i++) bind_arg(s, a->posonlyargs.p[i]);
    for (size_t i = 0; i < a->args.n; i++) bind_arg(s, a->args.p[i]);
    for (size_t i = 0; i < a->kwonlyargs.n; i++) bind_arg(s, a->kwonlyargs.p[i]);
    if (a->vararg) bind_arg(s, a->vararg);
    if (a->kwarg) bind_arg(s, a->kwarg);
    s->cur->has_varargs = a->vararg;
    s->cur->has_varkeywords = a->kwarg;
    s->cur->n_params = s->cur->n_symbols;
}

static void visit_arg_annotations(struct pass *s, struct py_arg_seq args) {
    for (size_t i = 0; i < args.n; i++) visit_annotation(s, args.p[i]->annotation);
}

static void visit_defaults(struct pass *s, struct py_arguments *a) {
    visit_exprs(s, a->defaults);
    for (size_t i = 0; i < a->kw_defaults.n; i++) visit_opt(s, a->kw_defaults.p[i]);
}

const struct py_scope *py_scope_class_seen(const struct py_scope *s) {
    if (s->kind != PY_SCOPE_TYPE) return NULL;
    while (s->kind == PY_SCOPE_TYPE) s = s->parent;
    return s->kind == PY_SCOPE_CLASS ? s : NULL;
}

/* An expression that is evaluated when somebody asks: a function, which in a class is given the namespace. */
static struct py_scope *visit_lazy(struct pass *s, struct str name, struct py_expr *e, const char *what) {
    if (!e) return NULL;
    struct py_scope *scope = open_scope(s, PY_SCOPE_TYPE, name, AT(e));
    scope->lazy = what;
    if (py_scope_class_seen(scope)) {
        define(s, s->s_namespace, PY_SYM_PARAM | PY_SYM_BOUND, AT(e));
        scope->n_params = 1;
    }
    visit_expr(s, e);
    close_scope(s);
    return scope;
}

static void visit_type_param(struct pass *s, struct py_type_param *t) {
    struct str name = t->kind == PY_TYPE_PARAM_TYPEVAR     ? t->typevar.name
                      : t->kind == PY_TYPE_PARAM_PARAMSPEC ? t->paramspec.name
                                                           : t->typevartuple.name;
    struct py_symbol *y = find(s->cur, mangled(s, name));
    if (y && y->flags & PY_SYM_TYPE_PARAM) error_at(s, AT(t), "duplicate type parameter '" STR_FMT "'", STR_ARG(name));
    define(s, name, PY_SYM_BOUND | PY_SYM_TYPE_PARAM, AT(t));
    switch (t->kind) {
    case PY_TYPE_PARAM_TYPEVAR: {
        struct py_expr *bound = t->typevar.bound;
        const char *what = bound && bound->kind == PY_EXPR_TUPLE ? "a TypeVar constraint" : "a TypeVar bound";
        t->typevar.bound_scope = visit_lazy(s, name, bound, what);
        t->typevar.default_scope = visit_lazy(s, name, t->typevar.default_value, "a TypeVar default");
        break;
    }
    case PY_TYPE_PARAM_PARAMSPEC:
        t->paramspec.default_scope = visit_lazy(s, name, t->paramspec.default_value, "a ParamSpec default");
        break;
    case PY_TYPE_PARAM_TYPEVARTUPLE:
        t->typevartuple.default_scope =
            visit_lazy(s, name, t->typevartuple.default_value, "a TypeVarTuple default");
        break;
    case PY_TYPE_PARAM_COUNT: break;
    }
}

static void visit_type_params(struct pass *s, struct py_type_param_seq params) {
    s->m->declares_types = true;
    for (size_t i = 0; i < params.n; i++) visit_type_param(s, params.p[i]);
}

static void visit_function(struct pass *s, struct py_stmt *n) {
    struct py_stmt_functiondef *f = &n->functiondef;
    define(s, f->name, PY_SYM_BOUND, AT(n));
    visit_defaults(s, f->args);
    if (f->type_params.n) {
        f->type_scope = open_scope(s, PY_SCOPE_TYPE, f->name, AT(n));
        visit_type_params(s, f->type_params);
    }
    visit_arg_annotations(s, f->args->posonlyargs);
    visit_arg_annotations(s, f->args->args);
    if (f->args->vararg) visit_annotation(s, f->args->vararg->annotation);
    if (f->args->kwarg) visit_annotation(s, f->args->kwarg->annotation);
    visit_arg_annotations(s, f->args->kwonlyargs);
    visit_annotation(s, f->returns);
    struct py_scope *inner = s->cur;
    if (f->type_scope) s->cur = inner->parent;
    visit_exprs(s, f->decorator_list);
    s->cur = inner;
    f->scope = open_scope(s, PY_SCOPE_FUNCTION, f->name, AT(n));
    f->scope->is_coroutine = n->kind == PY_STMT_ASYNCFUNCTIONDEF;
    bind_arguments(s, f->args);
    visit_stmts(s, f->body);
    close_scope(s);
    if (f->type_scope) close_scope(s);
}

static void visit_class(struct pass *s, struct py_stmt *n) {
    struct py_stmt_classdef *c = &n->classdef;
    struct str outer = s->class_name;
    define(s, c->name, PY_SYM_BOUND, AT(n));
    if (c->type_params.n) {
        c->type_scope = open_scope(s, PY_SCOPE_TYPE, c->name, AT(n));
        visit_type_params(s, c->type_params);
    }
    visit_exprs(s, c->bases);
    visit_keywords(s, c->keywords);
    struct py_scope *inner = s->cur;
    if (c->type_scope) s->cur = inner->parent;
    visit_exprs(s, c->decorator_list);
    s->cur = inner;
    s->class_name = c->name;
    c->scope = open_scope(s, PY_SCOPE_CLASS, c->name, AT(n));
    if (c->type_scope) {
        define_in(s, c->type_scope, s->s_params, PY_SYM_BOUND, AT(n));
        define_in(s, c->type_scope, names_intern(s->m->names, STR(".generic_base")), PY_SYM_BOUND, AT(n));
        define(s, s->s_params, PY_SYM_USED, AT(n));
        define(s, names_intern(s->m->names, STR("__type_params__")), PY_SYM_BOUND, AT(n));
    }
    c->scope->may_prepare = c->bases.n || c->keywords.n;
    visit_stmts(s, c->body);
    close_scope(s);
    s->class_name = outer;
    if (c->type_scope) close_scope(s);
}

static void visit_lambda(struct pass *s, struct py_expr *e) {
    visit_defaults(s, e->lambda.args);
    e->lambda.scope = open_scope(s, PY_SCOPE_LAMBDA, STR("<lambda>"), AT(e));
    bind_arguments(s, e->lambda.args);
    visit_expr(s, e->lambda.body);
    close_scope(s);
}

static struct py_scope *visit_comprehension(struct pass *s, struct py_expr *e, const char *name,
                                            struct py_comprehension_seq gens, struct py_expr *elt,
                                            struct py_expr *value) {
    struct py_comprehension *first = gens.p[0];
    s->cur->comp_iter_expr++;
    visit_expr(s, first->iter);
    s->cur->comp_iter_expr--;
    struct py_scope *scope = open_scope(s, PY_SCOPE_COMPREHENSION, str_c(name), AT(e));
    bool generator = e->kind == PY_EXPR_GENERATOREXP;
    scope->is_genexpr = generator;
    scope->is_coroutine = first->is_async;
    define(s, s->s_iter, PY_SYM_PARAM | PY_SYM_BOUND, AT(e));
    scope->n_params = 1;
    for (size_t i = 0; i < gens.n; i++) {
        scope->comp_iter_target = true;
        visit_expr(s, gens.p[i]->target);
        scope->comp_iter_target = false;
        if (i) {
            scope->comp_iter_expr++;
            visit_expr(s, gens.p[i]->iter);
            scope->comp_iter_expr--;
            scope->is_coroutine = scope->is_coroutine || gens.p[i]->is_async;
        }
        visit_exprs(s, gens.p[i]->ifs);
    }
    if (value) visit_expr(s, value);
    visit_expr(s, elt);
    scope->is_generator = generator;
    close_scope(s);
    if (scope->is_coroutine && !generator) s->cur->is_coroutine = true;
    return scope;
}

/* The variable of a `:=` inside comprehensions belongs to the nearest scope that is none. */
static void extend_named(struct pass *s, struct py_expr *e) {
    struct str name = e->name.id;
    for (struct py_scope *scope = s->cur; scope; scope = scope->parent) {
        struct py_symbol *y = find(scope, mangled(s, name));
        unsigned flags = y ? y->flags : 0;
        if (scope->kind == PY_SCOPE_COMPREHENSION) {
            if (flags & PY_SYM_ITERATION) error_at(s, AT(e), conflict, STR_ARG(name));
            continue;
        }
        if (scope->kind == PY_SCOPE_CLASS)
            error_at(s, AT(e), "assignment expression within a comprehension cannot be used in a class body");
        bool global = scope->kind == PY_SCOPE_MODULE || flags & PY_SYM_DECLARED_GLOBAL;
        define(s, name, global ? PY_SYM_DECLARED_GLOBAL : PY_SYM_NONLOCAL, AT(e));
        define_in(s, scope, name,
                  scope->kind == PY_SCOPE_MODULE ? PY_SYM_DECLARED_GLOBAL | PY_SYM_BOUND : PY_SYM_BOUND,
                  AT(e));
        return;
    }
}

static void visit_named(struct pass *s, struct py_expr *e) {
    if (s->cur->comp_iter_expr)
        error_at(s, AT(e), "assignment expression cannot be used in a comprehension iterable expression");
    if (s->cur->kind == PY_SCOPE_COMPREHENSION) extend_named(s, e->namedexpr.target);
    visit_expr(s, e->namedexpr.value);
    visit_expr(s, e->namedexpr.target);
}

static void no_annotation(struct pass *s, struct py_expr *e, const char *what) {
    if (s->in_annotation && s->cur->kind == PY_SCOPE_TYPE)
        error_at(s, AT(e), "'%s' can not be used within an annotation", what);
    if (s->cur->kind == PY_SCOPE_TYPE)
        error_at(s, AT(e), "%s cannot be used within %s", what,
                 s->cur->lazy ? s->cur->lazy : "the definition of a generic");
}

static void no_comprehension(struct pass *s, struct py_expr *e) {
    if (s->cur->kind != PY_SCOPE_COMPREHENSION) return;
    const char *what = str_is(s->cur->name, "listcomp")   ? "'yield' inside list comprehension"
                       : str_is(s->cur->name, "setcomp")  ? "'yield' inside set comprehension"
                       : str_is(s->cur->name, "dictcomp") ? "'yield' inside dict comprehension"
                                                          : "'yield' inside generator expression";
    error_at(s, AT(e), "%s", what);
}

static void visit_name(struct pass *s, struct py_expr *e) {
    struct py_expr_name *n = &e->name;
    unsigned flag = n->ctx == PY_LOAD  ? PY_SYM_USED
                    : n->ctx == PY_DEL ? PY_SYM_BOUND | PY_SYM_DELETED
                                       : PY_SYM_BOUND;
    /* `__debug__` is a constant by the time CPython asks whether names were used. */
    if (flag == PY_SYM_USED && n->id.n == 9 && str_is(n->id, "__debug__")) flag = 0;
    n->symbol = define(s, n->id, flag, AT(e));
    if (n->ctx != PY_LOAD) return;
    if (n->id.p == s->s_super.p && function_like(s->cur)) {
        s->cur->uses_super = true;
        define(s, s->s_class, PY_SYM_USED, AT(e));
    }
    static const char *const reflective[] = {"locals", "vars", "dir", "eval", "exec"};
    if (n->id.n <= 6)
        for (size_t i = 0; i < COUNT(reflective); i++)
            if (str_is(n->id, reflective[i])) s->cur->uses_locals = true;
}

static void visit_expr(struct pass *s, struct py_expr *e) {
    switch (e->kind) {
    case PY_EXPR_BOOLOP: visit_exprs(s, e->boolop.values); break;
    case PY_EXPR_NAMEDEXPR:
        no_annotation(s, e, "named expression");
        visit_named(s, e);
        break;
    case PY_EXPR_BINOP:
        visit_expr(s, e->binop.left);
        visit_expr(s, e->binop.right);
        break;
    case PY_EXPR_UNARYOP: visit_expr(s, e->unaryop.operand); break;
    case PY_EXPR_LAMBDA: visit_lambda(s, e); break;
    case PY_EXPR_IFEXP:
        visit_expr(s, e->ifexp.test);
        visit_expr(s, e->ifexp.body);
        visit_expr(s, e->ifexp.orelse);
        break;
    case PY_EXPR_DICT:
        for (size_t i = 0; i < e->dict.keys.n; i++) visit_opt(s, e->dict.keys.p[i]);
        visit_exprs(s, e->dict.values);
        break;
    case PY_EXPR_SET: visit_exprs(s, e->set.elts); break;
    case PY_EXPR_LISTCOMP:
        e->listcomp.scope =
            visit_comprehension(s, e, "listcomp", e->listcomp.generators, e->listcomp.elt, NULL);
        break;
    case PY_EXPR_SETCOMP:
        e->setcomp.scope = visit_comprehension(s, e, "setcomp", e->setcomp.generators, e->setcomp.elt, NULL);
        break;
    case PY_EXPR_DICTCOMP:
        e->dictcomp.scope =
            visit_comprehension(s, e, "dictcomp", e->dictcomp.generators, e->dictcomp.key, e->dictcomp.value);
        break;
    case PY_EXPR_GENERATOREXP:
        e->generatorexp.scope =
            visit_comprehension(s, e, "genexpr", e->generatorexp.generators, e->generatorexp.elt, NULL);
        break;
    case PY_EXPR_YIELD:
        no_annotation(s, e, "yield expression");
        visit_opt(s, e->yield.value);
        s->cur->is_generator = true;
        no_comprehension(s, e);
        break;
    case PY_EXPR_YIELDFROM:
        no_annotation(s, e, "yield expression");
        visit_expr(s, e->yieldfrom.value);
        s->cur->is_generator = true;
        no_comprehension(s, e);
        break;
    case PY_EXPR_AWAIT:
        no_annotation(s, e, "await expression");
        visit_expr(s, e->await.value);
        s->cur->is_coroutine = true;
        break;
    case PY_EXPR_COMPARE:
        visit_expr(s, e->compare.left);
        visit_exprs(s, e->compare.comparators);
        break;
    case PY_EXPR_CALL:
        visit_expr(s, e->call.func);
        visit_exprs(s, e->call.args);
        visit_keywords(s, e->call.keywords);
        break;
    case PY_EXPR_FORMATTEDVALUE:
        visit_expr(s, e->formattedvalue.value);
        visit_opt(s, e->formattedvalue.format_spec);
        break;
    case PY_EXPR_INTERPOLATION:
        visit_expr(s, e->interpolation.value);
        visit_opt(s, e->interpolation.format_spec);
        break;
    case PY_EXPR_JOINEDSTR: visit_exprs(s, e->joinedstr.values); break;
    case PY_EXPR_TEMPLATESTR: visit_exprs(s, e->templatestr.values); break;
    case PY_EXPR_CONSTANT: break;
    case PY_EXPR_ATTRIBUTE: visit_expr(s, e->attribute.value); break;
    case PY_EXPR_SUBSCRIPT:
        visit_expr(s, e->subscript.value);
        visit_expr(s, e->subscript.slice);
        break;
    case PY_EXPR_STARRED: visit_expr(s, e->starred.value); break;
    case PY_EXPR_SLICE:
        visit_opt(s, e->slice.lower);
        visit_opt(s, e->slice.upper);
        visit_opt(s, e->slice.step);
        break;
    case PY_EXPR_NAME: visit_name(s, e); break;
    case PY_EXPR_LIST: visit_exprs(s, e->list.elts); break;
    case PY_EXPR_TUPLE: visit_exprs(s, e->tuple.elts); break;
    case PY_EXPR_COUNT: break;
    }
}

static void visit_pattern(struct pass *s, struct py_pattern *p) {
    switch (p->kind) {
    case PY_PATTERN_VALUE: visit_expr(s, p->value.value); break;
    case PY_PATTERN_SINGLETON: break;
    case PY_PATTERN_SEQUENCE:
        for (size_t i = 0; i < p->sequence.patterns.n; i++) visit_pattern(s, p->sequence.patterns.p[i]);
        break;
    case PY_PATTERN_MAPPING:
        visit_exprs(s, p->mapping.keys);
        for (size_t i = 0; i < p->mapping.patterns.n; i++) visit_pattern(s, p->mapping.patterns.p[i]);
        if (p->mapping.rest.p) define(s, p->mapping.rest, PY_SYM_BOUND, AT(p));
        break;
    case PY_PATTERN_CLASS:
        visit_expr(s, p->class_.cls);
        for (size_t i = 0; i < p->class_.patterns.n; i++) visit_pattern(s, p->class_.patterns.p[i]);
        for (size_t i = 0; i < p->class_.kwd_patterns.n; i++) visit_pattern(s, p->class_.kwd_patterns.p[i]);
        break;
    case PY_PATTERN_STAR:
        if (p->star.name.p) define(s, p->star.name, PY_SYM_BOUND, AT(p));
        break;
    case PY_PATTERN_AS:
        if (p->as.pattern) visit_pattern(s, p->as.pattern);
        if (p->as.name.p) define(s, p->as.name, PY_SYM_BOUND, AT(p));
        break;
    case PY_PATTERN_OR:
        for (size_t i = 0; i < p->or.patterns.n; i++) visit_pattern(s, p->or.patterns.p[i]);
        break;
    case PY_PATTERN_COUNT: break;
    }
}

static void visit_aliases(struct pass *s, struct py_alias_seq names, bool from) {
    for (size_t i = 0; i < names.n; i++) {
        struct py_alias *a = names.p[i];
        struct str name = a->asname.p ? a->asname : a->name;
        if (!a->asname.p && !from) {
            const char *dot = memchr(name.p, '.', name.n);
            if (dot) name = names_intern(s->m->names, (struct str){name.p, (size_t)(dot - name.p)});
        }
        if (str_is(a->name, "*")) {
            if (s->cur->kind != PY_SCOPE_MODULE) error_at(s, AT(a), "import * only allowed at module level");
            s->cur->has_import_star = true;
        } else {
            define(s, name, PY_SYM_BOUND | PY_SYM_IMPORTED, AT(a));
        }
    }
}

static void visit_declaration(struct pass *s, struct py_stmt *n, bool global) {
    const char *what = global ? "global" : "nonlocal";
    for (size_t i = 0; i < n->global.names.n; i++) {
        struct str name = n->global.names.p[i];
        struct py_symbol *y = find(s->cur, mangled(s, name));
        unsigned flags = y ? y->flags : 0;
        if (flags & PY_SYM_PARAM)
            error_at(s, AT(n), "name '" STR_FMT "' is parameter and %s", STR_ARG(name), what);
        if (flags & PY_SYM_USED)
            error_at(s, AT(n), "name '" STR_FMT "' is used prior to %s declaration", STR_ARG(name), what);
        if (flags & PY_SYM_ANNOTATED)
            error_at(s, AT(n), "annotated name '" STR_FMT "' can't be %s", STR_ARG(name), what);
        if (flags & PY_SYM_STORED)
            error_at(s, AT(n), "name '" STR_FMT "' is assigned to before %s declaration", STR_ARG(name),
                     what);
        define(s, name, global ? PY_SYM_DECLARED_GLOBAL : PY_SYM_NONLOCAL, AT(n));
    }
}

static void visit_annotated(struct pass *s, struct py_stmt *n) {
    struct py_expr *target = n->annassign.target;
    if (target->kind == PY_EXPR_NAME) {
        struct str name = target->name.id;
        struct py_symbol *y = find(s->cur, mangled(s, name));
        unsigned flags = y ? y->flags : 0;
        if (flags & (PY_SYM_DECLARED_GLOBAL | PY_SYM_NONLOCAL) && s->cur->kind != PY_SCOPE_MODULE &&
            n->annassign.simple)
            error_at(s, AT(n), "annotated name '" STR_FMT "' can't be %s", STR_ARG(name),
                     flags & PY_SYM_DECLARED_GLOBAL ? "global" : "nonlocal");
        if (n->annassign.simple)
            target->name.symbol = define(s, name, PY_SYM_ANNOTATED | PY_SYM_BOUND, AT(target));
        else if (n->annassign.value)
            target->name.symbol = define(s, name, PY_SYM_BOUND, AT(target));
    } else {
        visit_expr(s, target);
    }
    visit_annotation(s, n->annassign.annotation);
    visit_opt(s, n->annassign.value);
}

static void visit_type_alias(struct pass *s, struct py_stmt *n) {
    visit_expr(s, n->typealias.name);
    struct str name = n->typealias.name->name.id;
    if (n->typealias.type_params.n) {
        n->typealias.type_scope = open_scope(s, PY_SCOPE_TYPE, name, AT(n));
        visit_type_params(s, n->typealias.type_params);
    }
    s->m->declares_types = true;
    n->typealias.scope = visit_lazy(s, name, n->typealias.value, "a type alias");
    if (n->typealias.type_scope) close_scope(s);
}

static void visit_handlers(struct pass *s, struct py_excepthandler_seq handlers) {
    for (size_t i = 0; i < handlers.n; i++) {
        struct py_excepthandler *h = handlers.p[i];
        visit_opt(s, h->type);
        if (h->name.p) define(s, h->name, PY_SYM_BOUND | PY_SYM_DELETED, AT(h));
        visit_stmts(s, h->body);
    }
}

static void visit_stmt(struct pass *s, struct py_stmt *n) {
    switch (n->kind) {
    case PY_STMT_FUNCTIONDEF:
    case PY_STMT_ASYNCFUNCTIONDEF: visit_function(s, n); break;
    case PY_STMT_CLASSDEF: visit_class(s, n); break;
    case PY_STMT_RETURN:
        if (n->return_.value) {
            visit_expr(s, n->return_.value);
            s->cur->returns_value = true;
        }
        break;
    case PY_STMT_DELETE: visit_exprs(s, n->delete_.targets); break;
    case PY_STMT_ASSIGN:
        visit_exprs(s, n->assign.targets);
        visit_expr(s, n->assign.value);
        break;
    case PY_STMT_TYPEALIAS: visit_type_alias(s, n); break;
    case PY_STMT_AUGASSIGN:
        visit_expr(s, n->augassign.target);
        visit_expr(s, n->augassign.value);
        break;
    case PY_STMT_ANNASSIGN: visit_annotated(s, n); break;
    case PY_STMT_FOR:
    case PY_STMT_ASYNCFOR:
        visit_expr(s, n->for_.target);
        visit_expr(s, n->for_.iter);
        visit_stmts(s, n->for_.body);
        visit_stmts(s, n->for_.orelse);
        break;
    case PY_STMT_WHILE:
        visit_expr(s, n->while_.test);
        visit_stmts(s, n->while_.body);
        visit_stmts(s, n->while_.orelse);
        break;
    case PY_STMT_IF:
        visit_expr(s, n->if_.test);
        visit_stmts(s, n->if_.body);
        visit_stmts(s, n->if_.orelse);
        break;
    case PY_STMT_WITH:
    case PY_STMT_ASYNCWITH:
        for (size_t i = 0; i < n->with.items.n; i++) {
            visit_expr(s, n->with.items.p[i]->context_expr);
            visit_opt(s, n->with.items.p[i]->optional_vars);
        }
        visit_stmts(s, n->with.body);
        break;
    case PY_STMT_MATCH:
        visit_expr(s, n->match.subject);
        for (size_t i = 0; i < n->match.cases.n; i++) {
            visit_pattern(s, n->match.cases.p[i]->pattern);
            visit_opt(s, n->match.cases.p[i]->guard);
            visit_stmts(s, n->match.cases.p[i]->body);
        }
        break;
    case PY_STMT_RAISE:
        visit_opt(s, n->raise.exc);
        visit_opt(s, n->raise.cause);
        break;
    case PY_STMT_TRY:
    case PY_STMT_TRYSTAR:
        visit_stmts(s, n->try.body);
        visit_stmts(s, n->try.orelse);
        visit_handlers(s, n->try.handlers);
        visit_stmts(s, n->try.finalbody);
        break;
    case PY_STMT_ASSERT:
        visit_expr(s, n->assert_.test);
        visit_opt(s, n->assert_.msg);
        break;
    case PY_STMT_IMPORT: visit_aliases(s, n->import.names, false); break;
    case PY_STMT_IMPORTFROM: visit_aliases(s, n->importfrom.names, true); break;
    case PY_STMT_GLOBAL: visit_declaration(s, n, true); break;
    case PY_STMT_NONLOCAL: visit_declaration(s, n, false); break;
    case PY_STMT_EXPR: visit_expr(s, n->expr.value); break;
    case PY_STMT_PASS:
    case PY_STMT_BREAK:
    case PY_STMT_CONTINUE:
    case PY_STMT_COUNT: break;
    }
}

static void visit_stmts(struct pass *s, struct py_stmt_seq body) {
    for (size_t i = 0; i < body.n; i++) visit_stmt(s, body.p[i]);
}

/* ---- second pass ---- */

static struct where directive(const struct py_symbol *y) {
    return (struct where){y->lineno, y->col_offset, y->end_lineno, y->end_col_offset};
}

/* The cell an enclosing scope has for a name that `scope` does not bind, or NULL: the name is global. */
static struct py_symbol *enclosing_cell(struct pass *s, struct py_scope *scope, struct str name) {
    for (struct py_scope *p = scope->parent; p; p = p->parent) {
        if (p->kind == PY_SCOPE_CLASS && name.p == s->s_class.p) {
            p->needs_class_cell = true;
            struct py_symbol *cell = symbol(s, p, s->s_classcell);
            cell->kind = PY_CELL;
            return cell;
        }
        if (!function_like(p)) continue;
        struct py_symbol *y = find(p, name);
        if (!y) continue;
        if (y->flags & PY_SYM_DECLARED_GLOBAL) return NULL;
        if (y->flags & PY_SYM_BOUND && !(y->flags & PY_SYM_NONLOCAL)) return y;
    }
    return NULL;
}

/* Scopes between a free name and its owner hand the cell through. */
static void make_free(struct pass *s, struct py_scope *scope, struct py_symbol *y, struct py_symbol *cell) {
    cell->kind = PY_CELL;
    y->kind = PY_FREE;
    y->owner = cell;
    scope->has_free = true;
    for (struct py_scope *p = scope->parent; p && p != cell->scope; p = p->parent) {
        p->child_free = true;
        struct py_symbol *between = symbol(s, p, y->name);
        if (p->kind == PY_SCOPE_CLASS) {
            between->flags |= PY_SYM_CLASS_FREE;
            if (between->flags & (PY_SYM_BOUND | PY_SYM_DECLARED_GLOBAL)) {
                between->owner = cell;
                p->has_free = true;
                continue;
            }
        }
        between->kind = PY_FREE;
        between->owner = cell;
        p->has_free = true;
    }
}

static void resolve(struct pass *s, struct py_scope *scope, struct py_symbol *y) {
    if (y->flags & PY_SYM_DECLARED_GLOBAL) {
        if (y->flags & PY_SYM_NONLOCAL)
            error_at(s, directive(y), "name '" STR_FMT "' is nonlocal and global", STR_ARG(y->name));
        y->kind = PY_GLOBAL_EXPLICIT;
        return;
    }
    if (y->flags & PY_SYM_NONLOCAL) {
        if (scope->kind == PY_SCOPE_MODULE)
            error_at(s, directive(y), "nonlocal declaration not allowed at module level");
        struct py_symbol *cell = enclosing_cell(s, scope, y->name);
        if (!cell) error_at(s, directive(y), "no binding for nonlocal '" STR_FMT "' found", STR_ARG(y->name));
        make_free(s, scope, y, cell);
        return;
    }
    if (y->kind != PY_LOCAL) return; /* already a cell, or handed through to an inner scope */
    if (y->flags & PY_SYM_BOUND) return;
    struct py_symbol *cell = scope->kind == PY_SCOPE_MODULE ? NULL : enclosing_cell(s, scope, y->name);
    if (cell)
        make_free(s, scope, y, cell);
    else
        y->kind = PY_GLOBAL_IMPLICIT;
}

/* From outside in, without recursing: nesting is the user's. */
static void resolve_all(struct pass *s, struct py_scope *top) {
    for (struct py_scope *scope = top; scope;) {
        for (size_t i = 0; i < scope->n_symbols; i++) resolve(s, scope, scope->symbols[i]);
        if (scope->first_child) {
            scope = scope->first_child;
            continue;
        }
        while (scope && !scope->next) scope = scope->parent;
        if (scope) scope = scope->next;
    }
}

static void run_passes(struct pass *s) {
    s->m->scope = open_scope(s, PY_SCOPE_MODULE, STR("top"), (struct where){0, 0, 0, 0});
    visit_stmts(s, s->m->body);
    resolve_all(s, s->m->scope);
}

bool py_symtable(struct arena *a, struct diags *diags, struct py_module *m) {
    struct pass s = {.a = a, .m = m};
    s.s_super = names_intern(m->names, STR("super"));
    s.s_class = names_intern(m->names, STR("__class__"));
    s.s_classcell = names_intern(m->names, STR("__class__ cell"));
    s.s_iter = names_intern(m->names, STR(".0"));
    s.s_params = names_intern(m->names, STR(".type_params"));
    s.s_namespace = names_intern(m->names, STR(".classdict"));
    if (setjmp(s.fail)) {
        py_report(diags, m, &s.error);
        return false;
    }
    run_passes(&s);
    return true;
}

/* ---- text ---- */

void py_symtable_dump(struct buf *out, const struct py_scope *scope, int depth) {
    static const char *const scopes[] = {"module", "class", "function", "lambda", "comprehension", "type"};
    static const char *const kinds[] = {"local", "cell", "free", "global", "implicit"};
    buf_printf(out, "%*s%s " STR_FMT "%s%s%s\n", depth * 2, "", scopes[scope->kind], STR_ARG(scope->name),
               scope->is_generator ? " generator" : "", scope->is_coroutine ? " coroutine" : "",
               scope->needs_class_cell ? " __class__" : "");
    for (size_t i = 0; i < scope->n_symbols; i++) {
        const struct py_symbol *y = scope->symbols[i];
        buf_printf(out, "%*s" STR_FMT ": %s%s%s%s\n", depth * 2 + 2, "", STR_ARG(y->name), kinds[y->kind],
                   y->flags & PY_SYM_PARAM ? " parameter" : "", y->flags & PY_SYM_BOUND ? " bound" : "",
                   y->flags & PY_SYM_USED ? " used" : "");
    }
    for (const struct py_scope *c = scope->first_child; c; c = c->next) py_symtable_dump(out, c, depth + 1);
}
