/* Inside of a dict, for the files of dict and its native subclasses (lib/_collections) only.
 *
 * Invariant: a word of the index is EMPTY, DELETED or the number of an entry; its width is the least that holds every number. */
#ifndef PY2_DICT_CORE_H
#define PY2_DICT_CORE_H

#include "runtime/types/container.h"

#define EMPTY   (-1)
#define DELETED (-2)

static inline int64_t index_get(const struct dict *d, uint64_t i) {
    if (likely(d->width == 1)) return ((const int8_t *)d->index)[i];
    return d->width == 2 ? ((const int16_t *)d->index)[i] : ((const int32_t *)d->index)[i];
}
static inline void index_set(struct dict *d, uint64_t i, int64_t ix) {
    if (d->width == 1)
        ((int8_t *)d->index)[i] = (int8_t)ix;
    else if (d->width == 2)
        ((int16_t *)d->index)[i] = (int16_t)ix;
    else
        ((int32_t *)d->index)[i] = (int32_t)ix;
}

/* Entry number of a key; -1 absent, -2 raised. */
int64_t dict_find(struct thread *t, struct dict *d, val key, int64_t hash);
/* Adds an entry for a key that is not there. */
bool dict_append(struct thread *t, struct dict *d, val key, int64_t hash, val value);
/* A new block for at least `want` entries in all, in which the live ones stand behind `gap` dead ones. */
bool dict_rebuild(struct thread *t, struct dict *d, int64_t gap, int64_t want);
/* Removes entry `ix`. */
void dict_drop(struct dict *d, int64_t ix);
void dict_reset(struct dict *d);
/* Makes room for `more` new keys at once. */
bool dict_room_for(struct thread *t, struct dict *d, int64_t more);

#endif
