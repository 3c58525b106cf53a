/* Building object modules, and their canonical bytes. */
#include "rules/link/object.h"
#include "rules/link/flat.h"

void object_init(struct object *o, struct arena *arena, struct str name, uint32_t machine) {
    *o = (struct object){.arena = arena, .name = str_dup(arena, name), .machine = machine};
    map_init(&o->by_name, arena);
}

uint32_t object_section(struct object *o, struct str name, uint32_t flags, uint32_t align) {
    if (!align || (align & (align - 1)) || align > FLAT_ALIGN_MAX) BUG("section alignment %u", align);
    struct object_section s = {.name = str_dup(o->arena, name), .flags = flags, .align = align};
    buf_init(&s.bytes, o->arena);
    VEC_PUSH(&o->sections, o->arena, s);
    return (uint32_t)o->sections.n - 1;
}

static struct object_section *section_at(struct object *o, uint32_t section) {
    if (section >= o->sections.n) BUG("no section %u in " STR_FMT, section, STR_ARG(o->name));
    return &o->sections.p[section];
}

uint64_t object_put(struct object *o, uint32_t section, const void *p, size_t n) {
    struct object_section *s = section_at(o, section);
    if (s->flags & SECTION_ZEROFILL) BUG("bytes for a zero-filled section");
    uint64_t at = s->size;
    buf_put(&s->bytes, p, n);
    s->size += n;
    return at;
}

uint64_t object_put_u64(struct object *o, uint32_t section, uint64_t v) {
    return object_put(o, section, &v, sizeof v);
}

uint64_t object_zerofill(struct object *o, uint32_t section, uint64_t n) {
    struct object_section *s = section_at(o, section);
    if (!(s->flags & SECTION_ZEROFILL)) BUG("zero fill of a section with bytes");
    uint64_t at = s->size;
    s->size += n;
    return at;
}

uint32_t object_symbol(struct object *o, struct str name) {
    bool is_new;
    struct str known = name;
    void **at = map_at(&o->by_name, known, &is_new);
    if (!is_new) return (uint32_t)(uintptr_t)*at - 1;
    struct object_symbol s = {
        .name = str_dup(o->arena, name), .section = OBJECT_UNDEF, .flags = SYMBOL_GLOBAL};
    VEC_PUSH(&o->symbols, o->arena, s);
    *at = (void *)(uintptr_t)o->symbols.n;
    o->by_name.entries[o->by_name.n - 1].key = s.name; /* the caller's bytes may not last */
    return (uint32_t)o->symbols.n - 1;
}

uint32_t object_define(struct object *o, struct str name, uint32_t section, uint64_t offset, uint64_t size,
                       uint32_t flags) {
    struct object_symbol s = {
        .name = {NULL, 0}, .section = section, .flags = flags, .offset = offset, .size = size};
    section_at(o, section);
    if ((flags & SYMBOL_BINDING) == SYMBOL_LOCAL) {
        s.name = str_dup(o->arena, name);
        VEC_PUSH(&o->symbols, o->arena, s);
        return (uint32_t)o->symbols.n - 1;
    }
    uint32_t index = object_symbol(o, name);
    if (o->symbols.p[index].section != OBJECT_UNDEF)
        BUG("symbol " STR_FMT " defined twice in " STR_FMT, STR_ARG(name), STR_ARG(o->name));
    s.name = o->symbols.p[index].name;
    o->symbols.p[index] = s;
    return index;
}

void object_reloc(struct object *o, uint32_t section, uint64_t offset, uint32_t type, uint32_t symbol,
                  int64_t addend) {
    section_at(o, section);
    if (symbol >= o->symbols.n) BUG("no symbol %u in " STR_FMT, symbol, STR_ARG(o->name));
    struct object_reloc r = {section, type, offset, addend, symbol};
    VEC_PUSH(&o->relocs, o->arena, r);
}

uint64_t object_put_address(struct object *o, uint32_t section, uint32_t symbol, int64_t addend) {
    uint64_t at = object_put_u64(o, section, 0);
    object_reloc(o, section, at, o->machine == 183 ? R_AARCH64_ABS64 : R_X86_64_64, symbol, addend);
    return at;
}

/* ---- canonical bytes ---- */

/* Relocations grouped by section, by offset within; equal offsets keep their order. `first[s]` is where those
 * of section s begin. */
static struct flat_reloc *sort_relocs(struct arena *a, const struct object *o, uint32_t *first) {
    struct flat_reloc *out = NEW_N(a, struct flat_reloc, o->relocs.n + 1);
    uint32_t *at = NEW_N(a, uint32_t, o->sections.n + 1);
    for (size_t i = 0; i < o->relocs.n; i++) at[o->relocs.p[i].section + 1]++;
    for (size_t i = 0; i < o->sections.n; i++) at[i + 1] += at[i];
    memcpy(first, at, sizeof *at * (o->sections.n + 1));
    for (size_t i = 0; i < o->relocs.n; i++) {
        const struct object_reloc *r = &o->relocs.p[i];
        const struct object_section *s = &o->sections.p[r->section];
        if (r->offset >= s->size || (s->flags & SECTION_ZEROFILL))
            BUG("relocation outside section " STR_FMT " of " STR_FMT, STR_ARG(s->name), STR_ARG(o->name));
        uint32_t k = at[r->section]++; /* producers append in order: this seldom moves anything */
        for (; k > first[r->section] && out[k - 1].offset > r->offset; k--) out[k] = out[k - 1];
        out[k] = (struct flat_reloc){r->offset, r->addend, r->type, r->symbol};
    }
    return out;
}

struct str object_write(struct arena *arena, const struct object *o) {
    struct buf b, strings;
    uint32_t *first = NEW_N(arena, uint32_t, o->sections.n + 1);
    struct flat_reloc *relocs = sort_relocs(arena, o, first);
    uint64_t data = 0;
    size_t total = 0;
    buf_init(&strings, arena);
    buf_str(&strings, o->name);
    for (size_t i = 0; i < o->sections.n; i++) total += o->sections.p[i].bytes.n;
    struct flat_header h = {
        .magic = FLAT_MAGIC,
        .machine = o->machine,
        .nsections = (uint32_t)o->sections.n,
        .nsymbols = (uint32_t)o->symbols.n,
        .nrelocs = (uint32_t)o->relocs.n,
        .name_len = (uint32_t)o->name.n,
        .bytes_size = total,
    };
    buf_init(&b, arena);
    buf_reserve(&b, sizeof h + sizeof(struct flat_section) * h.nsections +
                        sizeof(struct flat_symbol) * h.nsymbols + sizeof(struct flat_reloc) * h.nrelocs +
                        total + 64);
    buf_put(&b, &h, sizeof h);
    for (size_t i = 0; i < o->sections.n; i++) {
        const struct object_section *s = &o->sections.p[i];
        struct flat_section f = {
            (uint32_t)strings.n,    (uint32_t)s->name.n, s->flags, s->align, s->size, data, first[i],
            first[i + 1] - first[i]};
        if (!(s->flags & SECTION_ZEROFILL) && s->bytes.n != s->size)
            BUG("section size differs from its bytes");
        buf_str(&strings, s->name);
        data += s->bytes.n;
        buf_put(&b, &f, sizeof f);
    }
    for (size_t i = 0; i < o->symbols.n; i++) {
        const struct object_symbol *s = &o->symbols.p[i];
        struct flat_symbol f = {
            (uint32_t)strings.n, (uint32_t)s->name.n, s->section, s->flags, s->offset, s->size};
        buf_str(&strings, s->name);
        buf_put(&b, &f, sizeof f);
    }
    buf_put(&b, relocs, sizeof *relocs * o->relocs.n);
    ((struct flat_header *)b.p)->strings_size = strings.n;
    buf_str(&b, buf_view(&strings));
    for (size_t i = 0; i < o->sections.n; i++)
        buf_put(&b, o->sections.p[i].bytes.p, o->sections.p[i].bytes.n);
    return buf_view(&b);
}

bool object_read(struct object *o, struct arena *arena, struct str bytes) {
    struct flat f;
    if (!flat_open(&f, arena, bytes)) return false;
    object_init(o, arena, f.name, f.header->machine);
    for (uint32_t i = 0; i < f.header->nsections; i++) {
        const struct flat_section *s = &f.sections[i];
        uint32_t k = object_section(o, flat_section_name(&f, i), s->flags, s->align);
        o->sections.p[k].size = s->size;
        if (s->flags & SECTION_ZEROFILL) continue;
        o->sections.p[k].bytes.p = (char *)f.bytes + s->data;
        o->sections.p[k].bytes.n = o->sections.p[k].bytes.cap = s->size;
    }
    for (uint32_t i = 0; i < f.header->nsymbols; i++) {
        const struct flat_symbol *s = &f.symbols[i];
        struct object_symbol k = {flat_symbol_name(&f, i), s->section, s->flags, s->offset, s->size};
        if ((s->flags & SYMBOL_BINDING) != SYMBOL_LOCAL) {
            bool is_new;
            void **at = map_at(&o->by_name, k.name, &is_new);
            if (!is_new) return false;
            *at = (void *)(uintptr_t)(i + 1);
        }
        VEC_PUSH(&o->symbols, arena, k);
    }
    for (uint32_t i = 0; i < f.header->nsections; i++)
        for (uint32_t k = 0; k < f.sections[i].nrelocs; k++) {
            const struct flat_reloc *r = &f.relocs[f.sections[i].first_reloc + k];
            object_reloc(o, i, r->offset, r->type, r->symbol, r->addend);
        }
    return true;
}
