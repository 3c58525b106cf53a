/* tuple: immutable, items inline. The collector knows its layout; what subclasses add stands after the items.
 */
#include "runtime/types/container.h"

METHOD_TABLE(tuple);

struct tuple empty_tuple = {.head = {&tuple_shape, GC_STATIC, 0}};

val tuple_new(struct thread *t, int64_t n) {
    if (n == 0) return EMPTY_TUPLE;
    if (n > INT64_MAX / 16) return raise(t, &exc_MemoryError, "");
    struct tuple *p = gc_new(t, &tuple_type, sizeof *p + (size_t)n * sizeof(val));
    if (p) p->len = n;
    return val_of(p);
}

val tuple_of(struct thread *t, int64_t n, const val *items) {
    if (n == 0) return EMPTY_TUPLE;
    val v = n <= 12 ? val_of(tuple_bump(t, n)) : tuple_new(t, n);
    if (v)
        for (int64_t i = 0; i < n; i++) AS(tuple, v)->item[i] = items[i];
    return v;
}

val tuple_from_iterable(struct thread *t, val it) {
    if (val_is_exact(it, &tuple_shape)) return it;
    val l = val_is_exact(it, &list_shape) ? it : list_from_iterable(t, it);
    return l ? tuple_of(t, AS(list, l)->len, AS(list, l)->item) : 0;
}

static val tuple_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    if (!ctor_args(t, "tuple", argc, ctor_keywords(cls, &tuple_type, kwnames), 0, 1)) return 0;
    val v = argc ? tuple_from_iterable(t, argv[0]) : EMPTY_TUPLE;
    if (!v || cls == &tuple_type) return v;
    int64_t n = AS(tuple, v)->len;
    struct tuple *p = gc_new(t, cls, sizeof *p + (size_t)n * sizeof(val));
    if (!p) return 0;
    p->len = n;
    memcpy(p->item, AS(tuple, v)->item, (size_t)n * sizeof(val));
    return val_of(p);
}

static int64_t tuple_len(struct thread *t, val self) {
    (void)t;
    return AS(tuple, self)->len;
}

/* CPython's variant of xxHash: order of items matters, equal tuples of equal hashes give equal hashes. */
static int64_t tuple_hash(struct thread *t, val self) {
    const uint64_t p1 = UINT64_C(11400714785074694791), p2 = UINT64_C(14029467366897019727),
                   p5 = UINT64_C(2870177450012600261);
    struct tuple *p = AS(tuple, self);
    uint64_t acc = p5;
    for (int64_t i = 0; i < p->len; i++) {
        int64_t lane = key_hash(t, p->item[i]);
        if (lane == -1) return -1;
        acc += (uint64_t)lane * p2;
        acc = acc << 31 | acc >> 33;
        acc *= p1;
    }
    acc += (uint64_t)p->len ^ (p5 ^ UINT64_C(3527539));
    return acc == UINT64_MAX ? 1546275796 : (int64_t)acc;
}

static val tuple_compare(struct thread *t, val a, val b, enum compare op) {
    if (!val_has(a, TYPE_TUPLE) || !val_has(b, TYPE_TUPLE)) return NOTIMPLEMENTED;
    struct tuple *x = AS(tuple, a), *y = AS(tuple, b);
    int64_t i = 0, n = x->len < y->len ? x->len : y->len;
    if (stack_check_in(t, IN_COMPARE) < 0) return 0;
    for (; i < n; i++) {
        val p = x->item[i], q = y->item[i];
        if (p == q) continue;
        int64_t eq = val_is_small(p) && val_is_small(q) ? 0 : obj_equal(t, p, q);
        if (eq < 0) return 0;
        if (!eq) break;
    }
    if (i >= n) return val_bool(compare_sizes(x->len, y->len, op));
    if (op == CMP_EQ) return FALSE;
    if (op == CMP_NE) return TRUE;
    return obj_compare(t, x->item[i], y->item[i], op);
}

static val tuple_repr(struct thread *t, val self) {
    struct tuple *p = AS(tuple, self);
    if (p->len == 0) return str_ascii(t, "()");
    if (stack_check_in(t, IN_REPR) < 0) return 0;
    if (!repr_enter(t, self)) return t->exc ? 0 : str_ascii(t, "(...)");
    struct strbuf b;
    strbuf_init(&b, t);
    bool ok = strbuf_char(&b, '(');
    for (int64_t i = 0; ok && i < p->len; i++) {
        val r = obj_repr(t, p->item[i]);
        ok = r && (i == 0 || strbuf_ascii(&b, ", ", 2)) && strbuf_put(&b, r);
    }
    ok = ok && (p->len != 1 || strbuf_char(&b, ',')) && strbuf_char(&b, ')');
    repr_leave(t, self);
    return ok ? strbuf_finish(&b) : 0;
}

val tuple_getitem(struct thread *t, val self, val key) {
    struct tuple *p = AS(tuple, self);
    int64_t i;
    if (likely(val_is_small(key)))
        i = val_small_get(key);
    else if (val_is_exact(key, &slice_shape)) {
        int64_t start, stop, step, n = slice_resolve(t, key, p->len, &start, &stop, &step);
        if (n < 0) return 0;
        if (n == p->len && step == 1 && p->head.shape == &tuple_shape) return self;
        val v = tuple_new(t, n);
        if (v)
            for (int64_t k = 0; k < n; k++) AS(tuple, v)->item[k] = p->item[start + k * step];
        return v;
    } else if (!type_of(key)->index)
        return raise(t, &exc_TypeError, "tuple indices must be integers or slices, not %T", key);
    else if (!seq_index(t, key, &i))
        return 0;
    if (i < 0) i += p->len;
    if (unlikely((uint64_t)i >= (uint64_t)p->len))
        return raise(t, &exc_IndexError, "tuple index out of range");
    return p->item[i];
}

static int64_t tuple_find(struct thread *t, val self, val x, int64_t from, int64_t to) {
    val *items = AS(tuple, self)->item;
    return items_find(t, &items, &AS(tuple, self)->len, x, from, to);
}

static int64_t tuple_contains(struct thread *t, val self, val x) {
    int64_t i = tuple_find(t, self, x, 0, INT64_MAX);
    return i == -2 ? -1 : i >= 0;
}

static val tuple_iter(struct thread *t, val self) {
    return tuple_iter_new(t, self);
}

static val tuple_concat(struct thread *t, val a, val b) {
    if (!val_has(b, TYPE_TUPLE))
        return raise(t, &exc_TypeError, "can only concatenate tuple (not \"%T\") to tuple", b);
    struct tuple *x = AS(tuple, a), *y = AS(tuple, b);
    if (x->len == 0 && val_is_exact(b, &tuple_shape)) return b;
    if (y->len == 0 && val_is_exact(a, &tuple_shape)) return a;
    val v = tuple_new(t, x->len + y->len);
    if (!v) return 0;
    memcpy(AS(tuple, v)->item, x->item, (size_t)x->len * sizeof(val));
    memcpy(AS(tuple, v)->item + x->len, y->item, (size_t)y->len * sizeof(val));
    return v;
}

static val tuple_repeat(struct thread *t, val a, val count) {
    int64_t n = AS(tuple, a)->len, times;
    if (!seq_index(t, count, &times)) {
        if (exc_pending_is(t, &exc_IndexError)) {
            exc_take(t);
            raise(t, &exc_OverflowError, "cannot fit '%T' into an index-sized integer", count);
        }
        return 0;
    }
    if (times <= 0 || n == 0) return EMPTY_TUPLE;
    if (times == 1 && val_is_exact(a, &tuple_shape)) return a;
    if (times > INT64_MAX / 16 / n) return raise(t, &exc_MemoryError, "");
    val v = tuple_new(t, n * times);
    if (v)
        for (int64_t k = 0; k < times; k++)
            memcpy(AS(tuple, v)->item + k * n, AS(tuple, a)->item, (size_t)n * sizeof(val));
    return v;
}

static val tuple_index(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!ctor_args(t, kwnames ? "tuple.index" : "index", argc - 1, kwnames, 1, 3)) return 0;
    int64_t start, stop;
    if (!seq_bounds(t, argc - 2, argv + 2, AS(tuple, argv[0])->len, &start, &stop)) return 0;
    int64_t i = tuple_find(t, argv[0], argv[1], start, stop);
    if (i == -2) return 0;
    if (i < 0) return raise(t, &exc_ValueError, "tuple.index(x): x not in tuple");
    return val_small(i);
}

static val tuple_count(struct thread *t, val self, val x) {
    struct tuple *p = AS(tuple, self);
    int64_t n = 0;
    for (int64_t i = 0; i < p->len; i++) {
        int64_t eq = obj_equal(t, p->item[i], x);
        if (eq < 0) return 0;
        n += eq;
    }
    return val_small(n);
}

static val tuple_getnewargs(struct thread *t, val self) {
    val copy = tuple_of(t, AS(tuple, self)->len, AS(tuple, self)->item);
    return copy ? tuple_of(t, 1, &copy) : 0;
}

METHOD(tuple, count, tuple_count, 2, 0, "($self, value, /)");
METHOD(tuple, index, tuple_index, -1, 0, "($self, value, start=0, stop=sys.maxsize, /)");
METHOD(tuple, __getnewargs__, tuple_getnewargs, 1, 0, "($self, /)");
METHOD(tuple, __class_getitem__, class_getitem, 2, METHOD_CLASS, 0);

struct type tuple_type = {
    .head = TYPE_HEAD,
    .shape = &tuple_shape,
    .cname = "tuple",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_TUPLE | TYPE_IMMUTABLE | TYPE_SEQUENCE,
    .size = sizeof(struct tuple),
    .gc_layout = GC_WORDS,
    .methods = __start_pymeth_tuple,
    .methods_end = __stop_pymeth_tuple,
    .doc =
        "Built-in immutable sequence.\n\nIf no argument is given, the constructor returns an empty tuple.\n"
        "If iterable is specified the tuple is initialized from iterable's items.\n\n"
        "If the argument is a tuple, the return value is the same object.",
    .new = tuple_make,
    .repr = tuple_repr,
    .hash = tuple_hash,
    .compare = tuple_compare,
    .iter = tuple_iter,
    .len = tuple_len,
    .getitem = tuple_getitem,
    .contains = tuple_contains,
    .concat = tuple_concat,
    .repeat = tuple_repeat,
};
DEFINE_SHAPE(tuple);
