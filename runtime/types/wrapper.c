/* Dunder methods made of slots: `list.__len__` is a wrapper_descriptor, `[].__len__` a method_wrapper.
 *
 * `dunders` is the one table that ties a special method's name to its slot; type.c reads it to show slots as
 * attributes and to find which slots a class body provides, slots.c provides the functions for the other
 * direction. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"
#include "runtime/types/container.h"

enum wrap_kind {
    W_UNARY,
    W_NEXT,
    W_HASH,
    W_LEN,
    W_TRUTH,
    W_BINARY,
    W_REFLECTED,
    W_COMPARE,
    W_SETITEM,
    W_DELITEM,
    W_CONTAINS,
    W_GETATTR,
    W_SETATTR,
    W_DELATTR,
    W_CALL,
    W_INIT,
    W_GET,
    W_SET,
    W_DELETE,
    W_POW,
    W_RPOW,
    W_NEW
};

#define SLOT(field) ((uint8_t)((offsetof(struct type, field) - offsetof(struct type, new)) / sizeof(void *)))
#define NONE_OTHER  0xff
#define D(n, field, kind, op, other)                                                                         \
    { &name_##n, SLOT(field), kind, op, other }
#define ARITH(w, op)                                                                                         \
    D(__##w##__, binary[op], W_BINARY, op, NONE_OTHER),                                                      \
        D(__r##w##__, binary[op], W_REFLECTED, op, NONE_OTHER),                                              \
        D(__i##w##__, inplace[op], W_BINARY, op, NONE_OTHER)

const struct dunder dunders[] = {
    D(__add__, binary[OP_ADD], W_BINARY, OP_ADD, SLOT(concat)),
    D(__radd__, binary[OP_ADD], W_REFLECTED, OP_ADD, NONE_OTHER),
    D(__iadd__, inplace[OP_ADD], W_BINARY, OP_ADD, SLOT(inplace_concat)),
    D(__mul__, binary[OP_MUL], W_BINARY, OP_MUL, SLOT(repeat)),
    D(__rmul__, binary[OP_MUL], W_REFLECTED, OP_MUL, SLOT(repeat)),
    D(__imul__, inplace[OP_MUL], W_BINARY, OP_MUL, SLOT(inplace_repeat)),
    ARITH(sub, OP_SUB),
    ARITH(matmul, OP_MATMUL),
    ARITH(truediv, OP_TRUEDIV),
    ARITH(floordiv, OP_FLOORDIV),
    ARITH(mod, OP_MOD),
    ARITH(lshift, OP_LSHIFT),
    ARITH(rshift, OP_RSHIFT),
    ARITH(and, OP_AND),
    ARITH(or, OP_OR),
    ARITH(xor, OP_XOR),
    D(__divmod__, binary[OP_DIVMOD], W_BINARY, OP_DIVMOD, NONE_OTHER),
    D(__rdivmod__, binary[OP_DIVMOD], W_REFLECTED, OP_DIVMOD, NONE_OTHER),
    D(__pow__, binary[OP_POW], W_POW, OP_POW, NONE_OTHER),
    D(__rpow__, binary[OP_POW], W_RPOW, OP_POW, NONE_OTHER),
    D(__ipow__, inplace[OP_POW], W_BINARY, OP_POW, NONE_OTHER),
    D(__neg__, neg, W_UNARY, 0, NONE_OTHER),
    D(__pos__, pos, W_UNARY, 0, NONE_OTHER),
    D(__abs__, abs, W_UNARY, 0, NONE_OTHER),
    D(__invert__, invert, W_UNARY, 0, NONE_OTHER),
    D(__int__, to_int, W_UNARY, 0, NONE_OTHER),
    D(__float__, to_float, W_UNARY, 0, NONE_OTHER),
    D(__index__, index, W_UNARY, 0, NONE_OTHER),
    D(__bool__, truth, W_TRUTH, 0, NONE_OTHER),
    D(__len__, len, W_LEN, 0, NONE_OTHER),
    D(__getitem__, getitem, W_BINARY, 0, NONE_OTHER),
    D(__setitem__, setitem, W_SETITEM, 0, NONE_OTHER),
    D(__delitem__, setitem, W_DELITEM, 0, NONE_OTHER),
    D(__contains__, contains, W_CONTAINS, 0, NONE_OTHER),
    D(__repr__, repr, W_UNARY, 0, NONE_OTHER),
    D(__str__, str, W_UNARY, 0, NONE_OTHER),
    D(__hash__, hash, W_HASH, 0, NONE_OTHER),
    D(__lt__, compare, W_COMPARE, CMP_LT, NONE_OTHER),
    D(__le__, compare, W_COMPARE, CMP_LE, NONE_OTHER),
    D(__eq__, compare, W_COMPARE, CMP_EQ, NONE_OTHER),
    D(__ne__, compare, W_COMPARE, CMP_NE, NONE_OTHER),
    D(__gt__, compare, W_COMPARE, CMP_GT, NONE_OTHER),
    D(__ge__, compare, W_COMPARE, CMP_GE, NONE_OTHER),
    D(__iter__, iter, W_UNARY, 0, NONE_OTHER),
    D(__next__, next, W_NEXT, 0, NONE_OTHER),
    D(__getattribute__, getattr, W_GETATTR, 0, NONE_OTHER),
    D(__getattr__, getattr, 0xff, 0, NONE_OTHER),
    D(__setattr__, setattr, W_SETATTR, 0, NONE_OTHER),
    D(__delattr__, setattr, W_DELATTR, 0, NONE_OTHER),
    D(__call__, call, W_CALL, 0, NONE_OTHER),
    D(__init__, init, W_INIT, 0, NONE_OTHER),
    D(__new__, new, W_NEW, 0, NONE_OTHER),
    D(__get__, descr_get, W_GET, 0, NONE_OTHER),
    D(__set__, descr_set, W_SET, 0, NONE_OTHER),
    D(__delete__, descr_set, W_DELETE, 0, NONE_OTHER),
};
const uint32_t dunder_count = sizeof dunders / sizeof *dunders;

static void *wrapped(const struct type *type, const struct dunder *d) {
    void *f = type_slots((struct type *)type)[d->slot];
    if (!f && d->other != NONE_OTHER) f = type_slots((struct type *)type)[d->other];
    return f;
}

/* Whether the built-in type itself, not its base, provides what this name stands for. */
bool wrapper_provides(struct type *type, const struct dunder *d) {
    if (d->kind == 0xff || d->kind == W_NEW) return false;
    if (type->own_slots >> d->slot & 1) return type_slots(type)[d->slot] != NULL;
    return d->other != NONE_OTHER && type->own_slots >> d->other & 1 && type_slots(type)[d->other];
}

val wrapper_new(struct thread *t, struct type *owner, const struct dunder *d) {
    struct wrapper_descriptor *w = gc_new(t, &wrapper_descriptor_type, sizeof *w);
    if (!w) return 0;
    w->owner = owner;
    w->def = d;
    return val_of(w);
}

static bool expect(struct thread *t, int64_t argc, int64_t n) {
    if (argc == n) return true;
    raise(t, &exc_TypeError, "expected %ld argument%s, got %ld", n, n == 1 ? "" : "s", argc);
    return false;
}

static val none_unless_error(int64_t r) {
    return r < 0 ? 0 : NONE;
}

static val wrap_get(struct thread *t, void *f, val self, int64_t argc, val *argv) {
    if (argc < 1 || argc > 2) return args_count(t, "__get__", argc, 1, 2), (val)0;
    val obj = argv[0] == NONE ? 0 : argv[0], owner = argc > 1 && argv[1] != NONE ? argv[1] : 0;
    if (!obj && !owner) return raise(t, &exc_TypeError, "__get__(None, None) is invalid");
    val (*get)(struct thread *, val, val, val) = f;
    return get(t, self, obj, owner ? owner : val_of(type_of(obj)));
}

static val wrap_pow(struct thread *t, struct type *owner, void *f, val self, int64_t argc, val *argv) {
    if (argc < 1 || argc > 2) return expect(t, argc, 1), (val)0;
    if (argc == 2 && argv[1] != NONE)
        return owner->power3 ? owner->power3(t, self, argv[0], argv[1]) : NOTIMPLEMENTED;
    return ((binary_fn)f)(t, self, argv[0]);
}

/* The slot behind the wrapper, with argv[0..argc) after self. */
static val wrap_call(struct thread *t, const struct wrapper_descriptor *w, val self, int64_t argc, val *argv,
                     val kwnames) {
    const struct dunder *d = w->def;
    void *f = wrapped(w->owner, d);
    int64_t n;
    if (kwnames && d->kind != W_CALL && d->kind != W_INIT)
        return raise(t, &exc_TypeError, "wrapper %U() takes no keyword arguments", val_of(d->name));
    switch (d->kind) {
    case W_UNARY: return expect(t, argc, 0) ? ((unary_fn)f)(t, self) : 0;
    case W_NEXT: {
        if (!expect(t, argc, 0)) return 0;
        val v = ((unary_fn)f)(t, self);
        return v || t->exc ? v : raise(t, &exc_StopIteration, NULL);
    }
    case W_HASH:
    case W_LEN:
        if (!expect(t, argc, 0)) return 0;
        n = ((query_fn)f)(t, self);
        return n == -1 && t->exc ? 0 : int_from_i64(t, n);
    case W_TRUTH:
        if (!expect(t, argc, 0)) return 0;
        n = ((query_fn)f)(t, self);
        return n < 0 ? 0 : val_bool(n != 0);
    case W_BINARY:
        if (!expect(t, argc, 1)) return 0;
        return ((binary_fn)f)(t, self, argv[0]);
    case W_REFLECTED:
        if (!expect(t, argc, 1)) return 0;
        if (d->other != NONE_OTHER && !type_slots(w->owner)[d->slot]) return ((binary_fn)f)(t, self, argv[0]);
        return ((binary_fn)f)(t, argv[0], self);
    case W_POW: return wrap_pow(t, w->owner, f, self, argc, argv);
    case W_RPOW: return expect(t, argc, 1) ? ((binary_fn)f)(t, argv[0], self) : 0;
    case W_COMPARE: {
        if (!expect(t, argc, 1)) return 0;
        val (*compare)(struct thread *, val, val, enum compare) = f;
        return compare(t, self, argv[0], d->op);
    }
    case W_SETITEM:
    case W_SET: {
        if (!expect(t, argc, 2)) return 0;
        int64_t (*set)(struct thread *, val, val, val) = f;
        return none_unless_error(set(t, self, argv[0], argv[1]));
    }
    case W_DELITEM:
    case W_DELETE: {
        if (!expect(t, argc, 1)) return 0;
        int64_t (*set)(struct thread *, val, val, val) = f;
        return none_unless_error(set(t, self, argv[0], 0));
    }
    case W_CONTAINS: {
        if (!expect(t, argc, 1)) return 0;
        int64_t (*has)(struct thread *, val, val) = f;
        n = has(t, self, argv[0]);
        return n < 0 ? 0 : val_bool(n != 0);
    }
    case W_GETATTR:
        return expect(t, argc, 1) && attr_name(t, &argv[0]) ? ((binary_fn)f)(t, self, argv[0]) : 0;
    case W_SETATTR:
    case W_DELATTR: {
        if (!expect(t, argc, d->kind == W_SETATTR ? 2 : 1) || !attr_name(t, &argv[0])) return 0;
        int64_t (*set)(struct thread *, val, val, val) = f;
        return none_unless_error(set(t, self, argv[0], d->kind == W_SETATTR ? argv[1] : 0));
    }
    case W_CALL: return ((entry_fn)f)(t, self, argc, argv, kwnames);
    case W_INIT: {
        int64_t (*init)(struct thread *, val, int64_t, val *, val) = f;
        return none_unless_error(init(t, self, argc, argv, kwnames));
    }
    case W_GET: return wrap_get(t, f, self, argc, argv);
    default: return raise(t, &exc_SystemError, "bad slot wrapper");
    }
}

/* ---- wrapper_descriptor ---- */

static val descriptor_call(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    struct wrapper_descriptor *w = AS(wrapper_descriptor, callee);
    if (argc < 1)
        return raise(t, &exc_TypeError, "descriptor '%U' of '%N' object needs an argument",
                     val_of(w->def->name), w->owner);
    if (!type_is_subtype(type_of(argv[0]), w->owner))
        return raise(t, &exc_TypeError, "descriptor '%U' requires a '%N' object but received a '%T'",
                     val_of(w->def->name), w->owner, argv[0]);
    return wrap_call(t, w, argv[0], argc - 1, argv + 1, kwnames);
}

static val descriptor_get(struct thread *t, val descr, val self, val owner) {
    (void)owner;
    if (!self) return descr;
    struct wrapper_descriptor *w = AS(wrapper_descriptor, descr);
    if (!type_is_subtype(type_of(self), w->owner))
        return raise(t, &exc_TypeError, "descriptor '%U' for '%N' objects doesn't apply to a '%T' object",
                     val_of(w->def->name), w->owner, self);
    struct method_wrapper *m = gc_new(t, &method_wrapper_type, sizeof *m);
    if (!m) return 0;
    m->descr = descr;
    m->self = self;
    return val_of(m);
}

static val descriptor_repr(struct thread *t, val v) {
    struct wrapper_descriptor *w = AS(wrapper_descriptor, v);
    return str_format(t, "<slot wrapper '%U' of '%N' objects>", val_of(w->def->name), w->owner);
}

static val descriptor_name(struct thread *t, val v) {
    (void)t;
    return val_of(AS(wrapper_descriptor, v)->def->name);
}
static val descriptor_qualname(struct thread *t, val v) {
    struct wrapper_descriptor *w = AS(wrapper_descriptor, v);
    return str_format(t, "%N.%U", w->owner, val_of(w->def->name));
}
static val descriptor_objclass(struct thread *t, val v) {
    (void)t;
    return val_of(AS(wrapper_descriptor, v)->owner);
}

METHOD_TABLE(wrapper_descriptor);
static val descriptor_reduce(struct thread *t, val v) {
    return reduce_getattr(t, descriptor_objclass(t, v), descriptor_name(t, v));
}
METHOD(wrapper_descriptor, __reduce__, descriptor_reduce, 1, 0, NULL);
GETTER(wrapper_descriptor, __name__, descriptor_name, NULL);
GETTER(wrapper_descriptor, __qualname__, descriptor_qualname, NULL);
GETTER(wrapper_descriptor, __objclass__, descriptor_objclass, NULL);

struct shape wrapper_descriptor_shape = {.head = {&shape_shape, GC_STATIC, 0},
                                         .type = &wrapper_descriptor_type};
struct type wrapper_descriptor_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &wrapper_descriptor_shape,
    .cname = "wrapper_descriptor",
    .base = &object_type,
    .size = sizeof(struct wrapper_descriptor),
    .gc_layout = GC_LEAF, /* owners are never freed */
    METHODS_OF(wrapper_descriptor),
    .call = descriptor_call,
    .repr = descriptor_repr,
    .descr_get = descriptor_get,
};

/* ---- method-wrapper ---- */

static val bound_call(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    struct method_wrapper *m = AS(method_wrapper, callee);
    return wrap_call(t, AS(wrapper_descriptor, m->descr), m->self, argc, argv, kwnames);
}

static val bound_repr(struct thread *t, val v) {
    struct method_wrapper *m = AS(method_wrapper, v);
    return str_format(t, "<method-wrapper '%U' of %T object at %x>",
                      val_of(AS(wrapper_descriptor, m->descr)->def->name), m->self, (int64_t)m->self);
}

static val bound_compare(struct thread *t, val a, val b, enum compare op) {
    (void)t;
    if (!val_is_exact(b, &method_wrapper_shape) || (op != CMP_EQ && op != CMP_NE)) return NOTIMPLEMENTED;
    struct method_wrapper *x = AS(method_wrapper, a), *y = AS(method_wrapper, b);
    return val_bool((x->descr == y->descr && x->self == y->self) == (op == CMP_EQ));
}

static int64_t bound_hash(struct thread *t, val v) {
    (void)t;
    struct method_wrapper *m = AS(method_wrapper, v);
    int64_t h = (int64_t)((m->self >> 4) ^ (m->descr >> 4));
    return h == -1 ? -2 : h;
}

static val bound_name(struct thread *t, val v) {
    return descriptor_name(t, AS(method_wrapper, v)->descr);
}
static val bound_self(struct thread *t, val v) {
    (void)t;
    return AS(method_wrapper, v)->self;
}

METHOD_TABLE(method_wrapper);
static val bound_reduce(struct thread *t, val v) {
    return reduce_getattr(t, bound_self(t, v), bound_name(t, v));
}
METHOD(method_wrapper, __reduce__, bound_reduce, 1, 0, NULL);
GETTER(method_wrapper, __name__, bound_name, NULL);
GETTER(method_wrapper, __self__, bound_self, NULL);

struct shape method_wrapper_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &method_wrapper_type};
struct type method_wrapper_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &method_wrapper_shape,
    .cname = "method-wrapper",
    .base = &object_type,
    .size = sizeof(struct method_wrapper),
    .gc_layout = GC_WORDS,
    METHODS_OF(method_wrapper),
    .call = bound_call,
    .repr = bound_repr,
    .compare = bound_compare,
    .hash = bound_hash,
};
