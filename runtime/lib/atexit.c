/* atexit: what is called when the program ends, the last first. */
#include "runtime/gc/gc.h"
#include "runtime/lib/native.h"
#include "runtime/state.h"

METHOD_TABLE(atexit);

static val callbacks; /* list of (function, args, kwargs or None); None: unregistered */

static val f_register(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    if (argc < 1) return raise(t, &exc_TypeError, "register() takes at least 1 argument (0 given)");
    if (!type_of(argv[0])->call && !type_lookup(type_of(argv[0]), NAME(__call__)))
        return raise(t, &exc_TypeError, "the first argument must be callable");
    val parts[3] = {argv[0], tuple_of(t, argc - 1, argv + 1), NONE};
    if (kwnames && !(parts[2] = dict_make(t))) return 0;
    for (int64_t i = 0; kwnames && i < AS(tuple, kwnames)->len; i++)
        if (dict_put(t, parts[2], AS(tuple, kwnames)->item[i], argv[argc + i]) < 0) return 0;
    val entry = parts[1] ? tuple_of(t, 3, parts) : 0;
    return entry && list_push(t, callbacks, entry) == 0 ? argv[0] : 0;
}

static void clear(void) {
    struct list *l = AS(list, callbacks);
    while (l->len) l->item[--l->len] = 0;
}

/* What is registered meanwhile is not called. */
static void run_all(struct thread *t) {
    struct list *l = AS(list, callbacks);
    for (int64_t i = l->len; i-- > 0;) {
        val entry = i < l->len ? l->item[i] : NONE;
        if (entry == NONE) continue;
        val *part = AS(tuple, entry)->item;
        l->item[i] = NONE;
        if (!rt_call_ex(t, part[0], part[1], part[2] == NONE ? 0 : part[2]))
            unraisable_in(t, "Exception ignored in atexit callback", part[0]);
    }
    clear();
}

static val f_run_exitfuncs(struct thread *t) {
    run_all(t);
    return NONE;
}
static val f_clear(struct thread *t) {
    clear();
    return NONE;
}
static val f_ncallbacks(struct thread *t) {
    return val_small(AS(list, callbacks)->len);
}

/* A comparison may change the list. */
static val f_unregister(struct thread *t, val function) {
    for (int64_t i = 0; i < AS(list, callbacks)->len; i++) {
        val entry = AS(list, callbacks)->item[i];
        if (entry == NONE) continue;
        int64_t same = obj_equal(t, AS(tuple, entry)->item[0], function);
        if (same < 0) return 0;
        if (same && i < AS(list, callbacks)->len)
            gc_store(val_obj(callbacks), &AS(list, callbacks)->item[i], NONE);
    }
    return NONE;
}

METHOD(atexit, register, f_register, -1, 0, NULL);
METHOD(atexit, unregister, f_unregister, 1, 0, NULL);
METHOD(atexit, _clear, f_clear, 0, 0, NULL);
METHOD(atexit, _run_exitfuncs, f_run_exitfuncs, 0, 0, NULL);
METHOD(atexit, _ncallbacks, f_ncallbacks, 0, 0, NULL);

static val atexit_init(struct thread *t) {
    gc_root(t, &callbacks);
    callbacks = list_new(t, 8);
    rt_state.run_atexit = run_all;
    return callbacks ? native_module_new(t, "atexit", METHODS(atexit)) : 0;
}
NATIVE_MODULE(atexit, "atexit", atexit_init);
