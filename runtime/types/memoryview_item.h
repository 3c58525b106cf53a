/* What a memoryview's items are made of. */
#ifndef PY2_TYPES_MEMORYVIEW_ITEM_H
#define PY2_TYPES_MEMORYVIEW_ITEM_H

#include "runtime/rt.h"

int item_size(char format); /* bytes; 0: no native format of one value */
/* NotImplementedError for a format that item_size() does not know. */
val item_get(struct thread *t, char format, const uint8_t *p);
bool item_put(struct thread *t, char format, uint8_t *p, val value); /* false raised */

#endif
