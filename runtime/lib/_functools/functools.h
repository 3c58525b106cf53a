/* The types of the module _functools that others make objects of. */
#ifndef PY2_LIB_FUNCTOOLS_H
#define PY2_LIB_FUNCTOOLS_H

#include "runtime/rt.h"

extern struct type partial_type, lru_cache_type;

#endif
