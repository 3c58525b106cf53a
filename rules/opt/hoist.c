/* Doubles that an inner loop computes anew in each round from what it does not change are computed before the
 * loop: unpacked words, converted ints, constants. Only loops without calls on their hot paths, where a
 * register is sure to keep them.
 *
 * Such an instruction is pure and cannot trap, so it does not matter that the loop might not have come to it.
 */
#include "rules/opt/loop.h"

#define LOOP_LIMIT 600

struct hoist {
    struct loop l;
    bool *invariant;   /* value id */
    struct ir_ins *at; /* the place before the loop */
};

static bool is_hot_call(const struct ir_ins *i) {
    return (ir_ops[i->op].flags & IR_CALL) && !(i->op == IR_RT && (i->flags & IR_COLD));
}

static bool has_calls(const struct loop *l) {
    for (uint32_t k = 0; k < l->nbody; k++)
        for (struct ir_ins *i = l->body[k]->first; i && !l->body[k]->cold; i = i->next)
            if (is_hot_call(i)) return true;
    return false;
}

static bool is_pure(const struct ir_ins *i) {
    return (ir_ops[i->op].flags & IR_PURE) && !(ir_ops[i->op].flags & IR_FIXED) && i->op != IR_PY_GUARD;
}

static bool unchanged(const struct hoist *h, const struct ir_ins *i) {
    return !loop_has(&h->l, i->block) || h->invariant[i->id];
}

/* Moves `i` and what it needs. The chain is as long as an expression; depth is bounded by `left`. */
static bool move_out(struct hoist *h, struct ir_ins *i, int left) {
    if (!loop_has(&h->l, i->block)) return true;
    if (left == 0) return false;
    for (uint32_t k = 0; k < i->nargs; k++)
        if (!move_out(h, i->args[k], left - 1)) return false;
    ir_remove(i);
    i->block = h->at->block;
    i->next = h->at;
    i->prev = h->at->prev;
    if (i->prev)
        i->prev->next = i;
    else
        i->block->first = i;
    h->at->prev = i;
    return true;
}

static void hoist_loop(struct hoist *h, struct ir_block **rpo, uint32_t n) {
    struct ir_ins *t = h->l.head->idom->last;
    h->at = t->op == IR_BROVF ? t->prev : t;
    for (uint32_t k = h->l.head->order; k < n; k++) {
        if (!loop_has(&h->l, rpo[k])) continue;
        for (struct ir_ins *i = rpo[k]->first, *next; i; i = next) {
            next = i->next;
            bool good = is_pure(i);
            for (uint32_t a = 0; a < i->nargs && good; a++) good = unchanged(h, i->args[a]);
            h->invariant[i->id] = good;
            if (good && i->type == IR_F && !rpo[k]->cold) move_out(h, i, 8);
        }
    }
}

void opt_hoist(struct ir_func *f, struct arena *scratch) {
    ir_cfg(f, scratch);
    uint32_t n = 0, work = 0;
    bool any = false;
    for (struct ir_block *b = f->blocks; b; b = b->next) n++, any |= b->loop_depth > 0;
    if (!any) return;
    struct ir_block **rpo = NEW_N(scratch, struct ir_block *, n);
    for (struct ir_block *b = f->blocks; b; b = b->next) rpo[b->order] = b;
    for (uint32_t k = 1; k < n && work < LOOP_WORK; k++) {
        struct hoist h = {0};
        if (rpo[k]->cold || !loop_is_head(rpo[k])) continue;
        work += loop_work(f);
        if (!loop_is_inner(&h.l, f, scratch, rpo[k], LOOP_LIMIT) || has_calls(&h.l)) continue;
        h.invariant = NEW_N(scratch, bool, f->nins + 1);
        hoist_loop(&h, rpo, n);
    }
}
