/* Where CPython has which of its modules, and which of them we leave away on purpose. */
#include "rules/stdlib/library.h"

static const struct {
    enum library_standing standing;
    const char *name;
} names[] = {
#define FIRST         STANDING_FIRST
#define MODULE        STANDING_MODULE
#define NOWHERE       STANDING_NOWHERE
#define X(kind, text) {kind, text},
#include "rules/stdlib/names.def"
#undef X
};

/* Native modules of CPython that only speed a Python twin up, where the twin compiled by us serves: their
 * absence is what the twin's module is written for. A runtime that has one of them all the same uses it. */
static const char *const twins[] = {
    "_asyncio",
    "_bisect",
    "_datetime",
    "_decimal",
    "_elementtree",
    "_functools",
    "_frozen_importlib",
    "_frozen_importlib_external",
    "_hashlib",
    "_heapq",
    "_lsprof",
    "_opcode",
    "_operator",
    "_pickle",
    "_queue",
    "_statistics",
    "_tracemalloc",
    "_typing",
    "_uuid",
    "_zoneinfo",
};

enum library_standing library_standing(struct str name) {
    for (size_t i = 0; i < COUNT(twins); i++)
        if (str_is(name, twins[i])) return STANDING_TWIN;
    size_t low = 0, high = COUNT(names);
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = str_cmp(name, str_c(names[middle].name));
        if (!order) return names[middle].standing;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return STANDING_OTHER;
}
