/* The module _abc: what abc.ABCMeta is made of.
 *
 * Invariants:
 *  - An ABC's own `_abc_impl` holds three sets of classes: the registered ones, those found to be subclasses,
 * those found not to be. Classes are never freed, so the sets hold them directly.
 *  - What is known not to be a subclass holds while no class was registered anywhere: `negative_as_of` is the
 * count of registrations when `negative` was last emptied. */
#include "runtime/gc/gc.h"
#include "runtime/lib/native.h"
#include "runtime/state.h"

struct abc_data {
    struct obj head;
    val registry, cache, negative; /* sets, or 0 while empty */
    val negative_as_of;            /* small int */
};

static int64_t registrations;

static struct type abc_data_type;
static struct shape abc_data_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &abc_data_type};

static val data_new(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)argc, (void)argv, (void)kwnames;
    struct abc_data *d = gc_new(t, cls, sizeof *d);
    if (d) d->negative_as_of = val_small(registrations);
    return val_of(d);
}

static struct type abc_data_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &abc_data_shape,
    .cname = "_abc._abc_data",
    .base = &object_type,
    .size = sizeof(struct abc_data),
    .gc_layout = GC_WORDS,
    .doc = "Internal state held by ABC machinery.",
    .new = data_new,
};

static struct abc_data *data_of(struct thread *t, val cls) {
    val d = obj_getattr(t, cls, NAME(_abc_impl));
    if (!d) return NULL;
    if (val_is_exact(d, &abc_data_shape)) return AS(abc_data, d);
    raise(t, &exc_TypeError, "_abc_impl is set to a wrong type");
    return NULL;
}

static int64_t holds(struct thread *t, val set, val cls) {
    return set ? set_has(t, set, cls) : 0;
}

static bool add(struct thread *t, struct abc_data *d, val *set, val cls) {
    if (!*set) {
        val s = set_make(t, false);
        if (!s) return false;
        gc_store(d, set, s);
    }
    return set_put(t, *set, cls) >= 0;
}

/* ---- abstract methods ---- */

static int64_t is_abstract(struct thread *t, val v) {
    if (val_is_exact(v, &function_shape) && !AS(function, v)->dict) return 0;
    val a = obj_lookattr(t, v, NAME(__isabstractmethod__));
    return a ? obj_truth(t, a) : t->exc ? -1 : 0;
}

static bool add_if_abstract(struct thread *t, val names, val name, val v) {
    int64_t r = is_abstract(t, v);
    return r == 0 || (r > 0 && set_put(t, names, name) >= 0);
}

static bool own_abstracts(struct thread *t, val names, struct type *cls) {
    val ns = dict_copy(t, cls->dict), name, v;
    if (!ns) return false;
    for (int64_t pos = 0; dict_step(ns, &pos, &name, &v);)
        if (!add_if_abstract(t, names, name, v)) return false;
    return true;
}

/* Abstract methods of a base that the class still gives as abstract. */
static bool inherited_abstracts(struct thread *t, val names, val cls, val base) {
    val theirs = obj_lookattr(t, base, NAME(__abstractmethods__));
    if (!theirs) return t->exc == 0;
    val all = list_from_iterable(t, theirs);
    for (int64_t i = 0; all && i < AS(list, all)->len; i++) {
        val name = AS(list, all)->item[i], v = obj_lookattr(t, cls, name);
        if (v ? !add_if_abstract(t, names, name, v) : t->exc != 0) return false;
    }
    return all != 0;
}

static bool find_abstracts(struct thread *t, val cls) {
    struct type *type = AS(type, cls);
    val names = set_make(t, true);
    if (!names || !own_abstracts(t, names, type)) return false;
    const struct tuple *bases = AS(tuple, type->bases);
    for (int64_t i = 0; i < bases->len; i++)
        if (!inherited_abstracts(t, names, cls, bases->item[i])) return false;
    return obj_setattr(t, cls, NAME(__abstractmethods__), names) == 0;
}

/* `__abc_tpflags__` in a class body says whether patterns take its instances for sequences or mappings. */
static bool take_collection_flags(struct thread *t, struct type *type) {
    enum { SEQUENCE = 1 << 5, MAPPING = 1 << 6 };
    val v = dict_lookup_name(type->dict, NAME(__abc_tpflags__));
    if (!v || !val_is_small(v)) return true;
    int64_t flags = val_small_get(v) & (SEQUENCE | MAPPING);
    if (flags == (SEQUENCE | MAPPING)) {
        raise(t, &exc_TypeError, "__abc_tpflags__ cannot be both Py_TPFLAGS_SEQUENCE and Py_TPFLAGS_MAPPING");
        return false;
    }
    if (flags & SEQUENCE) type->flags |= TYPE_SEQUENCE;
    if (flags & MAPPING) type->flags |= TYPE_MAPPING;
    return obj_setattr(t, val_of(type), NAME(__abc_tpflags__), 0) == 0;
}

static val abc_init(struct thread *t, val cls) {
    if (!val_has(cls, TYPE_TYPE)) return raise(t, &exc_TypeError, "_abc_init() argument must be a class");
    if (!find_abstracts(t, cls)) return 0;
    val d = data_new(t, &abc_data_type, 0, NULL, 0);
    if (!d || obj_setattr(t, cls, NAME(_abc_impl), d) < 0) return 0;
    return take_collection_flags(t, AS(type, cls)) ? NONE : 0;
}
METHOD(_abc, _abc_init, abc_init, 1, 0, "($module, self, /)");

/* ---- registration ---- */

#define COLLECTION (TYPE_SEQUENCE | TYPE_MAPPING)

static void give_collection_flag(struct type *type, uint32_t flag) {
    if (!(type->flags & TYPE_HEAP) || (type->flags & COLLECTION) == flag) return;
    type->flags = (type->flags & ~(uint32_t)COLLECTION) | flag;
    if (!type->subclasses) return;
    const struct list *l = AS(list, type->subclasses);
    for (int64_t i = 0; i < l->len; i++) give_collection_flag(AS(type, l->item[i]), flag);
}

static val abc_register(struct thread *t, val cls, val subclass) {
    if (!val_has(subclass, TYPE_TYPE)) return raise(t, &exc_TypeError, "Can only register classes");
    int64_t r = obj_is_subclass(t, subclass, cls);
    if (r) return r > 0 ? subclass : 0;
    r = obj_is_subclass(t, cls, subclass);
    if (r) return r > 0 ? raise(t, &exc_RuntimeError, "Refusing to create an inheritance cycle") : 0;
    struct abc_data *d = data_of(t, cls);
    if (!d || !add(t, d, &d->registry, subclass)) return 0;
    registrations++;
    uint32_t flag = val_has(cls, TYPE_TYPE) ? AS(type, cls)->flags & COLLECTION : 0;
    if (flag) give_collection_flag(AS(type, subclass), flag);
    return subclass;
}
METHOD(_abc, _abc_register, abc_register, 2, 0, "($module, self, subclass, /)");

static val abc_cache_token(struct thread *t) {
    return int_from_i64(t, registrations);
}
METHOD(_abc, get_cache_token, abc_cache_token, 0, 0, "($module, /)");

/* ---- questions ---- */

/* Whether the class is known not to be a subclass; drops what registrations outdated. */
static int64_t known_not(struct thread *t, struct abc_data *d, val subclass) {
    if (d->negative_as_of == val_small(registrations)) return holds(t, d->negative, subclass);
    d->negative = 0;
    d->negative_as_of = val_small(registrations);
    return 0;
}

/* 1, 0, -1 raised, 2: neither. */
static int64_t ask_hook(struct thread *t, struct abc_data *d, val cls, val subclass) {
    val r = call_method1(t, cls, NAME(__subclasshook__), subclass);
    if (!r) return -1;
    if (r == TRUE) return add(t, d, &d->cache, subclass) ? 1 : -1;
    if (r == FALSE) return add(t, d, &d->negative, subclass) ? 0 : -1;
    if (r == NOTIMPLEMENTED) return 2;
    return raise_i(t, &exc_AssertionError,
                   "__subclasshook__ must return either False, True, or NotImplemented");
}

/* Whether `subclass` is one of a class in the list. */
static int64_t below_any(struct thread *t, val list, val subclass) {
    for (int64_t i = 0; i < AS(list, list)->len; i++) {
        int64_t r = obj_is_subclass(t, subclass, AS(list, list)->item[i]);
        if (r) return r;
    }
    return 0;
}

static int64_t below_registered(struct thread *t, struct abc_data *d, val subclass) {
    if (!d->registry) return 0;
    val all = list_from_iterable(t, d->registry);
    return all ? below_any(t, all, subclass) : -1;
}

static int64_t below_subclass(struct thread *t, val cls, val subclass) {
    val all = call_method0(t, cls, NAME(__subclasses__));
    if (!all) return -1;
    if (!val_has(all, TYPE_LIST)) return raise_i(t, &exc_TypeError, "__subclasses__() must return a list");
    return below_any(t, all, subclass);
}

static int64_t search(struct thread *t, struct abc_data *d, val cls, val subclass) {
    int64_t r = ask_hook(t, d, cls, subclass);
    if (r != 2) return r;
    if (val_has(cls, TYPE_TYPE) && type_is_subtype(AS(type, subclass), AS(type, cls)))
        return add(t, d, &d->cache, subclass) ? 1 : -1;
    if ((r = holds(t, d->registry, subclass))) return r;
    if (!(r = below_registered(t, d, subclass))) r = below_subclass(t, cls, subclass);
    if (r < 0) return -1;
    return add(t, d, r ? &d->cache : &d->negative, subclass) ? r : -1;
}

static val abc_subclasscheck(struct thread *t, val cls, val subclass) {
    if (!val_has(subclass, TYPE_TYPE)) return raise(t, &exc_TypeError, "issubclass() arg 1 must be a class");
    struct abc_data *d = data_of(t, cls);
    if (!d || stack_check(t) < 0) return 0;
    int64_t r = holds(t, d->cache, subclass);
    if (r) return r < 0 ? 0 : TRUE;
    if ((r = known_not(t, d, subclass))) return r < 0 ? 0 : FALSE;
    r = search(t, d, cls, subclass);
    return r < 0 ? 0 : val_bool(r != 0);
}
METHOD(_abc, _abc_subclasscheck, abc_subclasscheck, 2, 0, "($module, self, subclass, /)");

static val abc_instancecheck(struct thread *t, val cls, val v) {
    struct abc_data *d = data_of(t, cls);
    val claimed = d ? obj_getattr(t, v, NAME(__class__)) : 0, real = val_of(type_of(v));
    if (!claimed) return 0;
    int64_t r = holds(t, d->cache, claimed);
    if (r) return r < 0 ? 0 : TRUE;
    if (claimed == real && d->negative_as_of == val_small(registrations)) {
        if ((r = holds(t, d->negative, claimed))) return r < 0 ? 0 : FALSE;
    }
    val answer = call_method1(t, cls, NAME(__subclasscheck__), claimed);
    if (!answer || claimed == real || (r = obj_truth(t, answer)) > 0) return answer;
    return r < 0 ? 0 : call_method1(t, cls, NAME(__subclasscheck__), real);
}
METHOD(_abc, _abc_instancecheck, abc_instancecheck, 2, 0, "($module, self, instance, /)");

/* ---- for debugging ---- */

static val set_copy_of(struct thread *t, val set) {
    return set ? call1(t, val_of(&set_type), set) : set_make(t, false);
}

static val abc_dump(struct thread *t, val cls) {
    struct abc_data *d = data_of(t, cls);
    if (!d) return 0;
    val out[4] = {set_copy_of(t, d->registry), set_copy_of(t, d->cache), set_copy_of(t, d->negative),
                  d->negative_as_of};
    return out[0] && out[1] && out[2] ? tuple_of(t, 4, out) : 0;
}
METHOD(_abc, _get_dump, abc_dump, 1, 0, "($module, self, /)");

static val abc_reset_registry(struct thread *t, val cls) {
    struct abc_data *d = data_of(t, cls);
    if (d) d->registry = 0;
    return d ? NONE : 0;
}
METHOD(_abc, _reset_registry, abc_reset_registry, 1, 0, "($module, self, /)");

static val abc_reset_caches(struct thread *t, val cls) {
    struct abc_data *d = data_of(t, cls);
    if (d) d->cache = d->negative = 0;
    return d ? NONE : 0;
}
METHOD(_abc, _reset_caches, abc_reset_caches, 1, 0, "($module, self, /)");

METHOD_TABLE(_abc);
static val abc_module(struct thread *t) {
    return native_module_new(t, "_abc", METHODS(_abc));
}
NATIVE_MODULE(_abc, "_abc", abc_module);
