/* enumerate(iterable, start): counts in tagged ints, then in big ints. */
#include "runtime/types/container.h"

METHOD_TABLE(enumerate);

struct enumerate {
    struct obj head;
    val iter, count; /* count: exact int */
};

static val enumerate_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    val out[2] = {0, 0};
    if (argc == 0 && !kwnames)
        return raise(t, &exc_TypeError, "enumerate() missing required argument 'iterable'");
    if (!args_parse(t, "enumerate", "iterable | start", argc, argv, kwnames, out)) return 0;
    val start = val_small(0);
    if (out[1] && !(start = obj_index(t, out[1]))) return 0;
    val iter = rt_iter(t, out[0]);
    if (!iter) return 0;
    struct enumerate *e = gc_new(t, cls, cls->size);
    if (!e) return 0;
    e->iter = iter;
    e->count = start;
    return val_of(e);
}

static val enumerate_next(struct thread *t, val self) {
    struct enumerate *e = AS(enumerate, self);
    val item = rt_next(t, e->iter);
    if (!item) return 0;
    val pair = pair_new(t, e->count, item);
    if (!pair) return 0;
    val next = likely(val_is_small(e->count) && val_small_get(e->count) < SMALL_MAX)
                   ? e->count + (1 << INT_SHIFT)
                   : rt_add(t, e->count, val_small(1));
    if (!next) return 0;
    gc_store(e, &e->count, next);
    return pair;
}

static val enumerate_reduce(struct thread *t, val self) {
    return reduce_as(t, self, 2, &AS(enumerate, self)->iter, 0);
}
METHOD(enumerate, __reduce__, enumerate_reduce, 1, 0, 0);
METHOD(enumerate, __class_getitem__, class_getitem, 2, METHOD_CLASS, 0);

struct type enumerate_type = {
    .head = TYPE_HEAD,
    .shape = &enumerate_shape,
    .cname = "enumerate",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_IMMUTABLE,
    .size = sizeof(struct enumerate),
    .gc_layout = GC_WORDS,
    .methods = __start_pymeth_enumerate,
    .methods_end = __stop_pymeth_enumerate,
    .new = enumerate_make,
    .iter = iter_self,
    .next = enumerate_next,
};
DEFINE_SHAPE(enumerate);
