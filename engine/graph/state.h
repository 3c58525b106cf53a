/* What a workspace remembers, while a build works on it. Private to state.c, compact.c and settle.c.
 *
 * Invariants:
 *  - A ref below snapshot.n_nodes is a node of the snapshot, one behind it a node that the journal defines.
 * `live` reaches over the refs there were when the state was opened; refs defined later belong to live nodes.
 *  - The newest record of a ref that is not live is newer[ref] when there is one, else the snapshot's.
 *  - `live`, `born` and `pending` are guarded by build.mutex. */
#ifndef PY2_STATE_H
#define PY2_STATE_H

#include "engine/graph/snapshot.h"

/* A node that the journal defines. */
struct born {
    struct str id, rule;
    enum leaf leaf;
};

/* A record of the journal: it replaces that of the snapshot. */
struct newer {
    struct run_view run;
    struct leaf_view leaf;
    struct digest digest; /* what leaf.digest points to */
    bool is_run;
};

/* A leaf as settling found it, when that is not what was recorded. */
struct observation {
    uint32_t ref;
    struct digest digest;
    struct file_id id;
    int64_t hashed_at; /* 0: the digest says it all */
    bool loose;
};

enum { MARK_REACHED = 1, MARK_OPEN = 2, MARK_KNOWN = 4, MARK_CLEAN = 8, MARK_LOUD = 16 };

struct state {
    struct build *build;
    struct arena arena;
    struct snapshot snapshot;
    int dir, lock, journal;
    bool read_only, failed;
    bool renew;                   /* there is a snapshot that cannot be used */
    uint64_t paused[3];           /* see take_mark */
    uint64_t journal_n, opened_n; /* bytes in it, now and at first */
    struct buf pending;
    VEC(struct born) born;
    struct map born_by_id; /* id -> ref + 1 */
    uint32_t n_refs;       /* as it was opened */
    struct newer **newer;
    uint32_t n_newer;
    struct node **live;
    /* settle.c; NULL before */
    uint8_t *marks;
    uint32_t *seen; /* of a leaf: 0 not looked at, 1 as recorded, else 2 + number of its observation */
    VEC(struct observation) observations;
    bool settled;
};

/* ---- state.c ---- */

bool state_key(const struct state *s, uint32_t ref, struct node_key *k);
enum leaf state_leaf_kind(const struct state *s, uint32_t ref);
bool state_leaf(const struct state *s, uint32_t ref, struct leaf_view *v);
bool state_run(const struct state *s, uint32_t ref, struct run_view *v);
/* The node of a ref; NULL when its rule is gone. With build.mutex held. */
struct node *state_node(struct state *s, uint32_t ref);
/* A file that was looked at anew. */
void state_put_file(struct state *s, const struct observation *o);

/* Walks the deps of a run: for (struct dep_walk i = dep_walk(&run); dep_next(s, &i);) … i.ref, i.digest. */
struct dep_walk {
    const struct run_view *run;
    uint32_t at, explicit_at;
    uint32_t ref;
    bool with_previous;
    const struct digest *digest; /* NULL for a bad record */
};
struct dep_walk dep_walk(const struct run_view *run);
bool dep_next(const struct state *s, struct dep_walk *i);

/* ---- compact.c ---- */

/* Writes a snapshot of all that is known and worth knowing, in place of the old one and the journal. */
bool state_compact(struct state *s);

/* ---- settle.c ---- */

/* The digest of a ref as the newest record has it; NULL: none. */
const struct digest *state_digest(const struct state *s, uint32_t ref);
/* What settling found out about a node just made; with build.mutex held. */
void settle_fill(struct state *s, struct node *n, uint32_t ref);
void settle_drop(struct state *s);

#endif
