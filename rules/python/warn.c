/* The SyntaxWarnings of CPython's compiler: programs that are right but hardly meant. */
#include "rules/python/parser.h"

static void warn(struct diags *d, const struct py_module *m, const struct py_expr *e, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    struct str s = str_vprintf(d->arena, fmt, ap);
    va_end(ap);
    struct place at = {m->file, e->lineno, e->col_offset + 1, e->end_lineno, e->end_col_offset + 1};
    diag_warning(d, "PY2E0110", at, STR_FMT, STR_ARG(s));
}

/* The type a literal-like expression certainly has, or NULL. */
static const char *type_of(const struct py_expr *e) {
    switch (e->kind) {
    case PY_EXPR_TUPLE: return "tuple";
    case PY_EXPR_LIST:
    case PY_EXPR_LISTCOMP: return "list";
    case PY_EXPR_DICT:
    case PY_EXPR_DICTCOMP: return "dict";
    case PY_EXPR_SET:
    case PY_EXPR_SETCOMP: return "set";
    case PY_EXPR_GENERATOREXP: return "generator";
    case PY_EXPR_LAMBDA: return "function";
    case PY_EXPR_JOINEDSTR: return "str";
    case PY_EXPR_CONSTANT: break;
    default: return NULL;
    }
    switch (e->constant.value.kind) {
    case PY_CONST_NONE: return "NoneType";
    case PY_CONST_TRUE:
    case PY_CONST_FALSE: return "bool";
    case PY_CONST_ELLIPSIS: return "ellipsis";
    case PY_CONST_INT: return "int";
    case PY_CONST_FLOAT: return "float";
    case PY_CONST_IMAG: return "complex";
    case PY_CONST_STR: return "str";
    case PY_CONST_BYTES: return "bytes";
    }
    return NULL;
}

static bool is_type(const char *type, const char *const *of, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!strcmp(type, of[i])) return true;
    return false;
}

void warn_call(struct diags *d, const struct py_module *m, const struct py_expr *e) {
    const char *type = type_of(e->call.func);
    if (type && strcmp(type, "function"))
        warn(d, m, e, "'%s' object is not callable; perhaps you missed a comma?", type);
}

void warn_subscript(struct diags *d, const struct py_module *m, const struct py_expr *e) {
    static const char *const never[] = {"NoneType", "bool", "ellipsis",  "int",     "float",
                                        "complex",  "set",  "generator", "function"};
    static const char *const indexed[] = {"str", "bytes", "tuple", "list"};
    const char *type = type_of(e->subscript.value), *index = type_of(e->subscript.slice);
    if (e->subscript.ctx != PY_LOAD || !type) return;
    if (is_type(type, never, COUNT(never)))
        warn(d, m, e, "'%s' object is not subscriptable; perhaps you missed a comma?", type);
    else if (is_type(type, indexed, COUNT(indexed)) && index && strcmp(index, "int") && strcmp(index, "bool"))
        warn(d, m, e, "%s indices must be integers or slices, not %s; perhaps you missed a comma?", type,
             index);
}

/* A literal whose identity says nothing. */
static bool is_plain_literal(const struct py_expr *e) {
    if (e->kind == PY_EXPR_UNARYOP) return e->unaryop.op != PY_NOT && is_plain_literal(e->unaryop.operand);
    if (e->kind == PY_EXPR_TUPLE) {
        for (size_t i = 0; i < e->tuple.elts.n; i++)
            if (e->tuple.elts.p[i]->kind != PY_EXPR_CONSTANT && !is_plain_literal(e->tuple.elts.p[i]))
                return false;
        return true;
    }
    return e->kind == PY_EXPR_CONSTANT && e->constant.value.kind >= PY_CONST_INT;
}

void warn_compare(struct diags *d, const struct py_module *m, const struct py_expr *e) {
    bool left = is_plain_literal(e->compare.left);
    for (size_t i = 0; i < e->compare.ops.n; i++) {
        bool right = is_plain_literal(e->compare.comparators.p[i]);
        enum py_cmpop op = e->compare.ops.p[i];
        if ((op == PY_IS || op == PY_ISNOT) && (left || right)) {
            warn(d, m, e,
                 op == PY_IS ? "\"is\" with a literal. Did you mean \"==\"?"
                             : "\"is not\" with a literal. Did you mean \"!=\"?");
            return;
        }
        left = right;
    }
}

void warn_assert(struct diags *d, const struct py_module *m, const struct py_stmt *s) {
    const struct py_expr *test = s->assert_.test;
    if (test->kind == PY_EXPR_TUPLE && test->tuple.elts.n)
        warn(d, m, test, "assertion is always true, perhaps remove parentheses?");
}
