/* Between the files of the module _codecs: the registry of codecs and error handlers, and the codecs that
 * only those programs carry which may ask for them. */
#ifndef PY2_CODECS_H
#define PY2_CODECS_H

#include "runtime/call/entry.h"
#include "runtime/lib/native.h"
#include "runtime/text/codec.h"
#include "runtime/text/codec_priv.h"
#include "runtime/types/container.h"
#include "runtime/types/str_priv.h"

/* registry.c */
void codecs_install(struct thread *t);
extern const struct method codecs_handler_methods[];
val codecs_errors(struct thread *t); /* the registry of error handlers: dict; made with the built-in ones */

/* A function of the module: (object, errors=None, …). */
struct codec_args {
    val object;
    const char *errors; /* NULL: strict */
    val rest[2];        /* further arguments or 0 */
};
bool codecs_args(struct thread *t, const char *fname, int most, int64_t argc, val *argv, val kwnames,
                 struct codec_args *out);
/* The bytes of an argument; a str is its UTF-8 when `text`. */
bool codecs_bytes(struct thread *t, val v, bool text, struct decoding *d);
bool codecs_str(struct thread *t, const char *fname, val v);
val codecs_result(struct thread *t, val object, int64_t used); /* (object, used); 0 for 0 */
int64_t codecs_final(struct thread *t, val v);                 /* truth of the `final` argument; -1 raised */

/* escape.c, utf7.c, charmap.c: by name, for str.encode and bytes.decode. */
val escape_encode_text(struct thread *t, val s, bool raw);
val escape_decode_text(struct decoding *d, bool raw, int64_t *consumed);
val utf7_encode_text(struct thread *t, val s);
val utf7_decode_text(struct decoding *d, int64_t *consumed);
val charmap_decode_text(struct decoding *d, val mapping);
val charmap_encode_text(struct thread *t, val s, const char *errors, val mapping);

#endif
