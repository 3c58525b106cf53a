/* filter(function or None, iterable) */
#include "runtime/types/container.h"

struct filter {
    struct obj head;
    val func, iter;
};

static val filter_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    if (!ctor_args(t, "filter", argc, ctor_keywords(cls, &filter_type, kwnames), 2, 2)) return 0;
    val it = rt_iter(t, argv[1]);
    if (!it) return 0;
    struct filter *f = gc_new(t, cls, cls->size);
    if (!f) return 0;
    f->func = argv[0];
    f->iter = it;
    return val_of(f);
}

static val filter_next(struct thread *t, val self) {
    struct filter *f = AS(filter, self);
    bool plain = f->func == NONE || f->func == val_of(&bool_type);
    for (;;) {
        val v = rt_next(t, f->iter);
        if (!v) return 0;
        val keep = plain ? v : call1(t, f->func, v);
        if (!keep) {
            if (exc_pending_is(t, &exc_StopIteration)) exc_take(t); /* it ends the iteration */
            return 0;
        }
        int64_t truth = obj_truth(t, keep);
        if (truth < 0) return 0;
        if (truth) return v;
    }
}

METHOD_TABLE(filter);
static val filter_reduce(struct thread *t, val self) {
    return reduce_as(t, self, 2, &AS(filter, self)->func, 0);
}
METHOD(filter, __reduce__, filter_reduce, 1, 0, 0);

struct type filter_type = {
    .head = TYPE_HEAD,
    .shape = &filter_shape,
    .cname = "filter",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_IMMUTABLE,
    .size = sizeof(struct filter),
    .gc_layout = GC_WORDS,
    .methods = METHODS(filter),
    .new = filter_make,
    .iter = iter_self,
    .next = filter_next,
};
DEFINE_SHAPE(filter);
