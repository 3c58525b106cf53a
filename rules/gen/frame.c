/* The frame: spill slots, IR stack slots, outgoing arguments.
 *
 * A spill slot is needed from the first SPILL to the last RELOAD in layout order, and through every block at
 * whose borders the value lives; slots whose spans do not meet are shared (linear scan, free slots reused
 * lowest first). */
#include "rules/gen/mir.h"
#include <stdlib.h>

struct span {
    uint32_t v, from, to;
};

struct spans {
    uint32_t *index; /* by vreg, + 1 */
    VEC(struct span) list;
};

static void extend(struct mfunc *f, struct spans *s, uint32_t v, uint32_t pos) {
    struct vreg *x = &f->vregs.p[v];
    if (x->offset != NO_SLOT || !(x->flags & (VREG_SPILLED | VREG_MEM))) return;
    if (!s->index[v]) {
        struct span n = {v, pos, pos};
        VEC_PUSH(&s->list, f->arena, n);
        s->index[v] = (uint32_t)s->list.n;
        return;
    }
    struct span *p = &s->list.p[s->index[v] - 1];
    p->from = MIN(p->from, pos);
    p->to = MAX(p->to, pos);
}

static void find_spans(struct mfunc *f, struct spans *s) {
    uint32_t pos = 0;
    for (uint32_t i = 0; i < f->nblocks; i++) {
        struct mblock *b = f->blocks[i];
        for (uint32_t k = 0; k < b->nin; k++) extend(f, s, b->in[k].v, pos);
        for (struct mins *m = b->first; m; m = m->next, pos++)
            if (m->op == M_SPILL || m->op == M_RELOAD) extend(f, s, m->slot, pos);
        for (uint32_t k = 0; k < b->nout; k++) extend(f, s, b->out[k].v, pos);
        pos++;
    }
}

static int by_start(const void *a, const void *b) {
    const struct span *x = a, *y = b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return x->v < y->v ? -1 : 1;
}

struct heap_entry {
    uint32_t key, slot;
};
struct heap {
    struct heap_entry *e;
    uint32_t n;
};
static bool before(struct heap_entry a, struct heap_entry b) {
    return a.key != b.key ? a.key < b.key : a.slot < b.slot;
}
static void heap_push(struct heap *h, struct heap_entry x) {
    uint32_t i = h->n++;
    for (; i && before(x, h->e[(i - 1) / 2]); i = (i - 1) / 2) h->e[i] = h->e[(i - 1) / 2];
    h->e[i] = x;
}
static struct heap_entry heap_pop(struct heap *h) {
    struct heap_entry top = h->e[0], x = h->e[--h->n];
    uint32_t i = 0;
    for (;;) {
        uint32_t c = 2 * i + 1;
        if (c >= h->n) break;
        if (c + 1 < h->n && before(h->e[c + 1], h->e[c])) c++;
        if (!before(h->e[c], x)) break;
        h->e[i] = h->e[c];
        i = c;
    }
    h->e[i] = x;
    return top;
}

/* Gives each span a slot number; returns how many there are. */
static uint32_t share_slots(struct mfunc *f, struct spans *s, uint32_t *slot) {
    uint32_t n = (uint32_t)s->list.n, count = 0;
    struct heap busy = {NEW_N(f->arena, struct heap_entry, n + 1), 0};
    struct heap spare = {NEW_N(f->arena, struct heap_entry, n + 1), 0};
    if (n) qsort(s->list.p, n, sizeof *s->list.p, by_start);
    for (uint32_t i = 0; i < n; i++) {
        struct span *p = &s->list.p[i];
        while (busy.n && busy.e[0].key < p->from) {
            struct heap_entry e = heap_pop(&busy);
            heap_push(&spare, (struct heap_entry){0, e.slot});
        }
        slot[i] = spare.n ? heap_pop(&spare).slot : count++;
        heap_push(&busy, (struct heap_entry){p->to, slot[i]});
    }
    return count;
}

static bool wants_thread(const struct mins *m, uint8_t thread) {
    if (m->op == M_POLL || (m->op == M_CALL && (m->call->thread || m->call->check))) return true;
    for (int k = 0; k < 4; k++)
        if (m->use[k] && m->ru[k] == thread) return true;
    return false;
}

static void resolve(struct mfunc *f) {
    for (uint32_t i = 0; i < f->nblocks; i++)
        for (struct mins *m = f->blocks[i]->first; m; m = m->next) {
            if (m->op == M_SPILL || m->op == M_RELOAD)
                m->imm = f->vregs.p[m->slot].offset;
            else if (m->slot)
                m->imm += f->slot_offset[m->slot - 1];
        }
}

void mir_frame(struct mfunc *f) {
    struct spans s = {.index = NEW_N(f->arena, uint32_t, f->vregs.n)};
    f->as.saved &= f->isa->callee_saved;
    for (uint32_t i = 0; i < f->nblocks && !f->as.uses_thread; i++)
        for (struct mins *m = f->blocks[i]->first; m && !f->as.uses_thread; m = m->next)
            f->as.uses_thread = wants_thread(m, f->isa->thread);
    if (f->as.uses_thread) f->as.saved |= reg_bit(f->isa->thread);
    find_spans(f, &s);
    uint32_t *slot = NEW_N(f->arena, uint32_t, s.list.n);
    uint32_t count = share_slots(f, &s, slot);
    int32_t base = (int32_t)f->isa->saved_bytes(&f->as);
    for (size_t i = 0; i < s.list.n; i++)
        f->vregs.p[s.list.p[i].v].offset = -(base + 8 * ((int32_t)slot[i] + 1));
    base += (int32_t)count * 8;
    f->slot_offset = NEW_N(f->arena, int32_t, f->ir->stack.n + f->nparked);
    for (size_t i = 0; i < f->ir->stack.n; i++) {
        base += (int32_t)((f->ir->stack.p[i] + 7) & ~7u);
        f->slot_offset[i] = -base;
    }
    for (uint32_t i = 0; i < f->nparked; i++) f->slot_offset[f->ir->stack.n + i] = -(base += 8);
    base += (int32_t)f->outgoing;
    base = (base + 15) & ~15;
    f->as.frame = (uint32_t)base - f->isa->saved_bytes(&f->as);
    resolve(f);
}
