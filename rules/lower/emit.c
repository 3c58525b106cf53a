/* Instructions together with their exceptions.
 *
 * Outside any handler an operation that raises simply leaves the function; the back end adds the traceback
 * entry. Inside a handler, or inside a comprehension lowered in place (whose frame is not the function's), it
 * is caught: its result is tested, and a cold block adds the traceback entry and goes to the handler. */
#include "rules/lower/internal.h"

ins word(struct fn *fn, int64_t w) {
    return ir_const(fn->b, IR_V, w);
}
ins num(struct fn *fn, int64_t n) {
    return ir_const(fn->b, IR_I, n);
}

ins addr_sym(struct fn *fn, struct ir_sym *s) {
    ins i = ir_emit(fn->b, IR_ADDR, IR_V, 0);
    i->sym = s;
    return i;
}

ins addr(struct fn *fn, const char *symbol) {
    return addr_sym(fn, ir_sym(fn->l->ir, str_c(symbol)));
}
ins none(struct fn *fn) {
    return addr(fn, "none_object");
}

ins bool_of(struct fn *fn, ins cond) {
    return ir_emit(fn->b, IR_SELECT, IR_V, 3, cond, addr(fn, "true_object"), addr(fn, "false_object"));
}

ins thread_reg(struct fn *fn) {
    return ir_emit(fn->b, IR_THREAD, IR_P, 0);
}

ins load(struct fn *fn, enum ir_type type, ins base, int64_t offset) {
    ins i = ir_emit(fn->b, IR_LD, type, 1, base);
    i->imm = offset;
    return i;
}

void store(struct fn *fn, ins value, ins base, int64_t offset) {
    ins i = ir_emit(fn->b, IR_ST, IR_N, 2, value, base);
    i->imm = offset;
}

void store_object(struct fn *fn, ins value, ins object, int64_t offset) {
    ins flags = ir_emit(fn->b, IR_LD32U, IR_I, 1, object);
    flags->imm = ABI_OBJ_GC;
    ins old = ir_emit(fn->b, IR_AND, IR_I, 2, flags, num(fn, 1));
    struct ir_block *barrier = block_cold(fn), *go_on = block_new(fn);
    branch(fn, old, barrier, go_on);
    block_enter(fn, barrier);
    ins call = ir_rt(fn->b, IR_rt_barrier, 0, 1, object);
    call->flags |= IR_COLD;
    go(fn, go_on);
    block_enter(fn, go_on);
    store(fn, value, object, offset);
}

/* ---- sites ---- */

uint32_t site_at(struct fn *fn, const struct py_pos *at) {
    struct ir_site s = {at->lineno, at->end_lineno, at->col_offset, at->end_col_offset};
    struct code_info *c = fn->code;
    for (size_t back = 1; back <= 4 && back <= c->sites.n; back++)
        if (!memcmp(&c->sites.p[c->sites.n - back], &s, sizeof s)) return (uint32_t)(c->sites.n - back + 1);
    VEC_PUSH(&c->sites, fn->l->a, s);
    return (uint32_t)c->sites.n;
}

static void leave_failing(struct fn *fn) {
    ir_emit(fn->b, IR_RET, IR_N, 1, ir_const(fn->b, fn->f->result, 0));
    fn_unreachable(fn);
}

void propagate(struct fn *fn) {
    if (fn->handler)
        go(fn, fn->handler->block);
    else
        leave_failing(fn);
}

void landing(struct fn *fn, const struct py_pos *at) {
    landing_site(fn, site_at(fn, at));
}

void landing_site(struct fn *fn, uint32_t site) {
    ins code = addr_sym(fn, fn->code->sym);
    code->type = IR_P;
    ins call = ir_rt(fn->b, IR_rt_traceback, 0, 2, code, num(fn, site - 1));
    call->flags |= IR_COLD;
    propagate(fn);
}

ins raises(struct fn *fn, ins i, enum ir_conv conv, const struct py_pos *at) {
    return raises_site(fn, i, conv, site_at(fn, at));
}

/* Two sites side by side: the call's, and after it the one that is meant when the method is not found. */
uint32_t method_site(struct fn *fn, const struct py_pos *call, const struct py_pos *lookup) {
    struct ir_site a = {call->lineno, call->end_lineno, call->col_offset, call->end_col_offset};
    struct ir_site b = {lookup->lineno, lookup->end_lineno, lookup->col_offset, lookup->end_col_offset};
    VEC_PUSH(&fn->code->sites, fn->l->a, a);
    VEC_PUSH(&fn->code->sites, fn->l->a, b);
    return (uint32_t)fn->code->sites.n - 1;
}

ins raises_site(struct fn *fn, ins i, enum ir_conv conv, uint32_t site) {
    if (!fn->handler && fn->code == fn->own) {
        i->site = site;
        return i;
    }
    i->flags |= IR_CAUGHT;
    struct ir_block *ok = block_new(fn), *bad = block_cold(fn);
    if (conv == IR_CONV_I)
        branch(fn, ir_emit(fn->b, IR_LT, IR_I, 2, i, num(fn, 0)), bad, ok);
    else
        branch(fn, i, ok, bad);
    block_enter(fn, bad);
    landing_site(fn, site);
    block_enter(fn, ok);
    return i;
}

ins rt(struct fn *fn, enum ir_rt entry, const struct py_pos *at, uint32_t n, ...) {
    ins args[8];
    va_list ap;
    va_start(ap, n);
    for (uint32_t i = 0; i < n; i++) args[i] = va_arg(ap, ins);
    va_end(ap);
    const struct ir_rt_info *info = &ir_rts[entry];
    enum ir_type type = IR_N;
    switch (info->result) {
    case IR_CONV_V:
    case IR_CONV_Q: type = IR_V; break;
    case IR_CONV_I:
    case IR_CONV_L: type = IR_I; break;
    case IR_CONV_F: type = IR_F; break;
    case IR_CONV_P: type = IR_P; break;
    case IR_CONV_N: type = IR_N; break;
    }
    ins call = ir_emit_v(fn->b, IR_RT, type, n, args);
    call->aux = entry;
    if (!(info->effects & IR_RT_RAISE) || info->result == IR_CONV_Q) return call;
    return raises(fn, call, info->result, at);
}

/* ---- argument vectors: one stack slot per function, as large as the largest use. Items are computed before
 * they are written, so uses never overlap in time. ---- */

ins vector_space(struct fn *fn, uint32_t n) {
    if (fn->out_slot == UINT32_MAX) {
        fn->out_slot = (uint32_t)fn->f->stack.n;
        VEC_PUSH(&fn->f->stack, fn->l->a, 8u);
    }
    if (fn->f->stack.p[fn->out_slot] < 8 * n) fn->f->stack.p[fn->out_slot] = 8 * n;
    ins p = ir_emit(fn->b, IR_STACK, IR_P, 0);
    p->aux = (int32_t)fn->out_slot;
    return p;
}

ins vector(struct fn *fn, uint32_t n, ins *items) {
    ins p = vector_space(fn, n ? n : 1);
    for (uint32_t i = 0; i < n; i++) store(fn, items[i], p, 8 * (int64_t)i);
    return p;
}
