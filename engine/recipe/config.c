/* What a target name means, and which branch of a select{} it takes. */
#define _GNU_SOURCE
#include "engine/recipe/rules.h"
#include "engine/graph/run.h"

#include <stdlib.h>
#include <sys/utsname.h>

bool is_triple(const struct toolbox *t, struct str name) {
    for (const char *const *p = t->targets; p && *p; p++)
        if (str_is(name, *p)) return true;
    return false;
}

/* The toolbox's Linux target for this machine's processor. */
struct str host_target(const struct toolbox *t) {
    struct utsname u;
    const char *cpu = uname(&u) ? "x86_64" : !strcmp(u.machine, "aarch64") ? "arm64" : u.machine;
    for (const char *const *p = t->targets; p && *p; p++)
        if (!strncmp(*p, "linux-", 6) && !strcmp(*p + 6, cpu)) return str_c(*p);
    return t->targets && *t->targets ? str_c(*t->targets) : STR("none");
}

bool size_parse(const struct value *v, uint64_t *bytes) {
    if (v->kind == V_INT && v->i > 0) return *bytes = (uint64_t)v->i, true;
    if (v->kind != V_STR || !v->s.n) return false;
    uint64_t n = 0;
    size_t i = 0;
    for (; i < v->s.n && v->s.p[i] >= '0' && v->s.p[i] <= '9'; i++) {
        if (n > UINT64_MAX / 20) return false;
        n = n * 10 + (uint64_t)(v->s.p[i] - '0');
    }
    unsigned shift = 0;
    if (i < v->s.n) {
        const char *unit = memchr("KMG", v->s.p[i], 3);
        if (!unit || i + 1 != v->s.n || !i) return false;
        shift = 10 * (unsigned)(unit - "KMG" + 1);
    }
    if (n > UINT64_MAX >> shift) return false;
    *bytes = n << shift;
    return true;
}

/* ---- select ---- */

/* A branch's key fits when it equals, or as a pattern matches, the triple or the target's own name. The
 * longest fitting key is taken; two equally long ones that both fit are a mistake that nobody should have to
 * guess about. */
static const struct value *choose(struct arena *a, struct diags *d, struct place at, const struct config *cfg,
                                  const char *field, const struct value *v) {
    const struct value *best = NULL, *fallback = NULL;
    struct str best_key = {0};
    for (size_t i = 0; i < v->n; i++) {
        struct str key = v->keys[i];
        if (str_is(key, "default")) {
            fallback = &v->items[i];
            continue;
        }
        if (str_eq(key, cfg->target) || str_eq(key, cfg->triple)) return &v->items[i];
        if (!glob_match(key, cfg->triple) && !glob_match(key, cfg->target)) continue;
        if (best && best_key.n == key.n) {
            diag_error(d, "PY2E0324", at,
                       "%s: both \"" STR_FMT "\" and \"" STR_FMT "\" of the select fit target " STR_FMT,
                       field, STR_ARG(best_key), STR_ARG(key), STR_ARG(cfg->target));
            return NULL;
        }
        if (!best || key.n > best_key.n) best = &v->items[i], best_key = key;
    }
    if (best || fallback) return best ? best : fallback;
    struct diag *m = diag_error(d, "PY2E0324", at, "%s: no branch of the select fits target " STR_FMT, field,
                                STR_ARG(cfg->target));
    struct buf keys;
    buf_init(&keys, a);
    for (size_t i = 0; i < v->n; i++)
        buf_printf(&keys, "%s\"" STR_FMT "\"", i ? ", " : "", STR_ARG(v->keys[i]));
    diag_why(d, m, "its branches are " STR_FMT, STR_ARG(buf_view(&keys)));
    diag_help(d, m, "add a branch, or default = …");
    return NULL;
}

bool select_resolve(struct arena *a, struct diags *d, struct place at, const struct config *cfg,
                    const char *field, const struct value *v, struct value *out) {
    *out = (struct value){0};
    if (!v) return true;
    if (v->kind == V_SELECT) {
        const struct value *branch = choose(a, d, at, cfg, field, v);
        return branch && select_resolve(a, d, at, cfg, field, branch, out);
    }
    if (v->kind != V_JOIN) return *out = *v, true;
    VEC(struct value) items = {0};
    for (size_t i = 0; i < v->n; i++) {
        struct value part;
        if (!select_resolve(a, d, at, cfg, field, &v->items[i], &part)) return false;
        if (part.kind == V_NIL) continue;
        if (part.kind != V_LIST && part.n) {
            diag_error(d, "PY2E0305", at, "%s: '..' joins lists only", field);
            return false;
        }
        for (size_t k = 0; k < part.n; k++) VEC_PUSH(&items, a, part.items[k]);
    }
    *out = (struct value){.kind = V_LIST, .items = items.p, .n = items.n};
    return true;
}

/* ---- targets ---- */

static const struct decl *target_decl(const struct package *p, struct str name) {
    const struct decl *d = p ? package_find(p, name) : NULL;
    return d && str_is(d->word, "target") ? d : NULL;
}

static struct str text_field(const struct decl *d, const char *name) {
    const struct value *v = value_field(&d->fields, name);
    return v && v->kind == V_STR ? v->s : STR("");
}

static struct str suggestion(struct rule_ctx *c, struct str name, const struct package *root) {
    VEC(struct str) names = {0};
    for (const char *const *p = c->run->build->tools->targets; p && *p; p++)
        VEC_PUSH(&names, c->arena, str_c(*p));
    for (size_t i = 0; root && i < root->n; i++)
        if (str_is(root->decls[i].word, "target")) VEC_PUSH(&names, c->arena, root->decls[i].name);
    return str_closest(name, names.p, names.n);
}

static bool unknown(struct rule_ctx *c, struct place at, struct str name, const struct package *root) {
    struct diag *m = diag_error(c->diags, "PY2E0323", at, "there is no target '" STR_FMT "'", STR_ARG(name));
    struct str near = suggestion(c, name, root);
    if (near.n)
        diag_help(c->diags, m, "did you mean '" STR_FMT "'?", STR_ARG(near));
    else
        diag_help(c->diags, m, "`py2 targets` lists them; target{} declares one");
    return false;
}

bool config_find(struct rule_ctx *c, struct str name, const struct package *root, const struct package *near,
                 struct place at, struct config *out) {
    const struct toolbox *t = c->run->build->tools;
    *out = (struct config){.target = name, .triple = name};
    const struct package *where = near;
    const struct decl *d = target_decl(near, name);
    if (!d) d = target_decl(where = root, name);
    if (!d) return is_triple(t, name) || unknown(c, at, name, root);
    out->near = where == near && near != root && near->path.n;
    out->triple = text_field(d, "triple");
    struct place place = {.file = where->file, .line = d->line};
    if (!is_triple(t, out->triple)) return unknown(c, place, out->triple, NULL);
    out->cpu = text_field(d, "cpu");
    out->opt = text_field(d, "opt");
    out->subsystem = text_field(d, "subsystem");
    out->min_os = text_field(d, "min_os");
    const struct value *v = value_field(&d->fields, "debug");
    out->has_debug = v != NULL;
    out->debug = v && v->i;
    if ((v = value_field(&d->fields, "features"))) out->features = *v;
    if ((v = value_field(&d->fields, "version_info"))) out->version_info = *v;
    if ((v = value_field(&d->fields, "icon")))
        out->icon = path_clean(c->arena, path_join(c->arena, where->path, v->s));
    if ((v = value_field(&d->fields, "stack")) && !size_parse(v, &out->stack)) {
        diag_error(c->diags, "PY2E0305", place, "target.stack is no size");
        return false;
    }
    return true;
}
