/* Which sections are in the image: those the entry reaches, and the members of groups by their rules. */
#include "rules/link/pass.h"

/* What follows the group's name and a dot. */
static struct str member_name(const struct link *l, const struct group *g, uint32_t section) {
    struct str name = link_section_name(l, section);
    size_t skip = MIN(g->name.n + 1, name.n);
    return (struct str){name.p + skip, name.n - skip};
}

static void use_name(struct link *l, struct str name);
static uint32_t section_of(const struct link *l, uint32_t symbol);

static void mark(struct link *l, uint32_t section) {
    if (l->live[section]) return;
    l->live[section] = true;
    l->reached_from[section] = l->scanning;
    VEC_PUSH(&l->work, l->arena, section);
    if (l->record_of && l->record_of[section]) mark(l, l->record_of[section] - 1);
    const struct group *g = l->group_of[section];
    if (!g || !str_is(g->name, "pystr")) return;
    struct str name = member_name(l, g, section);
    /* An assembler takes no symbol that has the name of a section: assembled sections are "pystr.:NAME". */
    if (name.n && name.p[0] == ':') name.p++, name.n--;
    use_name(l, name);
}

/* ---- methods by the names that can be asked for ---- */

static struct attribute *attribute_get(struct link *l, struct str name) {
    bool is_new;
    void **at = map_at(&l->attributes, name, &is_new);
    if (is_new) *at = NEW(l->arena, struct attribute);
    return *at;
}

static void use_name(struct link *l, struct str name) {
    struct attribute *a = attribute_get(l, name);
    if (a->used) return;
    a->used = true;
    for (size_t i = 0; i < a->members.n; i++)
        if (l->group_of[a->members.p[i]]->wanted) mark(l, a->members.p[i]);
}

/* From here on what is live has its record. */
static void want_records(struct link *l, const struct group *g) {
    if (!l->record_of) l->record_of = NEW_N(l->arena, uint32_t, l->nsections + 1);
    for (size_t i = 0; i < g->members.n; i++) {
        const struct input *in;
        const struct flat_section *s = link_section(l, g->members.p[i], &in);
        if (!s->nrelocs) continue;
        uint32_t bound = link_bind(l, in, in->f.relocs[s->first_reloc].symbol, g->members.p[i]);
        if (bound >= BOUND_SPECIAL || bound + 1 == l->function_dead) continue;
        uint32_t function = section_of(l, bound);
        l->record_of[function] = g->members.p[i] + 1;
        if (l->live[function]) mark(l, g->members.p[i]);
    }
}

static void want_group(struct link *l, struct group *g) {
    if (g->wanted) return;
    g->wanted = true;
    if (g->rule == GROUP_BY_RECORD) want_records(l, g);
    if (g->rule != GROUP_BY_NAME) return;
    for (size_t i = 0; i < g->members.n; i++)
        if (l->all_names || attribute_get(l, member_name(l, g, g->members.p[i]))->used)
            mark(l, g->members.p[i]);
}

/* Names come from data from here on. */
static void want_all_names(struct link *l) {
    if (l->all_names) return;
    l->all_names = true;
    for (size_t i = 0; i < l->groups.n; i++) {
        struct group *g = l->groups.entries[i].value;
        if (g->rule != GROUP_BY_NAME || !g->wanted) continue;
        for (size_t k = 0; k < g->members.n; k++) mark(l, g->members.p[k]);
    }
}

/* A compiled module that refers to one of these may look up a name that no constant of the program spells.
 * `format` does through the fields of its template ("{0.real}"). */
static bool takes_names(struct str symbol) {
    static const char *const words[] = {
        "pystr.getattr",          "pystr.hasattr",  "pystr.dir",        "pystr.vars",
        "pystr.__dict__",         "pystr.__dir__",  "pystr.attrgetter", "pystr.methodcaller",
        "pystr.__getattribute__", "pystr.format",   "pystr.format_map", "pystr.getmembers",
        "pystr.__builtins__",     "pystr.builtins", "rt_import_star",   "pystr.modules",
    };
    for (size_t i = 0; i < COUNT(words); i++)
        if (str_is(symbol, words[i])) return true;
    return false;
}

/* What a compiled module refers to says more than what the runtime does, which knows every operator's name.
 */
static void note_compiled(struct link *l, struct str symbol) {
    if (takes_names(symbol)) want_all_names(l);
    if (str_starts(symbol, STR("pystr.")))
        attribute_get(l, (struct str){symbol.p + 6, symbol.n - 6})->compiled = true;
}

bool link_name_compiled(const struct link *l, struct str name) {
    const struct attribute *a = map_get(&l->attributes, name);
    return a && a->compiled;
}

static void index_attributes(struct link *l) {
    const struct link_request *r = l->request;
    map_init(&l->attributes, l->arena);
    l->all_names = r->all_names;
    for (size_t i = 0; i < l->groups.n; i++) {
        const struct group *g = l->groups.entries[i].value;
        for (size_t k = 0; g->rule == GROUP_BY_NAME && k < g->members.n; k++) {
            struct attribute *a = attribute_get(l, member_name(l, g, g->members.p[k]));
            VEC_PUSH(&a->members, l->arena, g->members.p[k]);
        }
    }
    for (size_t i = 0; r->live_names && i < r->live_names->n; i++)
        if (r->live_names->entries[i].value) use_name(l, r->live_names->entries[i].key);
}

static bool native_wanted(const struct link *l, struct str name) {
    const struct link_request *r = l->request;
    if (r->all_natives) return true;
    for (size_t i = 0; i < r->nnatives; i++)
        if (str_eq(r->natives[i], name)) return true;
    return false;
}

static void mark_roots(struct link *l) {
    const char *entry = l->request->entry ? l->request->entry : "_start";
    uint32_t known = (uint32_t)(uintptr_t)map_get(&l->globals, str_c(entry));
    if (!known) {
        diag_error(l->diags, "PY2E0602", (struct place){0},
                   "undefined symbol '%s' (the entry of the program)", entry);
        return;
    }
    const struct input *in = link_symbol_input(l, known - 1);
    mark(l, in->section_base + in->f.symbols[known - 1 - in->symbol_base].section);
    for (uint32_t s = 0; s < l->nsections; s++) {
        const struct group *g = l->group_of[s];
        if (!g) {
            if (link_section(l, s, NULL)->flags & SECTION_KEEP) mark(l, s);
        } else if (g->rule == GROUP_ALWAYS) {
            mark(l, s);
        } else if (g->rule == GROUP_BY_MODULE && native_wanted(l, member_name(l, g, s))) {
            mark(l, s);
        }
    }
}

bool link_relax(const struct link *l, uint32_t bound, uint32_t *type, int64_t *addend, uint8_t *bytes,
                uint64_t offset, uint64_t size) {
    return bound != BOUND_NONE && l->target->got_relax(type, addend, bytes, offset, size);
}

/* Asks link_relax without changing anything: instructions are looked at in a copy. */
static bool can_relax(const struct link *l, uint32_t bound, const struct flat_reloc *r, const uint8_t *bytes,
                      uint64_t size) {
    uint8_t copy[16] = {0};
    uint64_t low = r->offset >= 4 ? r->offset - 4 : 0, n = MIN(size - low, sizeof copy);
    uint32_t type = r->type;
    int64_t addend = r->addend;
    memcpy(copy, bytes + low, n);
    return link_relax(l, bound, &type, &addend, copy, r->offset - low, n);
}

static void need_cell(struct link *l, uint32_t bound) {
    for (size_t i = 0; i < l->cells.n; i++) /* there are hardly any */
        if (l->cells.p[i] == bound) return;
    VEC_PUSH(&l->cells, l->arena, bound);
}

static void bad_reloc(struct link *l, const struct input *in, uint32_t section, const struct reloc_info *info,
                      uint32_t type) {
    struct str name = link_section_name(l, section);
    diag_error(l->diags, "PY2E0601", (struct place){0},
               "relocation %s (%u) in " STR_FMT " of " STR_FMT " cannot be used",
               info->name ? info->name : "of unknown kind", type, STR_ARG(name), STR_ARG(in->f.name));
}

static uint32_t section_of(const struct link *l, uint32_t symbol) {
    const struct input *in = link_symbol_input(l, symbol);
    return in->section_base + in->f.symbols[symbol - in->symbol_base].section;
}

static void scan(struct link *l, uint32_t section) {
    const struct input *in;
    const struct flat_section *s = link_section(l, section, &in);
    bool compiled = (size_t)(in - l->inputs) < l->request->nobjects;
    for (uint32_t k = 0; k < s->nrelocs; k++) {
        const struct flat_reloc *r = &in->f.relocs[s->first_reloc + k];
        struct reloc_info info = l->target->reloc_info(r->type);
        bool in_code = s->flags & SECTION_EXEC;
        if (info.kind == RELOC_BAD || info.size > s->size - r->offset ||
            (info.kind == RELOC_ABS64 && (in_code || r->offset & 1))) {
            bad_reloc(l, in, section, &info, r->type);
            continue;
        }
        uint32_t bound = link_bind(l, in, r->symbol, section);
        if (compiled && !l->all_names) note_compiled(l, flat_symbol_name(&in->f, r->symbol));
        if (info.kind == RELOC_GOT && !can_relax(l, bound, r, in->f.bytes + s->data, s->size))
            need_cell(l, bound);
        unsigned slot = bound < BOUND_SPECIAL ? link_slot_dead(l, section, r->offset) : 0;
        if (bound == BOUND_NONE) {
            /* Nothing can be at a distance from "nowhere": only words and cells hold a 0. */
            if (info.kind == RELOC_VALUE) {
                struct str name = flat_symbol_name(&in->f, r->symbol);
                bool is_new;
                map_at(&l->reported, name, &is_new);
                if (is_new)
                    diag_error(l->diags, "PY2E0602", (struct place){0},
                               "undefined symbol '" STR_FMT "' (weak, but used by distance)", STR_ARG(name));
            }
        } else if (bound >= BOUND_SPECIAL) {
            struct group *g = l->specials.p[bound - BOUND_SPECIAL].group;
            if (g) want_group(l, g);
        } else {
            uint32_t target = section_of(l, bound);
            if (slot)
                link_slot_wait(l, slot, target);
            else
                mark(l, target);
        }
    }
}

void link_mark_live(struct link *l) {
    l->scanning = OBJECT_UNDEF;
    link_bind_dead(l);
    index_attributes(l);
    link_slots_index(l);
    mark_roots(l);
    if (l->slot_live) mark(l, section_of(l, l->slot_dead));
    do {
        while (l->work.n) {
            l->scanning = l->work.p[--l->work.n];
            scan(l, l->scanning);
        }
    } while (link_slots_ask(l, mark));
}
