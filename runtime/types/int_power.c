/* Powers, greatest common divisor, integer square root, rounding to a power of ten. */
#include "runtime/types/int.h"

/* Square and multiply, high bit first. */
static val power(struct thread *t, val a, const struct iview *e) {
    val r = val_small(1);
    for (int64_t i = mag_bits(e->d, e->n); i-- > 0;) {
        if (!(r = int_mul(t, r, r))) return 0;
        if (e->d[i / 64] >> (i % 64) & 1 && !(r = int_mul(t, r, a))) return 0;
        if (i % 64 == 0 && r != val_small(1) && thread_poll(t) < 0) return 0;
    }
    return r;
}

/* a^e for a power of two in `a` is one shift. */
static val power_of_two(struct thread *t, int64_t log, bool neg, const struct iview *e) {
    if (e->n > 1 || e->d[0] > (UINT64_C(1) << 43) / (uint64_t)(log ? log : 1))
        return raise(t, &exc_OverflowError, "too many digits in integer");
    val r = int_shift_by(t, val_small(1), log * (int64_t)e->d[0]);
    return r && neg && (e->d[0] & 1) ? int_neg(t, r) : r;
}

val int_pow(struct thread *t, val a, val b) {
    struct iview e;
    int_view(b, &e);
    if (e.n == 0) return val_small(1);
    if (e.neg) {
        bool over;
        double x = int_to_double(t, a, &over), y = over ? 0 : int_to_double(t, b, &over);
        return over ? 0 : rt_fpow(t, x, y);
    }
    if (val_is_small(a)) {
        int64_t n = val_small_get(a);
        if (n == 0 || n == 1) return val_small(n);
        if (n == -1) return val_small(e.d[0] & 1 ? -1 : 1);
        uint64_t m = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
        if ((m & (m - 1)) == 0) return power_of_two(t, __builtin_ctzll(m), n < 0, &e);
        if (e.n == 1 && e.d[0] < 64) {
            int64_t r = 1, x = n, k = (int64_t)e.d[0];
            while (k) {
                if (k & 1 && __builtin_mul_overflow(r, x, &r)) break;
                k >>= 1;
                if (k && __builtin_mul_overflow(x, x, &x)) break;
            }
            if (k == 0) return int_from_i64(t, r);
        }
    }
    return power(t, int_exact(t, a), &e);
}

/* The inverse of a modulo n (n > 0), or 0 with ValueError. */
static val inverse(struct thread *t, val a, val n) {
    val b = val_small(1), c = val_small(0), m = n;
    while (int_sign(n) != 0) {
        val q, r, s;
        if (!int_divmod(t, a, n, &q, &r)) return 0;
        if (!(s = int_mul(t, q, c)) || !(s = int_sub(t, b, s))) return 0;
        a = n;
        n = r;
        b = c;
        c = s;
    }
    if (a != val_small(1)) return raise(t, &exc_ValueError, "base is not invertible for the given modulus");
    return int_mod(t, b, m);
}

/* ---- Montgomery multiplication for odd moduli: no division per step ---- */

struct montgomery {
    const uint64_t *m;
    int64_t n;
    uint64_t inv;   /* -1 / m mod 2^64 */
    uint64_t *work; /* 2n + 1 */
};

/* r = a * b / 2^(64 n) mod m; r may be a or b. */
static bool montgomery_mul(struct thread *t, struct montgomery *w, uint64_t *r, const uint64_t *a,
                           const uint64_t *b) {
    int64_t n = w->n;
    uint64_t *x = w->work;
    if (!mag_mul(t, x, a, n, b, n)) return false;
    x[2 * n] = 0;
    for (int64_t i = 0; i < n; i++) {
        uint64_t carry = mag_addmul1(x + i, w->m, n, x[i] * w->inv);
        for (int64_t k = i + n; carry; k++) {
            x[k] += carry;
            carry = x[k] < carry;
        }
    }
    int64_t top = mag_trim(x + n, n + 1);
    if (mag_cmp(x + n, top, w->m, n) >= 0) mag_sub(x + n, x + n, n + 1, w->m, n);
    memcpy(r, x + n, (size_t)n * 8);
    return true;
}

static bool montgomery_pow(struct thread *t, struct montgomery *w, uint64_t *r, const uint64_t *base,
                           const struct iview *e) {
    int64_t n = w->n;
    uint64_t *table = mag_temp(t, 16 * n); /* base^0 .. base^15 */
    if (!table) return false;
    memcpy(table, r, (size_t)n * 8);
    for (int i = 1; i < 16; i++)
        if (!montgomery_mul(t, w, table + i * n, table + (i - 1) * n, base)) return false;
    int64_t bits = (mag_bits(e->d, e->n) + 3) / 4 * 4;
    for (int64_t i = bits - 4; i >= 0; i -= 4) {
        for (int k = 0; k < 4; k++)
            if (!montgomery_mul(t, w, r, r, r)) return false;
        unsigned digit = (unsigned)(e->d[i / 64] >> (i % 64) & 15);
        if (digit && !montgomery_mul(t, w, r, r, table + (int64_t)digit * n)) return false;
        if (thread_poll(t) < 0) return false;
    }
    return true;
}

static val pow_odd(struct thread *t, val a, const struct iview *e, const struct iview *m) {
    int64_t n = m->n;
    uint64_t inv = 1;
    for (int i = 0; i < 6; i++) inv *= 2 - m->d[0] * inv;
    uint64_t *space = mag_temp(t, 6 * n + 4);
    if (!space) return 0;
    struct montgomery w = {m->d, n, 0 - inv, space};
    uint64_t *r = space + 2 * n + 2, *base = r + n, *unit = base + n;
    /* 2^(64 n) mod m is one in Montgomery form; a * 2^(64 n) mod m the base. */
    val shifted = int_shift_by(t, val_small(1), 64 * n), mod = int_from_mag(t, m->d, n, false);
    val one = shifted && mod ? int_mod(t, shifted, mod) : 0;
    val first = one ? int_shift_by(t, a, 64 * n) : 0;
    if (!first || !(first = int_mod(t, first, mod))) return 0;
    struct iview x;
    int_view(one, &x);
    memset(r, 0, (size_t)n * 8);
    memcpy(r, x.d, (size_t)x.n * 8);
    int_view(first, &x);
    memset(base, 0, (size_t)n * 8);
    memcpy(base, x.d, (size_t)x.n * 8);
    if (!montgomery_pow(t, &w, r, base, e)) return 0;
    memset(unit, 0, (size_t)n * 8);
    unit[0] = 1;
    if (!montgomery_mul(t, &w, r, r, unit)) return 0;
    return int_from_mag(t, r, n, false);
}

static val pow_word(uint64_t a, const struct iview *e, uint64_t m) {
    uint64_t r = 1 % m;
    for (int64_t i = mag_bits(e->d, e->n); i-- > 0;) {
        r = r * r % m; /* m < 2^32 */
        if (e->d[i / 64] >> (i % 64) & 1) r = r * a % m;
    }
    return val_small((int64_t)r);
}

static val pow_plain(struct thread *t, val a, const struct iview *e, val m) {
    val r = val_small(1);
    for (int64_t i = mag_bits(e->d, e->n); i-- > 0;) {
        if (!(r = int_mul(t, r, r)) || !(r = int_mod(t, r, m))) return 0;
        if (e->d[i / 64] >> (i % 64) & 1 && (!(r = int_mul(t, r, a)) || !(r = int_mod(t, r, m)))) return 0;
        if (thread_poll(t) < 0) return 0;
    }
    return r;
}

val int_pow_mod(struct thread *t, val a, val b, val m) {
    if (int_sign(m) == 0) return raise(t, &exc_ValueError, "pow() 3rd argument cannot be 0");
    bool neg = int_sign(m) < 0;
    val mod = int_abs(t, m);
    if (!mod) return 0;
    if (mod == val_small(1)) return val_small(0);
    if (int_sign(b) < 0) {
        if (!(b = int_neg(t, b)) || !(a = inverse(t, int_exact(t, a), mod))) return 0;
    }
    if (!(a = int_mod(t, a, mod))) return 0;
    struct iview e, w;
    int_view(b, &e);
    int_view(mod, &w);
    val r;
    if (e.n == 0)
        r = val_small(1);
    else if (w.n == 1 && w.d[0] < UINT64_C(1) << 32)
        r = pow_word((uint64_t)val_small_get(a), &e, w.d[0]);
    else if ((w.d[0] & 1) && w.n < 500)
        r = pow_odd(t, a, &e, &w);
    else
        r = pow_plain(t, a, &e, mod);
    if (r && neg && int_sign(r) != 0) r = int_add(t, r, m);
    return r;
}

/* ---- gcd: Lehmer's algorithm on the leading 62 bits, Euclid's when it makes no progress ---- */

static uint64_t gcd_word(uint64_t a, uint64_t b) {
    if (a == 0) return b;
    if (b == 0) return a;
    int shift = __builtin_ctzll(a | b);
    a >>= __builtin_ctzll(a);
    while (b) {
        b >>= __builtin_ctzll(b);
        if (a > b) {
            uint64_t x = a;
            a = b;
            b = x;
        }
        b -= a;
    }
    return a << shift;
}

/* The 62 bits of x from bit `from` upwards. */
static int64_t window(const struct iview *x, int64_t from) {
    int64_t word = from / 64, bit = from % 64;
    uint64_t low = word < x->n ? x->d[word] >> bit : 0,
             high = bit && word + 1 < x->n ? x->d[word + 1] << (64 - bit) : 0;
    return (int64_t)((low | high) & ((UINT64_C(1) << 62) - 1));
}

/* p*a - q*b for 62-bit p, q whose result is known to be non-negative. */
static val combine(struct thread *t, val a, int64_t p, val b, int64_t q) {
    val x = int_from_i64(t, p), y = int_from_i64(t, q);
    if (!x || !y || !(x = int_mul(t, x, a)) || !(y = int_mul(t, y, b))) return 0;
    return int_add(t, x, y);
}

val int_gcd(struct thread *t, val a, val b) {
    if (!(a = int_abs(t, a)) || !(b = int_abs(t, b))) return 0;
    if (int_cmp(a, b) < 0) {
        val x = a;
        a = b;
        b = x;
    }
    while (int_sign(b) != 0) {
        struct iview x, y;
        int_view(a, &x);
        int_view(b, &y);
        if (x.n == 1) return int_from_u64(t, gcd_word(x.d[0], y.d[0]));
        int64_t from = mag_bits(x.d, x.n) - 62, u = window(&x, from), v = window(&y, from);
        int64_t A = 1, B = 0, C = 0, D = 1; /* Knuth 4.5.2, algorithm L */
        if (mag_bits(y.d, y.n) > from + 31) {
            while (v + C != 0 && v + D != 0) {
                int64_t q = (u + A) / (v + C);
                if (q != (u + B) / (v + D) || q > INT64_C(1) << 30) break;
                int64_t x2 = A - q * C, y2 = B - q * D;
                if (x2 > INT64_C(1) << 31 || x2 < -(INT64_C(1) << 31) || y2 > INT64_C(1) << 31 ||
                    y2 < -(INT64_C(1) << 31))
                    break;
                int64_t rest = u - q * v;
                A = C;
                C = x2;
                B = D;
                D = y2;
                u = v;
                v = rest;
            }
        }
        if (B == 0) {
            val r = int_mod(t, a, b);
            if (!r) return 0;
            a = b;
            b = r;
        } else {
            val p = combine(t, a, A, b, B), q = p ? combine(t, a, C, b, D) : 0;
            if (!q) return 0;
            a = p;
            b = q;
        }
        if (thread_poll(t) < 0) return 0;
    }
    return a;
}

/* floor(sqrt(n)) by the adaptive-precision Newton iteration: each step doubles the number of correct leading
 * bits. */
val int_isqrt(struct thread *t, val n) {
    if (int_sign(n) == 0) return val_small(0);
    int64_t c = (int_bit_length(n) - 1) / 2, d = 0, levels = 0;
    while (c >> levels) levels++;
    val a = val_small(1);
    for (int64_t s = levels; s-- > 0;) {
        int64_t e = d;
        d = c >> s;
        val high = int_shift_by(t, a, d - e - 1), low = high ? int_shift_by(t, n, -(2 * c - e - d + 1)) : 0;
        if (!low || !(low = int_floordiv(t, low, a)) || !(a = int_add(t, high, low))) return 0;
    }
    val square = int_mul(t, a, a);
    if (!square) return 0;
    return int_cmp(square, n) > 0 ? int_sub(t, a, val_small(1)) : a;
}

/* round(a, ndigits): half to even at 10^-ndigits. */
val int_round_to(struct thread *t, val a, val ndigits) {
    if (int_sign(ndigits) >= 0) return int_exact(t, a);
    val digits = int_neg(t, ndigits), p, q, r, twice;
    if (!digits) return 0;
    int64_t n;
    if (!int_to_i64(digits, &n) || n > int_bit_length(a)) return val_small(0);
    if (!(p = int_pow(t, val_small(10), digits)) || !int_divmod(t, a, p, &q, &r)) return 0;
    if (!(twice = int_add(t, r, r))) return 0;
    int order = int_cmp(twice, p);
    struct iview w;
    int_view(q, &w);
    bool up = order > 0 || (order == 0 && w.n && (w.d[0] & 1));
    if (!(r = int_sub(t, a, r))) return 0;
    return up ? int_add(t, r, p) : r;
}
