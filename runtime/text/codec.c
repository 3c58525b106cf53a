/* Codec names, error handlers, the single-byte and the UTF-16/32 codecs. */
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

static val raise_unicode(struct thread *t, struct type *exc, const char *encoding, val object, int64_t start,
                         int64_t end, const char *reason) {
    val args[5] = {str_ascii(t, encoding), object, int_from_i64(t, start), int_from_i64(t, end),
                   str_ascii(t, reason)};
    for (int i = 0; i < 5; i++)
        if (!args[i]) return 0;
    val e = call(t, val_of(exc), 5, args, 0);
    return e ? raise_val(t, e) : 0;
}

val raise_decode_error(struct thread *t, const char *encoding, const uint8_t *p, size_t n, int64_t start,
                       int64_t end, const char *reason) {
    val object = bytes_new(t, p, n);
    return object ? raise_unicode(t, &exc_UnicodeDecodeError, encoding, object, start, end, reason) : 0;
}

val raise_encode_error(struct thread *t, const char *encoding, val s, int64_t start, int64_t end,
                       const char *reason) {
    return raise_unicode(t, &exc_UnicodeEncodeError, encoding, s, start, end, reason);
}

static bool unknown_handler(struct thread *t, const char *errors) {
    val name = str_utf8(t, errors, strlen(errors));
    if (name) raise(t, &exc_LookupError, "unknown error handler name '%U'", name);
    return false;
}

static bool put_hex(struct strbuf *b, const char *lead, uint32_t c, int digits) {
    if (!strbuf_ascii(b, lead, strlen(lead))) return false;
    while (digits-- > 0)
        if (!strbuf_char(b, (uint8_t) "0123456789abcdef"[c >> (4 * digits) & 15])) return false;
    return true;
}

bool decode_error(struct thread *t, const char *errors, const char *encoding, const uint8_t *p, int64_t n,
                  int64_t start, int64_t *stop, const char *reason, struct strbuf *out) {
    int64_t end = *stop;
    if (!errors || strcmp_z(errors, "strict") == 0 || strcmp_z(errors, "surrogatepass") == 0)
        return raise_decode_error(t, encoding, p, (size_t)n, start, end, reason) != 0;
    if (strcmp_z(errors, "ignore") == 0) return true;
    if (strcmp_z(errors, "replace") == 0) return strbuf_char(out, 0xfffd);
    if (strcmp_z(errors, "backslashreplace") == 0) {
        for (int64_t i = start; i < end; i++)
            if (!put_hex(out, "\\x", p[i], 2)) return false;
        return true;
    }
    if (strcmp_z(errors, "surrogateescape") == 0) {
        int64_t i = start; /* up to four bytes, the first of them at least, ASCII excepted */
        for (; i < end && i - start < 4 && p[i] >= 128; i++)
            if (!strbuf_char(out, 0xdc00u + p[i])) return false;
        if (i == start) return raise_decode_error(t, encoding, p, (size_t)n, start, end, reason) != 0;
        *stop = i;
        return true;
    }
    if (strcmp_z(errors, "xmlcharrefreplace") == 0 || strcmp_z(errors, "namereplace") == 0)
        return raise(t, &exc_TypeError, "don't know how to handle UnicodeDecodeError in error callback") != 0;
    return unknown_handler(t, errors);
}

/* ---- encoding ---- */

struct byte_sink {
    struct thread *t;
    uint8_t *p;
    int64_t n, cap;
    enum codec codec;
};

static bool sink_room(struct byte_sink *s, int64_t more) {
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

static bool sink_char(struct byte_sink *s, uint32_t c) {
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

static bool encodable(enum codec codec, uint32_t c) {
    if (codec == CODEC_ASCII) return c < 128;
    if (codec == CODEC_LATIN1) return c < 256;
    return c < 0xd800 || c > 0xdfff;
}

static bool sink_text(struct byte_sink *s, const char *z) {
    for (; *z; z++)
        if (!sink_char(s, (uint8_t)*z)) return false;
    return true;
}

static bool sink_number(struct byte_sink *s, const char *lead, uint32_t c, int base, int width) {
    char room[16], *p = room + sizeof room - 1;
    *p = 0;
    for (; c || width > 0; c /= (uint32_t)base, width--) *--p = "0123456789abcdef"[c % (uint32_t)base];
    return sink_text(s, lead) && sink_text(s, p);
}

/* The handler's answer for x[start..end). */
static bool encode_error(struct byte_sink *s, val str, struct text x, int64_t start, int64_t end,
                         const char *encoding, const char *errors, const char *reason) {
    struct thread *t = s->t;
    if (!errors || strcmp_z(errors, "strict") == 0)
        return raise_encode_error(t, encoding, str, start, end, reason) != 0;
    if (strcmp_z(errors, "ignore") == 0) return true;
    bool replace = strcmp_z(errors, "replace") == 0, xml = strcmp_z(errors, "xmlcharrefreplace") == 0,
         back = strcmp_z(errors, "backslashreplace") == 0, escape = strcmp_z(errors, "surrogateescape") == 0,
         pass = strcmp_z(errors, "surrogatepass") == 0, name = strcmp_z(errors, "namereplace") == 0;
    if (!replace && !xml && !back && !escape && !pass && !name) return unknown_handler(t, errors);
    for (int64_t i = start; i < end; i++) {
        uint32_t c = text_at(&x, i);
        bool ok;
        if (replace)
            ok = sink_char(s, '?');
        else if (xml)
            ok = sink_number(s, "&#", c, 10, 1) && sink_char(s, ';');
        else if (back || name)
            ok = c < 256     ? sink_number(s, "\\x", c, 16, 2)
                 : c < 65536 ? sink_number(s, "\\u", c, 16, 4)
                             : sink_number(s, "\\U", c, 16, 8);
        else if (escape && c >= 0xdc80 && c <= 0xdcff && sink_room(s, 1))
            ok = (s->p[s->n++] = (uint8_t)(c - 0xdc00), true);
        else if (pass && c >= 0xd800 && c <= 0xdfff && s->codec > CODEC_LATIN1)
            ok = sink_char(s, c);
        else
            return raise_encode_error(t, encoding, str, i, end, reason) != 0;
        if (!ok) return false;
    }
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
        if (encodable(codec, c)) {
            if (!sink_char(&s, c)) return 0;
            i++;
            continue;
        }
        int64_t end = i + 1;
        while (end < x.n && !encodable(codec, text_at(&x, end))) end++;
        if (!encode_error(&s, str, x, i, end, encoding, errors, reason)) return 0;
        i = end;
    }
    return bytes_new(t, s.p, (size_t)s.n);
}

val encode_with_errors(struct thread *t, val s, const char *encoding, const char *errors) {
    return encode_slow(t, s, CODEC_UTF8, encoding, errors);
}

static const char *const shown[] = {"utf-8",     "ascii",  "latin-1",   "utf-16",    "utf-16-le",
                                    "utf-16-be", "utf-32", "utf-32-le", "utf-32-be", "utf-8"};

static val unknown_encoding(struct thread *t, const char *encoding) {
    val name = str_utf8(t, encoding, strlen(encoding));
    return name ? raise(t, &exc_LookupError, "unknown encoding: %U", name) : 0;
}

val str_encode(struct thread *t, val s, const char *encoding, const char *errors) {
    enum codec codec = codec_find(encoding);
    if (codec == CODEC_NONE) return unknown_encoding(t, encoding);
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
    return encode_slow(t, s, codec, shown[codec], errors);
}

/* ---- decoding ---- */

static val decode_single(struct thread *t, const uint8_t *p, int64_t n, enum codec codec,
                         const char *errors) {
    if (codec == CODEC_LATIN1) return text_latin(t, p, n);
    struct strbuf b;
    strbuf_init(&b, t);
    for (int64_t i = 0; i < n; i++) {
        int64_t end = i + 1;
        if (p[i] < 128 ? !strbuf_char(&b, p[i])
                       : !decode_error(t, errors, "ascii", p, n, i, &end, "ordinal not in range(128)", &b))
            return 0;
    }
    return strbuf_finish(&b);
}

static uint32_t get_unit(const uint8_t *p, int width, bool big) {
    uint32_t c = 0;
    for (int i = 0; i < width; i++) c |= (uint32_t)p[big ? width - 1 - i : i] << (8 * i);
    return c;
}

static val decode_utf16(struct thread *t, const uint8_t *p, int64_t n, enum codec codec, const char *errors) {
    struct strbuf b;
    strbuf_init(&b, t);
    bool big = codec == CODEC_UTF16BE, pass = errors && strcmp_z(errors, "surrogatepass") == 0;
    int64_t i = 0;
    if (codec == CODEC_UTF16 && n >= 2) {
        uint32_t mark = get_unit(p, 2, false);
        if (mark == 0xfeff)
            i = 2;
        else if (mark == 0xfffe)
            i = 2, big = true;
    }
    if (codec == CODEC_UTF16) codec = big ? CODEC_UTF16BE : CODEC_UTF16LE;
    while (i < n) {
        const char *why = "truncated data";
        int64_t end = n;
        if (n - i >= 2) {
            uint32_t c = get_unit(p + i, 2, big);
            if (c < 0xd800 || c > 0xdfff) {
                if (!strbuf_char(&b, c)) return 0;
                i += 2;
                continue;
            }
            end = i + 2;
            why = "illegal encoding";
            if (c < 0xdc00) {
                why = "illegal UTF-16 surrogate";
                if (n - i < 4) {
                    why = "unexpected end of data";
                    end = n;
                } else {
                    uint32_t low = get_unit(p + i + 2, 2, big);
                    if (low >= 0xdc00 && low <= 0xdfff) {
                        if (!strbuf_char(&b, 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00))) return 0;
                        i += 4;
                        continue;
                    }
                }
            }
            if (pass) {
                if (!strbuf_char(&b, c)) return 0;
                i += 2;
                continue;
            }
        }
        if (!decode_error(t, errors, shown[codec], p, n, i, &end, why, &b)) return 0;
        i = end;
    }
    return strbuf_finish(&b);
}

static val decode_utf32(struct thread *t, const uint8_t *p, int64_t n, enum codec codec, const char *errors) {
    struct strbuf b;
    strbuf_init(&b, t);
    bool big = codec == CODEC_UTF32BE, pass = errors && strcmp_z(errors, "surrogatepass") == 0;
    int64_t i = 0;
    if (codec == CODEC_UTF32 && n >= 4) {
        uint32_t mark = get_unit(p, 4, false);
        if (mark == 0xfeff)
            i = 4;
        else if (mark == 0xfffe0000u)
            i = 4, big = true;
    }
    if (codec == CODEC_UTF32) codec = big ? CODEC_UTF32BE : CODEC_UTF32LE;
    while (i < n) {
        const char *why = "truncated data";
        int64_t end = n;
        if (n - i >= 4) {
            uint32_t c = get_unit(p + i, 4, big);
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
        if (!decode_error(t, errors, shown[codec], p, n, i, &end, why, &b)) return 0;
        i = end;
    }
    return strbuf_finish(&b);
}

val str_decode(struct thread *t, const uint8_t *p, size_t n, const char *encoding, const char *errors) {
    enum codec codec = codec_find(encoding);
    switch (codec) {
    case CODEC_NONE: return unknown_encoding(t, encoding);
    case CODEC_UTF8: return decode_utf8(t, p, (int64_t)n, errors);
    case CODEC_UTF8SIG: {
        bool mark = n >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0;
        return decode_utf8(t, p + (mark ? 3 : 0), (int64_t)n - (mark ? 3 : 0), errors);
    }
    case CODEC_ASCII:
    case CODEC_LATIN1: return decode_single(t, p, (int64_t)n, codec, errors);
    case CODEC_UTF16:
    case CODEC_UTF16LE:
    case CODEC_UTF16BE: return decode_utf16(t, p, (int64_t)n, codec, errors);
    default: return decode_utf32(t, p, (int64_t)n, codec, errors);
    }
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
