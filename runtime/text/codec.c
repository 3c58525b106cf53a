/* Codec names, error handlers, the single-byte and the UTF-16/32 codecs. */
#include "runtime/process/process.h"
#include "runtime/text/codec.h"
#include "runtime/text/codec_priv.h"

int strcmp_z(const char *a, const char *b) {
    for (; *a && *a == *b; a++, b++) {
    }
    return (uint8_t)*a - (uint8_t)*b;
}

/* CPython's normalisation: case and punctuation do not matter. */
enum codec codec_find(const char *name) {
    static const struct {
        const char *name;
        enum codec codec;
    } known[] = {{"utf8", CODEC_UTF8},       {"u8", CODEC_UTF8},           {"utf", CODEC_UTF8},
                 {"cp65001", CODEC_UTF8},    {"utf8ucs2", CODEC_UTF8},     {"utf8ucs4", CODEC_UTF8},
                 {"ascii", CODEC_ASCII},     {"usascii", CODEC_ASCII},     {"646", CODEC_ASCII},
                 {"us", CODEC_ASCII},        {"ansix341968", CODEC_ASCII}, {"iso646us", CODEC_ASCII},
                 {"latin1", CODEC_LATIN1},   {"latin", CODEC_LATIN1},      {"iso88591", CODEC_LATIN1},
                 {"8859", CODEC_LATIN1},     {"cp819", CODEC_LATIN1},      {"l1", CODEC_LATIN1},
                 {"88591", CODEC_LATIN1},    {"utf16", CODEC_UTF16},       {"u16", CODEC_UTF16},
                 {"utf16le", CODEC_UTF16LE}, {"utf16be", CODEC_UTF16BE},   {"utf32", CODEC_UTF32},
                 {"u32", CODEC_UTF32},       {"utf32le", CODEC_UTF32LE},   {"utf32be", CODEC_UTF32BE},
                 {"utf8sig", CODEC_UTF8SIG}};
    char clean[24];
    size_t n = 0;
    if (!name) return CODEC_UTF8;
    for (; *name; name++) {
        char c = *name >= 'A' && *name <= 'Z' ? (char)(*name | 32) : *name;
        if (c == '-' || c == '_' || c == ' ' || c == '.') continue;
        if (n + 1 >= sizeof clean) return CODEC_NONE;
        clean[n++] = c;
    }
    clean[n] = 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp_z(known[i].name, clean) == 0) return known[i].codec;
    return CODEC_NONE;
}

/* ---- encoding ---- */

bool sink_room(struct byte_sink *s, int64_t more) {
    if (s->n + more <= s->cap) return true;
    int64_t cap = (s->n + more) * 2 + 32;
    uint8_t *p = gc_storage(s->t, (size_t)cap, false);
    if (!p) return false;
    if (s->n) memcpy(p, s->p, (size_t)s->n);
    s->p = p;
    s->cap = cap;
    return true;
}

static void put_unit(struct byte_sink *s, uint32_t c, int width, bool big) {
    for (int i = 0; i < width; i++) s->p[s->n + (big ? width - 1 - i : i)] = (uint8_t)(c >> (8 * i));
    s->n += width;
}

static bool is_big(enum codec c) {
    return c == CODEC_UTF16BE || c == CODEC_UTF32BE;
}

bool sink_char(struct byte_sink *s, uint32_t c) {
    if (!sink_room(s, 4)) return false;
    switch (s->codec) {
    case CODEC_ASCII:
    case CODEC_LATIN1: s->p[s->n++] = (uint8_t)c; break;
    case CODEC_UTF16:
    case CODEC_UTF16LE:
    case CODEC_UTF16BE:
        if (c >= 0x10000) {
            put_unit(s, 0xd800 + ((c - 0x10000) >> 10), 2, is_big(s->codec));
            c = 0xdc00 + ((c - 0x10000) & 0x3ff);
        }
        put_unit(s, c, 2, is_big(s->codec));
        break;
    case CODEC_UTF32:
    case CODEC_UTF32LE:
    case CODEC_UTF32BE: put_unit(s, c, 4, is_big(s->codec)); break;
    default: s->n = utf8_put(s->p + s->n, c) - s->p; break;
    }
    return true;
}

bool codec_encodable(enum codec codec, uint32_t c) {
    if (codec == CODEC_ASCII) return c < 128;
    if (codec == CODEC_LATIN1) return c < 256;
    return c < 0xd800 || c > 0xdfff;
}

bool sink_bytes(struct byte_sink *s, const void *p, int64_t n) {
    if (!sink_room(s, n)) return false;
    memcpy(s->p + s->n, p, (size_t)n);
    s->n += n;
    return true;
}

static val encode_slow(struct thread *t, val str, enum codec codec, const char *encoding,
                       const char *errors) {
    struct text x = text_of(str);
    struct byte_sink s = {.t = t, .codec = codec};
    const char *reason = codec == CODEC_ASCII    ? "ordinal not in range(128)"
                         : codec == CODEC_LATIN1 ? "ordinal not in range(256)"
                                                 : "surrogates not allowed";
    if (codec == CODEC_UTF16 || codec == CODEC_UTF32) {
        if (!sink_char(&s, 0xfeff)) return 0;
    }
    for (int64_t i = 0; i < x.n;) {
        uint32_t c = text_at(&x, i);
        if (codec_encodable(codec, c)) {
            if (!sink_char(&s, c)) return 0;
            i++;
            continue;
        }
        int64_t end = i + 1;
        while (codec < CODEC_UTF16 && end < x.n && !codec_encodable(codec, text_at(&x, end))) end++;
        if (!encode_error(&s, str, i, &end, encoding, errors, reason)) return 0;
        i = end;
    }
    return bytes_new(t, s.p, (size_t)s.n);
}

val encode_with_errors(struct thread *t, val s, const char *encoding, const char *errors) {
    return encode_slow(t, s, CODEC_UTF8, encoding, errors);
}

const char *const codec_shown[] = {"utf-8",     "ascii",  "latin-1",   "utf-16",    "utf-16-le",
                                   "utf-16-be", "utf-32", "utf-32-le", "utf-32-be", "utf-8"};

static val unknown_encoding(struct thread *t, const char *encoding) {
    val name = str_utf8(t, encoding, strlen(encoding));
    return name ? raise(t, &exc_LookupError, "unknown encoding: %U", name) : 0;
}

/* The result of a codec that a program registers, checked for its kind; 0 raised. */
static val registered(struct thread *t, val r, const char *encoding, bool encode) {
    if (!r || (encode ? val_has(r, TYPE_BYTES) : val_is_str(r))) return r;
    const char *verb = encode ? "encoder" : "decoder", *wanted = encode ? "bytes" : "str";
    return raise(t, &exc_TypeError,
                 "'%s' %s returned '%T' instead of '%s'; use codecs.%s() to %s to arbitrary types", encoding,
                 verb, r, wanted, encode ? "encode" : "decode", encode ? "encode" : "decode");
}

/* Programs that name an encoding of another kind have the module _codecs, which nobody may have imported yet.
 */
static bool with_codecs(struct thread *t) {
    if (codec_hooks.encode) return true;
    val name = str_ascii(t, "_codecs");
    if (name && import_module(t, name)) return true;
    if (!exc_pending_is(t, &exc_ModuleNotFoundError)) return false;
    exc_take(t);
    return true;
}

static val encode_other(struct thread *t, val s, const char *encoding, const char *errors) {
    if (!with_codecs(t)) return 0;
    if (!codec_hooks.encode) return unknown_encoding(t, encoding);
    return registered(t, codec_hooks.encode(t, s, encoding, errors), encoding, true);
}

static val decode_other(struct thread *t, const uint8_t *p, size_t n, const char *encoding,
                        const char *errors) {
    if (!with_codecs(t)) return 0;
    if (!codec_hooks.decode) return unknown_encoding(t, encoding);
    val object = bytes_new(t, p, n);
    return object ? registered(t, codec_hooks.decode(t, object, encoding, errors), encoding, false) : 0;
}

val str_encode(struct thread *t, val s, const char *encoding, const char *errors) {
    enum codec codec = codec_find(encoding);
    if (codec == CODEC_NONE) return encode_other(t, s, encoding, errors);
    if (codec == CODEC_UTF8) return encode_utf8(t, s, errors);
    if (codec == CODEC_UTF8SIG) {
        val body = encode_utf8(t, s, errors);
        if (!body) return 0;
        val r = bytes_new(t, NULL, (size_t)AS(bytes, body)->len + 3);
        if (!r) return 0;
        memcpy(AS(bytes, r)->data, "\xef\xbb\xbf", 3);
        memcpy(AS(bytes, r)->data + 3, AS(bytes, body)->data, (size_t)AS(bytes, body)->len);
        return r;
    }
    struct text x = text_of(s);
    if ((codec == CODEC_ASCII && str_is_ascii(s)) || (codec == CODEC_LATIN1 && x.w == 1))
        return bytes_new(t, x.p, (size_t)x.n);
    return encode_slow(t, s, codec, codec_shown[codec], errors);
}

/* ---- decoding ---- */

static val decode_ascii(struct decoding *d) {
    struct strbuf b;
    strbuf_init(&b, d->t);
    for (int64_t i = 0; i < d->n;) {
        int64_t end = i + 1;
        if (d->p[i] < 128 ? !strbuf_char(&b, d->p[i])
                          : !decode_error(d, i, &end, "ordinal not in range(128)", &b))
            return 0;
        i = end;
    }
    return strbuf_finish(&b);
}

static uint32_t get_unit(const uint8_t *p, int width, bool big) {
    uint32_t c = 0;
    for (int i = 0; i < width; i++) c |= (uint32_t)p[big ? width - 1 - i : i] << (8 * i);
    return c;
}

/* Bytes of a byte order mark at the start, and the order it says: -1, 1; 0 there is none. */
static int64_t order_mark(const struct decoding *d, int width, int *order) {
    *order = 0;
    if (d->n < width) return 0;
    uint32_t mark = get_unit(d->p, width, false);
    if (mark == 0xfeff) *order = -1;
    if (mark == (width == 2 ? 0xfffeu : 0xfffe0000u)) *order = 1;
    return *order ? width : 0;
}

/* One character of UTF-16 at i: its length; 0: malformed from i to *end, *why; -1: cut off at the end. */
static int unit16(const struct decoding *d, int64_t i, bool big, uint32_t *c, int64_t *end,
                  const char **why) {
    int64_t left = d->n - i;
    *end = d->n;
    *why = "truncated data";
    if (left < 2) return d->final ? 0 : -1;
    *c = get_unit(d->p + i, 2, big);
    if (*c < 0xd800 || *c > 0xdfff) return 2;
    *end = i + 2;
    *why = "illegal encoding";
    if (*c >= 0xdc00) return 0;
    *why = "illegal UTF-16 surrogate";
    if (left < 4) {
        *why = "unexpected end of data";
        *end = d->n;
        return d->final ? 0 : -1;
    }
    uint32_t low = get_unit(d->p + i + 2, 2, big);
    if (low < 0xdc00 || low > 0xdfff) return 0;
    *c = 0x10000 + ((*c - 0xd800) << 10) + (low - 0xdc00);
    return 4;
}

static bool passes_surrogates(const struct decoding *d) {
    return d->errors && strcmp_z(d->errors, "surrogatepass") == 0;
}

static val decode_utf16(struct decoding *d, enum codec codec, int64_t *consumed, int *order) {
    struct strbuf b;
    strbuf_init(&b, d->t);
    int64_t i = codec == CODEC_UTF16 ? order_mark(d, 2, order) : 0;
    bool big = codec == CODEC_UTF16BE || (codec == CODEC_UTF16 && *order == 1);
    d->encoding = codec_shown[big ? CODEC_UTF16BE : CODEC_UTF16LE];
    while (i < d->n) {
        uint32_t c;
        int64_t end;
        const char *why;
        int k = unit16(d, i, big, &c, &end, &why);
        if (k < 0) break;
        if (k == 0 && d->n - i >= 2 && passes_surrogates(d)) k = 2;
        if (k > 0 ? !strbuf_char(&b, c) : !decode_error(d, i, &end, why, &b)) return 0;
        i = k > 0 ? i + k : end;
    }
    *consumed = i;
    return strbuf_finish(&b);
}

static val decode_utf32(struct decoding *d, enum codec codec, int64_t *consumed, int *order) {
    struct strbuf b;
    strbuf_init(&b, d->t);
    int64_t i = codec == CODEC_UTF32 ? order_mark(d, 4, order) : 0;
    bool big = codec == CODEC_UTF32BE || (codec == CODEC_UTF32 && *order == 1), pass = passes_surrogates(d);
    d->encoding = codec_shown[big ? CODEC_UTF32BE : CODEC_UTF32LE];
    while (i < d->n) {
        const char *why = "truncated data";
        int64_t end = d->n;
        if (d->n - i < 4 && !d->final) break;
        if (d->n - i >= 4) {
            uint32_t c = get_unit(d->p + i, 4, big);
            bool surrogate = c >= 0xd800 && c <= 0xdfff;
            if (c <= 0x10ffff && (!surrogate || pass)) {
                if (!strbuf_char(&b, c)) return 0;
                i += 4;
                continue;
            }
            end = i + 4;
            why = surrogate ? "code point in surrogate code point range(0xd800, 0xe000)"
                            : "code point not in range(0x110000)";
        }
        if (!decode_error(d, i, &end, why, &b)) return 0;
        i = end;
    }
    *consumed = i;
    return strbuf_finish(&b);
}

val codec_decode(struct decoding *d, enum codec codec, int64_t *consumed, int *order) {
    int ignored;
    if (!order) order = &ignored;
    *consumed = d->n;
    d->encoding = codec_shown[codec];
    switch (codec) {
    case CODEC_ASCII: return decode_ascii(d);
    case CODEC_LATIN1: return text_latin(d->t, d->p, d->n);
    case CODEC_UTF16:
    case CODEC_UTF16LE:
    case CODEC_UTF16BE: return decode_utf16(d, codec, consumed, order);
    case CODEC_UTF32:
    case CODEC_UTF32LE:
    case CODEC_UTF32BE: return decode_utf32(d, codec, consumed, order);
    default: return decode_utf8(d, consumed);
    }
}

val str_decode(struct thread *t, const uint8_t *p, size_t n, const char *encoding, const char *errors) {
    enum codec codec = codec_find(encoding);
    if (codec == CODEC_NONE) return decode_other(t, p, n, encoding, errors);
    bool mark = codec == CODEC_UTF8SIG && n >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0;
    struct decoding d = {
        .t = t, .p = p + (mark ? 3 : 0), .n = (int64_t)n - (mark ? 3 : 0), .errors = errors, .final = true};
    int64_t consumed;
    return codec_decode(&d, codec, &consumed, NULL);
}

const char *text_cstring(struct thread *t, val s) {
    size_t n;
    const char *p = str_to_utf8(t, s, &n, false);
    if (!p) return NULL;
    if (text_find_byte(p, (int64_t)n, 0) >= 0) {
        raise(t, &exc_ValueError, "embedded null character");
        return NULL;
    }
    if (p[n]) { /* shared storage is not terminated */
        char *copy = gc_storage(t, n + 1, false);
        if (!copy) return NULL;
        memcpy(copy, p, n);
        copy[n] = 0;
        return copy;
    }
    return p;
}
