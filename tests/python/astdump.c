/* astdump [OPTION…] FILE…: prints the tree of each file as ast.dump(include_attributes=True), or its error.
 *
 *  -s   stops after the parser
 *  -t   prints scopes instead of the tree
 *  -q   prints only lines per second of processor time
 *  -n N reads every file N times
 *  -u   prints what is known of every character instead: start, continue, printable, NFKC
 *  -l   takes file names from standard input; before each answer comes a line with its length */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "rules/python/ast.h"
#include "rules/python/symtable.h"
#include "rules/python/unicode.h"

static void characters(void) {
    for (uint32_t c = 128; c < 0x110000; c++) {
        if (c >= 0xd800 && c < 0xe000) continue;
        struct arena a;
        char u[4];
        arena_init(&a, NULL);
        struct str s = {u, uni_encode(c, u)};
        printf("%x %d %d %d", c, uni_is_start(c), uni_is_continue(c), uni_is_printable(c));
        if (uni_is_continue(c)) printf(" " STR_FMT, STR_ARG(uni_nfkc(&a, s)));
        putchar('\n');
        arena_free(&a);
    }
}

static void answer(struct buf *out, const char *path, bool syntax_only, bool scopes, size_t *lines) {
    struct arena a;
    struct diags d;
    struct str source;
    struct py_options options = {.syntax_only = syntax_only};
    arena_init(&a, NULL);
    diags_init(&d, &a);
    if (!file_read(&a, path, &source)) {
        buf_printf(out, "cannot read %s", path);
        arena_free(&a);
        return;
    }
    struct py_module *m = py_parse(&a, &d, str_c(path), source, &options);
    if (m) {
        *lines += m->lines;
        if (out && scopes && m->scope)
            py_symtable_dump(out, m->scope, 0);
        else if (out)
            py_dump(out, m, true);
    } else if (out && d.first) {
        const struct diag *e = d.first;
        while (e->severity != SEV_ERROR) e = e->next;
        buf_printf(out, "%s:%u:%u:%u:%u:" STR_FMT, e->code, e->place.line, e->place.col, e->place.end_line,
                   e->place.end_col, STR_ARG(e->text));
    }
    arena_free(&a);
}

int main(int argc, char **argv) {
    bool syntax_only = false, quiet = false, list = false, scopes = false;
    int i = 1, repeat = 1;
    size_t lines = 0;
    for (; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
        switch (argv[i][1]) {
        case 's': syntax_only = true; break;
        case 'q': quiet = true; break;
        case 'l': list = true; break;
        case 't': scopes = true; break;
        case 'u': characters(); return 0;
        case 'n': repeat = i + 1 < argc ? atoi(argv[++i]) : 1; break;
        default: return 2;
        }
    }
    struct timespec t0, t1;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t0);
    char line[4096];
    while (list ? fgets(line, sizeof line, stdin) != NULL : i < argc) {
        const char *path = list ? line : argv[i++];
        line[strcspn(line, "\n")] = 0;
        for (int k = 0; k < repeat; k++) {
            struct arena a;
            struct buf out;
            arena_init(&a, NULL);
            buf_init(&out, &a);
            answer(quiet ? NULL : &out, path, syntax_only, scopes, &lines);
            if (list) printf("%zu\n", out.n);
            if (out.n) fwrite(out.p, 1, out.n, stdout);
            if (!list && !quiet) putchar('\n');
            fflush(stdout);
            arena_free(&a);
        }
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t1);
    double s = (double)(t1.tv_sec - t0.tv_sec) + (double)(t1.tv_nsec - t0.tv_nsec) / 1e9;
    if (quiet) printf("%zu lines in %.3f s: %.0f lines/s\n", lines, s, (double)lines / s);
    return 0;
}
