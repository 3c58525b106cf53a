/* zip(*iterables, strict=False) */
#include "runtime/types/container.h"

METHOD_TABLE(zip);

struct zip {
    struct obj head;
    val iters;  /* tuple of iterators */
    val strict; /* TRUE or FALSE */
};

static val zip_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    val strict = FALSE;
    if (kwnames && AS(tuple, kwnames)->len) {
        val out[1] = {0};
        if (!args_parse(t, "zip", "| $ strict", 0, argv + argc, kwnames, out)) return 0;
        int64_t truth = out[0] ? obj_truth(t, out[0]) : 0;
        if (truth < 0) return 0;
        strict = val_bool(truth);
    }
    val iters = tuple_new(t, argc);
    if (!iters) return 0;
    for (int64_t i = 0; i < argc; i++) {
        val it = rt_iter(t, argv[i]);
        if (!it) return 0;
        gc_store(val_obj(iters), &AS(tuple, iters)->item[i], it);
    }
    struct zip *z = gc_new(t, cls, cls->size);
    if (!z) return 0;
    z->iters = iters;
    z->strict = strict;
    return val_of(z);
}

/* Item i ended first: with strict, all must end together. */
static val zip_ended(struct thread *t, struct zip *z, int64_t i) {
    if (t->exc || z->strict != TRUE) return 0;
    if (i > 0)
        return raise(t, &exc_ValueError, "zip() argument %ld is shorter than argument%s%ld", i + 1,
                     i == 1 ? " " : "s 1-", i);
    for (i = 1; i < AS(tuple, z->iters)->len; i++) {
        if (rt_next(t, AS(tuple, z->iters)->item[i]))
            return raise(t, &exc_ValueError, "zip() argument %ld is longer than argument%s%ld", i + 1,
                         i == 1 ? " " : "s 1-", i);
        if (t->exc) return 0;
    }
    return 0;
}

static val zip_next(struct thread *t, val self) {
    struct zip *z = AS(zip, self);
    struct tuple *iters = AS(tuple, z->iters);
    int64_t n = iters->len;
    if (n == 0) return 0;
    if (n == 2) {
        val a = rt_next(t, iters->item[0]), b = a ? rt_next(t, iters->item[1]) : 0;
        return likely(b != 0) ? pair_new(t, a, b) : zip_ended(t, z, a != 0);
    }
    val out = tuple_new(t, n);
    if (!out) return 0;
    for (int64_t i = 0; i < n; i++) {
        val item = rt_next(t, iters->item[i]);
        if (!item) return zip_ended(t, z, i);
        gc_store(val_obj(out), &AS(tuple, out)->item[i], item);
    }
    return out;
}

static val zip_reduce(struct thread *t, val self) {
    struct zip *z = AS(zip, self);
    return reduce_as(t, self, AS(tuple, z->iters)->len, AS(tuple, z->iters)->item,
                     z->strict == TRUE ? TRUE : 0);
}
static val zip_setstate(struct thread *t, val self, val state) {
    int64_t strict = obj_truth(t, state);
    if (strict < 0) return 0;
    AS(zip, self)->strict = val_bool(strict);
    return NONE;
}
METHOD(zip, __reduce__, zip_reduce, 1, 0, 0);
METHOD(zip, __setstate__, zip_setstate, 2, 0, 0);
METHOD(zip, __class_getitem__, class_getitem, 2, METHOD_CLASS, 0);

struct type zip_type = {
    .head = TYPE_HEAD,
    .shape = &zip_shape,
    .cname = "zip",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_IMMUTABLE,
    .size = sizeof(struct zip),
    .gc_layout = GC_WORDS,
    .methods = __start_pymeth_zip,
    .methods_end = __stop_pymeth_zip,
    .new = zip_make,
    .iter = iter_self,
    .next = zip_next,
};
DEFINE_SHAPE(zip);
