/* What is in which register, who leaves when one is wanted, and when each value is used next. */
#include "rules/gen/regalloc.h"

/* ---- what is where ---- */

void ra_hold(struct ra *r, uint8_t reg, uint32_t v) {
    r->at[reg] = v;
    r->reg[v] = reg;
    r->used |= reg_bit(reg);
    r->f->as.saved |= reg_bit(reg) & r->isa->callee_saved;
    struct vreg *x = &r->vregs[v];
    x->hint = reg;
    if (x->web && r->vregs[x->web].hint == REG_NONE) r->vregs[x->web].hint = reg;
    VEC_PUSH(&r->touched, r->f->arena, v);
}
void ra_drop(struct ra *r, uint32_t v) {
    uint8_t reg = r->reg[v];
    if (reg == REG_NONE) return;
    r->reg[v] = REG_NONE;
    r->at[reg] = 0;
    r->used &= ~reg_bit(reg);
}

struct mins *ra_append(struct ra *r, enum form op) {
    struct mins *m = mir_ins(r->f, op);
    m->copy = true;
    *r->out = m;
    r->out = &m->next;
    return m;
}
void ra_append_move(struct ra *r, uint32_t v, uint8_t from, uint8_t to) {
    struct mins *m = ra_append(r, M_MOV);
    m->d = m->use[0] = v;
    m->ru[0] = from;
    m->rd = to;
}
struct mins *ra_append_spill(struct ra *r, uint32_t v, uint8_t from) {
    struct mins *m = ra_append(r, M_SPILL);
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
    ra_append_spill(r, v, r->reg[v]);
    x->flags |= VREG_MEM;
    r->mem[v] = true;
    VEC_PUSH(&r->touched, r->f->arena, v);
}
void ra_evict(struct ra *r, uint8_t reg) {
    uint32_t v = r->at[reg];
    to_memory(r, v);
    ra_drop(r, v);
}

void ra_load_copy(struct ra *r, uint32_t v, uint8_t to) {
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

uint8_t ra_pick_free(const struct ra *r, uint32_t v, regset free) {
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
uint8_t ra_choose(struct ra *r, uint32_t v, regset allowed, regset busy) {
    allowed &= ~busy;
    if (allowed & ~r->used) return ra_pick_free(r, v, allowed & ~r->used);
    uint8_t q = pick_victim(r, allowed);
    if (q == REG_NONE) BUG("gen: no register for v%u in %.*s", v, STR_ARG(r->f->ir->sym->name));
    ra_evict(r, q);
    return q;
}

/* Moves whoever is in `reg` elsewhere: to a free register outside `avoid`, else to memory. */
void ra_vacate(struct ra *r, uint8_t reg, regset avoid) {
    uint32_t v = r->at[reg];
    regset free = class_of(r, v) & ~r->used & ~avoid;
    if (free && !(r->vregs[v].flags & VREG_REMAT)) {
        uint8_t q = ra_pick_free(r, v, free);
        ra_append_move(r, v, reg, q);
        ra_drop(r, v);
        ra_hold(r, q, v);
        return;
    }
    ra_evict(r, reg);
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
void ra_pop_use(struct ra *r, uint32_t v) {
    if (v <= VREG_THREAD) return;
    while (r->uses[v] && r->uses[v]->pos <= r->pos) {
        struct use *u = r->uses[v];
        r->uses[v] = u->next;
        u->next = r->spare;
        r->spare = u;
    }
}
void ra_clear_uses(struct ra *r, uint32_t v) {
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

uint8_t ra_arg_reg(const struct ra *r, struct arg_walk *w, uint32_t v) {
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
        uint8_t q = ra_arg_reg(r, &w, c->args[k]);
        if (q != REG_NONE) want(r, c->args[k], q);
    }
    push_use(r, c->chain, pos);
    push_use(r, c->target, pos);
    want(r, c->chain, r->isa->chain);
    want(r, c->target, r->isa->call_target);
}

uint32_t ra_build_uses(struct ra *r) {
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

void ra_load_end(struct ra *r, const struct mblock *p) {
    for (uint32_t k = 0; k < p->nend; k++) {
        r->reg[p->end[k].v] = p->end[k].reg;
        r->mem[p->end[k].v] = p->end[k].mem;
    }
}
void ra_unload_end(struct ra *r, const struct mblock *p) {
    for (uint32_t k = 0; k < p->nend; k++) {
        r->reg[p->end[k].v] = REG_NONE;
        r->mem[p->end[k].v] = false;
    }
}
