/* Function entry and exit, raise stubs, jumps.
 *
 *      [x29+16]  incoming stack arguments
 *      [x29]     caller's x29, then the return address
 *      [x29-16…] callee-saved registers in pairs, then spill slots, IR stack slots
 *      [sp…]     outgoing stack arguments */
#include "targets/aarch64/aarch64.h"

enum { RELOC_ADRP = 275, RELOC_ADD_LO12 = 277, RELOC_CALL26 = 283 };

void a64_put(struct assembler *a, uint32_t word) {
    buf_u32(&a->code, word);
}

void a64_jump(struct assembler *a, uint32_t label) {
    asm_fix(a, FIX_B26, 0, label);
    a64_put(a, a64_b());
}
void a64_jump_if(struct assembler *a, uint32_t word, uint32_t inverse, uint8_t kind, uint32_t label) {
    if (a->far) { /* over the long jump; both kinds take 8 bytes as displacement field 2 */
        a64_put(a, inverse | 2 << 5);
        a64_jump(a, label);
        return;
    }
    asm_fix(a, kind, 0, label);
    a64_put(a, word);
}
void a64_jump_cond(struct assembler *a, enum a64_cond c, uint32_t label) {
    a64_jump_if(a, a64_bcond(c), a64_bcond(c ^ 1), FIX_COND19, label);
}

void a64_patch(uint8_t *code, const struct asm_fix *f, int64_t target) {
    uint32_t w;
    int64_t d = (target - f->offset) / 4;
    static const uint8_t bits[] = {26, 19, 14};
    if (d < -(INT64_C(1) << (bits[f->kind] - 1)) || d >= INT64_C(1) << (bits[f->kind] - 1))
        BUG("aarch64: branch out of reach");
    uint32_t field = (uint32_t)d & ((1u << bits[f->kind]) - 1);
    memcpy(&w, code + f->offset, 4);
    w |= f->kind == FIX_B26 ? field : field << 5;
    memcpy(code + f->offset, &w, 4);
}

void a64_call_sym(struct assembler *a, uint32_t sym) {
    asm_reloc(a, (uint32_t)a->code.n, RELOC_CALL26, sym, 0);
    a64_put(a, a64_bl());
}

void a64_address(struct assembler *a, uint8_t rd, uint32_t sym, int64_t addend) {
    asm_reloc(a, (uint32_t)a->code.n, RELOC_ADRP, sym, addend);
    a64_put(a, a64_adrp(rd));
    asm_reloc(a, (uint32_t)a->code.n, RELOC_ADD_LO12, sym, addend);
    a64_put(a, a64_add_imm(false, false, rd, rd, 0));
}

void a64_load_imm(struct assembler *a, uint8_t rd, uint64_t v) {
    uint32_t bits, zeros = 0, ones = 0;
    for (int q = 0; q < 4; q++) {
        zeros += (v >> 16 * q & 0xffff) == 0;
        ones += (v >> 16 * q & 0xffff) == 0xffff;
    }
    bool inverted = ones > zeros;
    if (zeros < 3 && ones < 3 && a64_logic_imm(v, &bits)) {
        a64_put(a, a64_logic_bits(1, rd, A64_ZR, bits)); /* orr rd, xzr, #v */
        return;
    }
    uint16_t skip = inverted ? 0xffff : 0;
    bool first = true;
    for (uint8_t q = 0; q < 4; q++) {
        uint16_t part = (uint16_t)(v >> 16 * q);
        if (part == skip && !(first && q == 3)) continue;
        if (!first)
            a64_put(a, a64_movk(rd, part, q));
        else if (inverted)
            a64_put(a, a64_movn(rd, (uint16_t)~part, q));
        else
            a64_put(a, a64_movz(rd, part, q));
        first = false;
    }
}

void a64_add_const(struct assembler *a, uint8_t rd, uint8_t rn, int64_t v) {
    bool sub = v < 0;
    uint64_t u = (uint64_t)(sub ? -v : v);
    if (a64_add_imm_ok(u)) {
        if (u || rd != rn) a64_put(a, a64_add_imm(sub, false, rd, rn, u));
    } else if (u < 1 << 24) {
        a64_put(a, a64_add_imm(sub, false, rd, rn, u & ~UINT64_C(4095)));
        a64_put(a, a64_add_imm(sub, false, rd, rd, u & 4095));
    } else {
        a64_load_imm(a, TEMP, u);
        a64_put(a, a64_add_ext(sub, false, rd, rn, TEMP));
    }
}

/* ---- entry and exit ---- */

static uint32_t count(regset s) {
    return (uint32_t)__builtin_popcountll(s);
}

uint32_t a64_saved_bytes(const struct assembler *a) {
    return (count(a->saved & REGS_INT) + 1) / 2 * 16 + (count(a->saved & REGS_FLOAT) + 1) / 2 * 16;
}

/* Registers of one class in the order they are pushed. */
static uint32_t list(regset s, uint8_t regs[32]) {
    uint32_t n = 0;
    for (; s; s &= s - 1) regs[n++] = (uint8_t)__builtin_ctzll(s) & 31;
    return n;
}

static void push_all(struct assembler *a, bool is_float) {
    uint8_t r[32];
    uint32_t n = list(a->saved & (is_float ? REGS_FLOAT : REGS_INT), r);
    for (uint32_t i = 0; i < n; i += 2)
        a64_put(a, i + 1 < n ? a64_pair_push(is_float, r[i], r[i + 1]) : a64_push(is_float, r[i]));
}
static void pop_all(struct assembler *a, bool is_float) {
    uint8_t r[32];
    uint32_t n = list(a->saved & (is_float ? REGS_FLOAT : REGS_INT), r);
    for (uint32_t i = (n + 1) / 2 * 2; i > 0; i -= 2)
        a64_put(a, i <= n ? a64_pair_pop(is_float, r[i - 2], r[i - 1]) : a64_pop(is_float, r[i - 2]));
}

/* Every page is touched in order, so that the guard page below the stack is met, not jumped over. */
static void grow_stack(struct assembler *a) {
    uint32_t left = a->frame;
    for (; left >= 4096 && a->frame <= 4096 * 8; left -= 4096) {
        a64_put(a, a64_add_imm(true, false, A64_SP, A64_SP, 4096));
        a64_put(a, a64_mem(A64_STR, A64_ZR, A64_SP, 0));
    }
    if (left >= 4096) {
        a64_add_const(a, MOVER, A64_SP, -(int64_t)(left & ~4095u));
        a64_put(a, a64_add_imm(true, false, A64_SP, A64_SP, 4096));
        a64_put(a, a64_mem(A64_STR, A64_ZR, A64_SP, 0));
        a64_put(a, a64_add_ext(true, true, A64_ZR, A64_SP, MOVER)); /* cmp sp, x16 */
        a64_put(a, a64_bcond(A64_NE) | (0x7ffffu & (uint32_t)-3) << 5);
        left &= 4095;
    }
    if (left) a64_put(a, a64_add_imm(true, false, A64_SP, A64_SP, left));
}

void a64_prologue(struct assembler *a) {
    a64_put(a, a64_pair_push(false, FP, LR));
    a64_put(a, a64_add_imm(false, false, FP, A64_SP, 0)); /* mov x29, sp */
    push_all(a, false);
    push_all(a, true);
    grow_stack(a);
    if (a->uses_thread) a64_put(a, a64_logic_reg(1, false, THREAD, A64_ZR, 0)); /* mov x28, x0 */
}

void a64_epilogue(struct assembler *a) {
    if (a->frame && !a->saved)
        a64_put(a, a64_add_imm(false, false, A64_SP, FP, 0)); /* mov sp, x29 */
    else
        a64_add_const(a, A64_SP, A64_SP, a->frame);
    pop_all(a, true);
    pop_all(a, false);
    a64_put(a, a64_pair_pop(false, FP, LR));
    a64_put(a, a64_ret());
}

void a64_check(struct assembler *a, enum call_check check, uint32_t label) {
    if (check == CHECK_ZERO) {
        a64_jump_if(a, a64_cbz(false, 0), a64_cbz(true, 0), FIX_COND19, label);
        return;
    }
    a64_put(a, a64_add_imm(false, true, A64_ZR, 0, 1)); /* cmn x0, #1 */
    a64_jump_cond(a, A64_EQ, label);
}

void a64_stub(struct assembler *a, uint32_t site, uint32_t tail, bool fall_through) {
    a64_load_imm(a, 2, site);
    if (!fall_through) a64_jump(a, tail);
}

void a64_tail(struct assembler *a, uint32_t traceback, uint32_t code) {
    a64_put(a, a64_logic_reg(1, false, 0, A64_ZR, THREAD)); /* mov x0, x28 */
    a64_address(a, 1, code, 0);
    a64_call_sym(a, traceback);
}

void a64_fail(struct assembler *a, uint8_t result, int64_t failure) {
    if (result == 0)
        a64_load_imm(a, 0, (uint64_t)failure);
    else if (result != REG_NONE)
        a64_put(a, a64_fmov_to(0, A64_ZR));
    a64_epilogue(a);
}
