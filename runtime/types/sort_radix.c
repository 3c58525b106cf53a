/* Sorting by distribution, for keys whose comparisons no program can see: small ints, floats without NaN, and
 * strs of one byte per character. Any stable order is then the one that CPython's merges make.
 *
 * Each key becomes a 64-bit word that orders as the keys do, and records (word, what moves with it) are dealt
 * out digit by digit, lowest first. Words of strs are the eight bytes after what all of them begin with;
 * those that are equal there stand together afterwards, and the merge sort finishes each such group. */
#include "runtime/types/sort_radix.h"

struct record {
    uint64_t word, item;
};

struct deal {
    struct record *from, *to;
    uint32_t *count;
    int64_t n;
    unsigned digit_bits, passes;
};

/* How many digits of how many bits; false when merging costs less: a step of a merge is about as dear as
 * dealing one record. */
static bool plan(struct deal *d, uint64_t range, int64_t n) {
    unsigned bits = range ? 64 - (unsigned)__builtin_clzll(range) : 1, most = n < 6000 ? 8 : 11;
    d->passes = (bits + most - 1) / most;
    d->digit_bits = (bits + d->passes - 1) / d->passes;
    int64_t levels = 63 - __builtin_clzll((uint64_t)n);
    return (int64_t)(d->passes + 2) * (n + (INT64_C(1) << d->digit_bits)) < n * levels;
}

static bool make_room(struct thread *t, struct deal *d, int64_t n) {
    size_t records = (size_t)n * sizeof(struct record), counts = (size_t)d->passes << d->digit_bits;
    char *room = gc_storage(t, 2 * records + counts * sizeof(uint32_t), false);
    if (!room) return false;
    d->from = (struct record *)room;
    d->to = d->from + n;
    d->count = (uint32_t *)(d->to + n);
    d->n = n;
    return true;
}

/* Afterwards the sorted records are in `from`. */
static void deal_out(struct deal *d) {
    int64_t n = d->n;
    unsigned bits = d->digit_bits;
    uint64_t mask = (UINT64_C(1) << bits) - 1;
    for (int64_t i = 0; i < n; i++) {
        uint64_t word = d->from[i].word;
        for (unsigned p = 0; p < d->passes; p++, word >>= bits) d->count[p << bits | (word & mask)]++;
    }
    for (unsigned p = 0; p < d->passes; p++) {
        uint32_t *count = d->count + ((size_t)p << bits), at = 0;
        if (count[d->from[0].word >> (p * bits) & mask] == n) continue; /* the digit is the same everywhere */
        for (uint64_t k = 0; k <= mask; k++) {
            uint32_t here = count[k];
            count[k] = at;
            at += here;
        }
        for (int64_t i = 0; i < n; i++) d->to[count[d->from[i].word >> (p * bits) & mask]++] = d->from[i];
        struct record *swap = d->from;
        d->from = d->to;
        d->to = swap;
    }
}

static void free_room(struct thread *t, struct deal *d) {
    struct record *first = d->from < d->to ? d->from : d->to;
    gc_free_last(t, (struct obj *)first - 1);
}

/* ---- numbers ---- */

static inline uint64_t small_word(val v) {
    return (uint64_t)v ^ UINT64_C(1) << 63;
}

static inline uint64_t float_word(val v) {
    double x = float_get(v);
    if (x == 0) x = 0; /* both zeros are equal */
    uint64_t bits;
    memcpy(&bits, &x, 8);
    return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

/* Leaves the values, or without values the keys, in order; the keys of values are not needed any more. */
int64_t sort_radix_numbers(struct thread *t, val *key, val *value, int64_t n, bool floats) {
    struct deal d;
    uint64_t least = UINT64_MAX, most = 0;
    for (int64_t i = 0; i < n; i++) {
        uint64_t word = floats ? float_word(key[i]) : small_word(key[i]);
        if (floats && float_get(key[i]) != float_get(key[i])) return 0;
        least = word < least ? word : least;
        most = word > most ? word : most;
    }
    /* small ints carry two tag bits */
    unsigned shift = floats ? 0 : 2;
    if (n > UINT32_MAX || !plan(&d, (most - least) >> shift, n)) return 0;
    if (!make_room(t, &d, n)) return -1;
    const val *item = value ? value : key;
    for (int64_t i = 0; i < n; i++)
        d.from[i] =
            (struct record){((floats ? float_word(key[i]) : small_word(key[i])) - least) >> shift, item[i]};
    deal_out(&d);
    val *out = value ? value : key;
    for (int64_t i = 0; i < n; i++) out[i] = d.from[i].item;
    free_room(t, &d);
    return 1;
}

/* ---- strs ---- */

static int64_t common_prefix(const val *key, int64_t n) {
    const struct string *first = AS(string, key[0]);
    const uint8_t *p = str_data(first);
    int64_t same = first->len;
    for (int64_t i = 1; i < n && same; i++) {
        const struct string *s = AS(string, key[i]);
        const uint8_t *q = str_data(s);
        int64_t len = s->len < same ? s->len : same, at = 0;
        while (at < len && p[at] == q[at]) at++;
        same = at;
    }
    return same;
}

static uint64_t str_word(val v, int64_t skip) {
    const struct string *s = AS(string, v);
    const uint8_t *p = (const uint8_t *)str_data(s) + skip;
    int64_t n = s->len - skip;
    uint64_t w = 0;
    if (n >= 8) {
        memcpy(&w, p, 8);
        return __builtin_bswap64(w);
    }
    for (int64_t i = 0; i < n; i++) w |= (uint64_t)p[i] << (56 - 8 * i);
    return w;
}

int64_t sort_radix_latin(struct thread *t, val *key, val *value, int64_t n, sort_group_fn finish,
                         void *sorter) {
    struct deal d;
    if (n > UINT32_MAX || !plan(&d, UINT64_MAX, n)) return 0;
    if (!make_room(t, &d, n)) return -1;
    int64_t skip = common_prefix(key, n);
    for (int64_t i = 0; i < n; i++)
        d.from[i] = (struct record){str_word(key[i], skip), value ? (uint64_t)i : key[i]};
    deal_out(&d);
    if (value) {
        uint64_t *keys = (uint64_t *)d.to, *values = keys + n;
        for (int64_t i = 0; i < n; i++) {
            keys[i] = key[d.from[i].item];
            values[i] = value[d.from[i].item];
        }
        memcpy(key, keys, (size_t)n * sizeof(val));
        memcpy(value, values, (size_t)n * sizeof(val));
    } else {
        for (int64_t i = 0; i < n; i++) key[i] = d.from[i].item;
    }
    for (int64_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && d.from[end].word == d.from[i].word;) end++;
        if (end - i > 1 && finish(sorter, i, end - i) < 0) return -1;
    }
    free_room(t, &d);
    return 1;
}
