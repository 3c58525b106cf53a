/* What a block starts with: the arguments in their ABI registers, the contents of one predecessor, or for a
 * loop header what deserves a register all around the loop. */
#include "rules/gen/regalloc.h"
#include <stdlib.h>

static void start_entry(struct ra *r) {
    struct mfunc *f = r->f;
    struct mblock *b = r->b;
    struct arg_walk w = {1, 0, 0};
    b->start = NEW_N(f->arena, struct place_of, f->nparams + 1);
    for (uint32_t k = 0; k < f->nparams; k++) {
        uint32_t v = f->params[k], stack = w.stack;
        uint8_t q = ra_arg_reg(r, &w, v);
        if (q == REG_NONE) {
            r->vregs[v].flags |= VREG_SPILLED;
            r->vregs[v].offset = r->isa->incoming + (int32_t)stack * 8;
        } else if (alive(r, v)) {
            ra_hold(r, q, v);
            b->start[b->nstart++] = (struct place_of){v, q, false};
        }
    }
    if (f->chain && alive(r, f->chain)) {
        ra_hold(r, r->isa->chain, f->chain);
        b->start[b->nstart++] = (struct place_of){f->chain, r->isa->chain, false};
    }
}

static const struct mblock *model(const struct mblock *b) {
    const struct mblock *best = NULL;
    for (uint32_t k = 0; k < b->npreds; k++) {
        const struct mblock *p = b->preds[k];
        if (!p->done) continue;
        if (!best || p->freq > best->freq || (p->freq == best->freq && p->order > best->order)) best = p;
    }
    return best;
}

static bool is_header(const struct mblock *b) {
    return b->loop && b->loop->header == b;
}

static uint32_t arg_of(const struct mblock *p, const struct mblock *b, uint32_t k) {
    for (uint32_t e = 0; e < p->nedges; e++)
        if (p->edges[e].to == b) return p->edges[e].args[k];
    return 0;
}

struct candidate {
    uint32_t v;
    int32_t dist;
    uint8_t reg; /* where it is, or REG_NONE */
    bool param;
};
static int by_distance(const void *a, const void *b) {
    const struct candidate *x = a, *y = b;
    if (x->dist != y->dist) return x->dist < y->dist ? -1 : 1;
    return x->v < y->v ? -1 : x->v > y->v;
}

static uint32_t count_regs(regset s) {
    return (uint32_t)__builtin_popcountll(s);
}

/* Which of a header's values of one class get a register; fills reg (REG_NONE: memory). */
static void choose_header(struct ra *r, struct candidate *c, uint32_t n, regset class) {
    const struct mloop *l = r->b->loop;
    uint32_t cl = class & REGS_FLOAT ? 1 : 0;
    regset all = r->isa->allocatable & class, kept = all & r->isa->callee_saved;
    regset pool = l->has_call ? kept : all;
    int32_t room = l->has_call ? (int32_t)count_regs(kept) : (int32_t)count_regs(all) - 2;
    int32_t through = 0, demand = (int32_t)(l->has_call ? l->maxcross[cl] : l->maxlive[cl]);
    for (uint32_t k = 0; k < n; k++)
        through += c[k].dist >= DIST_EXIT && !(r->vregs[c[k].v].flags & VREG_REMAT);
    int32_t through_room = MAX(0, room - (demand - through)),
            remat_room = l->has_call ? 0 : room - demand - 2;
    qsort(c, n, sizeof *c, by_distance);
    regset taken = 0;
    bool *chosen = NEW_N(r->f->arena, bool, n);
    regset *allowed = NEW_N(r->f->arena, regset, n);
    for (uint32_t k = 0; k < n; k++) {
        const struct vreg *x = &r->vregs[c[k].v];
        allowed[k] = pool;
        if (x->flags & VREG_REMAT) {
            chosen[k] = remat_room-- > 0 && c[k].dist < DIST_COLD;
            room -= chosen[k];
            continue;
        }
        if (c[k].param && !(x->flags & VREG_CROSS)) {
            allowed[k] = all;
            chosen[k] = true;
            continue;
        }
        bool far = c[k].dist >= DIST_EXIT;
        chosen[k] = room > 0 && (!far || through_room-- > 0);
        room -= chosen[k];
        if (c[k].param && !chosen[k]) {
            allowed[k] = all;
            chosen[k] = !far;
        }
    }
    for (uint32_t k = 0; k < n; k++) {
        if (!chosen[k] || c[k].reg == REG_NONE || !(allowed[k] & reg_bit(c[k].reg)) ||
            (taken & reg_bit(c[k].reg))) {
            c[k].reg = chosen[k] ? c[k].reg | 0x80 : REG_NONE;
            continue;
        }
        taken |= reg_bit(c[k].reg);
    }
    for (uint32_t k = 0; k < n; k++) {
        if (!chosen[k] || c[k].reg < 64) continue;
        regset free = allowed[k] & ~taken;
        c[k].reg = free ? ra_pick_free(r, c[k].v, free) : REG_NONE;
        if (free) taken |= reg_bit(c[k].reg);
    }
}

static void place_start(struct ra *r, uint32_t k, uint32_t v, uint8_t reg, bool mem) {
    r->b->start[k] = (struct place_of){v, reg, mem};
}

static void start_header(struct ra *r, const struct mblock *p) {
    struct mblock *b = r->b;
    struct candidate *c[2];
    uint32_t n[2] = {0, 0};
    for (int k = 0; k < 2; k++) c[k] = NEW_N(r->f->arena, struct candidate, b->nin + b->nparams);
    for (uint32_t k = 0; k < b->nin; k++) {
        uint32_t v = b->in[k].v, cl = r->vregs[v].flags & VREG_FLOAT;
        c[cl][n[cl]++] = (struct candidate){v, b->in[k].dist, r->reg[v], false};
    }
    for (uint32_t k = 0; k < b->nparams; k++) {
        uint32_t v = b->params[k], cl = r->vregs[v].flags & VREG_FLOAT, a = arg_of(p, b, k);
        if (!alive(r, v)) continue;
        c[cl][n[cl]++] = (struct candidate){v, r->uses[v]->pos, a > VREG_THREAD ? r->reg[a] : REG_NONE, true};
    }
    choose_header(r, c[0], n[0], REGS_INT);
    choose_header(r, c[1], n[1], REGS_FLOAT);
    bool *pmem = NEW_N(r->f->arena, bool, b->nin);
    for (uint32_t k = 0; k < b->nin; k++) pmem[k] = r->mem[b->in[k].v];
    ra_unload_end(r, p);
    for (int cl = 0; cl < 2; cl++)
        for (uint32_t k = 0; k < n[cl]; k++)
            if (c[cl][k].reg != REG_NONE) ra_hold(r, c[cl][k].reg, c[cl][k].v);
    for (uint32_t k = 0; k < b->nin; k++) {
        uint32_t v = b->in[k].v;
        bool mem = pmem[k];
        if (r->reg[v] == REG_NONE && !mem && !(r->vregs[v].flags & (VREG_REMAT | VREG_SPILLED))) {
            if (r->vregs[v].def_freq <= (float)b->freq)
                r->vregs[v].flags |= VREG_SPILLED;
            else
                mem = true;
        }
        if (mem) r->vregs[v].flags |= VREG_MEM;
        r->mem[v] = mem;
        VEC_PUSH(&r->touched, r->f->arena, v);
        place_start(r, k, v, r->reg[v], mem);
    }
    for (uint32_t k = 0; k < b->nparams; k++) {
        uint32_t v = b->params[k];
        if (alive(r, v) && r->reg[v] == REG_NONE) r->vregs[v].flags |= VREG_SPILLED;
        place_start(r, b->nin + k, alive(r, v) ? v : 0, r->reg[v], false);
    }
}

/* At a merge, what only some predecessors have would cost the others an instruction on their edge: forget
 * that a slot has been written unless all allocated so far wrote it, and that a constant is in a register
 * unless it is in theirs. */
static void agree(struct ra *r, const struct mblock *p) {
    struct mblock *b = r->b;
    if (b->npreds < 2 || b->cold) return;
    uint32_t others = 0;
    for (uint32_t k = 0; k < b->nin; k++)
        if (r->vregs[b->start[k].v].flags & VREG_REMAT) r->reg[b->start[k].v] = b->start[k].reg;
    for (uint32_t k = 0; k < b->npreds; k++) {
        const struct mblock *q = b->preds[k];
        if (!q->done || q == p) continue;
        others++;
        for (uint32_t i = 0; i < q->nend; i++) {
            const struct place_of *e = &q->end[i];
            bool constant = r->vregs[e->v].flags & VREG_REMAT;
            r->agreed[e->v] += constant ? e->reg == r->reg[e->v] : e->mem;
        }
    }
    for (uint32_t k = 0; k < b->nin; k++) {
        struct place_of *s = &b->start[k];
        bool all = r->agreed[s->v] >= others;
        if (s->reg != REG_NONE) s->mem = s->mem && all;
        if (!(r->vregs[s->v].flags & VREG_REMAT)) continue;
        r->reg[s->v] = REG_NONE;
        if (!all) s->reg = REG_NONE;
    }
    for (uint32_t k = 0; k < b->npreds; k++)
        for (uint32_t i = 0; b->preds[k]->done && i < b->preds[k]->nend; i++)
            r->agreed[b->preds[k]->end[i].v] = 0;
}

static void start_plain(struct ra *r, const struct mblock *p) {
    struct mblock *b = r->b;
    uint8_t *arg_at = NEW_N(r->f->arena, uint8_t, b->nparams);
    for (uint32_t k = 0; k < b->nparams; k++) {
        uint32_t a = arg_of(p, b, k);
        arg_at[k] = a > VREG_THREAD ? r->reg[a] : REG_NONE;
    }
    for (uint32_t k = 0; k < b->nin; k++) {
        uint32_t v = b->in[k].v;
        place_start(r, k, v, r->reg[v], r->mem[v]);
    }
    ra_unload_end(r, p);
    agree(r, p);
    for (uint32_t k = 0; k < b->nin; k++) {
        struct place_of *s = &b->start[k];
        if (s->reg != REG_NONE) {
            ra_hold(r, s->reg, s->v);
        }
        r->mem[s->v] = s->mem;
        VEC_PUSH(&r->touched, r->f->arena, s->v);
    }
    for (uint32_t k = 0; k < b->nparams; k++) {
        uint32_t v = b->params[k];
        if (!alive(r, v)) {
            place_start(r, b->nin + k, 0, REG_NONE, false);
            continue;
        }
        regset free = class_of(r, v) & ~r->used;
        uint8_t q = arg_at[k];
        if (q == REG_NONE || !(free & reg_bit(q))) q = free ? ra_pick_free(r, v, free) : REG_NONE;
        if (q == REG_NONE)
            r->vregs[v].flags |= VREG_SPILLED;
        else
            ra_hold(r, q, v);
        place_start(r, b->nin + k, v, q, false);
    }
}

void ra_start_block(struct ra *r) {
    struct mblock *b = r->b;
    if (b == r->f->entry) {
        start_entry(r);
        return;
    }
    const struct mblock *p = model(b);
    if (!p) BUG("gen: block without an earlier predecessor in %.*s", STR_ARG(r->f->ir->sym->name));
    b->nstart = b->nin + b->nparams;
    b->start = NEW_N(r->f->arena, struct place_of, b->nstart);
    ra_load_end(r, p);
    if (is_header(b))
        start_header(r, p);
    else
        start_plain(r, p);
}
