/* Shapes and attributes of instances.
 *
 * Invariants:
 *  - An instance keeps its attributes either by shape (slot i at inline word i, further ones in the block `more`) or, once
 *    its shape has SHAPE_DICT, in a dict in that word. Instances of built-in types that take attributes always use a dict.
 *  - The first `type->members` words of an instance belong to `__slots__` and have no name in the shape. */
#ifndef PY2_OBJECT_ATTRIBUTES_H
#define PY2_OBJECT_ATTRIBUTES_H

#include "runtime/rt.h"

/* ---- shape.c ---- */
extern struct type shape_type;
extern struct shape shape_shape;
#define METHODS_OF(n) .methods = __start_pymeth_##n, .methods_end = __stop_pymeth_##n
struct shape *shape_root(struct thread *t, struct type *type, uint32_t reserved, const val *names);
/* Slot of an attribute (interned name), or -1. */
int64_t shape_find(const struct shape *s, val name);
/* The shape with one attribute more; NULL raised. */
struct shape *shape_add(struct thread *t, struct shape *s, val name);
/* The shape of instances of `type` whose attributes are in a dict. */
struct shape *shape_dict(struct thread *t, struct type *type);

/* ---- attr.c ---- */
/* Place of slot i of an instance in shape mode; NULL when its overflow block is absent or too short. */
val *slot_place(struct obj *o, uint32_t i);
/* Makes the word exist. NULL raised. */
val *slot_make(struct thread *t, struct obj *o, uint32_t i);
/* The instance's dict, made (and the instance turned to dict mode) when needed; 0 raised or, without
 * exception, when instances of the type have none. */
val instance_dict(struct thread *t, struct obj *o);
int64_t instance_set_dict(struct thread *t, struct obj *o, val dict);
/* Attribute stored in the instance itself, 0 when absent (may raise through comparison of odd keys). */
val instance_get(struct thread *t, struct obj *o, val name);
/* Stores or, with value 0, deletes; -1 raised, 1 deleted nothing. */
int64_t instance_put(struct thread *t, struct obj *o, val name, val value);
/* Names (and values) in order; for __dir__ and copying. */
bool instance_step(struct obj *o, int64_t *pos, val *name, val *value);
val generic_getattr(struct thread *t, val o, val name);
int64_t generic_setattr(struct thread *t, val o, val name, val value);
/* generic_getattr that gives 0 without an exception when the attribute is absent. */
val generic_lookattr(struct thread *t, val o, val name);
/* Something under this name (0: under any) changed in a class: inline caches that rely on it are emptied. */
void attr_invalidate(val name);
/* "'X' object has no attribute 'y'": always 0; records name and obj on the exception. */
val raise_no_attribute(struct thread *t, val o, val name);
/* True for an exact interned str; otherwise makes `*name` one. Raises TypeError for non-strs. */
bool attr_name(struct thread *t, val *name);

/* ---- object.c ---- */
void object_del(struct thread *t, val o);                       /* calls __del__, reports what it raises */

#endif
