/* Floats that stay doubles.
 *
 * The expanded arithmetic packs each result into a word and unpacks it at the next use. Here a word that is
 * surely a float gets a double beside it: the packed double itself, or, for a block parameter all of whose
 * incoming words have one, a second parameter. Unpacking then is that double, and the test for the tagged
 * form holds. Where the word itself is still wanted in cold code or behind the loop, it is made there. What
 * remains of packing in the loop is dead, and `dce` takes it.
 *
 * Identity of floats is by value, so a word made twice is the same float. */
#include "rules/opt/internal.h"

#define BIAS (INT64_C(1) << 61)

struct unbox {
    struct ir_func *f;
    struct arena *scratch;
    struct ir_ins **dbl; /* word's id -> its double */
    bool *candidate;     /* parameter's id -> every incoming word has a double, as far as known */
    uint32_t nvalues;
    bool any;
};

static bool is_num(const struct ir_ins *i, int64_t n) {
    return i->op == IR_CONST && i->imm == n;
}

/* d when `v` is d's tagged form or d boxed. */
static struct ir_ins *packed_from(const struct ir_ins *v) {
    if (v->op == IR_RT && v->aux == IR_rt_float_box) return v->args[0];
    if (v->op != IR_ROL || !is_num(v->args[1], 3)) return NULL;
    const struct ir_ins *biased = v->args[0];
    if (biased->op != IR_ADD || !is_num(biased->args[1], BIAS) || biased->args[0]->op != IR_BITS) return NULL;
    return biased->args[0]->args[0];
}

/* The word that `i` unpacks, or NULL. */
static struct ir_ins *unpacked_word(const struct ir_ins *i) {
    if (i->op != IR_FBITS || i->args[0]->op != IR_ADD || !is_num(i->args[0]->args[1], -BIAS)) return NULL;
    const struct ir_ins *turned = i->args[0]->args[0];
    return turned->op == IR_ROL && is_num(turned->args[1], 61) ? turned->args[0] : NULL;
}

static bool constant_double(const struct ir_ins *v, int64_t *bits) {
    if (v->op == IR_CONST && (v->imm & 2)) {
        uint64_t w = (uint64_t)v->imm;
        *bits = (int64_t)((w >> 3 | w << 61) - (uint64_t)BIAS);
        return true;
    }
    const struct ir_data *data = v->op == IR_ADDR && !v->imm ? v->sym->user : NULL;
    if (!data || data->bytes.n != 24 || !data->relocs.n || data->relocs.p[0].offset != 0 ||
        !str_is(data->relocs.p[0].sym->name, "float_shape"))
        return false;
    memcpy(bits, data->bytes.p + 16, 8);
    return true;
}

/* ---- which words have doubles ---- */

/* A join of a double's tagged form with its boxed form. */
static struct ir_ins *packed_join(const struct ir_block *b, uint32_t k) {
    struct ir_ins *d = NULL;
    for (uint32_t p = 0; p < b->npreds; p++) {
        const struct ir_ins *t = b->preds[p]->last;
        for (uint32_t e = 0; e < t->nedges; e++) {
            if (t->edges[e].to != b) continue;
            struct ir_ins *v = t->edges[e].args[k];
            struct ir_ins *from = packed_from(v);
            if (!from || (d && d != from)) return NULL;
            d = from;
        }
    }
    return d;
}

static void find_candidates(struct unbox *u) {
    for (struct ir_block *b = u->f->blocks->next; b; b = b->next)
        for (uint32_t k = 0; k < b->nparams; k++) {
            struct ir_ins *p = b->params[k];
            if (p->type != IR_V) continue;
            u->dbl[p->id] = packed_join(b, k);
            if (u->dbl[p->id])
                u->any = true;
            else if (!b->cold && p->fact && !(p->fact & ~(uint32_t)FACT_FLOAT))
                u->candidate[p->id] = true;
        }
}

static bool has_double(const struct unbox *u, const struct ir_ins *v) {
    int64_t bits;
    return u->dbl[v->id] || (v->op == IR_PARAM && u->candidate[v->id]) || packed_from(v) ||
           constant_double(v, &bits);
}

static void drop_candidates(struct unbox *u) {
    bool changed = true;
    while (changed) {
        changed = false;
        for (struct ir_block *b = u->f->blocks; b; b = b->next)
            for (uint32_t e = 0; e < b->last->nedges; e++) {
                struct ir_edge *edge = &b->last->edges[e];
                for (uint32_t k = 0; k < edge->nargs; k++) {
                    struct ir_ins *p = edge->to->params[k];
                    if (!u->candidate[p->id] || has_double(u, edge->args[k])) continue;
                    u->candidate[p->id] = false;
                    changed = true;
                }
            }
    }
}

/* ---- giving parameters their doubles ---- */

static struct ir_ins *double_of(struct unbox *u, struct ir_ins *v, struct ir_ins *before) {
    if (u->dbl[v->id]) return u->dbl[v->id];
    if (packed_from(v)) return packed_from(v);
    struct ir_ins *c = ir_insert_before(before, IR_FCONST, IR_F, 0, NULL);
    if (!constant_double(v, &c->imm)) BUG("no double for %%%u", v->id);
    return c;
}

static void add_params(struct unbox *u) {
    for (struct ir_block *b = u->f->blocks->next; b; b = b->next) {
        uint32_t n = b->nparams;
        for (uint32_t k = 0; k < n; k++)
            if (u->candidate[b->params[k]->id]) {
                struct ir_ins *d = ir_block_param(b, IR_F); /* may move the array */
                u->dbl[b->params[k]->id] = d;
                u->any = true;
            }
    }
    for (struct ir_block *b = u->f->blocks; b; b = b->next) {
        struct ir_ins *t = b->last, *before = t->op == IR_BROVF ? t->prev : t;
        for (uint32_t e = 0; e < t->nedges; e++) {
            struct ir_edge *edge = &t->edges[e];
            uint32_t n = edge->nargs;
            for (uint32_t k = 0; k < n; k++)
                if (edge->to->params[k]->id < u->nvalues && u->candidate[edge->to->params[k]->id])
                    ir_edge_add(u->f->module, edge, double_of(u, edge->args[k], before));
        }
    }
}

/* ---- using them ---- */

static struct ir_ins *dbl(const struct unbox *u, const struct ir_ins *v) {
    return v->id < u->nvalues ? u->dbl[v->id] : NULL;
}

static struct ir_ins *number_before(struct ir_ins *at, int64_t n) {
    struct ir_ins *c = ir_insert_before(at, IR_CONST, IR_I, 0, NULL);
    c->imm = n;
    return c;
}

/* Tests of words that are floats are for the tagged form only: they hold now. */
static void settle_test(struct unbox *u, struct ir_ins *i) {
    for (uint32_t k = 0; k < 2; k++)
        if (dbl(u, i->args[k])) i->args[k] = number_before(i, -1);
}

static struct ir_ins *boxed_before(struct unbox *u, struct ir_ins *at, struct ir_ins *v) {
    struct ir_ins *d = dbl(u, v);
    struct ir_ins *w = ir_insert_before(at, IR_RT, IR_V, 1, &d);
    w->aux = IR_rt_float_box;
    w->flags = IR_COLD;
    return w;
}

/* Where `v` is wanted as a word but the loop that has the double need not make it. */
static bool elsewhere(const struct unbox *u, const struct ir_ins *v, const struct ir_block *user) {
    if (v->type != IR_V || !dbl(u, v)) return false;
    return (user->cold && !v->block->cold) || user->loop_depth < v->block->loop_depth;
}

static void use_in_block(struct unbox *u, struct ir_ins *i) {
    struct ir_ins *word = unpacked_word(i);
    if (word && dbl(u, word)) {
        i->subst = dbl(u, word);
        return;
    }
    if (i->op == IR_AND && i->type == IR_I) settle_test(u, i);
    if (i->op == IR_ROL) return; /* part of unpacking */
    struct ir_ins *before = i->op == IR_BROVF ? i->prev : i;
    for (uint32_t k = 0; k < i->nargs; k++)
        if (elsewhere(u, i->args[k], i->block)) i->args[k] = boxed_before(u, before, i->args[k]);
}

/* An edge into cold code, or out of the loop, makes the words it passes in a block of its own. */
static void use_in_edge(struct unbox *u, struct ir_block *b, struct ir_edge *e) {
    bool needed = false;
    for (uint32_t k = 0; k < e->nargs; k++) needed |= elsewhere(u, e->args[k], e->to);
    if (!needed) return;
    struct ir_block *between = ir_block_after(b);
    between->cold = e->to->cold;
    between->loop_depth = e->to->loop_depth;
    struct ir_block *to = e->to;
    ir_jmp(between, to, e->nargs, e->args);
    struct ir_ins *t = between->last;
    for (uint32_t k = 0; k < e->nargs; k++)
        if (elsewhere(u, e->args[k], to)) t->edges[0].args[k] = boxed_before(u, t, e->args[k]);
    ir_edge_set(u->f->module, e, between, 0, NULL);
}

static void use_doubles(struct unbox *u) {
    for (struct ir_block *b = u->f->blocks, *next; b; b = next) {
        next = b->next; /* past the blocks that edges get */
        for (struct ir_ins *i = b->first; i; i = i->next) use_in_block(u, i);
        for (uint32_t e = 0; e < b->last->nedges; e++) use_in_edge(u, b, &b->last->edges[e]);
    }
}

static bool packs(const struct ir_func *f) {
    for (const struct ir_block *b = f->blocks; b; b = b->next)
        for (const struct ir_ins *i = b->first; i; i = i->next)
            if (i->op == IR_RT && i->aux == IR_rt_float_box) return true;
    return false;
}

void opt_unbox(struct ir_func *f, struct arena *scratch) {
    if (!packs(f)) return;
    ir_cfg(f, scratch);
    struct unbox u = {.f = f, .scratch = scratch, .nvalues = f->nins};
    u.dbl = NEW_N(scratch, struct ir_ins *, f->nins + 1);
    u.candidate = NEW_N(scratch, bool, f->nins + 1);
    find_candidates(&u);
    drop_candidates(&u);
    add_params(&u);
    if (!u.any) return;
    use_doubles(&u);
    ir_apply_subst(f);
}
