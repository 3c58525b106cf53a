/* Expressions as text, in the words of CPython's ast_unparse.c: what `from __future__ import annotations`
 * stores.
 *
 * Each kind of expression has a rank; an expression is put in parentheses when its place asks for a higher
 * one. */
#include <math.h>

#include "rules/python/parser.h"

enum rank {
    R_TUPLE,
    R_TEST,
    R_OR,
    R_AND,
    R_NOT,
    R_CMP,
    R_BITOR,
    R_BITXOR,
    R_BITAND,
    R_SHIFT,
    R_ARITH,
    R_TERM,
    R_FACTOR,
    R_POWER,
    R_AWAIT,
    R_ATOM
};

static void put(struct buf *o, const struct py_expr *e, enum rank rank);

static void open_if(struct buf *o, bool yes) {
    if (yes) buf_putc(o, '(');
}

static void close_if(struct buf *o, bool yes) {
    if (yes) buf_putc(o, ')');
}

static void comma(struct buf *o, bool *first) {
    if (!*first) buf_puts(o, ", ");
    *first = false;
}

static void put_list(struct buf *o, struct py_expr_seq s) {
    for (size_t i = 0; i < s.n; i++) {
        if (i) buf_puts(o, ", ");
        put(o, s.p[i], R_TEST);
    }
}

/* ---- operators ---- */

static void put_boolop(struct buf *o, const struct py_expr_boolop *b, enum rank rank) {
    enum rank own = b->op == PY_AND ? R_AND : R_OR;
    open_if(o, rank > own);
    for (size_t i = 0; i < b->values.n; i++) {
        if (i) buf_puts(o, b->op == PY_AND ? " and " : " or ");
        put(o, b->values.p[i], own + 1);
    }
    close_if(o, rank > own);
}

static void put_binop(struct buf *o, const struct py_expr_binop *b, enum rank rank) {
    static const struct {
        const char *text;
        enum rank rank;
    } ops[] = {
        [PY_ADD] = {" + ", R_ARITH},      [PY_SUB] = {" - ", R_ARITH},     [PY_MULT] = {" * ", R_TERM},
        [PY_MATMULT] = {" @ ", R_TERM},   [PY_DIV] = {" / ", R_TERM},      [PY_MOD] = {" % ", R_TERM},
        [PY_POW] = {" ** ", R_POWER},     [PY_LSHIFT] = {" << ", R_SHIFT}, [PY_RSHIFT] = {" >> ", R_SHIFT},
        [PY_BITOR] = {" | ", R_BITOR},    [PY_BITXOR] = {" ^ ", R_BITXOR}, [PY_BITAND] = {" & ", R_BITAND},
        [PY_FLOORDIV] = {" // ", R_TERM},
    };
    enum rank own = ops[b->op].rank;
    bool right = b->op == PY_POW;
    open_if(o, rank > own);
    put(o, b->left, own + right);
    buf_puts(o, ops[b->op].text);
    put(o, b->right, own + !right);
    close_if(o, rank > own);
}

static void put_unaryop(struct buf *o, const struct py_expr_unaryop *u, enum rank rank) {
    static const char *const ops[] = {[PY_INVERT] = "~", [PY_NOT] = "not ", [PY_UADD] = "+", [PY_USUB] = "-"};
    enum rank own = u->op == PY_NOT ? R_NOT : R_FACTOR;
    open_if(o, rank > own);
    buf_puts(o, ops[u->op]);
    put(o, u->operand, own);
    close_if(o, rank > own);
}

static void put_compare(struct buf *o, const struct py_expr_compare *c, enum rank rank) {
    static const char *const ops[] = {" == ", " != ", " < ",      " <= ", " > ",
                                      " >= ", " is ", " is not ", " in ", " not in "};
    open_if(o, rank > R_CMP);
    put(o, c->left, R_CMP + 1);
    for (size_t i = 0; i < c->ops.n; i++) {
        buf_puts(o, ops[c->ops.p[i]]);
        put(o, c->comparators.p[i], R_CMP + 1);
    }
    close_if(o, rank > R_CMP);
}

static void put_ifexp(struct buf *o, const struct py_expr_ifexp *i, enum rank rank) {
    open_if(o, rank > R_TEST);
    put(o, i->body, R_TEST + 1);
    buf_puts(o, " if ");
    put(o, i->test, R_TEST + 1);
    buf_puts(o, " else ");
    put(o, i->orelse, R_TEST);
    close_if(o, rank > R_TEST);
}

/* ---- lambda ---- */

static void put_parameter(struct buf *o, const struct py_arg *a, const struct py_expr *value, bool *first) {
    comma(o, first);
    buf_str(o, a->arg);
    if (!value) return;
    buf_putc(o, '=');
    put(o, value, R_TEST);
}

static void put_lambda(struct buf *o, const struct py_expr_lambda *l, enum rank rank) {
    const struct py_arguments *a = l->args;
    size_t only = a->posonlyargs.n, n = only + a->args.n;
    bool first = true;
    open_if(o, rank > R_TEST);
    buf_puts(o, n ? "lambda " : "lambda");
    for (size_t i = 0; i < n; i++) {
        size_t given = n - a->defaults.n;
        put_parameter(o, i < only ? a->posonlyargs.p[i] : a->args.p[i - only],
                      i >= given ? a->defaults.p[i - given] : NULL, &first);
        if (i + 1 == only) buf_puts(o, ", /");
    }
    if (a->vararg || a->kwonlyargs.n) {
        comma(o, &first);
        buf_putc(o, '*');
        if (a->vararg) buf_str(o, a->vararg->arg);
    }
    for (size_t i = 0; i < a->kwonlyargs.n; i++)
        put_parameter(o, a->kwonlyargs.p[i], a->kw_defaults.p[i], &first);
    if (a->kwarg) {
        comma(o, &first);
        buf_puts(o, "**");
        buf_str(o, a->kwarg->arg);
    }
    buf_puts(o, ": ");
    put(o, l->body, R_TEST);
    close_if(o, rank > R_TEST);
}

/* ---- displays and comprehensions ---- */

static void put_for(struct buf *o, struct py_comprehension_seq s) {
    for (size_t i = 0; i < s.n; i++) {
        buf_puts(o, s.p[i]->is_async ? " async for " : " for ");
        put(o, s.p[i]->target, R_TUPLE);
        buf_puts(o, " in ");
        put(o, s.p[i]->iter, R_TEST + 1);
        for (size_t k = 0; k < s.p[i]->ifs.n; k++) {
            buf_puts(o, " if ");
            put(o, s.p[i]->ifs.p[k], R_TEST + 1);
        }
    }
}

static void put_dict(struct buf *o, const struct py_expr_dict *d) {
    buf_putc(o, '{');
    for (size_t i = 0; i < d->values.n; i++) {
        if (i) buf_puts(o, ", ");
        if (d->keys.p[i]) {
            put(o, d->keys.p[i], R_TEST);
            buf_puts(o, ": ");
            put(o, d->values.p[i], R_TEST);
        } else {
            buf_puts(o, "**");
            put(o, d->values.p[i], R_BITOR);
        }
    }
    buf_putc(o, '}');
}

static void put_tuple(struct buf *o, struct py_expr_seq elts, enum rank rank) {
    bool parentheses = !elts.n || rank > R_TUPLE;
    open_if(o, parentheses);
    put_list(o, elts);
    if (elts.n == 1) buf_putc(o, ',');
    close_if(o, parentheses);
}

/* ---- text ---- */

static void put_text(struct buf *o, struct str s) {
    struct py_expr e = {.kind = PY_EXPR_CONSTANT};
    e.constant.value = (struct py_constant){.kind = PY_CONST_STR, .s = s};
    py_dump_literal(o, &e);
}

static void put_constant(struct buf *o, const struct py_expr *e) {
    const struct py_constant *c = &e->constant.value;
    bool number = c->kind == PY_CONST_FLOAT || c->kind == PY_CONST_IMAG;
    if (c->kind == PY_CONST_ELLIPSIS) return buf_puts(o, "...");
    if (number && isinf(c->f)) return buf_puts(o, c->kind == PY_CONST_IMAG ? "1e309j" : "1e309");
    if (e->constant.kind) buf_putc(o, 'u');
    py_dump_literal(o, e);
}

static void put_format(struct buf *o, const struct py_expr *e);

static void put_replacement(struct buf *o, const struct py_expr_formattedvalue *f) {
    struct buf inner;
    buf_init(&inner, o->arena);
    put(&inner, f->value, R_TEST + 1);
    buf_puts(o, inner.n && inner.p[0] == '{' ? "{ " : "{");
    buf_str(o, buf_view(&inner));
    if (f->conversion > 0) buf_printf(o, "!%c", f->conversion);
    if (f->format_spec) {
        buf_putc(o, ':');
        put_format(o, f->format_spec);
    }
    buf_putc(o, '}');
}

/* What stands between the quotes of an f-string, before it is quoted. */
static void put_format(struct buf *o, const struct py_expr *e) {
    if (e->kind == PY_EXPR_FORMATTEDVALUE) return put_replacement(o, &e->formattedvalue);
    if (e->kind == PY_EXPR_JOINEDSTR)
        for (size_t i = 0; i < e->joinedstr.values.n; i++) put_format(o, e->joinedstr.values.p[i]);
    if (e->kind != PY_EXPR_CONSTANT) return;
    struct str s = e->constant.value.s;
    for (size_t i = 0; i < s.n; i++) {
        buf_putc(o, s.p[i]);
        if (s.p[i] == '{' || s.p[i] == '}') buf_putc(o, s.p[i]);
    }
}

static void put_fstring(struct buf *o, const struct py_expr *e) {
    struct buf body;
    buf_init(&body, o->arena);
    put_format(&body, e);
    buf_putc(o, 'f');
    put_text(o, buf_view(&body));
}

/* ---- the rest ---- */

static void put_call(struct buf *o, const struct py_expr_call *c) {
    bool first = true;
    put(o, c->func, R_ATOM);
    if (c->args.n == 1 && !c->keywords.n && c->args.p[0]->kind == PY_EXPR_GENERATOREXP)
        return put(o, c->args.p[0], R_TEST);
    buf_putc(o, '(');
    for (size_t i = 0; i < c->args.n; i++) {
        comma(o, &first);
        put(o, c->args.p[i], R_TEST);
    }
    for (size_t i = 0; i < c->keywords.n; i++) {
        comma(o, &first);
        buf_str(o, c->keywords.p[i]->arg);
        buf_puts(o, c->keywords.p[i]->arg.p ? "=" : "**");
        put(o, c->keywords.p[i]->value, R_TEST);
    }
    buf_putc(o, ')');
}

static void put_slice(struct buf *o, const struct py_expr_slice *s) {
    if (s->lower) put(o, s->lower, R_TEST);
    buf_putc(o, ':');
    if (s->upper) put(o, s->upper, R_TEST);
    if (!s->step) return;
    buf_putc(o, ':');
    put(o, s->step, R_TEST);
}

static void put_attribute(struct buf *o, const struct py_expr_attribute *a) {
    const struct py_expr *v = a->value;
    bool whole = v->kind == PY_EXPR_CONSTANT && v->constant.value.kind == PY_CONST_INT;
    put(o, v, R_ATOM);
    buf_puts(o, whole ? " ." : ".");
    buf_str(o, a->attr);
}

static void put_around(struct buf *o, const char *before, const struct py_expr *e, enum rank rank,
                       const char *after) {
    buf_puts(o, before);
    put(o, e, rank);
    buf_puts(o, after);
}

static void put_comprehension(struct buf *o, const char *brackets, const struct py_expr *elt,
                              struct py_comprehension_seq generators) {
    buf_putc(o, brackets[0]);
    put(o, elt, R_TEST);
    put_for(o, generators);
    buf_putc(o, brackets[1]);
}

static void put(struct buf *o, const struct py_expr *e, enum rank rank) {
    switch (e->kind) {
    case PY_EXPR_BOOLOP: put_boolop(o, &e->boolop, rank); break;
    case PY_EXPR_BINOP: put_binop(o, &e->binop, rank); break;
    case PY_EXPR_UNARYOP: put_unaryop(o, &e->unaryop, rank); break;
    case PY_EXPR_LAMBDA: put_lambda(o, &e->lambda, rank); break;
    case PY_EXPR_IFEXP: put_ifexp(o, &e->ifexp, rank); break;
    case PY_EXPR_DICT: put_dict(o, &e->dict); break;
    case PY_EXPR_COMPARE: put_compare(o, &e->compare, rank); break;
    case PY_EXPR_CALL: put_call(o, &e->call); break;
    case PY_EXPR_CONSTANT: put_constant(o, e); break;
    case PY_EXPR_JOINEDSTR:
    case PY_EXPR_FORMATTEDVALUE: put_fstring(o, e); break;
    case PY_EXPR_ATTRIBUTE: put_attribute(o, &e->attribute); break;
    case PY_EXPR_NAME: buf_str(o, e->name.id); break;
    case PY_EXPR_TUPLE: put_tuple(o, e->tuple.elts, rank); break;
    case PY_EXPR_SLICE: put_slice(o, &e->slice); break;
    case PY_EXPR_STARRED: put_around(o, "*", e->starred.value, R_BITOR, ""); break;
    case PY_EXPR_SUBSCRIPT:
        put(o, e->subscript.value, R_ATOM);
        put_around(o, "[", e->subscript.slice, R_TUPLE, "]");
        break;
    case PY_EXPR_LIST:
    case PY_EXPR_SET:
        buf_putc(o, e->kind == PY_EXPR_LIST ? '[' : '{');
        put_list(o, e->kind == PY_EXPR_LIST ? e->list.elts : e->set.elts);
        buf_putc(o, e->kind == PY_EXPR_LIST ? ']' : '}');
        break;
    case PY_EXPR_LISTCOMP: put_comprehension(o, "[]", e->listcomp.elt, e->listcomp.generators); break;
    case PY_EXPR_SETCOMP: put_comprehension(o, "{}", e->setcomp.elt, e->setcomp.generators); break;
    case PY_EXPR_GENERATOREXP:
        put_comprehension(o, "()", e->generatorexp.elt, e->generatorexp.generators);
        break;
    case PY_EXPR_DICTCOMP:
        put_around(o, "{", e->dictcomp.key, R_TEST, ": ");
        put(o, e->dictcomp.value, R_TEST);
        put_for(o, e->dictcomp.generators);
        buf_putc(o, '}');
        break;
    case PY_EXPR_NAMEDEXPR:
        open_if(o, rank > R_TUPLE);
        put_around(o, "", e->namedexpr.target, R_ATOM, " := ");
        put(o, e->namedexpr.value, R_ATOM);
        close_if(o, rank > R_TUPLE);
        break;
    case PY_EXPR_AWAIT:
        open_if(o, rank > R_AWAIT);
        put_around(o, "await ", e->await.value, R_ATOM, "");
        close_if(o, rank > R_AWAIT);
        break;
    default: BUG("an annotation cannot hold this expression"); /* the checks refuse yield there */
    }
}

void py_unparse(struct buf *out, const struct py_expr *e) {
    put(out, e, R_TEST);
}
