/* list: a header and a block of words that grows in place when it can.
 * Everything that calls back into Python re-reads `item` and `len` afterwards: the list may have changed. */
#include "runtime/types/container.h"

METHOD_TABLE(list);

/* ---- helpers all sequences use ---- */

bool seq_index(struct thread *t, val key, int64_t *out) {
    if (likely(val_is_small(key))) {
        *out = val_small_get(key);
        return true;
    }
    if (index_i64(t, key, out)) return true;
    if (exc_pending_is(t, &exc_OverflowError)) {
        exc_take(t);
        raise(t, &exc_IndexError, "cannot fit '%T' into an index-sized integer", key);
    }
    return false;
}

bool seq_bounds(struct thread *t, int64_t argc, const val *argv, int64_t len, int64_t *start, int64_t *stop) {
    *start = 0;
    *stop = INT64_MAX;
    for (int64_t i = 0; i < argc && i < 2; i++)
        if (argv[i] != 0 && !val_is_int(argv[i]) && !type_of(argv[i])->index)
            return raise(t, &exc_TypeError, "slice indices must be integers or have an __index__ method") !=
                   0;
    if (argc > 0 && argv[0] != 0 && !index_clamped(t, argv[0], start)) return false;
    if (argc > 1 && argv[1] != 0 && !index_clamped(t, argv[1], stop)) return false;
    if (*start < 0 && (*start += len) < 0) *start = 0;
    if (*stop < 0 && (*stop += len) < 0) *stop = 0;
    return true;
}

int64_t compare_sizes(int64_t a, int64_t b, enum compare op) {
    switch (op) {
    case CMP_LT: return a < b;
    case CMP_LE: return a <= b;
    case CMP_EQ: return a == b;
    case CMP_NE: return a != b;
    case CMP_GT: return a > b;
    default: return a >= b;
    }
}

bool ctor_args(struct thread *t, const char *name, int64_t argc, val kwnames, int64_t min, int64_t max) {
    if (kwnames && AS(tuple, kwnames)->len && !args_no_keywords(t, name, kwnames)) return false;
    return args_count(t, name, argc, min, max);
}

val class_getitem(struct thread *t, val cls, val args) {
    return alias_new(t, cls, args);
}

/* ---- storage ---- */

val list_new(struct thread *t, int64_t cap) {
    struct list *l = gc_new(t, &list_type, sizeof *l);
    if (!l) return 0;
    if (cap > 0) {
        if (cap > INT64_MAX / 16) return raise(t, &exc_MemoryError, "");
        val *item = gc_storage(t, (size_t)cap * sizeof(val), true);
        if (!item) return 0;
        l->item = item;
        l->cap = cap;
        gc_note(&l->head);
    }
    return val_of(l);
}

/* Makes room for `n` items in all; CPython's growth pattern. */
static bool list_reserve(struct thread *t, struct list *l, int64_t n) {
    if (n <= l->cap) return true;
    if (n > INT64_MAX / 32) return raise(t, &exc_MemoryError, ""), false;
    int64_t cap = (n + (n >> 3) + 6) & ~INT64_C(3);
    val *item =
        l->item ? gc_storage_grow(t, l->item, (size_t)l->cap * sizeof(val), (size_t)cap * sizeof(val), true)
                : gc_storage(t, (size_t)cap * sizeof(val), true);
    if (!item) return false;
    l->item = item;
    l->cap = cap;
    gc_note(&l->head);
    return true;
}

/* Cuts the list to `n` items and keeps the rule that the rest of the block is 0. */
static void list_cut(struct list *l, int64_t n) {
    if (n >= l->len) return;
    memset(l->item + n, 0, (size_t)(l->len - n) * sizeof(val));
    l->len = n;
    if (n == 0) {
        l->item = NULL;
        l->cap = 0;
    }
}

val list_of(struct thread *t, int64_t n, const val *items) {
    val v = list_new(t, n);
    if (!v) return 0;
    struct list *l = AS(list, v);
    gc_note(&l->head);
    if (n) memcpy(l->item, items, (size_t)n * sizeof(val));
    l->len = n;
    return v;
}

int64_t list_push(struct thread *t, val list, val item) {
    struct list *l = AS(list, list);
    if (unlikely(l->len >= l->cap) && !list_reserve(t, l, l->len + 1)) return -1;
    gc_note(&l->head);
    l->item[l->len++] = item;
    return 0;
}

static int64_t list_extend_items(struct thread *t, struct list *l, val src) {
    /* A list extended by itself: length first, the block may move. */
    bool tuple = val_has(src, TYPE_TUPLE);
    int64_t n = tuple ? AS(tuple, src)->len : AS(list, src)->len;
    if (n == 0) return 0;
    if (!list_reserve(t, l, l->len + n)) return -1;
    gc_note(&l->head);
    const val *from = tuple ? AS(tuple, src)->item : AS(list, src)->item;
    memcpy(l->item + l->len, from, (size_t)n * sizeof(val));
    l->len += n;
    return 0;
}

int64_t list_extend_from(struct thread *t, val list, val it) {
    struct list *l = AS(list, list);
    if (val_is_exact(it, &list_shape) || val_is_exact(it, &tuple_shape)) return list_extend_items(t, l, it);
    if (it == list) { /* of a class with its own idea of iterating; what it gives is taken before anything is
                         added */
        val items = list_from_iterable(t, it);
        return items ? list_extend_items(t, l, items) : -1;
    }
    val iter = rt_iter(t, it);
    if (!iter) return -1;
    int64_t hint = obj_length_hint(t, it, 8);
    if (hint < 0) return -1;
    /* a hint nobody can have is refused here; one that overflows must be a lie and is not heeded */
    if (hint > 8 && hint <= INT64_MAX - l->len && !list_reserve(t, l, l->len + hint)) return -1;
    for (;;) {
        val v = rt_next(t, iter);
        if (!v) return t->exc ? -1 : 0;
        if (list_push(t, list, v) < 0) return -1;
    }
}

val list_from_iterable(struct thread *t, val it) {
    val l = list_new(t, 0);
    if (!l || list_extend_from(t, l, it) < 0) return 0;
    return l;
}

/* ---- construction ---- */

static val list_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)argc;
    (void)argv;
    (void)kwnames;
    return val_of(gc_new(t, cls, cls->size));
}

static int64_t list_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    if (!ctor_args(t, "list", argc, type_of(self)->new == list_make ? kwnames : 0, 0, 1)) return -1;
    struct list *l = AS(list, self);
    if (l->len) list_cut(l, 0);
    return argc ? list_extend_from(t, self, argv[0]) : 0;
}

static void list_trace(struct gc_visitor *v, struct obj *o) {
    struct list *l = (struct list *)o;
    if (l->item) gc_visit_storage(v, l->item);
}

/* ---- reading ---- */

static int64_t list_len(struct thread *t, val self) {
    (void)t;
    return AS(list, self)->len;
}

val list_slice_copy(struct thread *t, val list, int64_t start, int64_t count, int64_t step) {
    val v = list_new(t, count);
    if (!v) return 0;
    struct list *l = AS(list, v);
    const val *from = AS(list, list)->item;
    gc_note(&l->head);
    if (step == 1 && count)
        memcpy(l->item, from + start, (size_t)count * sizeof(val));
    else
        for (int64_t i = 0; i < count; i++) l->item[i] = from[start + i * step];
    l->len = count;
    return v;
}

val list_getitem(struct thread *t, val self, val key) {
    struct list *l = AS(list, self);
    int64_t i;
    if (likely(val_is_small(key)))
        i = val_small_get(key);
    else if (val_is_exact(key, &slice_shape)) {
        int64_t start, stop, step, n = slice_resolve(t, key, l->len, &start, &stop, &step);
        if (n < 0) return 0;
        return list_slice_copy(t, self, start, n, step);
    } else if (!type_of(key)->index)
        return raise(t, &exc_TypeError, "list indices must be integers or slices, not %T", key);
    else if (!seq_index(t, key, &i))
        return 0;
    if (i < 0) i += l->len;
    if (unlikely((uint64_t)i >= (uint64_t)l->len))
        return raise(t, &exc_IndexError, "list index out of range");
    return l->item[i];
}

/* First position in [from, to) that is or equals x, -1 when none, -2 raised. The sequence may change
 * underneath. */
int64_t items_find(struct thread *t, val *const *items, const int64_t *len, val x, int64_t from, int64_t to) {
    for (int64_t i = from; i < to && i < *len; i++) {
        val v = (*items)[i];
        if (v == x) return i;
        if (val_is_small(v) && val_is_small(x)) continue;
        int64_t eq = obj_equal(t, v, x);
        if (eq < 0) return -2;
        if (eq) return i;
    }
    return -1;
}

static int64_t list_contains(struct thread *t, val self, val x) {
    struct list *l = AS(list, self);
    int64_t i = items_find(t, &l->item, &l->len, x, 0, INT64_MAX);
    return i == -2 ? -1 : i >= 0;
}

static val list_compare(struct thread *t, val a, val b, enum compare op) {
    if (!val_has(a, TYPE_LIST) || !val_has(b, TYPE_LIST)) return NOTIMPLEMENTED;
    struct list *x = AS(list, a), *y = AS(list, b);
    if (x->len != y->len && (op == CMP_EQ || op == CMP_NE)) return val_bool(op == CMP_NE);
    if (stack_check_in(t, IN_COMPARE) < 0) return 0;
    int64_t i = 0;
    for (; i < x->len && i < y->len; i++) {
        val p = x->item[i], q = y->item[i];
        if (p == q) continue;
        int64_t eq = val_is_small(p) && val_is_small(q) ? 0 : obj_equal(t, p, q);
        if (eq < 0) return 0;
        if (!eq) break;
    }
    if (i >= x->len || i >= y->len) return val_bool(compare_sizes(x->len, y->len, op));
    if (op == CMP_EQ) return FALSE;
    if (op == CMP_NE) return TRUE;
    return obj_compare(t, x->item[i], y->item[i], op);
}

static val list_repr(struct thread *t, val self) {
    struct list *l = AS(list, self);
    if (l->len == 0) return str_ascii(t, "[]");
    if (stack_check_in(t, IN_REPR) < 0) return 0;
    if (!repr_enter(t, self)) return t->exc ? 0 : str_ascii(t, "[...]");
    struct strbuf b;
    strbuf_init(&b, t);
    bool ok = strbuf_char(&b, '[');
    for (int64_t i = 0; ok && i < l->len; i++) {
        val r = obj_repr(t, l->item[i]);
        ok = r && (i == 0 || strbuf_ascii(&b, ", ", 2)) && strbuf_put(&b, r);
    }
    ok = ok && strbuf_char(&b, ']');
    repr_leave(t, self);
    return ok ? strbuf_finish(&b) : 0;
}

static val list_iter(struct thread *t, val self) {
    return list_iter_new(t, self);
}

/* ---- + and * ---- */

static val list_concat(struct thread *t, val a, val b) {
    if (!val_has(b, TYPE_LIST))
        return raise(t, &exc_TypeError, "can only concatenate list (not \"%T\") to list", b);
    val v = list_new(t, AS(list, a)->len + AS(list, b)->len);
    if (!v || list_extend_items(t, AS(list, v), a) < 0 || list_extend_items(t, AS(list, v), b) < 0) return 0;
    return v;
}

static val list_inplace_concat(struct thread *t, val a, val b) {
    return list_extend_from(t, a, b) < 0 ? 0 : a;
}

static void fill_repeated(val *to, const val *from, int64_t n, int64_t times) {
    if (n == 1) {
        for (int64_t i = 0; i < times; i++) to[i] = from[0];
        return;
    }
    for (int64_t k = 0; k < times; k++) memcpy(to + k * n, from, (size_t)n * sizeof(val));
}

static val list_repeat(struct thread *t, val a, val count) {
    int64_t n = AS(list, a)->len, times;
    if (!seq_index(t, count, &times)) {
        if (exc_pending_is(t, &exc_IndexError)) {
            exc_take(t);
            raise(t, &exc_OverflowError, "cannot fit '%T' into an index-sized integer", count);
        }
        return 0;
    }
    if (times <= 0 || n == 0) return list_new(t, 0);
    if (times > INT64_MAX / 16 / n) return raise(t, &exc_MemoryError, "");
    val v = list_new(t, n * times);
    if (!v) return 0;
    gc_note(val_obj(v));
    fill_repeated(AS(list, v)->item, AS(list, a)->item, n, times);
    AS(list, v)->len = n * times;
    return v;
}

static val list_inplace_repeat(struct thread *t, val a, val count) {
    struct list *l = AS(list, a);
    int64_t times, n = l->len;
    if (!seq_index(t, count, &times)) {
        if (exc_pending_is(t, &exc_IndexError)) {
            exc_take(t);
            raise(t, &exc_OverflowError, "cannot fit '%T' into an index-sized integer", count);
        }
        return 0;
    }
    if (times <= 0) {
        if (n) list_cut(l, 0);
        return a;
    }
    if (n == 0 || times == 1) return a;
    if (times > INT64_MAX / 32 / n) return raise(t, &exc_MemoryError, "");
    if (!list_reserve(t, l, n * times)) return 0;
    gc_note(&l->head);
    fill_repeated(l->item + n, l->item, n, times - 1);
    l->len = n * times;
    return a;
}

/* ---- assignment to slices ---- */

/* Replaces [at, at + gone) by n items. `items` must not lie in the list's own block. */
static bool list_splice(struct thread *t, struct list *l, int64_t at, int64_t gone, const val *items,
                        int64_t n) {
    int64_t tail = l->len - at - gone, len = l->len - gone + n;
    if (n > gone && !list_reserve(t, l, len)) return false;
    if (n != gone && tail) memmove(l->item + at + n, l->item + at + gone, (size_t)tail * sizeof(val));
    gc_note(&l->head);
    if (n) memcpy(l->item + at, items, (size_t)n * sizeof(val));
    if (len < l->len)
        list_cut(l, len);
    else
        l->len = len;
    return true;
}

static int64_t delete_stepped(struct list *l, int64_t start, int64_t n, int64_t step) {
    if (step < 0) {
        start += (n - 1) * step;
        step = -step;
    }
    int64_t to = start;
    for (int64_t i = start, k = 0; i < l->len; i++) {
        if (k < n && i == start + k * step) {
            k++;
            continue;
        }
        l->item[to++] = l->item[i];
    }
    list_cut(l, to);
    return 0;
}

/* The items of `value` as a list or tuple that is not `self`. */
static val splice_source(struct thread *t, val self, val value, const char *message) {
    if (value == self) return list_slice_copy(t, self, 0, AS(list, self)->len, 1);
    if (val_has(value, TYPE_LIST | TYPE_TUPLE)) return value;
    val it = rt_iter(t, value), l = it ? list_from_iterable(t, it) : 0; /* the length is not asked for */
    if (!l && exc_pending_is(t, &exc_TypeError) && !type_of(value)->iter && !type_of(value)->getitem) {
        exc_take(t);
        raise(t, &exc_TypeError, message);
    }
    return l;
}

static int64_t list_set_slice(struct thread *t, val self, val key, val value) {
    struct list *l = AS(list, self);
    int64_t start, stop, step, n;
    if (step_is_one(key)) {
        val src = value ? splice_source(t, self, value, "can only assign an iterable") : 0;
        if (value && !src) return -1;
        n = slice_resolve(t, key, l->len, &start, &stop, &step);
        if (n < 0) return -1;
        if (!src) return list_splice(t, l, start, n, NULL, 0) ? 0 : -1;
        bool tuple = val_has(src, TYPE_TUPLE);
        const val *items = tuple ? AS(tuple, src)->item : AS(list, src)->item;
        return list_splice(t, l, start, n, items, tuple ? AS(tuple, src)->len : AS(list, src)->len) ? 0 : -1;
    }
    n = slice_resolve(t, key, l->len, &start, &stop, &step);
    if (n < 0) return -1;
    if (!value) return n ? delete_stepped(l, start, n, step) : 0;
    val src = splice_source(t, self, value, "must assign iterable to extended slice");
    if (!src) return -1;
    n = slice_resolve(t, key, l->len, &start, &stop, &step);
    if (n < 0) return -1;
    bool tuple = val_has(src, TYPE_TUPLE);
    const val *items = tuple ? AS(tuple, src)->item : AS(list, src)->item;
    int64_t len = tuple ? AS(tuple, src)->len : AS(list, src)->len;
    if (step == 1) return list_splice(t, l, start, n, items, len) ? 0 : -1;
    if (len != n)
        return raise_i(t, &exc_ValueError,
                       "attempt to assign sequence of size %ld to extended slice of size %ld", len, n);
    gc_note(&l->head);
    for (int64_t i = 0; i < n; i++) l->item[start + i * step] = items[i];
    return 0;
}

int64_t list_setitem(struct thread *t, val self, val key, val value) {
    struct list *l = AS(list, self);
    int64_t i;
    if (likely(val_is_small(key)))
        i = val_small_get(key);
    else if (val_is_exact(key, &slice_shape))
        return list_set_slice(t, self, key, value);
    else if (!type_of(key)->index)
        return raise_i(t, &exc_TypeError, "list indices must be integers or slices, not %T", key);
    else if (!seq_index(t, key, &i))
        return -1;
    if (i < 0) i += l->len;
    if (unlikely((uint64_t)i >= (uint64_t)l->len))
        return raise_i(t, &exc_IndexError, "list assignment index out of range");
    if (value) {
        gc_store(l, &l->item[i], value);
        return 0;
    }
    return list_splice(t, l, i, 1, NULL, 0) ? 0 : -1;
}

/* ---- methods ---- */

static val list_append(struct thread *t, val self, val x) {
    return list_push(t, self, x) < 0 ? 0 : NONE;
}
static val list_extend(struct thread *t, val self, val it) {
    return list_extend_from(t, self, it) < 0 ? 0 : NONE;
}

static val list_insert(struct thread *t, val self, val index, val x) {
    struct list *l = AS(list, self);
    int64_t i;
    if (!index_i64(t, index, &i)) return 0;
    if (i < 0 && (i += l->len) < 0) i = 0;
    if (i > l->len) i = l->len;
    return list_splice(t, l, i, 0, &x, 1) ? NONE : 0;
}

static val list_pop(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!ctor_args(t, kwnames ? "list.pop" : "pop", argc - 1, kwnames, 0, 1)) return 0;
    struct list *l = AS(list, argv[0]);
    int64_t i = -1;
    if (argc > 1 && !index_i64(t, argv[1], &i)) return 0;
    if (l->len == 0) return raise(t, &exc_IndexError, "pop from empty list");
    if (i < 0) i += l->len;
    if ((uint64_t)i >= (uint64_t)l->len) return raise(t, &exc_IndexError, "pop index out of range");
    val v = l->item[i];
    l->len--;
    if (i < l->len) memmove(l->item + i, l->item + i + 1, (size_t)(l->len - i) * sizeof(val));
    l->item[l->len] = 0;
    return v;
}

static val list_remove(struct thread *t, val self, val x) {
    struct list *l = AS(list, self);
    int64_t i = items_find(t, &l->item, &l->len, x, 0, INT64_MAX);
    if (i == -2) return 0;
    if (i < 0) return raise(t, &exc_ValueError, "list.remove(x): x not in list");
    if (i < l->len) list_splice(t, l, i, 1, NULL, 0);
    return NONE;
}

static val list_index(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!ctor_args(t, kwnames ? "list.index" : "index", argc - 1, kwnames, 1, 3)) return 0;
    struct list *l = AS(list, argv[0]);
    int64_t start, stop;
    if (!seq_bounds(t, argc - 2, argv + 2, l->len, &start, &stop)) return 0;
    int64_t i = items_find(t, &l->item, &l->len, argv[1], start, stop);
    if (i == -2) return 0;
    if (i < 0) return raise(t, &exc_ValueError, "%R is not in list", argv[1]);
    return val_small(i);
}

static val list_count(struct thread *t, val self, val x) {
    struct list *l = AS(list, self);
    int64_t n = 0;
    for (int64_t i = 0; i < l->len; i++) {
        int64_t eq = l->item[i] == x ? 1 : obj_equal(t, l->item[i], x);
        if (eq < 0) return 0;
        n += eq;
    }
    return val_small(n);
}

static val list_reverse(struct thread *t, val self) {
    (void)t;
    struct list *l = AS(list, self);
    for (int64_t i = 0, j = l->len - 1; i < j; i++, j--) {
        val v = l->item[i];
        l->item[i] = l->item[j];
        l->item[j] = v;
    }
    return NONE;
}

static val list_copy(struct thread *t, val self) {
    return list_slice_copy(t, self, 0, AS(list, self)->len, 1);
}

static val list_clear(struct thread *t, val self) {
    (void)t;
    list_cut(AS(list, self), 0);
    return NONE;
}

static val list_sort(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[2] = {0, 0};
    if (argc > 1) return raise(t, &exc_TypeError, "sort() takes no positional arguments");
    if (!args_parse(t, "sort", "| $ key reverse", argc - 1, argv + 1, kwnames, out)) return 0;
    int64_t reverse = 0;
    if (out[1]) {
        if (!index_i64(t, out[1], &reverse)) return 0;
    }
    val key = out[0] == NONE ? 0 : out[0];
    return list_sort_values(t, argv[0], key, reverse != 0) < 0 ? 0 : NONE;
}

static val list_reversed(struct thread *t, val self) {
    return list_reverse_iter_new(t, self);
}
static val list_sizeof(struct thread *t, val self) {
    (void)t;
    return val_small(40 + AS(list, self)->cap * 8);
}

METHOD(list, append, list_append, 2, 0, "($self, object, /)");
METHOD(list, clear, list_clear, 1, 0, "($self, /)");
METHOD(list, copy, list_copy, 1, 0, "($self, /)");
METHOD(list, count, list_count, 2, 0, "($self, value, /)");
METHOD(list, extend, list_extend, 2, 0, "($self, iterable, /)");
METHOD(list, index, list_index, -1, 0, "($self, value, start=0, stop=sys.maxsize, /)");
METHOD(list, insert, list_insert, 3, 0, "($self, index, object, /)");
METHOD(list, pop, list_pop, -1, 0, "($self, index=-1, /)");
METHOD(list, remove, list_remove, 2, 0, "($self, value, /)");
METHOD(list, reverse, list_reverse, 1, 0, "($self, /)");
METHOD(list, sort, list_sort, -1, 0, "($self, /, *, key=None, reverse=False)");
METHOD(list, __reversed__, list_reversed, 1, 0, "($self, /)");
METHOD(list, __sizeof__, list_sizeof, 1, 0, "($self, /)");
METHOD(list, __class_getitem__, class_getitem, 2, METHOD_CLASS, 0);

struct type list_type = {
    .head = TYPE_HEAD,
    .shape = &list_shape,
    .cname = "list",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_LIST | TYPE_IMMUTABLE | TYPE_SEQUENCE,
    .size = sizeof(struct list),
    .gc_layout = GC_CUSTOM,
    .methods = __start_pymeth_list,
    .methods_end = __stop_pymeth_list,
    .doc =
        "Built-in mutable sequence.\n\nIf no argument is given, the constructor creates a new empty list.\n"
        "The argument must be an iterable if specified.",
    .new = list_make,
    .init = list_init,
    .trace = list_trace,
    .repr = list_repr,
    .hash = hash_unhashable,
    .compare = list_compare,
    .iter = list_iter,
    .len = list_len,
    .getitem = list_getitem,
    .setitem = list_setitem,
    .contains = list_contains,
    .concat = list_concat,
    .repeat = list_repeat,
    .inplace_concat = list_inplace_concat,
    .inplace_repeat = list_inplace_repeat,
};
DEFINE_SHAPE(list);
