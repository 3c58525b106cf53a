/* Instruction selection: one IR function becomes forms over vregs.
 *
 * What is decided here: which operands are immediates, what a memory operand swallows (symbol, frame slot,
 * displacement), which compare is fused with the branch or select that uses it, and where constants live. A
 * constant used outside loops or on a cold path is made in the block that uses it; one used in a loop is born
 * at the head of the outermost loop around the use, where the allocator keeps it in a register if one is
 * free. Neither burdens liveness elsewhere. */
#include "rules/gen/mir.h"

struct local {
    uint32_t block, v; /* constant made in this block (id + 1) */
    struct loop_const *loops;
};
struct loop_const {
    struct loop_const *next;
    struct mblock *header;
    uint32_t v;
};

struct sel {
    struct mfunc *f;
    struct mblock *b;
    struct ir_ins *ir;        /* being selected */
    struct mblock **block_of; /* by IR block id: where it begins */
    uint32_t *vreg_of;        /* by IR id */
    uint32_t *uses;
    bool *folded;
    struct local *local; /* by IR id of the first constant of each value */
    uint32_t *same;      /* by IR id of a constant: that first one */
    bool *with_value;    /* an AND compared with something else than 0 */
    bool
        *minus_one; /* a XOR with 1 that only serves to see whether the low bits are 01: x - 1 does as well */
};

uint32_t mir_vreg(struct mfunc *f, bool is_float) {
    struct vreg v = {
        .flags = is_float ? VREG_FLOAT : 0, .hint = REG_NONE, .want = REG_NONE, .offset = NO_SLOT};
    VEC_PUSH(&f->vregs, f->arena, v);
    return (uint32_t)f->vregs.n - 1;
}

static struct mins *put(struct sel *s, enum form op) {
    struct mins *m = mir_ins(s->f, op);
    m->ir = s->ir;
    *s->b->last = m;
    s->b->last = &m->next;
    s->b->len++;
    return m;
}

static struct ir_ins *strip(struct ir_ins *v) {
    while (v->op == IR_COPY) v = v->args[0];
    return v;
}

static bool is_const(struct ir_ins *v) {
    return v->op == IR_CONST;
}
static bool is_remat(struct ir_ins *v) {
    return v->op == IR_CONST || v->op == IR_FCONST || v->op == IR_ADDR || v->op == IR_STACK;
}

static uint32_t remat_vreg(struct sel *s, struct ir_ins *v) {
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
static void remat_def(struct sel *s, uint32_t v) {
    struct vreg *r = &s->f->vregs.p[v];
    struct mins *m = put(s, r->form);
    m->d = v;
    m->imm = r->imm;
    m->sym = r->sym;
    m->slot = r->slot;
}

static uint32_t remat_local(struct sel *s, struct ir_ins *v) {
    struct local *l = &s->local[s->same[v->id]];
    if (l->block == s->b->id + 1) return l->v;
    l->block = s->b->id + 1;
    l->v = remat_vreg(s, v);
    remat_def(s, l->v);
    return l->v;
}

static uint32_t remat_in_loop(struct sel *s, struct ir_ins *v) {
    struct mloop *loop = s->b->loop;
    while (loop->parent) loop = loop->parent;
    struct local *l = &s->local[s->same[v->id]];
    for (struct loop_const *c = l->loops; c; c = c->next)
        if (c->header == loop->header) return c->v;
    struct loop_const *c = NEW(s->f->arena, struct loop_const);
    c->header = loop->header;
    c->v = remat_vreg(s, v);
    c->next = l->loops;
    l->loops = c;
    s->f->vregs.p[c->v].birth = loop->header;
    return c->v;
}

static uint32_t vreg_of(struct sel *s, struct ir_ins *v) {
    if (!s->vreg_of[v->id]) s->vreg_of[v->id] = mir_vreg(s->f, v->type == IR_F);
    return s->vreg_of[v->id];
}

/* A use whose constant is worth a register in a loop. */
static uint32_t use(struct sel *s, struct ir_ins *v) {
    v = strip(v);
    if (v->op == IR_THREAD) return VREG_THREAD;
    if (!is_remat(v)) return vreg_of(s, v);
    if (!s->b->loop || s->b->cold) return remat_local(s, v);
    return remat_in_loop(s, v);
}

/* A use that only moves the value: constants are made in place. */
static uint32_t use_moved(struct sel *s, struct ir_ins *v) {
    v = strip(v);
    return is_remat(v) ? remat_local(s, v) : use(s, v);
}

static bool immediate(struct sel *s, enum form f, struct ir_ins *v, int64_t *imm) {
    v = strip(v);
    if (!is_const(v) || !s->f->isa->imm_ok(f, v->imm)) return false;
    *imm = v->imm;
    return true;
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

/* Computes what must be in registers before `m` is appended, then fills its address. */
struct address {
    uint32_t base, index;
    int64_t imm;
    struct mins fold; /* sym, slot, mem_frame, imm when folded */
    bool folded;
};

static struct address address_of(struct sel *s, enum form f, struct ir_ins *base, struct ir_ins *index,
                                 int64_t imm) {
    struct address a = {0};
    base = strip(base);
    if (index && is_const(strip(index)) && strip(index)->imm > -(1 << 24) && strip(index)->imm < (1 << 24)) {
        imm += strip(index)->imm * 8;
        index = NULL;
    }
    if (!index && set_symbol(s, &a.fold, base, imm)) {
        a.folded = true;
        return a;
    }
    a.base = use(s, base);
    if (index) a.index = use(s, index);
    a.imm = imm;
    if (!s->f->isa->disp_ok(f, imm, index != NULL)) {
        uint32_t t = mir_vreg(s->f, false), by = 0;
        if (!s->f->isa->imm_ok(M_ADD, imm)) {
            struct ir_ins c = {.op = IR_CONST, .imm = imm};
            by = remat_vreg(s, &c);
            remat_def(s, by);
        }
        struct mins *m = put(s, M_ADD);
        m->d = t;
        m->use[0] = a.base;
        m->use[1] = by;
        m->imm = by ? 0 : imm;
        a.base = t;
        a.imm = 0;
    }
    return a;
}

static void set_address(struct mins *m, const struct address *a) {
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

static void select_load(struct sel *s, struct ir_ins *i) {
    static const uint8_t forms[] = {M_LD, M_LD32U, M_LD32S, M_LD8U, M_LDF};
    enum form f = forms[i->op - IR_LD];
    struct address a = address_of(s, f, i->args[0], i->nargs > 1 ? i->args[1] : NULL, i->imm);
    struct mins *m = put(s, f);
    set_address(m, &a);
    m->d = vreg_of(s, i);
}

static void select_store(struct sel *s, struct ir_ins *i) {
    static const uint8_t forms[] = {M_ST, M_ST32, M_ST8, M_STF};
    enum form f = forms[i->op - IR_ST];
    int64_t imm2 = 0;
    bool is_imm = f != M_STF && immediate(s, f, i->args[0], &imm2);
    uint32_t v = is_imm ? 0 : use(s, i->args[0]);
    struct address a = address_of(s, f, i->args[1], i->nargs > 2 ? i->args[2] : NULL, i->imm);
    struct mins *m = put(s, f);
    set_address(m, &a);
    m->use[2] = v;
    m->imm2 = imm2;
}

/* ---- compares ---- */

enum cmp_kind { CMP_CC, CMP_TST, CMP_FCC, CMP_MEM };
struct cmp {
    enum cmp_kind kind;
    uint8_t cc;
    uint32_t a, b;
    int64_t imm;
    struct address mem;
};

static bool int_cc(enum ir_op op, enum cc *cc) {
    switch (op) {
    case IR_EQ: *cc = CC_EQ; return true;
    case IR_NE: *cc = CC_NE; return true;
    case IR_LT: *cc = CC_LT; return true;
    case IR_LE: *cc = CC_LE; return true;
    case IR_GT: *cc = CC_GT; return true;
    case IR_GE: *cc = CC_GE; return true;
    case IR_ULT: *cc = CC_ULT; return true;
    case IR_UGE: *cc = CC_UGE; return true;
    default: return false;
    }
}
static bool float_cc(enum ir_op op, enum fcc *cc) {
    switch (op) {
    case IR_FEQ: *cc = FCC_EQ; return true;
    case IR_FNE: *cc = FCC_NE; return true;
    case IR_FLT: *cc = FCC_LT; return true;
    case IR_FLE: *cc = FCC_LE; return true;
    case IR_FGT: *cc = FCC_GT; return true;
    case IR_FGE: *cc = FCC_GE; return true;
    default: return false;
    }
}
/* a cc b is b swapped(cc) a. */
static enum cc swapped(enum cc cc) {
    static const uint8_t to[] = {CC_EQ, CC_NE, CC_GT, CC_LE, CC_LT, CC_GE, CC_UGT, CC_ULE, CC_ULT, CC_UGE};
    return to[cc];
}

static bool single_here(const struct sel *s, const struct ir_ins *v, const struct ir_ins *user) {
    return s->uses[v->id] == 1 && v->block == user->block;
}

/* The AND under an EQ or NE with a constant that one test instruction can answer. */
static bool and_pattern(const struct ir_ins *and, int64_t k) {
    if (and->op != IR_AND) return false;
    if (k == 0) return true;
    if (and->args[1]->op != IR_CONST) return false;
    uint64_t mask = (uint64_t) and->args[1]->imm;
    return mask && (mask & (mask + 1)) == 0 && ((uint64_t)k & ~mask) == 0 && k > 0 && k < 4096;
}

/* An AND that a test instruction repeats for free: who only tests it need not have it in a register. */
static bool cheap_and(const struct sel *s, const struct ir_ins *v) {
    return v->op == IR_AND && v->args[1]->op == IR_CONST && s->f->isa->imm_ok(M_BRTST, v->args[1]->imm);
}

/* A load that can be the memory operand of the branch `user`: nothing in between writes memory. */
static bool load_fits(const struct sel *s, const struct ir_ins *ld, const struct ir_ins *user) {
    if (ld->op != IR_LD || ld->nargs != 1 || !single_here(s, ld, user) || !s->f->isa->mem_compare)
        return false;
    const struct ir_ins *i = ld->next;
    for (int n = 0; n < 12 && i; n++, i = i->next) {
        if (i == user) return true;
        if (i->op == IR_POLL || i->op == IR_TRACE || i->op == IR_RT) return false;
        if (i->op >= IR_ST && i->op <= IR_TRACE) return false;
    }
    return false;
}

/* Marks what the compare `c` swallows when `user` (a branch, a select or c itself) is selected. */
static void fold_compare(struct sel *s, struct ir_ins *c, struct ir_ins *user) {
    enum cc cc;
    if (!int_cc(c->op, &cc)) return;
    struct ir_ins *a = c->args[0], *b = strip(c->args[1]);
    if ((cc == CC_EQ || cc == CC_NE) && is_const(b) && and_pattern(a, b->imm)) {
        if (cheap_and(s, a))
            s->uses[a->id]--;
        else if (single_here(s, a, user))
            s->folded[a->id] = true;
    } else if (user->op == IR_BR && load_fits(s, a, user))
        s->folded[a->id] = true;
    else if (user->op == IR_BR && load_fits(s, c->args[1], user))
        s->folded[c->args[1]->id] = true;
}

/* A compare with a constant in another block may move down to its one branch: its operand lives on instead of
 * it. */
static bool moves_down(const struct sel *s, const struct ir_ins *c, const struct ir_ins *branch) {
    enum cc cc;
    if (s->uses[c->id] != 1) return false;
    bool simple = c->op == IR_PY_GUARD || (int_cc(c->op, &cc) && is_remat(strip(c->args[1])));
    return simple && s->block_of[c->block->id]->loop == s->block_of[branch->block->id]->loop;
}

static void fold_block(struct sel *s, const struct ir_block *b) {
    for (struct ir_ins *i = b->first; i; i = i->next) {
        enum cc cc;
        enum fcc fcc;
        if (i->op == IR_BR || i->op == IR_SELECT) {
            struct ir_ins *c = i->args[0];
            bool plain = int_cc(c->op, &cc);
            if (single_here(s, c, i) && (plain || (i->op == IR_BR && float_cc(c->op, &fcc)))) {
                s->folded[c->id] = true;
                fold_compare(s, c, i);
            } else if (i->op == IR_BR && moves_down(s, c, i)) {
                s->folded[c->id] = true;
            } else if (i->op == IR_BR && cheap_and(s, c)) {
                s->uses[c->id]--;
            } else if (i->op == IR_BR && c->op == IR_AND && single_here(s, c, i)) {
                s->folded[c->id] = true;
            }
        } else if (int_cc(i->op, &cc) && !s->folded[i->id]) {
            /* A later branch may still swallow it; then its operands are looked at again with the branch as
             * user. */
            bool later = s->uses[i->id] == 1;
            if (!later) fold_compare(s, i, i);
        }
    }
}

static struct cmp compare_tst(struct sel *s, struct ir_ins *and, enum cc cc, int64_t k) {
    struct cmp c = {.kind = CMP_TST, .cc = (uint8_t)cc};
    c.a = use(s, and->args[0]);
    if (k) {
        struct mins *m;
        uint32_t t = mir_vreg(s->f, false);
        m = put(s, M_ADD);
        m->d = t;
        m->use[0] = c.a;
        m->imm = -k;
        c.a = t;
    }
    if (!immediate(s, M_BRTST, and->args[1], &c.imm)) c.b = use(s, and->args[1]);
    return c;
}

static struct cmp compare_int(struct sel *s, struct ir_ins *i, enum cc cc) {
    struct ir_ins *a = strip(i->args[0]), *b = strip(i->args[1]);
    if (is_const(a) && !is_const(b)) {
        struct ir_ins *t = a;
        a = b;
        b = t;
        cc = swapped(cc);
    }
    bool equality = (cc == CC_EQ || cc == CC_NE) && is_const(b);
    if (a->op == IR_AND && (s->folded[a->id] || (equality && cheap_and(s, a) && and_pattern(a, b->imm))))
        return compare_tst(s, a, cc, b->imm);
    if (b->op == IR_LD && s->folded[b->id]) {
        struct ir_ins *t = a;
        a = b;
        b = t;
        cc = swapped(cc);
    }
    struct cmp c = {.kind = CMP_CC, .cc = (uint8_t)cc};
    if (a->op == IR_LD && s->folded[a->id]) {
        c.kind = CMP_MEM;
        c.mem = address_of(s, M_BRMEM, a->args[0], NULL, a->imm);
    } else {
        c.a = use(s, a);
    }
    if (!immediate(s, M_BRCC, b, &c.imm)) c.b = use(s, b);
    return c;
}

static struct cmp compare_guard(struct sel *s, struct ir_ins *i) {
    struct ir_ins addr = {.op = IR_ADDR, .sym = i->sym};
    uint32_t a = use(s, i->args[0]), b = remat_vreg(s, &addr);
    remat_def(s, b);
    return (struct cmp){.kind = CMP_CC, .cc = CC_EQ, .a = a, .b = b};
}

/* Any word as a condition. */
static struct cmp condition(struct sel *s, struct ir_ins *v, bool branch) {
    enum cc cc;
    enum fcc fcc;
    if (branch && cheap_and(s, v)) return compare_tst(s, v, CC_NE, 0);
    if (s->folded[v->id]) {
        if (int_cc(v->op, &cc)) return compare_int(s, v, cc);
        if (v->op == IR_PY_GUARD) return compare_guard(s, v);
        if (v->op == IR_AND) return compare_tst(s, v, CC_NE, 0);
        if (float_cc(v->op, &fcc)) {
            uint32_t a = use(s, v->args[0]);
            return (struct cmp){.kind = CMP_FCC, .cc = (uint8_t)fcc, .a = a, .b = use(s, v->args[1])};
        }
    }
    return (struct cmp){.kind = CMP_CC, .cc = CC_NE, .a = use(s, v)};
}

static struct mins *put_cmp(struct sel *s, const struct cmp *c, const uint8_t forms[4]) {
    struct mins *m = put(s, forms[c->kind]);
    m->cc = c->cc;
    if (c->kind == CMP_MEM) {
        set_address(m, &c->mem);
        m->imm2 = c->imm;
        m->use[1] = c->b;
        return m;
    }
    m->use[0] = c->a;
    m->use[1] = c->b;
    m->imm = c->imm;
    return m;
}

static void select_compare(struct sel *s, struct ir_ins *i) {
    static const uint8_t forms[] = {M_SETCC, M_SETTST, M_SETFCC, M_NOP};
    enum cc cc;
    enum fcc fcc;
    struct cmp c;
    if (int_cc(i->op, &cc)) {
        c = compare_int(s, i, cc);
    } else if (i->op == IR_PY_GUARD) {
        c = compare_guard(s, i);
    } else {
        float_cc(i->op, &fcc);
        uint32_t a = use(s, i->args[0]);
        c = (struct cmp){.kind = CMP_FCC, .cc = (uint8_t)fcc, .a = a, .b = use(s, i->args[1])};
    }
    put_cmp(s, &c, forms)->d = vreg_of(s, i);
}

static void select_select(struct sel *s, struct ir_ins *i) {
    static const uint8_t forms[] = {M_SELECT, M_NOP, M_NOP, M_NOP};
    struct cmp c = condition(s, i->args[0], false);
    if (c.kind != CMP_CC) {
        static const uint8_t sets[] = {M_SETCC, M_SETTST, M_SETFCC, M_NOP};
        uint32_t t = mir_vreg(s->f, false);
        put_cmp(s, &c, sets)->d = t;
        c = (struct cmp){.kind = CMP_CC, .cc = CC_NE, .a = t};
    }
    uint32_t yes = use(s, i->args[1]), no = use(s, i->args[2]);
    struct mins *m = put_cmp(s, &c, forms);
    m->use[2] = yes;
    m->use[3] = no;
    m->d = vreg_of(s, i);
}

/* ---- calls ---- */

static struct mins *put_call(struct sel *s, struct mcall *c, uint32_t sym, uint32_t d, bool result_float) {
    const struct isa *isa = s->f->isa;
    struct mins *m = put(s, M_CALL);
    m->call = c;
    m->sym = sym;
    m->d = d;
    c->result = result_float ? isa->fresult : isa->result;
    c->cold = c->cold || s->b->cold;
    return m;
}

static uint8_t check_of(enum ir_conv conv, bool raises, bool caught) {
    if (!raises || caught) return CHECK_NONE;
    return conv == IR_CONV_V ? CHECK_ZERO : conv == IR_CONV_I ? CHECK_MINUS1 : CHECK_NONE;
}

static void select_call(struct sel *s, struct ir_ins *i) {
    struct mcall *c = NEW(s->f->arena, struct mcall);
    uint32_t sym = 0, first = 0;
    enum ir_conv conv = IR_CONV_V;
    bool raises = true;
    c->thread = true;
    c->cold = i->flags & IR_COLD;
    c->site = i->site;
    switch (i->op) {
    case IR_RT: {
        const struct ir_rt_info *rt = &ir_rts[i->aux];
        conv = rt->result;
        raises = rt->effects & IR_RT_RAISE;
        c->thread = !(rt->effects & IR_RT_NOTHREAD);
        sym = mir_rt_sym(s->f, (enum ir_rt)i->aux) + 1;
        break;
    }
    case IR_PY_DIRECT:
        first = 1;
        sym = i->sym->id + 1;
        break;
    case IR_CALL_IND:
        first = 2;
        c->target = use(s, i->args[0]);
        break;
    default:
        conv = (enum ir_conv)i->aux;
        sym = i->sym->id + 1;
        break;
    }
    if (first) {
        struct ir_ins *chain = strip(i->args[first - 1]);
        /* A known function called with chain 0 is one that does not read it. */
        if (i->op != IR_PY_DIRECT || !is_const(chain) || chain->imm) c->chain = use_moved(s, chain);
    }
    c->check = check_of(conv, raises, i->flags & IR_CAUGHT);
    c->nargs = i->nargs - first;
    c->args = NEW_N(s->f->arena, uint32_t, c->nargs);
    for (uint32_t k = 0; k < c->nargs; k++) c->args[k] = use_moved(s, i->args[first + k]);
    bool result = i->type != IR_N && s->uses[i->id];
    put_call(s, c, sym, result ? vreg_of(s, i) : 0, conv == IR_CONV_F);
}

static void select_trace(struct sel *s, struct ir_ins *i) {
    if (!s->f->ir->code || !i->site) return;
    struct mcall *c = NEW(s->f->arena, struct mcall);
    struct ir_ins code = {.op = IR_ADDR, .sym = s->f->ir->code}, site = {.op = IR_CONST, .imm = i->site - 1};
    c->thread = true;
    c->cold = i->flags & IR_COLD;
    c->nargs = 2;
    c->args = NEW_N(s->f->arena, uint32_t, 2);
    c->args[0] = remat_vreg(s, &code);
    c->args[1] = remat_vreg(s, &site);
    remat_def(s, c->args[0]);
    remat_def(s, c->args[1]);
    put_call(s, c, mir_rt_sym(s->f, IR_rt_traceback) + 1, 0, false);
}

/* ---- control ---- */

static void set_edges(struct sel *s, uint32_t n) {
    s->b->edges = NEW_N(s->f->arena, struct medge, n);
    s->b->nedges = n;
}

static struct mblock *part(struct sel *s, bool cold) {
    struct mblock *b = mir_block(s->f);
    b->loop = s->b->loop;
    b->cold = cold;
    b->ir = s->b->ir;
    return b;
}

/* The loop an edge block belongs to: the innermost around both ends. */
static struct mloop *common_loop(struct mloop *a, struct mloop *b) {
    while (a != b) {
        if (!a || !b) return NULL;
        if (a->depth > b->depth)
            a = a->parent;
        else if (b->depth > a->depth)
            b = b->parent;
        else
            a = a->parent, b = b->parent;
    }
    return a;
}

static void fill_args(struct sel *s, struct medge *e, const struct ir_edge *from) {
    e->nargs = from->nargs;
    e->args = NEW_N(s->f->arena, uint32_t, e->nargs);
    for (uint32_t k = 0; k < e->nargs; k++) {
        e->args[k] = use_moved(s, from->args[k]);
        uint32_t param = vreg_of(s, from->to->params[k]);
        struct vreg *v = &s->f->vregs.p[e->args[k]];
        if (!v->web && !(v->flags & VREG_REMAT)) v->web = param;
    }
}

/* Edge `e` of the current block to an IR block. From a block with several successors it goes through a block
 * of its own when it carries arguments or the target can be reached otherwise. */
static void connect(struct sel *s, uint32_t e, const struct ir_edge *ir, bool several) {
    struct mblock *to = s->block_of[ir->to->id];
    struct medge *edge = &s->b->edges[e];
    if (!several) {
        edge->to = to;
        fill_args(s, edge, ir);
        return;
    }
    if (!ir->nargs && to->npreds <= 1) {
        edge->to = to;
        return;
    }
    struct mblock *from = s->b, *mid = part(s, from->cold || to->cold);
    mid->loop = common_loop(from->loop, to->loop);
    edge->to = mid;
    s->b = mid;
    set_edges(s, 1);
    mid->edges[0].to = to;
    fill_args(s, &mid->edges[0], ir);
    put(s, M_JMP);
    s->b = from;
}

static void select_terminator(struct sel *s, struct ir_ins *i) {
    static const uint8_t forms[] = {M_BRCC, M_BRTST, M_BRFCC, M_BRMEM};
    struct mins *m;
    switch (i->op) {
    case IR_JMP:
        set_edges(s, 1);
        connect(s, 0, &i->edges[0], false);
        put(s, M_JMP);
        return;
    case IR_BR: {
        struct cmp c = condition(s, strip(i->args[0]), true);
        m = put_cmp(s, &c, forms);
        break;
    }
    case IR_BROVF:
        m = put(s, M_JO);
        m->cc = i->args[0]->op == IR_MULO;
        break;
    case IR_SWITCH: {
        uint32_t v = use(s, i->args[0]);
        m = put(s, M_SWITCH);
        m->use[0] = v;
        m->d = mir_vreg(s->f, false);
        break;
    }
    case IR_RET: {
        uint32_t v = i->nargs ? use_moved(s, i->args[0]) : 0;
        m = put(s, M_RET);
        m->use[0] = v;
        return;
    }
    default: put(s, M_TRAP); return;
    }
    set_edges(s, i->nedges);
    for (uint32_t e = 0; e < i->nedges; e++) connect(s, e, &i->edges[e], true);
}

/* The check is a branch to a cold block that calls the runtime and comes back. */
static void select_poll(struct sel *s, struct ir_ins *i) {
    struct mblock *cold = part(s, true), *on = part(s, s->b->cold);
    bool caught = (i->flags & IR_CAUGHT) && s->uses[i->id];
    struct mblock *quick = part(s, s->b->cold); /* the edge would be critical */
    struct mins *m = put(s, M_POLL);
    m->imm = ABI_THREAD_LIMIT;
    set_edges(s, 2);
    s->b->edges[0].to = cold;
    s->b->edges[1].to = quick;
    uint32_t d = vreg_of(s, i), r = caught ? mir_vreg(s->f, false) : 0;
    if (caught) {
        on->params = NEW_N(s->f->arena, uint32_t, 1);
        on->params[on->nparams++] = d;
    }
    for (int k = 0; k < 2; k++) {
        s->b = k ? quick : cold;
        set_edges(s, 1);
        s->b->edges[0].to = on;
        if (!k) {
            struct mcall *c = NEW(s->f->arena, struct mcall);
            c->thread = c->cold = true;
            c->site = i->site;
            c->check = i->flags & IR_CAUGHT ? CHECK_NONE : CHECK_MINUS1;
            put_call(s, c, mir_rt_sym(s->f, IR_rt_poll) + 1, r, false);
        }
        if (caught) {
            struct ir_ins zero = {.op = IR_CONST};
            s->b->edges[0].nargs = 1;
            s->b->edges[0].args = NEW_N(s->f->arena, uint32_t, 1);
            uint32_t v = k ? remat_vreg(s, &zero) : r;
            if (k) remat_def(s, v);
            s->b->edges[0].args[0] = v;
        }
        put(s, M_JMP);
    }
    s->b = on;
}

/* ---- everything else ---- */

static void select_binary(struct sel *s, struct ir_ins *i, enum form f) {
    struct ir_ins *a = i->args[0], *b = i->args[1];
    bool comm = ir_ops[i->op].flags & IR_COMM;
    if (comm && is_const(strip(a)) && !is_const(strip(b))) {
        a = i->args[1];
        b = i->args[0];
    }
    int64_t imm = 0;
    uint32_t vb = 0, va = use(s, a);
    if (!immediate(s, f, b, &imm)) vb = use(s, b);
    if (s->minus_one[i->id]) {
        f = M_ADD;
        imm = -1;
    } else if (f == M_SUB && !vb &&
               s->f->isa->imm_ok(M_ADD, -imm)) { /* may be three-address where SUB is not */
        f = M_ADD;
        imm = -imm;
    }
    struct mins *m = put(s, f);
    m->use[0] = va;
    m->use[1] = vb;
    m->imm = imm;
    m->d = vreg_of(s, i);
}

static void select_unary(struct sel *s, struct ir_ins *i, enum form f) {
    uint32_t a = use(s, i->args[0]);
    struct mins *m = put(s, f);
    m->use[0] = a;
    m->d = vreg_of(s, i);
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
        select_terminator(s, i);
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
        if (s->uses[i->id]) s->f->chain = vreg_of(s, i);
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
    case IR_PY_GUARD: select_compare(s, i); break;
    case IR_SELECT: select_select(s, i); break;
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
    case IR_CALL_C: select_call(s, i); break;
    case IR_POLL: select_poll(s, i); return;
    case IR_TRACE: select_trace(s, i); break;
    default:
        if (f == M_NOP) BUG("gen: operation %s was not expanded", ir_ops[i->op].text);
        if (i->nargs == 2)
            select_binary(s, i, f);
        else
            select_unary(s, i, f);
    }
}

static void count_uses(struct sel *s, const struct ir_func *f) {
    for (const struct ir_block *b = f->blocks; b; b = b->next)
        for (struct ir_ins *i = b->first; i; i = i->next) {
            for (uint32_t k = 0; k < i->nargs; k++) s->uses[i->args[k]->id]++;
            for (uint32_t e = 0; e < i->nedges; e++)
                for (uint32_t k = 0; k < i->edges[e].nargs; k++) s->uses[i->edges[e].args[k]->id]++;
        }
    /* A copy is another name: its uses are uses of what it copies. */
    for (const struct ir_block *b = f->blocks; b; b = b->next)
        for (struct ir_ins *i = b->first; i; i = i->next)
            if (i->op == IR_COPY) s->uses[strip(i)->id] += s->uses[i->id];
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

static void find_constants(struct sel *s, const struct ir_func *f) {
    uint32_t n = 0, size = 16;
    for (const struct ir_block *b = f->blocks; b; b = b->next)
        for (struct ir_ins *i = b->first; i; i = i->next) n += is_remat(i);
    while (size < n * 2) size *= 2;
    struct constants c = {NEW_N(s->f->arena, struct ir_ins *, size), size - 1};
    for (const struct ir_block *b = f->blocks; b; b = b->next)
        for (struct ir_ins *i = b->first; i; i = i->next)
            if (is_remat(i)) s->same[i->id] = first_of(&c, i)->id;
}

static void mark_minus_one(struct sel *s, const struct ir_ins *x) {
    bool one = x->op == IR_XOR && x->args[1]->op == IR_CONST && x->args[1]->imm == 1;
    if (one && s->uses[x->id] == 1) s->minus_one[x->id] = true;
}

/* ((a ^ 1) | (b ^ 1)) & 3 against 0, the test for two small ints: with a - 1 it needs no copies of a and b.
 */
static void find_tag_tests(struct sel *s, const struct ir_func *f) {
    for (const struct ir_block *b = f->blocks; b; b = b->next)
        for (struct ir_ins *i = b->first; i; i = i->next) {
            if (s->uses[i->id] || !cheap_and(s, i) || i->args[1]->imm != 3 || s->with_value[i->id]) continue;
            struct ir_ins *o = i->args[0];
            if (s->uses[o->id] != 1) continue;
            mark_minus_one(s, o);
            for (int k = 0; k < 2 && o->op == IR_OR; k++) mark_minus_one(s, o->args[k]);
        }
}

static void id_bounds(const struct ir_func *f, uint32_t *ins, uint32_t *blocks) {
    uint32_t n = 0, nb = 0;
    for (const struct ir_block *b = f->blocks; b; b = b->next) {
        nb = MAX(nb, b->id + 1);
        for (uint32_t k = 0; k < b->nparams; k++) n = MAX(n, b->params[k]->id + 1);
        for (const struct ir_ins *i = b->first; i; i = i->next) n = MAX(n, i->id + 1);
    }
    *ins = n;
    *blocks = nb;
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
        set_edges(s, b->last->nedges);
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
    for (uint32_t k = 0; k < b->nparams; k++) b->params[k] = vreg_of(s, b->ir->params[k]);
    if (b != s->f->entry) return;
    s->f->params = b->params;
    s->f->nparams = b->nparams;
    b->params = NULL;
    b->nparams = 0;
}

void mir_select(struct mfunc *f) {
    uint32_t nins, nblocks;
    id_bounds(f->ir, &nins, &nblocks);
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
    find_constants(&s, f->ir);
    make_shells(&s);
    struct mblock **order = f->blocks;
    uint32_t n = f->nblocks;
    for (uint32_t k = 0; k < n; k++) fold_block(&s, order[k]->ir);
    find_tag_tests(&s, f->ir);
    for (uint32_t k = 0; k < n; k++) {
        s.b = order[k];
        s.b->nedges = 0;
        select_params(&s, s.b);
        for (struct ir_ins *i = s.b->ir->first; i; i = i->next) select_ins(&s, i);
    }
    mir_order(f);
    mir_frequencies(f);
}
