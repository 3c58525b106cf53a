/* float.hex and float.fromhex. */
#include "runtime/types/float.h"
#include "runtime/text/text.h"
#include "runtime/types/int.h"
#include "runtime/math/math.h"

val float_to_hex(struct thread *t, val self) {
    double d = float_get(self);
    char text[40];
    if (!dbl_is_finite(d)) return text_ascii(t, text, (int64_t)double_repr(d, text));
    uint64_t bits = dbl_bits(d), m = bits & ((UINT64_C(1) << 52) - 1);
    int e = (int)(bits >> 52 & 0x7ff), at = 0;
    if (dbl_sign(d)) text[at++] = '-';
    text[at++] = '0';
    text[at++] = 'x';
    text[at++] = e ? '1' : '0';
    text[at++] = '.';
    if (e == 0 && m == 0) {
        text[at++] = '0';
    } else {
        for (int i = 12; i >= 0; i--) text[at++] = "0123456789abcdef"[m >> (4 * i) & 15];
        e = e ? e - 1023 : -1022;
    }
    text[at++] = 'p';
    text[at++] = e < 0 ? '-' : '+';
    if (e < 0) e = -e;
    char room[8], *p = room + sizeof room;
    do *--p = (char)('0' + e % 10);
    while (e /= 10);
    while (p < room + sizeof room) text[at++] = *p++;
    return text_ascii(t, text, at);
}

static int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool word(const char *p, const char *end, const char *w) {
    for (; *w; w++, p++)
        if (p == end || (*p | 32) != *w) return false;
    return p == end;
}

/* 0 read, 1 malformed, 2 too large. */
static int parse(const char *p, const char *end, double *out) {
    bool neg = false, any = false, point = false, sticky = false;
    if (p < end && (*p == '+' || *p == '-')) neg = *p++ == '-';
    if (word(p, end, "inf") || word(p, end, "infinity")) {
        *out = neg ? -DBL_INF : DBL_INF;
        return 0;
    }
    if (word(p, end, "nan")) {
        *out = neg ? -DBL_NAN : DBL_NAN;
        return 0;
    }
    if (end - p > 1 && p[0] == '0' && (p[1] | 32) == 'x') p += 2;
    uint64_t m = 0;
    int64_t e = 0;
    for (; p < end; p++) {
        if (*p == '.' && !point) {
            point = true;
            continue;
        }
        int v = hex_value(*p);
        if (v < 0) break;
        any = true;
        if (m >> 60) {
            sticky |= v != 0;
            e += point ? 0 : 4;
        } else {
            m = m << 4 | (uint64_t)v;
            e -= point ? 4 : 0;
        }
    }
    if (!any) return 1;
    if (p < end && (*p | 32) == 'p') {
        bool minus = false;
        int64_t n = 0;
        p++;
        if (p < end && (*p == '+' || *p == '-')) minus = *p++ == '-';
        if (p == end || *p < '0' || *p > '9') return 1;
        for (; p < end && *p >= '0' && *p <= '9'; p++)
            if (n < INT64_C(1) << 50) n = n * 10 + (*p - '0');
        e += minus ? -n : n;
    }
    if (p != end) return 1;
    double d = mag_to_double(&m, 1, e, sticky);
    if (dbl_is_inf(d)) return 2;
    *out = neg ? -d : d;
    return 0;
}

val float_from_hex(struct thread *t, val cls, val text) {
    if (!val_is_str(text)) return raise(t, &exc_TypeError, "bad argument type for built-in operation");
    size_t n;
    const char *p = str_to_utf8(t, text, &n, false);
    if (!p) return 0;
    const char *end = p + n;
    while (p < end && is_space(*p)) p++;
    while (end > p && is_space(end[-1])) end--;
    double d;
    int bad = parse(p, end, &d);
    if (bad == 1) return raise(t, &exc_ValueError, "invalid hexadecimal floating-point string");
    if (bad == 2) return raise(t, &exc_OverflowError, "hexadecimal value too large to represent as a float");
    val r = float_new(t, d);
    return r && cls != val_of(&float_type) ? call1(t, cls, r) : r;
}
