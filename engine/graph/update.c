/* Bringing one node up to date: is what the last build left still right; has any build of anybody had the
 * same answers; else run the rule.
 *
 * A recorded run is checked by asking its questions again in the order it asked them. The first k answers
 * being the same, the run would ask question k + 1 again, so nothing is ever asked that a real run would not
 * ask. */
#define _GNU_SOURCE
#include "engine/graph/run.h"

#include <stdatomic.h>

/* A failed node's answer. Its dependants may go on without it, and then depend on its failing. */
static const struct digest failed_digest = {"failed"};

struct digest node_answer(const struct node *n) {
    return n->state == NODE_DONE ? n->digest : failed_digest;
}

/* ---- checking a recorded run ---- */

enum { SAME = -1, STOPPED = -2 };

/* Asks a trace's questions again. Returns SAME, STOPPED, or the number of the first different answer. */
static ptrdiff_t trace_check(struct build *b, struct worker *w, const struct trace *t, struct str *cycle) {
    struct node *group[256];
    for (size_t i = 0; i < t->n;) {
        size_t n = 0;
        do group[n] = t->deps[i + n].node, n++;
        while (n < COUNT(group) && i + n < t->n && t->deps[i + n].with_previous);
        schedule_need(b, w, group, n, cycle);
        if (cycle->n || b->cancelled) return STOPPED;
        for (size_t k = 0; k < n; k++) {
            struct digest now = node_answer(group[k]);
            if (!digest_eq(&now, &t->deps[i + k].digest)) return (ptrdiff_t)(i + k);
        }
        i += n;
    }
    return SAME;
}

static void take_trace(struct build *b, struct node *n, struct trace *t, enum node_outcome outcome) {
    n->trace = t;
    n->digest = t->output;
    n->diags = t->warnings;
    n->outcome = outcome;
    if (!t->inlined.p) return;
    n->bytes = build_keep(b, t->inlined);
    n->have_bytes = true;
}

static void describe(struct build *b, struct node *n, const struct dep *changed) {
    struct arena a;
    arena_init(&a, NULL);
    n->reason = build_keep(b, changed ? explain_change(&a, changed)
                                      : explain_version(&a, n->old_version, n->rule->version));
    arena_free(&a);
}

/* A run from the shared cache becomes the node's own. */
static void take_copy(struct build *b, struct node *n, const struct trace *from) {
    struct trace *t = build_keep_alloc(b, sizeof *t);
    *t = *from;
    t->deps = build_keep_alloc(b, t->n * sizeof *t->deps);
    if (t->n) memcpy(t->deps, from->deps, t->n * sizeof *t->deps);
    t->warnings = build_keep(b, t->warnings);
    take_trace(b, n, t, OUTCOME_CACHED);
    t->inlined = (struct str){0};
}

/* Bytes that stand in a record are checked, as those in blobs are. */
static bool whole(const struct trace *t) {
    struct digest is = digest_of(t->inlined);
    return !t->inlined.p || digest_eq(&is, &t->output);
}

/* The first recorded run with the answers of today: SAME with *found set, STOPPED, or none. */
static ptrdiff_t find_same(struct build *b, struct worker *w, const struct trace *traces, size_t n,
                           const struct trace **found, struct str *cycle) {
    for (size_t i = 0; i < n; i++) {
        const struct trace *t = &traces[i];
        ptrdiff_t k = trace_check(b, w, t, cycle);
        if (k == STOPPED) return STOPPED;
        if (k != SAME || !whole(t)) continue;
        if (!t->inlined.p && !store_has(b->store, &t->output, t->size)) continue;
        *found = t;
        return SAME;
    }
    return SAME;
}

static bool uses_remote(const struct build *b, const struct node *n) {
    return b->remote && !b->dry_run && n->rule->shared;
}

/* ---- what a remote is told of a run: without the small stages between the unit and the sources ---- */

struct flattening {
    struct build *b;
    struct arena *a;
    struct trace *out;
    size_t cap;
    struct map seen;
    struct diags warnings;
};

static void flatten(struct flattening *f, const struct trace *t) {
    for (size_t i = 0; i < t->n; i++) {
        struct dep d = t->deps[i];
        const struct trace *below =
            d.node->rule->flat && d.node->state == NODE_DONE ? node_trace(f->b, d.node) : NULL;
        bool is_new;
        map_at(&f->seen, str_dup(f->a, (struct str){(const char *)&d.node, sizeof d.node}), &is_new);
        if (!is_new) continue;
        if (below) {
            diag_unpack(f->a, d.node->diags, &f->warnings);
            flatten(f, below);
            continue;
        }
        if (f->out->n == f->cap) {
            size_t cap = f->cap ? f->cap * 2 : 16;
            f->out->deps = arena_grow(f->a, f->out->deps, f->cap * sizeof d, cap * sizeof d);
            f->cap = cap;
        }
        d.with_previous = false;
        f->out->deps[f->out->n++] = d;
    }
}

/* The warnings of what is left out are the unit's. */
static struct trace flat_trace(struct build *b, struct arena *a, const struct node *n) {
    struct trace out = *n->trace;
    struct flattening f = {.b = b, .a = a, .out = &out};
    out.deps = NULL;
    out.n = 0;
    map_init(&f.seen, a);
    diags_init(&f.warnings, a);
    diag_unpack(a, n->diags, &f.warnings);
    flatten(&f, n->trace);
    if (f.warnings.first) out.warnings = diag_pack(a, &f.warnings);
    return out;
}

/* The key of what is recorded behind the first k + 1 questions of a run, as they are answered today. */
static struct digest prefix_key(struct arena *a, const struct digest *key, const struct trace *t, size_t k) {
    struct str *parts = NEW_N(a, struct str, 3 * k + 4);
    struct digest *answers = NEW_N(a, struct digest, k + 1);
    size_t n = 0;
    parts[n++] = (struct str){(const char *)key, sizeof *key};
    for (size_t i = 0; i <= k; i++) {
        const struct node *d = t->deps[i].node;
        answers[i] = node_answer(d);
        parts[n++] = str_c(d->rule->name);
        parts[n++] = d->key;
        parts[n++] = (struct str){(const char *)&answers[i], sizeof answers[i]};
    }
    return digest_of_parts(parts, n);
}

enum { REMOTE_STEPS = 64 };

/* Looks for a run in the remote cache, whose records are not changed once they are written (some servers
 * would not change them). Under a stage's own key lies some run of it; where that was answered otherwise than
 * today for the first time, the way goes on to the run that lies under the questions and answers up to there.
 * As these decide the next question, everybody takes the same way. Where it ends is where a run of today is
 * to be put. */
static ptrdiff_t find_remote(struct build *b, struct worker *w, struct node *n, struct arena *a,
                             const struct digest *key, const struct trace **found, struct str *cycle) {
    struct digest *at = build_keep_alloc(b, sizeof *at);
    struct trace *t;
    struct str record, traces, output;
    *at = *key;
    n->remote_key = at;
    for (int step = 0; step < REMOTE_STEPS; step++) {
        if (!b->remote_calls->get_action(b->remote, w, a, at, &record, &output)) return SAME;
        if (!record_open(record, key, &traces) || action_unpack(b, a, traces, &t) != 1 || !whole(t))
            return SAME;
        ptrdiff_t k = trace_check(b, w, t, cycle);
        if (k == STOPPED) return STOPPED;
        if (k == SAME) {
            struct digest is = digest_of(output);
            if (output.n == t->size && digest_eq(&is, &t->output)) store_put(b->store, &is, output);
            *found = t;
            return SAME;
        }
        *at = prefix_key(a, key, t, (size_t)k);
    }
    n->remote_key = NULL;
    return SAME;
}

/* Looks for a recorded run, of this workspace first, with the answers of today. */
static bool reuse(struct build *b, struct worker *w, struct node *n, struct str *cycle) {
    if (n->distrusted) return false;
    struct trace *old = node_old(b, n);
    bool same_version = old && str_is(n->old_version, n->rule->version);
    if (!old)
        n->reason = STR("it was never built here");
    else if (!same_version)
        describe(b, n, NULL);
    if (same_version) {
        ptrdiff_t k = trace_check(b, w, old, cycle);
        if (k == STOPPED) return false;
        if (k == SAME) {
            take_trace(b, n, old, OUTCOME_CLEAN);
            n->have_bytes |= n->spare;
            return true;
        }
        describe(b, n, &old->deps[k]);
    }
    if (n->rule->transient || n->rule->local || !b->store) return false;
    struct digest key = action_key(n->rule, n->key);
    struct arena a;
    struct str record;
    struct trace *local = NULL;
    const struct trace *found = NULL;
    size_t n_local = 0;
    ptrdiff_t k = SAME;
    arena_init(&a, b->memory);
    if (action_get(b->store, &a, &key, &record)) {
        n_local = action_unpack(b, &a, record, &local);
        k = find_same(b, w, local, n_local, &found, cycle);
    }
    if (k == SAME && !found && uses_remote(b, n) && b->remote_calls->worth(b->remote, n)) {
        find_remote(b, w, n, &a, &key, &found, cycle);
        n->from_remote = found != NULL;
        if (found)
            store_put_record(b->store, &key, action_pack(&a, &key, found, found->inlined, local, n_local));
    }
    if (found) take_copy(b, n, found);
    arena_free(&a);
    return found;
}

/* ---- running ---- */

/* Puts the run in front of the runs recorded in the shared cache. */
static void remember(struct build *b, struct node *n) {
    if (n->rule->transient || n->rule->local || !b->store) return;
    struct digest key = action_key(n->rule, n->key);
    struct arena a;
    struct str record = {0};
    arena_init(&a, b->memory);
    if (!action_get(b->store, &a, &key, &record)) record = (struct str){0};
    if (n->bytes.n > INLINE_BYTES) n->written = store_put(b->store, &n->digest, n->bytes);
    store_put_record(b->store, &key, action_add(&a, &key, n->trace, n->bytes, record));
    if (uses_remote(b, n) && n->remote_key) {
        struct trace flat = flat_trace(b, &a, n);
        b->remote_calls->put(b->remote, n->remote_key, action_pack(&a, &key, &flat, n->bytes, NULL, 0),
                             &n->digest, n->bytes.n > INLINE_BYTES ? n->bytes : (struct str){0});
    }
    arena_free(&a);
}

void node_set_cost(struct node *n, int64_t nanos) {
    uint64_t longest = 0;
    n->micros = (uint64_t)nanos / 1000;
    for (size_t i = 0; i < n->trace->n; i++) longest = MAX(longest, n->trace->deps[i].node->cost);
    n->cost = longest + n->micros + 1;
}

static struct trace *trace_of(struct build *b, const struct run *r) {
    struct trace *t = build_keep_alloc(b, sizeof *t);
    t->n = r->deps.n;
    t->deps = build_keep_alloc(b, t->n * sizeof *t->deps);
    if (t->n) memcpy(t->deps, r->deps.p, t->n * sizeof *t->deps);
    return t;
}

static void take_output(struct build *b, struct run *r) {
    if (r->own_output)
        node_take_bytes(r->node, r->output);
    else
        node_keep_bytes(b, r->node, r->output);
    r->own_output = false;
}

static void let_go(struct build *b, struct run *r) {
    if (r->own_output) memory_put(b->memory, (void *)r->output.p, r->output.n + 1);
    pthread_mutex_lock(&b->mutex);
    for (size_t i = 0; i < r->held.n; i++) node_let_go(b, r->held.p[i]);
    pthread_mutex_unlock(&b->mutex);
}

/* What a run leaves in its node. A failed run's questions are kept too: diagnostics are told along them. */
static void keep_result(struct build *b, struct run *r, bool ok, int64_t nanos) {
    struct node *n = r->node;
    n->outcome = OUTCOME_RAN;
    n->diags = r->diags.first ? build_keep(b, diag_pack(&r->arena, &r->diags)) : (struct str){0};
    n->trace = ok || !b->cancelled ? trace_of(b, r) : NULL;
    n->micros = (uint64_t)nanos / 1000; /* of a failed one too: tests tell it */
    if (!ok) return;
    take_output(b, r);
    n->have_bytes = true;
    n->digest = n->trace->output = digest_of(n->bytes);
    n->trace->size = n->bytes.n;
    n->trace->warnings = n->diags;
    node_set_cost(n, nanos);
}

/* A node that is done was run again for its bytes alone: others read the rest of it meanwhile. A recorded
 * digest that turns out wrong (the record was tampered with, here or at the remote) is forgotten, and the
 * build done again without it. */
static bool keep_bytes(struct build *b, struct run *r) {
    struct node *n = r->node;
    struct digest d = digest_of(r->output);
    if (digest_eq(&d, &n->digest)) {
        take_output(b, r);
        return true;
    }
    if (n->outcome == OUTCOME_RAN)
        BUG("a rule gave other bytes for the same answers: %s", node_title(&r->arena, n).p);
    if (b->remote) b->remote_calls->distrust(b->remote);
    b->wrong = true;
    n->trace = n->old = NULL;
    n->old_known = true;
    n->distrusted = true;
    n->settled = false;
    b->raced = true;
    schedule_cancel(b, 2);
    return false;
}

bool node_execute(struct build *b, struct worker *w, struct node *n) {
    struct run r = {.build = b, .worker = w, .node = n, .began = now_nanos(), .expected = n->micros};
    r.memory.parent = b->memory;
    arena_init(&r.arena, &r.memory);
    diags_init(&r.diags, &r.arena);
    map_init(&r.asked, &r.arena);
    r.ctx = (struct rule_ctx){&r.arena, &r.diags, n->rule, n->key, &r};
    pthread_mutex_lock(&b->mutex);
    schedule_begin_run(b, &r);
    if (b->watcher) b->watcher->event(b->watcher, n, EVENT_BEGIN, w->lane);
    pthread_mutex_unlock(&b->mutex);
    int64_t waited = w->waited, from = now_nanos();
    w->waited = 0;
    bool ok = n->rule->run(&r.ctx);
    int64_t to = now_nanos(), busy = to - from - w->waited;
    w->waited = waited + (to - from); /* for whoever needs us, our whole time is waiting */
    /* From here on a late Ctrl-C changes nothing for this node. */
    if (b->cancelled) ok = false;
    if (ok && !r.diags.errors && !r.has_output)
        BUG("a rule gave neither an output nor an error: %s", node_title(&r.arena, n).p);
    ok = ok && !r.diags.errors;
    if (!n->loading)
        keep_result(b, &r, ok, busy);
    else if (ok)
        ok = keep_bytes(b, &r);
    uint64_t peak = r.memory.peak;
    let_go(b, &r);
    arena_free(&r.arena);
    pthread_mutex_lock(&b->mutex);
    schedule_end_run(b, &r);
    n->peak = peak;
    pthread_mutex_lock(&b->keep_mutex);
    struct span span = {n, w->lane, from - b->began, to - b->began, busy};
    VEC_PUSH(&b->spans, &b->arena, span);
    pthread_mutex_unlock(&b->keep_mutex);
    if (b->watcher) b->watcher->event(b->watcher, n, ok ? EVENT_RAN : EVENT_FAILED, w->lane);
    pthread_mutex_unlock(&b->mutex);
    return ok;
}

/* A dry run stops where a rule of the toolbox would run. */
static bool only_planned(struct build *b, struct node *n) {
    if (!b->dry_run || n->rule->recipe) return false;
    pthread_mutex_lock(&b->mutex);
    if (!n->planned) b->n_planned++;
    n->planned = true;
    pthread_mutex_unlock(&b->mutex);
    return true;
}

bool node_update(struct build *b, struct worker *w, struct node *n) {
    if (b->given && n != b->given->root) {
        b->given->missing(b, n);
        return false;
    }
    if (n->leaf) {
        leaf_update(b, n);
        if (!n->own_bytes) return true;
        pthread_mutex_lock(&b->mutex);
        node_rest(b, n);
        pthread_mutex_unlock(&b->mutex);
        return true;
    }
    if (b->cancelled) return false;
    struct str cycle = {0};
    bool ok = reuse(b, w, n, &cycle);
    if (!ok && b->cancelled) return false;
    /* A recorded run that leads into a circle leads a real one there too, and that words it better. */
    if (!ok && only_planned(b, n)) return false;
    if (!ok) {
        ok = (uses_remote(b, n) && b->remote_calls->run(b, w, n)) || node_execute(b, w, n);
        if (ok) remember(b, n);
    }
    if (b->cancelled && !ok) return false;
    pthread_mutex_lock(&b->mutex);
    if (!ok)
        b->n_failed++;
    else if (n->outcome == OUTCOME_CLEAN)
        b->n_clean++;
    else if (n->outcome == OUTCOME_CACHED)
        b->n_cached++, b->n_remote += n->from_remote;
    else
        b->n_ran++;
    if (ok && n->outcome == OUTCOME_CACHED) {
        uint64_t longest = 0;
        for (size_t i = 0; i < n->trace->n; i++) longest = MAX(longest, n->trace->deps[i].node->cost);
        n->cost = MAX(n->cost, longest + 1);
    }
    if (ok && n->outcome == OUTCOME_CACHED && b->watcher)
        b->watcher->event(b->watcher, n, EVENT_CACHED, w->lane);
    if (ok && n->outcome != OUTCOME_CLEAN && b->state && !n->rule->transient) state_note(b->state, n);
    node_rest(b, n);
    pthread_mutex_unlock(&b->mutex);
    return ok;
}

/* ---- bytes on demand ---- */

/* Fetches the bytes from the cache. */
static bool fetch(struct build *b, struct worker *w, struct node *n) {
    struct arena a;
    struct str found;
    struct trace *traces;
    struct str got = {0};
    if (n->distrusted) return false;
    if (b->state && state_bytes(b->state, n, &got)) {
        node_keep_bytes(b, n, got);
        return true;
    }
    if (!b->store || n->rule->transient || n->rule->local || !node_trace(b, n)) return false;
    arena_init(&a, b->memory);
    if (n->trace->size > INLINE_BYTES) {
        if (store_get(b->store, &a, &n->digest, n->trace->size, &found)) {
            got = found;
        } else if (uses_remote(b, n) &&
                   b->remote_calls->get_blob(b->remote, w, &a, &n->digest, n->trace->size, &found)) {
            got = found;
            store_put(b->store, &n->digest, got);
        }
    } else {
        struct digest key = action_key(n->rule, n->key);
        size_t count = action_get(b->store, &a, &key, &found) ? action_unpack(b, &a, found, &traces) : 0;
        for (size_t i = 0; i < count && !got.p; i++)
            if (traces[i].inlined.p && digest_eq(&traces[i].output, &n->digest)) got = traces[i].inlined;
    }
    if (got.p) node_keep_bytes(b, n, got);
    arena_free(&a);
    return got.p;
}

bool node_load(struct build *b, struct worker *w, struct node *n) {
    pthread_mutex_lock(&b->mutex);
    while (n->loading) schedule_wait(b, w, n);
    if (n->have_bytes || n->state != NODE_DONE) {
        bool had = n->have_bytes && n->state == NODE_DONE;
        if (had) node_hold(b, n);
        pthread_mutex_unlock(&b->mutex);
        return had;
    }
    n->loading = true;
    pthread_mutex_unlock(&b->mutex);
    bool ok = fetch(b, w, n), ran = false;
    if (!ok && !only_planned(b, n)) {
        ran = ok = node_execute(b, w, n);
        if (ok) remember(b, n);
    }
    pthread_mutex_lock(&b->mutex);
    n->loading = false;
    n->have_bytes = ok;
    if (ok) node_hold(b, n);
    if (ran) {
        b->n_ran++;
        n->outcome = OUTCOME_RAN;
        n->reason = STR("its result is not in the cache");
    }
    schedule_wake(n);
    pthread_mutex_unlock(&b->mutex);
    return ok;
}
