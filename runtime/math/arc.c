/* atan, atan2, asin, acos: one double-double arc tangent of a quotient, with a table at multiples of 1/64. */
#include "runtime/math/dd.h"

/* atan(q) for 0 <= q <= 1. */
static struct dd atan_unit(struct dd q) {
    int j = (int)(q.hi * 64 + 0.5);
    struct dd t = q;
    if (j) {
        double c = j / 64.0;
        t = dd_div(dd_add1(q, -c), dd_add1(dd_mul1(q, c), 1.0));
    }
    struct dd s = dd_mul(t, t);
    double h = s.hi, tail = h * h * h * h * (1.0 / 9 - h * (1.0 / 11 - h * (1.0 / 13 - h * (1.0 / 15))));
    /* t (1 - s/3 + s^2/5 - s^3/7 + ...) */
    struct dd p = dd_mul(s, (struct dd){-0x1.2492492492492p-3, -0x1.2492492492492p-57});
    p = dd_add(p, (struct dd){0x1.999999999999ap-3, -0x1.999999999999ap-57});
    p = dd_sub(dd_mul(p, s), (struct dd){0x1.5555555555555p-2, 0x1.5555555555555p-56});
    p = dd_add1(dd_mul(p, s), tail);
    t = dd_add(t, dd_mul(p, t));
    return j ? dd_add((struct dd){atan_table[j][0], atan_table[j][1]}, t) : t;
}

struct dd dd_atan2(struct dd y, struct dd x) {
    if (y.hi <= x.hi) return atan_unit(dd_div(y, x));
    return dd_sub(DD_PI_2, atan_unit(dd_div(x, y)));
}

double m_atan(double x) {
    if (dbl_is_nan(x)) return x;
    double m = m_fabs(x);
    if (m < 0x1p-28) return x;
    if (m > 0x1p60) return m_copysign(DD_PI_2.hi, x);
    return m_copysign(dd_atan2((struct dd){m, 0.0}, (struct dd){1.0, 0.0}).hi, x);
}

double m_atan2(double y, double x) {
    if (dbl_is_nan(x) || dbl_is_nan(y)) return x + y;
    bool left = dbl_sign(x);
    if (y == 0) return left ? m_copysign(DD_PI.hi, y) : y;
    if (x == 0) return m_copysign(DD_PI_2.hi, y);
    if (dbl_is_inf(y)) {
        if (!dbl_is_inf(x)) return m_copysign(DD_PI_2.hi, y);
        return m_copysign(left ? 0x1.2d97c7f3321d2p+1 : 0x1.921fb54442d18p-1, y);
    }
    if (dbl_is_inf(x)) return m_copysign(left ? DD_PI.hi : 0.0, y);
    int ey, ex;
    double my = m_frexp(m_fabs(y), &ey), mx = m_frexp(m_fabs(x), &ex);
    int64_t d = ey - ex;
    if (d > 120) return m_copysign(DD_PI_2.hi, y);
    if (d < -120) {
        if (left) return m_copysign(DD_PI.hi, y);
        return m_copysign(dd_scaled(dd_div((struct dd){my, 0.0}, (struct dd){mx, 0.0}), d), y);
    }
    my = m_ldexp(my, d);
    struct dd r = dd_atan2((struct dd){my, 0.0}, (struct dd){mx, 0.0});
    if (left) r = dd_sub(DD_PI, r);
    return m_copysign(r.hi, y);
}

/* sqrt((1 - x)(1 + x)) in double-double. */
static struct dd other_side(double x) {
    return dd_sqrt(dd_mul(dd_sum(1.0, -x), dd_sum(1.0, x)));
}

double m_asin(double x) {
    if (dbl_is_nan(x) || m_fabs(x) > 1) return DBL_NAN;
    double m = m_fabs(x);
    if (m < 0x1p-28) return x;
    if (m == 1) return m_copysign(DD_PI_2.hi, x);
    return m_copysign(dd_atan2((struct dd){m, 0.0}, other_side(m)).hi, x);
}

double m_acos(double x) {
    if (dbl_is_nan(x) || m_fabs(x) > 1) return DBL_NAN;
    if (x == 1) return 0.0;
    if (x == -1) return DD_PI.hi;
    struct dd r = dd_atan2(other_side(x), (struct dd){m_fabs(x), 0.0});
    return x < 0 ? dd_sub(DD_PI, r).hi : r.hi;
}
