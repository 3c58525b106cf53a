/* Lua states that are made once and used for many packages.
 *
 * A state and all that belongs to it lie in one region of memory, at one address. When the prelude has run,
 * the region is copied aside; each package starts by copying it back. So a package finds exactly what the
 * first one found, down to the address of every string: nothing of another package can be left, and nothing
 * has to be looked for and removed. Copying the image takes a twentieth of the time that running the prelude
 * does.
 *
 * The heap in the region is part of the image. Blocks are a multiple of 16 bytes; a free block of a class is
 * at the head of the class's list: classes of every size up to SMALL, then of every power of two. */
#define _GNU_SOURCE
#include "engine/recipe/recipe.h"
#include "engine/graph/run.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { UNIT = 16, SMALL = 1024, SMALL_CLASSES = SMALL / UNIT + 1, CLASSES = SMALL_CLASSES + 40 };
enum { KEPT_REGION = 1 << 20 }; /* what a package used beyond this is given back to the system */
/* Twice the limit: freed blocks of one class do not serve another. */
static const size_t region_size = (size_t)RECIPE_MEMORY * 2;

struct heap {
    char *top;
    void *free[CLASSES];
};

struct recipe_host {
    struct recipe_host *next;
    lua_State *L;
    struct heap *heap; /* at the region's beginning */
    char *end;
    char *image;
    size_t image_n;
    size_t memory; /* live bytes of the image */
    struct recipe *recipe;
};

/* ---- the heap ---- */

static unsigned class_of(size_t size) {
    if (size <= SMALL) return (unsigned)((size + UNIT - 1) / UNIT);
    return SMALL_CLASSES + (unsigned)(64 - __builtin_clzll(size - 1)) - 10;
}

static size_t class_size(unsigned class) {
    return class < SMALL_CLASSES ? (size_t) class * UNIT : (size_t)1 << (class - SMALL_CLASSES + 10);
}

static void *heap_get(struct recipe_host *h, size_t size) {
    unsigned class = class_of(size);
    void *p = h->heap->free[class];
    if (p) {
        memcpy(&h->heap->free[class], p, sizeof p);
        return p;
    }
    p = h->heap->top;
    if (class_size(class) > (size_t)(h->end - h->heap->top)) return NULL;
    h->heap->top += class_size(class);
    return p;
}

static void heap_put(struct recipe_host *h, void *p, size_t size) {
    unsigned class = class_of(size);
    memcpy(p, &h->heap->free[class], sizeof p);
    h->heap->free[class] = p;
}

static void *heap_resize(struct recipe_host *h, void *p, size_t old, size_t size) {
    if (class_of(old) == class_of(size)) return p;
    void *q = heap_get(h, size);
    if (!q) return NULL;
    memcpy(q, p, MIN(old, size));
    heap_put(h, p, old);
    return q;
}

/* Allocation draws on the budget too: copying long strings around is work no instruction count shows. */
static void *allocate(void *host, void *p, size_t old, size_t size) {
    struct recipe_host *h = host;
    struct recipe *r = h->recipe;
    if (!p) {
        if (old == LUA_TSTRING) r->longest = MAX(r->longest, size); /* Lua says what a new block is for */
        old = 0;
    }
    if (!size) {
        if (p) heap_put(h, p, old);
        r->memory -= old;
        return NULL;
    }
    void *q = NULL;
    if (size > old) {
        r->steps -= (int64_t)(size - old) / 64;
        if (r->steps < -1000000) {
            recipe_out_of_memory(r);
            return NULL;
        }
    }
    if (size <= old || r->memory + (size - old) <= RECIPE_MEMORY)
        q = old ? heap_resize(h, p, old, size) : heap_get(h, size);
    if (q)
        r->memory += size - old;
    else if (size > old)
        recipe_out_of_memory(r);
    else
        q = p; /* Lua believes that shrinking never fails */
    return q;
}

/* ---- the image ---- */

static int add_code(lua_State *L, const void *p, size_t n, void *buf) {
    (void)L;
    buf_put(buf, p, n);
    return 0;
}

/* Compiling the prelude is done once for all states of a build. Compiled code is taken from here only, never
 * from a file. */
static struct str prelude_code(struct build *b) {
    pthread_mutex_lock(&b->mutex);
    struct str code = b->prelude;
    pthread_mutex_unlock(&b->mutex);
    if (code.n) return code;
    struct arena a;
    struct buf made;
    lua_State *L = luaL_newstate();
    if (!L) BUG("no memory for the prelude");
    arena_init(&a, NULL);
    buf_init(&made, &a);
    if (luaL_loadbufferx(L, prelude_text().p, prelude_text().n, "=prelude", "t"))
        BUG("the prelude does not parse: %s", lua_tostring(L, -1));
    lua_dump(L, add_code, &made, 0);
    code = build_keep(b, buf_view(&made));
    lua_close(L);
    arena_free(&a);
    pthread_mutex_lock(&b->mutex);
    b->prelude = code;
    pthread_mutex_unlock(&b->mutex);
    return code;
}

static void take_image(struct recipe_host *h) {
    h->image_n = (size_t)(h->heap->top - (char *)h->heap);
    h->image = malloc(h->image_n);
    if (!h->image) BUG("no memory for recipes");
    memcpy(h->image, h->heap, h->image_n);
    h->memory = h->recipe->memory;
}

static struct recipe_host *host_new(struct build *b) {
    struct recipe_host *h = calloc(1, sizeof *h);
    char *region =
        mmap(NULL, region_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (!h || region == MAP_FAILED) BUG("no memory for recipes");
    struct recipe first = {.steps = RECIPE_STEPS};
    struct str code = prelude_code(b);
    h->recipe = &first;
    h->heap = (struct heap *)region;
    h->end = region + region_size;
    h->heap->top = region + (sizeof *h->heap + UNIT - 1) / UNIT * UNIT;
    h->L = lua_newstate(allocate, h);
    if (!h->L) BUG("no memory for recipes");
    *(struct recipe **)lua_getextraspace(h->L) = &first;
    lua_pushcfunction(h->L, recipe_prepare);
    lua_pushlightuserdata(h->L, &code);
    if (lua_pcall(h->L, 1, 0, 0)) BUG("the prelude fails: %s", lua_tostring(h->L, -1));
    lua_settop(h->L, 0);
    lua_gc(h->L, LUA_GCCOLLECT);
    /* Recipes are short: collecting is for those that are not. */
    lua_gc(h->L, LUA_GCINC, 1000, 100, 0);
    take_image(h);
    return h;
}

struct recipe_host *recipe_host_take(struct build *b, struct recipe *r) {
    pthread_mutex_lock(&b->mutex);
    struct recipe_host *h = b->recipe_hosts;
    if (h) b->recipe_hosts = h->next;
    pthread_mutex_unlock(&b->mutex);
    if (!h) h = host_new(b);
    memcpy(h->heap, h->image, h->image_n);
    h->recipe = r;
    r->L = h->L;
    r->memory = h->memory;
    *(struct recipe **)lua_getextraspace(h->L) = r;
    return h;
}

void recipe_host_give(struct build *b, struct recipe_host *h) {
    size_t used = (size_t)(h->heap->top - (char *)h->heap);
    if (used > KEPT_REGION) madvise((char *)h->heap + KEPT_REGION, used - KEPT_REGION, MADV_DONTNEED);
    h->recipe = NULL;
    pthread_mutex_lock(&b->mutex);
    h->next = b->recipe_hosts;
    b->recipe_hosts = h;
    b->free_recipe_hosts = recipe_hosts_free;
    pthread_mutex_unlock(&b->mutex);
}

void recipe_hosts_free(struct build *b) {
    for (struct recipe_host *h = b->recipe_hosts, *next; h; h = next) {
        next = h->next;
        munmap(h->heap, region_size); /* whatever the state owns lies in it */
        free(h->image);
        free(h);
    }
    b->recipe_hosts = NULL;
}
