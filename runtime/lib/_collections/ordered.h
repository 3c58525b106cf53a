/* Between the files of OrderedDict. */
#ifndef PY2_LIB_ORDERED_H
#define PY2_LIB_ORDERED_H

#include "runtime/lib/_collections/collections.h"

struct ordered {
    struct dict d;
    struct dict_entry *block;
    int64_t first, state;
    val attributes;
};

/* ---- ordered.c ---- */
int64_t ordered_first(struct ordered *o); /* number of the first live entry */

/* ---- ordered_view.c ---- */
val ordered_iter(struct thread *t, val self);
val ordered_reverse(struct thread *t, val self);
val ordered_keys(struct thread *t, val self);
val ordered_values(struct thread *t, val self);
val ordered_items(struct thread *t, val self);

#endif
