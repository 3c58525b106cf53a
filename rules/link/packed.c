/* Data without its zeros. Four fifths of a program's initial data are zero words (operator slots of types,
 * empty caches): only the others are in the file, as a stream that the start code expands into zero-filled
 * memory before it relocates the image.
 *
 * The stream: for each 64 words of data one word of 64 bits, the lowest for the first, then the words whose
 * bit is set. */
#include "rules/link/pass.h"

static void store(struct link *l, uint64_t offset, uint64_t size) {
    for (uint64_t w = offset / 8; w * 8 < offset + size; w++)
        l->data_stored[w / 64] |= UINT64_C(1) << (w % 64);
}

static void copy_section(struct link *l, uint32_t section) {
    const struct input *in;
    const struct flat_section *s = link_section(l, section, &in);
    uint64_t at = l->offset[section];
    if (s->flags & SECTION_ZEROFILL) return;
    memcpy(l->data + at, in->f.bytes + s->data, s->size);
    for (uint32_t k = 0; k < s->nrelocs; k++) {
        const struct flat_reloc *r = &in->f.relocs[s->first_reloc + k];
        store(l, at + r->offset, l->target->reloc_info(r->type).size);
    }
}

void link_pack_data(struct link *l) {
    if (!l->pack_data || !l->size[OUT_DATA]) return;
    l->align[OUT_DATA] = MAX(l->align[OUT_DATA], 8);
    l->size[OUT_DATA] = (l->size[OUT_DATA] + 7) & ~UINT64_C(7);
    uint64_t words = l->size[OUT_DATA] / 8, groups = (words + 63) / 64;
    l->data = arena_alloc(l->arena, l->size[OUT_DATA]);
    l->data_stored = NEW_N(l->arena, uint64_t, groups);
    for (size_t i = 0; i < l->placed[OUT_DATA].n; i++) copy_section(l, l->placed[OUT_DATA].p[i]);
    l->packed_size = groups * 8;
    for (uint64_t w = 0; w < words; w++) {
        uint64_t v, bit = UINT64_C(1) << (w % 64);
        memcpy(&v, l->data + w * 8, 8);
        if (v) l->data_stored[w / 64] |= bit;
        if (l->data_stored[w / 64] & bit) l->packed_size += 8;
    }
    l->size[OUT_RODATA] = (l->size[OUT_RODATA] + 7) & ~UINT64_C(7);
    l->align[OUT_RODATA] = MAX(l->align[OUT_RODATA], 8);
    l->packed_offset = l->size[OUT_RODATA];
    l->size[OUT_RODATA] += l->packed_size;
}

void link_pack_emit(const struct link *l, uint8_t *out) {
    const uint8_t *end = out + l->packed_size;
    for (uint64_t w = 0; w < l->size[OUT_DATA] / 8; w++) {
        if (w % 64 == 0) {
            memcpy(out, &l->data_stored[w / 64], 8);
            out += 8;
        }
        if (!(l->data_stored[w / 64] >> (w % 64) & 1)) continue;
        memcpy(out, l->data + w * 8, 8);
        out += 8;
    }
    if (out != end) BUG("packed data");
}
