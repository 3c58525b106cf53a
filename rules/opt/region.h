/* A region: a run of arithmetic operations that are expanded together.
 *
 * Operations that follow each other, share operands, and have nothing with an effect between them form a
 * region. What comes from outside is a leaf. The types of all leaves are tested once; then the whole run is
 * computed in machine integers or doubles without packing intermediate results. When a test or an overflow
 * check fails the run starts again from the beginning as runtime calls: that is right because nothing before
 * the failing point had an effect.
 *
 * Invariants:
 *  - nodes are in program order; an operand is an earlier node or a leaf.
 *  - Only the slow path raises, so exceptions come in program order and with their own sites. */
#ifndef PY2_OPT_REGION_H
#define PY2_OPT_REGION_H
#include "rules/opt/expand.h"

#define REGION_NODES  24
#define REGION_LEAVES 12

enum node_op {
    NODE_ADD,
    NODE_SUB,
    NODE_MUL,
    NODE_TRUEDIV,
    NODE_FLOORDIV,
    NODE_MOD,
    NODE_POW,
    NODE_LSHIFT,
    NODE_RSHIFT,
    NODE_AND,
    NODE_OR,
    NODE_XOR,
    NODE_NEG,
    NODE_POS,
    NODE_INVERT,
    NODE_LT,
    NODE_LE,
    NODE_EQ,
    NODE_NE,
    NODE_GT,
    NODE_GE,
    NODE_TRUTH,
    NODE_NONE
};

enum kind {
    KIND_BAD,
    KIND_INT,  /* tagged small int, type V */
    KIND_FLT,  /* double, type F */
    KIND_COND, /* 0 or 1, type I: a Python bool */
};

struct leaf {
    struct ir_ins *v;
    bool is_const;  /* a number known at compile time */
    bool known;     /* the facts give the kind, no test needed */
    bool boxed;     /* may be a boxed float as far as the facts say */
    enum kind kind; /* of constants and known leaves */
    int64_t n;      /* constants: the int */
    double d;       /* constants: as a double */
    /* in the version being made */
    enum kind as;
    struct ir_ins *flt; /* F, when `as` is KIND_FLT or an int was converted */
};

struct node {
    struct ir_ins *ins;
    enum node_op op;
    int16_t arg[2]; /* >= 0: node; < 0: leaf ~arg */
    uint8_t nargs;
    bool output;     /* used outside the region */
    uint32_t inside; /* uses inside the region, tests of the raise included */
    struct ex_raise raise;
    struct ir_ins *slow;
    /* in the version being made */
    enum kind kind;
    struct ir_ins *v;
    struct ir_ins *flt; /* an int node converted */
};

struct region {
    struct node node[REGION_NODES];
    struct leaf leaf[REGION_LEAVES];
    uint32_t nnodes, nleaves;
    struct ir_ins *branch; /* BR on `cond`, consumed with the region; or NULL */
    uint32_t cond;         /* node the branch tests */
    bool direct;           /* every version branches by itself: results are used in the branch's edges only */
    struct ir_edge exit;   /* to != NULL: where the last caught operation goes on */
    struct ir_block *slow, *join;
    bool leaves; /* what fails goes to the loop's copy: there is no slow path here */
    bool mixed;  /* a small int leaf may meet a float: more conversions are worth their code */
};

/* ---- number.c: one node in the version being made; KIND_BAD and nothing emitted when there is no such
 * version ---- */
enum kind number_kind(const struct region *r, const struct node *n);
void number_emit(struct ex *x, struct region *r, struct node *n);
struct ir_ins *number_unpack(struct ex *x, struct ir_ins *v); /* tagged float -> F */
struct ir_ins *number_pack(struct ex *x, struct ir_ins *d);   /* F -> V, boxing in a cold block */
struct ir_ins *number_fconst(struct ex *x, double d);
struct ir_ins *number_int_to_float(struct ex *x, struct ir_ins *tagged);
bool number_exact_int(int64_t n); /* magnitude at most 2^53 */

static inline enum kind operand_kind(const struct region *r, int16_t a) {
    return a >= 0 ? r->node[a].kind : r->leaf[~a].as;
}
static inline const struct leaf *operand_const(const struct region *r, int16_t a) {
    return a < 0 && r->leaf[~a].is_const ? &r->leaf[~a] : NULL;
}

#endif
