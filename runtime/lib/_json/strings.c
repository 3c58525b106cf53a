/* JSON strings, read and written; the module. */
#include "runtime/lib/_json/json.h"
#include "runtime/process/process.h"

METHOD_TABLE(json);

val json_error(struct thread *t, const char *message, val string, int64_t at) {
    val name = str_ascii(t, "json.decoder"), module = name ? import_module(t, name) : 0;
    val cls = module ? obj_getattr(t, module, NAME(JSONDecodeError)) : 0,
        text = cls ? str_ascii(t, message) : 0;
    val e = text ? call3(t, cls, text, string, int_from_i64(t, at)) : 0;
    return e ? raise_val(t, e) : 0;
}

/* ---- reading ---- */

static bool plain(uint32_t c, bool strict) {
    return c != '"' && c != '\\' && (c > 0x1f || !strict);
}

/* The first place at or after `i` that is not plain. */
static int64_t plain_run(const struct text *x, int64_t i, bool strict) {
    if (x->w == 1) {
        const uint8_t *p = x->p;
        const uint64_t ones = UINT64_C(0x0101010101010101), high = ones << 7;
        for (; i + 8 <= x->n; i += 8) {
            uint64_t w;
            memcpy(&w, p + i, 8);
            uint64_t quote = w ^ ones * '"', back = w ^ ones * '\\';
            uint64_t odd = ((quote - ones) & ~quote) | ((back - ones) & ~back) | ((w - ones * 0x20) & ~w);
            if (odd & high) break;
        }
        while (i < x->n && plain(p[i], strict)) i++;
        return i;
    }
    while (i < x->n && plain(text_at(x, i), strict)) i++;
    return i;
}

/* Four hexadecimal digits, or -1. */
static int32_t hex4(const struct text *x, int64_t at) {
    int32_t c = 0;
    for (int64_t i = at; i < at + 4; i++) {
        uint32_t d = text_at(x, i);
        if (d >= '0' && d <= '9')
            d -= '0';
        else if ((d | 32) >= 'a' && (d | 32) <= 'f')
            d = (d | 32) - 'a' + 10;
        else
            return -1;
        c = c << 4 | (int32_t)d;
    }
    return c;
}

static int32_t simple_escape(uint32_t c) {
    switch (c) {
    case '"':
    case '\\':
    case '/': return (int32_t)c;
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return -1;
    }
}

/* The escape whose letter is at *i, which moves behind it; -1 raised. */
static int32_t escape(struct thread *t, val string, const struct text *x, int64_t *i) {
    uint32_t letter = text_at(x, *i);
    int64_t at = *i + 1, end = at + 4;
    int32_t c;
    if (letter != 'u') {
        if ((c = simple_escape(letter)) < 0) json_error(t, "Invalid \\escape", string, at - 2);
        *i = at;
        return c;
    }
    if (end >= x->n) return json_error(t, "Invalid \\uXXXX escape", string, at - 1), -1;
    if ((c = hex4(x, at)) < 0) return json_error(t, "Invalid \\uXXXX escape", string, end - 5), -1;
    if (c >= 0xd800 && c <= 0xdbff && end + 6 < x->n && text_at(x, end) == '\\' &&
        text_at(x, end + 1) == 'u') {
        int32_t low = hex4(x, end + 2);
        if (low < 0) return json_error(t, "Invalid \\uXXXX escape", string, end + 1), -1;
        if (low >= 0xdc00 && low <= 0xdfff) {
            c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
            end += 6;
        }
    }
    *i = end;
    return c;
}

val json_scan_string(struct thread *t, val string, int64_t begin, bool strict, int64_t *next) {
    struct text x = text_of(string);
    struct strbuf b;
    bool pieces = false;
    for (int64_t i = begin + 1;;) {
        int64_t from = i;
        i = plain_run(&x, from, strict);
        if (i == x.n) return json_error(t, "Unterminated string starting at", string, begin);
        uint32_t c = text_at(&x, i);
        if (c != '"' && c != '\\') return json_error(t, "Invalid control character at", string, i);
        if (c == '"' && !pieces) {
            *next = i + 1;
            return str_slice(t, string, from, i);
        }
        if (!pieces) strbuf_init(&b, t);
        pieces = true;
        if (!strbuf_units(&b, x, from, i)) return 0;
        if (c == '"') {
            *next = i + 1;
            return strbuf_finish(&b);
        }
        if (++i == x.n) return json_error(t, "Unterminated string starting at", string, begin);
        int32_t e = escape(t, string, &x, &i);
        if (e < 0 || !strbuf_char(&b, (uint32_t)e)) return 0;
    }
}

static val f_scanstring(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t end, next, strict = 1;
    if (!args_no_keywords(t, "scanstring", kwnames)) return 0;
    if (argc < 2 || argc > 3)
        return raise(t, &exc_TypeError, "scanstring() takes at %s %d arguments (%ld given)",
                     argc < 2 ? "least" : "most", argc < 2 ? 2 : 3, argc);
    if (!index_i64(t, argv[1], &end)) return 0;
    if (argc > 2 && (strict = obj_truth(t, argv[2])) < 0) return 0;
    if (!val_is_str(argv[0]))
        return raise(t, &exc_TypeError, "first argument must be a string, not %T", argv[0]);
    if (end < 0 || end > AS(string, argv[0])->len) return raise(t, &exc_ValueError, "end is out of bounds");
    val r = json_scan_string(t, argv[0], end - 1, strict, &next);
    return r ? pair_new(t, r, int_from_i64(t, next)) : 0;
}

/* ---- writing ---- */

static bool put_u(struct strbuf *b, uint32_t c) {
    char e[6] = {'\\', 'u'};
    for (int i = 0; i < 4; i++) e[2 + i] = "0123456789abcdef"[c >> (12 - 4 * i) & 15];
    return strbuf_ascii(b, e, 6);
}

static bool put_escape(struct strbuf *b, uint32_t c) {
    static const char letters[] = "\b\f\n\r\t\"\\", shown[] = "bfnrt\"\\";
    for (int i = 0; i < 7; i++)
        if (c == (uint8_t)letters[i]) return strbuf_char(b, '\\') && strbuf_char(b, (uint8_t)shown[i]);
    if (c < 0x10000) return put_u(b, c);
    c -= 0x10000;
    return put_u(b, 0xd800 | c >> 10) && put_u(b, 0xdc00 | (c & 0x3ff));
}

/* The first place at or after `i` that must be escaped. */
static int64_t clean_run(const struct text *x, int64_t i, bool ascii) {
    if (x->w == 1) {
        const uint8_t *p = x->p;
        const uint64_t ones = UINT64_C(0x0101010101010101), high = ones << 7;
        for (; i + 8 <= x->n; i += 8) {
            uint64_t w;
            memcpy(&w, p + i, 8);
            uint64_t quote = w ^ ones * '"', back = w ^ ones * '\\', del = w ^ ones * 0x7f;
            uint64_t odd = ((quote - ones) & ~quote) | ((back - ones) & ~back) | ((w - ones * 0x20) & ~w);
            if (ascii) odd |= w | ((del - ones) & ~del);
            if (odd & high) break;
        }
    }
    for (; i < x->n; i++) {
        uint32_t c = text_at(x, i);
        if (c < ' ' || c == '"' || c == '\\' || (ascii && c >= 0x7f)) break;
    }
    return i;
}

bool json_put_string(struct strbuf *b, val s, bool ascii) {
    struct text x = text_of(s);
    if (!strbuf_char(b, '"')) return false;
    for (int64_t i = 0; i < x.n;) {
        int64_t to = clean_run(&x, i, ascii);
        if (!(i == 0 && to == x.n ? strbuf_put(b, s) : strbuf_units(b, x, i, to))) return false;
        i = to;
        if (i == x.n) break;
        uint32_t c = text_at(&x, i++);
        if (!put_escape(b, c)) return false;
    }
    return strbuf_char(b, '"');
}

static val quoted(struct thread *t, val s, bool ascii) {
    if (!val_is_str(s)) return raise(t, &exc_TypeError, "first argument must be a string, not %T", s);
    struct strbuf b;
    strbuf_init(&b, t);
    return json_put_string(&b, s, ascii) ? strbuf_finish(&b) : 0;
}
val json_encode_ascii(struct thread *t, val s) {
    return quoted(t, s, true);
}
val json_encode(struct thread *t, val s) {
    return quoted(t, s, false);
}

int json_encoder_kind(val v) {
    if (!val_is_exact(v, &builtin_shape)) return -1;
    const void *fn = AS(builtin, v)->def->fn;
    return fn == (void *)json_encode_ascii ? 1 : fn == (void *)json_encode ? 0 : -1;
}

METHOD(json, scanstring, f_scanstring, -1, 0, 0);
METHOD(json, encode_basestring_ascii, json_encode_ascii, 1, 0, 0);
METHOD(json, encode_basestring, json_encode, 1, 0, 0);

static val json_init(struct thread *t) {
    READY(t, json_scanner_type);
    READY(t, json_encoder_type);
    val m = native_module_new(t, "_json", __start_pymeth_json, __stop_pymeth_json);
    if (!m || native_set(t, m, "make_scanner", val_of(&json_scanner_type)) < 0 ||
        native_set(t, m, "make_encoder", val_of(&json_encoder_type)) < 0)
        return 0;
    return m;
}
NATIVE_MODULE(_json, "_json", json_init);
