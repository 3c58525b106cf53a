/* Statements. The end of a compound statement is the end of its last token that is not layout. */
#include "rules/python/parser.h"

static void statement(struct parser *p);

static struct py_stmt *finish(struct parser *p, struct py_stmt *s) {
    set_end(POS_OF(s), p->last);
    return s;
}

void parse_newline(struct parser *p) { /* layout: p->last stays */
    if (!at(p, TOK_NEWLINE)) parser_fail(p);
    p->t++;
}

/* ---- simple statements ---- */

/* augassign: single_target op (yield_expr | star_expressions) */
static struct py_stmt *augmented(struct parser *p, struct py_expr *target, const struct token *start) {
    static const uint8_t ops[TOK_COUNT] = {
        [TOK_PLUSEQUAL] = PY_ADD + 1,
        [TOK_MINEQUAL] = PY_SUB + 1,
        [TOK_STAREQUAL] = PY_MULT + 1,
        [TOK_ATEQUAL] = PY_MATMULT + 1,
        [TOK_SLASHEQUAL] = PY_DIV + 1,
        [TOK_PERCENTEQUAL] = PY_MOD + 1,
        [TOK_AMPEREQUAL] = PY_BITAND + 1,
        [TOK_VBAREQUAL] = PY_BITOR + 1,
        [TOK_CIRCUMFLEXEQUAL] = PY_BITXOR + 1,
        [TOK_LEFTSHIFTEQUAL] = PY_LSHIFT + 1,
        [TOK_RIGHTSHIFTEQUAL] = PY_RSHIFT + 1,
        [TOK_DOUBLESTAREQUAL] = PY_POW + 1,
        [TOK_DOUBLESLASHEQUAL] = PY_FLOORDIV + 1,
    };
    unsigned op = ops[p->t->kind];
    if (!op) return NULL;
    if (target->kind != PY_EXPR_NAME && target->kind != PY_EXPR_ATTRIBUTE &&
        target->kind != PY_EXPR_SUBSCRIPT)
        parser_fail(p);
    set_context(p, target, PY_STORE);
    advance(p);
    struct py_expr *value = parse_yield_or_star_expressions(p);
    struct py_stmt *s = NEW_STMT(p, AUGASSIGN, augassign, start);
    s->augassign.target = target;
    s->augassign.op = (enum py_operator)(op - 1);
    s->augassign.value = value;
    return s;
}

/* target ':' expression ['=' (yield_expr | star_expressions)] */
static struct py_stmt *annotated(struct parser *p, struct py_expr *target, const struct token *start) {
    if (target->kind != PY_EXPR_NAME && target->kind != PY_EXPR_ATTRIBUTE &&
        target->kind != PY_EXPR_SUBSCRIPT)
        parser_fail(p);
    set_context(p, target, PY_STORE);
    advance(p);
    struct py_expr *annotation = parse_expression(p), *value = NULL;
    if (accept(p, TOK_EQUAL)) value = parse_yield_or_star_expressions(p);
    struct py_stmt *s = NEW_STMT(p, ANNASSIGN, annassign, start);
    s->annassign.target = target;
    s->annassign.annotation = annotation;
    s->annassign.value = value;
    s->annassign.simple = target->kind == PY_EXPR_NAME && start->kind != TOK_LPAR;
    return s;
}

/* assignment | star_expressions */
static struct py_stmt *expression_statement(struct parser *p) {
    const struct token *start = p->t;
    struct py_expr *e = parse_yield_or_star_expressions(p);
    if (at(p, TOK_EQUAL)) {
        size_t mark = p->n;
        while (accept(p, TOK_EQUAL)) {
            set_context(p, e, PY_STORE);
            parser_push(p, e);
            e = parse_yield_or_star_expressions(p);
        }
        struct py_stmt *s = NEW_STMT(p, ASSIGN, assign, start);
        s->assign.value = e;
        TAKE(p, s->assign.targets, mark);
        return s;
    }
    if (start->kind != TOK_YIELD) {
        if (at(p, TOK_COLON)) return annotated(p, e, start);
        struct py_stmt *s = augmented(p, e, start);
        if (s) return s;
    }
    struct py_stmt *s = NEW_STMT(p, EXPR, expr, start);
    s->expr.value = e;
    return s;
}

static struct py_stmt *return_statement(struct parser *p) {
    const struct token *start = p->t;
    advance(p);
    struct py_expr *value = NULL;
    if (starts_expression(p->t->kind) || at(p, TOK_STAR)) value = parse_star_expressions(p);
    struct py_stmt *s = NEW_STMT(p, RETURN, return_, start);
    s->return_.value = value;
    return s;
}

static struct py_stmt *raise_statement(struct parser *p) {
    const struct token *start = p->t;
    advance(p);
    struct py_expr *exc = NULL, *cause = NULL;
    if (starts_expression(p->t->kind)) {
        exc = parse_expression(p);
        if (accept(p, TOK_FROM)) cause = parse_expression(p);
    }
    struct py_stmt *s = NEW_STMT(p, RAISE, raise, start);
    s->raise.exc = exc;
    s->raise.cause = cause;
    return s;
}

static struct py_stmt *delete_statement(struct parser *p) {
    const struct token *start = p->t;
    advance(p);
    size_t mark = p->n;
    do {
        if (p->n > mark && !starts_expression(p->t->kind)) break;
        struct py_expr *e = parse_bitwise_or(p);
        set_context(p, e, PY_DEL);
        parser_push(p, e);
    } while (accept(p, TOK_COMMA));
    struct py_stmt *s = NEW_STMT(p, DELETE, delete_, start);
    TAKE(p, s->delete_.targets, mark);
    return s;
}

static struct py_stmt *assert_statement(struct parser *p) {
    const struct token *start = p->t;
    advance(p);
    struct py_expr *test = parse_expression(p), *msg = NULL;
    if (accept(p, TOK_COMMA)) msg = parse_expression(p);
    struct py_stmt *s = NEW_STMT(p, ASSERT, assert_, start);
    s->assert_.test = test;
    s->assert_.msg = msg;
    return s;
}

static struct py_stmt *scope_statement(struct parser *p) {
    const struct token *start = p->t;
    bool global = at(p, TOK_GLOBAL);
    advance(p);
    VEC(struct str) names = {0};
    do VEC_PUSH(&names, p->a, expect_name(p));
    while (accept(p, TOK_COMMA));
    struct py_stmt *s = global ? NEW_STMT(p, GLOBAL, global, start) : NEW_STMT(p, NONLOCAL, nonlocal, start);
    s->global.names.p = names.p; /* both members have the same layout */
    s->global.names.n = names.n;
    return s;
}

/* dotted_name: NAME ('.' NAME)* */
static struct str dotted_name(struct parser *p) {
    struct str name = expect_name(p);
    if (!at(p, TOK_DOT)) return name;
    struct buf b;
    buf_init(&b, p->a);
    buf_str(&b, name);
    while (accept(p, TOK_DOT)) {
        buf_putc(&b, '.');
        buf_str(&b, expect_name(p));
    }
    return names_intern(p->names, buf_view(&b));
}

static void alias(struct parser *p, struct str name, const struct token *start) {
    struct str asname = {0};
    if (accept(p, TOK_AS)) asname = expect_name(p);
    struct py_alias *a = NEW(p->a, struct py_alias);
    set_start(POS_OF(a), start);
    set_end(POS_OF(a), p->last);
    a->name = name;
    a->asname = asname;
    parser_push(p, a);
}

static struct py_stmt *import_statement(struct parser *p) {
    const struct token *start = p->t;
    size_t mark = p->n;
    advance(p);
    do {
        const struct token *first = p->t;
        alias(p, dotted_name(p), first);
    } while (accept(p, TOK_COMMA));
    struct py_stmt *s = NEW_STMT(p, IMPORT, import, start);
    TAKE(p, s->import.names, mark);
    return s;
}

static void import_targets(struct parser *p) {
    const struct token *start = p->t;
    if (accept(p, TOK_STAR)) {
        struct py_alias *a = NEW(p->a, struct py_alias);
        set_start(POS_OF(a), start);
        set_end(POS_OF(a), p->last);
        a->name = names_intern(p->names, STR("*"));
        parser_push(p, a);
        return;
    }
    bool brackets = accept(p, TOK_LPAR);
    do {
        const struct token *first = p->t;
        if (brackets && at(p, TOK_RPAR) && first != start + 1) break;
        alias(p, expect_name(p), first);
    } while (accept(p, TOK_COMMA));
    if (brackets) expect(p, TOK_RPAR);
}

static struct py_stmt *import_from(struct parser *p) {
    const struct token *start = p->t;
    size_t mark = p->n;
    advance(p);
    int level = 0;
    struct str module = {0};
    for (; at(p, TOK_DOT) || at(p, TOK_ELLIPSIS); advance(p)) level += at(p, TOK_DOT) ? 1 : 3;
    if (!level || !at(p, TOK_IMPORT)) module = dotted_name(p);
    expect(p, TOK_IMPORT);
    import_targets(p);
    struct py_stmt *s = NEW_STMT(p, IMPORTFROM, importfrom, start);
    s->importfrom.module = module;
    s->importfrom.level = level;
    TAKE(p, s->importfrom.names, mark);
    return s;
}

static struct py_stmt *word_statement(struct parser *p, enum py_stmt_kind kind) {
    const struct token *start = p->t;
    advance(p);
    return NEW_NODE(p, py_stmt, kind, pass, start);
}

/* type_alias: "type" NAME [type_params] '=' expression */
static struct py_stmt *type_alias(struct parser *p) {
    const struct token *start = p->t;
    advance(p);
    struct py_expr *name = parse_name(p);
    name->name.ctx = PY_STORE;
    struct py_type_param_seq params = parse_type_params(p);
    expect(p, TOK_EQUAL);
    struct py_expr *value = parse_expression(p);
    struct py_stmt *s = NEW_STMT(p, TYPEALIAS, typealias, start);
    s->typealias.name = name;
    s->typealias.type_params = params;
    s->typealias.value = value;
    return s;
}

static struct py_stmt *simple_statement(struct parser *p) {
    switch (p->t->kind) {
    case TOK_RETURN: return return_statement(p);
    case TOK_IMPORT: return import_statement(p);
    case TOK_FROM: return import_from(p);
    case TOK_RAISE: return raise_statement(p);
    case TOK_PASS: return word_statement(p, PY_STMT_PASS);
    case TOK_BREAK: return word_statement(p, PY_STMT_BREAK);
    case TOK_CONTINUE: return word_statement(p, PY_STMT_CONTINUE);
    case TOK_DEL: return delete_statement(p);
    case TOK_ASSERT: return assert_statement(p);
    case TOK_GLOBAL:
    case TOK_NONLOCAL: return scope_statement(p);
    case TOK_NAME:
        if (at_soft(p, SOFT_TYPE) && p->t[1].kind == TOK_NAME) return type_alias(p);
        return expression_statement(p);
    default: return expression_statement(p);
    }
}

/* simple_stmts: simple_stmt (';' simple_stmt)* [';'] NEWLINE */
static void simple_statements(struct parser *p) {
    do {
        if (at(p, TOK_NEWLINE)) break;
        parser_push(p, simple_statement(p));
    } while (accept(p, TOK_SEMI));
    parse_newline(p);
}

/* ---- compound statements ---- */

/* block: NEWLINE INDENT statements DEDENT | simple_stmts */
struct py_stmt_seq parse_block(struct parser *p) {
    struct py_stmt_seq body;
    size_t mark = p->n;
    if (at(p, TOK_NEWLINE)) {
        p->t++;
        if (!at(p, TOK_INDENT)) parser_fail(p);
        p->t++;
        while (!at(p, TOK_DEDENT)) statement(p);
        p->t++;
    } else {
        simple_statements(p);
    }
    TAKE(p, body, mark);
    return body;
}

static struct py_stmt_seq colon_block(struct parser *p) {
    expect(p, TOK_COLON);
    return parse_block(p);
}

static struct py_stmt_seq else_block(struct parser *p) {
    struct py_stmt_seq none = {0};
    return accept(p, TOK_ELSE) ? colon_block(p) : none;
}

/* if_stmt: 'if' named_expression ':' block (elif_stmt | [else_block]). A chain of elif nests without
 * recursing. */
static struct py_stmt *if_statement(struct parser *p) {
    struct py_stmt *first = NULL, *s = NULL;
    size_t mark = p->n;
    int depth = p->depth;
    do {
        const struct token *start = p->t;
        advance(p);
        enter(p);
        struct py_expr *test = parse_named_expression(p);
        struct py_stmt_seq body = colon_block(p);
        struct py_stmt *inner = NEW_STMT(p, IF, if_, start);
        inner->if_.test = test;
        inner->if_.body = body;
        if (s) {
            s->if_.orelse.p = NEW(p->a, struct py_stmt *);
            s->if_.orelse.p[0] = inner;
            s->if_.orelse.n = 1;
        } else {
            first = inner;
        }
        parser_push(p, inner);
        s = inner;
    } while (at(p, TOK_ELIF));
    s->if_.orelse = else_block(p);
    for (; p->n > mark; p->n--) finish(p, p->stack[p->n - 1]);
    p->depth = depth;
    return first;
}

static struct py_stmt *while_statement(struct parser *p) {
    const struct token *start = p->t;
    advance(p);
    struct py_expr *test = parse_named_expression(p);
    struct py_stmt_seq body = colon_block(p), orelse = else_block(p);
    struct py_stmt *s = NEW_STMT(p, WHILE, while_, start);
    s->while_.test = test;
    s->while_.body = body;
    s->while_.orelse = orelse;
    return s;
}

static struct py_stmt *for_statement(struct parser *p, const struct token *start, bool async) {
    advance(p);
    struct py_expr *target = parse_star_targets(p);
    expect(p, TOK_IN);
    struct py_expr *iter = parse_star_expressions(p);
    struct py_stmt_seq body = colon_block(p), orelse = else_block(p);
    struct py_stmt *s = NEW_NODE(p, py_stmt, async ? PY_STMT_ASYNCFOR : PY_STMT_FOR, for_, start);
    s->for_.target = target;
    s->for_.iter = iter;
    s->for_.body = body;
    s->for_.orelse = orelse;
    return s;
}

/* with_item: expression ['as' star_target] */
static void with_item(struct parser *p) {
    struct py_withitem *w = NEW(p->a, struct py_withitem);
    w->context_expr = parse_expression(p);
    if (accept(p, TOK_AS)) {
        const struct token *start = p->t;
        if (accept(p, TOK_STAR)) {
            struct py_expr *value = parse_bitwise_or(p);
            w->optional_vars = NEW_EXPR(p, STARRED, starred, start);
            w->optional_vars->starred.value = value;
        } else {
            w->optional_vars = parse_bitwise_or(p);
        }
        set_context(p, w->optional_vars, PY_STORE);
    }
    parser_push(p, w);
}

static void with_items_in_brackets(struct parser *p) {
    advance(p);
    do with_item(p);
    while (accept(p, TOK_COMMA) && !at(p, TOK_RPAR));
    expect(p, TOK_RPAR);
    if (!at(p, TOK_COLON)) parser_fail(p);
}

static struct py_stmt *with_statement(struct parser *p, const struct token *start, bool async) {
    size_t mark = p->n;
    struct py_withitem_seq items;
    bool failed = true;
    advance(p);
    if (at(p, TOK_LPAR)) PARSER_TRY(p, failed, with_items_in_brackets(p));
    if (failed) {
        do with_item(p);
        while (accept(p, TOK_COMMA));
    }
    TAKE(p, items, mark);
    struct py_stmt_seq body = colon_block(p);
    struct py_stmt *s = NEW_NODE(p, py_stmt, async ? PY_STMT_ASYNCWITH : PY_STMT_WITH, with, start);
    s->with.items = items;
    s->with.body = body;
    return s;
}

/* except_block: 'except' ['*'] [expressions ['as' NAME]] ':' block */
static struct py_excepthandler *except_block(struct parser *p, bool star) {
    const struct token *start = p->t;
    advance(p);
    if (star) expect(p, TOK_STAR);
    struct py_expr *type = NULL;
    struct str name = {0};
    if (star || !at(p, TOK_COLON)) {
        const struct token *first = p->t;
        type = parse_expression(p);
        if (at(p, TOK_COMMA)) { /* PEP 758 */
            size_t mark = p->n;
            parser_push(p, type);
            while (accept(p, TOK_COMMA) && !at(p, TOK_COLON)) parser_push(p, parse_expression(p));
            type = NEW_EXPR(p, TUPLE, tuple, first);
            TAKE(p, type->tuple.elts, mark);
        } else if (accept(p, TOK_AS)) {
            name = expect_name(p);
        }
    }
    struct py_stmt_seq body = colon_block(p);
    struct py_excepthandler *h = NEW(p->a, struct py_excepthandler);
    set_start(POS_OF(h), start);
    set_end(POS_OF(h), p->last);
    h->type = type;
    h->name = name;
    h->body = body;
    return h;
}

static struct py_stmt *try_statement(struct parser *p) {
    const struct token *start = p->t;
    advance(p);
    struct py_stmt_seq body = colon_block(p), orelse = {0}, finalbody = {0};
    struct py_excepthandler_seq handlers;
    size_t mark = p->n;
    bool star = at(p, TOK_EXCEPT) && p->t[1].kind == TOK_STAR;
    while (at(p, TOK_EXCEPT)) parser_push(p, except_block(p, star));
    TAKE(p, handlers, mark);
    if (handlers.n) orelse = else_block(p);
    if (accept(p, TOK_FINALLY))
        finalbody = colon_block(p);
    else if (!handlers.n)
        parser_fail(p);
    struct py_stmt *s = NEW_NODE(p, py_stmt, star ? PY_STMT_TRYSTAR : PY_STMT_TRY, try, start);
    s->try.body = body;
    s->try.handlers = handlers;
    s->try.orelse = orelse;
    s->try.finalbody = finalbody;
    return s;
}

static struct py_stmt *function(struct parser *p, const struct token *start, struct py_expr_seq decorators,
                                bool async) {
    advance(p);
    struct str name = expect_name(p);
    struct py_type_param_seq type_params = parse_type_params(p);
    expect(p, TOK_LPAR);
    struct py_arguments *args = parse_parameters(p, false);
    expect(p, TOK_RPAR);
    struct py_expr *returns = accept(p, TOK_ARROW) ? parse_expression(p) : NULL;
    struct py_stmt_seq body = colon_block(p);
    struct py_stmt *s =
        NEW_NODE(p, py_stmt, async ? PY_STMT_ASYNCFUNCTIONDEF : PY_STMT_FUNCTIONDEF, functiondef, start);
    s->functiondef.name = name;
    s->functiondef.args = args;
    s->functiondef.body = body;
    s->functiondef.decorator_list = decorators;
    s->functiondef.returns = returns;
    s->functiondef.type_params = type_params;
    return s;
}

static struct py_stmt *class(struct parser *p, struct py_expr_seq decorators) {
    const struct token *start = p->t;
    struct py_expr_seq bases = {0};
    struct py_keyword_seq keywords = {0};
    advance(p);
    struct str name = expect_name(p);
    struct py_type_param_seq type_params = parse_type_params(p);
    if (accept(p, TOK_LPAR)) {
        parse_arguments(p, &bases, &keywords);
        expect(p, TOK_RPAR);
    }
    struct py_stmt_seq body = colon_block(p);
    struct py_stmt *s = NEW_STMT(p, CLASSDEF, classdef, start);
    s->classdef.name = name;
    s->classdef.bases = bases;
    s->classdef.keywords = keywords;
    s->classdef.body = body;
    s->classdef.decorator_list = decorators;
    s->classdef.type_params = type_params;
    return s;
}

static struct py_stmt *async_statement(struct parser *p, struct py_expr_seq decorators) {
    const struct token *start = p->t;
    advance(p);
    switch (p->t->kind) {
    case TOK_DEF: return function(p, start, decorators, true);
    case TOK_FOR: return for_statement(p, start, true);
    case TOK_WITH: return with_statement(p, start, true);
    default: parser_fail(p);
    }
}

/* decorators: ('@' named_expression NEWLINE)+ before a function or a class */
static struct py_stmt *decorated(struct parser *p) {
    struct py_expr_seq decorators;
    size_t mark = p->n;
    while (accept(p, TOK_AT)) {
        parser_push(p, parse_named_expression(p));
        parse_newline(p);
    }
    TAKE(p, decorators, mark);
    if (at(p, TOK_DEF)) return function(p, p->t, decorators, false);
    if (at(p, TOK_CLASS)) return class(p, decorators);
    if (at(p, TOK_ASYNC) && p->t[1].kind == TOK_DEF) return async_statement(p, decorators);
    parser_fail(p);
}

/* ---- match ---- */

static void match_header(struct parser *p, struct py_expr **subject) {
    const struct token *start = p->t;
    struct py_expr *e = parse_star_named_expression(p);
    if (at(p, TOK_COMMA)) {
        size_t mark = p->n;
        parser_push(p, e);
        while (accept(p, TOK_COMMA) && !at(p, TOK_COLON)) parser_push(p, parse_star_named_expression(p));
        e = NEW_EXPR(p, TUPLE, tuple, start);
        TAKE(p, e->tuple.elts, mark);
    } else if (e->kind == PY_EXPR_STARRED) {
        parser_fail(p);
    }
    *subject = e;
    expect(p, TOK_COLON);
    parse_newline(p);
    if (!at(p, TOK_INDENT)) parser_fail(p);
    p->t++;
    if (!at_soft(p, SOFT_CASE)) parser_fail(p);
}

/* match_stmt: "match" subject_expr ':' NEWLINE INDENT case_block+ DEDENT. NULL when `match` is a plain name.
 */
static struct py_stmt *match_statement(struct parser *p) {
    const struct token *start = p->t;
    if (!starts_expression(start[1].kind) && start[1].kind != TOK_STAR) return NULL;
    struct py_expr *subject = NULL;
    bool failed;
    PARSER_TRY(p, failed, (advance(p), match_header(p, &subject)));
    if (failed) return NULL;
    size_t mark = p->n;
    struct py_match_case_seq cases;
    while (at_soft(p, SOFT_CASE)) {
        struct py_match_case *c = NEW(p->a, struct py_match_case);
        advance(p);
        c->pattern = parse_patterns(p);
        if (accept(p, TOK_IF)) c->guard = parse_named_expression(p);
        c->body = colon_block(p);
        parser_push(p, c);
    }
    TAKE(p, cases, mark);
    if (!at(p, TOK_DEDENT)) parser_fail(p);
    p->t++;
    struct py_stmt *s = NEW_STMT(p, MATCH, match, start);
    s->match.subject = subject;
    s->match.cases = cases;
    return s;
}

static struct py_stmt *compound(struct parser *p) {
    struct py_expr_seq none = {0};
    switch (p->t->kind) {
    case TOK_IF: return if_statement(p);
    case TOK_DEF: return function(p, p->t, none, false);
    case TOK_FOR: return for_statement(p, p->t, false);
    case TOK_CLASS: return class(p, none);
    case TOK_TRY: return try_statement(p);
    case TOK_WITH: return with_statement(p, p->t, false);
    case TOK_WHILE: return while_statement(p);
    case TOK_AT: return decorated(p);
    case TOK_ASYNC: return async_statement(p, none);
    default: return at_soft(p, SOFT_MATCH) ? match_statement(p) : NULL;
    }
}

static void statement(struct parser *p) {
    enter(p);
    struct py_stmt *s = compound(p);
    if (s)
        parser_push(p, s);
    else
        simple_statements(p);
    leave(p);
}

/* file: [statements] ENDMARKER */
struct py_stmt_seq parse_file(struct parser *p) {
    struct py_stmt_seq body;
    size_t mark = p->n;
    while (!at(p, TOK_END)) statement(p);
    TAKE(p, body, mark);
    return body;
}

struct py_stmt_seq parse_eval(struct parser *p) {
    struct py_stmt_seq body;
    size_t mark = p->n;
    const struct token *start = p->t;
    struct py_expr *value = parse_star_expressions(p);
    struct py_stmt *s = NEW_STMT(p, EXPR, expr, start);
    s->expr.value = value;
    while (accept(p, TOK_NEWLINE)) continue;
    expect(p, TOK_END);
    parser_push(p, s);
    TAKE(p, body, mark);
    return body;
}

struct py_stmt_seq parse_interactive(struct parser *p) {
    struct py_stmt_seq body;
    size_t mark = p->n;
    statement(p);
    TAKE(p, body, mark);
    return body;
}
