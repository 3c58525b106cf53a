/* Int arithmetic: allocation, sum, product, quotient, bit operations, comparison, hash. */
#include "runtime/types/int.h"

struct bigint *int_alloc(struct thread *t, int64_t digits) {
    if (unlikely(digits > INT64_C(1) << 37)) {
        raise(t, &exc_OverflowError, "too many digits in integer");
        return NULL;
    }
    struct bigint *b = gc_new_leaf(t, &int_shape, sizeof *b + (size_t)digits * 8);
    if (b) b->len = digits;
    return b;
}

val int_from_mag(struct thread *t, const uint64_t *d, int64_t n, bool neg) {
    n = mag_trim(d, n);
    if (n == 0) return val_small(0);
    if (n == 1 && d[0] <= (uint64_t)SMALL_MAX + neg)
        return val_small(neg ? (int64_t)(0 - d[0]) : (int64_t)d[0]);
    struct bigint *b = int_alloc(t, n);
    if (!b) return 0;
    memcpy(b->digit, d, (size_t)n * 8);
    b->head.aux = neg ? INT_NEGATIVE : 0;
    return val_of(b);
}

val int_finish(struct thread *t, struct bigint *b, int64_t n, bool neg) {
    n = mag_trim(b->digit, n);
    int64_t slack = b->len - n;
    if (n <= 1 || slack >= 1 << 20) return int_from_mag(t, b->digit, n, neg);
    b->len = n;
    b->head.aux = (uint32_t)slack << INT_SLACK_SHIFT | (neg ? INT_NEGATIVE : 0);
    return val_of(b);
}

val int_from_i64(struct thread *t, int64_t n) {
    if (likely(small_fits(n))) return val_small(n);
    uint64_t d = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    return int_from_mag(t, &d, 1, n < 0);
}

val rt_int_box(struct thread *t, int64_t n) {
    if (likely(small_fits(n))) return val_small(n);
    struct bigint *b = rt_alloc(t, sizeof *b + 8);
    b->head.shape = &int_shape;
    b->head.aux = n < 0 ? INT_NEGATIVE : 0;
    b->len = 1;
    b->digit[0] = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    return val_of(b);
}

val int_from_u64(struct thread *t, uint64_t n) {
    return int_from_mag(t, &n, 1, false);
}

val int_exact(struct thread *t, val v) {
    if (val_is_small(v) || val_is_exact(v, &int_shape)) return v;
    struct iview w;
    int_view(v, &w);
    return int_from_mag(t, w.d, w.n, w.neg);
}

bool int_to_i64(val v, int64_t *out) {
    if (likely(val_is_small(v))) {
        *out = val_small_get(v);
        return true;
    }
    struct iview w;
    int_view(v, &w);
    if (w.n > 1) return false;
    uint64_t m = w.n ? w.d[0] : 0;
    if (m > (uint64_t)INT64_MAX + w.neg) return false;
    *out = w.neg ? (int64_t)(0 - m) : (int64_t)m;
    return true;
}

int64_t int_sign(val v) {
    struct iview w;
    int_view(v, &w);
    return w.n == 0 ? 0 : w.neg ? -1 : 1;
}

int64_t int_bit_length(val a) {
    struct iview w;
    int_view(a, &w);
    return mag_bits(w.d, w.n);
}

/* ---- sums ---- */

static val add_signed(struct thread *t, const struct iview *a, const struct iview *b, bool b_neg) {
    const struct iview *big = a, *low = b;
    bool neg = a->neg;
    if (a->neg == b_neg) {
        if (a->n < b->n) big = b, low = a;
        struct bigint *r = int_alloc(t, big->n + 1);
        if (!r) return 0;
        r->digit[big->n] = mag_add(r->digit, big->d, big->n, low->d, low->n);
        return int_finish(t, r, big->n + 1, neg);
    }
    int order = mag_cmp(a->d, a->n, b->d, b->n);
    if (order == 0) return val_small(0);
    if (order < 0) big = b, low = a, neg = b_neg;
    struct bigint *r = int_alloc(t, big->n);
    if (!r) return 0;
    mag_sub(r->digit, big->d, big->n, low->d, low->n);
    return int_finish(t, r, big->n, neg);
}

val int_add(struct thread *t, val a, val b) {
    if (val_is_small(a) && val_is_small(b)) return int_from_i64(t, val_small_get(a) + val_small_get(b));
    struct iview x, y;
    int_view(a, &x);
    int_view(b, &y);
    return add_signed(t, &x, &y, y.neg);
}

val int_sub(struct thread *t, val a, val b) {
    if (val_is_small(a) && val_is_small(b)) return int_from_i64(t, val_small_get(a) - val_small_get(b));
    struct iview x, y;
    int_view(a, &x);
    int_view(b, &y);
    return add_signed(t, &x, &y, !y.neg);
}

/* A fresh object of the same value with the sign given. */
static val with_sign(struct thread *t, val a, bool flip, bool neg) {
    struct iview w;
    int_view(a, &w);
    return int_from_mag(t, w.d, w.n, flip ? !w.neg : neg);
}

val int_neg(struct thread *t, val a) {
    if (val_is_small(a)) return int_from_i64(t, -val_small_get(a));
    return with_sign(t, a, true, false);
}

val int_abs(struct thread *t, val a) {
    if (int_sign(a) >= 0) return int_exact(t, a);
    return int_neg(t, a);
}

val int_invert(struct thread *t, val a) {
    if (val_is_small(a)) return val_small(~val_small_get(a));
    return int_sub(t, val_small(-1), a);
}

/* ---- product and quotient ---- */

val int_mul(struct thread *t, val a, val b) {
    if (val_is_small(a) && val_is_small(b)) {
        int64_t r;
        if (!__builtin_mul_overflow(val_small_get(a), val_small_get(b), &r)) return int_from_i64(t, r);
    }
    struct iview x, y;
    int_view(a, &x);
    int_view(b, &y);
    if (x.n == 0 || y.n == 0) return val_small(0);
    struct bigint *r = int_alloc(t, x.n + y.n);
    if (!r || !mag_mul(t, r->digit, x.d, x.n, y.d, y.n)) return 0;
    return int_finish(t, r, x.n + y.n, x.neg != y.neg);
}

static bool divide_small(struct thread *t, int64_t a, int64_t b, val *q, val *r) {
    int64_t quot = a / b, rest = a % b; /* 62-bit values: no overflow */
    if (rest != 0 && (rest ^ b) < 0) {
        quot--;
        rest += b;
    }
    if (r) *r = val_small(rest);
    return !q || (*q = int_from_i64(t, quot)) != 0;
}

bool int_divmod(struct thread *t, val a, val b, val *q, val *r) {
    struct iview x, y;
    int_view(b, &y);
    if (y.n == 0) {
        raise(t, &exc_ZeroDivisionError, "integer division or modulo by zero");
        return false;
    }
    if (val_is_small(a) && val_is_small(b)) return divide_small(t, val_small_get(a), val_small_get(b), q, r);
    int_view(a, &x);
    if (mag_cmp(x.d, x.n, y.d, y.n) < 0) {
        bool adjust = x.n != 0 && x.neg != y.neg;
        if (q) *q = val_small(adjust ? -1 : 0);
        if (r && !(*r = adjust ? int_add(t, a, b) : int_exact(t, a))) return false;
        return true;
    }
    /* a remainder nobody asked for is the scratch made last */
    struct bigint *quot = q ? int_alloc(t, x.n - y.n + 2) : NULL,
                  *rest = q && !quot ? NULL : int_alloc(t, y.n);
    if (!rest) return false;
    if (quot) quot->digit[x.n - y.n + 1] = 0;
    if (!mag_divrem(t, quot ? quot->digit : NULL, rest->digit, x.d, x.n, y.d, y.n)) return false;
    if (x.neg != y.neg && mag_trim(rest->digit, y.n) != 0) {
        static const uint64_t one = 1;
        if (quot) mag_add(quot->digit, quot->digit, x.n - y.n + 2, &one, 1);
        mag_sub(rest->digit, y.d, y.n, rest->digit, mag_trim(rest->digit, y.n));
    }
    if (!r) gc_free_last(t, rest);
    if (q && !(*q = int_finish(t, quot, x.n - y.n + 2, x.neg != y.neg))) return false;
    return !r || (*r = int_finish(t, rest, y.n, y.neg)) != 0;
}

val int_floordiv(struct thread *t, val a, val b) {
    val q;
    return int_divmod(t, a, b, &q, NULL) ? q : 0;
}

val int_mod(struct thread *t, val a, val b) {
    val r;
    if (int_sign(b) == 0) return raise(t, &exc_ZeroDivisionError, "integer modulo by zero");
    return int_divmod(t, a, b, NULL, &r) ? r : 0;
}

/* ---- doubles ---- */

double mag_to_double(const uint64_t *d, int64_t n, int64_t e, bool sticky) {
    n = mag_trim(d, n);
    if (n == 0) return 0.0;
    /* The top 64 bits in `top`, normalised; everything below in `sticky`. */
    unsigned s = (unsigned)__builtin_clzll(d[n - 1]);
    uint64_t top = d[n - 1] << s;
    if (s && n > 1) {
        top |= d[n - 2] >> (64 - s);
        sticky |= d[n - 2] << s != 0;
    } else if (n > 1) {
        sticky |= d[n - 2] != 0;
    }
    for (int64_t i = n - 3; i >= 0 && !sticky; i--) sticky = d[i] != 0;
    int64_t exponent = e + (n - 1) * 64 - (int64_t)s + 63; /* of the leading bit */
    if (exponent > 1023) return __builtin_inf();
    int64_t drop = exponent >= -1022 ? 11 : 11 + (-1022 - exponent); /* bits of `top` below the last place */
    uint64_t bits;
    if (drop > 64) return 0.0;
    uint64_t kept = drop == 64 ? 0 : top >> drop, half = UINT64_C(1) << (drop - 1),
             rest = drop == 64 ? top : top & (2 * half - 1);
    if (rest > half || (rest == half && (sticky || (kept & 1)))) kept++;
    if (exponent >= -1022)
        bits = kept + ((uint64_t)(exponent + 1022) << 52); /* a carry moves into the exponent */
    else
        bits = kept;
    double r;
    memcpy(&r, &bits, 8);
    return r;
}

double int_to_double(struct thread *t, val v, bool *overflow) {
    if (overflow) *overflow = false;
    if (val_is_small(v)) return (double)val_small_get(v);
    struct iview w;
    int_view(v, &w);
    double d = mag_to_double(w.d, w.n, 0, false);
    if (unlikely(__builtin_isinf(d))) {
        if (overflow) *overflow = true;
        if (t) raise(t, &exc_OverflowError, "int too large to convert to float");
        return -1.0;
    }
    return w.neg ? -d : d;
}

val int_from_double(struct thread *t, double d) {
    if (d >= -0x1p61 && d < 0x1p61) return val_small((int64_t)d);
    if (d != d) return raise(t, &exc_ValueError, "cannot convert float NaN to integer");
    if (__builtin_isinf(d)) return raise(t, &exc_OverflowError, "cannot convert float infinity to integer");
    uint64_t bits;
    memcpy(&bits, &d, 8);
    int64_t shift = (int64_t)(bits >> 52 & 0x7ff) - 1075; /* > 0 here */
    uint64_t m = (bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52, digit[17] = {0};
    digit[shift / 64] = m << (shift % 64);
    if (shift % 64 > 11) digit[shift / 64 + 1] = m >> (64 - shift % 64);
    return int_from_mag(t, digit, 17, d < 0);
}

val int_truediv(struct thread *t, val a, val b) {
    struct iview x, y;
    int_view(a, &x);
    int_view(b, &y);
    if (y.n == 0) return raise(t, &exc_ZeroDivisionError, "division by zero");
    if (x.n == 0) return float_new(t, y.neg ? -0.0 : 0.0);
    bool neg = x.neg != y.neg;
    if (x.n == 1 && y.n == 1 && x.d[0] <= UINT64_C(1) << 53 && y.d[0] <= UINT64_C(1) << 53) {
        double r = (double)x.d[0] / (double)y.d[0];
        return float_new(t, neg ? -r : r);
    }
    /* Scale so that the quotient has at least 66 bits, divide exactly, round once. */
    int64_t shift = 66 + mag_bits(y.d, y.n) - mag_bits(x.d, x.n), words = shift > 0 ? shift / 64 + 1 : 0;
    if (shift > 1 << 20) return float_new(t, neg ? -0.0 : 0.0);
    if (shift < -(1 << 20))
        return raise(t, &exc_OverflowError, "integer division result too large for a float");
    if (shift < 0) shift = 0;
    int64_t n = x.n + words;
    uint64_t *u = mag_temp(t, n + 1), *q, *r;
    if (!u) return 0;
    memset(u, 0, (size_t)(n + 1) * 8);
    u[shift / 64 + x.n] = mag_shl(u + shift / 64, x.d, x.n, (unsigned)(shift % 64));
    n = mag_trim(u, n + 1);
    q = mag_temp(t, n - y.n + 1);
    r = mag_temp(t, y.n);
    if (!q || !r || !mag_divrem(t, q, r, u, n, y.d, y.n)) return 0;
    double result = mag_to_double(q, n - y.n + 1, -shift, mag_trim(r, y.n) != 0);
    if (__builtin_isinf(result))
        return raise(t, &exc_OverflowError, "integer division result too large for a float");
    return float_new(t, neg ? -result : result);
}

/* ---- comparison and hash ---- */

int int_cmp(val a, val b) {
    if (val_is_small(a) && val_is_small(b)) return (int64_t)a < (int64_t)b ? -1 : a != b;
    struct iview x, y;
    int_view(a, &x);
    int_view(b, &y);
    if (x.neg != y.neg) return x.neg ? -1 : 1;
    int order = mag_cmp(x.d, x.n, y.d, y.n);
    return x.neg ? -order : order;
}

int int_cmp_double(val a, double d) {
    if (__builtin_isinf(d)) return d > 0 ? -1 : 1;
    struct iview w;
    int_view(a, &w);
    int sign = w.n == 0 ? 0 : w.neg ? -1 : 1, dsign = d > 0 ? 1 : d < 0 ? -1 : 0;
    if (sign != dsign) return sign < dsign ? -1 : 1;
    if (sign == 0) return 0;
    double m = d < 0 ? -d : d;
    int order;
    if (m < 1.0) {
        order = 1;
    } else {
        uint64_t bits, digit[17] = {0};
        memcpy(&bits, &m, 8);
        int64_t shift = (int64_t)(bits >> 52) - 1075;
        uint64_t mant = (bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;
        bool fraction = false;
        if (shift < 0) {
            fraction = (mant & ((UINT64_C(1) << -shift) - 1)) != 0;
            digit[0] = mant >> -shift;
        } else {
            digit[shift / 64] = mant << (shift % 64);
            if (shift % 64 > 11) digit[shift / 64 + 1] = mant >> (64 - shift % 64);
        }
        order = mag_cmp(w.d, w.n, digit, mag_trim(digit, 17));
        if (order == 0 && fraction) order = -1;
    }
    return sign < 0 ? -order : order;
}

#define HASH_PRIME ((UINT64_C(1) << 61) - 1)

int64_t int_hash(val a) {
    struct iview w;
    int_view(a, &w);
    uint64_t h = 0;
    for (int64_t i = w.n; i-- > 0;) {
        /* h * 2^64 + digit, modulo 2^61 - 1, where 2^64 is 8 */
        h = (h << 3 & HASH_PRIME) | h >> 58;
        h += (w.d[i] & HASH_PRIME) + (w.d[i] >> 61);
        h = (h & HASH_PRIME) + (h >> 61);
        if (h >= HASH_PRIME) h -= HASH_PRIME;
    }
    int64_t r = w.neg ? -(int64_t)h : (int64_t)h;
    return r == -1 ? -2 : r;
}

/* ---- shifts and bits ---- */

val int_shift_by(struct thread *t, val a, int64_t n) {
    struct iview x;
    int_view(a, &x);
    if (x.n == 0 || n == 0) return int_exact(t, a);
    if (n > 0) {
        int64_t words = n / 64;
        struct bigint *r = int_alloc(t, x.n + words + 1);
        if (!r) return 0;
        memset(r->digit, 0, (size_t)words * 8);
        r->digit[words + x.n] = mag_shl(r->digit + words, x.d, x.n, (unsigned)(n % 64));
        return int_finish(t, r, words + x.n + 1, x.neg);
    }
    n = -n;
    int64_t words = n / 64;
    if (words >= x.n) return val_small(x.neg ? -1 : 0);
    bool lost = false;
    if (x.neg) {
        for (int64_t i = 0; i < words && !lost; i++) lost = x.d[i] != 0;
        lost |= (x.d[words] & ((UINT64_C(1) << (n % 64)) - 1)) != 0;
    }
    struct bigint *r = int_alloc(t, x.n - words + 1);
    if (!r) return 0;
    mag_shr(r->digit, x.d + words, x.n - words, (unsigned)(n % 64));
    r->digit[x.n - words] = 0;
    static const uint64_t one = 1;
    if (lost) mag_add(r->digit, r->digit, x.n - words + 1, &one, 1);
    return int_finish(t, r, x.n - words + 1, x.neg);
}

val int_shift(struct thread *t, val a, val n, bool left) {
    int64_t by;
    if (int_sign(n) < 0) return raise(t, &exc_ValueError, "negative shift count");
    if (!int_to_i64(n, &by) || by > INT64_C(1) << 43) {
        if (!left) return val_small(int_sign(a) < 0 ? -1 : 0);
        if (int_sign(a) == 0) return val_small(0);
        return raise(t, &exc_OverflowError, "too many digits in integer");
    }
    if (val_is_small(a)) {
        int64_t v = val_small_get(a);
        if (!left) return val_small(by > 62 ? (v < 0 ? -1 : 0) : v >> by);
        if (by < 62 && (int64_t)((uint64_t)v << by) >> by == v)
            return int_from_i64(t, (int64_t)((uint64_t)v << by));
    }
    return int_shift_by(t, a, left ? by : -by);
}

/* Digit i of the two's complement form; *carry starts as 1 for negative numbers. */
static uint64_t complement_digit(const struct iview *x, int64_t i, uint64_t *carry) {
    uint64_t d = i < x->n ? x->d[i] : 0;
    if (!x->neg) return d;
    d = ~d + *carry;
    *carry = *carry && d == 0;
    return d;
}

val int_bitwise(struct thread *t, val a, val b, char op) {
    if (val_is_small(a) && val_is_small(b)) {
        int64_t x = val_small_get(a), y = val_small_get(b);
        return val_small(op == '&' ? (x & y) : op == '|' ? (x | y) : (x ^ y));
    }
    struct iview x, y;
    int_view(a, &x);
    int_view(b, &y);
    int64_t n = (x.n > y.n ? x.n : y.n) + 1;
    struct bigint *r = int_alloc(t, n);
    if (!r) return 0;
    uint64_t cx = 1, cy = 1;
    for (int64_t i = 0; i < n; i++) {
        uint64_t p = complement_digit(&x, i, &cx), q = complement_digit(&y, i, &cy);
        r->digit[i] = op == '&' ? (p & q) : op == '|' ? (p | q) : (p ^ q);
    }
    bool neg = r->digit[n - 1] >> 63;
    if (neg) {
        uint64_t carry = 1;
        for (int64_t i = 0; i < n; i++) {
            uint64_t d = ~r->digit[i] + carry;
            carry = carry && d == 0;
            r->digit[i] = d;
        }
    }
    return int_finish(t, r, n, neg);
}
