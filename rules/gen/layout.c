/* From allocated forms to bytes: blocks in layout order, then the raise stubs, then their common tail.
 *
 * Blocks that only jump are left out and their users sent on. Jumps are first written long; when the whole
 * function stands, those that reach are made short (shrinking only brings things closer, so this is repeated
 * until it settles), the code is closed up and everything that names an offset is moved along. */
#include "rules/gen/mir.h"

struct layout {
    struct mfunc *f;
    uint32_t *stub_of;   /* by site: label + 1 */
    VEC(uint32_t) stubs; /* sites in order of first use */
    uint32_t nlabels, tail, fail;
    bool fail_used, tail_used;
};

static struct mblock *thread_jumps(struct mblock *b) {
    for (int n = 0; n < 64 && b->first && b->first->op == M_JMP; n++) b = b->edges[0].to;
    return b;
}
static bool skipped(const struct mfunc *f, const struct mblock *b) {
    return b != f->entry && b->first && b->first->op == M_JMP;
}

static uint32_t raise_label(struct layout *l, uint32_t site) {
    if (!l->f->ir->code || !site || site > l->f->ir->sites.n) {
        l->fail_used = true;
        return l->fail;
    }
    l->tail_used = true;
    if (!l->stub_of[site]) {
        l->stub_of[site] = ++l->nlabels;
        VEC_PUSH(&l->stubs, l->f->arena, site);
    }
    return l->stub_of[site] - 1;
}

static void bind(struct layout *l, uint32_t label) {
    l->f->as.labels[label] = (uint32_t)l->f->as.code.n;
}

static void set_labels(struct mfunc *f, struct mblock *b, struct mins *m) {
    if (m->op != M_SWITCH) {
        for (uint32_t e = 0; e < b->nedges; e++) m->label[e] = thread_jumps(b->edges[e].to)->id;
        return;
    }
    m->imm2 = (int32_t)b->nedges;
    m->table = NEW_N(f->arena, uint32_t, b->nedges);
    for (uint32_t e = 0; e < b->nedges; e++) m->table[e] = thread_jumps(b->edges[e].to)->id;
}

static void emit_block(struct layout *l, struct mblock *b, uint32_t next, struct buf *dump) {
    struct mfunc *f = l->f;
    bind(l, b->id);
    if (dump) buf_printf(dump, "b%u:%s  ; depth %u\n", b->id, b->cold ? " cold" : "", mir_depth(b));
    for (struct mins *m = b->first; m; m = m->next) {
        if (!m->next) set_labels(f, b, m);
        if (dump) mir_print_ins(dump, f, m);
        f->isa->emit(&f->as, m, next);
        struct mcall *c = mir_call(m);
        if (c && c->nframes)
            VEC_PUSH(&f->as.returns, f->arena, ((struct asm_return){(uint32_t)f->as.code.n, c}));
        if (c && c->check) f->isa->check(&f->as, (enum call_check)c->check, raise_label(l, c->site));
    }
}

static uint32_t upper_bound(const struct mfunc *f) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->nblocks; i++)
        for (struct mins *m = f->blocks[i]->first; m; m = m->next)
            n += 24 + (m->op == M_CALL ? 24 : 0) + (m->op == M_SWITCH ? 4 * f->blocks[i]->nedges : 0);
    return n;
}

static void failure_of(const struct mfunc *f, uint8_t *reg, int64_t *value) {
    *value = f->ir->result == IR_I ? -1 : 0;
    *reg = f->ir->result == IR_N ? REG_NONE : f->ir->result == IR_F ? f->isa->fresult : f->isa->result;
}

static void emit_stubs(struct layout *l) {
    struct mfunc *f = l->f;
    for (size_t k = 0; k < l->stubs.n; k++) {
        bind(l, l->stub_of[l->stubs.p[k]] - 1);
        f->isa->stub(&f->as, l->stubs.p[k] - 1, l->tail, k + 1 == l->stubs.n);
    }
    if (l->tail_used) {
        bind(l, l->tail);
        f->isa->tail(&f->as, mir_rt_sym(f, IR_rt_traceback), f->ir->code->id);
    }
    if (l->tail_used || l->fail_used) {
        uint8_t reg;
        int64_t value;
        failure_of(f, &reg, &value);
        bind(l, l->fail);
        f->isa->fail(&f->as, reg, value);
    }
}

/* ---- closing up ---- */

struct shrink {
    uint32_t *label_index; /* fixes before each label */
    uint32_t *before;      /* bytes saved before fix k */
};

static void prefix(struct assembler *a, const struct isa *isa, struct shrink *s) {
    uint32_t sum = 0;
    for (size_t k = 0; k < a->fixes.n; k++) {
        struct asm_fix *x = &a->fixes.p[k];
        s->before[k] = sum;
        if (x->is_short) sum += isa->jump_size(x, false) - isa->jump_size(x, true);
    }
    s->before[a->fixes.n] = sum;
}

static uint32_t fixes_below(const struct assembler *a, uint32_t offset) {
    size_t lo = 0, hi = a->fixes.n;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (a->fixes.p[mid].offset < offset)
            lo = mid + 1;
        else
            hi = mid;
    }
    return (uint32_t)lo;
}

static int64_t label_now(const struct assembler *a, const struct shrink *s, uint32_t label) {
    return (int64_t)a->labels[label] - s->before[s->label_index[label]];
}

static bool shorten(struct assembler *a, const struct isa *isa, struct shrink *s) {
    bool any = false;
    for (size_t k = 0; k < a->fixes.n; k++) {
        struct asm_fix *x = &a->fixes.p[k];
        if (x->is_short || x->kind >= isa->njump_kinds) continue;
        int64_t from = (int64_t)x->offset - s->before[k] + 2, d = label_now(a, s, x->label) - from;
        if (d < -128 || d > 127) continue;
        x->is_short = any = true;
    }
    return any;
}

static void close_up(struct assembler *a, const struct isa *isa, struct shrink *s) {
    uint8_t *code = (uint8_t *)a->code.p;
    size_t from = 0, to = 0, reloc = 0;
    for (size_t k = 0; k < a->returns.n; k++)
        a->returns.p[k].offset -= s->before[fixes_below(a, a->returns.p[k].offset)];
    for (size_t k = 0; k < a->fixes.n; k++) {
        struct asm_fix *x = &a->fixes.p[k];
        for (; reloc < a->relocs.n && a->relocs.p[reloc].offset < x->offset; reloc++)
            a->relocs.p[reloc].offset -= s->before[k];
        if (x->kind == ASM_TABLE) x->base -= s->before[k];
        if (x->kind >= isa->njump_kinds || !x->is_short) {
            x->offset -= s->before[k];
            continue;
        }
        memmove(code + to, code + from, x->offset - from);
        to += x->offset - from;
        from = x->offset + isa->jump_size(x, false);
        x->offset = (uint32_t)to;
        to += isa->jump_size(x, true);
    }
    for (; reloc < a->relocs.n; reloc++) a->relocs.p[reloc].offset -= s->before[a->fixes.n];
    memmove(code + to, code + from, a->code.n - from);
    a->code.n = to + (a->code.n - from);
}

static void finish(struct assembler *a, const struct isa *isa) {
    struct shrink s;
    s.label_index = NEW_N(a->arena, uint32_t, a->nlabels);
    s.before = NEW_N(a->arena, uint32_t, a->fixes.n + 1);
    for (uint32_t k = 0; k < a->nlabels; k++)
        if (a->labels[k] != UINT32_MAX) s.label_index[k] = fixes_below(a, a->labels[k]);
    for (int pass = 0; isa->njump_kinds && pass < 8; pass++) {
        prefix(a, isa, &s);
        if (!shorten(a, isa, &s)) break;
    }
    prefix(a, isa, &s);
    for (uint32_t k = 0; k < a->nlabels; k++)
        if (a->labels[k] != UINT32_MAX) a->labels[k] = (uint32_t)label_now(a, &s, k);
    close_up(a, isa, &s);
    uint8_t *code = (uint8_t *)a->code.p;
    for (size_t k = 0; k < a->fixes.n; k++) {
        struct asm_fix *x = &a->fixes.p[k];
        if (a->labels[x->label] == UINT32_MAX) BUG("gen: jump to a label that is not bound");
        int64_t target = a->labels[x->label];
        if (x->kind == ASM_TABLE) {
            int32_t d = (int32_t)(target - x->base);
            memcpy(code + x->offset, &d, 4);
        } else {
            isa->patch(code, x, target);
        }
    }
}

void mir_emit(struct mfunc *f, struct buf *dump) {
    struct layout l = {.f = f};
    struct assembler *a = &f->as;
    size_t nsites = f->ir->sites.n;
    l.stub_of = NEW_N(f->arena, uint32_t, nsites + 1);
    l.nlabels = f->nall;
    l.tail = l.nlabels++;
    l.fail = l.nlabels++;
    a->arena = f->arena;
    buf_init(&a->code, f->arena);
    a->nlabels = l.nlabels + (uint32_t)nsites;
    a->labels = NEW_N(f->arena, uint32_t, a->nlabels);
    memset(a->labels, 0xff, a->nlabels * sizeof *a->labels);
    uint64_t bound = upper_bound(f) + nsites * 16;
    a->near = bound < 30000;
    a->far = bound > 1000000;
    f->isa->prologue(a);
    for (uint32_t i = 0; i < f->nblocks; i++) {
        if (skipped(f, f->blocks[i])) continue;
        uint32_t n = i + 1;
        while (n < f->nblocks && skipped(f, f->blocks[n])) n++;
        emit_block(&l, f->blocks[i], n < f->nblocks ? f->blocks[n]->id : UINT32_MAX, dump);
    }
    emit_stubs(&l);
    finish(a, f->isa);
}
