/* The type float. Arithmetic slots are reached for mixed operands and subclasses; number.c has the fast
 * paths. */
#include "runtime/types/float.h"
#include "runtime/types/container.h"
#include "runtime/types/int.h"
#include "runtime/types/float_text.h"
#include "runtime/text/text.h"
#include "runtime/math/math.h"
#include "runtime/text/format.h"

METHOD_TABLE(float);

#define STATIC_BOX(name, v) struct floatbox name = {.head = {&float_shape, GC_STATIC, 0}, .value = (v)}
STATIC_BOX(float_zero, 0.0);
STATIC_BOX(float_minus_zero, -0.0);
STATIC_BOX(float_inf, __builtin_inf());
STATIC_BOX(float_minus_inf, -__builtin_inf());
STATIC_BOX(float_nan, __builtin_nan("0x4000000000000")); /* marked, number 0 */

/* NaNs made apart are different objects, but identity is by bits: a NaN that has no number yet gets one,
 * below a mark in its payload. float_shown takes both out again. */
#define NAN_MARK   (UINT64_C(1) << 50)
#define NAN_NUMBER (NAN_MARK - 1)
#define NAN_PLAIN  (UINT64_C(0xfff) << 51) /* without its sign: exponent and the quiet bit */

static double nan_numbered(double d) {
    static uint64_t last;
    uint64_t bits = dbl_bits(d);
    if ((bits & ~DBL_SIGN) != NAN_PLAIN) return d;
    last = (last + 1) & NAN_NUMBER;
    return dbl_from(bits | NAN_MARK | last);
}

double float_shown(double d) {
    uint64_t bits = dbl_bits(d);
    return d == d || !(bits & NAN_MARK) ? d : dbl_from(bits & ~(NAN_MARK | NAN_NUMBER));
}

/* 0 when the float needs a box of its own. */
static inline val unboxed(double *d) {
    val v;
    if (likely(flt_pack(*d, &v))) return v;
    if (*d != *d) *d = nan_numbered(*d);
    uint64_t bits = dbl_bits(*d);
    if (bits == 0) return val_of(&float_zero);
    if (bits == DBL_SIGN) return val_of(&float_minus_zero);
    if (*d == DBL_INF) return val_of(&float_inf);
    if (*d == -DBL_INF) return val_of(&float_minus_inf);
    return bits == dbl_bits(float_nan.value) ? val_of(&float_nan) : 0;
}

val float_new(struct thread *t, double d) {
    val v = unboxed(&d);
    if (likely(v)) return v;
    struct floatbox *b = gc_new(t, &float_type, sizeof *b);
    if (!b) return 0;
    b->value = d;
    return val_of(b);
}

val rt_float_box(struct thread *t, double d) {
    val v = unboxed(&d);
    if (likely(v)) return v;
    struct floatbox *b = rt_alloc(t, sizeof *b);
    b->head.shape = &float_shape;
    b->value = d;
    return val_of(b);
}

double float_get(val v) {
    return val_is_flt(v) ? flt_unpack(v) : AS(floatbox, v)->value;
}

int float_operand(struct thread *t, val v, double *out) {
    if (val_is_float(v)) {
        *out = float_get(v);
        return 1;
    }
    if (!val_is_int(v)) return 0;
    bool over;
    *out = int_to_double(t, v, &over);
    return over ? -1 : 1;
}

int number_by_slots(struct thread *t, val v, double *out) {
    struct type *type = type_of(v);
    if (type->to_float) {
        val r = type->to_float(t, v);
        if (!r) return -1;
        if (!val_is_float(r)) {
            raise(t, &exc_TypeError, "%T.__float__ returned non-float (type %T)", v, r);
            return -1;
        }
        *out = float_get(r);
        return 1;
    }
    if (!type->index) return 0;
    val r = obj_index(t, v);
    return r && float_operand(t, r, out) > 0 ? 1 : -1;
}

/* A float is taken for what it is, of whatever class; an int of another class may have a __float__ of its
 * own. */
bool number_as_double(struct thread *t, val v, double *out) {
    bool plain = val_is_float(v) || val_is_small(v) || val_is_exact(v, &int_shape);
    int known = plain ? float_operand(t, v, out) : number_by_slots(t, v, out);
    if (!known) raise(t, &exc_TypeError, "must be real number, not %T", v);
    return known > 0;
}

#define OPERANDS                                                                                             \
    double x, y;                                                                                             \
    int got = float_operand(t, a, &x);                                                                       \
    if (got > 0) got = float_operand(t, b, &y);                                                              \
    if (got <= 0) return got ? 0 : NOTIMPLEMENTED
#define BINARY(name, expr)                                                                                   \
    static val slot_##name(struct thread *t, val a, val b) {                                                 \
        OPERANDS;                                                                                            \
        return float_new(t, expr);                                                                           \
    }
BINARY(add, x + y)
BINARY(sub, x - y)
BINARY(mul, x *y)

static val slot_truediv(struct thread *t, val a, val b) {
    OPERANDS;
    if (y == 0) return raise(t, &exc_ZeroDivisionError, "float division by zero");
    return float_new(t, x / y);
}

void float_divmod(double x, double y, double *quotient, double *rest) {
    double mod = m_fmod(x, y), div = (x - mod) / y;
    if (mod != 0) {
        if ((y < 0) != (mod < 0)) {
            mod += y;
            div -= 1.0;
        }
    } else {
        mod = m_copysign(0.0, y);
    }
    double whole;
    if (div != 0) {
        whole = m_floor(div);
        if (div - whole > 0.5) whole += 1.0;
    } else {
        whole = m_copysign(0.0, x / y);
    }
    *quotient = whole;
    *rest = mod;
}

double rt_fmod(double a, double b) {
    double mod = m_fmod(a, b);
    if (mod == 0) return m_copysign(0.0, b);
    return (b < 0) != (mod < 0) ? mod + b : mod;
}

double rt_ffloordiv(double a, double b) {
    double q, r;
    float_divmod(a, b, &q, &r);
    return q;
}

static val slot_floordiv(struct thread *t, val a, val b) {
    OPERANDS;
    if (y == 0) return raise(t, &exc_ZeroDivisionError, "float floor division by zero");
    return float_new(t, rt_ffloordiv(x, y));
}

static val slot_mod(struct thread *t, val a, val b) {
    OPERANDS;
    if (y == 0) return raise(t, &exc_ZeroDivisionError, "float modulo");
    return float_new(t, rt_fmod(x, y));
}

static val slot_divmod(struct thread *t, val a, val b) {
    OPERANDS;
    if (y == 0) return raise(t, &exc_ZeroDivisionError, "float divmod()");
    double q, r;
    float_divmod(x, y, &q, &r);
    val pair[2];
    if (!(pair[0] = float_new(t, q)) || !(pair[1] = float_new(t, r))) return 0;
    return tuple_of(t, 2, pair);
}

val float_pow(struct thread *t, double x, double y) {
    if (y == 0) return float_new(t, 1.0);
    if (dbl_is_nan(x)) return float_new(t, x);
    if (dbl_is_nan(y)) return float_new(t, x == 1.0 ? 1.0 : y);
    if (dbl_is_inf(y)) {
        double m = m_fabs(x);
        if (m == 1.0) return float_new(t, 1.0);
        return float_new(t, (y > 0) == (m > 1.0) ? m_fabs(y) : 0.0);
    }
    bool odd = m_fmod(m_fabs(y), 2.0) == 1.0;
    if (dbl_is_inf(x)) {
        if (y > 0) return float_new(t, odd ? x : m_fabs(x));
        return float_new(t, odd ? m_copysign(0.0, x) : 0.0);
    }
    if (x == 0) {
        if (y < 0) return raise(t, &exc_ZeroDivisionError, "0.0 cannot be raised to a negative power");
        return float_new(t, odd ? x : 0.0);
    }
    bool negate = false;
    if (x < 0) {
        if (y != m_floor(y)) return complex_pow(t, x, 0.0, y, 0.0);
        x = -x;
        negate = odd;
    }
    if (x == 1.0) return float_new(t, negate ? -1.0 : 1.0);
    double r = m_pow(x, y);
    if (dbl_is_inf(r)) return raise_range(t);
    return float_new(t, negate ? -r : r);
}

val rt_fpow(struct thread *t, double a, double b) {
    return float_pow(t, a, b);
}

static val slot_pow(struct thread *t, val a, val b) {
    OPERANDS;
    return float_pow(t, x, y);
}

static val slot_power3(struct thread *t, val a, val b, val c) {
    if (c == NONE) return slot_pow(t, a, b);
    return raise(t, &exc_TypeError, "pow() 3rd argument not allowed unless all arguments are integers");
}

static val slot_neg(struct thread *t, val a) {
    return float_new(t, -float_get(a));
}
static val slot_exact(struct thread *t, val a) {
    return val_is_flt(a) || val_is_exact(a, &float_shape) ? a : float_new(t, float_get(a));
}
static val slot_abs(struct thread *t, val a) {
    return float_new(t, m_fabs(float_get(a)));
}
static val slot_to_int(struct thread *t, val a) {
    return int_from_double(t, float_get(a));
}
static int64_t slot_truth(struct thread *t, val a) {
    (void)t;
    return float_get(a) != 0;
}

uint64_t hash_double(double d, val self) {
    (void)self; /* identity of NaNs is by bits, so must their hash be */
    if (dbl_is_nan(d)) return (dbl_bits(d) >> 4) ^ (uint64_t)INT64_C(0x5bd1e995);
    if (dbl_is_inf(d)) return (uint64_t)(d > 0 ? 314159 : -314159);
    int e;
    double m = m_frexp(m_fabs(d), &e);
    uint64_t x = (uint64_t)(m * 0x1p53), prime = (UINT64_C(1) << 61) - 1;
    e -= 53;
    /* x * 2^e modulo 2^61 - 1: a rotation of 61 bits */
    e = e >= 0 ? e % 61 : 60 - (-1 - e) % 61;
    x = ((x << e) & prime) | x >> (61 - e);
    int64_t r = d < 0 ? -(int64_t)x : (int64_t)x;
    return (uint64_t)(r == -1 ? -2 : r);
}

static int64_t slot_hash(struct thread *t, val a) {
    (void)t;
    return (int64_t)hash_double(float_get(a), a);
}

static val slot_compare(struct thread *t, val a, val b, enum compare op) {
    (void)t;
    double x = float_get(a);
    int c;
    if (val_is_float(b)) {
        double y = float_get(b);
        if (dbl_is_nan(x) || dbl_is_nan(y)) return val_bool(op == CMP_NE);
        c = x < y ? -1 : x > y;
    } else if (val_is_int(b)) {
        if (dbl_is_nan(x)) return val_bool(op == CMP_NE);
        c = -int_cmp_double(b, x);
    } else {
        return NOTIMPLEMENTED;
    }
    switch (op) {
    case CMP_LT: return val_bool(c < 0);
    case CMP_LE: return val_bool(c <= 0);
    case CMP_EQ: return val_bool(c == 0);
    case CMP_NE: return val_bool(c != 0);
    case CMP_GT: return val_bool(c > 0);
    default: return val_bool(c >= 0);
    }
}

static val slot_repr(struct thread *t, val a) {
    char text[32];
    return text_ascii(t, text, (int64_t)double_repr(float_get(a), text));
}

/* ---- construction ---- */

static val float_from_object(struct thread *t, val x) {
    if (val_is_flt(x) || val_is_exact(x, &float_shape)) return x;
    if (val_is_exact(x, &str_shape)) return float_from_text(t, x);
    double d;
    int known = number_by_slots(t, x, &d);
    if (known) return known > 0 ? float_new(t, d) : 0;
    if (val_is_str(x) || type_of(x)->buffer) return float_from_text(t, x);
    return raise(t, &exc_TypeError, "float() argument must be a string or a real number, not '%T'", x);
}

val float_from_text(struct thread *t, val x) {
    char small[128];
    const char *p;
    int64_t n;
    if (val_is_str(x)) {
        if (!(p = str_to_ascii_digits(t, x, small, sizeof small, &n))) return 0;
    } else {
        struct buffer b;
        if (!buffer_get(t, x, &b)) return 0;
        p = (const char *)b.p;
        n = b.n;
    }
    while (n > 0 && (*p == ' ' || (*p >= '\t' && *p <= '\r'))) p++, n--;
    while (n > 0 && (p[n - 1] == ' ' || (p[n - 1] >= '\t' && p[n - 1] <= '\r'))) n--;
    double d;
    if (text_find_byte(p, n, '_') >= 0) {
        char *clean = gc_storage(t, (size_t)n, false);
        if (!clean) return 0;
        int64_t used = 0;
        for (int64_t i = 0; i < n; i++) {
            if (p[i] != '_')
                clean[used++] = p[i];
            else if (i == 0 || i + 1 == n || p[i - 1] < '0' || p[i - 1] > '9' || p[i + 1] < '0' ||
                     p[i + 1] > '9')
                goto bad;
        }
        p = clean;
        n = used;
    }
    if (double_parse(p, (size_t)n, &d)) return float_new(t, d);
bad:
    return raise(t, &exc_ValueError, "could not convert string to float: %R", x);
}

static val float_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    if (!ctor_args(t, "float", argc, ctor_keywords(cls, &float_type, kwnames), 0, 1)) return 0;
    val r = argc ? float_from_object(t, argv[0]) : val_of(&float_zero);
    if (!r || cls == &float_type) return r;
    struct floatbox *b = gc_new_shaped(t, cls->shape, cls->size);
    if (!b) return 0;
    b->value = float_get(r);
    return val_of(b);
}

/* ---- methods ---- */

static val method_is_integer(struct thread *t, val a) {
    (void)t;
    double d = float_get(a);
    return val_bool(dbl_is_finite(d) && m_floor(d) == d);
}

val float_ratio(struct thread *t, double d) {
    if (dbl_is_inf(d)) return raise(t, &exc_OverflowError, "cannot convert Infinity to integer ratio");
    if (dbl_is_nan(d)) return raise(t, &exc_ValueError, "cannot convert NaN to integer ratio");
    int e;
    double m = m_frexp(d, &e);
    for (int i = 0; i < 300 && m != m_floor(m); i++) {
        m *= 2.0;
        e--;
    }
    val pair[2] = {int_from_double(t, m), val_small(1)};
    if (!pair[0]) return 0;
    if (e > 0)
        pair[0] = int_shift_by(t, pair[0], e);
    else
        pair[1] = int_shift_by(t, pair[1], -e);
    return pair[0] && pair[1] ? tuple_of(t, 2, pair) : 0;
}

static val method_ratio(struct thread *t, val a) {
    return float_ratio(t, float_get(a));
}

val float_round(struct thread *t, double d, int64_t digits) {
    if (!dbl_is_finite(d) || digits > 323) return float_new(t, d);
    if (digits < -308) return float_new(t, 0.0 * d);
    char number[DOUBLE_DIGITS + 8];
    int point, n = double_fixed(d, true, digits, number + 1, &point);
    if (n == 0) return float_new(t, m_copysign(0.0, d));
    int64_t at = n + 1;
    number[0] = '.';
    number[at++] = 'e';
    if (point < 0) number[at++] = '-';
    int e = point < 0 ? -point : point;
    number[at++] = (char)('0' + e / 100);
    number[at++] = (char)('0' + e / 10 % 10);
    number[at++] = (char)('0' + e % 10);
    double r;
    double_parse(number, (size_t)at, &r);
    if (dbl_is_inf(r)) return raise(t, &exc_OverflowError, "rounded value too large to represent");
    return float_new(t, m_copysign(r, d));
}

static val method_round(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    double d = float_get(argv[0]);
    if (!args_no_keywords(t, "float.__round__", kwnames) || !args_count(t, "__round__", argc - 1, 0, 1))
        return 0;
    if (argc == 1 || argv[1] == NONE) return int_from_double(t, m_rint(d));
    int64_t digits;
    if (!index_i64(t, argv[1], &digits)) return 0;
    return float_round(t, d, digits);
}

static val method_floor(struct thread *t, val a) {
    return int_from_double(t, m_floor(float_get(a)));
}
static val method_ceil(struct thread *t, val a) {
    return int_from_double(t, m_ceil(float_get(a)));
}
static val method_format(struct thread *t, val a, val spec) {
    if (!val_is_str(spec)) return raise(t, &exc_TypeError, "__format__() argument must be str, not %B", spec);
    return format_float(t, a, spec);
}
static val get_zero(struct thread *t, val a) {
    (void)t, (void)a;
    return val_of(&float_zero);
}
static val method_getnewargs(struct thread *t, val a) {
    val v = slot_exact(t, a);
    return v ? tuple_of(t, 1, &v) : 0;
}
static val method_getformat(struct thread *t, val cls, val kind) {
    (void)cls;
    if (!val_is_str(kind))
        return raise(t, &exc_TypeError, "__getformat__() argument must be str, not %B", kind);
    if (!str_equal(kind, NAME(double)) && !str_equal(kind, NAME(float)))
        return raise(t, &exc_ValueError, "__getformat__() argument 1 must be 'double' or 'float'");
    return str_ascii(t, "IEEE, little-endian");
}

METHOD(float, conjugate, slot_exact, 1, 0, "($self, /)");
METHOD(float, is_integer, method_is_integer, 1, 0, "($self, /)");
METHOD(float, as_integer_ratio, method_ratio, 1, 0, "($self, /)");
METHOD(float, hex, float_to_hex, 1, 0, "($self, /)");
METHOD(float, fromhex, float_from_hex, 2, METHOD_CLASS, "($type, string, /)");
METHOD(float, __round__, method_round, -1, 0, "($self, ndigits=None, /)");
METHOD(float, __trunc__, slot_to_int, 1, 0, "($self, /)");
METHOD(float, __floor__, method_floor, 1, 0, "($self, /)");
METHOD(float, __ceil__, method_ceil, 1, 0, "($self, /)");
METHOD(float, __format__, method_format, 2, 0, "($self, format_spec, /)");
METHOD(float, __getnewargs__, method_getnewargs, 1, 0, "($self, /)");
METHOD(float, __getformat__, method_getformat, 2, METHOD_CLASS, "($type, typestr, /)");
GETTER(float, real, slot_exact, 0);
GETTER(float, imag, get_zero, 0);

struct shape float_shape = {.head = {NULL, GC_STATIC, 0}, .type = &float_type};

struct type float_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &float_shape,
    .cname = "float",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_FLOAT | TYPE_IMMUTABLE,
    .size = sizeof(struct floatbox),
    .gc_layout = GC_LEAF,
    .methods = METHODS(float),
    .doc = "Convert a string or number to a floating point number, if possible.",
    .new = float_make,
    .repr = slot_repr,
    .hash = slot_hash,
    .compare = slot_compare,
    .binary = {[OP_ADD] = slot_add,
               [OP_SUB] = slot_sub,
               [OP_MUL] = slot_mul,
               [OP_TRUEDIV] = slot_truediv,
               [OP_FLOORDIV] = slot_floordiv,
               [OP_MOD] = slot_mod,
               [OP_POW] = slot_pow,
               [OP_DIVMOD] = slot_divmod},
    .power3 = slot_power3,
    .neg = slot_neg,
    .pos = slot_exact,
    .abs = slot_abs,
    .to_int = slot_to_int,
    .to_float = slot_exact,
    .truth = slot_truth,
};
