/* Parallel moves, exhaustively: five integer places and two double ones, every assignment of sources to them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "rules/gen/mir.h"

enum { V_REG = 2, V_SLOT = 5, V_CONST = 7, V_FREG = 8, V_FSLOT = 9, V_FCONST = 10, V_COUNT };

struct where {
    uint8_t reg; /* REG_NONE: the slot of v */
    uint32_t v;
};
static const struct where ints[] = {{0, 0}, {1, 0}, {2, 0}, {REG_NONE, V_SLOT}, {REG_NONE, V_SLOT + 1}};
static const struct where floats[] = {{REG_FLOAT, 0}, {REG_NONE, V_FSLOT}};
static const struct where int_sources[] = {{0, V_REG},         {1, V_REG + 1},         {2, V_REG + 2},
                                           {REG_NONE, V_SLOT}, {REG_NONE, V_SLOT + 1}, {REG_NONE, V_CONST}};
static const struct where float_sources[] = {{REG_FLOAT, V_FREG}, {REG_NONE, V_FSLOT}, {REG_NONE, V_FCONST}};

struct world {
    uint64_t reg[64], slot[V_COUNT];
};

static void world_init(struct world *w) {
    for (uint64_t i = 0; i < 64; i++) w->reg[i] = 1000 + i;
    for (uint64_t i = 0; i < V_COUNT; i++) w->slot[i] = 2000 + i;
}
static uint64_t content(const struct world *w, struct where s) {
    if (s.reg != REG_NONE) return w->reg[s.reg];
    return s.v == V_CONST ? 77 : s.v == V_FCONST ? 88 : w->slot[s.v];
}

static void run(struct world *w, const struct mins *m) {
    for (; m; m = m->next) switch (m->op) {
        case M_MOV: w->reg[m->rd] = w->reg[m->ru[0]]; break;
        case M_RELOAD: w->reg[m->rd] = w->slot[m->slot]; break;
        case M_SPILL: w->slot[m->slot] = w->reg[m->ru[0]]; break;
        case M_IMM:
        case M_FIMM: w->reg[m->rd] = (uint64_t)m->imm; break;
        default: fail_msg("a move made of form %d", m->op);
        }
}

static void check(struct mover *mover, const struct where *to, const struct where *from, uint32_t n) {
    struct world before, after;
    struct move moves[8];
    world_init(&before);
    after = before;
    for (uint32_t i = 0; i < n; i++)
        moves[i] = (struct move){.v = from[i].v, .from = from[i].reg, .to = to[i].reg, .to_v = to[i].v};
    struct mins *first = NULL, **at = &first;
    move_all(mover, &at, moves, n);
    run(&after, first);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t want = content(&before, from[i]);
        uint64_t got = to[i].reg != REG_NONE ? after.reg[to[i].reg] : after.slot[to[i].v];
        assert_int_equal(got, want);
    }
    /* Nothing else changed but the scratch registers. */
    for (uint8_t r = 0; r < 64; r++) {
        bool mine = r == mover->f->isa->scratch || r == mover->f->isa->fscratch;
        for (uint32_t i = 0; i < n; i++) mine |= to[i].reg == r;
        if (!mine) assert_int_equal(after.reg[r], before.reg[r]);
    }
}

static void constant(struct mfunc *f, uint32_t v, enum form form, int64_t imm) {
    f->vregs.p[v].flags |= VREG_REMAT;
    f->vregs.p[v].form = (uint8_t)form;
    f->vregs.p[v].imm = imm;
}

static void all_sets(const struct isa *isa) {
    uint32_t total = 1;
    for (size_t i = 0; i < COUNT(ints); i++) total *= COUNT(int_sources) + 1;
    for (size_t i = 0; i < COUNT(floats); i++) total *= COUNT(float_sources) + 1;
    for (uint32_t k = 0; k < total;) {
        struct arena a;
        arena_init(&a, NULL);
        struct mfunc f = {.arena = &a, .isa = isa};
        for (uint32_t v = 0; v < V_COUNT; v++) mir_vreg(&f, v >= V_FREG);
        constant(&f, V_CONST, M_IMM, 77);
        constant(&f, V_FCONST, M_FIMM, 88);
        struct mover mover = {.f = &f};
        for (uint32_t end = MIN(k + 5000, total); k < end; k++) {
            struct where to[8], from[8];
            uint32_t n = 0, code = k;
            for (size_t i = 0; i < COUNT(ints); i++, code /= COUNT(int_sources) + 1) {
                uint32_t s = code % (COUNT(int_sources) + 1);
                if (!s) continue;
                to[n] = ints[i];
                from[n++] = int_sources[s - 1];
            }
            for (size_t i = 0; i < COUNT(floats); i++, code /= COUNT(float_sources) + 1) {
                uint32_t s = code % (COUNT(float_sources) + 1);
                if (!s) continue;
                to[n] = floats[i];
                from[n++] = float_sources[s - 1];
            }
            check(&mover, to, from, n);
        }
        arena_free(&a);
    }
}

static void test_x86_64(void **state) {
    (void)state;
    all_sets(&isa_x86_64);
}
static void test_aarch64(void **state) {
    (void)state;
    all_sets(&isa_aarch64);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_x86_64), cmocka_unit_test(test_aarch64)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
