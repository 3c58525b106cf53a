/* Times that programs give in seconds, as nanoseconds. */
#ifndef PY2_LIB_SECONDS_H
#define PY2_LIB_SECONDS_H

#include "runtime/rt.h"

/* A float or an int; rounded away from zero when `up` (time-outs), else down. False: raised, as CPython's
 * _PyTime does. */
bool seconds_arg(struct thread *t, val v, bool up, int64_t *ns);
/* The same, where None means for ever: *ns = -1. A negative time is a ValueError with that message. */
bool timeout_arg(struct thread *t, val v, const char *negative, int64_t *ns);
/* Nanoseconds left of `ns` that began at `since` on the monotonic clock; never negative unless ns is. */
int64_t seconds_left(int64_t ns, int64_t since);

#endif
