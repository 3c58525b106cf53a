/* A second level behind the inline caches, shared by all sites: (shape, name) to where the attribute is.
 * Sites that see several shapes find here what their one word cannot hold.
 *
 * Invariants: as for inline caches, an entry's shape belongs to one class, its name carries STR_CACHED, and a
 * store into a class under that name empties every entry. Entries are never relied on to be there. */
#ifndef PY2_LOOKUP_CACHE_H
#define PY2_LOOKUP_CACHE_H

#include "runtime/rt.h"

enum { LOOKUP_ENTRIES = 512 };

struct lookup_get {
    struct shape *shape;
    val name;
    int64_t offset; /* of the value in the object; 0: `value` is a plain value of the class; -1: a property of
                       it */
    val value;
};
struct lookup_set {
    struct shape *shape, *next;
    val name;
    int64_t offset;
};
struct lookup_method {
    struct shape *shape;
    val name, func; /* plain function or built-in method of the class, not hidden by the instance */
    void *direct; /* code for `argc` arguments, the object included, with func in the static chain; or NULL */
    int64_t argc;
};
struct lookup_cache {
    struct lookup_get get[LOOKUP_ENTRIES];
    struct lookup_set set[LOOKUP_ENTRIES];
    struct lookup_method method[LOOKUP_ENTRIES];
    bool used;
};
extern struct lookup_cache lookup_cache;

static inline uint32_t lookup_index(const struct shape *shape, val name) {
    return (uint32_t)(((uintptr_t)shape >> 4) * 31 + (name >> 4) * 7) % LOOKUP_ENTRIES;
}

#endif
