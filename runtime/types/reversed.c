/* reversed(sequence): `__reversed__` when the type has it, else by index from the end. */
#include "runtime/types/container.h"

METHOD_TABLE(reversed);

struct reversed {
    struct obj head;
    val seq; /* 0 once exhausted */
    int64_t i;
};

static val reversed_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    if (!ctor_args(t, "reversed", argc, ctor_keywords(cls, &reversed_type, kwnames), 1, 1)) return 0;
    val seq = argv[0];
    if (cls == &reversed_type && val_is_exact(seq, &list_shape)) return list_reverse_iter_new(t, seq);
    val method = special_lookup(t, seq, NAME(__reversed__));
    if (method == NONE) return raise(t, &exc_TypeError, "'%T' object is not reversible", seq);
    if (method) return call0(t, method);
    if (t->exc) return 0;
    struct type *type = type_of(seq);
    if (!type->getitem || (!type->len && !(type->flags & TYPE_HEAP)) || val_has(seq, TYPE_DICT) ||
        val_is_set(seq))
        return raise(t, &exc_TypeError, "'%T' object is not reversible", seq);
    int64_t n = obj_len(t, seq);
    if (n < 0) return 0;
    struct reversed *r = gc_new(t, cls, cls->size);
    if (!r) return 0;
    r->seq = seq;
    r->i = n - 1;
    return val_of(r);
}

static val reversed_next(struct thread *t, val self) {
    struct reversed *r = AS(reversed, self);
    if (r->i < 0 || !r->seq) return 0;
    val v = rt_getitem(t, r->seq, val_small(r->i));
    if (v) {
        r->i--;
        return v;
    }
    if (exc_pending_is(t, &exc_IndexError) || exc_pending_is(t, &exc_StopIteration)) exc_take(t);
    r->i = -1;
    r->seq = 0;
    return 0;
}

static val reversed_hint(struct thread *t, val self) {
    struct reversed *r = AS(reversed, self);
    if (!r->seq) return val_small(0);
    int64_t n = obj_len(t, r->seq);
    if (n < 0) return 0;
    return val_small(n < r->i + 1 ? 0 : r->i + 1);
}

static val reversed_reduce(struct thread *t, val self) {
    struct reversed *r = AS(reversed, self);
    val empty = EMPTY_TUPLE;
    return r->seq ? reduce_as(t, self, 1, &r->seq, val_small(r->i)) : reduce_as(t, self, 1, &empty, 0);
}
static val reversed_setstate(struct thread *t, val self, val state) {
    struct reversed *r = AS(reversed, self);
    int64_t i;
    if (!index_i64(t, state, &i)) return 0;
    if (!r->seq) return NONE;
    int64_t n = obj_len(t, r->seq);
    if (n < 0) return 0;
    r->i = i < -1 ? -1 : i > n - 1 ? n - 1 : i;
    return NONE;
}
METHOD(reversed, __reduce__, reversed_reduce, 1, 0, 0);
METHOD(reversed, __setstate__, reversed_setstate, 2, 0, 0);
METHOD(reversed, __length_hint__, reversed_hint, 1, 0, 0);

struct type reversed_type = {
    .head = TYPE_HEAD,
    .shape = &reversed_shape,
    .cname = "reversed",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_IMMUTABLE,
    .size = sizeof(struct reversed),
    .gc_layout = GC_CUSTOM,
    .methods = __start_pymeth_reversed,
    .methods_end = __stop_pymeth_reversed,
    .trace = trace_ref1,
    .new = reversed_make,
    .iter = iter_self,
    .next = reversed_next,
};
DEFINE_SHAPE(reversed);
