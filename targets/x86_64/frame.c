/* Function entry and exit, raise stubs, jumps.
 *
 *      [rbp+16]  incoming stack arguments
 *      [rbp]     caller's rbp, above it the return address
 *      [rbp-8…]  callee-saved registers in ascending order, then spill slots, IR stack slots
 *      [rsp…]    outgoing stack arguments */
#include "targets/x86_64/x86_64.h"

#define RELOC_PC32  2
#define RELOC_PLT32 4

void x86_jump(struct assembler *a, uint32_t label) {
    asm_fix(a, JUMP_ALWAYS, 0, label);
    buf_put(&a->code, "\xe9\0\0\0", 5);
}
void x86_jump_cc(struct assembler *a, enum x86_cc cc, uint32_t label) {
    asm_fix(a, JUMP_CC, (uint8_t)cc, label);
    buf_put(&a->code, "\x0f\x80\0\0\0", 6);
}
uint32_t x86_jump_size(const struct asm_fix *f, bool is_short) {
    return is_short ? 2 : f->kind == JUMP_CC ? 6 : 5;
}

void x86_patch(uint8_t *code, const struct asm_fix *f, int64_t target) {
    uint8_t *at = code + f->offset;
    int64_t size = f->kind == FIX_REL32 ? 4 : x86_jump_size(f, f->is_short);
    int32_t d = (int32_t)(target - (f->offset + size));
    if (f->kind == FIX_REL32) {
        memcpy(at, &d, 4);
    } else if (f->is_short) {
        at[0] = f->kind == JUMP_CC ? 0x70 | f->cc : 0xeb; /* jcc rel8, jmp rel8 */
        at[1] = (uint8_t)d;
    } else if (f->kind == JUMP_CC) {
        at[0] = 0x0f;
        at[1] = 0x80 | f->cc; /* jcc rel32 */
        memcpy(at + 2, &d, 4);
    } else {
        at[0] = 0xe9; /* jmp rel32 */
        memcpy(at + 1, &d, 4);
    }
}

void x86_call_sym(struct assembler *a, uint32_t sym) {
    buf_putc(&a->code, 0xe8);
    asm_reloc(a, (uint32_t)a->code.n, RELOC_PLT32, sym, -4);
    buf_u32(&a->code, 0);
}

void x86_address(struct assembler *a, uint8_t dst, uint32_t sym, int64_t addend) {
    x86_lea(&a->code, dst, (struct x86_mem){X86_NO_REG, X86_NO_REG, 0});
    asm_reloc(a, (uint32_t)a->code.n - 4, RELOC_PC32, sym, addend - 4);
}

uint32_t x86_saved_bytes(const struct assembler *a) {
    return 8 * (uint32_t)__builtin_popcountll(a->saved);
}

void x86_prologue(struct assembler *a) {
    struct buf *b = &a->code;
    x86_push(b, RBP);
    x86_mov_rr(b, RBP, RSP);
    for (uint8_t r = 0; r < 16; r++)
        if (a->saved & reg_bit(r)) x86_push(b, r);
    /* Every page is touched in order, so that the guard page below the stack is met, not jumped over. */
    uint32_t left = a->frame;
    for (; left >= 4096 && a->frame <= 4096 * 8; left -= 4096) {
        x86_alu_ri(b, X86_SUB, true, RSP, 4096);
        x86_alu_mi(b, X86_OR, false, (struct x86_mem){RSP, X86_NO_REG, 0}, 0);
    }
    if (left >= 4096) {
        x86_mov_rr(b, SCRATCH, RSP);
        x86_alu_ri(b, X86_SUB, true, SCRATCH, (int32_t)(left & ~4095u));
        x86_alu_ri(b, X86_SUB, true, RSP, 4096); /* 7 bytes */
        size_t loop = b->n - 7;
        x86_alu_mi(b, X86_OR, false, (struct x86_mem){RSP, X86_NO_REG, 0}, 0);
        x86_alu_rr(b, X86_CMP, true, RSP, SCRATCH);
        buf_putc(b, 0x75); /* jne loop */
        buf_putc(b, (int)(loop - (b->n + 1)) & 0xff);
        left &= 4095;
    }
    if (left) x86_alu_ri(b, X86_SUB, true, RSP, (int32_t)left);
    if (a->uses_thread) x86_mov_rr(b, THREAD, RDI);
}

void x86_epilogue(struct assembler *a) {
    struct buf *b = &a->code;
    if (a->frame && !a->saved) {
        buf_putc(b, 0xc9); /* leave */
        buf_putc(b, 0xc3);
        return;
    }
    if (a->frame) x86_alu_ri(b, X86_ADD, true, RSP, (int32_t)a->frame);
    for (uint8_t r = 16; r-- > 0;)
        if (a->saved & reg_bit(r)) x86_pop(b, r);
    x86_pop(b, RBP);
    buf_putc(b, 0xc3); /* ret */
}

void x86_check(struct assembler *a, enum call_check check, uint32_t label) {
    if (check == CHECK_ZERO)
        x86_test_rr(&a->code, true, RAX, RAX);
    else
        x86_alu_ri(&a->code, X86_CMP, true, RAX, -1);
    x86_jump_cc(a, X86_E, label);
}

void x86_stub(struct assembler *a, uint32_t site, uint32_t tail, bool fall_through) {
    x86_mov_ri(&a->code, RDX, site);
    if (!fall_through) x86_jump(a, tail);
}

void x86_tail(struct assembler *a, uint32_t traceback, uint32_t code) {
    x86_mov_rr(&a->code, RDI, THREAD);
    x86_address(a, RSI, code, 0);
    x86_call_sym(a, traceback);
}

void x86_fail(struct assembler *a, uint8_t result, int64_t failure) {
    if (result == RAX) {
        if (failure)
            x86_alu_ri(&a->code, X86_OR, true, RAX, (int32_t)failure);
        else
            x86_alu_rr(&a->code, X86_XOR, false, RAX, RAX);
    } else if (result != REG_NONE) {
        x86_rr(&a->code, 0, false, 0x0f57, 0, 0); /* xorps xmm0, xmm0 */
    }
    x86_epilogue(a);
}
