/* args: one two
 * env: X=word
 * output: hello one two word
 * status: 3
 * The way from the kernel's entry to rt_main and back. */
#include "runtime/os/os.h"

static void put(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    os_write(1, s, n);
}

int rt_main(int argc, char **argv, char **envp) {
    (void)envp;
    put("hello");
    for (int i = 1; i < argc; i++) put(" "), put(argv[i]);
    put(" ");
    put(os_getenv("X") ? os_getenv("X") : "none");
    put("\n");
    return 3;
}
