/* The character database against digests of the oracle's answers for all 1,114,112 code points, and str
 * hashes against those CPython gives under several PYTHONHASHSEEDs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "runtime/object/hash.h"
#include "runtime/os/os.h"
#include "runtime/rt.h"
#include "runtime/state.h"
#include "runtime/text/unicode.h"

static uint64_t mix(uint64_t h, uint32_t w) {
    return (h ^ w) * UINT64_C(0x100000001b3);
}

static uint64_t mix_all(uint64_t h, int (*map)(uint32_t, uint32_t *), uint32_t c) {
    uint32_t out[3];
    int n = map(c, out);
    for (int i = 0; i < n; i++) h = mix(h, out[i]);
    return h;
}

static uint64_t character(uint64_t h, uint32_t c) {
    unsigned f = uc_flags(c);
    const bool flags[] = {f & UC_ALPHA,
                          f & UC_DECIMAL,
                          f & (UC_DIGIT | UC_DECIMAL),
                          f & UC_NUMERIC,
                          f & UC_UPPER,
                          f & UC_LOWER,
                          f & (UC_UPPER | UC_TITLE),
                          uc_is_space(c),
                          uc_is_printable(c),
                          f & UC_START,
                          f & UC_CONTINUE,
                          uc_is_line_end(c)};
    uint32_t word = 0;
    for (size_t i = 0; i < sizeof flags; i++) word |= (uint32_t)flags[i] << i;
    h = mix(h, word);
    h = mix_all(h, uc_upper, c);
    h = c == 0x3a3 ? mix(h, 0x3c3) : mix_all(h, uc_lower, c);
    h = mix_all(h, uc_title, c);
    h = mix_all(h, uc_fold, c);
    bool ignorable = f & UC_IGNORABLE, cased = f & UC_CASED;
    h = mix(h, ignorable || cased ? 0x3c2 : 0x3c3);
    return mix(h, !ignorable && cased ? 0x3c2 : 0x3c3);
}

static void every_code_point(void **state) {
    (void)state;
    FILE *f = fopen(PY2_TESTS "/runtime/unicode_digests.txt", "r");
    assert_non_null(f);
    unsigned block, blocks = 0;
    unsigned long long want;
    while (fscanf(f, "%x %llx", &block, &want) == 2) {
        uint64_t h = UINT64_C(0xcbf29ce484222325);
        for (uint32_t c = block; c < block + 4096; c++) h = character(h, c);
        if (h != want) fprintf(stderr, "block %x differs\n", block);
        assert_true(h == want);
        blocks++;
    }
    fclose(f);
    assert_int_equal(blocks, 0x110000 / 4096);
}

static void decimal_digits(void **state) {
    (void)state;
    int count = 0;
    for (uint32_t c = 0; c < 0x110000; c++) {
        int digit = uc_decimal(c);
        assert_int_equal(digit >= 0, uc_is(c, UC_DECIMAL));
        if (digit >= 0) assert_int_equal(digit, uc_record(c)->digit);
        count += digit >= 0;
    }
    assert_int_equal(count, 660);
}

static void seeded_hashes(void **state) {
    (void)state;
    struct thread *t = &main_thread;
    assert_int_equal(rt_start(t), 0);
    FILE *f = fopen(PY2_TESTS "/runtime/hash_cases.txt", "r");
    assert_non_null(f);
    char line[512];
    int count = 0;
    uint8_t random[16] = {0};
    while (fgets(line, sizeof line, f)) {
        char *text = strchr(line, ' '), *number = strrchr(line, ' ');
        *text++ = 0;
        *number++ = 0;
        assert_true(hash_configure(line, random));
        long long want;
        assert_int_equal(sscanf(number, "%lld", &want), 1);
        struct string *s = AS(string, str_utf8(t, text, strlen(text))); /* not str_hash_of: it remembers */
        assert_true(hash_bytes(str_data(s), (size_t)(s->len * str_width(s))) == (int64_t)want);
        count++;
    }
    fclose(f);
    assert_int_equal(count, 40);
    assert_false(hash_configure("abc", random));
    assert_false(hash_configure("4294967296", random));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_code_point), cmocka_unit_test(decimal_digits),
                                       cmocka_unit_test(seeded_hashes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
