/* The interned strs the runtime itself uses. Each is a static object with the link-time symbol "pystr.TEXT";
 * compiled code names them in the same way, so that equal names are one object. All lie in the group "pystr",
 * which str_intern walks: every object there is a multiple of 16 bytes long. */
#include "runtime/object/object.h"

extern struct shape str_shape;

#ifdef PY2_HOSTED
#define NAME_SECTION(text) __attribute__((section("pystr"), used, aligned(16)))
#else
/* The colon: an assembler takes no symbol that has the name of a section. */
#define NAME_SECTION(text) __attribute__((section("pystr.:" text), used, aligned(16)))
#endif

#define NAME_ROOM(text) ((32 + sizeof(text) + 15) / 16 * 16 - 32)
#define X(id, text)                                                                                          \
    extern struct name_of_##id name_of_##id __asm__("pystr." text);                                          \
    struct name_of_##id {                                                                                    \
        struct obj head;                                                                                     \
        int64_t len, hash;                                                                                   \
        char data[NAME_ROOM(text)];                                                                          \
    } name_of_##id NAME_SECTION(text) = {                                                                    \
        {&str_shape, GC_STATIC, STR_ASCII | STR_INTERNED}, sizeof(text) - 1, -1, text};
#include "runtime/object/names.def"
