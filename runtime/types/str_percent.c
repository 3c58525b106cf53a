/* The % operator of str and bytes. Both run here: for bytes the result is built as a text whose code points
 * are the bytes. */
#include "runtime/types/bytes_priv.h"
#include "runtime/types/int.h"
#include "runtime/types/float.h"
#include "runtime/types/float_text.h"
#include "runtime/math/math.h"

struct percent {
    struct thread *t;
    struct text x; /* the format */
    int64_t at;
    val args;
    int64_t count, next; /* of the tuple; count -1: one argument that is not a tuple, next -2 until taken */
    val dict;            /* the mapping, or 0 */
    bool bytes;
    struct strbuf out;
    /* the directive */
    bool left, sign, blank, alt, zero, no_minus_zero;
    int64_t width, precision;
    uint32_t type;
};

static bool fail(struct percent *w, struct type *exc, const char *message) {
    return raise(w->t, exc, "%s", message) != 0;
}

static val take(struct percent *w) {
    if (w->next < w->count) {
        int64_t i = w->next++;
        return w->count < 0 ? w->args : AS(tuple, w->args)->item[i];
    }
    return raise(w->t, &exc_TypeError, "not enough arguments for format string");
}

/* '(' KEY ')': the argument becomes the mapping's item. */
static bool key(struct percent *w) {
    if (!w->dict) return fail(w, &exc_TypeError, "format requires a mapping");
    int64_t open = 1, start = w->at;
    while (open > 0 && w->at < w->x.n) {
        uint32_t c = text_at(&w->x, w->at++);
        open += c == '(' ? 1 : c == ')' ? -1 : 0;
    }
    if (open > 0) return fail(w, &exc_ValueError, "incomplete format key");
    int64_t n = w->at - 1 - start;
    const char *p = (const char *)w->x.p + start * w->x.w;
    val name = w->bytes ? bytes_new(w->t, p, (size_t)n) : n ? text_units(w->t, p, n, w->x.w) : EMPTY_STR;
    if (!name || !(w->args = rt_getitem(w->t, w->dict, name))) return false;
    w->count = -1;
    w->next = -2;
    return true;
}

/* Digits or '*'; *given stays as it is when there are none. */
static bool number(struct percent *w, int64_t *given, bool width) {
    if (w->at < w->x.n && text_at(&w->x, w->at) == '*') {
        w->at++;
        val v = take(w);
        if (!v) return false;
        if (!val_is_int(v)) return fail(w, &exc_TypeError, "* wants int");
        if (!int_to_i64(v, given))
            return raise(w->t, &exc_OverflowError, "Python int too large to convert to C %s",
                         width ? "ssize_t" : "int") != 0;
        if (!width && (*given > INT32_MAX || *given < INT32_MIN))
            return fail(w, &exc_OverflowError, "Python int too large to convert to C int");
        if (width && *given < 0) {
            w->left = true;
            *given = -*given;
        }
        if (!width && *given < 0) *given = 0;
        return true;
    }
    int64_t n = 0;
    bool any = false;
    for (; w->at < w->x.n; w->at++) {
        uint32_t c = text_at(&w->x, w->at);
        if (c < '0' || c > '9') break;
        n = n * 10 + (c - '0');
        any = true;
        if (width ? n > INT64_MAX / 16 : n > INT32_MAX)
            return fail(w, &exc_ValueError, width ? "width too big" : "precision too big");
    }
    if (any) *given = n;
    return true;
}

static bool directive(struct percent *w) {
    w->left = w->sign = w->blank = w->alt = w->zero = w->no_minus_zero = false;
    w->width = w->precision = -1;
#define MORE (w->at < w->x.n)
#define HERE text_at(&w->x, w->at)
    if (MORE && HERE == '(') {
        w->at++;
        if (!key(w)) return false;
    }
    for (; MORE; w->at++) {
        uint32_t c = HERE;
        if (c == '-')
            w->left = true;
        else if (c == '+')
            w->sign = true;
        else if (c == ' ')
            w->blank = true;
        else if (c == '#')
            w->alt = true;
        else if (c == '0')
            w->zero = true;
        else if (c == 'z' && w->bytes)
            w->no_minus_zero = true;
        else
            break;
    }
    if (!number(w, &w->width, true)) return false;
    if (MORE && HERE == '.') {
        w->at++;
        w->precision = 0;
        if (!number(w, &w->precision, false)) return false;
    }
    if (MORE && (HERE == 'h' || HERE == 'l' || HERE == 'L')) w->at++;
    if (!MORE) return fail(w, &exc_ValueError, "incomplete format");
    w->type = text_at(&w->x, w->at++);
    return true;
}

/* [sign][prefix]digits in the width. */
static bool put_number(struct percent *w, const char *p, int64_t n, int prefix) {
    char sign = 0;
    struct strbuf *b = &w->out;
    if (n && (*p == '-' || *p == '+')) {
        sign = *p++;
        n--;
    } else if (w->sign) {
        sign = '+';
    } else if (w->blank) {
        sign = ' ';
    }
    int64_t pad = w->width - n - (sign != 0);
    bool zeros = w->zero;
    if (pad > 0 && !w->left && !zeros && !strbuf_fill(b, ' ', pad)) return false;
    if (sign && !strbuf_char(b, (uint8_t)sign)) return false;
    if (!strbuf_ascii(b, p, (size_t)prefix)) return false;
    if (pad > 0 && !w->left && zeros && !strbuf_fill(b, '0', pad)) return false;
    if (!strbuf_ascii(b, p + prefix, (size_t)(n - prefix))) return false;
    return pad <= 0 || !w->left || strbuf_fill(b, ' ', pad);
}

static bool put_text(struct percent *w, struct text x) {
    int64_t n = w->precision >= 0 && w->precision < x.n ? w->precision : x.n, pad = w->width - n;
    return (w->left || strbuf_fill(&w->out, ' ', pad)) && strbuf_units(&w->out, x, 0, n) &&
           (!w->left || strbuf_fill(&w->out, ' ', pad));
}

static bool wrong_type(struct percent *w, val v) {
    bool whole = w->type == 'o' || w->type == 'x' || w->type == 'X';
    return raise(w->t, &exc_TypeError, "%%%c format: %s is required, not %T", (int)w->type,
                 whole ? "an integer" : "a real number", v) != 0;
}

val int_from_object(struct thread *t, val x); /* types/int.c */

/* The argument of %d and its relatives as an int; 0 raised. */
static val integer(struct percent *w, val v) {
    struct thread *t = w->t;
    bool whole = w->type == 'o' || w->type == 'x' || w->type == 'X';
    if (val_is_int(v)) return v;
    struct type *type = type_of(v);
    val r = 0;
    if (whole ? type->index != NULL : type->index || type->to_int || type->to_float) {
        r = whole ? obj_index(t, v) : int_from_object(t, v);
        if (r) return r;
        if (t->exc && !exc_pending_is(t, &exc_TypeError)) return 0;
        if (t->exc) exc_take(t);
    }
    wrong_type(w, v);
    return 0;
}

static bool put_integer(struct percent *w, val v) {
    if (!(v = integer(w, v))) return false;
    if (val_is_small(v) && w->precision < 0 && (w->type == 'd' || w->type == 'u' || w->type == 'i')) {
        char digits[24], *first = int_decimal(val_small_get(v), digits);
        return put_number(w, first, digits + 24 - first, 0);
    }
    int base = w->type == 'o' ? 8 : w->type == 'x' || w->type == 'X' ? 16 : 10;
    val text = int_to_str(w->t, v, base, w->alt);
    if (!text) return false;
    struct text x = text_of(text);
    const char *p = x.p;
    int64_t n = x.n;
    bool neg = *p == '-';
    int prefix = w->alt && base != 10 ? 2 : 0;
    int64_t digits = n - neg - prefix;
    if (w->precision > digits || w->type == 'X') {
        int64_t zeros = w->precision > digits ? w->precision - digits : 0, head = neg + prefix;
        char *q = gc_storage(w->t, (size_t)(n + zeros), false);
        if (!q) return false;
        memcpy(q, p, (size_t)head);
        memset(q + head, '0', (size_t)zeros);
        memcpy(q + head + zeros, p + head, (size_t)digits);
        n += zeros;
        for (int64_t i = 0; w->type == 'X' && i < n; i++)
            if (q[i] >= 'a' && q[i] <= 'z') q[i] -= 32;
        p = q;
    }
    return put_number(w, p, n, prefix);
}

static bool rounds_to_zero(const char *p, int64_t n) {
    for (int64_t i = 0; i < n && p[i] != 'e' && p[i] != 'E'; i++)
        if (p[i] != '0' && p[i] != '.') return false;
    return true;
}

static bool put_float(struct percent *w, val v) {
    double d;
    char small[64];
    int64_t n;
    if (w->bytes && !val_is_float(v) && !type_of(v)->to_float && !type_of(v)->index)
        return raise(w->t, &exc_TypeError, "float argument required, not %T", v) != 0;
    if (!number_as_double(w->t, v, &d)) return false;
    unsigned flags = (w->alt ? TEXT_ALT : 0) | (w->type < 'a' ? TEXT_UPPER : 0);
    const char *p =
        double_text(w->t, d, (char)(w->type | 32), w->precision < 0 ? 6 : w->precision, flags, small, &n);
    if (p && w->no_minus_zero && *p == '-' && rounds_to_zero(p + 1, n - 1)) p++, n--;
    return p && put_number(w, p, n, 0);
}

static bool put_char(struct percent *w, val v) {
    uint32_t c;
    uint32_t most = w->bytes ? 255 : 0x10ffff;
    if (!w->bytes && val_is_str(v)) {
        if (AS(string, v)->len != 1) return fail(w, &exc_TypeError, "%c requires int or char");
        c = str_at(AS(string, v), 0);
    } else if (w->bytes && bytes_kind(v)) {
        if (bytes_text(v).n != 1)
            return fail(w, &exc_TypeError, "%c requires an integer in range(256) or a single byte");
        c = *(const uint8_t *)bytes_text(v).p;
    } else {
        int64_t n;
        if (!val_is_int(v) && !type_of(v)->index)
            return fail(w, &exc_TypeError,
                        w->bytes ? "%c requires an integer in range(256) or a single byte"
                                 : "%c requires int or char");
        val index = obj_index(w->t, v);
        if (!index) return false;
        if (!int_to_i64(index, &n) || n < 0 || n > most)
            return fail(w, &exc_OverflowError,
                        w->bytes ? "%c arg not in range(256)" : "%c arg not in range(0x110000)");
        c = (uint32_t)n;
    }
    w->precision = -1;
    return put_text(w, (struct text){&c, 1, 4});
}

static bool put_bytes(struct percent *w, val v) {
    struct text x;
    if (!val_is_str(v)) {
        if (type_of(v)->buffer) return bytes_arg(w->t, v, &x) && put_text(w, x);
        val f = special_lookup(w->t, v, NAME(__bytes__));
        if (!f && w->t->exc) return false;
        if (f) {
            val r = call0(w->t, f);
            if (!r) return false;
            if (!val_has(r, TYPE_BYTES))
                return raise(w->t, &exc_TypeError, "__bytes__ returned non-bytes (type %T)", r) != 0;
            return put_text(w, bytes_text(r));
        }
    }
    return raise(w->t, &exc_TypeError,
                 "%%b requires a bytes-like object, or an object that implements __bytes__, not '%T'",
                 v) != 0;
}

static bool put_argument(struct percent *w) {
    char room[12];
    val v = take(w), s;
    if (!v) return false;
    switch (w->type) {
    case 'b':
        if (!w->bytes) break;
        return put_bytes(w, v);
    case 's':
        if (w->bytes) return put_bytes(w, v);
        return (s = obj_str(w->t, v)) && put_text(w, text_of(s));
    case 'r':
        if (w->bytes) return (s = obj_ascii(w->t, v)) && put_text(w, text_of(s));
        return (s = obj_repr(w->t, v)) && put_text(w, text_of(s));
    case 'a': return (s = obj_ascii(w->t, v)) && put_text(w, text_of(s));
    case 'i':
        if (w->bytes) w->type = 'd';
        return put_integer(w, v);
    case 'd':
    case 'u':
    case 'o':
    case 'x':
    case 'X': return put_integer(w, v);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': return put_float(w, v);
    case 'c': return put_char(w, v);
    default: break;
    }
    return raise(w->t, &exc_ValueError, "unsupported format character '%c' (0x%s) at index %ld",
                 w->type >= 31 && w->type <= 126 ? (int)w->type : '?', text_hex(w->type, room),
                 w->at - 1) != 0;
}

static bool run(struct percent *w) {
    struct text x = w->x;
    while (w->at < x.n) {
        int64_t start = w->at, i = start;
        const uint8_t *narrow = x.p;
        if (x.w == 1)
            while (i < x.n && narrow[i] != '%') i++;
        else
            while (i < x.n && text_at(&x, i) != '%') i++;
        w->at = i;
        if (!strbuf_units(&w->out, x, start, w->at)) return false;
        if (w->at == x.n) break;
        w->at++;
        if (w->at < x.n && text_at(&x, w->at) == '%') {
            if (!strbuf_char(&w->out, '%')) return false;
            w->at++;
            continue;
        }
        if (!directive(w) || !put_argument(w)) return false;
        if (w->dict && w->next < w->count)
            return fail(w, &exc_TypeError, "not all arguments converted during string formatting");
    }
    if (w->next < w->count && !w->dict)
        return fail(w, &exc_TypeError,
                    w->bytes ? "not all arguments converted during bytes formatting"
                             : "not all arguments converted during string formatting");
    return true;
}

static bool start(struct percent *w, struct thread *t, struct text format, val args, bool bytes) {
    *w = (struct percent){.t = t, .x = format, .args = args, .count = -1, .next = -2, .bytes = bytes};
    strbuf_init(&w->out, t);
    if (val_has(args, TYPE_TUPLE)) {
        w->count = AS(tuple, args)->len;
        w->next = 0;
    } else if (type_of(args)->getitem && !val_is_str(args) && !(bytes && bytes_kind(args))) {
        w->dict = args;
    }
    return run(w);
}

val str_percent(struct thread *t, val format, val args) {
    struct percent w;
    return start(&w, t, text_of(format), args, false) ? strbuf_finish(&w.out) : 0;
}

val bytes_percent(struct thread *t, val self, val args) {
    struct percent w;
    if (!start(&w, t, bytes_text(self), args, true)) return 0;
    val r = bytes_new(t, NULL, (size_t)w.out.n);
    if (r && w.out.n) text_copy(AS(bytes, r)->data, 1, w.out.p, (int)w.out.width, w.out.n);
    return r;
}
