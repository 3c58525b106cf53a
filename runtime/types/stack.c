/* From return addresses to Python frames.
 *
 * Every function, compiled or C, keeps a frame pointer, so that the stack is a list of (frame before, return
 * address). The compiler leaves a record beside each compiled function (rules/gen/frames.c tells its form)
 * that says which Python frames a call stands in; return addresses into C are passed over. The records are
 * linked only into programs that walk the stack, and sorted by address at the first walk. */
#include "runtime/gc/gc.h"
#include "runtime/types/frame.h"
#include "runtime/types/generator.h"

struct frame_record {
    uintptr_t start;
    const struct code *code;
    uint32_t size, ncodes, nreturns, nbytes;
    const struct code *codes[];
};
extern const char __start_pyframe[] __attribute__((weak, visibility("hidden")));
extern const char __stop_pyframe[] __attribute__((weak, visibility("hidden")));

static const struct frame_record **sorted;
static size_t nsorted;

static const struct frame_record *record_after(const struct frame_record *r) {
    return (const struct frame_record *)((const char *)&r->codes[r->ncodes] + ((r->nbytes + 7) & ~7u));
}

static const struct frame_record *first_record(void) {
    return (const struct frame_record *)__start_pyframe;
}
static bool is_record(const struct frame_record *r) {
    return (const char *)r < __stop_pyframe;
}

static void sift(const struct frame_record **p, size_t at, size_t n) {
    for (size_t child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && p[child + 1]->start > p[child]->start) child++;
        if (p[at]->start >= p[child]->start) return;
        const struct frame_record *r = p[at];
        p[at] = p[child];
        p[child] = r;
    }
}

static bool sort_records(struct thread *t) {
    size_t n = 0;
    for (const struct frame_record *r = first_record(); is_record(r); r = record_after(r)) n++;
    const struct frame_record **p = gc_permanent(t, (n + 1) * sizeof *p);
    if (!p) return false;
    n = 0;
    for (const struct frame_record *r = first_record(); is_record(r); r = record_after(r)) p[n++] = r;
    for (size_t i = n / 2; i-- > 0;) sift(p, i, n);
    for (size_t end = n; end-- > 1;) {
        const struct frame_record *r = p[0];
        p[0] = p[end];
        p[end] = r;
        sift(p, 0, end);
    }
    nsorted = n;
    sorted = p;
    return true;
}

static const struct frame_record *find(uintptr_t pc) {
    size_t lo = 0, hi = nsorted;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (sorted[mid]->start < pc) /* a return address is never the function's first */
            lo = mid + 1;
        else
            hi = mid;
    }
    if (!lo || pc > sorted[lo - 1]->start + sorted[lo - 1]->size) return NULL;
    return sorted[lo - 1];
}

static uint64_t uleb(const uint8_t **p) {
    uint64_t r = 0;
    for (int shift = 0;; shift += 7) {
        uint8_t b = *(*p)++;
        r |= (uint64_t)(b & 127) << shift;
        if (!(b & 128)) return r;
    }
}

static int levels_of(uintptr_t pc, struct level out[LEVELS_MAX]) {
    const struct frame_record *r = find(pc);
    if (!r) return 0;
    const uint8_t *p = (const uint8_t *)&r->codes[r->ncodes];
    uintptr_t at = r->start;
    for (uint32_t i = 0; i < r->nreturns && at < pc; i++) {
        at += uleb(&p);
        uint64_t head = uleb(&p);
        if (!(head & 1)) {
            out[0] = (struct level){r->code, (int64_t)(head >> 1) - 1};
            if (at == pc) return 1;
            continue;
        }
        int n = (int)(head >> 1);
        for (int k = 0; k < n; k++) {
            uint64_t code = uleb(&p), site = uleb(&p);
            if (k < LEVELS_MAX)
                out[k] = (struct level){code ? r->codes[code - 1] : r->code, (int64_t)site - 1};
        }
        if (at == pc) return n < LEVELS_MAX ? n : LEVELS_MAX;
    }
    out[0] = (struct level){r->code, -1};
    return 1;
}

int levels_at(const struct call_return *r, struct level out[LEVELS_MAX]) {
    if (!r->code) return levels_of(r->pc, out);
    out[0] = (struct level){r->code, (int64_t)r->pc};
    return 1;
}

/* ---- walking ---- */

struct walk {
    const uintptr_t *fp;
};

/* The next return address, 0 at the end. */
static uintptr_t walk_step(struct walk *w) {
    const uintptr_t *fp = w->fp;
    if (!fp || (uintptr_t)fp & 7) return 0;
    uintptr_t next = fp[0], pc = fp[1];
    w->fp = next > (uintptr_t)fp ? (const uintptr_t *)next : NULL;
    return w->fp ? pc : 0;
}

static struct type stack_type;
static struct shape stack_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &stack_type};
static struct type stack_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &stack_shape,
    .cname = "stack",
    .base = &object_type,
    .size = sizeof(struct stack),
    .gc_layout = GC_LEAF,
};

static int64_t chain_length(const struct running_chain *c) {
    int64_t n = 0;
    for (const struct generator *g = c->top; g != c->last; g = (const struct generator *)g->delegate) n++;
    return n;
}

/* The delegators before the last one, innermost first. */
static void put_chain(struct stack *s, const struct running_chain *c, int64_t n) {
    const struct generator *g = c->top;
    s->n += n;
    for (int64_t i = 1; i <= n; i++, g = (const struct generator *)g->delegate) {
        uint32_t site = g->site & ~SITE_ASYNC_YIELD;
        s->at[s->n - i] = (struct call_return){(uintptr_t)((int64_t)site - 1), 0, g->code};
    }
}

__attribute__((noinline)) val stack_take(struct thread *t) {
    if (!sorted && !sort_records(t)) return 0;
    int64_t n = 0;
    uintptr_t pc;
    for (struct walk w = {__builtin_frame_address(0)}; walk_step(&w);) n++;
    for (const struct running_chain *c = t->chain; c; c = c->outer) n += chain_length(c);
    struct stack *s = gc_new(t, &stack_type, sizeof *s + (size_t)n * sizeof *s->at);
    if (!s) return 0;
    struct walk w = {__builtin_frame_address(0)};
    const struct running_chain *c = t->chain;
    while (s->n < n && (pc = walk_step(&w))) {
        s->at[s->n++] = (struct call_return){pc, (uintptr_t)w.fp, NULL};
        if (!c || (uintptr_t)w.fp != c->fp) continue;
        put_chain(s, c, chain_length(c));
        c = c->outer;
    }
    return val_of(s);
}

__attribute__((noinline)) int64_t site_now(uintptr_t fp, const struct code *code, int64_t site) {
    struct level at[LEVELS_MAX];
    uintptr_t pc;
    for (struct walk w = {__builtin_frame_address(0)}; (pc = walk_step(&w));) {
        if ((uintptr_t)w.fp != fp) continue;
        for (int n = levels_of(pc, at); n-- > 0;)
            if (at[n].code == code) return at[n].site;
        break;
    }
    return site;
}

bool level_above(struct thread *t, int64_t depth, struct level *out) {
    struct level at[LEVELS_MAX];
    val v = stack_take(t);
    for (int64_t i = 0; v && i < AS(stack, v)->n; i++) {
        int n = levels_at(&AS(stack, v)->at[i], at);
        if (depth < n) {
            *out = at[depth];
            return true;
        }
        depth -= n;
    }
    return false;
}
