/* Strs and bytes for everybody: making, reading, encoding them, and a growing text. */
#ifndef PY2_TEXT_STR_H
#define PY2_TEXT_STR_H

#include "runtime/types/types.h"

val str_ascii(struct thread *t, const char *z);       /* C string, ASCII */
val str_utf8(struct thread *t, const char *p, size_t n);       /* valid UTF-8 (surrogates allowed); raises only MemoryError */
val str_alloc(struct thread *t, int64_t len, uint32_t max_code_point); /* contents to be filled; then it is immutable */
static inline const void *str_data(const struct string *s) { return s->head.aux & STR_SHARED ? s->shared.text : s->data; }
static inline int str_width(const struct string *s) { return 1 << (s->head.aux & STR_WIDTH); }
static inline uint32_t str_at(const struct string *s, int64_t i) {
    const void *d = str_data(s);
    switch (s->head.aux & STR_WIDTH) {
    case 0: return ((const uint8_t *)d)[i];
    case 1: return ((const uint16_t *)d)[i];
    default: return ((const uint32_t *)d)[i];
    }
}
val str_char(struct thread *t, uint32_t code_point);
val str_join(struct thread *t, val sep, val iterable); /* str.join */
val str_slice(struct thread *t, val s, int64_t from, int64_t to);
val str_concat(struct thread *t, val a, val b);
bool str_equal(val a, val b);                         /* both strs */
int str_compare(val a, val b);                        /* code point order */
int64_t str_hash_of(val s);
val str_intern(struct thread *t, val s);              /* exact str in, the one interned str of that text out */
/* UTF-8 of a str: `*n` bytes, NUL after. Points into the str (ASCII) or to fresh storage. surrogateescape when `escape`, else raises UnicodeEncodeError. */
const char *str_to_utf8(struct thread *t, val s, size_t *n, bool escape);
val str_repr_of(struct thread *t, val s);
val bytes_new(struct thread *t, const void *p, size_t n); /* p NULL: zeroed, to be filled */
bool buffer_get(struct thread *t, val v, struct buffer *out); /* "a bytes-like object is required, not 'X'" */
val str_decode(struct thread *t, const uint8_t *p, size_t n, const char *encoding, const char *errors);
val str_encode(struct thread *t, val s, const char *encoding, const char *errors); /* bytes */
/* A growing text: put pieces, then finish. Keeps the narrowest width. Lives on the C stack; may not be copied (`p` may be `few`). */
struct strbuf { struct thread *t; void *p; int64_t n, cap; uint32_t width, max; uint64_t few[16]; };
void strbuf_init(struct strbuf *b, struct thread *t);
bool strbuf_put(struct strbuf *b, val s);
bool strbuf_char(struct strbuf *b, uint32_t c);
bool strbuf_ascii(struct strbuf *b, const char *p, size_t n);
val strbuf_finish(struct strbuf *b);

#endif
