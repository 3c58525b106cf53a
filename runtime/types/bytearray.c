/* The type bytearray. */
#include "runtime/types/bytes_priv.h"
#include "runtime/types/int.h"

METHOD_TABLE(bytearray);

bool exports_hold(struct thread *t, const int64_t *exports, const char *message) {
    if (likely(!*exports)) return false;
    gc_release(t);
    if (!*exports) return false;
    raise(t, &exc_BufferError, message);
    return true;
}

static bool held(struct thread *t, struct bytearray *b) {
    return exports_hold(t, &b->exports, "Existing exports of data: object cannot be re-sized");
}

bool bytearray_resize(struct thread *t, val v, int64_t n) {
    struct bytearray *b = AS(bytearray, v);
    if (n == b->len) return true;
    if (held(t, b)) return false;
    if (n > b->cap) {
        if (n > INT64_C(1) << 46) return raise(t, &exc_MemoryError, "") != 0;
        int64_t cap = n + (n >> 3) + 16;
        uint8_t *p = b->p ? gc_storage_grow(t, b->p, (size_t)b->cap, (size_t)cap, false)
                          : gc_storage(t, (size_t)cap, false);
        if (!p) return false;
        gc_note(&b->head);
        b->p = p;
        b->cap = cap;
    }
    b->len = n;
    return true;
}

val bytearray_new(struct thread *t, const void *p, int64_t n) {
    struct bytearray *b = gc_new(t, &bytearray_type, sizeof *b);
    if (!b || !bytearray_resize(t, val_of(b), n)) return 0;
    if (n && p)
        memcpy(b->p, p, (size_t)n);
    else if (n)
        memset(b->p, 0, (size_t)n);
    return val_of(b);
}

static val make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)argc, (void)argv, (void)kwnames;
    return val_of(gc_new_shaped(t, cls->shape, cls->size));
}

static int64_t init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    val content = bytes_content(t, "bytearray", argc, argv, kwnames);
    if (!content) return -1;
    struct text x = bytes_text(content);
    if (!bytearray_resize(t, self, x.n)) return -1;
    if (x.n) memcpy(AS(bytearray, self)->p, x.p, (size_t)x.n);
    return 0;
}

static void trace(struct gc_visitor *v, struct obj *o) {
    struct bytearray *b = (struct bytearray *)o;
    if (b->p) gc_visit_storage(v, b->p);
}

static val slot_repr(struct thread *t, val a) {
    val inner = bytes_repr_text(t, bytes_text(a), true);
    struct strbuf b;
    strbuf_init(&b, t);
    const char *name = type_cname(type_of(a));
    return inner && strbuf_ascii(&b, name, strlen(name)) && strbuf_char(&b, '(') && strbuf_put(&b, inner) &&
                   strbuf_char(&b, ')')
               ? strbuf_finish(&b)
               : 0;
}

static int64_t slot_len(struct thread *t, val a) {
    (void)t;
    return AS(bytearray, a)->len;
}
static val slot_getitem(struct thread *t, val a, val key) {
    return bytes_getitem(t, a, key, "bytearray index out of range", "bytearray");
}

/* a[from : from + n] becomes x; x may not lie in a's storage. */
static bool splice(struct thread *t, val a, int64_t from, int64_t n, struct text x) {
    struct bytearray *b = AS(bytearray, a);
    int64_t tail = b->len - from - n, grow = x.n - n;
    if (grow > 0 && !bytearray_resize(t, a, b->len + grow)) return false;
    if (grow < 0 && held(t, b)) return false;
    if (grow && tail) memmove(b->p + from + x.n, b->p + from + n, (size_t)tail);
    if (grow < 0) b->len += grow;
    if (x.n) memcpy(b->p + from, x.p, (size_t)x.n);
    return true;
}

static int64_t set_slice(struct thread *t, val a, val key, val value) {
    int64_t start, stop, step, n = slice_resolve(t, key, AS(bytearray, a)->len, &start, &stop, &step);
    struct text x = {0};
    if (n < 0) return -1;
    if (value) {
        if (val_is_int(value) || val_is_float(value) || val_is_str(value))
            return raise_i(t, &exc_TypeError,
                           "can assign only bytes, buffers, or iterables of ints in range(0, 256)");
        val arg = value, copy = bytes_content(t, "bytearray", 1, &arg, 0);
        if (!copy) return -1;
        x = bytes_text(copy);
        n = slice_resolve(t, key, AS(bytearray, a)->len, &start, &stop, &step);
    }
    if (step == 1) return splice(t, a, start, n, x) ? 0 : -1;
    struct bytearray *b = AS(bytearray, a);
    if (value && x.n != n && n >= 0) {
        if (x.n)
            return raise_i(t, &exc_ValueError,
                           "attempt to assign bytes of size %ld to extended slice of size %ld", x.n, n);
    }
    if (x.n) {
        for (int64_t i = 0; i < n; i++) b->p[start + i * step] = ((const uint8_t *)x.p)[i];
        return 0;
    }
    if (n == 0) return 0;
    if (held(t, b)) return -1;
    if (step < 0) {
        start += (n - 1) * step;
        step = -step;
    }
    int64_t to = start;
    for (int64_t i = start, next = start, left = n; i < b->len; i++) {
        if (left && i == next) {
            next += step;
            left--;
        } else {
            b->p[to++] = b->p[i];
        }
    }
    b->len = to;
    return 0;
}

static int64_t slot_setitem(struct thread *t, val a, val key, val value) {
    if (val_is_exact(key, &slice_shape)) return set_slice(t, a, key, value);
    int64_t i;
    if (!val_is_int(key) && !type_of(key)->index)
        return raise_i(t, &exc_TypeError, "bytearray indices must be integers or slices, not %T", key);
    val index = obj_index(t, key);
    if (!index) return -1;
    if (!int_to_i64(index, &i))
        return raise_i(t, &exc_IndexError, "cannot fit '%T' into an index-sized integer", key);
    uint8_t c = 0;
    int64_t n = AS(bytearray, a)->len;
    if (i < 0) i += n;
    if (i < 0 || i >= n) return raise_i(t, &exc_IndexError, "bytearray index out of range");
    if (!value) return splice(t, a, i, 1, (struct text){0}) ? 0 : -1;
    if (!byte_value(t, value, &c, "byte must be in range(0, 256)")) return -1;
    if (i >= AS(bytearray, a)->len) return raise_i(t, &exc_IndexError, "bytearray index out of range");
    AS(bytearray, a)->p[i] = c;
    return 0;
}

static val append_bytes(struct thread *t, val a, val b) {
    struct text y;
    if (val_is_str(b) || !type_of(b)->buffer)
        return raise(t, &exc_TypeError, "can't concat %T to bytearray", b);
    if (!bytes_arg(t, b, &y)) return 0;
    int64_t n = AS(bytearray, a)->len, more = y.n;
    if (!bytearray_resize(t, a, n + more)) return 0;
    if (b == a) y.p = AS(bytearray, a)->p;
    if (more) memmove(AS(bytearray, a)->p + n, y.p, (size_t)more);
    return a;
}

val bytes_repeat(struct thread *t, val a, val n);
/* `b += b` holds a view of b while b is to grow, as in CPython; extend() does not. */
static val slot_inplace_concat(struct thread *t, val a, val b) {
    if (a == b && AS(bytearray, a)->len)
        return raise(t, &exc_BufferError, "Existing exports of data: object cannot be re-sized");
    return append_bytes(t, a, b);
}

static val slot_inplace_repeat(struct thread *t, val a, val n) {
    val r = bytes_repeat(t, a, n);
    if (!r) return 0;
    struct text x = bytes_text(r);
    if (!bytearray_resize(t, a, x.n)) return 0;
    if (x.n) memcpy(AS(bytearray, a)->p, x.p, (size_t)x.n);
    return a;
}

static val slot_mod(struct thread *t, val a, val b) {
    if (val_has(a, TYPE_BYTES) || !bytes_kind(a)) return NOTIMPLEMENTED;
    val r = bytes_percent(t, a, b);
    return r && val_has(r, TYPE_BYTES) ? bytearray_new(t, AS(bytes, r)->data, AS(bytes, r)->len) : r;
}

static bool slot_buffer(struct thread *t, val self, struct buffer *out) {
    (void)t;
    struct bytearray *b = AS(bytearray, self);
    static uint8_t nothing;
    *out = (struct buffer){b->p ? b->p : &nothing, b->len, false};
    return true;
}

/* ---- methods ---- */

static val method_append(struct thread *t, val a, val v) {
    uint8_t c;
    int64_t n = AS(bytearray, a)->len;
    if (!byte_value(t, v, &c, "byte must be in range(0, 256)") || !bytearray_resize(t, a, n + 1)) return 0;
    AS(bytearray, a)->p[n] = c;
    return NONE;
}

static val method_extend(struct thread *t, val a, val v) {
    struct text y;
    if (!val_is_str(v) && type_of(v)->buffer) return append_bytes(t, a, v) ? NONE : 0;
    if (!type_of(v)->iter && !type_of(v)->getitem)
        return raise(t, &exc_TypeError, "can't extend bytearray with %T", v);
    val items = list_from_iterable(t, v);
    if (!items) return 0;
    struct list *l = AS(list, items);
    val copy = bytes_new(t, NULL, (size_t)l->len);
    if (!copy) return 0;
    for (int64_t i = 0; i < l->len; i++)
        if (!byte_value(t, l->item[i], &AS(bytes, copy)->data[i], "byte must be in range(0, 256)")) return 0;
    y = bytes_text(copy);
    return splice(t, a, AS(bytearray, a)->len, 0, y) ? NONE : 0;
}

static val method_insert(struct thread *t, val a, val where, val v) {
    uint8_t c;
    int64_t i, n = AS(bytearray, a)->len;
    if (!index_i64(t, where, &i) || !byte_value(t, v, &c, "byte must be in range(0, 256)")) return 0;
    if (i < 0 && (i += n) < 0) i = 0;
    if (i > n) i = n;
    return splice(t, a, i, 0, (struct text){&c, 1, 1}) ? NONE : 0;
}

static val method_pop(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t i = -1, n = AS(bytearray, argv[0])->len;
    if (!args_no_keywords(t, "bytearray.pop", kwnames) || !args_count(t, "pop", argc - 1, 0, 1)) return 0;
    if (argc > 1 && !index_i64(t, argv[1], &i)) return 0;
    if (n == 0) return raise(t, &exc_IndexError, "pop from empty bytearray");
    if (i < 0) i += n;
    if (i < 0 || i >= n) return raise(t, &exc_IndexError, "pop index out of range");
    uint8_t c = AS(bytearray, argv[0])->p[i];
    return splice(t, argv[0], i, 1, (struct text){0}) ? val_small(c) : 0;
}

static val method_remove(struct thread *t, val a, val v) {
    uint8_t c;
    if (!byte_value(t, v, &c, "byte must be in range(0, 256)")) return 0;
    struct text x = bytes_text(a);
    int64_t at = text_find_byte(x.p, x.n, c);
    if (at < 0) return raise(t, &exc_ValueError, "value not found in bytearray");
    return splice(t, a, at, 1, (struct text){0}) ? NONE : 0;
}

static val method_clear(struct thread *t, val a) {
    return bytearray_resize(t, a, 0) ? NONE : 0;
}
static val method_copy(struct thread *t, val a) {
    return bytearray_new(t, AS(bytearray, a)->p, AS(bytearray, a)->len);
}

static val method_reverse(struct thread *t, val a) {
    (void)t;
    struct bytearray *b = AS(bytearray, a);
    for (int64_t i = 0, k = b->len - 1; i < k; i++, k--) {
        uint8_t c = b->p[i];
        b->p[i] = b->p[k];
        b->p[k] = c;
    }
    return NONE;
}

static val method_sizeof(struct thread *t, val a) {
    return int_from_i64(t, 56 + (AS(bytearray, a)->cap ? AS(bytearray, a)->cap : 0));
}

/* (bytearray, (bytes,), state); before protocol 3 its bytes are a str of Latin-1. */
static val reduced(struct thread *t, val self, bool old) {
    val data = call1(t, val_of(&bytes_type), self), args[2] = {data, 0};
    int64_t n = 1;
    if (data && old) {
        args[1] = str_ascii(t, "latin-1");
        args[0] = call_method1(t, data, NAME(decode), args[1]);
        n = AS(string, args[0] ? args[0] : EMPTY_STR)->len ? 2 : 0;
    }
    val all = data && args[0] ? tuple_of(t, n, args) : 0;
    val state = all ? call_method0(t, self, NAME(__getstate__)) : 0;
    const val parts[3] = {val_of(type_of(self)), all, state};
    return state ? tuple_of(t, 3, parts) : 0;
}
static val method_reduce(struct thread *t, val self) {
    return reduced(t, self, true);
}
static val method_reduce_ex(struct thread *t, val self, val protocol) {
    int64_t n;
    val p = obj_index(t, protocol);
    if (!p) return 0;
    return reduced(t, self, !int_to_i64(p, &n) || n < 3);
}
METHOD(bytearray, __reduce__, method_reduce, 1, 0, "($self, /)");
METHOD(bytearray, __reduce_ex__, method_reduce_ex, 2, 0, "($self, proto=0, /)");
METHOD(bytearray, append, method_append, 2, 0, "($self, item, /)");
METHOD(bytearray, extend, method_extend, 2, 0, "($self, iterable_of_ints, /)");
METHOD(bytearray, insert, method_insert, 3, 0, "($self, index, item, /)");
METHOD(bytearray, pop, method_pop, -1, 0, "($self, index=-1, /)");
METHOD(bytearray, remove, method_remove, 2, 0, "($self, value, /)");
METHOD(bytearray, clear, method_clear, 1, 0, "($self, /)");
METHOD(bytearray, copy, method_copy, 1, 0, "($self, /)");
METHOD(bytearray, reverse, method_reverse, 1, 0, "($self, /)");
METHOD(bytearray, fromhex, bytes_m_fromhex, 2, METHOD_CLASS, "($type, string, /)");
METHOD(bytearray, maketrans, bytes_m_maketrans, 2, METHOD_STATIC, "(frm, to, /)");
METHOD(bytearray, __sizeof__, method_sizeof, 1, 0, "($self, /)");
#define X(name, n) METHOD(bytearray, name, bytes_m_##name, n, 0, 0);
BYTES_METHODS(X)
#undef X

struct shape bytearray_shape = {.head = {NULL, GC_STATIC, 0}, .type = &bytearray_type};

struct type bytearray_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &bytearray_shape,
    .cname = "bytearray",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_IMMUTABLE,
    .size = sizeof(struct bytearray),
    .gc_layout = GC_CUSTOM,
    .methods = METHODS(bytearray),
    .doc = "bytearray(iterable_of_ints) -> bytearray\nbytearray(string, encoding[, errors]) -> bytearray\n"
           "bytearray(bytes_or_buffer) -> mutable copy of bytes_or_buffer\n"
           "bytearray(int) -> bytes array of size given by the parameter initialized with null bytes\n"
           "bytearray() -> empty bytes array\n\nConstruct a mutable bytearray object from:\n"
           "  - an iterable yielding integers in range(256)\n"
           "  - a text string encoded using the specified encoding\n"
           "  - a bytes or a buffer object\n  - any object implementing the buffer API.\n  - an integer",
    .new = make,
    .init = init,
    .trace = trace,
    .repr = slot_repr,
    .hash = hash_unhashable,
    .compare = bytes_compare,
    .iter = bytes_iter_new,
    .binary = {[OP_MOD] = slot_mod},
    .len = slot_len,
    .getitem = slot_getitem,
    .setitem = slot_setitem,
    .contains = bytes_contains,
    .concat = bytes_concat,
    .repeat = bytes_repeat,
    .inplace_concat = slot_inplace_concat,
    .inplace_repeat = slot_inplace_repeat,
    .buffer = slot_buffer,
    .exports = offsetof(struct bytearray, exports),
};
