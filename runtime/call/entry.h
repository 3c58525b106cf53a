/* Callables of the runtime itself: built-in functions, bound methods, the uniform entries. */
#ifndef PY2_CALL_ENTRY_H
#define PY2_CALL_ENTRY_H

#include "runtime/rt.h"

val builtin_new(struct thread *t, const struct method *def, struct type *owner, val self, val module);
val boundmethod_new(struct thread *t, val func, val self);
val call_title(struct thread *t, val callee);
val function_entry(struct thread *t, val callee, int64_t argc, val *argv, val kwnames);
val builtin_entry(struct thread *t, val callee, int64_t argc, val *argv, val kwnames);
val call_bound(struct thread *t, val func, val self, int64_t argc, const val *argv, val kwnames);
bool func_is_plain(val f); /* function or unbound built-in method: binding it is just passing self first */

#endif
