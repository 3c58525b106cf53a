/* Starting, watching, and ending one program with its process group. */
#define _GNU_SOURCE
#include "engine/test/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { KEPT_HEAD = 256 << 10, KEPT_TAIL = 256 << 10, READ_AT_ONCE = 1 << 20, TICK_MS = 20, GRACE_MS = 2000 };

/* The beginning and the end of what was printed; a test that prints for ever costs no memory. */
struct tape {
    char *head, *tail; /* tail: a ring */
    size_t n;          /* bytes seen */
};

static void tape_put(struct tape *t, const char *p, size_t n) {
    size_t first = t->n < KEPT_HEAD ? MIN(n, KEPT_HEAD - t->n) : 0;
    memcpy(t->head + MIN(t->n, (size_t)KEPT_HEAD), p, first);
    t->n += first;
    for (size_t i = first; i < n; i++, t->n++) t->tail[(t->n - KEPT_HEAD) % KEPT_TAIL] = p[i];
}

static struct str tape_text(struct arena *a, const struct tape *t) {
    struct buf b;
    buf_init(&b, a);
    buf_put(&b, t->head, MIN(t->n, (size_t)KEPT_HEAD));
    size_t rest = t->n > KEPT_HEAD ? t->n - KEPT_HEAD : 0, kept = MIN(rest, (size_t)KEPT_TAIL);
    if (rest > kept) buf_printf(&b, "\n[%zu bytes left out]\n", rest - kept);
    for (size_t i = rest - kept; i < rest; i++) buf_putc(&b, t->tail[i % KEPT_TAIL]);
    return buf_view(&b);
}

static int64_t now(void) {
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return ts.tv_sec * INT64_C(1000000000) + ts.tv_nsec;
}

static void pause_ms(long ms) {
    struct timespec ts = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&ts, NULL);
}

static int spawn_once(const struct process *p, int out, pid_t *pid) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attr;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attr);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, out, 1);
    posix_spawn_file_actions_adddup2(&files, out, 2);
    posix_spawn_file_actions_addclosefrom_np(&files, 3);
    posix_spawn_file_actions_addchdir_np(&files, p->dir);
    posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&attr, &none);
    posix_spawnattr_setsigdefault(&attr, &all);
    int error = posix_spawnp(pid, p->argv[0], &files, &attr, p->argv, p->env);
    posix_spawnattr_destroy(&attr);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

/* Another thread that starts a program holds, for an instant, a copy of the descriptor through which ours was
 * written, and Linux then calls it busy. */
static int spawn(const struct process *p, int out, pid_t *pid) {
    int error;
    for (int tries = 0; (error = spawn_once(p, out, pid)) == ETXTBSY && tries < 200; tries++) pause_ms(5);
    return error;
}

/* Reads what is there, but no more than READ_AT_ONCE: who writes faster than we read must not keep us from
 * the clock. False at the end. */
static bool drain(int fd, struct tape *t) {
    char part[16384];
    ssize_t n = 1;
    for (size_t got = 0; got < READ_AT_ONCE && (n = read(fd, part, sizeof part)) > 0; got += (size_t)n)
        tape_put(t, part, (size_t)n);
    return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

/* Whether it ended. It is not waited for yet: until then its number, and with it that of its group, is not
 * given to another process. */
static bool has_ended(pid_t pid) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid;
}

/* Asks the group to end and waits a little for the program to do so. */
static void ask_to_end(pid_t pid, int fd, struct tape *t) {
    kill(-pid, SIGTERM);
    for (int64_t until = now() + GRACE_MS * INT64_C(1000000); now() < until && !has_ended(pid);) {
        drain(fd, t);
        pause_ms(TICK_MS);
    }
}

static void watch(const struct process *p, pid_t pid, int fd, struct tape *t, struct process_result *out) {
    int64_t deadline = now() + p->timeout;
    bool open = true;
    int status = 0;
    while (!has_ended(pid)) {
        struct pollfd wait = {fd, POLLIN, 0};
        if (open)
            poll(&wait, 1, TICK_MS);
        else
            pause_ms(1);
        open = open && drain(fd, t);
        bool stop = p->stop && p->stop(p->arg), late = now() >= deadline;
        if (!stop && !late) continue;
        if (!has_ended(pid)) out->end = stop ? PROCESS_STOPPED : PROCESS_TIMED_OUT;
        ask_to_end(pid, fd, t);
        break;
    }
    kill(-pid, SIGKILL); /* and what it left behind */
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    drain(fd, t);
    if (out->end == PROCESS_STOPPED || out->end == PROCESS_TIMED_OUT) return;
    out->end = WIFSIGNALED(status) ? PROCESS_SIGNALLED : PROCESS_EXITED;
    out->status = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

void process_run(struct arena *a, const struct process *p, struct process_result *out) {
    struct tape tape = {arena_alloc(a, KEPT_HEAD), arena_alloc(a, KEPT_TAIL), 0};
    int ends[2];
    pid_t pid;
    *out = (struct process_result){.end = PROCESS_NOT_STARTED, .output = {"", 0}};
    if (pipe2(ends, O_CLOEXEC)) {
        out->status = errno;
        return;
    }
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    int error = spawn(p, ends[1], &pid);
    close(ends[1]);
    if (error) {
        out->status = error;
    } else {
        out->end = PROCESS_EXITED;
        watch(p, pid, ends[0], &tape, out);
    }
    close(ends[0]);
    out->output = tape_text(a, &tape);
}
