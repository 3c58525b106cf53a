/* weakref.ref: references that do not keep their object. What the collector does with them: gc/weak.h. */
#include "runtime/types/weakref.h"

#define R(v) AS(weakref, v)

bool weak_allowed(const struct type *type) {
    return (type->flags & TYPE_WEAKREF) != 0;
}

static void trace(struct gc_visitor *v, struct obj *o) {
    gc_visit(v, R(o)->callback);
    gc_visit(v, R(o)->hash);
}

/* The shared proxy stands after the shared reference. */
static struct weakref *shared(val target, bool proxy) {
    struct weakref *r = weak_first(target);
    bool plain = r && val_is_exact(val_of(r), &weakref_shape) && !r->callback;
    if (!proxy) return plain ? r : NULL;
    if (plain) r = r->next;
    return r && weak_is_proxy(val_of(r)) && !r->callback ? r : NULL;
}

struct weakref *weak_new(struct thread *t, struct type *cls, val target, val callback) {
    if (!weak_allowed(type_of(target))) {
        raise(t, &exc_TypeError, "cannot create weak reference to '%T' object", target);
        return NULL;
    }
    if (callback == NONE) callback = 0;
    bool proxy = cls->getattr != generic_getattr && weak_type_is_proxy(cls);
    bool plain = !callback && (proxy || cls == &weakref_type);
    struct weakref *same = plain ? shared(target, proxy) : NULL;
    if (same) return same;
    struct weakref *r = gc_new(t, cls, cls->size);
    if (!r) return NULL;
    r->callback = callback;
    struct weakref *first = shared(target, false), *second = shared(target, true), *after = NULL;
    if (!plain || proxy) after = !plain && second ? second : first;
    return weak_attach(t, r, target, after) ? r : NULL;
}

/* ref(object, callback=None); keywords are for the __init__ of subclasses. */
static val ref_new(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)kwnames;
    if (!args_count(t, "__new__", argc, 1, 2)) return 0;
    return val_of(weak_new(t, cls, argv[0], argc > 1 ? argv[1] : 0));
}

static int64_t ref_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    (void)self, (void)argv;
    if (!args_no_keywords(t, "ref", kwnames)) return -1;
    return args_count(t, "__init__", argc, 1, 2) ? 0 : -1;
}

static val ref_call(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    (void)argv;
    if (kwnames && AS(tuple, kwnames)->len)
        return raise(t, &exc_TypeError, "weakref() takes no keyword arguments");
    if (argc) return args_count(t, "weakref", argc, 0, 0), (val)0;
    return R(self)->target ? R(self)->target : NONE;
}

static val ref_repr(struct thread *t, val self) {
    val o = R(self)->target;
    if (!o) return str_format(t, "<weakref at %x; dead>", (int64_t)self);
    val name = obj_lookattr(t, o, NAME(__name__));
    if (!name && t->exc) return 0;
    if (name && val_is_str(name))
        return str_format(t, "<weakref at %x; to '%T' at %x (%U)>", (int64_t)self, o, (int64_t)o, name);
    return str_format(t, "<weakref at %x; to '%T' at %x>", (int64_t)self, o, (int64_t)o);
}

static int64_t ref_hash(struct thread *t, val self) {
    struct weakref *r = R(self);
    int64_t h;
    if (r->hash) return int_to_i64(r->hash, &h) ? h : -1;
    if (!r->target) return raise_i(t, &exc_TypeError, "weak object has gone away");
    if ((h = obj_hash(t, r->target)) == -1) return -1;
    val boxed = int_from_i64(t, h);
    if (!boxed) return -1;
    gc_store(r, &r->hash, boxed);
    return h;
}

static val ref_compare(struct thread *t, val a, val b, enum compare op) {
    if ((op != CMP_EQ && op != CMP_NE) || !obj_isinstance(b, &weakref_type)) return NOTIMPLEMENTED;
    val x = R(a)->target, y = R(b)->target;
    if (!x || !y) return val_bool((a == b) == (op == CMP_EQ));
    return obj_compare(t, x, y, op);
}

static val get_callback(struct thread *t, val self) {
    (void)t;
    return R(self)->callback && R(self)->target ? R(self)->callback : NONE;
}

METHOD_TABLE(weakref);
METHOD(weakref, __class_getitem__, class_getitem, 2, METHOD_CLASS, NULL);
GETTER(weakref, __callback__, get_callback, readonly_member);

struct shape weakref_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &weakref_type};
struct type weakref_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &weakref_shape,
    .cname = "weakref.ReferenceType",
    .base = &object_type,
    .flags = TYPE_BASE,
    .size = sizeof(struct weakref),
    .gc_layout = GC_CUSTOM,
    .trace = trace,
    METHODS_OF(weakref),
    .new = ref_new,
    .init = ref_init,
    .call = ref_call,
    .repr = ref_repr,
    .hash = ref_hash,
    .compare = ref_compare,
};
