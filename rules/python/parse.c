/* The frontend's one entry: bytes -> text -> tokens -> tree -> scopes -> checks. */
#include "rules/python/parser.h"
#include "rules/python/symtable.h"

static const char *error_code(enum py_error_type type) {
    switch (type) {
    case PY_SYNTAX_ERROR: return "PY2E0101";
    case PY_INDENTATION_ERROR: return "PY2E0102";
    case PY_TAB_ERROR: return "PY2E0103";
    case PY_VALUE_ERROR: return "PY2E0104";
    case PY_RECURSION_ERROR: return "PY2E0105";
    case PY_MEMORY_ERROR: return "PY2E0106";
    }
    BUG("error type %d", type);
}

void py_report(struct diags *d, const struct py_module *m, const struct py_error *e) {
    struct place at = {m->file, e->line, e->col, e->end_line, e->end_col};
    diag_error(d, error_code(e->type), at, STR_FMT, STR_ARG(e->text));
}

struct str py_docstring(struct py_stmt_seq body) {
    if (!body.n || body.p[0]->kind != PY_STMT_EXPR) return (struct str){0};
    const struct py_expr *e = body.p[0]->expr.value;
    if (e->kind != PY_EXPR_CONSTANT || e->constant.value.kind != PY_CONST_STR) return (struct str){0};
    return e->constant.value.s;
}

struct py_module *py_parse(struct arena *a, struct diags *diags, struct str file, struct str source,
                           const struct py_options *options) {
    static const struct py_options defaults = {0};
    if (!options) options = &defaults;
    struct py_module *m = NEW(a, struct py_module);
    struct py_error error = {0};
    m->file = file;
    m->future = options->future;
    if (!py_syntax(a, m, source, PY_MODE_FILE, &error)) {
        py_report(diags, m, &error);
        return NULL;
    }
    m->docstring = py_docstring(m->body);
    if (options->syntax_only) return m;
    /* CPython's order: which of two errors a user sees depends on it. */
    uint32_t future_line;
    bool ok = py_future(a, m, &future_line, &error);
    if (ok && !py_symtable(a, diags, m)) return NULL;
    ok = ok && py_check(a, diags, m, future_line, &error);
    if (!ok) py_report(diags, m, &error);
    return ok ? m : NULL;
}
