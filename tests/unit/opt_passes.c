/* Every py.* operation, in plain, caught and named form, goes through the pipeline at both levels and stays
 * valid IR. */
#include "rules/opt/opt.h"

#include <setjmp.h>
#include <cmocka.h>
#include <glob.h>
#include <stdlib.h>

static const char everything[] = "module m\n"
                                 "func f V code c global chain {\n"
                                 "  site 1 1 0 4\n"
                                 "b0(%0:V, %1:V):\n"
                                 "  %2:V = chain\n"
                                 "  %3:V = py.gload imm=3 sym=cells sym2=def site=1\n"
                                 "  %4:V = py.getattr %0 sym=ic.x site=1\n"
                                 "  %5:I = py.setattr %0, %4 sym=ic.y site=1\n"
                                 "  %6:V = py.method %0, %1, %3 sym=ic.m site=1\n"
                                 "  %7:V = py.method %0, %1, %3 sym=ic.m sym2=names aux=1 site=1\n"
                                 "  %8:V = py.call %6, %7 site=1\n"
                                 "  %9:V = py.call %6, %7 sym=names aux=1 site=1\n"
                                 "  %10:I = py.gstore %9 imm=3 sym=cells sym2=def site=1\n"
                                 "  %11:I = py.guard %8 sym=known\n"
                                 "  %100 = br %11 b1 b2\n"
                                 "b1:\n"
                                 "  %12:V = py.direct %2, %1 sym=known.direct site=1\n"
                                 "  %101 = ret %12\n"
                                 "b2:\n"
                                 "  %13:V = py.getattr %0 sym=ic.x caught\n"
                                 "  %102 = br %13 b3 b4\n"
                                 "b4 cold:\n"
                                 "  %14:P = addr sym=c\n"
                                 "  %15:I = const\n"
                                 "  %103 = rt rt_traceback %14, %15 cold\n"
                                 "  %104 = jmp b9(%1)\n"
                                 "b3:\n"
                                 "  %16:I = py.setattr %0, %13 sym=ic.y caught\n"
                                 "  %17:I = const\n"
                                 "  %18:I = lt %16, %17\n"
                                 "  %105 = br %18 b5 b6\n"
                                 "b5 cold:\n"
                                 "  %106 = jmp b9(%13)\n"
                                 "b6:\n"
                                 "  %19:V = py.call %0 caught\n"
                                 "  %107 = br %19 b7 b8\n"
                                 "b7:\n"
                                 "  %20:V = rt rt_add %19, %1 caught\n"
                                 "  %110 = br %20 b10 b8\n"
                                 "b10:\n"
                                 "  %21:V = rt rt_lt %20, %1 caught\n"
                                 "  %111 = ret %20\n"
                                 "b8 cold:\n"
                                 "  %108 = jmp b9(%0)\n"
                                 "b9(%50:V):\n"
                                 "  %109 = ret %50\n"
                                 "}\n";

static struct ir_module *parse(struct arena *a, const char *text) {
    struct diags d;
    diags_init(&d, a);
    struct ir_module *m = ir_parse(a, &d, STR("test.ir"), str_c(text));
    if (!m) fail_msg(STR_FMT, STR_ARG(d.first->text));
    return m;
}

static struct str text_of(struct arena *a, const struct ir_module *m) {
    struct buf out;
    buf_init(&out, a);
    ir_print_module(&out, m);
    buf_putc(&out, 0);
    return buf_view(&out);
}

static void test_python_operations(void **state) {
    (void)state;
    static const char *gone[] = {"py.gload",  "py.gstore", "py.getattr", "py.setattr",
                                 "py.method", "py.call",   "py.guard"};
    for (int level = 0; level < 2; level++) {
        struct arena a;
        struct buf why;
        arena_init(&a, NULL);
        buf_init(&why, &a);
        struct ir_module *m = parse(&a, everything);
        opt_module(m, level, &a);
        if (!ir_verify(m->funcs, &why)) fail_msg(STR_FMT, STR_ARG(buf_view(&why)));
        struct str text = text_of(&a, m);
        if (getenv("PY2_SHOW")) print_message("%s", text.p);
        for (size_t k = 0; k < COUNT(gone); k++) assert_null(strstr(text.p, gone[k]));
        assert_non_null(strstr(text.p, "py.direct"));
        assert_non_null(strstr(text.p, "rt_global_load"));
        assert_int_equal(!!strstr(text.p, "call.ind"), level);
        arena_free(&a);
    }
}

/* ---- tests/ir: a module and what its optimised text must and must not hold ---- */

static void check_line(const char *file, struct str line, const char *text) {
    static const char *words[] = {"# want ", "# never ", "# hot-never "};
    for (size_t k = 0; k < COUNT(words); k++) {
        size_t n = strlen(words[k]);
        if (line.n <= n || memcmp(line.p, words[k], n)) continue;
        char *what = strndup(line.p + n, line.n - n);
        const char *found = strstr(text, what), *cold = strstr(text, " cold:");
        if (k == 2 && found && cold && found > cold) found = NULL; /* cold blocks come last */
        if (k == 0 ? !found : !!found) fail_msg("%s: " STR_FMT "\n%s", file, STR_ARG(line), text);
        free(what);
    }
}

static void test_case(const char *path) {
    struct arena a;
    struct str source;
    arena_init(&a, NULL);
    if (!file_read(&a, path, &source)) fail_msg("%s: cannot be read", path);
    size_t start = 0;
    while (source.p[start] == '#') start += strcspn(source.p + start, "\n") + 1;
    struct ir_module *m = parse(&a, source.p + start), *again = parse(&a, source.p + start);
    opt_module(m, 1, &a);
    opt_module(again, 1, &a);
    struct str text = text_of(&a, m);
    assert_true(str_eq(text, text_of(&a, again)));
    const char *body = strstr(text.p, "func ");
    for (size_t at = 0; at < start;) {
        size_t n = strcspn(source.p + at, "\n");
        check_line(path, (struct str){source.p + at, n}, body);
        at += n + 1;
    }
    arena_free(&a);
}

static void test_cases(void **state) {
    (void)state;
    glob_t found;
    assert_int_equal(glob(PY2_TESTS "/ir/*.ir", 0, NULL, &found), 0);
    assert_true(found.gl_pathc >= 5);
    for (size_t k = 0; k < found.gl_pathc; k++) test_case(found.gl_pathv[k]);
    globfree(&found);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_python_operations),
                                       cmocka_unit_test(test_cases)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
