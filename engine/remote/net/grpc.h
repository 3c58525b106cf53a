/* The Remote Execution API: what its cache (grpc.c) and its execution (execution.c) share. */
#ifndef PY2_REMOTE_GRPC_H
#define PY2_REMOTE_GRPC_H

#include "engine/remote/net/client.h"

enum { BLOB_OVERHEAD = 128 }; /* what a batch needs for a blob beside its bytes */

/* A call that is not started yet; `e->most` is that of a batch. */
struct exchange *grpc_call(struct client *c, const char *path, const struct proto_message *m,
                           const void *value, void (*done)(struct exchange *), void *owner);
/* Reads the one message of an answer; makes the exchange RE_DATA_LOSS when it is none. */
bool grpc_answer(struct exchange *e, const struct proto_message *m, void *value);
/* Puts those of the op's blobs that the server lacks, then calls grpc_blobs_stored. */
void grpc_upload(struct op *op);
void grpc_blobs_stored(struct op *op, const struct exchange *failed);

/* Answers with the blob that the op names. */
void grpc_get_blob(struct op *op);

/* ---- execution.c ---- */

void execution_start(struct op *op);
void execution_ready(struct op *op, bool ok, const struct exchange *failed);

#endif
