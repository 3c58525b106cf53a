/* Names, attributes and calls: the py.* operations. All of them must be gone after `expand`, whatever the
 * level, except PY_DIRECT, which the back end turns into a direct call. */
#include "rules/opt/expand.h"

#define OBJECT_FACTS                                                                                         \
    (FACT_NULL | FACT_OTHER | FACT_NONE | FACT_BOOL | FACT_STR | FACT_LIST | FACT_TUPLE | FACT_DICT |        \
     FACT_SET | FACT_FUNC | FACT_BIG | FACT_FBOX)

static struct ir_ins *ic_field(struct ex *x, struct ir_ins *i, enum ir_type type, int64_t offset) {
    return ex_load(x, type, ir_addr(x->cur, IR_P, i->sym, 0), offset);
}

/* Goes on when `o` is an object of the shape the cache knows. All caches begin with it. */
static void cache_hit(struct ex *x, struct ir_ins *o, struct ir_ins *i, struct ir_block *other) {
    ex_object(x, o, other);
    struct ir_ins *shape = ex_load(x, IR_P, o, ABI_OBJ_SHAPE);
    ex_when(x, ex_op(x, IR_EQ, IR_I, shape, ic_field(x, i, IR_P, 0)), other);
}

static void global_load(struct ex *x, struct ir_ins *i) {
    struct ex_join j;
    ex_join_begin(x, &j, i);
    struct ir_block *slow = ex_cold(x);
    struct ir_ins *v = ex_load(x, IR_V, ir_addr(x->cur, IR_P, i->sym, 8 * i->imm), 0);
    ex_when(x, v, slow);
    ex_fast(x, &j, v);
    x->cur = slow;
    struct ir_ins *args[] = {ir_addr(x->cur, IR_P, i->sym2, 0), ex_num(x, i->imm)};
    ex_slow(x, &j, ex_call(x, i, IR_rt_global_load, 2, args));
    ex_join_end(x, &j);
}

/* Cells are roots of their own: no barrier. */
static void global_store(struct ex *x, struct ir_ins *i) {
    struct ex_join j;
    ex_join_begin(x, &j, i);
    struct ir_block *slow = ex_cold(x);
    struct ir_ins *cell = ir_addr(x->cur, IR_P, i->sym, 8 * i->imm);
    ex_when(x, ex_load(x, IR_V, cell, 0), slow);
    ex_store(x, i->args[0], cell, 0);
    ex_fast(x, &j, ex_num(x, 0));
    x->cur = slow;
    struct ir_ins *args[] = {ir_addr(x->cur, IR_P, i->sym2, 0), ex_num(x, i->imm), i->args[0]};
    ex_slow(x, &j, ex_call(x, i, IR_rt_global_bind, 3, args));
    ex_join_end(x, &j);
}

static void attr_load(struct ex *x, struct ir_ins *i) {
    struct ex_join j;
    struct ir_ins *o = i->args[0];
    ex_join_begin(x, &j, i);
    struct ir_block *slow = x->fast && ex_may_be(o, OBJECT_FACTS) && !x->cur->cold ? ex_cold(x) : NULL;
    if (slow) {
        cache_hit(x, o, i, slow);
        struct ir_ins *at = ex_op(x, IR_ADD, IR_P, o, ic_field(x, i, IR_I, ABI_IC_ATTR_OFFSET));
        struct ir_ins *v = ex_load(x, IR_V, at, 0);
        ex_when(x, v, slow);
        ex_fast(x, &j, v);
        x->cur = slow;
    }
    struct ir_ins *args[] = {o, ir_addr(x->cur, IR_P, i->sym, 0)};
    ex_slow(x, &j, ex_call(x, i, IR_rt_getattr_ic, 2, args));
    ex_join_end(x, &j);
}

static void attr_store(struct ex *x, struct ir_ins *i) {
    struct ex_join j;
    struct ir_ins *o = i->args[0], *v = i->args[1];
    ex_join_begin(x, &j, i);
    struct ir_block *slow = x->fast && ex_may_be(o, OBJECT_FACTS) && !x->cur->cold ? ex_cold(x) : NULL;
    if (slow) {
        cache_hit(x, o, i, slow);
        ex_barrier(x, o, v);
        ex_store(x, ic_field(x, i, IR_P, ABI_IC_SET_NEXT), o, ABI_OBJ_SHAPE);
        struct ir_ins *at = ex_op(x, IR_ADD, IR_P, o, ic_field(x, i, IR_I, ABI_IC_SET_OFFSET));
        ex_store(x, v, at, 0);
        ex_fast(x, &j, ex_num(x, 0));
        x->cur = slow;
    }
    struct ir_ins *args[] = {o, ir_addr(x->cur, IR_P, i->sym, 0), v};
    ex_slow(x, &j, ex_call(x, i, IR_rt_setattr_ic, 3, args));
    ex_join_end(x, &j);
}

/* ---- calls ---- */

static struct ir_ins *names_or_null(struct ex *x, struct ir_sym *names) {
    return names ? ir_addr(x->cur, IR_V, names, 0) : ex_word(x, 0);
}

/* A call through a direct entry: code, chain value, then `i`'s arguments from number `from`. */
static struct ir_ins *call_direct(struct ex *x, struct ir_ins *i, struct ir_ins *code, struct ir_ins *chain,
                                  uint32_t from) {
    struct ir_ins **args = NEW_N(x->scratch, struct ir_ins *, i->nargs + 2);
    uint32_t n = 0;
    args[n++] = code;
    args[n++] = chain;
    for (uint32_t k = from; k < i->nargs; k++) args[n++] = i->args[k];
    struct ir_ins *call = ir_emit_v(x->cur, IR_CALL_IND, IR_V, n, args);
    call->site = i->site;
    call->flags = i->flags & IR_CAUGHT;
    return call;
}

static void method_call(struct ex *x, struct ir_ins *i) {
    struct ex_join j;
    struct ir_ins *o = i->args[0];
    ex_join_begin(x, &j, i);
    bool fast = x->fast && !i->sym2 && ex_may_be(o, OBJECT_FACTS) && !x->cur->cold;
    if (fast) {
        struct ir_block *other = ex_cold(x), *call = ex_block(x), *found = ex_cold(x), *slow = ex_cold(x);
        struct ir_ins *code = ir_block_param(call, IR_P), *func = ir_block_param(call, IR_V);
        cache_hit(x, o, i, other);
        struct ir_ins *cached[] = {ic_field(x, i, IR_P, ABI_IC_METHOD_DIRECT),
                                   ic_field(x, i, IR_V, ABI_IC_METHOD_FUNC)};
        ir_jmp(x->cur, call, 2, cached);
        x->cur = other;
        struct ir_ins *direct =
            ir_rt(other, IR_rt_method_find, 0, 3, o, ir_addr(other, IR_P, i->sym, 0), ex_num(x, i->nargs));
        direct->flags |= IR_COLD;
        ir_br(x->cur, direct, found, slow);
        x->cur = found;
        struct ir_ins *second[] = {
            direct, ex_load(x, IR_V, ex_op(x, IR_THREAD, IR_P, NULL, NULL), ABI_THREAD_RESULT)};
        ir_jmp(x->cur, call, 2, second);
        x->cur = call;
        ex_slow(x, &j, call_direct(x, i, code, func, 0));
        x->cur = slow;
    }
    struct ir_ins *args[] = {ir_addr(x->cur, IR_P, i->sym, 0), ex_num(x, (int64_t)i->nargs - i->aux),
                             ex_argv(x, i->nargs, i->args), names_or_null(x, i->sym2)};
    ex_slow(x, &j, ex_call(x, i, IR_rt_call_method, 4, args));
    ex_join_end(x, &j);
}

/* Classes called with few arguments: no vector of arguments. The cursor ends where the callee is something
 * else. */
static void class_call(struct ex *x, struct ex_join *j, struct ir_ins *i, struct ir_ins *shape,
                       struct ir_block *other) {
    static const enum ir_rt make[] = {IR_rt_make_0, IR_rt_make_1, IR_rt_make_2, IR_rt_make_3, IR_rt_make_4};
    if (i->nargs - 1 < COUNT(make)) {
        ex_when(x, ex_op(x, IR_EQ, IR_I, shape, ex_addr(x, IR_P, "type_shape")), other);
        ex_slow(x, j, ex_call(x, i, make[i->nargs - 1], i->nargs, i->args));
    } else {
        ex_jmp(x, other, NULL);
    }
    x->cur = other;
}

/* Functions of ours and built-ins share the fields a call needs. */
static void value_call(struct ex *x, struct ir_ins *i) {
    struct ex_join j;
    struct ir_ins *callee = i->args[0];
    ex_join_begin(x, &j, i);
    bool fast = x->fast && !i->sym && ex_may_be(callee, OBJECT_FACTS) && !x->cur->cold;
    if (fast) {
        struct ir_block *slow = ex_cold(x), *second = ex_block(x), *third = ex_block(x),
                        *callable = ex_block(x);
        ex_object(x, callee, slow);
        struct ir_ins *shape = ex_load(x, IR_P, callee, ABI_OBJ_SHAPE);
        ir_br(x->cur, ex_op(x, IR_EQ, IR_I, shape, ex_addr(x, IR_P, "function_shape")), callable, second);
        x->cur = second;
        ir_br(x->cur, ex_op(x, IR_EQ, IR_I, shape, ex_addr(x, IR_P, "builtin_shape")), callable, third);
        x->cur = callable;
        struct ir_ins *arity = ex_load(x, IR_I, callee, ABI_CALL_ARITY);
        ex_when(x, ex_op(x, IR_EQ, IR_I, arity, ex_num(x, (int64_t)i->nargs - 1)), slow);
        ex_slow(x, &j, call_direct(x, i, ex_load(x, IR_P, callee, ABI_CALL_DIRECT), callee, 1));
        x->cur = third;
        class_call(x, &j, i, shape, slow);
    }
    struct ir_ins *args[] = {callee, ex_num(x, (int64_t)i->nargs - 1 - i->aux),
                             ex_argv(x, i->nargs - 1, i->args + 1), names_or_null(x, i->sym)};
    ex_slow(x, &j, ex_call(x, i, IR_rt_call, 4, args));
    ex_join_end(x, &j);
}

bool ex_python(struct ex *x, struct ir_ins *i) {
    switch (i->op) {
    case IR_PY_GLOAD: global_load(x, i); return true;
    case IR_PY_GSTORE: global_store(x, i); return true;
    case IR_PY_GETATTR: attr_load(x, i); return true;
    case IR_PY_SETATTR: attr_store(x, i); return true;
    case IR_PY_METHOD: method_call(x, i); return true;
    case IR_PY_CALL: value_call(x, i); return true;
    default: return false;
    }
}
