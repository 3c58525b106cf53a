/* Lua values to plain values. The prelude has checked types; this copies, sorts keys, and bounds depth. */
#include "engine/recipe/recipe.h"

#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>

/* host.mark("select" or "join", table): tags a plain table by a metatable that only the registry knows. */
int recipe_mark(lua_State *L) {
    luaL_newmetatable(L, lua_tostring(L, 1));
    lua_setmetatable(L, 2);
    lua_settop(L, 2);
    return 1;
}

static enum value_kind table_kind(lua_State *L, int index) {
    enum value_kind kind = V_MAP;
    if (lua_getmetatable(L, index)) {
        luaL_getmetatable(L, "select");
        luaL_getmetatable(L, "join");
        if (lua_rawequal(L, -1, -3))
            kind = V_JOIN;
        else if (lua_rawequal(L, -2, -3))
            kind = V_SELECT;
        lua_pop(L, 3);
    }
    if (kind != V_MAP) return kind;
    lua_pushnil(L);
    while (lua_next(L, index)) {
        lua_pop(L, 1);
        if (lua_type(L, -1) == LUA_TNUMBER) continue;
        lua_pop(L, 1);
        return V_MAP;
    }
    return V_LIST;
}

struct pair {
    struct str key;
    struct value value;
};

static int by_key(const void *a, const void *b) {
    return str_cmp(((const struct pair *)a)->key, ((const struct pair *)b)->key);
}

static struct str copy_string(lua_State *L, int index) {
    struct str s;
    s.p = lua_tolstring(L, index, &s.n);
    return str_dup(recipe_of(L)->c->arena, s);
}

static void get_map(lua_State *L, int index, struct value *v, int depth) {
    struct arena *a = recipe_of(L)->c->arena;
    VEC(struct pair) pairs = {0};
    lua_pushnil(L);
    while (lua_next(L, index)) {
        struct pair pair;
        lua_pushvalue(L, -2); /* lua_tolstring would change a number key under lua_next */
        pair.key = copy_string(L, -1);
        lua_pop(L, 1);
        recipe_value(L, lua_gettop(L), &pair.value, depth + 1);
        VEC_PUSH(&pairs, a, pair);
        lua_pop(L, 1);
    }
    if (pairs.n) qsort(pairs.p, pairs.n, sizeof *pairs.p, by_key);
    v->keys = NEW_N(a, struct str, pairs.n);
    v->items = NEW_N(a, struct value, pairs.n);
    for (size_t i = 0; i < pairs.n; i++) {
        if (v->n && str_eq(v->keys[v->n - 1], pairs.p[i].key)) continue; /* 1 and "1": the first stays */
        v->keys[v->n] = pairs.p[i].key;
        v->items[v->n++] = pairs.p[i].value;
    }
}

static void get_list(lua_State *L, int index, struct value *v, int depth) {
    v->n = lua_rawlen(L, index);
    v->items = NEW_N(recipe_of(L)->c->arena, struct value, v->n);
    for (size_t i = 0; i < v->n; i++) {
        lua_rawgeti(L, index, (lua_Integer)i + 1);
        recipe_value(L, lua_gettop(L), &v->items[i], depth + 1);
        lua_pop(L, 1);
    }
}

void recipe_value(lua_State *L, int index, struct value *v, int depth) {
    char text[40];
    *v = (struct value){0};
    if (depth > VALUE_DEPTH) luaL_error(L, "the value is nested too deep");
    luaL_checkstack(L, 8, NULL);
    switch (lua_type(L, index)) {
    case LUA_TBOOLEAN: *v = (struct value){.kind = V_BOOL, .i = lua_toboolean(L, index)}; break;
    case LUA_TNUMBER:
        if (lua_isinteger(L, index)) {
            *v = (struct value){.kind = V_INT, .i = lua_tointeger(L, index)};
            break;
        }
        snprintf(text, sizeof text, "%.17g", lua_tonumber(L, index));
        *v = (struct value){.kind = V_STR, .s = str_dup(recipe_of(L)->c->arena, str_c(text))};
        break;
    case LUA_TSTRING: *v = (struct value){.kind = V_STR, .s = copy_string(L, index)}; break;
    case LUA_TTABLE:
        v->kind = table_kind(L, index);
        if (v->kind == V_LIST || v->kind == V_JOIN)
            get_list(L, index, v, depth);
        else
            get_map(L, index, v, depth);
        break;
    default: break;
    }
}
