/* Reading the archive of the standard library, in place. */
#include "rules/stdlib/library.h"
#include "rules/stdlib/archive.h"

#include <zstd.h>

static struct str part(struct str archive, uint32_t at, uint32_t n) {
    return (struct str){archive.p + at, n};
}

bool library_find(struct str name, struct library_module *out) {
    struct str archive = library_archive();
    const struct library_header *h = (const struct library_header *)archive.p;
    const struct library_record *records = (const struct library_record *)(h + 1);
    size_t low = 0, high = h->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct library_record *r = &records[middle];
        int order = str_cmp(name, part(archive, r->name, r->name_size));
        if (order < 0) high = middle;
        if (order > 0) low = middle + 1;
        if (order) continue;
        bool refused = r->flags & LIBRARY_REFUSED;
        struct str body = part(archive, r->body, r->body_size);
        *out = (struct library_module){
            .name = part(archive, r->name, r->name_size),
            .file = part(archive, r->file, r->file_size),
            .is_package = r->flags & LIBRARY_PACKAGE,
            .digest = {r->digest, sizeof r->digest},
            .imports = part(archive, r->imports, r->imports_size),
            .functions = part(archive, r->functions, r->functions_size),
            .symbols = part(archive, r->symbols, r->symbols_size),
            .refused = refused ? body : (struct str){0},
            .packed = refused ? (struct str){0} : body,
            .ir_size = r->ir_size,
        };
        return true;
    }
    return false;
}

struct str library_ir(struct arena *a, const struct library_module *m) {
    char *p = arena_alloc(a, m->ir_size);
    size_t n = ZSTD_decompress(p, m->ir_size, m->packed.p, m->packed.n);
    if (n != m->ir_size) BUG("the standard library's module " STR_FMT, STR_ARG(m->name));
    return (struct str){p, n};
}
