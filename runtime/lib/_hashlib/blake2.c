/* BLAKE2b and BLAKE2s (RFC 7693) with all their parameters; the module _blake2.
 *
 * word[0..7] is the chain value, word[8] counts the bytes of the blocks that went through. The last block
 * always waits for the end, since it is marked. */
#include "runtime/lib/_hashlib/digest.h"

static const uint64_t iv64[8] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
                                 0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
                                 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};
static const uint8_t sigma[10][16] = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
                                      {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
                                      {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
                                      {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
                                      {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
                                      {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
                                      {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
                                      {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
                                      {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
                                      {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

#define MIX(R, a, b, c, d, x, y, r1, r2, r3, r4)                                                             \
    do {                                                                                                     \
        a += b + (x);                                                                                        \
        d = R(d ^ a, r1);                                                                                    \
        c += d;                                                                                              \
        b = R(b ^ c, r2);                                                                                    \
        a += b + (y);                                                                                        \
        d = R(d ^ a, r3);                                                                                    \
        c += d;                                                                                              \
        b = R(b ^ c, r4);                                                                                    \
    } while (0)

#define COMPRESS(name, U, R, bits, rounds, low, high, r1, r2, r3, r4)                                        \
    static void name(struct digest_state *s, const uint8_t *p, bool final) {                                 \
        U m[16], v[16];                                                                                      \
        memcpy(m, p, sizeof m);                                                                              \
        for (int i = 0; i < 8; i++) {                                                                        \
            v[i] = (U)s->word[i];                                                                            \
            v[i + 8] = (U)(iv64[i] >> (64 - bits));                                                          \
        }                                                                                                    \
        v[12] ^= (U)(low);                                                                                   \
        v[13] ^= (U)(high);                                                                                  \
        if (final) v[14] = ~v[14];                                                                           \
        if (final && s->last) v[15] = ~v[15];                                                                \
        for (int i = 0; i < rounds; i++) {                                                                   \
            const uint8_t *o = sigma[i % 10];                                                                \
            for (int k = 0; k < 4; k++)                                                                      \
                MIX(R, v[k], v[k + 4], v[k + 8], v[k + 12], m[o[2 * k]], m[o[2 * k + 1]], r1, r2, r3, r4);   \
            for (int k = 0; k < 4; k++)                                                                      \
                MIX(R, v[k], v[(k + 1) % 4 + 4], v[(k + 2) % 4 + 8], v[(k + 3) % 4 + 12], m[o[2 * k + 8]],   \
                    m[o[2 * k + 9]], r1, r2, r3, r4);                                                        \
        }                                                                                                    \
        for (int i = 0; i < 8; i++) s->word[i] = (U)(s->word[i] ^ v[i] ^ v[i + 8]);                          \
    }
COMPRESS(compress_b, uint64_t, rotate64, 64, 12, s->word[8], 0, 32, 40, 48, 1)
COMPRESS(compress_s, uint32_t, rotate32, 32, 10, s->word[8], s->word[8] >> 32, 16, 20, 24, 25)

#define FAMILY(id, text, compress, size, rate, width)                                                        \
    static void start_##id(struct digest_state *s) {                                                         \
        for (int i = 0; i < 8; i++) s->word[i] = iv64[i] >> (64 - 8 * width);                                \
        s->word[8] = 0;                                                                                      \
    }                                                                                                        \
    static void blocks_##id(struct digest_state *s, const uint8_t *p, size_t n) {                            \
        for (; n > 0; n--, p += rate) {                                                                      \
            s->word[8] += rate;                                                                              \
            compress(s, p, false);                                                                           \
        }                                                                                                    \
    }                                                                                                        \
    static void finish_##id(struct digest_state *s, uint8_t *out, size_t n) {                                \
        s->word[8] += s->used;                                                                               \
        memset(s->block + s->used, 0, rate - s->used);                                                       \
        compress(s, s->block, true);                                                                         \
        for (size_t i = 0; i < n; i++) out[i] = (uint8_t)(s->word[i / width] >> i % width * 8);              \
    }                                                                                                        \
    static const struct digest_algorithm digest_##id = {text,       size,        rate,       true,           \
                                                        start_##id, blocks_##id, finish_##id};
FAMILY(blake2b, "blake2b", compress_b, 64, 128, 8)
FAMILY(blake2s, "blake2s", compress_s, 32, 64, 4)

/* ---- parameters ---- */

enum {
    P_DATA,
    P_SIZE,
    P_KEY,
    P_SALT,
    P_PERSON,
    P_FANOUT,
    P_DEPTH,
    P_LEAF,
    P_OFFSET,
    P_NODE_DEPTH,
    P_INNER,
    P_LAST,
    P_SECURITY,
    PARAMETERS
};

/* An integer argument with its bounds; `fallback` when it was not given. */
static bool number(struct thread *t, val v, int64_t fallback, int64_t low, int64_t high, const char *message,
                   int64_t *out) {
    *out = fallback;
    if (!v) return true;
    if (!index_i64(t, v, out)) return false;
    return (*out >= low && *out <= high) || raise(t, &exc_ValueError, "%s", message) != 0;
}

static bool short_bytes(struct thread *t, val v, int64_t most, const char *what, struct buffer *b) {
    *b = (struct buffer){0};
    if (!v) return true;
    if (!buffer_get(t, v, b)) return false;
    return b->n <= most || raise(t, &exc_ValueError, "maximum %s length is %ld bytes", what, most) != 0;
}

/* The parameter block, little-endian, as RFC 7693 section 2.8 lays it out. */
static bool parameters(struct thread *t, const val *v, bool big, uint8_t block[64], struct buffer *key,
                       int64_t *size) {
    int64_t top = big ? 64 : 32, unit = top / 4, fanout, depth, leaf, offset, node_depth, inner;
    struct buffer salt, person;
    *size = top;
    if (v[P_SIZE] && !index_i64(t, v[P_SIZE], size)) return false;
    if (*size <= 0 || *size > top)
        return raise(t, &exc_ValueError, "digest_size must be between 1 and %ld bytes", top) != 0;
    if (!short_bytes(t, v[P_SALT], unit, "salt", &salt) ||
        !short_bytes(t, v[P_PERSON], unit, "person", &person) ||
        !number(t, v[P_FANOUT], 1, 0, 255, "fanout must be between 0 and 255", &fanout) ||
        !number(t, v[P_DEPTH], 1, 1, 255, "depth must be between 1 and 255", &depth) ||
        !number(t, v[P_LEAF], 0, 0, UINT32_MAX, "leaf_size is too large", &leaf) ||
        !number(t, v[P_OFFSET], 0, 0, big ? INT64_MAX : (INT64_C(1) << 48) - 1, "node_offset is too large",
                &offset) ||
        !number(t, v[P_NODE_DEPTH], 0, 0, 255, "node_depth must be between 0 and 255", &node_depth) ||
        !number(t, v[P_INNER], 0, 0, top,
                big ? "inner_size must be between 0 and is 64" : "inner_size must be between 0 and is 32",
                &inner) ||
        !short_bytes(t, v[P_KEY], top, "key", key))
        return false;
    memset(block, 0, 64);
    block[0] = (uint8_t)*size;
    block[1] = (uint8_t)key->n;
    block[2] = (uint8_t)fanout;
    block[3] = (uint8_t)depth;
    memcpy(block + 4, &leaf, 4);
    memcpy(block + 8, &offset, big ? 8 : 6);
    block[big ? 16 : 14] = (uint8_t)node_depth;
    block[big ? 17 : 15] = (uint8_t)inner;
    if (salt.n) memcpy(block + 2 * unit, salt.p, (size_t)salt.n);
    if (person.n) memcpy(block + 3 * unit, person.p, (size_t)person.n);
    return true;
}

static val make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames, bool big) {
    const struct digest_algorithm *a = big ? &digest_blake2b : &digest_blake2s;
    val v[PARAMETERS];
    uint8_t block[64];
    struct buffer key, data = {0};
    int64_t size, last;
    if (!args_parse(t, a->name,
                    "| data / $ digest_size key salt person fanout depth leaf_size node_offset node_depth "
                    "inner_size last_node usedforsecurity",
                    argc, argv, kwnames, v) ||
        !parameters(t, v, big, block, &key, &size) || (last = v[P_LAST] ? obj_truth(t, v[P_LAST]) : 0) < 0 ||
        (v[P_DATA] && !digest_data(t, v[P_DATA], &data)))
        return 0;
    val r = digest_new(t, cls, a);
    if (!r) return 0;
    struct digest *d = AS(digest, r);
    d->size = (uint32_t)size;
    d->s.last = (uint32_t)last;
    for (int i = 0; i < 8; i++) {
        uint64_t w = 0;
        memcpy(&w, block + i * (big ? 8 : 4), big ? 8 : 4);
        d->s.word[i] ^= w;
    }
    if (key.n) {
        uint8_t first[128] = {0};
        memcpy(first, key.p, (size_t)key.n);
        digest_update(a, &d->s, first, a->block);
    }
    if (data.n) digest_update(a, &d->s, data.p, (size_t)data.n);
    return r;
}

/* ---- the types ---- */

#define CONSTANT(table, name, n)                                                                             \
    METHOD(table, name, (uintptr_t)(((n) << INT_SHIFT) | INT_TAG), 0, METHOD_VALUE, 0)
#define BLAKE2(id, big, unit)                                                                                \
    DIGEST_METHODS(id);                                                                                      \
    CONSTANT(id, SALT_SIZE, unit);                                                                           \
    CONSTANT(id, PERSON_SIZE, unit);                                                                         \
    CONSTANT(id, MAX_KEY_SIZE, 4 * (unit));                                                                  \
    CONSTANT(id, MAX_DIGEST_SIZE, 4 * (unit));                                                               \
    static val make_##id(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {         \
        return make(t, cls, argc, argv, kwnames, big);                                                       \
    }                                                                                                        \
    DIGEST_TYPE(id##_object, id, "_blake2." #id, TYPE_BASE, .new = make_##id)
BLAKE2(blake2b, true, 16);
BLAKE2(blake2s, false, 8);

static val blake2_init(struct thread *t) {
    READY(t, blake2b_object_type);
    READY(t, blake2s_object_type);
    val m = native_module_new(t, "_blake2", NULL, NULL);
    if (!m || native_set(t, m, "blake2b", val_of(&blake2b_object_type)) < 0 ||
        native_set(t, m, "blake2s", val_of(&blake2s_object_type)) < 0)
        return 0;
    return m;
}
NATIVE_MODULE(_blake2, "_blake2", blake2_init);
