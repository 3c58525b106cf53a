/* Which functions of a module name what: the base of "who may ever be called" (liveness.h).
 *
 * Invariants:
 *  - A function here is a top-level `def` or a method of a top-level class, with everything inside it; number
 * 0 is the module's own top level, which always runs.
 *  - Names are known by their 32-bit hashes: two that collide only keep more alive. A name is mentioned where
 * it is read as a variable or an attribute, imported, matched in a class pattern, or spelled by a string
 * constant; `__all__` does not mention, nor does what only runs as the main program. */
#ifndef PY2_REACH_MENTIONS_H
#define PY2_REACH_MENTIONS_H

#include "rules/python/ast.h"

struct hashes {
    uint32_t *p;
    size_t n;
};

enum {
    FUNCTION_ALWAYS = 1
}; /* called without being named: special methods, and what an unknown decorator was given */

struct reach_function {
    uint32_t name, owner; /* owner: of the class, 0: none */
    uint32_t flags;
    struct hashes names; /* mentioned in it, in ascending order */
    struct hashes parts; /* beginnings ("visit_") and endings ("_open") that names are put together from */
    struct hashes own;   /* the beginnings and endings of its own name */
};

struct reach_functions {
    VEC(struct reach_function) items;
};

uint32_t reach_hash(struct str name);
/* What a test of the system's name says on Linux: 1 true, 0 false, -1 it is no such test. */
int reach_on_linux(const struct py_expr *test);
void reach_functions(struct arena *a, const struct py_module *m, struct reach_functions *out);
/* The number of the function whose body holds a line; 0: none does. */
uint32_t reach_function_at(const struct py_module *m, uint32_t line);

void reach_put_functions(struct buf *b, const struct reach_functions *f);
bool reach_get_functions(struct arena *a, struct reader *r, struct reach_functions *f);

#endif
