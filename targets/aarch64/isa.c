/* AArch64, AAPCS64.
 *
 * Peculiar here: x18 belongs to Windows and Apple and is never touched; d8..d15 survive calls; a store can
 * only take zero as a constant; conditional branches reach 1 MiB, bit tests 32 KiB. x15 carries the static
 * chain, x28 the thread, x16, x17 and d31 are scratch. */
#include "targets/aarch64/aarch64.h"

static const char *const names[64] = {
    "x0",  "x1",  "x2",  "x3",  "x4",  "x5",  "x6",  "x7",  "x8",  "x9",  "x10", "x11", "x12",
    "x13", "x14", "x15", "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25",
    "x26", "x27", "x28", "x29", "x30", "sp",  "d0",  "d1",  "d2",  "d3",  "d4",  "d5",  "d6",
    "d7",  "d8",  "d9",  "d10", "d11", "d12", "d13", "d14", "d15", "d16", "d17", "d18", "d19",
    "d20", "d21", "d22", "d23", "d24", "d25", "d26", "d27", "d28", "d29", "d30", "d31",
};

static const struct form_rule rules[M_COUNT] = {{0}};

#define X19_X27 UINT64_C(0x0ff80000)
#define D8_D15  (UINT64_C(0xff00) << REG_FLOAT)

const struct isa isa_aarch64 = {
    .name = "aarch64",
    .allocatable = UINT64_C(0xffff) | X19_X27 | UINT64_C(0x7fffffff) << REG_FLOAT,
    .callee_saved = X19_X27 | reg_bit(THREAD) | D8_D15,
    .scratch = MOVER,
    .fscratch = REG_FLOAT + 31,
    .thread = THREAD,
    .frame = FP,
    .stack = 31,
    .chain = 15,
    .call_target = 9,
    .args = {0, 1, 2, 3, 4, 5, 6, 7},
    .nargs = 8,
    .fargs = {32, 33, 34, 35, 36, 37, 38, 39},
    .nfargs = 8,
    .result = 0,
    .fresult = REG_FLOAT,
    .order = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 19, 20, 21,
              22, 23, 24, 25, 26, 27, 32, 33, 34, 35, 36, 37, 38, 39, 48, 49, 50, 51, 52,
              53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 40, 41, 42, 43, 44, 45, 46, 47, REG_NONE},
    .incoming = 16,
    .mem_compare = false,
    .code_align = 16,
    .njump_kinds = 0,
    .reg_names = names,
    .rules = rules,
    .imm_ok = a64_imm_ok,
    .disp_ok = a64_disp_ok,
    .saved_bytes = a64_saved_bytes,
    .prologue = a64_prologue,
    .epilogue = a64_epilogue,
    .emit = a64_emit,
    .check = a64_check,
    .stub = a64_stub,
    .tail = a64_tail,
    .fail = a64_fail,
    .patch = a64_patch,
};
