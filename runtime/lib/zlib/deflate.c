/* Compression: the longest earlier text within reach, found along chains of places whose three bytes hash
 * alike.
 *
 * `window` holds the text compressed last and the text to come; it slides by half when its end comes near. A
 * chain is left at a place out of reach, after as many steps as the level allows, or at a match that is nice
 * enough. How far each level goes is the zlib library's choice, and so are its results. */
#include "runtime/lib/zlib/zlib.h"

enum { MATCH_MIN = 3, AHEAD_MIN = MATCH_MAX + MATCH_MIN + 1, TOO_FAR = 4096 };

static const struct effort {
    uint16_t good, lazy, nice, steps;
} efforts[10] = {{0, 0, 0, 0},         {4, 4, 8, 4},        {4, 5, 16, 8},     {4, 6, 32, 32},
                 {4, 4, 16, 16},       {8, 16, 32, 32},     {8, 16, 128, 128}, {8, 32, 128, 256},
                 {32, 128, 258, 1024}, {32, 258, 258, 4096}};

static uint32_t width(const struct deflate *s) {
    return 1u << s->wbits;
}
static uint32_t reach(const struct deflate *s) {
    return width(s) - AHEAD_MIN;
}

/* ---- the window ---- */

static void slide(struct deflate *s) {
    uint32_t w = width(s);
    memcpy(s->window, s->window + w, w);
    s->at -= w;
    s->block -= w;
    s->previous_start -= w;
    for (uint32_t i = 0; i < WINDOW; i++) s->head[i] = (uint16_t)(s->head[i] >= w ? s->head[i] - w : 0);
    for (uint32_t i = 0; i < w; i++) s->chain[i] = (uint16_t)(s->chain[i] >= w ? s->chain[i] - w : 0);
}

/* The place becomes the first of its chain; gives the one that was, 0: none. */
static uint32_t enter(struct deflate *s, uint32_t at) {
    const uint8_t *p = s->window + at;
    uint32_t h = ((uint32_t)p[0] << 10 ^ (uint32_t)p[1] << 5 ^ p[2]) & (WINDOW - 1);
    uint32_t first = s->head[h];
    s->chain[at & (width(s) - 1)] = (uint16_t)first;
    s->head[h] = (uint16_t)at;
    return first;
}

static void sum(struct deflate *s, const uint8_t *p, size_t n) {
    if (s->wrap == WRAP_GZIP)
        s->check = crc32_of(s->check, p, n);
    else if (s->wrap == WRAP_ZLIB)
        s->check = z_adler32(s->check, p, n);
    s->total += (uint32_t)n;
}

static void fill(struct deflate *s, struct z_in *in) {
    do {
        if (s->at >= width(s) + reach(s)) slide(s);
        size_t room = 2 * (size_t)width(s) - s->at - s->ahead, n = (size_t)(in->end - in->p);
        if (n == 0) return;
        if (n > room) n = room;
        memcpy(s->window + s->at + s->ahead, in->p, n);
        sum(s, in->p, n);
        in->p += n;
        s->ahead += (uint32_t)n;
        while (s->unhashed && s->ahead + s->unhashed >= MATCH_MIN) {
            enter(s, s->at - s->unhashed);
            s->unhashed--;
        }
    } while (s->ahead < AHEAD_MIN);
}

/* ---- matches ---- */

static uint32_t common(const uint8_t *a, const uint8_t *b, uint32_t most) {
    uint32_t n = 0;
    while (n < most && a[n] == b[n]) n++;
    return n;
}

/* The longest match that is longer than `best`, from the place `from` on; *start is where it is. */
static uint32_t longest(const struct deflate *s, uint32_t from, uint32_t best, uint32_t *start) {
    const struct effort *e = &efforts[s->level];
    const uint8_t *here = s->window + s->at;
    uint32_t limit = s->at > reach(s) ? s->at - reach(s) : 0,
             most = s->ahead < MATCH_MAX ? s->ahead : MATCH_MAX;
    uint32_t steps = best >= e->good ? e->steps >> 2 : e->steps,
             nice = e->nice < s->ahead ? e->nice : s->ahead;
    do {
        const uint8_t *there = s->window + from;
        if (best < most && (there[best] != here[best] || there[best - 1] != here[best - 1])) continue;
        uint32_t n = common(there, here, most);
        if (n <= best) continue;
        *start = from;
        best = n;
        if (n >= nice) break;
    } while ((from = s->chain[from & (width(s) - 1)]) > limit && --steps);
    return best < s->ahead ? best : s->ahead;
}

/* ---- symbols ---- */

static bool put_literal(struct deflate *s, uint8_t c) {
    struct z_block *b = &s->symbols;
    b->distance[b->n] = 0;
    b->byte[b->n++] = c;
    b->literals[c]++;
    return b->n == s->capacity;
}
static bool put_match(struct deflate *s, uint32_t distance, uint32_t length) {
    struct z_block *b = &s->symbols;
    b->distance[b->n] = (uint16_t)distance;
    b->byte[b->n++] = (uint8_t)(length - MATCH_MIN);
    b->literals[257 + z_length_symbol(length)]++;
    b->distances[z_distance_symbol(distance)]++;
    return b->n == s->capacity;
}

static void end_block(struct deflate *s, struct z_out *o, bool last) {
    const uint8_t *raw = s->block >= 0 ? s->window + s->block : NULL;
    z_block_write(s, o, raw, (size_t)(s->at - s->block), last);
    s->block = s->at;
}

/* False: more input is needed first. */
static bool prepared(struct deflate *s, struct z_in *in, enum z_flush flush, uint32_t want) {
    if (s->ahead >= want) return true;
    fill(s, in);
    return s->ahead >= want || (flush != F_NONE && s->ahead);
}

static void run_fast(struct deflate *s, struct z_in *in, struct z_out *o, enum z_flush flush) {
    while (prepared(s, in, flush, AHEAD_MIN)) {
        uint32_t from = s->ahead >= MATCH_MIN ? enter(s, s->at) : 0, n = 0, start = 0;
        bool full;
        if (from && s->at - from <= reach(s)) n = longest(s, from, MATCH_MIN - 1, &start);
        if (n < MATCH_MIN) {
            full = put_literal(s, s->window[s->at++]);
            s->ahead--;
        } else {
            full = put_match(s, s->at - start, n);
            s->ahead -= n;
            bool enters = n <= efforts[s->level].lazy && s->ahead >= MATCH_MIN;
            for (s->at++; --n; s->at++)
                if (enters) enter(s, s->at);
        }
        if (full) end_block(s, o, false);
    }
}

/* A match is taken only when the next place has no better one. */
static void run_lazy(struct deflate *s, struct z_in *in, struct z_out *o, enum z_flush flush) {
    while (prepared(s, in, flush, AHEAD_MIN)) {
        uint32_t from = s->ahead >= MATCH_MIN ? enter(s, s->at) : 0, before = s->previous_length;
        uint32_t before_start = s->previous_start, n = MATCH_MIN - 1, start = before_start;
        if (from && before < efforts[s->level].lazy && s->at - from <= reach(s)) {
            n = longest(s, from, before, &start);
            if (n <= 5 && (s->strategy == S_FILTERED || (n == MATCH_MIN && s->at - start > TOO_FAR)))
                n = MATCH_MIN - 1;
        }
        s->previous_start = start;
        if (before >= MATCH_MIN && n <= before) {
            uint32_t last = s->at + s->ahead - MATCH_MIN;
            bool full = put_match(s, s->at - 1 - before_start, before);
            s->ahead -= before - 1;
            for (uint32_t k = before - 2; k > 0; k--)
                if (++s->at <= last) enter(s, s->at);
            s->at++;
            s->waits = false;
            s->previous_length = MATCH_MIN - 1;
            if (full) end_block(s, o, false);
            continue;
        }
        if (s->waits && put_literal(s, s->window[s->at - 1])) end_block(s, o, false);
        s->waits = true;
        s->previous_length = n;
        s->at++;
        s->ahead--;
    }
}

/* Literals alone, or with repetitions of one byte. */
static void run_simple(struct deflate *s, struct z_in *in, struct z_out *o, enum z_flush flush) {
    bool runs = s->strategy == S_RLE;
    while (prepared(s, in, flush, runs ? MATCH_MAX + 1 : 1)) {
        const uint8_t *p = s->window + s->at;
        uint32_t most = s->ahead < MATCH_MAX ? s->ahead : MATCH_MAX;
        uint32_t n = runs && s->at ? common(p - 1, p, most) : 0;
        bool full = n >= MATCH_MIN ? put_match(s, 1, n) : put_literal(s, *p);
        if (n < MATCH_MIN) n = 1;
        s->at += n;
        s->ahead -= n;
        if (full) end_block(s, o, false);
    }
}

static void run_stored(struct deflate *s, struct z_in *in, struct z_out *o, enum z_flush flush) {
    for (;;) {
        size_t n = (size_t)(in->end - in->p), room = 0xffff - s->at;
        if (n > room) n = room;
        memcpy(s->window + s->at, in->p, n);
        sum(s, in->p, n);
        in->p += n;
        s->at += (uint32_t)n;
        bool end = in->p == in->end;
        if (end && (flush == F_NONE || (flush != F_FINISH && !s->at))) return;
        z_stored_block(&s->bits, o, s->window, s->at, end && flush == F_FINISH);
        s->at = 0;
        if (end) return;
    }
}

static void run(struct deflate *s, struct z_in *in, struct z_out *o, enum z_flush flush) {
    if (s->level == 0) {
        run_stored(s, in, o, flush);
        return;
    }
    bool simple = s->strategy == S_HUFFMAN || s->strategy == S_RLE;
    (simple ? run_simple : s->level < 4 ? run_fast : run_lazy)(s, in, o, flush);
    if (flush == F_NONE) return;
    if (s->waits) {
        put_literal(s, s->window[s->at - 1]);
        s->waits = false;
    }
    s->unhashed = simple ? 0 : s->at < MATCH_MIN - 1 ? s->at : MATCH_MIN - 1;
    if (flush == F_FINISH || s->symbols.n) end_block(s, o, flush == F_FINISH);
}

/* ---- containers ---- */

static void put_big(struct z_out *o, uint32_t v, int bytes) {
    while (bytes--) z_put(o, (uint8_t)(v >> 8 * bytes));
}

static void header(struct deflate *s, struct z_out *o) {
    bool quick = s->strategy >= S_HUFFMAN || s->level < 2;
    s->started = true;
    if (s->wrap == WRAP_GZIP) {
        put_big(o, 0x1f8b0800, 4);
        put_big(o, 0, 4);
        put_big(o, (s->level == 9 ? 2u : quick ? 4u : 0u) << 8 | 3, 2);
    } else if (s->wrap == WRAP_ZLIB) {
        uint32_t v = (uint32_t)(s->wbits - 8) << 12 | 0x800;
        v |= (quick ? 0u : s->level < 6 ? 1u : s->level == 6 ? 2u : 3u) << 6 | (s->dictionary ? 0x20u : 0u);
        put_big(o, v + 31 - v % 31, 2);
        if (s->dictionary) put_big(o, s->dictionary_check, 4);
    }
}

static void trailer(struct deflate *s, struct z_out *o) {
    z_bits_align(&s->bits, o);
    if (s->wrap == WRAP_ZLIB) put_big(o, s->check, 4);
    if (s->wrap != WRAP_GZIP) return;
    put_big(o, __builtin_bswap32(s->check), 4);
    put_big(o, __builtin_bswap32(s->total), 4);
}

static void mark(struct deflate *s, struct z_out *o, enum z_flush flush) {
    if (flush == F_PARTIAL) z_bits_put(&s->bits, o, 2, 10);
    if (flush == F_SYNC || flush == F_FULL) z_stored_block(&s->bits, o, NULL, 0, false);
    if (flush != F_FULL) return;
    memset(s->head, 0, sizeof s->head);
    s->unhashed = 0;
    s->block = s->at = s->level ? 0 : s->at; /* all has been written: `ahead` is 0 */
}

static int rank(int flush) {
    return flush * 2 - (flush > F_FINISH ? 9 : 0);
}

enum z_status deflate_run(struct deflate *s, struct z_in *in, struct z_out *o, enum z_flush flush) {
    bool idle = in->p == in->end && flush != F_FINISH && rank((int)flush) <= rank(s->flushed);
    if (s->finished || (unsigned)flush > F_BLOCK) return Z_STREAM;
    if (idle) return Z_BUFFER;
    s->flushed = (int)flush;
    if (!s->started) header(s, o);
    run(s, in, o, flush);
    if (flush == F_FINISH) {
        trailer(s, o);
        s->finished = true;
    } else
        mark(s, o, flush);
    return o->failed ? Z_MEMORY : s->finished ? Z_END : Z_OK;
}

bool deflate_start(struct deflate *s, int level, int wbits, int memory, int strategy) {
    memset(s, 0, sizeof *s);
    s->wrap = wbits < 0 ? WRAP_RAW : wbits > 15 ? WRAP_GZIP : WRAP_ZLIB;
    s->wbits = wbits < 0 ? -wbits : wbits > 15 ? wbits - 16 : wbits;
    s->level = level < 0 ? 6 : level;
    s->strategy = strategy;
    s->flushed = -2;
    s->check = s->wrap == WRAP_ZLIB;
    s->previous_length = MATCH_MIN - 1;
    if (wbits < -15 || wbits > 31 || s->wbits < 8 || s->wbits > MAX_BITS || level < -1 || level > 9)
        return false;
    if (memory < 1 || memory > 9 || strategy < 0 || strategy > S_FIXED ||
        (s->wbits == 8 && s->wrap != WRAP_ZLIB))
        return false;
    if (s->wbits == 8) s->wbits = 9;
    s->capacity = memory > 8 ? SYMBOLS : (1u << (memory + 6)) - 1;
    return true;
}

void deflate_dictionary(struct deflate *s, const uint8_t *p, size_t n) {
    if (s->wrap == WRAP_ZLIB) {
        s->dictionary = true;
        s->dictionary_check = z_adler32(1, p, n);
    }
    if (n > width(s)) p += n - width(s), n = width(s);
    if (s->level == 0) return;
    memcpy(s->window, p, n);
    for (uint32_t i = 0; i + MATCH_MIN <= n; i++) enter(s, i);
    s->at = (uint32_t)n;
    s->block = (int64_t)n;
    s->unhashed = n < MATCH_MIN - 1 ? (uint32_t)n : MATCH_MIN - 1;
}
