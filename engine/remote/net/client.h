/* The network client: what py2 asked for, and the two ways of asking a server.
 *
 * Invariants:
 *  - Every question that needs an answer is answered once, by client_found or client_miss, whatever happens.
 *  - Bytes that are passed on as a blob have the blob's digest and size.
 *  - After client_gone nothing is sent to the server any more. */
#ifndef PY2_REMOTE_CLIENT_H
#define PY2_REMOTE_CLIENT_H

#include "engine/remote/net/net.h"
#include "engine/remote/wire.h"

struct client;
struct execution; /* execution.c */

struct blob {
    struct digest digest;
    struct str bytes;
};

/* One question, or one thing to put. Lives in an arena of its own until it is answered (put: stored). */
struct op {
    struct client *client;
    struct arena arena;
    uint32_t id; /* 0: no answer is wanted */
    enum remote_op kind;
    struct digest digest; /* the action's key, or the blob's */
    uint64_t size, action_size;
    struct str record;
    /* What is put: the output, and a record that is too long to stand in line; or what an execution needs. */
    struct blob *blobs;
    size_t n_blobs, left;
    bool failed; /* a blob could not be put */
    struct execution *execution;
    int attempt;
    struct op *next;
};

/* A way of asking. `start` is called once, before all else. */
struct backend {
    void (*start)(struct client *c);
    void (*get_action)(struct op *op);
    void (*get_blob)(struct op *op);
    void (*put)(struct op *op);
    void (*execute)(struct op *op);
};
extern const struct backend http_backend, grpc_backend;

struct op_list {
    struct op *first, **last;
    size_t n;
};

struct client {
    struct net net;
    const struct backend *backend;
    struct arena arena; /* of the options */
    int fd;
    bool ended, gone, no_uploads, told_wrong;
    int failures, wrong;
    size_t puts;        /* under way */
    uint64_t put_bytes; /* held for them */
    struct op_list flushes;
    char *out; /* what py2 has not taken yet */
    size_t out_n, out_at, out_cap;
    char *in; /* a frame that is coming in */
    size_t in_n, in_cap;
    /* grpc.c's: what it learnt of the server, and what waits for a batch */
    bool no_batch_reads;
    bool known, update_enabled, zstd, exec_enabled;
    uint64_t batch_bytes;
    struct op_list waiting, reads, uploads;
    size_t reading, finding;
    /* execution.c's: py2 itself as an input, and what waits until it is there */
    struct blob tool;
    enum { TOOL_UNKNOWN, TOOL_COMING, TOOL_THERE, TOOL_NONE } tool_state;
    struct op_list executions;
    bool told_execution;
};

void client_found(struct op *op, struct str bytes);
/* A record, and the output's bytes when they came along. */
void client_found_run(struct op *op, struct str record, struct str output);
void client_miss(struct op *op);
void client_stored(struct op *op); /* or given up: the end of a put */
/* Ends an op whose exchange failed: counts, warns, gives the server up when it is time. */
void client_failed(struct op *op, const struct exchange *e);
/* The server sent something that cannot be: a miss, told once. */
void client_wrong(struct op *op, const char *what);
/* Tells something once. */
void client_warn_once(struct client *c, bool *told, const char *what, struct str why);
void client_good(struct client *c); /* the server answered as it should */
void client_gone(struct client *c, struct str why);
/* Is that the blob? */
bool client_check(const struct digest *d, uint64_t size, struct str bytes);

void op_list_add(struct op_list *l, struct op *op);
struct op *op_list_take(struct op_list *l);

/* ---- records: an ActionResult whose standard output is what py2 recorded ---- */

/* Longer records, and longer outputs, are blobs of their own only. A short output stands in the record as
 * well: that saves a question. */
enum { RECORD_INLINE = 64 << 10, OUTPUT_INLINE = 16 << 10 };

/* Servers know actions by the digest of an Action: ours holds nothing but py2's own key, as its salt. Turns
 * the one in op->digest into the other. */
void record_key(struct op *op);
/* Adds the record as a blob when it is too long to stand in line. */
void record_prepare(struct op *op);
void record_result(struct op *op, struct arena *a, struct re_action_result *m);
/* What an ActionResult holds; false when it is none of ours. A record in a blob gives its digest and size. */
bool record_of(const struct re_action_result *m, struct str *record, struct digest *d, uint64_t *size);
struct str record_output(const struct re_action_result *m);

/* Unpacks at most `size` bytes, and exactly so many. */
bool zstd_unpack(struct arena *a, struct str packed, uint64_t size, struct str *out);
struct str zstd_pack(struct arena *a, struct str bytes);

#endif
