/* sin, cos, tan. The argument is reduced modulo pi/2 with the bits of 2/pi in integer arithmetic (Payne,
 * Hanek), to about 190 bits, so the largest doubles are as exact as small ones; then a table at multiples of
 * 1/64 and short series. */
#include "runtime/math/dd.h"

typedef unsigned __int128 u128;

#define PI_2_A 0x1.921fb54400000p+0  /* 33 bits */
#define PI_2_B 0x1.0b4611a600000p-34 /* 33 bits */
#define PI_2_C 0x1.3198a2e037073p-69

/* Bits [from, from + 64) of 2/pi after the point; negative places are zero. */
static uint64_t bits_at(int from) {
    if (from <= -64) return 0;
    if (from < 0) return two_over_pi[0] >> -from;
    int word = from / 64, bit = from % 64;
    uint64_t r = two_over_pi[word] << bit;
    return bit ? r | two_over_pi[word + 1] >> (64 - bit) : r;
}

/* x = quadrant * pi/2 + r, |r| <= pi/4, x > 0.7. */
static struct dd reduce(double x, int *quadrant) {
    uint64_t b = dbl_bits(x), m = (b & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;
    int e = (int)(b >> 52) - 1075; /* x = m * 2^e */
    /* m * (2/pi) * 2^e modulo 4: only bits of 2/pi from place e - 2 - 1 on matter; the product as 5 words
     * whose top word holds bits above 2^0. */
    uint64_t f[4], p[5] = {0};
    int from = e - 64; /* the word at this place has weight 2^(64 - 64) after scaling by 2^e: bits from 2^63
                          down to 2^0 */
    for (int i = 0; i < 4; i++) f[3 - i] = bits_at(from + 64 * i);
    uint64_t carry = 0;
    for (int i = 0; i < 4; i++) {
        u128 t = (u128)f[i] * m + carry;
        p[i] = (uint64_t)t;
        carry = (uint64_t)(t >> 64);
    }
    /* p[3]: integer part modulo 2^64; p[2..0]: 192 bits of fraction */
    uint64_t whole = p[3];
    bool up = p[2] >> 63;
    if (up) { /* nearest: the fraction becomes fraction - 1 */
        whole++;
        p[0] = ~p[0] + 1;
        uint64_t c = p[0] == 0;
        p[1] = ~p[1] + c;
        c = c && p[1] == 0;
        p[2] = ~p[2] + c;
    }
    *quadrant = (int)(whole & 3);
    int shift = 0;
    while (shift < 128 && p[2] == 0) {
        p[2] = p[1];
        p[1] = p[0];
        p[0] = 0;
        shift += 64;
    }
    if (p[2] == 0) return (struct dd){0, 0};
    int s = __builtin_clzll(p[2]);
    uint64_t high = p[2], mid = p[1];
    if (s) {
        high = high << s | mid >> (64 - s);
        mid = mid << s | p[0] >> (64 - s);
    }
    struct dd fraction =
        dd_quick((double)(high >> 11) * 0x1p-53, (double)((high & 0x7ff) << 42 | mid >> 22) * 0x1p-106);
    struct dd r = dd_mul(fraction, DD_PI_2);
    double scale = m_ldexp(up ? -1.0 : 1.0, -(s + shift));
    return (struct dd){r.hi * scale, r.lo * scale};
}

/* |r| <= pi/4 + a little. */
static void sincos_reduced(struct dd r, struct dd *sine, struct dd *cosine) {
    bool neg = r.hi < 0;
    if (neg) r = dd_neg(r);
    int j = (int)(r.hi * 64 + 0.5);
    struct dd t = dd_add1(r, -j / 64.0), q = dd_mul(t, t);
    double h = q.hi;
    /* sin t = t - t^3/6 + t^5/120 - ..., cos t - 1 = -t^2/2 + t^4/24 - t^6/720 + ... */
    double stail = h * h * h * (-1.0 / 5040 + h * (1.0 / 362880 - h * (1.0 / 39916800)));
    struct dd s = dd_mul(q, (struct dd){0x1.1111111111111p-7, 0x1.1111111111111p-63});
    s = dd_sub(s, (struct dd){0x1.5555555555555p-3, 0x1.5555555555555p-57});
    s = dd_add1(dd_mul(s, q), stail);
    s = dd_add(t, dd_mul(s, t));
    double ctail = h * h * h * (-1.0 / 720 + h * (1.0 / 40320 - h * (1.0 / 3628800)));
    struct dd c = dd_mul(q, (struct dd){0x1.5555555555555p-5, 0x1.5555555555555p-59});
    c = dd_add1(dd_mul(dd_add1(c, -0.5), q), ctail); /* cos t - 1 */
    const double *row = sincos_table[j];
    struct dd sj = {row[0], row[1]}, cj = {row[2], row[3]};
    if (j == 0) {
        *sine = s;
        *cosine = dd_add1(c, 1.0);
    } else {
        *sine = dd_add(sj, dd_add(dd_mul(sj, c), dd_mul(cj, s)));
        *cosine = dd_add(cj, dd_sub(dd_mul(cj, c), dd_mul(sj, s)));
    }
    if (neg) *sine = dd_neg(*sine);
}

void dd_sincos(double x, struct dd *s, struct dd *c, int *quadrant) {
    double m = m_fabs(x);
    *quadrant = 0;
    struct dd r = {m, 0.0};
    if (m > 0.785) r = reduce(m, quadrant);
    sincos_reduced(r, s, c);
}

/* A quick first try: pi/2 in three parts (exact products for |n| < 2^18), one double-double product,
 * everything small in doubles; relative error below 2^-64. True when that decides the rounding. `cosine`: of
 * cos instead of sin. */
static bool quick(double x, bool cosine, double *out) {
    double n = 0.0, high = x, low = 0.0;
    int q = cosine;
    if (m_fabs(x) > 0.785) {
        if (m_fabs(x) > 3e5) return false;
        n = m_rint(x * 0x1.45f306dc9c883p-1);
        q += (int)n;
        struct dd r = dd_sum(x - n * PI_2_A, -n * PI_2_B);
        r = dd_quick(r.hi, r.lo - n * PI_2_C);
        high = r.hi;
        low = r.lo;
    }
    bool neg = high < 0;
    if (neg) high = -high, low = -low;
    int j = (int)(high * 64 + 0.5);
    double t = high - j / 64.0, u = t * t;
    const double *row = sincos_table[j];
    double sine = t * u * (-1.0 / 6 + u * (1.0 / 120 - u * (1.0 / 5040))); /* sin t - t */
    double less = u * (-0.5 + u * (1.0 / 24 - u * (1.0 / 720)));           /* cos t - 1 */
    struct dd p;
    double tail, lead;
    if (q & 1) { /* cos(a + t) = C - S t + ... */
        p = dd_product(row[0], -t);
        lead = row[2];
        tail = row[3] - row[1] * t - row[0] * (low + sine) + row[2] * (less - t * low);
    } else {
        p = dd_product(row[2], t);
        lead = row[0];
        tail = row[1] + row[3] * t + row[2] * (low + sine) + row[0] * (less - t * low);
    }
    struct dd r = lead == 0 ? (struct dd){p.hi, p.lo} : dd_quick(lead, p.hi);
    if (lead != 0)
        tail += p.lo;
    else
        tail += p.lo - r.lo; /* p.lo is in r already */
    tail += r.lo;
    double e = m_fabs(r.hi) * 0x1p-63, value = r.hi + (tail + e);
    if (value != r.hi + (tail - e)) return false;
    bool minus = (q & 2) != 0;
    if (!(q & 1) && neg) minus = !minus;
    *out = minus ? -value : value;
    return true;
}

double m_sin(double x) {
    if (!dbl_is_finite(x)) return DBL_NAN;
    if (m_fabs(x) < 0x1p-27) return x; /* x - x^3/6 rounds to x */
    double fast;
    if (quick(x, false, &fast)) return fast;
    struct dd s, c;
    int q;
    dd_sincos(x, &s, &c, &q);
    double r = q & 1 ? c.hi : s.hi;
    return (q & 2) != 0 ? (x < 0 ? r : -r) : (x < 0 ? -r : r);
}

double m_cos(double x) {
    if (!dbl_is_finite(x)) return DBL_NAN;
    double fast;
    if (quick(x, true, &fast)) return fast;
    struct dd s, c;
    int q;
    dd_sincos(x, &s, &c, &q);
    double r = q & 1 ? s.hi : c.hi;
    return q == 1 || q == 2 ? -r : r;
}

double m_tan(double x) {
    if (!dbl_is_finite(x)) return DBL_NAN;
    if (m_fabs(x) < 0x1p-28) return x;
    struct dd s, c;
    int q;
    dd_sincos(x, &s, &c, &q);
    double r = q & 1 ? -dd_div(c, s).hi : dd_div(s, c).hi;
    return x < 0 ? -r : r;
}
