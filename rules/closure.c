/* Rules "closure" and "part".
 *
 * "closure": key the library's, NUL, the entries sorted, each followed by a newline. "part": key that of
 * the closure or the app, NUL, a digit for the app's options and the number of the part, NUL, the target;
 * output the objects, each after its length (8 bytes) and followed by zeros up to a multiple of 8. */
#define _GNU_SOURCE
#include "rules/closure.h"
#include "rules/search.h"
#include "generated/rules_digest.h"

#include <stdlib.h>

/* ---- keys ---- */

static int by_bytes(const void *a, const void *b) {
    return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

struct str closure_key(struct arena *a, struct str library, const struct str *entries, size_t n) {
    struct buf b;
    struct str *sorted = NEW_N(a, struct str, n);
    if (n) memcpy(sorted, entries, n * sizeof *sorted);
    if (n) qsort(sorted, n, sizeof *sorted, by_bytes);
    buf_init(&b, a);
    buf_str(&b, library);
    buf_putc(&b, 0);
    for (size_t i = 0; i < n; i++) {
        buf_str(&b, sorted[i]);
        buf_putc(&b, '\n');
    }
    return buf_view(&b);
}

struct str part_key(struct arena *a, struct str target, unsigned options, size_t part, struct str closure) {
    struct buf b;
    buf_init(&b, a);
    buf_str(&b, closure);
    buf_putc(&b, 0);
    buf_printf(&b, "%u%zu", options, part);
    buf_putc(&b, 0);
    buf_str(&b, target);
    return buf_view(&b);
}

/* Takes what is behind the last NUL, and that with it. */
static struct str take_last(struct str *key) {
    const char *nul = memrchr(key->p, 0, key->n);
    if (!nul) BUG("a key of too few fields");
    struct str field = {nul + 1, (size_t)(key->p + key->n - nul - 1)};
    key->n = (size_t)(nul - key->p);
    return field;
}

/* ---- bytes ---- */

static struct str put_closure(struct arena *a, const struct closure *c) {
    struct buf b;
    buf_init(&b, a);
    buf_putc(&b, c->irregular);
    if (c->irregular) return buf_view(&b);
    buf_uleb(&b, c->units.n);
    for (size_t i = 0; i < c->units.n; i++) buf_sized(&b, unit_key(a, c->units.p[i]));
    buf_uleb(&b, c->exits.n);
    for (size_t i = 0; i < c->exits.n; i++) {
        buf_sized(&b, c->exits.p[i].label);
        buf_sized(&b, c->exits.p[i].module);
    }
    buf_uleb(&b, c->others.n);
    for (size_t i = 0; i < c->others.n; i++) buf_sized(&b, c->others.p[i]);
    buf_uleb(&b, c->names.n);
    for (size_t i = 0; i < c->names.n; i++) {
        buf_putc(&b, (int)c->names.p[i].kind);
        buf_sized(&b, c->names.p[i].name);
        buf_sized(&b, c->names.p[i].root);
        buf_sized(&b, c->names.p[i].file);
    }
    return buf_view(&b);
}

static bool get_closure(struct arena *a, struct str bytes, struct closure *c) {
    struct reader r = reader_of(bytes);
    *c = (struct closure){.irregular = reader_u8(&r)};
    if (c->irregular) return r.p == r.end;
    for (uint64_t n = reader_uleb(&r); n && !r.bad; n--) {
        struct unit *u = NEW(a, struct unit);
        if (!unit_of_key(reader_sized(&r), u)) return false;
        VEC_PUSH(&c->units, a, u);
    }
    for (uint64_t n = reader_uleb(&r); n && !r.bad; n--) {
        struct closure_exit e = {.label = reader_sized(&r)};
        e.module = reader_sized(&r);
        VEC_PUSH(&c->exits, a, e);
    }
    for (uint64_t n = reader_uleb(&r); n && !r.bad; n--) {
        struct str module = reader_sized(&r);
        VEC_PUSH(&c->others, a, module);
    }
    for (uint64_t n = reader_uleb(&r); n && !r.bad; n--) {
        struct closure_name name = {.kind = reader_u8(&r) & 3};
        name.name = reader_sized(&r);
        name.root = reader_sized(&r);
        name.file = reader_sized(&r);
        VEC_PUSH(&c->names, a, name);
    }
    return !r.bad && r.p == r.end;
}

bool closure_of(struct rule_ctx *c, const struct rule_dep *dep, struct closure *out) {
    struct str bytes;
    if (!rule_bytes(c, dep, &bytes)) return false;
    if (!get_closure(c->arena, bytes, out)) BUG("a closure does not decode");
    return true;
}

/* ---- closure ---- */

/* The library and those it names, as if it were an app of them. */
static bool library_spec(struct rule_ctx *c, struct str library, struct appspec *spec) {
    struct arena *a = c->arena;
    struct appspec_owner self, *deps;
    VEC(struct str) roots = {0};
    if (!library_need(c, library, &self, &deps)) return false;
    *spec = (struct appspec){.n_owners = self.deps.n + 1};
    spec->owners = NEW_N(a, struct appspec_owner, spec->n_owners);
    spec->owners[0] = self;
    for (size_t i = 1; i < spec->n_owners; i++) spec->owners[i] = deps[i - 1];
    for (size_t i = 0; i < spec->n_owners; i++)
        for (size_t k = 0; k < spec->owners[i].roots.n; k++)
            if (!strs_have((struct strs){roots.p, roots.n}, spec->owners[i].roots.p[k]))
                VEC_PUSH(&roots, a, spec->owners[i].roots.p[k]);
    spec->roots = (struct strs){roots.p, roots.n};
    return true;
}

/* Names below one that is a package or a module are found where that is: only the others need a check. */
static bool decides_itself(struct search *s, struct str name) {
    size_t dot = name.n;
    while (dot && name.p[dot - 1] != '.') dot--;
    return !dot || roots_find(&s->roots, (struct str){name.p, dot - 1})->kind == PLACE_NAMESPACE;
}

static void take_names(struct search *s, struct closure *made) {
    const struct map *places = &s->roots.places;
    for (size_t i = 0; i < places->n; i++) {
        const struct module_place *p = places->entries[i].value;
        struct closure_name n = {places->entries[i].key, p->root, p->file, p->kind};
        if (decides_itself(s, n.name)) VEC_PUSH(&made->names, s->c->arena, n);
    }
}

static bool run_closure(struct rule_ctx *c) {
    struct arena *a = c->arena;
    struct str key = c->key, library = {key.p, strnlen(key.p, key.n)};
    key = (struct str){key.p + MIN(library.n + 1, key.n), key.n - MIN(library.n + 1, key.n)};
    struct appspec spec;
    struct program program = {0};
    struct search s;
    struct closure made = {0};
    if (!library_spec(c, library, &spec)) return false;
    search_open(&s, c, &spec, &program);
    s.self = &spec.owners[0];
    s.in_library = true;
    if (!search_roots(&s)) return false;
    while (key.n) {
        const char *nl = memchr(key.p, '\n', key.n);
        if (!nl) BUG("closure key");
        struct str module = {key.p, (size_t)(nl - key.p)};
        if (!search_module(&s, module)) s.irregular = true;
        key = (struct str){nl + 1, key.n - module.n - 1};
    }
    if (!search_run(&s)) return false;
    made.irregular = s.irregular;
    for (size_t i = 0; i < program.units.n; i++) VEC_PUSH(&made.units, a, program.units.p[i]);
    for (size_t i = 0; i < s.others.n; i++) VEC_PUSH(&made.others, a, s.others.p[i]);
    for (size_t i = 0; i < s.entries.n; i++) {
        struct closure_exit e = {spec.owners[s.entries.p[i].owner].label, s.entries.p[i].module};
        VEC_PUSH(&made.exits, a, e);
    }
    if (!made.irregular) take_names(&s, &made);
    rule_output(c, put_closure(a, &made));
    return true;
}

const struct rule rule_closure = {.name = "closure", .version = RULES_DIGEST, .run = run_closure};

/* ---- part ---- */

bool part_objects(struct str bytes, struct str *objects, size_t *n, size_t most) {
    struct reader r = reader_of(bytes);
    while (r.p < r.end && !r.bad) {
        uint64_t size = reader_u64(&r);
        if (*n == most || size > (size_t)(r.end - r.p)) return false;
        objects[(*n)++] = reader_bytes(&r, size);
        reader_bytes(&r, (8 - size % 8) % 8);
    }
    return !r.bad;
}

/* The key of a closure has a NUL, that of an app has none. */
static bool units_of(struct rule_ctx *c, struct str key, struct units *out) {
    struct rule_query query = {"closure", key};
    struct rule_dep dep;
    struct closure closure;
    struct program program;
    *out = (struct units){0};
    if (!memchr(key.p, 0, key.n)) {
        if (!program_need(c, key, &program)) return false;
        program_own(&program, c->arena, out);
        return true;
    }
    if (!rule_need_many(c, 1, &query, &dep) || !closure_of(c, &dep, &closure)) return false;
    for (size_t i = 0; i < closure.units.n; i++) VEC_PUSH(&out->v, c->arena, closure.units.p[i]);
    return true;
}

static bool run_part(struct rule_ctx *c) {
    struct arena *a = c->arena;
    struct str key = c->key, target = take_last(&key), number = take_last(&key), bytes;
    struct rule_query queries[PART_UNITS];
    struct rule_dep deps[PART_UNITS];
    struct units units;
    struct buf out;
    if (number.n < 2) BUG("part key");
    size_t first = strtoul(number.p + 1, NULL, 10) * PART_UNITS, n = 0;
    if (!units_of(c, key, &units)) return false;
    for (; n < PART_UNITS && first + n < units.v.n; n++) {
        struct unit *u = units.v.p[first + n];
        u->options = (unsigned)(number.p[0] - '0');
        queries[n] = (struct rule_query){"gen", gen_key(a, target, u)};
    }
    if (!rule_need_many(c, n, queries, deps)) return false;
    buf_init(&out, a);
    for (size_t i = 0; i < n; i++) {
        if (!rule_bytes(c, &deps[i], &bytes)) return false;
        buf_u64(&out, bytes.n);
        buf_str(&out, bytes);
        buf_align(&out, 8);
    }
    rule_output(c, buf_view(&out));
    return true;
}

const struct rule rule_part = {.name = "part", .version = RULES_DIGEST, .run = run_part, .shared = true};
