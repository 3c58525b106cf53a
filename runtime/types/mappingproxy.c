/* mappingproxy: a read-only view of a mapping (`type.__dict__`, `types.MappingProxyType`). */
#include "runtime/types/container.h"

METHOD_TABLE(mappingproxy);

struct mappingproxy {
    struct obj head;
    val mapping;
};
static inline val inner(val self) {
    return AS(mappingproxy, self)->mapping;
}

val mappingproxy_new(struct thread *t, val mapping) {
    struct mappingproxy *p = gc_new(t, &mappingproxy_type, sizeof *p);
    if (p) p->mapping = mapping;
    return val_of(p);
}

static val proxy_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)cls;
    val out[1] = {0};
    if (!args_parse(t, "mappingproxy", "mapping", argc, argv, kwnames, out)) return 0;
    struct type *type = type_of(out[0]);
    if (!type->getitem || type->flags & (TYPE_LIST | TYPE_TUPLE))
        return raise(t, &exc_TypeError, "mappingproxy() argument must be a mapping, not %T", out[0]);
    return mappingproxy_new(t, out[0]);
}

static int64_t proxy_len(struct thread *t, val self) {
    return obj_len(t, inner(self));
}
static val proxy_getitem(struct thread *t, val self, val key) {
    return rt_getitem(t, inner(self), key);
}
static int64_t proxy_contains(struct thread *t, val self, val key) {
    return rt_contains(t, inner(self), key);
}
static val proxy_iter(struct thread *t, val self) {
    return rt_iter(t, inner(self));
}
static int64_t proxy_hash(struct thread *t, val self) {
    return obj_hash(t, inner(self));
}
static val proxy_repr(struct thread *t, val self) {
    return str_format(t, "mappingproxy(%R)", inner(self));
}
static val proxy_str(struct thread *t, val self) {
    return obj_str(t, inner(self));
}
static val unwrap(val v) {
    return val_is_exact(v, &mappingproxy_shape) ? inner(v) : v;
}
static val proxy_compare(struct thread *t, val a, val b, enum compare op) {
    return obj_compare(t, unwrap(a), unwrap(b), op);
}
static val proxy_or(struct thread *t, val a, val b) {
    return rt_or(t, unwrap(a), unwrap(b));
}
static val proxy_ior(struct thread *t, val a, val b) {
    (void)b;
    return raise(t, &exc_TypeError, "'|=' is not supported by %T; use '|' instead", a);
}

static val proxy_get(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!ctor_args(t, "get", argc - 1, kwnames, 1, 2)) return 0;
    val get = obj_getattr(t, inner(argv[0]), NAME(get));
    return get ? call2(t, get, argv[1], argc > 2 ? argv[2] : NONE) : 0;
}
static val proxy_keys(struct thread *t, val self) {
    return call_method0(t, inner(self), NAME(keys));
}
static val proxy_values(struct thread *t, val self) {
    return call_method0(t, inner(self), NAME(values));
}
static val proxy_items(struct thread *t, val self) {
    return call_method0(t, inner(self), NAME(items));
}
static val proxy_copy(struct thread *t, val self) {
    return call_method0(t, inner(self), NAME(copy));
}
static val proxy_reversed(struct thread *t, val self) {
    return call_method0(t, inner(self), NAME(__reversed__));
}

METHOD(mappingproxy, get, proxy_get, -1, 0, 0);
METHOD(mappingproxy, keys, proxy_keys, 1, 0, 0);
METHOD(mappingproxy, values, proxy_values, 1, 0, 0);
METHOD(mappingproxy, items, proxy_items, 1, 0, 0);
METHOD(mappingproxy, copy, proxy_copy, 1, 0, 0);
METHOD(mappingproxy, __reversed__, proxy_reversed, 1, 0, 0);
METHOD(mappingproxy, __class_getitem__, class_getitem, 2, METHOD_CLASS, 0);

struct type mappingproxy_type = {
    .head = TYPE_HEAD,
    .shape = &mappingproxy_shape,
    .cname = "mappingproxy",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE | TYPE_MAPPING,
    .size = sizeof(struct mappingproxy),
    .gc_layout = GC_WORDS,
    .methods = __start_pymeth_mappingproxy,
    .methods_end = __stop_pymeth_mappingproxy,
    .new = proxy_make,
    .repr = proxy_repr,
    .str = proxy_str,
    .hash = proxy_hash,
    .compare = proxy_compare,
    .iter = proxy_iter,
    .len = proxy_len,
    .getitem = proxy_getitem,
    .contains = proxy_contains,
    .binary[OP_OR] = proxy_or,
    .inplace[OP_OR] = proxy_ior,
};
DEFINE_SHAPE(mappingproxy);
