/* The type memoryview: one dimension of bytes (format 'B'). */
#include "runtime/types/bytes_priv.h"
#include "runtime/types/int.h"

METHOD_TABLE(memoryview);

static val view_new(struct thread *t, val base, uint8_t *p, int64_t n, int64_t step, bool readonly) {
    struct memoryview *m = gc_new(t, &memoryview_type, sizeof *m);
    if (!m) return 0;
    m->base = base;
    m->p = p;
    m->len = n;
    m->step = step;
    m->hash = -1;
    m->readonly = readonly;
    if (type_is_subtype(type_of(base), &bytearray_type)) AS(bytearray, base)->exports++;
    return val_of(m);
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
        return live(t, out[0]) ? view_new(t, m->base, m->p, m->len, m->step, m->readonly) : 0;
    }
    if (!type_of(out[0])->buffer)
        return raise(t, &exc_TypeError, "memoryview: a bytes-like object is required, not '%T'", out[0]);
    return buffer_get(t, out[0], &b) ? view_new(t, out[0], b.p, b.n, 1, b.readonly) : 0;
}

static void trace(struct gc_visitor *v, struct obj *o) {
    gc_visit(v, ((struct memoryview *)o)->base);
}

static void release(struct memoryview *m) {
    if (m->base && type_is_subtype(type_of(m->base), &bytearray_type)) AS(bytearray, m->base)->exports--;
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
    val r = bytes_new(t, m->step == 1 ? m->p : NULL, (size_t)m->len);
    for (int64_t i = 0; r && m->step != 1 && i < m->len; i++) AS(bytes, r)->data[i] = m->p[i * m->step];
    return r;
}

static bool slot_buffer(struct thread *t, val v, struct buffer *out) {
    struct memoryview *m = AS(memoryview, v);
    if (!live(t, v)) return false;
    if (m->step == 1 || m->len <= 1) {
        *out = (struct buffer){m->p, m->len, m->readonly};
        return true;
    }
    val copy = contents(t, v);
    if (!copy) return false;
    *out = (struct buffer){AS(bytes, copy)->data, m->len, true};
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
        return n < 0 ? 0 : view_new(t, m->base, m->p + start * m->step, n, m->step * step, m->readonly);
    }
    uint8_t *p = place(t, v, key);
    return p ? val_small(*p) : 0;
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
        if (x.n != n)
            return raise_i(t, &exc_ValueError,
                           "memoryview assignment: lvalue and rvalue have different structures");
        val copy = bytes_new(t, x.p, (size_t)x.n);
        if (!copy) return -1;
        for (int64_t i = 0; i < n; i++) m->p[(start + i * step) * m->step] = AS(bytes, copy)->data[i];
        return 0;
    }
    uint8_t *p = place(t, v, key);
    int64_t c;
    if (!p) return -1;
    if (!val_is_int(value) && !type_of(value)->index)
        return raise_i(t, &exc_TypeError, "memoryview: invalid type for format 'B'");
    val index = obj_index(t, value);
    if (!index) return -1;
    if (!int_to_i64(index, &c) || c < 0 || c > 255)
        return raise_i(t, &exc_ValueError, "memoryview: invalid value for format 'B'");
    *p = (uint8_t)c;
    return 0;
}

static val slot_compare(struct thread *t, val a, val b, enum compare op) {
    if ((op != CMP_EQ && op != CMP_NE) || val_is_str(b) || !type_of(b)->buffer) return NOTIMPLEMENTED;
    struct text x, y;
    if (!AS(memoryview, a)->base) return val_bool((a == b) == (op == CMP_EQ));
    if (!bytes_arg(t, a, &x) || !bytes_arg(t, b, &y)) return 0;
    bool equal = x.n == y.n && (x.n == 0 || memcmp(x.p, y.p, (size_t)x.n) == 0);
    return val_bool(equal == (op == CMP_EQ));
}

static int64_t slot_hash(struct thread *t, val v) {
    struct memoryview *m = AS(memoryview, v);
    if (m->hash != -1) return m->hash;
    if (!live(t, v)) return -1;
    if (!m->readonly) return raise_i(t, &exc_ValueError, "cannot hash writable memoryview object");
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
    for (int64_t i = 0; list && i < m->len; i++)
        if (list_push(t, list, val_small(m->p[i * m->step])) < 0) return 0;
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
    return live(t, v) ? view_new(t, m->base, m->p, m->len, m->step, true) : 0;
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
    return live(t, v) ? int_from_i64(t, AS(memoryview, v)->len) : 0;
}
static val get_obj(struct thread *t, val v) {
    return live(t, v) ? AS(memoryview, v)->base : 0;
}
static val get_readonly(struct thread *t, val v) {
    return live(t, v) ? val_bool(AS(memoryview, v)->readonly) : 0;
}
static val get_format(struct thread *t, val v) {
    return live(t, v) ? str_char(t, 'B') : 0;
}
static val get_one(struct thread *t, val v) {
    return live(t, v) ? val_small(1) : 0;
}
static val get_contiguous(struct thread *t, val v) {
    return live(t, v) ? val_bool(AS(memoryview, v)->step == 1 || AS(memoryview, v)->len <= 1) : 0;
}
static val get_suboffsets(struct thread *t, val v) {
    return live(t, v) ? tuple_of(t, 0, NULL) : 0;
}
static val get_shape(struct thread *t, val v) {
    val n = get_nbytes(t, v);
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
METHOD(memoryview, hex, method_hex, -1, 0, 0);
METHOD(memoryview, __enter__, method_enter, 1, 0, 0);
METHOD(memoryview, __exit__, method_exit, -1, 0, 0);
GETTER(memoryview, nbytes, get_nbytes, 0);
GETTER(memoryview, obj, get_obj, 0);
GETTER(memoryview, readonly, get_readonly, 0);
GETTER(memoryview, format, get_format, 0);
GETTER(memoryview, itemsize, get_one, 0);
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
