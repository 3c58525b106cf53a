/* Backslash escapes as codecs: unicode_escape, raw_unicode_escape, and `escape` from bytes to bytes. */
#include "runtime/lib/_codecs/codecs.h"
#include "runtime/types/bytes_priv.h"

METHOD_TABLE(codecs);

/* ---- writing ---- */

static bool put_hex(struct byte_sink *s, char letter, uint32_t c, int digits) {
    char text[10] = {'\\', letter};
    for (int i = 0; i < digits; i++) text[2 + i] = "0123456789abcdef"[c >> 4 * (digits - 1 - i) & 15];
    return sink_bytes(s, text, 2 + digits);
}

static bool put_escaped(struct byte_sink *s, uint32_t c) {
    switch (c) {
    case '\\': return sink_bytes(s, "\\\\", 2);
    case '\t': return sink_bytes(s, "\\t", 2);
    case '\n': return sink_bytes(s, "\\n", 2);
    case '\r': return sink_bytes(s, "\\r", 2);
    default: return c >= ' ' && c < 127 ? sink_char(s, c) : put_hex(s, 'x', c, 2);
    }
}

val escape_encode_text(struct thread *t, val str, bool raw) {
    struct byte_sink s = {.t = t, .codec = CODEC_LATIN1};
    struct text x = text_of(str);
    for (int64_t i = 0; i < x.n; i++) {
        uint32_t c = text_at(&x, i);
        bool ok = c >= 0x10000 ? put_hex(&s, 'U', c, 8)
                  : c >= 256   ? put_hex(&s, 'u', c, 4)
                  : raw        ? sink_char(&s, c)
                               : put_escaped(&s, c);
        if (!ok) return 0;
    }
    return bytes_new(t, s.p, (size_t)s.n);
}

/* ---- reading ---- */

static int hex_digit(uint8_t c) {
    if (c >= '0' && c <= '9') return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* What stands after a backslash. */
enum escape_end { ESCAPE_DONE, ESCAPE_BAD, ESCAPE_CUT };

/* `digits` hexadecimal digits at *i, which moves to behind the good ones. */
static enum escape_end hex(const struct decoding *d, int64_t *i, int digits, uint32_t *c) {
    for (*c = 0; digits > 0; digits--, ++*i) {
        if (*i >= d->n) return ESCAPE_CUT;
        int v = hex_digit(d->p[*i]);
        if (v < 0) return ESCAPE_BAD;
        *c = *c << 4 | (uint32_t)v;
    }
    return ESCAPE_DONE;
}

/* {NAME} at *i. */
static enum escape_end named(const struct decoding *d, int64_t *i, uint32_t *c, const char **why) {
    *why = "malformed \\N character escape";
    if (*i >= d->n) return ESCAPE_CUT;
    if (d->p[*i] != '{') return ESCAPE_BAD;
    int64_t from = ++*i;
    while (*i < d->n && d->p[*i] != '}') ++*i;
    if (*i >= d->n) return ESCAPE_CUT;
    int64_t n = *i - from;
    if (n == 0) return ESCAPE_BAD;
    ++*i;
    *why = "unknown Unicode character name";
    return codec_hooks.named((const char *)d->p + from, n, c) ? ESCAPE_DONE : ESCAPE_BAD;
}

/* The character that the letter `c` alone stands for, or -1. */
static int32_t letter(uint8_t c) {
    switch (c) {
    case '\\':
    case '\'':
    case '"': return c;
    case 'a': return 7;
    case 'b': return 8;
    case 't': return 9;
    case 'n': return 10;
    case 'v': return 11;
    case 'f': return 12;
    case 'r': return 13;
    default: return -1;
    }
}

static uint32_t octal(const uint8_t *p, int64_t n, int64_t *i) {
    uint32_t c = 0;
    for (int k = 0; k < 3 && *i < n && p[*i] >= '0' && p[*i] <= '7'; k++, ++*i) c = c * 8 + (p[*i] - '0');
    return c;
}

/* A hexadecimal escape by its letter; *c is not a letter of one: ESCAPE_DONE and *is false. */
static enum escape_end numbered(const struct decoding *d, uint8_t l, int64_t *i, uint32_t *c,
                                const char **why, bool raw, bool *is) {
    int digits = l == 'x' && !raw ? 2 : l == 'u' ? 4 : l == 'U' ? 8 : 0;
    *is = digits > 0;
    if (!digits) return ESCAPE_DONE;
    *why = digits == 2   ? "truncated \\xXX escape"
           : digits == 4 ? "truncated \\uXXXX escape"
                         : "truncated \\UXXXXXXXX escape";
    enum escape_end e = hex(d, i, digits, c);
    if (e == ESCAPE_DONE && *c > 0x10ffff) {
        *why = raw ? "\\Uxxxxxxxx out of range" : "illegal Unicode character";
        return ESCAPE_BAD;
    }
    return e;
}

/* The escape at *i (a backslash) is put into b. */
static enum escape_end escape(struct decoding *d, int64_t *i, struct strbuf *b, bool raw, const char **why,
                              bool *ok) {
    uint32_t c = 0;
    bool is;
    *why = "\\ at end of string";
    if (++*i >= d->n) return ESCAPE_CUT;
    uint8_t l = d->p[(*i)++];
    enum escape_end e = numbered(d, l, i, &c, why, raw, &is);
    if (is) {
    } else if (!raw && l == 'N') {
        if (!codec_names(d->t)) return *ok = false, ESCAPE_DONE;
        e = named(d, i, &c, why);
    } else if (!raw && letter(l) >= 0) {
        c = (uint32_t)letter(l);
    } else if (!raw && l >= '0' && l <= '7') {
        --*i;
        c = octal(d->p, d->n, i);
    } else {
        if (raw || l != '\n') *ok = strbuf_char(b, '\\') && strbuf_char(b, l);
        return ESCAPE_DONE;
    }
    if (e == ESCAPE_DONE) *ok = strbuf_char(b, c);
    return e;
}

val escape_decode_text(struct decoding *d, bool raw, int64_t *consumed) {
    struct strbuf b;
    strbuf_init(&b, d->t);
    d->encoding = raw ? "rawunicodeescape" : "unicodeescape";
    int64_t i = 0;
    while (i < d->n) {
        if (d->p[i] != '\\' || (raw && i + 1 == d->n && d->final)) {
            if (!strbuf_char(&b, d->p[i++])) return 0;
            continue;
        }
        int64_t start = i;
        const char *why;
        bool ok = true;
        enum escape_end e = escape(d, &i, &b, raw, &why, &ok);
        if (!ok) return 0;
        if (e == ESCAPE_CUT && !d->final) {
            i = start;
            break;
        }
        if (e != ESCAPE_DONE && !decode_error(d, start, &i, why, &b)) return 0;
    }
    *consumed = i;
    return strbuf_finish(&b);
}

/* ---- the module's functions ---- */

static val decode_escapes(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames,
                          bool raw) {
    struct codec_args a;
    struct decoding d = {.t = t};
    int64_t consumed, final;
    if (!codecs_args(t, fname, 3, argc, argv, kwnames, &a) ||
        (final = a.rest[0] ? codecs_final(t, a.rest[0]) : 1) < 0 || !codecs_bytes(t, a.object, true, &d))
        return 0;
    d.errors = a.errors;
    d.final = final;
    int64_t all = d.n;
    val s = escape_decode_text(&d, raw, &consumed);
    return codecs_result(t, s, final ? all : consumed);
}
static val encode_escapes(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames,
                          bool raw) {
    struct codec_args a;
    if (!codecs_args(t, fname, 2, argc, argv, kwnames, &a) || !codecs_str(t, fname, a.object)) return 0;
    return codecs_result(t, escape_encode_text(t, a.object, raw), AS(string, a.object)->len);
}
#define ESCAPES(name, raw)                                                                                   \
    static val f_##name##_decode(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {       \
        (void)callee;                                                                                        \
        return decode_escapes(t, #name "_decode", argc, argv, kwnames, raw);                                 \
    }                                                                                                        \
    static val f_##name##_encode(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {       \
        (void)callee;                                                                                        \
        return encode_escapes(t, #name "_encode", argc, argv, kwnames, raw);                                 \
    }                                                                                                        \
    METHOD(codecs, name##_decode, f_##name##_decode, -1, 0, "($module, data, errors=None, final=True, /)");  \
    METHOD(codecs, name##_encode, f_##name##_encode, -1, 0, "($module, str, errors=None, /)")
ESCAPES(unicode_escape, false);
ESCAPES(raw_unicode_escape, true);

/* What a malformed \x at `at` becomes; false raised. */
static bool bad_byte(struct byte_sink *s, const char *errors, int64_t at) {
    if (!errors || strcmp_z(errors, "strict") == 0)
        return raise(s->t, &exc_ValueError, "invalid \\x escape at position %ld", at) != 0;
    if (strcmp_z(errors, "replace") == 0) return sink_char(s, '?');
    if (strcmp_z(errors, "ignore") == 0) return true;
    return raise(s->t, &exc_ValueError, "decoding error; unknown error handling code: %s", errors) != 0;
}

static bool byte_escape(struct byte_sink *s, const struct decoding *d, int64_t *i) {
    int64_t start = *i;
    if (++*i >= d->n) return raise(s->t, &exc_ValueError, "Trailing \\ in string") != 0;
    uint8_t l = d->p[*i];
    if (l >= '0' && l <= '7') return sink_char(s, octal(d->p, d->n, i) & 255);
    ++*i;
    if (l == '\n') return true;
    if (letter(l) >= 0) return sink_char(s, (uint32_t)letter(l));
    if (l != 'x') {
        --*i;
        return sink_char(s, '\\');
    }
    uint32_t c;
    if (hex(d, i, 2, &c) == ESCAPE_DONE) return sink_char(s, c);
    return bad_byte(s, d->errors, start);
}

static val f_escape_decode(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    struct codec_args a;
    struct decoding d = {.t = t};
    struct byte_sink s = {.t = t, .codec = CODEC_LATIN1};
    if (!codecs_args(t, "escape_decode", 2, argc, argv, kwnames, &a) || !codecs_bytes(t, a.object, true, &d))
        return 0;
    d.errors = a.errors;
    for (int64_t i = 0; i < d.n;)
        if (d.p[i] != '\\' ? !sink_char(&s, d.p[i++]) : !byte_escape(&s, &d, &i)) return 0;
    return codecs_result(t, bytes_new(t, s.p, (size_t)s.n), d.n);
}

static val f_escape_encode(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    struct codec_args a;
    struct byte_sink s = {.t = t, .codec = CODEC_LATIN1};
    if (!codecs_args(t, "escape_encode", 2, argc, argv, kwnames, &a)) return 0;
    if (!val_has(a.object, TYPE_BYTES))
        return raise(t, &exc_TypeError, "escape_encode() argument 1 must be bytes, not %B", a.object);
    struct text x = bytes_text(a.object);
    for (int64_t i = 0; i < x.n; i++) {
        uint32_t c = text_at(&x, i);
        if (c == '\'' ? !sink_bytes(&s, "\\'", 2) : !put_escaped(&s, c)) return 0;
    }
    return codecs_result(t, bytes_new(t, s.p, (size_t)s.n), x.n);
}
METHOD(codecs, escape_decode, f_escape_decode, -1, 0, "($module, data, errors=None, /)");
METHOD(codecs, escape_encode, f_escape_encode, -1, 0, "($module, data, errors=None, /)");
