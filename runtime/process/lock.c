/* More than one thread: the lock that one of them holds, and their start and end.
 *
 * Invariants:
 *  - `word` is 0 free, 1 held, 2 held and somebody may sleep on it. Only the holder touches objects or what
 * is declared here without an atomic operation.
 *  - A thread that does not hold the lock has published where its values are (thread.published,
 * thread.saved): a collection by the holder finds them.
 *  - Records are never unmapped: one whose thread has ended is used again, its stack with it. So whoever asks
 * the holder for the lock may write into the record even when its thread ends meanwhile.
 *  - Once the program is at its end, a thread that asks for the lock sleeps for ever: the process ends with
 * the main thread. */
#include "runtime/gc/gc.h"
#include "runtime/os/os.h"
#include "runtime/state.h"

struct record {
    struct thread thread; /* first: a thread is its record */
    struct os_thread os;
    void (*run)(struct thread *);
    struct record *free;
};

static struct {
    uint32_t word;
    uint32_t taken;  /* how often it was taken: a sleeper sees whether the lock moves at all */
    uint32_t wanted; /* somebody has waited long enough */
    uint32_t giving; /* the holder of before sleeps on `taken` until another has it */
    struct thread *holder;
    int64_t interval;
    struct record *free;
    int64_t count, ended;
    uint64_t started;
} state = {.interval = 5000000};

static void sleep_for_ever(void) {
    static const uint32_t never;
    for (;;) os_futex_wait(&never, 0, -1);
}

static void ask_holder(void) {
    __atomic_store_n(&state.wanted, 1, __ATOMIC_SEQ_CST);
    struct thread *holder = __atomic_load_n(&state.holder, __ATOMIC_SEQ_CST);
    if (holder) thread_attention(holder);
}

static void wait_for_lock(void) {
    while (__atomic_exchange_n(&state.word, 2, __ATOMIC_SEQ_CST) != 0) {
        uint32_t before = __atomic_load_n(&state.taken, __ATOMIC_SEQ_CST);
        int r = os_futex_wait(&state.word, 2, state.interval);
        if (r == -OS_ETIMEDOUT && before == __atomic_load_n(&state.taken, __ATOMIC_SEQ_CST)) ask_holder();
    }
}

static void give(struct thread *t);

static void take(struct thread *t) {
    uint32_t free = 0;
    if (!__atomic_compare_exchange_n(&state.word, &free, 1, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        wait_for_lock();
    __atomic_store_n(&state.holder, t, __ATOMIC_SEQ_CST);
    __atomic_store_n(&state.wanted, 0, __ATOMIC_SEQ_CST);
    __atomic_add_fetch(&state.taken, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&state.giving, __ATOMIC_SEQ_CST)) os_futex_wake(&state.taken, INT32_MAX);
    if (unlikely(rt_state.exiting) && t != rt_state.signal_thread) {
        give(t);
        sleep_for_ever();
    }
    t->published = 0;
}

static void release(void) {
    __atomic_store_n(&state.holder, NULL, __ATOMIC_SEQ_CST);
    if (__atomic_exchange_n(&state.word, 0, __ATOMIC_SEQ_CST) == 2) os_futex_wake(&state.word, 1);
}

/* What callers keep in registers goes into the thread, not on this frame, which is gone when the thread
 * waits. */
static __attribute__((noinline)) void give(struct thread *t) {
    gc_spill(t->saved);
    t->published = (uintptr_t)__builtin_frame_address(0);
    release();
}

/* The lock goes to one that waits, not back to this thread, which would be faster at it. */
static __attribute__((noinline)) void offer(struct thread *t) {
    if (!__atomic_load_n(&state.wanted, __ATOMIC_SEQ_CST)) return;
    uint32_t mine = state.taken;
    __atomic_add_fetch(&state.giving, 1, __ATOMIC_SEQ_CST);
    give(t);
    while (__atomic_load_n(&state.taken, __ATOMIC_SEQ_CST) == mine &&
           __atomic_load_n(&state.wanted, __ATOMIC_SEQ_CST))
        os_futex_wait(&state.taken, mine, state.interval);
    __atomic_sub_fetch(&state.giving, 1, __ATOMIC_SEQ_CST);
    take(t);
}

static const struct thread_lock lock = {take, give, offer};

int64_t thread_hand_over_time(void) {
    return state.interval;
}
void thread_hand_over(int64_t ns) {
    state.interval = ns;
}
int64_t thread_ended(void) {
    return state.ended;
}
int64_t thread_count(void) {
    return state.count;
}

/* ---- start and end ---- */

/* Every reference to the record is on the list of threads; the new thread has it until it ends. */
static struct record *record_new(void) {
    for (struct record **p = &state.free; *p; p = &(*p)->free) {
        struct record *r = *p;
        if (__atomic_load_n(&r->os.running, __ATOMIC_SEQ_CST)) continue; /* still leaving its stack */
        *p = r->free;
        return r;
    }
    return os_mem_map(sizeof(struct record));
}

static void link_thread(struct thread *t) {
    t->next = main_thread.next;
    main_thread.next = t;
}

static void unlink_thread(struct thread *t) {
    struct thread *before = &main_thread;
    while (before->next && before->next != t) before = before->next;
    if (before->next) before->next = t->next;
}

static void thread_main(void *p) {
    struct record *r = p;
    struct thread *t = &r->thread;
    t->stack_low = r->os.low;
    t->stack_high = r->os.high;
    t->native_id = os_thread_id();
    take(t);
    thread_set_limit(t, rt_state.recursion_limit);
    r->run(t);
    unlink_thread(t);
    state.count--;
    state.ended++;
    memset(t, 0, sizeof *t);
    r->free = state.free;
    state.free = r;
    release();
    os_thread_end();
}

int thread_start(struct thread *t, val start, size_t stack, void (*run)(struct thread *self),
                 struct thread **made) {
    struct record *r = record_new();
    if (!r) return -OS_ENOMEM;
    r->thread = (struct thread){.rt = &rt_state, .start = start, .serial = ++state.started};
    r->run = run;
    if (!rt_state.lock) {
        state.word = 1;
        state.holder = t;
        rt_state.lock = &lock;
    }
    link_thread(&r->thread);
    state.count++;
    int error = os_thread_start(&r->os, stack, thread_main, r);
    *made = &r->thread;
    if (error == 0) return 0;
    unlink_thread(&r->thread);
    state.count--;
    r->free = state.free;
    state.free = r;
    return error;
}

/* The other threads' stacks are still mapped, but nothing runs on them: they are forgotten, not used again.
 */
void thread_forked(struct thread *t) {
    rt_state.signal_thread = t;
    os_signals_to(&t->limit);
    t->native_id = 0;
    if (!rt_state.lock) return;
    state.word = 1;
    state.wanted = state.giving = 0;
    state.holder = t;
    state.count = 0;
    for (struct thread *x = main_thread.next; x; x = x->next)
        if (x != t) x->published = 0;
    main_thread.next = NULL;
    if (t != &main_thread) {
        main_thread.published = 0;
        link_thread(t);
        state.count = 1;
    }
}
