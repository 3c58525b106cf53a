/* Calling Python callables from C, and checking the arguments of built-in functions. */
#ifndef PY2_CALL_H
#define PY2_CALL_H

#include "runtime/types/types.h"

val call(struct thread *t, val callee, int64_t argc, val *argv, val kwnames);
val call0(struct thread *t, val callee);
val call1(struct thread *t, val callee, val a);
val call2(struct thread *t, val callee, val a, val b);
val call3(struct thread *t, val callee, val a, val b, val c);
val call_method0(struct thread *t, val self, val name);
val call_method1(struct thread *t, val self, val name, val a);
/* Argument checking for entry_fn-form built-ins. `fname` for messages ("sorted"). */
bool args_count(struct thread *t, const char *fname, int64_t argc, int64_t min, int64_t max); /* "f expected at most 2 arguments, got 3" */
bool args_no_keywords(struct thread *t, const char *fname, val kwnames);
/* spec: names separated by space; "|" starts optional, "$" starts keyword-only, a leading "/" ends positional-only: "iterable / | key $ reverse".
 * out[i] is set to the value or left 0. Messages as CPython's argument clinic. */
bool args_parse(struct thread *t, const char *fname, const char *spec, int64_t argc, val *argv, val kwnames, val *out);

#endif
