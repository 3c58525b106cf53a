/* `type` itself: three-argument calls, the attributes and methods of classes. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"

static val type_repr(struct thread *t, val v) {
    struct type *type = AS(type, v);
    val module = type_module_of(t, type), name = type_qualname_of(t, type);
    if (!module || !name) return 0;
    if (val_is_str(module) && module != NAME(builtins)) return str_format(t, "<class '%U.%U'>", module, name);
    return str_format(t, "<class '%U'>", name);
}

/* Bases that only a class statement understands. */
static bool bases_plain(struct thread *t, val bases) {
    for (int64_t i = 0; i < AS(tuple, bases)->len; i++) {
        val b = AS(tuple, bases)->item[i];
        if (val_has(b, TYPE_TYPE)) continue;
        if (obj_lookattr(t, b, NAME(__mro_entries__)))
            raise(t, &exc_TypeError, "type() doesn't support MRO entry resolution; use types.new_class()");
        if (t->exc) return false;
    }
    return true;
}

static bool make_arguments(struct thread *t, int64_t argc, val *argv) {
    if (argc != 3)
        raise(t, &exc_TypeError, "type.__new__() takes exactly 3 arguments (%ld given)", argc);
    else if (!val_is_str(argv[0]))
        raise(t, &exc_TypeError, "type.__new__() argument 1 must be str, not %B", argv[0]);
    else if (!val_has(argv[1], TYPE_TUPLE))
        raise(t, &exc_TypeError, "type.__new__() argument 2 must be tuple, not %B", argv[1]);
    else if (!val_has(argv[2], TYPE_DICT))
        raise(t, &exc_TypeError, "type.__new__() argument 3 must be dict, not %B", argv[2]);
    return !t->exc;
}

static bool class_name_ok(struct thread *t, val name) {
    for (int64_t i = 0; i < AS(string, name)->len; i++) {
        if (str_at(AS(string, name), i)) continue;
        raise(t, &exc_ValueError, "type name must not contain null characters");
        return false;
    }
    return true;
}

static val type_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    if (!make_arguments(t, argc, argv) || !bases_plain(t, argv[1])) return 0;
    struct type *meta = bases_metaclass(t, cls, argv[1]);
    if (!meta) return 0;
    if (meta != cls && meta->new != type_make) return meta->new (t, meta, argc, argv, kwnames);
    if (!class_name_ok(t, argv[0])) return 0;
    return class_new(t, meta, argv[0], argv[1], argv[2], kwnames ? AS(tuple, kwnames)->len : 0, argv + 3,
                     kwnames, class_hint(argv[2]));
}

/* The namespace for a class body. */
static val type_prepare(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee, (void)argc, (void)argv, (void)kwnames;
    return dict_make(t);
}

static int64_t type_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    (void)self, (void)argv;
    if (argc == 1 && kwnames && AS(tuple, kwnames)->len)
        return raise_i(t, &exc_TypeError, "type.__init__() takes no keyword arguments");
    if (argc != 1 && argc != 3) return raise_i(t, &exc_TypeError, "type.__init__() takes 1 or 3 arguments");
    return 0;
}

static val get_name(struct thread *t, val v) {
    return type_name_of(t, AS(type, v));
}
static val get_qualname(struct thread *t, val v) {
    return type_qualname_of(t, AS(type, v));
}
static val get_module(struct thread *t, val v) {
    return type_module_of(t, AS(type, v));
}

static bool settable(struct thread *t, val v, const char *what, val value) {
    struct type *type = AS(type, v);
    if (!(type->flags & TYPE_HEAP)) {
        raise(t, &exc_TypeError, "cannot set '%s' attribute of immutable type '%N'", what, type);
        return false;
    }
    if (!value) raise(t, &exc_TypeError, "cannot delete '%s' attribute of immutable type '%N'", what, type);
    return value != 0;
}

static int64_t set_name(struct thread *t, val v, val value) {
    if (!settable(t, v, "__name__", value)) return -1;
    if (!val_is_str(value))
        return raise_i(t, &exc_TypeError, "can only assign string to %N.__name__, not '%T'", AS(type, v),
                       value);
    AS(type, v)->name = value;
    return 0;
}
static int64_t set_qualname(struct thread *t, val v, val value) {
    if (!settable(t, v, "__qualname__", value)) return -1;
    if (!val_is_str(value))
        return raise_i(t, &exc_TypeError, "can only assign string to %N.__qualname__, not '%T'", AS(type, v),
                       value);
    AS(type, v)->qualname = value;
    return 0;
}
static int64_t set_module(struct thread *t, val v, val value) {
    if (!settable(t, v, "__module__", value)) return -1;
    return dict_put(t, AS(type, v)->dict, NAME(__module__), value);
}

static val get_mro(struct thread *t, val v) {
    if (type_fill(t, AS(type, v)) < 0) return 0;
    return AS(type, v)->mro == EMPTY_TUPLE ? NONE : AS(type, v)->mro;
}
static val get_bases(struct thread *t, val v) {
    return type_fill(t, AS(type, v)) < 0 ? 0 : AS(type, v)->bases;
}
static val get_base(struct thread *t, val v) {
    (void)t;
    return AS(type, v)->base ? val_of(AS(type, v)->base) : NONE;
}
val mappingproxy_new(struct thread *t, val mapping); /* types/mappingproxy.c */
static val get_dict(struct thread *t, val v) {
    type_fill_dict(t, AS(type, v));
    return mappingproxy_new(t, AS(type, v)->dict);
}
static val get_doc(struct thread *t, val v) {
    val d = type_own_lookup(t, AS(type, v), NAME(__doc__));
    if (d && type_of(d)->descr_get) return type_of(d)->descr_get(t, d, 0, v);
    return d || t->exc ? d : NONE;
}
static int64_t set_doc(struct thread *t, val v, val value) {
    if (!settable(t, v, "__doc__", value)) return -1;
    return dict_put(t, AS(type, v)->dict, NAME(__doc__), value);
}
static val raise_abstract(struct thread *t, struct type *cls) {
    val names = obj_getattr(t, val_of(cls), NAME(__abstractmethods__));
    val sorted = names ? list_from_iterable(t, names) : 0;
    if (!sorted || list_sort_values(t, sorted, 0, false) < 0) return 0;
    int64_t n = AS(list, sorted)->len;
    val joined = str_join(t, str_ascii(t, ", "), sorted);
    return joined ? raise(t, &exc_TypeError, "Can't instantiate abstract class %N with abstract method%s %U",
                          cls, n > 1 ? "s" : "", joined)
                  : 0;
}

static val get_abstract_methods(struct thread *t, val v) {
    struct type *type = AS(type, v);
    val names =
        type == &type_type || !type->dict ? 0 : dict_lookup_name(type->dict, NAME(__abstractmethods__));
    return names ? names : raise(t, &exc_AttributeError, "__abstractmethods__");
}
/* A class with abstract methods has no instances. */
static int64_t set_abstract_methods(struct thread *t, val v, val value) {
    struct type *type = AS(type, v);
    if (!(type->flags & TYPE_HEAP))
        return raise_i(t, &exc_TypeError, "cannot set '__abstractmethods__' attribute of immutable type '%N'",
                       type);
    int64_t any = value ? obj_truth(t, value) : 0;
    if (any < 0) return -1;
    if (value) {
        if (dict_put(t, type->dict, NAME(__abstractmethods__), value) < 0) return -1;
    } else {
        int64_t r = dict_remove(t, type->dict, NAME(__abstractmethods__));
        if (r <= 0) return r < 0 ? -1 : raise_i(t, &exc_AttributeError, "__abstractmethods__");
    }
    type_changed(t, type, NAME(__abstractmethods__));
    object_raise_abstract = raise_abstract;
    type->flags = any ? type->flags | TYPE_ABSTRACT : type->flags & ~(uint32_t)TYPE_ABSTRACT;
    return 0;
}
static val get_annotations(struct thread *t, val v) {
    struct type *type = AS(type, v);
    if (!(type->flags & TYPE_HEAP))
        return raise(t, &exc_AttributeError, "type object '%N' has no attribute '__annotations__'", type);
    val a = dict_lookup_name(type->dict, NAME(__annotations__));
    if (a) return a;
    a = dict_make(t);
    return a && dict_put(t, type->dict, NAME(__annotations__), a) == 0 ? a : 0;
}
static int64_t set_annotations(struct thread *t, val v, val value) {
    struct type *type = AS(type, v);
    if (!(type->flags & TYPE_HEAP))
        return raise_i(t, &exc_TypeError, "cannot set '__annotations__' attribute of immutable type '%N'",
                       type);
    return value ? dict_put(t, type->dict, NAME(__annotations__), value)
                 : (dict_remove(t, type->dict, NAME(__annotations__)) < 0 ? -1 : 0);
}

static val type_mro(struct thread *t, val v) {
    struct type *type = AS(type, v);
    if (type_fill(t, type) < 0) return 0;
    val m = type->flags & TYPE_HEAP ? mro_linear(t, type) : type->mro;
    return m ? list_from_iterable(t, m) : 0;
}

static val type_subclasses(struct thread *t, val v) {
    struct type *type = AS(type, v);
    if (!type->subclasses) return list_new(t, 0);
    return list_of(t, AS(list, type->subclasses)->len, AS(list, type->subclasses)->item);
}

static val type_instancecheck(struct thread *t, val cls, val v) {
    int64_t r = obj_is_instance_plain(t, v, cls);
    return r < 0 ? 0 : val_bool(r != 0);
}
static val type_subclasscheck(struct thread *t, val cls, val v) {
    int64_t r = obj_is_subclass_plain(t, v, cls);
    return r < 0 ? 0 : val_bool(r != 0);
}

static val type_dir(struct thread *t, val v) {
    val d = dict_make(t), k, x;
    if (!d || type_fill(t, AS(type, v)) < 0) return 0;
    const struct tuple *mro = AS(tuple, AS(type, v)->mro);
    for (int64_t i = mro->len; i-- > 0;) {
        struct type *c = AS(type, mro->item[i]);
        type_fill_dict(t, c);
        for (int64_t pos = 0; dict_step(c->dict, &pos, &k, &x);)
            if (dict_put(t, d, k, NONE) < 0) return 0;
    }
    return list_from_iterable(t, d);
}

/* ---- members that describe CPython's struct: what holds of this type here, in its bits ---- */

static val get_flags(struct thread *t, val v) {
    static const struct {
        uint32_t ours;
        uint8_t bit;
    } bits[] = {{TYPE_SEQUENCE, 5},  {TYPE_MAPPING, 6}, {TYPE_HEAP, 9},  {TYPE_BASE, 10},
                {TYPE_ABSTRACT, 20}, {TYPE_INT, 24},    {TYPE_LIST, 25}, {TYPE_TUPLE, 26},
                {TYPE_BYTES, 27},    {TYPE_STR, 28},    {TYPE_DICT, 29}, {TYPE_EXC, 30},
                {TYPE_TYPE, 31}};
    enum { IMMUTABLE = 1 << 8, READY = 1 << 12, COLLECTED = 1 << 14, VERSIONED = 1 << 18 };
    struct type *type = AS(type, v);
    if (type_fill(t, type) < 0) return 0;
    int64_t flags = READY | VERSIONED | (type->flags & TYPE_HEAP ? 0 : IMMUTABLE);
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
        if (type->flags & bits[i].ours) flags |= INT64_C(1) << bits[i].bit;
    if (type->gc_layout != GC_LEAF || type->attrs) flags |= COLLECTED;
    return int_from_i64(t, flags);
}
static val get_basicsize(struct thread *t, val v) {
    struct type *type = AS(type, v);
    if (type_fill(t, type) < 0) return 0;
    return int_from_i64(t, (int64_t)type->size + 8 * (int64_t)type->members);
}
static val get_itemsize(struct thread *t, val v) {
    struct type *type = AS(type, v);
    if (type_fill(t, type) < 0) return 0;
    uint32_t f = type->flags;
    return int_from_i64(t, f & TYPE_INT     ? 4
                           : f & TYPE_BYTES ? 1
                           : f & TYPE_TUPLE ? 8
                           : f & TYPE_TYPE  ? 40
                                            : 0);
}
static val get_dictoffset(struct thread *t, val v) {
    struct type *type = AS(type, v);
    if (type_fill(t, type) < 0) return 0;
    if (type->flags & TYPE_TYPE) return int_from_i64(t, (int64_t)offsetof(struct type, dict));
    bool has = type->flags & TYPE_HAS_DICT || (type->attrs && !(type->flags & TYPE_HEAP));
    return int_from_i64(t, !has ? 0 : type->attrs == ATTRS_LAST ? -1 : (int64_t)type->attrs);
}
/* References to an object are found by its address: there is no place in it for them. */
static val get_weakrefoffset(struct thread *t, val v) {
    struct type *type = AS(type, v);
    if (type_fill(t, type) < 0) return 0;
    return int_from_i64(t, type->flags & TYPE_WEAKREF ? (int64_t)sizeof(struct obj) : 0);
}

METHOD_TABLE(type);
GETTER(type, __flags__, get_flags, readonly_member);
GETTER(type, __basicsize__, get_basicsize, readonly_member);
GETTER(type, __itemsize__, get_itemsize, readonly_member);
GETTER(type, __dictoffset__, get_dictoffset, readonly_member);
GETTER(type, __weakrefoffset__, get_weakrefoffset, readonly_member);
GETTER(type, __name__, get_name, set_name);
GETTER(type, __qualname__, get_qualname, set_qualname);
GETTER(type, __module__, get_module, set_module);
GETTER(type, __mro__, get_mro, NULL);
GETTER(type, __bases__, get_bases, type_set_bases);
GETTER(type, __base__, get_base, NULL);
GETTER(type, __dict__, get_dict, NULL);
GETTER(type, __doc__, get_doc, set_doc);
GETTER(type, __abstractmethods__, get_abstract_methods, set_abstract_methods);
GETTER(type, __annotations__, get_annotations, set_annotations);
METHOD(type, __prepare__, type_prepare, -1, METHOD_CLASS, NULL);
METHOD(type, mro, type_mro, 1, 0, "($self, /)");
METHOD(type, __subclasses__, type_subclasses, 1, 0, "($self, /)");
METHOD(type, __instancecheck__, type_instancecheck, 2, 0, "($self, instance, /)");
METHOD(type, __subclasscheck__, type_subclasscheck, 2, 0, "($self, subclass, /)");
METHOD(type, __dir__, type_dir, 1, 0, "($self, /)");

struct shape type_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &type_type};
struct type type_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &type_shape,
    .cname = "type",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_TYPE | TYPE_IMMUTABLE | TYPE_WEAKREF,
    .size = sizeof(struct type),
    .gc_layout = GC_LEAF, /* types are never freed: their fields are roots */
    METHODS_OF(type),
    .doc = "type(object) -> the object's type\ntype(name, bases, dict, **kwds) -> a new type",
    .new = type_make,
    .init = type_init,
    .call = type_call,
    .repr = type_repr,
    .getattr = type_getattr,
    .setattr = type_setattr,
    .binary[OP_OR] = union_or,
};
