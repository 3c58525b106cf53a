/* Containers for everybody: tuples, lists, dicts, sets, slices, iterators. Their insides: types/container.h.
 */
#ifndef PY2_TYPES_CONTAINERS_H
#define PY2_TYPES_CONTAINERS_H

#include "runtime/types/types.h"

val tuple_new(struct thread *t, int64_t n); /* items zero: fill at once */
val tuple_of(struct thread *t, int64_t n, const val *items);
val list_new(struct thread *t, int64_t cap); /* len 0 */
val list_of(struct thread *t, int64_t n, const val *items);
int64_t list_push(struct thread *t, val list, val item);
val list_from_iterable(struct thread *t, val it); /* new list */
int64_t list_sort_values(struct thread *t, val list, val key_or_0, bool reverse);
val tuple_from_iterable(struct thread *t, val it);
val dict_make(struct thread *t);
val dict_lookup(struct thread *t, val d, val key); /* 0 without exception when absent */
val dict_lookup_name(val d, val interned_str);     /* interned str keys: never raises */
int64_t dict_put(struct thread *t, val d, val key, val value);
int64_t dict_remove(struct thread *t, val d, val key); /* 1 removed, 0 absent, -1 */
int64_t dict_count(val d);
bool dict_step(val d, int64_t *pos, val *key,
               val *value); /* insertion order; *pos starts 0; dict must not change */
/* d.update(mapping). With `twice`, a key that d has already ends it: -1, *twice the key, no exception. */
int64_t dict_merge_from(struct thread *t, val d, val mapping, val *twice);
/* Module namespaces: values live in compiled cells. `names[i]` has its value at `cells[i]` when bound. Key
 * order is binding order. */
val dict_make_module(struct thread *t, val *cells, const val *names, uint32_t ncells);
/* The namespace of a module that is about to be run once more: it keeps its values, the cells are unbound. */
void dict_leave_cells(struct thread *t, val d);
int64_t dict_bind_cell(struct thread *t, val d, uint32_t cell, val value);
val dict_copy(struct thread *t, val d);
val set_make(struct thread *t, bool frozen);
int64_t set_put(struct thread *t, val s, val item);
int64_t set_has(struct thread *t, val s, val item);
/* Resolves a slice for a length as PySlice_Unpack + AdjustIndices; returns the count, -1 raised. */
int64_t slice_resolve(struct thread *t, val slice, int64_t len, int64_t *start, int64_t *stop, int64_t *step);
val union_or(struct thread *t, val a,
             val b); /* `X | Y` of classes, None, aliases: types.UnionType; binary[OP_OR] of `type` */
val callable_iter_new(struct thread *t, val callable, val sentinel); /* iter(callable, sentinel) */
val mappingproxy_new(struct thread *t, val mapping);
val seq_iter_new(struct thread *t, val seq); /* __getitem__ iteration */

/* (builtin NAME, arguments[, state]): what `__reduce__` of an iterator gives; state 0 for none. */
val reduce_iter(struct thread *t, val name, int64_t n, const val *args, val state);
val reduce_iter_at(struct thread *t, val seq, int64_t i); /* iter(seq), then at item i */
val reduce_iter_rest(struct thread *t, val (*next)(struct thread *, val),
                     val it); /* iter(list of what is left); `it` is a copy to consume */
/* (type of self, arguments[, state]) */
val reduce_as(struct thread *t, val self, int64_t n, const val *args, val state);

#endif
