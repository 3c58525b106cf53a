/* What a recipe declared, outside Lua: trees of plain values with their canonical bytes.
 *
 * Invariants: map keys are sorted and unique, so equal values have equal bytes; a value is immutable; depth
 * is at most VALUE_DEPTH, which the reader enforces on hostile bytes. */
#ifndef PY2_VALUE_H
#define PY2_VALUE_H

#include "engine/base/base.h"

enum { VALUE_DEPTH = 64 };

enum value_kind {
    V_NIL,
    V_BOOL,   /* i */
    V_INT,    /* i */
    V_STR,    /* s */
    V_LIST,   /* items */
    V_MAP,    /* keys, items */
    V_SELECT, /* keys (target patterns, "default"), items */
    V_JOIN,   /* items: lists to be joined once selects among them are resolved */
};

struct value {
    enum value_kind kind;
    int64_t i;
    struct str s;
    struct str *keys;
    struct value *items;
    size_t n;
};

void value_put(struct buf *b, const struct value *v);
bool value_get(struct arena *a, struct reader *r, struct value *v,
               int depth);                                                 /* strings point into the bytes */
const struct value *value_field(const struct value *map, const char *key); /* NULL when absent */

/* One `word { … }` of a recipe. */
struct decl {
    struct str word, name;
    uint32_t line;
    struct value fields; /* V_MAP */
};

/* The output of rule "package". */
struct package {
    struct str path, file; /* "a/b", "a/b/build.py2" */
    struct decl *decls;    /* in the order of the recipe */
    size_t n;
    struct str *options; /* names declared with option{} */
    size_t n_options;
};

struct str package_encode(struct arena *a, const struct package *p);
/* The same in parts: each declaration's bytes, and a package around them (its decls are not looked at). */
void decl_put(struct buf *b, const struct decl *d);
void decl_head_put(struct buf *b, struct str word, struct str name, uint32_t line,
                   size_t fields); /* keys and values follow */
struct str package_encode_around(struct arena *a, const struct package *p, struct str decls);
bool package_decode(struct arena *a, struct str bytes, struct package *p);
/* The same without the fields of libraries and resources, of which most packages are made. */
bool package_outline(struct arena *a, struct str bytes, struct package *p);
const struct decl *package_find(const struct package *p, struct str name);

#endif
