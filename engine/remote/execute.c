/* The asking side: a node's stage is run by a remote worker. */
#define _GNU_SOURCE
#include "engine/remote/execute.h"
#include "engine/graph/run.h"

#include <stdio.h>
#include <unistd.h>

/* Each round costs a way there and back; a stage that asks one thing after the other is better run here. */
enum { ROUNDS_MOST = 6, ANSWERS_MOST = 4096 };

struct answers {
    struct arena arena;
    VEC(struct node *) v, held;
    struct map known; /* node address -> itself */
};

static bool add(struct answers *s, struct node *n) {
    bool is_new;
    struct str address = str_dup(&s->arena, (struct str){(const char *)&n, sizeof n});
    *map_at(&s->known, address, &is_new) = n;
    if (is_new) VEC_PUSH(&s->v, &s->arena, n);
    return is_new;
}

static bool bring(struct build *b, struct worker *w, struct answers *s, struct node **nodes, size_t n) {
    struct str cycle;
    schedule_need(b, w, nodes, n, &cycle);
    if (cycle.n || b->cancelled) return false;
    for (size_t i = 0; i < n; i++) add(s, nodes[i]);
    return true;
}

/* What it asked the last time: as long as the answers are the same it will ask that again. Behind the first
 * other answer only looks at the world are worth a guess, for they cost nothing. */
static bool guess(struct build *b, struct worker *w, struct node *n, struct answers *s) {
    struct trace *old = node_old(b, n);
    bool same = true;
    struct node *leaf = NULL;
    for (size_t i = 0; old && i < old->n; i++) {
        struct node *d = old->deps[i].node;
        if (!same && !d->leaf) continue;
        if (!bring(b, w, s, &d, 1)) return false;
        struct digest now = node_answer(d);
        same = same && digest_eq(&now, &old->deps[i].digest);
    }
    /* A stage that never ran is most often about the file that it is named after. */
    if (!old && n->key.n && !memchr(n->key.p, '\n', n->key.n) && n->key.n < 4096 &&
        !faccessat(b->root_fd, n->key.p, R_OK, 0))
        leaf = node_get(b, STR("file"), n->key);
    return !leaf || bring(b, w, s, &leaf, 1);
}

/* ---- the request ---- */

static void put_file(struct buf *out, struct str name, struct str bytes) {
    struct digest d = digest_of(bytes);
    buf_sized(out, name);
    buf_put(out, &d, sizeof d);
    buf_sized(out, bytes);
}

/* The bytes of an answer; false when they cannot be had. */
static bool answer_bytes(struct build *b, struct worker *w, struct answers *s, struct node *n,
                         enum given_kind *kind) {
    int error;
    bool held = true;
    *kind = GIVEN_BYTES;
    if (n->state == NODE_FAILED)
        *kind = GIVEN_FAILED;
    else if (n->leaf == LEAF_FILE)
        held = leaf_load(b, n, &error), *kind = held ? GIVEN_BYTES : GIVEN_BARE;
    else if (n->leaf)
        *kind = n->have_bytes ? GIVEN_BYTES : GIVEN_BARE;
    else
        held = node_load(b, w, n);
    if (held && *kind == GIVEN_BYTES && (!n->leaf || n->leaf == LEAF_FILE)) VEC_PUSH(&s->held, &s->arena, n);
    return (held || n->leaf) && !b->cancelled;
}

static void let_go(struct build *b, struct answers *s) {
    pthread_mutex_lock(&b->mutex);
    for (size_t i = 0; i < s->held.n; i++) node_let_go(b, s->held.p[i]);
    pthread_mutex_unlock(&b->mutex);
    s->held.n = 0;
}

/* The files that go along: first the request, then the answers' bytes. */
static bool pack(struct build *b, struct worker *w, struct node *n, struct answers *s, struct buf *out) {
    struct buf request, files;
    struct map sent;
    char hex[65];
    buf_init(&request, &s->arena);
    buf_init(&files, &s->arena);
    map_init(&sent, &s->arena);
    buf_puts(&request, REQUEST_MAGIC);
    buf_sized(&request, str_c(n->rule->name));
    buf_sized(&request, str_c(n->rule->version));
    buf_sized(&request, n->key);
    for (size_t i = 0; i < s->v.n; i++) {
        struct node *d = s->v.p[i];
        enum given_kind kind;
        bool is_new;
        if (!answer_bytes(b, w, s, d, &kind)) return false;
        struct digest bytes = digest_of(kind == GIVEN_BYTES ? d->bytes : (struct str){0});
        buf_putc(&request, kind);
        buf_sized(&request, str_c(d->rule->name));
        buf_sized(&request, d->key);
        buf_put(&request, &d->digest, sizeof d->digest);
        if (kind != GIVEN_BYTES) continue;
        buf_put(&request, &bytes, sizeof bytes);
        digest_hex(&bytes, hex);
        struct str name = str_dup(&s->arena, str_c(hex));
        *map_at(&sent, name, &is_new) = d;
        if (is_new) put_file(&files, name, d->bytes);
    }
    buf_putc(&request, GIVEN_END);
    buf_sized(out, str_c(n->rule->name));
    put_file(out, STR("request"), buf_view(&request));
    buf_str(out, buf_view(&files));
    return true;
}

/* ---- the result ---- */

/* A trace is believed only when its questions are ones we answered, with the digests that we gave. */
static bool take_done(struct build *b, struct node *n, struct answers *s, struct reader *r) {
    struct trace *traces, *t = build_keep_alloc(b, sizeof *t);
    struct str record = reader_sized(r), output = reader_sized(r), text;
    struct digest key = action_key(n->rule, n->key);
    if (r->bad || !record_open(record, &key, &text) || action_unpack(b, &s->arena, text, &traces) != 1)
        return false;
    *t = traces[0];
    struct digest d = digest_of(output);
    if (t->size != output.n || !digest_eq(&t->output, &d)) return false;
    for (size_t i = 0; i < t->n; i++) {
        struct node *dep = t->deps[i].node;
        struct digest now = node_answer(dep);
        if (!map_get(&s->known, (struct str){(const char *)&dep, sizeof dep}) ||
            !digest_eq(&now, &t->deps[i].digest))
            return false;
    }
    t->deps = build_keep_alloc(b, t->n * sizeof *t->deps);
    if (t->n) memcpy(t->deps, traces[0].deps, t->n * sizeof *t->deps);
    t->warnings = build_keep(b, t->warnings);
    t->inlined = (struct str){0};
    node_keep_bytes(b, n, output);
    n->have_bytes = true;
    n->trace = t;
    n->digest = t->output;
    n->diags = t->warnings;
    n->outcome = OUTCOME_RAN;
    n->ran_remotely = true;
    return true;
}

/* Answers what was missing. False when there is nothing new: the stage would ask for ever. */
static bool take_missing(struct build *b, struct worker *w, struct answers *s, struct reader *r) {
    VEC(struct node *) v = {0};
    while (r->p < r->end && !r->bad && v.n < ANSWERS_MOST) {
        struct str rule = reader_sized(r), key = reader_sized(r);
        struct node *d = r->bad ? NULL : node_get(b, rule, key);
        if (!d || map_get(&s->known, (struct str){(const char *)&d, sizeof d})) return false;
        VEC_PUSH(&v, &s->arena, d);
    }
    return v.n && !r->bad && s->v.n + v.n < ANSWERS_MOST && bring(b, w, s, v.p, v.n);
}

static bool rounds(struct build *b, struct worker *w, struct node *n, struct answers *s) {
    if (!guess(b, w, n, s)) return false;
    for (int round = 0; round < ROUNDS_MOST && !b->cancelled; round++) {
        struct buf packed;
        struct str result;
        buf_init(&packed, &s->arena);
        bool whole = pack(b, w, n, s, &packed);
        let_go(b, s);
        if (!whole) return false;
        if (!remote_execute(b->remote, w, &s->arena, n->micros, buf_view(&packed), &result)) return false;
        struct reader r = reader_of(result);
        if (!str_is(reader_bytes(&r, sizeof RESULT_MAGIC - 1), RESULT_MAGIC)) return false;
        switch (reader_u8(&r)) {
        case RESULT_DONE: return take_done(b, n, s, &r);
        case RESULT_MISSING:
            if (!take_missing(b, w, s, &r)) return false;
            break;
        default: return false;
        }
    }
    return false;
}

/* For progress, traces and the next build's plan it is a run like any other. */
static void tell_run(struct build *b, struct worker *w, struct node *n, int64_t from) {
    int64_t to = now_nanos();
    node_set_cost(n, to - from);
    pthread_mutex_lock(&b->mutex);
    b->n_executed++;
    pthread_mutex_lock(&b->keep_mutex);
    struct span span = {n, w->lane, from - b->began, to - b->began, to - from};
    VEC_PUSH(&b->spans, &b->arena, span);
    pthread_mutex_unlock(&b->keep_mutex);
    if (b->watcher) {
        b->watcher->event(b->watcher, n, EVENT_BEGIN, w->lane);
        b->watcher->event(b->watcher, n, EVENT_RAN, w->lane);
    }
    pthread_mutex_unlock(&b->mutex);
}

bool remote_run(struct build *b, struct worker *w, struct node *n) {
    struct answers s = {0};
    if (!remote_executes(b->remote, n)) return false;
    arena_init(&s.arena, b->memory);
    map_init(&s.known, &s.arena);
    int64_t from = now_nanos();
    bool ok = rounds(b, w, n, &s);
    arena_free(&s.arena);
    if (ok) tell_run(b, w, n, from);
    return ok;
}
