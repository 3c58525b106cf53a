/* The order of the passes, one line each. */
#include "rules/infer/infer.h"
#include "rules/opt/expand.h"

#ifdef NDEBUG
static void check(struct ir_func *f, struct arena *scratch, const char *pass) {
    (void)f, (void)scratch, (void)pass;
}
#else
static void check(struct ir_func *f, struct arena *scratch, const char *pass) {
    struct buf why;
    buf_init(&why, scratch);
    if (ir_verify(f, &why)) return;
    buf_puts(&why, "\n");
    ir_print_func(&why, f);
    BUG("after %s: " STR_FMT, pass, STR_ARG(buf_view(&why)));
}
#endif

static void tidy(struct ir_func *f, struct arena *scratch) {
    opt_clean(f, scratch);
    check(f, scratch, "clean");
    opt_dce(f, scratch);
    check(f, scratch, "dce");
}

/* Passes about loops are left out where there is none. Blocks lose what lowering kept in them.
 */
static bool has_loops(struct ir_func *f, struct arena *scratch) {
    bool any = false;
    ir_cfg(f, scratch);
    for (struct ir_block *b = f->blocks; b; b = b->next) {
        any |= b->loop_depth > 0;
        b->user = NULL;
    }
    return any;
}

static void loops_before(struct ir_func *f, struct arena *scratch) {
    opt_split(f, scratch); /* counting loops without their general form */
    check(f, scratch, "split");
    opt_clean(f, scratch);
    spec_mark(f, scratch); /* inner loops on numbers */
    check(f, scratch, "spec");
}

static void simplify(struct ir_func *f, struct arena *scratch) {
    opt_fold(f, scratch); /* tests decided by facts; the names infer made go away */
    check(f, scratch, "fold");
    opt_clean(f, scratch); /* paths the decided tests leave dead */
    opt_cse(f, scratch);
    check(f, scratch, "cse");
    opt_fold(f, scratch);
    check(f, scratch, "fold");
}

static void loops_after(struct ir_func *f, struct arena *scratch) {
    tidy(f, scratch); /* packing nobody wants goes, then the branches it leaves empty */
    opt_hoist(f, scratch);
    check(f, scratch, "hoist");
}

static void optimise(struct ir_func *f, int level, struct arena *scratch) {
    tidy(f, scratch); /* lowering leaves parameters with one value, and empty blocks */
    bool loops = has_loops(f, scratch);
    if (!loops && opt_runs_once(f)) level = 0; /* the passes would take longer than they save */
    if (level > 0) {
        if (loops) loops_before(f, scratch);
        infer_func(f, scratch, true); /* before expansion: which tests can be left out */
        check(f, scratch, "infer");
    }
    opt_expand(f, scratch, level);
    check(f, scratch, "expand");
    if (level > 0) {
        simplify(f, scratch);
        opt_unbox(f, scratch);
        check(f, scratch, "unbox");
        opt_fold(f, scratch);
        if (loops) loops_after(f, scratch);
    }
    tidy(f, scratch);
    opt_layout(f, scratch);
    check(f, scratch, "layout");
}

/* Facts about static objects come from their descriptors. */
static void link_data(struct ir_module *m) {
    for (size_t k = 0; k < m->syms.n; k++) ((struct ir_sym *)m->syms.entries[k].value)->user = NULL;
    for (struct ir_data *d = m->data; d; d = d->next) d->sym->user = d;
}

void opt_module(struct ir_module *m, int level, struct arena *scratch) {
    struct arena own;
    if (level > 0) {
        arena_init(&own, scratch->memory); /* while every function is as it was lowered */
        opt_inline(m, &own);
        arena_free(&own);
    }
    link_data(m);
    arena_init(&own, scratch->memory);
    for (struct ir_func *f = m->funcs; f; f = f->next) {
        optimise(f, level, &own);
        arena_reset(&own);
    }
    arena_free(&own);
}
