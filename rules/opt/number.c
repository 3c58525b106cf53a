/* One arithmetic operation on machine numbers, with Python's results.
 *
 * Small ints stay in their tagged form n * 4 + 1, on which most operations are one or two instructions:
 *   a + b  is a + (b - 1), overflow-checked       a * b  is (a - 1) * (b >> 2) + 1      a & b, a | b  as they
 * are a - b  is a - (b - 1)                         -a     is 2 - a                       a ^ b         | 1
 *   ~a     is a ^ ~3                              a < b  as they are
 * The 64-bit overflow flag is exactly the small range's bound. Whatever leaves the range, divides by zero or
 * has a result of another type goes to the region's slow path. */
#include "rules/opt/region.h"

#define EXACT (INT64_C(1) << 53)

bool number_exact_int(int64_t n) {
    return n >= -EXACT && n <= EXACT;
}

/* ---- emitting ---- */

static struct ir_ins *int_op(struct ex *x, enum ir_op op, struct ir_ins *a, struct ir_ins *b) {
    return ex_op(x, op, IR_I, a, b);
}

static struct ir_ins *tagged_op(struct ex *x, enum ir_op op, struct ir_ins *a, struct ir_ins *b) {
    return ex_op(x, op, IR_V, a, b);
}

/* An overflow-checked operation; overflow goes to the slow path. */
static struct ir_ins *checked(struct ex *x, struct region *r, enum ir_op op, struct ir_ins *a,
                              struct ir_ins *b) {
    struct ir_ins *i = ex_op(x, op, IR_V, a, b);
    struct ir_block *next = ex_block(x);
    ir_brovf(x->cur, i, r->slow, next);
    x->cur = next;
    return i;
}

struct ir_ins *number_fconst(struct ex *x, double d) {
    int64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return ir_const(x->cur, IR_F, bits);
}

struct ir_ins *number_unpack(struct ex *x, struct ir_ins *v) {
    struct ir_ins *turned = int_op(x, IR_ROL, v, ex_num(x, 61));
    return ex_op(x, IR_FBITS, IR_F, int_op(x, IR_SUB, turned, ex_num(x, INT64_C(1) << 61)), NULL);
}

struct ir_ins *number_pack(struct ex *x, struct ir_ins *d) {
    struct ir_ins *biased = int_op(x, IR_ADD, ex_op(x, IR_BITS, IR_I, d, NULL), ex_num(x, INT64_C(1) << 61));
    struct ir_ins *v = ex_op(x, IR_ROL, IR_V, biased, ex_num(x, 3));
    struct ir_block *box = ex_cold(x), *done = ex_block(x);
    struct ir_ins *result = ir_block_param(done, IR_V);
    result->fact = FACT_FLOAT;
    ir_br(x->cur, int_op(x, IR_AND, v, ex_num(x, 2)), done, box);
    ir_edge_add(x->m, &x->cur->last->edges[0], v);
    x->cur = box;
    struct ir_ins *boxed = ir_rt(box, IR_rt_float_box, 0, 1, d);
    boxed->flags |= IR_COLD;
    ex_jmp(x, done, boxed);
    x->cur = done;
    return result;
}

static struct ir_ins *untag(struct ex *x, struct ir_ins *v) {
    return int_op(x, IR_SAR, v, ex_num(x, 2));
}

struct ir_ins *number_int_to_float(struct ex *x, struct ir_ins *tagged) {
    return ex_op(x, IR_I2F, IR_F, untag(x, tagged), NULL);
}

static struct ir_ins *as_int(struct ex *x, struct region *r, int16_t a) {
    (void)x;
    return a >= 0 ? r->node[a].v : r->leaf[~a].v;
}

static struct ir_ins *as_float(struct ex *x, struct region *r, int16_t a) {
    if (a >= 0) {
        struct node *n = &r->node[a];
        if (n->kind == KIND_FLT) return n->v;
        if (!n->flt) n->flt = number_int_to_float(x, n->v);
        return n->flt;
    }
    struct leaf *l = &r->leaf[~a];
    if (!l->flt) l->flt = l->is_const ? number_fconst(x, l->d) : number_int_to_float(x, l->v);
    return l->flt;
}

/* ---- kinds ---- */

static bool is_compare(enum node_op op) {
    return op >= NODE_LT && op <= NODE_GE;
}

static enum kind binary_kind(const struct region *r, const struct node *n, enum kind a, enum kind b) {
    bool ints = a == KIND_INT && b == KIND_INT;
    const struct leaf *right = operand_const(r, n->arg[1]), *left = operand_const(r, n->arg[0]);
    switch (n->op) {
    case NODE_ADD:
    case NODE_SUB:
    case NODE_MUL: return ints ? KIND_INT : KIND_FLT;
    case NODE_TRUEDIV: return right && right->d == 0 ? KIND_BAD : KIND_FLT;
    case NODE_FLOORDIV:
    case NODE_MOD: return right && right->d == 0 ? KIND_BAD : ints ? KIND_INT : KIND_FLT;
    case NODE_POW:
        if (right && right->kind == KIND_INT && right->n == 2) return ints ? KIND_INT : KIND_FLT;
        /* The general power may raise on the fast path, which only an operation that leaves the function can
         * do. */
        if (right && right->d == 0.5) return KIND_FLT;
        return ints || (n->ins->flags & IR_CAUGHT) ? KIND_BAD : KIND_FLT;
    case NODE_LSHIFT: return ints && right && right->n >= 0 && right->n < 60 ? KIND_INT : KIND_BAD;
    case NODE_RSHIFT: return ints && (!right || right->n >= 0) ? KIND_INT : KIND_BAD;
    case NODE_AND:
    case NODE_OR:
    case NODE_XOR: return ints ? KIND_INT : KIND_BAD;
    default: break;
    }
    /* Comparing an int with a double is exact in Python; so is ours when the int is exact as a double. */
    if (a != b && ((left && left->kind == KIND_INT && !number_exact_int(left->n)) ||
                   (right && right->kind == KIND_INT && !number_exact_int(right->n))))
        return KIND_BAD;
    return KIND_COND;
}

enum kind number_kind(const struct region *r, const struct node *n) {
    enum kind a = operand_kind(r, n->arg[0]);
    if (n->op == NODE_TRUTH) return a == KIND_BAD ? KIND_BAD : KIND_COND;
    if (a != KIND_INT && a != KIND_FLT) return KIND_BAD;
    if (n->nargs == 1) return n->op == NODE_INVERT && a != KIND_INT ? KIND_BAD : a;
    enum kind b = operand_kind(r, n->arg[1]);
    if (b != KIND_INT && b != KIND_FLT) return KIND_BAD;
    return binary_kind(r, n, a, b);
}

/* ---- ints ---- */

/* Floor division and remainder by a divisor that is not zero; the machine's truncate. */
static struct ir_ins *int_divide(struct ex *x, struct region *r, struct node *n) {
    struct ir_ins *a = as_int(x, r, n->arg[0]), *b = as_int(x, r, n->arg[1]);
    const struct leaf *by = operand_const(r, n->arg[1]);
    if (by && by->n > 0 && (by->n & (by->n - 1)) == 0) {
        if (n->op == NODE_MOD) return tagged_op(x, IR_AND, a, ex_num(x, (by->n - 1) * 4 + 3));
        struct ir_ins *shifted = int_op(x, IR_SAR, a, ex_num(x, __builtin_ctzll((uint64_t)by->n)));
        return tagged_op(x, IR_OR, int_op(x, IR_AND, shifted, ex_num(x, ~INT64_C(3))), ex_num(x, 1));
    }
    struct ir_ins *p = untag(x, a), *q = by ? ex_num(x, by->n) : untag(x, b), *zero = ex_num(x, 0);
    if (!by) ex_when(x, q, r->slow);
    if (n->op == NODE_MOD) {
        struct ir_ins *rest = int_op(x, IR_REM, p, q);
        if (by && by->n > 0) { /* only a negative rest needs the divisor added */
            struct ir_ins *add = int_op(x, IR_AND, int_op(x, IR_SAR, rest, ex_num(x, 63)), q);
            return tagged_op(x, IR_OR, int_op(x, IR_SHL, int_op(x, IR_ADD, rest, add), ex_num(x, 2)),
                             ex_num(x, 1));
        }
        struct ir_ins *differs = int_op(x, IR_LT, int_op(x, IR_XOR, rest, q), ex_num(x, 0));
        struct ir_ins *adjust = int_op(x, IR_AND, differs, int_op(x, IR_NE, rest, zero));
        struct ir_ins *add = int_op(x, IR_AND, int_op(x, IR_NEG, adjust, NULL), q);
        struct ir_ins *mod = int_op(x, IR_ADD, rest, add);
        return tagged_op(x, IR_OR, int_op(x, IR_SHL, mod, ex_num(x, 2)), ex_num(x, 1));
    }
    struct ir_ins *quotient = int_op(x, IR_DIV, p, q);
    struct ir_ins *rest = int_op(x, IR_SUB, p, int_op(x, IR_MUL, quotient, q));
    struct ir_ins *differs = int_op(x, IR_LT, int_op(x, IR_XOR, rest, q), ex_num(x, 0));
    struct ir_ins *adjust = int_op(x, IR_AND, differs, int_op(x, IR_NE, rest, zero));
    struct ir_ins *floor = int_op(x, IR_SUB, quotient, adjust);
    if (by && by->n != -1) return tagged_op(x, IR_OR, int_op(x, IR_SHL, floor, ex_num(x, 2)), ex_num(x, 1));
    return tagged_op(x, IR_OR, checked(x, r, IR_MULO, floor, ex_num(x, 4)),
                     ex_num(x, 1)); /* SMALL_MIN // -1 */
}

static struct ir_ins *int_shift(struct ex *x, struct region *r, struct node *n) {
    struct ir_ins *a = as_int(x, r, n->arg[0]);
    const struct leaf *by = operand_const(r, n->arg[1]);
    if (n->op == NODE_LSHIFT)
        return tagged_op(
            x, IR_ADD,
            checked(x, r, IR_MULO, int_op(x, IR_SUB, a, ex_num(x, 1)), ex_num(x, INT64_C(1) << by->n)),
            ex_num(x, 1));
    struct ir_ins *count;
    if (by) {
        count = ex_num(x, MIN(by->n, 63));
    } else {
        count = untag(x, as_int(x, r, n->arg[1]));
        ex_when(x, int_op(x, IR_ULT, count, ex_num(x, 64)), r->slow);
    }
    struct ir_ins *shifted = int_op(x, IR_SAR, a, count);
    return tagged_op(x, IR_OR, int_op(x, IR_AND, shifted, ex_num(x, ~INT64_C(3))), ex_num(x, 1));
}

static struct ir_ins *int_multiply(struct ex *x, struct region *r, int16_t left, int16_t right) {
    const struct leaf *c = operand_const(r, left);
    if (c) { /* the constant's shift folds away */
        int16_t t = left;
        left = right;
        right = t;
    }
    c = operand_const(r, right);
    struct ir_ins *scaled = int_op(x, IR_SUB, as_int(x, r, left), ex_num(x, 1));
    struct ir_ins *factor = c ? ex_num(x, c->n) : untag(x, as_int(x, r, right));
    return tagged_op(x, IR_ADD, checked(x, r, IR_MULO, scaled, factor), ex_num(x, 1));
}

/* b - 1 for addition and subtraction, folded for constants. */
static struct ir_ins *less_tag(struct ex *x, struct region *r, int16_t a) {
    const struct leaf *c = operand_const(r, a);
    return c ? ex_num(x, c->n * 4) : int_op(x, IR_SUB, as_int(x, r, a), ex_num(x, 1));
}

static struct ir_ins *int_binary(struct ex *x, struct region *r, struct node *n) {
    int16_t left = n->arg[0], right = n->arg[1];
    switch (n->op) {
    case NODE_ADD:
        if (operand_const(r, left)) left = n->arg[1], right = n->arg[0];
        return checked(x, r, IR_ADDO, as_int(x, r, left), less_tag(x, r, right));
    case NODE_SUB: return checked(x, r, IR_SUBO, as_int(x, r, left), less_tag(x, r, right));
    case NODE_MUL: return int_multiply(x, r, left, right);
    case NODE_POW: return int_multiply(x, r, left, left);
    case NODE_FLOORDIV:
    case NODE_MOD: return int_divide(x, r, n);
    case NODE_LSHIFT:
    case NODE_RSHIFT: return int_shift(x, r, n);
    case NODE_AND: return tagged_op(x, IR_AND, as_int(x, r, left), as_int(x, r, right));
    case NODE_OR: return tagged_op(x, IR_OR, as_int(x, r, left), as_int(x, r, right));
    case NODE_XOR:
        return tagged_op(x, IR_OR, int_op(x, IR_XOR, as_int(x, r, left), as_int(x, r, right)), ex_num(x, 1));
    default: BUG("no int form of operation %d", n->op);
    }
}

static struct ir_ins *int_unary(struct ex *x, struct region *r, struct node *n) {
    struct ir_ins *a = as_int(x, r, n->arg[0]);
    switch (n->op) {
    case NODE_NEG: return checked(x, r, IR_SUBO, ex_num(x, 2), a);
    case NODE_INVERT: return tagged_op(x, IR_XOR, a, ex_num(x, ~INT64_C(3)));
    default: return a;
    }
}

/* ---- doubles ---- */

static struct ir_ins *flt_op(struct ex *x, enum ir_op op, struct ir_ins *a, struct ir_ins *b) {
    return ex_op(x, op, IR_F, a, b);
}

/* Goes on when an int operand is exactly a double. */
static void exact_or_slow(struct ex *x, struct region *r, int16_t a) {
    if (operand_kind(r, a) != KIND_INT || operand_const(r, a)) return;
    struct ir_ins *n = untag(x, as_int(x, r, a));
    struct ir_ins *shifted = int_op(x, IR_ADD, n, ex_num(x, EXACT));
    ex_when(x, int_op(x, IR_ULT, shifted, ex_num(x, 2 * EXACT)), r->slow);
}

static void nonzero_or_slow(struct ex *x, struct region *r, int16_t by, struct ir_ins *d) {
    if (operand_const(r, by)) return;
    ex_when(x, int_op(x, IR_FNE, d, number_fconst(x, 0)), r->slow); /* a NaN divisor goes on */
}

static struct ir_ins *power(struct ex *x, struct region *r, struct node *n) {
    const struct leaf *by = operand_const(r, n->arg[1]);
    struct ir_ins *a = as_float(x, r, n->arg[0]);
    if (by && by->d == 2) {
        /* An infinite result may be an overflow, which raises. */
        struct ir_ins *square = flt_op(x, IR_FMUL, a, a);
        struct ir_ins *finite = int_op(x, IR_FNE, square, number_fconst(x, __builtin_inf()));
        ex_when(x, finite, r->slow);
        return square;
    }
    if (by && by->d == 0.5) { /* both are correctly rounded; zeros and infinities differ in sign */
        ex_when(x, int_op(x, IR_FGT, a, number_fconst(x, 0)), r->slow);
        return flt_op(x, IR_FSQRT, a, NULL);
    }
    struct ir_ins *args[] = {a, as_float(x, r, n->arg[1])};
    struct ir_ins *v = ir_rt_v(x->cur, IR_rt_fpow, n->ins->site, 2, args);
    if (x->cur->cold) v->flags |= IR_COLD;
    ex_when(x, int_op(x, IR_AND, v, ex_num(x, 2)), r->slow);
    return number_unpack(x, v);
}

static struct ir_ins *flt_binary(struct ex *x, struct region *r, struct node *n) {
    if (n->op == NODE_POW) return power(x, r, n);
    if (n->op == NODE_TRUEDIV && operand_kind(r, n->arg[0]) == KIND_INT &&
        operand_kind(r, n->arg[1]) == KIND_INT) {
        exact_or_slow(x, r, n->arg[0]);
        exact_or_slow(x, r, n->arg[1]);
    }
    struct ir_ins *a = as_float(x, r, n->arg[0]), *b = as_float(x, r, n->arg[1]);
    switch (n->op) {
    case NODE_ADD: return flt_op(x, IR_FADD, a, b);
    case NODE_SUB: return flt_op(x, IR_FSUB, a, b);
    case NODE_MUL: return flt_op(x, IR_FMUL, a, b);
    case NODE_TRUEDIV: nonzero_or_slow(x, r, n->arg[1], b); return flt_op(x, IR_FDIV, a, b);
    case NODE_FLOORDIV:
    case NODE_MOD:
        nonzero_or_slow(x, r, n->arg[1], b);
        a = ir_rt(x->cur, n->op == NODE_MOD ? IR_rt_fmod : IR_rt_ffloordiv, 0, 2, a, b);
        if (x->cur->cold) a->flags |= IR_COLD;
        return a;
    default: BUG("no float form of operation %d", n->op);
    }
}

static struct ir_ins *flt_unary(struct ex *x, struct region *r, struct node *n) {
    struct ir_ins *a = as_float(x, r, n->arg[0]);
    return n->op == NODE_NEG ? flt_op(x, IR_FNEG, a, NULL) : a;
}

/* ---- conditions ---- */

static struct ir_ins *condition(struct ex *x, struct region *r, struct node *n) {
    static const enum ir_op ints[] = {IR_LT, IR_LE, IR_EQ, IR_NE, IR_GT, IR_GE};
    static const enum ir_op floats[] = {IR_FLT, IR_FLE, IR_FEQ, IR_FNE, IR_FGT, IR_FGE};
    enum kind a = operand_kind(r, n->arg[0]);
    if (n->op == NODE_TRUTH) {
        if (a == KIND_COND) return r->node[n->arg[0]].v;
        if (a == KIND_INT) return int_op(x, IR_NE, as_int(x, r, n->arg[0]), ex_num(x, 1));
        return int_op(x, IR_FNE, as_float(x, r, n->arg[0]), number_fconst(x, 0));
    }
    enum kind b = operand_kind(r, n->arg[1]);
    if (a == KIND_INT && b == KIND_INT)
        return int_op(x, ints[n->op - NODE_LT], as_int(x, r, n->arg[0]), as_int(x, r, n->arg[1]));
    exact_or_slow(x, r, n->arg[0]);
    exact_or_slow(x, r, n->arg[1]);
    return int_op(x, floats[n->op - NODE_LT], as_float(x, r, n->arg[0]), as_float(x, r, n->arg[1]));
}

void number_emit(struct ex *x, struct region *r, struct node *n) {
    if (n->kind == KIND_COND)
        n->v = condition(x, r, n);
    else if (n->kind == KIND_INT)
        n->v = n->nargs == 1 ? int_unary(x, r, n) : int_binary(x, r, n);
    else
        n->v = n->nargs == 1 ? flt_unary(x, r, n) : flt_binary(x, r, n);
    if (is_compare(n->op) && n->kind != KIND_COND) BUG("a comparison gives a condition");
}
