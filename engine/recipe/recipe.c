/* Runs one package's recipe: rule "package", whose key is the package's path and whose output is what was
 * declared.
 *
 * The recipe sees only the environment the prelude makes. Files, listings, variables and options it asks for
 * become recorded questions of the rule's run, so that an unchanged recipe is not run again. */
#define _GNU_SOURCE
#include "engine/recipe/label.h"
#include "engine/recipe/recipe.h"
#include "engine/graph/run.h"
#include "engine/recipe/rules.h"

#include <ctype.h>
#include <errno.h>
#include <lauxlib.h>
#include <lualib.h>
#include <stdlib.h>

int luaopen_lfs(lua_State *L);

/* ---- the budget ---- */

void recipe_charge(lua_State *L, size_t steps) {
    struct recipe *r = recipe_of(L);
    r->steps -= (int64_t)MIN(steps, (size_t)RECIPE_STEPS);
    if (r->steps >= 0) return;
    recipe_fail(L, "PY2E0316",
                "recipes only declare; move the computation into the program or a generated file",
                "the recipe takes too long: more than %d million steps", RECIPE_STEPS / 1000000);
}

/* No hook sees which instruction compared texts, nor which: each may have compared the longest there are. */
static void on_steps(lua_State *L, lua_Debug *ar) {
    struct recipe *r = recipe_of(L);
    (void)ar;
    if (r->c && r->c->run->build->cancelled) {
        r->reported = true; /* nobody's mistake */
        lua_pushlightuserdata(L, r);
        lua_error(L);
    }
    recipe_charge(L, STEPS_PER_HOOK * (1 + r->longest / BYTES_PER_STEP));
}

/* ---- places ---- */

/* Chunk names of recipe files begin with '@', the prelude's with '='. */
static bool recipe_frame(lua_State *L, int level, lua_Debug *ar) {
    return lua_getinfo(L, "Sl", ar) && ar->source[0] == '@' && ar->currentline > 0 && level >= 0;
}

static struct place place_here(lua_State *L) {
    lua_Debug ar;
    for (int level = 0; lua_getstack(L, level, &ar); level++)
        if (recipe_frame(L, level, &ar))
            return (struct place){.file = str_dup(recipe_of(L)->c->arena, str_c(ar.source + 1)),
                                  .line = (uint32_t)ar.currentline};
    return (struct place){.file = recipe_of(L)->file};
}

/* ---- memory ---- */

/* Lua collects and asks again; should that fail too, it calls no handler, so the place is taken now. Looking
 * at frames allocates nothing. */
void recipe_out_of_memory(struct recipe *r) {
    r->limit_place = r->L && r->c ? place_here(r->L) : (struct place){.file = r->file};
}

/* "called from tools/macros.lua:3": the recipe lines above the innermost one. */
static void add_callers(lua_State *L, struct diag *m) {
    struct buf b;
    lua_Debug ar;
    int frames = 0;
    buf_init(&b, recipe_of(L)->c->arena);
    for (int level = 0; frames < 12 && lua_getstack(L, level, &ar); level++) {
        if (!recipe_frame(L, level, &ar)) continue;
        if (frames++) buf_printf(&b, "%scalled from %s:%d", b.n ? "\n" : "", ar.source + 1, ar.currentline);
    }
    if (b.n) m->why = buf_view(&b);
}

_Noreturn void recipe_fail(lua_State *L, const char *code, const char *help, const char *fmt, ...) {
    struct recipe *r = recipe_of(L);
    va_list ap;
    va_start(ap, fmt);
    struct str text = str_vprintf(r->c->arena, fmt, ap);
    va_end(ap);
    if (!r->reported) {
        struct diag *m = diag_error(r->c->diags, code, place_here(L), STR_FMT, STR_ARG(text));
        add_callers(L, m);
        if (help) diag_help(r->c->diags, m, "%s", help);
    }
    r->reported = true;
    lua_pushlightuserdata(L, r);
    lua_error(L);
    __builtin_unreachable();
}

/* ---- the host's functions ---- */

static struct str arg_str(lua_State *L, int i) {
    struct str s;
    s.p = luaL_checklstring(L, i, &s.n);
    return s;
}

static int host_fail(lua_State *L) {
    const char *code = luaL_checkstring(L, 1);
    struct recipe *r = recipe_of(L);
    recipe_fail(L, str_dup(r->c->arena, str_c(code)).p, lua_tostring(L, 3), STR_FMT, STR_ARG(arg_str(L, 2)));
}

static int host_print(lua_State *L) {
    struct recipe *r = recipe_of(L);
    struct diag *m = diag_warning(r->c->diags, NULL, place_here(L), STR_FMT, STR_ARG(arg_str(L, 1)));
    m->severity = SEV_NOTE;
    r->c->diags->warnings--;
    return 0;
}

static int host_closest(lua_State *L) {
    struct arena *a = recipe_of(L)->c->arena;
    size_t n = lua_rawlen(L, 2);
    struct str *words = NEW_N(a, struct str, n);
    for (size_t i = 0; i < n; i++) {
        lua_rawgeti(L, 2, (lua_Integer)i + 1);
        words[i] = lua_type(L, -1) == LUA_TSTRING ? str_dup(a, arg_str(L, -1)) : STR("");
        lua_pop(L, 1);
    }
    struct str near = str_closest(arg_str(L, 1), words, n);
    if (near.n)
        lua_pushlstring(L, near.p, near.n);
    else
        lua_pushnil(L);
    return 1;
}

uint32_t recipe_line(lua_State *L) {
    lua_Debug ar;
    for (int level = 0; lua_getstack(L, level, &ar); level++)
        if (recipe_frame(L, level, &ar)) return (uint32_t)ar.currentline;
    return 0;
}

static int host_line(lua_State *L) {
    lua_pushinteger(L, recipe_line(L));
    return 1;
}

static int host_package(lua_State *L) {
    struct str package = recipe_of(L)->package;
    lua_pushlstring(L, package.p, package.n);
    return 1;
}

static int host_label(lua_State *L) {
    struct recipe *r = recipe_of(L);
    struct label l;
    const char *why;
    if (label_parse(r->c->arena, arg_str(L, 1), r->package, &l, &why)) {
        struct str text = label_text(r->c->arena, &l);
        lua_pushlstring(L, text.p, text.n);
        return 1;
    }
    lua_pushnil(L);
    lua_pushstring(L, why);
    return 2;
}

/* host.pattern(text): nothing when it is one, else why not. */
static int host_pattern(lua_State *L) {
    struct recipe *r = recipe_of(L);
    struct pattern p;
    const char *why;
    if (pattern_parse(r->c->arena, arg_str(L, 1), r->package, &p, &why)) return 0;
    lua_pushstring(L, why);
    return 1;
}

/* host.warn(code, text) */
static int host_warn(lua_State *L) {
    struct recipe *r = recipe_of(L);
    struct str code = str_dup(r->c->arena, arg_str(L, 1));
    diag_warning(r->c->diags, code.p, place_here(L), STR_FMT, STR_ARG(arg_str(L, 2)));
    return 0;
}

static int host_declare(lua_State *L) {
    struct recipe *r = recipe_of(L);
    struct decl d = {.word = str_dup(r->c->arena, arg_str(L, 1)), .line = (uint32_t)lua_tointeger(L, 3)};
    recipe_value(L, 2, &d.fields, 0);
    d.fields.kind = V_MAP; /* an empty table looks like a list */
    const struct value *name = value_field(&d.fields, "name");
    if (name) d.name = name->s;
    decl_put(&r->decls, &d);
    r->n_decls++;
    return 0;
}

static size_t get_strings(lua_State *L, int index, struct str **out) {
    struct arena *a = recipe_of(L)->c->arena;
    size_t n = lua_rawlen(L, index);
    *out = NEW_N(a, struct str, n);
    for (size_t i = 0; i < n; i++) {
        lua_rawgeti(L, index, (lua_Integer)i + 1);
        (*out)[i] = str_dup(a, arg_str(L, -1));
        lua_pop(L, 1);
    }
    return n;
}

static int host_glob(lua_State *L) {
    struct recipe *r = recipe_of(L);
    struct str *include, *exclude, *found;
    size_t n_include = get_strings(L, 1, &include), n_exclude = get_strings(L, 2, &exclude);
    size_t n =
        rule_glob(r->c, r->package.n ? r->package : STR("."), n_include, include, n_exclude, exclude, &found);
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        lua_pushlstring(L, found[i].p, found[i].n);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int host_option(lua_State *L) {
    struct recipe *r = recipe_of(L);
    VEC_PUSH(&r->options, r->c->arena, str_dup(r->c->arena, arg_str(L, 1)));
    return 0;
}

/* Empty is the same as not given for parameters: the command line cannot tell them apart. */
static int host_param(lua_State *L) {
    struct recipe *r = recipe_of(L);
    struct str v = rule_param(r->c, str_dup(r->c->arena, arg_str(L, 1)));
    if (v.n)
        lua_pushlstring(L, v.p, v.n);
    else
        lua_pushnil(L);
    return 1;
}

static int host_env(lua_State *L) {
    struct recipe *r = recipe_of(L);
    bool set;
    struct str v = rule_env(r->c, str_dup(r->c->arena, arg_str(L, 1)), &set);
    if (set)
        lua_pushlstring(L, v.p, v.n);
    else
        lua_pushnil(L);
    return 1;
}

/* "//x/y.lua" or a path in this package -> a clean path from the root. */
static int host_include_path(lua_State *L) {
    struct recipe *r = recipe_of(L);
    struct str text = arg_str(L, 1);
    bool rooted = str_starts(text, STR("//"));
    struct str path = rooted ? str_dup(r->c->arena, (struct str){text.p + 2, text.n - 2})
                             : path_join(r->c->arena, r->package, text);
    path = path_clean(r->c->arena, path);
    const char *why = NULL;
    if (!text.n || memchr(text.p, 0, text.n))
        why = "this is no path";
    else if (path.p[0] == '/' || str_is(path, "..") || str_starts(path, STR("../")))
        why = "it is outside the workspace";
    else if (!str_ends(path, STR(".lua")))
        why = "only files whose name ends with .lua can be included";
    if (why)
        lua_pushnil(L), lua_pushstring(L, why);
    else
        lua_pushlstring(L, path.p, path.n);
    return why ? 2 : 1;
}

/* The text behind "file.lua:3: text" as luaL_where and the parser put it in front, and its line. */
static struct str without_place(struct str text, uint32_t *line) {
    for (size_t i = 0; i + 2 < text.n && i < 120; i++) {
        if (text.p[i] != ':' || !isdigit((unsigned char)text.p[i + 1])) continue;
        size_t j = i + 1;
        uint32_t n = 0;
        while (j < text.n && isdigit((unsigned char)text.p[j])) n = n * 10 + (uint32_t)(text.p[j++] - '0');
        if (j + 1 >= text.n || text.p[j] != ':' || text.p[j + 1] != ' ') continue;
        *line = n;
        return (struct str){text.p + j + 2, text.n - j - 2};
    }
    return text;
}

static void report_syntax(lua_State *L, struct recipe *r, struct str file) {
    struct place at = {.file = file};
    struct str text = without_place(str_c(lua_tostring(L, -1)), &at.line);
    if (!r->reported)
        diag_error(r->c->diags, "PY2E0301", at, "the recipe does not parse: " STR_FMT, STR_ARG(text));
    r->reported = true;
}

/* Pushes the compiled file with a fresh environment; the prelude's maker of environments is upvalue 1. Text
 * only: compiled Lua could break memory. */
static bool load_chunk(lua_State *L, struct str file, struct str text, int maker) {
    struct recipe *r = recipe_of(L);
    struct str name = str_printf(r->c->arena, "@" STR_FMT, STR_ARG(file));
    if (text.n >= 3 && !memcmp(text.p, "\xef\xbb\xbf", 3)) text = (struct str){text.p + 3, text.n - 3};
    if (luaL_loadbufferx(L, text.p, text.n, name.p, "t")) {
        report_syntax(L, r, file);
        return false;
    }
    lua_pushvalue(L, maker);
    lua_call(L, 0, 1);
    lua_setupvalue(L, -2, 1);
    return true;
}

/* What LuaFileSystem says a path is: "file", "directory", …; NULL for nothing. The bytes still come by the
 * recorded way. */
static const char *file_mode(lua_State *L, struct str path) {
    struct recipe *r = recipe_of(L);
    luaL_requiref(L, "lfs", luaopen_lfs, 0);
    lua_getfield(L, -1, "attributes");
    lua_pushstring(L, build_path(r->c->arena, r->c->run->build, path).p);
    lua_pushliteral(L, "mode");
    lua_call(L, 2, 1);
    const char *mode = lua_type(L, -1) == LUA_TSTRING ? str_dup(r->c->arena, arg_str(L, -1)).p : NULL;
    lua_pop(L, 2);
    return mode;
}

static int host_load(lua_State *L) {
    struct recipe *r = recipe_of(L);
    struct str path = str_dup(r->c->arena, arg_str(L, 1)), text;
    const char *mode = file_mode(L, path);
    if (mode && strcmp(mode, "file"))
        recipe_fail(L, "PY2E0315", NULL, "cannot include " STR_FMT ": it is a %s", STR_ARG(path), mode);
    if (!rule_read_file(r->c, path, &text))
        recipe_fail(L, "PY2E0315", NULL, "cannot include " STR_FMT ": %s", STR_ARG(path), strerror(errno));
    lua_getfield(L, LUA_REGISTRYINDEX, "environment");
    if (load_chunk(L, path, text, lua_gettop(L))) return 1;
    lua_pushlightuserdata(L, r);
    return lua_error(L);
}

/* host.string_methods(t): what s:method() finds. */
static int host_string_methods(lua_State *L) {
    lua_pushliteral(L, "");
    lua_getmetatable(L, -1);
    lua_pushvalue(L, 1);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    return 0;
}

/* ---- setting up ---- */

/* Linear library functions charge for what they walk over; upvalue 1 is the stock one, upvalue 2 whether it
 * is table.move, whose work is what it is told to be. */
static int charged(lua_State *L) {
    int n = lua_gettop(L);
    size_t work = 0;
    if (lua_toboolean(L, lua_upvalueindex(2))) {
        lua_Integer from = luaL_checkinteger(L, 2), to = luaL_checkinteger(L, 3);
        if (to >= from) work = (size_t)to - (size_t)from;
        recipe_charge(L, work);
    }
    for (int i = 1; i <= n; i++)
        if (lua_type(L, i) == LUA_TTABLE || lua_type(L, i) == LUA_TSTRING) work += lua_rawlen(L, i);
    recipe_charge(L, work / 4 + 1);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, n, LUA_MULTRET);
    return lua_gettop(L);
}

static void push_library(lua_State *L, const char *name, lua_CFunction open, const char *const *functions) {
    luaL_requiref(L, name, open, 0);
    lua_newtable(L);
    for (; *functions; functions++) {
        lua_getfield(L, -2, *functions);
        if (lua_isfunction(L, -1)) {
            lua_pushboolean(L, strcmp(*functions, "move") == 0);
            lua_pushcclosure(L, charged, 2);
        }
        lua_setfield(L, -2, *functions);
    }
    lua_remove(L, -2);
}

static void push_host(lua_State *L) {
    static const luaL_Reg functions[] = {{"fail", host_fail},
                                         {"print", host_print},
                                         {"closest", host_closest},
                                         {"line", host_line},
                                         {"package", host_package},
                                         {"pattern", host_pattern},
                                         {"warn", host_warn},
                                         {"label", host_label},
                                         {"declare", host_declare},
                                         {"glob", host_glob},
                                         {"option", host_option},
                                         {"param", host_param},
                                         {"env", host_env},
                                         {"include_path", host_include_path},
                                         {"load", host_load},
                                         {"mark", recipe_mark},
                                         {"word", recipe_word},
                                         {"string_methods", host_string_methods},
                                         {NULL, NULL}};
    static const char *const table[] = {"concat", "insert", "move", "pack", "remove", "unpack", NULL};
    static const char *const utf8[] = {"char", "charpattern", "codepoint", "codes", "len", "offset", NULL};
    lua_newtable(L);
    luaL_setfuncs(L, functions, 0);
    recipe_string_library(L);
    lua_setfield(L, -2, "string");
    push_library(L, LUA_TABLIBNAME, luaopen_table, table);
    lua_setfield(L, -2, "table");
    push_library(L, LUA_UTF8LIBNAME, luaopen_utf8, utf8);
    lua_setfield(L, -2, "utf8");
}

static void open_libraries(lua_State *L) {
    luaL_requiref(L, LUA_GNAME, luaopen_base, 1);
    luaL_requiref(L, LUA_TABLIBNAME, luaopen_table, 1);
    luaL_requiref(L, LUA_STRLIBNAME, luaopen_string, 1);
    luaL_requiref(L, LUA_MATHLIBNAME, luaopen_math, 1);
    luaL_requiref(L, LUA_UTF8LIBNAME, luaopen_utf8, 1);
    lua_settop(L, 0);
}

/* The message handler: runs where the error happened, so the place is still known. */
static int on_error(lua_State *L) {
    struct recipe *r = recipe_of(L);
    if (r->reported || lua_type(L, 1) != LUA_TSTRING) return 1;
    uint32_t line = 0;
    struct str text = without_place(str_c(lua_tostring(L, 1)), &line);
    struct diag *m = diag_error(r->c->diags, "PY2E0310", place_here(L), STR_FMT, STR_ARG(text));
    add_callers(L, m);
    r->reported = true;
    return 1;
}

/* Runs protected: the argument is the compiled prelude. What is there afterwards is what every package starts
 * with. */
int recipe_prepare(lua_State *L) {
    const struct str *code = lua_touserdata(L, 1);
    open_libraries(L);
    luaL_newmetatable(L, "select");
    luaL_newmetatable(L, "join");
    lua_settop(L, 0);
    if (luaL_loadbufferx(L, code->p, code->n, "=prelude", "b")) return lua_error(L);
    push_host(L);
    lua_call(L, 1, 1);
    lua_setfield(L, LUA_REGISTRYINDEX, "environment");
    return 0;
}

/* Runs protected: the argument is the recipe's text. */
static int run_recipe(lua_State *L) {
    struct recipe *r = recipe_of(L);
    struct str *text = lua_touserdata(L, 1);
    lua_sethook(L, on_steps, LUA_MASKCOUNT, STEPS_PER_HOOK);
    lua_getfield(L, LUA_REGISTRYINDEX, "environment");
    if (!load_chunk(L, r->file, *text, lua_gettop(L))) return 0;
    lua_call(L, 0, 0);
    return 0;
}

static void report_limit(struct recipe *r, bool memory) {
    struct place at = r->limit_place.file.n ? r->limit_place : (struct place){.file = r->file};
    if (r->reported) return;
    if (memory && r->steps >= 0)
        diag_error(r->c->diags, "PY2E0317", at, "the recipe needs more than %d MB of memory",
                   RECIPE_MEMORY >> 20);
    else if (r->steps < 0)
        diag_error(r->c->diags, "PY2E0316", at, "the recipe takes too long: more than %d million steps",
                   RECIPE_STEPS / 1000000);
    else
        diag_error(r->c->diags, "PY2E0310", at, "the recipe failed");
}

static bool run_package(struct rule_ctx *c) {
    struct recipe r = {.c = c, .package = c->key, .steps = RECIPE_STEPS};
    struct str text;
    buf_init(&r.decls, c->arena);
    r.file = path_join(c->arena, c->key, STR("build.py2"));
    if (!rule_read_file(c, r.file, &text)) {
        diag_error(c->diags, "PY2E0318", (struct place){.file = r.file}, "the recipe cannot be read: %s",
                   strerror(errno));
        return false;
    }
    struct recipe_host *host = recipe_host_take(c->run->build, &r);
    lua_State *L = r.L;
    lua_pushcfunction(L, on_error);
    lua_pushcfunction(L, run_recipe);
    lua_pushlightuserdata(L, &text);
    int status = lua_pcall(L, 1, 0, 1);
    bool ok = status == LUA_OK;
    if (!ok) report_limit(&r, status == LUA_ERRMEM);
    recipe_host_give(c->run->build, host);
    if (!ok || c->diags->errors) return false;
    struct package p = {
        .path = c->key, .file = r.file, .n = r.n_decls, .options = r.options.p, .n_options = r.options.n};
    rule_output(c, package_encode_around(c->arena, &p, buf_view(&r.decls)));
    return true;
}

const struct rule rule_package = {
    .name = "package", .version = ENGINE_DIGEST, .run = run_package, .recipe = true};
