/* The expanded fast paths do what the runtime calls do.
 *
 * Random functions of arithmetic, comparisons, items, branches and handlers are run twice by a small
 * interpreter of the IR: as lowered, every operation a runtime call (imitated here with 128-bit ints and
 * doubles), and after the whole pipeline. Results, exceptions with their sites, and the order of visible
 * effects must agree. */
#include "rules/opt/opt.h"

#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- objects ---- */

struct object {
    void *shape;
    uint32_t gc, aux;
    double value; /* offset 16, as a boxed float */
    __int128 big;
    int64_t len;
};

static struct object float_shape, int_shape, list_shape, tuple_shape, other_shape;
static struct object true_object = {&other_shape}, false_object = {&other_shape},
                     none_object = {&other_shape};

#define EXC_LIMIT 64
struct world {
    struct arena *a;
    uint64_t raised; /* what, and at which site */
    uint64_t trace[EXC_LIMIT];
    uint32_t ntrace;
    uint32_t steps;
};

struct sequence { /* the layouts of runtime/object/object.h: a list, or a tuple whose items follow its length */
    void *shape;
    uint32_t gc, aux;
    uint64_t *item;
    int64_t len, cap;
};

enum { ERROR_TYPE = 1, ERROR_ZERO, ERROR_RANGE };

static uint64_t small(int64_t n) {
    return (uint64_t)n * 4 + 1;
}
static uint64_t box(struct world *w, void *shape) {
    struct object *o = NEW(w->a, struct object);
    o->shape = shape;
    return (uint64_t)(uintptr_t)o;
}

static uint64_t from_int(struct world *w, __int128 n) {
    if (n >= -((__int128)1 << 61) && n < (__int128)1 << 61) return small((int64_t)n);
    uint64_t v = box(w, &int_shape);
    ((struct object *)(uintptr_t)v)->big = n;
    return v;
}

static uint64_t from_double(struct world *w, double d) {
    uint64_t b;
    memcpy(&b, &d, 8);
    b += UINT64_C(1) << 61;
    b = b << 3 | b >> 61;
    if (b & 2) return b;
    uint64_t v = box(w, &float_shape);
    ((struct object *)(uintptr_t)v)->value = d;
    return v;
}

static uint64_t new_list(struct world *w, int64_t n, int64_t cap) {
    struct sequence *l = NEW(w->a, struct sequence);
    *l = (struct sequence){&list_shape, (uint32_t)(n & 1), 1, NEW_N(w->a, uint64_t, cap), n, cap};
    return (uint64_t)(uintptr_t)l;
}

static uint64_t new_tuple(struct world *w, int64_t n) {
    uint64_t *t = NEW_N(w->a, uint64_t, 3 + n);
    t[0] = (uint64_t)(uintptr_t)&tuple_shape;
    t[1] = UINT64_C(2) << 32;
    t[2] = (uint64_t)n;
    return (uint64_t)(uintptr_t)t;
}

/* Items of an exact list or tuple, or NULL. */
static uint64_t *items_of(uint64_t v, int64_t *len) {
    if (v & 3) return NULL;
    struct sequence *o = (struct sequence *)(uintptr_t)v;
    if (o->shape == &list_shape) {
        *len = o->len;
        return o->item;
    }
    *len = ((int64_t *)(uintptr_t)v)[2];
    return o->shape == &tuple_shape ? (uint64_t *)(uintptr_t)v + 3 : NULL;
}

struct number {
    char kind; /* 'i', 'f', 'o' */
    __int128 i;
    double f;
};

static struct number read_number(uint64_t v) {
    if ((v & 3) == 1) return (struct number){'i', (int64_t)v >> 2, 0};
    if (v & 2) {
        uint64_t b = (v >> 3 | v << 61) - (UINT64_C(1) << 61);
        struct number n = {'f', 0, 0};
        memcpy(&n.f, &b, 8);
        return n;
    }
    if (v == (uint64_t)(uintptr_t)&true_object) return (struct number){'i', 1, 0};
    if (v == (uint64_t)(uintptr_t)&false_object) return (struct number){'i', 0, 0};
    if (v == (uint64_t)(uintptr_t)&none_object) return (struct number){'o', 0, 0};
    struct object *o = (struct object *)(uintptr_t)v;
    if (o->shape == &float_shape) return (struct number){'f', 0, o->value};
    if (o->shape == &int_shape) return (struct number){'i', o->big, 0};
    return (struct number){'o', o->aux, 0}; /* the same in both runs, as an address is not */
}

/* ---- the imitated runtime ---- */

static uint64_t raise_error(struct world *w, int what, uint32_t site) {
    w->raised = (uint64_t)what << 32 | site;
    return 0;
}

static double flt_mod(double a, double b) {
    double m = fmod(a, b);
    if (m == 0) return copysign(0, b);
    return (b < 0) != (m < 0) ? m + b : m;
}

static uint64_t int_binary(struct world *w, int rt, __int128 a, __int128 b, uint32_t site) {
    const __int128 limit = (__int128)1 << 100;
    __int128 r = 0;
    switch (rt) {
    case IR_rt_add:
    case IR_rt_iadd: r = a + b; break;
    case IR_rt_sub: r = a - b; break;
    case IR_rt_mul:
        if (a && b && ((a < 0 ? -a : a) > limit / (b < 0 ? -b : b))) return raise_error(w, ERROR_RANGE, site);
        r = a * b;
        break;
    case IR_rt_pow:
        if (b != 2) return raise_error(w, ERROR_TYPE, site);
        return int_binary(w, IR_rt_mul, a, a, site);
    case IR_rt_truediv:
        if (!b) return raise_error(w, ERROR_ZERO, site);
        return from_double(w, (double)a / (double)b);
    case IR_rt_floordiv:
        if (!b) return raise_error(w, ERROR_ZERO, site);
        r = a / b;
        if (a % b && (a % b < 0) != (b < 0)) r--;
        break;
    case IR_rt_mod:
        if (!b) return raise_error(w, ERROR_ZERO, site);
        r = a % b;
        if (r && (r < 0) != (b < 0)) r += b;
        break;
    case IR_rt_lshift:
        if (b < 0 || b > 70 || (b && a && (a < 0 ? -a : a) > (limit >> b)))
            return raise_error(w, ERROR_RANGE, site);
        r = a * ((__int128)1 << b);
        break;
    case IR_rt_rshift:
        if (b < 0) return raise_error(w, ERROR_RANGE, site);
        r = b > 120 ? (a < 0 ? -1 : 0) : a >> b;
        break;
    case IR_rt_and: r = a & b; break;
    case IR_rt_or: r = a | b; break;
    case IR_rt_xor: r = a ^ b; break;
    default: return raise_error(w, ERROR_TYPE, site);
    }
    if (r > limit || r < -limit) return raise_error(w, ERROR_RANGE, site);
    return from_int(w, r);
}

static uint64_t flt_binary(struct world *w, int rt, double a, double b, uint32_t site) {
    switch (rt) {
    case IR_rt_add:
    case IR_rt_iadd: return from_double(w, a + b);
    case IR_rt_sub: return from_double(w, a - b);
    case IR_rt_mul: return from_double(w, a * b);
    case IR_rt_truediv: return b == 0 ? raise_error(w, ERROR_ZERO, site) : from_double(w, a / b);
    case IR_rt_floordiv: return b == 0 ? raise_error(w, ERROR_ZERO, site) : from_double(w, floor(a / b));
    case IR_rt_mod: return b == 0 ? raise_error(w, ERROR_ZERO, site) : from_double(w, flt_mod(a, b));
    case IR_rt_pow: {
        double r = b == 2 ? a * a : b == 0.5 && a > 0 ? sqrt(a) : pow(a, b);
        if (isnan(r) && !isnan(a) && !isnan(b)) return raise_error(w, ERROR_TYPE, site);
        if (isinf(r) && isfinite(a) && isfinite(b)) return raise_error(w, ERROR_RANGE, site);
        return from_double(w, r);
    }
    default: return raise_error(w, ERROR_TYPE, site);
    }
}

static int compare_int_float(__int128 i, double f) { /* -1, 0, 1; 2 unordered */
    if (isnan(f)) return 2;
    if (isinf(f)) return f > 0 ? -1 : 1;
    if (fabs(f) > 1e37) return f > 0 ? -1 : 1;
    __int128 whole = (__int128)f;
    if (i != whole) return i < whole ? -1 : 1;
    double rest = f - (double)whole;
    return rest > 0 ? -1 : rest < 0 ? 1 : 0;
}

static uint64_t py_bool(bool b) {
    return (uint64_t)(uintptr_t)(b ? &true_object : &false_object);
}

static uint64_t compare(struct world *w, int rt, uint64_t x, uint64_t y, uint32_t site) {
    struct number a = read_number(x), b = read_number(y);
    int order;
    if (a.kind == 'o' || b.kind == 'o') {
        if (rt == IR_rt_eq || rt == IR_rt_ne) return py_bool((x == y) == (rt == IR_rt_eq));
        return raise_error(w, ERROR_TYPE, site);
    }
    if (a.kind == 'i' && b.kind == 'i')
        order = a.i < b.i ? -1 : a.i > b.i;
    else if (a.kind == 'i')
        order = compare_int_float(a.i, b.f);
    else if (b.kind == 'i') {
        order = compare_int_float(b.i, a.f);
        if (order != 2) order = -order;
    } else
        order = isnan(a.f) || isnan(b.f) ? 2 : a.f < b.f ? -1 : a.f > b.f;
    switch (rt) {
    case IR_rt_lt: return py_bool(order == -1);
    case IR_rt_le: return py_bool(order == -1 || order == 0);
    case IR_rt_gt: return py_bool(order == 1);
    case IR_rt_ge: return py_bool(order == 1 || order == 0);
    case IR_rt_eq: return py_bool(order == 0);
    default: return py_bool(order != 0);
    }
}

static uint64_t unary(struct world *w, int rt, uint64_t x, uint32_t site) {
    struct number a = read_number(x);
    if (a.kind == 'o' || (rt == IR_rt_invert && a.kind == 'f')) return raise_error(w, ERROR_TYPE, site);
    if (a.kind == 'f') return from_double(w, rt == IR_rt_neg ? -a.f : a.f);
    return from_int(w, rt == IR_rt_neg ? -a.i : rt == IR_rt_invert ? ~a.i : a.i);
}

static void note(struct world *w, uint64_t v) {
    struct number n = read_number(v);
    uint64_t h = (uint64_t)n.kind * 1000003 + (uint64_t)n.i + (uint64_t)(n.i >> 64) * 7919;
    uint64_t bits = 0;
    memcpy(&bits, &n.f, 8);
    if (isnan(n.f)) bits = 1;
    if (w->ntrace < EXC_LIMIT) w->trace[w->ntrace++] = h ^ bits * 31;
}

static uint64_t *item_at(struct world *w, uint64_t seq, uint64_t key, uint32_t site) {
    int64_t len, k = (int64_t)key >> 2;
    uint64_t *items = items_of(seq, &len);
    if (!items || (key & 3) != 1) {
        raise_error(w, ERROR_TYPE, site);
        return NULL;
    }
    if (k < 0) k += len;
    if (k >= 0 && k < len) return &items[k];
    raise_error(w, ERROR_RANGE, site);
    return NULL;
}

static uint64_t append(struct sequence *l, uint64_t v) {
    if (l->len < 8) l->item[l->len++] = v; /* a full list just stays as it is: only agreement matters */
    if (l->cap < l->len) l->cap = l->len;
    return 0;
}

static uint64_t truth(uint64_t v) {
    struct number n = read_number(v);
    int64_t len;
    if (n.kind == 'o' && v != (uint64_t)(uintptr_t)&none_object && items_of(v, &len)) return len != 0;
    return n.kind == 'f' ? n.f != 0 : n.kind == 'i' ? n.i != 0 : v != (uint64_t)(uintptr_t)&none_object;
}

static uint64_t same(uint64_t x, uint64_t y) {
    struct number a = read_number(x), b = read_number(y);
    if (x == y) return 1;
    if ((x & 3) || (y & 3) || a.kind != b.kind || a.kind == 'o') return 0;
    if (x == py_bool(true) || x == py_bool(false) || y == py_bool(true) || y == py_bool(false)) return 0;
    return a.i == b.i && !memcmp(&a.f, &b.f, 8);
}

static uint64_t call_rt(struct world *w, const struct ir_ins *i, const uint64_t *arg) {
    double d[2];
    switch (i->aux) {
    case IR_rt_lt:
    case IR_rt_le:
    case IR_rt_eq:
    case IR_rt_ne:
    case IR_rt_gt:
    case IR_rt_ge: return compare(w, i->aux, arg[0], arg[1], i->site);
    case IR_rt_truth: return truth(arg[0]);
    case IR_rt_is: return same(arg[0], arg[1]);
    case IR_rt_barrier: ((struct sequence *)(uintptr_t)arg[0])->gc &= ~1u; return 0;
    case IR_rt_list_append: return append((struct sequence *)(uintptr_t)arg[0], arg[1]);
    case IR_rt_getitem: {
        uint64_t *at = item_at(w, arg[0], arg[1], i->site);
        return at ? *at : 0;
    }
    case IR_rt_setitem: {
        if ((arg[0] & 3) == 0 && *(void **)(uintptr_t)arg[0] == &tuple_shape)
            return raise_error(w, ERROR_TYPE, i->site) - 1;
        uint64_t *at = item_at(w, arg[0], arg[1], i->site);
        if (!at) return UINT64_MAX;
        *at = arg[2];
        return 0;
    }
    case IR_rt_neg:
    case IR_rt_pos:
    case IR_rt_invert: return unary(w, i->aux, arg[0], i->site);
    case IR_rt_float_box: memcpy(d, arg, 8); return from_double(w, d[0]);
    case IR_rt_fmod:
        memcpy(d, arg, 16);
        d[0] = flt_mod(d[0], d[1]);
        memcpy(d + 1, d, 8);
        return ((uint64_t *)(void *)d)[1];
    case IR_rt_ffloordiv:
        memcpy(d, arg, 16);
        d[0] = floor(d[0] / d[1]);
        return ((uint64_t *)(void *)d)[0];
    case IR_rt_fpow: memcpy(d, arg, 16); return flt_binary(w, IR_rt_pow, d[0], d[1], i->site);
    case IR_rt_set_add: note(w, arg[1]); return 0;
    case IR_rt_traceback: w->raised = (w->raised & ~UINT64_C(0xffffffff)) | 0x8000 | arg[1]; return 0;
    default: break;
    }
    struct number a = read_number(arg[0]), b = read_number(arg[1]);
    if (a.kind == 'o' || b.kind == 'o') return raise_error(w, ERROR_TYPE, i->site);
    if (a.kind == 'i' && b.kind == 'i') return int_binary(w, i->aux, a.i, b.i, i->site);
    return flt_binary(w, i->aux, a.kind == 'i' ? (double)a.i : a.f, b.kind == 'i' ? (double)b.i : b.f,
                      i->site);
}

/* ---- the interpreter ---- */

static uint64_t address_of(const struct ir_sym *s) {
    static const struct {
        const char *name;
        void *at;
    } known[] = {
        {"float_shape", &float_shape}, {"list_shape", &list_shape},     {"tuple_shape", &tuple_shape},
        {"true_object", &true_object}, {"false_object", &false_object}, {"none_object", &none_object},
        {"code", &other_shape},        {"set", &other_shape},
    };
    for (size_t k = 0; k < COUNT(known); k++)
        if (str_is(s->name, known[k].name)) return (uint64_t)(uintptr_t)known[k].at;
    fail_msg("no symbol " STR_FMT, STR_ARG(s->name));
    return 0;
}

static double dbl(uint64_t w) {
    double d;
    memcpy(&d, &w, 8);
    return d;
}
static uint64_t bits(double d) {
    uint64_t w;
    memcpy(&w, &d, 8);
    return w;
}

static uint64_t evaluate(struct world *w, const struct ir_ins *i, const uint64_t *a) {
    int64_t x = (int64_t)a[0], y = (int64_t)a[1];
    switch (i->op) {
    case IR_CONST:
    case IR_FCONST: return (uint64_t)i->imm;
    case IR_ADDR: return address_of(i->sym) + (uint64_t)i->imm;
    case IR_RT: return call_rt(w, i, a);
    case IR_ADD: return a[0] + a[1];
    case IR_SUB: return a[0] - a[1];
    case IR_MUL: return a[0] * a[1];
    case IR_DIV: assert_true(y != 0); return (uint64_t)(x / y);
    case IR_REM: assert_true(y != 0); return (uint64_t)(x % y);
    case IR_AND: return a[0] & a[1];
    case IR_OR: return a[0] | a[1];
    case IR_XOR: return a[0] ^ a[1];
    case IR_SHL: assert_true(a[1] < 64); return a[0] << a[1];
    case IR_SHR: assert_true(a[1] < 64); return a[0] >> a[1];
    case IR_SAR: assert_true(a[1] < 64); return (uint64_t)(x >> a[1]);
    case IR_ROL: return a[1] ? a[0] << a[1] | a[0] >> (64 - a[1]) : a[0];
    case IR_NEG: return 0 - a[0];
    case IR_NOT: return ~a[0];
    case IR_COPY: return a[0];
    case IR_EQ: return a[0] == a[1];
    case IR_NE: return a[0] != a[1];
    case IR_LT: return x < y;
    case IR_LE: return x <= y;
    case IR_GT: return x > y;
    case IR_GE: return x >= y;
    case IR_ULT: return a[0] < a[1];
    case IR_UGE: return a[0] >= a[1];
    case IR_SELECT: return a[0] ? a[1] : a[2];
    case IR_FADD: return bits(dbl(a[0]) + dbl(a[1]));
    case IR_FSUB: return bits(dbl(a[0]) - dbl(a[1]));
    case IR_FMUL: return bits(dbl(a[0]) * dbl(a[1]));
    case IR_FDIV: return bits(dbl(a[0]) / dbl(a[1]));
    case IR_FNEG: return bits(-dbl(a[0]));
    case IR_FSQRT: return bits(sqrt(dbl(a[0])));
    case IR_FEQ: return dbl(a[0]) == dbl(a[1]);
    case IR_FNE: return dbl(a[0]) != dbl(a[1]);
    case IR_FLT: return dbl(a[0]) < dbl(a[1]);
    case IR_FLE: return dbl(a[0]) <= dbl(a[1]);
    case IR_FGT: return dbl(a[0]) > dbl(a[1]);
    case IR_FGE: return dbl(a[0]) >= dbl(a[1]);
    case IR_I2F: return bits((double)x);
    case IR_BITS:
    case IR_FBITS: return a[0];
    case IR_LD:
    case IR_LDF: {
        uint64_t v;
        memcpy(&v, (char *)(uintptr_t)a[0] + a[1] * 8 + i->imm, 8);
        return v;
    }
    case IR_LD32U: {
        uint32_t v;
        memcpy(&v, (char *)(uintptr_t)a[0] + i->imm, 4);
        return v;
    }
    case IR_ST: memcpy((char *)(uintptr_t)a[1] + a[2] * 8 + i->imm, &a[0], 8); return 0;
    default: fail_msg("no interpretation of %s", ir_ops[i->op].text); return 0;
    }
}

static bool overflows(const struct ir_ins *i, const uint64_t *v, uint64_t *out) {
    int64_t x = (int64_t)v[i->args[0]->id], y = (int64_t)v[i->args[1]->id];
    long long r;
    bool o = i->op == IR_ADDO   ? __builtin_saddll_overflow(x, y, &r)
             : i->op == IR_SUBO ? __builtin_ssubll_overflow(x, y, &r)
                                : __builtin_smulll_overflow(x, y, &r);
    *out = (uint64_t)r;
    return o;
}

static uint64_t run(struct world *w, const struct ir_func *f, const uint64_t *args) {
    uint64_t *v = NEW_N(w->a, uint64_t, f->nins);
    const struct ir_block *b = f->blocks;
    for (uint32_t k = 0; k < b->nparams; k++) v[b->params[k]->id] = args[k];
    for (;;) {
        const struct ir_ins *i;
        uint32_t edge = 0;
        for (i = b->first; i->next; i = i->next) {
            uint64_t a[4] = {0};
            if (++w->steps > 100000) return 99;
            for (uint32_t k = 0; k < i->nargs && k < 4; k++) a[k] = v[i->args[k]->id];
            if (i->op == IR_ADDO || i->op == IR_SUBO || i->op == IR_MULO) {
                edge = !overflows(i, v, &v[i->id]);
                continue;
            }
            v[i->id] = evaluate(w, i, a);
            bool raises = i->op == IR_RT && (ir_rts[i->aux].effects & IR_RT_RAISE) && !(i->flags & IR_CAUGHT);
            if (raises && (ir_rts[i->aux].result == IR_CONV_V ? !v[i->id] : (int64_t)v[i->id] < 0)) return 0;
        }
        if (i->op == IR_RET) return v[i->args[0]->id];
        if (i->op == IR_BR) edge = !v[i->args[0]->id];
        if (i->op == IR_JMP) edge = 0;
        const struct ir_edge *e = &i->edges[edge];
        uint64_t passed[64];
        for (uint32_t k = 0; k < e->nargs; k++) passed[k] = v[e->args[k]->id];
        b = e->to;
        for (uint32_t k = 0; k < e->nargs; k++) v[b->params[k]->id] = passed[k];
    }
}

/* ---- random functions ---- */

struct gen {
    uint64_t seed;
    struct ir_module *m;
    struct ir_func *f;
    struct ir_block *b, *handler;
    struct ir_ins *pool[64], *list;
    uint32_t npool, sites;
    bool caught;
};

static uint32_t pick(struct gen *g, uint32_t below) {
    g->seed = g->seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(g->seed >> 33) % below;
}

static uint64_t tagged(double d) {
    uint64_t b = bits(d) + (UINT64_C(1) << 61);
    return b << 3 | b >> 61;
}

static struct ir_ins *operand(struct gen *g) {
    static const int64_t ints[] = {
        0, 1, 2, 3, 7, 8, -1, -4, 10, 1000003, INT64_C(1) << 52, (INT64_C(1) << 61) - 1, -(INT64_C(1) << 61)};
    static const double floats[] = {0.5, 2.0, -3.25, 1e100};
    uint32_t k = pick(g, 10);
    if (k == 0) return ir_const(g->b, IR_V, (int64_t)small(ints[pick(g, COUNT(ints))]));
    if (k == 1) return ir_const(g->b, IR_V, (int64_t)tagged(floats[pick(g, COUNT(floats))]));
    return g->pool[pick(g, g->npool)];
}

static struct ir_ins *raising(struct gen *g, struct ir_ins *i) {
    i->site = 1 + g->sites++ % 30;
    if (!g->caught) return i;
    i->flags |= IR_CAUGHT;
    struct ir_block *ok = ir_block_new(g->f), *bad = ir_block_new(g->f);
    bad->cold = true;
    if (i->type == IR_I)
        ir_br(g->b, ir_emit(g->b, IR_LT, IR_I, 2, i, ir_const(g->b, IR_I, 0)), bad, ok);
    else
        ir_br(g->b, i, ok, bad);
    ir_rt(bad, IR_rt_traceback, 0, 2, ir_addr(bad, IR_P, ir_sym(g->m, STR("code")), 0),
          ir_const(bad, IR_I, i->site));
    struct ir_ins *passed[] = {g->pool[pick(g, g->npool)], g->pool[g->npool - 1]};
    ir_jmp(bad, g->handler, 2, passed);
    g->b = ok;
    return i;
}

static struct ir_ins *operation(struct gen *g, bool compare) {
    static const enum ir_rt binary[] = {IR_rt_add,      IR_rt_iadd, IR_rt_sub, IR_rt_mul,    IR_rt_truediv,
                                        IR_rt_floordiv, IR_rt_mod,  IR_rt_pow, IR_rt_lshift, IR_rt_rshift,
                                        IR_rt_and,      IR_rt_or,   IR_rt_xor, IR_rt_add,    IR_rt_mul};
    static const enum ir_rt unary_ops[] = {IR_rt_neg, IR_rt_pos, IR_rt_invert};
    static const enum ir_rt compares[] = {IR_rt_lt, IR_rt_le, IR_rt_eq, IR_rt_ne, IR_rt_gt, IR_rt_ge};
    struct ir_ins *a = operand(g), *b = operand(g);
    if (compare) return raising(g, ir_rt(g->b, compares[pick(g, 6)], 0, 2, a, b));
    if (pick(g, 8) == 0) return raising(g, ir_rt(g->b, unary_ops[pick(g, 3)], 0, 1, a));
    return raising(g, ir_rt(g->b, binary[pick(g, COUNT(binary))], 0, 2, a, b));
}

static void effect(struct gen *g) {
    struct ir_ins *set = ir_addr(g->b, IR_V, ir_sym(g->m, STR("set")), 0);
    ir_rt(g->b, IR_rt_set_add, 1, 2, set, g->pool[pick(g, g->npool)]);
}

static struct ir_ins *as_bool(struct gen *g, struct ir_ins *cond) {
    return ir_emit(g->b, IR_SELECT, IR_V, 3, cond, ir_addr(g->b, IR_V, ir_sym(g->m, STR("true_object")), 0),
                   ir_addr(g->b, IR_V, ir_sym(g->m, STR("false_object")), 0));
}

/* Items, truth and identity; `list` is always an exact list, other operands may be anything. */
static void container(struct gen *g) {
    struct ir_ins *o = pick(g, 2) ? g->list : g->pool[pick(g, g->npool)], *key = operand(g),
                  *v = g->pool[pick(g, g->npool)];
    switch (pick(g, 5)) {
    case 0: v = raising(g, ir_rt(g->b, IR_rt_getitem, 0, 2, o, key)); break;
    case 1: raising(g, ir_rt(g->b, IR_rt_setitem, 0, 3, o, key, v)); return;
    case 2: raising(g, ir_rt(g->b, IR_rt_list_append, 0, 2, g->list, v)); return;
    case 3: v = as_bool(g, ir_rt(g->b, IR_rt_is, 0, 2, o, v)); break;
    default: v = as_bool(g, raising(g, ir_rt(g->b, IR_rt_truth, 0, 1, pick(g, 2) ? o : v))); break;
    }
    if (g->npool < COUNT(g->pool)) g->pool[g->npool++] = v;
}

static void body(struct gen *g, uint32_t n) {
    for (; n; n--) {
        if (pick(g, 9) == 0) g->caught = !g->caught;
        if (pick(g, 6) == 0) effect(g);
        if (pick(g, 5) == 0) container(g);
        struct ir_ins *v = operation(g, pick(g, 8) == 0);
        if (g->npool < COUNT(g->pool)) g->pool[g->npool++] = v;
    }
}

/* Straight code, a branch on a comparison, straight code in both arms, a loop with a counter, a handler.
 */
static struct ir_module *random_module(struct arena *a, uint64_t seed) {
    struct gen g = {.seed = seed * 977};
    g.m = ir_module_new(a, STR("m"));
    g.f = ir_func_new(g.m, ir_sym(g.m, STR("f")), IR_V);
    g.f->code = ir_sym(g.m, STR("code"));
    for (int k = 0; k < 31; k++) VEC_PUSH(&g.f->sites, a, ((struct ir_site){1, 1, 0, 1}));
    g.b = ir_block_new(g.f);
    for (int k = 0; k < 3; k++) g.pool[g.npool++] = ir_block_param(g.b, IR_V);
    g.list = ir_block_param(g.b, IR_V);
    g.handler = ir_block_new(g.f);
    struct ir_ins *h[] = {ir_block_param(g.handler, IR_V), ir_block_param(g.handler, IR_V)};
    ir_rt(g.handler, IR_rt_set_add, 1, 2, ir_addr(g.handler, IR_V, ir_sym(g.m, STR("set")), 0), h[1]);
    ir_emit(g.handler, IR_RET, IR_N, 1, h[0]);
    if (pick(&g, 2)) { /* a loop around everything, three times */
        /* A hot and a cold way in; a flag that the loop never changes tells them apart. */
        struct ir_block *head = ir_block_new(g.f), *hot = ir_block_new(g.f), *cold = ir_block_new(g.f);
        cold->cold = pick(&g, 2); /* else the loop is not split */
        ir_br(g.b, ir_emit(g.b, IR_AND, IR_I, 2, g.pool[2], ir_const(g.b, IR_I, 4)), cold, hot);
        struct ir_ins *start[] = {ir_const(hot, IR_V, 1), g.pool[0], g.pool[1], ir_const(hot, IR_V, 0)};
        ir_jmp(hot, head, 4, start);
        struct ir_ins *other[] = {ir_const(cold, IR_V, 5), g.pool[1], ir_const(cold, IR_V, 13),
                                  ir_const(cold, IR_V, 29)};
        ir_jmp(cold, head, 4, other);
        g.b = head;
        struct ir_ins *count = ir_block_param(head, IR_V);
        g.pool[0] = ir_block_param(head, IR_V);
        g.pool[1] = ir_block_param(head, IR_V);
        struct ir_ins *flag = ir_block_param(head, IR_V);
        struct ir_block *flagged = ir_block_new(g.f), *plain = ir_block_new(g.f);
        ir_br(head, flag, flagged, plain);
        g.b = flagged;
        effect(&g);
        ir_jmp(g.b, plain, 0, NULL);
        g.b = plain;
        body(&g, 1 + pick(&g, 6));
        struct ir_block *more = ir_block_new(g.f), *done = ir_block_new(g.f);
        g.caught = false;
        struct ir_ins *less = ir_rt(g.b, IR_rt_lt, 1, 2, count, ir_const(g.b, IR_V, (int64_t)small(5)));
        ir_br(g.b, ir_rt(g.b, IR_rt_truth, 1, 1, less), more, done);
        struct ir_ins *again[] = {
            ir_rt(more, IR_rt_iadd, 2, 2, count, ir_const(more, IR_V, (int64_t)small(1))),
            g.pool[g.npool - 1], g.pool[pick(&g, g.npool)], flag};
        ir_jmp(more, head, 4, again);
        g.b = done;
        for (int k = 0; k < 2; k++) /* what the loop carried, seen behind it */
            ir_rt(g.b, IR_rt_set_add, 1, 2, ir_addr(g.b, IR_V, ir_sym(g.m, STR("set")), 0), g.pool[k]);
    }
    body(&g, pick(&g, 7));
    struct ir_ins *c = operation(&g, true);
    c = raising(&g, ir_rt(g.b, IR_rt_truth, 0, 1, c));
    struct ir_block *arm[2] = {ir_block_new(g.f), ir_block_new(g.f)};
    ir_br(g.b, c, arm[0], arm[1]);
    uint32_t npool = g.npool;
    for (int k = 0; k < 2; k++) {
        g.b = arm[k];
        g.npool = npool;
        body(&g, pick(&g, 4));
        effect(&g);
        ir_emit(g.b, IR_RET, IR_N, 1, g.pool[pick(&g, g.npool)]);
    }
    return g.m;
}

static uint64_t random_value(struct gen *g, struct world *w, int depth);

static uint64_t random_sequence(struct gen *g, struct world *w, bool list) {
    int64_t len, n = pick(g, 5);
    uint64_t v = list ? new_list(w, n, 8) : new_tuple(w, n), *items = items_of(v, &len);
    for (int64_t k = 0; k < n; k++) items[k] = random_value(g, w, 1);
    if (list) ((struct sequence *)(uintptr_t)v)->cap = n + pick(g, 3);
    return v;
}

static uint64_t random_value(struct gen *g, struct world *w, int depth) {
    static const double floats[] = {0.0, -0.0, 1.5, -2.75, 3.0, 1e300, -1e-300, 1e160, 4503599627370497.0};
    switch (pick(g, depth ? 12 : 14)) {
    case 12: return random_sequence(g, w, true);
    case 13: return random_sequence(g, w, false);
    case 0: return py_bool(pick(g, 2));
    case 1: return (uint64_t)(uintptr_t)&none_object;
    case 2: return from_int(w, (__int128)1 << (55 + pick(g, 12)));
    case 3: return from_int(w, -((__int128)1 << (52 + pick(g, 10))));
    case 4: return from_double(w, pick(g, 2) ? INFINITY : NAN);
    case 5:
    case 6:
    case 7: return from_double(w, floats[pick(g, COUNT(floats))]);
    case 8: return from_double(w, (double)(int32_t)pick(g, 2000) / 16 - 50);
    default: return small((int64_t)pick(g, 40) - 12);
    }
}

static void random_args(struct gen *g, struct world *w, uint64_t *args) {
    bool alike = pick(g, 3) != 0;
    do
        for (int j = 0; j < 3; j++) args[j] = random_value(g, w, 0);
    while (alike && (args[0] & 3) != (args[1] & 3));
    args[3] = random_sequence(g, w, true);
}

static void note_items(struct world *w, uint64_t v) {
    int64_t len;
    if (v == (uint64_t)(uintptr_t)&none_object || (v & 3)) return;
    uint64_t *items = items_of(v, &len);
    for (int64_t k = 0; items && k < len; k++) note(w, items[k]);
}

static void assert_same(struct arena *a, struct ir_module *before, struct ir_module *after, uint64_t seed) {
    struct gen g = {.seed = seed * 31 + 7};
    for (int k = 0; k < 24; k++) {
        struct world one = {.a = a}, two = {.a = a};
        uint64_t args[4], again[4], start = g.seed;
        random_args(&g, &one, args);
        g.seed = start;
        random_args(&g, &two, again); /* objects of its own: the functions change them */
        uint64_t first = run(&one, before->funcs, args), second = run(&two, after->funcs, again);
        for (int j = 0; j < 4; j++) {
            note_items(&one, args[j]);
            note_items(&two, again[j]);
        }
        if (first) note(&one, first);
        if (second) note(&two, second);
        one.steps = two.steps = 0;
        if (one.raised == two.raised && !first == !second && one.ntrace == two.ntrace &&
            !memcmp(one.trace, two.trace, sizeof one.trace))
            continue;
        struct buf out;
        buf_init(&out, a);
        ir_print_module(&out, before);
        buf_puts(&out, "----\n");
        ir_print_module(&out, after);
        if (getenv("PY2_SHOW")) fwrite(out.p, 1, out.n, stderr);
        fail_msg("seed %lu, arguments %lx %lx %lx: %lx (raised %lx), optimised %lx (raised %lx)", seed,
                 args[0], args[1], args[2], first, one.raised, second, two.raised);
    }
}

static void test_random(void **state) {
    (void)state;
    uint64_t first = getenv("PY2_SEED") ? strtoull(getenv("PY2_SEED"), NULL, 10) : 1;
    uint64_t n = getenv("PY2_SEED") ? 1 : getenv("PY2_RUNS") ? strtoull(getenv("PY2_RUNS"), NULL, 10) : 1500;
    for (uint64_t seed = first; seed < first + n; seed++) {
        struct arena a;
        struct buf why;
        arena_init(&a, NULL);
        buf_init(&why, &a);
        struct ir_module *before = random_module(&a, seed), *after = random_module(&a, seed);
        if (!ir_verify(before->funcs, &why)) fail_msg("seed %lu: " STR_FMT, seed, STR_ARG(buf_view(&why)));
        opt_module(after, 1, &a);
        if (!ir_verify(after->funcs, &why)) fail_msg("seed %lu: " STR_FMT, seed, STR_ARG(buf_view(&why)));
        assert_same(&a, before, after, seed);
        arena_free(&a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
