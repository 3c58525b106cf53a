/* Parallel moves made sequential: a move is done when nothing still reads its destination; what is left are
 * cycles, each opened through the scratch register. Constants are made in place and read nothing. */
#include "rules/gen/mir.h"

#define NO_LOCATION UINT32_MAX

static uint32_t source(const struct mover *m, const struct move *x) {
    if (x->from != REG_NONE) return x->from;
    if (m->f->vregs.p[x->v].flags & VREG_REMAT) return NO_LOCATION;
    return 64 + x->v;
}
static uint32_t target(const struct move *x) {
    return x->to != REG_NONE ? x->to : 64 + x->to_v;
}

static struct mins *append(struct mover *m, struct mins ***at, enum form op) {
    struct mins *i = mir_ins(m->f, op);
    i->rd = i->ru[0] = REG_NONE;
    i->copy = true;
    **at = i;
    *at = &i->next;
    return i;
}

static void load_into(struct mover *m, struct mins ***at, uint32_t v, uint8_t reg) {
    struct vreg *r = &m->f->vregs.p[v];
    struct mins *i;
    if (r->flags & VREG_REMAT) {
        i = append(m, at, r->form);
        i->imm = r->imm;
        i->sym = r->sym;
        i->slot = r->slot;
        i->mem_frame = r->form == M_SLOT;
    } else {
        i = append(m, at, M_RELOAD);
        i->slot = v;
        i->mem_frame = true;
    }
    i->d = v;
    i->rd = reg;
}

static void do_move(struct mover *m, struct mins ***at, const struct move *x) {
    struct mins *i;
    if (x->to != REG_NONE) {
        if (x->from == REG_NONE) {
            load_into(m, at, x->v, x->to);
            return;
        }
        i = append(m, at, M_MOV);
        i->ru[0] = x->from;
        i->rd = x->to;
        i->d = i->use[0] = x->v;
        return;
    }
    uint8_t from = x->from;
    if (from == REG_NONE) {
        bool is_int = (m->f->vregs.p[x->v].flags & (VREG_REMAT | VREG_FLOAT)) == VREG_REMAT;
        from = is_int ? m->f->isa->scratch : m->f->isa->fscratch;
        load_into(m, at, x->v, from);
    }
    i = append(m, at, M_SPILL);
    i->ru[0] = from;
    i->use[0] = x->v;
    i->slot = x->to_v;
    i->mem_frame = true;
}

static void open_cycle(struct mover *m, struct mins ***at, struct move *moves, uint32_t first) {
    struct move *x = &moves[first];
    uint32_t d = target(x);
    struct move save = {.v = x->to != REG_NONE ? x->v : x->to_v, .from = x->to, .to = m->f->isa->scratch};
    do_move(m, at, &save);
    /* Along the cycle: each target's old content has been read by the move before. */
    for (;;) {
        uint32_t s = source(m, x);
        m->reads[s]--;
        m->writer[target(x)] = 0;
        if (s == d) {
            x->from = m->f->isa->scratch;
            do_move(m, at, x);
            return;
        }
        do_move(m, at, x);
        x = &moves[m->writer[s] - 1];
    }
}

void move_all(struct mover *m, struct mins ***at, struct move *moves, uint32_t n) {
    uint32_t want = 64 + (uint32_t)m->f->vregs.n;
    if (m->cap < want) {
        m->reads = NEW_N(m->f->arena, uint32_t, want);
        m->writer = NEW_N(m->f->arena, uint32_t, want);
        m->cap = want;
    }
    m->work.n = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t s = source(m, &moves[i]), d = target(&moves[i]);
        if (s == d) continue;
        if (s != NO_LOCATION) m->reads[s]++;
        m->writer[d] = i + 1;
    }
    for (uint32_t i = 0; i < n; i++)
        if (source(m, &moves[i]) != target(&moves[i]) && !m->reads[target(&moves[i])])
            VEC_PUSH(&m->work, m->f->arena, i);
    while (m->work.n) {
        struct move *x = &moves[m->work.p[--m->work.n]];
        uint32_t s = source(m, x);
        do_move(m, at, x);
        m->writer[target(x)] = 0;
        if (s != NO_LOCATION && --m->reads[s] == 0 && m->writer[s])
            VEC_PUSH(&m->work, m->f->arena, m->writer[s] - 1);
    }
    for (uint32_t i = 0; i < n; i++)
        if (m->writer[target(&moves[i])] == i + 1 && source(m, &moves[i]) != target(&moves[i]))
            open_cycle(m, at, moves, i);
}
