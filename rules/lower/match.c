/* The match statement: one decision tree over its cases.
 *
 * Tests that run no code of the program are shared by the cases. What kind of collection the subject is, is
 * asked once, and a subject of another kind goes past every following case that wants the same kind. A run of
 * cases of constants is decided by one search in a sorted table when the subject is exactly a str or a small
 * int. All other tests may run the program's code (`==`, `len`, attributes) and are made once per case, in
 * order, as CPython makes them. */
#include "rules/lower/match.h"

struct cases {
    struct fn *fn;
    struct py_match_case_seq list;
    struct ir_block **start, **taken; /* per case, one more start for the end; taken: after the pattern */
    struct ir_block *done;
};

/* ---- kinds ---- */

/* The kind that a subject must be of for `p` to match at all, or MATCH_NEITHER. */
static int wanted_kind(const struct py_pattern *p) {
    switch (p->kind) {
    case PY_PATTERN_SEQUENCE: return MATCH_SEQUENCE;
    case PY_PATTERN_MAPPING: return MATCH_MAPPING;
    case PY_PATTERN_AS: return p->as.pattern ? wanted_kind(p->as.pattern) : MATCH_NEITHER;
    case PY_PATTERN_OR: {
        int kind = wanted_kind(p->or.patterns.p[0]);
        for (size_t i = 1; i < p->or.patterns.n; i++)
            if (wanted_kind(p->or.patterns.p[i]) != kind) return MATCH_NEITHER;
        return kind;
    }
    default: return MATCH_NEITHER;
    }
}

static bool asks_kind(const struct py_pattern *p) {
    if (p->kind == PY_PATTERN_OR)
        for (size_t i = 0; i < p->or.patterns.n; i++)
            if (asks_kind(p->or.patterns.p[i])) return true;
    return wanted_kind(p) != MATCH_NEITHER;
}

static void know_kind(struct matcher *m, const struct py_pattern *p) {
    if (m->kind != NO_VAR || !asks_kind(p)) return;
    m->kind = keep(m->fn, rt(m->fn, IR_rt_match_kind, POS(p), 1, m->subject));
}

static struct ir_block *past_kind(struct cases *c, size_t i) {
    int kind = wanted_kind(c->list.p[i]->pattern);
    if (kind == MATCH_NEITHER) return NULL;
    size_t next = i + 1;
    while (next < c->list.n && wanted_kind(c->list.p[next]->pattern) == kind) next++;
    return c->start[next];
}

/* ---- runs of constants ---- */

enum { RUN_MIN = 4 }; /* fewer comparisons are cheaper than the search */

struct entry {
    struct str text;
    int64_t word;
    size_t target; /* case, from the run's first */
};
struct run {
    enum py_constant_kind kind; /* PY_CONST_STR or PY_CONST_INT */
    size_t n;                   /* cases */
    VEC(struct entry) entries;  /* sorted, each constant once */
};

static bool int_literal(const struct py_expr *e, int64_t *n) {
    bool minus = e->kind == PY_EXPR_UNARYOP && e->unaryop.op == PY_USUB;
    const struct py_expr *c = minus ? e->unaryop.operand : e;
    if (c->kind != PY_EXPR_CONSTANT || c->constant.value.kind != PY_CONST_INT || c->constant.value.big)
        return false;
    *n = minus ? -c->constant.value.i : c->constant.value.i;
    return *n > -(INT64_C(1) << 60) && *n < INT64_C(1) << 60;
}

static size_t characters(struct str s) {
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) n += ((unsigned char)s.p[i] & 0xc0) != 0x80;
    return n;
}

/* The order in which the runtime searches: shorter first, then by code points, which is the order of UTF-8.
 */
static int entry_order(enum py_constant_kind kind, const struct entry *a, const struct entry *b) {
    if (kind == PY_CONST_INT) return a->word < b->word ? -1 : a->word > b->word;
    size_t na = characters(a->text), nb = characters(b->text);
    return na != nb ? (na < nb ? -1 : 1) : str_cmp(a->text, b->text);
}

static void run_add(struct arena *a, struct run *r, struct entry e) {
    size_t lo = 0, hi = r->entries.n;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        int order = entry_order(r->kind, &r->entries.p[mid], &e);
        if (order == 0) return; /* an earlier case has it */
        if (order < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    VEC_PUSH(&r->entries, a, e);
    memmove(&r->entries.p[lo + 1], &r->entries.p[lo], (r->entries.n - 1 - lo) * sizeof e);
    r->entries.p[lo] = e;
}

static bool literal(const struct py_pattern *p, enum py_constant_kind *kind, struct entry *e) {
    if (p->kind != PY_PATTERN_VALUE) return false;
    const struct py_expr *x = p->value.value;
    *kind = PY_CONST_INT;
    if (int_literal(x, &e->word)) return true;
    *kind = PY_CONST_STR;
    if (x->kind != PY_EXPR_CONSTANT || x->constant.value.kind != PY_CONST_STR) return false;
    e->text = x->constant.value.s;
    return true;
}

/* Adds the constants of a case's pattern; false when it is not made of constants of the run's kind only. */
static bool run_case(struct arena *a, struct run *r, const struct py_pattern *p) {
    struct py_pattern *const *list = (struct py_pattern *const *)&p;
    size_t n = 1;
    if (p->kind == PY_PATTERN_OR) {
        list = p->or.patterns.p;
        n = p->or.patterns.n;
    }
    enum py_constant_kind kind;
    struct entry e = {.target = r->n};
    for (size_t i = 0; i < n; i++) {
        if (!literal(list[i], &kind, &e)) return false;
        if (!r->n && i == 0) r->kind = kind;
        if (kind != r->kind) return false;
    }
    for (size_t i = 0; i < n; i++) {
        literal(list[i], &kind, &e);
        run_add(a, r, e);
    }
    r->n++;
    return true;
}

static struct run run_at(struct cases *c, size_t i) {
    struct run r = {0};
    while (i < c->list.n && run_case(c->fn->l->a, &r, c->list.p[i]->pattern)) i++;
    return r;
}

static struct ir_sym *run_table(struct fn *fn, const struct run *r) {
    struct lower *l = fn->l;
    size_t n = r->entries.n;
    struct ir_sym **items = NEW_N(l->a, struct ir_sym *, 2 * n);
    int64_t *words = NEW_N(l->a, int64_t, 2 * n);
    for (size_t i = 0; i < n; i++) {
        const struct entry *e = &r->entries.p[i];
        if (r->kind == PY_CONST_STR)
            items[2 * i] = const_str(l, e->text);
        else
            words[2 * i] = (int64_t)((uint64_t)e->word << 2 | 1);
        words[2 * i + 1] = (int64_t)((uint64_t)e->target << 2 | 1);
    }
    return const_tuple(l, (uint32_t)(2 * n), items, words);
}

/* One way per case of the run, one past it all, and one for subjects that must be compared in order. */
static void dispatch(struct cases *c, size_t first, const struct run *r, ins subject,
                     struct ir_block *in_order) {
    struct fn *fn = c->fn;
    enum ir_rt entry = r->kind == PY_CONST_STR ? IR_rt_match_str : IR_rt_match_int;
    ins which = rt(fn, entry, POS(c->list.p[first]->pattern), 2, subject, addr_sym(fn, run_table(fn, r)));
    ins sw = ir_switch(fn->b, which, (uint32_t)r->n + 2);
    for (size_t i = 0; i < r->n; i++) sw->edges[i].to = c->taken[first + i];
    sw->edges[r->n].to = c->start[first + r->n];
    sw->edges[r->n + 1].to = in_order;
    for (uint32_t i = 0; i < sw->nedges; i++) edge_note(fn, fn->b, &sw->edges[i]);
    block_enter(fn, in_order);
}

/* ---- the statement ---- */

static void one_case(struct cases *c, struct matcher *m, size_t i) {
    struct fn *fn = c->fn;
    struct py_match_case *k = c->list.p[i];
    know_kind(m, k->pattern);
    m->other_kind = past_kind(c, i);
    m->same_kind = m->other_kind != NULL;
    pattern(m, k->pattern, m->subject, c->start[i + 1]);
    go(fn, c->taken[i]);
    block_enter(fn, c->taken[i]);
    pattern_store(m);
    if (k->guard) {
        struct ir_block *body = block_new(fn);
        cond(fn, k->guard, body, c->start[i + 1]);
        block_enter(fn, body);
    }
    stmts(fn, k->body);
    go(fn, c->done);
}

void match_stmt(struct fn *fn, struct py_stmt *s) {
    struct cases c = {fn, s->match.cases, NULL, NULL, block_new(fn)};
    c.start = NEW_N(fn->l->a, struct ir_block *, c.list.n + 1);
    c.taken = NEW_N(fn->l->a, struct ir_block *, c.list.n);
    for (size_t i = 0; i <= c.list.n; i++) c.start[i] = block_new(fn);
    for (size_t i = 0; i < c.list.n; i++) c.taken[i] = block_new(fn);
    struct matcher m = {.fn = fn, .kind = NO_VAR};
    uint32_t subject = keep(fn, expr(fn, s->match.subject));
    go(fn, c.start[0]);
    size_t run_end = 0;
    for (size_t i = 0; i < c.list.n; i++) {
        block_enter(fn, c.start[i]);
        m.subject = var_get(fn, subject);
        struct run r = {0};
        if (i >= run_end) r = run_at(&c, i);
        if (r.n >= RUN_MIN) {
            run_end = i + r.n;
            dispatch(&c, i, &r, m.subject, block_new(fn));
        }
        one_case(&c, &m, i);
    }
    block_enter(fn, c.start[c.list.n]);
    go(fn, c.done);
    block_enter(fn, c.done);
}
