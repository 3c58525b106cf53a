/* System calls for the POSIX modules: see posix.h. */
#include "runtime/os/posix.h"
#include "runtime/os/sys.h"

long os_call_6(enum os_call_name name, long a, long b, long c, long d, long e, long f) {
    static const uint16_t numbers[] = {
#define X(name, x86, arm) SYS_(x86, arm),
#include "runtime/os/calls.def"
#undef X
    };
    return sys_6(numbers[name], a, b, c, d, e, f);
}

int os_statvfs(const char *path, int fd, struct os_statvfs *out) {
    struct {
        int64_t type, bsize;
        uint64_t blocks, bfree, bavail, files, ffree;
        int32_t fsid[2];
        int64_t namelen, frsize, flags, spare[4];
    } s = {0};
    long r = path ? os_call(statfs, path, &s) : os_call(fstatfs, fd, &s);
    if (r < 0) return (int)r;
    *out = (struct os_statvfs){
        .bsize = (uint64_t)s.bsize,
        .frsize = (uint64_t)(s.frsize ? s.frsize : s.bsize),
        .blocks = s.blocks,
        .bfree = s.bfree,
        .bavail = s.bavail,
        .files = s.files,
        .ffree = s.ffree,
        .favail = s.ffree,
        .flag = (uint64_t)s.flags & ~UINT64_C(0x20), /* the kernel's mark that the flags are valid */
        .namemax = (uint64_t)s.namelen,
        .fsid = (uint64_t)(uint32_t)s.fsid[0] | (uint64_t)(uint32_t)s.fsid[1] << 32,
    };
    return 0;
}

struct raw_rusage {
    int64_t user_s, user_us, system_s, system_us, counts[14];
};
static void rusage_convert(const struct raw_rusage *u, struct os_rusage *out) {
    out->user_us = u->user_s * 1000000 + u->user_us;
    out->system_us = u->system_s * 1000000 + u->system_us;
    __builtin_memcpy(out->counts, u->counts, sizeof out->counts);
}

int os_rusage(int who, struct os_rusage *out) {
    struct raw_rusage u = {0};
    long r = os_call(getrusage, who, &u);
    rusage_convert(&u, out);
    return (int)r;
}

int os_wait4(int pid, int *status, int options, struct os_rusage *usage) {
    struct raw_rusage u = {0};
    long r = os_call(wait4, pid, status, options, &u);
    rusage_convert(&u, usage);
    return (int)r;
}

int os_fork(void) {
    return (int)sys_5(SYS_clone, OS_SIGCHLD, 0, 0, 0, 0);
}

int os_exec(int fd, const char *path, char *const argv[], char *const envp[]) {
    if (fd >= 0) return (int)os_call(execveat, fd, "", argv, envp, OS_AT_EMPTY_PATH);
    return (int)sys_3(SYS_execve, path, argv, envp);
}

/* Packed on x86-64 only. */
struct raw_event {
    uint32_t events;
#if defined __x86_64__
    uint32_t data[2];
#else
    uint32_t pad, data[2];
#endif
};

int os_epoll_ctl(int epoll, int what, int fd, uint32_t events) {
    struct raw_event e = {.events = events, .data = {(uint32_t)fd}};
    return (int)os_call(epoll_ctl, epoll, what, fd, &e);
}

/* At most as many as the stack holds easily: the system gives the others first the next time. */
int os_epoll_wait(int epoll, struct os_epoll_event *out, int most, int64_t ns) {
    struct raw_event e[96];
    int64_t ms = ns < 0 ? -1 : ns / 1000000 + (ns % 1000000 > 0);
    if (ms > INT32_MAX) ms = INT32_MAX;
    if (most > 96) most = 96;
    int n = (int)os_call(epoll_pwait, epoll, e, most, ms, NULL, 8);
    for (int i = 0; i < n; i++) out[i] = (struct os_epoll_event){e[i].events, (int)e[i].data[0]};
    return n;
}

void os_environ_set(char **environ) {
    os_process.envp = environ;
}

uint64_t os_machine_difference(const char *flag, uint64_t x86) {
#if defined __aarch64__
    static const struct {
        const char *name;
        uint64_t value;
    } own[] = {
        {"O_DIRECT", 0x10000}, {"O_DIRECTORY", 0x4000}, {"O_NOFOLLOW", 0x8000}, {"O_TMPFILE", 0x404000}};
    for (unsigned i = 0; i < sizeof own / sizeof *own; i++) {
        const char *a = flag, *b = own[i].name;
        while (*a && *a == *b) a++, b++;
        if (*a == *b) return own[i].value;
    }
#endif
    return x86;
}
