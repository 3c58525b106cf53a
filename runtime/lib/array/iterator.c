/* Iterators of arrays. */
#include "runtime/lib/array/array.h"

static DEFINE_SHAPE(array_iterator);

val array_iter(struct thread *t, val self) {
    READY(t, array_iterator_type);
    struct seq_iter *it = gc_new(t, &array_iterator_type, sizeof *it);
    if (it) it->seq = self;
    return val_of(it);
}

static val step(struct thread *t, val self) {
    struct seq_iter *it = AS(seq_iter, self);
    if (!it->seq) return 0;
    const struct array *a = AS(array, it->seq);
    if (it->i < a->len) return array_item(t, a->kind, array_place(a, it->i++));
    it->seq = 0;
    return 0;
}

static val reduce(struct thread *t, val self) {
    struct seq_iter *it = AS(seq_iter, self);
    val empty = EMPTY_TUPLE;
    return it->seq ? reduce_iter_at(t, it->seq, it->i) : reduce_iter(t, NAME(iter), 1, &empty, 0);
}

static val setstate(struct thread *t, val self, val state) {
    struct seq_iter *it = AS(seq_iter, self);
    int64_t i;
    if (!index_i64(t, state, &i)) return 0;
    if (it->seq) {
        int64_t n = AS(array, it->seq)->len;
        it->i = i < 0 ? 0 : i > n ? n : i;
    }
    return NONE;
}

METHOD_TABLE(array_iterator);
METHOD(array_iterator, __reduce__, reduce, 1, 0, "($self, /)");
METHOD(array_iterator, __setstate__, setstate, 2, 0, "($self, state, /)");
struct type array_iterator_type = {
    .head = TYPE_HEAD,
    .shape = &array_iterator_shape,
    .cname = "array.arrayiterator",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE,
    .size = sizeof(struct seq_iter),
    .gc_layout = GC_CUSTOM,
    .trace = trace_ref1,
    METHODS_OF(array_iterator),
    .iter = iter_self,
    .next = step,
};
