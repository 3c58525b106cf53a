/* takewhile, dropwhile, filterfalse, compress, starmap, accumulate: iterators that ask a function or a second
 * iterator. */
#include "runtime/lib/itertools/itertools.h"

METHOD_TABLE(it_takewhile);
METHOD_TABLE(it_dropwhile);
METHOD_TABLE(it_filterfalse);
METHOD_TABLE(it_compress);
METHOD_TABLE(it_starmap);
METHOD_TABLE(it_accumulate);

/* ---- what those with a function and a source share ---- */

struct asking {
    struct obj head;
    val function, source;
    val done; /* takewhile: TRUE when it stopped; dropwhile: TRUE when it began to give */
};

static val asking_make(struct thread *t, struct type *cls, struct type *own, const char *name, int64_t argc,
                       val *argv, val kwnames) {
    if (!it_plain(t, cls, own, name, kwnames) || !args_count(t, name, argc, 2, 2)) return 0;
    val source = rt_iter(t, argv[1]);
    struct asking *a = source ? it_new(t, cls) : NULL;
    if (!a) return 0;
    a->function = argv[0];
    a->source = source;
    a->done = FALSE;
    return val_of(a);
}
#define ASKING_MAKE(name)                                                                                    \
    static val name##_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {       \
        return asking_make(t, cls, &it_##name##_type, #name, argc, argv, kwnames);                           \
    }
ASKING_MAKE(takewhile)
ASKING_MAKE(dropwhile)
ASKING_MAKE(filterfalse)
ASKING_MAKE(starmap)

static val asking_reduce(struct thread *t, val self) {
    struct asking *a = AS(asking, self);
    return it_reduced(t, self, it_pair(t, a->function, a->source));
}

static val asking_reduce_done(struct thread *t, val self) {
    struct asking *a = AS(asking, self);
    return it_reduced_state(t, self, it_pair(t, a->function, a->source), val_small(a->done == TRUE));
}

static val asking_setstate(struct thread *t, val self, val state) {
    int64_t done = obj_truth(t, state);
    if (done < 0) return 0;
    AS(asking, self)->done = val_bool(done);
    return NONE;
}

/* Truth of function(v): 1, 0, -1 raised or ended. */
static int64_t says(struct thread *t, val function, val v) {
    val r = it_called(t, call1(t, function, v));
    return r ? obj_truth(t, r) : -1;
}

/* ---- takewhile, dropwhile, filterfalse, starmap ---- */

static val takewhile_next(struct thread *t, val self) {
    struct asking *a = AS(asking, self);
    val v = a->done == TRUE ? 0 : rt_next(t, a->source);
    int64_t yes = v ? says(t, a->function, v) : -1;
    if (yes > 0) return v;
    if (!yes) a->done = TRUE;
    return 0;
}

static val dropwhile_next(struct thread *t, val self) {
    struct asking *a = AS(asking, self);
    for (val v; (v = rt_next(t, a->source));) {
        if (a->done == TRUE) return v;
        int64_t yes = says(t, a->function, v);
        if (yes < 0) return 0;
        if (yes) continue;
        a->done = TRUE;
        return v;
    }
    return 0;
}

static val filterfalse_next(struct thread *t, val self) {
    struct asking *a = AS(asking, self);
    for (val v; (v = rt_next(t, a->source));) {
        bool itself = a->function == NONE || a->function == val_of(&bool_type);
        int64_t yes = itself ? obj_truth(t, v) : says(t, a->function, v);
        if (yes <= 0) return yes ? 0 : v;
    }
    return 0;
}

static val starmap_next(struct thread *t, val self) {
    struct asking *a = AS(asking, self);
    val v = rt_next(t, a->source), args = v;
    if (v && !val_is_exact(v, &tuple_shape)) args = tuple_from_iterable(t, v);
    return args ? it_called(t, rt_call_ex(t, a->function, args, 0)) : 0;
}

METHOD(it_takewhile, __reduce__, asking_reduce_done, 1, 0, "($self, /)");
METHOD(it_takewhile, __setstate__, asking_setstate, 2, 0, "($self, state, /)");
METHOD(it_dropwhile, __reduce__, asking_reduce_done, 1, 0, "($self, /)");
METHOD(it_dropwhile, __setstate__, asking_setstate, 2, 0, "($self, state, /)");
METHOD(it_filterfalse, __reduce__, asking_reduce, 1, 0, "($self, /)");
METHOD(it_starmap, __reduce__, asking_reduce, 1, 0, "($self, /)");
ITERATOR(takewhile, asking, takewhile_make, takewhile_next);
ITERATOR(dropwhile, asking, dropwhile_make, dropwhile_next);
ITERATOR(filterfalse, asking, filterfalse_make, filterfalse_next);
ITERATOR(starmap, asking, starmap_make, starmap_next);

/* ---- compress(data, selectors) ---- */

struct it_compress {
    struct obj head;
    val data, selectors;
};

static val compress_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    val a[2];
    if (!args_parse(t, "compress", "data selectors", argc, argv, kwnames, a)) return 0;
    val data = rt_iter(t, a[0]), selectors = data ? rt_iter(t, a[1]) : 0;
    struct it_compress *c = selectors ? it_new(t, cls) : NULL;
    if (!c) return 0;
    c->data = data;
    c->selectors = selectors;
    return val_of(c);
}

static val compress_next(struct thread *t, val self) {
    struct it_compress *c = AS(it_compress, self);
    for (;;) {
        val v = rt_next(t, c->data), selector = v ? rt_next(t, c->selectors) : 0;
        if (!selector) return 0;
        int64_t yes = obj_truth(t, selector);
        if (yes) return yes > 0 ? v : 0;
    }
}

static val compress_reduce(struct thread *t, val self) {
    struct it_compress *c = AS(it_compress, self);
    return it_reduced(t, self, it_pair(t, c->data, c->selectors));
}

METHOD(it_compress, __reduce__, compress_reduce, 1, 0, "($self, /)");
ITERATOR(compress, it_compress, compress_make, compress_next);

/* ---- accumulate(iterable, func=None, *, initial=None) ---- */

struct it_accumulate {
    struct obj head;
    val source, function, total, initial; /* function NONE: addition; total 0: nothing was given yet */
};

static val accumulate_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    val a[3];
    if (!args_parse(t, "accumulate", "iterable | func $ initial", argc, argv, kwnames, a)) return 0;
    val source = rt_iter(t, a[0]);
    struct it_accumulate *x = source ? it_new(t, cls) : NULL;
    if (!x) return 0;
    x->source = source;
    x->function = a[1] ? a[1] : NONE;
    x->initial = a[2] ? a[2] : NONE;
    return val_of(x);
}

static val accumulate_next(struct thread *t, val self) {
    struct it_accumulate *x = AS(it_accumulate, self);
    if (x->initial != NONE) {
        val first = x->initial;
        x->initial = NONE;
        gc_store(x, &x->total, first);
        return first;
    }
    val v = rt_next(t, x->source), total = x->total;
    if (v && total)
        v = x->function == NONE ? rt_add(t, total, v) : it_called(t, call2(t, x->function, total, v));
    if (v) gc_store(x, &x->total, v);
    return v;
}

/* chain((first,), source): what comes next, seen from outside. */
static val preceded(struct thread *t, val first, val source) {
    val alone = tuple_of(t, 1, &first);
    return alone ? call2(t, val_of(&it_chain_type), alone, source) : 0;
}

static val accumulate_reduce(struct thread *t, val self) {
    struct it_accumulate *x = AS(it_accumulate, self);
    if (x->initial != NONE)
        return it_reduced_state(t, self, it_pair(t, preceded(t, x->initial, x->source), x->function), NONE);
    if (x->total == NONE) { /* as a state it would say that nothing was given yet */
        val again = preceded(t, NONE, x->source);
        const val args[] = {again, x->function};
        val all = again ? call(t, val_of(&it_accumulate_type), 2, (val *)args, 0) : 0;
        const val slice[] = {all, val_small(1), NONE};
        val items = all ? tuple_of(t, 3, slice) : 0;
        return it_pair(t, val_of(&it_islice_type), items);
    }
    return it_reduced_state(t, self, it_pair(t, x->source, x->function), x->total ? x->total : NONE);
}

static val accumulate_setstate(struct thread *t, val self, val state) {
    (void)t;
    struct it_accumulate *x = AS(it_accumulate, self);
    gc_store(x, &x->total, state == NONE ? 0 : state);
    return NONE;
}

METHOD(it_accumulate, __reduce__, accumulate_reduce, 1, 0, "($self, /)");
METHOD(it_accumulate, __setstate__, accumulate_setstate, 2, 0, "($self, state, /)");
ITERATOR(accumulate, it_accumulate, accumulate_make, accumulate_next);
