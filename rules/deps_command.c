/* `py2 deps`: tells what rule "deps" finds, and writes it into the recipes. */
#include "engine/recipe/appspec.h"
#include "rules/rules.h"

struct entry {
    struct str label;
    VEC(struct str) add, remove, lines;
    size_t n_targets; /* it was looked at for */
};

static bool has(const struct str *list, size_t n, struct str s) {
    for (size_t i = 0; i < n; i++)
        if (str_eq(list[i], s)) return true;
    return false;
}

/* Merges the answer for one target: what any target uses is used; what none does goes. */
static void merge(struct command_ctx *c, struct entry *e, struct str answer) {
    VEC(struct str) unused = {0};
    while (answer.n) {
        size_t line = (size_t)((const char *)memchr(answer.p, '\n', answer.n) - answer.p);
        struct str rest = {answer.p + 2, line - 2};
        const char *tab = memchr(rest.p, '\t', rest.n);
        struct str label = {rest.p, tab ? (size_t)(tab - rest.p) : rest.n};
        if (answer.p[0] == '+' && !has(e->add.p, e->add.n, label)) {
            VEC_PUSH(&e->add, c->arena, label);
            VEC_PUSH(&e->lines, c->arena, rest);
        } else if (answer.p[0] == '-') {
            VEC_PUSH(&unused, c->arena, label);
        }
        answer = (struct str){answer.p + line + 1, answer.n - line - 1};
    }
    size_t kept = 0;
    for (size_t i = 0; i < (e->n_targets ? e->remove.n : unused.n); i++) {
        struct str label = e->n_targets ? e->remove.p[i] : unused.p[i];
        if (!has(unused.p, unused.n, label)) continue;
        if (kept == e->remove.n) VEC_PUSH(&e->remove, c->arena, label);
        e->remove.p[kept++] = label;
    }
    e->remove.n = kept;
    e->n_targets++;
}

static void show(struct command_ctx *c, const struct entry *e) {
    buf_printf(c->out, STR_FMT "\n", STR_ARG(e->label));
    for (size_t i = 0; i < e->lines.n; i++) {
        struct str line = e->lines.p[i];
        const char *one = memchr(line.p, '\t', line.n),
                   *two = memchr(one + 1, '\t', line.n - (size_t)(one + 1 - line.p));
        buf_printf(c->out, "  + " STR_FMT "  (%.*s imports %.*s)\n", STR_ARG(e->add.p[i]),
                   (int)(two - one - 1), one + 1, (int)(line.p + line.n - two - 1), two + 1);
    }
    for (size_t i = 0; i < e->remove.n; i++)
        buf_printf(c->out, "  - " STR_FMT "  (nothing of it is imported)\n", STR_ARG(e->remove.p[i]));
}

static bool gather(struct command_ctx *c, const struct str *names, size_t n_names, struct map *entries) {
    struct str *keys, answer, unused, target;
    size_t n;
    bool ok = true;
    if (!command_app_keys(c, n_names, names, &keys, &n)) return false;
    for (size_t i = 0; i < n; i++) {
        struct str label;
        if (!appspec_key_split(keys[i], &label, &unused, &target)) BUG("key " STR_FMT, STR_ARG(keys[i]));
        if (!str_starts(label, STR("//"))) continue; /* a lone file declares nothing */
        void **at = map_at(entries, label, NULL);
        if (!*at) *at = NEW(c->arena, struct entry);
        struct entry *e = *at;
        e->label = label;
        if (command_need(c, "deps", keys[i], &answer))
            merge(c, e, answer);
        else
            ok = false;
    }
    return ok;
}

static int run(struct command_ctx *c) {
    struct map entries;
    VEC(struct str) names = {0};
    bool fix = false, ok = true;
    size_t n_wrong = 0;
    map_init(&entries, c->arena);
    for (size_t i = 0; i < c->argc; i++) {
        if (str_is(c->argv[i], "--fix"))
            fix = true;
        else if (str_starts(c->argv[i], STR("--")))
            return diag_error(c->diags, "PY2E0332", (struct place){0}, "py2 deps does not know " STR_FMT,
                              STR_ARG(c->argv[i])),
                   2;
        else
            VEC_PUSH(&names, c->arena, c->argv[i]);
    }
    command_set_param(c, STR("choose"), STR("code"));
    ok = gather(c, names.p, names.n, &entries);
    for (size_t i = 0; i < entries.n; i++) {
        struct entry *e = entries.entries[i].value;
        if (!e->add.n && !e->remove.n) continue;
        show(c, e);
        if (fix && command_edit_labels(c, e->label, "deps", e->add.p, e->add.n, e->remove.p, e->remove.n))
            continue;
        n_wrong++;
    }
    return ok && !n_wrong ? 0 : 1;
}

const struct command command_deps = {
    .name = "deps",
    .summary = "declared against real dependencies",
    .usage = "py2 deps [LABEL or PATTERN…] [--fix]\n\n"
             "For each app, test and library: what its modules import from libraries that its `deps` do not "
             "name, and\n"
             "what they name and nothing imports. --fix writes it into the recipes, where `deps` is a plain "
             "list.\n"
             "The exit code is 1 when something is left to do.\n",
    .run = run,
};
