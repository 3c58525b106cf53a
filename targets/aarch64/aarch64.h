/* What the files of this folder share. */
#ifndef PY2_AARCH64_H
#define PY2_AARCH64_H

#include "targets/aarch64/encode.h"
#include "targets/isa.h"

enum {
    MOVER = 16,
    TEMP = 17,
    THREAD = 28,
    FP = 29,
    LR = 30
}; /* x16 belongs to the move resolver, x17 to emit */

/* ---- select.c ---- */
bool a64_imm_ok(enum form f, int64_t imm);
bool a64_disp_ok(enum form f, int64_t disp, bool indexed);
enum a64_access a64_access_of(enum form f);

/* ---- emit.c ---- */
void a64_emit(struct assembler *a, const struct mins *m, uint32_t next);

/* ---- frame.c: function entry and exit, raise stubs, jumps ---- */
enum { FIX_B26, FIX_COND19, FIX_TB14 };
uint32_t a64_saved_bytes(const struct assembler *a);
void a64_prologue(struct assembler *a);
void a64_epilogue(struct assembler *a);
void a64_check(struct assembler *a, enum call_check check, uint32_t label);
void a64_stub(struct assembler *a, uint32_t site, uint32_t tail, bool fall_through);
void a64_tail(struct assembler *a, uint32_t traceback, uint32_t code);
void a64_fail(struct assembler *a, uint8_t result, int64_t failure);
void a64_patch(uint8_t *code, const struct asm_fix *f, int64_t target);
void a64_put(struct assembler *a, uint32_t word);
void a64_jump(struct assembler *a, uint32_t label);
/* A conditional branch; `word` and `inverse` are the instruction and its opposite, without displacement. */
void a64_jump_if(struct assembler *a, uint32_t word, uint32_t inverse, uint8_t kind, uint32_t label);
void a64_jump_cond(struct assembler *a, enum a64_cond c, uint32_t label);
void a64_load_imm(struct assembler *a, uint8_t rd, uint64_t v);
void a64_address(struct assembler *a, uint8_t rd, uint32_t sym, int64_t addend);
void a64_call_sym(struct assembler *a, uint32_t sym);
/* rd = rn + v (rn may be sp); TEMP is used when v is large. */
void a64_add_const(struct assembler *a, uint8_t rd, uint8_t rn, int64_t v);

#endif
