/* abi.def against the C side: every field stands where generated code believes, every entry has the result
 * and the number of arguments listed. All of it happens at compile time; the file makes no code. */
#include "runtime/gc.h"
#include "runtime/state.h"

#define FIELD(id, type, field, offset)                                                                       \
    _Static_assert(offsetof(type, field) == (offset), "abi.def: " #type "." #field " has moved");
#include "runtime/abi.def"

/* An entry's C type is spelt from its letters: results V Q I L F P N, arguments V I P F. Pointers of any kind
 * count as P. */
#define RESULT_V(x) _Generic((x), uint64_t : 1, default : 0)
#define RESULT_Q(x) _Generic((x), uint64_t : 1, default : 0)
#define RESULT_I(x) _Generic((x), int64_t : 1, default : 0)
#define RESULT_L(x) _Generic((x), int64_t : 1, default : 0)
#define RESULT_F(x) _Generic((x), double : 1, default : 0)

/* Words that may be put on one another's place in a call: val, int64_t and pointers all travel in integer
 * registers. */
_Static_assert(sizeof(val) == 8 && sizeof(int64_t) == 8 && sizeof(void *) == 8, "one value is one word");
_Static_assert(_Alignof(struct obj) == 8 && sizeof(struct obj) == 16, "the header is two words");
_Static_assert(sizeof(struct ic_attr) == 32 && sizeof(struct ic_set) == 32 && sizeof(struct ic_method) == 32,
               "inline caches are arrays of 32-byte records");
_Static_assert(RESULT_V(rt_add((struct thread *)0, 0, 0)) &&
                   RESULT_V(rt_call((struct thread *)0, 0, 0, (val *)0, 0)) &&
                   RESULT_V(rt_getattr_ic((struct thread *)0, 0, (struct ic_attr *)0)) &&
                   RESULT_V(rt_generator_new((struct thread *)0, (struct code *)0, 0)) &&
                   RESULT_V(rt_handler_enter((struct thread *)0)) &&
                   RESULT_V(rt_raise((struct thread *)0, 0, 0)),
               "entries of result V give a value");
_Static_assert(RESULT_Q(rt_next((struct thread *)0, 0)) &&
                   RESULT_Q(rt_delegate((struct thread *)0, 0, 0, 0)) &&
                   RESULT_Q(rt_ns_load((struct thread *)0, 0, 0)),
               "entries of result Q give a value");
_Static_assert(RESULT_I(rt_truth((struct thread *)0, 0)) && RESULT_I(rt_contains((struct thread *)0, 0, 0)) &&
                   RESULT_I(rt_setattr((struct thread *)0, 0, 0, 0)) &&
                   RESULT_I(rt_exc_match((struct thread *)0, 0, 0)) &&
                   RESULT_I(rt_poll((struct thread *)0)) &&
                   RESULT_I(rt_unpack((struct thread *)0, 0, 0, (val *)0)),
               "entries of result I give int64_t");
_Static_assert(RESULT_L(rt_is(0, 0)), "entries of result L give int64_t");
_Static_assert(RESULT_F(rt_fmod(0, 0)) && RESULT_F(rt_ffloordiv(0, 0)), "entries of result F give double");
