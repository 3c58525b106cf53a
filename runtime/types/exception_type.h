/* How a built-in exception class is written down: EXC(name, base, further fields of struct type). */
#ifndef PY2_EXCEPTION_TYPE_H
#define PY2_EXCEPTION_TYPE_H

#include "runtime/state.h"

#define exc_object          object_type
#define EXC(n, parent, ...) EXC_OF(n, parent, 0, __VA_ARGS__)
#define EXC_OF(n, parent, more, ...)                                                                         \
    struct shape exc_##n##_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &exc_##n};                 \
    struct type exc_##n = {.head = {&type_shape, GC_STATIC, 0},                                              \
                           .shape = &exc_##n##_shape,                                                        \
                           .cname = #n,                                                                      \
                           .base = &exc_##parent,                                                            \
                           .flags = TYPE_BASE | TYPE_EXC | (more),                                           \
                           .size = sizeof(struct exception),                                                 \
                           .attrs = offsetof(struct exception, attrs),                                       \
                           .gc_layout = GC_CUSTOM,                                                           \
                           __VA_ARGS__}

#endif
