/* The module _collections: counting, the descriptors of named tuples, helpers of the containers. */
#include "runtime/lib/_collections/collections.h"
#include "runtime/lib/native.h"

const char *class_name(val self) {
    const char *name = type_cname(type_of(self));
    for (const char *p = name; *p; p++)
        if (*p == '.') name = p + 1;
    return name;
}

val reduced_items(struct thread *t, val self, val args, val state, val items) {
    val parts[5] = {val_of(type_of(self)), args, state, NONE, items};
    return args && state && items ? tuple_of(t, 5, parts) : 0;
}

val items_iter(struct thread *t, val self) {
    val items = call_method0(t, self, NAME(items));
    return items ? rt_iter(t, items) : 0;
}

/* ---- _count_elements: the inner loop of Counter ---- */

static val added_one(struct thread *t, val old) {
    if (likely(val_is_small(old) && val_small_get(old) < SMALL_MAX)) return old + (1 << INT_SHIFT);
    return rt_add(t, old, val_small(1));
}

/* The mapping is a dict that looks up and stores as dict does. */
static int64_t count_in_dict(struct thread *t, val mapping, val it) {
    struct dict *d = AS(dict, mapping);
    val key;
    while ((key = rt_next(t, it))) {
        int64_t hash = key_hash(t, key);
        if (hash == -1) return -1;
        int64_t ix = dict_find(t, d, key, hash);
        if (ix == -2) return -1;
        val one = ix < 0 ? val_small(1) : added_one(t, dict_entry_value(d, &d->entry[ix]));
        if (!one || dict_put_hash(t, mapping, key, hash, one) < 0) return -1;
    }
    return t->exc ? -1 : 0;
}

static int64_t count_by_methods(struct thread *t, val mapping, val it) {
    val get = obj_getattr(t, mapping, NAME(get)), key;
    if (!get) return -1;
    while ((key = rt_next(t, it))) {
        val old = call2(t, get, key, val_small(0)), one = old ? added_one(t, old) : 0;
        if (!one || rt_setitem(t, mapping, key, one) < 0) return -1;
    }
    return t->exc ? -1 : 0;
}

static val f_count_elements(struct thread *t, val mapping, val iterable) {
    val it = rt_iter(t, iterable);
    if (!it) return 0;
    struct type *type = type_of(mapping);
    bool plain = type->flags & TYPE_DICT && type->setitem == dict_type.setitem &&
                 type_lookup(type, NAME(get)) == type_lookup(&dict_type, NAME(get));
    return (plain ? count_in_dict(t, mapping, it) : count_by_methods(t, mapping, it)) < 0 ? 0 : NONE;
}

/* ---- _tuplegetter: a field of a named tuple ---- */

struct tuplegetter {
    struct obj head;
    val doc;
    int64_t index;
};

static val tuplegetter_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    int64_t index;
    if (!args_no_keywords(t, "_tuplegetter", kwnames) || !args_count(t, "_tuplegetter", argc, 2, 2) ||
        !index_i64(t, argv[0], &index))
        return 0;
    struct tuplegetter *g = gc_new(t, cls, sizeof *g);
    if (!g) return 0;
    g->doc = argv[1];
    g->index = index;
    return val_of(g);
}

static val tuplegetter_get(struct thread *t, val descr, val self, val owner) {
    struct tuplegetter *g = AS(tuplegetter, descr);
    (void)owner;
    if (!self) return descr;
    if (!val_has(self, TYPE_TUPLE)) {
        if (self == NONE) return descr;
        return raise(t, &exc_TypeError,
                     "descriptor for index '%ld' for tuple subclasses doesn't apply to '%T' object", g->index,
                     self);
    }
    if (g->index < 0 || g->index >= AS(tuple, self)->len)
        return raise(t, &exc_IndexError, "tuple index out of range");
    return AS(tuple, self)->item[g->index];
}

static int64_t tuplegetter_set(struct thread *t, val descr, val self, val value) {
    (void)descr, (void)self;
    return raise_i(t, &exc_AttributeError, value ? "can't set attribute" : "can't delete attribute");
}

static val tuplegetter_repr(struct thread *t, val self) {
    struct tuplegetter *g = AS(tuplegetter, self);
    return str_format(t, "%s(%ld, %R)", class_name(self), g->index, g->doc);
}

static val tuplegetter_reduce(struct thread *t, val self) {
    struct tuplegetter *g = AS(tuplegetter, self);
    val args = pair_new(t, val_small(g->index), g->doc);
    return args ? pair_new(t, val_of(type_of(self)), args) : 0;
}

static val tuplegetter_doc(struct thread *t, val self) {
    (void)t;
    return AS(tuplegetter, self)->doc;
}
static int64_t tuplegetter_set_doc(struct thread *t, val self, val value) {
    (void)t;
    gc_store(val_obj(self), &AS(tuplegetter, self)->doc, value ? value : NONE);
    return 0;
}

METHOD_TABLE(tuplegetter);
METHOD(tuplegetter, __reduce__, tuplegetter_reduce, 1, 0, 0);
GETTER(tuplegetter, __doc__, tuplegetter_doc, tuplegetter_set_doc);
static DEFINE_SHAPE(tuplegetter);
struct type tuplegetter_type = {
    .head = TYPE_HEAD,
    .shape = &tuplegetter_shape,
    .cname = "_collections._tuplegetter",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE,
    .size = sizeof(struct tuplegetter),
    .gc_layout = GC_CUSTOM,
    .trace = trace_ref1,
    METHODS_OF(tuplegetter),
    .new = tuplegetter_make,
    .repr = tuplegetter_repr,
    .descr_get = tuplegetter_get,
    .descr_set = tuplegetter_set,
};

/* ---- the module ---- */

METHOD_TABLE(_collections);
METHOD(_collections, _count_elements, f_count_elements, 2, 0, "($module, mapping, iterable, /)");
METHOD(_collections, _tuplegetter, &tuplegetter_type, 0, METHOD_VALUE, 0);
METHOD(_collections, deque, &deque_type, 0, METHOD_VALUE, 0);
METHOD(_collections, _deque_iterator, &deque_iterator_type, 0, METHOD_VALUE, 0);
METHOD(_collections, _deque_reverse_iterator, &deque_reverse_iterator_type, 0, METHOD_VALUE, 0);
METHOD(_collections, defaultdict, &defaultdict_type, 0, METHOD_VALUE, 0);
METHOD(_collections, OrderedDict, &ordered_type, 0, METHOD_VALUE, 0);

static val collections_init(struct thread *t) {
    return native_module_new(t, "_collections", METHODS(_collections));
}
NATIVE_MODULE(_collections, "_collections", collections_init);
