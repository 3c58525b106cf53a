/* The objects of which there is one: None, NotImplemented, Ellipsis, and the constants every part of the
 * runtime names. */
#include "runtime/state.h"

struct obj none_object = {&none_shape, GC_STATIC, 0};
struct obj true_object = {&bool_shape, GC_STATIC, 0};
struct obj false_object = {&bool_shape, GC_STATIC, 0};
struct obj notimplemented_object = {&notimplemented_shape, GC_STATIC, 0};
struct obj ellipsis_object = {&ellipsis_shape, GC_STATIC, 0};

static val none_repr(struct thread *t, val v) {
    (void)v;
    return str_ascii(t, "None");
}
static val notimplemented_repr(struct thread *t, val v) {
    (void)v;
    return str_ascii(t, "NotImplemented");
}
static val ellipsis_repr(struct thread *t, val v) {
    (void)v;
    return str_ascii(t, "Ellipsis");
}
static int64_t none_truth(struct thread *t, val v) {
    (void)t, (void)v;
    return 0;
}
static int64_t notimplemented_truth(struct thread *t, val v) {
    (void)t, (void)v;
    return 1;
}

static val no_arguments(struct thread *t, struct type *cls, int64_t argc, val kwnames, val v) {
    if (argc || (kwnames && AS(tuple, kwnames)->len))
        return raise(t, &exc_TypeError, "%N takes no arguments", cls);
    return v;
}
static val none_new(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)argv;
    return no_arguments(t, cls, argc, kwnames, NONE);
}
static val notimplemented_new(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)argv;
    return no_arguments(t, cls, argc, kwnames, NOTIMPLEMENTED);
}
static val ellipsis_new(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)argv;
    return no_arguments(t, cls, argc, kwnames, ELLIPSIS);
}

#define SHAPE(n) struct shape n##_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &n##_type}
SHAPE(none);
SHAPE(notimplemented);
SHAPE(ellipsis);

struct type none_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &none_shape,
    .cname = "NoneType",
    .base = &object_type,
    .size = sizeof(struct obj),
    .flags = TYPE_IMMUTABLE,
    .repr = none_repr,
    .truth = none_truth,
    .new = none_new,
};
METHOD_TABLE(NotImplementedType);
METHOD_TABLE(ellipsis);
static val notimplemented_reduce(struct thread *t, val v) {
    return (void)v, str_ascii(t, "NotImplemented");
}
static val ellipsis_reduce(struct thread *t, val v) {
    return (void)v, str_ascii(t, "Ellipsis");
}
METHOD(NotImplementedType, __reduce__, notimplemented_reduce, 1, 0, 0);
METHOD(ellipsis, __reduce__, ellipsis_reduce, 1, 0, 0);

struct type notimplemented_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &notimplemented_shape,
    .cname = "NotImplementedType",
    .base = &object_type,
    .size = sizeof(struct obj),
    .flags = TYPE_IMMUTABLE,
    .methods = METHODS(NotImplementedType),
    .repr = notimplemented_repr,
    .truth = notimplemented_truth,
    .new = notimplemented_new,
};
struct type ellipsis_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &ellipsis_shape,
    .cname = "ellipsis",
    .base = &object_type,
    .size = sizeof(struct obj),
    .flags = TYPE_IMMUTABLE,
    .methods = METHODS(ellipsis),
    .repr = ellipsis_repr,
    .new = ellipsis_new,
};
