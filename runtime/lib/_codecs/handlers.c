/* The built-in error handlers as functions of an exception: codecs.strict_errors and the others. */
#include "runtime/lib/_codecs/codecs.h"

enum fault { FAULT_ENCODE, FAULT_DECODE, FAULT_TRANSLATE, FAULT_OTHER };
struct fault_place {
    enum fault kind;
    val object;
    int64_t start, end, n;
    struct text x; /* of the object */
};

static val unhandled(struct thread *t, val exc) {
    return raise(t, &exc_TypeError, "don't know how to handle %T in error callback", exc);
}

/* The parts of a UnicodeError, its bounds within the object; false raised. */
static bool place_of(struct thread *t, val exc, struct fault_place *p) {
    val start, end;
    p->kind = obj_isinstance(exc, &exc_UnicodeEncodeError)      ? FAULT_ENCODE
              : obj_isinstance(exc, &exc_UnicodeDecodeError)    ? FAULT_DECODE
              : obj_isinstance(exc, &exc_UnicodeTranslateError) ? FAULT_TRANSLATE
                                                                : FAULT_OTHER;
    if (p->kind == FAULT_OTHER) return unhandled(t, exc) != 0;
    if (!(p->object = obj_getattr(t, exc, NAME(object))) || !(start = obj_getattr(t, exc, NAME(start))) ||
        !(end = obj_getattr(t, exc, NAME(end))) || !index_i64(t, start, &p->start) ||
        !index_i64(t, end, &p->end))
        return false;
    if (p->kind == FAULT_DECODE) {
        struct buffer b;
        if (!val_has(p->object, TYPE_BYTES))
            return raise(t, &exc_TypeError, "object attribute must be bytes") != 0;
        if (!buffer_get(t, p->object, &b)) return false;
        p->x = (struct text){b.p, b.n, 1};
    } else {
        if (!val_is_str(p->object)) return raise(t, &exc_TypeError, "object attribute must be unicode") != 0;
        p->x = text_of(p->object);
    }
    p->n = p->x.n;
    if (p->start < 0) p->start = 0;
    if (p->start >= p->n) p->start = p->n - (p->n > 0);
    if (p->end < 1) p->end = 1;
    if (p->end > p->n) p->end = p->n;
    return true;
}

static val answer(struct thread *t, val text, int64_t at) {
    return text ? pair_new(t, text, int_from_i64(t, at)) : 0;
}

static val strict(struct thread *t, val exc) {
    if (obj_isinstance(exc, &exc_BaseException)) return raise_val(t, exc);
    return raise(t, &exc_TypeError, "codec must pass exception instance");
}

static val ignore(struct thread *t, val exc) {
    struct fault_place p;
    return place_of(t, exc, &p) ? answer(t, EMPTY_STR, p.end) : 0;
}

static val replace(struct thread *t, val exc) {
    struct fault_place p;
    struct strbuf b;
    if (!place_of(t, exc, &p)) return 0;
    strbuf_init(&b, t);
    int64_t n = p.kind == FAULT_DECODE ? 1 : p.end - p.start;
    if (!strbuf_fill(&b, p.kind == FAULT_ENCODE ? '?' : 0xfffd, n)) return 0;
    return answer(t, strbuf_finish(&b), p.end);
}

static bool put_hex(struct strbuf *b, const char *lead, uint32_t c, int digits) {
    if (!strbuf_ascii(b, lead, 2)) return false;
    while (digits-- > 0)
        if (!strbuf_char(b, (uint8_t) "0123456789abcdef"[c >> (4 * digits) & 15])) return false;
    return true;
}

static bool put_backslash(struct strbuf *b, uint32_t c) {
    if (c < 256) return put_hex(b, "\\x", c, 2);
    return c < 65536 ? put_hex(b, "\\u", c, 4) : put_hex(b, "\\U", c, 8);
}

static val backslash(struct thread *t, val exc) {
    struct fault_place p;
    struct strbuf b;
    if (!place_of(t, exc, &p)) return 0;
    strbuf_init(&b, t);
    for (int64_t i = p.start; i < p.end; i++)
        if (!put_backslash(&b, text_at(&p.x, i))) return 0;
    return answer(t, strbuf_finish(&b), p.end);
}

static bool put_reference(struct strbuf *b, uint32_t c) {
    char digits[12], *z = digits + 12;
    do *--z = (char)('0' + c % 10);
    while (c /= 10);
    return strbuf_ascii(b, "&#", 2) && strbuf_ascii(b, z, (size_t)(digits + 12 - z)) && strbuf_char(b, ';');
}

static val xml(struct thread *t, val exc) {
    struct fault_place p;
    struct strbuf b;
    if (!obj_isinstance(exc, &exc_UnicodeEncodeError)) return unhandled(t, exc);
    if (!place_of(t, exc, &p)) return 0;
    strbuf_init(&b, t);
    for (int64_t i = p.start; i < p.end; i++)
        if (!put_reference(&b, text_at(&p.x, i))) return 0;
    return answer(t, strbuf_finish(&b), p.end);
}

static bool put_name(struct strbuf *b, uint32_t c) {
    char name[128];
    if (!codec_names(b->t)) return false;
    int64_t n = codec_hooks.name(c, name, sizeof name);
    if (n == 0) return put_backslash(b, c);
    return strbuf_ascii(b, "\\N{", 3) && strbuf_ascii(b, name, (size_t)n) && strbuf_char(b, '}');
}

static val namereplace(struct thread *t, val exc) {
    struct fault_place p;
    struct strbuf b;
    if (!obj_isinstance(exc, &exc_UnicodeEncodeError)) return unhandled(t, exc);
    if (!place_of(t, exc, &p)) return 0;
    strbuf_init(&b, t);
    for (int64_t i = p.start; i < p.end; i++)
        if (!put_name(&b, text_at(&p.x, i))) return 0;
    return answer(t, strbuf_finish(&b), p.end);
}

/* ---- surrogates ---- */

/* Bytes per surrogate in the exception's encoding and their order; 0: another encoding. */
static int surrogate_width(struct thread *t, val exc, bool *big) {
    val name = obj_getattr(t, exc, NAME(encoding));
    const char *z = name && val_is_str(name) ? text_cstring(t, name) : NULL;
    *big = false;
    if (!z) return 0;
    switch (codec_find(z)) {
    case CODEC_UTF8: return 3;
    case CODEC_UTF16BE: *big = true; return 2;
    case CODEC_UTF16:
    case CODEC_UTF16LE: return 2;
    case CODEC_UTF32BE: *big = true; return 4;
    case CODEC_UTF32:
    case CODEC_UTF32LE: return 4;
    default: return 0;
    }
}

static void put_surrogate(uint8_t *to, uint32_t c, int width, bool big) {
    if (width == 3)
        utf8_put(to, c);
    else
        for (int i = 0; i < width; i++) to[big ? width - 1 - i : i] = (uint8_t)(c >> 8 * i);
}

static bool get_surrogate(const uint8_t *p, int64_t left, int width, bool big, uint32_t *c) {
    *c = 0;
    if (left < width) return false;
    if (width == 3) {
        if ((p[0] & 0xf0) == 0xe0 && (p[1] & 0xc0) == 0x80 && (p[2] & 0xc0) == 0x80)
            *c = (uint32_t)(p[0] & 15) << 12 | (uint32_t)(p[1] & 63) << 6 | (p[2] & 63);
    } else
        for (int i = 0; i < width; i++) *c |= (uint32_t)p[big ? width - 1 - i : i] << 8 * i;
    return *c >= 0xd800 && *c <= 0xdfff;
}

static val surrogatepass(struct thread *t, val exc) {
    struct fault_place p;
    bool big;
    if (!place_of(t, exc, &p)) return 0;
    if (p.kind == FAULT_TRANSLATE) return unhandled(t, exc);
    int width = surrogate_width(t, exc, &big);
    if (t->exc) return 0;
    if (!width) return raise_val(t, exc);
    if (p.kind == FAULT_DECODE) {
        uint32_t c;
        if (!get_surrogate((const uint8_t *)p.x.p + p.start, p.n - p.start, width, big, &c))
            return raise_val(t, exc);
        return answer(t, str_char(t, c), p.start + width);
    }
    val r = bytes_new(t, NULL, (size_t)((p.end - p.start) * width));
    for (int64_t i = p.start; r && i < p.end; i++) {
        uint32_t c = text_at(&p.x, i);
        if (c < 0xd800 || c > 0xdfff) return raise_val(t, exc);
        put_surrogate(AS(bytes, r)->data + (i - p.start) * width, c, width, big);
    }
    return answer(t, r, p.end);
}

static val surrogateescape(struct thread *t, val exc) {
    struct fault_place p;
    struct strbuf b;
    if (!place_of(t, exc, &p)) return 0;
    if (p.kind == FAULT_TRANSLATE) return unhandled(t, exc);
    if (p.kind == FAULT_ENCODE) {
        val r = bytes_new(t, NULL, (size_t)(p.end - p.start));
        for (int64_t i = p.start; r && i < p.end; i++) {
            uint32_t c = text_at(&p.x, i);
            if (c < 0xdc80 || c > 0xdcff) return raise_val(t, exc);
            AS(bytes, r)->data[i - p.start] = (uint8_t)(c - 0xdc00);
        }
        return answer(t, r, p.end);
    }
    int64_t i = p.start;
    strbuf_init(&b, t);
    for (; i < p.end && i - p.start < 4 && text_at(&p.x, i) >= 128; i++)
        if (!strbuf_char(&b, 0xdc00 + text_at(&p.x, i))) return 0;
    return i == p.start ? raise_val(t, exc) : answer(t, strbuf_finish(&b), i);
}

/* Name of the function, and in `doc` the name it is registered under. */
const struct method codecs_handler_methods[] = {
    {"strict_errors", (void *)strict, 1, 0, 0, 0, "strict"},
    {"ignore_errors", (void *)ignore, 1, 0, 0, 0, "ignore"},
    {"replace_errors", (void *)replace, 1, 0, 0, 0, "replace"},
    {"xmlcharrefreplace_errors", (void *)xml, 1, 0, 0, 0, "xmlcharrefreplace"},
    {"backslashreplace_errors", (void *)backslash, 1, 0, 0, 0, "backslashreplace"},
    {"namereplace_errors", (void *)namereplace, 1, 0, 0, 0, "namereplace"},
    {"surrogatepass", (void *)surrogatepass, 1, 0, 0, 0, "surrogatepass"},
    {"surrogateescape", (void *)surrogateescape, 1, 0, 0, 0, "surrogateescape"},
    {0}};
