/* What the text types (str, bytes, bytearray, codecs, formatting) share.
 *
 * Invariants:
 *  - A str's storage is the narrowest that holds it, and STR_ASCII is set exactly when every code point is
 * below 128: so a needle wider than the haystack cannot occur in it, and equal strs have equal width.
 *  - Instances of str subclasses are always STR_SHARED: `shared.storage` is the exact str they copy, and
 *    `type->attrs` is the word after `struct string`.
 *  - An append buffer is a str object nobody sees: `len` is its capacity and `hash` its fill mark. A shared
 * str that ends at the fill mark can be extended in place, since no one else has seen the code points beyond
 * it. */
#ifndef PY2_TEXT_H
#define PY2_TEXT_H

#include "runtime/rt.h"

struct text {
    const void *p;
    int64_t n;
    int w; /* bytes per code point: 1, 2, 4 */
};
static inline struct text text_of(val s) {
    struct string *x = AS(string, s);
    return (struct text){str_data(x), x->len, str_width(x)};
}
static inline uint32_t text_at(const struct text *x, int64_t i) {
    return x->w == 1   ? ((const uint8_t *)x->p)[i]
           : x->w == 2 ? ((const uint16_t *)x->p)[i]
                       : ((const uint32_t *)x->p)[i];
}
static inline void *str_fill(val s) {
    return (void *)(uintptr_t)str_data(AS(string, s));
} /* of a str just made */
static inline bool str_is_ascii(val s) {
    return AS(string, s)->head.aux & STR_ASCII;
}
/* The hexadecimal digits of a code point, for messages. */
static inline const char *text_hex(uint32_t c, char out[12]) {
    char *p = out + 11;
    *p = 0;
    do *--p = "0123456789abcdef"[c & 15];
    while (c >>= 4);
    return p;
}

/* str.c */
val text_ascii(struct thread *t, const char *p, int64_t n);        /* ASCII bytes */
val text_latin(struct thread *t, const uint8_t *p, int64_t n);     /* Latin-1 bytes */
val text_units(struct thread *t, const void *p, int64_t n, int w); /* any code points; narrowed */
void text_copy(void *to, int to_width, const void *from, int from_width,
               int64_t n);                          /* widening or same; or narrowing that fits */
uint32_t text_max(const void *p, int64_t n, int w); /* bitwise or of all */
val str_exact(struct thread *t, val s);
val str_append(struct thread *t, val a, val b); /* s += x, amortised linear */
val str_repeat(struct thread *t, val s, int64_t n);

/* str_search.c. Positions in code points; -1 = absent. All within [from, to). */
int64_t text_find(struct thread *t, struct text hay, struct text needle, int64_t from, int64_t to);
int64_t text_rfind(struct thread *t, struct text hay, struct text needle, int64_t from, int64_t to);
int64_t text_count(struct thread *t, struct text hay, struct text needle, int64_t from, int64_t to,
                   int64_t most);
int64_t text_find_byte(const void *p, int64_t n, uint8_t c);
bool text_match(struct text a, int64_t at, struct text b); /* b occurs in a at `at`, which must leave room */

/* str_digits.c: the text with Unicode digits and spaces turned to ASCII, for int() and float(); others become
 * '?' or '\1'. */
const char *str_to_ascii_digits(struct thread *t, val s, char *small, size_t room, int64_t *n);

/* codec.c */
int64_t utf8_length(struct text x); /* bytes, surrogates as three */
uint8_t *utf8_put(uint8_t *p, uint32_t c);
val bytes_from_object(struct thread *t, val x); /* as bytes(x) without integers: int.from_bytes */

/* Slices of an argument list: start/end at argv[1], argv[2] after the sub at argv[0]; None and absent are the
 * whole. */
bool text_bounds(struct thread *t, const char *fname, int64_t argc, val *argv, int64_t len, int64_t *from,
                 int64_t *to);

#endif
