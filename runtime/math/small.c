/* expm1 and log1p. Unlike the functions of exp.c and log.c these are not correctly rounded: they are
 * evaluated in plain doubles by the classical reductions and minimax polynomials of fdlibm (Sun, 1993; the
 * coefficients are those it publishes), because that is what the C library under CPython does, and tanh, sinh
 * and atanh inherit its last bits. */
#include "runtime/math/math.h"

#define LN2_HI 6.93147180369123816490e-01
#define LN2_LO 1.90821492927058770002e-10

static double power_of_two(int64_t k) {
    return dbl_from((uint64_t)(k + 1023) << 52);
}

double m_log1p(double x) {
    if (dbl_is_nan(x) || x == DBL_INF) return x;
    if (x == -1) return -DBL_INF;
    if (x < -1) return DBL_NAN;
    double m = m_fabs(x), f = x, c = 0.0;
    int64_t k = 0;
    if (m < 0x1p-29) return m < 0x1p-54 ? x : x - x * x * 0.5;
    bool tiny = false;
    if (x <= -0.29289 || x >= 0.41422) {
        /* 1 + x = 2^k * u with u in [sqrt(1/2), sqrt(2)); c corrects the rounding of 1 + x. */
        double u = x < 0x1p53 ? 1.0 + x : x;
        k = (int64_t)(dbl_bits(u) >> 52) - 1023;
        if (x < 0x1p53) c = (k > 0 ? 1.0 - (u - x) : x - (u - 1.0)) / u;
        uint64_t fraction = dbl_bits(u) & ((UINT64_C(1) << 52) - 1);
        bool upper = fraction >> 32 >= 0x6a09e;
        k += upper;
        u = dbl_from(fraction | (uint64_t)(upper ? 1022 : 1023) << 52);
        tiny = upper ? (0x100000 - (fraction >> 32)) >> 2 == 0 : fraction >> 32 == 0;
        f = u - 1.0;
    }
    double half = 0.5 * f * f, scale = (double)k;
    if (tiny) {
        if (f == 0) return k == 0 ? 0.0 : scale * LN2_HI + (c + scale * LN2_LO);
        double r = half * (1.0 - 0.66666666666666666 * f);
        return k == 0 ? f - r : scale * LN2_HI - ((r - (scale * LN2_LO + c)) - f);
    }
    double s = f / (2.0 + f), z = s * s, z2 = z * z, z4 = z2 * z2, z6 = z4 * z2;
    double r = z * 6.666666666666735130e-01 + z2 * (3.999999999940941908e-01 + z * 2.857142874366239149e-01) +
               z4 * (2.222219843214978396e-01 + z * 1.818357216161805012e-01) +
               z6 * (1.531383769920937332e-01 + z * 1.479819860511658591e-01);
    if (k == 0) return f - (half - s * (half + r));
    return scale * LN2_HI - ((half - (s * (half + r) + (scale * LN2_LO + c))) - f);
}

double m_expm1(double x) {
    if (dbl_is_nan(x) || x == 0) return x;
    if (x > 709.782712893384) return DBL_INF;
    if (x < -38.8) return -1.0;
    double m = m_fabs(x), c = 0.0;
    int64_t k = 0;
    if (m > 0.34657359) {
        double high, low;
        if (m < 1.03972077) {
            k = x > 0 ? 1 : -1;
            high = x - (double)k * LN2_HI;
            low = (double)k * LN2_LO;
        } else {
            k = (int64_t)(1.44269504088896338700e+00 * x + (x > 0 ? 0.5 : -0.5));
            high = x - (double)k * LN2_HI;
            low = (double)k * LN2_LO;
        }
        x = high - low;
        c = (high - x) - low;
    } else if (m < 0x1p-54) {
        return x;
    }
    double hfx = 0.5 * x, hxs = x * hfx, h2 = hxs * hxs, h4 = h2 * h2;
    double r = 1.0 + hxs * -3.33333333333331316428e-02 +
               h2 * (1.58730158725481460165e-03 + hxs * -7.93650757867487942473e-05) +
               h4 * (4.00821782732936239552e-06 + hxs * -2.01099218183624371326e-07);
    double t = 3.0 - r * hfx, e = hxs * ((r - t) / (6.0 - x * t));
    if (k == 0) return x - (x * e - hxs);
    e = x * (e - c) - c;
    e -= hxs;
    if (k == -1) return 0.5 * (x - e) - 0.5;
    if (k == 1) return x < -0.25 ? -2.0 * (e - (x + 0.5)) : 1.0 + 2.0 * (x - e);
    if (k <= -2 || k > 56) {
        double y = 1.0 - (e - x);
        y = k == 1024 ? y * 2.0 * 0x1p1023 : y * power_of_two(k);
        return y - 1.0;
    }
    double y = k < 20 ? (1.0 - power_of_two(-k)) - (e - x) : (x - (e + power_of_two(-k))) + 1.0;
    return y * power_of_two(k);
}
