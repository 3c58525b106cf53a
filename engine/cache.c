/* `py2 cache`: what the shared cache holds, throwing away what was not used for long, and checking all of it.
 */
#define _GNU_SOURCE
#include "engine/pack.h"
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
};

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
        entry.used = st.st_mtim.tv_sec;
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

static int cache_gc(struct cache *c) {
    struct session *s = c->s;
    uint64_t most = UINT64_MAX, removed = 0;
    int64_t oldest = INT64_MIN, now = time(NULL);
    for (size_t i = 1; i < s->opt.args.n; i++) {
        struct str arg = s->opt.args.p[i];
        struct value v = {.kind = V_STR};
        uint64_t days;
        if (str_starts(arg, STR("--max-size="))) {
            v.s = (struct str){arg.p + 11, arg.n - 11};
            if (size_parse(&v, &most)) continue;
        } else if (str_starts(arg, STR("--max-age="))) {
            v.s = (struct str){arg.p + 10, arg.n - 10};
            if (size_parse(&v, &days) && days < 100000) {
                oldest = now - (int64_t)days * 86400;
                continue;
            }
        }
        cli_usage_error(s, "cache gc takes --max-size=SIZE and --max-age=DAYS, not '" STR_FMT "'",
                        STR_ARG(arg));
        return EXIT_USAGE;
    }
    if (s->opt.args.n < 2) most = (uint64_t)5 << 30;
    if (c->entries.n) qsort(c->entries.p, c->entries.n, sizeof *c->entries.p, oldest_first);
    for (size_t i = 0; i < c->entries.n; i++) {
        const struct entry *e = &c->entries.p[i];
        if (e->used >= oldest && c->size <= most) break;
        if (unlinkat(c->fd, e->name, 0)) continue;
        c->size -= e->size;
        removed++;
    }
    int tmp = openat(c->fd, "tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *d = tmp >= 0 ? fdopendir(tmp) : NULL;
    for (struct dirent *e; d && (e = readdir(d));) { /* what was left half-written an hour ago is nobody's */
        struct stat st;
        if (e->d_name[0] != '.' && !fstatat(tmp, e->d_name, &st, 0) && now - st.st_mtim.tv_sec > 3600)
            unlinkat(tmp, e->d_name, 0);
    }
    if (d) closedir(d);
    printf("removed %llu files; %.1f MB stay\n", (unsigned long long)removed, (double)c->size / 1e6);
    return EXIT_DONE;
}

/* Every blob against its name, every record against its check; what is bad is removed. */
static int cache_verify(struct cache *c) {
    size_t bad = 0, loose = 0, records = 0;
    struct str dir = session_cache_dir(&c->s->arena);
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

int command_cache(struct session *s) {
    struct str what = s->opt.args.n ? s->opt.args.p[0] : STR("");
    struct str dir = session_cache_dir(&s->arena);
    struct cache c = {.s = s, .fd = dir.n ? open(dir.p, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1};
    bool stats = str_is(what, "stats"), gc = str_is(what, "gc"), verify = str_is(what, "verify");
    if (!stats && !gc && !verify) {
        cli_usage_error(s, "cache takes stats, gc or verify");
        return EXIT_USAGE;
    }
    if (c.fd >= 0) cache_scan(&c);
    int code = EXIT_DONE;
    if (stats) {
        size_t packs = 0;
        for (size_t i = 0; i < c.entries.n; i++) packs += c.entries.p[i].name[0] == 'p';
        printf("cache      %s\npacks      %zu\nblobs      %zu\nsize       %.1f MB\n",
               dir.n ? dir.p : "(none)", packs, c.entries.n - packs, (double)c.size / 1e6);
    }
    if (gc) code = cache_gc(&c);
    if (verify) code = cache_verify(&c);
    if (c.fd >= 0) close(c.fd);
    return code;
}
