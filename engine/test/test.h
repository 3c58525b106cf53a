/* Tests: an app that is run and passes by exiting with 0.
 *
 * A node of rule "test" is one run of one shard; its key is
 *     //pkg:name@TARGET#SHARD/SHARDS#RUN/RUNS        (counted from 0)
 * and its output is "passed". A run that fails is a failed node, so nothing but a pass is ever remembered.
 * Rule "test-again" is the same and never remembered, for --runs-per-test. What the program printed is in the
 * log file, whose place test_log_path gives. */
#ifndef PY2_TEST_H
#define PY2_TEST_H

#include "engine/recipe/rules.h"

extern const struct rule rule_test, rule_test_again;

/* Rule "test-spec": key //pkg:name@TARGET; how a test is run, from its declaration. */
extern const struct rule rule_test_spec;

struct test_key {
    struct str app; /* key of rule "app" */
    unsigned shard, shards, run, runs;
};
struct str test_key_text(struct arena *a, const struct test_key *k);
bool test_key_parse(struct str text, struct test_key *k);

struct test_spec {
    struct str file; /* where it is declared */
    uint32_t line;
    struct str size;
    uint64_t timeout; /* seconds */
    uint64_t shards;  /* at least 1 */
    struct str triple, name, package;
    struct str *args, *env; /* env: NAME=VALUE */
    size_t n_args, n_env;
};
bool test_spec_decode(struct arena *a, struct str bytes, struct test_spec *s);

/* Below the root: out/tests/TARGET/pkg/name.log, with the shard and the run when there are several. */
struct str test_log_path(struct arena *a, const struct test_spec *s, const struct test_key *k,
                         struct str target);

#endif
