/* The built-in codecs. Invariant: `encoding` and `errors` are C strings as the program wrote them; NULL means
 * utf-8 and strict. */
#ifndef PY2_CODEC_H
#define PY2_CODEC_H

#include "runtime/text/text.h"

enum codec {
    CODEC_UTF8,
    CODEC_ASCII,
    CODEC_LATIN1,
    CODEC_UTF16,
    CODEC_UTF16LE,
    CODEC_UTF16BE,
    CODEC_UTF32,
    CODEC_UTF32LE,
    CODEC_UTF32BE,
    CODEC_UTF8SIG,
    CODEC_NONE
};
enum codec codec_find(const char *encoding);
extern const char *const codec_shown[]; /* names in errors, by enum codec */
val raise_decode_error(struct thread *t, const char *encoding, const uint8_t *p, size_t n, int64_t start,
                       int64_t end, const char *reason);
val raise_encode_error(struct thread *t, const char *encoding, val s, int64_t start, int64_t end,
                       const char *reason);

/* A decoding in progress. A handler may put other bytes in place of p[0..n). */
struct decoding {
    struct thread *t;
    const uint8_t *p;
    int64_t n;
    const char *encoding, *errors;
    bool final; /* more bytes may follow: what is cut off at the end is not an error */
};
/* What the error handler gives for p[start..*end) is put into `out`; *end is where decoding goes on. False:
 * raised. */
bool decode_error(struct decoding *d, int64_t start, int64_t *end, const char *reason, struct strbuf *out);
/* The text of d's bytes; *consumed of them were used, which are all when `final`. For UTF-16 and UTF-32
 * without an order in the name, *order (or NULL) becomes what the byte order mark says: -1 little, 1 big, 0
 * there was none. */
val codec_decode(struct decoding *d, enum codec codec, int64_t *consumed, int *order);

/* What the module _codecs adds: error handlers and codecs that a program registers. NULL without it. */
struct codec_hooks {
    val (*handler)(struct thread *t, const char *name); /* 0 without exception: none of that name */
    val (*encode)(struct thread *t, val object, const char *encoding, const char *errors);
    val (*decode)(struct thread *t, val object, const char *encoding, const char *errors);
    /* unicodedata's: the length of a character's name, 0 when it has none; the character of a name. */
    int64_t (*name)(uint32_t c, char *out, int64_t room);
    bool (*named)(const char *name, int64_t n, uint32_t *c);
};
extern struct codec_hooks codec_hooks;
/* Makes sure that characters have names; false raised. */
bool codec_names(struct thread *t);
/* A str argument as a C string without NULs: "embedded null character". NULL raised. */
const char *text_cstring(struct thread *t, val s);

#endif
