/* What the files of this folder share. */
#ifndef PY2_X86_64_H
#define PY2_X86_64_H

#include "targets/isa.h"
#include "targets/x86_64/encode.h"

enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, SCRATCH = 11, THREAD = 15 };

/* ---- select.c ---- */
bool x86_imm_ok(enum form f, int64_t imm);
bool x86_disp_ok(enum form f, int64_t disp, bool indexed);

/* ---- emit.c ---- */
void x86_emit(struct assembler *a, const struct mins *m, uint32_t next);

/* ---- frame.c: function entry and exit, raise stubs, jumps ---- */
enum { JUMP_ALWAYS, JUMP_CC, FIX_REL32 /* displacement at the end of an instruction */ };
uint32_t x86_saved_bytes(const struct assembler *a);
void x86_prologue(struct assembler *a);
void x86_epilogue(struct assembler *a);
void x86_check(struct assembler *a, enum call_check check, uint32_t label);
void x86_stub(struct assembler *a, uint32_t site, uint32_t tail, bool fall_through);
void x86_tail(struct assembler *a, uint32_t traceback, uint32_t code);
void x86_fail(struct assembler *a, uint8_t result, int64_t failure);
uint32_t x86_jump_size(const struct asm_fix *f, bool is_short);
void x86_patch(uint8_t *code, const struct asm_fix *f, int64_t target);
/* Appends a jump in its long form. */
void x86_jump(struct assembler *a, uint32_t label);
void x86_jump_cc(struct assembler *a, enum x86_cc cc, uint32_t label);
void x86_call_sym(struct assembler *a, uint32_t sym);
/* lea dst, [rip + sym + addend] */
void x86_address(struct assembler *a, uint8_t dst, uint32_t sym, int64_t addend);

#endif
