/* The small commands: version, targets, licences, doctor, explain, clean, cache, init. */
#define _GNU_SOURCE
#include "engine/recipe.h"
#include "engine/session.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int luaopen_lfs(lua_State *L);

int command_version(struct session *s) {
    printf("py2 %s\n", s->tools->version);
    return EXIT_DONE;
}

int command_targets(struct session *s) {
    struct str host = host_target(s->tools);
    for (const char *const *t = s->tools->targets; t && *t; t++)
        printf("%s%s\n", *t, str_is(host, *t) ? " (host)" : "");
    return EXIT_DONE;
}

int command_licenses(struct session *s) {
    for (const struct licence *l = s->tools->licences; l && l->name; l++)
        printf("==== %s ====\n\n%s\n", l->name, l->text);
    return EXIT_DONE;
}

/* ---- doctor ---- */

static void check(bool ok, const char *what, const char *help, int *bad) {
    printf("%s %s%s%s\n", ok ? "ok  " : "BAD ", what, ok ? "" : ": ", ok ? "" : help);
    *bad += !ok;
}

int command_doctor(struct session *s) {
    int bad = 0;
    struct str cache = session_cache_dir(&s->arena);
    bool writable = cache.n && file_mkdirs(cache.p) && !access(cache.p, W_OK);
    printf("py2 %s for %zu processors\n", s->tools->version, (size_t)sysconf(_SC_NPROCESSORS_ONLN));
    check(writable, str_printf(&s->arena, "the cache %s can be written", cache.n ? cache.p : "(none)").p,
          "builds work but are not remembered across workspaces; set XDG_CACHE_HOME", &bad);
    if (!session_open(s, true)) return EXIT_FAILED;
    check(s->has_root, "there is a workspace here", "`py2 init` writes a build.py2", &bad);
    check(!access(s->root.p, W_OK), str_printf(&s->arena, STR_FMT " can be written", STR_ARG(s->root)).p,
          "outputs and the build's memory live there", &bad);
    return bad ? EXIT_FAILED : EXIT_DONE;
}

/* ---- explain ---- */

static bool explain_code(struct str code) {
#define CODE(code_, meaning, text)                                                                           \
    if (str_is(code, code_)) return printf("%s: %s\n\n%s\n", code_, meaning, text) > 0;
#include "engine/base/diag_codes.def"
#undef CODE
    return false;
}

static void explain_trace(struct session *s, struct node *n) {
    if (n->visited || n->leaf || !n->old) return;
    n->visited = true;
    for (size_t i = 0; i < n->old->n; i++) explain_trace(s, n->old->deps[i].node);
    if (n->reason.n)
        printf(STR_FMT ": " STR_FMT " (%.2f ms)\n", STR_ARG(node_title(&s->arena, n)), STR_ARG(n->reason),
               (double)n->micros / 1000);
}

static int explain_body(struct session *s, void *arg) {
    struct product *products;
    size_t n;
    (void)arg;
    if (!session_select(s, s->opt.args.n, s->opt.args.p, &products, &n)) return EXIT_USAGE;
    for (size_t i = 0; i < n; i++) {
        if (!products[i].node->old) printf(STR_FMT ": never built here\n", STR_ARG(products[i].key));
        explain_trace(s, products[i].node);
    }
    return EXIT_DONE;
}

int command_explain(struct session *s) {
    if (s->opt.args.n != 1) {
        cli_usage_error(s, "explain takes a label or a code: py2 explain //pkg:name, py2 explain PY2E0301");
        return EXIT_USAGE;
    }
    if (str_starts(s->opt.args.p[0], STR("PY2"))) {
        if (explain_code(s->opt.args.p[0])) return EXIT_DONE;
        cli_usage_error(s, "there is no code " STR_FMT, STR_ARG(s->opt.args.p[0]));
        return EXIT_USAGE;
    }
    if (!session_open(s, true)) return EXIT_USAGE;
    return session_work(s, explain_body, NULL);
}

/* ---- clean ---- */

enum { DEEPEST = 200 };

/* Removes what is below `name`; links are removed, not followed. */
static bool remove_tree(int dir, const char *name, int depth) {
    if (!unlinkat(dir, name, 0) || errno == ENOENT) return true;
    int fd = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
    if (!d || depth > DEEPEST) return false;
    bool ok = true;
    for (struct dirent *e; (e = readdir(d));)
        if (strcmp(e->d_name, ".") && strcmp(e->d_name, ".."))
            ok = remove_tree(fd, e->d_name, depth + 1) && ok;
    closedir(d);
    return !unlinkat(dir, name, AT_REMOVEDIR) && ok;
}

int command_clean(struct session *s) {
    if (!session_open(s, false)) return EXIT_USAGE; /* takes the lock: no build may run */
    bool ok = remove_tree(s->build.root_fd, "out", 0);
    int error = errno;
    ok = remove_tree(s->build.root_fd, ".py2/graph", 0) && ok;
    ok = remove_tree(s->build.root_fd, ".py2/last.trace.json", 0) && ok;
    if (!ok) tell(s, "error[PY2E0401]: cannot remove everything: %s", strerror(error));
    return ok ? EXIT_DONE : EXIT_FAILED;
}

/* ---- cache ---- */

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
    static const char *const rooms[] = {"cas", "ac"};
    for (size_t r = 0; r < COUNT(rooms); r++)
        for (unsigned i = 0; i < 256; i++) {
            char folder[16];
            snprintf(folder, sizeof folder, "%s/%02x", rooms[r], i);
            cache_scan_folder(c, folder);
        }
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
    printf("removed %llu entries; %.1f MB stay\n", (unsigned long long)removed, (double)c->size / 1e6);
    return EXIT_DONE;
}

/* Every file's bytes against its name (cas) or its own check (ac); bad ones are removed. */
static int cache_verify(struct cache *c) {
    size_t bad = 0;
    struct str dir = session_cache_dir(&c->s->arena);
    for (size_t i = 0; i < c->entries.n; i++) {
        struct arena a;
        struct str bytes;
        arena_init(&a, NULL);
        const char *name = c->entries.p[i].name;
        bool ok = file_read(&a, path_join(&a, dir, str_c(name)).p, &bytes);
        if (ok && name[0] == 'c') {
            char hex[65];
            struct digest d = digest_of(bytes);
            digest_hex(&d, hex);
            ok = !strcmp(hex, strrchr(name, '/') + 1);
        } else if (ok) {
            ok = bytes.n >= 32;
            struct digest d = ok ? digest_of((struct str){bytes.p, bytes.n - 32}) : (struct digest){{0}};
            ok = ok && !memcmp(&d, bytes.p + bytes.n - 32, 32);
        }
        arena_free(&a);
        if (ok) continue;
        bad++;
        printf("bad: %s\n", name);
        unlinkat(c->fd, name, 0);
    }
    printf("%zu entries checked, %zu bad ones removed\n", c->entries.n, bad);
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
        size_t records = 0;
        for (size_t i = 0; i < c.entries.n; i++) records += c.entries.p[i].name[0] == 'a';
        printf("cache      %s\nrecords    %zu\nblobs      %zu\nsize       %.1f MB\n",
               dir.n ? dir.p : "(none)", records, c.entries.n - records, (double)c.size / 1e6);
    }
    if (gc) code = cache_gc(&c);
    if (verify) code = cache_verify(&c);
    if (c.fd >= 0) close(c.fd);
    return code;
}

/* ---- init ---- */

/* lua/init.lua looks at the sources with LuaFileSystem and returns the texts to write: it is our own file, so
 * it has the whole of Lua. Nothing that exists is changed. */
int command_init(struct session *s) {
    struct str dir = s->opt.args.n ? s->opt.args.p[0] : STR(".");
    lua_State *L = luaL_newstate();
    int code = EXIT_FAILED;
    if (!L) BUG("no memory for Lua");
    luaL_requiref(L, LUA_GNAME, luaopen_base, 1);
    luaL_requiref(L, LUA_TABLIBNAME, luaopen_table, 1);
    luaL_requiref(L, LUA_STRLIBNAME, luaopen_string, 1);
    luaL_requiref(L, "lfs", luaopen_lfs, 1);
    lua_settop(L, 0);
    if (luaL_loadbufferx(L, init_text().p, init_text().n, "=init", "t"))
        BUG("init.lua: %s", lua_tostring(L, -1));
    lua_pushlstring(L, dir.p, dir.n);
    lua_pushlstring(L, annotations_text().p, annotations_text().n);
    if (lua_pcall(L, 2, 1, 0)) {
        tell(s, "error[PY2E0320]: %s", lua_tostring(L, -1));
        lua_close(L);
        return EXIT_FAILED;
    }
    code = EXIT_DONE;
    size_t n = lua_rawlen(L, -1);
    for (size_t i = 1; i <= n; i++) {
        struct str text;
        lua_rawgeti(L, -1, (lua_Integer)i);
        lua_getfield(L, -1, "path");
        lua_getfield(L, -2, "text");
        text.p = lua_tolstring(L, -1, &text.n);
        struct str path = path_join(&s->arena, dir, str_c(lua_tostring(L, -2)));
        struct str parent = str_dup(&s->arena, path_dir(path));
        if (!access(path.p, F_OK)) {
            tell(s, STR_FMT " is there already and stays as it is", STR_ARG(path));
        } else if ((parent.n && !file_mkdirs(parent.p)) || !file_publish(path.p, text, 0644, true)) {
            tell(s, "error[PY2E0401]: cannot write " STR_FMT ": %s", STR_ARG(path), strerror(errno));
            code = EXIT_FAILED;
        } else {
            tell(s, "wrote " STR_FMT, STR_ARG(path));
        }
        lua_pop(L, 3);
    }
    lua_close(L);
    return code;
}
