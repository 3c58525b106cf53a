/* Expressions, in CPython's order of evaluation. */
#include "rules/lower/internal.h"

/* ---- yields inside expressions ---- */

static bool seq_yields(struct py_expr_seq s) {
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] && has_yield(s.p[i])) return true;
    return false;
}

/* Whether evaluating `e` may suspend the function it is in. Inner functions do not count; the first iterable
 * of a comprehension does, and one that is a coroutine is awaited. */
bool has_yield(const struct py_expr *e) {
    if (!e) return false;
    switch (e->kind) {
    case PY_EXPR_YIELD:
    case PY_EXPR_YIELDFROM:
    case PY_EXPR_AWAIT: return true;
    case PY_EXPR_BOOLOP: return seq_yields(e->boolop.values);
    case PY_EXPR_NAMEDEXPR: return has_yield(e->namedexpr.value);
    case PY_EXPR_BINOP: return has_yield(e->binop.left) || has_yield(e->binop.right);
    case PY_EXPR_UNARYOP: return has_yield(e->unaryop.operand);
    case PY_EXPR_IFEXP:
        return has_yield(e->ifexp.test) || has_yield(e->ifexp.body) || has_yield(e->ifexp.orelse);
    case PY_EXPR_DICT: return seq_yields(e->dict.keys) || seq_yields(e->dict.values);
    case PY_EXPR_SET: return seq_yields(e->set.elts);
    case PY_EXPR_LISTCOMP:
        return e->listcomp.scope->is_coroutine || has_yield(e->listcomp.generators.p[0]->iter);
    case PY_EXPR_SETCOMP:
        return e->setcomp.scope->is_coroutine || has_yield(e->setcomp.generators.p[0]->iter);
    case PY_EXPR_DICTCOMP:
        return e->dictcomp.scope->is_coroutine || has_yield(e->dictcomp.generators.p[0]->iter);
    case PY_EXPR_GENERATOREXP: return has_yield(e->generatorexp.generators.p[0]->iter);
    case PY_EXPR_COMPARE: return has_yield(e->compare.left) || seq_yields(e->compare.comparators);
    case PY_EXPR_CALL:
        if (has_yield(e->call.func) || seq_yields(e->call.args)) return true;
        for (size_t i = 0; i < e->call.keywords.n; i++)
            if (has_yield(e->call.keywords.p[i]->value)) return true;
        return false;
    case PY_EXPR_FORMATTEDVALUE:
        return has_yield(e->formattedvalue.value) || has_yield(e->formattedvalue.format_spec);
    case PY_EXPR_JOINEDSTR: return seq_yields(e->joinedstr.values);
    case PY_EXPR_ATTRIBUTE: return has_yield(e->attribute.value);
    case PY_EXPR_SUBSCRIPT: return has_yield(e->subscript.value) || has_yield(e->subscript.slice);
    case PY_EXPR_STARRED: return has_yield(e->starred.value);
    case PY_EXPR_LIST: return seq_yields(e->list.elts);
    case PY_EXPR_TUPLE: return seq_yields(e->tuple.elts);
    case PY_EXPR_SLICE:
        return has_yield(e->slice.lower) || has_yield(e->slice.upper) || has_yield(e->slice.step);
    default: return false;
    }
}

uint32_t keep(struct fn *fn, ins v) {
    uint32_t t = var_new(fn);
    var_set(fn, t, v);
    return t;
}

/* Values computed before a later operand suspends are kept in the generator's frame. */
static void each(struct fn *fn, size_t n, struct py_expr *const *e, ins *out,
                 ins (*one)(struct fn *, struct py_expr *)) {
    size_t last = 0;
    if (fn->generator)
        for (size_t i = 0; i < n; i++)
            if (has_yield(e[i])) last = i;
    uint32_t *kept = NEW_N(fn->l->a, uint32_t, n + 1);
    for (size_t i = 0; i < n; i++) {
        out[i] = one(fn, e[i]);
        if (i < last) kept[i] = keep(fn, out[i]);
    }
    for (size_t i = 0; i < last; i++) out[i] = var_get(fn, kept[i]);
}

void exprs(struct fn *fn, size_t n, struct py_expr *const *e, ins *out) {
    each(fn, n, e, out, expr);
}

static void pair(struct fn *fn, struct py_expr *a, struct py_expr *b, ins *va, ins *vb) {
    struct py_expr *e[2] = {a, b};
    ins v[2];
    exprs(fn, 2, e, v);
    *va = v[0];
    *vb = v[1];
}

/* ---- operators ---- */

static const enum ir_rt binary_entry[] = {
    [PY_ADD] = IR_rt_add,           [PY_SUB] = IR_rt_sub,       [PY_MULT] = IR_rt_mul,
    [PY_MATMULT] = IR_rt_matmul,    [PY_DIV] = IR_rt_truediv,   [PY_MOD] = IR_rt_mod,
    [PY_POW] = IR_rt_pow,           [PY_LSHIFT] = IR_rt_lshift, [PY_RSHIFT] = IR_rt_rshift,
    [PY_BITOR] = IR_rt_or,          [PY_BITXOR] = IR_rt_xor,    [PY_BITAND] = IR_rt_and,
    [PY_FLOORDIV] = IR_rt_floordiv,
};
static const enum ir_rt inplace_entry[] = {
    [PY_ADD] = IR_rt_iadd,           [PY_SUB] = IR_rt_isub,       [PY_MULT] = IR_rt_imul,
    [PY_MATMULT] = IR_rt_imatmul,    [PY_DIV] = IR_rt_itruediv,   [PY_MOD] = IR_rt_imod,
    [PY_POW] = IR_rt_ipow,           [PY_LSHIFT] = IR_rt_ilshift, [PY_RSHIFT] = IR_rt_irshift,
    [PY_BITOR] = IR_rt_ior,          [PY_BITXOR] = IR_rt_ixor,    [PY_BITAND] = IR_rt_iand,
    [PY_FLOORDIV] = IR_rt_ifloordiv,
};

ins binary(struct fn *fn, enum py_operator op, bool inplace, ins a, ins b, const struct py_pos *at) {
    return rt(fn, inplace ? inplace_entry[op] : binary_entry[op], at, 2, a, b);
}

ins truth(struct fn *fn, ins v, const struct py_pos *at) {
    return rt(fn, IR_rt_truth, at, 1, v);
}

static ins unary(struct fn *fn, struct py_expr *e) {
    struct py_expr *operand = e->unaryop.operand;
    if (operand->kind == PY_EXPR_CONSTANT && e->unaryop.op == PY_USUB) { /* -1 and -1.5 are constants */
        struct py_constant c = operand->constant.value;
        if (c.kind == PY_CONST_FLOAT || (c.kind == PY_CONST_INT && !c.big && c.i > 0)) {
            if (c.kind == PY_CONST_FLOAT) c.f = -c.f;
            int64_t n = c.kind == PY_CONST_INT ? -c.i : 0;
            if (c.kind == PY_CONST_FLOAT) return const_ins(fn, &c);
            if (n >= -(INT64_C(1) << 61)) return word(fn, (int64_t)((uint64_t)n << 2 | 1));
        }
    }
    if (e->unaryop.op == PY_NOT) {
        ins t = truth(fn, expr(fn, operand), POS(operand));
        return bool_of(fn, ir_emit(fn->b, IR_EQ, IR_I, 2, t, num(fn, 0)));
    }
    static const enum ir_rt entry[] = {
        [PY_INVERT] = IR_rt_invert, [PY_UADD] = IR_rt_pos, [PY_USUB] = IR_rt_neg};
    return rt(fn, entry[e->unaryop.op], POS(e), 1, expr(fn, operand));
}

static bool constant_elements(struct py_expr_seq elts);
static ins constant_set(struct fn *fn, struct py_expr_seq elts, const struct py_pos *at);

static ins one_compare(struct fn *fn, enum py_cmpop op, ins a, ins b, const struct py_pos *at) {
    static const enum ir_rt entry[] = {
        [PY_EQ] = IR_rt_eq,  [PY_NOTEQ] = IR_rt_ne, [PY_LT] = IR_rt_lt,
        [PY_LTE] = IR_rt_le, [PY_GT] = IR_rt_gt,    [PY_GTE] = IR_rt_ge,
    };
    switch (op) {
    case PY_IS:
    case PY_ISNOT: {
        ins same = rt(fn, IR_rt_is, at, 2, a, b);
        if (op == PY_ISNOT) same = ir_emit(fn->b, IR_EQ, IR_I, 2, same, num(fn, 0));
        return bool_of(fn, same);
    }
    case PY_IN:
    case PY_NOTIN: {
        ins found = rt(fn, IR_rt_contains, at, 2, b, a);
        if (op == PY_NOTIN) found = ir_emit(fn->b, IR_EQ, IR_I, 2, found, num(fn, 0));
        return bool_of(fn, found);
    }
    default: return rt(fn, entry[op], at, 2, a, b);
    }
}

/* The right side of `in`: a display of constants is never made anew. */
static bool constant_container(struct fn *fn, enum py_cmpop op, struct py_expr *e, ins *out) {
    if (op != PY_IN && op != PY_NOTIN) return false;
    if (e->kind == PY_EXPR_SET && constant_elements(e->set.elts)) {
        *out = constant_set(fn, e->set.elts, POS(e));
        return true;
    }
    struct ir_sym *tuple;
    if (e->kind != PY_EXPR_LIST) return false;
    struct py_expr as_tuple = {.kind = PY_EXPR_TUPLE};
    as_tuple.tuple.elts = e->list.elts;
    if (!expr_constant_tuple(fn->l, &as_tuple, &tuple)) return false;
    *out = addr_sym(fn, tuple);
    return true;
}

static void operands(struct fn *fn, struct py_expr *e, ins *left, ins *right) {
    struct py_expr *first = e->compare.comparators.p[0];
    bool last = e->compare.ops.n == 1; /* what another comparison looks at is made anew */
    if (last && (e->compare.ops.p[0] == PY_IN || e->compare.ops.p[0] == PY_NOTIN)) {
        if (first->kind == PY_EXPR_SET || first->kind == PY_EXPR_LIST) {
            uint32_t kept = keep(fn, expr(fn, e->compare.left));
            if (!constant_container(fn, e->compare.ops.p[0], first, right)) *right = expr(fn, first);
            *left = var_get(fn, kept);
            return;
        }
    }
    pair(fn, e->compare.left, first, left, right);
}

static ins last_operand(struct fn *fn, enum py_cmpop op, struct py_expr *e) {
    ins constant;
    return constant_container(fn, op, e, &constant) ? constant : expr(fn, e);
}

/* A chain evaluates each operand once. The comparisons before the last, each of them with what `step` says of
 * its result: *left and *right are the operands of the last one afterwards. */
static void chain(struct fn *fn, struct py_expr *e, ins *left, ins *right,
                  void (*step)(struct fn *, void *, ins, const struct py_pos *), void *with) {
    size_t n = e->compare.ops.n;
    operands(fn, e, left, right);
    for (size_t i = 0; i + 1 < n; i++) {
        struct py_expr *next = e->compare.comparators.p[i + 1];
        uint32_t kept = keep(fn, *right);
        step(fn, with, one_compare(fn, e->compare.ops.p[i], *left, *right, POS(e)), POS(e));
        *left = var_get(fn, kept);
        *right = i + 2 == n ? last_operand(fn, e->compare.ops.p[i + 1], next) : expr(fn, next);
        if (has_yield(next)) *left = var_get(fn, kept);
    }
}

struct chain_value {
    uint32_t result;
    struct ir_block *done;
};

/* The first false result is the value of the chain. */
static void stop_with_value(struct fn *fn, void *with, ins v, const struct py_pos *at) {
    struct chain_value *c = with;
    struct ir_block *more = block_new(fn);
    var_set(fn, c->result, v);
    branch(fn, truth(fn, v, at), more, c->done);
    block_enter(fn, more);
}

static ins compare(struct fn *fn, struct py_expr *e) {
    size_t n = e->compare.ops.n;
    ins left, right;
    if (n == 1) {
        operands(fn, e, &left, &right);
        return one_compare(fn, e->compare.ops.p[0], left, right, POS(e));
    }
    struct chain_value c = {var_new(fn), block_new(fn)};
    chain(fn, e, &left, &right, stop_with_value, &c);
    var_set(fn, c.result, one_compare(fn, e->compare.ops.p[n - 1], left, right, POS(e)));
    go(fn, c.done);
    block_enter(fn, c.done);
    return var_get(fn, c.result);
}

/* The value of `e` goes to the variable, and control to `yes` or `no` by its truth, which no operand is asked
 * twice for; nobody is asked when both are the same block. */
static void bool_value(struct fn *fn, struct py_expr *e, uint32_t result, struct ir_block *yes,
                       struct ir_block *no) {
    if (e->kind != PY_EXPR_BOOLOP) {
        ins v = expr(fn, e);
        var_set(fn, result, v);
        if (yes == no)
            go(fn, yes);
        else
            branch(fn, truth(fn, v, POS(e)), yes, no);
        return;
    }
    size_t n = e->boolop.values.n;
    for (size_t i = 0; i + 1 < n; i++) {
        struct ir_block *more = block_new(fn);
        if (e->boolop.op == PY_AND)
            bool_value(fn, e->boolop.values.p[i], result, more, no);
        else
            bool_value(fn, e->boolop.values.p[i], result, yes, more);
        block_enter(fn, more);
    }
    bool_value(fn, e->boolop.values.p[n - 1], result, yes, no);
}

static ins bool_op(struct fn *fn, struct py_expr *e) {
    uint32_t result = var_new(fn);
    struct ir_block *done = block_new(fn);
    bool_value(fn, e, result, done, done);
    block_enter(fn, done);
    return var_get(fn, result);
}

/* ---- conditions ---- */

static void stop_when_false(struct fn *fn, void *no, ins v, const struct py_pos *at) {
    struct ir_block *more = block_new(fn);
    branch(fn, truth(fn, v, at), more, no);
    block_enter(fn, more);
}

static void cond_compare(struct fn *fn, struct py_expr *e, struct ir_block *yes, struct ir_block *no) {
    ins a, b;
    chain(fn, e, &a, &b, stop_when_false, no);
    enum py_cmpop op = e->compare.ops.p[e->compare.ops.n - 1];
    ins t;
    if (op == PY_IS || op == PY_ISNOT)
        t = rt(fn, IR_rt_is, POS(e), 2, a, b);
    else if (op == PY_IN || op == PY_NOTIN)
        t = rt(fn, IR_rt_contains, POS(e), 2, b, a);
    else
        t = truth(fn, one_compare(fn, op, a, b, POS(e)), POS(e));
    if (op == PY_ISNOT || op == PY_NOTIN)
        branch(fn, t, no, yes);
    else
        branch(fn, t, yes, no);
}

/* Branches on the truth of `e` without making its value. The caller seals `yes` and `no`. */
void cond(struct fn *fn, struct py_expr *e, struct ir_block *yes, struct ir_block *no) {
    if (e->kind == PY_EXPR_UNARYOP && e->unaryop.op == PY_NOT) {
        cond(fn, e->unaryop.operand, no, yes);
    } else if (e->kind == PY_EXPR_BOOLOP) {
        size_t n = e->boolop.values.n;
        for (size_t i = 0; i + 1 < n; i++) {
            struct ir_block *more = block_new(fn);
            if (e->boolop.op == PY_AND)
                cond(fn, e->boolop.values.p[i], more, no);
            else
                cond(fn, e->boolop.values.p[i], yes, more);
            block_enter(fn, more);
        }
        cond(fn, e->boolop.values.p[n - 1], yes, no);
    } else if (e->kind == PY_EXPR_COMPARE) {
        cond_compare(fn, e, yes, no);
    } else if (e->kind == PY_EXPR_CONSTANT && e->constant.value.kind != PY_CONST_STR &&
               e->constant.value.kind != PY_CONST_BYTES) {
        const struct py_constant *c = &e->constant.value;
        bool t = c->kind == PY_CONST_TRUE || c->kind == PY_CONST_ELLIPSIS ||
                 (c->kind == PY_CONST_INT && (c->big || c->i)) ||
                 ((c->kind == PY_CONST_FLOAT || c->kind == PY_CONST_IMAG) && c->f != 0);
        go(fn, t ? yes : no);
    } else {
        branch(fn, truth(fn, expr(fn, e), POS(e)), yes, no);
    }
}

static ins if_exp(struct fn *fn, struct py_expr *e) {
    uint32_t result = var_new(fn);
    struct ir_block *yes = block_new(fn), *no = block_new(fn), *done = block_new(fn);
    cond(fn, e->ifexp.test, yes, no);
    block_enter(fn, yes);
    var_set(fn, result, expr(fn, e->ifexp.body));
    go(fn, done);
    block_enter(fn, no);
    var_set(fn, result, expr(fn, e->ifexp.orelse));
    go(fn, done);
    block_enter(fn, done);
    return var_get(fn, result);
}

/* ---- displays ---- */

static bool has_star(struct py_expr_seq s) {
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i]->kind == PY_EXPR_STARRED) return true;
    return false;
}

/* [a, *b, c]: a list grown in order. In a generator the list is kept while items suspend. */
ins build_list_from(struct fn *fn, struct py_expr_seq elts, const struct py_pos *at) {
    uint32_t list = keep(fn, rt(fn, IR_rt_list_new, at, 2, num(fn, 0), vector(fn, 0, NULL)));
    for (size_t i = 0; i < elts.n; i++) {
        struct py_expr *e = elts.p[i];
        if (e->kind == PY_EXPR_STARRED) {
            ins v = expr(fn, e->starred.value);
            rt(fn, IR_rt_list_extend, at, 2, var_get(fn, list), v);
        } else {
            ins v = expr(fn, e);
            rt(fn, IR_rt_list_append, at, 2, var_get(fn, list), v);
        }
    }
    return var_get(fn, list);
}

static ins sequence(struct fn *fn, struct py_expr_seq elts, enum ir_rt entry, const struct py_pos *at) {
    ins *v = NEW_N(fn->l->a, ins, elts.n + 1);
    exprs(fn, elts.n, elts.p, v);
    return rt(fn, entry, at, 2, num(fn, (int64_t)elts.n), vector(fn, (uint32_t)elts.n, v));
}

/* Values that live until the last of thousands is there would make register allocation quadratic: such a
 * display grows. */
enum { LONG_DISPLAY = 128 };
static bool grows(struct py_expr_seq elts) {
    return has_star(elts) || (elts.n > LONG_DISPLAY && !constant_elements(elts));
}

static ins tuple(struct fn *fn, struct py_expr *e) {
    struct ir_sym *constant;
    if (expr_constant_tuple(fn->l, e, &constant)) {
        code_const(fn, (struct code_const){constant, 0, false});
        return addr_sym(fn, constant);
    }
    if (grows(e->tuple.elts))
        return rt(fn, IR_rt_list_to_tuple, POS(e), 1, build_list_from(fn, e->tuple.elts, POS(e)));
    return sequence(fn, e->tuple.elts, IR_rt_tuple_new, POS(e));
}

static bool constant_elements(struct py_expr_seq elts) {
    for (size_t i = 0; i < elts.n; i++) {
        struct py_expr *x = elts.p[i];
        while (x->kind == PY_EXPR_UNARYOP && x->unaryop.op != PY_NOT) x = x->unaryop.operand;
        bool folded = x->kind == PY_EXPR_TUPLE && x == elts.p[i] && constant_elements(x->tuple.elts);
        if (x->kind != PY_EXPR_CONSTANT && !folded) return false;
    }
    return true;
}

/* A set of constants that the program never gets hold of, made at first use and kept in a word of the module.
 * CPython's compiler builds its frozenset twice, the second time from the items of the first, which decides
 * the order. */
static ins constant_set(struct fn *fn, struct py_expr_seq elts, const struct py_pos *at) {
    struct ir_sym *word_sym = data_word(fn->l);
    struct ir_block *have = block_new(fn), *make = block_cold(fn), *done = block_new(fn);
    uint32_t result = var_new(fn);
    ins place = addr_sym(fn, word_sym);
    place->type = IR_P;
    ins v = load(fn, IR_V, place, 0);
    branch(fn, v, have, make);
    block_enter(fn, make);
    ins first = sequence(fn, elts, IR_rt_set_new, at);
    ins list = rt(fn, IR_rt_list_new, at, 2, num(fn, 0), vector(fn, 0, NULL));
    rt(fn, IR_rt_list_extend, at, 2, list, first);
    ins second = rt(fn, IR_rt_set_new, at, 2, num(fn, 0), vector(fn, 0, NULL));
    rt(fn, IR_rt_set_update, at, 2, second, list);
    ins again = addr_sym(fn, word_sym);
    again->type = IR_P;
    store(fn, second, again, 0);
    var_set(fn, result, second);
    go(fn, done);
    block_enter(fn, have);
    var_set(fn, result, v);
    go(fn, done);
    block_enter(fn, done);
    return var_get(fn, result);
}

static ins set_display(struct fn *fn, struct py_expr *e) {
    struct py_expr_seq elts = e->set.elts;
    if (elts.n > 2 && constant_elements(elts)) {
        ins constant = constant_set(fn, elts, POS(e));
        ins set = rt(fn, IR_rt_set_new, POS(e), 2, num(fn, 0), vector(fn, 0, NULL));
        rt(fn, IR_rt_set_update, POS(e), 2, set, constant);
        return set;
    }
    if (!has_star(elts)) return sequence(fn, elts, IR_rt_set_new, POS(e));
    uint32_t set = keep(fn, rt(fn, IR_rt_set_new, POS(e), 2, num(fn, 0), vector(fn, 0, NULL)));
    for (size_t i = 0; i < elts.n; i++) {
        bool star = elts.p[i]->kind == PY_EXPR_STARRED;
        ins v = expr(fn, star ? elts.p[i]->starred.value : elts.p[i]);
        rt(fn, star ? IR_rt_set_update : IR_rt_set_add, POS(e), 2, var_get(fn, set), v);
    }
    return var_get(fn, set);
}

static ins dict_display(struct fn *fn, struct py_expr *e) {
    size_t n = e->dict.values.n;
    bool plain = n <= 15;
    for (size_t i = 0; i < n; i++)
        if (!e->dict.keys.p[i]) plain = false;
    if (plain) {
        struct py_expr **items = NEW_N(fn->l->a, struct py_expr *, 2 * n + 1);
        ins *v = NEW_N(fn->l->a, ins, 2 * n + 1);
        for (size_t i = 0; i < n; i++) {
            items[2 * i] = e->dict.keys.p[i];
            items[2 * i + 1] = e->dict.values.p[i];
        }
        exprs(fn, 2 * n, items, v);
        return rt(fn, IR_rt_dict_new, POS(e), 2, num(fn, (int64_t)n), vector(fn, (uint32_t)(2 * n), v));
    }
    uint32_t dict = keep(fn, rt(fn, IR_rt_dict_new, POS(e), 2, num(fn, 0), vector(fn, 0, NULL)));
    for (size_t i = 0; i < n; i++) {
        if (!e->dict.keys.p[i]) {
            ins v = expr(fn, e->dict.values.p[i]);
            rt(fn, IR_rt_dict_update, POS(e), 2, var_get(fn, dict), v);
        } else {
            ins k, v;
            pair(fn, e->dict.keys.p[i], e->dict.values.p[i], &k, &v);
            rt(fn, IR_rt_dict_set, POS(e), 3, var_get(fn, dict), k, v);
        }
    }
    return var_get(fn, dict);
}

/* ---- f-strings ---- */

static ins converted(struct fn *fn, struct py_expr *e, ins v) {
    switch (e->formattedvalue.conversion) {
    case 's': return rt(fn, IR_rt_str, POS(e), 1, v);
    case 'r': return rt(fn, IR_rt_repr, POS(e), 1, v);
    case 'a': return rt(fn, IR_rt_ascii, POS(e), 1, v);
    default: return v;
    }
}

/* The specification is evaluated before the value is converted. */
static ins formatted(struct fn *fn, struct py_expr *e) {
    ins v = expr(fn, e->formattedvalue.value);
    struct py_expr *spec = e->formattedvalue.format_spec;
    if (!spec) return rt(fn, IR_rt_format, POS(e), 2, converted(fn, e, v), word(fn, 0));
    uint32_t kept = keep(fn, v);
    uint32_t kept_spec = keep(fn, expr(fn, spec));
    v = converted(fn, e, var_get(fn, kept));
    return rt(fn, IR_rt_format, POS(e), 2, v, var_get(fn, kept_spec));
}

/* Whether a part's specification is known here (*spec: its text, NULL without one), so that its formatting
 * may wait for the join. */
static bool known_spec(const struct py_expr *e, struct py_expr **spec) {
    *spec = NULL;
    if (e->kind != PY_EXPR_FORMATTEDVALUE || e->formattedvalue.conversion > 0) return false;
    struct py_expr *given = e->formattedvalue.format_spec;
    if (!given) return true;
    if (given->kind != PY_EXPR_JOINEDSTR || given->joinedstr.values.n != 1) return false;
    *spec = given->joinedstr.values.p[0];
    return (*spec)->kind == PY_EXPR_CONSTANT;
}

static ins joined_part(struct fn *fn, struct py_expr *e) {
    struct py_expr *spec;
    if (!known_spec(e, &spec)) return expr(fn, e);
    ins v = expr(fn, e->formattedvalue.value);
    return rt(fn, IR_rt_format_part, POS(e), 2, v, spec ? expr(fn, spec) : word(fn, 0));
}

static ins joined(struct fn *fn, struct py_expr *e) {
    size_t n = e->joinedstr.values.n;
    struct py_expr **part = e->joinedstr.values.p, *spec;
    if (n == 0) return str_ins(fn, STR(""));
    if (n == 1) return expr(fn, part[0]);
    ins *v = NEW_N(fn->l->a, ins, n), *pairs = NEW_N(fn->l->a, ins, 2 * n);
    each(fn, n, part, v, joined_part);
    for (size_t i = 0; i < n; i++) {
        pairs[2 * i] = v[i];
        pairs[2 * i + 1] = known_spec(part[i], &spec) && spec ? expr(fn, spec) : word(fn, 0);
    }
    return rt(fn, IR_rt_format_join, POS(e), 2, num(fn, (int64_t)n), vector(fn, (uint32_t)(2 * n), pairs));
}

/* ---- attributes and items ---- */

struct str mangled(struct fn *fn, struct str name) {
    return py_mangle(fn->l->a, fn->scope->class_name, name);
}

/* Where CPython reports an attribute, or a call of it: when that starts on an earlier line than the
 * attribute's name stands, at the name. */
const struct py_pos *attr_pos(struct fn *fn, const struct py_pos *at, const struct py_expr *attribute) {
    if (at->lineno == attribute->end_lineno) return at;
    struct py_pos *p = NEW(fn->l->a, struct py_pos);
    uint32_t len = 0, end = attribute->end_col_offset;
    for (size_t i = 0; i < attribute->attribute.attr.n; i++)
        len += (attribute->attribute.attr.p[i] & 0xC0) != 0x80;
    *p = (struct py_pos){attribute->end_lineno, end - MIN(len, end), attribute->end_lineno, end};
    return p;
}

ins getattr(struct fn *fn, ins o, struct str name, const struct py_pos *at) {
    ins i = ir_emit(fn->b, IR_PY_GETATTR, IR_V, 1, o);
    i->sym = ic_new(fn->l, "pyic_attr", name, ABI_IC_ATTR_NAME);
    code_name(fn, name);
    return raises(fn, i, IR_CONV_V, at);
}

void setattr(struct fn *fn, ins o, struct str name, ins v, const struct py_pos *at) {
    ins i = ir_emit(fn->b, IR_PY_SETATTR, IR_I, 2, o, v);
    i->sym = ic_new(fn->l, "pyic_set", name, ABI_IC_SET_NAME);
    code_name(fn, name);
    raises(fn, i, IR_CONV_I, at);
}

/* Evaluates `of` (NULL: nothing) and the slice's bounds; what is not given is None. */
static void slice_parts(struct fn *fn, struct py_expr *of, struct py_expr *e, ins v[4]) {
    struct py_expr *given[4] = {of, e->slice.lower, e->slice.upper, e->slice.step}, *parts[4];
    ins got[4];
    size_t n = 0;
    for (int i = 0; i < 4; i++)
        if (given[i]) parts[n++] = given[i];
    exprs(fn, n, parts, got);
    n = 0;
    for (int i = 0; i < 4; i++) v[i] = given[i] ? got[n++] : none(fn);
}

static ins slice_value(struct fn *fn, struct py_expr *e) {
    ins v[4];
    slice_parts(fn, NULL, e, v);
    return rt(fn, IR_rt_slice_new, POS(e), 3, v[1], v[2], v[3]);
}

/* Most slices are of strs, lists and the like, which need no slice object. */
static ins subscript(struct fn *fn, struct py_expr *e) {
    ins o, k, v[4];
    if (e->subscript.slice->kind == PY_EXPR_SLICE) {
        slice_parts(fn, e->subscript.value, e->subscript.slice, v);
        return rt(fn, IR_rt_getslice, POS(e), 4, v[0], v[1], v[2], v[3]);
    }
    pair(fn, e->subscript.value, e->subscript.slice, &o, &k);
    return rt(fn, IR_rt_getitem, POS(e), 2, o, k);
}

/* ---- all of them ---- */

static ins lambda(struct fn *fn, struct py_expr *e) {
    struct py_stmt_seq no_body = {0};
    return function_value(fn, e->lambda.scope, STR("<lambda>"), e->lambda.args, no_body, e->lambda.body, NULL,
                          POS(e), e->lineno, NULL, NULL);
}

/* Outside displays and calls (the annotation of *args, the default of a TypeVarTuple): the one item it has. */
static ins starred_alone(struct fn *fn, struct py_expr *e) {
    ins v = expr(fn, e->starred.value), out = vector_space(fn, 1);
    rt(fn, IR_rt_unpack, POS(e), 3, v, num(fn, 1), out);
    return load(fn, IR_V, out, 0);
}

ins expr(struct fn *fn, struct py_expr *e) {
    switch (e->kind) {
    case PY_EXPR_CONSTANT: return const_ins(fn, &e->constant.value);
    case PY_EXPR_NAME: return name_load(fn, e->name.symbol, POS(e));
    case PY_EXPR_ATTRIBUTE:
        return getattr(fn, expr(fn, e->attribute.value), mangled(fn, e->attribute.attr),
                       attr_pos(fn, POS(e), e));
    case PY_EXPR_SUBSCRIPT: return subscript(fn, e);
    case PY_EXPR_CALL: return call_expr(fn, e);
    case PY_EXPR_BINOP: {
        ins a, b;
        pair(fn, e->binop.left, e->binop.right, &a, &b);
        return binary(fn, e->binop.op, false, a, b, POS(e));
    }
    case PY_EXPR_UNARYOP: return unary(fn, e);
    case PY_EXPR_BOOLOP: return bool_op(fn, e);
    case PY_EXPR_COMPARE: return compare(fn, e);
    case PY_EXPR_IFEXP: return if_exp(fn, e);
    case PY_EXPR_NAMEDEXPR: {
        ins v = expr(fn, e->namedexpr.value);
        if (!fn->generator) {
            assign(fn, e->namedexpr.target, v);
            return v;
        }
        uint32_t t = keep(fn, v);
        assign(fn, e->namedexpr.target, v);
        return var_get(fn, t);
    }
    case PY_EXPR_LIST:
        if (grows(e->list.elts)) return build_list_from(fn, e->list.elts, POS(e));
        return sequence(fn, e->list.elts, IR_rt_list_new, POS(e));
    case PY_EXPR_TUPLE: return tuple(fn, e);
    case PY_EXPR_SET: return set_display(fn, e);
    case PY_EXPR_DICT: return dict_display(fn, e);
    case PY_EXPR_SLICE: return slice_value(fn, e);
    case PY_EXPR_LAMBDA: return lambda(fn, e);
    case PY_EXPR_LISTCOMP:
    case PY_EXPR_SETCOMP:
    case PY_EXPR_DICTCOMP:
    case PY_EXPR_GENERATOREXP: return comprehension(fn, e);
    case PY_EXPR_FORMATTEDVALUE: return formatted(fn, e);
    case PY_EXPR_JOINEDSTR: return joined(fn, e);
    case PY_EXPR_YIELD: {
        ins v = e->yield.value ? expr(fn, e->yield.value) : none(fn);
        return yield_value(fn, v, POS(e));
    }
    case PY_EXPR_YIELDFROM: return yield_from(fn, e);
    case PY_EXPR_AWAIT: return await_value(fn, expr(fn, e->await.value), AWAIT_PLAIN, POS(e));
    case PY_EXPR_STARRED: return starred_alone(fn, e);
    default:
        lower_refuse(fn->l, POS(e), "PY2E0210", "a template string", "rewrite this part without it");
        return none(fn);
    }
}
