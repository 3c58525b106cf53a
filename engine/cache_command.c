/* `py2 cache`: what the shared cache holds, throwing away what was not used for long, and checking all of it.
 */
#define _GNU_SOURCE
#include "engine/cache/pack.h"
#include "engine/session.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct entry {
    char name[80]; /* cas/ab/… */
    uint64_t size;
    int64_t used;
};

struct cache {
    struct session *s;
    int fd;
    VEC(struct entry) entries;
    uint64_t size;
    int64_t now; /* seconds */
};

/* An index counts with its pack, and goes with it. */
static bool take_index(struct cache *c, int folder, const char *name, struct entry *entry) {
    struct stat st;
    size_t n = strlen(name);
    if (n < 6 || strcmp(name + n - 5, ".pack")) return false;
    struct str index = pack_index_name(&c->s->arena, name);
    if (!fstatat(folder, index.p, &st, AT_SYMLINK_NOFOLLOW)) entry->size += (uint64_t)st.st_size;
    return true;
}

static void cache_scan_folder(struct cache *c, const char *folder) {
    int fd = openat(c->fd, folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
    if (!d) return;
    for (struct dirent *e; (e = readdir(d));) {
        struct stat st;
        struct entry entry = {0};
        if (e->d_name[0] == '.' || fstatat(fd, e->d_name, &st, AT_SYMLINK_NOFOLLOW) || !S_ISREG(st.st_mode))
            continue;
        if ((size_t)snprintf(entry.name, sizeof entry.name, "%s/%s", folder, e->d_name) >= sizeof entry.name)
            continue;
        entry.size = (uint64_t)st.st_size;
        if (folder[0] == 'p' && !take_index(c, fd, e->d_name, &entry)) continue;
        entry.used = MIN((int64_t)st.st_mtim.tv_sec, c->now); /* a clock that ran ahead makes nothing newer */
        c->size += entry.size;
        VEC_PUSH(&c->entries, &c->s->arena, entry);
    }
    closedir(d);
}

static void cache_scan(struct cache *c) {
    for (unsigned i = 0; i < 256; i++) {
        char folder[16];
        snprintf(folder, sizeof folder, "cas/%02x", i);
        cache_scan_folder(c, folder);
    }
    cache_scan_folder(c, "packs");
}

static int oldest_first(const void *a, const void *b) {
    const struct entry *x = a, *y = b;
    return x->used != y->used ? (x->used < y->used ? -1 : 1) : strcmp(x->name, y->name);
}

struct limits {
    uint64_t size;
    int64_t oldest; /* seconds */
};

static bool parse_limits(struct cache *c, struct limits *limits) {
    struct session *s = c->s;
    *limits = (struct limits){s->opt.args.n < 2 ? (uint64_t)5 << 30 : UINT64_MAX, INT64_MIN};
    for (size_t i = 1; i < s->opt.args.n; i++) {
        struct str arg = s->opt.args.p[i];
        struct value v = {.kind = V_STR};
        if (str_starts(arg, STR("--max-size="))) {
            v.s = (struct str){arg.p + 11, arg.n - 11};
            if (size_parse(&v, &limits->size)) continue;
        } else if (str_starts(arg, STR("--max-age="))) {
            uint64_t days;
            v.s = (struct str){arg.p + 10, arg.n - 10};
            if (size_parse(&v, &days) && days < 100000) {
                limits->oldest = c->now - (int64_t)days * 86400;
                continue;
            }
        }
        cli_usage_error(s, "cache gc takes --max-size=SIZE and --max-age=DAYS, not '" STR_FMT "'",
                        STR_ARG(arg));
        return false;
    }
    return true;
}

/* What was left half-written an hour ago is nobody's. */
static void clear_temporaries(struct cache *c) {
    int tmp = openat(c->fd, "tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *d = tmp >= 0 ? fdopendir(tmp) : NULL;
    for (struct dirent *e; d && (e = readdir(d));) {
        struct stat st;
        if (e->d_name[0] != '.' && !fstatat(tmp, e->d_name, &st, AT_SYMLINK_NOFOLLOW) &&
            llabs(c->now - st.st_mtim.tv_sec) > 3600)
            unlinkat(tmp, e->d_name, 0);
    }
    if (d) closedir(d);
}

static size_t compact(struct cache *c) {
    struct packs packs;
    packs_open(&packs, c->fd, NULL);
    size_t removed = packs_compact(&packs);
    packs_close(&packs);
    return removed;
}

/* Removing takes nothing from a build that runs: it has the packs open that it reads, nobody's pack that is
 * being appended to goes, and a blob that is gone is made again. */
static int cache_gc(struct cache *c) {
    struct limits limits;
    size_t removed = 0;
    if (!parse_limits(c, &limits)) return EXIT_USAGE;
    if (c->fd < 0) return printf("removed 0 files; 0.0 MB stay\n") < 0;
    clear_temporaries(c);
    size_t compacted = compact(c);
    cache_scan(c);
    if (c->entries.n) qsort(c->entries.p, c->entries.n, sizeof *c->entries.p, oldest_first);
    for (size_t i = 0; i < c->entries.n; i++) {
        const struct entry *e = &c->entries.p[i];
        if (e->used >= limits.oldest && c->size <= limits.size) break;
        if (e->name[0] == 'p' ? !pack_remove(c->fd, e->name) : unlinkat(c->fd, e->name, 0)) continue;
        c->size -= e->size;
        removed++;
    }
    printf("removed %zu files, rewrote %zu; %.1f MB stay\n", removed, compacted, (double)c->size / 1e6);
    return EXIT_DONE;
}

/* Every blob against its name, every record against its check; what is bad is removed. */
static int cache_verify(struct cache *c) {
    size_t bad = 0, loose = 0, records = 0;
    struct str dir = session_cache_dir(&c->s->arena);
    if (c->fd >= 0) cache_scan(c);
    for (size_t i = 0; i < c->entries.n; i++) {
        const char *name = c->entries.p[i].name;
        struct arena a;
        struct str bytes;
        char hex[65];
        if (name[0] != 'c') continue;
        arena_init(&a, NULL);
        bool ok = file_read(&a, path_join(&a, dir, str_c(name)).p, &bytes);
        struct digest d = digest_of(ok ? bytes : STR(""));
        digest_hex(&d, hex);
        ok = ok && !strcmp(hex, strrchr(name, '/') + 1);
        arena_free(&a);
        loose++;
        if (ok) continue;
        bad++;
        printf("bad: %s\n", name);
        unlinkat(c->fd, name, 0);
    }
    if (c->fd >= 0) {
        struct packs packs;
        packs_open(&packs, c->fd, NULL);
        bad += packs_verify(&packs, &records);
        packs_close(&packs);
    }
    printf("%zu entries checked, %zu bad ones removed\n", loose + records, bad);
    return bad ? EXIT_FAILED : EXIT_DONE;
}

static int cache_stats(struct cache *c, struct str dir) {
    struct pack_sums sums = {0};
    struct packs packs;
    size_t n_packs = 0;
    int64_t oldest = c->now;
    if (c->fd >= 0) {
        packs_open(&packs, c->fd, NULL);
        packs_count(&packs, &sums);
        packs_close(&packs);
        cache_scan(c);
    }
    for (size_t i = 0; i < c->entries.n; i++) {
        n_packs += c->entries.p[i].name[0] == 'p';
        oldest = MIN(oldest, c->entries.p[i].used);
    }
    printf("cache      %s\n", dir.n ? dir.p : "(none)");
    printf("size       %.1f MB\n", (double)c->size / 1e6);
    printf("packs      %zu, %.1f MB", n_packs, (double)sums.bytes / 1e6);
    if (sums.foreign) printf(" (%zu of another version of py2)", sums.foreign);
    printf("\n  runs     %zu\n  blobs    %zu\n", sums.actions, sums.blobs);
    printf("  replaced %.1f MB (`py2 cache gc` gives them back)\n",
           sums.bytes > sums.live ? (double)(sums.bytes - sums.live) / 1e6 : 0.0);
    printf("files      %zu\n", c->entries.n - n_packs);
    printf("oldest use %lld days ago\n", (long long)(c->now - oldest) / 86400);
    return EXIT_DONE;
}

int command_cache(struct session *s) {
    struct str what = s->opt.args.n ? s->opt.args.p[0] : STR("");
    struct str dir = session_cache_dir(&s->arena);
    struct cache c = {.s = s, .fd = -1, .now = time(NULL)};
    bool stats = str_is(what, "stats"), gc = str_is(what, "gc"), verify = str_is(what, "verify");
    if (!stats && !gc && !verify) {
        cli_usage_error(s, "cache takes stats, gc or verify");
        return EXIT_USAGE;
    }
    if (dir.n) c.fd = open(dir.p, O_PATH | O_DIRECTORY | O_CLOEXEC);
    int code = stats ? cache_stats(&c, dir) : gc ? cache_gc(&c) : cache_verify(&c);
    if (c.fd >= 0) close(c.fd);
    return code;
}
