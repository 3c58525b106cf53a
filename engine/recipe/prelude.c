/* The Lua files that are part of py2, carried inside it. PY2_LUA is the folder they are read from when py2 is
 * built. */
#include "engine/recipe/recipe.h"

#define CARRY(symbol, file)                                                                                  \
    __asm__(".section .rodata\n.globl py2_" symbol "_from\n.globl py2_" symbol "_to\npy2_" symbol            \
            "_from:\n.incbin \"" PY2_LUA "/" file "\"\npy2_" symbol "_to:\n.byte 0\n.previous\n")
CARRY("prelude", "prelude.lua");
CARRY("init", "init.lua");
CARRY("annotations", "py2.d.lua");

extern const char py2_prelude_from[], py2_prelude_to[], py2_init_from[], py2_init_to[],
    py2_annotations_from[], py2_annotations_to[];

struct str prelude_text(void) {
    return (struct str){py2_prelude_from, (size_t)(py2_prelude_to - py2_prelude_from)};
}
struct str init_text(void) {
    return (struct str){py2_init_from, (size_t)(py2_init_to - py2_init_from)};
}
struct str annotations_text(void) {
    return (struct str){py2_annotations_from, (size_t)(py2_annotations_to - py2_annotations_from)};
}
