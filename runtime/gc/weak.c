/* The table of weakly referenced objects, and what a collection does with it. See weak.h. */
#include "runtime/gc/weak.h"
#include "runtime/gc/gc.h"
#include "runtime/state.h"

static struct {
    struct weakref **at; /* open addressing, linear probing; heads of chains */
    size_t mask, n;      /* mask 0: no table */
} table;
static struct gc_array young;   /* targets */
static struct gc_array pending; /* references whose callbacks wait; from `called` on */
static size_t called;

/* ---- the table ---- */

static size_t place_of(val target) {
    return (size_t)((target >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> 20) & table.mask;
}

/* Where the chain of the target is or would be. */
static size_t find(val target) {
    size_t i = place_of(target);
    while (table.at[i] && table.at[i]->target != target) i = (i + 1) & table.mask;
    return i;
}

struct weakref *weak_first(val target) {
    return table.mask ? table.at[find(target)] : NULL;
}

static bool grow(struct thread *t) {
    size_t size = table.mask ? (table.mask + 1) * 2 : 64, old_size = table.mask ? table.mask + 1 : 0;
    struct weakref **old = table.at, **at = gc_permanent(t, size * sizeof *at);
    if (!at) return false;
    table.at = at;
    table.mask = size - 1;
    for (size_t i = 0; i < old_size; i++)
        if (old[i]) table.at[find(old[i]->target)] = old[i];
    return true;
}

/* Empties a place and moves up what probing would no longer reach. */
static void remove_at(size_t hole) {
    table.n--;
    table.at[hole] = NULL;
    for (size_t i = (hole + 1) & table.mask; table.at[i]; i = (i + 1) & table.mask) {
        size_t home = place_of(table.at[i]->target);
        if (((i - home) & table.mask) < ((i - hole) & table.mask)) continue;
        table.at[hole] = table.at[i];
        table.at[i] = NULL;
        hole = i;
    }
}

bool weak_attach(struct thread *t, struct weakref *r, val target, struct weakref *after) {
    if ((table.n + 1) * 4 > (table.mask + 1) * 3 || !table.mask) {
        if (!grow(t)) return false;
    }
    extern const struct gc_weak_hooks weak_hooks;
    gc_weak = &weak_hooks;
    r->target = target;
    if (after) {
        r->next = after->next;
        after->next = r;
    } else {
        size_t i = find(target);
        if (!table.at[i]) table.n++;
        r->next = table.at[i];
        table.at[i] = r;
    }
    gc_push(&young, target);
    return true;
}

/* ---- in a collection ---- */

static bool lives(const void *o) {
    return (((const struct obj *)o)->gc & (heap.current | GC_STATIC)) != 0;
}

static void mark_pending(void) {
    for (size_t i = called; i < pending.n; i++) gc_visit(NULL, pending.p[i]);
}

/* The target is gone: so are all its references, and the callbacks of those that live are called. */
static void clear_chain(size_t i) {
    struct weakref *r = table.at[i];
    remove_at(i);
    while (r) {
        struct weakref *next = r->next;
        r->target = 0;
        r->next = NULL;
        if (r->callback && lives(r)) gc_push(&pending, (uint64_t)(uintptr_t)r);
        r = next;
    }
}

/* `f` says whether it emptied the place: another chain may have moved there. */
static void each_chain(bool (*f)(size_t)) {
    if (!table.mask) return;
    if (heap.full) {
        /* removals move chains down only over the end of the table, to places that were looked at */
        for (size_t i = table.mask + 1; i-- > 0;)
            while (table.at[i] && f(i)) {
            }
        for (size_t i = table.mask + 1; i-- > 0 && table.at[i];)
            while (table.at[i] && f(i)) {
            }
        return;
    }
    for (size_t k = 0; k < young.n; k++) {
        size_t i = find(young.p[k]);
        if (table.at[i]) f(i);
    }
}

static bool clear_dead(size_t i) {
    if (lives((const void *)table.at[i]->target)) return false;
    clear_chain(i);
    return true;
}

static void clear_all(void) {
    each_chain(clear_dead);
}

/* References that nothing reached leave the chain of a living target. */
static bool sweep_chain(size_t i) {
    struct weakref *keep = NULL, **end = &keep;
    for (struct weakref *r = table.at[i], *next; r; r = next) {
        next = r->next;
        if (!lives(r)) continue;
        *end = r;
        end = &r->next;
    }
    *end = NULL;
    if (keep) {
        table.at[i] = keep;
        return false;
    }
    remove_at(i);
    return true;
}

static void sweep(void) {
    each_chain(sweep_chain);
    young.n = 0;
}

static bool waiting(void) {
    return called < pending.n;
}

static void call_pending(struct thread *t) {
    while (called < pending.n) {
        struct weakref *r = (struct weakref *)pending.p[called++];
        val f = r->callback, exc = t->exc, handled = t->handled, result = t->result;
        r->callback = 0;
        t->exc = 0;
        if (f && !call1(t, f, val_of(r))) unraisable(t, f);
        t->exc = exc;
        t->handled = handled;
        t->result = result;
    }
    called = pending.n = 0;
}

const struct gc_weak_hooks weak_hooks = {mark_pending, clear_all, sweep, waiting, call_pending, weak_first};
