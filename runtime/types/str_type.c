/* The type str: construction, slots, subscripts, iteration. */
#include "runtime/types/str_priv.h"
#include "runtime/text/format.h"

METHOD_TABLE(str);

/* ---- construction ---- */

static val decode_object(struct thread *t, val x, val encoding, val errors) {
    const char *e = NULL, *h = NULL;
    if (encoding) {
        if (!val_is_str(encoding))
            return raise(t, &exc_TypeError, "str() argument 'encoding' must be str, not %B", encoding);
        if (!(e = text_cstring(t, encoding))) return 0;
    }
    if (errors) {
        if (!val_is_str(errors))
            return raise(t, &exc_TypeError, "str() argument 'errors' must be str, not %B", errors);
        if (!(h = text_cstring(t, errors))) return 0;
    }
    if (val_is_str(x)) return raise(t, &exc_TypeError, "decoding str is not supported");
    if (!type_of(x)->buffer)
        return raise(t, &exc_TypeError, "decoding to str: need a bytes-like object, %T found", x);
    struct buffer b;
    return buffer_get(t, x, &b) ? str_decode(t, b.p, (size_t)b.n, e, h) : 0;
}

static val subclass_of(struct thread *t, struct type *cls, val s) {
    if (!(s = str_exact(t, s))) return 0;
    struct string *x = AS(string, s), *r = gc_new_shaped(t, cls->shape, cls->size);
    if (!r) return 0;
    r->len = x->len;
    r->hash = x->hash;
    r->head.aux = (x->head.aux & (STR_WIDTH | STR_ASCII)) | STR_SHARED;
    r->shared.storage = x;
    r->shared.text = (uint8_t *)(uintptr_t)str_data(x);
    return val_of(r);
}

static val str_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    val out[3] = {0}, r;
    if (kwnames || argc > 1) {
        if (!args_parse(t, "str", "| object encoding errors", argc, argv, kwnames, out)) return 0;
    } else if (argc) {
        out[0] = argv[0];
    }
    if (!out[0])
        r = EMPTY_STR;
    else if (out[1] || out[2])
        r = decode_object(t, out[0], out[1], out[2]);
    else
        r = obj_str(t, out[0]);
    return r && cls != &str_type ? subclass_of(t, cls, r) : r;
}

static size_t object_size(const struct obj *o) {
    const struct string *s = (const struct string *)o;
    if (o->shape != &str_shape) return o->shape->type->size;
    if (o->aux & STR_SHARED) return sizeof *s;
    size_t bytes = ((size_t)s->len + 1) << (o->aux & STR_WIDTH);
    return offsetof(struct string, data) + (bytes < 8 ? 8 : bytes);
}

static void trace(struct gc_visitor *v, struct obj *o) {
    if (o->aux & STR_SHARED) gc_visit(v, val_of(((struct string *)o)->shared.storage));
}

/* ---- slots ---- */

static int64_t slot_hash(struct thread *t, val s) {
    (void)t;
    return str_hash_of(s);
}

static val slot_compare(struct thread *t, val a, val b, enum compare op) {
    (void)t;
    if (!val_is_str(a) || !val_is_str(b)) return NOTIMPLEMENTED;
    if (op == CMP_EQ || op == CMP_NE) return val_bool(str_equal(a, b) == (op == CMP_EQ));
    int c = str_compare(a, b);
    return val_bool(op == CMP_LT ? c < 0 : op == CMP_LE ? c <= 0 : op == CMP_GT ? c > 0 : c >= 0);
}

static int64_t slot_len(struct thread *t, val s) {
    (void)t;
    return AS(string, s)->len;
}

val str_index(struct thread *t, val s, int64_t i) {
    int64_t n = AS(string, s)->len;
    if (i < 0) i += n;
    if (i < 0 || i >= n) return raise(t, &exc_IndexError, "string index out of range");
    return str_char(t, str_at(AS(string, s), i));
}

static val stepped(struct thread *t, val s, int64_t start, int64_t step, int64_t count) {
    struct text x = text_of(s);
    if (step == 1) return str_slice(t, s, start, start + count);
    if (count <= 0) return EMPTY_STR;
    char *p = gc_storage(t, (size_t)(count * x.w), false);
    if (!p) return 0;
    for (int64_t i = 0; i < count; i++) {
        uint32_t c = text_at(&x, start + i * step);
        text_copy(p + i * x.w, x.w, &c, 4, 1);
    }
    return text_units(t, p, count, x.w);
}

static val slot_getitem(struct thread *t, val s, val key) {
    if (val_is_small(key)) return str_index(t, s, val_small_get(key));
    if (val_is_exact(key, &slice_shape)) {
        int64_t start, stop, step, count = slice_resolve(t, key, AS(string, s)->len, &start, &stop, &step);
        return count < 0 ? 0 : stepped(t, s, start, step, count);
    }
    if (!val_is_int(key) && !type_of(key)->index)
        return raise(t, &exc_TypeError, "string indices must be integers, not '%T'", key);
    val index = obj_index(t, key);
    int64_t i;
    if (!index) return 0;
    if (!int_to_i64(index, &i))
        return raise(t, &exc_IndexError, "cannot fit '%T' into an index-sized integer", key);
    return str_index(t, s, i);
}

static int64_t slot_contains(struct thread *t, val s, val x) {
    if (!val_is_str(x))
        return raise_i(t, &exc_TypeError, "'in <string>' requires string as left operand, not %T", x);
    struct text h = text_of(s);
    return text_find(t, h, text_of(x), 0, h.n) >= 0;
}

static val slot_concat(struct thread *t, val a, val b) {
    if (!val_is_str(b)) return raise(t, &exc_TypeError, "can only concatenate str (not \"%T\") to str", b);
    return str_concat(t, a, b);
}

static val slot_inplace_concat(struct thread *t, val a, val b) {
    if (!val_is_str(b)) return raise(t, &exc_TypeError, "can only concatenate str (not \"%T\") to str", b);
    return str_append(t, a, b);
}

val sequence_count(struct thread *t, val n, int64_t *out) {
    if (val_is_small(n)) {
        *out = val_small_get(n);
        return NONE;
    }
    if (!val_is_int(n) && !type_of(n)->index)
        return raise(t, &exc_TypeError, "can't multiply sequence by non-int of type '%T'", n);
    val index = obj_index(t, n);
    if (!index) return 0;
    if (!int_to_i64(index, out))
        return raise(t, &exc_OverflowError, "cannot fit '%T' into an index-sized integer", n);
    return NONE;
}

static val slot_repeat(struct thread *t, val s, val n) {
    int64_t count;
    return sequence_count(t, n, &count) ? str_repeat(t, s, count) : 0;
}

static val slot_mod(struct thread *t, val a, val b) {
    if (!val_is_str(a)) return NOTIMPLEMENTED;
    return str_percent(t, a, b);
}

/* ---- iteration ---- */

struct str_iterator {
    struct obj head;
    val text; /* 0 when exhausted */
    int64_t at;
};

static val iter_step(struct thread *t, val self) {
    struct str_iterator *it = AS(str_iterator, self);
    if (!it->text) return 0;
    struct string *s = AS(string, it->text);
    if (it->at < s->len) return str_char(t, str_at(s, it->at++));
    it->text = 0;
    return 0;
}

static val iter_hint(struct thread *t, val self) {
    struct str_iterator *it = AS(str_iterator, self);
    return int_from_i64(t, it->text ? AS(string, it->text)->len - it->at : 0);
}

static val iter_self(struct thread *t, val self) {
    (void)t;
    return self;
}

METHOD_TABLE(str_ascii_iterator);
static val iter_reduced(struct thread *t, val self) {
    struct str_iterator *it = AS(str_iterator, self);
    val empty = EMPTY_STR;
    return it->text ? reduce_iter_at(t, it->text, it->at) : reduce_iter(t, NAME(iter), 1, &empty, 0);
}
static val iter_setstate(struct thread *t, val self, val state) {
    struct str_iterator *it = AS(str_iterator, self);
    int64_t i;
    if (!index_i64(t, state, &i)) return 0;
    if (it->text) it->at = i < 0 ? 0 : i > AS(string, it->text)->len ? AS(string, it->text)->len : i;
    return NONE;
}
METHOD(str_ascii_iterator, __reduce__, iter_reduced, 1, 0, 0);
METHOD(str_ascii_iterator, __setstate__, iter_setstate, 2, 0, 0);
METHOD(str_ascii_iterator, __length_hint__, iter_hint, 1, 0, 0);

static void iter_trace(struct gc_visitor *v, struct obj *o) {
    gc_visit(v, ((struct str_iterator *)o)->text);
}

/* One iterator under CPython's two names. */
#define STR_ITERATOR(id, text)                                                                               \
    struct type id##_type;                                                                                   \
    struct shape id##_shape = {.head = {NULL, GC_STATIC, 0}, .type = &id##_type};                            \
    struct type id##_type = {                                                                                \
        .head = {&type_shape, GC_STATIC, 0},                                                                 \
        .shape = &id##_shape,                                                                                \
        .cname = text,                                                                                       \
        .base = &object_type,                                                                                \
        .flags = TYPE_IMMUTABLE,                                                                             \
        .size = sizeof(struct str_iterator),                                                                 \
        .gc_layout = GC_CUSTOM,                                                                              \
        .methods = METHODS(str_ascii_iterator),                                                              \
        .trace = iter_trace,                                                                                 \
        .iter = iter_self,                                                                                   \
        .next = iter_step,                                                                                   \
    }
STR_ITERATOR(str_iterator, "str_iterator");
STR_ITERATOR(str_ascii_iterator, "str_ascii_iterator");

static val slot_iter(struct thread *t, val s) {
    struct type *type = AS(string, s)->head.aux & STR_ASCII ? &str_ascii_iterator_type : &str_iterator_type;
    if (unlikely(!(type->flags & TYPE_READY))) type_ready(t, type);
    struct str_iterator *it = gc_new(t, type, sizeof *it);
    if (!it) return 0;
    it->text = s;
    return val_of(it);
}

static val method_format_spec(struct thread *t, val s, val spec) {
    if (!val_is_str(spec)) return raise(t, &exc_TypeError, "__format__() argument must be str, not %B", spec);
    return format_str(t, s, spec);
}

static val method_getnewargs(struct thread *t, val s) {
    val v = str_exact(t, s);
    return v ? tuple_of(t, 1, &v) : 0;
}

static val method_sizeof(struct thread *t, val s) {
    struct text x = text_of(s);
    return int_from_i64(t, (str_is_ascii(s) ? 48 : 72) + (x.n + 1) * x.w + (x.w == 1 ? 0 : 0));
}

METHOD(str, __format__, method_format_spec, 2, 0, "($self, format_spec, /)");
METHOD(str, __getnewargs__, method_getnewargs, 1, 0, 0);
METHOD(str, __sizeof__, method_sizeof, 1, 0, "($self, /)");

struct shape str_shape = {.head = {NULL, GC_STATIC, 0}, .type = &str_type};

struct type str_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &str_shape,
    .cname = "str",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_STR | TYPE_IMMUTABLE,
    .size = sizeof(struct string),
    .gc_layout = GC_CUSTOM,
    .methods = METHODS(str),
    .doc = "str(object='') -> str\nstr(bytes_or_buffer[, encoding[, errors]]) -> str\n\n"
           "Create a new string object from the given object. If encoding or\n"
           "errors is specified, then the object must expose a data buffer\n"
           "that will be decoded using the given encoding and error handler.\n"
           "Otherwise, returns the result of object.__str__() (if defined)\n"
           "or repr(object).\nencoding defaults to sys.getdefaultencoding().\nerrors defaults to 'strict'.",
    .new = str_make,
    .trace = trace,
    .object_size = object_size,
    .repr = str_repr_of,
    .str = str_exact,
    .hash = slot_hash,
    .compare = slot_compare,
    .iter = slot_iter,
    .binary = {[OP_MOD] = slot_mod},
    .len = slot_len,
    .getitem = slot_getitem,
    .contains = slot_contains,
    .concat = slot_concat,
    .repeat = slot_repeat,
    .inplace_concat = slot_inplace_concat,
};
