/* The thread: its stack limit, polls, recursion.
 *
 * `limit` is compared with the stack pointer at function entries and back edges. It is the address below
 * which the recursion limit is reached; a signal sets it to UINTPTR_MAX so that the next comparison fails and
 * rt_poll sorts out why. */
#include "runtime/gc/gc.h"
#include "runtime/gc/weak.h"
#include "runtime/state.h"
#include "runtime/os/os.h"

#define FRAME_BUDGET 2048 /* stack bytes that one level of sys.setrecursionlimit stands for */
#define LEAST_BUDGET ((uintptr_t)4 << 20)
#define RESERVE      ((uintptr_t)256 << 10) /* kept below the limit for handling the error itself */

struct rt rt_state = {.recursion_limit = 1000};
struct thread main_thread = {.rt = &rt_state};

void thread_attention(struct thread *t) {
    __atomic_store_n(&t->limit, UINTPTR_MAX, __ATOMIC_SEQ_CST);
}

/* A request that came before the store is not lost: whoever makes one first says so elsewhere. */
static void set_limit(struct thread *t) {
    __atomic_store_n(&t->limit, t->stack_limit, __ATOMIC_SEQ_CST);
    if (t == rt_state.signal_thread && os_signal_pending()) thread_attention(t);
}

int thread_native_id(const struct thread *of) {
    for (const struct thread *x = &main_thread; x; x = x->next)
        if (x == of) return x->native_id ? x->native_id : os_getpid();
    return 0;
}

void thread_set_limit(struct thread *t, int64_t frames) {
    uintptr_t low = t->stack_low, high = t->stack_high;
    rt_state.recursion_limit = frames;
    uintptr_t room = high - low > 2 * RESERVE ? high - low - RESERVE : RESERVE;
    uintptr_t budget = frames > (int64_t)(room / FRAME_BUDGET) ? room : (uintptr_t)frames * FRAME_BUDGET;
    if (budget < LEAST_BUDGET) budget = LEAST_BUDGET;
    if (budget > room) budget = room;
    t->stack_limit = high - budget;
    set_limit(t);
}

static int64_t too_deep(struct thread *t, const char *where) {
    /* room to make and handle the exception: the limit is moved down while it is made */
    uintptr_t limit = t->stack_limit;
    t->stack_limit -= RESERVE / 2;
    t->limit = t->stack_limit;
    raise(t, &exc_RecursionError, "maximum recursion depth exceeded%s", where);
    t->stack_limit = limit;
    set_limit(t);
    return -1;
}

/* Without the module _signal the only signal that is caught is SIGINT. */
static int64_t interrupt(struct thread *t) {
    if (!os_interrupt_take()) return 0;
    val exc = exc_new(t, &exc_KeyboardInterrupt, 0, NULL);
    if (exc) raise_val(t, exc);
    return -1;
}

static int64_t poll(struct thread *t, const char *where) {
    uintptr_t sp = (uintptr_t)__builtin_frame_address(0);
    if (t->limit == UINTPTR_MAX) {
        __atomic_store_n(&t->limit, t->stack_limit, __ATOMIC_SEQ_CST);
        if (rt_state.lock) rt_state.lock->offer(t);
        if (gc_weak) gc_weak->call(t);
        gc_run_finalizers(t);
        if (heap.refused) {
            heap.refused = false;
            raise(t, &exc_MemoryError, "");
            return -1;
        }
        if (t == rt_state.signal_thread && os_signal_pending()) {
            int64_t r = rt_state.run_signals ? rt_state.run_signals(t) : interrupt(t);
            if (r < 0) return -1;
        }
    }
    return sp < t->stack_limit ? too_deep(t, where) : 0;
}

int64_t rt_poll(struct thread *t) {
    return poll(t, "");
}

int64_t stack_check(struct thread *t) {
    if (likely((uintptr_t)__builtin_frame_address(0) > t->limit)) return 0;
    return rt_poll(t);
}

int64_t stack_check_in(struct thread *t, const char *where) {
    if (likely((uintptr_t)__builtin_frame_address(0) > t->limit)) return 0;
    return poll(t, where);
}
