/* Making the module objects of C modules. */
#include "runtime/lib/native.h"
#include "runtime/state.h"

int64_t native_set(struct thread *t, val module, const char *name, val value) {
    val key = value ? str_ascii(t, name) : 0;
    if (!key || !(key = str_intern(t, key))) return -1;
    return dict_put(t, AS(module, module)->dict, key, value);
}

int64_t native_set_ints(struct thread *t, val module, const struct native_int *ints, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (native_set(t, module, ints[i].name, int_from_i64(t, ints[i].value)) < 0) return -1;
    return 0;
}

val native_get(struct thread *t, val module, const struct method *def) {
    val name = str_ascii(t, def->name);
    return name ? dict_lookup(t, AS(module, module)->dict, name) : 0;
}

val native_module_new(struct thread *t, const char *name, const struct method *from,
                      const struct method *to) {
    val text = str_ascii(t, name), m = text ? module_new(t, text) : 0;
    for (const struct method *def = from; m && def < to; def++) {
        bool value = def->flags & METHOD_VALUE;
        if (value && val_is_exact(val_of(def->fn), &type_shape) && type_ready(t, def->fn) < 0) return 0;
        val v = value                      ? val_of(def->fn)
                : def->flags & METHOD_MADE ? ((val(*)(struct thread *))def->fn)(t)
                                           : builtin_new(t, def, NULL, 0, text);
        if (native_set(t, m, def->name, v) < 0) return 0;
    }
    return m;
}

val native_exception(struct thread *t, const char *module, const char *name, struct type *base) {
    val text = str_ascii(t, name), of = text ? str_ascii(t, module) : 0, ns = of ? dict_make(t) : 0;
    val b = val_of(base), bases = ns ? tuple_of(t, 1, &b) : 0;
    if (!bases || dict_put(t, ns, NAME(__module__), of) < 0) return 0;
    return call3(t, val_of(&type_type), text, bases, ns);
}
