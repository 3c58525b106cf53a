/* set and frozenset: the table. Open addressing in CPython's order exactly: from the hash's slot ten
 * neighbours in a row (LINEAR_PROBES + 1) unless that would pass the end, then i*5 + 1 + perturb; growth to
 * four times the size (twice above 50000) when three fifths are filled. So iteration order is CPython's. */
#include "runtime/types/set_core.h"

#define LINEAR_PROBES 9
#define MIN_SIZE      8

static inline bool both_exact_str(val a, val b) {
    return val_is_exact(a, &str_shape) && val_is_exact(b, &str_shape);
}

/* Puts a key that is not there into a table without deleted entries. */
static void insert_clean(struct set_entry *table, uint64_t mask, val key, int64_t hash) {
    uint64_t perturb = (uint64_t)hash, i = perturb & mask;
    for (;;) {
        struct set_entry *e = &table[i];
        int probes = i + LINEAR_PROBES <= mask ? LINEAR_PROBES : 0;
        do {
            if (!e->key) {
                e->key = key;
                e->hash = hash;
                return;
            }
            e++;
        } while (probes--);
        perturb >>= 5;
        i = (i * 5 + 1 + perturb) & mask;
    }
}

bool set_resize(struct thread *t, struct set *s, int64_t minused) {
    uint64_t size = MIN_SIZE;
    while (size <= (uint64_t)minused) size <<= 1;
    if (size > (UINT64_C(1) << 40)) return raise(t, &exc_MemoryError, ""), false;
    struct set_entry *table = gc_storage(t, size * sizeof *table, false);
    if (!table) return false;
    memset(table, 0, size * sizeof *table);
    if (s->table)
        for (int64_t i = 0; i <= s->mask; i++)
            if (s->table[i].key) insert_clean(table, size - 1, s->table[i].key, s->table[i].hash);
    gc_note(&s->head);
    s->table = table;
    s->mask = (int64_t)size - 1;
    s->fill = s->used;
    return true;
}

/* Equal hashes: are the keys equal? 1, 0, -1 raised, -2 the set changed. */
static int64_t same_key(struct thread *t, struct set *s, struct set_entry *e, val key) {
    val have = e->key;
    if (have == key) return 1;
    if (both_exact_str(have, key)) return str_equal(have, key);
    if (val_is_small(have) && val_is_small(key)) return 0;
    struct set_entry *table = s->table;
    int64_t mask = s->mask, eq = obj_equal(t, have, key);
    if (eq != 0) return eq;
    return s->table != table || s->mask != mask || e->key != have ? -2 : 0;
}

int64_t set_find(struct thread *t, struct set *s, val key, int64_t hash) {
again:
    if (!s->table) return -1;
    uint64_t mask = (uint64_t)s->mask, perturb = (uint64_t)hash, i = perturb & mask;
    for (;;) {
        struct set_entry *e = &s->table[i];
        int probes = i + LINEAR_PROBES <= mask ? LINEAR_PROBES : 0;
        do {
            if (!e->key) {
                if (e->hash == 0) return -1;
            } else if (e->hash == hash) {
                int64_t eq = same_key(t, s, e, key);
                if (eq == 1) return e - s->table;
                if (eq == -1) return -2;
                if (eq == -2) goto again;
            }
            e++;
        } while (probes--);
        perturb >>= 5;
        i = (i * 5 + 1 + perturb) & mask;
    }
}

int64_t set_put_hash(struct thread *t, struct set *s, val key, int64_t hash) {
again:
    if (!s->table && !set_resize(t, s, 0)) return -1;
    uint64_t mask = (uint64_t)s->mask, perturb = (uint64_t)hash, i = perturb & mask;
    struct set_entry *e, *deleted = NULL;
    for (;;) {
        e = &s->table[i];
        int probes = i + LINEAR_PROBES <= mask ? LINEAR_PROBES : 0;
        do {
            if (!e->key) {
                if (e->hash == 0) goto unused;
                deleted = e;
            } else if (e->hash == hash) {
                int64_t eq = same_key(t, s, e, key);
                if (eq == 1) return 0;
                if (eq == -1) return -1;
                if (eq == -2) goto again;
            }
            e++;
        } while (probes--);
        perturb >>= 5;
        i = (i * 5 + 1 + perturb) & mask;
    }
unused:
    gc_note(&s->head);
    s->used++;
    if (deleted) {
        *deleted = (struct set_entry){key, hash};
        return 0;
    }
    s->fill++;
    *e = (struct set_entry){key, hash};
    if ((uint64_t)s->fill * 5 < mask * 3) return 0;
    return set_resize(t, s, s->used > 50000 ? s->used * 2 : s->used * 4) ? 0 : -1;
}

int64_t set_discard_hash(struct thread *t, struct set *s, val key, int64_t hash) {
    int64_t i = set_find(t, s, key, hash);
    if (i < 0) return i == -2 ? -1 : 0;
    s->table[i] = (struct set_entry){0, -1};
    s->used--;
    return 1;
}

void set_clear_all(struct set *s) {
    s->table = NULL;
    s->fill = s->used = s->mask = s->finger = 0;
}

bool set_step(const struct set *s, int64_t *pos, val *key, int64_t *hash) {
    if (!s->table) return false;
    int64_t i = *pos;
    while (i <= s->mask && !s->table[i].key) i++;
    *pos = i + 1;
    if (i > s->mask) return false;
    *key = s->table[i].key;
    *hash = s->table[i].hash;
    return true;
}

/* ---- interface ---- */

struct set *set_new(struct thread *t, struct type *type) {
    struct set *s = gc_new(t, type, sizeof *s);
    if (s) s->hash = -1;
    return s;
}

val set_make(struct thread *t, bool frozen) {
    return val_of(set_new(t, frozen ? &frozenset_type : &set_type));
}

int64_t set_put(struct thread *t, val s, val item) {
    int64_t hash = key_hash(t, item);
    return hash == -1 ? -1 : set_put_hash(t, AS(set, s), item, hash);
}

/* A set is not hashable but may be looked up in a set: its frozen copy is meant. */
int64_t set_key_hash(struct thread *t, val *item) {
    int64_t hash = key_hash(t, *item);
    if (hash != -1 || !val_has(*item, TYPE_SET) || !exc_pending_is(t, &exc_TypeError)) return hash;
    exc_take(t);
    struct set *frozen = set_new(t, &frozenset_type);
    if (!frozen || set_update_from(t, val_of(frozen), *item) < 0) return -1;
    *item = val_of(frozen);
    return obj_hash(t, *item);
}

int64_t set_has(struct thread *t, val s, val item) {
    int64_t hash = set_key_hash(t, &item);
    if (hash == -1) return -1;
    int64_t i = set_find(t, AS(set, s), item, hash);
    return i == -2 ? -1 : i >= 0;
}

/* ---- merging ---- */

static int64_t merge_set(struct thread *t, struct set *s, struct set *from) {
    if (s == from || from->used == 0) return 0;
    if (!s->table && !set_resize(t, s, 0)) return -1;
    if ((s->fill + from->used) * 5 >= s->mask * 3 && !set_resize(t, s, (s->used + from->used) * 2)) return -1;
    gc_note(&s->head);
    if (s->fill == 0 && s->mask == from->mask && from->fill == from->used) {
        memcpy(s->table, from->table, (size_t)(from->mask + 1) * sizeof *s->table);
        s->fill = from->fill;
        s->used = from->used;
        return 0;
    }
    if (s->fill == 0) {
        for (int64_t i = 0; i <= from->mask; i++)
            if (from->table[i].key)
                insert_clean(s->table, (uint64_t)s->mask, from->table[i].key, from->table[i].hash);
        s->fill = s->used = from->used;
        return 0;
    }
    val key;
    int64_t hash;
    for (int64_t pos = 0; set_step(from, &pos, &key, &hash);)
        if (set_put_hash(t, s, key, hash) < 0) return -1;
    return 0;
}

static int64_t merge_dict_keys(struct thread *t, struct set *s, struct dict *d) {
    if (!s->table && !set_resize(t, s, 0)) return -1;
    if (d->used && (s->fill + d->used) * 5 >= s->mask * 3 && !set_resize(t, s, (s->used + d->used) * 2))
        return -1;
    for (int64_t i = 0; i < d->n; i++) {
        struct dict_entry e = d->entry[i];
        if (e.key && set_put_hash(t, s, e.key, e.hash) < 0) return -1;
    }
    return 0;
}

int64_t set_update_from(struct thread *t, val set, val it) {
    struct set *s = AS(set, set);
    if (val_is_set(it)) return merge_set(t, s, AS(set, it));
    if (val_is_exact(it, &dict_shape)) return merge_dict_keys(t, s, AS(dict, it));
    val iter = rt_iter(t, it), x;
    if (!iter) return -1;
    while ((x = rt_next(t, iter)))
        if (set_put(t, set, x) < 0) return -1;
    return t->exc ? -1 : 0;
}
