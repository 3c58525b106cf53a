/* The small commands: version, targets, licences, doctor, clean, init. */
#define _GNU_SOURCE
#include "engine/recipe/recipe.h"
#include "engine/session.h"

#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
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

/* ---- clean ---- */

int command_clean(struct session *s) {
    if (!session_open(s, false)) return EXIT_USAGE; /* takes the lock: no build may run */
    bool ok = file_remove_tree(s->build.root_fd, "out");
    int error = errno;
    ok = file_remove_tree(s->build.root_fd, ".py2/graph") && ok;
    ok = file_remove_tree(s->build.root_fd, ".py2/journal") && ok;
    ok = file_remove_tree(s->build.root_fd, ".py2/last.trace.json") && ok;
    if (!ok) tell_error(s, "PY2E0401", "cannot remove everything: %s", strerror(error));
    return ok ? EXIT_DONE : EXIT_FAILED;
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
        tell_error(s, "PY2E0320", "%s", lua_tostring(L, -1));
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
            tell_error(s, "PY2E0401", "cannot write " STR_FMT ": %s", STR_ARG(path), strerror(errno));
            code = EXIT_FAILED;
        } else {
            tell(s, "wrote " STR_FMT, STR_ARG(path));
        }
        lua_pop(L, 3);
    }
    lua_close(L);
    return code;
}
