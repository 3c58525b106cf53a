/* `py2 why A B`: how A comes to need B. Two labels are joined by what recipes declare; a label and a file by
 * the stages of the last build. */
#define _GNU_SOURCE
#include "engine/query/web.h"

#include <stdio.h>

/* ---- labels ---- */

static void print_label_path(const struct web *w, const uint32_t *path, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const struct vertex *v = &w->v[path[i]];
        printf("%*s" STR_FMT, (int)(2 * i), "", STR_ARG(v->label));
        if (i + 1 < n)
            printf("  (%s, " STR_FMT ":%u)", web_edge_field(w, path[i], path[i + 1]),
                   STR_ARG(w->packages[v->package].p.file), v->decl->line);
        printf("\n");
    }
}

/* ---- files ---- */

struct search {
    struct session *s;
    struct str file;
    bool read;                     /* only stages that read the file, not those that looked for it */
    struct map seen;               /* a node's address */
    VEC(const struct node *) path; /* from the file up */
};

static bool asks(const struct search *x, const struct node *n) {
    bool kind = n->leaf == LEAF_FILE || (!x->read && (n->leaf == LEAF_STAT || n->leaf == LEAF_DIR));
    return kind && str_eq(n->key, x->file);
}

/* A stage's own questions are looked at before those of what it needs. */
static bool search(struct search *x, struct node *n) {
    bool is_new, found = false;
    struct arena *a = &x->s->arena;
    const struct trace *t = n->trace ? n->trace : node_old(&x->s->build, n);
    *map_at(&x->seen, str_dup(a, (struct str){(const char *)&n, sizeof n}), &is_new) = x;
    if (!is_new || !t) return false;
    for (size_t i = 0; i < t->n && !found; i++)
        if (asks(x, t->deps[i].node)) {
            found = true;
            VEC_PUSH(&x->path, a, t->deps[i].node);
        }
    for (size_t i = 0; i < t->n && !found; i++) found = !t->deps[i].node->leaf && search(x, t->deps[i].node);
    if (found) VEC_PUSH(&x->path, a, n);
    return found;
}

static int why_file(struct session *s, struct str label, struct str file) {
    struct product *products;
    size_t n;
    struct search x = {.s = s, .file = session_relative(s, file)};
    if (!session_select(s, 1, &label, &products, &n)) return EXIT_USAGE;
    for (size_t i = 0; i < 2 * n; i++) {
        if (i % n == 0) map_init(&x.seen, &s->arena);
        x.read = i < n;
        if (!search(&x, products[i % n].node)) continue;
        for (size_t k = x.path.n; k; k--)
            printf("%*s" STR_FMT "\n", (int)(2 * (x.path.n - k)), "",
                   STR_ARG(node_title(&s->arena, x.path.p[k - 1])));
        return EXIT_DONE;
    }
    tell(s, "no stage of the last build of " STR_FMT " looked at " STR_FMT, STR_ARG(label), STR_ARG(x.file));
    return EXIT_FAILED;
}

/* ---- the command ---- */

static bool names(const struct web *w, struct str text, set into) {
    const char *why;
    if (web_pattern(w, text, into, &why)) return true;
    tell_error(w->s, "PY2E0319", "there is no " STR_FMT ": %s", STR_ARG(text), why);
    return false;
}

static int why_body(struct session *s, void *arg) {
    teller_quiet(s->teller);
    struct str from = s->opt.args.p[0], to = s->opt.args.p[1];
    struct web w;
    struct stat st;
    uint32_t *path;
    (void)arg;
    bool labels = str_starts(to, STR("//")) || memchr(to.p, ':', to.n);
    struct str there = build_path(&s->arena, &s->build, session_relative(s, to));
    if (!labels && (!stat(there.p, &st) || memchr(to.p, '/', to.n) || memchr(to.p, '.', to.n)))
        return why_file(s, from, to);
    if (!web_load(&w, s)) return EXIT_USAGE;
    set a = set_new(&w), b = set_new(&w);
    if (!names(&w, from, a) || !names(&w, to, b)) return EXIT_USAGE;
    size_t n = web_path(&w, a, b, &path);
    if (n) {
        print_label_path(&w, path, n);
        return EXIT_DONE;
    }
    tell(s, STR_FMT " does not need " STR_FMT, STR_ARG(from), STR_ARG(to));
    return EXIT_FAILED;
}

int command_why(struct session *s) {
    if (s->opt.args.n != 2) {
        cli_usage_error(s, "why takes two names: py2 why //app //libs/text, or py2 why //app libs/text/a.py");
        return EXIT_USAGE;
    }
    return session_open(s, true) ? session_work(s, why_body, NULL) : EXIT_USAGE;
}
