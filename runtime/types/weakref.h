/* Weak references and proxies. */
#ifndef PY2_TYPES_WEAKREF_H
#define PY2_TYPES_WEAKREF_H

#include "runtime/gc/gc.h"
#include "runtime/gc/weak.h"
#include "runtime/state.h"
#include "runtime/types/container.h"

extern struct type weakref_type, weakproxy_type, weakcallableproxy_type;
extern struct shape weakref_shape, weakproxy_shape, weakcallableproxy_shape;

bool weak_allowed(const struct type *type);
/* A reference (`cls` derives from weakref_type) or a proxy; the one that is shared when there is no callback.
 * NULL raised. */
struct weakref *weak_new(struct thread *t, struct type *cls, val target, val callback);
static inline bool weak_type_is_proxy(const struct type *type) {
    return type == &weakproxy_type || type == &weakcallableproxy_type;
}
static inline bool weak_is_proxy(val v) {
    return weak_type_is_proxy(type_of(v));
}

#endif
