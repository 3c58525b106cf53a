/* Entries that only compiled code calls: cached built-ins, early method lookup, help for globals(), dir(),
 * super() and annotations.
 *
 * Invariant: a word of the group pybcache is 0 or the built-in its name means in its module. Names that were
 * cached carry STR_BUILTIN_CACHED; binding such a name in any module, or storing into the builtins module,
 * empties every word. */
#include "runtime/gc.h"
#include "runtime/lookup_cache.h"
#include "runtime/state.h"

#define STR_BUILTIN_CACHED 0x40000000u

extern val __start_pybcache[] __attribute__((weak, visibility("hidden")));
extern val __stop_pybcache[] __attribute__((weak, visibility("hidden")));

val rt_builtin_load(struct thread *t, struct module_def *m, int64_t cell, val *cache) {
    val v = rt_global_load(t, m, cell);
    if (!v || m->cells[cell]) return v;
    val_obj(m->names[cell])->aux |= STR_BUILTIN_CACHED;
    *cache = v;
    return v;
}

void builtin_cache_clear(void) {
    for (val *p = __start_pybcache; p < __stop_pybcache; p++) *p = 0;
}

void builtin_cache_note(val name) {
    if (!val_is_exact(name, &str_shape) || !(val_obj(name)->aux & STR_BUILTIN_CACHED)) return;
    builtin_cache_clear();
}

val rt_method_probe(struct thread *t, val o, struct ic_method *ic) {
    if (val_is_ptr(o)) {
        const struct lookup_method *m = &lookup_cache.method[lookup_index(val_obj(o)->shape, ic->name)];
        if (likely(m->shape == val_obj(o)->shape && m->name == ic->name)) return val_small(0);
    }
    struct type *type = type_of(o);
    if (type == &super_type) {
        val self;
        if (super_method(t, o, ic->name, &self)) return val_small(0);
        if (t->exc) return 0;
    }
    if (type->getattr != generic_getattr) return obj_getattr(t, o, ic->name);
    val f = type_lookup(type, ic->name);
    if (f && func_is_plain(f)) {
        val own = val_is_ptr(o) && type->attrs ? instance_get(t, val_obj(o), ic->name) : 0;
        return own || t->exc ? own : val_small(0);
    }
    return generic_getattr(t, o, ic->name);
}

val rt_globals(struct thread *t, struct module_def *m) {
    (void)t;
    return AS(module, m->module)->dict;
}

int64_t rt_is_generator_function(struct thread *t, val callee) {
    (void)t;
    if (val_is_exact(callee, &boundmethod_shape)) callee = AS(boundmethod, callee)->func;
    return val_is_exact(callee, &function_shape) && AS(function, callee)->code->flags & CODE_GENERATOR;
}

int64_t rt_is_builtin(struct thread *t, val callee, val name) {
    (void)t;
    if (!val_is_exact(callee, &builtin_shape) || AS(builtin, callee)->owner) return 0;
    const char *s = AS(builtin, callee)->def->name;
    const struct string *n = AS(string, name);
    int64_t i = 0;
    while (i < n->len && s[i] && (uint8_t)s[i] == str_at(n, i)) i++;
    return i == n->len && !s[i];
}

val rt_sorted_keys(struct thread *t, val dict) {
    val keys = list_from_iterable(t, dict);
    return keys && list_sort_values(t, keys, 0, false) == 0 ? keys : 0;
}

val rt_super_missing(struct thread *t, int64_t what) {
    return raise(t, &exc_RuntimeError,
                 what ? "super(): __class__ cell not found" : "super(): arg[0] deleted");
}

/* A class made by type() belongs to the module that called it. */
int64_t rt_class_module(struct thread *t, val cls, struct module_def *m) {
    if (!val_has(cls, TYPE_TYPE) || !(AS(type, cls)->flags & TYPE_HEAP)) return 0;
    val ns = AS(type, cls)->dict;
    if (!m->module || dict_lookup_name(ns, NAME(__module__))) return 0;
    val name = dict_lookup(t, AS(module, m->module)->dict, NAME(__name__));
    if (!name) return t->exc ? -1 : 0;
    return dict_put(t, ns, NAME(__module__), name);
}

val rt_super_empty(struct thread *t) {
    return raise(t, &exc_RuntimeError, "super(): empty __class__ cell");
}

int64_t rt_annotate(struct thread *t, val ns, val name, val annotation) {
    val notes = rt_ns_load(t, ns, NAME(__annotations__));
    if (!notes) {
        if (t->exc || !(notes = dict_make(t)) || rt_ns_set(t, ns, NAME(__annotations__), notes) < 0)
            return -1;
    }
    return rt_setitem(t, notes, name, annotation);
}
