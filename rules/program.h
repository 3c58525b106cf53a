/* The modules of one program, found from its main module.
 *
 * Invariants:
 *  - The list depends on the sources and the import roots only, so the same program gives it in the same
 * order.
 *  - What an app reaches in a library is asked of the library (closure.h) and shared by all apps that enter
 * it by the same modules. Whatever is out of the ordinary there (an import that nobody has, one that is not
 * declared, a name that the app shadows) makes the app follow every import itself, which words the errors. */
#ifndef PY2_PROGRAM_H
#define PY2_PROGRAM_H

#include "engine/recipe/appspec.h"
#include "engine/rule.h"
#include "rules/reach/mentions.h"
#include "rules/roots.h"

enum unit_option {
    UNIT_PLAIN = 1,  /* opt = "none": no fast paths */
    UNIT_RAISES = 2, /* dynamic = "raise": what cannot be compiled raises when the program gets there */
};

struct unit {
    struct str module; /* dotted name; for the main one "__main__" or PACKAGE.__main__ */
    struct str file;   /* in the workspace; empty: `source` */
    struct str source; /* text made by us (the main module of "pkg.mod:func"), or embedded */
    bool is_package, is_main;
    unsigned options;        /* enum unit_option, the app's */
    bool library;            /* of the standard library inside py2; `source` is its digest there */
    struct hashes dead;      /* of the library: the numbers of functions that nothing in the program names */
    const struct unit *from; /* who imported it first */
    uint32_t line, col;
};

/* One import that was followed. */
struct edge {
    const struct unit *from, *to;
    uint32_t line, col, end_line, end_col;
};

/* The part of a program that is in one library. */
struct portion {
    struct str closure; /* key of rule "closure" */
    size_t n_units;
};

struct program {
    VEC(struct unit *) units; /* the main module first, then in the order of discovery */
    VEC(struct portion) portions;
    VEC(struct str) natives; /* modules of the runtime it imports */
    VEC(struct edge) edges;  /* between modules of the workspace, in the order of the imports */
};

/* The program of an app, from rule "program". False after errors were reported. */
bool program_need(struct rule_ctx *c, struct str app_key, struct program *out);
extern const struct rule rule_program;
/* The app's own modules, in their order: those that are neither in a library nor embedded in py2. */
struct units {
    VEC(struct unit *) v;
};
void program_own(const struct program *p, struct arena *a, struct units *out);

/* What an app's recipe says of its units. */
unsigned unit_options(const struct appspec *spec);

/* Keys of the stages of one unit, and back. */
struct str unit_key(struct arena *a, const struct unit *u);
struct str gen_key(struct arena *a, struct str target, const struct unit *u);
bool unit_of_key(struct str key, struct unit *u);
/* For people: the unit's file. */
struct str unit_shown(const struct unit *u);
/* The unit's text; false after a report. Not for units of the standard library. */
bool unit_source(struct rule_ctx *c, const struct unit *u, struct str *out);

#endif
