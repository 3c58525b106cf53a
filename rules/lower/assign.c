/* Targets: assignment, deletion, augmented and annotated assignment. */
#include "rules/lower/internal.h"
#include "rules/python/walk.h"

static void unpack(struct fn *fn, struct py_expr *target, struct py_expr_seq elts, ins v) {
    size_t n = elts.n, star = SIZE_MAX;
    for (size_t i = 0; i < n; i++)
        if (elts.p[i]->kind == PY_EXPR_STARRED) star = i;
    ins out = vector_space(fn, (uint32_t)(n ? n : 1));
    if (star == SIZE_MAX)
        rt(fn, IR_rt_unpack, POS(target), 3, v, num(fn, (int64_t)n), out);
    else
        rt(fn, IR_rt_unpack_ex, POS(target), 4, v, num(fn, (int64_t)star), num(fn, (int64_t)(n - star - 1)),
           out);
    /* read all before the first store, which may run code that uses the vector again */
    uint32_t *kept = NEW_N(fn->l->a, uint32_t, n + 1);
    for (size_t i = 0; i < n; i++) kept[i] = keep(fn, load(fn, IR_V, out, 8 * (int64_t)i));
    for (size_t i = 0; i < n; i++)
        assign(fn, i == star ? elts.p[i]->starred.value : elts.p[i], var_get(fn, kept[i]));
}

void assign(struct fn *fn, struct py_expr *target, ins v) {
    switch (target->kind) {
    case PY_EXPR_NAME: name_store(fn, target->name.symbol, v, POS(target)); return;
    case PY_EXPR_ATTRIBUTE: {
        uint32_t kept = keep(fn, v);
        ins o = expr(fn, target->attribute.value);
        setattr(fn, o, mangled(fn, target->attribute.attr), var_get(fn, kept),
                attr_pos(fn, POS(target), target));
        return;
    }
    case PY_EXPR_SUBSCRIPT: {
        uint32_t kept = keep(fn, v);
        struct py_expr *e[2] = {target->subscript.value, target->subscript.slice};
        ins got[2];
        exprs(fn, 2, e, got);
        rt(fn, IR_rt_setitem, POS(target), 3, got[0], got[1], var_get(fn, kept));
        return;
    }
    case PY_EXPR_TUPLE: unpack(fn, target, target->tuple.elts, v); return;
    case PY_EXPR_LIST: unpack(fn, target, target->list.elts, v); return;
    case PY_EXPR_STARRED: assign(fn, target->starred.value, v); return;
    default: BUG("assignment to expression kind %d", target->kind);
    }
}

#define PARALLEL_LIMIT 12 /* values that may have to be held at once */

static bool plain_display(const struct py_expr *e, struct py_expr_seq *elts) {
    if (e->kind != PY_EXPR_TUPLE && e->kind != PY_EXPR_LIST) return false;
    *elts = e->kind == PY_EXPR_TUPLE ? e->tuple.elts : e->list.elts;
    for (size_t i = 0; i < elts->n; i++)
        if (elts->p[i]->kind == PY_EXPR_STARRED) return false;
    return elts->n > 0 && elts->n <= PARALLEL_LIMIT;
}

/* `a, b = b, a`: as many values as targets. Nobody else sees the sequence, so none is made; all values are
 * there before the first store. */
bool assign_parallel(struct fn *fn, struct py_expr *target, struct py_expr *value) {
    struct py_expr_seq to, from;
    ins v[PARALLEL_LIMIT];
    uint32_t kept[PARALLEL_LIMIT];
    if (!plain_display(target, &to) || !plain_display(value, &from) || to.n != from.n) return false;
    exprs(fn, from.n, from.p, v);
    for (size_t i = 0; i < to.n; i++) kept[i] = keep(fn, v[i]);
    for (size_t i = 0; i < to.n; i++) assign(fn, to.p[i], var_get(fn, kept[i]));
    return true;
}

void delete (struct fn *fn, struct py_expr *target) {
    switch (target->kind) {
    case PY_EXPR_NAME: name_delete(fn, target->name.symbol, POS(target)); return;
    case PY_EXPR_ATTRIBUTE: {
        ins o = expr(fn, target->attribute.value);
        struct str name = mangled(fn, target->attribute.attr);
        name_used(fn->l, name);
        rt(fn, IR_rt_delattr, attr_pos(fn, POS(target), target), 2, o, str_ins(fn, name));
        return;
    }
    case PY_EXPR_SUBSCRIPT: {
        struct py_expr *e[2] = {target->subscript.value, target->subscript.slice};
        ins got[2];
        exprs(fn, 2, e, got);
        rt(fn, IR_rt_delitem, POS(target), 2, got[0], got[1]);
        return;
    }
    case PY_EXPR_TUPLE:
        for (size_t i = 0; i < target->tuple.elts.n; i++) delete (fn, target->tuple.elts.p[i]);
        return;
    case PY_EXPR_LIST:
        for (size_t i = 0; i < target->list.elts.n; i++) delete (fn, target->list.elts.p[i]);
        return;
    default: BUG("deletion of expression kind %d", target->kind);
    }
}

/* The target's object and key are evaluated once, before the value. */
void aug_assign(struct fn *fn, struct py_stmt *s) {
    struct py_expr *t = s->augassign.target, *value = s->augassign.value;
    const struct py_pos *at = POS(s);
    if (t->kind == PY_EXPR_NAME) {
        uint32_t old = keep(fn, name_load(fn, t->name.symbol, POS(t)));
        ins v = expr(fn, value);
        name_store(fn, t->name.symbol, binary(fn, s->augassign.op, true, var_get(fn, old), v, at), POS(t));
    } else if (t->kind == PY_EXPR_ATTRIBUTE) {
        struct str name = mangled(fn, t->attribute.attr);
        uint32_t o = keep(fn, expr(fn, t->attribute.value));
        uint32_t old = keep(fn, getattr(fn, var_get(fn, o), name, attr_pos(fn, POS(t), t)));
        ins v = expr(fn, value);
        ins result = binary(fn, s->augassign.op, true, var_get(fn, old), v, at);
        setattr(fn, var_get(fn, o), name, result, attr_pos(fn, POS(t), t));
    } else {
        struct py_expr *e[2] = {t->subscript.value, t->subscript.slice};
        ins got[2];
        exprs(fn, 2, e, got);
        uint32_t o = keep(fn, got[0]), k = keep(fn, got[1]);
        uint32_t old = keep(fn, rt(fn, IR_rt_getitem, POS(t), 2, got[0], got[1]));
        ins v = expr(fn, value);
        ins result = binary(fn, s->augassign.op, true, var_get(fn, old), v, at);
        rt(fn, IR_rt_setitem, POS(t), 3, var_get(fn, o), var_get(fn, k), result);
    }
}

struct annotation_search {
    struct py_walk walk;
    bool found;
};

static bool skips_expr(struct py_walk *w, const struct py_expr *e) {
    (void)w, (void)e;
    return false;
}

/* Nested functions and classes have annotations of their own. */
static bool finds_annotation(struct py_walk *w, const struct py_stmt *s) {
    struct annotation_search *search = (struct annotation_search *)w;
    search->found |= s->kind == PY_STMT_ANNASSIGN;
    return !search->found && s->kind != PY_STMT_FUNCTIONDEF && s->kind != PY_STMT_ASYNCFUNCTIONDEF &&
           s->kind != PY_STMT_CLASSDEF;
}

/* The dictionary that holds the annotations of a module's or a class's body. */
static ins annotated_namespace(struct fn *fn, const struct py_pos *at) {
    if (fn->is_class) return fn->ns;
    ins def = addr_sym(fn, fn->l->def);
    def->type = IR_P;
    return rt(fn, IR_rt_globals, at, 1, def);
}

/* A body that annotates anything has its __annotations__ from its first statement on. */
void annotations_begin(struct fn *fn, struct py_stmt_seq body) {
    struct annotation_search search = {.walk = {.expr = skips_expr, .stmt = finds_annotation}};
    py_walk_body(&search.walk, body);
    if (search.found)
        rt(fn, IR_rt_annotations, POS(body.p[0]), 1, annotated_namespace(fn, POS(body.p[0])));
}

/* Annotations of module and class variables are kept in __annotations__; those of locals are not evaluated.
 */
static void annotate(struct fn *fn, struct py_stmt *s) {
    struct py_expr *t = s->annassign.target;
    bool lazy = fn->l->py->future & PY_FUTURE_ANNOTATIONS;
    ins v = lazy ? lazy_annotation(fn, s->annassign.annotation) : expr(fn, s->annassign.annotation);
    if (!s->annassign.simple || t->kind != PY_EXPR_NAME) return;
    uint32_t kept = keep(fn, v);
    ins ns = annotated_namespace(fn, POS(s));
    rt(fn, IR_rt_annotate, POS(s), 3, ns, str_ins(fn, py_mangle(fn->l->a, fn->scope->class_name, t->name.id)),
       var_get(fn, kept));
}

void ann_assign(struct fn *fn, struct py_stmt *s) {
    struct py_expr *t = s->annassign.target;
    if (s->annassign.value) assign(fn, t, expr(fn, s->annassign.value));
    bool keeps = fn->is_module || fn->is_class;
    if (keeps) annotate(fn, s);
    if (s->annassign.value) return;
    /* a bare `a.b: int` or `a[i]: int` evaluates its object and key */
    if (t->kind == PY_EXPR_ATTRIBUTE) expr(fn, t->attribute.value);
    if (t->kind == PY_EXPR_SUBSCRIPT) {
        struct py_expr *e[2] = {t->subscript.value, t->subscript.slice};
        ins got[2];
        exprs(fn, 2, e, got);
    }
}
