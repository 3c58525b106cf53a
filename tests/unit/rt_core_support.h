/* What the tests of the runtime's core share: a started runtime, values from C, texts of values, and a way to
 * write functions of a "compiled module" by hand. Values are kept alive by the C stack, as everywhere in the
 * runtime. */
#ifndef RT_CORE_SUPPORT_H
#define RT_CORE_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "runtime/gc/gc.h"
#include "runtime/os/os.h"
#include "runtime/state.h"

static struct thread *const t = &main_thread;

static int start(void **state) {
    (void)state;
    if (rt_state.builtins) return 0;
    return (int)rt_start(t);
}

static inline val S(const char *z) {
    return str_intern(t, str_utf8(t, z, strlen(z)));
}
static inline val N(int64_t n) {
    return int_from_i64(t, n);
}
static inline val B(const char *name) {
    return module_builtins_lookup(t, S(name));
}
static inline val get(val o, const char *name) {
    return obj_getattr(t, o, S(name));
}
static inline int64_t set(val o, const char *name, val v) {
    return obj_setattr(t, o, S(name), v);
}
static inline val list3(val a, val b, val c) {
    return list_of(t, 3, (val[]){a, b, c});
}

/* "TYPE: text" of the pending exception, which is cleared. */
static inline const char *raised(void) {
    if (!t->exc) return "nothing raised";
    val exc = exc_take(t), s = str_format(t, "%T: %S", exc, exc);
    size_t n;
    return s ? str_to_utf8(t, s, &n, true) : "no text";
}

/* repr() of a value, or the exception that was raised instead of it. */
static inline const char *text(val v) {
    size_t n;
    if (!v) return raised();
    val r = obj_repr(t, v);
    return r ? str_to_utf8(t, r, &n, true) : raised();
}

#define SAYS(v, expected) assert_string_equal(text(v), expected)
#define RAISES(v, expected)                                                                                  \
    do {                                                                                                     \
        assert_true((v) == 0);                                                                               \
        assert_string_equal(raised(), expected);                                                             \
    } while (0)
#define FAILS(n, expected)                                                                                   \
    do {                                                                                                     \
        assert_true((n) == -1);                                                                              \
        assert_string_equal(raised(), expected);                                                             \
    } while (0)

/* ---- functions written by hand ---- */

/* A code object for a C body that takes its arguments as an array, in the order of spread. */
static inline struct code *code_new(const char *name, spread_fn spread, uint32_t npos,
                                    const char *const *names, uint32_t n, uint32_t flags) {
    struct code *c = gc_permanent(t, sizeof *c);
    val *v = gc_permanent(t, (n + 1) * sizeof *v);
    for (uint32_t i = 0; i < n; i++) gc_keep(t, v[i] = S(names[i]));
    gc_keep(t, c->name = c->qualname = S(name));
    gc_keep(t, c->file = S("hand.py"));
    c->varnames = v;
    c->nvarnames = n;
    c->spread = spread;
    c->npos = npos;
    c->flags = flags;
    c->first_line = 1;
    return c;
}

static inline val function(struct code *c, val defaults, val kwdefaults) {
    return rt_function_new(t, c, defaults, kwdefaults, 0, NULL);
}

#endif
