/* x86-64 instruction encoders. Registers 0..15 (rax rcx rdx rbx rsp rbp rsi rdi r8..r15; xmm0..15).
 *
 * Invariants: each function appends one instruction. `w` is the operand width flag (REX.W). A displacement is
 * encoded in the shortest form; rip-relative operands always have 32 bits, at a known distance from the end.
 */
#ifndef PY2_X86_64_ENCODE_H
#define PY2_X86_64_ENCODE_H

#include "engine/base/base.h"

enum x86_alu { X86_ADD = 0, X86_OR = 1, X86_AND = 4, X86_SUB = 5, X86_XOR = 6, X86_CMP = 7 };
enum x86_shift { X86_ROL = 0, X86_ROR = 1, X86_SHL = 4, X86_SHR = 5, X86_SAR = 7 };
enum x86_cc {
    X86_O,
    X86_NO,
    X86_B,
    X86_AE,
    X86_E,
    X86_NE,
    X86_BE,
    X86_A,
    X86_S,
    X86_NS,
    X86_P,
    X86_NP,
    X86_L,
    X86_GE,
    X86_LE,
    X86_G,
};

#define X86_NO_REG 0xff
/* [base + index * 8 + disp], or [rip + disp] when base is X86_NO_REG. */
struct x86_mem {
    uint8_t base, index;
    int32_t disp;
};

/* opcode: 0x8b, 0x0fb6, …; `prefix` 0, 0x66, 0xf2 or 0xf3. `byte`: `reg` names an 8-bit register. */
void x86_rr(struct buf *b, uint8_t prefix, bool w, uint32_t opcode, uint8_t reg, uint8_t rm);
void x86_rm(struct buf *b, uint8_t prefix, bool w, uint32_t opcode, uint8_t reg, struct x86_mem m);
void x86_rm8(struct buf *b, uint32_t opcode, uint8_t reg, struct x86_mem m);

void x86_alu_rr(struct buf *b, enum x86_alu op, bool w, uint8_t dst, uint8_t src);
void x86_alu_ri(struct buf *b, enum x86_alu op, bool w, uint8_t dst, int32_t imm);
void x86_alu_mr(struct buf *b, enum x86_alu op, bool w, struct x86_mem m, uint8_t src);
void x86_alu_mi(struct buf *b, enum x86_alu op, bool w, struct x86_mem m,
                int32_t imm); /* rip: ends with the immediate */
void x86_alu_rm(struct buf *b, enum x86_alu op, bool w, uint8_t dst, struct x86_mem m);
void x86_mov_rr(struct buf *b, uint8_t dst, uint8_t src);
void x86_mov_ri(struct buf *b, uint8_t dst, int64_t imm); /* shortest; sets no flags */
void x86_mov_mi(struct buf *b, bool w, struct x86_mem m, int32_t imm);
void x86_mov_mi8(struct buf *b, struct x86_mem m, uint8_t imm);
void x86_lea(struct buf *b, uint8_t dst, struct x86_mem m);
void x86_lea1(struct buf *b, uint8_t dst, uint8_t base, uint8_t index); /* base + index */
void x86_test_rr(struct buf *b, bool w, uint8_t a, uint8_t c);
void x86_test_ri(struct buf *b, uint8_t a, int64_t imm); /* imm in int32 or uint32 */
void x86_shift_ri(struct buf *b, enum x86_shift op, uint8_t dst, uint8_t count);
void x86_shift_rc(struct buf *b, enum x86_shift op, uint8_t dst); /* by cl */
void x86_imul_rr(struct buf *b, uint8_t dst, uint8_t src);
void x86_imul_rri(struct buf *b, uint8_t dst, uint8_t src, int32_t imm);
void x86_unary(struct buf *b, uint8_t digit, uint8_t reg); /* f7 /digit: 2 not, 3 neg, 7 idiv */
void x86_setcc(struct buf *b, enum x86_cc cc, uint8_t dst);
void x86_movzx8(struct buf *b, uint8_t dst, uint8_t src);
void x86_cmov(struct buf *b, enum x86_cc cc, uint8_t dst, uint8_t src);
void x86_push(struct buf *b, uint8_t reg);
void x86_pop(struct buf *b, uint8_t reg);
void x86_call_r(struct buf *b, uint8_t reg);
void x86_jmp_r(struct buf *b, uint8_t reg);

#endif
