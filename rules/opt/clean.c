/* Tidies the graph: drops unreachable blocks, joins a block with its only successor's only predecessor,
 * passes by blocks that only jump, threads a known condition past a block that only tests it, and removes
 * parameters that always get the same value.
 *
 * One round costs a step per instruction; rounds repeat while something changed, a few times at most. */
#include "rules/opt/internal.h"

#define ROUNDS 6

struct clean {
    struct ir_func *f;
    struct arena *scratch;
    bool changed;
};

/* ---- blocks that only jump or test a parameter of their own ---- */

/* The value `v` has on an edge into its block: an argument for a parameter of `b`, else itself. */
static struct ir_ins *on_edge(const struct ir_block *b, const struct ir_edge *e, struct ir_ins *v) {
    if (v->op == IR_PARAM && v->block == b)
        for (uint32_t k = 0; k < b->nparams; k++)
            if (b->params[k] == v) return e->args[k];
    return v;
}

static bool params_used_here_only(const struct ir_block *b) {
    uint32_t outside = 0;
    for (uint32_t k = 0; k < b->nparams; k++) outside += b->params[k]->uses;
    const struct ir_ins *t = b->last;
    for (uint32_t k = 0; k < t->nargs; k++) outside -= t->args[k]->op == IR_PARAM && t->args[k]->block == b;
    for (uint32_t e = 0; e < t->nedges; e++)
        for (uint32_t k = 0; k < t->edges[e].nargs; k++)
            outside -= t->edges[e].args[k]->op == IR_PARAM && t->edges[e].args[k]->block == b;
    return outside == 0;
}

/* 1, 0 or -1: whether the value is surely nonzero. Tagged words and addresses of objects never are zero. */
static int known_truth(const struct ir_ins *v) {
    if (v->op == IR_CONST) return v->imm != 0;
    if (v->op == IR_ADDR || v->op == IR_STACK) return 1;
    if (v->type == IR_V && v->fact && !(v->fact & FACT_NULL) && !(v->flags & IR_CAUGHT)) return 1;
    return -1;
}

/* Where an edge into `b` really leads, or NULL. `b` holds nothing but a jump, or a branch decided by the
 * edge. */
static const struct ir_edge *leads_to(const struct ir_block *b, const struct ir_edge *e) {
    const struct ir_ins *t = b->first;
    if (!t || t != b->last) return NULL;
    if (t->op == IR_JMP) return &t->edges[0];
    if (t->op != IR_BR) return NULL;
    int truth = known_truth(on_edge(b, e, t->args[0]));
    return truth < 0 ? NULL : &t->edges[truth ? 0 : 1];
}

static void thread_edge(struct clean *c, struct ir_edge *e) {
    for (int hops = 0; hops < 8; hops++) {
        struct ir_block *b = e->to;
        const struct ir_edge *next = leads_to(b, e);
        if (!next || next->to == b || !params_used_here_only(b)) return;
        struct ir_edge old = *e;
        struct ir_ins **args = NEW_N(c->scratch, struct ir_ins *, next->nargs);
        for (uint32_t k = 0; k < next->nargs; k++) {
            args[k] = on_edge(b, &old, next->args[k]);
            args[k]->uses++;
        }
        for (uint32_t k = 0; k < old.nargs; k++) old.args[k]->uses--;
        ir_edge_set(c->f->module, e, next->to, next->nargs, args);
        c->changed = true;
    }
}

static bool same_edge(const struct ir_edge *a, const struct ir_edge *b) {
    if (a->to != b->to) return false;
    for (uint32_t k = 0; k < a->nargs; k++)
        if (a->args[k] != b->args[k]) return false;
    return true;
}

static void become_jump(struct ir_ins *t, uint32_t edge) {
    t->op = IR_JMP;
    t->nargs = 0;
    t->edges = &t->edges[edge];
    t->nedges = 1;
}

static void settle_branch(struct clean *c, struct ir_ins *t) {
    if (t->op == IR_BR) {
        int truth = known_truth(t->args[0]);
        if (truth < 0 && same_edge(&t->edges[0], &t->edges[1])) truth = 0;
        if (truth < 0) return;
        t->args[0]->uses--;
        become_jump(t, truth ? 0 : 1);
        c->changed = true;
    } else if (t->op == IR_SWITCH && t->args[0]->op == IR_CONST) {
        int64_t n = t->args[0]->imm;
        t->args[0]->uses--;
        become_jump(t, n >= 0 && n < (int64_t)t->nedges - 1 ? (uint32_t)n : t->nedges - 1);
        c->changed = true;
    }
}

static void thread_jumps(struct clean *c) {
    for (struct ir_block *b = c->f->blocks; b; b = b->next) {
        settle_branch(c, b->last);
        for (uint32_t e = 0; e < b->last->nedges; e++) thread_edge(c, &b->last->edges[e]);
        settle_branch(c, b->last);
    }
}

/* ---- parameters that always get the same value ---- */

static struct ir_ins *resolve(struct ir_ins *i) {
    while (i->subst) i = i->subst;
    return i;
}

/* The one value other than the parameter itself that comes in, or NULL. */
static struct ir_ins *only_value(struct ir_block *b, uint32_t k) {
    struct ir_ins *found = NULL, *p = b->params[k];
    for (uint32_t i = 0; i < b->npreds; i++) {
        struct ir_ins *t = b->preds[i]->last;
        for (uint32_t e = 0; e < t->nedges; e++) {
            if (t->edges[e].to != b) continue;
            struct ir_ins *v = resolve(t->edges[e].args[k]);
            if (v == p || v == found) continue;
            if (found) return NULL;
            found = v;
        }
    }
    return found;
}

static void drop_param(struct ir_block *b, uint32_t k) {
    for (uint32_t i = 0; i < b->npreds; i++) {
        struct ir_ins *t = b->preds[i]->last;
        if (i && b->preds[i] == b->preds[i - 1]) continue; /* both edges of one branch: done together */
        for (uint32_t e = 0; e < t->nedges; e++) {
            struct ir_edge *edge = &t->edges[e];
            if (edge->to != b) continue;
            memmove(&edge->args[k], &edge->args[k + 1], (edge->nargs - k - 1) * sizeof *edge->args);
            edge->nargs--;
        }
    }
    memmove(&b->params[k], &b->params[k + 1], (b->nparams - k - 1) * sizeof *b->params);
    b->nparams--;
}

static void trivial_params(struct clean *c) {
    bool changed = false;
    for (struct ir_block *b = c->f->blocks->next; b; b = b->next)
        for (uint32_t k = b->nparams; k-- > 0;) {
            struct ir_ins *v = only_value(b, k);
            if (!v) continue;
            b->params[k]->subst = v;
            drop_param(b, k);
            changed = true;
        }
    if (changed) ir_apply_subst(c->f);
    c->changed |= changed;
}

/* ---- joining chains ---- */

static void absorb(struct ir_block *b, struct ir_block *s) {
    struct ir_ins *t = b->last;
    for (uint32_t k = 0; k < s->nparams; k++) s->params[k]->subst = t->edges[0].args[k];
    ir_remove(t);
    for (struct ir_ins *i = s->first; i; i = i->next) i->block = b;
    if (b->last)
        b->last->next = s->first;
    else
        b->first = s->first;
    s->first->prev = b->last;
    b->last = s->last;
    s->first = s->last = NULL;
}

static void join_chains(struct clean *c) {
    bool changed = false;
    for (struct ir_block *b = c->f->blocks; b; b = b->next) {
        if (!b->last) continue; /* absorbed */
        while (b->last->op == IR_JMP) {
            struct ir_block *s = b->last->edges[0].to;
            if (s == b || s->npreds != 1) break;
            absorb(b, s);
            changed = true;
        }
    }
    if (!changed) return;
    struct ir_block **at = &c->f->blocks;
    while (*at)
        if ((*at)->last)
            at = &(*at)->next;
        else
            *at = (*at)->next;
    c->f->last_block = at;
    ir_apply_subst(c->f);
    c->changed = true;
}

void opt_clean(struct ir_func *f, struct arena *scratch) {
    struct clean c = {.f = f, .scratch = scratch};
    for (int round = 0; round < ROUNDS; round++) {
        c.changed = false;
        ir_preds(f, scratch);
        trivial_params(&c);
        join_chains(&c);
        ir_count_uses(f);
        thread_jumps(&c);
        if (!c.changed) break;
    }
}

/* ---- layout ---- */

static bool reached_cold_only(const struct ir_block *b) {
    for (uint32_t k = 0; k < b->npreds; k++)
        if (b->preds[k]->order < b->order && !b->preds[k]->cold) return false;
    return b->npreds > 0;
}

void opt_layout(struct ir_func *f, struct arena *scratch) {
    ir_cfg(f, scratch);
    uint32_t n = 0;
    for (struct ir_block *b = f->blocks; b; b = b->next) n++;
    struct ir_block **rpo = NEW_N(scratch, struct ir_block *, n);
    for (struct ir_block *b = f->blocks; b; b = b->next) rpo[b->order] = b;
    struct ir_block **at = &f->blocks;
    for (uint32_t k = 0; k < n; k++)
        if (reached_cold_only(rpo[k])) rpo[k]->cold = true;
    if (rpo[0]->cold) rpo[0]->cold = false;
    for (int cold = 0; cold < 2; cold++)
        for (uint32_t k = 0; k < n; k++)
            if (rpo[k]->cold == cold) {
                *at = rpo[k];
                at = &rpo[k]->next;
            }
    *at = NULL;
    f->last_block = at;
}
