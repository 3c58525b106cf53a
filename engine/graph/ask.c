/* What a rule may ask: every question becomes a node, is answered, and is recorded with the digest of its
 * answer. */
#define _GNU_SOURCE
#include "engine/graph/run.h"

#include <errno.h>
#include <stdlib.h>

/* Returns whether the question is new. */
static bool record(struct run *r, struct node *n, bool with_previous) {
    if (r->build->given) r->build->given->check(r->build);
    bool is_new;
    struct str address = str_dup(&r->arena, (struct str){(const char *)&n, sizeof n});
    *map_at(&r->asked, address, &is_new) = n;
    if (!is_new) return false;
    struct dep d = {n, node_answer(n), with_previous};
    VEC_PUSH(&r->deps, &r->arena, d);
    return true;
}

static bool report_cycle(struct rule_ctx *c, struct str cycle) {
    diag_error(c->diags, "PY2E0340", (struct place){0}, "this needs itself: " STR_FMT, STR_ARG(cycle));
    return false;
}

/* Answers one question about the world. */
static struct node *ask_leaf(struct rule_ctx *c, const char *leaf, struct str key) {
    struct run *r = c->run;
    struct node *n = node_get(r->build, str_c(leaf), key);
    struct str cycle;
    schedule_need(r->build, r->worker, &n, 1, &cycle);
    record(r, n, false);
    return n;
}

static struct str clean(struct rule_ctx *c, struct str path) {
    return path_clean(c->arena, path);
}

/* ---- other nodes ---- */

bool rule_need_many(struct rule_ctx *c, size_t n, const struct rule_query *queries, struct rule_dep *deps) {
    struct run *r = c->run;
    struct node **nodes = NEW_N(c->arena, struct node *, n);
    struct str cycle;
    bool ok = true, grouped = false;
    for (size_t i = 0; i < n; i++) {
        nodes[i] = node_get(r->build, str_c(queries[i].rule), queries[i].key);
        if (!nodes[i]) BUG("rule %s needs the unknown rule %s", c->rule->name, queries[i].rule);
    }
    schedule_need(r->build, r->worker, nodes, n, &cycle);
    if (cycle.n) {
        for (size_t i = 0; i < n; i++) deps[i] = (struct rule_dep){0};
        return report_cycle(c, cycle);
    }
    for (size_t i = 0; i < n; i++) {
        grouped = record(r, nodes[i], grouped) || grouped;
        deps[i] = (struct rule_dep){nodes[i]->state == NODE_DONE, nodes[i]->digest, nodes[i]};
        ok &= deps[i].ok;
    }
    return ok;
}

bool rule_bytes(struct rule_ctx *c, const struct rule_dep *dep, struct str *out) {
    struct run *r = c->run;
    if (!dep->ok || !node_load(r->build, r->worker, dep->node)) {
        *out = (struct str){"", 0};
        return false;
    }
    *out = dep->node->bytes;
    VEC_PUSH(&r->held, &r->arena, dep->node);
    return true;
}

bool rule_need(struct rule_ctx *c, const char *rule, struct str key, struct str *out) {
    struct rule_query q = {rule, key};
    struct rule_dep d;
    *out = (struct str){"", 0};
    return rule_need_many(c, 1, &q, &d) && rule_bytes(c, &d, out);
}

/* ---- the world ---- */

bool rule_read_file(struct rule_ctx *c, struct str path, struct str *out) {
    struct node *n = ask_leaf(c, "file", clean(c, path));
    int error = 0;
    *out = (struct str){"", 0};
    if (!leaf_load(c->run->build, n, &error)) {
        errno = error;
        return false;
    }
    *out = n->bytes;
    VEC_PUSH(&c->run->held, &c->run->arena, n);
    return true;
}

enum rule_kind rule_stat(struct rule_ctx *c, struct str path) {
    struct node *n = ask_leaf(c, "stat", clean(c, path));
    uint8_t kind = n->digest.b[0];
    return kind == STAT_PROGRAM ? RULE_FILE : (enum rule_kind)kind;
}

bool rule_executable(struct rule_ctx *c, struct str path) {
    return ask_leaf(c, "stat", clean(c, path))->digest.b[0] == STAT_PROGRAM;
}

size_t rule_list(struct rule_ctx *c, struct str dir, struct rule_entry **out) {
    struct node *n = ask_leaf(c, "dir", clean(c, dir));
    VEC(struct rule_entry) v = {0};
    const char *p = n->bytes.p, *end = p + n->bytes.n;
    bool closed = str_is(n->bytes, LISTING_CLOSED);
    if (closed) p = end;
    while (p < end) {
        unsigned kind = (unsigned)(*p - '0');
        struct rule_entry e = {str_c(p + 1), kind & LISTED_LINK, (enum rule_kind)(kind & 3)};
        VEC_PUSH(&v, c->arena, e);
        p += e.name.n + 2;
    }
    *out = v.p;
    return v.n;
}

bool rule_closed(struct rule_ctx *c, struct str dir) {
    return str_is(ask_leaf(c, "dir", clean(c, dir))->bytes, LISTING_CLOSED);
}

struct str rule_param(struct rule_ctx *c, struct str name) {
    struct node *n = ask_leaf(c, "param", name);
    return n->have_bytes ? n->bytes : (struct str){"", 0};
}

struct str rule_env(struct rule_ctx *c, struct str name, bool *set) {
    struct node *n = ask_leaf(c, "env", name);
    *set = n->have_bytes;
    return n->have_bytes ? n->bytes : (struct str){"", 0};
}

/* ---- globs ---- */

struct glob {
    struct rule_ctx *c;
    const struct str *include, *exclude;
    size_t n_include, n_exclude;
    struct ignore ignore;
    struct str dir; /* where it began */
    bool flat;      /* no pattern reaches below the first level */
    VEC(struct str) found;
};

static bool any_match(const struct str *patterns, size_t n, struct str path) {
    for (size_t i = 0; i < n; i++)
        if (glob_match(patterns[i], path)) return true;
    return false;
}

enum { DEEPEST_GLOB = 64 };

/* On the way to a file lies at most one link: links that lead upwards would multiply the tree by itself. */
static void glob_walk(struct glob *g, struct str below, int depth, bool by_link) {
    struct rule_entry *entries;
    struct arena *a = g->c->arena;
    struct str dir = below.n ? path_join(a, g->dir, below) : g->dir;
    size_t n = rule_list(g->c, dir, &entries);
    if (rule_closed(g->c, dir)) {
        struct diag *d = diag_error(g->c->diags, "PY2E0322", (struct place){.file = dir},
                                    "the directory cannot be read, and a glob goes into it");
        diag_help(g->c->diags, d, "change its permissions, or leave it out in .py2ignore");
    }
    for (size_t i = 0; depth && i < n; i++)
        if (str_is(entries[i].name, "build.py2")) return; /* another package's */
    for (size_t i = 0; i < n; i++) {
        struct str path = path_join(a, below, entries[i].name);
        struct str from_root = str_is(g->dir, ".") || !g->dir.n ? path : path_join(a, g->dir, path);
        bool is_dir = entries[i].kind == RULE_DIR;
        if (ignore_has(&g->ignore, from_root, is_dir)) continue;
        if (is_dir && !g->flat && depth < DEEPEST_GLOB && !(by_link && entries[i].link))
            glob_walk(g, path, depth + 1, by_link || entries[i].link);
        if (entries[i].kind != RULE_FILE) continue;
        if (any_match(g->include, g->n_include, path) && !any_match(g->exclude, g->n_exclude, path))
            VEC_PUSH(&g->found, a, path);
    }
}

static int by_bytes(const void *a, const void *b) {
    return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

/* A pattern without a slash never needs a look below the first level. */
static bool stays_flat(const struct str *patterns, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (memchr(patterns[i].p, '/', patterns[i].n) || memmem(patterns[i].p, patterns[i].n, "**", 2))
            return false;
    return true;
}

size_t rule_glob(struct rule_ctx *c, struct str dir, size_t n_include, const struct str *include,
                 size_t n_exclude, const struct str *exclude, struct str **out) {
    struct glob g = {
        .c = c, .include = include, .exclude = exclude, .n_include = n_include, .n_exclude = n_exclude};
    struct str text;
    if (rule_read_file(c, STR(".py2ignore"), &text)) ignore_parse(c->arena, &g.ignore, text);
    g.dir = clean(c, dir);
    g.flat = stays_flat(include, n_include);
    glob_walk(&g, STR(""), 0, false);
    if (g.found.n) qsort(g.found.p, g.found.n, sizeof *g.found.p, by_bytes);
    *out = g.found.p;
    return g.found.n;
}

/* ---- answering ---- */

enum { LARGE_OUTPUT = 64 << 10 };

/* A large output is copied once, to where it stays. */
void rule_output(struct rule_ctx *c, struct str bytes) {
    struct run *r = c->run;
    r->has_output = true;
    if (bytes.n < LARGE_OUTPUT) {
        r->output = str_dup(c->arena, bytes);
        return;
    }
    char *p = memory_get(r->build->memory, bytes.n + 1);
    memcpy(p, bytes.p, bytes.n);
    r->output = (struct str){p, bytes.n};
    r->own_output = true;
}

bool rule_cancelled(const struct rule_ctx *c) {
    return c->run->build->cancelled;
}
