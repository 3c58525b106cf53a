/* Checked tree to IR, one module at a time.
 *
 * Invariants:
 *  - The IR has CPython's order of evaluation; every operation that may raise carries the site CPython would
 * report.
 *  - What this version of the language does not support is refused here, with its place and a PY2E02xx code,
 * before any code is made.
 *  - Equal input gives equal IR: nothing depends on addresses or on other modules. */
#ifndef PY2_LOWER_H
#define PY2_LOWER_H

#include "rules/ir/ir.h"
#include "rules/python/ast.h"

/* Calls of eval, exec and compile, and imports by computed names. */
enum lower_dynamic {
    LOWER_DYNAMIC_REFUSED,
    LOWER_DYNAMIC_LISTED, /* they raise at run time; a warning names each */
    LOWER_DYNAMIC_RAISES, /* they raise at run time */
};

struct lower_unit {
    struct str module;    /* dotted name as imports spell it */
    struct str file;      /* as tracebacks show it */
    bool is_package;      /* the file is the package's __init__.py */
    bool is_main;         /* runs as __main__ */
    enum lower_dynamic dynamic;
    struct str main_func; /* main unit only: function to call after the body, "" none */
};

/* NULL after reporting errors. The module lives in `a`. */
struct ir_module *lower_module(struct arena *a, struct diags *diags, const struct py_module *py,
                               const struct lower_unit *unit);

#endif
