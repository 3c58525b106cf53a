/* Rule "program": the modules of an app. Key: the app's; output: see put_program.
 *
 * The app's own modules are followed here, those of its libraries by the closures of these, a library after
 * all that name it: so it is asked once, with all the modules by which this app enters it. */
#include "rules/program.h"
#include "rules/closure.h"
#include "rules/search.h"
#include "generated/rules_digest.h"

#include <stdlib.h>

/* ---- bytes ---- */

static struct str put_program(struct arena *a, const struct program *p) {
    struct buf b;
    buf_init(&b, a);
    buf_uleb(&b, p->units.n);
    for (size_t i = 0; i < p->units.n; i++) {
        const struct unit *u = p->units.p[i];
        buf_sized(&b, unit_key(a, u));
        buf_uleb(&b, u->dead.n);
        for (size_t k = 0; k < u->dead.n; k++) buf_uleb(&b, u->dead.p[k]);
    }
    buf_uleb(&b, p->natives.n);
    for (size_t i = 0; i < p->natives.n; i++) buf_sized(&b, p->natives.p[i]);
    buf_uleb(&b, p->portions.n);
    for (size_t i = 0; i < p->portions.n; i++) {
        buf_sized(&b, p->portions.p[i].closure);
        buf_uleb(&b, p->portions.p[i].n_units);
    }
    return buf_view(&b);
}

static bool get_program(struct arena *a, struct str bytes, struct program *p) {
    struct reader r = reader_of(bytes);
    *p = (struct program){0};
    for (uint64_t n = reader_uleb(&r); n && !r.bad; n--) {
        struct unit *u = NEW(a, struct unit);
        if (!unit_of_key(reader_sized(&r), u)) return false;
        u->dead.n = reader_uleb(&r);
        if (u->dead.n > (size_t)(r.end - r.p)) return false;
        u->dead.p = NEW_N(a, uint32_t, u->dead.n);
        for (size_t k = 0; k < u->dead.n; k++) u->dead.p[k] = (uint32_t)reader_uleb(&r);
        VEC_PUSH(&p->units, a, u);
    }
    for (uint64_t n = reader_uleb(&r); n && !r.bad; n--) {
        struct str name = reader_sized(&r);
        VEC_PUSH(&p->natives, a, name);
    }
    for (uint64_t n = reader_uleb(&r); n && !r.bad; n--) {
        struct portion portion = {.closure = reader_sized(&r)};
        portion.n_units = reader_uleb(&r);
        VEC_PUSH(&p->portions, a, portion);
    }
    return !r.bad && r.p == r.end && p->units.n;
}

bool program_need(struct rule_ctx *c, struct str app_key, struct program *out) {
    struct str bytes;
    if (!rule_need(c, "program", app_key, &bytes)) return false;
    if (!get_program(c->arena, bytes, out)) BUG("program of " STR_FMT, STR_ARG(app_key));
    return true;
}

void program_own(const struct program *p, struct arena *a, struct units *out) {
    *out = (struct units){0};
    for (size_t i = 0; i < p->units.n; i++)
        if (!p->units.p[i]->library) VEC_PUSH(&out->v, a, p->units.p[i]);
}

/* ---- the main module ---- */

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
    if (spec->main_file.n) return search_file(s, STR("__main__"), spec->main_file);
    struct unit *u = search_place(s, spec->main_module);
    if (u && u->is_package) u = search_place(s, str_printf(a, "%.*s.__main__", STR_ARG(spec->main_module)));
    if (u) return u;
    struct diag *d =
        diag_error(s->c->diags, "PY2E0202", (struct place){0}, "%.*s: main module '%.*s' was not found",
                   STR_ARG(spec->label), STR_ARG(spec->main_module));
    diag_help(s->c->diags, d, "`main` names a file, a module below one of `roots`, or module:function");
    return NULL;
}

/* A main module that is named as a module is in its package, as with `python -m`: PACKAGE.__main__. */
static struct str main_name(struct search *s, const struct unit *u) {
    size_t n = u->module.n;
    while (n && u->module.p[n - 1] != '.') n--;
    if (!n || s->spec->main_file.n || !u->file.n) return STR("__main__");
    return str_printf(s->c->arena, "%.*s__main__", (int)n, u->module.p);
}

static bool begin(struct search *s) {
    if (!search_roots(s)) return false;
    struct unit *first = main_unit(s);
    if (!first) return false;
    first->module = main_name(s, first);
    first->is_main = true;
    search_add(s, first);
    map_put(&s->seen, STR("__main__"), first);
    /* A main module that is a library's is judged by what that library declares. */
    if (s->self && first->file.n && owners_find(&s->owners, first->file) != s->self) s->irregular = true;
    size_t package = first->module.n - strlen("__main__");
    if (package) search_import(s, first, (struct str){first->module.p, package - 1});
    for (size_t i = 0; i < s->spec->imports.n; i++) search_import(s, first, s->spec->imports.p[i]);
    return search_run(s);
}

/* ---- the libraries ---- */

/* How far the search has come in one library. */
struct progress {
    VEC(struct str) entries;
    size_t asked; /* how many of them the closure was asked for with */
    size_t waits; /* libraries that name this one and were not asked yet */
    struct closure closure;
    struct str key; /* of the closure */
};

struct gathering {
    struct search *s;
    struct progress *of; /* by number of the owner */
    struct map number;   /* label -> number + 1 */
    size_t taken;        /* of s->entries */
};

static size_t number_of(const struct gathering *g, struct str label) {
    uintptr_t n = (uintptr_t)map_get(&g->number, label);
    return n ? n - 1 : 0;
}

static void number_owners(struct gathering *g) {
    const struct appspec *spec = g->s->spec;
    map_init(&g->number, g->s->c->arena);
    g->of = NEW_N(g->s->c->arena, struct progress, spec->n_owners);
    for (size_t i = 0; i < spec->n_owners; i++)
        map_put(&g->number, spec->owners[i].label, (void *)(uintptr_t)(i + 1));
}

static void count_waits(struct gathering *g) {
    const struct appspec *spec = g->s->spec;
    for (size_t i = 0; i < spec->n_owners; i++) g->of[i].waits = 0;
    for (size_t i = 0; i < spec->n_owners; i++)
        for (size_t k = 0; k < spec->owners[i].deps.n; k++)
            g->of[number_of(g, spec->owners[i].deps.p[k])].waits++;
}

static void take_entries(struct gathering *g) {
    struct search *s = g->s;
    for (; g->taken < s->entries.n; g->taken++) {
        const struct entry *e = &s->entries.p[g->taken];
        VEC_PUSH(&g->of[e->owner].entries, s->c->arena, e->module);
    }
}

/* What a closure found is the app's if the app would find the same. */
static bool agrees(struct search *s, const struct closure *c) {
    for (size_t i = 0; i < c->names.n; i++) {
        const struct closure_name *n = &c->names.p[i];
        struct str first = roots_first(&s->roots, n->name);
        if (n->kind == PLACE_NONE && !first.n && !memchr(n->name.p, '.', n->name.n)) continue;
        if (n->root.n && str_eq(first, n->root)) continue;
        const struct module_place *p = roots_find(&s->roots, n->name);
        if (p->kind != n->kind || !str_eq(p->file, n->file)) return false;
    }
    return true;
}

/* What a closure leads to: other libraries, and modules of none. */
static bool follow_closure(struct gathering *g, const struct closure *c) {
    struct search *s = g->s;
    if (c->irregular || !agrees(s, c)) {
        s->irregular = true;
        return true;
    }
    for (size_t i = 0; i < c->exits.n; i++) {
        bool is_new;
        size_t to = number_of(g, c->exits.p[i].label);
        map_at(&s->entered, c->exits.p[i].module, &is_new);
        if (is_new) VEC_PUSH(&g->of[to].entries, s->c->arena, c->exits.p[i].module);
    }
    for (size_t i = 0; i < c->others.n; i++)
        if (!search_module(s, c->others.p[i])) s->irregular = true;
    if (!search_run(s)) return false;
    take_entries(g);
    return true;
}

/* Asks those of the owners that have entries which their closures do not know. */
static bool ask_closures(struct gathering *g, const size_t *owners, size_t n) {
    struct search *s = g->s;
    struct arena *a = s->c->arena;
    struct rule_query *queries = NEW_N(a, struct rule_query, n);
    struct rule_dep *deps = NEW_N(a, struct rule_dep, n);
    size_t *asked = NEW_N(a, size_t, n), n_asked = 0;
    for (size_t i = 0; i < n; i++) {
        struct progress *p = &g->of[owners[i]];
        if (p->asked == p->entries.n) continue;
        p->asked = p->entries.n;
        p->key = closure_key(a, s->spec->owners[owners[i]].key, p->entries.p, p->entries.n);
        asked[n_asked] = owners[i];
        queries[n_asked++] = (struct rule_query){"closure", p->key};
    }
    if (!rule_need_many(s->c, n_asked, queries, deps)) return false;
    for (size_t i = 0; i < n_asked && !s->irregular; i++) {
        struct closure *c = &g->of[asked[i]].closure;
        if (!closure_of(s->c, &deps[i], c) || !follow_closure(g, c)) return false;
    }
    return true;
}

/* Once over all libraries, in waves: those that wait for nobody, then those that only waited for these. */
static bool pass(struct gathering *g) {
    const struct appspec *spec = g->s->spec;
    size_t *wave = NEW_N(g->s->c->arena, size_t, spec->n_owners), n = 1, begin = 0;
    count_waits(g);
    wave[0] = 0; /* the app, whose own modules were followed */
    while (begin < n && !g->s->irregular) {
        size_t end = n;
        if (!ask_closures(g, wave + begin, end - begin)) return false;
        for (; begin < end; begin++) {
            struct strs deps = spec->owners[wave[begin]].deps;
            for (size_t k = 0; k < deps.n; k++) {
                size_t to = number_of(g, deps.p[k]);
                if (to && !--g->of[to].waits) wave[n++] = to;
            }
        }
    }
    return true;
}

static bool is_open(const struct gathering *g) {
    for (size_t i = 1; i < g->s->spec->n_owners; i++)
        if (g->of[i].asked != g->of[i].entries.n) return true;
    return false;
}

static bool gather_maybes(struct gathering *g) {
    struct search *s = g->s;
    VEC(struct unit *) others = {0};
    for (size_t i = 1; i < s->spec->n_owners; i++)
        for (size_t k = 0; k < g->of[i].closure.units.n; k++)
            VEC_PUSH(&others, s->c->arena, g->of[i].closure.units.p[k]);
    if (!search_maybes(s, others.p, others.n)) return false;
    if (g->taken < s->entries.n) s->irregular = true; /* the library came upon a module of the program */
    return true;
}

static bool gather(struct search *s) {
    struct gathering g = {.s = s};
    if (!begin(s)) return false;
    number_owners(&g);
    take_entries(&g);
    while (is_open(&g) && !s->irregular)
        if (!pass(&g)) return false;
    if (!s->irregular && !gather_maybes(&g)) return false;
    for (size_t i = 1; i < s->spec->n_owners && !s->irregular; i++) {
        struct portion p = {g.of[i].key, g.of[i].closure.units.n};
        if (p.n_units) VEC_PUSH(&s->out->portions, s->c->arena, p);
    }
    if (!s->irregular) deps_warn_unused(s->c, s->spec, &s->used);
    return true;
}

/* ---- the rule ---- */

static bool run_program(struct rule_ctx *c) {
    struct appspec spec;
    struct search s;
    struct program p = {0};
    if (!appspec_need(c, c->key, &spec)) return false;
    search_open(&s, c, &spec, &p);
    s.self = spec.n_owners ? &spec.owners[0] : NULL;
    bool ok = s.self && gather(&s);
    if (s.self && !ok && !s.irregular) return false;
    if (!s.self || s.irregular) {
        p = (struct program){0};
        search_open(&s, c, &spec, &p);
        if (!begin(&s) || !search_maybes(&s, NULL, 0) || !deps_check(c, &spec, &s.owners, &p)) return false;
    }
    for (size_t i = 0; i < p.units.n; i++) p.units.p[i]->options = unit_options(&spec);
    rule_output(c, put_program(c->arena, &p));
    return true;
}

const struct rule rule_program = {.name = "program", .version = RULES_DIGEST, .run = run_program};
