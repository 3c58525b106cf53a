/* Inline caches: filled by the slow paths of compiled code's attribute loads, stores and method calls, and
 * emptied when a class changes.
 *
 * Invariant: a filled cache's shape belongs to exactly one class, so it stands for the class too. What it
 * relies on (no data descriptor of that name, the method found) can only change by a store into a class under
 * that very name; the store finds STR_CACHED on the name and then empties every cache of it. A store of what
 * changes every access (`__setattr__`, the `__set__` of a class of descriptors) empties all caches.
 *
 * Each entry first asks the second level (lookup_cache.h) and is small and quick when that knows; sites whose
 * objects are of several classes live on it. */
#include "runtime/gc/gc.h"
#include "runtime/object/lookup_cache.h"
#include "runtime/state.h"

#define STR_CACHED 0x80000000u /* of an interned str: some inline cache with this name was filled */

extern struct ic_attr __start_pyic_attr[] __attribute__((weak, visibility("hidden")));
extern struct ic_attr __stop_pyic_attr[] __attribute__((weak, visibility("hidden")));
extern struct ic_set __start_pyic_set[] __attribute__((weak, visibility("hidden")));
extern struct ic_set __stop_pyic_set[] __attribute__((weak, visibility("hidden")));
extern struct ic_method __start_pyic_method[] __attribute__((weak, visibility("hidden")));
extern struct ic_method __stop_pyic_method[] __attribute__((weak, visibility("hidden")));

struct lookup_cache lookup_cache;

/* The caches of one name; 0: of every name. */
static void clear_caches(val name) {
    if (lookup_cache.used) memset(&lookup_cache, 0, sizeof lookup_cache);
    for (struct ic_attr *i = __start_pyic_attr; i < __stop_pyic_attr; i++)
        if (!name || i->name == name) i->shape = NULL;
    for (struct ic_set *i = __start_pyic_set; i < __stop_pyic_set; i++)
        if (!name || i->name == name) i->shape = NULL;
    for (struct ic_method *i = __start_pyic_method; i < __stop_pyic_method; i++)
        if (!name || i->name == name) i->shape = NULL;
}

/* Whether a class that gets or loses it answers differently for names that it says nothing of. */
static bool changes_access(val name) {
    return name == NAME(__getattribute__) || name == NAME(__setattr__) || name == NAME(__get__) ||
           name == NAME(__set__) || name == NAME(__delete__);
}

void attr_invalidate(val name) {
    if (!name || changes_access(name)) {
        clear_caches(0);
        return;
    }
    struct obj *s = val_obj(name);
    if (!(s->aux & STR_CACHED)) return;
    s->aux &= ~STR_CACHED;
    clear_caches(name);
}

/* From here on a store into a class under this name empties the caches. */
static void note_cached(val name) {
    val_obj(name)->aux |= STR_CACHED;
    lookup_cache.used = true;
}

#define MISSES_FOLLOWED 3   /* a site follows its objects to another shape that often, */
#define MISSES_SETTLED  256 /* then it is left empty for so many before it tries again */

/* Whether a site that met an object its cache does not know shall hold that object's shape from now on. */
static bool moves_in(struct shape **held, uint64_t *misses) {
    if (!*held && !*misses) return true;
    uint64_t n = ++*misses;
    if (n < MISSES_FOLLOWED) return true;
    *held = NULL;
    if (likely(n < MISSES_SETTLED)) return false;
    *misses = 0;
    return true;
}

/* Byte offset of slot i in the object, or -1 when it is in the overflow block. */
static int64_t slot_offset(const struct type *type, int64_t i) {
    if (i < 0 || !(type->flags & TYPE_INSTANCE) || i >= (int64_t)type->inline_slots) return -1;
    return (int64_t)offsetof(struct instance, slot) + i * (int64_t)sizeof(val);
}

static bool cacheable(val o) {
    if (!val_is_ptr(o)) return false;
    const struct shape *s = val_obj(o)->shape;
    return s->type->flags & TYPE_INSTANCE && !(s->flags & SHAPE_DICT);
}

/* ---- loads ---- */

/* An attribute of the class that is no descriptor, read through an instance that does not have it. */
static val class_value(struct obj *o, val name, val descr) {
    if (!descr || type_of(descr)->descr_get || type_of(descr)->descr_set) return 0;
    if (!(o->shape->type->flags & TYPE_HEAP) || shape_find(o->shape, name) >= 0) return 0;
    note_cached(name);
    lookup_cache.get[lookup_index(o->shape, name)] = (struct lookup_get){o->shape, name, 0, descr};
    return descr;
}

/* A property is read through the second level: its entry has this offset and the property as value. */
#define OFFSET_PROPERTY (-1)

static val property_value(struct thread *t, val o, val p) {
    val f = AS(property, p)->get;
    if (likely(f && val_is_exact(f, &function_shape) && AS(function, f)->arity == 1))
        return AS(function, f)->code->spread(t, f, &o);
    return property_type.descr_get(t, p, o, 0);
}

static __attribute__((noinline)) val getattr_fill(struct thread *t, val o, struct ic_attr *ic) {
    struct type *type = type_of(o);
    val name = ic->name;
    if (type->getattr != generic_getattr || !cacheable(o)) return obj_getattr(t, o, name);
    val descr = type_lookup(type, name);
    int64_t i = -1;
    if (!descr || !type_of(descr)->descr_set)
        i = shape_find(val_obj(o)->shape, name);
    else if (val_is_exact(descr, &member_descriptor_shape))
        i = AS(member_descriptor, descr)->index;
    else if (val_is_exact(descr, &property_shape) && type->flags & TYPE_HEAP) {
        note_cached(name);
        lookup_cache.get[lookup_index(val_obj(o)->shape, name)] =
            (struct lookup_get){val_obj(o)->shape, name, OFFSET_PROPERTY, descr};
        return property_value(t, o, descr);
    }
    int64_t offset = slot_offset(type, i);
    val v = offset >= 0 ? *(val *)((char *)o + offset) : 0;
    if (!v) {
        v = class_value(val_obj(o), name, descr);
        return v ? v : generic_getattr(t, o, name);
    }
    struct shape *shape = val_obj(o)->shape;
    note_cached(name);
    lookup_cache.get[lookup_index(shape, name)] = (struct lookup_get){shape, name, offset, 0};
    if (moves_in(&ic->shape, &ic->misses)) {
        ic->shape = shape;
        ic->offset = offset;
    }
    return v;
}

val rt_getattr_ic(struct thread *t, val o, struct ic_attr *ic) {
    if (!val_is_ptr(o)) return getattr_fill(t, o, ic);
    struct shape *shape = val_obj(o)->shape;
    const struct lookup_get *g = &lookup_cache.get[lookup_index(shape, ic->name)];
    if (unlikely(g->shape != shape || g->name != ic->name)) return getattr_fill(t, o, ic);
    if (unlikely(g->offset <= 0)) return g->offset ? property_value(t, o, g->value) : g->value;
    /* Classes of one family have the attribute at one place. Where the last object had it, the value is read
     * without waiting for the lookup: the offset must be seen to come from the site (volatile), not from the
     * entry it was found equal to. */
    int64_t offset = g->offset;
    if (likely(ic->offset == offset)) offset = *(volatile int64_t *)&ic->offset;
    val v = *(val *)((char *)o + offset);
    if (unlikely(!v)) return getattr_fill(t, o, ic);
    if (unlikely(ic->offset != offset)) ic->offset = offset; /* the shape held goes now in any case */
    if (unlikely(moves_in(&ic->shape, &ic->misses))) ic->shape = shape;
    return v;
}

/* ---- stores ---- */

static __attribute__((noinline)) int64_t setattr_fill(struct thread *t, val o, struct ic_set *ic, val v) {
    struct type *type = type_of(o);
    val name = ic->name;
    if (type->setattr != generic_setattr || !cacheable(o)) return obj_setattr(t, o, name, v);
    val descr = type_lookup(type, name);
    struct shape *before = val_obj(o)->shape;
    int64_t i = -1;
    if (generic_setattr(t, o, name, v) < 0) return -1;
    if (!descr || !type_of(descr)->descr_set) {
        if (!cacheable(o)) return 0;
        i = shape_find(val_obj(o)->shape, name);
    } else if (val_is_exact(descr, &member_descriptor_shape)) {
        i = AS(member_descriptor, descr)->index;
    }
    int64_t offset = slot_offset(type, i);
    if (offset < 0) return 0;
    struct shape *next = val_obj(o)->shape;
    note_cached(name);
    lookup_cache.set[lookup_index(before, name)] = (struct lookup_set){before, next, name, offset};
    if (moves_in(&ic->shape, &ic->misses)) {
        ic->next = next;
        ic->offset = offset;
        ic->shape = before;
    }
    return 0;
}

int64_t rt_setattr_ic(struct thread *t, val o, struct ic_set *ic, val v) {
    if (!val_is_ptr(o)) return setattr_fill(t, o, ic, v);
    struct shape *shape = val_obj(o)->shape;
    const struct lookup_set *e = &lookup_cache.set[lookup_index(shape, ic->name)];
    if (unlikely(e->shape != shape || e->name != ic->name)) return setattr_fill(t, o, ic, v);
    *(val *)((char *)o + e->offset) = v;
    val_obj(o)->shape = e->next;
    if (unlikely(moves_in(&ic->shape, &ic->misses))) {
        ic->next = e->next;
        ic->offset = e->offset;
        ic->shape = shape;
    }
    if (unlikely(val_obj(o)->gc & GC_OLD)) rt_barrier(t, val_obj(o));
    return 0;
}

/* ---- method calls ---- */

/* adapt_*.S: a direct entry for any callee, by number of arguments; for methods of built-in types one that
 * does not ask whether the first argument is of the type. */
void call_adapt_1(void), call_adapt_2(void), call_adapt_3(void), call_adapt_4(void), call_adapt_5(void);
void call_builtin_1(void), call_builtin_2(void), call_builtin_3(void), call_builtin_4(void),
    call_builtin_5(void);
_Static_assert(offsetof(struct builtin, def) == 40 && offsetof(struct method, fn) == 8 &&
                   offsetof(struct callable, entry) == 16,
               "adapt_*.S");
static void *adapter(int64_t argc, bool builtin) {
    switch (argc) {
    case 1: return builtin ? (void *)call_builtin_1 : (void *)call_adapt_1;
    case 2: return builtin ? (void *)call_builtin_2 : (void *)call_adapt_2;
    case 3: return builtin ? (void *)call_builtin_3 : (void *)call_adapt_3;
    case 4: return builtin ? (void *)call_builtin_4 : (void *)call_adapt_4;
    case 5: return builtin ? (void *)call_builtin_5 : (void *)call_adapt_5;
    default: return NULL;
    }
}

/* The code that takes exactly `argc` arguments, an instance of `type` first, with the callee in the static
 * chain; NULL: there is none. A built-in method may have been put into a class whose instances it is not for.
 */
static void *direct_entry(const struct type *type, val func, int64_t argc) {
    bool builtin = false;
    if (val_is_exact(func, &function_shape)) {
        if (AS(function, func)->arity == (uint64_t)argc) return AS(function, func)->direct;
    } else {
        const struct method *def = AS(builtin, func)->def;
        if (def->flags & (METHOD_STATIC | METHOD_CLASS)) return NULL;
        bool fits =
            type_is_subtype(type, AS(builtin, func)->owner) && !(def->flags & (METHOD_GETTER | METHOD_VALUE));
        if (fits && def->arity == argc) return def->fn;
        builtin = fits && def->arity < 0;
    }
    return adapter(argc, builtin);
}

static void remember_method(struct ic_method *ic, struct shape *shape, val func, int64_t argc, bool plain) {
    void *direct = plain ? direct_entry(shape->type, func, argc) : NULL;
    note_cached(ic->name);
    lookup_cache.method[lookup_index(shape, ic->name)] =
        (struct lookup_method){shape, ic->name, func, direct, argc};
    if (!direct || !moves_in(&ic->shape, &ic->misses)) return;
    ic->direct = direct;
    ic->func = func;
    ic->shape = shape;
}

static val call_found(struct thread *t, val f, int64_t argc, val *argv, val kwnames) {
    if (!kwnames && val_is_exact(f, &function_shape) && AS(function, f)->arity == (uint64_t)argc)
        return AS(function, f)->code->spread(t, f, argv);
    return AS(callable, f)->entry(t, f, argc, argv, kwnames);
}

void *rt_method_find(struct thread *t, val self, struct ic_method *ic, int64_t argc) {
    if (!val_is_ptr(self)) return NULL;
    struct shape *shape = val_obj(self)->shape;
    struct lookup_method *m = &lookup_cache.method[lookup_index(shape, ic->name)];
    if (unlikely(m->shape != shape || m->name != ic->name || m->argc != argc || !m->direct)) return NULL;
    if (unlikely(moves_in(&ic->shape, &ic->misses))) {
        ic->direct = m->direct;
        ic->func = m->func;
        ic->shape = shape;
    }
    t->result = m->func;
    return m->direct;
}

val rt_call_method(struct thread *t, struct ic_method *ic, int64_t argc, val *argv, val kwnames) {
    val self = argv[0], name = ic->name;
    if (val_is_ptr(self)) {
        struct lookup_method *m = &lookup_cache.method[lookup_index(val_obj(self)->shape, name)];
        if (m->shape == val_obj(self)->shape && m->name == name && (kwnames || m->argc == argc))
            return call_found(t, m->func, argc, argv, kwnames);
    }
    struct type *type = type_of(self);
    if (type->getattr == generic_getattr) {
        val f = type_lookup(type, name);
        if (f && func_is_plain(f)) {
            val own = 0;
            if (val_is_ptr(self) && type->attrs) {
                own = instance_get(t, val_obj(self), name);
                if (!own && t->exc) return 0;
            }
            if (likely(!own)) {
                bool by_shape =
                    !type->attrs || (type->flags & TYPE_HEAP && !(val_obj(self)->shape->flags & SHAPE_DICT));
                if (val_is_ptr(self) && by_shape)
                    remember_method(ic, val_obj(self)->shape, f, argc, !kwnames);
                return call_found(t, f, argc, argv, kwnames);
            }
            return rt_call(t, own, argc - 1, argv + 1, kwnames);
        }
    }
    if (type == &super_type) {
        val f = super_method(t, self, name, &argv[0]);
        if (f) return AS(callable, f)->entry(t, f, argc, argv, kwnames);
        if (t->exc) return 0;
    }
    val f = obj_getattr(t, self, name);
    if (unlikely(!f)) {
        t->lookup_failed = 1;
        return 0;
    }
    return rt_call(t, f, argc - 1, argv + 1, kwnames);
}
