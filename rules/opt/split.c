/* Gives a loop that is entered from hot and from cold blocks a copy for the cold entries.
 *
 * Lowering makes `for i in range(n)` count in a register when `range` is the built-in and the bounds are
 * small, and use an iterator otherwise; which of the two is an invariant of the loop, tested in each round.
 * With a copy, the counting loop has no test, its variable is known to be a small int, and the copy, being
 * cold, is compact runtime calls.
 *
 * A value of the loop that is used behind it then has two definitions. Where it is live behind the loop,
 * blocks with several predecessors get a parameter for it, the others take it from their predecessor;
 * needless parameters vanish in `clean`. */
#include "rules/opt/loop.h"

#define LOOP_LIMIT   1500 /* instructions of one loop */
#define SPLIT_LIMIT  48   /* loops of one function */
#define GROWTH_LIMIT 6000 /* instructions added to one function */

/* A parameter that the loop never changes, and that is one constant on all hot entries but something else on
 * cold ones. */
static bool has_invariant(const struct loop *l) {
    const struct ir_block *h = l->head;
    for (uint32_t p = 0; p < h->nparams; p++) {
        bool hot = false, cold = false, good = true;
        for (uint32_t k = 0; k < h->npreds && good; k++) {
            const struct ir_ins *t = h->preds[k]->last;
            for (uint32_t e = 0; e < t->nedges; e++) {
                if (t->edges[e].to != h) continue;
                const struct ir_ins *v = t->edges[e].args[p];
                if (loop_has(l, h->preds[k]))
                    good &= v == h->params[p];
                else if (h->preds[k]->cold)
                    cold = true;
                else
                    hot = true, good &= v->op == IR_CONST;
            }
        }
        if (good && hot && cold) return true;
    }
    return false;
}

static void redirect_cold_entries(struct loop *l) {
    for (uint32_t k = 0; k < l->head->npreds; k++) {
        struct ir_block *p = l->head->preds[k];
        if (loop_has(l, p) || !p->cold) continue;
        for (uint32_t e = 0; e < p->last->nedges; e++)
            if (p->last->edges[e].to == l->head) p->last->edges[e].to = l->copy[0];
    }
}

static void repair(struct loop *l) {
    struct twin *twins = NEW_N(l->scratch, struct twin, l->nvalues + 1);
    uint32_t n = 0;
    for (struct ir_block *b = l->f->blocks; b; b = b->next) b->user = loop_has(l, b) ? l : NULL;
    for (uint32_t k = 0; k < l->nbody; k++) {
        struct ir_block *b = l->body[k];
        for (uint32_t p = 0; p < b->nparams; p++)
            twins[n++] = (struct twin){b->params[p], l->value[b->params[p]->id], l};
        for (struct ir_ins *i = b->first; i; i = i->next)
            if (i->type != IR_N) twins[n++] = (struct twin){i, l->value[i->id], l};
    }
    opt_repair(l->f, l->scratch, twins, n);
    ir_cfg(l->f, l->scratch);
}

static struct ir_block *next_head(struct ir_func *f, uint32_t from) {
    struct ir_block *best = NULL;
    for (struct ir_block *b = f->blocks->next; b; b = b->next)
        if (!b->cold && b->order > from && b->loop_depth && b->npreds > 2 &&
            (!best || b->order < best->order))
            best = b;
    return best;
}

void opt_split(struct ir_func *f, struct arena *scratch) {
    uint32_t from = 0, growth = 0, splits = 0, work = 0; /* a split goes over the whole function six times */
    struct ir_block *head;
    ir_cfg(f, scratch);
    while ((head = next_head(f, from)) && (work += 6 * loop_work(f)) < LOOP_WORK) {
        struct loop l;
        from = head->order;
        if (!loop_collect(&l, f, scratch, head, LOOP_LIMIT) || growth + l.nins > GROWTH_LIMIT ||
            !has_invariant(&l))
            continue;
        loop_copy(&l);
        redirect_cold_entries(&l);
        repair(&l);
        from = head->order;
        growth += l.nins;
        if (++splits == SPLIT_LIMIT) break;
    }
}
