/* Decompression: one function per kind of state, each of which goes on or stops for input, room or a fault.
 *
 * Bytes are taken one at a time and only when they are needed, so that what follows the stream stays with the
 * caller. */
#include "runtime/lib/zlib/zlib.h"

enum state {
    HEAD,
    DICT_ID,
    DICTIONARY,
    FLAGS,
    TIME,
    SYSTEM,
    EXTRA_SIZE,
    EXTRA,
    NAME_TEXT,
    COMMENT,
    HEADER_CRC,
    BLOCK,
    STORED_SIZE,
    STORED,
    SIZES,
    CODE_SIZES,
    CODES,
    REPEAT,
    SYMBOL,
    LENGTH_EXTRA,
    DISTANCE,
    DISTANCE_EXTRA,
    LITERAL,
    COPY,
    CHECK,
    TOTAL,
    DONE,
    BAD
};

bool z_room(struct z_out *o, size_t more) {
    if (o->failed || more > o->limit - o->n) return false;
    if (o->n + more <= o->cap) return true;
    size_t cap = o->cap * 2 + 256;
    while (cap < o->n + more) cap *= 2;
    if (cap > o->limit) cap = o->limit;
    uint8_t *p = gc_storage(o->t, cap, false);
    if (!p) return o->failed = true, false;
    if (o->n) memcpy(p, o->p, o->n);
    o->p = p;
    o->cap = cap;
    return true;
}

static bool fault(struct inflate *s, const char *message) {
    s->message = message;
    s->state = BAD;
    s->status = Z_DATA;
    return false;
}

/* ---- bits ---- */

static bool need(struct inflate *s, struct z_in *in, unsigned n) {
    while (s->nbits < n) {
        if (in->p == in->end) return false;
        s->hold |= (uint64_t)*in->p++ << s->nbits;
        s->nbits += 8;
    }
    return true;
}
static uint32_t take(struct inflate *s, unsigned n) {
    uint32_t v = (uint32_t)(s->hold & ((UINT64_C(1) << n) - 1));
    s->hold >>= n;
    s->nbits -= n;
    return v;
}

/* ---- codes ---- */

static unsigned reversed(unsigned code, int n) {
    unsigned r = 0;
    for (; n > 0; n--, code >>= 1) r = r << 1 | (code & 1);
    return r;
}

/* Sets of codes must be complete; one code of one bit will do where not `strict`, and none at all everywhere.
 */
bool z_huffman_build(struct z_huffman *h, const uint8_t *lens, unsigned n, bool strict) {
    uint16_t next[MAX_BITS + 2] = {0}, place[MAX_BITS + 2] = {0};
    int left = 1;
    memset(h, 0, sizeof *h);
    for (unsigned i = 0; i < n; i++) h->count[lens[i]]++;
    h->count[0] = 0;
    for (int i = 1; i <= MAX_BITS; i++) {
        if (h->count[i]) h->longest = i;
        left = left * 2 - h->count[i];
        if (left < 0) return false;
        next[i + 1] = (uint16_t)((next[i] + h->count[i]) << 1);
        place[i + 1] = (uint16_t)(place[i] + h->count[i]);
    }
    if (left > 0 && h->longest && (strict || h->longest != 1)) return false;
    for (unsigned i = 0; i < n; i++) {
        int len = lens[i];
        if (!len) continue;
        unsigned code = reversed(next[len]++, len);
        h->symbol[place[len]++] = (uint16_t)i;
        if (len <= 10)
            for (unsigned k = code; k < 1024; k += 1u << len) h->fast[k] = (uint16_t)(i << 4 | (unsigned)len);
    }
    return true;
}

enum { MORE = -1, INVALID = -2 };

static int decode_long(struct inflate *s, const struct z_huffman *h) {
    unsigned code = 0, first = 0, index = 0;
    for (unsigned n = 1; n <= (unsigned)h->longest; n++) {
        if (n > s->nbits) return MORE;
        code |= (unsigned)(s->hold >> (n - 1)) & 1;
        if (code < first + h->count[n]) {
            take(s, n);
            return h->symbol[index + code - first];
        }
        index += h->count[n];
        first = (first + h->count[n]) << 1;
        code <<= 1;
    }
    return s->nbits ? INVALID : MORE;
}

static int decode(struct inflate *s, struct z_in *in, const struct z_huffman *h) {
    for (;;) {
        unsigned e = h->fast[s->hold & 1023];
        if (e && (e & 15) <= s->nbits) {
            take(s, e & 15);
            return (int)(e >> 4);
        }
        if (!e) {
            int r = decode_long(s, h);
            if (r != MORE) return r;
        }
        if (!need(s, in, s->nbits + 1)) return MORE;
    }
}

/* ---- headers ---- */

static bool zlib_head(struct inflate *s) {
    uint32_t v = (uint32_t)s->hold & 0xffff;
    if (s->wrap != WRAP_ZLIB && s->wrap != WRAP_RAW && v == 0x8b1f) {
        s->gzip = true;
        s->check = 0;
        s->header_crc = crc32_of(0, (const uint8_t *)"\x1f\x8b", 2);
        take(s, 16);
        s->state = FLAGS;
        return true;
    }
    if (s->wrap == WRAP_GZIP || ((v & 255) << 8 | v >> 8) % 31) return fault(s, "incorrect header check");
    if ((v & 15) != 8) return fault(s, "unknown compression method");
    int size = (int)(v >> 4 & 15) + 8;
    if (!s->wbits) s->wbits = size;
    if (size > MAX_BITS || size > s->wbits) return fault(s, "invalid window size");
    take(s, 16);
    s->check = 1;
    s->state = v & 0x2000 ? DICT_ID : BLOCK;
    return true;
}

/* `n` bits of a gzip header, which its checksum covers. */
static bool header_bits(struct inflate *s, struct z_in *in, unsigned n, uint32_t *v) {
    if (!need(s, in, n)) return false;
    *v = take(s, n);
    for (unsigned i = 0; i < n; i += 8) {
        uint8_t c = (uint8_t)(*v >> i);
        s->header_crc = crc32_of(s->header_crc, &c, 1);
    }
    return true;
}

static bool gzip_flags(struct inflate *s) {
    if ((s->flags & 255) != 8) return fault(s, "unknown compression method");
    if (s->flags & 0xe000) return fault(s, "unknown header flags set");
    s->state = TIME;
    return true;
}

static bool gzip_text(struct inflate *s, struct z_in *in, uint32_t flag, int next) {
    uint32_t c = s->flags & flag;
    while (c)
        if (!header_bits(s, in, 8, &c)) return false;
    s->state = next;
    return true;
}

static bool gzip_header(struct inflate *s, struct z_in *in) {
    uint32_t v;
    switch ((enum state)s->state) {
    case FLAGS: return header_bits(s, in, 16, &s->flags) && gzip_flags(s);
    case TIME: return header_bits(s, in, 32, &v) && (s->state = SYSTEM);
    case SYSTEM: return header_bits(s, in, 16, &v) && (s->state = EXTRA_SIZE);
    case EXTRA_SIZE:
        s->length = 0;
        if ((s->flags & 0x400) && !header_bits(s, in, 16, &s->length)) return false;
        s->state = EXTRA;
        return true;
    case EXTRA:
        for (; s->length; s->length--)
            if (!header_bits(s, in, 8, &v)) return false;
        s->state = NAME_TEXT;
        return true;
    case NAME_TEXT: return gzip_text(s, in, 0x800, COMMENT);
    case COMMENT: return gzip_text(s, in, 0x1000, HEADER_CRC);
    default:
        if (s->flags & 0x200) {
            if (!need(s, in, 16)) return false;
            if (take(s, 16) != (s->header_crc & 0xffff)) return fault(s, "header crc mismatch");
        }
        s->state = BLOCK;
        return true;
    }
}

static bool dictionary_id(struct inflate *s, struct z_in *in) {
    if (!need(s, in, 32)) return false;
    s->check = __builtin_bswap32(take(s, 32));
    s->state = DICTIONARY;
    return true;
}

/* ---- blocks ---- */

static bool fixed_codes(struct inflate *s) {
    for (int i = 0; i < FIXED_LITERALS; i++) s->lens[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    z_huffman_build(&s->lit, s->lens, FIXED_LITERALS, true);
    memset(s->lens, 5, 32);
    z_huffman_build(&s->dist, s->lens, 32, true);
    s->state = SYMBOL;
    return true;
}

static bool block(struct inflate *s, struct z_in *in) {
    if (s->last) {
        take(s, s->nbits & 7);
        s->state = s->wrap == WRAP_RAW ? DONE : CHECK;
        return true;
    }
    if (!need(s, in, 3)) return false;
    s->last = take(s, 1);
    switch (take(s, 2)) {
    case 0:
        take(s, s->nbits & 7);
        s->state = STORED_SIZE;
        return true;
    case 1: return fixed_codes(s);
    case 2: s->state = SIZES; return true;
    default: return fault(s, "invalid block type");
    }
}

static bool stored_size(struct inflate *s, struct z_in *in) {
    if (!need(s, in, 32)) return false;
    uint32_t v = (uint32_t)s->hold;
    if ((v & 0xffff) != (~v >> 16 & 0xffff)) return fault(s, "invalid stored block lengths");
    take(s, 32);
    s->length = v & 0xffff;
    s->state = STORED;
    return true;
}

static bool sizes(struct inflate *s, struct z_in *in) {
    if (!need(s, in, 14)) return false;
    s->nlit = take(s, 5) + 257;
    s->ndist = take(s, 5) + 1;
    s->ncode = take(s, 4) + 4;
    if (s->nlit > LITERALS || s->ndist > DISTANCES) return fault(s, "too many length or distance symbols");
    s->have = 0;
    memset(s->lens, 0, 19);
    s->state = CODE_SIZES;
    return true;
}

static bool code_sizes(struct inflate *s, struct z_in *in) {
    for (; s->have < s->ncode; s->have++) {
        if (!need(s, in, 3)) return false;
        s->lens[z_code_order[s->have]] = (uint8_t)take(s, 3);
    }
    if (!z_huffman_build(&s->lit, s->lens, 19, true)) return fault(s, "invalid code lengths set");
    s->have = 0;
    s->state = CODES;
    return true;
}

static bool codes_known(struct inflate *s) {
    if (!s->lens[256]) return fault(s, "invalid code -- missing end-of-block");
    uint8_t distances[DISTANCES];
    memcpy(distances, s->lens + s->nlit, s->ndist);
    if (!z_huffman_build(&s->lit, s->lens, s->nlit, false)) return fault(s, "invalid literal/lengths set");
    if (!z_huffman_build(&s->dist, distances, s->ndist, false)) return fault(s, "invalid distances set");
    s->state = SYMBOL;
    return true;
}

static bool code_lengths(struct inflate *s, struct z_in *in) {
    while (s->have < s->nlit + s->ndist) {
        int symbol = decode(s, in, &s->lit);
        if (symbol == MORE) return false;
        if (symbol == INVALID) { /* of the set without codes: as if every bit said 0 */
            take(s, 1);
            symbol = 0;
        }
        if (symbol >= 16) {
            s->symbol = (unsigned)symbol;
            s->state = REPEAT;
            return true;
        }
        s->lens[s->have++] = (uint8_t)symbol;
    }
    return codes_known(s);
}

static bool repeat(struct inflate *s, struct z_in *in) {
    unsigned extra = s->symbol == 16 ? 2 : s->symbol == 17 ? 3 : 7;
    uint8_t value = 0;
    if (!need(s, in, extra)) return false;
    if (s->symbol == 16) {
        if (!s->have) return fault(s, "invalid bit length repeat");
        value = s->lens[s->have - 1];
    }
    unsigned run = (s->symbol == 18 ? 11 : 3) + take(s, extra);
    if (s->have + run > s->nlit + s->ndist) return fault(s, "invalid bit length repeat");
    while (run--) s->lens[s->have++] = value;
    s->state = CODES;
    return true;
}

/* ---- contents ---- */

static bool emit(struct inflate *s, struct z_out *out, uint8_t c) {
    if (out->n == out->cap && !z_room(out, 1)) return false;
    out->p[out->n++] = c;
    s->window[s->at++ & (WINDOW - 1)] = c;
    if (s->filled < WINDOW) s->filled++;
    return true;
}

static bool stored(struct inflate *s, struct z_in *in, struct z_out *out) {
    for (; s->length; s->length--) {
        if (in->p == in->end || !emit(s, out, *in->p)) return false;
        in->p++;
    }
    s->state = BLOCK;
    return true;
}

/* Literals follow each other without leaving this function. */
static bool symbol(struct inflate *s, struct z_in *in, struct z_out *out) {
    for (;;) {
        int c = decode(s, in, &s->lit);
        if (c == MORE) return false;
        if (c == INVALID || c > 285) return fault(s, "invalid literal/length code");
        if (c < 256) {
            if (emit(s, out, (uint8_t)c)) continue;
            s->symbol = (unsigned)c;
            s->state = LITERAL;
            return false;
        }
        s->symbol = (unsigned)c - 257;
        s->state = c == 256 ? BLOCK : LENGTH_EXTRA;
        return true;
    }
}

static bool literal(struct inflate *s, struct z_out *out) {
    if (!emit(s, out, (uint8_t)s->symbol)) return false;
    s->state = SYMBOL;
    return true;
}

static bool length_extra(struct inflate *s, struct z_in *in) {
    unsigned extra = z_length_extra[s->symbol];
    if (!need(s, in, extra)) return false;
    s->length = z_length_base[s->symbol] + take(s, extra);
    s->state = DISTANCE;
    return true;
}

static bool distance(struct inflate *s, struct z_in *in) {
    int c = decode(s, in, &s->dist);
    if (c == MORE) return false;
    if (c == INVALID || c >= DISTANCES) return fault(s, "invalid distance code");
    s->symbol = (unsigned)c;
    s->state = DISTANCE_EXTRA;
    return true;
}

static bool distance_extra(struct inflate *s, struct z_in *in) {
    unsigned extra = z_distance_extra[s->symbol];
    if (!need(s, in, extra)) return false;
    s->distance = z_distance_base[s->symbol] + take(s, extra);
    if (s->distance > s->filled) return fault(s, "invalid distance too far back");
    s->state = COPY;
    return true;
}

static bool copy(struct inflate *s, struct z_out *out) {
    for (; s->length; s->length--)
        if (!emit(s, out, s->window[(s->at - s->distance) & (WINDOW - 1)])) return false;
    s->state = SYMBOL;
    return true;
}

/* ---- the end ---- */

static bool check(struct inflate *s, struct z_in *in) {
    if (!need(s, in, 32)) return false;
    uint32_t v = (uint32_t)s->hold;
    if (s->check != (s->gzip ? v : __builtin_bswap32(v))) return fault(s, "incorrect data check");
    take(s, 32);
    s->state = s->gzip ? TOTAL : DONE;
    return true;
}

static bool total(struct inflate *s, struct z_in *in) {
    if (!need(s, in, 32)) return false;
    if (s->total != (uint32_t)s->hold) return fault(s, "incorrect length check");
    take(s, 32);
    s->state = DONE;
    return true;
}

static bool step(struct inflate *s, struct z_in *in, struct z_out *out) {
    switch ((enum state)s->state) {
    case HEAD: return need(s, in, 16) && zlib_head(s);
    case DICT_ID: return dictionary_id(s, in);
    case DICTIONARY: return s->status = Z_NEED_DICT, false;
    case BLOCK: return block(s, in);
    case STORED_SIZE: return stored_size(s, in);
    case STORED: return stored(s, in, out);
    case SIZES: return sizes(s, in);
    case CODE_SIZES: return code_sizes(s, in);
    case CODES: return code_lengths(s, in);
    case REPEAT: return repeat(s, in);
    case SYMBOL: return symbol(s, in, out);
    case LITERAL: return literal(s, out);
    case LENGTH_EXTRA: return length_extra(s, in);
    case DISTANCE: return distance(s, in);
    case DISTANCE_EXTRA: return distance_extra(s, in);
    case COPY: return copy(s, out);
    case CHECK: return check(s, in);
    case TOTAL: return total(s, in);
    case DONE: return s->status = Z_END, false;
    case BAD: return false;
    default: return gzip_header(s, in);
    }
}

enum z_status inflate_run(struct inflate *s, struct z_in *in, struct z_out *out) {
    size_t summed = out->n;
    bool going = true;
    while (going) {
        going = step(s, in, out);
        if (s->state != CHECK && going) continue;
        if (s->wrap != WRAP_RAW && out->n > summed) {
            const uint8_t *p = out->p + summed;
            s->check =
                s->gzip ? crc32_of(s->check, p, out->n - summed) : z_adler32(s->check, p, out->n - summed);
            s->total += (uint32_t)(out->n - summed);
        }
        summed = out->n;
    }
    return out->failed ? Z_MEMORY : s->status;
}

bool inflate_start(struct inflate *s, int wbits) {
    memset(s, 0, sizeof *s);
    s->wrap = wbits < 0 ? WRAP_RAW : wbits >= 32 ? WRAP_EITHER : wbits >= 16 ? WRAP_GZIP : WRAP_ZLIB;
    s->wbits = wbits < 0 ? -wbits : wbits & 15;
    s->state = s->wrap == WRAP_RAW ? BLOCK : HEAD;
    return wbits >= -15 && wbits < 48 && (s->wbits >= 8 || (wbits >= 0 && s->wbits == 0));
}

bool inflate_dictionary(struct inflate *s, const uint8_t *p, size_t n) {
    if (s->state == DICTIONARY) {
        if (z_adler32(1, p, n) != s->check) return false;
        s->check = 1;
        s->status = Z_OK;
        s->state = BLOCK;
    }
    for (size_t i = n > WINDOW ? n - WINDOW : 0; i < n; i++) {
        s->window[s->at++ & (WINDOW - 1)] = p[i];
        if (s->filled < WINDOW) s->filled++;
    }
    return true;
}
