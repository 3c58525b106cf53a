/* Strings, buffers, the bounded reader, maps, paths, digests. */
#include "engine/base/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static struct arena a;

static void assert_str(struct str s, const char *z) {
    assert_int_equal(s.n, strlen(z));
    assert_memory_equal(s.p ? s.p : "", z, s.n);
}

static void comparing(void **state) {
    (void)state;
    assert_true(str_cmp(STR("a"), STR("b")) < 0);
    assert_true(str_cmp(STR("a"), STR("aa")) < 0);
    assert_true(str_cmp(STR("\xff"), STR("a")) > 0); /* bytes, not signed characters */
    assert_int_equal(str_cmp(STR(""), (struct str){0}), 0);
    assert_true(str_starts(STR("abc"), STR("ab")) && !str_starts(STR("a"), STR("ab")));
    assert_true(str_ends(STR("abc"), STR("bc")) && !str_ends(STR("c"), STR("bc")));
    assert_true(str_is((struct str){"a\0b", 3}, "a") == false);
}

static void closest(void **state) {
    (void)state;
    static const struct str words[] = {{"main", 4}, {"name", 4}, {"resources", 9}, {"roots", 5}};
    assert_str(str_closest(STR("mian"), words, 4), "main");
    assert_str(str_closest(STR("resorces"), words, 4), "resources");
    assert_str(str_closest(STR("root"), words, 4), "roots");
    assert_str(str_closest(STR("xyzzy"), words, 4), "");
    assert_str(str_closest(STR(""), words, 4), "");
}

static void numbers_go_round(void **state) {
    (void)state;
    static const uint64_t us[] = {0, 1, 127, 128, 300, UINT32_MAX, UINT64_MAX, 1ull << 63};
    static const int64_t is[] = {0, 1, -1, 63, 64, -64, -65, INT64_MAX, INT64_MIN, 8191, -8192};
    struct buf b;
    buf_init(&b, &a);
    for (size_t i = 0; i < COUNT(us); i++) buf_uleb(&b, us[i]);
    for (size_t i = 0; i < COUNT(is); i++) buf_sleb(&b, is[i]);
    buf_u16(&b, 0x1234);
    buf_u32(&b, 0xdeadbeef);
    buf_u64(&b, 0x0123456789abcdefu);
    struct reader r = reader_of(buf_view(&b));
    for (size_t i = 0; i < COUNT(us); i++) assert_true(reader_uleb(&r) == us[i]);
    for (size_t i = 0; i < COUNT(is); i++) assert_true(reader_sleb(&r) == is[i]);
    assert_int_equal(reader_u16(&r), 0x1234);
    assert_int_equal(reader_u32(&r), 0xdeadbeef);
    assert_true(reader_u64(&r) == 0x0123456789abcdefu);
    assert_false(r.bad);
    assert_true(r.p == r.end);
    assert_int_equal(reader_u8(&r), 0);
    assert_true(r.bad);
}

static void hostile_numbers(void **state) {
    (void)state;
    struct reader r = reader_of((struct str){"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", 10});
    assert_int_equal(reader_uleb(&r), 0); /* more than 64 bits */
    assert_true(r.bad);
    r = reader_of((struct str){"\x80\x80", 2});
    assert_int_equal(reader_sleb(&r), 0);
    assert_true(r.bad);
    r = reader_of(STR("abc"));
    assert_int_equal(reader_bytes(&r, SIZE_MAX).n, 0);
    assert_true(r.bad);
    assert_int_equal(reader_u8(&r), 0); /* stays bad */
}

static void printing(void **state) {
    (void)state;
    struct buf b;
    buf_init(&b, &a);
    for (int i = 0; i < 100; i++) buf_printf(&b, "%d,", i);
    assert_int_equal(b.n, 10 * 2 + 90 * 3);
    b.n = 0;
    buf_putc(&b, 'x');
    buf_align(&b, 8);
    assert_int_equal(b.n, 8);
    buf_align(&b, 8);
    assert_int_equal(b.n, 8);
    assert_str(str_printf(&a, "%s-%03d", "a", 7), "a-007");
}

static void maps(void **state) {
    (void)state;
    struct map m;
    bool is_new;
    map_init(&m, &a);
    assert_null(map_get(&m, STR("x")));
    for (uintptr_t i = 0; i < 5000; i++) {
        *map_at(&m, str_printf(&a, "key%zu", (size_t)i), &is_new) = (void *)(i + 1);
        assert_true(is_new);
    }
    for (uintptr_t i = 0; i < 5000; i++)
        assert_ptr_equal(map_get(&m, str_printf(&a, "key%zu", (size_t)i)), (void *)(i + 1));
    assert_str(m.entries[4999].key, "key4999");
    map_at(&m, STR("key7"), &is_new);
    assert_false(is_new);
    assert_int_equal(m.n, 5000);
}

static void paths(void **state) {
    (void)state;
    static const struct {
        const char *from, *to;
    } cases[] = {{"", "."},
                 {".", "."},
                 {"a//b/./c", "a/b/c"},
                 {"a/../b", "b"},
                 {"../a", "../a"},
                 {"a/../../b", "../b"},
                 {"/../a", "/a"},
                 {"/", "/"},
                 {"a/..", "."},
                 {"../../a/..", "../.."},
                 {"a/", "a"},
                 {"/a/b/..", "/a"},
                 {"..a/b", "..a/b"}};
    for (size_t i = 0; i < COUNT(cases); i++) assert_str(path_clean(&a, str_c(cases[i].from)), cases[i].to);
    assert_str(path_join(&a, STR("a"), STR("b")), "a/b");
    assert_str(path_join(&a, STR("a/"), STR("b")), "a/b");
    assert_str(path_join(&a, STR(""), STR("b")), "b");
    assert_str(path_join(&a, STR("a"), STR("/b")), "/b");
    assert_str(path_dir(STR("a/b/c")), "a/b");
    assert_str(path_dir(STR("a")), "");
    assert_str(path_dir(STR("/a")), "/");
    assert_str(path_base(STR("a/b")), "b");
}

static void digests(void **state) {
    (void)state;
    char hex[65];
    struct digest d = digest_of(STR("abc")), e; /* FIPS 180-2, appendix B.1 */
    digest_hex(&d, hex);
    assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_true(digest_parse(&e, str_c(hex)) && digest_eq(&d, &e));
    assert_false(digest_parse(&e, STR("ba78")));
    hex[3] = 'G';
    assert_false(digest_parse(&e, str_c(hex)));
    struct str one[] = {STR("ab"), STR("c")}, two[] = {STR("a"), STR("bc")};
    d = digest_of_parts(one, 2);
    e = digest_of_parts(two, 2);
    assert_false(digest_eq(&d, &e));
}

static int setup(void **state) {
    (void)state;
    arena_init(&a, NULL);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    arena_free(&a);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comparing),       cmocka_unit_test(closest),  cmocka_unit_test(numbers_go_round),
        cmocka_unit_test(hostile_numbers), cmocka_unit_test(printing), cmocka_unit_test(maps),
        cmocka_unit_test(paths),           cmocka_unit_test(digests),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
