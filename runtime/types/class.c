/* Making classes: type.__new__.
 *
 * A class is permanent: its `struct type` is never freed. Its instances are `struct instance` when all bases
 * are, else they have the layout of the one built-in base with a word for attributes after it. */
#include "runtime/gc/gc.h"
#include "runtime/gc/weak.h"
#include "runtime/state.h"

#define INLINE_MAX 240
#define UNHINTED   3 /* words for attributes that no method of the class gives its instances */

/* Before a store into word storage that only C holds, when an allocation lies between its making and the
 * store. */
static void note_storage(void *payload) {
    gc_note((struct obj *)payload - 1);
}

/* ---- __slots__ ---- */

/* Built-in classes with a word for attributes make a dict for every instance that asks. */
static bool has_dict(const struct type *type) {
    if (type->flags & TYPE_TYPE) return true;
    return type->flags & TYPE_HAS_DICT || (type->attrs && !(type->flags & TYPE_HEAP));
}

/* What tp_itemsize says in CPython: instances end in a varying number of items. */
static bool has_items(const struct type *type) {
    return (type->flags & (TYPE_INT | TYPE_TUPLE | TYPE_BYTES | TYPE_TYPE)) != 0;
}

struct slots {
    bool given, dict, weak;
    uint32_t n;
    val names[INLINE_MAX];
};

static val mangled(struct thread *t, struct type *type, val name) {
    const struct string *s = AS(string, name), *c = AS(string, type->name);
    if (s->len < 3 || str_at(s, 0) != '_' || str_at(s, 1) != '_') return name;
    if (str_at(s, s->len - 1) == '_' && str_at(s, s->len - 2) == '_') return name;
    int64_t skip = 0;
    while (skip < c->len && str_at(c, skip) == '_') skip++;
    if (skip == c->len) return name;
    val cls = str_slice(t, type->name, skip, c->len);
    return cls ? str_format(t, "_%U%U", cls, name) : 0;
}

static bool slot_named(struct thread *t, struct type *type, struct slots *out, val name) {
    if (!val_is_str(name)) {
        raise(t, &exc_TypeError, "__slots__ items must be strings, not '%T'", name);
        return false;
    }
    const struct string *s = AS(string, name);
    bool ok = s->len > 0 && !(str_at(s, 0) >= '0' && str_at(s, 0) <= '9');
    for (int64_t i = 0; ok && i < s->len; i++) {
        uint32_t c = str_at(s, i);
        ok = c == '_' || c >= 128 || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
    }
    if (!ok) {
        raise(t, &exc_TypeError, "__slots__ must be identifiers");
        return false;
    }
    if (!attr_name(t, &name)) return false;
    if (name == NAME(__dict__)) {
        if (out->dict || has_dict(type->base)) {
            raise(t, &exc_TypeError, "__dict__ slot disallowed: we already got one");
            return false;
        }
        out->dict = true;
        return true;
    }
    if (name == NAME(__weakref__)) {
        if (out->weak || type->base->flags & TYPE_WEAKREF || has_items(type->base)) {
            raise(t, &exc_TypeError,
                  "__weakref__ slot disallowed: either we already got one, or __itemsize__ != 0");
            return false;
        }
        out->weak = true;
        return true;
    }
    name = mangled(t, type, name);
    if (!name || !attr_name(t, &name)) return false;
    if (dict_lookup_name(type->dict, name) && name != NAME(__qualname__)) {
        raise(t, &exc_ValueError, "%R in __slots__ conflicts with class variable", name);
        return false;
    }
    if (out->n == INLINE_MAX) {
        raise(t, &exc_TypeError, "too many __slots__");
        return false;
    }
    note_storage(out);
    out->names[out->n++] = name;
    return true;
}

static bool slots_read(struct thread *t, struct type *type, struct slots *out) {
    val given = dict_lookup_name(type->dict, NAME(__slots__));
    out->given = given != 0;
    out->n = 0;
    out->dict = out->weak = false;
    if (!given) return true;
    val items = val_is_str(given) ? tuple_of(t, 1, &given) : tuple_from_iterable(t, given);
    if (!items) return false;
    if (AS(tuple, items)->len && has_items(type->base)) {
        raise(t, &exc_TypeError, "nonempty __slots__ not supported for subtype of '%N'", type->base);
        return false;
    }
    for (int64_t i = 0; i < AS(tuple, items)->len; i++)
        if (!slot_named(t, type, out, AS(tuple, items)->item[i])) return false;
    return true;
}

static bool slots_define(struct thread *t, struct type *type, const struct slots *s) {
    for (uint32_t i = 0; i < s->n; i++) {
        struct member_descriptor *m = gc_new(t, &member_descriptor_type, sizeof *m);
        if (!m) return false;
        m->owner = type;
        m->index = type->base->members + i;
        gc_store(m, &m->name, s->names[i]);
        if (dict_put(t, type->dict, s->names[i], val_of(m)) < 0) return false;
    }
    return true;
}

/* ---- layout ---- */

/* A metaclass: its instances are classes, which keep their attributes in their namespace. */
static bool lay_out_meta(struct thread *t, struct type *type) {
    type->size = type->base->size;
    type->gc_layout = type->base->gc_layout;
    type->flags |= type->base->flags & TYPE_WEAKREF;
    type->shape = shape_root(t, type, 0, NULL);
    return type->shape != NULL;
}

static bool lay_out(struct thread *t, struct type *type, struct slots *s, uint32_t hint) {
    struct type *base = type->base;
    if (base->flags & TYPE_TYPE) return lay_out_meta(t, type);
    const struct tuple *bases = AS(tuple, type->bases);
    bool dict = !s->given || s->dict;
    if (!s->given && !has_items(base)) s->weak = true;
    uint32_t words = hint;
    for (int64_t i = 0; i < bases->len; i++) {
        struct type *b = AS(type, bases->item[i]);
        if (has_dict(b)) dict = true;
        if (b->flags & TYPE_WEAKREF && !has_items(base)) s->weak = true;
        if (b->flags & TYPE_INSTANCE) words += b->inline_slots;
    }
    /* after a built-in layout there is one word, for the slots or for the dict: the dict takes the slots in
     */
    bool plain = base == &object_type || base->flags & TYPE_INSTANCE;
    if (!plain && dict) s->n = 0;
    type->members = base->members + s->n;
    type->size = base->size;
    type->gc_layout = base->gc_layout;
    type->attrs = base->attrs;
    type->exports = base->exports;
    if (plain) {
        type->flags |= TYPE_INSTANCE;
        if (!dict) words = type->members;
        if (dict && words < UNHINTED) words = UNHINTED;
        if (words < type->members) words = type->members;
        words |= 1; /* instances are a multiple of 16 bytes: the last word would be lost */
        if (words > INLINE_MAX) words = INLINE_MAX - 1;
        if (words < base->inline_slots) words = base->inline_slots;
        type->inline_slots = (uint8_t)words;
        type->size = sizeof(struct instance);
        type->attrs = offsetof(struct instance, more);
        type->gc_layout = GC_CUSTOM;
    } else if (!type->attrs && (dict || type->members)) {
        type->attrs = ATTRS_LAST;
    }
    if (dict) type->flags |= TYPE_HAS_DICT;
    if (s->weak) type->flags |= TYPE_WEAKREF;
    type->shape = shape_root(t, type, type->members, NULL);
    return type->shape != NULL;
}

/* ---- what the namespace asks for ---- */

static bool wrap_special(struct thread *t, struct type *type, val name, struct type *wrapper) {
    val f = dict_lookup_name(type->dict, name);
    if (!f || !val_is_exact(f, &function_shape)) return true;
    struct staticmethod *s = gc_new(t, wrapper, sizeof *s);
    if (!s) return false;
    gc_store(s, &s->func, f);
    return dict_put(t, type->dict, name, val_of(s)) == 0;
}

static val dict_of_instance(struct thread *t, val self) {
    val d = instance_dict(t, val_obj(self));
    return d || t->exc ? d : raise_no_attribute(t, self, NAME(__dict__));
}
static int64_t set_dict_of_instance(struct thread *t, val self, val value) {
    if (!value && !(value = dict_make(t))) return -1;
    if (!val_has(value, TYPE_DICT))
        return raise_i(t, &exc_TypeError, "__dict__ must be set to a dictionary, not a '%T'", value);
    return instance_set_dict(t, val_obj(self), value);
}
static val weakref_of_instance(struct thread *t, val self) {
    (void)t;
    struct weakref *r = gc_weak ? gc_weak->first(self) : NULL;
    return r ? val_of(r) : NONE;
}
static const struct method dict_getter = {"__dict__",
                                          (void *)dict_of_instance,
                                          1,
                                          METHOD_GETTER,
                                          NULL,
                                          (void *)set_dict_of_instance,
                                          "dictionary for instance variables (if defined)"};
static const struct method weakref_getter = {"__weakref__",
                                             (void *)weakref_of_instance,
                                             1,
                                             METHOD_GETTER,
                                             NULL,
                                             NULL,
                                             "list of weak references to the object (if defined)"};

static bool add_getter(struct thread *t, struct type *type, val name, const struct method *def) {
    if (dict_lookup_name(type->dict, name)) return true;
    struct getset_descriptor *g = gc_new(t, &getset_descriptor_type, sizeof *g);
    if (!g) return false;
    g->owner = type;
    g->def = def;
    gc_store(g, &g->name, name);
    return dict_put(t, type->dict, name, val_of(g)) == 0;
}

static bool namespace_ready(struct thread *t, struct type *type) {
    val q = dict_lookup_name(type->dict, NAME(__qualname__));
    if (q) {
        if (!val_is_str(q)) {
            raise(t, &exc_TypeError, "type __qualname__ must be a str, not %T", q);
            return false;
        }
        type->qualname = q;
        if (dict_remove(t, type->dict, NAME(__qualname__)) < 0) return false;
    }
    if (type->flags & TYPE_HAS_DICT && !has_dict(type->base) &&
        !add_getter(t, type, NAME(__dict__), &dict_getter))
        return false;
    if (type->flags & TYPE_WEAKREF && !(type->base->flags & TYPE_WEAKREF) &&
        !add_getter(t, type, NAME(__weakref__), &weakref_getter))
        return false;
    if (!dict_lookup_name(type->dict, NAME(__doc__)) && dict_put(t, type->dict, NAME(__doc__), NONE) < 0)
        return false;
    if (dict_lookup_name(type->dict, NAME(__eq__)) && !dict_lookup_name(type->dict, NAME(__hash__)) &&
        dict_put(t, type->dict, NAME(__hash__), NONE) < 0)
        return false;
    return wrap_special(t, type, NAME(__new__), &staticmethod_type) &&
           wrap_special(t, type, NAME(__init_subclass__), &classmethod_type) &&
           wrap_special(t, type, NAME(__class_getitem__), &classmethod_type);
}

static bool call_set_names(struct thread *t, struct type *type) {
    val copy = dict_copy(t, type->dict), k, v;
    if (!copy) return false;
    for (int64_t pos = 0; dict_step(copy, &pos, &k, &v);) {
        struct type *vt = type_of(v);
        if (!val_is_ptr(v) || vt == &function_type || !type_lookup(vt, NAME(__set_name__))) continue;
        val args[2] = {val_of(type), k};
        if (special_call(t, v, NAME(__set_name__), 2, args, NULL)) continue;
        if (!obj_isinstance(t->exc, &exc_Exception)) return false;
        val cause = exc_take(t);
        raise(t, &exc_RuntimeError, "Error calling __set_name__ on '%T' instance %R in '%N'", v, k, type);
        if (!exc_pending_is(t, &exc_RuntimeError)) return false;
        struct exception *e = AS(exception, t->exc);
        gc_store(e, &e->cause, cause);
        gc_store(e, &e->context, cause);
        e->suppress_context = 1;
        return false;
    }
    return true;
}

static bool call_init_subclass(struct thread *t, struct type *type, int64_t nkw, val *kwvalues, val kwnames) {
    const struct tuple *mro = AS(tuple, type->mro);
    for (int64_t i = 1; i < mro->len; i++) {
        struct type *c = AS(type, mro->item[i]);
        val f = type_own_lookup(t, c, NAME(__init_subclass__));
        if (!f) continue;
        if (c == &object_type && !nkw) return true;
        if (type_of(f)->descr_get) f = type_of(f)->descr_get(t, f, 0, val_of(type));
        return f && rt_call(t, f, 0, kwvalues, kwnames);
    }
    return true;
}

/* ---- the class ---- */

static bool join_bases(struct thread *t, struct type *type) {
    const struct tuple *bases = AS(tuple, type->bases);
    for (int64_t i = 0; i < bases->len; i++) {
        struct type *b = AS(type, bases->item[i]);
        if (!b->subclasses && !(b->subclasses = list_new(t, 2))) return false;
        if (list_push(t, b->subclasses, val_of(type)) < 0) return false;
    }
    return true;
}

/* The cell of a `__class__` in the body's functions means the class from before its __set_name__ hooks run.
 */
static bool fill_class_cell(struct thread *t, struct type *type) {
    val cell = dict_lookup_name(type->dict, NAME(__classcell__));
    if (!cell) return true;
    if (!val_is_exact(cell, &cell_shape)) {
        raise(t, &exc_TypeError, "type.__new__() __classcell__ must be a nonlocal cell, not '%T'", cell);
        return false;
    }
    gc_store(AS(cell, cell), &AS(cell, cell)->value, val_of(type));
    return dict_remove(t, type->dict, NAME(__classcell__)) >= 0;
}

enum { COLLECTIONS = TYPE_SEQUENCE | TYPE_MAPPING };

/* The class in its first state: named and based, without an order, so that nothing is found in it. */
static struct type *class_begin(struct thread *t, struct type *meta, struct type *base, val name, val bases) {
    struct type *type = gc_permanent(t, sizeof *type);
    if (!type) return NULL;
    type->head = (struct obj){meta->shape, GC_STATIC, 0};
    type->base = base;
    type->name = type->qualname = name;
    type->bases = bases;
    type->mro = EMPTY_TUPLE;
    type->flags =
        TYPE_HEAP | TYPE_BASE |
        (base->flags & (TYPE_INT | TYPE_STR | TYPE_TUPLE | TYPE_LIST | TYPE_DICT | TYPE_BYTES | TYPE_EXC |
                        TYPE_TYPE | TYPE_FLOAT | TYPE_SET | TYPE_FROZENSET | TYPE_GROUP | TYPE_HAS_DEL));
    for (int64_t i = 0; i < AS(tuple, bases)->len; i++) /* the first base that is one of the two */
        if (!(type->flags & COLLECTIONS))
            type->flags |= AS(type, AS(tuple, bases)->item[i])->flags & COLLECTIONS;
    gc_add_type(t, type);
    return type;
}

val class_new(struct thread *t, struct type *meta, val name, val bases, val ns, int64_t nkw, val *kwvalues,
              val kwnames, uint32_t hint) {
    val object = val_of(&object_type);
    if (AS(tuple, bases)->len == 0 && !(bases = tuple_of(t, 1, &object))) return 0;
    struct type *base = bases_best(t, bases);
    struct type *type = base ? class_begin(t, meta, base, name, bases) : NULL;
    struct slots *slots = type ? gc_storage(t, sizeof *slots, true) : NULL;
    if (!slots || !(type->dict = dict_copy(t, ns)) || !slots_read(t, type, slots) ||
        !lay_out(t, type, slots, hint) || !slots_define(t, type, slots) || !namespace_ready(t, type) ||
        !fill_class_cell(t, type))
        return 0;
    val mro = mro_of(t, type);
    if (!mro) return 0;
    type->mro = mro;
    type->nmro = (uint32_t)AS(tuple, mro)->len;
    type_set_version(type);
    type_update_slots(t, type);
    type->flags |= TYPE_READY;
    if (!join_bases(t, type) || !call_set_names(t, type) ||
        !call_init_subclass(t, type, nkw, kwvalues, kwnames))
        return 0;
    return val_of(type);
}
