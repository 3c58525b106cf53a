/* Making and changing IR. Everything comes from the module's arena and is never freed singly.
 *
 * Arrays that grow one element at a time (edge arguments, block parameters) have no capacity field: their
 * capacity is a function of their length (list_cap), so every array of that kind must be made here. */
#include "rules/ir/ir.h"

#define PURE  IR_PURE
#define LOAD  IR_LOAD
#define STORE IR_STORE
#define RAISE IR_RAISE
#define CALL  IR_CALL
#define TERM  IR_TERM
#define COMM  IR_COMM
#define FIXED IR_FIXED
const struct ir_op_info ir_ops[IR_OP_COUNT] = {
#define OP(id, text, result, nargs, flags) {text, #result[0], nargs, flags},
#include "rules/ir/ops.def"
};
#undef PURE
#undef RAISE

#define PURE     IR_RT_PURE
#define RAISE    IR_RT_RAISE
#define COLLECT  IR_RT_COLLECT
#define NONE     IR_RT_NONE
#define NOTHREAD IR_RT_NOTHREAD
const struct ir_rt_info ir_rts[IR_RT_COUNT] = {
#define RT(name, result, args, effects) {#name, IR_CONV_##result, args, effects},
#include "runtime/abi/abi.def"
};
#undef PURE
#undef RAISE

/* Room of a growing pointer array of length n: 4, then powers of two. */
static uint32_t list_cap(uint32_t n) {
    uint32_t cap = 4;
    while (cap < n) cap *= 2;
    return cap;
}

static struct ir_ins **list_new(struct arena *a, uint32_t n, struct ir_ins *const *items) {
    if (!n) return NULL;
    struct ir_ins **list = NEW_N(a, struct ir_ins *, list_cap(n));
    memcpy(list, items, n * sizeof *list);
    return list;
}

static struct ir_ins **list_push(struct arena *a, struct ir_ins **list, uint32_t n, struct ir_ins *item) {
    uint32_t cap = n ? list_cap(n) : 0;
    if (n == cap) {
        uint32_t grown = list_cap(n + 1);
        list = arena_grow(a, list, cap * sizeof *list, grown * sizeof *list);
    }
    list[n] = item;
    return list;
}

/* ---- module ---- */

struct ir_module *ir_module_new(struct arena *a, struct str name) {
    struct ir_module *m = NEW(a, struct ir_module);
    m->arena = a;
    m->name = str_dup(a, name);
    map_init(&m->syms, a);
    m->last_func = &m->funcs;
    m->last_data = &m->data;
    return m;
}

struct ir_sym *ir_sym(struct ir_module *m, struct str name) {
    struct ir_sym *s = map_get(&m->syms, name);
    if (s) return s;
    s = NEW(m->arena, struct ir_sym);
    s->name = str_dup(m->arena, name);
    s->id = m->nsyms++;
    map_put(&m->syms, s->name, s);
    return s;
}

struct ir_func *ir_func_new(struct ir_module *m, struct ir_sym *sym, enum ir_type result) {
    struct ir_func *f = NEW(m->arena, struct ir_func);
    f->module = m;
    f->sym = sym;
    f->result = (uint8_t)result;
    f->last_block = &f->blocks;
    *m->last_func = f;
    m->last_func = &f->next;
    return f;
}

struct ir_data *ir_data_new(struct ir_module *m, struct ir_sym *sym, const char *section, uint32_t align,
                            uint32_t flags) {
    struct ir_data *d = NEW(m->arena, struct ir_data);
    d->sym = sym;
    d->section = str_dup(m->arena, str_c(section));
    d->align = align;
    d->flags = flags;
    *m->last_data = d;
    m->last_data = &d->next;
    return d;
}

/* ---- blocks ---- */

static struct ir_block *block_new(struct ir_func *f) {
    struct ir_block *b = NEW(f->module->arena, struct ir_block);
    b->func = f;
    b->id = f->nblocks++;
    return b;
}

struct ir_block *ir_block_new(struct ir_func *f) {
    struct ir_block *b = block_new(f);
    *f->last_block = b;
    f->last_block = &b->next;
    return b;
}

struct ir_block *ir_block_after(struct ir_block *at) {
    struct ir_func *f = at->func;
    struct ir_block *b = block_new(f);
    b->next = at->next;
    at->next = b;
    if (f->last_block == &at->next) f->last_block = &b->next;
    return b;
}

static struct ir_ins *ins_new(struct ir_block *b, enum ir_op op, enum ir_type type) {
    struct ir_func *f = b->func;
    struct ir_ins *i = NEW(f->module->arena, struct ir_ins);
    i->block = b;
    i->op = (uint8_t)op;
    i->type = (uint8_t)type;
    i->id = f->nins++;
    return i;
}

struct ir_ins *ir_block_param(struct ir_block *b, enum ir_type type) {
    struct ir_ins *p = ins_new(b, IR_PARAM, type);
    b->params = list_push(b->func->module->arena, b->params, b->nparams++, p);
    return p;
}

/* ---- instructions ---- */

static struct ir_ins *ins_with_args(struct ir_block *b, enum ir_op op, enum ir_type type, uint32_t n,
                                    struct ir_ins *const *args) {
    if (ir_ops[op].nargs >= 0 && (uint32_t)ir_ops[op].nargs != n)
        BUG("%s takes %d arguments, not %u", ir_ops[op].text, ir_ops[op].nargs, n);
    struct arena *a = b->func->module->arena;
    struct ir_ins *i = ins_new(b, op, type);
    i->nargs = n;
    if (n) {
        i->args = NEW_N(a, struct ir_ins *, n);
        memcpy(i->args, args, n * sizeof *args);
    }
    i->nedges = op == IR_JMP ? 1 : op == IR_BR || op == IR_BROVF ? 2 : 0;
    if (i->nedges) i->edges = NEW_N(a, struct ir_edge, i->nedges);
    return i;
}

static void append(struct ir_block *b, struct ir_ins *i) {
    i->prev = b->last;
    if (b->last)
        b->last->next = i;
    else
        b->first = i;
    b->last = i;
}

struct ir_ins *ir_emit_v(struct ir_block *b, enum ir_op op, enum ir_type type, uint32_t n,
                         struct ir_ins *const *args) {
    struct ir_ins *i = ins_with_args(b, op, type, n, args);
    append(b, i);
    return i;
}

#define VARARGS_MAX 16

static void take_args(struct ir_ins **args, uint32_t n, va_list ap) {
    if (n > VARARGS_MAX) BUG("%u arguments: use ir_emit_v", n);
    for (uint32_t k = 0; k < n; k++) args[k] = va_arg(ap, struct ir_ins *);
}

struct ir_ins *ir_emit(struct ir_block *b, enum ir_op op, enum ir_type type, uint32_t n, ...) {
    struct ir_ins *args[VARARGS_MAX];
    va_list ap;
    va_start(ap, n);
    take_args(args, n, ap);
    va_end(ap);
    return ir_emit_v(b, op, type, n, args);
}

struct ir_ins *ir_insert_before(struct ir_ins *at, enum ir_op op, enum ir_type type, uint32_t n,
                                struct ir_ins *const *args) {
    struct ir_ins *i = ins_with_args(at->block, op, type, n, args);
    i->prev = at->prev;
    i->next = at;
    if (at->prev)
        at->prev->next = i;
    else
        at->block->first = i;
    at->prev = i;
    return i;
}

void ir_remove(struct ir_ins *i) {
    struct ir_block *b = i->block;
    if (i->prev)
        i->prev->next = i->next;
    else
        b->first = i->next;
    if (i->next)
        i->next->prev = i->prev;
    else
        b->last = i->prev;
    i->prev = i->next = NULL;
}

struct ir_block *ir_split_after(struct ir_ins *i) {
    struct ir_block *b = i->block, *rest = ir_block_after(b);
    rest->cold = b->cold;
    rest->sealed = b->sealed;
    rest->first = i->next;
    if (i->next) {
        rest->last = b->last;
        i->next->prev = NULL;
        b->last = i;
        i->next = NULL;
    }
    for (struct ir_ins *k = rest->first; k; k = k->next) k->block = rest;
    return rest;
}

struct ir_ins *ir_const(struct ir_block *b, enum ir_type type, int64_t imm) {
    struct ir_ins *i = ir_emit_v(b, type == IR_F ? IR_FCONST : IR_CONST, type, 0, NULL);
    i->imm = imm;
    return i;
}

struct ir_ins *ir_addr(struct ir_block *b, enum ir_type type, struct ir_sym *sym, int64_t offset) {
    struct ir_ins *i = ir_emit_v(b, IR_ADDR, type, 0, NULL);
    i->sym = sym;
    i->imm = offset;
    return i;
}

enum ir_type ir_conv_type(enum ir_conv c) {
    switch (c) {
    case IR_CONV_V:
    case IR_CONV_Q: return IR_V;
    case IR_CONV_I:
    case IR_CONV_L: return IR_I;
    case IR_CONV_F: return IR_F;
    case IR_CONV_P: return IR_P;
    case IR_CONV_N: break;
    }
    return IR_N;
}

struct ir_ins *ir_rt_v(struct ir_block *b, enum ir_rt entry, uint32_t site, uint32_t n,
                       struct ir_ins *const *args) {
    const struct ir_rt_info *rt = &ir_rts[entry];
    if (strlen(rt->args) != n) BUG("%s takes %zu arguments, not %u", rt->name, strlen(rt->args), n);
    struct ir_ins *i = ir_emit_v(b, IR_RT, ir_conv_type(rt->result), n, args);
    i->aux = (int32_t)entry;
    i->site = site;
    return i;
}

struct ir_ins *ir_rt(struct ir_block *b, enum ir_rt entry, uint32_t site, uint32_t n, ...) {
    struct ir_ins *args[VARARGS_MAX];
    va_list ap;
    va_start(ap, n);
    take_args(args, n, ap);
    va_end(ap);
    return ir_rt_v(b, entry, site, n, args);
}

/* ---- edges ---- */

void ir_edge_set(struct ir_module *m, struct ir_edge *e, struct ir_block *to, uint32_t n,
                 struct ir_ins *const *args) {
    e->to = to;
    e->nargs = n;
    e->args = list_new(m->arena, n, args);
}

void ir_edge_add(struct ir_module *m, struct ir_edge *e, struct ir_ins *arg) {
    e->args = list_push(m->arena, e->args, e->nargs, arg);
    e->nargs++;
}

void ir_jmp(struct ir_block *b, struct ir_block *to, uint32_t n, struct ir_ins *const *args) {
    struct ir_ins *i = ir_emit_v(b, IR_JMP, IR_N, 0, NULL);
    ir_edge_set(b->func->module, &i->edges[0], to, n, args);
}

void ir_br(struct ir_block *b, struct ir_ins *cond, struct ir_block *yes, struct ir_block *no) {
    struct ir_ins *i = ir_emit_v(b, IR_BR, IR_N, 1, &cond);
    i->edges[0].to = yes;
    i->edges[1].to = no;
}

struct ir_ins *ir_brovf(struct ir_block *b, struct ir_ins *checked, struct ir_block *overflow,
                        struct ir_block *fine) {
    struct ir_ins *i = ir_emit_v(b, IR_BROVF, IR_N, 1, &checked);
    i->edges[0].to = overflow;
    i->edges[1].to = fine;
    return i;
}

struct ir_ins *ir_switch(struct ir_block *b, struct ir_ins *value, uint32_t nedges) {
    struct ir_ins *i = ir_emit_v(b, IR_SWITCH, IR_N, 1, &value);
    i->nedges = nedges;
    i->edges = NEW_N(b->func->module->arena, struct ir_edge, nedges);
    return i;
}
