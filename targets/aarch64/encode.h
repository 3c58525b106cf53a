/* AArch64 instruction encoders: each gives the one word of its instruction (Arm ARM, C6 and C7).
 *
 * Registers 0..31; 31 is the zero register or the stack pointer, as the instruction says. Arguments must be
 * encodable: ask the *_ok functions first. */
#ifndef PY2_AARCH64_ENCODE_H
#define PY2_AARCH64_ENCODE_H

#include "engine/base/base.h"

#define A64_ZR 31
#define A64_SP 31

enum a64_cond {
    A64_EQ,
    A64_NE,
    A64_HS,
    A64_LO,
    A64_MI,
    A64_PL,
    A64_VS,
    A64_VC,
    A64_HI,
    A64_LS,
    A64_GE,
    A64_LT,
    A64_GT,
    A64_LE,
};
enum a64_shift_type { A64_LSL, A64_LSR, A64_ASR, A64_ROR };

/* ---- immediates ---- */
bool a64_add_imm_ok(uint64_t v); /* 12 bits, or 12 bits shifted by 12 */
bool a64_logic_imm(uint64_t v,
                   uint32_t *n_immr_imms); /* bitmask immediates: all but 0 and ~0 of repeated rotated runs */
bool a64_fmov_imm(uint64_t bits, uint32_t *imm8);

/* ---- arithmetic; `sets` the S bit ---- */
uint32_t a64_add_imm(bool sub, bool sets, uint8_t rd, uint8_t rn,
                     uint64_t imm); /* rn, rd 31: sp (rd zr when sets) */
uint32_t a64_add_reg(bool sub, bool sets, uint8_t rd, uint8_t rn, uint8_t rm, enum a64_shift_type t,
                     uint8_t by);
uint32_t a64_add_ext(bool sub, bool sets, uint8_t rd, uint8_t rn, uint8_t rm); /* rn 31: sp; rm as uxtx */
uint32_t a64_logic_reg(uint8_t opc, bool invert, uint8_t rd, uint8_t rn,
                       uint8_t rm); /* opc 0 and, 1 orr, 2 eor, 3 ands */
uint32_t a64_logic_bits(uint8_t opc, uint8_t rd, uint8_t rn, uint32_t n_immr_imms);
uint32_t a64_mul(uint8_t rd, uint8_t rn, uint8_t rm);
uint32_t a64_msub(uint8_t rd, uint8_t rn, uint8_t rm, uint8_t ra); /* ra - rn * rm */
uint32_t a64_smulh(uint8_t rd, uint8_t rn, uint8_t rm);
uint32_t a64_sdiv(uint8_t rd, uint8_t rn, uint8_t rm);
uint32_t a64_shift_reg(enum a64_shift_type t, uint8_t rd, uint8_t rn, uint8_t rm);
uint32_t a64_shift_imm(enum a64_shift_type t, uint8_t rd, uint8_t rn, uint8_t by);
uint32_t a64_movz(uint8_t rd, uint16_t imm, uint8_t quarter);
uint32_t a64_movn(uint8_t rd, uint16_t imm, uint8_t quarter);
uint32_t a64_movk(uint8_t rd, uint16_t imm, uint8_t quarter);
uint32_t a64_csel(uint8_t rd, uint8_t rn, uint8_t rm, enum a64_cond c);
uint32_t a64_cset(uint8_t rd, enum a64_cond c);
uint32_t a64_adrp(uint8_t rd);
uint32_t a64_adr(uint8_t rd, int32_t offset);

/* ---- memory ---- */
enum a64_access { A64_LDR, A64_STR, A64_LDRW, A64_STRW, A64_LDRSW, A64_LDRB, A64_STRB, A64_LDRD, A64_STRD };
uint32_t a64_access_size(enum a64_access x);
bool a64_offset_ok(enum a64_access x, int64_t offset);
uint32_t a64_mem(enum a64_access x, uint8_t rt, uint8_t rn,
                 int32_t offset); /* scaled when it can, else unscaled */
uint32_t a64_mem_index(enum a64_access x, uint8_t rt, uint8_t rn, uint8_t rm); /* [rn, rm, lsl #log2 size] */
uint32_t a64_pair_push(bool is_float, uint8_t rt, uint8_t rt2);                /* stp rt, rt2, [sp, #-16]! */
uint32_t a64_pair_pop(bool is_float, uint8_t rt, uint8_t rt2);                 /* ldp rt, rt2, [sp], #16 */
uint32_t a64_push(bool is_float, uint8_t rt);                                  /* str rt, [sp, #-16]! */
uint32_t a64_pop(bool is_float, uint8_t rt);                                   /* ldr rt, [sp], #16 */

/* ---- branches; displacements are patched in ---- */
uint32_t a64_b(void);
uint32_t a64_bl(void);
uint32_t a64_bcond(enum a64_cond c);
uint32_t a64_cbz(bool nonzero, uint8_t rt);
uint32_t a64_tbz(bool nonzero, uint8_t rt, uint8_t bit);
uint32_t a64_br(uint8_t rn);
uint32_t a64_blr(uint8_t rn);
uint32_t a64_ret(void);
uint32_t a64_brk(uint16_t imm);

/* ---- doubles ---- */
enum a64_float2 { A64_FMUL, A64_FDIV, A64_FADD, A64_FSUB };
enum a64_float1 { A64_FMOV, A64_FABS, A64_FNEG, A64_FSQRT };
uint32_t a64_float2(enum a64_float2 op, uint8_t rd, uint8_t rn, uint8_t rm);
uint32_t a64_float1(enum a64_float1 op, uint8_t rd, uint8_t rn);
uint32_t a64_fmov_const(uint8_t rd, uint32_t imm8);
uint32_t a64_fcmp(uint8_t rn, uint8_t rm);
uint32_t a64_fmov_from(uint8_t rd, uint8_t rn); /* double register to word */
uint32_t a64_fmov_to(uint8_t rd, uint8_t rn);   /* word to double register */
uint32_t a64_scvtf(uint8_t rd, uint8_t rn);
uint32_t a64_fcvtzs(uint8_t rd, uint8_t rn);

#endif
