/* Counted strings, growing buffers, and a bounded reader. */
#include "engine/base/base.h"

#include <stdio.h>

int str_cmp(struct str a, struct str b) {
    size_t n = MIN(a.n, b.n);
    int c = n ? memcmp(a.p, b.p, n) : 0;
    return c ? c : (a.n > b.n) - (a.n < b.n);
}

bool str_starts(struct str s, struct str prefix) {
    return s.n >= prefix.n && str_eq((struct str){s.p, prefix.n}, prefix);
}

bool str_ends(struct str s, struct str suffix) {
    return s.n >= suffix.n && str_eq((struct str){s.p + (s.n - suffix.n), suffix.n}, suffix);
}

struct str str_dup(struct arena *a, struct str s) {
    char *p = arena_alloc(a, s.n + 1);
    if (s.n) memcpy(p, s.p, s.n);
    return (struct str){p, s.n};
}

size_t str_utf8(struct str s) {
    unsigned char c = (unsigned char)s.p[0], second = s.n > 1 ? (unsigned char)s.p[1] : 0;
    size_t n = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
    if (n > s.n) return 0;
    for (size_t i = 1; i < n; i++)
        if (((unsigned char)s.p[i] & 0xc0) != 0x80) return 0;
    bool too_long = (c == 0xe0 && second < 0xa0) || (c == 0xf0 && second < 0x90);
    bool surrogate = c == 0xed && second > 0x9f, beyond = c == 0xf4 && second > 0x8f;
    return too_long || surrogate || beyond ? 0 : n;
}

bool str_is_utf8(struct str s) {
    for (size_t n; s.n; s = (struct str){s.p + n, s.n - n})
        if (!(n = str_utf8(s))) return false;
    return true;
}

struct str str_vprintf(struct arena *a, const char *fmt, va_list ap) {
    va_list again;
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    if (n < 0) BUG("bad format: %s", fmt);
    char *p = arena_alloc(a, (size_t)n + 1);
    vsnprintf(p, (size_t)n + 1, fmt, again);
    va_end(again);
    return (struct str){p, (size_t)n};
}

struct str str_printf(struct arena *a, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    struct str s = str_vprintf(a, fmt, ap);
    va_end(ap);
    return s;
}

static uint64_t mix(uint64_t a, uint64_t b) {
    __uint128_t m = (__uint128_t)a * b;
    return (uint64_t)m ^ (uint64_t)(m >> 64);
}

uint64_t str_hash(struct str s) {
    const uint64_t k1 = 0x9e3779b97f4a7c15u, k2 = 0xd1b54a32d192ed03u;
    uint64_t h = k1 ^ s.n, w = 0;
    const char *p = s.p;
    size_t n = s.n;
    for (; n >= 8; n -= 8, p += 8) {
        memcpy(&w, p, 8);
        h = mix(h ^ w, k2) + k1;
    }
    if (n) {
        w = 0;
        memcpy(&w, p, n);
        h = mix(h ^ w, k2) + k1;
    }
    return mix(h, k1);
}

enum { LONGEST_WORD = 64 };

/* Edit distance where swapping two neighbours counts once; words are at most LONGEST_WORD bytes. */
static size_t distance(struct str a, struct str b) {
    uint8_t rows[3][LONGEST_WORD + 1];
    uint8_t *before = rows[0], *last = rows[1], *now = rows[2];
    for (size_t j = 0; j <= b.n; j++) last[j] = (uint8_t)j;
    for (size_t i = 1; i <= a.n; i++) {
        now[0] = (uint8_t)i;
        for (size_t j = 1; j <= b.n; j++) {
            unsigned d = last[j - 1] + (a.p[i - 1] != b.p[j - 1]);
            d = MIN(d, last[j] + 1u);
            d = MIN(d, now[j - 1] + 1u);
            if (i > 1 && j > 1 && a.p[i - 1] == b.p[j - 2] && a.p[i - 2] == b.p[j - 1])
                d = MIN(d, before[j - 2] + 1u);
            now[j] = (uint8_t)d;
        }
        uint8_t *t = before;
        before = last, last = now, now = t;
    }
    return last[b.n];
}

struct str str_closest(struct str word, const struct str *candidates, size_t n) {
    struct str best = {0};
    size_t limit = (word.n + 1) / 3;
    if (word.n > LONGEST_WORD) return best;
    for (size_t i = 0; i < n; i++) {
        if (candidates[i].n > LONGEST_WORD || candidates[i].n > word.n + limit) continue;
        size_t d = distance(word, candidates[i]);
        if (d > limit || (best.p && d == limit)) continue;
        best = candidates[i];
        limit = d;
    }
    return best;
}

void buf_init(struct buf *b, struct arena *a) {
    *b = (struct buf){.arena = a};
}

void buf_reserve(struct buf *b, size_t more) {
    if (b->cap - b->n >= more) return;
    size_t cap = MAX(b->cap * 2, b->n + more);
    if (cap < 64) cap = 64;
    b->p = arena_grow(b->arena, b->p, b->cap, cap);
    b->cap = cap;
}

void buf_put(struct buf *b, const void *p, size_t n) {
    if (!n) return;
    buf_reserve(b, n);
    memcpy(b->p + b->n, p, n);
    b->n += n;
}

void buf_putc(struct buf *b, int c) {
    buf_reserve(b, 1);
    b->p[b->n++] = (char)c;
}

void buf_puts(struct buf *b, const char *z) {
    buf_put(b, z, strlen(z));
}
void buf_str(struct buf *b, struct str s) {
    buf_put(b, s.p, s.n);
}

void buf_printf(struct buf *b, const char *fmt, ...) {
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    buf_reserve(b, 64);
    int n = vsnprintf(b->p + b->n, b->cap - b->n, fmt, ap);
    if (n < 0) BUG("bad format: %s", fmt);
    if ((size_t)n >= b->cap - b->n) {
        buf_reserve(b, (size_t)n + 1);
        vsnprintf(b->p + b->n, b->cap - b->n, fmt, again);
    }
    b->n += (size_t)n;
    va_end(again);
    va_end(ap);
}

static void put_le(struct buf *b, uint64_t v, int bytes) {
    buf_reserve(b, 8);
    for (int i = 0; i < bytes; i++) b->p[b->n++] = (char)(v >> (8 * i));
}

void buf_u16(struct buf *b, uint16_t v) {
    put_le(b, v, 2);
}
void buf_u32(struct buf *b, uint32_t v) {
    put_le(b, v, 4);
}
void buf_u64(struct buf *b, uint64_t v) {
    put_le(b, v, 8);
}

void buf_uleb(struct buf *b, uint64_t v) {
    for (; v >= 0x80; v >>= 7) buf_putc(b, (int)(v & 0x7f) | 0x80);
    buf_putc(b, (int)v);
}

void buf_sleb(struct buf *b, int64_t v) {
    for (;;) {
        int byte = (int)(v & 0x7f);
        v >>= 7; /* arithmetic in every compiler we support */
        if ((v == 0 && !(byte & 0x40)) || (v == -1 && (byte & 0x40))) {
            buf_putc(b, byte);
            return;
        }
        buf_putc(b, byte | 0x80);
    }
}

void buf_sized(struct buf *b, struct str s) {
    buf_uleb(b, s.n);
    buf_str(b, s);
}

void buf_align(struct buf *b, size_t to) {
    size_t rest = to ? b->n % to : 0;
    if (!rest) return;
    buf_reserve(b, to - rest);
    memset(b->p + b->n, 0, to - rest);
    b->n += to - rest;
}

static uint64_t read_le(struct reader *r, size_t bytes) {
    if (r->bad || (size_t)(r->end - r->p) < bytes) {
        r->bad = true;
        return 0;
    }
    uint64_t v = 0;
    for (size_t i = 0; i < bytes; i++) v |= (uint64_t)r->p[i] << (8 * i);
    r->p += bytes;
    return v;
}

uint8_t reader_u8(struct reader *r) {
    return (uint8_t)read_le(r, 1);
}
uint16_t reader_u16(struct reader *r) {
    return (uint16_t)read_le(r, 2);
}
uint32_t reader_u32(struct reader *r) {
    return (uint32_t)read_le(r, 4);
}
uint64_t reader_u64(struct reader *r) {
    return read_le(r, 8);
}

uint64_t reader_uleb(struct reader *r) {
    uint64_t v = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        uint64_t byte = read_le(r, 1);
        if (r->bad) return 0;
        if (shift == 63 && byte > 1) break;
        v |= (byte & 0x7f) << shift;
        if (!(byte & 0x80)) return v;
    }
    r->bad = true;
    return 0;
}

int64_t reader_sleb(struct reader *r) {
    uint64_t v = 0;
    for (unsigned shift = 0; shift < 64;) {
        uint64_t byte = read_le(r, 1);
        if (r->bad) return 0;
        if (shift == 63 && byte != 0 && byte != 0x7f) break;
        v |= (byte & 0x7f) << shift;
        shift += 7;
        if (byte & 0x80) continue;
        if (shift < 64 && (byte & 0x40)) v |= ~(uint64_t)0 << shift;
        return (int64_t)v;
    }
    r->bad = true;
    return 0;
}

struct str reader_bytes(struct reader *r, size_t n) {
    if (r->bad || (size_t)(r->end - r->p) < n) {
        r->bad = true;
        return (struct str){"", 0};
    }
    struct str s = {(const char *)r->p, n};
    r->p += n;
    return s;
}

struct str reader_sized(struct reader *r) {
    return reader_bytes(r, reader_uleb(r));
}
