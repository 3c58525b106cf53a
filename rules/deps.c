/* The check of `deps` against imports. */
#include "rules/deps.h"

bool strs_have(struct strs l, struct str s) {
    for (size_t i = 0; i < l.n; i++)
        if (str_eq(l.p[i], s)) return true;
    return false;
}

static void put_first(struct map *m, struct str key, const struct appspec_owner *o) {
    bool is_new;
    void **at = map_at(m, key, &is_new);
    if (is_new) *at = (void *)o;
}

void owners_index(struct owners *o, struct arena *a, const struct appspec *spec) {
    map_init(&o->srcs, a);
    map_init(&o->roots, a);
    for (size_t i = 0; i < spec->n_owners; i++) {
        const struct appspec_owner *owner = &spec->owners[i];
        for (size_t k = 0; k < owner->srcs.n; k++) put_first(&o->srcs, owner->srcs.p[k], owner);
        for (size_t k = 0; k < owner->roots.n && !owner->srcs.n; k++)
            put_first(&o->roots, owner->roots.p[k], owner);
    }
}

const struct appspec_owner *owners_find(const struct owners *o, struct str file) {
    const struct appspec_owner *owner = map_get(&o->srcs, file);
    if (owner || !file.n || file.p[0] == '/') return owner;
    for (struct str dir = path_dir(file); dir.n && !owner; dir = path_dir(dir))
        owner = map_get(&o->roots, dir);
    return owner ? owner : map_get(&o->roots, STR("."));
}

static void undeclared(struct rule_ctx *c, const struct edge *e, const struct appspec_owner *from,
                       const struct appspec_owner *to) {
    struct place at = {e->from->file, e->line, e->col, e->end_line, e->end_col};
    struct diag *d =
        diag_error(c->diags, "PY2E0346", at,
                   "module '" STR_FMT "' is of " STR_FMT ", which " STR_FMT " does not name in its deps",
                   STR_ARG(e->to->module), STR_ARG(to->label), STR_ARG(from->label));
    diag_help(c->diags, d, "add \"" STR_FMT "\" to the deps in " STR_FMT ", or let `py2 deps --fix` do it",
              STR_ARG(to->label), STR_ARG(from->file));
}

/* A group is named for all that may be wanted of it. A library with resources is used by having it; what is
 * not of the app may be used by a module that this app does not reach. */
void deps_warn_unused(struct rule_ctx *c, const struct appspec *spec, const struct map *used) {
    if (!spec->n_owners) return;
    const struct appspec_owner *app = &spec->owners[0];
    for (size_t i = 0; i < app->named.n; i++) {
        size_t k = 1;
        while (k < spec->n_owners && !str_eq(spec->owners[k].label, app->named.p[i])) k++;
        if (k == spec->n_owners || spec->owners[k].has_resources || map_get(used, app->named.p[i])) continue;
        struct diag *d = diag_warning(c->diags, "PY2E0347", (struct place){.file = app->file},
                                      STR_FMT " names " STR_FMT " in its deps, and imports nothing of it",
                                      STR_ARG(app->label), STR_ARG(app->named.p[i]));
        diag_help(c->diags, d, "remove it, or let `py2 deps --fix` do it");
    }
}

bool deps_check(struct rule_ctx *c, const struct appspec *spec, const struct owners *owners,
                const struct program *program) {
    struct map used, told;
    bool ok = true;
    if (!spec->n_owners) return true;
    map_init(&used, c->arena);
    map_init(&told, c->arena);
    for (size_t i = 0; i < program->edges.n; i++) {
        const struct edge *e = &program->edges.p[i];
        const struct appspec_owner *from = owners_find(owners, e->from->file),
                                   *to = owners_find(owners, e->to->file);
        if (!from || !to || from == to) continue;
        if (from == &spec->owners[0]) map_put(&used, to->label, (void *)to);
        if (strs_have(from->deps, to->label)) continue;
        bool is_new;
        map_at(&told, str_printf(c->arena, STR_FMT " " STR_FMT, STR_ARG(e->from->file), STR_ARG(to->label)),
               &is_new);
        if (is_new) undeclared(c, e, from, to);
        ok = false;
    }
    if (ok) deps_warn_unused(c, spec, &used);
    return ok;
}
