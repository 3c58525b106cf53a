/* What the frontend must know about Unicode: identifiers (UAX 31 with Python's exceptions), their NFKC form
 * (PEP 3131), which characters repr() escapes, and the names of \N{...}.
 *
 * The tables in unicode_data.c and unicode_names.c are made by scripts from the oracle's unicodedata. */
#ifndef PY2_UNICODE_H
#define PY2_UNICODE_H

#include "engine/base/base.h"

extern const uint32_t uni_start[], uni_continue[], uni_printable[], uni_pool[];
extern const size_t uni_start_count, uni_continue_count, uni_printable_count;
extern const uint32_t uni_decompose[][2], uni_class[][3], uni_compose[][3];
extern const size_t uni_decompose_count, uni_class_count, uni_compose_count;

extern const uint64_t uni_names[];
extern const size_t uni_names_count;
extern const uint32_t uni_cjk[];
extern const size_t uni_cjk_count;

bool uni_is_start(uint32_t c);     /* may start an identifier; c >= 128 */
bool uni_is_continue(uint32_t c);  /* may continue one; c >= 128 */
bool uni_is_printable(uint32_t c); /* str.isprintable */

/* Decodes the character at `p`, which must be valid (W)UTF-8 of at least its length. Returns its size. */
unsigned uni_decode(const char *p, uint32_t *c);
/* Writes 1 to 4 bytes; surrogates are written as three. */
unsigned uni_encode(uint32_t c, char out[4]);

/* The NFKC form of an identifier's UTF-8. The same bytes when it is in that form already. */
struct str uni_nfkc(struct arena *a, struct str s);

/* Finds the character named in \N{name}, ignoring case as Python does. False when there is none. */
bool uni_name_find(struct str name, uint32_t *c);

#endif
