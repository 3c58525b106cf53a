/* SHA-3 and SHAKE (FIPS 202); the module _sha3. */
#include "runtime/lib/_hashlib/digest.h"

static const uint64_t constants[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b,
    0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088,
    0x0000000080008009, 0x000000008000000a, 0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
    0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
};
static const uint8_t turns[25] = {0,  1,  62, 28, 27, 36, 44, 6,  55, 20, 3,  10, 43,
                                  25, 39, 41, 45, 15, 21, 8,  18, 2,  61, 56, 14};

static void permute(uint64_t *a) {
    uint64_t b[25], c[5];
    for (int round = 0; round < 24; round++) {
        for (int x = 0; x < 5; x++) c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
        for (int x = 0; x < 5; x++) {
            uint64_t d = c[(x + 4) % 5] ^ rotate64(c[(x + 1) % 5], 1);
            for (int y = 0; y < 25; y += 5) a[x + y] ^= d;
        }
        for (int x = 0; x < 5; x++)
            for (int y = 0; y < 5; y++) {
                int n = turns[x + 5 * y];
                b[y + 5 * ((2 * x + 3 * y) % 5)] = n ? rotate64(a[x + 5 * y], n) : a[x + 5 * y];
            }
        for (int y = 0; y < 25; y += 5)
            for (int x = 0; x < 5; x++) a[y + x] = b[y + x] ^ (~b[y + (x + 1) % 5] & b[y + (x + 2) % 5]);
        a[0] ^= constants[round];
    }
}

static void start(struct digest_state *s) {
    memset(s->word, 0, sizeof s->word);
}

static void absorb(struct digest_state *s, const uint8_t *p, size_t n, uint32_t rate) {
    for (; n > 0; n--, p += rate) {
        for (uint32_t i = 0; i < rate / 8; i++) {
            uint64_t w;
            memcpy(&w, p + i * 8, 8);
            s->word[i] ^= w;
        }
        permute(s->word);
    }
}

static void squeeze(struct digest_state *s, uint8_t *out, size_t n, uint32_t rate, uint8_t suffix) {
    memset(s->block + s->used, 0, rate - s->used);
    s->block[s->used] = suffix;
    s->block[rate - 1] |= 0x80;
    absorb(s, s->block, 1, rate);
    for (;;) {
        size_t take = n < rate ? n : rate;
        memcpy(out, s->word, take);
        out += take;
        if (!(n -= take)) return;
        permute(s->word);
    }
}

#define SHA3(id, text, size, rate, suffix)                                                                   \
    static void blocks_##id(struct digest_state *s, const uint8_t *p, size_t n) {                            \
        absorb(s, p, n, rate);                                                                               \
    }                                                                                                        \
    static void finish_##id(struct digest_state *s, uint8_t *out, size_t n) {                                \
        squeeze(s, out, n, rate, suffix);                                                                    \
    }                                                                                                        \
    const struct digest_algorithm digest_##id = {text, size, rate, false, start, blocks_##id, finish_##id};
SHA3(sha3_224, "sha3_224", 28, 144, 0x06)
SHA3(sha3_256, "sha3_256", 32, 136, 0x06)
SHA3(sha3_384, "sha3_384", 48, 104, 0x06)
SHA3(sha3_512, "sha3_512", 64, 72, 0x06)
SHA3(shake_128, "shake_128", 0, 168, 0x1f)
SHA3(shake_256, "shake_256", 0, 136, 0x1f)

/* ---- the module: its types are called ---- */

DIGEST_METHODS(sha3_digest);
DIGEST_SHAKE_METHODS(shake_digest);
#define SHA3_TYPE(id, table)                                                                                 \
    static val make_##id(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {         \
        val v[2] = {0};                                                                                      \
        struct buffer b = {0};                                                                               \
        if (!args_parse(t, #id, "| data $ usedforsecurity", argc, argv, kwnames, v)) return 0;               \
        if (v[0] && !digest_data(t, v[0], &b)) return 0;                                                     \
        val d = digest_new(t, cls, &digest_##id);                                                            \
        if (d && b.n) digest_update(&digest_##id, &AS(digest, d)->s, b.p, (size_t)b.n);                      \
        return d;                                                                                            \
    }                                                                                                        \
    DIGEST_TYPE(id##_object, table, "_sha3." #id, 0, .new = make_##id)
SHA3_TYPE(sha3_224, sha3_digest);
SHA3_TYPE(sha3_256, sha3_digest);
SHA3_TYPE(sha3_384, sha3_digest);
SHA3_TYPE(sha3_512, sha3_digest);
SHA3_TYPE(shake_128, shake_digest);
SHA3_TYPE(shake_256, shake_digest);

static val sha3_init(struct thread *t) {
    static struct type *const types[] = {&sha3_224_object_type,  &sha3_256_object_type,
                                         &sha3_384_object_type,  &sha3_512_object_type,
                                         &shake_128_object_type, &shake_256_object_type};
    val m = native_module_new(t, "_sha3", NULL, NULL);
    for (int i = 0; m && i < 6; i++) {
        READY(t, *types[i]);
        if (native_set(t, m, types[i]->cname + 6, val_of(types[i])) < 0) return 0;
    }
    if (m && native_set(t, m, "implementation", str_ascii(t, "generic 64-bit")) < 0) return 0;
    return m;
}
NATIVE_MODULE(_sha3, "_sha3", sha3_init);
