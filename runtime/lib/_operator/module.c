/* The module _operator: the operators of the language as functions. */
#include "runtime/lib/native.h"

METHOD_TABLE(_operator);

#define SIGNATURE2 "($module, a, b, /)"

/* ---- operators of two values ---- */

#define TWO(name, fn) METHOD(_operator, name, fn, 2, 0, SIGNATURE2)
TWO(add, rt_add);
TWO(sub, rt_sub);
TWO(mul, rt_mul);
TWO(matmul, rt_matmul);
TWO(truediv, rt_truediv);
TWO(floordiv, rt_floordiv);
TWO(mod, rt_mod);
TWO(pow, rt_pow);
TWO(lshift, rt_lshift);
TWO(rshift, rt_rshift);
TWO(and_, rt_and);
TWO(or_, rt_or);
TWO(xor, rt_xor);
TWO(iadd, rt_iadd);
TWO(isub, rt_isub);
TWO(imul, rt_imul);
TWO(imatmul, rt_imatmul);
TWO(itruediv, rt_itruediv);
TWO(ifloordiv, rt_ifloordiv);
TWO(imod, rt_imod);
TWO(ipow, rt_ipow);
TWO(ilshift, rt_ilshift);
TWO(irshift, rt_irshift);
TWO(iand, rt_iand);
TWO(ior, rt_ior);
TWO(ixor, rt_ixor);
TWO(lt, rt_lt);
TWO(le, rt_le);
TWO(eq, rt_eq);
TWO(ne, rt_ne);
TWO(gt, rt_gt);
TWO(ge, rt_ge);

static val f_is(struct thread *t, val a, val b) {
    (void)t;
    return val_bool(rt_is(a, b));
}
static val f_is_not(struct thread *t, val a, val b) {
    (void)t;
    return val_bool(!rt_is(a, b));
}
TWO(is_, f_is);
TWO(is_not, f_is_not);

/* ---- of one ---- */

static val answer(int64_t yes) {
    return yes < 0 ? 0 : val_bool(yes);
}
static val f_truth(struct thread *t, val a) {
    return answer(rt_truth(t, a));
}
static val f_not(struct thread *t, val a) {
    int64_t yes = rt_truth(t, a);
    return yes < 0 ? 0 : val_bool(!yes);
}
static val f_abs(struct thread *t, val a) {
    unary_fn f = type_of(a)->abs;
    return f ? f(t, a) : raise(t, &exc_TypeError, "bad operand type for abs(): '%T'", a);
}
METHOD(_operator, truth, f_truth, 1, 0, "($module, a, /)");
METHOD(_operator, not_, f_not, 1, 0, "($module, a, /)");
METHOD(_operator, abs, f_abs, 1, 0, "($module, a, /)");
METHOD(_operator, index, obj_index, 1, 0, "($module, a, /)");
METHOD(_operator, neg, rt_neg, 1, 0, "($module, a, /)");
METHOD(_operator, pos, rt_pos, 1, 0, "($module, a, /)");
METHOD(_operator, inv, rt_invert, 1, 0, "($module, a, /)");
METHOD(_operator, invert, rt_invert, 1, 0, "($module, a, /)");

/* ---- sequences and mappings ---- */

static bool is_sequence(val v) {
    return type_of(v)->getitem && !val_has(v, TYPE_DICT);
}

static val concat(struct thread *t, val a, val b, bool inplace) {
    if (!type_of(a)->concat && !(is_sequence(a) && is_sequence(b)))
        return raise(t, &exc_TypeError, "'%T' object can't be concatenated", a);
    return binary_op(t, a, b, OP_ADD, inplace);
}
static val f_concat(struct thread *t, val a, val b) {
    return concat(t, a, b, false);
}
static val f_iconcat(struct thread *t, val a, val b) {
    return concat(t, a, b, true);
}
TWO(concat, f_concat);
TWO(iconcat, f_iconcat);

static val f_contains(struct thread *t, val a, val b) {
    return answer(rt_contains(t, a, b));
}
static val f_setitem(struct thread *t, val a, val b, val c) {
    return rt_setitem(t, a, b, c) < 0 ? 0 : NONE;
}
static val f_delitem(struct thread *t, val a, val b) {
    return rt_delitem(t, a, b) < 0 ? 0 : NONE;
}
TWO(contains, f_contains);
TWO(getitem, rt_getitem);
METHOD(_operator, setitem, f_setitem, 3, 0, "($module, a, b, c, /)");
TWO(delitem, f_delitem);

static val items_of(struct thread *t, val a) {
    val it = rt_iter(t, a);
    if (it || !exc_pending_is(t, &exc_TypeError)) return it;
    exc_take(t);
    return raise(t, &exc_TypeError, "argument of type '%T' is not iterable", a);
}

static val f_countOf(struct thread *t, val a, val b) {
    val it = items_of(t, a), item;
    int64_t n = 0;
    if (!it) return 0;
    while ((item = rt_next(t, it))) {
        int64_t same = obj_equal(t, item, b);
        if (same < 0) return 0;
        n += same;
    }
    return t->exc ? 0 : int_from_i64(t, n);
}

static val f_indexOf(struct thread *t, val a, val b) {
    val it = items_of(t, a), item;
    if (!it) return 0;
    for (int64_t i = 0; (item = rt_next(t, it)); i++) {
        int64_t same = obj_equal(t, item, b);
        if (same) return same < 0 ? 0 : int_from_i64(t, i);
    }
    return t->exc ? 0 : raise(t, &exc_ValueError, "sequence.index(x): x not in sequence");
}
TWO(countOf, f_countOf);
TWO(indexOf, f_indexOf);

static val f_length_hint(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t fallback = 0;
    if (!args_no_keywords(t, "_operator.length_hint", kwnames) || !args_count(t, "length_hint", argc, 1, 2) ||
        (argc > 1 && !index_i64(t, argv[1], &fallback)))
        return 0;
    int64_t n = obj_length_hint(t, argv[0], fallback);
    return n == -1 && t->exc ? 0 : int_from_i64(t, n);
}
METHOD(_operator, length_hint, f_length_hint, -1, 0, "($module, obj, default=0, /)");

/* ---- calls ---- */

static val f_call(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (argc < 1) return raise(t, &exc_TypeError, "call expected at least 1 argument, got 0");
    return rt_call(t, argv[0], argc - 1, argv + 1, kwnames);
}
METHOD(_operator, call, f_call, -1, 0, "($module, obj, /, *args, **kwargs)");

/* ---- secrets ---- */

/* The time depends on nothing but the length of `b`. */
static bool same_bytes(const uint8_t *a, int64_t na, const uint8_t *b, int64_t nb) {
    volatile uint8_t differ = na != nb;
    const uint8_t *with = na == nb ? a : b;
    for (int64_t i = 0; i < nb; i++) differ |= (uint8_t)(with[i] ^ b[i]);
    return !differ;
}

static val f_compare_digest(struct thread *t, val a, val b) {
    if (val_is_str(a) && val_is_str(b)) {
        const struct string *x = AS(string, a), *y = AS(string, b);
        if (!(x->head.aux & y->head.aux & STR_ASCII))
            return raise(t, &exc_TypeError, "comparing strings with non-ASCII characters is not supported");
        return val_bool(same_bytes(str_data(x), x->len, str_data(y), y->len));
    }
    struct buffer x, y;
    if (!type_of(a)->buffer || !type_of(b)->buffer)
        return raise(t, &exc_TypeError, "unsupported operand types(s) or combination of types: '%T' and '%T'",
                     a, b);
    if (!buffer_get(t, a, &x) || !buffer_get(t, b, &y)) return 0;
    return val_bool(same_bytes(x.p, x.n, y.p, y.n));
}
TWO(_compare_digest, f_compare_digest);

static val operator_init(struct thread *t) {
    return native_module_new(t, "_operator", METHODS(_operator));
}
NATIVE_MODULE(_operator, "_operator", operator_init);
