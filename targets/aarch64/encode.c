/* A64 instructions as words; encode.h says what each is in assembly. */
#include "targets/aarch64/encode.h"

static uint32_t rrr(uint32_t base, uint8_t rd, uint8_t rn, uint8_t rm) {
    return base | (uint32_t)rm << 16 | (uint32_t)rn << 5 | rd;
}

/* ---- immediates ---- */

bool a64_add_imm_ok(uint64_t v) {
    return v < 4096 || (v < (1 << 24) && (v & 4095) == 0);
}

/* A bitmask immediate is an element of 2, 4 … 64 bits, repeated, that is a rotated run of ones. */
bool a64_logic_imm(uint64_t v, uint32_t *out) {
    if (v == 0 || ~v == 0) return false;
    uint32_t size = 64;
    while (size > 2) {
        uint32_t half = size / 2;
        uint64_t mask = (UINT64_C(1) << half) - 1;
        if ((v & mask) != ((v >> half) & mask)) break;
        size = half;
    }
    uint64_t mask = size == 64 ? ~UINT64_C(0) : (UINT64_C(1) << size) - 1, e = v & mask;
    uint32_t ones = (uint32_t)__builtin_popcountll(e), rotate;
    for (rotate = 0; rotate < size; rotate++) {
        uint64_t run = ones == 64 ? ~UINT64_C(0) : (UINT64_C(1) << ones) - 1;
        uint64_t r = rotate ? ((run >> rotate) | (run << (size - rotate))) & mask : run;
        if (r == e) break;
    }
    if (rotate == size) return false;
    uint32_t n = size == 64, imms = ((~(size * 2 - 1)) & 0x3f) | (ones - 1);
    *out = n << 12 | rotate << 6 | (imms & 0x3f);
    return true;
}

/* a:NOT(b):Replicate(b, 8):cd:efgh:Zeros(48) */
bool a64_fmov_imm(uint64_t bits, uint32_t *imm8) {
    if (bits & 0xffffffffffff) return false;
    uint32_t top = (uint32_t)(bits >> 48), exp = top >> 6 & 0x1ff; /* bits 62..54 */
    if (exp != 0x100 && exp != 0x0ff) return false;
    *imm8 = (top >> 8 & 0x80) | (exp == 0x0ff ? 0x40 : 0) | (top & 0x3f);
    return true;
}

/* ---- arithmetic ---- */

uint32_t a64_add_imm(bool sub, bool sets, uint8_t rd, uint8_t rn, uint64_t imm) {
    bool shifted = imm >= 4096;
    if (shifted) imm >>= 12;
    return 0x91000000 | (uint32_t)sub << 30 | (uint32_t)sets << 29 | (uint32_t)shifted << 22 |
           (uint32_t)imm << 10 | (uint32_t)rn << 5 | rd;
}
uint32_t a64_add_reg(bool sub, bool sets, uint8_t rd, uint8_t rn, uint8_t rm, enum a64_shift_type t,
                     uint8_t by) {
    return rrr(0x8b000000, rd, rn, rm) | (uint32_t)sub << 30 | (uint32_t)sets << 29 | (uint32_t)t << 22 |
           (uint32_t)by << 10;
}
uint32_t a64_add_ext(bool sub, bool sets, uint8_t rd, uint8_t rn, uint8_t rm) {
    return rrr(0x8b206000, rd, rn, rm) | (uint32_t)sub << 30 | (uint32_t)sets << 29;
}
uint32_t a64_logic_reg(uint8_t opc, bool invert, uint8_t rd, uint8_t rn, uint8_t rm) {
    return rrr(0x8a000000, rd, rn, rm) | (uint32_t)opc << 29 | (uint32_t)invert << 21;
}
uint32_t a64_logic_bits(uint8_t opc, uint8_t rd, uint8_t rn, uint32_t n_immr_imms) {
    return 0x92000000 | (uint32_t)opc << 29 | n_immr_imms << 10 | (uint32_t)rn << 5 | rd;
}
uint32_t a64_mul(uint8_t rd, uint8_t rn, uint8_t rm) {
    return rrr(0x9b007c00, rd, rn, rm);
}
uint32_t a64_msub(uint8_t rd, uint8_t rn, uint8_t rm, uint8_t ra) {
    return rrr(0x9b008000, rd, rn, rm) | (uint32_t)ra << 10;
}
uint32_t a64_smulh(uint8_t rd, uint8_t rn, uint8_t rm) {
    return rrr(0x9b407c00, rd, rn, rm);
}
uint32_t a64_sdiv(uint8_t rd, uint8_t rn, uint8_t rm) {
    return rrr(0x9ac00c00, rd, rn, rm);
}
uint32_t a64_shift_reg(enum a64_shift_type t, uint8_t rd, uint8_t rn, uint8_t rm) {
    return rrr(0x9ac02000, rd, rn, rm) | (uint32_t)t << 10;
}
uint32_t a64_shift_imm(enum a64_shift_type t, uint8_t rd, uint8_t rn, uint8_t by) {
    uint32_t n = (uint32_t)rn << 5 | rd;
    switch (t) {
    case A64_LSL: return 0xd3400000 | ((64u - by) & 63) << 16 | (63u - by) << 10 | n; /* ubfm */
    case A64_LSR: return 0xd340fc00 | (uint32_t)by << 16 | n;
    case A64_ASR: return 0x9340fc00 | (uint32_t)by << 16 | n;                 /* sbfm */
    default: return 0x93c00000 | (uint32_t)rn << 16 | (uint32_t)by << 10 | n; /* extr */
    }
}
static uint32_t wide(uint32_t base, uint8_t rd, uint16_t imm, uint8_t quarter) {
    return base | (uint32_t)quarter << 21 | (uint32_t)imm << 5 | rd;
}
uint32_t a64_movz(uint8_t rd, uint16_t imm, uint8_t quarter) {
    return wide(0xd2800000, rd, imm, quarter);
}
uint32_t a64_movn(uint8_t rd, uint16_t imm, uint8_t quarter) {
    return wide(0x92800000, rd, imm, quarter);
}
uint32_t a64_movk(uint8_t rd, uint16_t imm, uint8_t quarter) {
    return wide(0xf2800000, rd, imm, quarter);
}
uint32_t a64_csel(uint8_t rd, uint8_t rn, uint8_t rm, enum a64_cond c) {
    return rrr(0x9a800000, rd, rn, rm) | (uint32_t)c << 12;
}
uint32_t a64_cset(uint8_t rd, enum a64_cond c) {
    return rrr(0x9a800400, rd, A64_ZR, A64_ZR) | (uint32_t)(c ^ 1) << 12; /* csinc rd, xzr, xzr, !c */
}
uint32_t a64_adrp(uint8_t rd) {
    return 0x90000000 | rd;
}
uint32_t a64_adr(uint8_t rd, int32_t offset) {
    return 0x10000000 | ((uint32_t)offset & 3) << 29 | ((uint32_t)offset >> 2 & 0x7ffff) << 5 | rd;
}

/* ---- memory ---- */

static const struct access {
    uint32_t base; /* unscaled form; | 1 << 24 scaled, | 1 << 21 | 2 << 10 register */
    uint8_t log2;
} accesses[] = {
    [A64_LDR] = {0xf8400000, 3},  [A64_STR] = {0xf8000000, 3},   [A64_LDRW] = {0xb8400000, 2},
    [A64_STRW] = {0xb8000000, 2}, [A64_LDRSW] = {0xb8800000, 2}, [A64_LDRB] = {0x38400000, 0},
    [A64_STRB] = {0x38000000, 0}, [A64_LDRD] = {0xfc400000, 3},  [A64_STRD] = {0xfc000000, 3},
};

uint32_t a64_access_size(enum a64_access x) {
    return 1u << accesses[x].log2;
}

static bool scaled_ok(enum a64_access x, int64_t offset) {
    uint8_t s = accesses[x].log2;
    return offset >= 0 && (offset & ((1 << s) - 1)) == 0 && (offset >> s) < 4096;
}
bool a64_offset_ok(enum a64_access x, int64_t offset) {
    return scaled_ok(x, offset) || (offset >= -256 && offset <= 255);
}
uint32_t a64_mem(enum a64_access x, uint8_t rt, uint8_t rn, int32_t offset) {
    uint32_t w = accesses[x].base | (uint32_t)rn << 5 | rt;
    if (scaled_ok(x, offset)) return w | 1 << 24 | (uint32_t)(offset >> accesses[x].log2) << 10;
    return w | ((uint32_t)offset & 0x1ff) << 12;
}
uint32_t a64_mem_index(enum a64_access x, uint8_t rt, uint8_t rn, uint8_t rm) {
    return accesses[x].base | 1 << 21 | 2 << 10 | 3 << 13 | (accesses[x].log2 ? 1u << 12 : 0) |
           (uint32_t)rm << 16 | (uint32_t)rn << 5 | rt;
}
uint32_t a64_pair_push(bool is_float, uint8_t rt, uint8_t rt2) {
    return (is_float ? 0x6dbf0000 : 0xa9bf0000) | (uint32_t)rt2 << 10 | A64_SP << 5 | rt;
}
uint32_t a64_pair_pop(bool is_float, uint8_t rt, uint8_t rt2) {
    return (is_float ? 0x6cc10000 : 0xa8c10000) | (uint32_t)rt2 << 10 | A64_SP << 5 | rt;
}
uint32_t a64_push(bool is_float, uint8_t rt) {
    return (is_float ? 0xfc1f0c00 : 0xf81f0c00) | A64_SP << 5 | rt;
}
uint32_t a64_pop(bool is_float, uint8_t rt) {
    return (is_float ? 0xfc410400 : 0xf8410400) | A64_SP << 5 | rt;
}

/* ---- branches ---- */

uint32_t a64_b(void) {
    return 0x14000000;
}
uint32_t a64_bl(void) {
    return 0x94000000;
}
uint32_t a64_bcond(enum a64_cond c) {
    return 0x54000000 | c;
}
uint32_t a64_cbz(bool nonzero, uint8_t rt) {
    return 0xb4000000 | (uint32_t)nonzero << 24 | rt;
}
uint32_t a64_tbz(bool nonzero, uint8_t rt, uint8_t bit) {
    return 0x36000000 | (uint32_t)nonzero << 24 | (uint32_t)(bit >> 5) << 31 | (uint32_t)(bit & 31) << 19 |
           rt;
}
uint32_t a64_br(uint8_t rn) {
    return 0xd61f0000 | (uint32_t)rn << 5;
}
uint32_t a64_blr(uint8_t rn) {
    return 0xd63f0000 | (uint32_t)rn << 5;
}
uint32_t a64_ret(void) {
    return 0xd65f03c0;
}
uint32_t a64_brk(uint16_t imm) {
    return 0xd4200000 | (uint32_t)imm << 5;
}

/* ---- doubles ---- */

uint32_t a64_float2(enum a64_float2 op, uint8_t rd, uint8_t rn, uint8_t rm) {
    return rrr(0x1e600800, rd, rn, rm) | (uint32_t)op << 12;
}
uint32_t a64_float1(enum a64_float1 op, uint8_t rd, uint8_t rn) {
    return 0x1e604000 | (uint32_t)op << 15 | (uint32_t)rn << 5 | rd;
}
uint32_t a64_fmov_const(uint8_t rd, uint32_t imm8) {
    return 0x1e601000 | imm8 << 13 | rd;
}
uint32_t a64_fcmp(uint8_t rn, uint8_t rm) {
    return 0x1e602000 | (uint32_t)rm << 16 | (uint32_t)rn << 5;
}
uint32_t a64_fmov_from(uint8_t rd, uint8_t rn) {
    return 0x9e660000 | (uint32_t)rn << 5 | rd;
}
uint32_t a64_fmov_to(uint8_t rd, uint8_t rn) {
    return 0x9e670000 | (uint32_t)rn << 5 | rd;
}
uint32_t a64_scvtf(uint8_t rd, uint8_t rn) {
    return 0x9e620000 | (uint32_t)rn << 5 | rd;
}
uint32_t a64_fcvtzs(uint8_t rd, uint8_t rn) {
    return 0x9e780000 | (uint32_t)rn << 5 | rd;
}
