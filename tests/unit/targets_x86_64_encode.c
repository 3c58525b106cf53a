/* Every x86-64 encoder: all registers, memory operands of every shape, immediates at their boundaries. */
#include "targets/x86_64/encode.h"
#include "tests/gen/disassemble.h"

static const char *const r64[] = {"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
                                  "r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15"};
static const char *const r32[] = {"eax", "ecx", "edx",  "ebx",  "esp",  "ebp",  "esi",  "edi",
                                  "r8d", "r9d", "r10d", "r11d", "r12d", "r13d", "r14d", "r15d"};
static const char *const r8[] = {"al",  "cl",  "dl",   "bl",   "spl",  "bpl",  "sil",  "dil",
                                 "r8b", "r9b", "r10b", "r11b", "r12b", "r13b", "r14b", "r15b"};
static const char *const cc[] = {"o", "no", "b", "ae", "e", "ne", "be", "a",
                                 "s", "ns", "p", "np", "l", "ge", "le", "g"};
static const int32_t imms[] = {0, 1, -1, 127, 128, -128, -129, 255, 65536, INT32_MAX, INT32_MIN};
static const int32_t disps[] = {0, 8, -8, 127, 128, -128, -129, 4096, INT32_MAX, INT32_MIN};
static const struct {
    enum x86_alu op;
    const char *name;
} alus[] = {{X86_ADD, "add"}, {X86_OR, "or"},   {X86_AND, "and"},
            {X86_SUB, "sub"}, {X86_XOR, "xor"}, {X86_CMP, "cmp"}};

#define ALL(r) for (uint8_t r = 0; r < 16; r++)

static struct str mem_text(struct reading *e, struct x86_mem m) {
    struct buf b;
    buf_init(&b, &e->arena);
    buf_printf(&b, "[%s", m.base == X86_NO_REG ? "rip" : r64[m.base]);
    if (m.index != X86_NO_REG) buf_printf(&b, " + 8*%s", r64[m.index]);
    if (m.disp > 0) buf_printf(&b, " + %d", m.disp);
    if (m.disp < 0) buf_printf(&b, " - %lld", -(long long)m.disp);
    buf_puts(&b, "]");
    buf_putc(&b, 0);
    return (struct str){b.p, b.n - 1};
}

static void finish(struct reading *e) {
    reading_check(e, "-triple=x86_64 --output-asm-variant=1");
}

static void test_registers(void **state) {
    (void)state;
    struct reading e;
    reading_init(&e);
    struct buf *b = &e.code;
    ALL(d) {
        ALL(s) {
            for (size_t k = 0; k < COUNT(alus); k++) {
                x86_alu_rr(b, alus[k].op, true, d, s);
                reads(&e, "%s %s, %s", alus[k].name, r64[d], r64[s]);
                x86_alu_rr(b, alus[k].op, false, d, s);
                reads(&e, "%s %s, %s", alus[k].name, r32[d], r32[s]);
            }
            x86_mov_rr(b, d, s);
            reads(&e, "mov %s, %s", r64[d], r64[s]);
            x86_test_rr(b, true, d, s);
            reads(&e, "test %s, %s", r64[d], r64[s]);
            x86_imul_rr(b, d, s);
            reads(&e, "imul %s, %s", r64[d], r64[s]);
            x86_movzx8(b, d, s);
            reads(&e, "movzx %s, %s", r32[d], r8[s]);
            for (uint8_t c = 0; c < 16; c++) {
                x86_cmov(b, (enum x86_cc)c, d, s);
                reads(&e, "cmov%s %s, %s", cc[c], r64[d], r64[s]);
            }
            x86_rr(b, 0xf2, false, 0x0f58, d, s);
            reads(&e, "addsd xmm%d, xmm%d", d, s);
            x86_rr(b, 0xf2, false, 0x0f51, d, s);
            reads(&e, "sqrtsd xmm%d, xmm%d", d, s);
            x86_rr(b, 0x66, false, 0x0f2e, d, s);
            reads(&e, "ucomisd xmm%d, xmm%d", d, s);
            x86_rr(b, 0, false, 0x0f28, d, s);
            reads(&e, "movaps xmm%d, xmm%d", d, s);
            x86_rr(b, 0x66, true, 0x0f6e, d, s);
            reads(&e, "movq xmm%d, %s", d, r64[s]);
            x86_rr(b, 0x66, true, 0x0f7e, d, s);
            reads(&e, "movq %s, xmm%d", r64[s], d);
            x86_rr(b, 0xf2, true, 0x0f2a, d, s);
            reads(&e, "cvtsi2sd xmm%d, %s", d, r64[s]);
            x86_rr(b, 0xf2, true, 0x0f2c, d, s);
            reads(&e, "cvttsd2si %s, xmm%d", r64[d], s);
            if (s != 4) { /* rsp is no index */
                if (d == 4 || ((d & 7) == 5 && s == 4)) continue;
                x86_lea1(b, 3, d, s);
                bool turned = (d & 7) == 5;
                bool displaced = turned && (s & 7) == 5;
                reads(&e, "lea rbx, [%s + %s%s]", r64[turned ? s : d], r64[turned ? d : s],
                      displaced ? "" : "");
            }
        }
    }
    finish(&e);
}

static void test_single(void **state) {
    (void)state;
    struct reading e;
    reading_init(&e);
    struct buf *b = &e.code;
    static const struct {
        enum x86_shift op;
        const char *name;
    } shifts[] = {{X86_ROL, "rol"}, {X86_ROR, "ror"}, {X86_SHL, "shl"}, {X86_SHR, "shr"}, {X86_SAR, "sar"}};
    ALL(r) {
        x86_push(b, r);
        reads(&e, "push %s", r64[r]);
        x86_pop(b, r);
        reads(&e, "pop %s", r64[r]);
        x86_call_r(b, r);
        reads(&e, "call %s", r64[r]);
        x86_jmp_r(b, r);
        reads(&e, "jmp %s", r64[r]);
        x86_unary(b, 2, r);
        reads(&e, "not %s", r64[r]);
        x86_unary(b, 3, r);
        reads(&e, "neg %s", r64[r]);
        x86_unary(b, 7, r);
        reads(&e, "idiv %s", r64[r]);
        for (uint8_t c = 0; c < 16; c++) {
            x86_setcc(b, (enum x86_cc)c, r);
            reads(&e, "set%s %s", cc[c], r8[r]);
        }
        for (size_t k = 0; k < COUNT(shifts); k++) {
            x86_shift_rc(b, shifts[k].op, r);
            reads(&e, "%s %s, cl", shifts[k].name, r64[r]);
            x86_shift_ri(b, shifts[k].op, r, 1);
            reads(&e, "%s %s", shifts[k].name, r64[r]);
            x86_shift_ri(b, shifts[k].op, r, 63);
            reads(&e, "%s %s, 63", shifts[k].name, r64[r]);
        }
    }
    finish(&e);
}

static void test_immediates(void **state) {
    (void)state;
    struct reading e;
    reading_init(&e);
    struct buf *b = &e.code;
    ALL(r) {
        for (size_t i = 0; i < COUNT(imms); i++) {
            int32_t v = imms[i];
            for (size_t k = 0; k < COUNT(alus); k++) {
                x86_alu_ri(b, alus[k].op, true, r, v);
                reads(&e, "%s %s, %d", alus[k].name, r64[r], v);
                x86_alu_ri(b, alus[k].op, false, r, v);
                reads(&e, "%s %s, %lld", alus[k].name, r32[r], v < -128 ? (long long)(uint32_t)v : v);
            }
            x86_imul_rri(b, r, (uint8_t)(15 - r), v);
            reads(&e, "imul %s, %s, %d", r64[r], r64[15 - r], v);
        }
        static const int64_t wide[] = {0, 1, INT32_MAX, 0x80000000LL, 0xffffffffLL, 0x100000000LL, INT64_MAX};
        for (size_t i = 0; i < COUNT(wide); i++) {
            x86_mov_ri(b, r, wide[i]);
            if (wide[i] <= INT32_MAX)
                reads(&e, "mov %s, %lld", r32[r], (long long)wide[i]);
            else if (wide[i] <= UINT32_MAX)
                reads(&e, "mov %s, %lld", r32[r], (long long)wide[i]);
            else
                reads(&e, "movabs %s, %lld", r64[r], (long long)wide[i]);
        }
        static const int64_t negative[] = {-1, INT32_MIN};
        for (size_t i = 0; i < COUNT(negative); i++) {
            x86_mov_ri(b, r, negative[i]);
            reads(&e, "mov %s, %lld", r64[r], (long long)negative[i]);
        }
        x86_mov_ri(b, r, (int64_t)INT32_MIN - 1);
        reads(&e, "movabs %s, %lld", r64[r], (long long)INT32_MIN - 1);
        x86_test_ri(b, r, 3);
        reads(&e, "test %s, 3", r8[r]);
        x86_test_ri(b, r, 255);
        reads(&e, "test %s, -1", r8[r]);
        x86_test_ri(b, r, 256);
        reads(&e, "test %s, 256", r32[r]);
        x86_test_ri(b, r, 0xffffffffLL);
        reads(&e, "test %s, 4294967295", r32[r]);
        x86_test_ri(b, r, -2);
        reads(&e, "test %s, -2", r64[r]);
    }
    finish(&e);
}

static void each_mem(struct reading *e, struct x86_mem m, uint8_t r) {
    struct buf *b = &e->code;
    struct str t = mem_text(e, m);
    x86_rm(b, 0, true, 0x8b, r, m);
    reads(e, "mov %s, qword ptr %s", r64[r], t.p);
    x86_rm(b, 0, true, 0x89, r, m);
    reads(e, "mov qword ptr %s, %s", t.p, r64[r]);
    x86_rm(b, 0, false, 0x8b, r, m);
    reads(e, "mov %s, dword ptr %s", r32[r], t.p);
    x86_rm(b, 0, true, 0x63, r, m);
    reads(e, "movsxd %s, dword ptr %s", r64[r], t.p);
    x86_rm(b, 0, false, 0x0fb6, r, m);
    reads(e, "movzx %s, byte ptr %s", r32[r], t.p);
    x86_rm8(b, 0x88, r, m);
    reads(e, "mov byte ptr %s, %s", t.p, r8[r]);
    x86_rm(b, 0xf2, false, 0x0f10, r, m);
    reads(e, "movsd xmm%d, qword ptr %s", r, t.p);
    x86_rm(b, 0xf2, false, 0x0f11, r, m);
    reads(e, "movsd qword ptr %s, xmm%d", t.p, r);
    x86_lea(b, r, m);
    reads(e, "lea %s, %s", r64[r], t.p);
    x86_alu_mr(b, X86_CMP, true, m, r);
    reads(e, "cmp qword ptr %s, %s", t.p, r64[r]);
    x86_alu_rm(b, X86_CMP, true, r, m);
    reads(e, "cmp %s, qword ptr %s", r64[r], t.p);
    x86_alu_mi(b, X86_CMP, true, m, 100);
    reads(e, "cmp qword ptr %s, 100", t.p);
    x86_alu_mi(b, X86_CMP, true, m, -1000);
    reads(e, "cmp qword ptr %s, -1000", t.p);
    x86_mov_mi(b, true, m, -5);
    reads(e, "mov qword ptr %s, -5", t.p);
    x86_mov_mi(b, false, m, 7);
    reads(e, "mov dword ptr %s, 7", t.p);
    x86_mov_mi8(b, m, 9);
    reads(e, "mov byte ptr %s, 9", t.p);
}

static void test_memory(void **state) {
    (void)state;
    struct reading e;
    reading_init(&e);
    ALL(base) {
        for (size_t d = 0; d < COUNT(disps); d++) {
            ALL(r) each_mem(&e, (struct x86_mem){base, X86_NO_REG, disps[d]}, r);
            ALL(index)
            if (index != 4)
                each_mem(&e, (struct x86_mem){base, index, disps[d]}, (uint8_t)((base + index) & 15));
        }
    }
    ALL(r) each_mem(&e, (struct x86_mem){X86_NO_REG, X86_NO_REG, 64}, r);
    finish(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_registers),
        cmocka_unit_test(test_single),
        cmocka_unit_test(test_immediates),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
