/* The engine's own rules about recipes, and what the folders above share of these. */
#ifndef PY2_RECIPE_RULES_H
#define PY2_RECIPE_RULES_H

#include "engine/graph/graph.h"
#include "engine/recipe/value.h"

#include "engine_digest.h" /* ENGINE_DIGEST: of the sources of the engine and of lua/, made by the build */

/* "package": key a package's path, output package_encode. "packages": key a directory, output the paths of
 * all packages at and below it, each followed by a newline. "appspec", "library": see appspec.h. */
extern const struct rule rule_package, rule_packages, rule_appspec, rule_library, rule_selection;
extern const struct rule rule_providers; /* providers.c */

/* ---- workspace.c ---- */

/* The root: the outermost directory at or above `from` whose build.py2 calls workspace{}, else the nearest
 * one with a build.py2; false when there is none. Absolute paths. */
bool workspace_find(struct arena *a, struct str from, struct str *root);
/* Does the recipe's text call workspace? Reads Lua's tokens, so comments and strings do not count. */
bool recipe_calls_workspace(struct str text);
/* Decodes a needed package. False when it failed. */
bool package_need(struct rule_ctx *c, struct str path, struct package *p);
/* Helps with an error about a package that does not exist: says what is near. Returns false. */
bool package_missing(struct rule_ctx *c, struct diag *m, struct str path);
/* The same about a name that the package does not declare: says what it does. */
void package_names(struct rule_ctx *c, struct diag *m, const struct package *p);

/* ---- config.c: targets and selects ---- */

struct config {
    struct str target; /* as the user named it */
    struct str triple, cpu, opt, subsystem, icon, min_os;
    struct value features, version_info;
    bool debug, has_debug;
    bool near; /* declared in the app's package, not in the root's */
    uint64_t stack;
};
/* The field's value with every select resolved for the target. NULL value in, V_NIL out. Reports and returns
 * false when no branch fits. */
bool select_resolve(struct arena *a, struct diags *d, struct place at, const struct config *cfg,
                    const char *field, const struct value *v, struct value *out);
bool size_parse(const struct value *v, uint64_t *bytes); /* 65536, "64K", "64M", "1G" */
/* Finds a triple or a target{} of the root package or of `near`. Reports and returns false. */
bool config_find(struct rule_ctx *c, struct str name, const struct package *root, const struct package *near,
                 struct place at, struct config *out);
struct str host_target(const struct toolbox *t);
bool is_triple(const struct toolbox *t, struct str name);

#endif
