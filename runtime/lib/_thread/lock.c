/* lock and RLock. */
#include "runtime/lib/_thread/thread.h"
#include "runtime/lib/seconds.h"
#include "runtime/os/os.h"
#include "runtime/state.h"

METHOD_TABLE(lock);
METHOD_TABLE(rlock);

#define LONGEST (INT64_C(9223372036) * 1000000000) /* TIMEOUT_MAX */

/* ---- the word ---- */

static bool try_word(uint32_t *word) {
    uint32_t free = 0;
    return __atomic_compare_exchange_n(word, &free, 1, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

/* Without the interpreter's lock: 0 taken, -OS_ETIMEDOUT, -OS_EINTR. */
static int wait_word(uint32_t *word, int64_t ns, int64_t since) {
    while (__atomic_exchange_n(word, 2, __ATOMIC_SEQ_CST) != 0) {
        int64_t left = seconds_left(ns, since);
        if (left == 0) return -OS_ETIMEDOUT;
        int r = os_futex_wait(word, 2, left);
        if (r == -OS_EINTR || r == -OS_ETIMEDOUT) return r;
    }
    return 0;
}

int64_t lock_take(struct thread *t, uint32_t *word, int64_t ns) {
    if (try_word(word)) return 1;
    if (ns == 0) return 0;
    int64_t since = os_clock(OS_CLOCK_MONOTONIC);
    for (;;) {
        int r = BLOCKING(t, wait_word(word, ns, since));
        if (r == 0) return 1;
        if (rt_poll(t) < 0) return -1;
        if (r == -OS_ETIMEDOUT) return 0;
    }
}

void lock_give(uint32_t *word) {
    if (__atomic_exchange_n(word, 0, __ATOMIC_SEQ_CST) == 2) os_futex_wake(word, 1);
}

bool lock_arguments(struct thread *t, int64_t argc, val *argv, val kwnames, int64_t *ns) {
    val out[2];
    if (!args_parse(t, "acquire", "| blocking timeout", argc, argv, kwnames, out)) return false;
    int64_t blocking = 1;
    if (out[0]) {
        if (!index_i64(t, out[0], &blocking)) return false;
    }
    *ns = -INT64_C(1000000000);
    if (out[1] && !seconds_arg(t, out[1], true, ns)) return false;
    bool given = *ns != -INT64_C(1000000000);
    if (!blocking && given)
        return raise(t, &exc_ValueError, "can't specify a timeout for a non-blocking call"), false;
    if (given && *ns < 0) return raise(t, &exc_ValueError, "timeout value must be positive"), false;
    if (*ns > LONGEST) return raise(t, &exc_OverflowError, "timeout value is too large"), false;
    if (!given) *ns = blocking ? -1 : 0;
    return true;
}

/* ---- lock ---- */

#define L(v) AS(lock, v)

val lock_new(struct thread *t) {
    return val_of(gc_new(t, &lock_type, sizeof(struct lock)));
}
static val lock_acquire(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    int64_t ns;
    if (!lock_arguments(t, argc - 1, argv + 1, kwnames, &ns)) return 0;
    int64_t r = lock_take(t, &L(argv[0])->word, ns);
    return r < 0 ? 0 : val_bool(r);
}
static val lock_release(struct thread *t, val self) {
    if (!__atomic_load_n(&L(self)->word, __ATOMIC_SEQ_CST))
        return raise(t, &exc_RuntimeError, "release unlocked lock");
    lock_give(&L(self)->word);
    return NONE;
}
static val lock_locked(struct thread *t, val self) {
    return val_bool(__atomic_load_n(&L(self)->word, __ATOMIC_SEQ_CST) != 0);
}
static val lock_enter(struct thread *t, val self) {
    return lock_take(t, &L(self)->word, -1) < 0 ? 0 : val_bool(true);
}
static val lock_exit(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    return lock_release(t, argv[0]);
}
static val lock_reinit(struct thread *t, val self) {
    L(self)->word = 0;
    return NONE;
}
static val lock_repr(struct thread *t, val self) {
    return str_format(t, "<%s %T object at %x>", L(self)->word ? "locked" : "unlocked", self, (int64_t)self);
}

METHOD(lock, acquire, lock_acquire, -1, 0, 0);
METHOD(lock, acquire_lock, lock_acquire, -1, 0, 0);
METHOD(lock, release, lock_release, 1, 0, 0);
METHOD(lock, release_lock, lock_release, 1, 0, 0);
METHOD(lock, locked, lock_locked, 1, 0, 0);
METHOD(lock, locked_lock, lock_locked, 1, 0, 0);
METHOD(lock, __enter__, lock_enter, 1, 0, 0);
METHOD(lock, __exit__, lock_exit, -1, 0, 0);
METHOD(lock, _at_fork_reinit, lock_reinit, 1, 0, 0);

static struct shape lock_shape = {.head = {NULL, GC_STATIC, 0}, .type = &lock_type};
struct type lock_type = {
    .head = TYPE_HEAD,
    .shape = &lock_shape,
    .cname = "_thread.lock",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE | TYPE_WEAKREF,
    .size = sizeof(struct lock),
    .gc_layout = GC_LEAF,
    METHODS_OF(lock),
    .repr = lock_repr,
};

/* ---- RLock ---- */

struct rlock {
    struct obj head;
    uint32_t word, pad;
    struct thread *owner; /* while count > 0 */
    int64_t count;
    val attrs; /* of instances of subclasses */
};
#define R(v) AS(rlock, v)

static val rlock_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    return val_of(gc_new(t, cls, sizeof(struct rlock)));
}
static int64_t rlock_take(struct thread *t, val self, int64_t ns) {
    struct rlock *l = R(self);
    if (l->count && l->owner == t) {
        l->count++;
        return 1;
    }
    int64_t r = lock_take(t, &l->word, ns);
    if (r == 1) {
        l->owner = t;
        l->count = 1;
    }
    return r;
}
static val rlock_acquire(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    int64_t ns;
    if (!lock_arguments(t, argc - 1, argv + 1, kwnames, &ns)) return 0;
    int64_t r = rlock_take(t, argv[0], ns);
    return r < 0 ? 0 : val_bool(r);
}
static val rlock_release(struct thread *t, val self) {
    struct rlock *l = R(self);
    if (!l->count || l->owner != t) return raise(t, &exc_RuntimeError, "cannot release un-acquired lock");
    if (--l->count == 0) {
        l->owner = NULL;
        lock_give(&l->word);
    }
    return NONE;
}
static val rlock_enter(struct thread *t, val self) {
    return rlock_take(t, self, -1) < 0 ? 0 : val_bool(true);
}
static val rlock_exit(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    return rlock_release(t, argv[0]);
}
static val rlock_is_owned(struct thread *t, val self) {
    return val_bool(R(self)->count && R(self)->owner == t);
}
static val rlock_save(struct thread *t, val self) {
    struct rlock *l = R(self);
    if (!l->count) return raise(t, &exc_RuntimeError, "cannot release un-acquired lock");
    val owner = thread_ident(t, l->owner), saved = pair_new(t, val_small(l->count), owner);
    if (!saved) return 0;
    l->count = 0;
    l->owner = NULL;
    lock_give(&l->word);
    return saved;
}
static val rlock_restore(struct thread *t, val self, val saved) {
    int64_t count, owner;
    if (!val_has(saved, TYPE_TUPLE) || AS(tuple, saved)->len != 2)
        return raise(t, &exc_TypeError, "_acquire_restore() argument 1 must be 2-item tuple, not %B", saved);
    if (!index_i64(t, AS(tuple, saved)->item[0], &count) || !index_i64(t, AS(tuple, saved)->item[1], &owner))
        return 0;
    if (lock_take(t, &R(self)->word, -1) < 0) return 0;
    R(self)->owner = (struct thread *)(uintptr_t)owner;
    R(self)->count = count;
    return NONE;
}
static val rlock_reinit(struct thread *t, val self) {
    R(self)->word = 0;
    R(self)->count = 0;
    R(self)->owner = NULL;
    return NONE;
}
static val rlock_repr(struct thread *t, val self) {
    struct rlock *l = R(self);
    return str_format(t, "<%s %T object owner=%ld count=%ld at %x>", l->count ? "locked" : "unlocked", self,
                      (int64_t)(uintptr_t)l->owner, l->count, (int64_t)self);
}

METHOD(rlock, acquire, rlock_acquire, -1, 0, 0);
METHOD(rlock, release, rlock_release, 1, 0, 0);
METHOD(rlock, __enter__, rlock_enter, 1, 0, 0);
METHOD(rlock, __exit__, rlock_exit, -1, 0, 0);
METHOD(rlock, _is_owned, rlock_is_owned, 1, 0, 0);
METHOD(rlock, _release_save, rlock_save, 1, 0, 0);
METHOD(rlock, _acquire_restore, rlock_restore, 2, 0, 0);
METHOD(rlock, _at_fork_reinit, rlock_reinit, 1, 0, 0);

static struct shape rlock_shape = {.head = {NULL, GC_STATIC, 0}, .type = &rlock_type};
struct type rlock_type = {
    .head = TYPE_HEAD,
    .shape = &rlock_shape,
    .cname = "_thread.RLock",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_IMMUTABLE | TYPE_WEAKREF,
    .size = sizeof(struct rlock),
    .gc_layout = GC_LEAF,
    METHODS_OF(rlock),
    .new = rlock_make,
    .repr = rlock_repr,
};
