/* The recipes' string functions against Lua's own, on random patterns; and every error code against its
 * table. */
#define _GNU_SOURCE
#include "engine/recipe.h"

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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
