/* Bound methods: a function and the object it was reached through. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"
#include "runtime/types/container.h"

#define M(v) AS(boundmethod, v)

val boundmethod_new(struct thread *t, val func, val self) {
    struct boundmethod *m = gc_new(t, &boundmethod_type, sizeof *m);
    if (!m) return 0;
    m->func = func;
    m->self = self;
    return val_of(m);
}

static val method_call(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    return call_bound(t, M(callee)->func, M(callee)->self, argc, argv, kwnames);
}

static val method_new(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)cls;
    if (!args_no_keywords(t, "method", kwnames) || !args_count(t, "method", argc, 2, 2)) return 0;
    if (!type_of(argv[0])->call) return raise(t, &exc_TypeError, "first argument must be callable");
    if (argv[1] == NONE) return raise(t, &exc_TypeError, "instance must not be None");
    return boundmethod_new(t, argv[0], argv[1]);
}

static val method_repr(struct thread *t, val v) {
    val name = obj_lookattr(t, M(v)->func, NAME(__qualname__));
    if (!name && !t->exc) name = obj_lookattr(t, M(v)->func, NAME(__name__));
    if (t->exc) return 0;
    val self = obj_repr(t, M(v)->self);
    if (!self) return 0;
    if (!name || !val_is_str(name)) return str_format(t, "<bound method ? of %U>", self);
    return str_format(t, "<bound method %U of %U>", name, self);
}

static val method_compare(struct thread *t, val a, val b, enum compare op) {
    if (!val_is_exact(b, &boundmethod_shape) || (op != CMP_EQ && op != CMP_NE)) return NOTIMPLEMENTED;
    int64_t same = obj_equal(t, M(a)->func, M(b)->func);
    if (same < 0) return 0;
    return val_bool((same && M(a)->self == M(b)->self) == (op == CMP_EQ));
}

static int64_t method_hash(struct thread *t, val v) {
    int64_t f = obj_hash(t, M(v)->func);
    if (f == -1) return -1;
    int64_t h = (int64_t)(M(v)->self >> 4) ^ f;
    return h == -1 ? -2 : h;
}

/* Attributes other than its own are the function's. */
static val method_getattr(struct thread *t, val v, val name) {
    val d = type_lookup(&boundmethod_type, name);
    if (d) return type_of(d)->descr_get ? type_of(d)->descr_get(t, d, v, val_of(&boundmethod_type)) : d;
    return obj_getattr(t, M(v)->func, name);
}

static val get_func(struct thread *t, val v) {
    (void)t;
    return M(v)->func;
}
static val get_self(struct thread *t, val v) {
    (void)t;
    return M(v)->self;
}
static val get_doc(struct thread *t, val v) {
    return obj_getattr(t, M(v)->func, NAME(__doc__));
}

METHOD_TABLE(boundmethod);
static val method_reduce(struct thread *t, val v) {
    return reduce_getattr(t, M(v)->self, obj_getattr(t, M(v)->func, NAME(__name__)));
}
METHOD(boundmethod, __reduce__, method_reduce, 1, 0, NULL);
GETTER(boundmethod, __func__, get_func, NULL);
GETTER(boundmethod, __self__, get_self, NULL);
GETTER(boundmethod, __doc__, get_doc, NULL);

struct shape boundmethod_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &boundmethod_type};
struct type boundmethod_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &boundmethod_shape,
    .cname = "method",
    .flags = TYPE_WEAKREF,
    .base = &object_type,
    .size = sizeof(struct boundmethod),
    .gc_layout = GC_WORDS,
    METHODS_OF(boundmethod),
    .new = method_new,
    .call = method_call,
    .repr = method_repr,
    .compare = method_compare,
    .hash = method_hash,
    .getattr = method_getattr,
};
