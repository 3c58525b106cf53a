/* Parameter lists of `def` and `lambda`, and type parameter lists. */
#include "rules/python/parser.h"

/* param: NAME [':' expression]     behind '*': NAME [':' star_expression] */
static struct py_arg *parameter(struct parser *p, bool lambda, bool starred) {
    const struct token *start = p->t;
    struct str name = expect_name(p);
    struct py_expr *annotation = NULL;
    if (!lambda && accept(p, TOK_COLON))
        annotation = starred ? parse_star_expression(p) : parse_expression(p);
    struct py_arg *a = NEW(p->a, struct py_arg);
    set_start(POS_OF(a), start);
    set_end(POS_OF(a), p->last);
    a->arg = name;
    a->annotation = annotation;
    return a;
}

/* Moves what was pushed since `mark` as (parameter, default) pairs into the two sequences. */
static void take_pairs(struct parser *p, size_t mark, struct py_arg_seq *args, struct py_expr_seq *defaults,
                       bool keep) {
    size_t n = (p->n - mark) / 2, d = 0;
    args->n = n;
    args->p = NEW_N(p->a, struct py_arg *, n);
    defaults->p = NEW_N(p->a, struct py_expr *, n);
    for (size_t i = 0; i < n; i++) {
        args->p[i] = p->stack[mark + 2 * i];
        struct py_expr *value = p->stack[mark + 2 * i + 1];
        if (value || keep) defaults->p[d++] = value;
    }
    defaults->n = d;
    p->n = mark;
}

/* Behind '*': [param] (',' param ['=' expression])* [',' '**' param] */
static void star_etc(struct parser *p, struct py_arguments *out, bool lambda, enum tok close) {
    advance(p);
    bool bare = at(p, TOK_COMMA);
    if (!bare) out->vararg = parameter(p, lambda, true);
    size_t mark = p->n;
    while (accept(p, TOK_COMMA)) {
        if (at(p, close) || at(p, TOK_DOUBLESTAR)) break;
        parser_push(p, parameter(p, lambda, false));
        parser_push(p, accept(p, TOK_EQUAL) ? parse_expression(p) : NULL);
    }
    if (bare && p->n == mark) parser_fail(p);
    take_pairs(p, mark, &out->kwonlyargs, &out->kw_defaults, true);
}

/* parameters: (param ['=' expression] ',')* with at most one '/', then '*' …, then '**' param */
struct py_arguments *parse_parameters(struct parser *p, bool lambda) {
    struct py_arguments *out = NEW(p->a, struct py_arguments);
    enum tok close = lambda ? TOK_COLON : TOK_RPAR;
    size_t mark = p->n, slash = 0;
    bool defaults = false, slashed = false;
    while (!at(p, close)) {
        if (at(p, TOK_STAR) || at(p, TOK_DOUBLESTAR)) break;
        if (at(p, TOK_SLASH)) {
            if (slashed || p->n == mark) parser_fail(p);
            slashed = true;
            slash = p->n - mark;
            advance(p);
        } else {
            parser_push(p, parameter(p, lambda, false));
            struct py_expr *value = accept(p, TOK_EQUAL) ? parse_expression(p) : NULL;
            if (defaults && !value) parser_fail(p);
            defaults = defaults || value;
            parser_push(p, value);
        }
        if (!accept(p, TOK_COMMA)) {
            if (!at(p, close)) parser_fail(p);
            break;
        }
    }
    struct py_arg_seq all;
    take_pairs(p, mark, &all, &out->defaults, false);
    out->posonlyargs.p = all.p;
    out->posonlyargs.n = slash / 2;
    out->args.p = all.p + slash / 2;
    out->args.n = all.n - slash / 2;
    if (at(p, TOK_STAR)) star_etc(p, out, lambda, close);
    if (at(p, TOK_DOUBLESTAR)) {
        if (p->last->kind != TOK_COMMA && p->last->kind != TOK_LPAR && p->last->kind != TOK_LAMBDA)
            parser_fail(p);
        advance(p);
        out->kwarg = parameter(p, lambda, false);
        accept(p, TOK_COMMA);
    }
    if (!at(p, close)) parser_fail(p);
    return out;
}

/* type_param: NAME [':' expression] ['=' expression] | '*' NAME ['=' star_expression] | '**' NAME ['='
 * expression] */
static struct py_type_param *type_param(struct parser *p) {
    const struct token *start = p->t;
    struct py_type_param *t;
    if (accept(p, TOK_STAR)) {
        struct str name = expect_name(p);
        struct py_expr *value = accept(p, TOK_EQUAL) ? parse_star_expression(p) : NULL;
        t = NEW_NODE(p, py_type_param, PY_TYPE_PARAM_TYPEVARTUPLE, typevartuple, start);
        t->typevartuple.name = name;
        t->typevartuple.default_value = value;
    } else if (accept(p, TOK_DOUBLESTAR)) {
        struct str name = expect_name(p);
        struct py_expr *value = accept(p, TOK_EQUAL) ? parse_expression(p) : NULL;
        t = NEW_NODE(p, py_type_param, PY_TYPE_PARAM_PARAMSPEC, paramspec, start);
        t->paramspec.name = name;
        t->paramspec.default_value = value;
    } else {
        struct str name = expect_name(p);
        struct py_expr *bound = accept(p, TOK_COLON) ? parse_expression(p) : NULL;
        struct py_expr *value = accept(p, TOK_EQUAL) ? parse_expression(p) : NULL;
        t = NEW_NODE(p, py_type_param, PY_TYPE_PARAM_TYPEVAR, typevar, start);
        t->typevar.name = name;
        t->typevar.bound = bound;
        t->typevar.default_value = value;
    }
    return t;
}

struct py_type_param_seq parse_type_params(struct parser *p) {
    struct py_type_param_seq out = {0};
    if (!accept(p, TOK_LSQB)) return out;
    size_t mark = p->n;
    do {
        if (at(p, TOK_RSQB) && p->n > mark) break;
        parser_push(p, type_param(p));
    } while (accept(p, TOK_COMMA));
    expect(p, TOK_RSQB);
    TAKE(p, out, mark);
    return out;
}
