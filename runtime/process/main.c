/* The life of a process: start, the main module, the end. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"
#include "runtime/os/os.h"

static void root(struct thread *t, val *place) {
    gc_root(t, place);
}

/* Types whose instances exist without having been made by gc_new. */
static int64_t ready_basic_types(struct thread *t) {
    struct type *const types[] = {&object_type,
                                  &type_type,
                                  &none_type,
                                  &notimplemented_type,
                                  &ellipsis_type,
                                  &bool_type,
                                  &int_type,
                                  &float_type,
                                  &str_type,
                                  &tuple_type,
                                  &list_type,
                                  &dict_type,
                                  &function_type,
                                  &builtin_type,
                                  &cell_type,
                                  &traceback_type,
                                  &slice_type,
                                  &boundmethod_type,
                                  &method_descriptor_type,
                                  &module_type,
                                  &exc_BaseException};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (type_ready(t, types[i]) < 0) return -1;
    return 0;
}

int64_t rt_start(struct thread *t) {
    t->rt = &rt_state;
    rt_state.signal_thread = t;
    os_stack_bounds(&t->stack_low, &t->stack_high);
    gc_init(t);
    thread_set_limit(t, 1000);
    root(t, &rt_state.modules);
    root(t, &rt_state.builtins);
    root(t, &rt_state.builtins_dict);
    root(t, &rt_state.sys);
    root(t, &rt_state.sys_dict);
    root(t, &rt_state.memory_error);
    root(t, &rt_state.argv);
    if (ready_basic_types(t) < 0) return -1;
    if (!(rt_state.modules = dict_make(t))) return -1;
    if (!(rt_state.memory_error = exc_new(t, &exc_MemoryError, 0, NULL))) return -1;
    return builtins_init(t);
}

/* sys.exit and uncaught exceptions decide the status; then standard output is flushed and finalizers run. */
static int finish(struct thread *t, int status) {
    if (t->exc) status = report_uncaught(t);
    if (rt_state.join_threads) rt_state.join_threads(t);
    if (rt_state.run_atexit) rt_state.run_atexit(t);
    rt_state.exiting = true;
    gc_finalize_all(t);
    t->exc = 0;
    if (flush_standard(t) < 0) status = 120;
    if (rt_state.interrupted) os_die(OS_SIGINT);
    return status;
}

int rt_main(int argc, char **argv, char **envp) {
    struct thread *t = &main_thread;
    (void)argc, (void)argv, (void)envp;
    os_signals_init(&t->limit);
    if (rt_start(t) < 0) {
        os_abort("the runtime could not start");
    }
    struct module_def *def = import_main();
    if (!def) os_abort("no main module");
    val m = import_run_main(t, def);
    (void)m;
    return finish(t, 0);
}
