/* Relocations of x86-64 (psABI 1.0, table 4.9).
 *
 * Peculiar: operands are relative to the end of the instruction, which the producer puts into the addend (-4,
 * or more when an immediate follows). 32-bit absolute relocations cannot hold in a position-independent image
 * and are refused. */
#include "targets/elf/elf.h"

enum {
    R_NONE = 0,
    R_64 = 1,
    R_PC32 = 2,
    R_PLT32 = 4,
    R_GOTPCREL = 9,
    R_PC64 = 24,
    R_GOTPCRELX = 41,
    R_REX_GOTPCRELX = 42
};

struct reloc_info elf_x86_64_reloc_info(uint32_t type) {
    switch (type) {
    case R_NONE: return (struct reloc_info){RELOC_NONE, 0, false, false, "R_X86_64_NONE"};
    case R_64: return (struct reloc_info){RELOC_ABS64, 8, false, false, "R_X86_64_64"};
    case R_PC32: return (struct reloc_info){RELOC_VALUE, 4, false, false, "R_X86_64_PC32"};
    case R_PLT32: return (struct reloc_info){RELOC_VALUE, 4, true, false, "R_X86_64_PLT32"};
    case R_PC64: return (struct reloc_info){RELOC_VALUE, 8, false, false, "R_X86_64_PC64"};
    case R_GOTPCREL: return (struct reloc_info){RELOC_GOT, 4, false, false, "R_X86_64_GOTPCREL"};
    case R_GOTPCRELX: return (struct reloc_info){RELOC_GOT, 4, false, false, "R_X86_64_GOTPCRELX"};
    case R_REX_GOTPCRELX: return (struct reloc_info){RELOC_GOT, 4, false, false, "R_X86_64_REX_GOTPCRELX"};
    case 10: return (struct reloc_info){RELOC_BAD, 4, false, false, "R_X86_64_32"};
    case 11: return (struct reloc_info){RELOC_BAD, 4, false, false, "R_X86_64_32S"};
    default: return (struct reloc_info){RELOC_BAD, 0, false, false, NULL};
    }
}

enum reloc_status elf_x86_64_reloc_apply(uint32_t type, uint8_t *place, uint64_t s, int64_t a, uint64_t p) {
    uint64_t value = s + (uint64_t)a;
    switch (type) {
    case R_NONE: return RELOC_OK;
    case R_PC64: value -= p; /* fall through */
    case R_64: memcpy(place, &value, 8); return RELOC_OK;
    case R_PC32:
    case R_PLT32:
    case R_GOTPCREL:
    case R_GOTPCRELX:
    case R_REX_GOTPCRELX: {
        int64_t d = (int64_t)(value - p);
        int32_t narrow = (int32_t)d;
        if (narrow != d) return RELOC_OVERFLOW;
        memcpy(place, &narrow, 4);
        return RELOC_OK;
    }
    default: return RELOC_UNKNOWN;
    }
}

bool elf_x86_64_got_relax(uint32_t *type, int64_t *addend, uint8_t *bytes, uint64_t offset, uint64_t size) {
    if (*type == R_GOTPCREL || offset < 2 || offset + 4 > size || *addend != -4) return false;
    uint8_t *op = bytes + offset - 2;
    if (op[0] == 0x8b) {
        op[0] = 0x8d; /* mov reg, [rip+cell] -> lea reg, [rip+symbol] */
    } else if (op[0] == 0xff && op[1] == 0x15) {
        op[0] = 0x67; /* call [rip+cell] -> addr32 call symbol */
        op[1] = 0xe8;
    } else if (op[0] == 0xff && op[1] == 0x25) {
        op[0] = 0x67; /* jmp [rip+cell] -> addr32 jmp symbol */
        op[1] = 0xe9;
    } else {
        return false;
    }
    *type = R_PC32;
    return true;
}
