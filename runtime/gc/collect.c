/* Collecting: roots, marking, what survives. See gc.h for the layout and the rules. */
#include "runtime/gc/gc.h"
#include "runtime/gc/weak.h"
#include "runtime/state.h"
#include "runtime/os/os.h"

#if !defined(GC_ASAN)
#define UNCHECKED __attribute__((noinline))
#elif defined(__clang__)
#define UNCHECKED __attribute__((no_sanitize("address"), noinline))
#else
#define UNCHECKED __attribute__((no_sanitize_address, noinline))
#endif

extern struct shape storage_words_shape, storage_bytes_shape;
extern uint64_t __start_pyroot[] __attribute__((weak, visibility("hidden")));
extern uint64_t __stop_pyroot[] __attribute__((weak, visibility("hidden")));

const struct gc_weak_hooks *gc_weak;

/* ---- from an address to an object ---- */

static struct gc_block *block_of(uintptr_t address) {
    return (struct gc_block *)(address & ~(uintptr_t)(GC_BLOCK - 1));
}

/* Walks the holes taken since the last collection and notes where their objects start. */
static void block_parse(struct gc_block *b) {
    b->parsed = 1;
    for (uint32_t line = GC_HEAD_LINES; line < GC_LINES; line++) {
        if (!(b->hole[line / 64] >> line % 64 & 1)) continue;
        uint32_t end = line;
        while (end + 1 < GC_LINES && !(b->last[end / 64] >> end % 64 & 1)) end++;
        uintptr_t at = line * GC_LINE, stop = (end + 1) * GC_LINE;
        while (at < stop) {
            struct obj *o = (struct obj *)((char *)b + at);
            if (!o->shape) break;
            b->start_young[at / 1024] |= UINT64_C(1) << at / 16 % 64;
            at += gc_object_size(o);
        }
    }
}

static struct obj *find_small(uintptr_t address) {
    struct gc_block *b = block_of(address);
    uintptr_t offset = address - (uintptr_t)b;
    if (offset < GC_HEAD_LINES * GC_LINE) return NULL;
    if (b->taken && !b->parsed) block_parse(b);
    uint32_t unit = (uint32_t)(offset / 16), word = unit / 64;
    uint64_t bits = b->start_old[word] | b->start_young[word];
    bits &= ~UINT64_C(0) >> (63 - unit % 64);
    while (!bits) {
        if (word-- == 0) return NULL;
        bits = b->start_old[word] | b->start_young[word];
    }
    unit = word * 64 + 63 - (uint32_t)__builtin_clzll(bits);
    struct obj *o = (struct obj *)((char *)b + unit * 16);
    return address <= (uintptr_t)o + gc_object_size(o) ? o : NULL;
}

/* The object whose [start, start + size] holds the address. */
static struct obj *find_object(uintptr_t address) {
    struct gc_chunk *k = gc_chunk_of(address);
    if (!k) return NULL;
    if (k->kind == GC_CHUNK_SMALL) return find_small(address);
    if (k->kind == GC_CHUNK_HUGE) return address <= k->base + k->bytes ? (struct obj *)k->base : NULL;
    uint32_t i = (uint32_t)((address - k->base) / GC_PAGE);
    while (k->page[i] == 2) i--;
    struct obj *o = (struct obj *)(k->base + (uintptr_t)i * GC_PAGE);
    /* a block whose header is not written yet has no shape */
    return k->page[i] == 1 && o->shape ? o : NULL;
}

static bool starts_object(uintptr_t address) {
    return address % 16 == 0 && (uintptr_t)find_object(address) == address;
}

/* ---- marking ---- */

static void mark_lines(struct gc_block *b, uintptr_t o, size_t size) {
    uintptr_t offset = o - (uintptr_t)b;
    b->start_old[offset / 1024] |= UINT64_C(1) << offset / 16 % 64;
    for (uint32_t i = (uint32_t)(offset / GC_LINE), n = (uint32_t)((offset + size - 1) / GC_LINE); i <= n;
         i++)
        b->line[i] = 1;
}

static void mark_object(struct obj *o) {
    struct type *type = o->shape->type;
    if (!(o->gc & GC_LARGE)) mark_lines(block_of((uintptr_t)o), (uintptr_t)o, gc_object_size(o));
    o->gc = (o->gc & ~(GC_MARK_A | GC_MARK_B)) | heap.current | GC_OLD;
    if (o->shape == &str_shape && !(o->aux & STR_SHARED)) return; /* most objects of many programs */
    if (type->gc_layout != GC_LEAF || type->attrs) gc_push(&heap.stack, (uint64_t)(uintptr_t)o);
}

static inline void mark_value(val v) {
    if ((v & 7) || v < heap.lowest || v >= heap.highest) return;
    struct obj *o = (struct obj *)v;
    if (!(o->gc & (heap.current | GC_STATIC))) mark_object(o);
}

/* A word that may be anything. */
static void mark_word(uint64_t w) {
    if ((w & 7) || w < heap.lowest || w >= heap.highest || !starts_object(w)) return;
    mark_value(w);
}

void gc_visit(struct gc_visitor *v, val child) {
    if (unlikely(v && v->child))
        v->child(v, child);
    else
        mark_value(child);
}

/* Blocks that no hole was taken from since the last collection hold nothing young: a minor collection need
 * not read the headers of what lies there, which for a long list of old objects would be most of its work.
 * `seen` remembers which blocks of a megabyte must be looked at. */
static inline bool may_be_young(uintptr_t address) {
    uintptr_t megabyte = address >> 20;
    struct gc_seen *s = &heap.seen[megabyte % GC_SEEN];
    if (unlikely(s->megabyte != megabyte)) {
        struct gc_chunk *k = gc_chunk_of(address);
        s->megabyte = megabyte;
        s->blocks = k && k->kind == GC_CHUNK_SMALL && !heap.full ? k->taken : UINT32_MAX;
    }
    return s->blocks >> (address / GC_BLOCK % (GC_CHUNK / GC_BLOCK)) & 1;
}

/* The headers of what a long array holds are asked for some turns before they are read: waiting for them is
 * most of the work. */
#define AHEAD 16
static void scan_words(const uint64_t *p, const uint64_t *end) {
    if (end - p < AHEAD) {
        for (; p < end; p++) mark_value(*p);
        return;
    }
    val asked[AHEAD] = {0};
    uint32_t at = 0;
    for (; p < end; p++) {
        val v = *p, first = asked[at];
        if ((v & 7) || v < heap.lowest || v >= heap.highest || !may_be_young(v)) continue;
        __builtin_prefetch((const void *)(uintptr_t)v);
        asked[at] = v;
        at = (at + 1) % AHEAD;
        if (first) mark_value(first);
    }
    for (uint32_t i = 0; i < AHEAD; i++)
        if (asked[i]) mark_value(asked[i]);
}

static void scan_anything(const uint64_t *p, const uint64_t *end) {
    for (; p < end; p++) mark_word(*p);
}

void gc_visit_storage(struct gc_visitor *v, const void *payload) {
    if (!payload) return;
    struct obj *o = (struct obj *)(uintptr_t)payload - 1;
    if (unlikely(v && v->child)) {
        const val *end = (const val *)((const char *)o + gc_object_size(o));
        for (const val *p = payload; o->shape == &storage_words_shape && p < end; p++) v->child(v, *p);
        return;
    }
    if (o->gc & GC_STATIC) return;
    size_t size = gc_object_size(o);
    if (!(o->gc & heap.current)) {
        if (!(o->gc & GC_LARGE)) mark_lines(block_of((uintptr_t)o), (uintptr_t)o, size);
        o->gc = (o->gc & ~(GC_MARK_A | GC_MARK_B)) | heap.current | GC_OLD;
    }
    if (o->shape == &storage_words_shape)
        scan_words((const uint64_t *)payload, (const uint64_t *)((char *)o + size));
}

val *obj_attrs(struct obj *o) {
    struct type *type = o->shape->type;
    if (!type->attrs) return NULL;
    if (type->attrs == ATTRS_LAST) return (val *)((char *)o + gc_object_size(o) - 8);
    return (val *)((char *)o + type->attrs);
}

/* The word that holds an instance's overflow slots or its dict. */
static void scan_attrs(struct gc_visitor *v, struct obj *o) {
    val word = *obj_attrs(o);
    if (!word) return;
    if (o->shape->flags & SHAPE_DICT || !(o->shape->type->flags & TYPE_HEAP))
        mark_value(word);
    else
        gc_visit_storage(v, (const void *)word);
}

static void trace_object(struct obj *o) {
    struct gc_visitor v = {0};
    struct type *type = o->shape->type;
    if (type->flags & TYPE_INSTANCE) {
        struct instance *i = (struct instance *)o;
        if (i->more) scan_attrs(&v, o);
        /* by its size, not its class: an object that was given another class keeps the size it was made with
         */
        scan_words(i->slot, (uint64_t *)((char *)o + gc_object_size(o)));
        return;
    }
    uint64_t *end = (uint64_t *)((char *)o + gc_object_size(o));
    if (type->flags & TYPE_TUPLE) {
        struct tuple *p = (struct tuple *)o;
        bool hidden =
            type != &tuple_type && !(type->flags & TYPE_HEAP); /* structseq.h: more items than its length */
        scan_words(p->item, hidden ? end : p->item + p->len);
    } else if (o->shape == &storage_words_shape) {
        scan_words((uint64_t *)(o + 1), end);
    } else if (type->flags & TYPE_FRAME) {
        struct generator *g = (struct generator *)o;
        mark_value(g->func);
        mark_value(g->name);
        mark_value(g->qualname);
        mark_value(g->handled);
        mark_value(g->delegate);
        scan_anything(g->slot, end);
    } else if (type->gc_layout == GC_CUSTOM) {
        type->trace(&v, o);
    } else if (type->gc_layout == GC_WORDS) {
        scan_anything((uint64_t *)(o + 1), end);
    }
    if (type->attrs) scan_attrs(&v, o);
}

static void mark_all(void) {
    while (heap.stack.n) trace_object((struct obj *)heap.stack.p[--heap.stack.n]);
}

/* ---- roots ---- */

static void found(uintptr_t address) {
    struct obj *o = find_object(address);
    if (o) gc_push(&heap.found, (uint64_t)(uintptr_t)o);
}

UNCHECKED static void scan_stack(uintptr_t low, uintptr_t high) {
    for (const uint64_t *p = (const uint64_t *)(low & ~(uintptr_t)7); p < (const uint64_t *)high; p++) {
        uint64_t w = *p;
        if (w < heap.lowest || w > heap.highest) continue;
        found(w);
        if (w % 16 == 0) found(w - 1); /* one past the end of the object before */
    }
}

/* Objects that C or compiled code holds directly may be in the middle of being filled without barriers: one
 * that was young stays in the remembered list, so that it is looked at again. Lists, dicts and sets are
 * always stored into with barriers. */
static void mark_found(void) {
    for (size_t i = 0; i < heap.found.n; i++) {
        struct obj *o = (struct obj *)heap.found.p[i];
        bool young = !(o->gc & heap.current);
        uint32_t flags = o->shape->type->flags;
        bool running = flags & TYPE_FRAME && o->aux == GEN_RUNNING;
        if (!young && !running) continue;
        if (young) mark_object(o);
        if (running && !young) trace_object(o);
        if (o->shape == &storage_bytes_shape) continue;
        if (!running && flags & (TYPE_LIST | TYPE_DICT | TYPE_SET | TYPE_FROZENSET)) continue;
        if (o->gc & GC_OLD) {
            o->gc &= ~GC_OLD;
            gc_push(&heap.remembered, (uint64_t)(uintptr_t)o);
        }
    }
    heap.found.n = 0;
}

static void mark_types(void) {
    for (size_t i = 0; i < heap.types.n; i++) {
        struct type *type = (struct type *)heap.types.p[i];
        mark_value(type->name);
        mark_value(type->qualname);
        mark_value(type->module);
        mark_value(type->bases);
        mark_value(type->mro);
        mark_value(type->dict);
        mark_value(type->subclasses);
        mark_value(type->weakrefs);
    }
}

static void mark_thread(const struct thread *t) {
    const val named[] = {t->exc,    t->handled,  t->result,  t->repr_stack, t->start,
                         t->locals, t->sentinel, t->context, t->firstiter,  t->finalizer};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) mark_value(named[i]);
    for (size_t i = 0; i < 8; i++) mark_value(t->argv_area[i]);
}

static void mark_registered(void) {
    for (const struct thread *x = &main_thread; x; x = x->next) mark_thread(x);
    for (size_t i = 0; i < heap.roots.n; i++) mark_value(*(val *)heap.roots.p[i]);
    for (size_t i = heap.full ? 0 : heap.names_scanned; i < heap.names.n; i++) mark_value(heap.names.p[i]);
    heap.names_scanned = heap.names.n;
    mark_types();
    scan_anything(__start_pyroot, __stop_pyroot);
    if (gc_weak) gc_weak->mark();
}

/* Old objects stored into since the last collection. The list is rebuilt while it is read: mark_found
 * appends. */
static void mark_remembered(size_t n) {
    for (size_t i = 0; i < n; i++) {
        struct obj *o = (struct obj *)heap.remembered.p[i];
        o->gc |= GC_OLD;
        if (!heap.full) trace_object(o);
    }
}

/* ---- blocks before and after ---- */

#define EACH_SMALL_BLOCK(b)                                                                                  \
    for (size_t c_ = 0; c_ < heap.nchunks; c_++)                                                             \
        if (heap.chunks[c_].kind == GC_CHUNK_SMALL)                                                          \
            for (struct gc_block *b = (struct gc_block *)heap.chunks[c_].base;                               \
                 (uintptr_t)b < heap.chunks[c_].base + GC_CHUNK;                                             \
                 b = (struct gc_block *)((char *)b + GC_BLOCK))

/* Before a full collection every start moves to `start_young`: marking enters in `start_old` again what
 * lives, so that nobody looks at the dead. */
static void clear_lines(void) {
    EACH_SMALL_BLOCK(b) {
        if (b->taken && !b->parsed) block_parse(b);
        for (uint32_t word = 0; word < GC_BLOCK / 1024; word++) b->start_young[word] |= b->start_old[word];
        memset(b->start_old, 0, sizeof b->start_old);
        memset(b->line, 0, sizeof b->line);
        b->parsed = 1;
    }
}

#if defined(PY2_STRESS) || defined(GC_ASAN)
static void poison(struct gc_block *b) {
    for (uint32_t i = GC_HEAD_LINES; i < GC_LINES; i++) {
        if (b->line[i]) continue;
        gc_show((char *)b + i * GC_LINE, GC_LINE);
#ifdef PY2_STRESS
        memset((char *)b + i * GC_LINE, 0xdd, GC_LINE);
#endif
        gc_hide((char *)b + i * GC_LINE, GC_LINE);
    }
}
#endif

static uint32_t count_lines(const struct gc_block *b) {
    uint64_t lines = 0;
    /* as vectors and unrolled this is a kilobyte */
#ifdef __clang__
#pragma clang loop vectorize(disable) unroll(disable)
#endif
    for (uint32_t i = 0; i < GC_LINES; i += 8) {
        uint64_t w;
        memcpy(&w, b->line + i, 8);
        lines += w * UINT64_C(0x0101010101010101) >> 56;
    }
    return (uint32_t)lines;
}

static void finish_block(struct gc_block *b) {
    if (b->parsed) memset(b->start_young, 0, sizeof b->start_young);
    if (b->taken) memset(b->hole, 0, sizeof b->hole);
    if (b->taken) memset(b->last, 0, sizeof b->last);
    b->parsed = b->taken = 0;
}

/* A minor collection marks nothing in blocks that no hole was taken from. */
static void finish_blocks(void) {
    heap.small_live = heap.small_total = 0;
    for (size_t c = 0; c < heap.nchunks; c++) {
        struct gc_chunk *k = &heap.chunks[c];
        if (k->kind != GC_CHUNK_SMALL) continue;
        size_t lines = 0;
        for (uint32_t i = 0; i < GC_CHUNK / GC_BLOCK; i++) {
            struct gc_block *b = (struct gc_block *)(k->base + (uintptr_t)i * GC_BLOCK);
            if (heap.full || k->taken >> i & 1) {
                finish_block(b);
                k->lines[i] = (uint8_t)count_lines(b);
#if defined(PY2_STRESS) || defined(GC_ASAN)
                poison(b);
#endif
            }
            lines += k->lines[i];
        }
        k->taken = 0;
        heap.live += lines * GC_LINE;
        heap.small_live += lines * GC_LINE;
        heap.small_total += (GC_CHUNK / GC_BLOCK) * (GC_LINES - GC_HEAD_LINES) * GC_LINE;
    }
}

/* ---- finalizers ---- */

void gc_register_finalizer(struct thread *t, struct obj *o) {
    (void)t;
    if (o->gc & GC_FINALIZE) return;
    o->gc |= GC_FINALIZE;
    gc_push(&heap.finals, (uint64_t)(uintptr_t)o);
}

/* Unreached objects with finalizers are kept for this once and put on the list of those to call. One that has
 * taken its mark back needs no finalizer any more. */
static void doom_unreached(void) {
    size_t kept = 0, first = heap.doomed.n;
    for (size_t i = 0; i < heap.finals.n; i++) {
        struct obj *o = (struct obj *)heap.finals.p[i];
        if (!(o->gc & GC_FINALIZE)) continue;
        if (o->gc & heap.current)
            heap.finals.p[kept++] = heap.finals.p[i];
        else
            gc_push(&heap.doomed, heap.finals.p[i]);
    }
    heap.finals.n = kept;
    for (size_t i = first; i < heap.doomed.n; i++) mark_value(heap.doomed.p[i]);
    mark_all();
}

static void finalize(struct thread *t, struct obj *o) {
    val exc = t->exc, handled = t->handled, result = t->result;
    t->exc = 0;
    o->gc &= ~GC_FINALIZE;
    if (o->shape->type->finalize) o->shape->type->finalize(t, o);
    if (o->shape->type->flags & TYPE_HAS_DEL) object_del(t, val_of(o));
    t->exc = exc;
    t->handled = handled;
    t->result = result;
}

void gc_run_finalizers(struct thread *t) {
    static bool running;
    if (running) return;
    running = true;
    while (heap.doomed.n) finalize(t, (struct obj *)heap.doomed.p[--heap.doomed.n]);
    running = false;
}

void gc_finalize_all(struct thread *t) {
    gc_run_finalizers(t);
    while (heap.finals.n) {
        struct obj *o = (struct obj *)heap.finals.p[--heap.finals.n];
        if (o->gc & GC_FINALIZE) finalize(t, o);
    }
}

/* ---- the collection ---- */

static void set_budget(void) {
    /* a minor collection costs what survived of the budget, little of it grows with the heap: so peaks stay
     * near the live size */
    size_t least = (size_t)2 << 20, most = (size_t)64 << 20;
    heap.budget = heap.live / 8 < least ? least : heap.live / 8 > most ? most : heap.live / 8;
    if (heap.limit != SIZE_MAX && heap.budget > heap.limit / 4) heap.budget = heap.limit / 4;
    if (heap.full) heap.full_at = heap.live + heap.live / 2 + ((size_t)6 << 20);
}

static void collect_from(struct thread *t, uintptr_t sp, bool full) {
    heap.collecting = true;
    heap.full = full || heap.live + heap.allocated > heap.full_at;
    heap.collections++;
    heap.full_collections += heap.full;
    heap.live = 0;
    memset(heap.seen, 0, sizeof heap.seen);
    scan_stack(sp, t->stack_high);
    for (const struct thread *x = &main_thread; x; x = x->next) {
        if (x == t || !x->published) continue;
        scan_stack((uintptr_t)x->saved, (uintptr_t)(x->saved + 20));
        scan_stack(x->published, x->stack_high);
    }
    if (heap.full) {
        clear_lines();
        heap.current ^= GC_MARK_A | GC_MARK_B;
    }
    size_t remembered = heap.remembered.n;
    mark_remembered(remembered);
    mark_found();
    memmove(heap.remembered.p, heap.remembered.p + remembered, (heap.remembered.n - remembered) * 8);
    heap.remembered.n -= remembered;
    mark_registered();
    for (size_t i = 0; i < heap.doomed.n; i++) mark_value(heap.doomed.p[i]);
    mark_all();
    if (gc_weak) gc_weak->clear();
    doom_unreached();
    if (gc_weak) gc_weak->sweep();
    gc_sweep_large();
    finish_blocks();
    heap.allocated = 0;
    set_budget();
    if (heap.full) gc_regain();
    heap.full = false;
    gc_reset_cursors();
    heap.collecting = false;
}

__attribute__((noinline)) void gc_collect(struct thread *t, bool full) {
    if (heap.collecting) return;
    uint64_t saved[20];
    gc_spill(saved);
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    collect_from(t, (uintptr_t)saved < here ? (uintptr_t)saved : here, full);
    __asm__ volatile("" : : "r"(saved) : "memory");
    /* callbacks and finalizers wait for a poll: C may be in the middle of changing what they would change */
    if (heap.doomed.n || (gc_weak && gc_weak->waiting()))
        __atomic_store_n(&t->limit, UINTPTR_MAX, __ATOMIC_SEQ_CST);
}

void gc_release(struct thread *t) {
    gc_collect(t, true);
    gc_run_finalizers(t);
}

#ifdef PY2_STRESS
/* The stress build: a collection at every PY2_STRESS_N-th allocation, every eighth a full one. */
void gc_stress(struct thread *t) {
    static uint64_t count, every;
    if (!every) {
        const char *z = os_getenv("PY2_STRESS_N");
        for (; z && *z >= '0' && *z <= '9'; z++) every = every * 10 + (uint64_t)(*z - '0');
        if (!every) every = 1000;
    }
    if (++count % every || heap.collecting || heap.disabled) return;
    gc_collect(t, count / every % 8 == 0);
}
#endif

/* ---- barriers, registration, start ---- */

void rt_barrier_(struct obj *o) {
    o->gc &= ~GC_OLD;
    gc_push(&heap.remembered, (uint64_t)(uintptr_t)o);
}

void rt_barrier(struct thread *t, void *object) {
    (void)t;
    rt_barrier_(object);
}

void gc_root(struct thread *t, val *place) {
    (void)t;
    gc_push(&heap.roots, (uint64_t)(uintptr_t)place);
}

void gc_add_type(struct thread *t, struct type *type) {
    (void)t;
    gc_push(&heap.types, (uint64_t)(uintptr_t)type);
}

void gc_keep(struct thread *t, val v) {
    (void)t;
    if (val_is_ptr(v) && !(val_obj(v)->gc & GC_STATIC)) gc_push(&heap.names, v);
}

/* PY2_HEAP_MAX: bytes, with an optional k, m or g. */
static size_t heap_limit(void) {
    const char *z = os_getenv("PY2_HEAP_MAX");
    size_t n = 0;
    if (!z || *z < '0' || *z > '9') return SIZE_MAX;
    for (; *z >= '0' && *z <= '9'; z++) n = n * 10 + (size_t)(*z - '0');
    int shift = *z == 'k' || *z == 'K' ? 10 : *z == 'm' || *z == 'M' ? 20 : *z == 'g' || *z == 'G' ? 30 : 0;
    n <<= shift;
    return n < ((size_t)4 << 20) ? (size_t)4 << 20 : n;
}

void gc_init(struct thread *t) {
    if (heap.limit) return;
    heap.lowest = UINTPTR_MAX;
    heap.limit = heap_limit();
    heap.budget = (size_t)2 << 20;
    heap.full_at = (size_t)8 << 20;
    heap.current = GC_MARK_A;
    gc_reset_cursors();
    gc_reserve();
}
