/* SHA-2 (FIPS 180-4): SHA-224 and SHA-256 over 32-bit words, SHA-384 and SHA-512 over 64-bit words; the
 * modules _sha256 and _sha512. */
#include "runtime/lib/_hashlib/digest.h"

/* The fractions of the primes' cube roots. */
static const uint32_t k32[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};
static const uint64_t k64[80] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc, 0x3956c25bf348b538,
    0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118, 0xd807aa98a3030242, 0x12835b0145706fbe,
    0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2, 0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235,
    0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5, 0x983e5152ee66dfab,
    0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4, 0xc6e00bf33da88fc2, 0xd5a79147930aa725,
    0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed,
    0x53380d139d95b3df, 0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218,
    0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8, 0x19a4c116b8d2d0c8, 0x1e376c085141ab53,
    0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373,
    0x682e6ff3d6b2b8a3, 0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b, 0xca273eceea26619c,
    0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba, 0x0a637dc5a2c898a6,
    0x113f9804bef90dae, 0x1b710b35131c471b, 0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc,
    0x431d67c49c100d4c, 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
};
/* The fractions of the primes' square roots. */
static const uint64_t start256[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
static const uint64_t start512[8] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
                                     0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
                                     0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};
static const uint64_t start384[8] = {0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17,
                                     0x152fecd8f70e5939, 0x67332667ffc00b31, 0x8eb44a8768581511,
                                     0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4};
static const uint64_t start224[8] = {0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939,
                                     0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4};

static void blocks32(struct digest_state *s, const uint8_t *p, size_t n) {
    for (; n > 0; n--, p += 64) {
        uint32_t w[64], v[8];
        for (int i = 0; i < 16; i++) w[i] = load32be(p + i * 4);
        for (int i = 16; i < 64; i++) {
            uint32_t x = w[i - 15], y = w[i - 2];
            w[i] = w[i - 16] + w[i - 7] + (rotate32(x, 25) ^ rotate32(x, 14) ^ x >> 3) +
                   (rotate32(y, 15) ^ rotate32(y, 13) ^ y >> 10);
        }
        for (int i = 0; i < 8; i++) v[i] = (uint32_t)s->word[i];
        uint32_t a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5], g = v[6], h = v[7];
        for (int i = 0; i < 64; i++) {
            uint32_t x = h + (rotate32(e, 26) ^ rotate32(e, 21) ^ rotate32(e, 7)) + ((e & f) ^ (~e & g)) +
                         k32[i] + w[i];
            uint32_t y =
                (rotate32(a, 30) ^ rotate32(a, 19) ^ rotate32(a, 10)) + ((a & b) ^ (a & c) ^ (b & c));
            h = g;
            g = f;
            f = e;
            e = d + x;
            d = c;
            c = b;
            b = a;
            a = x + y;
        }
        uint32_t r[8] = {a, b, c, d, e, f, g, h};
        for (int i = 0; i < 8; i++) s->word[i] = (uint32_t)(v[i] + r[i]);
    }
}

static void blocks64(struct digest_state *s, const uint8_t *p, size_t n) {
    for (; n > 0; n--, p += 128) {
        uint64_t w[80], v[8];
        for (int i = 0; i < 16; i++) w[i] = load64be(p + i * 8);
        for (int i = 16; i < 80; i++) {
            uint64_t x = w[i - 15], y = w[i - 2];
            w[i] = w[i - 16] + w[i - 7] + (rotate64(x, 63) ^ rotate64(x, 56) ^ x >> 7) +
                   (rotate64(y, 45) ^ rotate64(y, 3) ^ y >> 6);
        }
        for (int i = 0; i < 8; i++) v[i] = (uint64_t)s->word[i];
        uint64_t a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5], g = v[6], h = v[7];
        for (int i = 0; i < 80; i++) {
            uint64_t x = h + (rotate64(e, 50) ^ rotate64(e, 46) ^ rotate64(e, 23)) + ((e & f) ^ (~e & g)) +
                         k64[i] + w[i];
            uint64_t y =
                (rotate64(a, 36) ^ rotate64(a, 30) ^ rotate64(a, 25)) + ((a & b) ^ (a & c) ^ (b & c));
            h = g;
            g = f;
            f = e;
            e = d + x;
            d = c;
            c = b;
            b = a;
            a = x + y;
        }
        uint64_t r[8] = {a, b, c, d, e, f, g, h};
        for (int i = 0; i < 8; i++) s->word[i] = (uint64_t)(v[i] + r[i]);
    }
}

/* A one bit, zeros, and the length in bits in the last words of a block. */
static void pad(struct digest_state *s, uint32_t block, uint32_t length,
                void (*blocks)(struct digest_state *, const uint8_t *, size_t)) {
    s->block[s->used++] = 0x80;
    if (s->used > block - length) {
        memset(s->block + s->used, 0, block - s->used);
        blocks(s, s->block, 1);
        s->used = 0;
    }
    memset(s->block + s->used, 0, block - s->used);
    uint64_t bits = __builtin_bswap64(s->total << 3), high = __builtin_bswap64(s->total >> 61);
    memcpy(s->block + block - 8, &bits, 8);
    if (length == 16) memcpy(s->block + block - 16, &high, 8);
    blocks(s, s->block, 1);
}

static void finish32(struct digest_state *s, uint8_t *out, size_t n) {
    pad(s, 64, 8, blocks32);
    for (size_t i = 0; i < n; i++) out[i] = (uint8_t)(s->word[i / 4] >> (24 - i % 4 * 8));
}
static void finish64(struct digest_state *s, uint8_t *out, size_t n) {
    pad(s, 128, 16, blocks64);
    for (size_t i = 0; i < n; i++) out[i] = (uint8_t)(s->word[i / 8] >> (56 - i % 8 * 8));
}

#define SHA2(bits, block, width)                                                                             \
    static void start_##bits(struct digest_state *s) {                                                       \
        memcpy(s->word, start##bits, sizeof start##bits);                                                    \
    }                                                                                                        \
    const struct digest_algorithm digest_sha##bits = {"sha" #bits,  bits / 8,      block,        false,      \
                                                      start_##bits, blocks##width, finish##width};
SHA2(224, 64, 32)
SHA2(256, 64, 32)
SHA2(384, 128, 64)
SHA2(512, 128, 64)

/* ---- modules ---- */

DIGEST_METHODS(sha2_digest);
METHOD_TABLE(sha256);
METHOD_TABLE(sha512);
#define FUNCTION(table, bits)                                                                                \
    DIGEST_TYPE(sha##bits##_object, sha2_digest, "_" #table ".sha" #bits, 0);                                \
    static val f_sha##bits(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {             \
        (void)callee;                                                                                        \
        return digest_make(t, &sha##bits##_object_type, &digest_sha##bits, "sha" #bits, argc, argv,          \
                           kwnames);                                                                         \
    }                                                                                                        \
    METHOD(table, sha##bits, f_sha##bits, -1, 0, "($module, /, string=b'', *, usedforsecurity=True)")
FUNCTION(sha256, 224);
FUNCTION(sha256, 256);
FUNCTION(sha512, 384);
FUNCTION(sha512, 512);

static val sha256_init(struct thread *t) {
    return native_module_new(t, "_sha256", __start_pymeth_sha256, __stop_pymeth_sha256);
}
static val sha512_init(struct thread *t) {
    return native_module_new(t, "_sha512", __start_pymeth_sha512, __stop_pymeth_sha512);
}
NATIVE_MODULE(_sha256, "_sha256", sha256_init);
NATIVE_MODULE(_sha512, "_sha512", sha512_init);
