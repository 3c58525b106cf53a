/* The cache that workspaces share: blobs by content and recorded runs by action key.
 *
 *     packs/          recorded runs and blobs up to LOOSE_BYTES, in pack files (pack.h)
 *     cas/ab/ab12…    larger blobs: the bytes whose SHA-256 is ab12…
 *     tmp/            files being written
 *
 * Files are written beside and renamed, without sync: a torn file fails its digest, is deleted, and counts as
 * absent. So does whatever cannot be read or written; the cache never makes a build fail. Several processes
 * may use one cache without waiting for each other: names are digests, and of two records for one action key
 * the later one stays. */
#define _GNU_SOURCE
#include "engine/graph/graph.h"
#include "engine/cache/pack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { LOOSE_BYTES = 128 << 10 };
static const char magic[] = "py2ac2\n"; /* of recorded runs */
static const uint64_t LARGEST_BLOB = (uint64_t)4 << 30;

struct store {
    int fd; /* the directory */
    atomic_uint counter;
    struct memory *memory;
    struct packs packs;
};

struct store *store_open(struct build *b, const char *dir) {
    if (!dir || !*dir || !file_mkdirs(dir)) return NULL;
    int fd = open(dir, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return NULL;
    struct store *s = build_keep_alloc(b, sizeof *s);
    s->fd = fd;
    s->memory = b->memory;
    packs_open(&s->packs, fd, b->memory);
    return s;
}

void store_close(struct store *s) {
    if (!s) return;
    packs_close(&s->packs);
    close(s->fd);
}

struct name {
    char text[80];
};

static struct name name_of(const struct digest *d) {
    struct name n;
    char hex[65];
    digest_hex(d, hex);
    snprintf(n.text, sizeof n.text, "cas/%.2s/%s", hex, hex);
    return n;
}

/* Reads a whole file of the store. A file that was not used for a day is marked as used, for `cache gc`. */
static bool get(struct store *s, struct arena *a, const char *name, uint64_t size, struct str *out) {
    int fd = openat(s->fd, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct stat st;
    if (fd < 0) return false;
    bool ok = !fstat(fd, &st) && S_ISREG(st.st_mode) && (uint64_t)st.st_size == size && size <= LARGEST_BLOB;
    size_t n = 0;
    char *p = ok ? arena_alloc(a, size + 1) : NULL;
    while (ok && n < size) {
        ssize_t got = read(fd, p + n, size - n);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        n += (size_t)got;
    }
    if (ok && llabs(now_real_nanos() / 1000000000 - st.st_mtim.tv_sec) > 86400) futimens(fd, NULL);
    close(fd);
    *out = (struct str){p, n};
    return ok && n == size;
}

static bool put(struct store *s, const char *name, struct str bytes) {
    char temporary[80], folder[8];
    if (faccessat(s->fd, "tmp", F_OK, 0)) {
        mkdirat(s->fd, "tmp", 0777);
        mkdirat(s->fd, "cas", 0777);
    }
    /* Processes of several machines or containers may have the same number. */
    snprintf(temporary, sizeof temporary, "tmp/%ld-%u-%llx", (long)getpid(), atomic_fetch_add(&s->counter, 1),
             (unsigned long long)now_real_nanos());
    int fd = openat(s->fd, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) return false;
    bool ok = true;
    for (size_t at = 0; ok && at < bytes.n;) {
        ssize_t n = write(fd, bytes.p + at, bytes.n - at);
        if (n < 0 && errno == EINTR) continue;
        ok = n > 0;
        if (ok) at += (size_t)n;
    }
    ok = !close(fd) && ok;
    if (ok && renameat(s->fd, temporary, s->fd, name)) {
        snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(name, '/') - name), name);
        mkdirat(s->fd, folder, 0777);
        ok = !renameat(s->fd, temporary, s->fd, name);
    }
    if (!ok) unlinkat(s->fd, temporary, 0);
    return ok;
}

bool store_get(struct store *s, struct arena *a, const struct digest *d, uint64_t size, struct str *out) {
    if (size <= LOOSE_BYTES) return packs_get(&s->packs, a, PACK_BLOB, d, out) && out->n == size;
    struct name name = name_of(d);
    if (!get(s, a, name.text, size, out)) {
        struct stat st; /* of another size, or no file: it is in the way of the right one */
        if (!fstatat(s->fd, name.text, &st, AT_SYMLINK_NOFOLLOW)) unlinkat(s->fd, name.text, 0);
        return false;
    }
    struct digest is = digest_of(*out);
    if (out->n == size && digest_eq(&is, d)) return true;
    unlinkat(s->fd, name.text, 0);
    return false;
}

/* What was written may be shared with an output: whoever changes that in place damages the blob, which the
 * next reader sees by its digest. An output made of a blob that was read is always a copy, so nothing done to
 * one workspace shows in another. */
bool store_link(struct store *s, const struct digest *d, uint64_t size, const char *path, unsigned mode) {
    struct stat st;
    if (!s || size <= LOOSE_BYTES || linkat(s->fd, name_of(d).text, AT_FDCWD, path, 0)) return false;
    if (!chmod(path, mode) && !stat(path, &st) && S_ISREG(st.st_mode) && (uint64_t)st.st_size == size)
        return true;
    unlink(path);
    return false;
}

bool store_has(struct store *s, const struct digest *d, uint64_t size) {
    struct stat st;
    uint64_t length;
    if (size <= LOOSE_BYTES) return packs_has(&s->packs, PACK_BLOB, d, &length) && length == size;
    return !fstatat(s->fd, name_of(d).text, &st, AT_SYMLINK_NOFOLLOW) && S_ISREG(st.st_mode) &&
           (uint64_t)st.st_size == size;
}

bool store_put(struct store *s, const struct digest *d, struct str bytes) {
    if (store_has(s, d, bytes.n)) return false;
    if (bytes.n > LOOSE_BYTES) return put(s, name_of(d).text, bytes);
    packs_put(&s->packs, PACK_BLOB, d, bytes);
    return true;
}

/* What others recorded for the key at the same time counts too: the traces of several records, one after the
 * other. */
bool store_get_action(struct store *s, struct arena *a, const struct digest *key, struct str *traces) {
    enum { AT_ONCE = 4 };
    struct str records[AT_ONCE], one;
    size_t n = packs_get_some(&s->packs, a, PACK_ACTION, key, records, AT_ONCE);
    struct buf b;
    buf_init(&b, a);
    for (size_t i = 0; i < n; i++)
        if (action_open(records[i], key, &one)) buf_str(&b, one);
    *traces = buf_view(&b);
    return b.n;
}

void store_put_action(struct store *s, const struct digest *key, struct str bytes) {
    packs_put(&s->packs, PACK_ACTION, key, bytes);
}

/* ---- recorded runs as bytes ----
 *
 * The magic, the key the record was made for, the digest of what follows, traces. Whoever hands out a record
 * for another key, or a damaged one, is not believed. */

enum { LARGEST_RECORD = 1 << 20, HEAD_BYTES = sizeof magic - 1 + 2 * sizeof(struct digest) };

static void begin_record(struct buf *b, struct arena *a, const struct digest *key) {
    buf_init(b, a);
    buf_puts(b, magic);
    buf_put(b, key, sizeof *key);
    buf_put(b, key, sizeof *key); /* the digest's place */
}

static struct str end_record(struct buf *b) {
    struct digest d = digest_of((struct str){b->p + HEAD_BYTES, b->n - HEAD_BYTES});
    memcpy(b->p + HEAD_BYTES - sizeof d, &d, sizeof d);
    return buf_view(b);
}

bool action_open(struct str record, const struct digest *key, struct str *traces) {
    if (record.n < HEAD_BYTES || !str_starts(record, str_c(magic))) return false;
    *traces = (struct str){record.p + HEAD_BYTES, record.n - HEAD_BYTES};
    struct digest is = digest_of(*traces);
    return !memcmp(record.p + sizeof magic - 1, key, sizeof *key) &&
           !memcmp(traces->p - sizeof is, &is, sizeof is);
}

struct digest action_key(const struct rule *rule, struct str key) {
    struct str parts[] = {str_c(magic), str_c(rule->name), str_c(rule->version), key};
    return digest_of_parts(parts, COUNT(parts));
}

/* Returns where the answers begin. */
static size_t put_trace(struct buf *b, const struct trace *t, struct str bytes) {
    buf_putc(b, 1);
    buf_uleb(b, t->size);
    buf_put(b, &t->output, sizeof t->output);
    buf_sized(b, t->warnings);
    if (t->size <= INLINE_BYTES) buf_sized(b, bytes);
    size_t answers = b->n;
    buf_uleb(b, t->n);
    for (size_t i = 0; i < t->n; i++) {
        const struct dep *d = &t->deps[i];
        buf_putc(b, d->with_previous);
        buf_sized(b, str_c(d->node->rule->name));
        buf_sized(b, d->node->key);
        buf_put(b, &d->digest, sizeof d->digest);
    }
    return answers;
}

static bool same_answers(const struct trace *a, const struct trace *b) {
    if (a->n != b->n) return false;
    for (size_t i = 0; i < a->n; i++)
        if (a->deps[i].node != b->deps[i].node || !digest_eq(&a->deps[i].digest, &b->deps[i].digest))
            return false;
    return true;
}

bool action_plausible(struct str record, const struct digest *key) {
    struct str traces;
    return !str_starts(record, str_c(magic)) || action_open(record, key, &traces);
}

struct str action_pack(struct arena *a, const struct digest *key, const struct trace *first,
                       struct str first_bytes, const struct trace *rest, size_t n_rest) {
    struct buf b;
    begin_record(&b, a, key);
    put_trace(&b, first, first_bytes);
    for (size_t i = 0, n = 1; i < n_rest && n < ACTION_TRACES && b.n < LARGEST_RECORD; i++) {
        if (same_answers(first, &rest[i])) continue;
        put_trace(&b, &rest[i], rest[i].inlined);
        n++;
    }
    return end_record(&b);
}

static void get_digest(struct reader *r, struct digest *d) {
    struct str s = reader_bytes(r, sizeof *d);
    if (s.n == sizeof *d) memcpy(d, s.p, sizeof *d);
}

/* Goes over one trace without looking at what it names; *answers are its questions and answers as they are.
 */
static bool skip_trace(struct reader *r, struct str *answers) {
    if (r->p >= r->end || reader_u8(r) != 1) return false;
    uint64_t size = reader_uleb(r);
    reader_bytes(r, sizeof(struct digest));
    reader_sized(r);
    if (size <= INLINE_BYTES) reader_sized(r);
    const uint8_t *from = r->p;
    for (uint64_t n = reader_uleb(r); n && !r->bad; n--) {
        reader_u8(r);
        reader_sized(r);
        reader_sized(r);
        reader_bytes(r, sizeof(struct digest));
    }
    *answers = (struct str){(const char *)from, (size_t)(r->p - from)};
    return !r->bad;
}

struct str action_add(struct arena *a, const struct digest *key, const struct trace *first,
                      struct str first_bytes, struct str traces) {
    struct buf b;
    struct str answers[ACTION_TRACES];
    begin_record(&b, a, key);
    size_t at = put_trace(&b, first, first_bytes), n = 1;
    answers[0] = str_dup(a, (struct str){b.p + at, b.n - at}); /* the buffer moves */
    struct reader r = reader_of(traces);
    while (n < ACTION_TRACES && b.n < LARGEST_RECORD) {
        const uint8_t *from = r.p;
        if (!skip_trace(&r, &answers[n])) break;
        bool again = false;
        for (size_t i = 0; i < n; i++) again |= str_eq(answers[i], answers[n]);
        if (again) continue;
        buf_put(&b, from, (size_t)(r.p - from));
        n++;
    }
    return end_record(&b);
}

/* False when the trace needs a rule that this py2 does not have. */
static bool get_trace(struct build *b, struct arena *a, struct reader *r, struct trace *t) {
    bool known = true;
    *t = (struct trace){.size = reader_uleb(r)};
    get_digest(r, &t->output);
    t->warnings = reader_sized(r);
    if (t->size <= INLINE_BYTES) {
        t->inlined = reader_sized(r);
        if (t->inlined.n != t->size) r->bad = true;
    }
    uint64_t n = reader_uleb(r);
    if (n > (uint64_t)(r->end - r->p) / 35) r->bad = true; /* a dep has 35 bytes at least */
    if (r->bad) return false;
    t->deps = NEW_N(a, struct dep, n);
    for (; t->n < n && !r->bad; t->n++) {
        struct dep *d = &t->deps[t->n];
        d->with_previous = reader_u8(r);
        struct str rule = reader_sized(r), key = reader_sized(r);
        get_digest(r, &d->digest);
        if (r->bad) return false;
        d->node = node_get(b, rule, key);
        known &= d->node != NULL;
    }
    return known && !r->bad;
}

static bool is_among(const struct trace *t, const struct trace *traces, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (same_answers(t, &traces[i])) return true;
    return false;
}

size_t action_unpack(struct build *b, struct arena *a, struct str bytes, struct trace **out) {
    struct reader r = reader_of(bytes);
    struct trace *traces = NEW_N(a, struct trace, ACTION_TRACES);
    size_t n = 0;
    *out = traces;
    while (n < ACTION_TRACES && r.p < r.end && reader_u8(&r) == 1) {
        if (get_trace(b, a, &r, &traces[n]) && !is_among(&traces[n], traces, n)) n++;
        if (r.bad) break;
    }
    return n;
}
