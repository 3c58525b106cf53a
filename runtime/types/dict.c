/* dict: compact and insertion ordered. One storage block holds the entries, then the index: a power of two of
 * signed words of 1, 2 or 4 bytes, each the number of an entry, EMPTY or DELETED. Probing is CPython's (i*5 +
 * perturb + 1).
 *
 * A lookup may call `__eq__`, which may change the dict: it starts again when the block or the entry has
 * changed. */
#include "runtime/types/container.h"
#include "runtime/types/dict_core.h"

/* ---- hashing ---- */

int64_t key_hash_slow(struct thread *t, val key) {
    if (val_is_exact(key, &str_shape)) return str_hash_of(key);
    return obj_hash(t, key);
}

/* ---- the block ---- */

bool dict_rebuild(struct thread *t, struct dict *d, int64_t gap, int64_t want) {
    want += gap;
    uint32_t bits = 3;
    while ((INT64_C(1) << bits) * 2 / 3 < want) bits++;
    if (bits > 31) return raise(t, &exc_MemoryError, ""), false;
    uint32_t width = bits <= 7 ? 1 : bits <= 15 ? 2 : 4;
    int64_t cap = (INT64_C(1) << bits) * 2 / 3;
    size_t entries = (size_t)cap * sizeof(struct dict_entry), index = (size_t)width << bits;
    struct dict_entry *block = gc_storage(t, entries + index, false);
    if (!block) return false;
    int64_t n = gap;
    memset(block, 0, (size_t)gap * sizeof *block);
    for (int64_t i = 0; i < d->n; i++)
        if (d->entry[i].key) block[n++] = d->entry[i];
    gc_note(&d->head);
    d->entry = block;
    d->index = (char *)block + entries;
    d->bits = bits;
    d->width = width;
    d->n = n;
    d->room = cap - n;
    memset(d->index, 0xff, index); /* EMPTY everywhere */
    uint64_t mask = (UINT64_C(1) << bits) - 1;
    for (int64_t k = gap; k < n; k++) {
        uint64_t perturb = (uint64_t)block[k].hash, i = perturb & mask;
        while (index_get(d, i) != EMPTY) {
            perturb >>= 5;
            i = (i * 5 + perturb + 1) & mask;
        }
        index_set(d, i, k);
    }
    return true;
}

static bool dict_resize(struct thread *t, struct dict *d, int64_t want) {
    return dict_rebuild(t, d, 0, want);
}

static inline bool both_exact_str(val a, val b) {
    return val_is_exact(a, &str_shape) && val_is_exact(b, &str_shape);
}

/* Are two keys of equal hash equal? 1, 0, -1 raised, -2: the dict changed meanwhile. */
static int64_t same_key(struct thread *t, struct dict *d, int64_t ix, val key) {
    val have = d->entry[ix].key;
    if (both_exact_str(have, key)) return str_equal(have, key);
    if (val_is_small(have) && val_is_small(key)) return 0;
    struct dict_entry *block = d->entry;
    int64_t eq = obj_equal(t, have, key);
    if (eq < 0) return -1;
    return d->entry != block || ix >= d->n || d->entry[ix].key != have ? -2 : eq;
}

int64_t dict_find(struct thread *t, struct dict *d, val key, int64_t hash) {
again:
    if (d->used == 0) return -1;
    uint64_t mask = (UINT64_C(1) << d->bits) - 1, perturb = (uint64_t)hash, i = perturb & mask;
    for (;;) {
        int64_t ix = index_get(d, i);
        if (ix >= 0) {
            const struct dict_entry *e = &d->entry[ix];
            if (e->key == key) return ix;
            if (e->hash == hash && e->key) {
                int64_t eq = same_key(t, d, ix, key);
                if (eq == 1) return ix;
                if (eq == -1) return -2;
                if (eq == -2) goto again;
            }
        } else if (ix == EMPTY)
            return -1;
        perturb >>= 5;
        i = (i * 5 + perturb + 1) & mask;
    }
}

bool dict_append(struct thread *t, struct dict *d, val key, int64_t hash, val value) {
    if (d->room <= 0 && !dict_resize(t, d, d->used > 2 ? d->used * 2 : 5)) return false;
    uint64_t mask = (UINT64_C(1) << d->bits) - 1, perturb = (uint64_t)hash, i = perturb & mask;
    while (index_get(d, i) >= 0) {
        perturb >>= 5;
        i = (i * 5 + perturb + 1) & mask;
    }
    d->room--;
    index_set(d, i, d->n);
    gc_note(&d->head);
    d->entry[d->n++] = (struct dict_entry){hash, key, value};
    d->used++;
    return true;
}

void dict_drop(struct dict *d, int64_t ix) {
    struct dict_entry *e = &d->entry[ix];
    uint64_t mask = (UINT64_C(1) << d->bits) - 1, perturb = (uint64_t)e->hash, i = perturb & mask;
    while (index_get(d, i) != ix) {
        perturb >>= 5;
        i = (i * 5 + perturb + 1) & mask;
    }
    index_set(d, i, DELETED);
    if (DICT_CELL(e->value)) d->cells->cells[DICT_CELL_NUMBER(e->value)] = 0;
    e->key = e->value = 0;
    d->used--;
    while (d->n && !d->entry[d->n - 1].key) d->n--;
    if (d->used == 0) dict_reset(d);
}

void dict_reset(struct dict *d) {
    d->entry = NULL;
    d->index = NULL;
    d->n = d->room = d->used = 0;
}

void dict_clear_all(struct thread *t, struct dict *d) {
    (void)t;
    for (int64_t i = 0; i < d->n; i++)
        if (DICT_CELL(d->entry[i].value)) d->cells->cells[DICT_CELL_NUMBER(d->entry[i].value)] = 0;
    dict_reset(d);
}

/* ---- module namespaces ---- */

val dict_make_module(struct thread *t, val *cells, const val *names, uint32_t ncells) {
    val v = dict_make(t);
    if (!v) return 0;
    struct dict_cells *c = gc_storage(t, sizeof *c, false);
    if (!c) return 0;
    *c = (struct dict_cells){cells, names, ncells, 0, 0};
    AS(dict, v)->cells = c;
    gc_note(val_obj(v));
    return v;
}

void dict_leave_cells(struct thread *t, val v) {
    (void)t;
    struct dict *d = AS(dict, v);
    struct dict_cells *c = d->cells;
    if (!c) return;
    gc_note(val_obj(v));
    for (int64_t i = 0; i < d->n; i++) d->entry[i].value = dict_entry_value(d, &d->entry[i]);
    memset(c->cells, 0, c->ncells * sizeof *c->cells);
    d->cells = NULL;
}

int64_t dict_bind_cell(struct thread *t, val v, uint32_t cell, val value) {
    struct dict *d = AS(dict, v);
    struct dict_cells *c = d->cells;
    if (!c->cells[cell]) {
        val name = c->names[cell];
        int64_t hash = key_hash(t, name), ix = dict_find(t, d, name, hash);
        if (ix == -2) return -1;
        if (ix < 0 && !dict_append(t, d, name, hash, (val)cell << 3 | 4)) return -1;
        builtin_cache_note(name);
    }
    c->cells[cell] = value;
    return 0;
}

/* The cell of a name, -1 when the module has none. */
static int64_t cell_of(struct thread *t, struct dict *d, val key, int64_t hash) {
    struct dict_cells *c = d->cells;
    if (!val_is_exact(key, &str_shape)) return -1;
    if (!c->map) {
        val map = dict_make(t);
        for (uint32_t i = 0; map && i < c->ncells; i++)
            if (dict_put(t, map, c->names[i], val_small(i)) < 0) return -2;
        if (!map) return -2;
        c->map = map;
        gc_note(&d->head);
    }
    int64_t ix = dict_find(t, AS(dict, c->map), key, hash);
    return ix < 0 ? ix : val_small_get(AS(dict, c->map)->entry[ix].value);
}

/* ---- the interface ---- */

val dict_make(struct thread *t) {
    return val_of(gc_new(t, &dict_type, sizeof(struct dict)));
}

val dict_lookup_hash(struct thread *t, val v, val key, int64_t hash) {
    struct dict *d = AS(dict, v);
    int64_t ix = dict_find(t, d, key, hash);
    return ix < 0 ? 0 : dict_entry_value(d, &d->entry[ix]);
}

val dict_lookup(struct thread *t, val d, val key) {
    int64_t hash = key_hash(t, key);
    return hash == -1 ? 0 : dict_lookup_hash(t, d, key, hash);
}

val dict_lookup_name(val v, val name) {
    struct dict *d = AS(dict, v);
    if (d->used == 0) return 0;
    int64_t hash = str_hash_of(name);
    uint64_t mask = (UINT64_C(1) << d->bits) - 1, perturb = (uint64_t)hash, i = perturb & mask;
    for (;;) {
        int64_t ix = index_get(d, i);
        if (ix >= 0) {
            const struct dict_entry *e = &d->entry[ix];
            if (e->key == name ||
                (e->hash == hash && e->key && both_exact_str(e->key, name) && str_equal(e->key, name)))
                return dict_entry_value(d, e);
        } else if (ix == EMPTY)
            return 0;
        perturb >>= 5;
        i = (i * 5 + perturb + 1) & mask;
    }
}

int64_t dict_put_hash(struct thread *t, val v, val key, int64_t hash, val value) {
    struct dict *d = AS(dict, v);
    int64_t ix = dict_find(t, d, key, hash);
    if (ix >= 0) {
        struct dict_entry *e = &d->entry[ix];
        gc_note(&d->head);
        if (unlikely(DICT_CELL(e->value)))
            d->cells->cells[DICT_CELL_NUMBER(e->value)] = value;
        else
            e->value = value;
        return 0;
    }
    if (ix == -2) return -1;
    if (unlikely(d->cells != NULL)) {
        int64_t cell = cell_of(t, d, key, hash);
        if (cell == -2) return -1;
        if (cell >= 0) return dict_bind_cell(t, v, (uint32_t)cell, value);
    }
    return dict_append(t, d, key, hash, value) ? 0 : -1;
}

int64_t dict_put(struct thread *t, val d, val key, val value) {
    int64_t hash = key_hash(t, key);
    return hash == -1 ? -1 : dict_put_hash(t, d, key, hash, value);
}

int64_t dict_remove(struct thread *t, val v, val key) {
    struct dict *d = AS(dict, v);
    int64_t hash = key_hash(t, key);
    if (hash == -1) return -1;
    int64_t ix = dict_find(t, d, key, hash);
    if (ix < 0) return ix == -2 ? -1 : 0;
    dict_drop(d, ix);
    return 1;
}

int64_t dict_count(val d) {
    return AS(dict, d)->used;
}

bool dict_step(val v, int64_t *pos, val *key, val *value) {
    const struct dict *d = AS(dict, v);
    while (*pos < d->n && !d->entry[*pos].key) ++*pos;
    if (*pos >= d->n) return false;
    const struct dict_entry *e = &d->entry[(*pos)++];
    *key = e->key;
    *value = dict_entry_value(d, e);
    return true;
}

val dict_copy(struct thread *t, val v) {
    val copy = dict_make(t);
    if (!copy) return 0;
    if (type_of(v)->iter != dict_type.iter) return dict_merge_from(t, copy, v, NULL) < 0 ? 0 : copy;
    struct dict *d = AS(dict, v), *c = AS(dict, copy);
    if (d->used == 0) return copy;
    if (d->used == d->n && !d->cells) {
        size_t entries = (size_t)((char *)d->index - (char *)d->entry),
               bytes = entries + ((size_t)d->width << d->bits);
        void *block = gc_storage(t, bytes, false);
        if (!block) return 0;
        memcpy(block, d->entry, bytes);
        struct obj head = c->head;
        *c = *d;
        c->head = head;
        c->entry = block;
        c->index = (char *)block + entries;
        gc_note(&c->head);
        return copy;
    }
    if (!dict_resize(t, c, d->used)) return 0;
    for (int64_t i = 0; i < d->n; i++) {
        struct dict_entry *e = &d->entry[i];
        if (e->key && !dict_append(t, c, e->key, e->hash, dict_entry_value(d, e))) return 0;
    }
    return copy;
}

bool dict_room_for(struct thread *t, struct dict *d, int64_t more) {
    return more <= d->room || dict_resize(t, d, d->used + more);
}

/* ---- merging ---- */

static int64_t merge_dict(struct thread *t, val into, struct dict *from, val *twice) {
    struct dict *d = AS(dict, into);
    if (d == from || from->used == 0) return 0;
    if (d->used == 0 && !dict_room_for(t, d, from->used)) return -1;
    int64_t n = from->n, used = from->used;
    for (int64_t i = 0; i < n; i++) {
        struct dict_entry e = from->entry[i];
        if (!e.key) continue;
        val value = dict_entry_value(from, &e);
        if (twice) {
            int64_t ix = dict_find(t, d, e.key, e.hash);
            if (ix >= 0) *twice = e.key;
            if (ix != -1) return -1;
        }
        if (dict_put_hash(t, into, e.key, e.hash, value) < 0) return -1;
        if (from->n != n || from->used != used)
            return raise_i(t, &exc_RuntimeError, "dict mutated during update");
    }
    return 0;
}

static int64_t merge_keys(struct thread *t, val d, val mapping, val *twice) {
    val keys = call_method0(t, mapping, NAME(keys)), list = keys ? list_from_iterable(t, keys) : 0, key;
    if (!list) {
        if (keys && exc_pending_is(t, &exc_TypeError) && !type_of(keys)->iter && !type_of(keys)->getitem) {
            exc_take(t);
            raise(t, &exc_TypeError, "%T.keys() returned a non-iterable (type %T)", mapping, keys);
        }
        return -1;
    }
    val it = list_iter_new(t, list);
    if (!it) return -1;
    while ((key = rt_next(t, it))) {
        if (twice) {
            val have = dict_lookup(t, d, key);
            if (have) *twice = key;
            if (have || t->exc) return -1;
        }
        val value = rt_getitem(t, mapping, key);
        if (!value || dict_put(t, d, key, value) < 0) return -1;
    }
    return t->exc ? -1 : 0;
}

int64_t dict_merge_from(struct thread *t, val d, val mapping, val *twice) {
    if (val_has(mapping, TYPE_DICT) && type_of(mapping)->iter == dict_type.iter)
        return merge_dict(t, d, AS(dict, mapping), twice);
    return merge_keys(t, d, mapping, twice);
}
