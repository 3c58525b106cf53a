/* chain, islice, zip_longest, pairwise: iterators over the items of others as they are. */
#include "runtime/lib/itertools/itertools.h"
#include "runtime/types/int.h"

METHOD_TABLE(it_chain);
METHOD_TABLE(it_islice);
METHOD_TABLE(it_zip_longest);
METHOD_TABLE(it_pairwise);

/* ---- chain(*iterables) ---- */

struct it_chain {
    struct obj head;
    val source; /* iterator over iterables; 0: exhausted */
    val active; /* iterator of the one under way, or 0 */
};

static val chain_of(struct thread *t, struct type *cls, val iterables) {
    val source = rt_iter(t, iterables);
    struct it_chain *c = source ? it_new(t, cls) : NULL;
    if (!c) return 0;
    c->source = source;
    return val_of(c);
}

static val chain_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    if (!it_plain(t, cls, &it_chain_type, "chain", kwnames)) return 0;
    val all = tuple_of(t, argc, argv);
    return all ? chain_of(t, cls, all) : 0;
}

static val chain_next(struct thread *t, val self) {
    struct it_chain *c = AS(it_chain, self);
    while (c->source) {
        if (!c->active) {
            val iterable = rt_next(t, c->source), active = iterable ? rt_iter(t, iterable) : 0;
            if (!active) {
                c->source = 0;
                return 0;
            }
            gc_store(c, &c->active, active);
        }
        val v = rt_next(t, c->active);
        if (v || t->exc) return v;
        c->active = 0;
    }
    return 0;
}

static val chain_from_iterable(struct thread *t, val cls, val iterable) {
    return chain_of(t, AS(type, cls), iterable);
}

static val chain_reduce(struct thread *t, val self) {
    struct it_chain *c = AS(it_chain, self);
    const val state[] = {c->source, c->active};
    if (!c->source) return it_reduced(t, self, EMPTY_TUPLE);
    return it_reduced_state(t, self, EMPTY_TUPLE, tuple_of(t, c->active ? 2 : 1, state));
}

static bool is_iterator(struct thread *t, val v) {
    if (type_of(v)->next) return true;
    raise(t, &exc_TypeError, "Arguments must be iterators.");
    return false;
}

static val chain_setstate(struct thread *t, val self, val state) {
    struct it_chain *c = AS(it_chain, self);
    if (!it_state_tuple(t, state, -1)) return 0;
    int64_t n = AS(tuple, state)->len;
    if (n < 1 || n > 2)
        return raise(t, &exc_TypeError, "function takes at %s %d argument%s (%ld given)",
                     n ? "most" : "least", n ? 2 : 1, n ? "s" : "", n);
    for (int64_t i = 0; i < n; i++)
        if (!is_iterator(t, AS(tuple, state)->item[i])) return 0;
    gc_store(c, &c->source, AS(tuple, state)->item[0]);
    gc_store(c, &c->active, n > 1 ? AS(tuple, state)->item[1] : 0);
    return NONE;
}

METHOD(it_chain, from_iterable, chain_from_iterable, 2, METHOD_CLASS, "($type, iterable, /)");
METHOD(it_chain, __reduce__, chain_reduce, 1, 0, "($self, /)");
METHOD(it_chain, __setstate__, chain_setstate, 2, 0, "($self, state, /)");
METHOD(it_chain, __class_getitem__, class_getitem, 2, METHOD_CLASS, 0);
ITERATOR(chain, it_chain, chain_make, chain_next);

/* ---- islice(iterable, [start,] stop[, step]) ---- */

struct it_islice {
    struct obj head;
    val source;
    val next, stop, step,
        count; /* small ints: index of the next item wanted; -1 no stop; how many were taken */
};

static const char islice_indices[] =
    "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.";

/* None gives `absent`; false after "MESSAGE". */
static bool islice_index(struct thread *t, val v, int64_t absent, const char *message, int64_t *out) {
    *out = absent;
    if (!v || v == NONE) return true;
    bool ok = type_of(v)->index || val_is_int(v) || type_lookup(type_of(v), NAME(__index__));
    if (ok && (ok = index_i64(t, v, out))) ok = *out >= 0 && *out <= SMALL_MAX;
    if (ok) return true;
    if (t->exc && !exc_pending_is(t, &exc_TypeError) && !exc_pending_is(t, &exc_ValueError) &&
        !exc_pending_is(t, &exc_OverflowError))
        return false;
    t->exc = 0;
    if (absent == -1 && val_is_small(v) && val_small_get(v) < -1) message = islice_indices;
    raise(t, &exc_ValueError, message);
    return false;
}

static val islice_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    static const char stops[] =
        "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.";
    int64_t start = 0, stop, step = 1;
    if (!it_plain(t, cls, &it_islice_type, "islice", kwnames) || !args_count(t, "islice", argc, 2, 4))
        return 0;
    if (argc == 2 && !islice_index(t, argv[1], -1, stops, &stop)) return 0;
    if (argc > 2 &&
        (!islice_index(t, argv[1], 0, islice_indices, &start) || !islice_index(t, argv[2], -1, stops, &stop)))
        return 0;
    if (argc > 3) {
        static const char steps[] = "Step for islice() must be a positive integer or None.";
        if (!islice_index(t, argv[3], 1, steps, &step)) return 0;
        if (step < 1) return raise(t, &exc_ValueError, steps);
    }
    val source = rt_iter(t, argv[0]);
    struct it_islice *s = source ? it_new(t, cls) : NULL;
    if (!s) return 0;
    s->source = source;
    s->next = val_small(start);
    s->stop = val_small(stop);
    s->step = val_small(step);
    s->count = val_small(0);
    return val_of(s);
}

static val islice_take(struct thread *t, struct it_islice *s) {
    val v = s->source ? rt_next(t, s->source) : 0;
    if (v) s->count += val_small(1) - val_small(0);
    return v;
}

static val islice_step(struct thread *t, struct it_islice *s) {
    while (val_small_get(s->count) < val_small_get(s->next))
        if (!islice_take(t, s)) return 0;
    int64_t stop = val_small_get(s->stop);
    if (stop != -1 && val_small_get(s->count) >= stop) return 0;
    val v = islice_take(t, s);
    if (!v) return 0;
    int64_t next = val_small_get(s->next), step = val_small_get(s->step);
    bool beyond = step > SMALL_MAX - next || (stop != -1 && next + step > stop);
    s->next = beyond ? (stop == -1 ? val_small(SMALL_MAX) : s->stop) : val_small(next + step);
    return v;
}

static val islice_next(struct thread *t, val self) {
    struct it_islice *s = AS(it_islice, self);
    if (!s->source) return 0;
    val v = islice_step(t, s);
    if (!v) s->source = 0;
    return v;
}

static val islice_reduce(struct thread *t, val self) {
    struct it_islice *s = AS(it_islice, self);
    if (!s->source) return it_reduced_state(t, self, it_pair(t, it_empty(t), val_small(0)), val_small(0));
    const val items[] = {s->source, s->next, val_small_get(s->stop) == -1 ? NONE : s->stop, s->step};
    return it_reduced_state(t, self, tuple_of(t, 4, items), s->count);
}

static val islice_setstate(struct thread *t, val self, val state) {
    int64_t count;
    if (!index_i64(t, state, &count)) return 0;
    AS(it_islice, self)->count = val_small(count);
    return NONE;
}

METHOD(it_islice, __reduce__, islice_reduce, 1, 0, "($self, /)");
METHOD(it_islice, __setstate__, islice_setstate, 2, 0, "($self, state, /)");
ITERATOR(islice, it_islice, islice_make, islice_next);

/* ---- zip_longest(*iterables, fillvalue=None) ---- */

struct it_zip_longest {
    struct obj head;
    val sources; /* tuple of iterators; 0 in it: ended */
    val active;  /* how many have not ended */
    val fill;
};

static val zip_longest_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    val fill = NONE;
    int64_t nkw = kwnames ? AS(tuple, kwnames)->len : 0;
    for (int64_t i = 0; i < nkw; i++) {
        if (AS(tuple, kwnames)->item[i] != NAME(fillvalue))
            return raise(t, &exc_TypeError, "zip_longest() got an unexpected keyword argument");
        fill = argv[argc + i];
    }
    val sources = tuple_new(t, argc);
    for (int64_t i = 0; sources && i < argc; i++) {
        val it = rt_iter(t, argv[i]);
        if (!it) return 0;
        gc_store(val_obj(sources), &AS(tuple, sources)->item[i], it);
    }
    struct it_zip_longest *z = sources ? it_new(t, cls) : NULL;
    if (!z) return 0;
    z->sources = sources;
    z->active = val_small(argc);
    z->fill = fill;
    return val_of(z);
}

/* The next item of source i, or the fill value; 0: all have ended, or raised. */
static val zip_longest_item(struct thread *t, struct it_zip_longest *z, int64_t i) {
    struct tuple *sources = AS(tuple, z->sources);
    if (!sources->item[i]) return z->fill;
    val v = rt_next(t, sources->item[i]);
    if (v) return v;
    z->active = t->exc ? val_small(0) : z->active - (val_small(1) - val_small(0));
    if (z->active == val_small(0)) return 0;
    sources->item[i] = 0;
    return z->fill;
}

static val zip_longest_next(struct thread *t, val self) {
    struct it_zip_longest *z = AS(it_zip_longest, self);
    int64_t n = AS(tuple, z->sources)->len;
    if (!n || z->active == val_small(0)) return 0;
    val out = tuple_new(t, n);
    for (int64_t i = 0; out && i < n; i++) {
        val v = zip_longest_item(t, z, i);
        if (!v) return 0;
        gc_store(val_obj(out), &AS(tuple, out)->item[i], v);
    }
    return out;
}

static val zip_longest_reduce(struct thread *t, val self) {
    struct it_zip_longest *z = AS(it_zip_longest, self);
    struct tuple *sources = AS(tuple, z->sources);
    val args = tuple_of(t, sources->len, sources->item);
    for (int64_t i = 0; args && i < sources->len; i++)
        if (!AS(tuple, args)->item[i]) gc_store(val_obj(args), &AS(tuple, args)->item[i], EMPTY_TUPLE);
    return it_reduced_state(t, self, args, z->fill);
}

static val zip_longest_setstate(struct thread *t, val self, val state) {
    (void)t;
    struct it_zip_longest *z = AS(it_zip_longest, self);
    gc_store(z, &z->fill, state);
    return NONE;
}

METHOD(it_zip_longest, __reduce__, zip_longest_reduce, 1, 0, "($self, /)");
METHOD(it_zip_longest, __setstate__, zip_longest_setstate, 2, 0, "($self, state, /)");
ITERATOR(zip_longest, it_zip_longest, zip_longest_make, zip_longest_next);

/* ---- pairwise(iterable) ---- */

struct it_pairwise {
    struct obj head;
    val source, old;
};

static val pairwise_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    if (!it_plain(t, cls, &it_pairwise_type, "pairwise", kwnames) || !args_count(t, "pairwise", argc, 1, 1))
        return 0;
    val source = rt_iter(t, argv[0]);
    struct it_pairwise *p = source ? it_new(t, cls) : NULL;
    if (!p) return 0;
    p->source = source;
    return val_of(p);
}

static val pairwise_next(struct thread *t, val self) {
    struct it_pairwise *p = AS(it_pairwise, self);
    if (!p->source) return 0;
    val old = p->old;
    if (!old) {
        if (!(old = rt_next(t, p->source))) return p->source = 0, 0;
        gc_store(p, &p->old, old);
        if (!p->source) return 0; /* it asked for the next pair itself, and there was none */
    }
    val new = rt_next(t, p->source);
    if (!new) return p->source = 0, p->old = 0, 0;
    gc_store(p, &p->old, new);
    return it_pair(t, old, new);
}

ITERATOR(pairwise, it_pairwise, pairwise_make, pairwise_next);
