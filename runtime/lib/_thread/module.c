/* The functions of _thread: starting threads, who is who, what happens to an exception that ends one. */
#include "runtime/lib/_thread/thread.h"
#include "runtime/error/report.h"
#include "runtime/gc/gc.h"
#include "runtime/lib/io.h"
#include "runtime/lib/native.h"
#include "runtime/lib/structseq.h"
#include "runtime/os/os.h"
#include "runtime/state.h"

METHOD_TABLE(_thread);

#define DEFAULT_STACK ((size_t)64 << 20)
#define LEAST_STACK                                                                                          \
    ((size_t)4 << 20) /* below what a program asks for: frames here are larger than CPython's */

static size_t stack_asked; /* by stack_size(); 0: the default */

/* ---- starting ---- */

static void run_thread(struct thread *t) {
    val start = t->start, func = AS(tuple, start)->item[0], kwargs = AS(tuple, start)->item[2];
    val r = rt_call_ex(t, func, AS(tuple, start)->item[1], kwargs == NONE ? 0 : kwargs);
    if (!r && exc_pending_is(t, &exc_SystemExit)) t->exc = 0;
    if (!r) unraisable_in(t, "Exception ignored in thread started by", func);
    if (t->sentinel && AS(lock, t->sentinel)->word) lock_give(&AS(lock, t->sentinel)->word);
}

static val start_new_thread(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    if (!args_no_keywords(t, "start_new_thread", kwnames) || !args_count(t, "start_new_thread", argc, 2, 3))
        return 0;
    struct type *type = type_of(argv[0]);
    if (!type->call && !type_lookup(type, NAME(__call__)))
        return raise(t, &exc_TypeError, "first arg must be callable");
    if (!val_has(argv[1], TYPE_TUPLE)) return raise(t, &exc_TypeError, "2nd arg must be a tuple");
    if (argc > 2 && !val_has(argv[2], TYPE_DICT))
        return raise(t, &exc_TypeError, "optional 3rd arg must be a dictionary");
    val parts[3] = {argv[0], argv[1], argc > 2 ? argv[2] : NONE}, start = tuple_of(t, 3, parts);
    if (!start) return 0;
    size_t stack = stack_asked ? stack_asked + LEAST_STACK : DEFAULT_STACK;
    struct thread *made;
    int r = thread_start(t, start, stack, run_thread, &made);
    if (r < 0) return raise(t, &exc_RuntimeError, "can't start new thread");
    return thread_ident(t, made);
}

/* Ends this thread only: the caller's frames see SystemExit. */
static val f_exit(struct thread *t) {
    val exc = exc_new(t, &exc_SystemExit, 0, NULL);
    return exc ? raise_val(t, exc) : 0;
}

static val f_stack_size(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    int64_t n = 0;
    if (!args_no_keywords(t, "stack_size", kwnames) || !args_count(t, "stack_size", argc, 0, 1) ||
        (argc && !index_i64(t, argv[0], &n)))
        return 0;
    if (n < 0) return raise(t, &exc_ValueError, "size must be 0 or a positive value");
    if (argc && n && n < 32768) return raise(t, &exc_ValueError, "size not valid: %ld bytes", n);
    val old = int_from_i64(t, (int64_t)stack_asked);
    if (argc) stack_asked = (size_t)n;
    return old;
}

/* ---- who is who ---- */

static val f_get_ident(struct thread *t) {
    return thread_ident(t, t);
}
static val f_get_native_id(struct thread *t) {
    return val_small(os_thread_id());
}
static val f_count(struct thread *t) {
    return val_small(thread_count());
}
static val f_allocate_lock(struct thread *t) {
    return lock_new(t);
}
/* A lock that is released when this thread ends; the caller acquires it. */
static val f_set_sentinel(struct thread *t) {
    return t->sentinel = lock_new(t);
}
static val f_interrupt_main(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    int64_t signal = OS_SIGINT;
    if (!args_no_keywords(t, "interrupt_main", kwnames) || !args_count(t, "interrupt_main", argc, 0, 1) ||
        (argc && !index_i64(t, argv[0], &signal)))
        return 0;
    if (signal < 1 || signal > 64) return raise(t, &exc_ValueError, "signal number out of range");
    if (os_signal_how((int)signal) == 2) os_signal_note((int)signal);
    return NONE;
}

/* ---- exceptions that end threads ---- */

STRUCTSEQ(except_hook_args, "_thread._ExceptHookArgs", 4, 4, "exc_type exc_value exc_traceback thread");

static val name_in(struct thread *t, val object, const char *attribute) {
    val key = str_ascii(t, attribute);
    return key && (key = str_intern(t, key)) ? obj_lookattr(t, object, key) : 0;
}

/* Where the report goes: sys.stderr, or what the thread remembered of it when it started; 0 nowhere. */
static val report_file(struct thread *t, val thread) {
    val file = sys_module(t) ? sys_get(t, NAME(stderr)) : 0;
    if (file && file != NONE) return file;
    if (thread == NONE) return 0;
    file = name_in(t, thread, "_stderr");
    return file == NONE ? 0 : file;
}

static val f_excepthook(struct thread *t, val args) {
    if (type_of(args) != &except_hook_args.type)
        return raise(t, &exc_TypeError, "_thread.excepthook argument type must be ExceptHookArgs");
    val type = structseq_at(args, 0), value = structseq_at(args, 1), thread = structseq_at(args, 3);
    if (type == val_of(&exc_SystemExit)) return NONE;
    val file = report_file(t, thread), name = 0;
    if (!file) return t->exc ? 0 : NONE;
    if (thread != NONE && !(name = name_in(t, thread, "_name")) && t->exc) return 0;
    if (!name) name = thread_ident(t, t);
    val head = name ? str_format(t, "Exception in thread %S:\n", name) : 0;
    if (!head || io_write_text(t, file, head) < 0) return 0;
    if (value == NONE) value = call0(t, type);
    if (!value || report_to(t, value, file) < 0) return 0;
    return NONE;
}

/* ---- the module ---- */

METHOD(_thread, start_new_thread, start_new_thread, -1, 0, 0);
METHOD(_thread, start_new, start_new_thread, -1, 0, 0);
METHOD(_thread, allocate_lock, f_allocate_lock, 0, 0, 0);
METHOD(_thread, allocate, f_allocate_lock, 0, 0, 0);
METHOD(_thread, exit, f_exit, 0, 0, 0);
METHOD(_thread, exit_thread, f_exit, 0, 0, 0);
METHOD(_thread, interrupt_main, f_interrupt_main, -1, 0, 0);
METHOD(_thread, get_ident, f_get_ident, 0, 0, 0);
METHOD(_thread, get_native_id, f_get_native_id, 0, 0, 0);
METHOD(_thread, _count, f_count, 0, 0, 0);
METHOD(_thread, stack_size, f_stack_size, -1, 0, 0);
METHOD(_thread, _set_sentinel, f_set_sentinel, 0, 0, 0);
METHOD(_thread, _excepthook, f_excepthook, 1, 0, 0);

/* At the end of the program: threading waits for its threads. */
static void join_threads(struct thread *t) {
    val name = str_ascii(t, "threading"), module = name ? dict_lookup(t, rt_state.modules, name) : 0;
    if (module && module != NONE) call_method0(t, module, NAME(_shutdown));
    if (t->exc) unraisable(t, module);
}

static val thread_init(struct thread *t) {
    val m = native_module_new(t, "_thread", METHODS(_thread));
    if (!m) return 0;
    struct type *const types[] = {&lock_type, &rlock_type, &local_type};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (type_ready(t, types[i]) < 0) return 0;
    if (structseq_ready(t, &except_hook_args) < 0) return 0;
    if (native_set(t, m, "LockType", val_of(&lock_type)) < 0 ||
        native_set(t, m, "RLock", val_of(&rlock_type)) < 0 ||
        native_set(t, m, "_local", val_of(&local_type)) < 0 ||
        native_set(t, m, "_ExceptHookArgs", val_of(&except_hook_args.type)) < 0 ||
        native_set(t, m, "error", val_of(&exc_RuntimeError)) < 0 ||
        native_set(t, m, "TIMEOUT_MAX", float_new(t, 9223372036.0)) < 0)
        return 0;
    rt_state.join_threads = join_threads;
    return m;
}
NATIVE_MODULE(_thread, "_thread", thread_init);
