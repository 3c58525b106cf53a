/* Live sections into the sections of the image, in a fixed order with fixed offsets.
 *
 * Plain sections keep the order of the inputs. Groups follow in the order of their names, members by section
 * name, then input order. The image has few sections (constants, code, constant addresses, cells, data,
 * zeros): a header for each group would cost more than many groups hold. */
#include "rules/link/pass.h"
#include <stdlib.h>

static bool has_addresses(const struct link *l, const struct input *in, const struct flat_section *s) {
    for (uint32_t k = 0; k < s->nrelocs; k++)
        if (in->f.relocs[s->first_reloc + k].type == l->target->abs64) return true;
    return false;
}

static bool all_zero(const uint8_t *p, uint64_t n) {
    return !n || (!p[0] && !memcmp(p, p + 1, n - 1));
}

static enum output output_of(const struct link *l, uint32_t section) {
    const struct input *in;
    const struct flat_section *s = link_section(l, section, &in);
    const struct group *g = l->group_of[section];
    /* Tables of what the program consists of are never written, whatever their producer says. */
    if (g && g->rule == GROUP_ALWAYS) return has_addresses(l, in, s) ? OUT_RELRO : OUT_RODATA;
    if (s->flags & SECTION_EXEC) return OUT_TEXT;
    if (s->flags & SECTION_ZEROFILL) return OUT_BSS;
    if ((s->flags & SECTION_WRITE) && !(s->flags & SECTION_RELRO))
        return s->nrelocs || !all_zero(in->f.bytes + s->data, s->size) ? OUT_DATA : OUT_BSS;
    return has_addresses(l, in, s) ? OUT_RELRO : OUT_RODATA;
}

static void place(struct link *l, uint32_t section, enum output out) {
    const struct flat_section *s = link_section(l, section, NULL);
    l->size[out] = (l->size[out] + s->align - 1) & ~(uint64_t)(s->align - 1);
    l->align[out] = MAX(l->align[out], s->align);
    l->offset[section] = l->size[out];
    l->output[section] = (uint8_t)out;
    l->size[out] += s->size;
    VEC_PUSH(&l->placed[out], l->arena, section);
}

struct member {
    struct str name;
    uint32_t section;
    bool zero;
};

static int member_compare(const void *ap, const void *bp) {
    const struct member *a = ap, *b = bp;
    if (a->zero != b->zero) return a->zero - b->zero;
    int c = str_cmp(a->name, b->name);
    return c ? c : a->section < b->section ? -1 : a->section > b->section;
}

/* One run of memory for a group's live members. Only where zeros may trail the rest (mutable roots, whose
 * order means nothing) does a group span the end of the data and the beginning of the zeros, which are
 * neighbours. */
static void place_group(struct link *l, struct group *g, enum output stage) {
    VEC(struct member) live = {0};
    enum output out = OUT_RODATA;
    bool all_zero = true;
    for (size_t i = 0; i < g->members.n; i++) {
        uint32_t s = g->members.p[i];
        if (!l->live[s]) continue;
        enum output o = output_of(l, s);
        all_zero &= o == OUT_BSS;
        out = MAX(out, o == OUT_BSS ? OUT_DATA : o);
        struct member m = {link_section_name(l, s), s, false};
        VEC_PUSH(&live, l->arena, m);
    }
    if (!live.n) return;
    bool split = str_is(g->name, "pyroot");
    if (all_zero) out = OUT_BSS;
    if (split ? stage != OUT_BSS : stage != out) return;
    if (split)
        for (size_t i = 0; i < live.n; i++) live.p[i].zero = output_of(l, live.p[i].section) == OUT_BSS;
    qsort(live.p, live.n, sizeof *live.p, member_compare);
    for (size_t i = 0; i < live.n; i++) {
        enum output here = split && live.p[i].zero ? OUT_BSS : out;
        place(l, live.p[i].section, here);
        if (i == 0) {
            g->image_section = here;
            g->start = l->offset[live.p[0].section];
        }
        g->end_section = here;
        g->end = l->size[here];
    }
}

static int group_compare(const void *ap, const void *bp) {
    return str_cmp((*(struct group *const *)ap)->name, (*(struct group *const *)bp)->name);
}

static void place_groups(struct link *l, enum output stage) {
    struct group **sorted = NEW_N(l->arena, struct group *, l->groups.n + 1);
    for (size_t i = 0; i < l->groups.n; i++) sorted[i] = l->groups.entries[i].value;
    qsort(sorted, l->groups.n, sizeof *sorted, group_compare);
    for (size_t i = 0; i < l->groups.n; i++) place_group(l, sorted[i], stage);
}

static void add_pointers(struct link *l, enum output out) {
    for (size_t i = 0; i < l->placed[out].n; i++) {
        const struct input *in;
        uint32_t section = l->placed[out].p[i];
        const struct flat_section *s = link_section(l, section, &in);
        for (uint32_t k = 0; k < s->nrelocs; k++) {
            const struct flat_reloc *r = &in->f.relocs[s->first_reloc + k];
            if (r->type != l->target->abs64 || link_bind(l, in, r->symbol, section) == BOUND_NONE) continue;
            struct image_pointer p = {l->image_section[out], 0, l->offset[section] + r->offset};
            VEC_PUSH(&l->image.pointers, l->arena, p);
        }
    }
}

static const struct {
    struct str name;
    enum image_segment segment;
} outputs[OUT_COUNT] = {
    [OUT_RODATA] = {{".rodata", 7}, SEGMENT_RODATA},     [OUT_TEXT] = {{".text", 5}, SEGMENT_TEXT},
    [OUT_RELRO] = {{".data.rel.ro", 12}, SEGMENT_RELRO}, [OUT_GOT] = {{".got", 4}, SEGMENT_RELRO},
    [OUT_DATA] = {{".data", 5}, SEGMENT_DATA},           [OUT_BSS] = {{".bss", 4}, SEGMENT_DATA},
};

bool link_place(struct link *l) {
    l->image.arena = l->arena;
    l->image.target = l->target;
    for (int out = 0; out < OUT_COUNT; out++) l->align[out] = 1;
    for (uint32_t s = 0; s < l->nsections; s++)
        if (l->live[s] && !l->group_of[s]) {
            enum output out = output_of(l, s);
            if (out != OUT_BSS) place(l, s, out);
        }
    for (int out = 0; out < OUT_DATA; out++) place_groups(l, out);
    place_groups(l, OUT_DATA);
    place_groups(l, OUT_BSS); /* last in the data, first in the zeros */
    for (uint32_t s = 0; s < l->nsections; s++)
        if (l->live[s] && !l->group_of[s] && output_of(l, s) == OUT_BSS) place(l, s, OUT_BSS);
    link_pack_data(l);
    link_dead_names(l);
    if (l->dead.n) {
        l->size[OUT_RODATA] = (l->size[OUT_RODATA] + 7) & ~UINT64_C(7);
        l->align[OUT_RODATA] = MAX(l->align[OUT_RODATA], 8);
        l->dead_offset = l->size[OUT_RODATA];
        l->size[OUT_RODATA] += l->dead.n;
    }
    l->size[OUT_GOT] = l->cells.n * 8;
    if (l->cells.n) l->align[OUT_GOT] = 8;
    for (int out = 0; out < OUT_COUNT; out++) {
        l->image_section[out] = UINT32_MAX;
        if (!l->size[out]) continue;
        struct image_section s = {.name = outputs[out].name,
                                  .segment = outputs[out].segment,
                                  .zerofill = out == OUT_BSS || (out == OUT_DATA && l->data),
                                  .align = l->align[out],
                                  .size = l->size[out]};
        l->image_section[out] = (uint32_t)l->image.sections.n;
        VEC_PUSH(&l->image.sections, l->arena, s);
        if (out == OUT_RELRO || out == OUT_DATA) add_pointers(l, out);
        for (uint32_t i = 0; out == OUT_GOT && i < l->cells.n; i++) {
            struct image_pointer p = {l->image_section[out], 0, i * 8};
            if (l->cells.p[i] != BOUND_NONE) VEC_PUSH(&l->image.pointers, l->arena, p);
        }
    }
    return true;
}
