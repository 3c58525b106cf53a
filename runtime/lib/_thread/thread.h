/* The module _thread: locks, thread-local data, threads. A thread's identity is the address of its record.
 *
 * Invariant: a lock's word is 0 free, 1 held, 2 held and somebody may sleep on it. A thread sleeps without
 * the lock of process/lock.c, so the word is changed with atomic operations only; everything else is an
 * object as any other. */
#ifndef PY2_LIB_THREAD_H
#define PY2_LIB_THREAD_H

#include "runtime/types/container.h"

struct lock {
    struct obj head;
    uint32_t word, pad;
};
extern struct type lock_type, rlock_type, local_type;

val lock_new(struct thread *t);
/* 1 taken, 0 timed out, -1 raised by a signal handler. ns < 0: waits for ever. */
int64_t lock_take(struct thread *t, uint32_t *word, int64_t ns);
void lock_give(uint32_t *word);
/* The arguments of acquire(): false raised. */
bool lock_arguments(struct thread *t, int64_t argc, val *argv, val kwnames, int64_t *ns);
static inline val thread_ident(struct thread *t, struct thread *of) {
    return int_from_i64(t, (int64_t)(uintptr_t)of);
}

#endif
