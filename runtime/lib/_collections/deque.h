/* Between the files of deque.
 *
 * Invariants:
 *  - `item` is a ring of `cap` words, a power of two (0 before the first item); item i is at (head + i) mod
 * cap, and all other words are 0.
 *  - `state` changes with every change of length: iterators notice. */
#ifndef PY2_LIB_DEQUE_H
#define PY2_LIB_DEQUE_H

#include "runtime/lib/_collections/collections.h"

struct deque {
    struct obj head;
    val *item;
    int64_t first, len, cap, max; /* max: maxlen, -1 none */
    uint64_t state;
};

static inline val *deque_place(const struct deque *d, int64_t i) {
    return &d->item[(d->first + i) & (d->cap - 1)];
}
static inline bool val_is_deque(val v) {
    return obj_isinstance(v, &deque_type);
}

/* ---- deque.c ---- */
val deque_new(struct thread *t, struct type *cls, int64_t max);
int64_t deque_push(struct thread *t, struct deque *d, val v); /* at the right; maxlen is kept */
int64_t deque_push_left(struct thread *t, struct deque *d, val v);
void deque_drop(struct deque *d, int64_t i);
int64_t deque_extend(struct thread *t, struct deque *d, val iterable);
int64_t deque_rotate(struct thread *t, struct deque *d, int64_t n);
void deque_clear(struct deque *d);

/* ---- deque_methods.c ---- */
val deque_compare(struct thread *t, val a, val b, enum compare op);
val deque_repr(struct thread *t, val self);
val deque_copy(struct thread *t, val self);
val deque_concat(struct thread *t, val a, val b);
val deque_repeat(struct thread *t, val a, val n);
val deque_repeat_inplace(struct thread *t, val a, val n);
val deque_getitem(struct thread *t, val self, val key);
int64_t deque_setitem(struct thread *t, val self, val key, val value);
int64_t deque_contains(struct thread *t, val self, val item);

/* ---- deque_iter.c ---- */
val deque_iter(struct thread *t, val self);
val deque_reverse_iter(struct thread *t, val self);

#endif
