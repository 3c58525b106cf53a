/* types.GenericAlias (`list[int]`) and types.UnionType (`int | None`): what annotations make when they are
 * evaluated. */
#include "runtime/types/container.h"

METHOD_TABLE(generic_alias);
METHOD_TABLE(union_type);

struct alias {
    struct obj head;
    val origin, args; /* args: tuple */
};

static val alias_of_type(struct thread *t, struct type *cls, val origin, val args) {
    if (!val_has(args, TYPE_TUPLE) && !(args = tuple_of(t, 1, &args))) return 0;
    struct alias *a = gc_new(t, cls, sizeof *a);
    if (!a) return 0;
    a->origin = origin;
    a->args = args;
    return val_of(a);
}

static bool is_alias(val v) {
    return type_is_subtype(type_of(v), &generic_alias_type);
}

val alias_new(struct thread *t, val origin, val args) {
    return alias_of_type(t, &generic_alias_type, origin, args);
}

static val alias_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    if (!ctor_args(t, "GenericAlias", argc, kwnames, 2, 2)) return 0;
    return alias_of_type(t, cls, argv[0], argv[1]);
}

/* Classes by their names ("int", "module.Name"), None and ... as themselves, the rest by repr. */
static bool put_item(struct strbuf *b, struct thread *t, val v) {
    if (v == ELLIPSIS) return strbuf_ascii(b, "...", 3);
    if (v == val_of(&none_type)) return strbuf_ascii(b, "None", 4);
    if (is_alias(v) || !val_has(v, TYPE_TYPE)) {
        val r = obj_repr(t, v);
        return r && strbuf_put(b, r);
    }
    val name = obj_lookattr(t, v, NAME(__qualname__));
    val module = name ? obj_lookattr(t, v, NAME(__module__)) : 0;
    if (!name || !module) {
        val r = t->exc ? 0 : obj_repr(t, v);
        return r && strbuf_put(b, r);
    }
    if (val_is_str(module) && str_equal(module, NAME(builtins))) return strbuf_put(b, name);
    val s = str_format(t, "%S.%S", module, name);
    return s && strbuf_put(b, s);
}

static val alias_repr(struct thread *t, val self) {
    struct alias *a = AS(alias, self);
    struct tuple *args = AS(tuple, a->args);
    if (stack_check_in(t, IN_REPR) < 0) return 0;
    struct strbuf b;
    strbuf_init(&b, t);
    bool ok = put_item(&b, t, a->origin) && strbuf_char(&b, '[');
    for (int64_t i = 0; ok && i < args->len; i++)
        ok = (i == 0 || strbuf_ascii(&b, ", ", 2)) && put_item(&b, t, args->item[i]);
    if (ok && args->len == 0) ok = strbuf_ascii(&b, "()", 2);
    return ok && strbuf_char(&b, ']') ? strbuf_finish(&b) : 0;
}

static int64_t alias_hash(struct thread *t, val self) {
    int64_t x = obj_hash(t, AS(alias, self)->origin), y = x == -1 ? -1 : obj_hash(t, AS(alias, self)->args);
    if (y == -1) return -1;
    return (x ^ y) == -1 ? -2 : x ^ y;
}

static val alias_compare(struct thread *t, val a, val b, enum compare op) {
    if (!is_alias(b) || (op != CMP_EQ && op != CMP_NE)) return NOTIMPLEMENTED;
    int64_t eq = obj_equal(t, AS(alias, a)->origin, AS(alias, b)->origin);
    if (eq > 0) eq = obj_equal(t, AS(alias, a)->args, AS(alias, b)->args);
    return eq < 0 ? 0 : val_bool((eq == 1) == (op == CMP_EQ));
}

static val alias_call(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    return call(t, AS(alias, callee)->origin, argc, argv, kwnames);
}

static val alias_origin(struct thread *t, val self) {
    return (void)t, AS(alias, self)->origin;
}
static val alias_args(struct thread *t, val self) {
    return (void)t, AS(alias, self)->args;
}
static val alias_parameters(struct thread *t, val self) {
    return (void)t, (void)self, EMPTY_TUPLE;
}
static val alias_mro_entries(struct thread *t, val self, val bases) {
    (void)bases;
    return tuple_of(t, 1, &AS(alias, self)->origin);
}
static val alias_instancecheck(struct thread *t, val self, val v) {
    (void)self;
    (void)v;
    return raise(t, &exc_TypeError, "isinstance() argument 2 cannot be a parameterized generic");
}
static val alias_subclasscheck(struct thread *t, val self, val v) {
    (void)self;
    (void)v;
    return raise(t, &exc_TypeError, "issubclass() argument 2 cannot be a parameterized generic");
}
static val alias_getattr(struct thread *t, val self, val name) {
    /* Everything but the alias's own attributes is the origin's. */
    val own = type_lookup(type_of(self), name);
    if (own && AS(string, name)->len > 2 && str_at(AS(string, name), 0) == '_')
        return object_type.getattr(t, self, name);
    return obj_getattr(t, AS(alias, self)->origin, name);
}

GETTER(generic_alias, __origin__, alias_origin, 0);
GETTER(generic_alias, __args__, alias_args, 0);
GETTER(generic_alias, __parameters__, alias_parameters, 0);
static val alias_reduce(struct thread *t, val self) {
    const val args[2] = {alias_origin(t, self), alias_args(t, self)};
    return reduce_call(t, val_of(&generic_alias_type), 2, args);
}
METHOD(generic_alias, __reduce__, alias_reduce, 1, 0, 0);
METHOD(generic_alias, __mro_entries__, alias_mro_entries, 2, 0, 0);
METHOD(generic_alias, __instancecheck__, alias_instancecheck, 2, 0, 0);
METHOD(generic_alias, __subclasscheck__, alias_subclasscheck, 2, 0, 0);

struct type generic_alias_type = {
    .head = TYPE_HEAD,
    .shape = &generic_alias_shape,
    .cname = "types.GenericAlias",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_IMMUTABLE | TYPE_WEAKREF,
    .size = sizeof(struct alias),
    .gc_layout = GC_WORDS,
    .methods = __start_pymeth_generic_alias,
    .methods_end = __stop_pymeth_generic_alias,
    .new = alias_make,
    .call = alias_call,
    .repr = alias_repr,
    .hash = alias_hash,
    .getattr = alias_getattr,
    .compare = alias_compare,
    .binary[OP_OR] = union_or,
};
DEFINE_SHAPE(generic_alias);

/* ---- X | Y ---- */

struct union_type {
    struct obj head;
    val args; /* tuple of at least two */
};

static bool is_unionable(val v) {
    return v == NONE || val_has(v, TYPE_TYPE) || is_alias(v) ||
           val_is_exact(v, &union_type_shape);
}

static int64_t add_members(struct thread *t, val into, val v) {
    if (v == NONE) v = val_of(&none_type);
    if (val_is_exact(v, &union_type_shape)) {
        struct tuple *args = AS(tuple, AS(union_type, v)->args);
        for (int64_t i = 0; i < args->len; i++)
            if (add_members(t, into, args->item[i]) < 0) return -1;
        return 0;
    }
    for (int64_t i = 0; i < AS(list, into)->len; i++) {
        int64_t eq = obj_equal(t, AS(list, into)->item[i], v);
        if (eq) return eq < 0 ? -1 : 0;
    }
    return list_push(t, into, v);
}

val union_or(struct thread *t, val a, val b) {
    if (!is_unionable(a) || !is_unionable(b)) return NOTIMPLEMENTED;
    val l = list_new(t, 2);
    if (!l || add_members(t, l, a) < 0 || add_members(t, l, b) < 0) return 0;
    if (AS(list, l)->len == 1) return AS(list, l)->item[0];
    val args = tuple_from_iterable(t, l);
    if (!args) return 0;
    struct union_type *u = gc_new(t, &union_type_type, sizeof *u);
    if (u) u->args = args;
    return val_of(u);
}

static val union_repr(struct thread *t, val self) {
    struct tuple *args = AS(tuple, AS(union_type, self)->args);
    struct strbuf b;
    strbuf_init(&b, t);
    bool ok = true;
    for (int64_t i = 0; ok && i < args->len; i++)
        ok = (i == 0 || strbuf_ascii(&b, " | ", 3)) && put_item(&b, t, args->item[i]);
    return ok ? strbuf_finish(&b) : 0;
}

static int64_t union_hash(struct thread *t, val self) {
    val v = set_make(t, true);
    if (!v || set_update_from(t, v, AS(union_type, self)->args) < 0) return -1;
    return obj_hash(t, v);
}

static val union_compare(struct thread *t, val a, val b, enum compare op) {
    if (!val_is_exact(b, &union_type_shape) || (op != CMP_EQ && op != CMP_NE)) return NOTIMPLEMENTED;
    val x = set_make(t, true), y = x ? set_make(t, true) : 0;
    if (!y || set_update_from(t, x, AS(union_type, a)->args) < 0 ||
        set_update_from(t, y, AS(union_type, b)->args) < 0)
        return 0;
    return obj_compare(t, x, y, op);
}

static val union_check(struct thread *t, val self, val v, int64_t (*check)(struct thread *, val, val)) {
    struct tuple *args = AS(tuple, AS(union_type, self)->args);
    for (int64_t i = 0; i < args->len; i++) {
        int64_t r = check(t, v, args->item[i]);
        if (r) return r < 0 ? 0 : TRUE;
    }
    return FALSE;
}
static val union_instancecheck(struct thread *t, val self, val v) {
    return union_check(t, self, v, obj_is_instance);
}
static val union_subclasscheck(struct thread *t, val self, val v) {
    return union_check(t, self, v, obj_is_subclass);
}
static val union_args(struct thread *t, val self) {
    return (void)t, AS(union_type, self)->args;
}

GETTER(union_type, __args__, union_args, 0);
GETTER(union_type, __parameters__, alias_parameters, 0);
METHOD(union_type, __instancecheck__, union_instancecheck, 2, 0, 0);
METHOD(union_type, __subclasscheck__, union_subclasscheck, 2, 0, 0);

struct type union_type_type = {
    .head = TYPE_HEAD,
    .shape = &union_type_shape,
    .cname = "types.UnionType",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE,
    .size = sizeof(struct union_type),
    .gc_layout = GC_WORDS,
    .methods = __start_pymeth_union_type,
    .methods_end = __stop_pymeth_union_type,
    .repr = union_repr,
    .hash = union_hash,
    .compare = union_compare,
    .binary[OP_OR] = union_or,
};
DEFINE_SHAPE(union_type);
