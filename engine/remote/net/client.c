/* What both ways of asking share: answering py2, counting failures, records. */
#define _GNU_SOURCE
#include "engine/remote/net/client.h"

#include <stdlib.h>
#include <zstd.h>

enum { FAILURES_MOST = 3, WRONG_MOST = 20 };

void op_list_add(struct op_list *l, struct op *op) {
    op->next = NULL;
    if (!l->first) l->last = &l->first;
    *l->last = op;
    l->last = &op->next;
    l->n++;
}

struct op *op_list_take(struct op_list *l) {
    struct op *op = l->first;
    if (!op) return NULL;
    l->first = op->next;
    l->n--;
    return op;
}

/* ---- answering ---- */

static void send_frame(struct client *c, uint32_t id, enum remote_op op, struct str bytes) {
    struct remote_frame f = {(uint32_t)bytes.n, id, op};
    size_t need = c->out_n + sizeof f + bytes.n;
    if (need > c->out_cap) {
        c->out_cap = MAX(need, c->out_cap * 2);
        c->out = realloc(c->out, c->out_cap);
        if (!c->out) BUG("no memory");
    }
    memcpy(c->out + c->out_n, &f, sizeof f);
    if (bytes.n) memcpy(c->out + c->out_n + sizeof f, bytes.p, bytes.n);
    c->out_n = need;
}

static void op_end(struct op *op) {
    arena_free(&op->arena);
    free(op);
}

void client_found(struct op *op, struct str bytes) {
    send_frame(op->client, op->id, REMOTE_FOUND, bytes);
    op_end(op);
}

void client_found_run(struct op *op, struct str record, struct str output) {
    uint64_t size = record.n;
    struct buf b;
    buf_init(&b, &op->arena);
    buf_put(&b, &size, sizeof size);
    buf_str(&b, record);
    buf_str(&b, output);
    client_found(op, buf_view(&b));
}

void client_miss(struct op *op) {
    send_frame(op->client, op->id, REMOTE_MISS, (struct str){0});
    op_end(op);
}

void client_stored(struct op *op) {
    struct client *c = op->client;
    c->puts--;
    c->put_bytes -= op->size;
    op_end(op);
    for (struct op *f; !c->puts && (f = op_list_take(&c->flushes));) client_found(f, (struct str){0});
}

static void give_back(struct op *op) {
    if (op->kind == REMOTE_PUT)
        client_stored(op);
    else
        client_miss(op);
}

/* ---- failures ---- */

void client_good(struct client *c) {
    c->failures = 0;
}

static struct str where(struct client *c, struct arena *a) {
    return str_dup(a, c->net.options.url);
}

void client_gone(struct client *c, struct str why) {
    struct arena a;
    if (c->gone) return;
    arena_init(&a, NULL);
    c->gone = true;
    send_frame(c, 0, REMOTE_GONE,
               str_printf(&a, "the remote " STR_FMT " is not used any more: " STR_FMT, STR_ARG(where(c, &a)),
                          STR_ARG(why)));
    arena_free(&a);
}

static void warn(struct client *c, const char *what, struct str why) {
    struct arena a;
    arena_init(&a, NULL);
    send_frame(
        c, 0, REMOTE_WARN,
        str_printf(&a, "the remote " STR_FMT " %s: " STR_FMT, STR_ARG(where(c, &a)), what, STR_ARG(why)));
    arena_free(&a);
}

void client_warn_once(struct client *c, bool *told, const char *what, struct str why) {
    if (!*told) warn(c, what, why);
    *told = true;
}

static void count_wrong(struct client *c, struct str why) {
    client_warn_once(c, &c->told_wrong, "sent something wrong", why);
    if (++c->wrong >= WRONG_MOST) client_gone(c, STR("it keeps sending wrong answers"));
}

void client_failed(struct op *op, const struct exchange *e) {
    struct client *c = op->client;
    bool put = op->kind == REMOTE_PUT;
    switch (e->code) {
    case RE_UNAUTHENTICATED:
    case RE_PERMISSION_DENIED:
        if (!put)
            client_gone(c, e->why);
        else if (!c->no_uploads)
            warn(c, "takes no uploads", e->why);
        c->no_uploads |= put;
        break;
    case RE_NOT_FOUND: break;
    case RE_DATA_LOSS: count_wrong(c, e->why); break;
    case RE_UNAVAILABLE:
    case RE_DEADLINE_EXCEEDED:
    case RE_RESOURCE_EXHAUSTED:
    case RE_ABORTED:
        if (++c->failures >= FAILURES_MOST || !c->net.answered) client_gone(c, e->why);
        break;
    default: /* the server does not like how we ask: it will not the next time */
        count_wrong(c, e->why);
        break;
    }
    give_back(op);
}

void client_wrong(struct op *op, const char *what) {
    count_wrong(op->client, str_c(what));
    give_back(op);
}

bool client_check(const struct digest *d, uint64_t size, struct str bytes) {
    struct digest is = digest_of(bytes);
    return bytes.n == size && digest_eq(&is, d);
}

/* ---- records ---- */

void record_key(struct op *op) {
    struct digest none = digest_of((struct str){0});
    struct re_action m = {.salt = {(const char *)&op->digest, sizeof op->digest}};
    struct buf b;
    m.command_digest = m.input_root_digest = re_digest_of(&op->arena, &none, 0);
    buf_init(&b, &op->arena);
    proto_write(&b, &re_action_message, &m);
    op->digest = digest_of(buf_view(&b));
    op->action_size = b.n;
}

void record_prepare(struct op *op) {
    if (op->record.n <= RECORD_INLINE) return;
    op->blobs[op->n_blobs++] = (struct blob){digest_of(op->record), op->record};
}

/* The output is named too, so that servers that drop blobs know what belongs together. */
void record_result(struct op *op, struct arena *a, struct re_action_result *m) {
    for (size_t i = 0; i < op->n_blobs; i++) {
        const struct blob *b = &op->blobs[i];
        if (b->bytes.p == op->record.p) continue;
        struct re_output_file *f = proto_add(a, &m->output_files, sizeof *f);
        f->path = STR("out");
        f->digest = re_digest_of(a, &b->digest, b->bytes.n);
        if (b->bytes.n <= OUTPUT_INLINE) f->contents = b->bytes;
    }
    if (op->record.n <= RECORD_INLINE) {
        m->stdout_raw = op->record;
        return;
    }
    struct digest d = digest_of(op->record);
    m->stdout_digest = re_digest_of(a, &d, op->record.n);
}

bool record_of(const struct re_action_result *m, struct str *record, struct digest *d, uint64_t *size) {
    *record = m->stdout_raw;
    if (m->exit_code) return false;
    if (record->n) return true;
    if (!m->stdout_digest || m->stdout_digest->size_bytes <= 0) return false;
    *size = (uint64_t)m->stdout_digest->size_bytes;
    return *size <= (uint64_t)16 << 20 && digest_parse(d, m->stdout_digest->hash);
}

struct str record_output(const struct re_action_result *m) {
    struct str none = {0};
    return m->output_files.n ? PROTO_AT(m->output_files, struct re_output_file, 0)->contents : none;
}

/* ---- compression ---- */

bool zstd_unpack(struct arena *a, struct str packed, uint64_t size, struct str *out) {
    ZSTD_DCtx *ctx = ZSTD_createDCtx();
    char *p = arena_alloc(a, (size_t)size + 1);
    ZSTD_outBuffer into = {p, (size_t)size + 1, 0};
    ZSTD_inBuffer from = {packed.p, packed.n, 0};
    size_t left = 1;
    ZSTD_DCtx_setParameter(ctx, ZSTD_d_windowLogMax, 27);
    while (from.pos < from.size && into.pos <= size) {
        left = ZSTD_decompressStream(ctx, &into, &from);
        if (ZSTD_isError(left)) break;
    }
    ZSTD_freeDCtx(ctx);
    *out = (struct str){p, into.pos};
    return !left && into.pos == size && from.pos == from.size;
}

struct str zstd_pack(struct arena *a, struct str bytes) {
    size_t room = ZSTD_compressBound(bytes.n);
    char *p = arena_alloc(a, room);
    size_t n = ZSTD_compress(p, room, bytes.p, bytes.n, 1);
    if (ZSTD_isError(n)) BUG("zstd: %s", ZSTD_getErrorName(n));
    return (struct str){p, n};
}
