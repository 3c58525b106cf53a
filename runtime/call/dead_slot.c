/* What an operator slot of a built-in type holds when no operation of the program can reach it (abi.def,
 * SLOT). */
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
