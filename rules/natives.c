/* The runtime's archive is asked, so that no list of modules has to be kept in step with it. */
#include "rules/natives.h"
#include "rules/link/flat.h"
#include "rules/link/link.h"

bool native_known(struct arena *scratch, struct str name) {
    const struct target *host = target_host();
    struct flat f;
    if (str_is(name, "builtins") || str_is(name, "sys")) return true;
    if (!flat_open_own(&f, scratch, runtime_archive(host))) return false;
    struct str wanted = str_printf(scratch, "pynative.%.*s", STR_ARG(name));
    for (uint32_t i = 0; i < f.header->nsections; i++)
        if (str_eq(flat_section_name(&f, i), wanted)) return true;
    return false;
}
