/* The module math: integers, sums, products, distances. */
#include "runtime/lib/native.h"
#include "runtime/types/int.h"
#include "runtime/types/float.h"
#include "runtime/math/math.h"

/* ---- integers ---- */

static val fold(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames, val start,
                val (*f)(struct thread *, val, val)) {
    val r = start;
    if (!args_no_keywords(t, fname, kwnames)) return 0;
    for (int64_t i = 0; i < argc; i++) {
        val v = obj_index(t, argv[i]);
        if (!v || !(r = f(t, r, v))) return 0;
    }
    return r;
}

static val lcm(struct thread *t, val a, val b) {
    if (int_sign(a) == 0 || int_sign(b) == 0) return val_small(0);
    val g = int_gcd(t, a, b), q = g ? int_floordiv(t, a, g) : 0;
    return q && (q = int_mul(t, q, b)) ? int_abs(t, q) : 0;
}

static val f_gcd(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return fold(t, "math.gcd", argc, argv, kwnames, val_small(0), int_gcd);
}
static val f_lcm(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return fold(t, "math.lcm", argc, argv, kwnames, val_small(1), lcm);
}

static val f_isqrt(struct thread *t, val a) {
    val n = obj_index(t, a);
    if (!n) return 0;
    if (int_sign(n) < 0) return raise(t, &exc_ValueError, "isqrt() argument must be nonnegative");
    return int_isqrt(t, n);
}

/* base * (base + 1) * ... * (base + n - 1) by halves, so that factors stay of like size. */
static val rising(struct thread *t, val base, int64_t n) {
    if (n == 1) return base;
    if (n <= 4) {
        val r = base;
        for (int64_t i = 1; r && i < n; i++) {
            val x = int_add(t, base, val_small(i));
            r = x ? int_mul(t, r, x) : 0;
        }
        return r;
    }
    val low = rising(t, base, n / 2), middle = low ? int_add(t, base, val_small(n / 2)) : 0,
        high = middle ? rising(t, middle, n - n / 2) : 0;
    return high ? int_mul(t, low, high) : 0;
}

static val factorial(struct thread *t, int64_t n) {
    return n < 2 ? val_small(1) : rising(t, val_small(1), n);
}

static val f_factorial(struct thread *t, val a) {
    val v = obj_index(t, a);
    int64_t n;
    if (!v) return 0;
    if (!int_to_i64(v, &n)) {
        if (int_sign(v) < 0) return raise(t, &exc_ValueError, "factorial() not defined for negative values");
        return raise(t, &exc_OverflowError, "factorial() argument should not exceed 9223372036854775807");
    }
    if (n < 0) return raise(t, &exc_ValueError, "factorial() not defined for negative values");
    return factorial(t, n);
}

/* The arguments of perm and comb: n and 0 <= k, *count the number of factors or -1 when the answer is 0. */
static bool choose_args(struct thread *t, val a, val b, val *n, int64_t *count, const char *fname) {
    val k;
    if (!(*n = obj_index(t, a)) || !(k = obj_index(t, b))) return false;
    if (int_sign(*n) < 0) return raise(t, &exc_ValueError, "n must be a non-negative integer") != 0;
    if (int_sign(k) < 0) return raise(t, &exc_ValueError, "k must be a non-negative integer") != 0;
    if (int_cmp(k, *n) > 0) {
        *count = -1;
        return true;
    }
    if (fname[0] == 'c') {
        val other = int_sub(t, *n, k);
        if (!other) return false;
        if (int_cmp(other, k) < 0) k = other;
    }
    if (!int_to_i64(k, count))
        return raise(t, &exc_OverflowError,
                     fname[0] == 'c' ? "min(n - k, k) must not exceed %ld" : "k must not exceed %ld",
                     INT64_MAX) != 0;
    return true;
}

static val falling(struct thread *t, val n, int64_t k) {
    val base = k ? int_sub(t, n, val_small(k - 1)) : 0;
    return k == 0 ? val_small(1) : base ? rising(t, base, k) : 0;
}

static val f_perm(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val n;
    int64_t k;
    if (!args_no_keywords(t, "math.perm", kwnames) || !args_count(t, "perm", argc, 1, 2)) return 0;
    if (argc == 1 || argv[1] == NONE) return f_factorial(t, argv[0]);
    if (!choose_args(t, argv[0], argv[1], &n, &k, "perm")) return 0;
    return k < 0 ? val_small(0) : falling(t, n, k);
}
static val f_comb(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val n;
    int64_t k;
    if (!args_no_keywords(t, "math.comb", kwnames) || !args_count(t, "comb", argc, 2, 2)) return 0;
    if (!choose_args(t, argv[0], argv[1], &n, &k, "comb")) return 0;
    if (k < 0) return val_small(0);
    val top = falling(t, n, k), bottom = top ? factorial(t, k) : 0;
    return bottom ? int_floordiv(t, top, bottom) : 0;
}

/* ---- sums and products ---- */

struct partials {
    double *p;
    int64_t n, cap;
};

static bool partials_add(struct thread *t, struct partials *w, double x) {
    int64_t kept = 0;
    for (int64_t i = 0; i < w->n; i++) { /* Shewchuk: exact, non-overlapping, increasing */
        double y = w->p[i];
        if (m_fabs(x) < m_fabs(y)) {
            double z = x;
            x = y;
            y = z;
        }
        double high = x + y, low = y - (high - x);
        if (low != 0.0) w->p[kept++] = low;
        x = high;
    }
    w->n = kept;
    if (x == 0.0) return true;
    if (w->n == w->cap) {
        double *p = gc_storage(t, (size_t)w->cap * 16, false);
        if (!p) return false;
        memcpy(p, w->p, (size_t)w->n * 8);
        w->p = p;
        w->cap *= 2;
    }
    w->p[w->n++] = x;
    return true;
}

static double partials_round(const struct partials *w) {
    int64_t n = w->n;
    if (n == 0) return 0.0;
    double high = w->p[--n], low = 0.0;
    while (n > 0) {
        double x = high, y = w->p[--n];
        high = x + y;
        low = y - (high - x);
        if (low != 0.0) break;
    }
    /* Half-way cases: the next partial decides. */
    if (n > 0 && ((low < 0.0 && w->p[n - 1] < 0.0) || (low > 0.0 && w->p[n - 1] > 0.0))) {
        double y = low * 2.0, x = high + y;
        if (y == x - high) high = x;
    }
    return high;
}

static val f_fsum(struct thread *t, val items) {
    val it = obj_iter(t, items), item;
    double first[32], special = 0.0, infinities = 0.0, x;
    struct partials w = {first, 0, 32};
    if (!it) return 0;
    while ((item = iter_next(t, it))) {
        if (!number_as_double(t, item, &x)) return 0;
        if (!dbl_is_finite(x)) {
            if (dbl_is_inf(x)) infinities += x;
            special += x;
            continue;
        }
        if (!partials_add(t, &w, x)) return 0;
        if (w.n && !dbl_is_finite(w.p[w.n - 1]))
            return raise(t, &exc_OverflowError, "intermediate overflow in fsum");
    }
    if (t->exc) return 0;
    if (special != 0.0) {
        if (dbl_is_nan(infinities)) return raise(t, &exc_ValueError, "-inf + inf in fsum");
        return float_new(t, special);
    }
    return float_new(t, partials_round(&w));
}

static val f_prod(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[2], item, it, r;
    if (!args_parse(t, "prod", "iterable / $ | start", argc, argv, kwnames, out) ||
        !(it = obj_iter(t, out[0])))
        return 0;
    r = out[1] ? out[1] : val_small(1);
    while ((item = iter_next(t, it)))
        if (!(r = rt_mul(t, r, item))) return 0;
    return t->exc ? 0 : r;
}

/* ---- distances ---- */

#define FEW 16

static double *room(struct thread *t, double *few, int64_t n) {
    return n <= FEW ? few : gc_storage(t, (size_t)n * 8, false);
}

static val f_hypot(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    double few[FEW], *x = room(t, few, argc);
    if (!x || !args_no_keywords(t, "math.hypot", kwnames)) return 0;
    for (int64_t i = 0; i < argc; i++)
        if (!number_as_double(t, argv[i], &x[i])) return 0;
    return float_new(t, m_norm(x, argc));
}

static val f_dist(struct thread *t, val p, val q) {
    if (!val_has(p, TYPE_TUPLE) && !(p = tuple_from_iterable(t, p))) return 0;
    if (!val_has(q, TYPE_TUPLE) && !(q = tuple_from_iterable(t, q))) return 0;
    int64_t n = AS(tuple, p)->len;
    if (n != AS(tuple, q)->len)
        return raise(t, &exc_ValueError, "both points must have the same number of dimensions");
    double few[FEW], *x = room(t, few, n), a, b;
    if (!x) return 0;
    for (int64_t i = 0; i < n; i++) {
        if (!number_as_double(t, AS(tuple, p)->item[i], &a) ||
            !number_as_double(t, AS(tuple, q)->item[i], &b))
            return 0;
        x[i] = a - b;
    }
    return float_new(t, m_norm(x, n));
}

METHOD(math, gcd, f_gcd, -1, 0, 0);
METHOD(math, lcm, f_lcm, -1, 0, 0);
METHOD(math, isqrt, f_isqrt, 1, 0, "($module, n, /)");
METHOD(math, factorial, f_factorial, 1, 0, "($module, n, /)");
METHOD(math, perm, f_perm, -1, 0, "($module, n, k=None, /)");
METHOD(math, comb, f_comb, -1, 0, "($module, n, k, /)");
METHOD(math, fsum, f_fsum, 1, 0, "($module, seq, /)");
METHOD(math, prod, f_prod, -1, 0, "($module, iterable, /, *, start=1)");
METHOD(math, hypot, f_hypot, -1, 0, 0);
METHOD(math, dist, f_dist, 2, 0, "($module, p, q, /)");
