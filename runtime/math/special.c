/* Error functions and the length of a vector, in double-double. */
#include "runtime/math/dd.h"

/* erf(x) = 2/sqrt(pi) exp(-x^2) sum 2^n x^(2n+1) / (1 3 5 ... (2n+1)): all terms positive. */
static struct dd erf_series(double x) {
    struct dd q = dd_product(x, x), term = {x, 0.0}, sum = term;
    for (int n = 1; n < 200; n++) {
        term = dd_div(dd_mul(term, dd_mul1(q, 2.0)), (struct dd){2.0 * n + 1.0, 0.0});
        sum = dd_add(sum, term);
        if (term.hi < sum.hi * 0x1p-108) break;
    }
    int64_t e;
    struct dd p = dd_exp(dd_neg(q), &e);
    double scale = m_ldexp(1.0, e);
    return dd_mul(dd_mul(sum, DD_2_SQRTPI), (struct dd){p.hi * scale, p.lo * scale});
}

/* erfc(x) = exp(-x^2)/(x sqrt(pi)) / (1 + 1/(2x^2)/(1 + 2/(2x^2)/(1 + ...))), x >= 2. */
static double erfc_fraction(double x) {
    struct dd q = dd_product(x, x), v = dd_div((struct dd){0.5, 0.0}, q), f = {1.0, 0.0};
    int n = x < 3 ? 220 : x < 6 ? 120 : 60;
    for (; n > 0; n--) f = dd_add1(dd_div(dd_mul1(v, n), f), 1.0);
    int64_t e;
    struct dd p = dd_exp(dd_neg(q), &e);
    struct dd r = dd_div(dd_mul(dd_mul1(DD_2_SQRTPI, 0.5), p), dd_mul1(f, x));
    return dd_scaled(r, e);
}

double m_erf(double x) {
    if (dbl_is_nan(x)) return x;
    double m = m_fabs(x);
    if (m > 6) return m_copysign(1.0, x);
    if (m < 0x1p-60) return x * DD_2_SQRTPI.hi;
    if (m < 3) return m_copysign(erf_series(m).hi, x);
    return m_copysign(1.0 - erfc_fraction(m), x);
}

double m_erfc(double x) {
    if (dbl_is_nan(x)) return x;
    if (x > 27.3) return 0.0;
    if (x < -6) return 2.0;
    if (x >= 2) return erfc_fraction(x);
    if (m_fabs(x) < 0x1p-60) return 1.0 - x;
    struct dd r = erf_series(m_fabs(x));
    return x < 0 ? dd_add1(r, 1.0).hi : dd_sub((struct dd){1.0, 0.0}, r).hi;
}

double m_hypot(double x, double y) {
    double a = m_fabs(x), b = m_fabs(y);
    if (dbl_is_inf(a) || dbl_is_inf(b)) return DBL_INF;
    if (dbl_is_nan(a) || dbl_is_nan(b)) return DBL_NAN;
    if (a < b) {
        double c = a;
        a = b;
        b = c;
    }
    if (b == 0) return a;
    int e;
    m_frexp(a, &e);
    a = m_ldexp(a, -e);
    b = m_ldexp(b, -e);
    struct dd r = dd_sqrt(dd_add(dd_product(a, a), dd_product(b, b)));
    return dd_scaled(r, e);
}

double m_norm(double *x, int64_t n) {
    double most = 0.0;
    bool nan = false;
    for (int64_t i = 0; i < n; i++) {
        x[i] = m_fabs(x[i]);
        nan |= dbl_is_nan(x[i]);
        if (x[i] > most) most = x[i];
    }
    if (dbl_is_inf(most)) return DBL_INF;
    if (nan) return DBL_NAN;
    if (most == 0.0 || n == 1) return most;
    int e;
    m_frexp(most, &e);
    struct dd sum = {0.0, 0.0};
    for (int64_t i = 0; i < n; i++) {
        double v = m_ldexp(x[i], -e);
        sum = dd_add(sum, dd_product(v, v));
    }
    return dd_scaled(dd_sqrt(sum), e);
}
