/* Running a program that is not ours, such as a test.
 *
 * Invariant: when process_run returns, neither the program nor anything it left in its process group is
 * running. The program sees no descriptor of ours, no signal is blocked or ignored in it, and its input is
 * empty. */
#ifndef PY2_PROCESS_H
#define PY2_PROCESS_H

#include "engine/base/base.h"

struct process {
    char *const *argv; /* argv[0]: what to run, looked up in PATH when it holds no '/' */
    char *const *env;
    const char *dir;
    int64_t timeout;         /* nanoseconds */
    bool (*stop)(void *arg); /* asked several times a second: must it be ended? */
    void *arg;
};

enum process_end {
    PROCESS_EXITED,
    PROCESS_SIGNALLED,
    PROCESS_TIMED_OUT,
    PROCESS_STOPPED,
    PROCESS_NOT_STARTED
};

struct process_result {
    enum process_end end;
    int status; /* exit status, signal or errno, as `end` says */
    struct str
        output; /* both streams as they came; the middle of a very long one is left out, which it says */
};

void process_run(struct arena *a, const struct process *p, struct process_result *out);

#endif
