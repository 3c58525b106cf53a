/* The thread beside a build: it shows progress, hands on events, and takes signals.
 *
 * The first Ctrl-C stops the build in good order; a second one ends the process at once (nothing is
 * half-written even then: outputs appear by rename). Signals are blocked everywhere and read here, so no
 * handler runs anywhere. */
#define _GNU_SOURCE
#include "engine/show/events.h"
#include "engine/graph/run.h"
#include "engine/show/screen.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

/* Milliseconds: between frames, between plain lines, and how short a build is not worth a picture. */
enum { FRAME = 100, PLAIN_LINE = 10000, SHORT_BUILD = 150, MOST_STAGES = 64 };
/* Seconds before which nobody can say how long it takes. */
enum { FIRST_ESTIMATE = 1 };

struct teller {
    struct watcher watcher;
    struct session *session;
    pthread_t thread;
    int signals, stop;
    sigset_t before;
    atomic_bool interrupted, quiet;
    bool bar, plain, attended, unicode;
    bool drawn; /* a frame may be on the screen; this thread's */
    int64_t next, surveyed;
    double share; /* of the recorded work that is done, as surveyed last */
};

static void write_all(const struct buf *b) {
    for (size_t at = 0; at < b->n;) {
        ssize_t n = write(2, b->p + at, b->n - at);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return;
        at += (size_t)n;
    }
}

/* ---- what the build does ---- */

/* Under build.mutex. */
static void on_event(struct watcher *w, struct node *n, enum node_event what, unsigned lane) {
    struct teller *t = (struct teller *)w;
    struct session *s = t->session;
    if (n->rule->local) return;
    events_node(s->events, n, what, lane);
    if (what != EVENT_BEGIN || !s->opt.verbose || t->bar || n->rule->recipe) return;
    struct arena a;
    struct buf line;
    arena_init(&a, NULL);
    buf_init(&line, &a);
    buf_printf(&line, "py2: " STR_FMT "\n", STR_ARG(node_title(&a, n)));
    write_all(&line);
    arena_free(&a);
}

/* How much of the work is done, going by how long it took before: the rest will take as this did. Under
 * build.mutex; looks at everything that is remembered, so not for every frame. */
static double survey(struct build *b) {
    uint64_t all, done;
    state_work(b->state, &all, &done);
    return all ? (double)done / (double)all : 0;
}

static int by_age(const void *a, const void *b) {
    const struct screen_stage *x = a, *y = b;
    return x->nanos != y->nanos ? (x->nanos < y->nanos ? 1 : -1) : str_cmp(x->title, y->title);
}

/* The runs that work right now: not those that wait, nor those with another one above them on their thread's
 * stack. */
static size_t find_stages(const struct build *b, struct arena *a, int64_t now, struct screen_stage *out,
                          int64_t *longest) {
    size_t n = 0;
    for (const struct run *r = b->runs; r; r = r->next) {
        const struct worker *w = r->worker;
        if (w->waiting_on || !w->stack.n || w->stack.p[w->stack.n - 1] != r->node) continue;
        if (r->node->rule->local) continue;
        *longest = MAX(*longest, (int64_t)r->expected * 1000 - (now - r->began));
        if (n < MOST_STAGES) out[n++] = (struct screen_stage){node_title(a, r->node), now - r->began};
    }
    if (n) qsort(out, n, sizeof *out, by_age);
    return n;
}

static void look(struct teller *t, struct arena *a, struct screen *out) {
    struct build *b = &t->session->build;
    struct screen_stage *stages = NEW_N(a, struct screen_stage, MOST_STAGES);
    int64_t longest = 0, now = now_nanos();
    pthread_mutex_lock(&b->mutex);
    out->elapsed = now - b->began;
    out->done = b->n_ran + b->n_cached + b->n_clean + b->n_failed;
    out->total = out->done + b->n_queued + b->n_begun;
    out->cached = b->n_cached - b->n_remote;
    out->remote = b->n_remote;
    out->n_stages = find_stages(b, a, now, stages, &longest);
    out->stages = stages;
    if (now - t->surveyed > 500000000) {
        t->share = survey(b);
        t->surveyed = now;
    }
    pthread_mutex_unlock(&b->mutex);
    out->eta = -1;
    if (out->elapsed > FIRST_ESTIMATE * 1000000000LL && t->share > 0.02 && t->share < 1)
        out->eta = MAX((int64_t)((double)out->elapsed * (1 - t->share) / t->share), longest);
}

/* ---- showing it ---- */

static void erase(struct teller *t) {
    if (t->drawn && write(2, screen_clear, strlen(screen_clear)) < 0) t->bar = false;
    t->drawn = false;
}

static void show(struct teller *t) {
    struct arena a;
    struct buf out;
    struct winsize size = {0};
    struct screen screen = {.color = t->session->color, .unicode = t->unicode};
    arena_init(&a, NULL);
    buf_init(&out, &a);
    look(t, &a, &screen);
    if (ioctl(2, TIOCGWINSZ, &size) || !size.ws_col) size = (struct winsize){.ws_row = 24, .ws_col = 80};
    screen.columns = size.ws_col;
    screen.rows = size.ws_row ? size.ws_row : 24;
    bool worth = screen.total && screen.elapsed > SHORT_BUILD * 1000000LL && !t->quiet;
    if (worth && t->bar) {
        screen_frame(&out, &screen);
        t->drawn = true;
    } else if (worth && t->plain) {
        buf_puts(&out, "py2: ");
        screen_plain(&out, &screen);
        buf_putc(&out, '\n');
    }
    write_all(&out);
    arena_free(&a);
}

/* ---- signals ---- */

static void on_signal(struct teller *t) {
    struct signalfd_siginfo info;
    if (read(t->signals, &info, sizeof info) != sizeof info) return;
    switch (info.ssi_signo) {
    case SIGWINCH: t->next = 0; return;
    case SIGTSTP: /* the shell's prompt gets a clean place; the next frame comes when we go on */
        erase(t);
        raise(SIGSTOP);
        t->next = 0;
        return;
    default: break;
    }
    if (atomic_exchange(&t->interrupted, true)) {
        erase(t);
        events_finish(t->session->events, EXIT_INTERRUPTED);
        _exit(EXIT_INTERRUPTED);
    }
    schedule_cancel(&t->session->build, 1);
}

static void *teller_main(void *arg) {
    struct teller *t = arg;
    bool ticks = t->bar || t->plain || t->session->events;
    int64_t period = (t->bar ? FRAME : PLAIN_LINE) * 1000000LL;
    t->next = now_nanos() + (t->bar ? SHORT_BUILD * 1000000LL : period);
    for (;;) {
        struct pollfd fds[] = {{.fd = t->stop, .events = POLLIN}, {.fd = t->signals, .events = POLLIN}};
        int n = poll(fds, 2, ticks ? FRAME : -1);
        if (n < 0 && errno != EINTR) break;
        if (n > 0 && fds[0].revents) break;
        if (n > 0 && fds[1].revents) on_signal(t);
        events_flush(t->session->events);
        if (!(t->bar || t->plain) || now_nanos() < t->next) continue;
        show(t);
        t->next = now_nanos() + period - 5000000;
    }
    erase(t);
    return NULL;
}

/* ---- beginning and ending ---- */

static bool speaks_unicode(void) {
    const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < COUNT(names); i++) {
        const char *v = getenv(names[i]);
        if (v && *v) return strcasestr(v, "utf-8") || strcasestr(v, "utf8");
    }
    return false;
}

static void choose_display(struct teller *t) {
    struct session *s = t->session;
    const char *term = getenv("TERM");
    bool can_draw = isatty(2) && term && *term && strcmp(term, "dumb") != 0;
    enum progress p = s->opt.progress;
    bool human = s->opt.format == FORMAT_HUMAN;
    t->bar = p == PROGRESS_BAR || (p == PROGRESS_AUTO && can_draw && human);
    t->plain = !t->bar && human && !s->opt.verbose && p != PROGRESS_NONE;
    t->unicode = speaks_unicode();
}

struct teller *teller_start(struct session *s) {
    struct teller *t = NEW(&s->arena, struct teller);
    t->session = s;
    t->watcher.event = on_event;
    choose_display(t);
    if (s->opt.events.n && !s->events) s->events = events_open(s);
    events_start(s->events);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    if (t->bar) sigaddset(&set, SIGWINCH);
    if (t->bar) sigaddset(&set, SIGTSTP);
    pthread_sigmask(SIG_BLOCK, &set, &t->before);
    t->signals = signalfd(-1, &set, SFD_CLOEXEC);
    t->stop = eventfd(0, EFD_CLOEXEC);
    s->build.watcher = &t->watcher;
    /* Without descriptors or threads nobody attends; signals then end the process as they always do. */
    t->attended = t->signals >= 0 && t->stop >= 0 && !pthread_create(&t->thread, NULL, teller_main, t);
    if (!t->attended) pthread_sigmask(SIG_SETMASK, &t->before, NULL);
    return t;
}

void teller_stop(struct teller *t, int code) {
    uint64_t one = 1;
    if (t->attended) {
        if (write(t->stop, &one, sizeof one) != sizeof one) BUG("eventfd");
        pthread_join(t->thread, NULL);
    }
    t->session->build.watcher = NULL;
    events_finish(t->session->events, code);
    if (t->signals >= 0) close(t->signals);
    if (t->stop >= 0) close(t->stop);
    /* A signal that came after the build was done ends the process now, as it would have without us. */
    pthread_sigmask(SIG_SETMASK, &t->before, NULL);
}

bool teller_interrupted(const struct teller *t) {
    return atomic_load(&((struct teller *)t)->interrupted);
}

bool teller_draws(const struct teller *t) {
    return t->bar;
}

void teller_quiet(struct teller *t) {
    if (!t) return;
    t->quiet = true;
    /* A frame that is being drawn right now is drawn over what is erased here, and erased at the end. */
    if (t->bar && write(2, screen_clear, strlen(screen_clear)) < 0) t->quiet = true;
}
