/* Operator slots of built-in types are called by few functions only, each by its own (runtime/abi/abi.def, SLOT).
 * What a slot refers to is live only when one of them is: a program that never divides does not carry
 * division of big ints, and without `**` there are no complex powers and no logarithms under them. A dead
 * slot holds slot_dead, which ends the program with a message. */
#include "rules/link/pass.h"

static const struct {
    uint32_t offset;
    struct str conditions; /* symbols, one space between */
} slots[] = {
#define SLOT(offset, field, conditions) {offset, {conditions, sizeof(conditions) - 1}},
#include "runtime/abi/abi.def"
};

enum {
#define TYPE_SIZE(bytes) TYPE_BYTES = (bytes)
#include "runtime/abi/abi.def"
};

void link_slots_index(struct link *l) {
    uint32_t dead = (uint32_t)(uintptr_t)map_get(&l->globals, STR("slot_dead"));
    if (!dead || l->all_names || !l->request->runtime.n) return;
    const struct input *in = &l->inputs[l->ninputs - 1]; /* the runtime is last */
    l->slot_dead = dead - 1;
    l->slot_live = NEW_N(l->arena, bool, COUNT(slots));
    l->is_type = NEW_N(l->arena, bool, l->nsections + 1);
    for (uint32_t i = 0; i < in->f.header->nsymbols; i++) {
        const struct flat_symbol *s = &in->f.symbols[i];
        struct str name = flat_symbol_name(&in->f, i);
        if (s->section == OBJECT_UNDEF || s->offset || s->size != TYPE_BYTES) continue;
        if (in->f.sections[s->section].size != TYPE_BYTES) continue;
        l->is_type[in->section_base + s->section] =
            str_ends(name, STR("_type")) || str_starts(name, STR("exc_"));
    }
}

unsigned link_slot_dead(const struct link *l, uint32_t section, uint64_t offset) {
    if (!l->is_type || !l->is_type[section]) return 0;
    for (unsigned i = 0; i < COUNT(slots); i++)
        if (slots[i].offset == offset) return l->slot_live[i] ? 0 : i + 1;
    return 0;
}

void link_slot_wait(struct link *l, unsigned slot, uint32_t target) {
    struct slot_wait w = {slot - 1, target};
    VEC_PUSH(&l->waiting, l->arena, w);
}

static bool holds(const struct link *l, struct str condition) {
    if (str_starts(condition, STR("pystr.")))
        return link_name_compiled(l, (struct str){condition.p + 6, condition.n - 6});
    uint32_t known = (uint32_t)(uintptr_t)map_get(&l->globals, condition);
    if (!known) return true; /* a function we do not see may call it */
    const struct input *in = link_symbol_input(l, known - 1);
    return l->live[in->section_base + in->f.symbols[known - 1 - in->symbol_base].section];
}

static bool slot_holds(const struct link *l, struct str conditions) {
    if (l->all_names) return true;
    while (conditions.n) {
        const char *space = memchr(conditions.p, ' ', conditions.n);
        size_t n = space ? (size_t)(space - conditions.p) : conditions.n;
        if (holds(l, (struct str){conditions.p, n})) return true;
        n = MIN(n + 1, conditions.n);
        conditions.p += n, conditions.n -= n;
    }
    return false;
}

bool link_slots_ask(struct link *l, void (*revive)(struct link *, uint32_t section)) {
    bool any = false;
    for (unsigned i = 0; l->slot_live && i < COUNT(slots); i++) {
        if (l->slot_live[i] || !slot_holds(l, slots[i].conditions)) continue;
        l->slot_live[i] = any = true;
        for (size_t k = 0; k < l->waiting.n; k++)
            if (l->waiting.p[k].slot == i) revive(l, l->waiting.p[k].target);
    }
    return any;
}
