/* What a program consists of: the imports of each module, and the search that finds every module reached from
 * `main`.
 *
 * Invariants:
 *  - Imports are read from the tree, never by running anything; a name computed at run time is not seen (the
 * recipe's `imports` field names such modules). `__import__("a.b")` counts as an optional import.
 *  - An import is optional when a `try` around it catches ImportError, or when it is under `if
 * TYPE_CHECKING:` or, in a module that is imported, under `if __name__ == "__main__":`: a missing module is
 * then the program's business at run time, else the build's error. */
#ifndef PY2_REACH_H
#define PY2_REACH_H

#include "rules/python/ast.h"

struct reach_import {
    struct str module; /* absolute dotted name */
    struct str leaf;   /* `from module import leaf`: may be a submodule; p NULL otherwise. "*" for a star
                          import, "*name"   for a name in the package's own `__all__`, which matters once
                          somebody   star-imports it */
    bool optional;
    bool deferred; /* in a function: what is missing is missed when the function runs */
    uint32_t line, col, end_line, end_col; /* as struct place */
    uint32_t function; /* of the library's modules: the number of the function that imports (mentions.h) */
    uint32_t instead;  /* in the handler of a failed import: that one's number among the items + 1; else 0 */
};

struct reach_imports {
    VEC(struct reach_import) items;
};

/* Imports of one module in source order. Relative ones are made absolute with the module's own name; one that
 * goes above the top-level package keeps an empty module name (it fails at run time, as in CPython). */
void reach_imports(struct arena *a, const struct py_module *m, struct str module, bool is_package,
                   struct reach_imports *out);
/* The same of a module of the standard library, which is never `__main__` and never type-checked. */
void reach_library_imports(struct arena *a, const struct py_module *m, struct str module, bool is_package,
                           struct reach_imports *out);

/* The same as bytes, for the cache. */
struct str reach_write(struct arena *a, const struct reach_imports *imports);
bool reach_read(struct arena *a, struct str bytes, struct reach_imports *out);

#endif
