/* The recipe host: a Lua state for one package at a time. Private to recipe*.c.
 *
 * Invariants:
 *  - A Lua state reaches the package it works for through lua_getextraspace. It starts each package as the
 * same image (recipe_host.c); nothing is shared between packages.
 *  - Work is bounded: instructions, pattern steps and allocated bytes draw on one budget (`steps`), memory
 * has a cap.
 *  - A recipe error is reported once, where it happens; the Lua error that follows only unwinds. */
#ifndef PY2_RECIPE_H
#define PY2_RECIPE_H

#include "engine/rule.h"
#include "engine/recipe/value.h"

#include <lua.h>

/* Fuzzing builds set smaller limits, to see more recipes in less time. */
#ifndef RECIPE_STEPS
#define RECIPE_STEPS  50000000
#define RECIPE_MEMORY (128 << 20)
#endif
/* Comparing texts is one instruction however long they are: as many bytes count as a step of their own. */
enum { STEPS_PER_HOOK = 250, BYTES_PER_STEP = 1024 };

struct recipe {
    struct rule_ctx *c;
    lua_State *L;
    struct str package, file;
    int64_t steps;
    size_t memory;
    size_t longest; /* of the texts made so far */
    bool reported;
    struct place limit_place; /* where the memory ran out */
    struct buf decls;         /* what was declared, as package_encode writes it */
    size_t n_decls;
    VEC(struct str) options;
};

static inline struct recipe *recipe_of(lua_State *L) {
    return *(struct recipe **)lua_getextraspace(L);
}

/* recipe.c */
void recipe_charge(lua_State *L, size_t steps); /* raises when the budget is used up */
/* Reports at the innermost recipe line and unwinds. */
_Noreturn void recipe_fail(lua_State *L, const char *code, const char *help, const char *fmt, ...)
    PRINTF(4, 5);

int recipe_prepare(lua_State *L);
uint32_t recipe_line(lua_State *L);          /* the innermost line of a recipe that is being run */
void recipe_out_of_memory(struct recipe *r); /* notes the place */

/* recipe_host.c: a state as new for one package. With the host, its Lua state is taken and given back. */
struct recipe_host;
struct recipe_host *recipe_host_take(struct build *b, struct recipe *r);
void recipe_host_give(struct build *b, struct recipe_host *h);
void recipe_hosts_free(struct build *b);

/* recipe_declare.c: host.word(word, schema, fields with something to say, names declared, the function at
 * length) makes the function that recipes call. */
int recipe_word(lua_State *L);

/* recipe_string.c: string functions that charge the budget */
int recipe_string_library(lua_State *L); /* pushes the table */
/* recipe_value.c: Lua value at `index` to a value */
void recipe_value(lua_State *L, int index, struct value *v, int depth);
int recipe_mark(lua_State *L); /* host.mark(kind, table) */

/* prelude.c */
struct str prelude_text(void);
struct str init_text(void);
struct str annotations_text(void);

#endif
