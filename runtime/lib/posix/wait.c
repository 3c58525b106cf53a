/* Waiting for descriptors. */
#include "runtime/lib/posix/wait.h"
#include "runtime/lib/seconds.h"

int64_t poll_wait(struct thread *t, struct pollfd *p, int64_t n, int64_t ns, int64_t since) {
    for (;;) {
        int64_t left = seconds_left(ns, since), time[2] = {left / 1000000000, left % 1000000000};
        long r = BLOCKING(t, os_call(ppoll, p, n, ns < 0 ? NULL : time, NULL, 8));
        if (r >= 0) return r;
        if (r != -OS_EINTR) {
            raise_oserror(t, (int)-r, 0);
            return -1;
        }
        if (rt_poll(t) < 0) return -1;
    }
}
