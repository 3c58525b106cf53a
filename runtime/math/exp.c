/* Exponentials: x = k * log(2)/64 + r, 2^(k/64) from a table, a short series for the rest, all in
 * double-double. */
#include "runtime/math/dd.h"

/* exp(r) - 1 for |r| < 0.006. */
static struct dd small_expm1(struct dd r) {
    double h = r.hi;
    /* r^6/720 and on in doubles; the terms before them in double-double */
    double tail =
        h * h * h * h * h * h *
        (1.0 / 720 + h * (1.0 / 5040 + h * (1.0 / 40320 + h * (1.0 / 362880 + h * (1.0 / 3628800)))));
    struct dd p = {0x1.1111111111111p-7, 0x1.1111111111111p-63};                        /* 1/120 */
    p = dd_add(dd_mul(p, r), (struct dd){0x1.5555555555555p-5, 0x1.5555555555555p-59}); /* 1/24 */
    p = dd_add(dd_mul(p, r), (struct dd){0x1.5555555555555p-3, 0x1.5555555555555p-57}); /* 1/6 */
    p = dd_add1(dd_mul(p, r), 0.5);
    p = dd_mul(p, dd_mul(r, r));
    return dd_add(r, dd_add1(p, tail));
}

/* k and the rest of x after k * log(2)/64. */
static struct dd reduce(struct dd x, int64_t *k) {
    double n = m_rint(x.hi * 0x1.71547652b82fep+6);
    *k = (int64_t)n;
    struct dd r = dd_sum(x.hi, -n * LN2_64_HIGH); /* exact */
    r = dd_add(r, dd_neg(dd_product(n, LN2_64_MID)));
    return dd_add1(r, x.lo - n * LN2_64_LOW);
}

struct dd dd_exp(struct dd x, int64_t *e) {
    int64_t k;
    struct dd p = small_expm1(reduce(x, &k)), t = {exp_table[k & 63][0], exp_table[k & 63][1]};
    *e = k >> 6;
    return dd_add(t, dd_mul(t, p));
}

/* A quick first try with one double-double product; relative error below 2^-64. True when that decides the
 * rounding. */
static bool quick(double x, double *out) {
    double n = m_rint(x * 0x1.71547652b82fep+6), a = x - n * LN2_64_HIGH, b = n * LN2_64_MID, r = a - b,
           low = (a - r) - b;
    int64_t k = (int64_t)n;
    const double *row = exp_table[k & 63];
    double q = r * r * (0.5 + r * (1.0 / 6 + r * (1.0 / 24 + r * (1.0 / 120 + r * (1.0 / 720)))));
    struct dd p = dd_product(row[0], r), s = dd_quick(row[0], p.hi);
    double tail = s.lo + (p.lo + (row[1] + (row[1] * r + row[0] * (low + q))));
    double e = s.hi * 0x1p-63, value = s.hi + (tail + e);
    if (value != s.hi + (tail - e)) return false;
    *out = value * dbl_from((uint64_t)((k >> 6) + 1023) << 52);
    return true;
}

double m_exp(double x) {
    if (dbl_is_nan(x)) return x;
    if (x > 709.8) return DBL_INF;
    if (x < -745.2) return 0.0;
    if (m_fabs(x) < 0x1p-60) return 1.0 + x;
    double fast;
    if (m_fabs(x) < 700 && quick(x, &fast)) return fast;
    int64_t e;
    struct dd r = dd_exp((struct dd){x, 0.0}, &e);
    return dd_scaled(r, e);
}

double m_exp2(double x) {
    if (dbl_is_nan(x)) return x;
    if (x >= 1024) return DBL_INF;
    if (x < -1076) return 0.0;
    int64_t e;
    double n = m_rint(x);
    struct dd r = dd_exp(dd_mul1(DD_LN2, x - n), &e);
    return dd_scaled(r, e + (int64_t)n);
}

double m_pow(double x, double y) {
    if (y == 0 || x == 1) return 1.0;
    if (dbl_is_nan(x) || dbl_is_nan(y)) return x + y;
    bool whole = m_floor(y) == y, odd = whole && m_fabs(y) < 0x1p53 && m_fmod(y, 2.0) != 0, negative = x < 0;
    double m = m_fabs(x);
    if (dbl_is_inf(y)) return m == 1 ? 1.0 : (m > 1) == (y > 0) ? DBL_INF : 0.0;
    if (x == 0 || dbl_is_inf(x)) {
        double r = (x == 0) == (y > 0) ? 0.0 : DBL_INF;
        return odd && dbl_sign(x) ? -r : r;
    }
    if (negative && !whole) return DBL_NAN;
    double sign = negative && odd ? -1.0 : 1.0;
    if (m == 1) return sign;
    struct dd l = dd_log((struct dd){m, 0.0}, 0);
    double rough = l.hi * y;
    if (rough > 710) return sign * DBL_INF;
    if (rough < -746) return sign * 0.0;
    if (m_fabs(rough) < 0x1p-60) return sign * (1.0 + rough);
    int64_t e;
    struct dd r = dd_exp(dd_mul1(l, y), &e);
    return sign * dd_scaled(r, e);
}
