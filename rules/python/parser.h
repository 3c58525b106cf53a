/* The parser's insides, shared by its files.
 *
 * The fast parser knows only valid programs: at the first token that does not fit it leaves through
 * `parser_fail` without a word, and error.c, which follows CPython's grammar rule by rule, finds out what to
 * say. So no function here reports anything, and none ever returns NULL. */
#ifndef PY2_PARSER_H
#define PY2_PARSER_H

#include <setjmp.h>
#include "rules/python/lexer.h"

/* Deeper trees are refused, as CPython refuses them with RecursionError: later passes recurse on trees. */
enum { PARSER_MAX_DEPTH = 2995, PARSER_MAX_TEMPLATE_DEPTH = 150 };

struct parser {
    struct arena *a;
    struct py_names *names;
    struct str text;
    struct token *tokens, *t; /* t: the next token */
    const struct token *last; /* the latest taken token that is not NEWLINE, INDENT or DEDENT */
    void **stack;             /* elements of unfinished sequences */
    size_t n, cap;
    int depth, template_depth;
    bool too_deep;         /* why it failed */
    struct py_error error; /* set when a literal was wrong; otherwise the grammar was */
    unsigned future;
    jmp_buf *fail;
};

_Noreturn void parser_fail(struct parser *p);
void parser_push(struct parser *p, void *item);
void *parser_take(struct parser *p, size_t mark, size_t *n); /* the elements pushed since `mark` */

static inline bool at(const struct parser *p, enum tok k) {
    return p->t->kind == k;
}
static inline void advance(struct parser *p) {
    p->last = p->t++;
}
static inline bool accept(struct parser *p, enum tok k) {
    if (p->t->kind != k) return false;
    advance(p);
    return true;
}
static inline void expect(struct parser *p, enum tok k) {
    if (p->t->kind != k) parser_fail(p);
    advance(p);
}
static inline bool at_soft(const struct parser *p, enum soft s) {
    return p->t->kind == TOK_NAME && p->t->soft == s + 1;
}
static inline void enter(struct parser *p) {
    if (++p->depth > PARSER_MAX_DEPTH) {
        p->too_deep = true;
        parser_fail(p);
    }
}
static inline void leave(struct parser *p) {
    p->depth--;
}

static inline void set_start(struct py_pos *pos, const struct token *t) {
    pos->lineno = t->line;
    pos->col_offset = t->col;
}
static inline void set_end(struct py_pos *pos, const struct token *t) {
    pos->end_lineno = t->end_line;
    pos->end_col_offset = t->end_col;
}

/* Allocates a node only as large as its member; the position runs from START to the last token. */
#define NODE_SIZE(T, m)                (offsetof(struct T, m) + sizeof(((struct T *)0)->m))
#define POS_OF(n)                      ((struct py_pos *)&(n)->lineno)
#define NEW_NODE(p, T, KIND, m, start) ((struct T *)parser_node((p), NODE_SIZE(T, m), (KIND), (start)))
static inline void *parser_node(struct parser *p, size_t size, unsigned kind, const struct token *start) {
    struct py_expr *e = arena_alloc(p->a, size);
    e->kind = kind;
    e->lineno = start->line;
    e->col_offset = start->col;
    e->end_lineno = p->last->end_line;
    e->end_col_offset = p->last->end_col;
    return e;
}
#define NEW_EXPR(p, KIND, m, start)    NEW_NODE(p, py_expr, PY_EXPR_##KIND, m, start)
#define NEW_STMT(p, KIND, m, start)    NEW_NODE(p, py_stmt, PY_STMT_##KIND, m, start)
#define NEW_PATTERN(p, KIND, m, start) NEW_NODE(p, py_pattern, PY_PATTERN_##KIND, m, start)
#define TAKE(parser, seq, mark)        ((seq).p = parser_take((parser), (mark), &(seq).n))

static inline struct str token_text(const struct parser *p, const struct token *t) {
    return (struct str){p->text.p + t->start, t->end - t->start};
}
static inline struct str token_name(const struct parser *p, const struct token *t) {
    return p->names->entries[t->name].s;
}
static inline struct str expect_name(struct parser *p) {
    if (p->t->kind != TOK_NAME) parser_fail(p);
    advance(p);
    return token_name(p, p->last);
}

/* Runs `body` so that a failure comes back here: true when it failed, with the parser as it was before. */
#define PARSER_TRY(p, failed, body)                                                                          \
    do {                                                                                                     \
        jmp_buf here_, *outer_ = (p)->fail;                                                                  \
        struct token *t_ = (p)->t;                                                                           \
        const struct token *last_ = (p)->last;                                                               \
        size_t n_ = (p)->n;                                                                                  \
        int depth_ = (p)->depth;                                                                             \
        (p)->fail = &here_;                                                                                  \
        if (!setjmp(here_)) {                                                                                \
            body;                                                                                            \
            (failed) = false;                                                                                \
            (p)->fail = outer_;                                                                              \
        } else {                                                                                             \
            (failed) = true;                                                                                 \
            (p)->fail = outer_;                                                                              \
            (p)->t = t_;                                                                                     \
            (p)->last = last_;                                                                               \
            (p)->n = n_;                                                                                     \
            (p)->depth = depth_;                                                                             \
        }                                                                                                    \
    } while (0)

/* ---- parse_expr.c ---- */
struct py_expr *parse_expression(struct parser *p);
struct py_expr *parse_named_expression(struct parser *p);
struct py_expr *parse_disjunction(struct parser *p);
struct py_expr *parse_bitwise_or(struct parser *p);
struct py_expr *parse_star_expression(struct parser *p);       /* '*' bitwise_or | expression */
struct py_expr *parse_star_expressions(struct parser *p);      /* a tuple when there are commas */
struct py_expr *parse_star_named_expression(struct parser *p); /* '*' bitwise_or | named_expression */
struct py_expr *parse_yield_or_star_expressions(struct parser *p);
struct py_expr *parse_star_targets(struct parser *p); /* of `for`; context set */
void parse_arguments(struct parser *p, struct py_expr_seq *args,
                     struct py_keyword_seq *keywords); /* up to ')' */
struct py_expr *parse_strings(struct parser *p);
struct py_expr *parse_number(struct parser *p);
struct py_expr *parse_name(struct parser *p);
struct py_expr *parse_constant(struct parser *p, enum py_constant_kind kind);
void set_context(struct parser *p, struct py_expr *e,
                 enum py_expr_context ctx); /* fails on what is no target */
bool starts_expression(enum tok k);

/* ---- parse_params.c ---- */
struct py_arguments *parse_parameters(struct parser *p, bool lambda); /* up to ')' or ':' */
struct py_type_param_seq parse_type_params(struct parser *p);         /* empty when there are none */

/* ---- parse_stmt.c, parse_pattern.c ---- */
struct py_stmt_seq parse_file(struct parser *p);
struct py_stmt_seq parse_eval(struct parser *p);        /* one expression, as an expression statement */
struct py_stmt_seq parse_interactive(struct parser *p); /* one statement; more may follow */
struct py_stmt_seq parse_block(struct parser *p); /* behind the ':' */
struct py_pattern *parse_patterns(struct parser *p);
void parse_newline(struct parser *p);

/* ---- number.c: the value of a NUMBER token's text ---- */
bool number_value(struct arena *a, struct str text, struct py_constant *c, struct py_error *error);

/* ---- string.c: the value of a STRING token without replacement fields ---- */
struct literal_prefix {
    bool bytes, raw, format, template, unicode;
    unsigned quotes; /* 1 or 3 */
    char quote;
    struct str body; /* between the quotes */
};
struct literal_prefix literal_prefix(struct str text);
/* Appends a decoded piece of a str or bytes literal. `error` text comes without a place. The first invalid
 * escape is noted in *bad_escape (0: none). */
bool string_decode(struct buf *out, struct str body, bool bytes, bool raw, struct py_error *error,
                   const char **bad_escape);

/* ---- template.c: f-strings and t-strings ---- */
/* The node of consecutive STRING tokens [first, last]. Fails through parser_fail with p->error set. */
struct py_expr *template_parse(struct parser *p, const struct token *first, const struct token *last);
/* Checks the tokens as the error pass meets them. False with *error set. */
bool strings_check(struct arena *a, struct py_names *names, struct str text, const struct token *first,
                   size_t n, struct py_error *error);

/* ---- error.c: the second pass, after the fast parser failed ---- */
void error_pass(struct arena *a, struct py_names *names, struct str text, enum py_mode mode, unsigned future,
                const struct parser *failed, struct py_error *out);

bool error_in_field(struct arena *a, struct py_names *names, struct str text, uint32_t line, unsigned future,
                    struct py_error *out);

/* ---- check.c: what CPython's compiler refuses in a tree the grammar accepts ---- */
bool py_check(struct arena *a, struct diags *diags, struct py_module *m, uint32_t future_line,
              struct py_error *error);
void py_dump_literal(struct buf *out, const struct py_expr *e); /* repr() of a literal pattern's value */
void py_report(struct diags *d, const struct py_module *m, const struct py_error *e);
/* Sets m->future; *last_line is the last future statement's. */
bool py_future(struct arena *a, struct py_module *m, uint32_t *last_line, struct py_error *error);

/* ---- warn.c: what it only warns of; code PY2E0110 ---- */
void warn_call(struct diags *d, const struct py_module *m, const struct py_expr *e);
void warn_subscript(struct diags *d, const struct py_module *m, const struct py_expr *e);
void warn_compare(struct diags *d, const struct py_module *m, const struct py_expr *e);
void warn_assert(struct diags *d, const struct py_module *m, const struct py_stmt *s);

#endif
