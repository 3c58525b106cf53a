/* Patterns of `match`. */
#include "rules/python/parser.h"

static struct py_pattern *pattern(struct parser *p);

/* pattern_capture_target: !"_" NAME !('.' | '(' | '=') */
static struct str capture_target(struct parser *p) {
    if (at_soft(p, SOFT_UNDERSCORE)) parser_fail(p);
    struct str name = expect_name(p);
    if (at(p, TOK_DOT) || at(p, TOK_LPAR) || at(p, TOK_EQUAL)) parser_fail(p);
    return name;
}

static bool is_imaginary(struct parser *p, const struct token *t) {
    char c = p->text.p[t->end - 1];
    return c == 'j' || c == 'J';
}

static struct py_expr *signed_number(struct parser *p) {
    const struct token *start = p->t;
    if (!accept(p, TOK_MINUS)) return parse_number(p);
    struct py_expr *operand = parse_number(p);
    struct py_expr *e = NEW_EXPR(p, UNARYOP, unaryop, start);
    e->unaryop.op = PY_USUB;
    e->unaryop.operand = operand;
    return e;
}

/* signed_number | signed_real ('+' | '-') imaginary */
static struct py_expr *number_literal(struct parser *p) {
    const struct token *start = p->t;
    struct py_expr *e = signed_number(p);
    if (!at(p, TOK_PLUS) && !at(p, TOK_MINUS)) return e;
    if (is_imaginary(p, p->last)) parser_fail(p);
    enum py_operator op = at(p, TOK_PLUS) ? PY_ADD : PY_SUB;
    advance(p);
    if (!at(p, TOK_NUMBER) || !is_imaginary(p, p->t)) parser_fail(p);
    struct py_expr *right = parse_number(p);
    struct py_expr *sum = NEW_EXPR(p, BINOP, binop, start);
    sum->binop.left = e;
    sum->binop.op = op;
    sum->binop.right = right;
    return sum;
}

static struct py_pattern *value_of(struct parser *p, struct py_expr *e, const struct token *start) {
    struct py_pattern *n = NEW_PATTERN(p, VALUE, value, start);
    n->value.value = e;
    return n;
}

static struct py_pattern *singleton(struct parser *p, enum py_constant_kind kind) {
    const struct token *start = p->t;
    advance(p);
    struct py_pattern *n = NEW_PATTERN(p, SINGLETON, singleton, start);
    n->singleton.value.kind = kind;
    return n;
}

/* name_or_attr: NAME ('.' NAME)* */
static struct py_expr *name_or_attr(struct parser *p) {
    const struct token *start = p->t;
    struct py_expr *e = parse_name(p);
    int depth = p->depth;
    while (accept(p, TOK_DOT)) {
        enter(p);
        struct str attr = expect_name(p);
        struct py_expr *outer = NEW_EXPR(p, ATTRIBUTE, attribute, start);
        outer->attribute.value = e;
        outer->attribute.attr = attr;
        e = outer;
    }
    p->depth = depth;
    return e;
}

/* class_pattern: name_or_attr '(' [positional] [keyword] [','] ')' */
static struct py_pattern *class_pattern(struct parser *p, struct py_expr *cls, const struct token *start) {
    size_t mark = p->n;
    struct py_pattern_seq positional, keyword;
    VEC(struct str) names = {0};
    advance(p);
    while (!at(p, TOK_RPAR) && !(at(p, TOK_NAME) && p->t[1].kind == TOK_EQUAL)) {
        parser_push(p, pattern(p));
        if (!accept(p, TOK_COMMA)) break;
    }
    /* A grammar's quirk: behind a positional pattern `_` is always the wildcard, never a keyword. */
    if (p->n > mark && at_soft(p, SOFT_UNDERSCORE)) parser_fail(p);
    TAKE(p, positional, mark);
    while (at(p, TOK_NAME) && p->t[1].kind == TOK_EQUAL &&
           (p->last->kind == TOK_COMMA || p->last->kind == TOK_LPAR)) {
        VEC_PUSH(&names, p->a, expect_name(p));
        advance(p);
        parser_push(p, pattern(p));
        if (!accept(p, TOK_COMMA)) break;
    }
    TAKE(p, keyword, mark);
    expect(p, TOK_RPAR);
    struct py_pattern *n = NEW_PATTERN(p, CLASS, class_, start);
    n->class_.cls = cls;
    n->class_.patterns = positional;
    n->class_.kwd_attrs.p = names.p;
    n->class_.kwd_attrs.n = names.n;
    n->class_.kwd_patterns = keyword;
    return n;
}

/* capture_pattern | wildcard_pattern | value_pattern | class_pattern */
static struct py_pattern *name_pattern(struct parser *p) {
    const struct token *start = p->t;
    if (start[1].kind != TOK_DOT && start[1].kind != TOK_LPAR) {
        struct str name = {0};
        if (at_soft(p, SOFT_UNDERSCORE))
            advance(p);
        else
            name = capture_target(p);
        struct py_pattern *n = NEW_PATTERN(p, AS, as, start);
        n->as.name = name;
        return n;
    }
    struct py_expr *e = name_or_attr(p);
    if (at(p, TOK_LPAR)) return class_pattern(p, e, start);
    if (at(p, TOK_EQUAL)) parser_fail(p);
    return value_of(p, e, start);
}

/* star_pattern: '*' (pattern_capture_target | "_") */
static struct py_pattern *maybe_star_pattern(struct parser *p) {
    const struct token *start = p->t;
    if (!accept(p, TOK_STAR)) return pattern(p);
    struct str name = {0};
    if (at_soft(p, SOFT_UNDERSCORE))
        advance(p);
    else
        name = capture_target(p);
    struct py_pattern *n = NEW_PATTERN(p, STAR, star, start);
    n->star.name = name;
    return n;
}

/* group_pattern | sequence_pattern in brackets */
static struct py_pattern *bracketed(struct parser *p, enum tok close) {
    const struct token *start = p->t;
    size_t mark = p->n;
    bool comma = false;
    advance(p);
    while (!at(p, close)) {
        parser_push(p, maybe_star_pattern(p));
        if (!accept(p, TOK_COMMA)) break;
        comma = true;
    }
    expect(p, close);
    if (close == TOK_RPAR && p->n == mark + 1 && !comma) {
        struct py_pattern *only = p->stack[mark];
        p->n = mark;
        if (only->kind == PY_PATTERN_STAR) parser_fail(p);
        return only;
    }
    struct py_pattern *n = NEW_PATTERN(p, SEQUENCE, sequence, start);
    TAKE(p, n->sequence.patterns, mark);
    return n;
}

static struct py_expr *mapping_key(struct parser *p) {
    switch (p->t->kind) {
    case TOK_NUMBER:
    case TOK_MINUS: return number_literal(p);
    case TOK_STRING: return parse_strings(p);
    case TOK_NONE: return parse_constant(p, PY_CONST_NONE);
    case TOK_TRUE: return parse_constant(p, PY_CONST_TRUE);
    case TOK_FALSE: return parse_constant(p, PY_CONST_FALSE);
    default:
        if (p->t[1].kind != TOK_DOT) parser_fail(p);
        return name_or_attr(p);
    }
}

/* mapping_pattern: '{' [key ':' pattern, …] ['**' NAME] [','] '}' */
static struct py_pattern *mapping(struct parser *p) {
    const struct token *start = p->t;
    size_t mark = p->n;
    struct str rest = {0};
    advance(p);
    while (!at(p, TOK_RBRACE)) {
        if (accept(p, TOK_DOUBLESTAR)) {
            rest = capture_target(p);
            accept(p, TOK_COMMA);
            break;
        }
        parser_push(p, mapping_key(p));
        expect(p, TOK_COLON);
        parser_push(p, pattern(p));
        if (!accept(p, TOK_COMMA)) break;
    }
    expect(p, TOK_RBRACE);
    size_t n = (p->n - mark) / 2;
    struct py_pattern *m = NEW_PATTERN(p, MAPPING, mapping, start);
    m->mapping.keys.p = NEW_N(p->a, struct py_expr *, n);
    m->mapping.patterns.p = NEW_N(p->a, struct py_pattern *, n);
    m->mapping.keys.n = m->mapping.patterns.n = n;
    for (size_t i = 0; i < n; i++) {
        m->mapping.keys.p[i] = p->stack[mark + 2 * i];
        m->mapping.patterns.p[i] = p->stack[mark + 2 * i + 1];
    }
    p->n = mark;
    m->mapping.rest = rest;
    return m;
}

static struct py_pattern *closed_pattern(struct parser *p) {
    const struct token *start = p->t;
    switch (start->kind) {
    case TOK_NAME: return name_pattern(p);
    case TOK_NUMBER:
    case TOK_MINUS: {
        struct py_expr *e = number_literal(p);
        return value_of(p, e, start);
    }
    case TOK_STRING: {
        struct py_expr *e = parse_strings(p);
        return value_of(p, e, start);
    }
    case TOK_NONE: return singleton(p, PY_CONST_NONE);
    case TOK_TRUE: return singleton(p, PY_CONST_TRUE);
    case TOK_FALSE: return singleton(p, PY_CONST_FALSE);
    case TOK_LPAR: return bracketed(p, TOK_RPAR);
    case TOK_LSQB: return bracketed(p, TOK_RSQB);
    case TOK_LBRACE: return mapping(p);
    default: parser_fail(p);
    }
}

/* pattern: '|'.closed_pattern+ ['as' pattern_capture_target] */
static struct py_pattern *pattern(struct parser *p) {
    const struct token *start = p->t;
    enter(p);
    struct py_pattern *n = closed_pattern(p);
    if (at(p, TOK_VBAR)) {
        size_t mark = p->n;
        parser_push(p, n);
        while (accept(p, TOK_VBAR)) parser_push(p, closed_pattern(p));
        n = NEW_PATTERN(p, OR, or, start);
        TAKE(p, n->or.patterns, mark);
    }
    if (accept(p, TOK_AS)) {
        struct str name = capture_target(p);
        struct py_pattern *as = NEW_PATTERN(p, AS, as, start);
        as->as.pattern = n;
        as->as.name = name;
        n = as;
    }
    leave(p);
    return n;
}

/* patterns: maybe_star_pattern ',' [maybe_star_pattern, …] | pattern */
struct py_pattern *parse_patterns(struct parser *p) {
    const struct token *start = p->t;
    struct py_pattern *first = maybe_star_pattern(p);
    if (!at(p, TOK_COMMA)) {
        if (first->kind == PY_PATTERN_STAR) parser_fail(p);
        return first;
    }
    size_t mark = p->n;
    parser_push(p, first);
    while (accept(p, TOK_COMMA) && !at(p, TOK_COLON) && !at(p, TOK_IF)) parser_push(p, maybe_star_pattern(p));
    struct py_pattern *n = NEW_PATTERN(p, SEQUENCE, sequence, start);
    TAKE(p, n->sequence.patterns, mark);
    return n;
}
