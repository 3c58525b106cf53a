/* The type bool: a subclass of int with two instances that have no digits (int_view knows them). */
#include "runtime/types/int.h"

static val bool_new(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)cls;
    if (!args_no_keywords(t, "bool", kwnames) || !args_count(t, "bool", argc, 0, 1)) return 0;
    int64_t truth = argc ? obj_truth(t, argv[0]) : 0;
    return truth < 0 ? 0 : val_bool(truth);
}

static val slot_repr(struct thread *t, val a) {
    (void)t;
    return a == TRUE ? NAME(True) : NAME(False);
}

#define IS_BOOL(v) ((v) == TRUE || (v) == FALSE)
#define BITWISE(name, sign, op)                                                                              \
    static val slot_##name(struct thread *t, val a, val b) {                                                 \
        if (IS_BOOL(a) && IS_BOOL(b)) return val_bool((int)(a == TRUE) op(int)(b == TRUE));                  \
        return int_type.binary[sign](t, a, b);                                                               \
    }
BITWISE(and, OP_AND, &)
BITWISE(or, OP_OR, |)
BITWISE(xor, OP_XOR, ^)

static size_t object_size(const struct obj *o) {
    (void)o;
    return sizeof(struct obj);
}

struct shape bool_shape = {.head = {NULL, GC_STATIC, 0}, .type = &bool_type};

struct type bool_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &bool_shape,
    .cname = "bool",
    .base = &int_type,
    .flags = TYPE_INT | TYPE_IMMUTABLE,
    .size = sizeof(struct obj),
    .gc_layout = GC_LEAF,
    .doc = "bool(x) -> bool\n\nReturns True when the argument x is true, False otherwise.\n"
           "The builtins True and False are the only two instances of the class bool.\n"
           "The class bool is a subclass of the class int, and cannot be subclassed.",
    .new = bool_new,
    .object_size = object_size,
    .repr = slot_repr,
    .binary = {[OP_AND] = slot_and, [OP_OR] = slot_or, [OP_XOR] = slot_xor},
};
