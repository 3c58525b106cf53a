/* Every AArch64 encoder: all registers, conditions, shifts, immediates at their boundaries. */
#include "targets/aarch64/encode.h"
#include "tests/gen/disassemble.h"

static const char *const conds[] = {"eq", "ne", "hs", "lo", "mi", "pl", "vs",
                                    "vc", "hi", "ls", "ge", "lt", "gt", "le"};

#define ALL(r) for (uint8_t r = 0; r < 31; r++)
#define PUT(word, ...)                                                                                       \
    do {                                                                                                     \
        buf_u32(&e.code, (word));                                                                            \
        reads(&e, __VA_ARGS__);                                                                              \
    } while (0)

static void finish(struct reading *e) {
    reading_check(e, "-triple=aarch64");
}

static void test_registers(void **state) {
    (void)state;
    struct reading e;
    reading_init(&e);
    ALL(d) ALL(n) {
        uint8_t m = (uint8_t)((d * 7 + n * 3) % 31);
        PUT(a64_add_reg(false, false, d, n, m, A64_LSL, 0), "add x%d, x%d, x%d", d, n, m);
        PUT(a64_add_reg(true, false, d, n, m, A64_LSL, 3), "sub x%d, x%d, x%d, lsl #3", d, n, m);
        PUT(a64_add_reg(false, true, d, n, m, A64_LSL, 0), "adds x%d, x%d, x%d", d, n, m);
        PUT(a64_add_reg(true, true, d, n, m, A64_LSL, 0), "subs x%d, x%d, x%d", d, n, m);
        PUT(a64_add_reg(true, true, A64_ZR, n, m, A64_ASR, 63), "cmp x%d, x%d, asr #63", n, m);
        PUT(a64_add_reg(true, false, d, A64_ZR, m, A64_LSL, 0), "neg x%d, x%d", d, m);
        PUT(a64_add_ext(false, false, d, A64_SP, m), "add x%d, sp, x%d", d, m);
        PUT(a64_add_ext(true, true, A64_ZR, A64_SP, m), "cmp sp, x%d", m);
        PUT(a64_logic_reg(0, false, d, n, m), "and x%d, x%d, x%d", d, n, m);
        PUT(a64_logic_reg(1, false, d, n, m), "orr x%d, x%d, x%d", d, n, m);
        PUT(a64_logic_reg(2, false, d, n, m), "eor x%d, x%d, x%d", d, n, m);
        PUT(a64_logic_reg(3, false, A64_ZR, n, m), "tst x%d, x%d", n, m);
        PUT(a64_logic_reg(1, true, d, A64_ZR, m), "mvn x%d, x%d", d, m);
        PUT(a64_logic_reg(1, false, d, A64_ZR, m), "mov x%d, x%d", d, m);
        PUT(a64_mul(d, n, m), "mul x%d, x%d, x%d", d, n, m);
        PUT(a64_msub(d, n, m, 17), "msub x%d, x%d, x%d, x17", d, n, m);
        PUT(a64_smulh(d, n, m), "smulh x%d, x%d, x%d", d, n, m);
        PUT(a64_sdiv(d, n, m), "sdiv x%d, x%d, x%d", d, n, m);
        PUT(a64_shift_reg(A64_LSL, d, n, m), "lsl x%d, x%d, x%d", d, n, m);
        PUT(a64_shift_reg(A64_LSR, d, n, m), "lsr x%d, x%d, x%d", d, n, m);
        PUT(a64_shift_reg(A64_ASR, d, n, m), "asr x%d, x%d, x%d", d, n, m);
        for (uint8_t c = 0; c < 14; c++)
            PUT(a64_csel(d, n, m, (enum a64_cond)c), "csel x%d, x%d, x%d, %s", d, n, m, conds[c]);
        static const char *const f2[] = {"fmul", "fdiv", "fadd", "fsub"}, *const f1[] = {"fmov", "fabs",
                                                                                         "fneg", "fsqrt"};
        for (int k = 0; k < 4; k++) {
            PUT(a64_float2((enum a64_float2)k, d, n, m), "%s d%d, d%d, d%d", f2[k], d, n, m);
            PUT(a64_float1((enum a64_float1)k, d, n), "%s d%d, d%d", f1[k], d, n);
        }
        PUT(a64_fcmp(d, n), "fcmp d%d, d%d", d, n);
        PUT(a64_fmov_from(d, n), "fmov x%d, d%d", d, n);
        PUT(a64_fmov_to(d, n), "fmov d%d, x%d", d, n);
        PUT(a64_scvtf(d, n), "scvtf d%d, x%d", d, n);
        PUT(a64_fcvtzs(d, n), "fcvtzs x%d, d%d", d, n);
        PUT(a64_pair_push(false, d, n), "stp x%d, x%d, [sp, #-16]!", d, n);
        PUT(a64_pair_push(true, d, n), "stp d%d, d%d, [sp, #-16]!", d, n);
        if (d != n) {
            PUT(a64_pair_pop(false, d, n), "ldp x%d, x%d, [sp], #16", d, n);
            PUT(a64_pair_pop(true, d, n), "ldp d%d, d%d, [sp], #16", d, n);
        }
    }
    ALL(r) {
        for (uint8_t c = 0; c < 14; c++) PUT(a64_cset(r, (enum a64_cond)c), "cset x%d, %s", r, conds[c]);
        PUT(a64_push(false, r), "str x%d, [sp, #-16]!", r);
        PUT(a64_push(true, r), "str d%d, [sp, #-16]!", r);
        PUT(a64_pop(false, r), "ldr x%d, [sp], #16", r);
        PUT(a64_pop(true, r), "ldr d%d, [sp], #16", r);
        PUT(a64_br(r), "br x%d", r);
        PUT(a64_blr(r), "blr x%d", r);
        PUT(a64_adr(r, 16), "adr x%d, #16", r);
        PUT(a64_adr(r, -3), "adr x%d, #-3", r);
        PUT(a64_adrp(r), "adrp x%d, #0", r);
        PUT(a64_cbz(false, r) | 3 << 5, "cbz x%d, #12", r);
        PUT(a64_cbz(true, r) | 3 << 5, "cbnz x%d, #12", r);
        PUT(a64_tbz(false, r, 63) | 2 << 5, "tbz x%d, #63, #8", r);
        PUT(a64_tbz(true, r, 5) | 2 << 5, "tbnz w%d, #5, #8", r);
        for (uint8_t s = 1; s < 64; s++) {
            PUT(a64_shift_imm(A64_LSL, r, 30 - r, s), "lsl x%d, x%d, #%d", r, 30 - r, s);
            PUT(a64_shift_imm(A64_LSR, r, 30 - r, s), "lsr x%d, x%d, #%d", r, 30 - r, s);
            PUT(a64_shift_imm(A64_ASR, r, 30 - r, s), "asr x%d, x%d, #%d", r, 30 - r, s);
            PUT(a64_shift_imm(A64_ROR, r, 30 - r, s), "ror x%d, x%d, #%d", r, 30 - r, s);
        }
    }
    for (uint8_t c = 0; c < 14; c++) PUT(a64_bcond((enum a64_cond)c) | 4 << 5, "b.%s #16", conds[c]);
    PUT(a64_b() | 5, "b #20");
    PUT(a64_bl() | 5, "bl #20");
    PUT(a64_ret(), "ret");
    PUT(a64_brk(1), "brk #0x1");
    finish(&e);
}

static void test_immediates(void **state) {
    (void)state;
    struct reading e;
    reading_init(&e);
    static const uint32_t adds[] = {1, 2, 4095, 4096, 8192, 0xfff000};
    for (size_t i = 0; i < COUNT(adds); i++) {
        uint32_t v = adds[i];
        assert_true(a64_add_imm_ok(v));
        char t[32];
        if (v < 4096)
            snprintf(t, sizeof t, "#%u", v);
        else
            snprintf(t, sizeof t, "#%u, lsl #12", v >> 12);
        PUT(a64_add_imm(false, false, 3, 4, v), "add x3, x4, %s%s", t, "");
        PUT(a64_add_imm(true, false, A64_SP, A64_SP, v), "sub sp, sp, %s", t);
        PUT(a64_add_imm(true, true, A64_ZR, 5, v), "cmp x5, %s", t);
        PUT(a64_add_imm(false, true, A64_ZR, 5, v), "cmn x5, %s", t);
        PUT(a64_add_imm(true, true, 6, 5, v), "subs x6, x5, %s", t);
    }
    assert_false(a64_add_imm_ok(4097));
    assert_false(a64_add_imm_ok(1 << 24));
    for (uint8_t q = 0; q < 4; q++) {
        PUT(a64_movk(7, 0xabcd, q), q ? "movk x7, #43981, lsl #%d" : "movk x7, #43981", q * 16);
        PUT(a64_movz(7, 0x1234, q), "mov x7, #%lld", (long long)(UINT64_C(0x1234) << 16 * q));
        PUT(a64_movn(7, 0x1234, q), "mov x7, #%lld", (long long)~(UINT64_C(0x1234) << 16 * q));
    }
    finish(&e);
}

/* Every value that is a bitmask immediate: element sizes 2 to 64, all runs, all rotations. */
static void test_bitmasks(void **state) {
    (void)state;
    struct reading e;
    reading_init(&e);
    uint32_t n = 0;
    for (uint32_t size = 2; size <= 64; size *= 2)
        for (uint32_t ones = 1; ones < size; ones++)
            for (uint32_t rotate = 0; rotate < size; rotate++) {
                uint64_t mask = size == 64 ? ~UINT64_C(0) : (UINT64_C(1) << size) - 1;
                uint64_t run = (UINT64_C(1) << ones) - 1,
                         v = ((run >> rotate) | (rotate ? run << (size - rotate) : 0)) & mask;
                for (uint32_t s = size; s < 64; s *= 2) v |= v << s;
                uint32_t bits;
                assert_true(a64_logic_imm(v, &bits));
                PUT(a64_logic_bits(0, 1, 2, bits), "and x1, x2, #0x%llx", (unsigned long long)v);
                n++;
            }
    assert_int_equal(n, 5334);
    uint32_t bits;
    static const uint64_t none[] = {0, ~UINT64_C(0), 5, 0x1234, 0x8000000000000005};
    for (size_t i = 0; i < COUNT(none); i++) assert_false(a64_logic_imm(none[i], &bits));
    finish(&e);
}

static void test_memory(void **state) {
    (void)state;
    struct reading e;
    reading_init(&e);
    static const struct {
        enum a64_access x;
        const char *op, *u;
        char reg;
    } kinds[] = {{A64_LDR, "ldr", "ldur", 'x'},       {A64_STR, "str", "stur", 'x'},
                 {A64_LDRW, "ldr", "ldur", 'w'},      {A64_STRW, "str", "stur", 'w'},
                 {A64_LDRSW, "ldrsw", "ldursw", 'x'}, {A64_LDRB, "ldrb", "ldurb", 'w'},
                 {A64_STRB, "strb", "sturb", 'w'},    {A64_LDRD, "ldr", "ldur", 'd'},
                 {A64_STRD, "str", "stur", 'd'}};
    for (size_t k = 0; k < COUNT(kinds); k++) {
        int32_t size = (int32_t)a64_access_size(kinds[k].x), top = 4095 * size;
        int32_t offsets[] = {0, size, top, -1, -256, 255};
        assert_false(a64_offset_ok(kinds[k].x, top + size));
        assert_false(a64_offset_ok(kinds[k].x, -257));
        assert_true(a64_offset_ok(kinds[k].x, top));
        ALL(r) {
            for (size_t i = 0; i < COUNT(offsets); i++) {
                int32_t o = offsets[i];
                bool scaled = o >= 0 && o % size == 0;
                uint32_t w = a64_mem(kinds[k].x, r, (uint8_t)(30 - r), o);
                if (o == 0)
                    PUT(w, "%s %c%d, [x%d]", kinds[k].op, kinds[k].reg, r, 30 - r);
                else
                    PUT(w, "%s %c%d, [x%d, #%d]", scaled ? kinds[k].op : kinds[k].u, kinds[k].reg, r, 30 - r,
                        o);
            }
            uint32_t w = a64_mem_index(kinds[k].x, r, (uint8_t)(30 - r), 9);
            if (size == 1)
                PUT(w, "%s %c%d, [x%d, x9]", kinds[k].op, kinds[k].reg, r, 30 - r);
            else
                PUT(w, "%s %c%d, [x%d, x9, lsl #%d]", kinds[k].op, kinds[k].reg, r, 30 - r,
                    __builtin_ctz((unsigned)size));
        }
        PUT(a64_mem(kinds[k].x, 1, A64_SP, 8), "%s %c1, [sp, #8]", kinds[k].op, kinds[k].reg);
    }
    finish(&e);
}

static void test_float_constants(void **state) {
    (void)state;
    struct reading e;
    reading_init(&e);
    uint32_t n = 0;
    for (int sign = 0; sign < 2; sign++)
        for (int exp = -3; exp <= 4; exp++)
            for (int frac = 16; frac < 32; frac++) {
                double d = frac / 16.0;
                for (int i = 0; i < exp; i++) d *= 2;
                for (int i = 0; i > exp; i--) d /= 2;
                if (sign) d = -d;
                uint64_t bits;
                uint32_t imm8;
                memcpy(&bits, &d, 8);
                assert_true(a64_fmov_imm(bits, &imm8));
                PUT(a64_fmov_const(3, imm8), "fmov d3, #%.8f", d);
                n++;
            }
    assert_int_equal(n, 256);
    static const double none[] = {0.0, 0.1, 32.0, 0.0625, 1.03125, 1e300};
    for (size_t i = 0; i < COUNT(none); i++) {
        uint64_t bits;
        uint32_t imm8;
        memcpy(&bits, &none[i], 8);
        assert_false(a64_fmov_imm(bits, &imm8));
    }
    finish(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_registers),       cmocka_unit_test(test_immediates),
        cmocka_unit_test(test_bitmasks),        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_float_constants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
