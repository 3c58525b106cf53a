/* The operations on doubles that are exact: taking apart, putting together, cutting, remainders. */
#include "runtime/math/dd.h"

double m_trunc(double d) {
    if (!(m_fabs(d) < 0x1p52)) return d;
    return m_copysign((double)(int64_t)d, d);
}

double m_floor(double d) {
    if (!(m_fabs(d) < 0x1p52)) return d;
    double r = (double)(int64_t)d;
    return m_copysign(r > d ? r - 1.0 : r, d);
}

double m_ceil(double d) {
    if (!(m_fabs(d) < 0x1p52)) return d;
    double r = (double)(int64_t)d;
    return m_copysign(r < d ? r + 1.0 : r, d);
}

double m_rint(double d) {
    if (!(m_fabs(d) < 0x1p52)) return d;
    double r = (double)(int64_t)d, rest = m_fabs(d - r);
    if (rest > 0.5 || (rest == 0.5 && ((int64_t)d & 1))) r += d < 0 ? -1.0 : 1.0;
    return m_copysign(r, d);
}

/* A positive finite double as m * 2^e with m < 2^53 and, unless subnormal, m >= 2^52. */
static uint64_t take_apart(uint64_t bits, int *e) {
    int biased = (int)(bits >> 52);
    uint64_t m = bits & ((UINT64_C(1) << 52) - 1);
    if (biased == 0) {
        *e = -1074;
        return m;
    }
    *e = biased - 1075;
    return m | UINT64_C(1) << 52;
}

static double put_together(uint64_t m, int e) { /* exact by the caller's promise: m < 2^53, e >= -1074 */
    if (m == 0) return 0.0;
    int up = __builtin_clzll(m) - 11;
    if (up > e + 1074) up = e + 1074;
    m <<= up;
    e -= up;
    return dbl_from(m >> 52 ? (m & ((UINT64_C(1) << 52) - 1)) | (uint64_t)(e + 1075) << 52 : m);
}

/* |x| mod |y|; *odd is the lowest bit of the quotient. */
static double modulo(uint64_t xb, uint64_t yb, bool *odd) {
    int ex, ey;
    uint64_t mx = take_apart(xb, &ex), my = take_apart(yb, &ey);
    *odd = false;
    if (ex < ey) {
        /* y normalised and larger, or both to be aligned at ex (only when the difference is small) */
        if (ey - ex > 11) return dbl_from(xb);
        my <<= ey - ex;
        ey = ex;
    }
    uint64_t q = mx / my;
    mx -= q * my;
    for (int left = ex - ey; left > 0;) {
        int step = left < 11 ? left : 11;
        mx <<= step;
        q = mx / my;
        mx -= q * my;
        left -= step;
        if (mx == 0 && left > 0) {
            q = 0;
            break;
        }
    }
    *odd = q & 1;
    return put_together(mx, ey);
}

double m_fmod(double x, double y) {
    uint64_t xb = dbl_bits(x) & ~DBL_SIGN, yb = dbl_bits(y) & ~DBL_SIGN;
    if (yb == 0 || dbl_is_nan(y) || !dbl_is_finite(x)) return (x * y) / (x * y);
    if (xb < yb) return x;
    bool odd;
    return m_copysign(modulo(xb, yb, &odd), x);
}

double m_remainder(double x, double y) {
    uint64_t xb = dbl_bits(x) & ~DBL_SIGN, yb = dbl_bits(y) & ~DBL_SIGN;
    if (yb == 0 || dbl_is_nan(y) || !dbl_is_finite(x)) return (x * y) / (x * y);
    if (dbl_is_inf(y)) return x;
    bool odd = false;
    double ax = dbl_from(xb), ay = dbl_from(yb), r = xb < yb ? ax : modulo(xb, yb, &odd);
    /* r against y/2 without overflow or underflow: compare r with y - r, exact by Sterbenz when close */
    double other = ay - r;
    if (r > other || (r == other && odd)) r = -other;
    (void)ax;
    return dbl_sign(x) ? -r : r;
}

double m_frexp(double d, int *exponent) {
    uint64_t b = dbl_bits(d);
    int biased = (int)(b >> 52 & 0x7ff);
    *exponent = 0;
    if (biased == 0x7ff || (b & ~DBL_SIGN) == 0) return d;
    if (biased == 0) {
        d *= 0x1p64;
        b = dbl_bits(d);
        biased = (int)(b >> 52 & 0x7ff) - 64;
    }
    *exponent = biased - 1022;
    return dbl_from((b & ~(UINT64_C(0x7ff) << 52)) | UINT64_C(1022) << 52);
}

double m_ldexp(double d, int64_t e) {
    int own;
    double m = m_frexp(d, &own);
    if (m == 0 || !dbl_is_finite(m)) return d;
    if (e > 5000) e = 5000;
    if (e < -5000) e = -5000;
    e += own; /* |m| in [0.5, 1) */
    if (e > 1024) return m_copysign(DBL_INF, d);
    if (e >= -1021) {
        double half = e > 1023 ? 2.0 : 1.0;
        return m * half * dbl_from((uint64_t)(e - (e > 1023) + 1023) << 52);
    }
    if (e < -1080) return m_copysign(0.0, d);
    return m * dbl_from((uint64_t)(e + 200 + 1023) << 52) * 0x1p-200; /* the second product rounds, once */
}

double m_nextafter(double x, double y) {
    if (x != x || y != y) return x + y;
    if (x == y) return y;
    if (x == 0) return m_copysign(0x1p-1074, y);
    uint64_t b = dbl_bits(x);
    return dbl_from((x < y) == (x > 0) ? b + 1 : b - 1);
}

/* hi + lo times 2^e, rounded once: when the result is subnormal the tail decides through a sticky bit. */
double dd_scaled(struct dd a, int64_t e) {
    int own;
    double m = m_frexp(a.hi, &own);
    if (m == 0 || !dbl_is_finite(m)) return a.hi;
    if (e + own >= -1021) return m_ldexp(a.hi, e);
    if (e + own < -1080) return m_copysign(0.0, a.hi);
    uint64_t n = (uint64_t)(m_fabs(m) * 0x1p62);
    bool below = a.lo != 0 && (a.lo < 0) != (a.hi < 0);
    n -= below;
    n |= a.lo != 0;
    int drop = (int)(-1074 - (e + own - 62)); /* n * 2^(e + own - 62) in units of 2^-1074 */
    uint64_t kept = n >> drop, rest = n & ((UINT64_C(1) << drop) - 1), half = UINT64_C(1) << (drop - 1);
    if (rest > half || (rest == half && (kept & 1))) kept++;
    return m_copysign(dbl_from(kept), a.hi);
}
