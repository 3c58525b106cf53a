/* output: deep
 * status: signal 11
 * error: Fatal Python error: Cannot recover from stack overflow.
 * The stack holds 100 MiB, and running over its end is told apart from other faults. */
#include "runtime/os/os.h"

static int sink;
__attribute__((noinline)) static int deep(int n) {
    volatile char frame[1024];
    frame[0] = (char)n;
    int r = n ? deep(n - 1) : 0;
    return r + frame[0] + sink;
}

int rt_main(int argc, char **argv, char **envp) {
    (void)argv, (void)envp;
    volatile uintptr_t limit = 0;
    uintptr_t low, high;
    os_signals_init(&limit);
    os_stack_bounds(&low, &high);
    if (high - low < 100u << 20) return 1;
    deep(100 << 10);
    os_write(1, "deep\n", 5);
    return deep(argc * 0x7fffffff);
}
