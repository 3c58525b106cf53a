/* The module _collections: containers over the layouts of the built-in ones. */
#ifndef PY2_LIB_COLLECTIONS_H
#define PY2_LIB_COLLECTIONS_H

#include "runtime/object/attributes.h"
#include "runtime/types/dict_core.h"

extern struct type deque_type, deque_iterator_type, deque_reverse_iterator_type, defaultdict_type,
    ordered_type, tuplegetter_type;

static inline bool is_callable(val v) {
    return type_of(v)->call != NULL;
}
/* The name of the class of `self` without its module. */
const char *class_name(val self);
/* (type, args, state, None, items): a result of __reduce__; 0 when a part is 0. */
val reduced_items(struct thread *t, val self, val args, val state, val items);
/* iter(self.items()) */
val items_iter(struct thread *t, val self);

#endif
