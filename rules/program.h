/* The modules of one program, found from its main module.
 *
 * Invariant: the list depends on the sources and the import roots only, so the same program gives it in the
 * same order. */
#ifndef PY2_PROGRAM_H
#define PY2_PROGRAM_H

#include "engine/recipe/appspec.h"
#include "engine/rule.h"

struct unit {
    struct str module; /* dotted name; "__main__" for the main one */
    struct str file;   /* in the workspace; empty: `source` */
    struct str source; /* text made by us (the main module of "pkg.mod:func"), or embedded */
    bool is_package, is_main;
    bool plain;              /* opt = "none": no fast paths */
    const struct unit *from; /* who imported it first */
    uint32_t line, col;
};

/* One import that was followed. */
struct edge {
    const struct unit *from, *to;
    uint32_t line, col, end_line, end_col;
};

struct program {
    VEC(struct unit *) units; /* the main module first, then in the order of discovery */
    VEC(struct str) natives;  /* modules of the runtime it imports */
    VEC(struct edge) edges;   /* between modules of the workspace, in the order of the imports */
};

/* Follows every import from the spec's main module. False after errors were reported. */
bool program_find(struct rule_ctx *c, const struct appspec *spec, struct program *out);

/* The file of a module below the spec's roots; NULL when no root has it. A package without a file has an
 * empty one. */
struct unit *program_find_module(struct rule_ctx *c, const struct appspec *spec, struct str module);

/* Keys of the stages of one unit, and back. */
struct str unit_key(struct arena *a, const struct unit *u);
bool unit_of_key(struct arena *a, struct str key, struct unit *u);
/* The unit's text; false after a report. */
bool unit_source(struct rule_ctx *c, const struct unit *u, struct str *out);

#endif
