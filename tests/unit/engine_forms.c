/* The engine's small languages and byte forms: globs, labels, app specs, packages, recorded runs. */
#define _GNU_SOURCE
#include "engine/recipe/appspec.h"
#include "engine/recipe/rules.h"
#include "engine/recipe/label.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

static struct arena a;

static void assert_str(struct str s, const char *z) {
    if (!str_is(s, z)) fail_msg("'%.*s' is not '%s'", STR_ARG(s), z);
}

static void globs(void **state) {
    (void)state;
    static const struct {
        const char *pattern, *path;
        bool yes;
    } cases[] = {
        {"*.py", "a.py", true},
        {"*.py", "d/a.py", false},
        {"**/*.py", "a.py", true},
        {"**/*.py", "d/e/a.py", true},
        {"d/**", "d/e/f", true},
        {"d/**", "d", false},
        {"d/**/x", "d/x", true},
        {"d/**/x", "d/e/f/x", true},
        {"d/**/x", "d/e/fx", false},
        {"a?c", "abc", true},
        {"a?c", "a/c", false},
        {"[a-c]x", "bx", true},
        {"[!a-c]x", "bx", false},
        {"[!a-c]x", "dx", true},
        {"{a,b}.{c,d}", "b.c", true},
        {"{a,b}.{c,d}", "b.e", false},
        {"x{,y}", "x", true},
        {"x{,y}", "xy", true},
        {"{a,{b,c}}", "c", true},
        {"[", "[", true},
        {"[]]", "]", true},
        {"a\\*", "a*", true},
        {"a\\*", "ab", false},
        {"**", "a/b/c", true},
        {"*", "", true},
        {"", "", true},
        {"", "a", false},
        {"*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaa", false},
        {"a/**/b/**/c", "a/x/b/y/z/c", true},
        {"a/**/b/**/c", "a/x/y/z/c", false},
        {"{", "{", true},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        if (glob_match(str_c(cases[i].pattern), str_c(cases[i].path)) != cases[i].yes)
            fail_msg("%s against %s", cases[i].pattern, cases[i].path);
    /* Work is bounded: this must come back at once. */
    struct str many = str_printf(&a, "%0500d", 0);
    memset((char *)many.p, '{', many.n);
    assert_false(glob_match(many, STR("a")));
    assert_false(glob_match(
        STR("{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}c"), STR("x")));
}

static void ignoring(void **state) {
    (void)state;
    struct ignore ig = {0};
    ignore_parse(&a, &ig, STR("# comment\nbuilt/\r\n*.tmp\n/top\ndeep/er/x\n\n"));
    assert_true(ignore_has(&ig, STR("a/built"), true));
    assert_false(ignore_has(&ig, STR("a/built"), false));
    assert_true(ignore_has(&ig, STR("a/b.tmp"), false));
    assert_true(ignore_has(&ig, STR("top"), false));
    assert_false(ignore_has(&ig, STR("a/top"), false));
    assert_true(ignore_has(&ig, STR("deep/er/x"), false));
    assert_true(ignore_has(&ig, STR("x/.git"), true));
    assert_true(ignore_has(&ig, STR("out"), true));
    assert_false(ignore_has(&ig, STR("src/out"), true));
}

static void labels(void **state) {
    (void)state;
    static const struct {
        const char *text, *here, *want; /* NULL: refused */
    } cases[] = {
        {"//a/b:c", "", "//a/b:c"},
        {"//a/b", "", "//a/b:b"},
        {":c", "x/y", "//x/y:c"},
        {"c", "x", "//x:c"},
        {"//:c", "x", "//:c"},
        {"//", "", NULL},
        {"//a/../b", "", NULL},
        {"//a//b", "", NULL},
        {"a/b", "", NULL},
        {"//a:", "", NULL},
        {"//a:b c", "", NULL},
        {"//a:b/c", "", NULL},
        {"", "", NULL},
        {"//a:.b", "", NULL},
        {"//a b:c", "", "//a b:c"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct label l;
        const char *why = NULL;
        bool ok = label_parse(&a, str_c(cases[i].text), str_c(cases[i].here), &l, &why);
        if (ok != (cases[i].want != NULL)) fail_msg("label '%s': %s", cases[i].text, why);
        if (ok)
            assert_str(label_text(&a, &l), cases[i].want);
        else
            assert_non_null(why);
    }
}

static void patterns(void **state) {
    (void)state;
    struct pattern p;
    const char *why;
    struct label root = {STR(""), STR("x")}, ab = {STR("a/b"), STR("x")}, abc = {STR("a/bc"), STR("x")};
    assert_true(pattern_parse(&a, STR("//..."), STR(""), &p, &why));
    assert_true(pattern_matches(&p, &root) && pattern_matches(&p, &ab));
    assert_true(pattern_parse(&a, STR("//a/b/..."), STR(""), &p, &why));
    assert_true(pattern_matches(&p, &ab) && !pattern_matches(&p, &abc) && !pattern_matches(&p, &root));
    assert_true(pattern_parse(&a, STR("-//a/b:all"), STR(""), &p, &why));
    assert_true(p.subtract && pattern_matches(&p, &ab) && !pattern_matches(&p, &abc));
    assert_true(pattern_parse(&a, STR("..."), STR("a"), &p, &why));
    assert_true(pattern_matches(&p, &ab) && !pattern_matches(&p, &root));
    assert_false(pattern_parse(&a, STR("a/b:all"), STR(""), &p, &why));
}

static void specs_go_round(void **state) {
    (void)state;
    struct str roots[] = {STR("src"), STR(".")};
    struct appspec_file files[] = {{STR("web/a"), STR("x/a")}};
    struct appspec_resource resources[] = {{STR("//:web"), STR("auto"), files, 1}};
    struct appspec s = {.label = STR("//:a"),
                        .main_file = STR("a.py"),
                        .roots = {roots, 2},
                        .resources = resources,
                        .n_resources = 1,
                        .debug = true,
                        .stack = 1 << 20,
                        .opt = STR("speed")},
                   t;
    struct str bytes = appspec_encode(&a, &s);
    assert_true(appspec_decode(&a, bytes, &t));
    assert_str(t.roots.p[1], ".");
    assert_str(t.resources[0].files[0].path, "x/a");
    assert_true(t.debug && t.stack == 1 << 20);
    assert_true(str_eq(appspec_encode(&a, &t), bytes));
    for (size_t n = 0; n < bytes.n; n++) assert_false(appspec_decode(&a, (struct str){bytes.p, n}, &t));
}

static void keys(void **state) {
    (void)state;
    struct str what, root, target;
    assert_true(appspec_key_split(appspec_key_file(&a, STR("a@b?root=c.py"), STR("x?y"), STR("t")), &what,
                                  &root, &target));
    assert_str(what, "a@b?root=c.py");
    assert_str(root, "x?y");
    assert_str(target, "t");
    assert_true(appspec_key_split(STR("//p:n@t"), &what, &root, &target));
    assert_str(what, "//p:n");
    assert_str(root, "");
    assert_false(appspec_key_split(STR("nothing"), &what, &root, &target));
}

static void sizes(void **state) {
    (void)state;
    uint64_t n;
    struct value v = {.kind = V_STR, .s = STR("64M")};
    assert_true(size_parse(&v, &n) && n == 64 << 20);
    v.s = STR("12");
    assert_true(size_parse(&v, &n) && n == 12);
    static const char *const bad[] = {"",  "M", "1MM", "1T", "99999999999999999999", "18446744073709551615G",
                                      "-1"};
    for (size_t i = 0; i < COUNT(bad); i++) {
        v.s = str_c(bad[i]);
        assert_false(size_parse(&v, &n));
    }
}

static void workspace_calls(void **state) {
    (void)state;
    assert_true(recipe_calls_workspace(STR("workspace { }")));
    assert_true(recipe_calls_workspace(STR("--[[ x ]] local a = [==[ ]] ]==]\nworkspace\n({})")));
    assert_false(recipe_calls_workspace(STR("-- workspace { }")));
    assert_false(recipe_calls_workspace(STR("--[==[\nworkspace { }\n]] ]==]")));
    assert_false(recipe_calls_workspace(STR("x = 'workspace {' .. \"\\\"workspace {\" .. [[workspace{}]]")));
    assert_false(recipe_calls_workspace(STR("my_workspace {} workspace = 1")));
    assert_false(recipe_calls_workspace(STR("--[[")));
    assert_false(recipe_calls_workspace(STR("'\\")));
}

static void packages_go_round(void **state) {
    (void)state;
    struct str names[] = {STR("a"), STR("b")};
    struct value items[] = {{.kind = V_INT, .i = -5}, {.kind = V_STR, .s = STR("x")}};
    struct decl d = {STR("app"), STR("n"), 7, {.kind = V_MAP, .keys = names, .items = items, .n = 2}};
    struct package p = {STR("q"), STR("q/build.py2"), &d, 1, names, 1}, r;
    struct str bytes = package_encode(&a, &p);
    assert_true(package_decode(&a, bytes, &r));
    assert_int_equal(value_field(&r.decls[0].fields, "a")->i, -5);
    assert_ptr_equal(package_find(&r, STR("n")), &r.decls[0]);
    assert_null(package_find(&r, STR("m")));
    for (size_t n = 0; n < bytes.n; n++) assert_false(package_decode(&a, (struct str){bytes.p, n}, &r));
}

static void racy_files(void **state) {
    (void)state;
    struct file_id id = {.mtime = 100000000000, .ctime = 50000000000};
    assert_true(file_id_racy(&id, 100000000000 + 1000));
    assert_false(file_id_racy(&id, 100000000000 + 3000000000));
    assert_true(file_id_racy(&id, 0));
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
        cmocka_unit_test(globs),      cmocka_unit_test(ignoring),        cmocka_unit_test(labels),
        cmocka_unit_test(patterns),   cmocka_unit_test(specs_go_round),  cmocka_unit_test(keys),
        cmocka_unit_test(sizes),      cmocka_unit_test(workspace_calls), cmocka_unit_test(packages_go_round),
        cmocka_unit_test(racy_files),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
