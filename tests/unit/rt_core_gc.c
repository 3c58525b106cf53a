/* The collector: what is reachable stays, what is not goes, and storage grows. */
#include "rt_core_support.h"

static val chain(int64_t n) {
    val x = NONE;
    for (int64_t i = 0; i < n; i++) {
        val p = tuple_new(t, 2);
        AS(tuple, p)->item[0] = N(i);
        AS(tuple, p)->item[1] = x;
        x = p;
    }
    return x;
}

static void keeps_what_is_reachable(void **state) {
    (void)state;
    val x = chain(100000);
    gc_collect(t, true);
    gc_collect(t, false);
    int64_t n = 0, sum = 0;
    for (val p = x; p != NONE; p = AS(tuple, p)->item[1], n++) sum += val_small_get(AS(tuple, p)->item[0]);
    assert_int_equal(n, 100000);
    assert_int_equal(sum, (int64_t)100000 * 99999 / 2);
}

static void frees_what_is_not(void **state) {
    (void)state;
    gc_collect(t, true);
    size_t before = heap.live, mapped = heap.mapped;
    for (int i = 0; i < 50; i++) chain(20000);
    gc_collect(t, true);
    gc_collect(t, true);
    assert_true(heap.live < before + 2000000);
    assert_true(heap.mapped < mapped + (32u << 20));
}

static void remembers_old_objects(void **state) {
    (void)state;
    val list = list_new(t, 0), dict = dict_make(t);
    for (int round = 0; round < 20; round++) {
        gc_collect(t, false);
        assert_int_equal(list_push(t, list, str_format(t, "item %d", round)), 0);
        assert_int_equal(dict_put(t, dict, str_format(t, "key %d", round), str_format(t, "value %d", round)),
                         0);
        chain(5000);
    }
    gc_collect(t, false);
    for (int round = 0; round < 20; round++) {
        char expected[32];
        snprintf(expected, sizeof expected, "'item %d'", round);
        SAYS(AS(list, list)->item[round], expected);
        snprintf(expected, sizeof expected, "'value %d'", round);
        SAYS(dict_lookup(t, dict, str_format(t, "key %d", round)), expected);
    }
}

static void finds_interior_pointers(void **state) {
    (void)state;
    val list = list_new(t, 0);
    for (int i = 0; i < 1000; i++) list_push(t, list, str_format(t, "%d", i));
    val *volatile middle = AS(list, list)->item + 500;
    list = 0;
    gc_collect(t, true);
    chain(100000);
    SAYS(middle[0], "'500'");
}

static void storage_grows(void **state) {
    (void)state;
    size_t n = 16;
    uint64_t *p = gc_storage(t, n, false);
    for (size_t i = 0; i < n / 8; i++) p[i] = i;
    while (n < (size_t)40 << 20) {
        p = gc_storage_grow(t, p, n, n * 2, false);
        assert_non_null(p);
        assert_true(gc_storage_size(p) >= n * 2);
        for (size_t i = n / 8; i < n / 4; i++) assert_true(p[i] == 0);
        for (size_t i = n / 8; i < n / 4; i++) p[i] = i;
        n *= 2;
    }
    for (size_t i = 0; i < n / 8; i++) assert_true(p[i] == i);
}

static int finalized;
static void count_finalizer(struct thread *thread, struct obj *o) {
    (void)thread, (void)o;
    finalized++;
}
static struct type watched_type;
static struct shape watched_shape = {.type = &watched_type};
static struct type watched_type = {.shape = &watched_shape,
                                   .cname = "watched",
                                   .base = &object_type,
                                   .size = 32,
                                   .gc_layout = GC_WORDS,
                                   .finalize = count_finalizer};

__attribute__((noinline)) static void make_watched(void) {
    for (int i = 0; i < 100; i++) assert_non_null(gc_new(t, &watched_type, 32));
}

static void calls_finalizers(void **state) {
    (void)state;
    val keep = val_of(gc_new(t, &watched_type, 32));
    make_watched();
    chain(1000);
    gc_release(t);
    assert_true(finalized >= 95 && finalized <= 100); /* a few may still be seen from the stack */
    assert_true(AS(list, keep)->head.shape == &watched_shape);
}

static void keeps_registered_roots(void **state) {
    (void)state;
    static val place;
    gc_root(t, &place);
    place = chain(1000);
    gc_collect(t, true);
    chain(100000);
    int64_t n = 0;
    for (val p = place; p != NONE; p = AS(tuple, p)->item[1]) n++;
    assert_int_equal(n, 1000);
}

static void refuses_absurd_sizes(void **state) {
    (void)state;
    assert_null(gc_storage(t, SIZE_MAX - 100, false));
    assert_true(exc_pending_is(t, &exc_MemoryError));
    t->exc = 0;
    size_t limit = heap.limit;
    heap.limit = heap.mapped + (8u << 20);
    val list = list_new(t, 0);
    int64_t i = 0;
    for (val s; i < 10000000 && (s = str_format(t, "some text %ld", i)) && list_push(t, list, s) == 0;) i++;
    assert_true(exc_pending_is(t, &exc_MemoryError));
    t->exc = 0;
    list = 0;
    heap.limit = limit;
    gc_collect(t, true);
    SAYS(str_format(t, "still %s", "working"), "'still working'");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_what_is_reachable), cmocka_unit_test(frees_what_is_not),
        cmocka_unit_test(remembers_old_objects),   cmocka_unit_test(finds_interior_pointers),
        cmocka_unit_test(storage_grows),           cmocka_unit_test(calls_finalizers),
        cmocka_unit_test(keeps_registered_roots),  cmocka_unit_test(refuses_absurd_sizes),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
