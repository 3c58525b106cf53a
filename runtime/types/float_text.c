/* Shortest printing and correctly rounded reading of doubles.
 *
 * Printing is Schubfach (Giulietti 2020). Reading multiplies the first 19 digits by a 128-bit power of ten
 * (Eisel, Lemire: "Number parsing at a gigabyte per second", 2021) and falls back to exact integers in the
 * rare cases where that leaves two candidates. */
#include "runtime/types/float_text.h"
#include "runtime/types/int.h"

/* ---- shortest ---- */

static uint64_t round_to_odd(uint64_t g1, uint64_t g0, uint64_t c) {
    u128 x = (u128)g0 * c, y = (u128)g1 * c + (uint64_t)(x >> 64);
    return (uint64_t)(y >> 64) | ((uint64_t)y > 1);
}

/* d > 0 and finite: *exponent and the shortest significand. */
static uint64_t shortest(double d, int *exponent) {
    uint64_t bits;
    memcpy(&bits, &d, 8);
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1), c = fraction;
    int biased = (int)(bits >> 52), q = -1074;
    if (biased) {
        c |= UINT64_C(1) << 52;
        q = biased - 1075;
        if (q <= 0 && q > -53 && (c & ((UINT64_C(1) << -q) - 1)) == 0) {
            *exponent = 0;
            return c >> -q;
        }
    }
    bool even = (c & 1) == 0, closer = fraction == 0 && biased > 1;
    int k = (q * 1262611 - (closer ? 524031 : 0)) >> 22;
    int h = q + ((-k * 1741647) >> 19) + 1;
    uint64_t g1, g0;
    pow10_128(-k, &g1, &g0);
    if (-k < 0 || -k > 55) g1 += ++g0 == 0;
    uint64_t low = round_to_odd(g1, g0, (4 * c - 2 + closer) << h), v = round_to_odd(g1, g0, 4 * c << h),
             high = round_to_odd(g1, g0, (4 * c + 2) << h);
    low += !even;
    high -= !even;
    uint64_t s = v / 4;
    if (s >= 10) {
        uint64_t tens = s / 10;
        bool down = low <= 40 * tens, up = 40 * tens + 40 <= high;
        if (down != up) {
            *exponent = k + 1;
            return tens + up;
        }
    }
    bool down = low <= 4 * s, up = 4 * s + 4 <= high;
    *exponent = k;
    if (down != up) return s + up;
    uint64_t mid = 4 * s + 2;
    return s + (v > mid || (v == mid && (s & 1)));
}

int double_shortest(double d, char digits[24], int *point) {
    if (d < 0) d = -d;
    if (d == 0) {
        *point = 0;
        return 0;
    }
    int exponent, n = 0;
    uint64_t s = shortest(d, &exponent);
    char room[24], *p = room + sizeof room;
    while (s % 10 == 0) s /= 10, exponent++;
    for (; s; s /= 10) *--p = (char)('0' + s % 10);
    n = (int)(room + sizeof room - p);
    memcpy(digits, p, (size_t)n);
    *point = n + exponent;
    return n;
}

static char *put_exponent(char *p, int e) {
    *p++ = 'e';
    *p++ = e < 0 ? '-' : '+';
    if (e < 0) e = -e;
    if (e >= 100) *p++ = (char)('0' + e / 100);
    *p++ = (char)('0' + e / 10 % 10);
    *p++ = (char)('0' + e % 10);
    return p;
}

size_t double_repr(double d, char out[32]) {
    char *p = out, digits[24];
    if (d != d) {
        memcpy(out, "nan", 3);
        return 3;
    }
    if (__builtin_signbit(d)) *p++ = '-';
    if (__builtin_isinf(d)) {
        memcpy(p, "inf", 3);
        return (size_t)(p + 3 - out);
    }
    int point, n = double_shortest(d, digits, &point);
    if (n == 0) {
        memcpy(p, "0.0", 3);
        return (size_t)(p + 3 - out);
    }
    if (point > 16 || point <= -4) {
        *p++ = digits[0];
        if (n > 1) {
            *p++ = '.';
            memcpy(p, digits + 1, (size_t)n - 1);
            p += n - 1;
        }
        return (size_t)(put_exponent(p, point - 1) - out);
    }
    if (point <= 0) {
        *p++ = '0';
        *p++ = '.';
        for (int i = point; i < 0; i++) *p++ = '0';
        memcpy(p, digits, (size_t)n);
        return (size_t)(p + n - out);
    }
    for (int i = 0; i < point; i++) *p++ = i < n ? digits[i] : '0';
    *p++ = '.';
    if (n <= point)
        *p++ = '0';
    else {
        memcpy(p, digits + point, (size_t)(n - point));
        p += n - point;
    }
    return (size_t)(p - out);
}

/* ---- reading ---- */

/* w * 10^q for w != 0; false when the 128-bit product does not decide the rounding
 * (*out is then one of the candidates). */
static bool scale_fast(uint64_t w, int64_t q, double *out) {
    if (q < -342) {
        *out = 0.0;
        return true;
    }
    if (q > 308) {
        *out = __builtin_inf();
        return true;
    }
    if (w <= UINT64_C(1) << 53 && q >= -22 && q <= 22) {
        static const double exact[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                       1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
        *out = q < 0 ? (double)w / exact[-q] : (double)w * exact[q];
        return true;
    }
    int s = __builtin_clzll(w);
    uint64_t g1, g0;
    pow10_128((int)q, &g1, &g0);
    w <<= s;
    u128 low = (u128)w * g0, high = (u128)w * g1 + (uint64_t)(low >> 64);
    bool exact = q >= 0 && q <= 55 && (uint64_t)low == 0;
    /* value = high * 2^e, as 128 bits with the top bit at 127 or 126 */
    int64_t e = ((q * 217706) >> 16) - 127 + 64 - s;
    if (!(high >> 127)) {
        high <<= 1;
        e--;
        if (!exact) {
            high |= (uint64_t)low >> 63;
        }
    }
    int64_t exponent = e + 127, drop = 75;
    if (exponent > 1023) {
        *out = __builtin_inf();
        return true;
    }
    if (exponent < -1022) drop += -1022 - exponent;
    if (drop > 128) {
        *out = 0.0;
        return drop > 130 || !exact;
    }
    u128 kept = drop == 128 ? 0 : high >> drop, half = (u128)1 << (drop - 1),
         rest = high - (drop == 128 ? 0 : kept << drop);
    bool sure = exact || !(rest == half || rest + 1 == half || rest + 2 == half);
    if (rest > half || (rest == half && (kept & 1))) kept++;
    uint64_t bits = (uint64_t)kept;
    if (exponent >= -1022) bits += (uint64_t)(exponent + 1022) << 52;
    memcpy(out, &bits, 8);
    return sure;
}

#define SLOW_DIGITS 780
#define SLOW_WORDS  72

/* Exact: the digits as an integer against the midpoint of the two candidates around `guess`. */
static int64_t times_power(uint64_t *x, int64_t n, uint64_t base, int64_t count) {
    for (; count > 0; count--) {
        uint64_t carry = mag_mul1(x, x, n, base, 0);
        if (carry) x[n++] = carry;
    }
    return n;
}

static int64_t times_five(uint64_t *x, int64_t n, int64_t count) {
    n = times_power(x, n, UINT64_C(7450580596923828125), count / 27); /* 5^27 */
    return times_power(x, n, 5, count % 27);
}

static int64_t shift_up(uint64_t *x, int64_t n, int64_t by) {
    int64_t words = by / 64;
    x[n + words] = mag_shl(x + words, x, n, (unsigned)(by % 64));
    memset(x, 0, (size_t)words * 8);
    return mag_trim(x, n + words + 1);
}

/* Sign of digits * 10^q - (2m + 1) * 2^e; `more`: nonzero digits follow. */
static int compare_exact(const char *digits, int64_t n, bool more, int64_t q, uint64_t m, int64_t e) {
    uint64_t a[SLOW_WORDS], b[SLOW_WORDS];
    int64_t an = 0, bn = 1;
    for (int64_t i = 0; i < n; i++) {
        uint64_t carry = mag_mul1(a, a, an, 10, (uint64_t)(digits[i] - '0'));
        if (carry) a[an++] = carry;
    }
    b[0] = 2 * m + 1;
    if (q >= 0)
        an = times_five(a, an, q);
    else
        bn = times_five(b, bn, -q);
    int64_t shift = q - e; /* digits * 5^q * 2^q against odd * 2^e */
    if (shift >= 0)
        an = shift_up(a, an, shift);
    else
        bn = shift_up(b, bn, -shift);
    int order = mag_cmp(a, an, b, bn);
    return order == 0 && more ? 1 : order;
}

static double scale_exact(const char *digits, int64_t n, bool more, int64_t q, double guess) {
    if (guess == __builtin_inf()) guess = 0x1.fffffffffffffp1023;
    for (int tries = 0; tries < 8; tries++) {
        uint64_t bits;
        memcpy(&bits, &guess, 8);
        int64_t biased = (int64_t)(bits >> 52), e = biased ? biased - 1075 : -1074;
        uint64_t m = bits & ((UINT64_C(1) << 52) - 1);
        if (biased) m |= UINT64_C(1) << 52;
        int above = compare_exact(digits, n, more, q, m, e - 1); /* against the midpoint above */
        if (above > 0 || (above == 0 && (m & 1))) {
            bits++;
            memcpy(&guess, &bits, 8);
            if (above == 0 || guess == __builtin_inf()) return guess;
            continue;
        }
        if (bits == 0) return guess;
        uint64_t below_bits = bits - 1;
        int64_t b2 = (int64_t)(below_bits >> 52), e2 = b2 ? b2 - 1075 : -1074;
        uint64_t m2 = below_bits & ((UINT64_C(1) << 52) - 1);
        if (b2) m2 |= UINT64_C(1) << 52;
        int below = compare_exact(digits, n, more, q, m2, e2 - 1);
        if (below > 0 || (below == 0 && (m2 & 1))) return guess;
        bits--;
        memcpy(&guess, &bits, 8);
        if (below == 0) return guess;
    }
    return guess;
}

static bool word_is(const char *p, const char *end, const char *word) {
    for (; *word; word++, p++)
        if (p == end || (*p | 32) != *word) return false;
    return p == end;
}

struct number {
    char digits[SLOW_DIGITS];
    int64_t n, exponent; /* value: digits * 10^exponent */
    bool more;           /* nonzero digits beyond `digits` */
};

static bool scan(const char *p, const char *end, struct number *x) {
    bool any = false, point = false;
    int64_t written = 0;
    for (; p < end; p++) {
        if (*p == '.' && !point) {
            point = true;
            continue;
        }
        if (*p < '0' || *p > '9') break;
        any = true;
        if (x->n == 0 && *p == '0') {
            x->exponent -= point;
            continue;
        }
        if (x->n < SLOW_DIGITS) {
            x->digits[x->n++] = *p;
            x->exponent -= point;
        } else {
            x->more |= *p != '0';
            x->exponent += !point;
        }
    }
    if (!any) return false;
    if (p < end && (*p | 32) == 'e') {
        bool neg = false;
        p++;
        if (p < end && (*p == '+' || *p == '-')) neg = *p++ == '-';
        if (p == end) return false;
        for (; p < end && *p >= '0' && *p <= '9'; p++)
            if (written < 100000000) written = written * 10 + (*p - '0');
        x->exponent += neg ? -written : written;
        if (p[-1] < '0' || p[-1] > '9') return false;
    }
    return p == end;
}

bool double_parse(const char *p, size_t n, double *out) {
    const char *end = p + n;
    bool neg = false;
    if (p < end && (*p == '+' || *p == '-')) neg = *p++ == '-';
    double d;
    struct number x;
    x.n = x.exponent = 0;
    x.more = false;
    if (word_is(p, end, "inf") || word_is(p, end, "infinity")) {
        d = __builtin_inf();
    } else if (word_is(p, end, "nan")) {
        d = __builtin_nan("");
    } else if (!scan(p, end, &x)) {
        return false;
    } else if (x.n == 0 || x.exponent + x.n < -400) {
        d = 0.0;
    } else if (x.exponent + x.n > 400) {
        d = __builtin_inf();
    } else {
        int64_t used = x.n > 19 ? 19 : x.n;
        uint64_t w = 0;
        for (int64_t i = 0; i < used; i++) w = w * 10 + (uint64_t)(x.digits[i] - '0');
        int64_t q = x.exponent + x.n - used;
        double d2;
        bool sure = scale_fast(w, q, &d);
        if (sure && used < x.n) sure = scale_fast(w + 1, q, &d2) && d2 == d;
        if (!sure) {
            scale_fast(w, q, &d);
            d = scale_exact(x.digits, x.n, x.more, x.exponent, d);
        }
    }
    *out = neg ? -d : d;
    return true;
}
