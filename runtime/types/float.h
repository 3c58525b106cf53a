/* Float arithmetic for the rest of the runtime. Invariant: float values are any mix of tagged words, boxes
 * and instances of subclasses; float_get reads all, float_new makes the exact canonical form. */
#ifndef PY2_FLOAT_H
#define PY2_FLOAT_H

#include "runtime/rt.h"

val float_pow(struct thread *t, double a, double b); /* Python's **: complex for a negative base */
void float_divmod(double x, double y, double *quotient, double *rest); /* y != 0 */
val float_round(struct thread *t, double d, int64_t digits);
val float_to_hex(struct thread *t, val self);
val float_from_hex(struct thread *t, val cls, val text);
val float_ratio(struct thread *t, double d);
val complex_new(struct thread *t, double re, double im);
val complex_pow(struct thread *t, double ar, double ai, double br, double bi);
val raise_range(struct thread *t); /* OverflowError(34, 'Numerical result out of range') */
struct complex {
    struct obj head;
    double re, im;
};
/* Operand of float or complex arithmetic: 1 taken, 0 not a number, -1 raised (an int too large). */
int float_operand(struct thread *t, val v, double *out);
val float_from_text(struct thread *t, val original); /* str, bytes or buffer */

#endif
