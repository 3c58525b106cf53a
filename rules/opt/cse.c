/* Computes each thing once: a pure instruction equal to one that dominates it is replaced by it; a load equal
 * to an earlier one is replaced when nothing can have stored in between; a branch on a value that a
 * dominating branch already decided is decided.
 *
 * Constants are compared by what they are but not shared between instructions: the back end encodes them
 * where they are used, and sharing would only keep registers busy. */
#include "rules/ir/order.h"
#include "rules/opt/internal.h"

#define CHAIN_LIMIT 8  /* equal candidates looked at */
#define CLIMB_LIMIT 24 /* dominators looked at for a decided branch */

struct entry {
    struct ir_ins *ins;
    uint32_t epoch, calls, next; /* next: index + 1 in the same bucket */
};

struct cse {
    struct ir_func *f;
    struct ir_order o;
    struct ir_ins **rep; /* id -> what stands for the value in comparisons */
    struct entry *entries;
    uint32_t nentries, *buckets, mask;
    uint32_t epoch, epochs;                /* the state of memory here; every write makes a new one */
    uint32_t calls;                        /* changes with every call on the hot path */
    uint32_t *epoch_at_end, *calls_at_end; /* by place in the order */
    bool changed;
};

static struct ir_ins *end_of(struct ir_ins *i) {
    while (i->subst) i = i->subst;
    return i;
}

static uint32_t key_of(const struct cse *c, struct ir_ins *a) {
    return c->rep[a->id] ? c->rep[a->id]->id : a->id;
}

static bool is_constant(const struct ir_ins *i) {
    return i->op == IR_CONST || i->op == IR_FCONST || i->op == IR_ADDR || i->op == IR_STACK ||
           i->op == IR_THREAD;
}

static uint64_t hash(const struct cse *c, const struct ir_ins *i) {
    uint64_t h = (uint64_t)i->op * 31 + i->type;
    h = h * 0x100000001b3u + (uint64_t)i->imm;
    h = h * 0x100000001b3u + (i->sym ? i->sym->id + 1 : 0);
    h = h * 0x100000001b3u + (uint64_t)i->aux;
    for (uint32_t k = 0; k < i->nargs; k++) h = h * 0x100000001b3u + key_of(c, i->args[k]);
    return h ^ h >> 29;
}

static bool equal(const struct cse *c, const struct ir_ins *a, const struct ir_ins *b) {
    if (a->op != b->op || a->type != b->type || a->imm != b->imm || a->sym != b->sym || a->sym2 != b->sym2 ||
        a->aux != b->aux || a->nargs != b->nargs)
        return false;
    for (uint32_t k = 0; k < a->nargs; k++)
        if (key_of(c, a->args[k]) != key_of(c, b->args[k])) return false;
    return true;
}

static bool is_load(const struct ir_ins *i) {
    return (ir_ops[i->op].flags & IR_LOAD) != 0;
}

static bool is_candidate(const struct ir_ins *i) {
    if (i->op == IR_RT) return (ir_rts[i->aux].effects & IR_RT_PURE) != 0;
    return (ir_ops[i->op].flags & (IR_PURE | IR_LOAD)) && i->op != IR_PY_GUARD;
}

/* Whether memory may differ afterwards. */
static bool writes(const struct ir_ins *i) {
    if (i->op == IR_RT) return !(ir_rts[i->aux].effects & IR_RT_PURE);
    return (ir_ops[i->op].flags & (IR_STORE | IR_CALL | IR_RAISE)) != 0;
}

static bool is_hot_call(const struct ir_ins *i) {
    if (i->op == IR_RT && (i->flags & IR_COLD)) return false;
    return (ir_ops[i->op].flags & IR_CALL) != 0;
}

/* Computing these again costs less than keeping the result across a call. */
static bool is_cheap(const struct ir_ins *i) {
    switch (i->op) {
    case IR_ADD:
    case IR_SUB:
    case IR_AND:
    case IR_OR:
    case IR_XOR:
    case IR_SHL:
    case IR_SHR:
    case IR_SAR:
    case IR_ROL:
    case IR_NEG:
    case IR_NOT:
    case IR_COPY:
    case IR_EQ:
    case IR_NE:
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE:
    case IR_ULT:
    case IR_UGE:
    case IR_BITS:
    case IR_FBITS: return true;
    default: return false;
    }
}

static bool dominates(const struct cse *c, const struct ir_ins *a, uint32_t here) {
    return ir_order_dominates(&c->o, c->o.number[a->block->id], here);
}

static void visit(struct cse *c, struct ir_ins *i, uint32_t here) {
    for (uint32_t k = 0; k < i->nargs; k++) i->args[k] = end_of(i->args[k]);
    if (writes(i)) c->epoch = ++c->epochs;
    if (is_hot_call(i)) c->calls = ++c->epochs;
    if (!is_candidate(i)) return;
    bool constant = is_constant(i), load = is_load(i);
    uint32_t *bucket = &c->buckets[hash(c, i) & c->mask], n = 0;
    for (uint32_t e = *bucket; e && n < CHAIN_LIMIT; e = c->entries[e - 1].next) {
        struct entry *old = &c->entries[e - 1];
        if (!equal(c, old->ins, i)) continue;
        n++;
        if (constant) {
            c->rep[i->id] = old->ins;
            return;
        }
        if ((load && old->epoch != c->epoch) || (is_cheap(i) && old->calls != c->calls)) continue;
        if (!dominates(c, old->ins, here)) continue;
        i->subst = old->ins;
        c->changed = true;
        return;
    }
    c->entries[c->nentries++] = (struct entry){i, c->epoch, c->calls, *bucket};
    *bucket = c->nentries;
}

/* 1 or 0 when the dominating branches decide `cond` at block `here`, else -1. */
static int decided(const struct cse *c, const struct ir_ins *cond, uint32_t here) {
    for (int k = 0; k < CLIMB_LIMIT && here; k++) {
        uint32_t up = c->o.idom[here];
        if (c->o.pred_at[here + 1] - c->o.pred_at[here] == 1) {
            const struct ir_ins *t = c->o.rpo[up]->last;
            if (t->op == IR_BR && end_of(t->args[0]) == cond && t->edges[0].to != t->edges[1].to)
                return t->edges[0].to == c->o.rpo[here];
        }
        here = up;
    }
    return -1;
}

static void decide_branch(struct cse *c, struct ir_ins *t, uint32_t here) {
    if (t->op != IR_BR || t->args[0]->op == IR_CONST) return;
    int known = decided(c, t->args[0], here);
    if (known < 0) return;
    struct ir_ins *n = ir_insert_before(t, IR_CONST, IR_I, 0, NULL);
    n->imm = known;
    t->args[0] = n;
    c->changed = true;
}

/* Paths that meet with no call on any hot one are as one path; cold ones keep registers. A loop head has seen
 * whatever the loop does. */
static uint32_t calls_at_start(const struct cse *c, uint32_t here) {
    uint32_t found = 0;
    for (uint32_t e = c->o.pred_at[here]; e < c->o.pred_at[here + 1]; e++) {
        uint32_t p = c->o.preds[e];
        if (p >= here) return 0;
        if (c->o.rpo[p]->cold && !c->o.rpo[here]->cold) continue;
        if (found && c->calls_at_end[p] != found) return 0;
        found = c->calls_at_end[p];
    }
    return found;
}

void opt_cse(struct ir_func *f, struct arena *scratch) {
    struct cse c = {.f = f};
    ir_order_of(f, scratch, &c.o);
    uint32_t size = 16;
    while (size < f->nins) size *= 2;
    c.rep = NEW_N(scratch, struct ir_ins *, f->nins + 1);
    c.entries = NEW_N(scratch, struct entry, f->nins + 1);
    c.buckets = NEW_N(scratch, uint32_t, size);
    c.mask = size - 1;
    c.epoch_at_end = NEW_N(scratch, uint32_t, c.o.n + 1);
    c.calls_at_end = NEW_N(scratch, uint32_t, c.o.n + 1);
    for (uint32_t k = 0; k < c.o.n; k++) {
        /* Memory is as the only predecessor left it; where paths meet nothing is known of it. */
        bool single = c.o.pred_at[k + 1] - c.o.pred_at[k] == 1 && c.o.preds[c.o.pred_at[k]] < k;
        c.epoch = single ? c.epoch_at_end[c.o.preds[c.o.pred_at[k]]] : ++c.epochs;
        c.calls = calls_at_start(&c, k);
        if (!c.calls) c.calls = ++c.epochs;
        for (struct ir_ins *i = c.o.rpo[k]->first; i; i = i->next) visit(&c, i, k);
        c.epoch_at_end[k] = c.epoch;
        c.calls_at_end[k] = c.calls;
        decide_branch(&c, c.o.rpo[k]->last, k);
    }
    if (c.changed) ir_apply_subst(f);
}
