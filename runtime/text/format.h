/* The format mini-language: __format__ of the built-in types, and what str.format and '%' share with it.
 *
 * Invariant: `spec` is a str; errors are CPython's ValueErrors. */
#ifndef PY2_FORMAT_H
#define PY2_FORMAT_H

#include "runtime/types/str_priv.h"

struct format_spec {
    uint32_t fill, align, type; /* align: '<', '>', '=', '^'; type 0 = none given */
    char sign;                  /* 0, '+', '-', ' ' */
    char thousands;             /* 0, ',', '_' */
    bool alt, no_neg_zero, fill_given, align_given;
    int64_t width, precision; /* -1 = none */
};
bool format_parse(struct thread *t, val value, val spec, uint32_t default_type, char default_align,
                  struct format_spec *out);

/* A number cut up: sign, prefix ("0x"), digits that may be grouped, the rest (point, fraction, exponent,
 * '%'). ASCII. */
struct number_parts {
    char sign;
    const char *prefix;
    int prefix_n;
    const char *digits;
    int64_t digits_n;
    const char *rest;
    int64_t rest_n;
};
bool format_put_number(struct strbuf *b, const struct format_spec *f, const struct number_parts *p,
                       int group);
val format_unknown(struct thread *t, uint32_t type, val value);

val format_int(struct thread *t, val v, val spec);
val format_float(struct thread *t, val v, val spec);
val format_str(struct thread *t, val v, val spec);
val format_complex(struct thread *t, val v, val spec);
/* The double in the given type ('e', 'f', 'g', '%', 'r', …) into b. */
bool format_double(struct strbuf *b, double d, const struct format_spec *f);

#endif
