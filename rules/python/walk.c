/* The walk over trees, generated from ast.def, so that no child can be forgotten. */
#include "rules/python/walk.h"

static void walk_type_param(struct py_walk *w, const struct py_type_param *e);
#define walk_expr    py_walk_expr
#define walk_stmt    py_walk_stmt
#define walk_pattern py_walk_pattern
#define NODE(SUM, KIND, Name, member, FIELDS)
#define PLAIN(type, Name, FIELDS) static void walk_##type(struct py_walk *w, const struct py_##type *n);
#define BARE(type, Name, FIELDS)  static void walk_##type(struct py_walk *w, const struct py_##type *n);
#include "rules/python/ast.def"
static void walk_excepthandler(struct py_walk *w, const struct py_excepthandler *n);

#define ONE(T, f) walk_##T(w, n->f);
#define OPT(T, f)                                                                                            \
    if (n->f) walk_##T(w, n->f);
#define SEQ(T, f)                                                                                            \
    for (size_t i = 0; i < n->f.n; i++) walk_##T(w, n->f.p[i]);
#define SEQ0(T, f)                                                                                           \
    for (size_t i = 0; i < n->f.n; i++)                                                                      \
        if (n->f.p[i]) walk_##T(w, n->f.p[i]);
#define LATE(T, f) SEQ(T, f)
#define ID(f)
#define OPT_ID(f)
#define TEXT(f)
#define TYPE_COMMENT(f)
#define IDS(f)
#define OPS(f)
#define ENUM(T, f)
#define INT(f)
#define CONST(f)
#define KIND_U(f)
#define NOTE(D)
#define NONE()
#define SAME(m) walk_fields_##m(w, &e->m);

static void walk_fields_functiondef(struct py_walk *w, const struct py_stmt_functiondef *n) {
    ONE(arguments, args)
    SEQ(stmt, body) SEQ(expr, decorator_list) OPT(expr, returns) LATE(type_param, type_params)
}
static void walk_fields_for_(struct py_walk *w, const struct py_stmt_for_ *n) {
    ONE(expr, target) ONE(expr, iter) SEQ(stmt, body) SEQ(stmt, orelse)
}
static void walk_fields_with(struct py_walk *w, const struct py_stmt_with *n) {
    SEQ(withitem, items) SEQ(stmt, body)
}
static void walk_fields_try(struct py_walk *w, const struct py_stmt_try *n) {
    SEQ(stmt, body) SEQ(excepthandler, handlers) SEQ(stmt, orelse) SEQ(stmt, finalbody)
}

#define CASE(KIND, member, T, FIELDS)                                                                        \
    case KIND: {                                                                                             \
        const struct py_##T##_##member *n = &e->member;                                                      \
        (void)n;                                                                                             \
        FIELDS break;                                                                                        \
    }
#define CASE_EXPR(K, m, F)
#define CASE_STMT(K, m, F)
#define CASE_PATTERN(K, m, F)
#define CASE_TYPE_PARAM(K, m, F)
#define CASE_HANDLER(K, m, F)

#undef CASE_EXPR
#define CASE_EXPR(K, m, F) CASE(PY_EXPR_##K, m, expr, F)
#define PLAIN(type, Name, FIELDS)
#define BARE(type, Name, FIELDS)
#define NODE(SUM, KIND, Name, member, FIELDS) CASE_##SUM(KIND, member, FIELDS)
void py_walk_expr(struct py_walk *w, const struct py_expr *e) {
    if (w->expr && !w->expr(w, e)) return;
    switch (e->kind) {
#include "rules/python/ast.def"
    case PY_EXPR_COUNT: break;
    }
}
#undef CASE_EXPR
#define CASE_EXPR(K, m, F)
#undef CASE_STMT
#define CASE_STMT(K, m, F) CASE(PY_STMT_##K, m, stmt, F)
#define PLAIN(type, Name, FIELDS)
#define BARE(type, Name, FIELDS)
#define NODE(SUM, KIND, Name, member, FIELDS) CASE_##SUM(KIND, member, FIELDS)
void py_walk_stmt(struct py_walk *w, const struct py_stmt *e) {
    if (w->stmt && !w->stmt(w, e)) return;
    switch (e->kind) {
#include "rules/python/ast.def"
    case PY_STMT_COUNT: break;
    }
}
#undef CASE_STMT
#define CASE_STMT(K, m, F)
#undef CASE_PATTERN
#define CASE_PATTERN(K, m, F) CASE(PY_PATTERN_##K, m, pattern, F)
#define PLAIN(type, Name, FIELDS)
#define BARE(type, Name, FIELDS)
#define NODE(SUM, KIND, Name, member, FIELDS) CASE_##SUM(KIND, member, FIELDS)
void py_walk_pattern(struct py_walk *w, const struct py_pattern *e) {
    if (w->pattern && !w->pattern(w, e)) return;
    switch (e->kind) {
#include "rules/python/ast.def"
    case PY_PATTERN_COUNT: break;
    }
}
#undef CASE_PATTERN
#define CASE_PATTERN(K, m, F)
#undef CASE_TYPE_PARAM
#define CASE_TYPE_PARAM(K, m, F) CASE(PY_TYPE_PARAM_##K, m, type_param, F)
#define PLAIN(type, Name, FIELDS)
#define BARE(type, Name, FIELDS)
#define NODE(SUM, KIND, Name, member, FIELDS) CASE_##SUM(KIND, member, FIELDS)
static void walk_type_param(struct py_walk *w, const struct py_type_param *e) {
    switch (e->kind) {
#include "rules/python/ast.def"
    case PY_TYPE_PARAM_COUNT: break;
    }
}
#undef CASE_TYPE_PARAM
#define CASE_TYPE_PARAM(K, m, F)
#undef CASE_HANDLER
#define PARTS(type, FIELDS)                                                                                  \
    static void walk_##type(struct py_walk *w, const struct py_##type *n) {                                  \
        (void)w, (void)n;                                                                                    \
        FIELDS                                                                                               \
    }
#define CASE_HANDLER(K, member, FIELDS)       PARTS(member, FIELDS)
#define PLAIN(type, Name, FIELDS)             PARTS(type, FIELDS)
#define BARE(type, Name, FIELDS)              PARTS(type, FIELDS)
#define NODE(SUM, KIND, Name, member, FIELDS) CASE_##SUM(KIND, member, FIELDS)
#include "rules/python/ast.def"

void py_walk_body(struct py_walk *w, struct py_stmt_seq body) {
    for (size_t i = 0; i < body.n; i++) py_walk_stmt(w, body.p[i]);
}

void py_walk_exprs(struct py_walk *w, struct py_expr_seq exprs) {
    for (size_t i = 0; i < exprs.n; i++)
        if (exprs.p[i]) py_walk_expr(w, exprs.p[i]);
}

void py_walk_arguments(struct py_walk *w, const struct py_arguments *a) {
    walk_arguments(w, a);
}
