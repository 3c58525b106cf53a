/* Control flow of a machine function: layout order, predecessors, the loop tree.
 *
 * Order is a depth-first search over hot blocks first, then from them into cold ones, so that code on the
 * common path is contiguous and the register allocator decides for it first. Loops are found by retreating
 * edges; in irreducible graphs (generators enter loops in the middle) the answer is approximate, which costs
 * speed, never correctness. */
#include "rules/gen/mir.h"

/* Taken in lots: the size of an instruction is not a multiple of the arena's alignment. */
struct mins *mir_ins(struct mfunc *f, enum form op) {
    if (!f->nspare) {
        f->nspare = 64;
        f->spare = NEW_N(f->arena, struct mins, f->nspare);
    }
    struct mins *m = &f->spare[--f->nspare];
    m->op = (uint8_t)op;
    return m;
}

struct mblock *mir_block(struct mfunc *f) {
    struct mblock *b = NEW(f->arena, struct mblock);
    if (f->nall == f->all_cap) {
        uint32_t cap = f->all_cap ? f->all_cap * 2 : 32;
        f->all = arena_grow(f->arena, f->all, f->all_cap * sizeof *f->all, cap * sizeof *f->all);
        f->all_cap = cap;
    }
    b->id = f->nall;
    b->order = UINT32_MAX;
    b->last = &b->first;
    f->all[f->nall++] = b;
    return b;
}

struct frame_of_search {
    struct mblock *b;
    uint32_t next;
};

/* Edges are visited so that the one that should follow the block in the layout is finished last: shallower
 * loops first, later edges first. */
static uint32_t edge_at(const struct mblock *b, uint32_t k) {
    if (b->nedges == 2) {
        uint32_t d0 = mir_depth(b->edges[0].to), d1 = mir_depth(b->edges[1].to);
        if (d1 > d0) return k;
        return 1 - k;
    }
    return b->nedges - 1 - k;
}

struct search {
    struct frame_of_search *stack;
    struct mblock **post;
    uint32_t n, npost;
    bool *seen;
};

static void search_from(struct search *s, struct mblock *root, bool hot_only) {
    s->n = 0;
    s->seen[root->id] = true;
    s->stack[s->n++] = (struct frame_of_search){root, 0};
    while (s->n) {
        struct frame_of_search *top = &s->stack[s->n - 1];
        if (top->next == top->b->nedges) {
            s->post[s->npost++] = top->b;
            s->n--;
            continue;
        }
        struct mblock *to = top->b->edges[edge_at(top->b, top->next++)].to;
        if (s->seen[to->id] || (hot_only && to->cold)) continue;
        s->seen[to->id] = true;
        s->stack[s->n++] = (struct frame_of_search){to, 0};
    }
}

static void take_reversed(struct mfunc *f, struct search *s) {
    while (s->npost) {
        struct mblock *b = s->post[--s->npost];
        b->order = f->nblocks;
        f->blocks[f->nblocks++] = b;
    }
}

static void fill_preds(struct mfunc *f) {
    for (uint32_t i = 0; i < f->nblocks; i++) f->blocks[i]->npreds = 0;
    for (uint32_t i = 0; i < f->nblocks; i++)
        for (uint32_t e = 0; e < f->blocks[i]->nedges; e++) f->blocks[i]->edges[e].to->npreds++;
    for (uint32_t i = 0; i < f->nblocks; i++) {
        struct mblock *b = f->blocks[i];
        b->preds = NEW_N(f->arena, struct mblock *, b->npreds);
        b->npreds = 0;
    }
    for (uint32_t i = 0; i < f->nblocks; i++)
        for (uint32_t e = 0; e < f->blocks[i]->nedges; e++) {
            struct mblock *to = f->blocks[i]->edges[e].to;
            to->preds[to->npreds++] = f->blocks[i];
        }
}

void mir_order(struct mfunc *f) {
    struct search s = {0};
    s.stack = NEW_N(f->arena, struct frame_of_search, f->nall);
    s.post = NEW_N(f->arena, struct mblock *, f->nall);
    s.seen = NEW_N(f->arena, bool, f->nall);
    f->blocks = NEW_N(f->arena, struct mblock *, f->nall);
    f->nblocks = 0;
    for (uint32_t i = 0; i < f->nall; i++) f->all[i]->order = UINT32_MAX;
    f->entry->cold = false;
    search_from(&s, f->entry, true);
    take_reversed(f, &s);
    /* What is reached from hot blocks only through cold ones; each search adds a closed group. Roots are
     * taken last to first so that the groups, reversed as a whole, keep every block after a predecessor. */
    uint32_t hot = f->nblocks;
    for (uint32_t i = hot; i-- > 0;) {
        struct mblock *b = f->blocks[i];
        for (uint32_t e = 0; e < b->nedges; e++)
            if (!s.seen[b->edges[e].to->id]) search_from(&s, b->edges[e].to, false);
    }
    take_reversed(f, &s);
    for (uint32_t i = hot; i < f->nblocks; i++) f->blocks[i]->cold = true;
    fill_preds(f);
}

static struct mloop *outermost(struct mloop *l) {
    while (l->parent) l = l->parent;
    return l;
}

/* Everything that reaches `l`'s header through its retreating edges. */
static void collect(struct mloop *l, struct mblock **work, uint32_t n) {
    struct mblock *h = l->header;
    while (n) {
        struct mblock *b = work[--n];
        if (b == h || b->rpo < h->rpo) continue;
        struct mblock *from = b;
        if (b->loop) {
            struct mloop *top = outermost(b->loop);
            if (top == l) continue;
            top->parent = l;
            from = top->header;
        } else {
            b->loop = l;
        }
        for (uint32_t p = 0; p < from->npreds; p++) {
            struct mblock *q = from->preds[p];
            if (q->rpo < h->rpo || q == h) continue;
            if (q->loop && outermost(q->loop) == l) continue;
            work[n++] = q;
        }
    }
}

/* Blocks in reverse postorder of the whole graph: the layout puts cold blocks last, which would make their
 * edges back look like loops. */
static struct mblock **whole_order(struct mfunc *f) {
    struct search s = {0};
    s.stack = NEW_N(f->arena, struct frame_of_search, f->nall);
    s.post = NEW_N(f->arena, struct mblock *, f->nall);
    s.seen = NEW_N(f->arena, bool, f->nall);
    search_from(&s, f->entry, false);
    for (uint32_t i = 0; i < s.npost; i++) s.post[i]->rpo = s.npost - 1 - i;
    return s.post;
}

void mir_loops(struct mfunc *f) {
    uint32_t edges = 1;
    struct mblock **post = whole_order(f);
    for (uint32_t i = 0; i < f->nblocks; i++) edges += f->blocks[i]->npreds;
    struct mblock **work = NEW_N(f->arena, struct mblock *, edges * 2 + f->nblocks);
    for (uint32_t i = 0; i < f->nblocks; i++) {
        struct mblock *h = post[i];
        uint32_t n = 0;
        for (uint32_t p = 0; p < h->npreds; p++)
            if (h->preds[p]->rpo >= h->rpo) work[n++] = h->preds[p];
        if (!n) continue;
        struct mloop *l = NEW(f->arena, struct mloop);
        l->header = h;
        struct mloop *inner = h->loop;
        if (inner) outermost(inner)->parent = l; /* only in irreducible graphs */
        h->loop = l;
        VEC_PUSH(&f->loops, f->arena, l);
        collect(l, work, n);
    }
    for (size_t i = f->loops.n; i-- > 0;) {
        struct mloop *l = f->loops.p[i];
        l->depth = l->parent ? l->parent->depth + 1 : 1;
    }
}

static double edge_weight(const struct mblock *b, const struct mblock *to) {
    if (to->cold && !b->cold) return 0.01;
    return mir_depth(to) < mir_depth(b) ? 0.1 : 1.0;
}

void mir_frequencies(struct mfunc *f) {
    struct mblock **post = whole_order(f);
    for (uint32_t i = 0; i < f->nblocks; i++) f->blocks[i]->freq = 0;
    f->entry->freq = 1;
    for (uint32_t i = f->nblocks; i-- > 0;) {
        struct mblock *b = post[i];
        if (b->loop && b->loop->header == b) b->freq *= 10;
        double sum = 0;
        for (uint32_t e = 0; e < b->nedges; e++) sum += edge_weight(b, b->edges[e].to);
        for (uint32_t e = 0; e < b->nedges; e++) {
            struct mblock *to = b->edges[e].to;
            if (to->rpo > b->rpo) to->freq += b->freq * edge_weight(b, to) / sum;
        }
    }
}
