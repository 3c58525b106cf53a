/* Opening inputs, sorting sections into groups, binding names. */
#include "rules/link/pass.h"

static const struct {
    struct str prefix;
    enum group_rule rule;
} group_rules[] = {
    {{"pyic_attr", 9}, GROUP_BY_REFERENCE}, {{"pyic_method", 11}, GROUP_BY_REFERENCE},
    {{"pyic_set", 8}, GROUP_BY_REFERENCE},  {{"pymod", 5}, GROUP_ALWAYS},
    {{"pybcache", 8}, GROUP_BY_REFERENCE},  {{"pynative", 8}, GROUP_BY_MODULE},
    {{"pyframe", 7}, GROUP_BY_RECORD},      {{"pycode", 6}, GROUP_BY_RECORD},
      {{"pyres", 5}, GROUP_ALWAYS},           {{"pyroot", 6}, GROUP_BY_REFERENCE},
    {{"pystr", 5}, GROUP_BY_REFERENCE},
};

static const struct {
    struct str name;
    enum special_kind kind;
} specials[] = {
    {{"__image_base", 12}, SPECIAL_IMAGE_BASE},   {{"__image_end", 11}, SPECIAL_IMAGE_END},
    {{"__relr_start", 12}, SPECIAL_RELR_START},   {{"__relr_stop", 11}, SPECIAL_RELR_STOP},
    {{"__relro_start", 13}, SPECIAL_RELRO_START}, {{"__relro_stop", 12}, SPECIAL_RELRO_STOP},
    {{"__build_id", 10}, SPECIAL_BUILD_ID},       {{"__packed_start", 14}, SPECIAL_PACKED_START},
    {{"__packed_stop", 13}, SPECIAL_PACKED_STOP}, {{"__data_start", 12}, SPECIAL_DATA_START},
};

/* "GROUP.rest": the length of GROUP and its rule, or 0. A group's bare name is the group too. */
static size_t group_prefix(struct str name, enum group_rule *rule) {
    if (name.n < 5 || name.p[0] != 'p' || name.p[1] != 'y') return 0;
    const char *dot = memchr(name.p, '.', name.n);
    size_t n = dot ? (size_t)(dot - name.p) : name.n;
    struct str prefix = {name.p, n};
    if (str_starts(prefix, STR("pymeth_"))) {
        *rule = GROUP_BY_NAME;
        return n;
    }
    for (size_t i = 0; i < COUNT(group_rules); i++)
        if (str_eq(prefix, group_rules[i].prefix)) {
            *rule = group_rules[i].rule;
            return n;
        }
    return 0;
}

static struct group *group_get(struct link *l, struct str name, enum group_rule rule) {
    bool is_new;
    void **at = map_at(&l->groups, name, &is_new);
    if (is_new) {
        struct group *g = NEW(l->arena, struct group);
        g->name = name;
        g->rule = rule;
        g->start = g->end = UINT64_MAX;
        *at = g;
    }
    return *at;
}

static bool open_inputs(struct link *l) {
    const struct link_request *r = l->request;
    l->inputs = NEW_N(l->arena, struct input, r->nobjects + 2);
    struct str resources = link_resources(l->arena, l->diags, r);
    if (r->nresources && !resources.n) return false;
    for (size_t i = 0; i < r->nobjects + 2; i++) {
        struct str bytes = i < r->nobjects ? r->objects[i] : i == r->nobjects ? resources : r->runtime;
        if (i >= r->nobjects && !bytes.n) continue;
        struct input *in = &l->inputs[l->ninputs++];
        bool own = i > r->nobjects;
        bool good = own ? flat_open_own(&in->f, l->arena, bytes) : flat_open(&in->f, l->arena, bytes);
        if (!good || in->f.header->machine != l->target->machine) {
            diag_error(l->diags, "PY2E0601", (struct place){0}, "object %zu is %s", i,
                       good ? "made for another machine" : "damaged");
            return false;
        }
        in->section_base = l->nsections;
        in->symbol_base = l->nsymbols;
        if (l->nsections + (uint64_t)in->f.header->nsections >= BOUND_SPECIAL ||
            l->nsymbols + (uint64_t)in->f.header->nsymbols >= BOUND_SPECIAL)
            BUG("too many sections or symbols");
        l->nsections += in->f.header->nsections;
        l->nsymbols += in->f.header->nsymbols;
    }
    return true;
}

static void index_sections(struct link *l) {
    l->input_of = NEW_N(l->arena, uint32_t, l->nsections + 1);
    l->live = NEW_N(l->arena, bool, l->nsections + 1);
    l->reached_from = NEW_N(l->arena, uint32_t, l->nsections + 1);
    l->group_of = NEW_N(l->arena, struct group *, l->nsections + 1);
    l->offset = NEW_N(l->arena, uint64_t, l->nsections + 1);
    l->output = NEW_N(l->arena, uint8_t, l->nsections + 1);
    l->bound = NEW_N(l->arena, uint32_t, l->nsymbols + 1);
    l->input_of_symbol = NEW_N(l->arena, uint32_t, l->nsymbols + 1);
    for (uint32_t i = 0; i < l->ninputs; i++) {
        const struct input *in = &l->inputs[i];
        for (uint32_t k = 0; k < in->f.header->nsymbols; k++) l->input_of_symbol[in->symbol_base + k] = i;
        for (uint32_t k = 0; k < in->f.header->nsections; k++) {
            uint32_t s = in->section_base + k;
            enum group_rule rule;
            struct str name = flat_section_name(&in->f, k);
            size_t n = group_prefix(name, &rule);
            l->input_of[s] = i;
            if (!n) continue;
            struct group *g = l->group_of[s] = group_get(l, (struct str){name.p, n}, rule);
            VEC_PUSH(&g->members, l->arena, s);
        }
    }
}

static unsigned binding(const struct flat_symbol *s) {
    return s->flags & SYMBOL_BINDING;
}

static const struct flat_symbol *symbol_of(const struct link *l, uint32_t symbol, const struct input **in) {
    *in = link_symbol_input(l, symbol);
    return &(*in)->f.symbols[symbol - (*in)->symbol_base];
}

/* Two definitions of one name: which stays? */
static uint32_t choose(struct link *l, struct str name, uint32_t first, uint32_t second) {
    const struct input *a, *b;
    const struct flat_symbol *x = symbol_of(l, first, &a), *y = symbol_of(l, second, &b);
    if (str_starts(name, STR("pystr.")) || binding(y) == SYMBOL_WEAK) return first;
    if (binding(x) == SYMBOL_WEAK) return second;
    struct diag *d =
        diag_error(l->diags, "PY2E0603", (struct place){0}, "'" STR_FMT "' is defined twice", STR_ARG(name));
    diag_why(l->diags, d, "defined in " STR_FMT " and in " STR_FMT, STR_ARG(a->f.name), STR_ARG(b->f.name));
    return first;
}

static void index_names(struct link *l) {
    map_init(&l->globals, l->arena);
    map_init(&l->specials_by_name, l->arena);
    map_init(&l->reported, l->arena);
    for (uint32_t i = 0; i < l->ninputs; i++) {
        const struct input *in = &l->inputs[i];
        for (uint32_t k = 0; k < in->f.header->nsymbols; k++) {
            const struct flat_symbol *s = &in->f.symbols[k];
            if (binding(s) == SYMBOL_LOCAL || s->section == OBJECT_UNDEF) continue;
            bool is_new;
            struct str name = flat_symbol_name(&in->f, k);
            void **at = map_at(&l->globals, name, &is_new);
            uint32_t number = in->symbol_base + k;
            if (!is_new) number = choose(l, name, (uint32_t)(uintptr_t)*at - 1, number);
            *at = (void *)(uintptr_t)(number + 1);
        }
    }
}

bool link_load(struct link *l) {
    size_t errors = l->diags->errors;
    map_init(&l->groups, l->arena);
    if (!open_inputs(l)) return false;
    index_sections(l);
    index_names(l);
    return l->diags->errors == errors;
}

/* ---- binding ---- */

/* A name the linker itself defines, or BOUND_NONE. */
static uint32_t bind_special(struct link *l, struct str name) {
    struct special s = {.name = name};
    void *known = map_get(&l->specials_by_name, name);
    if (known) return BOUND_SPECIAL + (uint32_t)(uintptr_t)known - 1;
    if (!str_starts(name, STR("__"))) return BOUND_NONE;
    bool stop = str_starts(name, STR("__stop_")), found = false;
    if (str_is(name, "__start_pydead") || str_is(name, "__stop_pydead")) {
        s.kind = stop ? SPECIAL_DEAD_STOP : SPECIAL_DEAD_START;
        l->dead_wanted = found = true;
    }
    if (!found && (stop || str_starts(name, STR("__start_")))) {
        size_t skip = stop ? 7 : 8;
        enum group_rule rule;
        struct str group = {name.p + skip, name.n - skip};
        if (group_prefix(group, &rule) != group.n) return BOUND_NONE;
        s.kind = stop ? SPECIAL_GROUP_STOP : SPECIAL_GROUP_START;
        s.group = group_get(l, group, rule);
        found = true;
    }
    for (size_t i = 0; i < COUNT(specials) && !found; i++)
        if (str_eq(name, specials[i].name)) {
            s.kind = specials[i].kind;
            l->pack_data |= s.kind == SPECIAL_PACKED_START;
            found = true;
        }
    if (!found) return BOUND_NONE;
    VEC_PUSH(&l->specials, l->arena, s);
    map_put(&l->specials_by_name, name, (void *)(uintptr_t)l->specials.n);
    return BOUND_SPECIAL + (uint32_t)l->specials.n - 1;
}

static void undefined(struct link *l, struct str name, const struct input *in, uint32_t section) {
    bool is_new;
    map_at(&l->reported, name, &is_new);
    if (!is_new) return;
    struct diag *d =
        diag_error(l->diags, "PY2E0602", (struct place){0}, "undefined symbol '" STR_FMT "'", STR_ARG(name));
    if (section == OBJECT_UNDEF) return;
    struct str where = link_section_name(l, section);
    diag_why(l->diags, d, "referred to by " STR_FMT " in " STR_FMT, STR_ARG(where), STR_ARG(in->f.name));
}

uint32_t link_bind(struct link *l, const struct input *in, uint32_t index, uint32_t section) {
    uint32_t number = in->symbol_base + index;
    if (l->bound[number] != UNBOUND) return l->bound[number] - 1;
    const struct flat_symbol *s = &in->f.symbols[index];
    uint32_t to = number;
    if (binding(s) != SYMBOL_LOCAL) {
        struct str name = flat_symbol_name(&in->f, index);
        uint32_t known = (uint32_t)(uintptr_t)map_get(&l->globals, name);
        to = known ? known - 1 : bind_special(l, name);
        if (to == BOUND_NONE && binding(s) != SYMBOL_WEAK) undefined(l, name, in, section);
    }
    l->bound[number] = to + 1; /* BOUND_NONE + 1 is UNBOUND: asked again, told once */
    return to;
}
