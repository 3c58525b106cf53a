/* Shared by the files of instruction selection: what is known of the function being selected.
 *
 * Invariant: forms are appended to the current block `b`; a helper that needs a value in a register may
 * append its definition, so operands are asked for before the form that uses them is put. */
#ifndef PY2_GEN_SELECT_H
#define PY2_GEN_SELECT_H

#include "rules/gen/mir.h"

struct local {
    uint32_t block, v; /* constant made in this block (id + 1) */
    struct loop_const *loops;
};
struct loop_const {
    struct loop_const *next;
    struct mblock *header;
    uint32_t v;
};

struct sel {
    struct mfunc *f;
    struct mblock *b;
    struct ir_ins *ir;        /* being selected */
    struct mblock **block_of; /* by IR block id: where it begins */
    uint32_t *vreg_of;        /* by IR id */
    uint32_t *uses;
    bool *folded;
    struct local *local; /* by IR id of the first constant of each value */
    uint32_t nconstants; /* constants in the function */
    uint32_t *same;      /* by IR id of a constant: that first one */
    bool *with_value;    /* an AND compared with something else than 0 */
    bool *minus_one;     /* a XOR with 1 that only serves to see whether the low bits are 01 */
};

static inline struct ir_ins *sel_strip(struct ir_ins *v) {
    while (v->op == IR_COPY) v = v->args[0];
    return v;
}

static inline bool sel_is_const(struct ir_ins *v) {
    return v->op == IR_CONST;
}
static inline bool sel_is_remat(struct ir_ins *v) {
    return v->op == IR_CONST || v->op == IR_FCONST || v->op == IR_ADDR || v->op == IR_STACK;
}

/* ---- value.c: vregs, constants, memory operands ---- */

/* Appends a form to the current block. */
struct mins *sel_put(struct sel *s, enum form op);
uint32_t sel_vreg(struct sel *s, struct ir_ins *v);
/* The vreg of an operand. A constant gets one that is worth a register in a loop. */
uint32_t sel_use(struct sel *s, struct ir_ins *v);
/* For operands that are only moved: constants are made in place. */
uint32_t sel_use_moved(struct sel *s, struct ir_ins *v);
/* A new vreg for a constant, and its definition in the current block. */
uint32_t sel_remat(struct sel *s, struct ir_ins *v);
void sel_remat_def(struct sel *s, uint32_t v);
/* Is `v` a constant this form takes as its immediate? */
bool sel_immediate(struct sel *s, enum form f, struct ir_ins *v, int64_t *imm);
/* Gives equal constants one number, before anything is selected. */
void sel_find_constants(struct sel *s, const struct ir_func *f);

/* Computes what must be in registers before `m` is appended, then fills its address. */
struct address {
    uint32_t base, index;
    int64_t imm;
    struct mins fold; /* sym, slot, mem_frame, imm when folded */
    bool folded;
};
struct address sel_address(struct sel *s, enum form f, struct ir_ins *base, struct ir_ins *index,
                           int64_t imm);
void sel_set_address(struct mins *m, const struct address *a);

/* ---- frames.c ---- */
/* Fills in the frames of a call made for `i`. */
void sel_frames(struct sel *s, const struct ir_ins *i, struct mcall *call);

/* ---- compare.c ---- */

enum cmp_kind { CMP_CC, CMP_TST, CMP_FCC, CMP_MEM };
struct cmp {
    enum cmp_kind kind;
    uint8_t cc;
    uint32_t a, b;
    int64_t imm;
    struct address mem;
};
/* Decides which compares, tests and loads their users swallow; before anything is selected. */
void sel_fold_block(struct sel *s, const struct ir_block *b);
void sel_find_tag_tests(struct sel *s, const struct ir_func *f);
/* Any word as a condition, of a branch or of a select. */
struct cmp sel_condition(struct sel *s, struct ir_ins *v, bool branch);
/* Puts the form for the kind of compare: forms[CMP_CC], … */
struct mins *sel_put_cmp(struct sel *s, const struct cmp *c, const uint8_t forms[4]);
void sel_compare(struct sel *s, struct ir_ins *i);
void sel_select(struct sel *s, struct ir_ins *i);

/* ---- control.c: calls, edges, polls ---- */

void sel_call(struct sel *s, struct ir_ins *i);
void sel_trace(struct sel *s, struct ir_ins *i);
void sel_set_edges(struct sel *s, uint32_t n);
void sel_terminator(struct sel *s, struct ir_ins *i);
void sel_poll(struct sel *s, struct ir_ins *i);

#endif
