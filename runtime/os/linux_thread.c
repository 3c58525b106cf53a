/* Threads without libc: clone(2) on a stack of ours. There is no thread-local storage; whoever needs to know
 * which thread runs is told so by an argument.
 *
 * A mapping holds, from low to high: a guard, the stack, a small stack for signal handlers. A thread cannot
 * unmap what it stands on: the kernel clears `running` when it has left, and the record's next start, or its
 * owner, takes the stack. */
#ifndef PY2_HOSTED
#include "runtime/os/os.h"
#include "runtime/os/sys.h"

enum { GUARD = 65536, SIGNAL_STACK = 16384 };
enum {
    CLONE_FLAGS = 0x100 | 0x200 | 0x400 | 0x800 | 0x10000 |
                  0x40000, /* memory, fs, files, handlers, thread, semaphores */
    CLONE_PARENT_SETTID = 0x100000,
    CLONE_CHILD_CLEARTID = 0x200000,
};
enum { MAP_STACK_FLAGS = 0x2 | 0x20 | 0x4000 | 0x20000 }; /* private, anonymous, no reserve, stack */

long os_clone(long flags, uintptr_t stack, uint32_t *parent_tid, uint32_t *child_tid, void (*fn)(void *),
              void *arg); /* start_*.S */

/* What the new thread needs, at the top of its own stack. */
struct start {
    void (*run)(void *);
    void *arg;
    uintptr_t signal_stack;
};

static void thread_main(void *p) {
    struct start *s = p;
    struct {
        uintptr_t p;
        int flags;
        size_t size;
    } stack = {s->signal_stack, 0, SIGNAL_STACK};
    sys_2(SYS_sigaltstack, &stack, 0);
    s->run(s->arg);
    os_thread_end();
}

static int stack_map(struct os_thread *self, size_t size) {
    size_t page = os_page_size();
    size_t mapped = (GUARD + size + SIGNAL_STACK + page - 1) & ~(page - 1);
    if (mapped < size) return -OS_ENOMEM;
    if (self->mapped == mapped) return 0;
    if (self->mapped) os_mem_release((void *)(self->low - GUARD), self->mapped);
    self->mapped = 0;
    long low = sys_6(SYS_mmap, 0, (long)mapped, OS_MEM_READ | OS_MEM_WRITE, MAP_STACK_FLAGS, -1, 0);
    if (low < 0 && low > -4096) return (int)low;
    sys_3(SYS_mprotect, low, GUARD, OS_MEM_NONE);
    self->low = (uintptr_t)low + GUARD;
    self->high = (uintptr_t)low + mapped - SIGNAL_STACK;
    self->mapped = mapped;
    return 0;
}

int os_thread_start(struct os_thread *self, size_t stack, void (*run)(void *), void *arg) {
    int r = stack_map(self, stack);
    if (r < 0) return r;
    struct start *s = (struct start *)((self->high - sizeof *s) & ~(uintptr_t)15);
    *s = (struct start){run, arg, self->high};
    self->running = 1;
    r = (int)os_clone(CLONE_FLAGS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID, (uintptr_t)s, &self->running,
                      &self->running, thread_main, s);
    if (r < 0) self->running = 0;
    return r < 0 ? r : 0;
}

_Noreturn void os_thread_end(void) {
    for (;;) sys_1(SYS_exit, 0);
}
#endif
