/* Random functions: what the machine computes must be what an interpreter of the IR computes.
 *
 * Functions have loops, merges with parameters, cold blocks, calls of every convention that raise now and
 * then, more live values than registers, memory in the thread, in data symbols and in stack slots. x86-64
 * code runs in this process, AArch64 code under qemu in tests/gen/driver.c (a visible skip without it). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>
#include <math.h>
#include <sys/mman.h>
#include <unistd.h>
#include "rules/gen/gen.h"
#include "rules/link/object.h"
#include "targets/isa.h"
#include "targets/target.h"
static bool tracing; /* GEN_TRACE: every call of both runs on standard error, to see where they part */
#define NOTE_TRACE(id, a, b)                                                                                 \
    if (tracing)                                                                                             \
    fprintf(stderr, "  %llx %llx %llx\n", (unsigned long long)(id), (unsigned long long)(a),                 \
            (unsigned long long)(b))
#include "tests/gen/helpers.h"

/* ---- making functions ---- */

struct rng {
    uint64_t s;
};
static uint64_t next(struct rng *r) {
    return r->s = mix(r->s, 12345);
}
static uint32_t below(struct rng *r, uint32_t n) {
    return (uint32_t)(next(r) >> 20) % n;
}
static bool chance(struct rng *r, uint32_t percent) {
    return below(r, 100) < percent;
}

#define MAX_BLOCKS 24
#define MAX_VALUES 4000
struct pool {
    struct ir_ins *v[MAX_VALUES];
    uint32_t n;
};
struct maker {
    struct rng rng;
    struct ir_module *m;
    struct ir_func *f;
    struct ir_block *b;
    struct ir_block *head[MAX_BLOCKS];
    int parent[MAX_BLOCKS]; /* only predecessor, or -1 */
    bool taken[MAX_BLOCKS];
    uint32_t nblocks, index;
    struct pool words, floats; /* usable here */
    struct pool block_words[MAX_BLOCKS], block_floats[MAX_BLOCKS];
    bool may_call;
    uint32_t pressure;
    int32_t slot; /* the stack slot in use; before it there may be a big one */
};

static struct ir_ins *remember(struct maker *k, struct ir_ins *i) {
    struct pool *p = i->type == IR_F ? &k->floats : &k->words;
    if (p->n < MAX_VALUES) p->v[p->n++] = i;
    return i;
}
static struct ir_ins *constant(struct maker *k) {
    static const int64_t some[] = {0,
                                   1,
                                   -1,
                                   2,
                                   3,
                                   4,
                                   7,
                                   8,
                                   63,
                                   127,
                                   128,
                                   255,
                                   256,
                                   -128,
                                   -129,
                                   4095,
                                   4096,
                                   65535,
                                   1 << 20,
                                   INT32_MAX,
                                   INT32_MIN,
                                   0xffffffffLL,
                                   0x100000000LL,
                                   INT64_MAX,
                                   INT64_MIN,
                                   0x7fff0000};
    int64_t v = chance(&k->rng, 90) ? some[below(&k->rng, COUNT(some))] : (int64_t)next(&k->rng);
    return ir_const(k->b, IR_I, v);
}
static struct ir_ins *word(struct maker *k) {
    uint32_t r = below(&k->rng, 100);
    if (r < 22 || !k->words.n) return constant(k);
    if (r < 24) {
        struct ir_ins *a = ir_emit(k->b, IR_ADDR, IR_V, 0);
        a->sym = ir_sym(k->m, STR("data"));
        a->imm = 8 * below(&k->rng, DATA_WORDS);
        return a;
    }
    /* Mostly recent values, sometimes old ones: long and short lives. */
    uint32_t n = k->words.n,
             back = chance(&k->rng, k->pressure) ? below(&k->rng, n) : below(&k->rng, n < 6 ? n : 6);
    return k->words.v[n - 1 - back];
}
static struct ir_ins *number(struct maker *k) {
    if (chance(&k->rng, 15) || !k->floats.n) {
        static const double some[] = {0.0, -0.0, 1.0, 0.5, 3.25, -2.0, 1e300};
        struct ir_ins *c = ir_emit(k->b, IR_FCONST, IR_F, 0);
        double d = some[below(&k->rng, COUNT(some))];
        memcpy(&c->imm, &d, 8);
        return c;
    }
    uint32_t n = k->floats.n,
             back = chance(&k->rng, k->pressure) ? below(&k->rng, n) : below(&k->rng, n < 5 ? n : 5);
    return k->floats.v[n - 1 - back];
}
static struct ir_ins *op2(struct maker *k, enum ir_op op, struct ir_ins *a, struct ir_ins *b) {
    return ir_emit(k->b, op, IR_I, 2, a, b);
}
static struct ir_ins *konst(struct maker *k, int64_t v) {
    return ir_const(k->b, IR_I, v);
}

static void make_memory(struct maker *k) {
    struct ir_ins *base, *i;
    uint32_t kind = below(&k->rng, 3), slot = below(&k->rng, 8);
    bool indexed = chance(&k->rng, 30);
    if (kind == 0) {
        base = ir_emit(k->b, IR_THREAD, IR_P, 0);
    } else if (kind == 1) {
        base = ir_emit(k->b, IR_ADDR, IR_P, 0);
        base->sym = ir_sym(k->m, STR("data"));
    } else {
        base = ir_emit(k->b, IR_STACK, IR_P, 0);
        base->aux = k->slot;
    }
    int64_t off = kind == 0 ? 8 * SCRATCH_WORDS : 0;
    struct ir_ins *index = indexed ? op2(k, IR_AND, word(k), konst(k, 7)) : NULL;
    int64_t imm = off + (indexed ? 0 : slot * 8);
    static const uint8_t loads[] = {IR_LD, IR_LD, IR_LD, IR_LD32U, IR_LD32S, IR_LD8U, IR_LDF};
    static const uint8_t stores[] = {IR_ST, IR_ST, IR_ST, IR_ST32, IR_ST8, IR_STF};
    if (chance(&k->rng, 50)) {
        enum ir_op op = loads[below(&k->rng, COUNT(loads))];
        struct ir_ins *args[2] = {base, index};
        i = ir_emit_v(k->b, op, op == IR_LDF ? IR_F : IR_I, indexed ? 2 : 1, args);
        i->imm = imm;
        remember(k, i);
    } else {
        enum ir_op op = stores[below(&k->rng, COUNT(stores))];
        struct ir_ins *args[3] = {op == IR_STF ? number(k) : word(k), base, index};
        if (op == IR_STF) { /* a NaN's bits are the machine's own */
            args[0] = ir_emit(k->b, IR_I2F, IR_F, 1, word(k));
        }
        i = ir_emit_v(k->b, op, IR_N, indexed ? 3 : 2, args);
        i->imm = imm;
    }
}

static uint32_t some_site(struct maker *k) {
    return chance(&k->rng, 90) ? 1 + below(&k->rng, 3) : 0;
}

static void make_call(struct maker *k) {
    struct ir_ins *i;
    bool cold = chance(&k->rng, 30);
    switch (below(&k->rng, 11)) {
    case 0: i = ir_rt(k->b, IR_rt_add, some_site(k), 2, word(k), word(k)); break;
    case 1: i = ir_rt(k->b, IR_rt_truth, some_site(k), 1, word(k)); break;
    case 2: i = ir_rt(k->b, IR_rt_next, some_site(k), 1, word(k)); break;
    case 3: i = ir_rt(k->b, IR_rt_is, 0, 2, word(k), word(k)); break;
    case 4: i = ir_rt(k->b, IR_rt_float_box, some_site(k), 1, number(k)); break;
    case 5: i = ir_rt(k->b, IR_rt_fmod, 0, 2, number(k), number(k)); break;
    case 6: i = ir_rt(k->b, IR_rt_handler_leave, 0, 1, word(k)); break;
    case 7: {
        struct ir_ins *args[] = {word(k), number(k), word(k), word(k), number(k), word(k),
                                 word(k), word(k),   word(k), word(k), word(k),   number(k)};
        i = ir_emit_v(k->b, IR_CALL_C, IR_V, COUNT(args), args);
        i->sym = ir_sym(k->m, STR("h_many"));
        i->aux = IR_CONV_V;
        i->site = some_site(k);
        break;
    }
    case 8: {
        struct ir_ins *args[10];
        for (int n = 0; n < 10; n++) args[n] = number(k);
        i = ir_emit_v(k->b, IR_CALL_C, IR_I, 10, args);
        i->sym = ir_sym(k->m, STR("h_floats"));
        i->aux = IR_CONV_L;
        break;
    }
    default: {
        if (!k->may_call) return;
        struct ir_ins *args[14];
        uint32_t n = 0;
        bool indirect = chance(&k->rng, 50);
        if (indirect) {
            args[n] = ir_emit(k->b, IR_ADDR, IR_P, 0);
            args[n++]->sym = ir_sym(k->m, STR("f1"));
        }
        args[n++] =
            indirect ? word(k) : k->words.v[0]; /* chain; constant 0 would mean "not read" to a direct call */
        static const char types[] = "iifiiifiiiff";
        for (int t = 0; types[t]; t++) args[n++] = types[t] == 'i' ? word(k) : number(k);
        i = ir_emit_v(k->b, indirect ? IR_CALL_IND : IR_PY_DIRECT, IR_V, n, args);
        if (!indirect) i->sym = ir_sym(k->m, STR("f1"));
        i->site = some_site(k);
    }
    }
    if (cold) i->flags |= IR_COLD;
    if (chance(&k->rng, 40)) i->flags |= IR_CAUGHT;
    if (i->type != IR_N) remember(k, i);
}

static void make_value(struct maker *k) {
    static const uint8_t ints[] = {IR_ADD, IR_SUB, IR_MUL, IR_AND, IR_OR, IR_XOR, IR_ADD, IR_SUB};
    static const uint8_t compares[] = {IR_EQ, IR_NE, IR_LT, IR_LE, IR_GT, IR_GE, IR_ULT, IR_UGE};
    static const uint8_t floats[] = {IR_FADD, IR_FSUB, IR_FMUL, IR_FDIV};
    static const uint8_t fcompares[] = {IR_FEQ, IR_FNE, IR_FLT, IR_FLE, IR_FGT, IR_FGE};
    static const uint8_t shifts[] = {IR_SHL, IR_SHR, IR_SAR};
    struct ir_ins *i, *a;
    switch (below(&k->rng, 19)) {
    default: i = op2(k, ints[below(&k->rng, COUNT(ints))], word(k), word(k)); break;
    case 5: i = op2(k, shifts[below(&k->rng, 3)], word(k), konst(k, below(&k->rng, 64))); break;
    case 6:
        a = op2(k, IR_AND, word(k), konst(k, 63));
        i = op2(k, shifts[below(&k->rng, 3)], word(k), a);
        break;
    case 7: i = op2(k, IR_ROL, word(k), konst(k, below(&k->rng, 64))); break;
    case 8:
        a = op2(k, IR_OR, op2(k, IR_AND, word(k), konst(k, 0xffff)), konst(k, 1));
        i = op2(k, chance(&k->rng, 50) ? IR_DIV : IR_REM, word(k), a);
        break;
    case 9: i = ir_emit(k->b, chance(&k->rng, 50) ? IR_NEG : IR_NOT, IR_I, 1, word(k)); break;
    case 10: i = op2(k, compares[below(&k->rng, COUNT(compares))], word(k), word(k)); break;
    case 11:
        i = ir_emit(k->b, fcompares[below(&k->rng, COUNT(fcompares))], IR_I, 2, number(k), number(k));
        break;
    case 12:
        a = chance(&k->rng, 50) ? word(k)
                                : op2(k, compares[below(&k->rng, COUNT(compares))], word(k), word(k));
        i = ir_emit(k->b, IR_SELECT, IR_I, 3, a, word(k), word(k));
        break;
    case 13:
    case 14: i = ir_emit(k->b, floats[below(&k->rng, COUNT(floats))], IR_F, 2, number(k), number(k)); break;
    case 15:
        i = ir_emit(k->b,
                    chance(&k->rng, 50)   ? IR_FNEG
                    : chance(&k->rng, 50) ? IR_FABS
                                          : IR_FSQRT,
                    IR_F, 1, number(k));
        break;
    case 16: i = ir_emit(k->b, chance(&k->rng, 70) ? IR_I2F : IR_FBITS, IR_F, 1, word(k)); break;
    case 17:
        a = ir_emit(k->b, IR_I2F, IR_F, 1, op2(k, IR_SAR, word(k), konst(k, 12)));
        i = ir_emit(k->b, chance(&k->rng, 50) ? IR_F2I : IR_BITS, IR_I, 1, a);
        break;
    case 18: i = ir_emit(k->b, IR_COPY, IR_V, 1, word(k)); break;
    }
    remember(k, i);
}

static struct ir_block *target(struct maker *k, uint32_t *index) {
    for (int tries = 0; tries < 50; tries++) {
        uint32_t t = 1 + below(&k->rng, k->nblocks - 1);
        if (k->parent[t] >= 0 && (k->parent[t] != (int)k->index || k->taken[t])) continue;
        if (k->parent[t] >= 0) k->taken[t] = true;
        *index = t;
        return k->head[t];
    }
    *index = 1;
    return k->head[1]; /* never has a parent */
}
static void edge(struct maker *k, struct ir_ins *term, uint32_t e) {
    uint32_t t;
    struct ir_block *to = target(k, &t);
    term->edges[e].to = to;
    struct ir_block *at = k->b;
    for (uint32_t p = 0; p < to->nparams; p++) {
        /* Constants must stand before the terminator: use what exists. */
        struct pool *pool = to->params[p]->type == IR_F ? &k->floats : &k->words;
        uint32_t back = chance(&k->rng, 50) ? below(&k->rng, pool->n) : below(&k->rng, MIN(pool->n, 4u));
        ir_edge_add(k->m, &term->edges[e], pool->v[pool->n - 1 - back]);
    }
    (void)at;
}
static struct ir_ins *terminator(struct maker *k, enum ir_op op, uint32_t nedges, struct ir_ins *arg) {
    struct ir_ins *args[1] = {arg};
    struct ir_ins *t = ir_emit_v(k->b, op, IR_N, arg ? 1 : 0, args);
    t->nedges = nedges;
    t->edges = NEW_N(k->m->arena, struct ir_edge, nedges);
    for (uint32_t e = 0; e < nedges; e++) edge(k, t, e);
    return t;
}

static void make_end(struct maker *k) {
    static const uint8_t compares[] = {IR_EQ, IR_NE, IR_LT, IR_LE, IR_GT, IR_GE, IR_ULT, IR_UGE};
    static const uint8_t fcompares[] = {IR_FEQ, IR_FNE, IR_FLT, IR_FLE, IR_FGT, IR_FGE};
    static const uint8_t ovf[] = {IR_ADDO, IR_SUBO, IR_MULO};
    struct ir_ins *a;
    switch (below(&k->rng, 12)) {
    case 0: ir_emit(k->b, IR_RET, IR_N, 1, word(k)); return;
    case 1:
    case 2: terminator(k, IR_JMP, 1, NULL); return;
    case 3: terminator(k, IR_SWITCH, 1 + below(&k->rng, 7), op2(k, IR_AND, word(k), konst(k, 7))); return;
    case 4: {
        struct ir_ins *x = word(k), *y = word(k);
        a = op2(k, ovf[below(&k->rng, 3)], x, y);
        remember(k, a);
        terminator(k, IR_BROVF, 2, a);
        return;
    }
    case 5:
        a = ir_emit(k->b, fcompares[below(&k->rng, COUNT(fcompares))], IR_I, 2, number(k), number(k));
        break;
    case 6: {
        struct ir_ins *x = op2(k, IR_AND, word(k), konst(k, 3));
        a = op2(k, chance(&k->rng, 50) ? IR_EQ : IR_NE, x, konst(k, below(&k->rng, 4)));
        break;
    }
    case 7: a = op2(k, IR_AND, word(k), word(k)); break;
    case 8: {
        struct ir_ins *t = ir_emit(k->b, IR_THREAD, IR_P, 0), *y = word(k);
        struct ir_ins *x = ir_emit(k->b, IR_LD, IR_I, 1, t);
        x->imm = 8 * (SCRATCH_WORDS + below(&k->rng, 8));
        if (chance(&k->rng, 30)) make_memory(k);
        if (chance(&k->rng, 30)) make_call(k);
        a = op2(k, compares[below(&k->rng, COUNT(compares))], x, y);
        break;
    }
    case 9: a = word(k); break;
    default: a = op2(k, compares[below(&k->rng, COUNT(compares))], word(k), word(k)); break;
    }
    terminator(k, IR_BR, 2, a);
}

/* Burns fuel; leaves the function when there is none. */
static void make_fuel(struct maker *k) {
    struct ir_ins *t = ir_emit(k->b, IR_THREAD, IR_P, 0);
    struct ir_ins *f = ir_emit(k->b, IR_LD, IR_I, 1, t);
    f->imm = 8 * FUEL;
    struct ir_ins *less = op2(k, IR_SUB, f, konst(k, 1));
    struct ir_ins *s = ir_emit(k->b, IR_ST, IR_N, 2, less, t);
    s->imm = 8 * FUEL;
    struct ir_block *out = ir_block_new(k->f), *on = ir_block_new(k->f);
    out->cold = true;
    struct ir_ins *c = op2(k, IR_LT, less, konst(k, 0));
    ir_br(k->b, c, out, on);
    k->b = out;
    ir_emit(out, IR_RET, IR_N, 1, word(k));
    k->b = on;
    if (chance(&k->rng, 30)) {
        struct ir_ins *p = ir_emit(on, IR_POLL, IR_I, 0);
        p->site = some_site(k);
        if (chance(&k->rng, 40)) {
            p->flags |= IR_CAUGHT;
            remember(k, p);
        }
    }
}

static void make_block(struct maker *k, uint32_t index) {
    k->index = index;
    k->b = k->head[index];
    int from = index == 0 ? -1 : k->parent[index] >= 0 ? k->parent[index] : 0;
    k->words.n = k->floats.n = 0;
    if (from >= 0) {
        k->words = k->block_words[from];
        k->floats = k->block_floats[from];
    }
    for (uint32_t p = 0; p < k->b->nparams; p++) remember(k, k->b->params[p]);
    if (index == 0) {
        if (k->f->flags & IR_FUNC_CHAIN) remember(k, ir_emit(k->b, IR_CHAIN, IR_V, 0));
        for (int i = 0; i < 8; i++) {
            struct ir_ins *zero = konst(k, i), *s = ir_emit(k->b, IR_STACK, IR_P, 0);
            s->aux = k->slot;
            struct ir_ins *st = ir_emit(k->b, IR_ST, IR_N, 2, zero, s);
            st->imm = i * 8;
        }
    }
    make_fuel(k);
    uint32_t n = below(&k->rng, k->pressure > 50 ? 40 : 14);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t r = below(&k->rng, 100);
        if (r < 15)
            make_memory(k);
        else if (r < 27)
            make_call(k);
        else
            make_value(k);
    }
    if (chance(&k->rng, 5)) {
        struct ir_ins *t = ir_emit(k->b, IR_TRACE, IR_N, 0);
        t->site = some_site(k);
    }
    k->block_words[index] = k->words;
    k->block_floats[index] = k->floats;
    make_end(k);
}

static void make_function(struct ir_module *m, struct rng rng, const char *name, bool may_call) {
    struct maker *k = calloc(1, sizeof *k);
    k->rng = rng;
    k->m = m;
    k->may_call = may_call;
    k->f = ir_func_new(m, ir_sym(m, str_c(name)), IR_V);
    if (chance(&k->rng, 90)) k->f->code = ir_sym(m, STR("data"));
    k->f->flags = IR_FUNC_GLOBAL | (chance(&k->rng, 50) ? IR_FUNC_CHAIN : 0);
    if (may_call) k->f->flags &= ~(uint32_t)IR_FUNC_CHAIN; /* the harness passes none */
    for (int i = 0; i < 3; i++) {
        struct ir_site s = {1, 1, 0, 0};
        VEC_PUSH(&k->f->sites, m->arena, s);
    }
    if (chance(&k->rng, 10)) {
        VEC_PUSH(&k->f->stack, m->arena, chance(&k->rng, 50) ? 5000 : 80000);
        k->slot = 1;
    }
    VEC_PUSH(&k->f->stack, m->arena, 64);
    k->pressure = chance(&k->rng, 30) ? 80 : 20;
    k->nblocks = 2 + below(&k->rng, MAX_BLOCKS - 2);
    for (uint32_t i = 0; i < k->nblocks; i++) {
        k->head[i] = ir_block_new(k->f);
        k->parent[i] = i > 1 && chance(&k->rng, 40) ? (int)below(&k->rng, i) : -1;
        k->head[i]->cold = i > 1 && chance(&k->rng, 20);
        if (i == 0) {
            static const char types[] = "iifiiifiiiff";
            for (int t = 0; types[t]; t++) ir_block_param(k->head[0], types[t] == 'i' ? IR_I : IR_F);
            continue;
        }
        uint32_t n = chance(&k->rng, 5) ? 30 : below(&k->rng, 7);
        for (uint32_t p = 0; p < n; p++) ir_block_param(k->head[i], chance(&k->rng, 70) ? IR_I : IR_F);
    }
    for (uint32_t i = 0; i < k->nblocks; i++) make_block(k, i);
    free(k);
}

/* ---- the interpreter ---- */

union cell {
    uint64_t w;
    double f;
};
struct machine {
    struct ir_module *m;
    uint64_t *thread, *data;
    int depth;
};
static struct ir_func *find(struct ir_module *m, struct str name) {
    for (struct ir_func *f = m->funcs; f; f = f->next)
        if (str_eq(f->sym->name, name)) return f;
    return NULL;
}
static uint64_t interpret(struct machine *k, struct ir_func *f, const union cell *args, uint64_t chain);

#define W(n) (v[i->args[n]->id].w)
#define F(n) (v[i->args[n]->id].f)

static bool overflow(enum ir_op op, uint64_t a, uint64_t b, uint64_t *out) {
    long long r;
    bool o = op == IR_ADDO   ? __builtin_saddll_overflow((long long)a, (long long)b, &r)
             : op == IR_SUBO ? __builtin_ssubll_overflow((long long)a, (long long)b, &r)
                             : __builtin_smulll_overflow((long long)a, (long long)b, &r);
    *out = (uint64_t)r;
    return o;
}

static char *address(const struct ir_ins *i, const union cell *v, uint32_t base) {
    uint64_t a = v[i->args[base]->id].w + (uint64_t)i->imm;
    if (i->nargs > base + 1) a += 8 * v[i->args[base + 1]->id].w;
    return (char *)(uintptr_t)a;
}

static void pure(const struct ir_ins *i, union cell *v) {
    union cell *r = &v[i->id];
    switch (i->op) {
    case IR_CONST:
    case IR_FCONST: r->w = (uint64_t)i->imm; break;
    case IR_ADD: r->w = W(0) + W(1); break;
    case IR_SUB: r->w = W(0) - W(1); break;
    case IR_MUL: r->w = W(0) * W(1); break;
    case IR_DIV: r->w = (uint64_t)((int64_t)W(0) / (int64_t)W(1)); break;
    case IR_REM: r->w = (uint64_t)((int64_t)W(0) % (int64_t)W(1)); break;
    case IR_AND: r->w = W(0) & W(1); break;
    case IR_OR: r->w = W(0) | W(1); break;
    case IR_XOR: r->w = W(0) ^ W(1); break;
    case IR_SHL: r->w = W(0) << W(1); break;
    case IR_SHR: r->w = W(0) >> W(1); break;
    case IR_SAR: r->w = (uint64_t)((int64_t)W(0) >> W(1)); break;
    case IR_ROL: r->w = W(1) ? W(0) << W(1) | W(0) >> (64 - W(1)) : W(0); break;
    case IR_NEG: r->w = 0 - W(0); break;
    case IR_NOT: r->w = ~W(0); break;
    case IR_COPY:
    case IR_BITS:
    case IR_FBITS: r->w = W(0); break;
    case IR_ADDO:
    case IR_SUBO:
    case IR_MULO: overflow(i->op, W(0), W(1), &r->w); break;
    case IR_EQ: r->w = W(0) == W(1); break;
    case IR_NE: r->w = W(0) != W(1); break;
    case IR_LT: r->w = (int64_t)W(0) < (int64_t)W(1); break;
    case IR_LE: r->w = (int64_t)W(0) <= (int64_t)W(1); break;
    case IR_GT: r->w = (int64_t)W(0) > (int64_t)W(1); break;
    case IR_GE: r->w = (int64_t)W(0) >= (int64_t)W(1); break;
    case IR_ULT: r->w = W(0) < W(1); break;
    case IR_UGE: r->w = W(0) >= W(1); break;
    case IR_SELECT: r->w = W(0) ? W(1) : W(2); break;
    case IR_FADD: r->f = F(0) + F(1); break;
    case IR_FSUB: r->f = F(0) - F(1); break;
    case IR_FMUL: r->f = F(0) * F(1); break;
    case IR_FDIV: r->f = F(0) / F(1); break;
    case IR_FNEG: r->w = W(0) ^ UINT64_C(1) << 63; break;
    case IR_FABS: r->w = W(0) & ~(UINT64_C(1) << 63); break;
    case IR_FSQRT: r->f = sqrt(F(0)); break;
    case IR_FEQ: r->w = F(0) == F(1); break;
    case IR_FNE: r->w = F(0) != F(1); break;
    case IR_FLT: r->w = F(0) < F(1); break;
    case IR_FLE: r->w = F(0) <= F(1); break;
    case IR_FGT: r->w = F(0) > F(1); break;
    case IR_FGE: r->w = F(0) >= F(1); break;
    case IR_I2F: r->f = (double)(int64_t)W(0); break;
    case IR_F2I: r->w = (uint64_t)(int64_t)F(0); break;
    case IR_LD: memcpy(&r->w, address(i, v, 0), 8); break;
    case IR_LD32U:
        r->w = 0;
        memcpy(&r->w, address(i, v, 0), 4);
        break;
    case IR_LD32S: {
        int32_t x;
        memcpy(&x, address(i, v, 0), 4);
        r->w = (uint64_t)(int64_t)x;
        break;
    }
    case IR_LD8U: r->w = *(uint8_t *)address(i, v, 0); break;
    case IR_LDF: memcpy(&r->w, address(i, v, 0), 8); break;
    case IR_ST:
    case IR_STF: memcpy(address(i, v, 1), &v[i->args[0]->id].w, 8); break;
    case IR_ST32: memcpy(address(i, v, 1), &v[i->args[0]->id].w, 4); break;
    case IR_ST8: memcpy(address(i, v, 1), &v[i->args[0]->id].w, 1); break;
    default: fail_msg("interpreter: %s", ir_ops[i->op].text);
    }
}

/* 0: on; -1 with *fail when it raises out of the function. */
static bool call(struct machine *k, const struct ir_ins *i, union cell *v) {
    union cell *r = &v[i->id];
    uint64_t *t = k->thread;
    char check = 'V';
    if (i->op == IR_RT) {
        check = 0;
        switch (i->aux) {
        case IR_rt_add:
            r->w = rt_add(t, W(0), W(1));
            check = 'V';
            break;
        case IR_rt_truth:
            r->w = rt_truth(t, W(0));
            check = 'I';
            break;
        case IR_rt_next: r->w = rt_next(t, W(0)); break;
        case IR_rt_is: r->w = rt_is(W(0), W(1)); break;
        case IR_rt_float_box: r->w = rt_float_box(t, F(0)); break;
        case IR_rt_fmod: r->f = rt_fmod(F(0), F(1)); break;
        default: rt_handler_leave(t, W(0)); break;
        }
    } else if (i->op == IR_CALL_C && i->nargs == 12) {
        r->w = h_many(t, W(0), F(1), W(2), W(3), F(4), W(5), W(6), W(7), W(8), W(9), W(10), F(11));
    } else if (i->op == IR_CALL_C) {
        r->w = h_floats(t, F(0), F(1), F(2), F(3), F(4), F(5), F(6), F(7), F(8), F(9));
        check = 0;
    } else {
        union cell args[16];
        uint32_t first = i->op == IR_CALL_IND ? 2 : 1;
        for (uint32_t n = first; n < i->nargs; n++) args[n - first] = v[i->args[n]->id];
        r->w = interpret(k, find(k->m, STR("f1")), args, W(first - 1));
    }
    if (i->flags & IR_CAUGHT) return true;
    return !((check == 'V' && r->w == 0) || (check == 'I' && r->w == UINT64_MAX));
}

static uint64_t raise_out(struct machine *k, struct ir_func *f, uint32_t site) {
    if (f->code && site) rt_traceback(k->thread, (uint64_t)(uintptr_t)k->data, site - 1);
    return 0;
}

static uint64_t interpret(struct machine *k, struct ir_func *f, const union cell *args, uint64_t chain) {
    union cell *v = calloc(f->nins, sizeof *v);
    uint64_t stack[8] = {0}, result = 0;
    const struct ir_block *b = f->blocks;
    for (uint32_t p = 0; p < b->nparams; p++) v[b->params[p]->id] = args[p];
    for (const struct ir_ins *i = b->first;;) {
        const struct ir_edge *go = NULL;
        switch (i->op) {
        case IR_ADDR: v[i->id].w = (uint64_t)(uintptr_t)k->data + (uint64_t)i->imm; break;
        case IR_THREAD: v[i->id].w = (uint64_t)(uintptr_t)k->thread; break;
        case IR_STACK: v[i->id].w = (uint64_t)(uintptr_t)stack; break;
        case IR_CHAIN: v[i->id].w = chain; break;
        case IR_POLL:
            v[i->id].w = 0;
            if (k->thread[LIMIT] == UINT64_MAX) v[i->id].w = rt_poll(k->thread);
            if (v[i->id].w && !(i->flags & IR_CAUGHT)) {
                result = raise_out(k, f, i->site);
                goto out;
            }
            break;
        case IR_TRACE: raise_out(k, f, i->site); break;
        case IR_RT:
        case IR_CALL_C:
        case IR_CALL_IND:
        case IR_PY_DIRECT:
            if (!call(k, i, v)) {
                result = raise_out(k, f, i->site);
                goto out;
            }
            break;
        case IR_JMP: go = &i->edges[0]; break;
        case IR_BR: go = &i->edges[W(0) ? 0 : 1]; break;
        case IR_BROVF: {
            const struct ir_ins *o = i->args[0];
            uint64_t x;
            go = &i->edges[overflow(o->op, v[o->args[0]->id].w, v[o->args[1]->id].w, &x) ? 0 : 1];
            break;
        }
        case IR_SWITCH: go = &i->edges[MIN(W(0), (uint64_t)i->nedges - 1)]; break;
        case IR_RET: result = W(0); goto out;
        default: pure(i, v);
        }
        if (!go) {
            i = i->next;
            continue;
        }
        union cell moved[64];
        for (uint32_t p = 0; p < go->nargs; p++) moved[p] = v[go->args[p]->id];
        for (uint32_t p = 0; p < go->nargs; p++) v[go->to->params[p]->id] = moved[p];
        i = go->to->first;
    }
out:
    free(v);
    return result;
}

/* ---- compiling and running ---- */

#define BIG_SEED 1

static uint64_t symbol_at(const struct object *o, uint32_t s, const uint64_t *section_at) {
    const struct object_symbol *y = &o->symbols.p[s];
    if (y->section != OBJECT_UNDEF) return section_at[y->section] + y->offset;
    static const char *const names[] = {
#define NAME(f) #f,
        HELPERS(NAME)
#undef NAME
    };
    for (uint32_t i = 0; i < HELPER_COUNT; i++)
        if (str_is(y->name, names[i])) return BLOB_AT + i * 16;
    if (str_is(y->name, "data")) return DATA_AT;
    fail_msg("unknown symbol %.*s", STR_ARG(y->name));
    return 0;
}

/* Lays the module's functions at `at` in the blob; gives the address of f0 and the next free address. */
static uint64_t load(struct arena *a, struct ir_module *m, const struct target *t, uint8_t *blob,
                     uint64_t *at) {
    struct object *o = gen_module(a, m, t);
    uint64_t *section_at = NEW_N(a, uint64_t, o->sections.n + 1), entry = 0;
    for (size_t i = 0; i < o->sections.n; i++) {
        if (!(o->sections.p[i].flags & SECTION_EXEC)) continue;
        *at = (*at + 15) & ~UINT64_C(15);
        section_at[i] = *at;
        assert_true(*at + o->sections.p[i].size < BLOB_AT + BLOB_MAX);
        memcpy(blob + (*at - BLOB_AT), o->sections.p[i].bytes.p, o->sections.p[i].size);
        *at += o->sections.p[i].size;
    }
    for (size_t i = 0; i < o->relocs.n; i++) {
        struct object_reloc *r = &o->relocs.p[i];
        if (!section_at[r->section]) continue;
        uint64_t p = section_at[r->section] + r->offset;
        assert_int_equal(
            t->reloc_apply(r->type, blob + (p - BLOB_AT), symbol_at(o, r->symbol, section_at), r->addend, p),
            RELOC_OK);
    }
    for (size_t i = 0; i < o->symbols.n; i++)
        if (str_is(o->symbols.p[i].name, "f0")) entry = symbol_at(o, (uint32_t)i, section_at);
    return entry;
}

/* A function of more than 1 MiB: many diamonds in a row, and a way out of each to the end. */
static void make_big(struct ir_module *m) {
    struct ir_func *f = ir_func_new(m, ir_sym(m, STR("f0")), IR_V);
    f->flags = IR_FUNC_GLOBAL;
    static const char types[] = "iifiiifiiiff";
    struct ir_block *b = ir_block_new(f), *end = ir_block_new(f);
    struct ir_ins *first[12], *x, *out = ir_block_param(end, IR_I);
    for (int t = 0; types[t]; t++) first[t] = ir_block_param(b, types[t] == 'i' ? IR_I : IR_F);
    ir_emit(end, IR_RET, IR_N, 1, out);
    x = first[0];
    for (int i = 0; i < 15000; i++) {
        struct ir_block *l = ir_block_new(f), *r = ir_block_new(f), *on = ir_block_new(f),
                        *leave = ir_block_new(f), *next = ir_block_new(f);
        struct ir_ins *p = ir_block_param(on, IR_I), *y, *z;
        ir_br(b, ir_emit(b, IR_AND, IR_I, 2, x, ir_const(b, IR_I, 1 << i % 20)), l, r);
        y = ir_emit(l, IR_ADD, IR_I, 2, x, ir_const(l, IR_I, i * 37));
        z = ir_emit(r, IR_XOR, IR_I, 2, x, first[1]);
        ir_jmp(l, on, 1, &y);
        ir_jmp(r, on, 1, &z);
        y = ir_emit(on, IR_MUL, IR_I, 2, p, ir_const(on, IR_I, 3));
        ir_br(on, ir_emit(on, IR_EQ, IR_I, 2, y, ir_const(on, IR_I, i)), leave, next);
        ir_jmp(leave, end, 1, &y);
        b = next;
        x = y;
    }
    ir_jmp(b, end, 1, &x);
}

static struct ir_module *random_module(struct arena *a, uint64_t seed) {
    struct ir_module *m = ir_module_new(a, STR("random"));
    if (seed == BIG_SEED) {
        make_big(m);
        return m;
    }
    make_function(m, (struct rng){mix(seed, 1)}, "f1", false);
    make_function(m, (struct rng){mix(seed, 2)}, "f0", true);
    return m;
}

/* The code address of f1 is not known to the interpreter, so f0 only calls through it. */
static uint64_t expected(struct ir_module *m, uint64_t *thread, uint64_t *data, uint64_t seed) {
    struct machine k = {.m = m, .thread = thread, .data = data};
    world_reset(thread, data, seed);
    static const char types[] = "iifiiifiiiff";
    union cell args[12];
    int w = 0, f = 0;
    for (int n = 0; types[n]; n++) {
        if (types[n] == 'i')
            args[n].w = word_arg(seed, w++);
        else
            args[n].f = float_arg(seed, f++);
    }
    uint64_t r = interpret(&k, find(m, STR("f0")), args, 0);
    return world_hash(thread, data, r);
}

static unsigned cases(void) {
    const char *n = getenv("GEN_RANDOM");
    return n ? (unsigned)atoi(n) : 400;
}
static uint64_t first_seed(void) {
    const char *n = getenv("GEN_SEED");
    return n ? strtoull(n, NULL, 0) : 1;
}

static void show(struct ir_module *m, const struct target *t) {
    if (!getenv("GEN_SHOW")) return;
    struct buf b;
    buf_init(&b, m->arena);
    ir_print_module(&b, m);
    gen_dump(&b, m, t, (struct str){0});
    fwrite(b.p, 1, b.n, stderr);
}

#if defined __x86_64__
/* jmp [rip + 2], two bytes of padding, the address */
static void trampolines(uint8_t *blob) {
    for (int i = 0; i < HELPER_COUNT; i++) {
        memcpy(blob + i * 16, "\xff\x25\x02\0\0\0\xcc\xcc", 8);
        memcpy(blob + i * 16 + 8, &helper_at[i], 8);
    }
}
static void test_x86_64(void **state) {
    (void)state;
    const struct target *t = target_find(STR("linux-x86_64"));
    uint8_t *blob = mmap((void *)BLOB_AT, BLOB_MAX, PROT_READ | PROT_WRITE | PROT_EXEC,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (blob == MAP_FAILED) {
        skip();
        return;
    }
    trampolines(blob);
    tracing = getenv("GEN_TRACE") != NULL;
    /* One thread for both, so that addresses that leak into results agree. */
    uint64_t *thread = calloc(THREAD_WORDS, 8), *data = (uint64_t *)DATA_AT;
    for (uint64_t s = first_seed(); s < first_seed() + cases(); s++) {
        struct arena a;
        arena_init(&a, NULL);
        struct ir_module *m = random_module(&a, s);
        uint64_t at = CODE_AT;
        show(m, t);
        uint64_t code = load(&a, m, t, blob, &at);
        for (uint64_t k = 0; k < 4; k++) {
            if (tracing) fprintf(stderr, "interpreted:\n");
            uint64_t want = expected(m, thread, data, s * 8 + k);
            if (tracing) fprintf(stderr, "compiled at %llx:\n", (unsigned long long)code);
            uint64_t got = run_one(code, thread, data, s * 8 + k);
            if (got != want) fail_msg("GEN_SEED=%llu: x86-64 code disagrees", (unsigned long long)s);
        }
        arena_free(&a);
    }
    free(thread);
    munmap(blob, BLOB_MAX);
}
#endif

/* The same module gives the same bytes, whatever was compiled before and wherever memory is. */
static void test_deterministic(void **state) {
    (void)state;
    static const char *const targets[] = {"linux-x86_64", "linux-arm64"};
    for (uint64_t s = 2; s < 40; s++)
        for (size_t k = 0; k < COUNT(targets); k++) {
            struct arena a[2];
            struct str bytes[2];
            for (int i = 0; i < 2; i++) {
                arena_init(&a[i], NULL);
                struct ir_module *m = random_module(&a[i], s);
                bytes[i] = object_write(&a[i], gen_module(&a[i], m, target_find(str_c(targets[k]))));
            }
            assert_true(str_eq(bytes[0], bytes[1]));
            for (int i = 0; i < 2; i++) arena_free(&a[i]);
        }
}

/* ---- AArch64 under qemu ---- */

static bool shell(const char *command) {
    return system(command) == 0;
}

static void write_blob(const char *path, const struct blob_case *list, uint64_t n, const uint8_t *blob,
                       uint64_t size) {
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    struct blob_header h = {n, size};
    fwrite(&h, sizeof h, 1, f);
    fwrite(list, sizeof *list, n, f);
    fwrite(blob, 1, size, f);
    assert_int_equal(fclose(f), 0);
}

static void test_aarch64(void **state) {
    (void)state;
    if (!shell("qemu-aarch64 --version >/dev/null 2>&1") || !shell("ld.lld --version >/dev/null 2>&1")) {
        print_message("skipped: needs qemu-aarch64, clang and ld.lld\n");
        skip();
    }
    char dir[] = "/tmp/py2_gen_XXXXXX", command[1024], path[64];
    assert_non_null(mkdtemp(dir));
    snprintf(command, sizeof command,
             "clang --target=aarch64-linux-gnu -O1 -ffreestanding -ffp-contract=off -fno-builtin -nostdlib "
             "-static "
             "-fuse-ld=lld -I%s/.. %s/gen/driver.c -o %s/driver",
             PY2_TESTS, PY2_TESTS, dir);
    assert_true(shell(command));
    const struct target *t = target_find(STR("linux-arm64"));
    uint8_t *blob = calloc(1, BLOB_MAX);
    for (int i = 0; i < HELPER_COUNT; i++)
        memcpy(blob + i * 16, "\x50\0\0\x58\0\x02\x1f\xd6", 8); /* ldr x16, 8; br x16 */
    uint64_t *thread = calloc(THREAD_WORDS, 8), at = CODE_AT, n = 0;
    /* The interpreter must see data at the same address as the code will. */
    uint64_t *data = mmap((void *)BLOB_AT, 0x10000, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    assert_true((uint64_t)(uintptr_t)data == BLOB_AT);
    data = (uint64_t *)DATA_AT;
    static struct blob_case list[4096];
    for (uint64_t s = first_seed(); s < first_seed() + MIN(cases(), 1000u); s++) {
        struct arena a;
        arena_init(&a, NULL);
        struct ir_module *m = random_module(&a, s);
        show(m, t);
        uint64_t code = load(&a, m, t, blob, &at);
        for (uint64_t k = 0; k < 4; k++, n++)
            list[n] = (struct blob_case){code, s * 8 + k, expected(m, thread, data, s * 8 + k)};
        arena_free(&a);
        if (at > BLOB_AT + BLOB_MAX - 200000) break;
    }
    snprintf(path, sizeof path, "%s/blob", dir);
    write_blob(path, list, n, blob, at - BLOB_AT);
    snprintf(command, sizeof command, "qemu-aarch64 %s/driver %s", dir, path);
    int status = system(command);
    snprintf(command, sizeof command, "rm -r %s", dir);
    if (!getenv("GEN_KEEP"))
        shell(command);
    else
        print_message("kept %s\n", dir);
    int code = status >> 8 & 0xff;
    if (status && code && code <= 250)
        fail_msg("GEN_SEED=%llu or later: AArch64 code disagrees (case %d)",
                 (unsigned long long)(list[code - 1].seed / 8), code);
    assert_int_equal(status, 0);
    free(thread);
    free(blob);
    munmap((void *)BLOB_AT, 0x10000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
#if defined __x86_64__
        cmocka_unit_test(test_x86_64),
#endif
        cmocka_unit_test(test_aarch64),
        cmocka_unit_test(test_deterministic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
