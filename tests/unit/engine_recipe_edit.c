/* A recipe's list of labels is changed, and nothing else of it. */
#include "engine/recipe/recipe_edit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void check(const char *before, const char *add, const char *remove, const char *after) {
    struct arena a;
    struct str adds[] = {str_c(add)}, removes[] = {str_c(remove)}, out;
    const char *why = "";
    struct recipe_edit e = {.word = STR("app"),
                            .field = STR("deps"),
                            .name = STR("x"),
                            .package = STR("apps/x"),
                            .add = adds,
                            .remove = removes,
                            .n_add = add ? 1 : 0,
                            .n_remove = remove ? 1 : 0};
    arena_init(&a, NULL);
    bool ok = recipe_edit_list(&a, str_c(before), &e, &out, &why);
    if (after) {
        assert_true(ok);
        assert_string_equal(str_dup(&a, out).p, after);
    } else {
        assert_false(ok);
        assert_true(*why);
    }
    arena_free(&a);
}

static void test_one_line(void **state) {
    (void)state;
    check("app { name = \"x\", deps = { \"//a\" } }\n", "//b:b", NULL,
          "app { name = \"x\", deps = { \"//a\", \"//b\" } }\n");
    check("app { name = \"x\", deps = {\"//a\",'//b:c'}, main = 'm' }", NULL, "//a:a",
          "app { name = \"x\", deps = { '//b:c' }, main = 'm' }");
    check("app { name = \"x\", deps = { \":z\" } }", NULL, "//apps/x:z", "app { name = \"x\", deps = {} }");
    check("app { name = \"x\", deps = {} }", "//apps/x:z", NULL, "app { name = \"x\", deps = { \":z\" } }");
}

static void test_lines(void **state) {
    (void)state;
    check("-- app {\nlocal t = [[ app { deps ]]\napp {\n  name = \"x\", -- deps = {}\n  deps = {\n    "
          "\"//a\",\n    \"//b\"\n  },\n}\n",
          "//c:d", "//a:a",
          "-- app {\nlocal t = [[ app { deps ]]\napp {\n  name = \"x\", -- deps = {}\n  deps = {\n    "
          "\"//b\",\n    \"//c:d\",\n  },\n}\n");
}

static void test_no_field(void **state) {
    (void)state;
    check("app { name = \"x\" }", "//c:c", NULL, "app { name = \"x\", deps = { \"//c\" } }");
    check("app {\n  name = \"x\",\n  main = f{ deps = {} },\n}\n", "//c:c", NULL,
          "app {\n  name = \"x\",\n  main = f{ deps = {} },\n  deps = { \"//c\" },\n}\n");
    check("app { name = \"y\" } app{name=\"x\"}", "//c:c", NULL,
          "app { name = \"y\" } app{name=\"x\", deps = { \"//c\" }}");
}

static void test_line_ends(void **state) {
    (void)state;
    check("app {\r\n\tname = \"x\",\r\n\tdeps = {\r\n\t\t\"//a\"\r\n\t}\r\n}", "//c:c", NULL,
          "app {\r\n\tname = \"x\",\r\n\tdeps = {\r\n\t\t\"//a\",\r\n\t\t\"//c\",\r\n\t}\r\n}");
    check("app {\r\n  name = \"x\",\r\n}\r\n", "//c:c", NULL,
          "app {\r\n  name = \"x\",\r\n  deps = { \"//c\" },\r\n}\r\n");
    check("app { name = \"x\", main = \"a\\\r\n\", deps = {} }", "//c:c", NULL,
          "app { name = \"x\", main = \"a\\\r\n\", deps = { \"//c\" } }");
}

static void test_which_one(void **state) {
    (void)state;
    check("m.app { name = \"x\" } m:app { name = \"x\" } app { name = \"x\" }", "//c:c", NULL,
          "m.app { name = \"x\" } m:app { name = \"x\" } app { name = \"x\", deps = { \"//c\" } }");
    check("if a then app { name = \"x\" } else app { name = \"x\" } end", "//c:c", NULL, NULL);
    check("app { name = \"x\", [\"deps\"] = { \"//a\" } }", "//c:c", NULL, NULL);
    check("app { name = \"x\", deps = { \"//a\" }, deps = { \"//b\" } }", "//c:c", NULL,
          "app { name = \"x\", deps = { \"//a\" }, deps = { \"//b\", \"//c\" } }");
    check("app { name = \"x\", deps = { \":group\" } }", NULL, "//apps/x:member", NULL);
    check("app { name = \"x\" }", NULL, "//a:a", NULL);
    check("app { name = \"x\" }", "//a\"..\\b\n:c", NULL,
          "app { name = \"x\", deps = { \"//a\\\"..\\\\b\\010:c\" } }");
}

static void test_left_alone(void **state) {
    (void)state;
    check("app { name = \"x\", deps = select { default = {} } }", "//c:c", NULL, NULL);
    check("app { name = \"x\", deps = { \"//a\", other } }", "//c:c", NULL, NULL);
    check("app { name = \"x\", deps = { \"//a\", -- why\n } }", "//c:c", NULL, NULL);
    check("make_app(\"x\")", "//c:c", NULL, NULL);
    check("app { deps = { \"//a\" }", "//c:c", NULL, NULL);
    check("app { deps = { \"//a", "//c:c", NULL, NULL);
    check("app {", "//c:c", NULL, NULL);
    check("", "//c:c", NULL, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_line),  cmocka_unit_test(test_lines),     cmocka_unit_test(test_no_field),
        cmocka_unit_test(test_line_ends), cmocka_unit_test(test_which_one), cmocka_unit_test(test_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
