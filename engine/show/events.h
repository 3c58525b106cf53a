/* What --events tells to other programs. Every function takes NULL, for a session without --events, and may
 * be called from any thread. */
#ifndef PY2_EVENTS_H
#define PY2_EVENTS_H

#include "engine/session.h"

struct events *events_open(struct session *s); /* NULL after a warning */
void events_close(struct events *e);
void events_flush(struct events *e);

/* One round of work: a command has one, --watch one each time. */
void events_start(struct events *e);
void events_finish(struct events *e, int code);
/* With build.mutex held. */
void events_node(struct events *e, const struct node *n, enum node_event what, unsigned lane);
void events_diagnostic(struct events *e, struct str json); /* diag_json's line */
void events_output(struct events *e, struct str path, const struct digest *digest, bool wrote);

#endif
