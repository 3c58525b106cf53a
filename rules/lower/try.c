/* try, with, and what leaving a region must do.
 *
 * thread->handled is the exception being handled (sys.exc_info); entering a handler makes the pending
 * exception the handled one and returns the previous, which every way out of the handler gives back.
 * `finally` bodies are copied to each way out, as CPython does: normal end, exception, and every break,
 * continue and return that crosses them. */
#include "rules/lower/internal.h"

static void leave_handler(struct fn *fn, struct ctl *c) {
    ir_rt(fn->b, IR_rt_handler_leave, 0, 1, var_get(fn, c->var));
    if (c->unbind_symbol) {
        struct py_pos at = {c->unbind_symbol->lineno, 0, c->unbind_symbol->lineno, 0};
        name_unbind(fn, c->unbind_symbol, &at);
    }
}

void unwind_to(struct fn *fn, struct ctl *until) {
    struct ctl *inner = fn->ctl;
    struct handler *handler = fn->handler;
    for (struct ctl *c = inner; c != until; c = c->parent) {
        fn->ctl = c->parent;
        fn->handler = c->outer;
        switch (c->kind) {
        case CTL_LOOP:
            if (c->var != NO_VAR) ir_rt(fn->b, IR_rt_iter_close, 0, 1, var_get(fn, c->var));
            break;
        case CTL_HANDLER: leave_handler(fn, c); break;
        case CTL_FINALLY: stmts(fn, c->body); break;
        case CTL_WITH:
        case CTL_ASYNC_WITH: with_leave(fn, c, word(fn, 0)); break;
        case CTL_INLINE: break;
        }
    }
    fn->ctl = inner;
    fn->handler = handler;
}

/* ---- the inside of a handler: an exception is being handled, and its own exceptions give `handled` back
 * ---- */

struct handling {
    struct ctl ctl;
    struct handler handler;
    uint32_t exc;
};

static void handling_begin(struct fn *fn, struct handling *h) {
    ins previous = ir_rt(fn->b, IR_rt_handler_enter, 0, 0);
    h->ctl = (struct ctl){.kind = CTL_HANDLER, .parent = fn->ctl, .outer = fn->handler};
    h->ctl.var = keep(fn, previous);
    h->exc = keep(fn, load(fn, IR_V, thread_reg(fn), ABI_THREAD_HANDLED));
    h->handler.block = block_cold(fn);
    fn->ctl = &h->ctl;
    fn->handler = &h->handler;
}

/* Leaves the region without emitting the way out of the current path; makes the path for exceptions raised
 * inside. */
static void handling_end(struct fn *fn, struct handling *h) {
    struct ir_block *at = fn->b;
    fn->ctl = h->ctl.parent;
    fn->handler = h->ctl.outer;
    block_enter(fn, h->handler.block);
    leave_handler(fn, &h->ctl);
    propagate(fn);
    fn->b = at;
}

static void rethrow(struct fn *fn, struct handling *h) {
    ins exc = var_get(fn, h->exc);
    ir_rt(fn->b, IR_rt_handler_leave, 0, 1, var_get(fn, h->ctl.var));
    ins again = ir_rt(fn->b, IR_rt_rethrow, 0, 1, exc);
    again->flags |= IR_CAUGHT | IR_COLD;
    propagate(fn);
}

/* ---- except ---- */

static void handler_body(struct fn *fn, struct handling *h, struct py_excepthandler *x,
                         struct ir_block *done) {
    struct handling body = *h; /* the same region, with a name to unbind */
    body.handler.block = block_cold(fn);
    fn->handler = &body.handler;
    fn->ctl = &body.ctl;
    if (x->name.p) {
        struct str name = py_mangle(fn->l->a, fn->scope->class_name, x->name);
        body.ctl.unbind_symbol = py_scope_find(fn->scope, x->name);
        if (!body.ctl.unbind_symbol) BUG("no symbol %.*s", STR_ARG(name));
        name_store(fn, body.ctl.unbind_symbol, var_get(fn, h->exc), POS(x));
    }
    stmts(fn, x->body);
    handling_end(fn, &body);
    leave_handler(fn, &body.ctl);
    go(fn, done);
    fn->ctl = &h->ctl;
    fn->handler = &h->handler;
}

static void handlers(struct fn *fn, struct py_excepthandler_seq list, struct ir_block *done) {
    struct handling h = {0};
    handling_begin(fn, &h);
    bool bare = false;
    for (size_t i = 0; i < list.n; i++) {
        struct py_excepthandler *x = list.p[i];
        struct ir_block *next = NULL;
        if (x->type) {
            struct ir_block *match = block_new(fn);
            next = block_new(fn);
            ins cls = expr(fn, x->type);
            ins yes = rt(fn, IR_rt_exc_match, POS(x), 2, var_get(fn, h.exc), cls);
            branch(fn, yes, match, next);
            block_enter(fn, match);
        } else {
            bare = true;
        }
        handler_body(fn, &h, x, done);
        if (next) block_enter(fn, next);
    }
    handling_end(fn, &h);
    if (!bare) rethrow(fn, &h);
}

/* ---- except* ----
 * What a clause raises is put aside, as is what no clause handles; after the last clause they go on together.
 */

static void star_body(struct fn *fn, struct py_excepthandler *x, ins match, uint32_t raised,
                      struct ir_block *next) {
    struct handler inside = {block_cold(fn)}, *outer = fn->handler;
    struct py_symbol *name = x->name.p ? py_scope_find(fn->scope, x->name) : NULL;
    struct py_pos end = {x->lineno, 0, x->lineno, 0};
    fn->handler = &inside;
    if (name) name_store(fn, name, match, POS(x));
    stmts(fn, x->body);
    fn->handler = outer;
    if (name) name_unbind(fn, name, &end);
    go(fn, next);
    block_enter(fn, inside.block);
    rt(fn, IR_rt_star_raised, POS(x), 1, var_get(fn, raised));
    if (name) name_unbind(fn, name, &end);
    go(fn, next);
}

static void star_handlers(struct fn *fn, struct py_excepthandler_seq list, const struct py_pos *at,
                          struct ir_block *done) {
    struct handling h = {0};
    handling_begin(fn, &h);
    uint32_t rest = keep(fn, var_get(fn, h.exc));
    name_used(fn->l, STR("split"));
    name_used(fn->l, STR("derive"));
    uint32_t raised = keep(fn, rt(fn, IR_rt_list_new, at, 2, num(fn, 0), vector(fn, 0, NULL)));
    for (size_t i = 0; i < list.n; i++) {
        struct py_excepthandler *x = list.p[i];
        struct ir_block *match = block_new(fn), *next = block_new(fn);
        ins cls = expr(fn, x->type), out = vector_space(fn, 2);
        ins yes = rt(fn, IR_rt_star_match, POS(x), 3, var_get(fn, rest), cls, out);
        ins found = load(fn, IR_V, out, 0);
        var_set(fn, rest, load(fn, IR_V, out, 8));
        branch(fn, yes, match, next);
        block_enter(fn, match);
        star_body(fn, x, found, raised, next);
        block_enter(fn, next);
    }
    struct ir_block *left = block_new(fn), *all = block_new(fn), *again = block_new(fn),
                    *gone = block_new(fn);
    branch(fn, ir_emit(fn->b, IR_EQ, IR_I, 2, var_get(fn, rest), none(fn)), all, left);
    block_enter(fn, left);
    rt(fn, IR_rt_list_append, at, 2, var_get(fn, raised), var_get(fn, rest));
    go(fn, all);
    block_enter(fn, all);
    ins result = rt(fn, IR_rt_star_result, at, 2, var_get(fn, h.exc), var_get(fn, raised));
    var_set(fn, h.exc, result);
    branch(fn, ir_emit(fn->b, IR_EQ, IR_I, 2, result, none(fn)), gone, again);
    block_enter(fn, gone);
    handling_end(fn, &h);
    ir_rt(fn->b, IR_rt_handler_leave, 0, 1, var_get(fn, h.ctl.var));
    go(fn, done);
    block_enter(fn, again);
    rethrow(fn, &h);
}

static void try_except(struct fn *fn, struct py_stmt *s) {
    if (!s->try.handlers.n) {
        stmts(fn, s->try.body);
        stmts(fn, s->try.orelse);
        return;
    }
    struct handler h = {block_cold(fn)}, *outer = fn->handler;
    struct ir_block *done = block_new(fn);
    fn->handler = &h;
    stmts(fn, s->try.body);
    fn->handler = outer;
    stmts(fn, s->try.orelse);
    go(fn, done);
    block_enter(fn, h.block);
    if (s->kind == PY_STMT_TRYSTAR)
        star_handlers(fn, s->try.handlers, POS(s), done);
    else
        handlers(fn, s->try.handlers, done);
    block_enter(fn, done);
}

/* ---- finally ---- */

void try_stmt(struct fn *fn, struct py_stmt *s) {
    if (!s->try.finalbody.n) {
        try_except(fn, s);
        return;
    }
    struct handler h = {block_cold(fn)}, *outer = fn->handler;
    struct ctl c = {.kind = CTL_FINALLY, .parent = fn->ctl, .outer = outer, .body = s->try.finalbody};
    struct ir_block *done = block_new(fn);
    fn->ctl = &c;
    fn->handler = &h;
    try_except(fn, s);
    fn->ctl = c.parent;
    fn->handler = outer;
    stmts(fn, s->try.finalbody);
    go(fn, done);
    block_enter(fn, h.block);
    struct handling body = {0};
    handling_begin(fn, &body);
    stmts(fn, s->try.finalbody);
    handling_end(fn, &body);
    rethrow(fn, &body);
    block_enter(fn, done);
}

/* ---- with ---- */

void with_stmt(struct fn *fn, struct py_stmt *s, size_t item) {
    if (item == s->with.items.n) {
        stmts(fn, s->with.body);
        return;
    }
    struct py_withitem *w = s->with.items.p[item];
    struct handler h = {block_cold(fn)}, *outer = fn->handler;
    struct ctl c = {.kind = s->kind == PY_STMT_WITH ? CTL_WITH : CTL_ASYNC_WITH,
                    .parent = fn->ctl,
                    .outer = outer,
                    .at = POS(s)};
    ins entered = with_enter(fn, &c, w->context_expr, POS(s));
    struct ir_block *done = block_new(fn);
    fn->ctl = &c;
    fn->handler = &h;
    if (w->optional_vars) assign(fn, w->optional_vars, entered);
    with_stmt(fn, s, item + 1);
    fn->ctl = c.parent;
    fn->handler = outer;
    with_leave(fn, &c, word(fn, 0));
    go(fn, done);
    block_enter(fn, h.block);
    struct handling body = {0};
    handling_begin(fn, &body);
    ins swallow = with_leave(fn, &c, var_get(fn, body.exc));
    struct ir_block *gone = block_new(fn), *on = block_cold(fn);
    branch(fn, swallow, gone, on);
    block_enter(fn, gone);
    handling_end(fn, &body);
    ir_rt(fn->b, IR_rt_handler_leave, 0, 1, var_get(fn, body.ctl.var));
    go(fn, done);
    block_enter(fn, on);
    rethrow(fn, &body);
    block_enter(fn, done);
}
