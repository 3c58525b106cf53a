/* The thread beside a build: it draws progress, writes events, and takes signals.
 *
 * The first Ctrl-C stops the build in good order; a second one ends the process at once (nothing is
 * half-written even then: outputs appear by rename). Signals are blocked everywhere and read here, so no
 * handler runs anywhere. */
#define _GNU_SOURCE
#include "engine/session.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum { LANES = 300 };

struct teller {
    struct watcher watcher;
    struct session *session;
    pthread_t thread;
    int signals, stop, events;
    sigset_t before;
    atomic_bool interrupted;
    bool bar, attended;
    /* under build.mutex */
    struct node *running[LANES];
    size_t begun, ended;
    struct arena arena;
    struct buf lines; /* events not yet written */
};

static void note_event(struct teller *t, struct node *n, bool begins, unsigned lane) {
    if (t->events < 0) return;
    buf_printf(&t->lines, "{\"event\":\"%s\",\"time_us\":%lld,\"lane\":%u,\"rule\":\"%s\",\"key\":",
               begins ? "begin" : "end", (long long)(now_nanos() - t->session->build.began) / 1000, lane,
               n->rule->name);
    buf_json(&t->lines, n->key);
    buf_puts(&t->lines, "}\n");
    if (t->lines.n < 32768) return;
    if (write(t->events, t->lines.p, t->lines.n) < 0) t->events = -1;
    t->lines.n = 0;
}

static void on_event(struct watcher *w, struct node *n, bool begins, unsigned lane) {
    struct teller *t = (struct teller *)w;
    if (n->rule->local) return;
    if (begins)
        t->begun++;
    else
        t->ended++;
    if (lane < LANES) t->running[lane] = begins ? n : NULL;
    note_event(t, n, begins, lane);
    if (!begins || !t->session->opt.verbose || t->bar || rule_is_internal(n->rule)) return;
    struct arena a;
    arena_init(&a, NULL);
    dprintf(2, "py2: %s\n", node_title(&a, n).p);
    arena_free(&a);
}

/* One line: how many stages ended of those begun, and what runs. */
static void draw(struct teller *t) {
    struct build *b = &t->session->build;
    struct winsize size;
    char line[512];
    size_t width =
        !ioctl(2, TIOCGWINSZ, &size) && size.ws_col > 20 ? MIN((size_t)size.ws_col - 1, sizeof line - 1) : 79;
    pthread_mutex_lock(&b->mutex);
    size_t n = (size_t)snprintf(line, sizeof line, "py2: %zu/%zu", t->ended, t->begun);
    struct arena a;
    arena_init(&a, NULL);
    for (size_t i = 0; i < LANES && n < width; i++)
        if (t->running[i])
            n += (size_t)snprintf(line + n, sizeof line - n, "  %s", node_title(&a, t->running[i]).p);
    arena_free(&a);
    bool any = t->begun > 0;
    pthread_mutex_unlock(&b->mutex);
    if (any) dprintf(2, "\r\033[K%.*s", (int)MIN(n, width), line);
}

static void on_signal(struct teller *t) {
    struct signalfd_siginfo info;
    if (read(t->signals, &info, sizeof info) != sizeof info) return;
    if (atomic_exchange(&t->interrupted, true)) {
        if (t->bar) dprintf(2, "\r\033[K");
        _exit(EXIT_INTERRUPTED);
    }
    schedule_cancel(&t->session->build, 1);
}

static void *teller_main(void *arg) {
    struct teller *t = arg;
    int64_t last = now_nanos();
    for (;;) {
        struct pollfd fds[] = {{.fd = t->stop, .events = POLLIN}, {.fd = t->signals, .events = POLLIN}};
        int n = poll(fds, 2, t->bar ? 100 : -1);
        if (n < 0 && errno != EINTR) break;
        if (n > 0 && fds[0].revents) break;
        if (n > 0 && fds[1].revents) on_signal(t);
        if (t->bar && now_nanos() - last > 90000000) {
            draw(t);
            last = now_nanos();
        }
    }
    return NULL;
}

struct teller *teller_start(struct session *s) {
    struct teller *t = NEW(&s->arena, struct teller);
    t->session = s;
    t->watcher.event = on_event;
    t->events = -1;
    arena_init(&t->arena, NULL);
    buf_init(&t->lines, &t->arena);
    enum progress p = s->opt.progress;
    t->bar = p == PROGRESS_BAR || (p == PROGRESS_AUTO && s->color && isatty(2));
    if (s->opt.events.n) {
        t->events = open(s->opt.events.p, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
        if (t->events < 0) tell(s, "warning: cannot write events to " STR_FMT ": %m", STR_ARG(s->opt.events));
    }
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &set, &t->before);
    t->signals = signalfd(-1, &set, SFD_CLOEXEC);
    t->stop = eventfd(0, EFD_CLOEXEC);
    s->build.watcher = &t->watcher;
    /* Without descriptors or threads nobody attends; signals then end the process as they always do. */
    t->attended = t->signals >= 0 && t->stop >= 0 && !pthread_create(&t->thread, NULL, teller_main, t);
    if (!t->attended) pthread_sigmask(SIG_SETMASK, &t->before, NULL);
    return t;
}

void teller_stop(struct teller *t) {
    uint64_t one = 1;
    if (t->attended) {
        if (write(t->stop, &one, sizeof one) != sizeof one) BUG("eventfd");
        pthread_join(t->thread, NULL);
    }
    t->session->build.watcher = NULL;
    if (t->bar && t->begun) dprintf(2, "\r\033[K");
    if (t->events >= 0) {
        ssize_t n = write(t->events, t->lines.p, t->lines.n);
        (void)n; /* events are a courtesy: a full disk must not fail the build */
        close(t->events);
    }
    if (t->signals >= 0) close(t->signals);
    if (t->stop >= 0) close(t->stop);
    /* A signal that came after the build was done ends the process now, as it would have without us. */
    pthread_sigmask(SIG_SETMASK, &t->before, NULL);
    arena_free(&t->arena);
}

bool teller_interrupted(const struct teller *t) {
    return atomic_load(&((struct teller *)t)->interrupted);
}

bool teller_draws(const struct teller *t) {
    return t->bar;
}
