/* Every message of the Remote Execution API is read back as it was written; bytes that were written down by
 * hand from the specification; hostile bytes. */
#include "engine/remote/net/client.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

static uint64_t next(uint64_t *x) {
    *x ^= *x << 13, *x ^= *x >> 7, *x ^= *x << 17;
    return *x;
}

static struct str some_text(struct arena *a, uint64_t *x) {
    size_t n = 1 + next(x) % 40;
    char *p = arena_alloc(a, n);
    for (size_t i = 0; i < n; i++) p[i] = (char)next(x);
    return (struct str){p, n};
}

/* Fills every field, many-valued ones several times. */
static void fill(struct arena *a, const struct proto_message *m, void *value, uint64_t *x) {
    for (size_t i = 0; i < m->n; i++) {
        const struct proto_field *f = &m->fields[i];
        void *at = (char *)value + f->offset;
        size_t n = 1 + next(x) % 3;
        switch (f->kind) {
        case PROTO_STR: *(struct str *)at = some_text(a, x); break;
        case PROTO_INT: *(int64_t *)at = (int64_t)next(x) >> (next(x) % 64) | 1; break;
        case PROTO_BOOL: *(bool *)at = true; break;
        case PROTO_MSG:
            *(void **)at = arena_alloc(a, f->sub->size);
            fill(a, f->sub, *(void **)at, x);
            break;
        case PROTO_STRS:
            while (n--) *(struct str *)proto_add(a, at, sizeof(struct str)) = some_text(a, x);
            break;
        case PROTO_INTS:
            while (n--) *(int64_t *)proto_add(a, at, sizeof(int64_t)) = (int64_t)(next(x) % 100);
            break;
        case PROTO_MSGS:
            while (n--) fill(a, f->sub, proto_add(a, at, f->sub->size), x);
            break;
        }
    }
}

static struct str written(struct arena *a, const struct proto_message *m, const void *value) {
    struct buf b;
    buf_init(&b, a);
    proto_write(&b, m, value);
    return buf_view(&b);
}

static void all_read_back(void **state) {
    (void)state;
    uint64_t x = 88172645463325252u;
    for (size_t i = 0; re_messages[i]; i++)
        for (int round = 0; round < 50; round++) {
            struct arena a;
            arena_init(&a, NULL);
            const struct proto_message *m = re_messages[i];
            void *value = arena_alloc(&a, m->size), *again = arena_alloc(&a, m->size);
            fill(&a, m, value, &x);
            struct str bytes = written(&a, m, value);
            assert_true(bytes.n > 0);
            assert_true(proto_read(&a, m, bytes, again));
            assert_true(str_eq(written(&a, m, again), bytes));
            for (size_t cut = 0; cut < bytes.n; cut += 1 + bytes.n / 64) /* never over the end */
                proto_read(&a, m, str_dup(&a, (struct str){bytes.p, cut}), again);
            arena_free(&a);
        }
}

static void fields_are_in_order(void **state) {
    (void)state;
    for (size_t i = 0; re_messages[i]; i++)
        for (size_t k = 1; k < re_messages[i]->n; k++)
            assert_true(re_messages[i]->fields[k - 1].number < re_messages[i]->fields[k].number);
}

static void bytes_of_the_specification(void **state) {
    (void)state;
    struct arena a;
    arena_init(&a, NULL);
    struct re_digest digest = {STR("ab"), 300};
    assert_true(str_eq(written(&a, &re_digest_message, &digest), STR("\x0a\x02"
                                                                     "ab"
                                                                     "\x10\xac\x02")));
    struct re_digest none = {0};
    assert_int_equal(written(&a, &re_digest_message, &none).n, 0); /* defaults are left out */
    struct re_action_result result = {.exit_code = -1, .stdout_raw = STR("x")};
    assert_true(str_eq(written(&a, &re_action_result_message, &result),
                       STR("\x20\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x2a\x01x")));
    struct re_write_request write = {.data = STR("d"), .finish_write = true};
    assert_true(str_eq(written(&a, &re_write_request_message, &write), STR("\x18\x01\x52\x01"
                                                                           "d")));
    struct re_cache_capabilities caps; /* packed and one by one, and a field nobody knows */
    assert_true(proto_read(&a, &re_cache_capabilities_message,
                           STR("\x0a\x02\x01\x09\x08\x02\x9a\x01\x01z\x20\x80\x80\x80\x02"), &caps));
    assert_int_equal(caps.digest_functions.n, 3);
    assert_int_equal(caps.max_batch_total_size_bytes, 4194304);
    arena_free(&a);
}

static void hostile_bytes_are_refused(void **state) {
    (void)state;
    static const struct str bad[] = {
        {"\x0a\x05"
         "ab",
         4},                                                      /* a text beyond the end */
        {"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11},     /* of 2^64 - 1 bytes */
        {"\x10\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 12}, /* a number that does not end */
        {"\x00\x01", 2},                                          /* field 0 */
        {"\x0b", 1},                                              /* a group */
        {"\x10", 1},                                              /* cut off */
    };
    struct arena a;
    struct re_digest d;
    arena_init(&a, NULL);
    for (size_t i = 0; i < COUNT(bad); i++) assert_false(proto_read(&a, &re_digest_message, bad[i], &d));
    arena_free(&a);
}

static void frames(void **state) {
    (void)state;
    struct arena a;
    struct buf b;
    struct re_digest d = {STR("ab"), 1};
    struct str message;
    bool bad = false;
    arena_init(&a, NULL);
    buf_init(&b, &a);
    grpc_frame(&b, &re_digest_message, &d);
    grpc_frame(&b, &re_digest_message, &d);
    struct str rest = buf_view(&b);
    assert_int_equal(rest.p[4], 6);
    assert_true(grpc_next(&rest, &message, &bad) && message.n == 6);
    assert_true(grpc_next(&rest, &message, &bad) && message.n == 6);
    assert_false(grpc_next(&rest, &message, &bad) || bad);
    rest = (struct str){b.p, b.n - 1};
    assert_true(grpc_next(&rest, &message, &bad));
    assert_false(grpc_next(&rest, &message, &bad));
    assert_true(bad);
    rest = STR("\0\xff\xff\xff\xff"
               "a");
    bad = false;
    assert_false(grpc_next(&rest, &message, &bad));
    assert_true(bad);
    arena_free(&a);
}

static void compressed_blobs(void **state) {
    (void)state;
    struct arena a;
    struct str out;
    arena_init(&a, NULL);
    char *zeros = arena_alloc(&a, 1 << 20);
    struct str bomb = zstd_pack(&a, (struct str){zeros, 1 << 20});
    assert_true(bomb.n < 1000);
    assert_true(zstd_unpack(&a, bomb, 1 << 20, &out) && out.n == 1 << 20);
    assert_false(zstd_unpack(&a, bomb, 1000, &out)); /* more than it said */
    assert_false(zstd_unpack(&a, bomb, (1 << 20) + 1, &out));
    assert_false(zstd_unpack(&a, (struct str){bomb.p, bomb.n - 1}, 1 << 20, &out));
    assert_false(zstd_unpack(&a, STR("no such thing"), 13, &out));
    arena_free(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_read_back),
        cmocka_unit_test(fields_are_in_order),
        cmocka_unit_test(bytes_of_the_specification),
        cmocka_unit_test(hostile_bytes_are_refused),
        cmocka_unit_test(frames),
        cmocka_unit_test(compressed_blobs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
