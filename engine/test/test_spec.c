/* Rule "test-spec": what of a test{} says how its program is run. It is apart from the app's own description,
 * so that another argument or time-out does not compile anything. */
#include "engine/test/test.h"

#include "engine/recipe/appspec.h"
#include "engine/recipe/label.h"
#include "engine/graph/run.h"

#include <stdlib.h>

static size_t get_strs(struct arena *a, struct reader *r, struct str **out) {
    uint64_t n = reader_uleb(r);
    if (n > (uint64_t)(r->end - r->p)) r->bad = true;
    if (r->bad) return 0;
    *out = NEW_N(a, struct str, n);
    for (size_t i = 0; i < n; i++) (*out)[i] = reader_sized(r);
    return (size_t)n;
}

bool test_spec_decode(struct arena *a, struct str bytes, struct test_spec *s) {
    struct reader r = reader_of(bytes);
    *s = (struct test_spec){0};
    s->file = reader_sized(&r);
    s->line = reader_u32(&r);
    s->size = reader_sized(&r);
    s->timeout = reader_uleb(&r);
    s->shards = reader_uleb(&r);
    s->triple = reader_sized(&r);
    s->name = reader_sized(&r);
    s->package = reader_sized(&r);
    s->n_args = get_strs(a, &r, &s->args);
    s->n_env = get_strs(a, &r, &s->env);
    return !r.bad && r.p == r.end && s->shards && s->timeout;
}

static struct str encode(struct arena *a, const struct test_spec *s) {
    struct buf b;
    buf_init(&b, a);
    buf_sized(&b, s->file);
    buf_u32(&b, s->line);
    buf_sized(&b, s->size);
    buf_uleb(&b, s->timeout);
    buf_uleb(&b, s->shards);
    buf_sized(&b, s->triple);
    buf_sized(&b, s->name);
    buf_sized(&b, s->package);
    buf_uleb(&b, s->n_args);
    for (size_t i = 0; i < s->n_args; i++) buf_sized(&b, s->args[i]);
    buf_uleb(&b, s->n_env);
    for (size_t i = 0; i < s->n_env; i++) buf_sized(&b, s->env[i]);
    return buf_view(&b);
}

/* As Bazel's: a size is a promise about time, which `timeout` makes exact. */
static const struct {
    const char *size;
    uint64_t seconds;
} sizes[] = {{"small", 60}, {"medium", 300}, {"large", 900}, {"enormous", 3600}};

struct fields {
    struct rule_ctx *c;
    const struct decl *decl;
    struct place place;
    struct config cfg;
};

static bool field(struct fields *f, const char *name, struct value *out) {
    struct str what = str_printf(f->c->arena, "test.%s", name);
    return select_resolve(f->c->arena, f->c->diags, f->place, &f->cfg, what.p,
                          value_field(&f->decl->fields, name), out);
}

static int by_text(const void *a, const void *b) {
    return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

/* What a program is given ends at a NUL. */
static bool has_nul(struct fields *f, const char *name, struct str s) {
    if (!memchr(s.p, 0, s.n)) return false;
    diag_error(f->c->diags, "PY2E0305", f->place, "test.%s holds a NUL character", name);
    return true;
}

static bool take_lists(struct fields *f, struct test_spec *s) {
    struct value args, env;
    struct arena *a = f->c->arena;
    if (!field(f, "args", &args) || !field(f, "env", &env)) return false;
    s->args = NEW_N(a, struct str, args.n);
    for (; s->n_args < args.n; s->n_args++) {
        s->args[s->n_args] = args.items[s->n_args].s;
        if (has_nul(f, "args", s->args[s->n_args])) return false;
    }
    s->env = NEW_N(a, struct str, env.n);
    for (size_t i = 0; i < env.n; i++) {
        if (env.items[i].kind != V_STR || !env.keys[i].n || memchr(env.keys[i].p, '=', env.keys[i].n)) {
            diag_error(f->c->diags, "PY2E0305", f->place, "test.env must map names to texts");
            return false;
        }
        if (has_nul(f, "env", env.keys[i]) || has_nul(f, "env", env.items[i].s)) return false;
        s->env[s->n_env++] =
            str_printf(a, STR_FMT "=" STR_FMT, STR_ARG(env.keys[i]), STR_ARG(env.items[i].s));
    }
    if (s->n_env) qsort(s->env, s->n_env, sizeof *s->env, by_text);
    return true;
}

static bool take_numbers(struct fields *f, struct test_spec *s) {
    struct value timeout, shards, size;
    if (!field(f, "timeout", &timeout) || !field(f, "shards", &shards) || !field(f, "size", &size))
        return false;
    if ((timeout.kind == V_INT && (timeout.i < 1 || timeout.i > 7 * 86400)) ||
        (shards.kind == V_INT && (shards.i < 1 || shards.i > 1000))) {
        diag_error(f->c->diags, "PY2E0305", f->place,
                   "test.timeout is a number of seconds up to a week, test.shards one from 1 to 1000");
        return false;
    }
    s->size = size.kind == V_STR ? size.s : STR("medium");
    for (size_t i = 0; i < COUNT(sizes); i++)
        if (str_is(s->size, sizes[i].size)) s->timeout = sizes[i].seconds;
    if (timeout.kind == V_INT) s->timeout = (uint64_t)timeout.i;
    s->shards = shards.kind == V_INT ? (uint64_t)shards.i : 1;
    return true;
}

static bool run_test_spec(struct rule_ctx *c) {
    struct str what, unused, target;
    struct label l;
    const char *why;
    struct package package, root;
    if (!appspec_key_split(c->key, &what, &unused, &target) ||
        !label_parse(c->arena, what, STR(""), &l, &why))
        BUG("test-spec key " STR_FMT, STR_ARG(c->key));
    bool has_root = rule_stat(c, STR("build.py2")) == RULE_FILE;
    if ((has_root && !package_need(c, STR(""), &root)) || !package_need(c, l.package, &package)) return false;
    const struct decl *d = package_find(&package, l.name);
    if (!d || !str_is(d->word, "test")) {
        diag_error(c->diags, "PY2E0326", (struct place){0}, STR_FMT " is no test", STR_ARG(what));
        return false;
    }
    struct fields f = {.c = c, .decl = d, .place = {.file = package.file, .line = d->line}};
    struct test_spec s = {.file = package.file, .line = d->line, .name = d->name, .package = l.package};
    if (!config_find(c, target, has_root ? &root : NULL, &package, f.place, &f.cfg)) return false;
    s.triple = f.cfg.triple;
    if (!take_lists(&f, &s) || !take_numbers(&f, &s)) return false;
    rule_output(c, encode(c->arena, &s));
    return true;
}

const struct rule rule_test_spec = {
    .name = "test-spec", .version = ENGINE_DIGEST, .run = run_test_spec, .recipe = true};
