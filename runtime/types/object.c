/* `object`: what every class inherits. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"

static val object_new(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames);
static int64_t object_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames);

static bool any(int64_t argc, val kwnames) {
    return argc || (kwnames && AS(tuple, kwnames)->len);
}

val (*object_raise_abstract)(struct thread *t, struct type *cls);

/* Too many arguments are __new__'s mistake or __init__'s, whichever was not overridden. */
static val object_new(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)argv;
    if (any(argc, kwnames)) {
        if (cls->new != object_new)
            return raise(t, &exc_TypeError,
                         "object.__new__() takes exactly one argument (the type to instantiate)");
        if (cls->init == object_init) return raise(t, &exc_TypeError, "%N() takes no arguments", cls);
    }
    if (unlikely(cls->flags & TYPE_ABSTRACT)) return object_raise_abstract(t, cls);
    if (cls->flags & TYPE_INSTANCE)
        return val_of(
            gc_new_shaped(t, cls->shape, sizeof(struct instance) + cls->inline_slots * sizeof(val)));
    return val_of(gc_new(t, cls, cls->size));
}

static int64_t object_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    (void)argv;
    if (!any(argc, kwnames)) return 0;
    struct type *cls = type_of(self);
    if (cls->init != object_init)
        return raise_i(t, &exc_TypeError,
                       "object.__init__() takes exactly one argument (the instance to initialize)");
    if (cls->new == object_new)
        return raise_i(t, &exc_TypeError,
                       "%N.__init__() takes exactly one argument (the instance to initialize)", cls);
    return 0;
}

static val object_repr(struct thread *t, val v) {
    struct type *type = type_of(v);
    val module = type_module_of(t, type), name = type_qualname_of(t, type);
    if (!module || !name) return 0;
    if (val_is_str(module) && module != NAME(builtins))
        return str_format(t, "<%U.%U object at %x>", module, name, (int64_t)v);
    return str_format(t, "<%U object at %x>", name, (int64_t)v);
}

static val object_str(struct thread *t, val v) {
    if (stack_check_in(t, IN_CALL) < 0) return 0;
    return type_of(v)->repr ? type_of(v)->repr(t, v) : obj_repr(t, v); /* str() judges what it returned */
}

static int64_t object_hash(struct thread *t, val v) {
    (void)t;
    int64_t h = (int64_t)(v >> 4 | v << 60);
    return h == -1 ? -2 : h;
}

static val object_compare(struct thread *t, val a, val b, enum compare op) {
    if (op == CMP_EQ) return a == b ? TRUE : NOTIMPLEMENTED;
    if (op != CMP_NE || !type_of(a)->compare) return NOTIMPLEMENTED;
    val r = type_of(a)->compare(t, a, b, CMP_EQ);
    if (!r || r == NOTIMPLEMENTED) return r;
    int64_t truth = obj_truth(t, r);
    return truth < 0 ? 0 : val_bool(!truth);
}

static val get_class(struct thread *t, val v) {
    return (void)t, val_of(type_of(v));
}

static val object_format(struct thread *t, val v, val spec) {
    if (!val_is_str(spec)) return raise(t, &exc_TypeError, "__format__() argument must be str, not %B", spec);
    if (AS(string, spec)->len)
        return raise(t, &exc_TypeError, "unsupported format string passed to %T.__format__", v);
    return obj_str(t, v);
}

static val object_dir(struct thread *t, val v) {
    val d = dict_make(t), k, x;
    struct type *type = type_of(v);
    if (!d || type_fill(t, type) < 0) return 0;
    if (val_is_ptr(v)) {
        for (int64_t pos = 0; instance_step(val_obj(v), &pos, &k, &x);)
            if (dict_put(t, d, k, NONE) < 0) return 0;
        if (val_is_exact(v, &module_shape)) {
            for (int64_t pos = 0; dict_step(AS(module, v)->dict, &pos, &k, &x);)
                if (dict_put(t, d, k, NONE) < 0) return 0;
            return list_from_iterable(t, d);
        }
    }
    const struct tuple *mro = AS(tuple, type->mro);
    for (int64_t i = 0; i < mro->len; i++) {
        struct type *c = AS(type, mro->item[i]);
        type_fill_dict(t, c);
        for (int64_t pos = 0; dict_step(c->dict, &pos, &k, &x);)
            if (dict_put(t, d, k, NONE) < 0) return 0;
    }
    return list_from_iterable(t, d);
}

static val object_init_subclass(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t nkw = kwnames ? AS(tuple, kwnames)->len : 0;
    if (!nkw && argc <= 1) return NONE;
    val name = type_qualname_of(t, AS(type, argv[0]));
    if (!name) return 0;
    if (nkw) return raise(t, &exc_TypeError, "%U.__init_subclass__() takes no keyword arguments", name);
    return raise(t, &exc_TypeError, "%U.__init_subclass__() takes no arguments (%ld given)", name, argc - 1);
}

static val object_sizeof(struct thread *t, val v) {
    return int_from_i64(
        t, val_is_ptr(v) && !(val_obj(v)->gc & GC_STATIC) ? (int64_t)gc_object_size(val_obj(v)) : 32);
}

static val object_subclasshook(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)t, (void)callee, (void)argc, (void)argv, (void)kwnames;
    return NOTIMPLEMENTED;
}

METHOD_TABLE(object);
GETTER(object, __class__, get_class, object_set_class);
METHOD(object, __format__, object_format, 2, 0, "($self, format_spec, /)");
METHOD(object, __dir__, object_dir, 1, 0, "($self, /)");
METHOD(object, __init_subclass__, object_init_subclass, -1, METHOD_CLASS, NULL);
METHOD(object, __subclasshook__, object_subclasshook, -1, METHOD_CLASS, NULL);
METHOD(object, __sizeof__, object_sizeof, 1, 0, "($self, /)");

struct shape object_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &object_type};
struct type object_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &object_shape,
    .cname = "object",
    .flags = TYPE_BASE | TYPE_IMMUTABLE,
    .size = sizeof(struct obj),
    .gc_layout = GC_LEAF,
    METHODS_OF(object),
    .doc = "The base class of the class hierarchy.\n\nWhen called, it accepts no arguments and returns a new "
           "featureless\n"
           "instance that has no instance attributes and cannot be given any.\n",
    .new = object_new,
    .init = object_init,
    .repr = object_repr,
    .str = object_str,
    .hash = object_hash,
    .compare = object_compare,
    .getattr = generic_getattr,
    .setattr = generic_setattr,
};
