/* The length of a vector, in double-double. */
#include "runtime/math/dd.h"

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
