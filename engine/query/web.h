/* The declared graph: every label of the workspace and what it names, before any target is chosen (a select{}
 * counts with all its branches). `query`, `graph`, `why` and `affected` work on it.
 *
 * Invariants: vertices are sorted by label, so a set printed in their order is sorted; edges are numbers of
 * vertices, in the order of the recipe, without repetition; `in` mirrors `out`. */
#ifndef PY2_WEB_H
#define PY2_WEB_H

#include "engine/recipe/label.h"
#include "engine/session.h"

struct vertex {
    struct str label, word;
    size_t package; /* in web.packages */
    const struct decl *decl;
    const uint32_t *out, *in;
    uint32_t n_out, n_in;
};

struct web_package {
    struct package p;
    struct node *node; /* of rule "package": it knows what the recipe read */
};

/* A dependency on a label that no recipe declares. */
struct dangling {
    size_t from;
    struct label label;
};

struct web {
    struct session *s;
    struct vertex *v;
    size_t n;
    struct web_package *packages; /* sorted by path */
    size_t n_packages;
    struct map by_label; /* label -> number + 1 */
    VEC(struct dangling) dangling;
};

/* A set of vertices: one byte each, 0 or 1. */
typedef uint8_t *set;
enum { NO_VERTEX = UINT32_MAX, ANY_DEPTH = UINT32_MAX };

/* Evaluates every recipe. False after errors were told. */
bool web_load(struct web *w, struct session *s);
set set_new(const struct web *w);
/* What `from` needs (or, backwards, what needs it) within `depth` steps, `from` included. `within` limits the
 * walk; NULL: everything. */
set web_closure(const struct web *w, const uint8_t *from, bool backwards, uint32_t depth,
                const uint8_t *within);
/* A shortest path from a member of `from` to a member of `to`, both included, in order. 0: there is none. */
size_t web_path(const struct web *w, const uint8_t *from, const uint8_t *to, uint32_t **path);
/* Adds what a label or pattern names (or takes it away, with a leading '-'). On failure *why says what is
 * wrong. */
bool web_pattern(const struct web *w, struct str text, set into, const char **why);
uint32_t web_find(const struct web *w, struct str label); /* NO_VERTEX: there is none */
/* The field by which `from` names `to`, such as "deps". */
const char *web_edge_field(const struct web *w, uint32_t from, uint32_t to);

/* ---- query.c ---- */

/* Works out an expression of the query language. NULL after the mistake was told. */
set query_set(const struct web *w, struct str text);

/* ---- webprint.c ---- */

/* Writes a set to standard output as --output says: label, json, dot or count. `empty` is what "label" prints
 * for no labels at all. False after a usage error was told. */
bool web_print(const struct web *w, const uint8_t *s, struct str output, const char *empty);
/* Takes "--NAME VALUE" and "--NAME=VALUE" out of the command's own arguments; *value is left alone when it is
 * not there. False after a usage error. */
bool take_flag(struct session *s, const char *name, struct str *value);
/* The same for a flag without a value. */
bool take_switch(struct session *s, const char *name);
/* Refuses flags that nobody took. */
bool no_more_flags(struct session *s);

#endif
