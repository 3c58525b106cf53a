/* x86-64, System V calling convention.
 *
 * Peculiar here: two-address arithmetic; division in rax:rdx; variable shifts by cl; no callee-saved xmm
 * register; r10 carries the static chain, r15 the thread, r11 and xmm15 are scratch. */
#include "targets/x86_64/x86_64.h"

static const char *const names[64] = {
    "rax",   "rcx",   "rdx",   "rbx",   "rsp",  "rbp",  "rsi",  "rdi",  "r8",   "r9",    "r10",
    "r11",   "r12",   "r13",   "r14",   "r15",  "?",    "?",    "?",    "?",    "?",     "?",
    "?",     "?",     "?",     "?",     "?",    "?",    "?",    "?",    "?",    "?",     "xmm0",
    "xmm1",  "xmm2",  "xmm3",  "xmm4",  "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
    "xmm12", "xmm13", "xmm14", "xmm15", "?",    "?",    "?",    "?",    "?",    "?",     "?",
    "?",     "?",     "?",     "?",     "?",    "?",    "?",    "?",    "?",
};

#define TIED                                                                                                 \
    { .flags = RULE_TIED }
#define TIED_COMM                                                                                            \
    { .flags = RULE_TIED | RULE_COMM }
#define SHIFT                                                                                                \
    { .flags = RULE_TIED, .fix1 = RCX + 1 }

static const struct form_rule rules[M_COUNT] = {
    [M_ADD] = {.flags = RULE_COMM},
    [M_SUB] = TIED,
    [M_MUL] = TIED_COMM,
    [M_AND] = TIED_COMM,
    [M_OR] = TIED_COMM,
    [M_XOR] = TIED_COMM,
    [M_SHL] = SHIFT,
    [M_SHR] = SHIFT,
    [M_SAR] = SHIFT,
    [M_ROL] = TIED,
    [M_NEG] = TIED,
    [M_NOT] = TIED,
    [M_ADDO] = TIED_COMM,
    [M_SUBO] = TIED,
    [M_MULO] = TIED_COMM,
    [M_DIV] = {.fix_d = RAX + 1, .fix0 = RAX + 1, .clobber = reg_bit(RAX) | reg_bit(RDX)},
    [M_REM] = {.fix_d = RDX + 1, .fix0 = RAX + 1, .clobber = reg_bit(RAX) | reg_bit(RDX)},
    [M_SELECT] = {.flags = RULE_TIED3},
    [M_FADD] = TIED_COMM,
    [M_FSUB] = TIED,
    [M_FMUL] = TIED_COMM,
    [M_FDIV] = TIED,
    [M_FNEG] = TIED,
    [M_FABS] = TIED,
};

#define INTS                                                                                                 \
    (reg_bit(RAX) | reg_bit(RCX) | reg_bit(RDX) | reg_bit(RBX) | reg_bit(RSI) | reg_bit(RDI) | reg_bit(8) |  \
     reg_bit(9) | reg_bit(10) | reg_bit(12) | reg_bit(13) | reg_bit(14))

const struct isa isa_x86_64 = {
    .name = "x86_64",
    .allocatable = INTS | UINT64_C(0x7fff) << REG_FLOAT,
    .callee_saved = reg_bit(RBX) | reg_bit(12) | reg_bit(13) | reg_bit(14) | reg_bit(15),
    .scratch = SCRATCH,
    .fscratch = REG_FLOAT + 15,
    .thread = THREAD,
    .frame = RBP,
    .stack = RSP,
    .chain = 10,
    .call_target = RAX,
    .args = {RDI, RSI, RDX, RCX, 8, 9},
    .nargs = 6,
    .fargs = {32, 33, 34, 35, 36, 37, 38, 39},
    .nfargs = 8,
    .result = RAX,
    .fresult = REG_FLOAT,
    .order = {RAX, RCX, RDX, RSI, RDI, 8,  9,  10, RBX, 12, 14, 13, 32, 33,
              34,  35,  36,  37,  38,  39, 40, 41, 42,  43, 44, 45, 46, REG_NONE},
    .incoming = 16,
    .mem_compare = true,
    .code_align = 16,
    .njump_kinds = 2,
    .reg_names = names,
    .rules = rules,
    .imm_ok = x86_imm_ok,
    .disp_ok = x86_disp_ok,
    .saved_bytes = x86_saved_bytes,
    .prologue = x86_prologue,
    .epilogue = x86_epilogue,
    .emit = x86_emit,
    .check = x86_check,
    .stub = x86_stub,
    .tail = x86_tail,
    .fail = x86_fail,
    .jump_size = x86_jump_size,
    .patch = x86_patch,
};
