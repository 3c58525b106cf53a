/* Processes: who we are, waiting, priorities and schedulers. */
#include "runtime/lib/posix/posix.h"

static val done(struct thread *t, long r) {
    return posix_done(t, r, 0);
}

/* ---- identities ---- */

#define PLAIN(name, value)                                                                                   \
    POSIX(name, "($module, /)", "") {                                                                        \
        return int_from_i64(t, value);                                                                       \
    }
PLAIN(getpid, os_getpid())
PLAIN(getppid, os_getppid())
PLAIN(getuid, os_getuid())
PLAIN(geteuid, os_geteuid())
PLAIN(getgid, os_getgid())
PLAIN(getegid, os_getegid())
PLAIN(getpgrp, os_call(getpgid, 0))
PLAIN(cpu_count, os_cpu_count())

POSIX(getpgid, "($module, /, pid)", "i") {
    return posix_number(t, os_call(getpgid, a[0].n), 0);
}
POSIX(getsid, "($module, pid, /)", "i") {
    return posix_number(t, os_call(getsid, a[0].n), 0);
}
POSIX(setpgid, "($module, pid, pgrp, /)", "ii") {
    return done(t, os_call(setpgid, a[0].n, a[1].n));
}
POSIX(setpgrp, "($module, /)", "") {
    return done(t, os_call(setpgid, 0, 0));
}
POSIX(setsid, "($module, /)", "") {
    return done(t, os_call(setsid, 0));
}
POSIX(setuid, "($module, uid, /)", "u") {
    return done(t, os_call(setuid, a[0].n));
}
POSIX(setgid, "($module, gid, /)", "u") {
    return done(t, os_call(setgid, a[0].n));
}
POSIX(seteuid, "($module, euid, /)", "u") {
    return done(t, os_call(setresuid, -1, a[0].n, -1));
}
POSIX(setegid, "($module, egid, /)", "u") {
    return done(t, os_call(setresgid, -1, a[0].n, -1));
}
POSIX(setreuid, "($module, ruid, euid, /)", "uu") {
    return done(t, os_call(setreuid, a[0].n, a[1].n));
}
POSIX(setregid, "($module, rgid, egid, /)", "uu") {
    return done(t, os_call(setregid, a[0].n, a[1].n));
}
POSIX(setresuid, "($module, ruid, euid, suid, /)", "uuu") {
    return done(t, os_call(setresuid, a[0].n, a[1].n, a[2].n));
}
POSIX(setresgid, "($module, rgid, egid, sgid, /)", "uuu") {
    return done(t, os_call(setresgid, a[0].n, a[1].n, a[2].n));
}
static val three(struct thread *t, long r, const uint32_t *id) {
    if (r < 0) return done(t, r);
    const val items[3] = {val_small(id[0]), val_small(id[1]), val_small(id[2])};
    return tuple_of(t, 3, items);
}
POSIX(getresuid, "($module, /)", "") {
    uint32_t id[3];
    return three(t, os_call(getresuid, &id[0], &id[1], &id[2]), id);
}
POSIX(getresgid, "($module, /)", "") {
    uint32_t id[3];
    return three(t, os_call(getresgid, &id[0], &id[1], &id[2]), id);
}
POSIX(getgroups, "($module, /)", "") {
    long n = os_call(getgroups, 0, 0);
    uint32_t *group = n < 0 ? NULL : gc_storage(t, (size_t)n * 4 + 4, false);
    if (!group) return n < 0 ? done(t, n) : 0;
    val list = list_new(t, n);
    n = os_call(getgroups, n, group);
    for (long i = 0; list && i < n; i++)
        if (list_push(t, list, val_small(group[i])) < 0) return 0;
    return n < 0 ? done(t, n) : list;
}
POSIX(setgroups, "($module, groups, /)", "o") {
    val items = list_from_iterable(t, a[0].v);
    uint32_t *group = items ? gc_storage(t, (size_t)AS(list, items)->len * 4 + 4, false) : NULL;
    if (!group) return 0;
    for (int64_t i = 0; i < AS(list, items)->len; i++) {
        int64_t n;
        if (!val_is_int(AS(list, items)->item[i])) return raise(t, &exc_TypeError, "groups must be integers");
        if (!index_i64(t, AS(list, items)->item[i], &n)) return 0;
        group[i] = (uint32_t)n;
    }
    return done(t, os_call(setgroups, AS(list, items)->len, group));
}

/* ---- signals and the end ---- */

POSIX(kill, "($module, pid, signal, /)", "ii") {
    long r = os_kill((int)a[0].n, (int)a[1].n);
    return r < 0 ? done(t, r) : rt_poll(t) < 0 ? 0 : NONE;
}
POSIX(killpg, "($module, pgid, signal, /)", "ii") {
    long r = os_kill((int)-a[0].n, (int)a[1].n);
    return r < 0 ? done(t, r) : rt_poll(t) < 0 ? 0 : NONE;
}
POSIX(_exit, "($module, /, status)", "i") {
    os_exit((int)a[0].n);
}
POSIX(abort, "($module, /)", "") {
    os_die(OS_SIGABRT);
}
POSIX(pidfd_open, "($module, /, pid, flags=0)", "im") {
    return posix_number(t, os_call(pidfd_open, a[0].n, a[1].n), 0);
}

/* ---- waiting ---- */

static val waited(struct thread *t, long pid, int status) {
    return pid < 0 || t->exc ? done(t, pid) : pair_new(t, val_small(pid), val_small(status));
}
POSIX(waitpid, "($module, pid, options, /)", "ii") {
    int status = 0;
    long pid = RETRY(t, os_call(wait4, a[0].n, &status, a[1].n, 0));
    return waited(t, pid, status);
}
POSIX(wait, "($module, /)", "") {
    int status = 0;
    long pid = RETRY(t, os_call(wait4, -1, &status, 0, 0));
    return waited(t, pid, status);
}
static val wait_usage(struct thread *t, int64_t who, int64_t options) {
    int status = 0;
    struct os_rusage usage;
    long pid = RETRY(t, os_wait4((int)who, &status, (int)options, &usage));
    if (pid < 0) return done(t, pid);
    const val items[3] = {val_small(pid), val_small(status), rusage_new(t, &usage)};
    return items[2] ? tuple_of(t, 3, items) : 0;
}
POSIX(wait3, "($module, /, options)", "i") {
    return wait_usage(t, -1, a[0].n);
}
POSIX(wait4, "($module, /, pid, options)", "ii") {
    return wait_usage(t, a[0].n, a[1].n);
}
STRUCTSEQ(waitid_result, "waitid_result", 5, 5, "si_pid si_uid si_signo si_status si_code");
POSIX(waitid, "($module, idtype, id, options, /)", "iii") {
    int32_t info[32] = {0};
    long r = RETRY(t, os_call(waitid, a[0].n, a[1].n, info, a[2].n, 0));
    if (r < 0) return done(t, r);
    if (!info[4]) return NONE;
    const val items[5] = {val_small(info[4]), val_small(info[5]), val_small(info[0]), val_small(info[6]),
                          val_small(info[2])};
    return structseq_new(t, &waitid_result, items);
}

#define STATUS(name, signature, value)                                                                       \
    POSIX(name, signature, "i") {                                                                            \
        int status = (int)a[0].n, low = status & 0x7f, high = status >> 8 & 0xff;                            \
        (void)low, (void)high;                                                                               \
        return value;                                                                                        \
    }
STATUS(WCOREDUMP, "($module, status, /)", val_bool(status & 0x80))
STATUS(WIFEXITED, "($module, /, status)", val_bool(low == 0))
STATUS(WEXITSTATUS, "($module, /, status)", val_small(high))
STATUS(WIFSIGNALED, "($module, /, status)", val_bool(low != 0 && low != 0x7f))
STATUS(WTERMSIG, "($module, /, status)", val_small(low))
STATUS(WIFSTOPPED, "($module, /, status)", val_bool((status & 0xff) == 0x7f))
STATUS(WSTOPSIG, "($module, /, status)", val_small(high))
STATUS(WIFCONTINUED, "($module, /, status)", val_bool(status == 0xffff))
POSIX(waitstatus_to_exitcode, "($module, /, status)", "i") {
    int status = (int)a[0].n, low = status & 0x7f;
    if (low == 0) return val_small(status >> 8 & 0xff);
    if ((status & 0xff) == 0x7f)
        return raise(t, &exc_ValueError, "process stopped by delivery of signal %d", status >> 8 & 0xff);
    if (status == 0xffff || low == 0x7f) return raise(t, &exc_ValueError, "invalid wait status: %d", status);
    return val_small(-low);
}

/* ---- priorities ---- */

POSIX(nice, "($module, increment, /)", "i") {
    long now = os_call(getpriority, 0, 0);
    if (now < 0) return done(t, now);
    long r = os_call(setpriority, 0, 0, 20 - now + a[0].n); /* the kernel gives 20 minus the value */
    if (r < 0) return done(t, r == -OS_EACCES ? -OS_EPERM : r);
    return int_from_i64(t, 20 - os_call(getpriority, 0, 0));
}
POSIX(getpriority, "($module, /, which, who)", "ii") {
    long r = os_call(getpriority, a[0].n, a[1].n);
    return r < 0 ? done(t, r) : val_small(20 - r);
}
POSIX(setpriority, "($module, /, which, who, priority)", "iii") {
    return done(t, os_call(setpriority, a[0].n, a[1].n, a[2].n));
}

/* ---- schedulers ---- */

static val param_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames);
STRUCTSEQ_NEW(sched_param, "posix.sched_param", 1, 1, "sched_priority", param_make);
static val param_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    val out[1];
    if (!args_parse(t, "sched_param", "sched_priority", argc, argv, kwnames, out)) return 0;
    return structseq_new(t, &sched_param, out);
}
static bool param_arg(struct thread *t, val v, int32_t *priority) {
    int64_t n;
    if (type_of(v) != &sched_param.type)
        return raise(t, &exc_TypeError, "must have a sched_param object"), false;
    if (!index_i64(t, structseq_at(v, 0), &n)) return false;
    if (n != (int32_t)n) return raise(t, &exc_OverflowError, "sched_priority out of range"), false;
    *priority = (int32_t)n;
    return true;
}
POSIX(sched_get_priority_max, "($module, /, policy)", "i") {
    return posix_number(t, os_call(sched_get_priority_max, a[0].n), 0);
}
POSIX(sched_get_priority_min, "($module, /, policy)", "i") {
    return posix_number(t, os_call(sched_get_priority_min, a[0].n), 0);
}
POSIX(sched_getscheduler, "($module, pid, /)", "i") {
    return posix_number(t, os_call(sched_getscheduler, a[0].n), 0);
}
POSIX(sched_setscheduler, "($module, pid, policy, param, /)", "iio") {
    int32_t priority;
    return param_arg(t, a[2].v, &priority) ? done(t, os_call(sched_setscheduler, a[0].n, a[1].n, &priority))
                                           : 0;
}
POSIX(sched_getparam, "($module, pid, /)", "i") {
    int32_t priority;
    long r = os_call(sched_getparam, a[0].n, &priority);
    const val item = val_small(priority);
    return r < 0 ? done(t, r) : structseq_new(t, &sched_param, &item);
}
POSIX(sched_setparam, "($module, pid, param, /)", "io") {
    int32_t priority;
    return param_arg(t, a[1].v, &priority) ? done(t, os_call(sched_setparam, a[0].n, &priority)) : 0;
}
POSIX(sched_rr_get_interval, "($module, pid, /)", "i") {
    int64_t time[2];
    long r = os_call(sched_rr_get_interval, a[0].n, time);
    return r < 0 ? done(t, r) : float_new(t, (double)time[0] + 1e-9 * (double)time[1]);
}
POSIX(sched_yield, "($module, /)", "") {
    return done(t, BLOCKING(t, os_call(sched_yield, 0)));
}
POSIX(sched_getaffinity, "($module, pid, /)", "i") {
    uint64_t mask[16] = {0};
    long r = os_call(sched_getaffinity, a[0].n, sizeof mask, mask);
    val s = r < 0 ? 0 : set_make(t, false);
    for (int i = 0; s && i < 1024; i++)
        if (mask[i / 64] >> i % 64 & 1 && set_put(t, s, val_small(i)) < 0) return 0;
    return r < 0 ? done(t, r) : s;
}
POSIX(sched_setaffinity, "($module, pid, mask, /)", "io") {
    uint64_t mask[16] = {0};
    val items = list_from_iterable(t, a[1].v);
    for (int64_t i = 0; items && i < AS(list, items)->len; i++) {
        int64_t n;
        if (!val_is_int(AS(list, items)->item[i]))
            return raise(t, &exc_TypeError, "expected an iterator of ints, but iterator yielded %R",
                         val_of(type_of(AS(list, items)->item[i])));
        if (!index_i64(t, AS(list, items)->item[i], &n)) return 0;
        if (n < 0) return raise(t, &exc_ValueError, "negative CPU number");
        if (n < 1024) mask[n / 64] |= UINT64_C(1) << n % 64;
    }
    return items ? done(t, os_call(sched_setaffinity, a[0].n, sizeof mask, mask)) : 0;
}
struct structseq *posix_waitid_result(void) {
    return &waitid_result;
}
struct structseq *posix_sched_param(void) {
    return &sched_param;
}
