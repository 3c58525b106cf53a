/* The list of the linker's passes. */
#include "rules/link/pass.h"

static void image_symbols(struct link *l);

struct str link_image(struct arena *arena, struct diags *diags, const struct link_request *request) {
    struct link l = {.arena = arena, .diags = diags, .request = request, .target = request->target};
    size_t errors = diags->errors;

    /* Every input is opened and checked, every section has its group, every definition its name. */
    if (!link_load(&l)) return (struct str){NULL, 0};

    /* From the entry along relocations. Binds names on the way, so only what is reached can be undefined. */
    link_mark_live(&l);
    if (diags->errors != errors) return (struct str){NULL, 0};

    /* Live sections get their order and offsets. From here on nothing is added to the image. */
    if (!link_place(&l)) return (struct str){NULL, 0};
    if (request->symbols) image_symbols(&l);

    /* The container fixes addresses and makes the file. */
    if (!l.target->container->layout(&l.image)) {
        diag_error(diags, "PY2E0605", (struct place){0}, "the program is too large for a %s executable",
                   l.target->container->name);
        return (struct str){NULL, 0};
    }

    /* Bytes with every reference filled in. */
    link_emit(&l);
    if (diags->errors != errors) return (struct str){NULL, 0};
    l.target->container->finish(&l.image);
    if (request->report) link_report(&l, request->report);
    return (struct str){(char *)l.image.file, l.image.file_size};
}

/* The symbols of live sections; emit fills in their addresses. */
static void image_symbols(struct link *l) {
    for (uint32_t i = 0; i < l->ninputs; i++) {
        const struct input *in = &l->inputs[i];
        for (uint32_t k = 0; k < in->f.header->nsymbols; k++) {
            const struct flat_symbol *s = &in->f.symbols[k];
            if (s->section == OBJECT_UNDEF || !s->name_len || !l->live[in->section_base + s->section])
                continue;
            uint32_t section = in->section_base + s->section;
            struct image_symbol out = {
                .name = flat_symbol_name(&in->f, k),
                .section = l->image_section[l->output[section]],
                .func = s->flags & SYMBOL_FUNC,
                .local = (s->flags & SYMBOL_BINDING) == SYMBOL_LOCAL,
                .address = l->offset[section] + s->offset, /* in its image section, until emit */
                .size = s->size,
            };
            VEC_PUSH(&l->image.symbols, l->arena, out);
        }
    }
}
