/* Opening an object module in place: every index and extent is checked once, here. */
#include "rules/link/flat.h"

_Static_assert(sizeof(struct flat_header) == 48 && sizeof(struct flat_section) == 40, "canonical bytes");
_Static_assert(sizeof(struct flat_symbol) == 32 && sizeof(struct flat_reloc) == 24, "canonical bytes");
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "object modules are used in place: little-endian hosts only"
#endif

bool flat_open_own(struct flat *f, struct arena *arena, struct str bytes) {
    if (bytes.n < sizeof(struct flat_header)) return false;
    if ((uintptr_t)bytes.p & 7) {
        char *copy = arena_alloc(arena, bytes.n);
        memcpy(copy, bytes.p, bytes.n);
        bytes.p = copy;
    }
    const struct flat_header *h = (const struct flat_header *)bytes.p;
    if (h->magic != FLAT_MAGIC || h->spare) return false;
    /* All counts are below 2^32 and the rest is bounded by the length: no sum here wraps. */
    if (h->strings_size > bytes.n || h->bytes_size > bytes.n) return false;
    uint64_t at = sizeof *h;
    f->header = h;
    f->sections = (const void *)(bytes.p + at);
    at += (uint64_t)h->nsections * sizeof *f->sections;
    f->symbols = (const void *)(bytes.p + at);
    at += (uint64_t)h->nsymbols * sizeof *f->symbols;
    f->relocs = (const void *)(bytes.p + at);
    at += (uint64_t)h->nrelocs * sizeof *f->relocs;
    f->strings = bytes.p + at;
    at += h->strings_size;
    f->bytes = (const uint8_t *)bytes.p + at;
    at += h->bytes_size;
    if (at != bytes.n || h->name_len > h->strings_size) return false;
    f->name = (struct str){f->strings, h->name_len};
    return true;
}

static bool check_section(const struct flat *f, const struct flat_section *s, uint64_t strings, uint64_t data,
                          uint64_t relocs) {
    const struct flat_header *h = f->header;
    const uint32_t known =
        SECTION_READ | SECTION_WRITE | SECTION_EXEC | SECTION_ZEROFILL | SECTION_RELRO | SECTION_KEEP;
    if (s->flags & ~known) return false;
    if ((s->flags & SECTION_WRITE) && (s->flags & SECTION_EXEC)) return false;
    if (!s->align || (s->align & (s->align - 1)) || s->align > FLAT_ALIGN_MAX) return false;
    if (s->name != strings || s->name_len > h->strings_size - strings) return false;
    if (s->data != data || s->first_reloc != relocs || s->nrelocs > h->nrelocs - relocs) return false;
    if (s->size > UINT64_C(1) << 40) return false;
    if (s->flags & SECTION_ZEROFILL) return s->nrelocs == 0;
    return s->size <= h->bytes_size - data;
}

static bool check_relocs(const struct flat *f, const struct flat_section *s) {
    uint64_t last = 0;
    for (uint32_t k = 0; k < s->nrelocs; k++) {
        const struct flat_reloc *r = &f->relocs[s->first_reloc + k];
        if (r->offset >= s->size || r->offset < last || r->symbol >= f->header->nsymbols) return false;
        last = r->offset;
    }
    return true;
}

bool flat_open(struct flat *f, struct arena *arena, struct str bytes) {
    if (!flat_open_own(f, arena, bytes)) return false;
    const struct flat_header *h = f->header;
    uint64_t strings = h->name_len, data = 0, relocs = 0;
    for (uint32_t i = 0; i < h->nsections; i++) {
        const struct flat_section *s = &f->sections[i];
        if (!check_section(f, s, strings, data, relocs) || !check_relocs(f, s)) return false;
        strings += s->name_len;
        relocs += s->nrelocs;
        if (!(s->flags & SECTION_ZEROFILL)) data += s->size;
    }
    for (uint32_t i = 0; i < h->nsymbols; i++) {
        const struct flat_symbol *s = &f->symbols[i];
        if (s->flags & ~(uint32_t)(SYMBOL_BINDING | SYMBOL_FUNC) || (s->flags & SYMBOL_BINDING) > SYMBOL_WEAK)
            return false;
        if (s->name != strings || s->name_len > h->strings_size - strings) return false;
        strings += s->name_len;
        if (s->section == OBJECT_UNDEF) {
            if (s->offset || s->size || (s->flags & SYMBOL_BINDING) == SYMBOL_LOCAL) return false;
        } else if (s->section >= h->nsections || s->offset > f->sections[s->section].size) {
            return false;
        }
    }
    return strings == h->strings_size && data == h->bytes_size && relocs == h->nrelocs;
}
