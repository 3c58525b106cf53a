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
#include "rules/gen/mir.h"
#include <stdlib.h>

struct use {
    struct use *next;
    int32_t pos;
};

struct ra {
    struct mfunc *f;
    const struct isa *isa;
    struct mblock *b;
    struct vreg *vregs;
    struct use **uses; /* next uses in this block and behind it */
    struct use *spare;
    uint32_t at[64];  /* vreg in each register */
    uint8_t *reg;     /* register of each vreg */
    bool *mem;        /* its slot has been written on the way here */
    uint32_t *stored; /* predecessors that have, zero between uses */
    regset used;
    struct mins **out;
    int32_t pos;
    struct mins **ins;
    uint32_t ins_cap;
    struct mover mover;
    VEC(struct move) moves;
    VEC(uint32_t) touched;
};

static regset class_of(const struct ra *r, uint32_t v) {
    return r->isa->allocatable & (r->vregs[v].flags & VREG_FLOAT ? REGS_FLOAT : REGS_INT);
}
static bool alive(const struct ra *r, uint32_t v) {
    return r->uses[v] != NULL;
}
static uint8_t lowest(regset s) {
    return (uint8_t)__builtin_ctzll(s);
}

/* ---- what is where ---- */

static void hold(struct ra *r, uint8_t reg, uint32_t v) {
    r->at[reg] = v;
    r->reg[v] = reg;
    r->used |= reg_bit(reg);
    r->f->as.saved |= reg_bit(reg) & r->isa->callee_saved;
    struct vreg *x = &r->vregs[v];
    x->hint = reg;
    if (x->web && r->vregs[x->web].hint == REG_NONE) r->vregs[x->web].hint = reg;
    VEC_PUSH(&r->touched, r->f->arena, v);
}
static void drop(struct ra *r, uint32_t v) {
    uint8_t reg = r->reg[v];
    if (reg == REG_NONE) return;
    r->reg[v] = REG_NONE;
    r->at[reg] = 0;
    r->used &= ~reg_bit(reg);
}

static struct mins *append(struct ra *r, enum form op) {
    struct mins *m = mir_ins(r->f, op);
    m->copy = true;
    *r->out = m;
    r->out = &m->next;
    return m;
}
static void append_move(struct ra *r, uint32_t v, uint8_t from, uint8_t to) {
    struct mins *m = append(r, M_MOV);
    m->d = m->use[0] = v;
    m->ru[0] = from;
    m->rd = to;
}
static struct mins *append_spill(struct ra *r, uint32_t v, uint8_t from) {
    struct mins *m = append(r, M_SPILL);
    m->use[0] = m->slot = v;
    m->ru[0] = from;
    m->mem_frame = true;
    return m;
}

/* From now on v's slot holds it (constants need none). */
static void to_memory(struct ra *r, uint32_t v) {
    struct vreg *x = &r->vregs[v];
    if (x->flags & (VREG_REMAT | VREG_SPILLED) || r->mem[v]) return;
    if (x->def_freq <= (float)r->b->freq * 1.01f) {
        x->flags |= VREG_SPILLED;
        return;
    }
    append_spill(r, v, r->reg[v]);
    x->flags |= VREG_MEM;
    r->mem[v] = true;
    VEC_PUSH(&r->touched, r->f->arena, v);
}
static void evict(struct ra *r, uint8_t reg) {
    uint32_t v = r->at[reg];
    to_memory(r, v);
    drop(r, v);
}

static void load_copy(struct ra *r, uint32_t v, uint8_t to) {
    struct move x = {.v = v, .from = r->reg[v], .to = to};
    move_all(&r->mover, &r->out, &x, 1);
}

/* ---- choosing ---- */

static bool prefers_kept(const struct ra *r, uint32_t v) {
    return (r->vregs[v].flags & (VREG_CROSS | VREG_REMAT)) == VREG_CROSS && !r->b->cold;
}

static uint8_t first_in_order(const struct ra *r, regset s) {
    for (const uint8_t *o = r->isa->order; *o != REG_NONE; o++)
        if (s & reg_bit(*o)) return *o;
    return lowest(s);
}

static uint8_t pick_free(const struct ra *r, uint32_t v, regset free) {
    const struct vreg *x = &r->vregs[v];
    regset good = free;
    if (prefers_kept(r, v) && (free & r->isa->callee_saved)) good = free & r->isa->callee_saved;
    uint8_t hints[3] = {x->want, x->web ? r->vregs[x->web].hint : REG_NONE, x->hint};
    for (int k = 0; k < 3; k++)
        if (hints[k] != REG_NONE && (good & reg_bit(hints[k]))) return hints[k];
    if (!prefers_kept(r, v)) {
        if (good & ~r->isa->callee_saved)
            good &= ~r->isa->callee_saved;
        else if (good & r->f->as.saved)
            good &= r->f->as.saved;
    }
    return first_in_order(r, good);
}

static uint8_t pick_victim(const struct ra *r, regset among) {
    uint8_t best = REG_NONE;
    int64_t best_score = -1;
    for (regset s = among; s; s &= s - 1) {
        uint8_t q = lowest(s);
        uint32_t v = r->at[q];
        int64_t score = alive(r, v) ? r->uses[v]->pos - r->pos : 2 * (int64_t)DIST_MAX;
        if (r->vregs[v].flags & (VREG_REMAT | VREG_SPILLED) || r->mem[v]) score = score * 2 + 1;
        if (score > best_score) {
            best_score = score;
            best = q;
        }
    }
    return best;
}

/* A register for v among `allowed`, none of `busy`; somebody leaves when all are taken. */
static uint8_t choose(struct ra *r, uint32_t v, regset allowed, regset busy) {
    allowed &= ~busy;
    if (allowed & ~r->used) return pick_free(r, v, allowed & ~r->used);
    uint8_t q = pick_victim(r, allowed);
    if (q == REG_NONE) BUG("gen: no register for v%u in %.*s", v, STR_ARG(r->f->ir->sym->name));
    evict(r, q);
    return q;
}

/* Moves whoever is in `reg` elsewhere: to a free register outside `avoid`, else to memory. */
static void vacate(struct ra *r, uint8_t reg, regset avoid) {
    uint32_t v = r->at[reg];
    regset free = class_of(r, v) & ~r->used & ~avoid;
    if (free && !(r->vregs[v].flags & VREG_REMAT)) {
        uint8_t q = pick_free(r, v, free);
        append_move(r, v, reg, q);
        drop(r, v);
        hold(r, q, v);
        return;
    }
    evict(r, reg);
}

/* ---- next uses ---- */

static void push_use(struct ra *r, uint32_t v, int32_t pos) {
    if (v <= VREG_THREAD) return;
    if (r->uses[v] && r->uses[v]->pos == pos) return;
    struct use *u = r->spare;
    if (u)
        r->spare = u->next;
    else
        u = NEW(r->f->arena, struct use);
    u->pos = pos;
    u->next = r->uses[v];
    r->uses[v] = u;
}
static void pop_use(struct ra *r, uint32_t v) {
    if (v <= VREG_THREAD) return;
    while (r->uses[v] && r->uses[v]->pos <= r->pos) {
        struct use *u = r->uses[v];
        r->uses[v] = u->next;
        u->next = r->spare;
        r->spare = u;
    }
}
static void clear_uses(struct ra *r, uint32_t v) {
    while (r->uses[v]) {
        struct use *u = r->uses[v];
        r->uses[v] = u->next;
        u->next = r->spare;
        r->spare = u;
    }
}

static void want(struct ra *r, uint32_t v, uint8_t reg) {
    if (v > VREG_THREAD) r->vregs[v].want = reg;
}

/* Where each argument of a call goes: REG_NONE for the stack, then *stack is its index there. */
struct arg_walk {
    uint32_t ints, floats, stack;
};
static uint8_t arg_reg(const struct ra *r, struct arg_walk *w, uint32_t v) {
    if (r->vregs[v].flags & VREG_FLOAT) {
        if (w->floats < r->isa->nfargs) return r->isa->fargs[w->floats++];
    } else if (w->ints < r->isa->nargs) {
        return r->isa->args[w->ints++];
    }
    w->stack++;
    return REG_NONE;
}

static void note_uses(struct ra *r, struct mins *m, int32_t pos) {
    const struct form_rule *rule = &r->isa->rules[m->op];
    for (int k = 0; k < 4; k++) push_use(r, m->use[k], pos);
    if (rule->fix0) want(r, m->use[0], rule->fix0 - 1);
    if (rule->fix1) want(r, m->use[1], rule->fix1 - 1);
    if (m->op == M_RET && m->use[0])
        want(r, m->use[0], vreg_float(r->f, m->use[0]) ? r->isa->fresult : r->isa->result);
    struct mcall *c = mir_call(m);
    if (!c) return;
    struct arg_walk w = {c->thread, 0, 0};
    for (uint32_t k = 0; k < c->nargs; k++) {
        push_use(r, c->args[k], pos);
        uint8_t q = arg_reg(r, &w, c->args[k]);
        if (q != REG_NONE) want(r, c->args[k], q);
    }
    push_use(r, c->chain, pos);
    push_use(r, c->target, pos);
    want(r, c->chain, r->isa->chain);
    want(r, c->target, r->isa->call_target);
}

static uint32_t build_uses(struct ra *r) {
    struct mblock *b = r->b;
    uint32_t n = 0;
    for (struct mins *m = b->first; m; m = m->next) {
        if (n == r->ins_cap) {
            uint32_t cap = n ? n * 2 : 256;
            r->ins = arena_grow(r->f->arena, r->ins, n * sizeof *r->ins, cap * sizeof *r->ins);
            r->ins_cap = cap;
        }
        r->ins[n++] = m;
    }
    for (uint32_t k = 0; k < b->nout; k++) push_use(r, b->out[k].v, (int32_t)n + b->out[k].dist);
    for (uint32_t e = 0; e < b->nedges; e++)
        for (uint32_t k = 0; k < b->edges[e].nargs; k++) push_use(r, b->edges[e].args[k], (int32_t)n - 1);
    for (uint32_t k = n; k-- > 0;) note_uses(r, r->ins[k], (int32_t)k);
    return n;
}

/* ---- the start of a block ---- */

static void load_end(struct ra *r, const struct mblock *p) {
    for (uint32_t k = 0; k < p->nend; k++) {
        r->reg[p->end[k].v] = p->end[k].reg;
        r->mem[p->end[k].v] = p->end[k].mem;
    }
}
static void unload_end(struct ra *r, const struct mblock *p) {
    for (uint32_t k = 0; k < p->nend; k++) {
        r->reg[p->end[k].v] = REG_NONE;
        r->mem[p->end[k].v] = false;
    }
}

static void start_entry(struct ra *r) {
    struct mfunc *f = r->f;
    struct mblock *b = r->b;
    struct arg_walk w = {1, 0, 0};
    b->start = NEW_N(f->arena, struct place_of, f->nparams + 1);
    for (uint32_t k = 0; k < f->nparams; k++) {
        uint32_t v = f->params[k], stack = w.stack;
        uint8_t q = arg_reg(r, &w, v);
        if (q == REG_NONE) {
            r->vregs[v].flags |= VREG_SPILLED;
            r->vregs[v].offset = r->isa->incoming + (int32_t)stack * 8;
        } else if (alive(r, v)) {
            hold(r, q, v);
            b->start[b->nstart++] = (struct place_of){v, q, false};
        }
    }
    if (f->chain && alive(r, f->chain)) {
        hold(r, r->isa->chain, f->chain);
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
    int32_t through_room = MAX(0, room - (demand - through)), remat_room = l->has_call ? 0 : room - demand;
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
        c[k].reg = free ? pick_free(r, c[k].v, free) : REG_NONE;
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
    unload_end(r, p);
    for (int cl = 0; cl < 2; cl++)
        for (uint32_t k = 0; k < n[cl]; k++)
            if (c[cl][k].reg != REG_NONE) hold(r, c[cl][k].reg, c[cl][k].v);
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

/* Forgets that a slot has been written unless every predecessor allocated so far wrote it: else they would
 * all have to. */
static void agree_on_memory(struct ra *r, const struct mblock *p) {
    struct mblock *b = r->b;
    if (b->npreds < 2 || b->cold) return;
    uint32_t others = 0;
    for (uint32_t k = 0; k < b->npreds; k++) {
        const struct mblock *q = b->preds[k];
        if (!q->done || q == p) continue;
        others++;
        for (uint32_t i = 0; i < q->nend; i++) r->stored[q->end[i].v] += q->end[i].mem;
    }
    for (uint32_t k = 0; k < b->nin; k++) {
        struct place_of *s = &b->start[k];
        if (s->reg != REG_NONE) s->mem = s->mem && r->stored[s->v] >= others;
    }
    for (uint32_t k = 0; k < b->npreds; k++)
        for (uint32_t i = 0; b->preds[k]->done && i < b->preds[k]->nend; i++)
            r->stored[b->preds[k]->end[i].v] = 0;
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
    unload_end(r, p);
    agree_on_memory(r, p);
    for (uint32_t k = 0; k < b->nin; k++) {
        struct place_of *s = &b->start[k];
        if (s->reg != REG_NONE) {
            hold(r, s->reg, s->v);
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
        if (q == REG_NONE || !(free & reg_bit(q))) q = free ? pick_free(r, v, free) : REG_NONE;
        if (q == REG_NONE)
            r->vregs[v].flags |= VREG_SPILLED;
        else
            hold(r, q, v);
        place_start(r, b->nin + k, v, q, false);
    }
}

static void start_block(struct ra *r) {
    struct mblock *b = r->b;
    if (b == r->f->entry) {
        start_entry(r);
        return;
    }
    const struct mblock *p = model(b);
    if (!p) BUG("gen: block without an earlier predecessor in %.*s", STR_ARG(r->f->ir->sym->name));
    b->nstart = b->nin + b->nparams;
    b->start = NEW_N(r->f->arena, struct place_of, b->nstart);
    load_end(r, p);
    if (is_header(b))
        start_header(r, p);
    else
        start_plain(r, p);
}

/* ---- one instruction ---- */

static void release_dead(struct ra *r, uint32_t v) {
    if (v > VREG_THREAD && !alive(r, v)) drop(r, v);
}

static void emit_into(struct ra *r, struct mins *m) {
    m->next = NULL;
    *r->out = m;
    r->out = &m->next;
}

static void define(struct ra *r, struct mins *m, uint8_t reg) {
    m->rd = reg;
    r->mem[m->d] = false;
    if (alive(r, m->d)) {
        hold(r, reg, m->d);
    } else {
        r->f->as.saved |= reg_bit(reg) & r->isa->callee_saved;
    }
}

/* Empties the registers a form destroys or wants; what may stay is a fixed use already in place that nobody
 * needs later. */
static void clear_fixed(struct ra *r, const struct mins *m, const struct form_rule *rule, regset fixed) {
    regset lost = rule->clobber | (rule->fix_d ? reg_bit(rule->fix_d - 1) : 0);
    for (regset s = fixed & r->used; s; s &= s - 1) {
        uint8_t q = lowest(s);
        uint32_t v = r->at[q];
        bool in_place = (rule->fix0 == q + 1 && m->use[0] == v) || (rule->fix1 == q + 1 && m->use[1] == v);
        bool other = (m->use[0] == v && rule->fix0 != q + 1) || (m->use[1] == v && rule->fix1 != q + 1);
        if (in_place && !other && !(alive(r, v) && (lost & reg_bit(q)))) continue;
        vacate(r, q, fixed);
    }
}

static regset place_uses(struct ra *r, struct mins *m, const struct form_rule *rule, regset fixed) {
    regset busy = fixed;
    uint8_t fix[4] = {rule->fix0, m->use[1] ? rule->fix1 : 0, 0, 0};
    for (int k = 0; k < 4; k++) {
        uint32_t v = m->use[k];
        if (v == VREG_THREAD && !fix[k]) m->ru[k] = r->isa->thread;
        if (v > VREG_THREAD && !fix[k] && r->reg[v] != REG_NONE && !(fixed & reg_bit(r->reg[v])))
            busy |= reg_bit(r->reg[v]);
    }
    for (int k = 0; k < 2; k++) {
        if (!fix[k] || !m->use[k]) continue;
        m->ru[k] = fix[k] - 1;
        uint32_t v = m->use[k];
        if (v == VREG_THREAD)
            append_move(r, v, r->isa->thread, fix[k] - 1);
        else if (r->reg[v] != fix[k] - 1)
            load_copy(r, v, fix[k] - 1);
    }
    for (int k = 0; k < 4; k++) {
        uint32_t v = m->use[k];
        if (v <= VREG_THREAD || fix[k]) continue;
        uint8_t q = r->reg[v];
        if (q == REG_NONE || (fixed & reg_bit(q))) {
            q = choose(r, v, class_of(r, v), busy);
            load_copy(r, v, q);
            drop(r, v);
            hold(r, q, v);
        }
        busy |= reg_bit(q);
        m->ru[k] = q;
    }
    return busy;
}

static void place_def(struct ra *r, struct mins *m, const struct form_rule *rule, regset fixed, regset busy) {
    if (rule->flags & (RULE_TIED | RULE_TIED3)) {
        int t = rule->flags & RULE_TIED ? 0 : 3;
        uint32_t v = m->use[t];
        if (v <= VREG_THREAD || alive(r, v) || (fixed & reg_bit(m->ru[t]))) {
            uint8_t q = choose(r, m->d, class_of(r, m->d), busy);
            append_move(r, v, m->ru[t], q);
            m->ru[t] = q;
        } else {
            drop(r, v);
        }
        for (int k = 0; k < 4; k++) release_dead(r, m->use[k]);
        define(r, m, m->ru[t]);
        return;
    }
    if (!(rule->flags & RULE_EARLY)) {
        for (int k = 0; k < 4; k++) release_dead(r, m->use[k]);
        busy = fixed;
    }
    uint8_t q = rule->fix_d ? rule->fix_d - 1 : choose(r, m->d, class_of(r, m->d), busy);
    for (int k = 0; k < 4; k++) release_dead(r, m->use[k]);
    define(r, m, q);
}

static void allocate_plain(struct ra *r, struct mins *m) {
    const struct form_rule *rule = &r->isa->rules[m->op];
    for (int k = 0; k < 4; k++) pop_use(r, m->use[k]);
    if ((rule->flags & RULE_COMM) && m->use[1] && m->use[0] > VREG_THREAD && alive(r, m->use[0]) &&
        !alive(r, m->use[1])) {
        uint32_t t = m->use[0];
        m->use[0] = m->use[1];
        m->use[1] = t;
    }
    regset fixed = rule->clobber;
    if (rule->fix0 && m->use[0]) fixed |= reg_bit(rule->fix0 - 1);
    if (rule->fix1 && m->use[1]) fixed |= reg_bit(rule->fix1 - 1);
    if (rule->fix_d && m->d) fixed |= reg_bit(rule->fix_d - 1);
    clear_fixed(r, m, rule, fixed);
    regset busy = place_uses(r, m, rule, fixed);
    if (m->d)
        place_def(r, m, rule, fixed, busy);
    else
        for (int k = 0; k < 4; k++) release_dead(r, m->use[k]);
    emit_into(r, m);
}

/* ---- calls ---- */

static void add_move(struct ra *r, uint32_t v, uint8_t to) {
    struct move x = {.v = v, .from = v == VREG_THREAD ? r->isa->thread : r->reg[v], .to = to};
    VEC_PUSH(&r->moves, r->f->arena, x);
}

static void stack_arg(struct ra *r, uint32_t v, uint32_t index) {
    uint8_t from = v == VREG_THREAD ? r->isa->thread : r->reg[v];
    if (from == REG_NONE) {
        from = (r->vregs[v].flags & (VREG_REMAT | VREG_FLOAT)) == VREG_REMAT ? r->isa->scratch
                                                                             : r->isa->fscratch;
        load_copy(r, v, from);
    }
    struct mins *m = append(r, M_STARG);
    m->use[0] = v;
    m->ru[0] = from;
    m->imm = index * 8;
    r->f->outgoing = MAX(r->f->outgoing, index * 8 + 8);
}

/* Values that live on leave the registers a call destroys: the nearest used get what is free of the others.
 */
static void save_across(struct ra *r, const struct mcall *c) {
    regset lost = r->isa->allocatable & ~r->isa->callee_saved;
    for (;;) {
        uint8_t best = REG_NONE;
        for (regset s = r->used & lost; s; s &= s - 1) {
            uint8_t q = lowest(s);
            uint32_t v = r->at[q];
            if (!alive(r, v)) continue;
            if (best == REG_NONE || r->uses[v]->pos < r->uses[r->at[best]]->pos) best = q;
        }
        if (best == REG_NONE) return;
        uint32_t v = r->at[best];
        regset free = class_of(r, v) & r->isa->callee_saved & ~r->used;
        if (free && !c->cold && !(r->vregs[v].flags & VREG_REMAT)) {
            uint8_t q = pick_free(r, v, free);
            append_move(r, v, best, q);
            drop(r, v);
            hold(r, q, v);
        } else {
            evict(r, best);
        }
    }
}

static void allocate_call(struct ra *r, struct mins *m) {
    struct mcall *c = m->call;
    struct arg_walk w = {c->thread, 0, 0};
    r->moves.n = 0;
    for (uint32_t k = 0; k < c->nargs; k++) {
        uint32_t stack = w.stack;
        uint8_t q = arg_reg(r, &w, c->args[k]);
        if (q == REG_NONE)
            stack_arg(r, c->args[k], stack);
        else
            add_move(r, c->args[k], q);
    }
    if (c->chain) add_move(r, c->chain, r->isa->chain);
    if (c->target) add_move(r, c->target, r->isa->call_target);
    if (c->thread) add_move(r, VREG_THREAD, r->isa->args[0]);
    for (uint32_t k = 0; k < c->nargs; k++) pop_use(r, c->args[k]);
    pop_use(r, c->chain);
    pop_use(r, c->target);
    save_across(r, c);
    move_all(&r->mover, &r->out, r->moves.p, (uint32_t)r->moves.n);
    for (uint32_t k = 0; k < c->nargs; k++) release_dead(r, c->args[k]);
    release_dead(r, c->chain);
    release_dead(r, c->target);
    m->ru[0] = c->target ? r->isa->call_target : REG_NONE;
    emit_into(r, m);
    if (m->d) define(r, m, c->result);
}

static void allocate_ret(struct ra *r, struct mins *m) {
    uint32_t v = m->use[0];
    if (v) {
        pop_use(r, v);
        uint8_t to = vreg_float(r->f, v) ? r->isa->fresult : r->isa->result;
        if (v == VREG_THREAD)
            append_move(r, v, r->isa->thread, to);
        else if (r->reg[v] != to)
            load_copy(r, v, to);
        m->ru[0] = to;
        release_dead(r, v);
    }
    emit_into(r, m);
}

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
    for (uint32_t i = 0; i < b->nend; i++) clear_uses(r, b->end[i].v);
    memset(r->at, 0, sizeof r->at);
    r->used = 0;
}

static void allocate_block(struct ra *r, struct mblock *b) {
    r->b = b;
    r->pos = -1;
    uint32_t n = build_uses(r);
    b->first = NULL;
    r->out = &b->first;
    start_block(r);
    for (uint32_t k = 0; k < n; k++) {
        struct mins *m = r->ins[k];
        r->pos = (int32_t)k;
        if (m->op == M_CALL)
            allocate_call(r, m);
        else if (m->op == M_RET)
            allocate_ret(r, m);
        else if (m->op == M_JMP)
            b->jmp = m;
        else if (m->d && (r->vregs[m->d].flags & VREG_REMAT))
            continue;
        else
            allocate_plain(r, m);
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
    load_end(r, p);
    for (uint32_t k = 0; k < s->nin; k++) {
        struct place_of *x = &s->start[k];
        bool unstored = !(r->vregs[x->v].flags & (VREG_REMAT | VREG_SPILLED)) && !r->mem[x->v];
        if ((x->reg == REG_NONE || x->mem) && unstored) {
            add_slot_move(r, x->v, x->v);
            r->vregs[x->v].flags |= VREG_MEM;
        }
        if (x->reg != REG_NONE && r->reg[x->v] != x->reg) add_move(r, x->v, x->reg);
    }
    for (uint32_t k = 0; k < s->nparams; k++) {
        struct place_of *x = &s->start[s->nin + k];
        if (!x->v) continue;
        uint32_t a = p->edges[0].args[k];
        if (x->reg == REG_NONE)
            add_slot_move(r, a, x->v);
        else
            add_move(r, a, x->reg);
    }
    struct mins **at = p->last;
    move_all(&r->mover, &at, r->moves.p, (uint32_t)r->moves.n);
    *at = p->jmp;
    p->jmp->next = NULL;
    p->last = &p->jmp->next;
    unload_end(r, p);
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
                append_spill(r, x->v, x->reg);
        }
        *r->out = first;
        for (struct mins *m = first; m; m = m->next) {
            if (!m->d || m->copy || !(r->vregs[m->d].flags & VREG_SPILLED)) continue;
            struct mins *next = m->next;
            r->out = &m->next;
            m = append_spill(r, m->d, m->rd);
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
    r.stored = NEW_N(f->arena, uint32_t, n);
    memset(r.reg, REG_NONE, n);
    r.mover.f = f;
    for (uint32_t i = 0; i < f->nblocks; i++) allocate_block(&r, f->blocks[i]);
    for (uint32_t i = 0; i < f->nblocks; i++)
        if (f->blocks[i]->jmp) connect(&r, f->blocks[i]);
    store_at_definitions(&r);
}
