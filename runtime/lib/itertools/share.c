/* groupby and tee: several iterators over one source. */
#include "runtime/lib/itertools/itertools.h"
#include "runtime/state.h"

METHOD_TABLE(it_groupby);
METHOD_TABLE(it__grouper);
METHOD_TABLE(it__tee);
METHOD_TABLE(it__tee_dataobject);
METHOD_TABLE(itertools);

/* ---- groupby(iterable, key=None) ---- */

struct it_groupby {
    struct obj head;
    val source, function;
    val target;     /* key of the group handed out last */
    val key, value; /* of the item read last; value 0: it was handed out */
    val grouper;    /* of that group: the only one that may go on */
};

struct it__grouper {
    struct obj head;
    val parent, target;
};

static val groupby_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    val a[2];
    if (!args_parse(t, "groupby", "iterable | key", argc, argv, kwnames, a)) return 0;
    val source = rt_iter(t, a[0]);
    struct it_groupby *g = source ? it_new(t, cls) : NULL;
    if (!g) return 0;
    g->source = source;
    g->function = a[1] ? a[1] : NONE;
    return val_of(g);
}

static bool read_item(struct thread *t, struct it_groupby *g) {
    val value = rt_next(t, g->source);
    val key = !value || g->function == NONE ? value : it_called(t, call1(t, g->function, value));
    if (!key) return false;
    gc_store(g, &g->value, value);
    gc_store(g, &g->key, key);
    return true;
}

static val grouper_new(struct thread *t, val parent, val target) {
    READY(t, it__grouper_type);
    struct it__grouper *r = it_new(t, &it__grouper_type);
    if (!r) return 0;
    r->parent = parent;
    r->target = target;
    struct it_groupby *g = AS(it_groupby, parent);
    gc_store(g, &g->grouper, val_of(r));
    return val_of(r);
}

static val groupby_next(struct thread *t, val self) {
    struct it_groupby *g = AS(it_groupby, self);
    g->grouper = 0;
    for (;;) {
        if (g->key && !g->target) break;
        int64_t same = g->key ? obj_equal(t, g->target, g->key) : 1;
        if (same < 0) return 0;
        if (!same) break;
        if (!read_item(t, g)) return 0;
    }
    gc_store(g, &g->target, g->key);
    return it_pair(t, g->key, grouper_new(t, self, g->key));
}

static val grouper_next(struct thread *t, val self) {
    struct it__grouper *r = AS(it__grouper, self);
    struct it_groupby *g = AS(it_groupby, r->parent);
    if (g->grouper != self) return 0;
    if (!g->value && !read_item(t, g)) return 0;
    if (obj_equal(t, r->target, g->key) <= 0) return 0;
    val v = g->value;
    g->value = 0;
    return v;
}

static val groupby_reduce(struct thread *t, val self) {
    struct it_groupby *g = AS(it_groupby, self);
    const val state[] = {g->key, g->value, g->target};
    val args = it_pair(t, g->source, g->function);
    if (!g->target || !g->key || !g->value) return it_reduced(t, self, args);
    return it_reduced_state(t, self, args, tuple_of(t, 3, state));
}

static val groupby_setstate(struct thread *t, val self, val state) {
    struct it_groupby *g = AS(it_groupby, self);
    if (!it_state_tuple(t, state, 3)) return 0;
    gc_store(g, &g->key, AS(tuple, state)->item[0]);
    gc_store(g, &g->value, AS(tuple, state)->item[1]);
    gc_store(g, &g->target, AS(tuple, state)->item[2]);
    return NONE;
}

static val grouper_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)cls;
    if (!args_no_keywords(t, "_grouper", kwnames) || !args_count(t, "_grouper", argc, 2, 2)) return 0;
    if (!obj_isinstance(argv[0], &it_groupby_type))
        return raise(t, &exc_TypeError, "argument 1 must be itertools.groupby, not %T", argv[0]);
    return grouper_new(t, argv[0], argv[1]);
}

static val grouper_reduce(struct thread *t, val self) {
    struct it__grouper *r = AS(it__grouper, self);
    if (AS(it_groupby, r->parent)->grouper == self)
        return it_reduced(t, self, it_pair(t, r->parent, r->target));
    val empty = EMPTY_TUPLE;
    return it_pair(t, dict_lookup_name(rt_state.builtins_dict, NAME(iter)), tuple_of(t, 1, &empty));
}

METHOD(it_groupby, __reduce__, groupby_reduce, 1, 0, "($self, /)");
METHOD(it_groupby, __setstate__, groupby_setstate, 2, 0, "($self, state, /)");
METHOD(it__grouper, __reduce__, grouper_reduce, 1, 0, "($self, /)");
ITERATOR(groupby, it_groupby, groupby_make, groupby_next);
ITERATOR(_grouper, it__grouper, grouper_make, grouper_next);

/* ---- tee(iterable, n=2): iterators over a linked list of what the source gave, kept while one of them is
 * before it ---- */

enum { CELLS = 57 }; /* CPython's; it shows in pickles */

struct it__tee_dataobject {
    struct obj head;
    val source, next, running;
    val n; /* cells in use */
    val cell[CELLS];
};

struct it__tee {
    struct obj head;
    val data, at;
};

#define D(v) AS(it__tee_dataobject, v)

static val data_new(struct thread *t, val source) {
    READY(t, it__tee_dataobject_type);
    struct it__tee_dataobject *d = it_new(t, &it__tee_dataobject_type);
    if (!d) return 0;
    d->source = source;
    d->running = FALSE;
    d->n = val_small(0);
    return val_of(d);
}

static val data_next_link(struct thread *t, struct it__tee_dataobject *d) {
    if (!d->next) {
        val link = data_new(t, d->source);
        if (!link) return 0;
        gc_store(d, &d->next, link);
    }
    return d->next;
}

static val data_item(struct thread *t, struct it__tee_dataobject *d, int64_t i) {
    if (i < val_small_get(d->n)) return d->cell[i];
    if (d->running == TRUE) return raise(t, &exc_RuntimeError, "cannot re-enter the tee iterator");
    d->running = TRUE;
    val v = rt_next(t, d->source);
    d->running = FALSE;
    if (!v) return 0;
    gc_store(d, &d->cell[i], v);
    d->n = val_small(i + 1);
    return v;
}

static val tee_step(struct thread *t, val self) {
    struct it__tee *x = AS(it__tee, self);
    if (val_small_get(x->at) >= CELLS) {
        val link = data_next_link(t, D(x->data));
        if (!link) return 0;
        gc_store(x, &x->data, link);
        x->at = val_small(0);
    }
    val v = data_item(t, D(x->data), val_small_get(x->at));
    if (v) x->at += val_small(1) - val_small(0);
    return v;
}

static val tee_new(struct thread *t, struct type *cls, val data, val at) {
    READY(t, it__tee_type);
    struct it__tee *x = it_new(t, cls);
    if (!x) return 0;
    x->data = data;
    x->at = at;
    return val_of(x);
}

static val tee_copy(struct thread *t, val self) {
    return tee_new(t, &it__tee_type, AS(it__tee, self)->data, AS(it__tee, self)->at);
}

static val tee_of(struct thread *t, val iterable) {
    val source = rt_iter(t, iterable);
    if (!source) return 0;
    if (val_is_exact(source, &it__tee_shape)) return tee_copy(t, source);
    val data = data_new(t, source);
    return data ? tee_new(t, &it__tee_type, data, val_small(0)) : 0;
}

static val tee_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    if (!it_plain(t, cls, &it__tee_type, "_tee", kwnames) || !args_count(t, "_tee", argc, 1, 1)) return 0;
    return tee_of(t, argv[0]);
}

static val tee_reduce(struct thread *t, val self) {
    val empty = EMPTY_TUPLE;
    return it_reduced_state(t, self, tuple_of(t, 1, &empty),
                            it_pair(t, AS(it__tee, self)->data, AS(it__tee, self)->at));
}

static val tee_setstate(struct thread *t, val self, val state) {
    struct it__tee *x = AS(it__tee, self);
    int64_t at;
    if (!it_state_tuple(t, state, 2)) return 0;
    val data = AS(tuple, state)->item[0];
    if (!obj_isinstance(data, &it__tee_dataobject_type))
        return raise(t, &exc_TypeError, "argument 1 must be itertools._tee_dataobject, not %T", data);
    if (!index_i64(t, AS(tuple, state)->item[1], &at)) return 0;
    if (at < 0 || at > CELLS) return raise(t, &exc_ValueError, "Index out of range");
    gc_store(x, &x->data, data);
    x->at = val_small(at);
    return NONE;
}

/* (source, values, next link) */
static val data_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)cls;
    if (!args_no_keywords(t, "_tee_dataobject", kwnames) || !args_count(t, "_tee_dataobject", argc, 3, 3))
        return 0;
    if (!val_has(argv[1], TYPE_LIST))
        return raise(t, &exc_TypeError, "argument 2 must be list, not %T", argv[1]);
    struct list *values = AS(list, argv[1]);
    val made = data_new(t, argv[0]);
    if (!made) return 0;
    if (values->len > CELLS) return raise(t, &exc_ValueError, "Invalid arguments");
    for (int64_t i = 0; i < values->len; i++) gc_store(D(made), &D(made)->cell[i], values->item[i]);
    D(made)->n = val_small(values->len);
    bool full = values->len == CELLS, linked = argv[2] != NONE;
    if (linked && (!full || !obj_isinstance(argv[2], &it__tee_dataobject_type)))
        return raise(t, &exc_ValueError, "Invalid arguments");
    if (linked) gc_store(D(made), &D(made)->next, argv[2]);
    return made;
}

static val data_reduce(struct thread *t, val self) {
    struct it__tee_dataobject *d = D(self);
    val values = list_of(t, val_small_get(d->n), d->cell);
    const val args[] = {d->source, values, d->next ? d->next : NONE};
    return values ? it_reduced(t, self, tuple_of(t, 3, args)) : 0;
}

METHOD(it__tee, __copy__, tee_copy, 1, 0, "($self, /)");
METHOD(it__tee, __reduce__, tee_reduce, 1, 0, "($self, /)");
METHOD(it__tee, __setstate__, tee_setstate, 2, 0, "($self, state, /)");
METHOD(it__tee_dataobject, __reduce__, data_reduce, 1, 0, "($self, /)");
ITERATOR(_tee, it__tee, tee_make, tee_step);
ITERATOR(_tee_dataobject, it__tee_dataobject, data_make, NULL);

static val function_tee(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t n = 2;
    if (!args_no_keywords(t, "itertools.tee", kwnames) || !args_count(t, "tee", argc, 1, 2)) return 0;
    if (argc > 1 && !index_i64(t, argv[1], &n)) return 0;
    if (n < 0) return raise(t, &exc_ValueError, "n must be >= 0");
    val out = tuple_new(t, n), source = out && n ? rt_iter(t, argv[0]) : 0;
    if (!source) return t->exc ? 0 : out;
    val copy = obj_lookattr(t, source, NAME(__copy__));
    if (t->exc) return 0;
    val one = copy ? source : tee_of(t, source);
    if (one && !copy) copy = obj_getattr(t, one, NAME(__copy__));
    for (int64_t i = 0; one && i < n; i++) {
        if (i && !(one = call0(t, copy))) return 0;
        gc_store(val_obj(out), &AS(tuple, out)->item[i], one);
    }
    return one ? out : 0;
}
METHOD(itertools, tee, function_tee, -1, 0, "($module, iterable, n=2, /)");
