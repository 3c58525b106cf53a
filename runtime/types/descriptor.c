/* Descriptors that classes hold: attributes computed by C (getset), words of `__slots__` (member),
 * staticmethod, classmethod. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"
#include "runtime/types/container.h"

/* ---- getset_descriptor ---- */

#define G(v) AS(getset_descriptor, v)

static bool applies(struct thread *t, struct type *owner, val name, val self) {
    if (type_is_subtype(type_of(self), owner)) return true;
    raise(t, &exc_TypeError, "descriptor '%U' for '%N' objects doesn't apply to a '%T' object", name, owner,
          self);
    return false;
}

static val getset_get(struct thread *t, val d, val self, val owner) {
    (void)owner;
    if (!self) return d;
    if (!applies(t, G(d)->owner, G(d)->name, self)) return 0;
    return ((unary_fn)G(d)->def->fn)(t, self);
}

static int64_t getset_set(struct thread *t, val d, val self, val value) {
    if (!applies(t, G(d)->owner, G(d)->name, self)) return -1;
    int64_t (*set)(struct thread *, val, val) = (int64_t(*)(struct thread *, val, val))G(d)->def->setter;
    if (!set)
        return raise_i(t, &exc_AttributeError, "attribute '%U' of '%N' objects is not writable", G(d)->name,
                       G(d)->owner);
    return set(t, self, value);
}

int64_t readonly_member(struct thread *t, val self, val value) {
    (void)self, (void)value;
    return raise_i(t, &exc_AttributeError, "readonly attribute");
}

static val getset_repr(struct thread *t, val d) {
    return str_format(t, "<attribute '%U' of '%N' objects>", G(d)->name, G(d)->owner);
}
static val getset_name(struct thread *t, val d) {
    (void)t;
    return G(d)->name;
}
static val getset_qualname(struct thread *t, val d) {
    return str_format(t, "%N.%U", G(d)->owner, G(d)->name);
}
static val getset_objclass(struct thread *t, val d) {
    (void)t;
    return val_of(G(d)->owner);
}
static val getset_doc(struct thread *t, val d) {
    const char *z = G(d)->def->doc;
    return z ? str_utf8(t, z, strlen(z)) : NONE;
}
static void getset_trace(struct gc_visitor *v, struct obj *o) {
    gc_visit(v, ((struct getset_descriptor *)o)->name);
}

METHOD_TABLE(getset_descriptor);
static val getset_reduce(struct thread *t, val d) {
    return reduce_getattr(t, getset_objclass(t, d), getset_name(t, d));
}
METHOD(getset_descriptor, __reduce__, getset_reduce, 1, 0, NULL);
GETTER(getset_descriptor, __name__, getset_name, NULL);
GETTER(getset_descriptor, __qualname__, getset_qualname, NULL);
GETTER(getset_descriptor, __objclass__, getset_objclass, NULL);
GETTER(getset_descriptor, __doc__, getset_doc, NULL);

struct shape getset_descriptor_shape = {.head = {&shape_shape, GC_STATIC, 0},
                                        .type = &getset_descriptor_type};
struct type getset_descriptor_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &getset_descriptor_shape,
    .cname = "getset_descriptor",
    .base = &object_type,
    .size = sizeof(struct getset_descriptor),
    .gc_layout = GC_CUSTOM,
    .trace = getset_trace,
    METHODS_OF(getset_descriptor),
    .repr = getset_repr,
    .descr_get = getset_get,
    .descr_set = getset_set,
};

/* ---- member_descriptor ---- */

#define W(v) AS(member_descriptor, v)

/* A word of C: what a getter reads. */
struct shape c_member_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &member_descriptor_type};

static val member_get(struct thread *t, val d, val self, val owner) {
    if (val_is_exact(d, &c_member_shape)) return getset_get(t, d, self, owner);
    if (!self) return d;
    if (!applies(t, W(d)->owner, W(d)->name, self)) return 0;
    val *p = slot_place(val_obj(self), W(d)->index);
    return p && *p ? *p : raise_no_attribute(t, self, W(d)->name);
}

static int64_t member_set(struct thread *t, val d, val self, val value) {
    if (val_is_exact(d, &c_member_shape)) return getset_set(t, d, self, value);
    if (!applies(t, W(d)->owner, W(d)->name, self)) return -1;
    val *p = value ? slot_make(t, val_obj(self), W(d)->index) : slot_place(val_obj(self), W(d)->index);
    if (value && !p) return -1;
    if (!value && (!p || !*p)) return raise_i(t, &exc_AttributeError, "%U", W(d)->name);
    gc_store(val_obj(self), p, value);
    return 0;
}

static val member_repr(struct thread *t, val d) {
    return str_format(t, "<member '%U' of '%N' objects>", W(d)->name, W(d)->owner);
}
static val member_name(struct thread *t, val d) {
    (void)t;
    return W(d)->name;
}
static val member_objclass(struct thread *t, val d) {
    (void)t;
    return val_of(W(d)->owner);
}
static void member_trace(struct gc_visitor *v, struct obj *o) {
    gc_visit(v, ((struct member_descriptor *)o)->name);
}

METHOD_TABLE(member_descriptor);
static val member_doc(struct thread *t, val d) {
    return val_is_exact(d, &c_member_shape) ? getset_doc(t, d) : NONE;
}
METHOD(member_descriptor, __reduce__, getset_reduce, 1, 0, NULL);
GETTER(member_descriptor, __name__, member_name, NULL);
GETTER(member_descriptor, __qualname__, getset_qualname, NULL);
GETTER(member_descriptor, __doc__, member_doc, NULL);
GETTER(member_descriptor, __objclass__, member_objclass, NULL);

struct shape member_descriptor_shape = {.head = {&shape_shape, GC_STATIC, 0},
                                        .type = &member_descriptor_type};
struct type member_descriptor_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &member_descriptor_shape,
    .cname = "member_descriptor",
    .base = &object_type,
    .size = sizeof(struct member_descriptor),
    .gc_layout = GC_CUSTOM,
    .trace = member_trace,
    METHODS_OF(member_descriptor),
    .repr = member_repr,
    .descr_get = member_get,
    .descr_set = member_set,
};

/* ---- staticmethod and classmethod ---- */

#define S(v) AS(staticmethod, v)

/* As functools.update_wrapper does for the names that introspection reads. The word for attributes of a Python
 * subclass is not always a dict: only instance_put knows what stands there. */
static int64_t copy_names(struct thread *t, val from, struct obj *to) {
    struct string *const names[] = {&name___module__, &name___name__, &name___qualname__, &name___doc__,
                                    &name___annotations__};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        val v = obj_lookattr(t, from, val_of(names[i]));
        if (!v && t->exc) return -1;
        if (v && instance_put(t, to, val_of(names[i]), v) < 0) return -1;
    }
    return 0;
}

static val wrapper_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)argc, (void)argv, (void)kwnames;
    return val_of(gc_new(t, cls, sizeof(struct staticmethod)));
}

static int64_t wrapper_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    const char *name = obj_isinstance(self, &classmethod_type) ? "classmethod" : "staticmethod";
    if (!args_no_keywords(t, name, kwnames) || !args_count(t, name, argc, 1, 1)) return -1;
    struct staticmethod *s = S(self);
    gc_store(s, &s->func, argv[0]);
    return copy_names(t, argv[0], &s->head);
}

static val get_func(struct thread *t, val v) {
    (void)t;
    return S(v)->func ? S(v)->func : NONE;
}
static val get_abstract(struct thread *t, val v) {
    val a = obj_lookattr(t, S(v)->func, NAME(__isabstractmethod__));
    if (!a) return t->exc ? 0 : FALSE;
    int64_t r = obj_truth(t, a);
    return r < 0 ? 0 : val_bool(r);
}
static val get_dict(struct thread *t, val v) {
    return instance_dict(t, val_obj(v));
}

static val static_get(struct thread *t, val d, val self, val owner) {
    (void)self, (void)owner;
    return S(d)->func ? S(d)->func : raise(t, &exc_RuntimeError, "uninitialized staticmethod object");
}
static val static_call(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    return rt_call(t, S(callee)->func, argc, argv, kwnames);
}
static val static_repr(struct thread *t, val v) {
    return str_format(t, "<staticmethod(%R)>", S(v)->func);
}

METHOD_TABLE(staticmethod);
GETTER(staticmethod, __func__, get_func, readonly_member);
GETTER(staticmethod, __wrapped__, get_func, readonly_member);
GETTER(staticmethod, __isabstractmethod__, get_abstract, NULL);
GETTER(staticmethod, __dict__, get_dict, NULL);

struct shape staticmethod_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &staticmethod_type};
struct type staticmethod_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &staticmethod_shape,
    .cname = "staticmethod",
    .base = &object_type,
    .flags = TYPE_BASE,
    .size = sizeof(struct staticmethod),
    .attrs = offsetof(struct staticmethod, dict),
    .gc_layout = GC_WORDS,
    METHODS_OF(staticmethod),
    .new = wrapper_make,
    .init = wrapper_init,
    .call = static_call,
    .repr = static_repr,
    .descr_get = static_get,
};

static val class_get(struct thread *t, val d, val self, val owner) {
    val f = S(d)->func;
    if (!f) return raise(t, &exc_RuntimeError, "uninitialized classmethod object");
    if (!owner) owner = val_of(type_of(self));
    if (val_is_exact(f, &method_descriptor_shape))
        return builtin_new(t, AS(builtin, f)->def, AS(builtin, f)->owner, owner, 0);
    if (val_is_exact(f, &function_shape)) return boundmethod_new(t, f, owner);
    if (type_of(f)->descr_get) return type_of(f)->descr_get(t, f, owner, owner);
    return boundmethod_new(t, f, owner);
}
static val class_repr(struct thread *t, val v) {
    return str_format(t, "<classmethod(%R)>", S(v)->func);
}

METHOD_TABLE(classmethod);
GETTER(classmethod, __func__, get_func, readonly_member);
GETTER(classmethod, __wrapped__, get_func, readonly_member);
GETTER(classmethod, __isabstractmethod__, get_abstract, NULL);
GETTER(classmethod, __dict__, get_dict, NULL);

struct shape classmethod_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &classmethod_type};
struct type classmethod_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &classmethod_shape,
    .cname = "classmethod",
    .base = &object_type,
    .flags = TYPE_BASE,
    .size = sizeof(struct staticmethod),
    .attrs = offsetof(struct staticmethod, dict),
    .gc_layout = GC_WORDS,
    METHODS_OF(classmethod),
    .new = wrapper_make,
    .init = wrapper_init,
    .repr = class_repr,
    .descr_get = class_get,
};
