/* Doubles and decimal text.
 *
 * Invariant: everything here is exact: reading rounds to nearest even, writing with a given number of digits
 * rounds the exact binary value to nearest even, and the shortest form reads back as the same double. No
 * memory is allocated except by double_text. */
#ifndef PY2_FLOAT_TEXT_H
#define PY2_FLOAT_TEXT_H

#include "runtime/types/int_mag.h"

/* 10^k for -342 <= k <= 324 as the 128-bit number floor(10^k * 2^s) with the top bit set. */
void pow10_128(int k, uint64_t *high, uint64_t *low);

/* Digits of |d| (finite), no trailing zeros, none for zero; the value is 0.DIGITS * 10^*point.
 * shortest: the fewest digits that read back. fixed: rounded to `n` significant digits, or `n` digits after
 * the decimal point when `after_point` (n may be negative then). */
#define DOUBLE_DIGITS 1150
int double_shortest(double d, char digits[24], int *point);
int double_fixed(double d, bool after_point, int64_t n, char digits[DOUBLE_DIGITS], int *point);

enum {
    TEXT_SIGN = 1, /* always a sign */
    TEXT_DOT0 = 2, /* add ".0" when it looks like an integer */
    TEXT_ALT = 4,  /* '#': keep the point and trailing zeros */
    TEXT_UPPER = 8,
};
/* As CPython's PyOS_double_to_string: code 'e', 'f', 'g' or 'r' (shortest). The text (not NUL-terminated) is
 * in `small` or in fresh storage; NULL raised. */
char *double_text(struct thread *t, double d, char code, int64_t precision, unsigned flags, char small[64],
                  int64_t *n);

#endif
