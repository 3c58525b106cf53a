/* The fixpoint over names: rapid type analysis without types. */
#include "rules/liveness.h"

struct live_module {
    const struct reach_functions *functions;
    bool *live;
};

static uint32_t *slot(const struct liveness *l, uint32_t hash) {
    size_t i = hash * 2654435761u & (l->cap - 1);
    while (l->set[i] && l->set[i] != hash) i = (i + 1) & (l->cap - 1);
    return &l->set[i];
}

static bool mentioned(const struct liveness *l, uint32_t hash) {
    return !hash || *slot(l, hash);
}

static void put(struct liveness *l, uint32_t hash) {
    uint32_t *at = slot(l, hash);
    if (*at || !hash) return;
    *at = hash;
    if (++l->n * 2 < l->cap) return;
    uint32_t *old = l->set;
    size_t n = l->cap;
    l->cap *= 2;
    l->set = NEW_N(l->a, uint32_t, l->cap);
    for (size_t i = 0; i < n; i++)
        if (old[i]) *slot(l, old[i]) = old[i];
}

/* Names by which the runtime itself calls into the library. */
static const struct str runtime_names[] = {
#define X(id, text) {text, sizeof(text) - 1},
#include "runtime/object/names.def"
#undef X
};

void liveness_init(struct liveness *l, struct arena *a) {
    *l = (struct liveness){.a = a, .cap = 1 << 12};
    l->set = NEW_N(a, uint32_t, l->cap);
    for (size_t i = 0; i < COUNT(runtime_names); i++) put(l, reach_hash(runtime_names[i]));
}

/* Parts are kept beside the names, changed so that they do not meet them. */
static uint32_t as_part(uint32_t hash) {
    return hash ^ 0x9e3779b9u;
}

static void mention_function(struct liveness *l, const struct reach_function *f) {
    for (size_t i = 0; i < f->names.n; i++) put(l, f->names.p[i]);
    for (size_t i = 0; i < f->parts.n; i++) put(l, as_part(f->parts.p[i]));
}

void liveness_mention(struct liveness *l, const struct reach_functions *functions) {
    for (size_t i = 0; i < functions->items.n; i++) mention_function(l, &functions->items.p[i]);
}

struct live_module *liveness_add(struct liveness *l, const struct reach_functions *functions) {
    struct live_module *m = NEW(l->a, struct live_module);
    *m = (struct live_module){functions, NEW_N(l->a, bool, functions->items.n + 1)};
    VEC_PUSH(&l->modules, l->a, m);
    return m;
}

static bool is_called(const struct liveness *l, const struct reach_function *f) {
    if (!mentioned(l, f->owner)) return false;
    if (f->flags & FUNCTION_ALWAYS || mentioned(l, f->name)) return true;
    for (size_t i = 0; i < f->own.n; i++)
        if (mentioned(l, as_part(f->own.p[i]))) return true;
    return false;
}

static bool update_module(struct liveness *l, struct live_module *m) {
    bool changed = false;
    for (size_t i = 0; i < m->functions->items.n; i++) {
        if (m->live[i] || !is_called(l, &m->functions->items.p[i])) continue;
        m->live[i] = changed = true;
        mention_function(l, &m->functions->items.p[i]);
    }
    return changed;
}

bool liveness_update(struct liveness *l) {
    bool any = false;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < l->modules.n; i++) changed |= update_module(l, l->modules.p[i]);
        any |= changed;
    }
    return any;
}

bool liveness_of(const struct live_module *m, uint32_t function) {
    return function >= m->functions->items.n || m->live[function];
}

struct hashes liveness_dead(const struct live_module *m, struct arena *a) {
    VEC(uint32_t) dead = {0};
    for (uint32_t i = 0; i < m->functions->items.n; i++)
        if (!m->live[i]) VEC_PUSH(&dead, a, i);
    return (struct hashes){dead.p, dead.n};
}
