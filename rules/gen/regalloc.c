/* Register allocation: one pass over the layout with exact register contents at every point.
 *
 * The idea: at a use, the value is in a register or is brought there; when none is free, the value whose next
 * use is farthest leaves (Belady), distances having been weighted by loops and cold code (live.c). Because of
 * SSA a value's slot, once written, stays right: it is written either at the definition (SPILLED) or, when
 * the definition runs more often than the place that wants the register, just there (mem). A block starts
 * with the contents of one predecessor that was allocated before; a loop header chooses afresh what deserves
 * a register all around the loop. In the end every JMP gets the moves that turn its block's final contents
 * into what its target starts with.
 *
 * Hot blocks come first in the layout, so cold ones adapt to them. A call on a cold path saves what it would
 * destroy where it stands, which is why it does not push values of the hot path out of registers. */
#include "rules/gen/regalloc.h"

static void end_block(struct ra *r) {
    struct mblock *b = r->b;
    uint32_t n = b->nout, k = 0;
    for (uint32_t e = 0; e < b->nedges; e++) n += b->edges[e].nargs;
    b->end = NEW_N(r->f->arena, struct place_of, n);
    for (uint32_t i = 0; i < b->nout; i++) {
        uint32_t v = b->out[i].v;
        b->end[k++] = (struct place_of){v, r->reg[v], r->mem[v]};
    }
    for (uint32_t e = 0; e < b->nedges; e++)
        for (uint32_t i = 0; i < b->edges[e].nargs; i++) {
            uint32_t v = b->edges[e].args[i];
            if (v > VREG_THREAD) b->end[k++] = (struct place_of){v, r->reg[v], r->mem[v]};
        }
    b->nend = k;
    b->last = r->out;
    b->done = true;
    for (size_t i = 0; i < r->touched.n; i++) {
        r->reg[r->touched.p[i]] = REG_NONE;
        r->mem[r->touched.p[i]] = false;
    }
    r->touched.n = 0;
    for (uint32_t i = 0; i < b->nend; i++) ra_clear_uses(r, b->end[i].v);
    memset(r->at, 0, sizeof r->at);
    r->used = 0;
}

static void allocate_block(struct ra *r, struct mblock *b) {
    r->b = b;
    r->pos = -1;
    uint32_t n = ra_build_uses(r);
    b->first = NULL;
    r->out = &b->first;
    ra_start_block(r);
    for (uint32_t k = 0; k < n; k++) {
        struct mins *m = r->ins[k];
        r->pos = (int32_t)k;
        if (m->op == M_CALL)
            ra_call(r, m);
        else if (m->op == M_RET)
            ra_ret(r, m);
        else if (m->op == M_JMP)
            b->jmp = m;
        else if (m->d && (r->vregs[m->d].flags & VREG_REMAT))
            continue;
        else
            ra_plain(r, m);
    }
    end_block(r);
}

/* ---- between blocks ---- */

static void add_slot_move(struct ra *r, uint32_t v, uint32_t to_v) {
    struct move x = {
        .v = v, .from = v == VREG_THREAD ? r->isa->thread : r->reg[v], .to = REG_NONE, .to_v = to_v};
    VEC_PUSH(&r->moves, r->f->arena, x);
}

/* The moves before block p's JMP. */
static void connect(struct ra *r, struct mblock *p) {
    struct mblock *s = p->edges[0].to;
    r->moves.n = 0;
    ra_load_end(r, p);
    for (uint32_t k = 0; k < s->nin; k++) {
        struct place_of *x = &s->start[k];
        bool unstored = !(r->vregs[x->v].flags & (VREG_REMAT | VREG_SPILLED)) && !r->mem[x->v];
        if ((x->reg == REG_NONE || x->mem) && unstored) {
            add_slot_move(r, x->v, x->v);
            r->vregs[x->v].flags |= VREG_MEM;
        }
        if (x->reg != REG_NONE && r->reg[x->v] != x->reg) ra_add_move(r, x->v, x->reg);
    }
    for (uint32_t k = 0; k < s->nparams; k++) {
        struct place_of *x = &s->start[s->nin + k];
        if (!x->v) continue;
        uint32_t a = p->edges[0].args[k];
        if (x->reg == REG_NONE)
            add_slot_move(r, a, x->v);
        else
            ra_add_move(r, a, x->reg);
    }
    struct mins **at = p->last;
    move_all(&r->mover, &at, r->moves.p, (uint32_t)r->moves.n);
    *at = p->jmp;
    p->jmp->next = NULL;
    p->last = &p->jmp->next;
    ra_unload_end(r, p);
}

/* Stores of SPILLED values right behind their definitions. */
static void store_at_definitions(struct ra *r) {
    struct mfunc *f = r->f;
    for (uint32_t i = 0; i < f->nblocks; i++) {
        struct mblock *b = f->blocks[i];
        struct mins *first = b->first;
        r->out = &b->first;
        uint32_t params = b == f->entry ? 0 : b->nin;
        for (uint32_t k = params; k < b->nstart; k++) {
            struct place_of *x = &b->start[k];
            if (x->v && x->reg != REG_NONE && (r->vregs[x->v].flags & VREG_SPILLED) &&
                !(b == f->entry && r->vregs[x->v].offset != NO_SLOT))
                ra_append_spill(r, x->v, x->reg);
        }
        *r->out = first;
        for (struct mins *m = first; m; m = m->next) {
            if (!m->d || m->copy || !(r->vregs[m->d].flags & VREG_SPILLED)) continue;
            struct mins *next = m->next;
            r->out = &m->next;
            m = ra_append_spill(r, m->d, m->rd);
            m->next = next;
        }
    }
}

void mir_allocate(struct mfunc *f) {
    struct ra r = {.f = f, .isa = f->isa, .vregs = f->vregs.p};
    size_t n = f->vregs.n;
    r.uses = NEW_N(f->arena, struct use *, n);
    r.reg = NEW_N(f->arena, uint8_t, n);
    r.mem = NEW_N(f->arena, bool, n);
    r.agreed = NEW_N(f->arena, uint32_t, n);
    memset(r.reg, REG_NONE, n);
    r.mover.f = f;
    for (uint32_t i = 0; i < f->nblocks; i++) allocate_block(&r, f->blocks[i]);
    for (uint32_t i = 0; i < f->nblocks; i++)
        if (f->blocks[i]->jmp) connect(&r, f->blocks[i]);
    store_at_definitions(&r);
}
