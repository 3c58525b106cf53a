/* Operators. Each entry of compiled code tries small ints and tagged floats first, then follows CPython's
 * protocol: the right operand's slot goes first when its type is a proper subclass of the left's, sequences
 * concatenate and repeat when the number slots do not know the operands.
 *
 * binary[] slots are called as (left, right) whichever side owns the slot. */
#include "runtime/types/int.h"
#include "runtime/types/float.h"
#include "runtime/types/str_priv.h"
#include "runtime/math/math.h"

static const char *const signs[BINARY_COUNT] = {"+",           "-",  "*",  "@", "/", "//", "%",
                                                "** or pow()", "<<", ">>", "&", "|", "^",  "divmod()"};

static bool is_print(val v) {
    if (!val_is_exact(v, &builtin_shape) || !AS(builtin, v)->def) return false;
    const char *name = AS(builtin, v)->def->name;
    return strlen(name) == 5 && memcmp(name, "print", 5) == 0;
}

static val unsupported(struct thread *t, val a, val b, enum binary op, bool inplace) {
    if (op == OP_RSHIFT && !inplace && is_print(a))
        return raise(t, &exc_TypeError,
                     "unsupported operand type(s) for >>: '%T' and '%T'. Did you mean \"print(<message>, "
                     "file=<output_stream>)\"?",
                     a, b);
    if (inplace)
        return raise(t, &exc_TypeError, "unsupported operand type(s) for %s=: '%T' and '%T'",
                     op == OP_POW ? "**" : signs[op], a, b);
    return raise(t, &exc_TypeError, "unsupported operand type(s) for %s: '%T' and '%T'", signs[op], a, b);
}

static val binary_slots(struct thread *t, val a, val b, enum binary op) {
    struct type *ta = type_of(a), *tb = type_of(b);
    binary_fn fa = ta->binary[op], fb = tb != ta ? tb->binary[op] : NULL;
    if (fb == fa) fb = NULL;
    if (fa) {
        if (fb && type_is_subtype(tb, ta)) {
            val r = fb(t, a, b);
            if (r != NOTIMPLEMENTED) return r;
            fb = NULL;
        }
        val r = fa(t, a, b);
        if (r != NOTIMPLEMENTED) return r;
    }
    return fb ? fb(t, a, b) : NOTIMPLEMENTED;
}

static val repeat(struct thread *t, binary_fn f, val seq, val n) {
    if (!val_is_int(n) && !type_of(n)->index)
        return raise(t, &exc_TypeError, "can't multiply sequence by non-int of type '%T'", n);
    return f(t, seq, n);
}

val binary_op(struct thread *t, val a, val b, enum binary op, bool inplace) {
    struct type *ta = type_of(a);
    if (inplace && ta->inplace[op]) {
        val r = ta->inplace[op](t, a, b);
        if (r != NOTIMPLEMENTED) return r;
    }
    val r = binary_slots(t, a, b, op);
    if (r != NOTIMPLEMENTED) return r;
    if (op == OP_ADD) {
        binary_fn f = inplace && ta->inplace_concat ? ta->inplace_concat : ta->concat;
        if (f) return f(t, a, b);
    } else if (op == OP_MUL) {
        binary_fn f = inplace && ta->inplace_repeat ? ta->inplace_repeat : ta->repeat;
        if (f) return repeat(t, f, a, b);
        /* in place, a left operand that could be a sequence does not let the right one answer */
        bool closed = inplace && (ta->flags & TYPE_HEAP || ta->getitem || ta->len);
        if (!closed && type_of(b)->repeat) return repeat(t, type_of(b)->repeat, b, a);
    }
    return unsupported(t, a, b, op, inplace);
}

/* pow(a, b, c) as CPython's ternary_op. */
val number_power(struct thread *t, val a, val b, val c) {
    if (c == NONE) return rt_pow(t, a, b);
    struct type *ta = type_of(a), *tb = type_of(b), *tc = type_of(c);
    val (*fa)(struct thread *, val, val, val) = ta->power3,
                                         (*fb)(struct thread *, val, val, val) = tb != ta ? tb->power3 : NULL,
                                         (*fc)(struct thread *, val, val, val) = tc->power3;
    if (fb == fa) fb = NULL;
    val r;
    if (fa) {
        if (fb && type_is_subtype(tb, ta)) {
            if ((r = fb(t, a, b, c)) != NOTIMPLEMENTED) return r;
            fb = NULL;
        }
        if ((r = fa(t, a, b, c)) != NOTIMPLEMENTED) return r;
    }
    if (fb && (r = fb(t, a, b, c)) != NOTIMPLEMENTED) return r;
    if (fc && fc != fa && fc != fb && (r = fc(t, a, b, c)) != NOTIMPLEMENTED) return r;
    return raise(t, &exc_TypeError, "unsupported operand type(s) for ** or pow(): '%T', '%T', '%T'", a, b, c);
}

/* ---- entries ---- */

static inline val pack(struct thread *t, double d) {
    val v;
    return likely(flt_pack(d, &v)) ? v : float_new(t, d);
}

#define BOTH_SMALL(a, b) likely(((a) & (b)&TAG_MASK) == INT_TAG && (((a) | (b)) & TAG_MASK) == INT_TAG)
#define BOTH_FLT(a, b)   (((a) & (b)&FLOAT_TAG) != 0)

static inline bool exact_int(val v) {
    return val_is_small(v) || val_is_exact(v, &int_shape);
}

/* The operands as doubles when one is a tagged float and the other a tagged float or small int of at most 53
 * bits. */
static inline bool mixed(val a, val b, double *x, double *y) {
    if (val_is_flt(a)) {
        *x = flt_unpack(a);
        if (val_is_flt(b))
            *y = flt_unpack(b);
        else if (val_is_small(b))
            *y = (double)val_small_get(b);
        else
            return false;
        return true;
    }
    if (val_is_flt(b) && val_is_small(a)) {
        *x = (double)val_small_get(a);
        *y = flt_unpack(b);
        return true;
    }
    return false;
}

static inline val add(struct thread *t, val a, val b, bool inplace) {
    if (BOTH_SMALL(a, b)) {
        int64_t r;
        if (likely(!__builtin_add_overflow((int64_t)(a - INT_TAG), (int64_t)b, &r))) return (val)r;
        return int_add(t, a, b);
    }
    double x, y;
    if (mixed(a, b, &x, &y)) return pack(t, x + y);
    if (val_is_exact(a, &str_shape) && val_is_exact(b, &str_shape))
        return inplace ? str_append(t, a, b) : str_concat(t, a, b);
    if (val_is_exact(a, &int_shape) && (val_is_small(b) || val_is_exact(b, &int_shape)))
        return int_add(t, a, b);
    return binary_op(t, a, b, OP_ADD, inplace);
}
val rt_add(struct thread *t, val a, val b) {
    return add(t, a, b, false);
}
val rt_iadd(struct thread *t, val a, val b) {
    return add(t, a, b, true);
}

static inline val sub(struct thread *t, val a, val b, bool inplace) {
    if (BOTH_SMALL(a, b)) {
        int64_t r;
        if (likely(!__builtin_sub_overflow((int64_t)a, (int64_t)(b - INT_TAG), &r))) return (val)r;
        return int_sub(t, a, b);
    }
    double x, y;
    if (mixed(a, b, &x, &y)) return pack(t, x - y);
    if (exact_int(a) && exact_int(b)) return int_sub(t, a, b);
    return binary_op(t, a, b, OP_SUB, inplace);
}
val rt_sub(struct thread *t, val a, val b) {
    return sub(t, a, b, false);
}
val rt_isub(struct thread *t, val a, val b) {
    return sub(t, a, b, true);
}

static inline val mul(struct thread *t, val a, val b, bool inplace) {
    if (BOTH_SMALL(a, b)) {
        int64_t r;
        if (likely(!__builtin_mul_overflow((int64_t)(a - INT_TAG), val_small_get(b), &r)))
            return (val)r + INT_TAG;
        return int_mul(t, a, b);
    }
    double x, y;
    if (mixed(a, b, &x, &y)) return pack(t, x * y);
    if (exact_int(a) && exact_int(b)) return int_mul(t, a, b);
    return binary_op(t, a, b, OP_MUL, inplace);
}
val rt_mul(struct thread *t, val a, val b) {
    return mul(t, a, b, false);
}
val rt_imul(struct thread *t, val a, val b) {
    return mul(t, a, b, true);
}

static inline val truediv(struct thread *t, val a, val b, bool inplace) {
    double x, y;
    if (mixed(a, b, &x, &y) && y != 0) return pack(t, x / y);
    if (BOTH_SMALL(a, b)) {
        int64_t n = val_small_get(a), d = val_small_get(b), most = INT64_C(1) << 53;
        if (d != 0 && n >= -most && n <= most && d >= -most && d <= most)
            return pack(t, (double)n / (double)d);
        return int_truediv(t, a, b);
    }
    return binary_op(t, a, b, OP_TRUEDIV, inplace);
}
val rt_truediv(struct thread *t, val a, val b) {
    return truediv(t, a, b, false);
}
val rt_itruediv(struct thread *t, val a, val b) {
    return truediv(t, a, b, true);
}

static inline val floordiv(struct thread *t, val a, val b, bool inplace) {
    if (BOTH_SMALL(a, b)) {
        int64_t n = val_small_get(a), d = val_small_get(b);
        if (likely(d > 0)) {
            int64_t q = n / d;
            return val_small(q - (n % d < 0));
        }
        return int_floordiv(t, a, b);
    }
    double x, y;
    if (mixed(a, b, &x, &y) && y != 0) return pack(t, rt_ffloordiv(x, y));
    return binary_op(t, a, b, OP_FLOORDIV, inplace);
}
val rt_floordiv(struct thread *t, val a, val b) {
    return floordiv(t, a, b, false);
}
val rt_ifloordiv(struct thread *t, val a, val b) {
    return floordiv(t, a, b, true);
}

static inline val mod(struct thread *t, val a, val b, bool inplace) {
    if (BOTH_SMALL(a, b)) {
        int64_t n = val_small_get(a), d = val_small_get(b);
        if (likely(d > 0)) {
            int64_t r = n % d;
            return val_small(r < 0 ? r + d : r);
        }
        return int_mod(t, a, b);
    }
    double x, y;
    if (mixed(a, b, &x, &y) && y != 0) return pack(t, rt_fmod(x, y));
    if (val_is_exact(a, &str_shape) && (!val_is_str(b) || val_is_exact(b, &str_shape)))
        return str_percent(t, a, b);
    return binary_op(t, a, b, OP_MOD, inplace);
}
val rt_mod(struct thread *t, val a, val b) {
    return mod(t, a, b, false);
}
val rt_imod(struct thread *t, val a, val b) {
    return mod(t, a, b, true);
}

static inline val power(struct thread *t, val a, val b, bool inplace) {
    if (BOTH_SMALL(a, b)) return int_pow(t, a, b);
    double x, y;
    if (mixed(a, b, &x, &y))
        return y == 2.0 ? (m_fabs(x) < 0x1p511 ? pack(t, x * x) : float_pow(t, x, y)) : float_pow(t, x, y);
    return binary_op(t, a, b, OP_POW, inplace);
}
val rt_pow(struct thread *t, val a, val b) {
    return power(t, a, b, false);
}
val rt_ipow(struct thread *t, val a, val b) {
    return power(t, a, b, true);
}

#define BITWISE(name, OP, sign)                                                                              \
    val rt_##name(struct thread *t, val a, val b) {                                                          \
        if (BOTH_SMALL(a, b)) return ((a sign b) & ~(val)TAG_MASK) | INT_TAG;                                \
        return binary_op(t, a, b, OP, false);                                                                \
    }                                                                                                        \
    val rt_i##name(struct thread *t, val a, val b) {                                                         \
        if (BOTH_SMALL(a, b)) return ((a sign b) & ~(val)TAG_MASK) | INT_TAG;                                \
        return binary_op(t, a, b, OP, true);                                                                 \
    }
BITWISE(and, OP_AND, &)
BITWISE(or, OP_OR, |)
BITWISE(xor, OP_XOR, ^)

#define SHIFT(name, OP, left)                                                                                \
    val rt_##name(struct thread *t, val a, val b) {                                                          \
        if (BOTH_SMALL(a, b)) return int_shift(t, a, b, left);                                               \
        return binary_op(t, a, b, OP, false);                                                                \
    }                                                                                                        \
    val rt_i##name(struct thread *t, val a, val b) {                                                         \
        if (BOTH_SMALL(a, b)) return int_shift(t, a, b, left);                                               \
        return binary_op(t, a, b, OP, true);                                                                 \
    }
SHIFT(lshift, OP_LSHIFT, true)
SHIFT(rshift, OP_RSHIFT, false)

val rt_matmul(struct thread *t, val a, val b) {
    return binary_op(t, a, b, OP_MATMUL, false);
}
val rt_imatmul(struct thread *t, val a, val b) {
    return binary_op(t, a, b, OP_MATMUL, true);
}

#define UNARY(name, slot, sign, fast)                                                                        \
    val rt_##name(struct thread *t, val a) {                                                                 \
        fast;                                                                                                \
        unary_fn f = type_of(a)->slot;                                                                       \
        return f ? f(t, a) : raise(t, &exc_TypeError, "bad operand type for unary " sign ": '%T'", a);       \
    }
UNARY(neg, neg, "-", if (val_is_small(a)) return int_neg(t, a);
      if (val_is_flt(a)) return pack(t, -flt_unpack(a)))
UNARY(pos, pos, "+", if (!val_is_ptr(a)) return a)
UNARY(invert, invert, "~", if (val_is_small(a)) return val_small(~val_small_get(a)))

#define COMPARE(name, op, CMP)                                                                               \
    val rt_##name(struct thread *t, val a, val b) {                                                          \
        if (BOTH_SMALL(a, b)) return val_bool((int64_t)a op(int64_t) b);                                     \
        if (BOTH_FLT(a, b)) return val_bool(flt_unpack(a) op flt_unpack(b));                                 \
        return obj_compare(t, a, b, CMP);                                                                    \
    }
#define COMPARE_STR(name, op, CMP, want)                                                                     \
    val rt_##name(struct thread *t, val a, val b) {                                                          \
        if (BOTH_SMALL(a, b)) return val_bool(a op b);                                                       \
        if (BOTH_FLT(a, b)) return val_bool(flt_unpack(a) op flt_unpack(b));                                 \
        if (val_is_exact(a, &str_shape) && val_is_exact(b, &str_shape))                                      \
            return val_bool(str_equal(a, b) == (want));                                                      \
        return obj_compare(t, a, b, CMP);                                                                    \
    }
COMPARE(lt, <, CMP_LT)
COMPARE(le, <=, CMP_LE)
COMPARE_STR(eq, ==, CMP_EQ, true)
COMPARE_STR(ne, !=, CMP_NE, false)
COMPARE(gt, >, CMP_GT)
COMPARE(ge, >=, CMP_GE)

val rt_zero_division(struct thread *t, int64_t kind) {
    static const char *const texts[] = {
        "division by zero",       "integer division or modulo by zero", "integer modulo by zero",
        "float division by zero", "float floor division by zero",       "float modulo",
        "float divmod()"};
    if (kind < 0 || kind >= (int64_t)(sizeof texts / sizeof *texts)) kind = 0;
    return raise(t, &exc_ZeroDivisionError, "%s", texts[kind]);
}

/* ---- __index__ ---- */

val obj_index(struct thread *t, val v) {
    if (val_is_small(v) || val_is_exact(v, &int_shape)) return v;
    if (val_is_int(v)) return int_exact(t, v);
    struct type *type = type_of(v);
    if (!type->index) return raise(t, &exc_TypeError, "'%T' object cannot be interpreted as an integer", v);
    val r = type->index(t, v);
    if (!r) return 0;
    if (!val_is_int(r)) return raise(t, &exc_TypeError, "__index__ returned non-int (type %T)", r);
    return int_exact(t, r);
}

bool index_i64(struct thread *t, val v, int64_t *out) {
    if (likely(val_is_small(v))) {
        *out = val_small_get(v);
        return true;
    }
    val index = obj_index(t, v);
    if (!index) return false;
    if (!int_to_i64(index, out))
        return raise(t, &exc_OverflowError, "Python int too large to convert to C ssize_t") != 0;
    return true;
}

bool index_clamped(struct thread *t, val v, int64_t *out) {
    val index = obj_index(t, v);
    if (!index) return false;
    if (!int_to_i64(index, out)) *out = int_sign(index) < 0 ? INT64_MIN : INT64_MAX;
    return true;
}
