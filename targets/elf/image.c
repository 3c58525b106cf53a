/* Writes an image as a static, position-independent ELF executable.
 *
 * File, in order: ELF header, program headers, build id note, constants, packed fixups (RELR); code; words
 * written by relocation only (.dynamic first); data; symbol table when wanted; section names; section
 * headers.
 *
 * Segments follow each other in the file without padding: a segment's address is the next free page plus its
 * file offset modulo the page, so the page of the file in which two segments meet is mapped twice, once with
 * each protection. The RELRO segment ends with a page of its own in memory (not in the file), so that
 * protecting it touches nothing else.
 *
 * Fixups are RELR (gABI, "Relative relocation table"): a word with bit 0 clear is an address to relocate; one
 * with bit 0 set is a bitmap of the 63 words after the last address or bitmap. They are encoded for each
 * segment apart, so their size depends on offsets inside a segment only and is known before any address is.
 */
#include "targets/elf/elf.h"
#include <stdlib.h>

enum { NOTE_SIZE = 12 + 4 + 32, DYNAMIC_SIZE = 16 * 5, BUILD_ID = 32 };

/* image->private_ */
enum {
    P_SEGMENTS,
    P_DYNAMIC,
    P_END,
    P_RELR_OFFSET,
    P_SEGMENT_AT /* offset, address, size, memory size of each */
};
_Static_assert(P_SEGMENT_AT + 3 * SEGMENT_COUNT <= 16, "private words");

static uint64_t align_up(uint64_t v, uint64_t to) {
    return (v + to - 1) & ~(to - 1);
}

static const uint64_t section_flags[] = {
    [SEGMENT_RODATA] = SHF_ALLOC,
    [SEGMENT_TEXT] = SHF_ALLOC | SHF_EXECINSTR,
    [SEGMENT_RELRO] = SHF_ALLOC | SHF_WRITE,
    [SEGMENT_DATA] = SHF_ALLOC | SHF_WRITE,
};
static const uint32_t segment_flags[] = {[SEGMENT_RODATA] = PF_R,
                                         [SEGMENT_TEXT] = PF_R | PF_X,
                                         [SEGMENT_RELRO] = PF_R | PF_W,
                                         [SEGMENT_DATA] = PF_R | PF_W};

/* ---- layout ---- */

struct extent {
    uint64_t size, memory, align;
};

static unsigned segment_headers(const struct image *im) {
    bool used[SEGMENT_COUNT] = {[SEGMENT_RODATA] = true, [SEGMENT_RELRO] = true};
    unsigned n = 4; /* dynamic, note, relro, stack */
    for (size_t i = 0; i < im->sections.n; i++) used[im->sections.p[i].segment] = true;
    for (int k = 0; k < SEGMENT_COUNT; k++) n += used[k];
    return n;
}

/* Offsets of sections inside their segments, into section.offset. */
static bool place_sections(struct image *im, struct extent *extent) {
    bool zero[SEGMENT_COUNT] = {false};
    for (int k = 0; k < SEGMENT_COUNT; k++) extent[k] = (struct extent){0, 0, 16};
    extent[SEGMENT_RODATA].size =
        sizeof(struct elf_header) + im->private_[P_SEGMENTS] * sizeof(struct elf_segment) + NOTE_SIZE;
    extent[SEGMENT_RELRO].size = DYNAMIC_SIZE;
    for (int k = 0; k < SEGMENT_COUNT; k++) extent[k].memory = extent[k].size;
    for (size_t i = 0; i < im->sections.n; i++) {
        struct image_section *s = &im->sections.p[i];
        struct extent *e = &extent[s->segment];
        if (i && s->segment < im->sections.p[i - 1].segment)
            BUG("sections are not in order of their segments");
        if (s->align > im->target->page || s->size > UINT32_MAX) return false;
        e->align = MAX(e->align, s->align);
        s->offset = align_up(e->memory, s->align);
        e->memory = s->offset + s->size;
        if (!s->zerofill) {
            if (zero[s->segment]) BUG("bytes after zero fill");
            e->size = e->memory;
        }
        zero[s->segment] |= s->zerofill;
        if (e->memory > UINT32_MAX) return false;
    }
    return true;
}

static int pointer_compare(const void *ap, const void *bp) {
    const struct image_pointer *a = ap, *b = bp;
    if (a->section != b->section) return a->section < b->section ? -1 : 1;
    return a->offset < b->offset ? -1 : a->offset > b->offset;
}

static bool pointers_sorted(const struct image *im) {
    for (size_t i = 1; i < im->pointers.n; i++)
        if (pointer_compare(&im->pointers.p[i - 1], &im->pointers.p[i]) >= 0) return false;
    return true;
}

/* Encodes the fixups, or only counts their words when `out` is NULL. `at[i]` must be comparable inside a
 * segment. */
static uint64_t encode_relr(const struct image *im, const uint64_t *at, uint64_t *out) {
    uint64_t n = 0;
    for (size_t i = 0; i < im->pointers.n;) {
        enum image_segment segment = im->sections.p[im->pointers.p[i].section].segment;
        uint64_t base = at[i] + 8;
        if (out) out[n] = at[i];
        n++, i++;
        for (;;) {
            uint64_t bits = 0;
            for (; i < im->pointers.n; i++) {
                uint64_t d = at[i] - base;
                if (im->sections.p[im->pointers.p[i].section].segment != segment || d >= 63 * 8 || d % 8)
                    break;
                bits |= UINT64_C(1) << (d / 8);
            }
            if (!bits) break;
            if (out) out[n] = bits << 1 | 1;
            n++;
            base += UINT64_C(63) * 8;
        }
    }
    return n;
}

/* Words by place: offsets in the segment before addresses are known, addresses afterwards. */
static void pointer_places(const struct image *im, uint64_t *at, bool addresses) {
    for (size_t i = 0; i < im->pointers.n; i++) {
        const struct image_section *s = &im->sections.p[im->pointers.p[i].section];
        at[i] = (addresses ? s->address : s->offset) + im->pointers.p[i].offset;
        if (at[i] & 1) BUG("an address at an odd place");
    }
}

/* Gives each segment its place in file and memory. */
static uint64_t place_segments(struct image *im, const struct extent *extent) {
    uint64_t offset = 0, address = 0, page = im->target->page;
    for (int k = 0; k < SEGMENT_COUNT; k++) {
        uint64_t *at = &im->private_[P_SEGMENT_AT + 3 * k];
        at[0] = at[1] = at[2] = 0;
        if (!extent[k].memory) continue;
        if (k) {
            offset = align_up(offset, extent[k].align);
            address = align_up(address, page) + offset % page;
        }
        at[0] = offset;
        at[1] = address;
        at[2] = extent[k].size;
        if (k == SEGMENT_RELRO) {
            im->private_[P_DYNAMIC] = address;
            im->relro = address;
            im->relro_end = address + extent[k].size;
        }
        offset += extent[k].size;
        address += extent[k].memory;
        im->memory_size = address;
    }
    for (size_t i = 0; i < im->sections.n; i++) {
        struct image_section *s = &im->sections.p[i];
        const uint64_t *at = &im->private_[P_SEGMENT_AT + 3 * s->segment];
        s->address = at[1] + s->offset;
        s->offset += at[0];
    }
    return offset;
}

static uint64_t trailer_size(const struct image *im) {
    uint64_t n = 8 + 64; /* alignment, the null section header */
    uint64_t sections = im->sections.n + 6;
    n += sections * sizeof(struct elf_section) + 96;
    for (size_t i = 0; i < im->sections.n; i++) n += im->sections.p[i].name.n + 1;
    n += (im->symbols.n + 1) * sizeof(struct elf_symbol) + 8;
    for (size_t i = 0; i < im->symbols.n; i++) n += im->symbols.p[i].name.n + 1;
    return n;
}

static bool elf_layout(struct image *im) {
    struct extent extent[SEGMENT_COUNT];
    im->private_[P_SEGMENTS] = segment_headers(im);
    if (!place_sections(im, extent)) return false;
    if (!pointers_sorted(im)) qsort(im->pointers.p, im->pointers.n, sizeof *im->pointers.p, pointer_compare);
    uint64_t *at = NEW_N(im->arena, uint64_t, im->pointers.n + 1);
    pointer_places(im, at, false);
    uint64_t words = encode_relr(im, at, NULL);
    struct extent *first = &extent[SEGMENT_RODATA];
    im->private_[P_RELR_OFFSET] = align_up(first->size, 8);
    first->size = first->memory = im->private_[P_RELR_OFFSET] + words * 8;
    uint64_t end = place_segments(im, extent);
    im->private_[P_END] = end;
    im->relr = im->private_[P_RELR_OFFSET];
    im->relr_size = words * 8;
    im->build_id = sizeof(struct elf_header) + im->private_[P_SEGMENTS] * sizeof(struct elf_segment) +
                   NOTE_SIZE - BUILD_ID;
    im->file_size = end + trailer_size(im); /* an upper bound; finish sets the real one */
    im->file = arena_alloc(im->arena, im->file_size);
    pointer_places(im, at, true);
    encode_relr(im, at, (uint64_t *)(im->file + im->relr));
    return true;
}

/* ---- finish ---- */

struct cursor {
    struct image *im;
    uint64_t at;
    struct elf_section *sections;
    uint32_t nsections;
    struct buf names;
};

static struct elf_section *add_section(struct cursor *c, const char *name, size_t name_n, uint32_t type) {
    struct elf_section *s = &c->sections[c->nsections++];
    s->name = (uint32_t)c->names.n;
    s->type = type;
    buf_put(&c->names, name, name_n);
    buf_putc(&c->names, 0);
    return s;
}
#define ADD(c, name, type) add_section((c), name, sizeof(name) - 1, (type))

static void write_segments(struct image *im) {
    struct elf_segment *p = (struct elf_segment *)(im->file + sizeof(struct elf_header));
    struct elf_segment *first = p;
    uint64_t memory[SEGMENT_COUNT] = {0};
    for (size_t i = 0; i < im->sections.n; i++) {
        const struct image_section *s = &im->sections.p[i];
        memory[s->segment] = s->address + s->size;
    }
    for (int k = 0; k < SEGMENT_COUNT; k++) {
        const uint64_t *at = &im->private_[P_SEGMENT_AT + 3 * k];
        uint64_t size = MAX(at[2], memory[k] > at[1] ? memory[k] - at[1] : 0);
        if (!size) continue;
        *p++ = (struct elf_segment){PT_LOAD, segment_flags[k], at[0], at[1], at[1], at[2],
                                    size,    im->target->page};
    }
    const uint64_t *relro = &im->private_[P_SEGMENT_AT + 3 * SEGMENT_RELRO];
    *p++ = (struct elf_segment){PT_DYNAMIC, PF_R | PF_W,  relro[0],     relro[1],
                                relro[1],   DYNAMIC_SIZE, DYNAMIC_SIZE, 8};
    uint64_t note = im->build_id + BUILD_ID - NOTE_SIZE;
    *p++ = (struct elf_segment){PT_NOTE, PF_R, note, note, note, NOTE_SIZE, NOTE_SIZE, 4};
    *p++ = (struct elf_segment){PT_GNU_RELRO,
                                PF_R,
                                relro[0],
                                relro[1],
                                relro[1],
                                relro[2],
                                align_up(im->relro_end, im->target->page) - relro[1],
                                1};
    *p++ = (struct elf_segment){PT_GNU_STACK, PF_R | PF_W, 0, 0, 0, 0, 0, 16};
    if ((uint64_t)(p - first) != im->private_[P_SEGMENTS]) BUG("program headers");
}

static void write_note_and_dynamic(struct image *im) {
    uint8_t *note = im->file + im->build_id + BUILD_ID - NOTE_SIZE;
    memcpy(note, (uint32_t[]){4, BUILD_ID, 3 /* NT_GNU_BUILD_ID */}, 12);
    memcpy(note + 12, "GNU", 4);
    const uint64_t words[] = {DT_FLAGS_1, 0x08000000 /* DF_1_PIE */,
                              DT_RELR,    im->relr,
                              DT_RELRSZ,  im->relr_size,
                              DT_RELRENT, 8,
                              DT_NULL,    0};
    _Static_assert(sizeof words == DYNAMIC_SIZE, "dynamic section");
    memcpy(im->file + im->private_[P_SEGMENT_AT + 3 * SEGMENT_RELRO], words,
           im->relr_size ? sizeof words : 16);
}

static void add_symbols(struct cursor *c, const uint32_t *index) {
    struct image *im = c->im;
    struct buf names;
    buf_init(&names, im->arena);
    buf_putc(&names, 0);
    c->at = align_up(c->at, 8);
    struct elf_section *table = ADD(c, ".symtab", SHT_SYMTAB);
    struct elf_symbol *out = (struct elf_symbol *)(im->file + c->at);
    uint32_t n = 1, locals = 1;
    for (int pass = 0; pass < 2; pass++) { /* locals come first */
        for (size_t i = 0; i < im->symbols.n; i++) {
            const struct image_symbol *s = &im->symbols.p[i];
            if (s->local != (pass == 0)) continue;
            uint8_t info =
                (uint8_t)((s->local ? STB_LOCAL : STB_GLOBAL) << 4 | (s->func ? STT_FUNC : STT_OBJECT));
            out[n++] = (struct elf_symbol){(uint32_t)names.n,           info,       2 /* STV_HIDDEN */,
                                           (uint16_t)index[s->section], s->address, s->size};
            buf_str(&names, s->name);
            buf_putc(&names, 0);
        }
        if (pass == 0) locals = n;
    }
    table->offset = c->at;
    table->size = n * sizeof *out;
    table->link = c->nsections;
    table->info = locals;
    table->addralign = 8;
    table->entsize = sizeof *out;
    c->at += table->size;
    struct elf_section *strings = ADD(c, ".strtab", SHT_STRTAB);
    strings->offset = c->at;
    strings->size = names.n;
    strings->addralign = 1;
    memcpy(im->file + c->at, names.p, names.n);
    c->at += names.n;
}

static void place_section(struct elf_section *s, uint64_t flags, uint64_t address, uint64_t offset,
                          uint64_t size, uint64_t align) {
    s->flags = flags;
    s->addr = address;
    s->offset = offset;
    s->size = size;
    s->addralign = align;
}

/* Section headers and what only they describe. Gives the index of the section of section names. */
static uint32_t write_sections(struct cursor *c) {
    struct image *im = c->im;
    uint32_t *index = NEW_N(im->arena, uint32_t, im->sections.n + 1);
    uint64_t note = im->build_id + BUILD_ID - NOTE_SIZE;
    c->nsections = 1;
    buf_putc(&c->names, 0);
    place_section(ADD(c, ".note.gnu.build-id", SHT_NOTE), SHF_ALLOC, note, note, NOTE_SIZE, 4);
    bool relr = !im->relr_size, dynamic = false;
    for (size_t i = 0; i <= im->sections.n; i++) {
        enum image_segment segment = i < im->sections.n ? im->sections.p[i].segment : SEGMENT_COUNT;
        if (segment > SEGMENT_RODATA && !relr) {
            relr = true;
            struct elf_section *s = ADD(c, ".relr.dyn", SHT_RELR);
            place_section(s, SHF_ALLOC, im->relr, im->relr, im->relr_size, 8);
            s->entsize = 8;
        }
        if (segment >= SEGMENT_RELRO && !dynamic) {
            dynamic = true;
            struct elf_section *s = ADD(c, ".dynamic", SHT_DYNAMIC);
            const uint64_t *at = &im->private_[P_SEGMENT_AT + 3 * SEGMENT_RELRO];
            place_section(s, SHF_ALLOC | SHF_WRITE, at[1], at[0], DYNAMIC_SIZE, 8);
            s->entsize = 16;
        }
        if (i == im->sections.n) break;
        const struct image_section *from = &im->sections.p[i];
        index[i] = c->nsections;
        struct elf_section *s =
            add_section(c, from->name.p, from->name.n, from->zerofill ? SHT_NOBITS : SHT_PROGBITS);
        place_section(s, section_flags[segment], from->address, from->offset, from->size, from->align);
    }
    if (im->symbols.n) add_symbols(c, index);
    uint32_t names = c->nsections;
    struct elf_section *s = ADD(c, ".shstrtab", SHT_STRTAB);
    s->offset = c->at;
    s->size = c->names.n;
    s->addralign = 1;
    memcpy(im->file + c->at, c->names.p, c->names.n);
    c->at += c->names.n;
    /* .dynamic refers to a string table it does not use; zero says so. */
    return names;
}

static void elf_finish(struct image *im) {
    struct cursor c = {.im = im, .at = im->private_[P_END]};
    c.sections = NEW_N(im->arena, struct elf_section, im->sections.n + 8);
    buf_init(&c.names, im->arena);
    uint32_t names = write_sections(&c);
    c.at = align_up(c.at, 8);
    struct elf_header h = {
        .ident = {0x7f, 'E', 'L', 'F', 2, 1, 1},
        .type = ET_DYN,
        .machine = (uint16_t)im->target->machine,
        .version = 1,
        .entry = im->entry,
        .phoff = sizeof h,
        .shoff = c.at,
        .ehsize = sizeof h,
        .phentsize = sizeof(struct elf_segment),
        .phnum = (uint16_t)im->private_[P_SEGMENTS],
        .shentsize = sizeof(struct elf_section),
        .shnum = (uint16_t)c.nsections,
        .shstrndx = (uint16_t)names,
    };
    memcpy(im->file, &h, sizeof h);
    memcpy(im->file + c.at, c.sections, c.nsections * sizeof *c.sections);
    c.at += c.nsections * sizeof *c.sections;
    if (c.at > im->file_size) BUG("the file outgrew its layout");
    im->file_size = c.at;
    write_segments(im);
    write_note_and_dynamic(im);
    struct digest d = digest_of((struct str){(char *)im->file, im->file_size});
    memcpy(im->file + im->build_id, d.b, BUILD_ID);
}

const struct container elf_container = {"elf", elf_layout, elf_finish};
