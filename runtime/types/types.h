/* The built-in types and singletons, and what can be asked of a value's type.
 *
 * Invariant: each built-in type X has `struct type X_type` and `struct shape X_shape`, both static objects of the image;
 * exact instances of X carry X_shape. */
#ifndef PY2_TYPES_TYPES_H
#define PY2_TYPES_TYPES_H

#include "runtime/object/object.h"

/* ---- constants (types/singletons.c) ---- */
extern struct obj none_object, true_object, false_object, notimplemented_object, ellipsis_object;
#define NONE           val_of(&none_object)
#define TRUE           val_of(&true_object)
#define FALSE          val_of(&false_object)
#define NOTIMPLEMENTED val_of(&notimplemented_object)
#define ELLIPSIS       val_of(&ellipsis_object)
static inline val val_bool(bool b) { return b ? TRUE : FALSE; }
extern struct floatbox float_zero, float_minus_zero, float_inf, float_minus_inf, float_nan;
extern struct tuple empty_tuple;
#define EMPTY_TUPLE val_of(&empty_tuple)
extern struct string empty_str __asm__("pystr."); /* is pystr symbol of "" */
#define EMPTY_STR val_of(&empty_str)

/* ---- types: `struct type X_type; struct shape X_shape` for every built-in type ---- */
#define TYPES(X)                                                                                             \
    X(object) X(type) X(none) X(notimplemented) X(ellipsis) X(bool) X(int) X(float) X(complex) X(str)        \
    X(bytes) X(bytearray) X(memoryview) X(tuple) X(list) X(dict) X(set) X(frozenset) X(range) X(slice)       \
    X(function) X(builtin) X(boundmethod) X(cell) X(module) X(generator) X(property) X(staticmethod)         \
    X(classmethod) X(super) X(code) X(traceback) X(method_descriptor) X(wrapper_descriptor)                  \
    X(method_wrapper) X(getset_descriptor) X(member_descriptor) X(mappingproxy)                              \
    X(enumerate) X(zip) X(map) X(filter) X(reversed) X(seq_iterator) X(callable_iterator)
#define X(n) extern struct type n##_type; extern struct shape n##_shape;
TYPES(X)
#undef X

static inline struct type *type_of(val v) {
    if (val_is_ptr(v)) return ((struct obj *)v)->shape->type;
    return val_is_small(v) ? &int_type : &float_type;
}
static inline bool val_is_exact(val v, struct shape *s) { return val_is_ptr(v) && ((struct obj *)v)->shape == s; }
static inline bool val_has(val v, uint32_t type_flag) { return (type_of(v)->flags & type_flag) != 0; }
static inline bool val_is_int(val v) { return val_is_small(v) || (val_is_ptr(v) && (((struct obj *)v)->shape->type->flags & TYPE_INT)); } /* bool included */
static inline bool val_is_float(val v) { return val_is_flt(v) || (val_is_ptr(v) && (((struct obj *)v)->shape->type->flags & TYPE_FLOAT)); }
static inline bool val_is_str(val v) { return val_is_ptr(v) && (((struct obj *)v)->shape->type->flags & TYPE_STR); }
#define AS(T, v) ((struct T *)(v))
bool type_is_subtype(const struct type *a, const struct type *b);  /* by MRO; types/type.c */
const char *type_cname(const struct type *t); /* tp_name-like text for error messages: "list", "Point" (UTF-8) */

#endif
