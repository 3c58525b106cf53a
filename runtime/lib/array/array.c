/* array.array: making arrays, their size, and the type. */
#include "runtime/lib/array/array.h"
#include "runtime/lib/native.h"

val array_new(struct thread *t, struct type *cls, const struct array_kind *k, int64_t n) {
    struct array *a = gc_new(t, cls, cls->size);
    if (!a) return 0;
    a->kind = k;
    if (!array_resize(t, a, n)) return 0;
    if (n) memset(a->p, 0, array_bytes(a, n));
    return val_of(a);
}

static void array_trace(struct gc_visitor *v, struct obj *o) {
    struct array *a = (struct array *)o;
    if (a->p) gc_visit_storage(v, a->p);
}

bool array_fixed(struct thread *t, struct array *a) {
    return exports_hold(t, &a->exports, "cannot resize an array that is exporting buffers");
}

bool array_resize(struct thread *t, struct array *a, int64_t n) {
    if (n == a->len) return true;
    if (array_fixed(t, a)) return false;
    if (n > (INT64_C(1) << 46) / a->kind->size) return raise(t, &exc_MemoryError, "") != 0;
    int64_t want = n * a->kind->size;
    if (want > a->cap) {
        int64_t cap = want + (want >> 3) + 32;
        uint8_t *p = a->p ? gc_storage_grow(t, a->p, (size_t)a->cap, (size_t)cap, false)
                          : gc_storage(t, (size_t)cap, false);
        if (!p) return false;
        gc_note(&a->head);
        a->p = p;
        a->cap = cap;
    }
    a->len = n;
    return true;
}

bool array_push(struct thread *t, struct array *a, val v) {
    uint64_t word;
    if (!array_word(t, a->kind, v, &word) || !array_resize(t, a, a->len + 1)) return false;
    memcpy(array_place(a, a->len - 1), &word, a->kind->size);
    return true;
}

/* `p` may point into a's own items. */
bool array_push_bytes(struct thread *t, struct array *a, const void *p, int64_t n) {
    int64_t old = a->len;
    const void *before = a->p;
    bool own = p && p == before;
    if (!array_resize(t, a, old + n)) return false;
    if (n) memcpy(array_place(a, old), own ? a->p : p, array_bytes(a, n));
    return true;
}

bool array_extend_from(struct thread *t, struct array *a, val iterable) {
    if (val_is_array(iterable)) {
        const struct array *from = AS(array, iterable);
        if (from->kind == a->kind) return array_push_bytes(t, a, from->p, from->len);
        return raise(t, &exc_TypeError, "can only extend with array of same kind") != 0;
    }
    val it = rt_iter(t, iterable), v;
    if (!it) return false;
    while ((v = rt_next(t, it)))
        if (!array_push(t, a, v)) return false;
    return t->exc == 0;
}

/* ---- construction ---- */

static const struct array_kind *kind_argument(struct thread *t, val v) {
    if (!val_is_str(v) || AS(string, v)->len != 1) {
        raise(t, &exc_TypeError, "array() argument 1 must be a unicode character, not %T", v);
        return NULL;
    }
    const struct array_kind *k = array_kind_of(str_at(AS(string, v), 0));
    if (!k) raise(t, &exc_ValueError, "bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)");
    return k;
}

static bool is_text_array(val v) {
    return val_is_array(v) && AS(array, v)->kind->class == 't';
}

static bool fill(struct thread *t, struct array *a, val from) {
    if (val_is_str(from)) return array_push_text(t, a, from);
    if (val_is_array(from)) {
        if (AS(array, from)->kind == a->kind) return array_extend_from(t, a, from);
        from = array_tolist(t, from);
        return from && array_extend_from(t, a, from);
    }
    if (!bytes_kind(from)) return array_extend_from(t, a, from);
    struct text x = bytes_text(from);
    if (x.n % a->kind->size)
        return raise(t, &exc_ValueError, "bytes length not a multiple of item size") != 0;
    return array_push_bytes(t, a, x.p, x.n / a->kind->size);
}

static val array_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    if (cls == &array_type && !args_no_keywords(t, "array.array", kwnames)) return 0;
    if (argc < 1 || argc > 2)
        return raise(t, &exc_TypeError, "array() takes at %s %d argument%s (%ld given)",
                     argc < 1 ? "least" : "most", argc < 1 ? 1 : 2, argc < 1 ? "" : "s", argc);
    const struct array_kind *k = kind_argument(t, argv[0]);
    if (!k) return 0;
    val from = argc > 1 ? argv[1] : 0;
    if (from && k->class != 't' && (val_is_str(from) || is_text_array(from)))
        return raise(t, &exc_TypeError, "cannot use a %s to initialize an array with typecode '%c'",
                     val_is_str(from) ? "str" : "unicode array", k->code);
    val a = array_new(t, cls, k, 0);
    return a && (!from || fill(t, AS(array, a), from)) ? a : 0;
}

static bool array_buffer(struct thread *t, val self, struct buffer *out) {
    (void)t;
    static uint8_t nothing;
    const struct array *a = AS(array, self);
    char format = a->kind->class == 't' ? 'w' : a->kind->code;
    *out = (struct buffer){a->p ? a->p : &nothing, (int64_t)array_bytes(a, a->len), false, format,
                           a->kind->size};
    return true;
}

static int64_t array_len(struct thread *t, val self) {
    (void)t;
    return AS(array, self)->len;
}

static val array_repr(struct thread *t, val self) {
    const struct array *a = AS(array, self);
    val name = val_of(type_of(self));
    if (!(name = obj_getattr(t, name, NAME(__name__)))) return 0;
    if (!a->len) return str_format(t, "%U('%c')", name, a->kind->code);
    val items = a->kind->class == 't' ? array_tounicode(t, self) : array_tolist(t, self);
    return items ? str_format(t, "%U('%c', %R)", name, a->kind->code, items) : 0;
}

static val get_typecode(struct thread *t, val self) {
    return str_char(t, (uint32_t)AS(array, self)->kind->code);
}
static val get_itemsize(struct thread *t, val self) {
    (void)t;
    return val_small(AS(array, self)->kind->size);
}

METHOD_TABLE(array);
GETTER(array, typecode, get_typecode, 0);
GETTER(array, itemsize, get_itemsize, 0);
DEFINE_SHAPE(array);
struct type array_type = {
    .head = TYPE_HEAD,
    .shape = &array_shape,
    .cname = "array.array",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_IMMUTABLE | TYPE_SEQUENCE | TYPE_WEAKREF,
    .size = sizeof(struct array),
    .exports = offsetof(struct array, exports),
    .gc_layout = GC_CUSTOM,
    .trace = array_trace,
    METHODS_OF(array),
    .doc = "array(typecode [, initializer]) -> array\n\nA sequence of numbers or characters of one C type, "
           "which the "
           "type code names.",
    .new = array_make,
    .repr = array_repr,
    .hash = hash_unhashable,
    .compare = array_compare,
    .iter = array_iter,
    .len = array_len,
    .getitem = array_getitem,
    .setitem = array_setitem,
    .contains = array_contains,
    .concat = array_concat,
    .repeat = array_repeat,
    .inplace_concat = array_iconcat,
    .inplace_repeat = array_irepeat,
    .buffer = array_buffer,
};

METHOD_TABLE(array_module);
METHOD(array_module, array, &array_type, 0, METHOD_VALUE, 0);
METHOD(array_module, ArrayType, &array_type, 0, METHOD_VALUE, 0);

static val array_init(struct thread *t) {
    val module = native_module_new(t, "array", METHODS(array_module));
    return module && native_set(t, module, "typecodes", str_ascii(t, array_codes)) == 0 ? module : 0;
}
NATIVE_MODULE(array, "array", array_init);
