/* collections.deque as a sequence: subscripts, searches, copies, comparison, text. */
#include "runtime/lib/_collections/deque.h"

#define D(v) AS(deque, v)

/* ---- subscripts ---- */

static bool place_of(struct thread *t, val self, val key, int64_t *i) {
    if (!val_is_int(key) && !type_of(key)->index)
        return raise(t, &exc_TypeError, "sequence index must be integer, not '%T'", key), false;
    if (!index_i64(t, key, i)) {
        if (!exc_pending_is(t, &exc_OverflowError)) return false;
        exc_take(t);
        return raise(t, &exc_IndexError, "cannot fit '%T' into an index-sized integer", key), false;
    }
    if (*i < 0) *i += D(self)->len;
    if (*i >= 0 && *i < D(self)->len) return true;
    return raise(t, &exc_IndexError, "deque index out of range"), false;
}

val deque_getitem(struct thread *t, val self, val key) {
    int64_t i;
    return place_of(t, self, key, &i) ? *deque_place(D(self), i) : 0;
}

int64_t deque_setitem(struct thread *t, val self, val key, val value) {
    int64_t i;
    if (!place_of(t, self, key, &i)) return -1;
    if (value)
        gc_store(val_obj(self), deque_place(D(self), i), value);
    else
        deque_drop(D(self), i);
    return 0;
}

static val deque_insert(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    struct deque *d = D(argv[0]);
    int64_t i;
    if (!args_no_keywords(t, "deque.insert", kwnames) || !args_count(t, "insert", argc - 1, 2, 2) ||
        !index_i64(t, argv[1], &i))
        return 0;
    if (d->len == d->max) return raise(t, &exc_IndexError, "deque already at its maximum size");
    if (i >= d->len) return deque_push(t, d, argv[2]) < 0 ? 0 : NONE;
    if (i <= -d->len || i == 0) return deque_push_left(t, d, argv[2]) < 0 ? 0 : NONE;
    if (i < 0) i += d->len;
    if (deque_push(t, d, NONE) < 0) return 0;
    gc_note(&d->head);
    for (int64_t k = d->len - 1; k > i; k--) *deque_place(d, k) = *deque_place(d, k - 1);
    *deque_place(d, i) = argv[2];
    return NONE;
}

/* ---- searches: a comparison may change the deque ---- */

/* First item from `from` to before `to` that is equal; -1 none, -2 raised. */
static int64_t find(struct thread *t, val self, val item, int64_t from, int64_t to) {
    struct deque *d = D(self);
    uint64_t state = d->state;
    for (int64_t i = from; i < to; i++) {
        int64_t equal = obj_equal(t, *deque_place(d, i), item);
        if (equal < 0) return -2;
        if (d->state != state) return raise(t, &exc_RuntimeError, "deque mutated during iteration"), -2;
        if (equal) return i;
    }
    return -1;
}

int64_t deque_contains(struct thread *t, val self, val item) {
    int64_t i = find(t, self, item, 0, D(self)->len);
    return i == -2 ? -1 : i >= 0;
}

static val deque_count(struct thread *t, val self, val item) {
    int64_t n = 0, i = -1;
    while ((i = find(t, self, item, i + 1, D(self)->len)) >= 0) n++;
    return i == -2 ? 0 : val_small(n);
}

static val deque_index(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t start = 0, stop = D(argv[0])->len, len = stop;
    if (!args_no_keywords(t, "deque.index", kwnames) || !args_count(t, "index", argc - 1, 1, 3)) return 0;
    if (argc > 2 && !index_clamped(t, argv[2], &start)) return 0;
    if (argc > 3 && !index_clamped(t, argv[3], &stop)) return 0;
    if (start < 0 && (start += len) < 0) start = 0;
    if (stop < 0 && (stop += len) < 0) stop = 0;
    int64_t i = find(t, argv[0], argv[1], start, stop < len ? stop : len);
    if (i == -1) return raise(t, &exc_ValueError, "%R is not in deque", argv[1]);
    return i < 0 ? 0 : val_small(i);
}

static val deque_remove(struct thread *t, val self, val item) {
    struct deque *d = D(self);
    uint64_t state = d->state;
    for (int64_t i = 0; i < d->len; i++) {
        int64_t equal = obj_equal(t, *deque_place(d, i), item);
        if (equal < 0) return 0;
        if (d->state != state) return raise(t, &exc_IndexError, "deque mutated during iteration");
        if (!equal) continue;
        deque_drop(d, i);
        return NONE;
    }
    return raise(t, &exc_ValueError, "%R is not in deque", item);
}

/* ---- copies ---- */

val deque_copy(struct thread *t, val self) {
    struct deque *d = D(self);
    struct type *type = type_of(self);
    if (type != &deque_type) {
        if (d->max < 0) return call1(t, val_of(type), self);
        val max = int_from_i64(t, d->max);
        return max ? call2(t, val_of(type), self, max) : 0;
    }
    val copy = deque_new(t, type, d->max);
    for (int64_t i = 0; copy && i < d->len; i++)
        if (deque_push(t, D(copy), *deque_place(d, i)) < 0) return 0;
    return copy;
}

val deque_concat(struct thread *t, val a, val b) {
    if (!val_is_deque(b))
        return raise(t, &exc_TypeError, "can only concatenate deque (not \"%T\") to deque", b);
    val made = deque_copy(t, a);
    if (made && !val_is_deque(made)) return raise(t, &exc_TypeError, "deque() must give a deque");
    return made && deque_extend(t, D(made), b) == 0 ? made : 0;
}

val deque_repeat_inplace(struct thread *t, val self, val count) {
    struct deque *d = D(self);
    int64_t n, len = d->len;
    if (!index_i64(t, count, &n)) return 0;
    if (n <= 0) {
        deque_clear(d);
        return self;
    }
    if (!len || n == 1) return self;
    if (d->max >= 0 && n * len > d->max && len) n = (d->max + len - 1) / len;
    if (n > INT64_MAX / 16 / len) return raise(t, &exc_MemoryError, "");
    val items = list_new(t, len);
    for (int64_t i = 0; items && i < len; i++)
        if (list_push(t, items, *deque_place(d, i)) < 0) return 0;
    for (int64_t k = 1; items && k < n; k++)
        for (int64_t i = 0; i < len; i++)
            if (deque_push(t, d, AS(list, items)->item[i]) < 0) return 0;
    return items ? self : 0;
}

val deque_repeat(struct thread *t, val self, val n) {
    val copy = deque_copy(t, self);
    return copy ? deque_repeat_inplace(t, copy, n) : 0;
}

/* ---- comparison and text ---- */

static val compare_items(struct thread *t, val a, val b, enum compare op) {
    val x = deque_iter(t, a), y = x ? deque_iter(t, b) : 0;
    if (!y) return 0;
    for (;;) {
        val p = rt_next(t, x), q = t->exc ? 0 : rt_next(t, y);
        if (t->exc) return 0;
        if (!p || !q) return val_bool(compare_sizes(p ? 1 : 0, q ? 1 : 0, op));
        int64_t equal = obj_equal(t, p, q);
        if (equal < 0) return 0;
        if (equal) continue;
        if (op == CMP_EQ || op == CMP_NE) return val_bool(op == CMP_NE);
        return obj_compare(t, p, q, op);
    }
}

val deque_compare(struct thread *t, val a, val b, enum compare op) {
    if (!val_is_deque(a) || !val_is_deque(b)) return NOTIMPLEMENTED;
    if (op == CMP_EQ && D(a)->len != D(b)->len) return FALSE;
    if (op == CMP_NE && D(a)->len != D(b)->len) return TRUE;
    if (stack_check_in(t, IN_COMPARE) < 0) return 0;
    return compare_items(t, a, b, op);
}

val deque_repr(struct thread *t, val self) {
    if (stack_check_in(t, IN_REPR) < 0) return 0;
    if (!repr_enter(t, self)) return t->exc ? 0 : str_ascii(t, "[...]");
    val list = list_from_iterable(t, self), text = 0;
    if (list && D(self)->max >= 0)
        text = str_format(t, "%s(%R, maxlen=%ld)", class_name(self), list, D(self)->max);
    else if (list)
        text = str_format(t, "%s(%R)", class_name(self), list);
    repr_leave(t, self);
    return text;
}

static val deque_reduce(struct thread *t, val self) {
    val get = obj_lookattr(t, self, NAME(__getstate__)), state = NONE, args = EMPTY_TUPLE;
    if (t->exc) return 0;
    if (get) {
        if (!(state = call0(t, get))) return 0;
    } else {
        val own = instance_dict(t, val_obj(self));
        if (t->exc) return 0;
        if (own && dict_count(own)) state = own;
    }
    if (D(self)->max >= 0) {
        val max = int_from_i64(t, D(self)->max);
        if (!max || !(args = pair_new(t, EMPTY_TUPLE, max))) return 0;
    }
    val parts[4] = {val_of(type_of(self)), args, state, rt_iter(t, self)};
    return parts[3] ? tuple_of(t, 4, parts) : 0;
}

METHOD_TABLE(deque);
METHOD(deque, insert, deque_insert, -1, 0, 0);
METHOD(deque, index, deque_index, -1, 0, 0);
METHOD(deque, count, deque_count, 2, 0, 0);
METHOD(deque, remove, deque_remove, 2, 0, 0);
METHOD(deque, __reduce__, deque_reduce, 1, 0, 0);
