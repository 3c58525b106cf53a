/* What the code of tests/gen/NAME.ir must look like. Lines at the head of the file say so, for an instruction
 * set or `any`: # has ISA TEXT        the dump holds TEXT # lacks ISA WORD      no form is called WORD #
 * clean-loops ISA     no hot block in a loop touches a spill slot */
#define _GNU_SOURCE /* memmem */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>
#include "rules/gen/gen.h"
#include "targets/isa.h"
#include "targets/target.h"

struct text {
    struct arena arena;
    struct str source, dump;
};

static bool line_of(struct str *rest, struct str *line) {
    if (!rest->n) return false;
    const char *nl = memchr(rest->p, '\n', rest->n);
    size_t n = nl ? (size_t)(nl - rest->p) : rest->n;
    *line = (struct str){rest->p, n};
    rest->p += n + (nl != NULL);
    rest->n -= n + (nl != NULL);
    return true;
}

static bool contains(struct str s, struct str what) {
    return memmem(s.p, s.n, what.p, what.n) != NULL;
}

/* The form's name: the first word, or the one behind " = ". */
static struct str form_of(struct str line) {
    const char *eq = memmem(line.p, line.n, " = ", 3);
    size_t at = eq ? (size_t)(eq - line.p) + 3 : 0, end;
    while (at < line.n && line.p[at] == ' ') at++;
    for (end = at; end < line.n && line.p[end] != ' ' && line.p[end] != '.';) end++;
    return (struct str){line.p + at, end - at};
}

static void check_lacks(struct text *t, struct str word) {
    struct str rest = t->dump, line;
    while (line_of(&rest, &line))
        if (str_starts(line, STR("    ")) && str_eq(form_of(line), word)) fail_msg("%.*s", STR_ARG(line));
}

static void check_loops(struct text *t) {
    struct str rest = t->dump, line;
    bool hot_loop = false;
    while (line_of(&rest, &line)) {
        if (line.n && line.p[0] == 'b')
            hot_loop = !contains(line, STR("cold")) && !contains(line, STR("depth 0"));
        struct str form = form_of(line);
        if (hot_loop && (str_is(form, "reload") || str_is(form, "spill")))
            fail_msg("in a loop: %.*s", STR_ARG(line));
    }
}

static void check_line(struct text *t, struct str line, const char *isa) {
    char word[20], name[20];
    int used = 0;
    char copy[200];
    snprintf(copy, sizeof copy, "%.*s", STR_ARG(line));
    if (sscanf(copy, "# %19s %19s %n", word, name, &used) < 2) return;
    if (strcmp(name, isa) && strcmp(name, "any")) return;
    struct str rest = str_c(copy + used);
    if (!strcmp(word, "has") && !contains(t->dump, rest))
        fail_msg("%s: no \"%s\" in\n%.*s", isa, rest.p, STR_ARG(t->dump));
    if (!strcmp(word, "lacks")) check_lacks(t, rest);
    if (!strcmp(word, "clean-loops")) check_loops(t);
}

static void check_file(const char *name) {
    struct text t;
    arena_init(&t.arena, NULL);
    struct str path = str_printf(&t.arena, "%s/gen/%s", PY2_TESTS, name), line;
    assert_true(file_read(&t.arena, path.p, &t.source));
    struct str body = t.source;
    while (body.n && body.p[0] == '#') line_of(&body, &line);
    struct diags d;
    diags_init(&d, &t.arena);
    struct ir_module *m = ir_parse(&t.arena, &d, path, body);
    assert_non_null(m);
    static const char *const targets[] = {"linux-x86_64", "linux-arm64"};
    for (size_t i = 0; i < COUNT(targets); i++) {
        const struct target *target = target_find(str_c(targets[i]));
        struct buf out;
        buf_init(&out, &t.arena);
        gen_dump(&out, m, target, (struct str){0});
        t.dump = buf_view(&out);
        struct str rest = t.source;
        while (line_of(&rest, &line) && line.n && line.p[0] == '#') check_line(&t, line, target->isa->name);
    }
    arena_free(&t.arena);
}

static void test_loops(void **state) {
    (void)state;
    check_file("loops.ir");
}
static void test_fused(void **state) {
    (void)state;
    check_file("fused.ir");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_loops), cmocka_unit_test(test_fused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
