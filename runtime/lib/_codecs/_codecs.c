/* The module _codecs: functions over the codecs of the text kit. */
#include "runtime/lib/_codecs/codecs.h"

METHOD_TABLE(codecs);

/* ---- arguments and results shared by all ---- */

bool codecs_args(struct thread *t, const char *fname, int most, int64_t argc, val *argv, val kwnames,
                 struct codec_args *out) {
    *out = (struct codec_args){0};
    if (!args_no_keywords(t, fname, kwnames) || !args_count(t, fname, argc, 1, most)) return false;
    out->object = argv[0];
    if (argc > 1 && argv[1] != NONE) {
        if (!val_is_str(argv[1]))
            return raise(t, &exc_TypeError, "%s() argument 2 must be str or None, not %B", fname, argv[1]) !=
                   0;
        if (!(out->errors = text_cstring(t, argv[1]))) return false;
    }
    for (int64_t i = 2; i < argc; i++) out->rest[i - 2] = argv[i];
    return true;
}

bool codecs_bytes(struct thread *t, val v, bool text, struct decoding *d) {
    struct buffer b;
    if (text && val_is_str(v)) {
        size_t n;
        const char *z = str_to_utf8(t, v, &n, false);
        d->p = (const uint8_t *)z;
        d->n = (int64_t)n;
        return z != NULL;
    }
    if (!buffer_get(t, v, &b)) return false;
    d->p = b.p ? b.p : (const uint8_t *)"";
    d->n = b.n;
    return true;
}

bool codecs_str(struct thread *t, const char *fname, val v) {
    return val_is_str(v) || raise(t, &exc_TypeError, "%s() argument 1 must be str, not %B", fname, v);
}

val codecs_result(struct thread *t, val object, int64_t used) {
    return object ? pair_new(t, object, int_from_i64(t, used)) : 0;
}

int64_t codecs_final(struct thread *t, val v) {
    return v ? obj_truth(t, v) : 0;
}

/* ---- Unicode transformations, Latin-1, ASCII ---- */

static val encode_with(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames,
                       const char *encoding) {
    struct codec_args a;
    if (!codecs_args(t, fname, 2, argc, argv, kwnames, &a) || !codecs_str(t, fname, a.object)) return 0;
    return codecs_result(t, str_encode(t, a.object, encoding, a.errors), AS(string, a.object)->len);
}

static val decode_with(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames,
                       enum codec codec, bool partial) {
    struct codec_args a;
    struct decoding d = {.t = t};
    int64_t consumed, final;
    if (!codecs_args(t, fname, partial ? 3 : 2, argc, argv, kwnames, &a) ||
        (final = partial ? codecs_final(t, a.rest[0]) : 1) < 0 || !codecs_bytes(t, a.object, false, &d))
        return 0;
    d.errors = a.errors;
    d.final = final;
    int64_t all = d.n; /* a handler may have put other bytes in their place */
    val s = codec_decode(&d, codec, &consumed, NULL);
    return codecs_result(t, s, final ? all : consumed);
}

#define CODEC(name, text, codec, partial)                                                                    \
    static val f_##name##_encode(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {       \
        (void)callee;                                                                                        \
        return encode_with(t, #name "_encode", argc, argv, kwnames, text);                                   \
    }                                                                                                        \
    static val f_##name##_decode(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {       \
        (void)callee;                                                                                        \
        return decode_with(t, #name "_decode", argc, argv, kwnames, codec, partial);                         \
    }                                                                                                        \
    METHOD(codecs, name##_encode, f_##name##_encode, -1, 0, "($module, str, errors=None, /)");               \
    METHOD(codecs, name##_decode, f_##name##_decode, -1, 0,                                                  \
           partial ? "($module, data, errors=None, final=False, /)" : "($module, data, errors=None, /)")
CODEC(utf_8, "utf-8", CODEC_UTF8, true);
CODEC(utf_16_le, "utf-16-le", CODEC_UTF16LE, true);
CODEC(utf_16_be, "utf-16-be", CODEC_UTF16BE, true);
CODEC(utf_32_le, "utf-32-le", CODEC_UTF32LE, true);
CODEC(utf_32_be, "utf-32-be", CODEC_UTF32BE, true);
CODEC(latin_1, "latin-1", CODEC_LATIN1, false);
CODEC(ascii, "ascii", CODEC_ASCII, false);

/* ---- UTF-16 and UTF-32 with a byte order as a number ---- */

static bool order_arg(struct thread *t, val v, int64_t *order) {
    *order = 0;
    return !v || index_i64(t, v, order);
}

static val encode_ordered(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames,
                          const char *const names[3]) {
    struct codec_args a;
    int64_t order;
    if (!codecs_args(t, fname, 3, argc, argv, kwnames, &a) || !codecs_str(t, fname, a.object) ||
        !order_arg(t, a.rest[0], &order))
        return 0;
    const char *name = names[order < 0 ? 1 : order > 0 ? 2 : 0];
    return codecs_result(t, str_encode(t, a.object, name, a.errors), AS(string, a.object)->len);
}
static const char *const names16[] = {"utf-16", "utf-16-le", "utf-16-be"};
static const char *const names32[] = {"utf-32", "utf-32-le", "utf-32-be"};

static val decode_ordered(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames,
                          enum codec codec, bool extended) {
    struct codec_args a = {0};
    struct decoding d = {.t = t};
    int64_t consumed, final, order = 0;
    int found = 0;
    if (extended) {
        val last = argc > 3 ? argv[3] : 0;
        if (!args_count(t, fname, argc, 1, 4) ||
            !codecs_args(t, fname, 3, argc > 3 ? 3 : argc, argv, kwnames, &a) ||
            !order_arg(t, a.rest[0], &order))
            return 0;
        a.rest[0] = last;
    } else if (!codecs_args(t, fname, 3, argc, argv, kwnames, &a))
        return 0;
    if ((final = codecs_final(t, a.rest[0])) < 0 || !codecs_bytes(t, a.object, false, &d)) return 0;
    d.errors = a.errors;
    d.final = final;
    int64_t all = d.n;
    if (order) codec = (enum codec)(codec + (order < 0 ? 1 : 2));
    val s = codec_decode(&d, codec, &consumed, &found);
    if (final) consumed = all;
    if (!s || !extended) return codecs_result(t, s, consumed);
    val r[3] = {s, int_from_i64(t, consumed), val_small(order ? (order < 0 ? -1 : 1) : found)};
    return tuple_of(t, 3, r);
}

#define ORDERED(name, codec, names)                                                                          \
    static val f_##name##_encode(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {       \
        (void)callee;                                                                                        \
        return encode_ordered(t, #name "_encode", argc, argv, kwnames, names);                               \
    }                                                                                                        \
    static val f_##name##_decode(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {       \
        (void)callee;                                                                                        \
        return decode_ordered(t, #name "_decode", argc, argv, kwnames, codec, false);                        \
    }                                                                                                        \
    static val f_##name##_ex_decode(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {    \
        (void)callee;                                                                                        \
        return decode_ordered(t, #name "_ex_decode", argc, argv, kwnames, codec, true);                      \
    }                                                                                                        \
    METHOD(codecs, name##_encode, f_##name##_encode, -1, 0, "($module, str, errors=None, byteorder=0, /)");  \
    METHOD(codecs, name##_decode, f_##name##_decode, -1, 0, "($module, data, errors=None, final=False, /)"); \
    METHOD(codecs, name##_ex_decode, f_##name##_ex_decode, -1, 0,                                            \
           "($module, data, errors=None, byteorder=0, final=False, /)")
ORDERED(utf_16, CODEC_UTF16, names16);
ORDERED(utf_32, CODEC_UTF32, names32);

static val f_readbuffer_encode(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    struct codec_args a;
    struct decoding d = {.t = t};
    if (!codecs_args(t, "readbuffer_encode", 2, argc, argv, kwnames, &a) ||
        !codecs_bytes(t, a.object, true, &d))
        return 0;
    return codecs_result(t, bytes_new(t, d.p, (size_t)d.n), d.n);
}
METHOD(codecs, readbuffer_encode, f_readbuffer_encode, -1, 0, "($module, data, errors=None, /)");

static val codecs_init(struct thread *t) {
    codecs_install(t);
    return native_module_new(t, "_codecs", __start_pymeth_codecs, __stop_pymeth_codecs);
}
NATIVE_MODULE(_codecs, "_codecs", codecs_init);
