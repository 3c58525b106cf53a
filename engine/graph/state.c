/* What one workspace remembers between builds: a snapshot, `.py2/graph` (snapshot.c), and a journal of what
 * came after it, `.py2/journal`:
 *
 *     "py2jrnl3", u64 the snapshot's check (0: there was none)
 *     record*            u32 length, u32 check (of the payload), payload
 *
 * The payload's first byte says what it is; a node is named by its ref:
 *     'D' lengths, "rule\0key\0"          defines the next ref behind the snapshot's as that node
 *     'R' ref, version, …                 a node's last good run: see put_run
 *     'F' ref, identity, time, digest, …  the digest of a file or directory and the identity it had then
 * A later record of a node replaces the earlier one. A journal that names another snapshot is what a crash
 * left between renaming a new snapshot and emptying the journal: it counts as empty. It is read up to the
 * first record that is cut off or does not check, and the rest is cut away before anything is appended; so a
 * build killed at any instruction loses at most what it had not written yet, and that is still in the shared
 * cache. When the journal has grown to a quarter of the snapshot, a new snapshot is made of both. One builder
 * at a time holds a lock on `.py2/lock`; it goes with the process, whatever ends it. */
#define _GNU_SOURCE
#include "engine/graph/state.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

static const char magic[8] = {'p', 'y', '2', 'j', 'r', 'n', 'l', '3'};
enum { FLUSH_BYTES = 64 << 10, SMALL_JOURNAL = 8 << 10, HEAD_BYTES = 16 };

static uint32_t check_of(struct str s) {
    return (uint32_t)str_hash(s);
}

/* ---- refs ---- */

bool state_key(const struct state *s, uint32_t ref, struct node_key *k) {
    if (ref < s->snapshot.n_nodes) return snapshot_key(&s->snapshot, ref, k);
    ref -= s->snapshot.n_nodes;
    if (ref >= s->born.n) return false;
    const struct born *b = &s->born.p[ref];
    *k = (struct node_key){.rule = b->rule, .key = {b->id.p + b->rule.n + 1, b->id.n - b->rule.n - 1}};
    return true;
}

enum leaf state_leaf_kind(const struct state *s, uint32_t ref) {
    if (ref < s->snapshot.n_nodes) return snapshot_leaf_kind(&s->snapshot, ref);
    ref -= s->snapshot.n_nodes;
    return ref < s->born.n ? s->born.p[ref].leaf : LEAF_NONE;
}

uint32_t state_find(const struct state *s, struct str id) {
    uint32_t ref = snapshot_find(&s->snapshot, id);
    if (ref != NO_REF) return ref;
    uintptr_t born = (uintptr_t)map_get(&s->born_by_id, id);
    return born ? (uint32_t)(born - 1) : NO_REF;
}

static const struct newer *newer_of(const struct state *s, uint32_t ref) {
    return ref < s->n_newer ? s->newer[ref] : NULL;
}

bool state_leaf(const struct state *s, uint32_t ref, struct leaf_view *v) {
    const struct newer *newer = newer_of(s, ref);
    if (!newer) return snapshot_leaf(&s->snapshot, ref, v);
    *v = newer->leaf;
    return !newer->is_run;
}

bool state_run(const struct state *s, uint32_t ref, struct run_view *v) {
    const struct newer *newer = newer_of(s, ref);
    if (!newer) return snapshot_run(&s->snapshot, ref, v);
    *v = newer->run;
    return newer->is_run;
}

struct dep_walk dep_walk(const struct run_view *run) {
    return (struct dep_walk){.run = run};
}

bool dep_next(const struct state *s, struct dep_walk *i) {
    if (i->at >= i->run->n) return false;
    uint32_t word = i->run->deps[i->at++];
    i->ref = word >> 2;
    i->with_previous = word & DEP_WITH_PREVIOUS;
    if (!(word & DEP_EXPLICIT))
        i->digest = snapshot_digest(&s->snapshot, i->ref);
    else
        i->digest = i->explicit_at < i->run->n_digests ? &i->run->digests[i->explicit_at++] : NULL;
    return true;
}

struct node *state_node(struct state *s, uint32_t ref) {
    struct node_key k;
    if (ref < s->n_refs && s->live && s->live[ref]) return s->live[ref];
    if (!state_key(s, ref, &k)) return NULL;
    struct str id = node_key_id(&k, build_keep_alloc(s->build, node_key_size(&k) + 1));
    return node_of_id(s->build, id, k.rule, ref);
}

/* ---- live nodes ---- */

void state_fill(struct state *s, struct node *n, uint32_t ref) {
    struct build *b = s->build;
    struct run_view run;
    struct leaf_view leaf;
    if (ref >= s->n_refs || state_leaf_kind(s, ref) != n->leaf) return;
    n->ref = ref + 1;
    if (!s->live) s->live = build_keep_alloc(b, s->n_refs * sizeof *s->live);
    s->live[ref] = n;
    if (n->leaf && state_leaf(s, ref, &leaf) && leaf.digest && leaf.hashed_at) {
        n->id = leaf.id;
        n->hashed_at = leaf.hashed_at;
        n->known = *leaf.digest;
        n->listing = leaf.bytes;
        n->loose = leaf.loose;
    }
    if (!n->leaf && state_run(s, ref, &run)) {
        n->micros = run.micros;
        n->cost = run.cost;
        n->peak = run.peak;
        n->reason = run.reason;
    }
    if (s->settled) settle_fill(s, n, ref);
}

/* Makes a trace of a recorded run; its deps become nodes. NULL when one of their rules is gone. */
static struct trace *trace_of(struct state *s, const struct run_view *run) {
    struct build *b = s->build;
    struct trace *t = build_keep_alloc(b, sizeof *t);
    *t = (struct trace){.output = *run->output, .size = run->size, .warnings = run->warnings};
    t->deps = build_keep_alloc(b, run->n * sizeof *t->deps);
    pthread_mutex_lock(&b->mutex);
    for (struct dep_walk i = dep_walk(run); dep_next(s, &i);) {
        struct node *d = i.digest ? state_node(s, i.ref) : NULL;
        if (!d) {
            t = NULL;
            break;
        }
        t->deps[t->n++] = (struct dep){d, *i.digest, i.with_previous};
    }
    pthread_mutex_unlock(&b->mutex);
    return t;
}

struct trace *node_old(struct build *b, struct node *n) {
    struct run_view run;
    if (n->old || n->old_known || !n->ref || n->leaf || !b->state) return n->old;
    n->old_known = true;
    if (!state_run(b->state, n->ref - 1, &run)) return NULL;
    n->old_version = run.version;
    return n->old = trace_of(b->state, &run);
}

bool state_bytes(struct state *s, const struct node *n, struct str *bytes) {
    struct run_view run;
    if (n->leaf || !n->ref || !state_run(s, n->ref - 1, &run) || !run.bytes.p) return false;
    if (!digest_eq(run.output, &n->digest)) return false;
    *bytes = run.bytes;
    return true;
}

struct trace *node_trace(struct build *b, struct node *n) {
    if (n->trace || !n->settled) return n->trace;
    return n->trace = node_old(b, n);
}

/* ---- records ---- */

static size_t journal_begin(struct buf *b, char kind) {
    buf_u64(b, 0); /* length and check, filled in at the end */
    size_t at = b->n;
    buf_putc(b, kind);
    return at;
}

static void journal_end(struct buf *b, size_t at) {
    uint32_t head[2] = {(uint32_t)(b->n - at), check_of((struct str){b->p + at, b->n - at})};
    memcpy(b->p + at - sizeof head, head, sizeof head);
}

static void define(struct state *s, struct node *n) {
    if (n->ref) return;
    struct str rule = str_c(n->rule->name), id = {n->key.p - rule.n - 1, rule.n + 1 + n->key.n};
    struct born born = {id, rule, n->leaf};
    VEC_PUSH(&s->born, &s->arena, born);
    n->ref = s->snapshot.n_nodes + (uint32_t)s->born.n;
    size_t at = journal_begin(&s->pending, 'D');
    buf_uleb(&s->pending, rule.n);
    buf_sized(&s->pending, id);
    buf_putc(&s->pending, 0);
    journal_end(&s->pending, at);
}

static void put_run(struct state *s, struct node *n, const struct trace *t) {
    for (size_t i = 0; i < t->n; i++) define(s, t->deps[i].node);
    define(s, n);
    struct buf *b = &s->pending;
    size_t at = journal_begin(b, 'R');
    buf_uleb(b, n->ref - 1);
    buf_sized(b, str_c(n->rule->version));
    buf_put(b, &t->output, sizeof t->output);
    buf_uleb(b, t->size);
    buf_uleb(b, n->micros);
    buf_uleb(b, n->cost);
    buf_uleb(b, n->peak);
    buf_sized(b, n->reason);
    buf_sized(b, t->warnings);
    buf_uleb(b, t->n);
    for (size_t i = 0; i < t->n; i++) {
        const struct dep *d = &t->deps[i];
        buf_uleb(b, (uint64_t)(d->node->ref - 1) << 1 | d->with_previous);
        buf_put(b, &d->digest, sizeof d->digest);
    }
    bool with_bytes = (n->rule->recipe || n->rule->local) && n->have_bytes;
    buf_putc(b, with_bytes);
    if (with_bytes) buf_sized(b, n->bytes);
    journal_end(b, at);
}

static void put_file(struct state *s, const struct observation *o) {
    struct buf *b = &s->pending;
    size_t at = journal_begin(b, 'F');
    buf_uleb(b, o->ref);
    buf_put(b, &o->id, sizeof o->id);
    buf_u64(b, (uint64_t)o->hashed_at);
    buf_put(b, &o->digest, sizeof o->digest);
    buf_putc(b, o->loose);
    journal_end(b, at);
}

static void flush(struct state *s) {
    if (!s->failed && !s->read_only && s->journal >= 0)
        for (size_t at = 0; at < s->pending.n;) {
            ssize_t n = write(s->journal, s->pending.p + at, s->pending.n - at);
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) {
                s->failed = true; /* the disk is full or gone: what is lost is only time */
                break;
            }
            at += (size_t)n;
            s->journal_n += (size_t)n;
        }
    s->pending.n = 0;
}

void state_note(struct state *s, struct node *n) {
    if (s->read_only || s->failed) return;
    if ((n->leaf == LEAF_FILE || n->leaf == LEAF_DIR) && n->hashed_at) {
        define(s, n);
        put_file(s, &(struct observation){n->ref - 1, n->known, n->id, n->hashed_at, n->loose});
    } else if (!n->leaf && n->trace) {
        put_run(s, n, n->trace);
    }
    if (s->pending.n > FLUSH_BYTES) flush(s);
}

void state_put_file(struct state *s, const struct observation *o) {
    if (s->read_only || s->failed) return;
    put_file(s, o);
    if (s->pending.n > FLUSH_BYTES) flush(s);
}

/* ---- reading the journal ---- */

static void get_bytes(struct reader *r, void *to, size_t n) {
    struct str s = reader_bytes(r, n);
    if (s.n == n) memcpy(to, s.p, n);
}

static uint64_t n_refs_now(const struct state *s) {
    return (uint64_t)s->snapshot.n_nodes + s->born.n;
}

/* `newer` reaches as far as records did. */
static struct newer **newer_at(struct state *s, struct reader *r, uint64_t ref) {
    if (ref >= n_refs_now(s)) r->bad = true;
    if (r->bad) return NULL;
    if (ref >= s->n_newer) {
        size_t n = MAX(ref + 1, 2 * (uint64_t)s->n_newer);
        struct newer **grown = NEW_N(&s->arena, struct newer *, n);
        if (s->n_newer) memcpy(grown, s->newer, s->n_newer * sizeof *grown);
        s->newer = grown;
        s->n_newer = (uint32_t)n;
    }
    return &s->newer[ref];
}

static void get_define(struct state *s, struct reader *r) {
    uint64_t rule_n = reader_uleb(r);
    struct str id = reader_sized(r);
    uint8_t closed = reader_u8(r);
    if (r->bad || closed || rule_n >= id.n || id.p[rule_n] || n_refs_now(s) >= LARGEST_REF) {
        r->bad = true; /* the refs that follow would be off */
        return;
    }
    struct born born = {id, {id.p, rule_n}, LEAF_NONE};
    const struct rule *rule = map_get(&s->build->rules, born.rule);
    born.leaf = leaf_kind_of(rule);
    VEC_PUSH(&s->born, &s->arena, born);
    map_put(&s->born_by_id, id, (void *)(uintptr_t)n_refs_now(s));
}

static void get_run(struct state *s, struct reader *r) {
    struct newer **at = newer_at(s, r, reader_uleb(r)), *made = NEW(&s->arena, struct newer);
    struct run_view *v = &made->run;
    made->is_run = true;
    v->version = reader_sized(r);
    get_bytes(r, &made->digest, sizeof made->digest);
    v->output = &made->digest;
    v->size = reader_uleb(r);
    v->micros = reader_uleb(r);
    v->cost = reader_uleb(r);
    v->peak = reader_uleb(r);
    v->reason = reader_sized(r);
    v->warnings = reader_sized(r);
    uint64_t n = reader_uleb(r);
    if (r->bad || n > (size_t)(r->end - r->p) / 33) {
        r->bad = true;
        return;
    }
    v->n = v->n_digests = (uint32_t)n;
    uint32_t *deps = NEW_N(&s->arena, uint32_t, n);
    struct digest *digests = NEW_N(&s->arena, struct digest, n);
    for (size_t i = 0; i < n; i++) {
        uint64_t word = reader_uleb(r);
        if (word >> 1 >= n_refs_now(s)) r->bad = true;
        deps[i] = (uint32_t)(word >> 1) << 2 | DEP_EXPLICIT | (uint32_t)(word & DEP_WITH_PREVIOUS);
        get_bytes(r, &digests[i], sizeof *digests);
    }
    v->deps = deps;
    v->digests = digests;
    if (reader_u8(r)) v->bytes = reader_sized(r);
    if (!r->bad) *at = made;
}

static void get_file(struct state *s, struct reader *r) {
    uint64_t ref = reader_uleb(r);
    struct newer **at = newer_at(s, r, ref), *made = NEW(&s->arena, struct newer);
    struct leaf_view *v = &made->leaf, before;
    get_bytes(r, &v->id, sizeof v->id);
    v->hashed_at = (int64_t)reader_u64(r);
    get_bytes(r, &made->digest, sizeof made->digest);
    v->digest = &made->digest;
    v->loose = reader_u8(r);
    if (r->bad) return;
    /* A directory's listing is not in the record: the one in the snapshot may still be right. */
    if (state_leaf(s, (uint32_t)ref, &before) && before.digest && digest_eq(before.digest, v->digest))
        v->bytes = before.bytes;
    enum leaf kind = state_leaf_kind(s, (uint32_t)ref);
    if (kind == LEAF_FILE || kind == LEAF_DIR) *at = made;
}

static bool get_record(struct state *s, struct str payload) {
    struct reader r = reader_of(payload);
    switch (reader_u8(&r)) {
    case 'D': get_define(s, &r); break;
    case 'R': get_run(s, &r); break;
    case 'F': get_file(s, &r); break;
    default: break; /* a kind of a later py2 */
    }
    return !r.bad;
}

/* Returns how many bytes at the front of the journal are good. Its bytes stay: views point into them. */
static size_t load_journal(struct state *s) {
    struct stat st;
    uint64_t names;
    if (s->journal < 0 || fstat(s->journal, &st) || st.st_size < HEAD_BYTES) return 0;
    struct str text = {arena_alloc(&s->arena, (size_t)st.st_size + 1), (size_t)st.st_size};
    for (size_t at = 0; at < text.n;) {
        ssize_t got = pread(s->journal, (char *)text.p + at, text.n - at, (off_t)at);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return 0;
        at += (size_t)got;
    }
    memcpy(&names, text.p + sizeof magic, sizeof names);
    if (memcmp(text.p, magic, sizeof magic) || names != s->snapshot.check) return 0;
    size_t at = HEAD_BYTES;
    while (text.n - at >= 8) {
        uint32_t head[2];
        memcpy(head, text.p + at, sizeof head);
        if (head[0] > text.n - at - 8) break;
        struct str payload = {text.p + at + 8, head[0]};
        if (check_of(payload) != head[1] || !get_record(s, payload)) break;
        at += 8 + head[0];
    }
    return at;
}

static void load(struct state *s) {
    enum snapshot_error error = snapshot_open(&s->snapshot, s->dir, "graph");
    s->renew = error > SNAPSHOT_NONE;
    if (error == SNAPSHOT_NEWER)
        fprintf(stderr, "py2: warning: .py2/graph was written by a newer py2; it is made anew\n");
    s->journal =
        openat(s->dir, "journal", (s->read_only ? O_RDONLY : O_RDWR | O_CREAT | O_APPEND) | O_CLOEXEC, 0666);
    s->journal_n = load_journal(s);
    s->opened_n = s->journal_n;
    s->n_refs = (uint32_t)n_refs_now(s);
    if (s->read_only || s->journal < 0) return;
    if (ftruncate(s->journal, (off_t)s->journal_n)) s->failed = true;
    if (s->journal_n) return;
    buf_put(&s->pending, magic, sizeof magic);
    buf_u64(&s->pending, s->snapshot.check);
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

/* Removes the files in a folder whose names begin with `prefix`. */
static void clear_folder(int parent, const char *name, const char *prefix) {
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
    for (struct dirent *e; d && (e = readdir(d));)
        if (!strncmp(e->d_name, prefix, strlen(prefix))) unlinkat(fd, e->d_name, 0);
    if (d)
        closedir(d);
    else if (fd >= 0)
        close(fd);
}

/* What a killed build left half-written: outputs, and snapshots. */
static void clear_temporaries(struct state *s) {
    clear_folder(s->dir, "tmp", "");
    clear_folder(s->dir, ".", ".py2tmp-");
}

struct state *state_open(struct build *b, bool read_only) {
    struct state *s = build_keep_alloc(b, sizeof *s);
    *s = (struct state){.build = b, .dir = -1, .lock = -1, .journal = -1, .read_only = read_only};
    arena_init(&s->arena, b->memory);
    buf_init(&s->pending, &s->arena);
    map_init(&s->born_by_id, &s->arena);
    if (!read_only) mkdirat(b->root_fd, ".py2", 0777);
    s->dir = openat(b->root_fd, ".py2", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (s->dir < 0) {
        s->read_only = true;
        return s;
    }
    if (!s->read_only) take_lock(s);
    if (!s->read_only) mkdirat(s->dir, "tmp", 0777);
    if (!s->read_only) clear_temporaries(s);
    load(s);
    return s;
}

/* ---- ending ---- */

static void compact(struct state *s) {
    /* The journal may be emptied only when the new snapshot is there: a crash between leaves one that names
     * the old. */
    if (state_compact(s) && ftruncate(s->journal, 0)) s->failed = true;
}

/* Which snapshot and how much of a journal there is: both only change under the lock. */
static void take_mark(const struct state *s, uint64_t mark[3]) {
    struct stat st;
    memset(mark, 0, 3 * sizeof *mark);
    if (!fstatat(s->dir, "graph", &st, 0)) mark[0] = st.st_ino, mark[1] = (uint64_t)st.st_size;
    if (!fstatat(s->dir, "journal", &st, 0)) mark[2] = (uint64_t)st.st_size;
}

void state_pause(struct state *s) {
    if (s->read_only) return;
    flush(s);
    take_mark(s, s->paused);
    flock(s->lock, LOCK_UN);
}

bool state_resume(struct state *s) {
    uint64_t now[3];
    if (s->read_only) return true;
    wait_for_lock(s);
    take_mark(s, now);
    if (!s->failed && !memcmp(now, s->paused, sizeof now)) return true;
    s->failed = true; /* our refs would mean other nodes in what is there now */
    return false;
}

void state_close(struct state *s) {
    bool wrote = !s->failed && (s->pending.n > HEAD_BYTES || s->journal_n > s->opened_n);
    if (wrote) flush(s);
    if (!s->read_only && !s->failed &&
        (s->renew || (wrote && s->journal_n > SMALL_JOURNAL + s->snapshot.n / 4)))
        compact(s);
    else if (wrote && s->journal >= 0)
        fdatasync(s->journal);
    if (s->journal >= 0) close(s->journal);
    if (s->lock >= 0) close(s->lock);
    if (s->dir >= 0) close(s->dir);
    s->journal = s->lock = s->dir = -1;
    s->read_only = true; /* closing twice does nothing */
}

void state_free(struct state *s) {
    if (!s) return;
    settle_drop(s);
    snapshot_close(&s->snapshot);
    arena_free(&s->arena);
}
