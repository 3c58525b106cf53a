/* Tuples with named fields: os.stat_result, time.struct_time, signal.struct_siginfo …
 *
 * Invariant: an instance has `count` items, of which the tuple, whose length is `visible`, shows the first;
 * the collector sees all of them. */
#ifndef PY2_LIB_STRUCTSEQ_H
#define PY2_LIB_STRUCTSEQ_H

#include "runtime/types/container.h"

struct structseq {
    struct type type;
    const char *fields; /* names separated by spaces, in order; "-": an item without a name */
    uint8_t visible, count;
};

/* An instance; `items` has `count` values, of which 0 means that making it raised. */
val structseq_new(struct thread *t, struct structseq *s, const val *items);
/* Makes the class complete: once before it is given to the program; structseq_new does it too. -1 raised. */
int64_t structseq_ready(struct thread *t, struct structseq *s);
val structseq_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames);
val structseq_repr(struct thread *t, val self);
static inline val structseq_at(val self, int64_t i) {
    return AS(tuple, self)->item[i];
}

METHOD_TABLE(structseq);

/* STRUCTSEQ(terminal_size, "os.terminal_size", 2, 2, "columns lines"): `terminal_size` is the class. */
#define STRUCTSEQ(id, text, nvisible, ncount, names)                                                         \
    STRUCTSEQ_NEW(id, text, nvisible, ncount, names, structseq_make)
/* The same with a constructor of its own. */
#define STRUCTSEQ_NEW(id, text, nvisible, ncount, names, make)                                               \
    static struct shape id##_shape;                                                                          \
    static struct structseq id = {.type = {.head = TYPE_HEAD,                                                \
                                           .shape = &id##_shape,                                             \
                                           .cname = text,                                                    \
                                           .base = &tuple_type,                                              \
                                           .flags = TYPE_TUPLE | TYPE_SEQUENCE,                              \
                                           .size = sizeof(struct tuple),                                     \
                                           .gc_layout = GC_WORDS,                                            \
                                           .methods = __start_pymeth_structseq,                              \
                                           .methods_end = __stop_pymeth_structseq,                           \
                                           .new = make,                                                      \
                                           .repr = structseq_repr},                                          \
                                  .fields = names,                                                           \
                                  .visible = nvisible,                                                       \
                                  .count = ncount};                                                          \
    static struct shape id##_shape = {.head = {NULL, GC_STATIC, 0}, .type = &id.type}

#endif
