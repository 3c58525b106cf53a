/* A remote cache and remote execution, as the engine sees them.
 *
 * Invariants:
 *  - A remote never makes a build fail and never changes what is built: whatever it does not answer, or
 *    answers wrongly, is done here.
 *  - The network client is started by the first question. A build that needs nothing pays nothing.
 *  - A thread that waits for an answer gives its slot away, so many questions are under way at once.
 *  - What is told to a person is kept until the build's thread asks for it: one warning, however many
 *    questions failed. */
#ifndef PY2_REMOTE_H
#define PY2_REMOTE_H

#include "engine/graph/graph.h"
#include "engine/remote/remote_options.h"

struct remote;

/* Checks the options and that the client is there; `why` says what is wrong. Lives until remote_close. */
struct remote *remote_open(struct build *b, const struct remote_options *o, struct str *why);
/* Waits until what was put is stored, but not long: what is not there by then is not put. Not when the build
 * was cancelled. */
void remote_flush(struct remote *r);
/* What went wrong since the last time, as warnings. */
void remote_warnings(struct remote *r, struct diags *into);
void remote_close(struct remote *r); /* NULL is fine */

/* Recorded runs by action key, and blobs by digest. A blob's bytes are checked; an output that comes
 * with its record (else it is empty) is not. */
bool remote_get_action(struct remote *r, struct worker *w, struct arena *a, const struct digest *key,
                       struct str *record, struct str *output);
bool remote_get_blob(struct remote *r, struct worker *w, struct arena *a, const struct digest *d,
                     uint64_t size, struct str *out);
/* Returns at once. `blob` may be empty: the record then names none. */
void remote_put(struct remote *r, const struct digest *key, struct str record, const struct digest *d,
                struct str blob);

/* Is a question about the node likely to cost less than running it? What is known: how long it took the last
 * time, or other runs of its rule in this build, and how long the remote takes to answer. */
bool remote_worth(struct remote *r, const struct node *n);
/* Is it asked to run stages, and is this one worth it? */
bool remote_executes(struct remote *r, const struct node *n);
/* Runs what execute.c packed; the result is what the worker's py2 wrote. Waits no longer than makes sense for
 * a stage that takes so many microseconds here (0: not known). */
bool remote_execute(struct remote *r, struct worker *w, struct arena *a, uint64_t micros, struct str packed,
                    struct str *result);
/* execute.c: runs a node's stage there. False: it has to be run here. */
bool remote_run(struct build *b, struct worker *w, struct node *n);
/* It was found to hold a wrong result: nothing is asked any more, and that is told. */
void remote_distrust(struct remote *r);

#endif
