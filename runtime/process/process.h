/* The process: its one state, start and end, modules and their import.
 *
 * Invariants:
 *  - There is one `struct rt`; every `val` in it is a registered root.
 *  - Of all threads one runs Python code, and only it touches objects: the one that holds the lock of lock.c. There is no lock
 *    before a second thread is started. Around a call that may wait a thread gives the lock away (blocking_begin, blocking_end),
 *    and at a poll when another has waited for 5 ms. */
#ifndef PY2_PROCESS_H
#define PY2_PROCESS_H

#include "runtime/rt.h"

struct report;

struct rt {
    val modules;  /* sys.modules: dict */
    val builtins; /* the builtins module */
    val builtins_dict;
    val sys; /* the sys module, 0 before it is made */
    val sys_dict;
    val on_import; /* called with each compiled module before its body runs; 0: nothing is */
    val memory_error; /* made at start, raised when there is no memory to make one */
    val argv;         /* list */
    int64_t recursion_limit;
    bool builtins_complete;    /* every name is in the dict */
    bool exiting, interrupted; /* interrupted: the program ends by SIGINT */
    struct generator_end *generator_end; /* of the generator whose delegator is about to ask for it, or NULL */
    const struct thread_lock *lock; /* NULL while there is one thread */
    struct thread *signal_thread;   /* the one that runs signal handlers */
    /* Set by the modules that need them, so that others do not carry them. */
    int64_t (*run_signals)(struct thread *t);       /* what a poll does about caught signals; -1 raised. NULL: KeyboardInterrupt */
    void (*join_threads)(struct thread *t);         /* waits for the threads that are no daemons */
    void (*run_atexit)(struct thread *t);
    bool (*report_group)(struct report *r, val group); /* error/report_group.c, set when the first group is made */
};

struct thread_lock {
    void (*take)(struct thread *t);
    void (*give)(struct thread *t);
    void (*offer)(struct thread *t); /* at a poll: gives it away if another thread asked for it */
};
extern struct rt rt_state;
extern struct thread main_thread;

/* ---- main.c, lib/builtins.c, lib/sys.c ---- */
int64_t rt_start(struct thread *t); /* everything before the main module */
int64_t builtins_init(struct thread *t);
int64_t flush_standard(struct thread *t); /* stdout and stderr at exit; -1: output was lost */

/* ---- thread.c ---- */
void thread_set_limit(struct thread *t, int64_t frames);
void thread_attention(struct thread *t); /* its next poll looks around */

/* Around a call of the system that may wait. In between the thread touches no object but memory it owns, raises nothing and
 * allocates nothing. */
static inline void blocking_begin(struct thread *t) {
    if (unlikely(rt_state.lock != NULL)) rt_state.lock->give(t);
}
static inline void blocking_end(struct thread *t) {
    if (unlikely(rt_state.lock != NULL)) rt_state.lock->take(t);
}
#define BLOCKING(t, call)                                                                                    \
    ({                                                                                                       \
        blocking_begin(t);                                                                                   \
        __typeof__(call) result_ = (call);                                                                   \
        blocking_end(t);                                                                                     \
        result_;                                                                                             \
    })

/* ---- lock.c ---- */
/* A new thread that does `run`, with a stack of `stack` bytes and `start` in its record; 0, or a negative error number. */
int thread_start(struct thread *t, val start, size_t stack, void (*run)(struct thread *self), struct thread **made);
int thread_native_id(const struct thread *of); /* 0: it does not run */
int64_t thread_ended(void); /* how many have ended so far */
int64_t thread_count(void); /* of those started and not ended, without the main thread */
void thread_forked(struct thread *t); /* in the child of fork(): the others are gone */
void thread_hand_over(int64_t ns);    /* how long a thread waits before it asks for the lock */
int64_t thread_hand_over_time(void);

/* ---- import.c ---- */
bool module_initializing(const struct module_def *def);
val module_run(struct thread *t, struct module_def *def, val name); /* both of the next, as an import does */
val module_create(struct thread *t, struct module_def *def, val name);
val module_execute(struct thread *t, val module);
struct module_def *import_find_compiled(val name); /* NULL: the program has none of this name */
bool import_has_native(val name);
struct module_def *import_main(void);
val import_run_main(struct thread *t, struct module_def *def);
val module_new(struct thread *t, val name);
val module_builtins_lookup(struct thread *t,
                           val name);          /* builtins by name: 0 without exception when absent */
val import_module(struct thread *t, val name); /* absolute, dotted: the module named itself */
val sys_get(struct thread *t, val name);       /* sys.NAME or 0 */
val sys_module(struct thread *t);              /* made when first asked for */
val builtins_names(struct thread *t);          /* list of strs */

#endif
