/* What a build did, after it is done: the critical path, and the trace that Chrome, Perfetto and `py2 report`
 * read.
 *
 * The trace is the JSON Object Format of Chrome's trace events: one complete event ("X") per run with
 * microseconds since the build began, one thread per worker; `otherData` holds the build's counts. Runs that
 * a thread does on behalf of another run lie inside it. */
#define _GNU_SOURCE
#include "engine/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* ---- the critical path ---- */

struct paths {
    struct session *s;
    struct map spans;  /* a node's address -> its last span */
    struct map latest; /* a node's address -> the span at or below it that ended last */
    VEC(const struct span *) path;
    int64_t reached; /* when the last one of the path ended */
};

static struct str address(struct arena *a, const struct node *n) {
    return str_dup(a, (struct str){(const char *)&n, sizeof n});
}

/* What did not run is looked through: that it is up to date was known only when what it needs was. */
static const struct span *latest(struct paths *p, const struct node *n) {
    bool is_new;
    struct str key = address(&p->s->arena, n);
    void **at = map_at(&p->latest, key, &is_new);
    if (!is_new) return *at;
    const struct span *best = map_get(&p->spans, key);
    bool own = best;
    for (size_t i = 0; !own && n->trace && i < n->trace->n; i++) {
        const struct node *d = n->trace->deps[i].node;
        const struct span *s = d->leaf ? NULL : latest(p, d);
        if (s && (!best || s->end > best->end)) best = s;
    }
    *map_at(&p->latest, key, NULL) = (void *)best; /* the place may have moved meanwhile */
    return best;
}

/* A run asks for one group of nodes after the other, and waits each time for the last of the group. */
static void follow(struct paths *p, const struct span *x) {
    const struct trace *t = x->node->trace;
    for (size_t i = 0; t && i < t->n;) {
        const struct span *last = NULL;
        do {
            const struct span *s = t->deps[i].node->leaf ? NULL : latest(p, t->deps[i].node);
            if (s && (!last || s->end > last->end)) last = s;
        } while (++i < t->n && t->deps[i].with_previous);
        if (last && last->end > p->reached && last->end <= x->end && last != x) follow(p, last);
    }
    VEC_PUSH(&p->path, &p->s->arena, x);
    p->reached = x->end;
}

size_t critical_path(struct session *s, const struct span ***out) {
    struct build *b = &s->build;
    struct paths p = {.s = s};
    const struct span *last = NULL;
    map_init(&p.spans, &s->arena);
    map_init(&p.latest, &s->arena);
    for (size_t i = 0; i < b->spans.n; i++) {
        const struct span *x = &b->spans.p[i];
        if (x->node->rule->local) continue;
        map_put(&p.spans, address(&s->arena, x->node), (void *)x);
        if (!last || x->end >= last->end) last = x;
    }
    if (last) follow(&p, last);
    *out = p.path.p;
    return p.path.n;
}

enum { SHOWN_STEPS = 8 };

void tell_critical_path(struct session *s) {
    const struct span **path;
    size_t n = critical_path(s, &path);
    uint64_t all = 0;
    if (n < 2) return;
    for (size_t i = 0; i < n; i++) all += path[i]->node->micros;
    tell(s, "critical path: %.2f s of work in %zu stages%s", (double)all / 1e6, n,
         n > SHOWN_STEPS ? "; the largest of them in their order:" : ", in this order:");
    for (size_t i = 0; i < n; i++) {
        const struct node *at = path[i]->node;
        size_t larger = 0;
        for (size_t k = 0; k < n; k++)
            larger += path[k]->node->micros > at->micros || (path[k]->node->micros == at->micros && k < i);
        if (larger < SHOWN_STEPS)
            tell(s, "  %8.3f s  " STR_FMT, (double)at->micros / 1e6, STR_ARG(node_title(&s->arena, at)));
    }
}

/* ---- the trace ---- */

/* What a trace leaves out, so that the one beside every build stays small: of more runs than it may hold the
 * shortest, of more names from the cache those that come last. */
struct cut {
    size_t most;
    int64_t shortest; /* shown */
    size_t left_out;
};

enum { MOST_SHOWN = 20000 };

static int longest_first(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x < y) - (x > y);
}

static bool is_cached(const struct node *n) {
    return !n->leaf && n->outcome == OUTCOME_CACHED;
}

static struct cut cut_for(struct session *s, size_t most) {
    struct build *b = &s->build;
    struct cut cut = {.most = most};
    int64_t *spans = NEW_N(&s->arena, int64_t, b->spans.n);
    size_t n = 0, cached = 0;
    for (size_t i = 0; i < b->spans.n; i++)
        if (!b->spans.p[i].node->rule->local) spans[n++] = b->spans.p[i].end - b->spans.p[i].begin;
    for (size_t i = 0; i < b->nodes.n; i++) cached += is_cached(b->nodes.entries[i].value);
    if (cached > most) cut.left_out = cached - most;
    if (n <= most) return cut;
    qsort(spans, n, sizeof *spans, longest_first);
    cut.shortest = spans[most - 1];
    for (size_t i = n; i-- > 0 && spans[i] < cut.shortest;) cut.left_out++;
    return cut;
}

static bool is_shown(const struct cut *cut, const struct span *p, bool critical) {
    return critical || p->end - p->begin >= cut->shortest;
}

static void put_start_time(struct buf *out) {
    char text[40];
    struct tm tm;
    time_t now = time(NULL);
    gmtime_r(&now, &tm);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &tm);
    buf_printf(out, "\"written\":\"%s\"", text);
}

static void put_counts(struct buf *out, struct session *s, const struct cut *cut) {
    struct build *b = &s->build;
    buf_puts(out, "\"otherData\":{\"py2\":");
    buf_json(out, str_c(s->tools->version));
    buf_puts(out, ",\"command\":");
    buf_json(out, s->command);
    buf_puts(out, ",\"root\":");
    buf_json(out, s->root);
    buf_putc(out, ',');
    put_start_time(out);
    buf_printf(out,
               ",\"jobs\":%u,\"wall_us\":%lld,\"ran\":%zu,\"cached\":%zu,\"remote\":%zu,\"clean\":%zu,"
               "\"failed\":%zu,"
               "\"peak_memory\":%llu,\"left_out\":%zu},\n",
               b->jobs, (long long)(now_nanos() - b->began) / 1000, b->n_ran, b->n_cached, b->n_remote,
               b->n_clean, b->n_failed, (unsigned long long)s->memory.peak, cut->left_out);
}

static void put_threads(struct buf *out, struct session *s) {
    unsigned most = 0;
    for (size_t i = 0; i < s->build.spans.n; i++) most = MAX(most, s->build.spans.p[i].lane);
    buf_puts(out, "{\"ph\":\"M\",\"pid\":1,\"tid\":0,\"name\":\"process_name\",\"args\":{\"name\":");
    buf_json(out, str_printf(&s->arena, "py2 " STR_FMT, STR_ARG(s->command)));
    buf_puts(out, "}}");
    for (unsigned i = 0; i <= most; i++)
        buf_printf(out,
                   ",\n{\"ph\":\"M\",\"pid\":1,\"tid\":%u,\"name\":\"thread_name\",\"args\":{\"name\":"
                   "\"worker %u\"}},\n{\"ph\":\"M\",\"pid\":1,\"tid\":%u,\"name\":\"thread_sort_index\","
                   "\"args\":{\"sort_index\":%u}}",
                   i, i, i, i);
}

static void put_span(struct buf *out, const struct span *p, bool critical) {
    const struct node *n = p->node;
    char hex[65];
    buf_printf(out, ",\n{\"ph\":\"X\",\"pid\":1,\"tid\":%u,\"ts\":%.3f,\"dur\":%.3f,\"cat\":\"%s\",\"name\":",
               p->lane, (double)p->begin / 1000, (double)(p->end - p->begin) / 1000, n->rule->name);
    struct arena a;
    arena_init(&a, NULL);
    buf_json(out, node_title(&a, n));
    arena_free(&a);
    buf_puts(out, ",\"args\":{\"why\":");
    buf_json(out, n->reason);
    buf_printf(out, ",\"busy_us\":%lld,\"ok\":%s", (long long)p->busy / 1000,
               n->state == NODE_DONE ? "true" : "false");
    if (n->state == NODE_DONE) {
        digest_hex(&n->digest, hex);
        buf_printf(out, ",\"digest\":\"%s\",\"size\":%llu", hex,
                   n->trace ? (unsigned long long)n->trace->size : 0);
    }
    if (critical) buf_puts(out, ",\"critical\":true");
    buf_puts(out, "}}");
}

static void put_cached(struct buf *out, struct session *s, const struct cut *cut) {
    struct build *b = &s->build;
    size_t n_shown = 0;
    buf_puts(out, "],\n\"cached\":[");
    for (size_t i = 0; i < b->nodes.n && n_shown < cut->most; i++) {
        const struct node *n = b->nodes.entries[i].value;
        if (!is_cached(n)) continue;
        buf_puts(out, n_shown++ ? ",\n" : "");
        buf_json(out, node_title(&s->arena, n));
    }
    buf_puts(out, "]}\n");
}

static struct str trace_text(struct session *s, size_t most) {
    struct build *b = &s->build;
    struct buf out;
    const struct span **path;
    struct map critical;
    buf_init(&out, &s->arena);
    map_init(&critical, &s->arena);
    for (size_t n = critical_path(s, &path); n; n--)
        map_put(&critical, address(&s->arena, path[n - 1]->node), s);
    struct cut cut = cut_for(s, most);
    buf_puts(&out, "{\"displayTimeUnit\":\"ms\",\n");
    put_counts(&out, s, &cut);
    buf_puts(&out, "\"traceEvents\":[\n");
    put_threads(&out, s);
    for (size_t i = 0; i < b->spans.n; i++) {
        const struct span *x = &b->spans.p[i];
        bool is_critical = map_get(&critical, address(&s->arena, x->node));
        if (!x->node->rule->local && is_shown(&cut, x, is_critical)) put_span(&out, x, is_critical);
    }
    put_cached(&out, s, &cut);
    return buf_view(&out);
}

/* A build that found everything done leaves the trace of the one before it alone: that is the one a person
 * wants to look at. So do commands that only read recipes. */
static bool did_something(const struct session *s) {
    const struct build *b = &s->build;
    for (size_t i = 0; i < b->spans.n; i++)
        if (!b->spans.p[i].node->rule->recipe) return true;
    for (size_t i = 0; b->n_cached && i < b->nodes.n; i++) {
        const struct node *n = b->nodes.entries[i].value;
        if (is_cached(n) && !n->rule->recipe) return true;
    }
    return false;
}

void trace_write(struct session *s) {
    struct build *b = &s->build;
    struct str text = {0}, all = {0};
    if (b->cancelled) return; /* some stages may not have ended yet */
    pthread_mutex_lock(&b->mutex);
    bool last = !s->opt.dry_run && did_something(s);
    if (last) text = trace_text(s, MOST_SHOWN);
    if (s->opt.profile.n) all = trace_text(s, SIZE_MAX);
    pthread_mutex_unlock(&b->mutex);
    if (last) {
        struct str path = build_path(&s->arena, &s->build, STR(".py2/last.trace.json"));
        file_publish(path.p, text, 0644, false); /* a workspace that cannot be written has none */
    }
    if (all.n && !file_publish(s->opt.profile.p, all, 0644, false))
        tell(s, "warning: cannot write the profile " STR_FMT ": %m", STR_ARG(s->opt.profile));
}
