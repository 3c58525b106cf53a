/* Files carried by the program: one entry of the table "pyres" and one section of bytes for each.
 *
 * Invariant: an entry is a `struct resource` of runtime/lib/resource.h: path, data, stored size, size, each
 * 8 bytes wide. stored < size says the bytes are a zstd frame. */
#include "rules/link/pass.h"
#include <zstd.h>

/* The slow level is worth it for what is small; a link must not take seconds for a large file. */
enum { LEVEL_SMALL = 19, LEVEL_LARGE = 9, LARGE = 256 << 10 };

static struct str compressed(struct arena *arena, struct str bytes) {
    size_t cap = ZSTD_compressBound(bytes.n);
    char *out = arena_alloc(arena, cap);
    size_t n = ZSTD_compress(out, cap, bytes.p, bytes.n, bytes.n < LARGE ? LEVEL_SMALL : LEVEL_LARGE);
    return ZSTD_isError(n) || n >= bytes.n ? bytes : (struct str){out, n};
}

static void add(struct object *o, const struct link_resource *r) {
    struct arena *a = o->arena;
    struct str name = str_printf(a, "pyres." STR_FMT, STR_ARG(r->path));
    struct str stored = r->compress && r->bytes.n ? compressed(a, r->bytes) : r->bytes;
    uint32_t text =
        object_section(o, str_printf(a, ".rodata.respath." STR_FMT, STR_ARG(r->path)), SECTION_READ, 1);
    uint32_t data =
        object_section(o, str_printf(a, ".rodata.res." STR_FMT, STR_ARG(r->path)), SECTION_READ, 16);
    uint32_t entry = object_section(o, name, SECTION_READ | SECTION_WRITE | SECTION_RELRO, 8);
    object_put(o, text, r->path.p, r->path.n);
    object_put(o, text, "", 1);
    object_put(o, data, stored.p, stored.n);
    object_put(o, data, "", 1); /* an empty file has an address too */
    uint32_t path_symbol = object_define(o, STR(""), text, 0, 0, SYMBOL_LOCAL);
    uint32_t data_symbol = object_define(o, name, data, 0, stored.n, SYMBOL_LOCAL);
    object_put_address(o, entry, path_symbol, 0);
    object_put_address(o, entry, data_symbol, 0);
    object_put_u64(o, entry, stored.n);
    object_put_u64(o, entry, r->bytes.n);
}

struct str link_resources(struct arena *arena, struct diags *diags, const struct link_request *request) {
    struct object o;
    struct map seen;
    bool good = true;
    if (!request->nresources) return (struct str){NULL, 0};
    object_init(&o, arena, STR("resources"), request->target->machine);
    map_init(&seen, arena);
    for (size_t i = 0; i < request->nresources; i++) {
        const struct link_resource *r = &request->resources[i];
        bool is_new;
        map_at(&seen, r->path, &is_new);
        if (!is_new || !r->path.n || memchr(r->path.p, 0, r->path.n)) {
            diag_error(diags, "PY2E0606", (struct place){0},
                       is_new ? "a resource has no usable path: '" STR_FMT "'"
                              : "two resources have the path '" STR_FMT "'",
                       STR_ARG(r->path));
            good = false;
            continue;
        }
        add(&o, r);
    }
    return good ? object_write(arena, &o) : (struct str){NULL, 0};
}
