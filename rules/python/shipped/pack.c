/* Trees as bytes (runtime/lib/front.h says in which form), and the schema that names their parts; both
 * generated from ast.def, so that no node can be forgotten. */
#include "rules/python/shipped/shipped.h"

/* ---- numbers of nodes: the order of ast.def, behind Python's kinds of modules ---- */

enum number {
    NUMBER_NONE,
    NUMBER_MODULE,
    NUMBER_INTERACTIVE,
    NUMBER_EXPRESSION,
    NUMBER_FUNCTIONTYPE,
    NUMBER_TYPEIGNORE,
#define NODE(SUM, KIND, Name, member, FIELDS) NUMBER_##Name,
#define PLAIN(type, Name, FIELDS)             NUMBER_##Name,
#define BARE(type, Name, FIELDS)              NUMBER_##Name,
#include "rules/python/ast.def"
};

/* ---- the schema ---- */

#define ONE(T, f)       " " #f ":1" #T
#define OPT(T, f)       " " #f ":?" #T
#define SEQ(T, f)       " " #f ":*" #T
#define SEQ0(T, f)      " " #f ":*" #T
#define LATE(T, f)      " " #f ":+" #T
#define ID(f)           " " #f ":iidentifier"
#define OPT_ID(f)       " " #f ":Iidentifier"
#define TEXT(f)         " " #f ":tstring"
#define TYPE_COMMENT(f) " " #f ":zstring"
#define IDS(f)          " " #f ":nidentifier"
#define ENUM(T, f)      " " #f ":e" #T
#define OPS(f)          " " #f ":ocmpop"
#define INT(f)          " " #f ":dint"
#define CONST(f)        " " #f ":cconstant"
#define KIND_U(f)       " " #f ":ustring"
#define NOTE(D)
#define NONE()
/* A row that shares its member has the fields of another row. */
#define SAME(m) FIELDS_OF_##m
#define FIELDS_OF_functiondef                                                                                \
    ID(name)                                                                                                 \
    ONE(arguments, args) SEQ(stmt, body) SEQ(expr, decorator_list) OPT(expr, returns)                        \
        TYPE_COMMENT(type_comment) LATE(type_param, type_params)
#define FIELDS_OF_for_                                                                                       \
    ONE(expr, target) ONE(expr, iter) SEQ(stmt, body) SEQ(stmt, orelse) TYPE_COMMENT(type_comment)
#define FIELDS_OF_with SEQ(withitem, items) SEQ(stmt, body) TYPE_COMMENT(type_comment)
#define FIELDS_OF_try  SEQ(stmt, body) SEQ(excepthandler, handlers) SEQ(stmt, orelse) SEQ(stmt, finalbody)

#define SUM_EXPR       "expr"
#define SUM_STMT       "stmt"
#define SUM_PATTERN    "pattern"
#define SUM_HANDLER    "excepthandler"
#define SUM_TYPE_PARAM "type_param"

const char front_schema[] = "mod Module - body:*stmt type_ignores:*type_ignore\n"
                            "mod Interactive - body:*stmt\n"
                            "mod Expression - body:1expr\n"
                            "mod FunctionType - argtypes:*expr returns:1expr\n"
                            "type_ignore TypeIgnore - lineno:dint tag:tstring\n"
#define NODE(SUM, KIND, Name, member, FIELDS) SUM_##SUM " " #Name " p" FIELDS "\n"
#define PLAIN(type, Name, FIELDS)             "- " #Name " p" FIELDS "\n"
#define BARE(type, Name, FIELDS)              "- " #Name " -" FIELDS "\n"
#include "rules/python/ast.def"
                            "boolop =And\nboolop =Or\n"
                            "operator =Add\noperator =Sub\noperator =Mult\noperator =MatMult\noperator =Div\n"
                            "operator =Mod\noperator =Pow\noperator =LShift\noperator =RShift\n"
                            "operator =BitOr\noperator =BitXor\noperator =BitAnd\noperator =FloorDiv\n"
                            "unaryop =Invert\nunaryop =Not\nunaryop =UAdd\nunaryop =USub\n"
                            "cmpop =Eq\ncmpop =NotEq\ncmpop =Lt\ncmpop =LtE\ncmpop =Gt\ncmpop =GtE\n"
                            "cmpop =Is\ncmpop =IsNot\ncmpop =In\ncmpop =NotIn\n"
                            "expr_context =Load\nexpr_context =Store\nexpr_context =Del\n";
_Static_assert(PY_OR == 1 && PY_FLOORDIV == 12 && PY_USUB == 3 && PY_NOTIN == 9 && PY_DEL == 2,
               "operators stand in the schema in the order of their numbers");

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
#undef ENUM
#undef OPS
#undef INT
#undef CONST
#undef KIND_U
#undef SAME

/* ---- values ---- */

static void put_text(struct buf *o, struct str s) {
    buf_uleb(o, s.p ? s.n + 1 : 0);
    buf_str(o, s);
}

static void put_position(struct buf *o, const struct py_pos *p) {
    buf_uleb(o, p->lineno);
    buf_uleb(o, p->col_offset);
    buf_uleb(o, p->end_lineno - p->lineno);
    buf_uleb(o, p->end_col_offset);
}

static void put_double(struct buf *o, char letter, double v) {
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    buf_putc(o, letter);
    buf_u64(o, bits);
}

static void put_constant(struct buf *o, const struct py_constant *c) {
    switch (c->kind) {
    case PY_CONST_NONE: buf_putc(o, 'N'); break;
    case PY_CONST_TRUE: buf_putc(o, 'T'); break;
    case PY_CONST_FALSE: buf_putc(o, 'F'); break;
    case PY_CONST_ELLIPSIS: buf_putc(o, 'E'); break;
    case PY_CONST_INT:
        buf_putc(o, c->big ? 'b' : 'i');
        if (c->big)
            put_text(o, c->s);
        else
            buf_sleb(o, c->i);
        break;
    case PY_CONST_FLOAT: put_double(o, 'f', c->f); break;
    case PY_CONST_IMAG: put_double(o, 'j', c->f); break;
    case PY_CONST_STR:
        buf_putc(o, 's');
        buf_sized(o, c->s);
        break;
    case PY_CONST_BYTES:
        buf_putc(o, 'y');
        buf_sized(o, c->s);
        break;
    }
}

/* ---- nodes ---- */

static void put_expr(struct buf *o, const struct py_expr *e);
static void put_stmt(struct buf *o, const struct py_stmt *e);
static void put_pattern(struct buf *o, const struct py_pattern *e);
static void put_type_param(struct buf *o, const struct py_type_param *e);
#define NODE(SUM, KIND, Name, member, FIELDS)
#define PLAIN(type, Name, FIELDS) static void put_##type(struct buf *o, const struct py_##type *e);
#define BARE(type, Name, FIELDS)  static void put_##type(struct buf *o, const struct py_##type *e);
#include "rules/python/ast.def"
static void put_excepthandler(struct buf *o, const struct py_excepthandler *e);

#define ONE(T, f) put_##T(o, n->f);
#define OPT(T, f)                                                                                            \
    if (n->f)                                                                                                \
        put_##T(o, n->f);                                                                                    \
    else                                                                                                     \
        buf_putc(o, NUMBER_NONE);
#define SEQ(T, f)                                                                                            \
    buf_uleb(o, n->f.n);                                                                                     \
    for (size_t i = 0; i < n->f.n; i++) put_##T(o, n->f.p[i]);
#define SEQ0(T, f)                                                                                           \
    buf_uleb(o, n->f.n);                                                                                     \
    for (size_t i = 0; i < n->f.n; i++) {                                                                    \
        if (n->f.p[i])                                                                                       \
            put_##T(o, n->f.p[i]);                                                                           \
        else                                                                                                 \
            buf_putc(o, NUMBER_NONE);                                                                        \
    }
#define LATE(T, f) SEQ(T, f)
#define ID(f)      put_text(o, n->f);
#define OPT_ID(f)  put_text(o, n->f);
#define TEXT(f)    put_text(o, n->f);
#define TYPE_COMMENT(f)
#define IDS(f)                                                                                               \
    buf_uleb(o, n->f.n);                                                                                     \
    for (size_t i = 0; i < n->f.n; i++) put_text(o, n->f.p[i]);
#define OPS(f)                                                                                               \
    buf_uleb(o, n->f.n);                                                                                     \
    for (size_t i = 0; i < n->f.n; i++) buf_uleb(o, n->f.p[i]);
#define ENUM(T, f) buf_uleb(o, n->f);
#define INT(f)     buf_sleb(o, n->f);
#define CONST(f)   put_constant(o, &n->f);
#define KIND_U(f)  buf_putc(o, n->f);
#define SAME(m)    put_fields_##m(o, &e->m);

static void put_fields_functiondef(struct buf *o, const struct py_stmt_functiondef *n) {
    FIELDS_OF_functiondef
}
static void put_fields_for_(struct buf *o, const struct py_stmt_for_ *n) {
    FIELDS_OF_for_
}
static void put_fields_with(struct buf *o, const struct py_stmt_with *n) {
    FIELDS_OF_with
}
static void put_fields_try(struct buf *o, const struct py_stmt_try *n) {
    FIELDS_OF_try
}

#define CASE(SUMKIND, Name, member, T, FIELDS)                                                               \
    case SUMKIND: {                                                                                          \
        const struct py_##T##_##member *n = &e->member;                                                      \
        (void)n;                                                                                             \
        buf_uleb(o, NUMBER_##Name);                                                                          \
        put_position(o, (const struct py_pos *)&e->lineno);                                                  \
        FIELDS                                                                                               \
        break;                                                                                               \
    }
#define CASE_EXPR(K, N, m, F)
#define CASE_STMT(K, N, m, F)
#define CASE_PATTERN(K, N, m, F)
#define CASE_TYPE_PARAM(K, N, m, F)
#define CASE_HANDLER(K, N, m, F)

#undef CASE_EXPR
#define CASE_EXPR(K, N, m, F) CASE(PY_EXPR_##K, N, m, expr, F)
#define PLAIN(type, Name, FIELDS)
#define BARE(type, Name, FIELDS)
#define NODE(SUM, KIND, Name, member, FIELDS) CASE_##SUM(KIND, Name, member, FIELDS)
static void put_expr(struct buf *o, const struct py_expr *e) {
    switch (e->kind) {
#include "rules/python/ast.def"
    case PY_EXPR_COUNT: break;
    }
}
#undef CASE_EXPR
#define CASE_EXPR(K, N, m, F)
#undef CASE_STMT
#define CASE_STMT(K, N, m, F) CASE(PY_STMT_##K, N, m, stmt, F)
#define PLAIN(type, Name, FIELDS)
#define BARE(type, Name, FIELDS)
#define NODE(SUM, KIND, Name, member, FIELDS) CASE_##SUM(KIND, Name, member, FIELDS)
static void put_stmt(struct buf *o, const struct py_stmt *e) {
    switch (e->kind) {
#include "rules/python/ast.def"
    case PY_STMT_COUNT: break;
    }
}
#undef CASE_STMT
#define CASE_STMT(K, N, m, F)
#undef CASE_PATTERN
#define CASE_PATTERN(K, N, m, F) CASE(PY_PATTERN_##K, N, m, pattern, F)
#define PLAIN(type, Name, FIELDS)
#define BARE(type, Name, FIELDS)
#define NODE(SUM, KIND, Name, member, FIELDS) CASE_##SUM(KIND, Name, member, FIELDS)
static void put_pattern(struct buf *o, const struct py_pattern *e) {
    switch (e->kind) {
#include "rules/python/ast.def"
    case PY_PATTERN_COUNT: break;
    }
}
#undef CASE_PATTERN
#define CASE_PATTERN(K, N, m, F)
#undef CASE_TYPE_PARAM
#define CASE_TYPE_PARAM(K, N, m, F) CASE(PY_TYPE_PARAM_##K, N, m, type_param, F)
#define PLAIN(type, Name, FIELDS)
#define BARE(type, Name, FIELDS)
#define NODE(SUM, KIND, Name, member, FIELDS) CASE_##SUM(KIND, Name, member, FIELDS)
static void put_type_param(struct buf *o, const struct py_type_param *e) {
    switch (e->kind) {
#include "rules/python/ast.def"
    case PY_TYPE_PARAM_COUNT: break;
    }
}
#undef CASE_TYPE_PARAM
#define CASE_TYPE_PARAM(K, N, m, F)
#undef CASE_HANDLER
#define POSITIONED(type, Name, FIELDS)                                                                       \
    static void put_##type(struct buf *o, const struct py_##type *n) {                                       \
        buf_uleb(o, NUMBER_##Name);                                                                          \
        put_position(o, (const struct py_pos *)&n->lineno);                                                  \
        FIELDS                                                                                               \
    }
#define CASE_HANDLER(K, Name, member, FIELDS) POSITIONED(member, Name, FIELDS)
#define PLAIN(type, Name, FIELDS)             POSITIONED(type, Name, FIELDS)
#define BARE(type, Name, FIELDS)                                                                             \
    static void put_##type(struct buf *o, const struct py_##type *n) {                                       \
        buf_uleb(o, NUMBER_##Name);                                                                          \
        FIELDS                                                                                               \
    }
#define NODE(SUM, KIND, Name, member, FIELDS) CASE_##SUM(KIND, Name, member, FIELDS)
#include "rules/python/ast.def"

/* ---- modules ---- */

static void put_body(struct buf *o, const struct py_module *n) {
    SEQ(stmt, body)
}

void pack_module(struct buf *o, const struct py_module *m) {
    buf_uleb(o, NUMBER_MODULE);
    put_body(o, m);
    buf_uleb(o, 0); /* type_ignores: comments are not read */
}

void pack_interactive(struct buf *o, const struct py_module *m) {
    buf_uleb(o, NUMBER_INTERACTIVE);
    put_body(o, m);
}

void pack_expression(struct buf *o, const struct py_expr *e) {
    buf_uleb(o, NUMBER_EXPRESSION);
    put_expr(o, e);
}
