/* map(func, *iterables) */
#include "runtime/types/container.h"

struct map {
    struct obj head;
    val func, iters; /* tuple of iterators */
};

static val map_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    if ((kwnames = ctor_keywords(cls, &map_type, kwnames)) && !args_no_keywords(t, "map", kwnames)) return 0;
    if (argc < 2) return raise(t, &exc_TypeError, "map() must have at least two arguments.");
    val iters = tuple_new(t, argc - 1);
    if (!iters) return 0;
    for (int64_t i = 1; i < argc; i++) {
        val it = rt_iter(t, argv[i]);
        if (!it) return 0;
        gc_store(val_obj(iters), &AS(tuple, iters)->item[i - 1], it);
    }
    struct map *m = gc_new(t, cls, cls->size);
    if (!m) return 0;
    m->func = argv[0];
    m->iters = iters;
    return val_of(m);
}

/* A StopIteration of the function ends the iteration. */
static val stepped(struct thread *t, val v) {
    if (!v && exc_pending_is(t, &exc_StopIteration))
        t->result = AS(exception, exc_take(t))->extra[0]; /* `yield from` wants it */
    return v;
}

static val map_next(struct thread *t, val self) {
    struct map *m = AS(map, self);
    struct tuple *iters = AS(tuple, m->iters);
    int64_t n = iters->len;
    if (n == 1) {
        val v = rt_next(t, iters->item[0]);
        return v ? stepped(t, call1(t, m->func, v)) : 0;
    }
    val few[6], *args = few;
    if (n > 6) {
        val l = tuple_new(t, n);
        if (!l) return 0;
        args = AS(tuple, l)->item;
    }
    for (int64_t i = 0; i < n; i++)
        if (!(args[i] = rt_next(t, iters->item[i]))) return 0;
    return stepped(t, call(t, m->func, n, args, 0));
}

METHOD_TABLE(map);
static val map_reduce(struct thread *t, val self) {
    struct map *m = AS(map, self);
    const struct tuple *iters = AS(tuple, m->iters);
    val args = tuple_new(t, iters->len + 1);
    if (!args) return 0;
    AS(tuple, args)->item[0] = m->func;
    memcpy(AS(tuple, args)->item + 1, iters->item, (size_t)iters->len * sizeof(val));
    return reduce_as(t, self, iters->len + 1, AS(tuple, args)->item, 0);
}
METHOD(map, __reduce__, map_reduce, 1, 0, 0);

struct type map_type = {
    .head = TYPE_HEAD,
    .shape = &map_shape,
    .cname = "map",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_IMMUTABLE,
    .size = sizeof(struct map),
    .gc_layout = GC_WORDS,
    .methods = METHODS(map),
    .new = map_make,
    .iter = iter_self,
    .next = map_next,
};
DEFINE_SHAPE(map);
