/* Looking at the heap from outside a collection. */
#ifndef PY2_GC_WALK_H
#define PY2_GC_WALK_H

#include "runtime/gc/gc.h"
#include "runtime/state.h"

/* Calls v->child for everything the object refers to. */
void gc_children(struct obj *o, struct gc_visitor *v);
/* Whether CPython's collector would know the object. */
bool gc_is_container(const struct obj *o);
/* Every container in the heap, and every class; only right after a full collection. */
void gc_containers(struct gc_array *out);

#endif
