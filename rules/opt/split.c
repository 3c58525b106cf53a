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
#include "rules/opt/internal.h"

#define LOOP_LIMIT   1500 /* instructions of one loop */
#define SPLIT_LIMIT  48   /* loops of one function */
#define GROWTH_LIMIT 6000 /* instructions added to one function */

struct split {
    struct ir_func *f;
    struct arena *scratch;
    struct ir_block *head;
    struct ir_block **body; /* blocks of the loop, the head first */
    uint32_t nbody, nins;
    uint32_t *in_loop;         /* block id -> 1 + index in body */
    struct ir_block **copy;    /* by index in body */
    struct ir_ins **value;     /* value id -> its copy, for values of the loop */
    uint32_t nblocks, nvalues; /* ids that existed before copying */
};

/* ---- which loops ---- */

static bool is_back_edge(const struct split *s, const struct ir_block *pred) {
    return pred->id < s->nblocks && s->in_loop[pred->id];
}

static void collect(struct split *s) {
    struct ir_block *h = s->head;
    s->body = NEW_N(s->scratch, struct ir_block *, s->f->nblocks + 1);
    s->in_loop = NEW_N(s->scratch, uint32_t, s->f->nblocks + 1);
    s->nblocks = s->f->nblocks;
    s->nvalues = s->f->nins;
    s->nbody = s->nins = 0;
    s->body[s->nbody++] = h;
    s->in_loop[h->id] = 1;
    for (uint32_t done = 0; done < s->nbody; done++) {
        struct ir_block *b = s->body[done];
        for (struct ir_ins *i = b->first; i; i = i->next) s->nins++;
        for (uint32_t k = 0; k < b->npreds; k++) {
            struct ir_block *p = b->preds[k];
            /* Into the head only back edges count: those from blocks it dominates, which come later in the
             * order. */
            if (s->in_loop[p->id] || (b == h && p->order < h->order)) continue;
            s->body[s->nbody++] = p;
            s->in_loop[p->id] = s->nbody;
        }
    }
}

static bool dominated_by_head(const struct split *s) {
    for (uint32_t k = 1; k < s->nbody; k++) {
        const struct ir_block *b = s->body[k];
        while (b && b->order > s->head->order) b = b->idom;
        if (b != s->head) return false;
    }
    return true;
}

/* A parameter that the loop never changes, and that is one constant on all hot entries but something else on
 * cold ones. */
static bool has_invariant(const struct split *s) {
    const struct ir_block *h = s->head;
    for (uint32_t p = 0; p < h->nparams; p++) {
        bool hot = false, cold = false, good = true;
        for (uint32_t k = 0; k < h->npreds && good; k++) {
            const struct ir_ins *t = h->preds[k]->last;
            for (uint32_t e = 0; e < t->nedges; e++) {
                if (t->edges[e].to != h) continue;
                const struct ir_ins *v = t->edges[e].args[p];
                if (is_back_edge(s, h->preds[k]))
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

/* ---- copying ---- */

static struct ir_ins *mapped(const struct split *s, struct ir_ins *v) {
    return v->id < s->nvalues && s->value[v->id] ? s->value[v->id] : v;
}

static struct ir_block *mapped_block(const struct split *s, struct ir_block *b) {
    return b->id < s->nblocks && s->in_loop[b->id] ? s->copy[s->in_loop[b->id] - 1] : b;
}

static void copy_ins(struct split *s, struct ir_block *to, const struct ir_ins *i) {
    struct ir_ins *c = ir_emit_v(to, (enum ir_op)i->op, (enum ir_type)i->type, i->nargs, i->args);
    c->flags = i->flags;
    c->imm = i->imm;
    c->sym = i->sym;
    c->sym2 = i->sym2;
    c->aux = i->aux;
    c->site = i->site;
    c->fact = i->fact;
    c->nedges = i->nedges;
    if (i->nedges) c->edges = NEW_N(s->f->module->arena, struct ir_edge, i->nedges);
    for (uint32_t e = 0; e < i->nedges; e++)
        ir_edge_set(s->f->module, &c->edges[e], mapped_block(s, i->edges[e].to), i->edges[e].nargs,
                    i->edges[e].args);
    s->value[i->id] = c;
}

static void copy_loop(struct split *s) {
    s->copy = NEW_N(s->scratch, struct ir_block *, s->nbody);
    s->value = NEW_N(s->scratch, struct ir_ins *, s->nvalues + 1);
    for (uint32_t k = 0; k < s->nbody; k++) {
        struct ir_block *c = s->copy[k] = ir_block_new(s->f);
        c->cold = true;
        for (uint32_t p = 0; p < s->body[k]->nparams; p++) {
            struct ir_ins *param = s->body[k]->params[p];
            s->value[param->id] = ir_block_param(c, (enum ir_type)param->type);
        }
    }
    for (uint32_t k = 0; k < s->nbody; k++)
        for (struct ir_ins *i = s->body[k]->first; i; i = i->next) copy_ins(s, s->copy[k], i);
    for (uint32_t k = 0; k < s->nbody; k++)
        for (struct ir_ins *i = s->copy[k]->first; i; i = i->next) {
            for (uint32_t a = 0; a < i->nargs; a++) i->args[a] = mapped(s, i->args[a]);
            for (uint32_t e = 0; e < i->nedges; e++)
                for (uint32_t a = 0; a < i->edges[e].nargs; a++)
                    i->edges[e].args[a] = mapped(s, i->edges[e].args[a]);
        }
}

static void redirect_cold_entries(struct split *s) {
    for (uint32_t k = 0; k < s->head->npreds; k++) {
        struct ir_block *p = s->head->preds[k];
        if (is_back_edge(s, p) || !p->cold) continue;
        for (uint32_t e = 0; e < p->last->nedges; e++)
            if (p->last->edges[e].to == s->head) p->last->edges[e].to = s->copy[0];
    }
}

/* ---- values used behind the loop ---- */

struct use {
    struct ir_ins *user;
    struct ir_ins **at;
};

struct repair {
    struct split *s;
    struct ir_block **rpo; /* the function's blocks after copying */
    uint32_t n;
    struct ir_ins **value_in; /* by place in the order: the value at the start of the block */
    bool *live;
    uint32_t *stack;
};

static bool outside(const struct split *s, const struct ir_block *b) {
    return b->id < s->nblocks && !s->in_loop[b->id];
}

static void mark_live(struct repair *r, struct ir_block *b, uint32_t *depth) {
    if (!outside(r->s, b) || r->live[b->order]) return;
    r->live[b->order] = true;
    r->stack[(*depth)++] = b->order;
}

/* The value at the end of `b`, which is in the loop, in its copy, or live behind it. */
static struct ir_ins *value_out(struct repair *r, struct ir_block *b, struct ir_ins *v) {
    if (b->id >= r->s->nblocks) return r->s->value[v->id];
    return r->s->in_loop[b->id] ? v : r->value_in[b->order];
}

static void repair_value(struct repair *r, struct ir_ins *v, struct use *uses, size_t nuses) {
    uint32_t depth = 0;
    memset(r->live, 0, r->n * sizeof *r->live);
    for (size_t k = 0; k < nuses; k++) mark_live(r, uses[k].user->block, &depth);
    while (depth) {
        struct ir_block *b = r->rpo[r->stack[--depth]];
        for (uint32_t k = 0; k < b->npreds; k++) mark_live(r, b->preds[k], &depth);
    }
    for (uint32_t k = 0; k < r->n; k++) {
        if (!r->live[k]) continue;
        struct ir_block *b = r->rpo[k];
        r->value_in[k] =
            b->npreds == 1 ? value_out(r, b->preds[0], v) : ir_block_param(b, (enum ir_type)v->type);
    }
    for (uint32_t k = 0; k < r->n; k++) {
        struct ir_block *b = r->rpo[k];
        if (!r->live[k] || b->npreds == 1) continue;
        for (uint32_t p = 0; p < b->npreds; p++) {
            if (p && b->preds[p] == b->preds[p - 1]) continue;
            struct ir_ins *t = b->preds[p]->last;
            for (uint32_t e = 0; e < t->nedges; e++)
                if (t->edges[e].to == b)
                    ir_edge_add(r->s->f->module, &t->edges[e], value_out(r, b->preds[p], v));
        }
    }
    for (size_t k = 0; k < nuses; k++) *uses[k].at = r->value_in[uses[k].user->block->order];
}

/* Uses of loop values outside of it, by value; then each value in turn, in the order of their ids. */
static void repair_all(struct split *s) {
    ir_cfg(s->f, s->scratch);
    struct repair r = {.s = s};
    for (struct ir_block *b = s->f->blocks; b; b = b->next) r.n++;
    r.rpo = NEW_N(s->scratch, struct ir_block *, r.n);
    r.value_in = NEW_N(s->scratch, struct ir_ins *, r.n);
    r.live = NEW_N(s->scratch, bool, r.n);
    r.stack = NEW_N(s->scratch, uint32_t, r.n);
    for (struct ir_block *b = s->f->blocks; b; b = b->next) r.rpo[b->order] = b;
    struct {
        struct use *p;
        size_t n, cap;
    } *uses = arena_alloc(s->scratch, sizeof *uses * (s->nvalues + 1));
    for (uint32_t k = 0; k < r.n; k++) {
        if (!outside(s, r.rpo[k])) continue;
        for (struct ir_ins *i = r.rpo[k]->first; i; i = i->next) {
            for (uint32_t a = 0; a < i->nargs; a++)
                if (mapped(s, i->args[a]) != i->args[a])
                    VEC_PUSH(&uses[i->args[a]->id], s->scratch, ((struct use){i, &i->args[a]}));
            for (uint32_t e = 0; e < i->nedges; e++)
                for (uint32_t a = 0; a < i->edges[e].nargs; a++) {
                    struct ir_ins **at = &i->edges[e].args[a];
                    if (mapped(s, *at) != *at) VEC_PUSH(&uses[(*at)->id], s->scratch, ((struct use){i, at}));
                }
        }
    }
    for (uint32_t k = 0; k < s->nbody; k++) {
        struct ir_block *b = s->body[k];
        for (uint32_t p = 0; p < b->nparams; p++)
            if (uses[b->params[p]->id].n)
                repair_value(&r, b->params[p], uses[b->params[p]->id].p, uses[b->params[p]->id].n);
        for (struct ir_ins *i = b->first; i; i = i->next)
            if (uses[i->id].n) repair_value(&r, i, uses[i->id].p, uses[i->id].n);
    }
}

/* ---- the pass ---- */

static bool find_loop(struct split *s, uint32_t from) {
    struct ir_block *best = NULL;
    for (struct ir_block *b = s->f->blocks->next; b; b = b->next)
        if (!b->cold && b->order > from && b->loop_depth && b->npreds > 2 &&
            (!best || b->order < best->order))
            best = b;
    s->head = best;
    return best != NULL;
}

void opt_split(struct ir_func *f, struct arena *scratch) {
    struct split s = {.f = f, .scratch = scratch};
    uint32_t from = 0, growth = 0, splits = 0;
    ir_cfg(f, scratch);
    while (find_loop(&s, from)) {
        from = s.head->order;
        collect(&s);
        if (s.nbody < 2 && s.head->npreds < 3) continue;
        if (s.nins > LOOP_LIMIT || growth + s.nins > GROWTH_LIMIT || !dominated_by_head(&s) ||
            !has_invariant(&s))
            continue;
        copy_loop(&s);
        redirect_cold_entries(&s);
        repair_all(&s); /* also computes the order afresh */
        from = s.head->order;
        growth += s.nins;
        if (++splits == SPLIT_LIMIT) break;
    }
}
