/* Calls of classes by compiled code: a new instance and its `__init__`, without a vector of arguments.
 *
 * `make_arity` of a class says that this is all a call means and how many arguments it takes (types/type.c
 * keeps it); any other call goes the general way, which also finds out. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"

static inline val instance_new(struct thread *t, struct type *type) {
#ifndef PY2_STRESS
    size_t size = type->make_size;
    char *p = t->alloc;
    if (likely(size <= (size_t)(t->alloc_end - p))) {
        struct obj *o = (struct obj *)p;
        t->alloc = p + size;
        o->shape = type->shape;
        o->gc = (uint32_t)(size >> 4) << GC_SIZE_SHIFT;
        return val_of(o);
    }
#endif
    return val_of(gc_new_shaped(t, type->shape, type->make_size));
}

#define MAKE(n, params, args, ...)                                                                           \
    val rt_make_##n params {                                                                                 \
        struct type *type = AS(type, cls);                                                                   \
        val argv[] = {__VA_ARGS__};                                                                          \
        if (unlikely(type->make_arity != (n) + 1)) return type_call(t, cls, n, argv, 0);                     \
        val self = instance_new(t, type);                                                                    \
        return self ? type_made(t, self, ((init_##n)type->make_init)args) : 0;                               \
    }

typedef val (*init_0)(struct thread *, val);
typedef val (*init_1)(struct thread *, val, val);
typedef val (*init_2)(struct thread *, val, val, val);
typedef val (*init_3)(struct thread *, val, val, val, val);
typedef val (*init_4)(struct thread *, val, val, val, val, val);

MAKE(0, (struct thread * t, val cls), (t, self), 0)
MAKE(1, (struct thread * t, val cls, val a), (t, self, a), a)
MAKE(2, (struct thread * t, val cls, val a, val b), (t, self, a, b), a, b)
MAKE(3, (struct thread * t, val cls, val a, val b, val c), (t, self, a, b, c), a, b, c)
MAKE(4, (struct thread * t, val cls, val a, val b, val c, val d), (t, self, a, b, c, d), a, b, c, d)
