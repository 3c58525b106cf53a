/* The one file where the engine meets the rules: it hands their tables over. */
#include "engine/rule.h"
#include "rules/rules.h"

extern const struct licence py2_licences[];

int main(int argc, char **argv) {
    const struct toolbox tools = {py2_rules, py2_commands, py2_targets, py2_licences, PY2_VERSION};
    return engine_main(argc, argv, &tools);
}
