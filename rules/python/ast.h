/* The checked tree: what the frontend gives to the rest of the compiler.
 *
 * Invariants:
 *  - Node kinds, field names and field order are those of CPython's `ast` module; ast.def is the one table.
 *  - Every node of a module lives in the arena given to py_parse and is dropped with it. A node may be only
 *    as large as its own member of the union: never copy a node by value.
 *  - Positions are CPython's: lines from 1, columns from 0 in UTF-8 bytes, ends exclusive.
 *  - Equal identifiers of one module share their bytes: two names are equal exactly when their `p` are. They
 *    are NFKC-normalised and not mangled; symbols (symtable.h) carry mangled names. Use py_name_find to get
 *    the interned form of a spelling.
 *  - A tree that py_parse returned has passed every check CPython's parser, symbol table and compiler make
 *    before code is generated. */
#ifndef PY2_AST_H
#define PY2_AST_H

#include "engine/base/base.h"

struct py_scope;
struct py_symbol;

#define PY_SEQ(T)                                                                                            \
    struct py_##T;                                                                                           \
    struct py_##T##_seq {                                                                                    \
        struct py_##T **p;                                                                                   \
        size_t n;                                                                                            \
    }
PY_SEQ(expr);
PY_SEQ(stmt);
PY_SEQ(pattern);
PY_SEQ(excepthandler);
PY_SEQ(type_param);
PY_SEQ(comprehension);
PY_SEQ(arguments);
PY_SEQ(arg);
PY_SEQ(keyword);
PY_SEQ(alias);
PY_SEQ(withitem);
PY_SEQ(match_case);
struct py_name_seq {
    struct str *p;
    size_t n;
};

enum py_boolop { PY_AND, PY_OR };
enum py_operator {
    PY_ADD,
    PY_SUB,
    PY_MULT,
    PY_MATMULT,
    PY_DIV,
    PY_MOD,
    PY_POW,
    PY_LSHIFT,
    PY_RSHIFT,
    PY_BITOR,
    PY_BITXOR,
    PY_BITAND,
    PY_FLOORDIV
};
enum py_unaryop { PY_INVERT, PY_NOT, PY_UADD, PY_USUB };
enum py_cmpop { PY_EQ, PY_NOTEQ, PY_LT, PY_LTE, PY_GT, PY_GTE, PY_IS, PY_ISNOT, PY_IN, PY_NOTIN };
enum py_expr_context { PY_LOAD, PY_STORE, PY_DEL };
struct py_op_seq {
    enum py_cmpop *p;
    size_t n;
};

enum py_constant_kind {
    PY_CONST_NONE,
    PY_CONST_TRUE,
    PY_CONST_FALSE,
    PY_CONST_ELLIPSIS,
    PY_CONST_INT,
    PY_CONST_FLOAT,
    PY_CONST_IMAG, /* a complex number whose real part is +0.0 */
    PY_CONST_STR,
    PY_CONST_BYTES
};

/* A literal's value. `kind` chooses the member:
 *   INT    literals are never negative. `big` false: `i` is the value. `big` true: it does not fit int64_t,
 * and `s` holds its hexadecimal digits, lower case, no prefix, no leading zero. FLOAT, IMAG   `f`, correctly
 * rounded. STR    `s`, UTF-8; lone surrogates appear as their three-byte form (WTF-8). BYTES  `s`, raw. */
struct py_constant {
    enum py_constant_kind kind;
    bool big;
    union {
        int64_t i;
        double f;
        struct str s;
    };
};

/* ---- node kinds ---- */

#define PLAIN(type, Name, FIELDS)
#define BARE(type, Name, FIELDS)
#define PY_KIND_EXPR(K) PY_EXPR_##K,
#define PY_KIND_STMT(K)
#define PY_KIND_PATTERN(K)
#define PY_KIND_TYPE_PARAM(K)
#define PY_KIND_HANDLER(K)
#define NODE(SUM, KIND, Name, member, FIELDS) PY_KIND_##SUM(KIND)
enum py_expr_kind {
#include "rules/python/ast.def"
    PY_EXPR_COUNT
};
#undef PY_KIND_EXPR
#undef PY_KIND_STMT
#define PLAIN(type, Name, FIELDS)
#define BARE(type, Name, FIELDS)
#define PY_KIND_EXPR(K)
#define PY_KIND_STMT(K)                       PY_STMT_##K,
#define NODE(SUM, KIND, Name, member, FIELDS) PY_KIND_##SUM(KIND)
enum py_stmt_kind {
#include "rules/python/ast.def"
    PY_STMT_COUNT
};
#undef PY_KIND_STMT
#undef PY_KIND_PATTERN
#define PLAIN(type, Name, FIELDS)
#define BARE(type, Name, FIELDS)
#define PY_KIND_STMT(K)
#define PY_KIND_PATTERN(K)                    PY_PATTERN_##K,
#define NODE(SUM, KIND, Name, member, FIELDS) PY_KIND_##SUM(KIND)
enum py_pattern_kind {
#include "rules/python/ast.def"
    PY_PATTERN_COUNT
};
#undef PY_KIND_PATTERN
#undef PY_KIND_TYPE_PARAM
#define PLAIN(type, Name, FIELDS)
#define BARE(type, Name, FIELDS)
#define PY_KIND_PATTERN(K)
#define PY_KIND_TYPE_PARAM(K)                 PY_TYPE_PARAM_##K,
#define NODE(SUM, KIND, Name, member, FIELDS) PY_KIND_##SUM(KIND)
enum py_type_param_kind {
#include "rules/python/ast.def"
    PY_TYPE_PARAM_COUNT
};
#undef PY_KIND_TYPE_PARAM
#undef PY_KIND_EXPR
#undef PY_KIND_STMT
#undef PY_KIND_PATTERN
#undef PY_KIND_HANDLER

/* ---- node structures ---- */

#define PY_POSITION uint32_t lineno, col_offset, end_lineno, end_col_offset

struct py_pos {
    PY_POSITION;
};

#define ONE(T, f)  struct py_##T *f;
#define OPT(T, f)  struct py_##T *f;
#define SEQ(T, f)  struct py_##T##_seq f;
#define SEQ0(T, f) struct py_##T##_seq f;
#define LATE(T, f) struct py_##T##_seq f;
#define ID(f)      struct str f;
#define OPT_ID(f)  struct str f;
#define TEXT(f)    struct str f;
#define TYPE_COMMENT(f)
#define IDS(f)     struct py_name_seq f;
#define OPS(f)     struct py_op_seq f;
#define ENUM(T, f) enum py_##T f;
#define INT(f)     int f;
#define CONST(f)   struct py_constant f;
#define KIND_U(f)  bool f;
#define NOTE(D)    D;
#define NONE()
#define SAME(m)

/* The members: `struct py_expr_binop` is what e->binop is. AsyncFunctionDef shares functiondef, AsyncFor
 * for_, AsyncWith with, TryStar try. */
#define PY_MEMBER_EXPR(m, FIELDS)                                                                            \
    struct py_expr_##m {                                                                                     \
        FIELDS                                                                                               \
    };
#define PY_MEMBER_STMT(m, FIELDS)                                                                            \
    struct py_stmt_##m {                                                                                     \
        FIELDS                                                                                               \
    };
#define PY_MEMBER_PATTERN(m, FIELDS)                                                                         \
    struct py_pattern_##m {                                                                                  \
        FIELDS                                                                                               \
    };
#define PY_MEMBER_TYPE_PARAM(m, FIELDS)                                                                      \
    struct py_type_param_##m {                                                                               \
        FIELDS                                                                                               \
    };
#define PY_MEMBER_HANDLER(m, FIELDS)                                                                         \
    struct py_##m {                                                                                          \
        PY_POSITION;                                                                                         \
        FIELDS                                                                                               \
    };
#define NODE(SUM, KIND, Name, member, FIELDS) PY_MEMBER_##SUM(member, FIELDS)
#define PLAIN(type, Name, FIELDS)                                                                            \
    struct py_##type {                                                                                       \
        PY_POSITION;                                                                                         \
        FIELDS                                                                                               \
    };
#define BARE(type, Name, FIELDS)                                                                             \
    struct py_##type {                                                                                       \
        FIELDS                                                                                               \
    };
#include "rules/python/ast.def"
#undef PY_MEMBER_EXPR
#undef PY_MEMBER_STMT
#undef PY_MEMBER_PATTERN
#undef PY_MEMBER_TYPE_PARAM
#undef PY_MEMBER_HANDLER
#undef ONE
#undef OPT
#undef SEQ
#undef SEQ0
#undef LATE
#undef ID
#undef OPT_ID
#undef TEXT
#undef TYPE_COMMENT
#undef IDS
#undef OPS
#undef ENUM
#undef INT
#undef CONST
#undef KIND_U
#undef NOTE
#undef NONE
#undef SAME

#define PLAIN(type, Name, FIELDS)
#define BARE(type, Name, FIELDS)
#define PY_UNION_EXPR(m) struct py_expr_##m m;
#define PY_UNION_STMT(m)
#define PY_UNION_PATTERN(m)
#define PY_UNION_TYPE_PARAM(m)
#define PY_UNION_HANDLER(m)
#define NODE(SUM, KIND, Name, member, FIELDS) PY_UNION_##SUM(member)
struct py_expr {
    enum py_expr_kind kind;
    PY_POSITION;
    union {
#include "rules/python/ast.def"
    };
};
#undef PY_UNION_EXPR
#undef PY_UNION_STMT
#define PLAIN(type, Name, FIELDS)
#define BARE(type, Name, FIELDS)
#define PY_UNION_EXPR(m)
#define PY_UNION_STMT(m)                      struct py_stmt_##m m;
#define NODE(SUM, KIND, Name, member, FIELDS) PY_UNION_##SUM(member)
struct py_stmt {
    enum py_stmt_kind kind;
    PY_POSITION;
    union {
#include "rules/python/ast.def"
    };
};
#undef PY_UNION_STMT
#undef PY_UNION_PATTERN
#define PLAIN(type, Name, FIELDS)
#define BARE(type, Name, FIELDS)
#define PY_UNION_STMT(m)
#define PY_UNION_PATTERN(m)                   struct py_pattern_##m m;
#define NODE(SUM, KIND, Name, member, FIELDS) PY_UNION_##SUM(member)
struct py_pattern {
    enum py_pattern_kind kind;
    PY_POSITION;
    union {
#include "rules/python/ast.def"
    };
};
#undef PY_UNION_PATTERN
#undef PY_UNION_TYPE_PARAM
#define PLAIN(type, Name, FIELDS)
#define BARE(type, Name, FIELDS)
#define PY_UNION_PATTERN(m)
#define PY_UNION_TYPE_PARAM(m)                struct py_type_param_##m m;
#define NODE(SUM, KIND, Name, member, FIELDS) PY_UNION_##SUM(member)
struct py_type_param {
    enum py_type_param_kind kind;
    PY_POSITION;
    union {
#include "rules/python/ast.def"
    };
};
#undef PY_UNION_TYPE_PARAM
#undef PY_UNION_EXPR
#undef PY_UNION_STMT
#undef PY_UNION_PATTERN
#undef PY_UNION_HANDLER

/* ---- the module ---- */

enum py_future {
    PY_FUTURE_ANNOTATIONS = 1 << 0,
    PY_FUTURE_BARRY = 1 << 1, /* `<>` instead of `!=` */
};

struct py_names; /* names.h: the interned identifiers of a module */

struct py_module {
    struct str file, source; /* `source` is UTF-8, line ends normalised to \n, without byte order mark */
    struct py_stmt_seq body;
    struct py_scope *scope;
    unsigned future;      /* enum py_future */
    struct str docstring; /* p is NULL when there is none */
    struct py_names *names;
    VEC(const struct py_expr *) imports; /* calls of a name __import__ whose first argument is a string */
    bool reads_trees; /* a call of compile() may ask for a tree: py_asks_for_tree */
    bool declares_types; /* it has type parameters or `type` statements, which need objects of typing */
    size_t lines;
};

/* A call of a name `compile` that asks for a tree, as ast.parse does, and for no code: an argument names PyCF_ONLY_AST, or the
 * keyword _feature_version is there, which matters to trees only. */
bool py_asks_for_tree(const struct py_expr *call);

struct py_options {
    unsigned future;  /* features on from the start */
    bool syntax_only; /* stop after the parser, as ast.parse does: no scopes, no compile-time checks */
};

/* What a text may be. */
enum py_mode {
    PY_MODE_FILE,
    PY_MODE_EXPRESSION,  /* one expression: the body is one expression statement */
    PY_MODE_INTERACTIVE, /* one statement, or one line of simple ones */
};

struct py_error;

/* Source bytes to a tree in `m`, as the grammar has it: no scopes, no compile-time checks. m->file and m->future are set.
 * False with *error set. */
bool py_syntax(struct arena *a, struct py_module *m, struct str source, enum py_mode mode, struct py_error *error);

/* Reads one module. Hostile nesting may take some megabytes of stack: 2 in a release build, 16 with
 * sanitizers. `source` is the file's bytes; `file` its name for people, as `place.file`. Both must outlive
 * the tree. Returns NULL after reporting one error, code PY2E01xx, to `diags`; warnings (invalid escape
 * sequences and the like, which CPython reports as DeprecationWarning or SyntaxWarning) leave the tree valid.
 * `options` may be NULL. */
struct py_module *py_parse(struct arena *a, struct diags *diags, struct str file, struct str source,
                           const struct py_options *options);

/* The interned form of a spelling, or a `struct str` with p NULL when the module never mentions it. */
struct str py_name_find(const struct py_module *m, struct str spelling);

/* The name mangled for use inside class `class_name` (p NULL: none): `__x` becomes `_C__x`. Allocates in `a`
 * only when it changes. */
struct str py_mangle(struct arena *a, struct str class_name, struct str name);

/* The docstring of a body, or p NULL. */
struct str py_docstring(struct py_stmt_seq body);

/* Prints what ast.dump(tree) prints, or ast.dump(tree, include_attributes=True). */
void py_dump(struct buf *out, const struct py_module *m, bool attributes);
/* Appends an expression as source text, in the form in which lazy annotations are kept (ast_unparse.c). */
void py_unparse(struct buf *out, const struct py_expr *e);

#endif
