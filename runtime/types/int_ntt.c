/* Products of very large magnitudes by a number-theoretic transform modulo p = 2^64 - 2^32 + 1.
 *
 * Each 64-bit digit is cut into four 16-bit coefficients; a coefficient of the product is below 2^32 times
 * the number of coefficients of the shorter factor, so one prime suffices for any length that fits in memory.
 * Forward transform with decimation in frequency, inverse in time: no reordering pass. */
#include "runtime/types/int_mag.h"

#define PRIME UINT64_C(0xffffffff00000001)
#define EPS   UINT64_C(0xffffffff) /* 2^64 mod p */

static inline uint64_t mod_add(uint64_t a, uint64_t b) {
    uint64_t s = a + b;
    return s < a || s >= PRIME ? s - PRIME : s;
}
static inline uint64_t mod_sub(uint64_t a, uint64_t b) {
    return a >= b ? a - b : a - b + PRIME;
}

static inline uint64_t mod_mul(uint64_t a, uint64_t b) {
    u128 p = (u128)a * b;
    uint64_t low = (uint64_t)p, high = (uint64_t)(p >> 64), top = high >> 32;
    uint64_t r = low - top;
    if (low < top) r -= EPS;
    uint64_t mid = (high & EPS) * EPS, s = r + mid;
    if (s < mid) s += EPS;
    return s >= PRIME ? s - PRIME : s;
}

static uint64_t mod_pow(uint64_t a, uint64_t e) {
    uint64_t r = 1;
    for (; e; e >>= 1, a = mod_mul(a, a))
        if (e & 1) r = mod_mul(r, a);
    return r;
}

/* roots[size/2 + k] = w_size^k for every power of two `size` up to 2 * half. */
static void make_roots(uint64_t *roots, int64_t half, uint64_t generator) {
    uint64_t w = mod_pow(generator, (PRIME - 1) / (uint64_t)(2 * half));
    roots[half] = 1;
    for (int64_t k = 1; k < half; k++) roots[half + k] = mod_mul(roots[half + k - 1], w);
    for (int64_t k = half - 1; k > 0; k--) roots[k] = roots[2 * k];
}

static void forward(uint64_t *x, int64_t n, const uint64_t *roots) {
    for (int64_t half = n / 2; half >= 1; half /= 2)
        for (int64_t at = 0; at < n; at += 2 * half)
            for (int64_t k = 0; k < half; k++) {
                uint64_t a = x[at + k], b = x[at + half + k];
                x[at + k] = mod_add(a, b);
                x[at + half + k] = mod_mul(mod_sub(a, b), roots[half + k]);
            }
}

static void inverse(uint64_t *x, int64_t n, const uint64_t *roots) {
    for (int64_t half = 1; half < n; half *= 2)
        for (int64_t at = 0; at < n; at += 2 * half)
            for (int64_t k = 0; k < half; k++) {
                uint64_t a = x[at + k], b = mod_mul(x[at + half + k], roots[half + k]);
                x[at + k] = mod_add(a, b);
                x[at + half + k] = mod_sub(a, b);
            }
}

static void load(uint64_t *x, int64_t n, const uint64_t *a, int64_t an) {
    for (int64_t i = 0; i < an; i++)
        for (int k = 0; k < 4; k++) x[4 * i + k] = a[i] >> (16 * k) & 0xffff;
    memset(x + 4 * an, 0, (size_t)(n - 4 * an) * 8);
}

bool mag_mul_ntt(struct thread *t, uint64_t *r, const uint64_t *a, int64_t an, const uint64_t *b,
                 int64_t bn) {
    if (an > 4 * bn) {
        /* Unbalanced: pieces of the longer factor, so that transforms are not mostly zeros. */
        uint64_t *piece = mag_temp(t, 3 * bn);
        if (!piece) return false;
        memset(r, 0, (size_t)(an + bn) * 8);
        for (int64_t at = 0; at < an; at += 2 * bn) {
            int64_t n = an - at < 2 * bn ? an - at : 2 * bn;
            if (!mag_mul(t, piece, a + at, n, b, bn)) return false;
            mag_add(r + at, r + at, an + bn - at, piece, n + bn);
        }
        mag_temp_free(t, piece);
        return true;
    }
    int64_t n = 8;
    while (n < 4 * (an + bn)) n *= 2;
    bool square = a == b && an == bn;
    uint64_t *x = mag_temp(t, n), *roots = mag_temp(t, n), *y = square ? x : mag_temp(t, n);
    if (!x || !roots || !y) return false;
    make_roots(roots, n / 2, 7);
    load(x, n, a, an);
    forward(x, n, roots);
    if (!square) {
        load(y, n, b, bn);
        forward(y, n, roots);
    }
    uint64_t scale = mod_pow((uint64_t)n, PRIME - 2);
    for (int64_t i = 0; i < n; i++) x[i] = mod_mul(mod_mul(x[i], y[i]), scale);
    make_roots(roots, n / 2, mod_pow(7, PRIME - 2));
    inverse(x, n, roots);
    u128 carry = 0;
    for (int64_t i = 0; i < an + bn; i++) {
        uint64_t digit = 0;
        for (int k = 0; k < 4; k++) {
            carry += x[4 * i + k];
            digit |= ((uint64_t)carry & 0xffff) << (16 * k);
            carry >>= 16;
        }
        r[i] = digit;
    }
    if (!square) mag_temp_free(t, y);
    mag_temp_free(t, roots);
    mag_temp_free(t, x);
    return true;
}
