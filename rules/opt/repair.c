/* Uses that their definition no longer reaches alone, after a copy of its block has been entered from
 * elsewhere.
 *
 * For each such value, the blocks at whose start it is needed are found by walking back from the uses. The
 * walk stops in a block of the loop (the loop's definition holds there) and in one that the copy's definition
 * dominates. Of the blocks walked, those with several predecessors get a parameter, the others take the value
 * of their predecessor; parameters that turn out to have one value vanish in `clean`. */
#include "rules/ir/order.h"
#include "rules/opt/loop.h"

#include <stdlib.h>

/* An argument of `user`, or of its edge number edge - 1: by number, because edges grow while values are
 * repaired. */
struct use {
    struct ir_ins *user;
    uint32_t edge, arg;
};

static struct ir_ins **at(const struct use *u) {
    return u->edge ? &u->user->edges[u->edge - 1].args[u->arg] : &u->user->args[u->arg];
}

struct repair {
    struct ir_func *f;
    struct arena *scratch;
    const struct twin *twins;
    struct ir_order o;
    uint32_t *twin_of; /* value id -> 1 + index */
    uint32_t nvalues;
    struct ir_ins **value_in; /* by place; valid while `seen` carries the current mark */
    uint32_t *seen, mark;
    uint32_t *list, nlist;
};

static uint32_t place(const struct repair *r, const struct ir_block *b) {
    return r->o.number[b->id];
}

static bool dominates(const struct repair *r, const struct ir_ins *def, uint32_t here) {
    uint32_t there = place(r, def->block);
    return there != ORDER_NONE && ir_order_dominates(&r->o, there, here);
}

/* The value at the end of the block at `k` when it is known without walking further. */
static struct ir_ins *known_out(const struct repair *r, const struct twin *t, uint32_t k) {
    if (r->o.rpo[k]->user == t->loop) return t->a;
    return dominates(r, t->b, k) ? t->b : NULL;
}

static void need(struct repair *r, uint32_t k) {
    if (r->seen[k] == r->mark) return;
    r->seen[k] = r->mark;
    r->list[r->nlist++] = k;
}

static void walk(struct repair *r, const struct twin *t) {
    for (uint32_t done = 0; done < r->nlist; done++) {
        uint32_t k = r->list[done];
        for (uint32_t e = r->o.pred_at[k]; e < r->o.pred_at[k + 1]; e++)
            if (!known_out(r, t, r->o.preds[e])) need(r, r->o.preds[e]);
    }
}

static struct ir_ins *value_out(const struct repair *r, const struct twin *t, uint32_t k) {
    struct ir_ins *known = known_out(r, t, k);
    return known ? known : r->value_in[k];
}

static int by_place(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static uint32_t npreds(const struct repair *r, uint32_t k) {
    return r->o.pred_at[k + 1] - r->o.pred_at[k];
}

static void pass_to(struct repair *r, const struct twin *t, uint32_t k) {
    for (uint32_t e = r->o.pred_at[k]; e < r->o.pred_at[k + 1]; e++) {
        uint32_t p = r->o.preds[e];
        if (e > r->o.pred_at[k] && r->o.preds[e - 1] == p)
            continue; /* both edges of one branch: done together */
        struct ir_ins *term = r->o.rpo[p]->last;
        for (uint32_t j = 0; j < term->nedges; j++)
            if (term->edges[j].to == r->o.rpo[k])
                ir_edge_add(r->f->module, &term->edges[j], value_out(r, t, p));
    }
}

static bool is_constant(const struct ir_ins *i) {
    return i->op == IR_CONST || i->op == IR_FCONST || i->op == IR_ADDR;
}

/* Constants are made again where they are used. */
static void constant_again(const struct twin *t, const struct use *u) {
    struct ir_ins *before = u->user->op == IR_BROVF ? u->user->prev : u->user;
    struct ir_ins *c = ir_insert_before(before, (enum ir_op)t->a->op, (enum ir_type)t->a->type, 0, NULL);
    c->imm = t->a->imm;
    c->sym = t->a->sym;
    *at(u) = c;
}

static void repair_one(struct repair *r, const struct twin *t, struct use *uses, size_t n) {
    if (is_constant(t->a)) {
        for (size_t k = 0; k < n; k++) constant_again(t, &uses[k]);
        return;
    }
    r->mark++;
    r->nlist = 0;
    for (size_t k = 0; k < n; k++) need(r, place(r, uses[k].user->block));
    walk(r, t);
    qsort(r->list, r->nlist, sizeof *r->list, by_place);
    for (uint32_t k = 0; k < r->nlist; k++) {
        uint32_t b = r->list[k];
        r->value_in[b] = npreds(r, b) == 1 ? value_out(r, t, r->o.preds[r->o.pred_at[b]])
                                           : ir_block_param(r->o.rpo[b], (enum ir_type)t->a->type);
    }
    for (uint32_t k = 0; k < r->nlist; k++)
        if (npreds(r, r->list[k]) != 1) pass_to(r, t, r->list[k]);
    for (size_t k = 0; k < n; k++) *at(&uses[k]) = r->value_in[place(r, uses[k].user->block)];
}

struct use_list {
    struct use *p;
    size_t n, cap;
};

static void look_at(struct repair *r, struct use_list *broken, struct use u) {
    struct ir_ins *v = *at(&u), *user = u.user;
    if (v->id >= r->nvalues || !r->twin_of[v->id] || v->block == user->block) return;
    /* The loop's own definition holds in the loop alone, even where it dominates: the copy may have been in
     * between. */
    const struct twin *t = &r->twins[r->twin_of[v->id] - 1];
    bool of_loop = v == t->a && v->block->user == t->loop;
    if (of_loop ? user->block->user == t->loop : dominates(r, v, place(r, user->block))) return;
    VEC_PUSH(&broken[r->twin_of[v->id] - 1], r->scratch, u);
}

void opt_repair(struct ir_func *f, struct arena *scratch, const struct twin *twins, uint32_t n) {
    struct repair r = {.f = f, .scratch = scratch, .twins = twins, .nvalues = f->nins};
    ir_order_of(f, scratch, &r.o);
    r.twin_of = NEW_N(scratch, uint32_t, f->nins + 1);
    r.value_in = NEW_N(scratch, struct ir_ins *, r.o.n + 1);
    r.seen = NEW_N(scratch, uint32_t, r.o.n + 1);
    r.list = NEW_N(scratch, uint32_t, r.o.n + 1);
    struct use_list *broken = NEW_N(scratch, struct use_list, n + 1);
    for (uint32_t k = 0; k < n; k++) { /* the first that names a value has it */
        if (!r.twin_of[twins[k].a->id]) r.twin_of[twins[k].a->id] = k + 1;
        if (!r.twin_of[twins[k].b->id]) r.twin_of[twins[k].b->id] = k + 1;
    }
    for (uint32_t k = 0; k < r.o.n; k++)
        for (struct ir_ins *i = r.o.rpo[k]->first; i; i = i->next) {
            for (uint32_t a = 0; a < i->nargs; a++) look_at(&r, broken, (struct use){i, 0, a});
            for (uint32_t e = 0; e < i->nedges; e++)
                for (uint32_t a = 0; a < i->edges[e].nargs; a++)
                    look_at(&r, broken, (struct use){i, e + 1, a});
        }
    for (uint32_t k = 0; k < n; k++)
        if (broken[k].n) repair_one(&r, &twins[k], broken[k].p, broken[k].n);
}
