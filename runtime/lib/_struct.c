/* The module _struct: values to and from bytes, by formats.
 *
 * Invariants:
 *  - A Struct's `code` has one entry per run of equal items, in order; padding has none, since what is packed
 * starts out as zeros. `size` is -1 until a format was given.
 *  - Both machines are little endian: "native" differs from '<' in sizes, alignment and some messages only.
 *  - Values are packed into a fresh block, never into the caller's buffer, which a value's __index__ could
 * change. */
#include "runtime/lib/native.h"
#include "runtime/types/container.h"
#include "runtime/types/float.h"
#include "runtime/types/int.h"
#include "runtime/math/math.h"

struct run {
    char c;
    uint8_t size;
    int64_t offset, count; /* count: items; of 's' and 'p' their bytes */
};
struct layout {
    struct obj head;
    val format; /* str, or 0 */
    struct run *code;
    int64_t ncodes, size, items;
    bool big, native;
};

static val error_class;
static val cache; /* format: Struct, for the functions of the module */
static struct type Struct_type;

#define S(v)  AS(layout, v)
#define ERROR AS(type, error_class)

/* ---- formats ---- */

static int item_size(char c, bool native) {
    switch (c) {
    case 'x':
    case 'b':
    case 'B':
    case 'c':
    case 's':
    case 'p':
    case '?': return 1;
    case 'h':
    case 'H':
    case 'e': return 2;
    case 'i':
    case 'I':
    case 'f': return 4;
    case 'l':
    case 'L': return native ? 8 : 4;
    case 'q':
    case 'Q':
    case 'd': return 8;
    case 'n':
    case 'N':
    case 'P': return native ? 8 : 0;
    default: return 0;
    }
}

/* The next item of a format: 1, 0 at the end, -1 raised. */
static int next_item(struct thread *t, const char **p, const char *end, int64_t *count, char *c) {
    while (*p < end && (**p == ' ' || (**p >= '\t' && **p <= '\r'))) ++*p;
    if (*p == end) return 0;
    *count = 1;
    if (**p >= '0' && **p <= '9') {
        for (*count = 0; *p < end && **p >= '0' && **p <= '9'; ++*p)
            if (__builtin_mul_overflow(*count, 10, count) || __builtin_add_overflow(*count, **p - '0', count))
                return raise(t, ERROR, "total struct size too long"), -1;
        if (*p == end) return raise(t, ERROR, "repeat count given without format specifier"), -1;
    }
    *c = *(*p)++;
    return 1;
}

/* Reads the items behind the byte order; with `out` 0 it only counts. */
static int64_t read_items(struct thread *t, struct layout *s, const char *p, const char *end,
                          struct run *out) {
    int64_t n = 0, count;
    char c;
    s->size = s->items = 0;
    for (int more; (more = next_item(t, &p, end, &count, &c));) {
        int size = item_size(c, s->native);
        if (more < 0) return -1;
        if (!size) return raise_i(t, ERROR, "bad char in struct format");
        bool text = c == 's' || c == 'p';
        if (s->native && size > 1 && s->size > INT64_MAX - size) goto too_long;
        if (s->native) s->size = (s->size + size - 1) / size * size;
        int64_t bytes;
        if (__builtin_mul_overflow(count, size, &bytes) || bytes > INT64_MAX - s->size) goto too_long;
        if (c != 'x' && (count || text)) {
            if (out) out[n] = (struct run){c, (uint8_t)size, s->size, count};
            n++;
            s->items += text ? 1 : count;
        }
        s->size += bytes;
    }
    return n;
too_long:
    return raise_i(t, ERROR, "total struct size too long");
}

static int64_t read_format(struct thread *t, struct layout *s, const char *p, size_t len) {
    const char *end = p + len;
    for (size_t i = 0; i < len; i++)
        if (!p[i]) return raise_i(t, ERROR, "embedded null character");
    char order = p < end && (*p == '<' || *p == '>' || *p == '!' || *p == '=' || *p == '@') ? *p++ : '@';
    s->big = order == '>' || order == '!';
    s->native = order == '@';
    int64_t n = read_items(t, s, p, end, NULL);
    struct run *code = n < 0 ? NULL : gc_storage(t, (size_t)(n + 1) * sizeof *code, false);
    if (!code) {
        s->size = s->items = -1;
        return -1;
    }
    gc_note(&s->head);
    s->code = code;
    s->ncodes = n;
    read_items(t, s, p, end, code);
    return 0;
}

/* The format as bytes and as a str. */
static bool format_text(struct thread *t, val given, const char **p, size_t *n, val *text) {
    if (val_is_str(given)) {
        val bytes = str_encode(t, given, "ascii", "strict");
        if (!bytes) return false;
        *p = (const char *)AS(bytes, bytes)->data;
        *n = (size_t)AS(bytes, bytes)->len;
        *text = given;
        return true;
    }
    if (!val_has(given, TYPE_BYTES))
        return raise(t, &exc_TypeError, "Struct() argument 1 must be a str or bytes object, not %T", given),
               false;
    struct buffer b;
    if (!buffer_get(t, given, &b)) return false;
    *p = (const char *)b.p;
    *n = (size_t)b.n;
    return (*text = str_decode(t, b.p, (size_t)b.n, "latin-1", "strict")) != 0;
}

static int64_t struct_set(struct thread *t, val self, val format) {
    const char *p;
    size_t n;
    val text;
    if (!format_text(t, format, &p, &n, &text)) return -1;
    gc_store(val_obj(self), &S(self)->format, text);
    return read_format(t, S(self), p, n);
}

static val struct_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)argc, (void)argv, (void)kwnames;
    struct layout *s = gc_new(t, cls, cls->size);
    if (s) s->size = s->items = -1;
    return val_of(s);
}
static int64_t struct_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    val out[1];
    return args_parse(t, "Struct", "format", argc, argv, kwnames, out) ? struct_set(t, self, out[0]) : -1;
}

/* The Struct of a format given to a function of the module. */
static struct layout *cached(struct thread *t, val format) {
    val have = val_is_exact(format, &str_shape) || val_is_exact(format, &bytes_shape)
                   ? dict_lookup(t, cache, format)
                   : 0;
    if (have || t->exc) return S(have);
    val s = struct_make(t, &Struct_type, 0, NULL, 0);
    if (!s || struct_set(t, s, format) < 0) return NULL;
    if (dict_count(cache) >= 100) dict_clear_all(t, AS(dict, cache));
    return dict_put(t, cache, format, s) < 0 ? NULL : S(s);
}

/* ---- packing ---- */

static void put_bytes(uint8_t *p, uint64_t v, int size, bool big) {
    for (int i = 0; i < size; i++) p[big ? size - 1 - i : i] = (uint8_t)(v >> 8 * i);
}

static inline void put_word(uint8_t *p, uint64_t v, int size, bool big) {
    if (unlikely(big)) {
        put_bytes(p, v, size, true);
    } else {
        memcpy(p, &v, (size_t)size);
    }
}

static bool out_of_range(struct thread *t, const struct layout *s, char c, int size) {
    if (c == 'b') return raise(t, ERROR, "byte format requires -128 <= number <= 127"), false;
    if (c == 'B') return raise(t, ERROR, "ubyte format requires 0 <= number <= 255"), false;
    if (c == 'h' && !s->big) return raise(t, ERROR, "short format requires -32768 <= number <= 32767"), false;
    if (c == 'H' && !s->big) return raise(t, ERROR, "ushort format requires 0 <= number <= 65535"), false;
    int64_t top = INT64_C(1) << (size * 8 - 1);
    if (c >= 'a')
        return raise(t, ERROR, "'%c' format requires %ld <= number <= %ld", c, -top, top - 1), false;
    return raise(t, ERROR, "'%c' format requires 0 <= number <= %ld", c, 2 * top - 1), false;
}

/* An int that is not a small one of fitting size: the word, or an error. */
static bool int_word(struct thread *t, const struct layout *s, char c, int size, val v, uint64_t *out) {
    struct iview w;
    if (!val_is_int(v)) {
        if (!type_of(v)->index) return raise(t, ERROR, "required argument is not an integer"), false;
        if (!(v = obj_index(t, v))) return false;
    }
    int_view(v, &w);
    uint64_t m = w.n ? w.d[0] : 0;
    bool is_signed = c >= 'a' || size == 1 || (size == 2 && !s->big);
    bool fits = w.n <= 1 &&
                (w.neg ? (is_signed || c == 'P') && m <= UINT64_C(1) << 63 : !is_signed || m <= INT64_MAX);
    if (!fits) {
        bool wide = c == 'P' || (s->big && size == 8);
        return raise(t, ERROR, wide ? "int too large to convert" : "argument out of range"), false;
    }
    *out = w.neg ? 0 - m : m;
    if (size == 8) return true;
    bool in = c >= 'a' ? (int64_t)*out == (int64_t)(*out << (64 - 8 * size)) >> (64 - 8 * size)
                       : !w.neg && *out >> (8 * size) == 0;
    return in || out_of_range(t, s, c, size);
}

static bool number(struct thread *t, val v, double *out) {
    if (val_is_flt(v)) {
        *out = flt_unpack(v);
        return true;
    }
    if (number_as_double(t, v, out)) return true;
    exc_take(t);
    return raise(t, ERROR, "required argument is not a float"), false;
}

/* Half precision, rounded to nearest even; false: too large. */
static bool half_of(double x, uint16_t *out) {
    uint64_t b;
    memcpy(&b, &x, 8);
    uint16_t sign = (uint16_t)(b >> 48 & 0x8000);
    int e = (int)(b >> 52 & 0x7ff) - 1023;
    uint64_t m = b & ((UINT64_C(1) << 52) - 1);
    if (e == 1024) {
        *out = sign | (m ? 0x7e00 : 0x7c00);
        return true;
    }
    *out = sign;
    if (e < -25) return true;
    m |= UINT64_C(1) << 52;
    int drop = e < -14 ? 42 + (-14 - e) : 42;
    uint64_t kept = m >> drop, rest = m & ((UINT64_C(1) << drop) - 1), tie = UINT64_C(1) << (drop - 1);
    kept += rest > tie || (rest == tie && (kept & 1));
    uint64_t bits = e < -14 ? kept : kept + ((uint64_t)(e + 14) << 10);
    if (bits >= 0x7c00) return false;
    *out |= (uint16_t)bits;
    return true;
}

static double half_value(uint16_t h) {
    uint64_t sign = (uint64_t)(h >> 15) << 63, e = h >> 10 & 31, m = h & 1023, b;
    double x;
    if (e == 0) {
        x = (double)m * 0x1p-24;
        return sign ? -x : x;
    }
    b = sign | (e == 31 ? UINT64_C(0x7ff) : e + 1008) << 52 | m << 42;
    memcpy(&x, &b, 8);
    return x;
}

static bool put_float(struct thread *t, const struct layout *s, char c, val v, uint8_t *p) {
    double x;
    uint64_t word = 0;
    if (!number(t, v, &x)) return false;
    if (c == 'd') {
        memcpy(&word, &x, 8);
        return put_word(p, word, 8, s->big), true;
    }
    if (c == 'e') {
        uint16_t h;
        if (!half_of(x, &h))
            return raise(t, &exc_OverflowError, "float too large to pack with e format"), false;
        return put_word(p, h, 2, s->big), true;
    }
    float f = (float)x;
    if (!s->native && dbl_is_inf(f) && !dbl_is_inf(x))
        return raise(t, &exc_OverflowError, "float too large to pack with f format"), false;
    memcpy(&word, &f, 4);
    return put_word(p, word, 4, s->big), true;
}

static bool put_text(struct thread *t, const struct run *k, val v, uint8_t *p) {
    struct buffer b;
    if (!val_has(v, TYPE_BYTES) && !type_is_subtype(type_of(v), &bytearray_type))
        return raise(t, ERROR, "argument for '%c' must be a bytes object", k->c), false;
    if (!buffer_get(t, v, &b)) return false;
    int64_t room = k->count;
    if (k->c == 'p') {
        if (!room) return true;
        room--;
        *p++ = (uint8_t)(b.n < room ? b.n < 255 ? b.n : 255 : room < 255 ? room : 255);
    }
    memcpy(p, b.p, (size_t)(b.n < room ? b.n : room));
    return true;
}

static bool put_one(struct thread *t, const struct layout *s, const struct run *k, val v, uint8_t *p) {
    uint64_t word;
    int64_t truth;
    switch (k->c) {
    case 'd':
    case 'e':
    case 'f': return put_float(t, s, k->c, v, p);
    case '?':
        if ((truth = obj_truth(t, v)) < 0) return false;
        *p = (uint8_t)truth;
        return true;
    case 'c':
        if (!val_has(v, TYPE_BYTES) || obj_len(t, v) != 1)
            return raise(t, ERROR, "char format requires a bytes object of length 1"), false;
        return put_text(t, k, v, p);
    default:
        if (!int_word(t, s, k->c, k->size, v, &word)) return false;
        put_word(p, word, k->size, s->big);
        return true;
    }
}

static val not_packed(struct thread *t, val v) {
    if (!val_is_int(v) || !exc_pending_is(t, &exc_OverflowError)) return 0;
    exc_take(t);
    return raise(t, ERROR, "int too large to convert");
}

/* bytes of the values; they are as many as the format has items. */
static val pack(struct thread *t, const struct layout *s, const val *v) {
    val out = bytes_new(t, NULL, (size_t)s->size);
    if (!out) return 0;
    for (const struct run *k = s->code, *end = k + s->ncodes; k < end; k++) {
        uint8_t *p = AS(bytes, out)->data + k->offset;
        if (k->c == 's' || k->c == 'p') {
            if (!put_text(t, k, *v++, p)) return 0;
            continue;
        }
        for (int64_t i = 0; i < k->count; i++, p += k->size)
            if (!put_one(t, s, k, *v++, p)) return not_packed(t, v[-1]);
    }
    return out;
}

static val pack_counted(struct thread *t, const struct layout *s, int64_t n, const val *v) {
    if (n != s->items) return raise(t, ERROR, "pack expected %ld items for packing (got %ld)", s->items, n);
    return pack(t, s, v);
}

/* The place in a buffer of `n` bytes; `verb` "pack" or "unpack", `to` what is said of too little room. */
static bool place(struct thread *t, const struct layout *s, int64_t n, int64_t *offset, bool packing) {
    if (*offset < 0) {
        if (*offset + s->size > 0)
            return raise(t, ERROR,
                         packing ? "no space to pack %ld bytes at offset %ld"
                                 : "not enough data to unpack %ld bytes at offset %ld",
                         s->size, *offset),
                   false;
        if (*offset + n < 0)
            return raise(t, ERROR, "offset %ld out of range for %ld-byte buffer", *offset, n), false;
        *offset += n;
    }
    if (n - *offset >= s->size) return true;
    return raise(
               t, ERROR,
               packing
                   ? "pack_into requires a buffer of at least %ld bytes for packing %ld bytes at offset %ld "
                     "(actual buffer size is %ld)"
                   : "unpack_from requires a buffer of at least %ld bytes for unpacking %ld bytes at offset "
                     "%ld (actual buffer size is %ld)",
               s->size + *offset, s->size, *offset, n),
           false;
}

static bool writable(struct thread *t, val target, struct buffer *b) {
    if (!type_of(target)->buffer || !buffer_get(t, target, b) || b->readonly) {
        if (t->exc) exc_take(t);
        return raise(t, &exc_TypeError, "argument must be read-write bytes-like object, not %T", target),
               false;
    }
    return true;
}

static val pack_into(struct thread *t, const struct layout *s, int64_t n, val *v) {
    struct buffer b;
    int64_t offset;
    if (n != s->items + 2) {
        if (n < 2) return raise(t, ERROR, "pack_into expected %s argument", n ? "offset" : "buffer");
        return raise(t, ERROR, "pack_into expected %ld items for packing (got %ld)", s->items, n - 2);
    }
    if (!writable(t, v[0], &b) || !index_i64(t, v[1], &offset) || !place(t, s, b.n, &offset, true)) return 0;
    val made = pack(t, s, v + 2);
    if (!made || !writable(t, v[0], &b)) return 0;
    if (b.n - offset < s->size) return raise(t, &exc_BufferError, "the buffer was resized meanwhile");
    memcpy(b.p + offset, AS(bytes, made)->data, (size_t)s->size);
    return NONE;
}

/* ---- unpacking ---- */

static inline uint64_t get_word(const uint8_t *p, int size, bool big) {
    uint64_t v = 0;
    if (unlikely(big)) {
        for (int i = 0; i < size; i++) v = v << 8 | p[i];
        return v;
    }
    memcpy(&v, p, (size_t)size);
    return v;
}

static val get_text(struct thread *t, const struct run *k, const uint8_t *p) {
    int64_t n = k->count;
    if (k->c == 'p' && n) {
        n = *p < n - 1 ? *p : n - 1;
        p++;
    }
    return n ? bytes_new(t, p, (size_t)n) : bytes_new(t, "", 0);
}

static val get_one(struct thread *t, const struct layout *s, char c, int size, const uint8_t *p) {
    uint64_t w = get_word(p, size, s->big);
    double x;
    float f;
    switch (c) {
    case 'c': return bytes_new(t, p, 1);
    case '?': return val_bool(*p != 0);
    case 'd': memcpy(&x, &w, 8); return float_new(t, x);
    case 'f': memcpy(&f, &w, 4); return float_new(t, f);
    case 'e': return float_new(t, half_value((uint16_t)w));
    default: break;
    }
    if (c < 'a') return size < 8 ? val_small((int64_t)w) : int_from_u64(t, w);
    return int_from_i64(t, (int64_t)(w << (64 - 8 * size)) >> (64 - 8 * size));
}

static val unpack(struct thread *t, const struct layout *s, const uint8_t *p) {
    val out = tuple_new(t, s->items > 0 ? s->items : 0);
    int64_t n = 0;
    for (const struct run *k = s->code, *end = k + s->ncodes; out && k < end; k++) {
        const uint8_t *at = p + k->offset;
        bool text = k->c == 's' || k->c == 'p';
        for (int64_t i = text ? k->count - 1 : 0; i < k->count || text; i++, at += k->size) {
            val v = text ? get_text(t, k, at) : get_one(t, s, k->c, k->size, at);
            if (!v) return 0;
            gc_store(val_obj(out), &AS(tuple, out)->item[n++], v);
            if (text) break;
        }
    }
    return out;
}

static val unpack_all(struct thread *t, const struct layout *s, val from) {
    struct buffer b;
    if (!buffer_get(t, from, &b)) return 0;
    if (b.n != s->size) return raise(t, ERROR, "unpack requires a buffer of %ld bytes", s->size);
    return unpack(t, s, b.p);
}

static val unpack_from(struct thread *t, const struct layout *s, val from, val offset_or_0) {
    struct buffer b;
    int64_t offset = 0;
    if (offset_or_0 && !index_i64(t, offset_or_0, &offset)) return 0;
    if (!buffer_get(t, from, &b) || !place(t, s, b.n, &offset, false)) return 0;
    return unpack(t, s, b.p + offset);
}

/* ---- iter_unpack: the view keeps the buffer as it is ---- */

struct unpack_iter {
    struct obj head;
    val layout, view; /* view: 0 when ended */
    int64_t at;
};

static val iter_step(struct thread *t, val self) {
    struct unpack_iter *it = AS(unpack_iter, self);
    struct buffer b;
    if (!it->view) return 0;
    if (!buffer_get(t, it->view, &b)) return 0;
    if (b.n - it->at < S(it->layout)->size) {
        it->view = 0;
        return 0;
    }
    val v = unpack(t, S(it->layout), b.p + it->at);
    it->at += S(it->layout)->size;
    return v;
}
static val iter_hint(struct thread *t, val self) {
    struct unpack_iter *it = AS(unpack_iter, self);
    struct buffer b;
    if (!it->view) return val_small(0);
    return buffer_get(t, it->view, &b) ? val_small((b.n - it->at) / S(it->layout)->size) : 0;
}

METHOD_TABLE(struct_iter);
METHOD(struct_iter, __length_hint__, iter_hint, 1, 0, 0);
static struct type unpack_iter_type;
static DEFINE_SHAPE(unpack_iter);
static struct type unpack_iter_type = {
    .head = TYPE_HEAD,
    .shape = &unpack_iter_shape,
    .cname = "_struct.unpack_iterator",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE,
    .size = sizeof(struct unpack_iter),
    .gc_layout = GC_CUSTOM,
    .trace = trace_ref2,
    .methods = __start_pymeth_struct_iter,
    .methods_end = __stop_pymeth_struct_iter,
    .iter = iter_self,
    .next = iter_step,
};

static val iter_unpack(struct thread *t, struct layout *s, val from) {
    struct buffer b;
    if (s->size == 0) return raise(t, ERROR, "cannot iteratively unpack with a struct of length 0");
    if (!buffer_get(t, from, &b)) return 0;
    if (b.n % s->size)
        return raise(t, ERROR, "iterative unpacking requires a buffer of a multiple of %ld bytes", s->size);
    READY(t, unpack_iter_type);
    val view = val_is_exact(from, &bytes_shape) ? from : call1(t, val_of(&memoryview_type), from);
    struct unpack_iter *it = view ? gc_new(t, &unpack_iter_type, sizeof *it) : NULL;
    if (!it) return 0;
    it->layout = val_of(s);
    it->view = view;
    return val_of(it);
}

/* ---- Struct ---- */

static val struct_pack(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return args_no_keywords(t, "Struct.pack", kwnames) ? pack_counted(t, S(argv[0]), argc - 1, argv + 1) : 0;
}
static val struct_pack_into(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return args_no_keywords(t, "Struct.pack_into", kwnames) ? pack_into(t, S(argv[0]), argc - 1, argv + 1)
                                                            : 0;
}
static val struct_unpack(struct thread *t, val self, val from) {
    return unpack_all(t, S(self), from);
}
static val struct_unpack_from(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[2];
    if (!args_parse(t, "unpack_from", "buffer | offset", argc - 1, argv + 1, kwnames, out)) return 0;
    return unpack_from(t, S(argv[0]), out[0], out[1]);
}
static val struct_iter_unpack(struct thread *t, val self, val from) {
    return iter_unpack(t, S(self), from);
}
static val get_format(struct thread *t, val self) {
    (void)t;
    return S(self)->format ? S(self)->format : EMPTY_STR;
}
static val get_size(struct thread *t, val self) {
    return int_from_i64(t, S(self)->size);
}
static void struct_trace(struct gc_visitor *v, struct obj *o) {
    gc_visit(v, ((struct layout *)o)->format);
    gc_visit_storage(v, ((struct layout *)o)->code);
}

METHOD_TABLE(struct_Struct);
METHOD(struct_Struct, pack, struct_pack, -1, 0, 0);
METHOD(struct_Struct, pack_into, struct_pack_into, -1, 0, 0);
METHOD(struct_Struct, unpack, struct_unpack, 2, 0, "($self, buffer, /)");
METHOD(struct_Struct, unpack_from, struct_unpack_from, -1, 0, "($self, /, buffer, offset=0)");
METHOD(struct_Struct, iter_unpack, struct_iter_unpack, 2, 0, "($self, buffer, /)");
GETTER(struct_Struct, format, get_format, NULL);
GETTER(struct_Struct, size, get_size, NULL);
static DEFINE_SHAPE(Struct);
static struct type Struct_type = {
    .head = TYPE_HEAD,
    .shape = &Struct_shape,
    .cname = "_struct.Struct",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_IMMUTABLE | TYPE_WEAKREF,
    .size = sizeof(struct layout),
    .gc_layout = GC_CUSTOM,
    .trace = struct_trace,
    .methods = __start_pymeth_struct_Struct,
    .methods_end = __stop_pymeth_struct_Struct,
    .doc = "Struct(fmt) --> compiled struct object",
    .new = struct_make,
    .init = struct_init,
};

/* ---- the module ---- */

static val f_calcsize(struct thread *t, val format) {
    struct layout *s = cached(t, format);
    return s ? int_from_i64(t, s->size) : 0;
}
static val f_pack(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_no_keywords(t, "_struct.pack", kwnames)) return 0;
    if (!argc) return raise(t, &exc_TypeError, "missing format argument");
    struct layout *s = cached(t, argv[0]);
    return s ? pack_counted(t, s, argc - 1, argv + 1) : 0;
}
static val f_pack_into(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_no_keywords(t, "_struct.pack_into", kwnames)) return 0;
    if (!argc) return raise(t, &exc_TypeError, "missing format argument");
    struct layout *s = cached(t, argv[0]);
    return s ? pack_into(t, s, argc - 1, argv + 1) : 0;
}
static val f_unpack(struct thread *t, val format, val from) {
    struct layout *s = cached(t, format);
    return s ? unpack_all(t, s, from) : 0;
}
static val f_unpack_from(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[3];
    if (!args_parse(t, "unpack_from", "format / buffer | offset", argc, argv, kwnames, out)) return 0;
    struct layout *s = cached(t, out[0]);
    return s ? unpack_from(t, s, out[1], out[2]) : 0;
}
static val f_iter_unpack(struct thread *t, val format, val from) {
    struct layout *s = cached(t, format);
    return s ? iter_unpack(t, s, from) : 0;
}
static val f_clearcache(struct thread *t) {
    dict_clear_all(t, AS(dict, cache));
    return NONE;
}

METHOD_TABLE(_struct);
METHOD(_struct, calcsize, f_calcsize, 1, 0, "($module, format, /)");
METHOD(_struct, pack, f_pack, -1, 0, 0);
METHOD(_struct, pack_into, f_pack_into, -1, 0, 0);
METHOD(_struct, unpack, f_unpack, 2, 0, "($module, format, buffer, /)");
METHOD(_struct, unpack_from, f_unpack_from, -1, 0, "($module, format, /, buffer, offset=0)");
METHOD(_struct, iter_unpack, f_iter_unpack, 2, 0, "($module, format, buffer, /)");
METHOD(_struct, _clearcache, f_clearcache, 0, 0, "($module, /)");
METHOD(_struct, Struct, &Struct_type, 0, METHOD_VALUE, 0);

static val struct_module(struct thread *t) {
    gc_root(t, &error_class);
    gc_root(t, &cache);
    cache = dict_make(t);
    error_class = native_exception(t, "struct", "error", &exc_Exception);
    val m = cache && error_class ? native_module_new(t, "_struct", METHODS(_struct)) : 0;
    return m && native_set(t, m, "error", error_class) == 0 ? m : 0;
}
NATIVE_MODULE(_struct, "_struct", struct_module);
