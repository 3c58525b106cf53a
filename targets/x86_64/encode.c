/* REX, opcode, ModRM, SIB, displacement, immediate: Intel SDM volume 2, chapter 2. */
#include "targets/x86_64/encode.h"

static void put_opcode(struct buf *b, uint32_t opcode) {
    if (opcode > 0xffff) buf_putc(b, (int)(opcode >> 16));
    if (opcode > 0xff) buf_putc(b, (int)(opcode >> 8 & 0xff));
    buf_putc(b, (int)(opcode & 0xff));
}

static void put_rex(struct buf *b, bool w, uint8_t reg, uint8_t index, uint8_t base, bool force) {
    int rex = (w ? 8 : 0) | (reg >> 3 & 1) << 2 | (index >> 3 & 1) << 1 | (base >> 3 & 1);
    if (rex || force) buf_putc(b, 0x40 | rex);
}

static void ins_rr(struct buf *b, uint8_t prefix, bool w, uint32_t opcode, uint8_t reg, uint8_t rm,
                   bool force) {
    if (prefix) buf_putc(b, prefix);
    put_rex(b, w, reg, 0, rm, force);
    put_opcode(b, opcode);
    buf_putc(b, 0xc0 | (reg & 7) << 3 | (rm & 7));
}

/* rsp and r12 as base need a SIB byte, rbp and r13 need a displacement. */
static void put_mem(struct buf *b, uint8_t reg, struct x86_mem m) {
    int r = (reg & 7) << 3;
    if (m.base == X86_NO_REG) {
        buf_putc(b, r | 5);
        buf_u32(b, (uint32_t)m.disp);
        return;
    }
    int mod = m.disp == 0 && (m.base & 7) != 5 ? 0 : m.disp >= -128 && m.disp <= 127 ? 0x40 : 0x80;
    if (m.index != X86_NO_REG) {
        buf_putc(b, mod | r | 4);
        buf_putc(b, 0xc0 | (m.index & 7) << 3 | (m.base & 7));
    } else if ((m.base & 7) == 4) {
        buf_putc(b, mod | r | 4);
        buf_putc(b, 0x24);
    } else {
        buf_putc(b, mod | r | (m.base & 7));
    }
    if (mod == 0x40) buf_putc(b, m.disp & 0xff);
    if (mod == 0x80) buf_u32(b, (uint32_t)m.disp);
}

static void ins_rm(struct buf *b, uint8_t prefix, bool w, uint32_t opcode, uint8_t reg, struct x86_mem m,
                   bool force) {
    if (prefix) buf_putc(b, prefix);
    uint8_t index = m.index == X86_NO_REG ? 0 : m.index, base = m.base == X86_NO_REG ? 0 : m.base;
    put_rex(b, w, reg, index, base, force);
    put_opcode(b, opcode);
    put_mem(b, reg, m);
}

static bool fits8(int32_t v) {
    return v >= -128 && v <= 127;
}

void x86_rr(struct buf *b, uint8_t prefix, bool w, uint32_t opcode, uint8_t reg, uint8_t rm) {
    ins_rr(b, prefix, w, opcode, reg, rm, false);
}
void x86_rm(struct buf *b, uint8_t prefix, bool w, uint32_t opcode, uint8_t reg, struct x86_mem m) {
    ins_rm(b, prefix, w, opcode, reg, m, false);
}
void x86_rm8(struct buf *b, uint32_t opcode, uint8_t reg, struct x86_mem m) {
    ins_rm(b, 0, false, opcode, reg, m, reg >= 4);
}

void x86_alu_rr(struct buf *b, enum x86_alu op, bool w, uint8_t dst, uint8_t src) {
    ins_rr(b, 0, w, (uint32_t)op << 3 | 1, src, dst, false);
}
void x86_alu_ri(struct buf *b, enum x86_alu op, bool w, uint8_t dst, int32_t imm) {
    if (fits8(imm)) {
        ins_rr(b, 0, w, 0x83, (uint8_t)op, dst, false);
        buf_putc(b, imm & 0xff);
    } else if (dst == 0) { /* op eax, imm32 */
        put_rex(b, w, 0, 0, 0, false);
        buf_putc(b, (int)op << 3 | 5);
        buf_u32(b, (uint32_t)imm);
    } else {
        ins_rr(b, 0, w, 0x81, (uint8_t)op, dst, false);
        buf_u32(b, (uint32_t)imm);
    }
}
void x86_alu_mr(struct buf *b, enum x86_alu op, bool w, struct x86_mem m, uint8_t src) {
    ins_rm(b, 0, w, (uint32_t)op << 3 | 1, src, m, false);
}
void x86_alu_mi(struct buf *b, enum x86_alu op, bool w, struct x86_mem m, int32_t imm) {
    ins_rm(b, 0, w, fits8(imm) ? 0x83 : 0x81, (uint8_t)op, m, false);
    if (fits8(imm))
        buf_putc(b, imm & 0xff);
    else
        buf_u32(b, (uint32_t)imm);
}
void x86_alu_rm(struct buf *b, enum x86_alu op, bool w, uint8_t dst, struct x86_mem m) {
    ins_rm(b, 0, w, (uint32_t)op << 3 | 3, dst, m, false);
}
void x86_mov_rr(struct buf *b, uint8_t dst, uint8_t src) {
    ins_rr(b, 0, true, 0x89, src, dst, false);
}
void x86_mov_ri(struct buf *b, uint8_t dst, int64_t imm) {
    if (imm >= 0 && imm <= (int64_t)UINT32_MAX) {
        put_rex(b, false, 0, 0, dst, false);
        buf_putc(b, 0xb8 | (dst & 7));
        buf_u32(b, (uint32_t)imm);
    } else if (imm >= INT32_MIN && imm < 0) {
        ins_rr(b, 0, true, 0xc7, 0, dst, false);
        buf_u32(b, (uint32_t)imm);
    } else {
        put_rex(b, true, 0, 0, dst, false);
        buf_putc(b, 0xb8 | (dst & 7));
        buf_u64(b, (uint64_t)imm);
    }
}
void x86_mov_mi(struct buf *b, bool w, struct x86_mem m, int32_t imm) {
    ins_rm(b, 0, w, 0xc7, 0, m, false);
    buf_u32(b, (uint32_t)imm);
}
void x86_mov_mi8(struct buf *b, struct x86_mem m, uint8_t imm) {
    ins_rm(b, 0, false, 0xc6, 0, m, false);
    buf_putc(b, imm);
}
void x86_lea(struct buf *b, uint8_t dst, struct x86_mem m) {
    ins_rm(b, 0, true, 0x8d, dst, m, false);
}
void x86_lea1(struct buf *b, uint8_t dst, uint8_t base, uint8_t index) {
    if ((base & 7) == 5) { /* rbp, r13 would need a displacement */
        uint8_t t = base;
        base = index;
        index = t;
    }
    put_rex(b, true, dst, index, base, false);
    buf_putc(b, 0x8d);
    int mod = (base & 7) == 5 ? 0x40 : 0;
    buf_putc(b, mod | (dst & 7) << 3 | 4);
    buf_putc(b, (index & 7) << 3 | (base & 7));
    if (mod) buf_putc(b, 0);
}
void x86_test_rr(struct buf *b, bool w, uint8_t a, uint8_t c) {
    ins_rr(b, 0, w, 0x85, c, a, false);
}
void x86_test_ri(struct buf *b, uint8_t a, int64_t imm) {
    if (imm >= 0 && imm <= 0xff) {
        if (a == 0)
            buf_putc(b, 0xa8);
        else
            ins_rr(b, 0, false, 0xf6, 0, a, a >= 4);
        buf_putc(b, (int)imm);
        return;
    }
    bool w = imm < 0 && imm >= INT32_MIN;
    if (a == 0) {
        put_rex(b, w, 0, 0, 0, false);
        buf_putc(b, 0xa9);
    } else {
        ins_rr(b, 0, w, 0xf7, 0, a, false);
    }
    buf_u32(b, (uint32_t)imm);
}
void x86_shift_ri(struct buf *b, enum x86_shift op, uint8_t dst, uint8_t count) {
    if (count == 1) {
        ins_rr(b, 0, true, 0xd1, (uint8_t)op, dst, false);
        return;
    }
    ins_rr(b, 0, true, 0xc1, (uint8_t)op, dst, false);
    buf_putc(b, count);
}
void x86_shift_rc(struct buf *b, enum x86_shift op, uint8_t dst) {
    ins_rr(b, 0, true, 0xd3, (uint8_t)op, dst, false);
}
void x86_imul_rr(struct buf *b, uint8_t dst, uint8_t src) {
    ins_rr(b, 0, true, 0x0faf, dst, src, false);
}
void x86_imul_rri(struct buf *b, uint8_t dst, uint8_t src, int32_t imm) {
    ins_rr(b, 0, true, fits8(imm) ? 0x6b : 0x69, dst, src, false);
    if (fits8(imm))
        buf_putc(b, imm & 0xff);
    else
        buf_u32(b, (uint32_t)imm);
}
void x86_unary(struct buf *b, uint8_t digit, uint8_t reg) {
    ins_rr(b, 0, true, 0xf7, digit, reg, false);
}
void x86_setcc(struct buf *b, enum x86_cc cc, uint8_t dst) {
    ins_rr(b, 0, false, 0x0f90 | cc, 0, dst, dst >= 4);
}
void x86_movzx8(struct buf *b, uint8_t dst, uint8_t src) {
    ins_rr(b, 0, false, 0x0fb6, dst, src, src >= 4);
}
void x86_cmov(struct buf *b, enum x86_cc cc, uint8_t dst, uint8_t src) {
    ins_rr(b, 0, true, 0x0f40 | cc, dst, src, false);
}
void x86_push(struct buf *b, uint8_t reg) {
    put_rex(b, false, 0, 0, reg, false);
    buf_putc(b, 0x50 | (reg & 7));
}
void x86_pop(struct buf *b, uint8_t reg) {
    put_rex(b, false, 0, 0, reg, false);
    buf_putc(b, 0x58 | (reg & 7));
}
void x86_call_r(struct buf *b, uint8_t reg) {
    ins_rr(b, 0, false, 0xff, 2, reg, false);
}
void x86_jmp_r(struct buf *b, uint8_t reg) {
    ins_rr(b, 0, false, 0xff, 4, reg, false);
}
