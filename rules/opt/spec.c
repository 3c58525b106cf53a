/* Inner loops whose arithmetic is taken to be on numbers.
 *
 * Where a fast path and a runtime call meet, nothing is known of the result, so that in a loop every round
 * tests again. In an inner loop the call is therefore not made beside the fast path: when a test fails,
 * execution leaves for a second copy of the loop, at the operation in question, and stays there. The first
 * copy then has no such meetings and its variables keep the types they start with; the second is all runtime
 * calls, compact and cold.
 *
 * Operations are marked IR_INLINE before `infer`, which takes a marked operation's result to be a number if
 * something speaks for it. `expand` makes good on that: a marked operation either gives a number or leaves.
 */
#include "rules/infer/infer.h"
#include "rules/opt/expand.h"
#include "rules/opt/loop.h"

#define LOOP_LIMIT   500
#define GROWTH_LIMIT 3000

struct exit {
    struct ir_block *from;
    struct ir_ins *to; /* the operation in the copy */
};

struct spec {
    struct spec *next;
    struct loop l;
    VEC(struct exit) exits;
    VEC(struct twin) also; /* further values in the loop, with the copy's that correspond */
};

static bool is_arithmetic(const struct ir_ins *i) {
    return i->op == IR_RT && i->aux >= IR_rt_add && i->aux <= IR_rt_ge;
}

static bool inner_loop(struct loop *l, struct ir_func *f, struct arena *scratch, struct ir_block *head) {
    return !head->cold && head != f->blocks && loop_is_inner(l, f, scratch, head, LOOP_LIMIT);
}

/* Where to put something that `i` needs: not between a checked or caught operation and its test. */
static struct ir_ins *place_before(struct ir_ins *i) {
    if (i->op == IR_BROVF) return i->prev;
    if (i->op != IR_BR || !i->prev || i->args[0] != i->prev) return i;
    struct ir_ins *test = i->prev, *before = test->prev;
    if (test->op != IR_LT || !before) return test;
    if (before->op == IR_CONST && before == test->args[1] && before->prev) before = before->prev;
    return test->args[0] == before ? before : test;
}

/* Behind the loop a value may come from the copy, where it can be anything: uses there get a name of which
 * nothing is known. */
static void hide_values(struct ir_func *f) {
    for (struct ir_block *b = f->blocks; b; b = b->next)
        for (struct ir_ins *i = b->first; i; i = i->next) {
            struct ir_ins *before = place_before(i);
            for (uint32_t k = 0; k < i->nargs + i->nedges; k++) {
                struct ir_edge *e = k < i->nargs ? NULL : &i->edges[k - i->nargs];
                for (uint32_t a = 0; a < (e ? e->nargs : 1); a++) {
                    struct ir_ins **at = e ? &e->args[a] : &i->args[k], *v = *at;
                    if (v->type != IR_V || !v->block->user || v->block->user == b->user) continue;
                    *at = ir_insert_before(before, IR_COPY, IR_V, 1, &v);
                    (*at)->aux = 1;
                }
            }
        }
}

void spec_mark(struct ir_func *f, struct arena *scratch) {
    ir_cfg(f, scratch);
    uint32_t growth = 0, work = 0;
    for (struct ir_block *b = f->blocks; b; b = b->next) b->user = NULL;
    for (struct ir_block *b = f->blocks; b && work < LOOP_WORK; b = b->next) {
        struct loop l;
        if (b->cold || !loop_is_head(b)) continue;
        work += loop_work(f);
        if (!inner_loop(&l, f, scratch, b) || growth + l.nins > GROWTH_LIMIT) continue;
        bool any = false;
        for (uint32_t k = 0; k < l.nbody; k++)
            for (struct ir_ins *i = l.body[k]->first; i; i = i->next)
                if (is_arithmetic(i) && !l.body[k]->cold) i->flags |= IR_INLINE, any = true;
        if (!any) continue;
        growth += l.nins;
        for (uint32_t k = 0; k < l.nbody; k++) l.body[k]->user = b;
    }
    hide_values(f);
}

/* ---- copies ---- */

static bool is_of_use(const struct loop *l) {
    for (uint32_t k = 0; k < l->nbody; k++)
        for (struct ir_ins *i = l->body[k]->first; i; i = i->next)
            if (infer_speculates(i)) return true;
    return false;
}

static void drop_marks(struct ir_block *const *blocks, uint32_t n) {
    for (uint32_t k = 0; k < n; k++)
        for (struct ir_ins *i = blocks[k]->first; i; i = i->next) i->flags &= (uint8_t)~IR_INLINE;
}

void spec_copy(struct ex *x) {
    struct spec **last = &x->specs;
    for (struct ir_block *b = x->f->blocks; b; b = b->next) {
        struct loop l;
        if (b->user != b) continue; /* not the head of a marked loop */
        /* Names for what tests tell have been added since: no limit now. */
        if (!loop_is_inner(&l, x->f, x->scratch, b, UINT32_MAX)) BUG("a marked loop is gone");
        if (!is_of_use(&l)) {
            drop_marks(l.body, l.nbody);
            for (uint32_t k = 0; k < l.nbody; k++) l.body[k]->user = NULL;
            continue;
        }
        struct spec *s = NEW(x->scratch, struct spec);
        s->l = l;
        loop_copy(&s->l);
        drop_marks(s->l.copy, l.nbody);
        for (uint32_t k = 0; k < l.nbody; k++) l.body[k]->user = s;
        *last = s;
        last = &s->next;
    }
}

struct ir_block **spec_blocks(struct ex *x, uint32_t *n) {
    uint32_t total = 0;
    for (struct spec *s = x->specs; s; s = s->next) total += s->l.nbody;
    struct ir_block **blocks = NEW_N(x->scratch, struct ir_block *, total);
    *n = 0;
    for (struct spec *s = x->specs; s; s = s->next)
        for (uint32_t k = 0; k < s->l.nbody; k++) blocks[(*n)++] = s->l.copy[k];
    return blocks;
}

/* ---- during expansion ---- */

bool spec_leaves(const struct ex *x, const struct ir_ins *i) {
    const struct spec *s = x->cur->user;
    return s && i->id < s->l.nvalues && s->l.value[i->id] && infer_speculates(i);
}

bool spec_same_loop(const struct ex *x, const struct ir_block *b) {
    return b->user == x->cur->user;
}

struct ir_block *spec_exit(struct ex *x, struct ir_ins *i) {
    struct spec *s = x->cur->user;
    struct ir_block *from = ex_cold(x);
    VEC_PUSH(&s->exits, x->scratch, ((struct exit){from, s->l.value[i->id]}));
    return from;
}

void spec_also(struct ex *x, struct ir_ins *i, struct ir_ins *value) {
    struct spec *s = x->cur->user;
    if (!s || i->id >= s->l.nvalues || !s->l.value[i->id]) return;
    VEC_PUSH(&s->also, x->scratch, ((struct twin){value, s->l.value[i->id], s}));
}

/* ---- afterwards ---- */

/* The block that begins with `i`. */
static struct ir_block *split_before(struct ir_ins *i) {
    if (i->prev) {
        struct ir_block *b = i->block, *rest = ir_split_after(i->prev);
        ir_jmp(b, rest, 0, NULL);
        return rest;
    }
    struct ir_block *b = i->block, *rest = ir_block_after(b);
    rest->cold = b->cold;
    rest->first = b->first;
    rest->last = b->last;
    for (struct ir_ins *k = rest->first; k; k = k->next) k->block = rest;
    b->first = b->last = NULL;
    ir_jmp(b, rest, 0, NULL);
    return rest;
}

static struct ir_ins *end_of(struct ir_ins *i) {
    while (i->subst) i = i->subst;
    return i;
}

static void add_twin(struct spec *s, struct twin *twins, uint32_t *n, struct ir_ins *v) {
    if (v->type == IR_N) return;
    struct ir_ins *a = end_of(v), *b = end_of(s->l.value[v->id]);
    if (a != b) twins[(*n)++] = (struct twin){a, b, s};
}

void spec_finish(struct ex *x) {
    uint32_t n = 0, total = 0;
    for (struct spec *s = x->specs; s; s = s->next) {
        total += s->l.nvalues + (uint32_t)s->also.n;
        for (size_t k = 0; k < s->exits.n; k++)
            ir_jmp(s->exits.p[k].from, split_before(s->exits.p[k].to), 0, NULL);
    }
    if (!x->specs) return;
    ir_cfg(x->f, x->scratch);
    struct twin *twins = NEW_N(x->scratch, struct twin, total + 1);
    for (struct spec *s = x->specs; s; s = s->next)
        for (uint32_t v = 0; v < s->l.nvalues; v++)
            if (s->l.value[v]) add_twin(s, twins, &n, s->l.original[v]);
    for (struct spec *s = x->specs; s; s = s->next)
        for (size_t k = 0; k < s->also.n; k++) twins[n++] = s->also.p[k];
    opt_repair(x->f, x->scratch, twins, n);
}
