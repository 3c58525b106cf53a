/* MD5 (RFC 1321) and SHA-1 (FIPS 180-4); the modules _md5 and _sha1. */
#include "runtime/lib/_hashlib/digest.h"

static const uint32_t sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};
static const uint8_t turns[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

static void start(struct digest_state *s) {
    static const uint64_t words[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    memcpy(s->word, words, sizeof words);
}

static void md5_blocks(struct digest_state *s, const uint8_t *p, size_t n) {
    for (; n > 0; n--, p += 64) {
        uint32_t w[16], a = (uint32_t)s->word[0], b = (uint32_t)s->word[1], c = (uint32_t)s->word[2],
                        d = (uint32_t)s->word[3];
        memcpy(w, p, 64);
#define ROUND(from, f, at)                                                                                   \
    for (int i = from; i < from + 16; i++) {                                                                 \
        uint32_t x = a + (f) + sines[i] + w[(at)&15];                                                        \
        a = d;                                                                                               \
        d = c;                                                                                               \
        c = b;                                                                                               \
        b += rotate32(x, turns[from / 16][i & 3]);                                                           \
    }
        ROUND(0, d ^ (b & (c ^ d)), i)
        ROUND(16, c ^ (d & (b ^ c)), 5 * i + 1)
        ROUND(32, b ^ c ^ d, 3 * i + 5)
        ROUND(48, c ^ (b | ~d), 7 * i)
#undef ROUND
        s->word[0] = (uint32_t)(s->word[0] + a);
        s->word[1] = (uint32_t)(s->word[1] + b);
        s->word[2] = (uint32_t)(s->word[2] + c);
        s->word[3] = (uint32_t)(s->word[3] + d);
    }
}

static void sha1_blocks(struct digest_state *s, const uint8_t *p, size_t n) {
    for (; n > 0; n--, p += 64) {
        uint32_t w[80], a = (uint32_t)s->word[0], b = (uint32_t)s->word[1], c = (uint32_t)s->word[2],
                        d = (uint32_t)s->word[3], e = (uint32_t)s->word[4];
        for (int i = 0; i < 16; i++) w[i] = load32be(p + i * 4);
        for (int i = 16; i < 80; i++) w[i] = rotate32(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
#define ROUND(from, f, k)                                                                                    \
    for (int i = from; i < from + 20; i++) {                                                                 \
        uint32_t x = rotate32(a, 5) + (f) + e + (k) + w[i];                                                  \
        e = d;                                                                                               \
        d = c;                                                                                               \
        c = rotate32(b, 30);                                                                                 \
        b = a;                                                                                               \
        a = x;                                                                                               \
    }
        ROUND(0, d ^ (b & (c ^ d)), 0x5a827999u)
        ROUND(20, b ^ c ^ d, 0x6ed9eba1u)
        ROUND(40, (b & c) | (d & (b | c)), 0x8f1bbcdcu)
        ROUND(60, b ^ c ^ d, 0xca62c1d6u)
#undef ROUND
        uint32_t r[5] = {a, b, c, d, e};
        for (int i = 0; i < 5; i++) s->word[i] = (uint32_t)(s->word[i] + r[i]);
    }
}

/* A one bit, zeros, and the length in bits, in the algorithm's byte order. */
static void pad(struct digest_state *s, bool big,
                void (*blocks)(struct digest_state *, const uint8_t *, size_t)) {
    uint64_t bits = s->total << 3;
    s->block[s->used++] = 0x80;
    if (s->used > 56) {
        memset(s->block + s->used, 0, 64 - s->used);
        blocks(s, s->block, 1);
        s->used = 0;
    }
    memset(s->block + s->used, 0, 56 - s->used);
    if (big) bits = __builtin_bswap64(bits);
    memcpy(s->block + 56, &bits, 8);
    blocks(s, s->block, 1);
}

static void md5_finish(struct digest_state *s, uint8_t *out, size_t n) {
    pad(s, false, md5_blocks);
    for (size_t i = 0; i < n; i++) out[i] = (uint8_t)(s->word[i / 4] >> i % 4 * 8);
}
static void sha1_finish(struct digest_state *s, uint8_t *out, size_t n) {
    pad(s, true, sha1_blocks);
    for (size_t i = 0; i < n; i++) out[i] = (uint8_t)(s->word[i / 4] >> (24 - i % 4 * 8));
}
const struct digest_algorithm digest_md5 = {"md5", 16, 64, false, start, md5_blocks, md5_finish};
const struct digest_algorithm digest_sha1 = {"sha1", 20, 64, false, start, sha1_blocks, sha1_finish};

DIGEST_METHODS(old_digest);
DIGEST_TYPE(md5_object, old_digest, "_md5.md5", 0);
DIGEST_TYPE(sha1_object, old_digest, "_sha1.sha1", 0);
METHOD_TABLE(md5);
METHOD_TABLE(sha1);

static val f_md5(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return digest_make(t, &md5_object_type, &digest_md5, "md5", argc, argv, kwnames);
}
static val f_sha1(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return digest_make(t, &sha1_object_type, &digest_sha1, "sha1", argc, argv, kwnames);
}
METHOD(md5, md5, f_md5, -1, 0, "($module, /, string=b'', *, usedforsecurity=True)");
METHOD(sha1, sha1, f_sha1, -1, 0, "($module, /, string=b'', *, usedforsecurity=True)");

static val md5_init(struct thread *t) {
    return native_module_new(t, "_md5", __start_pymeth_md5, __stop_pymeth_md5);
}
static val sha1_init(struct thread *t) {
    return native_module_new(t, "_sha1", __start_pymeth_sha1, __stop_pymeth_sha1);
}
NATIVE_MODULE(_md5, "_md5", md5_init);
NATIVE_MODULE(_sha1, "_sha1", sha1_init);
