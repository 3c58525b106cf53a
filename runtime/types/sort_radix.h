/* Sorting by distribution: sort_radix.c, used by sort.c.
 *
 * Invariant: keys are of one kind whose comparisons run no code of the program. Results: 1 sorted, 0 nothing
 * was done (merging is better here, or a NaN is among the keys), -1 MemoryError. */
#ifndef PY2_SORT_RADIX_H
#define PY2_SORT_RADIX_H

#include "runtime/types/container.h"

/* All small ints, or all floats. `value` may be NULL; with values the order of `key` is left undefined. */
int64_t sort_radix_numbers(struct thread *t, val *key, val *value, int64_t n, bool floats);

/* Exact strs of width 1. `finish` sorts n keys (and values) from `from` on by comparing. */
typedef int64_t (*sort_group_fn)(void *sorter, int64_t from, int64_t n);
int64_t sort_radix_latin(struct thread *t, val *key, val *value, int64_t n, sort_group_fn finish,
                         void *sorter);

#endif
