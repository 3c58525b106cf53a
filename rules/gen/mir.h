/* Machine code before it is bytes: blocks of forms (targets/isa.h) over virtual registers.
 *
 * Invariants:
 *  - SSA with block parameters, as the IR. Edges of a block with several successors carry no arguments and
 * lead to blocks with this one predecessor: select.c splits critical edges, so moves always have a place
 * (before a JMP).
 *  - A REMAT vreg is a constant: it is never stored, and made anew wherever it is wanted in a register.
 *  - vreg 0 is "none"; VREG_THREAD is the thread register and is never allocated.
 *  - `blocks` after mir_order is the layout: hot blocks in reverse postorder, then cold ones; every block but
 * the entry stands after at least one of its predecessors. */
#ifndef PY2_GEN_MIR_H
#define PY2_GEN_MIR_H

#include "rules/gen/gen.h"
#include "rules/ir/ir.h"
#include "targets/isa.h"
#include "targets/target.h"

#define VREG_THREAD 1
#define NO_SLOT     INT32_MIN

struct mblock;

struct medge {
    struct mblock *to;
    uint32_t *args, nargs;
};

struct mloop {
    struct mblock *header;
    struct mloop *parent;
    uint32_t depth;  /* 1 = outermost */
    uint32_t nconst; /* constants born at the header */
    bool has_call;   /* a call that clobbers registers, on a hot path */
    uint32_t maxlive[2], maxcross[2];
};

/* A vreg live at a block border, with the distance in instructions to its next use. */
struct live {
    uint32_t v;
    int32_t dist;
};

/* Where a vreg is at a block border. */
struct place_of {
    uint32_t v;
    uint8_t reg; /* REG_NONE: in memory only */
    bool mem;
};

struct mblock {
    uint32_t id;    /* label */
    uint32_t order; /* position in the layout; UINT32_MAX: unreachable */
    uint32_t rpo;   /* reverse postorder, cold blocks included where they stand */
    bool cold, done;
    struct mloop *loop;
    struct mins *first, **last;
    uint32_t *params, nparams;
    struct medge *edges;
    uint32_t nedges;
    struct mblock **preds;
    uint32_t npreds;
    uint32_t len; /* instructions */
    double freq;  /* how often it is expected to run per call of the function */
    struct live *in, *out;
    uint32_t nin, nout;
    struct place_of *start, *end;
    uint32_t nstart, nend;
    struct mins *jmp; /* held back by the allocator until the moves before it are known */
    const struct ir_block *ir;
};

enum vreg_flags {
    VREG_FLOAT = 1,
    VREG_REMAT = 2,
    VREG_CROSS = 4 /* lives across a hot call */,
    VREG_SPILLED = 8,
    VREG_MEM = 16
};

struct vreg {
    uint8_t flags;
    uint8_t hint;         /* register the first or last relative got */
    uint8_t want;         /* register its next fixed use wants */
    uint8_t form;         /* REMAT: IMM, FIMM, ADDR or SLOT, with imm, sym, slot */
    uint32_t web;         /* parameter it flows into, or 0 */
    struct mblock *birth; /* REMAT: live from the entry edges of this loop header on */
    float def_freq;       /* of the block of its definition */
    int64_t imm;
    uint32_t sym, slot;
    int32_t offset; /* frame offset of its slot; NO_SLOT: none yet */
};

struct mfunc {
    struct arena *arena;
    const struct isa *isa;
    const struct ir_module *module;
    const struct ir_func *ir;
    struct mblock **all; /* by id */
    uint32_t nall, all_cap;
    struct mblock **blocks; /* layout */
    uint32_t nblocks;
    struct mblock *entry;
    VEC(struct vreg) vregs;
    VEC(struct mloop *) loops; /* inner before outer */
    uint32_t *params, nparams;
    uint32_t chain;
    uint32_t outgoing;    /* bytes of stack arguments of calls */
    uint32_t nparked;     /* slots of 8 bytes behind the IR's (park.c) */
    int32_t *slot_offset; /* of IR stack slots */
    struct assembler as;
    struct mins *spare; /* instructions not yet given out */
    uint32_t nspare;
};

static inline bool vreg_float(const struct mfunc *f, uint32_t v) {
    return f->vregs.p[v].flags & VREG_FLOAT;
}

static inline struct mcall *mir_call(const struct mins *m) {
    return m->op == M_CALL ? m->call : NULL;
}

/* ---- flow.c ---- */
struct mins *mir_ins(struct mfunc *f, enum form op);
struct mblock *mir_block(struct mfunc *f);
/* Fills `blocks`, `order`, `preds`; blocks reached only through cold ones become cold. */
void mir_order(struct mfunc *f);
/* Expected frequencies: cold edges 1 %, loop exits 10 %, loops ten rounds, the rest even. */
void mir_frequencies(struct mfunc *f);
/* Fills `loop` of every block in the layout. */
void mir_loops(struct mfunc *f);
/* Is the block inside the loop? */
static inline bool mir_inside(const struct mblock *b, const struct mloop *l) {
    const struct mloop *x = b->loop;
    while (x && x != l) x = x->parent;
    return x != NULL;
}
static inline uint32_t mir_depth(const struct mblock *b) {
    return b->loop ? b->loop->depth : 0;
}

/* ---- select.c, with value.c, compare.c, control.c (select.h) ---- */
/* The whole function as forms, critical edges split, order and loops computed. */
void mir_select(struct mfunc *f);
uint32_t mir_vreg(struct mfunc *f, bool is_float);

/* ---- park.c ---- */
/* In functions out of proportion, puts the values that live longest into the frame. */
void mir_park(struct mfunc *f);

/* ---- live.c ---- */
#define DIST_COLD 2000
#define DIST_EXIT 100000
#define DIST_MAX  100000000
/* Live sets at block borders with next-use distances, and what each loop holds at once. */
void mir_live(struct mfunc *f);

/* ---- moves.c ---- */
/* One move of a parallel set: from where the source vreg is, to a register, to the slot of a vreg, or to the
 * stack. */
struct move {
    uint32_t v;    /* source vreg */
    uint8_t from;  /* register, or REG_NONE: its slot, or made anew when REMAT */
    uint8_t to;    /* register, or REG_NONE */
    uint32_t to_v; /* `to` is REG_NONE: slot of this vreg */
};
/* Appends instructions at *at (a next pointer; advanced) that have the effect of all moves at once.
 * Destinations are distinct. Uses the scratch registers. */
struct mover {
    struct mfunc *f;
    uint32_t *reads; /* per location, zero between calls; locations: 64 registers, then vregs */
    uint32_t *writer;
    uint32_t cap;
    VEC(uint32_t) work;
};
void move_all(struct mover *m, struct mins ***at, struct move *moves, uint32_t n);

/* ---- regalloc.c ---- */
/* Registers for every operand, moves, spill code; slots are not yet frame offsets. */
void mir_allocate(struct mfunc *f);

/* ---- frame.c ---- */
/* Offsets of spill slots (shared where lives do not meet), IR stack slots, outgoing arguments. */
void mir_frame(struct mfunc *f);

/* ---- layout.c ---- */
/* Bytes of the function in f->as: blocks, raise stubs, tail; jumps shortened and bound. */
void mir_emit(struct mfunc *f, struct buf *dump);
/* Symbol numbers of f->as.relocs: below module->nsyms an ir_sym id, else a runtime entry + nsyms. */
static inline uint32_t mir_rt_sym(const struct mfunc *f, enum ir_rt rt) {
    return f->module->nsyms + (uint32_t)rt;
}
struct str mir_sym_name(const struct mfunc *f, uint32_t sym);

/* ---- frames.c ---- */
struct frame_codes {
    VEC(uint32_t) list; /* symbol numbers */
};
/* What the record of the function says of its calls; `codes`: the code objects it names besides its own. */
void mir_frame_table(const struct mfunc *f, struct buf *out, struct frame_codes *codes);

/* ---- dump.c ---- */
void mir_print_ins(struct buf *out, const struct mfunc *f, const struct mins *m);
void mir_print_code(struct buf *out, const struct mfunc *f);

#endif
