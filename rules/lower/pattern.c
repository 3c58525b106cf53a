/* Patterns: each becomes tests that go to a block when they fail, in CPython's order.
 *
 * What a pattern captures is kept in variables and stored once the whole pattern has matched, in the order of
 * its names. `at` is the place that CPython's compiler would give to the next operation: it moves into a
 * subpattern and does not move back. Values taken out of the subject are plain SSA values: a pattern never
 * suspends its function, and every block of a pattern is dominated by those that come before it in the
 * pattern. */
#include "rules/lower/match.h"

static bool wildcard(const struct py_pattern *p) {
    return p->kind == PY_PATTERN_AS && !p->as.pattern && !p->as.name.p;
}

static bool star_wildcard(const struct py_pattern *p) {
    return p->kind == PY_PATTERN_STAR && !p->star.name.p;
}

/* ---- captures ---- */

/* An alternative binds the names of the first one: to the same variables. */
static void capture(struct matcher *m, struct str name, ins v) {
    struct py_symbol *symbol = py_scope_find(m->fn->scope, name);
    for (size_t i = 0; i < m->captures.n; i++)
        if (m->captures.p[i].symbol == symbol) {
            var_set(m->fn, m->captures.p[i].var, v);
            return;
        }
    struct capture c = {symbol, keep(m->fn, v)};
    VEC_PUSH(&m->captures, m->fn->l->a, c);
}

void pattern_store(struct matcher *m) {
    for (size_t i = 0; i < m->captures.n; i++)
        name_store(m->fn, m->captures.p[i].symbol, var_get(m->fn, m->captures.p[i].var), m->at);
    m->captures.n = 0;
}

/* ---- tests ---- */

static void require(struct matcher *m, ins cond, struct ir_block *fail) {
    struct ir_block *on = block_new(m->fn);
    branch(m->fn, cond, on, fail);
    block_enter(m->fn, on);
}

/* The subject of the statement is asked once what it is. */
static ins kind_of(struct matcher *m, ins v) {
    if (v == m->subject && m->kind != NO_VAR) return var_get(m->fn, m->kind);
    return rt(m->fn, IR_rt_match_kind, m->at, 1, v);
}

static void require_kind(struct matcher *m, ins v, int64_t kind, struct ir_block *fail) {
    struct fn *fn = m->fn;
    struct ir_block *other = v == m->subject && m->other_kind ? m->other_kind : fail;
    require(m, ir_emit(fn->b, IR_EQ, IR_I, 2, kind_of(m, v), word(fn, kind << 2 | 1)), other);
}

static ins length(struct matcher *m, ins v) {
    return rt(m->fn, IR_rt_match_len, m->at, 1, v);
}

static void require_length(struct matcher *m, ins v, size_t n, bool exact, struct ir_block *fail) {
    ins len = length(m, v);
    require(m, ir_emit(m->fn->b, exact ? IR_EQ : IR_GE, IR_I, 2, len, num(m->fn, (int64_t)n)), fail);
}

static void value(struct matcher *m, struct py_expr *e, ins v, struct ir_block *fail) {
    ins wanted = expr(m->fn, e);
    ins same = rt(m->fn, IR_rt_eq, m->at, 2, v, wanted);
    require(m, truth(m->fn, same, m->at), fail);
}

/* ---- sequences ---- */

static void subpatterns(struct matcher *m, size_t n, struct py_pattern *const *p, const ins *v,
                        struct ir_block *fail) {
    for (size_t i = 0; i < n; i++) pattern(m, p[i], v[i], fail);
}

static void unpack(struct matcher *m, struct py_pattern_seq p, size_t star, ins v, struct ir_block *fail) {
    struct fn *fn = m->fn;
    ins out = vector_space(fn, (uint32_t)p.n), *items = NEW_N(fn->l->a, ins, p.n);
    if (star == SIZE_MAX)
        rt(fn, IR_rt_unpack, m->at, 3, v, num(fn, (int64_t)p.n), out);
    else
        rt(fn, IR_rt_unpack_ex, m->at, 4, v, num(fn, (int64_t)star), num(fn, (int64_t)(p.n - star - 1)), out);
    for (size_t i = 0; i < p.n; i++) items[i] = load(fn, IR_V, out, 8 * (int64_t)i);
    subpatterns(m, p.n, p.p, items, fail);
}

static ins small_int(struct fn *fn, ins n) {
    ins shifted = ir_emit(fn->b, IR_SHL, IR_I, 2, n, num(fn, 2));
    ins tagged = ir_emit(fn->b, IR_OR, IR_I, 2, shifted, num(fn, 1));
    return ir_emit(fn->b, IR_COPY, IR_V, 1, tagged);
}

/* `[a, *_, b]`: nobody wants the middle, so only the items at the ends are asked for. */
static void subscripts(struct matcher *m, struct py_pattern_seq p, size_t star, ins v,
                       struct ir_block *fail) {
    struct fn *fn = m->fn;
    for (size_t i = 0; i < p.n; i++) {
        if (i == star || wildcard(p.p[i])) continue;
        ins index;
        if (i < star)
            index = word(fn, (int64_t)((uint64_t)i << 2 | 1));
        else
            index = small_int(fn, ir_emit(fn->b, IR_SUB, IR_I, 2, length(m, v), num(fn, (int64_t)(p.n - i))));
        pattern(m, p.p[i], rt(fn, IR_rt_getitem, m->at, 2, v, index), fail);
    }
}

static void sequence(struct matcher *m, struct py_pattern_seq p, ins v, struct ir_block *fail) {
    size_t star = SIZE_MAX;
    bool nothing = true;
    for (size_t i = 0; i < p.n; i++) {
        if (p.p[i]->kind == PY_PATTERN_STAR) star = i;
        nothing = nothing && (wildcard(p.p[i]) || star_wildcard(p.p[i]));
    }
    require_kind(m, v, MATCH_SEQUENCE, fail);
    if (star == SIZE_MAX)
        require_length(m, v, p.n, true, fail);
    else if (p.n > 1)
        require_length(m, v, p.n - 1, false, fail);
    if (nothing) return;
    if (star != SIZE_MAX && star_wildcard(p.p[star]))
        subscripts(m, p, star, v, fail);
    else
        unpack(m, p, star, v, fail);
}

/* ---- mappings ---- */

static void mapping(struct matcher *m, struct py_pattern *p, ins v, struct ir_block *fail) {
    struct fn *fn = m->fn;
    size_t n = p->mapping.keys.n;
    require_kind(m, v, MATCH_MAPPING, fail);
    if (!n && !p->mapping.rest.p) return;
    if (n) require_length(m, v, n, false, fail);
    ins *keys = NEW_N(fn->l->a, ins, n + 1), *values = NEW_N(fn->l->a, ins, n + 1);
    exprs(fn, n, p->mapping.keys.p, keys);
    if (n) {
        name_used(fn->l, STR("get"));
        ins at = vector(fn, (uint32_t)n, keys);
        require(m, rt(fn, IR_rt_match_keys, m->at, 3, v, num(fn, (int64_t)n), at), fail);
        for (size_t i = 0; i < n; i++) values[i] = load(fn, IR_V, at, 8 * (int64_t)i);
        subpatterns(m, n, p->mapping.patterns.p, values, fail);
    }
    if (!p->mapping.rest.p) return;
    name_used(fn->l, STR("keys"));
    ins rest = rt(fn, IR_rt_match_rest, m->at, 3, v, num(fn, (int64_t)n), vector(fn, (uint32_t)n, keys));
    capture(m, p->mapping.rest, rest);
}

/* ---- classes ---- */

static void class_pattern(struct matcher *m, struct py_pattern *p, ins v, struct ir_block *fail) {
    struct fn *fn = m->fn;
    size_t npos = p->class_.patterns.n, nkw = p->class_.kwd_patterns.n, n = npos + nkw;
    ins cls = expr(fn, p->class_.cls);
    for (size_t i = 0; i < nkw; i++) name_used(fn->l, p->class_.kwd_attrs.p[i]);
    ins names = nkw ? addr_sym(fn, names_tuple(fn->l, (uint32_t)nkw, p->class_.kwd_attrs.p)) : word(fn, 0);
    ins out = vector_space(fn, n ? (uint32_t)n : 1);
    ins is = rt(fn, IR_rt_match_class, m->at, 5, v, cls, num(fn, (int64_t)npos), names, out);
    require(m, is, fail);
    ins *parts = NEW_N(fn->l->a, ins, n + 1);
    for (size_t i = 0; i < n; i++) parts[i] = load(fn, IR_V, out, 8 * (int64_t)i);
    for (size_t i = 0; i < n; i++) {
        struct py_pattern *sub = i < npos ? p->class_.patterns.p[i] : p->class_.kwd_patterns.p[i - npos];
        if (!wildcard(sub)) pattern(m, sub, parts[i], fail);
    }
}

/* ---- alternatives ---- */

static void alternatives(struct matcher *m, struct py_pattern_seq p, ins v, struct ir_block *fail) {
    struct ir_block *matched = block_new(m->fn), *other_kind = m->other_kind;
    for (size_t i = 0; i < p.n; i++) {
        bool last = i + 1 == p.n;
        struct ir_block *next = last ? fail : block_new(m->fn);
        if (!last && !m->same_kind) m->other_kind = NULL;
        pattern(m, p.p[i], v, next);
        m->other_kind = other_kind;
        go(m->fn, matched);
        if (!last) block_enter(m->fn, next);
    }
    block_enter(m->fn, matched);
}

void pattern(struct matcher *m, struct py_pattern *p, ins v, struct ir_block *fail) {
    m->at = POS(p);
    switch (p->kind) {
    case PY_PATTERN_VALUE: value(m, p->value.value, v, fail); return;
    case PY_PATTERN_SINGLETON:
        require(m, rt(m->fn, IR_rt_is, m->at, 2, v, const_ins(m->fn, &p->singleton.value)), fail);
        return;
    case PY_PATTERN_SEQUENCE: sequence(m, p->sequence.patterns, v, fail); return;
    case PY_PATTERN_MAPPING: mapping(m, p, v, fail); return;
    case PY_PATTERN_CLASS: class_pattern(m, p, v, fail); return;
    case PY_PATTERN_STAR:
        if (p->star.name.p) capture(m, p->star.name, v);
        return;
    case PY_PATTERN_AS:
        if (p->as.pattern) pattern(m, p->as.pattern, v, fail);
        if (p->as.name.p) capture(m, p->as.name, v);
        return;
    case PY_PATTERN_OR: alternatives(m, p->or.patterns, v, fail); return;
    case PY_PATTERN_COUNT: break;
    }
    BUG("pattern kind %d", p->kind);
}
