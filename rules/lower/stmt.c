/* Statements. */
#include "rules/lower/internal.h"

static void if_stmt(struct fn *fn, struct py_stmt *s) {
    struct ir_block *yes = block_new(fn), *no = block_new(fn), *done = block_new(fn);
    cond(fn, s->if_.test, yes, no);
    block_enter(fn, yes);
    stmts(fn, s->if_.body);
    go(fn, done);
    block_enter(fn, no);
    stmts(fn, s->if_.orelse);
    go(fn, done);
    block_enter(fn, done);
}

static void while_stmt(struct fn *fn, struct py_stmt *s) {
    struct ir_block *head = block_new(fn), *body = block_new(fn), *exit = block_new(fn);
    struct ctl c = {.kind = CTL_LOOP, .parent = fn->ctl, .outer = fn->handler, .var = NO_VAR};
    c.on_break = block_new(fn);
    c.on_continue = block_new(fn);
    go(fn, head);
    block_start(fn, head);
    cond(fn, s->while_.test, body, exit);
    block_enter(fn, body);
    fn->ctl = &c;
    stmts(fn, s->while_.body);
    fn->ctl = c.parent;
    go(fn, c.on_continue);
    block_enter(fn, c.on_continue);
    raises(fn, ir_emit(fn->b, IR_POLL, IR_I, 0), IR_CONV_I, POS(s->while_.test));
    go(fn, head);
    block_seal(fn, head);
    block_enter(fn, exit);
    stmts(fn, s->while_.orelse);
    go(fn, c.on_break);
    block_enter(fn, c.on_break);
}

static void leave_loop(struct fn *fn, bool by_break) {
    struct ctl *c = fn->ctl;
    while (c->kind != CTL_LOOP) c = c->parent;
    unwind_to(fn, by_break ? c->parent : c);
    go(fn, by_break ? c->on_break : c->on_continue);
}

void return_value(struct fn *fn, ins v) {
    if (fn->generator) {
        store(fn, v, thread_reg(fn), ABI_THREAD_RESULT);
        v = ir_const(fn->b, IR_V, 0);
    }
    ir_emit(fn->b, IR_RET, IR_N, 1, v);
    fn_unreachable(fn);
}

static void return_stmt(struct fn *fn, struct py_stmt *s) {
    ins v = s->return_.value ? expr(fn, s->return_.value) : none(fn);
    if (fn->ctl) {
        uint32_t kept = keep(fn, v);
        unwind_to(fn, NULL);
        v = var_get(fn, kept);
    }
    return_value(fn, v);
}

static void raise_stmt(struct fn *fn, struct py_stmt *s) {
    if (s->raise.exc) {
        struct py_expr *e[2] = {s->raise.exc, s->raise.cause};
        ins v[2];
        exprs(fn, s->raise.cause ? 2 : 1, e, v);
        rt(fn, IR_rt_raise, POS(s), 2, v[0], s->raise.cause ? v[1] : word(fn, 0));
        propagate(fn);
        return;
    }
    /* Raising again adds no traceback entry; having nothing to raise again is an error of this line. */
    struct ir_block *have = block_new(fn), *nothing = block_cold(fn);
    branch(fn, load(fn, IR_V, thread_reg(fn), ABI_THREAD_HANDLED), have, nothing);
    block_enter(fn, nothing);
    rt(fn, IR_rt_reraise, POS(s), 0);
    propagate(fn);
    block_enter(fn, have);
    ins again = ir_rt(fn->b, IR_rt_reraise, 0, 0);
    again->flags |= IR_CAUGHT;
    propagate(fn);
}

/* CPython places what follows a condition at the last comparison in it. */
static struct py_expr *last_compare(struct py_expr *e) {
    struct py_expr *found = NULL, *more;
    switch (e->kind) {
    case PY_EXPR_COMPARE: return e;
    case PY_EXPR_UNARYOP: return e->unaryop.op == PY_NOT ? last_compare(e->unaryop.operand) : NULL;
    case PY_EXPR_BOOLOP:
        for (size_t i = e->boolop.values.n; i-- > 0 && !found;) found = last_compare(e->boolop.values.p[i]);
        return found;
    case PY_EXPR_IFEXP:
        if ((more = last_compare(e->ifexp.orelse)) || (more = last_compare(e->ifexp.body))) return more;
        return last_compare(e->ifexp.test);
    default: return NULL;
    }
}

static void assert_stmt(struct fn *fn, struct py_stmt *s) {
    struct ir_block *ok = block_new(fn), *bad = block_cold(fn);
    cond(fn, s->assert_.test, ok, bad);
    block_enter(fn, bad);
    ins message = s->assert_.msg ? expr(fn, s->assert_.msg) : word(fn, 0);
    struct py_expr *place = last_compare(s->assert_.test);
    rt(fn, IR_rt_assert_fail, place ? POS(place) : POS(s), 1, message);
    propagate(fn);
    block_enter(fn, ok);
}

static void assign_stmt(struct fn *fn, struct py_stmt *s) {
    if (s->assign.targets.n == 1 && assign_parallel(fn, s->assign.targets.p[0], s->assign.value)) return;
    ins v = expr(fn, s->assign.value);
    if (s->assign.targets.n == 1) {
        assign(fn, s->assign.targets.p[0], v);
        return;
    }
    uint32_t kept = keep(fn, v);
    for (size_t i = 0; i < s->assign.targets.n; i++) assign(fn, s->assign.targets.p[i], var_get(fn, kept));
}

/* ---- definitions ---- */

static ins decorate(struct fn *fn, struct py_expr_seq decorators, const uint32_t *kept, ins v) {
    for (size_t i = decorators.n; i-- > 0;) {
        ins callee = var_get(fn, kept[i]);
        v = call_value(fn, callee, 1, &v, POS(decorators.p[i]));
    }
    return v;
}

static uint32_t *decorators_begin(struct fn *fn, struct py_expr_seq decorators) {
    uint32_t *kept = NEW_N(fn->l->a, uint32_t, decorators.n + 1);
    for (size_t i = 0; i < decorators.n; i++) kept[i] = keep(fn, expr(fn, decorators.p[i]));
    return kept;
}

static void def_stmt(struct fn *fn, struct py_stmt *s) {
    struct py_expr_seq decorators = s->functiondef.decorator_list;
    uint32_t *kept = decorators_begin(fn, decorators);
    uint32_t line = decorators.n ? decorators.p[0]->lineno : s->lineno;
    struct global *g = fn->is_module ? map_get(&fn->l->globals, s->functiondef.name) : NULL;
    struct ir_sym *object = g && g->def == s ? g->function : NULL;
    struct py_type_param_seq params = s->functiondef.type_params;
    uint32_t types = params.n ? type_params(fn, s->functiondef.type_scope, params, POS(s)) : NO_VAR;
    ins f = function_value(fn, s->functiondef.scope, s->functiondef.name, s->functiondef.args,
                           s->functiondef.body, NULL, s->functiondef.returns, POS(s), line, object, NULL);
    if (types != NO_VAR) {
        uint32_t made = keep(fn, f);
        setattr(fn, f, STR("__type_params__"), var_get(fn, types), POS(s));
        f = var_get(fn, made);
    }
    f = decorate(fn, decorators, kept, f);
    struct py_symbol *name = py_scope_find(fn->scope, s->functiondef.name);
    name_store(fn, name, f, POS(s));
}

static void class_stmt(struct fn *fn, struct py_stmt *s) {
    uint32_t *kept = decorators_begin(fn, s->classdef.decorator_list);
    class_type_params(fn, s);
    ins c = decorate(fn, s->classdef.decorator_list, kept, class_value(fn, s));
    name_store(fn, py_scope_find(fn->scope, s->classdef.name), c, POS(s));
}

static void stmt(struct fn *fn, struct py_stmt *s) {
    switch (s->kind) {
    case PY_STMT_EXPR:
        if (s->expr.value->kind != PY_EXPR_CONSTANT) expr(fn, s->expr.value);
        break;
    case PY_STMT_ASSIGN: assign_stmt(fn, s); break;
    case PY_STMT_AUGASSIGN: aug_assign(fn, s); break;
    case PY_STMT_ANNASSIGN: ann_assign(fn, s); break;
    case PY_STMT_DELETE:
        for (size_t i = 0; i < s->delete_.targets.n; i++) delete (fn, s->delete_.targets.p[i]);
        break;
    case PY_STMT_IF: if_stmt(fn, s); break;
    case PY_STMT_WHILE: while_stmt(fn, s); break;
    case PY_STMT_FOR: for_loop(fn, s); break;
    case PY_STMT_BREAK: leave_loop(fn, true); break;
    case PY_STMT_CONTINUE: leave_loop(fn, false); break;
    case PY_STMT_RETURN: return_stmt(fn, s); break;
    case PY_STMT_RAISE: raise_stmt(fn, s); break;
    case PY_STMT_ASSERT: assert_stmt(fn, s); break;
    case PY_STMT_TRY:
    case PY_STMT_TRYSTAR: try_stmt(fn, s); break;
    case PY_STMT_WITH:
    case PY_STMT_ASYNCWITH: with_stmt(fn, s, 0); break;
    case PY_STMT_MATCH: match_stmt(fn, s); break;
    case PY_STMT_FUNCTIONDEF:
    case PY_STMT_ASYNCFUNCTIONDEF: def_stmt(fn, s); break;
    case PY_STMT_ASYNCFOR: async_for(fn, s); break;
    case PY_STMT_CLASSDEF: class_stmt(fn, s); break;
    case PY_STMT_IMPORT:
    case PY_STMT_IMPORTFROM: import_stmt(fn, s); break;
    case PY_STMT_GLOBAL:
    case PY_STMT_NONLOCAL:
    case PY_STMT_PASS: break;
    case PY_STMT_TYPEALIAS: type_alias(fn, s); break;
    default: BUG("statement kind %d", s->kind);
    }
}

void stmts(struct fn *fn, struct py_stmt_seq body) {
    for (size_t i = 0; i < body.n; i++) stmt(fn, body.p[i]);
}
