/* count, cycle, repeat: iterators that need no end. */
#include "runtime/lib/itertools/itertools.h"
#include "runtime/types/int.h"

METHOD_TABLE(it_count);
METHOD_TABLE(it_cycle);
METHOD_TABLE(it_repeat);

/* ---- count(start=0, step=1) ---- */

struct it_count {
    struct obj head;
    val at, step;
};

static bool is_number(struct thread *t, val v) {
    struct type *type = type_of(v);
    if (val_is_int(v) || val_is_float(v) || type->to_int || type->to_float || type->index) return true;
    if (type == &complex_type || type_is_subtype(type, &complex_type)) return true;
    return type_lookup(type, NAME(__float__)) || type_lookup(type, NAME(__int__)) ||
           type_lookup(type, NAME(__index__)) || (raise(t, &exc_TypeError, "a number is required"), false);
}

static val count_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    val a[2];
    if (!args_parse(t, "count", "| start step", argc, argv, kwnames, a)) return 0;
    for (int i = 0; i < 2; i++)
        if (a[i] && !is_number(t, a[i])) return 0;
    struct it_count *c = it_new(t, cls);
    if (!c) return 0;
    val at = a[0] ? a[0] : val_small(0), step = a[1] ? a[1] : val_small(1);
    bool by_one = val_is_int(at) && val_is_int(step) && int_cmp(step, val_small(1)) == 0;
    c->at = by_one ? int_exact(t, at) : at;
    c->step = by_one ? val_small(1) : step;
    return c->at ? val_of(c) : 0;
}

static val count_next(struct thread *t, val self) {
    struct it_count *c = AS(it_count, self);
    val at = c->at, next = rt_add(t, at, c->step);
    if (!next) return 0;
    gc_store(c, &c->at, next);
    return at;
}

static bool steps_by_one(const struct it_count *c) {
    return c->step == val_small(1);
}

static val count_repr(struct thread *t, val self) {
    struct it_count *c = AS(it_count, self);
    const char *name = it_name(self);
    if (steps_by_one(c)) return str_format(t, "%s(%R)", name, c->at);
    return str_format(t, "%s(%R, %R)", name, c->at, c->step);
}

static val count_reduce(struct thread *t, val self) {
    struct it_count *c = AS(it_count, self);
    const val items[] = {c->at, c->step};
    int64_t n;
    bool short_form = steps_by_one(c) && val_is_int(c->at) && int_to_i64(c->at, &n) && n != INT64_MAX;
    return it_reduced(t, self, tuple_of(t, short_form ? 1 : 2, items));
}

METHOD(it_count, __reduce__, count_reduce, 1, 0, "($self, /)");
ITERATOR(count, it_count, count_make, count_next, .repr = count_repr);

/* ---- cycle(iterable) ---- */

struct it_cycle {
    struct obj head;
    val source; /* 0: it ended, `saved` is gone through again */
    val saved;  /* list */
    val at;     /* in `saved` */
    val replay; /* TRUE: what the source gives is in `saved` already */
};

static val cycle_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    if (!it_plain(t, cls, &it_cycle_type, "cycle", kwnames) || !args_count(t, "cycle", argc, 1, 1)) return 0;
    val source = rt_iter(t, argv[0]), saved = source ? list_new(t, 0) : 0;
    struct it_cycle *c = saved ? it_new(t, cls) : NULL;
    if (!c) return 0;
    c->source = source;
    c->saved = saved;
    c->at = val_small(0);
    c->replay = FALSE;
    return val_of(c);
}

static val cycle_next(struct thread *t, val self) {
    struct it_cycle *c = AS(it_cycle, self);
    if (c->source) {
        val v = rt_next(t, c->source);
        if (v) return c->replay == TRUE || list_push(t, c->saved, v) == 0 ? v : 0;
        if (t->exc) return 0;
        c->source = 0;
    }
    struct list *saved = AS(list, c->saved);
    int64_t at = val_small_get(c->at);
    if (!saved->len) return 0;
    if (at >= saved->len) at = 0;
    c->at = val_small(at + 1 < saved->len ? at + 1 : 0);
    return saved->item[at];
}

static val cycle_reduce(struct thread *t, val self) {
    struct it_cycle *c = AS(it_cycle, self);
    val source = c->source;
    if (!source) {
        source = rt_iter(t, c->saved);
        if (source && c->at != val_small(0) && !call_method1(t, source, NAME(__setstate__), c->at)) return 0;
    }
    val args = source ? tuple_of(t, 1, &source) : 0;
    return it_reduced_state(t, self, args, it_pair(t, c->saved, val_bool(!c->source || c->replay == TRUE)));
}

static val cycle_setstate(struct thread *t, val self, val state) {
    struct it_cycle *c = AS(it_cycle, self);
    if (!it_state_tuple(t, state, 2)) return 0;
    val saved = AS(tuple, state)->item[0];
    if (!val_has(saved, TYPE_LIST)) return raise(t, &exc_TypeError, "state is not a tuple");
    int64_t replay = obj_truth(t, AS(tuple, state)->item[1]);
    if (replay < 0) return 0;
    gc_store(c, &c->saved, saved);
    c->at = val_small(0);
    c->replay = val_bool(replay);
    return NONE;
}

METHOD(it_cycle, __reduce__, cycle_reduce, 1, 0, "($self, /)");
METHOD(it_cycle, __setstate__, cycle_setstate, 2, 0, "($self, state, /)");
ITERATOR(cycle, it_cycle, cycle_make, cycle_next);

/* ---- repeat(object[, times]) ---- */

struct it_repeat {
    struct obj head;
    val object, left; /* left: a small int, -1 for ever */
};

static val repeat_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    val a[2];
    int64_t times = -1;
    if (!args_parse(t, "repeat", "object | times", argc, argv, kwnames, a)) return 0;
    if (a[1] && !index_i64(t, a[1], &times)) return 0;
    if (a[1] && times < 0) times = 0;
    struct it_repeat *r = it_new(t, cls);
    if (!r) return 0;
    r->object = a[0];
    r->left = val_small(times > SMALL_MAX ? SMALL_MAX : times);
    return val_of(r);
}

static val repeat_next(struct thread *t, val self) {
    (void)t;
    struct it_repeat *r = AS(it_repeat, self);
    int64_t left = val_small_get(r->left);
    if (!left) return 0;
    if (left > 0) r->left = val_small(left - 1);
    return r->object;
}

static val repeat_repr(struct thread *t, val self) {
    struct it_repeat *r = AS(it_repeat, self);
    int64_t left = val_small_get(r->left);
    const char *name = it_name(self);
    if (left < 0) return str_format(t, "%s(%R)", name, r->object);
    return str_format(t, "%s(%R, %ld)", name, r->object, left);
}

static val repeat_hint(struct thread *t, val self) {
    val left = AS(it_repeat, self)->left;
    return val_small_get(left) < 0 ? raise(t, &exc_TypeError, "len() of unsized object") : left;
}

static val repeat_reduce(struct thread *t, val self) {
    struct it_repeat *r = AS(it_repeat, self);
    const val items[] = {r->object, r->left};
    return it_reduced(t, self, tuple_of(t, val_small_get(r->left) < 0 ? 1 : 2, items));
}

METHOD(it_repeat, __length_hint__, repeat_hint, 1, 0, "($self, /)");
METHOD(it_repeat, __reduce__, repeat_reduce, 1, 0, "($self, /)");
ITERATOR(repeat, it_repeat, repeat_make, repeat_next, .repr = repeat_repr);
