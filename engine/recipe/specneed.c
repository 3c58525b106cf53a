/* An app's spec put together from what it and its libraries declare. */
#include "engine/recipe/appspec.h"

static void list_join(struct arena *a, struct strs *to, struct map *seen, struct strs more) {
    bool is_new;
    VEC(struct str) v = {to->p, to->n, to->n};
    for (size_t i = 0; i < more.n; i++) {
        map_at(seen, more.p[i], &is_new);
        if (is_new) VEC_PUSH(&v, a, more.p[i]);
    }
    *to = (struct strs){v.p, v.n};
}

static bool take_libraries(struct rule_ctx *c, size_t n, const struct str *keys, struct library *out) {
    struct rule_query *queries = NEW_N(c->arena, struct rule_query, n);
    struct rule_dep *deps = NEW_N(c->arena, struct rule_dep, n);
    for (size_t i = 0; i < n; i++) queries[i] = (struct rule_query){"library", keys[i]};
    if (!rule_need_many(c, n, queries, deps)) return false;
    for (size_t i = 0; i < n; i++) {
        struct str bytes;
        if (!rule_bytes(c, &deps[i], &bytes)) return false;
        if (!library_decode(c->arena, bytes, &out[i])) BUG("library " STR_FMT, STR_ARG(keys[i]));
        out[i].owner.key = keys[i];
    }
    return true;
}

/* Each resource once, the app's before those of its libraries. */
static void join_resources(struct arena *a, struct appspec *s, const struct library *libraries, size_t n) {
    VEC(struct appspec_resource) all = {0};
    struct map seen;
    bool is_new;
    map_init(&seen, a);
    for (size_t i = 0; i < s->n_resources; i++) {
        map_put(&seen, s->resources[i].label, s);
        VEC_PUSH(&all, a, s->resources[i]);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < libraries[i].n_resources; k++) {
            map_at(&seen, libraries[i].resources[k].label, &is_new);
            if (is_new) VEC_PUSH(&all, a, libraries[i].resources[k]);
        }
    s->resources = all.p;
    s->n_resources = all.n;
}

bool appspec_need(struct rule_ctx *c, struct str key, struct appspec *s) {
    struct arena *a = c->arena;
    struct str bytes;
    struct map roots, srcs;
    if (!rule_need(c, "appspec", key, &bytes)) return false;
    if (!appspec_decode(a, bytes, s)) BUG("appspec of " STR_FMT, STR_ARG(key));
    if (!s->n_owners) return true;
    struct library *libraries = NEW_N(a, struct library, s->libraries.n);
    if (!take_libraries(c, s->libraries.n, s->libraries.p, libraries)) return false;
    struct appspec_owner *owners = NEW_N(a, struct appspec_owner, s->libraries.n + 1);
    owners[0] = s->owners[0];
    map_init(&roots, a);
    map_init(&srcs, a);
    s->roots = (struct strs){0};
    for (size_t i = 0; i <= s->libraries.n; i++) {
        if (i) owners[i] = libraries[i - 1].owner;
        list_join(a, &s->roots, &roots, owners[i].roots);
        if (i) list_join(a, &s->srcs, &srcs, owners[i].srcs);
    }
    s->owners = owners;
    s->n_owners = s->libraries.n + 1;
    join_resources(a, s, libraries, s->libraries.n);
    return true;
}

bool library_need(struct rule_ctx *c, struct str key, struct appspec_owner *self,
                  struct appspec_owner **deps) {
    struct library l;
    struct arena *a = c->arena;
    if (!take_libraries(c, 1, &key, &l)) return false;
    *self = l.owner;
    size_t n = l.owner.deps.n;
    struct str *keys = NEW_N(a, struct str, n), label, target, near;
    if (!library_key_split(key, &label, &target, &near)) BUG("library key " STR_FMT, STR_ARG(key));
    struct library *all = NEW_N(a, struct library, n);
    for (size_t i = 0; i < n; i++) keys[i] = library_key(a, l.owner.deps.p[i], target, near);
    if (!take_libraries(c, n, keys, all)) return false;
    *deps = NEW_N(a, struct appspec_owner, n);
    for (size_t i = 0; i < n; i++) (*deps)[i] = all[i].owner;
    return true;
}
