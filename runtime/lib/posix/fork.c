/* New processes: fork with its hooks, exec, posix_spawn, system.
 *
 * Between fork and exec a child runs only what is here, on memory that was prepared before: it allocates
 * nothing. Its failure comes back through a pipe that a successful exec closes. */
#include "runtime/lib/posix/child.h"
#include "runtime/gc/gc.h"

/* ---- fork ---- */

enum { BEFORE, IN_PARENT, IN_CHILD };
static val hooks[3]; /* lists, or 0 */

POSIX(register_at_fork,
      "($module, /, *, before=<unrepresentable>,\n                 after_in_child=<unrepresentable>,\n       "
      "          "
      "after_in_parent=<unrepresentable>)",
      "ooo") {
    const val given[3] = {a[0].v, a[2].v, a[1].v};
    if (!given[0] && !given[1] && !given[2])
        return raise(t, &exc_TypeError, "At least one argument is required.");
    static const char *const names[3] = {"before", "after_in_parent", "after_in_child"};
    for (int i = 0; i < 3; i++)
        if (given[i] && !type_of(given[i])->call && !type_lookup(type_of(given[i]), NAME(__call__)))
            return raise(t, &exc_TypeError, "'%s' must be callable, not %T", names[i], given[i]);
    for (int i = 0; i < 3; i++) {
        if (!given[i]) continue;
        if (!hooks[i]) {
            if (!(hooks[i] = list_new(t, 4))) return 0;
            gc_root(t, &hooks[i]);
        }
        if (list_push(t, hooks[i], given[i]) < 0) return 0;
    }
    return NONE;
}

static void run_hooks(struct thread *t, int which) {
    val list = hooks[which];
    int64_t n = list ? AS(list, list)->len : 0;
    for (int64_t i = 0; i < n && i < AS(list, list)->len; i++) {
        val f = AS(list, list)->item[which == BEFORE ? n - 1 - i : i];
        if (!call0(t, f)) unraisable(t, f);
    }
}

val posix_fork(struct thread *t) {
    run_hooks(t, BEFORE);
    int pid = os_fork();
    if (pid == 0) thread_forked(t);
    run_hooks(t, pid == 0 ? IN_CHILD : IN_PARENT);
    return pid < 0 ? raise_oserror(t, -pid, 0) : val_small(pid);
}
POSIX(fork, "($module, /)", "") {
    return posix_fork(t);
}

/* ---- exec ---- */

static bool argv_arg(struct thread *t, const char *name, val v, char ***out) {
    if (!val_has(v, TYPE_LIST | TYPE_TUPLE))
        return raise(t, &exc_TypeError,
                     strlen(name) == 5 ? "%s() arg 2 must be a tuple or list"
                                       : "%s: argv must be a tuple or list",
                     name),
               false;
    if (obj_len(t, v) < 1)
        return raise(t, &exc_ValueError,
                     strlen(name) == 5 ? "%s() arg 2 must not be empty" : "%s: argv must not be empty", name),
               false;
    if (!(*out = posix_strings(t, v))) return false;
    if (!**out[0])
        return raise(t, &exc_ValueError,
                     strlen(name) == 5 ? "%s() arg 2 first element cannot be empty"
                                       : "%s: argv first element cannot be empty",
                     name),
               false;
    return true;
}
static bool env_arg(struct thread *t, const char *name, val v, char ***out) {
    if (!type_of(v)->getitem || val_has(v, TYPE_LIST | TYPE_TUPLE | TYPE_STR | TYPE_BYTES))
        return raise(t, &exc_TypeError, "%s: environment must be a mapping object", name), false;
    return (*out = posix_env(t, v)) != NULL;
}
POSIX(execv, "($module, path, argv, /)", "po") {
    char **argv;
    if (!argv_arg(t, "execv", a[1].v, &argv)) return 0;
    return posix_done(t, os_exec(-1, a[0].path, argv, os_environ()), 0);
}
POSIX(execve, "($module, /, path, argv, env)", "Poo") {
    char **argv, **env;
    if (!argv_arg(t, "execve", a[1].v, &argv) || !env_arg(t, "execve", a[2].v, &env)) return 0;
    return posix_done(t, os_exec((int)a[0].n, a[0].path, argv, env), a);
}

/* ---- the child of spawn, system and subprocess ---- */

/* `from` at `to`, inheritable. */
static long place(int from, int to) {
    if (from == to) return os_fcntl(to, OS_F_SETFD, 0);
    return os_call(dup3, from, to, 0);
}

static long file_action(const struct child_action *f) {
    long fd;
    switch (f->what) {
    case CHILD_OPEN:
        fd = os_call(openat, OS_AT_FDCWD, f->path, f->flags, f->mode);
        if (fd < 0 || fd == f->fd) return fd;
        fd = place((int)fd, f->fd);
        return fd;
    case CHILD_CLOSE: return os_close(f->fd);
    default: return place(f->fd, f->to);
    }
}

static long child_settings(const struct child *c) {
    long r = 0;
    if (c->setsid) r = os_call(setsid, 0);
    if (r >= 0 && c->group >= 0) r = os_call(setpgid, 0, c->group);
    if (r >= 0 && c->reset_ids) r = os_call(setresgid, -1, os_getgid(), -1);
    if (r >= 0 && c->reset_ids) r = os_call(setresuid, -1, os_getuid(), -1);
    if (r >= 0 && c->set_scheduler)
        r = c->policy < 0 ? os_call(sched_setparam, 0, &c->priority)
                          : os_call(sched_setscheduler, 0, c->policy, &c->priority);
    for (int n = 1; n < OS_NSIG; n++)
        if (c->defaults >> (n - 1) & 1) os_signal_set(n, 0);
    for (int64_t i = 0; r >= 0 && i < c->nactions; i++) r = file_action(&c->actions[i]);
    return r < 0 ? r : 0;
}

/* Signals that the program handles mean the default again after an exec; until then they must not run
 * handlers of the parent. */
static void forget_handlers(void) {
    for (int n = 1; n < OS_NSIG; n++)
        if (os_signal_how(n) == 2) os_signal_set(n, 0);
}

static _Noreturn void child_run(const struct child *c, int report, const uint64_t *mask) {
    forget_handlers();
    int error = (int)child_settings(c);
    os_signal_mask(2, c->set_mask ? &c->mask : mask, NULL);
    for (char **p = c->paths; error == 0 && *p; p++) {
        int r = os_exec(-1, *p, c->argv, c->env);
        if (p[1] && (r == -OS_ENOENT || r == -OS_ENOTDIR || r == -OS_EACCES)) continue;
        error = r;
    }
    os_write(report, &error, sizeof error);
    os_exit(127);
}

int child_start(struct thread *t, const struct child *c) {
    int report[2], error = 0;
    uint64_t all = UINT64_MAX, mask;
    int r = os_pipe(report);
    if (r < 0) return r;
    os_signal_mask(0, &all, &mask);
    int pid = os_fork();
    if (pid == 0) child_run(c, report[1], &mask);
    os_signal_mask(2, &mask, NULL);
    os_close(report[1]);
    if (pid > 0) {
        int64_t n;
        do n = BLOCKING(t, os_read(report[0], &error, sizeof error));
        while (n == -OS_EINTR);
        if (n == sizeof error) {
            os_call(wait4, pid, 0, 0, 0);
            pid = error;
        }
    }
    os_close(report[0]);
    return pid;
}

/* ---- posix_spawn ---- */

static bool actions_arg(struct thread *t, val v, struct child *c) {
    if (!v || v == NONE) return true;
    val items = tuple_from_iterable(t, v);
    if (!items && exc_pending_is(t, &exc_TypeError)) {
        exc_take(t);
        return raise(t, &exc_TypeError, "file_actions must be a sequence or None"), false;
    }
    int64_t n = items ? AS(tuple, items)->len : 0;
    struct child_action *out = items ? gc_storage(t, (size_t)(n + 1) * sizeof *out, false) : NULL;
    for (int64_t i = 0; out && i < n; i++) {
        val entry = AS(tuple, items)->item[i];
        int64_t len = val_has(entry, TYPE_TUPLE) ? AS(tuple, entry)->len : 0, number[4] = {0};
        if (!len)
            return raise(t, &exc_TypeError, "Each file_actions element must be a non-empty tuple"), false;
        val *part = AS(tuple, entry)->item;
        if (!index_i64(t, part[0], &number[0])) return false;
        static const int lengths[3] = {5, 2, 3};
        if (number[0] < 0 || number[0] > 2)
            return raise(t, &exc_TypeError, "Unknown file_actions identifier"), false;
        if (len != lengths[number[0]])
            return raise(t, &exc_TypeError, "A %s file_action tuple must have %d elements",
                         number[0] == 0   ? "open"
                         : number[0] == 1 ? "close"
                                          : "dup2",
                         lengths[number[0]]),
                   false;
        struct child_action *f = &out[i];
        *f = (struct child_action){.what = (int)number[0]};
        if (!index_i64(t, part[1], &number[1])) return false;
        f->fd = (int)number[1];
        if (f->what == CHILD_DUP) {
            if (!index_i64(t, part[2], &number[2])) return false;
            f->to = (int)number[2];
        }
        if (f->what == CHILD_OPEN) {
            struct path p;
            if (!fs_in(t, part[2], "posix_spawn: path", false, &p) || !index_i64(t, part[3], &number[2]) ||
                !index_i64(t, part[4], &number[3]))
                return false;
            f->path = p.p;
            f->flags = (int)number[2];
            f->mode = (uint32_t)number[3];
        }
    }
    c->actions = out;
    c->nactions = n;
    c->keep = items;
    return out != NULL;
}

static bool signal_set(struct thread *t, val v, uint64_t *set, bool *given) {
    *set = 0;
    if (!v) return true;
    val items = list_from_iterable(t, v);
    for (int64_t i = 0; items && i < AS(list, items)->len; i++) {
        int64_t n;
        if (!index_i64(t, AS(list, items)->item[i], &n)) return false;
        if (n < 1 || n >= OS_NSIG)
            return raise(t, &exc_ValueError, "signal number %ld out of range [1; %d]", n, OS_NSIG - 1), false;
        *set |= UINT64_C(1) << (n - 1);
    }
    if (given) *given = items && AS(list, items)->len;
    return items != 0;
}

/* Where execvp looks for a name without a slash. */
static char **search_paths(struct thread *t, const char *name) {
    struct bytebuf b = {.t = t};
    const char *path = os_getenv("PATH");
    val list = list_new(t, 8);
    if (!path) path = "/bin:/usr/bin";
    for (const char *p = path; list; p++) {
        const char *end = p;
        while (*end && *end != ':') end++;
        b.n = 0;
        if (!bytebuf_put(&b, p, end - p) || (end > p && !bytebuf_put(&b, "/", 1)) ||
            !bytebuf_put(&b, name, (int64_t)strlen(name)))
            return NULL;
        val one = bytes_new(t, b.p, (size_t)b.n);
        if (!one || list_push(t, list, one) < 0) return NULL;
        p = end;
        if (!*p) break;
    }
    return list ? posix_strings(t, list) : NULL;
}

static val spawn(struct thread *t, struct arg *a, const char *name, bool search) {
    struct child c = {.group = -1, .policy = -1};
    char *one[2] = {(char *)(uintptr_t)a[0].path, NULL};
    bool slash = !search;
    for (const char *p = a[0].path; *p; p++) slash |= *p == '/';
    if (!argv_arg(t, name, a[1].v, &c.argv)) return 0;
    if (a[2].v == NONE)
        c.env = os_environ();
    else if (!env_arg(t, name, a[2].v, &c.env))
        return 0;
    if (!actions_arg(t, a[3].v, &c)) return 0;
    if (a[4].v) {
        c.group = (int)a[4].n;
        if (c.group < 0) return raise_oserror(t, OS_EINVAL, 0);
    }
    c.reset_ids = a[5].n;
    c.setsid = a[6].n;
    if (!signal_set(t, a[7].v, &c.mask, &c.set_mask) || !signal_set(t, a[8].v, &c.defaults, NULL)) return 0;
    if (a[9].v) {
        int64_t policy = -1, priority;
        val v = a[9].v;
        if (!val_has(v, TYPE_TUPLE) || AS(tuple, v)->len != 2)
            return raise(t, &exc_TypeError, "A scheduler tuple must have two elements");
        if (AS(tuple, v)->item[0] != NONE && !index_i64(t, AS(tuple, v)->item[0], &policy)) return 0;
        if (!val_has(AS(tuple, v)->item[1], TYPE_TUPLE) ||
            !index_i64(t, structseq_at(AS(tuple, v)->item[1], 0), &priority))
            return t->exc ? 0 : raise(t, &exc_TypeError, "must have a sched_param object");
        c.set_scheduler = true;
        c.policy = (int)policy;
        c.priority = (int)priority;
    }
    c.paths = slash ? one : search_paths(t, a[0].path);
    if (!c.paths) return 0;
    io_flush_all(t);
    return posix_number(t, child_start(t, &c), a);
}
#define SPAWN_SIGNATURE(pad)                                                                                 \
    "($module, path, argv, env, /, *, file_actions=(),\n" pad                                                \
    "setpgroup=<unrepresentable>, resetids=False, "                                                          \
    "setsid=False,\n" pad "setsigmask=(), setsigdef=(), scheduler=<unrepresentable>)"
POSIX(posix_spawn, SPAWN_SIGNATURE("            "), "poooibbooo") {
    return spawn(t, a, "posix_spawn", false);
}
POSIX(posix_spawnp, SPAWN_SIGNATURE("             "), "poooibbooo") {
    return spawn(t, a, "posix_spawnp", true);
}

/* ---- system ---- */

POSIX(system, "($module, /, command)", "p") {
    char *argv[] = {"sh", "-c", (char *)(uintptr_t)a[0].path, NULL}, *paths[] = {"/bin/sh", NULL};
    struct child c = {.group = -1, .argv = argv, .env = os_environ(), .paths = paths};
    io_flush_all(t);
    const uint64_t child_signal = UINT64_C(1) << (OS_SIGCHLD - 1);
    uint64_t mask;
    int interrupt = os_signal_set(OS_SIGINT, 1), quit = os_signal_set(OS_SIGQUIT, 1), status = 127 << 8;
    os_signal_mask(0, &child_signal, &mask);
    if (interrupt != 1) c.defaults |= UINT64_C(1) << (OS_SIGINT - 1);
    if (quit != 1) c.defaults |= UINT64_C(1) << (OS_SIGQUIT - 1);
    int pid = child_start(t, &c);
    long r = pid;
    while (pid > 0 && (r = BLOCKING(t, os_call(wait4, pid, &status, 0, 0))) == -OS_EINTR) {
    }
    os_signal_set(OS_SIGINT, interrupt);
    os_signal_set(OS_SIGQUIT, quit);
    os_signal_mask(2, &mask, NULL);
    return r < 0 ? posix_done(t, r, 0) : rt_poll(t) < 0 ? 0 : val_small(status);
}
