/* Compares, and what swallows them: branches, selects, tests of masks, operands in memory. */
#include "rules/gen/select.h"

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
        if (ir_ops[i->op].flags & (IR_STORE | IR_CALL | IR_RAISE)) return false;
    }
    return false;
}

/* Marks what the compare `c` swallows when `user` (a branch, a select or c itself) is selected. */
static void fold_compare(struct sel *s, struct ir_ins *c, struct ir_ins *user) {
    enum cc cc;
    if (!int_cc(c->op, &cc)) return;
    struct ir_ins *a = c->args[0], *b = sel_strip(c->args[1]);
    if ((cc == CC_EQ || cc == CC_NE) && sel_is_const(b) && and_pattern(a, b->imm)) {
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
    bool simple = c->op == IR_PY_GUARD || (int_cc(c->op, &cc) && sel_is_remat(sel_strip(c->args[1])));
    return simple && s->block_of[c->block->id]->loop == s->block_of[branch->block->id]->loop;
}

void sel_fold_block(struct sel *s, const struct ir_block *b) {
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
    c.a = sel_use(s, and->args[0]);
    if (k) {
        struct mins *m;
        uint32_t t = mir_vreg(s->f, false);
        m = sel_put(s, M_ADD);
        m->d = t;
        m->use[0] = c.a;
        m->imm = -k;
        c.a = t;
    }
    if (!sel_immediate(s, M_BRTST, and->args[1], &c.imm)) c.b = sel_use(s, and->args[1]);
    return c;
}

static struct cmp compare_int(struct sel *s, struct ir_ins *i, enum cc cc) {
    struct ir_ins *a = sel_strip(i->args[0]), *b = sel_strip(i->args[1]);
    if (sel_is_const(a) && !sel_is_const(b)) {
        struct ir_ins *t = a;
        a = b;
        b = t;
        cc = swapped(cc);
    }
    bool equality = (cc == CC_EQ || cc == CC_NE) && sel_is_const(b);
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
        c.mem = sel_address(s, M_BRMEM, a->args[0], NULL, a->imm);
    } else {
        c.a = sel_use(s, a);
    }
    if (!sel_immediate(s, M_BRCC, b, &c.imm)) c.b = sel_use(s, b);
    return c;
}

static struct cmp compare_guard(struct sel *s, struct ir_ins *i) {
    struct ir_ins addr = {.op = IR_ADDR, .sym = i->sym};
    uint32_t a = sel_use(s, i->args[0]), b = sel_remat(s, &addr);
    sel_remat_def(s, b);
    return (struct cmp){.kind = CMP_CC, .cc = CC_EQ, .a = a, .b = b};
}

/* Any word as a condition. */
struct cmp sel_condition(struct sel *s, struct ir_ins *v, bool branch) {
    enum cc cc;
    enum fcc fcc = 0;
    if (branch && cheap_and(s, v)) return compare_tst(s, v, CC_NE, 0);
    if (s->folded[v->id]) {
        if (int_cc(v->op, &cc)) return compare_int(s, v, cc);
        if (v->op == IR_PY_GUARD) return compare_guard(s, v);
        if (v->op == IR_AND) return compare_tst(s, v, CC_NE, 0);
        if (float_cc(v->op, &fcc)) {
            uint32_t a = sel_use(s, v->args[0]);
            return (struct cmp){.kind = CMP_FCC, .cc = (uint8_t)fcc, .a = a, .b = sel_use(s, v->args[1])};
        }
    }
    return (struct cmp){.kind = CMP_CC, .cc = CC_NE, .a = sel_use(s, v)};
}

struct mins *sel_put_cmp(struct sel *s, const struct cmp *c, const uint8_t forms[4]) {
    struct mins *m = sel_put(s, forms[c->kind]);
    m->cc = c->cc;
    if (c->kind == CMP_MEM) {
        sel_set_address(m, &c->mem);
        m->imm2 = c->imm;
        m->use[1] = c->b;
        return m;
    }
    m->use[0] = c->a;
    m->use[1] = c->b;
    m->imm = c->imm;
    return m;
}

void sel_compare(struct sel *s, struct ir_ins *i) {
    static const uint8_t forms[] = {M_SETCC, M_SETTST, M_SETFCC, M_NOP};
    enum cc cc;
    enum fcc fcc = 0;
    struct cmp c;
    if (int_cc(i->op, &cc)) {
        c = compare_int(s, i, cc);
    } else if (i->op == IR_PY_GUARD) {
        c = compare_guard(s, i);
    } else {
        float_cc(i->op, &fcc);
        uint32_t a = sel_use(s, i->args[0]);
        c = (struct cmp){.kind = CMP_FCC, .cc = (uint8_t)fcc, .a = a, .b = sel_use(s, i->args[1])};
    }
    sel_put_cmp(s, &c, forms)->d = sel_vreg(s, i);
}

void sel_select(struct sel *s, struct ir_ins *i) {
    static const uint8_t forms[] = {M_SELECT, M_NOP, M_NOP, M_NOP};
    struct cmp c = sel_condition(s, i->args[0], false);
    if (c.kind != CMP_CC) {
        static const uint8_t sets[] = {M_SETCC, M_SETTST, M_SETFCC, M_NOP};
        uint32_t t = mir_vreg(s->f, false);
        sel_put_cmp(s, &c, sets)->d = t;
        c = (struct cmp){.kind = CMP_CC, .cc = CC_NE, .a = t};
    }
    uint32_t yes = sel_use(s, i->args[1]), no = sel_use(s, i->args[2]);
    struct mins *m = sel_put_cmp(s, &c, forms);
    m->use[2] = yes;
    m->use[3] = no;
    m->d = sel_vreg(s, i);
}

/* Marks the XORs with 1 under a tree of ORs that nobody else uses. */
static void mark_minus_one(struct sel *s, const struct ir_ins *x, int depth) {
    if (s->uses[x->id] != 1 || !depth) return;
    if (x->op == IR_XOR) s->minus_one[x->id] = x->args[1]->op == IR_CONST && x->args[1]->imm == 1;
    if (x->op != IR_OR) return;
    mark_minus_one(s, x->args[0], depth - 1);
    mark_minus_one(s, x->args[1], depth - 1);
}

/* ((a ^ 1) | (b ^ 1) | …) & 3 against 0, the test for small ints: with a - 1 it needs no copies of a and b.
 */
void sel_find_tag_tests(struct sel *s, const struct ir_func *f) {
    for (const struct ir_block *b = f->blocks; b; b = b->next)
        for (struct ir_ins *i = b->first; i; i = i->next) {
            if (s->uses[i->id] || !cheap_and(s, i) || i->args[1]->imm != 3 || s->with_value[i->id]) continue;
            mark_minus_one(s, i->args[0], 6);
        }
}
