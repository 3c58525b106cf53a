/* Format specifications: parsing, layout of numbers, ints and strs. Floats are in format_float.c. */
#include "runtime/text/format.h"
#include "runtime/types/int.h"

static bool is_align(uint32_t c) {
    return c == '<' || c == '>' || c == '=' || c == '^';
}

/* Digits at *i; -1 none, -2 raised. */
static int64_t number_at(struct thread *t, const struct text *x, int64_t *i) {
    int64_t n = 0, start = *i;
    for (; *i < x->n; ++*i) {
        uint32_t c = text_at(x, *i);
        if (c < '0' || c > '9') break;
        if (n > (INT64_MAX - 9) / 10) {
            raise(t, &exc_ValueError, "Too many decimal digits in format string");
            return -2;
        }
        n = n * 10 + (c - '0');
    }
    return *i == start ? -1 : n;
}

static bool bad_separator(struct thread *t, char separator, uint32_t type) {
    char room[12];
    if (type > 32 && type < 128)
        raise(t, &exc_ValueError, "Cannot specify '%c' with '%c'.", separator, (int)type);
    else
        raise(t, &exc_ValueError, "Cannot specify '%c' with '\\x%s'.", separator, text_hex(type, room));
    return false;
}

bool format_parse(struct thread *t, val value, val spec, uint32_t type, char align, struct format_spec *f) {
    struct text x = text_of(spec);
    int64_t i = 0;
    *f = (struct format_spec){
        .fill = ' ', .align = (uint32_t)align, .type = type, .width = -1, .precision = -1};
    if (x.n >= 2 && is_align(text_at(&x, 1))) {
        f->fill = text_at(&x, 0);
        f->align = text_at(&x, 1);
        f->fill_given = f->align_given = true;
        i = 2;
    } else if (x.n >= 1 && is_align(text_at(&x, 0))) {
        f->align = text_at(&x, 0);
        f->align_given = true;
        i = 1;
    }
#define NEXT(c) (i < x.n && text_at(&x, i) == (c))
    if (NEXT('+') || NEXT('-') || NEXT(' ')) f->sign = (char)text_at(&x, i++);
    if (NEXT('z')) f->no_neg_zero = true, i++;
    if (NEXT('#')) f->alt = true, i++;
    if (!f->fill_given && NEXT('0')) {
        f->fill = '0';
        if (!f->align_given && align == '>') f->align = '=';
        i++;
    }
    if ((f->width = number_at(t, &x, &i)) == -2) return false;
    if (NEXT(',')) f->thousands = ',', i++;
    if (NEXT('_')) {
        if (f->thousands) return raise(t, &exc_ValueError, "Cannot specify both ',' and '_'.") != 0;
        f->thousands = '_';
        i++;
    }
    if (NEXT(',') && f->thousands == '_')
        return raise(t, &exc_ValueError, "Cannot specify both ',' and '_'.") != 0;
    if (NEXT('.')) {
        i++;
        if ((f->precision = number_at(t, &x, &i)) == -2) return false;
        if (f->precision == -1) return raise(t, &exc_ValueError, "Format specifier missing precision") != 0;
    }
    if (x.n - i > 1)
        return raise(t, &exc_ValueError, "Invalid format specifier '%U' for object of type '%T'", spec,
                     value) != 0;
    if (i < x.n) f->type = text_at(&x, i);
    if (f->thousands) {
        switch (f->type) {
        case 'd':
        case 'e':
        case 'f':
        case 'g':
        case 'E':
        case 'G':
        case '%':
        case 'F':
        case 0: break;
        case 'b':
        case 'o':
        case 'x':
        case 'X':
            if (f->thousands == '_') break;
            return bad_separator(t, f->thousands, f->type);
        default: return bad_separator(t, f->thousands, f->type);
        }
    }
    return true;
}

val format_unknown(struct thread *t, uint32_t type, val value) {
    char room[12];
    if (type > 32 && type < 128)
        return raise(t, &exc_ValueError, "Unknown format code '%c' for object of type '%T'", (int)type,
                     value);
    return raise(t, &exc_ValueError, "Unknown format code '\\x%s' for object of type '%T'",
                 text_hex(type, room), value);
}

/* ---- numbers ---- */

/* Digits in groups, with zeros in front up to `least` characters, written backwards before `end`; returns the
 * start. */
static char *group_digits(char *end, const char *digits, int64_t n, int64_t least, char separator,
                          int group) {
    bool first = true;
    for (;;) {
        int64_t want = n > least ? n : least, take = want < 1 ? 1 : want < group ? want : group;
        if (!first) *--end = separator;
        first = false;
        for (int64_t i = 0; i < take; i++) *--end = n > 0 ? digits[--n] : '0';
        least -= take;
        if (n <= 0 && least <= 0) return end;
        least--;
    }
}

bool format_put_number(struct strbuf *b, const struct format_spec *f, const struct number_parts *p,
                       int group) {
    char sign = p->sign == '-' ? '-' : f->sign == '+' ? '+' : f->sign == ' ' ? ' ' : 0;
    int64_t fixed = (sign != 0) + p->prefix_n + p->rest_n, least = 0;
    if (f->fill == '0' && f->align == '=') least = f->width - fixed;
    const char *digits = p->digits;
    int64_t n = p->digits_n;
    if (f->thousands && n > 0) {
        int64_t most = n > least ? n : least;
        char *room = gc_storage(b->t, (size_t)(most * 2 + 8), false);
        if (!room) return false;
        char *end = room + most * 2 + 8;
        digits = group_digits(end, digits, n, least, f->thousands, group);
        n = end - digits;
    }
    int64_t pad = f->width - fixed - n, left = 0, middle = 0, right = 0;
    if (pad > 0) {
        if (f->align == '<')
            right = pad;
        else if (f->align == '^')
            left = pad / 2, right = pad - left;
        else if (f->align == '=')
            middle = pad;
        else
            left = pad;
    }
    return strbuf_fill(b, f->fill, left) && (!sign || strbuf_char(b, (uint8_t)sign)) &&
           strbuf_ascii(b, p->prefix, (size_t)p->prefix_n) && strbuf_fill(b, f->fill, middle) &&
           strbuf_ascii(b, digits, (size_t)n) && strbuf_ascii(b, p->rest, (size_t)p->rest_n) &&
           strbuf_fill(b, f->fill, right);
}

static val format_char(struct thread *t, val v, struct format_spec *f) {
    int64_t c;
    if (f->sign) return raise(t, &exc_ValueError, "Sign not allowed with integer format specifier 'c'");
    if (f->alt)
        return raise(t, &exc_ValueError, "Alternate form (#) not allowed with integer format specifier 'c'");
    if (!int_to_i64(v, &c)) return raise(t, &exc_OverflowError, "Python int too large to convert to C long");
    if (c < 0 || c > 0x10ffff) return raise(t, &exc_OverflowError, "%%c arg not in range(0x110000)");
    struct strbuf b;
    strbuf_init(&b, t);
    int64_t pad = f->width - 1, left = 0, right = 0;
    if (pad > 0) {
        if (f->align == '<')
            right = pad;
        else if (f->align == '^')
            left = pad / 2, right = pad - left;
        else
            left = pad;
    }
    return strbuf_fill(&b, f->fill, left) && strbuf_char(&b, (uint32_t)c) && strbuf_fill(&b, f->fill, right)
               ? strbuf_finish(&b)
               : 0;
}

static val format_integer(struct thread *t, val v, struct format_spec *f) {
    if (f->precision >= 0)
        return raise(t, &exc_ValueError, "Precision not allowed in integer format specifier");
    if (f->no_neg_zero)
        return raise(t, &exc_ValueError,
                     "Negative zero coercion (z) not allowed in integer format specifier");
    if (f->type == 'c') return format_char(t, v, f);
    int base = f->type == 'b' ? 2 : f->type == 'o' ? 8 : f->type == 'x' || f->type == 'X' ? 16 : 10;
    struct number_parts p = {.prefix = "", .rest = ""};
    char small[24];
    if (base == 10 && val_is_small(v)) {
        p.digits = int_decimal(val_small_get(v), small);
        p.digits_n = small + 24 - p.digits;
    } else {
        val text = int_to_str(t, v, base, false);
        if (!text) return 0;
        p.digits = text_of(text).p;
        p.digits_n = text_of(text).n;
    }
    if (*p.digits == '-') p.sign = '-', p.digits++, p.digits_n--;
    char prefix[2] = {'0', (char)f->type};
    if (f->alt && base != 10) p.prefix = prefix, p.prefix_n = 2;
    if (f->type == 'X') {
        char *upper = gc_storage(t, (size_t)p.digits_n, false);
        if (!upper) return 0;
        for (int64_t i = 0; i < p.digits_n; i++)
            upper[i] = p.digits[i] >= 'a' ? (char)(p.digits[i] - 32) : p.digits[i];
        p.digits = upper;
    }
    struct strbuf b;
    strbuf_init(&b, t);
    return format_put_number(&b, f, &p, base == 10 ? 3 : 4) ? strbuf_finish(&b) : 0;
}

val format_int(struct thread *t, val v, val spec) {
    struct format_spec f;
    if (AS(string, spec)->len == 0) return val_is_small(v) ? int_to_str(t, v, 10, false) : obj_str(t, v);
    if (!format_parse(t, v, spec, 'd', '>', &f)) return 0;
    switch (f.type) {
    case 'b':
    case 'c':
    case 'd':
    case 'o':
    case 'x':
    case 'X':
    case 'n': return format_integer(t, v, &f);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case '%': {
        double d;
        struct strbuf b;
        strbuf_init(&b, t);
        return number_as_double(t, v, &d) && format_double(&b, d, &f) ? strbuf_finish(&b) : 0;
    }
    default: return format_unknown(t, f.type, v);
    }
}

val format_str(struct thread *t, val v, val spec) {
    struct format_spec f;
    if (AS(string, spec)->len == 0) return val_is_exact(v, &str_shape) ? v : obj_str(t, v);
    if (!format_parse(t, v, spec, 's', '<', &f)) return 0;
    if (f.type != 's') return format_unknown(t, f.type, v);
    if (f.sign) {
        if (f.sign == ' ') return raise(t, &exc_ValueError, "Space not allowed in string format specifier");
        return raise(t, &exc_ValueError, "Sign not allowed in string format specifier");
    }
    if (f.no_neg_zero)
        return raise(t, &exc_ValueError, "Negative zero coercion (z) not allowed in string format specifier");
    if (f.alt) return raise(t, &exc_ValueError, "Alternate form (#) not allowed in string format specifier");
    if (f.align == '=')
        return raise(t, &exc_ValueError, "'=' alignment not allowed in string format specifier");
    struct text x = text_of(v);
    int64_t n = f.precision >= 0 && f.precision < x.n ? f.precision : x.n, pad = f.width - n, left = 0;
    if (pad < 0) pad = 0;
    if (f.align == '>')
        left = pad;
    else if (f.align == '^')
        left = pad / 2;
    struct strbuf b;
    strbuf_init(&b, t);
    return strbuf_fill(&b, f.fill, left) && strbuf_units(&b, x, 0, n) && strbuf_fill(&b, f.fill, pad - left)
               ? strbuf_finish(&b)
               : 0;
}

/* ---- f-strings ---- */

val rt_format(struct thread *t, val v, val spec) {
    if (!spec || AS(string, spec)->len == 0) {
        if (val_is_exact(v, &str_shape)) return v;
        if (val_is_small(v)) return int_to_str(t, v, 10, false);
        spec = EMPTY_STR;
    }
    if (val_is_small(v)) return format_int(t, v, spec);
    if (val_is_flt(v)) return format_float(t, v, spec);
    if (val_is_exact(v, &str_shape)) return format_str(t, v, spec);
    return obj_format(t, v, spec);
}

/* A part of an f-string may wait for the join when nothing can tell: a small int, whose formatting has no
 * effect and, under these specifications, cannot fail. Then no str is made for it. */
struct int_spec {
    bool zero;
    int width;
    char type;
};

/* [0][width below 100][dxXbo] */
static bool int_spec_of(val spec, struct int_spec *f) {
    *f = (struct int_spec){.type = 'd'};
    if (!spec) return true;
    const struct string *s = AS(string, spec);
    const uint8_t *p = str_data(s), *end = p + s->len;
    if (s->len > 4 || !(s->head.aux & STR_ASCII)) return false;
    if (p < end && *p == '0') f->zero = true, p++;
    for (int i = 0; i < 2 && p < end && *p >= '0' && *p <= '9'; i++) f->width = f->width * 10 + (*p++ - '0');
    if (p < end) f->type = (char)*p++;
    return p == end &&
           (f->type == 'd' || f->type == 'x' || f->type == 'X' || f->type == 'b' || f->type == 'o');
}

val rt_format_part(struct thread *t, val v, val spec) {
    struct int_spec f;
    return val_is_small(v) && int_spec_of(spec, &f) ? v : rt_format(t, v, spec);
}

static bool put_int(struct strbuf *b, int64_t n, const struct int_spec *f) {
    char room[128], *end = room + sizeof room, *p = end;
    bool minus = n < 0;
    if (f->type == 'd') {
        p = int_decimal(n, end - 24);
        if (minus) p++;
    } else {
        const char *digits = f->type == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
        int bits = f->type == 'b' ? 1 : f->type == 'o' ? 3 : 4;
        uint64_t m = minus ? -(uint64_t)n : (uint64_t)n;
        do *--p = digits[m & ((1u << bits) - 1)];
        while (m >>= bits);
    }
    const char *low = end - f->width;
    if (f->zero)
        while (p > low + minus) *--p = '0';
    if (minus) *--p = '-';
    while (p > low) *--p = ' ';
    return strbuf_ascii(b, p, (size_t)(end - p));
}

val rt_format_join(struct thread *t, int64_t n, val *parts) {
    struct strbuf b;
    struct int_spec f;
    int64_t units = 0;
    for (int64_t i = 0; i < n; i++) units += val_is_small(parts[2 * i]) ? 0 : AS(string, parts[2 * i])->len;
    if (units > (int64_t)sizeof b.few) { /* copied once only */
        for (int64_t i = 0; i < n; i++) {
            val v = parts[2 * i];
            if (val_is_small(v) && !(v = rt_format(t, v, parts[2 * i + 1]))) return 0;
            parts[i] = v;
        }
        return rt_str_join(t, n, parts);
    }
    strbuf_init(&b, t);
    for (int64_t i = 0; i < n; i++) {
        val v = parts[2 * i];
        if (val_is_small(v)) {
            int_spec_of(parts[2 * i + 1], &f);
            if (!put_int(&b, val_small_get(v), &f)) return 0;
        } else if (!strbuf_put(&b, v)) {
            return 0;
        }
    }
    return strbuf_finish(&b);
}
