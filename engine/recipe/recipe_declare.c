/* Declaring words, the short way: `library { name = …, … }` whose every field is as the schema wants it goes
 * straight from Lua's table to the package's bytes. Whatever is not plainly right (a select, a wrong type, a
 * missing field, a warning to give) goes to the prelude's own function for the word, which does the same at
 * length and words every complaint. So this file accepts a part of what the prelude accepts, and never
 * speaks.
 *
 * Schemas lie in the Lua state, as user data: its image carries them, and the addresses of the names' strings
 * hold in every package (recipe_host.c). */
#include "engine/recipe/label.h"
#include "engine/recipe/recipe.h"
#include "engine/graph/run.h"

#include <ctype.h>
#include <lauxlib.h>
#include <stdlib.h>

enum type {
    T_STRING,
    T_BOOLEAN,
    T_INTEGER,
    T_NAME,
    T_SIZE,
    T_PATH,
    T_LABEL,
    T_PATTERN,
    T_CHOICE,
    T_AT_LENGTH
};
enum { MOST_FIELDS = 24, MOST_CHOICES = 4 };

struct field {
    struct str name; /* in the Lua state */
    enum type type;
    bool list, needed;
    struct str choices[MOST_CHOICES];
};

struct schema {
    struct str word;
    size_t n;
    struct field fields[MOST_FIELDS]; /* sorted by name, as they are written */
};

/* ---- reading a schema ---- */

static struct str lua_str(lua_State *L, int index) {
    struct str s;
    s.p = lua_tolstring(L, index, &s.n);
    return s;
}

static void field_type(struct field *f, struct str text) {
    static const struct {
        const char *word;
        enum type type;
        bool list;
    } types[] = {{"string", T_STRING, false}, {"boolean", T_BOOLEAN, false}, {"integer", T_INTEGER, false},
                 {"name", T_NAME, false},     {"size", T_SIZE, false},       {"path", T_PATH, false},
                 {"label", T_LABEL, false},   {"strings", T_STRING, true},   {"paths", T_PATH, true},
                 {"labels", T_LABEL, true},   {"patterns", T_PATTERN, true}};
    for (; text.n && strchr("!=", text.p[text.n - 1]); text.n--) f->needed |= text.p[text.n - 1] == '!';
    f->type = T_AT_LENGTH;
    for (size_t i = 0; i < COUNT(types); i++)
        if (str_is(text, types[i].word)) f->type = types[i].type, f->list = types[i].list;
}

static void field_choices(lua_State *L, int list, struct field *f) {
    size_t n = lua_rawlen(L, list);
    f->type = n <= MOST_CHOICES ? T_CHOICE : T_AT_LENGTH;
    for (size_t i = 0; i < n && i < MOST_CHOICES; i++) {
        lua_rawgeti(L, list, (lua_Integer)i + 1);
        f->choices[i] = lua_str(L, -1);
        lua_pop(L, 1);
    }
}

static int by_name(const void *a, const void *b) {
    return str_cmp(((const struct field *)a)->name, ((const struct field *)b)->name);
}

static void get_schema(lua_State *L, struct schema *s) {
    for (lua_pushnil(L); lua_next(L, 2); lua_pop(L, 1)) {
        struct field *f = &s->fields[s->n++];
        if (s->n > MOST_FIELDS) BUG("a word with more than %d fields", MOST_FIELDS);
        f->name = lua_str(L, -2);
        if (lua_type(L, -1) == LUA_TTABLE)
            field_choices(L, lua_gettop(L), f);
        else
            field_type(f, lua_str(L, -1));
        lua_pushvalue(L, -2); /* is there something to say about it whenever it is given? */
        if (lua_rawget(L, 3) != LUA_TNIL) f->type = T_AT_LENGTH;
        lua_pop(L, 1);
    }
    qsort(s->fields, s->n, sizeof *s->fields, by_name);
}

/* ---- one value ---- */

static bool good_name(struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        if (!isalnum(c) && c != '_' && (!i || !c || !strchr(".+-", c))) return false;
    }
    return s.n > 0;
}

static bool good_size(struct str s) {
    size_t n = s.n && strchr("KMG", s.p[s.n - 1]) ? s.n - 1 : s.n;
    for (size_t i = 0; i < n; i++)
        if (!isdigit((unsigned char)s.p[i])) return false;
    return n > 0;
}

static bool good_text(struct recipe *r, const struct field *f, struct str s) {
    struct label l;
    struct pattern p;
    const char *why;
    switch (f->type) {
    case T_STRING: return true;
    case T_NAME: return good_name(s);
    case T_SIZE: return good_size(s);
    case T_PATH: return s.n && s.p[0] != '/' && !memchr(s.p, 0, s.n);
    case T_LABEL: return label_parse(r->c->arena, s, r->package, &l, &why);
    case T_PATTERN: return pattern_parse(r->c->arena, s, r->package, &p, &why);
    case T_CHOICE:
        for (size_t i = 0; i < MOST_CHOICES; i++)
            if (f->choices[i].p && str_eq(f->choices[i], s)) return true;
        return false;
    default: return false;
    }
}

static bool put_scalar(lua_State *L, struct recipe *r, const struct field *f, int index, struct buf *out) {
    int type = lua_type(L, index);
    if (type == LUA_TSTRING) {
        struct str s = lua_str(L, index);
        buf_putc(out, V_STR);
        buf_uleb(out, s.n);
        buf_str(out, s);
        return good_text(r, f, s);
    }
    if (type == LUA_TBOOLEAN && f->type == T_BOOLEAN) {
        buf_putc(out, V_BOOL);
        buf_sleb(out, lua_toboolean(L, index));
        return true;
    }
    if (type == LUA_TNUMBER && lua_isinteger(L, index) && (f->type == T_INTEGER || f->type == T_SIZE)) {
        buf_putc(out, V_INT);
        buf_sleb(out, lua_tointeger(L, index));
        return f->type == T_INTEGER || lua_tointeger(L, index) > 0;
    }
    return false;
}

/* A list whose keys come as 1, 2, 3, … has no others. */
static bool put_list(lua_State *L, struct recipe *r, const struct field *f, int index, struct buf *out) {
    if (lua_type(L, index) != LUA_TTABLE || lua_getmetatable(L, index)) return false;
    size_t n = lua_rawlen(L, index);
    lua_Integer count = 0;
    recipe_charge(L, n / 4 + 1);
    /* An empty table is a list; so it is written at length, too. */
    buf_putc(out, V_LIST);
    buf_uleb(out, n);
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
        bool next = lua_isinteger(L, -2) && lua_tointeger(L, -2) == ++count;
        if (!next || lua_type(L, -1) != LUA_TSTRING || !put_scalar(L, r, f, lua_gettop(L), out)) return false;
    }
    return (size_t)count == n;
}

/* ---- one declaration ---- */

static const struct field *find_field(const struct schema *s, struct str key) {
    for (size_t i = 0; i < s->n; i++) /* short strings are unique in a Lua state */
        if (s->fields[i].name.p == key.p) return &s->fields[i];
    return NULL;
}

/* Leaves the fields' values on the stack and their places in `at`. */
static bool collect(lua_State *L, const struct schema *s, int at[MOST_FIELDS], size_t *count) {
    if (lua_gettop(L) != 1 || lua_type(L, 1) != LUA_TTABLE || lua_getmetatable(L, 1)) return false;
    luaL_checkstack(L, MOST_FIELDS + 8, NULL);
    *count = 0;
    for (lua_pushnil(L); lua_next(L, 1); ++*count) {
        const struct field *f = lua_type(L, -2) == LUA_TSTRING ? find_field(s, lua_str(L, -2)) : NULL;
        if (!f || f->type == T_AT_LENGTH) return false;
        lua_insert(L, -2); /* the key stays on top, for lua_next */
        at[f - s->fields] = lua_gettop(L) - 1;
    }
    return true;
}

/* The table of names that were declared is upvalue 2. */
static bool claim_name(lua_State *L, int name, uint32_t line) {
    lua_pushvalue(L, name);
    if (lua_rawget(L, lua_upvalueindex(2)) != LUA_TNIL) return false;
    lua_pushvalue(L, name);
    lua_pushinteger(L, line);
    lua_rawset(L, lua_upvalueindex(2));
    return true;
}

static bool declare(lua_State *L, const struct schema *s) {
    struct recipe *r = recipe_of(L);
    struct buf *out = &r->decls;
    int at[MOST_FIELDS] = {0}, name = 0;
    size_t n, before = out->n;
    uint32_t line = recipe_line(L);
    if (!collect(L, s, at, &n)) return false;
    recipe_charge(L, 4 * n + 4);
    for (size_t i = 0; i < s->n; i++)
        if (str_is(s->fields[i].name, "name")) name = at[i];
    if (!name || lua_type(L, name) != LUA_TSTRING) return false;
    struct str text = lua_str(L, name);
    decl_head_put(out, s->word, text, line, n);
    bool ok = true;
    for (size_t i = 0; i < s->n && ok; i++) {
        const struct field *f = &s->fields[i];
        if (!at[i]) {
            ok = !f->needed;
            continue;
        }
        buf_uleb(out, f->name.n);
        buf_str(out, f->name);
        ok = f->list ? put_list(L, r, f, at[i], out) : put_scalar(L, r, f, at[i], out);
    }
    ok = ok && claim_name(L, name, line);
    if (ok)
        r->n_decls++;
    else
        out->n = before;
    return ok;
}

static int word_call(lua_State *L) {
    const struct schema *s = lua_touserdata(L, lua_upvalueindex(1));
    int n = lua_gettop(L);
    if (declare(L, s)) return 0;
    lua_settop(L, n);
    lua_pushvalue(L, lua_upvalueindex(3));
    lua_insert(L, 1);
    lua_call(L, n, 0);
    return 0;
}

int recipe_word(lua_State *L) {
    struct schema *s = lua_newuserdatauv(L, sizeof *s, 0);
    *s = (struct schema){.word = lua_str(L, 1)};
    get_schema(L, s);
    lua_pushvalue(L, 4);
    lua_pushvalue(L, 5);
    lua_pushcclosure(L, word_call, 3);
    return 1;
}
