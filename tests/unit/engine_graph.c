/* The graph and its threads, with rules made for the purpose: wide and deep needs, circles across threads,
 * early cut-off, failures that others go on without, and -j that never shows in a result. */
#define _GNU_SOURCE
#include "engine/recipe/rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

static char folder[] = "/tmp/py2-graph-XXXXXX";

static long number(struct str s) {
    return strtol(str_c(s.p).p, NULL, 10);
}

/* "tree N": the sum of all numbers below N in a binary tree, two needs at a time. */
static bool run_tree(struct rule_ctx *c) {
    long n = number(c->key), sum = n;
    if (n < 4000) {
        struct rule_query q[2] = {{"tree", str_printf(c->arena, "%ld", 2 * n)},
                                  {"tree", str_printf(c->arena, "%ld", 2 * n + 1)}};
        struct rule_dep d[2];
        struct str bytes;
        if (!rule_need_many(c, 2, q, d)) return false;
        for (int i = 0; i < 2; i++) {
            if (!rule_bytes(c, &d[i], &bytes)) return false;
            sum += number(bytes);
        }
    }
    rule_output(c, str_printf(c->arena, "%ld", sum));
    return true;
}

/* "chain N": needs N - 1. */
static bool run_chain(struct rule_ctx *c) {
    long n = number(c->key);
    struct str bytes = STR("0");
    if (n && !rule_need(c, "chain", str_printf(c->arena, "%ld", n - 1), &bytes)) return false;
    rule_output(c, str_printf(c->arena, "%ld", number(bytes) + 1));
    return true;
}

/* "ring N": needs the next of 7 and takes its time, so that several threads are in the ring at once. */
static bool run_ring(struct rule_ctx *c) {
    struct str bytes;
    usleep(2000);
    return rule_need(c, "ring", str_printf(c->arena, "%ld", (number(c->key) + 1) % 7), &bytes);
}

/* "wide": all the rings at once. */
static bool run_wide(struct rule_ctx *c) {
    struct rule_query q[7];
    struct rule_dep d[7];
    for (int i = 0; i < 7; i++) q[i] = (struct rule_query){"ring", str_printf(c->arena, "%d", i)};
    return rule_need_many(c, 7, q, d);
}

/* "first FILE": the file's first byte. "count FILE": how often it ran, and that byte. */
static bool run_first(struct rule_ctx *c) {
    struct str text;
    if (!rule_read_file(c, c->key, &text)) {
        diag_error(c->diags, "PY2E0000", (struct place){0}, "no file");
        return false;
    }
    rule_output(c, (struct str){text.p, MIN(text.n, (size_t)1)});
    return true;
}

static bool run_after(struct rule_ctx *c) {
    struct str text;
    if (!rule_need(c, "first", c->key, &text)) return false;
    rule_output(c, text);
    return true;
}

/* "tolerant FILE": does without "first FILE" when that fails. */
static bool run_tolerant(struct rule_ctx *c) {
    struct str text;
    rule_output(c, rule_need(c, "first", c->key, &text) ? text : STR("none"));
    return true;
}

/* "busy N": works, needs others, works again; counts how many work at the same time. */
static atomic_int working, most;

static void work(useconds_t micros) {
    int now = atomic_fetch_add(&working, 1) + 1, before = atomic_load(&most);
    while (now > before && !atomic_compare_exchange_weak(&most, &before, now)) {
    }
    usleep(micros);
    atomic_fetch_sub(&working, 1);
}

static bool run_busy(struct rule_ctx *c) {
    struct rule_query q[3];
    struct rule_dep d[3];
    long n = number(c->key);
    work(1500);
    for (long i = 0; i < 3; i++) q[i] = (struct rule_query){"busy", str_printf(c->arena, "%ld", 3 * n + i)};
    if (n < 60 && !rule_need_many(c, 3, q, d)) return false;
    work(1500);
    rule_output(c, STR("done"));
    return true;
}

/* "hungry N": takes 8 MB for a while. "crowd": eight of them. */
static bool run_hungry(struct rule_ctx *c) {
    struct str text;
    if (!rule_read_file(c, STR("f"), &text)) return false;
    arena_alloc(c->arena, 8 << 20);
    work(30000);
    rule_output(c, text);
    return true;
}

static bool run_crowd(struct rule_ctx *c) {
    struct rule_query q[8];
    struct rule_dep d[8];
    for (int i = 0; i < 8; i++) q[i] = (struct rule_query){"hungry", str_printf(c->arena, "%d", i)};
    bool ok = rule_need_many(c, 8, q, d);
    rule_output(c, STR("fed"));
    return ok;
}

/* "step N": the last one takes long. "steps": seven of them. */
static atomic_int begun;
static int order_of[7];

static bool run_step(struct rule_ctx *c) {
    struct str text;
    int n = (int)number(c->key);
    order_of[n] = atomic_fetch_add(&begun, 1);
    if (!rule_read_file(c, STR("f"), &text)) return false;
    usleep(n == 6 ? 80000 : 2000);
    rule_output(c, text);
    return true;
}

static bool run_steps(struct rule_ctx *c) {
    struct rule_query q[7];
    struct rule_dep d[7];
    for (int i = 0; i < 7; i++) q[i] = (struct rule_query){"step", str_printf(c->arena, "%d", i)};
    bool ok = rule_need_many(c, 7, q, d);
    rule_output(c, STR("done"));
    return ok;
}

static const struct rule tree = {.name = "tree", .version = "1", .run = run_tree},
                         chain = {.name = "chain", .version = "1", .run = run_chain},
                         ring = {.name = "ring", .version = "1", .run = run_ring},
                         wide = {.name = "wide", .version = "1", .run = run_wide},
                         first = {.name = "first", .version = "1", .run = run_first},
                         after = {.name = "after", .version = "1", .run = run_after},
                         busy = {.name = "busy", .version = "1", .run = run_busy},
                         tolerant = {.name = "tolerant", .version = "1", .run = run_tolerant},
                         hungry = {.name = "hungry", .version = "1", .run = run_hungry},
                         crowd = {.name = "crowd", .version = "1", .run = run_crowd},
                         step = {.name = "step", .version = "1", .run = run_step},
                         steps = {.name = "steps", .version = "1", .run = run_steps};

struct ask {
    const char *rule, *key;
    struct node *node;
    struct str bytes, diags;
    bool ok;
    size_t ran, clean, cached;
};

static void body(struct build *b, struct worker *w, void *arg) {
    struct ask *ask = arg;
    struct str cycle;
    ask->node = node_get(b, str_c(ask->rule), str_c(ask->key));
    schedule_need(b, w, &ask->node, 1, &cycle);
    ask->ok = ask->node->state == NODE_DONE && node_load(b, w, ask->node);
}

/* One build of its own: with the workspace's memory, without a shared cache. */
static struct ask build_under(uint64_t ceiling, const char *rule, const char *key, unsigned jobs,
                              struct arena *a) {
    static const struct rule *const rules[] = {&tree, &chain,  &ring,  &wide, &first, &after, &tolerant,
                                               &busy, &hungry, &crowd, &step, &steps, NULL};
    static const struct toolbox tools = {.rules = rules, .version = "0"};
    struct memory memory = {0};
    struct build b;
    struct ask ask = {rule, key};
    build_init(&b, &tools, str_c(folder), &memory);
    b.jobs = jobs;
    b.ceiling = ceiling;
    b.store = store_open(b.memory, str_printf(a, "%s/cache", folder).p);
    b.state = state_open(&b, false);
    schedule_run(&b, body, &ask);
    if (ask.ok) ask.bytes = str_dup(a, ask.node->bytes);
    ask.diags = str_dup(a, ask.node->diags);
    ask.ran = b.n_ran;
    ask.clean = b.n_clean;
    ask.cached = b.n_cached;
    state_close(b.state);
    store_close(b.store);
    build_free(&b);
    assert_int_equal(memory.used, 0);
    return ask;
}

static struct ask build_with(const char *rule, const char *key, unsigned jobs, struct arena *a) {
    return build_under(0, rule, key, jobs, a);
}

static void forget(void) {
    struct arena a;
    arena_init(&a, NULL);
    assert_int_equal(system(str_printf(&a, "rm -rf %s/.py2 %s/cache", folder, folder).p), 0);
    arena_free(&a);
}

static void put(struct arena *a, const char *name, const char *text) {
    assert_true(file_publish(str_printf(a, "%s/%s", folder, name).p, str_c(text), 0644, false));
}

static void results_do_not_depend_on_threads(void **state) {
    (void)state;
    static const unsigned jobs[] = {1, 2, 3, 16};
    struct arena a;
    struct str expected = {0};
    arena_init(&a, NULL);
    for (size_t i = 0; i < COUNT(jobs); i++) {
        forget();
        struct ask ask = build_with("tree", "1", jobs[i], &a);
        assert_true(ask.ok);
        assert_int_equal(ask.ran, 7999);
        if (i) assert_true(str_eq(ask.bytes, expected));
        expected = ask.bytes;
        ask = build_with("tree", "1", jobs[i], &a);
        assert_true(ask.ok && str_eq(ask.bytes, expected));
        assert_int_equal(ask.ran, 0);
        assert_int_equal(ask.clean, 7999);
    }
    arena_free(&a);
}

static void deep_chains(void **state) {
    (void)state;
    struct arena a;
    arena_init(&a, NULL);
    forget();
    struct ask ask = build_with("chain", "3000", 2, &a);
    assert_true(ask.ok && str_is(ask.bytes, "3001"));
    ask = build_with("chain", "3000", 2, &a); /* checking goes as deep as running */
    assert_true(ask.ok && ask.ran == 0 && ask.clean == 3001);
    arena_free(&a);
}

static void circles_are_found_by_any_thread(void **state) {
    (void)state;
    static const unsigned jobs[] = {1, 2, 7, 16};
    for (int round = 0; round < 5; round++)
        for (size_t i = 0; i < COUNT(jobs); i++) {
            struct arena a;
            arena_init(&a, NULL);
            forget();
            alarm(60); /* a circle that is not found would wait for ever */
            struct ask ask = build_with("wide", "", jobs[i], &a);
            alarm(0);
            assert_false(ask.ok);
            arena_free(&a);
        }
}

static void cut_off_early(void **state) {
    (void)state;
    struct arena a;
    arena_init(&a, NULL);
    forget();
    put(&a, "f", "abc");
    struct ask ask = build_with("after", "f", 2, &a);
    assert_true(ask.ok && ask.ran == 2 && str_is(ask.bytes, "a"));
    put(&a, "f", "axyz");
    ask = build_with("after", "f", 2, &a);
    assert_true(ask.ok && ask.ran == 1 && ask.clean == 1);
    put(&a, "f", "bc");
    ask = build_with("after", "f", 2, &a);
    assert_true(ask.ok && ask.ran == 2 && str_is(ask.bytes, "b"));
    put(&a, "f", "abc"); /* back again: the shared cache has both */
    ask = build_with("after", "f", 2, &a);
    assert_true(ask.ok && ask.ran == 0 && ask.cached == 2 && str_is(ask.bytes, "a"));
    arena_free(&a);
}

static void slots_are_exact(void **state) {
    (void)state;
    static const unsigned jobs[] = {1, 2, 4, 9};
    for (size_t i = 0; i < COUNT(jobs); i++) {
        struct arena a;
        arena_init(&a, NULL);
        forget();
        most = 0;
        assert_true(build_with("busy", "1", jobs[i], &a).ok);
        assert_true(most <= (int)jobs[i]);          /* never more, */
        assert_true(most >= (int)MIN(jobs[i], 2u)); /* and not one after the other */
        arena_free(&a);
    }
}

static void a_ceiling_throttles(void **state) {
    (void)state;
    static const struct {
        uint64_t megabytes;
        int most, least;
    } cases[] = {{0, 8, 3}, {20, 2, 1}, {30, 3, 2}, {1, 1, 1}};
    struct arena a;
    arena_init(&a, NULL);
    forget();
    put(&a, "f", "at first nothing is known of what they need");
    assert_true(build_with("crowd", "", 8, &a).ok);
    for (size_t i = 0; i < COUNT(cases); i++) {
        put(&a, "f", str_printf(&a, "%zu", i).p);
        most = 0;
        assert_true(build_under(cases[i].megabytes << 20, "crowd", "", 8, &a).ok);
        assert_in_range(most, cases[i].least, cases[i].most);
    }
    alarm(100); /* threads that wait for room and for each other, all at once, must not wait for ever */
    for (uint64_t ceiling = 1; ceiling < 200000; ceiling += 50000) {
        forget();
        assert_true(build_under(ceiling, "tree", "1", 16, &a).ok);
    }
    alarm(0);
    arena_free(&a);
}

static void the_longest_path_first(void **state) {
    (void)state;
    static const unsigned jobs[] = {2, 3};
    for (size_t i = 0; i < COUNT(jobs); i++) {
        struct arena a;
        arena_init(&a, NULL);
        forget();
        put(&a, "f", "1");
        assert_true(build_with("steps", "", jobs[i], &a).ok);
        put(&a, "f", "2");
        begun = 0;
        assert_true(build_with("steps", "", jobs[i], &a).ok);
        assert_in_range(order_of[6], 0, jobs[i]); /* those that begin together may change places */
        arena_free(&a);
    }
}

static void failing_is_an_answer(void **state) {
    (void)state;
    struct arena a;
    arena_init(&a, NULL);
    forget();
    struct ask ask = build_with("tolerant", "missing", 2, &a);
    assert_true(ask.ok && str_is(ask.bytes, "none"));
    ask = build_with("tolerant", "missing", 2, &a);
    assert_true(ask.ok && str_is(ask.bytes, "none"));
    put(&a, "missing", "x");
    ask = build_with("tolerant", "missing", 2, &a);
    assert_true(ask.ok && str_is(ask.bytes, "x"));
    ask = build_with("after", "never", 2, &a);
    assert_false(ask.ok);
    assert_int_equal(ask.diags.n, 0); /* "first" says it; "after" has nothing to add */
    arena_free(&a);
}

static int setup(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : 1;
}

static int teardown(void **state) {
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_do_not_depend_on_threads),
        cmocka_unit_test(deep_chains),
        cmocka_unit_test(circles_are_found_by_any_thread),
        cmocka_unit_test(cut_off_early),
        cmocka_unit_test(failing_is_an_answer),
        cmocka_unit_test(slots_are_exact),
        cmocka_unit_test(a_ceiling_throttles),
        cmocka_unit_test(the_longest_path_first),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
