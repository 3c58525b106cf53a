/* Arenas of the front end inside an artifact: chunks come from whoever asked for a tree, who also gives them
 * back. Want of memory leaves front_parse. */
#include "rules/python/shipped/shipped.h"

enum { CHUNK = 64 << 10 };

void arena_init(struct arena *a, struct memory *m) {
    *a = (struct arena){.memory = m};
}

static void *take(struct arena *a, size_t size) {
    struct front_source *source = (struct front_source *)a->memory;
    void *p = source->take(source->context, size);
    if (!p) longjmp(source->no_memory, 1);
    return p;
}

void *arena_alloc_slow(struct arena *a, size_t size) {
    if (!size) size = 16;
    if (size > CHUNK / 4) return take(a, size);
    a->at = take(a, CHUNK);
    a->end = a->at + CHUNK;
    a->at += size;
    return a->at - size;
}

void *arena_grow(struct arena *a, void *old, size_t old_size, size_t new_size) {
    size_t old_room = (old_size + 15) & ~(size_t)15, new_room = (new_size + 15) & ~(size_t)15;
    if (new_room <= old_room && old) return old;
    if (old && (char *)old + old_room == a->at && (size_t)(a->end - (char *)old) >= new_room) {
        a->at = (char *)old + new_room;
        return old;
    }
    void *p = arena_alloc(a, new_size);
    if (old_size) memcpy(p, old, old_size);
    return p;
}

void base_bug(const char *file, int line, const char *fmt, ...) {
    (void)file, (void)line, (void)fmt;
    __builtin_trap();
}
