/* What stands in for code that the program was linked without: operator slots of built-in types that no
 * operation can reach (abi.def, SLOT), and functions of the standard library that nothing names. */
#include "runtime/rt.h"
#include "runtime/os/os.h"

#define SLOT(offset, field, conditions)                                                                      \
    _Static_assert(offsetof(struct type, field) == (offset), "abi.def is out of step");
#define TYPE_SIZE(bytes) _Static_assert(sizeof(struct type) == (bytes), "abi.def is out of step");
#include "runtime/abi/abi.def"

val slot_dead(void);
val slot_dead(void) {
    os_abort("an operation was called that this program was linked without");
}

/* In the place of a function's direct entry, of the one with a vector, and of a generator's resumption. */
val function_dead(struct thread *t);
val function_dead(struct thread *t) {
    return raise(t, &exc_RuntimeError,
                 "a function of the standard library was called that nothing in this program names; it "
                 "was linked without it");
}
