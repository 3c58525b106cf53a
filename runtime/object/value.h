/* One Python value is one 64-bit word.
 *
 * Invariants (low two bits):
 *   00  pointer to a `struct obj`, 8-byte aligned or more; the word 0 is never a value: "raised", "unbound", "absent"
 *   01  small int: the value shifted left by 2, plus 1; range [-2^61, 2^61)
 *   1x  float, self-tagged: its bits plus 2^61 (the two high exponent bits become 10 or 11), rotated left by 3.
 *       Covers biased exponents 0x200..0x5ff, that is magnitudes 2^-511 .. 2^513; all other floats (zeros,
 *       infinities, NaNs, extremes) are boxed in a `struct floatbox`.
 * A small int is never boxed, a float with a tagged form is never boxed, so identity by word is identity by value
 * for those. Float self-tagging: Melançon, Serrano, Feeley 2024.
 */
#ifndef PY2_VALUE_H
#define PY2_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t val;

#define INT_TAG      1
#define INT_SHIFT    2
#define FLOAT_TAG    2
#define TAG_MASK     3
#define FLOAT_BIAS   (UINT64_C(1) << 61)
#define FLOAT_ROTATE 3
#define SMALL_MAX    ((INT64_C(1) << 61) - 1)
#define SMALL_MIN    (-(INT64_C(1) << 61))

static inline bool val_is_small(val v) { return (v & TAG_MASK) == INT_TAG; }
static inline bool val_is_flt(val v) { return (v & FLOAT_TAG) != 0; } /* tagged float only */
static inline bool val_is_ptr(val v) { return (v & TAG_MASK) == 0; }
static inline bool small_fits(int64_t n) { return n >= SMALL_MIN && n <= SMALL_MAX; }
static inline val val_small(int64_t n) { return ((uint64_t)n << INT_SHIFT) | INT_TAG; }
static inline int64_t val_small_get(val v) { return (int64_t)v >> INT_SHIFT; }

static inline bool flt_pack(double d, val *out) {
    uint64_t b;
    __builtin_memcpy(&b, &d, 8);
    b += FLOAT_BIAS;
    *out = b << FLOAT_ROTATE | b >> (64 - FLOAT_ROTATE);
    return (*out & FLOAT_TAG) != 0;
}
static inline double flt_unpack(val v) {
    uint64_t b = (v >> FLOAT_ROTATE | v << (64 - FLOAT_ROTATE)) - FLOAT_BIAS;
    double d;
    __builtin_memcpy(&d, &b, 8);
    return d;
}

#endif
