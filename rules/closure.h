/* What a library brings to a program that enters it by some of its modules.
 *
 * Invariant: a closure is a function of the library, of those it names, and of the entries; the app is not in
 * its key, so apps share it. Whether the app sees the same modules under the same names is for the app to
 * check
 * (`names`). */
#ifndef PY2_CLOSURE_H
#define PY2_CLOSURE_H

#include "rules/program.h"
#include "rules/roots.h"

struct closure_exit {
    struct str label, module; /* a module of another library, or "module.*" for a star import */
};
struct closure_name { /* a name that was looked up, and what was found */
    struct str name, root, file;
    enum place_kind kind;
};

struct closure {
    bool irregular;           /* nothing else is said then */
    VEC(struct unit *) units; /* the library's own, in the order of discovery */
    VEC(struct closure_exit) exits;
    VEC(struct str) others; /* modules of nobody: of the runtime, and packages without a file */
    VEC(struct closure_name) names;
};

/* The key for entries in any order. */
struct str closure_key(struct arena *a, struct str library, const struct str *entries, size_t n);
bool closure_of(struct rule_ctx *c, const struct rule_dep *dep, struct closure *out);

/* Compiled modules of one closure, or, with an app's key, of the app's own: PART_UNITS of them, from number
 * `part` times as many on. */
enum { PART_UNITS = 16 };
struct str part_key(struct arena *a, struct str target, unsigned options, size_t part, struct str of);
/* The objects in a part's bytes, pushed behind one another; false: damaged. */
bool part_objects(struct str bytes, struct str *objects, size_t *n, size_t most);

extern const struct rule rule_closure, rule_part;

#endif
