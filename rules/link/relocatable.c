/* The compiled part of a program as one ELF64 relocatable, for a linker that brings a runtime of its own: one
 * hosted by libc under sanitizers, or a debug build.
 *
 * What is live is decided as for an executable, the carried runtime included; then only the compiled sections
 * are written. Plain sections become .text, .rodata, .data.rel.ro, .data and .bss. A group becomes one
 * section of the group's own name, which is a C identifier: any ELF linker lays such sections side by side
 * and defines
 * __start_GROUP and __stop_GROUP. Names of the runtime stay undefined; of the interned names ("pystr.X")
 * those that the runtime has too are left to it, as two would be two objects.
 *
 * Layout of the file: header, contents, relocations, symbols, names, section headers. */
#include <stdlib.h>
#include "rules/link/pass.h"
#include "targets/elf/elf.h"

enum plain { PLAIN_TEXT, PLAIN_RODATA, PLAIN_RELRO, PLAIN_DATA, PLAIN_BSS, PLAIN_COUNT };

static const struct {
    struct str name;
    uint32_t type;
    uint64_t flags;
} plains[PLAIN_COUNT] = {
    [PLAIN_TEXT] = {{".text", 5}, SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR},
    [PLAIN_RODATA] = {{".rodata", 7}, SHT_PROGBITS, SHF_ALLOC},
    [PLAIN_RELRO] = {{".data.rel.ro", 12}, SHT_PROGBITS, SHF_ALLOC | SHF_WRITE},
    [PLAIN_DATA] = {{".data", 5}, SHT_PROGBITS, SHF_ALLOC | SHF_WRITE},
    [PLAIN_BSS] = {{".bss", 4}, SHT_NOBITS, SHF_ALLOC | SHF_WRITE},
};

/* A section of the file. */
struct part {
    struct elf_section header;
    struct str name;
    struct buf bytes;
    struct buf relas;
};

/* A section of an input and where it goes. */
struct piece {
    uint32_t section;
    uint32_t plain; /* PLAIN_COUNT: a member of `group` */
    struct str group, name;
};

struct writer {
    struct link *l;
    uint32_t runtime; /* index of the runtime's input; ninputs: none */
    struct map known; /* interned names the runtime defines */
    VEC(struct piece) pieces;
    VEC(struct part) parts;
    uint32_t *part_of; /* per section: its part + 1 */
    struct buf symbols, names;
    uint32_t nsymbols;
    struct map undefined; /* name -> number of the symbol among those that are not local, + 1 */
    VEC(struct elf_symbol) globals;
};

/* ---- which sections, and in what order ---- */

static void find_runtime(struct writer *w) {
    const struct link *l = w->l;
    map_init(&w->known, l->arena);
    w->runtime = l->ninputs - (l->request->runtime.n ? 1 : 0);
    if (w->runtime == l->ninputs) return;
    const struct input *in = &l->inputs[w->runtime];
    for (uint32_t i = 0; i < in->f.header->nsymbols; i++) {
        struct str name = flat_symbol_name(&in->f, i);
        if (in->f.symbols[i].section != OBJECT_UNDEF && str_starts(name, STR("pystr.")))
            map_put(&w->known, name, w);
    }
}

static bool is_ours(const struct writer *w, uint32_t section) {
    return w->l->input_of[section] != w->runtime;
}

static enum plain plain_of(const struct flat_section *s) {
    if (s->flags & SECTION_EXEC) return PLAIN_TEXT;
    if (s->flags & SECTION_ZEROFILL) return PLAIN_BSS;
    if ((s->flags & SECTION_WRITE) && !(s->flags & SECTION_RELRO)) return PLAIN_DATA;
    return s->nrelocs ? PLAIN_RELRO : PLAIN_RODATA;
}

/* Interned names that the runtime has are the only sections we leave out by their symbol. */
static void drop_known(struct writer *w, bool *dropped) {
    const struct link *l = w->l;
    for (uint32_t i = 0; i < w->runtime; i++) {
        const struct input *in = &l->inputs[i];
        for (uint32_t k = 0; k < in->f.header->nsymbols; k++)
            if (in->f.symbols[k].section != OBJECT_UNDEF && map_get(&w->known, flat_symbol_name(&in->f, k)))
                dropped[in->section_base + in->f.symbols[k].section] = true;
    }
}

static int piece_compare(const void *ap, const void *bp) {
    const struct piece *a = ap, *b = bp;
    if (a->plain != b->plain) return a->plain < b->plain ? -1 : 1;
    if (a->plain == PLAIN_COUNT) {
        int c = str_cmp(a->group, b->group);
        if (!c) c = str_cmp(a->name, b->name);
        if (c) return c;
    }
    return a->section < b->section ? -1 : a->section > b->section;
}

static void choose_pieces(struct writer *w) {
    const struct link *l = w->l;
    bool *dropped = NEW_N(l->arena, bool, l->nsections + 1);
    drop_known(w, dropped);
    for (uint32_t s = 0; s < l->nsections; s++) {
        if (!l->live[s] || !is_ours(w, s) || dropped[s]) continue;
        const struct group *g = l->group_of[s];
        struct piece p = {.section = s, .plain = PLAIN_COUNT};
        if (g)
            p.group = g->name, p.name = link_section_name(l, s);
        else
            p.plain = plain_of(link_section(l, s, NULL));
        VEC_PUSH(&w->pieces, l->arena, p);
    }
    if (w->pieces.n) qsort(w->pieces.p, w->pieces.n, sizeof *w->pieces.p, piece_compare);
}

/* ---- contents ---- */

static struct part *part_new(struct writer *w, struct str name, uint32_t type, uint64_t flags) {
    struct part p = {.header = {.type = type, .flags = flags, .addralign = 1}, .name = name};
    buf_init(&p.bytes, w->l->arena);
    buf_init(&p.relas, w->l->arena);
    VEC_PUSH(&w->parts, w->l->arena, p);
    return &w->parts.p[w->parts.n - 1];
}

static struct part *part_for(struct writer *w, const struct piece *p) {
    struct str name = p->plain == PLAIN_COUNT ? p->group : plains[p->plain].name;
    struct part *last = w->parts.n ? &w->parts.p[w->parts.n - 1] : NULL;
    if (last && str_eq(last->name, name)) return last;
    if (p->plain == PLAIN_COUNT) return part_new(w, name, SHT_PROGBITS, SHF_ALLOC | SHF_WRITE);
    return part_new(w, name, plains[p->plain].type, plains[p->plain].flags);
}

static void lay_pieces(struct writer *w) {
    struct link *l = w->l;
    w->part_of = NEW_N(l->arena, uint32_t, l->nsections + 1);
    for (size_t i = 0; i < w->pieces.n; i++) {
        uint32_t section = w->pieces.p[i].section;
        const struct input *in;
        const struct flat_section *s = link_section(l, section, &in);
        struct part *p = part_for(w, &w->pieces.p[i]);
        uint64_t at = (p->header.size + s->align - 1) & ~(uint64_t)(s->align - 1);
        p->header.size = at + s->size;
        p->header.addralign = MAX(p->header.addralign, s->align);
        l->offset[section] = at;
        w->part_of[section] = (uint32_t)w->parts.n;
        if (p->header.type == SHT_NOBITS) continue;
        while (p->bytes.n < at) buf_putc(&p->bytes, p->header.flags & SHF_EXECINSTR ? 0xcc : 0);
        if (s->flags & SECTION_ZEROFILL)
            for (uint64_t k = 0; k < s->size; k++) buf_putc(&p->bytes, 0);
        else
            buf_put(&p->bytes, in->f.bytes + s->data, s->size);
    }
}

/* ---- symbols: the parts, then functions by name for whoever debugs, then what others define ---- */

static uint32_t name_put(struct buf *names, struct str name) {
    uint32_t at = (uint32_t)names->n;
    buf_str(names, name);
    buf_putc(names, 0);
    return at;
}

static void put_locals(struct writer *w) {
    const struct link *l = w->l;
    buf_init(&w->symbols, l->arena);
    buf_init(&w->names, l->arena);
    buf_putc(&w->names, 0);
    struct elf_symbol none = {0};
    buf_put(&w->symbols, &none, sizeof none);
    for (size_t i = 0; i < w->parts.n; i++) {
        struct elf_symbol s = {.info = STT_SECTION, .shndx = (uint16_t)(i + 1)};
        buf_put(&w->symbols, &s, sizeof s);
    }
    for (uint32_t i = 0; i < w->runtime; i++) {
        const struct input *in = &l->inputs[i];
        for (uint32_t k = 0; k < in->f.header->nsymbols; k++) {
            const struct flat_symbol *f = &in->f.symbols[k];
            uint32_t section = in->section_base + f->section;
            if (f->section == OBJECT_UNDEF || !(f->flags & SYMBOL_FUNC) || !w->part_of[section]) continue;
            struct elf_symbol s = {.name = name_put(&w->names, flat_symbol_name(&in->f, k)),
                                   .info = STT_FUNC,
                                   .shndx = (uint16_t)w->part_of[section],
                                   .value = l->offset[section] + f->offset,
                                   .size = f->size};
            buf_put(&w->symbols, &s, sizeof s);
        }
    }
    w->nsymbols = (uint32_t)(w->symbols.n / sizeof(struct elf_symbol));
    map_init(&w->undefined, l->arena);
}

static uint32_t undefined_symbol(struct writer *w, struct str name, bool weak) {
    bool is_new;
    void **at = map_at(&w->undefined, name, &is_new);
    if (is_new) {
        struct elf_symbol s = {.name = name_put(&w->names, name),
                               .info = (uint8_t)((weak ? STB_WEAK : STB_GLOBAL) << 4)};
        VEC_PUSH(&w->globals, w->l->arena, s);
        *at = (void *)(uintptr_t)w->globals.n;
    }
    return w->nsymbols + (uint32_t)(uintptr_t)*at - 1;
}

/* ---- relocations ---- */

static struct elf_rela rela_of(struct writer *w, const struct input *in, uint32_t section,
                               const struct flat_reloc *r) {
    struct link *l = w->l;
    struct elf_rela out = {.offset = l->offset[section] + r->offset, .addend = r->addend};
    uint32_t bound = link_bind(l, in, r->symbol, section), symbol;
    uint32_t part = 0;
    if (bound < BOUND_SPECIAL) {
        const struct input *target = link_symbol_input(l, bound);
        const struct flat_symbol *s = &target->f.symbols[bound - target->symbol_base];
        uint32_t at = target->section_base + s->section;
        part = w->part_of[at];
        out.addend += part ? (int64_t)(l->offset[at] + s->offset) : 0;
    }
    if (part)
        symbol = part; /* the symbol of a part has the part's number */
    else
        symbol = undefined_symbol(w, flat_symbol_name(&in->f, r->symbol), bound == BOUND_NONE);
    out.info = (uint64_t)symbol << 32 | r->type;
    return out;
}

static void put_relocs(struct writer *w) {
    for (size_t i = 0; i < w->pieces.n; i++) {
        uint32_t section = w->pieces.p[i].section;
        const struct input *in;
        const struct flat_section *s = link_section(w->l, section, &in);
        struct part *p = &w->parts.p[w->part_of[section] - 1];
        for (uint32_t k = 0; k < s->nrelocs; k++) {
            struct elf_rela r = rela_of(w, in, section, &in->f.relocs[s->first_reloc + k]);
            buf_put(&p->relas, &r, sizeof r);
        }
    }
}

/* ---- the file ---- */

struct headers {
    struct buf out, headers, names;
    uint32_t n;
};

static void put_section(struct headers *h, struct elf_section s, struct str name, struct str bytes) {
    if (s.addralign > 1) buf_align(&h->out, (size_t)s.addralign);
    s.name = name_put(&h->names, name);
    s.offset = h->out.n;
    if (s.type != SHT_NOBITS) {
        s.size = bytes.n;
        buf_str(&h->out, bytes);
    }
    buf_put(&h->headers, &s, sizeof s);
    h->n++;
}

static void put_sections(struct writer *w, struct headers *h) {
    uint32_t nparts = (uint32_t)w->parts.n, nrelas = 0;
    for (uint32_t i = 0; i < nparts; i++) nrelas += w->parts.p[i].relas.n != 0;
    uint32_t symtab = 1 + nparts + nrelas;
    struct elf_section none = {0};
    buf_put(&h->headers, &none, sizeof none);
    h->n = 1;
    for (uint32_t i = 0; i < nparts; i++)
        put_section(h, w->parts.p[i].header, w->parts.p[i].name, buf_view(&w->parts.p[i].bytes));
    for (uint32_t i = 0; i < nparts; i++) {
        struct part *p = &w->parts.p[i];
        struct elf_section s = {.type = SHT_RELA,
                                .link = symtab,
                                .info = i + 1,
                                .addralign = 8,
                                .entsize = sizeof(struct elf_rela)};
        if (p->relas.n)
            put_section(h, s, str_printf(w->l->arena, ".rela" STR_FMT, STR_ARG(p->name)),
                        buf_view(&p->relas));
    }
    for (size_t i = 0; i < w->globals.n; i++) buf_put(&w->symbols, &w->globals.p[i], sizeof w->globals.p[i]);
    struct elf_section symbols = {.type = SHT_SYMTAB,
                                  .link = symtab + 1,
                                  .info = w->nsymbols,
                                  .addralign = 8,
                                  .entsize = sizeof(struct elf_symbol)};
    put_section(h, symbols, STR(".symtab"), buf_view(&w->symbols));
    struct elf_section table = {.type = SHT_STRTAB, .addralign = 1};
    put_section(h, table, STR(".strtab"), buf_view(&w->names));
    /* Its presence says that the stack need not be executable. */
    struct elf_section stack = {.type = SHT_PROGBITS, .addralign = 1};
    put_section(h, stack, STR(".note.GNU-stack"), (struct str){"", 0});
    /* Last, since it names itself. */
    table.name = name_put(&h->names, STR(".shstrtab"));
    table.offset = h->out.n;
    table.size = h->names.n;
    buf_str(&h->out, buf_view(&h->names));
    buf_put(&h->headers, &table, sizeof table);
    h->n++;
}

static struct str write_file(struct writer *w) {
    struct arena *a = w->l->arena;
    struct headers h = {.n = 0};
    struct elf_header header = {.ident = {0x7f, 'E', 'L', 'F', 2, 1, 1},
                                .type = ET_REL,
                                .machine = (uint16_t)w->l->target->machine,
                                .version = 1,
                                .ehsize = sizeof(struct elf_header),
                                .shentsize = sizeof(struct elf_section)};
    buf_init(&h.out, a);
    buf_init(&h.headers, a);
    buf_init(&h.names, a);
    buf_putc(&h.names, 0);
    buf_put(&h.out, &header, sizeof header);
    put_sections(w, &h);
    buf_align(&h.out, 8);
    header.shoff = h.out.n;
    header.shnum = (uint16_t)h.n;
    header.shstrndx = (uint16_t)(h.n - 1);
    buf_str(&h.out, buf_view(&h.headers));
    memcpy(h.out.p, &header, sizeof header);
    return buf_view(&h.out);
}

struct str link_relocatable(struct arena *arena, struct diags *diags, const struct link_request *request) {
    struct link l = {.arena = arena, .diags = diags, .request = request, .target = request->target};
    struct writer w = {.l = &l};
    size_t errors = diags->errors;
    if (!link_load(&l)) return (struct str){NULL, 0};
    link_mark_live(&l);
    if (diags->errors != errors) return (struct str){NULL, 0};
    find_runtime(&w);
    choose_pieces(&w);
    lay_pieces(&w);
    put_locals(&w);
    put_relocs(&w);
    return write_file(&w);
}
