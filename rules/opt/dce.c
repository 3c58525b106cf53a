/* Removes what nobody sees: starting from instructions with an effect, everything they need is live; a block
 * parameter is live when it is used by something live, and only then keeps its edge arguments alive. */
#include "rules/opt/internal.h"

bool opt_removable(const struct ir_ins *i) {
    if (i->op == IR_RT)
        return (ir_rts[i->aux].effects & IR_RT_PURE) || i->aux == IR_rt_float_box || i->aux == IR_rt_int_box;
    return (ir_ops[i->op].flags & (IR_PURE | IR_LOAD)) || i->op == IR_CHAIN;
}

struct live {
    bool *is;
    struct ir_ins **stack;
    uint32_t depth;
};

static void mark(struct live *l, struct ir_ins *i) {
    if (l->is[i->id]) return;
    l->is[i->id] = true;
    l->stack[l->depth++] = i;
}

static uint32_t param_number(const struct ir_block *b, const struct ir_ins *p) {
    for (uint32_t k = 0; k < b->nparams; k++)
        if (b->params[k] == p) return k;
    BUG("parameter %%%u is not in its block", p->id);
}

static void mark_needs(struct live *l, struct ir_ins *i) {
    for (uint32_t k = 0; k < i->nargs; k++) mark(l, i->args[k]);
    for (uint32_t e = 0; e < i->nedges; e++)
        for (uint32_t k = 0; k < i->edges[e].nargs; k++)
            if (l->is[i->edges[e].to->params[k]->id]) mark(l, i->edges[e].args[k]);
    if (i->op != IR_PARAM || i->block == i->block->func->blocks) return;
    struct ir_block *b = i->block;
    uint32_t number = param_number(b, i);
    for (uint32_t p = 0; p < b->npreds; p++) {
        struct ir_ins *t = b->preds[p]->last;
        for (uint32_t e = 0; e < t->nedges; e++)
            if (t->edges[e].to == b) mark(l, t->edges[e].args[number]);
    }
}

static void sweep_edges(struct live *l, struct ir_ins *t) {
    for (uint32_t e = 0; e < t->nedges; e++) {
        struct ir_edge *edge = &t->edges[e];
        uint32_t n = 0;
        for (uint32_t k = 0; k < edge->nargs; k++)
            if (l->is[edge->to->params[k]->id]) edge->args[n++] = edge->args[k];
        edge->nargs = n;
    }
}

static void sweep_params(struct live *l, struct ir_block *b) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < b->nparams; k++)
        if (l->is[b->params[k]->id]) b->params[n++] = b->params[k];
    b->nparams = n;
}

void opt_dce(struct ir_func *f, struct arena *scratch) {
    struct live l = {.is = NEW_N(scratch, bool, f->nins + 1),
                     .stack = NEW_N(scratch, struct ir_ins *, f->nins + 1)};
    ir_preds(f, scratch);
    for (uint32_t k = 0; k < f->blocks->nparams; k++) l.is[f->blocks->params[k]->id] = true;
    for (struct ir_block *b = f->blocks; b; b = b->next)
        for (struct ir_ins *i = b->first; i; i = i->next)
            if (!opt_removable(i)) mark(&l, i);
    while (l.depth) mark_needs(&l, l.stack[--l.depth]);
    for (struct ir_block *b = f->blocks; b; b = b->next) {
        sweep_edges(&l, b->last);
        for (struct ir_ins *i = b->first, *next; i; i = next) {
            next = i->next;
            if (!l.is[i->id]) ir_remove(i);
        }
    }
    for (struct ir_block *b = f->blocks->next; b; b = b->next) sweep_params(&l, b);
}
