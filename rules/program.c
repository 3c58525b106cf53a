/* Follows imports through the workspace's import roots, breadth first, so that errors come in a stable order.
 */
#include "rules/program.h"
#include "rules/carried.h"
#include "rules/deps.h"
#include "rules/natives.h"
#include "rules/reach/reach.h"

/* What is known of star imports of one package. */
struct star {
    bool taken;
    VEC(struct str) names;
};

struct search {
    struct rule_ctx *c;
    const struct appspec *spec;
    struct program *out;
    struct map seen;  /* module name -> struct unit *, or `native` */
    struct map stars; /* package name -> struct star * */
    bool failed;
};

/* ---- keys: fields separated by NUL ---- */

struct str unit_key(struct arena *a, const struct unit *u) {
    struct buf b;
    buf_init(&b, a);
    buf_str(&b, u->module);
    buf_putc(&b, 0);
    buf_str(&b, u->file);
    buf_putc(&b, 0);
    buf_putc(&b, '0' + (u->is_package ? 1 : 0) + (u->is_main ? 2 : 0) + (u->plain ? 4 : 0));
    buf_str(&b, u->source);
    return buf_view(&b);
}

bool unit_of_key(struct arena *a, struct str key, struct unit *u) {
    (void)a;
    const char *end = key.p + key.n;
    const char *file = memchr(key.p, 0, key.n);
    if (!file) return false;
    file++;
    const char *flags = memchr(file, 0, (size_t)(end - file));
    if (!flags || flags + 2 > end) return false;
    *u = (struct unit){.module = {key.p, (size_t)(file - 1 - key.p)}, .file = {file, (size_t)(flags - file)}};
    u->is_package = (flags[1] - '0') & 1;
    u->is_main = (flags[1] - '0') & 2;
    u->plain = (flags[1] - '0') & 4;
    u->source = (struct str){flags + 2, (size_t)(end - flags - 2)};
    return true;
}

bool unit_source(struct rule_ctx *c, const struct unit *u, struct str *out) {
    if (!u->file.n) {
        *out = u->source;
        return true;
    }
    if (rule_read_file(c, u->file, out)) return true;
    struct diag *d =
        diag_error(c->diags, "PY2E0203", (struct place){.file = u->file}, "the file cannot be read");
    diag_why(c->diags, d, "it is missing, not a regular file, or not readable by this user");
    diag_help(c->diags, d, "check the path and its permissions");
    return false;
}

/* ---- finding files ---- */

static struct unit *found(struct search *s, struct str module, struct str file, bool package) {
    struct unit *u = NEW(s->c->arena, struct unit);
    *u = (struct unit){.module = module, .file = file, .is_package = package};
    return u;
}

static struct str dotted_path(struct arena *a, struct str module) {
    struct str p = str_dup(a, module);
    for (size_t i = 0; i < p.n; i++)
        if (p.p[i] == '.') ((char *)p.p)[i] = '/';
    return p;
}

static struct unit *find_in_roots(struct search *s, struct str module) {
    struct arena *a = s->c->arena;
    struct str path = dotted_path(a, module);
    bool namespace = false;
    for (size_t i = 0; i < s->spec->roots.n; i++) {
        struct str base = path_join(a, s->spec->roots.p[i], path);
        struct str init = str_printf(a, "%.*s/__init__.py", STR_ARG(base));
        struct str file = str_printf(a, "%.*s.py", STR_ARG(base));
        enum rule_kind kind = rule_stat(s->c, base);
        if (kind == RULE_DIR && rule_stat(s->c, init) == RULE_FILE) return found(s, module, init, true);
        if (rule_stat(s->c, file) == RULE_FILE) return found(s, module, file, false);
        if (kind == RULE_DIR) namespace = true;
    }
    if (!namespace) return NULL;
    return found(s, module, (struct str){0}, true); /* PEP 420: a package without a file */
}

static struct unit *find_carried(struct search *s, struct str module) {
    struct str text = carried_source(module);
    if (!text.n) return NULL;
    struct unit *u = found(s, module, (struct str){0}, false);
    u->source = text;
    return u;
}

struct unit *program_find_module(struct rule_ctx *c, const struct appspec *spec, struct str module) {
    struct search s = {.c = c, .spec = spec};
    return find_in_roots(&s, module);
}

static struct unit native_mark;

static struct unit *find_module(struct search *s, struct str module) {
    struct unit *u = map_get(&s->seen, module);
    if (u) return u;
    u = find_in_roots(s, module);
    if (!u) u = find_carried(s, module);
    if (!u && native_known(s->c->arena, module)) {
        VEC_PUSH(&s->out->natives, s->c->arena, module);
        u = &native_mark;
    } else if (u) {
        VEC_PUSH(&s->out->units, s->c->arena, u);
    }
    if (u) map_put(&s->seen, module, u);
    return u;
}

/* ---- reports ---- */

static void import_chain(struct search *s, struct diag *d, const struct unit *from) {
    struct buf b;
    buf_init(&b, s->c->arena);
    for (const struct unit *u = from; u && u->from; u = u->from)
        buf_printf(&b, "%s%.*s", b.n ? " <- " : "imported by ", STR_ARG(u->module));
    if (from && b.n) buf_printf(&b, " <- %.*s", STR_ARG(s->out->units.p[0]->file));
    if (b.n) diag_why(s->c->diags, d, "%.*s", (int)b.n, b.p);
}

/* Some library may have it that nobody named. */
static bool help_provider(struct search *s, struct diag *d, const struct unit *from, struct str module) {
    struct str labels;
    const struct appspec_owner *owner = deps_owner(s->spec, from->file);
    if (!owner || !rule_need(s->c, "providers", dotted_path(s->c->arena, module), &labels) || !labels.n)
        return false;
    size_t line = (size_t)((const char *)memchr(labels.p, '\n', labels.n) - labels.p);
    diag_help(s->c->diags, d,
              "%.*s has it: add \"%.*s\" to the deps of %.*s in %.*s, or let `py2 deps --fix` do it",
              (int)line, labels.p, (int)line, labels.p, STR_ARG(owner->label), STR_ARG(owner->file));
    return true;
}

static void missing(struct search *s, const struct unit *from, const struct reach_import *i,
                    struct str module) {
    struct place at = {from->file, i->line, i->col, i->end_line, i->end_col};
    struct diag *d = diag_error(s->c->diags, "PY2E0201", at, "no module named '%.*s'", STR_ARG(module));
    import_chain(s, d, from);
    if (!help_provider(s, d, from, module))
        diag_help(
            s->c->diags, d,
            "add the directory it is in to `roots`, or catch ImportError around this import if the program "
            "can do without it");
    s->failed = true;
}

/* ---- the search ---- */

/* A module needs all its parents. Says which part is missing. */
static struct unit *find_with_parents(struct search *s, struct str module, struct str *lacking) {
    struct unit *u = NULL;
    for (size_t n = 0; n <= module.n; n++) {
        if (n < module.n && module.p[n] != '.') continue;
        struct str part = {module.p, n};
        u = find_module(s, part);
        if (!u) {
            *lacking = part;
            return NULL;
        }
    }
    return u;
}

/* Both halves of a star import of a package, in either order: that it happens, and the names it takes. */
static void follow_star(struct search *s, struct str module, struct str leaf) {
    struct arena *a = s->c->arena;
    struct star *star = map_get(&s->stars, module);
    if (!star) {
        star = NEW(a, struct star);
        map_put(&s->stars, str_dup(a, module), star);
    }
    if (leaf.n == 1)
        star->taken = true;
    else
        VEC_PUSH(&star->names, a, ((struct str){leaf.p + 1, leaf.n - 1}));
    for (size_t i = 0; star->taken && i < star->names.n; i++)
        find_module(s, str_printf(a, "%.*s.%.*s", STR_ARG(module), STR_ARG(star->names.p[i])));
    if (star->taken) star->names.n = 0;
}

static void note_edge(struct search *s, const struct unit *from, const struct unit *to,
                      const struct reach_import *i) {
    if (!to || to == &native_mark || !to->file.n || !from->file.n) return;
    struct edge e = {from, to, i->line, i->col, i->end_line, i->end_col};
    VEC_PUSH(&s->out->edges, s->c->arena, e);
}

static void follow(struct search *s, struct unit *from, const struct reach_import *i) {
    if (!i->module.n) return;
    size_t before = s->out->units.n;
    struct str lacking = {0};
    struct unit *u = find_with_parents(s, str_dup(s->c->arena, i->module), &lacking);
    if (!u) {
        if (!i->optional) missing(s, from, i, lacking);
        return;
    }
    note_edge(s, from, u, i);
    if (i->leaf.n && i->leaf.p[0] == '*')
        follow_star(s, i->module, i->leaf);
    else if (i->leaf.p)
        note_edge(s, from,
                  find_module(s, str_printf(s->c->arena, "%.*s.%.*s", STR_ARG(i->module), STR_ARG(i->leaf))),
                  i);
    for (size_t k = before; k < s->out->units.n; k++) {
        s->out->units.p[k]->from = from;
        s->out->units.p[k]->line = i->line;
    }
}

static bool follow_level(struct search *s, size_t first, size_t last) {
    struct arena *a = s->c->arena;
    size_t n = last - first;
    struct rule_query *queries = NEW_N(a, struct rule_query, n);
    struct rule_dep *deps = NEW_N(a, struct rule_dep, n);
    for (size_t i = 0; i < n; i++)
        queries[i] = (struct rule_query){"imports", unit_key(a, s->out->units.p[first + i])};
    if (!rule_need_many(s->c, n, queries, deps)) return false;
    for (size_t i = 0; i < n; i++) {
        struct str bytes;
        struct reach_imports imports = {0};
        if (!rule_bytes(s->c, &deps[i], &bytes)) return false;
        if (!reach_read(a, bytes, &imports))
            BUG("imports of %.*s", STR_ARG(s->out->units.p[first + i]->module));
        for (size_t k = 0; k < imports.items.n; k++)
            follow(s, s->out->units.p[first + i], &imports.items.p[k]);
    }
    return true;
}

static struct unit *main_unit(struct search *s) {
    struct arena *a = s->c->arena;
    const struct appspec *spec = s->spec;
    if (spec->main_func.n) {
        struct unit *u = NEW(a, struct unit);
        u->source =
            str_printf(a, "import sys\nfrom %.*s import %.*s\nsys.exit(%.*s())\n", STR_ARG(spec->main_module),
                       STR_ARG(spec->main_func), STR_ARG(spec->main_func));
        return u;
    }
    if (spec->main_file.n) return found(s, STR("__main__"), spec->main_file, false);
    struct unit *u = find_in_roots(s, spec->main_module);
    if (u && u->is_package) u = find_in_roots(s, str_printf(a, "%.*s.__main__", STR_ARG(spec->main_module)));
    if (u) return u;
    struct diag *d =
        diag_error(s->c->diags, "PY2E0202", (struct place){0}, "%.*s: main module '%.*s' was not found",
                   STR_ARG(spec->label), STR_ARG(spec->main_module));
    diag_help(s->c->diags, d, "`main` names a file, a module below one of `roots`, or module:function");
    return NULL;
}

bool program_find(struct rule_ctx *c, const struct appspec *spec, struct program *out) {
    struct search s = {.c = c, .spec = spec, .out = out};
    map_init(&s.seen, c->arena);
    map_init(&s.stars, c->arena);
    struct unit *first = main_unit(&s);
    if (!first) return false;
    first->module = STR("__main__");
    first->is_main = true;
    VEC_PUSH(&out->units, c->arena, first);
    map_put(&s.seen, STR("__main__"), first);
    for (size_t i = 0; i < spec->imports.n; i++) {
        struct reach_import forced = {.module = spec->imports.p[i], .line = 0};
        follow(&s, first, &forced);
    }
    for (size_t done = 0; done < out->units.n && !s.failed;) {
        size_t last = out->units.n;
        if (!follow_level(&s, done, last)) return false;
        done = last;
    }
    for (size_t i = 0; i < out->units.n; i++) out->units.p[i]->plain = str_is(spec->opt, "none");
    return !s.failed && deps_check(c, spec, out);
}
