/* Which constants AArch64 takes inside an instruction. */
#include "targets/aarch64/aarch64.h"

bool a64_imm_ok(enum form f, int64_t imm) {
    uint32_t bits;
    switch (f) {
    case M_ADD:
    case M_SUB:
    case M_ADDO:
    case M_SUBO:
    case M_SETCC:
    case M_SELECT:
    case M_BRCC: return imm != INT64_MIN && a64_add_imm_ok((uint64_t)(imm < 0 ? -imm : imm));
    case M_AND:
    case M_OR:
    case M_XOR:
    case M_SETTST:
    case M_BRTST: return a64_logic_imm((uint64_t)imm, &bits);
    case M_SHL:
    case M_SHR:
    case M_SAR:
    case M_ROL: return imm >= 0 && imm < 64;
    case M_ST:
    case M_ST32:
    case M_ST8: return imm == 0;
    default: return false;
    }
}

enum a64_access a64_access_of(enum form f) {
    switch (f) {
    case M_LD: return A64_LDR;
    case M_LD32U: return A64_LDRW;
    case M_LD32S: return A64_LDRSW;
    case M_LD8U: return A64_LDRB;
    case M_LDF: return A64_LDRD;
    case M_ST32: return A64_STRW;
    case M_ST8: return A64_STRB;
    case M_STF: return A64_STRD;
    default: return A64_STR;
    }
}

bool a64_disp_ok(enum form f, int64_t disp, bool indexed) {
    (void)indexed;
    return a64_offset_ok(a64_access_of(f), disp);
}
