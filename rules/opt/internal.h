/* What the passes share.
 *
 * Every pass takes a function whose invariants hold and leaves them holding; scratch memory lives until the
 * function is done. Passes that need predecessors, order or dominators call ir_cfg themselves. */
#ifndef PY2_OPT_INTERNAL_H
#define PY2_OPT_INTERNAL_H
#include "rules/opt/opt.h"

/* ---- inline.c: small known functions in the place of calls; before the passes of single functions ---- */
void opt_inline(struct ir_module *m, struct arena *scratch);

/* ---- clean.c: unreachable blocks, single-edge chains, parameters with one value, jumps to jumps ---- */
void opt_clean(struct ir_func *f, struct arena *scratch);
void opt_layout(struct ir_func *f, struct arena *scratch); /* reverse postorder, cold blocks last */

/* ---- dce.c ---- */
void opt_dce(struct ir_func *f, struct arena *scratch);

/* ---- fold.c: instructions whose result is known or simpler; branches on constants ---- */
bool opt_fold(struct ir_func *f, struct arena *scratch);

/* ---- cse.c ---- */
void opt_cse(struct ir_func *f, struct arena *scratch);

/* ---- split.c: loops entered from hot and cold blocks ---- */
void opt_split(struct ir_func *f, struct arena *scratch);

/* ---- unbox.c: floats that stay doubles ---- */
void opt_unbox(struct ir_func *f, struct arena *scratch);

/* ---- hoist.c: doubles an inner loop need not compute anew ---- */
void opt_hoist(struct ir_func *f, struct arena *scratch);

/* ---- expand.c ---- */
void opt_expand(struct ir_func *f, struct arena *scratch, int level);
bool opt_runs_once(const struct ir_func *f); /* a module's body */

/* True when removing `i` is seen by nobody, provided its result is unused. */
bool opt_removable(const struct ir_ins *i);

#endif
