/* Counted string -> pointer, open addressing over an insertion-ordered array of entries. */
#include "engine/base/base.h"

void map_init(struct map *m, struct arena *a) {
    *m = (struct map){.arena = a};
}

/* The slot that holds `key`, or the free slot where it would go. A slot holds entry index + 1. */
static size_t find_slot(const struct map *m, struct str key, uint64_t hash) {
    size_t mask = m->table_size - 1, i = hash & mask;
    for (; m->table[i]; i = (i + 1) & mask) {
        const struct map_entry *e = &m->entries[m->table[i] - 1];
        if (e->hash == hash && str_eq(e->key, key)) break;
    }
    return i;
}

static void rehash(struct map *m) {
    m->table_size = m->table_size ? m->table_size * 2 : 16;
    m->table = NEW_N(m->arena, uint32_t, m->table_size);
    size_t mask = m->table_size - 1;
    for (size_t e = 0; e < m->n; e++) {
        size_t i = m->entries[e].hash & mask;
        while (m->table[i]) i = (i + 1) & mask;
        m->table[i] = (uint32_t)e + 1;
    }
}

void *map_get(const struct map *m, struct str key) {
    if (!m->n) return NULL;
    size_t slot = find_slot(m, key, str_hash(key));
    return m->table[slot] ? m->entries[m->table[slot] - 1].value : NULL;
}

void **map_at(struct map *m, struct str key, bool *is_new) {
    if ((m->n + 1) * 4 > m->table_size * 3) rehash(m);
    uint64_t hash = str_hash(key);
    size_t slot = find_slot(m, key, hash);
    if (is_new) *is_new = !m->table[slot];
    if (!m->table[slot]) {
        if (m->n == m->cap) {
            size_t cap = m->cap ? m->cap * 2 : 8;
            m->entries =
                arena_grow(m->arena, m->entries, m->cap * sizeof *m->entries, cap * sizeof *m->entries);
            m->cap = cap;
        }
        m->entries[m->n] = (struct map_entry){key, NULL, hash};
        m->table[slot] = (uint32_t)++m->n;
    }
    return &m->entries[m->table[slot] - 1].value;
}
