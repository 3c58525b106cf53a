/* The values of number tokens. Integers of any size, floats rounded correctly.
 *
 * A float with few digits and a small power of ten is one exact operation on doubles (Clinger's case).
 * Everything else is a quotient of big integers: scaled so that the quotient has 64 bits, it and "is there a
 * remainder" decide the rounding. That is slow, simple and always right; literals of that kind are rare. */
#include "rules/python/parser.h"

enum { INT_MAX_DIGITS = 4300, LIMBS = 120, FLOAT_DIGITS = 800 };

/* ---- big integers ---- */

static struct str limbs_to_hex(struct arena *a, const uint32_t *limb, size_t n) {
    char *p = arena_alloc(a, n * 8 + 1);
    size_t len = 0;
    for (size_t i = n; i--;)
        for (int shift = 28; shift >= 0; shift -= 4) {
            char c = "0123456789abcdef"[limb[i] >> shift & 15];
            if (len || c != '0') p[len++] = c;
        }
    return (struct str){p, len};
}

static void store_int(struct arena *a, struct py_constant *c, const uint32_t *limb, size_t n) {
    while (n && !limb[n - 1]) n--;
    c->kind = PY_CONST_INT;
    if (n < 2 || (n == 2 && limb[1] < 0x80000000u)) {
        c->i = (int64_t)((n > 0 ? (uint64_t)limb[0] : 0) | (n > 1 ? (uint64_t)limb[1] << 32 : 0));
        return;
    }
    c->big = true;
    c->s = limbs_to_hex(a, limb, n);
}

static unsigned digit_value(char c) {
    return c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 32) - 'a' + 10);
}

static void power_of_two_int(struct arena *a, struct str digits, unsigned bits, struct py_constant *c) {
    size_t n = (digits.n * bits + 31) / 32 + 1, at = 0;
    uint32_t *limb = NEW_N(a, uint32_t, n);
    for (size_t i = digits.n; i--; at += bits) {
        uint64_t v = (uint64_t)digit_value(digits.p[i]) << (at & 31);
        limb[at / 32] |= (uint32_t)v;
        if (v >> 32) limb[at / 32 + 1] |= (uint32_t)(v >> 32);
    }
    store_int(a, c, limb, n);
}

static void decimal_int(struct arena *a, struct str digits, struct py_constant *c) {
    uint32_t *limb = NEW_N(a, uint32_t, digits.n / 9 + 2);
    size_t n = 0;
    for (size_t i = 0; i < digits.n;) {
        uint32_t chunk = 0, scale = 1;
        for (; i < digits.n && scale < 1000000000; i++, scale *= 10)
            chunk = chunk * 10 + digit_value(digits.p[i]);
        uint64_t carry = chunk;
        for (size_t k = 0; k < n; k++) {
            carry += (uint64_t)limb[k] * scale;
            limb[k] = (uint32_t)carry;
            carry >>= 32;
        }
        if (carry) limb[n++] = (uint32_t)carry;
    }
    store_int(a, c, limb, n);
}

/* ---- floats ---- */

struct wide {
    uint32_t limb[LIMBS];
    size_t n;
};

static void wide_muladd(struct wide *w, uint32_t mul, uint32_t add) {
    uint64_t carry = add;
    for (size_t i = 0; i < w->n; i++) {
        carry += (uint64_t)w->limb[i] * mul;
        w->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) w->limb[w->n++] = (uint32_t)carry;
}

static int wide_bits(const struct wide *w) {
    return w->n ? (int)(w->n * 32) - __builtin_clz(w->limb[w->n - 1]) : 0;
}

static void wide_shift(struct wide *w, unsigned by) {
    unsigned limbs = by / 32, bits = by % 32;
    if (!w->n) return;
    for (size_t i = w->n; i--;) w->limb[i + limbs] = w->limb[i];
    memset(w->limb, 0, limbs * sizeof *w->limb);
    w->n += limbs;
    if (bits) wide_muladd(w, 1u << bits, 0);
}

static int wide_cmp(const struct wide *a, const struct wide *b) {
    if (a->n != b->n) return a->n < b->n ? -1 : 1;
    for (size_t i = a->n; i--;)
        if (a->limb[i] != b->limb[i]) return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

static void wide_sub(struct wide *a, const struct wide *b) { /* a >= b */
    int64_t borrow = 0;
    for (size_t i = 0; i < a->n; i++) {
        borrow += (int64_t)a->limb[i] - (i < b->n ? b->limb[i] : 0);
        a->limb[i] = (uint32_t)borrow;
        borrow >>= 32;
    }
    while (a->n && !a->limb[a->n - 1]) a->n--;
}

/* The double nearest to q * 2^e (plus a little when sticky), q with its top bit set. */
static double assemble(uint64_t q, int e, bool sticky) {
    int drop = 11, exponent = e + 11 + 52; /* of the value's leading bit */
    if (exponent < -1022) drop += -1022 - exponent;
    if (drop > 64) return 0.0;
    uint64_t kept = drop == 64 ? 0 : q >> drop;
    uint64_t half = (uint64_t)1 << (drop - 1), low = drop == 64 ? q : q & ((half << 1) - 1);
    if (low > half || (low == half && (sticky || (kept & 1)))) kept++;
    int scale = e + drop;
    double d = (double)kept;
    /* Two exact steps: `kept` has at most 53 bits and the result is representable. */
    if (scale > 971) return kept ? __builtin_inf() : 0.0;
    for (; scale >= 1000; scale -= 1000) d *= 0x1p1000;
    for (; scale <= -1000; scale += 1000) d *= 0x1p-1000;
    union {
        uint64_t u;
        double d;
    } p = {(uint64_t)(scale + 1023) << 52};
    return d * p.d;
}

static double ratio(struct wide *num, struct wide *den) {
    if (!num->n) return 0.0;
    int shift = 64 - (wide_bits(num) - wide_bits(den));
    if (shift > 0)
        wide_shift(num, (unsigned)shift);
    else if (shift < 0)
        wide_shift(den, (unsigned)-shift);
    /* Now the quotient has 64 or 65 bits: take them one by one from the top. */
    int e = -shift;
    struct wide d = *den;
    wide_shift(&d, 64);
    uint64_t q = 0;
    if (wide_cmp(num, &d) >= 0) { /* 65 bits: halve by scaling the divisor once more */
        wide_shift(den, 1);
        e++;
        d = *den;
        wide_shift(&d, 64);
    }
    for (int i = 0; i < 64; i++) {
        wide_shift(num, 1);
        q <<= 1;
        if (wide_cmp(num, &d) >= 0) {
            wide_sub(num, &d);
            q |= 1;
        }
    }
    while (!(q >> 63)) { /* not reached for exact estimates; keeps the invariant of `assemble` */
        q <<= 1;
        e--;
    }
    return assemble(q, e, num->n != 0);
}

/* digits * 10^exponent */
static double decimal_float(struct str digits, int64_t exponent) {
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    while (digits.n && digits.p[0] == '0') digits.p++, digits.n--;
    while (digits.n && digits.p[digits.n - 1] == '0') digits.n--, exponent++;
    if (!digits.n) return 0.0;
    if (digits.n <= 15 && exponent >= -22 && exponent <= 22) {
        uint64_t v = 0;
        for (size_t i = 0; i < digits.n; i++) v = v * 10 + digit_value(digits.p[i]);
        return exponent < 0 ? (double)v / powers[-exponent] : (double)v * powers[exponent];
    }
    int64_t magnitude = exponent + (int64_t)digits.n; /* value < 10^magnitude */
    if (magnitude > 310) return __builtin_inf();
    if (magnitude < -326) return 0.0;
    struct wide num = {{0}, 0}, den = {{1}, 1};
    size_t n = MIN(digits.n, (size_t)FLOAT_DIGITS);
    for (size_t i = 0; i < n; i++) wide_muladd(&num, 10, digit_value(digits.p[i]));
    if (n < digits.n) { /* more digits than can matter exactly: a last 1 stands for them */
        wide_muladd(&num, 10, 1);
        exponent += (int64_t)(digits.n - n) - 1;
    }
    for (; exponent > 0; exponent--) wide_muladd(&num, 10, 0);
    for (; exponent < 0; exponent++) wide_muladd(&den, 10, 0);
    return ratio(&num, &den);
}

static void float_value(struct arena *a, struct str s, struct py_constant *c) {
    char *digits = arena_alloc(a, s.n + 1);
    size_t n = 0, i = 0;
    int64_t exponent = 0;
    bool point = false;
    for (; i < s.n; i++) {
        if (s.p[i] == '.')
            point = true;
        else if (s.p[i] < '0' || s.p[i] > '9')
            break;
        else {
            digits[n++] = s.p[i];
            exponent -= point;
        }
    }
    if (i < s.n && (s.p[i] | 32) == 'e') {
        bool minus = s.p[++i] == '-';
        int64_t e = 0;
        if (s.p[i] == '-' || s.p[i] == '+') i++;
        for (; i < s.n && s.p[i] >= '0' && s.p[i] <= '9'; i++)
            if (e < 100000000) e = e * 10 + (s.p[i] - '0');
        exponent += minus ? -e : e;
    }
    c->f = decimal_float((struct str){digits, n}, exponent);
}

/* ---- tokens ---- */

bool number_value(struct arena *a, struct str text, struct py_constant *c, struct py_error *error) {
    if (text.n <= 18) { /* nearly all there are */
        uint64_t v = 0;
        size_t i = 0;
        while (i < text.n && text.p[i] >= '0' && text.p[i] <= '9') v = v * 10 + (uint64_t)(text.p[i++] - '0');
        if (i == text.n) {
            c->kind = PY_CONST_INT;
            c->i = (int64_t)v;
            return true;
        }
    }
    if (memchr(text.p, '_', text.n)) {
        char *p = arena_alloc(a, text.n);
        size_t n = 0;
        for (size_t i = 0; i < text.n; i++)
            if (text.p[i] != '_') p[n++] = text.p[i];
        text = (struct str){p, n};
    }
    char second = text.n > 1 ? text.p[1] | 32 : 0;
    if (text.p[0] == '0' && (second == 'x' || second == 'o' || second == 'b')) {
        struct str digits = {text.p + 2, text.n - 2};
        power_of_two_int(a, digits, second == 'x' ? 4 : second == 'o' ? 3 : 1, c);
        return true;
    }
    char last = text.p[text.n - 1] | 32;
    bool plain = true;
    for (size_t i = 0; i < text.n; i++) plain = plain && text.p[i] >= '0' && text.p[i] <= '9';
    if (!plain) {
        c->kind = last == 'j' ? PY_CONST_IMAG : PY_CONST_FLOAT;
        float_value(a, text, c);
        return true;
    }
    if (text.n > INT_MAX_DIGITS) {
        error->set = true;
        error->type = PY_SYNTAX_ERROR;
        error->text = str_printf(a,
                                 "Exceeds the limit (%d digits) for integer string conversion: value has %zu "
                                 "digits; use sys.set_int_max_str_digits() to increase the limit - Consider "
                                 "hexadecimal for huge integer literals to avoid decimal conversion limits.",
                                 INT_MAX_DIGITS, text.n);
        return false;
    }
    decimal_int(a, text, c);
    return true;
}
