/* Where a traceback's line points: every line of tests/runtime/anchor_cases.txt is an expression, " -> ", and
 * what CPython 3.11 takes for the place of its operator. */
#include "rt_core_support.h"
#include <stdlib.h>
#include "runtime/error/report.h"

/* The number of lines that are answered wrongly. */
static int run_file(const char *path) {
    static char line[4096];
    int wrong = 0, lines = 0;
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        char *arrow = strstr(line, " -> "), got[64] = "none";
        int64_t left, right;
        assert_non_null(arrow);
        line[strcspn(line, "\n")] = 0;
        if (source_anchors(line, arrow - line, &left, &right))
            snprintf(got, sizeof got, "%d %d", (int)left, (int)right);
        lines++;
        if (!strcmp(got, arrow + 4)) continue;
        wrong++;
        print_message("%s, not %s\n", line, got);
    }
    fclose(f);
    assert_true(lines > 0);
    return wrong;
}

static void as_cpython(void **state) {
    (void)state;
    assert_int_equal(run_file(PY2_TESTS "/runtime/anchor_cases.txt"), 0);
    if (getenv("PY2_CASES")) assert_int_equal(run_file(getenv("PY2_CASES")), 0);
}

/* Nothing that is read may lie outside the segment: a copy without a byte behind it, cut everywhere. */
static void cut_anywhere(void **state) {
    (void)state;
    static const char text[] = "f((yield 'a' b'c'), lambda x={1: 2}: (y := x[3 ** 4, ...]))[(1.5e-3)] ";
    for (size_t n = 0; n < sizeof text; n++) {
        int64_t left, right;
        char *copy = malloc(n + 1);
        memcpy(copy, text, n);
        copy = realloc(copy, n ? n : 1);
        if (source_anchors(copy, (int64_t)n, &left, &right))
            assert_true(0 <= left && left < right && right <= (int64_t)n);
        free(copy);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_cpython), cmocka_unit_test(cut_anywhere)};
    return cmocka_run_group_tests(tests, start, NULL);
}
