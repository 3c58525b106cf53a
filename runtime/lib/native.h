/* Modules of the standard library that are written in C.
 *
 * A module is a constant `struct native_module` in the section "pynative.MODULE"; the linker keeps those the
 * program can import. Its functions are METHOD()s of a table of their own. `init` makes the module at its
 * first import and gives it, or 0 after raising. */
#ifndef PY2_LIB_NATIVE_H
#define PY2_LIB_NATIVE_H

#include "runtime/rt.h"

struct native_module {
    const char *name; /* dotted */
    val (*init)(struct thread *t);
};
extern const struct native_module __start_pynative[] __attribute__((weak, visibility("hidden")));
extern const struct native_module __stop_pynative[] __attribute__((weak, visibility("hidden")));

#ifdef PY2_HOSTED
#define NATIVE_SECTION(text) __attribute__((section("pynative"), used, aligned(8)))
#else
#define NATIVE_SECTION(text) __attribute__((section("pynative." text), used, aligned(8)))
#endif
/* NATIVE_MODULE(os_path, "os.path", path_init); */
#define NATIVE_MODULE(id, text, fn)                                                                          \
    static const struct native_module native_##id NATIVE_SECTION(text) = {text, fn}

/* A module object with its functions; 0 raised. */
val native_module_new(struct thread *t, const char *name, const struct method *from, const struct method *to);
/* Binds a name in it: 0, -1 raised. */
int64_t native_set(struct thread *t, val module, const char *name, val value);

/* A new exception class; 0 raised. */
val native_exception(struct thread *t, const char *module, const char *name, struct type *base);

/* What the module has under the name of one of its functions, which is thereby kept in every program that has
 * the module. */
val native_get(struct thread *t, val module, const struct method *def);
/* The same as native_set for many ints. */
struct native_int {
    const char *name;
    int64_t value;
};
int64_t native_set_ints(struct thread *t, val module, const struct native_int *ints, size_t n);

#endif
