/* Files, memory, processes and time on Linux: thin over system calls. Serves the artifact and the hosted
 * tests alike; what differs between the two (entry, signals, the clock) is in linux_raw.c and hosted.c. */
#include "runtime/os/posix.h"
#include "runtime/os/sys.h"

#define NS INT64_C(1000000000)

/* ---- files ---- */

int64_t os_read(int fd, void *p, size_t n) {
    return sys_3(SYS_read, fd, p, n);
}
int64_t os_write(int fd, const void *p, size_t n) {
    return sys_3(SYS_write, fd, p, n);
}

int os_open(const char *path, int flags, uint32_t mode) {
    int given = flags & ~(OS_O_DIRECTORY | OS_O_NOFOLLOW);
    if (flags & OS_O_DIRECTORY) given |= SYS_(0200000, 040000);
    if (flags & OS_O_NOFOLLOW) given |= SYS_(0400000, 0100000);
    return (int)sys_4(SYS_openat, AT_FDCWD, path, given | OS_O_CLOEXEC, mode);
}

int os_close(int fd) {
    return (int)sys_1(SYS_close, fd);
}
int64_t os_seek(int fd, int64_t offset, int whence) {
    return sys_3(SYS_lseek, fd, offset, whence);
}
int os_truncate(int fd, int64_t size) {
    return (int)sys_2(SYS_ftruncate, fd, size);
}
int os_sync(int fd) {
    return (int)sys_1(SYS_fsync, fd);
}

int os_fcntl(int fd, int command, long argument) {
    return (int)sys_3(SYS_fcntl, fd, command, argument);
}

int os_dup(int fd) {
    enum { F_DUPFD_CLOEXEC = 1030 };
    return (int)sys_3(SYS_fcntl, fd, F_DUPFD_CLOEXEC, 0);
}

int os_dup2(int from, int to) {
    if (from == to) return (int)sys_3(SYS_fcntl, from, 1 /* F_GETFD */, 0) < 0 ? -OS_EBADF : to;
    return (int)sys_3(SYS_dup3, from, to, OS_O_CLOEXEC);
}

int os_pipe(int fds[2]) {
    return (int)sys_2(SYS_pipe2, fds, OS_O_CLOEXEC);
}

bool os_isatty(int fd) {
    uint32_t termios[16]; /* the kernel's struct is 36 bytes */
    return sys_3(SYS_ioctl, fd, 0x5401 /* TCGETS */, termios) == 0;
}

int os_terminal_size(int fd, int *columns, int *lines) {
    uint16_t size[4] = {0};
    long r = sys_3(SYS_ioctl, fd, 0x5413 /* TIOCGWINSZ */, size);
    if (r < 0) return (int)r;
    *lines = size[0];
    *columns = size[1];
    return 0;
}

/* The kernel's struct stat. */
struct raw_stat {
#if defined __x86_64__
    uint64_t dev, ino, nlink;
    uint32_t mode, uid, gid, pad;
    uint64_t rdev;
    int64_t size, blksize, blocks;
#else
    uint64_t dev, ino;
    uint32_t mode, nlink, uid, gid;
    uint64_t rdev, pad;
    int64_t size;
    int32_t blksize, pad2;
    int64_t blocks;
#endif
    struct sys_timespec atime, mtime, ctime;
    int64_t spare[3];
};

static int64_t to_ns(struct sys_timespec t) {
    return t.sec * NS + t.nsec;
}

static void stat_convert(const struct raw_stat *s, struct os_stat *out) {
    *out = (struct os_stat){
        .dev = s->dev,
        .ino = s->ino,
        .nlink = s->nlink,
        .rdev = s->rdev,
        .size = (uint64_t)s->size,
        .blksize = (uint64_t)s->blksize,
        .blocks = (uint64_t)s->blocks,
        .mode = s->mode,
        .uid = s->uid,
        .gid = s->gid,
        .atime_ns = to_ns(s->atime),
        .mtime_ns = to_ns(s->mtime),
        .ctime_ns = to_ns(s->ctime),
    };
}

int os_stat_at(int dir, const char *path, int flags, struct os_stat *out) {
    struct raw_stat s = {0};
    long r = sys_4(SYS_newfstatat, dir, path, &s, flags);
    if (r < 0) return (int)r;
    stat_convert(&s, out);
    return 0;
}

int os_stat(const char *path, bool follow, struct os_stat *out) {
    return os_stat_at(AT_FDCWD, path, follow ? 0 : AT_SYMLINK_NOFOLLOW, out);
}

int os_fstat(int fd, struct os_stat *out) {
    struct raw_stat s = {0};
    long r = sys_2(SYS_fstat, fd, &s);
    if (r < 0) return (int)r;
    stat_convert(&s, out);
    return 0;
}

int os_access(const char *path, int mode) {
    return (int)sys_3(SYS_faccessat, AT_FDCWD, path, mode);
}
int os_mkdir(const char *path, uint32_t mode) {
    return (int)sys_3(SYS_mkdirat, AT_FDCWD, path, mode);
}
int os_rmdir(const char *path) {
    return (int)sys_3(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
}
int os_unlink(const char *path) {
    return (int)sys_3(SYS_unlinkat, AT_FDCWD, path, 0);
}

int os_rename(const char *from, const char *to) {
    return (int)sys_5(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int os_link(const char *from, const char *to) {
    return (int)sys_5(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int os_symlink(const char *target, const char *path) {
    return (int)sys_3(SYS_symlinkat, target, AT_FDCWD, path);
}

int64_t os_readlink(const char *path, char *p, size_t n) {
    return sys_4(SYS_readlinkat, AT_FDCWD, path, p, n);
}

int os_chmod(const char *path, uint32_t mode) {
    return (int)sys_3(SYS_fchmodat, AT_FDCWD, path, mode);
}

static struct sys_timespec from_ns(int64_t ns) {
    int64_t sec = ns / NS, rest = ns % NS;
    if (rest < 0) { /* nanoseconds count upwards, before 1970 too */
        rest += NS;
        sec--;
    }
    return (struct sys_timespec){sec, rest};
}

int os_utime(const char *path, int64_t atime_ns, int64_t mtime_ns, bool follow) {
    struct sys_timespec t[2] = {from_ns(atime_ns), from_ns(mtime_ns)};
    return (int)sys_4(SYS_utimensat, AT_FDCWD, path, t, follow ? 0 : AT_SYMLINK_NOFOLLOW);
}

int os_chdir(const char *path) {
    return (int)sys_1(SYS_chdir, path);
}

int64_t os_getcwd(char *p, size_t n) {
    long r = sys_2(SYS_getcwd, p, n);
    return r > 0 ? r - 1 : r; /* the kernel counts the NUL */
}

uint32_t os_umask(uint32_t mask) {
    return (uint32_t)sys_1(SYS_umask, mask);
}

void os_dir_init(struct os_dir *d, int fd) {
    d->fd = fd;
    d->at = d->end = 0;
}

int os_dir_next(struct os_dir *d, struct os_dirent *out) {
    /* struct linux_dirent64: ino 8, offset 8, record length 2, type 1, name… */
    if (d->at >= d->end) {
        long n = sys_3(SYS_getdents64, d->fd, d->buffer, sizeof d->buffer);
        if (n <= 0) return (int)n;
        d->at = 0;
        d->end = (uint32_t)n;
    }
    const char *e = (const char *)d->buffer + d->at;
    out->ino = *(const uint64_t *)e;
    out->mode = (uint32_t)(uint8_t)e[18] << 12;
    out->name = e + 19;
    d->at += *(const uint16_t *)(e + 16);
    return 1;
}

/* ---- memory ---- */

enum { MAP_PRIVATE = 2, MAP_ANONYMOUS = 0x20, MAP_NORESERVE = 0x4000 };
enum { MADV_DONTNEED = 4, MADV_HUGEPAGE = 14, MADV_POPULATE_WRITE = 23 };

size_t os_page_size(void) {
    return os_process.page;
}

static bool failed(long r) {
    return (unsigned long)r > -4096UL;
}

void *os_mem_reserve(size_t size, size_t align) {
    size_t page = os_page_size(), extra = align > page ? align : 0;
    if (size + extra < size) return NULL;
    /* Not MAP_NORESERVE: that would let commit grant more than the machine has, and writing it would end in a
     * kill. */
    long r = sys_6(SYS_mmap, 0, (long)(size + extra), OS_MEM_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (failed(r)) return NULL;
    if (!extra) return (void *)r;
    uintptr_t low = (uintptr_t)r, at = (low + align - 1) & ~(align - 1), high = low + size + extra;
    size = (size + page - 1) & ~(page - 1);
    if (at > low) sys_2(SYS_munmap, low, at - low);
    if (high > at + size) sys_2(SYS_munmap, at + size, high - (at + size));
    return (void *)at;
}

int os_mem_commit(void *p, size_t size) {
    return (int)sys_3(SYS_mprotect, p, size, OS_MEM_READ | OS_MEM_WRITE);
}

void os_mem_expect(void *p, size_t size, bool at_once) {
    sys_3(SYS_madvise, p, size, at_once ? MADV_POPULATE_WRITE : MADV_HUGEPAGE);
}

bool os_mem_move(void *p, size_t old_size, void *to, size_t new_size) {
    return !failed(
        sys_6(SYS_mremap, (long)p, (long)old_size, (long)new_size, 3 /* MAYMOVE | FIXED */, (long)to, 0));
}

int os_mem_discard(void *p, size_t size) {
    return (int)sys_3(SYS_madvise, p, size, MADV_DONTNEED);
}

int os_mem_release(void *p, size_t size) {
    return (int)sys_2(SYS_munmap, p, size);
}

void *os_mem_map(size_t size) {
    long r = sys_6(SYS_mmap, 0, (long)size, OS_MEM_READ | OS_MEM_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return failed(r) ? NULL : (void *)r;
}

void *os_mem_remap(void *p, size_t old_size, size_t new_size) {
    long r = sys_4(SYS_mremap, p, old_size, new_size, 1 /* MREMAP_MAYMOVE */);
    return failed(r) ? NULL : (void *)r;
}

bool os_mem_grow_in_place(void *p, size_t old_size, size_t new_size) {
    return !failed(sys_4(SYS_mremap, p, old_size, new_size, 0));
}

uint64_t os_mem_limit(void) {
    uint64_t limit[2] = {UINT64_MAX, UINT64_MAX};
    sys_4(SYS_prlimit64, 0, 9 /* RLIMIT_AS */, 0, limit);
    return limit[0];
}

/* ---- process ---- */

_Noreturn void os_exit(int status) {
    for (;;) sys_1(SYS_exit_group, status);
}

_Noreturn void os_die(int signal) {
    uint64_t all = 0;
    os_signal_set(signal, 0);
    sys_4(SYS_rt_sigprocmask, 2 /* SIG_SETMASK */, &all, 0, 8);
    sys_3(SYS_tgkill, sys_0(SYS_getpid), sys_0(SYS_gettid), signal);
    os_exit(128 + signal); /* the signal's default action is to be ignored */
}

_Noreturn void os_abort(const char *message) {
    size_t n = 0;
    while (message[n]) n++;
    os_write(2, "Fatal Python error: ", 20);
    os_write(2, message, n);
    os_write(2, "\n", 1);
    os_die(OS_SIGABRT);
}

int os_getpid(void) {
    return (int)sys_0(SYS_getpid);
}
int os_getppid(void) {
    return (int)sys_0(SYS_getppid);
}
uint32_t os_getuid(void) {
    return (uint32_t)sys_0(SYS_getuid);
}
uint32_t os_geteuid(void) {
    return (uint32_t)sys_0(SYS_geteuid);
}
uint32_t os_getgid(void) {
    return (uint32_t)sys_0(SYS_getgid);
}
uint32_t os_getegid(void) {
    return (uint32_t)sys_0(SYS_getegid);
}
int os_kill(int pid, int signal) {
    return (int)sys_2(SYS_kill, pid, signal);
}

int os_random(void *p, size_t n) {
    for (size_t at = 0; at < n;) {
        long r = sys_3(SYS_getrandom, (char *)p + at, n - at, 0);
        if (r == -OS_EINTR) continue;
        if (r < 0) return (int)r;
        at += (size_t)r;
    }
    return 0;
}

int os_cpu_count(void) {
    uint64_t mask[16] = {0};
    long n = sys_3(SYS_sched_getaffinity, 0, sizeof mask, mask);
    int count = 0;
    for (long i = 0; i < n / 8; i++) count += __builtin_popcountll(mask[i]);
    return count ? count : 1;
}

/* Runs in the forked child. */
static _Noreturn void spawn_child(const char *path, char *const argv[], char *const envp[], const int fds[3],
                                  const char *cwd, int report) {
    long r = 0;
    int from[3];
    /* First out of the way of 0-2, so that no dup3 below overwrites one that is still wanted. */
    for (int i = 0; i < 3; i++) {
        from[i] = fds[i];
        if (fds[i] >= 0 && fds[i] < 3 && fds[i] != i) from[i] = (int)sys_3(SYS_fcntl, fds[i], 1030, 3);
    }
    for (int i = 0; i < 3 && r >= 0; i++) {
        if (from[i] < 0) continue;
        if (from[i] == i)
            r = sys_3(SYS_fcntl, i, 2 /* F_SETFD */, 0);
        else
            r = sys_3(SYS_dup3, from[i], i, 0);
    }
    if (r >= 0 && cwd) r = sys_1(SYS_chdir, cwd);
    os_signal_set(OS_SIGPIPE, 0);
    if (r >= 0) r = sys_3(SYS_execve, path, argv, envp);
    int error = (int)r;
    os_write(report, &error, sizeof error);
    os_exit(127);
}

int os_spawn(const char *path, char *const argv[], char *const envp[], const int fds[3], const char *cwd) {
    int report[2], error = 0;
    int r = os_pipe(report);
    if (r < 0) return r;
    long pid = sys_5(SYS_clone, OS_SIGCHLD, 0, 0, 0, 0);
    if (pid == 0) spawn_child(path, argv, envp, fds, cwd, report[1]);
    os_close(report[1]);
    if (pid > 0) {
        int64_t n;
        do n = os_read(report[0], &error, sizeof error);
        while (n == -OS_EINTR);
        if (n == sizeof error) {
            sys_4(SYS_wait4, pid, 0, 0, 0);
            pid = error;
        }
    }
    os_close(report[0]);
    return (int)pid;
}

int os_wait(int pid, int *status, bool block) {
    return (int)sys_4(SYS_wait4, pid, status, block ? 0 : 1 /* WNOHANG */, 0);
}

int os_uname(struct os_uname *out) {
    struct {
        struct os_uname u;
        char domain[65];
    } raw;
    long r = sys_1(SYS_uname, &raw);
    if (r == 0) *out = raw.u;
    return (int)r;
}

int os_argc(void) {
    return os_process.argc;
}
char **os_argv(void) {
    return os_process.argv;
}
char **os_environ(void) {
    return os_process.envp;
}

const char *os_getenv(const char *name) {
    for (char **e = os_process.envp; e && *e; e++) {
        const char *a = name, *b = *e;
        while (*a && *a == *b) a++, b++;
        if (!*a && *b == '=') return b + 1;
    }
    return NULL;
}

int64_t os_executable(char *p, size_t n) {
    if (!n) return -OS_ERANGE;
    int64_t r = os_readlink("/proc/self/exe", p, n - 1);
    if (r >= 0) p[r] = 0;
    return r;
}

void os_stack_bounds(uintptr_t *low, uintptr_t *high) {
    *low = os_process.stack_low;
    *high = os_process.stack_high;
}

/* ---- threads ---- */

int os_thread_id(void) {
    return (int)sys_0(SYS_gettid);
}

enum { FUTEX_WAIT_PRIVATE = 128, FUTEX_WAKE_PRIVATE = 129 };

int os_futex_wait(const uint32_t *word, uint32_t expected, int64_t timeout_ns) {
    struct sys_timespec t = from_ns(timeout_ns);
    return (int)sys_4(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, timeout_ns < 0 ? NULL : &t);
}

void os_futex_wake(const uint32_t *word, int count) {
    sys_3(SYS_futex, word, FUTEX_WAKE_PRIVATE, count);
}

/* ---- time ---- */

/* A signal between the last look for one and the sleep must end the sleep: all are held back until ppoll lets
 * them in. */
int os_sleep(int64_t ns) {
    struct sys_timespec t = from_ns(ns);
    uint64_t held = UINT64_MAX, before = 0;
    sys_4(SYS_rt_sigprocmask, 0 /* SIG_BLOCK */, &held, &before, 8);
    long r =
        os_signal_pending() ? -OS_EINTR : sys_6(SYS_ppoll, 0, 0, ns < 0 ? 0 : (long)&t, (long)&before, 8, 0);
    sys_4(SYS_rt_sigprocmask, 2 /* SIG_SETMASK */, &before, 0, 8);
    return (int)r;
}

/* ---- signals ---- */

int os_thread_kill(int tid, int signal) {
    return (int)sys_3(SYS_tgkill, sys_0(SYS_getpid), tid, signal);
}
int os_pidfd_send_signal(int fd, int signal, uint32_t flags) {
    return (int)sys_4(SYS_pidfd_send_signal, fd, signal, 0, flags);
}
int os_signal_mask(int how, const uint64_t *set, uint64_t *old) {
    return (int)sys_4(SYS_rt_sigprocmask, how, set, old, 8);
}
int os_signal_pending_set(uint64_t *set) {
    return (int)sys_2(SYS_rt_sigpending, set, 8);
}

/* siginfo_t: signal, error, code, then by signal: pid and uid, status for children; band for SIGPOLL. */
int os_signal_wait(uint64_t set, struct os_siginfo *info, int64_t ns) {
    struct sys_timespec t = from_ns(ns);
    int32_t raw[32] = {0};
    int r = (int)sys_4(SYS_rt_sigtimedwait, &set, raw, ns < 0 ? NULL : &t, 8);
    if (r < 0) return r;
    *info = (struct os_siginfo){
        .signal = raw[0], .error = raw[1], .code = raw[2], .pid = raw[4], .uid = raw[5], .status = raw[6]};
    __builtin_memcpy(&info->band, raw + 4, sizeof info->band);
    return 0;
}

int os_itimer(int which, const int64_t now[2], int64_t old[2]) {
    enum { US = 1000000 };
    struct {
        int64_t interval_s, interval_us, value_s, value_us;
    } set = {0}, had = {0};
    if (now) {
        set.value_s = now[0] / US, set.value_us = now[0] % US;
        set.interval_s = now[1] / US, set.interval_us = now[1] % US;
    }
    long r = now ? sys_3(SYS_setitimer, which, &set, &had) : sys_2(SYS_getitimer, which, &had);
    old[0] = had.value_s * US + had.value_us;
    old[1] = had.interval_s * US + had.interval_us;
    return (int)r;
}
