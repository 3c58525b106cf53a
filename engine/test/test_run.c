/* Rule "test": one run of a test program, in a directory of its own. */
#define _GNU_SOURCE
#include "engine/recipe/appspec.h"
#include "engine/test/process.h"
#include "engine/graph/run.h"
#include "engine/test/test.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- keys and places ---- */

struct str test_key_text(struct arena *a, const struct test_key *k) {
    return str_printf(a, STR_FMT "#%u/%u#%u/%u", STR_ARG(k->app), k->shard, k->shards, k->run, k->runs);
}

/* The number that ends at *end; *end moves before it. */
static bool number_before(struct str text, size_t *end, char before, unsigned *out) {
    size_t i = *end;
    unsigned scale = 1;
    *out = 0;
    for (; i && text.p[i - 1] >= '0' && text.p[i - 1] <= '9' && *end - i < 6; i--, scale *= 10)
        *out += (unsigned)(text.p[i - 1] - '0') * scale;
    if (i == *end || !i || text.p[i - 1] != before) return false;
    *end = i - 1;
    return true;
}

bool test_key_parse(struct str text, struct test_key *k) {
    size_t end = text.n;
    if (!number_before(text, &end, '/', &k->runs) || !number_before(text, &end, '#', &k->run) ||
        !number_before(text, &end, '/', &k->shards) || !number_before(text, &end, '#', &k->shard))
        return false;
    k->app = (struct str){text.p, end};
    return true;
}

struct str test_log_path(struct arena *a, const struct test_spec *s, const struct test_key *k,
                         struct str target) {
    struct str name = s->name;
    if (k->shards > 1) name = str_printf(a, STR_FMT ".shard%u", STR_ARG(name), k->shard + 1);
    if (k->runs > 1) name = str_printf(a, STR_FMT ".run%u", STR_ARG(name), k->run + 1);
    struct str dir = path_join(a, path_join(a, STR("out/tests"), target), s->package);
    return path_join(a, dir, str_printf(a, STR_FMT ".log", STR_ARG(name)));
}

/* ---- the directory of a run ---- */

struct place_of_run {
    char *top;
    struct str work, program;
};

static bool make_place(struct rule_ctx *c, struct str name, struct str image, struct place_of_run *p) {
    const char *tmp = getenv("TMPDIR");
    p->top = (char *)str_printf(c->arena, "%s/py2-test-XXXXXX", tmp && *tmp == '/' ? tmp : "/tmp").p;
    if (!mkdtemp(p->top)) return false;
    p->work = path_join(c->arena, str_c(p->top), STR("tmp"));
    struct str bin = path_join(c->arena, str_c(p->top), STR("bin"));
    p->program = path_join(c->arena, bin, name);
    if (file_mkdirs(p->work.p) && file_mkdirs(bin.p) && file_publish(p->program.p, image, 0755, false))
        return true;
    int error = errno;
    file_remove_tree(AT_FDCWD, p->top);
    errno = error;
    return false;
}

/* ---- command line and environment ---- */

/* Texts that each end with a NUL, as a parameter carries them. */
static size_t add_texts(struct arena *a, char **argv, size_t n, struct str texts) {
    for (size_t i = 0; i < texts.n;) {
        struct str one = {texts.p + i, strlen(texts.p + i)};
        argv[n++] = (char *)str_dup(a, one).p;
        i += one.n + 1;
    }
    return n;
}

static char **command_line(struct rule_ctx *c, const struct test_spec *s, struct str under,
                           struct str program) {
    struct str more = rule_param(c, STR("test-args"));
    char **argv = NEW_N(c->arena, char *, under.n + more.n + s->n_args + 2);
    size_t n = 0;
    for (size_t i = 0; i < under.n;) { /* words of --run-under, at blanks */
        size_t stop = i;
        while (stop < under.n && under.p[stop] != ' ') stop++;
        if (stop > i) argv[n++] = (char *)str_dup(c->arena, (struct str){under.p + i, stop - i}).p;
        i = stop + 1;
    }
    argv[n++] = (char *)program.p;
    for (size_t i = 0; i < s->n_args; i++) argv[n++] = (char *)str_dup(c->arena, s->args[i]).p;
    add_texts(c->arena, argv, n, more);
    return argv;
}

/* Only what is said here is in the environment: a pass on this machine is one on any. What the recipe sets
 * goes before ours. */
static char **environment(struct rule_ctx *c, const struct test_spec *s, const struct test_key *k,
                          const struct place_of_run *p) {
    struct arena *a = c->arena;
    VEC(char *) env = {0};
#define ADD(...) VEC_PUSH(&env, a, (char *)str_printf(a, __VA_ARGS__).p)
    ADD("PATH=/usr/local/bin:/usr/bin:/bin");
    ADD("LANG=C.UTF-8");
    ADD("TZ=UTC");
    ADD("HOME=" STR_FMT, STR_ARG(p->work));
    ADD("TMPDIR=" STR_FMT, STR_ARG(p->work));
    ADD("TEST_TMPDIR=" STR_FMT, STR_ARG(p->work));
    ADD("TEST_TARGET=//" STR_FMT ":" STR_FMT, STR_ARG(s->package), STR_ARG(s->name));
    ADD("TEST_SIZE=" STR_FMT, STR_ARG(s->size));
    ADD("TEST_TIMEOUT=%llu", (unsigned long long)s->timeout);
    ADD("PY2_SOURCE_ROOT=" STR_FMT, STR_ARG(c->run->build->root));
    if (k->shards > 1) {
        ADD("TEST_TOTAL_SHARDS=%u", k->shards);
        ADD("TEST_SHARD_INDEX=%u", k->shard);
    }
    if (k->runs > 1) ADD("TEST_RUN_NUMBER=%u", k->run + 1);
    for (size_t i = 0; i < s->n_env; i++) {
        char *own = (char *)str_dup(a, s->env[i]).p;
        size_t name = (size_t)(strchr(own, '=') - own) + 1, k = 0;
        while (k < env.n && strncmp(env.p[k], own, name)) k++;
        if (k < env.n)
            env.p[k] = own;
        else
            VEC_PUSH(&env, a, own);
    }
#undef ADD
    VEC_PUSH(&env, a, NULL);
    return env.p;
}

/* ---- the run ---- */

static bool cancelled(void *arg) {
    return rule_cancelled(arg);
}

static void tell_end(struct rule_ctx *c, const struct test_spec *s, const struct process_result *r,
                     const char *first, struct str what, struct str log) {
    struct place at = {.file = s->file, .line = s->line};
    struct diag *m;
    if (r->end == PROCESS_TIMED_OUT)
        m = diag_error(c->diags, "PY2E0512", at, STR_FMT " did not end within %llu s", STR_ARG(what),
                       (unsigned long long)s->timeout);
    else if (r->end == PROCESS_NOT_STARTED)
        m = diag_error(c->diags, "PY2E0513", at, STR_FMT " could not be started with %s: %s", STR_ARG(what),
                       first, strerror(r->status));
    else if (r->end == PROCESS_SIGNALLED)
        m = diag_error(c->diags, "PY2E0511", at, STR_FMT " failed: ended by signal %d (%s)", STR_ARG(what),
                       r->status, strsignal(r->status));
    else
        m = diag_error(c->diags, "PY2E0511", at, STR_FMT " failed: exit status %d", STR_ARG(what), r->status);
    diag_help(c->diags, m, "what it printed is in " STR_FMT, STR_ARG(log));
}

static bool run_in(struct rule_ctx *c, const struct test_spec *s, const struct test_key *k, struct str image,
                   struct str under, struct str target) {
    struct place_of_run place;
    struct process_result result;
    struct str log = test_log_path(c->arena, s, k, target);
    if (!make_place(c, s->name, image, &place)) {
        diag_error(c->diags, "PY2E0513", (struct place){.file = s->file, .line = s->line},
                   "no directory for " STR_FMT ": %s", STR_ARG(s->name), strerror(errno));
        return false;
    }
    struct process p = {.argv = command_line(c, s, under, place.program),
                        .env = environment(c, s, k, &place),
                        .dir = place.work.p,
                        .timeout = (int64_t)s->timeout * 1000000000,
                        .stop = cancelled,
                        .arg = c};
    process_run(c->arena, &p, &result);
    file_remove_tree(AT_FDCWD, place.top);
    if (result.end == PROCESS_STOPPED) return false;
    struct str path = build_path(c->arena, c->run->build, log);
    if (!file_mkdirs(str_dup(c->arena, path_dir(path)).p) ||
        !file_publish(path.p, result.output, 0644, false)) {
        diag_error(c->diags, "PY2E0401", (struct place){.file = s->file, .line = s->line},
                   "cannot write " STR_FMT ": %s", STR_ARG(log), strerror(errno));
        return false;
    }
    if (result.end == PROCESS_EXITED && result.status == 0) {
        rule_output(c, STR("passed"));
        return true;
    }
    tell_end(c, s, &result, under.n ? p.argv[0] : "its own program", k->app, log);
    return false;
}

static bool run_test(struct rule_ctx *c) {
    struct test_key k;
    struct test_spec s;
    struct str bytes, image, what, unused, target, under = rule_param(c, STR("run-under"));
    if (!test_key_parse(c->key, &k) || !appspec_key_split(k.app, &what, &unused, &target))
        BUG("test key " STR_FMT, STR_ARG(c->key));
    if (!rule_need(c, "test-spec", k.app, &bytes)) return false;
    if (!test_spec_decode(c->arena, bytes, &s)) BUG("test-spec of " STR_FMT, STR_ARG(k.app));
    if (!rule_need(c, "app", k.app, &image)) return false;
    return run_in(c, &s, &k, image, under, target);
}

const struct rule rule_test = {.name = "test", .version = ENGINE_DIGEST, .run = run_test};
const struct rule rule_test_again = {
    .name = "test-again", .version = ENGINE_DIGEST, .run = run_test, .transient = true};
