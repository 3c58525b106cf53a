/* Places where a frame is left and entered again: `yield`, `yield from`, `await`.
 *
 * A suspension stores its label and its site in the frame and returns; the switch at the function's entry
 * comes back to the label. What a coroutine or `yield from` waits for is the frame's delegate, asked again at
 * each resumption. In an async generator a plain `yield` marks its site, so that whoever drives the frame can
 * tell the value it gives from what an `await` in it passes on. */
#include "rules/lower/internal.h"

/* Leaves with `v`; what follows runs when the frame is resumed. */
static void suspend(struct fn *fn, ins v, uint32_t mark, const struct py_pos *at) {
    struct ir_block *resume = block_new(fn);
    uint32_t label = (uint32_t)fn->labels.n + 1;
    VEC_PUSH(&fn->labels, fn->l->a, resume);
    ins state = ir_emit(fn->b, IR_ST32, IR_N, 2, num(fn, label), fn->gen);
    state->imm = ABI_GEN_STATE;
    ins site = ir_emit(fn->b, IR_ST32, IR_N, 2, num(fn, site_at(fn, at) | mark), fn->gen);
    site->imm = ABI_GEN_SITE;
    ir_emit(fn->b, IR_RET, IR_N, 1, v);
    fn_unreachable(fn);
    block_start(fn, resume); /* its predecessor, the switch at the entry, is made last */
}

/* Suspends with `v`; comes back with what was sent. A thrown exception is pending in the thread on return. */
ins yield_value(struct fn *fn, ins v, const struct py_pos *at) {
    suspend(fn, v, fn->own->flags & FLAG_ASYNCGEN ? SITE_ASYNC_YIELD : 0, at);
    struct ir_block *thrown = block_cold(fn), *sent = block_new(fn);
    branch(fn, fn->throwing, thrown, sent);
    block_enter(fn, thrown);
    landing(fn, at);
    block_enter(fn, sent);
    return fn->sent;
}

/* Runs the iterator to its end, passing on what it yields and what is sent or thrown; gives its result. */
static ins delegate(struct fn *fn, ins it, const struct py_pos *at) {
    store_object(fn, it, fn->gen, ABI_GEN_DELEGATE);
    uint32_t sent = keep(fn, none(fn));
    uint32_t throwing = keep(fn, word(fn, 1)); /* small ints: 0 is false, 1 would be true */
    struct ir_block *loop = block_new(fn), *got = block_new(fn), *stop = block_new(fn), *bad = block_cold(fn),
                    *done = block_new(fn);
    go(fn, loop);
    block_start(fn, loop);
    ins flag = ir_emit(fn->b, IR_SAR, IR_I, 2, var_get(fn, throwing), num(fn, 2));
    ins of = load(fn, IR_V, fn->gen, ABI_GEN_DELEGATE);
    ins v = rt(fn, IR_rt_delegate, at, 3, of, var_get(fn, sent), flag);
    branch(fn, v, got, stop);
    block_enter(fn, got);
    /* As yield_value, but a throw goes into the delegate instead of being raised here. */
    suspend(fn, v, 0, at);
    var_set(fn, sent, fn->sent);
    ins tagged = ir_emit(fn->b, IR_SHL, IR_V, 2, fn->throwing, num(fn, 2));
    tagged = ir_emit(fn->b, IR_OR, IR_V, 2, tagged, num(fn, 1));
    var_set(fn, throwing, tagged);
    go(fn, loop);
    block_seal(fn, loop);
    block_enter(fn, stop);
    store(fn, word(fn, 0), fn->gen, ABI_GEN_DELEGATE);
    branch(fn, load(fn, IR_V, thread_reg(fn), ABI_THREAD_EXC), bad, done);
    block_enter(fn, bad);
    landing(fn, at);
    block_enter(fn, done);
    return load(fn, IR_V, thread_reg(fn), ABI_THREAD_RESULT);
}

ins yield_from(struct fn *fn, struct py_expr *e) {
    ins it = rt(fn, IR_rt_delegate_iter, POS(e), 2, expr(fn, e->yieldfrom.value), fn->gen);
    return delegate(fn, it, POS(e));
}

ins await_value(struct fn *fn, ins v, enum await_of of, const struct py_pos *at) {
    return delegate(fn, rt(fn, IR_rt_awaitable, at, 2, v, num(fn, of)), at);
}
