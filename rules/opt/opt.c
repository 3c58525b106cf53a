/* The order of the passes, one line each. */
#include "rules/opt/internal.h"

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

static void optimise(struct ir_func *f, int level, struct arena *scratch) {
    opt_clean(f, scratch); /* lowering leaves parameters with one value, and empty blocks */
    opt_expand(f, scratch, level);
    check(f, scratch, "expand");
    opt_clean(f, scratch);
    opt_dce(f, scratch);
    opt_layout(f, scratch);
    check(f, scratch, "opt");
}

void opt_module(struct ir_module *m, int level, struct arena *scratch) {
    for (struct ir_func *f = m->funcs; f; f = f->next) {
        struct arena own;
        arena_init(&own, scratch->memory);
        optimise(f, level, &own);
        arena_free(&own);
    }
}
