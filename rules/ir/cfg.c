/* The shape of a function: predecessors, reverse postorder, dominators, loops.
 *
 * Dominators are found by the iterative method over reverse postorder (Cooper, Harvey, Kennedy 2001), which
 * takes two rounds for the reducible graphs that lowering makes. No recursion: graphs come from user programs
 * and may be deep. */
#include "rules/ir/order.h"

struct visit {
    struct ir_block *block;
    uint32_t edge;
};

static void postorder(const struct ir_func *f, struct arena *scratch, struct ir_order *o) {
    struct visit *stack = NEW_N(scratch, struct visit, f->nblocks + 1);
    struct ir_block **post = NEW_N(scratch, struct ir_block *, f->nblocks + 1);
    uint32_t depth = 0, n = 0;
    for (uint32_t k = 0; k < f->nblocks; k++) o->number[k] = ORDER_NONE;
    if (f->blocks) {
        stack[depth++] = (struct visit){f->blocks, 0};
        o->number[f->blocks->id] = 0;
    }
    while (depth) {
        struct visit *v = &stack[depth - 1];
        struct ir_ins *term = v->block->last;
        /* The last edge first, so that in the result the first successor directly follows its block. */
        if (term && v->edge < term->nedges) {
            struct ir_block *to = term->edges[term->nedges - ++v->edge].to;
            if (to && o->number[to->id] == ORDER_NONE) {
                o->number[to->id] = 0;
                stack[depth++] = (struct visit){to, 0};
            }
            continue;
        }
        post[n++] = v->block;
        depth--;
    }
    o->n = n;
    o->rpo = NEW_N(scratch, struct ir_block *, n + 1);
    for (uint32_t k = 0; k < n; k++) {
        o->rpo[k] = post[n - 1 - k];
        o->number[o->rpo[k]->id] = k;
    }
}

static void predecessors(struct arena *scratch, struct ir_order *o) {
    uint32_t *at = o->pred_at = NEW_N(scratch, uint32_t, o->n + 2);
    uint32_t total = 0;
    for (uint32_t k = 0; k < o->n; k++) {
        struct ir_ins *t = o->rpo[k]->last;
        for (uint32_t e = 0; t && e < t->nedges; e++)
            if (t->edges[e].to) at[o->number[t->edges[e].to->id] + 1]++, total++;
    }
    for (uint32_t k = 0; k < o->n; k++) at[k + 1] += at[k];
    o->preds = NEW_N(scratch, uint32_t, total + 1);
    uint32_t *fill = NEW_N(scratch, uint32_t, o->n + 1);
    for (uint32_t k = 0; k < o->n; k++) {
        struct ir_ins *t = o->rpo[k]->last;
        for (uint32_t e = 0; t && e < t->nedges; e++) {
            if (!t->edges[e].to) continue;
            uint32_t to = o->number[t->edges[e].to->id];
            o->preds[at[to] + fill[to]++] = k;
        }
    }
}

static uint32_t common_dominator(const uint32_t *idom, uint32_t a, uint32_t b) {
    while (a != b) {
        while (a > b) a = idom[a];
        while (b > a) b = idom[b];
    }
    return a;
}

static void dominators(struct arena *scratch, struct ir_order *o) {
    uint32_t *idom = o->idom = NEW_N(scratch, uint32_t, o->n + 1);
    for (uint32_t k = 1; k < o->n; k++) idom[k] = ORDER_NONE;
    bool changed = o->n > 1;
    while (changed) {
        changed = false;
        for (uint32_t k = 1; k < o->n; k++) {
            uint32_t best = ORDER_NONE;
            for (uint32_t e = o->pred_at[k + 1]; e-- > o->pred_at[k];) { /* deepest first: each step once */
                uint32_t p = o->preds[e];
                if (idom[p] == ORDER_NONE) continue;
                best = best == ORDER_NONE ? p : common_dominator(idom, best, p);
            }
            if (best != idom[k]) {
                idom[k] = best;
                changed = true;
            }
        }
    }
}

/* Intervals: a's interval holds b's exactly when a dominates b. Sizes of subtrees come from one backward
 * sweep, since an idom always has a smaller number; a child's start is then its parent's next free place. */
static void intervals(struct arena *scratch, struct ir_order *o) {
    uint32_t *size = NEW_N(scratch, uint32_t, o->n + 1), *next = NEW_N(scratch, uint32_t, o->n + 1);
    o->enter = NEW_N(scratch, uint32_t, o->n + 1);
    o->leave = NEW_N(scratch, uint32_t, o->n + 1);
    for (uint32_t k = o->n; k-- > 0;) {
        size[k]++;
        if (k) size[o->idom[k]] += size[k];
    }
    for (uint32_t k = 0; k < o->n; k++) {
        if (k) {
            o->enter[k] = next[o->idom[k]];
            next[o->idom[k]] += size[k];
        }
        next[k] = o->enter[k] + 1;
        o->leave[k] = o->enter[k] + size[k] - 1;
    }
}

static void order_and_preds(const struct ir_func *f, struct arena *scratch, struct ir_order *o) {
    memset(o, 0, sizeof *o);
    o->number = NEW_N(scratch, uint32_t, f->nblocks + 1);
    postorder(f, scratch, o);
    predecessors(scratch, o);
}

void ir_order_of(const struct ir_func *f, struct arena *scratch, struct ir_order *o) {
    order_and_preds(f, scratch, o);
    dominators(scratch, o);
    intervals(scratch, o);
}

static void drop_unreachable(struct ir_func *f, const struct ir_order *o) {
    struct ir_block **at = &f->blocks;
    while (*at) {
        if (o->number[(*at)->id] == ORDER_NONE)
            *at = (*at)->next;
        else
            at = &(*at)->next;
    }
    f->last_block = at;
}

/* An edge to a dominator closes a loop; its body is what reaches the edge without passing the head. Each
 * block is walked once per loop around it. */
static void loops(struct arena *scratch, const struct ir_order *o) {
    uint32_t *seen = NEW_N(scratch, uint32_t, o->n + 1), *stack = NEW_N(scratch, uint32_t, o->n + 1);
    for (uint32_t head = 0; head < o->n; head++) {
        uint32_t depth = 0, mark = head + 1;
        for (uint32_t e = o->pred_at[head]; e < o->pred_at[head + 1]; e++) {
            uint32_t p = o->preds[e];
            if (!ir_order_dominates(o, head, p) || seen[p] == mark) continue;
            seen[p] = mark;
            stack[depth++] = p;
        }
        if (!depth) continue;
        if (seen[head] != mark) o->rpo[head]->loop_depth++; /* else the walk below counts it: a self loop */
        seen[head] = mark;
        while (depth) {
            uint32_t k = stack[--depth];
            o->rpo[k]->loop_depth++;
            if (k == head) continue;
            for (uint32_t e = o->pred_at[k]; e < o->pred_at[k + 1]; e++) {
                uint32_t p = o->preds[e];
                if (seen[p] == mark) continue;
                seen[p] = mark;
                stack[depth++] = p;
            }
        }
    }
}

static void note_preds(struct arena *scratch, const struct ir_order *o) {
    struct ir_block **preds = NEW_N(scratch, struct ir_block *, o->pred_at[o->n] + 1);
    for (uint32_t e = 0; e < o->pred_at[o->n]; e++) preds[e] = o->rpo[o->preds[e]];
    for (uint32_t k = 0; k < o->n; k++) {
        struct ir_block *b = o->rpo[k];
        b->order = k;
        b->npreds = o->pred_at[k + 1] - o->pred_at[k];
        b->preds = preds + o->pred_at[k];
    }
}

void ir_preds(struct ir_func *f, struct arena *scratch) {
    struct ir_order o;
    order_and_preds(f, scratch, &o);
    drop_unreachable(f, &o);
    note_preds(scratch, &o);
}

void ir_cfg(struct ir_func *f, struct arena *scratch) {
    struct ir_order o;
    ir_order_of(f, scratch, &o);
    drop_unreachable(f, &o);
    note_preds(scratch, &o);
    for (uint32_t k = 0; k < o.n; k++) {
        o.rpo[k]->idom = k ? o.rpo[o.idom[k]] : NULL;
        o.rpo[k]->loop_depth = 0;
    }
    loops(scratch, &o);
}

void ir_count_uses(struct ir_func *f) {
    for (struct ir_block *b = f->blocks; b; b = b->next) {
        for (uint32_t k = 0; k < b->nparams; k++) b->params[k]->uses = 0;
        for (struct ir_ins *i = b->first; i; i = i->next) i->uses = 0;
    }
    for (struct ir_block *b = f->blocks; b; b = b->next)
        for (struct ir_ins *i = b->first; i; i = i->next) {
            for (uint32_t k = 0; k < i->nargs; k++) i->args[k]->uses++;
            for (uint32_t e = 0; e < i->nedges; e++)
                for (uint32_t k = 0; k < i->edges[e].nargs; k++) i->edges[e].args[k]->uses++;
        }
}

/* Follows a chain of replacements and shortens it, so that long chains are walked once. */
static struct ir_ins *substitute(struct ir_ins *i) {
    struct ir_ins *end = i;
    while (end->subst) end = end->subst;
    while (i->subst && i->subst != end) {
        struct ir_ins *next = i->subst;
        i->subst = end;
        i = next;
    }
    return end;
}

void ir_apply_subst(struct ir_func *f) {
    for (struct ir_block *b = f->blocks; b; b = b->next)
        for (struct ir_ins *i = b->first; i; i = i->next) {
            for (uint32_t k = 0; k < i->nargs; k++) i->args[k] = substitute(i->args[k]);
            for (uint32_t e = 0; e < i->nedges; e++)
                for (uint32_t k = 0; k < i->edges[e].nargs; k++)
                    i->edges[e].args[k] = substitute(i->edges[e].args[k]);
        }
}
