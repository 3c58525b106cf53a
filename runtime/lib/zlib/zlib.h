/* DEFLATE (RFC 1951) in the containers zlib (RFC 1950) and gzip (RFC 1952): what the module zlib stands on.
 *
 * Invariants:
 *  - Both directions are machines that stop wherever the input ends, and the reading one where the output is
 * full; all they know is in their struct, so a copy of it is a copy of the stream.
 *  - Statuses and messages are those of the zlib library, which programs see. */
#ifndef PY2_ZLIB_H
#define PY2_ZLIB_H

#include "runtime/lib/crc32.h"
#include "runtime/lib/native.h"

enum { WINDOW = 32768, MAX_BITS = 15, LITERALS = 286, DISTANCES = 30, FIXED_LITERALS = 288, MATCH_MAX = 258 };
enum z_status { Z_OK, Z_END, Z_NEED_DICT, Z_STREAM = -2, Z_DATA = -3, Z_MEMORY = -4, Z_BUFFER = -5 };
enum z_wrap { WRAP_RAW, WRAP_ZLIB, WRAP_GZIP, WRAP_EITHER };

struct z_in {
    const uint8_t *p, *end;
};
/* Output that grows, up to `limit` bytes. `failed`: memory ran out, which is raised. */
struct z_out {
    struct thread *t;
    uint8_t *p;
    size_t n, cap, limit;
    bool failed;
};
bool z_room(struct z_out *o, size_t more);
static inline void z_put(struct z_out *o, uint8_t c) {
    if (o->n < o->cap || z_room(o, 1)) o->p[o->n++] = c;
}

uint32_t z_adler32(uint32_t a, const uint8_t *p, size_t n);

/* Lengths and distances: the first value of each symbol, and its extra bits (tables.c). */
extern const uint16_t z_length_base[29], z_distance_base[30];
extern const uint8_t z_length_extra[29], z_distance_extra[30], z_code_order[19];

/* ---- reading ---- */

struct z_huffman {
    uint16_t fast[1024];             /* by the next ten bits: symbol << 4 | length; 0: longer, or none */
    uint16_t count[MAX_BITS + 1];    /* codes of each length */
    uint16_t symbol[FIXED_LITERALS]; /* in the order of their codes */
    int longest;
};

struct inflate {
    int state; /* enum state in inflate.c */
    enum z_status status;
    enum z_wrap wrap;
    int wbits;
    const char *message;
    uint64_t hold; /* bits taken from the input, the next one lowest */
    unsigned nbits;
    uint32_t flags, check, total, header_crc;
    bool gzip, last;
    unsigned nlit, ndist, ncode, have; /* of a block's description */
    unsigned length, distance, symbol;
    uint8_t lens[320];
    struct z_huffman lit, dist;
    uint32_t filled, at; /* bytes of history, up to WINDOW; where the next goes */
    uint8_t window[WINDOW];
};
/* False: no such window size. */
bool inflate_start(struct inflate *s, int wbits);
enum z_status inflate_run(struct inflate *s, struct z_in *in, struct z_out *out);
/* False: not the dictionary that the stream was made with. */
bool inflate_dictionary(struct inflate *s, const uint8_t *p, size_t n);
bool z_huffman_build(struct z_huffman *h, const uint8_t *lens, unsigned n, bool strict);

/* ---- writing ---- */

enum { SYMBOLS = 16383 };
enum z_strategy { S_DEFAULT, S_FILTERED, S_HUFFMAN, S_RLE, S_FIXED };
enum z_flush { F_NONE, F_PARTIAL, F_SYNC, F_FULL, F_FINISH, F_BLOCK, F_TREES };

/* Symbols of a block wait until it is known which codes are best for it. */
struct z_block {
    uint16_t distance[SYMBOLS + 1]; /* 0: a literal */
    uint8_t byte[SYMBOLS + 1];      /* the literal, or the length - 3 */
    uint32_t n;
    uint32_t literals[LITERALS], distances[DISTANCES]; /* how often */
};
struct z_code {
    uint16_t bits[FIXED_LITERALS];
    uint8_t len[FIXED_LITERALS + 2];
    int n; /* symbols up to the last used */
};
/* The two nodes that weigh least are at the root of a heap; of equal ones the flatter comes first. */
struct z_tree {
    uint32_t weight[2 * LITERALS + 1];
    uint8_t depth[2 * LITERALS + 1];
    uint16_t parent[2 * LITERALS + 1], heap[2 * LITERALS + 1], order[2 * LITERALS + 1];
    int size, sorted;
};
struct z_runs {
    uint8_t symbol[LITERALS + DISTANCES], extra[LITERALS + DISTANCES];
    int n;
    uint32_t count[19];
};
/* What writing a block works with. */
struct z_writing {
    struct z_code lit, dist, lengths, fixed_lit, fixed_dist;
    struct z_tree tree;
    struct z_runs runs;
};
struct z_bits {
    uint64_t hold;
    unsigned n;
};
struct deflate {
    enum z_wrap wrap;
    int level, wbits, strategy, flushed; /* flushed: the latest flush asked for */
    bool started, finished, dictionary;
    uint32_t check, total, dictionary_check;
    struct z_bits bits;
    uint32_t at, ahead, capacity; /* the place compressed next; bytes from it on; symbols of a block */
    int64_t block;                /* where the block begins; negative: no longer in the window */
    uint32_t previous_length, previous_start;
    uint32_t unhashed; /* places before `at` that wait for three bytes */
    bool waits;        /* a literal before `at` that a better match may replace */
    uint16_t head[WINDOW], chain[WINDOW];
    uint8_t window[2 * WINDOW];
    struct z_block symbols;
    struct z_writing writing;
};
/* False: an option is out of range. */
bool deflate_start(struct deflate *s, int level, int wbits, int memory, int strategy);
void deflate_dictionary(struct deflate *s, const uint8_t *p, size_t n);
enum z_status deflate_run(struct deflate *s, struct z_in *in, struct z_out *out, enum z_flush flush);

/* blocks.c */
void z_bits_put(struct z_bits *b, struct z_out *o, uint64_t value, unsigned n);
void z_bits_align(struct z_bits *b, struct z_out *o);
void z_stored_block(struct z_bits *b, struct z_out *o, const uint8_t *p, size_t n, bool last);
/* `raw`: the block's bytes, NULL when they are gone. */
void z_block_write(struct deflate *s, struct z_out *o, const uint8_t *raw, size_t n, bool last);
int z_distance_symbol(uint32_t distance);
int z_length_symbol(uint32_t length);

#endif
