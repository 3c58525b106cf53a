/* Truth and identity of single values. */
#include "rules/opt/expand.h"

#define STATIC_FACTS                                                                                         \
    (FACT_NULL | FACT_NONE | FACT_BOOL | FACT_STR | FACT_LIST | FACT_TUPLE | FACT_DICT | FACT_SET |          \
     FACT_FUNC | FACT_SMALL | FACT_FLT)

static bool is_object(const struct ir_ins *v, const char *name) {
    return v->op == IR_ADDR && str_is(v->sym->name, name);
}

/* The condition a bool was made of, or NULL. */
static struct ir_ins *condition_of(struct ir_ins *v) {
    if (v->op != IR_SELECT || !is_object(v->args[1], "true_object") || !is_object(v->args[2], "false_object"))
        return NULL;
    return v->args[0];
}

static void decide(struct ex *x, struct ex_join *j, struct ir_ins *v, const char *object, int64_t answer) {
    struct ir_block *hit = ex_block(x);
    ex_unless(x, ex_op(x, IR_EQ, IR_I, v, ex_addr(x, IR_V, object)), hit);
    struct ir_block *rest = x->cur;
    x->cur = hit;
    ex_fast(x, j, ex_num(x, answer));
    x->cur = rest;
}

/* An exact list: whether it has items. The cursor stays where the object is something else. */
static void list_truth(struct ex *x, struct ex_join *j, struct ir_ins *v, struct ir_block *slow) {
    ex_object(x, v, slow);
    ex_shape(x, v, "list_shape", slow);
    struct ir_ins *len = ex_load(x, IR_I, v, ABI_LIST_LEN);
    ex_fast(x, j, ex_op(x, IR_NE, IR_I, len, ex_num(x, 0)));
}

static bool truth(struct ex *x, struct ir_ins *i) {
    struct ir_ins *v = i->args[0], *cond = condition_of(v);
    if (ex_must_be(v, FACT_STR | FACT_DICT | FACT_SET | FACT_TUPLE | FACT_FLOAT | FACT_OTHER)) return false;
    struct ex_join j;
    ex_join_begin(x, &j, i);
    if (cond || ex_must_be(v, FACT_BOOL)) {
        if (!cond) cond = ex_op(x, IR_EQ, IR_I, v, ex_addr(x, IR_V, "true_object"));
        ex_fast(x, &j, cond);
        ex_join_end(x, &j);
        return true;
    }
    struct ir_block *slow = ex_cold(x);
    if (ex_may_be(v, FACT_BOOL)) decide(x, &j, v, "true_object", 1);
    if (ex_may_be(v, FACT_BOOL)) decide(x, &j, v, "false_object", 0);
    if (ex_may_be(v, FACT_NONE)) decide(x, &j, v, "none_object", 0);
    if (ex_may_be(v, FACT_SMALL)) {
        struct ir_block *rest = ex_may_be(v, FACT_LIST) ? ex_block(x) : slow;
        ex_small(x, v, rest);
        ex_fast(x, &j, ex_op(x, IR_NE, IR_I, v, ex_num(x, 1)));
        x->cur = rest;
    }
    if (ex_may_be(v, FACT_LIST))
        list_truth(x, &j, v, slow);
    else if (x->cur != slow)
        ex_jmp(x, slow, NULL);
    x->cur = slow;
    ex_slow(x, &j, ex_call(x, i, IR_rt_truth, 1, &v));
    ex_join_end(x, &j);
    return true;
}

/* Equal words are the same object; different words are too when they are boxed numbers of equal value. */
static bool identity(struct ex *x, struct ir_ins *i) {
    struct ir_ins *a = i->args[0], *b = i->args[1], *same = ex_op(x, IR_EQ, IR_I, a, b);
    if (ex_must_be(a, STATIC_FACTS) || ex_must_be(b, STATIC_FACTS)) {
        i->subst = same;
        return true;
    }
    struct ir_block *done = ex_block(x), *slow = ex_cold(x);
    i->subst = ir_block_param(done, IR_I);
    ex_when(x, same, slow);
    ex_jmp(x, done, ex_num(x, 1));
    x->cur = slow;
    ex_jmp(x, done, ex_call(x, i, IR_rt_is, 2, i->args));
    x->cur = done;
    return true;
}

bool ex_truth(struct ex *x, struct ir_ins *i) {
    if (i->aux == IR_rt_truth) return truth(x, i);
    if (i->aux == IR_rt_is) return identity(x, i);
    return false;
}
