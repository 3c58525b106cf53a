/* ELF64 relocatables into object modules.
 *
 * Kept are sections that are in memory at run time (SHF_ALLOC); debugging and notes fall away with the
 * relocations in them. Refused, because nothing else in the linker knows them: thread-local data, common
 * symbols, constructors, executable and writable sections, absolute symbols.
 *
 * Sections of mergeable strings and constants are cut into their elements here: compilers put all strings of
 * a file into one section, and one live string must not keep the others. */
#include "rules/link/link.h"
#include "targets/elf/elf.h"

struct elf_file {
    struct object *o;
    struct arena *arena;
    struct diags *diags;
    const struct target *target;
    struct str name, bytes;
    const struct elf_section *sections;
    uint32_t nsections;
    struct str names;
    /* per ELF section */
    struct part {
        uint32_t first;   /* section in the object; OBJECT_UNDEF: dropped */
        uint32_t npieces; /* > 0: cut into this many sections from `first` on */
        uint64_t *at;     /* their offsets in the ELF section */
    } * parts;
    uint32_t *symbols; /* ELF symbol -> symbol of the object, OBJECT_UNDEF: none */
    const struct elf_symbol *elf_symbols;
    uint32_t nsymbols;
};

static bool fail(struct elf_file *e, const char *what) {
    diag_error(e->diags, "PY2E0601", (struct place){.file = e->name}, "cannot link this object: %s", what);
    return false;
}

static bool range(const struct elf_file *e, uint64_t offset, uint64_t size) {
    return offset <= e->bytes.n && size <= e->bytes.n - offset;
}

/* A NUL-terminated name in a string table. */
static bool name_at(struct str table, uint64_t at, struct str *out) {
    if (at >= table.n) return false;
    const char *end = memchr(table.p + at, 0, table.n - at);
    if (!end) return false;
    *out = (struct str){table.p + at, (size_t)(end - (table.p + at))};
    return true;
}

static bool section_text(const struct elf_file *e, uint32_t i, struct str *out) {
    const struct elf_section *s = &e->sections[i];
    if (s->type == SHT_NOBITS || !range(e, s->offset, s->size)) return false;
    *out = (struct str){e->bytes.p + s->offset, s->size};
    return true;
}

static bool open_file(struct elf_file *e) {
    struct elf_header h;
    if (e->bytes.n < sizeof h || memcmp(e->bytes.p,
                                        "\x7f"
                                        "ELF\2\1\1",
                                        7))
        return fail(e, "not a 64-bit little-endian ELF file");
    memcpy(&h, e->bytes.p, sizeof h);
    if (h.type != ET_REL) return fail(e, "not a relocatable object");
    if (h.machine != e->target->machine) return fail(e, "made for another machine");
    if (h.shentsize != sizeof(struct elf_section) || !h.shnum || h.shoff & 7 ||
        !range(e, h.shoff, (uint64_t)h.shnum * sizeof(struct elf_section)))
        return fail(e, "damaged section headers");
    e->sections = (const struct elf_section *)(e->bytes.p + h.shoff);
    e->nsections = h.shnum;
    e->parts = NEW_N(e->arena, struct part, e->nsections);
    for (uint32_t i = 0; i < e->nsections; i++) e->parts[i].first = OBJECT_UNDEF;
    if (h.shstrndx >= h.shnum || !section_text(e, h.shstrndx, &e->names))
        return fail(e, "damaged section names");
    return true;
}

/* Tables that are written once by relocation and hold nothing else. */
static bool relro_name(struct str n) {
    return str_starts(n, STR(".data.rel.ro")) || str_starts(n, STR("pymeth_")) ||
           str_starts(n, STR("pynative.")) || str_starts(n, STR("pymod.")) || str_starts(n, STR("pyres."));
}

/* Cuts a section of mergeable elements: of strings when SHF_STRINGS, else of sh_entsize bytes. */
static bool cut_section(struct elf_file *e, uint32_t i, struct str name, uint32_t align) {
    const struct elf_section *s = &e->sections[i];
    struct part *part = &e->parts[i];
    const char *p = e->bytes.p + s->offset;
    uint64_t unit = s->entsize;
    VEC(uint64_t) at = {0};
    part->first = (uint32_t)e->o->sections.n;
    for (uint64_t from = 0; from < s->size;) {
        uint64_t to = from + unit;
        if (s->flags & SHF_STRINGS) {
            static const char zero[8] = {0};
            for (; to <= s->size && memcmp(p + to - unit, zero, unit); to += unit) {
            }
        }
        if (to > s->size) return fail(e, "a string without an end");
        uint32_t k = object_section(e->o, name, SECTION_READ, align);
        object_put(e->o, k, p + from, to - from);
        VEC_PUSH(&at, e->arena, from);
        from = to;
    }
    part->npieces = (uint32_t)at.n;
    part->at = at.p;
    return true;
}

static bool read_section(struct elf_file *e, uint32_t i) {
    const struct elf_section *s = &e->sections[i];
    struct str name;
    if (!(s->flags & SHF_ALLOC) || s->type == SHT_NOTE) return true;
    if (!name_at(e->names, s->name, &name)) return fail(e, "damaged section names");
    if (str_starts(name, STR(".note")) || str_starts(name, STR(".eh_frame"))) return true;
    if (s->flags & SHF_TLS) return fail(e, "thread-local data");
    if (s->type == SHT_INIT_ARRAY || s->type == SHT_FINI_ARRAY || s->type == SHT_PREINIT_ARRAY)
        return fail(e, "constructors");
    if (s->type != SHT_PROGBITS && s->type != SHT_NOBITS) return fail(e, "an unknown kind of section");
    if ((s->flags & SHF_WRITE) && (s->flags & SHF_EXECINSTR))
        return fail(e, "a writable and executable section");
    uint64_t align = s->addralign ? s->addralign : 1;
    if (align & (align - 1) || align > 65536) return fail(e, "an impossible alignment");
    if (s->size > UINT32_MAX) return fail(e, "a section that is too large");
    if (!s->size && s->type == SHT_PROGBITS && str_is(name, ".text")) return true;
    if (s->type == SHT_PROGBITS && !range(e, s->offset, s->size))
        return fail(e, "a section outside the file");
    bool strings = s->flags & SHF_STRINGS;
    if ((s->flags & SHF_MERGE) && !(s->flags & SHF_WRITE) && s->type == SHT_PROGBITS && s->size &&
        s->entsize && s->entsize <= (strings ? 4 : 64) && s->size % s->entsize == 0)
        return cut_section(e, i, name, (uint32_t)align);
    uint32_t flags = SECTION_READ;
    if (s->flags & SHF_WRITE) flags |= SECTION_WRITE | (relro_name(name) ? SECTION_RELRO : 0);
    if (s->flags & SHF_EXECINSTR) flags |= SECTION_EXEC;
    if (s->type == SHT_NOBITS) flags |= SECTION_ZEROFILL;
    uint32_t k = object_section(e->o, name, flags, (uint32_t)align);
    if (s->type == SHT_NOBITS)
        object_zerofill(e->o, k, s->size);
    else
        object_put(e->o, k, e->bytes.p + s->offset, s->size);
    e->parts[i].first = k;
    return true;
}

/* Where `offset` of ELF section `i` has gone. */
static bool locate(const struct elf_file *e, uint32_t i, uint64_t offset, uint32_t *section, uint64_t *rest) {
    const struct part *part = &e->parts[i];
    *section = part->first;
    *rest = offset;
    if (!part->npieces) return offset <= e->o->sections.p[part->first].size;
    uint32_t low = 0, high = part->npieces; /* the last piece that begins at or before it */
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (part->at[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    *section = part->first + low;
    *rest = offset - part->at[low];
    return *rest <= e->o->sections.p[*section].size;
}

static bool read_symbol(struct elf_file *e, struct str names, uint32_t i) {
    const struct elf_symbol *s = &e->elf_symbols[i];
    unsigned bind = s->info >> 4, type = s->info & 15;
    struct str name;
    e->symbols[i] = OBJECT_UNDEF;
    if (type == STT_FILE || i == 0) return true;
    if (!name_at(names, s->name, &name)) return fail(e, "damaged symbol names");
    if (type == STT_TLS || type > STT_FILE) return fail(e, "an unknown kind of symbol");
    if (bind > STB_WEAK) return fail(e, "an unknown symbol binding");
    uint32_t flags = bind == STB_LOCAL ? SYMBOL_LOCAL : bind == STB_WEAK ? SYMBOL_WEAK : SYMBOL_GLOBAL;
    if (type == STT_FUNC) flags |= SYMBOL_FUNC;
    if (s->shndx == SHN_UNDEF) {
        if (bind == STB_LOCAL || !name.n) return fail(e, "an undefined local symbol");
        uint32_t k = e->symbols[i] = object_symbol(e->o, name);
        if (bind == STB_WEAK && e->o->symbols.p[k].section == OBJECT_UNDEF)
            e->o->symbols.p[k].flags = SYMBOL_WEAK;
        return true;
    }
    if (s->shndx >= e->nsections) return fail(e, "an absolute or common symbol");
    if (e->parts[s->shndx].first == OBJECT_UNDEF) return true; /* in a dropped section */
    uint32_t section;
    uint64_t offset;
    if (!locate(e, s->shndx, s->value, &section, &offset)) return fail(e, "a symbol outside its section");
    if (bind != STB_LOCAL) {
        uint32_t known = (uint32_t)(uintptr_t)map_get(&e->o->by_name, name);
        if (!name.n || (known && e->o->symbols.p[known - 1].section != OBJECT_UNDEF))
            return fail(e, "a name that is defined twice");
    }
    if (type == STT_SECTION) name = (struct str){"", 0};
    e->symbols[i] = object_define(e->o, name, section, offset, s->size, flags);
    return true;
}

static bool read_symbols(struct elf_file *e, uint32_t i) {
    const struct elf_section *s = &e->sections[i];
    struct str table, names;
    if (e->symbols) return fail(e, "two symbol tables");
    if (!section_text(e, i, &table) || s->entsize != sizeof(struct elf_symbol) || s->offset & 7 ||
        s->link >= e->nsections || !section_text(e, s->link, &names))
        return fail(e, "a damaged symbol table");
    e->elf_symbols = (const struct elf_symbol *)table.p;
    e->nsymbols = (uint32_t)MIN(table.n / sizeof(struct elf_symbol), UINT32_MAX - 1);
    e->symbols = NEW_N(e->arena, uint32_t, e->nsymbols + 1);
    for (uint32_t k = 0; k < e->nsymbols; k++)
        if (!read_symbol(e, names, k)) return false;
    return true;
}

/* A reference to a section that was cut says by its addend which piece is meant. An operand relative to the
 * end of an x86-64 instruction is 4 less than what it names; words of data are not. */
static bool cut_target(struct elf_file *e, uint32_t symbol, struct reloc_info info, bool code,
                       int64_t *addend, uint32_t *out) {
    const struct elf_symbol *s = &e->elf_symbols[symbol];
    *out = e->symbols[symbol];
    if ((s->info & 15) != STT_SECTION || !e->parts[s->shndx].npieces) return true;
    int64_t bias = code && e->target->machine == 62 && info.kind == RELOC_VALUE && info.size == 4 ? 4 : 0;
    int64_t wanted = *addend + bias;
    uint32_t section;
    uint64_t rest;
    if (wanted < 0 || !locate(e, s->shndx, (uint64_t)wanted, &section, &rest))
        return fail(e, "a reference outside a section of strings");
    *out = object_define(e->o, (struct str){"", 0}, section, rest, 0, SYMBOL_LOCAL);
    *addend = -bias;
    return true;
}

static bool read_relocs(struct elf_file *e, uint32_t i) {
    const struct elf_section *s = &e->sections[i];
    struct str table;
    if (s->info >= e->nsections || e->parts[s->info].first == OBJECT_UNDEF) return true;
    const struct part *part = &e->parts[s->info];
    if (part->npieces) return fail(e, "relocations in a section of strings");
    if (!section_text(e, i, &table) || s->entsize != sizeof(struct elf_rela) || s->offset & 7)
        return fail(e, "damaged relocations");
    uint64_t size = e->o->sections.p[part->first].size;
    if (e->sections[s->info].type == SHT_NOBITS) return fail(e, "relocations in zeros");
    for (size_t k = 0; k < table.n / sizeof(struct elf_rela); k++) {
        struct elf_rela r = ((const struct elf_rela *)table.p)[k];
        uint32_t symbol = (uint32_t)(r.info >> 32), type = (uint32_t)r.info;
        struct reloc_info info = e->target->reloc_info(type);
        if (info.kind == RELOC_BAD) {
            diag_error(e->diags, "PY2E0601", (struct place){.file = e->name},
                       "cannot link this object: relocation %s (%u)",
                       info.name ? info.name : "of unknown kind", type);
            return false;
        }
        if (info.kind == RELOC_NONE) continue;
        if (symbol >= e->nsymbols || e->symbols[symbol] == OBJECT_UNDEF)
            return fail(e, "a relocation without a symbol");
        if (r.offset > size || info.size > size - r.offset)
            return fail(e, "a relocation outside its section");
        uint32_t target;
        bool code = e->sections[s->info].flags & SHF_EXECINSTR;
        if (!cut_target(e, symbol, info, code, &r.addend, &target)) return false;
        object_reloc(e->o, part->first, r.offset, type, target, r.addend);
    }
    return true;
}

bool object_from_elf(struct object *o, struct arena *arena, struct diags *diags, const struct target *target,
                     struct str name, struct str bytes) {
    struct elf_file e = {
        .o = o, .arena = arena, .diags = diags, .target = target, .name = name, .bytes = bytes};
    object_init(o, arena, name, target->machine);
    if ((uintptr_t)bytes.p & 7) e.bytes = str_dup(arena, bytes);
    if (!open_file(&e)) return false;
    for (uint32_t i = 0; i < e.nsections; i++)
        if (!read_section(&e, i)) return false;
    for (uint32_t i = 0; i < e.nsections; i++)
        if (e.sections[i].type == SHT_SYMTAB && !read_symbols(&e, i)) return false;
    for (uint32_t i = 0; i < e.nsections; i++) {
        if (e.sections[i].type == SHT_REL) return fail(&e, "relocations without addends");
        if (e.sections[i].type == SHT_RELA && !read_relocs(&e, i)) return false;
    }
    return true;
}

/* ---- ar archives ---- */

static bool decimal(const char *p, size_t n, uint64_t *out) {
    *out = 0;
    size_t i = 0;
    for (; i < n && p[i] >= '0' && p[i] <= '9'; i++) *out = *out * 10 + (uint64_t)(p[i] - '0');
    if (!i) return false;
    for (; i < n; i++)
        if (p[i] != ' ') return false;
    return true;
}

/* Member header: name 16, date 12, owner 6, group 6, mode 8, size 10, "`\n". Names end with '/'; "/N" is
 * offset N in the member
 * "//"; "/" is the symbol index, which we do not need. */
bool objects_from_archive(struct object_list *out, struct arena *arena, struct diags *diags,
                          const struct target *target, struct str name, struct str bytes) {
    struct elf_file e = {.diags = diags, .name = name};
    struct str longs = {NULL, 0};
    if (bytes.n < 8 || memcmp(bytes.p, "!<arch>\n", 8)) return fail(&e, "not an archive");
    for (size_t at = 8; at < bytes.n;) {
        uint64_t size, offset;
        if (bytes.n - at < 60 || memcmp(bytes.p + at + 58, "`\n", 2) ||
            !decimal(bytes.p + at + 48, 10, &size) || size > bytes.n - at - 60)
            return fail(&e, "a damaged archive");
        struct str member = {bytes.p + at, 16}, data = {bytes.p + at + 60, size};
        at += 60 + size + (size & 1);
        if (str_starts(member, STR("//"))) {
            longs = data;
            continue;
        }
        if (str_starts(member, STR("/ ")) || str_starts(member, STR("/SYM64/"))) continue;
        const char *end = memchr(member.p, '/', member.n);
        if (member.p[0] == '/') {
            if (!decimal(member.p + 1, 15, &offset) || offset >= longs.n)
                return fail(&e, "a damaged archive");
            member = (struct str){longs.p + offset, longs.n - offset};
            end = memchr(member.p, '/', member.n);
        }
        if (!end) return fail(&e, "a damaged archive");
        member.n = (size_t)(end - member.p);
        struct object *o = NEW(arena, struct object);
        if (!object_from_elf(o, arena, diags, target, str_dup(arena, member), data)) return false;
        VEC_PUSH(&out->items, arena, o);
    }
    return true;
}
