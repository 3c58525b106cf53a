/* Text and binary forms read back to the same IR; damaged input is refused, never a crash. Random functions
 * come from a small generator with a fixed seed, so a failure repeats. */
#include "rules/ir/ir.h"

#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>

struct gen {
    uint64_t seed;
    struct ir_module *m;
    struct ir_func *f;
    struct ir_block *blocks[16];
    uint32_t nblocks;
};

static uint32_t pick(struct gen *g, uint32_t below) {
    g->seed = g->seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(g->seed >> 33) % below;
}

/* A value of the type that `b` can use: made in it, one of its parameters, or a new constant. */
static struct ir_ins *some(struct gen *g, struct ir_block *b, enum ir_type type) {
    struct ir_ins *found = NULL;
    uint32_t n = 0;
    for (uint32_t k = 0; k < b->nparams; k++)
        if (b->params[k]->type == type && pick(g, ++n) == 0) found = b->params[k];
    for (struct ir_ins *i = b->first; i; i = i->next)
        if (i->type == type && i->op != IR_ADDO && pick(g, ++n) == 0) found = i;
    return found ? found : ir_const(b, type, (int64_t)(g->seed * 77));
}

static void fill(struct gen *g, struct ir_block *b) {
    static const enum ir_op words[] = {IR_ADD, IR_SUB, IR_AND, IR_XOR, IR_EQ, IR_ULT};
    for (uint32_t n = pick(g, 12); n; n--) {
        struct ir_ins *x = some(g, b, IR_I), *y = some(g, b, IR_I), *i;
        switch (pick(g, 6)) {
        case 0: ir_emit(b, words[pick(g, COUNT(words))], IR_I, 2, x, y); break;
        case 1:
            ir_rt(b, IR_rt_add, 1 + pick(g, 2), 2, some(g, b, IR_V), some(g, b, IR_V))->flags =
                (uint8_t)pick(g, 4);
            break;
        case 2: i = ir_emit(b, IR_LD, IR_V, 2, some(g, b, IR_P), x), i->imm = pick(g, 100); break;
        case 3: ir_emit(b, IR_ST, IR_N, 2, x, some(g, b, IR_P))->imm = -8; break;
        case 4:
            i = ir_emit(b, IR_PY_CALL, IR_V, 2, some(g, b, IR_V), some(g, b, IR_V));
            i->sym = ir_sym(g->m, STR("odd name \"\n\\"));
            i->aux = 1;
            break;
        default: ir_emit(b, IR_FADD, IR_F, 2, some(g, b, IR_F), some(g, b, IR_F))->fact = pick(g, 9); break;
        }
    }
}

static void leave(struct gen *g, struct ir_block *b) {
    struct ir_ins *x = some(g, b, IR_I), *t;
    switch (pick(g, 5)) {
    case 0:
        some(g, b, IR_V);
        ir_emit(b, IR_RET, IR_N, 1, some(g, b, IR_V));
        return;
    case 1: ir_jmp(b, g->blocks[1 + pick(g, g->nblocks - 1)], 0, NULL); break;
    case 2: t = ir_switch(b, x, 1 + pick(g, 4)); break;
    case 3: t = ir_emit(b, IR_ADDO, IR_I, 2, x, x), ir_brovf(b, t, NULL, NULL); break;
    default: ir_br(b, x, NULL, NULL); break;
    }
}

static void connect(struct gen *g, struct ir_block *b) {
    struct ir_ins *t = b->last;
    b->last = t->prev; /* constants made for the edges go before the terminator */
    struct ir_ins *checked = t->op == IR_BROVF ? t->args[0] : NULL;
    if (checked) b->last = checked->prev;
    if (b->last)
        b->last->next = NULL;
    else
        b->first = NULL;
    for (uint32_t e = 0; e < t->nedges; e++) {
        if (!t->edges[e].to) t->edges[e].to = g->blocks[1 + pick(g, g->nblocks - 1)];
        for (uint32_t k = 0; k < t->edges[e].to->nparams; k++)
            ir_edge_add(g->m, &t->edges[e], some(g, b, (enum ir_type)t->edges[e].to->params[k]->type));
    }
    for (struct ir_ins *i = checked ? checked : t; i; i = i == t ? NULL : t) {
        i->prev = b->last;
        i->next = NULL;
        if (b->last)
            b->last->next = i;
        else
            b->first = i;
        b->last = i;
    }
}

static struct ir_module *random_module(struct arena *a, uint64_t seed) {
    static const enum ir_type types[] = {IR_V, IR_I, IR_F, IR_P};
    struct gen g = {.seed = seed};
    g.m = ir_module_new(a, STR("pkg.mod"));
    for (uint32_t n = 0; n < 3; n++) {
        g.f = ir_func_new(g.m, ir_sym(g.m, str_printf(a, "f%u", n)), IR_V);
        g.f->code = n ? ir_sym(g.m, STR("code")) : NULL;
        g.f->flags = pick(&g, 4);
        VEC_PUSH(&g.f->sites, a, ((struct ir_site){10, 11, 4, 9}));
        VEC_PUSH(&g.f->sites, a, ((struct ir_site){9, 9, UINT32_MAX, 0}));
        VEC_PUSH(&g.f->stack, a, 64);
        g.nblocks = 2 + pick(&g, 14);
        for (uint32_t k = 0; k < g.nblocks; k++) {
            g.blocks[k] = ir_block_new(g.f);
            g.blocks[k]->cold = pick(&g, 5) == 0;
            for (uint32_t p = pick(&g, 6); p; p--) ir_block_param(g.blocks[k], types[pick(&g, 4)]);
        }
        for (uint32_t k = 0; k < g.nblocks; k++) fill(&g, g.blocks[k]), leave(&g, g.blocks[k]);
        for (uint32_t k = 0; k < g.nblocks; k++) connect(&g, g.blocks[k]);
    }
    struct ir_data *d = ir_data_new(g.m, ir_sym(g.m, STR("table")), "data", 8, IR_DATA_WRITE);
    d->bytes = STR("0123456789abcdef\0\n\"\\\xff 6789abcdef0123456789");
    VEC_PUSH(&d->relocs, a, ((struct ir_reloc){8, ir_sym(g.m, STR("f1")), -4}));
    VEC_PUSH(&g.m->imports, a, STR("os.path"));
    VEC_PUSH(&g.m->names, a, STR("append"));
    return g.m;
}

static struct str text_of(struct arena *a, const struct ir_module *m) {
    struct buf out;
    buf_init(&out, a);
    ir_print_module(&out, m);
    return buf_view(&out);
}

static struct str bytes_of(struct arena *a, const struct ir_module *m) {
    struct buf out;
    buf_init(&out, a);
    ir_write(&out, m);
    return buf_view(&out);
}

static void assert_str(struct str a, struct str b) {
    if (!str_eq(a, b)) fail_msg("texts differ:\n" STR_FMT "\n----\n" STR_FMT, STR_ARG(a), STR_ARG(b));
}

static void test_round_trips(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct arena a;
        struct diags d;
        struct buf why;
        arena_init(&a, NULL);
        diags_init(&d, &a);
        buf_init(&why, &a);
        struct ir_module *m = random_module(&a, seed);
        for (struct ir_func *f = m->funcs; f; f = f->next)
            if (!ir_verify(f, &why)) fail_msg("seed %lu: " STR_FMT, seed, STR_ARG(buf_view(&why)));
        struct str text = text_of(&a, m), bytes = bytes_of(&a, m);
        struct ir_module *again = ir_parse(&a, &d, STR("test.ir"), text);
        if (!again) fail_msg("seed %lu: " STR_FMT "\n" STR_FMT, seed, STR_ARG(d.first->text), STR_ARG(text));
        assert_str(text_of(&a, again), text);
        struct ir_module *read = ir_read(&a, bytes);
        assert_non_null(read);
        assert_str(bytes_of(&a, read), bytes);
        struct ir_module *third = ir_parse(&a, &d, STR("test.ir"), text_of(&a, read));
        assert_non_null(third);
        assert_str(text_of(&a, third), text_of(&a, read));
        arena_free(&a);
    }
}

static void test_damage(void **state) {
    (void)state;
    struct arena a, b;
    arena_init(&a, NULL);
    arena_init(&b, NULL);
    struct str bytes = bytes_of(&a, random_module(&a, 5)), text = text_of(&a, random_module(&a, 5));
    srand(1);
    for (int k = 0; k < 6000; k++) {
        bool binary = k & 1;
        struct str from = binary ? bytes : text;
        size_t n = k % 7 ? from.n : (size_t)rand() % from.n;
        char *copy = malloc(n + 1); /* its own block, so that a sanitizer sees a read past the end */
        memcpy(copy, from.p, n);
        if (n)
            for (int flips = 1 + rand() % 3; flips; flips--)
                copy[(size_t)rand() % n] = binary ? (char)rand() : "0123 %:bVcx=\n"[rand() % 13];
        struct diags d;
        diags_init(&d, &b);
        struct ir_module *m =
            binary ? ir_read(&b, (struct str){copy, n}) : ir_parse(&b, &d, STR("x"), (struct str){copy, n});
        if (m) text_of(&b, m);
        free(copy);
        arena_free(&b);
    }
    arena_free(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_round_trips), cmocka_unit_test(test_damage)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
