/* _tracemalloc: allocations are not traced here. Asking whether they are is answered; starting is refused. */
#include "runtime/lib/native.h"
#include "runtime/state.h"

static val is_tracing(struct thread *t) {
    return (void)t, FALSE;
}
static val start(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee, (void)argc, (void)argv, (void)kwnames;
    return raise(t, &exc_RuntimeError, "tracemalloc: compiled programs cannot trace allocations");
}
static val nothing(struct thread *t) {
    return (void)t, NONE;
}
static val get_traceback_limit(struct thread *t) {
    return (void)t, val_small(1);
}
static val get_traced_memory(struct thread *t) {
    return tuple_of(t, 2, (val[2]){val_small(0), val_small(0)});
}
static val get_tracemalloc_memory(struct thread *t) {
    return (void)t, val_small(0);
}
static val object_traceback(struct thread *t, val v) {
    return (void)t, (void)v, NONE;
}
static val get_traces(struct thread *t) {
    return list_new(t, 0);
}

METHOD_TABLE(_tracemalloc);
METHOD(_tracemalloc, is_tracing, is_tracing, 0, 0, "($module, /)");
METHOD(_tracemalloc, start, start, -1, 0, "($module, nframe=1, /)");
METHOD(_tracemalloc, stop, nothing, 0, 0, "($module, /)");
METHOD(_tracemalloc, clear_traces, nothing, 0, 0, "($module, /)");
METHOD(_tracemalloc, reset_peak, nothing, 0, 0, "($module, /)");
METHOD(_tracemalloc, get_traceback_limit, get_traceback_limit, 0, 0, "($module, /)");
METHOD(_tracemalloc, get_traced_memory, get_traced_memory, 0, 0, "($module, /)");
METHOD(_tracemalloc, get_tracemalloc_memory, get_tracemalloc_memory, 0, 0, "($module, /)");
METHOD(_tracemalloc, _get_object_traceback, object_traceback, 1, 0, "($module, obj, /)");
METHOD(_tracemalloc, _get_traces, get_traces, 0, 0, "($module, /)");

static val init(struct thread *t) {
    return native_module_new(t, "_tracemalloc", METHODS(_tracemalloc));
}
NATIVE_MODULE(_tracemalloc, "_tracemalloc", init);
