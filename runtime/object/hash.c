/* Hashing of bytes: SipHash-1-3 (Aumasson, Bernstein) with the process's seed, so that PYTHONHASHSEED gives
 * CPython's own values. Also the small helpers that belong to no type. */
#include "runtime/rt.h"
#include "runtime/object/hash.h"
#include "runtime/os/os.h"

static uint64_t key0, key1;
static bool keyed;

void hash_seed(uint64_t seed) {
    keyed = true;
    if (seed == 0) {
        key0 = key1 = 0;
        return;
    }
    uint8_t secret[16];
    uint32_t x = (uint32_t)seed; /* CPython's linear congruential expansion */
    for (int i = 0; i < 16; i++) {
        x = x * 214013 + 2531011;
        secret[i] = (uint8_t)(x >> 16);
    }
    hash_key(secret);
}

void hash_key(const uint8_t secret[16]) {
    keyed = true;
    memcpy(&key0, secret, 8);
    memcpy(&key1, secret + 8, 8);
}

bool hash_configure(const char *text, const uint8_t random[16]) {
    if (!text || !*text || (text[0] == 'r' && strlen(text) == 6 && memcmp(text, "random", 6) == 0)) {
        hash_key(random);
        return true;
    }
    uint64_t seed = 0;
    for (; *text; text++) {
        if (*text < '0' || *text > '9' || (seed = seed * 10 + (uint64_t)(*text - '0')) > UINT32_MAX)
            return false;
    }
    hash_seed(seed);
    return true;
}

/* At the first hash, so that a program that hashes nothing asks the system for nothing. */
static __attribute__((noinline)) void configure(void) {
    const char *text = os_getenv("PYTHONHASHSEED");
    uint8_t random[16] = {0};
    bool drawn = !text || !*text || *text == 'r';
    if (drawn && os_random(random, sizeof random) < 0)
        os_abort("failed to get random numbers to initialize Python");
    if (!hash_configure(text, random))
        os_abort("config_init_hash_seed: PYTHONHASHSEED must be \"random\" or an integer in range [0; "
                 "4294967295]");
}

static inline uint64_t turn(uint64_t x, int n) {
    return x << n | x >> (64 - n);
}

#define ROUND                                                                                                \
    v0 += v1, v2 += v3, v1 = turn(v1, 13) ^ v0, v3 = turn(v3, 16) ^ v2, v0 = turn(v0, 32);                   \
    v2 += v1, v0 += v3, v1 = turn(v1, 17) ^ v2, v3 = turn(v3, 21) ^ v0, v2 = turn(v2, 32)

int64_t hash_bytes(const void *data, size_t n) {
    if (n == 0) return 0;
    if (unlikely(!keyed)) configure();
    const uint8_t *p = data;
    uint64_t b = (uint64_t)n << 56;
    uint64_t v0 = key0 ^ UINT64_C(0x736f6d6570736575), v1 = key1 ^ UINT64_C(0x646f72616e646f6d),
             v2 = key0 ^ UINT64_C(0x6c7967656e657261), v3 = key1 ^ UINT64_C(0x7465646279746573);
    for (; n >= 8; n -= 8, p += 8) {
        uint64_t m;
        memcpy(&m, p, 8);
        v3 ^= m;
        ROUND;
        v0 ^= m;
    }
    for (size_t i = 0; i < n; i++) b |= (uint64_t)p[i] << (8 * i);
    v3 ^= b;
    ROUND;
    v0 ^= b;
    v2 ^= 0xff;
    ROUND;
    ROUND;
    ROUND;
    int64_t h = (int64_t)(v0 ^ v1 ^ v2 ^ v3);
    return h == -1 ? -2 : h;
}
