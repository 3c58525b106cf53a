/* The canonical bytes of an object module, usable in place.
 *
 * Layout, little-endian, no padding between parts:
 *   header, sections, symbols, relocations, strings, bytes
 * Strings hold the object's name, then the section names, then the symbol names, in order and without gaps;
 * bytes hold the contents of the sections that are not zero-filled, likewise. Relocations are grouped by
 * section in section order and ascend by offset within one. So nothing about the order or the offsets is
 * free: equal objects have equal bytes.
 *
 * Invariant: what flat_open accepted holds only indexes and ranges that are inside; code after it checks none
 * again. (The size of a relocation depends on the target: the linker checks it.) */
#ifndef PY2_LINK_FLAT_H
#define PY2_LINK_FLAT_H

#include "rules/link/object.h"

#define FLAT_MAGIC     UINT64_C(0x31306a626f327970) /* "py2obj01" */
#define FLAT_ALIGN_MAX 65536u

struct flat_header {
    uint64_t magic;
    uint32_t machine, nsections, nsymbols, nrelocs;
    uint32_t name_len, spare;
    uint64_t strings_size, bytes_size;
};

struct flat_section {
    uint32_t name, name_len, flags, align;
    uint64_t size, data; /* bytes at bytes + data */
    uint32_t first_reloc, nrelocs;
};

struct flat_symbol {
    uint32_t name, name_len, section, flags;
    uint64_t offset, size;
};

struct flat_reloc {
    uint64_t offset;
    int64_t addend;
    uint32_t type, symbol;
};

struct flat {
    const struct flat_header *header;
    const struct flat_section *sections;
    const struct flat_symbol *symbols;
    const struct flat_reloc *relocs;
    const char *strings;
    const uint8_t *bytes;
    struct str name;
};

/* ---- flat.c ---- */

/* Checks everything and points `f` into `bytes` (or into a copy in `arena` when they are not 8-byte aligned).
 */
bool flat_open(struct flat *f, struct arena *arena, struct str bytes);
/* The same for bytes this program carries itself (the runtime archive): only the header is looked at. */
bool flat_open_own(struct flat *f, struct arena *arena, struct str bytes);

static inline struct str flat_section_name(const struct flat *f, uint32_t i) {
    return (struct str){f->strings + f->sections[i].name, f->sections[i].name_len};
}
static inline struct str flat_symbol_name(const struct flat *f, uint32_t i) {
    return (struct str){f->strings + f->symbols[i].name, f->symbols[i].name_len};
}

#endif
