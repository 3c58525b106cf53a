/* Identifiers, normal forms, UTF-8. The normalisation is the textbook one (Unicode Standard, 3.11):
 * decompose, sort marks by combining class, compose. Hangul is computed, everything else comes from tables.
 */
#include "rules/python/unicode.h"

static bool in_ranges(const uint32_t *t, size_t n, uint32_t c) {
    size_t lo = 0, hi = n;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (c < t[2 * mid])
            hi = mid;
        else if (c > t[2 * mid + 1])
            lo = mid + 1;
        else
            return true;
    }
    return false;
}

bool uni_is_start(uint32_t c) {
    return in_ranges(uni_start, uni_start_count, c);
}
bool uni_is_continue(uint32_t c) {
    return in_ranges(uni_continue, uni_continue_count, c);
}
bool uni_is_printable(uint32_t c) {
    if (c < 128) return c >= 32 && c < 127;
    return in_ranges(uni_printable, uni_printable_count, c);
}

unsigned uni_decode(const char *s, uint32_t *c) {
    const unsigned char *p = (const unsigned char *)s;
    if (p[0] < 0x80) {
        *c = p[0];
        return 1;
    }
    if (p[0] < 0xe0) {
        *c = (uint32_t)(p[0] & 0x1f) << 6 | (p[1] & 0x3f);
        return 2;
    }
    if (p[0] < 0xf0) {
        *c = (uint32_t)(p[0] & 0xf) << 12 | (uint32_t)(p[1] & 0x3f) << 6 | (p[2] & 0x3f);
        return 3;
    }
    *c = (uint32_t)(p[0] & 7) << 18 | (uint32_t)(p[1] & 0x3f) << 12 | (uint32_t)(p[2] & 0x3f) << 6 |
         (p[3] & 0x3f);
    return 4;
}

unsigned uni_encode(uint32_t c, char out[4]) {
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (char)(0xc0 | c >> 6);
        out[1] = (char)(0x80 | (c & 0x3f));
        return 2;
    }
    if (c < 0x10000) {
        out[0] = (char)(0xe0 | c >> 12);
        out[1] = (char)(0x80 | (c >> 6 & 0x3f));
        out[2] = (char)(0x80 | (c & 0x3f));
        return 3;
    }
    out[0] = (char)(0xf0 | c >> 18);
    out[1] = (char)(0x80 | (c >> 12 & 0x3f));
    out[2] = (char)(0x80 | (c >> 6 & 0x3f));
    out[3] = (char)(0x80 | (c & 0x3f));
    return 4;
}

enum { HANGUL = 0xac00, HANGUL_N = 11172, LEAD = 0x1100, VOWEL = 0x1161, TAIL = 0x11a7 };

typedef VEC(uint32_t) chars;

static unsigned combining_class(uint32_t c) {
    size_t lo = 0, hi = uni_class_count;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (c < uni_class[mid][0])
            hi = mid;
        else if (c > uni_class[mid][1])
            lo = mid + 1;
        else
            return uni_class[mid][2];
    }
    return 0;
}

static void decompose(struct arena *a, chars *out, uint32_t c) {
    if (c >= HANGUL && c < HANGUL + HANGUL_N) {
        uint32_t s = c - HANGUL;
        VEC_PUSH(out, a, LEAD + s / 588);
        VEC_PUSH(out, a, VOWEL + s % 588 / 28);
        if (s % 28) VEC_PUSH(out, a, TAIL + s % 28);
        return;
    }
    size_t lo = 0, hi = uni_decompose_count;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (c < uni_decompose[mid][0])
            hi = mid;
        else if (c > uni_decompose[mid][0])
            lo = mid + 1;
        else {
            const uint32_t *p = uni_pool + (uni_decompose[mid][1] >> 8);
            for (size_t n = uni_decompose[mid][1] & 0xff; n--;) VEC_PUSH(out, a, *p++);
            return;
        }
    }
    VEC_PUSH(out, a, c);
}

/* The primary composite of two characters, or 0. */
static uint32_t compose(uint32_t x, uint32_t y) {
    if (x >= LEAD && x < LEAD + 19 && y >= VOWEL && y < VOWEL + 21)
        return HANGUL + ((x - LEAD) * 21 + (y - VOWEL)) * 28;
    if (x >= HANGUL && x < HANGUL + HANGUL_N && (x - HANGUL) % 28 == 0 && y > TAIL && y < TAIL + 28)
        return x + (y - TAIL);
    size_t lo = 0, hi = uni_compose_count;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        const uint32_t *e = uni_compose[mid];
        if (x < e[0] || (x == e[0] && y < e[1]))
            hi = mid;
        else if (x > e[0] || y > e[1])
            lo = mid + 1;
        else
            return e[2];
    }
    return 0;
}

static void sort_marks(chars *v) {
    for (size_t i = 1; i < v->n; i++) {
        unsigned k = combining_class(v->p[i]);
        uint32_t c = v->p[i];
        size_t j = i;
        while (k && j && combining_class(v->p[j - 1]) > k) {
            v->p[j] = v->p[j - 1];
            j--;
        }
        v->p[j] = c;
    }
}

static void compose_all(chars *v) {
    size_t n = 0, starter = SIZE_MAX;
    unsigned last = 0;
    for (size_t i = 0; i < v->n; i++) {
        uint32_t c = v->p[i];
        unsigned k = combining_class(c);
        bool blocked = starter == SIZE_MAX || (n - starter > 1 && last >= k);
        uint32_t whole = blocked ? 0 : compose(v->p[starter], c);
        if (whole) {
            v->p[starter] = whole;
            continue;
        }
        if (!k) starter = n;
        last = k;
        v->p[n++] = c;
    }
    v->n = n;
}

struct str uni_nfkc(struct arena *a, struct str s) {
    chars v = {0};
    for (size_t i = 0; i < s.n;) {
        uint32_t c;
        i += uni_decode(s.p + i, &c);
        decompose(a, &v, c);
    }
    sort_marks(&v);
    compose_all(&v);
    struct buf out;
    buf_init(&out, a);
    for (size_t i = 0; i < v.n; i++) {
        char u[4];
        buf_put(&out, u, uni_encode(v.p[i], u));
    }
    return str_eq(buf_view(&out), s) ? s : buf_view(&out);
}
