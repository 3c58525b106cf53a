/* zstd decoding (RFC 8878). Every read is checked: input may be anything.
 *
 * Two bit readers: `forward` for table descriptions, `backward` for the entropy coded streams, which are read
 * from their end; reading before their start gives zeros and makes `left` negative, which the callers look
 * at. */
#include "runtime/lib/zstd.h"
#include "runtime/rt.h"

#define MAX_BLOCK   (128 * 1024)
#define HUF_BITS    11
#define FSE_MAX_LOG 9

struct fse_entry {
    uint8_t symbol, bits;
    uint16_t base;
};
struct fse {
    int log; /* -1: no table yet */
    struct fse_entry e[1 << FSE_MAX_LOG];
};
struct huf_entry {
    uint8_t symbol, bits;
};
struct work {
    struct fse ll, of, ml, weights;
    struct huf_entry huf[1 << HUF_BITS];
    int huf_bits; /* 0: no table yet */
    uint64_t rep[3];
    uint8_t literals[MAX_BLOCK];
    size_t nliterals;
};
_Static_assert(sizeof(struct work) <= ZSTD_WORK, "scratch memory");

struct in {
    const uint8_t *p, *end;
};
static size_t left_in(const struct in *s) {
    return (size_t)(s->end - s->p);
}
static uint64_t little(const uint8_t *p, int n) {
    uint64_t v = 0;
    for (int i = 0; i < n; i++) v |= (uint64_t)p[i] << 8 * i;
    return v;
}
static int log2_of(uint64_t v) {
    return 63 - __builtin_clzll(v);
}

/* ---- bit readers ---- */

struct backward {
    const uint8_t *p;
    int64_t n, left; /* bytes; bits not read yet, negative past the start */
};

static bool backward_init(struct backward *b, const uint8_t *p, size_t n) {
    if (n == 0 || p[n - 1] == 0) return false;
    b->p = p;
    b->n = (int64_t)n;
    b->left = (int64_t)(n - 1) * 8 + log2_of(p[n - 1]);
    return true;
}

/* Up to 56 bits at once. */
static uint64_t backward_read(struct backward *b, int bits) {
    b->left -= bits;
    int64_t at = b->left;
    if (bits == 0 || at + bits <= 0) return 0;
    int shift = 0;
    if (at < 0) {
        shift = (int)-at;
        bits -= shift;
        at = 0;
    }
    int64_t byte = at >> 3, have = b->n - byte;
    uint64_t v = little(b->p + byte, have < 8 ? (int)have : 8) >> (at & 7);
    return (v & ((UINT64_C(1) << bits) - 1)) << shift;
}

/* ---- FSE tables ---- */

static bool fse_build(struct fse *f, const int16_t *norm, int nsymbols, int log) {
    uint16_t next[256];
    int size = 1 << log, high = size, pos = 0, step = (size >> 1) + (size >> 3) + 3;
    for (int s = 0; s < nsymbols; s++) {
        next[s] = (uint16_t)norm[s];
        if (norm[s] != -1) continue;
        f->e[--high].symbol = (uint8_t)s;
        next[s] = 1;
    }
    for (int s = 0; s < nsymbols; s++)
        for (int i = 0; i < norm[s]; i++) {
            f->e[pos].symbol = (uint8_t)s;
            do pos = (pos + step) & (size - 1);
            while (pos >= high);
        }
    if (pos != 0) return false;
    for (int i = 0; i < size; i++) {
        uint16_t n = next[f->e[i].symbol]++;
        if (n == 0) return false;
        f->e[i].bits = (uint8_t)(log - log2_of(n));
        f->e[i].base = (uint16_t)((n << f->e[i].bits) - size);
    }
    f->log = log;
    return true;
}

/* Reads a table description; leaves `s` after it. */
static bool fse_read(struct fse *f, struct in *s, int max_symbols, int max_log) {
    int16_t norm[256] = {0};
    const uint8_t *p = s->p;
    int64_t bit = 0, limit = (int64_t)left_in(s) * 8;
#define BITS(n)                                                                                              \
    (bit + (n) > limit + 16                                                                                  \
         ? 0                                                                                                 \
         : (int)(little(p + (bit >> 3),                                                                      \
                        limit - (bit & ~INT64_C(7)) >= 32 ? 4 : (int)((limit - (bit & ~INT64_C(7))) / 8)) >> \
                     (bit & 7) &                                                                             \
                 ((1 << (n)) - 1)))
    if (limit < 8) return false;
    int log = BITS(4) + 5, symbol = 0;
    bit += 4;
    if (log > max_log) return false;
    int remaining = 1 << log;
    while (remaining > 0 && symbol < max_symbols) {
        if (bit >= limit) return false;
        int bits = log2_of((uint64_t)remaining + 1) + 1, v = BITS(bits);
        int mask = (1 << (bits - 1)) - 1, threshold = (1 << bits) - 1 - (remaining + 1);
        bit += bits;
        if ((v & mask) < threshold) {
            bit--;
            v &= mask;
        } else if (v > mask)
            v -= threshold;
        int probability = v - 1;
        remaining -= probability < 0 ? 1 : probability;
        norm[symbol++] = (int16_t)probability;
        if (probability) continue;
        for (int again = 3; again == 3;) {
            if (bit >= limit) return false;
            again = BITS(2);
            bit += 2;
            symbol += again;
            if (symbol > max_symbols) return false;
        }
    }
#undef BITS
    if (remaining != 0 || bit > limit) return false;
    s->p += (bit + 7) >> 3;
    return fse_build(f, norm, symbol, log);
}

static void fse_step(const struct fse *f, uint32_t *state, struct backward *b) {
    struct fse_entry e = f->e[*state];
    *state = (uint32_t)(e.base + backward_read(b, e.bits));
}

/* ---- Huffman ---- */

static bool huf_build(struct work *w, uint8_t *weight, int n) {
    uint32_t sum = 0;
    for (int i = 0; i < n; i++) {
        if (weight[i] > HUF_BITS) return false;
        if (weight[i]) sum += 1u << (weight[i] - 1);
    }
    if (!sum || n > 255) return false;
    int bits = log2_of(sum) + 1;
    uint32_t rest = (1u << bits) - sum;
    if (bits > HUF_BITS || (rest & (rest - 1))) return false;
    weight[n++] = (uint8_t)(log2_of(rest) + 1);
    uint32_t start[HUF_BITS + 2] = {0}, at = 0;
    /* Longest codes (smallest weights) come first in the table. */
    for (int k = 1; k <= bits; k++) {
        start[k] = at;
        for (int i = 0; i < n; i++)
            if (weight[i] == k) at += 1u << (k - 1);
    }
    if (at != 1u << bits) return false;
    for (int i = 0; i < n; i++) {
        if (!weight[i]) continue;
        for (uint32_t k = 0; k < 1u << (weight[i] - 1); k++)
            w->huf[start[weight[i]]++] = (struct huf_entry){(uint8_t)i, (uint8_t)(bits + 1 - weight[i])};
    }
    w->huf_bits = bits;
    return true;
}

static bool huf_read(struct work *w, struct in *s) {
    uint8_t weight[256];
    int n = 0;
    if (left_in(s) < 1) return false;
    int head = *s->p++;
    if (head >= 128) {
        n = head - 127;
        if (left_in(s) < (size_t)(n + 1) / 2) return false;
        for (int i = 0; i < n; i++) weight[i] = i & 1 ? s->p[i / 2] & 15 : s->p[i / 2] >> 4;
        s->p += (n + 1) / 2;
        return huf_build(w, weight, n);
    }
    if (left_in(s) < (size_t)head) return false;
    struct in part = {s->p, s->p + head};
    s->p += head;
    struct backward b;
    if (!fse_read(&w->weights, &part, 12, 6) || !backward_init(&b, part.p, left_in(&part))) return false;
    uint32_t a = (uint32_t)backward_read(&b, w->weights.log), c = (uint32_t)backward_read(&b, w->weights.log);
    if (b.left < 0) return false;
    for (;;) {
        if (n > 253) return false;
        weight[n++] = w->weights.e[a].symbol;
        fse_step(&w->weights, &a, &b);
        if (b.left < 0) {
            weight[n++] = w->weights.e[c].symbol;
            break;
        }
        uint32_t swap = a;
        a = c;
        c = swap;
    }
    return huf_build(w, weight, n);
}

static bool huf_stream(const struct work *w, const uint8_t *p, size_t n, uint8_t *out, size_t want) {
    struct backward b;
    if (!backward_init(&b, p, n)) return false;
    uint32_t mask = (1u << w->huf_bits) - 1, state = (uint32_t)backward_read(&b, w->huf_bits);
    for (size_t i = 0; i < want; i++) {
        if (b.left <= -w->huf_bits) return false;
        struct huf_entry e = w->huf[state];
        out[i] = e.symbol;
        state = ((state << e.bits) | (uint32_t)backward_read(&b, e.bits)) & mask;
    }
    return b.left == -w->huf_bits;
}

/* ---- blocks ---- */

static bool read_literals(struct work *w, struct in *s) {
    if (left_in(s) < 1) return false;
    int kind = *s->p & 3, format = *s->p >> 2 & 3;
    size_t size, packed = 0, head;
    if (kind < 2) {
        head = format == 1 ? 2 : format == 3 ? 3 : 1;
        if (left_in(s) < head) return false;
        size = little(s->p, (int)head) >> (head == 1 ? 3 : 4);
        s->p += head;
        if (size > MAX_BLOCK || left_in(s) < (kind ? 1 : size)) return false;
        if (kind)
            memset(w->literals, *s->p++, size);
        else {
            memcpy(w->literals, s->p, size);
            s->p += size;
        }
        w->nliterals = size;
        return true;
    }
    static const uint8_t heads[4] = {3, 3, 4, 5}, widths[4] = {10, 10, 14, 18};
    head = heads[format];
    if (left_in(s) < head) return false;
    uint64_t v = little(s->p, (int)head) >> 4, mask = (UINT64_C(1) << widths[format]) - 1;
    size = v & mask;
    packed = v >> widths[format] & mask;
    s->p += head;
    if (size > MAX_BLOCK || left_in(s) < packed) return false;
    struct in part = {s->p, s->p + packed};
    s->p += packed;
    if (kind == 2 ? !huf_read(w, &part) : !w->huf_bits) return false;
    w->nliterals = size;
    if (format == 0) return huf_stream(w, part.p, left_in(&part), w->literals, size);
    if (left_in(&part) < 6) return false;
    size_t each = (size + 3) / 4, n[4], total = 0;
    for (int i = 0; i < 3; i++) total += n[i] = little(part.p + 2 * i, 2);
    part.p += 6;
    if (total > left_in(&part) || each * 3 > size) return false;
    n[3] = left_in(&part) - total;
    for (int i = 0; i < 4; i++) {
        if (!huf_stream(w, part.p, n[i], w->literals + each * (size_t)i, i < 3 ? each : size - 3 * each))
            return false;
        part.p += n[i];
    }
    return true;
}

static const int16_t ll_default[36] = {4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1,  1,  2,  2,
                                       2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1};
static const int16_t ml_default[53] = {1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1,  1,  1,  1,  1,  1,  1, 1,
                                       1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,  1,  1,  1,  1,  1,  1, 1,
                                       1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1};
static const int16_t of_default[29] = {1, 1, 1, 1, 1, 1, 2, 2, 2, 1,  1,  1,  1,  1, 1,
                                       1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1};
static const uint8_t ll_bits[36] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  0,  0,  0,  0,  1,  1,
                                    1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
static const uint8_t ml_bits[53] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  0,  0,  0,  0,  0,  0, 0,
                                    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  0,  0,  0,  1,  1,  1, 1,
                                    2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

/* The first value of each code: the previous first plus what the previous code's bits cover. */
static uint32_t first_value(const uint8_t *bits, uint32_t from, int code) {
    uint32_t v = from;
    for (int i = 0; i < code; i++) v += 1u << bits[i];
    return v;
}

static bool read_table(struct fse *f, int mode, struct in *s, const int16_t *norm, int nsymbols, int log,
                       int max, int max_log) {
    switch (mode) {
    case 0: return fse_build(f, norm, nsymbols, log);
    case 1:
        if (left_in(s) < 1 || *s->p >= max) return false;
        f->log = 0;
        f->e[0] = (struct fse_entry){*s->p++, 0, 0};
        return true;
    case 2: return fse_read(f, s, max, max_log);
    default: return f->log >= 0;
    }
}

/* The offset a code stands for; 0 is invalid. Keeps the three last ones. */
static uint64_t real_offset(struct work *w, uint64_t value, uint32_t literals) {
    uint64_t offset;
    if (value > 3) {
        offset = value - 3;
        w->rep[2] = w->rep[1];
        w->rep[1] = w->rep[0];
        w->rep[0] = offset;
        return offset;
    }
    uint64_t i = value - 1 + (literals == 0);
    if (i == 0) return w->rep[0];
    offset = i < 3 ? w->rep[i] : w->rep[0] - 1;
    if (i > 1) w->rep[2] = w->rep[1];
    w->rep[1] = w->rep[0];
    w->rep[0] = offset;
    return offset;
}

struct out {
    uint8_t *start, *p, *end;
};

static bool run_sequences(struct work *w, struct backward *b, size_t count, struct out *o) {
    uint32_t ll_first[36], ml_first[53];
    for (int i = 0; i < 36; i++) ll_first[i] = first_value(ll_bits, 0, i);
    for (int i = 0; i < 53; i++) ml_first[i] = first_value(ml_bits, 3, i);
    const uint8_t *lit = w->literals, *lit_end = w->literals + w->nliterals;
    uint32_t ll = (uint32_t)backward_read(b, w->ll.log), of = (uint32_t)backward_read(b, w->of.log);
    uint32_t ml = (uint32_t)backward_read(b, w->ml.log);
    for (size_t i = 0; i < count; i++) {
        uint8_t of_code = w->of.e[of].symbol, ml_code = w->ml.e[ml].symbol, ll_code = w->ll.e[ll].symbol;
        if (of_code > 31 || ml_code > 52 || ll_code > 35) return false;
        uint64_t value = (UINT64_C(1) << of_code) + backward_read(b, of_code);
        size_t match = ml_first[ml_code] + backward_read(b, ml_bits[ml_code]);
        size_t run = ll_first[ll_code] + backward_read(b, ll_bits[ll_code]);
        if (b->left < 0) return false;
        uint64_t offset = real_offset(w, value, (uint32_t)run);
        if (run > (size_t)(lit_end - lit) || run + match > (size_t)(o->end - o->p)) return false;
        memcpy(o->p, lit, run);
        lit += run;
        o->p += run;
        if (offset == 0 || offset > (uint64_t)(o->p - o->start)) return false;
        for (const uint8_t *from = o->p - offset; match; match--) *o->p++ = *from++;
        if (i + 1 == count) break;
        fse_step(&w->ll, &ll, b);
        fse_step(&w->ml, &ml, b);
        fse_step(&w->of, &of, b);
    }
    if (b->left != 0 || lit_end - lit > o->end - o->p) return false;
    memcpy(o->p, lit, (size_t)(lit_end - lit));
    o->p += lit_end - lit;
    return true;
}

static bool read_compressed(struct work *w, struct in s, struct out *o) {
    if (!read_literals(w, &s) || left_in(&s) < 1) return false;
    size_t count = *s.p++;
    if (count >= 128) {
        size_t more = count == 255 ? 2 : 1;
        if (left_in(&s) < more) return false;
        count = more == 2 ? little(s.p, 2) + 0x7f00 : (count - 128) << 8 | *s.p;
        s.p += more;
    }
    if (count == 0) {
        if (left_in(&s) || w->nliterals > (size_t)(o->end - o->p)) return false;
        memcpy(o->p, w->literals, w->nliterals);
        o->p += w->nliterals;
        return true;
    }
    if (left_in(&s) < 1 || *s.p & 3) return false;
    int modes = *s.p++;
    if (!read_table(&w->ll, modes >> 6, &s, ll_default, 36, 6, 36, 9) ||
        !read_table(&w->of, modes >> 4 & 3, &s, of_default, 29, 5, 32, 8) ||
        !read_table(&w->ml, modes >> 2 & 3, &s, ml_default, 53, 6, 53, 9))
        return false;
    struct backward b;
    return backward_init(&b, s.p, left_in(&s)) && run_sequences(w, &b, count, o);
}

static bool read_block(struct work *w, struct in *s, struct out *o, bool *last) {
    if (left_in(s) < 3) return false;
    uint32_t head = (uint32_t)little(s->p, 3), size = head >> 3, kind = head >> 1 & 3;
    s->p += 3;
    *last = head & 1;
    if (kind == 3 || size > MAX_BLOCK || left_in(s) < (kind == 1 ? 1 : size)) return false;
    if (kind == 2) {
        struct in part = {s->p, s->p + size};
        s->p += size;
        return read_compressed(w, part, o);
    }
    if (size > (size_t)(o->end - o->p)) return false;
    if (kind == 1)
        memset(o->p, *s->p++, size);
    else {
        memcpy(o->p, s->p, size);
        s->p += size;
    }
    o->p += size;
    return true;
}

int64_t zstd_decompress(uint8_t *out, size_t cap, const uint8_t *in, size_t n, void *work) {
    struct work *w = work;
    struct in s = {in, in + n};
    struct out o = {out, out, out + cap};
    if (n < 6 || little(in, 4) != 0xFD2FB528u) return -1;
    int flags = in[4];
    if (flags & 8) return -1;
    static const uint8_t dict_bytes[4] = {0, 1, 2, 4}, size_bytes[4] = {0, 2, 4, 8};
    bool single = flags >> 5 & 1;
    size_t head = 5 + !single + dict_bytes[flags & 3] + (flags >> 6 ? size_bytes[flags >> 6] : single);
    if (n < head || (flags & 3 && little(in + 5 + !single, dict_bytes[flags & 3]))) return -1;
    s.p += head;
    w->ll.log = w->of.log = w->ml.log = -1;
    w->huf_bits = 0;
    w->rep[0] = 1;
    w->rep[1] = 4;
    w->rep[2] = 8;
    for (bool last = false; !last;)
        if (!read_block(w, &s, &o, &last)) return -1;
    return o.p - o.start;
}
