/* `async for`, `async with` and asynchronous comprehensions: the plain statement, with an await wherever it
 * asks an object. */
#include "rules/lower/internal.h"

/* ---- loops ---- */

/* Evaluates nothing: `iter` is the result of aiter(). */
void async_loop_prepare(struct fn *fn, struct async_loop *lp, ins iter, const struct py_pos *at) {
    *lp = (struct async_loop){.iter = keep(fn, iter), .at = at};
}

/* The head: awaits the next item. StopAsyncIteration, whoever raises it there, ends the loop. Leaves fn->b at
 * the start of the body. */
ins async_loop_begin(struct fn *fn, struct async_loop *lp) {
    lp->head = block_new(fn);
    lp->exit = block_new(fn);
    lp->ctl = (struct ctl){.kind = CTL_LOOP, .parent = fn->ctl, .outer = fn->handler, .var = NO_VAR};
    lp->ctl.on_break = block_new(fn);
    lp->ctl.on_continue = block_new(fn);
    go(fn, lp->head);
    block_start(fn, lp->head);
    struct handler ends = {block_cold(fn)}, *outer = fn->handler;
    fn->handler = &ends;
    ins next = rt(fn, IR_rt_async_next, lp->at, 1, var_get(fn, lp->iter));
    ins item = await_value(fn, next, AWAIT_NEXT, lp->at);
    fn->handler = outer;
    struct ir_block *body = fn->b, *on = block_cold(fn);
    block_enter(fn, ends.block);
    branch(fn, ir_rt(fn->b, IR_rt_async_ended, 0, 0), lp->exit, on);
    block_enter(fn, on);
    propagate(fn);
    fn->b = body;
    fn->ctl = &lp->ctl;
    return item;
}

/* The body's end; fn->b is then where the loop has run out of items. */
void async_loop_end(struct fn *fn, struct async_loop *lp) {
    fn->ctl = lp->ctl.parent;
    go(fn, lp->ctl.on_continue);
    block_enter(fn, lp->ctl.on_continue);
    struct py_pos nowhere = {fn->code->first_line, 0, fn->code->first_line, 0};
    raises(fn, ir_emit(fn->b, IR_POLL, IR_I, 0), IR_CONV_I, &nowhere);
    go(fn, lp->head);
    block_seal(fn, lp->head);
    block_enter(fn, lp->exit);
}

void async_for(struct fn *fn, struct py_stmt *s) {
    struct async_loop lp;
    async_loop_prepare(fn, &lp, rt(fn, IR_rt_async_iter, POS(s), 1, expr(fn, s->for_.iter)), POS(s));
    assign(fn, s->for_.target, async_loop_begin(fn, &lp));
    stmts(fn, s->for_.body);
    async_loop_end(fn, &lp);
    stmts(fn, s->for_.orelse);
    go(fn, lp.ctl.on_break);
    block_enter(fn, lp.ctl.on_break);
}

/* ---- with ---- */

/* Calls __exit__, or __aexit__ and waits for it; gives what says whether to swallow the exception (I). */
ins with_leave(struct fn *fn, const struct ctl *c, ins exc) {
    ins exit = var_get(fn, c->var);
    if (c->kind == CTL_WITH) return rt(fn, IR_rt_with_exit, c->at, 2, exit, exc);
    ins v = rt(fn, IR_rt_async_exit, c->at, 2, exit, exc);
    return truth(fn, await_value(fn, v, AWAIT_EXIT, c->at), c->at);
}

/* Calls __enter__, or __aenter__ and waits for it; the region is open from then on. */
ins with_enter(struct fn *fn, struct ctl *c, struct py_expr *manager, const struct py_pos *at) {
    bool async = c->kind == CTL_ASYNC_WITH;
    ins of = expr(fn, manager), out = vector_space(fn, 1);
    ins entered = rt(fn, async ? IR_rt_async_enter : IR_rt_with_enter, at, 2, of, out);
    c->var = keep(fn, load(fn, IR_V, out, 0));
    return async ? await_value(fn, entered, AWAIT_ENTER, at) : entered;
}
