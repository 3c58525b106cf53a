/* Magnitudes to and from decimal text by divide and conquer over the powers 10^(19 * 2^k): the cost is that
 * of a few large multiplications or divisions, not quadratic. Short numbers go digit by digit. */
#include "runtime/types/int_mag.h"

#define CHUNK       19 /* decimal digits in one 64-bit digit */
#define CHUNK_POWER UINT64_C(10000000000000000000)
#define SPLIT_MIN   30 /* 64-bit digits below which the simple loop wins */
#define LEVELS      40

struct powers {
    uint64_t *p[LEVELS]; /* 10^(CHUNK << k) */
    int64_t n[LEVELS];
    int count;
};

/* Grows the table until its last entry has `chunks` <= 1 << (count - 1) chunks. */
static bool powers_up_to(struct thread *t, struct powers *w, int level) {
    while (w->count <= level) {
        int k = w->count;
        if (k == 0) {
            if (!(w->p[0] = mag_temp(t, 1))) return false;
            w->p[0][0] = CHUNK_POWER;
            w->n[0] = 1;
        } else {
            int64_t n = w->n[k - 1];
            if (!(w->p[k] = mag_temp(t, 2 * n))) return false;
            if (!mag_mul(t, w->p[k], w->p[k - 1], n, w->p[k - 1], n)) return false;
            w->n[k] = mag_trim(w->p[k], 2 * n);
        }
        w->count++;
    }
    return true;
}

/* ---- from text ---- */

static uint64_t chunk_value(const char *p, int64_t n) {
    uint64_t v = 0;
    for (int64_t i = 0; i < n; i++) v = v * 10 + (uint64_t)(p[i] - '0');
    return v;
}

static int64_t from_simple(const char *p, int64_t n, uint64_t *out) {
    int64_t used = 0, first = n % CHUNK ? n % CHUNK : CHUNK;
    for (int64_t at = 0; at < n; at += at ? CHUNK : first) {
        int64_t len = at ? CHUNK : first;
        uint64_t carry = mag_mul1(out, out, used, CHUNK_POWER, chunk_value(p + at, len));
        if (carry) out[used++] = carry;
    }
    return used;
}

static int64_t from_split(struct thread *t, struct powers *w, const char *p, int64_t n, uint64_t *out) {
    if (n <= SPLIT_MIN * CHUNK) return from_simple(p, n, out);
    int level = 0;
    while ((int64_t)CHUNK << (level + 1) < n) level++;
    int64_t low = (int64_t)CHUNK << level, high = n - low;
    if (!powers_up_to(t, w, level)) return -1;
    uint64_t *h = mag_temp(t, high / CHUNK + 2), *l = mag_temp(t, low / CHUNK + 2);
    if (!h || !l) return -1;
    int64_t hn = from_split(t, w, p, high, h), ln = hn < 0 ? -1 : from_split(t, w, p + high, low, l);
    if (ln < 0) return -1;
    uint64_t *product = mag_temp(t, hn + w->n[level] + 1);
    if (!product || !mag_mul(t, product, h, hn, w->p[level], w->n[level])) return -1;
    int64_t pn = hn + w->n[level];
    product[pn] = 0;
    if (pn < ln)
        pn = ln; /* the high part is zero: the product is, too */
    else
        product[pn] = mag_add(product, product, pn, l, ln), pn++;
    if (hn == 0) {
        memcpy(out, l, (size_t)ln * 8);
        return ln;
    }
    pn = mag_trim(product, pn);
    memcpy(out, product, (size_t)pn * 8);
    return pn;
}

int64_t mag_from_decimal(struct thread *t, const char *p, int64_t n, uint64_t *out) {
    while (n > 0 && *p == '0') p++, n--;
    struct powers w = {.count = 0};
    return from_split(t, &w, p, n, out);
}

/* ---- to text ---- */

/* Writes exactly `width` digits ending before `end`, zeros in front. */
static void to_fixed(uint64_t *a, int64_t n, char *start, char *end) {
    while (end > start) {
        uint64_t rest = 0;
        if (n) {
            rest = mag_div1(a, a, n, CHUNK_POWER);
            n = mag_trim(a, n);
        }
        for (int i = 0; i < CHUNK && end > start; i++, rest /= 10) *--end = (char)('0' + rest % 10);
    }
}

static bool to_split(struct thread *t, struct powers *w, uint64_t *a, int64_t n, int level, char *start,
                     char *end) {
    if (n <= SPLIT_MIN || level < 0) {
        to_fixed(a, n, start, end);
        return true;
    }
    int64_t low = (int64_t)CHUNK << level, dn = w->n[level];
    if (n < dn || end - start <= low) return to_split(t, w, a, n, level - 1, start, end);
    uint64_t *q = mag_temp(t, n - dn + 1), *r = mag_temp(t, dn);
    if (!q || !r || !mag_divrem(t, q, r, a, n, w->p[level], dn)) return false;
    if (!to_split(t, w, q, mag_trim(q, n - dn + 1), level - 1, start, end - low) ||
        !to_split(t, w, r, mag_trim(r, dn), level - 1, end - low, end))
        return false;
    mag_temp_free(t, r);
    mag_temp_free(t, q);
    return true;
}

int64_t mag_to_decimal(struct thread *t, const uint64_t *a, int64_t n, char *out) {
    int64_t bits = mag_bits(a, n), width = bits * 30103 / 100000 + 2;
    if (bits > (INT64_C(1) << 30)) width = n * 20; /* avoid the product's overflow */
    struct powers w = {.count = 0};
    int level = -1;
    while (n > SPLIT_MIN && ((int64_t)CHUNK << (level + 1)) * 2 < width) level++;
    if (level >= 0 && !powers_up_to(t, &w, level)) return -1;
    uint64_t small[48], *copy = small;
    if (n > 48 && !(copy = mag_temp(t, n))) return -1;
    memcpy(copy, a, (size_t)n * 8);
    if (!to_split(t, &w, copy, n, level, out, out + width)) return -1;
    int64_t zeros = 0;
    while (zeros < width - 1 && out[zeros] == '0') zeros++;
    memmove(out, out + zeros, (size_t)(width - zeros));
    return width - zeros;
}
