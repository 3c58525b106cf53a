/* Loops. `for` over range(...) and over exact lists runs without iterator objects; which of the two ways a
 * loop takes is decided once, at its start: the iterator variable is the word 0 on the fast way. */
#include "rules/lower/internal.h"

#define SMALL_WORD(n) ((int64_t)((uint64_t)(n) << 2 | 1))

static bool small_constant(struct py_expr *e, int64_t *n) {
    bool minus = e->kind == PY_EXPR_UNARYOP && e->unaryop.op == PY_USUB;
    struct py_expr *c = minus ? e->unaryop.operand : e;
    if (c->kind != PY_EXPR_CONSTANT || c->constant.value.kind != PY_CONST_INT || c->constant.value.big)
        return false;
    *n = minus ? -c->constant.value.i : c->constant.value.i;
    return *n > -(INT64_C(1) << 59) && *n < INT64_C(1) << 59;
}

/* `step` 0: a value known at run time. */
static bool is_range_call(struct fn *fn, struct py_expr *e, int64_t *step) {
    *step = 1;
    if (e->kind != PY_EXPR_CALL || e->call.keywords.n || !e->call.args.n || e->call.args.n > 3) return false;
    if (e->call.func->kind != PY_EXPR_NAME || !name_is_builtin(fn->l, e->call.func->name.symbol, "range"))
        return false;
    for (size_t i = 0; i < e->call.args.n; i++)
        if (e->call.args.p[i]->kind == PY_EXPR_STARRED) return false;
    if (e->call.args.n < 3) return true;
    if (small_constant(e->call.args.p[2], step)) return *step != 0;
    *step = 0;
    return true;
}

/* Goes on in a new block when `v` is a small int whose magnitude leaves room for one more step, else to
 * `otherwise`. */
static void require_small(struct fn *fn, ins v, struct ir_block *otherwise) {
    if (v->op == IR_CONST && (v->imm & 3) == 1) return;
    struct ir_block *small = block_new(fn), *room = block_new(fn);
    ins tag = ir_emit(fn->b, IR_AND, IR_I, 2, v, num(fn, 3));
    branch(fn, ir_emit(fn->b, IR_EQ, IR_I, 2, tag, num(fn, 1)), small, otherwise);
    block_enter(fn, small);
    ins shifted = ir_emit(fn->b, IR_ADD, IR_I, 2, v, num(fn, INT64_C(1) << 62));
    branch(fn, ir_emit(fn->b, IR_GE, IR_I, 2, shifted, num(fn, 0)), room, otherwise);
    block_enter(fn, room);
}

/* After this fn->b is where both ways meet, before the head. */
static void begin_range(struct fn *fn, struct loop *lp, struct py_expr *e) {
    ins callee = expr(fn, e->call.func);
    ins v[3];
    uint32_t kept = keep(fn, callee);
    exprs(fn, e->call.args.n, e->call.args.p, v);
    callee = var_get(fn, kept);
    struct ir_block *known = block_new(fn), *general = block_cold(fn), *ready = block_new(fn);
    branch(fn, ir_emit(fn->b, IR_EQ, IR_I, 2, callee, addr(fn, "range_type")), known, general);
    block_enter(fn, known);
    ins start = e->call.args.n == 1 ? word(fn, SMALL_WORD(0)) : v[0];
    ins stop = e->call.args.n == 1 ? v[0] : v[1];
    require_small(fn, start, general);
    require_small(fn, stop, general);
    if (!lp->step) {
        struct ir_block *up = block_new(fn);
        require_small(fn, v[2], general);
        branch(fn, ir_emit(fn->b, IR_GT, IR_I, 2, v[2], word(fn, SMALL_WORD(0))), up, general);
        block_enter(fn, up);
        var_set(fn, lp->by, v[2]);
    }
    var_set(fn, lp->iter, word(fn, 0));
    var_set(fn, lp->index, start);
    var_set(fn, lp->stop, stop);
    go(fn, ready);
    block_enter(fn, general);
    ins range = call_value(fn, callee, (uint32_t)e->call.args.n, v, POS(e));
    var_set(fn, lp->iter, rt(fn, IR_rt_iter, lp->at, 1, range));
    var_set(fn, lp->index, word(fn, SMALL_WORD(0)));
    var_set(fn, lp->stop, word(fn, SMALL_WORD(0)));
    if (!lp->step) var_set(fn, lp->by, word(fn, SMALL_WORD(0)));
    go(fn, ready);
    block_enter(fn, ready);
}

static void begin_iterable(struct fn *fn, struct loop *lp, ins iterable, const struct py_pos *at) {
    struct ir_block *pointer = block_new(fn), *list = block_new(fn), *general = block_new(fn),
                    *ready = block_new(fn);
    branch(fn, ir_emit(fn->b, IR_AND, IR_I, 2, iterable, num(fn, 3)), general, pointer);
    block_enter(fn, pointer);
    ins shape = load(fn, IR_P, iterable, ABI_OBJ_SHAPE);
    ins wanted = addr(fn, "list_shape");
    wanted->type = IR_P;
    branch(fn, ir_emit(fn->b, IR_EQ, IR_I, 2, shape, wanted), list, general);
    block_enter(fn, list);
    var_set(fn, lp->iter, word(fn, 0));
    var_set(fn, lp->index, word(fn, SMALL_WORD(0)));
    var_set(fn, lp->stop, iterable);
    go(fn, ready);
    block_enter(fn, general);
    var_set(fn, lp->iter, rt(fn, IR_rt_iter, at, 1, iterable));
    var_set(fn, lp->index, word(fn, SMALL_WORD(0)));
    var_set(fn, lp->stop, word(fn, SMALL_WORD(0)));
    go(fn, ready);
    block_enter(fn, ready);
}

/* A generator that nobody else can hold is closed when the loop is left early. */
static bool makes_fresh_generator(struct fn *fn, struct py_expr *iter) {
    if (iter->kind == PY_EXPR_GENERATOREXP) return true;
    if (iter->kind != PY_EXPR_CALL || iter->call.func->kind != PY_EXPR_NAME || !iter->call.func->name.symbol)
        return false;
    struct global *g = map_get(&fn->l->globals, iter->call.func->name.symbol->name);
    return g && g->def && g->def->functiondef.scope->is_generator &&
           !g->def->functiondef.scope->is_coroutine &&
           place_of(fn, iter->call.func->name.symbol)->kind == AT_GLOBAL;
}

static ins item_jump(struct fn *fn, struct ir_block *body, ins item) {
    ir_jmp(fn->b, body, 1, &item);
    edge_note(fn, fn->b, &fn->b->last->edges[0]);
    fn_unreachable(fn);
    return item;
}

static void fast_step(struct fn *fn, struct loop *lp, struct ir_block *body) {
    ins index = var_get(fn, lp->index), stop = var_get(fn, lp->stop);
    struct ir_block *more = block_new(fn);
    ins item;
    if (lp->range) {
        branch(fn, ir_emit(fn->b, lp->step >= 0 ? IR_LT : IR_GT, IR_I, 2, index, stop), more, lp->exit);
        block_enter(fn, more);
        item = index;
    } else {
        ins i = ir_emit(fn->b, IR_SAR, IR_I, 2, index, num(fn, 2));
        ins len = load(fn, IR_I, stop, ABI_LIST_LEN);
        branch(fn, ir_emit(fn->b, IR_LT, IR_I, 2, i, len), more, lp->exit);
        block_enter(fn, more);
        ins items = load(fn, IR_P, stop, ABI_LIST_ITEM);
        item = ir_emit(fn->b, IR_LD, IR_V, 2, items, i);
    }
    bool variable = lp->range && !lp->step;
    ins by =
        variable ? ir_emit(fn->b, IR_SUB, IR_I, 2, var_get(fn, lp->by), num(fn, 1)) : num(fn, lp->step * 4);
    var_set(fn, lp->index, ir_emit(fn->b, IR_ADD, IR_V, 2, index, by));
    item_jump(fn, body, item);
}

/* Evaluates the iterable and chooses the way; fn->b is then before the head. `given_iter` is an iterator
 * already made. */
void loop_prepare(struct fn *fn, struct loop *lp, struct py_expr *iter, ins given_iter,
                  const struct py_pos *at) {
    *lp = (struct loop){.iter = var_new(fn), .index = var_new(fn), .stop = var_new(fn), .at = at, .step = 1};
    lp->range = !given_iter && is_range_call(fn, iter, &lp->step);
    lp->by = lp->range && !lp->step ? var_new(fn) : NO_VAR;
    lp->fast = !given_iter;
    lp->fresh = !given_iter && makes_fresh_generator(fn, iter);
    if (given_iter)
        var_set(fn, lp->iter, given_iter);
    else if (lp->range)
        begin_range(fn, lp, iter);
    else
        begin_iterable(fn, lp, expr(fn, iter), at);
}

/* The head; leaves fn->b at the start of the body and gives the item. */
ins loop_begin(struct fn *fn, struct loop *lp) {
    lp->head = block_new(fn);
    lp->exit = block_new(fn);
    lp->ctl = (struct ctl){.kind = CTL_LOOP, .parent = fn->ctl, .outer = fn->handler, .var = NO_VAR};
    lp->ctl.on_break = block_new(fn);
    lp->ctl.on_continue = block_new(fn);
    if (lp->fresh) lp->ctl.var = lp->iter;
    struct ir_block *body = block_new(fn), *general = block_new(fn), *quick = block_new(fn);
    ins item = ir_block_param(body, IR_V);
    go(fn, lp->head);
    block_start(fn, lp->head);
    ins it = var_get(fn, lp->iter);
    if (lp->fast) {
        branch(fn, it, general, quick);
        block_enter(fn, quick);
        fast_step(fn, lp, body);
        block_enter(fn, general);
    }
    struct ir_block *more = block_new(fn), *stop = block_new(fn), *bad = block_cold(fn);
    ins v = rt(fn, IR_rt_next, lp->at, 1, it);
    branch(fn, v, more, stop);
    block_enter(fn, more);
    item_jump(fn, body, v);
    block_enter(fn, stop);
    branch(fn, load(fn, IR_V, thread_reg(fn), ABI_THREAD_EXC), bad, lp->exit);
    block_enter(fn, bad);
    landing(fn, lp->at);
    block_enter(fn, body);
    fn->ctl = &lp->ctl;
    return item;
}

/* The body's end: polls, goes back to the head; fn->b is then where the loop has run out of items. */
void loop_end(struct fn *fn, struct loop *lp) {
    fn->ctl = lp->ctl.parent;
    go(fn, lp->ctl.on_continue);
    block_enter(fn, lp->ctl.on_continue);
    struct py_pos nowhere = {fn->code->first_line, 0, fn->code->first_line, 0};
    raises(fn, ir_emit(fn->b, IR_POLL, IR_I, 0), IR_CONV_I, &nowhere);
    go(fn, lp->head);
    block_seal(fn, lp->head);
    block_enter(fn, lp->exit);
}

/* An exception that leaves the body of a loop over a fresh generator closes it too. */
static void closing_body(struct fn *fn, struct loop *lp, struct py_stmt *s, ins item) {
    struct handler h = {block_cold(fn)}, *outer = fn->handler;
    fn->handler = &h;
    assign(fn, s->for_.target, item);
    stmts(fn, s->for_.body);
    fn->handler = outer;
    struct ir_block *at = fn->b;
    block_enter(fn, h.block);
    ir_rt(fn->b, IR_rt_iter_close, 0, 1, var_get(fn, lp->iter));
    propagate(fn);
    fn->b = at;
}

void for_loop(struct fn *fn, struct py_stmt *s) {
    struct loop lp;
    loop_prepare(fn, &lp, s->for_.iter, NULL, POS(s));
    ins item = loop_begin(fn, &lp);
    if (lp.ctl.var != NO_VAR) {
        closing_body(fn, &lp, s, item);
    } else {
        assign(fn, s->for_.target, item);
        stmts(fn, s->for_.body);
    }
    loop_end(fn, &lp);
    stmts(fn, s->for_.orelse);
    go(fn, lp.ctl.on_break);
    block_enter(fn, lp.ctl.on_break);
}
