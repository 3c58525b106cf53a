/* The frontend: trees, values, scopes, and the errors of tests/python/errors against what CPython 3.11 said.
 */
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>
#include "rules/python/parser.h"
#include "rules/python/symtable.h"
#include "rules/python/unicode.h"

static struct arena a;

static int begin(void **state) {
    (void)state;
    arena_init(&a, NULL);
    return 0;
}
static int finish(void **state) {
    (void)state;
    arena_free(&a);
    return 0;
}

/* The tree of a program without positions, or its first error as CODE:line:col:text. */
static const char *tree(const char *source) {
    struct diags d;
    struct buf b;
    diags_init(&d, &a);
    buf_init(&b, &a);
    struct py_module *m = py_parse(&a, &d, STR("t.py"), str_c(source), NULL);
    if (m)
        py_dump(&b, m, false);
    else
        buf_printf(&b, "%s:%u:%u:" STR_FMT, d.first->code, d.first->place.line, d.first->place.col,
                   STR_ARG(d.first->text));
    buf_putc(&b, 0);
    return b.p;
}

/* The tree of one expression. */
static const char *expr(const char *source) {
    static const char head[] = "Module(body=[Expr(value=", tail[] = ")], type_ignores=[])";
    const char *t = tree(source);
    size_t n = strlen(t);
    if (n < sizeof head + sizeof tail || strncmp(t, head, sizeof head - 1)) return t;
    return str_printf(&a, "%.*s", (int)(n - sizeof head - sizeof tail + 2), t + sizeof head - 1).p;
}

static void warnings(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"x is 1", "\"is\" with a literal. Did you mean \"==\"?"},
        {"x < y is not 'a'", "\"is not\" with a literal. Did you mean \"!=\"?"},
        {"assert (x, 'a')", "assertion is always true, perhaps remove parentheses?"},
        {"[(1, 2) (3, 4)]", "'tuple' object is not callable; perhaps you missed a comma?"},
        {"None[1]", "'NoneType' object is not subscriptable; perhaps you missed a comma?"},
        {"[1]['a']", "list indices must be integers or slices, not str; perhaps you missed a comma?"},
        {"x is None", NULL},
        {"assert ()", NULL},
        {"(lambda: 1)()", NULL},
        {"{}['a']", NULL},
        {"'a'[1:2]", NULL},
    };
    for (size_t i = 0; i < COUNT(pairs); i++) {
        struct diags d;
        diags_init(&d, &a);
        assert_non_null(py_parse(&a, &d, STR("w.py"), str_c(pairs[i][0]), NULL));
        assert_int_equal(d.warnings, pairs[i][1] != NULL);
        if (pairs[i][1]) assert_true(str_is(d.first->text, pairs[i][1]));
    }
}

static const char *scopes(const char *source) {
    struct diags d;
    struct buf b;
    diags_init(&d, &a);
    buf_init(&b, &a);
    struct py_module *m = py_parse(&a, &d, STR("t.py"), str_c(source), NULL);
    if (m) py_symtable_dump(&b, m->scope, 0);
    buf_putc(&b, 0);
    return b.p;
}

static struct py_constant number(const char *text) {
    struct py_constant c = {0};
    struct py_error e = {0};
    assert_true(number_value(&a, str_c(text), &c, &e));
    return c;
}

static void integers(void **state) {
    (void)state;
    assert_int_equal(number("0").i, 0);
    assert_int_equal(number("9223372036854775807").i, INT64_MAX);
    assert_int_equal(number("0x_ff").i, 255);
    assert_int_equal(number("0b1010").i, 10);
    assert_int_equal(number("0o17").i, 15);
    assert_int_equal(number("1_000_000").i, 1000000);
    struct py_constant big = number("9223372036854775808");
    assert_true(big.big);
    assert_true(str_is(big.s, "8000000000000000"));
    assert_true(str_is(number("0x0000fedcba9876543210f").s, "fedcba9876543210f"));
    assert_true(str_is(number("0o7777777777777777777777").s, "3ffffffffffffffff"));
    assert_true(
        str_is(number("340282366920938463463374607431768211456").s, "100000000000000000000000000000000"));
    assert_string_equal(expr("340282366920938463463374607431768211456"),
                        "Constant(value=340282366920938463463374607431768211456)");
}

/* glibc's strtod rounds correctly, so it is the oracle here. */
static void floats(void **state) {
    (void)state;
    static const char *const hard[] = {
        "0.1",
        "1e23",
        "9007199254740993.0",
        "5e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "1.7976931348623157e308",
        "1.7976931348623159e308",
        "1e400",
        "1e-400",
        "2.2250738585072011e-308",
        "0.500000000000000166533453693773481063544750213623046875",
        "3.518437208883201171875e13",
        "62.5364939768271845828",
        "8.10109172351e-10",
        "1.50000000000000011102230246251565",
        "123456789012345678901234567890.5e-20",
        ".5",
        "5.",
        "0.000000000000000000000000000000000000000000000000001e51",
        "4.35",
        "8.5e22",
        "1e22",
        "1e-22",
        "6.9294956446009195e15",
        "2.2250738585072012e-308",
        "1.00000005960464477550",
        "0e999999999999999999999",
    };
    for (size_t i = 0; i < COUNT(hard); i++) {
        double want = strtod(hard[i], NULL), got = number(hard[i]).f;
        assert_memory_equal(&want, &got, sizeof got);
    }
    uint64_t x = 88172645463325252u;
    for (int i = 0; i < 4000; i++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        char text[64];
        snprintf(text, sizeof text, "%llu.%llue%d", (unsigned long long)(x >> (x % 64)),
                 (unsigned long long)(x * 31 >> 11), (int)(x % 700) - 350);
        double want = strtod(text, NULL), got = number(text).f;
        if (memcmp(&want, &got, sizeof got)) fail_msg("%s: %.17g, not %.17g", text, got, want);
    }
}

static void strings(void **state) {
    (void)state;
    assert_string_equal(expr("'a\\x41\\u00e9\\N{BULLET}\\101\\\n' \"b\""), "Constant(value='aAé•Ab')");
    assert_string_equal(expr("b'\\xff\\0' rb'\\n'"), "Constant(value=b'\\xff\\x00\\\\n')");
    assert_string_equal(expr("u'x'"), "Constant(value='x', kind='u')");
    assert_string_equal(expr("'\\ud800'"), "Constant(value='\\ud800')");
    assert_string_equal(
        expr("f'a{b!r:>{c}}d{{}}'"),
        "JoinedStr(values=[Constant(value='a'), FormattedValue(value=Name(id='b', ctx=Load()), "
        "conversion=114, "
        "format_spec=JoinedStr(values=[Constant(value='>'), FormattedValue(value=Name(id='c', ctx=Load()), "
        "conversion=-1)])), Constant(value='d{}')])");
    assert_string_equal(expr("f'{a = }'"),
                        "JoinedStr(values=[Constant(value='a = '), FormattedValue(value=Name(id='a', "
                        "ctx=Load()), conversion=114)])");
}

/* PEP 701: what 3.11 does not take. */
static void newer_templates(void **state) {
    (void)state;
    assert_string_equal(expr("f'{d['k']}'"),
                        "JoinedStr(values=[FormattedValue(value=Subscript(value=Name(id='d', ctx=Load()), "
                        "slice=Constant(value='k'), ctx=Load()), conversion=-1)])");
    assert_string_equal(expr("f'{'\\n'.join(x)}'"),
                        "JoinedStr(values=[FormattedValue(value=Call(func=Attribute(value=Constant(value='"
                        "\\n'), attr='join', "
                        "ctx=Load()), args=[Name(id='x', ctx=Load())], keywords=[]), conversion=-1)])");
    assert_string_equal(expr("f'''{\n a # why\n}'''"),
                        "JoinedStr(values=[FormattedValue(value=Name(id='a', ctx=Load()), conversion=-1)])");
    assert_string_equal(expr("t'a{b!s}'"),
                        "TemplateStr(values=[Constant(value='a'), Interpolation(value=Name(id='b', "
                        "ctx=Load()), str='b', conversion=115)])");
}

static void newer_syntax(void **state) {
    (void)state;
    assert_string_equal(
        tree("type A[T: int = str, *Ts, **P] = list[T]"),
        "Module(body=[TypeAlias(name=Name(id='A', ctx=Store()), type_params=[TypeVar(name='T', "
        "bound=Name(id='int', ctx=Load()), default_value=Name(id='str', ctx=Load())), "
        "TypeVarTuple(name='Ts'), ParamSpec(name='P')], value=Subscript(value=Name(id='list', ctx=Load()), "
        "slice=Name(id='T', ctx=Load()), ctx=Load()))], type_ignores=[])");
    assert_string_equal(
        tree("def f[T](): pass"),
        "Module(body=[FunctionDef(name='f', args=arguments(posonlyargs=[], args=[], kwonlyargs=[], "
        "kw_defaults=[], defaults=[]), body=[Pass()], decorator_list=[], type_params=[TypeVar(name='T')])], "
        "type_ignores=[])");
    assert_string_equal(
        tree("try: pass\nexcept A, B: pass"),
        "Module(body=[Try(body=[Pass()], handlers=[ExceptHandler(type=Tuple(elts=[Name(id='A', ctx=Load()), "
        "Name(id='B', ctx=Load())], ctx=Load()), body=[Pass()])], orelse=[], finalbody=[])], "
        "type_ignores=[])");
    assert_string_equal(
        tree("type = 1\ntype.x\nmatch = case = _ = 2\nmatch(x)\nmatch[x]: int"),
        "Module(body=[Assign(targets=[Name(id='type', ctx=Store())], value=Constant(value=1)), "
        "Expr(value=Attribute(value=Name(id='type', ctx=Load()), attr='x', ctx=Load())), "
        "Assign(targets=[Name(id='match', ctx=Store()), Name(id='case', ctx=Store()), Name(id='_', "
        "ctx=Store())], value=Constant(value=2)), Expr(value=Call(func=Name(id='match', ctx=Load()), "
        "args=[Name(id='x', ctx=Load())], keywords=[])), AnnAssign(target=Subscript(value=Name(id='match', "
        "ctx=Load()), slice=Name(id='x', ctx=Load()), ctx=Store()), annotation=Name(id='int', ctx=Load()), "
        "simple=0)], type_ignores=[])");
}

static void identifiers(void **state) {
    (void)state;
    assert_string_equal(expr("ﬁ + \xe2\x84\x8c"),
                        "BinOp(left=Name(id='fi', ctx=Load()), op=Add(), right=Name(id='H', ctx=Load()))");
    assert_true(str_is(uni_nfkc(&a, STR("e\xcc\x81\xcc\xa3")), "\xe1\xba\xb9\xcc\x81"));
    assert_true(
        str_is(uni_nfkc(&a, STR("\xe1\x84\x80\xe1\x85\xa1\xe1\x86\xa8")), "\xea\xb0\x81")); /* Hangul */
    uint32_t c = 0;
    assert_true(uni_name_find(STR("latin small letter a"), &c));
    assert_int_equal(c, 'a');
    assert_true(uni_name_find(STR("CJK UNIFIED IDEOGRAPH-4E00"), &c));
    assert_int_equal(c, 0x4e00);
    assert_true(uni_name_find(STR("HANGUL SYLLABLE GAG"), &c));
    assert_int_equal(c, 0xac01);
    assert_false(uni_name_find(STR("NO SUCH NAME"), &c));
    assert_false(uni_name_find(STR("CJK UNIFIED IDEOGRAPH-0041"), &c));
}

static void names(void **state) {
    (void)state;
    assert_string_equal(scopes("class A:\n"
                               "    x = 1\n"
                               "    def f(self, __p, *a, k, **kw):\n"
                               "        y = 1\n"
                               "        def g():\n"
                               "            nonlocal y\n"
                               "            global z\n"
                               "            y = super().f + x + z\n"
                               "            return [y + i for i in range(3) if (q := i)]\n"
                               "        return g, __p\n"),
                        "module top\n"
                        "  A: local bound\n"
                        "  z: global\n"
                        "  class A __class__\n"
                        "    x: local bound\n"
                        "    f: local bound\n"
                        "    __class__ cell: cell\n"
                        "    function f\n"
                        "      self: local parameter bound\n"
                        "      _A__p: local parameter bound used\n"
                        "      k: local parameter bound\n"
                        "      a: local parameter bound\n"
                        "      kw: local parameter bound\n"
                        "      y: cell bound\n"
                        "      g: local bound used\n"
                        "      __class__: free\n"
                        "      function g\n"
                        "        y: free bound\n"
                        "        z: global used\n"
                        "        super: implicit used\n"
                        "        __class__: free used\n"
                        "        x: implicit used\n"
                        "        range: implicit used\n"
                        "        q: cell bound\n"
                        "        comprehension listcomp\n"
                        "          .0: local parameter bound\n"
                        "          i: local bound used\n"
                        "          q: free bound\n"
                        "          y: free used\n");
    assert_string_equal(scopes("from __future__ import annotations\ndef f(a: b): c: d"),
                        "module top\n  annotations: local bound\n  f: local bound\n  function f\n"
                        "    a: local parameter bound\n    c: local bound\n");
}

static struct str repeat(const char *before, const char *unit, size_t n, const char *after) {
    struct buf b;
    buf_init(&b, &a);
    buf_puts(&b, before);
    for (size_t i = 0; i < n; i++) buf_puts(&b, unit);
    buf_puts(&b, after);
    return buf_view(&b);
}

/* Hostile depth ends in an error, never in a crash. */
static void depth(void **state) {
    (void)state;
    static const struct {
        const char *before, *unit, *after;
    } deep[] = {
        {"x = ", "-", "1"},      {"x = ", "not ", "1"},
        {"x = ", "2 **", "1"},   {"x = ", "lambda: ", "1"},
        {"x = a", ".b", ""},     {"x = a", "()", ""},
        {"x = 1", "+1", ""},     {"x = ", "a if b else ", "c"},
        {"x = ", "(", ""},       {"x = ", "[", "]"},
        {"x = ", "{1:", ""},     {"if a: pass\n", "elif a: pass\n", ""},
        {"x = ", "f'{", ""},     {"", "if a:\n ", ""},
        {"x = ", "await ", "b"}, {"match x:\n case ", "a.", "b: pass"},
        {"x = ", "*", "y"},      {"del ", "(", "x"},
        {"for ", "(", "x"},      {"x = ", "f\"{a:{", "\""},
    };
    for (size_t i = 0; i < COUNT(deep); i++) {
        struct diags d;
        diags_init(&d, &a);
        struct str source = repeat(deep[i].before, deep[i].unit, 30000, deep[i].after);
        assert_null(py_parse(&a, &d, STR("deep.py"), source, NULL));
        assert_int_equal(d.errors, 1);
    }
    /* What is only long is fine. */
    struct diags d;
    diags_init(&d, &a);
    assert_non_null(py_parse(&a, &d, STR("long.py"), repeat("x = [", "1, ", 100000, "]"), NULL));
    assert_non_null(py_parse(&a, &d, STR("long.py"), repeat("x = a == b", " and c", 50000, ""), NULL));
    assert_non_null(py_parse(&a, &d, STR("long.py"), repeat("f\"\"\"", "{a}\n", 50000, "\"\"\""), NULL));
    assert_null(py_parse(&a, &d, STR("long.py"), repeat("x = ", "f'{a' ", 50000, ""), NULL));
    assert_null(py_parse(&a, &d, STR("long.py"), repeat("f\"\"\"", "{a}\n", 50000, "{a b}\"\"\""), NULL));
}

static void odd_sources(void **state) {
    (void)state;
    assert_string_equal(tree(""), "Module(body=[], type_ignores=[])");
    assert_string_equal(tree("\xef\xbb\xbfx"),
                        "Module(body=[Expr(value=Name(id='x', ctx=Load()))], type_ignores=[])");
    assert_string_equal(tree("# -*- coding: koi8-r -*-\n'\xc1'"),
                        "Module(body=[Expr(value=Constant(value='\xd0\xb0'))], type_ignores=[])");
    assert_string_equal(tree("# coding: utf-7\n"), "PY2E0101:0:0:unknown encoding: utf-7");
    assert_string_equal(tree("x\r\ny\rz"),
                        "Module(body=[Expr(value=Name(id='x', ctx=Load())), Expr(value=Name(id='y', "
                        "ctx=Load())), Expr(value=Name(id='z', ctx=Load()))], type_ignores=[])");
    struct diags d;
    diags_init(&d, &a);
    assert_null(py_parse(&a, &d, STR("nul.py"), (struct str){"x\0y", 3}, NULL));
    assert_string_equal(d.first->code, "PY2E0104");
}

/* Characters before byte `col` (from 1) of a line of `source`, plus one. */
static uint32_t characters(struct str source, uint32_t line, uint32_t col) {
    size_t i = 0;
    for (uint32_t l = 1; l < line && i < source.n; i++) l += source.p[i] == '\n';
    uint32_t n = 1;
    for (size_t k = 0; k + 1 < col && i + k < source.n; k++) n += (source.p[i + k] & 0xc0) != 0x80;
    return n;
}

static bool check_expectation(const char *dir, const char *file) {
    static const char *const types[] = {"SyntaxError", "IndentationError", "TabError",
                                        "ValueError",  "RecursionError",   "MemoryError"};
    char path[1024];
    struct str source, want;
    struct diags d;
    diags_init(&d, &a);
    snprintf(path, sizeof path, "%s/%s", dir, file);
    assert_true(file_read(&a, path, &source));
    snprintf(path, sizeof path, "%s/%.*s.expect", dir, (int)strlen(file) - 3, file);
    assert_true(file_read(&a, path, &want));
    want.n -= want.n && want.p[want.n - 1] == '\n';
    if (py_parse(&a, &d, str_c(file), source, NULL)) {
        print_error("%s: accepted, not " STR_FMT "\n", file, STR_ARG(want));
        return false;
    }
    const struct diag *e = d.first;
    while (e->severity != SEV_ERROR) e = e->next;
    const char *type = types[e->code[7] - '1'];
    struct str bytes =
        str_printf(&a, "%s:%u:%u:" STR_FMT, type, e->place.line, e->place.col, STR_ARG(e->text));
    struct str chars = str_printf(&a, "%s:%u:%u:" STR_FMT, type, e->place.line,
                                  characters(source, e->place.line, e->place.col), STR_ARG(e->text));
    if (str_eq(bytes, want) || str_eq(chars, want)) return true;
    print_error("%s: " STR_FMT "\n    not " STR_FMT "\n", file, STR_ARG(bytes), STR_ARG(want));
    return false;
}

static void errors(void **state) {
    (void)state;
    const char *dir = PY2_TESTS "/python/errors";
    DIR *d = opendir(dir);
    size_t n = 0, good = 0;
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) {
        size_t length = strlen(e->d_name);
        if (length < 4 || strcmp(e->d_name + length - 3, ".py")) continue;
        n++;
        good += check_expectation(dir, e->d_name);
    }
    closedir(d);
    assert_int_equal(good, n);
    assert_true(n >= 300);
}

/* Stages run on big stacks (engine/rule.h): so do these tests, whatever the shell's limit is. */
static void *run(void *failed) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(integers, begin, finish),
        cmocka_unit_test_setup_teardown(floats, begin, finish),
        cmocka_unit_test_setup_teardown(strings, begin, finish),
        cmocka_unit_test_setup_teardown(newer_templates, begin, finish),
        cmocka_unit_test_setup_teardown(newer_syntax, begin, finish),
        cmocka_unit_test_setup_teardown(identifiers, begin, finish),
        cmocka_unit_test_setup_teardown(warnings, begin, finish),
        cmocka_unit_test_setup_teardown(names, begin, finish),
        cmocka_unit_test_setup_teardown(depth, begin, finish),
        cmocka_unit_test_setup_teardown(odd_sources, begin, finish),
        cmocka_unit_test_setup_teardown(errors, begin, finish),
    };
    *(int *)failed = cmocka_run_group_tests_name("python_parse", tests, NULL, NULL);
    return NULL;
}

int main(void) {
    pthread_attr_t attr;
    pthread_t thread;
    int failed = 1;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, 64 << 20);
    if (pthread_create(&thread, &attr, run, &failed)) return 1;
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attr);
    return failed;
}
