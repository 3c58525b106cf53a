/* Where objects are put: chunks, blocks, holes, large objects. See gc.h for the layout. */
#include "runtime/gc/gc.h"
#include "runtime/os/os.h"
#include "runtime/state.h"

struct gc_heap heap = {.current = GC_MARK_A};

/* ---- arrays outside the heap ---- */

bool gc_grow_array(struct gc_array *a, size_t need) {
    size_t cap = a->cap ? a->cap * 2 : 8192;
    while (cap < need) cap *= 2;
    void *p = a->p ? os_mem_remap(a->p, a->cap * 8, cap * 8) : os_mem_map(cap * 8);
    if (!p) return false;
    a->p = p;
    a->cap = cap;
    return true;
}

/* ---- the map from addresses to chunks ---- */

static size_t hash_at(uintptr_t megabyte) {
    return (megabyte * UINT64_C(0x9E3779B97F4A7C15)) >> 20 & (heap.cap_hash - 1);
}

static void hash_put(uintptr_t megabyte, uint32_t value) {
    size_t i = hash_at(megabyte);
    while (heap.hash[i]) i = (i + 1) & (heap.cap_hash - 1);
    heap.hash[i] = value;
}

/* The table holds index + 1 of every chunk for each megabyte it covers. */
static bool hash_rebuild(size_t megabytes) {
    size_t cap = 1024;
    while (cap < megabytes * 3) cap *= 2;
    if (cap > heap.cap_hash) {
        void *p = os_mem_map(cap * sizeof *heap.hash);
        if (!p) return false;
        if (heap.hash) os_mem_release(heap.hash, heap.cap_hash * sizeof *heap.hash);
        heap.hash = p;
        heap.cap_hash = cap;
    } else {
        memset(heap.hash, 0, heap.cap_hash * sizeof *heap.hash);
    }
    heap.nhash = 0;
    heap.lowest = UINTPTR_MAX;
    heap.highest = 0;
    for (size_t c = 0; c < heap.nchunks; c++) {
        struct gc_chunk *k = &heap.chunks[c];
        for (size_t m = 0; m < k->size >> 20; m++, heap.nhash++)
            hash_put((k->base >> 20) + m, (uint32_t)c + 1);
        if (k->base < heap.lowest) heap.lowest = k->base;
        if (k->base + k->size > heap.highest) heap.highest = k->base + k->size;
    }
    return true;
}

struct gc_chunk *gc_chunk_of(uintptr_t address) {
    if (address < heap.lowest || address >= heap.highest) return NULL;
    uintptr_t megabyte = address >> 20;
    for (size_t i = hash_at(megabyte); heap.hash[i]; i = (i + 1) & (heap.cap_hash - 1)) {
        struct gc_chunk *k = &heap.chunks[heap.hash[i] - 1];
        if (address >= k->base && address < k->base + k->size) return k;
    }
    return NULL;
}

/* ---- chunks ---- */

/* Address space held back so that a program can still handle the MemoryError it gets. */
#define RESERVE ((size_t)4 << 20)

void gc_reserve(void) {
    if (!heap.reserve) heap.reserve = os_mem_reserve(RESERVE, GC_CHUNK);
}

static bool reserve_open(void) {
    if (!heap.reserve) return false;
    os_mem_release(heap.reserve, RESERVE);
    heap.reserve = NULL;
    return true;
}

/* Faulting pages in one by one costs more than filling them, so a program past its first megabytes, which
 * will write the next one too, gets them at once; a larger one in huge pages, each of which makes two chunks.
 */
#define EAGER_FROM ((size_t)6 << 20)
#define HUGE_FROM  ((size_t)16 << 20)
#define HUGE_PAGE  ((size_t)2 << 20)

static char *map_chunk(size_t size, size_t align) {
    char *base = os_mem_reserve(size, align);
    if (!base || os_mem_commit(base, size) == 0) return base;
    os_mem_release(base, size);
    return NULL;
}

static char *chunk_memory(enum gc_chunk_kind kind, size_t size) {
    char *base = heap.half;
    if (base && size == GC_CHUNK) {
        heap.half = NULL;
        return base;
    }
    if (size == GC_CHUNK && heap.mapped >= HUGE_FROM && (base = map_chunk(HUGE_PAGE, HUGE_PAGE))) {
        os_mem_expect(base, HUGE_PAGE, false);
        heap.half = base + GC_CHUNK;
        return base;
    }
    bool huge = size >= 2 * HUGE_PAGE;
    if (!(base = map_chunk(size, huge ? HUGE_PAGE : GC_CHUNK))) return NULL;
    if (huge || (kind != GC_CHUNK_HUGE && heap.mapped >= EAGER_FROM)) os_mem_expect(base, size, !huge);
    return base;
}

static struct gc_chunk *chunk_new(enum gc_chunk_kind kind, size_t size) {
    size_t limit = heap.limit > SIZE_MAX - RESERVE || heap.reserve ? heap.limit : heap.limit + RESERVE;
    if (heap.mapped + size > limit && !heap.refused) return NULL;
    if (heap.nchunks == heap.cap_chunks) {
        size_t cap = heap.cap_chunks ? heap.cap_chunks * 2 : 256, unit = sizeof *heap.chunks;
        void *p = heap.chunks ? os_mem_remap(heap.chunks, heap.cap_chunks * unit, cap * unit)
                              : os_mem_map(cap * unit);
        if (!p) return NULL;
        heap.chunks = p;
        heap.cap_chunks = cap;
    }
    char *base = chunk_memory(kind, size);
    if (!base) return NULL;
    uint8_t *pages = kind == GC_CHUNK_PAGES ? os_mem_map(GC_PAGES) : NULL;
    if (kind == GC_CHUNK_PAGES && !pages) {
        os_mem_release(base, size);
        return NULL;
    }
    struct gc_chunk *k = &heap.chunks[heap.nchunks++];
    *k = (struct gc_chunk){
        .base = (uintptr_t)base, .size = size, .kind = kind, .free_pages = GC_PAGES, .page = pages};
    heap.mapped += size;
    size_t megabytes = heap.nhash + (size >> 20);
    if (megabytes * 2 > heap.cap_hash) {
        if (!hash_rebuild(megabytes)) {
            heap.nchunks--;
            heap.mapped -= size;
            os_mem_release(base, size);
            return NULL;
        }
        return k;
    }
    for (size_t m = 0; m < size >> 20; m++, heap.nhash++)
        hash_put((k->base >> 20) + m, (uint32_t)heap.nchunks);
    if (k->base < heap.lowest) heap.lowest = k->base;
    if (k->base + size > heap.highest) heap.highest = k->base + size;
    return k;
}

static void chunk_free(struct gc_chunk *k) {
    gc_show((void *)k->base, k->size);
    os_mem_release((void *)k->base, k->size);
    if (k->page) os_mem_release(k->page, GC_PAGES);
    heap.mapped -= k->size;
    *k = heap.chunks[--heap.nchunks];
    hash_rebuild(heap.nhash);
}

/* ---- small objects: holes ---- */

static struct gc_block *block_at(struct gc_chunk *k, uint32_t i) {
    return (struct gc_block *)(k->base + (uintptr_t)i * GC_BLOCK);
}

/* Not zeroed. */
static __attribute__((noinline)) void take_hole(struct gc_chunk *k, uint32_t block, uint32_t from,
                                                uint32_t to, char **start, char **end) {
    struct gc_block *b = block_at(k, block);
    char *p = (char *)b + from * GC_LINE;
    *start = p;
    *end = (char *)b + to * GC_LINE;
    k->taken |= 1u << block;
    b->hole[from / 64] |= UINT64_C(1) << from % 64;
    b->last[(to - 1) / 64] |= UINT64_C(1) << (to - 1) % 64;
    b->taken = 1;
    heap.allocated += (size_t)(*end - p);
    gc_show(p, (size_t)(*end - p));
}

/* The first line from here that is not marked so; marks hold 0 or 1, so eight are looked at together. */
static __attribute__((noinline)) uint32_t run_end(const struct gc_block *b, uint32_t line, uint8_t mark) {
    uint64_t same = mark * UINT64_C(0x0101010101010101), w;
    for (; line < GC_LINES && line % 8; line++)
        if (b->line[line] != mark) return line;
    for (; line < GC_LINES; line += 8) {
        memcpy(&w, b->line + line, 8);
        if (w != same) return line + (uint32_t)__builtin_ctzll(w ^ same) / 8;
    }
    return GC_LINES;
}

/* The next hole in address order from the cursor; blocks never used since they were mapped are one hole. */
static bool next_hole(struct thread *t) {
    for (; heap.chunk_at < heap.nchunks; heap.chunk_at++, heap.block_at = 0, heap.line_at = GC_HEAD_LINES) {
        struct gc_chunk *k = &heap.chunks[heap.chunk_at];
        if (k->kind != GC_CHUNK_SMALL) continue;
        for (; heap.block_at < GC_CHUNK / GC_BLOCK; heap.block_at++, heap.line_at = GC_HEAD_LINES) {
            if (k->lines[heap.block_at] == GC_LINES - GC_HEAD_LINES) continue;
            struct gc_block *b = block_at(k, heap.block_at);
            /* a block the overflow cursor took whole is none of ours */
            if (b->taken == 2) continue;
            uint32_t from = run_end(b, heap.line_at, 1);
            if (from >= GC_LINES) continue;
            uint32_t to = run_end(b, from, 0);
            take_hole(k, heap.block_at, from, to, &t->alloc, &t->alloc_end);
            memset(t->alloc, 0, (size_t)(t->alloc_end - t->alloc));
            heap.line_at = to;
            return true;
        }
    }
    return false;
}

static bool block_empty(const struct gc_chunk *k, uint32_t i) {
    return !k->lines[i] && !(k->taken >> i & 1);
}

/* Holes for objects that did not fit the current one: empty blocks, or what lies free in blocks of old
 * objects. Never in a block the hole cursor was in, and it will be in none of these. */
static bool next_over(size_t size) {
    for (; heap.fresh_at < heap.nchunks;
         heap.fresh_at++, heap.fresh_block = 0, heap.fresh_line = GC_HEAD_LINES) {
        struct gc_chunk *k = &heap.chunks[heap.fresh_at];
        if (k->kind != GC_CHUNK_SMALL) continue;
        for (; heap.fresh_block < GC_CHUNK / GC_BLOCK; heap.fresh_block++, heap.fresh_line = GC_HEAD_LINES) {
            uint32_t i = heap.fresh_block, line = heap.fresh_line;
            if (line == GC_HEAD_LINES && k->taken >> i & 1) continue;
            if ((size_t)(GC_LINES - GC_HEAD_LINES - k->lines[i]) * GC_LINE < size) continue;
            struct gc_block *b = block_at(k, i);
            uint32_t to;
            for (; line < GC_LINES; line = to) {
                line = run_end(b, line, 1);
                to = line < GC_LINES ? run_end(b, line, 0) : GC_LINES;
                if ((size_t)(to - line) * GC_LINE < size) continue;
                take_hole(k, i, line, to, &heap.over, &heap.over_end);
                b->taken = 2;
                heap.fresh_line = to;
                return true;
            }
        }
    }
    return false;
}

void gc_reset_cursors(void) {
    heap.chunk_at = heap.fresh_at = 0;
    heap.block_at = heap.fresh_block = 0;
    heap.line_at = heap.fresh_line = GC_HEAD_LINES;
    heap.over = heap.over_end = NULL;
    for (struct thread *x = &main_thread; x; x = x->next) x->alloc = x->alloc_end = NULL;
}

static void *alloc_small(struct thread *t, size_t size, bool zero) {
    for (int round = 0; round < 2; round++) {
        if (size > GC_LINE) {
            if ((size_t)(heap.over_end - heap.over) >= size || next_over(size)) {
                /* zeroed piece by piece, while it is in the cache; the word behind ends the run */
                void *p = heap.over;
                heap.over += size;
                size_t from = zero ? 0 : size;
                memset((char *)p + from, 0, size - from + (heap.over < heap.over_end ? 16 : 0));
                return p;
            }
        } else if (next_hole(t)) {
            void *p = t->alloc;
            t->alloc += size;
            return p;
        }
        if (!chunk_new(GC_CHUNK_SMALL, GC_CHUNK)) return NULL;
    }
    return NULL;
}

/* ---- large objects ---- */

static void *pages_in(struct gc_chunk *k, uint32_t need) {
    while (k->first_free < GC_PAGES && k->page[k->first_free]) k->first_free++;
    for (uint32_t i = k->first_free, run = 0; i < GC_PAGES; i++) {
        run = k->page[i] ? 0 : run + 1;
        if (run < need) continue;
        uint32_t first = i + 1 - need;
        memset(k->page + first, 2, need);
        k->page[first] = 1;
        k->free_pages -= need;
        gc_show((void *)(k->base + (uintptr_t)first * GC_PAGE), (size_t)need * GC_PAGE);
        return (void *)(k->base + (uintptr_t)first * GC_PAGE);
    }
    return NULL;
}

static void *alloc_pages(size_t size, bool zero) {
    uint32_t need = (uint32_t)((size + GC_PAGE - 1) / GC_PAGE);
    heap.allocated += (size_t)need * GC_PAGE;
    for (size_t c = 0; c < heap.nchunks; c++) {
        struct gc_chunk *k = &heap.chunks[c];
        if (k->kind != GC_CHUNK_PAGES || k->free_pages < need) continue;
        void *p = pages_in(k, need);
        if (p) {
            if (zero) memset(p, 0, (size_t)need * GC_PAGE);
            return p;
        }
    }
    struct gc_chunk *k = chunk_new(GC_CHUNK_PAGES, GC_CHUNK);
    return k ? pages_in(k, need) : NULL;
}

static void *alloc_huge(size_t size) {
    if (size > SIZE_MAX / 2) return NULL;
    size_t mapped = (size + GC_CHUNK - 1) & ~(GC_CHUNK - 1);
    struct gc_chunk *k = chunk_new(GC_CHUNK_HUGE, mapped);
    if (!k) return NULL;
    k->bytes = size;
    heap.allocated += size;
    return (void *)k->base;
}

static void *alloc_any(struct thread *t, size_t size, bool zero) {
    if (size <= GC_SMALL_MAX) return alloc_small(t, size, zero);
    return size <= GC_PAGES_MAX ? alloc_pages(size, zero) : alloc_huge(size);
}

/* Frees unmarked large objects and chunks that became empty. */
void gc_sweep_large(void) {
    for (size_t c = heap.nchunks; c-- > 0;) {
        struct gc_chunk *k = &heap.chunks[c];
        if (k->kind == GC_CHUNK_HUGE) {
            if (!(((struct obj *)k->base)->gc & heap.current))
                chunk_free(k);
            else
                heap.live += k->bytes;
        } else if (k->kind == GC_CHUNK_PAGES) {
            for (uint32_t i = 0; i < GC_PAGES; i++) {
                if (k->page[i] != 1) continue;
                uint32_t end = i + 1;
                while (end < GC_PAGES && k->page[end] == 2) end++;
                if (((struct obj *)(k->base + (uintptr_t)i * GC_PAGE))->gc & heap.current) {
                    heap.live += (size_t)(end - i) * GC_PAGE;
                    continue;
                }
                memset(k->page + i, 0, end - i);
                gc_hide((void *)(k->base + (uintptr_t)i * GC_PAGE), (size_t)(end - i) * GC_PAGE);
                k->free_pages += end - i;
                if (i < k->first_free) k->first_free = i;
            }
            if (k->free_pages == GC_PAGES && heap.full) chunk_free(k);
        }
    }
}

/* ---- the slow path of every allocation ---- */

void *gc_alloc_slow(struct thread *t, size_t size, bool zero) {
    /* the tail of the current hole is abandoned: its zeros end the run */
    if (!heap.disabled && heap.allocated + (size > GC_SMALL_MAX ? size : 0) >= heap.budget) {
        gc_collect(t, false);
        /* the collector has given the first hole back, so a small object may fit now */
        if (size <= (size_t)(t->alloc_end - t->alloc)) {
            void *p = t->alloc;
            t->alloc += size;
            return p;
        }
    }
    void *p = alloc_any(t, size, zero);
    if (likely(p != NULL)) return p;
    if (!heap.disabled) {
        gc_collect(t, true);
        /* collecting again and again for the last few free lines would be endless work for little */
        if (size > GC_SMALL_MAX || heap.small_live < heap.small_total - heap.small_total / 16)
            p = alloc_any(t, size, zero);
    }
    /* the refusal is reported, and from here on what was held back may be used */
    if (!p) reserve_open();
    return p;
}

/* After a full collection: chunks with nothing in them go back, and then the reserve may be had again. */
void gc_regain(void) {
    if (heap.reserve) return;
    for (size_t c = heap.nchunks; c-- > 0;) {
        struct gc_chunk *k = &heap.chunks[c];
        bool empty = k->kind == GC_CHUNK_SMALL;
        for (uint32_t i = 0; empty && i < GC_CHUNK / GC_BLOCK; i++) empty = block_empty(k, i);
        if (empty) chunk_free(k);
    }
    if (heap.limit == SIZE_MAX || heap.mapped + 2 * RESERVE < heap.limit || heap.mapped < heap.limit / 2)
        gc_reserve();
}

void *rt_alloc(struct thread *t, int64_t size) {
    size_t n = ((size_t)size + 15) & ~(size_t)15;
    if (n <= GC_SMALL_MAX && n <= (size_t)(t->alloc_end - t->alloc)) {
        void *p = t->alloc;
        t->alloc += n;
        return p;
    }
    void *p = gc_alloc_slow(t, n, true);
    if (unlikely(!p)) {
        /* this entry cannot raise: the next poll does it, until then the reserve serves and no limit counts
         */
        heap.refused = true;
        t->limit = UINTPTR_MAX;
        p = alloc_any(t, n, true);
        if (!p) os_abort("out of memory");
    }
    return p;
}

void *gc_permanent(struct thread *t, size_t n) {
    n = (n + 15) & ~(size_t)15;
    if ((size_t)(heap.perm_end - heap.perm) < n) {
        size_t size = n > 65536 ? (n + 4095) & ~(size_t)4095 : 65536;
        char *p = os_mem_map(size);
        if (!p) {
            raise(t, &exc_MemoryError, "");
            return NULL;
        }
        heap.perm = p;
        heap.perm_end = p + size;
    }
    void *p = heap.perm;
    heap.perm += n;
    return p;
}

/* ---- objects ---- */

static void *alloc_object(struct thread *t, struct shape *shape, size_t size, bool zero) {
    char *p = t->alloc;
#ifdef PY2_STRESS
    gc_stress(t);
    p = t->alloc;
#endif
    if (likely(size <= (size_t)(t->alloc_end - p) && size <= GC_SMALL_MAX)) {
        t->alloc = p + size;
    } else {
        p = gc_alloc_slow(t, size, zero);
        if (unlikely(!p)) {
            raise(t, &exc_MemoryError, "");
            return NULL;
        }
    }
#ifdef PY2_STRESS
    if (!zero) memset(p, 0xdd, size);
#endif
    struct obj *o = (struct obj *)p;
    o->shape = shape;
    o->gc = (uint32_t)(size >> 4) << GC_SIZE_SHIFT;
    if (unlikely(size > GC_SMALL_MAX)) o->gc = (size > GC_PAGES_MAX ? 0 : o->gc) | GC_LARGE;
    return o;
}

void *gc_new_shaped(struct thread *t, struct shape *shape, size_t size) {
    struct type *type = shape->type;
    if (type->flags & TYPE_HEAP) {
        if (size < type->size) size = type->size;
        if (type->attrs == ATTRS_LAST) size += 8;
    }
    if (unlikely(size > SIZE_MAX / 2)) {
        raise(t, &exc_MemoryError, "");
        return NULL;
    }
    struct obj *o = alloc_object(t, shape, (size + 15) & ~(size_t)15, true);
    if (o && unlikely(type->finalize || type->flags & TYPE_HAS_DEL)) gc_register_finalizer(t, o);
    return o;
}

void *gc_new_leaf(struct thread *t, struct shape *shape, size_t size) {
    if (unlikely(size > SIZE_MAX / 2)) {
        raise(t, &exc_MemoryError, "");
        return NULL;
    }
    if (unlikely(!(shape->type->flags & TYPE_READY)) && type_ready(t, shape->type) < 0) return NULL;
    size = (size + 15) & ~(size_t)15;
    struct obj *o = alloc_object(t, shape, size, false);
    if (unlikely(!o)) return NULL;
    o->aux = 0;
    if (size > sizeof *o) memset((char *)o + size - 16, 0, 16);
    return o;
}

void *gc_new(struct thread *t, struct type *type, size_t size) {
    if (unlikely(!(type->flags & TYPE_READY)) && type_ready(t, type) < 0) return NULL;
    return gc_new_shaped(t, type->shape, size);
}

size_t gc_object_size(const struct obj *o) {
    if (likely(o->gc >> GC_SIZE_SHIFT)) return (size_t)(o->gc >> GC_SIZE_SHIFT) << 4;
    if (o->gc & GC_LARGE) return gc_chunk_of((uintptr_t)o)->bytes;
    const struct type *type = o->shape->type;
    size_t n;
    if (type == &tuple_type)
        n = sizeof(struct tuple) + (size_t)((const struct tuple *)o)->len * 8;
    else if (type == &function_type)
        n = sizeof(struct function) + ((const struct function *)o)->code->nfree * 8u;
    else if (type->flags & TYPE_INSTANCE)
        n = sizeof(struct instance) + type->inline_slots * 8u;
    else
        n = type->object_size ? type->object_size(o) : type->size;
    return (n + 15) & ~(size_t)15;
}

/* ---- storage blocks ---- */

static val storage_unnamed(struct thread *t, val v) {
    (void)t;
    return v;
}
#define STORAGE_TYPE(n, layout)                                                                              \
    extern struct type n##_type;                                                                             \
    extern struct shape n##_shape;                                                                           \
    struct shape n##_shape = {{NULL, GC_STATIC, 0}, &n##_type, 0, 0, NULL, NULL, NULL};                      \
    struct type n##_type = {.head = {&type_shape, GC_STATIC, 0},                                             \
                            .shape = &n##_shape,                                                             \
                            .cname = "storage",                                                              \
                            .size = 16,                                                                      \
                            .flags = TYPE_READY,                                                             \
                            .gc_layout = layout,                                                             \
                            .repr = storage_unnamed}
STORAGE_TYPE(storage_words, GC_WORDS);
STORAGE_TYPE(storage_bytes, GC_LEAF);

void *gc_storage(struct thread *t, size_t n, bool words) {
    if (n > SIZE_MAX / 2) {
        raise(t, &exc_MemoryError, "");
        return NULL;
    }
    struct obj *o = alloc_object(t, words ? &storage_words_shape : &storage_bytes_shape,
                                 (n + 24 + 15) & ~(size_t)15, true);
    return o ? o + 1 : NULL;
}

/* Gives the pages of a large block back at once: its only owner has just left it. */
static __attribute__((noinline)) bool storage_release(struct obj *o) {
    /* one that was reached from the stack may be on the remembered list: it is left to the collector */
    if (o->gc & (GC_MARK_A | GC_MARK_B) && !(o->gc & GC_OLD)) return false;
    struct gc_chunk *k = gc_chunk_of((uintptr_t)o);
    if (k->kind == GC_CHUNK_HUGE) {
        chunk_free(k);
        return true;
    }
    uint32_t i = (uint32_t)(((uintptr_t)o - k->base) / GC_PAGE);
    if (i < k->first_free) k->first_free = i;
    do {
        k->page[i++] = 0;
        k->free_pages++;
    } while (i < GC_PAGES && k->page[i] == 2);
    return true;
}

/* The most recent small object goes back to the cursor; a large one gives its pages back. */
void gc_free_last(struct thread *t, void *object) {
    struct obj *o = object;
    size_t size = gc_object_size(o);
    if (o->gc & GC_LARGE) {
        size_t pages = (size + GC_PAGE - 1) & ~(size_t)(GC_PAGE - 1);
        if (storage_release(o)) heap.allocated -= heap.allocated < pages ? heap.allocated : pages;
    } else if ((char *)o + size == heap.over && !(o->gc & (GC_MARK_A | GC_MARK_B))) {
        memset(o, 0, sizeof *o);
        heap.over = (char *)o;
    } else if ((char *)o + size == t->alloc && !(o->gc & (GC_MARK_A | GC_MARK_B))) {
        memset(o, 0, size);
        t->alloc = (char *)o;
    }
}

size_t gc_storage_size(const void *payload) {
    return gc_object_size((const struct obj *)payload - 1) - 24;
}

/* A huge block may grow into the rest of its mapping, or the mapping itself may grow. */
static bool grow_huge(struct obj *o, size_t n) {
    struct gc_chunk *k = gc_chunk_of((uintptr_t)o);
    if (k->kind != GC_CHUNK_HUGE) return false;
    size_t size = (n + 24 + 15) & ~(size_t)15;
    if (size > k->size) {
        size_t mapped = (size + GC_CHUNK - 1) & ~(GC_CHUNK - 1);
        if (heap.mapped + mapped - k->size > heap.limit) return false;
        if (!os_mem_grow_in_place((void *)k->base, k->size, mapped)) return false;
        os_mem_expect((void *)k->base, mapped, false);
        heap.mapped += mapped - k->size;
        k->size = mapped;
        if (!hash_rebuild(heap.nhash + (mapped >> 20))) return false;
    }
    heap.allocated += size - k->bytes;
    k->bytes = size;
    return true;
}

/* Its pages go to a larger range: nothing is copied. Only the payload's one owner knows the address. */
static struct obj *move_huge(struct obj *o, size_t n) {
    struct gc_chunk *k = gc_chunk_of((uintptr_t)o);
    size_t size = (n + 24 + 15) & ~(size_t)15, mapped = (size + GC_CHUNK - 1) & ~(GC_CHUNK - 1);
    if (k->kind != GC_CHUNK_HUGE || heap.mapped + mapped - k->size > heap.limit) return NULL;
    if (o->gc & (GC_MARK_A | GC_MARK_B) && !(o->gc & GC_OLD)) return NULL; /* on the remembered list */
    char *to = os_mem_reserve(mapped, (size_t)2 << 20);
    if (!to) return NULL;
    if (!os_mem_move((void *)k->base, k->size, to, mapped)) {
        os_mem_release(to, mapped);
        return NULL;
    }
    os_mem_expect(to, mapped, false);
    heap.mapped += mapped - k->size;
    heap.allocated += size - k->bytes;
    *k = (struct gc_chunk){.base = (uintptr_t)to,
                           .size = mapped,
                           .bytes = size,
                           .kind = GC_CHUNK_HUGE,
                           .free_pages = k->free_pages};
    return hash_rebuild(heap.nhash + (mapped >> 20)) ? (struct obj *)to : NULL;
}

static bool grow_pages(struct obj *o, size_t n) {
    struct gc_chunk *k = gc_chunk_of((uintptr_t)o);
    size_t size = (n + 24 + 15) & ~(size_t)15;
    if (k->kind != GC_CHUNK_PAGES || size > GC_PAGES_MAX) return false;
    uint32_t first = (uint32_t)(((uintptr_t)o - k->base) / GC_PAGE), have = 1;
    uint32_t need = (uint32_t)((size + GC_PAGE - 1) / GC_PAGE);
    while (first + have < GC_PAGES && k->page[first + have] == 2) have++;
    if (first + need > GC_PAGES) return false;
    for (uint32_t i = have; i < need; i++)
        if (k->page[first + i]) return false;
    if (need > have) {
        memset(k->page + first + have, 2, need - have);
        gc_show((char *)o + (size_t)have * GC_PAGE, (size_t)(need - have) * GC_PAGE);
        memset((char *)o + (size_t)have * GC_PAGE, 0, (size_t)(need - have) * GC_PAGE);
        k->free_pages -= need - have;
        heap.allocated += (size_t)(need - have) * GC_PAGE;
    }
    o->gc = (o->gc & GC_FLAGS) | (uint32_t)(size >> 4) << GC_SIZE_SHIFT;
    return true;
}

void *gc_storage_grow(struct thread *t, void *payload, size_t old_n, size_t n, bool words) {
    if (!payload) return gc_storage(t, n, words);
    struct obj *o = (struct obj *)payload - 1;
    if (n + 24 <= gc_object_size(o) && n >= old_n) return payload;
    if (o->gc & GC_LARGE && n < SIZE_MAX / 2) {
        if (grow_huge(o, n) || grow_pages(o, n)) return payload;
        struct obj *moved = move_huge(o, n);
        if (moved) return moved + 1;
    }
    void *p = gc_storage(t, n, words);
    if (!p) return NULL;
    memcpy(p, payload, old_n < n ? old_n : n);
    /* a collection during this call may have freed nothing of ours: `payload` was on the stack */
    if (o->gc & GC_LARGE && gc_object_size(o) > GC_PAGES_MAX) storage_release(o);
    return p;
}
