/* The bytes of live sections into the file, with every reference filled in. */
#include "rules/link/pass.h"
#include <stdlib.h>

static const struct image_section *image_section_of(const struct link *l, enum output out) {
    return &l->image.sections.p[l->image_section[out]];
}

static uint64_t section_address(const struct link *l, uint32_t section) {
    enum output out = l->output[section];
    /* A section of no size may lie in an output of no size: it has no place, and nothing can be read from it.
     */
    return l->image_section[out] == UINT32_MAX ? 0 : image_section_of(l, out)->address + l->offset[section];
}

static uint64_t special_address(const struct link *l, const struct special *s) {
    const struct image *im = &l->image;
    switch (s->kind) {
    case SPECIAL_GROUP_START: return s->group->start_address;
    case SPECIAL_GROUP_STOP: return s->group->end_address;
    case SPECIAL_IMAGE_BASE: return 0;
    case SPECIAL_IMAGE_END: return im->memory_size;
    case SPECIAL_RELR_START: return im->relr;
    case SPECIAL_RELR_STOP: return im->relr + im->relr_size;
    case SPECIAL_RELRO_START: return im->relro;
    case SPECIAL_RELRO_STOP: return im->relro_end;
    case SPECIAL_BUILD_ID: return im->build_id;
    case SPECIAL_PACKED_START:
    case SPECIAL_PACKED_STOP:
        if (!l->data) return im->build_id;
        return image_section_of(l, OUT_RODATA)->address + l->packed_offset +
               (s->kind == SPECIAL_PACKED_STOP ? l->packed_size : 0);
    case SPECIAL_DATA_START: return l->data ? image_section_of(l, OUT_DATA)->address : im->build_id;
    case SPECIAL_DEAD_START:
    case SPECIAL_DEAD_STOP:
        if (!l->dead.n) return im->build_id;
        return image_section_of(l, OUT_RODATA)->address + l->dead_offset +
               (s->kind == SPECIAL_DEAD_STOP ? l->dead.n : 0);
    }
    BUG("special symbol %d", s->kind);
}

uint64_t link_address(const struct link *l, uint32_t bound) {
    if (bound == BOUND_NONE) return 0;
    if (bound >= BOUND_SPECIAL) return special_address(l, &l->specials.p[bound - BOUND_SPECIAL]);
    const struct input *in = link_symbol_input(l, bound);
    const struct flat_symbol *s = &in->f.symbols[bound - in->symbol_base];
    return section_address(l, in->section_base + s->section) + s->offset;
}

/* An empty group begins and ends where constants begin: an address like any other. */
static void group_addresses(struct link *l) {
    for (size_t i = 0; i < l->groups.n; i++) {
        struct group *g = l->groups.entries[i].value;
        if (g->start == UINT64_MAX || l->image_section[g->image_section] == UINT32_MAX) {
            g->start_address = g->end_address = l->image.build_id;
            continue;
        }
        g->start_address = image_section_of(l, g->image_section)->address + g->start;
        g->end_address = image_section_of(l, g->end_section)->address + g->end;
    }
}

static uint64_t cell_address(const struct link *l, uint32_t bound) {
    for (size_t i = 0; i < l->cells.n; i++)
        if (l->cells.p[i] == bound) return image_section_of(l, OUT_GOT)->address + i * 8;
    BUG("no cell");
}

static void out_of_reach(struct link *l, const struct input *in, uint32_t section, const struct flat_reloc *r,
                         enum reloc_status why) {
    struct str from = link_section_name(l, section), to = flat_symbol_name(&in->f, r->symbol);
    struct diag *d = diag_error(l->diags, "PY2E0604", (struct place){0},
                                "'" STR_FMT "' cannot be reached from " STR_FMT, STR_ARG(to), STR_ARG(from));
    diag_why(l->diags, d, "%s does not hold its %s", l->target->reloc_info(r->type).name,
             why == RELOC_MISALIGNED ? "alignment" : "distance");
}

static void apply(struct link *l, uint32_t section, uint8_t *bytes) {
    const struct input *in;
    const struct flat_section *s = link_section(l, section, &in);
    uint64_t address = section_address(l, section);
    for (uint32_t k = 0; k < s->nrelocs; k++) {
        const struct flat_reloc *r = &in->f.relocs[s->first_reloc + k];
        struct reloc_info info = l->target->reloc_info(r->type);
        uint32_t bound = link_bind(l, in, r->symbol, section), type = r->type;
        int64_t addend = r->addend;
        uint64_t to;
        if (info.kind == RELOC_NONE) continue;
        if (bound < BOUND_SPECIAL && link_slot_dead(l, section, r->offset)) bound = l->slot_dead;
        if (info.kind == RELOC_GOT && !link_relax(l, bound, &type, &addend, bytes, r->offset, s->size))
            to = cell_address(l, bound);
        else
            to = link_address(l, bound);
        enum reloc_status status =
            l->target->reloc_apply(type, bytes + r->offset, to, addend, address + r->offset);
        if (status == RELOC_UNKNOWN) BUG("relocation %u", type);
        if (status != RELOC_OK) out_of_reach(l, in, section, r, status);
    }
}

static void fill(const struct link *l, uint8_t *from, const uint8_t *to) {
    for (; from < to; from++) *from = l->target->code_fill[(uintptr_t)(from - l->image.file) & 3];
}

static void emit_output(struct link *l, enum output out) {
    if (l->image_section[out] == UINT32_MAX || out == OUT_BSS) return;
    const struct image_section *is = image_section_of(l, out);
    uint8_t *base = out == OUT_DATA && l->data ? l->data : l->image.file + is->offset;
    uint64_t at = 0;
    for (size_t i = 0; i < l->placed[out].n; i++) {
        const struct input *in;
        uint32_t section = l->placed[out].p[i];
        const struct flat_section *s = link_section(l, section, &in);
        uint8_t *bytes = base + l->offset[section];
        if (out == OUT_TEXT) fill(l, base + at, bytes);
        if (!(s->flags & SECTION_ZEROFILL)) {
            memcpy(bytes, in->f.bytes + s->data, s->size);
            apply(l, section, bytes);
        }
        at = l->offset[section] + s->size;
    }
    if (at > is->size) BUG("output section outgrew its place");
}

void link_emit(struct link *l) {
    const char *entry = l->request->entry ? l->request->entry : "_start";
    group_addresses(l);
    if (l->dead.n) {
        const struct image_section *rodata = image_section_of(l, OUT_RODATA);
        link_dead_emit(l, l->image.file + rodata->offset + l->dead_offset, rodata->address + l->dead_offset);
    }
    for (int out = 0; out < OUT_COUNT; out++) emit_output(l, out);
    if (l->data)
        link_pack_emit(l, l->image.file + image_section_of(l, OUT_RODATA)->offset + l->packed_offset);
    for (size_t i = 0; i < l->cells.n; i++) {
        uint64_t v = link_address(l, l->cells.p[i]);
        memcpy(l->image.file + image_section_of(l, OUT_GOT)->offset + i * 8, &v, 8);
    }
    for (size_t i = 0; i < l->image.symbols.n; i++) {
        struct image_symbol *s = &l->image.symbols.p[i];
        if (s->section == UINT32_MAX)
            s->section = 0;
        else
            s->address += l->image.sections.p[s->section].address;
    }
    l->image.entry = link_address(l, (uint32_t)(uintptr_t)map_get(&l->globals, str_c(entry)) - 1);
}

/* ---- report ---- */

static int piece_compare(const void *ap, const void *bp) {
    const struct link_piece *a = ap, *b = bp;
    if (a->address != b->address) return a->address < b->address ? -1 : 1;
    return a->size < b->size ? -1 : a->size > b->size;
}

static uint64_t bytes_in_file(const struct link *l, uint32_t section, const struct flat_section *f) {
    uint64_t at = l->offset[section], stored = 0;
    if (f->flags & SECTION_ZEROFILL) return 0;
    if (!l->data_stored || l->output[section] != OUT_DATA) return f->size;
    for (uint64_t w = at / 8; w * 8 < at + f->size; w++) stored += l->data_stored[w / 64] >> w % 64 & 1;
    return MIN(stored * 8, f->size);
}

void link_report(struct link *l, struct link_report *report) {
    struct str *first = NEW_N(l->arena, struct str, l->nsections + 1);
    *report = (struct link_report){0};
    for (uint32_t i = 0; i < l->ninputs; i++) {
        const struct input *in = &l->inputs[i];
        for (uint32_t k = 0; k < in->f.header->nsymbols; k++) {
            const struct flat_symbol *s = &in->f.symbols[k];
            if (s->section != OBJECT_UNDEF && s->name_len && !first[in->section_base + s->section].n)
                first[in->section_base + s->section] = flat_symbol_name(&in->f, k);
        }
    }
    for (uint32_t s = 0; s < l->nsections; s++) {
        const struct input *in;
        const struct flat_section *f = link_section(l, s, &in);
        if (!l->live[s] || !f->size) continue;
        uint32_t from = l->reached_from[s];
        struct link_piece p = {
            .section = link_section_name(l, s),
            .symbol = first[s],
            .object = in->f.name,
            .output = image_section_of(l, l->output[s])->name,
            .from = from == OBJECT_UNDEF ? (struct str){"", 0}
                    : first[from].n      ? first[from]
                                         : link_section_name(l, from),
            .address = section_address(l, s),
            .size = f->size,
            .file_size = bytes_in_file(l, s, f),
        };
        VEC_PUSH(&report->pieces, l->arena, p);
    }
    if (report->pieces.n) qsort(report->pieces.p, report->pieces.n, sizeof *report->pieces.p, piece_compare);
    memcpy(report->build_id.b, l->image.file + l->image.build_id, 32);
}
