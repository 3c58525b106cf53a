/* Pack files for `py2 cache`: checking, counting, throwing away. */
#define _GNU_SOURCE
#include "engine/cache/pack.h"
#include "engine/cache/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* One pack: returns the end of the last whole record. */
static uint64_t verify_file(struct packs *p, uint32_t file, uint64_t size, size_t *records, size_t *bad) {
    struct pack_file *f = &p->files[file];
    struct pack_header h;
    uint64_t at = sizeof pack_magic;
    while (size - at >= sizeof h && pack_read(f->fd, &h, sizeof h, at) && pack_good_header(&h, at, size)) {
        struct arena a;
        arena_init(&a, p->memory);
        char *bytes = arena_alloc(&a, h.length);
        bool ok = pack_read(f->fd, bytes, h.length, at + sizeof h);
        struct digest d = digest_of((struct str){bytes, h.length});
        struct str record = {bytes, h.length};
        ok = ok && digest_eq(&d, &h.check) && (h.kind != PACK_BLOB || digest_eq(&d, &h.key)) &&
             (h.kind != PACK_ACTION || record_plausible(record, &h.key));
        arena_free(&a);
        if (!ok && h.kind != PACK_GONE) {
            printf("bad: packs/%s at byte %llu\n", f->name, (unsigned long long)at);
            pack_mark_gone(p, file, at);
            ++*bad;
        }
        *records += h.kind != PACK_GONE;
        at += sizeof h + h.length;
    }
    return at;
}

size_t packs_verify(struct packs *p, size_t *records) {
    size_t bad = 0;
    *records = 0;
    packs_list(p);
    for (uint32_t i = 0; i < p->n; i++) {
        struct pack_file *f = &p->files[i];
        struct stat st;
        uint64_t size = fstat(f->fd, &st) ? 0 : (uint64_t)st.st_size, end = 0;
        if (f->foreign) continue;
        if (f->size >= sizeof pack_magic) end = verify_file(p, i, size, records, &bad);
        /* What is no record at the end is damage only when nobody is appending. */
        if (end == size || flock(f->fd, LOCK_EX | LOCK_NB)) continue;
        printf("bad: packs/%s from byte %llu\n", f->name, (unsigned long long)end);
        bad++;
        if (!end || ftruncate(f->fd, (off_t)end)) unlinkat(p->dir, f->name, 0);
        flock(f->fd, LOCK_UN);
    }
    return bad;
}

/* Those lines of a pack that a question would be answered with. */
static size_t live_lines(struct packs *p, uint32_t file, struct arena *a, struct pack_line **out) {
    size_t n = pack_lines(p, file, a, out), live = 0;
    for (size_t i = 0; i < n; i++) {
        struct pack_entry e;
        const struct pack_line *l = &(*out)[i];
        if (packs_find(p, l->kind, &l->key, &e) && e.file == file && e.at == l->at) (*out)[live++] = *l;
    }
    return live;
}

static uint64_t bytes_of(const struct pack_line *lines, size_t n) {
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) sum += sizeof(struct pack_header) + lines[i].length;
    return sum;
}

void packs_count(struct packs *p, struct pack_sums *sums) {
    *sums = (struct pack_sums){0};
    packs_list(p);
    for (uint32_t i = 0; i < p->n; i++) {
        struct stat st;
        struct arena a;
        struct pack_line *lines;
        arena_init(&a, p->memory);
        size_t n = live_lines(p, i, &a, &lines);
        for (size_t k = 0; k < n; k++) {
            sums->actions += lines[k].kind == PACK_ACTION;
            sums->blobs += lines[k].kind == PACK_BLOB;
        }
        sums->files++;
        sums->foreign += p->files[i].foreign;
        sums->bytes += fstat(p->files[i].fd, &st) ? 0 : (uint64_t)st.st_size;
        sums->live += bytes_of(lines, n);
        arena_free(&a);
    }
}

bool pack_remove(int dir, const char *name) {
    int fd = openat(dir, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    bool busy = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK;
    /* While it is locked nobody begins to append; who comes later finds it removed. */
    bool removed = !busy && !unlinkat(dir, name, 0);
    if (removed) {
        struct arena a;
        arena_init(&a, NULL);
        unlinkat(dir, pack_index_name(&a, name).p, 0);
        arena_free(&a);
    }
    if (fd >= 0) close(fd);
    return removed;
}

/* To the pack we append to. False when something could not be written. */
static bool move_records(struct packs *p, uint32_t file, const struct pack_line *lines, size_t n) {
    bool ok = true;
    for (size_t i = 0; i < n && ok; i++) {
        struct arena a;
        struct str payload;
        struct pack_entry e;
        arena_init(&a, p->memory);
        if (packs_get(p, &a, lines[i].kind, &lines[i].key, &payload)) {
            packs_put(p, lines[i].kind, &lines[i].key, payload);
            ok = packs_find(p, lines[i].kind, &lines[i].key, &e) && e.file != file;
        }
        arena_free(&a);
    }
    return ok;
}

/* Where files cannot be locked: nobody appends to what was left alone for an hour. */
static bool rests(const struct packs *p, uint32_t file) {
    struct stat st;
    const struct pack_file *f = &p->files[file];
    if (!flock(f->fd, LOCK_EX | LOCK_NB)) return flock(f->fd, LOCK_UN), false;
    return errno != EWOULDBLOCK && f->writable && f->size >= sizeof pack_magic && !fstat(f->fd, &st) &&
           llabs(now_real_nanos() / 1000000000 - st.st_mtim.tv_sec) > 3600;
}

size_t packs_compact(struct packs *p) {
    enum { SMALL = 4 << 20, MANY = 16 };
    size_t removed = 0;
    packs_list(p);
    for (uint32_t i = 0, n = p->n; i < n; i++) {
        struct pack_file *f = &p->files[i];
        if ((int)i == p->writing || (!pack_lock(p, i) && !rests(p, i))) continue;
        struct arena a;
        struct pack_line *lines;
        arena_init(&a, p->memory);
        size_t live = live_lines(p, i, &a, &lines);
        bool sparse = bytes_of(lines, live) * 2 < f->size - sizeof pack_magic;
        if (sparse || (n > MANY && f->size < SMALL)) {
            f->writable = false; /* the records must not come back to it */
            struct str index = pack_index_name(&a, f->name);
            if (move_records(p, i, lines, live) && !unlinkat(p->dir, f->name, 0)) {
                unlinkat(p->dir, index.p, 0);
                removed++;
            }
        }
        pack_unlock(p, i);
        arena_free(&a);
    }
    return removed;
}
