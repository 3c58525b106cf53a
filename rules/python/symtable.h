/* Scopes: which variable each name of a module means.
 *
 * Invariants:
 *  - One scope per module, class, function, lambda and comprehension, plus one per type parameter list. The
 *    iterable of a comprehension's first `for` belongs to the enclosing scope, as do decorators, defaults,
 *    annotations, bases and keywords (inside type parameters' scope when there are any).
 *  - A symbol is one name in one scope, with its name mangled. Every Name node's `symbol` is the symbol of
 *    the scope the Name is evaluated in. Those in annotations that `from __future__ import annotations`
 *    leaves unevaluated belong to no scope of the tree.
 *  - Symbols are in order of first appearance; parameters come first, in the order of CPython's co_varnames:
 *    positional-only, positional, keyword-only, *args, **kwargs.
 *  - A name some function declares `global` has a symbol in the module as well, of kind PY_GLOBAL_EXPLICIT.
 *  - A PY_CELL symbol is a local that an inner scope reaches; a PY_FREE one lives in `owner`, an enclosing
 *    function's PY_CELL symbol (or the class's `__class__` cell). */
#ifndef PY2_SYMTABLE_H
#define PY2_SYMTABLE_H

#include "rules/python/ast.h"

enum py_scope_kind {
    PY_SCOPE_MODULE,
    PY_SCOPE_CLASS,
    PY_SCOPE_FUNCTION, /* def and async def */
    PY_SCOPE_LAMBDA,
    PY_SCOPE_COMPREHENSION, /* list, set, dict comprehensions and generator expressions */
    PY_SCOPE_TYPE /* type parameters; and, lazy, a TypeVar's bound, a default, a type alias's value */
};

enum py_symbol_kind {
    PY_LOCAL,           /* bound here, reached by nobody else. In a class or module: a namespace entry */
    PY_CELL,            /* bound here, reached by an inner scope */
    PY_FREE,            /* bound in an enclosing function */
    PY_GLOBAL_EXPLICIT, /* declared `global` */
    PY_GLOBAL_IMPLICIT  /* bound nowhere around: module globals, then builtins. In a class: the class's
                         * namespace first when the name is also bound there */
};

enum py_symbol_flag {
    PY_SYM_BOUND = 1 << 0, /* stored, deleted, imported, defined … in this scope */
    PY_SYM_PARAM = 1 << 1,
    PY_SYM_USED = 1 << 2, /* loaded in this scope */
    PY_SYM_ANNOTATED = 1 << 3,
    PY_SYM_NONLOCAL = 1 << 4, /* declared `nonlocal` */
    PY_SYM_IMPORTED = 1 << 5,
    PY_SYM_ITERATION = 1 << 6, /* target of a comprehension's `for` */
    PY_SYM_DELETED = 1 << 7, /* target of `del`, or of `except … as` (which deletes it): may become unbound */
    PY_SYM_DECLARED_GLOBAL = 1 << 8,
    PY_SYM_CLASS_FREE = 1 << 9, /* in a class: also passed through from an enclosing function to a method */
    PY_SYM_TYPE_PARAM = 1 << 10,
    PY_SYM_STORED = 1 << 11, /* bound otherwise than by an import */
};

struct py_symbol {
    struct str name; /* mangled, interned */
    enum py_symbol_kind kind;
    unsigned flags;
    uint32_t index;              /* in scope->symbols */
    struct py_scope *scope;      /* where this symbol is */
    struct py_symbol *owner;     /* PY_FREE: the cell itself. Otherwise NULL */
    uint32_t stores;             /* how many places bind it */
    uint32_t lineno, col_offset; /* of the first global or nonlocal declaration */
    uint32_t end_lineno, end_col_offset;
    uint32_t slot; /* free for lowering */
};

struct py_scope {
    enum py_scope_kind kind;
    struct str name; /* of the class or function; "<lambda>", "listcomp", "genexpr" …; "top" for a module */
    struct py_scope *parent, *module;
    struct str class_name; /* for mangling; p NULL outside classes */
    uint32_t lineno, col_offset;

    struct py_symbol **symbols;
    size_t n_symbols, cap_symbols;
    size_t n_params;          /* the first symbols */
    struct py_symbol **index; /* private: by the name's address */
    size_t index_mask;
    struct py_module *tree;

    struct py_scope *first_child, *last_child, *next; /* in source order */

    bool nested;       /* inside a function */
    bool is_generator; /* has yield, or is a generator expression */
    bool is_coroutine; /* async def, or a comprehension that awaits */
    bool has_varargs, has_varkeywords;
    bool returns_value;
    bool uses_locals;      /* calls something spelt locals, vars, dir, eval or exec */
    bool uses_super;       /* mentions super: has __class__ free in it when inside a class */
    bool may_prepare;      /* a class whose metaclass may give its body a namespace with names in it */
    bool needs_class_cell; /* a class whose methods reach __class__: its symbol "__class__ cell" owns it */
    bool has_free;         /* some symbol is PY_FREE */
    bool child_free;       /* some inner scope has free names */
    bool is_genexpr;       /* PY_SCOPE_COMPREHENSION: a generator expression */
    bool comp_iter_target; /* while the pass runs: where in a comprehension it is */
    int comp_iter_expr;
    bool has_import_star;
    const char *lazy; /* PY_SCOPE_TYPE: what the expression is that a function of its own evaluates later; NULL:
                       * the type parameters themselves, which the scope around makes in place */
};

/* Makes the scopes of a parsed module, hangs them in the tree, resolves every name. Reports the first of the
 * errors CPython's symbol table raises and returns false. py_parse calls it. */
bool py_symtable(struct arena *a, struct diags *diags, struct py_module *m);

/* The class body whose names a scope of type parameters sees, or NULL. */
const struct py_scope *py_scope_class_seen(const struct py_scope *s);

/* The symbol of an (unmangled) name in a scope, or NULL. */
struct py_symbol *py_scope_find(const struct py_scope *s, struct str name);

/* A stable text of all scopes, for tests and --dump. */
void py_symtable_dump(struct buf *out, const struct py_scope *s, int depth);

#endif
