/* The gamma function and its logarithm: Lanczos' approximation with N = 13 and the g of Boost and CPython,
 * whose operations are kept in CPython's order so that results agree bit for bit wherever exp, log, pow and
 * sin do. */
#include "runtime/math/math.h"

#define N      13
#define G      6.024680040776729583740234375
#define G_HALF 5.524680040776729583740234375
#define PI     0x1.921fb54442d18p+1
#define LOG_PI 1.144729885849400174143427351353058711647

static double lanczos_sum(double x) {
    static const double num[N] = {23531376880.410759688572007674451636754734846804940,
                                  42919803642.649098768957899047001988850926355848959,
                                  35711959237.355668049440185451547166705960488635843,
                                  17921034426.037209699919755754458931112671403265390,
                                  6039542586.3520280050642916443072979210699388420708,
                                  1439720407.3117216736632230727949123939715485786372,
                                  248874557.86205415651146038641322942321632125127801,
                                  31426415.585400194380614231628318205362874684987640,
                                  2876370.6289353724412254090516208496135991145378768,
                                  186056.26539522349504029498971604569928220784236328,
                                  8071.6720023658162106380029022722506138218516325024,
                                  210.82427775157934587250973392071336271166969580291,
                                  2.5066282746310002701649081771338373386264310793408};
    static const double den[N] = {0.0,        39916800.0, 120543840.0, 150917976.0, 105258076.0,
                                  45995730.0, 13339535.0, 2637558.0,   357423.0,    32670.0,
                                  1925.0,     66.0,       1.0};
    double p = 0.0, q = 0.0;
    if (x < 5.0) {
        for (int i = N; --i >= 0;) {
            p = p * x + num[i];
            q = q * x + den[i];
        }
    } else {
        for (int i = 0; i < N; i++) {
            p = p / x + num[i];
            q = q / x + den[i];
        }
    }
    return p / q;
}

static double sin_pi(double x) {
    double y = m_fmod(m_fabs(x), 2.0), r;
    switch ((int)m_floor(2.0 * y + 0.5)) {
    case 0: r = m_sin(PI * y); break;
    case 1: r = m_cos(PI * (y - 0.5)); break;
    case 2: r = m_sin(PI * (1.0 - y)); break;
    case 3: r = -m_cos(PI * (y - 1.5)); break;
    default: r = m_sin(PI * (y - 2.0)); break;
    }
    return dbl_sign(x) ? -r : r;
}

/* NaN for a domain error, infinity for a range error; x finite. */
double m_gamma(double x) {
    if (x == 0.0) return DBL_NAN;
    double m = m_fabs(x), z, r;
    if (x == m_floor(x)) {
        if (x < 0.0) return DBL_NAN;
        if (x <= 23) {
            r = 1.0;
            for (int i = 2; i < (int)x; i++) r *= i;
            return r;
        }
    }
    if (m < 1e-20) return 1.0 / x;
    if (m > 200.0) return x < 0.0 ? 0.0 / sin_pi(x) : DBL_INF;
    double y = m + G_HALF;
    if (m > G_HALF) {
        double q = y - m;
        z = q - G_HALF;
    } else {
        double q = y - G_HALF;
        z = q - m;
    }
    z = z * G / y;
    double root = m < 140.0 ? m_pow(y, m - 0.5) : m_pow(y, m / 2.0 - 0.25);
    if (x < 0.0) {
        r = -PI / sin_pi(m) / m * m_exp(y) / lanczos_sum(m);
        r -= z * r;
        r /= root;
        if (m >= 140.0) r /= root;
    } else {
        r = lanczos_sum(m) / m_exp(y);
        r += z * r;
        r *= root;
        if (m >= 140.0) r *= root;
    }
    return r;
}

/* NaN for a domain error; x finite. */
double m_lgamma(double x) {
    if (x == m_floor(x) && x <= 2.0) return x <= 0.0 ? DBL_NAN : 0.0;
    double m = m_fabs(x);
    if (m < 1e-20) return -m_log(m);
    double r = m_log(lanczos_sum(m)) - G;
    r += (m - 0.5) * (m_log(m + G - 0.5) - 1);
    if (x < 0.0) r = LOG_PI - m_log(m_fabs(sin_pi(m))) - m_log(m) - r;
    return r;
}
