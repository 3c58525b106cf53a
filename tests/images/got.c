/* flags: -fPIC
 * output: ok
 * status: 0
 * Cells for addresses: relaxed where the instruction allows, kept where not (a weak name nobody defines). */
#include "runtime/os/os.h"

#pragma GCC visibility push(default)
extern int weak_none __attribute__((weak));
int outside = 4;
int get(void) {
    return outside;
}
#pragma GCC visibility pop

int rt_main(int argc, char **argv, char **envp) {
    (void)argc, (void)argv, (void)envp;
    int (*f)(void) = get;
    int *p = &outside, *w = &weak_none;
    __asm__("" : "+r"(f), "+r"(p), "+r"(w));
    *p = 7;
    os_write(1, f() == 7 && get() == 7 && !w ? "ok\n" : "no\n", 3);
    return 0;
}
