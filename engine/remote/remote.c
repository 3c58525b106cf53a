/* Talking to the network client: starting it, questions from many threads, answers by one reader. */
#define _GNU_SOURCE
#include "engine/remote/remote.h"
#include "engine/remote/wire.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

struct question {
    uint32_t id;
    bool answered, found;
    char *bytes; /* malloc; the asker frees it */
    size_t n;
    pthread_cond_t ready;
    struct question *next;
};

struct remote {
    struct build *build;
    struct remote_options options;
    char client[4096];
    pthread_mutex_t mutex; /* guards all below but the socket's sending end */
    struct arena arena;
    bool started, gone;
    pid_t pid;
    pthread_t reader;
    uint32_t last_id;
    struct question *open;
    struct diags warnings;
    int refusals;        /* executions in a row that were not answered */
    uint64_t round_trip; /* microseconds that a question takes, about; 0: none was answered yet */
    bool late;           /* not all that was put arrived in time */
    int fd;
    pthread_mutex_t sending;
};

/* ---- opening ---- */

/* The client lies beside this program, or where distributions keep such programs. */
static bool find_client(struct remote *r) {
    char self[3900];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0) return false;
    self[n] = 0;
    *strrchr(self, '/') = 0;
    static const char *const places[] = {"%s/py2-remote", "%s/../libexec/py2/py2-remote"};
    for (size_t i = 0; i < COUNT(places); i++) {
        snprintf(r->client, sizeof r->client, i ? places[1] : places[0], self);
        if (!access(r->client, X_OK)) return true;
    }
    return false;
}

static bool good_url(struct str url) {
    static const char *const schemes[] = {"http://", "https://", "grpc://", "grpcs://"};
    for (size_t i = 0; i < COUNT(schemes); i++)
        if (str_starts(url, str_c(schemes[i])) && url.n > strlen(schemes[i])) return true;
    return false;
}

static bool readable(struct arena *a, struct str path, const char *what, struct str *why) {
    if (!path.n || !access(str_dup(a, path).p, R_OK)) return true;
    *why = str_printf(a, "the %s " STR_FMT " cannot be read: %s", what, STR_ARG(path), strerror(errno));
    return false;
}

static const struct remote_calls calls = {remote_worth, remote_get_action, remote_get_blob,
                                          remote_put,   remote_run,        remote_distrust};

struct remote *remote_open(struct build *b, const struct remote_options *o, struct str *why) {
    struct remote *r = build_keep_alloc(b, sizeof *r);
    r->build = b;
    b->remote_calls = &calls;
    r->options = *o;
    r->fd = -1;
    arena_init(&r->arena, b->memory);
    diags_init(&r->warnings, &r->arena);
    pthread_mutex_init(&r->mutex, NULL);
    pthread_mutex_init(&r->sending, NULL);
    *why = (struct str){0};
    if (!good_url(o->url))
        *why = str_printf(&b->arena,
                          "'" STR_FMT "' is not a remote: give http://, https://, grpc:// or grpcs://",
                          STR_ARG(o->url));
    else if (!find_client(r))
        *why = STR("this py2 has no network client: there is no py2-remote beside it");
    else if (readable(&b->arena, o->token_file, "token file", why) &&
             readable(&b->arena, o->ca_file, "CA file", why) &&
             readable(&b->arena, o->cert_file, "certificate", why))
        readable(&b->arena, o->key_file, "key", why);
    if (!why->n) return r;
    remote_close(r);
    return NULL;
}

/* ---- the client ---- */

static void warn(struct remote *r, const char *code, struct str text) {
    diag_warning(&r->warnings, code, (struct place){0}, STR_FMT, STR_ARG(text));
}

/* Nothing more will be answered. Called with the mutex held. */
static void give_up(struct remote *r) {
    r->gone = true;
    for (struct question *q = r->open; q; q = q->next) {
        q->answered = true;
        pthread_cond_signal(&q->ready);
    }
}

static bool read_all(int fd, void *p, size_t n) {
    for (size_t at = 0; at < n;) {
        ssize_t got = read(fd, (char *)p + at, n - at);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += (size_t)got;
    }
    return true;
}

static void take(struct remote *r, const struct remote_frame *f, char *bytes) {
    bool kept = false;
    pthread_mutex_lock(&r->mutex);
    if (f->op == REMOTE_WARN || f->op == REMOTE_GONE) {
        if (!r->gone) warn(r, f->op == REMOTE_GONE ? "PY2E0501" : "PY2E0503", (struct str){bytes, f->size});
        if (f->op == REMOTE_GONE) give_up(r);
    }
    for (struct question *q = r->open; q; q = q->next) {
        if (q->id != f->id || q->answered) continue;
        q->answered = kept = true;
        q->found = f->op == REMOTE_FOUND;
        q->bytes = bytes;
        q->n = f->size;
        pthread_cond_signal(&q->ready);
    }
    pthread_mutex_unlock(&r->mutex);
    if (!kept) free(bytes);
}

static void *reader_main(void *arg) {
    struct remote *r = arg;
    struct remote_frame f;
    while (read_all(r->fd, &f, sizeof f)) {
        char *bytes = malloc((size_t)f.size + 1);
        if (!bytes || !read_all(r->fd, bytes, f.size)) {
            free(bytes);
            break;
        }
        take(r, &f, bytes);
    }
    pthread_mutex_lock(&r->mutex);
    if (!r->gone) warn(r, "PY2E0501", STR("the network client ended; going on without the remote"));
    give_up(r);
    pthread_mutex_unlock(&r->mutex);
    return NULL;
}

/* Sends whole frames, one sender at a time. False when the client is not there any more. */
static bool send_frame(struct remote *r, uint32_t id, uint32_t op, const struct str *parts, size_t n) {
    struct remote_frame f = {0, id, op};
    bool ok = true;
    for (size_t i = 0; i < n; i++) f.size += (uint32_t)parts[i].n;
    pthread_mutex_lock(&r->sending);
    for (size_t i = 0; i <= n && ok; i++) {
        struct str part = i ? parts[i - 1] : (struct str){(const char *)&f, sizeof f};
        while (part.n && ok) {
            ssize_t sent = send(r->fd, part.p, part.n, MSG_NOSIGNAL);
            if (sent < 0 && errno == EINTR) continue;
            ok = sent > 0;
            if (ok) part = (struct str){part.p + sent, part.n - (size_t)sent};
        }
    }
    pthread_mutex_unlock(&r->sending);
    return ok;
}

static void send_config(struct remote *r) {
    const struct str *values = &r->options.url;
    struct arena a;
    struct buf b;
    arena_init(&a, NULL);
    buf_init(&b, &a);
    for (size_t i = 0; i < REMOTE_OPTIONS; i++) {
        buf_uleb(&b, values[i].n);
        buf_str(&b, values[i]);
    }
    struct str all = buf_view(&b);
    send_frame(r, 0, REMOTE_CONFIG, &all, 1);
    arena_free(&a);
}

/* The client gets its end of the pair as standard input. It must not see Ctrl-C: it ends when we do. */
static bool spawn_client(struct remote *r) {
    int pair[2];
    posix_spawn_file_actions_t actions;
    char *argv[] = {r->client, NULL};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair)) return false;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pair[1], 0);
    int error = posix_spawn(&r->pid, r->client, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(pair[1]);
    r->fd = pair[0];
    if (!error && !pthread_create(&r->reader, NULL, reader_main, r)) return true;
    close(pair[0]);
    r->fd = -1;
    return false;
}

/* Starts the client unless it is there. Called with the mutex held. */
static bool ready(struct remote *r) {
    if (r->gone) return false;
    if (r->started) return true;
    r->started = true;
    if (spawn_client(r)) {
        send_config(r);
        return true;
    }
    warn(r, "PY2E0501", STR("the network client cannot be started; going on without the remote"));
    give_up(r);
    return false;
}

/* ---- questions ---- */

/* Until there is an answer, or `patience` nanoseconds are over (0: there is no hurry). */
static void wait_for(struct remote *r, struct question *q, int64_t patience) {
    int64_t from = now_nanos();
    while (!q->answered && !r->build->cancelled && (!patience || now_nanos() - from < patience)) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 50000000; /* an interrupted build waits for nobody */
        if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
        pthread_cond_timedwait(&q->ready, &r->mutex, &until);
    }
}

/* Asks and waits. `w` NULL: the caller holds no slot. */
static bool ask(struct remote *r, struct worker *w, struct arena *a, uint32_t op, const struct str *parts,
                size_t n, int64_t patience, struct str *out) {
    struct question q = {0};
    pthread_cond_init(&q.ready, NULL);
    pthread_mutex_lock(&r->mutex);
    bool alive = ready(r);
    q.id = ++r->last_id;
    q.next = r->open;
    if (alive) r->open = &q;
    pthread_mutex_unlock(&r->mutex);
    if (!alive) return false;
    if (w) schedule_leave(r->build, w);
    bool sent = send_frame(r, q.id, op, parts, n);
    pthread_mutex_lock(&r->mutex);
    if (sent) wait_for(r, &q, patience);
    struct question **at = &r->open;
    while (*at != &q) at = &(*at)->next;
    *at = q.next;
    pthread_mutex_unlock(&r->mutex);
    if (w) schedule_return(r->build, w);
    if (q.found && out) *out = str_dup(a, (struct str){q.bytes, q.n});
    free(q.bytes);
    pthread_cond_destroy(&q.ready);
    return q.found;
}

static struct str bytes_of(const void *p, size_t n) {
    return (struct str){p, n};
}

bool remote_get_action(struct remote *r, struct worker *w, struct arena *a, const struct digest *key,
                       struct str *record, struct str *output) {
    struct str part = bytes_of(key, sizeof *key), all;
    int64_t from = now_nanos();
    bool found = ask(r, w, a, REMOTE_GET_ACTION, &part, 1, 0, &all);
    pthread_mutex_lock(&r->mutex);
    uint64_t took = (uint64_t)(now_nanos() - from) / 1000;
    r->round_trip = r->round_trip ? (7 * r->round_trip + took) / 8 : took;
    pthread_mutex_unlock(&r->mutex);
    if (!found) return false;
    struct reader read = reader_of(all);
    *record = reader_bytes(&read, reader_u64(&read));
    *output = reader_bytes(&read, (size_t)(read.end - read.p));
    return !read.bad;
}

bool remote_get_blob(struct remote *r, struct worker *w, struct arena *a, const struct digest *d,
                     uint64_t size, struct str *out) {
    struct str parts[] = {bytes_of(d, sizeof *d), bytes_of(&size, sizeof size)};
    if (size > REMOTE_MOST) return false;
    return ask(r, w, a, REMOTE_GET_BLOB, parts, COUNT(parts), 0, out);
}

void remote_put(struct remote *r, const struct digest *key, struct str record, const struct digest *d,
                struct str blob) {
    uint64_t sizes[] = {blob.n, record.n};
    struct str parts[] = {bytes_of(key, sizeof *key), bytes_of(d, sizeof *d), bytes_of(sizes, sizeof sizes),
                          record, blob};
    if (blob.n > REMOTE_MOST || record.n > REMOTE_MOST || !str_is(r->options.upload, "yes")) return;
    pthread_mutex_lock(&r->mutex);
    bool alive = ready(r);
    pthread_mutex_unlock(&r->mutex);
    if (alive) send_frame(r, 0, REMOTE_PUT, parts, COUNT(parts));
}

/* What a node takes, in microseconds, from its sources on: 0 when nothing is known. */
static uint64_t cost_of(const struct node *n) {
    return n->cost ? n->cost : n->micros;
}

/* Questions fly together: each bears a share of the way there and back, and its own handling. */
enum { TOGETHER = 16, HANDLING_MICROS = 300 };

bool remote_worth(struct remote *r, const struct node *n) {
    uint64_t cost = cost_of(n);
    pthread_mutex_lock(&r->mutex);
    bool worth = !r->gone && (!cost || cost > r->round_trip / TOGETHER + HANDLING_MICROS);
    pthread_mutex_unlock(&r->mutex);
    return worth || str_is(r->options.exec, "always");
}

enum { REFUSALS_MOST = 5, WORTH_MICROS = 50000 };

/* A stage of which nothing is known is run here: most are small. "always" is for those who want to see the
 * workers do it. */
bool remote_executes(struct remote *r, const struct node *n) {
    bool always = str_is(r->options.exec, "always");
    if (!always && !str_is(r->options.exec, "yes")) return false;
    pthread_mutex_lock(&r->mutex);
    bool yes = !r->gone && r->refusals < REFUSALS_MOST && str_starts(r->options.url, STR("grpc")) &&
               (always || n->micros > WORTH_MICROS + 4 * r->round_trip);
    pthread_mutex_unlock(&r->mutex);
    return yes;
}

/* Ten seconds more than four times as long as here; a minute when that is not known. */
static int64_t patience_for(uint64_t micros) {
    return micros ? (int64_t)micros * 4000 + 10000000000 : 60000000000;
}

bool remote_execute(struct remote *r, struct worker *w, struct arena *a, uint64_t micros, struct str packed,
                    struct str *result) {
    if (packed.n > REMOTE_MOST) return false;
    bool ok = ask(r, w, a, REMOTE_EXECUTE, &packed, 1, patience_for(micros), result);
    pthread_mutex_lock(&r->mutex);
    r->refusals = ok ? 0 : r->refusals + 1;
    pthread_mutex_unlock(&r->mutex);
    return ok;
}

void remote_distrust(struct remote *r) {
    pthread_mutex_lock(&r->mutex);
    if (!r->gone)
        warn(r, "PY2E0503", STR("the remote's record of a stage was wrong; it is not used any more"));
    give_up(r);
    pthread_mutex_unlock(&r->mutex);
}

/* ---- ending ---- */

/* An upload must not make a build much longer: it may take a tenth of the build's time, and a moment. */
void remote_flush(struct remote *r) {
    int64_t patience = (now_nanos() - r->build->began) / 10 + 2000000000;
    if (r->options.linger.n)
        patience = strtol(str_dup(&r->arena, r->options.linger).p, NULL, 10) * 1000000000;
    if (r->fd < 0 || r->build->cancelled || r->gone) return;
    r->late = !ask(r, NULL, NULL, REMOTE_FLUSH, NULL, 0, MAX(patience, 1), NULL);
}

void remote_warnings(struct remote *r, struct diags *into) {
    pthread_mutex_lock(&r->mutex);
    for (struct diag *m = r->warnings.first; m; m = m->next)
        diag_warning(into, m->code, m->place, STR_FMT, STR_ARG(m->text));
    diags_init(&r->warnings, &r->arena);
    pthread_mutex_unlock(&r->mutex);
}

static void end_client(struct remote *r) {
    pthread_mutex_lock(&r->mutex);
    r->gone = true;
    pthread_mutex_unlock(&r->mutex);
    shutdown(r->fd, SHUT_RDWR);
    pthread_join(r->reader, NULL);
    close(r->fd);
    /* Interrupted, it may be in the middle of something long. */
    if (r->build->cancelled || r->late) kill(r->pid, SIGKILL);
    while (waitpid(r->pid, NULL, 0) < 0 && errno == EINTR) {
    }
}

void remote_close(struct remote *r) {
    if (!r) return;
    if (r->fd >= 0) end_client(r);
    pthread_mutex_destroy(&r->mutex);
    pthread_mutex_destroy(&r->sending);
    arena_free(&r->arena);
}
