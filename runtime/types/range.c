/* range: four exact ints. Bounds inside the small range (nearly all) are computed in int64; the rest through
 * the number protocol, so that ranges of big ints are exact. */
#include "runtime/types/container.h"

METHOD_TABLE(range);
METHOD_TABLE(range_iterator);
METHOD_TABLE(longrange_iterator);

static bool all_small(const struct range *r) {
    return val_is_small(r->start) && val_is_small(r->stop) && val_is_small(r->step) &&
           val_is_small(r->length);
}

static int64_t small_count(int64_t start, int64_t stop, int64_t step) {
    if (step > 0) return start < stop ? (stop - start - 1) / step + 1 : 0;
    return start > stop ? (start - stop - 1) / -step + 1 : 0;
}

/* Number of items, exactly: 1 + (high - low - 1) // |step|, or 0. */
static val range_count(struct thread *t, val start, val stop, val step) {
    if (val_is_small(start) && val_is_small(stop) && val_is_small(step))
        return int_from_i64(t, small_count(val_small_get(start), val_small_get(stop), val_small_get(step)));
    bool down = int_sign(step) < 0;
    val low = down ? stop : start, high = down ? start : stop;
    int64_t some = obj_less(t, low, high);
    if (some < 0) return 0;
    if (!some) return val_small(0);
    if (down && !(step = rt_neg(t, step))) return 0;
    val n = rt_sub(t, high, low);
    if (n) n = rt_sub(t, n, val_small(1));
    if (n) n = rt_floordiv(t, n, step);
    return n ? rt_add(t, n, val_small(1)) : 0;
}

static val range_new(struct thread *t, val start, val stop, val step) {
    val length = range_count(t, start, stop, step);
    if (!length) return 0;
    struct range *r = gc_new(t, &range_type, sizeof *r);
    if (!r) return 0;
    r->start = start;
    r->stop = stop;
    r->step = step;
    r->length = length;
    return val_of(r);
}

static val range_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)cls;
    if (kwnames && AS(tuple, kwnames)->len && !args_no_keywords(t, "range", kwnames)) return 0;
    if (argc == 0) return raise(t, &exc_TypeError, "range expected at least 1 argument, got 0");
    if (argc > 3) return raise(t, &exc_TypeError, "range expected at most 3 arguments, got %ld", argc);
    val part[3] = {val_small(0), 0, val_small(1)};
    for (int64_t i = 0; i < argc; i++) {
        val v = obj_index(t, argv[i]);
        if (!v) return 0;
        part[argc == 1 ? 1 : i] = v;
    }
    if (part[2] == val_small(0)) return raise(t, &exc_ValueError, "range() arg 3 must not be zero");
    return range_new(t, part[0], part[1], part[2]);
}

static int64_t range_len(struct thread *t, val self) {
    int64_t n;
    if (int_to_i64(AS(range, self)->length, &n)) return n;
    return raise_i(t, &exc_OverflowError, "Python int too large to convert to C ssize_t");
}

static int64_t range_truth(struct thread *t, val self) {
    (void)t;
    return AS(range, self)->length != val_small(0);
}

/* start + i * step, i an exact int. */
static val range_at(struct thread *t, const struct range *r, val i) {
    if (all_small(r) && val_is_small(i))
        return int_from_i64(t, val_small_get(r->start) + val_small_get(i) * val_small_get(r->step));
    val v = rt_mul(t, i, r->step);
    return v ? rt_add(t, r->start, v) : 0;
}

static val range_slice(struct thread *t, struct range *r, val key) {
    val args = call_method1(t, key, NAME(indices), r->length);
    if (!args) return 0;
    val *part = AS(tuple, args)->item;
    val start = range_at(t, r, part[0]), stop = start ? range_at(t, r, part[1]) : 0;
    val step = stop ? rt_mul(t, part[2], r->step) : 0;
    return step ? range_new(t, start, stop, step) : 0;
}

val range_getitem(struct thread *t, val self, val key) {
    struct range *r = AS(range, self);
    if (val_is_exact(key, &slice_shape)) return range_slice(t, r, key);
    if (!type_of(key)->index)
        return raise(t, &exc_TypeError, "range indices must be integers or slices, not %T", key);
    val i = obj_index(t, key);
    if (!i) return 0;
    if (int_sign(i) < 0 && !(i = rt_add(t, i, r->length))) return 0;
    int64_t below = int_sign(i) < 0 ? 0 : obj_less(t, i, r->length);
    if (below < 0) return 0;
    if (!below) return raise(t, &exc_IndexError, "range object index out of range");
    return range_at(t, r, i);
}

static bool is_plain_int(val v) {
    return val_is_small(v) || val_is_exact(v, &int_shape) || v == TRUE || v == FALSE;
}

/* Position of the int v, or -1 absent, -2 raised; `*big` when it does not fit in small. */
static val range_find(struct thread *t, const struct range *r, val v) {
    if (v == TRUE || v == FALSE) v = val_small(v == TRUE);
    bool down = int_sign(r->step) < 0;
    int64_t low = down ? obj_less(t, r->stop, v) : 1 - obj_less(t, v, r->start);
    if (low <= 0) return val_small(-1);
    int64_t high = down ? 1 - obj_less(t, r->start, v) : obj_less(t, v, r->stop);
    if (high <= 0) return val_small(-1);
    val off = rt_sub(t, v, r->start);
    val rest = off ? rt_mod(t, off, r->step) : 0;
    if (!rest) return 0;
    return rest == val_small(0) ? rt_floordiv(t, off, r->step) : val_small(-1);
}

static int64_t range_contains(struct thread *t, val self, val v) {
    struct range *r = AS(range, self);
    if (is_plain_int(v)) {
        if (all_small(r) && val_is_small(v)) {
            int64_t x = val_small_get(v), a = val_small_get(r->start), b = val_small_get(r->stop),
                    s = val_small_get(r->step);
            if (s > 0 ? x < a || x >= b : x > a || x <= b) return 0;
            return (x - a) % s == 0;
        }
        val i = range_find(t, r, v);
        return i ? i != val_small(-1) : -1;
    }
    val it = rt_iter(t, self);
    if (!it) return -1;
    for (;;) {
        val x = rt_next(t, it);
        if (!x) return t->exc ? -1 : 0;
        int64_t eq = obj_equal(t, x, v);
        if (eq) return eq;
    }
}

static val range_index(struct thread *t, val self, val v) {
    if (is_plain_int(v)) {
        val i = range_find(t, AS(range, self), v);
        if (i != val_small(-1)) return i;
        return raise(t, &exc_ValueError, "%R is not in range", v);
    }
    val it = rt_iter(t, self), x;
    if (!it) return 0;
    for (int64_t i = 0; (x = rt_next(t, it)); i++) {
        int64_t eq = obj_equal(t, x, v);
        if (eq) return eq < 0 ? 0 : val_small(i);
    }
    return t->exc ? 0 : raise(t, &exc_ValueError, "sequence.index(x): x not in sequence");
}

static val range_count_method(struct thread *t, val self, val v) {
    if (is_plain_int(v)) {
        int64_t in = range_contains(t, self, v);
        return in < 0 ? 0 : val_small(in);
    }
    val it = rt_iter(t, self), x;
    if (!it) return 0;
    int64_t n = 0;
    while ((x = rt_next(t, it))) {
        int64_t eq = obj_equal(t, x, v);
        if (eq < 0) return 0;
        n += eq;
    }
    return t->exc ? 0 : val_small(n);
}

static val range_compare(struct thread *t, val a, val b, enum compare op) {
    if (!val_is_exact(b, &range_shape) || (op != CMP_EQ && op != CMP_NE)) return NOTIMPLEMENTED;
    struct range *x = AS(range, a), *y = AS(range, b);
    int64_t eq = obj_equal(t, x->length, y->length);
    if (eq > 0 && x->length != val_small(0)) {
        eq = obj_equal(t, x->start, y->start);
        if (eq > 0 && x->length != val_small(1)) eq = obj_equal(t, x->step, y->step);
    }
    if (eq < 0) return 0;
    return val_bool((eq != 0) == (op == CMP_EQ));
}

static int64_t range_hash(struct thread *t, val self) {
    struct range *r = AS(range, self);
    val part[3] = {r->length, NONE, NONE};
    if (r->length != val_small(0)) {
        part[1] = r->start;
        if (r->length != val_small(1)) part[2] = r->step;
    }
    val key = tuple_of(t, 3, part);
    return key ? obj_hash(t, key) : -1;
}

static val range_repr(struct thread *t, val self) {
    struct range *r = AS(range, self);
    if (r->step == val_small(1)) return str_format(t, "range(%R, %R)", r->start, r->stop);
    return str_format(t, "range(%R, %R, %R)", r->start, r->stop, r->step);
}

/* ---- iterators ---- */

struct longrange_iter {
    struct obj head;
    val next, step, left, start; /* exact ints */
};
extern struct type longrange_iterator_type;
extern struct shape longrange_iterator_shape;

static val iter_from(struct thread *t, val start, val step, val length) {
    int64_t first, by, n;
    if (val_is_small(start) && val_is_small(step) && val_is_small(length)) {
        first = val_small_get(start);
        by = val_small_get(step);
        n = val_small_get(length);
        /* Every item must be small: the step function does not check. */
        int64_t last;
        bool big = n > 0 && (__builtin_mul_overflow(n - 1, by, &last) ||
                             __builtin_add_overflow(last, first, &last) || !small_fits(last));
        if (!big) {
            READY(t, range_iterator_type);
            struct range_iter *it = gc_new(t, &range_iterator_type, sizeof *it);
            if (!it) return 0;
            it->next = it->start = first;
            it->step = by;
            it->left = n;
            return val_of(it);
        }
    }
    READY(t, longrange_iterator_type);
    struct longrange_iter *it = gc_new(t, &longrange_iterator_type, sizeof *it);
    if (!it) return 0;
    it->next = it->start = start;
    it->step = step;
    it->left = length;
    return val_of(it);
}

static val range_iter(struct thread *t, val self) {
    struct range *r = AS(range, self);
    return iter_from(t, r->start, r->step, r->length);
}

static val range_reversed(struct thread *t, val self) {
    struct range *r = AS(range, self);
    val last = rt_sub(t, r->length, val_small(1));
    last = last ? range_at(t, r, last) : 0;
    val step = last ? rt_neg(t, r->step) : 0;
    return step ? iter_from(t, last, step, r->length) : 0;
}

val next_range(struct thread *t, val v) {
    (void)t;
    struct range_iter *it = AS(range_iter, v);
    if (unlikely(it->left <= 0)) return 0;
    int64_t n = it->next;
    it->left--;
    it->next = (int64_t)((uint64_t)n + (uint64_t)it->step);
    return val_small(n);
}

static val next_longrange(struct thread *t, val v) {
    struct longrange_iter *it = AS(longrange_iter, v);
    if (it->left == val_small(0)) return 0;
    val item = it->next, next = rt_add(t, item, it->step),
        left = next ? rt_sub(t, it->left, val_small(1)) : 0;
    if (!left) return 0;
    gc_store(it, &it->next, next);
    gc_store(it, &it->left, left);
    return item;
}

static val range_hint(struct thread *t, val self) {
    return int_from_i64(t, AS(range_iter, self)->left);
}
static val longrange_hint(struct thread *t, val self) {
    return (void)t, AS(longrange_iter, self)->left;
}
static val range_start(struct thread *t, val self) {
    return (void)t, AS(range, self)->start;
}
static val range_stop(struct thread *t, val self) {
    return (void)t, AS(range, self)->stop;
}
static val range_step(struct thread *t, val self) {
    return (void)t, AS(range, self)->step;
}

static val range_reduce(struct thread *t, val self) {
    return reduce_as(t, self, 3, &AS(range, self)->start, 0);
}

/* The iterator's range from its beginning, and how far it has come. */
static val iter_reduced_of(struct thread *t, val start, val next, val step, val left) {
    val done = rt_sub(t, next, start), end = done ? rt_mul(t, left, step) : 0;
    end = end ? rt_add(t, next, end) : 0;
    val parts[3] = {start, end, step}, index = end ? rt_floordiv(t, done, step) : 0;
    val range = index ? call(t, val_of(&range_type), 3, parts, 0) : 0;
    return range ? reduce_iter(t, NAME(iter), 1, &range, index) : 0;
}
static val range_iter_reduce(struct thread *t, val self) {
    struct range_iter *it = AS(range_iter, self);
    return iter_reduced_of(t, val_small(it->start), int_from_i64(t, it->next), int_from_i64(t, it->step),
                           int_from_i64(t, it->left));
}
static val longrange_iter_reduce(struct thread *t, val self) {
    struct longrange_iter *it = AS(longrange_iter, self);
    return iter_reduced_of(t, it->start, it->next, it->step, it->left);
}

static val range_iter_setstate(struct thread *t, val self, val state) {
    struct range_iter *it = AS(range_iter, self);
    int64_t i, n = it->left + (it->next - it->start) / it->step;
    if (!index_i64(t, state, &i)) return 0;
    i = i < 0 ? 0 : i > n ? n : i;
    it->next = (int64_t)((uint64_t)it->start + (uint64_t)i * (uint64_t)it->step);
    it->left = n - i;
    return NONE;
}
static val longrange_iter_setstate(struct thread *t, val self, val state) {
    struct longrange_iter *it = AS(longrange_iter, self);
    val done = rt_sub(t, it->next, it->start), passed = done ? rt_floordiv(t, done, it->step) : 0,
        n = passed ? rt_add(t, it->left, passed) : 0;
    if (!n || !val_is_int(state)) return n ? raise(t, &exc_TypeError, "an integer is required") : 0;
    if (rt_lt(t, state, val_small(0)) == TRUE) state = val_small(0);
    if (rt_gt(t, state, n) == TRUE) state = n;
    val by = rt_mul(t, state, it->step), next = by ? rt_add(t, it->start, by) : 0,
        left = next ? rt_sub(t, n, state) : 0;
    if (!left) return 0;
    gc_store(it, &it->next, next);
    gc_store(it, &it->left, left);
    return NONE;
}

METHOD(range, __reduce__, range_reduce, 1, 0, 0);
METHOD(range_iterator, __reduce__, range_iter_reduce, 1, 0, 0);
METHOD(longrange_iterator, __reduce__, longrange_iter_reduce, 1, 0, 0);
METHOD(range_iterator, __setstate__, range_iter_setstate, 2, 0, 0);
METHOD(longrange_iterator, __setstate__, longrange_iter_setstate, 2, 0, 0);
METHOD(range, count, range_count_method, 2, 0, 0);
METHOD(range, index, range_index, 2, 0, 0);
METHOD(range, __reversed__, range_reversed, 1, 0, 0);
GETTER(range, start, range_start, readonly_member);
GETTER(range, stop, range_stop, readonly_member);
GETTER(range, step, range_step, readonly_member);
METHOD(range_iterator, __length_hint__, range_hint, 1, 0, 0);
METHOD(longrange_iterator, __length_hint__, longrange_hint, 1, 0, 0);

struct type range_type = {
    .head = TYPE_HEAD,
    .shape = &range_shape,
    .cname = "range",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE | TYPE_SEQUENCE,
    .size = sizeof(struct range),
    .gc_layout = GC_WORDS,
    .methods = __start_pymeth_range,
    .methods_end = __stop_pymeth_range,
    .doc = "range(stop) -> range object\nrange(start, stop[, step]) -> range object\n\n"
           "Return an object that produces a sequence of integers from start (inclusive)\n"
           "to stop (exclusive) by step.  range(i, j) produces i, i+1, i+2, ..., j-1.\n"
           "start defaults to 0, and stop is omitted!  range(4) produces 0, 1, 2, 3.\n"
           "These are exactly the valid indices for a list of 4 elements.\n"
           "When step is given, it specifies the increment (or decrement).",
    .new = range_make,
    .repr = range_repr,
    .hash = range_hash,
    .compare = range_compare,
    .iter = range_iter,
    .truth = range_truth,
    .len = range_len,
    .getitem = range_getitem,
    .contains = range_contains,
};
DEFINE_SHAPE(range);

struct type range_iterator_type = {
    .head = TYPE_HEAD,
    .shape = &range_iterator_shape,
    .cname = "range_iterator",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE,
    .size = sizeof(struct range_iter),
    .gc_layout = GC_LEAF,
    .methods = __start_pymeth_range_iterator,
    .methods_end = __stop_pymeth_range_iterator,
    .iter = iter_self,
    .next = next_range,
};
DEFINE_SHAPE(range_iterator);

struct type longrange_iterator_type = {
    .head = TYPE_HEAD,
    .shape = &longrange_iterator_shape,
    .cname = "longrange_iterator",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE,
    .size = sizeof(struct longrange_iter),
    .gc_layout = GC_WORDS,
    .methods = __start_pymeth_longrange_iterator,
    .methods_end = __stop_pymeth_longrange_iterator,
    .iter = iter_self,
    .next = next_longrange,
};
DEFINE_SHAPE(longrange_iterator);
