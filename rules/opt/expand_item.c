/* Items of exact lists and tuples by a small int, and appending. Lists and tuples are told by their one
 * canonical shape. */
#include "rules/opt/expand.h"

/* The index as a machine int within [0, len), negative ones counted from the end; else goes to `slow`. */
static struct ir_ins *in_bounds(struct ex *x, struct ir_ins *key, struct ir_ins *len, struct ir_block *slow) {
    bool constant = key->op == IR_CONST;
    int64_t n = constant ? key->imm >> 2 : 0;
    struct ir_ins *index = constant ? ex_num(x, n) : ex_op(x, IR_SAR, IR_I, key, ex_num(x, 2));
    if (constant && n < 0) index = ex_op(x, IR_ADD, IR_I, len, ex_num(x, n));
    if (constant) {
        ex_when(x, ex_op(x, IR_ULT, IR_I, index, len), slow);
        return index;
    }
    struct ir_block *good = ex_block(x), *wrap = ex_cold(x);
    struct ir_ins *p = ir_block_param(good, IR_I);
    ir_br(x->cur, ex_op(x, IR_ULT, IR_I, index, len), good, wrap);
    ir_edge_add(x->m, &x->cur->last->edges[0], index);
    x->cur = wrap;
    struct ir_ins *wrapped = ex_op(x, IR_ADD, IR_I, index, len);
    ex_when(x, ex_op(x, IR_ULT, IR_I, wrapped, len), slow);
    ex_jmp(x, good, wrapped);
    x->cur = good;
    return p;
}

static struct ir_ins *load_item(struct ex *x, struct ir_ins *base, struct ir_ins *index, int64_t offset) {
    struct ir_ins *v = ex_op(x, IR_LD, IR_V, base, index);
    v->imm = offset;
    return v;
}

static bool indexable(struct ir_ins *o, struct ir_ins *key) {
    return ex_may_be(o, FACT_LIST | FACT_TUPLE) && ex_may_be(key, FACT_SMALL) &&
           !(key->op == IR_CONST && (key->imm & 3) != 1);
}

static void list_get(struct ex *x, struct ex_join *j, struct ir_ins *o, struct ir_ins *key,
                     struct ir_block *slow) {
    struct ir_ins *index = in_bounds(x, key, ex_load(x, IR_I, o, ABI_LIST_LEN), slow);
    ex_fast(x, j, load_item(x, ex_load(x, IR_P, o, ABI_LIST_ITEM), index, 0));
}

static void tuple_get(struct ex *x, struct ex_join *j, struct ir_ins *o, struct ir_ins *key,
                      struct ir_block *slow) {
    struct ir_ins *index = in_bounds(x, key, ex_load(x, IR_I, o, ABI_TUPLE_LEN), slow);
    ex_fast(x, j, load_item(x, o, index, ABI_TUPLE_ITEM));
}

static bool get(struct ex *x, struct ir_ins *i) {
    struct ir_ins *o = i->args[0], *key = i->args[1];
    if (!indexable(o, key)) return false;
    struct ex_join j;
    ex_join_begin(x, &j, i);
    struct ir_block *slow = ex_cold(x), *other = ex_may_be(o, FACT_TUPLE) ? ex_block(x) : slow;
    ex_small(x, key, slow);
    if (ex_must_be(o, FACT_LIST)) {
        list_get(x, &j, o, key, slow);
    } else {
        ex_object(x, o, slow);
        struct ir_ins *shape = ex_load(x, IR_P, o, ABI_OBJ_SHAPE);
        if (ex_may_be(o, FACT_LIST)) {
            ex_when(x, ex_op(x, IR_EQ, IR_I, shape, ex_addr(x, IR_P, "list_shape")), other);
            list_get(x, &j, o, key, slow);
            x->cur = other;
        }
        if (x->cur != slow) {
            ex_when(x, ex_op(x, IR_EQ, IR_I, shape, ex_addr(x, IR_P, "tuple_shape")), slow);
            tuple_get(x, &j, o, key, slow);
        }
    }
    x->cur = slow;
    ex_slow(x, &j, ex_call(x, i, IR_rt_getitem, 2, i->args));
    ex_join_end(x, &j);
    return true;
}

static bool set(struct ex *x, struct ir_ins *i) {
    struct ir_ins *o = i->args[0], *key = i->args[1], *v = i->args[2];
    if (!ex_may_be(o, FACT_LIST) || !indexable(o, key)) return false;
    struct ex_join j;
    ex_join_begin(x, &j, i);
    struct ir_block *slow = ex_cold(x);
    ex_small(x, key, slow);
    if (!ex_must_be(o, FACT_LIST)) {
        ex_object(x, o, slow);
        ex_shape(x, o, "list_shape", slow);
    }
    struct ir_ins *index = in_bounds(x, key, ex_load(x, IR_I, o, ABI_LIST_LEN), slow);
    ex_barrier(x, o, v);
    ir_emit(x->cur, IR_ST, IR_N, 3, v, ex_load(x, IR_P, o, ABI_LIST_ITEM), index);
    ex_fast(x, &j, ex_num(x, 0));
    x->cur = slow;
    ex_slow(x, &j, ex_call(x, i, IR_rt_setitem, 3, i->args));
    ex_join_end(x, &j);
    return true;
}

static bool append(struct ex *x, struct ir_ins *i) {
    struct ir_ins *o = i->args[0], *v = i->args[1];
    struct ex_join j;
    ex_join_begin(x, &j, i);
    struct ir_block *slow = ex_cold(x);
    struct ir_ins *len = ex_load(x, IR_I, o, ABI_LIST_LEN);
    ex_when(x, ex_op(x, IR_ULT, IR_I, len, ex_load(x, IR_I, o, ABI_LIST_CAP)), slow);
    ex_barrier(x, o, v);
    ir_emit(x->cur, IR_ST, IR_N, 3, v, ex_load(x, IR_P, o, ABI_LIST_ITEM), len);
    ex_store(x, ex_op(x, IR_ADD, IR_I, len, ex_num(x, 1)), o, ABI_LIST_LEN);
    ex_fast(x, &j, ex_num(x, 0));
    x->cur = slow;
    ex_slow(x, &j, ex_call(x, i, IR_rt_list_append, 2, i->args));
    ex_join_end(x, &j);
    return true;
}

bool ex_item(struct ex *x, struct ir_ins *i) {
    switch (i->aux) {
    case IR_rt_getitem: return get(x, i);
    case IR_rt_setitem: return set(x, i);
    case IR_rt_list_append: return append(x, i);
    default: return false;
    }
}
