/* Diagnostics as people and tools see them; whole files. */
#define _GNU_SOURCE
#include "engine/base/base.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <signal.h>
#include <unistd.h>
#include <cmocka.h>

static struct arena a;

static void for_people(void **state) {
    (void)state;
    struct diags d;
    struct buf b;
    diags_init(&d, &a);
    buf_init(&b, &a);
    struct place at = {STR("src/m.py"), 2, 5, 2, 8};
    struct diag *m = diag_error(&d, "PY2E0101", at, "no %s", "way");
    diag_why(&d, m, "first\nsecond");
    diag_help(&d, m, "do it");
    diag_print(&b, m, STR("one\n\td\xc3\xa9 foo bar\nthree"), false);
    assert_int_equal(d.errors, 1);
    buf_putc(&b, 0);
    assert_string_equal(b.p, "src/m.py:2:5: error[PY2E0101]: no way\n"
                             "    2 | \td\xc3\xa9 foo bar\n"
                             "      | \t  ^~~\n"
                             "  why: first\n"
                             "       second\n"
                             "  help: do it\n");
}

static void odd_places(void **state) {
    (void)state;
    struct diags d;
    struct buf b;
    diags_init(&d, &a);
    buf_init(&b, &a);
    struct place places[] = {{STR("f"), 99, 1, 0, 0}, {STR("f"), 1, 99, 0, 0}, {STR("f"), 1, 4, 7, 1},
                             {STR("f"), 0, 0, 0, 0},  {{0}, 0, 0, 0, 0},       {STR("f"), 1, 1, 1, 4000}};
    for (size_t i = 0; i < COUNT(places); i++)
        diag_print(&b, diag_warning(&d, NULL, places[i], "x\033[31m"), STR("abc"), true);
    assert_null(memmem(b.p, b.n, "\033[31m", 5)); /* text from outside cannot speak to the terminal */
    assert_int_equal(d.warnings, COUNT(places));
}

static void for_tools(void **state) {
    (void)state;
    struct diags d;
    struct buf b;
    diags_init(&d, &a);
    buf_init(&b, &a);
    struct diag *m = diag_error(&d, "PY2E1", (struct place){STR("a\"b"), 1, 0, 0, 0},
                                "tab\t nl\n bad\xff ok\xe2\x82\xac %s", "\xed\xa0\x80");
    diag_json(&b, m);
    buf_putc(&b, 0);
    assert_string_equal(
        b.p, "{\"severity\":\"error\",\"code\":\"PY2E1\",\"file\":\"a\\\"b\",\"line\":1,\"message\":"
             "\"tab\\u0009 nl\\n bad\\ufffd ok\xe2\x82\xac \\ufffd\\ufffd\\ufffd\"}\n");
}

static char folder[] = "/tmp/py2-base-XXXXXX";

static void publishing(void **state) {
    (void)state;
    struct str path = str_printf(&a, "%s/deep/er/file", folder), got;
    struct stat st;
    assert_false(file_publish(path.p, STR("x"), 0644, false));
    assert_true(file_mkdirs(str_printf(&a, "%s/deep/er", folder).p));
    assert_true(file_mkdirs(str_printf(&a, "%s/deep/er", folder).p));
    assert_true(file_publish(path.p, STR("one"), 0640, true));
    assert_true(file_read(&a, path.p, &got) && str_is(got, "one"));
    assert_true(file_publish(path.p, STR("two"), 0755, false));
    assert_true(file_read(&a, path.p, &got) && str_is(got, "two"));
    assert_int_equal(stat(path.p, &st), 0);
    assert_int_equal(st.st_mode & 07777, 0755);
    assert_false(file_read(&a, folder, &got));
    assert_int_equal(errno, EISDIR);
    assert_false(file_read(&a, "/nowhere/at/all", &got));
    assert_int_equal(errno, ENOENT);
    assert_false(file_mkdirs(path.p));
    assert_int_equal(errno, ENOTDIR);
}

/* A limit on file size stands in for a full disk: the old file must survive and no temporary may stay. */
static void full_disk(void **state) {
    (void)state;
    struct str path = str_printf(&a, "%s/full", folder), got;
    struct rlimit old, small;
    assert_true(file_publish(path.p, STR("kept"), 0644, false));
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &old);
    small = (struct rlimit){1000, old.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    char *big = arena_alloc(&a, 100000);
    bool ok = file_publish(path.p, (struct str){big, 100000}, 0644, true);
    int error = errno;
    setrlimit(RLIMIT_FSIZE, &old);
    assert_false(ok);
    assert_int_equal(error, EFBIG);
    assert_true(file_read(&a, path.p, &got) && str_is(got, "kept"));
    assert_int_equal(system(str_printf(&a, "test -z \"$(ls -A %s | grep py2tmp)\"", folder).p), 0);
}

static int setup(void **state) {
    (void)state;
    arena_init(&a, NULL);
    return mkdtemp(folder) ? 0 : 1;
}

static int teardown(void **state) {
    (void)state;
    int code = system(str_printf(&a, "rm -rf %s", folder).p);
    arena_free(&a);
    return code;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(for_people), cmocka_unit_test(odd_places), cmocka_unit_test(for_tools),
        cmocka_unit_test(publishing), cmocka_unit_test(full_disk),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
