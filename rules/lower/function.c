/* Functions, generators and class bodies: their code objects, their IR functions, and the values that `def`,
 * lambda and `class` make. */
#include "rules/lower/internal.h"

/* ---- code objects ---- */

static struct str qualified(struct fn *fn, struct py_scope *scope, struct str name) {
    struct lower *l = fn->l;
    struct py_symbol *s = fn->scope ? py_scope_find(fn->scope, name) : NULL;
    if (fn->is_module && !fn->parent && fn->code == fn->own) return name;
    if (s && s->kind == PY_GLOBAL_EXPLICIT && scope->kind != PY_SCOPE_COMPREHENSION) return name;
    struct str outer = fn->code->qualname;
    if (fn->is_module && fn->code == fn->own) return name;
    const char *joint = fn->is_class && fn->code == fn->own ? "." : ".<locals>.";
    return str_printf(l->a, "%.*s%s%.*s", STR_ARG(outer), joint, STR_ARG(name));
}

static void add_free(struct lower *l, struct code_info *c, struct py_symbol *owner) {
    for (size_t i = 0; i < c->free.n; i++)
        if (c->free.p[i] == owner) return;
    VEC_PUSH(&c->free, l->a, owner);
    for (size_t i = c->free.n - 1; i > 0 && str_cmp(c->free.p[i - 1]->name, owner->name) > 0; i--) {
        c->free.p[i] = c->free.p[i - 1];
        c->free.p[i - 1] = owner;
    }
}

/* Cells a scope takes from outside, those of comprehensions running in place included. */
static void collect_free(struct lower *l, struct code_info *c, struct py_scope *root, struct py_scope *s) {
    for (size_t i = 0; i < s->n_symbols; i++) {
        struct py_symbol *y = s->symbols[i];
        if ((y->kind != PY_FREE && !(y->flags & PY_SYM_CLASS_FREE)) || !y->owner) continue;
        bool inside = false;
        for (struct py_scope *p = s; p && !inside; p = p == root ? NULL : p->parent)
            inside = y->owner->scope == p;
        if (!inside) add_free(l, c, y->owner);
    }
    for (struct py_scope *k = s->first_child; k; k = k->next)
        if (scope_inlined(k)) collect_free(l, c, root, k);
}

struct code_info *code_new(struct fn *fn, struct py_scope *scope, struct str name, uint32_t first_line) {
    struct lower *l = fn->l;
    struct code_info *c = NEW(l->a, struct code_info);
    c->scope = scope;
    c->name = name;
    c->qualname = qualified(fn, scope, name);
    c->first_line = first_line;
    c->direct = sym_f(l, "%.*s.f%u.%.*s", STR_ARG(l->prefix), l->counter++, STR_ARG(name));
    c->sym = sym_f(l, "%.*s.code", STR_ARG(c->direct->name));
    collect_free(l, c, scope, scope);
    if (c->free.n) c->flags |= FLAG_CLOSURE;
    return c;
}

/* ---- the frame of one IR function ---- */

void fn_begin(struct fn *fn, struct lower *l, struct fn *parent, struct py_scope *scope,
              struct code_info *code, struct ir_func *f) {
    *fn = (struct fn){.l = l,
                      .parent = parent,
                      .scope = scope,
                      .code = code,
                      .own = code,
                      .f = f,
                      .iterator = NO_VAR,
                      .out_slot = UINT32_MAX};
    map_init(&fn->places, l->a);
    f->code = code->sym;
    f->flags |= IR_FUNC_GLOBAL;
    fn->entry = block_new(fn);
    fn->entry->sealed = true;
    fn->b = fn->entry;
    if (code->flags & FLAG_CLOSURE) {
        f->flags |= IR_FUNC_CHAIN;
        fn->chain = ir_emit(fn->b, IR_CHAIN, IR_V, 0);
    }
    fn->null = ir_const(fn->b, IR_V, 0);
}

void fn_finish(struct fn *fn) {
    ir_emit(fn->b, IR_TRAP, IR_N, 0);
    for (struct ir_block *b = fn->f->blocks; b; b = b->next) {
        if (!b->last || !(ir_ops[b->last->op].flags & IR_TERM)) ir_emit(b, IR_TRAP, IR_N, 0);
    }
    ssa_finish(fn);
    for (size_t i = 0; i < fn->own->sites.n; i++) VEC_PUSH(&fn->f->sites, fn->l->a, fn->own->sites.p[i]);
}

/* A resume function: `val resume(thread, generator, sent, throwing)`. Blocks after the entry use only these
 * parameters and the frame. */
void generator_begin(struct fn *fn) {
    fn->generator = true;
    fn->gen = ir_block_param(fn->entry, IR_V);
    fn->sent = ir_block_param(fn->entry, IR_V);
    fn->throwing = ir_block_param(fn->entry, IR_I);
    if (fn->chain) {
        ir_remove(fn->chain);
        fn->f->flags &= ~(uint32_t)IR_FUNC_CHAIN;
    }
    fn->b = fn->entry;
    fn->chain = load(fn, IR_V, fn->gen, ABI_GEN_FUNC);
    struct ir_block *start = block_new(fn);
    VEC_PUSH(&fn->labels, fn->l->a, start);
    fn->labels.n = 0; /* label 0 is the start; yields count from 1 */
    fn->resumes = NEW_N(fn->l->a, struct ir_block *, 1);
    fn->resumes[0] = start;
    fn->b = start;
    start->sealed = true;
    struct py_pos nowhere = {fn->own->first_line, 0, fn->own->first_line, 0};
    struct ir_block *thrown = block_cold(fn), *run = block_new(fn);
    branch(fn, fn->throwing, thrown, run);
    block_enter(fn, thrown);
    landing(fn, &nowhere);
    block_enter(fn, run);
}

void generator_finish(struct fn *fn) {
    uint32_t n = (uint32_t)fn->labels.n + 1;
    ins state = ir_emit(fn->entry, IR_LD32U, IR_I, 1, fn->gen);
    state->imm = ABI_GEN_STATE;
    ins sw = ir_emit(fn->entry, IR_SWITCH, IR_N, 1, state);
    struct ir_block *lost = block_new(fn);
    sw->edges = NEW_N(fn->l->a, struct ir_edge, n + 1);
    sw->nedges = n + 1;
    for (uint32_t i = 0; i < n; i++) sw->edges[i].to = i ? fn->labels.p[i - 1] : fn->resumes[0];
    sw->edges[n].to = lost;
    lost->sealed = true;
    ir_emit(lost, IR_TRAP, IR_N, 0);
    code_slots(fn);
    fn->own->nslots = fn->nvars;
    fn_finish(fn);
}

/* Entry point for callers with an array: `val spread(thread, callee, args)`. */
void lower_spread(struct lower *l, struct code_info *code, uint32_t nparams) {
    code->spread = sym_f(l, "%.*s.spread", STR_ARG(code->direct->name));
    struct ir_func *f = ir_func_new(l->ir, code->spread, IR_V);
    f->flags |= IR_FUNC_GLOBAL;
    struct ir_block *b = ir_block_new(f);
    b->sealed = true;
    ins callee = ir_block_param(b, IR_V), args = ir_block_param(b, IR_P);
    ins *all = NEW_N(l->a, ins, nparams + 1);
    all[0] = callee;
    for (uint32_t i = 0; i < nparams; i++) {
        all[i + 1] = ir_emit(b, IR_LD, IR_V, 1, args);
        all[i + 1]->imm = 8 * (int64_t)i;
    }
    ins call = ir_emit_v(b, IR_PY_DIRECT, IR_V, nparams + 1, all);
    call->sym = code->direct;
    call->flags |= IR_CAUGHT;
    ir_emit(b, IR_RET, IR_N, 1, call);
}

ins cells_vector(struct fn *fn, struct code_info *code) {
    ins *cells = NEW_N(fn->l->a, ins, code->free.n + 1);
    for (size_t i = 0; i < code->free.n; i++) cells[i] = cell_load(fn, code->free.p[i]);
    return vector(fn, (uint32_t)code->free.n, cells);
}

/* ---- bodies ---- */

static void poll_entry(struct fn *fn) {
    ins poll = ir_emit(fn->b, IR_POLL, IR_I, 0);
    poll->site = 0; /* running out of stack is reported in the caller's frame */
}

/* Parameters get the first variables, in order; one that an inner function captures moves into a cell. */
static void params_declare(struct fn *fn, struct py_scope *scope, ins *values) {
    size_t n = scope->n_params;
    uint32_t *raw = NEW_N(fn->l->a, uint32_t, n + 1);
    for (size_t i = 0; i < n; i++) raw[i] = var_new(fn);
    for (size_t i = 0; i < n; i++) {
        struct py_symbol *s = scope->symbols[i];
        struct str key = {(const char *)&scope->symbols[i], sizeof s};
        struct place_of *p = NEW(fn->l->a, struct place_of);
        map_put(&fn->places, key, p);
        *p = (struct place_of){AT_VAR, raw[i]};
        if (values) var_set(fn, raw[i], values[i]);
        if (!symbol_needs_cell(s)) continue;
        *p = (struct place_of){AT_CELL, var_new(fn)};
        struct py_pos at = {scope->lineno, scope->col_offset, scope->lineno, scope->col_offset};
        var_set(fn, p->var, rt(fn, IR_rt_cell_new, &at, 1, var_get(fn, raw[i])));
    }
    /* what super() looks at: a positional argument, not what * or a keyword brought */
    if (fn->code->npos && !(scope->symbols[0]->flags & PY_SYM_ITERATION)) fn->first_param = scope->symbols[0];
}

static void body(struct fn *fn, struct py_stmt_seq b, struct py_expr *lambda_body) {
    if (lambda_body) {
        return_value(fn, expr(fn, lambda_body));
    } else {
        stmts(fn, b);
        return_value(fn, none(fn));
    }
}

static void plain_function(struct fn *fn, struct code_info *code, struct py_scope *scope,
                           struct py_stmt_seq b, struct py_expr *lambda_body) {
    struct lower *l = fn->l;
    struct fn inner;
    fn_begin(&inner, l, fn, scope, code, ir_func_new(l->ir, code->direct, IR_V));
    ins *params = NEW_N(l->a, ins, scope->n_params + 1);
    for (size_t i = 0; i < scope->n_params; i++) params[i] = ir_block_param(inner.entry, IR_V);
    poll_entry(&inner);
    params_declare(&inner, scope, params);
    if (py_scope_class_seen(scope)) inner.ns = params[0];
    fn_declare(&inner, scope);
    body(&inner, b, lambda_body);
    fn_finish(&inner);
}

static void generator_function(struct fn *fn, struct code_info *code, struct py_scope *scope,
                               struct py_stmt_seq b, struct py_expr *lambda_body) {
    struct lower *l = fn->l;
    code->resume = sym_f(l, "%.*s.resume", STR_ARG(code->direct->name));
    struct fn inner;
    fn_begin(&inner, l, fn, scope, code, ir_func_new(l->ir, code->resume, IR_V));
    generator_begin(&inner);
    poll_entry(&inner);
    params_declare(&inner, scope, NULL);
    fn_declare(&inner, scope);
    body(&inner, b, lambda_body);
    generator_finish(&inner);
}

/* What calling the function of a scope that suspends makes: one of the three kinds. */
uint32_t frame_kind(const struct py_scope *scope) {
    if (!scope->is_coroutine) return FLAG_GENERATOR;
    return scope->is_generator ? FLAG_ASYNCGEN : FLAG_COROUTINE;
}

/* The direct entry of a generator function: makes the generator, puts the arguments into its frame. */
void generator_maker(struct lower *l, struct code_info *code, uint32_t nparams) {
    struct ir_func *f = ir_func_new(l->ir, code->direct, IR_V);
    f->flags |= IR_FUNC_GLOBAL | IR_FUNC_CHAIN;
    struct ir_block *b = ir_block_new(f);
    b->sealed = true;
    ins chain = ir_emit(b, IR_CHAIN, IR_V, 0);
    ins *params = NEW_N(l->a, ins, nparams + 1);
    for (uint32_t i = 0; i < nparams; i++) params[i] = ir_block_param(b, IR_V);
    ins c = ir_emit(b, IR_ADDR, IR_P, 0);
    c->sym = code->sym;
    enum ir_rt make = code->flags & FLAG_ASYNCGEN    ? IR_rt_asyncgen_new
                      : code->flags & FLAG_COROUTINE ? IR_rt_coroutine_new
                                                     : IR_rt_generator_new;
    ins gen = ir_rt(b, make, 0, 2, c, chain);
    for (uint32_t i = 0; i < nparams; i++) {
        ins st = ir_emit(b, IR_ST, IR_N, 2, params[i], gen);
        st->imm = ABI_GEN_SLOT + 8 * (int64_t)i;
    }
    ir_emit(b, IR_RET, IR_N, 1, gen);
}

/* ---- def and lambda ---- */

static ins defaults_tuple(struct fn *fn, struct py_arguments *args, const struct py_pos *at) {
    size_t n = args->defaults.n;
    if (!n) return word(fn, 0);
    ins *v = NEW_N(fn->l->a, ins, n);
    exprs(fn, n, args->defaults.p, v);
    return rt(fn, IR_rt_tuple_new, at, 2, num(fn, (int64_t)n), vector(fn, (uint32_t)n, v));
}

static ins kwdefaults_dict(struct fn *fn, struct py_arguments *args, const struct py_pos *at) {
    size_t n = 0;
    struct py_expr **values = NEW_N(fn->l->a, struct py_expr *, args->kw_defaults.n + 1);
    ins *v = NEW_N(fn->l->a, ins, args->kw_defaults.n + 1),
        *pairs = NEW_N(fn->l->a, ins, 2 * args->kw_defaults.n + 1);
    struct str *names = NEW_N(fn->l->a, struct str, args->kw_defaults.n + 1);
    for (size_t i = 0; i < args->kw_defaults.n; i++) {
        if (!args->kw_defaults.p[i]) continue;
        names[n] = mangled(fn, args->kwonlyargs.p[i]->arg);
        values[n++] = args->kw_defaults.p[i];
    }
    if (!n) return word(fn, 0);
    exprs(fn, n, values, v);
    for (size_t i = 0; i < n; i++) {
        pairs[2 * i] = str_ins(fn, names[i]);
        pairs[2 * i + 1] = v[i];
    }
    return rt(fn, IR_rt_dict_new, at, 2, num(fn, (int64_t)n), vector(fn, (uint32_t)(2 * n), pairs));
}

struct annotations {
    VEC(struct str) names;
    VEC(struct py_expr *) values;
};

static void annotation(struct fn *fn, struct annotations *a, struct str name, struct py_expr *e) {
    if (!e) return;
    VEC_PUSH(&a->names, fn->l->a, mangled(fn, name));
    VEC_PUSH(&a->values, fn->l->a, e);
}

/* `from __future__ import annotations`: the text of the expression stands for its value. */
ins lazy_annotation(struct fn *fn, struct py_expr *e) {
    struct buf text;
    buf_init(&text, fn->l->a);
    py_unparse(&text, e);
    return str_ins(fn, buf_view(&text));
}

static ins annotations_dict(struct fn *fn, struct py_arguments *args, struct py_expr *returns,
                            const struct py_pos *at) {
    struct annotations a = {0};
    for (size_t i = 0; i < args->args.n; i++) /* CPython's order: before the positional-only ones */
        annotation(fn, &a, args->args.p[i]->arg, args->args.p[i]->annotation);
    for (size_t i = 0; i < args->posonlyargs.n; i++)
        annotation(fn, &a, args->posonlyargs.p[i]->arg, args->posonlyargs.p[i]->annotation);
    if (args->vararg) annotation(fn, &a, args->vararg->arg, args->vararg->annotation);
    for (size_t i = 0; i < args->kwonlyargs.n; i++)
        annotation(fn, &a, args->kwonlyargs.p[i]->arg, args->kwonlyargs.p[i]->annotation);
    if (args->kwarg) annotation(fn, &a, args->kwarg->arg, args->kwarg->annotation);
    if (returns) annotation(fn, &a, STR("return"), returns);
    size_t n = a.values.n;
    if (!n) return word(fn, 0);
    ins *v = NEW_N(fn->l->a, ins, n), *pairs = NEW_N(fn->l->a, ins, 2 * n);
    if (fn->l->py->future & PY_FUTURE_ANNOTATIONS)
        for (size_t i = 0; i < n; i++) v[i] = lazy_annotation(fn, a.values.p[i]);
    else
        exprs(fn, n, a.values.p, v);
    for (size_t i = 0; i < n; i++) {
        pairs[2 * i] = str_ins(fn, a.names.p[i]);
        pairs[2 * i + 1] = v[i];
    }
    return rt(fn, IR_rt_dict_new, at, 2, num(fn, (int64_t)n), vector(fn, (uint32_t)(2 * n), pairs));
}

static void code_parameters(struct code_info *c, struct py_arguments *args) {
    c->nposonly = (uint32_t)args->posonlyargs.n;
    c->npos = (uint32_t)(args->posonlyargs.n + args->args.n);
    c->nkwonly = (uint32_t)args->kwonlyargs.n;
    if (args->vararg) c->flags |= FLAG_VARARGS;
    if (args->kwarg) c->flags |= FLAG_VARKW;
}

/* A function that is defined once per module has its object in the image, so that calls can compare with its
 * address. */
static void static_object(struct lower *l, struct ir_sym *object) {
    struct str section = str_printf(l->a, "pyroot.%.*s.def", STR_ARG(l->unit->module));
    struct ir_data *d = ir_data_new(l->ir, object, section.p, 16, IR_DATA_WRITE);
    char *bytes = arena_alloc(l->a, 112);
    bytes[ABI_OBJ_GC] = 2;
    d->bytes = (struct str){bytes, 112};
    struct ir_reloc r = {0, ir_sym(l->ir, STR("function_shape")), 0};
    VEC_PUSH(&d->relocs, l->a, r);
}

ins function_value(struct fn *fn, struct py_scope *scope, struct str name, struct py_arguments *args,
                   struct py_stmt_seq b, struct py_expr *lambda_body, struct py_expr *returns,
                   const struct py_pos *at, uint32_t first_line, struct ir_sym *object,
                   struct code_info **code_out) {
    struct lower *l = fn->l;
    uint32_t defaults = keep(fn, defaults_tuple(fn, args, at));
    uint32_t kwdefaults = keep(fn, kwdefaults_dict(fn, args, at));
    uint32_t notes = keep(fn, annotations_dict(fn, args, returns, at));
    struct code_info *code = code_new(fn, scope, name, first_line);
    if (code_out) *code_out = code;
    if (code->free.n) object = NULL;
    if (object) {
        code->direct = sym_f(l, "%.*s.fn.%.*s", STR_ARG(l->prefix), STR_ARG(name));
        static_object(l, object);
    }
    code_parameters(code, args);
    if (fn->is_class) code->flags |= FLAG_METHODISH;
    if (!lambda_body) code->doc = py_docstring(b);
    uint32_t nparams = (uint32_t)scope->n_params;
    if (scope->is_generator || scope->is_coroutine) {
        code->flags |= frame_kind(scope);
        generator_function(fn, code, scope, b, lambda_body);
        generator_maker(l, code, nparams);
    } else {
        plain_function(fn, code, scope, b, lambda_body);
    }
    lower_spread(l, code, nparams);
    data_code(l, code);
    code_const(fn, (struct code_const){code->sym, 0, true});
    ins c = addr_sym(fn, code->sym);
    c->type = IR_P;
    if (object) {
        ins o = addr_sym(fn, object);
        o->type = IR_P;
        return rt(fn, IR_rt_function_init, at, 5, o, c, var_get(fn, defaults), var_get(fn, kwdefaults),
                  var_get(fn, notes));
    }
    return rt(fn, IR_rt_function_new, at, 5, c, var_get(fn, defaults), var_get(fn, kwdefaults),
              var_get(fn, notes), cells_vector(fn, code));
}

/* The function that evaluates an expression of types. In a class it is given the namespace. */
ins lazy_value(struct fn *fn, struct py_scope *scope, struct py_expr *e, const struct py_pos *at) {
    bool in_class = py_scope_class_seen(scope);
    uint32_t defaults = keep(fn, in_class ? rt(fn, IR_rt_tuple_new, at, 2, num(fn, 1), vector(fn, 1, &fn->ns))
                                          : word(fn, 0));
    struct code_info *code = code_new(fn, scope, scope->name, e->lineno);
    code->npos = code->nposonly = in_class;
    plain_function(fn, code, scope, (struct py_stmt_seq){0}, e);
    lower_spread(fn->l, code, in_class);
    data_code(fn->l, code);
    code_const(fn, (struct code_const){code->sym, 0, true});
    ins c = addr_sym(fn, code->sym);
    c->type = IR_P;
    return rt(fn, IR_rt_function_new, at, 5, c, var_get(fn, defaults), word(fn, 0), word(fn, 0),
              cells_vector(fn, code));
}

/* ---- classes ---- */

static void count_self_stores(struct py_stmt_seq b, struct str self, struct map *seen);

static void count_target(struct py_expr *t, struct str self, struct map *seen) {
    if (t->kind == PY_EXPR_TUPLE)
        for (size_t i = 0; i < t->tuple.elts.n; i++) count_target(t->tuple.elts.p[i], self, seen);
    if (t->kind == PY_EXPR_ATTRIBUTE && t->attribute.value->kind == PY_EXPR_NAME &&
        str_eq(t->attribute.value->name.id, self))
        map_put(seen, t->attribute.attr, seen);
}

static void count_in_stmt(struct py_stmt *s, struct str self, struct map *seen) {
    switch (s->kind) {
    case PY_STMT_ASSIGN:
        for (size_t i = 0; i < s->assign.targets.n; i++) count_target(s->assign.targets.p[i], self, seen);
        break;
    case PY_STMT_ANNASSIGN: count_target(s->annassign.target, self, seen); break;
    case PY_STMT_AUGASSIGN: count_target(s->augassign.target, self, seen); break;
    case PY_STMT_IF:
        count_self_stores(s->if_.body, self, seen);
        count_self_stores(s->if_.orelse, self, seen);
        break;
    case PY_STMT_FOR:
    case PY_STMT_ASYNCFOR: count_self_stores(s->for_.body, self, seen); break;
    case PY_STMT_WHILE: count_self_stores(s->while_.body, self, seen); break;
    case PY_STMT_WITH:
    case PY_STMT_ASYNCWITH: count_self_stores(s->with.body, self, seen); break;
    case PY_STMT_TRY:
        count_self_stores(s->try.body, self, seen);
        count_self_stores(s->try.orelse, self, seen);
        count_self_stores(s->try.finalbody, self, seen);
        break;
    default: break;
    }
}

static void count_self_stores(struct py_stmt_seq b, struct str self, struct map *seen) {
    for (size_t i = 0; i < b.n; i++) count_in_stmt(b.p[i], self, seen);
}

/* How many attributes the methods give to `self`: sizes instances, a hint only. */
static uint32_t slots_hint(struct lower *l, struct py_stmt_seq b) {
    struct map seen;
    map_init(&seen, l->a);
    for (size_t i = 0; i < b.n; i++) {
        if (b.p[i]->kind != PY_STMT_FUNCTIONDEF && b.p[i]->kind != PY_STMT_ASYNCFUNCTIONDEF) continue;
        struct py_arguments *a = b.p[i]->functiondef.args;
        struct py_arg *first = a->posonlyargs.n ? a->posonlyargs.p[0] : a->args.n ? a->args.p[0] : NULL;
        if (first) count_self_stores(b.p[i]->functiondef.body, first->arg, &seen);
    }
    return (uint32_t)MIN(seen.n, (size_t)64);
}

static void class_set(struct fn *fn, const char *name, ins v, const struct py_pos *at) {
    rt(fn, IR_rt_ns_set, at, 3, fn->ns, str_ins(fn, str_c(name)), v);
}

static struct py_symbol *class_cell(struct py_scope *scope) {
    for (size_t i = 0; i < scope->n_symbols; i++)
        if (str_is(scope->symbols[i]->name, "__class__ cell")) return scope->symbols[i];
    return NULL;
}

static void class_body(struct fn *fn, struct code_info *code, struct py_stmt *s) {
    struct lower *l = fn->l;
    struct py_scope *scope = s->classdef.scope;
    struct fn inner;
    fn_begin(&inner, l, fn, scope, code, ir_func_new(l->ir, code->direct, IR_V));
    inner.is_class = true;
    inner.ns = ir_block_param(inner.entry, IR_V);
    fn_declare(&inner, scope);
    ins def = addr_sym(&inner, l->def);
    def->type = IR_P;
    class_set(&inner, "__module__",
              rt(&inner, IR_rt_name_load, POS(s), 3, inner.ns, def, str_ins(&inner, STR("__name__"))),
              POS(s));
    class_set(&inner, "__qualname__", str_ins(&inner, code->qualname), POS(s));
    if (s->classdef.type_params.n) {
        struct py_symbol *params = py_scope_find(scope, STR(".type_params"));
        class_set(&inner, "__type_params__", name_load(&inner, params, POS(s)), POS(s));
    }
    struct str doc = py_docstring(s->classdef.body);
    if (doc.p) class_set(&inner, "__doc__", str_ins(&inner, doc), POS(s));
    annotations_begin(&inner, s->classdef.body);
    stmts(&inner, s->classdef.body);
    ins result = none(&inner);
    struct py_symbol *cell = class_cell(scope);
    if (cell) {
        result = cell_load(&inner, cell);
        class_set(&inner, "__classcell__", result, POS(s));
    }
    return_value(&inner, result);
    fn_finish(&inner);
}

ins class_value(struct fn *fn, struct py_stmt *s) {
    struct lower *l = fn->l;
    struct py_expr_seq bases = class_bases(fn, s);
    struct code_info *code = code_new(fn, s->classdef.scope, s->classdef.name, s->lineno);
    if (s->classdef.decorator_list.n) code->first_line = s->classdef.decorator_list.p[0]->lineno;
    code->flags |= FLAG_CLASS;
    code->npos = 1;
    code->nslots = slots_hint(l, s->classdef.body);
    class_body(fn, code, s);
    lower_spread(l, code, 1);
    data_code(l, code);
    code_const(fn, (struct code_const){code->sym, 0, true});
    ins c = addr_sym(fn, code->sym);
    c->type = IR_P;
    uint32_t made = keep(fn, rt(fn, IR_rt_function_new, POS(s), 5, c, word(fn, 0), word(fn, 0), word(fn, 0),
                                cells_vector(fn, code)));
    if (call_has_star(bases, s->classdef.keywords)) {
        ins tuple, dict;
        class_arguments(fn, bases, s->classdef.keywords, &tuple, &dict, POS(s));
        return rt(fn, IR_rt_build_class_ex, POS(s), 4, var_get(fn, made), str_ins(fn, s->classdef.name),
                  tuple, dict);
    }
    size_t nb = bases.n, nk = s->classdef.keywords.n;
    struct py_expr **all = NEW_N(l->a, struct py_expr *, nb + nk + 1);
    struct str *names = NEW_N(l->a, struct str, nk + 1);
    ins *v = NEW_N(l->a, ins, nb + nk + 1);
    for (size_t i = 0; i < nb; i++) all[i] = bases.p[i];
    for (size_t i = 0; i < nk; i++) {
        all[nb + i] = s->classdef.keywords.p[i]->value;
        names[i] = s->classdef.keywords.p[i]->arg;
    }
    exprs(fn, nb + nk, all, v);
    ins kwnames = nk ? addr_sym(fn, names_tuple(l, (uint32_t)nk, names)) : word(fn, 0);
    ins argv = vector(fn, (uint32_t)(nb + nk), v);
    return rt(fn, IR_rt_build_class, POS(s), 5, var_get(fn, made), str_ins(fn, s->classdef.name),
              num(fn, (int64_t)nb), argv, kwnames);
}
