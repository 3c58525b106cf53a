/* The index beside a pack: so that a large cache costs a build nothing but the records it asks for.
 *
 *     "py2idx1\n" padded to 16 bytes
 *     u64 covered   the bytes of the pack whose records are here
 *     u32 n, bits   lines, and how many bits of a key choose its bucket
 *     u32 × (2^bits + 1)   the first line of each bucket, and n
 *     n lines of 56 bytes: key, u64 where the payload is, u64 its length, u32 kind, u32 zero
 *
 * It is written beside and renamed, by whoever holds the pack's lock, without sync. What a reader takes from
 * it is bounded by the pack and checked against the record itself, so a wrong one can only hide records. */
#define _GNU_SOURCE
#include "engine/cache/pack.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const char magic[16] = "py2idx1\n";
enum { MOST_BITS = 16, MOST_LINES = (PACK_FULL + PACK_LARGEST) / 80, BLOCK = 64 };

struct head {
    char magic[16];
    uint64_t covered;
    uint32_t n, bits;
};
_Static_assert(sizeof(struct head) == 32 && sizeof(struct pack_line) == 56, "these are the file's form");

struct str pack_index_name(struct arena *a, const char *pack_name) {
    return str_printf(a, "%.*s.idx", (int)strlen(pack_name) - 5, pack_name);
}

static uint32_t bucket_of(const struct digest *key, uint32_t bits) {
    return ((uint32_t)key->b[0] << 8 | key->b[1]) >> (MOST_BITS - bits);
}

static bool read_head(struct packs *p, struct pack_index *x, uint64_t pack_size) {
    struct head h;
    struct stat st;
    if (fstat(x->fd, &st) || !S_ISREG(st.st_mode) || !pack_read(x->fd, &h, sizeof h, 0)) return false;
    if (memcmp(h.magic, magic, sizeof magic) || h.bits > MOST_BITS || h.n > MOST_LINES) return false;
    if (h.covered < sizeof pack_magic || h.covered > pack_size) return false;
    size_t buckets = (size_t)1 << h.bits;
    x->covered = h.covered;
    x->n = h.n;
    x->bits = h.bits;
    x->start = sizeof h + (buckets + 1) * sizeof *x->fan;
    if ((uint64_t)st.st_size != x->start + (uint64_t)h.n * sizeof(struct pack_line)) return false;
    x->fan = NEW_N(&p->arena, uint32_t, buckets + 1);
    if (!pack_read(x->fd, x->fan, (buckets + 1) * sizeof *x->fan, sizeof h)) return false;
    for (size_t i = 0; i < buckets; i++)
        if (x->fan[i] > x->fan[i + 1]) return false;
    return x->fan[0] == 0 && x->fan[buckets] == h.n;
}

void pack_index_open(struct packs *p, uint32_t file, uint64_t pack_size) {
    struct arena a;
    struct pack_index *x = &p->files[file].index;
    arena_init(&a, NULL);
    struct str name = pack_index_name(&a, p->files[file].name);
    *x = (struct pack_index){.fd = openat(p->dir, name.p, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
    arena_free(&a);
    if (x->fd >= 0 && !read_head(p, x, pack_size)) pack_index_close(x);
}

void pack_index_close(struct pack_index *x) {
    if (x->fd >= 0) close(x->fd);
    *x = (struct pack_index){.fd = -1};
}

static bool is_inside(const struct pack_line *l, uint64_t covered) {
    uint64_t first = sizeof pack_magic + sizeof(struct pack_header);
    return (l->kind == PACK_ACTION || l->kind == PACK_BLOB) && l->at >= first && l->at <= covered &&
           l->length <= covered - l->at && l->length <= PACK_LARGEST;
}

bool pack_index_find(const struct packs *p, uint32_t file, uint32_t kind, const struct digest *key,
                     struct pack_entry *out) {
    const struct pack_index *x = &p->files[file].index;
    struct pack_line lines[BLOCK];
    if (x->fd < 0) return false;
    uint32_t k = bucket_of(key, x->bits), end = x->fan[k + 1];
    for (uint32_t from = x->fan[k]; from < end; from += BLOCK) {
        uint32_t n = MIN(end - from, (uint32_t)BLOCK);
        if (!pack_read(x->fd, lines, n * sizeof *lines, x->start + (uint64_t)from * sizeof *lines))
            return false;
        for (uint32_t i = 0; i < n; i++) {
            if (lines[i].kind != kind || !digest_eq(&lines[i].key, key) || !is_inside(&lines[i], x->covered))
                continue;
            *out = (struct pack_entry){*key, kind, file, lines[i].at, lines[i].length};
            return true;
        }
    }
    return false;
}

size_t pack_lines(const struct packs *p, uint32_t file, struct arena *a, struct pack_line **out) {
    const struct pack_file *f = &p->files[file];
    const struct pack_index *x = &f->index;
    size_t from_table = 0, n = 0, covered = x->fd >= 0 ? x->covered : 0;
    for (size_t i = 0; i < p->table_size; i++)
        from_table += p->table[i].kind && p->table[i].file == file && p->table[i].at >= covered;
    struct pack_line *lines = *out = NEW_N(a, struct pack_line, from_table + x->n);
    if (x->fd >= 0 && pack_read(x->fd, lines, x->n * sizeof *lines, x->start)) n = x->n;
    for (size_t i = 0; i < n;)
        if (is_inside(&lines[i], covered))
            i++;
        else
            lines[i] = lines[--n];
    for (size_t i = 0; i < p->table_size; i++) {
        const struct pack_entry *e = &p->table[i];
        if (e->kind && e->file == file && e->at >= covered)
            lines[n++] = (struct pack_line){e->key, e->at, e->length, e->kind, 0};
    }
    return n;
}

/* By key; of one key what comes later in the pack first. */
static int by_key(const void *a, const void *b) {
    const struct pack_line *x = a, *y = b;
    int c = memcmp(&x->key, &y->key, sizeof x->key);
    if (c || x->kind != y->kind) return c ? c : (x->kind > y->kind) - (x->kind < y->kind);
    return (y->at > x->at) - (y->at < x->at);
}

static size_t sort_lines(struct pack_line *lines, size_t n) {
    size_t kept = 0;
    if (n) qsort(lines, n, sizeof *lines, by_key);
    for (size_t i = 0; i < n; i++) {
        bool again =
            kept && lines[kept - 1].kind == lines[i].kind && digest_eq(&lines[kept - 1].key, &lines[i].key);
        if (!again) lines[kept++] = lines[i];
    }
    return kept;
}

static void fill(struct buf *b, const struct pack_file *f, struct pack_line *lines, size_t n) {
    struct head h = {.covered = f->size, .n = (uint32_t)n};
    memcpy(h.magic, magic, sizeof magic);
    while (h.bits < MOST_BITS && n >> h.bits > 16) h.bits++;
    buf_put(b, &h, sizeof h);
    for (uint32_t k = 0, i = 0; k <= 1u << h.bits; k++) {
        while (i < n && bucket_of(&lines[i].key, h.bits) < k) i++;
        buf_put(b, &i, sizeof i);
    }
    buf_put(b, lines, n * sizeof *lines);
}

void pack_index_write(struct packs *p, uint32_t file) {
    struct pack_file *f = &p->files[file];
    struct arena a;
    struct buf b;
    struct pack_line *lines;
    arena_init(&a, p->memory);
    buf_init(&b, &a);
    size_t n = pack_lines(p, file, &a, &lines);
    n = sort_lines(lines, n);
    if (n <= MOST_LINES) fill(&b, f, lines, n);
    struct str name = pack_index_name(&a, f->name), beside = str_printf(&a, STR_FMT "-", STR_ARG(name));
    int fd = b.n ? openat(p->dir, beside.p, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666) : -1;
    bool ok = fd >= 0;
    for (size_t at = 0; ok && at < b.n;) {
        ssize_t put = write(fd, b.p + at, b.n - at);
        ok = put > 0;
        if (ok) at += (size_t)put;
    }
    if (fd >= 0 && (close(fd) || !ok || renameat(p->dir, beside.p, p->dir, name.p)))
        unlinkat(p->dir, beside.p, 0);
    arena_free(&a);
}
