/* The runtime's internal interface, whole: one header per part, in the order in which they build on one another.
 *
 * Invariants:
 *  - `struct thread *t` is first in everything that may raise, collect or block. "Raises" means: thread->exc is set and
 *    the result is 0 (val, pointer), -1 (int64_t) or false (bool).
 *  - The collector finds values in C locals by itself (conservative stacks): no handles, no rooting. A value kept only in
 *    memory the collector does not know (malloc, static C variables) is lost: register it with gc_root.
 *  - Static objects of the image are reached through `&none_object` etc.; compare values with NONE, TRUE, FALSE.
 *  - Runtime C never uses libc; memory primitives come from os/mem.c, the system from os/os.h.
 *  - C that recurses into Python or into itself on user data calls `stack_check(t)` first. */
#ifndef PY2_RT_H
#define PY2_RT_H

#include "runtime/os/memory.h"
#include "runtime/object/object.h"
#include "runtime/object/names.h"
#include "runtime/types/types.h"
#include "runtime/gc/alloc.h"
#include "runtime/error/error.h"
#include "runtime/call/call.h"
#include "runtime/object/protocol.h"
#include "runtime/types/number.h"
#include "runtime/text/str.h"
#include "runtime/types/containers.h"
#include "runtime/abi/abi.h"

#endif
