/* Pack files: appending and finding. */
#define _GNU_SOURCE
#include "engine/cache/pack.h"
#include "engine/cache/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <unistd.h>

const char pack_magic[16] = "py2pack2\n";

enum { TAIL_RECORDS = 512 }; /* behind an index: as many as are quickly gone through */

bool pack_read(int fd, void *to, size_t n, uint64_t at) {
    for (char *p = to; n;) {
        ssize_t got = pread(fd, p, n, (off_t)at);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        p += got, at += (uint64_t)got, n -= (size_t)got;
    }
    return true;
}

/* ---- the table ---- */

/* The slots of a key follow each other, with other keys' between them, up to a free one. Several packs may
 * have a record of one key, so a key may have several slots. */
static size_t first_slot(const struct packs *p, uint32_t kind, const struct digest *key) {
    uint64_t h;
    memcpy(&h, key, sizeof h);
    return (h ^ kind) & (p->table_size - 1);
}

static bool is_of(const struct pack_entry *e, uint32_t kind, const struct digest *key) {
    return e->kind == kind && digest_eq(&e->key, key);
}

static struct pack_entry *free_slot(struct packs *p, uint32_t kind, const struct digest *key) {
    size_t i = first_slot(p, kind, key);
    while (p->table[i].kind) i = (i + 1) & (p->table_size - 1);
    return &p->table[i];
}

static void table_grow(struct packs *p) {
    struct pack_entry *old = p->table;
    size_t n = p->table_size;
    p->table_size = n ? n * 2 : 256;
    p->table = NEW_N(&p->arena, struct pack_entry, p->table_size);
    for (size_t i = 0; i < n; i++)
        if (old[i].kind) *free_slot(p, old[i].kind, &old[i].key) = old[i];
}

/* A later record of the same key in the same pack replaces the earlier, as a good one does the word that all
 * are damaged. */
static void table_add(struct packs *p, const struct pack_entry *e) {
    if ((p->count + 1) * 4 > p->table_size * 3) table_grow(p);
    size_t i = first_slot(p, e->kind, &e->key);
    for (; p->table[i].kind; i = (i + 1) & (p->table_size - 1)) {
        const struct pack_entry *old = &p->table[i];
        if (is_of(old, e->kind, &e->key) && (old->file == e->file || old->file == NOWHERE)) break;
    }
    p->count += !p->table[i].kind;
    p->table[i] = *e;
}

/* ---- what is there ---- */

bool pack_good_header(const struct pack_header *h, uint64_t at, uint64_t size) {
    return h->kind >= PACK_ACTION && h->kind <= PACK_GONE && !h->zero && h->length <= PACK_LARGEST &&
           h->length <= size - at - sizeof *h;
}

/* Goes from record to record. Returns the end of the last whole one. */
static uint64_t hop(struct packs *p, uint32_t file, uint64_t at, uint64_t size) {
    struct pack_header h;
    struct pack_file *f = &p->files[file];
    while (size - at >= sizeof h && pack_read(f->fd, &h, sizeof h, at) && pack_good_header(&h, at, size)) {
        struct pack_entry e = {h.key, h.kind, file, at + sizeof h, h.length};
        if (h.kind != PACK_GONE) table_add(p, &e);
        f->tail++;
        at += sizeof h + h.length;
    }
    return at;
}

/* "py2pack", a number, a newline. */
static bool is_other_version(const char *start) {
    size_t digits = strspn(start + 7, "0123456789");
    return !memcmp(start, "py2pack", 7) && digits && digits < 8 && start[7 + digits] == '\n' &&
           strncmp(start, pack_magic, 8 + digits);
}

static void load(struct packs *p, uint32_t file) {
    struct stat st;
    char start[sizeof pack_magic + 1] = "";
    struct pack_file *f = &p->files[file];
    if (fstat(f->fd, &st) || !pack_read(f->fd, start, sizeof pack_magic, 0)) return;
    f->foreign = is_other_version(start);
    if (memcmp(start, pack_magic, sizeof pack_magic)) return;
    uint64_t size = (uint64_t)st.st_size;
    pack_index_open(p, file, size);
    f->size = hop(p, file, f->index.fd >= 0 ? f->index.covered : sizeof pack_magic, size);
}

static int oldest_first(const void *a, const void *b) {
    const struct pack_file *x = a, *y = b;
    return x->used != y->used ? (x->used < y->used ? -1 : 1) : strcmp(x->name, y->name);
}

static bool open_pack(struct packs *p, const char *name, struct pack_file *f) {
    struct stat st;
    size_t n = strlen(name);
    *f = (struct pack_file){.fd = -1, .index.fd = -1};
    if (n < 6 || n >= sizeof f->name || strcmp(name + n - 5, ".pack")) return false;
    memcpy(f->name, name, n + 1);
    /* Not blocking: nobody says that it is a plain file. */
    f->fd = openat(p->dir, name, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    f->writable = f->fd >= 0;
    if (f->fd < 0) f->fd = openat(p->dir, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (f->fd < 0) return false;
    if (!fstat(f->fd, &st) && S_ISREG(st.st_mode)) return f->used = st.st_mtim.tv_sec, true;
    close(f->fd);
    return false;
}

/* Two descriptors a pack; the build needs the others more. */
static uint32_t most_packs(void) {
    enum { ROOM_TO_WRITE = 64, OTHERS = 200 };
    struct rlimit limit;
    uint64_t fds = getrlimit(RLIMIT_NOFILE, &limit) ? 0 : limit.rlim_cur;
    return fds > OTHERS ? (uint32_t)MIN((fds - OTHERS) / 2, (uint64_t)PACK_FILES - ROOM_TO_WRITE) : 2;
}

/* Nothing is looked at before the first question: a build with nothing to do asks none. */
void packs_list(struct packs *p) {
    if (p->listed) return;
    p->listed = true;
    table_grow(p);
    uint32_t most = most_packs();
    int fd = openat(p->dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
    for (struct dirent *e; d && p->n < most && (e = readdir(d));)
        if (open_pack(p, e->d_name, &p->files[p->n])) p->n++;
    if (d) closedir(d);
    qsort(p->files, p->n, sizeof *p->files, oldest_first);
    for (uint32_t i = 0; i < p->n; i++) load(p, i);
}

void packs_open(struct packs *p, int cache_dir, struct memory *memory) {
    memset(p, 0, sizeof *p);
    p->memory = memory;
    p->writing = -1;
    pthread_mutex_init(&p->mutex, NULL);
    arena_init(&p->arena, memory);
    mkdirat(cache_dir, "packs", 0777);
    p->dir = openat(cache_dir, "packs", O_PATH | O_DIRECTORY | O_CLOEXEC);
}

/* ---- finding ---- */

/* Appending descriptors cannot write elsewhere, so the mark is made through one of its own. */
void pack_mark_gone(struct packs *p, uint32_t file, uint64_t record) {
    uint32_t gone = PACK_GONE;
    int fd = openat(p->dir, p->files[file].name, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0) return;
    if (pwrite(fd, &gone, sizeof gone, (off_t)record) != sizeof gone)
        errno = 0; /* it is found damaged again then */
    close(fd);
}

/* A walk over the places where a key may be: first the table, then one index after the other. */
struct walk {
    uint32_t kind;
    const struct digest *key;
    size_t slot, file; /* file: counted from the pack used last, from 1 */
    bool ended;
};

static struct walk walk_of(struct packs *p, uint32_t kind, const struct digest *key) {
    packs_list(p);
    return (struct walk){.kind = kind, .key = key, .slot = first_slot(p, kind, key), .file = 1};
}

/* What the table says of a pack replaces what its index says. */
static bool is_replaced(const struct packs *p, const struct pack_entry *e) {
    size_t i = first_slot(p, e->kind, &e->key);
    for (; p->table[i].kind; i = (i + 1) & (p->table_size - 1))
        if (p->table[i].file == e->file && is_of(&p->table[i], e->kind, &e->key)) return true;
    return false;
}

/* The table as it was at the beginning: nothing is added during a walk. */
static bool walk_next(struct packs *p, struct walk *w, struct pack_entry *out) {
    for (; !w->ended && p->table[w->slot].kind; w->slot = (w->slot + 1) & (p->table_size - 1)) {
        const struct pack_entry *e = &p->table[w->slot];
        if (!is_of(e, w->kind, w->key)) continue;
        if (e->file == NOWHERE) return false;
        w->slot = (w->slot + 1) & (p->table_size - 1);
        return *out = *e, true;
    }
    w->ended = true;
    while (w->file <= p->n)
        if (pack_index_find(p, p->n - (uint32_t)w->file++, w->kind, w->key, out) && !is_replaced(p, out))
            return true;
    return false;
}

bool packs_find(struct packs *p, uint32_t kind, const struct digest *key, struct pack_entry *out) {
    struct walk w = walk_of(p, kind, key);
    return walk_next(p, &w, out);
}

/* Without the mutex: descriptors stay open as long as the packs do. */
static bool read_payload(int fd, const struct pack_entry *e, char *to, struct pack_header *h) {
    bool ok = pack_read(fd, h, sizeof *h, e->at - sizeof *h) && pack_read(fd, to, e->length, e->at);
    struct digest check = digest_of((struct str){to, e->length});
    return ok && h->kind == e->kind && digest_eq(&h->key, &e->key) && digest_eq(&h->check, &check);
}

static void mark_used(struct pack_file *f) {
    int64_t now = now_real_nanos() / 1000000000;
    if (llabs(now - f->used) <= 86400) return; /* a time to come is no better than one long ago */
    f->used = now;
    futimens(f->fd, NULL);
}

/* With the mutex held, which is given away while reading. */
static bool get_one(struct packs *p, struct arena *a, const struct pack_entry *e, struct str *out) {
    struct pack_header h = {0};
    int fd = p->files[e->file].fd;
    pthread_mutex_unlock(&p->mutex);
    char *bytes = arena_alloc(a, e->length + 1);
    bool ok = read_payload(fd, e, bytes, &h);
    *out = (struct str){bytes, e->length};
    pthread_mutex_lock(&p->mutex);
    if (ok)
        mark_used(&p->files[e->file]);
    else if (h.kind == e->kind && digest_eq(&h.key, &e->key))
        pack_mark_gone(p, e->file, e->at - sizeof h);
    return ok;
}

size_t packs_get_some(struct packs *p, struct arena *a, uint32_t kind, const struct digest *key,
                      struct str *out, size_t most) {
    struct pack_entry found[16];
    size_t n = 0, good = 0;
    pthread_mutex_lock(&p->mutex);
    struct walk w = walk_of(p, kind, key);
    /* Of packs not used lately one record is enough. */
    while (n < COUNT(found) && (w.file <= COUNT(found) || !n || most == 1) && walk_next(p, &w, &found[n]))
        n++;
    for (size_t i = 0; i < n && good < most; i++) good += get_one(p, a, &found[i], &out[good]);
    /* Found damaged everywhere is to be put again. */
    struct pack_entry nowhere = {*key, kind, NOWHERE, 0, 0};
    if (n && !good) {
        for (size_t i = first_slot(p, kind, key); p->table[i].kind; i = (i + 1) & (p->table_size - 1))
            if (is_of(&p->table[i], kind, key)) p->table[i].file = NOWHERE;
        table_add(p, &nowhere);
    }
    pthread_mutex_unlock(&p->mutex);
    return good;
}

bool packs_get(struct packs *p, struct arena *a, uint32_t kind, const struct digest *key, struct str *out) {
    return packs_get_some(p, a, kind, key, out, 1);
}

bool packs_has(struct packs *p, uint32_t kind, const struct digest *key, uint64_t *length) {
    struct pack_entry e;
    pthread_mutex_lock(&p->mutex);
    bool has = packs_find(p, kind, key, &e);
    pthread_mutex_unlock(&p->mutex);
    *length = has ? e.length : 0;
    return has;
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

bool pack_lock(struct packs *p, uint32_t file) {
    struct pack_file *f = &p->files[file];
    struct stat st;
    if (!f->writable || f->size < sizeof pack_magic || flock(f->fd, LOCK_EX | LOCK_NB)) return false;
    /* Another process may have appended since it was listed, or removed it. */
    if (!fstat(f->fd, &st) && st.st_nlink && (uint64_t)st.st_size >= f->size) {
        f->size = hop(p, file, f->size, (uint64_t)st.st_size);
        return true;
    }
    flock(f->fd, LOCK_UN);
    return false;
}

void pack_unlock(struct packs *p, uint32_t file) {
    flock(p->files[file].fd, LOCK_UN);
}

/* Takes a pack that nobody appends to and that has room; what is behind its last whole record is cut away. */
static bool adopt(struct packs *p, uint32_t file) {
    struct pack_file *f = &p->files[file];
    if (f->size > PACK_FULL || !pack_lock(p, file)) return false;
    if (!ftruncate(f->fd, (off_t)f->size)) return true;
    pack_unlock(p, file);
    return false;
}

static bool make_file(struct packs *p) {
    struct pack_file f = {.used = now_real_nanos() / 1000000000, .writable = true, .index.fd = -1};
    if (p->n >= PACK_FILES) return false;
    for (int i = 0; i < 100; i++) {
        snprintf(f.name, sizeof f.name, "%016llx.pack",
                 (unsigned long long)now_real_nanos() ^ ((unsigned long long)getpid() << 40));
        f.fd = openat(p->dir, f.name, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
        if (f.fd >= 0 || errno != EEXIST) break;
    }
    if (f.fd < 0) return false;
    struct iovec start = {(void *)pack_magic, sizeof pack_magic};
    bool taken = flock(f.fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK;
    if (taken || !append(f.fd, &start, 1)) {
        unlinkat(p->dir, f.name, 0);
        close(f.fd);
        return false;
    }
    f.size = sizeof pack_magic;
    p->files[p->n++] = f;
    return true;
}

static bool ready_to_write(struct packs *p) {
    packs_list(p);
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
    if (payload.n > PACK_LARGEST) return;
    struct pack_header h = {kind, 0, payload.n, *key, digest_of(payload)};
    struct iovec parts[] = {{&h, sizeof h}, {(void *)payload.p, payload.n}};
    pthread_mutex_lock(&p->mutex);
    if (ready_to_write(p)) {
        struct pack_file *f = &p->files[p->writing];
        struct pack_entry e = {*key, kind, (uint32_t)p->writing, f->size + sizeof h, payload.n};
        if (append(f->fd, parts, 2)) {
            f->size += sizeof h + payload.n;
            f->tail++;
            table_add(p, &e);
        } else if (ftruncate(f->fd, (off_t)f->size)) { /* a full disk: take back the half */
            p->writing = -2;
        }
    }
    pthread_mutex_unlock(&p->mutex);
}

/* A few records behind the index cost a reader less than writing it anew costs us. */
static void write_indexes(struct packs *p) {
    for (uint32_t i = 0; i < p->n; i++) {
        const struct pack_file *f = &p->files[i];
        bool ours = (int)i == p->writing, many = f->tail >= TAIL_RECORDS || f->tail * 8 > f->index.n;
        if (!f->tail || !many || (!ours && f->tail < TAIL_RECORDS)) continue;
        if (ours || pack_lock(p, i)) pack_index_write(p, i);
    }
}

void packs_close(struct packs *p) {
    write_indexes(p);
    for (uint32_t i = 0; i < p->n; i++) {
        close(p->files[i].fd);
        pack_index_close(&p->files[i].index);
    }
    if (p->dir >= 0) close(p->dir);
    p->n = 0;
    p->dir = -1;
    pthread_mutex_destroy(&p->mutex);
    arena_free(&p->arena);
}
