/* What operations give. Only exact built-in types are known: a subclass is FACT_OTHER, whose operators may
 * return anything. */
#include "rules/infer/infer.h"

#define NUMBER (FACT_INT | FACT_FLOAT | FACT_BOOL)
#define VALUE  (FACT_ALL & ~FACT_NULL)

static bool within(uint32_t fact, uint32_t set) {
    return !(fact & ~set);
}

uint32_t infer_static(const struct ir_sym *s) {
    static const struct {
        const char *name;
        uint32_t fact;
    } objects[] = {{"none_object", FACT_NONE}, {"true_object", FACT_BOOL}, {"false_object", FACT_BOOL}},
      shapes[] = {{"str_shape", FACT_STR},
                  {"int_shape", FACT_BIG},
                  {"float_shape", FACT_FBOX},
                  {"tuple_shape", FACT_TUPLE},
                  {"function_shape", FACT_FUNC}};
    for (size_t k = 0; k < COUNT(objects); k++)
        if (str_is(s->name, objects[k].name)) return objects[k].fact;
    const struct ir_data *d = s->user;
    if (!d || !d->relocs.n || d->relocs.p[0].offset != 0) return FACT_POINTER & ~FACT_NULL;
    for (size_t k = 0; k < COUNT(shapes); k++)
        if (str_is(d->relocs.p[0].sym->name, shapes[k].name)) return shapes[k].fact;
    return FACT_POINTER & ~FACT_NULL;
}

static uint32_t fact_of_word(int64_t w) {
    if (w == 0) return FACT_NULL;
    if (w & 2) return FACT_FLT;
    return (w & 3) == 1 ? FACT_SMALL : VALUE;
}

/* Operands are numbers; bools count as ints. Raising is not a result. */
static uint32_t number_result(int rt, uint32_t a, uint32_t b) {
    uint32_t r = 0;
    bool ints = (a & (FACT_INT | FACT_BOOL)) && (b & (FACT_INT | FACT_BOOL));
    bool floats = (a & FACT_FLOAT) || (b & FACT_FLOAT);
    switch (rt) {
    case IR_rt_truediv:
    case IR_rt_itruediv: return FACT_FLOAT;
    case IR_rt_and:
    case IR_rt_or:
    case IR_rt_xor:
    case IR_rt_iand:
    case IR_rt_ior:
    case IR_rt_ixor:
        if ((a & FACT_BOOL) && (b & FACT_BOOL)) r |= FACT_BOOL;
        return ints ? r | FACT_INT : VALUE;
    case IR_rt_pow:
    case IR_rt_ipow: return VALUE; /* int, float or complex */
    default: break;
    }
    if (ints) r |= FACT_INT;
    if (floats) r |= FACT_FLOAT;
    if ((rt == IR_rt_mod || rt == IR_rt_imod) && within(a, FACT_INT | FACT_BOOL) && within(b, FACT_SMALL))
        return FACT_SMALL;
    return r ? r : VALUE;
}

static uint32_t binary_result(int rt, uint32_t a, uint32_t b) {
    if (!a || !b) return 0; /* not reached yet */
    if (within(a, NUMBER) && within(b, NUMBER)) return number_result(rt, a, b);
    switch (rt) {
    case IR_rt_add:
    case IR_rt_iadd:
        if (within(a, FACT_STR) && within(b, FACT_STR)) return FACT_STR;
        if (within(a, FACT_LIST) && (rt == IR_rt_iadd || within(b, FACT_LIST))) return FACT_LIST;
        if (within(a, FACT_TUPLE) && within(b, FACT_TUPLE)) return FACT_TUPLE;
        break;
    case IR_rt_mul:
    case IR_rt_imul:
        if (within(a, FACT_LIST) && within(b, FACT_INT)) return FACT_LIST;
        if (within(a, FACT_INT) && within(b, FACT_LIST)) return FACT_LIST;
        if (within(a, FACT_STR) && within(b, FACT_INT)) return FACT_STR;
        break;
    case IR_rt_mod:
        if (within(a, FACT_STR) && within(b, FACT_STR | FACT_INT | FACT_FLOAT | FACT_TUPLE)) return FACT_STR;
        break;
    default: break;
    }
    return VALUE;
}

static uint32_t compare_result(int rt, uint32_t a, uint32_t b) {
    if (!a || !b) return 0;
    uint32_t plain = NUMBER | FACT_STR | FACT_NONE;
    if (within(a, NUMBER) && within(b, NUMBER)) return FACT_BOOL;
    if (within(a, FACT_STR) && within(b, FACT_STR)) return FACT_BOOL;
    if ((rt == IR_rt_eq || rt == IR_rt_ne) && within(a, plain) && within(b, plain)) return FACT_BOOL;
    return VALUE;
}

static uint32_t unary_result(int rt, uint32_t a) {
    if (!a) return 0;
    if (within(a, FACT_INT | FACT_BOOL)) return FACT_INT;
    if (rt != IR_rt_invert && within(a, FACT_FLOAT)) return FACT_FLOAT;
    if (rt != IR_rt_invert && within(a, NUMBER)) return FACT_INT | FACT_FLOAT;
    return VALUE;
}

/* ---- speculation ---- */

#define SMALL_OR_FLOAT (FACT_SMALL | FACT_FLOAT)

/* The result of a marked operation if it is a number, 0 when that is not to be expected. */
static uint32_t speculated(int rt, uint32_t a, uint32_t b) {
    bool evidence = within(a, FACT_INT | FACT_FLOAT) || within(b, FACT_INT | FACT_FLOAT);
    if (!(a & SMALL_OR_FLOAT) || !(b & SMALL_OR_FLOAT)) return 0;
    uint32_t result = ((a & b) & FACT_SMALL) | ((a | b) & FACT_FLOAT ? FACT_FLOAT : 0);
    switch (rt) {
    case IR_rt_sub:
    case IR_rt_isub:
    case IR_rt_mul:
    case IR_rt_imul:
    case IR_rt_floordiv:
    case IR_rt_ifloordiv: return result;
    case IR_rt_neg:
    case IR_rt_pos: return result;
    case IR_rt_invert: return result & FACT_SMALL;
    case IR_rt_truediv:
    case IR_rt_itruediv: return FACT_FLOAT;
    case IR_rt_add:
    case IR_rt_iadd:
    case IR_rt_mod:
    case IR_rt_imod: return evidence ? result : 0;
    case IR_rt_and:
    case IR_rt_or:
    case IR_rt_xor:
    case IR_rt_iand:
    case IR_rt_ior:
    case IR_rt_ixor: return evidence ? result & FACT_SMALL : 0;
    case IR_rt_lt:
    case IR_rt_le:
    case IR_rt_eq:
    case IR_rt_ne:
    case IR_rt_gt:
    case IR_rt_ge: return evidence ? FACT_BOOL : 0;
    default: return 0;
    }
}

static uint32_t known(const struct ir_ins *i) {
    return i->fact ? i->fact : FACT_ALL;
}

bool infer_speculates(const struct ir_ins *i) {
    return (i->flags & IR_INLINE) && i->op == IR_RT &&
           speculated(i->aux, known(i->args[0]), known(i->args[i->nargs - 1]));
}

static uint32_t entry_result(const struct ir_ins *i) {
    uint32_t a = i->nargs > 0 ? i->args[0]->fact : 0, b = i->nargs > 1 ? i->args[1]->fact : 0;
    if ((i->flags & IR_INLINE) && a && (b || i->nargs == 1)) {
        uint32_t number = speculated(i->aux, a, i->nargs == 1 ? a : b);
        if (number) return number;
    }
    switch (i->aux) {
    case IR_rt_add:
    case IR_rt_sub:
    case IR_rt_mul:
    case IR_rt_truediv:
    case IR_rt_floordiv:
    case IR_rt_mod:
    case IR_rt_pow:
    case IR_rt_lshift:
    case IR_rt_rshift:
    case IR_rt_and:
    case IR_rt_or:
    case IR_rt_xor:
    case IR_rt_iadd:
    case IR_rt_isub:
    case IR_rt_imul:
    case IR_rt_itruediv:
    case IR_rt_ifloordiv:
    case IR_rt_imod:
    case IR_rt_ipow:
    case IR_rt_ilshift:
    case IR_rt_irshift:
    case IR_rt_iand:
    case IR_rt_ior:
    case IR_rt_ixor: return binary_result(i->aux, a, b);
    case IR_rt_lt:
    case IR_rt_le:
    case IR_rt_eq:
    case IR_rt_ne:
    case IR_rt_gt:
    case IR_rt_ge: return compare_result(i->aux, a, b);
    case IR_rt_neg:
    case IR_rt_pos:
    case IR_rt_invert: return unary_result(i->aux, a);
    case IR_rt_float_box: return FACT_FLOAT;
    case IR_rt_int_box: return FACT_INT;
    case IR_rt_list_new: return FACT_LIST;
    case IR_rt_tuple_new:
    case IR_rt_list_to_tuple: return FACT_TUPLE;
    case IR_rt_dict_new: return FACT_DICT;
    case IR_rt_set_new: return FACT_SET;
    case IR_rt_str_join:
    case IR_rt_format_join: return FACT_STR;
    case IR_rt_function_new:
    case IR_rt_function_init: return FACT_FUNC;
    case IR_rt_getitem: return a == FACT_STR && b && within(b, FACT_INT) ? FACT_STR : !a || !b ? 0 : VALUE;
    case IR_rt_getslice: return a == FACT_STR || a == FACT_LIST || a == FACT_TUPLE ? a : !a ? 0 : VALUE;
    default: return VALUE;
    }
}

static bool low_bits_clear(const struct ir_ins *i) {
    if (i->nargs < 2 || i->args[1]->op != IR_CONST) return false;
    return (i->op == IR_SHL && i->args[1]->imm >= 2) || (i->op == IR_AND && !(i->args[1]->imm & 3));
}

/* A small int without its tag: what a loop over a range adds each time. */
static bool is_untagged(const struct ir_ins *i) {
    return i->op == IR_SUB && i->args[0]->type == IR_V && i->args[1]->op == IR_CONST && i->args[1]->imm == 1;
}

static uint32_t word_result(const struct ir_ins *i) {
    const struct ir_ins *a = i->args[0], *b = i->nargs > 1 ? i->args[1] : NULL;
    bool constant = b && b->op == IR_CONST;
    switch (i->op) {
    case IR_ADD: /* stepping a small int: the producer has seen to the range */
        if (a->type == IR_V && b->type == IR_I && (constant ? !(b->imm & 3) : is_untagged(b)))
            return a->fact == FACT_SMALL || !a->fact ? a->fact : FACT_ALL;
        break;
    case IR_OR:
        if (constant && b->imm == 1 && low_bits_clear(a)) return FACT_SMALL;
        break;
    case IR_COPY:
        if (i->aux) return FACT_ALL; /* behind a loop that is speculated on */
        if (a->type == IR_V)
            return i->imm ? a->fact & (uint32_t)i->imm
                          : a->fact; /* imm: what a test has told, see infer_refine.c */
        break;
    case IR_SELECT:
        if (i->args[1]->type == IR_V && i->args[2]->type == IR_V) return i->args[1]->fact | i->args[2]->fact;
        break;
    default: break;
    }
    return FACT_ALL;
}

uint32_t infer_result(const struct ir_ins *i) {
    /* A caught result that is tested at once is used only where it is a value; the test itself must not be
     * decided by the fact. */
    bool tested = i->next && i->next->op == IR_BR && i->next->args[0] == i;
    uint32_t caught = (i->flags & IR_CAUGHT) && !tested ? FACT_NULL : 0;
    switch (i->op) {
    case IR_CONST: return fact_of_word(i->imm);
    case IR_ADDR: return i->imm ? FACT_ALL : infer_static(i->sym);
    case IR_RT:
        if (ir_rts[i->aux].result == IR_CONV_Q || !(ir_rts[i->aux].effects & IR_RT_RAISE)) caught = FACT_NULL;
        if (i->aux == IR_rt_float_box || i->aux == IR_rt_int_box) caught = 0;
        return entry_result(i) | caught;
    case IR_PY_CALL:
    case IR_PY_METHOD:
    case IR_PY_GETATTR:
    case IR_PY_GLOAD:
    case IR_PY_DIRECT:
    case IR_CALL_IND: return VALUE | caught;
    case IR_LD:
    case IR_CHAIN:
    case IR_CALL_C: return FACT_ALL;
    default: return word_result(i);
    }
}
