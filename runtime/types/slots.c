/* Slots of Python classes: each calls the special method of its name, as found through the class.
 *
 * The methods are looked up at every call (a cached lookup), so that a class may change under a running
 * program. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"

/* No tail call: an object that is its own __call__ must use up stack for the recursion to be noticed. */
static inline void keep_frame(void) {
    __asm__ volatile("");
}

val special_call(struct thread *t, val self, val name, int64_t argc, const val *args, bool *absent) {
    struct type *type = type_of(self);
    val f = type_lookup(type, name);
    if (absent) *absent = f == 0;
    if (!f) {
        if (!absent) raise_no_attribute(t, self, name);
        return 0;
    }
    if (likely(func_is_plain(f))) {
        val argv[8] = {self};
        for (int64_t i = 0; i < argc; i++) argv[i + 1] = args[i];
        return AS(callable, f)->entry(t, f, argc + 1, argv, 0);
    }
    if (stack_check_in(t, IN_CALL) < 0) return 0;
    val argv[8];
    for (int64_t i = 0; i < argc; i++) argv[i] = args[i];
    if (type_of(f)->descr_get) {
        f = type_of(f)->descr_get(t, f, self, val_of(type));
        if (!f) return 0;
    }
    return rt_call(t, f, argc, argv, 0);
}

int64_t hash_unhashable(struct thread *t, val v) {
    return raise_i(t, &exc_TypeError, "unhashable type: '%T'", v);
}

/* ---- object life ---- */

static val slot_new(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    val f = type_lookup(cls, NAME(__new__));
    if (!f) return raise(t, &exc_TypeError, "cannot create '%N' instances", cls);
    if (type_of(f)->descr_get) f = type_of(f)->descr_get(t, f, 0, val_of(cls));
    return f ? call_bound(t, f, val_of(cls), argc, argv, kwnames) : 0;
}

static int64_t slot_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    val f = type_lookup(type_of(self), NAME(__init__)), r;
    if (!f) return 0;
    if (likely(func_is_plain(f))) {
        r = call_bound(t, f, self, argc, argv, kwnames);
    } else {
        if (type_of(f)->descr_get) f = type_of(f)->descr_get(t, f, self, val_of(type_of(self)));
        r = f ? rt_call(t, f, argc, argv, kwnames) : 0;
    }
    if (!r) return -1;
    if (r != NONE) return raise_i(t, &exc_TypeError, "__init__() should return None, not '%T'", r);
    return 0;
}

static val slot_call(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    val f = type_lookup(type_of(callee), NAME(__call__));
    if (!f) return raise(t, &exc_TypeError, "'%T' object is not callable", callee);
    if (stack_check_in(t, IN_CALL) < 0) return 0;
    if (likely(func_is_plain(f))) return call_bound(t, f, callee, argc, argv, kwnames);
    if (type_of(f)->descr_get) f = type_of(f)->descr_get(t, f, callee, val_of(type_of(callee)));
    val r = f ? rt_call(t, f, argc, argv, kwnames) : 0;
    keep_frame();
    return r;
}

/* ---- text, hash, truth, length ---- */

static val slot_repr(struct thread *t, val v) {
    return special_call(t, v, NAME(__repr__), 0, NULL, NULL);
}
static val slot_str(struct thread *t, val v) {
    return special_call(t, v, NAME(__str__), 0, NULL, NULL);
}

static int64_t slot_hash(struct thread *t, val v) {
    if (type_lookup(type_of(v), NAME(__hash__)) == NONE) return hash_unhashable(t, v);
    val r = special_call(t, v, NAME(__hash__), 0, NULL, NULL);
    if (!r) return -1;
    if (!val_is_int(r)) return raise_i(t, &exc_TypeError, "__hash__ method should return an integer");
    int64_t h;
    if (!int_to_i64(r, &h)) h = obj_hash(t, r);
    return h == -1 ? -2 : h;
}

static int64_t slot_truth(struct thread *t, val v) {
    bool absent;
    val r = special_call(t, v, NAME(__bool__), 0, NULL, &absent);
    if (absent) {
        if (type_of(v)->len) return type_of(v)->len(t, v) > 0 ? 1 : t->exc ? -1 : 0;
        return 1;
    }
    if (!r) return -1;
    if (r != TRUE && r != FALSE)
        return raise_i(t, &exc_TypeError, "__bool__ should return bool, returned %T", r);
    return r == TRUE;
}

static int64_t slot_len(struct thread *t, val v) {
    val r = special_call(t, v, NAME(__len__), 0, NULL, NULL);
    if (!r || !(r = obj_index(t, r))) return -1;
    if (int_sign(r) < 0) return raise_i(t, &exc_ValueError, "__len__() should return >= 0");
    int64_t n;
    if (!int_to_i64(r, &n))
        return raise_i(t, &exc_OverflowError, "cannot fit '%T' into an index-sized integer", r);
    return n;
}

/* ---- attributes ---- */

static val getattribute(struct thread *t, val self, val name) {
    val f = type_lookup(type_of(self), NAME(__getattribute__));
    if (val_is_exact(f, &wrapper_descriptor_shape) && AS(wrapper_descriptor, f)->owner == &object_type)
        return generic_getattr(t, self, name);
    return special_call(t, self, NAME(__getattribute__), 1, &name, NULL);
}

static val slot_getattr(struct thread *t, val self, val name) {
    val v = getattribute(t, self, name);
    if (v || !exc_pending_is(t, &exc_AttributeError)) return v;
    if (!type_lookup(type_of(self), NAME(__getattr__))) return 0;
    val exc = t->exc;
    t->exc = 0;
    val handled = t->handled;
    v = special_call(t, self, NAME(__getattr__), 1, &name, NULL);
    t->handled = handled;
    (void)exc;
    return v;
}

static int64_t slot_setattr(struct thread *t, val self, val name, val value) {
    val args[2] = {name, value};
    val r = value ? special_call(t, self, NAME(__setattr__), 2, args, NULL)
                  : special_call(t, self, NAME(__delattr__), 1, args, NULL);
    return r ? 0 : -1;
}

/* ---- comparison ---- */

static val slot_compare(struct thread *t, val a, val b, enum compare op) {
    static struct string *const names[] = {&name___lt__, &name___le__, &name___eq__,
                                           &name___ne__, &name___gt__, &name___ge__};
    bool absent;
    val r = special_call(t, a, val_of(names[op]), 1, &b, &absent);
    return absent ? NOTIMPLEMENTED : r;
}

/* ---- iteration ---- */

static val slot_iter(struct thread *t, val v) {
    val f = type_lookup(type_of(v), NAME(__iter__));
    if (f == NONE) return raise(t, &exc_TypeError, "'%T' object is not iterable", v);
    if (f) return special_call(t, v, NAME(__iter__), 0, NULL, NULL);
    if (type_lookup(type_of(v), NAME(__getitem__))) return seq_iter_new(t, v);
    return raise(t, &exc_TypeError, "'%T' object is not iterable", v);
}

static val slot_next(struct thread *t, val v) {
    val r = special_call(t, v, NAME(__next__), 0, NULL, NULL);
    if (!r && exc_pending_is(t, &exc_StopIteration)) {
        t->result = AS(exception, t->exc)->extra[0] ? AS(exception, t->exc)->extra[0] : NONE;
        t->exc = 0;
    }
    return r;
}

/* ---- descriptors ---- */

static val slot_descr_get(struct thread *t, val descr, val self, val owner) {
    /* the function is not bound: it gets the descriptor as its first argument */
    val f = type_lookup(type_of(descr), NAME(__get__));
    return f ? call3(t, f, descr, self ? self : NONE, owner ? owner : NONE) : descr;
}

static int64_t slot_descr_set(struct thread *t, val descr, val self, val value) {
    val args[2] = {self, value};
    bool absent;
    val r = value ? special_call(t, descr, NAME(__set__), 2, args, &absent)
                  : special_call(t, descr, NAME(__delete__), 1, args, &absent);
    if (absent) return raise_i(t, &exc_AttributeError, value ? "__set__" : "__delete__");
    return r ? 0 : -1;
}

/* ---- arithmetic ---- */

/* CPython's slot for binary operators of Python classes: the left operand's method, then the right operand's
 * reflected one; the reflected one first when the right operand's class is a subclass that overrides it. */
static val binary(struct thread *t, val a, val b, val name, val rname, size_t slot, void *self_fn) {
    struct type *ta = type_of(a), *tb = type_of(b);
    bool right = ta != tb && type_slots(tb)[slot] == self_fn;
    if (type_slots(ta)[slot] == self_fn) {
        bool absent;
        if (right && type_is_subtype(tb, ta) && type_lookup(tb, rname) &&
            type_lookup(tb, rname) != type_lookup(ta, rname)) {
            val r = special_call(t, b, rname, 1, &a, &absent);
            if (!absent && r != NOTIMPLEMENTED) return r;
            right = false;
        }
        val r = special_call(t, a, name, 1, &b, &absent);
        if (!absent && r != NOTIMPLEMENTED) return r;
    }
    if (right) {
        bool absent;
        val r = special_call(t, b, rname, 1, &a, &absent);
        if (!absent) return r;
    }
    return NOTIMPLEMENTED;
}

#define BINARY_SLOT(w, op)                                                                                   \
    static val slot_##w(struct thread *t, val a, val b) {                                                    \
        return binary(t, a, b, NAME(__##w##__), NAME(__r##w##__),                                            \
                      (offsetof(struct type, binary[op]) - offsetof(struct type, new)) / sizeof(void *),     \
                      (void *)slot_##w);                                                                     \
    }                                                                                                        \
    INPLACE_SLOT(w)
#define INPLACE_SLOT(w)                                                                                      \
    static val slot_i##w(struct thread *t, val a, val b) {                                                   \
        bool absent;                                                                                         \
        val r = special_call(t, a, NAME(__i##w##__), 1, &b, &absent);                                        \
        return absent ? NOTIMPLEMENTED : r;                                                                  \
    }
BINARY_SLOT(add, OP_ADD)
BINARY_SLOT(sub, OP_SUB)
BINARY_SLOT(mul, OP_MUL)
BINARY_SLOT(matmul, OP_MATMUL)
BINARY_SLOT(truediv, OP_TRUEDIV)
BINARY_SLOT(floordiv, OP_FLOORDIV)
BINARY_SLOT(mod, OP_MOD)
BINARY_SLOT(pow, OP_POW)
BINARY_SLOT(lshift, OP_LSHIFT)
BINARY_SLOT(rshift, OP_RSHIFT)
BINARY_SLOT(and, OP_AND)
BINARY_SLOT(or, OP_OR)
BINARY_SLOT(xor, OP_XOR)
static val slot_divmod(struct thread *t, val a, val b) {
    return binary(t, a, b, NAME(__divmod__), NAME(__rdivmod__),
                  (offsetof(struct type, binary[OP_DIVMOD]) - offsetof(struct type, new)) / sizeof(void *),
                  (void *)slot_divmod);
}

static val slot_power3(struct thread *t, val a, val b, val c) {
    val args[2] = {b, c};
    bool absent;
    val r = special_call(t, a, NAME(__pow__), 2, args, &absent);
    return absent ? NOTIMPLEMENTED : r;
}

#define UNARY_SLOT(w)                                                                                        \
    static val slot_##w(struct thread *t, val v) {                                                           \
        return special_call(t, v, NAME(__##w##__), 0, NULL, NULL);                                           \
    }
UNARY_SLOT(neg)
UNARY_SLOT(pos)
UNARY_SLOT(abs)
UNARY_SLOT(invert)
UNARY_SLOT(int)
UNARY_SLOT(float)
UNARY_SLOT(index)

/* ---- items ---- */

static val slot_getitem(struct thread *t, val v, val key) {
    return special_call(t, v, NAME(__getitem__), 1, &key, NULL);
}

static int64_t slot_setitem(struct thread *t, val v, val key, val value) {
    val args[2] = {key, value};
    bool absent;
    val r = value ? special_call(t, v, NAME(__setitem__), 2, args, &absent)
                  : special_call(t, v, NAME(__delitem__), 1, args, &absent);
    if (absent)
        return raise_i(t, &exc_TypeError,
                       value ? "'%T' object does not support item assignment"
                             : "'%T' object doesn't support item deletion",
                       v);
    return r ? 0 : -1;
}

static int64_t slot_contains(struct thread *t, val v, val item) {
    val f = type_lookup(type_of(v), NAME(__contains__));
    if (f == NONE) return raise_i(t, &exc_TypeError, "'%T' object is not a container", v);
    bool absent;
    val r = special_call(t, v, NAME(__contains__), 1, &item, &absent);
    return r ? obj_truth(t, r) : -1;
}

#define AT(field)       [(offsetof(struct type, field) - offsetof(struct type, new)) / sizeof(void *)]
#define ARITH_AT(w, op) AT(binary[op]) = (void *)slot_##w, AT(inplace[op]) = (void *)slot_i##w

void *const slot_generic[SLOT_COUNT] = {
    AT(new) = (void *)slot_new,
    AT(init) = (void *)slot_init,
    AT(call) = (void *)slot_call,
    AT(repr) = (void *)slot_repr,
    AT(str) = (void *)slot_str,
    AT(hash) = (void *)slot_hash,
    AT(getattr) = (void *)slot_getattr,
    AT(setattr) = (void *)slot_setattr,
    AT(compare) = (void *)slot_compare,
    AT(iter) = (void *)slot_iter,
    AT(next) = (void *)slot_next,
    AT(descr_get) = (void *)slot_descr_get,
    AT(descr_set) = (void *)slot_descr_set,
    ARITH_AT(add, OP_ADD),
    ARITH_AT(sub, OP_SUB),
    ARITH_AT(mul, OP_MUL),
    ARITH_AT(matmul, OP_MATMUL),
    ARITH_AT(truediv, OP_TRUEDIV),
    ARITH_AT(floordiv, OP_FLOORDIV),
    ARITH_AT(mod, OP_MOD),
    ARITH_AT(pow, OP_POW),
    ARITH_AT(lshift, OP_LSHIFT),
    ARITH_AT(rshift, OP_RSHIFT),
    ARITH_AT(and, OP_AND),
    ARITH_AT(or, OP_OR),
    ARITH_AT(xor, OP_XOR),
    AT(binary[OP_DIVMOD]) = (void *)slot_divmod,
    AT(power3) = (void *)slot_power3,
    AT(neg) = (void *)slot_neg,
    AT(pos) = (void *)slot_pos,
    AT(abs) = (void *)slot_abs,
    AT(invert) = (void *)slot_invert,
    AT(to_int) = (void *)slot_int,
    AT(to_float) = (void *)slot_float,
    AT(index) = (void *)slot_index,
    AT(truth) = (void *)slot_truth,
    AT(len) = (void *)slot_len,
    AT(getitem) = (void *)slot_getitem,
    AT(setitem) = (void *)slot_setitem,
    AT(contains) = (void *)slot_contains,
};
