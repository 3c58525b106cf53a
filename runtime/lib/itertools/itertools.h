/* Between the files of itertools.
 *
 * Invariants:
 *  - Every word of an iterator after its header is a value or 0, so that the collector scans them all alike.
 *  - An iterator that is exhausted has given its source up (the word is 0): whoever resumes it then gets
 * nothing, whatever the source would say.
 *  - Sources are user code: what they change in the iterator while they run is read again afterwards. */
#ifndef PY2_LIB_ITERTOOLS_H
#define PY2_LIB_ITERTOOLS_H

#include "runtime/types/container.h"

/* The type object of itertools.NAME, whose instances are a `struct layout`; its methods are METHOD(it_NAME,
 * …). */
#define ITERATOR(id, layout, make, step, ...)                                                                \
    struct type it_##id##_type = {.head = TYPE_HEAD,                                                         \
                                  .shape = &it_##id##_shape,                                                 \
                                  .cname = "itertools." #id,                                                 \
                                  .base = &object_type,                                                      \
                                  .flags = TYPE_BASE | TYPE_IMMUTABLE,                                       \
                                  .size = sizeof(struct layout),                                             \
                                  .gc_layout = GC_WORDS,                                                     \
                                  .methods = __start_pymeth_it_##id,                                         \
                                  .methods_end = __stop_pymeth_it_##id,                                      \
                                  .new = make,                                                               \
                                  .iter = iter_self,                                                         \
                                  .next = step,                                                              \
                                  __VA_ARGS__};                                                              \
    DEFINE_SHAPE(it_##id)

/* X(name): the types that the module offers. */
#define ITERTOOLS(X)                                                                                         \
    X(accumulate)                                                                                            \
    X(chain)                                                                                                 \
    X(combinations) X(combinations_with_replacement) X(compress) X(count) X(cycle) X(dropwhile)              \
        X(filterfalse) X(groupby) X(islice) X(pairwise) X(permutations) X(product) X(repeat) X(starmap)      \
            X(takewhile) X(zip_longest)
#define X(name)                                                                                              \
    extern struct type it_##name##_type;                                                                     \
    extern struct shape it_##name##_shape;
ITERTOOLS(X)
X(_grouper)
X(_tee) X(_tee_dataobject)
#undef X

    /* A fresh object of `cls` whose words are 0; NULL raised. */
    static inline void *it_new(struct thread *t, struct type *cls) {
    return gc_new(t, cls, cls->size);
}
/* Refuses keywords: ctor_keywords. */
static inline bool it_plain(struct thread *t, struct type *cls, struct type *own, const char *name,
                            val kwnames) {
    kwnames = ctor_keywords(cls, own, kwnames);
    return !kwnames || args_no_keywords(t, name, kwnames);
}
/* What a function of the user's gave inside a step: StopIteration ends the iterator. */
static inline val it_called(struct thread *t, val v) {
    if (unlikely(!v) && exc_pending_is(t, &exc_StopIteration)) exc_take(t);
    return v;
}
/* Two values in a new tuple. */
static inline val it_pair(struct thread *t, val a, val b) {
    const val items[] = {a, b};
    return a && b ? tuple_of(t, 2, items) : 0;
}
/* What follows the last dot of the type's name. */
const char *it_name(val self);
/* (type, args) and (type, args, state): what __reduce__ gives. 0 when a part is 0. */
val it_reduced(struct thread *t, val self, val args);
val it_reduced_state(struct thread *t, val self, val args, val state);
/* State handed to __setstate__ must be a tuple; of `n` items when n >= 0. */
bool it_state_tuple(struct thread *t, val state, int64_t n);
val it_empty(struct thread *t); /* iter(()) */

#endif
