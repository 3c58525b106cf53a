/* Module objects. Their attributes are their dict; for compiled modules the dict's values live in compiled
 * cells. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"

#define M(v) AS(module, v)

static val module_of(struct thread *t, struct type *cls, val name, val doc, val dict) {
    struct module *m = gc_new(t, cls, sizeof *m);
    if (!m) return 0;
    gc_store(m, &m->dict, dict);
    if (dict_put(t, dict, NAME(__name__), name) < 0 || dict_put(t, dict, NAME(__doc__), doc) < 0 ||
        dict_put(t, dict, NAME(__package__), NONE) < 0 || dict_put(t, dict, NAME(__loader__), NONE) < 0 ||
        dict_put(t, dict, NAME(__spec__), NONE) < 0)
        return 0;
    return val_of(m);
}

val module_new(struct thread *t, val name) {
    val dict = dict_make(t);
    return dict ? module_of(t, &module_type, name, NONE, dict) : 0;
}

static val module_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)argc, (void)argv, (void)kwnames;
    struct module *m = gc_new(t, cls, sizeof *m);
    if (!m) return 0;
    gc_store(m, &m->dict, dict_make(t));
    return m->dict ? val_of(m) : 0;
}

static int64_t module_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    val a[2], d = M(self)->dict;
    if (!args_parse(t, "module", "name | doc", argc, argv, kwnames, a)) return -1;
    if (!val_is_str(a[0]))
        return raise_i(t, &exc_TypeError, "module() argument 'name' must be str, not %B", a[0]);
    return dict_put(t, d, NAME(__name__), a[0]) < 0 ||
                   dict_put(t, d, NAME(__doc__), a[1] ? a[1] : NONE) < 0 ||
                   dict_put(t, d, NAME(__package__), NONE) < 0 ||
                   dict_put(t, d, NAME(__loader__), NONE) < 0 || dict_put(t, d, NAME(__spec__), NONE) < 0
               ? -1
               : 0;
}

static val module_getattr(struct thread *t, val self, val name) {
    val v = dict_lookup(t, M(self)->dict, name);
    if (v) return v;
    if (t->exc) return 0;
    if ((v = generic_lookattr(t, self, name)) || t->exc) return v;
    val f = dict_lookup_name(M(self)->dict, NAME(__getattr__));
    if (f) return call1(t, f, name);
    val modname = dict_lookup_name(M(self)->dict, NAME(__name__));
    if (!modname || !val_is_str(modname)) {
        raise(t, &exc_AttributeError, "module has no attribute '%U'", name);
    } else if (M(self)->def && module_initializing(M(self)->def)) {
        raise(
            t, &exc_AttributeError,
            "partially initialized module '%U' has no attribute '%U' (most likely due to a circular import)",
            modname, name);
    } else {
        raise(t, &exc_AttributeError, "module '%U' has no attribute '%U'", modname, name);
    }
    if (exc_pending_is(t, &exc_AttributeError)) {
        struct exception *e = AS(exception, t->exc);
        gc_store(e, &e->extra[0], name);
        gc_store(e, &e->extra[1], self);
    }
    return 0;
}

static int64_t module_setattr(struct thread *t, val self, val name, val value) {
    val descr = type_lookup(type_of(self), name);
    if (descr && type_of(descr)->descr_set) return type_of(descr)->descr_set(t, descr, self, value);
    if (self == rt_state.builtins) builtin_cache_clear();
    if (self == rt_state.builtins) builtin_cache_clear();
    if (value) return dict_put(t, M(self)->dict, name, value);
    int64_t r = dict_remove(t, M(self)->dict, name);
    if (r == 0) return raise_no_attribute(t, self, name), -1;
    return r < 0 ? -1 : 0;
}

static val module_repr(struct thread *t, val v) {
    val name = dict_lookup_name(M(v)->dict, NAME(__name__)),
        file = dict_lookup_name(M(v)->dict, NAME(__file__));
    if (!name) name = str_ascii(t, "?");
    if (file && val_is_str(file)) return str_format(t, "<module %R from %R>", name, file);
    return str_format(t, "<module %R (built-in)>", name);
}

static val get_dict(struct thread *t, val v) {
    return (void)t, M(v)->dict;
}
static val get_annotations(struct thread *t, val v) {
    val a = dict_lookup_name(M(v)->dict, NAME(__annotations__));
    if (a) return a;
    a = dict_make(t);
    return a && dict_put(t, M(v)->dict, NAME(__annotations__), a) == 0 ? a : 0;
}

METHOD_TABLE(module);
GETTER(module, __dict__, get_dict, NULL);
GETTER(module, __annotations__, get_annotations, NULL);

static void module_trace(struct gc_visitor *v, struct obj *o) {
    gc_visit(v, ((struct module *)o)->dict);
}

struct shape module_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &module_type};
struct type module_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &module_shape,
    .cname = "module",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_WEAKREF,
    .size = sizeof(struct module),
    .gc_layout = GC_CUSTOM,
    .trace = module_trace,
    METHODS_OF(module),
    .new = module_make,
    .init = module_init,
    .repr = module_repr,
    .getattr = module_getattr,
    .setattr = module_setattr,
};
