/* Encoders against an independent disassembler: a test states bytes and the text llvm-mc must read in them.
 */
#ifndef GEN_DISASSEMBLE_H
#define GEN_DISASSEMBLE_H
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <setjmp.h>
#include <cmocka.h>
#include <unistd.h>
#include "engine/base/base.h"

struct reading {
    struct arena arena;
    struct buf hex;         /* one instruction a line */
    VEC(struct str) wanted; /* its text */
    uint32_t at;            /* where the next instruction begins in `code` */
    struct buf code;
};

static void reading_init(struct reading *e) {
    memset(e, 0, sizeof *e);
    arena_init(&e->arena, NULL);
    buf_init(&e->hex, &e->arena);
    buf_init(&e->code, &e->arena);
}

/* What has been appended to `code` since the last call is one instruction that reads as the text. */
static void reads(struct reading *e, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    struct str s = str_vprintf(&e->arena, fmt, ap);
    va_end(ap);
    VEC_PUSH(&e->wanted, &e->arena, s);
    for (; e->at < e->code.n; e->at++) buf_printf(&e->hex, "0x%02x ", (uint8_t)e->code.p[e->at]);
    buf_putc(&e->hex, '\n');
}

/* Blanks and tabs count as one blank; the line loses its ends. */
static void squeeze(char *s) {
    char *to = s;
    for (char *p = s; *p; p++) {
        bool blank = *p == ' ' || *p == '\t' || *p == '\n';
        if (blank && (to == s || to[-1] == ' ')) continue;
        *to++ = blank ? ' ' : *p;
    }
    while (to > s && to[-1] == ' ') to--;
    *to = 0;
}

static void reading_check(struct reading *e, const char *options) {
    if (system("llvm-mc --version >/dev/null 2>&1")) {
        print_message("skipped: needs llvm-mc\n");
        skip();
    }
    char path[] = "/tmp/py2_encode_XXXXXX", command[300], line[300];
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, e->hex.p, e->hex.n), e->hex.n);
    close(fd);
    snprintf(command, sizeof command, "llvm-mc --disassemble %s %s 2>&1", options, path);
    FILE *f = popen(command, "r");
    assert_non_null(f);
    size_t n = 0;
    while (fgets(line, sizeof line, f)) {
        char *comment = strstr(line, "# ");
        if (!comment) comment = strstr(line, "// ");
        if (comment) *comment = 0;
        squeeze(line);
        if (!line[0] || line[0] == '.') continue;
        if (n >= e->wanted.n) fail_msg("more instructions than written: %s", line);
        if (strcmp(line, e->wanted.p[n].p))
            fail_msg("instruction %zu reads \"%s\", not \"%s\"", n, line, e->wanted.p[n].p);
        n++;
    }
    pclose(f);
    unlink(path);
    assert_int_equal(n, e->wanted.n);
    print_message("%zu instructions agree\n", n);
    arena_free(&e->arena);
}
#endif
