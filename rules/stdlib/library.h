/* The standard library that py2 carries: CPython's own .py files, compiled when py2 itself is built.
 *
 * Invariants:
 *  - A module of the archive is the results of the stages `imports` and `ir` on its file, or the reason why
 * there is no IR: builds of programs read, they do not compile it again. It is the same for every target.
 *  - The archive is a constant inside py2 (tools/make_library.c writes it, its form is told there); a
 * module's digest stands for its contents in the keys of stages.
 *  - What CPython has and this archive and the runtime lack is never taken for absent (library_standing). */
#ifndef PY2_STDLIB_LIBRARY_H
#define PY2_STDLIB_LIBRARY_H

#include "engine/base/base.h"

struct library_module {
    struct str name, file; /* dotted; as tracebacks show it */
    bool is_package;
    struct str digest;    /* hexadecimal */
    struct str imports;   /* output of the stage */
    struct str functions; /* what they are called and mention: rules/reach/mentions.h */
    struct str symbols;   /* of their code; see archive.h */
    struct str refused;   /* why it could not be compiled; empty: it could */
    struct str packed;    /* its IR, a zstd frame */
    size_t ir_size;
};

bool library_find(struct str name, struct library_module *out);
/* The output of the stage `ir`. */
struct str library_ir(struct arena *a, const struct library_module *m);

enum library_standing {
    STANDING_OTHER,   /* no module of the standard library */
    STANDING_FIRST,   /* CPython has it before it looks at sys.path: nothing of the program's can shadow it */
    STANDING_MODULE,  /* found along sys.path, behind the program's own */
    STANDING_TWIN,    /* native in CPython, and we let its Python twin serve: it is absent */
    STANDING_NOWHERE, /* named by CPython, but not there on Linux */
};
/* Of a top-level name. */
enum library_standing library_standing(struct str name);

/* The text of the archive, from embed/. */
struct str library_archive(void);

#endif
