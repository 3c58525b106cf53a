/* System calls of Linux, for runtime/os only.
 *
 * Invariants:
 *  - sys_N gives what the kernel gives: -4095 … -1 is a negative error number.
 *  - Numbers are those both machines have (x86-64 keeps older calls besides; they are not used), so linux.c
 * is one file.
 *  - Freestanding: the instruction itself. Hosted: libc's syscall(), so that tools which watch the process
 * still can. */
#ifndef PY2_RUNTIME_OS_SYS_H
#define PY2_RUNTIME_OS_SYS_H

#include <stdint.h>

/* Peculiar: x86-64 and AArch64 number their calls differently, and struct stat and two open flags differ. */
#if defined __x86_64__
#define SYS_(x86, arm) x86
#elif defined __aarch64__
#define SYS_(x86, arm) arm
#else
#error "no system calls for this machine"
#endif

#define SYS_read              SYS_(0, 63)
#define SYS_write             SYS_(1, 64)
#define SYS_close             SYS_(3, 57)
#define SYS_fstat             SYS_(5, 80)
#define SYS_lseek             SYS_(8, 62)
#define SYS_mmap              SYS_(9, 222)
#define SYS_mprotect          SYS_(10, 226)
#define SYS_munmap            SYS_(11, 215)
#define SYS_rt_sigaction      SYS_(13, 134)
#define SYS_rt_sigprocmask    SYS_(14, 135)
#define SYS_ioctl             SYS_(16, 29)
#define SYS_mremap            SYS_(25, 216)
#define SYS_madvise           SYS_(28, 233)
#define SYS_dup               SYS_(32, 23)
#define SYS_dup3              SYS_(292, 24)
#define SYS_ppoll             SYS_(271, 73)
#define SYS_getpid            SYS_(39, 172)
#define SYS_clone             SYS_(56, 220)
#define SYS_execve            SYS_(59, 221)
#define SYS_exit              SYS_(60, 93)
#define SYS_wait4             SYS_(61, 260)
#define SYS_kill              SYS_(62, 129)
#define SYS_uname             SYS_(63, 160)
#define SYS_fcntl             SYS_(72, 25)
#define SYS_fsync             SYS_(74, 82)
#define SYS_ftruncate         SYS_(77, 46)
#define SYS_getcwd            SYS_(79, 17)
#define SYS_chdir             SYS_(80, 49)
#define SYS_umask             SYS_(95, 166)
#define SYS_getuid            SYS_(102, 174)
#define SYS_getgid            SYS_(104, 176)
#define SYS_geteuid           SYS_(107, 175)
#define SYS_getegid           SYS_(108, 177)
#define SYS_getppid           SYS_(110, 173)
#define SYS_sigaltstack       SYS_(131, 132)
#define SYS_gettid            SYS_(186, 178)
#define SYS_rt_sigpending     SYS_(127, 136)
#define SYS_rt_sigtimedwait   SYS_(128, 137)
#define SYS_getitimer         SYS_(36, 102)
#define SYS_setitimer         SYS_(38, 103)
#define SYS_pidfd_send_signal SYS_(424, 424)
#define SYS_futex             SYS_(202, 98)
#define SYS_tgkill            SYS_(234, 131)
#define SYS_sched_getaffinity SYS_(204, 123)
#define SYS_getdents64        SYS_(217, 61)
#define SYS_clock_gettime     SYS_(228, 113)
#define SYS_exit_group        SYS_(231, 94)
#define SYS_openat            SYS_(257, 56)
#define SYS_mkdirat           SYS_(258, 34)
#define SYS_newfstatat        SYS_(262, 79)
#define SYS_unlinkat          SYS_(263, 35)
#define SYS_renameat2         SYS_(316, 276)
#define SYS_linkat            SYS_(265, 37)
#define SYS_symlinkat         SYS_(266, 36)
#define SYS_readlinkat        SYS_(267, 78)
#define SYS_fchmodat          SYS_(268, 53)
#define SYS_faccessat         SYS_(269, 48)
#define SYS_utimensat         SYS_(280, 88)
#define SYS_pipe2             SYS_(293, 59)
#define SYS_prlimit64         SYS_(302, 261)
#define SYS_getrandom         SYS_(318, 278)

#define AT_FDCWD            (-100)
#define AT_SYMLINK_NOFOLLOW 0x100
#define AT_REMOVEDIR        0x200

#ifdef PY2_HOSTED
long sys_6(long n, long a, long b, long c, long d, long e, long f); /* hosted.c */
#elif defined __x86_64__
static inline long sys_6(long n, long a, long b, long c, long d, long e, long f) {
    long r;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "=a"(r)
                     : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return r;
}
#else
static inline long sys_6(long n, long a, long b, long c, long d, long e, long f) {
    register long x8 __asm__("x8") = n;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    register long x4 __asm__("x4") = e;
    register long x5 __asm__("x5") = f;
    __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
    return x0;
}
#endif

#define sys_0(n)                sys_6((n), 0, 0, 0, 0, 0, 0)
#define sys_1(n, a)             sys_6((n), (long)(a), 0, 0, 0, 0, 0)
#define sys_2(n, a, b)          sys_6((n), (long)(a), (long)(b), 0, 0, 0, 0)
#define sys_3(n, a, b, c)       sys_6((n), (long)(a), (long)(b), (long)(c), 0, 0, 0)
#define sys_4(n, a, b, c, d)    sys_6((n), (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)
#define sys_5(n, a, b, c, d, e) sys_6((n), (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), 0)

struct sys_timespec {
    int64_t sec, nsec;
};

/* What start-up knows and the rest asks for (raw: start.c; hosted: hosted.c). */
struct os_process {
    int argc;
    char **argv, **envp;
    uintptr_t stack_low, stack_high;
    uintptr_t page;
    uintptr_t vdso;        /* AT_SYSINFO_EHDR, 0 unknown */
    const uint8_t *random; /* AT_RANDOM, 16 bytes */
};
extern struct os_process os_process;

#endif
