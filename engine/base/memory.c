/* The one door for allocation, and arenas behind it. */
#include "engine/base/base.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void base_bug(const char *file, int line, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    fprintf(stderr, "py2: internal error at %s:%d: ", file, line);
    vfprintf(stderr, fmt, ap);
    fputs("\nThis is a defect of py2 itself; please report it with the command that showed it.\n", stderr);
    va_end(ap);
    abort();
}

static void raise_peak(struct memory *m, uint64_t used) {
    uint64_t peak = atomic_load(&m->peak);
    while (used > peak && !atomic_compare_exchange_weak(&m->peak, &peak, used)) {
    }
}

/* Nobody can go on without memory, and it is nobody's mistake: no report of a defect, no core. What the
 * engine writes it publishes by rename, so nothing is left half-written. */
_Noreturn static void out_of_memory(size_t size, uint64_t used) {
    fprintf(stderr, "py2: out of memory: %zu bytes more were needed, %llu are in use\n", size,
            (unsigned long long)used);
    _exit(1);
}

/* Counts a request along the parents; false when one of them refuses. */
static bool count_in(struct memory *m, size_t size) {
    bool ok = true;
    for (; m; m = m->parent) {
        uint64_t request = atomic_fetch_add(&m->requests, 1) + 1;
        uint64_t used = atomic_fetch_add(&m->used, size) + size;
        ok &= (!m->limit || used <= m->limit) && (!m->fail_at || request != m->fail_at);
        if (ok) raise_peak(m, used);
    }
    return ok;
}

static void count_out(struct memory *m, size_t size) {
    for (; m; m = m->parent) atomic_fetch_sub(&m->used, size);
}

void *memory_get(struct memory *m, size_t size) {
    void *p = count_in(m, size) ? calloc(1, size ? size : 1) : NULL;
    if (p) return p;
    count_out(m, size);
    if (m->soft) return NULL;
    while (m->parent) m = m->parent;
    out_of_memory(size, atomic_load(&m->used));
}

void memory_put(struct memory *m, void *p, size_t size) {
    if (!p) return;
    count_out(m, size);
    free(p);
}

/* A chunk's payload begins after this header, which keeps 16-byte alignment. */
struct arena_chunk {
    struct arena_chunk *next;
    size_t size; /* with the header */
};
_Static_assert(sizeof(struct arena_chunk) % 16 == 0, "chunk payload must stay aligned");

enum { FIRST_CHUNK = 16 << 10, LARGEST_CHUNK = 1 << 20 };

/* What an arena with no chunk points at, so that a request for 0 bytes gives an address too. */
static const _Alignas(16) char nothing[16];

void arena_init(struct arena *a, struct memory *m) {
    a->memory = m;
    a->chunk = NULL;
    a->at = a->end = (char *)nothing;
}

void arena_free(struct arena *a) {
    for (struct arena_chunk *c = a->chunk, *next; c; c = next) {
        next = c->next;
        if (a->memory)
            memory_put(a->memory, c, c->size);
        else
            free(c);
    }
    arena_init(a, a->memory);
}

void arena_reset(struct arena *a) {
    struct arena_chunk *keep = a->chunk;
    if (!keep || keep->size > LARGEST_CHUNK) {
        arena_free(a);
        return;
    }
    struct arena rest = {.memory = a->memory, .chunk = keep->next};
    arena_free(&rest);
    keep->next = NULL;
    memset(keep + 1, 0, (size_t)(a->at - (char *)(keep + 1)));
    a->at = (char *)(keep + 1);
}

static struct arena_chunk *chunk_new(struct memory *m, size_t size) {
    struct arena_chunk *c = m ? memory_get(m, size) : calloc(1, size);
    if (!c) out_of_memory(size, 0);
    c->size = size;
    return c;
}

void *arena_alloc_slow(struct arena *a, size_t size) {
    if (!size) size = 16;
    if (size > SIZE_MAX / 4) BUG("an allocation of %zu bytes", size);
    size_t usual = a->chunk ? MIN(a->chunk->size * 2, (size_t)LARGEST_CHUNK) : (size_t)FIRST_CHUNK;
    /* A big request gets a chunk of its own behind the current one, whose rest stays usable. */
    if (a->chunk && size > usual / 4) {
        struct arena_chunk *c = chunk_new(a->memory, sizeof *c + size);
        c->next = a->chunk->next;
        a->chunk->next = c;
        return c + 1;
    }
    struct arena_chunk *c = chunk_new(a->memory, MAX(usual, sizeof *c + size));
    c->next = a->chunk;
    a->chunk = c;
    a->at = (char *)(c + 1) + size;
    a->end = (char *)c + c->size;
    return c + 1;
}

void *arena_grow(struct arena *a, void *old, size_t old_size, size_t new_size) {
    size_t old_room = (old_size + 15) & ~(size_t)15, new_room = (new_size + 15) & ~(size_t)15;
    if (new_room <= old_room && old) return old;
    /* The newest allocation grows in place. */
    if (old && (char *)old + old_room == a->at && (size_t)(a->end - (char *)old) >= new_room) {
        a->at = (char *)old + new_room;
        return old;
    }
    void *p = arena_alloc(a, new_size);
    if (old_size) memcpy(p, old, old_size);
    return p;
}
