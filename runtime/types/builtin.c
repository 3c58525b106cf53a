/* Built-in functions (`len`, `[].append`) and unbound built-in methods (`list.append`). Both are `struct
 * builtin`. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"
#include "runtime/types/container.h"

#define B(v) AS(builtin, v)

/* The part of "($self, x, /)" that a reader wants: without $self or $type. */
static val get_signature(struct thread *t, val v) {
    const char *z = B(v)->def->text_signature;
    return z ? str_utf8(t, z, strlen(z)) : NONE;
}
static val get_name(struct thread *t, val v) {
    return str_utf8(t, B(v)->def->name, strlen(B(v)->def->name));
}
static val get_doc(struct thread *t, val v) {
    const char *z = B(v)->def->doc;
    return z ? str_utf8(t, z, strlen(z)) : NONE;
}
static val get_qualname(struct thread *t, val v) {
    if (!B(v)->owner) return get_name(t, v);
    if (B(v)->self && !val_has(B(v)->self, TYPE_TYPE))
        return str_format(t, "%T.%s", B(v)->self, B(v)->def->name);
    return str_format(t, "%N.%s", B(v)->owner, B(v)->def->name);
}

static val builtin_repr(struct thread *t, val v) {
    const struct builtin *b = B(v);
    if (!b->self || (b->def->flags & METHOD_STATIC && b->def->fn))
        return str_format(t, "<built-in function %s>", b->def->name);
    return str_format(t, "<built-in method %s of %T object at %x>", b->def->name, b->self, (int64_t)b->self);
}

static val builtin_compare(struct thread *t, val a, val b, enum compare op) {
    (void)t;
    if (!val_is_exact(b, &builtin_shape) || (op != CMP_EQ && op != CMP_NE)) return NOTIMPLEMENTED;
    return val_bool((B(a)->def == B(b)->def && B(a)->self == B(b)->self) == (op == CMP_EQ));
}
static int64_t builtin_hash(struct thread *t, val v) {
    (void)t;
    int64_t h = (int64_t)((B(v)->self >> 4) ^ ((uintptr_t)B(v)->def >> 4));
    return h == -1 ? -2 : h;
}

static val get_self(struct thread *t, val v) {
    (void)t;
    return B(v)->self ? B(v)->self : B(v)->module ? B(v)->module : NONE;
}
static val get_module(struct thread *t, val v) {
    (void)t;
    if (B(v)->owner) return NONE;
    return B(v)->module ? B(v)->module : NAME(builtins);
}

METHOD_TABLE(builtin);
/* A function of a module is found by its name alone. */
static val builtin_reduce(struct thread *t, val v) {
    val name = get_name(t, v);
    return !B(v)->self || !name ? name : reduce_getattr(t, B(v)->self, name);
}
METHOD(builtin, __reduce__, builtin_reduce, 1, 0, NULL);
GETTER(builtin, __name__, get_name, NULL);
GETTER(builtin, __qualname__, get_qualname, NULL);
GETTER(builtin, __doc__, get_doc, NULL);
GETTER(builtin, __self__, get_self, NULL);
GETTER(builtin, __module__, get_module, NULL);
GETTER(builtin, __text_signature__, get_signature, NULL);

struct shape builtin_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &builtin_type};
struct type builtin_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &builtin_shape,
    .cname = "builtin_function_or_method",
    .flags = TYPE_WEAKREF,
    .base = &object_type,
    .size = sizeof(struct builtin),
    .gc_layout = GC_WORDS,
    METHODS_OF(builtin),
    .call = builtin_entry,
    .repr = builtin_repr,
    .compare = builtin_compare,
    .hash = builtin_hash,
};

/* ---- method_descriptor ---- */

static val method_repr(struct thread *t, val v) {
    return str_format(t, "<method '%s' of '%N' objects>", B(v)->def->name, B(v)->owner);
}
static val method_get(struct thread *t, val descr, val self, val owner) {
    (void)owner;
    if (!self) return descr;
    if (!type_is_subtype(type_of(self), B(descr)->owner))
        return raise(t, &exc_TypeError, "descriptor '%s' for '%N' objects doesn't apply to a '%T' object",
                     B(descr)->def->name, B(descr)->owner, self);
    return builtin_new(t, B(descr)->def, B(descr)->owner, self, 0);
}
static val method_call(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    return B(callee)->entry(t, callee, argc, argv, kwnames);
}
static val get_objclass(struct thread *t, val v) {
    (void)t;
    return val_of(B(v)->owner);
}

METHOD_TABLE(method_descriptor);
static val method_reduce(struct thread *t, val v) {
    return reduce_getattr(t, val_of(B(v)->owner), get_name(t, v));
}
METHOD(method_descriptor, __reduce__, method_reduce, 1, 0, NULL);
GETTER(method_descriptor, __name__, get_name, NULL);
GETTER(method_descriptor, __qualname__, get_qualname, NULL);
GETTER(method_descriptor, __doc__, get_doc, NULL);
GETTER(method_descriptor, __objclass__, get_objclass, NULL);
GETTER(method_descriptor, __text_signature__, get_signature, NULL);

struct shape method_descriptor_shape = {.head = {&shape_shape, GC_STATIC, 0},
                                        .type = &method_descriptor_type};
struct type method_descriptor_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &method_descriptor_shape,
    .cname = "method_descriptor",
    .base = &object_type,
    .size = sizeof(struct builtin),
    .gc_layout = GC_WORDS,
    METHODS_OF(method_descriptor),
    .call = method_call,
    .repr = method_repr,
    .descr_get = method_get,
};
