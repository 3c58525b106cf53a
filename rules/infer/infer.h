/* What is known about the Python type of every value of a function.
 *
 * A fact is a set of types (enum ir_fact) the value surely belongs to; 0 means nothing is known. Facts are
 * right on every path that reaches the value's definition; branches that test a value give it a second name
 * (a COPY) where the test's answer holds. Facts come from the code alone: annotations are never trusted. */
#ifndef PY2_INFER_H
#define PY2_INFER_H
#include "rules/ir/ir.h"

#define FACT_ALL     16383u /* every bit of enum ir_fact */
#define FACT_POINTER (FACT_ALL & ~(FACT_SMALL | FACT_FLT))

/* Blocks with the same non-null `user` form a loop whose marked operations are speculated on (spec.c): what
 * leaves it along an edge is unknown, because it may come from the loop's copy as well; other uses behind it
 * go through a COPY with `aux` 1, which means unknown.
 *
 * Sets `fact` of every value of type V. `sym->user` of a symbol defined in the module is its struct ir_data,
 * or NULL. Splits values at tests when `refine`; the function then has COPY instructions that later passes
 * may undo once the facts are used. */
void infer_func(struct ir_func *f, struct arena *scratch, bool refine);

/* infer_result.c: what an operation gives, from the facts of its arguments; FACT_NULL only where failure is a
 * result. */
uint32_t infer_result(const struct ir_ins *i);
uint32_t infer_static(const struct ir_sym *s); /* a static object */

/* Whether an operation marked IR_INLINE may be taken to give a number: its operands can be numbers and
 * something speaks for it. Whoever marks operations sees to it that execution leaves for unmarked code when
 * it turns out otherwise; infer_result relies on it. */
bool infer_speculates(const struct ir_ins *i);

/* infer_refine.c */
void infer_refine(struct ir_func *f, struct arena *scratch);

#endif
