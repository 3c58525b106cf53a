/* Every line of tests/runtime/text_*.txt is an expression, " -> ", and what CPython 3.11 prints for it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "runtime/os/os.h"
#include "runtime/lib/native.h"
#include "rt_text_expr.h"

static struct thread *thread_of_runtime(void) {
    struct thread *t = &main_thread;
    assert_int_equal(rt_start(t), 0);
    return t;
}

static val native(struct thread *t, const char *name) {
    for (const struct native_module *n = __start_pynative; n < __stop_pynative; n++)
        if (strcmp(n->name, name) == 0) return n->init(t);
    return 0;
}

static int run_file(struct thread *t, val names, const char *path) {
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    static char line[1 << 20];
    int failed = 0, count = 0;
    while (fgets(line, sizeof line, f)) {
        char *want = strstr(line, " -> ");
        size_t n = strlen(line);
        if (!want || line[0] == '#') continue;
        if (line[n - 1] == '\n') line[n - 1] = 0;
        *want = 0;
        want += 4;
        val got = expr_eval(t, names, line);
        size_t m;
        const char *p = got ? str_to_utf8(t, got, &m, true) : "(no text)";
        count++;
        if (!got || strlen(want) != m || memcmp(p, want, m) != 0) {
            if (failed++ < 60)
                fprintf(stderr, "%s\n   want %s\n   got  %.*s\n", line, want, got ? (int)m : 9, p);
            t->exc = 0;
        }
    }
    fclose(f);
    fprintf(stderr, "%s: %d cases, %d wrong\n", path, count, failed);
    return failed;
}

static void cases(void **state) {
    struct thread *t = thread_of_runtime();
    const char *one = getenv("PY2_CASES");
    val names = dict_make(t);
    assert_true(dict_put(t, names, str_intern(t, str_ascii(t, "math")), native(t, "math")) == 0);
    (void)state;
    if (one) {
        assert_int_equal(run_file(t, names, one), 0);
        return;
    }
    assert_int_equal(run_file(t, names, PY2_TESTS "/runtime/text_cases.txt"), 0);
    assert_int_equal(run_file(t, names, PY2_TESTS "/runtime/number_cases.txt"), 0);
    assert_int_equal(run_file(t, names, PY2_TESTS "/runtime/math_cases.txt"), 0);
    assert_int_equal(run_file(t, names, PY2_TESTS "/runtime/random_cases.txt"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(cases)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
