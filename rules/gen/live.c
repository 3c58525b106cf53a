/* Liveness with next-use distances, backwards to a fixed point.
 *
 * A distance counts instructions; an edge out of a loop or into cold code adds a large penalty, so that what
 * a loop needs always looks nearer than what comes after it. The same walk finds which values live across a
 * call that clobbers registers, and how many values each loop holds at once. */
#include "rules/gen/mir.h"

struct walk {
    struct mfunc *f;
    int32_t *dist; /* -1: not live */
    uint32_t *list, n;
    uint32_t count[2], maxlive[2], maxcross[2];
    struct mins **ins;
    uint32_t ins_cap;
};

static void add(struct walk *w, uint32_t v, int32_t dist) {
    if (v <= VREG_THREAD) return;
    if (w->dist[v] >= 0) {
        if (dist < w->dist[v]) w->dist[v] = dist;
        return;
    }
    w->dist[v] = dist;
    w->list[w->n++] = v;
    struct vreg *r = &w->f->vregs.p[v];
    if (r->flags & VREG_REMAT) return;
    uint32_t c = r->flags & VREG_FLOAT;
    if (++w->count[c] > w->maxlive[c]) w->maxlive[c] = w->count[c];
}

static void removed(struct walk *w, uint32_t v) {
    if (v <= VREG_THREAD || w->dist[v] < 0) return;
    w->dist[v] = -1;
    struct vreg *r = &w->f->vregs.p[v];
    if (!(r->flags & VREG_REMAT)) w->count[r->flags & VREG_FLOAT]--;
}

static void compact(struct walk *w) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->n; i++)
        if (w->dist[w->list[i]] >= 0) w->list[n++] = w->list[i];
    w->n = n;
}

static void from_successors(struct walk *w, struct mblock *b) {
    for (uint32_t e = 0; e < b->nedges; e++) {
        struct mblock *to = b->edges[e].to;
        int32_t more = to->cold && !b->cold ? DIST_COLD : 0;
        if (mir_depth(to) < mir_depth(b)) more += DIST_EXIT;
        for (uint32_t k = 0; k < to->nin; k++) {
            uint32_t v = to->in[k].v;
            if (w->f->vregs.p[v].birth == to && !mir_inside(b, to->loop)) continue;
            add(w, v, MIN(to->in[k].dist + more, DIST_MAX));
        }
    }
}

static struct live *keep(struct walk *w, uint32_t *n, struct live *old, uint32_t old_n) {
    compact(w);
    struct live *to = w->n <= old_n && old ? old : NEW_N(w->f->arena, struct live, w->n);
    for (uint32_t i = 0; i < w->n; i++) to[i] = (struct live){w->list[i], w->dist[w->list[i]]};
    *n = w->n;
    return to;
}

/* A call that runs seldom, measured by `than`, is not worth arranging registers for. */
#define SELDOM(freq, than) ((freq) < 0.3 * (than))

static void crossed(struct walk *w, const struct mblock *b) {
    uint32_t n[2] = {0, 0};
    compact(w);
    for (uint32_t i = 0; i < w->n; i++) {
        struct vreg *r = &w->f->vregs.p[w->list[i]];
        if (r->flags & VREG_REMAT) continue;
        if (!SELDOM(b->freq, r->def_freq)) r->flags |= VREG_CROSS;
        n[r->flags & VREG_FLOAT]++;
    }
    for (int c = 0; c < 2; c++) w->maxcross[c] = MAX(w->maxcross[c], n[c]);
}

static bool hot_call(const struct mins *m) {
    return m->op == M_CALL && !m->call->cold;
}

static void walk_block(struct walk *w, struct mblock *b) {
    uint32_t n = 0;
    for (struct mins *m = b->first; m; m = m->next) {
        if (n == w->ins_cap) {
            uint32_t cap = n ? n * 2 : 256;
            w->ins = arena_grow(w->f->arena, w->ins, n * sizeof *w->ins, cap * sizeof *w->ins);
            w->ins_cap = cap;
        }
        w->ins[n++] = m;
    }
    b->len = n;
    for (uint32_t i = 0; i < w->n; i++) {
        int32_t *d = &w->dist[w->list[i]];
        *d = MIN(*d + (int32_t)n, DIST_MAX);
    }
    for (uint32_t e = 0; e < b->nedges; e++)
        for (uint32_t k = 0; k < b->edges[e].nargs; k++) add(w, b->edges[e].args[k], (int32_t)n - 1);
    while (n-- > 0) {
        struct mins *m = w->ins[n];
        removed(w, m->d);
        if (hot_call(m)) {
            crossed(w, b);
            for (struct mloop *l = b->loop; l && !b->cold; l = l->parent)
                if (!SELDOM(b->freq, l->header->freq)) l->has_call = true;
        }
        for (int k = 0; k < 4; k++) add(w, m->use[k], (int32_t)n);
        if (m->op != M_CALL) continue;
        for (uint32_t k = 0; k < m->call->nargs; k++) add(w, m->call->args[k], (int32_t)n);
        add(w, m->call->chain, (int32_t)n);
        add(w, m->call->target, (int32_t)n);
    }
    for (uint32_t k = 0; k < b->nparams; k++) removed(w, b->params[k]);
}

static void process(struct walk *w, struct mblock *b) {
    w->n = 0;
    for (int c = 0; c < 2; c++) w->count[c] = w->maxlive[c] = w->maxcross[c] = 0;
    from_successors(w, b);
    b->out = keep(w, &b->nout, b->out, b->nout);
    walk_block(w, b);
    b->in = keep(w, &b->nin, b->in, b->nin);
    for (uint32_t i = 0; i < w->n; i++) removed(w, w->list[i]);
    if (b->loop && !b->cold && !SELDOM(b->freq, b->loop->header->freq * 0.3))
        for (int c = 0; c < 2; c++) {
            b->loop->maxlive[c] = MAX(b->loop->maxlive[c], w->maxlive[c]);
            b->loop->maxcross[c] = MAX(b->loop->maxcross[c], w->maxcross[c]);
        }
}

static void note_definitions(struct mfunc *f) {
    for (uint32_t k = 0; k < f->nparams; k++) f->vregs.p[f->params[k]].def_freq = 1;
    if (f->chain) f->vregs.p[f->chain].def_freq = 1;
    for (uint32_t i = 0; i < f->nblocks; i++) {
        struct mblock *b = f->blocks[i];
        for (uint32_t k = 0; k < b->nparams; k++) f->vregs.p[b->params[k]].def_freq = (float)b->freq;
        for (struct mins *m = b->first; m; m = m->next) f->vregs.p[m->d].def_freq = (float)b->freq;
    }
}

void mir_live(struct mfunc *f) {
    struct walk w = {.f = f};
    note_definitions(f);
    w.dist = NEW_N(f->arena, int32_t, f->vregs.n);
    w.list = NEW_N(f->arena, uint32_t, f->vregs.n + 1);
    memset(w.dist, 0xff, f->vregs.n * sizeof *w.dist);
    uint32_t *grown = NEW_N(f->arena, uint32_t, f->nblocks), *seen = NEW_N(f->arena, uint32_t, f->nblocks);
    bool again = true;
    for (uint32_t clock = 1; again;) {
        again = false;
        for (uint32_t i = f->nblocks; i-- > 0;) {
            struct mblock *b = f->blocks[i];
            bool stale = !seen[i];
            for (uint32_t e = 0; e < b->nedges && !stale; e++) stale = grown[b->edges[e].to->order] > seen[i];
            if (!stale) continue;
            uint32_t before = b->nin;
            bool first = !seen[i];
            process(&w, b);
            seen[i] = ++clock;
            if (b->nin != before || first) {
                grown[i] = ++clock;
                again = true;
            }
        }
    }
    for (size_t i = 0; i < f->loops.n; i++) {
        struct mloop *l = f->loops.p[i], *p = l->parent;
        if (!p) continue;
        for (int c = 0; c < 2; c++) {
            p->maxlive[c] = MAX(p->maxlive[c], l->maxlive[c]);
            p->maxcross[c] = MAX(p->maxcross[c], l->maxcross[c]);
        }
    }
}
