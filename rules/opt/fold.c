/* Simplifies single instructions: constants are computed, neutral operands vanish, packing undoes unpacking,
 * conditions lose detours, and tests of tags are decided by facts. Goes once over the function in reverse
 * postorder, so that an operand is simple before its use is looked at. */
#include "rules/opt/internal.h"

struct fold {
    bool changed;
};

static struct ir_ins *end_of(struct ir_ins *i) {
    while (i->subst) i = i->subst;
    return i;
}

static bool is_const(const struct ir_ins *i) {
    return i->op == IR_CONST;
}
static bool is_num(const struct ir_ins *i, int64_t n) {
    return i->op == IR_CONST && i->imm == n;
}

/* The same bits as `other`; under another word type they need an instruction of their own. */
static void become(struct fold *f, struct ir_ins *i, struct ir_ins *other) {
    if (i->type == other->type) {
        i->subst = other;
    } else if (i->op != IR_COPY) {
        i->op = IR_COPY;
        i->imm = 0;
        i->args[0] = other;
        i->nargs = 1;
    } else {
        return;
    }
    f->changed = true;
}

static void become_const(struct fold *f, struct ir_ins *i, int64_t n) {
    i->op = i->type == IR_F ? IR_FCONST : IR_CONST;
    i->imm = n;
    i->nargs = 0;
    i->sym = NULL;
    f->changed = true;
}

/* Changes to `op` of two other arguments; never more than the instruction has. */
static void become_op(struct fold *f, struct ir_ins *i, enum ir_op op, struct ir_ins *a, struct ir_ins *b) {
    i->op = (uint8_t)op;
    i->args[0] = a;
    if (b) i->args[1] = b;
    i->nargs = b ? 2 : 1;
    f->changed = true;
}

static struct ir_ins *number_before(struct ir_ins *at, int64_t n) {
    struct ir_ins *c = ir_insert_before(at, IR_CONST, IR_I, 0, NULL);
    c->imm = n;
    return c;
}

/* ---- integers ---- */

static bool compute(enum ir_op op, int64_t a, int64_t b, int64_t *r) {
    uint64_t x = (uint64_t)a, y = (uint64_t)b;
    switch (op) {
    case IR_ADD: *r = (int64_t)(x + y); return true;
    case IR_SUB: *r = (int64_t)(x - y); return true;
    case IR_MUL: *r = (int64_t)(x * y); return true;
    case IR_DIV:
        if (!b || (b == -1 && a == INT64_MIN)) return false;
        *r = a / b;
        return true;
    case IR_REM:
        if (!b || (b == -1 && a == INT64_MIN)) return false;
        *r = a % b;
        return true;
    case IR_AND: *r = a & b; return true;
    case IR_OR: *r = a | b; return true;
    case IR_XOR: *r = a ^ b; return true;
    case IR_SHL: *r = (int64_t)(x << (y & 63)); return true;
    case IR_SHR: *r = (int64_t)(x >> (y & 63)); return true;
    case IR_SAR: *r = a >> (y & 63); return true;
    case IR_ROL: *r = (int64_t)(y & 63 ? x << (y & 63) | x >> (64 - (y & 63)) : x); return true;
    case IR_EQ: *r = a == b; return true;
    case IR_NE: *r = a != b; return true;
    case IR_LT: *r = a < b; return true;
    case IR_LE: *r = a <= b; return true;
    case IR_GT: *r = a > b; return true;
    case IR_GE: *r = a >= b; return true;
    case IR_ULT: *r = x < y; return true;
    case IR_UGE: *r = x >= y; return true;
    default: return false;
    }
}

/* v & mask of low bits, when the type of v decides it; -1 otherwise. */
static int64_t tag_bits(const struct ir_ins *v, int64_t mask) {
    uint32_t fact = v->type == IR_V ? v->fact : 0;
    if (!fact || mask < 1 || mask > 3) return -1;
    if (fact == FACT_SMALL) return mask & 1;
    if (fact == FACT_FLT && mask == 2) return 2;
    if (!(fact & (FACT_SMALL | FACT_FLT))) return 0;
    if (!(fact & FACT_FLT) && mask == 2) return 0;
    return -1;
}

static bool swap_needed(const struct ir_ins *i) {
    return (ir_ops[i->op].flags & IR_COMM) && is_const(i->args[0]) && !is_const(i->args[1]);
}

static bool low_bits_clear(const struct ir_ins *i) {
    if ((i->op != IR_SHL && i->op != IR_AND) || !is_const(i->args[1])) return false;
    return i->op == IR_SHL ? i->args[1]->imm >= 2 : !(i->args[1]->imm & 3);
}

static void fold_add(struct fold *f, struct ir_ins *i) {
    struct ir_ins *a = i->args[0], *b = i->args[1];
    if (i->op == IR_SUB && is_const(b) && b->imm != INT64_MIN && b->imm != 0)
        become_op(f, i, IR_ADD, a, number_before(i, -b->imm));
    b = i->args[1];
    if (i->op != IR_ADD || !is_const(b)) return;
    if (b->imm == 0)
        become(f, i, a);
    else if (b->imm == -1 && a->op == IR_OR && is_num(a->args[1], 1) && low_bits_clear(a->args[0]))
        become(f, i, a->args[0]); /* a tag put on and taken off */
    else if (a->op == IR_ADD && is_const(a->args[1]) && a->args[1]->type == IR_I && b->type == IR_I)
        become_op(f, i, IR_ADD, a->args[0],
                  number_before(i, (int64_t)((uint64_t)b->imm + (uint64_t)a->args[1]->imm)));
    if (i->op == IR_ADD && !i->subst && is_num(i->args[1], 0))
        become(f, i, i->args[0]); /* after the constants met */
}

static void fold_bits(struct fold *f, struct ir_ins *i) {
    struct ir_ins *a = i->args[0], *b = i->args[1];
    int64_t tag;
    switch (i->op) {
    case IR_AND:
        if (is_num(b, -1))
            become(f, i, a);
        else if (is_num(b, 0))
            become_const(f, i, 0);
        else if (is_const(b) && (tag = tag_bits(a, b->imm)) >= 0)
            become_const(f, i, tag);
        break;
    case IR_OR:
    case IR_XOR:
        if (is_num(b, 0)) become(f, i, a);
        break;
    case IR_SHL:
    case IR_SHR:
    case IR_SAR:
        if (is_num(b, 0)) become(f, i, a);
        break;
    case IR_ROL:
        if (is_num(b, 0))
            become(f, i, a);
        else if (a->op == IR_ROL && is_const(b) && is_const(a->args[1])) {
            int64_t turn = (b->imm + a->args[1]->imm) & 63;
            become_op(f, i, IR_ROL, a->args[0], number_before(i, turn));
            if (!turn) become(f, i, a->args[0]);
        }
        break;
    case IR_MUL:
        if (is_num(b, 1)) become(f, i, a);
        break;
    default: break;
    }
}

static bool different_objects(const struct ir_ins *a, const struct ir_ins *b) {
    if (a->op == IR_ADDR && b->op == IR_ADDR) return a->sym != b->sym && !a->imm && !b->imm;
    return (a->op == IR_ADDR && b->op == IR_CONST) || (a->op == IR_CONST && b->op == IR_ADDR);
}

static void fold_equal(struct fold *f, struct ir_ins *i) {
    struct ir_ins *a = i->args[0], *b = i->args[1];
    bool eq = i->op == IR_EQ;
    bool same_address = a->op == IR_ADDR && b->op == IR_ADDR && a->sym == b->sym && a->imm == b->imm;
    uint32_t fa = a->type == IR_V ? a->fact : 0, fb = b->type == IR_V ? b->fact : 0;
    if (a == b || same_address)
        become_const(f, i, eq);
    else if (different_objects(a, b) || (fa && fb && !(fa & fb)))
        become_const(f, i, !eq);
    else if (a->op == IR_SELECT && a->type == IR_V && different_objects(a->args[1], a->args[2]) &&
             b->op == IR_ADDR) {
        /* A bool made of a condition, compared with True or False. */
        struct ir_ins *yes = a->args[1], *no = a->args[2], *cond = a->args[0];
        bool is_yes = yes->op == IR_ADDR && yes->sym == b->sym,
             is_no = no->op == IR_ADDR && no->sym == b->sym;
        if (is_yes || is_no) become_op(f, i, is_yes == eq ? IR_NE : IR_EQ, cond, number_before(i, 0));
    }
}

/* Results that are 0 or 1. */
static bool is_flag(const struct ir_ins *i) {
    return (i->op >= IR_EQ && i->op <= IR_UGE) || (i->op >= IR_FEQ && i->op <= IR_FGE);
}

static void fold_flag(struct fold *f, struct ir_ins *i) {
    if (i->op == IR_NE && is_num(i->args[1], 0) && is_flag(i->args[0])) become(f, i, i->args[0]);
    if (i->op == IR_EQ && is_num(i->args[1], 0) && i->args[0]->op == IR_EQ)
        become_op(f, i, IR_NE, i->args[0]->args[0], i->args[0]->args[1]);
    else if (i->op == IR_EQ && is_num(i->args[1], 0) && i->args[0]->op == IR_NE)
        become_op(f, i, IR_EQ, i->args[0]->args[0], i->args[0]->args[1]);
}

/* ---- doubles ---- */

static double to_double(int64_t bits) {
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

static void become_float(struct fold *f, struct ir_ins *i, double d) {
    int64_t bits;
    memcpy(&bits, &d, sizeof bits);
    become_const(f, i, bits);
}

static void fold_double(struct fold *f, struct ir_ins *i) {
    struct ir_ins *a = i->args[0];
    switch (i->op) {
    case IR_FBITS:
        if (a->op == IR_BITS)
            become(f, i, a->args[0]);
        else if (is_const(a))
            become_const(f, i, a->imm);
        break;
    case IR_BITS:
        if (a->op == IR_FBITS)
            become(f, i, a->args[0]);
        else if (a->op == IR_FCONST)
            become_const(f, i, a->imm);
        break;
    case IR_I2F:
        if (is_const(a)) become_float(f, i, (double)a->imm);
        break;
    case IR_FNEG:
        if (a->op == IR_FCONST) become_float(f, i, -to_double(a->imm));
        break;
    default: break;
    }
}

/* ---- all ---- */

static void fold_select(struct fold *f, struct ir_ins *i) {
    if (is_const(i->args[0]))
        become(f, i, i->args[0]->imm ? i->args[1] : i->args[2]);
    else if (i->args[1] == i->args[2])
        become(f, i, i->args[1]);
}

/* A branch on (x != 0) is one on x; on (x == 0), the other way round. */
static void fold_branch(struct fold *f, struct ir_ins *i) {
    struct ir_ins *c = i->args[0];
    if ((c->op != IR_NE && c->op != IR_EQ) || !is_num(c->args[1], 0) || c->args[0]->type == IR_F) return;
    if (c->op == IR_EQ) {
        struct ir_edge t = i->edges[0];
        i->edges[0] = i->edges[1];
        i->edges[1] = t;
    }
    i->args[0] = c->args[0];
    f->changed = true;
}

/* Facts hold for the name that is used here, which may be a COPY about to be replaced by what it copies: look
 * at them first. */
static void use_facts(struct fold *f, struct ir_ins *i) {
    struct ir_ins *a = i->nargs ? i->args[0] : NULL, *b = i->nargs == 2 ? i->args[1] : NULL;
    int64_t tag;
    if (i->op == IR_AND && b->op == IR_CONST && (tag = tag_bits(a, b->imm)) >= 0) {
        become_const(f, i, tag);
    } else if ((i->op == IR_EQ || i->op == IR_NE) && a->type == IR_V && b->type == IR_V && a->fact &&
               b->fact && !(a->fact & b->fact)) {
        become_const(f, i, i->op == IR_NE);
    } else if (i->op == IR_BR && a->type == IR_V && a->fact && !(a->flags & IR_CAUGHT) &&
               (!(a->fact & FACT_NULL) || a->fact == FACT_NULL)) {
        i->args[0] = number_before(i, a->fact != FACT_NULL);
        f->changed = true;
    }
}

static void fold_ins(struct fold *f, struct ir_ins *i) {
    use_facts(f, i);
    for (uint32_t k = 0; k < i->nargs; k++) i->args[k] = end_of(i->args[k]);
    if (i->op == IR_BR) {
        fold_branch(f, i);
        return;
    }
    if (i->op == IR_COPY) {
        become(f, i, i->args[0]);
        return;
    }
    if (i->op == IR_SELECT) {
        fold_select(f, i);
        return;
    }
    if (!(ir_ops[i->op].flags & IR_PURE) || i->op == IR_PY_GUARD || i->op == IR_STACK) return;
    if (i->nargs == 1) {
        if (i->op == IR_NEG && is_const(i->args[0]))
            become_const(f, i, (int64_t)(0 - (uint64_t)i->args[0]->imm));
        else if (i->op == IR_NOT && is_const(i->args[0]))
            become_const(f, i, ~i->args[0]->imm);
        else
            fold_double(f, i);
        return;
    }
    if (i->nargs != 2) return;
    if (swap_needed(i)) {
        struct ir_ins *t = i->args[0];
        i->args[0] = i->args[1];
        i->args[1] = t;
    }
    int64_t r;
    if (is_const(i->args[0]) && is_const(i->args[1]) &&
        compute((enum ir_op)i->op, i->args[0]->imm, i->args[1]->imm, &r)) {
        become_const(f, i, r);
        return;
    }
    switch (i->op) {
    case IR_ADD:
    case IR_SUB: fold_add(f, i); break;
    case IR_EQ:
    case IR_NE:
        fold_equal(f, i);
        if (i->nargs == 2) fold_flag(f, i);
        break;
    default: fold_bits(f, i); break;
    }
}

bool opt_fold(struct ir_func *f, struct arena *scratch) {
    struct fold fold = {0};
    ir_preds(f, scratch);
    uint32_t n = 0;
    for (struct ir_block *b = f->blocks; b; b = b->next) n++;
    struct ir_block **rpo = NEW_N(scratch, struct ir_block *, n);
    for (struct ir_block *b = f->blocks; b; b = b->next) rpo[b->order] = b;
    for (uint32_t k = 0; k < n; k++)
        for (struct ir_ins *i = rpo[k]->first; i; i = i->next) fold_ins(&fold, i);
    if (fold.changed) ir_apply_subst(f);
    return fold.changed;
}
