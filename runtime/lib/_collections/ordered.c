/* collections.OrderedDict: a dict whose order can be changed at both ends.
 *
 * Invariants:
 *  - The order is that of the dict's entries. To the end an entry moves by becoming a new last one; to the
 * front, into the dead entries before the first live one, for which a rebuild leaves a gap.
 *  - While `block` is the dict's block, the entries before `first` are dead. It is traced, so that no other
 * block can have its address.
 *  - `state` changes with every change of the keys or their order made through this class. */
#include "runtime/lib/_collections/ordered.h"

#define O(v) AS(ordered, v)

static void ordered_trace(struct gc_visitor *v, struct obj *o) {
    dict_type.trace(v, o);
    gc_visit_storage(v, ((struct ordered *)o)->block);
}

int64_t ordered_first(struct ordered *o) {
    struct dict *d = &o->d;
    if (o->block != d->entry) {
        gc_note(&d->head);
        o->block = d->entry;
        o->first = 0;
    }
    while (o->first < d->n && !d->entry[o->first].key) o->first++;
    return o->first;
}

/* ---- storing ---- */

static int64_t ordered_setitem(struct thread *t, val self, val key, val value) {
    int64_t used = AS(dict, self)->used, done = dict_setitem(t, self, key, value);
    O(self)->state += used != AS(dict, self)->used;
    return done;
}

static int64_t store(struct thread *t, val self, val key, val value) {
    return type_of(self) == &ordered_type ? ordered_setitem(t, self, key, value)
                                          : rt_setitem(t, self, key, value);
}

static int64_t update_pair(struct thread *t, val self, val pair) {
    val it = rt_iter(t, pair), part[2] = {0, 0};
    if (!it) return -1;
    for (int i = 0; i < 2; i++) {
        if ((part[i] = rt_next(t, it))) continue;
        if (t->exc) return -1;
        return raise_i(t, &exc_ValueError, "need more than %d value%s to unpack", i, i == 1 ? "" : "s");
    }
    if (rt_next(t, it)) return raise_i(t, &exc_ValueError, "too many values to unpack (expected 2)");
    return t->exc ? -1 : store(t, self, part[0], part[1]);
}

static int64_t update_pairs(struct thread *t, val self, val pairs) {
    val it = rt_iter(t, pairs), pair;
    if (!it) return -1;
    while ((pair = rt_next(t, it)))
        if (update_pair(t, self, pair) < 0) return -1;
    return t->exc ? -1 : 0;
}

static int64_t update_dict(struct thread *t, val self, struct dict *from) {
    int64_t n = from->n, used = from->used;
    for (int64_t i = 0; i < n; i++) {
        struct dict_entry e = from->entry[i];
        if (!e.key) continue;
        if (store(t, self, e.key, dict_entry_value(from, &e)) < 0) return -1;
        if (from->n != n || from->used != used)
            return raise_i(t, &exc_RuntimeError, "dictionary changed size during iteration");
    }
    return 0;
}

static int64_t update_keys(struct thread *t, val self, val other, val keys) {
    val list = call0(t, keys), it = list ? rt_iter(t, list) : 0, key;
    if (!it) return -1;
    while ((key = rt_next(t, it))) {
        val value = rt_getitem(t, other, key);
        if (!value || store(t, self, key, value) < 0) return -1;
    }
    return t->exc ? -1 : 0;
}

static int64_t update_from(struct thread *t, val self, val other) {
    if (val_is_exact(other, &dict_shape)) return update_dict(t, self, AS(dict, other));
    val keys = obj_lookattr(t, other, NAME(keys));
    if (keys) return update_keys(t, self, other, keys);
    val items = t->exc ? 0 : obj_lookattr(t, other, NAME(items));
    if (t->exc) return -1;
    val pairs = items ? call0(t, items) : other;
    return pairs ? update_pairs(t, self, pairs) : -1;
}

static int64_t update_all(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    if (!args_count(t, "update", argc, 0, 1)) return -1;
    if (argc && update_from(t, self, argv[0]) < 0) return -1;
    for (int64_t i = 0; kwnames && i < AS(tuple, kwnames)->len; i++)
        if (store(t, self, AS(tuple, kwnames)->item[i], argv[argc + i]) < 0) return -1;
    return 0;
}

static int64_t ordered_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    if (argc > 1) return raise_i(t, &exc_TypeError, "expected at most 1 arguments, got %ld", argc);
    return update_all(t, self, argc, argv, kwnames);
}

static val ordered_update(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return update_all(t, argv[0], argc - 1, argv + 1, kwnames) < 0 ? 0 : NONE;
}

/* ---- moving ---- */

static bool to_front(struct thread *t, struct ordered *o, int64_t ix) {
    struct dict *d = &o->d;
    struct dict_entry e = d->entry[ix];
    int64_t first = ordered_first(o);
    if (ix == first) return true;
    if (first == 0) {
        if (!dict_rebuild(t, d, d->used + 8, d->used * 2)) return false;
        first = ordered_first(o);
        for (ix = first; d->entry[ix].key != e.key;) ix++;
    }
    uint64_t mask = (UINT64_C(1) << d->bits) - 1, perturb = (uint64_t)e.hash, i = perturb & mask;
    while (index_get(d, i) != ix) {
        perturb >>= 5;
        i = (i * 5 + perturb + 1) & mask;
    }
    gc_note(&d->head);
    d->entry[ix].key = d->entry[ix].value = 0;
    index_set(d, i, first - 1);
    d->entry[first - 1] = e;
    o->first = first - 1;
    while (d->n && !d->entry[d->n - 1].key) d->n--;
    return true;
}

static bool to_end(struct thread *t, struct ordered *o, int64_t ix) {
    struct dict *d = &o->d;
    struct dict_entry e = d->entry[ix];
    if (ix == d->n - 1) return true;
    dict_drop(d, ix);
    return dict_append(t, d, e.key, e.hash, e.value);
}

static val ordered_move_to_end(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[2];
    if (!args_parse(t, "move_to_end", "key | last", argc - 1, argv + 1, kwnames, out)) return 0;
    int64_t last = out[1] ? obj_truth(t, out[1]) : 1, hash = last < 0 ? -1 : key_hash(t, out[0]);
    if (hash == -1) return 0;
    struct ordered *o = O(argv[0]);
    int64_t ix = dict_find(t, &o->d, out[0], hash);
    if (ix < 0) return ix == -2 ? 0 : key_error(t, out[0]);
    o->state++;
    return (last ? to_end(t, o, ix) : to_front(t, o, ix)) ? NONE : 0;
}

/* ---- taking out ---- */

static val take(struct thread *t, val self, int64_t ix) {
    struct dict *d = AS(dict, self);
    val v = d->entry[ix].value;
    O(self)->state++;
    dict_drop(d, ix);
    return v;
}

static val take_key(struct thread *t, val self, val key) {
    int64_t hash = key_hash(t, key), ix = hash == -1 ? -2 : dict_find(t, AS(dict, self), key, hash);
    return ix < 0 ? 0 : take(t, self, ix);
}

static val ordered_pop(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[2];
    if (!args_parse(t, "pop", "key | default", argc - 1, argv + 1, kwnames, out)) return 0;
    val v = take_key(t, argv[0], out[0]);
    if (v || t->exc) return v;
    return out[1] ? out[1] : key_error(t, out[0]);
}

static val ordered_popitem(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[1], self = argv[0];
    if (!args_parse(t, "popitem", "| last", argc - 1, argv + 1, kwnames, out)) return 0;
    int64_t last = out[0] ? obj_truth(t, out[0]) : 1;
    if (last < 0) return 0;
    struct dict *d = AS(dict, self);
    if (!d->used) return raise(t, &exc_KeyError, "dictionary is empty");
    int64_t ix = last ? d->n - 1 : ordered_first(O(self));
    val key = d->entry[ix].key;
    return pair_new(t, key, take(t, self, ix));
}

static val ordered_setdefault(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[2], self = argv[0];
    if (!args_parse(t, "setdefault", "key | default", argc - 1, argv + 1, kwnames, out)) return 0;
    val value = out[1] ? out[1] : NONE;
    if (type_of(self) == &ordered_type) {
        val v = dict_lookup(t, self, out[0]);
        if (v || t->exc) return v;
        return ordered_setitem(t, self, out[0], value) < 0 ? 0 : value;
    }
    int64_t has = rt_contains(t, self, out[0]);
    if (has < 0) return 0;
    if (has) return rt_getitem(t, self, out[0]);
    return rt_setitem(t, self, out[0], value) < 0 ? 0 : value;
}

static val ordered_clear(struct thread *t, val self) {
    dict_clear_all(t, AS(dict, self));
    O(self)->state++;
    return NONE;
}

/* ---- copies, comparison, text ---- */

static val ordered_copy(struct thread *t, val self) {
    struct type *type = type_of(self);
    val copy = call0(t, val_of(type)), it = copy ? ordered_iter(t, self) : 0, key;
    if (!it) return 0;
    while ((key = rt_next(t, it))) {
        val value = type == &ordered_type ? dict_lookup(t, self, key) : rt_getitem(t, self, key);
        if (!value) return t->exc ? 0 : key_error(t, key);
        if (store(t, copy, key, value) < 0) return 0;
    }
    return t->exc ? 0 : copy;
}

static val ordered_fromkeys(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[2];
    if (!args_parse(t, "fromkeys", "iterable | value", argc - 1, argv + 1, kwnames, out)) return 0;
    val d = call0(t, argv[0]), it = d ? rt_iter(t, out[0]) : 0, key;
    if (!it) return 0;
    while ((key = rt_next(t, it)))
        if (rt_setitem(t, d, key, out[1] ? out[1] : NONE) < 0) return 0;
    return t->exc ? 0 : d;
}

/* Are the keys of both the same in the same order? 1, 0, -1 raised. */
static int64_t same_order(struct thread *t, val a, val b) {
    val x = ordered_iter(t, a), y = x ? ordered_iter(t, b) : 0;
    if (!y) return -1;
    for (;;) {
        val p = rt_next(t, x), q = t->exc ? 0 : rt_next(t, y);
        if (t->exc) return -1;
        if (!p || !q) return !p && !q;
        int64_t equal = obj_equal(t, p, q);
        if (equal <= 0) return equal;
    }
}

static val ordered_compare(struct thread *t, val a, val b, enum compare op) {
    if (op != CMP_EQ && op != CMP_NE) return NOTIMPLEMENTED;
    val equal = dict_type.compare(t, a, b, CMP_EQ);
    if (!equal || equal == NOTIMPLEMENTED) return equal;
    int64_t same = equal == TRUE;
    if (same && obj_isinstance(a, &ordered_type) && obj_isinstance(b, &ordered_type) &&
        (same = same_order(t, a, b)) < 0)
        return 0;
    return val_bool(same == (op == CMP_EQ));
}

static val ordered_repr(struct thread *t, val self) {
    if (!AS(dict, self)->used) return str_format(t, "%s()", class_name(self));
    if (stack_check_in(t, IN_REPR) < 0) return 0;
    if (!repr_enter(t, self)) return t->exc ? 0 : str_ascii(t, "...");
    val items = type_of(self) == &ordered_type ? ordered_items(t, self) : call_method0(t, self, NAME(items));
    val list = items ? list_from_iterable(t, items) : 0;
    val text = list ? str_format(t, "%s(%R)", class_name(self), list) : 0;
    repr_leave(t, self);
    return text;
}

static val ordered_or(struct thread *t, val a, val b) {
    if (!val_has(a, TYPE_DICT) || !val_has(b, TYPE_DICT)) return NOTIMPLEMENTED;
    struct type *type = type_of(obj_isinstance(a, &ordered_type) ? a : b);
    val made = call1(t, val_of(type), a);
    return made && update_from(t, made, b) == 0 ? made : 0;
}

static val ordered_ior(struct thread *t, val a, val b) {
    return update_from(t, a, b) < 0 ? 0 : a;
}

static val ordered_reduce(struct thread *t, val self) {
    val get = obj_lookattr(t, self, NAME(__getstate__)), state = 0;
    if (t->exc) return 0;
    if (get) {
        if (!(state = call0(t, get))) return 0;
    } else {
        if (!(state = instance_dict(t, val_obj(self))) && t->exc) return 0;
        if (!state || !dict_count(state)) state = NONE;
    }
    return reduced_items(t, self, EMPTY_TUPLE, state, items_iter(t, self));
}

static val get_dict(struct thread *t, val self) {
    return instance_dict(t, val_obj(self));
}

METHOD_TABLE(ordered);
GETTER(ordered, __dict__, get_dict, NULL);
METHOD(ordered, fromkeys, ordered_fromkeys, -1, METHOD_CLASS, "($type, /, iterable, value=None)");
METHOD(ordered, __reduce__, ordered_reduce, 1, 0, 0);
METHOD(ordered, __reversed__, ordered_reverse, 1, 0, 0);
METHOD(ordered, setdefault, ordered_setdefault, -1, 0, "($self, /, key, default=None)");
METHOD(ordered, pop, ordered_pop, -1, 0, 0);
METHOD(ordered, popitem, ordered_popitem, -1, 0, "($self, /, last=True)");
METHOD(ordered, keys, ordered_keys, 1, 0, 0);
METHOD(ordered, values, ordered_values, 1, 0, 0);
METHOD(ordered, items, ordered_items, 1, 0, 0);
METHOD(ordered, update, ordered_update, -1, 0, 0);
METHOD(ordered, clear, ordered_clear, 1, 0, 0);
METHOD(ordered, copy, ordered_copy, 1, 0, 0);
METHOD(ordered, move_to_end, ordered_move_to_end, -1, 0, "($self, /, key, last=True)");
METHOD(ordered, __class_getitem__, class_getitem, 2, METHOD_CLASS, 0);
static DEFINE_SHAPE(ordered);
struct type ordered_type = {
    .head = TYPE_HEAD,
    .shape = &ordered_shape,
    .cname = "collections.OrderedDict",
    .base = &dict_type,
    .flags = TYPE_BASE | TYPE_DICT | TYPE_IMMUTABLE | TYPE_MAPPING | TYPE_HAS_DICT | TYPE_WEAKREF,
    .size = sizeof(struct ordered),
    .attrs = offsetof(struct ordered, attributes),
    .gc_layout = GC_CUSTOM,
    .trace = ordered_trace,
    METHODS_OF(ordered),
    .doc = "Dictionary that remembers insertion order",
    .init = ordered_init,
    .repr = ordered_repr,
    .hash = hash_unhashable,
    .compare = ordered_compare,
    .iter = ordered_iter,
    .setitem = ordered_setitem,
    .binary[OP_OR] = ordered_or,
    .inplace[OP_OR] = ordered_ior,
};
