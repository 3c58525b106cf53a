/* SSA construction while lowering, after Braun, Buchwald, Hack et al., "Simple and Efficient Construction of
 * SSA Form" (CC 2013): a variable read in a block without a definition asks the predecessors; a block whose
 * predecessors are not all known ("unsealed") gets a parameter that is completed when it is sealed. */
#include "rules/lower/internal.h"

struct pending {
    uint32_t var;
    ins param;
};
struct pred {
    struct ir_block *from;
    struct ir_edge *edge;
};
struct block_state {
    VEC(struct pred) preds;
    VEC(struct pending) pending;
};

static struct block_state *state(struct ir_block *b) {
    return b->user;
}

/* ---- definitions ---- */

static uint64_t key_of(struct ir_block *b, uint32_t var) {
    return ((uint64_t)b->id + 1) << 32 | var;
}

static uint32_t slot_of(struct fn *fn, uint64_t key) {
    uint64_t h = key * UINT64_C(0x9E3779B97F4A7C15);
    uint32_t i = (uint32_t)(h >> 32) & (fn->def_size - 1);
    while (fn->def_keys[i] && fn->def_keys[i] != key) i = (i + 1) & (fn->def_size - 1);
    return i;
}

static void defs_grow(struct fn *fn) {
    uint32_t old = fn->def_size;
    uint64_t *keys = fn->def_keys;
    ins *values = fn->def_values;
    fn->def_size = old ? old * 2 : 64;
    fn->def_keys = NEW_N(fn->l->a, uint64_t, fn->def_size);
    fn->def_values = NEW_N(fn->l->a, ins, fn->def_size);
    for (uint32_t i = 0; i < old; i++) {
        if (!keys[i]) continue;
        uint32_t at = slot_of(fn, keys[i]);
        fn->def_keys[at] = keys[i];
        fn->def_values[at] = values[i];
    }
}

static void define(struct fn *fn, struct ir_block *b, uint32_t var, ins value) {
    if (fn->def_used * 2 >= fn->def_size) defs_grow(fn);
    uint64_t key = key_of(b, var);
    uint32_t at = slot_of(fn, key);
    if (!fn->def_keys[at]) fn->def_used++;
    fn->def_keys[at] = key;
    fn->def_values[at] = value;
}

static ins defined(struct fn *fn, struct ir_block *b, uint32_t var) {
    if (!fn->def_size) return NULL;
    uint32_t at = slot_of(fn, key_of(b, var));
    return fn->def_keys[at] ? fn->def_values[at] : NULL;
}

static ins read(struct fn *fn, struct ir_block *b, uint32_t var);

static void complete(struct fn *fn, struct ir_block *b, uint32_t var) {
    struct block_state *s = state(b);
    for (size_t i = 0; i < s->preds.n; i++)
        ir_edge_add(fn->f->module, s->preds.p[i].edge, read(fn, s->preds.p[i].from, var));
}

/* The nearest block from `b` upwards that defines the variable or has not exactly one predecessor. */
static struct ir_block *chain_end(struct fn *fn, struct ir_block *b, uint32_t var) {
    while (b->sealed && state(b)->preds.n == 1 && !defined(fn, b, var)) b = state(b)->preds.p[0].from;
    return b;
}

/* Many variables and many joins would give a parameter for each pair. Below this number of definitions they
 * stay, as the passes over loops tell ways into a loop apart by them; `clean` removes those that say nothing.
 */
#define MANY_DEFINITIONS 20000

/* Where all paths into the join `b` come from, if no definition is on the way: the value there is the value
 * here, without a parameter. NULL otherwise. */
static struct ir_block *common_origin(struct fn *fn, struct ir_block *b, uint32_t var) {
    struct block_state *s = state(b);
    if (fn->def_used < MANY_DEFINITIONS) return NULL;
    struct ir_block *origin = chain_end(fn, s->preds.p[0].from, var);
    if (origin == b) return NULL;
    for (size_t i = 1; i < s->preds.n; i++)
        if (chain_end(fn, s->preds.p[i].from, var) != origin) return NULL;
    return origin;
}

/* The variable's value at the end of `b`. Walks upwards in a loop where it can; depth grows with joins of
 * different values only. */
static ins read(struct fn *fn, struct ir_block *b, uint32_t var) {
    struct ir_block *at = b, *origin;
    ins v;
    for (;;) {
        v = defined(fn, at, var);
        if (v) break;
        struct block_state *s = state(at);
        if (!at->sealed) {
            v = ir_block_param(at, IR_V);
            struct pending p = {var, v};
            VEC_PUSH(&s->pending, fn->l->a, p);
            define(fn, at, var, v);
            break;
        }
        if (s->preds.n == 0) {
            v = fn->null;
            define(fn, at, var, v);
            break;
        }
        if (s->preds.n > 1 && (origin = common_origin(fn, at, var))) {
            at = origin;
            continue;
        }
        if (s->preds.n > 1) {
            v = ir_block_param(at, IR_V);
            define(fn, at, var, v);
            complete(fn, at, var);
            break;
        }
        at = s->preds.p[0].from;
    }
    if (at != b) define(fn, b, var, v);
    return v;
}

uint32_t var_new(struct fn *fn) {
    return fn->nvars++;
}

ins var_get(struct fn *fn, uint32_t var) {
    if (fn->generator) return load(fn, IR_V, fn->gen, ABI_GEN_SLOT + 8 * (int64_t)var);
    return read(fn, fn->b, var);
}

void var_set(struct fn *fn, uint32_t var, ins value) {
    if (fn->generator)
        store_object(fn, value, fn->gen, ABI_GEN_SLOT + 8 * (int64_t)var);
    else
        define(fn, fn->b, var, value);
}

/* ---- blocks ---- */

struct ir_block *block_new(struct fn *fn) {
    struct ir_block *b = ir_block_new(fn->f);
    b->user = NEW(fn->l->a, struct block_state);
    return b;
}

struct ir_block *block_cold(struct fn *fn) {
    struct ir_block *b = block_new(fn);
    b->cold = true;
    return b;
}

void block_seal(struct fn *fn, struct ir_block *b) {
    if (b->sealed) return;
    b->sealed = true;
    struct block_state *s = state(b);
    for (size_t i = 0; i < s->pending.n; i++) complete(fn, b, s->pending.p[i].var);
}

void block_start(struct fn *fn, struct ir_block *b) {
    fn->b = b;
}

void block_enter(struct fn *fn, struct ir_block *b) {
    block_seal(fn, b);
    fn->b = b;
}

void edge_note(struct fn *fn, struct ir_block *from, struct ir_edge *e) {
    struct pred p = {from, e};
    VEC_PUSH(&state(e->to)->preds, fn->l->a, p);
}

static void note_edges(struct fn *fn) {
    ins t = fn->b->last;
    for (uint32_t i = 0; i < t->nedges; i++) edge_note(fn, fn->b, &t->edges[i]);
}

void fn_unreachable(struct fn *fn) {
    struct ir_block *b = block_new(fn);
    b->sealed = true;
    fn->b = b;
}

void go(struct fn *fn, struct ir_block *to) {
    ir_jmp(fn->b, to, 0, NULL);
    note_edges(fn);
    fn_unreachable(fn);
}

void branch(struct fn *fn, ins cond, struct ir_block *yes, struct ir_block *no) {
    ir_br(fn->b, cond, yes, no);
    note_edges(fn);
    fn_unreachable(fn);
}

/* ---- unbound checks that cannot fail ----
 * A block parameter is never null when none of its incoming values may be; computed optimistically, from
 * "never" downwards, so that loops converge. `aux` 1 on a PARAM marks "may be null". */

static bool may_be_null(ins v) {
    if (v->op == IR_PARAM) return v->aux == 1;
    return v->op == IR_CONST && v->type == IR_V && v->imm == 0;
}

/* Blocks after a jump read variables as null, so only edges that can be taken count. `order` 1: reachable. */
static void mark_reachable(struct fn *fn) {
    VEC(struct ir_block *) work = {0};
    fn->entry->order = 1;
    VEC_PUSH(&work, fn->l->a, fn->entry);
    while (work.n) {
        struct ir_block *b = work.p[--work.n];
        for (uint32_t e = 0; b->last && e < b->last->nedges; e++) {
            struct ir_block *to = b->last->edges[e].to;
            if (to->order) continue;
            to->order = 1;
            VEC_PUSH(&work, fn->l->a, to);
        }
    }
}

/* What a parameter is passed on as. */
struct passed {
    struct passed *next;
    ins to;
};

struct nulls {
    struct arena *a;
    struct passed **by_id; /* of each parameter */
    VEC(ins) work;         /* parameters that may be null, what they are passed on as not yet seen to */
};

static void mark_null(struct nulls *n, ins param) {
    if (param->aux == 1) return;
    param->aux = 1;
    VEC_PUSH(&n->work, n->a, param);
}

static void note_argument(struct nulls *n, ins arg, ins param) {
    if (may_be_null(arg)) {
        mark_null(n, param);
    } else if (arg->op == IR_PARAM) {
        struct passed *p = NEW(n->a, struct passed);
        *p = (struct passed){n->by_id[arg->id], param};
        n->by_id[arg->id] = p;
    }
}

static void mark_params(struct fn *fn) {
    struct nulls n = {.a = fn->l->a, .by_id = NEW_N(fn->l->a, struct passed *, fn->f->nins)};
    for (struct ir_block *b = fn->f->blocks; b; b = b->next)
        for (uint32_t e = 0; b->order && b->last && e < b->last->nedges; e++) {
            struct ir_edge *edge = &b->last->edges[e];
            for (uint32_t i = 0; i < edge->nargs && i < edge->to->nparams; i++)
                note_argument(&n, edge->args[i], edge->to->params[i]);
        }
    while (n.work.n)
        for (struct passed *p = n.by_id[n.work.p[--n.work.n]->id]; p; p = p->next) mark_null(&n, p->to);
}

void ssa_finish(struct fn *fn) {
    if (!fn->null_checks.n) return;
    mark_reachable(fn);
    mark_params(fn);
    for (size_t i = 0; i < fn->null_checks.n; i++) {
        ins br = fn->null_checks.p[i];
        if (may_be_null(br->args[0])) continue;
        ins one = ir_insert_before(br, IR_CONST, IR_I, 0, NULL);
        one->imm = 1;
        br->args[0] = one;
    }
    for (struct ir_block *b = fn->f->blocks; b; b = b->next)
        for (uint32_t i = 0; i < b->nparams; i++) b->params[i]->aux = 0;
}
