/* What everybody may ask of the collector: objects, storage blocks, the write barrier, visits.
 *
 * Invariant: a value kept only in memory the collector does not know is lost; register such a place with gc_root. */
#ifndef PY2_GC_ALLOC_H
#define PY2_GC_ALLOC_H

#include "runtime/types/types.h"

void *gc_new(struct thread *t, struct type *type, size_t size); /* zeroed object of the type's canonical shape; raises MemoryError */
void *gc_new_shaped(struct thread *t, struct shape *shape, size_t size);
/* Of a type without references: between the header and the last 16 bytes, which are 0, anything may stand. */
void *gc_new_leaf(struct thread *t, struct shape *shape, size_t size);
/* Scratch memory that nobody else has seen goes back at once where that is cheap. */
void gc_free_last(struct thread *t, void *object);
/* Storage block for `n` payload bytes, owned by whoever holds it; contents scanned as values when `words`. Pointer is to the
 * payload (16 bytes of header before, a pad word after). gc_storage_grow may extend in place. Both raise. */
void *gc_storage(struct thread *t, size_t n, bool words);
void *gc_storage_grow(struct thread *t, void *payload, size_t old_n, size_t n, bool words);
size_t gc_storage_size(const void *payload); /* usable bytes */
static inline void gc_note(struct obj *owner) { extern void rt_barrier_(struct obj *); if (unlikely(owner->gc & GC_OLD)) rt_barrier_(owner); }
#define gc_store(owner, place, value) do { gc_note((struct obj *)(owner)); *(place) = (value); } while (0)
/* Called by trace functions. Values that are not pointers are ignored. Storage blocks are visited by their payload pointer. */
void gc_visit(struct gc_visitor *v, val child);
void gc_visit_storage(struct gc_visitor *v, const void *payload);
void gc_root(struct thread *t, val *place);
void gc_collect(struct thread *t, bool full);
/* A full collection and its finalizers at once: what they give back (descriptors, exports) is needed now. */
void gc_release(struct thread *t);

#endif
