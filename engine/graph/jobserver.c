/* Slots that are shared with make and with everything else it started.
 *
 * make's job server is a pipe, or a FIFO with a name, of one byte per free slot. Each process has one slot of
 * its own; for every other it takes a byte, and puts the same byte back when it needs it no more. A byte that
 * is not put back is lost to the whole make, so a process of its own, the keeper, holds them: it is forked
 * when more than one slot is first wanted, holds only what it needs, and gives everything back when the other
 * end of its socket closes, whatever ended us.
 *
 *     to the keeper:   'w' n    n more bytes are wanted from now on; 'r' one byte is given back
 *     from the keeper: 't'      one of those that were wanted has come
 *
 * Invariants: build.mutex guards the counts. `tokens` were granted and not given back; of the granted ones
 * that are not needed none is kept. The pipe is opened anew through /proc, so that making our end
 * non-blocking changes nothing for the others. */
#define _GNU_SOURCE
#include "engine/graph/graph.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_TOKENS = 250 };

struct jobserver {
    struct build *build;
    int from, to; /* make's */
    int keeper;   /* our end of the socket; -1 before it is there, -2 when it cannot be had */
    pid_t pid;
    pthread_t thread;
    unsigned tokens, wanted;
};

/* ---- the keeper: a process that allocates nothing and calls only what may be called after fork ---- */

struct keeper {
    int from, to, socket;
    unsigned wanted, n;
    char held[MOST_TOKENS];
};

static bool put_byte(int fd, char c) {
    ssize_t n;
    while ((n = write(fd, &c, 1)) < 0 && errno == EINTR) {
    }
    return n == 1;
}

static void give_back(struct keeper *k) {
    if (k->n) put_byte(k->to, k->held[--k->n]);
}

/* False when the other side is gone. */
static bool hear(struct keeper *k) {
    unsigned char text[2];
    ssize_t n = recv(k->socket, text, sizeof text, 0);
    if (n < 0) return errno == EINTR || errno == EAGAIN;
    if (n == 2 && text[0] == 'w') k->wanted = text[1];
    if (n >= 1 && text[0] == 'r') give_back(k);
    return n > 0;
}

static void take(struct keeper *k) {
    char c;
    if (read(k->from, &c, 1) != 1) return; /* another process was faster */
    k->held[k->n++] = c;
    k->wanted--;
    if (send(k->socket, "t", 1, MSG_NOSIGNAL) != 1) give_back(k);
}

_Noreturn static void keeper_main(struct keeper k) {
    bool there = true;
    while (there) {
        bool more = k.wanted && k.n < MOST_TOKENS;
        struct pollfd fds[] = {{.fd = k.socket, .events = POLLIN},
                               {.fd = more ? k.from : -1, .events = POLLIN}};
        if (poll(fds, 2, -1) < 0 && errno != EINTR) break;
        if (fds[0].revents)
            there = hear(&k);
        else if (fds[1].revents & POLLIN)
            take(&k);
        else if (fds[1].revents) /* make is gone */
            k.wanted = 0;
    }
    while (k.n) give_back(&k);
    _exit(0);
}

/* Whoever reads our output waits until nobody has it open; so the keeper has only what it needs. */
static void close_others(struct keeper *k) {
    int *const keep[] = {&k->from, &k->to, &k->socket};
    for (int i = 0; i < 3; i++) {
        int fd = fcntl(*keep[i], F_DUPFD, 1000 + i);
        if (fd < 0) _exit(1);
        if (fd != 1000 + i && dup2(fd, 1000 + i) < 0) _exit(1);
        *keep[i] = 1000 + i;
    }
    close_range(0, 999, 0);
    close_range(1003, ~0U, 0);
}

/* ---- our side ---- */

/* Grants arrive here. */
static void *listen_main(void *arg) {
    struct jobserver *j = arg;
    struct build *b = j->build;
    char c;
    for (;;) {
        ssize_t n = recv(j->keeper, &c, 1, 0);
        if (n < 0 && errno == EINTR) continue;
        pthread_mutex_lock(&b->mutex);
        if (n != 1) {
            j->tokens = 0; /* the keeper is gone: what runs goes on, one at a time from then */
            pthread_mutex_unlock(&b->mutex);
            return NULL;
        }
        j->tokens++;
        if (j->wanted) j->wanted--;
        if (b->resuming)
            pthread_cond_signal(&b->resume);
        else if (b->queue_n)
            schedule_offer(b, 1);
        jobserver_adjust(j);
        pthread_mutex_unlock(&b->mutex);
    }
}

static bool keeper_start(struct jobserver *j) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends)) return false;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all,
                    &before); /* a signal to all of make's children is not for the keeper */
    j->pid = fork();
    if (!j->pid) {
        struct keeper k = {.from = j->from, .to = j->to, .socket = ends[1]};
        close_others(&k);
        keeper_main(k);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    j->keeper = ends[0];
    if (j->pid > 0 && !pthread_create(&j->thread, NULL, listen_main, j)) return true;
    close(ends[0]);
    if (j->pid > 0) waitpid(j->pid, NULL, 0);
    return false;
}

unsigned jobserver_slots(const struct jobserver *j) {
    return 1 + j->tokens;
}

static void say(struct jobserver *j, const char *text, size_t n) {
    while (send(j->keeper, text, n, MSG_NOSIGNAL) < 0 && errno == EINTR) {
    }
}

void jobserver_adjust(struct jobserver *j) {
    const struct build *b = j->build;
    size_t busy = b->running + b->resuming, useful = MIN(busy + b->queue_n, (size_t)b->jobs);
    unsigned extra = useful > 1 ? (unsigned)MIN(useful - 1, (size_t)MOST_TOKENS) : 0;
    unsigned used = b->running > 1 ? b->running - 1 : 0;
    unsigned wanted = extra > j->tokens ? extra - j->tokens : 0;
    if (wanted && j->keeper == -1 && !keeper_start(j)) j->keeper = -2;
    if (j->keeper < 0) return;
    for (; j->tokens > MAX(extra, used); j->tokens--) say(j, "r", 1);
    if (wanted == j->wanted) return;
    j->wanted = wanted;
    say(j, (char[]){'w', (char)wanted}, 2);
}

/* ---- what make said ---- */

/* The last argument of --jobserver-auth=, or of its older name. */
static const char *find_flag(const char *flags) {
    static const char *const names[] = {"--jobserver-auth=", "--jobserver-fds="};
    const char *found = NULL;
    for (size_t i = 0; i < COUNT(names) && !found; i++)
        for (const char *at = flags; (at = strstr(at, names[i]));) found = at += strlen(names[i]);
    return found;
}

static unsigned find_jobs(const char *flags) {
    unsigned long n = 0;
    for (const char *at = flags; (at = strstr(at, "-j")); at += 2)
        if (at == flags || at[-1] == ' ') n = strtoul(at + 2, NULL, 10);
    return n > 0 && n <= MOST_TOKENS ? (unsigned)n : MOST_TOKENS;
}

static bool is_pipe(int fd) {
    struct stat st;
    return !fstat(fd, &st) && S_ISFIFO(st.st_mode);
}

static int open_anew(int fd, int flags) {
    char path[40];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return is_pipe(fd) ? open(path, flags | O_CLOEXEC) : -1;
}

static bool open_both(struct jobserver *j, const char *where) {
    int from, to;
    if (!strncmp(where, "fifo:", 5)) {
        struct arena a;
        arena_init(&a, NULL);
        struct str path = str_dup(&a, (struct str){where + 5, strcspn(where + 5, " ")});
        j->from = open(path.p, O_RDWR | O_NONBLOCK | O_CLOEXEC); /* for both, so that it never looks closed */
        arena_free(&a);
        if (j->from >= 0 && is_pipe(j->from)) j->to = fcntl(j->from, F_DUPFD_CLOEXEC, 3);
    } else if (sscanf(where, "%d,%d", &from, &to) == 2 && from >= 0 && to >= 0) {
        j->from = open_anew(from, O_RDONLY | O_NONBLOCK);
        j->to = open_anew(to, O_WRONLY);
    }
    return j->from >= 0 && j->to >= 0;
}

static void close_both(struct jobserver *j) {
    if (j->from >= 0) close(j->from);
    if (j->to >= 0) close(j->to);
}

struct jobserver *jobserver_find(struct build *b, const char *makeflags, unsigned *jobs, bool *unreachable) {
    const char *where = makeflags ? find_flag(makeflags) : NULL;
    *unreachable = false;
    if (!where) return NULL;
    struct jobserver *j = build_keep_alloc(b, sizeof *j);
    *j = (struct jobserver){.build = b, .from = -1, .to = -1, .keeper = -1};
    *jobs = find_jobs(makeflags);
    if (open_both(j, where)) return j;
    close_both(j);
    *unreachable = true;
    return NULL;
}

void jobserver_close(struct jobserver *j) {
    if (!j) return;
    if (j->keeper >= 0) {
        shutdown(j->keeper, SHUT_RDWR);
        pthread_join(j->thread, NULL);
        close(j->keeper);
        waitpid(j->pid, NULL, 0);
    }
    close_both(j);
}
