/* Many objects into one, so that the runtime's archive is read once when py2 is built and never again.
 *
 * Names bind as in a link: a global definition beats a weak one, two globals are an error, "pystr." symbols
 * and weak ones take the first. Sections keep their identity, except strings and constants with equal bytes,
 * which become one section. */
#include "rules/link/link.h"

struct merge {
    struct object *out;
    struct arena *arena;
    struct diags *diags;
    struct map contents; /* name, alignment and bytes of a mergeable section -> its index + 1 */
};

/* Strings and constants were cut into single elements by the reader; they have no address identity. */
static bool mergeable(const struct object_section *s) {
    return s->flags == SECTION_READ &&
           (str_starts(s->name, STR(".rodata.str")) || str_starts(s->name, STR(".rodata.cst")));
}

static uint32_t add_section(struct merge *m, const struct object_section *s) {
    if (mergeable(s)) {
        bool is_new;
        struct str key = str_printf(m->arena, STR_FMT ":", STR_ARG(s->name));
        struct buf b;
        buf_init(&b, m->arena);
        buf_str(&b, key);
        buf_put(&b, s->bytes.p, s->bytes.n);
        void **at = map_at(&m->contents, buf_view(&b), &is_new);
        if (!is_new) return (uint32_t)(uintptr_t)*at - 1;
        *at = (void *)(uintptr_t)(m->out->sections.n + 1);
    }
    uint32_t k = object_section(m->out, s->name, s->flags, s->align);
    m->out->sections.p[k].size = s->size;
    m->out->sections.p[k].bytes = s->bytes;
    return k;
}

static bool add_symbol(struct merge *m, const struct object *o, const struct object_symbol *s,
                       const uint32_t *sections, uint32_t *out) {
    unsigned bind = s->flags & SYMBOL_BINDING;
    if (bind == SYMBOL_LOCAL) {
        *out = object_define(m->out, s->name, sections[s->section], s->offset, s->size, s->flags);
        return true;
    }
    bool known = map_get(&m->out->by_name, s->name) != NULL;
    *out = object_symbol(m->out, s->name);
    struct object_symbol *have = &m->out->symbols.p[*out];
    if (!known) have->flags = s->flags;
    if (s->section == OBJECT_UNDEF) {
        if (have->section == OBJECT_UNDEF && bind == SYMBOL_GLOBAL) have->flags = SYMBOL_GLOBAL;
        return true;
    }
    if (have->section != OBJECT_UNDEF) {
        bool weak_before = (have->flags & SYMBOL_BINDING) == SYMBOL_WEAK;
        if (bind == SYMBOL_WEAK || str_starts(s->name, STR("pystr."))) return true;
        if (!weak_before) {
            diag_error(m->diags, "PY2E0603", (struct place){.file = o->name},
                       "'" STR_FMT "' is defined twice", STR_ARG(s->name));
            return false;
        }
    }
    have->section = sections[s->section];
    have->offset = s->offset;
    have->size = s->size;
    have->flags = s->flags;
    return true;
}

bool object_merge(struct object *out, struct arena *arena, struct diags *diags, struct str name,
                  struct object *const *in, size_t n) {
    struct merge m = {.out = out, .arena = arena, .diags = diags};
    if (!n) BUG("nothing to merge");
    object_init(out, arena, name, in[0]->machine);
    map_init(&m.contents, arena);
    for (size_t i = 0; i < n; i++) {
        const struct object *o = in[i];
        if (o->machine != out->machine) BUG("objects of two machines");
        uint32_t *sections = NEW_N(arena, uint32_t, o->sections.n + 1);
        uint32_t *symbols = NEW_N(arena, uint32_t, o->symbols.n + 1);
        for (size_t k = 0; k < o->sections.n; k++) sections[k] = add_section(&m, &o->sections.p[k]);
        for (size_t k = 0; k < o->symbols.n; k++)
            if (!add_symbol(&m, o, &o->symbols.p[k], sections, &symbols[k])) return false;
        for (size_t k = 0; k < o->relocs.n; k++) {
            const struct object_reloc *r = &o->relocs.p[k];
            object_reloc(out, sections[r->section], r->offset, r->type, symbols[r->symbol], r->addend);
        }
    }
    return true;
}
