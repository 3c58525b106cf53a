/* `py2 test`: chooses tests, runs them as nodes of the graph, and tells of them: a line each, what the failed
 * ones printed, and a JUnit file. */
#define _GNU_SOURCE
#include "engine/recipe/appspec.h"
#include "engine/session.h"
#include "engine/test/test.h"

#include <errno.h>
#include <stdio.h>

enum verdict { PASSED, FLAKY, FAILED, NOT_BUILT, SKIPPED };

struct run_of_test {
    struct test_key key;
    struct node *node;
};

struct test {
    struct str label, target;
    struct test_spec spec;
    struct run_of_test *runs; /* shards x runs; none when it is skipped */
    size_t n_runs, n_failed;
    enum verdict verdict;
    uint64_t micros;
    bool cached;
};

struct testing {
    struct test *tests;
    size_t n, count[SKIPPED + 1];
};

/* ---- choosing ---- */

static bool take_specs(struct session *s, struct testing *t, const struct product *products, size_t n) {
    struct node **nodes = NEW_N(&s->arena, struct node *, n);
    struct str unused;
    for (size_t i = 0; i < n; i++) nodes[i] = node_get(&s->build, STR("test-spec"), products[i].key);
    if (!session_need(s, nodes, n)) return false;
    t->tests = NEW_N(&s->arena, struct test, n);
    t->n = n;
    for (size_t i = 0; i < n; i++) {
        struct test *one = &t->tests[i];
        *one = (struct test){0};
        appspec_key_split(products[i].key, &one->label, &unused, &one->target);
        if (!node_load(&s->build, s->worker, nodes[i]) ||
            !test_spec_decode(&s->arena, nodes[i]->bytes, &one->spec))
            return false;
    }
    return true;
}

static void make_runs(struct session *s, struct test *t, struct str app) {
    unsigned runs = MAX(s->opt.runs_per_test, 1u);
    struct str rule = s->opt.runs_per_test ? STR("test-again") : STR("test");
    t->n_runs = t->spec.shards * runs;
    t->runs = NEW_N(&s->arena, struct run_of_test, t->n_runs);
    for (size_t i = 0; i < t->n_runs; i++) {
        struct run_of_test *r = &t->runs[i];
        r->key = (struct test_key){app, (unsigned)(i / runs), (unsigned)t->spec.shards, (unsigned)(i % runs),
                                   runs};
        r->node = node_get(&s->build, rule, test_key_text(&s->arena, &r->key));
    }
}

/* ---- judging ---- */

static void judge(struct testing *all, struct test *t) {
    size_t not_built = 0;
    t->cached = t->n_runs;
    for (size_t i = 0; i < t->n_runs; i++) {
        const struct node *n = t->runs[i].node;
        t->micros += n->micros;
        t->cached &= n->outcome != OUTCOME_RAN && n->state == NODE_DONE;
        t->n_failed += n->state == NODE_FAILED;
        not_built += n->state == NODE_FAILED && !n->diags.n;
    }
    t->verdict = !t->n_runs                                           ? SKIPPED
                 : !t->n_failed                                       ? PASSED
                 : not_built                                          ? NOT_BUILT
                 : t->runs[0].key.runs > 1 && t->n_failed < t->n_runs ? FLAKY
                                                                      : FAILED;
    all->count[t->verdict]++;
}

static struct str log_of(struct session *s, const struct test *t, const struct run_of_test *r) {
    struct str text,
        path = build_path(&s->arena, &s->build, test_log_path(&s->arena, &t->spec, &r->key, t->target));
    return file_read(&s->arena, path.p, &text) ? text : STR("");
}

enum { SHOWN = 32 << 10 };

static void show_log(struct session *s, const struct test *t, const struct run_of_test *r) {
    struct str text = log_of(s, t, r);
    size_t skip = text.n > SHOWN ? text.n - SHOWN : 0;
    if (!text.n) return;
    tell(s, "---- %s of " STR_FMT "%s", skip ? "the end of the output" : "the output", STR_ARG(r->key.app),
         r->key.shards > 1 ? str_printf(&s->arena, ", shard %u of %u", r->key.shard + 1, r->key.shards).p
                           : "");
    tell_text(s, (struct str){text.p + skip, text.n - skip});
    tell(s, "----");
}

static void tell_test(struct session *s, const struct test *t) {
    static const char *const words[] = {"PASS", "FLAKY", "FAIL", "NOT BUILT", "SKIP"};
    struct buf b;
    buf_init(&b, &s->arena);
    if (t->verdict == SKIPPED)
        buf_printf(&b, STR_FMT " does not run on this machine; --run-under=EMULATOR may help",
                   STR_ARG(t->spec.triple));
    else if (t->cached)
        buf_puts(&b, "cached");
    else if (t->verdict != NOT_BUILT)
        buf_printf(&b, "%.2f s", (double)t->micros / 1e6);
    if (t->n_failed && t->n_runs > 1) buf_printf(&b, ", %zu of %zu runs failed", t->n_failed, t->n_runs);
    tell(s, "%-9s " STR_FMT " (" STR_FMT ")%s" STR_FMT, words[t->verdict], STR_ARG(t->label),
         STR_ARG(t->target), b.n ? "  " : "", STR_ARG(buf_view(&b)));
    for (size_t i = 0; i < t->n_runs && t->verdict != NOT_BUILT; i++)
        if (t->runs[i].node->state == NODE_FAILED) show_log(s, t, &t->runs[i]);
}

/* ---- JUnit ---- */

/* XML 1.0 has no way to write most control characters, U+FFFE, U+FFFF, nor what is not UTF-8: they become
 * U+FFFD. */
static void put_xml(struct buf *b, struct str text) {
    for (size_t i = 0, n; i < text.n; i += MAX(n, (size_t)1)) {
        struct str rest = {text.p + i, text.n - i};
        char c = text.p[i];
        n = str_utf8(rest);
        bool bad = n == 1
                       ? (unsigned char)c < 32 && c != '\n' && c != '\t'
                       : !n || str_starts(rest, STR("\xef\xbf\xbe")) || str_starts(rest, STR("\xef\xbf\xbf"));
        if (c == '&' || c == '<' || c == '>' || c == '"')
            buf_puts(b, c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&quot;");
        else if (bad)
            buf_puts(b, "\xef\xbf\xbd");
        else
            buf_put(b, rest.p, n);
    }
}

/* How the run ended, as a person was told it. */
static struct str first_words(struct session *s, const struct node *n) {
    struct diags d;
    diags_init(&d, &s->arena);
    return diag_unpack(&s->arena, n->diags, &d) && d.first ? d.first->text : STR("the test failed");
}

static void put_case(struct session *s, struct buf *b, const struct test *t, const struct run_of_test *r) {
    buf_puts(b, "    <testcase name=\"");
    put_xml(b, t->spec.name);
    if (r && r->key.shards > 1) buf_printf(b, " shard %u", r->key.shard + 1);
    if (r && r->key.runs > 1) buf_printf(b, " run %u", r->key.run + 1);
    buf_puts(b, "\" classname=\"");
    put_xml(b, t->label);
    buf_printf(b, "\" time=\"%.3f\">\n", r ? (double)r->node->micros / 1e6 : 0.0);
    if (!r) {
        buf_puts(b, "      <skipped/>\n");
    } else if (r->node->state == NODE_FAILED) {
        buf_printf(b, "      <%s message=\"", r->node->diags.n ? "failure" : "error");
        put_xml(b, r->node->diags.n ? first_words(s, r->node) : STR("the test was not built"));
        buf_puts(b, "\">");
        put_xml(b, r->node->diags.n ? log_of(s, t, r) : STR(""));
        buf_printf(b, "</%s>\n", r->node->diags.n ? "failure" : "error");
    }
    buf_puts(b, "    </testcase>\n");
}

static void put_suite(struct session *s, struct buf *b, const struct test *t) {
    bool skipped = t->verdict == SKIPPED, error = t->verdict == NOT_BUILT;
    buf_puts(b, "  <testsuite name=\"");
    put_xml(b, t->label);
    buf_puts(b, "\" hostname=\"");
    put_xml(b, t->target);
    buf_printf(b, "\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%d\" time=\"%.3f\">\n",
               skipped ? (size_t)1 : t->n_runs, error ? (size_t)0 : t->n_failed,
               error ? t->n_failed : (size_t)0, skipped, (double)t->micros / 1e6);
    if (skipped) put_case(s, b, t, NULL);
    for (size_t i = 0; i < t->n_runs; i++) put_case(s, b, t, &t->runs[i]);
    buf_puts(b, "  </testsuite>\n");
}

static bool write_junit(struct session *s, const struct testing *t) {
    struct buf b;
    struct arena *a = &s->arena;
    struct str path = s->opt.junit.n ? path_join(a, s->cwd, s->opt.junit)
                                     : build_path(a, &s->build, STR("out/tests/junit.xml"));
    buf_init(&b, a);
    buf_puts(&b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    for (size_t i = 0; i < t->n; i++) put_suite(s, &b, &t->tests[i]);
    buf_puts(&b, "</testsuites>\n");
    bool wrote;
    struct outputs o = build_outputs(&s->build);
    if (file_mkdirs(str_dup(a, path_dir(path)).p) &&
        publish(&o, str_dup(a, path), buf_view(&b), 0644, &wrote))
        return true;
    tell_error(s, "PY2E0401", "cannot write " STR_FMT ": %s", STR_ARG(path), strerror(errno));
    return false;
}

/* ---- the command ---- */

static bool need_runs(struct session *s, struct testing *t) {
    VEC(struct node *) nodes = {0};
    for (size_t i = 0; i < t->n; i++)
        for (size_t k = 0; k < t->tests[i].n_runs; k++) VEC_PUSH(&nodes, &s->arena, t->tests[i].runs[k].node);
    bool ok = session_need(s, nodes.p, nodes.n);
    if (s->opt.explain || s->opt.dry_run) tell_explain(s, nodes.p, nodes.n);
    return ok;
}

static void summary(struct session *s, const struct testing *t) {
    double seconds = (double)(now_nanos() - s->build.began) / 1e9;
    size_t cached = 0;
    for (size_t i = 0; i < t->n; i++) cached += t->tests[i].cached;
    if (s->opt.dry_run) {
        tell(s, "%zu stages would run", s->build.n_planned);
        return;
    }
    tell(s, "%zu passed (%zu cached), %zu failed, %zu flaky, %zu not built, %zu skipped in %.2f s",
         t->count[PASSED], cached, t->count[FAILED], t->count[FLAKY], t->count[NOT_BUILT], t->count[SKIPPED],
         seconds);
}

static int test_body(struct session *s, void *arg) {
    struct testing *t = arg;
    struct product *products;
    struct str host = host_target(s->tools);
    size_t n;
    *t = (struct testing){0};
    if (!session_select(s, s->opt.args.n, s->opt.args.p, &products, &n)) return EXIT_USAGE;
    if (!take_specs(s, t, products, n)) return s->build.cancelled ? EXIT_FAILED : EXIT_USAGE;
    for (size_t i = 0; i < n; i++)
        if (s->opt.run_under.n || str_eq(t->tests[i].spec.triple, host))
            make_runs(s, &t->tests[i], products[i].key);
    if (!n) {
        tell(s, "no test{} matches");
        return s->opt.dry_run || write_junit(s, t) ? EXIT_DONE : EXIT_FAILED; /* not that of another run */
    }
    bool ok = need_runs(s, t);
    if (s->build.cancelled) return EXIT_FAILED;
    for (size_t i = 0; i < n && !s->opt.dry_run; i++) judge(t, &t->tests[i]);
    if (s->rechecking && !s->build.n_ran && !s->build.n_cached) return ok ? EXIT_DONE : EXIT_FAILED;
    for (size_t i = 0; i < n && !s->opt.dry_run; i++) tell_test(s, &t->tests[i]);
    if (s->opt.time) tell_times(s);
    if (!s->opt.dry_run) ok = write_junit(s, t) && ok;
    summary(s, t);
    return ok || s->opt.dry_run ? EXIT_DONE : EXIT_FAILED;
}

static int test_round(struct session *s, void *arg) {
    int code = session_work(s, test_body, arg);
    if (s->rechecking) return code;
    tell_finish(s);
    return code;
}

int command_test(struct session *s) {
    struct testing t;
    s->choose = STR("tests");
    if (!s->opt.targets.n) VEC_PUSH(&s->opt.targets, &s->arena, host_target(s->tools));
    if (s->opt.watch) return watch(s, test_round, &t);
    return session_open(s, false) ? test_round(s, &t) : EXIT_USAGE;
}
