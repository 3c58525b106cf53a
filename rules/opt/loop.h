/* Copies of loops, and what a second definition of a value asks for.
 *
 * A loop and its copy have the same blocks and instructions under other names. After the copy has been given
 * ways in, each value of the loop has two definitions; opt_repair gives every use the one that reaches it,
 * through block parameters where both do. */
#ifndef PY2_OPT_LOOP_H
#define PY2_OPT_LOOP_H
#include "rules/opt/internal.h"

struct landing {
    struct ir_block *of, *copy;
};

struct loop {
    struct ir_func *f;
    struct arena *scratch;
    struct ir_block *head;
    struct ir_block **body; /* the head first */
    uint32_t nbody, nins;
    uint32_t *in_loop;            /* block id -> 1 + index in body, for the blocks there were */
    uint32_t nblocks, nvalues;    /* ids there were */
    struct ir_block **copy;       /* by index in body */
    struct ir_ins **value;        /* value id -> its copy */
    struct ir_ins **original;     /* value id -> the value, where it has a copy */
    VEC(struct landing) landings; /* blocks behind the loop that were copied along */
};

/* Besides its own size a loop costs a step per block and value of the function (loop_work): passes stop at
 * this many. */
#define LOOP_WORK 3000000u

/* Finds the natural loop of `head`; needs ir_cfg. False when it is no proper loop or has more than `limit`
 * instructions. */
bool loop_collect(struct loop *l, struct ir_func *f, struct arena *scratch, struct ir_block *head,
                  uint32_t limit);
bool loop_is_head(const struct ir_block *b); /* an edge comes back to it; needs ir_cfg */
static inline uint32_t loop_work(const struct ir_func *f) {
    return f->nblocks + f->nins;
}
/* The same for a loop with no other loop's head in it; false when `head` is no head. */
bool loop_is_inner(struct loop *l, struct ir_func *f, struct arena *scratch, struct ir_block *head,
                   uint32_t limit);
static inline bool loop_has(const struct loop *l, const struct ir_block *b) {
    return b->id < l->nblocks && l->in_loop[b->id];
}
/* Makes the copy: cold blocks, not yet entered from anywhere. */
void loop_copy(struct loop *l);

/* Two definitions of one value: `a` holds on paths through blocks whose `user` is `loop`, `b` where it
 * dominates. */
struct twin {
    struct ir_ins *a, *b;
    const void *loop;
};
void opt_repair(struct ir_func *f, struct arena *scratch, const struct twin *twins, uint32_t n);

#endif
