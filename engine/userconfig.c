/* A person's own defaults: $XDG_CONFIG_HOME/py2/config.lua (~/.config/py2/config.lua).
 *
 * The file returns a table of common flags by their long names, '-' written '_': { jobs = 4, color =
 * "always", keep_going = true }. They are set before those of the command line, which therefore win. It is
 * Lua without any library, with a budget of steps and of memory, like a recipe. Only what concerns the person
 * or the machine may be set: what a build gives must not depend on who asked for it. */
#define _GNU_SOURCE
#include "engine/session.h"

#include <errno.h>
#include <lauxlib.h>
#include <stdlib.h>

enum { MOST_BYTES = 4 << 20, MOST_STEPS = 1000000 };

struct budget {
    size_t used;
};

static void *allocate(void *arg, void *old, size_t old_size, size_t size) {
    struct budget *b = arg;
    size_t was = old ? old_size : 0;
    if (!size) {
        free(old);
        b->used -= was;
        return NULL;
    }
    if (b->used - was + size > MOST_BYTES) return NULL;
    void *p = realloc(old, size);
    if (p) b->used += size - was;
    return p;
}

static void on_steps(lua_State *L, lua_Debug *ar) {
    (void)ar;
    luaL_error(L, "it does not come to an end");
}

static struct str config_path(struct arena *a) {
    const char *xdg = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    if (xdg && *xdg == '/') return path_join(a, str_c(xdg), STR("py2/config.lua"));
    if (home && *home == '/') return path_join(a, str_c(home), STR(".config/py2/config.lua"));
    return (struct str){0};
}

static bool wrong(struct session *s, struct str path, const char *fmt, struct str what) {
    struct str text = str_printf(&s->arena, fmt, STR_ARG(what));
    cli_usage_error(s, STR_FMT ": error[PY2E0334]: " STR_FMT, STR_ARG(path), STR_ARG(text));
    return false;
}

static const char *const known[] = {"jobs",    "keep-going", "verbose",       "color",       "progress",
                                    "memory",  "remote",     "remote-upload", "remote-exec", "message-format",
                                    "profile", "events",     "remote-option"};

static bool set_one(struct session *s, struct str path, struct str key, struct str value, bool is_switch) {
    struct str flag = str_dup(&s->arena, key), names[COUNT(known)];
    for (size_t i = 0; i < flag.n; i++)
        if (flag.p[i] == '_') ((char *)flag.p)[i] = '-';
    bool found = false;
    for (size_t i = 0; i < COUNT(known); i++) {
        names[i] = str_c(known[i]);
        found |= str_eq(flag, names[i]);
    }
    if (!found) {
        struct str near = str_closest(flag, names, COUNT(known));
        return near.n ? wrong(s, path, "it sets what cannot be set there; did you mean '" STR_FMT "'?", near)
                      : wrong(s, path, "it sets '" STR_FMT "', which cannot be set there", key);
    }
    if (is_switch && !value.n) return true; /* false: as without it */
    struct str word = is_switch
                          ? str_printf(&s->arena, "--" STR_FMT, STR_ARG(flag))
                          : str_printf(&s->arena, "--" STR_FMT "=" STR_FMT, STR_ARG(flag), STR_ARG(value));
    char *argv[] = {(char *)word.p, NULL};
    return cli_parse(s, 1, argv, false) || wrong(s, path, "in '" STR_FMT "'", key);
}

struct setting {
    struct str key, value;
    bool is_switch;
};

static int by_key(const void *a, const void *b) {
    return str_cmp(((const struct setting *)a)->key, ((const struct setting *)b)->key);
}

/* A text or a whole number. Lua itself would need memory to write the number, and there may be none left. */
static struct str text_at(struct session *s, lua_State *L, int at) {
    size_t n;
    if (lua_isinteger(L, at)) return str_printf(&s->arena, "%lld", (long long)lua_tointeger(L, at));
    const char *p = lua_tolstring(L, at, &n);
    return str_dup(&s->arena, (struct str){p, n});
}

static bool take(struct session *s, lua_State *L, struct str path) {
    VEC(struct setting) all = {0};
    if (!lua_istable(L, -1)) return wrong(s, path, "it must return a table%.*s", STR(""));
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        struct setting one = {0};
        bool fine = lua_type(L, -2) == LUA_TSTRING;
        if (fine) one.key = text_at(s, L, -2);
        if (fine && lua_isboolean(L, -1))
            one.is_switch = true, one.value = lua_toboolean(L, -1) ? STR("1") : STR("");
        else if (fine && (lua_type(L, -1) == LUA_TSTRING || lua_isinteger(L, -1)))
            one.value = text_at(s, L, -1);
        else
            return wrong(s, path, "'" STR_FMT "' must be a text, a whole number, true or false",
                         fine ? one.key : STR("a key"));
        if (memchr(one.value.p, 0, one.value.n))
            return wrong(s, path, "'" STR_FMT "' holds a NUL character", one.key);
        VEC_PUSH(&all, &s->arena, one);
    }
    if (all.n) qsort(all.p, all.n, sizeof *all.p, by_key);
    for (size_t i = 0; i < all.n; i++)
        if (!set_one(s, path, all.p[i].key, all.p[i].value, all.p[i].is_switch)) return false;
    return true;
}

bool userconfig_apply(struct session *s) {
    struct str path = config_path(&s->arena), text;
    if (!path.n || !file_read(&s->arena, path.p, &text)) return true;
    struct budget budget = {0};
    lua_State *L = lua_newstate(allocate, &budget);
    if (!L) return wrong(s, path, "there is no memory for it%.*s", STR(""));
    lua_sethook(L, on_steps, LUA_MASKCOUNT, MOST_STEPS);
    const char *name = str_printf(&s->arena, "@" STR_FMT, STR_ARG(path)).p;
    bool ok = luaL_loadbufferx(L, text.p, text.n, name, "t") == LUA_OK && lua_pcall(L, 0, 1, 0) == LUA_OK;
    ok = ok ? take(s, L, path) : wrong(s, path, STR_FMT, str_c(lua_tostring(L, -1)));
    lua_close(L);
    return ok;
}
