#include "rules/python/parser.h"
void error_pass(struct arena *a, struct py_names *names, struct str text, unsigned future, const struct parser *failed,
                struct py_error *out) {
    (void)a; (void)names; (void)text; (void)future;
    *out = (struct py_error){true, PY_SYNTAX_ERROR, failed->t->line, failed->t->col + 1, failed->t->end_line, failed->t->end_col + 1, STR("invalid syntax")};
}
