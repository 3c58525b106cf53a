/* Blocks of compressed data: codes as short as the block's symbols allow, and the shortest of three ways to
 * write it. */
#include "runtime/lib/zlib/zlib.h"

const uint16_t z_length_base[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                    31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
const uint8_t z_length_extra[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                    2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
const uint16_t z_distance_base[30] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                      33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                      1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
const uint8_t z_distance_extra[30] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                      6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};
const uint8_t z_code_order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

int z_length_symbol(uint32_t length) {
    if (length == MATCH_MAX) return 28;
    if (length < 11) return (int)length - 3;
    int top = 31 - __builtin_clz(length - 3);
    return 4 * (top - 1) + (int)((length - 3) >> (top - 2) & 3);
}
int z_distance_symbol(uint32_t distance) {
    if (distance < 5) return (int)distance - 1;
    int top = 31 - __builtin_clz(distance - 1);
    return 2 * top + (int)((distance - 1) >> (top - 1) & 1);
}

/* ---- bits ---- */

void z_bits_put(struct z_bits *b, struct z_out *o, uint64_t value, unsigned n) {
    b->hold |= value << b->n;
    b->n += n;
    for (; b->n >= 8; b->n -= 8, b->hold >>= 8) z_put(o, (uint8_t)b->hold);
}
void z_bits_align(struct z_bits *b, struct z_out *o) {
    if (b->n) z_put(o, (uint8_t)b->hold);
    *b = (struct z_bits){0};
}

void z_stored_block(struct z_bits *b, struct z_out *o, const uint8_t *p, size_t n, bool last) {
    z_bits_put(b, o, last, 3);
    z_bits_align(b, o);
    z_bits_put(b, o, n | (~n & 0xffff) << 16, 32);
    for (size_t i = 0; i < n; i++) z_put(o, p[i]);
}

/* ---- codes ---- */

static bool lighter(const struct z_tree *t, int a, int b) {
    return t->weight[a] < t->weight[b] || (t->weight[a] == t->weight[b] && t->depth[a] <= t->depth[b]);
}

static void sink(struct z_tree *t, int at) {
    uint16_t node = t->heap[at];
    for (int child = 2 * at; child <= t->size; child *= 2) {
        if (child < t->size && lighter(t, t->heap[child + 1], t->heap[child])) child++;
        if (lighter(t, node, t->heap[child])) break;
        t->heap[at] = t->heap[child];
        at = child;
    }
    t->heap[at] = node;
}

/* Lengths of the leaves, none above `most`: what is too deep is lifted, and a leaf higher up goes down for
 * it. */
static void measure(struct z_tree *t, struct z_code *c, int leaves, int most) {
    uint16_t count[MAX_BITS + 1] = {0};
    uint8_t level[2 * LITERALS + 1];
    int over = 0;
    level[t->order[t->sorted - 1]] = 0;
    for (int i = t->sorted - 2; i >= 0; i--) {
        int node = t->order[i], bits = level[t->parent[node]] + 1;
        if (bits > most) bits = most, over++;
        level[node] = (uint8_t)bits;
        if (node >= leaves) continue;
        c->len[node] = (uint8_t)bits;
        count[bits]++;
    }
    if (over == 0) return;
    for (; over > 0; over -= 2) {
        int bits = most - 1;
        while (!count[bits]) bits--;
        count[bits]--;
        count[bits + 1] += 2;
        count[most]--;
    }
    int at = 0; /* the lightest leaves get the longest codes */
    for (int bits = most; bits > 0; bits--)
        for (int n = count[bits]; n > 0;) {
            int node = t->order[at++];
            if (node >= leaves) continue;
            c->len[node] = (uint8_t)bits;
            n--;
        }
}

static void number(struct z_code *c, int n) {
    unsigned next[MAX_BITS + 2] = {0}, count[MAX_BITS + 1] = {0};
    for (int i = 0; i < n; i++) count[c->len[i]]++;
    count[0] = 0;
    for (int i = 1; i <= MAX_BITS; i++) next[i + 1] = (next[i] + count[i]) << 1;
    for (int i = 0; i < n; i++) {
        unsigned code = c->len[i] ? next[c->len[i]]++ : 0, r = 0;
        for (int k = 0; k < c->len[i]; k++, code >>= 1) r = r << 1 | (code & 1);
        c->bits[i] = (uint16_t)r;
    }
}

static void code_make(struct z_tree *t, struct z_code *c, const uint32_t *weight, int leaves, int most) {
    memset(t, 0, sizeof *t);
    memset(c, 0, sizeof *c);
    for (int i = 0; i < leaves; i++) {
        t->weight[i] = weight[i];
        if (weight[i]) t->heap[++t->size] = (uint16_t)i, c->n = i + 1;
    }
    while (t->size < 2) { /* readers want two codes */
        int i = c->n < 2 ? c->n++ : 0;
        t->weight[i] = 1;
        t->heap[++t->size] = (uint16_t)i;
    }
    for (int i = t->size / 2; i >= 1; i--) sink(t, i);
    int node = leaves;
    for (; t->size >= 2; node++) {
        int a = t->heap[1];
        t->heap[1] = t->heap[t->size--];
        sink(t, 1);
        int b = t->heap[1];
        t->order[t->sorted++] = (uint16_t)a;
        t->order[t->sorted++] = (uint16_t)b;
        t->weight[node] = t->weight[a] + t->weight[b];
        t->depth[node] = (uint8_t)((t->depth[a] > t->depth[b] ? t->depth[a] : t->depth[b]) + 1);
        t->parent[a] = t->parent[b] = (uint16_t)node;
        t->heap[1] = (uint16_t)node;
        sink(t, 1);
    }
    t->order[t->sorted++] = t->heap[1];
    measure(t, c, leaves, most);
    number(c, leaves);
}

static void code_fixed(struct z_code *lit, struct z_code *dist) {
    for (int i = 0; i < FIXED_LITERALS; i++) lit->len[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    number(lit, FIXED_LITERALS);
    for (int i = 0; i < DISTANCES; i++) dist->len[i] = 5;
    number(dist, DISTANCES);
}

/* ---- the description of codes ---- */

static void run_put(struct z_runs *r, int symbol, int extra) {
    r->symbol[r->n] = (uint8_t)symbol;
    r->extra[r->n++] = (uint8_t)extra;
    r->count[symbol]++;
}

/* Runs do not go over the end of a code. */
static void runs_of(struct z_runs *r, const struct z_code *c) {
    int last = -1;
    for (int i = 0; i < c->n;) {
        int len = c->len[i], n = 1;
        int most = len == 0 ? 138 : len == last ? 6 : 7;
        while (i + n < c->n && c->len[i + n] == len && n < most) n++;
        i += n;
        if (len == 0 && n >= 3) {
            run_put(r, n > 10 ? 18 : 17, n > 10 ? n - 11 : n - 3);
        } else if (len && n >= (len == last ? 3 : 4)) {
            if (len != last) run_put(r, len, 0), n--;
            run_put(r, 16, n - 3);
        } else {
            while (n--) run_put(r, len, 0);
        }
        last = len;
    }
}

static const uint8_t run_bits[19] = {[16] = 2, [17] = 3, [18] = 7};

static uint64_t bits_for(const struct z_code *c, const uint32_t *count, int n, const uint8_t *extra,
                         int from) {
    uint64_t bits = 0;
    for (int i = 0; i < n; i++) bits += (uint64_t)count[i] * (c->len[i] + (i >= from ? extra[i - from] : 0u));
    return bits;
}

static void write_codes(struct deflate *s, struct z_out *o, const struct z_code *lit,
                        const struct z_code *dist, const struct z_code *lengths, const struct z_runs *r,
                        int shown) {
    z_bits_put(&s->bits, o, (uint64_t)(lit->n - 257), 5);
    z_bits_put(&s->bits, o, (uint64_t)(dist->n - 1), 5);
    z_bits_put(&s->bits, o, (uint64_t)(shown - 4), 4);
    for (int i = 0; i < shown; i++) z_bits_put(&s->bits, o, lengths->len[z_code_order[i]], 3);
    for (int i = 0; i < r->n; i++) {
        int c = r->symbol[i];
        z_bits_put(&s->bits, o, lengths->bits[c], lengths->len[c]);
        z_bits_put(&s->bits, o, r->extra[i], run_bits[c]);
    }
}

static void write_symbols(struct deflate *s, struct z_out *o, const struct z_code *lit,
                          const struct z_code *dist) {
    const struct z_block *k = &s->symbols;
    for (uint32_t i = 0; i < k->n; i++) {
        int c = k->byte[i];
        if (!k->distance[i]) {
            z_bits_put(&s->bits, o, lit->bits[c], lit->len[c]);
            continue;
        }
        uint32_t length = (uint32_t)c + 3;
        c = z_length_symbol(length);
        z_bits_put(&s->bits, o, lit->bits[257 + c], lit->len[257 + c]);
        z_bits_put(&s->bits, o, length - z_length_base[c], z_length_extra[c]);
        c = z_distance_symbol(k->distance[i]);
        z_bits_put(&s->bits, o, dist->bits[c], dist->len[c]);
        z_bits_put(&s->bits, o, k->distance[i] - z_distance_base[c], z_distance_extra[c]);
    }
    z_bits_put(&s->bits, o, lit->bits[256], lit->len[256]);
}

void z_block_write(struct deflate *s, struct z_out *o, const uint8_t *raw, size_t n, bool last) {
    struct z_block *k = &s->symbols;
    struct z_writing *w = &s->writing;
    struct z_code *lit = &w->lit, *dist = &w->dist, *lengths = &w->lengths;
    struct z_runs *r = &w->runs;
    memset(w, 0, sizeof *w);
    k->literals[256] = 1;
    code_fixed(&w->fixed_lit, &w->fixed_dist);
    code_make(&w->tree, lit, k->literals, LITERALS, MAX_BITS);
    code_make(&w->tree, dist, k->distances, DISTANCES, MAX_BITS);
    runs_of(r, lit);
    runs_of(r, dist);
    code_make(&w->tree, lengths, r->count, 19, 7);
    int shown = 19;
    while (shown > 4 && !lengths->len[z_code_order[shown - 1]]) shown--;
    uint64_t made = bits_for(lit, k->literals, LITERALS, z_length_extra, 257) +
                    bits_for(dist, k->distances, DISTANCES, z_distance_extra, 0) +
                    bits_for(lengths, r->count, 19, run_bits, 0) + 14 + 3 * (uint64_t)shown;
    uint64_t fixed = bits_for(&w->fixed_lit, k->literals, LITERALS, z_length_extra, 257) +
                     bits_for(&w->fixed_dist, k->distances, DISTANCES, z_distance_extra, 0);
    uint64_t best = (made + 10) >> 3;
    bool is_fixed = s->strategy == S_FIXED || (fixed + 10) >> 3 <= best;
    if (is_fixed) best = (fixed + 10) >> 3;
    if (raw && n + 4 <= best && n <= 0xffff) {
        z_stored_block(&s->bits, o, raw, n, last);
    } else if (is_fixed) {
        z_bits_put(&s->bits, o, 2 + (uint64_t)last, 3);
        write_symbols(s, o, &w->fixed_lit, &w->fixed_dist);
    } else {
        z_bits_put(&s->bits, o, 4 + (uint64_t)last, 3);
        write_codes(s, o, lit, dist, lengths, r, shown);
        write_symbols(s, o, lit, dist);
    }
    if (last) z_bits_align(&s->bits, o);
    k->n = 0;
    memset(k->literals, 0, sizeof k->literals);
    memset(k->distances, 0, sizeof k->distances);
}
