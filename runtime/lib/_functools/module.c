/* The module _functools: reduce and cmp_to_key; its types are in files of their own. */
#include "runtime/lib/_functools/functools.h"
#include "runtime/lib/native.h"
#include "runtime/object/attributes.h"
#include "runtime/types/container.h"

METHOD_TABLE(_functools);

/* ---- reduce ---- */

static val f_reduce(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_no_keywords(t, "_functools.reduce", kwnames) || !args_count(t, "reduce", argc, 2, 3)) return 0;
    val f = argv[0], sum = argc > 2 ? argv[2] : 0, it = rt_iter(t, argv[1]), item;
    if (!it) {
        if (!exc_pending_is(t, &exc_TypeError)) return 0;
        exc_take(t);
        return raise(t, &exc_TypeError, "reduce() arg 2 must support iteration");
    }
    while ((item = rt_next(t, it))) {
        sum = sum ? call2(t, f, sum, item) : item;
        if (!sum) return 0;
    }
    if (t->exc) return 0;
    return sum ? sum : raise(t, &exc_TypeError, "reduce() of empty iterable with no initial value");
}
METHOD(_functools, reduce, f_reduce, -1, 0, 0);

/* ---- cmp_to_key ---- */

struct key_wrapper {
    struct obj head;
    val cmp;
    val object; /* 0: this makes keys; it is none */
};
static struct type key_wrapper_type;

static val key_new(struct thread *t, val cmp, val object) {
    READY(t, key_wrapper_type);
    struct key_wrapper *k = gc_new(t, &key_wrapper_type, sizeof *k);
    if (!k) return 0;
    k->cmp = cmp;
    k->object = object;
    return val_of(k);
}

static val key_call(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    val object;
    if (!args_parse(t, "K", "obj", argc, argv, kwnames, &object)) return 0;
    return key_new(t, AS(key_wrapper, self)->cmp, object);
}

static val key_compare(struct thread *t, val a, val b, enum compare op) {
    if (type_of(b) != &key_wrapper_type) return raise(t, &exc_TypeError, "other argument must be K instance");
    val x = AS(key_wrapper, a)->object, y = AS(key_wrapper, b)->object;
    if (!x || !y) return raise(t, &exc_AttributeError, "object");
    val order = call2(t, AS(key_wrapper, a)->cmp, x, y);
    return order ? obj_compare(t, order, val_small(0), op) : 0;
}

static val get_object(struct thread *t, val self) {
    val v = AS(key_wrapper, self)->object;
    return v ? v : NONE;
}
static int64_t set_object(struct thread *t, val self, val value) {
    gc_store(self, &AS(key_wrapper, self)->object, value);
    return 0;
}

METHOD_TABLE(KeyWrapper);
GETTER(KeyWrapper, obj, get_object, set_object);
static DEFINE_SHAPE(key_wrapper);
static struct type key_wrapper_type = {
    .head = TYPE_HEAD,
    .shape = &key_wrapper_shape,
    .cname = "functools.KeyWrapper",
    .base = &object_type,
    .size = sizeof(struct key_wrapper),
    .gc_layout = GC_WORDS,
    METHODS_OF(KeyWrapper),
    .call = key_call,
    .hash = hash_unhashable,
    .compare = key_compare,
};

static val f_cmp_to_key(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val cmp;
    return args_parse(t, "cmp_to_key", "mycmp", argc, argv, kwnames, &cmp) ? key_new(t, cmp, 0) : 0;
}
METHOD(_functools, cmp_to_key, f_cmp_to_key, -1, 0, "($module, /, mycmp)");

METHOD(_functools, partial, &partial_type, 0, METHOD_VALUE, 0);
METHOD(_functools, _lru_cache_wrapper, &lru_cache_type, 0, METHOD_VALUE, 0);

static val functools_init(struct thread *t) {
    return native_module_new(t, "_functools", METHODS(_functools));
}
NATIVE_MODULE(_functools, "_functools", functools_init);
