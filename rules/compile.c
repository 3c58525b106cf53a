/* The stages, in the order of the data's way. Each is a function from bytes to bytes; the engine keys, caches
 * and schedules them.
 *
 *   names     a directory       -> what can be imported from it     (per directory)
 *   index     names             -> what a list of roots offers      (per list of roots)
 *   imports   source text       -> what the module imports          (per module)
 *   closure   imports           -> what a library brings along      (per library and way in)
 *   mentions  source text       -> which names its functions mention (per module, in programs with modules of
 * the library) program   imports, closures -> the modules of an app            (per app) ir        source
 * text       -> optimised IR                     (per module, the same for every target) gen       IR ->
 * machine code and relocations     (per module and target) part      objects           -> the same, a few
 * together         (per closure and target) app       parts, runtime    -> the executable (per app and
 * target) object    the same          -> a relocatable, for `py2 object`  (per app and target) pack
 * executables, files -> a release archive               (per release, target and format)
 */
#define _GNU_SOURCE
#include "rules/rules.h"
#include "rules/gen/gen.h"
#include "rules/link/link.h"
#include "rules/lower/lower.h"
#include "rules/opt/opt.h"
#include "rules/closure.h"
#include "rules/program.h"
#include "rules/reach/mentions.h"
#include "rules/reach/reach.h"
#include "rules/stdlib/library.h"
#include "generated/rules_digest.h"

static struct py_module *parse(struct rule_ctx *c, struct unit *u) {
    struct str source;
    if (!unit_of_key(c->key, u)) BUG("unit key");
    if (!unit_source(c, u, &source)) return NULL;
    return py_parse(c->arena, c->diags, unit_shown(u), source, NULL);
}

/* ---- imports ---- */

static bool run_imports(struct rule_ctx *c) {
    struct unit u;
    struct py_module *m = parse(c, &u);
    if (!m) return false;
    struct reach_imports imports = {0};
    reach_imports(c->arena, m, u.module, u.is_package, &imports);
    rule_output(c, reach_write(c->arena, &imports));
    return true;
}

/* ---- mentions ---- */

static bool run_mentions(struct rule_ctx *c) {
    struct unit u;
    struct py_module *m = parse(c, &u);
    if (!m) return false;
    struct reach_functions functions;
    struct buf out;
    reach_functions(c->arena, m, &functions);
    buf_init(&out, c->arena);
    reach_put_functions(&out, &functions);
    rule_output(c, buf_view(&out));
    return true;
}

/* ---- ir ---- */

static bool run_ir(struct rule_ctx *c) {
    struct unit u;
    struct py_module *m = parse(c, &u);
    if (!m) return false;
    struct lower_unit unit = {
        .module = u.module, .file = unit_shown(&u), .is_package = u.is_package, .is_main = u.is_main};
    if (u.options & UNIT_RAISES) unit.dynamic = LOWER_DYNAMIC_LISTED;
    struct ir_module *ir = lower_module(c->arena, c->diags, m, &unit);
    if (!ir) return false;
    struct arena scratch;
    arena_init(&scratch, c->arena->memory);
    opt_module(ir, u.options & UNIT_PLAIN ? 0 : 1, &scratch);
    arena_free(&scratch);
    struct buf out;
    buf_init(&out, c->arena);
    ir_write(&out, ir);
    rule_output(c, buf_view(&out));
    return true;
}

static void dump_ir(struct str output, struct str function, struct buf *out) {
    struct ir_module *m = ir_read(out->arena, output);
    if (!m) return;
    if (!function.n) ir_print_module(out, m);
    for (const struct ir_func *f = m->funcs; f && function.n; f = f->next)
        if (str_ends(f->sym->name, function)) ir_print_func(out, f);
}

/* ---- gen: the key is the unit's key, a NUL, the target's name ---- */

static bool split_gen_key(struct str key, struct str *unit, struct str *target) {
    const char *nul = memrchr(key.p, 0, key.n);
    if (!nul) return false;
    *unit = (struct str){key.p, (size_t)(nul - key.p)};
    *target = (struct str){nul + 1, key.n - unit->n - 1};
    return true;
}

/* From the stage, or out of the standard library. */
static bool unit_ir(struct rule_ctx *c, struct str key, struct str *out) {
    struct unit u;
    struct library_module m;
    if (!unit_of_key(key, &u)) BUG("unit key");
    if (!u.library) return rule_need(c, "ir", key, out);
    if (!library_find(u.module, &m)) BUG("module " STR_FMT " of the standard library", STR_ARG(u.module));
    *out = library_ir(c->arena, &m);
    return true;
}

static bool run_gen(struct rule_ctx *c) {
    struct str unit, name;
    if (!split_gen_key(c->key, &unit, &name)) BUG("gen key");
    struct str bytes;
    if (!unit_ir(c, unit, &bytes)) return false;
    struct ir_module *ir = ir_read(c->arena, bytes);
    if (!ir) BUG("damaged IR");
    struct object *o = gen_module(c->arena, ir, target_find(name));
    rule_output(c, object_write(c->arena, o));
    return true;
}

static void dump_gen(struct str key, struct str input, struct str function, struct buf *out) {
    struct ir_module *m = ir_read(out->arena, input);
    struct str unit, name;
    const struct target *target = split_gen_key(key, &unit, &name) ? target_find(name) : NULL;
    if (m && target) gen_dump(out, m, target, function);
}

/* ---- app ---- */

struct parts { /* what the app's modules were compiled to */
    VEC(struct part {
        struct rule_query query;
        bool together; /* of rule "part" */
    })
    v;
    struct str *objects;
    size_t n_objects;
};

static void add_parts(struct arena *a, struct parts *parts, struct str target, unsigned options, size_t n,
                      struct str of) {
    for (size_t k = 0; k * PART_UNITS < n; k++) {
        struct part p = {.query = {"part", part_key(a, target, options, k, of)}, .together = true};
        VEC_PUSH(&parts->v, a, p);
    }
    parts->n_objects += n;
}

/* The main module is the first of all. Modules of the standard library are many apps' and stay single; so
 * does an app of one module. */
static void list_parts(struct rule_ctx *c, const struct program *p, struct str target, struct parts *parts) {
    struct arena *a = c->arena;
    struct units own;
    unsigned options = p->units.p[0]->options;
    program_own(p, a, &own);
    if (own.v.n > 1) add_parts(a, parts, target, options, own.v.n, c->key);
    for (size_t i = 0; i < p->units.n; i++) {
        if (own.v.n > 1 && !p->units.p[i]->library) continue;
        struct part single = {.query = {"gen", gen_key(a, target, p->units.p[i])}};
        VEC_PUSH(&parts->v, a, single);
        parts->n_objects++;
    }
    for (size_t i = 0; i < p->portions.n; i++)
        add_parts(a, parts, target, options, p->portions.p[i].n_units, p->portions.p[i].closure);
}

static bool gen_all(struct rule_ctx *c, const struct program *p, struct str target, struct parts *parts) {
    list_parts(c, p, target, parts);
    size_t n = 0;
    struct rule_query *queries = NEW_N(c->arena, struct rule_query, parts->v.n);
    struct rule_dep *deps = NEW_N(c->arena, struct rule_dep, parts->v.n);
    parts->objects = NEW_N(c->arena, struct str, parts->n_objects);
    for (size_t i = 0; i < parts->v.n; i++) queries[i] = parts->v.p[i].query;
    if (!rule_need_many(c, parts->v.n, queries, deps)) return false;
    for (size_t i = 0; i < parts->v.n; i++) {
        struct str bytes;
        if (!rule_bytes(c, &deps[i], &bytes)) return false;
        if (!parts->v.p[i].together)
            parts->objects[n++] = bytes;
        else if (!part_objects(bytes, parts->objects, &n, parts->n_objects))
            BUG("damaged part");
    }
    if (n != parts->n_objects) BUG("%zu objects of %zu", n, parts->n_objects);
    return true;
}

static bool read_resources(struct rule_ctx *c, const struct appspec *spec, struct link_resource **out,
                           size_t *n) {
    *n = 0;
    size_t total = 0;
    for (size_t i = 0; i < spec->n_resources; i++) total += spec->resources[i].n_files;
    *out = NEW_N(c->arena, struct link_resource, total + 1);
    for (size_t i = 0; i < spec->n_resources; i++)
        for (size_t k = 0; k < spec->resources[i].n_files; k++) {
            struct appspec_file *f = &spec->resources[i].files[k];
            struct link_resource *r = &(*out)[(*n)++];
            r->path = f->name;
            r->compress = !str_is(spec->resources[i].compress, "never");
            if (rule_read_file(c, f->path, &r->bytes)) continue;
            diag_error(c->diags, "PY2E0203", (struct place){.file = f->path},
                       "the resource file cannot be read");
            return false;
        }
    return true;
}

/* The symbols of a unit's dead functions. */
static struct link_dead dead_symbols(struct arena *a, const struct unit *u) {
    struct library_module m;
    VEC(struct str) symbols = {0};
    if (!u->library || !library_find(u->module, &m)) return (struct link_dead){0};
    struct reader r = reader_of(m.symbols);
    while (r.p < r.end && !r.bad) {
        uint64_t number = reader_uleb(&r);
        struct str name = reader_sized(&r);
        bool dead = false;
        for (size_t i = 0; i < u->dead.n && u->dead.p[i] <= number; i++) dead |= u->dead.p[i] == number;
        if (dead) VEC_PUSH(&symbols, a, name);
    }
    return (struct link_dead){symbols.p, symbols.n, true};
}

/* The app's own units come first among the objects; those of its libraries hold no code of the standard
 * library. */
static const struct link_dead *dead_code(struct arena *a, const struct program *p, size_t n_objects) {
    struct link_dead *dead = NEW_N(a, struct link_dead, n_objects);
    for (size_t i = 0; i < p->units.n; i++) dead[i] = dead_symbols(a, p->units.p[i]);
    return dead;
}

typedef struct str link_fn(struct arena *, struct diags *, const struct link_request *);

static bool link_app(struct rule_ctx *c, link_fn *link) {
    struct appspec spec;
    if (!appspec_need(c, c->key, &spec)) return false;
    const struct target *target = target_find(spec.triple);
    if (!target) {
        diag_error(c->diags, "PY2E0204", (struct place){0}, "target '%.*s' is not one py2 can build for",
                   STR_ARG(spec.triple));
        return false;
    }
    struct program program;
    struct parts parts = {0};
    if (!program_need(c, c->key, &program) || !gen_all(c, &program, str_c(target->name), &parts))
        return false;
    struct link_request request = {
        .target = target,
        .objects = parts.objects,
        .nobjects = parts.n_objects,
        .runtime = runtime_archive(target),
        .natives = program.natives.p,
        .nnatives = program.natives.n,
        .symbols = spec.debug,
        .dead = dead_code(c->arena, &program, parts.n_objects),
    };
    struct link_resource *resources;
    if (!read_resources(c, &spec, &resources, &request.nresources)) return false;
    request.resources = resources;
    struct str made = link(c->arena, c->diags, &request);
    if (!made.n) return false;
    rule_output(c, made);
    return true;
}

static bool run_app(struct rule_ctx *c) {
    return link_app(c, link_image);
}

static bool run_object(struct rule_ctx *c) {
    return link_app(c, link_relocatable);
}

/* The rows of rule "sizes", see engine/rule.h. */
static struct str link_sizes(struct arena *a, struct diags *d, const struct link_request *asked) {
    struct link_request request = *asked;
    struct link_report report;
    struct buf out;
    request.report = &report;
    if (!link_image(a, d, &request).n) return (struct str){0};
    buf_init(&out, a);
    for (size_t i = 0; i < report.pieces.n; i++) {
        const struct link_piece *p = &report.pieces.p[i];
        if (!p->size) continue;
        buf_printf(&out, "%llu\t%llu\t", (unsigned long long)p->file_size, (unsigned long long)p->size);
        buf_str(&out, p->output);
        buf_putc(&out, '\t');
        buf_str(&out, p->object);
        buf_putc(&out, '\t');
        buf_str(&out, p->symbol.n ? p->symbol : p->section);
        buf_putc(&out, '\n');
    }
    return buf_view(&out);
}

static bool run_sizes(struct rule_ctx *c) {
    return link_app(c, link_sizes);
}

static const struct rule rule_imports = {.name = "imports", .version = RULES_DIGEST, .run = run_imports};
static const struct rule rule_mentions = {.name = "mentions", .version = RULES_DIGEST, .run = run_mentions};
static const struct rule rule_ir = {
    .name = "ir", .version = RULES_DIGEST, .run = run_ir, .dump = dump_ir, .flat = true};
static const struct rule rule_gen = {
    .name = "gen", .version = RULES_DIGEST, .run = run_gen, .dump_input = dump_gen, .flat = true};
static const struct rule rule_app = {.name = "app", .version = RULES_DIGEST, .run = run_app, .shared = true};
static const struct rule rule_object = {
    .name = "object", .version = RULES_DIGEST, .run = run_object, .shared = true};

static const struct rule rule_sizes = {
    .name = "sizes", .version = RULES_DIGEST, .run = run_sizes, .shared = true};

const struct rule *const py2_rules[] = {&rule_names,   &rule_index,   &rule_imports, &rule_mentions,
                                        &rule_closure, &rule_program, &rule_ir,      &rule_gen,
                                        &rule_part,    &rule_app,     &rule_object,  &rule_pack,
                                        &rule_sizes,   &rule_deps,    NULL};
const struct command *const py2_commands[] = {&command_object, &command_deps, NULL};
const char *const py2_targets[] = {"linux-x86_64", "linux-arm64", NULL};
