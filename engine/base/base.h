/* The kit every host room uses.
 *
 * Invariants:
 *  - Memory is named by its life. Everything is allocated from a `struct arena` that is dropped in one call;
 *    arenas draw from a `struct memory`, the one door that counts, caps and can be told to fail.
 *  - No function here ends the process, except `BUG`, which reports a defect of py2 itself and aborts, and
 * want of memory, which ends it with a message and exit code 1.
 *  - A `struct str` is a counted byte string and does not own its bytes. It may hold NULs.
 *  - Nothing here keeps state at file scope. */
#ifndef PY2_BASE_H
#define PY2_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define COUNT(a)     (sizeof(a) / sizeof *(a))
#define MIN(a, b)    ((a) < (b) ? (a) : (b))
#define MAX(a, b)    ((a) > (b) ? (a) : (b))
#define PRINTF(f, a) __attribute__((format(printf, f, a)))

/* Our own defect, never the user's: prints place and text to standard error and aborts. */
#define BUG(...) base_bug(__FILE__, __LINE__, __VA_ARGS__)
_Noreturn void base_bug(const char *file, int line, const char *fmt, ...) PRINTF(3, 4);

/* ---- memory.c: the one door for allocation, and arenas behind it ---- */

/* Counts bytes in use and the peak. Thread-safe. `limit` 0 means none. When `fail_at` is n > 0 the n-th
 * request from now fails; tests use it. A request that cannot be met ends the process unless `soft`. What is
 * taken counts in `parent` too, when there is one: so the share of one stage is known. */
struct memory {
    _Atomic uint64_t used, peak, requests;
    uint64_t limit, fail_at;
    bool soft;
    struct memory *parent;
};

void *memory_get(struct memory *m, size_t size); /* zeroed; NULL only when m->soft */
void memory_put(struct memory *m, void *p, size_t size);

struct arena_chunk;
struct arena {
    struct memory *memory; /* may be NULL: plain malloc, uncounted (tests, tools) */
    struct arena_chunk *chunk;
    char *at, *end;
};

void arena_init(struct arena *a, struct memory *m);
void arena_free(struct arena *a); /* frees everything ever allocated from it; the arena may be used again */
/* The same for an arena that is filled again and again: keeps a chunk of usual size. */
void arena_reset(struct arena *a);
void *arena_alloc_slow(struct arena *a, size_t size);
void *arena_grow(struct arena *a, void *old, size_t old_size, size_t new_size); /* copies; old is abandoned */

/* Zeroed, 16-byte aligned, never NULL. */
static inline void *arena_alloc(struct arena *a, size_t size) {
    size = (size + 15) & ~(size_t)15;
    if ((size_t)(a->end - a->at) < size) return arena_alloc_slow(a, size);
    void *p = a->at;
    a->at += size;
    return p;
}
#define NEW(a, T)      ((T *)arena_alloc((a), sizeof(T)))
#define NEW_N(a, T, n) ((T *)arena_alloc((a), sizeof(T) * (size_t)(n)))

/* ---- text.c: counted strings and growing buffers ---- */

struct str {
    const char *p;
    size_t n;
};
#define STR(lit)   ((struct str){(lit), sizeof(lit) - 1})
#define STR_FMT    "%.*s"
#define STR_ARG(s) (int)(s).n, (s).p

static inline struct str str_c(const char *z) {
    return (struct str){z, z ? strlen(z) : 0};
}
static inline bool str_eq(struct str a, struct str b) {
    return a.n == b.n && (!a.n || !memcmp(a.p, b.p, a.n));
}
static inline bool str_is(struct str a, const char *z) {
    return str_eq(a, str_c(z));
}
int str_cmp(struct str a, struct str b); /* byte order */
bool str_starts(struct str s, struct str prefix);
bool str_ends(struct str s, struct str suffix);
struct str str_dup(struct arena *a, struct str s); /* the copy is NUL-terminated */
/* How many bytes the first character of a text has that is not empty; 0 when it is no UTF-8. */
size_t str_utf8(struct str s);
bool str_is_utf8(struct str s);
struct str str_printf(struct arena *a, const char *fmt, ...) PRINTF(2, 3); /* NUL-terminated */
struct str str_vprintf(struct arena *a, const char *fmt, va_list ap);
uint64_t str_hash(struct str s); /* not for anything that reaches an output */
/* The closest of `n` candidates within a third of the word's length by edit distance, or an empty string. */
struct str str_closest(struct str word, const struct str *candidates, size_t n);

/* A growing byte buffer in an arena. */
struct buf {
    struct arena *arena;
    char *p;
    size_t n, cap;
};
void buf_init(struct buf *b, struct arena *a);
void buf_reserve(struct buf *b, size_t more);
void buf_put(struct buf *b, const void *p, size_t n);
void buf_putc(struct buf *b, int c);
void buf_puts(struct buf *b, const char *z);
void buf_str(struct buf *b, struct str s);
void buf_printf(struct buf *b, const char *fmt, ...) PRINTF(2, 3);
void buf_u16(struct buf *b, uint16_t v); /* little-endian */
void buf_u32(struct buf *b, uint32_t v);
void buf_u64(struct buf *b, uint64_t v);
void buf_uleb(struct buf *b, uint64_t v);
void buf_sleb(struct buf *b, int64_t v);
void buf_sized(struct buf *b, struct str s); /* its length (uleb), then its bytes */
void buf_align(struct buf *b, size_t to);    /* pads with zeros */
/* A quoted JSON string. Bytes that are not UTF-8 are written as U+FFFD, so that the text always parses. */
void buf_json(struct buf *b, struct str s); /* diag.c */
/* Text from the user's files and names for a terminal: what could steer the terminal becomes '?'. */
void buf_plain(struct buf *b, struct str s); /* diag.c */
static inline struct str buf_view(const struct buf *b) {
    return (struct str){b->p, b->n};
}

/* A bounded little-endian reader over hostile bytes: after the first over-run `bad` stays set and every
 * read gives zero. */
struct reader {
    const uint8_t *p, *end;
    bool bad;
};
static inline struct reader reader_of(struct str s) {
    const uint8_t *p = (const uint8_t *)(s.p ? s.p : "");
    return (struct reader){p, p + s.n, false};
}
uint8_t reader_u8(struct reader *r);
uint16_t reader_u16(struct reader *r);
uint32_t reader_u32(struct reader *r);
uint64_t reader_u64(struct reader *r);
uint64_t reader_uleb(struct reader *r);
int64_t reader_sleb(struct reader *r);
struct str reader_bytes(struct reader *r, size_t n);
struct str reader_sized(struct reader *r); /* what buf_sized wrote */

/* A typed growing array in an arena: VEC(int) v = {0}; VEC_PUSH(&v, arena, 7); v.p[i], v.n. */
#define VEC(T)                                                                                               \
    struct {                                                                                                 \
        T *p;                                                                                                \
        size_t n, cap;                                                                                       \
    }
#define VEC_PUSH(v, arena, item)                                                                             \
    do {                                                                                                     \
        if ((v)->n == (v)->cap) {                                                                            \
            size_t cap_ = (v)->cap ? (v)->cap * 2 : 8;                                                       \
            (v)->p = arena_grow((arena), (v)->p, (v)->cap * sizeof *(v)->p, cap_ * sizeof *(v)->p);          \
            (v)->cap = cap_;                                                                                 \
        }                                                                                                    \
        (v)->p[(v)->n++] = (item);                                                                           \
    } while (0)

/* ---- map.c: counted string -> pointer, open addressing; iteration is in insertion order ---- */

struct map_entry {
    struct str key;
    void *value;
    uint64_t hash;
};
struct map {
    struct arena *arena;
    struct map_entry *entries; /* [0, n) in insertion order */
    size_t n, cap;
    uint32_t *table;
    size_t table_size;
};
void map_init(struct map *m, struct arena *a);
void *map_get(const struct map *m, struct str key); /* NULL when absent */
void **map_at(struct map *m, struct str key,
              bool *is_new); /* the place of the value; the key is not copied */
static inline void map_put(struct map *m, struct str key, void *value) {
    *map_at(m, key, NULL) = value;
}

/* ---- digest.c: SHA-256 (libcrypto) ---- */

struct digest {
    uint8_t b[32];
};
struct digest digest_of(struct str s);
struct digest digest_of_parts(const struct str *parts, size_t n); /* each part is preceded by its length */
void digest_hex(const struct digest *d, char out[65]);
bool digest_parse(struct digest *d, struct str hex);
static inline bool digest_eq(const struct digest *a, const struct digest *b) {
    return !memcmp(a, b, 32);
}

/* ---- diag.c: what a person is told ---- */

enum severity { SEV_ERROR, SEV_WARNING, SEV_NOTE };

/* A range in a source file. Lines and columns count from 1; columns count bytes. 0 = unknown. */
struct place {
    struct str file; /* as the user knows it: relative to the workspace */
    uint32_t line, col, end_line, end_col;
};

/* One message: what, then why and what to do. `code` is stable ("PY2E0123"), see diag_codes.def. */
struct diag {
    enum severity severity;
    const char *code;
    struct place place;
    struct str text, why, help;
    struct diag *next;
};

/* Collects diagnostics of one stage, in order. Not shared between threads: each stage has its own. */
struct diags {
    struct arena *arena;
    struct diag *first, **last;
    size_t errors, warnings;
};
void diags_init(struct diags *d, struct arena *a);
struct diag *diag_error(struct diags *d, const char *code, struct place at, const char *fmt, ...)
    PRINTF(4, 5);
struct diag *diag_warning(struct diags *d, const char *code, struct place at, const char *fmt, ...)
    PRINTF(4, 5);
void diag_why(struct diags *d, struct diag *m, const char *fmt, ...) PRINTF(3, 4);
void diag_help(struct diags *d, struct diag *m, const char *fmt, ...) PRINTF(3, 4);
/* Renders for a person: "file:line:col: error[CODE]: text", the source line with a caret when `source` (the
 * whole file's text) is given, then why and help. `color` adds ANSI colours. */
void diag_print(struct buf *out, const struct diag *m, struct str source, bool color);
void diag_json(struct buf *out, const struct diag *m); /* one line */

/* ---- clock.c ---- */

int64_t now_nanos(void);      /* monotonic */
int64_t now_real_nanos(void); /* comparable to file times */

/* ---- path.c ---- */

struct str path_join(struct arena *a, struct str dir, struct str name);
struct str path_dir(struct str path); /* "" when there is none */
struct str path_base(struct str path);
struct str path_clean(struct arena *a, struct str path); /* lexical: removes ".", "//", resolves ".." */

/* ---- file.c: whole files, safely ---- */

/* Reads a whole regular file. Returns false with errno set. */
bool file_read(struct arena *a, const char *path, struct str *out);
bool file_write_all(int fd, struct str bytes); /* whatever the pieces it is taken in; false with errno set */
/* Writes to a device or a pipe and sets *ok, errno when not; false: the path is no such thing. */
bool file_stream(const char *path, struct str bytes, bool *ok);
/* Writes to a temporary in the same directory, optionally syncs, renames over `path`. Never leaves a partial
 * file under `path`; removes the temporary on failure. Devices and pipes are written to. Returns false with
 * errno set. */
bool file_publish(const char *path, struct str bytes, unsigned mode, bool sync);
bool file_mkdirs(const char *path); /* like mkdir -p */
/* tree.c: like rm -rf. Links are removed, not followed. `dir` as in openat(2). */
bool file_remove_tree(int dir, const char *name);

#endif
