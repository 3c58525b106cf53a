/* The system, as the runtime sees it. Everything outside the process goes through here.
 *
 * Invariants:
 *  - A call that can fail gives a negative error number, -OS_ENOENT and so on: Linux's numbers on every
 * system. Nothing here raises, allocates from the collected heap or touches `struct thread`, but for the
 * interrupt request below.
 *  - Interrupted calls (EINTR) come back to the caller: it polls, so that signal handlers run, then tries
 * again.
 *  - Paths are NUL-terminated bytes. Times are nanoseconds.
 *  - The same header is served by linux_raw.c (freestanding; the artifact) and hosted.c (libc; tests). */
#ifndef PY2_RUNTIME_OS_H
#define PY2_RUNTIME_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- error numbers (errno.c) ---- */

/* OS_ENOENT etc.: the constants of errno.h, and what glibc's strerror says of them. */
enum os_errno {
#define X(name, number, text) OS_##name = number,
#include "runtime/os/errno.def"
#undef X
};
/* "No such file or directory"; NULL for a number without a text ("Unknown error N" is the caller's). */
const char *os_error_text(int number);
/* "ENOENT"; NULL when unknown. */
const char *os_error_name(int number);

/* ---- files ---- */

#define OS_O_RDONLY    0
#define OS_O_WRONLY    1
#define OS_O_RDWR      2
#define OS_O_CREAT     0100
#define OS_O_EXCL      0200
#define OS_O_NOCTTY    0400
#define OS_O_TRUNC     01000
#define OS_O_APPEND    02000
#define OS_O_NONBLOCK  04000
#define OS_O_DIRECTORY 0x10000000 /* translated: the number differs between machines */
#define OS_O_NOFOLLOW  0x20000000 /* translated */
#define OS_O_CLOEXEC   02000000
#define OS_SEEK_SET    0
#define OS_SEEK_CUR    1
#define OS_SEEK_END    2

struct os_stat {
    uint64_t dev, ino, nlink, rdev, size, blksize, blocks;
    uint32_t mode, uid, gid;
    int64_t atime_ns, mtime_ns, ctime_ns; /* since 1970 */
};
#define OS_S_IFMT   0170000u
#define OS_S_IFREG  0100000u
#define OS_S_IFDIR  0040000u
#define OS_S_IFLNK  0120000u
#define OS_S_IFCHR  0020000u
#define OS_S_IFBLK  0060000u
#define OS_S_IFIFO  0010000u
#define OS_S_IFSOCK 0140000u

int64_t os_read(int fd, void *p, size_t n);              /* bytes read, 0 at the end */
int64_t os_write(int fd, const void *p, size_t n);       /* bytes written, may be fewer */
int os_open(const char *path, int flags, uint32_t mode); /* a descriptor; always close-on-exec */
int os_close(int fd);
int64_t os_seek(int fd, int64_t offset, int whence);
int os_truncate(int fd, int64_t size);
int os_sync(int fd);
#define OS_F_GETFL 3
#define OS_F_SETFL 4
#define OS_F_GETFD 1
#define OS_F_SETFD 2
int os_fcntl(int fd, int command, long argument);
int os_dup(int fd);
int os_dup2(int from, int to);
int os_pipe(int fds[2]);
bool os_isatty(int fd);
int os_terminal_size(int fd, int *columns, int *lines);
int os_stat(const char *path, bool follow, struct os_stat *out);
int os_fstat(int fd, struct os_stat *out);
int os_access(const char *path, int mode);
int os_mkdir(const char *path, uint32_t mode);
int os_rmdir(const char *path);
int os_unlink(const char *path);
int os_rename(const char *from, const char *to);
int os_link(const char *from, const char *to);
int os_symlink(const char *target, const char *path);
int64_t os_readlink(const char *path, char *p, size_t n); /* bytes, no NUL */
int os_chmod(const char *path, uint32_t mode);
int os_utime(const char *path, int64_t atime_ns, int64_t mtime_ns, bool follow);
int os_chdir(const char *path);
int64_t os_getcwd(char *p, size_t n); /* length without the NUL */
uint32_t os_umask(uint32_t mask);

/* Directory reading: os_open(OS_O_RDONLY | OS_O_DIRECTORY), os_dir_init, then os_dir_next until it gives 0.
 * "." and ".." come too. `name` stays valid until the next call. */
struct os_dir {
    int fd;
    uint32_t at, end;
    uint64_t buffer[128];
};
struct os_dirent {
    const char *name;
    uint64_t ino;
    uint32_t mode; /* OS_S_IF… or 0 when the file system does not say */
};
void os_dir_init(struct os_dir *d, int fd);
int os_dir_next(struct os_dir *d, struct os_dirent *out); /* 1 one more, 0 end, negative error */

/* ---- memory ---- */

#define OS_MEM_NONE  0
#define OS_MEM_READ  1
#define OS_MEM_WRITE 2
#define OS_MEM_EXEC  4
/* Address space aligned to `align` (a power of two, at least a page), inaccessible and uncounted until
 * committed. NULL: refused. */
void *os_mem_reserve(size_t size, size_t align);
/* Readable, writable, zeroed memory in a reserved range. */
int os_mem_commit(void *p, size_t size);
/* Committed memory that will be written soon: all of it at once, or as a large block in no hurry. A wish; never fails. */
void os_mem_expect(void *p, size_t size, bool at_once);
/* Moves a committed range onto a reserved one that is as large as `new_size`; the rest is zeroed. False: refused, nothing moved. */
bool os_mem_move(void *p, size_t old_size, void *to, size_t new_size);
/* Contents are given up and read as zeros; stays committed. */
int os_mem_discard(void *p, size_t size);
int os_mem_release(void *p, size_t size);
/* Committed zeroed memory; NULL when refused. */
void *os_mem_map(size_t size);
/* Grows or shrinks what os_mem_map gave, moving it when it must; NULL when refused (then unchanged). */
void *os_mem_remap(void *p, size_t old_size, size_t new_size);
/* The same, in place only. */
bool os_mem_grow_in_place(void *p, size_t old_size, size_t new_size);
size_t os_page_size(void);
uint64_t os_mem_limit(void); /* RLIMIT_AS in bytes, UINT64_MAX when unlimited */

/* ---- process ---- */

_Noreturn void os_exit(int status);
/* Ends the process as the signal's default action does. */
_Noreturn void os_die(int signal);
_Noreturn void os_abort(const char *message); /* writes "Fatal Python error: MESSAGE" and dies by SIGABRT */
int os_getpid(void);
int os_getppid(void);
uint32_t os_getuid(void);
uint32_t os_geteuid(void);
uint32_t os_getgid(void);
uint32_t os_getegid(void);
int os_kill(int pid, int signal);
int os_random(void *p, size_t n); /* 0, or negative */
int os_cpu_count(void);
/* fork + execve with the descriptors given for 0, 1, 2 (-1: inherited). Gives the pid. */
int os_spawn(const char *path, char *const argv[], char *const envp[], const int fds[3], const char *cwd);
int os_wait(int pid, int *status, bool block); /* pid, 0 still running, negative; *status as waitpid */
struct os_uname {
    char sysname[65], nodename[65], release[65], version[65], machine[65];
};
int os_uname(struct os_uname *out);

/* Command line and environment as the system gave them. */
int os_argc(void);
char **os_argv(void);
char **os_environ(void); /* "NAME=value" …, NULL */
const char *os_getenv(const char *name);
/* What /proc/self/exe names; 0-terminated; negative error. */
int64_t os_executable(char *p, size_t n);

/* ---- time ---- */

enum os_clock { OS_CLOCK_REALTIME, OS_CLOCK_MONOTONIC, OS_CLOCK_PROCESS, OS_CLOCK_THREAD };
int64_t os_clock(enum os_clock which); /* nanoseconds */
int os_sleep(int64_t ns); /* 0, or -OS_EINTR when a signal came; ns < 0: until one comes */

/* ---- signals and faults ---- */

#define OS_SIGHUP  1
#define OS_SIGINT  2
#define OS_SIGQUIT 3
#define OS_SIGILL  4
#define OS_SIGABRT 6
#define OS_SIGBUS  7
#define OS_SIGFPE  8
#define OS_SIGKILL 9
#define OS_SIGUSR1 10
#define OS_SIGSEGV 11
#define OS_SIGUSR2 12
#define OS_SIGPIPE 13
#define OS_SIGALRM 14
#define OS_SIGTERM 15
#define OS_SIGCHLD 17

/* Makes SIGINT ask for a poll: sets `*limit` (thread->limit) to UINTPTR_MAX and remembers the request, which
 * os_interrupt_take answers once. Ignores SIGPIPE. Called once at start. */
void os_signals_init(volatile uintptr_t *limit);
bool os_interrupt_pending(void);
bool os_signal_pending(void); /* a caught signal waits for os_signal_take, SIGINT among them */
void os_signal_note(int signal); /* as if it had come and been caught */
bool os_interrupt_take(void); /* true when SIGINT came since the last call */
/* Signal handling asked for by the program. `how`: 0 default, 1 ignored, 2 caught (then os_signal_take sees
 * it). Gives how it was. */
int os_signal_set(int signal, int how);
int os_signal_how(int signal); /* how it is now */
/* The lowest caught signal that came since, or 0. */
int os_signal_take(void);
/* Whether calls that this caught signal interrupts go on by themselves. */
int os_signal_restart(int signal, bool restart);
/* Each caught signal writes its number as a byte there from then on; -1: none. Gives the one before. */
int os_signal_wakeup(int fd);
/* Whose limit a caught signal sets: os_signals_init's until this is called. */
void os_signals_to(volatile uintptr_t *limit);
int os_thread_kill(int tid, int signal); /* a thread of this process */
int os_pidfd_send_signal(int fd, int signal, uint32_t flags);
/* Sets of signals: bit n - 1 is signal n. `how`: 0 block, 1 unblock, 2 set. */
int os_signal_mask(int how, const uint64_t *set, uint64_t *old);
int os_signal_pending_set(uint64_t *set);
struct os_siginfo {
    int signal, code, error, pid, uid, status;
    long band;
};
int os_signal_wait(uint64_t set, struct os_siginfo *info, int64_t ns); /* -OS_EAGAIN: the time is over; ns < 0: for ever */
/* Time left and interval in microseconds. `now` NULL: only asks. */
int os_itimer(int which, const int64_t now[2], int64_t old[2]);
#define OS_NSIG     65
#define OS_SIGRTMIN 34
/* What is printed at a fault after the one-line report: called on the alternate stack with the faulting pc,
 * frame pointer and stack pointer; may be NULL. It must use os_write only. */
typedef void (*os_fault_fn)(int signal, uintptr_t address, uintptr_t pc, uintptr_t fp, uintptr_t sp);
void os_fault_report(os_fault_fn fn);

/* ---- threads ---- */

/* A thread's stack, [low, high), and whether the system still runs on it. Kept by the caller as long as `running` is not 0;
 * started again, it uses the same stack when that is as large as asked for. */
struct os_thread {
    uintptr_t low, high;
    size_t mapped;
    uint32_t running; /* cleared by the system once the thread has left its stack */
};
/* Runs run(arg) on a new thread with a stack of `stack` bytes; 0, or negative. run() ends with os_thread_end. */
int os_thread_start(struct os_thread *self, size_t stack, void (*run)(void *), void *arg);
_Noreturn void os_thread_end(void);
int os_thread_id(void); /* the kernel's number */
/* Sleeps while *word is `expected`: 0 woken, -OS_EAGAIN it is not, -OS_ETIMEDOUT, -OS_EINTR. timeout_ns < 0: for ever. */
int os_futex_wait(const uint32_t *word, uint32_t expected, int64_t timeout_ns);
void os_futex_wake(const uint32_t *word, int count);

/* ---- stacks ---- */

/* The stack the main thread runs on: [low, high). The lowest page below `low` is a guard. */
void os_stack_bounds(uintptr_t *low, uintptr_t *high);
#define OS_MAIN_STACK (UINT64_C(1) << 30)

/* ---- entry: called by start_*.S once the image has relocated itself; never returns ---- */

/* The runtime's entry (main.c). Gives the exit status. */
int rt_main(int argc, char **argv, char **envp);

#endif
