/* The other methods of bytes and bytearray: padding, case, translation, text. */
#include "runtime/types/bytes_priv.h"

static val padded(struct thread *t, val self, int64_t left, int64_t right, uint8_t fill) {
    struct text x = bytes_text(self);
    if (left < 0) left = 0;
    if (right < 0) right = 0;
    if (left == 0 && right == 0 && val_is_exact(self, &bytes_shape)) return self;
    val r = bytes_like(t, self, NULL, left + x.n + right);
    if (!r) return 0;
    uint8_t *p = bytes_like_data(r);
    if (left) memset(p, fill, (size_t)left);
    if (x.n) memcpy(p + left, x.p, (size_t)x.n);
    if (right) memset(p + left + x.n, fill, (size_t)right);
    return r;
}

static bool width_and_fill(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames,
                           int64_t *width, uint8_t *fill) {
    *fill = ' ';
    if (!args_no_keywords(t, fname, kwnames) || !args_count(t, fname, argc - 1, 1, 2) ||
        !index_i64(t, argv[1], width))
        return false;
    if (argc < 3) return true;
    if (!bytes_kind(argv[2]) || bytes_text(argv[2]).n != 1)
        return raise(t, &exc_TypeError, "%s() argument 2 must be a byte string of length 1, not %B", fname,
                     argv[2]) != 0;
    *fill = *(const uint8_t *)bytes_text(argv[2]).p;
    return true;
}

#define PAD(name, LEFT, RIGHT)                                                                               \
    val bytes_m_##name(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {                 \
        (void)callee;                                                                                        \
        int64_t width;                                                                                       \
        uint8_t fill;                                                                                        \
        if (!width_and_fill(t, #name, argc, argv, kwnames, &width, &fill)) return 0;                         \
        int64_t room = width - bytes_text(argv[0]).n;                                                        \
        if (room < 0) room = 0;                                                                              \
        return padded(t, argv[0], LEFT, RIGHT, fill);                                                        \
    }
PAD(ljust, 0, room)
PAD(rjust, room, 0)
PAD(center, room / 2 + (room & width & 1), room - (room / 2 + (room & width & 1)))

val bytes_m_zfill(struct thread *t, val self, val w) {
    int64_t width;
    if (!index_i64(t, w, &width)) return 0;
    struct text x = bytes_text(self);
    val r = padded(t, self, width - x.n, 0, '0');
    if (!r || width <= x.n || x.n == 0) return r;
    uint8_t *p = bytes_like_data(r), *sign = p + (width - x.n);
    if (*sign == '+' || *sign == '-') {
        *p = *sign;
        *sign = '0';
    }
    return r;
}

val bytes_m_expandtabs(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[1];
    int64_t size = 8, column = 0, n = 0;
    if (!args_parse(t, "expandtabs", "| tabsize", argc - 1, argv + 1, kwnames, out)) return 0;
    if (out[0] && !c_int_arg(t, out[0], &size)) return 0;
    struct text x = bytes_text(argv[0]);
    const uint8_t *p = x.p;
    uint8_t *q = NULL;
    val r = 0;
    for (int pass = 0; pass < 2; pass++) {
        column = n = 0;
        for (int64_t i = 0; i < x.n; i++) {
            int64_t k = 1;
            uint8_t c = p[i];
            if (c == '\t') {
                k = size > 0 ? size - column % size : 0;
                column += k;
                c = ' ';
            } else {
                column = c == '\n' || c == '\r' ? 0 : column + 1;
            }
            if (q && k) memset(q + n, c, (size_t)k);
            n += k;
            if (n > INT64_C(1) << 46) return raise(t, &exc_OverflowError, "result too long");
        }
        if (!pass) {
            if (!(r = bytes_like(t, argv[0], NULL, n))) return 0;
            q = bytes_like_data(r);
        }
    }
    return r;
}

val bytes_m_translate(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[2];
    struct text table = {0}, drop = {0}, x = bytes_text(argv[0]);
    if (!args_parse(t, "translate", "table / | delete", argc - 1, argv + 1, kwnames, out)) return 0;
    if (out[0] != NONE) {
        if (!bytes_arg(t, out[0], &table)) return 0;
        if (table.n != 256) return raise(t, &exc_ValueError, "translation table must be 256 characters long");
    }
    if (out[1] && !bytes_arg(t, out[1], &drop)) return 0;
    bool gone[256] = {false};
    for (int64_t i = 0; i < drop.n; i++) gone[((const uint8_t *)drop.p)[i]] = true;
    uint8_t *p = gc_storage(t, (size_t)x.n + 1, false);
    if (!p) return 0;
    int64_t n = 0;
    for (int64_t i = 0; i < x.n; i++) {
        uint8_t c = ((const uint8_t *)x.p)[i];
        if (!gone[c]) p[n++] = table.p ? ((const uint8_t *)table.p)[c] : c;
    }
    return bytes_like(t, argv[0], p, n);
}

val bytes_m_maketrans(struct thread *t, val from, val to) {
    struct text x, y;
    if (!bytes_arg(t, from, &x) || !bytes_arg(t, to, &y)) return 0;
    if (x.n != y.n) return raise(t, &exc_ValueError, "maketrans arguments must have same length");
    val r = bytes_new(t, NULL, 256);
    if (!r) return 0;
    uint8_t *p = AS(bytes, r)->data;
    for (int i = 0; i < 256; i++) p[i] = (uint8_t)i;
    for (int64_t i = 0; i < x.n; i++) p[((const uint8_t *)x.p)[i]] = ((const uint8_t *)y.p)[i];
    return r;
}

val bytes_m_decode(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[2];
    const char *s[2] = {NULL, NULL};
    if (!args_parse(t, "decode", "| encoding errors", argc - 1, argv + 1, kwnames, out)) return 0;
    for (int i = 0; i < 2; i++) {
        if (!out[i]) continue;
        if (!val_is_str(out[i]))
            return raise(t, &exc_TypeError, "decode() argument '%s' must be str, not %B",
                         i ? "errors" : "encoding", out[i]);
        if (!(s[i] = text_cstring(t, out[i]))) return 0;
    }
    struct text x = bytes_text(argv[0]);
    return str_decode(t, x.p, (size_t)x.n, s[0], s[1]);
}

/* ---- hexadecimal ---- */

val bytes_hex_text(struct thread *t, struct text x, val sep, int64_t group) {
    uint32_t c = 0;
    if (sep) {
        int64_t n = obj_len(t, sep);
        if (n < 0) return 0;
        if (n != 1) return raise(t, &exc_ValueError, "sep must be length 1.");
        if (val_is_str(sep))
            c = str_at(AS(string, sep), 0);
        else if (bytes_kind(sep))
            c = *(const uint8_t *)bytes_text(sep).p;
        else
            return raise(t, &exc_TypeError, "sep must be str or bytes.");
        if (c > 127) return raise(t, &exc_ValueError, "sep must be ASCII.");
    }
    int64_t every = group < 0 ? -group : group, seps = sep && every && x.n ? (x.n - 1) / every : 0;
    val r = str_alloc(t, 2 * x.n + seps, 127);
    if (!r || x.n == 0) return r;
    uint8_t *p = str_fill(r);
    for (int64_t i = 0; i < x.n; i++) {
        uint8_t b = ((const uint8_t *)x.p)[i];
        bool cut = i && seps && (group < 0 ? i % every == 0 : (x.n - i) % every == 0);
        if (cut) *p++ = (uint8_t)c;
        *p++ = (uint8_t) "0123456789abcdef"[b >> 4];
        *p++ = (uint8_t) "0123456789abcdef"[b & 15];
    }
    return r;
}

val bytes_m_hex(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[2];
    int64_t group = 1;
    if (!args_parse(t, "hex", "| sep bytes_per_sep", argc - 1, argv + 1, kwnames, out)) return 0;
    if (out[1] && !index_i64(t, out[1], &group)) return 0;
    return bytes_hex_text(t, bytes_text(argv[0]), out[0], group);
}

static int hex_value(uint32_t c) {
    if (c >= '0' && c <= '9') return (int)c - '0';
    if (c >= 'a' && c <= 'f') return (int)c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return (int)c - 'A' + 10;
    return -1;
}

val bytes_m_fromhex(struct thread *t, val cls, val text) {
    if (!val_is_str(text)) return raise(t, &exc_TypeError, "fromhex() argument must be str, not %B", text);
    struct text x = text_of(text);
    uint8_t *p = gc_storage(t, (size_t)x.n / 2 + 1, false);
    if (!p) return 0;
    int64_t n = 0, i = 0;
    for (;;) {
        while (i < x.n && (text_at(&x, i) == ' ' || (text_at(&x, i) >= 9 && text_at(&x, i) <= 13))) i++;
        if (i >= x.n) break;
        int high = hex_value(text_at(&x, i)), low = i + 1 < x.n ? hex_value(text_at(&x, i + 1)) : -1;
        if (high < 0 || low < 0)
            return raise(t, &exc_ValueError, "non-hexadecimal number found in fromhex() arg at position %ld",
                         i + (high >= 0));
        p[n++] = (uint8_t)(high << 4 | low);
        i += 2;
    }
    bool mutable = type_is_subtype((struct type *)cls, &bytearray_type);
    val r = mutable ? bytearray_new(t, p, n) : bytes_new(t, p, (size_t)n);
    return r && cls != val_of(mutable ? &bytearray_type : &bytes_type) ? call1(t, cls, r) : r;
}

/* ---- case ---- */

static bool is_lower(uint8_t c) {
    return c >= 'a' && c <= 'z';
}
static bool is_upper(uint8_t c) {
    return c >= 'A' && c <= 'Z';
}
static bool is_alpha(uint8_t c) {
    return is_lower(c) || is_upper(c);
}
static bool is_digit(uint8_t c) {
    return c >= '0' && c <= '9';
}
static bool is_alnum(uint8_t c) {
    return is_alpha(c) || is_digit(c);
}
static bool is_space(uint8_t c) {
    return c == ' ' || (c >= 9 && c <= 13);
}

static val mapped(struct thread *t, val self, char how) {
    struct text x = bytes_text(self);
    val r = bytes_like(t, self, NULL, x.n);
    if (!r) return 0;
    uint8_t *p = bytes_like_data(r);
    const uint8_t *q = bytes_text(self).p;
    bool inside = false;
    for (int64_t i = 0; i < x.n; i++) {
        uint8_t c = q[i];
        bool flip = how == 'u'   ? is_lower(c)
                    : how == 'l' ? is_upper(c)
                    : how == 's' ? is_alpha(c)
                    : inside     ? is_upper(c)
                                 : is_lower(c);
        p[i] = flip ? c ^ 32 : c;
        inside = how == 'c' || (how == 't' && is_alpha(c));
    }
    return r;
}
val bytes_m_upper(struct thread *t, val self) {
    return mapped(t, self, 'u');
}
val bytes_m_lower(struct thread *t, val self) {
    return mapped(t, self, 'l');
}
val bytes_m_swapcase(struct thread *t, val self) {
    return mapped(t, self, 's');
}
val bytes_m_capitalize(struct thread *t, val self) {
    return mapped(t, self, 'c');
}
val bytes_m_title(struct thread *t, val self) {
    return mapped(t, self, 't');
}

#define ALL(name, test)                                                                                      \
    val bytes_m_##name(struct thread *t, val self) {                                                         \
        (void)t;                                                                                             \
        struct text x = bytes_text(self);                                                                    \
        for (int64_t i = 0; i < x.n; i++)                                                                    \
            if (!test(((const uint8_t *)x.p)[i])) return FALSE;                                              \
        return val_bool(x.n > 0);                                                                            \
    }
ALL(isalpha, is_alpha)
ALL(isdigit, is_digit)
ALL(isalnum, is_alnum)
ALL(isspace, is_space)

val bytes_m_isascii(struct thread *t, val self) {
    (void)t;
    struct text x = bytes_text(self);
    return val_bool(text_max(x.p, x.n, 1) < 128);
}

static val is_case(val self, bool (*want)(uint8_t), bool (*other)(uint8_t)) {
    struct text x = bytes_text(self);
    bool any = false;
    for (int64_t i = 0; i < x.n; i++) {
        uint8_t c = ((const uint8_t *)x.p)[i];
        if (other(c)) return FALSE;
        any |= want(c);
    }
    return val_bool(any);
}
val bytes_m_isupper(struct thread *t, val self) {
    (void)t;
    return is_case(self, is_upper, is_lower);
}
val bytes_m_islower(struct thread *t, val self) {
    (void)t;
    return is_case(self, is_lower, is_upper);
}
val bytes_m_istitle(struct thread *t, val self) {
    (void)t;
    struct text x = bytes_text(self);
    bool any = false, inside = false;
    for (int64_t i = 0; i < x.n; i++) {
        uint8_t c = ((const uint8_t *)x.p)[i];
        if (is_upper(c) ? inside : is_lower(c) && !inside) return FALSE;
        inside = is_alpha(c);
        any |= inside;
    }
    return val_bool(any);
}
