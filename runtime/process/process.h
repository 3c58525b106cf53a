/* The process: its one state, start and end, modules and their import.
 *
 * Invariant: there is one `struct rt`; every `val` in it is a registered root. */
#ifndef PY2_PROCESS_H
#define PY2_PROCESS_H

#include "runtime/rt.h"

struct rt {
    val modules;  /* sys.modules: dict */
    val builtins; /* the builtins module */
    val builtins_dict;
    val sys; /* the sys module, 0 before it is made */
    val sys_dict;
    val memory_error; /* made at start, raised when there is no memory to make one */
    val argv;         /* list */
    int64_t recursion_limit;
    bool builtins_complete;    /* every name is in the dict */
    bool exiting, interrupted; /* interrupted: the program ends by SIGINT */
    struct generator_end *generator_end; /* of the generator whose delegator is about to ask for it, or NULL */
};
extern struct rt rt_state;
extern struct thread main_thread;

/* ---- main.c, lib/builtins.c, lib/sys.c ---- */
int64_t rt_start(struct thread *t, uintptr_t stack_base); /* everything before the main module */
int64_t builtins_init(struct thread *t);
int64_t flush_standard(struct thread *t); /* stdout and stderr at exit; -1: output was lost */

/* ---- thread.c ---- */
void thread_set_limit(struct thread *t, int64_t frames);

/* ---- import.c ---- */
bool module_initializing(const struct module_def *def);
val module_run(struct thread *t, struct module_def *def, val name);
struct module_def *import_main(void);
val module_new(struct thread *t, val name);
val module_builtins_lookup(struct thread *t,
                           val name);          /* builtins by name: 0 without exception when absent */
val import_module(struct thread *t, val name); /* absolute, dotted: the module named itself */
val sys_get(struct thread *t, val name);       /* sys.NAME or 0 */
val sys_module(struct thread *t);              /* made when first asked for */
val builtins_names(struct thread *t);          /* list of strs */

#endif
