/* String and bytes literals without replacement fields: prefixes and escapes. */
#include "rules/python/parser.h"
#include "rules/python/unicode.h"

struct literal_prefix literal_prefix(struct str text) {
    struct literal_prefix out = {0};
    size_t i = 0;
    for (; text.p[i] != '"' && text.p[i] != '\''; i++) {
        switch (text.p[i] | 32) {
        case 'b': out.bytes = true; break;
        case 'r': out.raw = true; break;
        case 'f': out.format = true; break;
        case 't': out.template = true; break;
        case 'u': out.unicode = text.p[i] == 'u'; break;
        default: break;
        }
    }
    out.quote = text.p[i];
    out.quotes = text.n >= i + 6 && text.p[i + 1] == out.quote && text.p[i + 2] == out.quote ? 3 : 1;
    out.body = (struct str){text.p + i + out.quotes, text.n - i - 2 * out.quotes};
    return out;
}

static int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Where CPython says a piece is: it first rewrites every other character than ASCII as \Uxxxxxxxx. */
static size_t reported_position(struct str body, const char *at) {
    size_t n = 0;
    for (const char *p = body.p; p < at; p++) {
        if (*p == '\\' && p + 1 < body.p + body.n && (p[1] & 0x80))
            n += 6;
        else if (!(*p & 0x80))
            n++;
        else if ((*p & 0xc0) == 0xc0)
            n += 10;
    }
    return n;
}

static bool unicode_error(struct buf *out, struct str body, const char *from, const char *to, const char *why,
                          struct py_error *error) {
    size_t start = reported_position(body, from), end = reported_position(body, to);
    error->set = true;
    error->type = PY_SYNTAX_ERROR;
    if (end <= start + 1)
        error->text = str_printf(
            out->arena, "(unicode error) 'unicodeescape' codec can't decode byte 0x%02x in position %zu: %s",
            (unsigned char)*from, start, why);
    else
        error->text = str_printf(
            out->arena, "(unicode error) 'unicodeescape' codec can't decode bytes in position %zu-%zu: %s",
            start, end - 1, why);
    return false;
}

static void put_char(struct buf *out, uint32_t c) {
    char u[4];
    unsigned n = uni_encode(c, u);
    buf_put(out, u, n);
}

/* \x, \u, \U in a str: `p` behind the letter. Returns the position behind the digits, NULL after an error. */
static const char *hex_escape(struct buf *out, struct str body, const char *backslash, const char *p,
                              int digits, struct py_error *error) {
    const char *end = body.p + body.n;
    uint32_t c = 0;
    int i = 0;
    for (; i < digits && p < end && hex_value(*p) >= 0; i++, p++) c = c << 4 | (uint32_t)hex_value(*p);
    if (i < digits) {
        const char *why = digits == 2   ? "truncated \\xXX escape"
                          : digits == 4 ? "truncated \\uXXXX escape"
                                        : "truncated \\UXXXXXXXX escape";
        unicode_error(out, body, backslash, p, why, error);
        return NULL;
    }
    if (c > 0x10ffff) {
        unicode_error(out, body, backslash, p, "illegal Unicode character", error);
        return NULL;
    }
    put_char(out, c);
    return p;
}

/* \N{name}: `p` behind the N */
static const char *name_escape(struct buf *out, struct str body, const char *backslash, const char *p,
                               struct py_error *error) {
    const char *end = body.p + body.n;
    if (p < end && *p == '{') {
        const char *close = memchr(p, '}', (size_t)(end - p));
        if (close && close > p + 1) {
            uint32_t c;
            if (uni_name_find((struct str){p + 1, (size_t)(close - p - 1)}, &c)) {
                put_char(out, c);
                return close + 1;
            }
            unicode_error(out, body, backslash, close + 1, "unknown Unicode character name", error);
            return NULL;
        }
        unicode_error(out, body, backslash, close ? close + 1 : end, "malformed \\N character escape", error);
        return NULL;
    }
    unicode_error(out, body, backslash, p, "malformed \\N character escape", error);
    return NULL;
}

static const char *octal_escape(struct buf *out, const char *p, const char *end, bool bytes, const char **bad,
                                const char *backslash) {
    uint32_t c = 0;
    for (int i = 0; i < 3 && p < end && *p >= '0' && *p <= '7'; i++, p++) c = c * 8 + (uint32_t)(*p - '0');
    if (c > 0xff && !*bad) *bad = backslash;
    if (bytes)
        buf_putc(out, (int)(c & 0xff));
    else
        put_char(out, c);
    return p;
}

/* A \x of a bytes literal. */
static const char *byte_escape(struct buf *out, struct str body, const char *backslash, const char *p,
                               struct py_error *error) {
    const char *end = body.p + body.n;
    if (end - p >= 2 && hex_value(p[0]) >= 0 && hex_value(p[1]) >= 0) {
        buf_putc(out, hex_value(p[0]) << 4 | hex_value(p[1]));
        return p + 2;
    }
    error->set = true;
    error->type = PY_SYNTAX_ERROR;
    error->text = str_printf(out->arena, "(value error) invalid \\x escape at position %zu",
                             (size_t)(backslash - body.p));
    return NULL;
}

bool string_decode(struct buf *out, struct str body, bool bytes, bool raw, struct py_error *error,
                   const char **bad_escape) {
    const char *p = body.p, *end = body.p + body.n;
    while (p < end) {
        const char *backslash = raw ? NULL : memchr(p, '\\', (size_t)(end - p));
        if (!backslash || backslash + 1 >= end) {
            buf_put(out, p, (size_t)(end - p));
            return true;
        }
        buf_put(out, p, (size_t)(backslash - p));
        p = backslash + 2;
        char c = backslash[1];
        switch (c) {
        case '\n': break;
        case '\\':
        case '\'':
        case '"': buf_putc(out, c); break;
        case 'a': buf_putc(out, '\a'); break;
        case 'b': buf_putc(out, '\b'); break;
        case 'f': buf_putc(out, '\f'); break;
        case 'n': buf_putc(out, '\n'); break;
        case 'r': buf_putc(out, '\r'); break;
        case 't': buf_putc(out, '\t'); break;
        case 'v': buf_putc(out, '\v'); break;
        case '0':
        case '1':
        case '2':
        case '3':
        case '4':
        case '5':
        case '6':
        case '7': p = octal_escape(out, p - 1, end, bytes, bad_escape, backslash); break;
        case 'x':
            p = bytes ? byte_escape(out, body, backslash, p, error)
                      : hex_escape(out, body, backslash, p, 2, error);
            break;
        case 'u':
        case 'U':
        case 'N':
            if (!bytes) {
                p = c == 'N' ? name_escape(out, body, backslash, p, error)
                             : hex_escape(out, body, backslash, p, c == 'u' ? 4 : 8, error);
                break;
            }
            /* fall through */
        default:
            if (!*bad_escape) *bad_escape = backslash;
            buf_put(out, backslash, 1);
            p = backslash + 1;
            /* What follows is plain; it may be the first byte of a longer character. */
            buf_put(out, p, 1);
            p++;
        }
        if (!p) return false;
    }
    return true;
}
