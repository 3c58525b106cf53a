/* The clock. The kernel maps a small ELF image into every process whose function reads the clock without
 * entering the kernel; it is looked up at the first call. Without it the system call serves. */
#ifndef PY2_HOSTED
#include "runtime/os/os.h"
#include "runtime/os/sys.h"

typedef int (*clock_fn)(int id, struct sys_timespec *out);

#if defined __x86_64__
static const char clock_name[] = "__vdso_clock_gettime";
#else
static const char clock_name[] = "__kernel_clock_gettime";
#endif

struct symbol {
    uint32_t name;
    uint8_t info, other;
    uint16_t section;
    uint64_t value, size;
};

/* Entries of the symbol table, by whichever hash table there is. */
static uint32_t symbol_count(const uint32_t *hash, const uint32_t *gnu) {
    if (hash) return hash[1];
    if (!gnu) return 0;
    uint32_t nbuckets = gnu[0], first = gnu[1], bloom = gnu[2], last = 0;
    const uint32_t *buckets = gnu + 4 + 2 * bloom, *chain = buckets + nbuckets;
    for (uint32_t i = 0; i < nbuckets; i++)
        if (buckets[i] > last) last = buckets[i];
    if (last < first) return first;
    while (!(chain[last - first] & 1)) last++;
    return last + 1;
}

static bool same(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

static clock_fn find(uintptr_t image) {
    if (!image) return NULL;
    const char *base = (const char *)image;
    const uint64_t *dynamic = NULL;
    uintptr_t bias = 0;
    bool loaded = false;
    const char *ph = base + *(const uint64_t *)(base + 32);
    for (unsigned n = *(const uint16_t *)(base + 56); n; n--, ph += 56) {
        uint64_t offset = *(const uint64_t *)(ph + 8), address = *(const uint64_t *)(ph + 16);
        uint32_t type = *(const uint32_t *)ph;
        if (type == 1 && !loaded) {
            bias = image + offset - address;
            loaded = true;
        }
        if (type == 2) dynamic = (const uint64_t *)(base + offset);
    }
    if (!dynamic || !loaded) return NULL;
    const char *names = NULL;
    const struct symbol *symbols = NULL;
    const uint32_t *hash = NULL, *gnu = NULL;
    for (; dynamic[0]; dynamic += 2) {
        const void *p = (const void *)(bias + dynamic[1]);
        if (dynamic[0] == 4) hash = p;
        if (dynamic[0] == 5) names = p;
        if (dynamic[0] == 6) symbols = p;
        if (dynamic[0] == 0x6ffffef5) gnu = p;
    }
    if (!names || !symbols) return NULL;
    for (uint32_t i = 0, n = symbol_count(hash, gnu); i < n; i++)
        if (symbols[i].section && same(names + symbols[i].name, clock_name))
            return (clock_fn)(bias + symbols[i].value);
    return NULL;
}

int64_t os_clock(enum os_clock which) {
    static clock_fn fn;
    static bool looked;
    static const uint8_t ids[] = {0, 1, 2, 3};
    struct sys_timespec t = {0, 0};
    if (!looked) {
        fn = find(os_process.vdso);
        looked = true;
    }
    if (!fn || fn(ids[which], &t) != 0) sys_2(SYS_clock_gettime, ids[which], &t);
    return t.sec * INT64_C(1000000000) + t.nsec;
}
#endif
