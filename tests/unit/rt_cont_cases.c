/* Every line of tests/runtime/container_cases.txt is an expression, " -> ", and what CPython 3.11 prints for
 * it with PYTHONHASHSEED=0 (made by make_container_cases.py beside it). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "runtime/os/os.h"
#include "rt_text_expr.h"

/* The built-ins the expressions name: they come into being when they are first asked for. */
static val builtins(struct thread *t) {
    static const char *const names[] = {"hash", "range", "list",   "tuple",     "set",      "frozenset",
                                        "dict", "slice", "sorted", "len",       "iter",     "next",
                                        "zip",  "map",   "filter", "enumerate", "reversed", "int",
                                        "str",  "float", "max",    "isinstance"};
    val d = dict_make(t);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        val name = str_intern(t, str_ascii(t, names[i])), v = module_builtins_lookup(t, name);
        assert_true(v != 0 && dict_put(t, d, name, v) == 0);
    }
    return d;
}

static void cases(void **state) {
    (void)state;
    struct thread *t = &main_thread;
    static char line[1 << 16];
    int count = 0, wrong = 0;
    assert_int_equal(rt_start(t), 0);
    val names = builtins(t);
    FILE *f = fopen(PY2_TESTS "/runtime/container_cases.txt", "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        char *want = strstr(line, " -> ");
        size_t n = strlen(line);
        assert_non_null(want);
        if (line[n - 1] == '\n') line[n - 1] = 0;
        *want = 0;
        want += 4;
        val got = expr_eval(t, names, line);
        const char *p = got ? str_to_utf8(t, got, &n, true) : "(nothing)";
        count++;
        if (strcmp(p, want) == 0) continue;
        if (wrong++ < 40)
            fprintf(stderr, "%.120s ... %s\n   want %.400s\n   got  %.400s\n", line,
                    strlen(line) > 120 ? line + strlen(line) - 40 : "", want, p);
        t->exc = 0;
    }
    fclose(f);
    assert_true(count > 250);
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(cases)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
