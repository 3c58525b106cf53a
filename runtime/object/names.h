/* Interned strs the runtime itself uses: NAME(id) for each row of names.def. */
#ifndef PY2_OBJECT_NAMES_H
#define PY2_OBJECT_NAMES_H

#include "runtime/object/object.h"

/* ---- names: static interned strs the runtime itself uses (names.def: X(id, "text"); names.c) ----
 * NAME(__init__) is the val of the interned str "__init__". Add what you need to names.def (sorted). The object has the
 * link-time symbol "pystr.TEXT", which is how compiled code names it too, so equal names are one object. */
#define X(id, text) extern struct string name_##id __asm__("pystr." text);
#include "runtime/object/names.def"
#undef X
#define NAME(id) val_of(&name_##id)

#endif
