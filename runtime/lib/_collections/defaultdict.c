/* collections.defaultdict: a dict that makes the values of keys it does not have. */
#include "runtime/lib/_collections/collections.h"

struct defaultdict {
    struct dict d;
    val factory; /* None or 0: none */
};

static val factory_of(val self) {
    val f = AS(defaultdict, self)->factory;
    return f ? f : NONE;
}

static int64_t default_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    val factory = NONE;
    if (argc) {
        factory = argv[0];
        if (factory != NONE && !is_callable(factory))
            return raise_i(t, &exc_TypeError, "first argument must be callable or None");
        argc--;
        argv++;
    }
    gc_store(val_obj(self), &AS(defaultdict, self)->factory, factory);
    return dict_type.init(t, self, argc, argv, kwnames);
}

static void default_trace(struct gc_visitor *v, struct obj *o) {
    dict_type.trace(v, o);
    gc_visit(v, ((struct defaultdict *)o)->factory);
}

static val default_missing(struct thread *t, val self, val key) {
    val factory = factory_of(self);
    if (factory == NONE) return key_error(t, key);
    val v = call0(t, factory);
    return v && rt_setitem(t, self, key, v) == 0 ? v : 0;
}

static val default_getitem(struct thread *t, val self, val key) {
    if (unlikely(type_of(self) != &defaultdict_type)) return dict_getitem(t, self, key);
    int64_t hash = key_hash(t, key);
    if (hash == -1) return 0;
    struct dict *d = AS(dict, self);
    int64_t ix = dict_find(t, d, key, hash);
    if (likely(ix >= 0)) return d->entry[ix].value;
    if (ix == -2) return 0;
    val factory = factory_of(self);
    if (factory == NONE) return key_error(t, key);
    val v = call0(t, factory);
    return v && dict_put_hash(t, self, key, hash, v) == 0 ? v : 0;
}

static val default_repr(struct thread *t, val self) {
    val items = dict_type.repr(t, self), factory = factory_of(self), text;
    if (!items) return 0;
    if (factory == NONE) return str_format(t, "%s(None, %U)", class_name(self), items);
    if (repr_enter(t, factory)) {
        text = obj_repr(t, factory);
        repr_leave(t, factory);
    } else {
        text = t->exc ? 0 : str_ascii(t, "...");
    }
    return text ? str_format(t, "%s(%U, %U)", class_name(self), text, items) : 0;
}

/* type(self)(factory, items) */
static val alike(struct thread *t, val self, val items) {
    return call2(t, val_of(type_of(self)), factory_of(self), items);
}

static val default_copy(struct thread *t, val self) {
    return alike(t, self, self);
}

static val default_or(struct thread *t, val a, val b) {
    bool left = obj_isinstance(a, &defaultdict_type);
    if (!val_has(left ? b : a, TYPE_DICT)) return NOTIMPLEMENTED;
    val made = alike(t, left ? a : b, a);
    return made && dict_type.inplace[OP_OR](t, made, b) ? made : 0;
}

static val default_reduce(struct thread *t, val self) {
    val factory = factory_of(self), args = factory == NONE ? EMPTY_TUPLE : tuple_of(t, 1, &factory);
    return args ? reduced_items(t, self, args, NONE, items_iter(t, self)) : 0;
}

static val get_factory(struct thread *t, val self) {
    (void)t;
    return factory_of(self);
}
static int64_t set_factory(struct thread *t, val self, val value) {
    (void)t;
    gc_store(val_obj(self), &AS(defaultdict, self)->factory, value);
    return 0;
}

METHOD_TABLE(defaultdict);
METHOD(defaultdict, __missing__, default_missing, 2, 0, 0);
METHOD(defaultdict, copy, default_copy, 1, 0, 0);
METHOD(defaultdict, __copy__, default_copy, 1, 0, 0);
METHOD(defaultdict, __reduce__, default_reduce, 1, 0, 0);
METHOD(defaultdict, __class_getitem__, class_getitem, 2, METHOD_CLASS, 0);
GETTER(defaultdict, default_factory, get_factory, set_factory);
static DEFINE_SHAPE(defaultdict);
struct type defaultdict_type = {
    .head = TYPE_HEAD,
    .shape = &defaultdict_shape,
    .cname = "collections.defaultdict",
    .base = &dict_type,
    .flags = TYPE_BASE | TYPE_DICT | TYPE_IMMUTABLE | TYPE_MAPPING,
    .size = sizeof(struct defaultdict),
    .gc_layout = GC_CUSTOM,
    .trace = default_trace,
    METHODS_OF(defaultdict),
    .doc = "defaultdict(default_factory=None, /, [...]) --> dict with default factory\n\n"
           "The default factory is called without arguments to produce\na new value when a key is not "
           "present, in "
           "__getitem__ only.\nA defaultdict compares equal to a dict with the same items.\n"
           "All remaining arguments are treated the same as if they were\npassed to the dict constructor, "
           "including keyword arguments.",
    .init = default_init,
    .repr = default_repr,
    .getitem = default_getitem,
    .binary[OP_OR] = default_or,
};
