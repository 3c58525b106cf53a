/* super: attribute lookup that starts after a class in the order of the instance's class. The compiler passes
 * the class and the instance of a zero-argument super() explicitly. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"

#define U(v) AS(super, v)

static val super_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)argc, (void)argv, (void)kwnames;
    return val_of(gc_new(t, cls, sizeof(struct super)));
}

/* The class whose order is followed: of the instance, or the class itself when `self` is a class. */
static struct type *order_of(struct thread *t, struct type *type, val self) {
    if (val_has(self, TYPE_TYPE) && type_is_subtype(AS(type, self), type)) return AS(type, self);
    if (type_is_subtype(type_of(self), type)) return type_of(self);
    val cls = obj_lookattr(t, self, NAME(__class__));
    if (cls && val_has(cls, TYPE_TYPE) && type_is_subtype(AS(type, cls), type)) return AS(type, cls);
    if (!t->exc) raise(t, &exc_TypeError, "super(type, obj): obj must be an instance or subtype of type");
    return NULL;
}

static int64_t super_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    if (!args_no_keywords(t, "super", kwnames)) return -1;
    if (argc == 0) return raise_i(t, &exc_RuntimeError, "super(): no arguments");
    if (!args_count(t, "super()", argc, 0, 2)) return -1;
    if (!argv[0]) return raise_i(t, &exc_RuntimeError, "super(): empty __class__ cell");
    if (!val_has(argv[0], TYPE_TYPE))
        return raise_i(t, &exc_TypeError, "super() argument 1 must be a type, not %T", argv[0]);
    struct super *u = U(self);
    gc_note(&u->head);
    u->type = argv[0];
    if (argc == 2 && argv[1] != NONE) {
        struct type *order = order_of(t, AS(type, argv[0]), argv[1]);
        if (!order) return -1;
        u->self = argv[1];
        u->self_type = val_of(order);
    }
    return 0;
}

/* super(type, self) without the way through `new` and `init`. */
val super_new(struct thread *t, val type, val self) {
    struct super *u = gc_new(t, &super_type, sizeof *u);
    val args[2] = {type, self};
    if (!u) return 0;
    if (likely(val_has(type, TYPE_TYPE) && type_is_subtype(type_of(self), AS(type, type)) &&
               !val_has(self, TYPE_TYPE))) {
        u->type = type;
        u->self = self;
        u->self_type = val_of(type_of(self));
        return val_of(u);
    }
    return super_init(t, val_of(u), 2, args, 0) < 0 ? 0 : val_of(u);
}

/* What was found lately. An entry holds while no class was changed since (type_epoch). */
#define CACHE_SIZE 256
static struct found {
    struct type *order;
    val after, name, value;
    uint64_t epoch;
} cache[CACHE_SIZE];

static val super_search(struct thread *t, const struct super *u, struct type *order, val name);

/* The attribute as found in the order after the class, unbound; 0 when there is none. */
static val super_find(struct thread *t, const struct super *u, val name) {
    struct type *order = AS(type, u->self_type);
    struct found *f = &cache[((name >> 4) ^ (u->self_type >> 5) ^ (u->type >> 6)) % CACHE_SIZE];
    if (likely(f->name == name && f->order == order && f->after == u->type && f->epoch == type_epoch))
        return f->value;
    val v = super_search(t, u, order, name);
    if (v) *f = (struct found){order, u->type, name, v, type_epoch};
    return v;
}

static val super_search(struct thread *t, const struct super *u, struct type *order, val name) {
    if (type_fill(t, order) < 0) return 0;
    const struct tuple *mro = AS(tuple, order->mro);
    int64_t i = 0;
    while (i < mro->len && mro->item[i] != u->type) i++;
    val x = 0;
    for (i++; i < mro->len && !x; i++) x = type_own_lookup(t, AS(type, mro->item[i]), name);
    return x;
}

/* super().name(…): a plain function found for an instance is called without a bound method. 0 and *self
 * unchanged: not so. */
val super_method(struct thread *t, val v, val name, val *self) {
    const struct super *u = U(v);
    if (!u->self_type || u->self == u->self_type || name == NAME(__class__)) return 0;
    val f = super_find(t, u, name);
    if (!f || !func_is_plain(f)) return 0;
    *self = u->self;
    return f;
}

static val super_getattr(struct thread *t, val v, val name) {
    const struct super *u = U(v);
    if (u->self_type && name != NAME(__class__)) {
        val x = super_find(t, u, name);
        if (!x && t->exc) return 0;
        if (x) {
            val (*get)(struct thread *, val, val, val) = type_of(x)->descr_get;
            return get ? get(t, x, u->self == u->self_type ? 0 : u->self, u->self_type) : x;
        }
    }
    return generic_getattr(t, v, name);
}

static val super_get(struct thread *t, val d, val self, val owner) {
    (void)owner;
    if (!self || self == NONE || U(d)->self) return d;
    return call2(t, val_of(type_of(d)), U(d)->type, self);
}

static val super_repr(struct thread *t, val v) {
    if (U(v)->self_type)
        return str_format(t, "<super: <class '%N'>, <%N object>>", AS(type, U(v)->type),
                          AS(type, U(v)->self_type));
    return str_format(t, "<super: <class '%N'>, NULL>", AS(type, U(v)->type));
}

static val get_thisclass(struct thread *t, val v) {
    return (void)t, U(v)->type;
}
static val get_self(struct thread *t, val v) {
    return (void)t, U(v)->self ? U(v)->self : NONE;
}
static val get_self_class(struct thread *t, val v) {
    return (void)t, U(v)->self_type ? U(v)->self_type : NONE;
}

METHOD_TABLE(super);
GETTER(super, __thisclass__, get_thisclass, readonly_member);
GETTER(super, __self__, get_self, readonly_member);
GETTER(super, __self_class__, get_self_class, readonly_member);

struct shape super_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &super_type};
struct type super_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &super_shape,
    .cname = "super",
    .base = &object_type,
    .flags = TYPE_BASE,
    .size = sizeof(struct super),
    .gc_layout = GC_WORDS,
    METHODS_OF(super),
    .new = super_make,
    .init = super_init,
    .repr = super_repr,
    .getattr = super_getattr,
    .descr_get = super_get,
};
