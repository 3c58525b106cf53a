/* Logarithms: m in [0.703, 1.42) times a tabulated r is 1 + z with |z| < 2^-7, exactly in double-double; then
 * log(1 + z) by its series. Near 1, r is 1, so that the result stays accurate relative to itself. */
#include "runtime/math/dd.h"

static struct dd small_log1p(struct dd z) {
    double h = z.hi, tail = 0;
    for (int k = 17; k >= 8; k--) tail = h * ((k & 1 ? 1.0 : -1.0) / k + tail);
    /* log(1+z) = z (1 - z/2 + z^2/3 - ... - z^5/6 + z^6/7) + z^7 * tail */
    static const struct dd inverse[] = {{0x1.5555555555555p-2, 0x1.5555555555555p-56},  /* 1/3 */
                                        {0x1.999999999999ap-3, -0x1.999999999999ap-57}, /* 1/5 */
                                        {0x1.5555555555555p-3, 0x1.5555555555555p-57},  /* 1/6 */
                                        {0x1.2492492492492p-3, 0x1.2492492492492p-57}}; /* 1/7 */
    struct dd p = dd_add1(inverse[3], tail);
    p = dd_sub(dd_mul(p, z), inverse[2]);
    p = dd_add(dd_mul(p, z), inverse[1]);
    p = dd_add1(dd_mul(p, z), -0.25);
    p = dd_add(dd_mul(p, z), inverse[0]);
    p = dd_add1(dd_mul(p, z), -0.5);
    return dd_add(z, dd_mul(p, dd_mul(z, z)));
}

struct dd dd_log(struct dd x, int64_t e) {
    int own;
    double m = m_frexp(x.hi, &own); /* [0.5, 1) */
    if (m < 0.7109375) {
        m *= 2;
        own--;
    }
    e += own;
    double low = x.lo == 0 ? 0 : m_ldexp(x.lo, -own);
    const double *row = log_table[(int)(m * 128) - 90];
    struct dd z = dd_product(m, row[0]);
    z = dd_add1(dd_add1(z, -1.0), low * row[0]);
    struct dd r = small_log1p(z);
    if (row[0] != 1.0) r = dd_add((struct dd){row[1], row[2]}, r);
    if (e) {
        struct dd k = dd_quick((double)e * LN2_HIGH, (double)e * LN2_MID);
        k = dd_add(
            k, dd_add1(dd_neg(dd_sub((struct dd){(double)e * LN2_MID, 0}, dd_product((double)e, LN2_MID))),
                       (double)e * LN2_LOW));
        r = dd_add(k, r);
    }
    return r;
}

double m_log(double x) {
    if (dbl_is_nan(x) || x == DBL_INF) return x;
    if (x == 0) return -DBL_INF;
    if (x < 0) return DBL_NAN;
    if (x == 1) return 0.0;
    return dd_log((struct dd){x, 0.0}, 0).hi;
}

double m_log2(double x) {
    if (dbl_is_nan(x) || x == DBL_INF) return x;
    if (x == 0) return -DBL_INF;
    if (x < 0) return DBL_NAN;
    int e;
    if (m_frexp(x, &e) == 0.5) return e - 1;
    return dd_mul(dd_log((struct dd){x, 0.0}, 0), DD_1_LN2).hi;
}

double m_log10(double x) {
    if (dbl_is_nan(x) || x == DBL_INF) return x;
    if (x == 0) return -DBL_INF;
    if (x < 0) return DBL_NAN;
    if (x == 1) return 0.0;
    return dd_mul(dd_log((struct dd){x, 0.0}, 0), DD_1_LN10).hi;
}

/* Newton's step in double-double from a rough root: correctly rounded, where the C library under CPython is
 * up to one unit off (cbrt(27.0) is 3.0 here, 3.0000000000000004 there). */
double m_cbrt(double x) {
    if (!dbl_is_finite(x) || x == 0) return x;
    int e;
    double m = m_frexp(m_fabs(x), &e);
    int rest = ((e % 3) + 3) % 3;
    m = m_ldexp(m, rest);
    e = (e - rest) / 3;
    double r = 0.5 + m / 4;
    for (int i = 0; i < 8; i++) r = r - (r * r * r - m) / (3 * r * r);
    struct dd cube = dd_mul1(dd_product(r, r), r), d = dd_sub(cube, (struct dd){m, 0.0});
    struct dd root = dd_quick(r, -d.hi / (3 * r * r));
    return m_copysign(m_ldexp(root.hi, e), x);
}
