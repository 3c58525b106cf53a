/* --events FILE: one JSON object a line, for programs that follow a build. docs/reports.md describes every
 * field; `schema` in the first line goes up when one changes its meaning or goes.
 *
 * Lines are written whole, in the order in which things happened. Events are a courtesy: when the file cannot
 * be written any more, the build goes on without them. */
#define _GNU_SOURCE
#include "engine/show/events.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

enum { SCHEMA = 1, FLUSH = 32 << 10 };

struct events {
    struct session *session;
    pthread_mutex_t mutex;
    int fd;
    struct arena arena;
    struct buf lines; /* not written yet */
};

static void flush(struct events *e) {
    for (size_t at = 0; e->fd >= 0 && at < e->lines.n;) {
        ssize_t n = write(e->fd, e->lines.p + at, e->lines.n - at);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) {
            close(e->fd);
            e->fd = -1;
        }
        at += n > 0 ? (size_t)n : 0;
    }
    e->lines.n = 0;
}

/* Begins a line; the mutex is held until it ends. */
static struct buf *line_begin(struct events *e, const char *event) {
    pthread_mutex_lock(&e->mutex);
    buf_printf(&e->lines, "{\"event\":\"%s\",\"time_us\":%lld", event,
               (long long)(now_nanos() - e->session->build.began) / 1000);
    return &e->lines;
}

static void line_end(struct events *e) {
    buf_puts(&e->lines, "}\n");
    if (e->lines.n >= FLUSH) flush(e);
    pthread_mutex_unlock(&e->mutex);
}

static void text_field(struct buf *b, const char *name, struct str value) {
    buf_printf(b, ",\"%s\":", name);
    buf_json(b, value);
}

static void digest_field(struct buf *b, const struct digest *d) {
    char hex[65];
    digest_hex(d, hex);
    buf_printf(b, ",\"digest\":\"%s\"", hex);
}

struct events *events_open(struct session *s) {
    struct events *e = NEW(&s->arena, struct events);
    e->session = s;
    e->fd = open(s->opt.events.p, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (e->fd < 0) {
        tell(s, "warning: cannot write events to " STR_FMT ": %m", STR_ARG(s->opt.events));
        return NULL;
    }
    pthread_mutex_init(&e->mutex, NULL);
    arena_init(&e->arena, NULL);
    buf_init(&e->lines, &e->arena);
    return e;
}

void events_close(struct events *e) {
    if (!e) return;
    flush(e);
    if (e->fd >= 0) close(e->fd);
    pthread_mutex_destroy(&e->mutex);
    arena_free(&e->arena);
}

void events_flush(struct events *e) {
    if (!e) return;
    pthread_mutex_lock(&e->mutex);
    flush(e);
    pthread_mutex_unlock(&e->mutex);
}

void events_start(struct events *e) {
    if (!e) return;
    struct session *s = e->session;
    struct buf *b = line_begin(e, "start");
    buf_printf(b, ",\"schema\":%d", SCHEMA);
    text_field(b, "version", str_c(s->tools->version));
    text_field(b, "command", s->command);
    text_field(b, "root", s->root);
    buf_printf(b, ",\"jobs\":%u", s->build.jobs);
    line_end(e);
}

void events_node(struct events *e, const struct node *n, enum node_event what, unsigned lane) {
    static const char *const names[] = {"begin", "end", "end", "cached"};
    if (!e) return;
    struct buf *b = line_begin(e, names[what]);
    buf_printf(b, ",\"lane\":%u", lane);
    text_field(b, "rule", str_c(n->rule->name));
    text_field(b, "key", n->key);
    if (what == EVENT_RAN || what == EVENT_FAILED) {
        buf_printf(b, ",\"ok\":%s", what == EVENT_RAN ? "true" : "false");
        if (what == EVENT_RAN) buf_printf(b, ",\"busy_us\":%llu", (unsigned long long)n->micros);
        text_field(b, "why", n->reason);
    }
    if (what == EVENT_CACHED) buf_printf(b, ",\"remote\":%s", n->from_remote ? "true" : "false");
    if (what == EVENT_RAN || what == EVENT_CACHED) digest_field(b, &n->digest);
    line_end(e);
}

void events_diagnostic(struct events *e, struct str json) {
    if (!e) return;
    struct buf *b = line_begin(e, "diagnostic");
    buf_puts(b, ",\"diagnostic\":");
    buf_put(b, json.p, json.n - (json.n && json.p[json.n - 1] == '\n'));
    line_end(e);
}

void events_output(struct events *e, struct str path, const struct digest *digest, bool wrote) {
    if (!e) return;
    struct buf *b = line_begin(e, "output");
    text_field(b, "path", path);
    digest_field(b, digest);
    buf_printf(b, ",\"written\":%s", wrote ? "true" : "false");
    line_end(e);
}

void events_finish(struct events *e, int code) {
    if (!e) return;
    const struct build *d = &e->session->build;
    struct buf *b = line_begin(e, "finish");
    buf_printf(b, ",\"exit\":%d,\"ran\":%zu,\"cached\":%zu,\"remote\":%zu,\"clean\":%zu,\"failed\":%zu", code,
               d->n_ran, d->n_cached, d->n_remote, d->n_clean, d->n_failed);
    line_end(e);
    events_flush(e);
}
