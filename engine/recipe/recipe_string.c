/* string.* for recipes. The stock pattern functions can take exponential time inside one instruction, which
 * no hook sees; these count every step against the budget and bound their depth. The language of patterns is
 * Lua's (Lua 5.4 Reference Manual, section 6.4.1). */
#include "engine/recipe/recipe.h"

#include <ctype.h>
#include <lauxlib.h>
#include <lualib.h>

enum { CAPTURES = 32, DEEPEST = 200, OPEN = -1, POSITION = -2 };

struct matcher {
    lua_State *L;
    struct recipe *host;
    const char *text, *text_end, *pattern_end;
    int level, depth;
    struct {
        const char *at;
        ptrdiff_t n;
    } captures[CAPTURES];
};

static const char *match(struct matcher *m, const char *s, const char *p);

static void step(struct matcher *m) {
    if (--m->host->steps < 0) recipe_charge(m->L, 1);
}

static bool in_class(int c, int class) {
    bool yes;
    switch (tolower(class)) {
    case 'a': yes = isalpha(c); break;
    case 'c': yes = iscntrl(c); break;
    case 'd': yes = isdigit(c); break;
    case 'g': yes = isgraph(c); break;
    case 'l': yes = islower(c); break;
    case 'p': yes = ispunct(c); break;
    case 's': yes = isspace(c); break;
    case 'u': yes = isupper(c); break;
    case 'w': yes = isalnum(c); break;
    case 'x': yes = isxdigit(c); break;
    default: return class == c;
    }
    return isupper(class) ? !yes : yes;
}

/* The end of the single-character item that begins at p. */
static const char *item_end(struct matcher *m, const char *p) {
    if (*p == '%') {
        if (p + 1 >= m->pattern_end) luaL_error(m->L, "malformed pattern (ends with '%%')");
        return p + 2;
    }
    if (*p != '[') return p + 1;
    p++;
    if (p < m->pattern_end && *p == '^') p++;
    do {
        if (p >= m->pattern_end) luaL_error(m->L, "malformed pattern (missing ']')");
        if (*p++ == '%') p++;
    } while (p >= m->pattern_end || *p != ']');
    return p + 1;
}

/* `p` is at '[', `end` at the closing ']'. */
static bool in_set(int c, const char *p, const char *end) {
    bool yes = true;
    if (p[1] == '^') yes = false, p++;
    while (++p < end) {
        if (*p == '%') {
            if (in_class(c, (unsigned char)*++p)) return yes;
        } else if (p[1] == '-' && p + 2 < end) {
            if ((unsigned char)*p <= c && c <= (unsigned char)p[2]) return yes;
            p += 2;
        } else if ((unsigned char)*p == c) {
            return yes;
        }
    }
    return !yes;
}

static bool matches_item(struct matcher *m, const char *s, const char *p, const char *end) {
    step(m);
    if (s >= m->text_end) return false;
    int c = (unsigned char)*s;
    switch (*p) {
    case '.': return true;
    case '%': return in_class(c, (unsigned char)p[1]);
    case '[': return in_set(c, p, end - 1);
    default: return (unsigned char)*p == c;
    }
}

static const char *match_balanced(struct matcher *m, const char *s, const char *p) {
    if (p + 1 >= m->pattern_end) luaL_error(m->L, "malformed pattern (missing arguments to '%%b')");
    if (s >= m->text_end || *s != p[0]) return NULL;
    int depth = 1;
    while (++s < m->text_end) {
        step(m);
        if (*s == p[1]) {
            if (--depth == 0) return s + 1;
        } else if (*s == p[0]) {
            depth++;
        }
    }
    return NULL;
}

static const char *match_greedy(struct matcher *m, const char *s, const char *p, const char *end) {
    ptrdiff_t n = 0;
    while (matches_item(m, s + n, p, end)) n++;
    for (; n >= 0; n--) {
        const char *found = match(m, s + n, end + 1);
        if (found) return found;
    }
    return NULL;
}

static const char *match_lazy(struct matcher *m, const char *s, const char *p, const char *end) {
    for (;; s++) {
        const char *found = match(m, s, end + 1);
        if (found) return found;
        if (!matches_item(m, s, p, end)) return NULL;
    }
}

static const char *open_capture(struct matcher *m, const char *s, const char *p, ptrdiff_t what) {
    if (m->level >= CAPTURES) luaL_error(m->L, "too many captures");
    m->captures[m->level].at = s;
    m->captures[m->level++].n = what;
    const char *found = match(m, s, p);
    if (!found) m->level--;
    return found;
}

static const char *close_capture(struct matcher *m, const char *s, const char *p) {
    int l = m->level;
    while (l-- && m->captures[l].n != OPEN) {
    }
    if (l < 0) luaL_error(m->L, "invalid pattern capture");
    m->captures[l].n = s - m->captures[l].at;
    const char *found = match(m, s, p);
    if (!found) m->captures[l].n = OPEN;
    return found;
}

static const char *match_again(struct matcher *m, const char *s, int digit) {
    int l = digit - '1';
    if (l < 0 || l >= m->level || m->captures[l].n == OPEN)
        luaL_error(m->L, "invalid capture index %%%d", l + 1);
    if (m->captures[l].n == POSITION) return NULL; /* a position has no text to find again */
    size_t n = (size_t)m->captures[l].n;
    recipe_charge(m->L, n / 16 + 1);
    if ((size_t)(m->text_end - s) < n || memcmp(m->captures[l].at, s, n)) return NULL;
    return s + n;
}

static bool at_frontier(struct matcher *m, const char *s, const char *set, const char *end) {
    int before = s == m->text ? 0 : (unsigned char)s[-1], here = s < m->text_end ? (unsigned char)*s : 0;
    return !in_set(before, set, end - 1) && in_set(here, set, end - 1);
}

static const char *match_rest(struct matcher *m, const char *s, const char *p) {
    for (;;) {
        step(m);
        if (p == m->pattern_end) return s;
        if (*p == '(')
            return p + 1 < m->pattern_end && p[1] == ')' ? open_capture(m, s, p + 2, POSITION)
                                                         : open_capture(m, s, p + 1, OPEN);
        if (*p == ')') return close_capture(m, s, p + 1);
        if (*p == '$' && p + 1 == m->pattern_end) return s == m->text_end ? s : NULL;
        if (*p == '%' && p + 1 < m->pattern_end) {
            if (p[1] == 'b') {
                if (!(s = match_balanced(m, s, p + 2))) return NULL;
                p += 4;
                continue;
            }
            if (p[1] == 'f') {
                p += 2;
                if (p >= m->pattern_end || *p != '[') luaL_error(m->L, "missing '[' after '%%f' in pattern");
                const char *end = item_end(m, p);
                if (!at_frontier(m, s, p, end)) return NULL;
                p = end;
                continue;
            }
            if (isdigit((unsigned char)p[1])) {
                if (!(s = match_again(m, s, p[1]))) return NULL;
                p += 2;
                continue;
            }
        }
        const char *end = item_end(m, p);
        int suffix = end < m->pattern_end ? *end : 0;
        if (suffix == '*') return match_greedy(m, s, p, end);
        if (suffix == '-') return match_lazy(m, s, p, end);
        bool here = matches_item(m, s, p, end);
        if (suffix == '+') return here ? match_greedy(m, s + 1, p, end) : NULL;
        if (suffix == '?') {
            const char *found = here ? match(m, s + 1, end + 1) : NULL;
            if (found) return found;
            p = end + 1;
            continue;
        }
        if (!here) return NULL;
        s++, p = end;
    }
}

static const char *match(struct matcher *m, const char *s, const char *p) {
    if (++m->depth > DEEPEST) luaL_error(m->L, "pattern too complex");
    const char *found = match_rest(m, s, p);
    m->depth--;
    return found;
}

static void push_capture(struct matcher *m, int l, const char *from, const char *to) {
    if (l >= m->level) {
        if (l) luaL_error(m->L, "invalid capture index %%%d", l + 1);
        lua_pushlstring(m->L, from, (size_t)(to - from));
    } else if (m->captures[l].n == POSITION) {
        lua_pushinteger(m->L, m->captures[l].at - m->text + 1);
    } else {
        if (m->captures[l].n == OPEN) luaL_error(m->L, "unfinished capture");
        lua_pushlstring(m->L, m->captures[l].at, (size_t)m->captures[l].n);
    }
}

static int push_captures(struct matcher *m, const char *from, const char *to, bool whole) {
    int n = m->level ? m->level : whole ? 1 : 0;
    luaL_checkstack(m->L, n, "too many captures");
    for (int i = 0; i < n; i++) push_capture(m, i, from, to);
    return n;
}

static struct matcher matcher_new(lua_State *L, struct str text, struct str pattern) {
    return (struct matcher){.L = L,
                            .host = recipe_of(L),
                            .text = text.p,
                            .text_end = text.p + text.n,
                            .pattern_end = pattern.p + pattern.n};
}

static struct str check_str(lua_State *L, int i) {
    struct str s;
    s.p = luaL_checklstring(L, i, &s.n);
    return s;
}

static size_t start_of(lua_Integer init, size_t n) {
    if (init > 0) return (size_t)init - 1;
    if (init == 0 || init < -(lua_Integer)n) return 0;
    return (size_t)((lua_Integer)n + init);
}

static int find_plain(lua_State *L, struct str text, struct str what, size_t from) {
    for (size_t i = from; i + what.n <= text.n; i++) {
        const char *p = what.n ? memchr(text.p + i, what.p[0], text.n - i - what.n + 1) : text.p + i;
        recipe_charge(L, 1 + (p ? (size_t)(p - text.p) - i : text.n - i) / 16);
        if (!p) break;
        i = (size_t)(p - text.p);
        recipe_charge(L, what.n / 16);
        if (memcmp(p, what.p, what.n)) continue;
        lua_pushinteger(L, (lua_Integer)i + 1);
        lua_pushinteger(L, (lua_Integer)(i + what.n));
        return 2;
    }
    lua_pushnil(L);
    return 1;
}

/* A ')' or ']' alone is plain, as Lua has it. */
static bool is_plain(struct str pattern) {
    for (size_t i = 0; i < pattern.n; i++)
        if (pattern.p[i] && strchr("^$*+?.([%-", pattern.p[i])) return false;
    return true;
}

static int find_or_match(lua_State *L, bool find) {
    struct str text = check_str(L, 1), pattern = check_str(L, 2);
    size_t from = start_of(luaL_optinteger(L, 3, 1), text.n);
    if (from > text.n) {
        lua_pushnil(L);
        return 1;
    }
    if (find && (lua_toboolean(L, 4) || is_plain(pattern))) return find_plain(L, text, pattern, from);
    bool anchored = pattern.n && pattern.p[0] == '^';
    const char *p = pattern.p + anchored;
    struct matcher m = matcher_new(L, text, pattern);
    for (const char *s = text.p + from; s <= m.text_end; s++) {
        m.level = m.depth = 0;
        const char *end = match(&m, s, p);
        if (end && find) {
            lua_pushinteger(L, s - text.p + 1);
            lua_pushinteger(L, end - text.p);
            return push_captures(&m, s, end, false) + 2;
        }
        if (end) return push_captures(&m, s, end, true);
        if (anchored) break;
    }
    lua_pushnil(L);
    return 1;
}

static int string_find(lua_State *L) {
    return find_or_match(L, true);
}
static int string_match(lua_State *L) {
    return find_or_match(L, false);
}

/* Upvalues: text, pattern, where to go on, the end of the last match. */
static int gmatch_next(lua_State *L) {
    struct str text = check_str(L, lua_upvalueindex(1)), pattern = check_str(L, lua_upvalueindex(2));
    size_t from = (size_t)lua_tointeger(L, lua_upvalueindex(3));
    lua_Integer last = lua_tointeger(L, lua_upvalueindex(4));
    struct matcher m = matcher_new(L, text, pattern);
    for (const char *s = text.p + from; from <= text.n && s <= m.text_end; s++) {
        m.level = m.depth = 0;
        const char *end = match(&m, s, pattern.p);
        if (!end || end - text.p == last) continue;
        lua_pushinteger(L, end - text.p);
        lua_copy(L, -1, lua_upvalueindex(3));
        lua_replace(L, lua_upvalueindex(4));
        return push_captures(&m, s, end, true);
    }
    return 0;
}

static int string_gmatch(lua_State *L) {
    check_str(L, 1), check_str(L, 2);
    lua_settop(L, 2);
    lua_pushinteger(L, 0);
    lua_pushinteger(L, -1);
    lua_pushcclosure(L, gmatch_next, 4);
    return 1;
}

static void add_template(struct matcher *m, luaL_Buffer *b, const char *from, const char *to) {
    size_t n;
    const char *t = lua_tolstring(m->L, 3, &n);
    recipe_charge(m->L, n / 16 + 1);
    for (size_t i = 0; i < n; i++) {
        if (t[i] != '%') {
            luaL_addchar(b, t[i]);
            continue;
        }
        i++;
        if (i < n && t[i] == '%') {
            luaL_addchar(b, '%');
        } else if (i < n && t[i] == '0') {
            luaL_addlstring(b, from, (size_t)(to - from));
        } else if (i < n && isdigit((unsigned char)t[i])) {
            push_capture(m, t[i] - '1', from, to);
            luaL_tolstring(m->L, -1, NULL);
            lua_remove(m->L, -2);
            luaL_addvalue(b);
        } else {
            luaL_error(m->L, "invalid use of '%%' in replacement string");
        }
    }
}

static bool add_replacement(struct matcher *m, luaL_Buffer *b, const char *from, const char *to, int kind) {
    lua_State *L = m->L;
    if (kind == LUA_TSTRING || kind == LUA_TNUMBER) return add_template(m, b, from, to), true;
    if (kind == LUA_TFUNCTION) {
        lua_pushvalue(L, 3);
        lua_call(L, push_captures(m, from, to, true), 1);
    } else {
        push_capture(m, 0, from, to);
        lua_gettable(L, 3);
    }
    if (!lua_toboolean(L, -1)) {
        lua_pop(L, 1);
        luaL_addlstring(b, from, (size_t)(to - from));
        return false;
    }
    if (!lua_isstring(L, -1)) luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
    luaL_addvalue(b);
    return true;
}

static int string_gsub(lua_State *L) {
    struct str text = check_str(L, 1), pattern = check_str(L, 2);
    int kind = lua_type(L, 3);
    luaL_argexpected(
        L, kind == LUA_TNUMBER || kind == LUA_TSTRING || kind == LUA_TFUNCTION || kind == LUA_TTABLE, 3,
        "string/function/table");
    lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)text.n + 1), count = 0;
    bool anchored = pattern.n && pattern.p[0] == '^';
    struct matcher m = matcher_new(L, text, pattern);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    const char *s = text.p, *last = NULL;
    while (count < most) {
        m.level = m.depth = 0;
        const char *end = match(&m, s, pattern.p + anchored);
        if (end && end != last) {
            count++;
            add_replacement(&m, &b, s, end, kind);
            s = last = end;
        } else if (s < m.text_end) {
            luaL_addchar(&b, *s++);
        } else {
            break;
        }
        if (anchored) break;
    }
    luaL_addlstring(&b, s, (size_t)(m.text_end - s));
    luaL_pushresult(&b);
    lua_pushinteger(L, count);
    return 2;
}

/* Upvalue 1: the stock function. Linear in its string arguments, so that much is charged. */
static int charged(lua_State *L) {
    int n = lua_gettop(L);
    for (int i = 1; i <= n; i++)
        if (lua_type(L, i) == LUA_TSTRING) recipe_charge(L, lua_rawlen(L, i) / 16);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, n, LUA_MULTRET);
    return lua_gettop(L);
}

/* string.format without addresses: no %p, and what has no text of its own is shown as the name of its type.
 */
static int string_format(lua_State *L) {
    struct str f = check_str(L, 1);
    int n = lua_gettop(L);
    for (size_t i = 0; i + 1 < f.n; i++) {
        if (f.p[i] != '%') continue;
        for (i++; i < f.n && strchr("-+ #0123456789.", f.p[i]); i++) {
        }
        if (i < f.n && f.p[i] == 'p') return luaL_error(L, "string.format has no '%%p' in recipes");
    }
    for (int i = 2; i <= n; i++) {
        int t = lua_type(L, i);
        if (t != LUA_TTABLE && t != LUA_TFUNCTION && t != LUA_TUSERDATA && t != LUA_TLIGHTUSERDATA) continue;
        lua_pushstring(L, lua_typename(L, t));
        lua_replace(L, i);
    }
    return charged(L);
}

int recipe_string_library(lua_State *L) {
    static const char *const linear[] = {"byte", "char",    "len", "lower",  "pack", "packsize",
                                         "rep",  "reverse", "sub", "unpack", "upper"};
    static const luaL_Reg ours[] = {{"find", string_find},
                                    {"match", string_match},
                                    {"gmatch", string_gmatch},
                                    {"gsub", string_gsub},
                                    {NULL, NULL}};
    luaL_requiref(L, LUA_STRLIBNAME, luaopen_string, 0);
    lua_newtable(L);
    luaL_setfuncs(L, ours, 0);
    for (size_t i = 0; i < COUNT(linear); i++) {
        lua_getfield(L, -2, linear[i]);
        lua_pushcclosure(L, charged, 1);
        lua_setfield(L, -2, linear[i]);
    }
    lua_getfield(L, -2, "format");
    lua_pushcclosure(L, string_format, 1);
    lua_setfield(L, -2, "format");
    lua_remove(L, -2);
    return 1;
}
