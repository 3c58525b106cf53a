/* Finding and copying natural loops. */
#include "rules/opt/loop.h"

#define LANDING_LIMIT 8 /* instructions of a block that is copied along with a loop */

static bool dominated_by_head(const struct loop *l) {
    for (uint32_t k = 1; k < l->nbody; k++) {
        const struct ir_block *b = l->body[k];
        while (b && b->order > l->head->order) b = b->idom;
        if (b != l->head) return false;
    }
    return true;
}

bool loop_collect(struct loop *l, struct ir_func *f, struct arena *scratch, struct ir_block *head,
                  uint32_t limit) {
    *l = (struct loop){.f = f, .scratch = scratch, .head = head, .nblocks = f->nblocks, .nvalues = f->nins};
    l->body = NEW_N(scratch, struct ir_block *, f->nblocks + 1);
    l->in_loop = NEW_N(scratch, uint32_t, f->nblocks + 1);
    l->body[l->nbody++] = head;
    l->in_loop[head->id] = 1;
    for (uint32_t done = 0; done < l->nbody; done++) {
        struct ir_block *b = l->body[done];
        for (struct ir_ins *i = b->first; i; i = i->next) l->nins++;
        if (l->nins > limit) return false;
        for (uint32_t k = 0; k < b->npreds; k++) {
            struct ir_block *p = b->preds[k];
            /* Into the head only back edges count: they come from later in the order. */
            if (l->in_loop[p->id] || (b == head && p->order < head->order)) continue;
            l->body[l->nbody++] = p;
            l->in_loop[p->id] = l->nbody;
        }
    }
    return dominated_by_head(l);
}

bool loop_is_head(const struct ir_block *b) {
    for (uint32_t k = 0; k < b->npreds; k++)
        if (b->preds[k]->order >= b->order) return true;
    return false;
}

bool loop_is_inner(struct loop *l, struct ir_func *f, struct arena *scratch, struct ir_block *head,
                   uint32_t limit) {
    if (!loop_is_head(head) || !loop_collect(l, f, scratch, head, limit)) return false;
    for (uint32_t k = 1; k < l->nbody; k++)
        if (loop_is_head(l->body[k])) return false;
    return true;
}

static struct ir_ins *mapped(const struct loop *l, struct ir_ins *v) {
    return v->id < l->nvalues && l->value[v->id] ? l->value[v->id] : v;
}

/* ---- where a raising operation of the loop leaves it ---- */

/* A cold block that only one branch of the loop leads to, and whose values nobody else uses: the copy gets
 * one of its own, so that operations and their failing blocks stay in pairs. */
static bool is_landing(const struct ir_block *b) {
    if (!b->cold || b->npreds != 1 || b->nparams) return false;
    uint32_t n = 0;
    for (const struct ir_ins *i = b->first; i; i = i->next) {
        bool raises = i->op == IR_RT ? ir_rts[i->aux].effects & IR_RT_RAISE
                                     : ir_ops[i->op].flags & (IR_RAISE | IR_CALL);
        if (raises || ++n > LANDING_LIMIT) return false;
    }
    return b->last->op == IR_RET || (b->last->op == IR_JMP && b->last->edges[0].to->npreds > 1);
}

static struct ir_ins *emit_like(struct loop *l, struct ir_block *to, const struct ir_ins *i) {
    struct ir_ins *c = ir_emit_v(to, (enum ir_op)i->op, (enum ir_type)i->type, i->nargs, i->args);
    c->flags = i->flags;
    c->imm = i->imm;
    c->sym = i->sym;
    c->sym2 = i->sym2;
    c->aux = i->aux;
    c->site = i->site;
    c->nedges = i->nedges;
    if (i->nedges) c->edges = NEW_N(l->f->module->arena, struct ir_edge, i->nedges);
    for (uint32_t e = 0; e < i->nedges; e++)
        ir_edge_set(l->f->module, &c->edges[e], i->edges[e].to, i->edges[e].nargs, i->edges[e].args);
    return c;
}

static struct ir_block *copy_landing(struct loop *l, struct ir_block *b) {
    struct ir_block *c = ir_block_new(l->f);
    c->cold = true;
    for (struct ir_ins *i = b->first; i; i = i->next) emit_like(l, c, i);
    VEC_PUSH(&l->landings, l->scratch, ((struct landing){b, c}));
    return c;
}

static struct ir_ins *landing_value(const struct loop *l, const struct landing *p, struct ir_ins *v) {
    if (v->block != p->of) return mapped(l, v);
    struct ir_ins *c = p->copy->first;
    for (const struct ir_ins *i = p->of->first; i != v; i = i->next) c = c->next;
    return c;
}

static void map_landing(const struct loop *l, const struct landing *p) {
    for (struct ir_ins *i = p->copy->first; i; i = i->next) {
        for (uint32_t a = 0; a < i->nargs; a++) i->args[a] = landing_value(l, p, i->args[a]);
        for (uint32_t e = 0; e < i->nedges; e++)
            for (uint32_t a = 0; a < i->edges[e].nargs; a++)
                i->edges[e].args[a] = landing_value(l, p, i->edges[e].args[a]);
    }
}

/* ---- the copy ---- */

static void copy_ins(struct loop *l, struct ir_block *to, struct ir_ins *i) {
    struct ir_ins *c = emit_like(l, to, i);
    for (uint32_t e = 0; e < i->nedges; e++) {
        struct ir_block *dest = i->edges[e].to;
        if (loop_has(l, dest))
            c->edges[e].to = l->copy[l->in_loop[dest->id] - 1];
        else if (dest->id < l->nblocks && is_landing(dest))
            c->edges[e].to = copy_landing(l, dest);
    }
    l->value[i->id] = c;
    l->original[i->id] = i;
}

static void map_uses(struct loop *l, struct ir_ins *i) {
    for (uint32_t a = 0; a < i->nargs; a++) i->args[a] = mapped(l, i->args[a]);
    for (uint32_t e = 0; e < i->nedges; e++)
        for (uint32_t a = 0; a < i->edges[e].nargs; a++) i->edges[e].args[a] = mapped(l, i->edges[e].args[a]);
}

void loop_copy(struct loop *l) {
    l->copy = NEW_N(l->scratch, struct ir_block *, l->nbody);
    l->value = NEW_N(l->scratch, struct ir_ins *, l->nvalues + 1);
    l->original = NEW_N(l->scratch, struct ir_ins *, l->nvalues + 1);
    for (uint32_t k = 0; k < l->nbody; k++) {
        struct ir_block *c = l->copy[k] = ir_block_new(l->f);
        c->cold = true;
        for (uint32_t p = 0; p < l->body[k]->nparams; p++) {
            struct ir_ins *param = l->body[k]->params[p];
            l->value[param->id] = ir_block_param(c, (enum ir_type)param->type);
            l->original[param->id] = param;
        }
    }
    for (uint32_t k = 0; k < l->nbody; k++)
        for (struct ir_ins *i = l->body[k]->first; i; i = i->next) copy_ins(l, l->copy[k], i);
    for (uint32_t k = 0; k < l->nbody; k++)
        for (struct ir_ins *i = l->copy[k]->first; i; i = i->next) map_uses(l, i);
    for (size_t k = 0; k < l->landings.n; k++) map_landing(l, &l->landings.p[k]);
}
