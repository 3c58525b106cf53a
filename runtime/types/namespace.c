/* types.SimpleNamespace: an object with nothing but attributes. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"

struct namespace {
    struct obj head;
    val dict;
};
#define NS(v) AS(namespace, v)

static struct type namespace_type;
static struct shape namespace_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &namespace_type};

static val make(struct thread *t, struct type *cls) {
    struct namespace *n = gc_new(t, cls, sizeof *n);
    return n ? val_of(n) : 0;
}

val namespace_new(struct thread *t) {
    return make(t, &namespace_type);
}

int64_t namespace_set(struct thread *t, val ns, const char *name, val value) {
    val key = str_intern(t, str_ascii(t, name));
    return key && value ? instance_put(t, val_obj(ns), key, value) : -1;
}

static val new(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)argc, (void)argv, (void)kwnames;
    return make(t, cls);
}

static int64_t init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    if (argc) return raise_i(t, &exc_TypeError, "no positional arguments expected");
    val d = instance_dict(t, val_obj(self));
    for (int64_t i = 0; d && kwnames && i < AS(tuple, kwnames)->len; i++)
        if (dict_put(t, d, AS(tuple, kwnames)->item[i], argv[argc + i]) < 0) return -1;
    return d ? 0 : -1;
}

static bool put_items(struct thread *t, struct strbuf *b, val dict) {
    int64_t at = 0;
    val key, value;
    bool first = true;
    val items = dict_copy(t, dict);
    if (!items) return false;
    while (dict_step(items, &at, &key, &value)) {
        if (!val_is_str(key) || !AS(string, key)->len) continue;
        val s = str_format(t, "%s%U=%R", first ? "" : ", ", key, value);
        if (!s || !strbuf_put(b, s)) return false;
        first = false;
    }
    return true;
}

static val repr(struct thread *t, val v) {
    bool exact = type_of(v) == &namespace_type;
    struct strbuf b;
    val d = instance_dict(t, val_obj(v));
    if (!d) return 0;
    if (!repr_enter(t, v)) return t->exc ? 0 : str_format(t, exact ? "namespace(...)" : "%T(...)", v);
    strbuf_init(&b, t);
    val head = exact ? str_ascii(t, "namespace(") : str_format(t, "%T(", v);
    bool good = head && strbuf_put(&b, head) && put_items(t, &b, d) && strbuf_char(&b, ')');
    repr_leave(t, v);
    return good ? strbuf_finish(&b) : 0;
}

static val compare(struct thread *t, val a, val b, enum compare op) {
    if (!obj_isinstance(a, &namespace_type) || !obj_isinstance(b, &namespace_type)) return NOTIMPLEMENTED;
    val x = instance_dict(t, val_obj(a)), y = x ? instance_dict(t, val_obj(b)) : 0;
    return y ? obj_compare(t, x, y, op) : 0;
}

static val get_dict(struct thread *t, val v) {
    return instance_dict(t, val_obj(v));
}

static val reduce(struct thread *t, val v) {
    val d = instance_dict(t, val_obj(v));
    return d ? tuple_of(t, 3, (val[3]){val_of(type_of(v)), EMPTY_TUPLE, d}) : 0;
}

METHOD_TABLE(SimpleNamespace);
GETTER(SimpleNamespace, __dict__, get_dict, NULL);
METHOD(SimpleNamespace, __reduce__, reduce, 1, 0, NULL);
static struct type namespace_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &namespace_shape,
    .cname = "types.SimpleNamespace",
    .base = &object_type,
    .size = sizeof(struct namespace),
    .flags = TYPE_BASE,
    .attrs = offsetof(struct namespace, dict),
    .gc_layout = GC_WORDS,
    METHODS_OF(SimpleNamespace),
    .new = new,
    .init = init,
    .hash = hash_unhashable,
    .repr = repr,
    .compare = compare,
};
