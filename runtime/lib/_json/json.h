/* Between the files of the module _json: the parts of CPython's json package that are written in C.
 *
 * Invariant: nesting recurses in C, each level checked against the stack's limit, so that a text or a
 * structure of any depth ends in RecursionError. */
#ifndef PY2_JSON_H
#define PY2_JSON_H

#include "runtime/lib/native.h"
#include "runtime/text/text.h"
#include "runtime/types/container.h"
#include "runtime/types/str_priv.h"

/* strings.c */
/* The str after the quotation mark at x[begin]; *next is behind the closing one. Raises JSONDecodeError. */
val json_scan_string(struct thread *t, val string, int64_t begin, bool strict, int64_t *next);
bool json_put_string(struct strbuf *b, val s, bool ascii);
val json_error(struct thread *t, const char *message, val string, int64_t at); /* JSONDecodeError */
val json_encode_ascii(struct thread *t, val s);                                /* the module's functions */
val json_encode(struct thread *t, val s);
/* Which of the two `v` is: 1 ASCII, 0 the other, -1 neither. */
int json_encoder_kind(val v);

extern struct type json_scanner_type, json_encoder_type;
extern struct shape json_scanner_shape, json_encoder_shape;

#endif
