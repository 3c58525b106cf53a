/* Shapes: where each attribute of an instance lives. They form a tree per class and are never freed; the
 * names in them are kept.
 *
 * A shape's `names` array has room for the next power of two of its slots, and is shared with the first child
 * that extends it. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"

#define SLOTS_MAX    1000 /* an instance with more attributes than this uses a dict */
#define CHILDREN_MAX 64   /* and so does one that leaves the beaten paths of its class */

struct shape shape_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &shape_type};
struct type shape_type = {.head = {&type_shape, GC_STATIC, 0},
                          .shape = &shape_shape,
                          .cname = "shape",
                          .flags = TYPE_READY,
                          .size = sizeof(struct shape)};

static uint32_t capacity(uint32_t n) {
    uint32_t cap = 4;
    while (cap < n) cap *= 2;
    return cap;
}

static struct shape *shape_make(struct thread *t, struct type *type, uint32_t nslots, struct shape *parent) {
    struct shape *s = gc_permanent(t, sizeof *s);
    if (!s) return NULL;
    s->head = (struct obj){&shape_shape, GC_STATIC, 0};
    s->type = type;
    s->nslots = nslots;
    s->parent = parent;
    if (parent) {
        s->sibling = parent->transitions;
        parent->transitions = s;
    }
    return s;
}

struct shape *shape_root(struct thread *t, struct type *type, uint32_t reserved, const val *names) {
    struct shape *s = shape_make(t, type, reserved, NULL);
    if (!s) return NULL;
    (void)names;
    if (reserved && !(s->names = gc_permanent(t, capacity(reserved) * sizeof(val)))) return NULL;
    /* reserved words have no name: they are reached through their member descriptors only */
    for (uint32_t i = 0; i < reserved; i++) s->names[i] = NONE;
    return s;
}

int64_t shape_find(const struct shape *s, val name) {
    for (uint32_t i = 0; i < s->nslots; i++)
        if (s->names[i] == name) return i;
    return -1;
}

static bool names_extend(struct thread *t, struct shape *child, struct shape *parent, val name) {
    uint32_t n = parent->nslots;
    if (parent->names && n < capacity(n) && !parent->names[n]) {
        child->names = parent->names;
    } else {
        child->names = gc_permanent(t, capacity(n + 1) * sizeof(val));
        if (!child->names) return false;
        if (n) memcpy(child->names, parent->names, n * sizeof(val));
    }
    child->names[n] = name;
    gc_keep(t, name);
    return true;
}

struct shape *shape_dict(struct thread *t, struct type *type) {
    struct shape *root = type->shape;
    if (root->flags & SHAPE_DICT) return root;
    for (struct shape *s = root->transitions; s; s = s->sibling)
        if (s->flags & SHAPE_DICT) return s;
    struct shape *s = shape_make(t, type, 0, root);
    if (s) s->flags = SHAPE_DICT;
    return s;
}

struct shape *shape_add(struct thread *t, struct shape *s, val name) {
    uint32_t children = 0;
    for (struct shape *c = s->transitions; c; c = c->sibling, children++)
        if (!(c->flags & SHAPE_DICT) && c->names[s->nslots] == name) return c;
    if (children >= CHILDREN_MAX || s->nslots >= SLOTS_MAX) return shape_dict(t, s->type);
    struct shape *c = gc_permanent(t, sizeof *c);
    if (!c) return NULL;
    *c = (struct shape){{&shape_shape, GC_STATIC, 0}, s->type, 0, s->nslots + 1, NULL, s, NULL, NULL};
    if (!names_extend(t, c, s, name)) return NULL;
    c->sibling = s->transitions;
    s->transitions = c;
    return c;
}
