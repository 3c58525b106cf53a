/* output: ok
 * status: 0
 * Clock, random bytes, memory, interrupts, memory primitives of every size and overlap. */
#include "runtime/os/os.h"

void *memcpy(void *restrict d, const void *restrict s, size_t n);
void *memmove(void *d, const void *s, size_t n);
void *memset(void *d, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);
size_t strlen(const char *s);

static uint8_t a[8192], b[8192], c[8192];

static void pattern(void) {
    for (unsigned i = 0; i < sizeof a; i++) a[i] = b[i] = (uint8_t)(i * 7 + (i >> 8));
}

static bool primitives(size_t n, size_t from, size_t to) {
    pattern();
    memmove(a + to, a + from, n);
    for (size_t i = 0; i < sizeof a; i++)
        if (a[i] != (i >= to && i < to + n ? b[from + i - to] : b[i])) return false;
    memset(c, 9, sizeof c);
    memcpy(c + to, b + from, n);
    for (size_t i = 0; i < sizeof c; i++)
        if (c[i] != (i >= to && i < to + n ? b[from + i - to] : 9)) return false;
    memset(c + to, 200, n);
    for (size_t i = 0; i < sizeof c; i++)
        if (c[i] != (i >= to && i < to + n ? 200 : 9)) return false;
    c[to + n] = 0;
    if (n && strlen((char *)c + to) != n) return false;
    memcpy(c + to, b + from, n);
    if (memcmp(c + to, b + from, n) != 0) return false;
    if (n) {
        c[to + n - 1]++;
        int order = memcmp(c + to, b + from, n);
        if (c[to + n - 1] ? order <= 0 : order >= 0) return false;
    }
    return true;
}

static const char *check(void) {
    static const size_t sizes[] = {0,  1,  2,   3,   4,   7,   8,   9,   15,  16,   17,   31,   32,   33,  63,
                                   64, 65, 100, 127, 128, 129, 200, 256, 500, 1025, 2047, 2048, 2049, 3000};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (unsigned shift = 0; shift < 40; shift += shift < 3 ? 1 : 13)
            if (!primitives(sizes[i], 100, 100 + shift) || !primitives(sizes[i], 100 + shift, 100) ||
                !primitives(sizes[i], 50, 4000 + shift))
                return "memory primitives\n";
    int64_t then = os_clock(OS_CLOCK_MONOTONIC);
    if (os_sleep(1000000) != 0 || os_clock(OS_CLOCK_MONOTONIC) - then < 1000000) return "clock\n";
    uint8_t random[16] = {0};
    if (os_random(random, 16) != 0) return "random\n";
    char *p = os_mem_reserve(1 << 20, 1 << 16);
    if (!p || os_mem_commit(p, 1 << 16) != 0) return "memory\n";
    p[65535] = 1;
    volatile uintptr_t limit = 0;
    os_signals_init(&limit);
    os_kill(os_getpid(), OS_SIGINT);
    if (limit != UINTPTR_MAX || !os_interrupt_take() || os_interrupt_take()) return "interrupt\n";
    if (os_open("/none/such", OS_O_RDONLY, 0) != -OS_ENOENT) return "open\n";
    char cwd[256];
    if (os_getcwd(cwd, sizeof cwd) <= 0 || cwd[0] != '/') return "cwd\n";
    return "ok\n";
}

int rt_main(int argc, char **argv, char **envp) {
    (void)argc, (void)argv, (void)envp;
    const char *text = check();
    os_write(1, text, strlen(text));
    return 0;
}
