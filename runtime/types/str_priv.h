/* Between the files of the type str. */
#ifndef PY2_STR_PRIV_H
#define PY2_STR_PRIV_H

#include "runtime/text/text.h"
#include "runtime/text/codec.h"

val str_index(struct thread *t, val s, int64_t i);
val str_percent(struct thread *t, val format, val args); /* str_percent.c */
/* n of `sequence * n`; NONE, or 0 with CPython's TypeError or OverflowError. */
val sequence_count(struct thread *t, val n, int64_t *out);
bool strbuf_units(struct strbuf *b, struct text x, int64_t from, int64_t to);
bool strbuf_fill(struct strbuf *b, uint32_t c, int64_t n);
/* A str argument: "NAME() argument POS must be str, not X". */
bool need_str(struct thread *t, val v, const char *fname, int position);
/* An argument that CPython keeps in a C int: OverflowError beyond. */
bool c_int_arg(struct thread *t, val v, int64_t *out);
extern struct type str_iterator_type;
extern struct shape str_iterator_shape;

#endif
