/* Expressions. Each function stands below the grammar rules it takes; names are those of the Python
 * reference. */
#include "rules/python/parser.h"

bool starts_expression(enum tok k) {
    switch (k) {
    case TOK_NAME:
    case TOK_NUMBER:
    case TOK_STRING:
    case TOK_LPAR:
    case TOK_LSQB:
    case TOK_LBRACE:
    case TOK_ELLIPSIS:
    case TOK_PLUS:
    case TOK_MINUS:
    case TOK_TILDE:
    case TOK_NOT:
    case TOK_LAMBDA:
    case TOK_AWAIT:
    case TOK_TRUE:
    case TOK_FALSE:
    case TOK_NONE: return true;
    default: return false;
    }
}

/* ---- contexts ---- */

void set_context(struct parser *p, struct py_expr *e, enum py_expr_context ctx) {
    switch (e->kind) {
    case PY_EXPR_NAME: e->name.ctx = ctx; break;
    case PY_EXPR_ATTRIBUTE: e->attribute.ctx = ctx; break;
    case PY_EXPR_SUBSCRIPT: e->subscript.ctx = ctx; break;
    case PY_EXPR_STARRED:
        if (ctx == PY_DEL) parser_fail(p);
        e->starred.ctx = ctx;
        set_context(p, e->starred.value, ctx);
        break;
    case PY_EXPR_LIST:
    case PY_EXPR_TUPLE:
        /* List and tuple members have the same layout. */
        enter(p);
        for (size_t i = 0; i < e->tuple.elts.n; i++) set_context(p, e->tuple.elts.p[i], ctx);
        e->tuple.ctx = ctx;
        leave(p);
        break;
    default: parser_fail(p);
    }
}

_Static_assert(offsetof(struct py_expr_list, ctx) == offsetof(struct py_expr_tuple, ctx),
               "list and tuple agree");

/* ---- comprehensions ----
 * for_if_clause: ['async'] 'for' star_targets 'in' disjunction ('if' disjunction)* */

static bool at_for(const struct parser *p) {
    return at(p, TOK_FOR) || (at(p, TOK_ASYNC) && p->t[1].kind == TOK_FOR);
}

static struct py_comprehension_seq for_if_clauses(struct parser *p) {
    struct py_comprehension_seq out;
    size_t mark = p->n;
    while (at_for(p)) {
        struct py_comprehension *c = NEW(p->a, struct py_comprehension);
        c->is_async = accept(p, TOK_ASYNC);
        expect(p, TOK_FOR);
        c->target = parse_star_targets(p);
        expect(p, TOK_IN);
        c->iter = parse_disjunction(p);
        size_t ifs = p->n;
        while (accept(p, TOK_IF)) parser_push(p, parse_disjunction(p));
        TAKE(p, c->ifs, ifs);
        parser_push(p, c);
    }
    TAKE(p, out, mark);
    return out;
}

/* star_targets: star_target (',' star_target)* [',']      star_target: ['*'] bitwise_or that is a target */
static struct py_expr *star_target(struct parser *p) {
    const struct token *start = p->t;
    if (accept(p, TOK_STAR)) {
        struct py_expr *value = parse_bitwise_or(p);
        struct py_expr *e = NEW_EXPR(p, STARRED, starred, start);
        e->starred.value = value;
        return e;
    }
    return parse_bitwise_or(p);
}

struct py_expr *parse_star_targets(struct parser *p) {
    const struct token *start = p->t;
    struct py_expr *e = star_target(p);
    if (at(p, TOK_COMMA)) {
        size_t mark = p->n;
        parser_push(p, e);
        while (accept(p, TOK_COMMA) && (starts_expression(p->t->kind) || at(p, TOK_STAR)))
            parser_push(p, star_target(p));
        e = NEW_EXPR(p, TUPLE, tuple, start);
        TAKE(p, e->tuple.elts, mark);
    }
    set_context(p, e, PY_STORE);
    return e;
}

/* ---- displays, groups, comprehensions in brackets ---- */

static struct py_expr *starred_bitwise_or(struct parser *p) {
    const struct token *start = p->t;
    expect(p, TOK_STAR);
    struct py_expr *value = parse_bitwise_or(p);
    struct py_expr *e = NEW_EXPR(p, STARRED, starred, start);
    e->starred.value = value;
    return e;
}

struct py_expr *parse_star_named_expression(struct parser *p) {
    return at(p, TOK_STAR) ? starred_bitwise_or(p) : parse_named_expression(p);
}

/* Behind the first element: (',' star_named_expression)* [','] up to `close`. */
static void more_elements(struct parser *p, enum tok close) {
    while (!at(p, close)) {
        expect(p, TOK_COMMA);
        if (at(p, close)) break;
        parser_push(p, parse_star_named_expression(p));
    }
}

/* genexp | tuple | group */
static struct py_expr *parenthesised(struct parser *p) {
    const struct token *start = p->t;
    size_t mark = p->n;
    advance(p);
    struct py_expr *e;
    if (at(p, TOK_YIELD)) {
        e = parse_yield_or_star_expressions(p);
        expect(p, TOK_RPAR);
        return e;
    }
    if (!at(p, TOK_RPAR)) {
        e = parse_star_named_expression(p);
        if (at_for(p) && e->kind != PY_EXPR_STARRED) {
            struct py_comprehension_seq gens = for_if_clauses(p);
            expect(p, TOK_RPAR);
            struct py_expr *g = NEW_EXPR(p, GENERATOREXP, generatorexp, start);
            g->generatorexp.elt = e;
            g->generatorexp.generators = gens;
            return g;
        }
        if (at(p, TOK_RPAR) && e->kind != PY_EXPR_STARRED) {
            advance(p);
            return e;
        }
        if (!at(p, TOK_COMMA)) parser_fail(p);
        parser_push(p, e);
        more_elements(p, TOK_RPAR);
    }
    expect(p, TOK_RPAR);
    e = NEW_EXPR(p, TUPLE, tuple, start);
    TAKE(p, e->tuple.elts, mark);
    return e;
}

/* listcomp | list */
static struct py_expr *list_display(struct parser *p) {
    const struct token *start = p->t;
    size_t mark = p->n;
    struct py_expr *e;
    advance(p);
    if (!at(p, TOK_RSQB)) {
        e = parse_star_named_expression(p);
        if (at_for(p) && e->kind != PY_EXPR_STARRED) {
            struct py_comprehension_seq gens = for_if_clauses(p);
            expect(p, TOK_RSQB);
            struct py_expr *g = NEW_EXPR(p, LISTCOMP, listcomp, start);
            g->listcomp.elt = e;
            g->listcomp.generators = gens;
            return g;
        }
        parser_push(p, e);
        more_elements(p, TOK_RSQB);
    }
    expect(p, TOK_RSQB);
    e = NEW_EXPR(p, LIST, list, start);
    TAKE(p, e->list.elts, mark);
    return e;
}

/* dict: '{' [','.('**' bitwise_or | expression ':' expression)+ [',']] '}'    keys and values alternate on
 * the stack */
static struct py_expr *dict_rest(struct parser *p, const struct token *start, size_t mark) {
    while (!at(p, TOK_RBRACE)) {
        if (accept(p, TOK_DOUBLESTAR)) {
            parser_push(p, NULL);
            parser_push(p, parse_bitwise_or(p));
        } else {
            parser_push(p, parse_expression(p));
            expect(p, TOK_COLON);
            parser_push(p, parse_expression(p));
        }
        if (!accept(p, TOK_COMMA)) break;
    }
    expect(p, TOK_RBRACE);
    size_t n = (p->n - mark) / 2;
    struct py_expr *e = NEW_EXPR(p, DICT, dict, start);
    e->dict.keys.p = NEW_N(p->a, struct py_expr *, n);
    e->dict.values.p = NEW_N(p->a, struct py_expr *, n);
    e->dict.keys.n = e->dict.values.n = n;
    for (size_t i = 0; i < n; i++) {
        e->dict.keys.p[i] = p->stack[mark + 2 * i];
        e->dict.values.p[i] = p->stack[mark + 2 * i + 1];
    }
    p->n = mark;
    return e;
}

static struct py_expr *dict_or_comprehension(struct parser *p, const struct token *start,
                                             struct py_expr *key) {
    size_t mark = p->n;
    expect(p, TOK_COLON);
    struct py_expr *value = parse_expression(p);
    if (at_for(p)) {
        struct py_comprehension_seq gens = for_if_clauses(p);
        expect(p, TOK_RBRACE);
        struct py_expr *e = NEW_EXPR(p, DICTCOMP, dictcomp, start);
        e->dictcomp.key = key;
        e->dictcomp.value = value;
        e->dictcomp.generators = gens;
        return e;
    }
    parser_push(p, key);
    parser_push(p, value);
    if (!at(p, TOK_RBRACE)) expect(p, TOK_COMMA);
    return dict_rest(p, start, mark);
}

/* dictcomp | setcomp | dict | set */
static struct py_expr *braces(struct parser *p) {
    const struct token *start = p->t;
    size_t mark = p->n;
    advance(p);
    if (at(p, TOK_RBRACE) || at(p, TOK_DOUBLESTAR)) return dict_rest(p, start, mark);
    struct py_expr *e = parse_star_named_expression(p);
    if (at(p, TOK_COLON) && e->kind != PY_EXPR_STARRED) {
        if (e->kind == PY_EXPR_NAMEDEXPR && start[1].kind != TOK_LPAR) parser_fail(p);
        return dict_or_comprehension(p, start, e);
    }
    if (at_for(p) && e->kind != PY_EXPR_STARRED) {
        struct py_comprehension_seq gens = for_if_clauses(p);
        expect(p, TOK_RBRACE);
        struct py_expr *s = NEW_EXPR(p, SETCOMP, setcomp, start);
        s->setcomp.elt = e;
        s->setcomp.generators = gens;
        return s;
    }
    parser_push(p, e);
    more_elements(p, TOK_RBRACE);
    expect(p, TOK_RBRACE);
    e = NEW_EXPR(p, SET, set, start);
    TAKE(p, e->set.elts, mark);
    return e;
}

/* ---- atoms ---- */

struct py_expr *parse_name(struct parser *p) {
    const struct token *t = p->t;
    struct str id = expect_name(p);
    struct py_expr *e = NEW_EXPR(p, NAME, name, t);
    e->name.id = id;
    return e;
}

struct py_expr *parse_constant(struct parser *p, enum py_constant_kind kind) {
    const struct token *t = p->t;
    advance(p);
    struct py_expr *e = NEW_EXPR(p, CONSTANT, constant, t);
    e->constant.value.kind = kind;
    return e;
}

struct py_expr *parse_number(struct parser *p) {
    const struct token *t = p->t;
    expect(p, TOK_NUMBER);
    struct py_expr *e = NEW_EXPR(p, CONSTANT, constant, t);
    if (!number_value(p->a, token_text(p, t), &e->constant.value, &p->error)) parser_fail(p);
    return e;
}

/* A run of string literals; the common lone one without escapes refers to the source. */
struct py_expr *parse_strings(struct parser *p) {
    const struct token *first = p->t;
    while (at(p, TOK_STRING)) advance(p);
    return template_parse(p, first, p->last);
}

static struct py_expr *atom(struct parser *p) {
    switch (p->t->kind) {
    case TOK_NAME: return parse_name(p);
    case TOK_NUMBER: return parse_number(p);
    case TOK_STRING: return parse_strings(p);
    case TOK_LPAR: return parenthesised(p);
    case TOK_LSQB: return list_display(p);
    case TOK_LBRACE: return braces(p);
    case TOK_TRUE: return parse_constant(p, PY_CONST_TRUE);
    case TOK_FALSE: return parse_constant(p, PY_CONST_FALSE);
    case TOK_NONE: return parse_constant(p, PY_CONST_NONE);
    case TOK_ELLIPSIS: return parse_constant(p, PY_CONST_ELLIPSIS);
    default: parser_fail(p);
    }
}

/* ---- calls ----
 * args: positional and starred ones, then keywords; behind the first keyword only keywords and starred ones,
 * behind the first '**' only keywords. */

static void keyword_argument(struct parser *p, struct str name, const struct token *start) {
    struct py_expr *value = parse_expression(p);
    struct py_keyword *k = NEW(p->a, struct py_keyword);
    set_start(POS_OF(k), start);
    set_end(POS_OF(k), p->last);
    k->arg = name;
    k->value = value;
    parser_push(p, k);
}

static struct py_expr *starred_argument(struct parser *p) {
    const struct token *start = p->t;
    advance(p);
    struct py_expr *value = parse_expression(p);
    struct py_expr *e = NEW_EXPR(p, STARRED, starred, start);
    e->starred.value = value;
    return e;
}

void parse_arguments(struct parser *p, struct py_expr_seq *args, struct py_keyword_seq *keywords) {
    /* Positional and keyword arguments may interleave, so keywords are linked to one another by a second pass
     * over the stack: entries come in pairs (is_keyword, node). */
    size_t mark = p->n, n_keywords = 0, n_args = 0;
    bool unpacked = false;
    while (!at(p, TOK_RPAR)) {
        const struct token *start = p->t;
        if (accept(p, TOK_DOUBLESTAR)) {
            parser_push(p, p);
            keyword_argument(p, (struct str){0}, start);
            n_keywords++;
            unpacked = true;
        } else if (at(p, TOK_NAME) && p->t[1].kind == TOK_EQUAL) {
            struct str name = expect_name(p);
            advance(p);
            parser_push(p, p);
            keyword_argument(p, name, start);
            n_keywords++;
        } else {
            bool starred = at(p, TOK_STAR);
            if (unpacked || (n_keywords && !starred)) parser_fail(p);
            parser_push(p, NULL);
            parser_push(p, starred ? starred_argument(p) : parse_named_expression(p));
            n_args++;
        }
        if (!accept(p, TOK_COMMA)) break;
    }
    args->n = n_args;
    args->p = NEW_N(p->a, struct py_expr *, n_args);
    keywords->n = n_keywords;
    keywords->p = NEW_N(p->a, struct py_keyword *, n_keywords);
    n_args = n_keywords = 0;
    for (size_t i = mark; i < p->n; i += 2) {
        if (p->stack[i])
            keywords->p[n_keywords++] = p->stack[i + 1];
        else
            args->p[n_args++] = p->stack[i + 1];
    }
    p->n = mark;
}

/* '(' genexp-body | [arguments] ')' behind a primary */
static struct py_expr *call(struct parser *p, struct py_expr *func, const struct token *start) {
    const struct token *open = p->t;
    struct py_expr_seq args = {0};
    struct py_keyword_seq keywords = {0};
    advance(p);
    if (!at(p, TOK_RPAR)) {
        size_t mark = p->n;
        bool may_generate =
            !at(p, TOK_STAR) && !at(p, TOK_DOUBLESTAR) && !(at(p, TOK_NAME) && p->t[1].kind == TOK_EQUAL);
        struct py_expr *first = may_generate ? parse_named_expression(p) : NULL;
        if (first && at_for(p)) {
            struct py_comprehension_seq gens = for_if_clauses(p);
            expect(p, TOK_RPAR);
            struct py_expr *g = NEW_EXPR(p, GENERATOREXP, generatorexp, open);
            g->generatorexp.elt = first;
            g->generatorexp.generators = gens;
            parser_push(p, g);
            struct py_expr *e = NEW_EXPR(p, CALL, call, start);
            e->call.func = func;
            TAKE(p, e->call.args, mark);
            return e;
        }
        if (first && at(p, TOK_RPAR)) {
            args.p = NEW_N(p->a, struct py_expr *, 1);
            args.p[0] = first;
            args.n = 1;
        } else if (first) {
            expect(p, TOK_COMMA);
            struct py_expr_seq rest;
            parse_arguments(p, &rest, &keywords);
            args.n = rest.n + 1;
            args.p = NEW_N(p->a, struct py_expr *, args.n);
            args.p[0] = first;
            if (rest.n) memcpy(args.p + 1, rest.p, rest.n * sizeof *rest.p);
        } else {
            parse_arguments(p, &args, &keywords);
        }
    }
    expect(p, TOK_RPAR);
    struct py_expr *e = NEW_EXPR(p, CALL, call, start);
    e->call.func = func;
    e->call.args = args;
    e->call.keywords = keywords;
    return e;
}

/* ---- subscripts ----
 * slice: [expression] ':' [expression] [':' [expression]] | named_expression
 * slices: slice !',' | ','.(slice | '*' expression)+ [','] */

static struct py_expr *slice(struct parser *p) {
    const struct token *start = p->t;
    if (at(p, TOK_STAR)) return starred_argument(p);
    struct py_expr *lower = at(p, TOK_COLON) ? NULL : parse_named_expression(p), *upper = NULL, *step = NULL;
    if (!at(p, TOK_COLON)) return lower;
    if (lower && lower->kind == PY_EXPR_NAMEDEXPR && start->kind != TOK_LPAR) parser_fail(p);
    advance(p);
    if (starts_expression(p->t->kind)) upper = parse_expression(p);
    if (accept(p, TOK_COLON) && starts_expression(p->t->kind)) step = parse_expression(p);
    struct py_expr *e = NEW_EXPR(p, SLICE, slice, start);
    e->slice.lower = lower;
    e->slice.upper = upper;
    e->slice.step = step;
    return e;
}

static struct py_expr *slices(struct parser *p) {
    const struct token *start = p->t;
    struct py_expr *e = slice(p);
    if (!at(p, TOK_COMMA) && e->kind != PY_EXPR_STARRED) return e;
    size_t mark = p->n;
    parser_push(p, e);
    while (accept(p, TOK_COMMA) && !at(p, TOK_RSQB)) parser_push(p, slice(p));
    e = NEW_EXPR(p, TUPLE, tuple, start);
    TAKE(p, e->tuple.elts, mark);
    return e;
}

/* primary: atom ('.' NAME | '(' … ')' | '[' slices ']')* */
static struct py_expr *primary(struct parser *p) {
    const struct token *start = p->t;
    int depth = p->depth;
    enter(p);
    struct py_expr *e = atom(p), *outer;
    for (;; enter(p)) {
        switch (p->t->kind) {
        case TOK_DOT: {
            advance(p);
            struct str attr = expect_name(p);
            outer = NEW_EXPR(p, ATTRIBUTE, attribute, start);
            outer->attribute.value = e;
            outer->attribute.attr = attr;
            break;
        }
        case TOK_LPAR: outer = call(p, e, start); break;
        case TOK_LSQB: {
            advance(p);
            struct py_expr *index = slices(p);
            expect(p, TOK_RSQB);
            outer = NEW_EXPR(p, SUBSCRIPT, subscript, start);
            outer->subscript.value = e;
            outer->subscript.slice = index;
            break;
        }
        default: p->depth = depth; return e;
        }
        e = outer;
    }
}

/* ---- operators ----
 * factor: ('+' | '-' | '~') factor | power      power: ['await'] primary ['**' factor] */

static struct py_expr *factor(struct parser *p) {
    const struct token *start = p->t;
    enum py_unaryop op;
    switch (start->kind) {
    case TOK_PLUS: op = PY_UADD; break;
    case TOK_MINUS: op = PY_USUB; break;
    case TOK_TILDE: op = PY_INVERT; break;
    default: {
        struct py_expr *e;
        if (accept(p, TOK_AWAIT)) {
            struct py_expr *value = primary(p);
            e = NEW_EXPR(p, AWAIT, await, start);
            e->await.value = value;
        } else {
            e = primary(p);
        }
        if (!at(p, TOK_DOUBLESTAR)) return e;
        advance(p);
        enter(p);
        struct py_expr *right = factor(p);
        leave(p);
        struct py_expr *power = NEW_EXPR(p, BINOP, binop, start);
        power->binop.left = e;
        power->binop.op = PY_POW;
        power->binop.right = right;
        return power;
    }
    }
    advance(p);
    enter(p);
    struct py_expr *operand = factor(p);
    leave(p);
    struct py_expr *e = NEW_EXPR(p, UNARYOP, unaryop, start);
    e->unaryop.op = op;
    e->unaryop.operand = operand;
    return e;
}

/* Precedence (higher binds tighter) and operator of a token; precedence 0 is none. */
static const struct {
    uint8_t level, op;
} binary_ops[TOK_COUNT] = {
    [TOK_VBAR] = {1, PY_BITOR},        [TOK_CIRCUMFLEX] = {2, PY_BITXOR},
    [TOK_AMPER] = {3, PY_BITAND},      [TOK_LEFTSHIFT] = {4, PY_LSHIFT},
    [TOK_RIGHTSHIFT] = {4, PY_RSHIFT}, [TOK_PLUS] = {5, PY_ADD},
    [TOK_MINUS] = {5, PY_SUB},         [TOK_STAR] = {6, PY_MULT},
    [TOK_SLASH] = {6, PY_DIV},         [TOK_DOUBLESLASH] = {6, PY_FLOORDIV},
    [TOK_PERCENT] = {6, PY_MOD},       [TOK_AT] = {6, PY_MATMULT},
};

static struct py_expr *binary(struct parser *p, unsigned level) {
    const struct token *start = p->t;
    struct py_expr *left = factor(p);
    int depth = p->depth;
    for (;;) {
        unsigned at_level = binary_ops[p->t->kind].level;
        if (at_level < level || !at_level) break;
        enter(p);
        enum py_operator op = binary_ops[p->t->kind].op;
        advance(p);
        struct py_expr *right = binary(p, at_level + 1);
        struct py_expr *e = NEW_EXPR(p, BINOP, binop, start);
        e->binop.left = left;
        e->binop.op = op;
        e->binop.right = right;
        left = e;
    }
    p->depth = depth;
    return left;
}

struct py_expr *parse_bitwise_or(struct parser *p) {
    return binary(p, 1);
}

/* The comparison operator at the next token, taken; false when there is none. */
static bool comparison_op(struct parser *p, enum py_cmpop *op) {
    switch (p->t->kind) {
    case TOK_EQEQUAL: *op = PY_EQ; break;
    case TOK_NOTEQUAL:
        /* `<>` is an operator exactly under the option barry_as_FLUFL, `!=` exactly without. */
        if ((p->text.p[p->t->start] == '<') != !!(p->future & PY_FUTURE_BARRY)) parser_fail(p);
        *op = PY_NOTEQ;
        break;
    case TOK_LESS: *op = PY_LT; break;
    case TOK_LESSEQUAL: *op = PY_LTE; break;
    case TOK_GREATER: *op = PY_GT; break;
    case TOK_GREATEREQUAL: *op = PY_GTE; break;
    case TOK_IN: *op = PY_IN; break;
    case TOK_NOT:
        if (p->t[1].kind != TOK_IN) return false;
        advance(p);
        *op = PY_NOTIN;
        break;
    case TOK_IS:
        *op = PY_IS;
        if (p->t[1].kind == TOK_NOT) {
            advance(p);
            *op = PY_ISNOT;
        }
        break;
    default: return false;
    }
    advance(p);
    return true;
}

/* comparison: bitwise_or (op bitwise_or)* */
static struct py_expr *comparison(struct parser *p) {
    const struct token *start = p->t;
    struct py_expr *left = binary(p, 1);
    enum py_cmpop op;
    if (!comparison_op(p, &op)) return left;
    VEC(enum py_cmpop) ops = {0};
    enum py_cmpop one = op;
    size_t mark = p->n, n = 0;
    do {
        if (n++) {
            if (n == 2) VEC_PUSH(&ops, p->a, one);
            VEC_PUSH(&ops, p->a, op);
        }
        parser_push(p, binary(p, 1));
    } while (comparison_op(p, &op));
    struct py_expr *e = NEW_EXPR(p, COMPARE, compare, start);
    if (n == 1) {
        ops.p = NEW(p->a, enum py_cmpop);
        ops.p[0] = one;
    }
    e->compare.left = left;
    e->compare.ops.p = ops.p;
    e->compare.ops.n = n;
    TAKE(p, e->compare.comparators, mark);
    return e;
}

/* inversion: 'not' inversion | comparison */
static struct py_expr *inversion(struct parser *p) {
    if (!at(p, TOK_NOT)) return comparison(p);
    const struct token *start = p->t;
    advance(p);
    enter(p);
    struct py_expr *operand = inversion(p);
    leave(p);
    struct py_expr *e = NEW_EXPR(p, UNARYOP, unaryop, start);
    e->unaryop.op = PY_NOT;
    e->unaryop.operand = operand;
    return e;
}

static struct py_expr *conjunction(struct parser *p) {
    const struct token *start = p->t;
    struct py_expr *first = inversion(p);
    if (!at(p, TOK_AND)) return first;
    size_t mark = p->n;
    parser_push(p, first);
    while (accept(p, TOK_AND)) parser_push(p, inversion(p));
    struct py_expr *e = NEW_EXPR(p, BOOLOP, boolop, start);
    e->boolop.op = PY_AND;
    TAKE(p, e->boolop.values, mark);
    return e;
}

/* disjunction: conjunction ('or' conjunction)*     conjunction: inversion ('and' inversion)* */
struct py_expr *parse_disjunction(struct parser *p) {
    const struct token *start = p->t;
    struct py_expr *first = conjunction(p);
    if (!at(p, TOK_OR)) return first;
    size_t mark = p->n;
    parser_push(p, first);
    while (accept(p, TOK_OR)) parser_push(p, conjunction(p));
    struct py_expr *e = NEW_EXPR(p, BOOLOP, boolop, start);
    e->boolop.op = PY_OR;
    TAKE(p, e->boolop.values, mark);
    return e;
}

/* lambdef: 'lambda' [lambda_params] ':' expression */
static struct py_expr *lambda(struct parser *p) {
    const struct token *start = p->t;
    advance(p);
    struct py_arguments *args = parse_parameters(p, true);
    expect(p, TOK_COLON);
    struct py_expr *body = parse_expression(p);
    struct py_expr *e = NEW_EXPR(p, LAMBDA, lambda, start);
    e->lambda.args = args;
    e->lambda.body = body;
    return e;
}

/* expression: disjunction ['if' disjunction 'else' expression] | lambdef */
struct py_expr *parse_expression(struct parser *p) {
    const struct token *start = p->t;
    enter(p);
    struct py_expr *e = at(p, TOK_LAMBDA) ? lambda(p) : parse_disjunction(p);
    if (at(p, TOK_IF) && start->kind != TOK_LAMBDA) {
        advance(p);
        struct py_expr *test = parse_disjunction(p);
        expect(p, TOK_ELSE);
        struct py_expr *orelse = parse_expression(p);
        struct py_expr *cond = NEW_EXPR(p, IFEXP, ifexp, start);
        cond->ifexp.test = test;
        cond->ifexp.body = e;
        cond->ifexp.orelse = orelse;
        e = cond;
    }
    leave(p);
    return e;
}

/* named_expression: NAME ':=' expression | expression !':=' */
struct py_expr *parse_named_expression(struct parser *p) {
    if (at(p, TOK_NAME) && p->t[1].kind == TOK_COLONEQUAL) {
        const struct token *start = p->t;
        struct py_expr *target = parse_name(p);
        target->name.ctx = PY_STORE;
        advance(p);
        struct py_expr *value = parse_expression(p);
        struct py_expr *e = NEW_EXPR(p, NAMEDEXPR, namedexpr, start);
        e->namedexpr.target = target;
        e->namedexpr.value = value;
        return e;
    }
    struct py_expr *e = parse_expression(p);
    if (at(p, TOK_COLONEQUAL)) parser_fail(p);
    return e;
}

struct py_expr *parse_star_expression(struct parser *p) {
    return at(p, TOK_STAR) ? starred_bitwise_or(p) : parse_expression(p);
}

/* star_expressions: star_expression (',' star_expression)* [','] */
struct py_expr *parse_star_expressions(struct parser *p) {
    const struct token *start = p->t;
    struct py_expr *e = parse_star_expression(p);
    if (!at(p, TOK_COMMA)) return e;
    size_t mark = p->n;
    parser_push(p, e);
    while (accept(p, TOK_COMMA) && (starts_expression(p->t->kind) || at(p, TOK_STAR)))
        parser_push(p, parse_star_expression(p));
    e = NEW_EXPR(p, TUPLE, tuple, start);
    TAKE(p, e->tuple.elts, mark);
    return e;
}

/* yield_expr: 'yield' 'from' expression | 'yield' [star_expressions] */
struct py_expr *parse_yield_or_star_expressions(struct parser *p) {
    const struct token *start = p->t;
    if (!accept(p, TOK_YIELD)) return parse_star_expressions(p);
    struct py_expr *value = NULL, *e;
    if (accept(p, TOK_FROM)) {
        value = parse_expression(p);
        e = NEW_EXPR(p, YIELDFROM, yieldfrom, start);
        e->yieldfrom.value = value;
        return e;
    }
    if (starts_expression(p->t->kind) || at(p, TOK_STAR)) value = parse_star_expressions(p);
    e = NEW_EXPR(p, YIELD, yield, start);
    e->yield.value = value;
    return e;
}
