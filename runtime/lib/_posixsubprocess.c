/* _posixsubprocess.fork_exec: the child of subprocess.Popen.
 *
 * What goes wrong in the child before its program runs is written to `errpipe_write` as subprocess.py reads
 * it: exception name, errno in hexadecimal, message. Everything the child needs is prepared before the fork.
 */
#include "runtime/lib/posix/posix.h"

METHOD_TABLE(_posixsubprocess);

struct start {
    char **argv, **paths, **env;
    const char *cwd;
    int64_t p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite, errpipe_read, errpipe_write;
    int64_t close_fds, restore_signals, setsid, group, umask;
    int64_t *keep, nkeep; /* descriptors that stay open, in order */
    uint32_t *groups;
    int64_t ngroups;  /* -1: as they are */
    int64_t gid, uid; /* -1: as they are */
    val preexec;
};

/* ---- the child ---- */

static long inherit(int64_t fd) {
    int flags = os_fcntl((int)fd, OS_F_GETFD, 0);
    return flags < 0 ? flags : os_fcntl((int)fd, OS_F_SETFD, flags & ~1);
}

/* `from` becomes descriptor `to`; -1: it stays as it is. */
static long place(int64_t from, int to) {
    if (from == to) return inherit(from);
    return from < 0 ? 0 : os_call(dup3, from, to, 0);
}

static long standard_streams(struct start *s) {
    const int64_t ours[3] = {s->p2cwrite, s->c2pread, s->errread};
    for (int64_t i = 0; i < s->nkeep; i++)
        if (s->keep[i] != s->errpipe_write) {
            long r = inherit(s->keep[i]);
            if (r < 0) return r;
        }
    for (int i = 0; i < 3; i++)
        if (ours[i] >= 0) os_close((int)ours[i]);
    os_close((int)s->errpipe_read);
    /* out of the way of what is put in their places below */
    if (s->c2pwrite == 0 && (s->c2pwrite = os_dup(0)) < 0) return s->c2pwrite;
    while (s->errwrite == 0 || s->errwrite == 1)
        if ((s->errwrite = os_dup((int)s->errwrite)) < 0) return s->errwrite;
    long r = place(s->p2cread, 0);
    if (r >= 0) r = place(s->c2pwrite, 1);
    return r < 0 ? r : place(s->errwrite, 2);
}

static long settings(const struct start *s) {
    long r = 0;
    if (s->cwd) r = os_call(chdir, s->cwd);
    if (r >= 0 && s->umask >= 0) os_umask((uint32_t)s->umask);
    if (s->restore_signals) os_signal_set(OS_SIGPIPE, 0), os_signal_set(25 /* SIGXFSZ */, 0);
    if (r >= 0 && s->setsid) r = os_call(setsid, 0);
    if (r >= 0 && s->group >= 0) r = os_call(setpgid, 0, s->group);
    if (r >= 0 && s->ngroups >= 0) r = os_call(setgroups, s->ngroups, s->groups);
    if (r >= 0 && s->gid >= 0) r = os_call(setregid, s->gid, s->gid);
    if (r >= 0 && s->uid >= 0) r = os_call(setreuid, s->uid, s->uid);
    return r;
}

static void close_others(const struct start *s) {
    int64_t from = 3;
    for (int64_t i = 0; i < s->nkeep; i++) {
        if (s->keep[i] < from) continue;
        if (s->keep[i] > from) os_call(close_range, from, s->keep[i] - 1, 0);
        from = s->keep[i] + 1;
    }
    os_call(close_range, from, INT32_MAX, 0);
}

static void say(int fd, const char *text) {
    os_write(fd, text, strlen(text));
}
static _Noreturn void give_up(const struct start *s, long error, const char *message) {
    int fd = (int)s->errpipe_write, at = 15;
    char digits[16] = {0};
    for (long n = -error; n; n /= 16) digits[--at] = "0123456789abcdef"[n % 16];
    say(fd, error ? "OSError:" : "SubprocessError:0");
    say(fd, digits + at);
    say(fd, ":");
    say(fd, message);
    os_exit(255);
}

/* `mask`: the signals to block again once nothing of the parent's can run here. */
static _Noreturn void child(struct thread *t, struct start *s, const uint64_t *mask) {
    long r = standard_streams(s);
    if (r >= 0) r = settings(s);
    if (s->preexec != NONE) {
        os_signal_mask(2, mask, NULL);
        if (r >= 0 && !call0(t, s->preexec)) give_up(s, 0, "Exception occurred in preexec_fn.");
    } else {
        for (int n = 1; n < OS_NSIG; n++)
            if (os_signal_how(n) == 2) os_signal_set(n, 0);
        os_signal_mask(2, mask, NULL);
    }
    if (r < 0) give_up(s, r, "noexec");
    if (s->close_fds) close_others(s);
    long first = 0;
    for (char **p = s->paths; *p; p++) {
        r = os_exec(-1, *p, s->argv, s->env ? s->env : os_environ());
        if (r != -OS_ENOENT && r != -OS_ENOTDIR && !first) first = r;
    }
    give_up(s, first ? first : r, "");
}

/* ---- the parent ---- */

static bool number(struct thread *t, val v, int64_t *n) {
    return index_i64(t, v, n);
}
static bool truth(struct thread *t, val v, int64_t *n) {
    return (*n = obj_truth(t, v)) >= 0;
}
static bool optional_id(struct thread *t, val v, int64_t *n) {
    *n = -1;
    return v == NONE || index_i64(t, v, n);
}

static bool keep_arg(struct thread *t, val v, struct start *s) {
    if (!val_has(v, TYPE_TUPLE))
        return raise(t, &exc_TypeError, "fork_exec() argument 4 must be tuple, not %B", v), false;
    int64_t n = AS(tuple, v)->len, before = -1;
    s->keep = gc_storage(t, (size_t)(n + 1) * sizeof *s->keep, false);
    for (s->nkeep = 0; s->keep && s->nkeep < n; before = s->keep[s->nkeep++]) {
        int64_t *fd = &s->keep[s->nkeep];
        val item = AS(tuple, v)->item[s->nkeep];
        if (!val_is_int(item) || !int_to_i64(item, fd) || *fd < 0 || *fd <= before || *fd > INT32_MAX)
            return raise(t, &exc_ValueError, "bad value(s) in fds_to_keep"), false;
    }
    return s->keep != NULL;
}
static bool groups_arg(struct thread *t, val v, struct start *s) {
    s->ngroups = -1;
    if (v == NONE) return true;
    if (!val_has(v, TYPE_LIST))
        return raise(t, &exc_TypeError, "setgroups argument must be a sequence"), false;
    int64_t n = AS(list, v)->len;
    s->groups = gc_storage(t, (size_t)n * 4 + 4, false);
    for (int64_t i = 0; s->groups && i < n && i < AS(list, v)->len; i++) {
        int64_t id;
        if (!val_is_int(AS(list, v)->item[i]))
            return raise(t, &exc_TypeError, "groups must be integers"), false;
        if (!index_i64(t, AS(list, v)->item[i], &id)) return false;
        if (id < 0 || id > UINT32_MAX) return raise(t, &exc_ValueError, "invalid group id"), false;
        s->groups[i] = (uint32_t)id;
    }
    s->ngroups = n;
    return s->groups != NULL;
}

static bool take(struct thread *t, val *a, struct start *s) {
    struct path cwd;
    int64_t *const fds[8] = {&s->p2cread, &s->p2cwrite, &s->c2pread,      &s->c2pwrite,
                             &s->errread, &s->errwrite, &s->errpipe_read, &s->errpipe_write};
    if (!truth(t, a[2], &s->close_fds) || !keep_arg(t, a[3], s)) return false;
    for (int i = 0; i < 8; i++)
        if (!number(t, a[6 + i], fds[i])) return false;
    if (!truth(t, a[14], &s->restore_signals) || !truth(t, a[15], &s->setsid) ||
        !number(t, a[16], &s->group) || !optional_id(t, a[17], &s->gid) || !groups_arg(t, a[18], s) ||
        !optional_id(t, a[19], &s->uid) || !number(t, a[20], &s->umask))
        return false;
    if (s->close_fds && s->errpipe_write < 3)
        return raise(t, &exc_ValueError, "errpipe_write must be >= 3"), false;
    if (!(s->paths = posix_strings(t, a[1])) || !(s->argv = posix_strings(t, a[0])) ||
        (a[5] != NONE && !(s->env = posix_strings(t, a[5]))))
        return false;
    if (a[4] != NONE) {
        if (!fs_in(t, a[4], NULL, false, &cwd)) return false;
        s->cwd = cwd.p;
    }
    s->preexec = a[21];
    return true;
}

static val f_fork_exec(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    struct start s = {0};
    uint64_t all = UINT64_MAX, mask;
    if (!args_no_keywords(t, "fork_exec", kwnames)) return 0;
    if (argc != 23)
        return raise(t, &exc_TypeError, "fork_exec() takes exactly 23 arguments (%ld given)", argc);
    if (!take(t, argv, &s)) return 0;
    io_flush_all(t);
    os_signal_mask(0, &all, &mask);
    val pid;
    if (s.preexec != NONE) {
        pid = posix_fork(t);
    } else {
        int r = os_fork();
        pid = r < 0 ? raise_oserror(t, -r, 0) : val_small(r);
    }
    if (pid == val_small(0)) child(t, &s, &mask);
    os_signal_mask(2, &mask, NULL);
    return pid;
}
METHOD(_posixsubprocess, fork_exec, f_fork_exec, -1, 0, NULL);

static val init(struct thread *t) {
    return native_module_new(t, "_posixsubprocess", METHODS(_posixsubprocess));
}
NATIVE_MODULE(_posixsubprocess, "_posixsubprocess", init);
