/* The type bytes, and what bytes-like types share: arguments, slots, construction. */
#include "runtime/types/bytes_priv.h"
#include "runtime/types/int.h"

METHOD_TABLE(bytes);

val bytes_new(struct thread *t, const void *p, size_t n) {
    if (unlikely(n > (size_t)1 << 46)) return raise(t, &exc_MemoryError, "");
    struct bytes *b = gc_new(t, &bytes_type, sizeof *b + n + 1);
    if (!b) return 0;
    b->len = (int64_t)n;
    b->hash = -1;
    if (p && n) memcpy(b->data, p, n);
    return val_of(b);
}

bool bytes_kind(val v) {
    return val_has(v, TYPE_BYTES) || (val_is_ptr(v) && type_is_subtype(type_of(v), &bytearray_type));
}

val bytes_like(struct thread *t, val model, const void *p, int64_t n) {
    if (!val_has(model, TYPE_BYTES)) return bytearray_new(t, p, n);
    return bytes_new(t, p, (size_t)n);
}

uint8_t *bytes_like_data(val v) {
    return (uint8_t *)(uintptr_t)bytes_text(v).p;
}

bool buffer_get(struct thread *t, val v, struct buffer *out) {
    if (val_is_exact(v, &bytes_shape)) {
        *out = (struct buffer){AS(bytes, v)->data, AS(bytes, v)->len, true};
        return true;
    }
    struct type *type = type_of(v);
    if (type->buffer) return type->buffer(t, v, out);
    return raise(t, &exc_TypeError, "a bytes-like object is required, not '%T'", v) != 0;
}

bool bytes_arg(struct thread *t, val v, struct text *out) {
    struct buffer b;
    if (!buffer_get(t, v, &b)) return false;
    *out = (struct text){b.p, b.n, 1};
    return true;
}

bool byte_value(struct thread *t, val v, uint8_t *out, const char *range_text) {
    int64_t n;
    val index = obj_index(t, v);
    if (!index) return false;
    if (!int_to_i64(index, &n) || n < 0 || n > 255) return raise(t, &exc_ValueError, "%s", range_text) != 0;
    *out = (uint8_t)n;
    return true;
}

/* ---- slots ---- */

val bytes_repr_text(struct thread *t, struct text x, bool mutable) {
    struct strbuf b;
    const uint8_t *p = x.p;
    bool single = text_find_byte(p, x.n, '\'') >= 0, twice = text_find_byte(p, x.n, '"') >= 0;
    uint8_t quote = single && !twice ? '"' : '\'';
    strbuf_init(&b, t);
    if (!strbuf_char(&b, 'b') || !strbuf_char(&b, quote)) return 0;
    for (int64_t i = 0; i < x.n; i++) {
        uint8_t c = p[i];
        char out[4] = {'\\', 'x', "0123456789abcdef"[c >> 4], "0123456789abcdef"[c & 15]};
        bool ok;
        if (c == quote || c == '\\' || (mutable && c == '\''))
            ok = strbuf_char(&b, '\\') && strbuf_char(&b, c);
        else if (c == '\t')
            ok = strbuf_ascii(&b, "\\t", 2);
        else if (c == '\n')
            ok = strbuf_ascii(&b, "\\n", 2);
        else if (c == '\r')
            ok = strbuf_ascii(&b, "\\r", 2);
        else
            ok = c < 32 || c > 126 ? strbuf_ascii(&b, out, 4) : strbuf_char(&b, c);
        if (!ok) return 0;
    }
    return strbuf_char(&b, quote) ? strbuf_finish(&b) : 0;
}

static val slot_repr(struct thread *t, val a) {
    return bytes_repr_text(t, bytes_text(a), false);
}

val bytes_compare(struct thread *t, val a, val b, enum compare op) {
    struct text x = bytes_text(a), y;
    if (bytes_kind(b)) {
        y = bytes_text(b);
    } else {
        /* bytes compares with bytes only, bytearray with any buffer */
        if (val_has(a, TYPE_BYTES) || val_is_str(b) || !type_of(b)->buffer) return NOTIMPLEMENTED;
        if (!bytes_arg(t, b, &y)) return 0;
    }
    int64_t n = x.n < y.n ? x.n : y.n;
    int c = n ? memcmp(x.p, y.p, (size_t)n) : 0;
    if (c == 0) c = x.n < y.n ? -1 : x.n > y.n;
    switch (op) {
    case CMP_LT: return val_bool(c < 0);
    case CMP_LE: return val_bool(c <= 0);
    case CMP_EQ: return val_bool(c == 0);
    case CMP_NE: return val_bool(c != 0);
    case CMP_GT: return val_bool(c > 0);
    default: return val_bool(c >= 0);
    }
}

static int64_t slot_hash(struct thread *t, val a) {
    (void)t;
    struct bytes *b = AS(bytes, a);
    if (b->hash == -1) b->hash = hash_bytes(bytes_text(a).p, (size_t)b->len);
    return b->hash;
}

static int64_t slot_len(struct thread *t, val a) {
    (void)t;
    return AS(bytes, a)->len;
}

val bytes_getitem(struct thread *t, val self, val key, const char *range_text, const char *kind_text) {
    struct text x = bytes_text(self);
    if (val_is_exact(key, &slice_shape)) {
        int64_t start, stop, step, n = slice_resolve(t, key, x.n, &start, &stop, &step);
        if (n < 0) return 0;
        if (step == 1 && n == x.n && val_is_exact(self, &bytes_shape)) return self;
        const uint8_t *p = x.p;
        if (step == 1) return bytes_like(t, self, p + start, n);
        val r = bytes_like(t, self, NULL, n);
        if (!r) return 0;
        uint8_t *out = bytes_like_data(r);
        p = bytes_text(self).p;
        for (int64_t i = 0; i < n; i++) out[i] = p[start + i * step];
        return r;
    }
    int64_t i;
    if (!val_is_int(key) && !type_of(key)->index)
        return raise(t, &exc_TypeError, "%s indices must be integers or slices, not %T", kind_text, key);
    val index = obj_index(t, key);
    if (!index) return 0;
    if (!int_to_i64(index, &i))
        return raise(t, &exc_IndexError, "cannot fit '%T' into an index-sized integer", key);
    x = bytes_text(self);
    if (i < 0) i += x.n;
    if (i < 0 || i >= x.n) return raise(t, &exc_IndexError, "%s", range_text);
    return val_small(((const uint8_t *)x.p)[i]);
}

static val slot_getitem(struct thread *t, val self, val key) {
    return bytes_getitem(t, self, key, "index out of range", "byte");
}

int64_t bytes_contains(struct thread *t, val self, val x) {
    struct text h = bytes_text(self), sub;
    if (val_is_int(x) || type_of(x)->index) {
        uint8_t c;
        if (!byte_value(t, x, &c, "byte must be in range(0, 256)")) return -1;
        return text_find_byte(h.p, h.n, c) >= 0;
    }
    if (!bytes_arg(t, x, &sub)) return -1;
    return text_find(t, h, sub, 0, h.n) >= 0;
}

val bytes_concat(struct thread *t, val a, val b) {
    struct text x = bytes_text(a), y;
    if (!val_is_str(b) && type_of(b)->buffer) {
        if (!bytes_arg(t, b, &y)) return 0;
    } else {
        return raise(t, &exc_TypeError, "can't concat %T to %s", b,
                     val_has(a, TYPE_BYTES) ? "bytes" : "bytearray");
    }
    if (y.n == 0 && val_is_exact(a, &bytes_shape)) return a;
    if (x.n == 0 && val_is_exact(a, &bytes_shape) && val_is_exact(b, &bytes_shape)) return b;
    val r = bytes_like(t, a, NULL, x.n + y.n);
    if (!r) return 0;
    uint8_t *p = bytes_like_data(r);
    if (x.n) memcpy(p, x.p, (size_t)x.n);
    if (y.n) memcpy(p + x.n, y.p, (size_t)y.n);
    return r;
}

val bytes_repeat(struct thread *t, val a, val n) {
    int64_t count;
    struct text x = bytes_text(a);
    if (!sequence_count(t, n, &count)) return 0;
    if (count < 0) count = 0;
    if (count == 1 && val_is_exact(a, &bytes_shape)) return a;
    if (x.n && count > INT64_MAX / x.n && val_is_exact(a, &bytes_shape))
        return raise(t, &exc_OverflowError, "repeated bytes are too long");
    if (x.n && count > (INT64_C(1) << 46) / x.n) return raise(t, &exc_MemoryError, "");
    val r = bytes_like(t, a, NULL, x.n * count);
    if (!r) return 0;
    uint8_t *p = bytes_like_data(r);
    int64_t total = x.n * count, done = x.n;
    if (total == 0) return r;
    memcpy(p, x.p, (size_t)x.n);
    while (done < total) {
        int64_t more = done < total - done ? done : total - done;
        memcpy(p + done, p, (size_t)more);
        done += more;
    }
    return r;
}

static val slot_mod(struct thread *t, val a, val b) {
    return val_has(a, TYPE_BYTES) ? bytes_percent(t, a, b) : NOTIMPLEMENTED;
}

static bool slot_buffer(struct thread *t, val self, struct buffer *out) {
    (void)t;
    struct text x = bytes_text(self);
    *out = (struct buffer){(uint8_t *)(uintptr_t)x.p, x.n, true};
    return true;
}

static size_t object_size(const struct obj *o) {
    return sizeof(struct bytes) + (size_t)((const struct bytes *)o)->len + 1 +
           (o->shape == &bytes_shape ? 0 : 8);
}

/* ---- construction ---- */

static val from_items(struct thread *t, val x, bool bytearray_text) {
    val it = obj_iter(t, x), item;
    if (!it) return 0;
    int64_t cap = 64, n = 0;
    uint8_t *p = gc_storage(t, (size_t)cap, false);
    if (!p) return 0;
    const char *range = bytearray_text ? "byte must be in range(0, 256)" : "bytes must be in range(0, 256)";
    while ((item = iter_next(t, it))) {
        if (n == cap) {
            uint8_t *q = gc_storage_grow(t, p, (size_t)cap, (size_t)cap * 2, false);
            if (!q) return 0;
            p = q;
            cap *= 2;
        }
        if (!byte_value(t, item, &p[n], range)) return 0;
        n++;
    }
    return t->exc ? 0 : bytes_new(t, p, (size_t)n);
}

/* bytes(x) of a buffer or iterable. */
static val from_object(struct thread *t, val x, bool bytearray_text) {
    struct buffer b;
    if (val_is_exact(x, &bytes_shape)) return x;
    if (type_of(x)->buffer) return buffer_get(t, x, &b) ? bytes_new(t, b.p, (size_t)b.n) : 0;
    if (!val_is_str(x) && (type_of(x)->iter || type_of(x)->getitem)) return from_items(t, x, bytearray_text);
    return raise(t, &exc_TypeError, "cannot convert '%T' object to %s", x,
                 bytearray_text ? "bytearray" : "bytes");
}

val bytes_from_object(struct thread *t, val x) {
    val f = val_is_exact(x, &bytes_shape) ? 0 : special_lookup(t, x, NAME(__bytes__));
    if (f) {
        val r = call0(t, f);
        if (r && !val_has(r, TYPE_BYTES))
            return raise(t, &exc_TypeError, "__bytes__ returned non-bytes (type %T)", r);
        return r;
    }
    return t->exc ? 0 : from_object(t, x, false);
}

val bytes_content(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames) {
    val out[3];
    bool mutable = fname[4] == 'a'; /* bytearray */
    if (!args_parse(t, fname, "| source encoding errors", argc, argv, kwnames, out)) return 0;
    for (int i = 1; i < 3; i++)
        if (out[i] && !val_is_str(out[i]))
            return raise(t, &exc_TypeError, "%s() argument '%s' must be str, not %B", fname,
                         i == 1 ? "encoding" : "errors", out[i]);
    if (!out[0]) {
        if (out[1] || out[2])
            return raise(t, &exc_TypeError,
                         out[1] ? "encoding without a string argument" : "errors without a string argument");
        return bytes_new(t, NULL, 0);
    }
    val x = out[0];
    if (out[1] || out[2]) {
        if (!val_is_str(x))
            return raise(t, &exc_TypeError,
                         out[1] ? "encoding without a string argument" : "errors without a string argument");
        const char *encoding = out[1] ? text_cstring(t, out[1]) : NULL,
                   *errors = out[2] ? text_cstring(t, out[2]) : NULL;
        if (t->exc) return 0;
        return str_encode(t, x, encoding, errors);
    }
    if (val_is_str(x)) return raise(t, &exc_TypeError, "string argument without an encoding");
    if (!mutable) {
        val f = val_is_small(x) || val_is_exact(x, &bytes_shape) ? 0 : special_lookup(t, x, NAME(__bytes__));
        if (!f && t->exc) return 0;
        if (f) {
            val r = call0(t, f);
            if (r && !val_has(r, TYPE_BYTES))
                return raise(t, &exc_TypeError, "__bytes__ returned non-bytes (type %T)", r);
            return r;
        }
    }
    if (val_is_int(x) || (!type_of(x)->buffer && type_of(x)->index)) {
        int64_t n;
        val index = obj_index(t, x);
        if (!index) return 0;
        if (!int_to_i64(index, &n))
            return raise(t, &exc_OverflowError, "cannot fit '%T' into an index-sized integer", x);
        if (n < 0) return raise(t, &exc_ValueError, "negative count");
        return bytes_new(t, NULL, (size_t)n);
    }
    return from_object(t, x, mutable);
}

static val bytes_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    val r = bytes_content(t, "bytes", argc, argv, kwnames);
    if (!r || cls == &bytes_type) return r;
    struct text x = bytes_text(r);
    struct bytes *b = gc_new_shaped(t, cls->shape, sizeof *b + (size_t)x.n + 9);
    if (!b) return 0;
    b->len = x.n;
    b->hash = -1;
    if (x.n) memcpy(b->data + 8, x.p, (size_t)x.n);
    return val_of(b);
}

/* ---- iteration ---- */

struct bytes_iterator {
    struct obj head;
    val source; /* 0 when exhausted */
    int64_t at;
};
static val iter_step(struct thread *t, val self) {
    (void)t;
    struct bytes_iterator *it = AS(bytes_iterator, self);
    if (!it->source) return 0;
    struct text x = bytes_text(it->source);
    if (it->at < x.n) return val_small(((const uint8_t *)x.p)[it->at++]);
    it->source = 0;
    return 0;
}
static val iter_self(struct thread *t, val self) {
    (void)t;
    return self;
}
static val iter_hint(struct thread *t, val self) {
    struct bytes_iterator *it = AS(bytes_iterator, self);
    int64_t n = it->source ? bytes_text(it->source).n - it->at : 0;
    return int_from_i64(t, n > 0 ? n : 0);
}
static val iter_reduced(struct thread *t, val self) {
    struct bytes_iterator *it = AS(bytes_iterator, self);
    val empty = EMPTY_TUPLE;
    return it->source ? reduce_iter_at(t, it->source, it->at) : reduce_iter(t, NAME(iter), 1, &empty, 0);
}
static val iter_setstate(struct thread *t, val self, val state) {
    struct bytes_iterator *it = AS(bytes_iterator, self);
    int64_t i;
    if (!index_i64(t, state, &i)) return 0;
    int64_t n = it->source ? bytes_text(it->source).n : 0;
    if (it->source) it->at = i < 0 ? 0 : i > n ? n : i;
    return NONE;
}
static void iter_trace(struct gc_visitor *v, struct obj *o) {
    gc_visit(v, ((struct bytes_iterator *)o)->source);
}
METHOD_TABLE(bytes_iterator);
METHOD(bytes_iterator, __reduce__, iter_reduced, 1, 0, 0);
METHOD(bytes_iterator, __setstate__, iter_setstate, 2, 0, 0);
METHOD(bytes_iterator, __length_hint__, iter_hint, 1, 0, 0);
static struct type bytes_iterator_type, bytearray_iterator_type;
static struct shape bytes_iterator_shape = {.head = {NULL, GC_STATIC, 0}, .type = &bytes_iterator_type};
static struct shape bytearray_iterator_shape = {.head = {NULL, GC_STATIC, 0},
                                                .type = &bytearray_iterator_type};
#define ITERATOR(name)                                                                                       \
    static struct type name##_type = {                                                                       \
        .head = {&type_shape, GC_STATIC, 0},                                                                 \
        .shape = &name##_shape,                                                                              \
        .cname = #name,                                                                                      \
        .base = &object_type,                                                                                \
        .flags = TYPE_IMMUTABLE,                                                                             \
        .size = sizeof(struct bytes_iterator),                                                               \
        .gc_layout = GC_CUSTOM,                                                                              \
        .methods = METHODS(bytes_iterator),                                                                  \
        .trace = iter_trace,                                                                                 \
        .iter = iter_self,                                                                                   \
        .next = iter_step,                                                                                   \
    }
ITERATOR(bytes_iterator);
ITERATOR(bytearray_iterator);

val bytes_iter_new(struct thread *t, val self) {
    struct type *type = val_has(self, TYPE_BYTES) ? &bytes_iterator_type : &bytearray_iterator_type;
    if (unlikely(!(type->flags & TYPE_READY))) type_ready(t, type);
    struct bytes_iterator *it = gc_new(t, type, sizeof *it);
    if (!it) return 0;
    it->source = self;
    return val_of(it);
}

static val method_bytes(struct thread *t, val self) {
    struct text x = bytes_text(self);
    return val_is_exact(self, &bytes_shape) ? self : bytes_new(t, x.p, (size_t)x.n);
}
static val method_getnewargs(struct thread *t, val self) {
    val v = method_bytes(t, self);
    return v ? tuple_of(t, 1, &v) : 0;
}
static val method_sizeof(struct thread *t, val self) {
    return int_from_i64(t, bytes_text(self).n + 33);
}

#define X(name, n) METHOD(bytes, name, bytes_m_##name, n, 0, 0);
BYTES_METHODS(X)
#undef X
METHOD(bytes, fromhex, bytes_m_fromhex, 2, METHOD_CLASS, "($type, string, /)");
METHOD(bytes, maketrans, bytes_m_maketrans, 2, METHOD_STATIC, "(frm, to, /)");
METHOD(bytes, __bytes__, method_bytes, 1, 0, "($self, /)");
METHOD(bytes, __getnewargs__, method_getnewargs, 1, 0, 0);
METHOD(bytes, __sizeof__, method_sizeof, 1, 0, "($self, /)");

struct shape bytes_shape = {.head = {NULL, GC_STATIC, 0}, .type = &bytes_type};

struct type bytes_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &bytes_shape,
    .cname = "bytes",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_BYTES | TYPE_IMMUTABLE,
    .size = sizeof(struct bytes),
    .gc_layout = GC_LEAF,
    .methods = METHODS(bytes),
    .doc = "bytes(iterable_of_ints) -> bytes\nbytes(string, encoding[, errors]) -> bytes\n"
           "bytes(bytes_or_buffer) -> immutable copy of bytes_or_buffer\n"
           "bytes(int) -> bytes object of size given by the parameter initialized with null bytes\n"
           "bytes() -> empty bytes object\n\nConstruct an immutable array of bytes from:\n"
           "  - an iterable yielding integers in range(256)\n"
           "  - a text string encoded using the specified encoding\n"
           "  - any object implementing the buffer API.\n  - an integer",
    .new = bytes_make,
    .object_size = object_size,
    .repr = slot_repr,
    .hash = slot_hash,
    .compare = bytes_compare,
    .iter = bytes_iter_new,
    .binary = {[OP_MOD] = slot_mod},
    .len = slot_len,
    .getitem = slot_getitem,
    .contains = bytes_contains,
    .concat = bytes_concat,
    .repeat = bytes_repeat,
    .buffer = slot_buffer,
};
