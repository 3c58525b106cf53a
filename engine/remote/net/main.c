/* py2-remote: asks a remote cache or executor on behalf of the py2 that started it.
 *
 * Standard input is one end of a socket pair; wire.h says what is spoken. The program ends when py2 closes
 * its end. It is started by py2 only. */
#define _GNU_SOURCE
#include "engine/remote/net/client.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

/* Held for uploads before py2 is made to wait: a fast build must not fill the memory. */
enum { PUT_BYTES_MOST = 128 << 20 };

static bool configure(struct client *c, struct str bytes) {
    struct reader r = reader_of(bytes);
    struct remote_options o;
    struct str *values = &o.url, why = {0};
    for (size_t i = 0; i < REMOTE_OPTIONS; i++) values[i] = reader_bytes(&r, reader_uleb(&r));
    struct arena *a = &c->arena;
    arena_init(a, NULL);
    for (size_t i = 0; i < REMOTE_OPTIONS; i++) values[i] = str_dup(a, values[i]);
    bool ok = net_init(&c->net, &o, &why);
    c->backend = c->net.grpc ? &grpc_backend : &http_backend;
    if (ok)
        c->backend->start(c);
    else
        client_gone(c, why);
    return true;
}

static struct op *op_new(struct client *c, const struct remote_frame *f) {
    struct op *op = calloc(1, sizeof *op);
    if (!op) BUG("no memory");
    op->client = c;
    op->id = f->id;
    op->kind = f->op;
    arena_init(&op->arena, NULL);
    return op;
}

static void get_digest(struct reader *r, struct digest *d) {
    memcpy(d, reader_bytes(r, sizeof *d).p, sizeof *d);
}

static void take_put(struct op *op, struct reader *r) {
    struct client *c = op->client;
    struct blob blob;
    get_digest(r, &op->digest);
    record_key(op);
    get_digest(r, &blob.digest);
    uint64_t blob_n = reader_u64(r), record_n = reader_u64(r);
    op->record = str_dup(&op->arena, reader_bytes(r, record_n));
    blob.bytes = str_dup(&op->arena, reader_bytes(r, blob_n));
    op->blobs = NEW_N(&op->arena, struct blob, 2);
    if (blob_n) op->blobs[op->n_blobs++] = blob;
    op->size = blob_n + record_n;
    c->puts++;
    c->put_bytes += op->size;
    record_prepare(op);
    if (c->gone || c->no_uploads)
        client_stored(op);
    else
        c->backend->put(op);
}

static void take(struct client *c, const struct remote_frame *f, struct str bytes) {
    struct reader r = reader_of(bytes);
    if (f->op == REMOTE_CONFIG) {
        configure(c, bytes);
        return;
    }
    struct op *op = op_new(c, f);
    if (f->op == REMOTE_PUT) return take_put(op, &r);
    if (f->op == REMOTE_FLUSH) {
        if (c->puts && !c->gone)
            op_list_add(&c->flushes, op);
        else
            client_found(op, (struct str){0});
        return;
    }
    if (c->gone) return client_miss(op);
    if (f->op == REMOTE_EXECUTE) {
        op->record = str_dup(&op->arena, bytes);
        return c->backend->execute(op);
    }
    get_digest(&r, &op->digest);
    if (f->op == REMOTE_GET_ACTION) {
        record_key(op);
        return c->backend->get_action(op);
    }
    op->size = reader_u64(&r);
    c->backend->get_blob(op);
}

/* ---- the socket pair ---- */

static void take_frames(struct client *c) {
    size_t at = 0;
    struct remote_frame f;
    while (c->in_n - at >= sizeof f) {
        memcpy(&f, c->in + at, sizeof f);
        if (c->in_n - at - sizeof f < f.size) break;
        take(c, &f, (struct str){c->in + at + sizeof f, f.size});
        at += sizeof f + f.size;
    }
    memmove(c->in, c->in + at, c->in_n - at);
    c->in_n -= at;
}

static void receive(struct client *c) {
    if (c->in_cap - c->in_n < 256 << 10) {
        c->in_cap = c->in_cap * 2 + (512 << 10);
        c->in = realloc(c->in, c->in_cap);
        if (!c->in) BUG("no memory");
    }
    ssize_t n = recv(c->fd, c->in + c->in_n, c->in_cap - c->in_n, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (n <= 0) {
        c->ended = true;
        return;
    }
    c->in_n += (size_t)n;
    take_frames(c);
}

static void transmit(struct client *c) {
    ssize_t n = send(c->fd, c->out + c->out_at, c->out_n - c->out_at, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (n < 0 && errno != EAGAIN && errno != EINTR) c->ended = true;
    if (n > 0) c->out_at += (size_t)n;
    if (c->out_at == c->out_n) c->out_at = c->out_n = 0;
}

int main(void) {
    static struct client client; /* large, and one */
    struct client *c = &client;
    int events;
    /* Ctrl-C goes to the whole group; py2 decides what becomes of us. */
    signal(SIGINT, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    if (!isatty(0) && send(c->fd, NULL, 0, MSG_NOSIGNAL) < 0 && errno == ENOTSOCK) {
        fprintf(stderr, "py2-remote is started by py2 --remote, not by hand\n");
        return 2;
    }
    /* The options come first; until they are there, there is nothing to wait for but them. */
    while (!c->backend && !c->ended) {
        char byte;
        if (recv(c->fd, &byte, 1, MSG_PEEK) <= 0) c->ended = true;
        if (!c->ended) receive(c);
    }
    while (!c->ended) {
        bool room = c->put_bytes < PUT_BYTES_MOST;
        net_turn(&c->net);
        if (c->out_n) transmit(c);
        net_wait(&c->net, c->fd, room, c->out_n > 0, &events);
        if (events & 1) receive(c);
        if (c->gone && !c->out_n) c->ended = true; /* all is said; py2 goes on alone */
    }
    return 0;
}
