/* memcpy, memmove, memset, memcmp, strlen for the artifact: compilers call these whatever the language.
 *
 * Short lengths, the common case, take two overlapping accesses per size class and no loop; long ones 64
 * bytes a turn through vectors; very long ones on x86-64 `rep movsb`, whose microcode beats any loop once
 * started (about 2 KiB). */
#ifndef PY2_HOSTED
#include <stddef.h>
#include <stdint.h>

typedef uint8_t v16 __attribute__((vector_size(16), aligned(1), may_alias));
typedef uint64_t u64u __attribute__((aligned(1), may_alias));
typedef uint32_t u32u __attribute__((aligned(1), may_alias));
typedef uint16_t u16u __attribute__((aligned(1), may_alias));

#define NO_BUILTIN __attribute__((no_builtin))

/* Whole block into registers before anything is stored: right for overlapping ranges too. */
#define MOVE(T, d, s, n)                                                                                     \
    do {                                                                                                     \
        T first_ = *(const T *)(s), last_ = *(const T *)((s) + (n) - sizeof(T));                             \
        *(T *)(d) = first_;                                                                                  \
        *(T *)((d) + (n) - sizeof(T)) = last_;                                                               \
    } while (0)

static inline void move_small(char *d, const char *s, size_t n) {
    if (n >= 16)
        MOVE(v16, d, s, n);
    else if (n >= 8)
        MOVE(u64u, d, s, n);
    else if (n >= 4)
        MOVE(u32u, d, s, n);
    else if (n >= 2)
        MOVE(u16u, d, s, n);
    else if (n)
        *d = *s;
}

static inline void move_64(char *d, const char *s) {
    v16 a = *(const v16 *)s, b = *(const v16 *)(s + 16), c = *(const v16 *)(s + 32),
        e = *(const v16 *)(s + 48);
    *(v16 *)d = a;
    *(v16 *)(d + 16) = b;
    *(v16 *)(d + 32) = c;
    *(v16 *)(d + 48) = e;
}

static inline void move_medium(char *d, const char *s, size_t n) { /* 33 … 128 */
    v16 a = *(const v16 *)s, b = *(const v16 *)(s + 16);
    v16 y = *(const v16 *)(s + n - 32), z = *(const v16 *)(s + n - 16);
    if (n > 64) {
        v16 c = *(const v16 *)(s + 32), e = *(const v16 *)(s + 48);
        v16 w = *(const v16 *)(s + n - 64), x = *(const v16 *)(s + n - 48);
        *(v16 *)(d + 32) = c;
        *(v16 *)(d + 48) = e;
        *(v16 *)(d + n - 64) = w;
        *(v16 *)(d + n - 48) = x;
    }
    *(v16 *)d = a;
    *(v16 *)(d + 16) = b;
    *(v16 *)(d + n - 32) = y;
    *(v16 *)(d + n - 16) = z;
}

NO_BUILTIN void *memcpy(void *restrict dp, const void *restrict sp, size_t n) {
    char *d = dp;
    const char *s = sp;
    if (n <= 32) {
        move_small(d, s, n);
    } else if (n <= 128) {
        move_medium(d, s, n);
    } else {
#if defined __x86_64__
        if (n >= 2048) {
            void *to = d;
            __asm__ volatile("rep movsb" : "+D"(to), "+S"(s), "+c"(n) : : "memory");
            return dp;
        }
#endif
        for (size_t at = 0; at + 64 < n; at += 64) move_64(d + at, s + at);
        move_64(d + n - 64, s + n - 64);
    }
    return dp;
}

NO_BUILTIN void *memmove(void *dp, const void *sp, size_t n) {
    char *d = dp;
    const char *s = sp;
    if (n <= 32) {
        move_small(d, s, n);
    } else if (n <= 128) {
        move_medium(d, s, n);
    } else if ((uintptr_t)d - (uintptr_t)s >= n) { /* d before s, or apart: upwards */
        v16 tail[4];
        for (int i = 0; i < 4; i++) tail[i] = *(const v16 *)(s + n - 64 + 16 * i);
        for (size_t at = 0; at + 64 < n; at += 64) move_64(d + at, s + at);
        for (int i = 0; i < 4; i++) *(v16 *)(d + n - 64 + 16 * i) = tail[i];
    } else { /* downwards */
        v16 head[4];
        for (int i = 0; i < 4; i++) head[i] = *(const v16 *)(s + 16 * i);
        for (size_t at = n; at > 64; at -= 64) move_64(d + at - 64, s + at - 64);
        for (int i = 0; i < 4; i++) *(v16 *)(d + 16 * i) = head[i];
    }
    return dp;
}

NO_BUILTIN void *memset(void *dp, int c, size_t n) {
    char *d = dp;
    uint64_t w = (uint8_t)c * UINT64_C(0x0101010101010101);
    if (n >= 16) {
        v16 v = (v16){0} + (uint8_t)c;
#if defined __x86_64__
        if (n >= 2048) {
            __asm__ volatile("rep stosb" : "+D"(d), "+c"(n) : "a"(c) : "memory");
            return dp;
        }
#endif
        for (size_t at = 0; at + 16 < n; at += 16) *(v16 *)(d + at) = v;
        *(v16 *)(d + n - 16) = v;
    } else if (n >= 8) {
        *(u64u *)d = w;
        *(u64u *)(d + n - 8) = w;
    } else if (n >= 4) {
        *(u32u *)d = (uint32_t)w;
        *(u32u *)(d + n - 4) = (uint32_t)w;
    } else {
        for (size_t i = 0; i < n; i++) d[i] = (char)c;
    }
    return dp;
}

NO_BUILTIN int memcmp(const void *ap, const void *bp, size_t n) {
    const uint8_t *a = ap, *b = bp;
    for (; n >= 8; a += 8, b += 8, n -= 8) {
        uint64_t x = *(const u64u *)a, y = *(const u64u *)b;
        if (x != y) {
            x = __builtin_bswap64(x), y = __builtin_bswap64(y);
            return x < y ? -1 : 1;
        }
    }
    for (; n; a++, b++, n--)
        if (*a != *b) return *a < *b ? -1 : 1;
    return 0;
}

NO_BUILTIN size_t strlen(const char *s) {
    const char *p = s;
    for (; (uintptr_t)p & 7; p++)
        if (!*p) return (size_t)(p - s);
    /* An aligned word never crosses a page: reading past the end of the string is harmless. */
    for (;; p += 8) {
        uint64_t w = *(const u64u *)p;
        uint64_t zero = (w - UINT64_C(0x0101010101010101)) & ~w & UINT64_C(0x8080808080808080);
        if (zero) return (size_t)(p - s) + (size_t)(__builtin_ctzll(zero) >> 3);
    }
}
#endif
