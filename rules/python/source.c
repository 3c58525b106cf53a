/* A source file's bytes to the text the lexer reads: encoding declaration (PEP 263), byte order mark, line
 * ends.
 *
 * Accepted are UTF-8 and the one-byte encodings that agree with ASCII; CPython's other codecs are refused in
 * the words CPython uses for a codec it does not have. */
#include "rules/python/encodings.h"
#include "rules/python/lexer.h"
#include "rules/python/unicode.h"

enum encoding_kind { ENC_UTF8, ENC_LATIN1, ENC_ASCII, ENC_TABLE, ENC_UNKNOWN };

static bool fail(struct py_error *e, struct arena *a, uint32_t line, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    *e = (struct py_error){true, PY_SYNTAX_ERROR, line, 0, line, 0, str_vprintf(a, fmt, ap)};
    va_end(ap);
    return false;
}

static bool is_name_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
}

/* The declaration in one line: a comment alone on its line that matches coding[:=]\s*([-\w.]+). */
static struct str cookie_of(struct str line) {
    size_t i = 0;
    while (i < line.n && (line.p[i] == ' ' || line.p[i] == '\t' || line.p[i] == '\f')) i++;
    if (i >= line.n || line.p[i] != '#') return (struct str){0};
    for (; i + 7 < line.n; i++) {
        if (memcmp(line.p + i, "coding", 6) || (line.p[i + 6] != ':' && line.p[i + 6] != '=')) continue;
        size_t at = i + 7;
        while (at < line.n && (line.p[at] == ' ' || line.p[at] == '\t')) at++;
        size_t start = at;
        while (at < line.n && is_name_char(line.p[at])) at++;
        if (at > start) return (struct str){line.p + start, at - start};
    }
    return (struct str){0};
}

static bool is_blank_or_comment(struct str line) {
    for (size_t i = 0; i < line.n; i++) {
        if (line.p[i] == '#') return true;
        if (line.p[i] != ' ' && line.p[i] != '\t' && line.p[i] != '\f') return false;
    }
    return true;
}

static struct str line_at(struct str s, size_t at) {
    size_t end = at;
    while (end < s.n && s.p[end] != '\n' && s.p[end] != '\r') end++;
    return (struct str){s.p + at, end - at};
}

static struct str find_cookie(struct str s) {
    struct str first = line_at(s, 0), cookie = cookie_of(first);
    if (cookie.n || !is_blank_or_comment(first)) return cookie;
    size_t at = first.n;
    if (at < s.n && s.p[at] == '\r') at++;
    if (at < s.n && s.p[at] == '\n') at++;
    return at < s.n ? cookie_of(line_at(s, at)) : (struct str){0};
}

struct encoding {
    enum encoding_kind kind;
    const uint16_t *table; /* ENC_TABLE */
};

/* Python's rule: case and the difference of '-', '_' and ' ' do not matter. */
static struct encoding encoding_named(struct str name) {
    char norm[32];
    size_t n = 0;
    for (size_t i = 0; i < name.n && n < sizeof norm - 1; i++) {
        char c = name.p[i];
        norm[n++] = c == '-' || c == '.' ? '_' : c >= 'A' && c <= 'Z' ? (char)(c | 32) : c;
    }
    norm[n] = 0;
    static const struct {
        const char *name;
        enum encoding_kind kind;
    } known[] = {
        {"utf_8", ENC_UTF8},        {"utf8", ENC_UTF8},          {"u8", ENC_UTF8},
        {"utf", ENC_UTF8},          {"cp65001", ENC_UTF8},       {"latin_1", ENC_LATIN1},
        {"iso_8859_1", ENC_LATIN1}, {"iso_latin_1", ENC_LATIN1}, {"latin1", ENC_LATIN1},
        {"iso8859_1", ENC_LATIN1},  {"iso8859", ENC_LATIN1},     {"8859", ENC_LATIN1},
        {"cp819", ENC_LATIN1},      {"l1", ENC_LATIN1},          {"latin", ENC_LATIN1},
        {"ascii", ENC_ASCII},       {"us_ascii", ENC_ASCII},     {"646", ENC_ASCII},
    };
    for (size_t i = 0; i < COUNT(known); i++)
        if (!strcmp(norm, known[i].name)) return (struct encoding){known[i].kind, NULL};
    if (!strncmp(norm, "utf_8_", 6)) return (struct encoding){ENC_UTF8, NULL};
    if (!strncmp(norm, "latin_1_", 8) || !strncmp(norm, "iso_8859_1_", 11) ||
        !strncmp(norm, "iso_latin_1_", 12))
        return (struct encoding){ENC_LATIN1, NULL};
    for (size_t i = 0; i < encoding_names_count; i++)
        if (!strcmp(norm, encoding_names[i].name))
            return (struct encoding){ENC_TABLE, encoding_tables[encoding_names[i].table]};
    return (struct encoding){ENC_UNKNOWN, NULL};
}

/* Length of the valid UTF-8 sequence at p, or 0. */
static unsigned utf8_length(const unsigned char *p, const unsigned char *end) {
    unsigned n = p[0] < 0x80                   ? 1
                 : p[0] >= 0xc2 && p[0] < 0xe0 ? 2
                 : (p[0] & 0xf0) == 0xe0       ? 3
                 : p[0] >= 0xf0 && p[0] < 0xf5 ? 4
                                               : 0;
    if (!n || (size_t)(end - p) < n) return 0;
    for (unsigned i = 1; i < n; i++)
        if ((p[i] & 0xc0) != 0x80) return 0;
    if (n == 3 && ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] >= 0xa0))) return 0;
    if (n == 4 && ((p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] >= 0x90))) return 0;
    return n;
}

/* The first byte that is not UTF-8, or NULL. Skips ASCII eight bytes at a time. */
static const unsigned char *bad_utf8(const unsigned char *p, const unsigned char *end) {
    while (p < end) {
        uint64_t w;
        if (end - p >= 8 && (memcpy(&w, p, 8), !(w & 0x8080808080808080u))) {
            p += 8;
            continue;
        }
        unsigned n = utf8_length(p, end);
        if (!n) return p;
        p += n;
    }
    return NULL;
}

/* One byte to one character; `table` NULL is Latin-1. The position of the first byte that is none goes to
 * *bad. */
static struct str from_bytes(struct arena *a, struct str s, const uint16_t *table, size_t *bad) {
    struct buf b;
    buf_init(&b, a);
    buf_reserve(&b, s.n * 2);
    *bad = s.n;
    for (size_t i = 0; i < s.n; i++) {
        uint8_t byte = (uint8_t)s.p[i];
        uint32_t c = byte < 0x80 || !table ? byte : table[byte - 0x80];
        if (byte && !c) {
            *bad = i;
            break;
        }
        char u[4];
        buf_put(&b, u, uni_encode(c, u));
    }
    return buf_view(&b);
}

static uint32_t line_of(struct str s, const char *at) {
    uint32_t line = 1;
    for (const char *p = s.p; p < at; p++) line += *p == '\n';
    return line;
}

/* Copies with \r\n and \r as \n, a final newline, and a NUL behind. */
static struct str normalise(struct arena *a, struct str s) {
    char *out = arena_alloc(a, s.n + 2);
    size_t n = s.n;
    if (!s.n || !memchr(s.p, '\r', s.n)) {
        if (s.n) memcpy(out, s.p, s.n);
    } else {
        n = 0;
        for (size_t i = 0; i < s.n; i++) {
            char c = s.p[i];
            if (c == '\r') {
                c = '\n';
                if (i + 1 < s.n && s.p[i + 1] == '\n') i++;
            }
            out[n++] = c;
        }
    }
    if (n && out[n - 1] != '\n') out[n++] = '\n';
    out[n] = 0;
    return (struct str){out, n};
}

/* Beside a byte order mark CPython takes only the canonical spelling. */
static bool is_utf8_name(struct str name) {
    static const char canonical[] = "utf-8";
    if (name.n < 5) return false;
    for (size_t i = 0; i < 5; i++)
        if ((name.p[i] == '_' ? '-' | 32 : name.p[i] | 32) != (canonical[i] | 32)) return false;
    return name.n == 5 || name.p[5] == '-' || name.p[5] == '_';
}

static bool check_utf8(struct arena *a, struct str file, struct str s, struct py_error *error) {
    const char *bad =
        s.n ? (const char *)bad_utf8((const unsigned char *)s.p, (const unsigned char *)s.p + s.n) : NULL;
    if (!bad) return true;
    return fail(error, a, line_of(s, bad),
                "Non-UTF-8 code starting with '\\x%02x' in file " STR_FMT
                " on line %u, but no encoding declared; see "
                "https://peps.python.org/pep-0263/ for details",
                (unsigned char)*bad, STR_ARG(file), line_of(s, bad));
}

bool source_prepare(struct arena *a, struct str file, struct str bytes, struct str *text,
                    struct py_error *error) {
    bool mark = bytes.n >= 3 && !memcmp(bytes.p, "\xef\xbb\xbf", 3);
    struct str s = mark ? (struct str){bytes.p + 3, bytes.n - 3} : bytes;
    if (s.n >= UINT32_MAX / 2) return fail(error, a, 0, "source file is too big");
    struct str cookie = s.n ? find_cookie(s) : (struct str){0};
    struct encoding e = cookie.n ? encoding_named(cookie) : (struct encoding){ENC_UTF8, NULL};
    if (mark && cookie.n && !is_utf8_name(cookie))
        return fail(error, a, 0, "encoding problem: " STR_FMT " with BOM", STR_ARG(cookie));
    if (e.kind == ENC_UNKNOWN) return fail(error, a, 0, "unknown encoding: " STR_FMT, STR_ARG(cookie));
    if (s.n && memchr(s.p, 0, s.n)) {
        fail(error, a, 0, "source code string cannot contain null bytes");
        error->type = PY_VALUE_ERROR;
        return false;
    }
    size_t bad = 0;
    switch (e.kind) {
    case ENC_LATIN1:
    case ENC_TABLE: {
        struct str decoded = from_bytes(a, s, e.table, &bad);
        if (bad < s.n)
            return fail(
                error, a, 0,
                "'charmap' codec can't decode byte 0x%02x in position %zu: character maps to <undefined>",
                (unsigned char)s.p[bad], bad);
        s = decoded;
        break;
    }
    case ENC_ASCII:
        for (; bad < s.n; bad++)
            if (s.p[bad] & 0x80)
                return fail(
                    error, a, 0,
                    "'ascii' codec can't decode byte 0x%02x in position %zu: ordinal not in range(128)",
                    (unsigned char)s.p[bad], bad);
        break;
    default:
        if (!check_utf8(a, file, s, error)) return false;
    }
    *text = normalise(a, s);
    return true;
}
