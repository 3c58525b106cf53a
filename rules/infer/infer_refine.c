/* Names for what tests tell. Where a block is entered only by one side of a test of `v`, uses of `v` in the
 * blocks it dominates get a COPY whose `imm` is the set the test leaves; the copy's fact is then the value's
 * fact within that set.
 *
 * Understood are the tests that lowering and expansion make: (v & 3) == 1, v & 3, v & 2, v == object, v
 * (absent or not), a shape compared with that of a built-in type, and identity. */
#include "rules/infer/infer.h"

struct told {
    struct ir_ins *v;
    uint32_t yes, no;
};

static bool is_const(const struct ir_ins *i, int64_t n) {
    return i->op == IR_CONST && i->imm == n;
}

static uint32_t shape_fact(const struct ir_ins *shape) {
    static const struct {
        const char *name;
        uint32_t fact;
    } shapes[] = {{"list_shape", FACT_LIST}, {"tuple_shape", FACT_TUPLE}, {"dict_shape", FACT_DICT},
                  {"str_shape", FACT_STR},   {"set_shape", FACT_SET},     {"function_shape", FACT_FUNC},
                  {"float_shape", FACT_FBOX}};
    if (shape->op != IR_ADDR) return 0;
    for (size_t k = 0; k < COUNT(shapes); k++)
        if (str_is(shape->sym->name, shapes[k].name)) return shapes[k].fact;
    return 0;
}

static struct told equal_tells(struct ir_ins *a, struct ir_ins *b) {
    struct told none = {0};
    if (a->op == IR_AND && is_const(b, 1) && is_const(a->args[1], 3) && a->args[0]->type == IR_V)
        return (struct told){a->args[0], FACT_SMALL, FACT_ALL & ~FACT_SMALL};
    if (a->op == IR_LD && a->nargs == 1 && a->imm == 0 && a->args[0]->type == IR_V) {
        uint32_t fact = shape_fact(b);
        return fact ? (struct told){a->args[0], fact, FACT_ALL} : none;
    }
    if (a->type != IR_V || b->op != IR_ADDR || b->imm) return none;
    uint32_t fact = infer_static(b->sym);
    return (struct told){a, fact, fact == FACT_NONE ? FACT_ALL & ~FACT_NONE : FACT_ALL};
}

/* Whether the result is tested at once, so that what follows the test never sees a failure; see infer_result.
 */
static bool is_caught(const struct ir_ins *i) {
    return (i->flags & IR_CAUGHT) != 0;
}

static struct told tells(struct ir_ins *cond, int depth) {
    struct told none = {0};
    if (is_caught(cond)) return none;
    if (cond->type == IR_V) return (struct told){cond, FACT_ALL & ~FACT_NULL, FACT_NULL};
    switch (cond->op) {
    case IR_EQ:
    case IR_NE: {
        struct told t = equal_tells(cond->args[0], cond->args[1]);
        if (cond->op == IR_EQ && is_const(cond->args[1], 0) && cond->args[0]->type == IR_I && depth < 4) {
            t = tells(cond->args[0], depth + 1);
            return (struct told){t.v, t.no, t.yes};
        }
        return cond->op == IR_EQ ? t : (struct told){t.v, t.no, t.yes};
    }
    case IR_RT: return cond->aux == IR_rt_is ? equal_tells(cond->args[0], cond->args[1]) : none;
    case IR_AND:
        if (cond->args[0]->type != IR_V) return none;
        if (is_const(cond->args[1], 3))
            return (struct told){cond->args[0], FACT_SMALL | FACT_FLT, FACT_POINTER};
        if (is_const(cond->args[1], 2)) return (struct told){cond->args[0], FACT_FLT, FACT_ALL & ~FACT_FLT};
        return none;
    default: return none;
    }
}

/* ---- renaming, over the dominator tree ---- */

struct undo {
    struct ir_ins *v, *old;
};

struct rename {
    struct ir_ins **name; /* id -> the name that holds here, or NULL: its own */
    uint32_t nvalues;
    VEC(struct undo) undo;
    struct arena *scratch;
};

static struct ir_ins *named(const struct rename *r, struct ir_ins *v) {
    while (v->id < r->nvalues && r->name[v->id]) v = r->name[v->id];
    return v;
}

static void enter(struct rename *r, struct ir_block *b) {
    if (b->npreds == 1 && b->preds[0]->last->op == IR_BR) {
        struct ir_ins *t = b->preds[0]->last;
        struct told told = tells(t->args[0], 0);
        bool yes = t->edges[0].to == b;
        uint32_t set = yes ? told.yes : told.no;
        if (told.v && set != FACT_ALL && told.v->op != IR_CONST && told.v->op != IR_ADDR) {
            /* Copies have ids past nvalues; the name to narrow further is the latest one of the value they
             * stand for. */
            struct ir_ins *root = told.v;
            while (root->op == IR_COPY && root->id >= r->nvalues) root = root->args[0];
            struct ir_ins *latest = named(r, root);
            struct ir_ins *copy = ir_insert_before(b->first, IR_COPY, IR_V, 1, &latest);
            copy->imm = set;
            VEC_PUSH(&r->undo, r->scratch, ((struct undo){root, r->name[root->id]}));
            r->name[root->id] = copy;
        }
    }
    for (struct ir_ins *i = b->first; i; i = i->next) {
        if (i->op == IR_COPY && i->id >= r->nvalues) continue;
        for (uint32_t k = 0; k < i->nargs; k++) i->args[k] = named(r, i->args[k]);
        for (uint32_t e = 0; e < i->nedges; e++)
            for (uint32_t k = 0; k < i->edges[e].nargs; k++)
                i->edges[e].args[k] = named(r, i->edges[e].args[k]);
    }
}

static void leave(struct rename *r, size_t to) {
    while (r->undo.n > to) {
        struct undo *u = &r->undo.p[--r->undo.n];
        r->name[u->v->id] = u->old;
    }
}

struct visit {
    struct ir_block *block;
    uint32_t child;
    size_t undo;
};

void infer_refine(struct ir_func *f, struct arena *scratch) {
    ir_cfg(f, scratch);
    struct rename r = {
        .name = NEW_N(scratch, struct ir_ins *, f->nins + 1), .nvalues = f->nins, .scratch = scratch};
    uint32_t n = 0;
    for (struct ir_block *b = f->blocks; b; b = b->next) n++;
    /* Children of each block in the dominator tree, by number: first child and next sibling. */
    struct ir_block **rpo = NEW_N(scratch, struct ir_block *, n);
    uint32_t *first = NEW_N(scratch, uint32_t, n), *sibling = NEW_N(scratch, uint32_t, n);
    for (struct ir_block *b = f->blocks; b; b = b->next) rpo[b->order] = b;
    for (uint32_t k = n; k-- > 1;) {
        uint32_t parent = rpo[k]->idom->order;
        sibling[k] = first[parent];
        first[parent] = k;
    }
    struct visit *stack = NEW_N(scratch, struct visit, n);
    uint32_t depth = 0;
    enter(&r, rpo[0]);
    stack[depth++] = (struct visit){rpo[0], first[0], 0};
    while (depth) {
        struct visit *v = &stack[depth - 1];
        if (v->child) {
            uint32_t k = v->child;
            v->child = sibling[k];
            size_t undo = r.undo.n;
            enter(&r, rpo[k]);
            stack[depth++] = (struct visit){rpo[k], first[k], undo};
            continue;
        }
        leave(&r, v->undo);
        depth--;
    }
}
