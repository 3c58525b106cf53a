/* Where modules are: names looked up in directory listings, never file by file.
 *
 * Invariants:
 *  - A directory is read once, whoever asks: rule "names" gives what can be imported from it. The union of a
 * list of roots is rule "index", shared by all programs with the same list. So a name that is nowhere costs
 * nothing, and is remembered as not being in these listings.
 *  - Names are found as CPython's path finder finds them: in the order of the roots, a package with an
 * __init__.py or a module wins over directories without one, which together are a namespace package; below a
 * package only its own directories count. Case matters, whatever the file system thinks. */
#ifndef PY2_ROOTS_H
#define PY2_ROOTS_H

#include "engine/rule.h"

enum place_kind { PLACE_NONE, PLACE_MODULE, PLACE_PACKAGE, PLACE_NAMESPACE };
struct module_place {
    enum place_kind kind;
    struct str file;  /* of a module or a package: its __init__.py */
    struct str root;  /* of a top-level name that is a module or a package: the import root it is in */
    struct str *dirs; /* of a package: where its submodules are */
    size_t n_dirs;
};

struct roots {
    struct rule_ctx *c;
    const struct str *list;
    size_t n;
    struct map top;    /* top-level name -> struct offers * */
    struct map names;  /* directory -> struct map of the names in it */
    struct map places; /* dotted name -> struct module_place * */
};

/* False when the build is being stopped. */
bool roots_open(struct roots *r, struct rule_ctx *c, const struct str *list, size_t n);
const struct module_place *roots_find(struct roots *r, struct str module);
/* The first root that offers a top-level name; empty: none does. Asks nothing but the index. */
struct str roots_first(const struct roots *r, struct str name);

extern const struct rule rule_names, rule_index;

#endif
