/* Nodes of Python's abstract syntax, between the files of `_ast`.
 *
 * Invariant: there is one row per node of front_schema, in its order; everything in a row is kept by the
 * module's list. */
#ifndef PY2_LIB_AST_H
#define PY2_LIB_AST_H

#include "runtime/rt.h"

enum { AST_NODES = 128, AST_FIELDS = 320, AST_SUMS = 16, AST_OPERATORS = 16 };

struct ast_field {
    val name;
    char kind;   /* see front.h */
    int8_t sum;  /* `e`, `o`: whose operators */
    bool absent; /* the class has None for it */
};

struct ast_row {
    val cls;
    uint16_t field, n; /* of ast_tables.field */
    bool positioned;
};

struct ast_tables {
    struct ast_row row[AST_NODES]; /* from 1 */
    int64_t rows;
    struct ast_field field[AST_FIELDS];
    int64_t fields;
    val operator[AST_SUMS][AST_OPERATORS]; /* the one instance of each */
};

/* Made when first asked for; NULL raised. */
const struct ast_tables *ast_tables_get(struct thread *t);
bool ast_is_node(val v);
/* A node of an exact class without attributes. */
val ast_node_new(struct thread *t, val cls);
/* The object that packed bytes describe (front.h); 0 raised. */
val ast_unpack(struct thread *t, const char *p, size_t n);

#endif
