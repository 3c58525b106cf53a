/* The check of `deps` against imports. */
#include "rules/deps.h"

static bool lists(struct strs l, struct str s) {
    for (size_t i = 0; i < l.n; i++)
        if (str_eq(l.p[i], s)) return true;
    return false;
}

/* How long the root is that the file lies under, counted so that the root "." is shorter than any; 0: not
 * under it. */
static size_t under(struct str root, struct str file) {
    if (str_is(root, ".") || !root.n) return file.n && file.p[0] != '/';
    bool inside = file.n > root.n && str_starts(file, root) && file.p[root.n] == '/';
    return inside ? root.n + 1 : 0;
}

const struct appspec_owner *deps_owner(const struct appspec *spec, struct str file) {
    const struct appspec_owner *best = NULL;
    size_t longest = 0;
    for (size_t i = 0; i < spec->n_owners; i++) {
        const struct appspec_owner *o = &spec->owners[i];
        if (lists(o->srcs, file)) return o;
        for (size_t k = 0; k < o->roots.n && !o->srcs.n; k++) {
            size_t n = under(o->roots.p[k], file);
            if (n > longest) longest = n, best = o;
        }
    }
    return best;
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
static void warn_unused(struct rule_ctx *c, const struct appspec *spec, const struct map *used) {
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

bool deps_check(struct rule_ctx *c, const struct appspec *spec, const struct program *program) {
    struct map used, told;
    bool ok = true;
    if (!spec->n_owners) return true;
    map_init(&used, c->arena);
    map_init(&told, c->arena);
    for (size_t i = 0; i < program->edges.n; i++) {
        const struct edge *e = &program->edges.p[i];
        const struct appspec_owner *from = deps_owner(spec, e->from->file),
                                   *to = deps_owner(spec, e->to->file);
        if (!from || !to || from == to) continue;
        if (from == &spec->owners[0]) map_put(&used, to->label, (void *)to);
        if (lists(from->deps, to->label)) continue;
        bool is_new;
        map_at(&told, str_printf(c->arena, STR_FMT " " STR_FMT, STR_ARG(e->from->file), STR_ARG(to->label)),
               &is_new);
        if (is_new) undeclared(c, e, from, to);
        ok = false;
    }
    if (ok) warn_unused(c, spec, &used);
    return ok;
}
