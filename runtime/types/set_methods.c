/* What programs see of set and frozenset. Results of operators have the base type; those of methods too
 * (3.11). */
#include "runtime/types/set_core.h"

METHOD_TABLE(set);
METHOD_TABLE(frozenset);
METHOD_TABLE(set_iterator);

static void set_trace(struct gc_visitor *v, struct obj *o) {
    struct set *s = (struct set *)o;
    if (!s->table) return;
    gc_visit_storage(v, s->table);
    for (int64_t i = 0; i <= s->mask; i++)
        if (s->table[i].key && val_is_ptr(s->table[i].key)) gc_visit(v, s->table[i].key);
}

static struct set *set_from(struct thread *t, struct type *type, val it) {
    struct set *s = set_new(t, type);
    return s && (!it || set_update_from(t, val_of(s), it) == 0) ? s : NULL;
}

static struct type *base_of(val s) {
    return val_has(s, TYPE_FROZENSET) ? &frozenset_type : &set_type;
}
static struct set *copy_of(struct thread *t, val s) {
    return set_from(t, base_of(s), s);
}

/* ---- construction ---- */

static val set_make_slot(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)argc;
    (void)argv;
    (void)kwnames;
    return val_of(set_new(t, cls));
}

static int64_t set_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    if (!ctor_args(t, "set", argc, kwnames, 0, 1)) return -1;
    if (AS(set, self)->fill) set_clear_all(AS(set, self));
    return argc ? set_update_from(t, self, argv[0]) : 0;
}

static val frozenset_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    if (!ctor_args(t, "frozenset", argc, ctor_keywords(cls, &frozenset_type, kwnames), 0, 1)) return 0;
    if (argc && cls == &frozenset_type && val_is_exact(argv[0], &frozenset_shape)) return argv[0];
    return val_of(set_from(t, cls, argc ? argv[0] : 0));
}

/* ---- reading ---- */

static int64_t set_len(struct thread *t, val self) {
    return (void)t, AS(set, self)->used;
}

static val set_repr(struct thread *t, val self) {
    struct set *s = AS(set, self);
    if (s->used == 0) return str_format(t, "%T()", self);
    if (stack_check_in(t, IN_REPR) < 0) return 0;
    if (!repr_enter(t, self)) return t->exc ? 0 : str_format(t, "%T(...)", self);
    struct strbuf b;
    strbuf_init(&b, t);
    bool plain = type_of(self) == &set_type, first = true, ok = true;
    if (!plain) {
        val name = str_format(t, "%T(", self);
        ok = name && strbuf_put(&b, name);
    }
    ok = ok && strbuf_char(&b, '{');
    val items = ok ? list_from_iterable(t, self) : 0;
    ok = items != 0;
    for (int64_t i = 0; ok && i < AS(list, items)->len; i++, first = false) {
        val r = obj_repr(t, AS(list, items)->item[i]);
        ok = r && (first || strbuf_ascii(&b, ", ", 2)) && strbuf_put(&b, r);
    }
    ok = ok && strbuf_char(&b, '}') && (plain || strbuf_char(&b, ')'));
    repr_leave(t, self);
    return ok ? strbuf_finish(&b) : 0;
}

static uint64_t shuffle_bits(uint64_t h) {
    return ((h ^ UINT64_C(89869747)) ^ (h << 16)) * UINT64_C(3644798167);
}

static int64_t frozenset_hash(struct thread *t, val self) {
    (void)t;
    struct set *s = AS(set, self);
    if (s->hash != -1) return s->hash;
    uint64_t hash = 0;
    if (s->table)
        for (int64_t i = 0; i <= s->mask; i++) hash ^= shuffle_bits((uint64_t)s->table[i].hash);
    /* Unused and deleted entries have been counted: take them out again. CPython's empty table has 8 entries.
     */
    int64_t mask = s->table ? s->mask : 7, fill = s->table ? s->fill : 0;
    if (!s->table) hash = 0;
    if (s->table && ((mask + 1 - fill) & 1)) hash ^= shuffle_bits(0);
    if (s->table && ((fill - s->used) & 1)) hash ^= shuffle_bits((uint64_t)-1);
    hash ^= ((uint64_t)s->used + 1) * UINT64_C(1927868237);
    hash ^= (hash >> 11) ^ (hash >> 25);
    hash = hash * UINT64_C(69069) + UINT64_C(907133923);
    if (hash == UINT64_MAX) hash = 590923713;
    return s->hash = (int64_t)hash;
}

static int64_t is_subset(struct thread *t, struct set *a, struct set *b) {
    if (a->used > b->used) return 0;
    val key;
    int64_t hash;
    for (int64_t pos = 0; set_step(a, &pos, &key, &hash);) {
        int64_t i = set_find(t, b, key, hash);
        if (i < 0) return i == -2 ? -1 : 0;
    }
    return 1;
}

static val set_compare(struct thread *t, val a, val b, enum compare op) {
    if (!val_is_set(a) || !val_is_set(b)) return NOTIMPLEMENTED;
    struct set *x = AS(set, a), *y = AS(set, b);
    int64_t r;
    switch (op) {
    case CMP_EQ:
    case CMP_NE:
        r = x->used == y->used && (x->hash == -1 || y->hash == -1 || x->hash == y->hash) ? is_subset(t, x, y)
                                                                                         : 0;
        if (r >= 0 && op == CMP_NE) r = !r;
        break;
    case CMP_LE: r = is_subset(t, x, y); break;
    case CMP_GE: r = is_subset(t, y, x); break;
    case CMP_LT: r = x->used < y->used ? is_subset(t, x, y) : 0; break;
    default: r = x->used > y->used ? is_subset(t, y, x) : 0; break;
    }
    return r < 0 ? 0 : val_bool(r);
}

/* ---- iteration ---- */

struct set_iter {
    struct obj head;
    val set; /* 0 once exhausted */
    int64_t i, used, left;
};
extern struct type set_iterator_type;
extern struct shape set_iterator_shape;

static val set_iter(struct thread *t, val self) {
    struct set_iter *it = gc_new(t, &set_iterator_type, sizeof *it);
    if (!it) return 0;
    it->set = self;
    it->used = it->left = AS(set, self)->used;
    return val_of(it);
}

static val set_next(struct thread *t, val v) {
    struct set_iter *it = AS(set_iter, v);
    if (!it->set) return 0;
    struct set *s = AS(set, it->set);
    if (unlikely(it->used != s->used)) {
        it->used = -1;
        return raise(t, &exc_RuntimeError, "Set changed size during iteration");
    }
    val key;
    int64_t hash;
    if (set_step(s, &it->i, &key, &hash)) {
        it->left--;
        return key;
    }
    it->set = 0;
    return 0;
}

static val set_hint(struct thread *t, val self) {
    (void)t;
    struct set_iter *it = AS(set_iter, self);
    return val_small(it->set && it->used == AS(set, it->set)->used ? it->left : 0);
}
static val set_iter_reduce(struct thread *t, val self) {
    struct set_iter *copy = gc_new(t, &set_iterator_type, sizeof *copy), *it = AS(set_iter, self);
    if (!copy) return 0;
    copy->set = it->set;
    copy->i = it->i;
    copy->used = it->used;
    copy->left = it->left;
    return reduce_iter_rest(t, set_next, val_of(copy));
}
METHOD(set_iterator, __reduce__, set_iter_reduce, 1, 0, 0);
/* (class, ([items],), __dict__ or None) */
static val set_reduce(struct thread *t, val self) {
    val items = list_from_iterable(t, self), args = items ? tuple_of(t, 1, &items) : 0;
    val state = args ? call_method0(t, self, NAME(__getstate__)) : 0;
    const val parts[3] = {val_of(type_of(self)), args, state};
    return state ? tuple_of(t, 3, parts) : 0;
}
METHOD(set, __reduce__, set_reduce, 1, 0, 0);
METHOD(frozenset, __reduce__, set_reduce, 1, 0, 0);
METHOD(set_iterator, __length_hint__, set_hint, 1, 0, 0);

/* ---- the algebra, on any iterable ---- */

static int64_t difference_update(struct thread *t, val self, val other) {
    struct set *s = AS(set, self);
    if (self == other) {
        set_clear_all(s);
        return 0;
    }
    if (val_is_set(other)) {
        val key;
        int64_t hash;
        for (int64_t pos = 0; set_step(AS(set, other), &pos, &key, &hash);)
            if (set_discard_hash(t, s, key, hash) < 0) return -1;
    } else {
        val it = rt_iter(t, other), x;
        if (!it) return -1;
        while ((x = rt_next(t, it))) {
            int64_t hash = key_hash(t, x);
            if (hash == -1 || set_discard_hash(t, s, x, hash) < 0) return -1;
        }
        if (t->exc) return -1;
    }
    /* More than a quarter of the filled entries deleted: rebuild. */
    if (s->table && (s->fill - s->used) > s->mask / 4)
        return set_resize(t, s, s->used > 50000 ? s->used * 2 : s->used * 4) ? 0 : -1;
    return 0;
}

static struct set *difference(struct thread *t, val self, val other) {
    struct set *s = AS(set, self);
    bool set = val_is_set(other), dict = val_is_exact(other, &dict_shape);
    if (!set && !dict) {
        struct set *r = copy_of(t, self);
        return r && difference_update(t, val_of(r), other) == 0 ? r : NULL;
    }
    int64_t n = set ? AS(set, other)->used : AS(dict, other)->used;
    if (s->used >> 2 > n) {
        struct set *r = copy_of(t, self);
        return r && difference_update(t, val_of(r), other) == 0 ? r : NULL;
    }
    struct set *r = set_new(t, base_of(self));
    val key;
    int64_t hash;
    for (int64_t pos = 0; r && set_step(s, &pos, &key, &hash);) {
        int64_t has;
        if (set) {
            int64_t i = set_find(t, AS(set, other), key, hash);
            has = i == -2 ? -1 : i >= 0;
        } else {
            val v = dict_lookup_hash(t, other, key, hash);
            has = v ? 1 : t->exc ? -1 : 0;
        }
        if (has < 0 || (!has && set_put_hash(t, r, key, hash) < 0)) return NULL;
    }
    return r;
}

static struct set *intersection(struct thread *t, val self, val other) {
    if (self == other) return copy_of(t, self);
    struct set *r = set_new(t, base_of(self)), *s = AS(set, self);
    if (!r) return NULL;
    val key;
    int64_t hash;
    if (val_is_set(other)) {
        struct set *o = AS(set, other);
        if (o->used > s->used) {
            struct set *x = o;
            o = s;
            s = x;
        }
        for (int64_t pos = 0; set_step(o, &pos, &key, &hash);) {
            int64_t i = set_find(t, s, key, hash);
            if (i == -2 || (i >= 0 && set_put_hash(t, r, key, hash) < 0)) return NULL;
        }
        return r;
    }
    val it = rt_iter(t, other);
    if (!it) return NULL;
    while ((key = rt_next(t, it))) {
        if ((hash = key_hash(t, key)) == -1) return NULL;
        int64_t i = set_find(t, s, key, hash);
        if (i == -2 || (i >= 0 && set_put_hash(t, r, key, hash) < 0)) return NULL;
    }
    return t->exc ? NULL : r;
}

/* Takes over the table of a fresh set. */
static void swap_in(struct set *s, struct set *from) {
    gc_note(&s->head);
    s->table = from->table;
    s->fill = from->fill;
    s->used = from->used;
    s->mask = from->mask;
    s->hash = -1;
}

static int64_t symmetric_update(struct thread *t, val self, val other) {
    struct set *s = AS(set, self), *o;
    val key;
    int64_t hash;
    if (self == other) {
        set_clear_all(s);
        return 0;
    }
    if (val_is_exact(other, &dict_shape)) {
        struct dict *d = AS(dict, other);
        for (int64_t i = 0; i < d->n; i++) {
            struct dict_entry e = d->entry[i];
            if (!e.key) continue;
            int64_t gone = set_discard_hash(t, s, e.key, e.hash);
            if (gone < 0 || (!gone && set_put_hash(t, s, e.key, e.hash) < 0)) return -1;
        }
        return 0;
    }
    o = val_is_set(other) ? AS(set, other) : set_from(t, base_of(self), other);
    if (!o) return -1;
    for (int64_t pos = 0; set_step(o, &pos, &key, &hash);) {
        int64_t gone = set_discard_hash(t, s, key, hash);
        if (gone < 0 || (!gone && set_put_hash(t, s, key, hash) < 0)) return -1;
    }
    return 0;
}

/* ---- operators ---- */

static val op_or(struct thread *t, val a, val b) {
    if (!val_is_set(a) || !val_is_set(b)) return NOTIMPLEMENTED;
    struct set *r = copy_of(t, a);
    if (!r || a == b) return val_of(r);
    return set_update_from(t, val_of(r), b) < 0 ? 0 : val_of(r);
}
static val op_and(struct thread *t, val a, val b) {
    return val_is_set(a) && val_is_set(b) ? val_of(intersection(t, a, b)) : NOTIMPLEMENTED;
}
static val op_sub(struct thread *t, val a, val b) {
    return val_is_set(a) && val_is_set(b) ? val_of(difference(t, a, b)) : NOTIMPLEMENTED;
}
static val symmetric(struct thread *t, val a, val b) {
    /* As CPython: a copy of the other one, toggled by self. */
    struct set *r = set_from(t, base_of(a), b);
    return r && symmetric_update(t, val_of(r), a) == 0 ? val_of(r) : 0;
}
static val op_xor(struct thread *t, val a, val b) {
    return val_is_set(a) && val_is_set(b) ? symmetric(t, a, b) : NOTIMPLEMENTED;
}
static val op_ior(struct thread *t, val a, val b) {
    if (!val_is_set(b)) return NOTIMPLEMENTED;
    return set_update_from(t, a, b) < 0 ? 0 : a;
}
static val op_iand(struct thread *t, val a, val b) {
    if (!val_is_set(b)) return NOTIMPLEMENTED;
    struct set *r = intersection(t, a, b);
    if (r) swap_in(AS(set, a), r);
    return r ? a : 0;
}
static val op_isub(struct thread *t, val a, val b) {
    if (!val_is_set(b)) return NOTIMPLEMENTED;
    return difference_update(t, a, b) < 0 ? 0 : a;
}
static val op_ixor(struct thread *t, val a, val b) {
    if (!val_is_set(b)) return NOTIMPLEMENTED;
    return symmetric_update(t, a, b) < 0 ? 0 : a;
}

/* ---- methods ---- */

static bool no_kw(struct thread *t, const char *name, val kwnames) {
    return !kwnames || AS(tuple, kwnames)->len == 0 || args_no_keywords(t, name, kwnames);
}

static val set_add(struct thread *t, val self, val x) {
    return set_put(t, self, x) < 0 ? 0 : NONE;
}

static val set_remove(struct thread *t, val self, val x) {
    val key = x;
    int64_t hash = set_key_hash(t, &key);
    int64_t gone = hash == -1 ? -1 : set_discard_hash(t, AS(set, self), key, hash);
    if (gone < 0) return 0;
    return gone ? NONE : key_error(t, x);
}
static val set_discard(struct thread *t, val self, val x) {
    int64_t hash = set_key_hash(t, &x);
    return hash == -1 || set_discard_hash(t, AS(set, self), x, hash) < 0 ? 0 : NONE;
}
static val set_pop(struct thread *t, val self) {
    struct set *s = AS(set, self);
    if (s->used == 0) return raise(t, &exc_KeyError, "pop from an empty set");
    int64_t i = s->finger & s->mask;
    while (!s->table[i].key) i = i == s->mask ? 0 : i + 1;
    val key = s->table[i].key;
    s->table[i] = (struct set_entry){0, -1};
    s->used--;
    s->finger = i + 1;
    return key;
}
static val set_clear(struct thread *t, val self) {
    (void)t;
    set_clear_all(AS(set, self));
    return NONE;
}
static val set_copy(struct thread *t, val self) {
    return val_of(copy_of(t, self));
}
static val frozenset_copy(struct thread *t, val self) {
    return val_is_exact(self, &frozenset_shape) ? self : val_of(copy_of(t, self));
}
static val set_update(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!no_kw(t, "set.update", kwnames)) return 0;
    for (int64_t i = 1; i < argc; i++)
        if (set_update_from(t, argv[0], argv[i]) < 0) return 0;
    return NONE;
}
static val set_union(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!no_kw(t, "set.union", kwnames)) return 0;
    struct set *r = copy_of(t, argv[0]);
    for (int64_t i = 1; r && i < argc; i++)
        if (argv[i] != argv[0] && set_update_from(t, val_of(r), argv[i]) < 0) return 0;
    return val_of(r);
}
static val set_intersection(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!no_kw(t, "set.intersection", kwnames)) return 0;
    if (argc == 1) return val_of(copy_of(t, argv[0]));
    val r = argv[0];
    for (int64_t i = 1; r && i < argc; i++) r = val_of(intersection(t, r, argv[i]));
    return r;
}
static val set_intersection_update(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    val r = set_intersection(t, callee, argc, argv, kwnames);
    if (r) swap_in(AS(set, argv[0]), AS(set, r));
    return r ? NONE : 0;
}
static val set_difference(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!no_kw(t, "set.difference", kwnames)) return 0;
    if (argc == 1) return val_of(copy_of(t, argv[0]));
    struct set *r = difference(t, argv[0], argv[1]);
    for (int64_t i = 2; r && i < argc; i++)
        if (difference_update(t, val_of(r), argv[i]) < 0) return 0;
    return val_of(r);
}
static val set_difference_update(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!no_kw(t, "set.difference_update", kwnames)) return 0;
    for (int64_t i = 1; i < argc; i++)
        if (difference_update(t, argv[0], argv[i]) < 0) return 0;
    return NONE;
}
static val set_symmetric_difference(struct thread *t, val a, val b) {
    return symmetric(t, a, b);
}
static val set_symmetric_difference_update(struct thread *t, val a, val b) {
    return symmetric_update(t, a, b) < 0 ? 0 : NONE;
}
static val set_isdisjoint(struct thread *t, val a, val b) {
    if (a == b) return val_bool(AS(set, a)->used == 0);
    val key;
    int64_t hash;
    if (val_is_set(b)) {
        struct set *x = AS(set, a), *y = AS(set, b);
        if (y->used > x->used) {
            struct set *z = x;
            x = y;
            y = z;
        }
        for (int64_t pos = 0; set_step(y, &pos, &key, &hash);) {
            int64_t i = set_find(t, x, key, hash);
            if (i != -1) return i == -2 ? 0 : FALSE;
        }
        return TRUE;
    }
    val it = rt_iter(t, b);
    if (!it) return 0;
    while ((key = rt_next(t, it))) {
        if ((hash = key_hash(t, key)) == -1) return 0;
        int64_t i = set_find(t, AS(set, a), key, hash);
        if (i != -1) return i == -2 ? 0 : FALSE;
    }
    return t->exc ? 0 : TRUE;
}
static val set_issubset(struct thread *t, val a, val b) {
    if (val_is_set(b)) {
        int64_t r = is_subset(t, AS(set, a), AS(set, b));
        return r < 0 ? 0 : val_bool(r);
    }
    struct set *both = intersection(t, a, b);
    return both ? val_bool(both->used == AS(set, a)->used) : 0;
}
static val set_issuperset(struct thread *t, val a, val b) {
    if (val_is_set(b)) {
        int64_t r = is_subset(t, AS(set, b), AS(set, a));
        return r < 0 ? 0 : val_bool(r);
    }
    val it = rt_iter(t, b), x;
    if (!it) return 0;
    while ((x = rt_next(t, it))) {
        int64_t has = set_has(t, a, x);
        if (has <= 0) return has < 0 ? 0 : FALSE;
    }
    return t->exc ? 0 : TRUE;
}
static val set_sizeof(struct thread *t, val self) {
    (void)t;
    struct set *s = AS(set, self);
    return val_small(200 + (s->mask > 7 ? (s->mask + 1) * 16 : 0));
}

METHOD(set, add, set_add, 2, 0, 0);
METHOD(set, clear, set_clear, 1, 0, 0);
METHOD(set, copy, set_copy, 1, 0, 0);
METHOD(set, difference, set_difference, -1, 0, 0);
METHOD(set, difference_update, set_difference_update, -1, 0, 0);
METHOD(set, discard, set_discard, 2, 0, 0);
METHOD(set, intersection, set_intersection, -1, 0, 0);
METHOD(set, intersection_update, set_intersection_update, -1, 0, 0);
METHOD(set, isdisjoint, set_isdisjoint, 2, 0, 0);
METHOD(set, issubset, set_issubset, 2, 0, 0);
METHOD(set, issuperset, set_issuperset, 2, 0, 0);
METHOD(set, pop, set_pop, 1, 0, 0);
METHOD(set, remove, set_remove, 2, 0, 0);
METHOD(set, symmetric_difference, set_symmetric_difference, 2, 0, 0);
METHOD(set, symmetric_difference_update, set_symmetric_difference_update, 2, 0, 0);
METHOD(set, union, set_union, -1, 0, 0);
METHOD(set, update, set_update, -1, 0, 0);
METHOD(set, __sizeof__, set_sizeof, 1, 0, 0);
METHOD(set, __class_getitem__, class_getitem, 2, METHOD_CLASS, 0);
METHOD(frozenset, copy, frozenset_copy, 1, 0, 0);
METHOD(frozenset, difference, set_difference, -1, 0, 0);
METHOD(frozenset, intersection, set_intersection, -1, 0, 0);
METHOD(frozenset, isdisjoint, set_isdisjoint, 2, 0, 0);
METHOD(frozenset, issubset, set_issubset, 2, 0, 0);
METHOD(frozenset, issuperset, set_issuperset, 2, 0, 0);
METHOD(frozenset, symmetric_difference, set_symmetric_difference, 2, 0, 0);
METHOD(frozenset, union, set_union, -1, 0, 0);
METHOD(frozenset, __sizeof__, set_sizeof, 1, 0, 0);
METHOD(frozenset, __class_getitem__, class_getitem, 2, METHOD_CLASS, 0);

#define SET_COMMON(n)                                                                                        \
    .head = TYPE_HEAD, .shape = &n##_shape, .cname = #n, .base = &object_type, .size = sizeof(struct set),   \
    .gc_layout = GC_CUSTOM, .methods = __start_pymeth_##n, .methods_end = __stop_pymeth_##n,                 \
    .trace = set_trace, .repr = set_repr, .compare = set_compare, .iter = set_iter, .len = set_len,          \
    .contains = set_has, .binary[OP_OR] = op_or, .binary[OP_AND] = op_and, .binary[OP_SUB] = op_sub,         \
    .binary[OP_XOR] = op_xor

struct type set_type = {
    SET_COMMON(set),
    .flags = TYPE_BASE | TYPE_SET | TYPE_IMMUTABLE | TYPE_WEAKREF,
    .doc = "set() -> new empty set object\nset(iterable) -> new set object\n\n"
           "Build an unordered collection of unique elements.",
    .new = set_make_slot,
    .init = set_init,
    .hash = hash_unhashable,
    .inplace[OP_OR] = op_ior,
    .inplace[OP_AND] = op_iand,
    .inplace[OP_SUB] = op_isub,
    .inplace[OP_XOR] = op_ixor,
};
DEFINE_SHAPE(set);

struct type frozenset_type = {
    SET_COMMON(frozenset),
    .flags = TYPE_BASE | TYPE_FROZENSET | TYPE_IMMUTABLE | TYPE_WEAKREF,
    .doc = "frozenset() -> empty frozenset object\nfrozenset(iterable) -> frozenset object\n\n"
           "Build an immutable unordered collection of unique elements.",
    .new = frozenset_make,
    .hash = frozenset_hash,
};
DEFINE_SHAPE(frozenset);

struct type set_iterator_type = {
    .head = TYPE_HEAD,
    .shape = &set_iterator_shape,
    .cname = "set_iterator",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE,
    .size = sizeof(struct set_iter),
    .gc_layout = GC_CUSTOM,
    .methods = __start_pymeth_set_iterator,
    .methods_end = __stop_pymeth_set_iterator,
    .trace = trace_ref1,
    .iter = iter_self,
    .next = set_next,
};
DEFINE_SHAPE(set_iterator);
