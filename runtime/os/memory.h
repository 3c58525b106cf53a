/* Memory primitives (os/mem.c; libc's when hosted) and branch hints. The runtime uses nothing else of libc. */
#ifndef PY2_OS_MEMORY_H
#define PY2_OS_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef PY2_HOSTED
#include <string.h>
#else
void *memcpy(void *restrict d, const void *restrict s, size_t n);
void *memmove(void *d, const void *s, size_t n);
void *memset(void *d, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);
size_t strlen(const char *s);
/* A freestanding compiler takes these names for anybody's: said this way, a copy of a few bytes is a load and a store. */
#define memcpy(d, s, n)  __builtin_memcpy(d, s, n)
#define memmove(d, s, n) __builtin_memmove(d, s, n)
#define memset(d, c, n)  __builtin_memset(d, c, n)
#define memcmp(a, b, n)  __builtin_memcmp(a, b, n)
#endif

#define likely(x)   __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

#endif
