/* UTF-7 (RFC 2152): ASCII as it is, the rest as UTF-16 in base 64 between '+' and '-'. */
#include "runtime/lib/_codecs/codecs.h"

METHOD_TABLE(codecs);

static int from_base64(uint32_t c) {
    if (c >= 'A' && c <= 'Z') return (int)c - 'A';
    if (c >= 'a' && c <= 'z') return (int)c - 'a' + 26;
    if (c >= '0' && c <= '9') return (int)c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static bool is_direct(uint32_t c) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') return true;
    return c > ' ' && c < 127 && c != '+' && c != '\\' && c != '~';
}

/* Bits not yet written or read. */
struct bits {
    uint32_t buffer;
    int n;
};

static bool put_bits(struct byte_sink *s, struct bits *b, uint32_t unit) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    b->buffer = b->buffer << 16 | unit;
    for (b->n += 16; b->n >= 6; b->n -= 6)
        if (!sink_char(s, (uint8_t)digits[b->buffer >> (b->n - 6) & 63])) return false;
    return true;
}

static bool flush_bits(struct byte_sink *s, struct bits *b) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    bool ok = !b->n || sink_char(s, (uint8_t)digits[b->buffer << (6 - b->n) & 63]);
    *b = (struct bits){0};
    return ok;
}

val utf7_encode_text(struct thread *t, val str) {
    struct byte_sink s = {.t = t, .codec = CODEC_LATIN1};
    struct text x = text_of(str);
    struct bits b = {0};
    bool shifted = false, ok = true;
    for (int64_t i = 0; ok && i < x.n; i++) {
        uint32_t c = text_at(&x, i);
        if (is_direct(c)) {
            if (shifted)
                ok = flush_bits(&s, &b) && (from_base64(c) < 0 && c != '-' ? true : sink_char(&s, '-'));
            shifted = false;
            ok = ok && sink_char(&s, c);
        } else if (!shifted && c == '+') {
            ok = sink_bytes(&s, "+-", 2);
        } else {
            if (!shifted) ok = sink_char(&s, '+');
            shifted = true;
            if (ok && c >= 0x10000) {
                ok = put_bits(&s, &b, 0xd800 + ((c - 0x10000) >> 10));
                c = 0xdc00 + ((c - 0x10000) & 0x3ff);
            }
            ok = ok && put_bits(&s, &b, c);
        }
    }
    if (ok && shifted) ok = flush_bits(&s, &b) && sink_char(&s, '-');
    return ok ? bytes_new(t, s.p, (size_t)s.n) : 0;
}

struct utf7 {
    struct decoding *d;
    struct strbuf b;
    struct bits bits;
    uint32_t surrogate; /* a high one that waits for its other half */
    bool shifted;
    int64_t i, start, written; /* of the shift sequence: where it began, and the text's length then */
};

static bool put_unit(struct utf7 *u, uint32_t c) {
    uint32_t high = u->surrogate;
    u->surrogate = 0;
    if (high && c >= 0xdc00 && c <= 0xdfff)
        return strbuf_char(&u->b, 0x10000 + ((high - 0xd800) << 10) + (c - 0xdc00));
    if (high && !strbuf_char(&u->b, high)) return false;
    if (c < 0xd800 || c > 0xdbff) return strbuf_char(&u->b, c);
    u->surrogate = c;
    return true;
}

/* One byte within a shift sequence; *why: an error up to behind it. */
static bool shifted_byte(struct utf7 *u, uint8_t c, const char **why) {
    struct bits *b = &u->bits;
    int digit = from_base64(c);
    if (digit >= 0) {
        b->buffer = b->buffer << 6 | (uint32_t)digit;
        b->n += 6;
        u->i++;
        if (b->n < 16) return true;
        uint32_t unit = b->buffer >> (b->n - 16) & 0xffff;
        b->n -= 16;
        b->buffer &= (1u << b->n) - 1;
        return put_unit(u, unit);
    }
    u->shifted = false;
    if (b->n >= 6) *why = "partial character in shift sequence";
    if (b->n > 0 && b->n < 6 && b->buffer) *why = "non-zero padding bits in shift sequence";
    if (*why) {
        u->i++;
        return true;
    }
    if (u->surrogate && c < 128 && c != '+' && !strbuf_char(&u->b, u->surrogate)) return false;
    u->surrogate = 0;
    if (c == '-') u->i++;
    return true;
}

static bool plain_byte(struct utf7 *u, uint8_t c, const char **why) {
    struct decoding *d = u->d;
    if (c != '+') {
        if (c < 128) return u->i++, strbuf_char(&u->b, c);
        u->start = u->i++;
        *why = "unexpected special character";
        return true;
    }
    u->start = u->i++;
    if (u->i < d->n && d->p[u->i] == '-') return u->i++, strbuf_char(&u->b, '+');
    if (u->i < d->n && from_base64(d->p[u->i]) < 0) {
        u->i++;
        *why = "ill-formed sequence";
        return true;
    }
    u->shifted = true;
    u->surrogate = 0;
    u->bits = (struct bits){0};
    u->written = u->b.n;
    return true;
}

/* The text ends within a shift sequence. */
static bool unterminated(struct utf7 *u) {
    u->shifted = false;
    if (!u->surrogate && u->bits.n < 6 && !(u->bits.n > 0 && u->bits.buffer)) return true;
    u->i = u->d->n;
    return decode_error(u->d, u->start, &u->i, "unterminated shift sequence", &u->b);
}

val utf7_decode_text(struct decoding *d, int64_t *consumed) {
    struct utf7 u = {.d = d};
    strbuf_init(&u.b, d->t);
    d->encoding = "utf7";
    for (;;) {
        while (u.i < d->n) {
            const char *why = NULL;
            uint8_t c = d->p[u.i];
            if (!(u.shifted ? shifted_byte(&u, c, &why) : plain_byte(&u, c, &why))) return 0;
            if (why && !decode_error(d, u.start, &u.i, why, &u.b)) return 0;
        }
        if (!u.shifted || !d->final) break;
        if (!unterminated(&u)) return 0;
    }
    *consumed = u.i;
    if (u.shifted) { /* more may come: as if it had not begun */
        *consumed = u.start;
        u.b.n = u.written;
    }
    if (u.b.n) u.b.max = text_max(u.b.p, u.b.n, (int)u.b.width);
    return strbuf_finish(&u.b);
}

static val f_utf_7_encode(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    struct codec_args a;
    if (!codecs_args(t, "utf_7_encode", 2, argc, argv, kwnames, &a) ||
        !codecs_str(t, "utf_7_encode", a.object))
        return 0;
    return codecs_result(t, utf7_encode_text(t, a.object), AS(string, a.object)->len);
}
static val f_utf_7_decode(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    struct codec_args a;
    struct decoding d = {.t = t};
    int64_t consumed, final;
    if (!codecs_args(t, "utf_7_decode", 3, argc, argv, kwnames, &a) ||
        (final = codecs_final(t, a.rest[0])) < 0 || !codecs_bytes(t, a.object, false, &d))
        return 0;
    d.errors = a.errors;
    d.final = final;
    int64_t all = d.n;
    val s = utf7_decode_text(&d, &consumed);
    return codecs_result(t, s, final ? all : consumed);
}
METHOD(codecs, utf_7_encode, f_utf_7_encode, -1, 0, "($module, str, errors=None, /)");
METHOD(codecs, utf_7_decode, f_utf_7_decode, -1, 0, "($module, data, errors=None, final=False, /)");
