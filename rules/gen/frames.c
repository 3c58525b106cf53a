/* Which Python frames a call stands in, for whoever walks the stack while it runs.
 *
 * An operation that leaves the function when it raises names its site. One that is caught does not, but the
 * way its failure takes does: every frame it passes adds its entry to the traceback, innermost first, those
 * of inlined functions and of comprehensions lowered in place too, until it leaves the function or is
 * handled; what is inlined handles nothing (rules/opt/inline.c). */
#include "rules/gen/select.h"

#define FRAMES_MAX 16
#define STEPS_MAX  64

struct chain {
    struct call_frame frame[FRAMES_MAX];
    uint32_t n;
};

static bool is_zero(const struct ir_ins *v) {
    return v->op == IR_CONST && v->imm == 0;
}

/* The parameter of `to` that the jump passes `v` as, or `v`. */
static const struct ir_ins *passed_as(const struct ir_edge *e, const struct ir_ins *v) {
    for (uint32_t k = 0; k < e->nargs && k < e->to->nparams; k++)
        if (sel_strip(e->args[k]) == v) return e->to->params[k];
    return v;
}

/* Where the result `v`, which says "raised", is seen to say so; NULL: nobody looks close by. */
static const struct ir_block *failing(const struct ir_block *b, const struct ir_ins *v) {
    for (int steps = 0; b->last && b->last->op == IR_JMP && steps < 4; steps++) {
        v = passed_as(&b->last->edges[0], v);
        b = b->last->edges[0].to;
    }
    const struct ir_ins *t = b->last;
    if (!t || t->op != IR_BR) return NULL;
    const struct ir_ins *c = sel_strip(t->args[0]);
    if (c == v) return t->edges[1].to;
    if (c->nargs != 2 || sel_strip(c->args[0]) != v || !is_zero(c->args[1])) return NULL;
    if (c->op == IR_LT || c->op == IR_EQ) return t->edges[0].to;
    return c->op == IR_GE || c->op == IR_NE ? t->edges[1].to : NULL;
}

/* False: a handler begins here, so that the entries are all. */
static bool note_entries(const struct ir_block *b, struct chain *c) {
    for (const struct ir_ins *i = b->first; i; i = i->next) {
        if (i->op == IR_RT && i->aux == IR_rt_handler_enter) return false;
        if (i->op != IR_RT || i->aux != IR_rt_traceback || c->n == FRAMES_MAX) continue;
        const struct ir_ins *code = sel_strip(i->args[0]), *site = sel_strip(i->args[1]);
        if (code->op == IR_ADDR && site->op == IR_CONST)
            c->frame[c->n++] = (struct call_frame){code->sym->id, (uint32_t)site->imm + 1};
    }
    return true;
}

/* After an iterator's step: whether it raised or has ended is told by the pending exception. */
static bool asks_exception(const struct ir_ins *branch) {
    const struct ir_ins *c = sel_strip(branch->args[0]);
    return c->op == IR_LD && c->imm == ABI_THREAD_EXC && sel_strip(c->args[0])->op == IR_THREAD;
}

static void follow(const struct ir_block *b, struct chain *c) {
    for (int steps = 0; b && steps < STEPS_MAX && note_entries(b, c); steps++) {
        const struct ir_ins *t = b->last;
        bool on = t && (t->op == IR_JMP || (t->op == IR_BR && asks_exception(t)));
        b = on ? t->edges[0].to : NULL;
    }
}

void sel_frames(struct sel *s, const struct ir_ins *i, struct mcall *call) {
    const struct ir_func *f = s->f->ir;
    if (!f->code) return;
    struct chain c = {.n = 0};
    if (i->site)
        c.frame[c.n++] = (struct call_frame){f->code->id, i->site};
    else
        follow(failing(i->block, i), &c);
    if (!c.n) return;
    struct call_frame *copy = NEW_N(s->f->arena, struct call_frame, c.n);
    memcpy(copy, c.frame, c.n * sizeof *copy);
    call->frames = copy;
    call->nframes = c.n;
}

/* ---- the record of a function: struct frame_record of the runtime ----
 *
 * Its address, that of its code object, its size, the numbers of codes and of returns; the other codes; then
 * for every call the distance from the return address before, and its frames: the site doubled when there is
 * one of the function itself, else twice their number and one, and for each the code (0: the function's) and
 * the site. Sites count from 1. */

static uint32_t code_index(struct frame_codes *codes, struct arena *a, uint32_t own, uint32_t code) {
    if (code == own) return 0;
    for (size_t k = 0; k < codes->list.n; k++)
        if (codes->list.p[k] == code) return (uint32_t)k + 1;
    VEC_PUSH(&codes->list, a, code);
    return (uint32_t)codes->list.n;
}

static void put_uleb(struct buf *out, uint64_t v) {
    for (; v >= 128; v >>= 7) buf_putc(out, (int)(v & 127) | 128);
    buf_putc(out, (int)v);
}

void mir_frame_table(const struct mfunc *f, struct buf *out, struct frame_codes *codes) {
    uint32_t own = f->ir->code->id, at = 0;
    for (size_t k = 0; k < f->as.returns.n; k++) {
        const struct asm_return *r = &f->as.returns.p[k];
        put_uleb(out, r->offset - at);
        at = r->offset;
        if (r->call->nframes == 1 && r->call->frames[0].code == own) {
            put_uleb(out, (uint64_t)r->call->frames[0].site << 1);
            continue;
        }
        put_uleb(out, (uint64_t)r->call->nframes << 1 | 1);
        for (uint32_t i = 0; i < r->call->nframes; i++) {
            put_uleb(out, code_index(codes, f->arena, own, r->call->frames[i].code));
            put_uleb(out, r->call->frames[i].site);
        }
    }
}
