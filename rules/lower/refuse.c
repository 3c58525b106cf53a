/* What this version of the language does not compile: refused with its place, before any code exists. */
#include "rules/lower/internal.h"

void lower_refuse(struct lower *l, const struct py_pos *at, const char *code, const char *what,
                  const char *help) {
    struct place place = {l->py->file, at->lineno, at->col_offset + 1, at->end_lineno,
                          at->end_col_offset + 1};
    struct diag *d = diag_error(l->diags, code, place, "%s cannot be compiled yet", what);
    diag_why(l->diags, d,
             "this version of py2 has no code for it, and a program that would fail when it gets there is "
             "not built");
    diag_help(l->diags, d, "%s", help);
}
