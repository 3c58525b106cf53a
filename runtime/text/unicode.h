/* The Unicode character database behind str's methods, equal to CPython 3.11's (14.0).
 *
 * Invariant: the tables in unicode_data.c and unicode_printable.c are made by runtime/tools/make_unicode.py
 * from the oracle itself; nothing here is written by hand but the few sets that never change (white space,
 * line ends). */
#ifndef PY2_RUNTIME_UNICODE_H
#define PY2_RUNTIME_UNICODE_H

#include <stdbool.h>
#include <stdint.h>

enum uc_flags {
    UC_ALPHA = 1,
    UC_DECIMAL = 2,
    UC_DIGIT = 4,
    UC_NUMERIC = 8,
    UC_UPPER = 16,
    UC_LOWER = 32,
    UC_TITLE = 64,
    UC_START = 128,
    UC_CONTINUE = 256,
    UC_CASED = 512,
    UC_IGNORABLE = 1024,
    UC_UPPER_LONG = 2048,
    UC_LOWER_LONG = 4096,
    UC_TITLE_LONG = 8192, /* the mapping is an entry of uc_long */
};
struct uc_record {
    uint16_t flags;
    uint8_t digit;               /* of decimal and digit characters */
    uint8_t fold;                /* 1 + entry of uc_long_fold; 0: folds to its lower case */
    int32_t upper, lower, title; /* difference, or index into uc_long */
};
const struct uc_record *uc_record(uint32_t c);
static inline unsigned uc_flags(uint32_t c) {
    return uc_record(c)->flags;
}
static inline bool uc_is(uint32_t c, unsigned flags) {
    return (uc_record(c)->flags & flags) != 0;
}

/* Full case mappings: how many code points (1 to 3) were written. Context (final sigma) is the caller's. */
int uc_upper(uint32_t c, uint32_t out[3]);
int uc_lower(uint32_t c, uint32_t out[3]);
int uc_title(uint32_t c, uint32_t out[3]);
int uc_fold(uint32_t c, uint32_t out[3]);

bool uc_is_printable(uint32_t c); /* unicode_printable.c, apart, so that repr() alone stays small */
int uc_decimal(uint32_t c);       /* digit value or -1; unicode_printable.c */

static inline bool uc_is_space(uint32_t c) {
    if (c < 128) return (c >= 9 && c <= 13) || (c >= 28 && c <= 32);
    return c == 0x85 || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 ||
           c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000;
}
static inline bool uc_is_line_end(uint32_t c) {
    return (c >= 10 && c <= 13) || (c >= 0x1c && c <= 0x1e) || c == 0x85 || c == 0x2028 || c == 0x2029;
}

#endif
