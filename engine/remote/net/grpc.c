/* The Remote Execution API's cache: ActionCache, ContentAddressableStorage, ByteStream.
 *
 * Small blobs travel in batches: what is asked for while a few batches are under way goes into the next one.
 * Larger ones than a batch may hold are streamed. Before anything is put, the server is asked what it lacks.
 * What is asked before the server has told its capabilities waits for them. */
#define _GNU_SOURCE
#include "engine/remote/net/grpc.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>

enum {
    BATCH_DEFAULT = 4 << 20,
    BATCH_SLACK = 64 << 10,
    BATCH_BLOBS = 256,
    BATCHES_READING = 4,
    BATCHES_FINDING = 2
};
enum { CHUNK = 256 << 10 };

#define SERVICE "/build.bazel.remote.execution.v2."

struct exchange *grpc_call(struct client *c, const char *path, const struct proto_message *m,
                           const void *value, void (*done)(struct exchange *), void *owner) {
    struct exchange *e = net_new(&c->net, NET_GRPC, str_c(path));
    struct buf body;
    buf_init(&body, &e->arena);
    grpc_frame(&body, m, value);
    e->body = buf_view(&body);
    e->most = BATCH_DEFAULT + BATCH_SLACK;
    e->done = done;
    e->owner = owner;
    return e;
}

/* The one message of a unary answer. */
bool grpc_answer(struct exchange *e, const struct proto_message *m, void *value) {
    struct str rest = e->answer, message;
    bool bad = false;
    if (!grpc_next(&rest, &message, &bad) || rest.n || !proto_read(&e->arena, m, message, value)) {
        e->code = RE_DATA_LOSS;
        e->why = STR("an answer that is no message");
        return false;
    }
    return true;
}

static struct str instance(const struct client *c) {
    return c->net.options.instance;
}

/* ---- capabilities ---- */

static void dispatch(struct op *op);

static bool offers(const struct proto_list *numbers, int64_t wanted) {
    for (size_t i = 0; i < numbers->n; i++)
        if (((int64_t *)numbers->p)[i] == wanted) return true;
    return false;
}

static bool take_capabilities(struct client *c, const struct re_server_capabilities *m, struct str *why) {
    const struct re_cache_capabilities *cache = m->cache;
    *why = STR("it offers no cache with SHA-256");
    if (!cache || (cache->digest_functions.n && !offers(&cache->digest_functions, RE_SHA256))) return false;
    int64_t limit = cache->max_batch_total_size_bytes;
    c->batch_bytes = (uint64_t)(limit > 0 && limit < BATCH_DEFAULT ? limit : BATCH_DEFAULT);
    c->batch_bytes = c->batch_bytes > 2 * BATCH_SLACK ? c->batch_bytes - BATCH_SLACK : c->batch_bytes / 2;
    c->zstd = offers(&cache->supported_compressors, RE_ZSTD);
    c->update_enabled = cache->action_cache_update && cache->action_cache_update->update_enabled;
    c->exec_enabled = m->execution && m->execution->exec_enabled;
    c->known = true;
    return true;
}

static void got_capabilities(struct exchange *e) {
    struct client *c = e->owner;
    struct re_server_capabilities m;
    struct str why = e->why;
    bool ok = e->code == RE_OK && grpc_answer(e, &re_server_capabilities_message, &m) &&
              take_capabilities(c, &m, &why);
    if (!ok) return client_gone(c, why.n ? why : e->why);
    for (struct op *op; (op = op_list_take(&c->waiting));) dispatch(op);
}

static void start(struct client *c) {
    struct re_get_capabilities_request m = {instance(c)};
    net_start(grpc_call(c, SERVICE "Capabilities/GetCapabilities", &re_get_capabilities_request_message, &m,
                        got_capabilities, c));
}

/* ---- recorded runs ---- */

static void got_action(struct exchange *e) {
    struct op *op = e->owner;
    struct re_action_result m;
    struct str record;
    if (e->code != RE_OK || !grpc_answer(e, &re_action_result_message, &m)) return client_failed(op, e);
    client_good(op->client);
    if (!record_of(&m, &record, &op->digest, &op->size)) return client_miss(op);
    if (record.n) return client_found_run(op, record, record_output(&m));
    grpc_get_blob(op);
}

static void get_action(struct op *op) {
    struct re_get_action_result_request m = {.instance_name = instance(op->client), .inline_stdout = true};
    m.action_digest = re_digest_of(&op->arena, &op->digest, op->action_size);
    net_start(grpc_call(op->client, SERVICE "ActionCache/GetActionResult",
                        &re_get_action_result_request_message, &m, got_action, op));
}

/* ---- reading blobs ---- */

static struct str blob_name(struct arena *a, const struct client *c, const char *kind, const struct digest *d,
                            uint64_t size) {
    char hex[65];
    digest_hex(d, hex);
    return str_printf(a, STR_FMT "%s%s/%s/%llu", STR_ARG(instance(c)), instance(c).n ? "/" : "", kind, hex,
                      (unsigned long long)size);
}

/* A blob that was asked for as one, or a record that was too long to stand in line. */
static void found_blob(struct op *op, struct str bytes) {
    if (op->kind == REMOTE_GET_ACTION)
        client_found_run(op, bytes, (struct str){0});
    else
        client_found(op, bytes);
}

static bool join_stream(struct exchange *e, struct buf *out) {
    struct str rest = e->answer, message;
    struct re_read_response m;
    bool bad = false;
    while (grpc_next(&rest, &message, &bad)) {
        if (!proto_read(&e->arena, &re_read_response_message, message, &m)) return false;
        buf_str(out, m.data);
    }
    return !bad;
}

static void got_stream(struct exchange *e) {
    struct op *op = e->owner;
    struct buf all;
    if (e->code != RE_OK) return client_failed(op, e);
    client_good(op->client);
    buf_init(&all, &op->arena);
    bool good = join_stream(e, &all);
    struct str bytes = buf_view(&all);
    if (good && op->client->zstd) good = zstd_unpack(&op->arena, buf_view(&all), op->size, &bytes);
    if (!good || !client_check(&op->digest, op->size, bytes))
        return client_wrong(op, "a blob whose bytes do not have its digest");
    found_blob(op, bytes);
}

static void read_stream(struct op *op) {
    struct client *c = op->client;
    struct re_read_request m = {
        blob_name(&op->arena, c, c->zstd ? "compressed-blobs/zstd" : "blobs", &op->digest, op->size)};
    struct exchange *e =
        grpc_call(c, "/google.bytestream.ByteStream/Read", &re_read_request_message, &m, got_stream, op);
    e->most = op->size + op->size / 4 + BATCH_SLACK; /* the frames' own bytes */
    net_start(e);
}

struct batch {
    struct client *client;
    struct op_list ops;
};

static void pump_reads(struct client *c);

static struct re_read_blob *find_blob(struct re_batch_read_response *m, const struct op *op) {
    for (size_t i = 0; i < m->responses.n; i++) {
        struct re_read_blob *b = PROTO_AT(m->responses, struct re_read_blob, i);
        if (re_digest_is(b->digest, &op->digest, op->size)) return b;
    }
    return NULL;
}

static void got_batch(struct exchange *e) {
    struct batch *batch = e->owner;
    struct client *c = batch->client;
    struct re_batch_read_response m;
    c->reading--;
    bool ok = e->code == RE_OK && grpc_answer(e, &re_batch_read_response_message, &m);
    if (ok) client_good(c);
    c->no_batch_reads |= e->code == RE_UNIMPLEMENTED; /* an old server: each blob is streamed */
    for (struct op *op; (op = op_list_take(&batch->ops));) {
        struct re_read_blob *b = ok ? find_blob(&m, op) : NULL;
        if (c->no_batch_reads && !c->gone)
            read_stream(op);
        else if (!ok)
            client_failed(op, e);
        else if (!b || (b->status && b->status->code))
            client_miss(op);
        else if (b->compressor || !client_check(&op->digest, op->size, b->data))
            client_wrong(op, "a blob whose bytes do not have its digest");
        else
            found_blob(op, b->data);
    }
    free(batch);
    pump_reads(c);
}

static void read_batch(struct client *c) {
    struct re_batch_read_request m = {.instance_name = instance(c)};
    struct exchange *e;
    struct arena a;
    uint64_t bytes = 0;
    arena_init(&a, NULL);
    struct batch *batch = calloc(1, sizeof *batch);
    if (!batch) BUG("no memory");
    batch->client = c;
    while (c->reads.first && batch->ops.n < BATCH_BLOBS &&
           (!batch->ops.n || bytes + c->reads.first->size + BLOB_OVERHEAD <= c->batch_bytes)) {
        struct op *op = op_list_take(&c->reads);
        bytes += op->size + BLOB_OVERHEAD;
        struct re_digest *d = proto_add(&a, &m.digests, sizeof *d);
        *d = *re_digest_of(&a, &op->digest, op->size);
        op_list_add(&batch->ops, op);
    }
    e = grpc_call(c, SERVICE "ContentAddressableStorage/BatchReadBlobs", &re_batch_read_request_message, &m,
                  got_batch, batch);
    arena_free(&a);
    c->reading++;
    net_start(e);
}

static void pump_reads(struct client *c) {
    while (c->reads.first && c->reading < BATCHES_READING && !c->gone) read_batch(c);
}

void grpc_get_blob(struct op *op) {
    struct client *c = op->client;
    if (c->no_batch_reads || op->size + BLOB_OVERHEAD > c->batch_bytes) return read_stream(op);
    op_list_add(&c->reads, op);
    pump_reads(c);
}

/* ---- putting ---- */

/* Some blobs on their way: in one batch, or streamed alone. `ops` and `at` say whose they are. */
struct upload {
    struct client *client;
    struct arena arena;
    uint64_t bytes;
    struct {
        struct blob_of {
            struct op *op;
            size_t blob;
        } * p;
        size_t n, cap;
    } parts;
};

static void pump_uploads(struct client *c);

static void put_done(struct exchange *e) {
    struct op *op = e->owner;
    struct re_action_result m;
    if (e->code != RE_OK || !grpc_answer(e, &re_action_result_message, &m)) return client_failed(op, e);
    client_good(op->client);
    client_stored(op);
}

static void put_record(struct op *op) {
    struct re_action_result result = {0};
    struct re_update_action_result_request m = {.instance_name = instance(op->client)};
    if (op->client->gone) return client_stored(op);
    record_result(op, &op->arena, &result);
    m.action_digest = re_digest_of(&op->arena, &op->digest, op->action_size);
    m.action_result = &result;
    net_start(grpc_call(op->client, SERVICE "ActionCache/UpdateActionResult",
                        &re_update_action_result_request_message, &m, put_done, op));
}

/* A blob of the op is at the server; after the last one the record may go. */
static void blob_stored(struct op *op) {
    if (!--op->left) grpc_blobs_stored(op, NULL);
}

/* One that cannot be stored takes the record with it, once the op's other blobs have come back. */
static void blob_failed(struct op *op, const struct exchange *e) {
    op->failed = true;
    if (!--op->left) grpc_blobs_stored(op, e);
}

void grpc_blobs_stored(struct op *op, const struct exchange *e) {
    if (op->execution) return execution_ready(op, !op->failed, e);
    if (!op->failed) return put_record(op);
    if (e && e->code != RE_OK) return client_failed(op, e);
    client_stored(op);
}

static struct upload *upload_new(struct client *c) {
    struct upload *u = calloc(1, sizeof *u);
    if (!u) BUG("no memory");
    u->client = c;
    arena_init(&u->arena, NULL);
    return u;
}

static void upload_end(struct upload *u) {
    struct client *c = u->client;
    arena_free(&u->arena);
    free(u);
    pump_uploads(c);
}

static struct blob *blob_at(const struct upload *u, size_t i) {
    return &u->parts.p[i].op->blobs[u->parts.p[i].blob];
}

/* Some servers answer in the order of the requests, without naming the digests. */
static bool was_stored(struct re_batch_update_response *m, size_t n, size_t at, const struct blob *b) {
    for (size_t i = 0; i < m->responses.n; i++) {
        struct re_blob_status *s = PROTO_AT(m->responses, struct re_blob_status, i);
        if (re_digest_is(s->digest, &b->digest, b->bytes.n)) return !s->status || !s->status->code;
        if (i == at && m->responses.n == n && !s->digest) return !s->status || !s->status->code;
    }
    return false;
}

static void batch_stored(struct exchange *e) {
    struct upload *u = e->owner;
    struct re_batch_update_response m;
    bool ok = e->code == RE_OK && grpc_answer(e, &re_batch_update_response_message, &m);
    for (size_t i = 0; i < u->parts.n; i++) {
        if (ok && was_stored(&m, u->parts.n, i, blob_at(u, i)))
            blob_stored(u->parts.p[i].op);
        else
            blob_failed(u->parts.p[i].op, e);
    }
    upload_end(u);
}

static void send_batch(struct upload *u) {
    struct re_batch_update_request m = {.instance_name = instance(u->client)};
    for (size_t i = 0; i < u->parts.n; i++) {
        struct re_blob *b = proto_add(&u->arena, &m.requests, sizeof *b);
        b->digest = re_digest_of(&u->arena, &blob_at(u, i)->digest, blob_at(u, i)->bytes.n);
        b->data = blob_at(u, i)->bytes;
    }
    net_start(grpc_call(u->client, SERVICE "ContentAddressableStorage/BatchUpdateBlobs",
                        &re_batch_update_request_message, &m, batch_stored, u));
}

/* An upload may end early, when somebody else has stored the blob meanwhile: then the committed size is the
 * whole one, or -1 for compressed bytes. */
static void stream_stored(struct exchange *e) {
    struct upload *u = e->owner;
    struct re_write_response m;
    struct op *op = u->parts.p[0].op;
    if (e->code == RE_ALREADY_EXISTS || (e->code == RE_OK && grpc_answer(e, &re_write_response_message, &m) &&
                                         (m.committed_size == (int64_t)u->bytes || m.committed_size == -1 ||
                                          m.committed_size == (int64_t)blob_at(u, 0)->bytes.n)))
        blob_stored(op);
    else
        blob_failed(op, e);
    upload_end(u);
}

/* A random name for the upload (RFC 9562, version 4). */
static struct str uuid(struct arena *a) {
    uint8_t b[16];
    if (getrandom(b, sizeof b, 0) != sizeof b) BUG("no random bytes");
    b[6] = (uint8_t)((b[6] & 15) | 64);
    b[8] = (uint8_t)((b[8] & 63) | 128);
    return str_printf(a, "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", b[0], b[1],
                      b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14],
                      b[15]);
}

static void send_stream(struct upload *u) {
    struct client *c = u->client;
    struct blob *b = blob_at(u, 0);
    struct str bytes = c->zstd ? zstd_pack(&u->arena, b->bytes) : b->bytes;
    struct str kind = str_printf(&u->arena, "uploads/" STR_FMT "/%s", STR_ARG(uuid(&u->arena)),
                                 c->zstd ? "compressed-blobs/zstd" : "blobs");
    struct re_write_request m = {.resource_name = blob_name(&u->arena, c, kind.p, &b->digest, b->bytes.n)};
    struct exchange *e = net_new(&c->net, NET_GRPC, STR("/google.bytestream.ByteStream/Write"));
    struct buf body;
    buf_init(&body, &e->arena);
    buf_reserve(&body, bytes.n + bytes.n / 1024 + 4096);
    for (size_t at = 0; at < bytes.n; at += CHUNK) {
        m.write_offset = (int64_t)at;
        m.data = (struct str){bytes.p + at, MIN(bytes.n - at, (size_t)CHUNK)};
        m.finish_write = at + m.data.n == bytes.n;
        grpc_frame(&body, &re_write_request_message, &m);
        m.resource_name = (struct str){0};
    }
    u->bytes = bytes.n;
    e->body = buf_view(&body);
    e->done = stream_stored;
    e->owner = u;
    net_start(e);
}

static struct upload *add_part(struct upload *batch, struct client *c, struct op *op, size_t blob) {
    uint64_t size = op->blobs[blob].bytes.n + BLOB_OVERHEAD;
    struct blob_of part = {op, blob};
    bool alone = size > c->batch_bytes;
    if (batch && !alone && (batch->bytes + size > c->batch_bytes || batch->parts.n >= BATCH_BLOBS)) {
        send_batch(batch);
        batch = NULL;
    }
    struct upload *u = alone || !batch ? upload_new(c) : batch;
    VEC_PUSH(&u->parts, &u->arena, part);
    u->bytes += size;
    if (!alone) return u;
    send_stream(u);
    return batch;
}

static bool lists(const struct re_find_missing_response *m, const struct blob *b) {
    for (size_t i = 0; i < m->missing.n; i++)
        if (re_digest_is(PROTO_AT(m->missing, struct re_digest, i), &b->digest, b->bytes.n)) return true;
    return false;
}

/* What the server lacks goes out; what it has is done. Every op is counted complete only after all its blobs
 * are on their way, so none ends while it is looked at. */
static void found_missing(struct exchange *e) {
    struct batch *batch = e->owner;
    struct client *c = batch->client;
    struct re_find_missing_response m;
    struct upload *u = NULL;
    c->finding--;
    bool ok = e->code == RE_OK && grpc_answer(e, &re_find_missing_response_message, &m);
    for (struct op *op; (op = op_list_take(&batch->ops));) {
        op->left = 1;
        for (size_t i = 0; ok && i < op->n_blobs; i++) {
            if (!lists(&m, &op->blobs[i])) continue;
            op->left++;
            u = add_part(u, c, op, i);
        }
        if (ok)
            blob_stored(op);
        else
            blob_failed(op, e);
    }
    if (u) send_batch(u);
    free(batch);
    pump_uploads(c);
}

static void find_missing(struct client *c) {
    struct re_find_missing_request m = {.instance_name = instance(c)};
    struct batch *batch = calloc(1, sizeof *batch);
    struct arena a;
    if (!batch) BUG("no memory");
    arena_init(&a, NULL);
    batch->client = c;
    while (c->uploads.first && m.blob_digests.n < BATCH_BLOBS) {
        struct op *op = op_list_take(&c->uploads);
        for (size_t i = 0; i < op->n_blobs; i++) {
            struct re_digest *d = proto_add(&a, &m.blob_digests, sizeof *d);
            *d = *re_digest_of(&a, &op->blobs[i].digest, op->blobs[i].bytes.n);
        }
        op_list_add(&batch->ops, op);
    }
    c->finding++;
    net_start(grpc_call(c, SERVICE "ContentAddressableStorage/FindMissingBlobs",
                        &re_find_missing_request_message, &m, found_missing, batch));
    arena_free(&a);
}

static void pump_uploads(struct client *c) {
    while (c->uploads.first && c->finding < BATCHES_FINDING && !c->gone) find_missing(c);
}

void grpc_upload(struct op *op) {
    op->failed = false;
    op_list_add(&op->client->uploads, op);
    pump_uploads(op->client);
}

static void put(struct op *op) {
    if (!op->client->update_enabled) return client_stored(op);
    if (!op->n_blobs) return put_record(op);
    grpc_upload(op);
}

/* ---- the table ---- */

static void dispatch(struct op *op) {
    if (op->client->gone) {
        if (op->kind == REMOTE_PUT)
            client_stored(op);
        else
            client_miss(op);
        return;
    }
    switch (op->kind) {
    case REMOTE_GET_ACTION: get_action(op); break;
    case REMOTE_GET_BLOB: grpc_get_blob(op); break;
    case REMOTE_EXECUTE: execution_start(op); break;
    default: put(op);
    }
}

static void ask(struct op *op) {
    if (op->client->known)
        dispatch(op);
    else
        op_list_add(&op->client->waiting, op);
}

const struct backend grpc_backend = {start, ask, ask, ask, ask};
