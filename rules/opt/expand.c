/* Python-level operations become a fast path and a runtime call.
 *
 * The pass goes over the blocks once. Each block's instructions are taken off and emitted again at a cursor,
 * so a block that is split many times still costs one step per instruction. */
#include "rules/opt/expand.h"

/* ---- emitting ---- */

struct ir_ins *ex_op(struct ex *x, enum ir_op op, enum ir_type type, struct ir_ins *a, struct ir_ins *b) {
    struct ir_ins *args[2] = {a, b};
    return ir_emit_v(x->cur, op, type, a ? b ? 2 : 1 : 0, args);
}

struct ir_ins *ex_num(struct ex *x, int64_t n) {
    return ir_const(x->cur, IR_I, n);
}
struct ir_ins *ex_word(struct ex *x, int64_t bits) {
    return ir_const(x->cur, IR_V, bits);
}

struct ir_ins *ex_addr(struct ex *x, enum ir_type type, const char *symbol) {
    return ir_addr(x->cur, type, ir_sym(x->m, str_c(symbol)), 0);
}

struct ir_ins *ex_load(struct ex *x, enum ir_type type, struct ir_ins *base, int64_t offset) {
    struct ir_ins *i = ex_op(x, IR_LD, type, base, NULL);
    i->imm = offset;
    return i;
}

void ex_store(struct ex *x, struct ir_ins *value, struct ir_ins *base, int64_t offset) {
    ex_op(x, IR_ST, IR_N, value, base)->imm = offset;
}

struct ir_block *ex_block(struct ex *x) {
    struct ir_block *b = ir_block_new(x->f);
    b->cold = x->cur->cold;
    b->loop_depth = x->depth;
    b->user = x->cur->user;
    return b;
}

struct ir_block *ex_cold(struct ex *x) {
    struct ir_block *b = ex_block(x);
    b->cold = true;
    return b;
}

void ex_jmp(struct ex *x, struct ir_block *to, struct ir_ins *arg) {
    ir_jmp(x->cur, to, arg ? 1 : 0, &arg);
    x->cur = NULL;
}

void ex_when(struct ex *x, struct ir_ins *cond, struct ir_block *other) {
    struct ir_block *next = ex_block(x);
    ir_br(x->cur, cond, next, other);
    x->cur = next;
}

void ex_unless(struct ex *x, struct ir_ins *cond, struct ir_block *other) {
    struct ir_block *next = ex_block(x);
    ir_br(x->cur, cond, other, next);
    x->cur = next;
}

void ex_object(struct ex *x, struct ir_ins *v, struct ir_block *other) {
    if (ex_must_be(v, FACT_STR | FACT_LIST | FACT_TUPLE | FACT_DICT | FACT_SET | FACT_FUNC | FACT_NONE |
                          FACT_BOOL))
        return;
    ex_unless(x, ex_op(x, IR_AND, IR_I, v, ex_num(x, 3)), other);
}

void ex_shape(struct ex *x, struct ir_ins *v, const char *shape, struct ir_block *other) {
    struct ir_ins *found = ex_load(x, IR_P, v, ABI_OBJ_SHAPE);
    ex_when(x, ex_op(x, IR_EQ, IR_I, found, ex_addr(x, IR_P, shape)), other);
}

void ex_small(struct ex *x, struct ir_ins *v, struct ir_block *other) {
    if (ex_must_be(v, FACT_SMALL)) return;
    struct ir_ins *tag = ex_op(x, IR_AND, IR_I, v, ex_num(x, 3));
    ex_when(x, ex_op(x, IR_EQ, IR_I, tag, ex_num(x, 1)), other);
}

void ex_barrier(struct ex *x, struct ir_ins *object, struct ir_ins *stored) {
    if (ex_must_be(stored, FACT_SMALL | FACT_FLT)) return;
    struct ir_ins *gc = ex_op(x, IR_LD32U, IR_I, object, NULL);
    gc->imm = ABI_OBJ_GC;
    struct ir_ins *old = ex_op(x, IR_AND, IR_I, gc, ex_num(x, 1));
    struct ir_block *remember = ex_cold(x);
    ex_unless(x, old, remember);
    ir_rt(remember, IR_rt_barrier, 0, 1, object)->flags |= IR_COLD;
    ir_jmp(remember, x->cur, 0, NULL);
}

struct ir_ins *ex_argv(struct ex *x, uint32_t n, struct ir_ins *const *items) {
    if (x->argv_slot < 0) {
        x->argv_slot = (int32_t)x->f->stack.n;
        VEC_PUSH(&x->f->stack, x->m->arena, 8);
    }
    uint32_t *size = &x->f->stack.p[x->argv_slot];
    if (*size < 8 * n) *size = 8 * n;
    struct ir_ins *p = ex_op(x, IR_STACK, IR_P, NULL, NULL);
    p->aux = x->argv_slot;
    for (uint32_t k = 0; k < n; k++) ex_store(x, items[k], p, 8 * (int64_t)k);
    return p;
}

static struct ir_ins *like(struct ex *x, struct ir_ins *i, const struct ir_ins *old) {
    i->site = old->site;
    i->flags = old->flags & IR_CAUGHT;
    if (x->cur->cold) i->flags |= IR_COLD;
    return i;
}

struct ir_ins *ex_call(struct ex *x, struct ir_ins *old, enum ir_rt entry, uint32_t n,
                       struct ir_ins *const *args) {
    return like(x, ir_rt_v(x->cur, entry, 0, n, args), old);
}

/* ---- joins ---- */

static void copy_edge(struct ex *x, struct ir_edge *to, const struct ir_edge *from) {
    ir_edge_set(x->m, to, from->to, from->nargs, from->args);
}

/* A caught operation is followed at once by its test: `br i ok, bad`, or for statuses `br (i < 0) bad, ok`.
 * Taking both together lets the fast path skip the test. */
bool ex_take_raise(struct ex *x, struct ir_ins *i, struct ex_raise *r) {
    r->caught = false;
    struct ir_ins *n = x->next;
    if (!(i->flags & IR_CAUGHT) || !n) return false;
    if (n->op == IR_CONST && n->imm == 0 && n->uses == 1 && n->next)
        n = n->next; /* what the status is compared with */
    if (n->op == IR_BR && n->args[0] == i && i->type == IR_V) {
        r->ok = n->edges[0];
        r->bad = n->edges[1];
    } else if (n->op == IR_LT && n->args[0] == i && n->args[1]->op == IR_CONST && n->args[1]->imm == 0 &&
               n->uses == 1 && n->next && n->next->op == IR_BR && n->next->args[0] == n) {
        r->bad = n->next->edges[0];
        r->ok = n->next->edges[1];
    } else {
        return false;
    }
    r->caught = true;
    x->next = NULL;
    return true;
}

void ex_join_begin(struct ex *x, struct ex_join *j, struct ir_ins *old) {
    j->old = old;
    ex_take_raise(x, old, &j->raise);
    j->to = ex_block(x);
    if (old->type != IR_N) {
        struct ir_ins *p = ir_block_param(j->to, old->type);
        p->fact = (old->flags & IR_CAUGHT) && !j->raise.caught ? 0 : old->fact;
        old->subst = p;
    }
}

void ex_fast(struct ex *x, struct ex_join *j, struct ir_ins *value) {
    ex_jmp(x, j->to, value);
}

void ex_slow(struct ex *x, struct ex_join *j, struct ir_ins *result) {
    if (j->raise.caught) {
        struct ir_ins *failed = result;
        if (result->type == IR_I) failed = ex_op(x, IR_LT, IR_I, result, ex_num(x, 0));
        struct ir_block *good = ex_block(x);
        ir_br(x->cur, failed, good, good);
        struct ir_edge *bad = &x->cur->last->edges[result->type == IR_I ? 0 : 1];
        copy_edge(x, bad, &j->raise.bad);
        for (uint32_t k = 0; k < bad->nargs; k++)
            if (bad->args[k] == j->old) bad->args[k] = result;
        x->cur = good;
    }
    ex_jmp(x, j->to, result->type == IR_N ? NULL : result);
}

void ex_join_end(struct ex *x, struct ex_join *j) {
    x->cur = j->to;
    if (!j->raise.caught) return;
    struct ir_ins *t = ir_emit_v(x->cur, IR_JMP, IR_N, 0, NULL);
    copy_edge(x, &t->edges[0], &j->raise.ok);
    x->cur = NULL;
}

/* ---- the pass ---- */

static void move(struct ex *x, struct ir_ins *i) {
    struct ir_block *b = x->cur;
    i->block = b;
    i->next = NULL;
    i->prev = b->last;
    if (b->last)
        b->last->next = i;
    else
        b->first = i;
    b->last = i;
    i->flags &= (uint8_t)~IR_INLINE;
    if (b->cold && i->op == IR_RT) i->flags |= IR_COLD;
}

static void expand_block(struct ex *x, struct ir_block *b) {
    x->src = x->cur = b;
    x->next = b->first;
    x->depth = b->loop_depth;
    x->fast = x->level > 0 && !(x->once && x->depth == 0);
    b->first = b->last = NULL;
    while (x->next) {
        struct ir_ins *i = x->next;
        x->next = i->next;
        if (ir_ops[i->op].flags & (IR_CALL | IR_RAISE)) {
            if (ex_python(x, i)) continue;
            if (i->op == IR_RT && x->fast && !x->cur->cold &&
                (ex_arith(x, i) || ex_truth(x, i) || ex_item(x, i)))
                continue;
        }
        move(x, i);
    }
}

/* A guard is one comparison; done first, so that it counts as any other pure instruction. */
static void expand_guards(struct ir_func *f) {
    for (struct ir_block *b = f->blocks; b; b = b->next)
        for (struct ir_ins *i = b->first; i; i = i->next) {
            if (i->op != IR_PY_GUARD) continue;
            struct ir_ins *object = ir_insert_before(i, IR_ADDR, IR_V, 0, NULL);
            object->sym = i->sym;
            struct ir_ins *args[] = {i->args[0], object};
            i->subst = ir_insert_before(i, IR_EQ, IR_I, 2, args);
            i->op = IR_CONST; /* unused from here on */
            i->nargs = 0;
            i->sym = NULL;
        }
    ir_apply_subst(f);
}

bool opt_runs_once(const struct ir_func *f) {
    struct str name = f->sym->name, module = f->module->name;
    return name.n == module.n + 5 && str_starts(name, module) && str_ends(name, STR(".init"));
}

static void clear_users(struct ir_func *f) {
    for (struct ir_block *b = f->blocks; b; b = b->next) b->user = NULL;
}

void opt_expand(struct ir_func *f, struct arena *scratch, int level) {
    struct ex x = {.f = f, .m = f->module, .scratch = scratch, .level = level, .argv_slot = -1};
    x.once = opt_runs_once(f);
    expand_guards(f);
    ir_cfg(f, scratch);
    uint32_t n = 0, ncopies = 0;
    for (struct ir_block *b = f->blocks; b; b = b->next) n++;
    struct ir_block **blocks = NEW_N(scratch, struct ir_block *, n);
    for (struct ir_block *b = f->blocks; b; b = b->next) blocks[b->order] = b;
    spec_copy(&x); /* from here on there are blocks nobody jumps to */
    struct ir_block **copies = spec_blocks(&x, &ncopies);
    ir_count_uses(f);
    x.nconsumed = f->nblocks;
    x.consumed = NEW_N(scratch, bool, f->nblocks + 1);
    for (uint32_t k = 0; k < n; k++)
        if (!x.consumed[blocks[k]->id]) expand_block(&x, blocks[k]);
    for (uint32_t k = 0; k < ncopies; k++) expand_block(&x, copies[k]);
    ir_apply_subst(f);
    spec_finish(&x);
    ir_cfg(f, scratch); /* drops blocks that regions have taken in */
    clear_users(f);
}
