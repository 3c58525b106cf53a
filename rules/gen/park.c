/* Values that live too long for a very large function are kept in the frame instead.
 *
 * Liveness and allocation cost a step per block for every value that lives through it. That is nothing for
 * ordinary functions, but the product of both for one display, call or f-string of thousands of computed
 * parts. Where the sum is out of proportion, the values with the longest lives are stored once behind their
 * definition and loaded anew before every use elsewhere; they would not have had registers anyway. Lives are
 * estimated by how far a value's last use lies behind its definition in reverse postorder. */
#include "rules/gen/mir.h"
#include <stdlib.h>

#define PLENTY      500000u /* blocks lived through by all values together: never too much */
#define PER_BLOCK   64u     /* as many for every block */
#define LONG_ENOUGH 64u     /* a shorter life is left alone */

struct life {
    struct mblock *def;
    uint32_t last; /* rpo of its last use */
    bool in_loop;  /* used in a loop it was not defined in */
    bool fixed;    /* must stay what it is */
    uint32_t slot; /* IR stack slot number + 1 when parked */
};

struct park {
    struct mfunc *f;
    struct life *lives; /* by vreg */
    struct mblock *b;
    struct mins **out;
};

static void note_def(struct park *p, uint32_t v, struct mblock *b) {
    if (v > VREG_THREAD) p->lives[v].def = b;
}

static void note_use(struct park *p, uint32_t v, const struct mblock *b) {
    struct life *l = &p->lives[v];
    if (v <= VREG_THREAD || !l->def) return;
    l->last = MAX(l->last, b->rpo);
    if (b->loop && !mir_inside(l->def, b->loop)) l->in_loop = true;
}

static void note_block_defs(struct park *p, struct mblock *b) {
    for (uint32_t k = 0; k < b->nparams; k++) note_def(p, b->params[k], b);
    for (struct mins *m = b->first; m; m = m->next) {
        note_def(p, m->d, b);
        if (m->op == M_ADDO || m->op == M_SUBO || m->op == M_MULO) p->lives[m->d].fixed = true;
    }
}

/* Calls `each` on every operand of an instruction. */
static void operands(struct park *p, struct mins *m, void (*each)(struct park *p, uint32_t *v)) {
    for (int k = 0; k < 4; k++) each(p, &m->use[k]);
    struct mcall *c = mir_call(m);
    if (!c) return;
    for (uint32_t k = 0; k < c->nargs; k++) each(p, &c->args[k]);
    each(p, &c->chain);
    each(p, &c->target);
}

static void edge_operands(struct park *p, struct mblock *b, void (*each)(struct park *p, uint32_t *v)) {
    for (uint32_t e = 0; e < b->nedges; e++)
        for (uint32_t k = 0; k < b->edges[e].nargs; k++) each(p, &b->edges[e].args[k]);
}

static void count_operand(struct park *p, uint32_t *v) {
    note_use(p, *v, p->b);
}

static void find_lives(struct park *p) {
    struct mfunc *f = p->f;
    for (uint32_t k = 0; k < f->nparams; k++) note_def(p, f->params[k], f->entry);
    note_def(p, f->chain, f->entry);
    for (uint32_t i = 0; i < f->nblocks; i++) note_block_defs(p, f->blocks[i]);
    for (uint32_t i = 0; i < f->nblocks; i++) {
        p->b = f->blocks[i];
        for (struct mins *m = p->b->first; m; m = m->next) operands(p, m, count_operand);
        edge_operands(p, p->b, count_operand);
    }
}

/* ---- choosing ---- */

struct candidate {
    uint32_t v, length;
    bool in_loop;
};

static int by_length(const void *a, const void *b) {
    const struct candidate *x = a, *y = b;
    if (x->in_loop != y->in_loop) return x->in_loop ? 1 : -1;
    if (x->length != y->length) return x->length > y->length ? -1 : 1;
    return x->v < y->v ? -1 : 1;
}

static bool choose(struct park *p) {
    struct mfunc *f = p->f;
    uint64_t sum = 0, limit = PLENTY + (uint64_t)PER_BLOCK * f->nblocks;
    VEC(struct candidate) list = {0};
    for (uint32_t v = VREG_THREAD + 1; v < f->vregs.n; v++) {
        const struct life *l = &p->lives[v];
        if (!l->def || l->last <= l->def->rpo || (f->vregs.p[v].flags & VREG_REMAT)) continue;
        uint32_t length = l->last - l->def->rpo;
        sum += length;
        struct candidate c = {v, length, l->in_loop};
        if (length >= LONG_ENOUGH && !l->fixed) VEC_PUSH(&list, f->arena, c);
    }
    if (sum <= limit || !list.n) return false;
    qsort(list.p, list.n, sizeof *list.p, by_length);
    for (size_t k = 0; k < list.n && sum > limit; k++) {
        p->lives[list.p[k].v].slot = (uint32_t)f->ir->stack.n + ++f->nparked;
        sum -= list.p[k].length;
    }
    return true;
}

/* ---- rewriting ---- */

static struct mins *put(struct park *p, enum form op, uint32_t v) {
    struct mins *m = mir_ins(p->f, op);
    m->mem_frame = true;
    m->slot = p->lives[v].slot;
    *p->out = m;
    p->out = &m->next;
    return m;
}

static void store(struct park *p, uint32_t v) {
    if (v > VREG_THREAD && p->lives[v].slot) put(p, vreg_float(p->f, v) ? M_STF : M_ST, v)->use[2] = v;
}

static void load_operand(struct park *p, uint32_t *v) {
    if (*v <= VREG_THREAD || !p->lives[*v].slot || p->lives[*v].def == p->b) return;
    bool is_float = vreg_float(p->f, *v);
    uint32_t copy = mir_vreg(p->f, is_float);
    p->f->vregs.p[copy].web = p->f->vregs.p[*v].web;
    put(p, is_float ? M_LDF : M_LD, *v)->d = copy;
    *v = copy;
}

static void rewrite_block(struct park *p, struct mblock *b) {
    struct mfunc *f = p->f;
    struct mins *m = b->first;
    p->b = b;
    p->out = &b->first;
    if (b == f->entry) {
        for (uint32_t k = 0; k < f->nparams; k++) store(p, f->params[k]);
        store(p, f->chain);
    }
    for (uint32_t k = 0; k < b->nparams; k++) store(p, b->params[k]);
    for (struct mins *next; m; m = next) {
        next = m->next;
        uint32_t d = m->d; /* a load has numbers that `lives` does not know */
        operands(p, m, load_operand);
        if (!next) edge_operands(p, b, load_operand);
        m->next = NULL;
        *p->out = m;
        p->out = &m->next;
        store(p, d);
    }
    b->last = p->out;
}

void mir_park(struct mfunc *f) {
    struct park p = {.f = f};
    if ((uint64_t)f->nblocks * f->vregs.n <= PLENTY) return;
    p.lives = NEW_N(f->arena, struct life, f->vregs.n);
    find_lives(&p);
    if (!choose(&p)) return;
    for (uint32_t i = 0; i < f->nblocks; i++) rewrite_block(&p, f->blocks[i]);
}
