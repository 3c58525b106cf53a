/* Between the files of the codecs: bytes being made, and what an error handler puts into them. */
#ifndef PY2_CODEC_PRIV_H
#define PY2_CODEC_PRIV_H

#include "runtime/text/codec.h"

int strcmp_z(const char *a, const char *b);
val decode_utf8(struct decoding *d, int64_t *consumed);
val encode_utf8(struct thread *t, val s, const char *errors);
val encode_with_errors(struct thread *t, val s, const char *encoding,
                       const char *errors); /* utf-8, surrogates within */

struct byte_sink {
    struct thread *t;
    uint8_t *p;
    int64_t n, cap;
    enum codec codec;
};
bool sink_room(struct byte_sink *s, int64_t more);
bool sink_char(struct byte_sink *s, uint32_t c);
bool sink_bytes(struct byte_sink *s, const void *p, int64_t n);
bool codec_encodable(enum codec codec, uint32_t c);
/* The handler's answer for str[start..*end), encoded; *end is where encoding goes on. */
bool encode_error(struct byte_sink *s, val str, int64_t start, int64_t *end, const char *encoding,
                  const char *errors, const char *reason);
/* The same for codecs of other kinds: what the handler says, a str or bytes, is left to the caller. 0 raised.
 */
val encode_replacement(struct thread *t, val str, int64_t start, int64_t *end, const char *encoding,
                       const char *errors, const char *reason);
/* Calls a handler: its (str or bytes, position), the position checked against `length`. 0 raised. */
val codec_call_handler(struct thread *t, val handler, val exc, bool encoding, int64_t *position);
val codec_make_error(struct thread *t, bool encoding, const char *name, val object, int64_t start,
                     int64_t end, const char *reason);

#endif
