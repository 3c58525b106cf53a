/* The process without libc: from the kernel's entry to rt_main, signals, the clock.
 *
 * os_start runs before the image has relocated itself: until relocate() returns, nothing may read a word that
 * holds an address, be it a pointer in a table or a cell. Code and PC-relative addresses are all it has. */
#ifndef PY2_HOSTED
#include "runtime/os/os.h"
#include "runtime/os/sys.h"

struct os_process os_process;

/* ---- the image relocates itself ---- */

/* Defined by the linker. */
extern char __image_base[];
extern const uint64_t __relr_start[], __relr_stop[];
extern const uint64_t __packed_start[], __packed_stop[];
extern uint64_t __data_start[];
extern char __relro_start[], __relro_stop[];

/* Data lies in the file without its zeros: for each 64 words of it a word of 64 bits, then the words whose
 * bit is set. */
static void expand(void) {
    uint64_t *at = __data_start;
    for (const uint64_t *p = __packed_start; p < __packed_stop; at += 64)
        for (uint64_t bits = *p++; bits; bits &= bits - 1) at[__builtin_ctzll(bits)] = *p++;
}

/* RELR: an even word is the address of a word to relocate, an odd one a bitmap of the 63 words that follow.
 */
static void relocate(void) {
    uintptr_t base = (uintptr_t)__image_base;
    uint64_t *at = 0;
    for (const uint64_t *r = __relr_start; r < __relr_stop; r++) {
        if (!(*r & 1)) {
            at = (uint64_t *)(base + *r);
            *at++ += base;
            continue;
        }
        uint64_t *word = at;
        for (uint64_t bits = *r >> 1; bits; bits >>= 1, word++)
            if (bits & 1) *word += base;
        at += 63;
    }
}

/* ---- entry ---- */

enum { AT_PAGESZ = 6, AT_RANDOM = 25, AT_SYSINFO_EHDR = 33 };
enum { MAP_STACK_FLAGS = 0x2 | 0x20 | 0x4000 | 0x20000 }; /* private, anonymous, no reserve, stack */

/* Wider than any frame that is not probed, on every page size. */
enum { STACK_GUARD = 65536 };

_Noreturn void os_stack_run(uintptr_t high, void (*fn)(void)); /* start_*.S */
_Noreturn void os_start(uint64_t *sp);

static void run(void) {
    os_exit(rt_main(os_process.argc, os_process.argv, os_process.envp));
}

/* Reserves the main stack, smaller when the address space is limited (RLIMIT_AS: at most a quarter of it);
 * with none at all the kernel's own must do. */
static bool reserve_stack(void) {
    uint64_t limit = os_mem_limit() / 4;
    for (uint64_t size = OS_MAIN_STACK; size >= UINT64_C(1) << 22; size >>= 2) {
        if (size > limit) continue;
        long low = sys_6(SYS_mmap, 0, (long)size, OS_MEM_READ | OS_MEM_WRITE, MAP_STACK_FLAGS, -1, 0);
        if (low < 0 && low > -4096) continue;
        sys_3(SYS_mprotect, low, STACK_GUARD, OS_MEM_NONE);
        /* A huge page would be zeroed whole at the first touch: 100 µs and 2 MiB for a program that needs 20
         * KiB. */
        sys_3(SYS_madvise, low, size, 15 /* MADV_NOHUGEPAGE */);
        os_process.stack_low = (uintptr_t)low + STACK_GUARD;
        os_process.stack_high = (uintptr_t)low + size;
        return true;
    }
    return false;
}

static void kernel_stack(uintptr_t here) {
    uint64_t limit[2] = {8 << 20, 8 << 20};
    sys_4(SYS_prlimit64, 0, 3 /* RLIMIT_STACK */, 0, limit);
    uint64_t size = limit[0] < (UINT64_C(1) << 30) ? limit[0] : UINT64_C(1) << 30;
    size -= size / 8; /* arguments and environment are counted too */
    os_process.stack_high = here;
    os_process.stack_low = here - size;
}

_Noreturn void os_start(uint64_t *sp) {
    expand();
    relocate();
    struct os_process *p = &os_process;
    p->argc = (int)sp[0];
    p->argv = (char **)(sp + 1);
    p->envp = p->argv + p->argc + 1;
    p->page = 4096;
    char **e = p->envp;
    while (*e) e++;
    for (const uint64_t *aux = (const uint64_t *)(e + 1); aux[0]; aux += 2) {
        if (aux[0] == AT_PAGESZ) p->page = aux[1];
        if (aux[0] == AT_RANDOM) p->random = (const uint8_t *)aux[1];
        if (aux[0] == AT_SYSINFO_EHDR) p->vdso = aux[1];
    }
    /* The system's pages may be smaller than those the image was laid out for: whole pages of the system's
     * size. */
    uintptr_t from = (uintptr_t)__relro_start & ~(p->page - 1),
              to = ((uintptr_t)__relro_stop + p->page - 1) & ~(p->page - 1);
    sys_3(SYS_mprotect, from, to - from, OS_MEM_READ);
    if (reserve_stack()) os_stack_run(p->stack_high, run);
    kernel_stack((uintptr_t)sp);
    run();
    __builtin_unreachable();
}

/* ---- signals ---- */

struct kernel_sigaction {
    uintptr_t handler;
    uint64_t flags;
    void (*restorer)(void);
    uint64_t mask;
};
enum {
    SA_SIGINFO = 4,
    SA_RESTORER = 0x04000000,
    SA_ONSTACK = 0x08000000,
    SA_RESTART = 0x10000000,
    SA_NODEFER = 0x40000000
};
void os_signal_return(void); /* start_*.S */

static bool interrupted;
static int wakeup = -1;
static uint64_t caught;
static volatile uintptr_t *interrupt_limit;
static os_fault_fn fault_fn;
static char fault_stack[65536] __attribute__((aligned(16)));

static int set_handler(int signal, uintptr_t handler, uint64_t flags, struct kernel_sigaction *old) {
    struct kernel_sigaction now = {handler, flags | SA_RESTORER, os_signal_return, 0};
    return (int)sys_4(SYS_rt_sigaction, signal, &now, old, 8);
}

static void on_signal(int signal) {
    if (signal == OS_SIGINT) __atomic_store_n(&interrupted, true, __ATOMIC_SEQ_CST);
    __atomic_fetch_or(&caught, UINT64_C(1) << (signal - 1), __ATOMIC_SEQ_CST);
    if (interrupt_limit) *interrupt_limit = UINTPTR_MAX;
    if (wakeup >= 0) {
        uint8_t number = (uint8_t)signal;
        os_write(wakeup, &number, 1);
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

int os_signal_set(int signal, int how) {
    struct kernel_sigaction old = {0};
    /* No SA_RESTART: a blocked read must come back so that the handler's exception can be raised. */
    int r = set_handler(signal, how == 2 ? (uintptr_t)on_signal : (uintptr_t)how, how == 2 ? SA_ONSTACK : 0,
                        &old);
    if (r < 0) return r;
    return old.handler > 1 ? 2 : (int)old.handler;
}

int os_signal_restart(int signal, bool restart) {
    struct kernel_sigaction now = {0};
    int r = (int)sys_4(SYS_rt_sigaction, signal, 0, &now, 8);
    if (r < 0) return r;
    now.flags = restart ? now.flags | SA_RESTART : now.flags & ~(uint64_t)SA_RESTART;
    return (int)sys_4(SYS_rt_sigaction, signal, &now, 0, 8);
}

int os_signal_how(int signal) {
    struct kernel_sigaction now = {0};
    int r = (int)sys_4(SYS_rt_sigaction, signal, 0, &now, 8);
    return r < 0 ? r : now.handler > 1 ? 2 : (int)now.handler;
}

bool os_interrupt_pending(void) {
    return __atomic_load_n(&interrupted, __ATOMIC_SEQ_CST);
}

bool os_signal_pending(void) {
    return __atomic_load_n(&caught, __ATOMIC_SEQ_CST) != 0;
}

void os_signal_note(int signal) {
    on_signal(signal);
}

bool os_interrupt_take(void) {
    __atomic_fetch_and(&caught, ~(UINT64_C(1) << (OS_SIGINT - 1)), __ATOMIC_SEQ_CST);
    return __atomic_exchange_n(&interrupted, false, __ATOMIC_SEQ_CST);
}

int os_signal_take(void) {
    uint64_t set = __atomic_load_n(&caught, __ATOMIC_SEQ_CST);
    if (!set) return 0;
    int signal = __builtin_ctzll(set) + 1;
    __atomic_fetch_and(&caught, ~(UINT64_C(1) << (signal - 1)), __ATOMIC_SEQ_CST);
    if (signal == OS_SIGINT) __atomic_store_n(&interrupted, false, __ATOMIC_SEQ_CST);
    return signal;
}

/* ---- faults ---- */

extern const uint8_t __build_id[];

static void say(const char *text) {
    size_t n = 0;
    while (text[n]) n++;
    os_write(2, text, n);
}

static void say_hex(const uint8_t *p, int n) {
    char text[64];
    for (int i = 0; i < n; i++) {
        text[2 * i] = "0123456789abcdef"[p[i] >> 4];
        text[2 * i + 1] = "0123456789abcdef"[p[i] & 15];
    }
    os_write(2, text, (size_t)(2 * n));
}

static void say_address(uintptr_t a) {
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++) bytes[i] = (uint8_t)(a >> (56 - 8 * i));
    say("0x");
    say_hex(bytes, 8);
}

/* Saved registers in the kernel's ucontext: pc, frame pointer, stack pointer. */
static void context_registers(const char *context, uintptr_t *pc, uintptr_t *fp, uintptr_t *sp) {
#if defined __x86_64__
    const uint64_t *r = (const uint64_t *)(context + 40); /* r8…r15 rdi rsi rbp rbx rdx rax rcx rsp rip */
    *fp = r[10], *sp = r[15], *pc = r[16];
#else
    const uint64_t *r = (const uint64_t *)(context + 184); /* x0…x30 sp pc */
    *fp = r[29], *sp = r[31], *pc = r[32];
#endif
}

static void on_fault(int signal, const char *info, const char *context) {
    uintptr_t pc, fp, sp, address = *(const uintptr_t *)(info + 16);
    context_registers(context, &pc, &fp, &sp);
    set_handler(signal, 0, 0, 0);               /* a second fault ends at once */
    bool kernel = *(const int *)(info + 8) > 0; /* not sent by kill() */
    bool guard = kernel && address < os_process.stack_low && address + STACK_GUARD >= os_process.stack_low;
    say("Fatal Python error: ");
    say(guard                  ? "Cannot recover from stack overflow."
        : signal == OS_SIGSEGV ? "Segmentation fault"
        : signal == OS_SIGBUS  ? "Bus error"
        : signal == OS_SIGFPE  ? "Floating point exception"
                               : "Illegal instruction");
    say("\n\n  at ");
    say_address(pc - (uintptr_t)__image_base);
    if (kernel) {
        say(", address ");
        say_address(address);
    }
    say(", build ");
    say_hex(__build_id, 8);
    say("\n");
    if (fault_fn) fault_fn(signal, address, pc, fp, sp);
    os_die(signal);
}

void os_fault_report(os_fault_fn fn) {
    fault_fn = fn;
}

void os_signals_init(volatile uintptr_t *limit) {
    static const int faults[] = {OS_SIGSEGV, OS_SIGBUS, OS_SIGFPE, OS_SIGILL};
    struct {
        void *p;
        int flags;
        size_t size;
    } stack = {fault_stack, 0, sizeof fault_stack};
    interrupt_limit = limit;
    sys_2(SYS_sigaltstack, &stack, 0);
    for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++)
        set_handler(faults[i], (uintptr_t)on_fault, SA_SIGINFO | SA_ONSTACK | SA_NODEFER, 0);
    /* Started in the background by a shell without job control SIGINT is ignored, and stays so. */
    if (os_signal_set(OS_SIGINT, 2) == 1) os_signal_set(OS_SIGINT, 1);
    os_signal_set(OS_SIGPIPE, 1);
}
#endif
