/* What programs see of dict: construction, subscripts, methods, comparison, text. */
#include "runtime/types/dict_core.h"

METHOD_TABLE(dict);

val key_error(struct thread *t, val key) {
    val e = call1(t, val_of(&exc_KeyError), key);
    return e ? raise_val(t, e) : 0;
}

static void dict_trace(struct gc_visitor *v, struct obj *o) {
    struct dict *d = (struct dict *)o;
    if (d->cells) {
        gc_visit_storage(v, d->cells);
        if (d->cells->map) gc_visit(v, d->cells->map);
    }
    if (!d->entry) return;
    gc_visit_storage(v, d->entry);
    for (int64_t i = 0; i < d->n; i++) {
        struct dict_entry *e = &d->entry[i];
        if (!e->key) continue;
        if (val_is_ptr(e->key)) gc_visit(v, e->key);
        if (val_is_ptr(e->value) && !DICT_CELL(e->value)) gc_visit(v, e->value);
    }
}

/* ---- construction ---- */

static val dict_make_slot(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)argc;
    (void)argv;
    (void)kwnames;
    return val_of(gc_new(t, cls, cls->size));
}

/* One element of an update sequence: exactly two items. */
static int64_t put_pair(struct thread *t, val d, val pair, int64_t i) {
    val fast = val_has(pair, TYPE_LIST | TYPE_TUPLE) ? pair : list_from_iterable(t, pair);
    if (!fast) {
        if (exc_pending_is(t, &exc_TypeError)) {
            exc_take(t);
            raise(t, &exc_TypeError, "cannot convert dictionary update sequence element #%ld to a sequence",
                  i);
        }
        return -1;
    }
    bool tuple = val_has(fast, TYPE_TUPLE);
    int64_t n = tuple ? AS(tuple, fast)->len : AS(list, fast)->len;
    if (n != 2)
        return raise_i(t, &exc_ValueError,
                       "dictionary update sequence element #%ld has length %ld; 2 is required", i, n);
    const val *item = tuple ? AS(tuple, fast)->item : AS(list, fast)->item;
    return dict_put(t, d, item[0], item[1]);
}

static int64_t update_pairs(struct thread *t, val d, val seq) {
    val it = rt_iter(t, seq), pair;
    if (!it) return -1;
    for (int64_t i = 0; (pair = rt_next(t, it)); i++)
        if (put_pair(t, d, pair, i) < 0) return -1;
    return t->exc ? -1 : 0;
}

static int64_t update_arg(struct thread *t, val d, val arg) {
    if (val_is_exact(arg, &dict_shape)) return dict_merge_from(t, d, arg, NULL);
    val keys = obj_lookattr(t, arg, NAME(keys));
    if (!keys && t->exc) return -1;
    return keys ? dict_merge_from(t, d, arg, NULL) : update_pairs(t, d, arg);
}

static int64_t update_common(struct thread *t, const char *name, val self, int64_t argc, val *argv,
                             val kwnames) {
    if (!args_count(t, name, argc, 0, 1)) return -1;
    if (argc && update_arg(t, self, argv[0]) < 0) return -1;
    if (kwnames)
        for (int64_t i = 0; i < AS(tuple, kwnames)->len; i++)
            if (dict_put(t, self, AS(tuple, kwnames)->item[i], argv[argc + i]) < 0) return -1;
    return 0;
}

static int64_t dict_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    return update_common(t, "dict", self, argc, argv, kwnames);
}

static val dict_update(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return update_common(t, "update", argv[0], argc - 1, argv + 1, kwnames) < 0 ? 0 : NONE;
}

static val dict_fromkeys(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!ctor_args(t, kwnames ? "dict.fromkeys" : "fromkeys", argc - 1, kwnames, 1, 2)) return 0;
    val value = argc > 2 ? argv[2] : NONE, d = call0(t, argv[0]);
    if (!d) return 0;
    bool exact = val_is_exact(d, &dict_shape);
    val it = rt_iter(t, argv[1]), key;
    if (!it) return 0;
    while ((key = rt_next(t, it)))
        if ((exact ? dict_put(t, d, key, value) : rt_setitem(t, d, key, value)) < 0) return 0;
    return t->exc ? 0 : d;
}

/* ---- subscripts ---- */

val dict_getitem(struct thread *t, val self, val key) {
    int64_t hash = key_hash(t, key);
    if (hash == -1) return 0;
    struct dict *d = AS(dict, self);
    int64_t ix = dict_find(t, d, key, hash);
    if (likely(ix >= 0)) return dict_entry_value(d, &d->entry[ix]);
    if (ix == -2) return 0;
    if (type_of(self) != &dict_type) {
        val missing = special_lookup(t, self, NAME(__missing__));
        if (missing) return call1(t, missing, key);
        if (t->exc) return 0;
    }
    return key_error(t, key);
}

int64_t dict_setitem(struct thread *t, val self, val key, val value) {
    if (value) return dict_put(t, self, key, value);
    int64_t removed = dict_remove(t, self, key);
    if (removed == 0) key_error(t, key);
    return removed == 1 ? 0 : -1;
}

static int64_t dict_len(struct thread *t, val self) {
    return (void)t, AS(dict, self)->used;
}

static int64_t dict_contains(struct thread *t, val self, val key) {
    int64_t hash = key_hash(t, key);
    if (hash == -1) return -1;
    int64_t ix = dict_find(t, AS(dict, self), key, hash);
    return ix == -2 ? -1 : ix >= 0;
}

/* ---- comparison and text ---- */

/* Every key of a is in b with an equal value. */
static int64_t dict_equal(struct thread *t, struct dict *a, struct dict *b) {
    if (a->used != b->used) return 0;
    if (stack_check_in(t, IN_COMPARE) < 0) return -1;
    for (int64_t i = 0; i < a->n; i++) {
        struct dict_entry e = a->entry[i];
        if (!e.key) continue;
        val value = dict_entry_value(a, &e);
        int64_t ix = dict_find(t, b, e.key, e.hash);
        if (ix < 0) return ix == -2 ? -1 : 0;
        int64_t eq = obj_equal(t, value, dict_entry_value(b, &b->entry[ix]));
        if (eq <= 0) return eq;
    }
    return 1;
}

static val dict_compare(struct thread *t, val a, val b, enum compare op) {
    if (!val_has(b, TYPE_DICT) || !val_has(a, TYPE_DICT) || (op != CMP_EQ && op != CMP_NE))
        return NOTIMPLEMENTED;
    int64_t eq = dict_equal(t, AS(dict, a), AS(dict, b));
    return eq < 0 ? 0 : val_bool((eq == 1) == (op == CMP_EQ));
}

static val dict_repr(struct thread *t, val self) {
    struct dict *d = AS(dict, self);
    if (d->used == 0) return str_ascii(t, "{}");
    if (stack_check_in(t, IN_REPR) < 0) return 0;
    if (!repr_enter(t, self)) return t->exc ? 0 : str_ascii(t, "{...}");
    struct strbuf b;
    strbuf_init(&b, t);
    bool ok = strbuf_char(&b, '{'), first = true;
    val key, value;
    for (int64_t pos = 0; ok && dict_step(self, &pos, &key, &value); first = false) {
        ok = first || strbuf_ascii(&b, ", ", 2);
        val k = ok ? obj_repr(t, key) : 0;
        ok = k && strbuf_put(&b, k) && strbuf_ascii(&b, ": ", 2);
        val v = ok ? obj_repr(t, value) : 0;
        ok = v && strbuf_put(&b, v);
    }
    ok = ok && strbuf_char(&b, '}');
    repr_leave(t, self);
    return ok ? strbuf_finish(&b) : 0;
}

static val dict_or(struct thread *t, val a, val b) {
    if (!val_has(a, TYPE_DICT) || !val_has(b, TYPE_DICT)) return NOTIMPLEMENTED;
    val d = dict_copy(t, a);
    return d && update_arg(t, d, b) == 0 ? d : 0;
}

static val dict_ior(struct thread *t, val a, val b) {
    return update_arg(t, a, b) < 0 ? 0 : a;
}

/* ---- methods ---- */

static val dict_get(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (unlikely(argc < 2 || argc > 3 || kwnames) &&
        !ctor_args(t, kwnames ? "dict.get" : "get", argc - 1, kwnames, 1, 2))
        return 0;
    val v = dict_lookup(t, argv[0], argv[1]);
    if (v || t->exc) return v;
    return argc > 2 ? argv[2] : NONE;
}

static val dict_setdefault(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!ctor_args(t, kwnames ? "dict.setdefault" : "setdefault", argc - 1, kwnames, 1, 2)) return 0;
    int64_t hash = key_hash(t, argv[1]);
    if (hash == -1) return 0;
    val v = dict_lookup_hash(t, argv[0], argv[1], hash);
    if (v || t->exc) return v;
    v = argc > 2 ? argv[2] : NONE;
    return dict_put_hash(t, argv[0], argv[1], hash, v) < 0 ? 0 : v;
}

static val dict_pop(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!ctor_args(t, kwnames ? "dict.pop" : "pop", argc - 1, kwnames, 1, 2)) return 0;
    struct dict *d = AS(dict, argv[0]);
    if (d->used) {
        int64_t hash = key_hash(t, argv[1]);
        if (hash == -1) return 0;
        int64_t ix = dict_find(t, d, argv[1], hash);
        if (ix == -2) return 0;
        if (ix >= 0) {
            val v = dict_entry_value(d, &d->entry[ix]);
            dict_drop(d, ix);
            return v;
        }
    }
    return argc > 2 ? argv[2] : key_error(t, argv[1]);
}

static val dict_popitem(struct thread *t, val self) {
    struct dict *d = AS(dict, self);
    if (d->used == 0) return raise(t, &exc_KeyError, "popitem(): dictionary is empty");
    val pair = tuple_new(t, 2);
    if (!pair) return 0;
    int64_t i = d->n - 1;
    while (!d->entry[i].key) i--;
    AS(tuple, pair)->item[0] = d->entry[i].key;
    AS(tuple, pair)->item[1] = dict_entry_value(d, &d->entry[i]);
    dict_drop(d, i);
    return pair;
}

static val dict_clear(struct thread *t, val self) {
    dict_clear_all(t, AS(dict, self));
    return NONE;
}

static val dict_sizeof(struct thread *t, val self) {
    (void)t;
    struct dict *d = AS(dict, self);
    return val_small(d->entry ? 64 + 24 * (d->n + d->room) + (int64_t)((uint64_t)d->width << d->bits) : 64);
}

METHOD(dict, clear, dict_clear, 1, 0, 0);
METHOD(dict, copy, dict_copy, 1, 0, 0);
METHOD(dict, fromkeys, dict_fromkeys, -1, METHOD_CLASS, "($type, iterable, value=None, /)");
METHOD(dict, get, dict_get, -1, 0, "($self, key, default=None, /)");
METHOD(dict, items, dict_items_view, 1, 0, 0);
METHOD(dict, keys, dict_keys_view, 1, 0, 0);
METHOD(dict, pop, dict_pop, -1, 0, 0);
METHOD(dict, popitem, dict_popitem, 1, 0, "($self, /)");
METHOD(dict, setdefault, dict_setdefault, -1, 0, "($self, key, default=None, /)");
METHOD(dict, update, dict_update, -1, 0, 0);
METHOD(dict, values, dict_values_view, 1, 0, 0);
METHOD(dict, __reversed__, dict_reverse_keys, 1, 0, "($self, /)");
METHOD(dict, __sizeof__, dict_sizeof, 1, 0, 0);
METHOD(dict, __class_getitem__, class_getitem, 2, METHOD_CLASS, 0);

struct type dict_type = {
    .head = TYPE_HEAD,
    .shape = &dict_shape,
    .cname = "dict",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_DICT | TYPE_IMMUTABLE | TYPE_MAPPING,
    .size = sizeof(struct dict),
    .gc_layout = GC_CUSTOM,
    .methods = __start_pymeth_dict,
    .methods_end = __stop_pymeth_dict,
    .doc = "dict() -> new empty dictionary\ndict(mapping) -> new dictionary initialized from a mapping "
           "object's\n"
           "    (key, value) pairs\ndict(iterable) -> new dictionary initialized as if via:\n    d = {}\n"
           "    for k, v in iterable:\n        d[k] = v\n"
           "dict(**kwargs) -> new dictionary initialized with the name=value pairs\n"
           "    in the keyword argument list.  For example:  dict(one=1, two=2)",
    .new = dict_make_slot,
    .init = dict_init,
    .trace = dict_trace,
    .repr = dict_repr,
    .hash = hash_unhashable,
    .compare = dict_compare,
    .iter = dict_iter_keys,
    .len = dict_len,
    .getitem = dict_getitem,
    .setitem = dict_setitem,
    .contains = dict_contains,
    .binary[OP_OR] = dict_or,
    .inplace[OP_OR] = dict_ior,
};
DEFINE_SHAPE(dict);
