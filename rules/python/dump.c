/* The tree as CPython's ast.dump prints it; generated from ast.def, so that no node can be forgotten. */
#include <stdio.h>
#include <stdlib.h>
#include "rules/python/parser.h"
#include "rules/python/unicode.h"

struct dump {
    struct buf *out;
    bool attributes, comma;
};

static void open_node(struct dump *d, const char *name) {
    buf_puts(d->out, name);
    buf_putc(d->out, '(');
    d->comma = false;
}

static void close_node(struct dump *d) {
    buf_putc(d->out, ')');
    d->comma = true;
}

static void field(struct dump *d, const char *name) {
    if (d->comma) buf_put(d->out, ", ", 2);
    buf_puts(d->out, name);
    buf_putc(d->out, '=');
    d->comma = true;
}

static void position(struct dump *d, const struct py_pos *p) {
    if (!d->attributes) return;
    buf_printf(d->out, "%slineno=%u, col_offset=%u, end_lineno=%u, end_col_offset=%u", d->comma ? ", " : "",
               p->lineno, p->col_offset, p->end_lineno, p->end_col_offset);
}
#define POSITION(n) position(d, (const struct py_pos *)&(n)->lineno)

/* ---- values ---- */

static void dump_text(struct dump *d, struct str s, bool bytes) {
    struct buf *o = d->out;
    bool single = s.n && memchr(s.p, '\'', s.n), twice = s.n && memchr(s.p, '"', s.n);
    char quote = single && !twice ? '"' : '\'';
    if (bytes) buf_putc(o, 'b');
    buf_putc(o, quote);
    for (size_t i = 0; i < s.n;) {
        uint32_t c = (unsigned char)s.p[i];
        unsigned n = 1;
        if (!bytes) n = uni_decode(s.p + i, &c);
        if (c == (unsigned char)quote || c == '\\')
            buf_printf(o, "\\%c", (int)c);
        else if (c == '\n')
            buf_puts(o, "\\n");
        else if (c == '\r')
            buf_puts(o, "\\r");
        else if (c == '\t')
            buf_puts(o, "\\t");
        else if (c < 128 ? c >= 32 && c < 127 : !bytes && uni_is_printable(c))
            buf_put(o, s.p + i, n);
        else
            buf_printf(o, c < 256 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", c);
        i += n;
    }
    buf_putc(o, quote);
}

/* Shortest digits that read back as the same double, in repr()'s layout. `point`: a whole number ends in
 * ".0". */
static void dump_double(struct dump *d, double v, bool point) {
    char digits[40];
    int precision = 0;
    if (v > 1.7976931348623157e308) {
        buf_puts(d->out, "inf");
        return;
    }
    do snprintf(digits, sizeof digits, "%.*e", precision, v);
    while (strtod(digits, NULL) != v && ++precision < 17);
    char *e = strchr(digits, 'e');
    int exponent = atoi(e + 1);
    if (exponent < -4 || exponent >= 16) {
        *e = 0;
        buf_printf(d->out, "%se%c%02d", digits, exponent < 0 ? '-' : '+', abs(exponent));
        return;
    }
    char fixed[64];
    snprintf(fixed, sizeof fixed, "%.*f", MAX(precision - exponent, 0), v);
    buf_puts(d->out, fixed);
    if (point && !strchr(fixed, '.')) buf_puts(d->out, ".0");
}

/* Hexadecimal digits to decimal, by repeated division: quadratic, for tests. */
static void dump_big(struct dump *d, struct str hex) {
    size_t n = hex.n / 7 + 1, len = 0;
    uint32_t *limb = NEW_N(d->out->arena, uint32_t, n * 2);
    char *text = arena_alloc(d->out->arena, hex.n * 2 + 16);
    for (size_t i = 0; i < hex.n; i++) {
        size_t bit = (hex.n - 1 - i) * 4;
        unsigned v = (unsigned)(hex.p[i] <= '9' ? hex.p[i] - '0' : hex.p[i] - 'a' + 10);
        limb[bit / 32] |= v << (bit % 32);
    }
    while (n && !limb[n - 1]) n--;
    while (n) {
        uint64_t rest = 0;
        for (size_t i = n; i--;) {
            rest = rest << 32 | limb[i];
            limb[i] = (uint32_t)(rest / 1000000000);
            rest %= 1000000000;
        }
        while (n && !limb[n - 1]) n--;
        for (int i = 0; i < 9 && (n || rest); i++, rest /= 10) text[len++] = (char)('0' + rest % 10);
    }
    while (len) buf_putc(d->out, text[--len]);
}

static void dump_constant(struct dump *d, const struct py_constant *c) {
    switch (c->kind) {
    case PY_CONST_NONE: buf_puts(d->out, "None"); break;
    case PY_CONST_TRUE: buf_puts(d->out, "True"); break;
    case PY_CONST_FALSE: buf_puts(d->out, "False"); break;
    case PY_CONST_ELLIPSIS: buf_puts(d->out, "Ellipsis"); break;
    case PY_CONST_INT:
        if (c->big)
            dump_big(d, c->s);
        else
            buf_printf(d->out, "%lld", (long long)c->i);
        break;
    case PY_CONST_FLOAT: dump_double(d, c->f, true); break;
    case PY_CONST_IMAG:
        dump_double(d, c->f, false);
        buf_putc(d->out, 'j');
        break;
    case PY_CONST_STR: dump_text(d, c->s, false); break;
    case PY_CONST_BYTES: dump_text(d, c->s, true); break;
    }
}

/* ---- nodes ---- */

#define ENUM_DUMP(T, ...)                                                                                    \
    static void dump_enum_##T(struct dump *d, enum py_##T v) {                                               \
        static const char *const names[] = {__VA_ARGS__};                                                    \
        buf_puts(d->out, names[v]);                                                                          \
        buf_puts(d->out, "()");                                                                              \
    }
ENUM_DUMP(boolop, "And", "Or")
ENUM_DUMP(operator, "Add", "Sub", "Mult", "MatMult", "Div", "Mod", "Pow", "LShift", "RShift", "BitOr",
          "BitXor", "BitAnd", "FloorDiv")
ENUM_DUMP(unaryop, "Invert", "Not", "UAdd", "USub")
ENUM_DUMP(cmpop, "Eq", "NotEq", "Lt", "LtE", "Gt", "GtE", "Is", "IsNot", "In", "NotIn")
ENUM_DUMP(expr_context, "Load", "Store", "Del")

#define NODE_DUMP(T)                                                                                         \
    static void dump_##T(struct dump *d, const struct py_##T *e);                                            \
    __attribute__((unused)) static void dump_seq_##T(struct dump *d, struct py_##T##_seq s) {                \
        buf_putc(d->out, '[');                                                                               \
        for (size_t i = 0; i < s.n; i++) {                                                                   \
            if (i) buf_put(d->out, ", ", 2);                                                                 \
            if (s.p[i])                                                                                      \
                dump_##T(d, s.p[i]);                                                                         \
            else                                                                                             \
                buf_puts(d->out, "None");                                                                    \
        }                                                                                                    \
        buf_putc(d->out, ']');                                                                               \
        d->comma = true;                                                                                     \
    }
NODE_DUMP(expr)
NODE_DUMP(stmt)
NODE_DUMP(pattern)
NODE_DUMP(excepthandler)
NODE_DUMP(type_param)
NODE_DUMP(comprehension)
NODE_DUMP(arguments)
NODE_DUMP(arg)
NODE_DUMP(keyword)
NODE_DUMP(alias)
NODE_DUMP(withitem)
NODE_DUMP(match_case)

#define ONE(T, f) field(d, #f), dump_##T(d, n->f), d->comma = true;
#define OPT(T, f)                                                                                            \
    if (n->f) field(d, #f), dump_##T(d, n->f), d->comma = true;
#define SEQ(T, f)  field(d, #f), dump_seq_##T(d, n->f);
#define SEQ0(T, f) SEQ(T, f)
#define LATE(T, f)                                                                                           \
    if (n->f.n) field(d, #f), dump_seq_##T(d, n->f);
#define ID(f)   field(d, #f), dump_text(d, n->f, false);
#define TEXT(f) ID(f)
#define OPT_ID(f)                                                                                            \
    if (n->f.p) field(d, #f), dump_text(d, n->f, false);
#define TYPE_COMMENT(f)
#define ENUM(T, f) field(d, #f), dump_enum_##T(d, n->f);
#define INT(f)     field(d, #f), buf_printf(d->out, "%d", n->f);
#define CONST(f)   field(d, #f), dump_constant(d, &n->f);
#define KIND_U(f)                                                                                            \
    if (n->f) field(d, #f), buf_puts(d->out, "'u'");
#define NOTE(D)
#define NONE()  (void)n;
#define SAME(m) dump_fields_##m(d, &e->m);
#define IDS(f)                                                                                               \
    field(d, #f), buf_putc(d->out, '[');                                                                     \
    for (size_t i = 0; i < n->f.n; i++) {                                                                    \
        if (i) buf_put(d->out, ", ", 2);                                                                     \
        dump_text(d, n->f.p[i], false);                                                                      \
    }                                                                                                        \
    buf_putc(d->out, ']');
#define OPS(f)                                                                                               \
    field(d, #f), buf_putc(d->out, '[');                                                                     \
    for (size_t i = 0; i < n->f.n; i++) {                                                                    \
        if (i) buf_put(d->out, ", ", 2);                                                                     \
        dump_enum_cmpop(d, n->f.p[i]);                                                                       \
    }                                                                                                        \
    buf_putc(d->out, ']');

static void dump_fields_functiondef(struct dump *d, const struct py_stmt_functiondef *n) {
    ID(name)
    ONE(arguments, args)
    SEQ(stmt, body) SEQ(expr, decorator_list) OPT(expr, returns) LATE(type_param, type_params)
}
static void dump_fields_for_(struct dump *d, const struct py_stmt_for_ *n) {
    ONE(expr, target) ONE(expr, iter) SEQ(stmt, body) SEQ(stmt, orelse)
}
static void dump_fields_with(struct dump *d, const struct py_stmt_with *n) {
    SEQ(withitem, items) SEQ(stmt, body)
}
static void dump_fields_try(struct dump *d, const struct py_stmt_try *n) {
    SEQ(stmt, body) SEQ(excepthandler, handlers) SEQ(stmt, orelse) SEQ(stmt, finalbody)
}

#define CASE(KIND, Name, member, T, ...)                                                                     \
    case KIND: {                                                                                             \
        const struct py_##T##_##member *n = &e->member;                                                      \
        (void)n;                                                                                             \
        open_node(d, #Name);                                                                                 \
        __VA_ARGS__                                                                                          \
        break;                                                                                               \
    }
#define CASE_EXPR(K, N, m, ...)
#define CASE_STMT(K, N, m, ...)
#define CASE_PATTERN(K, N, m, ...)
#define CASE_TYPE_PARAM(K, N, m, ...)
#define CASE_HANDLER(K, N, m, ...)

#undef CASE_EXPR
#define CASE_EXPR(K, N, m, ...) CASE(PY_EXPR_##K, N, m, expr, __VA_ARGS__)
#define PLAIN(type, Name, FIELDS)
#define BARE(type, Name, FIELDS)
#define NODE(SUM, KIND, Name, member, FIELDS) CASE_##SUM(KIND, Name, member, FIELDS)
static void dump_expr(struct dump *d, const struct py_expr *e) {
    switch (e->kind) {
#include "rules/python/ast.def"
    case PY_EXPR_COUNT: break;
    }
    POSITION(e);
    close_node(d);
}
#undef CASE_EXPR
#define CASE_EXPR(K, N, m, ...)
#undef CASE_STMT
#define CASE_STMT(K, N, m, ...) CASE(PY_STMT_##K, N, m, stmt, __VA_ARGS__)
#define PLAIN(type, Name, FIELDS)
#define BARE(type, Name, FIELDS)
#define NODE(SUM, KIND, Name, member, FIELDS) CASE_##SUM(KIND, Name, member, FIELDS)
static void dump_stmt(struct dump *d, const struct py_stmt *e) {
    switch (e->kind) {
#include "rules/python/ast.def"
    case PY_STMT_COUNT: break;
    }
    POSITION(e);
    close_node(d);
}
#undef CASE_STMT
#define CASE_STMT(K, N, m, ...)
#undef CASE_PATTERN
#define CASE_PATTERN(K, N, m, ...) CASE(PY_PATTERN_##K, N, m, pattern, __VA_ARGS__)
#define PLAIN(type, Name, FIELDS)
#define BARE(type, Name, FIELDS)
#define NODE(SUM, KIND, Name, member, FIELDS) CASE_##SUM(KIND, Name, member, FIELDS)
static void dump_pattern(struct dump *d, const struct py_pattern *e) {
    switch (e->kind) {
#include "rules/python/ast.def"
    case PY_PATTERN_COUNT: break;
    }
    POSITION(e);
    close_node(d);
}
#undef CASE_PATTERN
#define CASE_PATTERN(K, N, m, ...)
#undef CASE_TYPE_PARAM
#define CASE_TYPE_PARAM(K, N, m, ...) CASE(PY_TYPE_PARAM_##K, N, m, type_param, __VA_ARGS__)
#define PLAIN(type, Name, FIELDS)
#define BARE(type, Name, FIELDS)
#define NODE(SUM, KIND, Name, member, FIELDS) CASE_##SUM(KIND, Name, member, FIELDS)
static void dump_type_param(struct dump *d, const struct py_type_param *e) {
    switch (e->kind) {
#include "rules/python/ast.def"
    case PY_TYPE_PARAM_COUNT: break;
    }
    POSITION(e);
    close_node(d);
}
#undef CASE_TYPE_PARAM
#define CASE_TYPE_PARAM(K, N, m, ...)
#undef CASE_HANDLER
#define CASE_HANDLER(K, Name, member, ...)                                                                   \
    static void dump_##member(struct dump *d, const struct py_##member *n) {                                 \
        open_node(d, #Name);                                                                                 \
        __VA_ARGS__ POSITION(n);                                                                             \
        close_node(d);                                                                                       \
    }
#define PLAIN(type, Name, FIELDS)                                                                            \
    static void dump_##type(struct dump *d, const struct py_##type *n) {                                     \
        open_node(d, #Name);                                                                                 \
        FIELDS POSITION(n);                                                                                  \
        close_node(d);                                                                                       \
    }
#define BARE(type, Name, FIELDS)                                                                             \
    static void dump_##type(struct dump *d, const struct py_##type *n) {                                     \
        open_node(d, #Name);                                                                                 \
        FIELDS close_node(d);                                                                                \
    }
#define NODE(SUM, KIND, Name, member, FIELDS) CASE_##SUM(KIND, Name, member, FIELDS)
#include "rules/python/ast.def"

void py_dump_literal(struct buf *out, const struct py_expr *e) {
    struct dump d = {out, false, false};
    switch (e->kind) {
    case PY_EXPR_UNARYOP: {
        /* -0 is 0, but -0.0 is not 0.0. */
        const struct py_expr *v = e->unaryop.operand;
        bool zero = v->kind == PY_EXPR_CONSTANT && v->constant.value.kind == PY_CONST_INT &&
                    !v->constant.value.big && !v->constant.value.i;
        if (!zero) buf_putc(out, '-');
        py_dump_literal(out, v);
        break;
    }
    case PY_EXPR_BINOP:
        buf_putc(out, '(');
        py_dump_literal(out, e->binop.left);
        buf_putc(out, e->binop.op == PY_SUB ? '-' : '+');
        py_dump_literal(out, e->binop.right);
        buf_putc(out, ')');
        break;
    case PY_EXPR_CONSTANT: dump_constant(&d, &e->constant.value); break;
    default: break;
    }
}

void py_dump(struct buf *out, const struct py_module *m, bool attributes) {
    struct dump d = {out, attributes, false};
    buf_puts(out, "Module(body=");
    dump_seq_stmt(&d, m->body);
    buf_puts(out, ", type_ignores=[])");
}
