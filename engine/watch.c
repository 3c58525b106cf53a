/* --watch: builds again when something changed that the last round looked at.
 *
 * Invariants:
 *  - Events only say when to look; what changed is found by the round itself, which asks every question
 * again. So a lost event (the queue overflowed, a directory was not watched yet) costs at most a round.
 *  - Watched are the directories that hold what the graph's leaves name and those above them, and nothing
 * else of the tree. A leaf whose directory is missing is waited for at the nearest directory above that
 * exists.
 *  - Directories that came under watch after a round may have changed before they did: the round is done once
 *    more, silently.
 *  - The graph stays in memory between rounds; the workspace's lock does not stay taken. When another py2
 * wrote meanwhile, or the memory has grown much, the graph is loaded anew. */
#define _GNU_SOURCE
#include "engine/session.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum {
    QUIET_MS = 10,        /* a change is followed when nothing more came for so long, */
    LONGEST_BURST = 2000, /* but not later than so long after the first */
    LOOK_MS = 1000,       /* how often to look when the system gives no events */
    GROWTH = 64 << 20
};

struct watched {
    struct str path;      /* as the leaves name it: relative to the root, or absolute */
    int wd;               /* -1: gone */
    bool listed;          /* a leaf is the directory's own listing */
    struct watched *same; /* another path to the same directory */
};

struct watch {
    struct session *session;
    struct build *build;
    int events, signals;
    struct arena arena;
    struct map dirs; /* path -> struct watched */
    struct map
        expected; /* paths that are no leaves but decide about some: missing directories, targets of links */
    VEC(struct watched *) by_wd;
    size_t nodes_seen; /* of the build's table */
    bool lost;         /* the system gives out no more watches */
    bool again;        /* a directory went: look at all leaves again */
    /* what changed since the last round began; guarded by mutex */
    pthread_mutex_t mutex;
    bool dirty;
    size_t n_changed;
    char first[256];
};

/* ---- what to watch ---- */

static bool watch_dir(struct watch *w, struct str path, bool listed) {
    bool is_new;
    path = str_is(path, ".") ? STR("") : path;
    struct watched *d = map_get(&w->dirs, path);
    if (!d || d->wd < 0) /* a directory is moved by what happens above it, too */
        if (path.n && path.p[0] != '/') watch_dir(w, path_dir(path), false);
    if (!d) {
        d = NEW(&w->arena, struct watched);
        *d = (struct watched){.path = str_dup(&w->arena, path), .wd = -1};
        *map_at(&w->dirs, d->path, &is_new) = d;
    }
    d->listed |= listed;
    if (d->wd >= 0) return true;
    struct arena a;
    arena_init(&a, NULL);
    d->wd = inotify_add_watch(w->events, build_path(&a, w->build, path).p,
                              IN_CREATE | IN_DELETE | IN_MOVE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB |
                                  IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR);
    int error = errno;
    arena_free(&a);
    if (d->wd < 0) {
        if (error != ENOENT && error != ENOTDIR && error != EACCES && error != ELOOP) w->lost = true;
        return false;
    }
    while (w->by_wd.n <= (size_t)d->wd) VEC_PUSH(&w->by_wd, &w->arena, NULL);
    d->same = w->by_wd.p[d->wd];
    w->by_wd.p[d->wd] = d;
    return true;
}

/* Its leaves are looked at again, and it is watched again when it is back. */
static void unwatch(struct watch *w, int wd) {
    for (struct watched *d = w->by_wd.p[wd], *next; d; d = next) {
        next = d->same;
        d->wd = -1;
        d->same = NULL;
    }
    w->by_wd.p[wd] = NULL;
    inotify_rm_watch(w->events, wd);
    w->again = true;
}

/* What the paths below lead to now is not what is watched. */
static void unwatch_below(struct watch *w, struct str path) {
    for (size_t i = 0; i < w->dirs.n; i++) {
        const struct watched *d = w->dirs.entries[i].value;
        bool below = str_starts(d->path, path) && (d->path.n == path.n || d->path.p[path.n] == '/');
        if (below && d->wd >= 0) unwatch(w, d->wd);
    }
}

static void expect(struct watch *w, struct str path) {
    bool is_new;
    struct str kept = str_dup(&w->arena, path);
    *map_at(&w->expected, kept, &is_new) = w;
}

/* The directory that holds a leaf, or else the place where it would appear. */
static void watch_around(struct watch *w, struct str path) {
    for (;;) {
        struct str dir = path_dir(path);
        if (watch_dir(w, dir, false) || str_eq(dir, path) || w->lost) return;
        expect(w, path = dir);
    }
}

/* What a link points to lies elsewhere. */
static void watch_target(struct watch *w, struct str path) {
    struct stat st;
    if (fstatat(w->build->root_fd, path.p, &st, AT_SYMLINK_NOFOLLOW) || !S_ISLNK(st.st_mode)) return;
    struct arena a;
    arena_init(&a, NULL);
    char *target = realpath(build_path(&a, w->build, path).p, NULL);
    if (target) {
        expect(w, str_c(target));
        watch_around(w, str_c(target));
        free(target);
    }
    arena_free(&a);
}

/* What we write ourselves says nothing. */
static bool is_ours(struct str path) {
    return str_starts(path_base(path), STR(".py2tmp-")) || str_starts(path, STR("out/")) ||
           str_starts(path, STR(".py2/")) || str_is(path, "out") || str_is(path, ".py2");
}

/* Watches what the graph has come to name. Returns whether something is watched that was not. */
static bool watch_leaves(struct watch *w) {
    struct map *nodes = &w->build->nodes;
    size_t wds = w->by_wd.n;
    if (w->again) w->nodes_seen = 0;
    w->again = false;
    watch_dir(w, STR(""), false);
    for (; w->nodes_seen < nodes->n && !w->lost; w->nodes_seen++) {
        const struct node *n = nodes->entries[w->nodes_seen].value;
        if (!n->leaf || n->leaf > LEAF_DIR || is_ours(n->key) || memchr(n->key.p, 0, n->key.n)) continue;
        if (n->leaf == LEAF_DIR && watch_dir(w, n->key, true)) continue;
        watch_around(w, n->key);
        if (n->leaf == LEAF_FILE) watch_target(w, n->key);
    }
    /* What was missing when a leaf was looked at may be there since. */
    bool more = w->by_wd.n > wds;
    w->again |= more;
    return more;
}

/* ---- what happened ---- */

/* Did the last round look at it? */
static bool matters(struct watch *w, const struct watched *d, const struct inotify_event *e,
                    struct str path) {
    if (is_ours(path)) return false;
    if (d->listed && (e->mask & (IN_CREATE | IN_DELETE | IN_MOVE))) return true;
    if (map_get(&w->expected, path)) return true;
    static const char *const leaves[] = {"file", "stat", "dir"};
    struct arena a;
    struct node *found = NULL;
    arena_init(&a, NULL);
    pthread_mutex_lock(&w->build->mutex);
    for (size_t i = 0; i < COUNT(leaves) && !found; i++)
        found = map_get(&w->build->nodes, str_printf(&a, "%s%c" STR_FMT, leaves[i], 0, STR_ARG(path)));
    pthread_mutex_unlock(&w->build->mutex);
    arena_free(&a);
    return found;
}

static void note_change(struct watch *w, struct str what) {
    pthread_mutex_lock(&w->mutex);
    bool same = w->n_changed && str_is(what, w->first);
    if (!w->n_changed) snprintf(w->first, sizeof w->first, STR_FMT, STR_ARG(what));
    w->n_changed += !same;
    w->dirty = true;
    pthread_mutex_unlock(&w->mutex);
}

/* One event, by one of the paths of its directory. */
static bool take_event_at(struct watch *w, struct watched *d, const struct inotify_event *e) {
    struct arena a;
    arena_init(&a, NULL);
    struct str path = path_join(&a, d->path, str_c(e->name));
    bool moves = e->mask & (IN_CREATE | IN_DELETE | IN_MOVE);
    const struct watched *dir = moves ? map_get(&w->dirs, path) : NULL;
    bool yes = dir || matters(w, d, e, path);
    if (yes) note_change(w, path);
    if (dir || (moves && map_get(&w->expected, path))) w->again = true;
    if (dir && dir->wd >= 0) unwatch_below(w, path);
    arena_free(&a);
    return yes;
}

static bool take_event(struct watch *w, const struct inotify_event *e) {
    if (e->mask & IN_Q_OVERFLOW) {
        note_change(w, STR("more than the system can list"));
        w->again = true;
        return true;
    }
    struct watched *d = e->wd >= 0 && (size_t)e->wd < w->by_wd.n ? w->by_wd.p[e->wd] : NULL;
    if (!d) return false;
    if (e->mask & (IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF)) {
        note_change(w, d->path.n ? d->path : STR("."));
        unwatch(w, e->wd);
        return true;
    }
    bool any = false;
    for (struct watched *next; e->len && d; d = next) {
        next = d->same;
        any |= take_event_at(w, d, e);
    }
    return any;
}

/* Reads what has come. Returns whether anything of it matters. */
static bool take_events(struct watch *w) {
    _Alignas(struct inotify_event) char text[16384];
    bool any = false;
    for (ssize_t n; (n = read(w->events, text, sizeof text)) > 0;)
        for (char *p = text; p < text + n;) {
            const struct inotify_event *e = (const struct inotify_event *)p;
            any |= take_event(w, e);
            p += sizeof *e + e->len;
        }
    return any;
}

/* ---- beside a round: a change makes what is being built outdated ---- */

struct beside {
    struct watch *watch;
    int stop;
};

static void *beside_main(void *arg) {
    struct beside *b = arg;
    for (;;) {
        struct pollfd fds[] = {{.fd = b->stop, .events = POLLIN}, {.fd = b->watch->events, .events = POLLIN}};
        if (poll(fds, 2, -1) < 0 && errno != EINTR) return NULL;
        if (fds[0].revents) return NULL;
        if (fds[1].revents && take_events(b->watch)) schedule_cancel(b->watch->build, 4);
    }
}

static int one_round(struct watch *w, int (*round)(struct session *, void *), void *arg) {
    struct beside b = {w, eventfd(0, EFD_CLOEXEC)};
    pthread_t t;
    bool beside = b.stop >= 0 && w->nodes_seen && !pthread_create(&t, NULL, beside_main, &b);
    int code = round(w->session, arg);
    uint64_t one = 1;
    if (beside && write(b.stop, &one, sizeof one) != sizeof one) BUG("eventfd");
    if (beside) pthread_join(t, NULL);
    if (b.stop >= 0) close(b.stop);
    return code;
}

/* ---- between rounds ---- */

static bool signalled(struct watch *w) {
    struct signalfd_siginfo info;
    return read(w->signals, &info, sizeof info) == sizeof info;
}

/* Waits until something changed and a burst of changes is over. False: a person ended it. */
static bool wait_for_change(struct watch *w) {
    int64_t burst = w->dirty ? now_nanos() : 0;
    for (;;) {
        struct pollfd fds[] = {{.fd = w->signals, .events = POLLIN}, {.fd = w->events, .events = POLLIN}};
        int n = poll(fds, 2, w->dirty ? QUIET_MS : w->lost ? LOOK_MS : -1);
        if (fds[0].revents && signalled(w)) return false;
        if (n == 0) return true;
        if (n > 0 && fds[1].revents) take_events(w);
        if (w->dirty && !burst) burst = now_nanos();
        if (burst && now_nanos() - burst > (int64_t)LONGEST_BURST * 1000000) return true;
    }
}

static void tell_changes(struct watch *w, const char *when) {
    if (!w->dirty || w->session->opt.progress == PROGRESS_NONE) return;
    if (w->n_changed > 1)
        tell(w->session, "%s: %s and %zu more", when, w->first, w->n_changed - 1);
    else
        tell(w->session, "%s: %s", when, w->first);
}

static void forget_changes(struct watch *w) {
    pthread_mutex_lock(&w->mutex);
    w->dirty = false;
    w->n_changed = 0;
    pthread_mutex_unlock(&w->mutex);
}

/* A new round on the graph at hand, or on one that is loaded anew. False when the workspace is gone. */
static bool next_round(struct watch *w, bool silent, uint64_t used_at_first) {
    struct session *s = w->session;
    struct build *b = w->build;
    if (!silent) {
        s->errors = s->warnings = 0;
        s->shown = (struct map){0};
        s->sarif = (struct buf){0};
    }
    bool fresh = state_resume(b->state) && s->memory.used < 2 * used_at_first + GROWTH;
    build_reset(b);
    b->spans.n = 0;
    b->machine_error = 0;
    b->began = now_nanos();
    if (fresh) return true;
    session_close(s);
    w->nodes_seen = 0;
    return session_open(s, false);
}

static bool root_is_there(const struct watch *w) {
    struct stat now, then;
    return !stat(w->session->root.p, &now) && !fstat(w->build->root_fd, &then) && now.st_ino == then.st_ino &&
           now.st_dev == then.st_dev;
}

static void tell_watching(struct watch *w) {
    size_t n = 0;
    for (size_t i = 0; i < w->by_wd.n; i++) n += w->by_wd.p[i] != NULL;
    if (w->session->opt.progress == PROGRESS_NONE) return;
    if (w->lost)
        tell(w->session, "looking for changes every second: the system has no more inotify watches "
                         "(fs.inotify.max_user_watches); Ctrl-C ends it");
    else
        tell(w->session, "watching %zu director%s; Ctrl-C ends it", n, n == 1 ? "y" : "ies");
}

static int rounds(struct watch *w, int (*round)(struct session *, void *), void *arg) {
    struct session *s = w->session;
    uint64_t used_at_first = 0;
    for (bool told = false;; told &= s->rechecking) {
        forget_changes(w);
        int code = one_round(w, round, arg);
        if (code == EXIT_INTERRUPTED) return code;
        if (!used_at_first) used_at_first = s->memory.used;
        state_pause(s->build.state);
        bool outdated = w->dirty, more = watch_leaves(w);
        tell_changes(w, "changed meanwhile");
        s->rechecking = more && !outdated;
        if (!s->rechecking) {
            if (!told && !outdated) tell_watching(w);
            told |= !outdated;
            if (!wait_for_change(w)) {
                tell(s, "interrupted");
                return EXIT_INTERRUPTED;
            }
            if (!outdated) tell_changes(w, "changed");
            s->rechecking = !w->dirty; /* without events: only looking */
        }
        if (root_is_there(w) && next_round(w, s->rechecking, used_at_first)) continue;
        tell_error(s, "PY2E0411", "the workspace " STR_FMT " is gone", STR_ARG(s->root));
        return EXIT_FAILED;
    }
}

int watch(struct session *s, int (*round)(struct session *, void *), void *arg) {
    struct watch w = {.session = s, .build = &s->build};
    sigset_t set, before;
    if (!session_open(s, false)) return EXIT_USAGE;
    /* Blocked from here on: a signal waits until a round or the waiting between them attends to it. */
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &set, &before);
    w.signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    w.events = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    int code = EXIT_FAILED;
    if (w.signals < 0) {
        tell_error(s, "PY2E0404", "cannot watch: %s", strerror(errno));
    } else {
        w.lost = w.events < 0;
        arena_init(&w.arena, NULL);
        map_init(&w.dirs, &w.arena);
        map_init(&w.expected, &w.arena);
        pthread_mutex_init(&w.mutex, NULL);
        code = rounds(&w, round, arg);
        pthread_mutex_destroy(&w.mutex);
        arena_free(&w.arena);
    }
    if (w.events >= 0) close(w.events);
    if (w.signals >= 0) close(w.signals);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code;
}
