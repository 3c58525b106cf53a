/* Rule "deps": declared against real dependencies of one app, test or library. Key: its key for rule
 * "appspec". Output, a line each:
 *     + LABEL TAB FILE:LINE TAB MODULE     used and not named in `deps`
 *     - LABEL                              named by itself, not by a group, and not used
 * An app's own modules are those it reaches from its main, a library's all of its files. */
#define _GNU_SOURCE
#include "rules/deps.h"
#include "rules/stdlib/library.h"
#include "rules/natives.h"
#include "rules/reach/reach.h"
#include "rules/rules.h"
#include "generated/rules_digest.h"

#include <stdlib.h>

struct need {
    struct str label, module, file;
    uint32_t line;
};

struct survey {
    struct rule_ctx *c;
    struct appspec spec;
    struct owners owners;
    struct roots roots;
    const struct appspec_owner *self;
    VEC(struct unit *) units; /* its own modules, found so far */
    struct map seen;          /* their files */
    struct map needed;        /* label -> struct need * */
};

static void add_unit(struct survey *s, struct str module, struct str file, bool is_package, bool is_main) {
    bool is_new;
    map_at(&s->seen, file, &is_new);
    if (!is_new) return;
    struct unit *u = NEW(s->c->arena, struct unit);
    *u = (struct unit){.module = module, .file = file, .is_package = is_package, .is_main = is_main};
    u->options = unit_options(&s->spec);
    VEC_PUSH(&s->units, s->c->arena, u);
}

static void need(struct survey *s, struct str label, const struct unit *from, const struct reach_import *i) {
    void **at = map_at(&s->needed, label, NULL);
    if (*at) return;
    struct need *n = NEW(s->c->arena, struct need);
    *n = (struct need){label, str_dup(s->c->arena, i->module), from->file, i->line};
    *at = n;
}

/* The first library that has the module, or the longest part of its name that some library has. */
static void ask_providers(struct survey *s, const struct unit *from, const struct reach_import *i) {
    struct str labels, path = str_dup(s->c->arena, i->module);
    for (size_t k = 0; k < path.n; k++)
        if (path.p[k] == '.') ((char *)path.p)[k] = '/';
    if (i->leaf.n && i->leaf.p[0] != '*') path = path_join(s->c->arena, path, i->leaf);
    for (; path.n; path = path_dir(path)) {
        if (!rule_need(s->c, "providers", path, &labels)) return;
        const char *nl = labels.n ? memchr(labels.p, '\n', labels.n) : NULL;
        if (!nl) continue;
        need(s, (struct str){labels.p, (size_t)(nl - labels.p)}, from, i);
        return;
    }
}

static bool look(struct survey *s, const struct unit *from, const struct reach_import *i, struct str module) {
    const struct module_place *p = roots_find(&s->roots, module);
    if (!p->kind)
        return native_known(s->c->arena, module) || library_find(module, &(struct library_module){0});
    if (!p->file.n) return true; /* a package without a file */
    const struct appspec_owner *owner = owners_find(&s->owners, p->file);
    if (owner == s->self)
        add_unit(s, module, p->file, p->kind == PLACE_PACKAGE, false);
    else if (owner)
        need(s, owner->label, from, i);
    return true;
}

static void follow(struct survey *s, const struct unit *from, const struct reach_import *i) {
    if (!i->module.n) return;
    bool found = look(s, from, i, str_dup(s->c->arena, i->module));
    if (i->leaf.n && i->leaf.p[0] != '*')
        look(s, from, i, str_printf(s->c->arena, STR_FMT "." STR_FMT, STR_ARG(i->module), STR_ARG(i->leaf)));
    if (!found && !i->optional) ask_providers(s, from, i);
}

static bool follow_all(struct survey *s) {
    for (size_t i = 0; i < s->units.n; i++) {
        struct str bytes;
        struct reach_imports imports = {0};
        if (!rule_need(s->c, "imports", unit_key(s->c->arena, s->units.p[i]), &bytes)) return false;
        if (!reach_read(s->c->arena, bytes, &imports))
            BUG("imports of " STR_FMT, STR_ARG(s->units.p[i]->file));
        for (size_t k = 0; k < imports.items.n; k++) follow(s, s->units.p[i], &imports.items.p[k]);
    }
    return true;
}

/* "text/wrap.py" -> "text.wrap", "text/__init__.py" -> "text". */
static void add_file(struct survey *s, struct str root, struct str path) {
    struct arena *a = s->c->arena;
    bool package = str_is(path_base(path), "__init__.py");
    struct str dotted = str_dup(a, package ? path_dir(path) : (struct str){path.p, path.n - 3});
    for (size_t i = 0; i < dotted.n; i++)
        if (dotted.p[i] == '/') ((char *)dotted.p)[i] = '.';
    struct str file = path_clean(a, path_join(a, root, path));
    if (dotted.n && owners_find(&s->owners, file) == s->self) add_unit(s, dotted, file, package, false);
}

static void add_library_files(struct survey *s) {
    const struct str all = STR("**/*.py");
    for (size_t i = 0; i < s->self->roots.n; i++) {
        struct str root = s->self->roots.p[i], *paths;
        for (size_t k = 0; k < s->self->srcs.n; k++) {
            struct str src = s->self->srcs.p[k], dir = str_printf(s->c->arena, STR_FMT "/", STR_ARG(root));
            if (str_is(root, "."))
                add_file(s, root, src);
            else if (str_starts(src, dir))
                add_file(s, root, (struct str){src.p + dir.n, src.n - dir.n});
        }
        size_t n = s->self->srcs.n ? 0 : rule_glob(s->c, root, 1, &all, 0, NULL, &paths);
        for (size_t k = 0; k < n; k++) add_file(s, root, paths[k]);
    }
}

static void add_main(struct survey *s) {
    const struct appspec *spec = &s->spec;
    if (spec->main_file.n) {
        add_unit(s, STR("__main__"), spec->main_file, false, true);
        return;
    }
    struct str module = spec->main_module;
    const struct module_place *p = roots_find(&s->roots, module);
    if (p->n_dirs && !spec->main_func.n) {
        module = str_printf(s->c->arena, STR_FMT ".__main__", STR_ARG(module));
        p = roots_find(&s->roots, module);
    }
    if (p->file.n) add_unit(s, module, p->file, p->kind == PLACE_PACKAGE, false);
}

static int by_label(const void *a, const void *b) {
    return str_cmp((*(const struct need *const *)a)->label, (*(const struct need *const *)b)->label);
}

static bool named(const struct survey *s, struct str label) {
    for (size_t i = 0; i < s->self->deps.n; i++)
        if (str_eq(s->self->deps.p[i], label)) return true;
    return false;
}

static bool carries_resources(const struct survey *s, struct str label) {
    for (size_t i = 0; i < s->spec.n_owners; i++)
        if (str_eq(s->spec.owners[i].label, label)) return s->spec.owners[i].has_resources;
    return false;
}

static void put_answer(struct survey *s, struct buf *out) {
    struct need **needs = NEW_N(s->c->arena, struct need *, s->needed.n);
    for (size_t i = 0; i < s->needed.n; i++) needs[i] = s->needed.entries[i].value;
    if (s->needed.n) qsort(needs, s->needed.n, sizeof *needs, by_label);
    for (size_t i = 0; i < s->needed.n; i++)
        if (!named(s, needs[i]->label))
            buf_printf(out, "+ " STR_FMT "\t" STR_FMT ":%u\t" STR_FMT "\n", STR_ARG(needs[i]->label),
                       STR_ARG(needs[i]->file), needs[i]->line, STR_ARG(needs[i]->module));
    for (size_t i = 0; i < s->self->named.n; i++) {
        struct str label = s->self->named.p[i];
        if (!map_get(&s->needed, label) && !carries_resources(s, label))
            buf_printf(out, "- " STR_FMT "\n", STR_ARG(label));
    }
}

static bool run_deps(struct rule_ctx *c) {
    struct survey s = {.c = c};
    struct buf out;
    buf_init(&out, c->arena);
    map_init(&s.seen, c->arena);
    map_init(&s.needed, c->arena);
    if (!appspec_need(c, c->key, &s.spec)) return false;
    if (!s.spec.n_owners) BUG("appspec of " STR_FMT, STR_ARG(c->key));
    s.self = &s.spec.owners[0];
    owners_index(&s.owners, c->arena, &s.spec);
    if (!roots_open(&s.roots, c, s.spec.roots.p, s.spec.roots.n)) return false;
    if (s.spec.main_file.n || s.spec.main_module.n)
        add_main(&s);
    else
        add_library_files(&s);
    if (!follow_all(&s)) return false;
    put_answer(&s, &out);
    rule_output(c, buf_view(&out));
    return true;
}

const struct rule rule_deps = {.name = "deps", .version = RULES_DIGEST, .run = run_deps};
