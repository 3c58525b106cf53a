/* Doubles with a given number of decimal digits, exactly: the integer part by division by 10^19, the fraction
 * by multiplication, in fixed-size arrays. */
#include "runtime/types/float_text.h"

#define CHUNK       19
#define CHUNK_POWER UINT64_C(10000000000000000000)

static void put_chunk(char *p, uint64_t v) {
    for (int i = CHUNK; i-- > 0; v /= 10) p[i] = (char)('0' + v % 10);
}

/* Decimal digits of the integer x[n] (destroyed), no leading zeros. */
static int integer_digits(uint64_t *x, int64_t n, char *out) {
    char room[360];
    int at = sizeof room;
    for (n = mag_trim(x, n); n; n = mag_trim(x, n)) {
        at -= CHUNK;
        put_chunk(room + at, mag_div1(x, x, n, CHUNK_POWER));
    }
    while (at < (int)sizeof room && room[at] == '0') at++;
    memcpy(out, room + at, sizeof room - (size_t)at);
    return (int)sizeof room - at;
}

/* Rounds `have` digits to `n` (0 <= n < have), `sticky`: nonzero digits follow. A carry out becomes a
 * leading 1. */
static int round_digits(char *digits, int have, int64_t n, bool sticky, int *point) {
    int kept = (int)n;
    bool up = digits[kept] > '5';
    if (digits[kept] == '5') {
        for (int i = kept + 1; i < have && !sticky; i++) sticky = digits[i] != '0';
        up = sticky || (kept > 0 && (digits[kept - 1] & 1));
    }
    if (!up) return kept;
    while (kept > 0 && digits[kept - 1] == '9') kept--;
    if (kept == 0) {
        digits[0] = '1';
        ++*point;
        return 1;
    }
    digits[kept - 1]++;
    return kept;
}

/* The usual case: up to 15 places of a number below 2^53 or so. m * 10^n in 128 bits, shifted and rounded
 * once. False when it does not fit. */
static bool fixed_quick(uint64_t m, int e, int64_t n, char *digits, int *have, int *point) {
    static const uint64_t powers[] = {1,
                                      10,
                                      100,
                                      1000,
                                      10000,
                                      100000,
                                      1000000,
                                      10000000,
                                      100000000,
                                      1000000000,
                                      10000000000,
                                      100000000000,
                                      1000000000000,
                                      10000000000000,
                                      100000000000000,
                                      1000000000000000};
    if (n < 0 || n > 15 || e >= 0 || e <= -118) return false;
    u128 p = (u128)m * powers[n], q = p >> -e, rest = p - (q << -e), half = (u128)1 << (-e - 1);
    if (q >> 64) return false;
    uint64_t v = (uint64_t)q;
    if (rest > half || (rest == half && (v & 1))) v++;
    char room[24];
    int at = sizeof room, count;
    for (uint64_t x = v; x; x /= 10) room[--at] = (char)('0' + x % 10);
    count = (int)sizeof room - at;
    *point = count - (int)n;
    while (count > 0 && room[at + count - 1] == '0') count--;
    memcpy(digits, room + at, (size_t)count);
    *have = count;
    return true;
}

int double_fixed(double d, bool after_point, int64_t n, char digits[DOUBLE_DIGITS], int *point) {
    uint64_t bits, x[20] = {0};
    memcpy(&bits, &d, 8);
    bits &= ~(UINT64_C(1) << 63);
    *point = 0;
    if (bits == 0) return 0;
    int biased = (int)(bits >> 52), e = biased ? biased - 1075 : -1074;
    uint64_t m = bits & ((UINT64_C(1) << 52) - 1);
    if (biased) m |= UINT64_C(1) << 52;
    int have = 0;
    bool sticky = false;
    if (after_point && fixed_quick(m, e, n, digits, &have, point)) return have;
    if (e >= 0) {
        x[e / 64] = m << (e % 64);
        if (e % 64 > 11) x[e / 64 + 1] = m >> (64 - e % 64);
        have = integer_digits(x, 18, digits);
        *point = have;
    } else {
        int f = -e; /* fraction bits */
        if (f < 64 && m >> f) {
            x[0] = m >> f;
            have = integer_digits(x, 1, digits);
            m &= (UINT64_C(1) << f) - 1;
        }
        *point = have;
        /* The fraction left-aligned: digit words of 64 bits, so that each product's carry is the next chunk.
         */
        int64_t words = (f + 63) / 64, pad = words * 64 - f;
        memset(x, 0, sizeof x);
        x[0] = m << pad;
        if (pad > 11) x[1] = m >> (64 - pad);
        int64_t low = 0;
        for (;;) {
            while (low < words && x[low] == 0) low++;
            if (low == words) break;
            /* Enough: one digit more than asked for; the rest only matters as nonzero. */
            int64_t want = after_point ? *point + n + 1 : n + 1;
            if (have > 0 ? have >= want : after_point && *point + n < 0) {
                sticky = true;
                break;
            }
            uint64_t chunk = mag_mul1(x + low, x + low, words - low, CHUNK_POWER, 0);
            put_chunk(digits + have, chunk);
            if (have == 0) { /* leading zeros move the point instead */
                int zeros = 0;
                while (zeros < CHUNK && digits[zeros] == '0') zeros++;
                memmove(digits, digits + zeros, (size_t)(CHUNK - zeros));
                have = CHUNK - zeros;
                *point -= zeros;
            } else {
                have += CHUNK;
            }
        }
    }
    int64_t want = after_point ? *point + n : n;
    if (want < 0 || (want == 0 && have == 0)) return 0;
    if (want < have) have = round_digits(digits, have, want, sticky, point);
    while (have > 0 && digits[have - 1] == '0') have--;
    return have;
}

/* ---- text ---- */

static char *put_zeros(char *p, int64_t n) {
    for (; n > 0; n--) *p++ = '0';
    return p;
}

/* DIGITS with `after` places after the point. */
static char *put_plain(char *p, const char *digits, int n, int point, int64_t after, bool keep_point) {
    if (point <= 0) *p++ = '0';
    for (int i = 0; i < point; i++) *p++ = i < n ? digits[i] : '0';
    if (after > 0 || keep_point) *p++ = '.';
    int64_t zeros = point < 0 ? (-point < after ? -point : after) : 0;
    p = put_zeros(p, zeros);
    int64_t i = point > 0 ? point : 0;
    for (after -= zeros; after > 0; after--, i++) *p++ = i < n ? digits[i] : '0';
    return p;
}

static char *put_scientific(char *p, const char *digits, int n, int exponent, int64_t after, bool keep_point,
                            bool upper) {
    *p++ = n ? digits[0] : '0';
    if (after > 0 || keep_point) *p++ = '.';
    for (int64_t i = 1; i <= after; i++) *p++ = i < n ? digits[i] : '0';
    *p++ = upper ? 'E' : 'e';
    *p++ = exponent < 0 ? '-' : '+';
    if (exponent < 0) exponent = -exponent;
    if (exponent >= 100) *p++ = (char)('0' + exponent / 100);
    *p++ = (char)('0' + exponent / 10 % 10);
    *p++ = (char)('0' + exponent % 10);
    return p;
}

char *double_text(struct thread *t, double d, char code, int64_t precision, unsigned flags, char small[64],
                  int64_t *n) {
    char digits[DOUBLE_DIGITS], *out = small, *p;
    bool alt = flags & TEXT_ALT, upper = flags & TEXT_UPPER;
    if (d != d || __builtin_isinf(d)) {
        p = out;
        if (d == d && __builtin_signbit(d))
            *p++ = '-';
        else if (flags & TEXT_SIGN)
            *p++ = '+';
        memcpy(p, d != d ? (upper ? "NAN" : "nan") : upper ? "INF" : "inf", 3);
        *n = p + 3 - out;
        return out;
    }
    int point = 0, have;
    if (code == 'g' && precision == 0) precision = 1;
    if (code == 'r')
        have = double_shortest(d, digits, &point);
    else if (code == 'e')
        have = double_fixed(d, false, precision + 1, digits, &point);
    else
        have = double_fixed(d, code == 'f', precision, digits, &point);
    if (have == 0) point = 1; /* zero is "0" */
    bool scientific = code == 'e' ||
                      (code == 'g' && (point > precision - ((flags & TEXT_DOT0) != 0) || point <= -4)) ||
                      (code == 'r' && (point > 16 || point <= -4));
    int64_t after;
    if (code == 'e')
        after = precision;
    else if (code == 'f')
        after = precision;
    else if (scientific)
        after = alt && code == 'g' ? precision - 1 : have > 1 ? have - 1 : 0;
    else
        after = alt && code == 'g' ? precision - point : have > point ? have - point : 0;
    if (after == 0 && !scientific && (flags & TEXT_DOT0)) after = 1;
    int64_t room = after + (point > 0 ? point : 0) + 16;
    if (room > 64 && !(out = gc_storage(t, (size_t)room, false))) return NULL;
    p = out;
    if (__builtin_signbit(d))
        *p++ = '-';
    else if (flags & TEXT_SIGN)
        *p++ = '+';
    if (scientific)
        p = put_scientific(p, digits, have, have ? point - 1 : 0, after, alt, upper);
    else
        p = put_plain(p, digits, have, point, after, alt);
    *n = p - out;
    return out;
}
