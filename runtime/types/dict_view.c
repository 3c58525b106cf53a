/* keys(), values(), items(): live views, their iterators and their set operations. */
#include "runtime/types/dict_core.h"

METHOD_TABLE(dict_keys);
METHOD_TABLE(dict_values);
METHOD_TABLE(dict_items);
METHOD_TABLE(dict_iterator);

struct view {
    struct obj head;
    val dict;
};
struct dict_iter {
    struct obj head;
    val dict; /* 0 once exhausted */
    int64_t i, used, left;
};

extern struct shape dict_keys_shape, dict_values_shape, dict_items_shape;
extern struct type dict_keyiterator_type, dict_valueiterator_type, dict_itemiterator_type,
    dict_reversekeyiterator_type, dict_reversevalueiterator_type, dict_reverseitemiterator_type;

/* ---- iterators ---- */

static val dict_iter_make(struct thread *t, struct type *type, val dict, bool reverse) {
    struct dict_iter *it = gc_new(t, type, sizeof *it);
    if (!it) return 0;
    struct dict *d = AS(dict, dict);
    it->dict = dict;
    it->used = it->left = d->used;
    it->i = reverse ? d->n - 1 : 0;
    return val_of(it);
}

val dict_iter_keys(struct thread *t, val d) {
    return dict_iter_make(t, &dict_keyiterator_type, d, false);
}
val dict_reverse_keys(struct thread *t, val d) {
    return dict_iter_make(t, &dict_reversekeyiterator_type, d, true);
}

/* The next live entry; NULL at the end or after raising. */
static const struct dict_entry *iter_step(struct thread *t, struct dict_iter *it, int step) {
    if (unlikely(!it->dict)) return NULL;
    struct dict *d = AS(dict, it->dict);
    if (unlikely(it->used != d->used)) {
        it->used = -1;
        raise(t, &exc_RuntimeError, "dictionary changed size during iteration");
        return NULL;
    }
    while (it->i >= 0 && it->i < d->n && !d->entry[it->i].key) it->i += step;
    if (it->i < 0 || it->i >= d->n) {
        it->dict = 0;
        return NULL;
    }
    if (unlikely(it->left == 0)) {
        raise(t, &exc_RuntimeError, "dictionary keys changed during iteration");
        it->dict = 0;
        return NULL;
    }
    it->left--;
    const struct dict_entry *e = &d->entry[it->i];
    it->i += step;
    return e;
}

static inline val key_of(struct thread *t, struct dict_iter *it, int step) {
    const struct dict_entry *e = iter_step(t, it, step);
    return e ? e->key : 0;
}
static inline val value_of(struct thread *t, struct dict_iter *it, int step) {
    const struct dict_entry *e = iter_step(t, it, step);
    return e ? dict_entry_value(AS(dict, it->dict), e) : 0;
}
static inline val item_of(struct thread *t, struct dict_iter *it, int step) {
    const struct dict_entry *e = iter_step(t, it, step);
    if (!e) return 0;
    return pair_new(t, e->key, dict_entry_value(AS(dict, it->dict), e));
}
static val next_key(struct thread *t, val v) {
    return key_of(t, AS(dict_iter, v), 1);
}
static val next_value(struct thread *t, val v) {
    return value_of(t, AS(dict_iter, v), 1);
}
static val next_item(struct thread *t, val v) {
    return item_of(t, AS(dict_iter, v), 1);
}
static val next_key_reverse(struct thread *t, val v) {
    return key_of(t, AS(dict_iter, v), -1);
}
static val next_value_reverse(struct thread *t, val v) {
    return value_of(t, AS(dict_iter, v), -1);
}
static val next_item_reverse(struct thread *t, val v) {
    return item_of(t, AS(dict_iter, v), -1);
}

static val iter_hint(struct thread *t, val self) {
    (void)t;
    struct dict_iter *it = AS(dict_iter, self);
    return val_small(it->dict && it->used == AS(dict, it->dict)->used ? it->left : 0);
}
static val iter_reduced(struct thread *t, val self) {
    struct dict_iter *it = AS(dict_iter, self), *copy = gc_new(t, type_of(self), sizeof *copy);
    if (!copy) return 0;
    copy->dict = it->dict;
    copy->i = it->i;
    copy->used = it->used;
    copy->left = it->left;
    return reduce_iter_rest(t, type_of(self)->next, val_of(copy));
}
METHOD(dict_iterator, __reduce__, iter_reduced, 1, 0, 0);
METHOD(dict_iterator, __length_hint__, iter_hint, 1, 0, 0);

#define DICT_ITERATOR(id, step)                                                                              \
    extern struct shape id##_shape;                                                                          \
    struct type id##_type = {                                                                                \
        .head = TYPE_HEAD,                                                                                   \
        .shape = &id##_shape,                                                                                \
        .cname = #id,                                                                                        \
        .base = &object_type,                                                                                \
        .flags = TYPE_IMMUTABLE,                                                                             \
        .size = sizeof(struct dict_iter),                                                                    \
        .gc_layout = GC_CUSTOM,                                                                              \
        .methods = __start_pymeth_dict_iterator,                                                             \
        .methods_end = __stop_pymeth_dict_iterator,                                                          \
        .trace = trace_ref1,                                                                                 \
        .iter = iter_self,                                                                                   \
        .next = step,                                                                                        \
    };                                                                                                       \
    DEFINE_SHAPE(id)
DICT_ITERATOR(dict_keyiterator, next_key);
DICT_ITERATOR(dict_valueiterator, next_value);
DICT_ITERATOR(dict_itemiterator, next_item);
DICT_ITERATOR(dict_reversekeyiterator, next_key_reverse);
DICT_ITERATOR(dict_reversevalueiterator, next_value_reverse);
DICT_ITERATOR(dict_reverseitemiterator, next_item_reverse);

/* ---- views ---- */

static val view_new(struct thread *t, struct type *type, val dict) {
    struct view *v = gc_new(t, type, sizeof *v);
    if (v) v->dict = dict;
    return val_of(v);
}
val dict_keys_view(struct thread *t, val d) {
    return view_new(t, &dict_keys_type, d);
}
val dict_values_view(struct thread *t, val d) {
    return view_new(t, &dict_values_type, d);
}
val dict_items_view(struct thread *t, val d) {
    return view_new(t, &dict_items_type, d);
}

static inline struct dict *view_dict(val self) {
    return AS(dict, AS(view, self)->dict);
}
static int64_t view_len(struct thread *t, val self) {
    return (void)t, view_dict(self)->used;
}
static val keys_iter(struct thread *t, val self) {
    return dict_iter_keys(t, AS(view, self)->dict);
}
static val values_iter(struct thread *t, val self) {
    return dict_iter_make(t, &dict_valueiterator_type, AS(view, self)->dict, false);
}
static val items_iter(struct thread *t, val self) {
    return dict_iter_make(t, &dict_itemiterator_type, AS(view, self)->dict, false);
}
static val keys_reversed(struct thread *t, val self) {
    return dict_reverse_keys(t, AS(view, self)->dict);
}
static val values_reversed(struct thread *t, val self) {
    return dict_iter_make(t, &dict_reversevalueiterator_type, AS(view, self)->dict, true);
}
static val items_reversed(struct thread *t, val self) {
    return dict_iter_make(t, &dict_reverseitemiterator_type, AS(view, self)->dict, true);
}

static int64_t keys_contains(struct thread *t, val self, val key) {
    int64_t hash = key_hash(t, key);
    if (hash == -1) return -1;
    int64_t ix = dict_find(t, view_dict(self), key, hash);
    return ix == -2 ? -1 : ix >= 0;
}

static int64_t items_contains(struct thread *t, val self, val pair) {
    if (!val_has(pair, TYPE_TUPLE) || AS(tuple, pair)->len != 2) return 0;
    val value = dict_lookup(t, AS(view, self)->dict, AS(tuple, pair)->item[0]);
    if (!value) return t->exc ? -1 : 0;
    return obj_equal(t, value, AS(tuple, pair)->item[1]);
}

static bool is_set_view(val v) {
    struct type *type = type_of(v);
    return type == &dict_keys_type || type == &dict_items_type;
}

static val view_repr(struct thread *t, val self) {
    if (stack_check_in(t, IN_REPR) < 0) return 0;
    if (!repr_enter(t, self)) return t->exc ? 0 : str_ascii(t, "...");
    val l = list_from_iterable(t, self), r = l ? str_format(t, "%T(%R)", self, l) : 0;
    repr_leave(t, self);
    return r;
}

/* ---- keys and items as sets ---- */

static int64_t all_in(struct thread *t, val from, val in) {
    val it = rt_iter(t, from), x;
    if (!it) return -1;
    while ((x = rt_next(t, it))) {
        int64_t has = rt_contains(t, in, x);
        if (has <= 0) return has;
    }
    return t->exc ? -1 : 1;
}

static val view_compare(struct thread *t, val a, val b, enum compare op) {
    if (!val_is_set(b) && !is_set_view(b)) return NOTIMPLEMENTED;
    int64_t n = view_dict(a)->used, m = obj_len(t, b), ok = 0;
    if (m < 0) return 0;
    switch (op) {
    case CMP_EQ:
    case CMP_NE:
        if (n == m) ok = all_in(t, a, b);
        if (ok >= 0 && op == CMP_NE) ok = !ok;
        break;
    case CMP_LT: ok = n < m ? all_in(t, a, b) : 0; break;
    case CMP_LE: ok = n <= m ? all_in(t, a, b) : 0; break;
    case CMP_GT: ok = n > m ? all_in(t, b, a) : 0; break;
    case CMP_GE: ok = n >= m ? all_in(t, b, a) : 0; break;
    }
    return ok < 0 ? 0 : val_bool(ok);
}

static val view_set(struct thread *t, val v) {
    val s = set_make(t, false);
    val source = type_of(v) == &dict_keys_type ? AS(view, v)->dict : v;
    return s && set_update_from(t, s, source) == 0 ? s : 0;
}

static val view_and(struct thread *t, val a, val b) {
    if (!is_set_view(a)) {
        val x = a;
        a = b;
        b = x;
    }
    if (val_is_exact(b, &set_shape) && view_dict(a)->used <= AS(set, b)->used)
        return call_method1(t, b, NAME(intersection), a);
    if (is_set_view(b) && view_dict(b)->used > view_dict(a)->used) {
        val x = a;
        a = b;
        b = x;
    }
    val s = set_make(t, false), it = s ? rt_iter(t, b) : 0, x;
    if (!it) return 0;
    while ((x = rt_next(t, it))) {
        int64_t has = rt_contains(t, a, x);
        if (has < 0 || (has && set_put(t, s, x) < 0)) return 0;
    }
    return t->exc ? 0 : s;
}

static val view_or(struct thread *t, val a, val b) {
    val s = is_set_view(a) ? view_set(t, a) : set_make(t, false);
    if (s && !is_set_view(a) && set_update_from(t, s, a) < 0) return 0;
    return s && set_update_from(t, s, b) == 0 ? s : 0;
}

static val view_through(struct thread *t, val a, val b, val method) {
    val s = is_set_view(a) ? view_set(t, a) : set_make(t, false);
    if (!s || (!is_set_view(a) && set_update_from(t, s, a) < 0)) return 0;
    return call_method1(t, s, method, b) ? s : 0;
}
static val view_sub(struct thread *t, val a, val b) {
    return view_through(t, a, b, NAME(difference_update));
}
static val view_xor(struct thread *t, val a, val b) {
    return view_through(t, a, b, NAME(symmetric_difference_update));
}

static val view_isdisjoint(struct thread *t, val self, val other) {
    int64_t n = view_dict(self)->used;
    if (self == other) return val_bool(n == 0);
    val a = self;
    if (val_is_set(other) || is_set_view(other)) {
        int64_t m = obj_len(t, other);
        if (m < 0) return 0;
        if (m > n) {
            a = other;
            other = self;
        }
    }
    val it = rt_iter(t, other), x;
    if (!it) return 0;
    while ((x = rt_next(t, it))) {
        int64_t has = rt_contains(t, a, x);
        if (has) return has < 0 ? 0 : FALSE;
    }
    return t->exc ? 0 : TRUE;
}

static val view_mapping(struct thread *t, val self) {
    return mappingproxy_new(t, AS(view, self)->dict);
}

METHOD(dict_keys, isdisjoint, view_isdisjoint, 2, 0, 0);
METHOD(dict_keys, __reversed__, keys_reversed, 1, 0, 0);
GETTER(dict_keys, mapping, view_mapping, 0);
METHOD(dict_values, __reversed__, values_reversed, 1, 0, 0);
GETTER(dict_values, mapping, view_mapping, 0);
METHOD(dict_items, isdisjoint, view_isdisjoint, 2, 0, 0);
METHOD(dict_items, __reversed__, items_reversed, 1, 0, 0);
GETTER(dict_items, mapping, view_mapping, 0);

struct type dict_keys_type = {
    .head = TYPE_HEAD,
    .shape = &dict_keys_shape,
    .cname = "dict_keys",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE,
    .size = sizeof(struct view),
    .gc_layout = GC_WORDS,
    .methods = __start_pymeth_dict_keys,
    .methods_end = __stop_pymeth_dict_keys,
    .repr = view_repr,
    .hash = hash_unhashable,
    .compare = view_compare,
    .iter = keys_iter,
    .len = view_len,
    .contains = keys_contains,
    .binary[OP_AND] = view_and,
    .binary[OP_OR] = view_or,
    .binary[OP_SUB] = view_sub,
    .binary[OP_XOR] = view_xor,
};
DEFINE_SHAPE(dict_keys);

struct type dict_items_type = {
    .head = TYPE_HEAD,
    .shape = &dict_items_shape,
    .cname = "dict_items",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE,
    .size = sizeof(struct view),
    .gc_layout = GC_WORDS,
    .methods = __start_pymeth_dict_items,
    .methods_end = __stop_pymeth_dict_items,
    .repr = view_repr,
    .hash = hash_unhashable,
    .compare = view_compare,
    .iter = items_iter,
    .len = view_len,
    .contains = items_contains,
    .binary[OP_AND] = view_and,
    .binary[OP_OR] = view_or,
    .binary[OP_SUB] = view_sub,
    .binary[OP_XOR] = view_xor,
};
DEFINE_SHAPE(dict_items);

struct type dict_values_type = {
    .head = TYPE_HEAD,
    .shape = &dict_values_shape,
    .cname = "dict_values",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE,
    .size = sizeof(struct view),
    .gc_layout = GC_WORDS,
    .methods = __start_pymeth_dict_values,
    .methods_end = __stop_pymeth_dict_values,
    .repr = view_repr,
    .iter = values_iter,
    .len = view_len,
};
DEFINE_SHAPE(dict_values);
