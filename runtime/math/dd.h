/* Double-double arithmetic: numbers as unevaluated sums of two doubles, about 106 bits.
 *
 * Invariants:
 *  - hi is the sum rounded to nearest, |lo| <= ulp(hi)/2, unless a comment says "rough".
 *  - Only additions and multiplications rounded to nearest are used (Dekker, Knuth): no fused operations, so
 * every machine gives the same bits. Operands must be finite and not near overflow or underflow. */
#ifndef PY2_DD_H
#define PY2_DD_H

#include "runtime/math/math.h"

struct dd {
    double hi, lo;
};

#define DD_PI     ((struct dd){0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53})
#define DD_PI_2   ((struct dd){0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54})
#define DD_LN2    ((struct dd){0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56})
#define DD_1_LN2  ((struct dd){0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56})
#define DD_1_LN10 ((struct dd){0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57})

#define LN2_64_HIGH 0x1.62e42fef00000p-7
#define LN2_64_MID  0x1.473de6af278edp-40
#define LN2_64_LOW  -0x1.9ff0342542fc3p-96
#define LN2_HIGH    0x1.62e42fefa3000p-1 /* times an exponent is exact */
#define LN2_MID     0x1.3de6af278ece6p-42
#define LN2_LOW     0x1.f97b57a079a19p-103

extern const double exp_table[64][2], log_table[92][3], sincos_table[52][4], atan_table[65][2];
extern const uint64_t two_over_pi[20];

static inline struct dd dd_quick(double a, double b) { /* |a| >= |b| or a == 0 */
    double s = a + b;
    return (struct dd){s, b - (s - a)};
}
static inline struct dd dd_sum(double a, double b) {
    double s = a + b, v = s - a;
    return (struct dd){s, (a - (s - v)) + (b - v)};
}
static inline void dd_split(double a, double *high, double *low) {
    double c = 134217729.0 * a;
    *high = c - (c - a);
    *low = a - *high;
}
static inline struct dd dd_product(double a, double b) {
    double p = a * b, ah, al, bh, bl;
    dd_split(a, &ah, &al);
    dd_split(b, &bh, &bl);
    return (struct dd){p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}
static inline struct dd dd_add(struct dd a, struct dd b) {
    struct dd s = dd_sum(a.hi, b.hi), r = dd_sum(a.lo, b.lo);
    s = dd_quick(s.hi, s.lo + r.hi);
    return dd_quick(s.hi, s.lo + r.lo);
}
static inline struct dd dd_add1(struct dd a, double b) {
    struct dd s = dd_sum(a.hi, b);
    return dd_quick(s.hi, s.lo + a.lo);
}
static inline struct dd dd_neg(struct dd a) {
    return (struct dd){-a.hi, -a.lo};
}
static inline struct dd dd_sub(struct dd a, struct dd b) {
    return dd_add(a, dd_neg(b));
}
static inline struct dd dd_mul(struct dd a, struct dd b) {
    struct dd p = dd_product(a.hi, b.hi);
    return dd_quick(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}
static inline struct dd dd_mul1(struct dd a, double b) {
    struct dd p = dd_product(a.hi, b);
    return dd_quick(p.hi, p.lo + a.lo * b);
}
static inline struct dd dd_div(struct dd a, struct dd b) {
    double q = a.hi / b.hi;
    struct dd r = dd_sub(a, dd_mul1(b, q));
    double q2 = r.hi / b.hi;
    r = dd_sub(r, dd_mul1(b, q2));
    return dd_add1(dd_quick(q, q2), r.hi / b.hi);
}
static inline struct dd dd_sqrt(struct dd a) {
    if (a.hi <= 0) return (struct dd){0, 0};
    double s = m_sqrt(a.hi);
    struct dd rest = dd_sub(a, dd_product(s, s));
    return dd_quick(s, rest.hi / (2 * s));
}

/* Between the files of this folder. */
double dd_scaled(struct dd a, int64_t e);     /* a * 2^e rounded once, also when subnormal (basic.c) */
struct dd dd_exp(struct dd x, int64_t *e);    /* exp(x) = result * 2^*e, |x.hi| < 800 */
struct dd dd_log(struct dd x, int64_t e);     /* log(x * 2^e), x > 0 with any exponent in the normal range */
struct dd dd_atan2(struct dd y, struct dd x); /* y, x >= 0, not both zero */
void dd_sincos(double x, struct dd *s, struct dd *c, int *quadrant); /* of the reduced argument */

#endif
