/* Rule "providers": which libraries of the workspace have a file. Key: the file's path below an import root,
 * without its ending ("text/wrap"); output: their labels, each followed by a newline, in the order of the
 * packages. It reads every recipe, so it is asked only where a build has failed already. */
#define _GNU_SOURCE
#include "engine/recipe/rules.h"
#include "engine/recipe/label.h"
#include "engine/graph/run.h"

static bool has_file(struct rule_ctx *c, struct str root, struct str path) {
    struct str base = path_clean(c->arena, path_join(c->arena, root, path));
    return rule_stat(c, str_printf(c->arena, STR_FMT ".py", STR_ARG(base))) == RULE_FILE ||
           rule_stat(c, path_join(c->arena, base, STR("__init__.py"))) == RULE_FILE;
}

/* Roots that a select{} decides are left out: which target is asked for is not known here. */
static bool provides(struct rule_ctx *c, const struct package *p, const struct decl *d) {
    const struct value *roots = value_field(&d->fields, "roots"), *srcs = value_field(&d->fields, "srcs");
    struct str wanted = str_printf(c->arena, STR_FMT ".py", STR_ARG(c->key));
    if (!roots && !has_file(c, p->path.n ? p->path : STR("."), c->key)) return false;
    bool found = !roots;
    for (size_t i = 0; roots && roots->kind == V_LIST && i < roots->n && !found; i++)
        found = has_file(c, path_join(c->arena, p->path, roots->items[i].s), c->key);
    if (!found || !srcs || srcs->kind != V_LIST) return found;
    for (size_t i = 0; i < srcs->n; i++)
        if (str_ends(srcs->items[i].s, wanted)) return true;
    return false;
}

static bool run_providers(struct rule_ctx *c) {
    struct str text;
    struct buf out;
    buf_init(&out, c->arena);
    if (!rule_need(c, "packages", STR(""), &text)) return false;
    while (text.n) {
        size_t line = (size_t)((const char *)memchr(text.p, '\n', text.n) - text.p);
        struct package p;
        if (!package_need(c, (struct str){text.p, line}, &p)) return false;
        for (size_t i = 0; i < p.n; i++) {
            struct label l = {p.path, p.decls[i].name};
            if (str_is(p.decls[i].word, "library") && provides(c, &p, &p.decls[i]))
                buf_printf(&out, STR_FMT "\n", STR_ARG(label_text(c->arena, &l)));
        }
        text = (struct str){text.p + line + 1, text.n - line - 1};
    }
    rule_output(c, buf_view(&out));
    return true;
}

const struct rule rule_providers = {
    .name = "providers", .version = ENGINE_DIGEST, .run = run_providers, .local = true, .recipe = true};
