/* The module math: functions of one and two floats. Sums, products and integers are in math_number.c. */
#include "runtime/lib/native.h"
#include "runtime/types/int.h"
#include "runtime/types/float.h"
#include "runtime/math/math.h"

METHOD_TABLE(math);

static val domain(struct thread *t) {
    return raise(t, &exc_ValueError, "math domain error");
}
static val range(struct thread *t) {
    return raise(t, &exc_OverflowError, "math range error");
}

/* A result checked as CPython does: a NaN out of numbers is a domain error, an infinity out of finite ones a
 * range error (or, where the function cannot overflow, a domain error). */
static val checked(struct thread *t, double x, double r, bool overflows) {
    if (unlikely(dbl_is_nan(r) && !dbl_is_nan(x))) return domain(t);
    if (unlikely(dbl_is_inf(r) && dbl_is_finite(x))) return overflows ? range(t) : domain(t);
    return float_new(t, r);
}

#define ONE(name, fn, overflows)                                                                             \
    static val f_##name(struct thread *t, val a) {                                                           \
        double x;                                                                                            \
        return number_as_double(t, a, &x) ? checked(t, x, fn(x), overflows) : 0;                             \
    }                                                                                                        \
    METHOD(math, name, f_##name, 1, 0, "($module, x, /)")
ONE(acos, m_acos, false);
ONE(acosh, m_acosh, false);
ONE(asin, m_asin, false);
ONE(asinh, m_asinh, false);
ONE(atan, m_atan, false);
ONE(atanh, m_atanh, false);
ONE(cbrt, m_cbrt, false);
ONE(cos, m_cos, false);
ONE(cosh, m_cosh, true);
ONE(erf, m_erf, false);
ONE(erfc, m_erfc, false);
ONE(exp, m_exp, true);
ONE(exp2, m_exp2, true);
ONE(expm1, m_expm1, true);
ONE(fabs, m_fabs, false);
ONE(log1p, m_log1p, false);
ONE(sin, m_sin, false);
ONE(sinh, m_sinh, true);
ONE(sqrt, m_sqrt, false);
ONE(tan, m_tan, false);
ONE(tanh, m_tanh, false);

static val f_gamma(struct thread *t, val a) {
    double x;
    if (!number_as_double(t, a, &x)) return 0;
    if (!dbl_is_finite(x)) return x == -DBL_INF ? domain(t) : float_new(t, x);
    return checked(t, x, m_gamma(x), true);
}
METHOD(math, gamma, f_gamma, 1, 0, "($module, x, /)");

static val f_lgamma(struct thread *t, val a) {
    double x;
    if (!number_as_double(t, a, &x)) return 0;
    if (!dbl_is_finite(x)) return float_new(t, dbl_is_nan(x) ? x : DBL_INF);
    return checked(t, x, m_lgamma(x), true);
}
METHOD(math, lgamma, f_lgamma, 1, 0, "($module, x, /)");

/* Logarithms take ints of any size: log(m) + log(2) * e. */
static bool logarithm(struct thread *t, val a, double (*f)(double), double *out) {
    double x;
    if (val_is_int(a)) {
        struct iview w;
        int_view(a, &w);
        if (w.neg || w.n == 0) return domain(t) != 0;
        x = mag_to_double(w.d, w.n, 0, false);
        if (dbl_is_inf(x)) {
            int64_t e = mag_bits(w.d, w.n);
            *out = f(mag_to_double(w.d, w.n, -e, false)) + f(2.0) * (double)e;
            return true;
        }
    } else if (!number_as_double(t, a, &x)) {
        return false;
    }
    if (x <= 0) return domain(t) != 0;
    *out = f(x);
    return true;
}

static val f_log(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    double x, base;
    if (!args_no_keywords(t, "math.log", kwnames)) return 0;
    if (argc < 1 || argc > 2) return raise(t, &exc_TypeError, "math.log requires 1 to 2 arguments");
    if (!logarithm(t, argv[0], m_log, &x)) return 0;
    if (argc == 1) return float_new(t, x);
    if (!logarithm(t, argv[1], m_log, &base)) return 0;
    if (base == 0) return raise(t, &exc_ZeroDivisionError, "float division by zero");
    return float_new(t, x / base);
}
static val f_log2(struct thread *t, val a) {
    double r;
    return logarithm(t, a, m_log2, &r) ? float_new(t, r) : 0;
}
static val f_log10(struct thread *t, val a) {
    double r;
    return logarithm(t, a, m_log10, &r) ? float_new(t, r) : 0;
}
METHOD(math, log, f_log, -1, 0, 0);
METHOD(math, log2, f_log2, 1, 0, "($module, x, /)");
METHOD(math, log10, f_log10, 1, 0, "($module, x, /)");

#define TWO(name, body)                                                                                      \
    static val f_##name(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {                \
        (void)callee;                                                                                        \
        double x, y;                                                                                         \
        if (!args_no_keywords(t, "math." #name, kwnames) || !args_count(t, #name, argc, 2, 2)) return 0;     \
        if (!number_as_double(t, argv[0], &x) || !number_as_double(t, argv[1], &y)) return 0;                \
        body;                                                                                                \
    }                                                                                                        \
    METHOD(math, name, f_##name, -1, 0, "($module, x, y, /)")
TWO(atan2, return float_new(t, m_atan2(x, y)));
TWO(copysign, return float_new(t, m_copysign(x, y)));
TWO(nextafter, return float_new(t, m_nextafter(x, y)));
TWO(fmod, if (dbl_is_inf(y) && dbl_is_finite(x)) return float_new(t, x); double r = m_fmod(x, y);
    return dbl_is_nan(r) && !dbl_is_nan(x) && !dbl_is_nan(y) ? domain(t) : float_new(t, r));
TWO(remainder, double r = m_remainder(x, y);
    return dbl_is_nan(r) && !dbl_is_nan(x) && !dbl_is_nan(y) ? domain(t) : float_new(t, r));
TWO(pow, double r = m_pow(x, y);
    if (dbl_is_finite(x) && dbl_is_finite(y) && !dbl_is_finite(r)) return dbl_is_nan(r) || x == 0 ? domain(t)
                                                                                                  : range(t);
    return float_new(t, r));

#define TEST(name, test)                                                                                     \
    static val f_##name(struct thread *t, val a) {                                                           \
        double x;                                                                                            \
        return number_as_double(t, a, &x) ? val_bool(test(x)) : 0;                                           \
    }                                                                                                        \
    METHOD(math, name, f_##name, 1, 0, "($module, x, /)")
TEST(isfinite, dbl_is_finite);
TEST(isinf, dbl_is_inf);
TEST(isnan, dbl_is_nan);

static val f_degrees(struct thread *t, val a) {
    double x;
    return number_as_double(t, a, &x) ? float_new(t, x * (180.0 / 0x1.921fb54442d18p+1)) : 0;
}
static val f_radians(struct thread *t, val a) {
    double x;
    return number_as_double(t, a, &x) ? float_new(t, x * (0x1.921fb54442d18p+1 / 180.0)) : 0;
}
METHOD(math, degrees, f_degrees, 1, 0, "($module, x, /)");
METHOD(math, radians, f_radians, 1, 0, "($module, x, /)");

static val f_ulp(struct thread *t, val a) {
    double x;
    if (!number_as_double(t, a, &x)) return 0;
    if (dbl_is_nan(x)) return float_new(t, x);
    x = m_fabs(x);
    if (dbl_is_inf(x)) return float_new(t, x);
    double above = m_nextafter(x, DBL_INF);
    return float_new(t, dbl_is_inf(above) ? x - m_nextafter(x, -DBL_INF) : above - x);
}
METHOD(math, ulp, f_ulp, 1, 0, "($module, x, /)");

static val pair(struct thread *t, val a, val b) {
    val items[2] = {a, b};
    return a && b ? tuple_of(t, 2, items) : 0;
}

static val f_frexp(struct thread *t, val a) {
    double x;
    int e;
    if (!number_as_double(t, a, &x)) return 0;
    double m = m_frexp(x, &e);
    return pair(t, float_new(t, m), val_small(e));
}
static val f_modf(struct thread *t, val a) {
    double x;
    if (!number_as_double(t, a, &x)) return 0;
    if (dbl_is_inf(x)) return pair(t, float_new(t, m_copysign(0.0, x)), float_new(t, x));
    double whole = m_trunc(x);
    return pair(t, float_new(t, dbl_is_nan(x) ? x : m_copysign(x - whole, x)), float_new(t, whole));
}
static val f_ldexp(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    double x;
    int64_t e;
    if (!args_no_keywords(t, "math.ldexp", kwnames) || !args_count(t, "ldexp", argc, 2, 2)) return 0;
    if (!number_as_double(t, argv[0], &x)) return 0;
    if (!val_is_int(argv[1])) return raise(t, &exc_TypeError, "Expected an int as second argument to ldexp.");
    if (!int_to_i64(argv[1], &e)) e = int_sign(argv[1]) < 0 ? -100000 : 100000;
    if (x == 0 || !dbl_is_finite(x)) return float_new(t, x);
    double r = m_ldexp(x, e);
    return dbl_is_inf(r) ? range(t) : float_new(t, r);
}
METHOD(math, frexp, f_frexp, 1, 0, "($module, x, /)");
METHOD(math, modf, f_modf, 1, 0, "($module, x, /)");
METHOD(math, ldexp, f_ldexp, -1, 0, "($module, x, i, /)");

static val rounded(struct thread *t, val a, val name, double (*f)(double)) {
    double x;
    if (val_is_flt(a) || val_is_exact(a, &float_shape)) return int_from_double(t, f(float_get(a)));
    if (val_is_small(a)) return a;
    val method = special_lookup(t, a, name);
    if (method) return call0(t, method);
    if (t->exc) return 0;
    return number_as_double(t, a, &x) ? int_from_double(t, f(x)) : 0;
}
static val f_floor(struct thread *t, val a) {
    return rounded(t, a, NAME(__floor__), m_floor);
}
static val f_ceil(struct thread *t, val a) {
    return rounded(t, a, NAME(__ceil__), m_ceil);
}
static val f_trunc(struct thread *t, val a) {
    if (val_is_flt(a) || val_is_exact(a, &float_shape)) return int_from_double(t, float_get(a));
    val method = special_lookup(t, a, NAME(__trunc__));
    if (method) return call0(t, method);
    return t->exc ? 0 : raise(t, &exc_TypeError, "type %T doesn't define __trunc__ method", a);
}
METHOD(math, floor, f_floor, 1, 0, "($module, x, /)");
METHOD(math, ceil, f_ceil, 1, 0, "($module, x, /)");
METHOD(math, trunc, f_trunc, 1, 0, "($module, x, /)");

static val f_isclose(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[4];
    double a, b, relative = 1e-9, absolute = 0.0;
    if (!args_parse(t, "isclose", "a b $ | rel_tol abs_tol", argc, argv, kwnames, out)) return 0;
    if (!number_as_double(t, out[0], &a) || !number_as_double(t, out[1], &b)) return 0;
    if (out[2] && !number_as_double(t, out[2], &relative)) return 0;
    if (out[3] && !number_as_double(t, out[3], &absolute)) return 0;
    if (relative < 0 || absolute < 0) return raise(t, &exc_ValueError, "tolerances must be non-negative");
    if (a == b) return TRUE;
    if (dbl_is_inf(a) || dbl_is_inf(b)) return FALSE;
    double diff = m_fabs(b - a);
    return val_bool(diff <= m_fabs(relative * b) || diff <= m_fabs(relative * a) || diff <= absolute);
}
METHOD(math, isclose, f_isclose, -1, 0, "($module, /, a, b, *, rel_tol=1e-09, abs_tol=0.0)");

static val math_init(struct thread *t) {
    val m = native_module_new(t, "math", METHODS(math));
    if (!m || native_set(t, m, "pi", float_new(t, 0x1.921fb54442d18p+1)) < 0 ||
        native_set(t, m, "e", float_new(t, 0x1.5bf0a8b145769p+1)) < 0 ||
        native_set(t, m, "tau", float_new(t, 0x1.921fb54442d18p+2)) < 0 ||
        native_set(t, m, "inf", val_of(&float_inf)) < 0 || native_set(t, m, "nan", val_of(&float_nan)) < 0)
        return 0;
    return m;
}
NATIVE_MODULE(math, "math", math_init);
