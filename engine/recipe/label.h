/* Labels and patterns: `//path/to/pkg:name`, `:name`, `//pkg` (= `//pkg:pkg`); `//...`, `//pkg/...`,
 * `//pkg:all`.
 *
 * Invariant: a parsed label's package has no empty, "." or ".." component and no leading or trailing '/'. */
#ifndef PY2_LABEL_H
#define PY2_LABEL_H

#include "engine/base/base.h"

struct label {
    struct str package; /* "" is the root */
    struct str name;
};

/* Parses `text` as written in package `here`. On failure returns false and says why. */
bool label_parse(struct arena *a, struct str text, struct str here, struct label *l, const char **why);
struct str label_text(struct arena *a, const struct label *l); /* "//pkg:name" */

enum pattern_kind { PATTERN_LABEL, PATTERN_ALL, PATTERN_BELOW };
struct pattern {
    enum pattern_kind kind;
    bool subtract;      /* a leading '-' */
    struct label label; /* `name` only for PATTERN_LABEL */
};
bool pattern_parse(struct arena *a, struct str text, struct str here, struct pattern *p, const char **why);
bool pattern_matches(const struct pattern *p, const struct label *l);

struct decl;
/* May `user` use what `package` declares so? Without `visibility` everybody may; its own package always may.
 */
bool decl_visible(struct arena *a, const struct decl *d, struct str package, const struct label *user);

#endif
