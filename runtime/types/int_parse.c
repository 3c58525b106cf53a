/* int from text and to text in any base, with CPython's rules: underscores between digits, prefixes, white
 * space around, Unicode digits (turned to ASCII by the caller), and the limit on decimal digits. */
#include "runtime/types/int.h"

static int64_t digit_limit = 4300;

int64_t int_digit_limit(int64_t set) {
    if (set >= 0) digit_limit = set;
    return digit_limit;
}

val int_too_long(struct thread *t, int64_t digits) {
    if (digits == 0)
        return raise(
            t, &exc_ValueError,
            "Exceeds the limit (%ld digits) for integer string conversion; use sys.set_int_max_str_digits() "
            "to increase the limit",
            digit_limit);
    return raise(t, &exc_ValueError,
                 "Exceeds the limit (%ld digits) for integer string conversion: value has %ld digits; use "
                 "sys.set_int_max_str_digits() to increase the limit",
                 digit_limit, digits);
}

static int digit_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'z') return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    return 99;
}

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static val from_binary(struct thread *t, const char *digits, int64_t n, int bits, bool neg) {
    int64_t words = n * bits / 64 + 1;
    struct bigint *b = int_alloc(t, words);
    if (!b) return 0;
    memset(b->digit, 0, (size_t)words * 8);
    int64_t at = 0;
    for (int64_t i = n; i-- > 0; at += bits) {
        uint64_t d = (uint64_t)digit_value(digits[i]);
        b->digit[at / 64] |= d << (at % 64);
        if (at % 64 + bits > 64) b->digit[at / 64 + 1] |= d >> (64 - at % 64);
    }
    return int_finish(t, b, words, neg);
}

static val from_any(struct thread *t, const char *digits, int64_t n, int base, bool neg) {
    int64_t words = n * 6 / 64 + 2, used = 0;
    struct bigint *b = int_alloc(t, words);
    if (!b) return 0;
    if (base == 10) {
        if ((used = mag_from_decimal(t, digits, n, b->digit)) < 0) return 0;
    } else {
        for (int64_t i = 0; i < n; i++) {
            uint64_t carry =
                mag_mul1(b->digit, b->digit, used, (uint64_t)base, (uint64_t)digit_value(digits[i]));
            if (carry) b->digit[used++] = carry;
        }
    }
    return int_finish(t, b, used, neg);
}

static val from_digits(struct thread *t, const char *digits, int64_t n, int base, bool neg) {
    if (n <= 11 || (base <= 10 && n <= 18)) {
        int64_t v = 0;
        for (int64_t i = 0; i < n; i++) v = v * base + digit_value(digits[i]);
        return int_from_i64(t, neg ? -v : v);
    }
    if ((base & (base - 1)) == 0) return from_binary(t, digits, n, __builtin_ctz((unsigned)base), neg);
    if (digit_limit && n > digit_limit) return int_too_long(t, n);
    return from_any(t, digits, n, base, neg);
}

val int_parse(struct thread *t, val original, const char *p, int64_t n, int base) {
    int shown = base;
    const char *end = p + n;
    while (p < end && is_space(*p)) p++;
    while (end > p && is_space(end[-1])) end--;
    bool neg = false;
    if (p < end && (*p == '+' || *p == '-')) neg = *p++ == '-';
    bool zeros_only = false;
    if (base == 0) {
        if (p == end || *p != '0')
            base = 10;
        else if (end - p > 1 && (p[1] | 32) == 'x')
            base = 16;
        else if (end - p > 1 && (p[1] | 32) == 'o')
            base = 8;
        else if (end - p > 1 && (p[1] | 32) == 'b')
            base = 2;
        else
            base = 10, zeros_only = true; /* "old" octal literals are refused unless zero */
    }
    if (end - p > 1 && *p == '0' &&
        ((base == 16 && (p[1] | 32) == 'x') || (base == 8 && (p[1] | 32) == 'o') ||
         (base == 2 && (p[1] | 32) == 'b'))) {
        p += 2;
        if (p < end && *p == '_') p++;
    }
    if (p == end || *p == '_' || end[-1] == '_') goto bad;
    int64_t count = 0, underscores = 0;
    for (const char *q = p; q < end; q++) {
        if (*q == '_') {
            if (q[-1] == '_') goto bad;
            underscores++;
            continue;
        }
        if (digit_value(*q) >= base || (zeros_only && *q != '0')) goto bad;
        count++;
    }
    if (underscores) {
        char *clean = gc_storage(t, (size_t)count, false);
        if (!clean) return 0;
        int64_t at = 0;
        for (const char *q = p; q < end; q++)
            if (*q != '_') clean[at++] = *q;
        p = clean;
    }
    return from_digits(t, p, count, base, neg);
bad:;
    val text = obj_repr(t, original); /* at most 200 characters of it */
    if (!text || !(text = str_slice(t, text, 0, 200))) return 0;
    return raise(t, &exc_ValueError, "invalid literal for int() with base %d: %U", shown, text);
}

/* ---- to text ---- */

static val text_of(struct thread *t, const char *p, int64_t n) {
    val s = str_alloc(t, n, 127);
    if (s) memcpy((void *)(uintptr_t)str_data(AS(string, s)), p, (size_t)n);
    return s;
}

static val small_text(struct thread *t, int64_t n, int base, bool prefix) {
    char room[70], *end = room + sizeof room, *p = end;
    uint64_t m = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    if (base == 10) {
        for (; m >= 10; m /= 10) *--p = (char)('0' + m % 10);
        *--p = (char)('0' + m);
    } else {
        int bits = __builtin_ctz((unsigned)base);
        do *--p = "0123456789abcdef"[m & (uint64_t)(base - 1)];
        while (m >>= bits);
    }
    if (prefix && base != 10) {
        *--p = base == 16 ? 'x' : base == 8 ? 'o' : 'b';
        *--p = '0';
    }
    if (n < 0) *--p = '-';
    return text_of(t, p, end - p);
}

static val binary_text(struct thread *t, const struct iview *w, int base, bool prefix) {
    int bits = __builtin_ctz((unsigned)base);
    int64_t digits = (mag_bits(w->d, w->n) + bits - 1) / bits, lead = w->neg + (prefix ? 2 : 0);
    val s = str_alloc(t, digits + lead, 127);
    if (!s) return 0;
    char *p = (char *)(uintptr_t)str_data(AS(string, s)), *end = p + lead + digits;
    for (int64_t at = 0; end > p + lead; at += bits) {
        uint64_t d = w->d[at / 64] >> (at % 64);
        if (at % 64 + bits > 64 && at / 64 + 1 < w->n) d |= w->d[at / 64 + 1] << (64 - at % 64);
        *--end = "0123456789abcdef"[d & (uint64_t)(base - 1)];
    }
    if (w->neg) *p++ = '-';
    if (prefix) {
        *p++ = '0';
        *p = base == 16 ? 'x' : base == 8 ? 'o' : 'b';
    }
    return s;
}

val int_to_str(struct thread *t, val v, int base, bool prefix) {
    if (val_is_small(v)) return small_text(t, val_small_get(v), base, prefix);
    struct iview w;
    int_view(v, &w);
    if (w.n == 0 || (w.n == 1 && w.d[0] <= INT64_MAX))
        return small_text(t, w.n == 0 ? 0 : w.neg ? -(int64_t)w.d[0] : (int64_t)w.d[0], base, prefix);
    if (base != 10) return binary_text(t, &w, base, prefix);
    if (digit_limit && mag_bits(w.d, w.n) > digit_limit * 4) return int_too_long(t, 0);
    char small[400], *p = small;
    if (mag_decimal_room(w.n) + 1 > (int64_t)sizeof small &&
        !(p = gc_storage(t, (size_t)mag_decimal_room(w.n) + 1, false)))
        return 0;
    int64_t n = mag_to_decimal(t, w.d, w.n, p + 1);
    if (n < 0) return 0;
    if (digit_limit && n > digit_limit) return int_too_long(t, 0);
    p[0] = '-';
    return w.neg ? text_of(t, p, n + 1) : text_of(t, p + 1, n);
}
