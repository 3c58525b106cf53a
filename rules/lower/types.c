/* Type parameters and `type` statements (PEP 695, 696).
 *
 * The scope of type parameters runs once, where it stands: its variables are variables of the function
 * around, in cells when the generic function or class reaches them. What is evaluated later (bounds,
 * constraints, defaults, the value of an alias) is a function, which in a class body has the namespace as the
 * default of its one parameter. The objects are made by the library's module _py2_typing. */
#include "rules/lower/internal.h"

/* A function of _py2_typing, called. The arguments are in variables. */
static ins make(struct fn *fn, const char *maker, uint32_t n, const uint32_t *args, const struct py_pos *at) {
    ins def = addr_sym(fn, fn->l->def);
    def->type = IR_P;
    struct str name = str_c(maker);
    ins list = addr_sym(fn, names_tuple(fn->l, 1, &name));
    ins module = rt(fn, IR_rt_import, at, 4, def, str_ins(fn, STR("_py2_typing")), list, num(fn, 0));
    name_used(fn->l, name);
    ins callee = rt(fn, IR_rt_import_from, at, 2, module, str_ins(fn, name));
    ins *v = NEW_N(fn->l->a, ins, n + 1);
    for (uint32_t i = 0; i < n; i++) v[i] = var_get(fn, args[i]);
    return call_value(fn, callee, n, v, at);
}

/* The function that evaluates `e`, None without an expression. */
static ins evaluator(struct fn *fn, struct py_scope *scope, struct py_expr *e) {
    if (!e) return none(fn);
    return lazy_value(fn, scope, e, POS(e));
}

static ins typevar(struct fn *fn, struct py_type_param *p) {
    struct py_expr *bound = p->typevar.bound;
    uint32_t args[4] = {keep(fn, str_ins(fn, p->typevar.name))};
    args[1] = keep(fn, evaluator(fn, p->typevar.bound_scope, bound));
    args[2] = keep(fn, bool_of(fn, num(fn, bound && bound->kind == PY_EXPR_TUPLE)));
    args[3] = keep(fn, evaluator(fn, p->typevar.default_scope, p->typevar.default_value));
    return make(fn, "type_variable", 4, args, POS(p));
}

static ins paramspec(struct fn *fn, struct py_type_param *p) {
    uint32_t args[2] = {keep(fn, str_ins(fn, p->paramspec.name))};
    args[1] = keep(fn, evaluator(fn, p->paramspec.default_scope, p->paramspec.default_value));
    return make(fn, "parameter_specification", 2, args, POS(p));
}

static ins typevartuple(struct fn *fn, struct py_type_param *p) {
    uint32_t args[2] = {keep(fn, str_ins(fn, p->typevartuple.name))};
    args[1] = keep(fn, evaluator(fn, p->typevartuple.default_scope, p->typevartuple.default_value));
    return make(fn, "type_variable_tuple", 2, args, POS(p));
}

static struct str param_name(const struct py_type_param *p) {
    switch (p->kind) {
    case PY_TYPE_PARAM_TYPEVAR: return p->typevar.name;
    case PY_TYPE_PARAM_PARAMSPEC: return p->paramspec.name;
    default: return p->typevartuple.name;
    }
}

uint32_t type_params(struct fn *fn, struct py_scope *scope, struct py_type_param_seq params,
                     const struct py_pos *at) {
    fn_declare(fn, scope);
    ins *made = NEW_N(fn->l->a, ins, params.n);
    uint32_t *kept = NEW_N(fn->l->a, uint32_t, params.n);
    for (size_t i = 0; i < params.n; i++) {
        struct py_type_param *p = params.p[i];
        ins v = p->kind == PY_TYPE_PARAM_TYPEVAR     ? typevar(fn, p)
                : p->kind == PY_TYPE_PARAM_PARAMSPEC ? paramspec(fn, p)
                                                     : typevartuple(fn, p);
        kept[i] = keep(fn, v);
        name_store(fn, py_scope_find(scope, param_name(p)), var_get(fn, kept[i]), POS(p));
    }
    for (size_t i = 0; i < params.n; i++) made[i] = var_get(fn, kept[i]);
    return keep(
        fn, rt(fn, IR_rt_tuple_new, at, 2, num(fn, (int64_t)params.n), vector(fn, (uint32_t)params.n, made)));
}

/* ---- classes ---- */

void class_type_params(struct fn *fn, struct py_stmt *s) {
    struct py_scope *scope = s->classdef.type_scope;
    if (!scope) return;
    uint32_t params = type_params(fn, scope, s->classdef.type_params, POS(s));
    name_store(fn, py_scope_find(scope, STR(".type_params")), var_get(fn, params), POS(s));
    ins base = make(fn, "generic_base", 1, &params, POS(s));
    name_store(fn, py_scope_find(scope, STR(".generic_base")), base, POS(s));
}

struct py_expr_seq class_bases(struct fn *fn, struct py_stmt *s) {
    if (!s->classdef.type_scope) return s->classdef.bases;
    size_t n = s->classdef.bases.n;
    struct py_expr_seq all = {NEW_N(fn->l->a, struct py_expr *, n + 1), n + 1};
    if (n) memcpy(all.p, s->classdef.bases.p, n * sizeof *all.p);
    struct py_expr *base = NEW(fn->l->a, struct py_expr);
    base->kind = PY_EXPR_NAME;
    base->lineno = s->lineno;
    base->col_offset = s->col_offset;
    base->end_lineno = s->end_lineno;
    base->end_col_offset = s->end_col_offset;
    base->name.id = STR(".generic_base");
    base->name.ctx = PY_LOAD;
    base->name.symbol = py_scope_find(s->classdef.type_scope, base->name.id);
    all.p[n] = base;
    return all;
}

/* ---- type statements ---- */

void type_alias(struct fn *fn, struct py_stmt *s) {
    struct py_expr *name = s->typealias.name;
    struct py_type_param_seq params = s->typealias.type_params;
    uint32_t args[3] = {keep(fn, str_ins(fn, name->name.id))};
    args[1] = params.n ? type_params(fn, s->typealias.type_scope, params, POS(s))
                       : keep(fn, rt(fn, IR_rt_tuple_new, POS(s), 2, num(fn, 0), vector(fn, 0, NULL)));
    args[2] = keep(fn, evaluator(fn, s->typealias.scope, s->typealias.value));
    assign(fn, name, make(fn, "type_alias", 3, args, POS(s)));
}
