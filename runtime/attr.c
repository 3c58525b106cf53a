/* Attributes of instances: generic lookup and store, inline caches and when they are emptied.
 *
 * Invariant: a filled cache's shape belongs to exactly one class, so it stands for the class too. What it
 * relies on (no data descriptor of that name, the method found) can only change by a store into a class under
 * that very name; the store finds STR_CACHED on the name and then empties every cache of it. */
#include "runtime/gc.h"
#include "runtime/lookup_cache.h"
#include "runtime/state.h"

#define STR_CACHED 0x80000000u /* of an interned str: some inline cache with this name was filled */

extern struct ic_attr __start_pyic_attr[] __attribute__((weak, visibility("hidden")));
extern struct ic_attr __stop_pyic_attr[] __attribute__((weak, visibility("hidden")));
extern struct ic_set __start_pyic_set[] __attribute__((weak, visibility("hidden")));
extern struct ic_set __stop_pyic_set[] __attribute__((weak, visibility("hidden")));
extern struct ic_method __start_pyic_method[] __attribute__((weak, visibility("hidden")));
extern struct ic_method __stop_pyic_method[] __attribute__((weak, visibility("hidden")));

struct lookup_cache lookup_cache;

static void clear_caches(val name) {
    if (lookup_cache.used) memset(&lookup_cache, 0, sizeof lookup_cache);
    for (struct ic_attr *i = __start_pyic_attr; i < __stop_pyic_attr; i++)
        if (i->name == name) i->shape = NULL;
    for (struct ic_set *i = __start_pyic_set; i < __stop_pyic_set; i++)
        if (i->name == name) i->shape = NULL;
    for (struct ic_method *i = __start_pyic_method; i < __stop_pyic_method; i++)
        if (i->name == name) i->shape = NULL;
}

void attr_invalidate(val name) {
    struct obj *s = val_obj(name);
    if (!(s->aux & STR_CACHED)) return;
    s->aux &= ~STR_CACHED;
    clear_caches(name);
}

bool attr_name(struct thread *t, val *name) {
    if (likely(val_is_exact(*name, &str_shape) && val_obj(*name)->aux & STR_INTERNED)) return true;
    if (!val_is_str(*name)) {
        raise(t, &exc_TypeError, "attribute name must be string, not '%T'", *name);
        return false;
    }
    val exact = *name;
    if (!val_is_exact(exact, &str_shape)) exact = str_slice(t, exact, 0, AS(string, exact)->len);
    if (exact && !val_is_exact(exact, &str_shape)) exact = str_concat(t, EMPTY_STR, exact);
    if (!exact) return false;
    *name = str_intern(t, exact);
    return *name != 0;
}

/* ---- slots of instances ---- */

static uint32_t inline_count(const struct type *type) {
    return type->flags & TYPE_INSTANCE ? type->inline_slots : 0;
}

val *slot_place(struct obj *o, uint32_t i) {
    uint32_t n = inline_count(o->shape->type);
    if (i < n) return &((struct instance *)o)->slot[i];
    val *word = obj_attrs(o);
    if (!word || !*word || gc_storage_size((void *)*word) < (i - n + 1) * sizeof(val)) return NULL;
    return (val *)*word + (i - n);
}

val *slot_make(struct thread *t, struct obj *o, uint32_t i) {
    val *p = slot_place(o, i);
    if (likely(p != NULL)) return p;
    uint32_t n = i - inline_count(o->shape->type);
    val *word = obj_attrs(o);
    size_t old = *word ? gc_storage_size((void *)*word) : 0;
    void *block = gc_storage_grow(t, (void *)*word, old, (n + 4 + n / 2) * sizeof(val), true);
    if (!block) return NULL;
    gc_store(o, word, val_of(block));
    return (val *)block + n;
}

static bool takes_dict(const struct obj *o) {
    const struct type *type = o->shape->type;
    return type->attrs && (!(type->flags & TYPE_HEAP) || type->flags & TYPE_HAS_DICT);
}

/* From shape mode to dict mode. Reserved words stay where they are. */
static val to_dict(struct thread *t, struct obj *o) {
    struct type *type = o->shape->type;
    struct shape *shape = shape_dict(t, type), *old = o->shape;
    val dict = dict_make(t);
    if (!dict || !shape) return 0;
    uint32_t reserved = type->members, n = inline_count(type);
    if (reserved > n) {
        raise(t, &exc_SystemError, "more __slots__ than words in an instance of '%N'", type);
        return 0;
    }
    for (uint32_t i = reserved; i < old->nslots; i++) {
        val *p = slot_place(o, i);
        if (p && *p && dict_put(t, dict, old->names[i], *p) < 0) return 0;
    }
    for (uint32_t i = reserved; i < n; i++) ((struct instance *)o)->slot[i] = 0;
    gc_note(o);
    *obj_attrs(o) = dict;
    o->shape = shape;
    return dict;
}

val instance_dict(struct thread *t, struct obj *o) {
    if (!takes_dict(o)) return 0;
    struct type *type = o->shape->type;
    if (type->flags & TYPE_HEAP && !(o->shape->flags & SHAPE_DICT)) return to_dict(t, o);
    val *word = obj_attrs(o);
    if (!*word) {
        val dict = dict_make(t);
        if (!dict) return 0;
        gc_store(o, word, dict);
    }
    return *word;
}

int64_t instance_set_dict(struct thread *t, struct obj *o, val dict) {
    if (!instance_dict(t, o)) return -1;
    val *word = obj_attrs(o);
    gc_store(o, word, dict);
    return 0;
}

val instance_get(struct thread *t, struct obj *o, val name) {
    struct type *type = o->shape->type;
    if (!type->attrs) return 0;
    if (type->flags & TYPE_HEAP && !(o->shape->flags & SHAPE_DICT)) {
        int64_t i = shape_find(o->shape, name);
        if (i < 0) return 0;
        val *p = slot_place(o, (uint32_t)i);
        return p ? *p : 0;
    }
    val dict = *obj_attrs(o);
    return dict ? dict_lookup(t, dict, name) : 0;
}

/* Deleting the newest attribute steps back to the parent's shape; anything else turns the instance to dict
 * mode. */
static int64_t delete_slot(struct thread *t, struct obj *o, val name) {
    int64_t i = shape_find(o->shape, name);
    if (i < 0) return 1;
    if (i == (int64_t)o->shape->nslots - 1) {
        val *p = slot_place(o, (uint32_t)i);
        if (p) *p = 0;
        o->shape = o->shape->parent;
        return 0;
    }
    val dict = to_dict(t, o);
    if (!dict) return -1;
    int64_t r = dict_remove(t, dict, name);
    return r < 0 ? -1 : !r;
}

int64_t instance_put(struct thread *t, struct obj *o, val name, val value) {
    struct type *type = o->shape->type;
    if (type->flags & TYPE_HEAP && !(o->shape->flags & SHAPE_DICT)) {
        if (!value) return delete_slot(t, o, name);
        int64_t i = shape_find(o->shape, name);
        if (i < 0) {
            struct shape *next = shape_add(t, o->shape, name);
            if (!next) return -1;
            if (next->flags & SHAPE_DICT) {
                val dict = to_dict(t, o);
                return dict ? dict_put(t, dict, name, value) : -1;
            }
            i = next->nslots - 1;
            val *p = slot_make(t, o, (uint32_t)i);
            if (!p) return -1;
            gc_store(o, p, value);
            o->shape = next;
            return 0;
        }
        val *p = slot_make(t, o, (uint32_t)i);
        if (!p) return -1;
        gc_store(o, p, value);
        return 0;
    }
    if (!value) {
        val dict = *obj_attrs(o);
        int64_t r = dict ? dict_remove(t, dict, name) : 0;
        return r < 0 ? -1 : !r;
    }
    val dict = instance_dict(t, o);
    return dict ? dict_put(t, dict, name, value) : -1;
}

bool instance_step(struct obj *o, int64_t *pos, val *name, val *value) {
    struct type *type = o->shape->type;
    if (!type->attrs) return false;
    if (!(type->flags & TYPE_HEAP) || o->shape->flags & SHAPE_DICT) {
        val dict = *obj_attrs(o);
        return dict && dict_step(dict, pos, name, value);
    }
    if (*pos < (int64_t)type->members) *pos = type->members;
    while (*pos < (int64_t)o->shape->nslots) {
        uint32_t i = (uint32_t)(*pos)++;
        val *p = slot_place(o, i);
        if (!p || !*p) continue;
        *name = o->shape->names[i];
        *value = *p;
        return true;
    }
    return false;
}

/* ---- generic access ---- */

/* What was looked for, unless the exception says it already. */
static void note_attribute(struct exception *e, val o, val name) {
    if (e->extra[0] || e->extra[1]) return;
    gc_store(e, &e->extra[0], name);
    gc_store(e, &e->extra[1], o);
}

val raise_no_attribute(struct thread *t, val o, val name) {
    raise(t, &exc_AttributeError, "'%T' object has no attribute '%U'", o, name);
    if (exc_pending_is(t, &exc_AttributeError)) note_attribute(AS(exception, t->exc), o, name);
    return 0;
}

val generic_lookattr(struct thread *t, val o, val name) {
    struct type *type = type_of(o);
    val descr = type_lookup(type, name);
    struct type *dt = descr ? type_of(descr) : NULL;
    if (dt && dt->descr_set && dt->descr_get) return dt->descr_get(t, descr, o, val_of(type));
    if (val_is_ptr(o)) {
        val v = instance_get(t, val_obj(o), name);
        if (v || t->exc) return v;
    }
    if (dt && dt->descr_get) return dt->descr_get(t, descr, o, val_of(type));
    return descr;
}

val generic_getattr(struct thread *t, val o, val name) {
    if (!attr_name(t, &name)) return 0;
    val v = generic_lookattr(t, o, name);
    if (unlikely(!v && !t->exc)) return raise_no_attribute(t, o, name);
    return v;
}

static int64_t raise_cannot_set(struct thread *t, val o, val name, bool found) {
    if (found) {
        raise(t, &exc_AttributeError, "'%T' object attribute '%U' is read-only", o, name);
        return -1;
    }
    return raise_i(t, &exc_AttributeError, "'%T' object has no attribute '%U'", o, name);
}

int64_t generic_setattr(struct thread *t, val o, val name, val value) {
    if (!attr_name(t, &name)) return -1;
    struct type *type = type_of(o);
    val descr = type_lookup(type, name);
    if (descr && type_of(descr)->descr_set) return type_of(descr)->descr_set(t, descr, o, value);
    if (!val_is_ptr(o) || !takes_dict(val_obj(o))) return raise_cannot_set(t, o, name, descr != 0);
    int64_t r = instance_put(t, val_obj(o), name, value);
    if (r == 1) return raise_cannot_set(t, o, name, false);
    return r;
}

typedef val (*getattr_fn)(struct thread *, val, val);

/* Constants in the image (bytes, complex) are instances that no call of gc_new announced: what their type
 * inherits comes with the first question. */
static getattr_fn getattr_of_unready(struct thread *t, struct type *type) {
    return type->flags & TYPE_READY || type_ready(t, type) < 0 ? NULL : type->getattr;
}

val obj_getattr(struct thread *t, val o, val name) {
    val (*f)(struct thread *, val, val) = type_of(o)->getattr;
    if (!attr_name(t, &name)) return 0;
    if (unlikely(!f) && (f = getattr_of_unready(t, type_of(o))) == NULL)
        return t->exc ? 0 : raise_no_attribute(t, o, name);
    val v = f(t, o, name);
    if (unlikely(!v) && exc_pending_is(t, &exc_AttributeError))
        note_attribute(AS(exception, t->exc), o, name);
    return v;
}

/* 0 and no exception when the attribute is absent; other exceptions stay. */
val obj_lookattr(struct thread *t, val o, val name) {
    if (!attr_name(t, &name)) return 0;
    bool generic = type_of(o)->getattr == generic_getattr;
    val v = generic ? generic_lookattr(t, o, name) : obj_getattr(t, o, name);
    if (!v && exc_pending_is(t, &exc_AttributeError)) t->exc = 0;
    return v;
}

int64_t obj_setattr(struct thread *t, val o, val name, val value) {
    struct type *type = type_of(o);
    if (!attr_name(t, &name)) return -1;
    if (unlikely(!(type->flags & TYPE_READY)) && type_ready(t, type) < 0) return -1;
    if (likely(type->setattr != NULL)) return type->setattr(t, o, name, value);
    raise_no_attribute(t, o, name);
    return -1;
}

val rt_getattr(struct thread *t, val o, val name) {
    return obj_getattr(t, o, name);
}
int64_t rt_setattr(struct thread *t, val o, val name, val v) {
    return obj_setattr(t, o, name, v);
}
int64_t rt_delattr(struct thread *t, val o, val name) {
    return obj_setattr(t, o, name, 0);
}

/* ---- inline caches ---- */

/* Byte offset of slot i in the object, or -1 when it is in the overflow block. */
static int64_t slot_offset(const struct type *type, int64_t i) {
    if (i < 0 || i >= (int64_t)inline_count(type)) return -1;
    return (int64_t)offsetof(struct instance, slot) + i * (int64_t)sizeof(val);
}

static bool cacheable(val o) {
    if (!val_is_ptr(o)) return false;
    const struct shape *s = val_obj(o)->shape;
    return s->type->flags & TYPE_INSTANCE && !(s->flags & SHAPE_DICT);
}

/* An attribute of the class that is no descriptor, read through an instance that does not have it. */
static val class_value(struct obj *o, val name, val descr) {
    if (!descr || type_of(descr)->descr_get || type_of(descr)->descr_set) return 0;
    if (!(o->shape->type->flags & TYPE_HEAP) || shape_find(o->shape, name) >= 0) return 0;
    val_obj(name)->aux |= STR_CACHED;
    lookup_cache.used = true;
    lookup_cache.get[lookup_index(o->shape, name)] = (struct lookup_get){o->shape, name, 0, descr};
    return descr;
}

val rt_getattr_ic(struct thread *t, val o, struct ic_attr *ic) {
    struct type *type = type_of(o);
    val name = ic->name;
    if (val_is_ptr(o)) {
        struct lookup_get *g = &lookup_cache.get[lookup_index(val_obj(o)->shape, name)];
        if (g->shape == val_obj(o)->shape && g->name == name) {
            val v = g->offset ? *(val *)((char *)o + g->offset) : g->value;
            if (likely(v)) return v;
        }
    }
    if (type->getattr != generic_getattr || !cacheable(o)) return obj_getattr(t, o, name);
    val descr = type_lookup(type, name);
    int64_t i = -1;
    if (!descr || !type_of(descr)->descr_set)
        i = shape_find(val_obj(o)->shape, name);
    else if (val_is_exact(descr, &member_descriptor_shape))
        i = AS(member_descriptor, descr)->index;
    int64_t offset = slot_offset(type, i);
    val v = offset >= 0 ? *(val *)((char *)o + offset) : 0;
    if (!v) {
        v = class_value(val_obj(o), name, descr);
        return v ? v : generic_getattr(t, o, name);
    }
    val_obj(name)->aux |= STR_CACHED;
    lookup_cache.used = true;
    lookup_cache.get[lookup_index(val_obj(o)->shape, name)] =
        (struct lookup_get){val_obj(o)->shape, name, offset, 0};
    ic->shape = val_obj(o)->shape;
    ic->offset = offset;
    return v;
}

int64_t rt_setattr_ic(struct thread *t, val o, struct ic_set *ic, val v) {
    struct type *type = type_of(o);
    val name = ic->name;
    if (val_is_ptr(o)) {
        struct lookup_set *e = &lookup_cache.set[lookup_index(val_obj(o)->shape, name)];
        if (e->shape == val_obj(o)->shape && e->name == name) {
            gc_store(val_obj(o), (val *)((char *)o + e->offset), v);
            val_obj(o)->shape = e->next;
            return 0;
        }
    }
    if (type->setattr != generic_setattr || !cacheable(o)) return obj_setattr(t, o, name, v);
    val descr = type_lookup(type, name);
    struct shape *before = val_obj(o)->shape;
    int64_t i = -1;
    if (!descr || !type_of(descr)->descr_set) {
        if (generic_setattr(t, o, name, v) < 0) return -1;
        if (!cacheable(o)) return 0;
        i = shape_find(val_obj(o)->shape, name);
    } else {
        if (generic_setattr(t, o, name, v) < 0) return -1;
        if (val_is_exact(descr, &member_descriptor_shape)) i = AS(member_descriptor, descr)->index;
    }
    int64_t offset = slot_offset(type, i);
    if (offset < 0) return 0;
    val_obj(name)->aux |= STR_CACHED;
    lookup_cache.used = true;
    lookup_cache.set[lookup_index(before, name)] =
        (struct lookup_set){before, val_obj(o)->shape, name, offset};
    ic->next = val_obj(o)->shape;
    ic->offset = offset;
    ic->shape = before;
    return 0;
}

#ifdef PY2_HOSTED
static void *adapter(int64_t argc) {
    return (void)argc, NULL;
}
#else
/* adapt_*.S: a direct entry for any callee, by number of arguments. */
void call_adapt_1(void), call_adapt_2(void), call_adapt_3(void), call_adapt_4(void), call_adapt_5(void);
static void *adapter(int64_t argc) {
    switch (argc) {
    case 1: return (void *)call_adapt_1;
    case 2: return (void *)call_adapt_2;
    case 3: return (void *)call_adapt_3;
    case 4: return (void *)call_adapt_4;
    case 5: return (void *)call_adapt_5;
    default: return NULL;
    }
}
#endif

/* What a method cache may hold for a function found in the class: a direct entry that takes exactly these
 * arguments. */
static void fill_method(struct ic_method *ic, struct shape *shape, val func, int64_t argc) {
    void *direct = NULL;
    if (val_is_exact(func, &function_shape)) {
        struct function *f = AS(function, func);
        if (f->arity == (uint64_t)argc) direct = f->direct;
    } else if (val_is_exact(func, &method_descriptor_shape)) {
        const struct method *def = AS(builtin, func)->def;
        if (def->flags & (METHOD_STATIC | METHOD_CLASS)) return;
        if (def->arity == argc) direct = def->fn;
    } else {
        return;
    }
    if (!direct && !(direct = adapter(argc))) return;
    val_obj(ic->name)->aux |= STR_CACHED;
    ic->direct = direct;
    ic->func = func;
    ic->shape = shape;
}

static val call_found(struct thread *t, val f, int64_t argc, val *argv, val kwnames) {
    if (!kwnames && val_is_exact(f, &function_shape) && AS(function, f)->arity == (uint64_t)argc)
        return AS(function, f)->code->spread(t, f, argv);
    return AS(callable, f)->entry(t, f, argc, argv, kwnames);
}

val rt_call_method(struct thread *t, struct ic_method *ic, int64_t argc, val *argv, val kwnames) {
    val self = argv[0], name = ic->name;
    if (val_is_ptr(self)) {
        struct lookup_method *m = &lookup_cache.method[lookup_index(val_obj(self)->shape, name)];
        if (m->shape == val_obj(self)->shape && m->name == name)
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
                if (val_is_ptr(self) && by_shape) {
                    struct shape *shape = val_obj(self)->shape;
                    val_obj(name)->aux |= STR_CACHED;
                    lookup_cache.used = true;
                    lookup_cache.method[lookup_index(shape, name)] = (struct lookup_method){shape, name, f};
                    if (!kwnames) fill_method(ic, shape, f, argc);
                }
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
