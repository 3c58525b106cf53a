/* abi.def against the C side: every field stands where generated code believes, every entry gives the result
 * listed, the operators are in one order. All of it happens at compile time; the file makes no code. The
 * arguments of the entries are compared by a test (tests/groups/layering.py). */
#include "runtime/gc/gc.h"
#include "runtime/state.h"

/* What C calls the results. A function type without parameters is compatible with every one that gives the
 * same, so that an entry's result can be asserted whatever its arguments are. */
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
typedef val result_V();
typedef val result_Q();
typedef int64_t result_I();
typedef int64_t result_L();
typedef double result_F();
typedef void *result_P();
typedef void result_N();

#define RT(name, result, args, effects)                                                                      \
    _Static_assert(__builtin_types_compatible_p(__typeof__(name), result_##result),                          \
                   "abi.def: " #name " has another result in abi.h");
#define FIELD(id, type, field, offset)                                                                       \
    _Static_assert(offsetof(type, field) == (offset), "abi.def: " #type "." #field " has moved");
#include "runtime/abi/abi.def"

enum operator_order {
#define BINARY_OP(id, word, symbol) ORDER_##id,
#include "runtime/abi/abi.def"
};
#define BINARY_OP(id, word, symbol)                                                                          \
    _Static_assert((int)ORDER_##id == (int)OP_##id,                                                          \
                   "abi.def: operator " symbol " is elsewhere in enum binary");
#include "runtime/abi/abi.def"

/* One word each: val, int64_t and pointers all travel in integer registers. */
_Static_assert(sizeof(val) == 8 && sizeof(int64_t) == 8 && sizeof(void *) == 8, "one value is one word");
_Static_assert(_Alignof(struct obj) == 8 && sizeof(struct obj) == 16, "the header is two words");
#define NAMED_LAST(type) (sizeof(struct type) == offsetof(struct type, name) + 16)
_Static_assert(NAMED_LAST(ic_attr) && NAMED_LAST(ic_set) && NAMED_LAST(ic_method),
               "an inline cache ends with its name and one more word");
