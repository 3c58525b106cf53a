/* IR to machine code and relocations, for one module and one target.
 *
 * Invariant: the object depends on the IR and the target only. */
#ifndef PY2_GEN_H
#define PY2_GEN_H
#include "rules/ir/ir.h"
struct object;
struct target;

/* Appends code and data of `m` (after opt_module) to a new object. Deterministic. */
struct object *gen_module(struct arena *a, const struct ir_module *m, const struct target *target);
/* Text of the final machine code, with IR comments, of the functions whose names end in `function` (empty:
 * all). */
void gen_dump(struct buf *out, const struct ir_module *m, const struct target *target, struct str function);

#endif
