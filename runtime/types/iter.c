/* Iterators over lists and tuples, the `__getitem__` iterator and iter(callable, sentinel).
 * An exhausted iterator lets go of its sequence (seq = 0) and stays exhausted, as CPython's do. */
#include "runtime/types/container.h"
#include "runtime/process/process.h"

METHOD_TABLE(list_iterator);
METHOD_TABLE(list_reverseiterator);
METHOD_TABLE(tuple_iterator);
METHOD_TABLE(seq_iterator);

static void visit_words(struct gc_visitor *v, struct obj *o, int n) {
    val *w = (val *)(o + 1);
    for (int i = 0; i < n; i++)
        if (w[i]) gc_visit(v, w[i]);
}
void trace_ref1(struct gc_visitor *v, struct obj *o) {
    visit_words(v, o, 1);
}
void trace_ref2(struct gc_visitor *v, struct obj *o) {
    visit_words(v, o, 2);
}

val iter_self(struct thread *t, val it) {
    (void)t;
    return it;
}

static val seq_iter_make(struct thread *t, struct type *type, val seq, int64_t i) {
    READY(t, *type);
    struct seq_iter *it = gc_new(t, type, sizeof *it);
    if (!it) return 0;
    it->seq = seq;
    it->i = i;
    return val_of(it);
}

val list_iter_new(struct thread *t, val list) {
    return seq_iter_make(t, &list_iterator_type, list, 0);
}
val tuple_iter_new(struct thread *t, val tuple) {
    return seq_iter_make(t, &tuple_iterator_type, tuple, 0);
}
val list_reverse_iter_new(struct thread *t, val list) {
    return seq_iter_make(t, &list_reverseiterator_type, list, AS(list, list)->len - 1);
}
val seq_iter_new(struct thread *t, val seq) {
    return seq_iter_make(t, &seq_iterator_type, seq, 0);
}

/* ---- steps ---- */

val next_list(struct thread *t, val v) {
    (void)t;
    struct seq_iter *it = AS(seq_iter, v);
    if (unlikely(!it->seq)) return 0;
    struct list *l = AS(list, it->seq);
    if (likely(it->i < l->len)) return l->item[it->i++];
    it->seq = 0;
    return 0;
}

val next_tuple(struct thread *t, val v) {
    (void)t;
    struct seq_iter *it = AS(seq_iter, v);
    if (unlikely(!it->seq)) return 0;
    struct tuple *p = AS(tuple, it->seq);
    if (likely(it->i < p->len)) return p->item[it->i++];
    it->seq = 0;
    return 0;
}

static val next_list_reverse(struct thread *t, val v) {
    (void)t;
    struct seq_iter *it = AS(seq_iter, v);
    if (!it->seq) return 0;
    struct list *l = AS(list, it->seq);
    if (it->i >= 0 && it->i < l->len) return l->item[it->i--];
    it->i = -1;
    it->seq = 0;
    return 0;
}

static val next_seq(struct thread *t, val v) {
    struct seq_iter *it = AS(seq_iter, v);
    if (!it->seq) return 0;
    val item = rt_getitem(t, it->seq, val_small(it->i));
    if (item) {
        it->i++;
        return item;
    }
    if (exc_pending_is(t, &exc_IndexError) || exc_pending_is(t, &exc_StopIteration)) {
        exc_take(t);
        it->seq = 0;
    }
    return 0;
}

/* ---- length hints, reduce, setstate ---- */

static val hint_list(struct thread *t, val self) {
    (void)t;
    struct seq_iter *it = AS(seq_iter, self);
    int64_t n = it->seq ? AS(list, it->seq)->len - it->i : 0;
    return val_small(n > 0 ? n : 0);
}
static val hint_tuple(struct thread *t, val self) {
    (void)t;
    struct seq_iter *it = AS(seq_iter, self);
    return val_small(it->seq ? AS(tuple, it->seq)->len - it->i : 0);
}
static val hint_list_reverse(struct thread *t, val self) {
    (void)t;
    struct seq_iter *it = AS(seq_iter, self);
    int64_t n = it->i + 1;
    return val_small(it->seq && AS(list, it->seq)->len >= n ? n : 0);
}
static val hint_seq(struct thread *t, val self) {
    struct seq_iter *it = AS(seq_iter, self);
    if (!it->seq) return val_small(0);
    if (!type_of(it->seq)->len) return NOTIMPLEMENTED;
    int64_t n = obj_len(t, it->seq);
    if (n < 0) return 0;
    return val_small(n > it->i ? n - it->i : 0);
}
static val seq_setstate(struct thread *t, val self, val state) {
    struct seq_iter *it = AS(seq_iter, self);
    int64_t i;
    if (!index_i64(t, state, &i)) return 0;
    if (it->seq) {
        int64_t len = val_has(it->seq, TYPE_LIST)    ? AS(list, it->seq)->len
                      : val_has(it->seq, TYPE_TUPLE) ? AS(tuple, it->seq)->len
                                                     : INT64_MAX;
        it->i = i < 0 ? 0 : i > len ? len : i;
    }
    return NONE;
}

static val reduced(struct thread *t, val callee, int64_t n, const val *args, val state) {
    val parts[3] = {callee, n ? tuple_of(t, n, args) : EMPTY_TUPLE, state};
    return parts[1] ? tuple_of(t, state ? 3 : 2, parts) : 0;
}

val reduce_iter(struct thread *t, val name, int64_t n, const val *args, val state) {
    val callee = module_builtins_lookup(t, name);
    if (!callee) return t->exc ? 0 : raise(t, &exc_AttributeError, "%U", name);
    return reduced(t, callee, n, args, state);
}

val reduce_iter_at(struct thread *t, val seq, int64_t i) {
    return reduce_iter(t, NAME(iter), 1, &seq, val_small(i));
}

val reduce_iter_rest(struct thread *t, val (*next)(struct thread *, val), val it) {
    val rest = list_new(t, 0), item;
    if (!rest) return 0;
    while ((item = next(t, it)))
        if (list_push(t, rest, item) < 0) return 0;
    return t->exc ? 0 : reduce_iter(t, NAME(iter), 1, &rest, 0);
}

val reduce_as(struct thread *t, val self, int64_t n, const val *args, val state) {
    return reduced(t, val_of(type_of(self)), n, args, state);
}

/* An exhausted iterator over a list comes back as one over an empty list. */
static val reduce_empty_list(struct thread *t) {
    val empty = list_new(t, 0);
    return empty ? reduce_iter(t, NAME(iter), 1, &empty, 0) : 0;
}
static val reduce_list(struct thread *t, val self) {
    struct seq_iter *it = AS(seq_iter, self);
    return it->seq ? reduce_iter_at(t, it->seq, it->i) : reduce_empty_list(t);
}
static val reduce_list_reverse(struct thread *t, val self) {
    struct seq_iter *it = AS(seq_iter, self);
    return it->seq ? reduce_iter(t, NAME(reversed), 1, &it->seq, val_small(it->i)) : reduce_empty_list(t);
}
static val reduce_tuple(struct thread *t, val self) {
    struct seq_iter *it = AS(seq_iter, self);
    val empty = EMPTY_TUPLE;
    return it->seq ? reduce_iter_at(t, it->seq, it->i) : reduce_iter(t, NAME(iter), 1, &empty, 0);
}
static val reduce_seq(struct thread *t, val self) {
    struct seq_iter *it = AS(seq_iter, self);
    return it->seq ? reduce_iter_at(t, it->seq, it->i) : reduce_iter(t, NAME(iter), 0, NULL, 0);
}
static val setstate_reverse(struct thread *t, val self, val state) {
    struct seq_iter *it = AS(seq_iter, self);
    int64_t i;
    if (!index_i64(t, state, &i)) return 0;
    if (it->seq) it->i = i < -1 ? -1 : i >= AS(list, it->seq)->len ? AS(list, it->seq)->len - 1 : i;
    return NONE;
}

METHOD(list_iterator, __reduce__, reduce_list, 1, 0, 0);
METHOD(list_reverseiterator, __reduce__, reduce_list_reverse, 1, 0, 0);
METHOD(list_reverseiterator, __setstate__, setstate_reverse, 2, 0, 0);
METHOD(tuple_iterator, __reduce__, reduce_tuple, 1, 0, 0);
METHOD(seq_iterator, __reduce__, reduce_seq, 1, 0, 0);
METHOD(list_iterator, __length_hint__, hint_list, 1, 0, 0);
METHOD(list_iterator, __setstate__, seq_setstate, 2, 0, 0);
METHOD(list_reverseiterator, __length_hint__, hint_list_reverse, 1, 0, 0);
METHOD(tuple_iterator, __length_hint__, hint_tuple, 1, 0, 0);
METHOD(tuple_iterator, __setstate__, seq_setstate, 2, 0, 0);
METHOD(seq_iterator, __length_hint__, hint_seq, 1, 0, 0);
METHOD(seq_iterator, __setstate__, seq_setstate, 2, 0, 0);

#define ITERATOR(id, text, step)                                                                             \
    struct type id##_type = {                                                                                \
        .head = TYPE_HEAD,                                                                                   \
        .shape = &id##_shape,                                                                                \
        .cname = text,                                                                                       \
        .base = &object_type,                                                                                \
        .flags = TYPE_IMMUTABLE,                                                                             \
        .size = sizeof(struct seq_iter),                                                                     \
        .gc_layout = GC_CUSTOM,                                                                              \
        .methods = __start_pymeth_##id,                                                                      \
        .methods_end = __stop_pymeth_##id,                                                                   \
        .trace = trace_ref1,                                                                                 \
        .iter = iter_self,                                                                                   \
        .next = step,                                                                                        \
    };                                                                                                       \
    DEFINE_SHAPE(id)

extern struct shape list_reverseiterator_shape;
ITERATOR(list_iterator, "list_iterator", next_list);
ITERATOR(list_reverseiterator, "list_reverseiterator", next_list_reverse);
ITERATOR(tuple_iterator, "tuple_iterator", next_tuple);
ITERATOR(seq_iterator, "iterator", next_seq);

/* ---- iter(callable, sentinel) ---- */

struct callable_iter {
    struct obj head;
    val callable; /* 0 once exhausted */
    val sentinel;
};

val callable_iter_new(struct thread *t, val callable, val sentinel) {
    READY(t, callable_iterator_type);
    struct callable_iter *it = gc_new(t, &callable_iterator_type, sizeof *it);
    if (!it) return 0;
    it->callable = callable;
    it->sentinel = sentinel;
    return val_of(it);
}

static val next_callable(struct thread *t, val v) {
    struct callable_iter *it = AS(callable_iter, v);
    if (!it->callable) return 0;
    val item = call0(t, it->callable);
    if (!item) {
        if (exc_pending_is(t, &exc_StopIteration)) {
            exc_take(t);
            it->callable = 0;
        }
        return 0;
    }
    int64_t eq = obj_equal(t, it->sentinel, item);
    if (eq == 0) return item;
    if (eq > 0) it->callable = 0;
    return 0;
}

METHOD_TABLE(callable_iterator);
static val reduce_callable(struct thread *t, val self) {
    struct callable_iter *it = AS(callable_iter, self);
    return reduce_iter(t, NAME(iter), it->callable ? 2 : 0, &it->callable, 0);
}
METHOD(callable_iterator, __reduce__, reduce_callable, 1, 0, 0);

struct type callable_iterator_type = {
    .head = TYPE_HEAD,
    .shape = &callable_iterator_shape,
    .cname = "callable_iterator",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE,
    .size = sizeof(struct callable_iter),
    .gc_layout = GC_WORDS,
    .methods = METHODS(callable_iterator),
    .iter = iter_self,
    .next = next_callable,
};
DEFINE_SHAPE(callable_iterator);
