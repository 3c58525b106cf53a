/* Arithmetic on int values for the rest of the runtime.
 *
 * Invariants:
 *  - Arguments may be any int value (small, big, bool, instance of a subclass); results are exact ints in
 * canonical form (small when they fit).
 *  - The magnitude of an instance of a subclass starts one word later than that of an exact int: the first
 * word after `len` is the word `type->attrs` names.
 *  - Functions returning val raise MemoryError, and what their comment says. */
#ifndef PY2_INT_H
#define PY2_INT_H

#include "runtime/types/int_mag.h"

#define INT_NEGATIVE 1u
#define INT_SLACK_SHIFT                                                                                      \
    8 /* head.aux >> 8: digits allocated but not used, so that object sizes stay known                       \
       */

/* An int opened up: sign and trimmed magnitude. Must not be copied (d may point to `tmp`). */
struct iview {
    bool neg;
    int64_t n;
    const uint64_t *d;
    uint64_t tmp;
};
static inline void int_view_i64(int64_t v, struct iview *w) {
    w->neg = v < 0;
    w->tmp = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
    w->n = v != 0;
    w->d = &w->tmp;
}
static inline void int_view(val v, struct iview *w) {
    if (val_is_small(v)) {
        int_view_i64(val_small_get(v), w);
    } else if (v == TRUE || v == FALSE) {
        int_view_i64(v == TRUE, w);
    } else {
        struct bigint *b = AS(bigint, v);
        w->neg = b->head.aux & INT_NEGATIVE;
        w->n = b->len;
        w->d = b->head.shape == &int_shape ? b->digit : b->digit + 1;
    }
}

struct bigint *int_alloc(struct thread *t, int64_t digits); /* exact int to be filled; NULL raised */
val int_finish(struct thread *t, struct bigint *b, int64_t n,
               bool neg); /* canonical value of the first n digits */
val int_from_mag(struct thread *t, const uint64_t *d, int64_t n, bool neg);
val int_exact(struct thread *t, val v); /* the exact int of the same value */

val int_add(struct thread *t, val a, val b);
val int_sub(struct thread *t, val a, val b);
val int_mul(struct thread *t, val a, val b);
bool int_divmod(struct thread *t, val a, val b, val *q,
                val *r); /* floor; either may be NULL; ZeroDivisionError */
val int_floordiv(struct thread *t, val a, val b);
val int_mod(struct thread *t, val a, val b);
val int_truediv(struct thread *t, val a, val b); /* OverflowError, ZeroDivisionError */
val int_pow(struct thread *t, val a, val b);     /* float for a negative exponent; ZeroDivisionError */
val int_pow_mod(struct thread *t, val a, val b, val m);
val int_shift(struct thread *t, val a, val n, bool left); /* ValueError, OverflowError */
val int_shift_by(struct thread *t, val a, int64_t n);     /* left for n > 0; no errors of its own */
val int_bitwise(struct thread *t, val a, val b, char op); /* '&', '|', '^' */
val int_neg(struct thread *t, val a);
val int_abs(struct thread *t, val a);
val int_invert(struct thread *t, val a);
int int_cmp(val a, val b);
int int_cmp_double(val a, double d); /* d not NaN */
int64_t int_hash(val a);
int64_t int_bit_length(val a);
val int_gcd(struct thread *t, val a, val b);
val int_isqrt(struct thread *t, val a); /* a >= 0 */
val int_round_to(struct thread *t, val a, val ndigits);
/* m * 2^e correctly rounded: the magnitude `d`, `sticky` says that nonzero bits lie below it. Infinity on
 * overflow. */
double mag_to_double(const uint64_t *d, int64_t n, int64_t e, bool sticky);
/* int(text, base): ValueError as CPython. `original` is what messages show. */
val int_parse(struct thread *t, val original, const char *p, int64_t n, int base);
static inline int64_t thread_poll(struct thread *t) {
    return unlikely(t->limit == UINTPTR_MAX) ? rt_poll(t) : 0;
}
/* Decimal digits of any int64 into the end of `room`; where they start. */
static inline char *int_decimal(int64_t n, char room[24]) {
    uint64_t m = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    char *p = room + 24;
    do *--p = (char)('0' + m % 10);
    while (m /= 10);
    if (n < 0) *--p = '-';
    return p;
}
int64_t int_digit_limit(int64_t set); /* sys.set_int_max_str_digits: sets when >= 0; the limit, 0 = none */
val int_too_long(struct thread *t, int64_t digits_or_0);

#endif
