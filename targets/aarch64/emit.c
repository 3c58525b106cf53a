/* Forms to AArch64 instructions. */
#include "targets/aarch64/aarch64.h"

enum { RELOC_ADRP = 275, RELOC_ADD_LO12 = 277, RELOC_LDST8 = 278, RELOC_LDST32 = 285, RELOC_LDST64 = 286 };

static uint8_t x(uint8_t reg) {
    return reg & 31;
} /* number within its class */

static void mov(struct assembler *a, uint8_t to, uint8_t from) {
    if (to == from) return;
    if (!reg_is_float(to) && !reg_is_float(from))
        a64_put(a, a64_logic_reg(1, false, to, A64_ZR, from));
    else if (reg_is_float(to) && reg_is_float(from))
        a64_put(a, a64_float1(A64_FMOV, x(to), x(from)));
    else if (reg_is_float(to))
        a64_put(a, a64_fmov_to(x(to), from));
    else
        a64_put(a, a64_fmov_from(to, x(from)));
}

static void load_double(struct assembler *a, uint8_t rd, uint64_t bits) {
    uint32_t imm8;
    if (bits == 0) {
        a64_put(a, a64_fmov_to(x(rd), A64_ZR));
    } else if (a64_fmov_imm(bits, &imm8)) {
        a64_put(a, a64_fmov_const(x(rd), imm8));
    } else {
        a64_load_imm(a, TEMP, bits);
        a64_put(a, a64_fmov_to(x(rd), TEMP));
    }
}

/* ---- memory ---- */

/* Frame offsets count from x29; below it, sp is the nearer base. */
static void frame_base(const struct assembler *a, int64_t *offset, uint8_t *base) {
    *base = FP;
    if (*offset >= 0) return;
    *base = A64_SP;
    *offset += a64_saved_bytes(a) + a->frame;
}

static void access_at(struct assembler *a, enum a64_access x, uint8_t rt, uint8_t base, int64_t offset) {
    if (!a64_offset_ok(x, offset)) {
        a64_add_const(a, TEMP, base, offset);
        base = TEMP;
        offset = 0;
    }
    a64_put(a, a64_mem(x, rt, base, (int32_t)offset));
}

static void access_symbol(struct assembler *a, enum a64_access acc, uint8_t rt, const struct mins *m) {
    uint32_t size = a64_access_size(acc), type = size == 8   ? RELOC_LDST64
                                                 : size == 4 ? RELOC_LDST32
                                                             : RELOC_LDST8;
    if (m->imm & (size - 1)) {
        a64_address(a, TEMP, m->sym - 1, m->imm);
        a64_put(a, a64_mem(acc, rt, TEMP, 0));
        return;
    }
    asm_reloc(a, (uint32_t)a->code.n, RELOC_ADRP, m->sym - 1, m->imm);
    a64_put(a, a64_adrp(TEMP));
    asm_reloc(a, (uint32_t)a->code.n, type, m->sym - 1, m->imm);
    a64_put(a, a64_mem(acc, rt, TEMP, 0));
}

static void access_memory(struct assembler *a, const struct mins *m, uint8_t rt) {
    enum a64_access acc = a64_access_of((enum form)m->op);
    int64_t offset = m->imm;
    uint8_t base = m->ru[0];
    rt = x(rt);
    if (m->sym) {
        access_symbol(a, acc, rt, m);
    } else if (m->mem_frame) {
        frame_base(a, &offset, &base);
        access_at(a, acc, rt, base, offset);
    } else if (!m->use[1]) {
        access_at(a, acc, rt, base, offset);
    } else if (a64_access_size(acc) == 8 && offset == 0) {
        a64_put(a, a64_mem_index(acc, rt, base, m->ru[1]));
    } else {
        a64_put(a, a64_add_reg(false, false, TEMP, base, m->ru[1], A64_LSL, 3));
        a64_put(a, a64_mem(acc, rt, TEMP, (int32_t)offset));
    }
}

static void frame_move(struct assembler *a, const struct mins *m) {
    bool is_load = m->op == M_RELOAD;
    uint8_t reg = is_load ? m->rd : m->ru[0], base = A64_SP;
    int64_t offset = m->imm;
    if (m->op != M_STARG) frame_base(a, &offset, &base);
    enum a64_access acc = reg_is_float(reg) ? (is_load ? A64_LDRD : A64_STRD) : (is_load ? A64_LDR : A64_STR);
    access_at(a, acc, x(reg), base, offset);
}

static void frame_address(struct assembler *a, const struct mins *m) {
    int64_t offset = m->imm;
    uint8_t base;
    frame_base(a, &offset, &base);
    a64_add_const(a, m->rd, base, offset);
}

/* ---- arithmetic ---- */

static void add(struct assembler *a, const struct mins *m, bool sub, bool sets) {
    if (m->use[1]) {
        a64_put(a, a64_add_reg(sub, sets, m->rd, m->ru[0], m->ru[1], A64_LSL, 0));
        return;
    }
    bool negative = m->imm < 0;
    uint64_t u = (uint64_t)(negative ? -m->imm : m->imm);
    a64_put(a, a64_add_imm(sub != negative, sets, m->rd, m->ru[0], u));
}

static void logic(struct assembler *a, uint8_t opc, uint8_t rd, const struct mins *m) {
    uint32_t bits = 0;
    if (m->use[1]) {
        a64_put(a, a64_logic_reg(opc, false, rd, m->ru[0], m->ru[1]));
    } else {
        a64_logic_imm((uint64_t)m->imm, &bits);
        a64_put(a, a64_logic_bits(opc, rd, m->ru[0], bits));
    }
}

static void shift(struct assembler *a, enum a64_shift_type t, const struct mins *m) {
    if (m->use[1])
        a64_put(a, a64_shift_reg(t, m->rd, m->ru[0], m->ru[1]));
    else
        a64_put(a, a64_shift_imm(t, m->rd, m->ru[0], (uint8_t)m->imm));
}

/* Overflow when the high half is not the sign of the low one. */
static void mul_overflow(struct assembler *a, const struct mins *m) {
    a64_put(a, a64_smulh(TEMP, m->ru[0], m->ru[1]));
    a64_put(a, a64_mul(m->rd, m->ru[0], m->ru[1]));
    a64_put(a, a64_add_reg(true, true, A64_ZR, TEMP, m->rd, A64_ASR, 63)); /* cmp x17, rd, asr #63 */
}

static void rem(struct assembler *a, const struct mins *m) {
    a64_put(a, a64_sdiv(TEMP, m->ru[0], m->ru[1]));
    a64_put(a, a64_msub(m->rd, TEMP, m->ru[1], m->ru[0]));
}

/* ---- compares and branches ---- */

static const uint8_t cond_of[CC_COUNT] = {A64_EQ, A64_NE, A64_LT, A64_GE, A64_GT,
                                          A64_LE, A64_LO, A64_HS, A64_HI, A64_LS};
/* After fcmp; unordered sets C and V only. */
static const uint8_t fcond_of[] = {A64_EQ, A64_NE, A64_MI, A64_LS, A64_GT, A64_GE};

static void compare(struct assembler *a, const struct mins *m) {
    if (m->use[1]) {
        a64_put(a, a64_add_reg(true, true, A64_ZR, m->ru[0], m->ru[1], A64_LSL, 0));
        return;
    }
    bool negative = m->imm < 0;
    a64_put(a, a64_add_imm(!negative, true, A64_ZR, m->ru[0], (uint64_t)(negative ? -m->imm : m->imm)));
}

static void branch(struct assembler *a, const struct mins *m, enum a64_cond c, uint32_t next) {
    if (m->label[0] == next) {
        a64_jump_cond(a, c ^ 1, m->label[1]);
        return;
    }
    a64_jump_cond(a, c, m->label[0]);
    if (m->label[1] != next) a64_jump(a, m->label[1]);
}

/* A branch that has the test in it: `nonzero` leads to edge 0. */
static void branch_bit(struct assembler *a, const struct mins *m, bool nonzero, int bit, uint32_t next) {
    uint32_t word[2];
    for (int k = 0; k < 2; k++) word[k] = bit < 0 ? a64_cbz(k, m->ru[0]) : a64_tbz(k, m->ru[0], (uint8_t)bit);
    uint8_t kind = bit < 0 ? FIX_COND19 : FIX_TB14;
    if (m->label[0] == next) {
        a64_jump_if(a, word[!nonzero], word[nonzero], kind, m->label[1]);
        return;
    }
    a64_jump_if(a, word[nonzero], word[!nonzero], kind, m->label[0]);
    if (m->label[1] != next) a64_jump(a, m->label[1]);
}

static void branch_compare(struct assembler *a, const struct mins *m, uint32_t next) {
    if (!m->use[1] && m->imm == 0) {
        if (m->cc == CC_EQ || m->cc == CC_NE) {
            branch_bit(a, m, m->cc == CC_NE, -1, next);
            return;
        }
        if (a->near && (m->cc == CC_LT || m->cc == CC_GE)) {
            branch_bit(a, m, m->cc == CC_LT, 63, next);
            return;
        }
    }
    compare(a, m);
    branch(a, m, cond_of[m->cc], next);
}

static void branch_test(struct assembler *a, const struct mins *m, uint32_t next) {
    uint64_t mask = (uint64_t)m->imm;
    if (a->near && !m->use[1] && mask && (mask & (mask - 1)) == 0) {
        branch_bit(a, m, m->cc == CC_NE, __builtin_ctzll(mask), next);
        return;
    }
    logic(a, 3, A64_ZR, m); /* tst */
    branch(a, m, cond_of[m->cc], next);
}

static void jump_table(struct assembler *a, const struct mins *m) {
    uint32_t n = (uint32_t)m->imm2 - 1;
    uint8_t ix = m->ru[0];
    if (n <= 3) {
        for (uint32_t k = 0; k < n; k++) {
            a64_put(a, a64_add_imm(true, true, A64_ZR, ix, k));
            a64_jump_cond(a, A64_EQ, m->table[k]);
        }
        a64_jump(a, m->table[n]);
        return;
    }
    if (a64_add_imm_ok(n)) {
        a64_put(a, a64_add_imm(true, true, A64_ZR, ix, n));
    } else {
        a64_load_imm(a, TEMP, n);
        a64_put(a, a64_add_reg(true, true, A64_ZR, ix, TEMP, A64_LSL, 0));
    }
    a64_jump_cond(a, A64_HS, m->table[n]);
    a64_put(a, a64_adr(TEMP, 16)); /* the table stands behind the jump */
    a64_put(a, a64_mem_index(A64_LDRSW, m->rd, TEMP, ix));
    a64_put(a, a64_add_reg(false, false, m->rd, m->rd, TEMP, A64_LSL, 0));
    a64_put(a, a64_br(m->rd));
    asm_table(a, m->table, n);
}

static void poll(struct assembler *a, const struct mins *m, uint32_t next) {
    a64_put(a, a64_mem(A64_LDR, TEMP, THREAD, (int32_t)m->imm));
    a64_put(a, a64_add_ext(true, true, A64_ZR, A64_SP, TEMP)); /* cmp sp, x17 */
    branch(a, m, A64_LO, next);
}

static void float2(struct assembler *a, enum a64_float2 op, const struct mins *m) {
    a64_put(a, a64_float2(op, x(m->rd), x(m->ru[0]), x(m->ru[1])));
}
static void float1(struct assembler *a, enum a64_float1 op, const struct mins *m) {
    a64_put(a, a64_float1(op, x(m->rd), x(m->ru[0])));
}

void a64_emit(struct assembler *a, const struct mins *m, uint32_t next) {
    switch ((enum form)m->op) {
    case M_NOP:
    case M_COUNT: break;
    case M_BRMEM: BUG("aarch64: no compare with memory");
    case M_MOV: mov(a, m->rd, m->ru[0]); break;
    case M_IMM: a64_load_imm(a, m->rd, (uint64_t)m->imm); break;
    case M_FIMM: load_double(a, m->rd, (uint64_t)m->imm); break;
    case M_ADDR: a64_address(a, m->rd, m->sym - 1, m->imm); break;
    case M_SLOT: frame_address(a, m); break;
    case M_RELOAD:
    case M_SPILL:
    case M_STARG: frame_move(a, m); break;
    case M_ADD: add(a, m, false, false); break;
    case M_SUB: add(a, m, true, false); break;
    case M_ADDO: add(a, m, false, true); break;
    case M_SUBO: add(a, m, true, true); break;
    case M_MUL: a64_put(a, a64_mul(m->rd, m->ru[0], m->ru[1])); break;
    case M_MULO: mul_overflow(a, m); break;
    case M_AND: logic(a, 0, m->rd, m); break;
    case M_OR: logic(a, 1, m->rd, m); break;
    case M_XOR: logic(a, 2, m->rd, m); break;
    case M_SHL: shift(a, A64_LSL, m); break;
    case M_SHR: shift(a, A64_LSR, m); break;
    case M_SAR: shift(a, A64_ASR, m); break;
    case M_ROL: a64_put(a, a64_shift_imm(A64_ROR, m->rd, m->ru[0], (uint8_t)((64 - m->imm) & 63))); break;
    case M_DIV: a64_put(a, a64_sdiv(m->rd, m->ru[0], m->ru[1])); break;
    case M_REM: rem(a, m); break;
    case M_NEG: a64_put(a, a64_add_reg(true, false, m->rd, A64_ZR, m->ru[0], A64_LSL, 0)); break;
    case M_NOT: a64_put(a, a64_logic_reg(1, true, m->rd, A64_ZR, m->ru[0])); break;
    case M_SETCC:
        compare(a, m);
        a64_put(a, a64_cset(m->rd, cond_of[m->cc]));
        break;
    case M_SETTST:
        logic(a, 3, A64_ZR, m);
        a64_put(a, a64_cset(m->rd, cond_of[m->cc]));
        break;
    case M_SETFCC:
        a64_put(a, a64_fcmp(x(m->ru[0]), x(m->ru[1])));
        a64_put(a, a64_cset(m->rd, fcond_of[m->cc]));
        break;
    case M_SELECT:
        compare(a, m);
        a64_put(a, a64_csel(m->rd, m->ru[2], m->ru[3], cond_of[m->cc]));
        break;
    case M_FADD: float2(a, A64_FADD, m); break;
    case M_FSUB: float2(a, A64_FSUB, m); break;
    case M_FMUL: float2(a, A64_FMUL, m); break;
    case M_FDIV: float2(a, A64_FDIV, m); break;
    case M_FNEG: float1(a, A64_FNEG, m); break;
    case M_FABS: float1(a, A64_FABS, m); break;
    case M_FSQRT: float1(a, A64_FSQRT, m); break;
    case M_I2F: a64_put(a, a64_scvtf(x(m->rd), m->ru[0])); break;
    case M_F2I: a64_put(a, a64_fcvtzs(m->rd, x(m->ru[0]))); break;
    case M_LD:
    case M_LD32U:
    case M_LD32S:
    case M_LD8U:
    case M_LDF: access_memory(a, m, m->rd); break;
    case M_ST:
    case M_ST32:
    case M_ST8: access_memory(a, m, m->use[2] ? m->ru[2] : A64_ZR); break;
    case M_STF: access_memory(a, m, m->ru[2]); break;
    case M_CALL:
        if (m->call->target)
            a64_put(a, a64_blr(m->ru[0]));
        else
            a64_call_sym(a, m->sym - 1);
        break;
    case M_JMP:
        if (m->label[0] != next) a64_jump(a, m->label[0]);
        break;
    case M_BRCC: branch_compare(a, m, next); break;
    case M_BRTST: branch_test(a, m, next); break;
    case M_BRFCC:
        a64_put(a, a64_fcmp(x(m->ru[0]), x(m->ru[1])));
        branch(a, m, fcond_of[m->cc], next);
        break;
    case M_JO: branch(a, m, m->cc ? A64_NE : A64_VS, next); break;
    case M_POLL: poll(a, m, next); break;
    case M_SWITCH: jump_table(a, m); break;
    case M_RET: a64_epilogue(a); break;
    case M_TRAP: a64_put(a, a64_brk(1)); break;
    }
}
