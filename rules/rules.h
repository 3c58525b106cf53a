/* What rules hand to the engine: the stages and the commands that know Python. */
#ifndef PY2_RULES_H
#define PY2_RULES_H

#include "engine/rule.h"

extern const struct rule *const py2_rules[];       /* ends with NULL */
extern const struct command *const py2_commands[]; /* ends with NULL */
extern const char *const py2_targets[];            /* ends with NULL */

/* ---- release.c ---- */
extern const struct rule rule_pack;
/* ---- deps_rule.c ---- */
extern const struct rule rule_deps;

/* ---- object_command.c ---- */
extern const struct command command_object;
/* ---- deps_command.c ---- */
extern const struct command command_deps;

#endif
