/* The start of a compiled program whose runtime libc hosts.
 *
 * The program runs on a thread of its own: the recursion limit counts on a stack as large as the one the
 * freestanding start reserves, and a thread's stack is the only large one that the address sanitizer follows.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#undef AT_FDCWD
#undef AT_SYMLINK_NOFOLLOW
#undef AT_REMOVEDIR
#include "runtime/os/os.h"
#include "runtime/os/sys.h"

/* Stacks are scanned for values: they must be the real ones. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "detect_stack_use_after_return=0:detect_leaks=0:abort_on_error=0:exitcode=99";
}
const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void) {
    return "print_stacktrace=1:halt_on_error=1:exitcode=99";
}

static void *run(void *status) {
    pthread_attr_t attr;
    void *low;
    size_t size;
    pthread_getattr_np(pthread_self(), &attr);
    pthread_attr_getstack(&attr, &low, &size);
    pthread_attr_destroy(&attr);
    os_process.stack_low = (uintptr_t)low + 65536;
    os_process.stack_high = (uintptr_t)low + size;
    *(int *)status = rt_main(os_process.argc, os_process.argv, os_process.envp);
    return NULL;
}

int main(void) {
    pthread_attr_t attr;
    pthread_t thread;
    sigset_t all;
    int status = 0;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, OS_MAIN_STACK);
    if (pthread_create(&thread, &attr, run, &status)) {
        perror("the program's thread");
        return 98;
    }
    /* Signals are for the program. */
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    pthread_join(thread, NULL);
    exit(status);
}
