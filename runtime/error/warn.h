/* Warnings raised by the runtime itself (lib/_warnings.c). */
#ifndef PY2_WARN_H
#define PY2_WARN_H

#include "runtime/error/error.h"

/* As warnings.warn(message, category, stacklevel, source=source); `source` may be 0. 0, or -1 when a filter made it an
 * exception. `text` 0: making it raised. */
int64_t warn(struct thread *t, struct type *category, int64_t level, val text, val source);

#endif
