/* Entries that only compiled code calls: cached built-ins, early method lookup, help for globals(), dir(),
 * super() and annotations.
 *
 * Invariant: a word of the group pybcache is 0 or the built-in its name means in its module. Names that were
 * cached carry STR_BUILTIN_CACHED; binding such a name in any module, or storing into the builtins module,
 * empties every word. */
#include "runtime/gc/gc.h"
#include "runtime/object/lookup_cache.h"
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

/* What is kept between the lookup of a method and its call: the class's function, to be called with the
 * object, or a value that is bound already, marked by 4 in its address, which no object's address has. */
enum { KEPT_BOUND = 4 };

static val kept_bound(val v) {
    return v && val_is_ptr(v) ? v + KEPT_BOUND : v;
}

/* The plain function or built-in method that the object's class gives it now; 0: something else. */
static val class_method(struct thread *t, val o, val name) {
    struct type *type = type_of(o);
    val f = type->getattr == generic_getattr ? type_lookup(type, name) : 0;
    if (!f || !func_is_plain(f)) return 0;
    val own = val_is_ptr(o) && type->attrs ? instance_get(t, val_obj(o), name) : 0;
    return own || t->exc ? 0 : f;
}

static const struct lookup_method *known_method(val o, val name) {
    if (!val_is_ptr(o)) return NULL;
    const struct lookup_method *m = &lookup_cache.method[lookup_index(val_obj(o)->shape, name)];
    return m->shape == val_obj(o)->shape && m->name == name ? m : NULL;
}

val rt_method_probe(struct thread *t, val o, struct ic_method *ic) {
    const struct lookup_method *m = known_method(o, ic->name);
    if (likely(m)) return m->func;
    val f = class_method(t, o, ic->name);
    if (f || t->exc) return f;
    struct type *type = type_of(o);
    if (type == &super_type) {
        val self;
        if (super_method(t, o, ic->name, &self)) return val_small(0);
        if (t->exc) return 0;
    }
    return kept_bound(type->getattr != generic_getattr ? obj_getattr(t, o, ic->name)
                                                       : generic_getattr(t, o, ic->name));
}

int64_t rt_method_same(struct thread *t, val o, struct ic_method *ic, val kept) {
    const struct lookup_method *m = known_method(o, ic->name);
    if (kept == val_small(0)) return 1;
    if (m) return m->func == kept;
    val f = class_method(t, o, ic->name);
    t->exc = 0; /* a lookup that fails now found something then */
    return f == kept;
}

val rt_method_kept(struct thread *t, val kept, int64_t argc, val *argv, val kwnames) {
    if (!val_is_ptr(kept)) return rt_call(t, kept, argc - 1, argv + 1, kwnames);
    if (kept & KEPT_BOUND) return rt_call(t, kept - KEPT_BOUND, argc - 1, argv + 1, kwnames);
    return rt_call(t, kept, argc, argv, kwnames);
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

val rt_annotations(struct thread *t, val ns) {
    val notes = rt_ns_load(t, ns, NAME(__annotations__));
    if (notes || t->exc) return notes;
    notes = dict_make(t);
    return notes && rt_ns_set(t, ns, NAME(__annotations__), notes) == 0 ? notes : 0;
}

int64_t rt_annotate(struct thread *t, val ns, val name, val annotation) {
    val notes = rt_annotations(t, ns);
    return notes ? rt_setitem(t, notes, name, annotation) : -1;
}
