/* Compiles the standard library into the archive that py2 carries: make_library OUTPUT SHOWN LIST
 *
 * LIST has a line per module: its dotted name, a tab, `p` for packages or `m`, a tab, the file, and for files
 * with overlaid definitions (overlay.h) a tab and the overlay. SHOWN is what tracebacks show before a file's
 * path in the library. */
#include "rules/ir/ir.h"
#include "rules/lower/lower.h"
#include "rules/opt/opt.h"
#include "rules/reach/mentions.h"
#include "rules/reach/reach.h"
#include "rules/stdlib/archive.h"
#include "rules/stdlib/overlay.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <zstd.h>

enum { LEVEL = 9, MAX_THREADS = 16 };

struct module {
    struct str name, file, shown, overlay;
    bool package, refused;
    struct str imports, functions, symbols, body;
    size_t ir_size;
    struct digest digest;
};

struct work {
    struct module *modules;
    size_t n;
    atomic_size_t next;
};

static struct str reason(struct arena *a, const struct diags *d) {
    struct buf b;
    buf_init(&b, a);
    for (const struct diag *m = d->first; m; m = m->next)
        if (m->severity == SEV_ERROR) diag_print(&b, m, (struct str){NULL, 0}, false);
    return buf_view(&b);
}

static struct str packed(struct arena *a, struct str bytes) {
    size_t cap = ZSTD_compressBound(bytes.n);
    char *out = arena_alloc(a, cap);
    size_t n = ZSTD_compress(out, cap, bytes.p, bytes.n, LEVEL);
    if (ZSTD_isError(n)) BUG("zstd: %s", ZSTD_getErrorName(n));
    return (struct str){out, n};
}

/* Thunks of a function are named after it. */
static uint32_t number_of(const struct ir_module *ir, const struct py_module *tree, const struct ir_func *f) {
    if (f->sites.n) return reach_function_at(tree, f->sites.p[0].line);
    for (const struct ir_func *g = ir->funcs; g; g = g->next)
        if (g->sites.n && str_starts(f->sym->name, g->sym->name) && f->sym->name.n > g->sym->name.n &&
            f->sym->name.p[g->sym->name.n] == '.')
            return reach_function_at(tree, g->sites.p[0].line);
    return 0;
}

static struct str symbols_of(struct arena *a, const struct ir_module *ir, const struct py_module *tree) {
    struct buf b;
    buf_init(&b, a);
    for (const struct ir_func *f = ir->funcs; f; f = f->next) {
        uint32_t number = number_of(ir, tree, f);
        if (!number) continue;
        buf_uleb(&b, number);
        buf_sized(&b, f->sym->name);
    }
    return buf_view(&b);
}

/* False with errors in `d`. */
static bool compile(struct module *m, struct str source, struct diags *d, struct arena *a) {
    struct py_module *tree = py_parse(a, d, m->shown, source, NULL);
    if (!tree) return false;
    struct reach_imports imports = {0};
    reach_library_imports(a, tree, m->name, m->package, &imports);
    m->imports = reach_write(a, &imports);
    struct reach_functions functions;
    struct buf mentions;
    reach_functions(a, tree, &functions);
    buf_init(&mentions, a);
    reach_put_functions(&mentions, &functions);
    m->functions = buf_view(&mentions);
    struct lower_unit unit = {
        .module = m->name, .file = m->shown, .is_package = m->package, .dynamic = LOWER_DYNAMIC_RAISES};
    struct ir_module *ir = lower_module(a, d, tree, &unit);
    if (!ir) return false;
    m->symbols = symbols_of(a, ir, tree);
    struct arena scratch;
    arena_init(&scratch, NULL);
    opt_module(ir, 1, &scratch);
    arena_free(&scratch);
    struct buf out;
    buf_init(&out, a);
    ir_write(&out, ir);
    m->ir_size = out.n;
    m->body = packed(a, buf_view(&out));
    return true;
}

static void make(struct module *m) {
    struct arena *a = malloc(sizeof *a); /* lives as long as the process */
    struct diags d;
    struct str source;
    arena_init(a, NULL);
    diags_init(&d, a);
    char *path = (char *)str_dup(a, m->file).p;
    if (!file_read(a, path, &source)) {
        fprintf(stderr, "make_library: %s: %s\n", path, strerror(errno));
        exit(1);
    }
    if (m->overlay.n && !overlay_apply(a, &source, m->overlay)) {
        fprintf(stderr, "make_library: " STR_FMT " does not fit " STR_FMT "\n", STR_ARG(m->overlay),
                STR_ARG(m->file));
        exit(1);
    }
    if (!compile(m, source, &d, a)) {
        m->refused = true;
        m->body = reason(a, &d);
    }
    struct str parts[] = {m->shown, m->imports, m->body};
    m->digest = digest_of_parts(parts, 3);
}

static void *worker(void *arg) {
    struct work *w = arg;
    for (size_t i; (i = atomic_fetch_add(&w->next, 1)) < w->n;) make(&w->modules[i]);
    return NULL;
}

/* ---- the list ---- */

static struct str field(struct str *line) {
    const char *tab = memchr(line->p, '\t', line->n);
    struct str f = {line->p, tab ? (size_t)(tab - line->p) : line->n};
    line->p += f.n + (tab ? 1 : 0);
    line->n -= f.n + (tab ? 1 : 0);
    return f;
}

static size_t read_list(struct arena *a, struct str text, struct str shown, struct module **out) {
    VEC(struct module) v = {0};
    while (text.n) {
        const char *end = memchr(text.p, '\n', text.n);
        struct str line = {text.p, end ? (size_t)(end - text.p) : text.n};
        text.p += line.n + (end ? 1 : 0);
        text.n -= line.n + (end ? 1 : 0);
        if (!line.n) continue;
        struct module m = {.name = field(&line)};
        m.package = str_is(field(&line), "p");
        m.file = field(&line);
        struct str inside = field(&line);
        m.shown = str_printf(a, STR_FMT "/" STR_FMT, STR_ARG(shown), STR_ARG(inside));
        m.overlay = field(&line);
        VEC_PUSH(&v, a, m);
    }
    *out = v.p;
    return v.n;
}

static int by_name(const void *a, const void *b) {
    return str_cmp(((const struct module *)a)->name, ((const struct module *)b)->name);
}

/* ---- the archive ---- */

static uint32_t place(struct buf *b, struct str s) {
    uint32_t at = (uint32_t)b->n;
    buf_str(b, s);
    return at;
}

static struct str archive(struct arena *a, const struct module *modules, size_t n) {
    struct buf b;
    struct library_record *records = NEW_N(a, struct library_record, n);
    struct library_header header = {n};
    buf_init(&b, a);
    buf_put(&b, &header, sizeof header);
    buf_put(&b, records, n * sizeof *records);
    for (size_t i = 0; i < n; i++) {
        const struct module *m = &modules[i];
        char hex[65];
        digest_hex(&m->digest, hex);
        records[i] = (struct library_record){
            .name = place(&b, m->name),
            .name_size = (uint32_t)m->name.n,
            .file = place(&b, m->shown),
            .file_size = (uint32_t)m->shown.n,
            .imports = place(&b, m->imports),
            .imports_size = (uint32_t)m->imports.n,
            .functions = place(&b, m->functions),
            .functions_size = (uint32_t)m->functions.n,
            .symbols = place(&b, m->symbols),
            .symbols_size = (uint32_t)m->symbols.n,
            .body = place(&b, m->body),
            .body_size = (uint32_t)m->body.n,
            .ir_size = (uint32_t)m->ir_size,
            .flags = (m->package ? LIBRARY_PACKAGE : 0u) | (m->refused ? LIBRARY_REFUSED : 0u),
        };
        memcpy(records[i].digest, hex, 64);
    }
    memcpy(b.p + sizeof header, records, n * sizeof *records);
    return buf_view(&b);
}

int main(int argc, char **argv) {
    struct arena a;
    struct str list;
    struct work w = {0};
    arena_init(&a, NULL);
    if (argc != 4 || !file_read(&a, argv[3], &list)) {
        fprintf(stderr, "usage: make_library OUTPUT SHOWN LIST\n");
        return 2;
    }
    w.n = read_list(&a, list, str_c(argv[2]), &w.modules);
    qsort(w.modules, w.n, sizeof *w.modules, by_name);
    pthread_t threads[MAX_THREADS];
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 64 << 20);
    long n = MIN(MAX(sysconf(_SC_NPROCESSORS_ONLN), 1), (long)MAX_THREADS);
    for (long i = 0; i < n; i++)
        if (pthread_create(&threads[i], &attributes, worker, &w)) return 1;
    for (long i = 0; i < n; i++) pthread_join(threads[i], NULL);
    size_t refused = 0;
    for (size_t i = 0; i < w.n; i++) {
        if (!w.modules[i].refused) continue;
        refused++;
        if (getenv("PY2_LIBRARY_REFUSED"))
            fprintf(stderr, STR_FMT ":\n" STR_FMT, STR_ARG(w.modules[i].name), STR_ARG(w.modules[i].body));
    }
    printf("standard library: %zu modules, %zu of them refused\n", w.n, refused);
    if (file_publish(argv[1], archive(&a, w.modules, w.n), 0644, false)) return 0;
    fprintf(stderr, "make_library: %s: %s\n", argv[1], strerror(errno));
    return 1;
}
