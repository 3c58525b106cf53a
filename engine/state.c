/* What a workspace remembers between builds: one log, `.py2/graph`.
 *
 *     "py2graph2\n"
 *     record*            u32 length, u32 check (of the payload), payload
 *
 * The payload's first byte says what it is:
 *     'D' rule, key                       defines the next number (0, 1, …) as that node
 *     'R' number, version, …              a node's last good run: see put_run
 *     'F' number, identity, time, digest  a file's digest and the identity it had then
 * A later record of a node replaces the earlier one. A log is read up to the first record that is cut off or
 * does not check, and the rest is cut away before anything is appended; so a build killed at any instruction
 * loses at most what it had not written yet, and that is still in the shared cache. When more than half of
 * the records are replaced ones, the log is written anew beside and renamed. One builder at a time holds a
 * lock on `.py2/lock`; it goes with the process, whatever ends it. */
#define _GNU_SOURCE
#include "engine/graph.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

static const char magic[] = "py2graph2\n";
enum { FLUSH_BYTES = 64 << 10 };

struct state {
    struct build *build;
    int dir, lock, log;
    uint32_t ids;            /* nodes defined in the log */
    size_t records;          /* run and file records in it, replaced ones included */
    VEC(struct node *) live; /* nodes with a record */
    struct arena arena;
    struct buf pending;
    bool read_only, failed;
    struct stat paused; /* the log as it was when the lock was given away */
    VEC(struct node *) by_id;
};

static uint32_t check_of(struct str s) {
    return (uint32_t)str_hash(s);
}

/* ---- records ---- */

static void put_str(struct buf *b, struct str s) {
    buf_uleb(b, s.n);
    buf_str(b, s);
}

static size_t record_begin(struct buf *b, char kind) {
    buf_u64(b, 0); /* length and check, filled in at the end */
    size_t at = b->n;
    buf_putc(b, kind);
    return at;
}

static void record_end(struct buf *b, size_t at) {
    uint32_t head[2] = {(uint32_t)(b->n - at), check_of((struct str){b->p + at, b->n - at})};
    memcpy(b->p + at - sizeof head, head, sizeof head);
}

static void define(struct state *s, struct node *n) {
    if (n->log_id) return;
    n->log_id = ++s->ids;
    size_t at = record_begin(&s->pending, 'D');
    put_str(&s->pending, str_c(n->rule->name));
    put_str(&s->pending, n->key);
    record_end(&s->pending, at);
}

static void put_run(struct state *s, struct node *n, const struct trace *t, struct str version) {
    for (size_t i = 0; i < t->n; i++) define(s, t->deps[i].node);
    struct buf *b = &s->pending;
    size_t at = record_begin(b, 'R');
    buf_uleb(b, n->log_id - 1);
    put_str(b, version);
    buf_put(b, &t->output, sizeof t->output);
    buf_uleb(b, t->size);
    buf_uleb(b, n->micros);
    buf_uleb(b, n->cost);
    buf_uleb(b, n->peak);
    put_str(b, n->reason);
    put_str(b, t->warnings);
    buf_uleb(b, t->n);
    for (size_t i = 0; i < t->n; i++) {
        const struct dep *d = &t->deps[i];
        buf_uleb(b, (uint64_t)(d->node->log_id - 1) << 1 | d->with_previous);
        buf_put(b, &d->digest, sizeof d->digest);
    }
    record_end(b, at);
}

static void put_file(struct state *s, struct node *n) {
    struct buf *b = &s->pending;
    size_t at = record_begin(b, 'F');
    buf_uleb(b, n->log_id - 1);
    buf_put(b, &n->id, sizeof n->id);
    buf_u64(b, (uint64_t)n->hashed_at);
    buf_put(b, &n->known, sizeof n->known);
    record_end(b, at);
}

static void put_node(struct state *s, struct node *n) {
    const struct trace *t = n->state == NODE_DONE && n->trace ? n->trace : n->old;
    struct str version = n->state == NODE_DONE && n->trace ? str_c(n->rule->version) : n->old_version;
    if (n->leaf == LEAF_FILE && !n->hashed_at) return;
    if (n->leaf != LEAF_FILE && !t) return;
    define(s, n);
    if (n->leaf == LEAF_FILE)
        put_file(s, n);
    else
        put_run(s, n, t, version);
    s->records++;
}

static void flush(struct state *s) {
    if (!s->failed && !s->read_only && s->log >= 0)
        for (size_t at = 0; at < s->pending.n;) {
            ssize_t n = write(s->log, s->pending.p + at, s->pending.n - at);
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) {
                s->failed = true; /* the disk is full or gone: what is lost is only time */
                break;
            }
            at += (size_t)n;
        }
    s->pending.n = 0;
}

void state_note(struct state *s, struct node *n) {
    if (s->read_only || s->failed) return;
    /* put_node takes a finished node's trace; this one is about to be finished. */
    enum node_state was = n->state;
    n->state = NODE_DONE;
    put_node(s, n);
    n->state = was;
    if (s->pending.n > FLUSH_BYTES) flush(s);
}

/* ---- reading ---- */

static struct str get_str(struct reader *r) {
    return reader_bytes(r, reader_uleb(r));
}

static void get_bytes(struct reader *r, void *to, size_t n) {
    struct str s = reader_bytes(r, n);
    if (s.n == n) memcpy(to, s.p, n);
}

static struct node *get_node(struct state *s, struct reader *r, uint64_t id) {
    if (id < s->by_id.n) return s->by_id.p[id];
    r->bad = true;
    return NULL;
}

static void get_run(struct state *s, struct reader *r) {
    struct build *b = s->build;
    struct node *n = get_node(s, r, reader_uleb(r));
    struct str version = get_str(r);
    struct trace t = {0};
    get_bytes(r, &t.output, sizeof t.output);
    t.size = reader_uleb(r);
    uint64_t micros = reader_uleb(r), cost = reader_uleb(r), peak = reader_uleb(r);
    struct str reason = get_str(r);
    t.warnings = get_str(r);
    t.n = reader_uleb(r);
    if (r->bad || t.n > (size_t)(r->end - r->p) / 33) return;
    t.deps = NEW_N(&b->arena, struct dep, t.n);
    bool whole = n != NULL; /* a node whose rule is gone has no run worth keeping */
    for (size_t i = 0; i < t.n; i++) {
        uint64_t word = reader_uleb(r);
        t.deps[i] = (struct dep){.node = get_node(s, r, word >> 1), .with_previous = word & 1};
        get_bytes(r, &t.deps[i].digest, sizeof t.deps[i].digest);
        whole &= t.deps[i].node != NULL;
    }
    if (r->bad || !whole) return;
    n->old = NEW(&b->arena, struct trace);
    *n->old = t;
    n->old_version = version;
    n->micros = micros;
    n->cost = cost;
    n->peak = peak;
    n->reason = reason;
}

static void get_record(struct state *s, struct str payload) {
    struct reader r = reader_of(payload);
    switch (reader_u8(&r)) {
    case 'D': {
        struct str rule = get_str(&r), key = get_str(&r);
        struct node *n = r.bad ? NULL : node_get(s->build, rule, key);
        VEC_PUSH(&s->by_id, &s->arena, n);
        if (n) n->log_id = (uint32_t)s->by_id.n;
        break;
    }
    case 'R':
        s->records++;
        get_run(s, &r);
        break;
    case 'F': {
        s->records++;
        struct node *n = get_node(s, &r, reader_uleb(&r));
        struct file_id id = {0};
        struct digest d = {{0}};
        get_bytes(&r, &id, sizeof id);
        int64_t at = (int64_t)reader_u64(&r);
        get_bytes(&r, &d, sizeof d);
        if (r.bad || !n || n->leaf != LEAF_FILE) break;
        n->id = id;
        n->hashed_at = at;
        n->known = d;
        break;
    }
    default: break; /* a kind of a later py2 */
    }
}

/* Returns how many bytes at the front of the log are good. The log's bytes stay: nodes point into them. */
static size_t load(struct state *s) {
    struct str text;
    struct stat st;
    if (s->log < 0 || fstat(s->log, &st)) return 0;
    text.n = (size_t)st.st_size;
    char *p = arena_alloc(&s->build->arena, text.n + 1);
    for (size_t at = 0; at < text.n;) {
        ssize_t got = pread(s->log, p + at, text.n - at, (off_t)at);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return 0;
        at += (size_t)got;
    }
    text.p = p;
    if (!str_starts(text, STR("py2graph2\n"))) return 0;
    size_t at = sizeof magic - 1;
    while (text.n - at >= 8) {
        uint32_t head[2];
        memcpy(head, text.p + at, sizeof head);
        if (head[0] > text.n - at - 8) break;
        struct str payload = {text.p + at + 8, head[0]};
        if (check_of(payload) != head[1]) break;
        get_record(s, payload);
        at += 8 + head[0];
    }
    s->ids = (uint32_t)s->by_id.n;
    return at;
}

/* ---- the lock ---- */

static void wait_for_lock(struct state *s) {
    if (flock(s->lock, LOCK_EX | LOCK_NB)) {
        /* A file system without locks: go on, records are appended whole. */
        if (errno == EWOULDBLOCK) {
            char pid[32] = "";
            ssize_t n = pread(s->lock, pid, sizeof pid - 1, 0);
            pid[n > 0 ? n : 0] = 0;
            fprintf(stderr, "py2: waiting for another py2 (process %s) to finish in this workspace\n", pid);
            while (flock(s->lock, LOCK_EX) && errno == EINTR && !s->build->cancelled) {
            }
        }
    }
    char pid[32];
    int n = snprintf(pid, sizeof pid, "%ld", (long)getpid());
    if (!ftruncate(s->lock, 0) && pwrite(s->lock, pid, (size_t)n, 0) != n) s->failed = true;
}

static void take_lock(struct state *s) {
    s->lock = openat(s->dir, "lock", O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (s->lock < 0)
        s->read_only = true;
    else
        wait_for_lock(s);
}

/* What a killed build left half-written. */
static void clear_temporaries(struct state *s) {
    struct arena a;
    arena_init(&a, NULL);
    struct str listing = leaf_listing(&a, s->build, STR(".py2/tmp"));
    int tmp = openat(s->dir, "tmp", O_PATH | O_DIRECTORY | O_CLOEXEC);
    for (const char *p = listing.p, *end = p + listing.n; tmp >= 0 && p < end; p += strlen(p) + 1)
        unlinkat(tmp, p + 1, 0);
    if (tmp >= 0) close(tmp);
    arena_free(&a);
}

struct state *state_open(struct build *b, bool read_only) {
    struct state *s = build_keep_alloc(b, sizeof *s);
    *s = (struct state){.build = b, .dir = -1, .lock = -1, .log = -1, .read_only = read_only};
    arena_init(&s->arena, b->memory);
    buf_init(&s->pending, &s->arena);
    if (!read_only) mkdirat(b->root_fd, ".py2", 0777);
    s->dir = openat(b->root_fd, ".py2", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (s->dir < 0) {
        s->read_only = true;
        return s;
    }
    if (!s->read_only) take_lock(s);
    if (!s->read_only) mkdirat(s->dir, "tmp", 0777);
    if (!s->read_only) clear_temporaries(s);
    s->log =
        openat(s->dir, "graph", (s->read_only ? O_RDONLY : O_RDWR | O_CREAT | O_APPEND) | O_CLOEXEC, 0666);
    size_t good = load(s);
    if (s->read_only || s->log < 0) return s;
    if (!good) {
        s->failed = ftruncate(s->log, 0) != 0;
        buf_puts(&s->pending, magic);
    } else if (ftruncate(s->log, (off_t)good)) {
        s->failed = true;
    }
    return s;
}

/* ---- ending ---- */

static bool has_record(const struct node *n) {
    return n->leaf == LEAF_FILE ? n->hashed_at != 0 : n->old || (n->state == NODE_DONE && n->trace);
}

static void compact(struct state *s) {
    struct build *b = s->build;
    s->pending.n = 0;
    s->ids = 0;
    buf_puts(&s->pending, magic);
    for (size_t i = 0; i < b->nodes.n; i++) ((struct node *)b->nodes.entries[i].value)->log_id = 0;
    for (size_t i = 0; i < b->nodes.n; i++) {
        struct node *n = b->nodes.entries[i].value;
        if (n->leaf ? n->leaf == LEAF_FILE : !n->rule->transient) put_node(s, n);
    }
    struct arena a;
    arena_init(&a, NULL);
    file_publish(build_path(&a, b, STR(".py2/graph")).p, buf_view(&s->pending), 0644, true);
    arena_free(&a);
    s->pending.n = 0;
}

void state_pause(struct state *s) {
    if (s->read_only) return;
    flush(s);
    if (s->log >= 0 && fstat(s->log, &s->paused)) s->failed = true;
    flock(s->lock, LOCK_UN);
}

bool state_resume(struct state *s) {
    struct stat now;
    if (s->read_only) return true;
    wait_for_lock(s);
    return !s->failed && !fstatat(s->dir, "graph", &now, 0) && now.st_ino == s->paused.st_ino &&
           now.st_size == s->paused.st_size;
}

void state_close(struct state *s) {
    struct build *b = s->build;
    size_t live = 0;
    for (size_t i = 0; i < b->nodes.n; i++) live += has_record(b->nodes.entries[i].value);
    bool wrote = s->pending.n > 0;
    flush(s);
    if (!s->read_only && !s->failed && s->records > 2 * live + 64)
        compact(s);
    else if (wrote && s->log >= 0)
        fdatasync(s->log);
    if (s->log >= 0) close(s->log);
    if (s->lock >= 0) close(s->lock);
    if (s->dir >= 0) close(s->dir);
    s->log = s->lock = s->dir = -1;
    s->read_only = true; /* closing twice does nothing */
    arena_free(&s->arena);
}
