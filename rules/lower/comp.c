/* Comprehensions and generator expressions.
 *
 * A generator expression is a generator function of one parameter, the iterator of its first `for`, which the
 * enclosing scope makes at once. The others run in place when they can (scope_inlined); their frame is still
 * part of tracebacks: inside, fn->code is the comprehension's, and one handler around it adds the enclosing
 * frame. */
#include "rules/lower/internal.h"

struct comp {
    struct py_expr *e;
    struct py_expr *elt, *value; /* value: dict comprehensions */
    struct py_comprehension_seq generators;
    struct py_scope *scope;
    const char *name;
    enum ir_rt add;
    uint32_t result; /* variable; unused by generator expressions */
};

static struct comp comp_of(struct py_expr *e) {
    switch (e->kind) {
    case PY_EXPR_LISTCOMP:
        return (struct comp){e,
                             e->listcomp.elt,
                             NULL,
                             e->listcomp.generators,
                             e->listcomp.scope,
                             "<listcomp>",
                             IR_rt_list_append,
                             0};
    case PY_EXPR_SETCOMP:
        return (struct comp){e,           e->setcomp.elt, NULL, e->setcomp.generators, e->setcomp.scope,
                             "<setcomp>", IR_rt_set_add,  0};
    case PY_EXPR_DICTCOMP:
        return (struct comp){e,
                             e->dictcomp.key,
                             e->dictcomp.value,
                             e->dictcomp.generators,
                             e->dictcomp.scope,
                             "<dictcomp>",
                             IR_rt_dict_set,
                             0};
    default:
        return (struct comp){
            e, e->generatorexp.elt, NULL, e->generatorexp.generators, e->generatorexp.scope, "<genexpr>", 0,
            0};
    }
}

static void element(struct fn *fn, struct comp *c) {
    if (c->e->kind == PY_EXPR_GENERATOREXP) {
        yield_value(fn, expr(fn, c->elt), POS(c->e));
    } else if (c->value) {
        struct py_expr *kv[2] = {c->elt, c->value};
        ins v[2];
        exprs(fn, 2, kv, v);
        rt(fn, c->add, POS(c->e), 3, var_get(fn, c->result), v[0], v[1]);
    } else {
        ins v = expr(fn, c->elt);
        rt(fn, c->add, POS(c->e), 2, var_get(fn, c->result), v);
    }
}

static void clauses(struct fn *fn, struct comp *c, size_t i);

/* The body of the i-th loop: binds its item, tests its conditions. */
static void clause_body(struct fn *fn, struct comp *c, size_t i, ins item, struct ir_block *next) {
    struct py_comprehension *g = c->generators.p[i];
    assign(fn, g->target, item);
    for (size_t k = 0; k < g->ifs.n; k++) {
        struct ir_block *yes = block_new(fn);
        cond(fn, g->ifs.p[k], yes, next);
        block_enter(fn, yes);
    }
    clauses(fn, c, i + 1);
}

static void async_clause(struct fn *fn, struct comp *c, size_t i, ins iter) {
    struct async_loop lp;
    async_loop_prepare(fn, &lp, iter, POS(c->e));
    ins item = async_loop_begin(fn, &lp);
    clause_body(fn, c, i, item, lp.ctl.on_continue);
    async_loop_end(fn, &lp);
    go(fn, lp.ctl.on_break);
    block_enter(fn, lp.ctl.on_break);
}

static void clause(struct fn *fn, struct comp *c, size_t i, struct loop *lp) {
    ins item = loop_begin(fn, lp);
    clause_body(fn, c, i, item, lp->ctl.on_continue);
    loop_end(fn, lp);
    go(fn, lp->ctl.on_break);
    block_enter(fn, lp->ctl.on_break);
}

/* The loops from the i-th on, and the element inside all of them. */
static void clauses(struct fn *fn, struct comp *c, size_t i) {
    if (i == c->generators.n) {
        element(fn, c);
        return;
    }
    struct py_comprehension *g = c->generators.p[i];
    if (g->is_async) {
        async_clause(fn, c, i, rt(fn, IR_rt_async_iter, POS(c->e), 1, expr(fn, g->iter)));
        return;
    }
    struct loop lp;
    loop_prepare(fn, &lp, g->iter, NULL, POS(c->e));
    clause(fn, c, i, &lp);
}

/* All loops of a comprehension that is a function; its argument is the first loop's iterator. */
static void clauses_over(struct fn *fn, struct comp *c, ins iter) {
    struct py_comprehension *g = c->generators.p[0];
    if (g->is_async) {
        async_clause(fn, c, 0, iter);
        return;
    }
    struct loop first;
    loop_prepare(fn, &first, g->iter, iter, POS(c->e));
    clause(fn, c, 0, &first);
}

static void empty_result(struct fn *fn, struct comp *c) {
    if (c->e->kind == PY_EXPR_GENERATOREXP) return;
    enum ir_rt make = c->value                        ? IR_rt_dict_new
                      : c->e->kind == PY_EXPR_SETCOMP ? IR_rt_set_new
                                                      : IR_rt_list_new;
    c->result = keep(fn, rt(fn, make, POS(c->e), 2, num(fn, 0), vector(fn, 0, NULL)));
}

static ins in_place(struct fn *fn, struct comp *c) {
    struct loop first;
    loop_prepare(fn, &first, c->generators.p[0]->iter, NULL, POS(c->e));
    struct code_info *outer_code = fn->code;
    struct py_scope *outer_scope = fn->scope;
    struct handler h = {block_cold(fn)}, *outer = fn->handler;
    struct ctl ctl = {.kind = CTL_INLINE, .parent = fn->ctl, .outer = outer, .var = NO_VAR};
    fn->code = code_new(fn, c->scope, str_c(c->name), c->e->lineno);
    fn->code->direct = NULL; /* nobody calls it: it only names the frame */
    fn->scope = c->scope;
    fn->handler = &h;
    fn->ctl = &ctl;
    for (size_t i = 0; i < c->scope->n_symbols; i++) {
        struct place_of *p = place_of(fn, c->scope->symbols[i]);
        if (c->scope->symbols[i]->kind == PY_LOCAL && p->kind == AT_VAR) var_set(fn, p->var, word(fn, 0));
    }
    empty_result(fn, c);
    clause(fn, c, 0, &first);
    data_code(fn->l, fn->code);
    struct ir_sym *code = fn->code->sym;
    fn->code = outer_code;
    code_const(fn, (struct code_const){code, 0, true});
    fn->scope = outer_scope;
    fn->handler = outer;
    fn->ctl = ctl.parent;
    struct ir_block *at = fn->b;
    block_enter(fn, h.block);
    landing(fn, POS(c->e));
    fn->b = at;
    return var_get(fn, c->result);
}

/* A generator expression, or a comprehension that awaits: a frame whose slot 0 is the iterator. */
static void suspending_body(struct fn *fn, struct comp *c, struct code_info *code) {
    struct lower *l = fn->l;
    code->flags |= frame_kind(c->scope);
    code->resume = sym_f(l, "%.*s.resume", STR_ARG(code->direct->name));
    struct fn inner;
    fn_begin(&inner, l, fn, c->scope, code, ir_func_new(l->ir, code->resume, IR_V));
    inner.generator = true;
    inner.nvars = 1;
    inner.iterator = 0;
    generator_begin(&inner);
    fn_declare(&inner, c->scope);
    empty_result(&inner, c);
    clauses_over(&inner, c, var_get(&inner, 0));
    bool result = c->e->kind != PY_EXPR_GENERATOREXP;
    return_value(&inner, result ? var_get(&inner, c->result) : none(&inner));
    generator_finish(&inner);
    generator_maker(l, code, 1);
}

static void plain_body(struct fn *fn, struct comp *c, struct code_info *code) {
    struct fn inner;
    fn_begin(&inner, fn->l, fn, c->scope, code, ir_func_new(fn->l->ir, code->direct, IR_V));
    ins param = ir_block_param(inner.entry, IR_V);
    fn_declare(&inner, c->scope);
    inner.iterator = keep(&inner, param);
    empty_result(&inner, c);
    clauses_over(&inner, c, param);
    return_value(&inner, var_get(&inner, c->result));
    fn_finish(&inner);
}

/* The comprehension's own function, for what cannot run in place. */
static ins as_function(struct fn *fn, struct comp *c) {
    struct lower *l = fn->l;
    bool generator = c->e->kind == PY_EXPR_GENERATOREXP;
    struct py_comprehension *first = c->generators.p[0];
    enum ir_rt iterate = first->is_async ? IR_rt_async_iter : IR_rt_iter;
    uint32_t kept = keep(fn, rt(fn, iterate, POS(c->e), 1, expr(fn, first->iter)));
    struct code_info *code = code_new(fn, c->scope, str_c(c->name), c->e->lineno);
    code->npos = code->nposonly = 1;
    if (generator || c->scope->is_coroutine)
        suspending_body(fn, c, code);
    else
        plain_body(fn, c, code);
    lower_spread(l, code, 1);
    data_code(l, code);
    code_const(fn, (struct code_const){code->sym, 0, true});
    ins code_addr = addr_sym(fn, code->sym);
    code_addr->type = IR_P;
    ins function = rt(fn, IR_rt_function_new, POS(c->e), 5, code_addr, word(fn, 0), word(fn, 0), word(fn, 0),
                      cells_vector(fn, code));
    ins call = ir_emit(fn->b, IR_PY_DIRECT, IR_V, 2, function, var_get(fn, kept));
    call->sym = code->direct;
    ins made = raises(fn, call, IR_CONV_V, POS(c->e));
    return !generator && c->scope->is_coroutine ? await_value(fn, made, AWAIT_PLAIN, POS(c->e)) : made;
}

ins comprehension(struct fn *fn, struct py_expr *e) {
    struct comp c = comp_of(e);
    return scope_inlined(c.scope) ? in_place(fn, &c) : as_function(fn, &c);
}
