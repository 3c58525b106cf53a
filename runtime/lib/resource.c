/* resource: limits and use. */
#include "runtime/lib/posix/posix.h"

METHOD_TABLE(resource);

STRUCTSEQ(struct_rusage, "resource.struct_rusage", 16, 16,
          "ru_utime ru_stime ru_maxrss ru_ixrss ru_idrss ru_isrss ru_minflt ru_majflt ru_nswap ru_inblock "
          "ru_oublock "
          "ru_msgsnd ru_msgrcv ru_nsignals ru_nvcsw ru_nivcsw");

val rusage_new(struct thread *t, const struct os_rusage *u) {
    val items[16] = {
        float_new(t, (double)(u->user_us / 1000000) + (double)(u->user_us % 1000000) * 1e-6),
        float_new(t, (double)(u->system_us / 1000000) + (double)(u->system_us % 1000000) * 1e-6)};
    for (int i = 0; i < 14; i++) items[2 + i] = int_from_i64(t, u->counts[i]);
    return structseq_new(t, &struct_rusage, items);
}

static val f_getrusage(struct thread *t, val who) {
    int64_t n;
    struct os_rusage u;
    if (!index_i64(t, who, &n)) return 0;
    int r = os_rusage((int)n, &u);
    if (r == -OS_EINVAL) return raise(t, &exc_ValueError, "invalid who parameter");
    return r < 0 ? raise_oserror(t, -r, 0) : rusage_new(t, &u);
}

static val limit_out(struct thread *t, uint64_t n) {
    return n == UINT64_MAX ? val_small(-1) : int_from_u64(t, n);
}
static val limits_out(struct thread *t, const uint64_t limit[2]) {
    val soft = limit_out(t, limit[0]), hard = limit_out(t, limit[1]);
    return soft && hard ? pair_new(t, soft, hard) : 0;
}
static bool limits_in(struct thread *t, val v, uint64_t limit[2]) {
    val pair = tuple_from_iterable(t, v);
    if (!pair) return false;
    if (AS(tuple, pair)->len != 2) return raise(t, &exc_ValueError, "expected a tuple of 2 integers"), false;
    for (int i = 0; i < 2; i++) {
        int64_t n;
        if (!index_i64(t, AS(tuple, pair)->item[i], &n)) return false;
        limit[i] = (uint64_t)n;
    }
    return true;
}
static bool which_arg(struct thread *t, val v, int64_t *n) {
    if (!index_i64(t, v, n)) return false;
    if (*n < 0 || *n >= 16) return raise(t, &exc_ValueError, "invalid resource specified"), false;
    return true;
}
static val change(struct thread *t, int64_t pid, val which, val limits, bool answer) {
    int64_t n;
    uint64_t now[2], old[2];
    if (!which_arg(t, which, &n) || (limits && !limits_in(t, limits, now))) return 0;
    long r = os_call(prlimit64, pid, n, limits ? now : NULL, old);
    if (r == -OS_EINVAL) return raise(t, &exc_ValueError, "current limit exceeds maximum limit");
    if (r == -OS_EPERM && !pid) return raise(t, &exc_ValueError, "not allowed to raise maximum limit");
    return r < 0 ? raise_oserror(t, (int)-r, 0) : answer ? limits_out(t, old) : NONE;
}
static val f_getrlimit(struct thread *t, val which) {
    return change(t, 0, which, 0, true);
}
static val f_setrlimit(struct thread *t, val which, val limits) {
    return change(t, 0, which, limits, false);
}
static val f_prlimit(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    int64_t pid;
    if (!args_no_keywords(t, "prlimit", kwnames) || !args_count(t, "prlimit", argc, 2, 3) ||
        !index_i64(t, argv[0], &pid))
        return 0;
    return change(t, pid, argv[1], argc > 2 && argv[2] != NONE ? argv[2] : 0, true);
}
static val f_getpagesize(struct thread *t) {
    return val_small((int64_t)os_page_size());
}

METHOD(resource, getrusage, f_getrusage, 1, 0, "($module, who, /)");
METHOD(resource, getrlimit, f_getrlimit, 1, 0, "($module, resource, /)");
METHOD(resource, setrlimit, f_setrlimit, 2, 0, "($module, resource, limits, /)");
METHOD(resource, prlimit, f_prlimit, -1, 0, "($module, pid, resource, limits=None, /)");
METHOD(resource, getpagesize, f_getpagesize, 0, 0, "($module, /)");

static const struct native_int constants[] = {
    {"RLIMIT_CPU", 0},       {"RLIMIT_FSIZE", 1},   {"RLIMIT_DATA", 2},      {"RLIMIT_STACK", 3},
    {"RLIMIT_CORE", 4},      {"RLIMIT_RSS", 5},     {"RLIMIT_NPROC", 6},     {"RLIMIT_NOFILE", 7},
    {"RLIMIT_OFILE", 7},     {"RLIMIT_MEMLOCK", 8}, {"RLIMIT_AS", 9},        {"RLIMIT_SIGPENDING", 11},
    {"RLIMIT_MSGQUEUE", 12}, {"RLIMIT_NICE", 13},   {"RLIMIT_RTPRIO", 14},   {"RLIMIT_RTTIME", 15},
    {"RLIM_INFINITY", -1},   {"RUSAGE_SELF", 0},    {"RUSAGE_CHILDREN", -1}, {"RUSAGE_THREAD", 1},
};

static val resource_init(struct thread *t) {
    val m = native_module_new(t, "resource", METHODS(resource));
    if (!m || structseq_ready(t, &struct_rusage) < 0 ||
        native_set_ints(t, m, constants, sizeof constants / sizeof *constants) < 0 ||
        native_set(t, m, "struct_rusage", val_of(&struct_rusage.type)) < 0 ||
        native_set(t, m, "error", val_of(&exc_OSError)) < 0)
        return 0;
    return m;
}
NATIVE_MODULE(resource, "resource", resource_init);
