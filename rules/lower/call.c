/* Calls: known functions directly behind one guard, methods through inline caches, everything else by the
 * runtime. */
#include "rules/lower/internal.h"

bool call_has_star(struct py_expr_seq args, struct py_keyword_seq kws) {
    for (size_t i = 0; i < args.n; i++)
        if (args.p[i]->kind == PY_EXPR_STARRED) return true;
    for (size_t i = 0; i < kws.n; i++)
        if (!kws.p[i]->arg.p) return true;
    return false;
}

ins call_value(struct fn *fn, ins callee, uint32_t n, ins *args, const struct py_pos *at) {
    ins *all = NEW_N(fn->l->a, ins, n + 1);
    all[0] = callee;
    if (n) memcpy(all + 1, args, n * sizeof *args);
    ins i = ir_emit_v(fn->b, IR_PY_CALL, IR_V, n + 1, all);
    return raises(fn, i, IR_CONV_V, at);
}

/* ---- *args and **kwargs ---- */

static void merge_named(struct fn *fn, uint32_t *dict, uint32_t callee, struct py_keyword_seq kws,
                        size_t from, size_t to, const struct py_pos *at) {
    size_t n = to - from;
    struct py_expr **values = NEW_N(fn->l->a, struct py_expr *, n + 1);
    ins *got = NEW_N(fn->l->a, ins, n + 1), *pairs = NEW_N(fn->l->a, ins, 2 * n + 1);
    for (size_t i = 0; i < n; i++) values[i] = kws.p[from + i]->value;
    exprs(fn, n, values, got);
    for (size_t i = 0; i < n; i++) {
        name_used(fn->l, kws.p[from + i]->arg);
        pairs[2 * i] = str_ins(fn, kws.p[from + i]->arg);
        pairs[2 * i + 1] = got[i];
    }
    ins group = rt(fn, IR_rt_dict_new, at, 2, num(fn, (int64_t)n), vector(fn, (uint32_t)(2 * n), pairs));
    if (*dict == NO_VAR)
        *dict = keep(fn, group);
    else
        rt(fn, IR_rt_dict_merge, at, 3, var_get(fn, callee), var_get(fn, *dict), group);
}

static uint32_t keyword_dict(struct fn *fn, struct py_keyword_seq kws, uint32_t callee,
                             const struct py_pos *at) {
    uint32_t dict = NO_VAR;
    for (size_t i = 0; i < kws.n;) {
        size_t j = i;
        while (j < kws.n && kws.p[j]->arg.p) j++;
        if (j > i) {
            merge_named(fn, &dict, callee, kws, i, j, at);
        } else {
            if (dict == NO_VAR)
                dict = keep(fn, rt(fn, IR_rt_dict_new, at, 2, num(fn, 0), vector(fn, 0, NULL)));
            ins m = expr(fn, kws.p[i]->value);
            rt(fn, IR_rt_dict_merge, at, 3, var_get(fn, callee), var_get(fn, dict), m);
            j = i + 1;
        }
        i = j;
    }
    return dict;
}

void call_arguments(struct fn *fn, struct py_expr_seq args, struct py_keyword_seq kws, ins callee, ins *tuple,
                    ins *dict, const struct py_pos *at) {
    uint32_t kept_callee = keep(fn, callee), kept_tuple;
    if (args.n == 1 &&
        args.p[0]->kind == PY_EXPR_STARRED) { /* f(*x): the runtime makes the tuple, its message names f */
        kept_tuple = keep(fn, expr(fn, args.p[0]->starred.value));
    } else {
        ins list = build_list_from(fn, args, at);
        kept_tuple = keep(fn, rt(fn, IR_rt_list_to_tuple, at, 1, list));
    }
    uint32_t kept_dict = keyword_dict(fn, kws, kept_callee, at);
    *tuple = var_get(fn, kept_tuple);
    *dict = kept_dict == NO_VAR ? word(fn, 0) : var_get(fn, kept_dict);
}

void class_arguments(struct fn *fn, struct py_expr_seq bases, struct py_keyword_seq kws, ins *tuple,
                     ins *dict, const struct py_pos *at) {
    uint32_t nobody = keep(fn, word(fn, 0));
    uint32_t kept_tuple = keep(fn, rt(fn, IR_rt_list_to_tuple, at, 1, build_list_from(fn, bases, at)));
    uint32_t kept_dict = keyword_dict(fn, kws, nobody, at);
    *tuple = var_get(fn, kept_tuple);
    *dict = kept_dict == NO_VAR ? word(fn, 0) : var_get(fn, kept_dict);
}

static ins call_star(struct fn *fn, struct py_expr *e) {
    uint32_t callee = keep(fn, expr(fn, e->call.func));
    ins tuple, dict;
    call_arguments(fn, e->call.args, e->call.keywords, var_get(fn, callee), &tuple, &dict, POS(e));
    return rt(fn, IR_rt_call_ex, POS(e), 3, var_get(fn, callee), tuple, dict);
}

/* ---- plain argument lists ---- */

struct arguments { /* evaluated: positional, then keyword values */
    uint32_t n, nkw;
    ins *v;
    struct ir_sym *kwnames;
};

static bool any_yield(struct py_expr *e) {
    for (size_t i = 0; i < e->call.args.n; i++)
        if (has_yield(e->call.args.p[i])) return true;
    for (size_t i = 0; i < e->call.keywords.n; i++)
        if (has_yield(e->call.keywords.p[i]->value)) return true;
    return false;
}

static struct arguments arguments(struct fn *fn, struct py_expr *e) {
    size_t np = e->call.args.n, nk = e->call.keywords.n;
    struct arguments a = {(uint32_t)(np + nk), (uint32_t)nk, NEW_N(fn->l->a, ins, np + nk + 1), NULL};
    struct py_expr **all = NEW_N(fn->l->a, struct py_expr *, np + nk + 1);
    struct str *names = NEW_N(fn->l->a, struct str, nk + 1);
    for (size_t i = 0; i < np; i++) all[i] = e->call.args.p[i];
    for (size_t i = 0; i < nk; i++) {
        all[np + i] = e->call.keywords.p[i]->value;
        names[i] = e->call.keywords.p[i]->arg;
        name_used(fn->l, names[i]);
    }
    exprs(fn, np + nk, all, a.v);
    if (nk) a.kwnames = names_tuple(fn->l, (uint32_t)nk, names);
    return a;
}

static ins emit_call(struct fn *fn, ins callee, const struct arguments *a, const struct py_pos *at) {
    ins *all = NEW_N(fn->l->a, ins, a->n + 1);
    all[0] = callee;
    memcpy(all + 1, a->v, a->n * sizeof *a->v);
    ins i = ir_emit_v(fn->b, IR_PY_CALL, IR_V, a->n + 1, all);
    i->sym = a->kwnames;
    i->aux = (int32_t)a->nkw;
    return raises(fn, i, IR_CONV_V, at);
}

/* ---- known module-level functions ---- */

static size_t parameter_index(struct py_arguments *p, struct str name) {
    for (size_t i = 0; i < p->args.n; i++)
        if (p->args.p[i]->arg.p == name.p || str_eq(p->args.p[i]->arg, name)) return p->posonlyargs.n + i;
    return SIZE_MAX;
}

/* Which argument goes into each parameter (index + 1, 0: the default). False when the call is not a plain
 * match. */
static bool match_parameters(struct fn *fn, struct py_expr *e, struct py_arguments *p, uint32_t *from) {
    size_t n = p->posonlyargs.n + p->args.n;
    (void)fn;
    if (p->vararg || p->kwarg || p->kwonlyargs.n || e->call.args.n > n) return false;
    memset(from, 0, n * sizeof *from);
    for (size_t i = 0; i < e->call.args.n; i++) from[i] = (uint32_t)i + 1;
    for (size_t i = 0; i < e->call.keywords.n; i++) {
        size_t at = parameter_index(p, e->call.keywords.p[i]->arg);
        if (at == SIZE_MAX || from[at]) return false;
        from[at] = (uint32_t)(e->call.args.n + i) + 1;
    }
    for (size_t i = 0; i < n; i++)
        if (!from[i] && i + p->defaults.n < n) return false;
    return true;
}

static struct global *known_function(struct fn *fn, struct py_expr *func) {
    if (func->kind != PY_EXPR_NAME || place_of(fn, func->name.symbol)->kind != AT_GLOBAL) return NULL;
    struct global *g = map_get(&fn->l->globals, func->name.symbol->name);
    return g && g->def ? g : NULL;
}

static void jump_with(struct fn *fn, struct ir_block *to, ins v) {
    ir_jmp(fn->b, to, 1, &v);
    edge_note(fn, fn->b, &fn->b->last->edges[0]);
    fn_unreachable(fn);
}

/* The callee's arguments, defaults read from the function object; a changed number of defaults goes the
 * general way. */
static void direct_arguments(struct fn *fn, ins callee, const struct arguments *a, struct py_arguments *p,
                             const uint32_t *from, ins *out, struct ir_block *general) {
    size_t n = p->posonlyargs.n + p->args.n, nd = p->defaults.n;
    ins defaults = NULL;
    out[0] = callee;
    for (size_t i = 0; i < n; i++) {
        if (from[i]) {
            out[i + 1] = a->v[from[i] - 1];
            continue;
        }
        if (!defaults) {
            defaults = load(fn, IR_V, callee, ABI_FUNCTION_DEFAULTS);
            struct ir_block *have = block_new(fn), *same = block_new(fn);
            branch(fn, defaults, have, general);
            block_enter(fn, have);
            ins len = load(fn, IR_I, defaults, ABI_TUPLE_LEN);
            branch(fn, ir_emit(fn->b, IR_EQ, IR_I, 2, len, num(fn, (int64_t)nd)), same, general);
            block_enter(fn, same);
        }
        out[i + 1] = load(fn, IR_V, defaults, ABI_TUPLE_ITEM + 8 * (int64_t)(i - (n - nd)));
    }
}

static ins call_known(struct fn *fn, struct py_expr *e, struct global *g, const uint32_t *from) {
    struct py_arguments *p = g->def->functiondef.args;
    ins callee = name_load(fn, e->call.func->name.symbol, POS(e->call.func));
    uint32_t kept = any_yield(e) ? keep(fn, callee) : NO_VAR;
    struct arguments a = arguments(fn, e);
    if (kept != NO_VAR) callee = var_get(fn, kept);
    struct ir_block *direct = block_new(fn), *general = block_cold(fn), *done = block_new(fn);
    ins result = ir_block_param(done, IR_V);
    ins guard = ir_emit(fn->b, IR_PY_GUARD, IR_I, 1, callee);
    guard->sym = g->function;
    branch(fn, guard, direct, general);
    block_enter(fn, direct);
    size_t n = p->posonlyargs.n + p->args.n;
    ins *out = NEW_N(fn->l->a, ins, n + 1);
    direct_arguments(fn, callee, &a, p, from, out, general);
    ins call = ir_emit_v(fn->b, IR_PY_DIRECT, IR_V, (uint32_t)n + 1, out);
    call->sym = sym_f(fn->l, "%.*s.fn.%.*s", STR_ARG(fn->l->prefix), STR_ARG(g->def->functiondef.name));
    jump_with(fn, done, raises(fn, call, IR_CONV_V, POS(e)));
    block_enter(fn, general);
    jump_with(fn, done, emit_call(fn, callee, &a, POS(e)));
    block_enter(fn, done);
    return result;
}

/* ---- methods ---- */

static bool plain_argument(const struct py_expr *e) {
    return e->kind == PY_EXPR_CONSTANT || e->kind == PY_EXPR_NAME;
}

static bool plain_arguments(struct py_expr *e) {
    for (size_t i = 0; i < e->call.args.n; i++)
        if (!plain_argument(e->call.args.p[i])) return false;
    for (size_t i = 0; i < e->call.keywords.n; i++)
        if (!plain_argument(e->call.keywords.p[i]->value)) return false;
    return true;
}

static ins emit_method(struct fn *fn, ins object, const struct arguments *a, struct ir_sym *ic,
                       const struct py_pos *at, const struct py_pos *lookup) {
    ins *all = NEW_N(fn->l->a, ins, a->n + 1);
    all[0] = object;
    memcpy(all + 1, a->v, a->n * sizeof *a->v);
    ins i = ir_emit_v(fn->b, IR_PY_METHOD, IR_V, a->n + 1, all);
    i->sym = ic;
    i->sym2 = a->kwnames;
    i->aux = (int32_t)a->nkw;
    return raises_site(fn, i, IR_CONV_V, method_site(fn, at, lookup));
}

/* Is the object one that the cache knows? */
static void branch_cached(struct fn *fn, ins object, struct ir_sym *ic, struct ir_block *yes,
                          struct ir_block *no) {
    struct ir_block *pointer = block_new(fn);
    branch(fn, ir_emit(fn->b, IR_AND, IR_I, 2, object, num(fn, 3)), no, pointer);
    block_enter(fn, pointer);
    ins shape = load(fn, IR_P, object, ABI_OBJ_SHAPE);
    ins cache = addr_sym(fn, ic);
    cache->type = IR_P;
    ins expected = load(fn, IR_P, cache, ABI_IC_METHOD_SHAPE);
    branch(fn, ir_emit(fn->b, IR_EQ, IR_I, 2, shape, expected), yes, no);
}

static ins cached_function(struct fn *fn, struct ir_sym *ic) {
    ins cache = addr_sym(fn, ic);
    cache->type = IR_P;
    return load(fn, IR_V, cache, ABI_IC_METHOD_FUNC);
}

/* The attribute is looked up before the arguments are evaluated, and what is found is kept: by a cache hit,
 * the cache's function; else what the runtime finds. */
static uint32_t probe_method(struct fn *fn, ins object, struct ir_sym *ic, const struct py_pos *at) {
    uint32_t kept = var_new(fn);
    struct ir_block *hit = block_new(fn), *slow = block_cold(fn), *done = block_new(fn);
    branch_cached(fn, object, ic, hit, slow);
    block_enter(fn, hit);
    var_set(fn, kept, cached_function(fn, ic));
    go(fn, done);
    block_enter(fn, slow);
    ins cache = addr_sym(fn, ic);
    cache->type = IR_P;
    ins v = rt(fn, IR_rt_method_probe, at, 2, object, cache);
    v->flags |= IR_COLD;
    var_set(fn, kept, v);
    go(fn, done);
    block_enter(fn, done);
    return kept;
}

static ins call_kept(struct fn *fn, ins object, ins kept, const struct arguments *a,
                     const struct py_pos *at) {
    ins *all = NEW_N(fn->l->a, ins, a->n + 1);
    all[0] = object;
    memcpy(all + 1, a->v, a->n * sizeof *a->v);
    ins names = a->kwnames ? addr_sym(fn, a->kwnames) : word(fn, 0);
    ins v = rt(fn, IR_rt_method_kept, at, 4, kept, num(fn, (int64_t)(a->n + 1 - a->nkw)),
               vector(fn, (uint32_t)(a->n + 1), all), names);
    v->flags |= IR_COLD;
    return v;
}

static ins call_method(struct fn *fn, struct py_expr *e) {
    struct py_expr *func = e->call.func;
    const struct py_pos *at = attr_pos(fn, POS(e), func), *lookup = attr_pos(fn, POS(func), func);
    ins object = expr(fn, func->attribute.value);
    struct ir_sym *ic = ic_new(fn->l, "pyic_method", mangled(fn, func->attribute.attr), ABI_IC_METHOD_NAME);
    code_name(fn, mangled(fn, func->attribute.attr));
    if (plain_arguments(e)) {
        struct arguments a = arguments(fn, e);
        return emit_method(fn, object, &a, ic, at, lookup);
    }
    uint32_t self = keep(fn, object), kept = probe_method(fn, object, ic, lookup);
    struct arguments a = arguments(fn, e);
    struct ir_block *cached = block_new(fn), *method = block_new(fn), *other = block_cold(fn),
                    *changed = block_cold(fn), *done = block_new(fn);
    ins result = ir_block_param(done, IR_V);
    /* evaluating the arguments may have changed the class, the object, or what the cache is for */
    branch_cached(fn, var_get(fn, self), ic, cached, other);
    block_enter(fn, cached);
    branch(fn, ir_emit(fn->b, IR_EQ, IR_I, 2, var_get(fn, kept), cached_function(fn, ic)), method, other);
    block_enter(fn, other);
    ins cache = addr_sym(fn, ic);
    cache->type = IR_P;
    ins same = rt(fn, IR_rt_method_same, at, 3, var_get(fn, self), cache, var_get(fn, kept));
    same->flags |= IR_COLD;
    branch(fn, same, method, changed);
    block_enter(fn, changed);
    jump_with(fn, done, call_kept(fn, var_get(fn, self), var_get(fn, kept), &a, at));
    block_enter(fn, method);
    jump_with(fn, done, emit_method(fn, var_get(fn, self), &a, ic, at, lookup));
    block_enter(fn, done);
    return result;
}

/* ---- calls the compiler must help with ---- */

static ins module_dict(struct fn *fn, const struct py_pos *at) {
    ins def = addr_sym(fn, fn->l->def);
    def->type = IR_P;
    return rt(fn, IR_rt_globals, at, 1, def);
}

/* A local's value; zero while it is unbound. */
static ins bound_or_zero(struct fn *fn, struct py_symbol *s) {
    struct place_of *p = place_of(fn, s);
    return p->kind == AT_VAR ? var_get(fn, p->var)
                             : load(fn, IR_V, cell_load(fn, s->owner ? s->owner : s), ABI_CELL_VALUE);
}

/* locals(): a fresh dict of what is bound now, in CPython's order (variables, then cells, then free
 * variables). */
static ins locals_dict(struct fn *fn, const struct py_pos *at) {
    if (fn->is_module) return module_dict(fn, at);
    if (fn->is_class) return fn->ns;
    uint32_t dict = keep(fn, rt(fn, IR_rt_dict_new, at, 2, num(fn, 0), vector(fn, 0, NULL)));
    for (int round = 0; round < 3; round++)
        for (size_t i = 0; i < fn->scope->n_symbols; i++) {
            struct py_symbol *s = fn->scope->symbols[i];
            int turn = s->kind == PY_LOCAL ? 0 : s->kind == PY_CELL ? 1 : s->kind == PY_FREE ? 2 : 3;
            if (turn != round) continue;
            ins v = bound_or_zero(fn, s);
            struct ir_block *bound = block_new(fn), *next = block_new(fn);
            branch(fn, v, bound, next);
            block_enter(fn, bound);
            rt(fn, IR_rt_dict_set, at, 3, var_get(fn, dict), str_ins(fn, s->name), v);
            go(fn, next);
            block_enter(fn, next);
        }
    return var_get(fn, dict);
}

static struct py_symbol *class_cell_of(struct fn *fn) {
    for (size_t i = 0; i < fn->own->free.n; i++)
        if (str_is(fn->own->free.p[i]->name, "__class__ cell")) return fn->own->free.p[i];
    return NULL;
}

/* Calls the error path's entry and leaves. */
static void super_fails(struct fn *fn, ins bad) {
    bad->flags |= IR_COLD;
    propagate(fn);
}

/* What super() takes silently: the class around, the first argument. */
static bool is_super_call(struct fn *fn, struct py_expr *e) {
    return !e->call.args.n && !e->call.keywords.n && e->call.func->kind == PY_EXPR_NAME &&
           str_is(e->call.func->name.id, "super") && (fn->first_param || fn->iterator != NO_VAR);
}

/* In a comprehension the first argument is the iterator of its first `for`, as its function has no other. */
static ins super_self(struct fn *fn) {
    return fn->first_param ? bound_or_zero(fn, fn->first_param) : var_get(fn, fn->iterator);
}

static void real_super(struct fn *fn, struct py_expr *e, ins callee, struct ir_block *done) {
    struct ir_block *have_self = block_new(fn), *deleted = block_cold(fn);
    branch(fn, super_self(fn), have_self, deleted);
    block_enter(fn, deleted);
    super_fails(fn, rt(fn, IR_rt_super_missing, POS(e), 1, num(fn, 0)));
    block_enter(fn, have_self);
    struct py_symbol *cell = class_cell_of(fn);
    if (!cell) {
        super_fails(fn, rt(fn, IR_rt_super_missing, POS(e), 1, num(fn, 1)));
        return;
    }
    ins cls = load(fn, IR_V, cell_load(fn, cell), ABI_CELL_VALUE);
    struct ir_block *have = block_new(fn), *empty = block_cold(fn);
    branch(fn, cls, have, empty);
    block_enter(fn, empty);
    super_fails(fn, rt(fn, IR_rt_super_empty, POS(e), 0));
    block_enter(fn, have);
    ins args[2] = {cls, super_self(fn)};
    jump_with(fn, done, call_value(fn, callee, 2, args, POS(e)));
}

/* super(): the built-in gets its class and first argument from here; anything else called super gets no
 * arguments. */
static ins call_super(struct fn *fn, struct py_expr *e) {
    ins callee = expr(fn, e->call.func);
    struct ir_block *real = block_new(fn), *other = block_cold(fn), *done = block_new(fn);
    ins result = ir_block_param(done, IR_V);
    branch(fn, ir_emit(fn->b, IR_EQ, IR_I, 2, callee, addr(fn, "super_type")), real, other);
    block_enter(fn, real);
    real_super(fn, e, callee, done);
    block_enter(fn, other);
    jump_with(fn, done, call_value(fn, callee, 0, NULL, POS(e)));
    block_enter(fn, done);
    return result;
}

static bool calls_builtin(struct fn *fn, struct py_expr *e, const char *word) {
    return e->call.func->kind == PY_EXPR_NAME && name_is_builtin(fn->l, e->call.func->name.symbol, word);
}

/* `from x import *` may have bound the word. */
static bool may_be_builtin(struct fn *fn, struct py_expr *e, const char *word) {
    struct py_symbol *s = e->call.func->name.symbol;
    return s && str_is(s->name, word) && fn->l->py->scope->has_import_star &&
           !map_get(&fn->l->globals, s->name) &&
           (s->kind == PY_GLOBAL_EXPLICIT ||
            (s->kind == PY_GLOBAL_IMPLICIT &&
             !(s->scope->kind == PY_SCOPE_CLASS && s->flags & PY_SYM_BOUND)));
}

/* globals(), locals(), vars(), dir(): what the built-ins would find in their caller. */
static ins names_of_caller(struct fn *fn, const char *word, const struct py_pos *at) {
    if (!strcmp(word, "globals")) {
        fn->l->ir->all_names = true;
        return module_dict(fn, at);
    }
    ins dict = locals_dict(fn, at);
    return strcmp(word, "dir") ? dict : rt(fn, IR_rt_sorted_keys, at, 1, dict);
}

static ins names_if_builtin(struct fn *fn, struct py_expr *e, const char *word) {
    ins callee = expr(fn, e->call.func);
    struct ir_block *real = block_new(fn), *other = block_cold(fn), *done = block_new(fn);
    ins result = ir_block_param(done, IR_V);
    branch(fn, rt(fn, IR_rt_is_builtin, POS(e), 2, callee, str_ins(fn, str_c(word))), real, other);
    block_enter(fn, real);
    jump_with(fn, done, names_of_caller(fn, word, POS(e)));
    block_enter(fn, other);
    jump_with(fn, done, call_value(fn, callee, 0, NULL, POS(e)));
    block_enter(fn, done);
    return result;
}

static bool needs_compiler(struct fn *fn, struct py_expr *e) {
    if (py_asks_for_tree(e)) return false;
    return calls_builtin(fn, e, "eval") || calls_builtin(fn, e, "exec") || calls_builtin(fn, e, "compile");
}

/* The call stays: the built-in function behind it raises. */
static void list_dynamic(struct fn *fn, struct py_expr *e) {
    const struct py_pos *at = POS(e);
    struct place place = {fn->l->py->file, at->lineno, at->col_offset + 1, at->end_lineno,
                          at->end_col_offset + 1};
    if (fn->l->unit->dynamic == LOWER_DYNAMIC_LISTED)
        diag_warning(fn->l->diags, "PY2W0211", place,
                     "this call raises when the program gets here: the executable holds no compiler");
}

static bool special_call(struct fn *fn, struct py_expr *e, ins *out) {
    if (e->call.func->kind != PY_EXPR_NAME) return false;
    bool empty = !e->call.args.n && !e->call.keywords.n;
    if (is_super_call(fn, e)) {
        *out = call_super(fn, e);
        return true;
    }
    static const char *const words[] = {"globals", "locals", "vars", "dir"};
    for (size_t i = 0; empty && i < COUNT(words); i++) {
        if (calls_builtin(fn, e, words[i]))
            *out = names_of_caller(fn, words[i], POS(e));
        else if (may_be_builtin(fn, e, words[i]))
            *out = names_if_builtin(fn, e, words[i]);
        else
            continue;
        return true;
    }
    if (!needs_compiler(fn, e)) return false;
    if (fn->l->unit->dynamic == LOWER_DYNAMIC_REFUSED) {
        lower_refuse(fn->l, POS(e), "PY2E0211", "a call of eval, exec or compile",
                     "the executable holds no compiler: write what the text would say as code, or build with "
                     "--dynamic=raise, so that the call raises when the program gets there");
        *out = none(fn);
        return true;
    }
    list_dynamic(fn, e);
    return false;
}

/* Calls that may look up attributes by computed names keep every method in the image. */
static void note_reflection(struct fn *fn, struct py_expr *e) {
    static const char *const words[] = {"getattr", "hasattr", "setattr", "delattr", "dir", "vars"};
    for (size_t i = 0; i < COUNT(words); i++) {
        if (!calls_builtin(fn, e, words[i])) continue;
        bool literal = e->call.args.n >= 2 && e->call.args.p[1]->kind == PY_EXPR_CONSTANT;
        if (i >= 4 || !literal) fn->l->ir->all_names = true;
    }
}

ins call_expr(struct fn *fn, struct py_expr *e) {
    ins out;
    note_reflection(fn, e);
    if (special_call(fn, e, &out)) return out;
    if (call_has_star(e->call.args, e->call.keywords)) return call_star(fn, e);
    if (e->call.func->kind == PY_EXPR_ATTRIBUTE) return call_method(fn, e);
    struct global *g = known_function(fn, e->call.func);
    if (g) {
        struct py_arguments *p = g->def->functiondef.args;
        uint32_t *from = NEW_N(fn->l->a, uint32_t, p->posonlyargs.n + p->args.n + 1);
        if (match_parameters(fn, e, p, from)) return call_known(fn, e, g, from);
    }
    ins callee = expr(fn, e->call.func);
    uint32_t kept = any_yield(e) ? keep(fn, callee) : NO_VAR;
    struct arguments a = arguments(fn, e);
    if (kept != NO_VAR) callee = var_get(fn, kept);
    ins made = emit_call(fn, callee, &a, POS(e));
    if (e->call.args.n != 3 || !calls_builtin(fn, e, "type")) return made;
    uint32_t cls = keep(fn, made);
    ins def = addr_sym(fn, fn->l->def);
    def->type = IR_P;
    rt(fn, IR_rt_class_module, POS(e), 2, made, def);
    return var_get(fn, cls);
}
