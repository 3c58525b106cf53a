/* The snapshot: all that a workspace remembers, in one file that is used in place. snapshot.c tells its form.
 *
 * Invariants:
 *  - Nothing in the file is believed: every offset is checked against its section when it is followed, so
 * hostile bytes give absent records, never an access outside the file.
 *  - A snapshot is immutable. A newer one replaces the file by rename; who has the old one mapped keeps it.
 *  - A ref is the number of a node in the snapshot. Refs behind the last one belong to the journal (state.h).
 */
#ifndef PY2_SNAPSHOT_H
#define PY2_SNAPSHOT_H

#include "engine/graph/graph.h"

enum { SNAPSHOT_FORMAT = 3, LARGEST_REF = (1u << 30) - 1, NO_REF = UINT32_MAX };

/* A leaf as it was last seen. `id` and `hashed_at` are those of a file or directory, `bytes` is a directory's
 * listing. `loose`: the listing depends on more than the directory, on what its links point to. */
struct leaf_view {
    const struct digest *digest; /* NULL: nothing is known */
    struct file_id id;
    int64_t hashed_at;
    struct str bytes;
    bool loose;
};

/* A run as it was recorded. A word of `deps` is ref << 2 | DEP_EXPLICIT | DEP_WITH_PREVIOUS; explicit digests
 * stand in `digests` in the order of their deps, those of the others are the snapshot's own digests of the
 * refs. */
enum { DEP_WITH_PREVIOUS = 1, DEP_EXPLICIT = 2 };
struct run_view {
    const struct digest *output;
    uint64_t size, micros, cost, peak;
    struct str version, warnings, reason;
    struct str bytes; /* the output itself; p is NULL when it is not kept here */
    const uint32_t *deps;
    const struct digest *digests;
    uint32_t n, n_digests;
};

struct snapshot {
    const char *p; /* the mapping; NULL: none */
    size_t n;
    uint64_t check; /* names this snapshot */
    uint32_t generation, n_nodes, n_slots, n_texts;
    const void *texts, *nodes, *slots;
    const char *bodies, *text;
    uint64_t bodies_n, text_n;
};

enum snapshot_error { SNAPSHOT_GOOD, SNAPSHOT_NONE, SNAPSHOT_BAD, SNAPSHOT_NEWER };
enum snapshot_error snapshot_open(struct snapshot *s, int dir, const char *name);
void snapshot_close(struct snapshot *s);

/* A node's id in pieces: "rule\0key", and with an end "rule\0key\0end". `key` is followed by a NUL. */
struct node_key {
    struct str rule, key, end; /* end.p NULL: none, as always for leaves */
};
size_t node_key_size(const struct node_key *k);
struct str node_key_id(const struct node_key *k, char *p); /* into p, which has room for a NUL more */
bool snapshot_key(const struct snapshot *s, uint32_t ref, struct node_key *k); /* false for a bad record */
enum leaf snapshot_leaf_kind(const struct snapshot *s, uint32_t ref);
uint32_t snapshot_used(const struct snapshot *s, uint32_t ref);  /* the generation that last saw the node */
uint32_t snapshot_find(const struct snapshot *s, struct str id); /* NO_REF: not there */
bool snapshot_leaf(const struct snapshot *s, uint32_t ref, struct leaf_view *v);
bool snapshot_run(const struct snapshot *s, uint32_t ref, struct run_view *v);
/* What a dep without an explicit digest had; NULL for a bad record. */
const struct digest *snapshot_digest(const struct snapshot *s, uint32_t ref);

/* ---- writing ---- */

/* Nodes are added in the order of their refs: leaves first, sorted by key, then runs. */
struct snapshot_writer {
    struct arena *arena;
    struct buf texts, nodes, bodies, text;
    struct map shared; /* text that many records share -> number + 1 */
    struct map places; /* text that is there once -> where */
    uint32_t n, n_texts, generation;
};
/* `text` is about how much text there will be. */
void snapshot_begin(struct snapshot_writer *w, struct arena *a, uint32_t generation, uint32_t nodes,
                    size_t text);
/* Keys that others may share a piece of go first: of all runs the short ones, then the long ones. Their bytes
 * must stay until the end. */
void snapshot_add_key(struct snapshot_writer *w, struct str key, bool long_ones);
void snapshot_add_leaf(struct snapshot_writer *w, enum leaf leaf, struct str id, struct str rule,
                       uint32_t used, const struct leaf_view *v);
/* `v->deps` holds refs of the new snapshot. NULL v: no good run is known. */
void snapshot_add_run(struct snapshot_writer *w, struct str id, struct str rule, uint32_t used,
                      const struct run_view *v);
/* The whole file's bytes, in the writer's arena. False when it would be too large for its own offsets. */
bool snapshot_finish(struct snapshot_writer *w, struct str *out);
void snapshot_seal(char *p, size_t n); /* puts in the check; also for tests that damage a file on purpose */

/* ---- the digest of a stat leaf is its kind: an enum rule_kind, or STAT_PROGRAM ---- */
const struct digest *stat_digest(unsigned kind);

#endif
