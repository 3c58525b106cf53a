/* The collector: a non-moving mark-region heap with sticky mark bits.
 *
 * Invariants:
 *  - The heap is made of 1 MiB chunks. SMALL chunks are 32 blocks of 32 KiB; a block is 256 lines of 128
 * bytes, the first ones hold its tables. PAGES chunks hold objects over GC_SMALL_MAX in runs of 4 KiB pages.
 * A HUGE chunk is one object.
 *  - A block is allocated into by bumping through holes: runs of unmarked lines, zeroed when taken (those
 * of objects over a line object by object, with the words behind). From a hole's start objects follow one
 * another; a zero word where a shape should be ends the run. So the start of a young object is found by
 * walking its hole, which is done only for blocks that a conservative root points into (`start_young`). A
 * full collection moves all starts there first and marking enters those of the living in `start_old` again.
 *  - `head.gc`: low 8 bits flags, the rest the object's size in 16-byte units; 0 when it was allocated inline
 * by generated code (its type then says the size) or is huge.
 *  - An object is marked when it carries the heap's current mark bit. A minor collection keeps the marks of
 * earlier ones, so old objects are not traced; a full one swaps the meaning of the two mark bits first.
 *  - GC_OLD means "marked before and not in the remembered list". Stores into such an object go through
 * rt_barrier.
 *  - Static objects are never marked. What they point to is found through registered roots, readied types and
 * pyroot. */
#ifndef PY2_GC_H
#define PY2_GC_H

#include "runtime/rt.h"

#if defined(__SANITIZE_ADDRESS__)
#define GC_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GC_ASAN 1
#endif
#endif

/* Under the address sanitizer free lines and pages may not be touched: whoever still refers to something that
 * was collected is found at the access. */
#ifdef GC_ASAN
void __asan_poison_memory_region(const volatile void *p, size_t n);
void __asan_unpoison_memory_region(const volatile void *p, size_t n);
#define gc_hide(p, n) __asan_poison_memory_region((p), (n))
#define gc_show(p, n) __asan_unpoison_memory_region((p), (n))
#else
#define gc_hide(p, n) ((void)0)
#define gc_show(p, n) ((void)0)
#endif

#define GC_MARK_A     4u
#define GC_MARK_B     8u
#define GC_LARGE      16u /* in a PAGES or HUGE chunk */
#define GC_FINALIZE   32u /* on the list of objects with finalizers */
#define GC_FLAGS      0xffu
#define GC_SIZE_SHIFT 8

#define GC_BLOCK      32768u
#define GC_LINE       128u
#define GC_LINES      (GC_BLOCK / GC_LINE)
#define GC_HEAD_LINES 7u
#define GC_CHUNK      (UINT64_C(1) << 20)
#define GC_PAGE       4096u
#define GC_PAGES      (GC_CHUNK / GC_PAGE)
#define GC_SMALL_MAX  8192u
#define GC_PAGES_MAX  (GC_CHUNK / 2)

struct gc_block {
    uint8_t line[GC_LINES]; /* 1: holds (part of) a marked object */
    uint64_t start_old[GC_BLOCK / 16 / 64];
    uint64_t start_young[GC_BLOCK / 16 / 64];
    uint64_t hole[GC_LINES / 64]; /* lines where a hole began that was taken since the last collection */
    uint64_t last[GC_LINES / 64]; /* last lines of those holes: `line` changes while a collection marks */
    uint32_t parsed;              /* start_young is filled */
    uint32_t taken;               /* has holes taken since the last collection */
};

enum gc_chunk_kind { GC_CHUNK_SMALL, GC_CHUNK_PAGES, GC_CHUNK_HUGE };

struct gc_chunk {
    uintptr_t base;
    size_t size;  /* bytes mapped; a multiple of GC_CHUNK */
    size_t bytes; /* HUGE: of the object */
    uint32_t kind, free_pages;
    uint32_t first_free; /* PAGES: no page before it is free */
    uint8_t *page;       /* PAGES: 0 free, 1 first page of an object, 2 further page */
    /* SMALL: what the blocks' heads say, since reading those of a large heap costs a cache miss each. */
    uint32_t taken;                     /* bit per block: gc_block.taken */
    uint8_t lines[GC_CHUNK / GC_BLOCK]; /* marked lines after the last collection, 255 at most */
};

/* Who visits: nobody's function, then what is visited is marked. */
struct gc_visitor {
    void (*child)(struct gc_visitor *v, val child);
};

struct gc_array {
    uint64_t *p;
    size_t n, cap; /* words */
};

struct gc_seen {
    uintptr_t megabyte;
    uint32_t blocks; /* bit per block: may hold young objects */
};
#define GC_SEEN 64u

struct gc_heap {
    /* chunks: dense array and a hash from address >> 20 to index + 1 */
    struct gc_chunk *chunks;
    size_t nchunks, cap_chunks;
    uint32_t *hash;
    size_t cap_hash, nhash;
    uintptr_t lowest, highest;
    /* allocation cursors over the blocks of SMALL chunks */
    size_t chunk_at;
    uint32_t block_at, line_at;
    size_t fresh_at; /* where the search for holes for larger objects goes on */
    uint32_t fresh_block, fresh_line;
    char *over, *over_end; /* bump region for objects larger than a line */
    uint32_t current;      /* GC_MARK_A or GC_MARK_B */
    bool full, collecting, disabled;
    bool refused; /* rt_alloc had to use the reserve: the next poll raises MemoryError */
    size_t mapped, limit;
    size_t allocated, budget; /* bytes handed out since the last collection, and how many may be */
    size_t live,
        full_at; /* bytes marked at the end of the last collection; a full one happens above full_at */
    size_t small_live, small_total; /* bytes of blocks after the last collection */
    size_t collections, full_collections;
    struct gc_seen seen[GC_SEEN];
    struct gc_array stack, remembered, roots, types, names, finals, doomed, found, running;
    size_t names_scanned;
    void *reserve;
    char *half; /* of a huge page: the next chunk; or NULL */
    char *perm, *perm_end;
};
extern struct gc_heap heap;

/* Before anything is allocated. */
void gc_init(struct thread *t);
/* Every register the C convention lets a caller keep values in, the vector halves of AArch64 too, as memory. */
static inline __attribute__((always_inline)) void gc_spill(uint64_t saved[20]) {
#if defined(__x86_64__)
    __asm__ volatile("movq %%rbx, 0(%0)\n\tmovq %%rbp, 8(%0)\n\tmovq %%r12, 16(%0)\n\tmovq %%r13, 24(%0)\n\t"
                     "movq %%r14, 32(%0)\n\tmovq %%r15, 40(%0)"
                     :
                     : "r"(saved)
                     : "memory");
    for (int i = 6; i < 20; i++) saved[i] = 0;
#elif defined(__aarch64__)
    __asm__ volatile("stp x19, x20, [%0]\n\tstp x21, x22, [%0, #16]\n\tstp x23, x24, [%0, #32]\n\t"
                     "stp x25, x26, [%0, #48]\n\tstp x27, x28, [%0, #64]\n\tstr x29, [%0, #80]\n\t"
                     "stp d8, d9, [%0, #88]\n\tstp d10, d11, [%0, #104]\n\tstp d12, d13, [%0, #120]\n\t"
                     "stp d14, d15, [%0, #136]"
                     :
                     : "r"(saved)
                     : "memory");
    saved[19] = 0;
#else
#error "no register spill for this machine"
#endif
}
/* Whole object in bytes, a multiple of 16. */
size_t gc_object_size(const struct obj *o);
/* Zeroed memory that is never freed and not scanned; NULL after raising MemoryError. */
void *gc_permanent(struct thread *t, size_t n);
/* A readied type: its `val` fields are roots. */
void gc_add_type(struct thread *t, struct type *type);
/* A value that is kept for ever. */
void gc_keep(struct thread *t, val v);
/* The object's finalizer is called before it is freed: at the first poll after the collection that misses it. */
void gc_register_finalizer(struct thread *t, struct obj *o);
/* Calls the finalizers of what collections did not reach: where Python code may run. */
void gc_run_finalizers(struct thread *t);
/* Calls every finalizer left; at exit. */
void gc_finalize_all(struct thread *t);
/* Word of an instance that holds its slots block or dict; NULL when its type has none. */
val *obj_attrs(struct obj *o);
#define ATTRS_LAST UINT32_MAX /* type->attrs: the last word of the allocated object */

/* heap.c */
struct gc_chunk *gc_chunk_of(uintptr_t address);
bool gc_grow_array(struct gc_array *a, size_t need);
static inline void gc_push(struct gc_array *a, uint64_t word) {
    if (a->n == a->cap && !gc_grow_array(a, a->n + 1)) __builtin_trap();
    a->p[a->n++] = word;
}
void *gc_alloc_slow(struct thread *t, size_t size, bool zero); /* NULL when memory is refused */
void gc_reset_cursors(void); /* of every thread */
void gc_sweep_large(void);
void gc_reserve(void);
void gc_regain(void);
void gc_stress(struct thread *t);

#endif
