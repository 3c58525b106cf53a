/* Runs the cases of a blob written by tests/unit/gen_random.c: freestanding, so it needs no C library of the
 * target. Exit status 0: all agree; else the number of the first case that does not, plus 1 (at most 250). */
#include "tests/gen/helpers.h"

#if defined __aarch64__
enum { SYS_OPENAT = 56, SYS_READ = 63, SYS_WRITE = 64, SYS_EXIT = 93, SYS_MMAP = 222 };
static long system_call(long n, long a, long b, long c, long d, long e, long f) {
    register long x8 __asm__("x8") = n, x0 __asm__("x0") = a, x1 __asm__("x1") = b, x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d, x4 __asm__("x4") = e, x5 __asm__("x5") = f;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
    return x0;
}
__asm__(".globl _start\n_start: mov x0, sp\n and sp, x0, #-16\n b start\n");
/* Makes written code visible to instruction fetch: 64-byte lines are the common minimum. */
static void flush(char *p, uint64_t n) {
    for (uint64_t i = 0; i < n; i += 64) __asm__ volatile("dc cvau, %0" ::"r"(p + i) : "memory");
    __asm__ volatile("dsb ish" ::: "memory");
    for (uint64_t i = 0; i < n; i += 64) __asm__ volatile("ic ivau, %0" ::"r"(p + i) : "memory");
    __asm__ volatile("dsb ish\n isb" ::: "memory");
}
#else
#error "the test runs this machine's code itself"
#endif

static void read_all(long fd, void *to, uint64_t n) {
    char *p = to;
    while (n) {
        long r = system_call(SYS_READ, fd, (long)p, (long)n, 0, 0, 0);
        if (r <= 0) system_call(SYS_EXIT, 251, 0, 0, 0, 0, 0);
        p += r;
        n -= (uint64_t)r;
    }
}

static uint64_t thread_words[THREAD_WORDS];
static struct blob_case cases[4096];

void start(long *stack) {
    const char *path = (const char *)stack[2];
    long fd = system_call(SYS_OPENAT, -100, (long)path, 0, 0, 0, 0);
    if (fd < 0) system_call(SYS_EXIT, 252, 0, 0, 0, 0, 0);
    struct blob_header h;
    read_all(fd, &h, sizeof h);
    read_all(fd, cases, h.ncases * sizeof *cases);
    long at = system_call(SYS_MMAP, (long)BLOB_AT, BLOB_MAX, 7, 0x32, -1, 0);
    if (at != (long)BLOB_AT) system_call(SYS_EXIT, 253, 0, 0, 0, 0, 0);
    read_all(fd, (void *)BLOB_AT, h.code_size);
    for (int i = 0; i < HELPER_COUNT; i++) *(void **)(BLOB_AT + (uint64_t)i * 16 + 8) = helper_at[i];
    flush((char *)BLOB_AT, h.code_size);
    for (uint64_t i = 0; i < h.ncases; i++) {
        uint64_t got = run_one(cases[i].code, thread_words, (uint64_t *)DATA_AT, cases[i].seed);
        if (got != cases[i].expect) system_call(SYS_EXIT, (long)(i < 249 ? i + 1 : 250), 0, 0, 0, 0, 0);
    }
    system_call(SYS_EXIT, 0, 0, 0, 0, 0, 0);
}

void *memset(void *p, int c, unsigned long n) {
    char *q = p;
    while (n--) *q++ = (char)c;
    return p;
}
void *memcpy(void *p, const void *s, unsigned long n) {
    char *q = p;
    const char *r = s;
    while (n--) *q++ = *r++;
    return p;
}
