/* Definitions of ours that take the place of a library module's own, where CPython builds source text and
 * runs it.
 *
 * An overlay (overlay/MODULE.py) is a sequence of top-level definitions. Each stands in for the definition of
 * that name in the module: the original's lines are blanked, so that every other line keeps its number, and
 * ours follow behind the module's end. What precedes the first definition (imports) is added too. */
#ifndef PY2_STDLIB_OVERLAY_H
#define PY2_STDLIB_OVERLAY_H

#include "engine/base/base.h"

/* False when the overlay cannot be read or names a definition or line that the source has not. */
bool overlay_apply(struct arena *a, struct str *source, struct str overlay_file);

#endif
