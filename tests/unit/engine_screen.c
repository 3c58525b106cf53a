/* How wide text is on a terminal, what is cut, and what a frame holds. */
#include "engine/show/screen.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

static void widths(void **state) {
    static const struct {
        const char *text;
        size_t width;
    } cases[] = {
        {"", 0},
        {"abc", 3},
        {"\xc3\xa9", 1},                 /* é */
        {"e\xcc\x81", 1},                /* e and a combining acute */
        {"\xe6\x97\xa5\xe6\x9c\xac", 4}, /* 日本 */
        {"\xef\xbc\xa1", 2},             /* fullwidth A */
        {"\xed\x95\x9c", 2},             /* 한 */
        {"\xf0\x9f\x98\x80", 2},         /* an emoji */
        {"\xe2\x80\x8b", 0},             /* zero width space */
        {"\xf0\xa0\x80\x80", 2},         /* U+20000 */
        {"\x1b[2J", 4},                  /* each byte that is none becomes one '?' */
        {"\xff\xfe", 2},
        {"\xe6\x97", 2},
        {"\xed\xa0\x80", 1}, /* a surrogate */
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(screen_width(str_c(cases[i].text)), cases[i].width);
}

static void fits(const char *text, size_t columns, bool unicode, const char *expected) {
    struct arena a;
    struct buf b;
    arena_init(&a, NULL);
    buf_init(&b, &a);
    screen_fit(&b, str_c(text), columns, unicode);
    buf_putc(&b, 0);
    assert_string_equal(b.p, expected);
    arena_free(&a);
}

static void cutting(void **state) {
    (void)state;
    fits("abc", 3, true, "abc");
    fits("abcdef", 4, true, "…def");
    fits("abcdef", 4, false, "..ef");
    fits("abcdef", 1, true, "");
    fits("abcdef", 0, true, "");
    fits("日本語", 5, true, "…本語");
    fits("日本語", 4, true, "…語"); /* half a character is none */
    fits("xxe\xcc\x81z", 3, true, "…e\xcc\x81z");
    fits("abe\xcc\x81", 1, true, "");
    fits("a\x1b\nb\xe2\x80\xaez", 9, true, "a??b?z");
}

static void times(void **state) {
    static const struct {
        int64_t nanos;
        const char *text;
    } cases[] = {{0, "0.0s"},
                 {1550000000, "1.5s"},
                 {59999999999, "59.9s"},
                 {60000000000, "1m00s"},
                 {3599000000000, "59m59s"},
                 {7620000000000, "2h07m"}};
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct arena a;
        struct buf b;
        arena_init(&a, NULL);
        buf_init(&b, &a);
        screen_time(&b, cases[i].nanos);
        buf_putc(&b, 0);
        assert_string_equal(b.p, cases[i].text);
        arena_free(&a);
    }
}

/* Whatever the terminal's size, a frame goes up as many lines as it went down, and no line is as wide. */
static void frames(void **state) {
    struct screen_stage stages[20];
    (void)state;
    for (size_t i = 0; i < COUNT(stages); i++)
        stages[i] =
            (struct screen_stage){str_c("模块 some/long/path/of/a/module.py"), (int64_t)i * 1000000000};
    for (unsigned columns = 0; columns < 130; columns++)
        for (unsigned rows = 0; rows < 24; rows++)
            for (size_t n = 0; n <= COUNT(stages); n += 5) {
                struct arena a;
                struct buf b;
                arena_init(&a, NULL);
                buf_init(&b, &a);
                struct screen s = {columns, rows,   false, true,   90000000000, 40000000000,
                                   1234,    100000, 77,    888888, stages,      n};
                screen_frame(&b, &s);
                buf_putc(&b, 0);
                size_t lines = 0, up = 0;
                for (const char *p = b.p; *p; p++) {
                    lines += *p == '\n';
                    if (p[0] == '\033' && p[1] == '[' && p[2] >= '1' && p[2] <= '9')
                        up += strtoul(p + 2, NULL, 10);
                }
                assert_int_equal(lines, up);
                assert_true(lines + 1 < MAX(rows, 2u));
                for (const char *p = b.p + strlen("\033[?2026h\033[?7l\r"); p;) {
                    const char *end = strstr(p, "\033[K");
                    if (!end) break;
                    assert_true(screen_width((struct str){p, (size_t)(end - p)}) < MAX(columns, 2u));
                    p = strchr(end, '\n');
                    if (p) p++;
                }
                arena_free(&a);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(widths), cmocka_unit_test(cutting),
                                       cmocka_unit_test(times), cmocka_unit_test(frames)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
