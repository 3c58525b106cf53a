/* Floats and complex numbers in the format mini-language. */
#include "runtime/text/format.h"
#include "runtime/types/float.h"
#include "runtime/types/float_text.h"
#include "runtime/math/math.h"

/* "-0.00" that rounded to zero loses its sign. */
static bool all_zero(const char *p, int64_t n) {
    for (int64_t i = 0; i < n && p[i] != 'e' && p[i] != 'E'; i++)
        if (p[i] >= '1' && p[i] <= '9') return false;
    return true;
}

bool format_double(struct strbuf *b, double d, const struct format_spec *f) {
    uint32_t type = f->type;
    int64_t precision = f->precision, n;
    unsigned flags = f->alt ? TEXT_ALT : 0;
    if (type == 0) {
        flags |= TEXT_DOT0;
        type = precision < 0 ? 'r' : 'g';
    }
    if (type == 'n') type = 'g';
    bool percent = type == '%';
    if (percent) {
        d *= 100;
        type = 'f';
    }
    if (type == 'E' || type == 'F' || type == 'G') {
        flags |= TEXT_UPPER;
        type |= 32;
    }
    if (precision < 0) precision = type == 'r' ? 0 : 6;
    if (precision > INT32_MAX - 20) return raise(b->t, &exc_ValueError, "precision too big") != 0;
    char small[64];
    const char *p = double_text(b->t, d, (char)type, precision, flags, small, &n);
    if (!p) return false;
    struct number_parts parts = {.prefix = ""};
    if (*p == '-') {
        parts.sign = '-';
        p++;
        n--;
        if (f->no_neg_zero && dbl_is_finite(d) && all_zero(p, n)) parts.sign = 0;
    }
    char *copy = NULL;
    if (percent) {
        if (!(copy = gc_storage(b->t, (size_t)n + 1, false))) return false;
        memcpy(copy, p, (size_t)n);
        copy[n++] = '%';
        p = copy;
    }
    parts.digits = p;
    while (parts.digits_n < n && p[parts.digits_n] >= '0' && p[parts.digits_n] <= '9') parts.digits_n++;
    parts.rest = p + parts.digits_n;
    parts.rest_n = n - parts.digits_n;
    return format_put_number(b, f, &parts, 3);
}

val format_float(struct thread *t, val v, val spec) {
    struct format_spec f;
    struct strbuf b;
    if (AS(string, spec)->len == 0) return obj_str(t, v);
    if (!format_parse(t, v, spec, 0, '>', &f)) return 0;
    switch (f.type) {
    case 0:
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'n':
    case '%': strbuf_init(&b, t); return format_double(&b, float_get(v), &f) ? strbuf_finish(&b) : 0;
    default: return format_unknown(t, f.type, v);
    }
}

val format_complex(struct thread *t, val v, val spec) {
    struct format_spec f, part;
    struct strbuf b;
    if (AS(string, spec)->len == 0) return obj_str(t, v);
    if (!format_parse(t, v, spec, 0, '>', &f)) return 0;
    switch (f.type) {
    case 0:
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'n': break;
    default: return format_unknown(t, f.type, v);
    }
    if (f.fill == '0')
        return raise(t, &exc_ValueError, "Zero padding is not allowed in complex format specifier");
    if (f.align == '=')
        return raise(t, &exc_ValueError, "'=' alignment flag is not allowed in complex format specifier");
    struct complex *z = AS(complex, v);
    strbuf_init(&b, t);
    part = f;
    part.width = -1;
    bool parens = false, skip_real = false;
    if (f.type == 0) { /* as str(): "(1+2j)" but with the precision asked for, without ".0" */
        skip_real = z->re == 0 && !dbl_sign(z->re);
        parens = !skip_real;
        part.type = f.precision < 0 ? 'r' : 'g';
    }
    if (parens && !strbuf_char(&b, '(')) return 0;
    if (!skip_real && !format_double(&b, z->re, &part)) return 0;
    if (!skip_real) part.sign = '+';
    if (!format_double(&b, z->im, &part) || !strbuf_char(&b, 'j') || (parens && !strbuf_char(&b, ')')))
        return 0;
    val text = strbuf_finish(&b);
    if (!text) return 0;
    int64_t pad = f.width - AS(string, text)->len, left = f.align == '>' ? pad : f.align == '^' ? pad / 2 : 0;
    if (pad <= 0) return text;
    strbuf_init(&b, t);
    return strbuf_fill(&b, f.fill, left) && strbuf_put(&b, text) && strbuf_fill(&b, f.fill, pad - left)
               ? strbuf_finish(&b)
               : 0;
}
