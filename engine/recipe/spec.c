/* Rules "appspec" and "library": an app, a lone file or a library, resolved for one target (see appspec.h).
 *
 * A library knows what it declares itself and the labels of the libraries that it names. An app follows these
 * depth first in the order they are written; what it has comes before what its libraries have, and nothing
 * comes twice. */
#define _GNU_SOURCE
#include "engine/recipe/appspec.h"
#include "engine/recipe/rules.h"
#include "engine/recipe/label.h"
#include "engine/graph/run.h"

#include <stdlib.h>

struct list {
    VEC(struct str) v;
    struct map seen;
};

struct owner { /* whose modules are whose; see appspec_owner */
    struct str label, file;
    struct list roots, srcs, deps, named;
    bool has_resources;
};

struct resolver {
    struct rule_ctx *c;
    struct config cfg;
    struct str near; /* the app's package, when that declares the target */
    struct package root;
    bool has_root;
    struct appspec spec;
    struct map packages, done, open; /* by path; by label; labels on the way to the current one */
    struct map listings;             /* directory -> map of its files */
    struct list roots, imports;
    VEC(struct appspec_resource) resources;
    VEC(struct str) way;
    struct owner *owner; /* whose fields are being followed */
};

struct item { /* a declaration and where it stands */
    const struct package *package;
    const struct decl *decl;
    struct str label;
};

static struct place place_of(const struct item *it) {
    return (struct place){.file = it->package->file, .line = it->decl->line};
}

static void list_add(struct resolver *r, struct list *l, struct str s) {
    bool is_new;
    if (!l->seen.arena) map_init(&l->seen, r->c->arena);
    map_at(&l->seen, s, &is_new);
    if (is_new) VEC_PUSH(&l->v, r->c->arena, s);
}

static void list_add_all(struct resolver *r, struct list *to, const struct list *from) {
    for (size_t i = 0; i < from->v.n; i++) list_add(r, to, from->v.p[i]);
}

static struct owner *owner_new(struct resolver *r, const struct item *it) {
    struct owner *o = NEW(r->c->arena, struct owner);
    *o = (struct owner){.label = it->label, .file = it->package->file};
    o->has_resources = value_field(&it->decl->fields, "resources");
    return o;
}

static struct strs list_strs(const struct list *l) {
    return (struct strs){l->v.p, l->v.n};
}

/* ---- fields ---- */

static bool field(struct resolver *r, const struct item *it, const char *name, struct value *out) {
    struct str what = str_printf(r->c->arena, STR_FMT ".%s", STR_ARG(it->decl->word), name);
    return select_resolve(r->c->arena, r->c->diags, place_of(it), &r->cfg, what.p,
                          value_field(&it->decl->fields, name), out);
}

static bool text(struct resolver *r, const struct item *it, const char *name, struct str *out) {
    struct value v;
    if (!field(r, it, name, &v)) return false;
    *out = v.kind == V_STR ? v.s : STR("");
    return true;
}

/* A path of a package as a clean path from the root. Leaving the workspace is refused. */
static bool in_package(struct resolver *r, const struct item *it, const char *name, struct str path,
                       struct str *out) {
    struct arena *a = r->c->arena;
    *out = path_clean(a, path_join(a, it->package->path, path));
    if (!str_is(*out, "..") && !str_starts(*out, STR("../")) && out->p[0] != '/') return true;
    diag_error(r->c->diags, "PY2E0306", place_of(it), STR_FMT ".%s: " STR_FMT " is outside the workspace",
               STR_ARG(it->decl->word), name, STR_ARG(path));
    return false;
}

static bool paths(struct resolver *r, const struct item *it, const char *name, struct list *into) {
    struct value v;
    struct str path;
    if (!field(r, it, name, &v)) return false;
    for (size_t i = 0; i < v.n; i++) {
        if (!in_package(r, it, name, v.items[i].s, &path)) return false;
        list_add(r, into, path);
    }
    return true;
}

/* Tells what is missing, with the nearest name of the directory it should be in. */
static bool missing(struct resolver *r, const struct item *it, const char *code, const char *what,
                    struct str path) {
    struct rule_entry *entries;
    size_t n = rule_list(r->c, path_dir(path).n ? path_dir(path) : STR("."), &entries);
    struct str *names = NEW_N(r->c->arena, struct str, n);
    for (size_t i = 0; i < n; i++) names[i] = entries[i].name;
    struct diag *m =
        diag_error(r->c->diags, code, place_of(it), STR_FMT " '" STR_FMT "': %s " STR_FMT " does not exist",
                   STR_ARG(it->decl->word), STR_ARG(it->decl->name), what, STR_ARG(path));
    struct str near = str_closest(path_base(path), names, n);
    if (near.n)
        diag_help(r->c->diags, m, "did you mean " STR_FMT "?",
                  STR_ARG(path_join(r->c->arena, path_dir(path), near)));
    return false;
}

/* ---- labels ---- */

static struct package *package_at(struct resolver *r, struct str path) {
    void **at = map_at(&r->packages, path, NULL);
    if (*at) return *at;
    struct package *p = NEW(r->c->arena, struct package);
    if (!package_need(r->c, path, p)) return NULL;
    return *at = p;
}

static bool no_package(struct resolver *r, struct place at, struct str label, struct str path) {
    struct diag *m =
        diag_error(r->c->diags, "PY2E0319", at, "there is no package //" STR_FMT " (needed as " STR_FMT ")",
                   STR_ARG(path), STR_ARG(label));
    return package_missing(r->c, m, path);
}

/* Finds what a label names, following aliases. */
static bool find(struct resolver *r, struct str text_, struct str here, struct place at, struct item *out) {
    struct label l;
    const char *why;
    struct arena *a = r->c->arena;
    struct map hops;
    bool is_new = true;
    for (map_init(&hops, a);;) {
        if (!label_parse(a, text_, here, &l, &why)) {
            diag_error(r->c->diags, "PY2E0307", at, "'" STR_FMT "' is no label: %s", STR_ARG(text_), why);
            return false;
        }
        struct str label = label_text(a, &l);
        map_at(&hops, label, &is_new);
        if (!is_new) break;
        if (rule_stat(r->c, path_join(a, l.package, STR("build.py2"))) != RULE_FILE)
            return no_package(r, at, label, l.package);
        struct package *p = package_at(r, l.package);
        if (!p) return false;
        const struct decl *d = package_find(p, l.name);
        if (!d) {
            struct str *names = NEW_N(a, struct str, p->n);
            for (size_t i = 0; i < p->n; i++) names[i] = p->decls[i].name;
            struct diag *m = diag_error(r->c->diags, "PY2E0319", at, "there is no " STR_FMT, STR_ARG(label));
            struct str near = str_closest(l.name, names, p->n);
            if (near.n)
                diag_help(r->c->diags, m, "did you mean '//" STR_FMT ":" STR_FMT "'?", STR_ARG(l.package),
                          STR_ARG(near));
            else
                package_names(r->c, m, p);
            return false;
        }
        *out = (struct item){p, d, label};
        if (!str_is(d->word, "alias")) return true;
        text_ = value_field(&d->fields, "actual")->s;
        here = l.package;
        at = place_of(out);
    }
    diag_error(r->c->diags, "PY2E0340", at, "the aliases behind " STR_FMT " go in a circle", STR_ARG(text_));
    return false;
}

static bool check_visible(struct resolver *r, const struct item *from, const struct item *to) {
    struct label user = {from->package->path, from->decl->name};
    if (decl_visible(r->c->arena, to->decl, to->package->path, &user)) return true;
    struct diag *m =
        diag_error(r->c->diags, "PY2E0329", place_of(from), STR_FMT " may not be used by " STR_FMT,
                   STR_ARG(to->label), STR_ARG(from->label));
    diag_help(r->c->diags, m, "its visibility is declared at " STR_FMT ":%u", STR_ARG(to->package->file),
              to->decl->line);
    return false;
}

static bool follow(struct resolver *r, const struct item *it, const char *name,
                   bool (*visit)(struct resolver *, const struct item *, const struct item *)) {
    struct value v;
    if (!field(r, it, name, &v)) return false;
    bool ok = true;
    for (size_t i = 0; i < v.n; i++) {
        struct item to;
        ok = find(r, v.items[i].s, it->package->path, place_of(it), &to) && check_visible(r, it, &to) &&
             visit(r, it, &to) && ok;
    }
    return ok;
}

static bool wrong_kind(struct resolver *r, const struct item *from, const struct item *to,
                       const char *wanted) {
    diag_error(r->c->diags, "PY2E0326", place_of(from), STR_FMT " is %s" STR_FMT "{}, but %s is needed here",
               STR_ARG(to->label), strchr("aeiou", to->decl->word.p[0]) ? "an " : "a ",
               STR_ARG(to->decl->word), wanted);
    return false;
}

/* ---- resources ---- */

static int by_name(const void *a, const void *b) {
    return str_cmp(((const struct appspec_file *)a)->name, ((const struct appspec_file *)b)->name);
}

static bool circle(struct resolver *r, const struct item *from, const struct item *it) {
    struct buf path;
    buf_init(&path, r->c->arena);
    bool on = false;
    for (size_t i = 0; i < r->way.n; i++) {
        on |= str_eq(r->way.p[i], it->label);
        if (on) buf_printf(&path, STR_FMT " -> ", STR_ARG(r->way.p[i]));
    }
    buf_str(&path, it->label);
    diag_error(r->c->diags, "PY2E0340", place_of(from), "a circle of dependencies: " STR_FMT,
               STR_ARG(buf_view(&path)));
    return false;
}

/* Steps into a declaration that leads on to others; refuses to step into one that is being walked. */
static bool enter(struct resolver *r, const struct item *from, const struct item *it) {
    void **open = map_at(&r->open, it->label, NULL);
    if (*open) return circle(r, from, it);
    *open = r;
    VEC_PUSH(&r->way, r->c->arena, it->label);
    return true;
}

static bool leave(struct resolver *r, const struct item *it, bool ok) {
    r->way.n--;
    map_put(&r->open, it->label, NULL);
    return ok;
}

/* Where a file is in the app: below the prefix. A file that already lies in a directory of that name is not
 * put one level deeper, so that all of "web" with prefix "web" gives "web/index.html". */
static struct str carried_as(struct arena *a, struct str prefix, struct str file) {
    if (!prefix.n || str_is(prefix, ".")) return file;
    struct str inside = str_printf(a, STR_FMT "/", STR_ARG(prefix));
    return str_starts(file, inside) ? file : path_clean(a, path_join(a, prefix, file));
}

static bool add_resource(struct resolver *r, const struct item *from, const struct item *it) {
    struct arena *a = r->c->arena;
    bool is_new;
    if (str_is(it->decl->word, "group"))
        return enter(r, from, it) && leave(r, it, follow(r, it, "members", add_resource));
    if (!str_is(it->decl->word, "resource")) return wrong_kind(r, from, it, "a resource{}");
    map_at(&r->done, it->label, &is_new);
    if (!is_new) return true;
    struct value files;
    struct str prefix;
    struct appspec_resource res = {.label = it->label};
    if (!field(r, it, "files", &files) || !text(r, it, "prefix", &prefix) ||
        !text(r, it, "compress", &res.compress))
        return false;
    if (!res.compress.n) res.compress = STR("auto");
    prefix = prefix.n ? path_clean(a, prefix) : prefix;
    if (str_is(prefix, "..") || str_starts(prefix, STR("../")) || str_starts(prefix, STR("/"))) {
        diag_error(r->c->diags, "PY2E0306", place_of(it),
                   "resource.prefix must be a relative path inside the app");
        return false;
    }
    res.files = NEW_N(a, struct appspec_file, files.n);
    for (size_t i = 0; i < files.n; i++) {
        struct appspec_file *f = &res.files[res.n_files++];
        if (!in_package(r, it, "files", files.items[i].s, &f->path)) return false;
        if (rule_stat(r->c, f->path) != RULE_FILE) return missing(r, it, "PY2E0322", "its file", f->path);
        f->name = carried_as(a, prefix, path_clean(a, files.items[i].s));
    }
    if (res.n_files) qsort(res.files, res.n_files, sizeof *res.files, by_name);
    for (size_t i = 1; i < res.n_files; i++)
        if (str_eq(res.files[i].name, res.files[i - 1].name)) {
            diag_error(r->c->diags, "PY2E0327", place_of(it),
                       "resource '" STR_FMT "' holds " STR_FMT " twice", STR_ARG(it->decl->name),
                       STR_ARG(res.files[i].name));
            return false;
        }
    VEC_PUSH(&r->resources, a, res);
    return true;
}

/* ---- libraries ---- */

/* Sources stand in few directories, whose listings are known anyway. */
static bool has_file(struct resolver *r, struct str path) {
    struct rule_entry *entries;
    struct str dir = path_dir(path), name = path_base(path);
    void **at = map_at(&r->listings, dir, NULL);
    if (!*at) {
        struct map *names = *at = NEW(r->c->arena, struct map);
        map_init(names, r->c->arena);
        size_t n = rule_list(r->c, dir.n ? dir : STR("."), &entries);
        for (size_t i = 0; i < n; i++)
            if (entries[i].kind == RULE_FILE) map_put(names, entries[i].name, names);
    }
    return map_get(*at, name);
}

static bool add_sources(struct resolver *r, const struct item *it, struct owner *o) {
    if (!paths(r, it, "srcs", &o->srcs)) return false;
    for (size_t i = 0; i < o->srcs.v.n; i++)
        if (!has_file(r, o->srcs.v.p[i])) return missing(r, it, "PY2E0321", "its source", o->srcs.v.p[i]);
    return true;
}

/* What is named in `deps`: libraries, and groups of them. */
static bool add_dep(struct resolver *r, const struct item *from, const struct item *it) {
    if (str_is(it->decl->word, "group"))
        return enter(r, from, it) && leave(r, it, follow(r, it, "members", add_dep));
    if (!str_is(it->decl->word, "library")) return wrong_kind(r, from, it, "a library{}");
    list_add(r, &r->owner->deps, it->label);
    if (!str_is(from->decl->word, "group")) list_add(r, &r->owner->named, it->label);
    return true;
}

static struct appspec_owner owner_of(const struct owner *o) {
    return (struct appspec_owner){.label = o->label,
                                  .file = o->file,
                                  .roots = list_strs(&o->roots),
                                  .srcs = list_strs(&o->srcs),
                                  .deps = list_strs(&o->deps),
                                  .named = list_strs(&o->named),
                                  .has_resources = o->has_resources};
}

static bool begin(struct resolver *r, struct rule_ctx *c) {
    *r = (struct resolver){.c = c};
    map_init(&r->packages, c->arena);
    map_init(&r->listings, c->arena);
    map_init(&r->done, c->arena);
    map_init(&r->open, c->arena);
    if (rule_stat(c, STR("build.py2")) != RULE_FILE) return true;
    r->has_root = true;
    return package_need(c, STR(""), &r->root);
}

static bool run_library(struct rule_ctx *c) {
    struct resolver r;
    struct item it;
    struct package *near = NULL;
    struct str label, target, at;
    if (!library_key_split(c->key, &label, &target, &at)) BUG("library key " STR_FMT, STR_ARG(c->key));
    if (!begin(&r, c)) return false;
    if (at.n && !(near = package_at(&r, at))) return false;
    if (!find(&r, label, STR(""), (struct place){0}, &it)) return false;
    if (!config_find(c, target, r.has_root ? &r.root : NULL, near, place_of(&it), &r.cfg)) return false;
    struct owner *o = r.owner = owner_new(&r, &it);
    if (!paths(&r, &it, "roots", &o->roots) || !add_sources(&r, &it, o)) return false;
    if (!value_field(&it.decl->fields, "roots"))
        list_add(&r, &o->roots, it.package->path.n ? it.package->path : STR("."));
    bool ok = follow(&r, &it, "resources", add_resource);
    if (!follow(&r, &it, "deps", add_dep) || !ok) return false;
    struct library made = {owner_of(o), r.resources.p, r.resources.n};
    rule_output(c, library_encode(c->arena, &made));
    return true;
}

/* ---- the libraries of an app ---- */

struct step { /* a library on the way from the app, and how many of its deps were followed */
    struct str label;
    struct strs deps;
    size_t at;
};

static bool circle_at(struct resolver *r, struct str from, struct str to) {
    struct item a, b;
    return find(r, from, STR(""), (struct place){0}, &a) && find(r, to, STR(""), (struct place){0}, &b) &&
           circle(r, &a, &b);
}

/* Depth first, the way as a stack of our own: chains are as long as a workspace makes them. */
static bool follow_libraries(struct resolver *r, const struct owner *app) {
    struct arena *a = r->c->arena;
    VEC(struct step) steps = {0};
    VEC(struct str) keys = {0};
    struct step first = {app->label, list_strs(&app->deps), 0};
    bool ok = true, is_new;
    VEC_PUSH(&steps, a, first);
    VEC_PUSH(&r->way, a, app->label);
    map_put(&r->open, app->label, r);
    while (steps.n) {
        struct step *s = &steps.p[steps.n - 1];
        struct str bytes, label;
        struct library l;
        if (s->at == s->deps.n) {
            map_put(&r->open, s->label, NULL);
            r->way.n--;
            steps.n--;
            continue;
        }
        label = s->deps.p[s->at++];
        if (map_get(&r->open, label)) return circle_at(r, s->label, label);
        map_at(&r->done, label, &is_new);
        if (!is_new) continue;
        struct str key = library_key(a, label, r->cfg.target, r->near);
        if (!rule_need(r->c, "library", key, &bytes)) {
            ok = false;
            continue;
        }
        if (!library_decode(a, bytes, &l)) BUG("library " STR_FMT, STR_ARG(key));
        VEC_PUSH(&keys, a, key);
        struct step next = {label, l.owner.deps, 0};
        VEC_PUSH(&steps, a, next);
        VEC_PUSH(&r->way, a, label);
        map_put(&r->open, label, r);
    }
    r->spec.libraries = (struct strs){keys.p, keys.n};
    return ok;
}

/* ---- the app ---- */

static bool set_main(struct resolver *r, const struct item *it) {
    struct appspec *s = &r->spec;
    struct str main;
    if (!text(r, it, "main", &main)) return false;
    if (str_ends(main, STR(".py"))) {
        if (!in_package(r, it, "main", main, &s->main_file)) return false;
        return rule_stat(r->c, s->main_file) == RULE_FILE ||
               missing(r, it, "PY2E0320", "its main", s->main_file);
    }
    const char *colon = main.n ? memchr(main.p, ':', main.n) : NULL;
    s->main_module = colon ? (struct str){main.p, (size_t)(colon - main.p)} : main;
    if (colon) s->main_func = (struct str){colon + 1, main.n - s->main_module.n - 1};
    if (s->main_module.n && !memchr(main.p, '/', main.n)) return true;
    struct diag *m = diag_error(r->c->diags, "PY2E0320", place_of(it),
                                STR_FMT ".main \"" STR_FMT "\" is neither a file nor a module",
                                STR_ARG(it->decl->word), STR_ARG(main));
    diag_help(r->c->diags, m, "write \"src/main.py\", \"pkg.mod\" or \"pkg.mod:func\"");
    return false;
}

static struct str either(struct str a, struct str b, const char *c) {
    return a.n ? a : b.n ? b : str_c(c);
}

/* The command line goes before the app, the app before the target, the target before the workspace. */
static bool set_build(struct resolver *r, const struct item *it) {
    struct appspec *s = &r->spec;
    struct str opt = STR(""), dynamic = STR(""), workspace_dynamic = STR("");
    struct value debug = {0}, stack = {0};
    const struct decl *w = NULL;
    for (size_t i = 0; r->has_root && i < r->root.n; i++)
        if (str_is(r->root.decls[i].word, "workspace")) w = &r->root.decls[i];
    if (w) {
        const struct value *v = value_field(&w->fields, "name");
        s->workspace_name = v ? v->s : STR("");
        s->workspace_version = (v = value_field(&w->fields, "version")) ? v->s : STR("");
        workspace_dynamic = (v = value_field(&w->fields, "dynamic")) ? v->s : STR("");
    }
    if (it && (!text(r, it, "opt", &opt) || !text(r, it, "dynamic", &dynamic) ||
               !field(r, it, "debug", &debug) || !field(r, it, "stack", &stack)))
        return false;
    s->opt = either(rule_param(r->c, STR("opt")), either(opt, r->cfg.opt, "speed"), "");
    s->dynamic = either(rule_param(r->c, STR("dynamic")), either(dynamic, workspace_dynamic, "error"), "");
    struct str asked = rule_param(r->c, STR("debug"));
    s->debug = asked.n ? str_is(asked, "true") : debug.kind == V_BOOL ? debug.i : r->cfg.debug;
    s->stack = r->cfg.stack;
    if (stack.kind != V_NIL && !size_parse(&stack, &s->stack)) {
        diag_error(r->c->diags, "PY2E0305", place_of(it), STR_FMT ".stack is no size",
                   STR_ARG(it->decl->word));
        return false;
    }
    s->target = r->cfg.target;
    s->triple = r->cfg.triple;
    s->cpu = r->cfg.cpu;
    s->subsystem = r->cfg.subsystem;
    s->icon = r->cfg.icon;
    s->min_os = r->cfg.min_os;
    s->features.n = r->cfg.features.n;
    s->features.p = NEW_N(r->c->arena, struct str, s->features.n);
    for (size_t i = 0; i < s->features.n; i++) s->features.p[i] = r->cfg.features.items[i].s;
    s->version_info.n = 2 * r->cfg.version_info.n;
    s->version_info.p = NEW_N(r->c->arena, struct str, s->version_info.n);
    for (size_t i = 0; i < r->cfg.version_info.n; i++) {
        s->version_info.p[2 * i] = r->cfg.version_info.keys[i];
        s->version_info.p[2 * i + 1] = r->cfg.version_info.items[i].s;
    }
    return true;
}

static bool resolve_app(struct resolver *r, struct str label, struct str target) {
    struct item it;
    struct value imports, adapters;
    if (!find(r, label, STR(""), (struct place){0}, &it)) return false;
    bool library = str_is(it.decl->word, "library"); /* asked for by what looks at dependencies */
    if (!library && !str_is(it.decl->word, "app") && !str_is(it.decl->word, "test")) {
        diag_error(r->c->diags, "PY2E0326", place_of(&it), STR_FMT " is no app", STR_ARG(label));
        return false;
    }
    if (!config_find(r->c, target, r->has_root ? &r->root : NULL, it.package, place_of(&it), &r->cfg))
        return false;
    struct appspec *s = &r->spec;
    s->label = it.label;
    s->name = it.decl->name;
    s->package = it.package->path;
    if ((!library && !set_main(r, &it)) || !set_build(r, &it) || !field(r, &it, "imports", &imports) ||
        !field(r, &it, "adapters", &adapters))
        return false;
    if (adapters.n) {
        diag_error(r->c->diags, "PY2E0331", place_of(&it),
                   STR_FMT " '" STR_FMT "' needs adapters, which this py2 cannot link yet",
                   STR_ARG(it.decl->word), STR_ARG(it.decl->name));
        return false;
    }
    for (size_t i = 0; i < imports.n; i++) list_add(r, &r->imports, imports.items[i].s);
    if (r->cfg.near) r->near = it.package->path;
    struct owner *o = r->owner = owner_new(r, &it);
    if (!value_field(&it.decl->fields, "roots") && s->main_file.n)
        list_add(r, &o->roots, path_dir(s->main_file).n ? path_dir(s->main_file) : STR("."));
    else if (!paths(r, &it, "roots", &o->roots) || !paths(r, &it, "srcs", &o->srcs))
        return false;
    else if (!o->roots.v.n)
        list_add(r, &o->roots, it.package->path.n ? it.package->path : STR("."));
    list_add_all(r, &r->roots, &o->roots);
    bool ok = follow(r, &it, "resources", add_resource);
    if (!follow(r, &it, "deps", add_dep) || !ok || !follow_libraries(r, o)) return false;
    s->owners = NEW(r->c->arena, struct appspec_owner);
    *s->owners = owner_of(o);
    s->n_owners = 1;
    return true;
}

static bool resolve_file(struct resolver *r, struct str file, struct str root, struct str target) {
    struct appspec *s = &r->spec;
    if (!config_find(r->c, target, r->has_root ? &r->root : NULL, NULL, (struct place){0}, &r->cfg))
        return false;
    struct str base = path_base(file);
    s->label = s->main_file = file;
    s->name = str_ends(base, STR(".py")) ? (struct str){base.p, base.n - 3} : base;
    list_add(r, &r->roots, root.n ? root : path_dir(file).n ? path_dir(file) : STR("."));
    if (rule_stat(r->c, file) == RULE_FILE) return set_build(r, NULL);
    diag_error(r->c->diags, "PY2E0320", (struct place){0}, "there is no file " STR_FMT, STR_ARG(file));
    return false;
}

static bool run_appspec(struct rule_ctx *c) {
    struct resolver r;
    struct str what, root, target;
    if (!appspec_key_split(c->key, &what, &root, &target)) BUG("appspec key " STR_FMT, STR_ARG(c->key));
    if (!begin(&r, c)) return false;
    bool label = str_starts(what, STR("//"));
    if (!(label ? resolve_app(&r, what, target) : resolve_file(&r, what, root, target))) return false;
    r.spec.roots = list_strs(&r.roots);
    r.spec.imports = list_strs(&r.imports);
    r.spec.resources = r.resources.p;
    r.spec.n_resources = r.resources.n;
    rule_output(c, appspec_encode(c->arena, &r.spec));
    return true;
}

const struct rule rule_library = {
    .name = "library", .version = ENGINE_DIGEST, .run = run_library, .recipe = true};
const struct rule rule_appspec = {
    .name = "appspec", .version = ENGINE_DIGEST, .run = run_appspec, .recipe = true};
