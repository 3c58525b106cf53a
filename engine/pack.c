/* Pack files: appending, finding, checking. */
#define _GNU_SOURCE
#include "engine/pack.h"
#include "engine/graph.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/uio.h>
#include <unistd.h>

static const char magic[16] = "py2pack1\n", index_magic[8] = {'p', 'y', '2', 'p', 'a', 'c', 'k', 'I'};

struct header {
    uint32_t kind, zero;
    uint64_t length;
    struct digest key, check;
};
_Static_assert(sizeof(struct header) == 80, "the header is the file's form");

struct index_line { /* as it is in an index record */
    struct digest key;
    uint64_t at, length;
    uint32_t kind, zero;
};

static bool read_at(int fd, void *to, size_t n, uint64_t at) {
    for (char *p = to; n;) {
        ssize_t got = pread(fd, p, n, (off_t)at);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        p += got, at += (uint64_t)got, n -= (size_t)got;
    }
    return true;
}

/* ---- the table ---- */

static struct pack_entry *slot_of(struct packs *p, uint32_t kind, const struct digest *key) {
    uint64_t h;
    memcpy(&h, key, sizeof h);
    for (size_t i = (h ^ kind) & (p->table_size - 1);; i = (i + 1) & (p->table_size - 1)) {
        struct pack_entry *e = &p->table[i];
        if (!e->kind || (e->kind == kind && digest_eq(&e->key, key))) return e;
    }
}

static void table_grow(struct packs *p) {
    struct pack_entry *old = p->table;
    size_t n = p->table_size;
    p->table_size = n ? n * 2 : 256;
    p->table = NEW_N(&p->arena, struct pack_entry, p->table_size);
    for (size_t i = 0; i < n; i++)
        if (old[i].kind) *slot_of(p, old[i].kind, &old[i].key) = old[i];
}

static void table_add(struct packs *p, const struct pack_entry *e) {
    if (e->kind != PACK_ACTION && e->kind != PACK_BLOB) return;
    if ((p->count + 1) * 4 > p->table_size * 3) table_grow(p);
    struct pack_entry *slot = slot_of(p, e->kind, &e->key);
    p->count += !slot->kind;
    *slot = *e; /* a later record of the same key replaces the earlier */
}

/* ---- reading what is there ---- */

static bool good_header(const struct header *h, uint64_t at, uint64_t size) {
    return h->kind >= PACK_ACTION && h->kind <= PACK_GONE && !h->zero && h->length <= size - at - sizeof *h;
}

/* Goes from record to record. Returns the end of the last whole one. */
static uint64_t hop(struct packs *p, uint32_t file, uint64_t at, uint64_t size) {
    struct header h;
    while (size - at >= sizeof h && read_at(p->files[file].fd, &h, sizeof h, at) &&
           good_header(&h, at, size)) {
        struct pack_entry e = {h.key, h.kind, file, at + sizeof h, h.length};
        table_add(p, &e);
        at += sizeof h + h.length;
        if (h.kind == PACK_INDEX && size - at >= 16) at += 16;
    }
    return at;
}

/* Uses the index at the end, when the pack was closed well. */
static bool read_index(struct packs *p, uint32_t file, uint64_t size) {
    struct {
        uint64_t at;
        char magic[8];
    } tail;
    struct header h;
    int fd = p->files[file].fd;
    if (size < sizeof magic + sizeof h + 16 || !read_at(fd, &tail, sizeof tail, size - 16)) return false;
    if (memcmp(tail.magic, index_magic, 8) || tail.at > size - 16 - sizeof h) return false;
    if (!read_at(fd, &h, sizeof h, tail.at) || h.kind != PACK_INDEX) return false;
    if (h.length != size - 16 - sizeof h - tail.at || h.length % sizeof(struct index_line)) return false;
    struct arena a;
    arena_init(&a, p->memory);
    struct index_line *lines = arena_alloc(&a, h.length);
    bool ok = read_at(fd, lines, h.length, tail.at + sizeof h);
    struct digest check = digest_of((struct str){(const char *)lines, h.length});
    ok = ok && digest_eq(&check, &h.check);
    for (size_t i = 0; ok && i < h.length / sizeof *lines; i++) {
        struct pack_entry e = {lines[i].key, lines[i].kind, file, lines[i].at, lines[i].length};
        if (e.at <= tail.at && e.length <= tail.at - e.at) table_add(p, &e);
    }
    arena_free(&a);
    return ok;
}

static void load(struct packs *p, uint32_t file) {
    struct stat st;
    char start[sizeof magic];
    struct pack_file *f = &p->files[file];
    if (fstat(f->fd, &st) || !read_at(f->fd, start, sizeof start, 0) || memcmp(start, magic, sizeof magic))
        return;
    uint64_t size = (uint64_t)st.st_size;
    f->size = read_index(p, file, size) ? size : hop(p, file, sizeof magic, size);
}

static int oldest_first(const void *a, const void *b) {
    const struct pack_file *x = a, *y = b;
    return x->used != y->used ? (x->used < y->used ? -1 : 1) : strcmp(x->name, y->name);
}

static void list_files(struct packs *p) {
    int fd = openat(p->dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
    if (!d) return;
    for (struct dirent *e; (e = readdir(d)) && p->n < PACK_FILES - 1;) {
        struct stat st;
        struct pack_file f = {.fd = -1};
        size_t n = strlen(e->d_name);
        if (n < 6 || n >= sizeof f.name || strcmp(e->d_name + n - 5, ".pack")) continue;
        f.fd = openat(p->dir, e->d_name, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
        if (f.fd < 0) f.fd = openat(p->dir, e->d_name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
        if (f.fd < 0) continue;
        memcpy(f.name, e->d_name, n + 1);
        f.used = fstat(f.fd, &st) ? 0 : st.st_mtim.tv_sec;
        p->files[p->n++] = f;
    }
    closedir(d);
    qsort(p->files, p->n, sizeof *p->files, oldest_first);
}

/* Nothing is looked at before the first question: a build with nothing to do asks none. */
static void need_index(struct packs *p) {
    if (p->indexed) return;
    p->indexed = true;
    table_grow(p);
    list_files(p);
    for (uint32_t i = 0; i < p->n; i++) load(p, i);
}

void packs_open(struct packs *p, int cache_dir, struct memory *memory) {
    *p = (struct packs){.memory = memory, .writing = -1};
    pthread_mutex_init(&p->mutex, NULL);
    arena_init(&p->arena, memory);
    mkdirat(cache_dir, "packs", 0777);
    p->dir = openat(cache_dir, "packs", O_PATH | O_DIRECTORY | O_CLOEXEC);
}

/* Appending descriptors cannot write elsewhere, so the mark is made through one of its own. */
static void mark_gone(struct packs *p, uint32_t file, uint64_t record) {
    uint32_t gone = PACK_GONE;
    int fd = openat(p->dir, p->files[file].name, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0) return;
    if (pwrite(fd, &gone, sizeof gone, (off_t)record) != sizeof gone)
        errno = 0; /* it is found damaged again then */
    close(fd);
}

static const struct pack_entry *find(struct packs *p, uint32_t kind, const struct digest *key) {
    need_index(p);
    const struct pack_entry *e = slot_of(p, kind, key);
    return e->kind && e->file != NOWHERE ? e : NULL;
}

bool packs_get(struct packs *p, struct arena *a, uint32_t kind, const struct digest *key, struct str *out) {
    pthread_mutex_lock(&p->mutex);
    const struct pack_entry *found = find(p, kind, key);
    struct pack_entry e = found ? *found : (struct pack_entry){0};
    int fd = found ? p->files[e.file].fd : -1;
    pthread_mutex_unlock(&p->mutex);
    if (!found) return false;
    struct header h = {0};
    char *bytes = arena_alloc(a, e.length + 1);
    bool ok = read_at(fd, &h, sizeof h, e.at - sizeof h) && read_at(fd, bytes, e.length, e.at);
    *out = (struct str){bytes, e.length};
    struct digest check = digest_of(*out);
    ok = ok && h.kind == kind && digest_eq(&h.key, key) && digest_eq(&h.check, &check);
    pthread_mutex_lock(&p->mutex);
    struct pack_file *f = &p->files[e.file];
    int64_t now = now_real_nanos() / 1000000000;
    if (!ok) {
        struct pack_entry *bad = slot_of(p, kind, key);
        if (bad->kind && bad->file == e.file && bad->at == e.at) bad->file = NOWHERE;
        if (h.kind == kind && digest_eq(&h.key, key)) mark_gone(p, e.file, e.at - sizeof h);
    } else if (now - f->used > 86400) {
        f->used = now; /* for `cache gc`: used lately */
        futimens(fd, NULL);
    }
    pthread_mutex_unlock(&p->mutex);
    return ok;
}

bool packs_has(struct packs *p, uint32_t kind, const struct digest *key, uint64_t *length) {
    pthread_mutex_lock(&p->mutex);
    const struct pack_entry *e = find(p, kind, key);
    *length = e ? e->length : 0;
    pthread_mutex_unlock(&p->mutex);
    return e;
}

/* ---- writing ---- */

static bool append(int fd, struct iovec *parts, int n) {
    while (n) {
        ssize_t put = writev(fd, parts, n);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        for (; n && (size_t)put >= parts->iov_len; parts++, n--) put -= (ssize_t)parts->iov_len;
        if (n) parts->iov_base = (char *)parts->iov_base + put, parts->iov_len -= (size_t)put;
    }
    return true;
}

/* Takes a pack that nobody appends to and that has room; what is behind its last whole record is cut away. */
static bool adopt(struct packs *p, uint32_t file) {
    struct pack_file *f = &p->files[file];
    struct stat st;
    if (f->size < sizeof magic || f->size > PACK_FULL || flock(f->fd, LOCK_EX | LOCK_NB)) return false;
    /* Another process may have appended since it was listed, or removed it. */
    if (!fstat(f->fd, &st) && st.st_nlink && (uint64_t)st.st_size >= f->size) {
        f->size = hop(p, file, f->size, (uint64_t)st.st_size);
        if ((uint64_t)st.st_size == f->size || !ftruncate(f->fd, (off_t)f->size)) return true;
    }
    flock(f->fd, LOCK_UN);
    return false;
}

static bool make_file(struct packs *p) {
    struct pack_file f = {.used = now_real_nanos() / 1000000000};
    if (p->n >= PACK_FILES) return false;
    for (int i = 0; i < 100; i++) {
        snprintf(f.name, sizeof f.name, "%016llx.pack",
                 (unsigned long long)now_real_nanos() ^ ((unsigned long long)getpid() << 40));
        f.fd = openat(p->dir, f.name, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0644);
        if (f.fd >= 0 || errno != EEXIST) break;
    }
    if (f.fd < 0) return false;
    struct iovec start = {(void *)magic, sizeof magic};
    if (flock(f.fd, LOCK_EX | LOCK_NB) || !append(f.fd, &start, 1)) {
        unlinkat(p->dir, f.name, 0);
        close(f.fd);
        return false;
    }
    f.size = sizeof magic;
    p->files[p->n++] = f;
    return true;
}

static bool ready_to_write(struct packs *p) {
    need_index(p);
    if (p->writing >= 0 && p->files[p->writing].size <= PACK_FULL) return true;
    if (p->writing == -2 || p->dir < 0) return false;
    p->writing = -1;
    for (uint32_t i = p->n; i-- > 0 && p->writing < 0;)
        if (adopt(p, i)) p->writing = (int)i;
    if (p->writing < 0 && make_file(p)) p->writing = (int)p->n - 1;
    if (p->writing < 0) p->writing = -2;
    return p->writing >= 0;
}

void packs_put(struct packs *p, uint32_t kind, const struct digest *key, struct str payload) {
    struct header h = {kind, 0, payload.n, *key, digest_of(payload)};
    struct iovec parts[] = {{&h, sizeof h}, {(void *)payload.p, payload.n}};
    pthread_mutex_lock(&p->mutex);
    if (ready_to_write(p)) {
        struct pack_file *f = &p->files[p->writing];
        struct pack_entry e = {*key, kind, (uint32_t)p->writing, f->size + sizeof h, payload.n};
        if (append(f->fd, parts, 2)) {
            f->size += sizeof h + payload.n;
            table_add(p, &e);
            p->wrote = true;
        } else if (ftruncate(f->fd, (off_t)f->size)) { /* a full disk: take back the half */
            p->writing = -2;
        }
    }
    pthread_mutex_unlock(&p->mutex);
}

/* An index costs its size each time a pack is added to, so it is written only when that is little against the
 * pack. */
static void write_index(struct packs *p) {
    struct pack_file *f = &p->files[p->writing];
    struct buf b;
    buf_init(&b, &p->arena);
    for (size_t i = 0; i < p->table_size; i++) {
        const struct pack_entry *e = &p->table[i];
        if (!e->kind || e->file != (uint32_t)p->writing) continue;
        struct index_line line = {e->key, e->at, e->length, e->kind, 0};
        buf_put(&b, &line, sizeof line);
    }
    struct header h = {.kind = PACK_INDEX, .length = b.n, .check = digest_of(buf_view(&b))};
    uint64_t at = f->size;
    struct iovec parts[] = {
        {&h, sizeof h}, {b.p, b.n}, {&at, sizeof at}, {(void *)index_magic, sizeof index_magic}};
    /* Half an index at the end is cut away by the next who appends. */
    if (!append(f->fd, parts, 4) && ftruncate(f->fd, (off_t)f->size)) errno = 0;
}

void packs_close(struct packs *p) {
    if (p->writing >= 0 && p->wrote) write_index(p);
    for (uint32_t i = 0; i < p->n; i++) close(p->files[i].fd);
    if (p->dir >= 0) close(p->dir);
    p->n = 0;
    p->dir = -1;
    pthread_mutex_destroy(&p->mutex);
    arena_free(&p->arena);
}

/* One pack: returns the end of the last whole record. */
static uint64_t verify_file(struct packs *p, uint32_t file, uint64_t size, size_t *records, size_t *bad) {
    struct pack_file *f = &p->files[file];
    struct header h;
    uint64_t at = sizeof magic;
    while (size - at >= sizeof h && read_at(f->fd, &h, sizeof h, at) && good_header(&h, at, size)) {
        struct arena a;
        arena_init(&a, p->memory);
        char *bytes = arena_alloc(&a, h.length);
        bool ok = read_at(f->fd, bytes, h.length, at + sizeof h);
        struct digest d = digest_of((struct str){bytes, h.length});
        ok = ok && digest_eq(&d, &h.check) && (h.kind != PACK_BLOB || digest_eq(&d, &h.key));
        arena_free(&a);
        if (!ok && h.kind != PACK_GONE) {
            printf("bad: packs/%s at byte %llu\n", f->name, (unsigned long long)at);
            mark_gone(p, file, at);
            ++*bad;
        }
        *records += h.kind == PACK_ACTION || h.kind == PACK_BLOB;
        at += sizeof h + h.length;
        if (h.kind == PACK_INDEX && size - at >= 16) at += 16;
    }
    return at;
}

size_t packs_verify(struct packs *p, size_t *records) {
    size_t bad = 0;
    *records = 0;
    need_index(p);
    for (uint32_t i = 0; i < p->n; i++) {
        struct pack_file *f = &p->files[i];
        struct stat st;
        uint64_t size = fstat(f->fd, &st) ? 0 : (uint64_t)st.st_size, end = 0;
        if (f->size >= sizeof magic) end = verify_file(p, i, size, records, &bad);
        /* What is no record at the end is damage only when nobody is appending. */
        if (end == size || flock(f->fd, LOCK_EX | LOCK_NB)) continue;
        printf("bad: packs/%s from byte %llu\n", f->name, (unsigned long long)end);
        bad++;
        if (!end || ftruncate(f->fd, (off_t)end)) unlinkat(p->dir, f->name, 0);
        flock(f->fd, LOCK_UN);
    }
    return bad;
}
