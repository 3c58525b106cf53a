/* The runtime inside an ordinary libc process: entry, signals and clock by libc. For tests and sanitizers. */
#ifdef PY2_HOSTED
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* libc's headers and sys.h both name these. */
#undef AT_FDCWD
#undef AT_SYMLINK_NOFOLLOW
#undef AT_REMOVEDIR
#include "runtime/os/os.h"
#include "runtime/os/sys.h"

struct os_process os_process;

static _Atomic bool interrupted;
static int wakeup = -1;
static _Atomic uint64_t caught;
static volatile uintptr_t *interrupt_limit;

long sys_6(long n, long a, long b, long c, long d, long e, long f) {
    long r = syscall(n, a, b, c, d, e, f);
    return r == -1 ? -(long)errno : r;
}

/* glibc hands the command line to constructors. */
__attribute__((constructor)) static void process_init(int argc, char **argv, char **envp) {
    pthread_attr_t attr;
    void *low = NULL;
    size_t size = 0;
    os_process = (struct os_process){
        .argc = argc, .argv = argv, .envp = envp, .page = (uintptr_t)sysconf(_SC_PAGESIZE)};
    if (pthread_getattr_np(pthread_self(), &attr) == 0) {
        pthread_attr_getstack(&attr, &low, &size);
        pthread_attr_destroy(&attr);
    }
    os_process.stack_low = (uintptr_t)low + 65536;
    os_process.stack_high = (uintptr_t)low + size;
}

int64_t os_clock(enum os_clock which) {
    static const clockid_t ids[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID,
                                    CLOCK_THREAD_CPUTIME_ID};
    struct timespec t;
    clock_gettime(ids[which], &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

struct start {
    struct os_thread *self;
    void (*run)(void *);
    void *arg;
};

static void *thread_main(void *p) {
    struct start s = *(struct start *)p;
    pthread_attr_t attr;
    void *low = NULL;
    size_t size = 0;
    free(p);
    if (pthread_getattr_np(pthread_self(), &attr) == 0) {
        pthread_attr_getstack(&attr, &low, &size);
        pthread_attr_destroy(&attr);
    }
    s.self->low = (uintptr_t)low + 65536;
    s.self->high = (uintptr_t)low + size;
    s.run(s.arg);
    return NULL;
}

/* `running` stays 1: pthreads owns the stack, and each start is a record of its own. */
int os_thread_start(struct os_thread *self, size_t stack, void (*run)(void *), void *arg) {
    pthread_attr_t attr;
    pthread_t id;
    struct start *s = malloc(sizeof *s);
    if (!s) return -OS_ENOMEM;
    *s = (struct start){self, run, arg};
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attr, stack);
    self->running = 1;
    int r = pthread_create(&id, &attr, thread_main, s);
    pthread_attr_destroy(&attr);
    if (r) free(s), self->running = 0;
    return -r;
}

_Noreturn void os_thread_end(void) {
    pthread_exit(NULL);
}

static void on_signal(int signal) {
    if (signal == SIGINT) interrupted = true;
    caught |= UINT64_C(1) << (signal - 1);
    if (interrupt_limit) *interrupt_limit = UINTPTR_MAX;
    if (wakeup >= 0) {
        int error = errno;
        uint8_t number = (uint8_t)signal;
        os_write(wakeup, &number, 1);
        errno = error;
    }
}

int os_signal_wakeup(int fd) {
    int old = wakeup;
    wakeup = fd;
    return old;
}

void os_signals_to(volatile uintptr_t *limit) {
    interrupt_limit = limit;
}

int os_signal_restart(int signal, bool restart) {
    struct sigaction now;
    if (sigaction(signal, NULL, &now) < 0) return -errno;
    now.sa_flags = restart ? now.sa_flags | SA_RESTART : now.sa_flags & ~SA_RESTART;
    return sigaction(signal, &now, NULL) < 0 ? -errno : 0;
}

void os_signals_init(volatile uintptr_t *limit) {
    interrupt_limit = limit;
    if (os_signal_set(SIGINT, 2) == 1) os_signal_set(SIGINT, 1);
    os_signal_set(SIGPIPE, 1);
}

bool os_interrupt_pending(void) {
    return interrupted;
}
bool os_signal_pending(void) {
    return caught != 0;
}
void os_signal_note(int signal) {
    on_signal(signal);
}
bool os_interrupt_take(void) {
    caught &= ~(UINT64_C(1) << (SIGINT - 1));
    return __atomic_exchange_n((bool *)&interrupted, false, __ATOMIC_SEQ_CST);
}

int os_signal_set(int signal, int how) {
    struct sigaction now = {0}, old;
    now.sa_handler = how == 0 ? SIG_DFL : how == 1 ? SIG_IGN : on_signal;
    int r = sigaction(signal, &now, &old);
    if (r < 0) return -errno;
    return old.sa_handler == SIG_DFL ? 0 : old.sa_handler == SIG_IGN ? 1 : 2;
}

int os_signal_how(int signal) {
    struct sigaction now;
    if (sigaction(signal, NULL, &now) < 0) return -errno;
    return now.sa_handler == SIG_DFL ? 0 : now.sa_handler == SIG_IGN ? 1 : 2;
}

int os_signal_take(void) {
    uint64_t set = caught;
    if (!set) return 0;
    int signal = __builtin_ctzll(set) + 1;
    caught &= ~(UINT64_C(1) << (signal - 1));
    if (signal == SIGINT) interrupted = false;
    return signal;
}

/* A hosted process leaves faults to the sanitizers. */
void os_fault_report(os_fault_fn fn) {
    (void)fn;
}
#endif
