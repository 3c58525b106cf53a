/* erf and erfc, as the C library under CPython computes them: the rational approximations of fdlibm (Sun,
 * 1993; the coefficients are those it publishes). They are not correctly rounded, but agree with CPython. */
#include "runtime/math/math.h"

/* c[0] + c[1] s + ... + c[n-1] s^(n-1), in pairs with even powers of s, n <= 9. */
static double pairs(const double *c, int n, double s) {
    double s2 = s * s, s4 = s2 * s2;
    const double power[] = {1.0, s2, s4, s4 * s2, s4 * s4};
    double r = c[0] + s * c[1];
    for (int i = 2; i < n; i += 2) r += power[i / 2] * (i + 1 < n ? c[i] + s * c[i + 1] : c[i]);
    return r;
}

/* (erf(x) - x) / x for |x| < 0.84375 */
static double near_zero(double x) {
    static const double p[] = {1.28379167095512558561e-01, -3.25042107247001499370e-01,
                               -2.84817495755985104766e-02, -5.77027029648944159157e-03,
                               -2.37630166566501626084e-05};
    static const double q[] = {1.0,
                               3.97917223959155352819e-01,
                               6.50222499887672944485e-02,
                               5.08130628187576562776e-03,
                               1.32494738004321644526e-04,
                               -3.96022827877536812320e-06};
    return pairs(p, 5, x * x) / pairs(q, 6, x * x);
}

#define ERX 8.45062911510467529297e-01

/* erf(m) - ERX for 0.84375 <= m < 1.25 */
static double near_one(double m) {
    static const double p[] = {-2.36211856075265944077e-03, 4.14856118683748331666e-01,
                               -3.72207876035701323847e-01, 3.18346619901161753674e-01,
                               -1.10894694282396677476e-01, 3.54783043256182359371e-02,
                               -2.16637559486879084300e-03};
    static const double q[] = {1.0,
                               1.06420880400844228286e-01,
                               5.40397917702171048937e-01,
                               7.18286544141962662868e-02,
                               1.26171219808761642112e-01,
                               1.36370839120290507362e-02,
                               1.19844998467991074170e-02};
    return pairs(p, 7, m - 1.0) / pairs(q, 7, m - 1.0);
}

/* erfc(m) for m >= 1.25 */
static double tail(double m) {
    static const double ra[] = {-9.86494403484714822705e-03, -6.93858572707181764372e-01,
                                -1.05586262253232909814e+01, -6.23753324503260060396e+01,
                                -1.62396669462573470355e+02, -1.84605092906711035994e+02,
                                -8.12874355063065934246e+01, -9.81432934416914548592e+00};
    static const double sa[] = {1.0,
                                1.96512716674392571292e+01,
                                1.37657754143519042600e+02,
                                4.34565877475229228821e+02,
                                6.45387271733267880336e+02,
                                4.29008140027567833386e+02,
                                1.08635005541779435134e+02,
                                6.57024977031928170135e+00,
                                -6.04244152148580987438e-02};
    static const double rb[] = {-9.86494292470009928597e-03, -7.99283237680523006574e-01,
                                -1.77579549177547519889e+01, -1.60636384855821916062e+02,
                                -6.37566443368389627722e+02, -1.02509513161107724954e+03,
                                -4.83519191608651397019e+02};
    static const double sb[] = {1.0,
                                3.03380607434824582924e+01,
                                3.25792512996573918826e+02,
                                1.53672958608443695994e+03,
                                3.19985821950859553908e+03,
                                2.55305040643316442583e+03,
                                4.74528541206955367215e+02,
                                -2.24409524465858183362e+01};
    double s = 1.0 / (m * m);
    double ratio = m < 1 / 0.35 ? pairs(ra, 8, s) / pairs(sa, 9, s) : pairs(rb, 7, s) / pairs(sb, 8, s);
    double z = dbl_from(dbl_bits(m) & ~UINT64_C(0xffffffff)); /* z * z is exact */
    return m_exp(-z * z - 0.5625) * m_exp((z - m) * (z + m) + ratio) / m;
}

double m_erf(double x) {
    if (dbl_is_nan(x)) return x;
    double m = m_fabs(x);
    if (m < 0x1p-28) {
        if (m < 0x1p-1014) return 0.0625 * (16.0 * x + (16.0 * 1.28379167095512586316e-01) * x);
        return x + 1.28379167095512586316e-01 * x;
    }
    if (m < 0.84375) return x + x * near_zero(x);
    double r = m < 1.25 ? ERX + near_one(m) : m >= 6 ? 1.0 : 1.0 - tail(m);
    return m_copysign(r, x);
}

double m_erfc(double x) {
    if (dbl_is_nan(x)) return x;
    double m = m_fabs(x);
    if (m < 0x1p-56) return 1.0 - x;
    if (m < 0.84375) {
        double y = near_zero(x);
        if (x < 0.25) return 1.0 - (x + x * y);
        double r = x * y;
        r += x - 0.5;
        return 0.5 - r;
    }
    if (m < 1.25) return x > 0 ? (1.0 - ERX) - near_one(m) : 1.0 + (ERX + near_one(m));
    if (x < -6) return 2.0;
    if (m >= 28) return 0.0;
    return x > 0 ? tail(m) : 2.0 - tail(m);
}
