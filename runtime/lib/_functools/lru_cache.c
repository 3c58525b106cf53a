/* functools._lru_cache_wrapper: a function that remembers its results.
 *
 * Invariants:
 *  - `cache` maps keys to results when maxsize is None, to links otherwise. Every link in the cache is in the
 * ring, least recently used first after `root`; a link that is not in the ring has `next` 0.
 *  - The function is user code, and so are comparisons of keys: what a step knew before them is looked at
 * again. */
#include "runtime/call/entry.h"
#include "runtime/lib/_functools/functools.h"
#include "runtime/lib/native.h"
#include "runtime/object/attributes.h"
#include "runtime/types/dict_core.h"

struct lru_link {
    struct obj head;
    struct lru_link *previous, *next;
    val key, result;
    int64_t hash;
};

struct lru_cache {
    struct obj head;
    struct lru_link *root;
    val func, cache, info_type, dict;
    int64_t maxsize; /* -1: None */
    int64_t hits, misses;
    bool typed;
};
#define L(v) AS(lru_cache, v)

/* ---- links ---- */

static void link_trace(struct gc_visitor *v, struct obj *o) {
    const struct lru_link *l = (const struct lru_link *)o;
    gc_visit(v, val_of(l->previous));
    gc_visit(v, val_of(l->next));
    gc_visit(v, l->key);
    gc_visit(v, l->result);
}

static struct type lru_link_type;
static DEFINE_SHAPE(lru_link);
static struct type lru_link_type = {
    .head = TYPE_HEAD,
    .shape = &lru_link_shape,
    .cname = "functools._lru_list_elem",
    .base = &object_type,
    .size = sizeof(struct lru_link),
    .gc_layout = GC_CUSTOM,
    .trace = link_trace,
};

static struct lru_link *link_new(struct thread *t) {
    READY(t, lru_link_type);
    return gc_new(t, &lru_link_type, sizeof(struct lru_link));
}

static void unlink_one(struct lru_link *l) {
    gc_store(l->previous, &l->previous->next, l->next);
    gc_store(l->next, &l->next->previous, l->previous);
    l->previous = l->next = NULL;
}

/* Puts it where the most recently used one belongs. */
static void link_last(struct lru_link *root, struct lru_link *l) {
    struct lru_link *last = root->previous;
    gc_store(l, &l->previous, last);
    l->next = root;
    gc_store(last, &last->next, l);
    gc_store(root, &root->previous, l);
}

/* ---- keys ---- */

/* Stands between positional arguments and keywords in a key. */
static struct obj keyword_mark = {&object_shape, GC_STATIC, 0};

/* One int or str is its own key: no tuple is equal to it. */
static inline val key_of(struct thread *t, const struct lru_cache *c, int64_t argc, const val *argv,
                         val kwnames) {
    int64_t nkw = kwnames ? AS(tuple, kwnames)->len : 0;
    if (!c->typed && !nkw) {
        if (argc == 1 &&
            (val_is_small(argv[0]) || val_is_exact(argv[0], &str_shape) || val_is_exact(argv[0], &int_shape)))
            return argv[0];
        return tuple_of(t, argc, argv);
    }
    val key = tuple_new(t, argc + (nkw ? 1 + 2 * nkw : 0) + (c->typed ? argc + nkw : 0));
    if (!key) return 0;
    val *out = AS(tuple, key)->item;
    for (int64_t i = 0; i < argc; i++) *out++ = argv[i];
    if (nkw) *out++ = val_of(&keyword_mark);
    for (int64_t i = 0; i < nkw; i++) {
        *out++ = AS(tuple, kwnames)->item[i];
        *out++ = argv[argc + i];
    }
    for (int64_t i = 0; c->typed && i < argc + nkw; i++) *out++ = val_of(type_of(argv[i]));
    return key;
}

/* ---- the three kinds of cache ---- */

/* What the cache has for the key, or 0: nothing, or raised. */
static inline val cached(struct thread *t, const struct lru_cache *c, val key, int64_t hash) {
    struct dict *d = AS(dict, c->cache);
    int64_t ix = dict_find(t, d, key, hash);
    return ix >= 0 ? d->entry[ix].value : 0;
}

static val call_unbounded(struct thread *t, struct lru_cache *c, val key, int64_t hash, int64_t argc,
                          val *argv, val kwnames) {
    val result = cached(t, c, key, hash);
    if (result) {
        c->hits++;
        return result;
    }
    if (t->exc) return 0;
    c->misses++;
    result = rt_call(t, c->func, argc, argv, kwnames);
    return result && dict_put_hash(t, c->cache, key, hash, result) == 0 ? result : 0;
}

/* The least recently used link, out of the ring and the cache; one that a clear meanwhile has taken out of
 * the cache is *gone. NULL raised. */
static struct lru_link *evicted(struct thread *t, struct lru_cache *c, bool *gone) {
    struct lru_link *oldest = c->root->next;
    unlink_one(oldest);
    struct dict *d = AS(dict, c->cache);
    int64_t ix = dict_find(t, d, oldest->key, oldest->hash);
    if (ix == -2) {
        link_last(c->root, oldest);
        return NULL;
    }
    *gone = ix < 0;
    if (ix >= 0) dict_drop(d, ix);
    return oldest;
}

static int64_t remember(struct thread *t, struct lru_cache *c, val key, int64_t hash, val result) {
    bool full = dict_count(c->cache) >= c->maxsize && c->root->next != c->root, gone = false;
    struct lru_link *l = full ? evicted(t, c, &gone) : link_new(t);
    if (!l || gone) return l ? 0 : -1;
    gc_note(&l->head);
    l->key = key;
    l->result = result;
    l->hash = hash;
    if (dict_put_hash(t, c->cache, key, hash, val_of(l)) < 0) return -1;
    link_last(c->root, l);
    return 0;
}

static val call_bounded(struct thread *t, struct lru_cache *c, val key, int64_t hash, int64_t argc, val *argv,
                        val kwnames) {
    val found = cached(t, c, key, hash);
    if (found) {
        struct lru_link *l = AS(lru_link, found);
        if (l->next && l->next != c->root) {
            unlink_one(l);
            link_last(c->root, l);
        }
        c->hits++;
        return l->result;
    }
    if (t->exc) return 0;
    c->misses++;
    val result = rt_call(t, c->func, argc, argv, kwnames);
    if (!result) return 0;
    /* the call itself may have added the key */
    if (cached(t, c, key, hash)) return result;
    return t->exc || remember(t, c, key, hash, result) < 0 ? 0 : result;
}

static val lru_call(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    struct lru_cache *c = L(self);
    if (unlikely(stack_check_in(t, IN_CALL) < 0)) return 0;
    if (c->maxsize == 0) {
        c->misses++;
        return rt_call(t, c->func, argc, argv, kwnames);
    }
    val key = key_of(t, c, argc, argv, kwnames);
    int64_t hash = key ? key_hash(t, key) : -1;
    if (hash == -1) return 0;
    return c->maxsize < 0 ? call_unbounded(t, c, key, hash, argc, argv, kwnames)
                          : call_bounded(t, c, key, hash, argc, argv, kwnames);
}

/* ---- the object ---- */

static val lru_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    val v[4];
    int64_t maxsize = -1, typed;
    if (!args_parse(t, "lru_cache", "user_function maxsize typed cache_info_type", argc, argv, kwnames, v))
        return 0;
    if (!type_of(v[0])->call) return raise(t, &exc_TypeError, "the first argument must be callable");
    if (v[1] != NONE) {
        if (!val_is_int(v[1]) && !type_of(v[1])->index)
            return raise(t, &exc_TypeError, "maxsize should be integer or None");
        if (!index_i64(t, v[1], &maxsize)) return 0;
        if (maxsize < 0) maxsize = 0;
    }
    if ((typed = obj_truth(t, v[2])) < 0) return 0;
    val cache = dict_make(t);
    struct lru_link *root = cache ? link_new(t) : NULL;
    struct lru_cache *c = root ? gc_new(t, cls, cls->size) : NULL;
    if (!c) return 0;
    root->previous = root->next = root;
    c->root = root;
    c->func = v[0];
    c->cache = cache;
    c->info_type = v[3];
    c->maxsize = maxsize;
    c->typed = typed;
    return val_of(c);
}

static void lru_trace(struct gc_visitor *v, struct obj *o) {
    const struct lru_cache *c = (const struct lru_cache *)o;
    gc_visit(v, val_of(c->root));
    gc_visit(v, c->func);
    gc_visit(v, c->cache);
    gc_visit(v, c->info_type);
    gc_visit(v, c->dict);
}

static val lru_get(struct thread *t, val self, val object, val owner) {
    (void)owner;
    return !object || object == NONE ? self : boundmethod_new(t, self, object);
}

static val lru_info(struct thread *t, val self) {
    const struct lru_cache *c = L(self);
    val v[4] = {int_from_i64(t, c->hits), int_from_i64(t, c->misses),
                c->maxsize < 0 ? NONE : int_from_i64(t, c->maxsize), int_from_i64(t, dict_count(c->cache))};
    return v[0] && v[1] && v[2] && v[3] ? call(t, c->info_type, 4, v, 0) : 0;
}

/* A fresh ring: links that a call under way still holds belong to none. */
static val lru_clear(struct thread *t, val self) {
    struct lru_cache *c = L(self);
    struct lru_link *root = link_new(t);
    if (!root) return 0;
    root->previous = root->next = root;
    for (struct lru_link *l = c->root->next, *next; l != c->root; l = next) {
        next = l->next;
        l->previous = l->next = NULL;
    }
    gc_store(c, &c->root, root);
    c->hits = c->misses = 0;
    dict_clear_all(t, AS(dict, c->cache));
    return NONE;
}

static val lru_reduce(struct thread *t, val self) {
    return obj_getattr(t, self, NAME(__qualname__));
}
static val lru_copy(struct thread *t, val self) {
    (void)t;
    return self;
}
static val lru_deepcopy(struct thread *t, val self, val memo) {
    (void)t, (void)memo;
    return self;
}
static val get_dict(struct thread *t, val self) {
    return instance_dict(t, val_obj(self));
}
static int64_t set_dict(struct thread *t, val self, val value) {
    if (!value) return raise_i(t, &exc_TypeError, "cannot delete __dict__");
    return instance_set_dict(t, val_obj(self), value);
}

METHOD_TABLE(lru_cache);
METHOD(lru_cache, cache_info, lru_info, 1, 0, 0);
METHOD(lru_cache, cache_clear, lru_clear, 1, 0, 0);
METHOD(lru_cache, __reduce__, lru_reduce, 1, 0, 0);
METHOD(lru_cache, __copy__, lru_copy, 1, 0, 0);
METHOD(lru_cache, __deepcopy__, lru_deepcopy, 2, 0, 0);
GETTER(lru_cache, __dict__, get_dict, set_dict);
static DEFINE_SHAPE(lru_cache);
struct type lru_cache_type = {
    .head = TYPE_HEAD,
    .shape = &lru_cache_shape,
    .cname = "functools._lru_cache_wrapper",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_IMMUTABLE | TYPE_WEAKREF,
    .size = sizeof(struct lru_cache),
    .attrs = offsetof(struct lru_cache, dict),
    .gc_layout = GC_CUSTOM,
    .trace = lru_trace,
    METHODS_OF(lru_cache),
    .doc = "Create a cached callable that wraps another function.",
    .new = lru_make,
    .call = lru_call,
    .descr_get = lru_get,
};
