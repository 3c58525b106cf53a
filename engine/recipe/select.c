/* Rule "selection": what a person named -> which apps for which targets.
 *
 * Key, one per line: the current directory from the root, the asked targets separated by ',' (empty: as
 * declared), then labels, patterns, directories and files. Output, one per line: the key of rule "app", a
 * tab, the output's path below out/. It is cheap and never recorded; what it needs ("packages", "package")
 * is. */
#define _GNU_SOURCE
#include "engine/recipe/appspec.h"
#include "engine/recipe/rules.h"
#include "engine/recipe/label.h"
#include "engine/graph/run.h"

#include <stdlib.h>

struct chosen {
    struct str label;
    const struct package *package;
    const struct decl *decl;
    bool named; /* by its label, not by a pattern */
};

struct output {
    struct str key, path, label; /* label: or the file */
    struct place place;
};

struct selection {
    struct rule_ctx *c;
    struct str here;
    VEC(struct str) targets, names, files;
    VEC(struct pattern) patterns;
    struct package root;
    bool has_root;
    struct map packages; /* path -> struct package */
    VEC(struct chosen) apps;
    struct map seen;
    struct buf out;
    VEC(struct output) outputs;
    struct map open;   /* groups and aliases on the way */
    struct str wanted; /* the word of what patterns stand for */
};

static const struct place nowhere;

static bool split(struct selection *s, struct str text) {
    struct arena *a = s->c->arena;
    for (size_t i = 0, line = 0; i <= text.n; line++) {
        const char *nl = i < text.n ? memchr(text.p + i, '\n', text.n - i) : NULL;
        size_t stop = nl ? (size_t)(nl - text.p) : text.n;
        struct str part = {text.p + i, stop - i};
        i = stop + 1;
        if (line == 0)
            s->here = part;
        else if (line > 1 && part.n)
            VEC_PUSH(&s->names, a, part);
        if (line != 1) continue;
        for (size_t from = 0, k = 0; k <= part.n; k++) {
            if (k < part.n && part.p[k] != ',') continue;
            struct str t = {part.p + from, k - from};
            if (t.n) VEC_PUSH(&s->targets, a, t);
            from = k + 1;
        }
    }
    return true;
}

/* Labels and patterns begin with '//' or ':' or '-', or hold '...' or ':'; what ends in .py is a file; the
 * rest are directories, each standing for the label of its package. */
static bool sort_name(struct selection *s, struct str name) {
    struct arena *a = s->c->arena;
    const char *why;
    struct pattern p;
    struct str text = name;
    bool minus = name.n && name.p[0] == '-';
    struct str bare = {name.p + minus, name.n - minus};
    if (str_ends(name, STR(".py")) && !memchr(name.p, ':', name.n)) {
        bool rooted = str_starts(name, STR("//"));
        struct str path = rooted ? (struct str){name.p + 2, name.n - 2} : path_join(a, s->here, name);
        VEC_PUSH(&s->files, a, path_clean(a, path));
        return true;
    }
    if (!str_starts(bare, STR("//")) && !str_starts(bare, STR(":")) && !str_ends(bare, STR("..."))) {
        const char *colon = memchr(bare.p, ':', bare.n);
        struct str dir = {bare.p, colon ? (size_t)(colon - bare.p) : bare.n};
        dir = path_clean(a, path_join(a, s->here, dir));
        text = str_printf(a, "%s//" STR_FMT, minus ? "-" : "", STR_ARG(dir));
        if (colon)
            text =
                str_printf(a, "%s//" STR_FMT "%.*s", minus ? "-" : "",
                           STR_ARG(str_is(dir, ".") ? STR("") : dir), (int)(bare.p + bare.n - colon), colon);
        else if (str_is(dir, "."))
            text = str_printf(a, "%s//:all", minus ? "-" : "");
    }
    if (pattern_parse(a, text, s->here, &p, &why)) {
        VEC_PUSH(&s->patterns, a, p);
        return true;
    }
    struct diag *m = diag_error(s->c->diags, "PY2E0307", nowhere, "'" STR_FMT "' names nothing to build: %s",
                                STR_ARG(name), why);
    diag_help(s->c->diags, m,
              "give a label (//pkg:name), a pattern (//..., //pkg:all), a directory, or a .py file");
    return false;
}

/* ---- loading ---- */

static struct package *package_at(struct selection *s, struct str path) {
    void **at = map_at(&s->packages, path, NULL);
    if (*at) return *at;
    struct package *p = NEW(s->c->arena, struct package);
    struct str bytes;
    if (!rule_need(s->c, "package", path, &bytes)) return NULL;
    if (!package_outline(s->c->arena, bytes, p)) BUG("package " STR_FMT " does not decode", STR_ARG(path));
    return *at = p;
}

static size_t split_lines(struct arena *a, struct str text, struct str **out) {
    VEC(struct str) v = {0};
    for (size_t i = 0; i < text.n;) {
        const char *nl = memchr(text.p + i, '\n', text.n - i);
        size_t stop = nl ? (size_t)(nl - text.p) : text.n;
        struct str line = {text.p + i, stop - i};
        VEC_PUSH(&v, a, line);
        i = stop + 1;
    }
    *out = v.p;
    return v.n;
}

/* Evaluates all packages at and below a directory, in parallel. */
static bool load_below(struct selection *s, struct str dir, struct str **paths, size_t *n) {
    struct str text;
    if (!rule_need(s->c, "packages", dir, &text)) return false;
    *n = split_lines(s->c->arena, text, paths);
    struct rule_query *q = NEW_N(s->c->arena, struct rule_query, *n);
    struct rule_dep *deps = NEW_N(s->c->arena, struct rule_dep, *n);
    for (size_t i = 0; i < *n; i++) q[i] = (struct rule_query){"package", (*paths)[i]};
    bool ok = rule_need_many(s->c, *n, q, deps);
    for (size_t i = 0; i < *n; i++) ok = ok && package_at(s, (*paths)[i]);
    return ok;
}

/* ---- choosing ---- */

static bool excluded(struct selection *s, const struct label *l) {
    for (size_t i = 0; i < s->patterns.n; i++)
        if (s->patterns.p[i].subtract && pattern_matches(&s->patterns.p[i], l)) return true;
    return false;
}

static bool choose_label(struct selection *s, struct label *l, struct place at, bool named);

/* Is it what a pattern stands for? */
static bool is_wanted(const struct selection *s, const struct decl *d) {
    static const char *const code[] = {"app", "library", "test"};
    if (!str_is(s->wanted, "code")) return str_eq(d->word, s->wanted);
    for (size_t i = 0; i < COUNT(code); i++)
        if (str_is(d->word, code[i])) return true;
    return false;
}

static bool choose_members(struct selection *s, const struct package *p, const struct decl *d,
                           const struct value *v) {
    struct place at = {.file = p->file, .line = d->line};
    bool ok = true;
    struct label self = {p->path, d->name};
    void **open = map_at(&s->open, label_text(s->c->arena, &self), NULL);
    if (*open) {
        diag_error(s->c->diags, "PY2E0340", at,
                   "a circle of groups or aliases through //" STR_FMT ":" STR_FMT, STR_ARG(p->path),
                   STR_ARG(d->name));
        return false;
    }
    map_put(&s->open, label_text(s->c->arena, &self), s);
    for (size_t i = 0; v && i < (v->kind == V_STR ? 1 : v->n); i++) {
        struct label l;
        const char *why;
        struct str text = v->kind == V_STR ? v->s : v->items[i].s;
        if (v->kind == V_SELECT || !label_parse(s->c->arena, text, p->path, &l, &why)) {
            diag_error(s->c->diags, "PY2E0313", at, "a group that is built by name cannot hold a select");
            return false;
        }
        ok = choose_label(s, &l, at, false) && ok;
    }
    map_put(&s->open, label_text(s->c->arena, &self), NULL);
    return ok;
}

static bool choose_decl(struct selection *s, const struct package *p, const struct decl *d, bool named) {
    static const char *const later[] = {"adapter"};
    struct place at = {.file = p->file, .line = d->line};
    struct label l = {p->path, d->name};
    struct str label = label_text(s->c->arena, &l);
    bool is_new;
    if (excluded(s, &l)) return true;
    if (str_is(d->word, "group")) return choose_members(s, p, d, value_field(&d->fields, "members"));
    if (str_is(d->word, "alias")) return choose_members(s, p, d, value_field(&d->fields, "actual"));
    for (size_t i = 0; named && i < COUNT(later); i++)
        if (str_is(d->word, later[i])) {
            diag_error(s->c->diags, "PY2E0330", at,
                       STR_FMT ": %s{} is read and checked, but this py2 cannot build it yet", STR_ARG(label),
                       later[i]);
            return false;
        }
    if (!is_wanted(s, d) && !(named && str_is(s->wanted, "app") && str_is(d->word, "test")))
        return true; /* nothing of its own here */
    map_at(&s->seen, label, &is_new);
    struct chosen app = {label, p, d, named};
    if (is_new) VEC_PUSH(&s->apps, s->c->arena, app);
    return true;
}

static bool choose_label(struct selection *s, struct label *l, struct place at, bool named) {
    struct arena *a = s->c->arena;
    if (rule_stat(s->c, path_join(a, l->package, STR("build.py2"))) != RULE_FILE) {
        return package_missing(
            s->c,
            diag_error(s->c->diags, "PY2E0319", at, "there is no package //" STR_FMT, STR_ARG(l->package)),
            l->package);
    }
    struct package *p = package_at(s, l->package);
    if (!p) return false;
    const struct decl *d = package_find(p, l->name);
    if (d) return choose_decl(s, p, d, named);
    struct str *names = NEW_N(a, struct str, p->n);
    for (size_t i = 0; i < p->n; i++) names[i] = p->decls[i].name;
    struct diag *m =
        diag_error(s->c->diags, "PY2E0319", at, "there is no " STR_FMT, STR_ARG(label_text(a, l)));
    struct str near = str_closest(l->name, names, p->n);
    if (near.n)
        diag_help(s->c->diags, m, "did you mean '//" STR_FMT ":" STR_FMT "'?", STR_ARG(l->package),
                  STR_ARG(near));
    else
        package_names(s->c, m, p);
    return false;
}

static bool choose_pattern(struct selection *s, struct pattern *p) {
    struct str *paths;
    size_t n = 1;
    if (p->subtract) return true;
    if (p->kind == PATTERN_LABEL) return choose_label(s, &p->label, nowhere, true);
    if (p->kind == PATTERN_ALL)
        paths = &p->label.package;
    else if (!load_below(s, p->label.package, &paths, &n))
        return false;
    if (p->kind == PATTERN_ALL &&
        rule_stat(s->c, path_join(s->c->arena, p->label.package, STR("build.py2"))) != RULE_FILE) {
        return package_missing(s->c,
                               diag_error(s->c->diags, "PY2E0319", nowhere, "there is no package //" STR_FMT,
                                          STR_ARG(p->label.package)),
                               p->label.package);
    }
    bool ok = true;
    for (size_t i = 0; i < n; i++) {
        struct package *package = package_at(s, paths[i]);
        if (!package) return false;
        for (size_t k = 0; k < package->n; k++)
            if (is_wanted(s, &package->decls[k]))
                ok = choose_decl(s, package, &package->decls[k], false) && ok;
    }
    return ok;
}

/* ---- targets ---- */

static const struct value *workspace_field(const struct selection *s, const char *name) {
    for (size_t i = 0; s->has_root && i < s->root.n; i++)
        if (str_is(s->root.decls[i].word, "workspace")) return value_field(&s->root.decls[i].fields, name);
    return NULL;
}

static bool among(const struct value *list, struct str s) {
    for (size_t i = 0; list && i < list->n; i++)
        if (str_eq(list->items[i].s, s)) return true;
    return false;
}

static void emit(struct selection *s, struct str key, struct str target, struct str package, struct str name,
                 struct str label, struct place place) {
    struct str path = path_join(s->c->arena, path_join(s->c->arena, target, package), name);
    struct output o = {key, path, label, place};
    VEC_PUSH(&s->outputs, s->c->arena, o);
    buf_printf(&s->out, STR_FMT "\t" STR_FMT "\n", STR_ARG(key), STR_ARG(path));
}

/* The targets of one app: those asked for that it allows, else its own, else the workspace's, else this
 * machine. */
static bool emit_app(struct selection *s, const struct chosen *app) {
    struct arena *a = s->c->arena;
    const struct toolbox *tools = s->c->run->build->tools;
    const struct value *own = value_field(&app->decl->fields, "targets");
    const struct value *list = own ? own : workspace_field(s, "targets");
    struct place at = {.file = app->package->file, .line = app->decl->line};
    VEC(struct str) targets = {0};
    for (size_t i = 0; i < s->targets.n; i++) {
        struct str t = s->targets.p[i];
        if (str_is(t, "all")) {
            for (size_t k = 0; list && k < list->n; k++) VEC_PUSH(&targets, a, list->items[k].s);
            for (const char *const *p = tools->targets; !list && p && *p; p++)
                VEC_PUSH(&targets, a, str_c(*p));
            continue;
        }
        if (str_is(t, "host")) t = host_target(tools);
        if (!own || among(own, t)) {
            VEC_PUSH(&targets, a, t);
        } else if (app->named) {
            diag_error(s->c->diags, "PY2E0325", at, STR_FMT " is not declared for target " STR_FMT,
                       STR_ARG(app->label), STR_ARG(t));
            return false;
        }
    }
    for (size_t k = 0; !s->targets.n && list && k < list->n; k++) VEC_PUSH(&targets, a, list->items[k].s);
    if (!s->targets.n && !targets.n) VEC_PUSH(&targets, a, host_target(tools));
    for (size_t i = 0; i < targets.n; i++) {
        struct config cfg;
        bool again = false;
        for (size_t k = 0; k < i; k++) again |= str_eq(targets.p[k], targets.p[i]);
        if (again) continue;
        if (!config_find(s->c, targets.p[i], s->has_root ? &s->root : NULL, app->package, at, &cfg))
            return false;
        emit(s, appspec_key_label(a, app->label, targets.p[i]), targets.p[i], app->package->path,
             app->decl->name, app->label, at);
    }
    return true;
}

/* One place is one output's: neither another's, nor a directory that another needs. */
static bool check_places(struct selection *s) {
    struct map places;
    bool ok = true, is_new;
    map_init(&places, s->c->arena);
    for (size_t i = 0; i < s->outputs.n; i++) {
        struct output *o = &s->outputs.p[i];
        void **at = map_at(&places, o->path, &is_new);
        const struct output *other = *at;
        if (is_new) *at = o;
        if (is_new || str_eq(other->key, o->key)) continue;
        struct diag *m =
            diag_error(s->c->diags, "PY2E0333", o->place, STR_FMT " and " STR_FMT " both make out/" STR_FMT,
                       STR_ARG(other->label), STR_ARG(o->label), STR_ARG(o->path));
        diag_help(s->c->diags, m, "build them apart with -o, or rename one");
        ok = false;
    }
    for (size_t i = 0; i < s->outputs.n && ok; i++) {
        const struct output *o = &s->outputs.p[i], *other = NULL;
        for (struct str dir = path_dir(o->path); dir.n && !other; dir = path_dir(dir))
            other = map_get(&places, dir);
        if (!other) continue;
        struct diag *m =
            diag_error(s->c->diags, "PY2E0333", other->place,
                       STR_FMT " makes the file out/" STR_FMT ", in which " STR_FMT " needs a directory",
                       STR_ARG(other->label), STR_ARG(other->path), STR_ARG(o->label));
        diag_help(s->c->diags, m, "rename the one or the package of the other");
        ok = false;
    }
    return ok;
}

static bool emit_file(struct selection *s, struct str file) {
    struct arena *a = s->c->arena;
    const struct toolbox *tools = s->c->run->build->tools;
    struct str base = path_base(file), root = rule_param(s->c, STR("source-root"));
    struct str name = {base.p, base.n - 3};
    size_t n = s->targets.n ? s->targets.n : 1;
    if (rule_stat(s->c, file) != RULE_FILE) {
        diag_error(s->c->diags, "PY2E0320", nowhere, "there is no file " STR_FMT, STR_ARG(file));
        return false;
    }
    if (!root.n) root = path_dir(file).n ? path_dir(file) : STR(".");
    for (size_t i = 0; i < n; i++) {
        struct str t = s->targets.n ? s->targets.p[i] : STR("host");
        struct config cfg;
        if (str_is(t, "all")) {
            for (const char *const *p = tools->targets; p && *p; p++)
                emit(s, appspec_key_file(a, file, root, str_c(*p)), str_c(*p), STR(""), name, file, nowhere);
            continue;
        }
        if (str_is(t, "host")) t = host_target(tools);
        if (!config_find(s->c, t, s->has_root ? &s->root : NULL, NULL, nowhere, &cfg)) return false;
        emit(s, appspec_key_file(a, file, root, t), t, STR(""), name, file, nowhere);
    }
    return true;
}

/* ---- -D ---- */

/* A -D that no option{} declares is a misspelling; it can only be told when every recipe has been read. */
static bool check_options(struct selection *s) {
    struct str asked = rule_param(s->c, STR("options")), *paths, *words;
    size_t n, n_asked = split_lines(s->c->arena, asked, &words);
    bool ok = true;
    if (!n_asked) return true;
    if (!load_below(s, STR(""), &paths, &n)) return false;
    VEC(struct str) known = {0};
    for (size_t i = 0; i < s->packages.n; i++) {
        const struct package *p = s->packages.entries[i].value;
        for (size_t k = 0; p && k < p->n_options; k++) VEC_PUSH(&known, s->c->arena, p->options[k]);
    }
    for (size_t i = 0; i < n_asked; i++) {
        bool found = false;
        for (size_t k = 0; k < known.n; k++) found |= str_eq(known.p[k], words[i]);
        if (found) continue;
        struct diag *m = diag_error(s->c->diags, "PY2E0314", nowhere, "no recipe has an option '" STR_FMT "'",
                                    STR_ARG(words[i]));
        struct str near = str_closest(words[i], known.p, known.n);
        if (near.n) diag_help(s->c->diags, m, "did you mean '" STR_FMT "'?", STR_ARG(near));
        ok = false;
    }
    return ok;
}

/* Everything from the root, the package in a package, and what is below elsewhere. */
static struct str default_name(struct selection *s) {
    if (!s->here.n) return STR("//...");
    bool package = rule_stat(s->c, path_join(s->c->arena, s->here, STR("build.py2"))) == RULE_FILE;
    return package ? STR(":all") : STR("...");
}

static bool run_selection(struct rule_ctx *c) {
    struct selection s = {.c = c};
    bool ok = true;
    map_init(&s.packages, c->arena);
    map_init(&s.seen, c->arena);
    map_init(&s.open, c->arena);
    buf_init(&s.out, c->arena);
    split(&s, c->key);
    struct str choose = rule_param(c, STR("choose"));
    s.wanted = str_is(choose, "tests")      ? STR("test")
               : str_is(choose, "releases") ? STR("release")
               : str_is(choose, "code")     ? choose
                                            : STR("app");
    s.has_root = rule_stat(c, STR("build.py2")) == RULE_FILE;
    if (s.has_root && !package_need(c, STR(""), &s.root)) return false;
    for (size_t i = 0; i < s.names.n; i++) ok = sort_name(&s, s.names.p[i]) && ok;
    bool only_minus = !s.files.n;
    for (size_t i = 0; i < s.patterns.n; i++) only_minus &= s.patterns.p[i].subtract;
    if (ok && only_minus) ok = sort_name(&s, default_name(&s));
    ok = ok && check_options(&s);
    for (size_t i = 0; ok && i < s.patterns.n; i++) ok = choose_pattern(&s, &s.patterns.p[i]);
    for (size_t i = 0; ok && i < s.apps.n; i++) ok = emit_app(&s, &s.apps.p[i]);
    for (size_t i = 0; ok && i < s.files.n; i++) ok = emit_file(&s, s.files.p[i]);
    ok = ok && check_places(&s);
    if (ok) rule_output(c, buf_view(&s.out));
    return ok;
}

const struct rule rule_selection = {
    .name = "selection", .version = ENGINE_DIGEST, .run = run_selection, .local = true, .recipe = true};
