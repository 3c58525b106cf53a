/* Reverse postorder and dominators of a function, computed beside it: the function is not touched, so the
 * verifier can use it on IR that may be damaged. Needs only: block ids unique and below nblocks, edges
 * leading to blocks of the function. */
#ifndef PY2_IR_ORDER_H
#define PY2_IR_ORDER_H
#include "rules/ir/ir.h"

#define ORDER_NONE UINT32_MAX

struct ir_order {
    struct ir_block **rpo; /* reachable blocks, the entry first */
    uint32_t n;
    uint32_t *number;        /* block id -> place in rpo, ORDER_NONE when unreachable */
    uint32_t *idom;          /* place in rpo -> place of the immediate dominator; the entry: itself */
    uint32_t *enter, *leave; /* place -> interval in the dominator tree */
    uint32_t *preds,
        *pred_at; /* predecessors of place p, as places, one per edge: preds[pred_at[p] .. pred_at[p + 1]) */
};

void ir_order_of(const struct ir_func *f, struct arena *scratch, struct ir_order *o);
/* a and b are places */
static inline bool ir_order_dominates(const struct ir_order *o, uint32_t a, uint32_t b) {
    return o->enter[a] <= o->enter[b] && o->leave[b] <= o->leave[a];
}

#endif
