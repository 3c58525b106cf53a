/* Arenas, the counting door, and making it fail. */
#include "engine/base/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void arena_gives_zeroed_aligned_memory(void **state) {
    (void)state;
    struct arena a;
    arena_init(&a, NULL);
    for (size_t size = 0; size < 5000; size += 7) {
        unsigned char *p = arena_alloc(&a, size);
        assert_non_null(p);
        assert_int_equal((uintptr_t)p % 16, 0);
        for (size_t i = 0; i < size; i++) assert_int_equal(p[i], 0);
        memset(p, 0xff, size);
    }
    arena_free(&a);
    assert_non_null(arena_alloc(&a, 1)); /* usable again */
    arena_free(&a);
}

static void big_requests_leave_the_chunk_usable(void **state) {
    (void)state;
    struct memory m = {0};
    struct arena a;
    arena_init(&a, &m);
    char *small = arena_alloc(&a, 16);
    char *big = arena_alloc(&a, 10 << 20);
    char *next = arena_alloc(&a, 16);
    assert_ptr_equal(next, small + 16);
    big[(10 << 20) - 1] = 1;
    assert_true(m.used > 10 << 20);
    arena_free(&a);
    assert_int_equal(m.used, 0);
    assert_true(m.peak > 10 << 20);
}

static void growing_keeps_the_bytes(void **state) {
    (void)state;
    struct arena a;
    arena_init(&a, NULL);
    char *p = arena_alloc(&a, 10);
    memcpy(p, "0123456789", 10);
    char *same = arena_grow(&a, p, 10, 100); /* the newest allocation grows in place */
    assert_ptr_equal(same, p);
    arena_alloc(&a, 1);
    char *moved = arena_grow(&a, p, 100, 200);
    assert_ptr_not_equal(moved, p);
    assert_memory_equal(moved, "0123456789", 10);
    arena_free(&a);
}

static void limits_and_failures(void **state) {
    (void)state;
    struct memory m = {.limit = 1000, .soft = true};
    void *p = memory_get(&m, 600);
    assert_non_null(p);
    assert_null(memory_get(&m, 600));
    assert_int_equal(m.used, 600);
    memory_put(&m, p, 600);
    m.fail_at = m.requests + 2;
    p = memory_get(&m, 1);
    assert_non_null(p);
    assert_null(memory_get(&m, 1));
    void *q = memory_get(&m, 1);
    assert_non_null(q);
    memory_put(&m, p, 1);
    memory_put(&m, q, 1);
    assert_int_equal(m.used, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_gives_zeroed_aligned_memory),
        cmocka_unit_test(big_requests_leave_the_chunk_usable),
        cmocka_unit_test(growing_keeps_the_bytes),
        cmocka_unit_test(limits_and_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
