/* The recipes' string functions against Lua's own, on random patterns; and every error code against its
 * table. */
#define _GNU_SOURCE
#include "engine/recipe/rules.h"
#include "engine/recipe/recipe.h"

#include <glob.h>
#include <lauxlib.h>
#include <lualib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

/* Both libraries in one state: "stock" and "ours". The script calls both and compares values or error
 * messages. */
static const char script[] =
    "local stock, ours, seed = ...\n"
    "local function random(n) seed = (seed * 1103515245 + 12345) % 2147483648; return seed // 65536 % n + 1 "
    "end\n"
    "local parts = { 'a', 'b', '.', '%a', '%d', '%s', '%w', '%%', '%.', '[ab]', '[^a]', '[a-c]', '[%a_]', "
    "'(', ')', '()', "
    "'(a)', '(%a*)', '%1', '%2', '^', '$', '*', '+', '-', '?', '%b()', '%f[%a]', '[', ']', '%', 'x', '1', ' "
    "', '[]a]', '[^]]' }\n"
    "local letters = { 'a', 'b', 'c', 'x', '1', '2', ' ', '(', ')', '.', '_', '%', '\\0', '[', ']' }\n"
    "local function make(from, n) local t = {} for i = 1, random(n) do t[i] = from[random(#from)] end return "
    "table.concat(t) end\n"
    "local function both(what, name, ...)\n"
    "  local a, b = table.pack(pcall(stock[name], ...)), table.pack(pcall(ours[name], ...))\n"
    "  local same = a.n == b.n\n"
    "  for i = 1, a.n do same = same and a[i] == b[i] end\n"
    "  if not same then error(('%s: %s against %s'):format(what, tostring(a[2]), tostring(b[2]))) end\n"
    "end\n"
    "for i = 1, 20000 do\n"
    "  local p, s = make(parts, 6), make(letters, 12)\n"
    "  local what = ('%q %q'):format(s, p)\n"
    "  both('find ' .. what, 'find', s, p)\n"
    "  both('find ' .. what, 'find', s, p, random(20) - 10, random(4) == 1)\n"
    "  both('match ' .. what, 'match', s, p, random(8) - 3)\n"
    "  both('gsub ' .. what, 'gsub', s, p, '<%0>')\n"
    "  both('gsub ' .. what, 'gsub', s, p, '%1%2', random(3))\n"
    "  both('gsub ' .. what, 'gsub', s, p, { a = 'A', [' '] = false, b = 1 })\n"
    "  both('gsub ' .. what, 'gsub', s, p, function(x) return x == 'a' and 'Z' end)\n"
    "  local function all(lib) local t = {} for x, y in lib.gmatch(s, p) do t[#t + 1] = tostring(x) .. "
    "tostring(y) end return table.concat(t, ',') end\n"
    "  local ok1, r1 = pcall(all, stock) local ok2, r2 = pcall(all, ours)\n"
    "  if ok1 ~= ok2 or r1 ~= r2 then error(('gmatch %s: %s against %s'):format(what, r1, r2)) end\n"
    "end\n";

static void strings_are_luas(void **state) {
    (void)state;
    struct recipe r = {.steps = INT64_MAX};
    lua_State *L = luaL_newstate();
    assert_non_null(L);
    *(struct recipe **)lua_getextraspace(L) = &r;
    luaL_openlibs(L);
    for (int seed = 1; seed <= 5; seed++) {
        assert_int_equal(luaL_loadstring(L, script), LUA_OK);
        lua_getglobal(L, "string");
        recipe_string_library(L);
        lua_pushinteger(L, seed);
        if (lua_pcall(L, 3, 0, 0)) fail_msg("seed %d: %s", seed, lua_tostring(L, -1));
    }
    lua_close(L);
}

/* ---- the short way to declare (recipe_declare.c) against the prelude's ---- */

static const char *const words[] = {"app",  "library", "resource", "target", "adapter",
                                    "test", "release", "group",    "alias"};
/* What a word cannot be without, beside its name; in the order of `words`. */
static const char *const needed[] = {"main = 'm.py', ",
                                     "",
                                     "files = { 'x' }, ",
                                     "triple = 'linux-x86_64', ",
                                     "",
                                     "main = 'm.py', ",
                                     "apps = { ':a' }, ",
                                     "members = {}, ",
                                     "actual = ':a', "};
static const char *const fields[] = {
    "name",    "main",       "roots",   "deps", "resources", "targets", "opt",      "debug",  "dynamic",
    "imports", "visibility", "stack",   "srcs", "files",     "prefix",  "compress", "triple", "members",
    "actual",  "args",       "timeout", "size", "apps",      "formats", "nothing"};
static const char *const values[] = {"\"a_name\"",
                                     "\"a.b+c-d\"",
                                     "\"a b\"",
                                     "\"\"",
                                     "\"/abs\"",
                                     "\"x\\0y\"",
                                     "\"//p:q\"",
                                     "\":q\"",
                                     "\"//p/../q:r\"",
                                     "\"//...\"",
                                     "1",
                                     "0",
                                     "-7",
                                     "2.5",
                                     "true",
                                     "false",
                                     "\"64M\"",
                                     "\"speed\"",
                                     "\"small\"",
                                     "\"raise\"",
                                     "\"auto\"",
                                     "{}",
                                     "{ \"x.py\" }",
                                     "{ \"x.py\", \"y.py\", \"x.py\" }",
                                     "{ \":a\", \"//b:c\" }",
                                     "{ \":a\", 5 }",
                                     "{ a = \":a\" }",
                                     "{ [1] = \":a\", [3] = \":b\" }",
                                     "{ [2] = \"x\", [1] = \"y\" }",
                                     "{ nil, \"x\" }",
                                     "{ { \"x\" } }",
                                     "select { [\"linux-*\"] = { \":a\" }, default = {} }",
                                     "select { default = \"x.py\" }",
                                     "{ \":a\" } .. select { default = { \":b\" } }",
                                     "glob { \"*.none\" }",
                                     "string",
                                     "print",
                                     "{ \"//...\", \"//p:all\" }"};

static char folder[] = "/tmp/py2-recipe-XXXXXX";

static unsigned random_below(uint32_t *seed, size_t n) {
    *seed = *seed * 1103515245 + 12345;
    return (*seed >> 8) % (unsigned)n;
}

/* The same declarations twice: as usual, and with a second argument that is nothing, which takes the long
 * way. */
static void write_recipes(struct arena *a, uint32_t seed) {
    struct buf usual, at_length;
    buf_init(&usual, a);
    buf_init(&at_length, a);
    for (unsigned n = 1 + random_below(&seed, 3); n; n--) {
        struct buf body;
        unsigned word = random_below(&seed, COUNT(words));
        buf_init(&body, a);
        buf_printf(&body, "name = \"n%u\", %s", random_below(&seed, 9),
                   random_below(&seed, 8) ? needed[word] : "");
        for (unsigned k = random_below(&seed, 3); k; k--)
            buf_printf(&body, "%s = %s, ", fields[random_below(&seed, COUNT(fields))],
                       values[random_below(&seed, COUNT(values))]);
        buf_printf(&usual, "%s { " STR_FMT "}\n", words[word], STR_ARG(buf_view(&body)));
        buf_printf(&at_length, "%s({ " STR_FMT "}, nil)\n", words[word], STR_ARG(buf_view(&body)));
    }
    assert_true(file_publish(str_printf(a, "%s/a/build.py2", folder).p, buf_view(&usual), 0644, false));
    assert_true(file_publish(str_printf(a, "%s/b/build.py2", folder).p, buf_view(&at_length), 0644, false));
}

struct both {
    struct node *nodes[2];
    struct str decls[2], diags[2];
    struct arena *arena;
};

static void load_both(struct build *b, struct worker *w, void *arg) {
    struct both *both = arg;
    struct str cycle;
    for (int i = 0; i < 2; i++) both->nodes[i] = node_get(b, STR("package"), i ? STR("b") : STR("a"));
    schedule_need(b, w, both->nodes, 2, &cycle);
    for (int i = 0; i < 2; i++) {
        struct package p;
        struct diags d;
        struct buf text;
        buf_init(&text, both->arena);
        diags_init(&d, both->arena);
        diag_unpack(both->arena, both->nodes[i]->diags, &d);
        for (const struct diag *m = d.first; m; m = m->next)
            buf_printf(&text, "%s %u " STR_FMT " " STR_FMT "\n", m->code, m->place.line, STR_ARG(m->text),
                       STR_ARG(m->help));
        both->diags[i] = buf_view(&text);
        if (both->nodes[i]->state != NODE_DONE) continue;
        assert_true(package_decode(both->arena, both->nodes[i]->bytes, &p));
        buf_init(&text, both->arena);
        for (size_t k = 0; k < p.n; k++) decl_put(&text, &p.decls[k]);
        both->decls[i] = buf_view(&text);
    }
}

static void the_short_way_is_the_long_way(void **state) {
    (void)state;
    static const struct rule *const rules[] = {&rule_package, NULL};
    static const struct toolbox tools = {.rules = rules, .version = "0"};
    struct build b;
    size_t good = 0;
    char command[128];
    assert_non_null(mkdtemp(folder));
    snprintf(command, sizeof command, "mkdir %s/a %s/b", folder, folder);
    assert_int_equal(system(command), 0);
    for (uint32_t seed = 1; seed <= 700; seed++) {
        struct arena a;
        arena_init(&a, NULL);
        struct both both = {.arena = &a};
        write_recipes(&a, seed * 7919);
        build_init(&b, &tools, str_c(folder), NULL);
        schedule_run(&b, load_both, &both);
        bool same = both.nodes[0]->state == both.nodes[1]->state && str_eq(both.decls[0], both.decls[1]) &&
                    str_eq(both.diags[0], both.diags[1]);
        if (!same)
            fail_msg("seed %u: " STR_FMT " against " STR_FMT, seed, STR_ARG(both.diags[0]),
                     STR_ARG(both.diags[1]));
        good += both.nodes[0]->state == NODE_DONE;
        build_free(&b);
        arena_free(&a);
    }
    assert_true(good > 100); /* of right ones there are enough, too */
    snprintf(command, sizeof command, "rm -rf %s", folder);
    assert_int_equal(system(command), 0);
}

static const char *const known_codes[] = {
#define CODE(code, meaning, text) code,
#include "engine/base/diag_codes.def"
#undef CODE
};

static void codes_are_unique(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(known_codes); i++)
        for (size_t k = 0; k < i; k++) assert_string_not_equal(known_codes[i], known_codes[k]);
}

static bool is_known(const char *code) {
    for (size_t i = 0; i < COUNT(known_codes); i++)
        if (!strncmp(code, known_codes[i], 8)) return true;
    return false;
}

static void engines_codes_are_explained(void **state) {
    (void)state;
    struct arena a;
    glob_t g = {0};
    size_t found = 0;
    arena_init(&a, NULL);
    assert_int_equal(glob(PY2_TESTS "/../engine/*.c", 0, NULL, &g), 0);
    assert_int_equal(glob(PY2_TESTS "/../lua/*.lua", GLOB_APPEND, NULL, &g), 0);
    for (size_t i = 0; i < g.gl_pathc; i++) {
        struct str text;
        assert_true(file_read(&a, g.gl_pathv[i], &text));
        for (const char *p = text.p; (p = strstr(p, "PY2E")); p += 4) {
            if (strspn(p + 4, "0123456789") != 4) continue;
            found++;
            if (!is_known(p)) fail_msg("%.8s of %s is not in diag_codes.def", p, g.gl_pathv[i]);
        }
    }
    assert_true(found > 50);
    globfree(&g);
    arena_free(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_are_luas),
        cmocka_unit_test(codes_are_unique),
        cmocka_unit_test(engines_codes_are_explained),
        cmocka_unit_test(the_short_way_is_the_long_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
