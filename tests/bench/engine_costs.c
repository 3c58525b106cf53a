/* What the engine itself costs, with stages that do next to nothing:
 *
 *     bench_engine_costs [FOLDER]
 *
 * per stage that runs (scheduling, recording, with and without the workspace's memory and the shared cache),
 * per stage that is found unchanged, and per output that the shared cache gives. Prints microseconds, the
 * best of several runs. */
#define _GNU_SOURCE
#include "engine/recipe/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { STAGES = 10000, HITS = 400, RUNS = 5 };

static bool run_leafless(struct rule_ctx *c) {
    rule_output(c, c->key);
    return true;
}

static bool run_all(struct rule_ctx *c) {
    struct rule_query *q = NEW_N(c->arena, struct rule_query, STAGES);
    struct rule_dep *d = NEW_N(c->arena, struct rule_dep, STAGES);
    for (int i = 0; i < STAGES; i++) q[i] = (struct rule_query){"stage", str_printf(c->arena, "%d", i)};
    bool ok = rule_need_many(c, STAGES, q, d);
    rule_output(c, STR("done"));
    return ok;
}

static const struct rule stage = {.name = "stage", .version = "1", .run = run_leafless},
                         all = {.name = "all", .version = "1", .run = run_all};

struct setting {
    const char *folder;
    unsigned jobs;
    bool state, store;
};

static void need_all(struct build *b, struct worker *w, void *arg) {
    struct str cycle;
    struct node *n = node_get(b, STR("all"), STR(""));
    int64_t from = now_nanos();
    schedule_need(b, w, &n, 1, &cycle);
    if (n->state != NODE_DONE) BUG("the benchmark failed");
    *(int64_t *)arg = now_nanos() - from;
}

static void forget(const char *folder) {
    struct arena a;
    arena_init(&a, NULL);
    if (system(str_printf(&a, "rm -rf '%s/.py2' '%s/cache'", folder, folder).p)) BUG("rm");
    arena_free(&a);
}

static double build(const struct setting *s) {
    static const struct rule *const rules[] = {&stage, &all, NULL};
    static const struct toolbox tools = {.rules = rules, .version = "0"};
    struct memory memory = {0};
    struct build b;
    struct arena a;
    int64_t nanos = 0;
    arena_init(&a, NULL);
    build_init(&b, &tools, str_c(s->folder), &memory);
    b.jobs = s->jobs;
    if (s->store) b.store = store_open(b.memory, str_printf(&a, "%s/cache", s->folder).p);
    if (s->state) b.state = state_open(&b, false);
    schedule_run(&b, need_all, &nanos);
    if (b.state) state_close(b.state);
    store_close(b.store);
    build_free(&b);
    arena_free(&a);
    return (double)nanos / 1000 / STAGES;
}

static double best(const struct setting *s, bool cold) {
    double least = 1e9;
    for (int i = 0; i < RUNS; i++) {
        if (cold) forget(s->folder);
        double micros = build(s);
        least = MIN(least, micros);
    }
    return least;
}

static int64_t processor_nanos(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static double hits(const char *folder, size_t size) {
    static const struct toolbox tools = {.version = "0"};
    struct memory memory = {0};
    struct build b;
    struct arena a;
    double least = 1e9;
    arena_init(&a, NULL);
    forget(folder);
    build_init(&b, &tools, str_c(folder), &memory);
    char *bytes = arena_alloc(&a, size);
    struct digest *digests = NEW_N(&a, struct digest, HITS);
    struct str cache = str_printf(&a, "%s/cache", folder);
    struct trace t = {.size = size};
    b.store = store_open(b.memory, cache.p);
    for (int i = 0; i < HITS; i++) {
        memcpy(bytes, &i, sizeof i);
        digests[i] = t.output = digest_of((struct str){bytes, size});
        store_put(b.store, &digests[i], (struct str){bytes, size});
        store_put_record(b.store, &digests[i], action_pack(&a, &t, (struct str){bytes, size}, NULL, 0));
    }
    store_close(b.store);
    for (int run = 0; run < RUNS; run++) {
        b.store = store_open(b.memory, cache.p);
        int64_t from = processor_nanos();
        for (int i = 0; i < HITS; i++) {
            struct arena one;
            struct trace *traces;
            struct str record, out;
            arena_init(&one, &memory);
            bool ok = action_get(b.store, &one, &digests[i], &record) &&
                      action_unpack(&b, &one, record, &traces);
            if (size > INLINE_BYTES) ok = ok && store_get(b.store, &one, &digests[i], size, &out);
            if (!ok) BUG("a miss");
            arena_free(&one);
        }
        least = MIN(least, (double)(processor_nanos() - from) / 1000 / HITS);
        store_close(b.store);
    }
    build_free(&b);
    arena_free(&a);
    return least;
}

int main(int argc, char **argv) {
    char made[] = "/tmp/py2-costs-XXXXXX";
    const char *folder = argc > 1 ? argv[1] : mkdtemp(made);
    if (!folder) return 1;
    static const struct {
        const char *what;
        bool state, store, cold;
    } rows[] = {{"runs, nothing recorded", false, false, true},
                {"runs, recorded for the workspace", true, false, true},
                {"runs, recorded and cached", true, true, true},
                {"is unchanged", true, true, false}};
    for (unsigned jobs = 1; jobs <= 4; jobs *= 2)
        for (size_t i = 0; i < COUNT(rows); i++) {
            struct setting s = {folder, jobs, rows[i].state, rows[i].store};
            printf("%6.2f us  a stage %s, -j%u\n", best(&s, rows[i].cold), rows[i].what, jobs);
        }
    static const size_t sizes[] = {1000, 16 << 10, 64 << 10, 1 << 20};
    for (size_t i = 0; i < COUNT(sizes); i++)
        printf("%6.1f us  an output of %zu KiB from the cache\n", hits(folder, sizes[i]),
               (sizes[i] + 1023) >> 10);
    forget(folder);
    if (argc < 2) rmdir(made);
    return 0;
}
