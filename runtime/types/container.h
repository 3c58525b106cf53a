/* What the container types share with one another and with nobody else.
 *
 * Invariants:
 *  - A list's `item` block has `cap` words; words at or beyond `len` are 0. `cap` is -1 while the list is
 * being sorted.
 *  - A dict is compact: `entry[0..n)` in insertion order, deleted entries have key 0; `index` maps hash slots
 * to entry numbers. Values of module namespaces live in compiled cells: see DICT_CELL.
 *  - A set's table is probed exactly as CPython's, so that iteration order is the same.
 *  - Private types are readied at their first instance (READY), so that a program pays only for what it
 * makes. */
#ifndef PY2_CONTAINER_H
#define PY2_CONTAINER_H

#include "runtime/rt.h"

#define TYPE_HEAD                                                                                            \
    { &type_shape, GC_STATIC, 0 }
#define DEFINE_SHAPE(n) struct shape n##_shape = {.head = {NULL, GC_STATIC, 0}, .type = &n##_type}
#define READY(t, ty)                                                                                         \
    do {                                                                                                     \
        if (unlikely(!((ty).flags & TYPE_READY))) type_ready(t, &(ty));                                      \
    } while (0)

/* ---- collector helpers: visit the first N words after the header (iter.c) ---- */
void trace_ref1(struct gc_visitor *v, struct obj *o);
void trace_ref2(struct gc_visitor *v, struct obj *o);

/* ---- tuples made often: bumped inline; a new object's words are zero and its type says its size (gc.h) ----
 */
static inline struct tuple *tuple_bump(struct thread *t, int64_t n) {
#ifndef PY2_STRESS
    size_t size = (sizeof(struct tuple) + (size_t)n * sizeof(val) + 15) & ~(size_t)15;
    char *p = t->alloc;
    if (likely(size <= (size_t)(t->alloc_end - p))) {
        struct tuple *o = (struct tuple *)p;
        t->alloc = p + size;
        o->head.shape = &tuple_shape;
        o->len = n;
        return o;
    }
#endif
    return (struct tuple *)tuple_new(t, n);
}
static inline val pair_new(struct thread *t, val a, val b) {
    struct tuple *o = tuple_bump(t, 2);
    if (unlikely(!o)) return 0;
    o->item[0] = a;
    o->item[1] = b;
    return val_of(o);
}

/* ---- sequences (list.c) ---- */
/* Index of a subscript: tagged ints fast; raises IndexError "cannot fit 'X' into an index-sized integer". */
bool seq_index(struct thread *t, val key, int64_t *out);
/* The optional start/stop arguments of index(): clamps as PySlice_AdjustIndices does for step 1. */
bool seq_bounds(struct thread *t, int64_t argc, const val *argv, int64_t len, int64_t *start, int64_t *stop);
int64_t list_extend_from(struct thread *t, val list, val it);
val list_slice_copy(struct thread *t, val list, int64_t start, int64_t count, int64_t step);
int64_t items_find(struct thread *t, val *const *items, const int64_t *len, val x, int64_t from, int64_t to);
val list_getitem(struct thread *t, val self, val key);
int64_t list_setitem(struct thread *t, val self, val key, val value);
val tuple_getitem(struct thread *t, val self, val key);
int64_t compare_sizes(int64_t a, int64_t b, enum compare op);
/* 'X() takes no keyword arguments' and 'X expected at most 1 argument' of a constructor of one optional
 * argument. */
bool ctor_args(struct thread *t, const char *name, int64_t argc, val kwnames, int64_t min, int64_t max);
/* The keywords that `__new__` of `own` has to refuse: a subclass with an `__init__` of its own may take some. */
static inline val ctor_keywords(const struct type *cls, const struct type *own, val kwnames) {
    return cls == own || cls->init == own->init ? kwnames : 0;
}
val alias_new(struct thread *t, val origin, val args); /* types.GenericAlias: genericalias.c */
extern struct type generic_alias_type, union_type_type;
extern struct shape generic_alias_shape, union_type_shape;
val class_getitem(struct thread *t, val cls, val args); /* METHOD_CLASS body shared by containers */

/* ---- answers of __reduce__ (object_reduce.c) ---- */
val reduce_call(struct thread *t, val callable, int64_t n, const val *args); /* (callable, (args…)) */
/* (getattr, (owner, name)) */
val reduce_getattr(struct thread *t, val owner, val name);

/* ---- slices (slice.c) ---- */
struct slice {
    struct obj head;
    val start, stop, step;
};
static inline bool step_is_one(val slice) {
    return AS(slice, slice)->step == NONE || AS(slice, slice)->step == val_small(1);
}

/* ---- range (range.c) ---- */
struct range {
    struct obj head;
    val start, stop, step, length; /* exact ints */
};
struct range_iter {
    struct obj head;
    int64_t next, step, left, start;
};
extern struct type range_iterator_type;
extern struct shape range_iterator_shape;
val range_getitem(struct thread *t, val self, val key);

/* ---- iterators over lists and tuples (iter.c) ---- */
struct seq_iter {
    struct obj head;
    val seq; /* 0 once exhausted */
    int64_t i;
};
extern struct type list_iterator_type, list_reverseiterator_type, tuple_iterator_type;
extern struct shape list_iterator_shape, tuple_iterator_shape;
val list_iter_new(struct thread *t, val list);
val tuple_iter_new(struct thread *t, val tuple);
val list_reverse_iter_new(struct thread *t, val list);
val next_list(struct thread *t, val it);
val next_tuple(struct thread *t, val it);
val next_range(struct thread *t, val it);
val iter_self(struct thread *t, val it);

/* ---- dict.c ---- */
struct dict_entry {
    int64_t hash;
    val key; /* 0: deleted */
    val value;
};
struct dict_cells {
    val *cells;
    const val *names;
    uint32_t ncells, pad;
    val map; /* dict name -> cell number, made when first asked for; 0 */
};
struct dict {
    struct obj head;
    struct dict_entry *entry; /* storage block or NULL */
    void *index;              /* in the same block as `entry`, after it */
    int64_t used, n,
        room; /* live entries; entries in use, deleted ones included; insertions left before a rebuild */
    uint32_t bits, width;     /* log2 of the index size; bytes per index word */
    struct dict_cells *cells; /* module namespace, or NULL */
};
/* The value word of an entry whose value lives in a cell: cell number * 8 + 4. No value has those low bits.
 */
#define DICT_CELL(v)        (((v)&7) == 4)
#define DICT_CELL_NUMBER(v) ((v) >> 3)
static inline val dict_entry_value(const struct dict *d, const struct dict_entry *e) {
    return unlikely(DICT_CELL(e->value)) ? d->cells->cells[DICT_CELL_NUMBER(e->value)] : e->value;
}
int64_t key_hash_slow(struct thread *t, val key);
static inline int64_t key_hash(struct thread *t, val key) {
    if (val_is_exact(key, &str_shape) && AS(string, key)->hash != -1) return AS(string, key)->hash;
    if (val_is_small(key)) {
        int64_t n = val_small_get(key);
        if (n >= 0 && n < (INT64_C(1) << 60)) return n;
    }
    return key_hash_slow(t, key);
}
val dict_lookup_hash(struct thread *t, val d, val key, int64_t hash);
int64_t dict_put_hash(struct thread *t, val d, val key, int64_t hash, val value);
val dict_getitem(struct thread *t, val self, val key); /* with __missing__; KeyError */
int64_t dict_setitem(struct thread *t, val self, val key, val value);
val key_error(struct thread *t, val key);
void dict_clear_all(struct thread *t, struct dict *d);
val dict_iter_keys(struct thread *t, val d);
val dict_items_view(struct thread *t, val d);
val dict_keys_view(struct thread *t, val d);
val dict_values_view(struct thread *t, val d);
val dict_reverse_keys(struct thread *t, val d);
extern struct type dict_keys_type, dict_values_type, dict_items_type;

/* ---- set.c ---- */
struct set_entry {
    val key; /* 0: never used or deleted; a deleted one has hash -1 */
    int64_t hash;
};
struct set {
    struct obj head;
    struct set_entry *table;
    int64_t fill, used, mask;
    int64_t hash; /* frozenset; -1 = not computed */
    int64_t finger;
};
bool set_step(const struct set *s, int64_t *pos, val *key, int64_t *hash);
int64_t set_put_hash(struct thread *t, struct set *s, val key, int64_t hash);
int64_t set_find(struct thread *t, struct set *s, val key,
                 int64_t hash); /* table position, or -1; -2 raised */
int64_t set_update_from(struct thread *t, val set, val it);
static inline bool val_is_set(val v) {
    return val_has(v, TYPE_SET | TYPE_FROZENSET);
}

#endif
