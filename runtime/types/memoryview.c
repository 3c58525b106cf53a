/* The type memoryview: one dimension of items of a native format.
 *
 * Exporters give bytes (format 'B'); cast() looks at the same bytes as items of another format. */
#include "runtime/types/bytes_priv.h"
#include "runtime/types/int.h"
#include "runtime/types/memoryview_item.h"

METHOD_TABLE(memoryview);

/* The count of views that a resizable exporter keeps; NULL for others. */
static int64_t *exports_of(val base) {
    uint16_t at = type_of(base)->exports;
    return at ? (int64_t *)((char *)val_obj(base) + at) : NULL;
}

static val view_new(struct thread *t, val base, uint8_t *p, int64_t n, int64_t step, bool readonly) {
    struct memoryview *m = gc_new(t, &memoryview_type, sizeof *m);
    if (!m) return 0;
    m->base = base;
    m->format = 'B';
    m->size = 1;
    m->p = p;
    m->len = n;
    m->step = step;
    m->hash = -1;
    m->readonly = readonly;
    int64_t *exports = exports_of(base);
    if (exports) ++*exports;
    return val_of(m);
}

/* Another view of what `of` looks at, with items of the same format. */
static val view_like(struct thread *t, const struct memoryview *of, uint8_t *p, int64_t n, int64_t step,
                     bool readonly) {
    val v = view_new(t, of->base, p, n, step, readonly);
    if (!v) return 0;
    AS(memoryview, v)->format = of->format;
    AS(memoryview, v)->size = of->size;
    return v;
}

static bool is_byte(char format) {
    return format == 'B' || format == 'b' || format == 'c';
}

static bool is_contiguous(const struct memoryview *m) {
    return m->step == m->size || m->len <= 1;
}

static bool live(struct thread *t, val v) {
    if (AS(memoryview, v)->base) return true;
    return raise(t, &exc_ValueError, "operation forbidden on released memoryview object") != 0;
}

static val make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)cls;
    val out[1];
    struct buffer b;
    if (!args_parse(t, "memoryview", "object", argc, argv, kwnames, out)) return 0;
    if (val_is_exact(out[0], &memoryview_shape)) {
        struct memoryview *m = AS(memoryview, out[0]);
        return live(t, out[0]) ? view_like(t, m, m->p, m->len, m->step, m->readonly) : 0;
    }
    if (!type_of(out[0])->buffer)
        return raise(t, &exc_TypeError, "memoryview: a bytes-like object is required, not '%T'", out[0]);
    if (!buffer_get(t, out[0], &b)) return 0;
    int size = b.format ? b.size : 1;
    val v = view_new(t, out[0], b.p, b.n / size, size, b.readonly);
    if (v && b.format) {
        AS(memoryview, v)->format = b.format;
        AS(memoryview, v)->size = b.size;
    }
    return v;
}

static void trace(struct gc_visitor *v, struct obj *o) {
    gc_visit(v, ((struct memoryview *)o)->base);
}

static void release(struct memoryview *m) {
    int64_t *exports = m->base ? exports_of(m->base) : NULL;
    if (exports) --*exports;
    m->base = 0;
}

/* A view nobody holds gives its exporter free, as its last reference would in CPython. */
static void finalize(struct thread *t, struct obj *o) {
    (void)t;
    release((struct memoryview *)o);
}

static val contents(struct thread *t, val v) {
    struct memoryview *m = AS(memoryview, v);
    if (!live(t, v)) return 0;
    bool whole = is_contiguous(m);
    val r = bytes_new(t, whole ? m->p : NULL, (size_t)(m->len * m->size));
    for (int64_t i = 0; r && !whole && i < m->len; i++)
        memcpy(AS(bytes, r)->data + i * m->size, m->p + i * m->step, m->size);
    return r;
}

static bool slot_buffer(struct thread *t, val v, struct buffer *out) {
    struct memoryview *m = AS(memoryview, v);
    if (!live(t, v)) return false;
    if (is_contiguous(m)) {
        *out = (struct buffer){m->p, m->len * m->size, m->readonly};
        return true;
    }
    val copy = contents(t, v);
    if (!copy) return false;
    *out = (struct buffer){AS(bytes, copy)->data, m->len * m->size, true};
    return true;
}

static val slot_repr(struct thread *t, val v) {
    return str_format(t, AS(memoryview, v)->base ? "<memory at %x>" : "<released memory at %x>", (int64_t)v);
}

static int64_t slot_len(struct thread *t, val v) {
    return live(t, v) ? AS(memoryview, v)->len : -1;
}

/* The place of an integer subscript; NULL raised. */
static uint8_t *place(struct thread *t, val v, val key) {
    struct memoryview *m = AS(memoryview, v);
    int64_t i;
    if (!val_is_int(key) && !type_of(key)->index) {
        raise(t, &exc_TypeError, "memoryview: invalid slice key");
        return NULL;
    }
    val index = obj_index(t, key);
    if (!index) return NULL;
    if (!int_to_i64(index, &i)) {
        raise(t, &exc_IndexError, "cannot fit '%T' into an index-sized integer", key);
        return NULL;
    }
    if (i < 0) i += m->len;
    if (i < 0 || i >= m->len) {
        raise(t, &exc_IndexError, "index out of bounds on dimension 1");
        return NULL;
    }
    return m->p + i * m->step;
}

static val slot_getitem(struct thread *t, val v, val key) {
    struct memoryview *m = AS(memoryview, v);
    if (!live(t, v)) return 0;
    if (val_is_exact(key, &slice_shape)) {
        int64_t start, stop, step, n = slice_resolve(t, key, m->len, &start, &stop, &step);
        return n < 0 ? 0 : view_like(t, m, m->p + start * m->step, n, m->step * step, m->readonly);
    }
    uint8_t *p = place(t, v, key);
    return p ? item_get(t, m->format, p) : 0;
}

static int64_t slot_setitem(struct thread *t, val v, val key, val value) {
    struct memoryview *m = AS(memoryview, v);
    if (!live(t, v)) return -1;
    if (m->readonly) return raise_i(t, &exc_TypeError, "cannot modify read-only memory");
    if (!value) return raise_i(t, &exc_TypeError, "cannot delete memory");
    if (val_is_exact(key, &slice_shape)) {
        struct text x;
        int64_t start, stop, step, n = slice_resolve(t, key, m->len, &start, &stop, &step);
        if (n < 0 || !bytes_arg(t, value, &x)) return -1;
        bool alike = !val_is_exact(value, &memoryview_shape) ? m->format == 'B'
                                                             : AS(memoryview, value)->format == m->format;
        if (x.n != n * m->size || !alike)
            return raise_i(t, &exc_ValueError,
                           "memoryview assignment: lvalue and rvalue have different structures");
        val copy = bytes_new(t, x.p, (size_t)x.n);
        if (!copy) return -1;
        for (int64_t i = 0; i < n; i++)
            memcpy(m->p + (start + i * step) * m->step, AS(bytes, copy)->data + i * m->size, m->size);
        return 0;
    }
    uint8_t *p = place(t, v, key);
    return p && item_put(t, m->format, p, value) ? 0 : -1;
}

static val item_at(struct thread *t, const struct memoryview *m, int64_t i) {
    return item_get(t, m->format, m->p + i * m->step);
}

/* Views of different formats are equal when their items are. */
static val compare_items(struct thread *t, const struct memoryview *a, const struct memoryview *b,
                         enum compare op) {
    int64_t equal = a->len == b->len;
    for (int64_t i = 0; equal > 0 && i < a->len; i++) {
        val x = item_at(t, a, i), y = x ? item_at(t, b, i) : 0;
        val same = y ? obj_compare(t, x, y, CMP_EQ) : 0; /* a NaN is not equal to itself here */
        equal = same ? obj_truth(t, same) : -1;
    }
    return equal < 0 ? 0 : val_bool(equal == (op == CMP_EQ));
}

static val slot_compare(struct thread *t, val a, val b, enum compare op) {
    if ((op != CMP_EQ && op != CMP_NE) || val_is_str(b) || !type_of(b)->buffer) return NOTIMPLEMENTED;
    struct text x, y;
    if (!AS(memoryview, a)->base) return val_bool((a == b) == (op == CMP_EQ));
    if (AS(memoryview, a)->format != 'B' || !bytes_kind(b)) {
        val other = call1(t, val_of(&memoryview_type), b);
        if (!other) return 0;
        return compare_items(t, AS(memoryview, a), AS(memoryview, other), op);
    }
    if (!bytes_arg(t, a, &x) || !bytes_arg(t, b, &y)) return 0;
    bool equal = x.n == y.n && (x.n == 0 || memcmp(x.p, y.p, (size_t)x.n) == 0);
    return val_bool(equal == (op == CMP_EQ));
}

static int64_t slot_hash(struct thread *t, val v) {
    struct memoryview *m = AS(memoryview, v);
    if (m->hash != -1) return m->hash;
    if (!live(t, v)) return -1;
    if (!m->readonly) return raise_i(t, &exc_ValueError, "cannot hash writable memoryview object");
    if (!is_byte(m->format))
        return raise_i(t, &exc_ValueError, "memoryview: hashing is restricted to formats 'B', 'b' or 'c'");
    val copy = contents(t, v);
    return copy ? (m->hash = hash_bytes(AS(bytes, copy)->data, (size_t)m->len)) : -1;
}

static val method_tobytes(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[1];
    return args_parse(t, "tobytes", "| order", argc - 1, argv + 1, kwnames, out) ? contents(t, argv[0]) : 0;
}
static val method_tolist(struct thread *t, val v) {
    struct memoryview *m = AS(memoryview, v);
    val list = live(t, v) ? list_new(t, m->len) : 0;
    for (int64_t i = 0; list && i < m->len; i++) {
        val item = item_at(t, m, i);
        if (!item || list_push(t, list, item) < 0) return 0;
    }
    return list;
}
static val method_release(struct thread *t, val v) {
    (void)t;
    release(AS(memoryview, v));
    return NONE;
}
static val method_enter(struct thread *t, val v) {
    return live(t, v) ? v : 0;
}
static val method_exit(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee, (void)argc, (void)kwnames;
    return method_release(t, argv[0]);
}
static val method_toreadonly(struct thread *t, val v) {
    struct memoryview *m = AS(memoryview, v);
    return live(t, v) ? view_like(t, m, m->p, m->len, m->step, true) : 0;
}

/* The format in a str such as "I" or "@I"; 0 raised. */
static char format_of(struct thread *t, val v) {
    if (!val_is_str(v))
        return raise(t, &exc_TypeError, "cast() argument 'format' must be str, not %T", v), (char)0;
    const struct string *s = AS(string, v);
    int64_t at = s->len == 2 && str_at(s, 0) == '@';
    uint32_t c = s->len == at + 1 ? str_at(s, at) : 0;
    if (c < 128 && item_size((char)c)) return (char)c;
    raise(t, &exc_ValueError,
          "memoryview: destination format must be a native single character format prefixed with an optional "
          "'@'");
    return 0;
}

static val cast(struct thread *t, const struct memoryview *m, char format) {
    int size = item_size(format);
    bool from_bytes = is_byte(m->format), to_bytes = is_byte(format);
    if (!is_contiguous(m))
        return raise(t, &exc_TypeError, "memoryview: casts are restricted to C-contiguous views");
    if (!from_bytes && !to_bytes)
        return raise(t, &exc_TypeError, "memoryview: cannot cast between two non-byte formats");
    if (m->len * m->size % size)
        return raise(t, &exc_TypeError, "memoryview: length is not a multiple of itemsize");
    val v = view_new(t, m->base, m->p, m->len * m->size / size, size, m->readonly);
    if (!v) return 0;
    AS(memoryview, v)->format = format;
    AS(memoryview, v)->size = (uint8_t)size;
    return v;
}

static val method_cast(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[2] = {0};
    if (!args_parse(t, "cast", "format | shape", argc - 1, argv + 1, kwnames, out) || !live(t, argv[0]))
        return 0;
    char format = format_of(t, out[0]);
    if (!format) return 0;
    if (!out[1]) return cast(t, AS(memoryview, argv[0]), format);
    val dims = list_from_iterable(t, out[1]), v = dims ? cast(t, AS(memoryview, argv[0]), format) : 0;
    int64_t n;
    if (!v) return 0;
    if (AS(list, dims)->len != 1)
        return raise(t, &exc_NotImplementedError, "memoryview: views have one dimension");
    if (!index_i64(t, AS(list, dims)->item[0], &n)) return 0;
    if (n != AS(memoryview, v)->len)
        return raise(t, &exc_TypeError, "memoryview: product(shape) * itemsize != buffer size");
    return v;
}
val bytes_hex_text(struct thread *t, struct text x, val sep, int64_t group);
static val method_hex(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[2], copy = contents(t, argv[0]);
    int64_t group = 1;
    if (!copy || !args_parse(t, "hex", "| sep bytes_per_sep", argc - 1, argv + 1, kwnames, out)) return 0;
    if (out[1] && !index_i64(t, out[1], &group)) return 0;
    return bytes_hex_text(t, bytes_text(copy), out[0], group);
}
static val get_nbytes(struct thread *t, val v) {
    return live(t, v) ? int_from_i64(t, AS(memoryview, v)->len * AS(memoryview, v)->size) : 0;
}
static val get_obj(struct thread *t, val v) {
    return live(t, v) ? AS(memoryview, v)->base : 0;
}
static val get_readonly(struct thread *t, val v) {
    return live(t, v) ? val_bool(AS(memoryview, v)->readonly) : 0;
}
static val get_format(struct thread *t, val v) {
    return live(t, v) ? str_char(t, (uint32_t)AS(memoryview, v)->format) : 0;
}
static val get_one(struct thread *t, val v) {
    return live(t, v) ? val_small(1) : 0;
}
static val get_itemsize(struct thread *t, val v) {
    return live(t, v) ? val_small(AS(memoryview, v)->size) : 0;
}
static val get_contiguous(struct thread *t, val v) {
    return live(t, v) ? val_bool(is_contiguous(AS(memoryview, v))) : 0;
}
static val get_suboffsets(struct thread *t, val v) {
    return live(t, v) ? tuple_of(t, 0, NULL) : 0;
}
static val get_shape(struct thread *t, val v) {
    val n = live(t, v) ? int_from_i64(t, AS(memoryview, v)->len) : 0;
    return n ? tuple_of(t, 1, &n) : 0;
}
static val get_strides(struct thread *t, val v) {
    val n = live(t, v) ? int_from_i64(t, AS(memoryview, v)->step) : 0;
    return n ? tuple_of(t, 1, &n) : 0;
}

METHOD(memoryview, tobytes, method_tobytes, -1, 0, "($self, /, order='C')");
METHOD(memoryview, tolist, method_tolist, 1, 0, "($self, /)");
METHOD(memoryview, release, method_release, 1, 0, "($self, /)");
METHOD(memoryview, toreadonly, method_toreadonly, 1, 0, "($self, /)");
METHOD(memoryview, cast, method_cast, -1, 0, 0);
METHOD(memoryview, hex, method_hex, -1, 0, 0);
METHOD(memoryview, __enter__, method_enter, 1, 0, 0);
METHOD(memoryview, __exit__, method_exit, -1, 0, 0);
GETTER(memoryview, nbytes, get_nbytes, 0);
GETTER(memoryview, obj, get_obj, 0);
GETTER(memoryview, readonly, get_readonly, 0);
GETTER(memoryview, format, get_format, 0);
GETTER(memoryview, itemsize, get_itemsize, 0);
GETTER(memoryview, ndim, get_one, 0);
GETTER(memoryview, shape, get_shape, 0);
GETTER(memoryview, strides, get_strides, 0);
GETTER(memoryview, contiguous, get_contiguous, 0);
GETTER(memoryview, c_contiguous, get_contiguous, 0);
GETTER(memoryview, f_contiguous, get_contiguous, 0);
GETTER(memoryview, suboffsets, get_suboffsets, 0);

struct shape memoryview_shape = {.head = {NULL, GC_STATIC, 0}, .type = &memoryview_type};

struct type memoryview_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &memoryview_shape,
    .cname = "memoryview",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE | TYPE_SEQUENCE | TYPE_WEAKREF,
    .size = sizeof(struct memoryview),
    .gc_layout = GC_CUSTOM,
    .methods = METHODS(memoryview),
    .doc = "Create a new memoryview object which references the given object.",
    .new = make,
    .trace = trace,
    .finalize = finalize,
    .repr = slot_repr,
    .hash = slot_hash,
    .compare = slot_compare,
    .len = slot_len,
    .getitem = slot_getitem,
    .setitem = slot_setitem,
    .buffer = slot_buffer,
};
