/* keys(), values() and items() of OrderedDict and their iterators, which notice every change of the order. */
#include "runtime/lib/_collections/ordered.h"
#include "runtime/process/process.h"

enum show { SHOW_KEY, SHOW_VALUE, SHOW_ITEM };

struct ordered_iter {
    struct obj head;
    val dict; /* 0: ended */
    int64_t i, left, used, state;
    uint8_t show;
    bool reverse;
};

static struct type ordered_iterator_type;

static val iter_make(struct thread *t, val self, enum show show, bool reverse) {
    struct ordered *o = AS(ordered, self);
    READY(t, ordered_iterator_type);
    struct ordered_iter *it = gc_new(t, &ordered_iterator_type, sizeof *it);
    if (!it) return 0;
    it->dict = self;
    it->used = it->left = o->d.used;
    it->i = reverse ? o->d.n - 1 : ordered_first(o);
    it->state = o->state;
    it->show = show;
    it->reverse = reverse;
    return val_of(it);
}

static val iter_ended(struct ordered_iter *it) {
    it->dict = 0;
    return 0;
}

static val iter_step(struct thread *t, val self) {
    struct ordered_iter *it = AS(ordered_iter, self);
    if (!it->dict || !it->left) return iter_ended(it);
    struct ordered *o = AS(ordered, it->dict);
    struct dict *d = &o->d;
    if (unlikely(it->state != o->state)) {
        raise(t, &exc_RuntimeError, "OrderedDict mutated during iteration");
        return iter_ended(it);
    }
    if (unlikely(it->used != d->used)) {
        raise(t, &exc_RuntimeError, "OrderedDict changed size during iteration");
        return iter_ended(it);
    }
    while (it->i >= 0 && it->i < d->n && !d->entry[it->i].key) it->i += it->reverse ? -1 : 1;
    if (it->i < 0 || it->i >= d->n) return iter_ended(it);
    const struct dict_entry *e = &d->entry[it->i];
    it->i += it->reverse ? -1 : 1;
    it->left--;
    if (it->show == SHOW_KEY) return e->key;
    return it->show == SHOW_VALUE ? e->value : pair_new(t, e->key, e->value);
}

/* A pickle has the list of what is left. */
static val view_iter_reduce(struct thread *t, val self) {
    struct ordered_iter *it = AS(ordered_iter, self), *copy = gc_new(t, &ordered_iterator_type, sizeof *copy);
    if (!copy) return 0;
    struct obj head = copy->head;
    *copy = *it;
    copy->head = head;
    val list = list_from_iterable(t, val_of(copy)), args = list ? tuple_of(t, 1, &list) : 0;
    val iter = module_builtins_lookup(t, NAME(iter));
    return args && iter ? pair_new(t, iter, args) : 0;
}

METHOD_TABLE(ordered_iterator);
METHOD(ordered_iterator, __reduce__, view_iter_reduce, 1, 0, 0);
static DEFINE_SHAPE(ordered_iterator);
static struct type ordered_iterator_type = {
    .head = TYPE_HEAD,
    .shape = &ordered_iterator_shape,
    .cname = "odict_iterator",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE,
    .size = sizeof(struct ordered_iter),
    .gc_layout = GC_CUSTOM,
    .trace = trace_ref1,
    METHODS_OF(ordered_iterator),
    .iter = iter_self,
    .next = iter_step,
};

val ordered_iter(struct thread *t, val self) {
    return iter_make(t, self, SHOW_KEY, false);
}
val ordered_reverse(struct thread *t, val self) {
    return iter_make(t, self, SHOW_KEY, true);
}

/* ---- views: dict's own, over other iterators ---- */

struct ordered_view {
    struct obj head;
    val dict;
};

#define VIEW(kind, what)                                                                                     \
    static val view_##kind(struct thread *t, val self) {                                                     \
        return iter_make(t, AS(ordered_view, self)->dict, what, false);                                      \
    }                                                                                                        \
    static val reverse_##kind(struct thread *t, val self) {                                                  \
        return iter_make(t, AS(ordered_view, self)->dict, what, true);                                       \
    }                                                                                                        \
    METHOD_TABLE(ordered_##kind);                                                                            \
    METHOD(ordered_##kind, __reversed__, reverse_##kind, 1, 0, 0);                                           \
    static struct type ordered_##kind##_type;                                                                \
    static DEFINE_SHAPE(ordered_##kind);                                                                     \
    static struct type ordered_##kind##_type = {                                                             \
        .head = TYPE_HEAD,                                                                                   \
        .shape = &ordered_##kind##_shape,                                                                    \
        .cname = "odict_" #kind,                                                                             \
        .base = &dict_##kind##_type,                                                                         \
        .flags = TYPE_IMMUTABLE,                                                                             \
        .size = sizeof(struct ordered_view),                                                                 \
        .gc_layout = GC_WORDS,                                                                               \
        METHODS_OF(ordered_##kind),                                                                          \
        .iter = view_##kind,                                                                                 \
    };                                                                                                       \
    val ordered_##kind(struct thread *t, val self) {                                                         \
        READY(t, ordered_##kind##_type);                                                                     \
        struct ordered_view *v = gc_new(t, &ordered_##kind##_type, sizeof *v);                               \
        if (v) v->dict = self;                                                                               \
        return val_of(v);                                                                                    \
    }
VIEW(keys, SHOW_KEY)
VIEW(values, SHOW_VALUE)
VIEW(items, SHOW_ITEM)
