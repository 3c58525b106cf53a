/* Hyperbolic functions by the established formulas over exp, expm1, log, log1p. */
#include "runtime/math/math.h"

#define LN2 0x1.62e42fefa39efp-1

double m_sinh(double x) {
    if (!dbl_is_finite(x)) return x;
    double m = m_fabs(x), h = x < 0 ? -0.5 : 0.5;
    if (m < 22) {
        if (m < 0x1p-28) return x;
        double t = m_expm1(m);
        return m < 1 ? h * (2.0 * t - t * t / (t + 1.0)) : h * (t + t / (t + 1.0));
    }
    if (m < 709.78) return h * m_exp(m);
    double w = m_exp(0.5 * m);
    return h * w * w;
}

double m_cosh(double x) {
    if (!dbl_is_finite(x)) return m_fabs(x);
    double m = m_fabs(x);
    if (m < 22) {
        if (m < 0.5 * LN2) {
            if (m < 0x1p-55) return 1.0;
            double t = m_expm1(m), w = 1.0 + t;
            return 1.0 + t * t / (w + w);
        }
        double t = m_exp(m);
        return 0.5 * t + 0.5 / t;
    }
    if (m < 709.78) return 0.5 * m_exp(m);
    double w = m_exp(0.5 * m);
    return 0.5 * w * w;
}

double m_tanh(double x) {
    if (dbl_is_nan(x)) return x;
    double m = m_fabs(x), r;
    if (m >= 22)
        r = 1.0;
    else if (m < 0x1p-55)
        return x;
    else if (m >= 1)
        r = 1.0 - 2.0 / (m_expm1(2.0 * m) + 2.0);
    else {
        double t = m_expm1(-2.0 * m);
        r = -t / (t + 2.0);
    }
    return m_copysign(r, x);
}

double m_asinh(double x) {
    if (!dbl_is_finite(x)) return x;
    double m = m_fabs(x), r;
    if (m < 0x1p-28) return x;
    if (m > 0x1p28) {
        r = m_log(m) + LN2;
    } else if (m > 2) {
        r = m_log(2.0 * m + 1.0 / (m_sqrt(m * m + 1.0) + m));
    } else {
        double t = m * m;
        r = m_log1p(m + t / (1.0 + m_sqrt(1.0 + t)));
    }
    return m_copysign(r, x);
}

double m_acosh(double x) {
    if (x < 1) return DBL_NAN;
    if (!dbl_is_finite(x)) return x;
    if (x > 0x1p28) return m_log(x) + LN2;
    if (x > 2) return m_log(2.0 * x - 1.0 / (x + m_sqrt(x * x - 1.0)));
    double t = x - 1.0;
    return m_log1p(t + m_sqrt(2.0 * t + t * t));
}

double m_atanh(double x) {
    double m = m_fabs(x), r;
    if (dbl_is_nan(x) || m > 1) return DBL_NAN;
    if (m == 1) return m_copysign(DBL_INF, x);
    if (m < 0x1p-28) return x;
    if (m < 0.5) {
        double t = m + m;
        r = 0.5 * m_log1p(t + t * m / (1.0 - m));
    } else {
        r = 0.5 * m_log1p((m + m) / (1.0 - m));
    }
    return m_copysign(r, x);
}
