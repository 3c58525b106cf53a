/* What the program says: diagnostics, explanations, times, dumps. Always in the graph's order, never in the
 * order in which threads got to it. */
#define _GNU_SOURCE
#include "engine/show/events.h"
#include "engine/show/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Everything for standard error goes out in one piece, so that lines of two programs do not mix. */
static void write_error(const struct str s) {
    for (size_t at = 0; at < s.n;) {
        ssize_t n = write(2, s.p + at, s.n - at);
        if (n <= 0) return;
        at += (size_t)n;
    }
}

void tell(struct session *s, const char *fmt, ...) {
    struct arena a;
    struct buf b;
    va_list ap;
    arena_init(&a, NULL);
    buf_init(&b, &a);
    va_start(ap, fmt);
    struct str text = str_vprintf(&a, fmt, ap);
    va_end(ap);
    buf_printf(&b, "%spy2: ", s->teller && teller_draws(s->teller) ? screen_clear : "");
    buf_plain(&b, text);
    buf_putc(&b, '\n');
    write_error(buf_view(&b));
    arena_free(&a);
}

void tell_text(struct session *s, struct str text) {
    struct arena a;
    struct buf b;
    arena_init(&a, NULL);
    buf_init(&b, &a);
    buf_puts(&b, s->teller && teller_draws(s->teller) ? screen_clear : "");
    buf_str(&b, text);
    if (!text.n || text.p[text.n - 1] != '\n') buf_putc(&b, '\n');
    write_error(buf_view(&b));
    arena_free(&a);
}

/* ---- diagnostics ---- */

static void add_sarif(struct session *s, const struct diag *m) {
    struct buf *b = &s->sarif;
    if (!b->arena) buf_init(b, &s->arena);
    buf_puts(b, b->n ? ",\n" : "");
    buf_printf(b, "{\"ruleId\":\"%s\",\"level\":\"%s\",\"message\":{\"text\":", m->code ? m->code : "PY2",
               m->severity == SEV_ERROR     ? "error"
               : m->severity == SEV_WARNING ? "warning"
                                            : "note");
    buf_json(b, m->text);
    buf_puts(b, "}");
    if (m->place.file.n) {
        buf_puts(b, ",\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":");
        buf_json(b, m->place.file);
        buf_puts(b, "}");
        if (m->place.line) buf_printf(b, ",\"region\":{\"startLine\":%u", m->place.line);
        if (m->place.line && m->place.col) buf_printf(b, ",\"startColumn\":%u", m->place.col);
        if (m->place.line) buf_puts(b, "}");
        buf_puts(b, "}}]");
    }
    buf_puts(b, "}");
}

void tell_finish(struct session *s) {
    if (s->opt.format != FORMAT_SARIF) return;
    printf("{\"version\":\"2.1.0\",\"$schema\":\"https://json.schemastore.org/"
           "sarif-2.1.0.json\",\"runs\":[{\"tool\":{"
           "\"driver\":{\"name\":\"py2\",\"version\":\"%s\"}},\"results\":[%.*s]}]}\n",
           s->tools->version, (int)s->sarif.n, s->sarif.n ? s->sarif.p : "");
}

static void tell_one(struct session *s, const struct diag *m, struct str source) {
    struct arena a;
    struct buf b;
    bool is_new;
    arena_init(&a, NULL);
    buf_init(&b, &a);
    diag_json(&b, m); /* two targets of one app say the same things: once is enough */
    if (!s->shown.arena) map_init(&s->shown, &s->arena);
    map_at(&s->shown, str_dup(&s->arena, buf_view(&b)), &is_new);
    if (is_new) {
        events_diagnostic(s->events, buf_view(&b));
        s->errors += m->severity == SEV_ERROR;
        s->warnings += m->severity == SEV_WARNING;
        if (s->opt.format == FORMAT_JSON) {
            fwrite(b.p, 1, b.n, stdout);
        } else if (s->opt.format == FORMAT_SARIF) {
            add_sarif(s, m);
        } else {
            b.n = 0;
            if (s->teller && teller_draws(s->teller)) buf_puts(&b, screen_clear);
            if (!source.p && m->place.file.n && m->place.line && s->open && m->severity != SEV_NOTE) {
                struct str path = build_path(&a, &s->build, m->place.file);
                if (!file_read(&a, path.p, &source)) source = (struct str){0};
            }
            diag_print(&b, m, source, s->color);
            write_error(buf_view(&b));
        }
    }
    arena_free(&a);
}

void tell_diags(struct session *s, const struct diags *d) {
    tell_diags_in(s, d, (struct str){0});
}

void tell_diags_in(struct session *s, const struct diags *d, struct str source) {
    for (const struct diag *m = d->first; m; m = m->next) tell_one(s, m, source);
}

static void tell_error_text(struct session *s, struct place at, const char *code, const char *fmt,
                            va_list ap) {
    struct arena a;
    struct diags d;
    arena_init(&a, NULL);
    diags_init(&d, &a);
    struct str text = str_vprintf(&a, fmt, ap);
    diag_error(&d, code, at, STR_FMT, STR_ARG(text));
    tell_diags(s, &d);
    arena_free(&a);
}

void tell_error(struct session *s, const char *code, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    tell_error_text(s, (struct place){0}, code, fmt, ap);
    va_end(ap);
}

void tell_error_at(struct session *s, struct place at, const char *code, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    tell_error_text(s, at, code, fmt, ap);
    va_end(ap);
}

/* Depth first along what was asked, so causes come before what they break. What failed below a node that did
 * well without it is that node's business. */
void tell_node(struct session *s, struct node *n) {
    if (n->told || n->leaf || n->quiet) return;
    n->told = true;
    struct trace *t = node_trace(&s->build, n);
    for (size_t i = 0; t && i < t->n; i++) {
        struct node *d = t->deps[i].node;
        if (n->state == NODE_FAILED || d->state == NODE_DONE) tell_node(s, d);
    }
    if (!n->diags.n) return;
    struct arena a;
    struct diags d;
    arena_init(&a, NULL);
    diags_init(&d, &a);
    diag_unpack(&a, n->diags, &d);
    tell_diags(s, &d);
    arena_free(&a);
}

/* ---- walks ---- */

typedef void visit_fn(struct session *s, struct node *n, void *arg);

static void walk(struct session *s, struct node *n, visit_fn *visit, void *arg) {
    if (n->visited || n->leaf) return;
    n->visited = true;
    struct trace *t = node_trace(&s->build, n);
    for (size_t i = 0; t && i < t->n; i++) walk(s, t->deps[i].node, visit, arg);
    visit(s, n, arg);
}

static void walk_all(struct session *s, struct node **roots, size_t n, visit_fn *visit, void *arg) {
    struct build *b = &s->build;
    for (size_t i = 0; i < b->nodes.n; i++) ((struct node *)b->nodes.entries[i].value)->visited = false;
    for (size_t i = 0; i < n; i++) walk(s, roots[i], visit, arg);
}

static void explain_one(struct session *s, struct node *n, void *arg) {
    static const char *const words[] = {"", "", "from the cache", "ran"};
    (void)arg;
    if (n->rule->local) return;
    const char *word = n->planned ? "would run" : words[n->outcome];
    if (!*word) return;
    struct str title = node_title(&s->arena, n);
    tell(s, "%s: " STR_FMT ": " STR_FMT, word, STR_ARG(title), STR_ARG(n->reason));
}

static void explain_planned(struct session *s) {
    struct build *b = &s->build;
    for (size_t i = 0; i < b->nodes.n; i++) {
        struct node *n = b->nodes.entries[i].value;
        if (n->planned && !n->visited) explain_one(s, n, NULL);
    }
}

void tell_explain(struct session *s, struct node **roots, size_t n) {
    walk_all(s, roots, n, explain_one, NULL);
    if (s->opt.dry_run) explain_planned(s);
}

/* ---- dumps ---- */

struct dump {
    struct str stage, function;
    struct buf out;
    bool found;
};

static void dump_one(struct session *s, struct node *n, void *arg) {
    struct dump *d = arg;
    if (!str_is(d->stage, n->rule->name) || n->state != NODE_DONE) return;
    d->found = true;
    struct node *shown = n->rule->dump ? n : n->trace->deps[0].node;
    if (!node_load(&s->build, s->worker, shown)) return;
    if (n->rule->dump)
        n->rule->dump(n->bytes, d->function, &d->out);
    else
        n->rule->dump_input(n->key, shown->bytes, d->function, &d->out);
}

bool tell_dump(struct session *s, struct node **roots, size_t n) {
    struct str what = s->opt.dump;
    if (!what.n) return true;
    const char *colon = memchr(what.p, ':', what.n);
    struct dump d = {.stage = what};
    if (colon) {
        d.stage.n = (size_t)(colon - what.p);
        d.function = (struct str){colon + 1, what.n - d.stage.n - 1};
    }
    const struct rule *rule = map_get(&s->build.rules, d.stage);
    if (!rule || (!rule->dump && !rule->dump_input)) {
        struct buf names;
        buf_init(&names, &s->arena);
        for (size_t i = 0; i < s->build.rules.n; i++) {
            rule = s->build.rules.entries[i].value;
            if (rule->dump || rule->dump_input) buf_printf(&names, " %s", rule->name);
        }
        tell(s, "there is no stage '" STR_FMT "' to dump; there are:" STR_FMT, STR_ARG(d.stage),
             STR_ARG(buf_view(&names)));
        return false;
    }
    buf_init(&d.out, &s->arena);
    walk_all(s, roots, n, dump_one, &d);
    teller_quiet(s->teller);
    if (d.out.n) fwrite(d.out.p, 1, d.out.n, stdout);
    return d.found;
}

/* ---- times ---- */

struct sum {
    const char *rule;
    uint64_t micros, n;
};

static int longest_first(const void *a, const void *b) {
    const struct sum *x = a, *y = b;
    return x->micros != y->micros ? (x->micros < y->micros ? 1 : -1) : strcmp(x->rule, y->rule);
}

void tell_times(struct session *s) {
    struct build *b = &s->build;
    struct sum *sums = NEW_N(&s->arena, struct sum, b->rules.n);
    for (size_t i = 0; i < b->rules.n; i++)
        sums[i].rule = ((const struct rule *)b->rules.entries[i].value)->name;
    for (size_t i = 0; i < b->spans.n; i++)
        for (size_t k = 0; k < b->rules.n; k++)
            if (b->spans.p[i].node->rule == b->rules.entries[k].value) {
                sums[k].micros += b->spans.p[i].node->micros;
                sums[k].n++;
            }
    qsort(sums, b->rules.n, sizeof *sums, longest_first);
    for (size_t i = 0; i < b->rules.n; i++)
        if (sums[i].n)
            tell(s, "%-10s %8.2f ms in %llu runs", sums[i].rule, (double)sums[i].micros / 1000,
                 (unsigned long long)sums[i].n);
    tell(s, "%-10s %8.2f ms; peak memory %.1f MB", "in all", (double)(now_nanos() - b->began) / 1e6,
         (double)s->memory.peak / 1e6);
}
