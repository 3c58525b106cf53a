/* The type complex. */
#include "runtime/types/float.h"
#include "runtime/types/float_text.h"
#include "runtime/types/str_priv.h"
#include "runtime/types/int.h"
#include "runtime/math/math.h"
#include "runtime/text/format.h"

METHOD_TABLE(complex);

val complex_new(struct thread *t, double re, double im) {
    struct complex *z = gc_new(t, &complex_type, sizeof *z);
    if (!z) return 0;
    z->re = re;
    z->im = im;
    return val_of(z);
}

val raise_range(struct thread *t) {
    val text = str_ascii(t, "Numerical result out of range"),
        e = text ? call2(t, val_of(&exc_OverflowError), val_small(34), text) : 0;
    return e ? raise_val(t, e) : 0;
}

static bool is_complex(val v) {
    return val_is_ptr(v) && type_is_subtype(type_of(v), &complex_type);
}

/* 1 taken, 0 not a number, -1 raised. */
static int operand(struct thread *t, val v, double *re, double *im) {
    if (is_complex(v)) {
        *re = AS(complex, v)->re;
        *im = AS(complex, v)->im;
        return 1;
    }
    *im = 0.0;
    return float_operand(t, v, re);
}

#define OPERANDS                                                                                             \
    double ar, ai, br, bi;                                                                                   \
    int got = operand(t, a, &ar, &ai);                                                                       \
    if (got > 0) got = operand(t, b, &br, &bi);                                                              \
    if (got <= 0) return got ? 0 : NOTIMPLEMENTED

static val slot_add(struct thread *t, val a, val b) {
    OPERANDS;
    return complex_new(t, ar + br, ai + bi);
}
static val slot_sub(struct thread *t, val a, val b) {
    OPERANDS;
    return complex_new(t, ar - br, ai - bi);
}
static val slot_mul(struct thread *t, val a, val b) {
    OPERANDS;
    return complex_new(t, ar * br - ai * bi, ar * bi + ai * br);
}

/* Smith's method, as CPython: scale by the larger part of the divisor. False: division by zero. */
static bool quotient(double ar, double ai, double br, double bi, double *re, double *im) {
    double m = m_fabs(br), n = m_fabs(bi);
    if (m >= n) {
        if (m == 0.0) return false;
        double ratio = bi / br, d = br + bi * ratio;
        *re = (ar + ai * ratio) / d;
        *im = (ai - ar * ratio) / d;
    } else if (n >= m) {
        double ratio = br / bi, d = br * ratio + bi;
        *re = (ar * ratio + ai) / d;
        *im = (ai * ratio - ar) / d;
    } else {
        *re = *im = DBL_NAN;
    }
    return true;
}

static val slot_truediv(struct thread *t, val a, val b) {
    OPERANDS;
    double re, im;
    if (!quotient(ar, ai, br, bi, &re, &im))
        return raise(t, &exc_ZeroDivisionError, "complex division by zero");
    return complex_new(t, re, im);
}

/* Small integer powers by repeated multiplication, as CPython. */
static void power_int(double xr, double xi, int64_t n, double *re, double *im) {
    double rr = 1.0, ri = 0.0;
    for (int64_t mask = 1; mask > 0 && n >= mask; mask <<= 1) {
        if (n & mask) {
            double r = rr * xr - ri * xi;
            ri = rr * xi + ri * xr;
            rr = r;
        }
        double r = xr * xr - xi * xi;
        xi = xr * xi + xi * xr;
        xr = r;
    }
    *re = rr;
    *im = ri;
}

val complex_pow(struct thread *t, double ar, double ai, double br, double bi) {
    double re, im;
    if (bi == 0.0 && br == m_floor(br) && m_fabs(br) <= 100.0) {
        int64_t n = (int64_t)br;
        if (n > 0) {
            power_int(ar, ai, n, &re, &im);
        } else if (n == 0) {
            re = 1.0;
            im = 0.0;
        } else {
            power_int(ar, ai, -n, &re, &im);
            if (!quotient(1.0, 0.0, re, im, &re, &im))
                return raise(t, &exc_ZeroDivisionError, "0.0 to a negative or complex power");
        }
    } else if (br == 0.0 && bi == 0.0) {
        re = 1.0;
        im = 0.0;
    } else if (ar == 0.0 && ai == 0.0) {
        if (bi != 0.0 || br < 0.0)
            return raise(t, &exc_ZeroDivisionError, "0.0 to a negative or complex power");
        re = im = 0.0;
    } else {
        double size = m_hypot(ar, ai), len = m_pow(size, br), at = m_atan2(ai, ar), phase = at * br;
        if (bi != 0.0) {
            len *= m_exp(-at * bi);
            phase += bi * m_log(size);
        }
        re = len * m_cos(phase);
        im = len * m_sin(phase);
    }
    if (dbl_is_inf(re) || dbl_is_inf(im)) return raise(t, &exc_OverflowError, "complex exponentiation");
    return complex_new(t, re, im);
}

static val slot_pow(struct thread *t, val a, val b) {
    OPERANDS;
    return complex_pow(t, ar, ai, br, bi);
}

static val slot_power3(struct thread *t, val a, val b, val c) {
    double re, im;
    int got = operand(t, a, &re, &im);
    if (got > 0) got = operand(t, b, &re, &im);
    if (got <= 0) return got ? 0 : NOTIMPLEMENTED;
    if (c != NONE) return raise(t, &exc_ValueError, "complex modulo");
    return slot_pow(t, a, b);
}

static val slot_neg(struct thread *t, val a) {
    return complex_new(t, -AS(complex, a)->re, -AS(complex, a)->im);
}
static val slot_exact(struct thread *t, val a) {
    return val_is_exact(a, &complex_shape) ? a : complex_new(t, AS(complex, a)->re, AS(complex, a)->im);
}

static val slot_abs(struct thread *t, val a) {
    double r = m_hypot(AS(complex, a)->re, AS(complex, a)->im);
    if (dbl_is_inf(r) && dbl_is_finite(AS(complex, a)->re) && dbl_is_finite(AS(complex, a)->im))
        return raise(t, &exc_OverflowError, "absolute value too large");
    return float_new(t, r);
}

static int64_t slot_truth(struct thread *t, val a) {
    (void)t;
    return AS(complex, a)->re != 0.0 || AS(complex, a)->im != 0.0;
}

static int64_t slot_hash(struct thread *t, val a) {
    (void)t;
    uint64_t h = hash_double(AS(complex, a)->re, a) + 1000003 * hash_double(AS(complex, a)->im, a);
    return (int64_t)h == -1 ? -2 : (int64_t)h;
}

static val slot_compare(struct thread *t, val a, val b, enum compare op) {
    (void)t;
    if (op != CMP_EQ && op != CMP_NE) return NOTIMPLEMENTED;
    struct complex *z = AS(complex, a);
    bool equal;
    if (is_complex(b))
        equal = z->re == AS(complex, b)->re && z->im == AS(complex, b)->im;
    else if (val_is_float(b))
        equal = z->re == float_get(b) && z->im == 0.0;
    else if (val_is_int(b))
        equal = z->im == 0.0 && z->re == z->re && int_cmp_double(b, z->re) == 0;
    else
        return NOTIMPLEMENTED;
    return val_bool(equal == (op == CMP_EQ));
}

static bool put_part(struct strbuf *b, double d, bool sign) {
    char small[64];
    int64_t n;
    char *p = double_text(b->t, d, 'r', 0, sign ? TEXT_SIGN : 0, small, &n);
    return p && strbuf_ascii(b, p, (size_t)n);
}

static val slot_repr(struct thread *t, val a) {
    struct complex *z = AS(complex, a);
    struct strbuf b;
    strbuf_init(&b, t);
    if (z->re == 0.0 && !dbl_sign(z->re))
        return put_part(&b, z->im, false) && strbuf_char(&b, 'j') ? strbuf_finish(&b) : 0;
    return strbuf_char(&b, '(') && put_part(&b, z->re, false) && put_part(&b, z->im, true) &&
                   strbuf_ascii(&b, "j)", 2)
               ? strbuf_finish(&b)
               : 0;
}

/* ---- construction ---- */

/* Length of the longest float literal at p. */
static int64_t float_length(const char *p, const char *end) {
    const char *s = p;
    if (p < end && (*p == '+' || *p == '-')) p++;
    static const char *const words[] = {"infinity", "inf", "nan"};
    for (int i = 0; i < 3; i++) {
        const char *q = p, *w = words[i];
        while (*w && q < end && (*q | 32) == *w) q++, w++;
        if (!*w) return q - s;
    }
    bool any = false;
    while (p < end && *p >= '0' && *p <= '9') p++, any = true;
    if (p < end && *p == '.') p++;
    while (p < end && *p >= '0' && *p <= '9') p++, any = true;
    if (!any) return 0;
    if (p < end && (*p | 32) == 'e') {
        const char *q = p + 1;
        if (q < end && (*q == '+' || *q == '-')) q++;
        if (q < end && *q >= '0' && *q <= '9') {
            while (q < end && *q >= '0' && *q <= '9') q++;
            p = q;
        }
    }
    return p - s;
}

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* <float>, <float>j, <float><signed-float>j, signs alone before j count as one; optional parentheses. */
static bool parse(const char *p, const char *end, double *re, double *im) {
    *re = *im = 0.0;
    while (p < end && is_space(*p)) p++;
    while (end > p && is_space(end[-1])) end--;
    if (p < end && *p == '(') {
        if (end[-1] != ')') return false;
        p++;
        end--;
        while (p < end && is_space(*p)) p++;
        while (end > p && is_space(end[-1])) end--;
    }
    double first = 0.0;
    int64_t n = float_length(p, end);
    if (n) {
        if (!double_parse(p, (size_t)n, &first)) return false;
        p += n;
        if (p < end && (*p == '+' || *p == '-')) {
            *re = first;
            n = float_length(p, end);
            if (n && !double_parse(p, (size_t)n, &first)) return false;
            if (!n) {
                first = *p == '+' ? 1.0 : -1.0;
                n = 1;
            }
            p += n;
            if (p == end || (*p | 32) != 'j') return false;
            *im = first;
            return p + 1 == end;
        }
        if (p < end && (*p | 32) == 'j') {
            *im = first;
            p++;
        } else {
            *re = first;
        }
        return p == end;
    }
    first = 1.0;
    if (p < end && (*p == '+' || *p == '-')) first = *p++ == '-' ? -1.0 : 1.0;
    if (p == end || (*p | 32) != 'j') return false;
    *im = first;
    return p + 1 == end;
}

static val from_text(struct thread *t, val s, double *re, double *im) {
    char small[128];
    int64_t n, used = 0;
    const char *p = str_to_ascii_digits(t, s, small, sizeof small, &n);
    if (!p) return 0;
    char *clean = gc_storage(t, (size_t)n + 1, false);
    if (!clean) return 0;
    for (int64_t i = 0; i < n; i++) {
        if (p[i] != '_')
            clean[used++] = p[i];
        else if (i == 0 || i + 1 == n || p[i - 1] < '0' || p[i - 1] > '9' || p[i + 1] < '0' || p[i + 1] > '9')
            return raise(t, &exc_ValueError, "could not convert string to complex: %R", s);
    }
    if (!parse(clean, clean + used, re, im))
        return raise(t, &exc_ValueError, "complex() arg is a malformed string");
    return NONE;
}

/* A number argument through __complex__, __float__ or __index__. */
static bool part(struct thread *t, val v, bool first, double *re, double *im) {
    *im = 0.0;
    if (is_complex(v)) {
        *re = AS(complex, v)->re;
        *im = AS(complex, v)->im;
        return true;
    }
    if (first) {
        val f = special_lookup(t, v, NAME(__complex__));
        if (!f && t->exc) return false;
        if (f) {
            val r = call0(t, f);
            if (!r) return false;
            if (!is_complex(r))
                return raise(t, &exc_TypeError, "__complex__ returned non-complex (type %T)", r) != 0;
            *re = AS(complex, r)->re;
            *im = AS(complex, r)->im;
            return true;
        }
    }
    int known = number_by_slots(t, v, re);
    if (!known)
        raise(t, &exc_TypeError,
              first ? "complex() first argument must be a string or a number, not '%T'"
                    : "complex() second argument must be a number, not '%T'",
              v);
    return known > 0;
}

static val complex_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    val out[2];
    double ar = 0, ai = 0, br = 0, bi = 0;
    if (!args_parse(t, "complex", "| real imag", argc, argv, kwnames, out)) return 0;
    if (out[0] && !out[1] && cls == &complex_type && val_is_exact(out[0], &complex_shape)) return out[0];
    if (out[0] && val_is_str(out[0])) {
        if (out[1]) return raise(t, &exc_TypeError, "complex() can't take second arg if first is a string");
        if (!from_text(t, out[0], &ar, &ai)) return 0;
    } else {
        if (out[1] && val_is_str(out[1]))
            return raise(t, &exc_TypeError, "complex() second arg can't be a string");
        if (out[0] && !part(t, out[0], true, &ar, &ai)) return 0;
        if (out[1]) {
            if (!part(t, out[1], false, &br, &bi)) return 0;
            if (is_complex(out[1])) ar -= bi;
            if (out[0] && is_complex(out[0])) br += ai;
            ai = br;
        }
    }
    struct complex *z = gc_new_shaped(t, cls->shape, cls->size);
    if (!z) return 0;
    z->re = ar;
    z->im = ai;
    return val_of(z);
}

static val get_real(struct thread *t, val a) {
    return float_new(t, AS(complex, a)->re);
}
static val get_imag(struct thread *t, val a) {
    return float_new(t, AS(complex, a)->im);
}
static val method_conjugate(struct thread *t, val a) {
    return complex_new(t, AS(complex, a)->re, -AS(complex, a)->im);
}
static val method_format(struct thread *t, val a, val spec) {
    if (!val_is_str(spec)) return raise(t, &exc_TypeError, "__format__() argument must be str, not %B", spec);
    return format_complex(t, a, spec);
}
static val method_getnewargs(struct thread *t, val a) {
    val pair[2] = {get_real(t, a), get_imag(t, a)};
    return pair[0] && pair[1] ? tuple_of(t, 2, pair) : 0;
}

METHOD(complex, conjugate, method_conjugate, 1, 0, "($self, /)");
METHOD(complex, __complex__, slot_exact, 1, 0, "($self, /)");
METHOD(complex, __format__, method_format, 2, 0, "($self, format_spec, /)");
METHOD(complex, __getnewargs__, method_getnewargs, 1, 0, "($self, /)");
GETTER(complex, real, get_real, readonly_member);
GETTER(complex, imag, get_imag, readonly_member);

struct shape complex_shape = {.head = {NULL, GC_STATIC, 0}, .type = &complex_type};

struct type complex_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &complex_shape,
    .cname = "complex",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_IMMUTABLE,
    .size = sizeof(struct complex),
    .gc_layout = GC_LEAF,
    .methods = METHODS(complex),
    .doc = "Create a complex number from a real part and an optional imaginary part.\n\n"
           "This is equivalent to (real + imag*1j) where imag defaults to 0.",
    .new = complex_make,
    .repr = slot_repr,
    .hash = slot_hash,
    .compare = slot_compare,
    .binary = {[OP_ADD] = slot_add,
               [OP_SUB] = slot_sub,
               [OP_MUL] = slot_mul,
               [OP_TRUEDIV] = slot_truediv,
               [OP_POW] = slot_pow},
    .power3 = slot_power3,
    .neg = slot_neg,
    .pos = slot_exact,
    .abs = slot_abs,
    .truth = slot_truth,
};
