/* The object protocol: what the language asks of any value. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"

/* ---- texts ---- */

val obj_repr(struct thread *t, val v) {
    struct type *type = type_of(v);
    if (unlikely(!type->repr)) return str_format(t, "<%N object at %x>", type, (int64_t)v);
    if (stack_check_in(t, IN_REPR) < 0) return 0;
    val s = type->repr(t, v);
    if (unlikely(s && !val_is_str(s)))
        return raise(t, &exc_TypeError, "__repr__ returned non-string (type %T)", s);
    return s;
}

val obj_str(struct thread *t, val v) {
    if (val_is_exact(v, &str_shape)) return v;
    struct type *type = type_of(v);
    if (!type->str) return obj_repr(t, v);
    if (stack_check_in(t, " while getting the str of an object") < 0) return 0;
    val s = type->str(t, v);
    if (unlikely(s && !val_is_str(s)))
        return raise(t, &exc_TypeError, "__str__ returned non-string (type %T)", s);
    return s;
}

val obj_ascii(struct thread *t, val v) {
    val s = obj_repr(t, v);
    if (!s || AS(string, s)->head.aux & STR_ASCII) return s;
    struct strbuf b;
    strbuf_init(&b, t);
    for (int64_t i = 0; i < AS(string, s)->len; i++) {
        uint32_t c = str_at(AS(string, s), i);
        if (c < 128) {
            if (!strbuf_char(&b, c)) return 0;
            continue;
        }
        int digits = c < 256 ? 2 : c < 65536 ? 4 : 8;
        char z[12] = {'\\', digits == 2 ? 'x' : digits == 4 ? 'u' : 'U'};
        for (int k = 0; k < digits; k++) z[2 + k] = "0123456789abcdef"[c >> (digits - 1 - k) * 4 & 15];
        if (!strbuf_ascii(&b, z, (size_t)digits + 2)) return 0;
    }
    return strbuf_finish(&b);
}

val rt_str(struct thread *t, val v) {
    return obj_str(t, v);
}
val rt_repr(struct thread *t, val v) {
    return obj_repr(t, v);
}
val rt_ascii(struct thread *t, val v) {
    return obj_ascii(t, v);
}

/* Objects whose repr is being made by this thread, so that a container inside itself is shown as "...". */
bool repr_enter(struct thread *t, val v) {
    if (!t->repr_stack && !(t->repr_stack = list_new(t, 8))) return false;
    struct list *l = AS(list, t->repr_stack);
    for (int64_t i = l->len; i-- > 0;)
        if (l->item[i] == v) return false;
    list_push(t, t->repr_stack, v);
    return true;
}

void repr_leave(struct thread *t, val v) {
    struct list *l = AS(list, t->repr_stack);
    for (int64_t i = l->len; i-- > 0;) {
        if (l->item[i] != v) continue;
        for (int64_t k = i + 1; k < l->len; k++) l->item[k - 1] = l->item[k];
        l->item[--l->len] = 0;
        return;
    }
}

/* ---- hash, comparison, truth, length ---- */

int64_t obj_hash(struct thread *t, val v) {
    query_fn f = type_of(v)->hash;
    return f ? f(t, v) : hash_unhashable(t, v);
}

/* Identity of floats and big ints is by value: two boxes of the same bits are one object to the program. */
int64_t rt_is(val a, val b) {
    if (a == b) return 1;
    if (!val_is_ptr(a) || !val_is_ptr(b)) return 0;
    const struct shape *s = val_obj(a)->shape;
    if (s != val_obj(b)->shape) return 0;
    if (s == &float_shape) return !memcmp(&AS(floatbox, a)->value, &AS(floatbox, b)->value, sizeof(double));
    if (s != &int_shape) return 0;
    const struct bigint *x = AS(bigint, a), *y = AS(bigint, b);
    return x->len == y->len && x->head.aux == y->head.aux && !memcmp(x->digit, y->digit, (size_t)x->len * 8);
}

static const char *const op_text[] = {"<", "<=", "==", "!=", ">", ">="};
static const uint8_t op_swapped[] = {CMP_GT, CMP_GE, CMP_EQ, CMP_NE, CMP_LT, CMP_LE};

/* The right operand is asked first when its class is a proper subclass of the left's. */
val obj_compare(struct thread *t, val a, val b, enum compare op) {
    struct type *ta = type_of(a), *tb = type_of(b);
    bool reflected = false;
    val r;
    if (stack_check_in(t, IN_COMPARE) < 0) return 0;
    if (ta != tb && tb->compare && type_is_subtype(tb, ta)) {
        reflected = true;
        r = tb->compare(t, b, a, op_swapped[op]);
        if (r != NOTIMPLEMENTED) return r;
    }
    if (ta->compare) {
        r = ta->compare(t, a, b, op);
        if (r != NOTIMPLEMENTED) return r;
    }
    if (!reflected && tb->compare) {
        r = tb->compare(t, b, a, op_swapped[op]);
        if (r != NOTIMPLEMENTED) return r;
    }
    if (op == CMP_EQ) return val_bool(rt_is(a, b));
    if (op == CMP_NE) return val_bool(!rt_is(a, b));
    return raise(t, &exc_TypeError, "'%s' not supported between instances of '%T' and '%T'", op_text[op], a,
                 b);
}

int64_t obj_equal(struct thread *t, val a, val b) {
    if (a == b) return 1;
    if (val_is_small(a) && val_is_small(b)) return 0;
    if (val_is_exact(a, &str_shape) && val_is_exact(b, &str_shape)) return str_equal(a, b);
    if (rt_is(a, b)) return 1;
    val r = obj_compare(t, a, b, CMP_EQ);
    return r ? obj_truth(t, r) : -1;
}

int64_t obj_less(struct thread *t, val a, val b) {
    if (val_is_small(a) && val_is_small(b)) return (int64_t)a < (int64_t)b;
    val r = obj_compare(t, a, b, CMP_LT);
    return r ? obj_truth(t, r) : -1;
}

int64_t obj_truth(struct thread *t, val v) {
    if (v == TRUE) return 1;
    if (v == FALSE || v == NONE) return 0;
    if (val_is_small(v)) return v != val_small(0);
    struct type *type = type_of(v);
    if (type->truth) return type->truth(t, v);
    if (type->len) {
        int64_t n = type->len(t, v);
        return n > 0 ? 1 : n;
    }
    return 1;
}

int64_t rt_truth(struct thread *t, val v) {
    return obj_truth(t, v);
}

int64_t obj_len(struct thread *t, val v) {
    query_fn f = type_of(v)->len;
    return f ? f(t, v) : raise_i(t, &exc_TypeError, "object of type '%T' has no len()", v);
}

int64_t obj_length_hint(struct thread *t, val v, int64_t fallback) {
    struct type *type = type_of(v);
    if (type->len) {
        int64_t n = type->len(t, v);
        if (n >= 0) return n;
        if (!exc_pending_is(t, &exc_TypeError)) return -1;
        t->exc = 0;
    }
    if (!type_lookup(type, NAME(__length_hint__))) return fallback;
    bool absent;
    val r = special_call(t, v, NAME(__length_hint__), 0, NULL, &absent);
    if (!r) {
        if (!exc_pending_is(t, &exc_TypeError)) return -1;
        t->exc = 0;
        return fallback;
    }
    if (r == NOTIMPLEMENTED) return fallback;
    int64_t n;
    if (!val_is_int(r)) return raise_i(t, &exc_TypeError, "__length_hint__ must be an integer, not %T", r);
    if (!int_to_i64(r, &n))
        return raise_i(t, &exc_OverflowError, "Python int too large to convert to C ssize_t");
    return n < 0 ? raise_i(t, &exc_ValueError, "__length_hint__() should return >= 0") : n;
}

/* ---- iteration ---- */

val obj_iter(struct thread *t, val v) {
    struct type *type = type_of(v);
    if (likely(type->iter != NULL)) {
        val it = type->iter(t, v);
        if (unlikely(it && !type_of(it)->next))
            return raise(t, &exc_TypeError, "iter() returned non-iterator of type '%T'", it);
        return it;
    }
    if (type->getitem && !(type->flags & (TYPE_DICT | TYPE_TYPE)) && !(type->flags & TYPE_MAPPING))
        return seq_iter_new(t, v);
    return raise(t, &exc_TypeError, "'%T' object is not iterable", v);
}

val iter_next(struct thread *t, val it) {
    unary_fn f = type_of(it)->next;
    return f ? f(t, it) : raise(t, &exc_TypeError, "'%T' object is not an iterator", it);
}

/* ---- special methods ---- */

val special_lookup(struct thread *t, val v, val name) {
    struct type *type = type_of(v);
    val f = type_lookup(type, name);
    if (!f) return 0;
    val (*get)(struct thread *, val, val, val) = type_of(f)->descr_get;
    return get ? get(t, f, v, val_of(type)) : f;
}

val rt_lookup_special(struct thread *t, val v, val name) {
    return special_lookup(t, v, name);
}

val rt_with_enter(struct thread *t, val manager, val *exit_out) {
    val enter = special_lookup(t, manager, NAME(__enter__));
    if (!enter) {
        return t->exc ? 0
                      : raise(t, &exc_TypeError, "'%T' object does not support the context manager protocol",
                              manager);
    }
    val exit = special_lookup(t, manager, NAME(__exit__));
    if (!exit)
        return t->exc
                   ? 0
                   : raise(
                         t, &exc_TypeError,
                         "'%T' object does not support the context manager protocol (missed __exit__ method)",
                         manager);
    *exit_out = exit;
    return rt_call(t, enter, 0, NULL, 0);
}

/* Calls __exit__ or __aexit__; `exc` 0: three times None. */
val exit_call(struct thread *t, val exit, val exc) {
    val args[3] = {NONE, NONE, NONE};
    if (exc) {
        val tb = AS(exception, exc)->traceback;
        args[0] = val_of(type_of(exc));
        args[1] = exc;
        args[2] = tb ? tb : NONE;
    }
    return rt_call(t, exit, 3, args, 0);
}

int64_t rt_with_exit(struct thread *t, val exit, val exc) {
    val r = exit_call(t, exit, exc);
    if (!r) return -1;
    return exc ? obj_truth(t, r) : 0; /* nobody asks whether to swallow nothing */
}

/* ---- isinstance, issubclass ---- */

/* An object with a `__bases__` tuple counts as a class too. */
static val abstract_bases(struct thread *t, val cls) {
    val b = obj_lookattr(t, cls, NAME(__bases__));
    return b && val_has(b, TYPE_TUPLE) ? b : 0;
}

static int64_t abstract_subclass(struct thread *t, val a, val cls) {
    if (a == cls) return 1;
    if (stack_check(t) < 0) return -1;
    val bases = abstract_bases(t, a);
    if (!bases) return t->exc ? -1 : 0;
    for (int64_t i = 0; i < AS(tuple, bases)->len; i++) {
        int64_t r = abstract_subclass(t, AS(tuple, bases)->item[i], cls);
        if (r) return r;
    }
    return 0;
}

int64_t obj_is_instance_plain(struct thread *t, val v, val cls) {
    if (val_has(cls, TYPE_TYPE)) {
        if (type_is_subtype(type_of(v), AS(type, cls))) return 1;
        struct type *type = type_of(v);
        if (type->getattr == generic_getattr &&
            (!(type->flags & TYPE_HEAP) ||
             type_lookup(type, NAME(__class__)) == type_lookup(&object_type, NAME(__class__))))
            return 0;
        val c = obj_lookattr(t, v, NAME(__class__));
        if (!c) return t->exc ? -1 : 0;
        return c != val_of(type_of(v)) && val_has(c, TYPE_TYPE) &&
               type_is_subtype(AS(type, c), AS(type, cls));
    }
    if (!abstract_bases(t, cls))
        return t->exc ? -1
                      : raise_i(t, &exc_TypeError,
                                "isinstance() arg 2 must be a type, a tuple of types, or a union");
    val c = obj_lookattr(t, v, NAME(__class__));
    return c ? abstract_subclass(t, c, cls) : t->exc ? -1 : 0;
}

int64_t obj_is_instance(struct thread *t, val v, val cls) {
    if (type_of(v) == AS(type, cls)) return 1;
    if (likely(type_of(cls) == &type_type)) return obj_is_instance_plain(t, v, cls);
    if (val_has(cls, TYPE_TUPLE)) {
        if (stack_check(t) < 0) return -1;
        for (int64_t i = 0; i < AS(tuple, cls)->len; i++) {
            int64_t r = obj_is_instance(t, v, AS(tuple, cls)->item[i]);
            if (r) return r;
        }
        return 0;
    }
    bool absent;
    val r = special_call(t, cls, NAME(__instancecheck__), 1, &v, &absent);
    if (absent) return obj_is_instance_plain(t, v, cls);
    return r ? obj_truth(t, r) : -1;
}

int64_t obj_is_subclass_plain(struct thread *t, val a, val cls) {
    if (val_has(cls, TYPE_TYPE) && val_has(a, TYPE_TYPE)) return type_is_subtype(AS(type, a), AS(type, cls));
    if (!val_has(a, TYPE_TYPE) && !abstract_bases(t, a))
        return t->exc ? -1 : raise_i(t, &exc_TypeError, "issubclass() arg 1 must be a class");
    if (!val_has(cls, TYPE_TYPE) && !abstract_bases(t, cls))
        return t->exc ? -1
                      : raise_i(t, &exc_TypeError,
                                "issubclass() arg 2 must be a class, a tuple of classes, or a union");
    return abstract_subclass(t, a, cls);
}

int64_t obj_is_subclass(struct thread *t, val a, val cls) {
    if (type_of(cls) == &type_type) return a == cls ? 1 : obj_is_subclass_plain(t, a, cls);
    if (val_has(cls, TYPE_TUPLE)) {
        if (stack_check(t) < 0) return -1;
        for (int64_t i = 0; i < AS(tuple, cls)->len; i++) {
            int64_t r = obj_is_subclass(t, a, AS(tuple, cls)->item[i]);
            if (r) return r;
        }
        return 0;
    }
    bool absent;
    val r = special_call(t, cls, NAME(__subclasscheck__), 1, &a, &absent);
    if (absent) return obj_is_subclass_plain(t, a, cls);
    return r ? obj_truth(t, r) : -1;
}

/* ---- format ---- */

val obj_format(struct thread *t, val v, val spec) {
    if (!spec) spec = EMPTY_STR;
    if (val_is_exact(v, &str_shape) && !AS(string, spec)->len) return v;
    bool absent;
    val r = special_call(t, v, NAME(__format__), 1, &spec, &absent);
    if (absent) return raise(t, &exc_TypeError, "Type %T doesn't define __format__", v);
    if (r && !val_is_str(r)) return raise(t, &exc_TypeError, "__format__ must return a str, not %T", r);
    return r;
}

/* ---- finalizers ---- */

void object_del(struct thread *t, val o) {
    val f = type_lookup(type_of(o), NAME(__del__));
    if (!f) return;
    bool absent;
    special_call(t, o, NAME(__del__), 0, NULL, &absent);
    if (t->exc) unraisable(t, f);
}
