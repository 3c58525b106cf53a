/* Finding text in text.
 *
 * One code point: eight bytes at a time. Longer needles: Horspool's skip on the last code point with a 64-bit
 * set of the needle's code points; when that has compared much more than it advanced (periodic text), the
 * rest is searched with a rolling hash, so the expected cost stays linear. */
#include "runtime/text/text.h"

int64_t text_find_byte(const void *data, int64_t n, uint8_t c) {
    const uint8_t *p = data;
    int64_t i = 0;
    const uint64_t ones = UINT64_C(0x0101010101010101), all = ones * c;
    for (; i + 8 <= n; i += 8) {
        uint64_t x;
        memcpy(&x, p + i, 8);
        x ^= all;
        uint64_t zero = (x - ones) & ~x & (ones << 7);
        if (zero) return i + __builtin_ctzll(zero) / 8;
    }
    for (; i < n; i++)
        if (p[i] == c) return i;
    return -1;
}

bool text_match(struct text a, int64_t at, struct text b) {
    if (a.w == b.w) return memcmp((const char *)a.p + at * a.w, b.p, (size_t)(b.n * b.w)) == 0;
    for (int64_t i = 0; i < b.n; i++)
        if (text_at(&a, at + i) != text_at(&b, i)) return false;
    return true;
}

#define ROLL UINT64_C(0x9e3779b97f4a7c15)

#define SEARCH(U, W)                                                                                         \
    static int64_t rolling_##W(const U *h, int64_t n, const U *x, int64_t m) {                               \
        uint64_t want = 0, have = 0, top = 1;                                                                \
        for (int64_t i = 0; i < m; i++) {                                                                    \
            want = want * ROLL + x[i];                                                                       \
            have = have * ROLL + h[i];                                                                       \
            if (i) top *= ROLL;                                                                              \
        }                                                                                                    \
        for (int64_t i = 0;; i++) {                                                                          \
            if (have == want && memcmp(h + i, x, (size_t)m * sizeof(U)) == 0) return i;                      \
            if (i + m >= n) return -1;                                                                       \
            have = (have - h[i] * top) * ROLL + h[i + m];                                                    \
        }                                                                                                    \
    }                                                                                                        \
    static int64_t find_##W(const U *h, int64_t n, const U *x, int64_t m) {                                  \
        if (m > n) return -1;                                                                                \
        if (m == 1) {                                                                                        \
            if (sizeof(U) == 1) return text_find_byte(h, n, (uint8_t)x[0]);                                  \
            for (int64_t i = 0; i < n; i++)                                                                  \
                if (h[i] == x[0]) return i;                                                                  \
            return -1;                                                                                       \
        }                                                                                                    \
        U last = x[m - 1], head = x[0];                                                                      \
        uint64_t set = 0;                                                                                    \
        int64_t skip = m; /* to the previous occurrence of the last code point */                            \
        for (int64_t i = 0; i < m; i++) {                                                                    \
            set |= UINT64_C(1) << (x[i] & 63);                                                               \
            if (i < m - 1 && x[i] == last) skip = m - 1 - i;                                                 \
        }                                                                                                    \
        int64_t work = 0;                                                                                    \
        for (int64_t i = 0; i <= n - m;) {                                                                   \
            if (h[i + m - 1] == last) {                                                                      \
                if (h[i] == head) {                                                                          \
                    int64_t k = 1;                                                                           \
                    while (k < m - 1 && h[i + k] == x[k]) k++;                                               \
                    if (k >= m - 1) return i;                                                                \
                    if ((work += k) > 8 * i + 4096) {                                                        \
                        int64_t r = rolling_##W(h + i, n - i, x, m);                                         \
                        return r < 0 ? -1 : i + r;                                                           \
                    }                                                                                        \
                }                                                                                            \
                i += i + m < n && !(set >> (h[i + m] & 63) & 1) ? m + 1 : skip;                              \
            } else {                                                                                         \
                i += i + m < n && !(set >> (h[i + m] & 63) & 1) ? m + 1 : 1;                                 \
            }                                                                                                \
        }                                                                                                    \
        return -1;                                                                                           \
    }                                                                                                        \
    static int64_t rfind_##W(const U *h, int64_t n, const U *x, int64_t m) {                                 \
        U head = x[0];                                                                                       \
        for (int64_t i = n - m; i >= 0; i--)                                                                 \
            if (h[i] == head && h[i + m - 1] == x[m - 1] && memcmp(h + i, x, (size_t)m * sizeof(U)) == 0)    \
                return i;                                                                                    \
        return -1;                                                                                           \
    }
SEARCH(uint8_t, 1)
SEARCH(uint16_t, 2)
SEARCH(uint32_t, 4)

/* Bytes, needles of two and more: eight places at once where both the first and the last byte fit. */
static int64_t find_pair(const uint8_t *h, int64_t n, const uint8_t *x, int64_t m) {
    const uint64_t ones = UINT64_C(0x0101010101010101), head = ones * x[0], last = ones * x[m - 1];
    int64_t end = n - m + 1, i = 0, work = 0; /* places [0, end) */
    while (i + 8 <= end) {
        uint64_t a, b;
        memcpy(&a, h + i, 8);
        memcpy(&b, h + i + m - 1, 8);
        uint64_t z = (a ^ head) | (b ^ last), zero = (z - ones) & ~z & (ones << 7);
        if (!zero) {
            i += 8;
            continue;
        }
        i += __builtin_ctzll(zero) / 8;
        if (m == 2 || memcmp(h + i + 1, x + 1, (size_t)m - 2) == 0) return i;
        i++;
        if ((work += m) > 8 * i + 4096) break;
    }
    if (i >= end) return -1;
    int64_t r = n - i > 4 * m + 64 ? rolling_1(h + i, n - i, x, m) : find_1(h + i, n - i, x, m);
    return r < 0 ? -1 : i + r;
}

/* The needle in the haystack's width; false when it cannot occur (or memory ran out: *failed). */
static bool same_width(struct thread *t, struct text hay, struct text *needle, char small[128]) {
    if (needle->w == hay.w) return true;
    if (needle->w > hay.w) return false;
    char *p = small;
    if (needle->n * hay.w > 128 && !(p = gc_storage(t, (size_t)(needle->n * hay.w), false))) return false;
    text_copy(p, hay.w, needle->p, needle->w, needle->n);
    needle->p = p;
    needle->w = hay.w;
    return true;
}

int64_t text_find(struct thread *t, struct text hay, struct text x, int64_t from, int64_t to) {
    char small[128] __attribute__((aligned(8)));
    if (x.n > to - from) return -1;
    if (x.n == 0) return from;
    if (!same_width(t, hay, &x, small)) return -1;
    int64_t n = to - from, r;
    if (hay.w == 1)
        r = x.n == 1 ? text_find_byte((const uint8_t *)hay.p + from, n, *(const uint8_t *)x.p)
                     : find_pair((const uint8_t *)hay.p + from, n, x.p, x.n);
    else if (hay.w == 2)
        r = find_2((const uint16_t *)hay.p + from, n, x.p, x.n);
    else
        r = find_4((const uint32_t *)hay.p + from, n, x.p, x.n);
    return r < 0 ? -1 : r + from;
}

int64_t text_rfind(struct thread *t, struct text hay, struct text x, int64_t from, int64_t to) {
    char small[128] __attribute__((aligned(8)));
    if (x.n > to - from) return -1;
    if (x.n == 0) return to;
    if (!same_width(t, hay, &x, small)) return -1;
    int64_t n = to - from, r;
    if (hay.w == 1)
        r = rfind_1((const uint8_t *)hay.p + from, n, x.p, x.n);
    else if (hay.w == 2)
        r = rfind_2((const uint16_t *)hay.p + from, n, x.p, x.n);
    else
        r = rfind_4((const uint32_t *)hay.p + from, n, x.p, x.n);
    return r < 0 ? -1 : r + from;
}

int64_t text_count(struct thread *t, struct text hay, struct text x, int64_t from, int64_t to, int64_t most) {
    if (to < from) return 0;
    if (x.n == 0) return to - from + 1 < most ? to - from + 1 : most;
    int64_t count = 0;
    while (count < most) {
        int64_t at = text_find(t, hay, x, from, to);
        if (at < 0) break;
        count++;
        from = at + x.n;
    }
    return count;
}
