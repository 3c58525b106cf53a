/* Regions of arithmetic: finding them, and laying out their versions.
 *
 *   tests of version 1 -> version 1 ---------------------> join
 *     | fail               | overflow, zero divisor...      ^
 *   tests of version 2 -> version 2 ------------------------|
 *     | fail               |                                |
 *   conversions (loops): boxed floats and ints among floats, then into the float version
 *     | fail               v                                |
 *   slow: the operations as runtime calls, in order --------'
 */
#include "rules/opt/region.h"

/* ---- which operations ---- */

static enum node_op classify(const struct ir_ins *i) {
    if (i->op != IR_RT) return NODE_NONE;
    switch (i->aux) {
    case IR_rt_add:
    case IR_rt_iadd: return NODE_ADD;
    case IR_rt_sub:
    case IR_rt_isub: return NODE_SUB;
    case IR_rt_mul:
    case IR_rt_imul: return NODE_MUL;
    case IR_rt_truediv:
    case IR_rt_itruediv: return NODE_TRUEDIV;
    case IR_rt_floordiv:
    case IR_rt_ifloordiv: return NODE_FLOORDIV;
    case IR_rt_mod:
    case IR_rt_imod: return NODE_MOD;
    case IR_rt_pow:
    case IR_rt_ipow: return NODE_POW;
    case IR_rt_lshift:
    case IR_rt_ilshift: return NODE_LSHIFT;
    case IR_rt_rshift:
    case IR_rt_irshift: return NODE_RSHIFT;
    case IR_rt_and:
    case IR_rt_iand: return NODE_AND;
    case IR_rt_or:
    case IR_rt_ior: return NODE_OR;
    case IR_rt_xor:
    case IR_rt_ixor: return NODE_XOR;
    case IR_rt_neg: return NODE_NEG;
    case IR_rt_pos: return NODE_POS;
    case IR_rt_invert: return NODE_INVERT;
    case IR_rt_lt: return NODE_LT;
    case IR_rt_le: return NODE_LE;
    case IR_rt_eq: return NODE_EQ;
    case IR_rt_ne: return NODE_NE;
    case IR_rt_gt: return NODE_GT;
    case IR_rt_ge: return NODE_GE;
    case IR_rt_truth: return NODE_TRUTH;
    default: return NODE_NONE;
    }
}

/* The double in a tagged word or a static float object. */
static bool constant_float(const struct ir_ins *v, double *d) {
    if (v->op == IR_CONST && (v->imm & 2)) {
        uint64_t w = (uint64_t)v->imm, bits = (w >> 3 | w << 61) - (UINT64_C(1) << 61);
        memcpy(d, &bits, 8);
        return true;
    }
    const struct ir_data *data = v->op == IR_ADDR ? v->sym->user : NULL;
    if (!data || data->bytes.n != 24 || !data->relocs.n || data->relocs.p[0].offset != 0 ||
        !str_is(data->relocs.p[0].sym->name, "float_shape"))
        return false;
    memcpy(d, data->bytes.p + 16, 8);
    return true;
}

static void leaf_init(struct leaf *l, struct ir_ins *v) {
    *l = (struct leaf){.v = v};
    if (v->op == IR_CONST && (v->imm & 3) == 1) {
        *l = (struct leaf){.v = v, .is_const = true, .known = true, .kind = KIND_INT, .n = v->imm >> 2};
        l->d = (double)l->n;
    } else if (constant_float(v, &l->d)) {
        l->is_const = l->known = true;
        l->kind = KIND_FLT;
    } else if (ex_must_be(v, FACT_SMALL)) {
        l->known = true;
        l->kind = KIND_INT;
    } else {
        l->boxed = ex_may_be(v, FACT_FBOX);
    }
}

/* ---- finding the region ---- */

struct finder {
    struct ex *x;
    struct region *r;
    struct ir_block *src; /* where `at` is */
    struct ir_ins *at;
    struct ir_block *chain[REGION_NODES]; /* blocks entered */
    uint32_t nchain;
};

static int find_node(const struct region *r, const struct ir_ins *v) {
    for (uint32_t k = 0; k < r->nnodes; k++)
        if (r->node[k].ins == v) return (int)k;
    return -1;
}

static bool uses_node(const struct region *r, const struct ir_ins *i) {
    for (uint32_t k = 0; k < i->nargs; k++)
        if (find_node(r, i->args[k]) >= 0) return true;
    return false;
}

/* The operand as node or leaf; false when there is no room. `shared` is set when the region had it before. */
static bool add_operand(struct region *r, struct ir_ins *v, int16_t *out, bool *shared) {
    int node = find_node(r, v);
    if (node >= 0) {
        *out = (int16_t)node;
        *shared = true;
        return true;
    }
    struct leaf l;
    leaf_init(&l, v);
    for (uint32_t k = 0; k < r->nleaves; k++) {
        if (r->leaf[k].v != v) continue;
        *shared |= !l.is_const;
        *out = (int16_t)~k;
        return true;
    }
    if (r->nleaves == REGION_LEAVES) return false;
    r->leaf[r->nleaves] = l;
    *out = (int16_t)~r->nleaves++;
    return true;
}

/* Where a failing block goes: the common handler, or NULL when it leaves the function. */
static const struct ir_block *handler_of(const struct ir_block *bad) {
    return bad->last->op == IR_JMP ? bad->last->edges[0].to : NULL;
}

static bool leaves(const struct ir_block *bad) {
    return bad->last->op == IR_RET || bad->last->op == IR_TRAP;
}

/* Whether the failing block may be entered from the slow path only. Behind it, earlier results of the region
 * must not be used, because there they are the slow path's. That holds when it leaves, or when all earlier
 * operations fail to the same handler: the handler is then reached without their results. */
static bool bad_is_simple(const struct region *r, const struct ex_raise *raise) {
    const struct ir_block *bad = raise->bad.to;
    if (bad->npreds != 1 || bad->nparams || !bad->last) return false;
    if (leaves(bad)) return true;
    for (uint32_t k = 0; k < r->nnodes; k++) {
        const struct ex_raise *earlier = &r->node[k].raise;
        if (!earlier->caught || leaves(earlier->bad.to) || !handler_of(bad) ||
            handler_of(earlier->bad.to) != handler_of(bad))
            return false;
    }
    return true;
}

static bool has_version(struct region *r);

/* Adds the operation at f->at and moves past it; false: the region ends before it. */
static bool take_node(struct finder *f) {
    struct region *r = f->r;
    struct ir_ins *i = f->at;
    enum node_op op = classify(i);
    if (op == NODE_NONE || r->nnodes == REGION_NODES || r->exit.to) return false;
    if (op == NODE_TRUTH && find_node(r, i->args[0]) < 0) return false;
    if (r->nnodes && op != NODE_TRUTH && spec_leaves(f->x, i) != r->leaves) return false;
    struct node n = {.ins = i, .op = op, .nargs = (uint8_t)i->nargs};
    uint32_t nleaves = r->nleaves;
    bool shared = r->nnodes == 0;
    for (uint32_t k = 0; k < i->nargs; k++)
        if (!add_operand(r, i->args[k], &n.arg[k], &shared)) shared = false, k = i->nargs;
    if (shared && (i->flags & IR_CAUGHT)) {
        struct ir_ins *kept = f->x->next;
        f->x->next = i->next;
        shared = ex_take_raise(f->x, i, &n.raise) && bad_is_simple(r, &n.raise);
        f->x->next = kept;
    }
    if (shared) {
        r->node[r->nnodes++] = n;
        if (!has_version(r)) r->nnodes--, shared = false;
    }
    if (!shared) {
        r->nleaves = nleaves;
        return false;
    }
    f->at = i->next;
    if (n.raise.caught) {
        r->node[r->nnodes - 1].inside = 1;
        struct ir_block *ok = n.raise.ok.to;
        if (ok->npreds == 1 && !ok->nparams && ok->id < f->x->nconsumed && ok->first && !ok->cold &&
            spec_same_loop(f->x, ok)) {
            f->chain[f->nchain++] = f->src = ok;
            f->at = ok->first;
        } else {
            r->exit = n.raise.ok;
            f->at = NULL;
        }
    }
    return true;
}

static void find(struct finder *f) {
    struct region *r = f->r;
    while (f->at) {
        if (take_node(f)) continue;
        struct ir_ins *i = f->at;
        if (i->op == IR_BR && i->args[0]->type == IR_I && find_node(r, i->args[0]) >= 0) {
            r->branch = i;
            r->cond = (uint32_t)find_node(r, i->args[0]);
            f->at = NULL;
            return;
        }
        bool pure = (ir_ops[i->op].flags & IR_PURE) && !(ir_ops[i->op].flags & IR_FIXED);
        if (!pure || uses_node(r, i)) return;
        /* Constants between the operations move before them. */
        f->at = i->next;
        struct ir_block *b = f->x->cur;
        i->block = b;
        i->next = NULL;
        i->prev = b->last;
        if (b->last)
            b->last->next = i;
        else
            b->first = i;
        b->last = i;
    }
}

/* ---- uses ---- */

static uint32_t count_in_edge(const struct ir_edge *e, const struct ir_ins *v) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < e->nargs; k++) n += e->args[k] == v;
    return n;
}

static uint32_t count_in_block(const struct ir_block *b, const struct ir_ins *v) {
    uint32_t n = 0;
    for (const struct ir_ins *i = b->first; i; i = i->next) {
        for (uint32_t k = 0; k < i->nargs; k++) n += i->args[k] == v;
        for (uint32_t e = 0; e < i->nedges; e++) n += count_in_edge(&i->edges[e], v);
    }
    return n;
}

static void find_outputs(struct region *r) {
    r->direct = r->branch != NULL;
    for (uint32_t k = 0; k < r->nnodes; k++) {
        struct node *n = &r->node[k];
        uint32_t inside = n->inside, in_branch = 0;
        for (uint32_t j = k + 1; j < r->nnodes; j++) {
            for (uint32_t a = 0; a < r->node[j].nargs; a++) inside += r->node[j].arg[a] == (int16_t)k;
            if (r->node[j].raise.caught) inside += count_in_block(r->node[j].raise.bad.to, n->ins);
        }
        if (r->branch) {
            inside += r->branch->args[0] == n->ins;
            for (int e = 0; e < 2; e++) in_branch += count_in_edge(&r->branch->edges[e], n->ins);
        }
        n->output = n->ins->uses > inside;
        if (n->ins->uses > inside + in_branch) r->direct = false;
    }
}

/* ---- leaving a version ---- */

/* A node's result as the value the rest of the function wants. */
static struct ir_ins *packed(struct ex *x, struct node *n) {
    if (n->kind == KIND_FLT) return number_pack(x, n->v);
    if (n->kind == KIND_COND && n->ins->type == IR_V)
        return ir_emit(x->cur, IR_SELECT, IR_V, 3, n->v, ex_addr(x, IR_V, "true_object"),
                       ex_addr(x, IR_V, "false_object"));
    return n->v;
}

/* Ends a path: values[k] is node k's result as the rest wants it, for outputs; `cond` decides the branch. */
static void leave(struct ex *x, struct region *r, struct ir_ins **values, struct ir_ins *cond) {
    if (!r->direct) {
        ir_jmp(x->cur, r->join, 0, NULL);
        struct ir_edge *e = &x->cur->last->edges[0];
        for (uint32_t k = 0; k < r->nnodes; k++)
            if (r->node[k].output) ir_edge_add(x->m, e, values[k]);
        if (r->branch) ir_edge_add(x->m, e, cond);
        return;
    }
    ir_br(x->cur, cond, NULL, NULL);
    for (int k = 0; k < 2; k++) {
        struct ir_edge *to = &x->cur->last->edges[k];
        const struct ir_edge *from = &r->branch->edges[k];
        ir_edge_set(x->m, to, from->to, from->nargs, from->args);
        for (uint32_t a = 0; a < to->nargs; a++) {
            int node = find_node(r, to->args[a]);
            if (node >= 0) to->args[a] = values[node];
        }
    }
}

static void make_join(struct ex *x, struct region *r) {
    if (r->direct) return;
    r->join = ex_block(x);
    for (uint32_t k = 0; k < r->nnodes; k++) {
        struct node *n = &r->node[k];
        if (!n->output) continue;
        struct ir_ins *p = ir_block_param(r->join, n->ins->type);
        p->fact = n->ins->fact;
        n->ins->subst = p;
    }
    if (r->branch) r->branch->args[0] = ir_block_param(r->join, IR_I);
}

/* ---- versions ---- */

/* Chooses kinds under an assumption about the leaves nothing is known of. False when an operation has no such
 * form, or when the assumption is about no leaf, so that the other version is the same. */
static bool assume(struct region *r, enum kind kind) {
    bool any = false, all_known = true;
    for (uint32_t k = 0; k < r->nleaves; k++) {
        struct leaf *l = &r->leaf[k];
        l->flt = NULL;
        l->as = l->known ? l->kind : kind;
        if (l->known) continue;
        all_known = false;
        bool may_int = ex_may_be(l->v, FACT_SMALL), may_flt = ex_may_be(l->v, FACT_FLOAT);
        if (!may_int && !may_flt) return false;
        if (kind == KIND_INT ? may_int : may_flt)
            any = true;
        else
            l->as = kind == KIND_INT ? KIND_FLT : KIND_INT;
    }
    for (uint32_t k = 0; k < r->nnodes; k++) {
        struct node *n = &r->node[k];
        n->flt = NULL;
        n->kind = number_kind(r, n);
        if (n->kind == KIND_BAD) return false;
    }
    return any || (all_known && kind == KIND_INT);
}

static bool has_version(struct region *r) {
    return assume(r, KIND_INT) || assume(r, KIND_FLT);
}

/* Tests that unknown leaves taken as ints are small ints: one branch for all of them. */
static void test_ints(struct ex *x, struct region *r, struct ir_block *other) {
    struct ir_ins *sum = NULL, *ones = NULL;
    for (uint32_t k = 0; k < r->nleaves; k++) {
        struct leaf *l = &r->leaf[k];
        if (l->known || l->as != KIND_INT) continue;
        if (ex_must_be(l->v, FACT_INT)) { /* no float: one bit tells */
            ones = ones ? ex_op(x, IR_AND, IR_I, ones, l->v) : l->v;
            continue;
        }
        struct ir_ins *off = ex_op(x, IR_XOR, IR_I, l->v, ex_num(x, 1));
        sum = sum ? ex_op(x, IR_OR, IR_I, sum, off) : off;
    }
    if (ones && sum) sum = ex_op(x, IR_OR, IR_I, sum, ex_op(x, IR_XOR, IR_I, ones, ex_num(x, 1)));
    /* With both kinds bit 1 of `ones` is a payload bit of a big int's address: 0 by alignment; of a small
     * int: 0 by its tag. */
    if (sum) {
        struct ir_ins *tags = ex_op(x, IR_AND, IR_I, sum, ex_num(x, 3));
        ex_when(x, ex_op(x, IR_EQ, IR_I, tags, ex_num(x, 0)), other);
    } else if (ones) {
        ex_when(x, ex_op(x, IR_AND, IR_I, ones, ex_num(x, 1)), other);
    }
}

static bool is_tested_float(const struct leaf *l) {
    return !l->known && l->as == KIND_FLT;
}

static void test_floats(struct ex *x, struct region *r, struct ir_block *other) {
    struct ir_ins *all = NULL;
    for (uint32_t k = 0; k < r->nleaves; k++) {
        struct leaf *l = &r->leaf[k];
        if (is_tested_float(l) && !ex_must_be(l->v, FACT_FLT))
            all = all ? ex_op(x, IR_AND, IR_I, all, l->v) : l->v;
    }
    if (all) ex_when(x, ex_op(x, IR_AND, IR_I, all, ex_num(x, 2)), other);
}

static void compute(struct ex *x, struct region *r) {
    struct ir_ins *values[REGION_NODES] = {0};
    for (uint32_t k = 0; k < r->nnodes; k++) number_emit(x, r, &r->node[k]);
    for (uint32_t k = 0; k < r->nnodes; k++)
        if (r->node[k].output) values[k] = packed(x, &r->node[k]);
    leave(x, r, values, r->branch ? r->node[r->cond].v : NULL);
}

static void int_version(struct ex *x, struct region *r, struct ir_block *other) {
    test_ints(x, r, other);
    test_floats(x, r, other); /* leaves that cannot be ints */
    for (uint32_t k = 0; k < r->nleaves; k++)
        if (is_tested_float(&r->leaf[k])) r->leaf[k].flt = number_unpack(x, r->leaf[k].v);
    compute(x, r);
}

/* The float version's own block takes the doubles as parameters, so that the conversions can enter it as
 * well. */
static struct ir_block *float_version(struct ex *x, struct region *r, struct ir_block *other) {
    test_ints(x, r, other);
    test_floats(x, r, other);
    struct ir_block *body = ex_block(x), *tested = x->cur;
    for (uint32_t k = 0; k < r->nleaves; k++)
        if (is_tested_float(&r->leaf[k])) r->leaf[k].flt = number_unpack(x, r->leaf[k].v);
    ir_jmp(tested, body, 0, NULL);
    for (uint32_t k = 0; k < r->nleaves; k++) {
        struct leaf *l = &r->leaf[k];
        if (!is_tested_float(l)) continue;
        ir_edge_add(x->m, &tested->last->edges[0], l->flt);
        l->flt = ir_block_param(body, IR_F);
    }
    x->cur = body;
    compute(x, r);
    return body;
}

/* ---- conversions ---- */

/* Whether leaf k may be a small int in the float version: each operation it is in must have a float on the
 * other side. */
static bool may_convert_int(const struct region *r, uint32_t k) {
    int16_t me = (int16_t)~k;
    for (uint32_t j = 0; j < r->nnodes; j++) {
        const struct node *n = &r->node[j];
        if (n->arg[0] != me && (n->nargs < 2 || n->arg[1] != me)) continue;
        if (n->nargs < 2 || n->arg[0] == n->arg[1]) return false;
        int16_t other = n->arg[0] == me ? n->arg[1] : n->arg[0];
        if (n->op != NODE_TRUEDIV && operand_kind(r, other) == KIND_INT) return false;
    }
    return ex_may_be(r->leaf[k].v, FACT_SMALL);
}

static struct ir_ins *is_small(struct ex *x, struct ir_ins *v) {
    return ex_op(x, IR_EQ, IR_I, ex_op(x, IR_AND, IR_I, v, ex_num(x, 3)), ex_num(x, 1));
}

/* Two int leaves that meet in one operation are not for the float version. */
static void no_int_pairs(struct ex *x, struct region *r, const bool *convert) {
    for (uint32_t j = 0; j < r->nnodes; j++) {
        const struct node *n = &r->node[j];
        if (n->nargs < 2 || n->op == NODE_TRUEDIV || n->arg[0] >= 0 || n->arg[1] >= 0) continue;
        uint32_t a = (uint32_t)~n->arg[0], b = (uint32_t)~n->arg[1];
        if (!convert[a] || !convert[b]) continue;
        struct ir_ins *both = ex_op(x, IR_AND, IR_I, is_small(x, r->leaf[a].v), is_small(x, r->leaf[b].v));
        ex_unless(x, both, r->slow);
    }
}

static struct ir_ins *converted(struct ex *x, struct region *r, const struct leaf *l, bool convert) {
    struct ir_block *done = ex_cold(x), *not_tagged = ex_cold(x);
    struct ir_ins *d = ir_block_param(done, IR_F);
    ex_when(x, ex_op(x, IR_AND, IR_I, l->v, ex_num(x, 2)), not_tagged);
    ex_jmp(x, done, number_unpack(x, l->v));
    x->cur = not_tagged;
    if (convert) {
        struct ir_block *not_int = ex_cold(x);
        ex_when(x, is_small(x, l->v), not_int);
        struct ir_ins *n = ex_op(x, IR_SAR, IR_I, l->v, ex_num(x, 2));
        struct ir_ins *shifted = ex_op(x, IR_ADD, IR_I, n, ex_num(x, INT64_C(1) << 53));
        ex_when(x, ex_op(x, IR_ULT, IR_I, shifted, ex_num(x, INT64_C(1) << 54)), r->slow);
        ex_jmp(x, done, ex_op(x, IR_I2F, IR_F, n, NULL));
        x->cur = not_int;
    } else {
        ex_unless(x, ex_op(x, IR_AND, IR_I, l->v, ex_num(x, 1)), r->slow);
    }
    ex_shape(x, l->v, "float_shape", r->slow);
    struct ir_ins *value = ex_op(x, IR_LDF, IR_F, l->v, NULL);
    value->imm = ABI_FLOAT_VALUE;
    ex_jmp(x, done, value);
    x->cur = done;
    return d;
}

static void conversions(struct ex *x, struct region *r, struct ir_block *body) {
    bool convert[REGION_LEAVES];
    struct ir_ins *d[REGION_LEAVES];
    for (uint32_t k = 0; k < r->nleaves; k++)
        convert[k] = is_tested_float(&r->leaf[k]) && may_convert_int(r, k);
    test_ints(x, r, r->slow);
    no_int_pairs(x, r, convert);
    for (uint32_t k = 0; k < r->nleaves; k++)
        if (is_tested_float(&r->leaf[k])) d[k] = converted(x, r, &r->leaf[k], convert[k]);
    ir_jmp(x->cur, body, 0, NULL);
    for (uint32_t k = 0; k < r->nleaves; k++)
        if (is_tested_float(&r->leaf[k])) ir_edge_add(x->m, &x->cur->last->edges[0], d[k]);
}

/* ---- the slow path ---- */

static struct ir_ins *slow_value(const struct region *r, struct ir_ins *v) {
    int node = find_node(r, v);
    return node >= 0 ? r->node[node].slow : v;
}

/* The failing block of a caught operation is now entered from the slow path only. */
static void rename_in_bad(struct region *r, struct ir_block *bad) {
    for (struct ir_ins *i = bad->first; i; i = i->next) {
        for (uint32_t k = 0; k < i->nargs; k++) i->args[k] = slow_value(r, i->args[k]);
        for (uint32_t e = 0; e < i->nedges; e++)
            for (uint32_t k = 0; k < i->edges[e].nargs; k++)
                i->edges[e].args[k] = slow_value(r, i->edges[e].args[k]);
    }
}

static void slow_path(struct ex *x, struct region *r) {
    struct ir_ins *values[REGION_NODES] = {0};
    x->cur = r->slow;
    for (uint32_t k = 0; k < r->nnodes; k++) {
        struct node *n = &r->node[k];
        struct ir_ins *args[2];
        for (uint32_t a = 0; a < n->nargs; a++) args[a] = slow_value(r, n->ins->args[a]);
        n->slow = values[k] = ex_call(x, n->ins, (enum ir_rt)n->ins->aux, n->nargs, args);
        spec_also(x, n->ins, n->slow);
        if (!n->raise.caught) continue;
        struct ir_ins *test = n->slow;
        if (n->ins->type == IR_I) test = ex_op(x, IR_LT, IR_I, test, ex_num(x, 0));
        struct ir_block *good = ex_cold(x);
        ir_br(x->cur, test, good, good);
        x->cur->last->edges[n->ins->type == IR_I ? 0 : 1].to = n->raise.bad.to;
        rename_in_bad(r, n->raise.bad.to);
        x->cur = good;
    }
    leave(x, r, values, r->branch ? values[r->cond] : NULL);
}

/* ---- the whole ---- */

static bool floats_first(const struct region *r) {
    for (uint32_t k = 0; k < r->nleaves; k++) {
        const struct leaf *l = &r->leaf[k];
        if (l->known ? l->kind == KIND_FLT : !ex_may_be(l->v, FACT_SMALL) || ex_must_be(l->v, FACT_FLOAT))
            return true;
    }
    for (uint32_t k = 0; k < r->nnodes; k++)
        if (r->node[k].op == NODE_TRUEDIV) return true;
    return false;
}

/* Ints are meant when an int constant is among the operands and nothing speaks for floats: then floats need
 * not be in the way. */
static bool floats_rare(const struct region *r) {
    for (uint32_t k = 0; k < r->nleaves; k++)
        if (r->leaf[k].is_const && r->leaf[k].kind == KIND_INT) return true;
    return false;
}

/* The versions in order of likelihood; what fits none goes to `slow`. */
static void versions(struct ex *x, struct region *r) {
    bool ints = assume(r, KIND_INT), floats = assume(r, KIND_FLT);
    struct ir_block *body = NULL, *last = floats && (x->depth || r->nnodes > 2) ? ex_cold(x) : r->slow;
    bool float_first = floats_first(r);
    for (int k = 0; k < 2; k++) {
        bool flt = (k == 0) == float_first;
        if (!(flt ? floats : ints)) continue;
        bool more = k == 0 && (flt ? ints : floats);
        struct ir_block *other = !more ? last : !flt && floats_rare(r) ? ex_cold(x) : ex_block(x);
        assume(r, flt ? KIND_FLT : KIND_INT);
        if (flt)
            body = float_version(x, r, other);
        else
            int_version(x, r, other);
        x->cur = other;
    }
    if (last == r->slow) return;
    /* Kinds as in the float version again; its results are not needed. */
    assume(r, KIND_FLT);
    x->cur = last;
    conversions(x, r, body);
}

static void expand_region(struct ex *x, struct region *r) {
    find_outputs(r);
    make_join(x, r);
    r->slow = r->leaves ? spec_exit(x, r->node[0].ins) : ex_cold(x);
    versions(x, r);
    if (!r->leaves) slow_path(x, r);
    x->cur = r->direct ? NULL : r->join;
    if (r->exit.to) {
        ir_jmp(x->cur, r->exit.to, r->exit.nargs, r->exit.args);
        x->cur = NULL;
    } else if (r->branch && !r->direct) {
        struct ir_ins *t = r->branch;
        t->prev = t->next = NULL;
        t->block = x->cur;
        x->cur->first = x->cur->last = t;
        x->cur = NULL;
    }
}

bool ex_arith(struct ex *x, struct ir_ins *i) {
    enum node_op op = classify(i);
    if (op == NODE_NONE || op == NODE_TRUTH) return false;
    struct region *r = NEW(x->scratch, struct region);
    struct finder f = {.x = x, .r = r, .src = x->src, .at = i};
    r->leaves = spec_leaves(x, i);
    if (!take_node(&f)) {
        if (!r->leaves) return false;
        /* The facts promise a number that there is no way to compute here: always leave. */
        struct ir_block *rest = ex_block(x);
        ex_jmp(x, spec_exit(x, i), NULL);
        x->cur = rest;
        return false;
    }
    find(&f);
    for (uint32_t k = 0; k < f.nchain; k++) {
        x->consumed[f.chain[k]->id] = true;
        f.chain[k]->first = f.chain[k]->last = NULL;
    }
    x->src = f.src;
    x->next = f.at;
    expand_region(x, r);
    return true;
}
