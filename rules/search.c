/* The search that finds every module reached from a few: breadth first, so that errors come in a stable
 * order. Its two users say in `struct search` how far it goes: closure.c within one library, program.c within
 * an app, or, when something is wrong, through all of it. */
#include "rules/search.h"
#include "rules/deps.h"
#include "rules/natives.h"
#include "rules/reach/reach.h"
#include "rules/stdlib/library.h"

/* What is known of star imports of one package. */
struct star {
    bool taken;
    VEC(struct str) names;
};

/* ---- finding files ---- */

static struct unit *found(struct search *s, struct str module, struct str file, bool package) {
    struct unit *u = NEW(s->c->arena, struct unit);
    *u = (struct unit){.module = module, .file = file, .is_package = package};
    return u;
}

/* A module of the standard library that could not be compiled: the app is refused, a library's closure is
 * left to it. */
static void refused(struct search *s, const struct library_module *m) {
    if (s->self) {
        s->irregular = true;
        return;
    }
    struct diag *d = diag_error(s->c->diags, "PY2E0205", (struct place){.file = m->file},
                                "the standard module '" STR_FMT "' cannot be compiled yet", STR_ARG(m->name));
    diag_why(s->c->diags, d, STR_FMT, STR_ARG(m->refused));
    s->failed = true;
}

/* The text of a package without __init__.py: its directories, a comment each. It is also what its code names
 * as its file, from which the runtime makes __path__. */
static struct str portions(struct arena *a, const struct module_place *p) {
    struct buf b;
    buf_init(&b, a);
    for (size_t i = 0; i < p->n_dirs; i++) buf_printf(&b, "#" STR_FMT "\n", STR_ARG(p->dirs[i]));
    return buf_view(&b);
}

/* The module below the import roots; NULL when they do not have it. */
static struct unit *find_in_roots(struct search *s, struct str module) {
    const struct module_place *p = roots_find(&s->roots, module);
    if (!p->kind) return NULL;
    struct unit *u = found(s, module, p->file, p->kind != PLACE_MODULE);
    if (p->kind == PLACE_NAMESPACE) u->source = portions(s->c->arena, p);
    return u;
}

static struct unit *find_in_library(struct search *s, struct str module) {
    struct library_module m;
    if (!library_find(module, &m)) return NULL;
    struct unit *u = found(s, m.name, (struct str){0}, m.is_package);
    u->source = m.digest;
    u->library = true;
    if (m.refused.n) refused(s, &m);
    return u;
}

static struct unit native_mark, elsewhere_mark;

static struct str top_level(struct str module) {
    const char *dot = memchr(module.p, '.', module.n);
    return dot ? (struct str){module.p, (size_t)(dot - module.p)} : module;
}

/* importlib.resources is native, and its users seldom want more of importlib: while they do not, a native
 * package stands for it. Where both are in a program, the compiled one is found first. */
static bool stands_for_parent(struct search *s, struct str part, struct str module) {
    return str_is(part, "importlib") && str_is(module, "importlib.resources") &&
           native_known(s->c->arena, part) && !map_get(&s->seen, part);
}

/* Names that modules of the library put into sys.modules themselves. */
static bool made_by_library(struct str module) {
    static const char *const names[] = {"os.path", "typing.io", "typing.re"};
    for (size_t i = 0; i < COUNT(names); i++)
        if (str_is(module, names[i])) return true;
    return false;
}

/* As CPython looks: its built-in and frozen modules, sys.path with the standard library last. NULL and not
 * *native: nowhere. */
static struct unit *look_up(struct search *s, struct str module, bool *native) {
    bool first = library_standing(top_level(module)) == STANDING_FIRST;
    *native = false;
    struct unit *u = first ? NULL : find_in_roots(s, module);
    if (u) return u;
    if (str_is(module, "importlib")) return find_in_library(s, module);
    *native = native_known(s->c->arena, module) || made_by_library(module);
    return *native ? NULL : find_in_library(s, module);
}

static void enter(struct search *s, const struct appspec_owner *owner, struct str entry) {
    bool is_new;
    struct str kept = str_dup(s->c->arena, entry); /* a module has one owner */
    map_at(&s->entered, kept, &is_new);
    if (!is_new) return;
    struct entry e = {(size_t)(owner - s->spec->owners), kept};
    VEC_PUSH(&s->entries, s->c->arena, e);
}

/* What the search itself does not follow: a library's module, and in a library what is in no library. */
static bool left_to_others(struct search *s, struct unit *u, struct str module) {
    const struct appspec_owner *owner = u && u->file.n ? owners_find(&s->owners, u->file) : NULL;
    if (owner && owner != s->self) {
        enter(s, owner, module);
        return true;
    }
    if (owner || !s->in_library) return false;
    if (u && u->file.n) s->irregular = true; /* a root gave it, and nobody declares it */
    VEC_PUSH(&s->others, s->c->arena, str_dup(s->c->arena, module));
    return true;
}

static struct unit *find_module(struct search *s, struct str module) {
    struct unit *u = map_get(&s->seen, module);
    if (u) return u;
    bool native;
    u = look_up(s, module, &native);
    if (!u && !native) return NULL;
    if (s->self && left_to_others(s, u, module)) {
        map_put(&s->seen, module, &elsewhere_mark);
        return &elsewhere_mark;
    }
    if (native) {
        VEC_PUSH(&s->out->natives, s->c->arena, module);
        u = &native_mark;
    } else {
        VEC_PUSH(&s->out->units, s->c->arena, u);
    }
    map_put(&s->seen, module, u);
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

static struct str dotted_path(struct arena *a, struct str module) {
    struct str p = str_dup(a, module);
    for (size_t i = 0; i < p.n; i++)
        if (p.p[i] == '.') ((char *)p.p)[i] = '/';
    return p;
}

/* Some library may have it that nobody named. */
static bool help_provider(struct search *s, struct diag *d, const struct unit *from, struct str module) {
    struct str labels;
    const struct appspec_owner *owner = owners_find(&s->owners, from->file);
    if (!owner || !rule_need(s->c, "providers", dotted_path(s->c->arena, module), &labels) || !labels.n)
        return false;
    size_t line = (size_t)((const char *)memchr(labels.p, '\n', labels.n) - labels.p);
    diag_help(s->c->diags, d,
              "%.*s has it: add \"%.*s\" to the deps of %.*s in %.*s, or let `py2 deps --fix` do it",
              (int)line, labels.p, (int)line, labels.p, STR_ARG(owner->label), STR_ARG(owner->file));
    return true;
}

/* What CPython has and neither the runtime nor the library. */
static bool is_lacking(struct str module) {
    enum library_standing standing = library_standing(top_level(module));
    struct library_module m;
    if (standing == STANDING_MODULE || standing == STANDING_FIRST)
        return !library_find(top_level(module), &m);
    return false;
}

static void missing(struct search *s, const struct unit *from, const struct reach_import *i,
                    struct str module) {
    if (s->self) {
        s->irregular = true;
        return;
    }
    struct place at = {unit_shown(from), i->line, i->col, i->end_line, i->end_col};
    if (is_lacking(module)) {
        struct diag *d =
            diag_error(s->c->diags, "PY2E0206", at,
                       "the standard module '%.*s' is not in this version of py2", STR_ARG(module));
        import_chain(s, d, from);
        diag_help(s->c->diags, d,
                  "CPython has it, so a program that goes on without it would behave differently; with "
                  "--dynamic=raise "
                  "the import raises ImportError when the program gets there");
        s->failed = true;
        return;
    }
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
        if (stands_for_parent(s, part, module)) {
            VEC_PUSH(&s->out->natives, s->c->arena, part);
            continue;
        }
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
    const struct unit *u = map_get(&s->seen, module);
    if (u == &elsewhere_mark) {
        const struct module_place *p = roots_find(&s->roots, module);
        struct str entry = str_printf(a, STR_FMT ".*", STR_ARG(module));
        if (leaf.n == 1 && p->file.n)
            enter(s, owners_find(&s->owners, p->file), entry);
        else if (leaf.n == 1)
            VEC_PUSH(&s->others, a, entry);
        return;
    }
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

/* Within one owner it is enough that the other is declared. */
static void note_use(struct search *s, struct str module) {
    const struct module_place *p = roots_find(&s->roots, module);
    const struct appspec_owner *to = p->file.n ? owners_find(&s->owners, p->file) : NULL;
    if (!to || to == s->self) return;
    map_put(&s->used, to->label, s);
    if (!strs_have(s->self->deps, to->label)) s->irregular = true;
}

static void note_edge(struct search *s, const struct unit *from, const struct unit *to, struct str module,
                      const struct reach_import *i) {
    if (s->self && to) {
        if (to == &elsewhere_mark && owners_find(&s->owners, from->file)) note_use(s, module);
        return;
    }
    if (!to || to == &native_mark || to == &elsewhere_mark || !to->file.n || !from->file.n) return;
    struct edge e = {from, to, i->line, i->col, i->end_line, i->end_col};
    VEC_PUSH(&s->out->edges, s->c->arena, e);
}

/* Whether the program is built without what this import names: it is then not found at run time. The
 * library's own code may try for modules that py2 has not; modules of other systems are absent in CPython
 * too. */
static bool may_lack(struct search *s, const struct unit *from, const struct reach_import *i,
                     struct str module) {
    bool lacking = is_lacking(module), raising = str_is(s->spec->dynamic, "raise");
    if (from->library) return s->soft || i->optional || raising || !lacking;
    if (lacking) return raising;
    return i->optional || (raising && i->deferred) || library_standing(top_level(module)) == STANDING_NOWHERE;
}

/* In the place of a standard module that py2 lacks: a module that says so when the program gets there. */
static void stand_in(struct search *s, struct str module) {
    struct arena *a = s->c->arena;
    struct str top = top_level(module);
    struct unit *u = NEW(a, struct unit);
    if (map_get(&s->seen, top)) return;
    if (s->in_library) {
        s->irregular = true;
        return;
    }
    *u = (struct unit){.module = str_dup(a, top)};
    u->source = str_printf(a,
                           "raise ModuleNotFoundError(\"the standard module '" STR_FMT
                           "' is not in this version of py2\", name='" STR_FMT "')\n",
                           STR_ARG(top), STR_ARG(top));
    search_add(s, u);
}

static void follow_lacking(struct search *s, struct unit *from, const struct reach_import *i,
                           struct str lacking) {
    if (!may_lack(s, from, i, lacking)) {
        missing(s, from, i, lacking);
        return;
    }
    if (!is_lacking(lacking) || (from->library && i->optional)) return;
    if (s->self && !from->library) { /* it is to be listed, once */
        s->irregular = true;
        return;
    }
    stand_in(s, lacking);
    if (from->library) return;
    struct place at = {unit_shown(from), i->line, i->col, i->end_line, i->end_col};
    diag_warning(s->c->diags, "PY2W0206", at,
                 "this import raises when the program gets here: the standard module '" STR_FMT
                 "' is not in this version of py2",
                 STR_ARG(top_level(lacking)));
}

static void follow(struct search *s, struct unit *from, const struct reach_import *i) {
    if (!i->module.n) return;
    size_t before = s->out->units.n;
    struct str lacking = {0};
    struct unit *u = find_with_parents(s, str_dup(s->c->arena, i->module), &lacking);
    if (!u) {
        follow_lacking(s, from, i, lacking);
        return;
    }
    note_edge(s, from, u, i->module, i);
    if (i->leaf.n && i->leaf.p[0] == '*') {
        follow_star(s, i->module, i->leaf);
    } else if (i->leaf.p) {
        struct str leaf = str_printf(s->c->arena, "%.*s.%.*s", STR_ARG(i->module), STR_ARG(i->leaf));
        note_edge(s, from, find_module(s, leaf), leaf, i);
    }
    for (size_t k = before; k < s->out->units.n; k++) {
        s->out->units.p[k]->from = from;
        s->out->units.p[k]->line = i->line;
    }
}

static void follow_now_or_later(struct search *s, struct unit *from, const struct live_module *functions,
                                const struct reach_imports *imports, size_t k) {
    const struct reach_import *i = &imports->items.p[k];
    struct maybe m = {from, i, imports, functions, false};
    if (from->library && (i->optional || i->deferred || i->instead))
        VEC_PUSH(&s->maybes, s->c->arena, m);
    else
        follow(s, from, i);
}

static const struct live_module *know_functions(struct search *s, struct unit *u,
                                                const struct library_module *m) {
    struct reach_functions *f = NEW(s->c->arena, struct reach_functions);
    struct reader r = reader_of(m->functions);
    if (!reach_get_functions(s->c->arena, &r, f)) BUG("functions of " STR_FMT, STR_ARG(m->name));
    struct known_functions known = {u, liveness_add(&s->liveness, f)};
    VEC_PUSH(&s->known, s->c->arena, known);
    return known.functions;
}

/* The imports of the units found last. */
static bool follow_level(struct search *s, size_t first, size_t last) {
    struct arena *a = s->c->arena;
    size_t n = last - first;
    struct rule_query *queries = NEW_N(a, struct rule_query, n);
    struct rule_dep *deps = NEW_N(a, struct rule_dep, n);
    size_t asked = 0;
    for (size_t i = 0; i < n; i++)
        if (!s->out->units.p[first + i]->library)
            queries[asked++] = (struct rule_query){"imports", unit_key(a, s->out->units.p[first + i])};
    if (!rule_need_many(s->c, asked, queries, deps)) return false;
    asked = 0;
    for (size_t i = 0; i < n; i++) {
        struct str bytes;
        struct reach_imports *imports = NEW(a, struct reach_imports);
        struct library_module m;
        const struct live_module *functions = NULL;
        if (s->out->units.p[first + i]->library && library_find(s->out->units.p[first + i]->module, &m)) {
            bytes = m.imports;
            functions = know_functions(s, s->out->units.p[first + i], &m);
        } else if (!rule_bytes(s->c, &deps[asked++], &bytes))
            return false;
        if (!reach_read(a, bytes, imports))
            BUG("imports of %.*s", STR_ARG(s->out->units.p[first + i]->module));
        for (size_t k = 0; k < imports->items.n; k++)
            follow_now_or_later(s, s->out->units.p[first + i], functions, imports, k);
    }
    return true;
}

void search_open(struct search *s, struct rule_ctx *c, const struct appspec *spec, struct program *out) {
    *s = (struct search){.c = c, .spec = spec, .out = out};
    map_init(&s->seen, c->arena);
    map_init(&s->stars, c->arena);
    map_init(&s->entered, c->arena);
    map_init(&s->doomed, c->arena);
    map_init(&s->used, c->arena);
    owners_index(&s->owners, c->arena, spec);
    liveness_init(&s->liveness, c->arena);
}

bool search_roots(struct search *s) {
    return roots_open(&s->roots, s->c, s->spec->roots.p, s->spec->roots.n);
}

struct unit *search_file(struct search *s, struct str module, struct str file) {
    return found(s, module, file, false);
}

void search_add(struct search *s, struct unit *u) {
    VEC_PUSH(&s->out->units, s->c->arena, u);
    map_put(&s->seen, u->module, u);
}

struct unit *search_place(struct search *s, struct str module) {
    return find_in_roots(s, module);
}

bool search_module(struct search *s, struct str module) {
    struct str lacking;
    size_t n = module.n;
    bool star = n > 2 && !memcmp(module.p + n - 2, ".*", 2);
    if (star) module.n -= 2;
    if (!find_with_parents(s, module, &lacking)) return false;
    if (star) follow_star(s, module, STR("*"));
    return true;
}

void search_import(struct search *s, struct unit *from, struct str module) {
    struct reach_import forced = {.module = module, .line = 0};
    follow(s, from, &forced);
}

static bool follow_all(struct search *s) {
    while (s->done < s->out->units.n && !s->failed && !s->irregular) {
        size_t last = s->out->units.n;
        if (!follow_level(s, s->done, last)) return false;
        s->done = last;
    }
    return true;
}

bool search_run(struct search *s) {
    return follow_all(s) && !s->failed;
}

/* The names in the program's own code, from rule "mentions". */
static bool mention_units(struct search *s, struct unit *const *units, size_t n) {
    struct arena *a = s->c->arena;
    struct rule_query *queries = NEW_N(a, struct rule_query, n + 1);
    struct rule_dep *deps = NEW_N(a, struct rule_dep, n + 1);
    size_t asked = 0;
    for (size_t i = 0; i < n; i++)
        if (!units[i]->library) queries[asked++] = (struct rule_query){"mentions", unit_key(a, units[i])};
    if (!rule_need_many(s->c, asked, queries, deps)) return false;
    for (size_t i = 0; i < asked; i++) {
        struct str bytes;
        struct reach_functions f;
        if (!rule_bytes(s->c, &deps[i], &bytes)) return false;
        struct reader r = reader_of(bytes);
        if (!reach_get_functions(a, &r, &f)) BUG("mentions of " STR_FMT, STR_ARG(queries[i].key));
        liveness_mention(&s->liveness, &f);
    }
    return true;
}

static bool is_doomed(struct search *s, struct str module);

static bool is_there(struct search *s, struct str module) {
    bool native;
    struct str whole = {module.p, 0};
    for (size_t n = 1; n <= module.n; n++) {
        if (n < module.n && module.p[n] != '.') continue;
        whole.n = n;
        struct unit *u = look_up(s, whole, &native);
        if ((!u && !native) || (u && u->library && is_doomed(s, whole))) return false;
    }
    return true;
}

/* A module of the library that imports, whenever it is loaded, what is not there. */
static bool is_doomed(struct search *s, struct str module) {
    struct library_module m;
    struct reach_imports imports = {0};
    bool is_new, doomed = false;
    void **known = map_at(&s->doomed, str_dup(s->c->arena, module), &is_new);
    if (!is_new) return *known != NULL;
    if (!library_find(module, &m) || !reach_read(s->c->arena, m.imports, &imports)) return false;
    for (size_t i = 0; i < imports.items.n && !doomed; i++) {
        const struct reach_import *x = &imports.items.p[i];
        if (!x->optional && !x->deferred && !x->instead && x->module.n) doomed = !is_there(s, x->module);
    }
    if (doomed) map_put(&s->doomed, str_dup(s->c->arena, module), s);
    return doomed;
}

/* What an import stands in for, and what it would load. */
static bool may_run(struct search *s, const struct maybe *m) {
    const struct reach_import *i = m->import;
    if (i->deferred && !liveness_of(m->functions, i->function)) return false;
    if (i->instead && is_there(s, m->imports->items.p[i->instead - 1].module)) return false;
    return !i->module.n || is_there(s, i->module);
}

bool search_maybes(struct search *s, struct unit *const *others, size_t n) {
    if (!s->maybes.n) return !s->failed;
    if (!mention_units(s, s->out->units.p, s->out->units.n) || !mention_units(s, others, n)) return false;
    s->soft = true;
    for (bool changed = true; changed && !s->failed && !s->irregular;) {
        changed = false;
        liveness_update(&s->liveness);
        for (size_t i = 0; i < s->maybes.n; i++) {
            if (s->maybes.p[i].followed || !may_run(s, &s->maybes.p[i])) continue;
            s->maybes.p[i].followed = changed = true;
            follow(s, s->maybes.p[i].from, s->maybes.p[i].import);
        }
        if (!follow_all(s)) return false;
    }
    liveness_update(&s->liveness);
    for (size_t i = 0; i < s->known.n; i++)
        s->known.p[i].unit->dead = liveness_dead(s->known.p[i].functions, s->c->arena);
    return !s->failed;
}
