/* The codec of single-byte encodings: a mapping says what each byte or character becomes. */
#include "runtime/lib/_codecs/codecs.h"
#include "runtime/types/bytes_priv.h"

METHOD_TABLE(codecs);

#define UNDEFINED "character maps to <undefined>"
#define NOTHING   0xfffe /* what encodings' tables put at undefined places */

/* mapping[n]; NONE when there is nothing. 0 raised. */
static val look(struct thread *t, val mapping, uint32_t n) {
    val v = val_is_exact(mapping, &dict_shape) ? dict_lookup(t, mapping, val_small(n))
                                               : rt_getitem(t, mapping, val_small(n));
    if (v) return v;
    if (!t->exc) return NONE;
    if (!exc_pending_is(t, &exc_LookupError)) return 0;
    exc_take(t);
    return NONE;
}

/* ---- decoding ---- */

/* Puts what byte `c` becomes: 1; 0 it is undefined, -1 raised. */
static int put_mapped(struct strbuf *b, val mapping, uint8_t c) {
    struct thread *t = b->t;
    if (val_is_exact(mapping, &str_shape)) {
        if (c >= AS(string, mapping)->len) return 0;
        uint32_t to = str_at(AS(string, mapping), c);
        return to == NOTHING ? 0 : strbuf_char(b, to) ? 1 : -1;
    }
    int64_t n;
    val v = look(t, mapping, c);
    if (!v) return -1;
    if (v == NONE) return 0;
    if (val_is_str(v)) {
        if (AS(string, v)->len == 1 && str_at(AS(string, v), 0) == NOTHING) return 0;
        return strbuf_put(b, v) ? 1 : -1;
    }
    if (!val_is_int(v))
        return raise(t, &exc_TypeError, "character mapping must return integer, None or str"), -1;
    if (!int_to_i64(v, &n) || n < 0 || n > 0x10ffff)
        return raise(t, &exc_TypeError, "character mapping must be in range(0x110000)"), -1;
    return n == NOTHING ? 0 : strbuf_char(b, (uint32_t)n) ? 1 : -1;
}

val charmap_decode_text(struct decoding *d, val mapping) {
    struct strbuf b;
    strbuf_init(&b, d->t);
    d->encoding = "charmap";
    for (int64_t i = 0; i < d->n;) {
        int put = put_mapped(&b, mapping, d->p[i]);
        int64_t end = i + 1;
        if (put < 0 || (put == 0 && !decode_error(d, i, &end, UNDEFINED, &b))) return 0;
        i = end;
    }
    return strbuf_finish(&b);
}

/* ---- encoding ---- */

/* Puts the bytes of character c: 1; 0 it has none, -1 raised. */
static int sink_mapped(struct byte_sink *s, val mapping, uint32_t c) {
    struct thread *t = s->t;
    int64_t n;
    val v = look(t, mapping, c);
    if (!v) return -1;
    if (v == NONE) return 0;
    if (val_is_int(v)) {
        if (!int_to_i64(v, &n) || n < 0 || n > 255)
            return raise(t, &exc_TypeError, "character mapping must be in range(256)"), -1;
        return sink_char(s, (uint32_t)n) ? 1 : -1;
    }
    if (val_has(v, TYPE_BYTES)) {
        struct text x = bytes_text(v);
        return sink_bytes(s, x.p, x.n) ? 1 : -1;
    }
    return raise(t, &exc_TypeError, "character mapping must return integer, bytes or None, not %T", v), -1;
}

/* Text in place of what cannot be encoded, itself through the mapping: 1; 0 not possible, -1 raised. */
static int sink_text(struct byte_sink *s, val mapping, struct text x) {
    for (int64_t i = 0; i < x.n; i++) {
        int r = sink_mapped(s, mapping, text_at(&x, i));
        if (r <= 0) return r;
    }
    return 1;
}

static int sink_reference(struct byte_sink *s, val mapping, uint32_t c) {
    char digits[16], *z = digits + 15;
    *z = ';';
    do *--z = (char)('0' + c % 10);
    while (c /= 10);
    *--z = '#';
    *--z = '&';
    return sink_text(s, mapping, (struct text){z, digits + 16 - z, 1});
}

/* str[start..*end) has no bytes: what the handler says. */
static bool unencodable(struct byte_sink *s, val str, int64_t start, int64_t *end, const char *errors,
                        val mapping) {
    struct text x = text_of(str);
    int64_t stop = *end;
    int r = 1;
    if (!errors || strcmp_z(errors, "strict") == 0) {
        r = 0;
    } else if (strcmp_z(errors, "ignore") == 0) {
    } else if (strcmp_z(errors, "replace") == 0) {
        for (int64_t i = start; r > 0 && i < stop; i++) r = sink_mapped(s, mapping, '?');
    } else if (strcmp_z(errors, "xmlcharrefreplace") == 0) {
        for (int64_t i = start; r > 0 && i < stop; i++) r = sink_reference(s, mapping, text_at(&x, i));
    } else {
        val said = encode_replacement(s->t, str, start, end, "charmap", errors, UNDEFINED);
        if (!said) return false;
        if (val_has(said, TYPE_BYTES)) {
            struct text b = bytes_text(said);
            return sink_bytes(s, b.p, b.n);
        }
        r = sink_text(s, mapping, text_of(said));
    }
    return r == 0 ? raise_encode_error(s->t, "charmap", str, start, stop, UNDEFINED) != 0 : r > 0;
}

val charmap_encode_text(struct thread *t, val str, const char *errors, val mapping) {
    struct byte_sink s = {.t = t, .codec = CODEC_LATIN1};
    struct text x = text_of(str);
    for (int64_t i = 0; i < x.n;) {
        int r = sink_mapped(&s, mapping, text_at(&x, i));
        if (r < 0) return 0;
        if (r > 0) {
            i++;
            continue;
        }
        int64_t end = i + 1;
        for (val v; end < x.n; end++) {
            if (!(v = look(t, mapping, text_at(&x, end)))) return 0;
            if (v != NONE) break;
        }
        if (!unencodable(&s, str, i, &end, errors, mapping)) return 0;
        i = end;
    }
    return bytes_new(t, s.p, (size_t)s.n);
}

/* ---- the module's functions ---- */

static val f_charmap_decode(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    struct codec_args a;
    struct decoding d = {.t = t, .final = true};
    if (!codecs_args(t, "charmap_decode", 3, argc, argv, kwnames, &a) ||
        !codecs_bytes(t, a.object, false, &d))
        return 0;
    d.errors = a.errors;
    int64_t n = d.n;
    val s = a.rest[0] && a.rest[0] != NONE ? charmap_decode_text(&d, a.rest[0]) : text_latin(t, d.p, d.n);
    return codecs_result(t, s, n);
}
static val f_charmap_encode(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    struct codec_args a;
    if (!codecs_args(t, "charmap_encode", 3, argc, argv, kwnames, &a) ||
        !codecs_str(t, "charmap_encode", a.object))
        return 0;
    val r = a.rest[0] && a.rest[0] != NONE ? charmap_encode_text(t, a.object, a.errors, a.rest[0])
                                           : str_encode(t, a.object, "latin-1", a.errors);
    return codecs_result(t, r, AS(string, a.object)->len);
}

/* The inverse of a decoding table. */
static val f_charmap_build(struct thread *t, val table) {
    if (!val_is_str(table))
        return raise(t, &exc_TypeError, "charmap_build() argument must be str, not %B", table);
    struct text x = text_of(table);
    val d = dict_make(t);
    for (int64_t i = 0; d && i < x.n && i < 256; i++)
        if (text_at(&x, i) != NOTHING && dict_put(t, d, val_small(text_at(&x, i)), val_small(i)) < 0)
            return 0;
    return d;
}
METHOD(codecs, charmap_decode, f_charmap_decode, -1, 0, "($module, data, errors=None, mapping=None, /)");
METHOD(codecs, charmap_encode, f_charmap_encode, -1, 0, "($module, str, errors=None, mapping=None, /)");
METHOD(codecs, charmap_build, f_charmap_build, 1, 0, "($module, map, /)");
