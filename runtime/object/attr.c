/* Attributes of instances: generic lookup and store. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"

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
