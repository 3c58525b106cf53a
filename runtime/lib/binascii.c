/* The module binascii: bytes as text in base 64, hexadecimal, uuencode and quoted-printable; checksums.
 *
 * Results are made in scratch memory of a sufficient size first, `struct out`, and copied once. */
#include "runtime/lib/crc32.h"
#include "runtime/lib/native.h"
#include "runtime/types/container.h"
#include "runtime/types/int.h"

static val error_class, incomplete_class;
#define ERROR AS(type, error_class)

struct out {
    uint8_t *p;
    int64_t n;
};

static bool out_open(struct thread *t, struct out *o, int64_t room) {
    o->n = 0;
    return (o->p = gc_storage(t, (size_t)room + 16, false)) != NULL;
}
static inline void out_put(struct out *o, int c) {
    o->p[o->n++] = (uint8_t)c;
}
static val out_bytes(struct thread *t, const struct out *o) {
    return o->n ? bytes_new(t, o->p, (size_t)o->n) : bytes_new(t, "", 0);
}

/* The bytes of a buffer or of an ASCII str. */
static bool text_get(struct thread *t, val v, struct buffer *b) {
    if (val_is_str(v)) {
        const struct string *s = AS(string, v);
        if (!(s->head.aux & STR_ASCII))
            return raise(t, &exc_ValueError, "string argument should contain only ASCII characters"), false;
        *b = (struct buffer){(uint8_t *)(uintptr_t)str_data(s), s->len, true};
        return true;
    }
    if (type_of(v)->buffer) return buffer_get(t, v, b);
    return raise(t, &exc_TypeError, "argument should be bytes, buffer or ASCII string, not '%T'", v), false;
}

static bool flag(struct thread *t, val v, bool *out) {
    int64_t truth = v ? obj_truth(t, v) : *out;
    *out = truth > 0;
    return truth >= 0;
}

/* ---- base 64 ---- */

static const char digits64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int value64(uint8_t c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static val decode64(struct thread *t, const struct buffer *b, bool strict) {
    struct out o;
    int have = 0, pads = 0; /* digits of the group of four read so far; '=' in a row */
    uint32_t bits = 0;
    bool padding = false;
    if (!out_open(t, &o, b->n / 4 * 3 + 3)) return 0;
    if (strict && b->n && b->p[0] == '=') return raise(t, ERROR, "Leading padding not allowed");
    for (int64_t i = 0; i < b->n; i++) {
        if (b->p[i] == '=') {
            padding = true;
            if (have < 2 || have + ++pads < 4) continue;
            if (strict && i + 1 < b->n) return raise(t, ERROR, "Excess data after padding");
            return out_bytes(t, &o);
        }
        int digit = value64(b->p[i]);
        if (digit < 0) {
            if (strict) return raise(t, ERROR, "Only base64 data is allowed");
            continue;
        }
        if (strict && padding) return raise(t, ERROR, "Discontinuous padding not allowed");
        pads = 0;
        bits = bits << 6 | (uint32_t)digit;
        if (have) out_put(&o, (int)(bits >> (6 - 2 * have) & 255));
        have = (have + 1) & 3;
    }
    if (have == 1)
        return raise(
            t, ERROR,
            "Invalid base64-encoded string: number of data characters (%ld) cannot be 1 more than a multiple "
            "of 4",
            o.n / 3 * 4 + 1);
    return have ? raise(t, ERROR, "Incorrect padding") : out_bytes(t, &o);
}

static val f_a2b_base64(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val a[2];
    struct buffer b;
    bool strict = false;
    if (!args_parse(t, "a2b_base64", "data / $ | strict_mode", argc, argv, kwnames, a) ||
        !text_get(t, a[0], &b) || !flag(t, a[1], &strict))
        return 0;
    return decode64(t, &b, strict);
}

static val f_b2a_base64(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val a[2];
    struct buffer b;
    struct out o;
    bool newline = true;
    if (!args_parse(t, "b2a_base64", "data / $ | newline", argc, argv, kwnames, a) ||
        !flag(t, a[1], &newline) || !buffer_get(t, a[0], &b) || !out_open(t, &o, b.n / 3 * 4 + 5))
        return 0;
    for (int64_t i = 0; i < b.n; i += 3) {
        int64_t left = b.n - i;
        uint32_t w = (uint32_t)b.p[i] << 16 | (left > 1 ? b.p[i + 1] << 8 : 0) | (left > 2 ? b.p[i + 2] : 0);
        out_put(&o, digits64[w >> 18]);
        out_put(&o, digits64[w >> 12 & 63]);
        out_put(&o, left > 1 ? digits64[w >> 6 & 63] : '=');
        out_put(&o, left > 2 ? digits64[w & 63] : '=');
    }
    if (newline) out_put(&o, '\n');
    return out_bytes(t, &o);
}

/* ---- hexadecimal ---- */

static bool separator(struct thread *t, val v, int *out) {
    int64_t n = obj_len(t, v);
    struct buffer b;
    if (n < 0) return false;
    if (n != 1) return raise(t, &exc_ValueError, "sep must be length 1."), false;
    if (val_is_str(v)) {
        *out = (int)str_at(AS(string, v), 0);
        return *out < 256 || raise(t, &exc_ValueError, "sep must be ASCII.");
    }
    if (!val_has(v, TYPE_BYTES)) return raise(t, &exc_TypeError, "sep must be str or bytes."), false;
    if (!buffer_get(t, v, &b)) return false;
    *out = b.p[0];
    return true;
}

static val f_hexlify(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val a[3];
    struct buffer b;
    struct out o;
    int64_t group = 1;
    int sep = -1;
    if (!args_parse(t, "hexlify", "data | sep bytes_per_sep", argc, argv, kwnames, a)) return 0;
    if (a[1] && !separator(t, a[1], &sep)) return 0;
    if (a[2] && !index_i64(t, a[2], &group)) return 0;
    if (!buffer_get(t, a[0], &b) || !out_open(t, &o, b.n * 3)) return 0;
    uint64_t size = sep < 0 ? 0 : group < 0 ? 0 - (uint64_t)group : (uint64_t)group;
    uint64_t until = !size || size >= (uint64_t)b.n ? (uint64_t)b.n : group < 0 ? size : (uint64_t)b.n % size;
    if (!until) until = size;
    for (int64_t i = 0; i < b.n; i++, until--) {
        if (!until) {
            out_put(&o, sep);
            until = size;
        }
        out_put(&o, "0123456789abcdef"[b.p[i] >> 4]);
        out_put(&o, "0123456789abcdef"[b.p[i] & 15]);
    }
    return out_bytes(t, &o);
}

static int hex_value(uint8_t c) {
    if (c >= '0' && c <= '9') return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static val f_unhexlify(struct thread *t, val text) {
    struct buffer b;
    struct out o;
    if (!text_get(t, text, &b)) return 0;
    if (b.n % 2) return raise(t, ERROR, "Odd-length string");
    if (!out_open(t, &o, b.n / 2)) return 0;
    for (int64_t i = 0; i < b.n; i += 2) {
        int high = hex_value(b.p[i]), low = hex_value(b.p[i + 1]);
        if (high < 0 || low < 0) return raise(t, ERROR, "Non-hexadecimal digit found");
        out_put(&o, high << 4 | low);
    }
    return out_bytes(t, &o);
}

/* ---- checksums ---- */

/* The low 32 bits of an int of any size. */
static bool low_bits(struct thread *t, val v, uint32_t *out) {
    struct iview w;
    if (!(v = obj_index(t, v))) return false;
    int_view(v, &w);
    uint32_t m = w.n ? (uint32_t)w.d[0] : 0;
    *out = w.neg ? 0 - m : m;
    return true;
}

static val f_crc32(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    struct buffer b;
    uint32_t c = 0;
    if (!args_no_keywords(t, "binascii.crc32", kwnames) || !args_count(t, "crc32", argc, 1, 2)) return 0;
    if (!buffer_get(t, argv[0], &b) || (argc > 1 && !low_bits(t, argv[1], &c))) return 0;
    return val_small(crc32_of(c, b.p, (size_t)b.n));
}

static val f_crc_hqx(struct thread *t, val data, val start) {
    struct buffer b;
    uint32_t c;
    if (!buffer_get(t, data, &b) || !low_bits(t, start, &c)) return 0;
    c &= 0xffff;
    for (int64_t i = 0; i < b.n; i++) {
        c ^= (uint32_t)b.p[i] << 8;
        for (int k = 0; k < 8; k++) c = (c << 1 ^ (c & 0x8000 ? 0x1021 : 0)) & 0xffff;
    }
    return val_small(c);
}

/* ---- uuencode: one line ---- */

static val f_a2b_uu(struct thread *t, val text) {
    struct buffer b;
    struct out o;
    if (!text_get(t, text, &b)) return 0;
    int64_t want = ((b.n ? b.p[0] : 0) - ' ') & 63, i = 1;
    uint32_t bits = 0;
    if (!out_open(t, &o, want)) return 0;
    for (int have = 0; o.n < want; i++) {
        uint8_t c = i < b.n ? b.p[i] : '\n'; /* blanks at the end of a line may be gone */
        if (c == '\n' || c == '\r') c = ' ';
        if (c < ' ' || c > ' ' + 64) return raise(t, ERROR, "Illegal char");
        bits = bits << 6 | ((c - ' ') & 63);
        if ((have += 6) < 8) continue;
        have -= 8;
        out_put(&o, (int)(bits >> have & 255));
    }
    for (; i < b.n; i++)
        if (b.p[i] != ' ' && b.p[i] != '`' && b.p[i] != '\n' && b.p[i] != '\r')
            return raise(t, ERROR, "Trailing garbage");
    return out_bytes(t, &o);
}

static val f_b2a_uu(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val a[2];
    struct buffer b;
    struct out o;
    bool backtick = false;
    if (!args_parse(t, "b2a_uu", "data / $ | backtick", argc, argv, kwnames, a) ||
        !flag(t, a[1], &backtick) || !buffer_get(t, a[0], &b))
        return 0;
    if (b.n > 45) return raise(t, ERROR, "At most 45 bytes at once");
    if (!out_open(t, &o, 64)) return 0;
    out_put(&o, backtick && !b.n ? '`' : ' ' + (int)b.n);
    for (int64_t i = 0; i < b.n; i += 3) {
        uint32_t w = 0;
        for (int64_t k = i; k < i + 3; k++) w = w << 8 | (k < b.n ? b.p[k] : 0);
        for (int shift = 18; shift >= 0; shift -= 6) {
            int digit = (int)(w >> shift & 63);
            out_put(&o, !digit && backtick ? '`' : ' ' + digit);
        }
    }
    out_put(&o, '\n');
    return out_bytes(t, &o);
}

/* ---- quoted-printable ---- */

static val f_a2b_qp(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val a[2];
    struct buffer b;
    struct out o;
    bool header = false;
    if (!args_parse(t, "a2b_qp", "data | header", argc, argv, kwnames, a) || !text_get(t, a[0], &b) ||
        !flag(t, a[1], &header) || !out_open(t, &o, b.n))
        return 0;
    for (int64_t i = 0; i < b.n;) {
        uint8_t c = b.p[i++];
        if (c != '=') {
            out_put(&o, header && c == '_' ? ' ' : c);
            continue;
        }
        if (i == b.n) break;
        if (b.p[i] == '\n' || b.p[i] == '\r') { /* the line goes on */
            while (i < b.n && b.p[i] != '\n') i++;
            i++;
        } else if (b.p[i] == '=') {
            out_put(&o, '=');
            i++;
        } else if (i + 1 < b.n && hex_value(b.p[i]) >= 0 && hex_value(b.p[i + 1]) >= 0) {
            out_put(&o, hex_value(b.p[i]) << 4 | hex_value(b.p[i + 1]));
            i += 2;
        } else {
            out_put(&o, '=');
        }
    }
    return out_bytes(t, &o);
}

struct quoting {
    bool tabs, text, header;
    bool crlf;    /* lines end as the first one of the data does */
    int64_t line; /* characters on the current line */
};
#define LINE_MAX 76

static bool must_quote(const struct quoting *q, const struct buffer *b, int64_t i) {
    uint8_t c = b->p[i];
    bool last = i + 1 == b->n, blank = c == ' ' || c == '\t', end = c == '\r' || c == '\n';
    if (c > 126 || c == '=' || (q->header && c == '_') || (!q->text && end)) return true;
    if (c == '.' && !q->line) return last || b->p[i + 1] == '\n' || b->p[i + 1] == '\r' || b->p[i + 1] == 0;
    if (blank) return last || q->tabs;
    return c < 33 && !end;
}

static void put_quoted(struct out *o, uint8_t c) {
    out_put(o, '=');
    out_put(o, "0123456789ABCDEF"[c >> 4]);
    out_put(o, "0123456789ABCDEF"[c & 15]);
}

static void put_end(struct quoting *q, struct out *o) {
    if (q->crlf) out_put(o, '\r');
    out_put(o, '\n');
    q->line = 0;
}

static void quote(struct quoting *q, const struct buffer *b, struct out *o) {
    for (int64_t i = 0; i < b->n;) {
        uint8_t c = b->p[i];
        bool quoted = must_quote(q, b, i);
        if (!quoted && q->text && (c == '\n' || (c == '\r' && i + 1 < b->n && b->p[i + 1] == '\n'))) {
            if (o->n && (o->p[o->n - 1] == ' ' || o->p[o->n - 1] == '\t')) put_quoted(o, o->p[--o->n]);
            put_end(q, o);
            i += c == '\r' ? 2 : 1;
            continue;
        }
        bool full = quoted ? q->line + 3 >= LINE_MAX
                           : i + 1 != b->n && b->p[i + 1] != '\n' && q->line + 1 >= LINE_MAX;
        if (full) {
            out_put(o, '=');
            put_end(q, o);
        }
        q->line += quoted ? 3 : 1;
        if (quoted)
            put_quoted(o, c);
        else
            out_put(o, q->header && c == ' ' ? '_' : c);
        i++;
    }
}

static val f_b2a_qp(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val a[4];
    struct buffer b;
    struct out o;
    struct quoting q = {.text = true};
    if (!args_parse(t, "b2a_qp", "data | quotetabs istext header", argc, argv, kwnames, a) ||
        !flag(t, a[1], &q.tabs) || !flag(t, a[2], &q.text) || !flag(t, a[3], &q.header) ||
        !buffer_get(t, a[0], &b))
        return 0;
    if (b.n > INT64_MAX / 8) return raise(t, &exc_MemoryError, "");
    int64_t first = 0;
    while (first < b.n && b.p[first] != '\n') first++;
    q.crlf = first > 0 && first < b.n && b.p[first - 1] == '\r';
    if (!out_open(t, &o, b.n * 4)) return 0;
    quote(&q, &b, &o);
    return out_bytes(t, &o);
}

METHOD_TABLE(binascii);
METHOD(binascii, a2b_base64, f_a2b_base64, -1, 0, "($module, data, /, *, strict_mode=False)");
METHOD(binascii, b2a_base64, f_b2a_base64, -1, 0, "($module, data, /, *, newline=True)");
METHOD(binascii, b2a_hex, f_hexlify, -1, 0, 0);
METHOD(binascii, hexlify, f_hexlify, -1, 0, 0);
METHOD(binascii, a2b_hex, f_unhexlify, 1, 0, "($module, hexstr, /)");
METHOD(binascii, unhexlify, f_unhexlify, 1, 0, "($module, hexstr, /)");
METHOD(binascii, crc32, f_crc32, -1, 0, "($module, data, crc=0, /)");
METHOD(binascii, crc_hqx, f_crc_hqx, 2, 0, "($module, data, crc, /)");
METHOD(binascii, a2b_uu, f_a2b_uu, 1, 0, "($module, data, /)");
METHOD(binascii, b2a_uu, f_b2a_uu, -1, 0, "($module, data, /, *, backtick=False)");
METHOD(binascii, a2b_qp, f_a2b_qp, -1, 0, "($module, /, data, header=False)");
METHOD(binascii, b2a_qp, f_b2a_qp, -1, 0, "($module, /, data, quotetabs=False, istext=True, header=False)");

static val binascii_init(struct thread *t) {
    gc_root(t, &error_class);
    gc_root(t, &incomplete_class);
    error_class = native_exception(t, "binascii", "Error", &exc_ValueError);
    incomplete_class = error_class ? native_exception(t, "binascii", "Incomplete", &exc_Exception) : 0;
    val m = incomplete_class ? native_module_new(t, "binascii", METHODS(binascii)) : 0;
    if (!m || native_set(t, m, "Error", error_class) < 0 ||
        native_set(t, m, "Incomplete", incomplete_class) < 0)
        return 0;
    return m;
}
NATIVE_MODULE(binascii, "binascii", binascii_init);
