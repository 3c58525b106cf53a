/* `py2 affected --since REV`: the labels whose results can differ from those of the revision.
 *
 * An app that is up to date now knows every question its stages asked. When no answer to any of them lies in
 * what changed, the revision gave the same answers in the same order, hence the same bytes: such an app is
 * not affected, whatever its recipe declares. All others go by what is declared: a label is affected when its
 * recipe, a file it names or something it needs is. So the answer may name too much, never too little. */
#define _GNU_SOURCE
#include "engine/recipe/appspec.h"
#include "engine/query/changes.h"
#include "engine/query/web.h"

#include <stdio.h>
#include <stdlib.h>

struct affected {
    struct session *s;
    struct web w;
    struct changes changes;
    const struct map_entry **sorted; /* changes.paths by name */
    size_t n_sorted;
    struct map judged; /* a node's address -> struct verdict */
    set direct, cleared;
    struct str *reasons; /* of the labels in `direct` */
};

struct verdict {
    bool affected;
    struct str reason;
};

/* ---- by what stages asked ---- */

static struct str describe(struct affected *x, struct str path) {
    const char *how = map_get(&x->changes.paths, path);
    return str_printf(&x->s->arena, STR_FMT " %s", STR_ARG(path), how ? how : "has other entries");
}

/* What lies in a directory that came or went, in another repository or behind a link that leads elsewhere
 * now, is changed with it. */
static void judge_leaf(struct affected *x, const struct node *n, struct verdict *v) {
    if (n->leaf == LEAF_ENV || n->leaf == LEAF_PARAM) return;
    struct str at = n->key;
    v->affected = n->leaf == LEAF_DIR && map_get(&x->changes.dirs, at.n ? at : STR("."));
    while (!v->affected && at.n) {
        v->affected = map_get(&x->changes.paths, at);
        if (!v->affected) at = path_dir(at);
    }
    if (v->affected) v->reason = describe(x, at);
}

static const struct verdict *judge(struct affected *x, struct node *n) {
    struct arena *a = &x->s->arena;
    bool is_new;
    void **at = map_at(&x->judged, str_dup(a, (struct str){(const char *)&n, sizeof n}), &is_new);
    if (!is_new) return *at;
    struct verdict *v = NEW(a, struct verdict);
    *at = v;
    if (n->leaf) judge_leaf(x, n, v);
    const struct trace *t = n->leaf ? NULL : node_trace(&x->s->build, n);
    for (size_t i = 0; t && i < t->n && !v->affected; i++) *v = *judge(x, t->deps[i].node);
    if (!v->affected && node_old(&x->s->build, n) && n->old_version.p &&
        !str_is(n->old_version, n->rule->version)) {
        v->affected = true;
        v->reason = str_printf(a, "py2 itself changed (rule %s)", n->rule->name);
    }
    return v;
}

/* ---- by what is declared ---- */

static bool below(struct str path, struct str dir) {
    if (str_is(dir, ".") || !dir.n) return true;
    return str_starts(path, dir) && (path.n == dir.n || path.p[dir.n] == '/');
}

/* Roots of imports matter for sources, and for directories, which can be imported as well. */
static bool may_be_imported(const struct map_entry *change) {
    return str_ends(change->key, STR(".py")) || change->value == changes_new_dir ||
           change->value == changes_gone_dir || change->value == changes_other_dir;
}

static void add_reason(struct affected *x, size_t i, struct str reason) {
    if (x->direct[i]) return;
    x->direct[i] = 1;
    x->reasons[i] = reason;
}

/* Is `path` or anything below it changed? Then the first of them, else NULL. */
static const struct map_entry *change_below(const struct affected *x, struct str path, bool root) {
    bool everything = !path.n || str_is(path, ".");
    size_t low = 0, high = x->n_sorted;
    while (low < high) { /* the first one behind `path` */
        size_t middle = (low + high) / 2;
        if (!everything && str_cmp(x->sorted[middle]->key, path) < 0)
            low = middle + 1;
        else
            high = everything ? 0 : middle;
    }
    for (; low < x->n_sorted; low++) {
        const struct map_entry *change = x->sorted[low];
        bool within = everything || below(change->key, path);
        if (within && (!root || may_be_imported(change))) return change;
        if (!within && !str_starts(change->key, path)) break; /* "a-b" lies between "a" and "a/b" */
    }
    return NULL;
}

static void match_path(struct affected *x, size_t i, struct str path, bool root) {
    const struct map_entry *change = x->direct[i] ? NULL : change_below(x, path, root);
    if (change) add_reason(x, i, describe(x, change->key));
}

/* Every string in a field counts as a path, those in branches of a select{} and values of a map included. */
static void match_field(struct affected *x, size_t i, const char *field, bool root, const struct value *v) {
    struct arena *a = &x->s->arena;
    struct str here = x->w.packages[x->w.v[i].package].p.path;
    if (!v) v = value_field(&x->w.v[i].decl->fields, field);
    if (!v) return;
    for (size_t k = 0; v->kind >= V_LIST && k < v->n; k++) match_field(x, i, field, root, &v->items[k]);
    if (v->kind == V_STR && v->s.n) match_path(x, i, path_clean(a, path_join(a, here, v->s)), root);
}

/* Where the imports of a label are looked up when it has no `roots`: beside the main file, else in its
 * package. */
static void match_default_root(struct affected *x, size_t i) {
    struct arena *a = &x->s->arena;
    const struct vertex *v = &x->w.v[i];
    struct str here = x->w.packages[v->package].p.path;
    const struct value *main = value_field(&v->decl->fields, "main");
    if (value_field(&v->decl->fields, "roots")) return;
    if (main && main->kind == V_STR && str_ends(main->s, STR(".py")))
        here = path_dir(path_clean(a, path_join(a, here, main->s)));
    match_path(x, i, here, true);
}

static void judge_declared(struct affected *x, size_t i) {
    static const char *const files[] = {"main", "srcs", "files", "libraries", "symbols", "icon"};
    const struct vertex *v = &x->w.v[i];
    bool code = str_is(v->word, "app") || str_is(v->word, "test") || str_is(v->word, "library");
    const struct verdict *recipe = judge(x, x->w.packages[v->package].node);
    if (recipe->affected) add_reason(x, i, recipe->reason);
    for (size_t f = 0; f < COUNT(files); f++) match_field(x, i, files[f], false, NULL);
    if (!code) return;
    match_field(x, i, "roots", true, NULL);
    match_default_root(x, i);
}

/* A dependency that is declared no more: its recipe changed or went. */
static void judge_dangling(struct affected *x) {
    struct arena *a = &x->s->arena;
    for (size_t i = 0; i < x->w.dangling.n; i++) {
        const struct dangling *d = &x->w.dangling.p[i];
        struct str recipe = path_join(a, d->label.package, STR("build.py2"));
        if (map_get(&x->changes.paths, recipe)) add_reason(x, d->from, describe(x, recipe));
    }
}

/* ---- the apps that know better ---- */

/* Asks whether each app is up to date without running a stage, and lets those that are decide. */
static bool judge_apps(struct affected *x) {
    struct session *s = x->s;
    struct product *products;
    size_t n;
    struct str what, root, target, cycle;
    /* Patterns name apps; a test is an app when it is named by its label. */
    VEC(struct str) names = {0};
    VEC_PUSH(&names, &s->arena, STR("//..."));
    for (size_t i = 0; i < x->w.n; i++)
        if (str_is(x->w.v[i].word, "test")) VEC_PUSH(&names, &s->arena, x->w.v[i].label);
    if (!session_select(s, names.n, names.p, &products, &n)) return false;
    struct node **nodes = NEW_N(&s->arena, struct node *, n);
    set outdated = set_new(&x->w);
    for (size_t i = 0; i < n; i++) nodes[i] = products[i].node;
    schedule_need(&s->build, s->worker, nodes, n, &cycle);
    for (size_t i = 0; i < n && !s->build.cancelled; i++) {
        uint32_t at = appspec_key_split(products[i].key, &what, &root, &target) ? web_find(&x->w, what)
                                                                                : (uint32_t)NO_VERTEX;
        if (at == NO_VERTEX) continue;
        if (nodes[i]->state != NODE_DONE) {
            outdated[at] = 1;
            continue;
        }
        const struct verdict *v = judge(x, nodes[i]);
        x->cleared[at] = 1;
        if (v->affected) add_reason(x, at, v->reason);
    }
    for (size_t i = 0; i < x->w.n; i++) x->cleared[i] &= !outdated[i];
    return !s->build.cancelled;
}

/* ---- the command ---- */

static set everything_affected(struct affected *x, struct str reason) {
    for (size_t i = 0; i < x->w.n; i++) add_reason(x, i, reason);
    return x->direct;
}

static int by_path(const void *a, const void *b) {
    return str_cmp((*(const struct map_entry *const *)a)->key, (*(const struct map_entry *const *)b)->key);
}

static void sort_changes(struct affected *x) {
    x->n_sorted = x->changes.paths.n;
    x->sorted = NEW_N(&x->s->arena, const struct map_entry *, x->n_sorted);
    for (size_t i = 0; i < x->n_sorted; i++) x->sorted[i] = &x->changes.paths.entries[i];
    if (x->n_sorted) qsort(x->sorted, x->n_sorted, sizeof *x->sorted, by_path);
}

static set find_affected(struct affected *x) {
    struct str pin = STR(".py2-version");
    set open = set_new(&x->w);
    if (map_get(&x->changes.paths, pin)) return everything_affected(x, describe(x, pin));
    if (!judge_apps(x)) return NULL;
    for (size_t i = 0; i < x->w.n; i++)
        if (!x->cleared[i]) judge_declared(x, i);
    judge_dangling(x);
    for (size_t i = 0; i < x->w.n; i++) open[i] = !x->cleared[i] || x->direct[i];
    return web_closure(&x->w, x->direct, true, ANY_DEPTH, open);
}

static void tell_reasons(struct affected *x, const uint8_t *found) {
    struct session *s = x->s;
    size_t n = 0;
    for (size_t i = 0; i < x->w.n; i++) {
        n += found[i];
        if (!found[i] || !s->opt.verbose) continue;
        tell(s, STR_FMT ": " STR_FMT, STR_ARG(x->w.v[i].label),
             STR_ARG(x->direct[i] ? x->reasons[i] : STR("something it needs is affected")));
    }
    if (s->opt.progress == PROGRESS_NONE || s->opt.format != FORMAT_HUMAN) return;
    tell(s, "%zu of %zu labels are affected by %zu changed path%s since %.12s", n, x->w.n, x->changes.paths.n,
         x->changes.paths.n == 1 ? "" : "s", x->changes.base.p);
}

struct asked {
    struct str since, output;
};

static int affected_body(struct session *s, void *arg) {
    struct asked *asked = arg;
    struct affected x = {.s = s};
    if (!web_load(&x.w, s)) return EXIT_USAGE;
    if (!changes_since(s, asked->since, &x.changes)) return EXIT_USAGE;
    sort_changes(&x);
    map_init(&x.judged, &s->arena);
    x.direct = set_new(&x.w);
    x.cleared = set_new(&x.w);
    x.reasons = NEW_N(&s->arena, struct str, x.w.n);
    set found = find_affected(&x);
    if (!found) return EXIT_USAGE;
    if (s->opt.args.n) {
        struct buf text;
        buf_init(&text, &s->arena);
        for (size_t i = 0; i < s->opt.args.n; i++) buf_printf(&text, " " STR_FMT, STR_ARG(s->opt.args.p[i]));
        set within = query_set(&x.w, buf_view(&text));
        if (!within) return EXIT_USAGE;
        for (size_t i = 0; i < x.w.n; i++) found[i] &= within[i];
    }
    tell_reasons(&x, found);
    /* Nothing affected is a pattern that takes everything away, so that `py2 test $(py2 affected …)` then
     * tests nothing, not all. */
    return web_print(&x.w, found, asked->output, "-//...") ? EXIT_DONE : EXIT_USAGE;
}

int command_affected(struct session *s) {
    struct asked asked = {.output = STR("label")};
    if (!take_flag(s, "output", &asked.output) || !take_flag(s, "since", &asked.since) || !no_more_flags(s))
        return EXIT_USAGE;
    if (!asked.since.n) {
        cli_usage_error(s, "affected needs a revision: py2 affected --since origin/main");
        return EXIT_USAGE;
    }
    s->opt.dry_run = true;
    return session_open(s, true) ? session_work(s, affected_body, &asked) : EXIT_USAGE;
}
