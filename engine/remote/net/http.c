/* A cache behind plain HTTP, in the layout that Bazel's clients use: /cas/<sha256> holds the bytes,
 * /ac/<key> an ActionResult. Any 2xx is success, 404 is a miss, nothing else than GET and PUT is asked. */
#define _GNU_SOURCE
#include "engine/remote/net/client.h"

static struct str path_of(struct arena *a, const char *kind, const struct digest *d) {
    char hex[65];
    digest_hex(d, hex);
    return str_printf(a, "/%s/%s", kind, hex);
}

static struct exchange *get(struct op *op, const char *kind, const struct digest *d, uint64_t most,
                            void (*done)(struct exchange *)) {
    struct exchange *e = net_new(&op->client->net, NET_GET, path_of(&op->arena, kind, d));
    e->most = most;
    e->owner = op;
    e->done = done;
    net_start(e);
    return e;
}

/* ---- blobs ---- */

static void got_blob(struct exchange *e) {
    struct op *op = e->owner;
    struct str bytes = e->answer;
    if (e->code != RE_OK) return client_failed(op, e);
    client_good(op->client);
    if (e->zstd && !zstd_unpack(&op->arena, e->answer, op->size, &bytes))
        return client_wrong(op, "a blob that does not unpack");
    if (!client_check(&op->digest, op->size, bytes))
        return client_wrong(op, "a blob whose bytes do not have its digest");
    if (op->kind == REMOTE_GET_ACTION) return client_found_run(op, bytes, (struct str){0});
    client_found(op, bytes);
}

static void get_blob(struct op *op) {
    get(op, "cas", &op->digest, op->size, got_blob);
}

/* ---- recorded runs ---- */

static void got_action(struct exchange *e) {
    struct op *op = e->owner;
    struct re_action_result m;
    struct str record;
    if (e->code != RE_OK) return client_failed(op, e);
    client_good(op->client);
    if (e->zstd || !proto_read(&op->arena, &re_action_result_message, e->answer, &m))
        return client_wrong(op, "an action result that is none");
    if (!record_of(&m, &record, &op->digest, &op->size)) return client_miss(op);
    if (record.n) return client_found_run(op, record, record_output(&m));
    get_blob(op);
}

static void get_action(struct op *op) {
    get(op, "ac", &op->digest, 4 << 20, got_action);
}

/* ---- putting: the blobs first, then the record that names them ---- */

static void put_record_done(struct exchange *e) {
    struct op *op = e->owner;
    if (e->code != RE_OK) return client_failed(op, e);
    client_good(op->client);
    client_stored(op);
}

static void put_next(struct op *op);

static void put_blob_done(struct exchange *e) {
    struct op *op = e->owner;
    if (e->code != RE_OK) return client_failed(op, e);
    put_next(op);
}

static void put_next(struct op *op) {
    struct net *n = &op->client->net;
    struct exchange *e;
    if (op->left) {
        const struct blob *b = &op->blobs[--op->left];
        e = net_new(n, NET_PUT, path_of(&op->arena, "cas", &b->digest));
        e->body = b->bytes;
        e->done = put_blob_done;
    } else {
        struct re_action_result m = {0};
        struct buf body;
        buf_init(&body, &op->arena);
        record_result(op, &op->arena, &m);
        proto_write(&body, &re_action_result_message, &m);
        e = net_new(n, NET_PUT, path_of(&op->arena, "ac", &op->digest));
        e->body = buf_view(&body);
        e->done = put_record_done;
    }
    e->owner = op;
    net_start(e);
}

static void put(struct op *op) {
    op->left = op->n_blobs;
    put_next(op);
}

static void start(struct client *c) {
    (void)c;
}

const struct backend http_backend = {start, get_action, get_blob, put, client_miss};
