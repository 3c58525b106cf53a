/* Passes over the IR, in the order they run. Each pass keeps ir_verify true.
 * `expand` turns Python-level operations into fast paths with cold runtime calls; what comes out is machine
 * level plus RT calls. */
#ifndef PY2_OPT_H
#define PY2_OPT_H
#include "rules/ir/ir.h"

/* The whole pipeline for one module, in place. `level` 0: only what gen needs (expand without fast paths), 1:
 * everything. */
void opt_module(struct ir_module *m, int level, struct arena *scratch);

#endif
