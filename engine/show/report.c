/* `py2 report --html FILE`: what the last build did, and what its executables consist of.
 *
 * The first comes from `.py2/last.trace.json`, whose text goes into the page as it is: the page reads
 * Chrome's format like any other program. The second comes from rule "sizes", asked for apps that are up to
 * date only, so that a report never compiles. */
#define _GNU_SOURCE
#include "engine/recipe/appspec.h"
#include "engine/show/page.h"
#include "engine/query/web.h"

#include <errno.h>
#include <stdio.h>

struct report {
    struct session *s;
    struct product *products;
    size_t n;
    struct map strings; /* text -> number + 1: rows repeat sections and units */
    struct buf rows;
};

static size_t string_number(struct report *r, struct str s) {
    bool is_new;
    void **at = map_at(&r->strings, s, &is_new);
    if (is_new) *at = (void *)(uintptr_t)r->strings.n;
    return (size_t)(uintptr_t)*at - 1;
}

static struct str field(struct str *line, char end) {
    const char *stop = memchr(line->p, end, line->n);
    size_t n = stop ? (size_t)(stop - line->p) : line->n;
    struct str f = {line->p, n};
    *line = (struct str){line->p + n + (stop != NULL), line->n - n - (stop != NULL)};
    return f;
}

static void put_number(struct report *r, struct str s) {
    if (!s.n || s.n > 18) BUG("a row of rule sizes begins with no number");
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] < '0' || s.p[i] > '9') BUG("a row of rule sizes begins with no number");
    buf_str(&r->rows, s);
    buf_putc(&r->rows, ',');
}

/* Five numbers a row: bytes in the file, bytes in memory, section, unit, name. */
static void put_rows(struct report *r, struct str text) {
    for (bool first = true; text.n; first = false) {
        struct str line = field(&text, '\n');
        if (!first) buf_putc(&r->rows, ',');
        put_number(r, field(&line, '\t'));
        put_number(r, field(&line, '\t'));
        size_t section = string_number(r, field(&line, '\t'));
        size_t unit = string_number(r, field(&line, '\t'));
        buf_printf(&r->rows, "%zu,%zu,%zu", section, unit, string_number(r, line));
    }
}

static uint64_t file_size(struct session *s, struct str path) {
    struct stat st;
    return fstatat(s->build.root_fd, path.p, &st, 0) ? 0 : (uint64_t)st.st_size;
}

static void put_artifacts(struct report *r, struct node **sizes) {
    struct session *s = r->s;
    bool first = true;
    for (size_t i = 0; i < r->n; i++) {
        struct str what, root, target;
        if (!sizes[i] || sizes[i]->state != NODE_DONE || !node_load(&s->build, s->worker, sizes[i])) continue;
        if (!appspec_key_split(r->products[i].key, &what, &root, &target)) continue;
        struct trace *t = node_trace(&s->build, r->products[i].node);
        buf_puts(&r->rows, first ? "\n{\"label\":" : ",\n{\"label\":");
        first = false;
        buf_json(&r->rows, what);
        buf_puts(&r->rows, ",\"target\":");
        buf_json(&r->rows, target);
        buf_puts(&r->rows, ",\"path\":");
        buf_json(&r->rows, r->products[i].path);
        buf_printf(&r->rows, ",\"size\":%llu,\"rows\":[",
                   (unsigned long long)(t ? t->size : file_size(s, r->products[i].path)));
        put_rows(r, sizes[i]->bytes);
        buf_puts(&r->rows, "]}");
    }
}

/* First who is up to date, then what those consist of. Returns the nodes of rule "sizes", NULL for the
 * others. */
static struct node **find_sizes(struct report *r) {
    struct session *s = r->s;
    struct build *b = &s->build;
    struct node **apps = NEW_N(&s->arena, struct node *, r->n), **all = NEW_N(&s->arena, struct node *, r->n);
    VEC(struct node *) wanted = {0};
    struct str cycle;
    for (size_t i = 0; i < r->n; i++) apps[i] = r->products[i].node;
    schedule_need(b, s->worker, apps, r->n, &cycle);
    for (size_t i = 0; i < r->n; i++) {
        if (apps[i]->state != NODE_DONE) continue;
        all[i] = node_get(b, STR("sizes"), r->products[i].key);
        if (all[i]) VEC_PUSH(&wanted, &s->arena, all[i]);
    }
    b->dry_run = false;
    if (wanted.n && !b->cancelled) session_need(s, wanted.p, wanted.n);
    return all;
}

static struct str report_data(struct report *r, struct str trace) {
    struct session *s = r->s;
    struct buf out;
    buf_init(&r->rows, &s->arena);
    buf_init(&out, &s->arena);
    map_init(&r->strings, &s->arena);
    put_artifacts(r, find_sizes(r));
    buf_puts(&out, "{\"root\":");
    buf_json(&out, path_base(s->root));
    buf_puts(&out, ",\"version\":");
    buf_json(&out, str_c(s->tools->version));
    buf_printf(&out, ",\"apps\":%zu,\"trace\":", r->n);
    if (trace.n)
        buf_json(&out, trace); /* as a string: whatever it holds, the rest of the page works */
    else
        buf_puts(&out, "null");
    buf_puts(&out, ",\"strings\":[");
    for (size_t i = 0; i < r->strings.n; i++) {
        if (i) buf_putc(&out, ',');
        buf_json(&out, r->strings.entries[i].key);
    }
    buf_puts(&out, "],\"artifacts\":[");
    buf_str(&out, buf_view(&r->rows));
    buf_puts(&out, "]}");
    return buf_view(&out);
}

static int report_body(struct session *s, void *arg) {
    const struct str *html = arg;
    struct report r = {.s = s};
    struct str trace = {0};
    struct buf out;
    if (!session_select(s, s->opt.args.n, s->opt.args.p, &r.products, &r.n)) return EXIT_USAGE;
    if (!file_read(&s->arena, build_path(&s->arena, &s->build, STR(".py2/last.trace.json")).p, &trace))
        tell(s, "there is no trace of a build yet; `py2 build` writes one");
    buf_init(&out, &s->arena);
    struct str data = report_data(&r, trace);
    if (s->build.cancelled) return EXIT_FAILED;
    page_write(&out, PAGE_REPORT,
               str_printf(&s->arena, "Build report: " STR_FMT, STR_ARG(path_base(s->root))), data);
    if (!file_publish(html->p, buf_view(&out), 0644, false)) {
        tell_error(s, "PY2E0401", "cannot write " STR_FMT ": %s", STR_ARG(*html), strerror(errno));
        return EXIT_FAILED;
    }
    tell(s, "wrote " STR_FMT, STR_ARG(*html));
    return EXIT_DONE;
}

int command_report(struct session *s) {
    struct str html = {0};
    if (!take_flag(s, "html", &html) || !no_more_flags(s)) return EXIT_USAGE;
    if (!html.n) {
        cli_usage_error(s, "report needs a file: py2 report --html report.html");
        return EXIT_USAGE;
    }
    s->opt.dry_run = true; /* see find_sizes */
    return session_open(s, true) ? session_work(s, report_body, &html) : EXIT_USAGE;
}
