/* The state of register allocation, shared by its files; regalloc.c says how it works.
 *
 * Invariants:
 *  - at[reg] == v exactly when reg[v] == reg exactly when reg is in `used`.
 *  - A live vreg that is in no register is REMAT, SPILLED or has `mem`.
 *  - uses[v] lists the positions of v's coming uses in this block, nearest first, then one behind the block's
 * end when v lives on; NULL: v is dead. */
#ifndef PY2_GEN_REGALLOC_H
#define PY2_GEN_REGALLOC_H

#include "rules/gen/mir.h"

struct use {
    struct use *next;
    int32_t pos;
};

struct ra {
    struct mfunc *f;
    const struct isa *isa;
    struct mblock *b;
    struct vreg *vregs;
    struct use **uses; /* next uses in this block and behind it */
    struct use *spare;
    uint32_t at[64];  /* vreg in each register */
    uint8_t *reg;     /* register of each vreg */
    bool *mem;        /* its slot has been written on the way here */
    uint32_t *agreed; /* predecessors that agree, zero between uses */
    regset used;
    struct mins **out;
    int32_t pos;
    struct mins **ins;
    uint32_t ins_cap;
    struct mover mover;
    VEC(struct move) moves;
    VEC(uint32_t) touched;
};

static inline regset class_of(const struct ra *r, uint32_t v) {
    return r->isa->allocatable & (r->vregs[v].flags & VREG_FLOAT ? REGS_FLOAT : REGS_INT);
}
static inline bool alive(const struct ra *r, uint32_t v) {
    return r->uses[v] != NULL;
}
static inline uint8_t lowest(regset s) {
    return (uint8_t)__builtin_ctzll(s);
}

/* ---- registers.c: what is where, choosing, next uses ---- */

void ra_hold(struct ra *r, uint8_t reg, uint32_t v);
void ra_drop(struct ra *r, uint32_t v);
struct mins *ra_append(struct ra *r, enum form op);
void ra_append_move(struct ra *r, uint32_t v, uint8_t from, uint8_t to);
struct mins *ra_append_spill(struct ra *r, uint32_t v, uint8_t from);
/* Frees a register; its value's slot holds it from now on. */
void ra_evict(struct ra *r, uint8_t reg);
/* Brings a copy of v into `to` without noting it. */
void ra_load_copy(struct ra *r, uint32_t v, uint8_t to);
/* The best of some free registers for v. */
uint8_t ra_pick_free(const struct ra *r, uint32_t v, regset free);
/* A register for v among `allowed`, none of `busy`; somebody leaves when all are taken. */
uint8_t ra_choose(struct ra *r, uint32_t v, regset allowed, regset busy);
/* Moves whoever is in `reg` elsewhere: to a free register outside `avoid`, else to memory. */
void ra_vacate(struct ra *r, uint8_t reg, regset avoid);
void ra_pop_use(struct ra *r, uint32_t v); /* uses up to the current position are over */
void ra_clear_uses(struct ra *r, uint32_t v);
/* Fills uses for the current block and `ins` with its instructions; gives their number. */
uint32_t ra_build_uses(struct ra *r);
/* Where each argument of a call goes: REG_NONE for the stack, then *stack is its index there. */
struct arg_walk {
    uint32_t ints, floats, stack;
};
uint8_t ra_arg_reg(const struct ra *r, struct arg_walk *w, uint32_t v);
/* Loads reg and mem with what a block ended with, and takes them back. */
void ra_load_end(struct ra *r, const struct mblock *p);
void ra_unload_end(struct ra *r, const struct mblock *p);

/* ---- start.c ---- */

/* Decides what the current block starts with. */
void ra_start_block(struct ra *r);

/* ---- operands.c ---- */

void ra_plain(struct ra *r, struct mins *m);
void ra_call(struct ra *r, struct mins *m);
void ra_ret(struct ra *r, struct mins *m);
void ra_add_move(struct ra *r, uint32_t v, uint8_t to);

#endif
