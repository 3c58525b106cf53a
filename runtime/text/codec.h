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
val raise_decode_error(struct thread *t, const char *encoding, const uint8_t *p, size_t n, int64_t start,
                       int64_t end, const char *reason);
val raise_encode_error(struct thread *t, const char *encoding, val s, int64_t start, int64_t end,
                       const char *reason);
/* What the error handler gives for p[start..*end) is put into `out`; *end is where decoding goes on. False:
 * raised. */
bool decode_error(struct thread *t, const char *errors, const char *encoding, const uint8_t *p, int64_t n,
                  int64_t start, int64_t *end, const char *reason, struct strbuf *out);
/* A str argument as a C string without NULs: "embedded null character". NULL raised. */
const char *text_cstring(struct thread *t, val s);

#endif
