/* The process's hash seed. Invariant: set once at start, before any str is hashed. */
#ifndef PY2_HASH_H
#define PY2_HASH_H

#include <stdbool.h>
#include <stdint.h>

/* PYTHONHASHSEED: NULL, "" and "random" take `random`; a number gives CPython's hashes. False: not a number
 * below 2^32. */
bool hash_configure(const char *text, const uint8_t random[16]);
void hash_seed(uint64_t seed);
void hash_key(const uint8_t secret[16]);

#endif
