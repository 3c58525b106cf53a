/* Bodies of small known functions in the place of calls.
 *
 * Done before everything else, on what lowering made: a call of a known function stands behind the test that
 * the callee still is that function, so that nothing has to be proved here. The body is copied as lowering
 * made it, whatever has happened to the function since; calls in the copy stay calls, and a function that
 * calls itself is opened once, in itself only.
 *
 * Tracebacks stay exact: whatever may raise in the copy is caught, and a cold block adds the entry of the
 * function that is no longer there before the call fails. The poll at the function's entry is left out: loops
 * have polls of their own, and whoever recurses without end comes by the entry of a function that was called.
 */
#include "rules/opt/internal.h"

#define HOT_LIMIT    48   /* instructions on hot paths of a function that is copied */
#define SIZE_LIMIT   160  /* instructions in all */
#define GROWTH_LIMIT 1200 /* instructions one function may gain */
#define DEPTH_LIMIT  3    /* calls within copies within copies */
#define SELF_LIMIT   2    /* the same of a function that calls itself */

/* A function as lowering made it. */
struct body {
    struct ir_func *f; /* not in the module's list */
    struct ir_func *of;
    uint32_t nins, hot;
    bool recursive;
};

struct copier {
    struct ir_func *to;
    const struct ir_func *from;
    struct ir_block **block; /* id -> copy */
    struct ir_ins **value;   /* id -> copy */
};

/* ---- copying ---- */

static struct ir_ins *copy_ins(struct copier *c, struct ir_block *to, const struct ir_ins *i) {
    struct ir_module *m = c->to->module;
    struct ir_ins *n = ir_emit_v(to, (enum ir_op)i->op, (enum ir_type)i->type, i->nargs, i->args);
    n->flags = i->flags;
    n->imm = i->imm;
    n->sym = i->sym;
    n->sym2 = i->sym2;
    n->aux = i->aux;
    n->site = i->site;
    n->nedges = i->nedges;
    if (i->nedges) n->edges = NEW_N(m->arena, struct ir_edge, i->nedges);
    for (uint32_t e = 0; e < i->nedges; e++)
        ir_edge_set(m, &n->edges[e], c->block[i->edges[e].to->id], i->edges[e].nargs, i->edges[e].args);
    c->value[i->id] = n;
    return n;
}

/* Operands are still those of the original: definitions may stand behind their uses in the list of blocks. */
static void map_uses(const struct copier *c, struct ir_ins *i) {
    for (uint32_t a = 0; a < i->nargs; a++) i->args[a] = c->value[i->args[a]->id];
    for (uint32_t e = 0; e < i->nedges; e++)
        for (uint32_t a = 0; a < i->edges[e].nargs; a++)
            i->edges[e].args[a] = c->value[i->edges[e].args[a]->id];
}

static void copy_blocks(struct copier *c, struct arena *scratch) {
    c->block = NEW_N(scratch, struct ir_block *, c->from->nblocks);
    c->value = NEW_N(scratch, struct ir_ins *, c->from->nins + 1);
    for (const struct ir_block *b = c->from->blocks; b; b = b->next) {
        struct ir_block *n = c->block[b->id] = ir_block_new(c->to);
        n->cold = b->cold;
        n->sealed = true;
        for (uint32_t k = 0; k < b->nparams; k++)
            c->value[b->params[k]->id] = ir_block_param(n, (enum ir_type)b->params[k]->type);
    }
}

/* ---- which functions ---- */

static bool comes_back(const struct ir_block *b) {
    for (uint32_t e = 0; e < b->last->nedges; e++)
        if (b->last->edges[e].to->order <= b->order) return true;
    return false;
}

/* Whether the body may be copied; fills its size. */
static bool is_small(struct body *b, struct ir_func *f, struct arena *scratch) {
    if (!f->code || f->result != IR_V) return false;
    ir_preds(f, scratch); /* drops unreachable blocks */
    for (const struct ir_block *k = f->blocks; k; k = k->next) {
        for (const struct ir_ins *i = k->first; i; i = i->next) {
            b->nins++;
            b->hot += !k->cold;
            if (i->op == IR_POLL && (k != f->blocks || i->site)) return false;
            if (i->op == IR_RT && i->aux == IR_rt_handler_enter) return false; /* rules/gen/frames.c */
            if (i->op == IR_CALL_C || i->op == IR_CALL_IND || i->op == IR_TRACE) return false;
            if (i->op == IR_PY_DIRECT && i->sym == f->sym) b->recursive = true;
        }
        if (comes_back(k)) return false;
    }
    return b->nins <= SIZE_LIMIT && b->hot <= HOT_LIMIT;
}

static struct body *body_of(struct ir_func *f, struct arena *scratch) {
    struct body *b = NEW(scratch, struct body);
    b->of = f;
    if (!is_small(b, f, scratch)) return b;
    b->f = NEW(scratch, struct ir_func);
    *b->f = (struct ir_func){
        .module = f->module, .sym = f->sym, .code = f->code, .flags = f->flags, .result = f->result};
    b->f->last_block = &b->f->blocks;
    for (size_t k = 0; k < f->stack.n; k++) VEC_PUSH(&b->f->stack, scratch, f->stack.p[k]);
    struct copier c = {.to = b->f, .from = f};
    copy_blocks(&c, scratch);
    for (const struct ir_block *k = f->blocks; k; k = k->next)
        for (const struct ir_ins *i = k->first; i; i = i->next) copy_ins(&c, c.block[k->id], i);
    for (struct ir_block *k = b->f->blocks; k; k = k->next)
        for (struct ir_ins *i = k->first; i; i = i->next) map_uses(&c, i);
    return b;
}

/* ---- a call ---- */

struct site {
    struct ir_block *go_on, *fail; /* go_on's one parameter is the result */
    struct ir_sym *code;
};

static void add_traceback(struct ir_block *b, struct ir_sym *code, uint32_t site) {
    if (!site) return;
    struct ir_ins *args[] = {ir_addr(b, IR_P, code, 0), ir_const(b, IR_I, (int64_t)site - 1)};
    ir_rt_v(b, IR_rt_traceback, 0, 2, args)->flags |= IR_COLD;
}

static bool leaves_on_raise(const struct ir_ins *i) {
    if (!(ir_ops[i->op].flags & IR_RAISE) || i->flags & IR_CAUGHT) return false;
    if (i->op != IR_RT) return true;
    return (ir_rts[i->aux].effects & IR_RT_RAISE) &&
           (ir_rts[i->aux].result == IR_CONV_V || ir_rts[i->aux].result == IR_CONV_I);
}

/* The copied operation `i` no longer leaves the function; the rest of its block goes on behind the test. */
static struct ir_block *catch (struct ir_ins *i, const struct site *s) {
    struct ir_block *b = i->block, *ok = ir_block_after(b), *bad = ir_block_after(ok);
    ok->cold = b->cold;
    ok->sealed = bad->sealed = bad->cold = true;
    add_traceback(bad, s->code, i->site);
    ir_jmp(bad, s->fail, 0, NULL);
    i->flags |= IR_CAUGHT;
    i->site = 0;
    if (i->type == IR_I)
        ir_br(b, ir_emit(b, IR_LT, IR_I, 2, i, ir_const(b, IR_I, 0)), bad, ok);
    else
        ir_br(b, i, ok, bad);
    return ok;
}

static void copy_return(struct copier *c, struct ir_block *to, const struct ir_ins *i, const struct site *s) {
    struct ir_ins *v = i->args[0];
    if (v->op == IR_CONST && !v->imm)
        ir_jmp(to, s->fail, 0, NULL);
    else
        ir_jmp(to, s->go_on, 1, &v);
    c->value[i->id] = to->last;
}

static void copy_code(struct copier *c, const struct site *s, uint32_t stack) {
    for (const struct ir_block *b = c->from->blocks; b; b = b->next) {
        struct ir_block *to = c->block[b->id];
        for (const struct ir_ins *i = b->first; i; i = i->next) {
            if (i->op == IR_POLL || i->op == IR_CHAIN) continue;
            if (i->op == IR_RET) {
                copy_return(c, to, i, s);
                continue;
            }
            struct ir_ins *n = copy_ins(c, to, i);
            if (i->op == IR_STACK) n->aux += (int32_t)stack;
            if (leaves_on_raise(i)) to = catch (n, s);
        }
    }
}

/* Where the call's failure goes: to its handler, or out of the function. */
static struct ir_block *failing(struct ir_ins *call, struct ir_ins *test) {
    struct ir_func *f = call->block->func;
    struct ir_block *b = ir_block_new(f);
    b->cold = b->sealed = true;
    if (test) {
        const struct ir_edge *bad = &test->edges[1];
        ir_jmp(b, bad->to, bad->nargs, bad->args);
        return b;
    }
    add_traceback(b, f->code, call->site);
    ir_emit(b, IR_RET, IR_N, 1, ir_const(b, (enum ir_type)f->result, 0));
    return b;
}

/* The test of a caught call, when it follows at once and its failing edge does not use the result. */
static struct ir_ins *test_of(struct ir_ins *call) {
    struct ir_ins *t = call->next;
    if (!(call->flags & IR_CAUGHT) || !t || t->op != IR_BR || t->args[0] != call) return NULL;
    for (uint32_t k = 0; k < t->edges[1].nargs; k++)
        if (t->edges[1].args[k] == call) return NULL;
    return t;
}

struct call {
    struct ir_ins *ins;
    uint32_t depth;
};

struct inliner {
    struct ir_func *f;
    struct arena *scratch;
    VEC(struct call) calls;
    uint32_t grown;
    bool any;
};

/* The parameters and the chain of the copy are the call's arguments. */
static void bind_arguments(struct copier *c, struct ir_ins *call) {
    const struct ir_block *entry = c->from->blocks;
    for (uint32_t k = 0; k < entry->nparams; k++) c->value[entry->params[k]->id] = call->args[k + 1];
    c->block[entry->id]->nparams = 0;
    for (const struct ir_ins *i = entry->first; i; i = i->next)
        if (i->op == IR_CHAIN) c->value[i->id] = call->args[0];
}

static void map_all(struct inliner *x, struct copier *c, uint32_t depth) {
    for (const struct ir_block *b = c->from->blocks; b; b = b->next)
        for (const struct ir_ins *i = b->first; i; i = i->next) {
            if (i->op == IR_POLL || i->op == IR_CHAIN) continue;
            struct ir_ins *n = c->value[i->id];
            map_uses(c, n);
            if (n->op == IR_PY_DIRECT) VEC_PUSH(&x->calls, x->scratch, ((struct call){n, depth + 1}));
        }
}

static void open_call(struct inliner *x, struct ir_ins *call, const struct body *b, uint32_t depth) {
    struct ir_module *m = x->f->module;
    struct ir_block *at = call->block;
    struct ir_ins *test = test_of(call);
    struct site s = {.code = b->f->code};
    if (test || !(call->flags & IR_CAUGHT)) {
        s.fail = failing(call, test);
    } else {
        s.fail = ir_block_new(x->f);
        s.fail->cold = s.fail->sealed = true;
    }
    s.go_on = ir_split_after(call);
    struct ir_ins *result = ir_block_param(s.go_on, IR_V);
    if (!s.fail->first) { /* caught, but not tested at once: the result tells */
        struct ir_ins *zero = ir_const(s.fail, IR_V, 0);
        ir_jmp(s.fail, s.go_on, 1, &zero);
    }
    if (test) {
        struct ir_edge ok = test->edges[0];
        ir_remove(test);
        ir_jmp(s.go_on, ok.to, ok.nargs, ok.args);
    }
    struct copier c = {.to = x->f, .from = b->f};
    uint32_t stack = (uint32_t)x->f->stack.n;
    for (size_t k = 0; k < b->f->stack.n; k++) VEC_PUSH(&x->f->stack, m->arena, b->f->stack.p[k]);
    copy_blocks(&c, x->scratch);
    bind_arguments(&c, call);
    copy_code(&c, &s, stack);
    map_all(x, &c, depth);
    ir_remove(call);
    ir_jmp(at, c.block[b->f->blocks->id], 0, NULL);
    call->subst = result;
    x->grown += b->nins;
    x->any = true;
}

static bool is_wanted(const struct inliner *x, const struct call *c) {
    const struct body *b = c->ins->sym->user;
    if (!b || !b->f || c->ins->block->cold || c->ins->nargs != b->f->blocks->nparams + 1) return false;
    if (b->recursive && (b->of != x->f || c->depth >= SELF_LIMIT)) return false;
    return c->depth < DEPTH_LIMIT && x->grown + b->nins <= GROWTH_LIMIT;
}

static void inline_calls(struct ir_func *f, struct arena *scratch) {
    struct inliner x = {.f = f, .scratch = scratch};
    for (struct ir_block *b = f->blocks; b; b = b->next)
        for (struct ir_ins *i = b->first; i; i = i->next)
            if (i->op == IR_PY_DIRECT) VEC_PUSH(&x.calls, scratch, ((struct call){i, 0}));
    for (size_t k = 0; k < x.calls.n; k++) {
        struct call c = x.calls.p[k];
        if (is_wanted(&x, &c)) open_call(&x, c.ins, c.ins->sym->user, c.depth);
    }
    if (x.any) ir_apply_subst(f);
}

/* Thunks and class bodies do not: what recurses through them relies on the poll of the function they call. */
static bool polls_at_entry(const struct ir_func *f) {
    for (const struct ir_block *b = f->blocks; b; b = b->next)
        for (const struct ir_ins *i = b->first; i; i = i->next)
            if (i->op == IR_POLL && !i->site) return true;
    return false;
}

static const struct body asked_for;

/* The function object is passed to those only that look at it. */
static void drop_chain(struct ir_func *f) {
    for (struct ir_block *b = f->blocks; b; b = b->next)
        for (struct ir_ins *i = b->first; i; i = i->next) {
            if (i->op != IR_PY_DIRECT) continue;
            const struct body *callee = i->sym->user;
            if (!callee->of || callee->of->flags & IR_FUNC_CHAIN) continue;
            i->args[0] = ir_insert_before(i, IR_CONST, IR_V, 0, NULL);
        }
}

void opt_inline(struct ir_module *m, struct arena *scratch) {
    for (size_t k = 0; k < m->syms.n; k++) ((struct ir_sym *)m->syms.entries[k].value)->user = NULL;
    for (struct ir_func *f = m->funcs; f; f = f->next)
        for (struct ir_block *b = f->blocks; b; b = b->next)
            for (struct ir_ins *i = b->first; i; i = i->next)
                if (i->op == IR_PY_DIRECT) i->sym->user = (void *)&asked_for;
    for (struct ir_func *f = m->funcs; f; f = f->next)
        if (f->sym->user) f->sym->user = body_of(f, scratch);
    for (struct ir_func *f = m->funcs; f; f = f->next)
        if (polls_at_entry(f) && !opt_runs_once(f)) inline_calls(f, scratch);
    for (struct ir_func *f = m->funcs; f; f = f->next) drop_chain(f);
}
