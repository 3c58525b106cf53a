/* Raising: every function returns what says "raised" to its caller's caller (0 or -1). */
#ifndef PY2_ERROR_H
#define PY2_ERROR_H

#include "runtime/types/types.h"

#include "runtime/error/exceptions.h" /* extern struct type exc_TypeError …; struct exception */
/* Raise with a formatted message; always returns 0. Directives: %s C string (UTF-8), %d int, %ld int64_t, %zu, %c, %x, %%,
 * %T type name of a val, %B the same as argument parsing says it (None for None), %N name of a struct type *,
 * %S str() of a val, %R repr() of a val, %U a str val as it is, %A ascii(). */
val raise(struct thread *t, struct type *exc, const char *fmt, ...);
int64_t raise_i(struct thread *t, struct type *exc, const char *fmt, ...); /* returns -1 */
val raise_val(struct thread *t, val exc_instance);
val raise_oserror(struct thread *t, int errno_value, val filename_or_0);
val raise_stopiteration(struct thread *t, val value);
bool exc_pending_is(struct thread *t, struct type *exc); /* pending exception is an instance */
val exc_take(struct thread *t); /* clears and returns the pending exception */
val str_format(struct thread *t, const char *fmt, ...); /* same directives; new str */
/* lib/_warnings.c: as warnings.warn(text, category, stacklevel, source); `source` may be 0. 0, or -1 when a filter made it
 * an exception, or when making the text (then 0) had raised. */
int64_t warn(struct thread *t, struct type *category, int64_t level, val text, val source);

/* Stack depth (process/thread.c). */
int64_t stack_check(struct thread *t); /* -1: RecursionError raised, or interrupted */
/* The same; `where` ends the message: " in comparison". */
int64_t stack_check_in(struct thread *t, const char *where);
#define IN_REPR    " while getting the repr of an object"
#define IN_CALL    " while calling a Python object"
#define IN_COMPARE " in comparison"

#endif
