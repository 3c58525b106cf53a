/* The one intermediate representation between `lower` and `gen`: SSA, block parameters instead of phi nodes.
 *
 * Invariants (checked by ir_verify):
 *  - A function is a list of blocks, the first is the entry and has no predecessors; its parameters are the function's.
 *  - A block is a list of instructions of which exactly the last is a terminator. Every edge passes one argument per
 *    parameter of its target, of the same type.
 *  - A definition dominates its uses.
 *  - An instruction that may raise and lacks IR_CAUGHT leaves the function on a raise: the back end adds the
 *    traceback entry for `site` and returns the function's failure result (0, or -1 for I). With IR_CAUGHT the result
 *    tells (V: 0; I: -1; Q entries always behave as caught) and the producer branches on it.
 *  - Symbols are interned per module: equal names are one `struct ir_sym`.
 *  - Everything belongs to the module's arena; ids are dense and given in creation order, so nothing depends on addresses.
 */
#ifndef PY2_IR_H
#define PY2_IR_H

#include "engine/base/base.h"

enum ir_type { IR_N, IR_V, IR_I, IR_F, IR_P };

enum ir_op {
#define OP(id, text, result, nargs, flags) IR_##id,
#include "rules/ir/ops.def"
    IR_OP_COUNT
};

/* Entries of runtime/abi/abi.def as IR_RT numbers: IR_rt_add, … */
enum ir_rt {
#define RT(name, result, args, effects) IR_##name,
#include "runtime/abi/abi.def"
    IR_RT_COUNT
};

enum ir_op_flags {
    IR_PURE = 1, IR_LOAD = 2, IR_STORE = 4, IR_RAISE = 8, IR_CALL = 16, IR_TERM = 32, IR_COMM = 64, IR_FIXED = 128,
};
enum ir_rt_effects { IR_RT_RAISE = 1, IR_RT_COLLECT = 2, IR_RT_PURE = 4, IR_RT_NONE = 0, IR_RT_NOTHREAD = 8 };
enum ir_conv { IR_CONV_V, IR_CONV_Q, IR_CONV_I, IR_CONV_L, IR_CONV_F, IR_CONV_P, IR_CONV_N };

struct ir_op_info {
    const char *text;
    char result; /* 'V' 'I' 'F' 'P' 'N' 'W' */
    int8_t nargs;
    uint8_t flags;
};
struct ir_rt_info {
    const char *name;
    enum ir_conv result;
    const char *args;
    uint8_t effects;
};
extern const struct ir_op_info ir_ops[IR_OP_COUNT];
extern const struct ir_rt_info ir_rts[IR_RT_COUNT];
/* Byte offsets of FIELD() in abi.def. */
enum abi_field {
#define FIELD(id, type, field, offset) ABI_##id = (offset),
#include "runtime/abi/abi.def"
};

struct ir_sym {
    struct str name;
    uint32_t id;
    void *user; /* scratch of the pass that owns the module */
};

enum ir_ins_flags {
    IR_CAUGHT = 1,
    IR_COLD = 2,   /* rarely executed: a call here preserves caller-saved registers */
    IR_INLINE = 4, /* arithmetic that opt/spec has infer take for numbers; gone after expand */
};

/* Facts about a value's Python type, a set; 0 = nothing known (any). Set by `infer`, read by `opt`. */
enum ir_fact {
    FACT_SMALL = 1,   /* small int */
    FACT_BIG = 2,     /* int outside the small range, exact */
    FACT_INT = 3,
    FACT_BOOL = 4,
    FACT_FLT = 8,     /* tagged float */
    FACT_FBOX = 16,   /* boxed float */
    FACT_FLOAT = 24,
    FACT_NONE = 32,
    FACT_STR = 64, FACT_LIST = 128, FACT_TUPLE = 256, FACT_DICT = 512, FACT_SET = 1024, FACT_FUNC = 2048, /* exact types */
    FACT_NULL = 4096, /* the word 0 */
    FACT_OTHER = 8192,
    FACT_ANY = 0,
};

struct ir_block;
struct ir_ins;

struct ir_edge {
    struct ir_block *to;
    struct ir_ins **args;
    uint32_t nargs;
};

struct ir_ins {
    struct ir_ins *prev, *next; /* in the block; NULL at the ends */
    struct ir_block *block;
    uint8_t op, type, flags, pad;
    uint32_t id;
    uint32_t nargs, nedges;
    struct ir_ins **args;
    struct ir_edge *edges;
    int64_t imm;
    struct ir_sym *sym, *sym2;
    int32_t aux;
    uint32_t site; /* index into the function's sites + 1; 0 = none */
    uint32_t fact; /* enum ir_fact */
    uint32_t uses; /* valid after ir_count_uses */
    struct ir_ins *subst; /* scratch: replacement during a pass */
};

struct ir_block {
    struct ir_func *func;
    struct ir_block *next; /* layout order */
    struct ir_ins *first, *last;
    struct ir_ins **params;
    uint32_t nparams, id;
    bool cold, sealed;
    /* valid after ir_cfg */
    struct ir_block **preds;
    uint32_t npreds, order; /* reverse postorder number */
    struct ir_block *idom;
    uint32_t loop_depth;
    void *user;
};

struct ir_site {
    uint32_t line, end_line, col, end_col; /* line 0: none; columns count UTF-8 bytes from 0 */
};

enum ir_func_flags { IR_FUNC_GLOBAL = 1, IR_FUNC_CHAIN = 2 /* reads the chain register */ };

struct ir_func {
    struct ir_module *module;
    struct ir_func *next;
    struct ir_sym *sym;
    struct ir_sym *code; /* its struct code, for tracebacks; NULL: frames are not recorded (thunks) */
    uint32_t flags;
    uint8_t result; /* enum ir_type */
    struct ir_block *blocks, **last_block;
    uint32_t nblocks, nins;
    VEC(struct ir_site) sites;
    VEC(uint32_t) stack; /* bytes of each stack slot, 8-aligned */
};

enum ir_data_flags { IR_DATA_WRITE = 1, IR_DATA_GLOBAL = 2, IR_DATA_WEAK = 4 };

struct ir_reloc {
    uint32_t offset; /* of an 8-byte word */
    struct ir_sym *sym;
    int64_t addend;
};
struct ir_data {
    struct ir_data *next;
    struct ir_sym *sym;
    struct str section; /* "rodata", "data", or a group section such as "pyroot.x"; see rules/link */
    uint32_t align, flags;
    struct str bytes;
    VEC(struct ir_reloc) relocs; /* sorted by offset */
};

struct ir_module {
    struct arena *arena;
    struct str name; /* dotted Python name */
    struct map syms; /* name -> struct ir_sym */
    struct ir_func *funcs, **last_func;
    struct ir_data *data, **last_data;
    uint32_t nsyms;
    VEC(struct str) names;       /* identifiers and identifier-like strings that can name an attribute */
    VEC(struct str) imports;
    bool all_names;              /* may name any attribute at run time */
};

/* ---- build.c ---- */
struct ir_module *ir_module_new(struct arena *a, struct str name);
struct ir_sym *ir_sym(struct ir_module *m, struct str name);
struct ir_func *ir_func_new(struct ir_module *m, struct ir_sym *sym, enum ir_type result);
struct ir_block *ir_block_new(struct ir_func *f); /* appended to the layout */
struct ir_block *ir_block_after(struct ir_block *at); /* placed after `at` in the layout */
struct ir_ins *ir_block_param(struct ir_block *b, enum ir_type type);
/* Appends to `b`. `n` arguments follow as struct ir_ins *. Field values that do not matter stay zero; set them after. */
struct ir_ins *ir_emit(struct ir_block *b, enum ir_op op, enum ir_type type, uint32_t n, ...);
struct ir_ins *ir_emit_v(struct ir_block *b, enum ir_op op, enum ir_type type, uint32_t n, struct ir_ins *const *args);
struct ir_ins *ir_insert_before(struct ir_ins *at, enum ir_op op, enum ir_type type, uint32_t n, struct ir_ins *const *args);
void ir_remove(struct ir_ins *i);
/* Splits after `i`: the rest of the block (terminator included) moves to a new block, which is returned; the old block has no terminator. */
struct ir_block *ir_split_after(struct ir_ins *i);
struct ir_ins *ir_const(struct ir_block *b, enum ir_type type, int64_t imm);
struct ir_ins *ir_addr(struct ir_block *b, enum ir_type type, struct ir_sym *sym, int64_t offset);
enum ir_type ir_conv_type(enum ir_conv c);
struct ir_ins *ir_rt(struct ir_block *b, enum ir_rt entry, uint32_t site, uint32_t n, ...); /* type from abi.def */
struct ir_ins *ir_rt_v(struct ir_block *b, enum ir_rt entry, uint32_t site, uint32_t n, struct ir_ins *const *args);
void ir_jmp(struct ir_block *b, struct ir_block *to, uint32_t n, struct ir_ins *const *args);
void ir_br(struct ir_block *b, struct ir_ins *cond, struct ir_block *yes, struct ir_block *no); /* no edge arguments */
struct ir_ins *ir_brovf(struct ir_block *b, struct ir_ins *checked, struct ir_block *overflow, struct ir_block *fine);
struct ir_ins *ir_switch(struct ir_block *b, struct ir_ins *value, uint32_t nedges); /* the caller sets the edges */
/* Edge argument arrays grow in place: make them only through these. */
void ir_edge_set(struct ir_module *m, struct ir_edge *e, struct ir_block *to, uint32_t n, struct ir_ins *const *args);
void ir_edge_add(struct ir_module *m, struct ir_edge *e, struct ir_ins *arg);
struct ir_data *ir_data_new(struct ir_module *m, struct ir_sym *sym, const char *section, uint32_t align, uint32_t flags);

/* ---- cfg.c ---- */
void ir_cfg(struct ir_func *f, struct arena *scratch); /* predecessors, order, dominators, loop depth; drops unreachable blocks */
void ir_preds(struct ir_func *f, struct arena *scratch); /* the cheaper half: predecessors and order; drops unreachable blocks */
void ir_count_uses(struct ir_func *f);
void ir_apply_subst(struct ir_func *f); /* replaces every use of x by x->subst (followed to the end) */

/* ---- print.c, parse.c: text that reads back identically ---- */
void ir_print_module(struct buf *out, const struct ir_module *m);
void ir_print_func(struct buf *out, const struct ir_func *f);
struct ir_module *ir_parse(struct arena *a, struct diags *d, struct str file, struct str text);

/* ---- binary.c: the form kept in the cache; hostile-safe ---- */
void ir_write(struct buf *out, const struct ir_module *m);
struct ir_module *ir_read(struct arena *a, struct str bytes); /* NULL when damaged */

/* ---- verify.c ---- */
bool ir_verify(const struct ir_func *f, struct buf *why); /* false: `why` says what is wrong and where */

#endif
