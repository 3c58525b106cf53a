/* One module: survey of its globals, its body as the module's init function, its descriptors. */
#include "rules/lower/internal.h"

/* main = "pkg.mod:func": after the body, sys.exit(func()). */
static void call_main(struct fn *fn, struct str name) {
    struct py_pos at = {1, 0, 1, 0};
    struct py_symbol *s = py_scope_find(fn->scope, name);
    if (!s) {
        struct place place = {fn->l->py->file, 1, 1, 1, 1};
        struct diag *d =
            diag_error(fn->l->diags, "PY2E0212", place, "the module has no function '%.*s'", STR_ARG(name));
        diag_why(fn->l->diags, d, "the app's `main` names it after the colon");
        diag_help(fn->l->diags, d, "define it at the top level, or change `main`");
        return;
    }
    ins result = call_value(fn, name_load(fn, s, &at), 0, NULL, &at);
    ins exc = call_value(fn, addr(fn, "exc_SystemExit"), 1, &result, &at);
    rt(fn, IR_rt_raise, &at, 2, exc, word(fn, 0));
    propagate(fn);
}

static struct code_info *module_code(struct lower *l) {
    struct code_info *c = NEW(l->a, struct code_info);
    c->scope = l->py->scope;
    c->name = c->qualname = STR("<module>");
    c->first_line = 1;
    c->flags = FLAG_MODULE;
    c->doc = l->py->docstring;
    c->direct = sym_f(l, "%.*s.init", STR_ARG(l->unit->module));
    c->sym = sym_f(l, "%.*s.init.code", STR_ARG(l->unit->module));
    return c;
}

static void module_body(struct lower *l, struct code_info *code) {
    struct fn fn;
    fn_begin(&fn, l, NULL, l->py->scope, code, ir_func_new(l->ir, code->direct, IR_V));
    fn.is_module = true;
    ir_block_param(fn.entry, IR_V);
    if (l->py->docstring.p) {
        struct py_pos at = {1, 0, 1, 0};
        ins i = ir_emit(fn.b, IR_PY_GSTORE, IR_I, 1, str_ins(&fn, l->py->docstring));
        i->sym = l->cells;
        i->sym2 = l->def;
        i->imm = cell_of(l, STR("__doc__"));
        raises(&fn, i, IR_CONV_I, &at);
    }
    stmts(&fn, l->py->body);
    if (l->unit->main_func.n) call_main(&fn, l->unit->main_func);
    return_value(&fn, none(&fn));
    fn_finish(&fn);
}

struct ir_module *lower_module(struct arena *a, struct diags *diags, const struct py_module *py,
                               const struct lower_unit *unit) {
    struct lower *l = NEW(a, struct lower);
    size_t errors = diags->errors;
    *l = (struct lower){.a = a, .diags = diags, .py = py, .unit = unit, .ir = ir_module_new(a, unit->module)};
    map_init(&l->cell_index, a);
    map_init(&l->consts, a);
    map_init(&l->globals, a);
    map_init(&l->names_seen, a);
    l->def = sym_f(l, "%.*s.def", STR_ARG(unit->module));
    l->cells = sym_f(l, "%.*s.cells", STR_ARG(unit->module));
    globals_survey(l);
    struct code_info *code = module_code(l);
    module_body(l, code);
    if (diags->errors != errors) return NULL;
    data_code(l, code);
    data_module(l, code, code->direct);
    return l->ir;
}
