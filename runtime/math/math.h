/* Mathematics without libm.
 *
 * Invariants:
 *  - Results are bit-identical on every machine: no fused operations, no extended precision
 * (-ffp-contract=off).
 *  - Nothing here knows Python: special values follow C99's Annex F; no errors are raised.
 *  - Functions marked CR are correctly rounded (double-double evaluation, error below 2^-95). */
#ifndef PY2_MATH_H
#define PY2_MATH_H

#include <stdbool.h>
#include <stdint.h>

static inline uint64_t dbl_bits(double d) {
    uint64_t b;
    __builtin_memcpy(&b, &d, 8);
    return b;
}
static inline double dbl_from(uint64_t b) {
    double d;
    __builtin_memcpy(&d, &b, 8);
    return d;
}
#define DBL_SIGN (UINT64_C(1) << 63)
#define DBL_INF  __builtin_inf()
#define DBL_NAN  __builtin_nan("")
static inline bool dbl_is_nan(double d) {
    return d != d;
}
static inline bool dbl_is_finite(double d) {
    return (dbl_bits(d) >> 52 & 0x7ff) != 0x7ff;
}
static inline bool dbl_is_inf(double d) {
    return (dbl_bits(d) & ~DBL_SIGN) == UINT64_C(0x7ff) << 52;
}
static inline bool dbl_sign(double d) {
    return dbl_bits(d) >> 63;
}
static inline double m_fabs(double d) {
    return dbl_from(dbl_bits(d) & ~DBL_SIGN);
}
static inline double m_copysign(double d, double s) {
    return dbl_from((dbl_bits(d) & ~DBL_SIGN) | (dbl_bits(s) & DBL_SIGN));
}
static inline double m_sqrt(double d) {
#if defined(__x86_64__)
    double r;
    __asm__("sqrtsd %1, %0" : "=x"(r) : "x"(d));
    return r;
#elif defined(__aarch64__)
    double r;
    __asm__("fsqrt %d0, %d1" : "=w"(r) : "w"(d));
    return r;
#else
    return __builtin_sqrt(d);
#endif
}

/* basic.c: exact */
double m_trunc(double d);
double m_floor(double d);
double m_ceil(double d);
double m_rint(double d); /* half to even */
double m_fmod(double x, double y);
double m_remainder(double x, double y);
double m_frexp(double d, int *exponent);
double m_ldexp(double d, int64_t exponent); /* rounded once */
double m_nextafter(double x, double y);

/* exp.c, log.c: CR; small.c: m_expm1 and m_log1p as the C library's */
double m_exp(double x);
double m_exp2(double x);
double m_expm1(double x);
double m_log(double x);
double m_log2(double x);
double m_log10(double x);
double m_log1p(double x);
double m_pow(double x, double y);
double m_cbrt(double x);

/* trig.c, arc.c: CR */
double m_sin(double x);
double m_cos(double x);
double m_tan(double x);
double m_asin(double x);
double m_acos(double x);
double m_atan(double x);
double m_atan2(double y, double x);

/* hyperbolic.c */
double m_sinh(double x);
double m_cosh(double x);
double m_tanh(double x);
double m_asinh(double x);
double m_acosh(double x);
double m_atanh(double x);

/* error.c: as the C library's */
double m_erf(double x);
double m_erfc(double x);

/* special.c: CR */
double m_hypot(double x, double y);
double m_norm(double *x, int64_t n); /* length of a vector; x is destroyed */

/* gamma.c: finite arguments; NaN is a domain error, infinity a range error */
double m_gamma(double x);
double m_lgamma(double x);

#endif
