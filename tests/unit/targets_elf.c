/* Relocation numbers applied at and past the edges of what their fields hold. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "targets/elf/elf.h"

#define M (INT64_C(1) << 20)

struct row {
    uint32_t type;
    uint32_t before;  /* instruction or word */
    int64_t distance; /* S + A - P with P = 1 << 32 */
    enum reloc_status status;
    uint32_t after;
};

/* Expected words are what llvm-mc encodes for the same operand. */
static const struct row arm[] = {
    {282, 0x14000000, 4, RELOC_OK, 0x14000001},  /* b .+4 */
    {283, 0x94000000, -4, RELOC_OK, 0x97ffffff}, /* bl .-4 */
    {283, 0x94000000, 128 * M - 4, RELOC_OK, 0x95ffffff},
    {283, 0x94000000, -128 * M, RELOC_OK, 0x96000000},
    {283, 0x94000000, 128 * M, RELOC_OVERFLOW, 0},
    {283, 0x94000000, -128 * M - 4, RELOC_OVERFLOW, 0},
    {283, 0x94000000, 2, RELOC_MISALIGNED, 0},
    {280, 0x54000000, 8, RELOC_OK, 0x54000040}, /* b.eq .+8 */
    {280, 0x54000000, M, RELOC_OVERFLOW, 0},
    {280, 0x54000000, -M, RELOC_OK, 0x54800000},
    {279, 0x36000000, 32764, RELOC_OK, 0x3603ffe0}, /* tbz w0, #0, .+32764 */
    {279, 0x36000000, 32768, RELOC_OVERFLOW, 0},
    {274, 0x10000000, 5, RELOC_OK, 0x30000020},      /* adr x0, .+5 */
    {275, 0x90000000, 0x1000, RELOC_OK, 0xb0000000}, /* adrp x0, next page */
    {275, 0x90000000, -0x1000, RELOC_OK, 0xf0ffffe0},
    {275, 0x90000000, (INT64_C(1) << 32), RELOC_OVERFLOW, 0},
    {277, 0x91000000, 0xabc, RELOC_OK, 0x912af000}, /* add x0, x0, #0xabc */
    {278, 0x39400000, 0xfff, RELOC_OK, 0x397ffc00}, /* ldrb w0, [x0, #0xfff] */
    {284, 0x79400000, 0x10, RELOC_OK, 0x79402000},  /* ldrh w0, [x0, #16] */
    {284, 0x79400000, 0x11, RELOC_MISALIGNED, 0},
    {285, 0xb9400000, 0x10, RELOC_OK, 0xb9401000},
    {286, 0xf9400000, 0x10, RELOC_OK, 0xf9400800}, /* ldr x0, [x0, #16] */
    {286, 0xf9400000, 0x14, RELOC_MISALIGNED, 0},
    {299, 0x3dc00000, 0x10, RELOC_OK, 0x3dc00400}, /* ldr q0, [x0, #16] */
    {261, 0, -8, RELOC_OK, 0xfffffff8},
    {261, 0, INT64_C(1) << 33, RELOC_OVERFLOW, 0},
    {9999, 0, 0, RELOC_UNKNOWN, 0},
};

static const struct row x86[] = {
    {2, 0, 5, RELOC_OK, 5},
    {4, 0, -5, RELOC_OK, 0xfffffffb},
    {4, 0, INT32_MAX, RELOC_OK, INT32_MAX},
    {4, 0, (int64_t)INT32_MAX + 1, RELOC_OVERFLOW, 0},
    {2, 0, INT32_MIN, RELOC_OK, 0x80000000},
    {2, 0, (int64_t)INT32_MIN - 1, RELOC_OVERFLOW, 0},
    {11, 0, 0, RELOC_UNKNOWN, 0},
};

static void table(const struct target *t, const struct row *rows, size_t n) {
    const uint64_t p = UINT64_C(1) << 32;
    for (size_t i = 0; i < n; i++) {
        uint8_t place[8] = {0};
        memcpy(place, &rows[i].before, 4);
        /* Half of the distance as addend: S + A is what counts. */
        int64_t half = rows[i].distance / 2;
        enum reloc_status s =
            t->reloc_apply(rows[i].type, place, p + (uint64_t)(rows[i].distance - half), half, p);
        uint32_t after;
        memcpy(&after, place, 4);
        if (s != rows[i].status || (s == RELOC_OK && after != rows[i].after))
            fail_msg("%s row %zu: status %d, %08x", t->name, i, s, after);
    }
}

static void aarch64(void **state) {
    (void)state;
    table(target_find(STR("linux-arm64")), arm, COUNT(arm));
}

static void x86_64(void **state) {
    (void)state;
    table(target_find(STR("linux-x86_64")), x86, COUNT(x86));
}

static void relaxation(void **state) {
    (void)state;
    const struct target *t = target_find(STR("linux-x86_64"));
    static const uint8_t before[][7] = {
        {0x48, 0x8b, 0x05}, {0x90, 0xff, 0x15}, {0x90, 0xff, 0x25}, {0x48, 0x03, 0x05}};
    static const uint8_t after[][3] = {
        {0x48, 0x8d, 0x05}, {0x90, 0x67, 0xe8}, {0x90, 0x67, 0xe9}, {0x48, 0x03, 0x05}};
    for (int i = 0; i < 4; i++) {
        uint8_t code[7];
        uint32_t type = 42;
        int64_t addend = -4;
        memcpy(code, before[i], 7);
        assert_int_equal(t->got_relax(&type, &addend, code, 3, 7), i < 3);
        assert_memory_equal(code, after[i], 3);
        assert_int_equal(type, i < 3 ? 2 : 42);
    }
    uint8_t code[7] = {0x48, 0x8b, 0x05};
    uint32_t type = 42;
    int64_t addend = -4;
    assert_false(t->got_relax(&type, &addend, code, 3, 6)); /* cut short */
    assert_false(t->got_relax(&type, &addend, code, 1, 7));
}

static void targets(void **state) {
    (void)state;
    size_t n;
    const struct target *const *list = target_list(&n);
    assert_true(n >= 2);
    for (size_t i = 0; i < n; i++) {
        assert_ptr_equal(target_find(str_c(list[i]->name)), list[i]);
        assert_int_equal(list[i]->reloc_info(list[i]->abs64).kind, RELOC_ABS64);
        assert_true((list[i]->page & (list[i]->page - 1)) == 0);
    }
    assert_null(target_find(STR("linux")));
    assert_ptr_equal(target_find(STR("host")), target_host());
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(aarch64), cmocka_unit_test(x86_64),
                                       cmocka_unit_test(relaxation), cmocka_unit_test(targets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
