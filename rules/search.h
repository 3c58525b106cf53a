/* A search for modules under way. Private to search.c, closure.c and program.c.
 *
 * Invariant: with `self` the search stays among the modules of one owner: what belongs to another is in
 * `entries`, and in a library what belongs to none is in `others`. It then reports nothing, but says that
 * something is `irregular`. The standard library's own functions import much that a program never gets to:
 * that is looked at last, and what py2 lacks there refuses nothing. */
#ifndef PY2_SEARCH_H
#define PY2_SEARCH_H

#include "rules/deps.h"
#include "rules/liveness.h"
#include "rules/program.h"
#include "rules/reach/reach.h"
#include "rules/reach/reach.h"
#include "rules/roots.h"

/* A module of another owner, or "module.*" for a star import of it. */
struct entry {
    size_t owner; /* in spec->owners */
    struct str module;
};

/* An import in the standard library that only runs when a function is called, or whose failure is caught. */
struct maybe {
    struct unit *from;
    const struct reach_import *import;
    const struct reach_imports *imports; /* of `from` */
    const struct live_module *functions; /* of `from` */
    bool followed;
};

struct known_functions {
    struct unit *unit;
    const struct live_module *functions;
};

struct search {
    struct rule_ctx *c;
    const struct appspec *spec;
    struct program *out;
    struct roots roots;
    struct owners owners;
    const struct appspec_owner *self; /* NULL: everything is followed */
    bool in_library;
    VEC(struct entry) entries;
    VEC(struct str) others;
    struct map entered;       /* of `entries` */
    struct map used;          /* labels of the libraries that units of `self` import from */
    struct map seen;          /* module name -> struct unit *, or a mark */
    struct map stars;         /* package name -> struct star * */
    struct map doomed;        /* module of the library -> whether it can never be loaded */
    VEC(struct maybe) maybes; /* imports that the program can run without */
    size_t done;              /* units whose imports were followed */
    struct liveness liveness;
    VEC(struct known_functions) known; /* of the library's units */
    bool soft; /* the search is at the `maybes`: what is found now is not sure to be needed */
    bool failed, irregular;
};

void search_open(struct search *s, struct rule_ctx *c, const struct appspec *spec, struct program *out);
bool search_roots(struct search *s); /* before any module is looked for */
struct unit *search_file(struct search *s, struct str module, struct str file);
struct unit *search_place(struct search *s, struct str module); /* below the roots; NULL: not there */
void search_add(struct search *s, struct unit *u);
/* Finds a module with its parents, or the names of a star import; false: it is not there. */
bool search_module(struct search *s, struct str module);
void search_import(struct search *s, struct unit *from, struct str module); /* reports what is missing */
/* Follows the imports that every run of the program may make. False after errors were reported. */
bool search_run(struct search *s);
/* Follows what functions of the standard library import that the program may call, and what they can do
 * without. The program's own units are all known; those that the search itself did not follow are in
 * `others`. */
bool search_maybes(struct search *s, struct unit *const *others, size_t n);

#endif
