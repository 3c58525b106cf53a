/* Interned identifiers: a chained hash table whose first entries are the reserved words, so that looking a
 * name up also tells whether it is one. */
#include "rules/python/lexer.h"

uint32_t names_hash(struct str s) {
    uint32_t h = NAME_HASH_START;
    for (size_t i = 0; i < s.n; i++) h = NAME_HASH(h, s.p[i]);
    return h;
}

static void grow_buckets(struct py_names *n, uint32_t size) {
    n->buckets = NEW_N(n->arena, uint32_t, size);
    n->mask = size - 1;
    for (uint32_t i = 0; i < n->n; i++) {
        struct py_name_entry *e = &n->entries[i];
        e->next = n->buckets[e->hash & n->mask];
        n->buckets[e->hash & n->mask] = i + 1;
    }
}

uint32_t names_add(struct py_names *n, struct str s, uint32_t hash) {
    for (uint32_t i = n->buckets[hash & n->mask]; i; i = n->entries[i - 1].next) {
        struct py_name_entry *e = &n->entries[i - 1];
        if (e->hash == hash && e->s.n == s.n && !memcmp(e->s.p, s.p, s.n)) return i - 1;
    }
    if (n->n == n->cap) {
        uint32_t cap = n->cap ? n->cap * 2 : 256;
        n->entries = arena_grow(n->arena, n->entries, n->cap * sizeof *n->entries, cap * sizeof *n->entries);
        n->cap = cap;
    }
    n->entries[n->n] = (struct py_name_entry){s, hash, n->buckets[hash & n->mask], 0, 0};
    n->buckets[hash & n->mask] = ++n->n;
    uint32_t index = n->n - 1;
    if (n->n > n->mask) grow_buckets(n, (n->mask + 1) * 2);
    return index;
}

struct str names_intern(struct py_names *n, struct str s) {
    uint32_t index = names_add(n, s, names_hash(s)); /* may move the entries */
    return n->entries[index].s;
}

struct py_names *names_new(struct arena *a) {
    static const struct {
        const char *text;
        uint8_t keyword, soft;
    } words[] = {
#define OP(name, text)
#define KW(name, text)   {text, TOK_##name, 0},
#define SOFT(name, text) {text, 0, SOFT_##name + 1},
#include "rules/python/tokens.def"
    };
    struct py_names *n = NEW(a, struct py_names);
    n->arena = a;
    grow_buckets(n, 512);
    for (size_t i = 0; i < COUNT(words); i++) {
        struct str s = str_c(words[i].text);
        uint32_t at = names_add(n, s, names_hash(s));
        n->entries[at].keyword = words[i].keyword;
        n->entries[at].soft = words[i].soft;
    }
    return n;
}

struct str py_name_find(const struct py_module *m, struct str spelling) {
    const struct py_names *n = m->names;
    uint32_t hash = names_hash(spelling);
    for (uint32_t i = n->buckets[hash & n->mask]; i; i = n->entries[i - 1].next)
        if (str_eq(n->entries[i - 1].s, spelling)) return n->entries[i - 1].s;
    return (struct str){0};
}
