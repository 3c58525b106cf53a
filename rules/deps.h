/* Declared against real dependencies: whose module is whose, and who imports from whom without saying so.
 *
 * Invariant: nothing is checked for a lone file, which declares nothing. */
#ifndef PY2_DEPS_H
#define PY2_DEPS_H

#include "rules/program.h"

/* The app or library a module's file belongs to, as struct appspec_owner says; NULL for none. */
const struct appspec_owner *deps_owner(const struct appspec *spec, struct str file);

/* Reports every import of a module whose library the importing app or library does not name in `deps`, and
 * warns of libraries that the app names and does not use. False after errors. */
bool deps_check(struct rule_ctx *c, const struct appspec *spec, const struct program *program);

#endif
