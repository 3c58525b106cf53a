/* Weak references, as the collector sees them.
 *
 * Invariants:
 *  - The references to one object form a chain, in CPython's order: the plain `ref` that is shared, the proxy
 * that is shared, then the others, newest first. A table finds the chain of an object by its address.
 *  - A reference does not keep its target, the table and the chain keep nothing. A collection clears
 * references to what it does not reach, before finalizers run, and takes dead references out of their chains.
 *  - `young` lists the targets whose chain changed since the last collection: nothing else can die in a minor
 * one. */
#ifndef PY2_GC_WEAK_H
#define PY2_GC_WEAK_H

#include "runtime/rt.h"

struct weakref {
    struct obj head;
    val target;   /* 0: it is gone, or the reference was never made good */
    val callback; /* 0: none */
    val hash;     /* of the target, an int; 0: not asked yet */
    struct weakref *next;
};

/* The first reference in the chain of an object, NULL. */
struct weakref *weak_first(val target);
/* Makes `r` refer to the target: in the chain after `after`, NULL: as the first. False raised. */
bool weak_attach(struct thread *t, struct weakref *r, val target, struct weakref *after);

/* What a collection does with weak references; unset in programs that never made one. */
struct gc_weak_hooks {
    void (*mark)(void);             /* references whose callbacks are still to be called */
    void (*clear)(void);            /* everything reachable is marked */
    void (*sweep)(void);            /* what finalizers will see is marked, too */
    bool (*waiting)(void);          /* whether callbacks are to be called */
    void (*call)(struct thread *t); /* calls them: at a poll, where Python code may run */
    struct weakref *(*first)(val target);
};
extern const struct gc_weak_hooks *gc_weak;

#endif
