/* The Unicode character database as the module unicodedata shows it, equal to CPython 3.11's (14.0).
 *
 * Invariants:
 *  - tables.c and names.c are made by runtime/tools/make_unicodedata.py from the oracle itself; only programs
 * that import the module carry tables.c, only those that ask for names carry names.c.
 *  - Hangul syllables and CJK ideographs are in no table: what is asked of them is computed. */
#ifndef PY2_UNICODEDATA_H
#define PY2_UNICODEDATA_H

#include "runtime/lib/native.h"
#include "runtime/text/codec.h"
#include "runtime/text/text.h"

enum ud_flags {
    UD_DECOMPOSES = 1,
    UD_CANONICAL = 2,
    UD_NOT_NFC = 4,
    UD_NOT_NFKC = 8,
    UD_MAYBE = 16, /* may combine with what is before it */
};
struct ud_record {
    uint8_t category, combining, bidirectional, width, mirrored, flags;
};
struct ud_number {
    uint64_t bits; /* of the double */
    int8_t digit, decimal;
};

/* tables.c */
extern const char ud_categories[][4], ud_bidirectional[][4], ud_widths[][4];
extern const struct ud_record ud_records[];
extern const uint16_t ud_block[], ud_index[];
extern const char *const ud_tags[];
extern const uint32_t ud_decomposition[][3]; /* character, place in the pool, length | tag << 8 */
extern const uint32_t ud_decomposition_count, ud_pool[];
extern const struct ud_number ud_numbers[];
extern const uint32_t ud_numeric[][2], ud_numeric_count;         /* character, entry of ud_numbers */
extern const uint32_t ud_composition[][3], ud_composition_count; /* first, second, composed; sorted */

/* names.c: names are bytes of token numbers; a token is a word with the space or hyphen behind it. */
extern const char ud_tokens[];
extern const uint32_t ud_token_place[]; /* of every sixteenth token */
extern const uint8_t ud_name_data[];
extern const uint32_t ud_name_start[], ud_name_char[];
extern const uint16_t ud_name_order[]; /* the names in order of their text */
extern const uint32_t ud_sequence[], ud_sequence_pool[], ud_cjk[];
extern const uint32_t ud_name_count, ud_alias_count, ud_sequence_count, ud_cjk_count;

static inline const struct ud_record *ud_record(uint32_t c) {
    return &ud_records[ud_index[ud_block[c >> 7] * 128 + (c & 127)]];
}
/* The row of a table sorted by its first column; NULL. */
static inline const uint32_t *ud_row(const uint32_t *table, uint32_t columns, uint32_t count, uint32_t c) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        if (table[mid * columns] < c)
            low = mid + 1;
        else
            high = mid;
    }
    return low < count && table[low * columns] == c ? table + low * columns : NULL;
}

/* The one character of a str argument; false raised. */
bool ud_character(struct thread *t, const char *fname, int position, val v, uint32_t *c);

#endif
