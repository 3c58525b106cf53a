/* weakref.proxy: objects that stand for another one without keeping it. Every operation is done with the
 * object behind; proxies among its operands count as their objects. */
#include "runtime/types/number.h"
#include "runtime/types/weakref.h"

/* The object behind a proxy, anything else itself; 0 raised. */
static val behind(struct thread *t, val v) {
    if (!weak_is_proxy(v)) return v;
    val o = AS(weakref, v)->target;
    return o ? o : raise(t, &exc_ReferenceError, "weakly-referenced object no longer exists");
}

static void trace(struct gc_visitor *v, struct obj *o) {
    gc_visit(v, AS(weakref, o)->callback);
}

#define UNARY(name, f)                                                                                       \
    static val name(struct thread *t, val self) {                                                            \
        val o = behind(t, self);                                                                             \
        return o ? f(t, o) : 0;                                                                              \
    }
UNARY(proxy_str, obj_str)
UNARY(proxy_neg, rt_neg)
UNARY(proxy_pos, rt_pos)
UNARY(proxy_invert, rt_invert)
UNARY(proxy_index, obj_index)
UNARY(proxy_iter, obj_iter)

static val by_method(struct thread *t, val self, val name) {
    val o = behind(t, self);
    return o ? call_method0(t, o, name) : 0;
}
static val proxy_abs(struct thread *t, val self) {
    return by_method(t, self, NAME(__abs__));
}
static val proxy_int(struct thread *t, val self) {
    val o = behind(t, self);
    return o ? call1(t, val_of(&int_type), o) : 0;
}
static val proxy_float(struct thread *t, val self) {
    val o = behind(t, self);
    return o ? call1(t, val_of(&float_type), o) : 0;
}
static val proxy_bytes(struct thread *t, val self) {
    return by_method(t, self, NAME(__bytes__));
}
static val proxy_reversed(struct thread *t, val self) {
    return by_method(t, self, NAME(__reversed__));
}

static val proxy_next(struct thread *t, val self) {
    val o = behind(t, self);
    if (!o) return 0;
    if (!type_of(o)->next)
        return raise(t, &exc_TypeError, "Weakref proxy referenced a non-iterator '%T' object", o);
    return iter_next(t, o);
}

static val proxy_repr(struct thread *t, val self) {
    val o = AS(weakref, self)->target;
    return str_format(t, "<weakproxy at %x to %s at %x>", (int64_t)self,
                      o ? type_cname(type_of(o)) : "NoneType", o ? (int64_t)o : (int64_t)NONE);
}

static val proxy_getattr(struct thread *t, val self, val name) {
    val o = behind(t, self);
    return o ? obj_getattr(t, o, name) : 0;
}
static int64_t proxy_setattr(struct thread *t, val self, val name, val value) {
    val o = behind(t, self);
    return o ? obj_setattr(t, o, name, value) : -1;
}
static val proxy_compare(struct thread *t, val a, val b, enum compare op) {
    return (a = behind(t, a)) && (b = behind(t, b)) ? obj_compare(t, a, b, op) : 0;
}
static int64_t proxy_truth(struct thread *t, val self) {
    val o = behind(t, self);
    return o ? obj_truth(t, o) : -1;
}
static int64_t proxy_len(struct thread *t, val self) {
    val o = behind(t, self);
    return o ? obj_len(t, o) : -1;
}
static val proxy_getitem(struct thread *t, val self, val key) {
    val o = behind(t, self);
    return o ? rt_getitem(t, o, key) : 0;
}
static int64_t proxy_setitem(struct thread *t, val self, val key, val value) {
    val o = behind(t, self);
    if (!o) return -1;
    return value ? rt_setitem(t, o, key, value) : rt_delitem(t, o, key);
}
static int64_t proxy_contains(struct thread *t, val self, val item) {
    val o = behind(t, self);
    return o ? rt_contains(t, o, item) : -1;
}
static val proxy_call(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    val o = behind(t, self);
    return o ? rt_call(t, o, argc, argv, kwnames) : 0;
}

#define BINARY(w, op)                                                                                        \
    static val proxy_##w(struct thread *t, val a, val b) {                                                   \
        return (a = behind(t, a)) && (b = behind(t, b)) ? binary_op(t, a, b, op, false) : 0;                 \
    }                                                                                                        \
    static val proxy_i##w(struct thread *t, val a, val b) {                                                  \
        return (a = behind(t, a)) && (b = behind(t, b)) ? binary_op(t, a, b, op, true) : 0;                  \
    }
BINARY(add, OP_ADD)
BINARY(sub, OP_SUB)
BINARY(mul, OP_MUL)
BINARY(matmul, OP_MATMUL)
BINARY(truediv, OP_TRUEDIV)
BINARY(floordiv, OP_FLOORDIV)
BINARY(mod, OP_MOD)
BINARY(pow, OP_POW)
BINARY(lshift, OP_LSHIFT)
BINARY(rshift, OP_RSHIFT)
BINARY(and, OP_AND)
BINARY(or, OP_OR)
BINARY(xor, OP_XOR)
static val proxy_divmod(struct thread *t, val a, val b) {
    return (a = behind(t, a)) && (b = behind(t, b)) ? binary_op(t, a, b, OP_DIVMOD, false) : 0;
}
static val proxy_power3(struct thread *t, val a, val b, val c) {
    return (a = behind(t, a)) && (b = behind(t, b)) && (c = behind(t, c)) ? number_power(t, a, b, c) : 0;
}

METHOD_TABLE(weakproxy);
METHOD(weakproxy, __bytes__, proxy_bytes, 1, 0, NULL);
METHOD(weakproxy, __reversed__, proxy_reversed, 1, 0, NULL);

#define BOTH(w, op) .binary[op] = proxy_##w, .inplace[op] = proxy_i##w
#define PROXY_SLOTS                                                                                          \
    .head = {&type_shape, GC_STATIC, 0}, .base = &object_type, .size = sizeof(struct weakref),               \
    .gc_layout = GC_CUSTOM, .trace = trace, METHODS_OF(weakproxy), .repr = proxy_repr, .str = proxy_str,     \
    .hash = hash_unhashable, .getattr = proxy_getattr, .setattr = proxy_setattr, .compare = proxy_compare,   \
    .iter = proxy_iter, .next = proxy_next, BOTH(add, OP_ADD), BOTH(sub, OP_SUB), BOTH(mul, OP_MUL),         \
    BOTH(matmul, OP_MATMUL), BOTH(truediv, OP_TRUEDIV), BOTH(floordiv, OP_FLOORDIV), BOTH(mod, OP_MOD),      \
    BOTH(pow, OP_POW), BOTH(lshift, OP_LSHIFT), BOTH(rshift, OP_RSHIFT), BOTH(and, OP_AND), BOTH(or, OP_OR), \
    BOTH(xor, OP_XOR), .binary[OP_DIVMOD] = proxy_divmod, .power3 = proxy_power3, .neg = proxy_neg,          \
    .pos = proxy_pos, .abs = proxy_abs, .invert = proxy_invert, .to_int = proxy_int,                         \
    .to_float = proxy_float, .index = proxy_index, .truth = proxy_truth, .len = proxy_len,                   \
    .getitem = proxy_getitem, .setitem = proxy_setitem, .contains = proxy_contains

struct shape weakproxy_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &weakproxy_type};
struct type weakproxy_type = {.shape = &weakproxy_shape, .cname = "weakref.ProxyType", PROXY_SLOTS};
struct shape weakcallableproxy_shape = {.head = {&shape_shape, GC_STATIC, 0},
                                        .type = &weakcallableproxy_type};
struct type weakcallableproxy_type = {
    .shape = &weakcallableproxy_shape, .cname = "weakref.CallableProxyType", .call = proxy_call, PROXY_SLOTS};
