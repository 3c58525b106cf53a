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

/* Symbols are made of a module, a word of ours and a name of the program's: `a.fn.init` is the function init
 * of a. A part of a module's name that looks like such a word is marked, or a module a.fn would begin there.
 */
static bool looks_ours(struct str part) {
    static const char *const words[] = {"fn", "def", "bcache", "pystr"};
    for (size_t i = 0; i < COUNT(words); i++)
        if (str_is(part, words[i])) return true;
    size_t digits = 0;
    while (digits + 1 < part.n && part.p[digits + 1] >= '0' && part.p[digits + 1] <= '9') digits++;
    return part.n > 1 && part.p[0] == 'f' && digits + 1 == part.n;
}

static struct str symbol_prefix(struct arena *a, struct str module) {
    struct buf b;
    buf_init(&b, a);
    for (size_t at = 0, end; at <= module.n; at = end + 1) {
        for (end = at; end < module.n && module.p[end] != '.';) end++;
        struct str part = {module.p + at, end - at};
        if (at) buf_putc(&b, '.');
        buf_str(&b, part);
        if (looks_ours(part)) buf_putc(&b, '$');
    }
    return buf_view(&b);
}

static struct code_info *module_code(struct lower *l) {
    struct code_info *c = NEW(l->a, struct code_info);
    c->scope = l->py->scope;
    c->name = c->qualname = STR("<module>");
    c->first_line = 1;
    c->flags = FLAG_MODULE;
    c->doc = l->py->docstring;
    c->direct = sym_f(l, "%.*s.init", STR_ARG(l->prefix));
    c->sym = sym_f(l, "%.*s.init.code", STR_ARG(l->prefix));
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
    annotations_begin(&fn, l->py->body);
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
    l->prefix = symbol_prefix(a, unit->module);
    map_init(&l->cell_index, a);
    map_init(&l->consts, a);
    map_init(&l->globals, a);
    map_init(&l->names_seen, a);
    l->def = sym_f(l, "%.*s.def", STR_ARG(l->prefix));
    l->cells = sym_f(l, "%.*s.cells", STR_ARG(l->prefix));
    globals_survey(l);
    struct code_info *code = module_code(l);
    module_body(l, code);
    if (diags->errors != errors) return NULL;
    data_code(l, code);
    data_module(l, code, code->direct);
    return l->ir;
}
