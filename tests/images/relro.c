/* output: before
 * status: signal 11
 * error: Fatal Python error: Segmentation fault
 * Constants that hold addresses cannot be written once the image runs. */
#include "runtime/os/os.h"

static int one(void) {
    return 1;
}
static int (*const table[2])(void) = {one, one};

int rt_main(int argc, char **argv, char **envp) {
    (void)argv, (void)envp;
    volatile uintptr_t limit = 0;
    os_signals_init(&limit);
    os_write(1, "before\n", 7);
    int (**p)(void) = (int (**)(void))table;
    __asm__("" : "+r"(p));
    p[argc & 1] = 0;
    os_write(1, "after\n", 6);
    return table[argc & 1]();
}
