/* The module _heapq: a list as a heap, the least item first; and, for functions that begin with an
 * underscore, the greatest first. A comparison may change the list: its length is looked at again after each.
 */
#include "runtime/lib/native.h"
#include "runtime/types/container.h"

static inline int64_t before(struct thread *t, val a, val b) {
    return val_is_small(a) && val_is_small(b) ? (int64_t)a < (int64_t)b : obj_less(t, a, b);
}
static int64_t before_max(struct thread *t, val a, val b) {
    return before(t, b, a);
}

static inline int64_t compared(struct thread *t, struct list *l, bool max, int64_t a, int64_t b) {
    int64_t n = l->len,
            less = max ? before_max(t, l->item[a], l->item[b]) : before(t, l->item[a], l->item[b]);
    if (unlikely(l->len != n && less >= 0))
        return raise_i(t, &exc_RuntimeError, "list changed size during iteration");
    return less;
}

static inline void swap(struct list *l, int64_t a, int64_t b) {
    val kept = l->item[a];
    gc_note(&l->head);
    l->item[a] = l->item[b];
    l->item[b] = kept;
}

/* The item at `at` goes up towards `top` while it is before its parent. */
static int64_t rise(struct thread *t, struct list *l, bool max, int64_t top, int64_t at) {
    while (at > top) {
        int64_t parent = (at - 1) >> 1, less = compared(t, l, max, at, parent);
        if (less <= 0) return less;
        swap(l, at, parent);
        at = parent;
    }
    return 0;
}

/* The item at `at` goes down to a leaf along the better children, then up again: it mostly belongs there. */
static int64_t sink(struct thread *t, struct list *l, bool max, int64_t at) {
    int64_t top = at, n = l->len;
    while (at < n >> 1) {
        int64_t child = 2 * at + 1;
        if (child + 1 < n) {
            int64_t less = compared(t, l, max, child, child + 1);
            if (less < 0) return -1;
            child += !less;
        }
        swap(l, at, child);
        at = child;
    }
    return rise(t, l, max, top, at);
}

static struct list *heap_of(struct thread *t, const char *name, val heap, bool only) {
    if (val_has(heap, TYPE_LIST)) return AS(list, heap);
    raise(t, &exc_TypeError,
          only ? "%s() argument must be list, not %T" : "%s() argument 1 must be list, not %T", name, heap);
    return NULL;
}

static val f_heappush(struct thread *t, val heap, val item) {
    struct list *l = heap_of(t, "heappush", heap, false);
    return l && list_push(t, heap, item) == 0 && rise(t, l, false, 0, l->len - 1) == 0 ? NONE : 0;
}

static val pop(struct thread *t, const char *name, val heap, bool max) {
    struct list *l = heap_of(t, name, heap, true);
    if (!l) return 0;
    if (!l->len) return raise(t, &exc_IndexError, "index out of range");
    val last = l->item[--l->len];
    l->item[l->len] = 0;
    if (!l->len) return last;
    val first = l->item[0];
    gc_store(&l->head, &l->item[0], last);
    return sink(t, l, max, 0) < 0 ? 0 : first;
}
static val f_heappop(struct thread *t, val heap) {
    return pop(t, "heappop", heap, false);
}
static val f_heappop_max(struct thread *t, val heap) {
    return pop(t, "_heappop_max", heap, true);
}

static val replace(struct thread *t, const char *name, val heap, val item, bool max) {
    struct list *l = heap_of(t, name, heap, false);
    if (!l) return 0;
    if (!l->len) return raise(t, &exc_IndexError, "index out of range");
    val first = l->item[0];
    gc_store(&l->head, &l->item[0], item);
    return sink(t, l, max, 0) < 0 ? 0 : first;
}
static val f_heapreplace(struct thread *t, val heap, val item) {
    return replace(t, "heapreplace", heap, item, false);
}
static val f_heapreplace_max(struct thread *t, val heap, val item) {
    return replace(t, "_heapreplace_max", heap, item, true);
}

static val f_heappushpop(struct thread *t, val heap, val item) {
    struct list *l = heap_of(t, "heappushpop", heap, false);
    if (!l) return 0;
    if (!l->len) return item;
    int64_t less = before(t, l->item[0], item);
    if (less <= 0) return less < 0 ? 0 : item;
    return replace(t, "heappushpop", heap, item, false);
}

static val heapify(struct thread *t, const char *name, val heap, bool max) {
    struct list *l = heap_of(t, name, heap, true);
    if (!l) return 0;
    for (int64_t i = l->len / 2 - 1; i >= 0; i--)
        if (sink(t, l, max, i) < 0) return 0;
    return NONE;
}
static val f_heapify(struct thread *t, val heap) {
    return heapify(t, "heapify", heap, false);
}
static val f_heapify_max(struct thread *t, val heap) {
    return heapify(t, "_heapify_max", heap, true);
}

METHOD_TABLE(_heapq);
METHOD(_heapq, heappush, f_heappush, 2, 0, "($module, heap, item, /)");
METHOD(_heapq, heappop, f_heappop, 1, 0, "($module, heap, /)");
METHOD(_heapq, heapreplace, f_heapreplace, 2, 0, "($module, heap, item, /)");
METHOD(_heapq, heappushpop, f_heappushpop, 2, 0, "($module, heap, item, /)");
METHOD(_heapq, heapify, f_heapify, 1, 0, "($module, heap, /)");
METHOD(_heapq, _heappop_max, f_heappop_max, 1, 0, "($module, heap, /)");
METHOD(_heapq, _heapreplace_max, f_heapreplace_max, 2, 0, "($module, heap, item, /)");
METHOD(_heapq, _heapify_max, f_heapify_max, 1, 0, "($module, heap, /)");

static val heapq_init(struct thread *t) {
    return native_module_new(t, "_heapq", METHODS(_heapq));
}
NATIVE_MODULE(_heapq, "_heapq", heapq_init);
