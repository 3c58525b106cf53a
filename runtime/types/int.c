/* The type int: construction, slots and methods. The arithmetic is in int_ops.c and int_power.c. */
#include "runtime/types/int.h"
#include "runtime/text/format.h"
#include "runtime/text/text.h"

METHOD_TABLE(int);

/* ---- slots ---- */

#define BOTH_INTS(a, b)                                                                                      \
    if (!val_is_int(a) || !val_is_int(b)) return NOTIMPLEMENTED
#define BINARY(name, expr)                                                                                   \
    static val slot_##name(struct thread *t, val a, val b) {                                                 \
        BOTH_INTS(a, b);                                                                                     \
        return expr;                                                                                         \
    }
BINARY(add, int_add(t, a, b))
BINARY(sub, int_sub(t, a, b))
BINARY(mul, int_mul(t, a, b))
BINARY(truediv, int_truediv(t, a, b))
BINARY(floordiv, int_floordiv(t, a, b))
BINARY(mod, int_mod(t, a, b))
BINARY(pow, int_pow(t, a, b))
BINARY(lshift, int_shift(t, a, b, true))
BINARY(rshift, int_shift(t, a, b, false))
BINARY(and, int_bitwise(t, a, b, '&'))
BINARY(or, int_bitwise(t, a, b, '|'))
BINARY(xor, int_bitwise(t, a, b, '^'))

static val slot_divmod(struct thread *t, val a, val b) {
    BOTH_INTS(a, b);
    val pair[2];
    return int_divmod(t, a, b, &pair[0], &pair[1]) ? tuple_of(t, 2, pair) : 0;
}

static val slot_power3(struct thread *t, val a, val b, val c) {
    BOTH_INTS(a, b);
    if (c == NONE) return int_pow(t, a, b);
    if (!val_is_int(c)) return NOTIMPLEMENTED;
    return int_pow_mod(t, a, b, c);
}

static int64_t slot_truth(struct thread *t, val a) {
    (void)t;
    return int_sign(a) != 0;
}

static int64_t slot_hash(struct thread *t, val a) {
    (void)t;
    return int_hash(a);
}

static val slot_to_float(struct thread *t, val a) {
    bool over;
    double d = int_to_double(t, a, &over);
    return over ? 0 : float_new(t, d);
}

static val slot_repr(struct thread *t, val a) {
    return int_to_str(t, a, 10, false);
}

static val slot_compare(struct thread *t, val a, val b, enum compare op) {
    (void)t;
    BOTH_INTS(a, b);
    int c = int_cmp(a, b);
    switch (op) {
    case CMP_LT: return val_bool(c < 0);
    case CMP_LE: return val_bool(c <= 0);
    case CMP_EQ: return val_bool(c == 0);
    case CMP_NE: return val_bool(c != 0);
    case CMP_GT: return val_bool(c > 0);
    default: return val_bool(c >= 0);
    }
}

static size_t object_size(const struct obj *o) {
    const struct bigint *b = (const struct bigint *)o;
    bool exact = o->shape == &int_shape;
    return sizeof *b + (size_t)(b->len + (o->aux >> INT_SLACK_SHIFT) + !exact) * 8;
}

/* ---- construction ---- */

/* An instance of a subclass with the value of `v`. */
static val subclass_of(struct thread *t, struct type *cls, val v) {
    struct iview w;
    int_view(v, &w);
    struct bigint *b = gc_new_shaped(t, cls->shape, sizeof *b + (size_t)(w.n + 1) * 8);
    if (!b) return 0;
    b->len = w.n;
    b->head.aux = w.neg ? INT_NEGATIVE : 0;
    memcpy(b->digit + 1, w.d, (size_t)w.n * 8);
    return val_of(b);
}

static val checked_int(struct thread *t, val r, const char *method) {
    if (!r || val_is_int(r)) return r ? int_exact(t, r) : 0;
    return raise(t, &exc_TypeError, "%s returned non-int (type %T)", method, r);
}

val int_from_str(struct thread *t, val s, int base) {
    struct text x = text_of(s);
    if (base == 10 && x.w == 1 && x.n > 0 && x.n <= 18) { /* plain digits, the usual case */
        const uint8_t *q = x.p;
        int64_t v = 0, i = q[0] == '-' && x.n > 1;
        bool neg = i;
        for (; i < x.n && q[i] >= '0' && q[i] <= '9'; i++) v = v * 10 + (q[i] - '0');
        if (i == x.n) return val_small(neg ? -v : v);
    }
    char small[64];
    int64_t n;
    const char *p = str_to_ascii_digits(t, s, small, sizeof small, &n);
    return p ? int_parse(t, s, p, n, base) : 0;
}

static val from_bytes_like(struct thread *t, val x, int base) {
    struct buffer b;
    if (!buffer_get(t, x, &b)) return 0;
    val shown =
        val_has(x, TYPE_BYTES) || obj_isinstance(x, &bytearray_type) ? x : bytes_new(t, b.p, (size_t)b.n);
    if (!shown) return 0;
    if (b.n && text_find_byte(b.p, b.n, 0) >= 0)
        return raise(t, &exc_ValueError, "invalid literal for int() with base %d: %R", base, shown);
    return int_parse(t, shown, (const char *)b.p, b.n, base);
}

val int_from_object(struct thread *t, val x) {
    if (val_is_small(x) || val_is_exact(x, &int_shape)) return x;
    if (val_is_exact(x, &str_shape)) return int_from_str(t, x, 10);
    struct type *type = type_of(x);
    if (val_is_float(x) && type->to_int == float_type.to_int) return int_from_double(t, float_get(x));
    if (type->to_int) return checked_int(t, type->to_int(t, x), "__int__");
    if (type->index) return checked_int(t, type->index(t, x), "__index__");
    val trunc = special_lookup(t, x, NAME(__trunc__));
    if (trunc) {
        val r = call0(t, trunc);
        if (!r || val_is_int(r)) return r ? int_exact(t, r) : 0;
        if (!type_of(r)->index)
            return raise(t, &exc_TypeError, "__trunc__ returned non-Integral (type %T)", r);
        return obj_index(t, r);
    }
    if (t->exc) return 0;
    if (val_is_str(x)) return int_from_str(t, x, 10);
    if (type->buffer) return from_bytes_like(t, x, 10);
    return raise(t, &exc_TypeError,
                 "int() argument must be a string, a bytes-like object or a real number, not '%T'", x);
}

static val make(struct thread *t, val x, val base) {
    if (!x) return base ? raise(t, &exc_TypeError, "int() missing string argument") : val_small(0);
    if (!base) return int_from_object(t, x);
    int64_t b;
    val index = obj_index(t, base);
    if (!index) return 0;
    if (!int_to_i64(index, &b) || (b != 0 && b < 2) || b > 36)
        return raise(t, &exc_ValueError, "int() base must be >= 2 and <= 36, or 0");
    if (val_is_str(x)) return int_from_str(t, x, (int)b);
    if (val_has(x, TYPE_BYTES) || obj_isinstance(x, &bytearray_type)) return from_bytes_like(t, x, (int)b);
    return raise(t, &exc_TypeError, "int() can't convert non-string with explicit base");
}

static val int_new(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    val r;
    if (argc == 1 && !kwnames) {
        r = int_from_object(t, argv[0]);
    } else {
        int64_t names = kwnames ? AS(tuple, kwnames)->len : 0;
        if (argc + names > 2)
            return raise(t, &exc_TypeError, "int() takes at most 2 arguments (%ld given)", argc + names);
        for (int64_t i = 0; i < names; i++) {
            val name = AS(tuple, kwnames)->item[i];
            if (!str_equal(name, NAME(base)))
                return raise(t, &exc_TypeError, "'%U' is an invalid keyword argument for int()", name);
        }
        if (argc == 2 && names)
            return raise(t, &exc_TypeError, "argument for int() given by name ('base') and position (2)");
        val out[2] = {argc ? argv[0] : 0, argc > 1 ? argv[1] : names ? argv[argc] : 0};
        r = make(t, out[0], out[1]);
    }
    return r && cls != &int_type ? subclass_of(t, cls, r) : r;
}

/* ---- methods ---- */

static val method_bit_length(struct thread *t, val a) {
    return int_from_i64(t, int_bit_length(a));
}

static val method_bit_count(struct thread *t, val a) {
    struct iview w;
    int_view(a, &w);
    int64_t n = 0;
    for (int64_t i = 0; i < w.n; i++) {
        uint64_t x = w.d[i];
        x -= x >> 1 & UINT64_C(0x5555555555555555);
        x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
        n += (int64_t)(((x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * UINT64_C(0x0101010101010101) >> 56);
    }
    return int_from_i64(t, n);
}

static val get_zero(struct thread *t, val a) {
    (void)t, (void)a;
    return val_small(0);
}
static val get_one(struct thread *t, val a) {
    (void)t, (void)a;
    return val_small(1);
}

static val method_ratio(struct thread *t, val a) {
    val pair[2] = {int_exact(t, a), val_small(1)};
    return pair[0] ? tuple_of(t, 2, pair) : 0;
}

static val method_round(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_no_keywords(t, "int.__round__", kwnames) || !args_count(t, "__round__", argc - 1, 0, 1))
        return 0;
    if (argc == 1) return int_exact(t, argv[0]);
    val n = obj_index(t, argv[1]);
    return n ? int_round_to(t, argv[0], n) : 0;
}

static val method_format(struct thread *t, val a, val spec) {
    if (!val_is_str(spec)) return raise(t, &exc_TypeError, "__format__() argument must be str, not %B", spec);
    return format_int(t, a, spec);
}

/* True for "little", false for "big"; *ok false and ValueError for the rest. */
static bool byte_order(struct thread *t, val order, const char *fname, bool *ok) {
    *ok = true;
    if (!order) return false;
    if (!val_is_str(order)) {
        *ok = false;
        raise(t, &exc_TypeError, "%s() argument 'byteorder' must be str, not %B", fname, order);
        return false;
    }
    if (str_equal(order, NAME(little))) return true;
    if (str_equal(order, NAME(big))) return false;
    *ok = false;
    raise(t, &exc_ValueError, "byteorder must be either 'little' or 'big'");
    return false;
}

static val method_to_bytes(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[3];
    int64_t length = 1;
    bool ok, is_signed = false;
    if (!args_parse(t, "to_bytes", "| length byteorder $ signed", argc - 1, argv + 1, kwnames, out)) return 0;
    if (out[0] && !index_i64(t, out[0], &length)) return 0;
    bool little = byte_order(t, out[1], "to_bytes", &ok);
    if (!ok) return 0;
    if (out[2]) {
        int64_t truth = obj_truth(t, out[2]);
        if (truth < 0) return 0;
        is_signed = truth;
    }
    if (length < 0) return raise(t, &exc_ValueError, "length argument must be non-negative");
    struct iview w;
    int_view(argv[0], &w);
    if (w.neg && !is_signed) return raise(t, &exc_OverflowError, "can't convert negative int to unsigned");
    /* Bits needed: of the magnitude, or of two's complement with a sign bit. */
    int64_t bits = mag_bits(w.d, w.n), need = bits;
    if (is_signed) {
        bool power = w.n > 0 && (w.d[w.n - 1] & (w.d[w.n - 1] - 1)) == 0;
        for (int64_t i = 0; power && i < w.n - 1; i++) power = w.d[i] == 0;
        need = w.neg && power ? bits : bits ? bits + 1 : 0;
    }
    if (need > length * 8) return raise(t, &exc_OverflowError, "int too big to convert");
    val r = bytes_new(t, NULL, (size_t)length);
    if (!r) return 0;
    uint8_t *p = AS(bytes, r)->data;
    uint64_t carry = 1, digit = 0;
    for (int64_t i = 0; i < length; i++) {
        if (i % 8 == 0) {
            digit = i / 8 < w.n ? w.d[i / 8] : 0;
            if (w.neg) {
                digit = ~digit + carry;
                carry = carry && digit == 0;
            }
        }
        p[little ? i : length - 1 - i] = (uint8_t)(digit >> (i % 8 * 8));
    }
    return r;
}

static val from_raw(struct thread *t, const uint8_t *p, int64_t n, bool little, bool is_signed) {
    struct bigint *b = int_alloc(t, n / 8 + 1);
    if (!b) return 0;
    memset(b->digit, 0, (size_t)(n / 8 + 1) * 8);
    bool neg = is_signed && n && p[little ? n - 1 : 0] >> 7;
    uint64_t carry = 1;
    for (int64_t i = 0; i < n; i++) {
        uint64_t c = p[little ? i : n - 1 - i];
        if (neg) {
            c = (c ^ 0xff) + carry;
            carry = c >> 8;
        }
        b->digit[i / 8] |= (c & 0xff) << (i % 8 * 8);
    }
    if (neg && carry) b->digit[n / 8] |= UINT64_C(1) << (n % 8 * 8);
    return int_finish(t, b, n / 8 + 1, neg);
}

static val method_from_bytes(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[3], bytes;
    bool ok, is_signed = false;
    if (!args_parse(t, "from_bytes", "bytes | byteorder $ signed", argc - 1, argv + 1, kwnames, out))
        return 0;
    bool little = byte_order(t, out[1], "from_bytes", &ok);
    if (!ok) return 0;
    if (out[2]) {
        int64_t truth = obj_truth(t, out[2]);
        if (truth < 0) return 0;
        is_signed = truth;
    }
    if (!(bytes = bytes_from_object(t, out[0]))) return 0;
    struct buffer b;
    if (!buffer_get(t, bytes, &b)) return 0;
    val r = from_raw(t, b.p, b.n, little, is_signed);
    return r && argv[0] != val_of(&int_type) ? call1(t, argv[0], r) : r;
}

static val method_getnewargs(struct thread *t, val a) {
    val v = int_exact(t, a);
    return v ? tuple_of(t, 1, &v) : 0;
}

static val method_sizeof(struct thread *t, val a) { /* CPython's answer: 30-bit digits */
    int64_t digits = (int_bit_length(a) + 29) / 30;
    return int_from_i64(t, 24 + 4 * (digits ? digits : 1));
}

METHOD(int, bit_length, method_bit_length, 1, 0, "($self, /)");
METHOD(int, bit_count, method_bit_count, 1, 0, "($self, /)");
METHOD(int, conjugate, int_exact, 1, 0, 0);
METHOD(int, as_integer_ratio, method_ratio, 1, 0, "($self, /)");
METHOD(int, to_bytes, method_to_bytes, -1, 0, "($self, /, length=1, byteorder='big', *, signed=False)");
METHOD(int, from_bytes, method_from_bytes, -1, METHOD_CLASS,
       "($type, /, bytes, byteorder='big', *, signed=False)");
METHOD(int, __trunc__, int_exact, 1, 0, 0);
METHOD(int, __floor__, int_exact, 1, 0, 0);
METHOD(int, __ceil__, int_exact, 1, 0, 0);
METHOD(int, __round__, method_round, -1, 0, 0);
METHOD(int, __format__, method_format, 2, 0, "($self, format_spec, /)");
METHOD(int, __getnewargs__, method_getnewargs, 1, 0, "($self, /)");
METHOD(int, __sizeof__, method_sizeof, 1, 0, "($self, /)");
GETTER(int, real, int_exact, 0);
GETTER(int, imag, get_zero, 0);
GETTER(int, numerator, int_exact, 0);
GETTER(int, denominator, get_one, 0);

struct shape int_shape = {.head = {NULL, GC_STATIC, 0}, .type = &int_type};

struct type int_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &int_shape,
    .cname = "int",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_INT | TYPE_IMMUTABLE,
    .size = sizeof(struct bigint),
    .gc_layout = GC_LEAF,
    .methods = METHODS(int),
    .doc = "int([x]) -> integer\nint(x, base=10) -> integer\n\n"
           "Convert a number or string to an integer, or return 0 if no arguments\n"
           "are given.  If x is a number, return x.__int__().  For floating point\n"
           "numbers, this truncates towards zero.\n\n"
           "If x is not a number or if base is given, then x must be a string,\n"
           "bytes, or bytearray instance representing an integer literal in the\n"
           "given base.  The literal can be preceded by '+' or '-' and be surrounded\n"
           "by whitespace.  The base defaults to 10.  Valid bases are 0 and 2-36.\n"
           "Base 0 means to interpret the base from the string as an integer literal.\n"
           ">>> int('0b100', base=0)\n4",
    .new = int_new,
    .object_size = object_size,
    .repr = slot_repr,
    .hash = slot_hash,
    .compare = slot_compare,
    .binary = {slot_add, slot_sub, slot_mul, NULL, slot_truediv, slot_floordiv, slot_mod, slot_pow,
               slot_lshift, slot_rshift, slot_and, slot_or, slot_xor, slot_divmod},
    .power3 = slot_power3,
    .neg = int_neg,
    .pos = int_exact,
    .abs = int_abs,
    .invert = int_invert,
    .to_int = int_exact,
    .to_float = slot_to_float,
    .index = int_exact,
    .truth = slot_truth,
};
