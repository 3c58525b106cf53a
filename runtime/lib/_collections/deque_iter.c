/* Iterators over deques, in both directions. */
#include "runtime/lib/_collections/deque.h"

struct deque_iter {
    struct obj head;
    val deque;
    int64_t left; /* items not given yet */
    uint64_t state;
};

static val iter_over(struct thread *t, struct type *type, val deque) {
    READY(t, *type);
    struct deque_iter *it = gc_new(t, type, sizeof *it);
    if (!it) return 0;
    it->deque = deque;
    it->left = AS(deque, deque)->len;
    it->state = AS(deque, deque)->state;
    return val_of(it);
}

val deque_iter(struct thread *t, val self) {
    return iter_over(t, &deque_iterator_type, self);
}
val deque_reverse_iter(struct thread *t, val self) {
    return iter_over(t, &deque_reverse_iterator_type, self);
}

static inline val step(struct thread *t, val self, bool reverse) {
    struct deque_iter *it = AS(deque_iter, self);
    struct deque *d = AS(deque, it->deque);
    if (unlikely(it->state != d->state)) {
        it->left = 0;
        return raise(t, &exc_RuntimeError, "deque mutated during iteration");
    }
    if (!it->left) return 0;
    it->left--;
    return *deque_place(d, reverse ? it->left : d->len - 1 - it->left);
}
static val next_forward(struct thread *t, val self) {
    return step(t, self, false);
}
static val next_reverse(struct thread *t, val self) {
    return step(t, self, true);
}

static val iter_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    const char *name = cls == &deque_iterator_type ? "_deque_iterator" : "_deque_reverse_iterator";
    int64_t index = 0;
    if (!args_no_keywords(t, name, kwnames) || !args_count(t, name, argc, 1, 2)) return 0;
    if (!val_is_deque(argv[0]))
        return raise(t, &exc_TypeError, "%s() argument 1 must be collections.deque, not %T", name, argv[0]);
    if (argc > 1 && !index_i64(t, argv[1], &index)) return 0;
    val it = iter_over(t, cls, argv[0]);
    for (int64_t i = 0; it && i < index; i++)
        if (!rt_next(t, it)) return t->exc ? 0 : it;
    return it;
}

static val iter_hint(struct thread *t, val self) {
    (void)t;
    return val_small(AS(deque_iter, self)->left);
}

static val deque_iter_reduce(struct thread *t, val self) {
    struct deque_iter *it = AS(deque_iter, self);
    val args = pair_new(t, it->deque, val_small(AS(deque, it->deque)->len - it->left));
    return args ? pair_new(t, val_of(type_of(self)), args) : 0;
}

METHOD_TABLE(deque_iterator);
METHOD(deque_iterator, __length_hint__, iter_hint, 1, 0, 0);
METHOD(deque_iterator, __reduce__, deque_iter_reduce, 1, 0, 0);

#define DEQUE_ITERATOR(id, text, step)                                                                       \
    static DEFINE_SHAPE(id);                                                                                 \
    struct type id##_type = {                                                                                \
        .head = TYPE_HEAD,                                                                                   \
        .shape = &id##_shape,                                                                                \
        .cname = text,                                                                                       \
        .base = &object_type,                                                                                \
        .flags = TYPE_IMMUTABLE,                                                                             \
        .size = sizeof(struct deque_iter),                                                                   \
        .gc_layout = GC_CUSTOM,                                                                              \
        .trace = trace_ref1,                                                                                 \
        METHODS_OF(deque_iterator),                                                                          \
        .new = iter_make,                                                                                    \
        .iter = iter_self,                                                                                   \
        .next = step,                                                                                        \
    }
DEQUE_ITERATOR(deque_iterator, "_collections._deque_iterator", next_forward);
DEQUE_ITERATOR(deque_reverse_iterator, "_collections._deque_reverse_iterator", next_reverse);
