/* Message digests: algorithms as constant tables of functions, and one kind of object over them.
 *
 * Invariant: `used` bytes of the current block wait in `block`; `total` counts all bytes given. Words of the
 * state are the algorithm's own. */
#ifndef PY2_DIGEST_H
#define PY2_DIGEST_H

#include "runtime/call/entry.h"
#include "runtime/lib/native.h"
#include "runtime/types/container.h"

struct digest_state {
    uint64_t word[25];
    uint64_t total;
    uint32_t used, last; /* last: blake2's mark of the last node */
    uint8_t block[200];
};

struct digest_algorithm {
    const char *name;
    uint32_t size, block; /* bytes; size 0: any, asked for by digest() */
    bool keeps_last;      /* the last whole block waits for the end */
    void (*start)(struct digest_state *s);
    void (*blocks)(struct digest_state *s, const uint8_t *p, size_t n); /* n whole blocks */
    void (*finish)(struct digest_state *s, uint8_t *out, size_t n);
};
extern const struct digest_algorithm digest_md5, digest_sha1, digest_sha224, digest_sha256, digest_sha384,
    digest_sha512, digest_sha3_224, digest_sha3_256, digest_sha3_384, digest_sha3_512, digest_shake_128,
    digest_shake_256;

struct digest {
    struct obj head;
    const struct digest_algorithm *a;
    uint32_t size; /* of blake2, chosen when made */
    struct digest_state s;
};

/* digest.c */
void digest_update(const struct digest_algorithm *a, struct digest_state *s, const uint8_t *p, size_t n);
/* What has been given so far; the state stays as it is. */
void digest_result(const struct digest_algorithm *a, const struct digest_state *s, uint8_t *out, size_t n);
val digest_new(struct thread *t, struct type *type, const struct digest_algorithm *a);
/* The bytes of an argument; a str is refused in CPython's words. */
bool digest_data(struct thread *t, val v, struct buffer *out);
/* NAME(string=b"", *, usedforsecurity=True). */
val digest_make(struct thread *t, struct type *type, const struct digest_algorithm *a, const char *fname,
                int64_t argc, val *argv, val kwnames);

/* object.c: what all types of digests have, in their tables' names. */
val digest_m_update(struct thread *t, val self, val data);
val digest_m_digest(struct thread *t, val self);
val digest_m_hexdigest(struct thread *t, val self);
val digest_m_copy(struct thread *t, val self);
val digest_m_shake(struct thread *t, val self, val length);
val digest_m_hexshake(struct thread *t, val self, val length);
val digest_get_name(struct thread *t, val self);
val digest_get_size(struct thread *t, val self);
val digest_get_block(struct thread *t, val self);

#define DIGEST_COMMON(table)                                                                                 \
    METHOD_TABLE(table);                                                                                     \
    METHOD(table, update, digest_m_update, 2, 0, "($self, obj, /)");                                         \
    METHOD(table, copy, digest_m_copy, 1, 0, "($self, /)");                                                  \
    GETTER(table, name, digest_get_name, 0);                                                                 \
    GETTER(table, digest_size, digest_get_size, 0);                                                          \
    GETTER(table, block_size, digest_get_block, 0)
#define DIGEST_METHODS(table)                                                                                \
    DIGEST_COMMON(table);                                                                                    \
    METHOD(table, digest, digest_m_digest, 1, 0, "($self, /)");                                              \
    METHOD(table, hexdigest, digest_m_hexdigest, 1, 0, "($self, /)")
#define DIGEST_SHAKE_METHODS(table)                                                                          \
    DIGEST_COMMON(table);                                                                                    \
    METHOD(table, digest, digest_m_shake, 2, 0, "($self, length, /)");                                       \
    METHOD(table, hexdigest, digest_m_hexshake, 2, 0, "($self, length, /)")

#define DIGEST_TYPE(id, table, name, more, ...)                                                              \
    extern struct type id##_type;                                                                            \
    extern struct shape id##_shape;                                                                          \
    struct type id##_type = {.head = TYPE_HEAD,                                                              \
                             .shape = &id##_shape,                                                           \
                             .cname = name,                                                                  \
                             .base = &object_type,                                                           \
                             .flags = TYPE_IMMUTABLE | (more),                                               \
                             .size = sizeof(struct digest),                                                  \
                             .gc_layout = GC_LEAF,                                                           \
                             .methods = METHODS(table),                                                      \
                             __VA_ARGS__};                                                                   \
    DEFINE_SHAPE(id)

static inline uint32_t rotate32(uint32_t x, int n) {
    return x << n | x >> (32 - n);
}
static inline uint64_t rotate64(uint64_t x, int n) {
    return x << n | x >> (64 - n);
}
static inline uint32_t load32be(const uint8_t *p) {
    uint32_t x;
    memcpy(&x, p, 4);
    return __builtin_bswap32(x);
}
static inline uint64_t load64be(const uint8_t *p) {
    uint64_t x;
    memcpy(&x, p, 8);
    return __builtin_bswap64(x);
}

#endif
