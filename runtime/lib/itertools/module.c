/* The module itertools: its types, tee(), and what __reduce__ of all of them needs. */
#include "runtime/lib/itertools/itertools.h"
#include "runtime/lib/native.h"

const char *it_name(val self) {
    const char *name = type_cname(type_of(self)), *last = name;
    for (; *name; name++)
        if (*name == '.') last = name + 1;
    return last;
}

val it_reduced(struct thread *t, val self, val args) {
    return it_pair(t, val_of(type_of(self)), args);
}

val it_reduced_state(struct thread *t, val self, val args, val state) {
    const val items[] = {val_of(type_of(self)), args, state};
    return args && state ? tuple_of(t, 3, items) : 0;
}

bool it_state_tuple(struct thread *t, val state, int64_t n) {
    if (!val_has(state, TYPE_TUPLE)) {
        raise(t, &exc_TypeError, "state is not a tuple");
        return false;
    }
    int64_t have = AS(tuple, state)->len;
    if (n < 0 || have == n) return true;
    raise(t, &exc_TypeError, "function takes exactly %ld arguments (%ld given)", n, have);
    return false;
}

val it_empty(struct thread *t) {
    return rt_iter(t, EMPTY_TUPLE);
}

METHOD_TABLE(itertools);

static val itertools_init(struct thread *t) {
    static const struct {
        const char *name;
        struct type *type;
    } types[] = {
#define X(name) {#name, &it_##name##_type},
        ITERTOOLS(X)
#undef X
    };
    val module = native_module_new(t, "itertools", METHODS(itertools));
    for (size_t i = 0; module && i < sizeof types / sizeof *types; i++) {
        READY(t, *types[i].type);
        if (native_set(t, module, types[i].name, val_of(types[i].type)) < 0) return 0;
    }
    /* pickles name these through the module */
    READY(t, it__grouper_type);
    READY(t, it__tee_type);
    READY(t, it__tee_dataobject_type);
    if (!module || native_set(t, module, "_grouper", val_of(&it__grouper_type)) < 0 ||
        native_set(t, module, "_tee", val_of(&it__tee_type)) < 0 ||
        native_set(t, module, "_tee_dataobject", val_of(&it__tee_dataobject_type)) < 0)
        return 0;
    return module;
}
NATIVE_MODULE(itertools, "itertools", itertools_init);
