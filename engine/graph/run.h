/* One run of a rule: what it asked so far. Private to the engine.
 *
 * Invariant: a run belongs to one worker; what it asked is in `deps` in the order asked, each question once.
 */
#ifndef PY2_RUN_H
#define PY2_RUN_H

#include "engine/graph/graph.h"

struct run {
    struct build *build;
    struct worker *worker;
    struct node *node;
    struct rule_ctx ctx;
    struct memory memory; /* counts this run's share */
    struct arena arena;
    struct diags diags;
    VEC(struct dep) deps;
    struct map asked; /* node address -> itself: a question asked twice is recorded once */
    struct str output;
    bool has_output, own_output; /* own: from build.memory */
    VEC(struct node *) held;     /* whose bytes this run was given */
    int64_t began;
    uint64_t expected;        /* microseconds that the run before this one took; 0: not known */
    struct run *next, **link; /* in build.runs, guarded by build.mutex */
};

/* ---- update.c ---- */

/* How long its run took, and with that the longest path from here down. */
void node_set_cost(struct node *n, int64_t nanos);

/* ---- schedule.c, with build.mutex held ---- */

void schedule_begin_run(struct build *b, struct run *r);
void schedule_end_run(struct build *b, struct run *r);

#endif
