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
#include "engine/cache/cache.h"
#include "engine/cache/pack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { LOOSE_BYTES = 128 << 10 };
static const uint64_t LARGEST_BLOB = (uint64_t)4 << 30;

struct store {
    int fd; /* the directory */
    atomic_uint counter;
    struct memory *memory;
    struct packs packs;
};

struct store *store_open(struct memory *memory, const char *dir) {
    if (!dir || !*dir || !file_mkdirs(dir)) return NULL;
    int fd = open(dir, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return NULL;
    struct store *s = memory_get(memory, sizeof *s);
    s->fd = fd;
    s->memory = memory;
    packs_open(&s->packs, fd, memory);
    return s;
}

void store_close(struct store *s) {
    if (!s) return;
    packs_close(&s->packs);
    close(s->fd);
    memory_put(s->memory, s, sizeof *s);
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

size_t store_get_records(struct store *s, struct arena *a, const struct digest *key, struct str *records,
                         size_t most) {
    return packs_get_some(&s->packs, a, PACK_ACTION, key, records, most);
}

void store_put_record(struct store *s, const struct digest *key, struct str record) {
    packs_put(&s->packs, PACK_ACTION, key, record);
}
