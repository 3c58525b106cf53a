/* repr() of a str: the quote that needs less escaping, escapes for what is not printable. */
#include "runtime/types/str_priv.h"
#include "runtime/text/unicode.h"

static bool put_escape(struct strbuf *b, uint32_t c) {
    char out[12];
    int n = 0, digits = c < 256 ? 2 : c < 65536 ? 4 : 8;
    out[n++] = '\\';
    out[n++] = c < 256 ? 'x' : c < 65536 ? 'u' : 'U';
    for (int i = digits; i-- > 0;) out[n++] = "0123456789abcdef"[c >> (4 * i) & 15];
    return strbuf_ascii(b, out, (size_t)n);
}

static val repr_with(struct thread *t, val s, bool ascii) {
    struct text x = text_of(s);
    bool single = false, twice = false, plain = true;
    for (int64_t i = 0; i < x.n; i++) {
        uint32_t c = text_at(&x, i);
        single |= c == '\'';
        twice |= c == '"';
        plain &= c >= 32 && c < 127 && c != '\\';
    }
    uint32_t quote = single && !twice ? '"' : '\'';
    if (plain && !(single && twice)) {
        val r = str_alloc(t, x.n + 2, 127);
        if (!r) return 0;
        uint8_t *p = str_fill(r);
        p[0] = p[x.n + 1] = (uint8_t)quote;
        text_copy(p + 1, 1, x.p, x.w, x.n);
        return r;
    }
    struct strbuf b;
    strbuf_init(&b, t);
    if (!strbuf_char(&b, quote)) return 0;
    for (int64_t i = 0; i < x.n; i++) {
        uint32_t c = text_at(&x, i);
        bool ok;
        if (c == quote || c == '\\')
            ok = strbuf_char(&b, '\\') && strbuf_char(&b, c);
        else if (c == '\n')
            ok = strbuf_ascii(&b, "\\n", 2);
        else if (c == '\r')
            ok = strbuf_ascii(&b, "\\r", 2);
        else if (c == '\t')
            ok = strbuf_ascii(&b, "\\t", 2);
        else if (c >= 32 && c < 127)
            ok = strbuf_char(&b, c);
        else if (ascii || c < 160 || !uc_is_printable(c))
            ok = put_escape(&b, c);
        else
            ok = strbuf_char(&b, c);
        if (!ok) return 0;
    }
    return strbuf_char(&b, quote) ? strbuf_finish(&b) : 0;
}

val str_repr_of(struct thread *t, val s) {
    return repr_with(t, s, false);
}

/* ascii() of a repr: only what is not ASCII is escaped. */
val str_ascii_of(struct thread *t, val s) {
    if (str_is_ascii(s)) return s;
    struct text x = text_of(s);
    struct strbuf b;
    strbuf_init(&b, t);
    for (int64_t i = 0; i < x.n; i++) {
        uint32_t c = text_at(&x, i);
        if (c < 128 ? !strbuf_char(&b, c) : !put_escape(&b, c)) return 0;
    }
    return strbuf_finish(&b);
}
