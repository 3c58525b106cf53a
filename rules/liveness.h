/* Which functions of the standard library a program may ever call, by name.
 *
 * Invariants:
 *  - A function is live when live code mentions its name (or parts that it can be put together from) and, for
 * a method, the name of its class; the top level of every module in the program and all of the program's own
 * code are live.
 *  - It only grows while modules are added, so the order in which they come does not matter. */
#ifndef PY2_LIVENESS_H
#define PY2_LIVENESS_H

#include "rules/reach/mentions.h"

struct live_module;
struct liveness {
    struct arena *a;
    uint32_t *set; /* mentioned hashes, open addressing; 0 is free */
    size_t n, cap;
    VEC(struct live_module *) modules;
};

void liveness_init(struct liveness *l, struct arena *a);
/* A module of the library. */
struct live_module *liveness_add(struct liveness *l, const struct reach_functions *functions);
/* Code of the program's own. */
void liveness_mention(struct liveness *l, const struct reach_functions *functions);
/* Brings all modules up to date; false: nothing became live. */
bool liveness_update(struct liveness *l);
bool liveness_of(const struct live_module *m, uint32_t function);
struct hashes liveness_dead(const struct live_module *m, struct arena *a); /* numbers, ascending */

#endif
