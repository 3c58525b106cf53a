/* Declared against real dependencies: whose module is whose, and who imports from whom without saying so.
 *
 * Invariant: nothing is checked for a lone file, which declares nothing. */
#ifndef PY2_DEPS_H
#define PY2_DEPS_H

#include "rules/program.h"

/* Whose a file is, as struct appspec_owner says: found without going over all owners. */
struct owners {
    struct map srcs, roots; /* file, or root -> the owner that declares it first */
};
void owners_index(struct owners *o, struct arena *a, const struct appspec *spec);
const struct appspec_owner *owners_find(const struct owners *o, struct str file); /* NULL: nobody's */
bool strs_have(struct strs list, struct str s);

/* Reports every import of a module whose library the importing app or library does not name in `deps`, and
 * warns of libraries that the app names and does not use. False after errors. */
bool deps_check(struct rule_ctx *c, const struct appspec *spec, const struct owners *owners,
                const struct program *program);
/* The warning alone; `used` are the labels of the libraries that the app's own modules import from. */
void deps_warn_unused(struct rule_ctx *c, const struct appspec *spec, const struct map *used);

#endif
