/* Inside `expand`: a cursor that re-emits a function's instructions, and what each family of operations
 * offers.
 *
 * Invariants:
 *  - `cur` is the block being filled; it has no terminator. Instructions of the function that need no
 * expansion are moved to it.
 *  - A fast path ends in a jump to a join block whose parameter stands for the old result (`old->subst`);
 * substitutions are applied once, after the whole function.
 *  - Blocks for rare cases are `cold`; calls in them carry IR_COLD. */
#ifndef PY2_OPT_EXPAND_H
#define PY2_OPT_EXPAND_H
#include "rules/opt/internal.h"

struct spec; /* spec.c: a loop with a general copy to leave for */

struct ex {
    struct ir_func *f;
    struct ir_module *m;
    struct arena *scratch;
    int level;
    bool once;                  /* a module's body: what is not in a loop runs once and is kept small */
    bool fast;                  /* fast paths are wanted here */
    struct ir_block *cur, *src; /* where we emit; the original block being consumed */
    struct ir_ins *next;        /* the instruction of `src` that comes next */
    uint32_t depth;             /* loop depth here */
    int32_t argv_slot;          /* stack slot for argument vectors, -1 none yet */
    bool *consumed;             /* by block id: taken into an earlier block's expansion */
    uint32_t nconsumed;
    struct spec *specs; /* blocks of such a loop, and those made for them, have it as `user` */
};

/* ---- expand.c: emitting at the cursor ---- */
struct ir_ins *ex_op(struct ex *x, enum ir_op op, enum ir_type type, struct ir_ins *a,
                     struct ir_ins *b);             /* a, b may be NULL */
struct ir_ins *ex_num(struct ex *x, int64_t n);     /* I */
struct ir_ins *ex_word(struct ex *x, int64_t bits); /* V */
struct ir_ins *ex_addr(struct ex *x, enum ir_type type, const char *symbol);
struct ir_ins *ex_load(struct ex *x, enum ir_type type, struct ir_ins *base, int64_t offset);
void ex_store(struct ex *x, struct ir_ins *value, struct ir_ins *base, int64_t offset);
struct ir_block *ex_block(struct ex *x);
struct ir_block *ex_cold(struct ex *x);
void ex_jmp(struct ex *x, struct ir_block *to,
            struct ir_ins *arg); /* arg may be NULL; the cursor is then nowhere */
/* Goes on in a new block when `cond` is nonzero (`ex_when`) or zero (`ex_unless`); else to `other`, which
 * takes no arguments. */
void ex_when(struct ex *x, struct ir_ins *cond, struct ir_block *other);
void ex_unless(struct ex *x, struct ir_ins *cond, struct ir_block *other);
void ex_object(struct ex *x, struct ir_ins *v, struct ir_block *other); /* goes on when v is a pointer */
void ex_shape(struct ex *x, struct ir_ins *v, const char *shape, struct ir_block *other); /* v is a pointer */
void ex_small(struct ex *x, struct ir_ins *v, struct ir_block *other);
void ex_barrier(struct ex *x, struct ir_ins *object, struct ir_ins *stored);
struct ir_ins *ex_argv(struct ex *x, uint32_t n, struct ir_ins *const *items); /* P */
/* A runtime call in the place of `old`, with its site and flags; IR_COLD in cold blocks. */
struct ir_ins *ex_call(struct ex *x, struct ir_ins *old, enum ir_rt entry, uint32_t n,
                       struct ir_ins *const *args);

/* How an operation leaves on a raise. */
struct ex_raise {
    bool caught; /* the pattern "result tested at once" was found and consumed */
    struct ir_edge ok, bad;
};
/* The join of an expansion. begin: makes the join; then any number of fast results and slow calls; end: the
 * cursor is the join, `old` is substituted. */
struct ex_join {
    struct ir_ins *old;
    struct ir_block *to;
    struct ex_raise raise;
};
void ex_join_begin(struct ex *x, struct ex_join *j, struct ir_ins *old);
void ex_fast(struct ex *x, struct ex_join *j, struct ir_ins *value);
/* A call that may have raised: tested when the pattern was consumed. */
void ex_slow(struct ex *x, struct ex_join *j, struct ir_ins *result);
void ex_join_end(struct ex *x, struct ex_join *j);
bool ex_take_raise(struct ex *x, struct ir_ins *i,
                   struct ex_raise *r); /* consumes the test that follows `i` */

static inline bool ex_may_be(const struct ir_ins *i, uint32_t fact) {
    return !i->fact || (i->fact & fact);
}
static inline bool ex_must_be(const struct ir_ins *i, uint32_t fact) {
    return i->fact && !(i->fact & ~fact);
}

/* ---- spec.c ---- */
void spec_mark(struct ir_func *f,
               struct arena *scratch); /* before infer: marks the operations of inner loops */
void spec_copy(struct ex *x);          /* copies the loops where marks are of use */
bool spec_leaves(const struct ex *x,
                 const struct ir_ins *i); /* i is taken to give a number; else execution leaves */
bool spec_same_loop(const struct ex *x, const struct ir_block *b); /* b is in the loop the cursor is in */
struct ir_block *
spec_exit(struct ex *x,
          struct ir_ins *i); /* a block of its own that goes to the copy of `i`, to do it there */
void spec_also(struct ex *x, struct ir_ins *i,
               struct ir_ins *value); /* `value` stands for `i` on some path of the loop */
struct ir_block **spec_blocks(struct ex *x, uint32_t *n); /* the copies' blocks */
void spec_finish(struct ex *x); /* joins the exits with the copies, repairs the values */

/* ---- one family each; true when `i` was expanded ---- */
bool ex_python(struct ex *x, struct ir_ins *i); /* expand_py.c */
bool ex_item(struct ex *x, struct ir_ins *i);   /* expand_item.c */
bool ex_arith(struct ex *x, struct ir_ins *i);  /* expand_arith.c */
bool ex_truth(struct ex *x, struct ir_ins *i);  /* expand_truth.c */

#endif
