/* The front end inside an artifact, between its files. The contract with the runtime is runtime/lib/front.h.
 *
 * Every global name of the files that are compiled for the artifact gets the prefix `front_` (rename.cmake),
 * so that they meet neither the runtime's names nor, in hosted programs, the front end of py2 itself. */
#ifndef PY2_PYTHON_SHIPPED_H
#define PY2_PYTHON_SHIPPED_H

#include <setjmp.h>
#include "rules/python/parser.h"
#include "runtime/lib/front.h"

/* Stands in for `struct memory`. */
struct front_source {
    void *(*take)(void *context, size_t size);
    void *context;
    jmp_buf no_memory;
};

/* pack.c: the tree of a whole module, of an expression. Forms: runtime/lib/front.h. */
void pack_module(struct buf *out, const struct py_module *m);
void pack_expression(struct buf *out, const struct py_expr *e);
void pack_interactive(struct buf *out, const struct py_module *m);

#endif
