/* What rules/gen must know of one instruction set, and the machine instructions ("forms") it asks for.
 *
 * Invariants:
 *  - A `struct isa` is a constant value: register sets, operand rules per form, then few functions that write
 * bytes.
 *  - Registers are numbered 0..31 (integer) and 32..63 (double), so a set of both is one word.
 *  - Forms are machine-independent. What a machine cannot do with a form (two-address code, operands in fixed
 *    registers) is said by its `struct form_rule`; the register allocator honours it before `emit` sees the
 * instruction.
 *  - `scratch` and `fscratch` are never allocated: `emit` and the move resolver may use them inside one
 * instruction.
 *  - `emit` writes every instruction with the registers in rd/ru; vregs are only names for people there. */
#ifndef PY2_TARGETS_ISA_H
#define PY2_TARGETS_ISA_H

#include "engine/base/base.h"

typedef uint64_t regset;
#define REG_NONE        0xff
#define REG_FLOAT       32 /* first double register */
#define reg_bit(r)      (UINT64_C(1) << (r))
#define REGS_INT        UINT64_C(0xffffffff)
#define REGS_FLOAT      (UINT64_C(0xffffffff) << 32)
#define reg_is_float(r) ((r) >= REG_FLOAT)

/* FORM(id, text, operands)  operands: what is in d, use[0..3]; a use that is 0 stands for the immediate. */
#define FORMS(FORM)                                                                                          \
    FORM(NOP, "nop")                                                                                         \
    FORM(MOV, "mov")       /* d = use0, between any classes: bits are kept */                                \
    FORM(IMM, "imm")       /* d = imm */                                                                     \
    FORM(FIMM, "fimm")     /* d = double with bits imm */                                                    \
    FORM(ADDR, "addr")     /* d = address of sym + imm */                                                    \
    FORM(SLOT, "slot")     /* d = address of frame offset imm */                                             \
    FORM(RELOAD, "reload") /* d = frame[imm] */                                                              \
    FORM(SPILL, "spill")   /* frame[imm] = use0 */                                                           \
    FORM(STARG, "starg")   /* outgoing stack argument at byte imm = use0 */                                  \
    FORM(ADD, "add")       /* d = use0 op (use1 | imm) */                                                    \
    FORM(SUB, "sub")                                                                                         \
    FORM(MUL, "mul")                                                                                         \
    FORM(AND, "and")                                                                                         \
    FORM(OR, "or")                                                                                           \
    FORM(XOR, "xor")                                                                                         \
    FORM(SHL, "shl")                                                                                         \
    FORM(SHR, "shr")                                                                                         \
    FORM(SAR, "sar")                                                                                         \
    FORM(ROL, "rol") /* by imm */                                                                            \
    FORM(DIV, "div")                                                                                         \
    FORM(REM, "rem")                                                                                         \
    FORM(NEG, "neg")                                                                                         \
    FORM(NOT, "not")                                                                                         \
    FORM(ADDO, "addo") /* set the overflow condition for JO */                                               \
    FORM(SUBO, "subo")                                                                                       \
    FORM(MULO, "mulo")                                                                                       \
    FORM(SETCC, "set")     /* d = use0 cc (use1 | imm) */                                                    \
    FORM(SETTST, "settst") /* d = (use0 & (use1 | imm)) cc 0 */                                              \
    FORM(SETFCC, "setf")                                                                                     \
    FORM(SELECT, "sel") /* d = use0 cc (use1 | imm) ? use2 : use3 */                                         \
    FORM(FADD, "fadd")                                                                                       \
    FORM(FSUB, "fsub")                                                                                       \
    FORM(FMUL, "fmul")                                                                                       \
    FORM(FDIV, "fdiv")                                                                                       \
    FORM(FNEG, "fneg")                                                                                       \
    FORM(FABS, "fabs")                                                                                       \
    FORM(FSQRT, "fsqrt")                                                                                     \
    FORM(I2F, "i2f")                                                                                         \
    FORM(F2I, "f2i")                                                                                         \
    FORM(LD, "ld") /* d = memory[use0 + use1 * 8 + imm], [sym + imm] or [frame + imm] */                     \
    FORM(LD32U, "ld32u")                                                                                     \
    FORM(LD32S, "ld32s")                                                                                     \
    FORM(LD8U, "ld8u")                                                                                       \
    FORM(LDF, "ldf")                                                                                         \
    FORM(ST, "st") /* memory[...] = use2 | imm2 */                                                           \
    FORM(ST32, "st32")                                                                                       \
    FORM(ST8, "st8")                                                                                         \
    FORM(STF, "stf")                                                                                         \
    FORM(CALL, "call")   /* sym or use0; arguments are in place */                                           \
    FORM(JMP, "jmp")     /* edge 0 */                                                                        \
    FORM(BRCC, "br")     /* use0 cc (use1 | imm): edge 0, else edge 1 */                                     \
    FORM(BRMEM, "brmem") /* memory[use0 + imm] cc (use1 | imm2): edge 0, else edge 1 */                      \
    FORM(BRTST, "brtst") /* (use0 & (use1 | imm)) cc 0 */                                                    \
    FORM(BRFCC, "brf")                                                                                       \
    FORM(JO, "jo")         /* overflow of the form just before (cc 1: a MULO): edge 0, else edge 1 */        \
    FORM(POLL, "poll")     /* stack pointer below thread[imm]: edge 0, else edge 1 */                        \
    FORM(SWITCH, "switch") /* use0 = index: edge i, last edge when out of range; d is a temporary */         \
    FORM(RET, "ret")       /* result is in place */                                                          \
    FORM(TRAP, "trap")

enum form {
#define FORM_ID(id, text) M_##id,
    FORMS(FORM_ID)
#undef FORM_ID
        M_COUNT
};

enum cc {
    CC_EQ,
    CC_NE,
    CC_LT,
    CC_GE,
    CC_GT,
    CC_LE,
    CC_ULT,
    CC_UGE,
    CC_UGT,
    CC_ULE, /* pairs are each other's negation */
    CC_COUNT,
};
#define cc_not(c) ((enum cc)((c) ^ 1))
/* Doubles, ordered except FNE; a separate enum because negation is not among them. */
enum fcc { FCC_EQ, FCC_NE, FCC_LT, FCC_LE, FCC_GT, FCC_GE };

enum call_check {
    CHECK_NONE,
    CHECK_ZERO,
    CHECK_MINUS1
}; /* which result means "raised, leave the function" */

/* A Python frame a call stands in. */
struct call_frame {
    uint32_t code; /* symbol number */
    uint32_t site; /* 1-based; 0 = none */
};

/* What a CALL carries beyond its registers. */
struct mcall {
    uint32_t nargs;
    uint32_t *args;  /* vregs */
    uint32_t chain;  /* vreg or 0 */
    uint32_t target; /* vreg of the code pointer, 0: `sym` of the instruction */
    uint32_t site;   /* 1-based; 0 = none */
    uint8_t check;   /* enum call_check */
    uint8_t result;  /* ABI register of the result */
    bool cold, thread;
    const struct call_frame *frames; /* innermost first */
    uint32_t nframes;
};

struct mins {
    struct mins *next;
    uint8_t op, cc, rd, ru[4];
    bool copy : 1;      /* made by the allocator: d names the value, this is not its definition */
    bool mem_frame : 1; /* memory operand or SLOT relative to the frame: imm is from the frame pointer once
                           laid out */
    uint32_t d, use[4];
    uint32_t sym; /* symbol number + 1, 0 = none */
    int64_t imm;
    int32_t imm2;  /* stores and BRMEM; SWITCH: labels in its table, the last is for everything else */
    uint32_t slot; /* RELOAD, SPILL: vreg whose slot it is; else IR stack slot number + 1 whose offset imm
                      gets; 0 = none */
    union {
        struct mcall *call; /* CALL */
        uint32_t *table;    /* SWITCH: labels */
        uint32_t label[2];  /* other branches: where to; both filled in by layout */
    };
    const void *ir; /* the IR instruction this came from, for the dump */
};

/* Operand rule of a form. */
enum form_flags {
    RULE_TIED = 1,  /* d must be in the register of use0 */
    RULE_TIED3 = 2, /* … of use3 */
    RULE_COMM = 4,  /* use0 and use1 may be exchanged */
    RULE_EARLY = 8, /* d is written before the uses are read */
};
struct form_rule {
    uint8_t flags;
    uint8_t fix_d, fix0, fix1; /* register + 1; 0 = any */
    regset clobber;            /* destroyed (besides d), before the uses are read */
};

struct asm_reloc {
    uint32_t offset, type, sym; /* symbol number */
    int64_t addend;
};
/* A place in the code that depends on where a label is. `kind` belongs to the instruction set; kinds below
 * isa.njump_kinds have a short form. */
struct asm_fix {
    uint32_t offset, label;
    uint8_t kind, cc;
    bool is_short;
    uint32_t base; /* ASM_TABLE: offset the entry is relative to */
};
#define ASM_TABLE 255 /* 32-bit word: label - base */

/* Where a call returns to. */
struct asm_return {
    uint32_t offset;
    const struct mcall *call;
};

struct assembler {
    struct arena *arena;
    struct buf code;
    VEC(struct asm_reloc) relocs;
    VEC(struct asm_fix) fixes; /* in order of offset */
    VEC(struct asm_return) returns; /* of calls with frames, in order of offset */
    uint32_t *labels;          /* offset of each label */
    uint32_t nlabels;
    bool near;      /* within reach of the shortest conditional branches (32 KiB) */
    bool far;       /* the function may exceed the reach of conditional branches */
    regset saved;   /* callee-saved registers to keep */
    uint32_t frame; /* bytes below the saved registers, 16-aligned in total */
    bool uses_thread;
};

struct isa {
    const char *name;
    regset allocatable, callee_saved;
    uint8_t scratch, fscratch, thread, frame, stack, chain, call_target;
    uint8_t args[8], fargs[8], nargs, nfargs;
    uint8_t result, fresult;
    uint8_t order[64]; /* allocation order, ends with REG_NONE */
    int32_t incoming;  /* frame offset of the first incoming stack argument */
    bool mem_compare;  /* BRMEM exists */
    uint32_t code_align;
    uint32_t njump_kinds;
    const char *const *reg_names;  /* 64 */
    const struct form_rule *rules; /* M_COUNT */
    /* May `imm` be the immediate (use1 == 0; for stores imm2) of this form? */
    bool (*imm_ok)(enum form f, int64_t imm);
    /* May a memory form have this displacement, with or without an index register? Frame and symbol operands
     * always may. */
    bool (*disp_ok)(enum form f, int64_t disp, bool indexed);
    /* Bytes of the frame record and `saved` registers below the frame pointer; spill slots start below that.
     */
    uint32_t (*saved_bytes)(const struct assembler *a);
    void (*prologue)(struct assembler *a);
    void (*epilogue)(struct assembler *a); /* ends with the return */
    /* Writes one instruction. Branches: label[0], label[1]; `next` is the label that follows in the layout.
     */
    void (*emit)(struct assembler *a, const struct mins *m, uint32_t next);
    /* Jumps to label when the result of the call just emitted says it raised. */
    void (*check)(struct assembler *a, enum call_check check, uint32_t label);
    /* One raise stub: site number into its argument register, then on to `tail`. */
    void (*stub)(struct assembler *a, uint32_t site, uint32_t tail, bool fall_through);
    /* The common tail: calls symbol traceback(thread, symbol code, site). */
    void (*tail)(struct assembler *a, uint32_t traceback, uint32_t code);
    /* Loads the failure value (when `result` is not REG_NONE) and leaves the function. */
    void (*fail)(struct assembler *a, uint8_t result, int64_t failure);
    /* Bytes of a jump of kind below njump_kinds, long or short; `emit` appends the long size. */
    uint32_t (*jump_size)(const struct asm_fix *f, bool is_short);
    /* Writes the instruction or word at f->offset so that it refers to offset `target`. */
    void (*patch)(uint8_t *code, const struct asm_fix *f, int64_t target);
};

extern const struct isa isa_x86_64, isa_aarch64;

/* ---- shared by the emitters ---- */
static inline void asm_fix(struct assembler *a, uint8_t kind, uint8_t cc, uint32_t label) {
    struct asm_fix f = {(uint32_t)a->code.n, label, kind, cc, false, 0};
    VEC_PUSH(&a->fixes, a->arena, f);
}
static inline void asm_reloc(struct assembler *a, uint32_t offset, uint32_t type, uint32_t sym,
                             int64_t addend) {
    struct asm_reloc r = {offset, type, sym, addend};
    VEC_PUSH(&a->relocs, a->arena, r);
}
/* Appends a jump table of 32-bit offsets relative to its start. */
static inline void asm_table(struct assembler *a, const uint32_t *labels, uint32_t n) {
    uint32_t base = (uint32_t)a->code.n;
    for (uint32_t i = 0; i < n; i++) {
        struct asm_fix f = {(uint32_t)a->code.n, labels[i], ASM_TABLE, 0, false, base};
        VEC_PUSH(&a->fixes, a->arena, f);
        buf_u32(&a->code, 0);
    }
}

#endif
