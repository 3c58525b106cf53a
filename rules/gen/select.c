/* Instruction selection: one IR function becomes forms over vregs.
 *
 * What is decided here and in value.c, compare.c and control.c: which operands are immediates, what a memory
 * operand swallows (symbol, frame slot, displacement), which compare is fused with the branch or select that
 * uses it, and where constants live. */
#include "rules/gen/select.h"

static void select_load(struct sel *s, struct ir_ins *i) {
    static const uint8_t forms[] = {M_LD, M_LD32U, M_LD32S, M_LD8U, M_LDF};
    enum form f = forms[i->op - IR_LD];
    struct address a = sel_address(s, f, i->args[0], i->nargs > 1 ? i->args[1] : NULL, i->imm);
    struct mins *m = sel_put(s, f);
    sel_set_address(m, &a);
    m->d = sel_vreg(s, i);
}

static void select_store(struct sel *s, struct ir_ins *i) {
    static const uint8_t forms[] = {M_ST, M_ST32, M_ST8, M_STF};
    enum form f = forms[i->op - IR_ST];
    int64_t imm2 = 0;
    bool is_imm = f != M_STF && sel_immediate(s, f, i->args[0], &imm2);
    uint32_t v = is_imm ? 0 : sel_use(s, i->args[0]);
    struct address a = sel_address(s, f, i->args[1], i->nargs > 2 ? i->args[2] : NULL, i->imm);
    struct mins *m = sel_put(s, f);
    sel_set_address(m, &a);
    m->use[2] = v;
    m->imm2 = imm2;
}

static void select_binary(struct sel *s, struct ir_ins *i, enum form f) {
    struct ir_ins *a = i->args[0], *b = i->args[1];
    bool comm = ir_ops[i->op].flags & IR_COMM;
    if (comm && sel_is_const(sel_strip(a)) && !sel_is_const(sel_strip(b))) {
        a = i->args[1];
        b = i->args[0];
    }
    int64_t imm = 0;
    uint32_t vb = 0, va = sel_use(s, a);
    if (!sel_immediate(s, f, b, &imm)) vb = sel_use(s, b);
    if (s->minus_one[i->id]) {
        f = M_ADD;
        imm = -1;
    } else if (f == M_SUB && !vb &&
               s->f->isa->imm_ok(M_ADD, -imm)) { /* may be three-address where SUB is not */
        f = M_ADD;
        imm = -imm;
    }
    struct mins *m = sel_put(s, f);
    m->use[0] = va;
    m->use[1] = vb;
    m->imm = imm;
    m->d = sel_vreg(s, i);
}

static void select_unary(struct sel *s, struct ir_ins *i, enum form f) {
    uint32_t a = sel_use(s, i->args[0]);
    struct mins *m = sel_put(s, f);
    m->use[0] = a;
    m->d = sel_vreg(s, i);
}

static enum form plain_form(enum ir_op op) {
    switch (op) {
    case IR_ADD: return M_ADD;
    case IR_SUB: return M_SUB;
    case IR_MUL: return M_MUL;
    case IR_DIV: return M_DIV;
    case IR_REM: return M_REM;
    case IR_AND: return M_AND;
    case IR_OR: return M_OR;
    case IR_XOR: return M_XOR;
    case IR_SHL: return M_SHL;
    case IR_SHR: return M_SHR;
    case IR_SAR: return M_SAR;
    case IR_ROL: return M_ROL;
    case IR_NEG: return M_NEG;
    case IR_NOT: return M_NOT;
    case IR_ADDO: return M_ADDO;
    case IR_SUBO: return M_SUBO;
    case IR_MULO: return M_MULO;
    case IR_FADD: return M_FADD;
    case IR_FSUB: return M_FSUB;
    case IR_FMUL: return M_FMUL;
    case IR_FDIV: return M_FDIV;
    case IR_FNEG: return M_FNEG;
    case IR_FABS: return M_FABS;
    case IR_FSQRT: return M_FSQRT;
    case IR_I2F: return M_I2F;
    case IR_F2I: return M_F2I;
    case IR_BITS:
    case IR_FBITS: return M_MOV;
    default: return M_NOP;
    }
}

static void select_ins(struct sel *s, struct ir_ins *i) {
    uint8_t flags = ir_ops[i->op].flags;
    if (s->folded[i->id]) return;
    if ((flags & (IR_PURE | IR_LOAD)) && !(flags & (IR_CALL | IR_RAISE | IR_STORE)) && !s->uses[i->id])
        return;
    s->ir = i;
    if (flags & IR_TERM) {
        sel_terminator(s, i);
        return;
    }
    enum form f = plain_form(i->op);
    switch (i->op) {
    case IR_CONST:
    case IR_FCONST:
    case IR_ADDR:
    case IR_THREAD:
    case IR_STACK:
    case IR_COPY: return;
    case IR_CHAIN:
        if (s->uses[i->id]) s->f->chain = sel_vreg(s, i);
        return;
    case IR_EQ:
    case IR_NE:
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE:
    case IR_ULT:
    case IR_UGE:
    case IR_FEQ:
    case IR_FNE:
    case IR_FLT:
    case IR_FLE:
    case IR_FGT:
    case IR_FGE:
    case IR_PY_GUARD: sel_compare(s, i); break;
    case IR_SELECT: sel_select(s, i); break;
    case IR_LD:
    case IR_LD32U:
    case IR_LD32S:
    case IR_LD8U:
    case IR_LDF: select_load(s, i); break;
    case IR_ST:
    case IR_ST32:
    case IR_ST8:
    case IR_STF: select_store(s, i); break;
    case IR_RT:
    case IR_PY_DIRECT:
    case IR_CALL_IND:
    case IR_CALL_C: sel_call(s, i); break;
    case IR_POLL: sel_poll(s, i); return;
    case IR_TRACE: sel_trace(s, i); break;
    default:
        if (f == M_NOP) BUG("gen: operation %s was not expanded", ir_ops[i->op].text);
        if (i->nargs == 2)
            select_binary(s, i, f);
        else
            select_unary(s, i, f);
    }
}

static void count_uses(struct sel *s, const struct ir_func *f) {
    bool copies = false;
    for (const struct ir_block *b = f->blocks; b; b = b->next)
        for (struct ir_ins *i = b->first; i; i = i->next) {
            s->nconstants += sel_is_remat(i);
            copies |= i->op == IR_COPY;
            for (uint32_t k = 0; k < i->nargs; k++) s->uses[i->args[k]->id]++;
            for (uint32_t e = 0; e < i->nedges; e++)
                for (uint32_t k = 0; k < i->edges[e].nargs; k++) s->uses[i->edges[e].args[k]->id]++;
        }
    /* A copy is another name: its uses are uses of what it copies. */
    for (const struct ir_block *b = f->blocks; b && copies; b = b->next)
        for (struct ir_ins *i = b->first; i; i = i->next)
            if (i->op == IR_COPY) s->uses[sel_strip(i)->id] += s->uses[i->id];
}

/* One empty block per IR block with its edges: enough for order and loops, which selection wants to know. */
static void make_shells(struct sel *s) {
    for (const struct ir_block *b = s->f->ir->blocks; b; b = b->next) {
        struct mblock *m = mir_block(s->f);
        m->ir = b;
        m->cold = b->cold;
        s->block_of[b->id] = m;
    }
    for (const struct ir_block *b = s->f->ir->blocks; b; b = b->next) {
        s->b = s->block_of[b->id];
        sel_set_edges(s, b->last->nedges);
        for (uint32_t e = 0; e < b->last->nedges; e++)
            s->b->edges[e].to = s->block_of[b->last->edges[e].to->id];
    }
    s->f->entry = s->block_of[s->f->ir->blocks->id];
    mir_order(s->f);
    mir_loops(s->f);
}

static void select_params(struct sel *s, struct mblock *b) {
    b->nparams = b->ir->nparams;
    b->params = NEW_N(s->f->arena, uint32_t, b->nparams);
    for (uint32_t k = 0; k < b->nparams; k++) b->params[k] = sel_vreg(s, b->ir->params[k]);
    if (b != s->f->entry) return;
    s->f->params = b->params;
    s->f->nparams = b->nparams;
    b->params = NULL;
    b->nparams = 0;
}

void mir_select(struct mfunc *f) {
    uint32_t nins = f->ir->nins, nblocks = f->ir->nblocks;
    struct sel s = {.f = f};
    s.block_of = NEW_N(f->arena, struct mblock *, nblocks);
    s.vreg_of = NEW_N(f->arena, uint32_t, nins);
    s.uses = NEW_N(f->arena, uint32_t, nins);
    s.folded = NEW_N(f->arena, bool, nins);
    s.local = NEW_N(f->arena, struct local, nins);
    s.same = NEW_N(f->arena, uint32_t, nins);
    s.with_value = NEW_N(f->arena, bool, nins);
    s.minus_one = NEW_N(f->arena, bool, nins);
    mir_vreg(f, false); /* 0: none */
    mir_vreg(f, false); /* the thread */
    count_uses(&s, f->ir);
    sel_find_constants(&s, f->ir);
    make_shells(&s);
    struct mblock **order = f->blocks;
    uint32_t n = f->nblocks;
    for (uint32_t k = 0; k < n; k++) sel_fold_block(&s, order[k]->ir);
    sel_find_tag_tests(&s, f->ir);
    for (uint32_t k = 0; k < n; k++) {
        s.b = order[k];
        s.b->nedges = 0;
        select_params(&s, s.b);
        for (struct ir_ins *i = s.b->ir->first; i; i = i->next) select_ins(&s, i);
    }
    mir_order(f);
    mir_frequencies(f);
}
