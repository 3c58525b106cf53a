/* Numbers: ints of any size, floats, conversions between them and C, binary operators. */
#ifndef PY2_TYPES_NUMBER_H
#define PY2_TYPES_NUMBER_H

#include "runtime/types/types.h"

val int_from_i64(struct thread *t, int64_t n);
val int_from_u64(struct thread *t, uint64_t n);
val int_from_double(struct thread *t, double d);      /* truncates; raises for inf and NaN */
bool int_to_i64(val v, int64_t *out);                 /* exact int (or bool) that fits; no raising */
int64_t int_sign(val v);
double int_to_double(struct thread *t, val v, bool *overflow);
val int_to_str(struct thread *t, val v, int base, bool prefix);
val float_new(struct thread *t, double d);            /* never fails but for memory */
double float_shown(double d); /* without what tells NaNs apart: wherever a program sees the bits */
double float_get(val v);                              /* any float value */
/* Anything with __index__: to int64; raises TypeError "'X' object cannot be interpreted as an integer", OverflowError. */
bool index_i64(struct thread *t, val v, int64_t *out);
val obj_index(struct thread *t, val v);               /* exact int */
/* as a slice/sequence index: clamps instead of overflowing when `clamp` */
bool index_clamped(struct thread *t, val v, int64_t *out);
int number_by_slots(struct thread *t, val v, double *out); /* __float__, else __index__: 1; 0 when it has neither; -1 */
bool number_as_double(struct thread *t, val v, double *out); /* float(), __float__, __index__; "must be real number, not X" */
val binary_op(struct thread *t, val a, val b, enum binary op, bool inplace);
val number_power(struct thread *t, val a, val b, val mod_or_none); /* pow(a, b, mod) */
uint64_t hash_double(double d, val self);
int64_t hash_bytes(const void *p, size_t n);          /* SipHash-1-3, process seed, CPython's result */
size_t double_repr(double d, char out[32]);           /* shortest, as repr() */
bool double_parse(const char *p, size_t n, double *out); /* correctly rounded; underscores allowed by caller */

#endif
