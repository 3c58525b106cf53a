/* The object protocol: what `repr(x)`, `x.a`, `x == y`, `iter(x)`, `isinstance(x, C)` mean, for C.
 * The same for compiled code: abi/abi.h. */
#ifndef PY2_OBJECT_PROTOCOL_H
#define PY2_OBJECT_PROTOCOL_H

#include "runtime/types/types.h"

val obj_repr(struct thread *t, val v); /* a str, or raises */
val obj_str(struct thread *t, val v);
val obj_ascii(struct thread *t, val v);
int64_t obj_hash(struct thread *t, val v); /* may raise: -1 */
val obj_compare(struct thread *t, val a, val b, enum compare op);
int64_t obj_equal(struct thread *t, val a, val b); /* identity or ==; 1, 0, -1 */
int64_t obj_less(struct thread *t, val a, val b);
int64_t obj_truth(struct thread *t, val v);
int64_t obj_len(struct thread *t, val v);
int64_t obj_length_hint(struct thread *t, val v, int64_t fallback);
val obj_getattr(struct thread *t, val v, val name);
val obj_lookattr(struct thread *t, val v, val name); /* 0 without exception when AttributeError */
int64_t obj_setattr(struct thread *t, val v, val name, val value);
val obj_iter(struct thread *t, val v);
val iter_next(struct thread *t, val it); /* 0 and no exception: exhausted */
val type_lookup(struct type *type, val name); /* along the MRO, no descriptors; 0 when absent; cached */
val special_lookup(struct thread *t, val v, val name); /* from the type, bound; 0 without exception when absent */
bool obj_isinstance(val v, struct type *type); /* real type only */
int64_t obj_is_instance(struct thread *t, val v, val cls); /* isinstance(): tuples, __instancecheck__ */
/* The same without asking the metaclass: what type.__instancecheck__ and type.__subclasscheck__ answer. */
int64_t obj_is_instance_plain(struct thread *t, val v, val cls);
int64_t obj_is_subclass_plain(struct thread *t, val a, val cls);
int64_t obj_is_subclass(struct thread *t, val a, val cls);
bool repr_enter(struct thread *t, val v); /* false: already being repr'd (print "...") */
void repr_leave(struct thread *t, val v);
val exit_call(struct thread *t, val exit, val exc); /* a bound __exit__ or __aexit__; exc 0: none */
val obj_format(struct thread *t, val v, val spec);
int64_t hash_unhashable(struct thread *t, val v); /* hash slot of unhashable types: raises TypeError "unhashable type: 'X'" */
int64_t type_ready(struct thread *t, struct type *type);
int64_t generator_close(struct thread *t, val gen); /* generator.close(): 0, or -1 raised */

void builtin_cache_note(val name); /* a module bound this name: caches of the built-in behind it are emptied */
void builtin_cache_clear(void);

#endif
