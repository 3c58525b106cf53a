/* Walking a tree: every expression, statement and pattern below a node, in the order of the grammar.
 *
 * Invariant: a hook that gives false keeps its children from being walked; it may walk some of them itself.
 */
#ifndef PY2_PYTHON_WALK_H
#define PY2_PYTHON_WALK_H

#include "rules/python/ast.h"

/* Hooks may be NULL. */
struct py_walk {
    bool (*expr)(struct py_walk *w, const struct py_expr *e);
    bool (*stmt)(struct py_walk *w, const struct py_stmt *s);
    bool (*pattern)(struct py_walk *w, const struct py_pattern *p);
};

void py_walk_expr(struct py_walk *w, const struct py_expr *e);
void py_walk_stmt(struct py_walk *w, const struct py_stmt *s);
void py_walk_pattern(struct py_walk *w, const struct py_pattern *p);
void py_walk_body(struct py_walk *w, struct py_stmt_seq body);
void py_walk_exprs(struct py_walk *w, struct py_expr_seq exprs); /* entries may be NULL */
void py_walk_arguments(struct py_walk *w, const struct py_arguments *a);

#endif
