/* Tuples with named fields: os.stat_result, time.struct_time, os.uname_result …
 * Invariant: fields beyond the visible ones hold only tagged or static values, because the collector looks at
 * the visible items of a tuple only. */
#ifndef PY2_LIB_STRUCTSEQ_H
#define PY2_LIB_STRUCTSEQ_H

#include "runtime/types/container.h"

/* An instance with `n` visible items and `extra` hidden ones after them. */
val structseq_new(struct thread *t, struct type *type, int64_t n, int64_t extra, const val *items);
/* The type's slots: repr with field names, construction from a sequence. `type->doc` is not used for the
 * names. */
val structseq_repr(struct thread *t, val self, const char *const *names, int64_t n);
val structseq_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames, int64_t n,
                   int64_t extra);
static inline val structseq_at(val self, int64_t i) {
    return AS(tuple, self)->item[i];
}

#define STRUCTSEQ_FIELD(type, name, i)                                                                       \
    static val field_##type##_##name(struct thread *t, val self) {                                           \
        return (void)t, structseq_at(self, i);                                                               \
    }                                                                                                        \
    GETTER(type, name, field_##type##_##name, 0)

#define STRUCTSEQ_TYPE(id, text, repr_fn, new_fn)                                                            \
    struct type id##_type = {                                                                                \
        .head = TYPE_HEAD,                                                                                   \
        .shape = &id##_shape,                                                                                \
        .cname = text,                                                                                       \
        .base = &tuple_type,                                                                                 \
        .flags = TYPE_TUPLE | TYPE_IMMUTABLE | TYPE_SEQUENCE,                                                \
        .size = sizeof(struct tuple),                                                                        \
        .gc_layout = GC_WORDS,                                                                               \
        .methods = __start_pymeth_##id,                                                                      \
        .methods_end = __stop_pymeth_##id,                                                                   \
        .new = new_fn,                                                                                       \
        .repr = repr_fn,                                                                                     \
    };                                                                                                       \
    DEFINE_SHAPE(id)

#endif
