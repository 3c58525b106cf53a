/* collections.deque: the ring, and the type. */
#include "runtime/lib/_collections/deque.h"

val deque_new(struct thread *t, struct type *cls, int64_t max) {
    READY(t, deque_type);
    struct deque *d = gc_new(t, cls, cls->size);
    if (d) d->max = max;
    return val_of(d);
}

static val deque_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)argc, (void)argv, (void)kwnames;
    return deque_new(t, cls, -1);
}

static void deque_trace(struct gc_visitor *v, struct obj *o) {
    gc_visit_storage(v, ((struct deque *)o)->item);
}

/* ---- the ends ---- */

static bool grow(struct thread *t, struct deque *d) {
    int64_t cap = d->cap ? d->cap * 2 : 8;
    val *item = gc_storage(t, (size_t)cap * sizeof(val), true);
    if (!item) return false;
    memset(item, 0, (size_t)cap * sizeof(val));
    int64_t back = d->cap - d->first < d->len ? d->cap - d->first : d->len;
    if (d->len) {
        memcpy(item, d->item + d->first, (size_t)back * sizeof(val));
        memcpy(item + back, d->item, (size_t)(d->len - back) * sizeof(val));
    }
    gc_note(&d->head);
    d->item = item;
    d->first = 0;
    d->cap = cap;
    return true;
}

int64_t deque_push(struct thread *t, struct deque *d, val v) {
    if (unlikely(d->max == 0)) return 0;
    if (unlikely(d->len == d->cap) && d->len != d->max && !grow(t, d)) return -1;
    d->state++;
    if (d->len == d->max) {
        *deque_place(d, 0) = 0;
        d->first = (d->first + 1) & (d->cap - 1);
        d->len--;
    }
    gc_store(d, deque_place(d, d->len), v);
    d->len++;
    return 0;
}

int64_t deque_push_left(struct thread *t, struct deque *d, val v) {
    if (unlikely(d->max == 0)) return 0;
    if (unlikely(d->len == d->cap) && d->len != d->max && !grow(t, d)) return -1;
    d->state++;
    if (d->len == d->max) *deque_place(d, --d->len) = 0;
    d->first = (d->first - 1) & (d->cap - 1);
    gc_store(d, deque_place(d, 0), v);
    d->len++;
    return 0;
}

/* Removes item i: the shorter side moves up. */
void deque_drop(struct deque *d, int64_t i) {
    d->state++;
    gc_note(&d->head);
    if (i < d->len / 2) {
        for (; i > 0; i--) *deque_place(d, i) = *deque_place(d, i - 1);
        *deque_place(d, 0) = 0;
        d->first = (d->first + 1) & (d->cap - 1);
    } else {
        for (; i < d->len - 1; i++) *deque_place(d, i) = *deque_place(d, i + 1);
        *deque_place(d, i) = 0;
    }
    d->len--;
}

void deque_clear(struct deque *d) {
    d->item = NULL;
    d->first = d->len = d->cap = 0;
    d->state++;
}

static val deque_append(struct thread *t, val self, val v) {
    return deque_push(t, AS(deque, self), v) < 0 ? 0 : NONE;
}
static val deque_appendleft(struct thread *t, val self, val v) {
    return deque_push_left(t, AS(deque, self), v) < 0 ? 0 : NONE;
}

static val deque_pop(struct thread *t, val self) {
    struct deque *d = AS(deque, self);
    if (!d->len) return raise(t, &exc_IndexError, "pop from an empty deque");
    val *place = deque_place(d, d->len - 1), v = *place;
    *place = 0;
    d->len--;
    d->state++;
    return v;
}

static val deque_popleft(struct thread *t, val self) {
    struct deque *d = AS(deque, self);
    if (!d->len) return raise(t, &exc_IndexError, "pop from an empty deque");
    val *place = deque_place(d, 0), v = *place;
    *place = 0;
    d->first = (d->first + 1) & (d->cap - 1);
    d->len--;
    d->state++;
    return v;
}

/* ---- many at once ---- */

static int64_t extend(struct thread *t, struct deque *d, val iterable,
                      int64_t (*push)(struct thread *, struct deque *, val)) {
    if (iterable == val_of(d) && !(iterable = list_from_iterable(t, iterable))) return -1;
    val it = rt_iter(t, iterable), v;
    if (!it) return -1;
    while ((v = rt_next(t, it)))
        if (push(t, d, v) < 0) return -1;
    return t->exc ? -1 : 0;
}

int64_t deque_extend(struct thread *t, struct deque *d, val iterable) {
    return extend(t, d, iterable, deque_push);
}

static val deque_extend_right(struct thread *t, val self, val iterable) {
    return deque_extend(t, AS(deque, self), iterable) < 0 ? 0 : NONE;
}
static val deque_extendleft(struct thread *t, val self, val iterable) {
    return extend(t, AS(deque, self), iterable, deque_push_left) < 0 ? 0 : NONE;
}
static val deque_iadd(struct thread *t, val self, val iterable) {
    return deque_extend(t, AS(deque, self), iterable) < 0 ? 0 : self;
}

static int64_t deque_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    struct deque *d = AS(deque, self);
    val out[2];
    int64_t max = -1;
    if (!args_parse(t, "deque", "| iterable maxlen", argc, argv, kwnames, out)) return -1;
    if (out[1] && out[1] != NONE) {
        if (!val_is_int(out[1])) return raise_i(t, &exc_TypeError, "an integer is required");
        if (!index_i64(t, out[1], &max)) return -1;
        if (max < 0) return raise_i(t, &exc_ValueError, "maxlen must be non-negative");
    }
    d->max = max;
    if (d->len) deque_clear(d);
    return out[0] ? deque_extend(t, d, out[0]) : 0;
}

int64_t deque_rotate(struct thread *t, struct deque *d, int64_t n) {
    (void)t;
    if (d->len < 2) return 0;
    n %= d->len;
    if (n > d->len / 2) n -= d->len;
    if (n < -(d->len / 2)) n += d->len;
    if (n) d->state++;
    gc_note(&d->head);
    for (; n > 0; n--) {
        val *last = deque_place(d, d->len - 1), v = *last;
        *last = 0;
        d->first = (d->first - 1) & (d->cap - 1);
        *deque_place(d, 0) = v;
    }
    for (; n < 0; n++) {
        val *first = deque_place(d, 0), v = *first;
        *first = 0;
        d->first = (d->first + 1) & (d->cap - 1);
        *deque_place(d, d->len - 1) = v;
    }
    return 0;
}

static val deque_rotate_method(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t n = 1;
    if (!args_no_keywords(t, "deque.rotate", kwnames) || !args_count(t, "rotate", argc - 1, 0, 1)) return 0;
    if (argc > 1 && !index_i64(t, argv[1], &n)) return 0;
    return deque_rotate(t, AS(deque, argv[0]), n) < 0 ? 0 : NONE;
}

static val deque_reverse(struct thread *t, val self) {
    struct deque *d = AS(deque, self);
    (void)t;
    gc_note(&d->head);
    for (int64_t i = 0, j = d->len - 1; i < j; i++, j--) {
        val *a = deque_place(d, i), *b = deque_place(d, j), kept = *a;
        *a = *b;
        *b = kept;
    }
    return NONE;
}

static val deque_clear_method(struct thread *t, val self) {
    (void)t;
    deque_clear(AS(deque, self));
    return NONE;
}

static val deque_maxlen(struct thread *t, val self) {
    return AS(deque, self)->max < 0 ? NONE : int_from_i64(t, AS(deque, self)->max);
}
static val deque_sizeof(struct thread *t, val self) {
    return int_from_i64(t, (int64_t)sizeof(struct deque) + AS(deque, self)->cap * 8);
}
static int64_t deque_len(struct thread *t, val self) {
    (void)t;
    return AS(deque, self)->len;
}

METHOD_TABLE(deque);
METHOD(deque, append, deque_append, 2, 0, 0);
METHOD(deque, appendleft, deque_appendleft, 2, 0, 0);
METHOD(deque, pop, deque_pop, 1, 0, 0);
METHOD(deque, popleft, deque_popleft, 1, 0, 0);
METHOD(deque, extend, deque_extend_right, 2, 0, 0);
METHOD(deque, extendleft, deque_extendleft, 2, 0, 0);
METHOD(deque, rotate, deque_rotate_method, -1, 0, 0);
METHOD(deque, reverse, deque_reverse, 1, 0, 0);
METHOD(deque, clear, deque_clear_method, 1, 0, 0);
METHOD(deque, copy, deque_copy, 1, 0, 0);
METHOD(deque, __copy__, deque_copy, 1, 0, 0);
METHOD(deque, __reversed__, deque_reverse_iter, 1, 0, 0);
METHOD(deque, __sizeof__, deque_sizeof, 1, 0, 0);
METHOD(deque, __class_getitem__, class_getitem, 2, METHOD_CLASS, 0);
GETTER(deque, maxlen, deque_maxlen, NULL);
static DEFINE_SHAPE(deque);
struct type deque_type = {
    .head = TYPE_HEAD,
    .shape = &deque_shape,
    .cname = "collections.deque",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_IMMUTABLE | TYPE_SEQUENCE | TYPE_WEAKREF,
    .size = sizeof(struct deque),
    .gc_layout = GC_CUSTOM,
    .trace = deque_trace,
    METHODS_OF(deque),
    .doc = "deque([iterable[, maxlen]]) --> deque object\n\nA list-like sequence optimized for data accesses "
           "near its "
           "endpoints.",
    .new = deque_make,
    .init = deque_init,
    .repr = deque_repr,
    .hash = hash_unhashable,
    .compare = deque_compare,
    .iter = deque_iter,
    .len = deque_len,
    .getitem = deque_getitem,
    .setitem = deque_setitem,
    .contains = deque_contains,
    .concat = deque_concat,
    .repeat = deque_repeat,
    .inplace_concat = deque_iadd,
    .inplace_repeat = deque_repeat_inplace,
};
