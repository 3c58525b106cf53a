/* The table of names that are not carried: what dir() would show and suggestions ("Did you mean") need of the
 * methods that nobody can ask for.
 *
 * An entry, at a multiple of 8: the distance from itself to the method table (8 bytes), the table's word,
 * then the names, each with a NUL, in order, then an empty name. A method table without live members begins
 * and ends at its entry, so that it is told apart from others. Only tables that lack a member have an entry.
 */
#include "rules/link/pass.h"
#include <stdlib.h>

static int group_compare(const void *ap, const void *bp) {
    return str_cmp((*(struct group *const *)ap)->name, (*(struct group *const *)bp)->name);
}

static int name_compare(const void *ap, const void *bp) {
    return str_cmp(*(const struct str *)ap, *(const struct str *)bp);
}

static void add_entry(struct link *l, struct group *g) {
    VEC(struct str) names = {0};
    for (size_t i = 0; i < g->members.n; i++) {
        struct str name = link_section_name(l, g->members.p[i]);
        size_t skip = MIN(g->name.n + 1, name.n);
        if (!l->live[g->members.p[i]])
            VEC_PUSH(&names, l->arena, ((struct str){name.p + skip, name.n - skip}));
    }
    if (!names.n) return;
    qsort(names.p, names.n, sizeof *names.p, name_compare);
    buf_align(&l->dead, 8);
    g->dead_entry = (uint32_t)l->dead.n + 1;
    buf_u64(&l->dead, 0);
    buf_put(&l->dead, g->name.p + strlen("pymeth_"), g->name.n - strlen("pymeth_"));
    buf_putc(&l->dead, 0);
    for (size_t i = 0; i < names.n; i++) {
        buf_str(&l->dead, names.p[i]);
        buf_putc(&l->dead, 0);
    }
    buf_putc(&l->dead, 0);
}

void link_dead_names(struct link *l) {
    buf_init(&l->dead, l->arena);
    if (!l->dead_wanted) return;
    struct group **sorted = NEW_N(l->arena, struct group *, l->groups.n + 1);
    for (size_t i = 0; i < l->groups.n; i++) sorted[i] = l->groups.entries[i].value;
    qsort(sorted, l->groups.n, sizeof *sorted, group_compare);
    for (size_t i = 0; i < l->groups.n; i++)
        if (sorted[i]->rule == GROUP_BY_NAME && sorted[i]->wanted) add_entry(l, sorted[i]);
    buf_align(&l->dead, 8);
}

void link_dead_emit(struct link *l, uint8_t *base, uint64_t address) {
    if (!l->dead.n) return;
    memcpy(base, l->dead.p, l->dead.n);
    for (size_t i = 0; i < l->groups.n; i++) {
        struct group *g = l->groups.entries[i].value;
        if (!g->dead_entry) continue;
        uint64_t at = g->dead_entry - 1;
        if (g->start == UINT64_MAX) g->start_address = g->end_address = address + at;
        uint64_t distance = g->start_address - (address + at);
        memcpy(base + at, &distance, 8);
    }
}
