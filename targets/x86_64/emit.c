/* Forms to x86-64 instructions. Bytes stand beside their assembly where an encoder has no name for them. */
#include "targets/x86_64/x86_64.h"

static uint8_t x(uint8_t reg) {
    return reg & 15;
} /* number within its class */

static void mov(struct assembler *a, uint8_t to, uint8_t from) {
    struct buf *b = &a->code;
    if (to == from) return;
    if (!reg_is_float(to) && !reg_is_float(from))
        x86_mov_rr(b, to, from);
    else if (reg_is_float(to) && reg_is_float(from))
        x86_rr(b, 0, false, 0x0f28, x(to), x(from)); /* movaps */
    else if (reg_is_float(to))
        x86_rr(b, 0x66, true, 0x0f6e, x(to), from); /* movq xmm, r */
    else
        x86_rr(b, 0x66, true, 0x0f7e, x(from), to); /* movq r, xmm */
}

static void load_int(struct assembler *a, uint8_t to, int64_t imm) {
    if (imm == 0)
        x86_alu_rr(&a->code, X86_XOR, false, to, to);
    else
        x86_mov_ri(&a->code, to, imm);
}

static void load_double(struct assembler *a, uint8_t to, int64_t bits) {
    if (bits == 0) {
        x86_rr(&a->code, 0, false, 0x0f57, x(to), x(to)); /* xorps */
        return;
    }
    x86_mov_ri(&a->code, SCRATCH, bits);
    mov(a, to, SCRATCH);
}

/* ---- memory operands ---- */

static struct x86_mem mem_of(const struct mins *m) {
    if (m->sym) return (struct x86_mem){X86_NO_REG, X86_NO_REG, 0};
    if (m->mem_frame) return (struct x86_mem){RBP, X86_NO_REG, (int32_t)m->imm};
    uint8_t index = m->use[1] && m->op != M_BRMEM ? m->ru[1] : X86_NO_REG;
    return (struct x86_mem){m->ru[0], index, (int32_t)m->imm};
}

/* Call after an instruction whose memory operand may name a symbol; `tail` bytes of immediate follow the
 * displacement. */
static void reloc_mem(struct assembler *a, const struct mins *m, uint32_t tail) {
    if (m->sym) asm_reloc(a, (uint32_t)a->code.n - 4 - tail, 2 /* PC32 */, m->sym - 1, m->imm - 4 - tail);
}

static void load(struct assembler *a, const struct mins *m) {
    struct x86_mem mem = mem_of(m);
    struct buf *b = &a->code;
    switch (m->op) {
    case M_LD: x86_rm(b, 0, true, 0x8b, m->rd, mem); break;
    case M_LD32U: x86_rm(b, 0, false, 0x8b, m->rd, mem); break;
    case M_LD32S: x86_rm(b, 0, true, 0x63, m->rd, mem); break;     /* movsxd */
    case M_LD8U: x86_rm(b, 0, false, 0x0fb6, m->rd, mem); break;   /* movzx */
    default: x86_rm(b, 0xf2, false, 0x0f10, x(m->rd), mem); break; /* movsd */
    }
    reloc_mem(a, m, 0);
}

static void store(struct assembler *a, const struct mins *m) {
    struct x86_mem mem = mem_of(m);
    struct buf *b = &a->code;
    uint32_t tail = 0;
    if (m->use[2]) {
        switch (m->op) {
        case M_ST: x86_rm(b, 0, true, 0x89, m->ru[2], mem); break;
        case M_ST32: x86_rm(b, 0, false, 0x89, m->ru[2], mem); break;
        case M_ST8: x86_rm8(b, 0x88, m->ru[2], mem); break;
        default: x86_rm(b, 0xf2, false, 0x0f11, x(m->ru[2]), mem); break;
        }
    } else if (m->op == M_ST8) {
        x86_mov_mi8(b, mem, (uint8_t)m->imm2);
        tail = 1;
    } else {
        x86_mov_mi(b, m->op == M_ST, mem, (int32_t)m->imm2);
        tail = 4;
    }
    reloc_mem(a, m, tail);
}

static void frame_move(struct assembler *a, const struct mins *m) {
    uint8_t reg = m->op == M_RELOAD ? m->rd : m->ru[0];
    uint8_t base = m->op == M_STARG ? RSP : RBP;
    struct x86_mem mem = {base, X86_NO_REG, (int32_t)m->imm};
    bool is_load = m->op == M_RELOAD;
    if (reg_is_float(reg))
        x86_rm(&a->code, 0xf2, false, is_load ? 0x0f10 : 0x0f11, x(reg), mem);
    else
        x86_rm(&a->code, 0, true, is_load ? 0x8b : 0x89, reg, mem);
}

/* ---- arithmetic ---- */

static void add(struct assembler *a, const struct mins *m, int64_t imm) {
    struct buf *b = &a->code;
    if (!m->use[1]) {
        if (m->rd == m->ru[0])
            x86_alu_ri(b, X86_ADD, true, m->rd, (int32_t)imm);
        else
            x86_lea(b, m->rd, (struct x86_mem){m->ru[0], X86_NO_REG, (int32_t)imm});
    } else if (m->rd == m->ru[0]) {
        x86_alu_rr(b, X86_ADD, true, m->rd, m->ru[1]);
    } else if (m->rd == m->ru[1]) {
        x86_alu_rr(b, X86_ADD, true, m->rd, m->ru[0]);
    } else {
        x86_lea1(b, m->rd, m->ru[0], m->ru[1]);
    }
}

static void alu(struct assembler *a, const struct mins *m, enum x86_alu op) {
    if (m->use[1]) {
        x86_alu_rr(&a->code, op, true, m->rd, m->ru[1]);
        return;
    }
    /* A 32-bit AND clears the upper half, as the mask would. */
    bool narrow = op == X86_AND && m->imm >= 0 && m->imm <= (int64_t)UINT32_MAX;
    x86_alu_ri(&a->code, op, !narrow, m->rd, (int32_t)m->imm);
}

static void mul(struct assembler *a, const struct mins *m) {
    if (m->use[1])
        x86_imul_rr(&a->code, m->rd, m->ru[1]);
    else
        x86_imul_rri(&a->code, m->rd, m->ru[0], (int32_t)m->imm);
}

static void shift(struct assembler *a, const struct mins *m, enum x86_shift op) {
    if (m->use[1])
        x86_shift_rc(&a->code, op, m->rd);
    else if (m->imm)
        x86_shift_ri(&a->code, op, m->rd, (uint8_t)m->imm);
}

static void divide(struct assembler *a, const struct mins *m) {
    buf_put(&a->code, "\x48\x99", 2); /* cqo */
    x86_unary(&a->code, 7, m->ru[1]); /* idiv */
}

static void float_mask(struct assembler *a, const struct mins *m) {
    uint64_t mask = m->op == M_FNEG ? UINT64_C(1) << 63 : ~(UINT64_C(1) << 63);
    load_double(a, REG_FLOAT + 15, (int64_t)mask);
    x86_rr(&a->code, 0, false, m->op == M_FNEG ? 0x0f57 : 0x0f54, x(m->rd), 15); /* xorps, andps */
}

static void float_op(struct assembler *a, const struct mins *m, uint32_t opcode, uint8_t src) {
    x86_rr(&a->code, 0xf2, false, opcode, x(m->rd), x(src));
}

/* ---- compares ---- */

static const uint8_t cc_of[CC_COUNT] = {X86_E,  X86_NE, X86_L,  X86_GE, X86_G,
                                        X86_LE, X86_B,  X86_AE, X86_A,  X86_BE};

static void compare(struct assembler *a, const struct mins *m) {
    struct buf *b = &a->code;
    if (m->use[1])
        x86_alu_rr(b, X86_CMP, true, m->ru[0], m->ru[1]);
    else if (m->imm == 0)
        x86_test_rr(b, true, m->ru[0], m->ru[0]);
    else
        x86_alu_ri(b, X86_CMP, true, m->ru[0], (int32_t)m->imm);
}

static void test(struct assembler *a, const struct mins *m) {
    if (m->use[1])
        x86_test_rr(&a->code, true, m->ru[0], m->ru[1]);
    else
        x86_test_ri(&a->code, m->ru[0], m->imm);
}

static void compare_mem(struct assembler *a, const struct mins *m) {
    struct x86_mem mem = mem_of(m);
    if (m->use[1]) {
        x86_alu_mr(&a->code, X86_CMP, true, mem, m->ru[1]);
        reloc_mem(a, m, 0);
    } else {
        x86_alu_mi(&a->code, X86_CMP, true, mem, (int32_t)m->imm2);
        reloc_mem(a, m, m->imm2 >= -128 && m->imm2 <= 127 ? 1 : 4);
    }
}

/* ucomisd so that "above" answers LT, LE, GT, GE with 0 for NaN: less-than compares the other way round. */
static enum x86_cc compare_float(struct assembler *a, const struct mins *m) {
    bool turned = m->cc == FCC_LT || m->cc == FCC_LE;
    uint8_t l = m->ru[turned ? 1 : 0], r = m->ru[turned ? 0 : 1];
    x86_rr(&a->code, 0x66, false, 0x0f2e, x(l), x(r)); /* ucomisd */
    return m->cc == FCC_LT || m->cc == FCC_GT ? X86_A : X86_AE;
}

static void set(struct assembler *a, uint8_t rd, enum x86_cc cc) {
    x86_setcc(&a->code, cc, rd);
    x86_movzx8(&a->code, rd, rd);
}

static void set_float(struct assembler *a, const struct mins *m) {
    enum x86_cc cc = compare_float(a, m);
    struct buf *b = &a->code;
    if (m->cc != FCC_EQ && m->cc != FCC_NE) {
        set(a, m->rd, cc);
        return;
    }
    /* Equal: ZF and not PF. */
    bool eq = m->cc == FCC_EQ;
    x86_setcc(b, eq ? X86_NP : X86_P, SCRATCH);
    x86_setcc(b, eq ? X86_E : X86_NE, m->rd);
    x86_movzx8(b, m->rd, m->rd);
    x86_movzx8(b, SCRATCH, SCRATCH);
    x86_alu_rr(b, eq ? X86_AND : X86_OR, false, m->rd, SCRATCH);
}

static void branch(struct assembler *a, const struct mins *m, enum x86_cc cc, uint32_t next) {
    if (m->label[0] == next) {
        x86_jump_cc(a, (enum x86_cc)(cc ^ 1), m->label[1]);
        return;
    }
    x86_jump_cc(a, cc, m->label[0]);
    if (m->label[1] != next) x86_jump(a, m->label[1]);
}

static void branch_float(struct assembler *a, const struct mins *m, uint32_t next) {
    enum x86_cc cc = compare_float(a, m);
    if (m->cc != FCC_EQ && m->cc != FCC_NE) {
        branch(a, m, cc, next);
        return;
    }
    uint32_t equal = m->label[m->cc == FCC_EQ ? 0 : 1], other = m->label[m->cc == FCC_EQ ? 1 : 0];
    x86_jump_cc(a, X86_NE, other);
    x86_jump_cc(a, X86_P, other);
    if (equal != next) x86_jump(a, equal);
}

static void select_ins(struct assembler *a, const struct mins *m) {
    compare(a, m);
    x86_cmov(&a->code, (enum x86_cc)cc_of[m->cc], m->rd, m->ru[2]);
}

static void jump_table(struct assembler *a, const struct mins *m) {
    struct buf *b = &a->code;
    uint32_t n = (uint32_t)m->imm2 - 1;
    if (n <= 3) {
        for (uint32_t k = 0; k < n; k++) {
            if (k)
                x86_alu_ri(b, X86_CMP, true, m->ru[0], (int32_t)k);
            else
                x86_test_rr(b, true, m->ru[0], m->ru[0]);
            x86_jump_cc(a, X86_E, m->table[k]);
        }
        x86_jump(a, m->table[n]);
        return;
    }
    x86_alu_ri(b, X86_CMP, true, m->ru[0], (int32_t)n);
    x86_jump_cc(a, X86_AE, m->table[n]);
    x86_lea(b, SCRATCH, (struct x86_mem){X86_NO_REG, X86_NO_REG, 0}); /* the table stands behind the jump */
    uint32_t lea_end = (uint32_t)b->n;
    /* movsxd rd, [r11 + index * 4] */
    uint8_t ix = m->ru[0], rd = m->rd;
    buf_putc(b, 0x49 | (rd >> 3) << 2 | (ix >> 3) << 1);
    buf_putc(b, 0x63);
    buf_putc(b, 0x04 | (rd & 7) << 3);
    buf_putc(b, 0x80 | (ix & 7) << 3 | (SCRATCH & 7));
    x86_alu_rr(b, X86_ADD, true, rd, SCRATCH);
    x86_jmp_r(b, rd);
    uint32_t d = (uint32_t)b->n - lea_end;
    memcpy(b->p + lea_end - 4, &d, 4);
    asm_table(a, m->table, n);
}

static void call(struct assembler *a, const struct mins *m) {
    if (m->call->target)
        x86_call_r(&a->code, m->ru[0]);
    else
        x86_call_sym(a, m->sym - 1);
}

void x86_emit(struct assembler *a, const struct mins *m, uint32_t next) {
    struct buf *b = &a->code;
    switch ((enum form)m->op) {
    case M_NOP:
    case M_COUNT: break;
    case M_MOV: mov(a, m->rd, m->ru[0]); break;
    case M_IMM: load_int(a, m->rd, m->imm); break;
    case M_FIMM: load_double(a, m->rd, m->imm); break;
    case M_ADDR: x86_address(a, m->rd, m->sym - 1, m->imm); break;
    case M_SLOT: x86_lea(b, m->rd, (struct x86_mem){RBP, X86_NO_REG, (int32_t)m->imm}); break;
    case M_RELOAD:
    case M_SPILL:
    case M_STARG: frame_move(a, m); break;
    case M_ADD: add(a, m, m->imm); break;
    case M_SUB:
        if (m->use[1])
            alu(a, m, X86_SUB);
        else
            add(a, m, -m->imm);
        break;
    case M_MUL:
    case M_MULO: mul(a, m); break;
    case M_AND: alu(a, m, X86_AND); break;
    case M_OR: alu(a, m, X86_OR); break;
    case M_XOR: alu(a, m, X86_XOR); break;
    case M_ADDO: alu(a, m, X86_ADD); break;
    case M_SUBO: alu(a, m, X86_SUB); break;
    case M_SHL: shift(a, m, X86_SHL); break;
    case M_SHR: shift(a, m, X86_SHR); break;
    case M_SAR: shift(a, m, X86_SAR); break;
    case M_ROL: shift(a, m, X86_ROL); break;
    case M_DIV:
    case M_REM: divide(a, m); break;
    case M_NEG: x86_unary(b, 3, m->rd); break;
    case M_NOT: x86_unary(b, 2, m->rd); break;
    case M_SETCC:
        compare(a, m);
        set(a, m->rd, (enum x86_cc)cc_of[m->cc]);
        break;
    case M_SETTST:
        test(a, m);
        set(a, m->rd, (enum x86_cc)cc_of[m->cc]);
        break;
    case M_SETFCC: set_float(a, m); break;
    case M_SELECT: select_ins(a, m); break;
    case M_FADD: float_op(a, m, 0x0f58, m->ru[1]); break;
    case M_FMUL: float_op(a, m, 0x0f59, m->ru[1]); break;
    case M_FSUB: float_op(a, m, 0x0f5c, m->ru[1]); break;
    case M_FDIV: float_op(a, m, 0x0f5e, m->ru[1]); break;
    case M_FSQRT: float_op(a, m, 0x0f51, m->ru[0]); break;
    case M_FNEG:
    case M_FABS: float_mask(a, m); break;
    case M_I2F:
        x86_rr(b, 0, false, 0x0f57, x(m->rd), x(m->rd));   /* xorps: cut the dependence on the old value */
        x86_rr(b, 0xf2, true, 0x0f2a, x(m->rd), m->ru[0]); /* cvtsi2sd */
        break;
    case M_F2I: x86_rr(b, 0xf2, true, 0x0f2c, m->rd, x(m->ru[0])); break; /* cvttsd2si */
    case M_LD:
    case M_LD32U:
    case M_LD32S:
    case M_LD8U:
    case M_LDF: load(a, m); break;
    case M_ST:
    case M_ST32:
    case M_ST8:
    case M_STF: store(a, m); break;
    case M_CALL: call(a, m); break;
    case M_JMP:
        if (m->label[0] != next) x86_jump(a, m->label[0]);
        break;
    case M_BRCC:
        compare(a, m);
        branch(a, m, (enum x86_cc)cc_of[m->cc], next);
        break;
    case M_BRTST:
        test(a, m);
        branch(a, m, (enum x86_cc)cc_of[m->cc], next);
        break;
    case M_BRMEM:
        compare_mem(a, m);
        branch(a, m, (enum x86_cc)cc_of[m->cc], next);
        break;
    case M_BRFCC: branch_float(a, m, next); break;
    case M_JO: branch(a, m, X86_O, next); break;
    case M_POLL:
        x86_alu_rm(b, X86_CMP, true, RSP, (struct x86_mem){THREAD, X86_NO_REG, (int32_t)m->imm});
        branch(a, m, X86_B, next);
        break;
    case M_SWITCH: jump_table(a, m); break;
    case M_RET: x86_epilogue(a); break;
    case M_TRAP: buf_put(b, "\x0f\x0b", 2); break; /* ud2 */
    }
}
