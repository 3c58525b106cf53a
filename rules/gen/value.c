/* Vregs, constants and memory operands.
 *
 * A constant used outside loops or on a cold path is made in the block that uses it; one used in a loop is
 * born at the head of the outermost loop around the use, where the allocator keeps it in a register if one is
 * free. Neither burdens liveness elsewhere. */
#include "rules/gen/select.h"

uint32_t mir_vreg(struct mfunc *f, bool is_float) {
    struct vreg v = {
        .flags = is_float ? VREG_FLOAT : 0, .hint = REG_NONE, .want = REG_NONE, .offset = NO_SLOT};
    VEC_PUSH(&f->vregs, f->arena, v);
    return (uint32_t)f->vregs.n - 1;
}

struct mins *sel_put(struct sel *s, enum form op) {
    struct mins *m = mir_ins(s->f, op);
    m->ir = s->ir;
    *s->b->last = m;
    s->b->last = &m->next;
    s->b->len++;
    return m;
}

uint32_t sel_remat(struct sel *s, struct ir_ins *v) {
    uint32_t n = mir_vreg(s->f, v->op == IR_FCONST);
    struct vreg *r = &s->f->vregs.p[n];
    r->flags |= VREG_REMAT;
    r->imm = v->op == IR_STACK ? 0 : v->imm;
    switch (v->op) {
    case IR_CONST: r->form = M_IMM; break;
    case IR_FCONST: r->form = M_FIMM; break;
    case IR_ADDR:
        r->form = M_ADDR;
        r->sym = v->sym->id + 1;
        break;
    default:
        r->form = M_SLOT;
        r->slot = (uint32_t)v->aux + 1;
        break;
    }
    return n;
}

/* The definition a constant's vreg has in its block; the allocator makes no code of it. */
void sel_remat_def(struct sel *s, uint32_t v) {
    struct vreg *r = &s->f->vregs.p[v];
    struct mins *m = sel_put(s, r->form);
    m->d = v;
    m->imm = r->imm;
    m->sym = r->sym;
    m->slot = r->slot;
}

static uint32_t remat_local(struct sel *s, struct ir_ins *v) {
    struct local *l = &s->local[s->same[v->id]];
    if (l->block == s->b->id + 1) return l->v;
    l->block = s->b->id + 1;
    l->v = sel_remat(s, v);
    sel_remat_def(s, l->v);
    return l->v;
}

/* More constants than this do not compete for a loop's registers: each lives through all of its blocks. */
#define LOOP_CONSTANTS 100

static uint32_t remat_in_loop(struct sel *s, struct ir_ins *v) {
    struct mloop *loop = s->b->loop;
    while (loop->parent) loop = loop->parent;
    struct local *l = &s->local[s->same[v->id]];
    for (struct loop_const *c = l->loops; c; c = c->next)
        if (c->header == loop->header) return c->v;
    if (loop->nconst == LOOP_CONSTANTS) return remat_local(s, v);
    loop->nconst++;
    struct loop_const *c = NEW(s->f->arena, struct loop_const);
    c->header = loop->header;
    c->v = sel_remat(s, v);
    c->next = l->loops;
    l->loops = c;
    s->f->vregs.p[c->v].birth = loop->header;
    return c->v;
}

uint32_t sel_vreg(struct sel *s, struct ir_ins *v) {
    if (!s->vreg_of[v->id]) s->vreg_of[v->id] = mir_vreg(s->f, v->type == IR_F);
    return s->vreg_of[v->id];
}

/* A use whose constant is worth a register in a loop. */
uint32_t sel_use(struct sel *s, struct ir_ins *v) {
    v = sel_strip(v);
    if (v->op == IR_THREAD) return VREG_THREAD;
    if (!sel_is_remat(v)) return sel_vreg(s, v);
    if (!s->b->loop || s->b->cold) return remat_local(s, v);
    return remat_in_loop(s, v);
}

/* A use that only moves the value: constants are made in place. */
uint32_t sel_use_moved(struct sel *s, struct ir_ins *v) {
    v = sel_strip(v);
    return sel_is_remat(v) ? remat_local(s, v) : sel_use(s, v);
}

bool sel_immediate(struct sel *s, enum form f, struct ir_ins *v, int64_t *imm) {
    v = sel_strip(v);
    if (!sel_is_const(v) || !s->f->isa->imm_ok(f, v->imm)) return false;
    *imm = v->imm;
    return true;
}

/* ---- equal constants share registers ---- */

struct constants {
    struct ir_ins **table;
    uint32_t mask;
};

static bool same_constant(const struct ir_ins *a, const struct ir_ins *b) {
    return a->op == b->op && a->imm == b->imm && a->sym == b->sym && a->aux == b->aux;
}

static struct ir_ins *first_of(struct constants *c, struct ir_ins *i) {
    uint64_t h = ((uint64_t)i->imm * 31 + i->op) * 31 + (i->sym ? i->sym->id : 0) * 7 + (uint32_t)i->aux;
    h *= UINT64_C(0x9e3779b97f4a7c15);
    for (uint32_t k = (uint32_t)(h >> 32);; k++) {
        struct ir_ins **at = &c->table[k & c->mask];
        if (!*at) *at = i;
        if (same_constant(*at, i)) return *at;
    }
}

void sel_find_constants(struct sel *s, const struct ir_func *f) {
    uint32_t size = 16;
    while (size < s->nconstants * 2) size *= 2;
    struct constants c = {NEW_N(s->f->arena, struct ir_ins *, size), size - 1};
    for (const struct ir_block *b = f->blocks; b; b = b->next)
        for (struct ir_ins *i = b->first; i; i = i->next)
            if (sel_is_remat(i)) s->same[i->id] = first_of(&c, i)->id;
}

/* ---- memory operands ---- */

static bool set_symbol(struct sel *s, struct mins *m, struct ir_ins *base, int64_t imm) {
    if (base->op == IR_ADDR) {
        int64_t off = base->imm + imm;
        if (off < -(1 << 28) || off > (1 << 28)) return false;
        m->sym = base->sym->id + 1;
        m->imm = off;
        return true;
    }
    if (base->op == IR_STACK) {
        m->mem_frame = true;
        m->slot = (uint32_t)base->aux + 1;
        m->imm = imm;
        return true;
    }
    (void)s;
    return false;
}

struct address sel_address(struct sel *s, enum form f, struct ir_ins *base, struct ir_ins *index,
                           int64_t imm) {
    struct address a = {0};
    base = sel_strip(base);
    if (index && sel_is_const(sel_strip(index)) && sel_strip(index)->imm > -(1 << 24) &&
        sel_strip(index)->imm < (1 << 24)) {
        imm += sel_strip(index)->imm * 8;
        index = NULL;
    }
    if (!index && set_symbol(s, &a.fold, base, imm)) {
        a.folded = true;
        return a;
    }
    a.base = sel_use(s, base);
    if (index) a.index = sel_use(s, index);
    a.imm = imm;
    if (!s->f->isa->disp_ok(f, imm, index != NULL)) {
        uint32_t t = mir_vreg(s->f, false), by = 0;
        if (!s->f->isa->imm_ok(M_ADD, imm)) {
            struct ir_ins c = {.op = IR_CONST, .imm = imm};
            by = sel_remat(s, &c);
            sel_remat_def(s, by);
        }
        struct mins *m = sel_put(s, M_ADD);
        m->d = t;
        m->use[0] = a.base;
        m->use[1] = by;
        m->imm = by ? 0 : imm;
        a.base = t;
        a.imm = 0;
    }
    return a;
}

void sel_set_address(struct mins *m, const struct address *a) {
    if (a->folded) {
        m->sym = a->fold.sym;
        m->slot = a->fold.slot;
        m->mem_frame = a->fold.mem_frame;
        m->imm = a->fold.imm;
        return;
    }
    m->use[0] = a->base;
    m->use[1] = a->index;
    m->imm = a->imm;
}
