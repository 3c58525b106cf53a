/* product, permutations, combinations, combinations_with_replacement: tuples of items of pools, in
 * lexicographic order of positions.
 *
 * Invariant: `indices` (and `cycles`) are tuples of small ints that nobody else sees, changed in place;
 * `begun` says whether a result was given, `pool` is 0 when there is none left. */
#include "runtime/lib/itertools/itertools.h"

METHOD_TABLE(it_product);
METHOD_TABLE(it_permutations);
METHOD_TABLE(it_combinations);
METHOD_TABLE(it_combinations_with_replacement);

struct combining {
    struct obj head;
    val pool; /* product: tuple of tuples; others: a tuple */
    val indices, cycles;
    val r, begun;
    val left; /* product: the pools, when the end was reached */
};

#define ITEM(tuple_val, i) AS(tuple, tuple_val)->item[i]
#define LEN(tuple_val)     AS(tuple, tuple_val)->len

static int64_t index_at(val indices, int64_t i) {
    return val_small_get(ITEM(indices, i));
}
static void index_set(val indices, int64_t i, int64_t v) {
    ITEM(indices, i) = val_small(v);
}

/* n small ints: from, from + step, … */
static val numbers(struct thread *t, int64_t n, int64_t from, int64_t step) {
    val v = tuple_new(t, n);
    for (int64_t i = 0; v && i < n; i++) index_set(v, i, from + i * step);
    return v;
}

static val picked(struct thread *t, val pool, val indices, int64_t r) {
    val out = tuple_new(t, r);
    for (int64_t i = 0; out && i < r; i++)
        gc_store(val_obj(out), &ITEM(out, i), ITEM(pool, index_at(indices, i)));
    return out;
}

static int64_t bounded(int64_t v, int64_t low, int64_t high) {
    return v < low ? low : v > high ? high : v;
}

/* The state's item i as an index within [0, most]. */
static bool state_index(struct thread *t, val state, int64_t i, int64_t most, int64_t *out) {
    if (!index_i64(t, ITEM(state, i), out)) return false;
    *out = bounded(*out, 0, most);
    return true;
}

static bool right_size(struct thread *t, val state, int64_t n) {
    if (val_has(state, TYPE_TUPLE) && LEN(state) == n) return true;
    raise(t, &exc_ValueError, "invalid arguments");
    return false;
}

/* ---- product(*iterables, repeat=1) ---- */

static val product_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    int64_t repeat = 1;
    if (kwnames && LEN(kwnames)) {
        val a[1];
        if (!args_parse(t, "product", "| $ repeat", 0, argv + argc, kwnames, a) ||
            !index_i64(t, a[0], &repeat))
            return 0;
        if (repeat < 0) return raise(t, &exc_ValueError, "repeat argument cannot be negative");
    }
    if (argc && repeat > INT64_MAX / 16 / argc)
        return raise(t, &exc_OverflowError, "repeat argument too large");
    int64_t n = repeat ? argc * repeat : 0;
    val pools = tuple_new(t, n), indices = pools ? numbers(t, n, 0, 0) : 0;
    for (int64_t i = 0; indices && i < argc && repeat; i++) {
        val pool = tuple_from_iterable(t, argv[i]);
        if (!pool) return 0;
        for (int64_t k = 0; k < repeat; k++) gc_store(val_obj(pools), &ITEM(pools, i + k * argc), pool);
    }
    struct combining *p = indices ? it_new(t, cls) : NULL;
    if (!p) return 0;
    p->pool = pools;
    p->indices = indices;
    p->begun = FALSE;
    return val_of(p);
}

static bool product_advance(struct combining *p) {
    int64_t n = LEN(p->pool), i = n - 1;
    for (; i >= 0; i--) {
        int64_t at = index_at(p->indices, i) + 1;
        bool more = at < LEN(ITEM(p->pool, i));
        index_set(p->indices, i, more ? at : 0);
        if (more) break;
    }
    return i >= 0;
}

static bool product_begin(const struct combining *p) {
    for (int64_t i = 0; i < LEN(p->pool); i++)
        if (!LEN(ITEM(p->pool, i))) return false;
    return true;
}

static val product_next(struct thread *t, val self) {
    struct combining *p = AS(combining, self);
    if (!p->pool) return 0;
    bool more = p->begun == TRUE ? product_advance(p) : product_begin(p);
    p->begun = TRUE;
    if (!more) return p->pool = 0, 0;
    int64_t n = LEN(p->pool);
    val out = tuple_new(t, n);
    for (int64_t i = 0; out && i < n; i++)
        gc_store(val_obj(out), &ITEM(out, i), ITEM(ITEM(p->pool, i), index_at(p->indices, i)));
    return out;
}

static val product_reduce(struct thread *t, val self) {
    struct combining *p = AS(combining, self);
    val empty = EMPTY_TUPLE;
    if (!p->pool) return it_reduced(t, self, tuple_of(t, 1, &empty));
    if (p->begun != TRUE) return it_reduced(t, self, p->pool);
    return it_reduced_state(t, self, p->pool, tuple_of(t, LEN(p->indices), AS(tuple, p->indices)->item));
}

static val product_setstate(struct thread *t, val self, val state) {
    struct combining *p = AS(combining, self);
    int64_t n = p->pool ? LEN(p->pool) : 0;
    if (!right_size(t, state, n)) return 0;
    for (int64_t i = 0; i < n; i++) {
        int64_t size = LEN(ITEM(p->pool, i)), at;
        if (!size) return p->pool = 0, NONE;
        if (!state_index(t, state, i, size - 1, &at)) return 0;
        index_set(p->indices, i, at);
    }
    p->begun = TRUE;
    return NONE;
}

METHOD(it_product, __reduce__, product_reduce, 1, 0, "($self, /)");
METHOD(it_product, __setstate__, product_setstate, 2, 0, "($self, state, /)");
ITERATOR(product, combining, product_make, product_next);

/* ---- the three that choose r of one pool ---- */

static val chosen_new(struct thread *t, struct type *cls, val pool, int64_t r, val indices, val cycles,
                      bool any) {
    struct combining *c = indices && cycles ? it_new(t, cls) : NULL;
    if (!c) return 0;
    c->left = pool;
    c->pool = any ? pool : 0;
    c->indices = indices;
    c->cycles = cycles;
    c->r = val_small(r);
    c->begun = FALSE;
    return val_of(c);
}

static bool choose_arguments(struct thread *t, const char *name, int64_t argc, val *argv, val kwnames,
                             val *pool, int64_t *r) {
    val a[2];
    if (!args_parse(t, name, "iterable r", argc, argv, kwnames, a)) return false;
    if (!(*pool = tuple_from_iterable(t, a[0])) || !index_i64(t, a[1], r)) return false;
    if (*r < 0) raise(t, &exc_ValueError, "r must be non-negative");
    return *r >= 0;
}

static val chosen_next(struct thread *t, val self, bool (*advance)(struct combining *c)) {
    struct combining *c = AS(combining, self);
    if (!c->pool) return 0;
    if (c->begun == TRUE && !advance(c)) return c->pool = 0, 0;
    c->begun = TRUE;
    return picked(t, c->pool, c->indices, val_small_get(c->r));
}

static val chosen_reduce(struct thread *t, val self) {
    struct combining *c = AS(combining, self);
    bool ended = c->begun == TRUE && !c->pool;
    val args = it_pair(t, ended ? EMPTY_TUPLE : c->left, c->r);
    if (c->begun != TRUE || ended) return it_reduced(t, self, args);
    val indices = tuple_of(t, LEN(c->indices), AS(tuple, c->indices)->item);
    if (!LEN(c->cycles) && !val_is_exact(self, &it_permutations_shape))
        return it_reduced_state(t, self, args, indices);
    val cycles = indices ? tuple_of(t, LEN(c->cycles), AS(tuple, c->cycles)->item) : 0;
    return it_reduced_state(t, self, args, it_pair(t, indices, cycles));
}

/* ---- permutations(iterable, r=None) ---- */

static val permutations_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    val a[2];
    if (!args_parse(t, "permutations", "iterable | r", argc, argv, kwnames, a)) return 0;
    val pool = tuple_from_iterable(t, a[0]);
    if (!pool) return 0;
    int64_t n = LEN(pool), r = n;
    if (a[1] && a[1] != NONE) {
        if (!val_is_int(a[1])) return raise(t, &exc_TypeError, "Expected int as r");
        if (!index_i64(t, a[1], &r)) return 0;
        if (r < 0) return raise(t, &exc_ValueError, "r must be non-negative");
    }
    bool any = r <= n;
    return chosen_new(t, cls, pool, r, numbers(t, n, 0, 1), any ? numbers(t, r, n, -1) : EMPTY_TUPLE, any);
}

/* The places from i on turn by one; a place that has seen all of them is left. */
static bool permutations_advance(struct combining *c) {
    int64_t n = LEN(c->pool);
    for (int64_t i = val_small_get(c->r) - 1; i >= 0; i--) {
        int64_t cycle = index_at(c->cycles, i) - 1;
        if (cycle) {
            val at = ITEM(c->indices, i);
            index_set(c->cycles, i, cycle);
            ITEM(c->indices, i) = ITEM(c->indices, n - cycle);
            ITEM(c->indices, n - cycle) = at;
            return true;
        }
        val first = ITEM(c->indices, i);
        for (int64_t k = i; k < n - 1; k++) ITEM(c->indices, k) = ITEM(c->indices, k + 1);
        ITEM(c->indices, n - 1) = first;
        index_set(c->cycles, i, n - i);
    }
    return false;
}

static val permutations_next(struct thread *t, val self) {
    return chosen_next(t, self, permutations_advance);
}

static val permutations_setstate(struct thread *t, val self, val state) {
    struct combining *c = AS(combining, self);
    int64_t n = LEN(c->left), r = val_small_get(c->r), at;
    if (!it_state_tuple(t, state, 2)) return 0;
    val indices = ITEM(state, 0), cycles = ITEM(state, 1);
    if (!right_size(t, indices, n) || !right_size(t, cycles, r)) return 0;
    for (int64_t i = 0; i < n; i++) {
        if (!state_index(t, indices, i, n - 1, &at)) return 0;
        index_set(c->indices, i, at);
    }
    for (int64_t i = 0; i < r; i++) {
        if (!index_i64(t, ITEM(cycles, i), &at)) return 0;
        index_set(c->cycles, i, bounded(at, 1, n - i));
    }
    c->begun = TRUE;
    return NONE;
}

METHOD(it_permutations, __reduce__, chosen_reduce, 1, 0, "($self, /)");
METHOD(it_permutations, __setstate__, permutations_setstate, 2, 0, "($self, state, /)");
ITERATOR(permutations, combining, permutations_make, permutations_next);

/* ---- combinations(iterable, r) ---- */

static val combinations_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    val pool;
    int64_t r;
    if (!choose_arguments(t, "combinations", argc, argv, kwnames, &pool, &r)) return 0;
    bool any = r <= LEN(pool);
    return chosen_new(t, cls, pool, r, any ? numbers(t, r, 0, 1) : EMPTY_TUPLE, EMPTY_TUPLE, any);
}

static bool combinations_advance(struct combining *c) {
    int64_t n = LEN(c->pool), r = val_small_get(c->r), i = r - 1;
    while (i >= 0 && index_at(c->indices, i) == i + n - r) i--;
    if (i < 0) return false;
    int64_t at = index_at(c->indices, i) + 1;
    for (int64_t k = i; k < r; k++) index_set(c->indices, k, at + k - i);
    return true;
}

static val combinations_next(struct thread *t, val self) {
    return chosen_next(t, self, combinations_advance);
}

static val combinations_setstate(struct thread *t, val self, val state) {
    struct combining *c = AS(combining, self);
    int64_t n = LEN(c->left), r = val_small_get(c->r), at;
    if (!right_size(t, state, r)) return 0;
    for (int64_t i = 0; i < r; i++) {
        if (!state_index(t, state, i, i + n - r, &at)) return 0;
        index_set(c->indices, i, at);
    }
    c->begun = TRUE;
    return NONE;
}

METHOD(it_combinations, __reduce__, chosen_reduce, 1, 0, "($self, /)");
METHOD(it_combinations, __setstate__, combinations_setstate, 2, 0, "($self, state, /)");
ITERATOR(combinations, combining, combinations_make, combinations_next);

/* ---- combinations_with_replacement(iterable, r) ---- */

static val replacing_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    val pool;
    int64_t r;
    if (!choose_arguments(t, "combinations_with_replacement", argc, argv, kwnames, &pool, &r)) return 0;
    bool any = LEN(pool) || !r;
    return chosen_new(t, cls, pool, r, any ? numbers(t, r, 0, 0) : EMPTY_TUPLE, EMPTY_TUPLE, any);
}

static bool replacing_advance(struct combining *c) {
    int64_t n = LEN(c->pool), r = val_small_get(c->r), i = r - 1;
    while (i >= 0 && index_at(c->indices, i) == n - 1) i--;
    if (i < 0) return false;
    int64_t at = index_at(c->indices, i) + 1;
    for (; i < r; i++) index_set(c->indices, i, at);
    return true;
}

static val replacing_next(struct thread *t, val self) {
    return chosen_next(t, self, replacing_advance);
}

static val replacing_setstate(struct thread *t, val self, val state) {
    struct combining *c = AS(combining, self);
    int64_t n = LEN(c->left), r = val_small_get(c->r), at;
    if (!right_size(t, state, r)) return 0;
    for (int64_t i = 0; i < r; i++) {
        if (!state_index(t, state, i, n - 1, &at)) return 0;
        index_set(c->indices, i, at);
    }
    c->begun = TRUE;
    return NONE;
}

METHOD(it_combinations_with_replacement, __reduce__, chosen_reduce, 1, 0, "($self, /)");
METHOD(it_combinations_with_replacement, __setstate__, replacing_setstate, 2, 0, "($self, state, /)");
ITERATOR(combinations_with_replacement, combining, replacing_make, replacing_next);
