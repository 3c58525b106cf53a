/* Relocations of AArch64 (ELF for the Arm 64-bit Architecture, section 5.7).
 *
 * Peculiar: immediates are scattered in 4-byte instructions; an address is made of its 4 KiB page (adrp,
 * reach 4 GiB) and its low 12 bits, scaled by the access size in loads; branches reach 128 MiB. */
#include "targets/elf/elf.h"

enum {
    R_NONE = 0,
    R_NONE_OLD = 256,
    R_ABS64 = 257,
    R_PREL64 = 260,
    R_PREL32 = 261,
    R_LD_PREL_LO19 = 273,
    R_ADR_LO21 = 274,
    R_ADR_PAGE = 275,
    R_ADR_PAGE_NC = 276,
    R_ADD_LO12 = 277,
    R_LDST8 = 278,
    R_TSTBR14 = 279,
    R_CONDBR19 = 280,
    R_JUMP26 = 282,
    R_CALL26 = 283,
    R_LDST16 = 284,
    R_LDST32 = 285,
    R_LDST64 = 286,
    R_LDST128 = 299,
    R_ADR_GOT_PAGE = 311,
    R_LD64_GOT_LO12 = 312
};

#define INFO(kind, size, branch, page, name)                                                                 \
    ((struct reloc_info){kind, size, branch, page, "R_AARCH64_" name})
struct reloc_info elf_aarch64_reloc_info(uint32_t type) {
    switch (type) {
    case R_NONE:
    case R_NONE_OLD: return INFO(RELOC_NONE, 0, false, false, "NONE");
    case R_ABS64: return INFO(RELOC_ABS64, 8, false, false, "ABS64");
    case R_PREL64: return INFO(RELOC_VALUE, 8, false, false, "PREL64");
    case R_PREL32: return INFO(RELOC_VALUE, 4, false, false, "PREL32");
    case R_LD_PREL_LO19: return INFO(RELOC_VALUE, 4, false, false, "LD_PREL_LO19");
    case R_ADR_LO21: return INFO(RELOC_VALUE, 4, false, false, "ADR_PREL_LO21");
    case R_ADR_PAGE: return INFO(RELOC_VALUE, 4, false, true, "ADR_PREL_PG_HI21");
    case R_ADR_PAGE_NC: return INFO(RELOC_VALUE, 4, false, true, "ADR_PREL_PG_HI21_NC");
    case R_ADD_LO12: return INFO(RELOC_VALUE, 4, false, true, "ADD_ABS_LO12_NC");
    case R_LDST8: return INFO(RELOC_VALUE, 4, false, true, "LDST8_ABS_LO12_NC");
    case R_LDST16: return INFO(RELOC_VALUE, 4, false, true, "LDST16_ABS_LO12_NC");
    case R_LDST32: return INFO(RELOC_VALUE, 4, false, true, "LDST32_ABS_LO12_NC");
    case R_LDST64: return INFO(RELOC_VALUE, 4, false, true, "LDST64_ABS_LO12_NC");
    case R_LDST128: return INFO(RELOC_VALUE, 4, false, true, "LDST128_ABS_LO12_NC");
    case R_TSTBR14: return INFO(RELOC_VALUE, 4, true, false, "TSTBR14");
    case R_CONDBR19: return INFO(RELOC_VALUE, 4, true, false, "CONDBR19");
    case R_JUMP26: return INFO(RELOC_VALUE, 4, true, false, "JUMP26");
    case R_CALL26: return INFO(RELOC_VALUE, 4, true, false, "CALL26");
    case R_ADR_GOT_PAGE: return INFO(RELOC_GOT, 4, false, true, "ADR_GOT_PAGE");
    case R_LD64_GOT_LO12: return INFO(RELOC_GOT, 4, false, true, "LD64_GOT_LO12_NC");
    default: return (struct reloc_info){RELOC_BAD, 0, false, false, NULL};
    }
}

/* Replaces bits [low, low+width) of the instruction at `place`. */
static void insn_field(uint8_t *place, unsigned low, unsigned width, uint64_t value) {
    uint32_t insn, mask = (uint32_t)(((UINT64_C(1) << width) - 1) << low);
    memcpy(&insn, place, 4);
    insn = (insn & ~mask) | ((uint32_t)(value << low) & mask);
    memcpy(place, &insn, 4);
}

/* A signed distance in instructions of `width` bits at bit `low`. */
static enum reloc_status put_distance(uint8_t *place, unsigned low, unsigned width, int64_t d) {
    if (d & 3) return RELOC_MISALIGNED;
    int64_t limit = INT64_C(1) << (width + 1);
    if (d < -limit || d >= limit) return RELOC_OVERFLOW;
    insn_field(place, low, width, (uint64_t)(d >> 2));
    return RELOC_OK;
}

/* adr and adrp: 21 bits, the low two of them at bit 29. */
static void put_adr(uint8_t *place, int64_t v) {
    insn_field(place, 29, 2, (uint64_t)v & 3);
    insn_field(place, 5, 19, (uint64_t)(v >> 2));
}

static enum reloc_status put_low(uint8_t *place, uint64_t value, unsigned scale) {
    uint64_t low = value & 0xfff;
    if (low & ((UINT64_C(1) << scale) - 1)) return RELOC_MISALIGNED;
    insn_field(place, 10, 12, low >> scale);
    return RELOC_OK;
}

static enum reloc_status put_page(uint8_t *place, uint64_t value, uint64_t p, bool check) {
    int64_t d = (int64_t)((value & ~UINT64_C(0xfff)) - (p & ~UINT64_C(0xfff))) >> 12;
    if (check && (d < -(1 << 20) || d >= 1 << 20)) return RELOC_OVERFLOW;
    put_adr(place, d);
    return RELOC_OK;
}

enum reloc_status elf_aarch64_reloc_apply(uint32_t type, uint8_t *place, uint64_t s, int64_t a, uint64_t p) {
    uint64_t value = s + (uint64_t)a;
    int64_t d = (int64_t)(value - p);
    switch (type) {
    case R_NONE:
    case R_NONE_OLD: return RELOC_OK;
    case R_ABS64: memcpy(place, &value, 8); return RELOC_OK;
    case R_PREL64: memcpy(place, &d, 8); return RELOC_OK;
    case R_PREL32: {
        int32_t narrow = (int32_t)d;
        if (d < INT32_MIN || d > UINT32_MAX) return RELOC_OVERFLOW;
        memcpy(place, &narrow, 4);
        return RELOC_OK;
    }
    case R_LD_PREL_LO19:
    case R_CONDBR19: return put_distance(place, 5, 19, d);
    case R_TSTBR14: return put_distance(place, 5, 14, d);
    case R_JUMP26:
    case R_CALL26: return put_distance(place, 0, 26, d);
    case R_ADR_LO21:
        if (d < -(1 << 20) || d >= 1 << 20) return RELOC_OVERFLOW;
        put_adr(place, d);
        return RELOC_OK;
    case R_ADR_PAGE:
    case R_ADR_GOT_PAGE: return put_page(place, value, p, true);
    case R_ADR_PAGE_NC: return put_page(place, value, p, false);
    case R_ADD_LO12:
    case R_LDST8: return put_low(place, value, 0);
    case R_LDST16: return put_low(place, value, 1);
    case R_LDST32: return put_low(place, value, 2);
    case R_LDST64:
    case R_LD64_GOT_LO12: return put_low(place, value, 3);
    case R_LDST128: return put_low(place, value, 4);
    default: return RELOC_UNKNOWN;
    }
}

bool elf_aarch64_got_relax(uint32_t *type, int64_t *addend, uint8_t *bytes, uint64_t offset, uint64_t size) {
    uint32_t insn;
    if (*addend != 0 || offset + 4 > size) return false;
    memcpy(&insn, bytes + offset, 4);
    if (*type == R_ADR_GOT_PAGE) { /* adrp xN, cell -> adrp xN, symbol */
        *type = R_ADR_PAGE;
        return true;
    }
    if (*type != R_LD64_GOT_LO12 || (insn & 0xffc00000) != 0xf9400000) return false;
    insn = 0x91000000 | (insn & 0x3ff); /* ldr xT, [xN, cell] -> add xT, xN, symbol */
    memcpy(bytes + offset, &insn, 4);
    *type = R_ADD_LO12;
    return true;
}
