/* Waiting for descriptors, for select and _socket. */
#ifndef PY2_LIB_POSIX_WAIT_H
#define PY2_LIB_POSIX_WAIT_H

#include "runtime/lib/posix/posix.h"

struct pollfd {
    int32_t fd;
    int16_t events, revents;
};
enum { POLL_IN = 1, POLL_PRI = 2, POLL_OUT = 4, POLL_ERR = 8, POLL_HUP = 16, POLL_NVAL = 32 };

/* poll(2) until something happens, the time is over or a handler raises: how many; -1 raised. ns < 0: for
 * ever. `since` is when the time began to run, on the monotonic clock. */
int64_t poll_wait(struct thread *t, struct pollfd *p, int64_t n, int64_t ns, int64_t since);

#endif
