/* UTF-8 in and out, with the error handlers CPython builds in. */
#include "runtime/text/codec.h"
#include "runtime/text/codec_priv.h"

uint8_t *utf8_put(uint8_t *p, uint32_t c) {
    if (c < 0x80) {
        *p++ = (uint8_t)c;
    } else if (c < 0x800) {
        *p++ = (uint8_t)(0xc0 | c >> 6);
        *p++ = (uint8_t)(0x80 | (c & 63));
    } else if (c < 0x10000) {
        *p++ = (uint8_t)(0xe0 | c >> 12);
        *p++ = (uint8_t)(0x80 | (c >> 6 & 63));
        *p++ = (uint8_t)(0x80 | (c & 63));
    } else {
        *p++ = (uint8_t)(0xf0 | c >> 18);
        *p++ = (uint8_t)(0x80 | (c >> 12 & 63));
        *p++ = (uint8_t)(0x80 | (c >> 6 & 63));
        *p++ = (uint8_t)(0x80 | (c & 63));
    }
    return p;
}

int64_t utf8_length(struct text x) {
    int64_t n = 0;
    if (x.w == 1) {
        const uint8_t *p = x.p;
        for (int64_t i = 0; i < x.n; i++) n += 1 + (p[i] >> 7);
        return n;
    }
    for (int64_t i = 0; i < x.n; i++) {
        uint32_t c = text_at(&x, i);
        n += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    }
    return n;
}

/* Length of the valid sequence at p, or minus the length of the malformed prefix CPython reports; *reason
 * then says why. 0: the text ends inside a sequence that is good so far (*reason set as well). */
static int sequence(const uint8_t *p, const uint8_t *end, uint32_t *c, const char **reason) {
    uint8_t b = *p;
    int64_t left = end - p;
    *reason = "invalid start byte";
    if (b < 0x80) {
        *c = b;
        return 1;
    }
    if (b < 0xc2 || b > 0xf4) return -1;
    int need = b < 0xe0 ? 2 : b < 0xf0 ? 3 : 4;
    uint8_t low = b == 0xe0   ? 0xa0
                  : b == 0xf0 ? 0x90
                              : 0x80,
            high = b == 0xed   ? 0x9f
                   : b == 0xf4 ? 0x8f
                               : 0xbf;
    *reason = "invalid continuation byte";
    uint32_t v = b & (0x7fu >> need);
    for (int i = 1; i < need; i++) {
        if (i >= left) {
            *reason = "unexpected end of data";
            return 0;
        }
        if (p[i] < low || p[i] > high) return -i;
        low = 0x80;
        high = 0xbf;
        v = v << 6 | (p[i] & 63);
    }
    *c = v;
    return need;
}

static int64_t ascii_prefix(const uint8_t *p, int64_t n) {
    int64_t i = 0;
    for (; i + 8 <= n; i += 8) {
        uint64_t x;
        memcpy(&x, p + i, 8);
        if (x & UINT64_C(0x8080808080808080)) break;
    }
    while (i < n && p[i] < 0x80) i++;
    return i;
}

/* surrogatepass: a surrogate in its three-byte form. */
static bool is_surrogate(const uint8_t *p, int64_t left) {
    return left >= 3 && p[0] == 0xed && p[1] >= 0xa0 && p[1] <= 0xbf && (p[2] & 0xc0) == 0x80;
}

/* The text of valid UTF-8 whose length and greatest code point are known. */
#define FILL(U)                                                                                              \
    static void fill_##U(U *out, const uint8_t *p, const uint8_t *end) {                                     \
        while (p < end) {                                                                                    \
            uint32_t c = *p;                                                                                 \
            if (c < 0x80) {                                                                                  \
                *out++ = (U)c;                                                                               \
                p++;                                                                                         \
            } else if (c < 0xe0) {                                                                           \
                *out++ = (U)((c & 31) << 6 | (p[1] & 63));                                                   \
                p += 2;                                                                                      \
            } else if (c < 0xf0) {                                                                           \
                *out++ = (U)((c & 15) << 12 | (p[1] & 63u) << 6 | (p[2] & 63));                              \
                p += 3;                                                                                      \
            } else {                                                                                         \
                *out++ = (U)((c & 7) << 18 | (p[1] & 63u) << 12 | (p[2] & 63u) << 6 | (p[3] & 63));          \
                p += 4;                                                                                      \
            }                                                                                                \
        }                                                                                                    \
    }
FILL(uint8_t)
FILL(uint16_t)
FILL(uint32_t)

/* Counts the code points of p[0..n); false when something is malformed. */
static bool scan(const uint8_t *p, int64_t n, int64_t *count, uint32_t *max) {
    *count = 0;
    *max = 0;
    for (int64_t i = 0; i < n; ++*count) {
        uint32_t c;
        const char *reason;
        if (p[i] < 0x80) {
            i++;
            continue;
        }
        int k = sequence(p + i, p + n, &c, &reason);
        if (k <= 0) return false;
        *max |= c;
        i += k;
    }
    return true;
}

static val decode_valid(struct thread *t, const uint8_t *p, int64_t n, int64_t count, uint32_t max) {
    if (count == 1) {
        uint32_t c;
        const char *reason;
        sequence(p, p + n, &c, &reason);
        return str_char(t, c);
    }
    val s = str_alloc(t, count, max);
    if (!s) return 0;
    if (max < 256)
        fill_uint8_t(str_fill(s), p, p + n);
    else if (max < 65536)
        fill_uint16_t(str_fill(s), p, p + n);
    else
        fill_uint32_t(str_fill(s), p, p + n);
    return s;
}

/* A sequence that is good so far, or a surrogate so far, at the end of bytes that more may follow. */
static bool cut_off(const struct decoding *d, int64_t i, int k) {
    if (d->final) return false;
    return k == 0 || (d->n - i == 2 && d->p[i] == 0xed && d->p[i + 1] >= 0xa0 && d->p[i + 1] <= 0xbf);
}

static val decode_faulty(struct decoding *d, int64_t i, int64_t *consumed) {
    struct strbuf b;
    strbuf_init(&b, d->t);
    if (!strbuf_ascii(&b, (const char *)d->p, (size_t)i)) return 0;
    bool pass = d->errors && strcmp_z(d->errors, "surrogatepass") == 0;
    while (i < d->n) {
        int64_t run = ascii_prefix(d->p + i, d->n - i);
        if (run) {
            if (!strbuf_ascii(&b, (const char *)d->p + i, (size_t)run)) return 0;
            i += run;
            continue;
        }
        uint32_t c;
        const char *reason;
        int k = sequence(d->p + i, d->p + d->n, &c, &reason);
        if (k > 0) {
            if (!strbuf_char(&b, c)) return 0;
            i += k;
            continue;
        }
        if (cut_off(d, i, k)) break;
        if (pass && is_surrogate(d->p + i, d->n - i)) {
            if (!strbuf_char(&b, 0xd000u | (uint32_t)(d->p[i + 1] & 63) << 6 | (d->p[i + 2] & 63))) return 0;
            i += 3;
            continue;
        }
        int64_t end = k < 0 ? i - k : d->n;
        if (!decode_error(d, i, &end, reason, &b)) return 0;
        i = end;
    }
    *consumed = i;
    return strbuf_finish(&b);
}

val decode_utf8(struct decoding *d, int64_t *consumed) {
    int64_t i = ascii_prefix(d->p, d->n), count;
    uint32_t max;
    *consumed = d->n;
    if (i == d->n) return text_ascii(d->t, (const char *)d->p, d->n);
    if (scan(d->p + i, d->n - i, &count, &max)) return decode_valid(d->t, d->p, d->n, i + count, max);
    d->encoding = "utf-8";
    return decode_faulty(d, i, consumed);
}

val str_utf8(struct thread *t, const char *p, size_t n) {
    struct decoding d = {
        .t = t, .p = (const uint8_t *)p, .n = (int64_t)n, .errors = "surrogatepass", .final = true};
    int64_t consumed;
    return decode_utf8(&d, &consumed);
}

/* The first surrogate at or after i; n when none. */
static int64_t next_surrogate(struct text x, int64_t i) {
    if (x.w == 1) return x.n;
    for (; i < x.n; i++) {
        uint32_t c = text_at(&x, i);
        if (c >= 0xd800 && c <= 0xdfff) break;
    }
    return i;
}

static uint8_t *put_run(uint8_t *p, struct text x, int64_t from, int64_t to) {
    if (x.w == 1) {
        const uint8_t *q = x.p;
        for (int64_t i = from; i < to; i++) {
            *p = q[i];
            if (q[i] >= 0x80) {
                *p++ = (uint8_t)(0xc0 | q[i] >> 6);
                *p = (uint8_t)(0x80 | (q[i] & 63));
            }
            p++;
        }
        return p;
    }
    for (int64_t i = from; i < to; i++) p = utf8_put(p, text_at(&x, i));
    return p;
}

const char *str_to_utf8(struct thread *t, val s, size_t *n, bool escape) {
    struct text x = text_of(s);
    if (str_is_ascii(s) && !(AS(string, s)->head.aux & STR_SHARED)) {
        *n = (size_t)x.n;
        return x.p;
    }
    int64_t bad = next_surrogate(x, 0);
    if (bad < x.n && !escape) {
        int64_t end = bad + 1;
        while (end < x.n && text_at(&x, end) >= 0xd800 && text_at(&x, end) <= 0xdfff) end++;
        raise_encode_error(t, "utf-8", s, bad, end, "surrogates not allowed");
        return NULL;
    }
    uint8_t *out = gc_storage(t, (size_t)utf8_length(x) + 1, false), *p = out;
    if (!out) return NULL;
    for (int64_t i = 0; i < x.n; i++) {
        uint32_t c = text_at(&x, i);
        if (c >= 0xdc80 && c <= 0xdcff)
            *p++ = (uint8_t)(c - 0xdc00);
        else if (c >= 0xd800 && c <= 0xdfff) {
            raise_encode_error(t, "utf-8", s, i, i + 1, "surrogates not allowed");
            return NULL;
        } else
            p = utf8_put(p, c);
    }
    *p = 0;
    *n = (size_t)(p - out);
    return (const char *)out;
}

val encode_utf8(struct thread *t, val s, const char *errors) {
    struct text x = text_of(s);
    if (str_is_ascii(s)) return bytes_new(t, x.p, (size_t)x.n);
    int64_t bad = next_surrogate(x, 0);
    if (bad == x.n || (errors && strcmp_z(errors, "surrogatepass") == 0)) {
        val r = bytes_new(t, NULL, (size_t)utf8_length(x));
        if (r) put_run(AS(bytes, r)->data, x, 0, x.n);
        return r;
    }
    return encode_with_errors(t, s, "utf-8", errors);
}
