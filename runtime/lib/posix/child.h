/* A program started in a new process. */
#ifndef PY2_LIB_POSIX_CHILD_H
#define PY2_LIB_POSIX_CHILD_H

#include "runtime/lib/posix/posix.h"

enum { CHILD_OPEN, CHILD_CLOSE, CHILD_DUP };
struct child_action {
    int what, fd, to, flags;
    uint32_t mode;
    const char *path;
};
struct child {
    char **paths; /* tried in turn; one, or where a name is searched for */
    char **argv, **env;
    const struct child_action *actions;
    int64_t nactions;
    val keep;  /* holds what `actions` points to */
    int group; /* -1: the parent's */
    bool setsid, reset_ids, set_mask, set_scheduler;
    int policy, priority;    /* policy -1: as it is */
    uint64_t mask, defaults; /* signals: to block; to handle by default */
};
/* The pid, or the negative error number of what went wrong in the child. */
int child_start(struct thread *t, const struct child *c);

#endif
