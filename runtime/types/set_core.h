/* Inside of a set, for set.c and set_methods.c only. */
#ifndef PY2_SET_CORE_H
#define PY2_SET_CORE_H

#include "runtime/types/container.h"

struct set *set_new(struct thread *t, struct type *type);
bool set_resize(struct thread *t, struct set *s, int64_t minused);
int64_t set_discard_hash(struct thread *t, struct set *s, val key, int64_t hash); /* 1 removed, 0, -1 */
void set_clear_all(struct set *s);
/* Hash for a lookup; an unhashable set is replaced by its frozen copy. */
int64_t set_key_hash(struct thread *t, val *item);

#endif
