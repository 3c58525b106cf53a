/* Which constants x86-64 takes inside an instruction: sign-extended 32-bit ones, almost everywhere. */
#include "targets/x86_64/x86_64.h"

static bool int32(int64_t v) {
    return v >= INT32_MIN && v <= INT32_MAX;
}

bool x86_imm_ok(enum form f, int64_t imm) {
    switch (f) {
    case M_ADD:
    case M_MUL:
    case M_OR:
    case M_XOR:
    case M_ADDO:
    case M_SUBO:
    case M_MULO:
    case M_SETCC:
    case M_SELECT:
    case M_BRCC:
    case M_BRMEM: return int32(imm);
    case M_SUB: return int32(imm) && imm != INT32_MIN;
    case M_AND:
    case M_SETTST:
    case M_BRTST: return int32(imm) || (imm >= 0 && imm <= (int64_t)UINT32_MAX);
    case M_SHL:
    case M_SHR:
    case M_SAR:
    case M_ROL: return imm >= 0 && imm < 64;
    case M_ST: return int32(imm);
    case M_ST32: return imm >= INT32_MIN && imm <= (int64_t)UINT32_MAX;
    case M_ST8: return true;
    default: return false;
    }
}

bool x86_disp_ok(enum form f, int64_t disp, bool indexed) {
    (void)f;
    (void)indexed;
    return disp >= -(1 << 30) && disp <= (1 << 30);
}
