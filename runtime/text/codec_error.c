/* Error handlers: those CPython knows by name, and through codec_hooks those a program registers. */
#include "runtime/text/codec.h"
#include "runtime/text/codec_priv.h"
#include "runtime/process/process.h"
#include "runtime/types/str_priv.h"

struct codec_hooks codec_hooks;

val codec_make_error(struct thread *t, bool encoding, const char *name, val object, int64_t start,
                     int64_t end, const char *reason) {
    val args[5] = {str_ascii(t, name), object, int_from_i64(t, start), int_from_i64(t, end),
                   str_ascii(t, reason)};
    for (int i = 0; i < 5; i++)
        if (!args[i]) return 0;
    return call(t, val_of(encoding ? &exc_UnicodeEncodeError : &exc_UnicodeDecodeError), 5, args, 0);
}

val raise_decode_error(struct thread *t, const char *encoding, const uint8_t *p, size_t n, int64_t start,
                       int64_t end, const char *reason) {
    val object = bytes_new(t, p, n), e = 0;
    if (object) e = codec_make_error(t, false, encoding, object, start, end, reason);
    return e ? raise_val(t, e) : 0;
}

val raise_encode_error(struct thread *t, const char *encoding, val s, int64_t start, int64_t end,
                       const char *reason) {
    val e = codec_make_error(t, true, encoding, s, start, end, reason);
    return e ? raise_val(t, e) : 0;
}

bool codec_names(struct thread *t) {
    if (codec_hooks.name) return true;
    val name = str_ascii(t, "unicodedata");
    if (!name || (!import_module(t, name) && !exc_pending_is(t, &exc_ImportError))) return false;
    if (codec_hooks.name) return true;
    if (t->exc) exc_take(t);
    return raise(t, &exc_UnicodeError, "\\N escapes not supported (can't load unicodedata module)") != 0;
}

/* ---- registered handlers ---- */

static val handler_named(struct thread *t, const char *errors) {
    val h = codec_hooks.handler ? codec_hooks.handler(t, errors) : 0;
    if (h || t->exc) return h;
    val name = str_utf8(t, errors, strlen(errors));
    return name ? raise(t, &exc_LookupError, "unknown error handler name '%U'", name) : 0;
}

val codec_call_handler(struct thread *t, val handler, val exc, bool encoding, int64_t *position) {
    val r = call1(t, handler, exc), object;
    if (!r) return 0;
    const char *wanted = encoding ? "encoding error handler must return (str/bytes, int) tuple"
                                  : "decoding error handler must return (str, int) tuple";
    if (!val_has(r, TYPE_TUPLE) || AS(tuple, r)->len != 2) return raise(t, &exc_TypeError, "%s", wanted);
    val text = AS(tuple, r)->item[0];
    if (!val_is_str(text) && !(encoding && val_has(text, TYPE_BYTES)))
        return raise(t, &exc_TypeError, "%s", wanted);
    if (!index_i64(t, AS(tuple, r)->item[1], position)) return 0;
    if (!(object = obj_getattr(t, exc, NAME(object)))) return 0;
    if (!encoding && !val_has(object, TYPE_BYTES))
        return raise(t, &exc_TypeError, "object attribute must be bytes");
    int64_t n = obj_len(t, object);
    if (n < 0) return 0;
    if (*position < 0) *position += n;
    if (*position < 0 || *position > n)
        return raise(t, &exc_IndexError, "position %ld from error handler out of bounds", *position);
    return text;
}

/* ---- decoding ---- */

static bool put_hex(struct strbuf *b, const char *lead, uint32_t c, int digits) {
    if (!strbuf_ascii(b, lead, strlen(lead))) return false;
    while (digits-- > 0)
        if (!strbuf_char(b, (uint8_t) "0123456789abcdef"[c >> (4 * digits) & 15])) return false;
    return true;
}

static bool strict_decode(struct decoding *d, int64_t start, int64_t end, const char *reason) {
    return raise_decode_error(d->t, d->encoding, d->p, (size_t)d->n, start, end, reason) != 0;
}

static bool custom_decode(struct decoding *d, int64_t start, int64_t *end, const char *reason,
                          struct strbuf *out) {
    struct thread *t = d->t;
    struct buffer b;
    val handler = handler_named(t, d->errors), object = handler ? bytes_new(t, d->p, (size_t)d->n) : 0;
    val e = object ? codec_make_error(t, false, d->encoding, object, start, *end, reason) : 0;
    val text = e ? codec_call_handler(t, handler, e, false, end) : 0;
    if (!text || !strbuf_put(out, text)) return false;
    val now = obj_getattr(t, e, NAME(object));
    if (!now || now == object) return now != 0;
    if (!buffer_get(t, now, &b)) return false;
    d->p = b.p; /* an address in it keeps it alive */
    d->n = b.n;
    return true;
}

bool decode_error(struct decoding *d, int64_t start, int64_t *stop, const char *reason, struct strbuf *out) {
    const char *errors = d->errors;
    int64_t end = *stop;
    if (!errors || strcmp_z(errors, "strict") == 0 || strcmp_z(errors, "surrogatepass") == 0)
        return strict_decode(d, start, end, reason);
    if (strcmp_z(errors, "ignore") == 0) return true;
    if (strcmp_z(errors, "replace") == 0) return strbuf_char(out, 0xfffd);
    if (strcmp_z(errors, "backslashreplace") == 0) {
        for (int64_t i = start; i < end; i++)
            if (!put_hex(out, "\\x", d->p[i], 2)) return false;
        return true;
    }
    if (strcmp_z(errors, "surrogateescape") == 0) {
        int64_t i = start; /* up to four bytes, the first of them at least, ASCII excepted */
        for (; i < end && i - start < 4 && d->p[i] >= 128; i++)
            if (!strbuf_char(out, 0xdc00u + d->p[i])) return false;
        if (i == start) return strict_decode(d, start, end, reason);
        *stop = i;
        return true;
    }
    if (strcmp_z(errors, "xmlcharrefreplace") == 0 || strcmp_z(errors, "namereplace") == 0)
        return raise(d->t, &exc_TypeError, "don't know how to handle UnicodeDecodeError in error callback") !=
               0;
    return custom_decode(d, start, stop, reason, out);
}

/* ---- encoding ---- */

static bool sink_text(struct byte_sink *s, const char *z) {
    for (; *z; z++)
        if (!sink_char(s, (uint8_t)*z)) return false;
    return true;
}

static bool sink_number(struct byte_sink *s, const char *lead, uint32_t c, int base, int width) {
    char room[16], *p = room + sizeof room - 1;
    *p = 0;
    for (; c || width > 0; c /= (uint32_t)base, width--) *--p = "0123456789abcdef"[c % (uint32_t)base];
    return sink_text(s, lead) && sink_text(s, p);
}

static bool sink_backslash(struct byte_sink *s, uint32_t c) {
    return c < 256     ? sink_number(s, "\\x", c, 16, 2)
           : c < 65536 ? sink_number(s, "\\u", c, 16, 4)
                       : sink_number(s, "\\U", c, 16, 8);
}

static bool sink_name(struct byte_sink *s, uint32_t c) {
    char name[128];
    if (!codec_names(s->t)) return false;
    int64_t n = codec_hooks.name(c, name, sizeof name - 1);
    if (n == 0) return sink_backslash(s, c);
    name[n] = 0;
    return sink_text(s, "\\N{") && sink_text(s, name) && sink_char(s, '}');
}

/* How many bytes a unit of the codec has: a handler's bytes come in whole ones. */
static int64_t unit_of(enum codec codec) {
    return codec >= CODEC_UTF32 && codec <= CODEC_UTF32BE   ? 4
           : codec >= CODEC_UTF16 && codec <= CODEC_UTF16BE ? 2
                                                            : 1;
}

static bool custom_encode(struct byte_sink *s, val str, int64_t start, int64_t *end, const char *encoding,
                          const char *errors, const char *reason) {
    int64_t stop = *end;
    val said = encode_replacement(s->t, str, start, end, encoding, errors, reason);
    if (!said) return false;
    if (val_has(said, TYPE_BYTES)) {
        struct buffer b;
        if (!buffer_get(s->t, said, &b)) return false;
        if (b.n % unit_of(s->codec)) return raise_encode_error(s->t, encoding, str, start, stop, reason) != 0;
        return sink_bytes(s, b.p, b.n);
    }
    struct text x = text_of(said);
    uint32_t limit = s->codec == CODEC_LATIN1 ? 256 : 128;
    for (int64_t i = 0; i < x.n; i++) {
        uint32_t c = text_at(&x, i);
        if (c >= limit) return raise_encode_error(s->t, encoding, str, start, stop, reason) != 0;
        if (!sink_char(s, c)) return false;
    }
    return true;
}

val encode_replacement(struct thread *t, val str, int64_t start, int64_t *end, const char *encoding,
                       const char *errors, const char *reason) {
    val handler = handler_named(t, errors);
    val e = handler ? codec_make_error(t, true, encoding, str, start, *end, reason) : 0;
    return e ? codec_call_handler(t, handler, e, true, end) : 0;
}

bool encode_error(struct byte_sink *s, val str, int64_t start, int64_t *stop, const char *encoding,
                  const char *errors, const char *reason) {
    struct thread *t = s->t;
    struct text x = text_of(str);
    int64_t end = *stop;
    if (!errors || strcmp_z(errors, "strict") == 0)
        return raise_encode_error(t, encoding, str, start, end, reason) != 0;
    if (strcmp_z(errors, "ignore") == 0) return true;
    bool replace = strcmp_z(errors, "replace") == 0, xml = strcmp_z(errors, "xmlcharrefreplace") == 0,
         back = strcmp_z(errors, "backslashreplace") == 0, escape = strcmp_z(errors, "surrogateescape") == 0,
         pass = strcmp_z(errors, "surrogatepass") == 0, name = strcmp_z(errors, "namereplace") == 0;
    if (!replace && !xml && !back && !escape && !pass && !name)
        return custom_encode(s, str, start, stop, encoding, errors, reason);
    for (int64_t i = start; i < end; i++) {
        uint32_t c = text_at(&x, i);
        bool ok;
        if (replace)
            ok = sink_char(s, '?');
        else if (xml)
            ok = sink_number(s, "&#", c, 10, 1) && sink_char(s, ';');
        else if (back)
            ok = sink_backslash(s, c);
        else if (name)
            ok = sink_name(s, c);
        else if (escape && c >= 0xdc80 && c <= 0xdcff && unit_of(s->codec) == 1 && sink_room(s, 1))
            ok = (s->p[s->n++] = (uint8_t)(c - 0xdc00), true);
        else if (pass && c >= 0xd800 && c <= 0xdfff && s->codec > CODEC_LATIN1)
            ok = sink_char(s, c);
        else
            return raise_encode_error(t, encoding, str, i, end, reason) != 0;
        if (!ok) return false;
    }
    return true;
}
