/* Types as objects: their slots, their namespaces, classes made by class statements, methods made of slots. */
#ifndef PY2_TYPES_TYPE_H
#define PY2_TYPES_TYPE_H

#include "runtime/rt.h"

/* ---- type.c ---- */
#define SLOT_COUNT 62
static inline void **type_slots(struct type *type) {
    return (void **)&type->new;
}
int64_t type_fill(struct thread *t, struct type *type); /* names, bases, mro, dict of a built-in type */
val type_own_lookup(struct thread *t, struct type *type, val name); /* in this type's own namespace */
void type_fill_dict(struct thread *t, struct type *type); /* every method is in type->dict from here on */
void type_set_version(struct type *type);
extern uint64_t type_epoch; /* grows with every change of a class */
void type_update_slots(struct thread *t, struct type *type);
void type_changed(struct thread *t, struct type *type, val name);
val type_getattr(struct thread *t, val self, val name);
int64_t type_setattr(struct thread *t, val self, val name, val value);
val type_name_of(struct thread *t, struct type *type);
val type_qualname_of(struct thread *t, struct type *type);
val type_module_of(struct thread *t, struct type *type); /* str */
val type_call(struct thread *t, val callee, int64_t argc, val *argv, val kwnames);
/* `self`, unless the `__init__` of a fresh instance gave something else than None or raised (r 0). */
val type_made(struct thread *t, val self, val r);
extern void *const slot_generic[SLOT_COUNT];

/* ---- bases.c ---- */
/* The nearest ancestor that fixes the layout of instances. */
struct type *type_solid(struct type *type);
/* The base whose layout a class with these bases has; NULL raised. */
struct type *bases_best(struct thread *t, val bases);
/* The most derived of `meta` and the types of the bases; NULL raised. */
struct type *bases_metaclass(struct thread *t, struct type *meta, val bases);
val mro_linear(struct thread *t, struct type *type); /* C3 over type->bases: a tuple; 0 raised */
val mro_of(struct thread *t, struct type *type);     /* the same by the metaclass's mro(), when it has one */

/* ---- build_class.c ---- */
/* Words for attributes in instances of the class whose body filled `ns`; the hint of its class statement. */
uint32_t class_hint(val ns);

/* ---- class.c ---- */
val class_new(struct thread *t, struct type *meta, val name, val bases, val ns, int64_t nkw, val *kwvalues,
              val kwnames, uint32_t nslots_hint);

/* ---- class_change.c ---- */
int64_t object_set_class(struct thread *t, val v, val x);
int64_t type_set_bases(struct thread *t, val self, val bases);

/* ---- object.c ---- */
/* "Can't instantiate abstract class …". Set with the first abstract class: other programs do not carry it. */
extern val (*object_raise_abstract)(struct thread *t, struct type *cls);

/* ---- wrapper.c: methods made of slots ---- */
struct dunder {
    struct string *name;
    uint8_t slot, kind, op,
        other; /* other: second slot that serves the same name (sequence forms), or 0xff */
};
extern const struct dunder dunders[];
extern const uint32_t dunder_count;
val wrapper_new(struct thread *t, struct type *owner, const struct dunder *d);
bool wrapper_provides(struct type *type, const struct dunder *d);

/* ---- slots.c ---- */
int64_t hash_unhashable(struct thread *t, val v);
/* Calls the special method `name` of self's type; *absent when there is none (result 0, no exception). */
val special_call(struct thread *t, val self, val name, int64_t argc, const val *args, bool *absent);

#endif
