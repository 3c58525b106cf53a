/* Between codec.c and codec_utf8.c. */
#ifndef PY2_CODEC_PRIV_H
#define PY2_CODEC_PRIV_H

#include "runtime/text/text.h"

int strcmp_z(const char *a, const char *b);
val decode_utf8(struct thread *t, const uint8_t *p, int64_t n, const char *errors);
val encode_utf8(struct thread *t, val s, const char *errors);
val encode_with_errors(struct thread *t, val s, const char *encoding,
                       const char *errors); /* utf-8, surrogates within */

#endif
