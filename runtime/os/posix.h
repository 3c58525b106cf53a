/* What only the POSIX modules (posix, fcntl, select, resource, …) ask of the system: calls by name, and those
 * whose structures differ between machines.
 *
 * Invariant: os_call gives what the kernel gives, -4095 … -1 being a negative error number. */
#ifndef PY2_OS_POSIX_H
#define PY2_OS_POSIX_H

#include "runtime/os/os.h"

enum os_call_name {
#define X(name, x86, arm) OS_CALL_##name,
#include "runtime/os/calls.def"
#undef X
};
long os_call_6(enum os_call_name name, long a, long b, long c, long d, long e, long f);
#define os_call(name, ...) os_call_pick_(name, __VA_ARGS__, 0, 0, 0, 0, 0, 0)
#define os_call_pick_(name, a, b, c, d, e, f, ...)                                                           \
    os_call_6(OS_CALL_##name, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

#define OS_AT_FDCWD            (-100)
#define OS_AT_SYMLINK_NOFOLLOW 0x100
#define OS_AT_REMOVEDIR        0x200
#define OS_AT_EACCESS          0x200
#define OS_AT_SYMLINK_FOLLOW   0x400
#define OS_AT_EMPTY_PATH       0x1000

int os_stat_at(int dir, const char *path, int flags, struct os_stat *out);

struct os_statvfs {
    uint64_t bsize, frsize, blocks, bfree, bavail, files, ffree, favail, flag, namemax, fsid;
};
int os_statvfs(const char *path, int fd, struct os_statvfs *out); /* path NULL: of the descriptor */

struct os_rusage {
    int64_t user_us, system_us;
    int64_t counts[14]; /* ru_maxrss … ru_nivcsw */
};
int os_rusage(int who, struct os_rusage *out);
int os_wait4(int pid, int *status, int options, struct os_rusage *usage);
/* The process twice; signals stay as they are. In the child only this thread exists. */
int os_fork(void);
int os_exec(int fd, const char *path, char *const argv[],
            char *const envp[]); /* fd >= 0: the program is that file */
struct os_epoll_event {
    uint32_t events;
    int fd;
};
int os_epoll_ctl(int epoll, int what, int fd, uint32_t events);
int os_epoll_wait(int epoll, struct os_epoll_event *out, int most, int64_t ns); /* how many; ns < 0: for ever */
void os_environ_set(char **environ);
uint64_t os_machine_difference(const char *flag,
                               uint64_t x86); /* the value of an O_… constant on this machine */

#endif
