/* Magnitudes: unsigned numbers as arrays of 64-bit digits, least significant first.
 *
 * Invariants:
 *  - A length counts digits; unless said otherwise leading zero digits are allowed in arguments and results.
 *  - Functions with a `struct thread *` need scratch memory and raise MemoryError (result false); the others
 * cannot fail.
 *  - No division instruction wider than 64 bits and no compiler support routine is used: the same code runs
 * everywhere. */
#ifndef PY2_INT_MAG_H
#define PY2_INT_MAG_H

#include "runtime/rt.h"

typedef unsigned __int128 u128;

static inline int64_t mag_trim(const uint64_t *a, int64_t n) {
    while (n > 0 && a[n - 1] == 0) n--;
    return n;
}
int mag_cmp(const uint64_t *a, int64_t an, const uint64_t *b, int64_t bn); /* both trimmed */
uint64_t mag_add(uint64_t *r, const uint64_t *a, int64_t an, const uint64_t *b,
                 int64_t bn); /* an >= bn; carry out */
uint64_t mag_sub(uint64_t *r, const uint64_t *a, int64_t an, const uint64_t *b,
                 int64_t bn); /* an >= bn; borrow out */
uint64_t mag_mul1(uint64_t *r, const uint64_t *a, int64_t n, uint64_t b,
                  uint64_t carry); /* r = a * b + carry; carry out */
uint64_t mag_addmul1(uint64_t *r, const uint64_t *a, int64_t n, uint64_t b); /* r += a * b */
uint64_t mag_shl(uint64_t *r, const uint64_t *a, int64_t n,
                 unsigned bits); /* 0 <= bits < 64; digit shifted out; r >= a ok */
void mag_shr(uint64_t *r, const uint64_t *a, int64_t n, unsigned bits);   /* r <= a ok */
uint64_t mag_div1(uint64_t *q, const uint64_t *a, int64_t n, uint64_t d); /* remainder; q may be a */
int64_t mag_bits(const uint64_t *a, int64_t n);                           /* bit length; trimmed */

/* r[an + bn] = a * b; r overlaps neither. */
bool mag_mul(struct thread *t, uint64_t *r, const uint64_t *a, int64_t an, const uint64_t *b, int64_t bn);
bool mag_mul_ntt(struct thread *t, uint64_t *r, const uint64_t *a, int64_t an, const uint64_t *b, int64_t bn);

/* q[an - bn + 1] and r[bn] of a / b; b trimmed, bn >= 1, an >= bn. q, r overlap neither a nor b. q may be
 * NULL. */
bool mag_divrem(struct thread *t, uint64_t *q, uint64_t *r, const uint64_t *a, int64_t an, const uint64_t *b,
                int64_t bn);
/* Scratch, not zeroed. The collector frees it, but big numbers make so much of it that whoever is done gives
 * it back, the last first. */
uint64_t *mag_temp(struct thread *t, int64_t digits);
void mag_temp_free(struct thread *t, uint64_t *p);

/* Decimal text: int_text.c. */
int64_t mag_from_decimal(struct thread *t, const char *p, int64_t n,
                         uint64_t *out); /* digits used, -1 raised; out has n/19+1 */
/* Writes exactly the decimal digits without leading zeros; returns how many, -1 raised. out has
 * mag_decimal_room(n) bytes. */
int64_t mag_to_decimal(struct thread *t, const uint64_t *a, int64_t n, char *out);
static inline int64_t mag_decimal_room(int64_t n) {
    return n * 20 + 20;
}

#endif
