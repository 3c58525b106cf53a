/* SHA-256. The low-level calls are used on purpose: the EVP interface loads OpenSSL's configuration and
 * providers on first use, which costs more than all the hashing of a no-op build. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include "engine/base/base.h"

#include <openssl/sha.h>

struct digest digest_of(struct str s) {
    struct digest d;
    SHA256_CTX c;
    SHA256_Init(&c);
    SHA256_Update(&c, s.p, s.n);
    SHA256_Final(d.b, &c);
    return d;
}

struct digest digest_of_parts(const struct str *parts, size_t n) {
    struct digest d;
    SHA256_CTX c;
    SHA256_Init(&c);
    for (size_t i = 0; i < n; i++) {
        uint8_t length[8];
        for (int k = 0; k < 8; k++) length[k] = (uint8_t)((uint64_t)parts[i].n >> (8 * k));
        SHA256_Update(&c, length, sizeof length);
        SHA256_Update(&c, parts[i].p, parts[i].n);
    }
    SHA256_Final(d.b, &c);
    return d;
}

void digest_hex(const struct digest *d, char out[65]) {
    static const char hex[] = "0123456789abcdef";
    for (int i = 0; i < 32; i++) {
        out[2 * i] = hex[d->b[i] >> 4];
        out[2 * i + 1] = hex[d->b[i] & 15];
    }
    out[64] = 0;
}

static int nibble(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

bool digest_parse(struct digest *d, struct str hex) {
    if (hex.n != 64) return false;
    for (int i = 0; i < 32; i++) {
        int hi = nibble(hex.p[2 * i]), lo = nibble(hex.p[2 * i + 1]);
        if (hi < 0 || lo < 0) return false;
        d->b[i] = (uint8_t)(hi << 4 | lo);
    }
    return true;
}
