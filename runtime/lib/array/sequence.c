/* Arrays as sequences: what lists can do too. */
#include "runtime/lib/array/array.h"
#include "runtime/lib/native.h"

#define A(v) AS(array, v)

static val bad_kind(struct thread *t) {
    return raise(t, &exc_TypeError, "bad argument type for built-in operation");
}

static val item_at(struct thread *t, const struct array *a, int64_t i) {
    return array_item(t, a->kind, array_place(a, i));
}

/* ---- joining and repeating ---- */

val array_concat(struct thread *t, val a, val b) {
    if (!val_is_array(b)) return raise(t, &exc_TypeError, "can only append array (not \"%T\") to array", b);
    if (A(a)->kind != A(b)->kind) return bad_kind(t);
    val all = array_new(t, &array_type, A(a)->kind, 0);
    return all && array_extend_from(t, A(all), a) && array_extend_from(t, A(all), b) ? all : 0;
}

val array_iconcat(struct thread *t, val a, val b) {
    if (!val_is_array(b)) return raise(t, &exc_TypeError, "can only extend array with array (not \"%T\")", b);
    return array_extend_from(t, A(a), b) ? a : 0;
}

/* a's items `n` times, in place. */
static bool repeat(struct thread *t, struct array *a, int64_t n) {
    int64_t old = a->len, all;
    if (n < 0) n = 0;
    if (__builtin_mul_overflow(old, n, &all)) return raise(t, &exc_MemoryError, "") != 0;
    if (!array_resize(t, a, all)) return false;
    for (int64_t i = old; i < all; i += old) memcpy(array_place(a, i), a->p, array_bytes(a, old));
    return true;
}

static bool repeat_count(struct thread *t, val n, int64_t *out) {
    if (!val_is_int(n) && !type_of(n)->index)
        return raise(t, &exc_TypeError, "can't multiply sequence by non-int of type '%T'", n) != 0;
    return index_i64(t, n, out);
}

val array_irepeat(struct thread *t, val a, val n) {
    int64_t times;
    return repeat_count(t, n, &times) && repeat(t, A(a), times) ? a : 0;
}

val array_repeat(struct thread *t, val a, val n) {
    val copy = array_new(t, &array_type, A(a)->kind, 0);
    return copy && array_extend_from(t, A(copy), a) ? array_irepeat(t, copy, n) : 0;
}

/* ---- subscripts ---- */

static val slice_of(struct thread *t, const struct array *a, val key) {
    int64_t start, stop, step, n = slice_resolve(t, key, a->len, &start, &stop, &step);
    val part = n < 0 ? 0 : array_new(t, &array_type, a->kind, 0);
    if (!part || !array_resize(t, A(part), n)) return 0;
    for (int64_t i = 0; step != 1 && i < n; i++)
        memcpy(array_place(A(part), i), array_place(a, start + i * step), a->kind->size);
    if (step == 1 && n) memcpy(A(part)->p, array_place(a, start), array_bytes(a, n));
    return part;
}

static bool place_of(struct thread *t, const struct array *a, val key, const char *message, int64_t *out) {
    if (!val_is_int(key) && !type_of(key)->index)
        return raise(t, &exc_TypeError, "array indices must be integers") != 0;
    if (!seq_index(t, key, out)) return false;
    if (*out < 0) *out += a->len;
    return (*out >= 0 && *out < a->len) || raise(t, &exc_IndexError, message) != 0;
}

val array_getitem(struct thread *t, val self, val key) {
    int64_t i;
    if (val_is_exact(key, &slice_shape)) return slice_of(t, A(self), key);
    return place_of(t, A(self), key, "array index out of range", &i) ? item_at(t, A(self), i) : 0;
}

/* Items from .. from + n become `put` items at `p`, which lies elsewhere (NULL: nobody cares what they are).
 */
static bool splice(struct thread *t, struct array *a, int64_t from, int64_t n, const void *p, int64_t put) {
    int64_t tail = a->len - from - n, len = a->len - n + put;
    if (put != n && array_fixed(t, a)) return false;
    if (put < n && tail) memmove(array_place(a, from + put), array_place(a, from + n), array_bytes(a, tail));
    if (!array_resize(t, a, len)) return false;
    if (put > n && tail) memmove(array_place(a, from + put), array_place(a, from + n), array_bytes(a, tail));
    if (put && p) memcpy(array_place(a, from), p, array_bytes(a, put));
    return true;
}

static bool delete_steps(struct thread *t, struct array *a, int64_t start, int64_t n, int64_t step) {
    if (n == 0) return true;
    if (array_fixed(t, a)) return false;
    if (step < 0) {
        start += (n - 1) * step;
        step = -step;
    }
    int64_t to = start, next = start, left = n;
    for (int64_t i = start; i < a->len; i++) {
        if (left && i == next) {
            next += step;
            left--;
            continue;
        }
        memcpy(array_place(a, to++), array_place(a, i), a->kind->size);
    }
    a->len = to;
    return true;
}

static int64_t set_slice(struct thread *t, struct array *a, val key, val value) {
    const struct array *from = NULL;
    if (value) {
        if (!val_is_array(value))
            return raise_i(t, &exc_TypeError, "can only assign array (not \"%T\") to array slice", value);
        if (A(value)->kind != a->kind) return bad_kind(t), -1;
        if (value == val_of(a) && !(value = slice_of(t, a, rt_slice_new(t, NONE, NONE, NONE)))) return -1;
        from = A(value);
    }
    int64_t start, stop, step, n = slice_resolve(t, key, a->len, &start, &stop, &step);
    int64_t put = from ? from->len : 0;
    if (n < 0) return -1;
    if (step == 1) return splice(t, a, start, n, from ? from->p : NULL, put) ? 0 : -1;
    if (!put) return delete_steps(t, a, start, n, step) ? 0 : -1;
    if (put != n)
        return raise_i(t, &exc_ValueError,
                       "attempt to assign array of size %ld to extended slice of size %ld", put, n);
    for (int64_t i = 0; i < n; i++)
        memcpy(array_place(a, start + i * step), array_place(from, i), a->kind->size);
    return 0;
}

int64_t array_setitem(struct thread *t, val self, val key, val value) {
    static const char range[] = "array assignment index out of range";
    struct array *a = A(self);
    int64_t i;
    uint64_t word;
    if (val_is_exact(key, &slice_shape)) return set_slice(t, a, key, value);
    if (!place_of(t, a, key, range, &i)) return -1;
    if (!value) return splice(t, a, i, 1, NULL, 0) ? 0 : -1;
    if (!array_word(t, a->kind, value, &word)) return -1;
    if (i >= a->len) return raise_i(t, &exc_IndexError, range);
    memcpy(array_place(a, i), &word, a->kind->size);
    return 0;
}

/* ---- searching and comparing ---- */

/* The first item equal to x among from .. to; -1 none, -2 raised. */
static int64_t find(struct thread *t, const struct array *a, val x, int64_t from, int64_t to) {
    for (int64_t i = from; i < to && i < a->len; i++) {
        val item = item_at(t, a, i);
        int64_t same = item ? obj_equal(t, item, x) : -1;
        if (same) return same < 0 ? -2 : i;
    }
    return -1;
}

int64_t array_contains(struct thread *t, val self, val x) {
    int64_t i = find(t, A(self), x, 0, INT64_MAX);
    return i == -2 ? -1 : i >= 0;
}

val array_compare(struct thread *t, val a, val b, enum compare op) {
    if (!val_is_array(a) || !val_is_array(b)) return NOTIMPLEMENTED;
    bool equality = op == CMP_EQ || op == CMP_NE;
    if (equality && A(a)->len != A(b)->len) return val_bool(op == CMP_NE);
    for (int64_t i = 0; i < A(a)->len && i < A(b)->len; i++) {
        val x = item_at(t, A(a), i), y = x ? item_at(t, A(b), i) : 0;
        val same = y ? obj_compare(t, x, y, CMP_EQ) : 0; /* a NaN is not equal to itself here */
        int64_t yes = same ? obj_truth(t, same) : -1;
        if (yes < 0) return 0;
        if (!yes) return equality ? val_bool(op == CMP_NE) : obj_compare(t, x, y, op);
    }
    return val_bool(compare_sizes(A(a)->len, A(b)->len, op));
}

static val method_index(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t start, stop;
    if (!args_no_keywords(t, "array.index", kwnames) || !args_count(t, "index", argc - 1, 1, 3) ||
        !seq_bounds(t, argc - 2, argv + 2, A(argv[0])->len, &start, &stop))
        return 0;
    int64_t i = find(t, A(argv[0]), argv[1], start, stop);
    if (i == -2) return 0;
    return i >= 0 ? val_small(i) : raise(t, &exc_ValueError, "array.index(x): x not in array");
}

static val method_count(struct thread *t, val self, val x) {
    int64_t n = 0;
    for (int64_t i = 0; (i = find(t, A(self), x, i, INT64_MAX)) >= 0; i++) n++;
    return t->exc ? 0 : val_small(n);
}

static val method_remove(struct thread *t, val self, val x) {
    int64_t i = find(t, A(self), x, 0, INT64_MAX);
    if (i == -1) return raise(t, &exc_ValueError, "array.remove(x): x not in array");
    if (i >= A(self)->len) return NONE;
    return i >= 0 && splice(t, A(self), i, 1, NULL, 0) ? NONE : 0;
}

/* ---- changes ---- */

static val method_append(struct thread *t, val self, val v) {
    return array_push(t, A(self), v) ? NONE : 0;
}
static val method_extend(struct thread *t, val self, val iterable) {
    return array_extend_from(t, A(self), iterable) ? NONE : 0;
}

static val method_insert(struct thread *t, val self, val where, val v) {
    struct array *a = A(self);
    uint64_t word;
    int64_t i;
    if (!index_i64(t, where, &i) || !array_word(t, a->kind, v, &word)) return 0;
    if (i < 0 && (i += a->len) < 0) i = 0;
    if (i > a->len) i = a->len;
    return splice(t, a, i, 0, &word, 1) ? NONE : 0;
}

static val method_pop(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t i = -1;
    struct array *a = A(argv[0]);
    if (!args_no_keywords(t, "array.pop", kwnames) || !args_count(t, "pop", argc - 1, 0, 1) ||
        (argc > 1 && !index_i64(t, argv[1], &i)))
        return 0;
    if (!a->len) return raise(t, &exc_IndexError, "pop from empty array");
    if (i < 0) i += a->len;
    if (i < 0 || i >= a->len) return raise(t, &exc_IndexError, "pop index out of range");
    val v = item_at(t, a, i);
    return v && splice(t, a, i, 1, NULL, 0) ? v : 0;
}

static val method_reverse(struct thread *t, val self) {
    struct array *a = A(self);
    (void)t;
    for (int64_t i = 0, j = a->len - 1; i < j; i++, j--) {
        uint64_t word;
        memcpy(&word, array_place(a, i), a->kind->size);
        memcpy(array_place(a, i), array_place(a, j), a->kind->size);
        memcpy(array_place(a, j), &word, a->kind->size);
    }
    return NONE;
}

static val method_copy(struct thread *t, val self) {
    val copy = array_new(t, &array_type, A(self)->kind, 0);
    return copy && array_extend_from(t, A(copy), self) ? copy : 0;
}
static val method_deepcopy(struct thread *t, val self, val memo) {
    (void)memo;
    return method_copy(t, self);
}

METHOD(array, append, method_append, 2, 0, "($self, v, /)");
METHOD(array, extend, method_extend, 2, 0, "($self, bb, /)");
METHOD(array, insert, method_insert, 3, 0, "($self, i, v, /)");
METHOD(array, pop, method_pop, -1, 0, "($self, i=-1, /)");
METHOD(array, remove, method_remove, 2, 0, "($self, v, /)");
METHOD(array, reverse, method_reverse, 1, 0, "($self, /)");
METHOD(array, index, method_index, -1, 0, "($self, v, start=0, stop=sys.maxsize, /)");
METHOD(array, count, method_count, 2, 0, "($self, v, /)");
METHOD(array, __copy__, method_copy, 1, 0, "($self, /)");
METHOD(array, __deepcopy__, method_deepcopy, 2, 0, "($self, unused, /)");
