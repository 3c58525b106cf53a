/* The fixpoint: starting from "no value at all", sets grow along definitions and edges until nothing changes.
 * A set can grow 14 times, but two or three rounds in reverse postorder are the rule; the number of rounds is
 * bounded, and past it block parameters are taken as unknown, which one more round makes consistent. */
#include "rules/infer/infer.h"

#define ROUNDS 12

static uint32_t given(const struct ir_ins *i) {
    return i->type == IR_V ? i->fact : FACT_ALL;
}

static bool grow(struct ir_ins *i, uint32_t fact) {
    if ((i->fact | fact) == i->fact) return false;
    i->fact |= fact;
    return true;
}

static bool pass_edges(const struct ir_block *b) {
    bool changed = false;
    for (uint32_t e = 0; e < b->last->nedges; e++) {
        const struct ir_edge *edge = &b->last->edges[e];
        bool leaves = b->user && edge->to->user != b->user;
        for (uint32_t k = 0; k < edge->nargs; k++) {
            struct ir_ins *p = edge->to->params[k];
            if (p->type == IR_V) changed |= grow(p, leaves ? FACT_ALL : given(edge->args[k]));
        }
    }
    return changed;
}

static bool round_over(struct ir_block **rpo, uint32_t n) {
    bool changed = false;
    for (uint32_t k = 0; k < n; k++) {
        for (struct ir_ins *i = rpo[k]->first; i; i = i->next)
            if (i->type == IR_V) changed |= grow(i, infer_result(i));
        changed |= pass_edges(rpo[k]);
    }
    return changed;
}

static void give_up(struct ir_block **rpo, uint32_t n) {
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t p = 0; p < rpo[k]->nparams; p++) rpo[k]->params[p]->fact = FACT_ALL;
}

void infer_func(struct ir_func *f, struct arena *scratch, bool refine) {
    if (refine) infer_refine(f, scratch);
    ir_cfg(f, scratch);
    uint32_t n = 0;
    for (struct ir_block *b = f->blocks; b; b = b->next) n++;
    struct ir_block **rpo = NEW_N(scratch, struct ir_block *, n);
    for (struct ir_block *b = f->blocks; b; b = b->next) {
        rpo[b->order] = b;
        for (uint32_t k = 0; k < b->nparams; k++) b->params[k]->fact = b == f->blocks ? FACT_ALL : 0;
        for (struct ir_ins *i = b->first; i; i = i->next) i->fact = 0;
    }
    int rounds = 0;
    while (round_over(rpo, n))
        if (++rounds == ROUNDS) give_up(rpo, n);
    for (uint32_t k = 0; k < n; k++) {
        for (uint32_t p = 0; p < rpo[k]->nparams; p++)
            if (rpo[k]->params[p]->fact == FACT_ALL || rpo[k]->params[p]->type != IR_V)
                rpo[k]->params[p]->fact = 0;
        for (struct ir_ins *i = rpo[k]->first; i; i = i->next)
            if (i->fact == FACT_ALL || i->type != IR_V) i->fact = 0;
    }
}
