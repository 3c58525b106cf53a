/* A py2 with stand-in rules, so that the engine is tested without the compiler.
 *
 * Rule "module": a .py file without comments and blank lines (so that a comment-only edit changes nothing
 * after it). Rule "app": follows lines "import NAME" through the import roots; the "executable" is a shell
 * script that prints the modules, then runs the lines "shell COMMAND" of them. Words of the toy language that
 * make trouble on purpose: syntax error an error at that line        warn              a warning slow
 * MILLISECONDS takes that long              big KILOBYTES     makes the output that much larger circle the
 * module needs itself
 *
 * Rule "pack": a list of what the archive holds. */
#define _GNU_SOURCE
#include "engine/recipe/appspec.h"
#include "engine/release/releasespec.h"
#include "engine/rule.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static bool next_line(struct str *text, struct str *line) {
    if (!text->n) return false;
    const char *nl = memchr(text->p, '\n', text->n);
    line->p = text->p;
    line->n = nl ? (size_t)(nl - text->p) : text->n;
    size_t skip = line->n + (nl != NULL);
    *text = (struct str){text->p + skip, text->n - skip};
    return true;
}

static void slow(struct rule_ctx *c, long ms) {
    for (; ms > 0 && !rule_cancelled(c); ms -= 5) usleep(5000);
}

static bool run_module(struct rule_ctx *c) {
    struct str text, line, ignored;
    struct buf out;
    buf_init(&out, c->arena);
    if (!rule_read_file(c, c->key, &text)) {
        diag_error(c->diags, "PY2E0101", (struct place){.file = c->key}, "cannot read the module");
        return false;
    }
    for (uint32_t n = 1; next_line(&text, &line); n++) {
        struct place at = {
            .file = c->key, .line = n, .col = 1, .end_line = n, .end_col = (uint32_t)line.n + 1};
        if (!line.n || line.p[0] == '#') continue;
        if (str_starts(line, STR("syntax error"))) diag_error(c->diags, "PY2E0101", at, "invalid syntax");
        if (str_starts(line, STR("warn"))) diag_warning(c->diags, "PY2E0102", at, "this warns");
        if (str_starts(line, STR("slow "))) slow(c, strtol(line.p + 5, NULL, 10));
        if (str_starts(line, STR("circle")) && !rule_need(c, "module", c->key, &ignored)) return false;
        buf_printf(&out, STR_FMT "\n", STR_ARG(line));
        if (str_starts(line, STR("big ")))
            for (long k = strtol(line.p + 4, NULL, 10) * 16; k > 0; k--) buf_printf(&out, "%063ld\n", k);
    }
    if (c->diags->errors) return false;
    rule_output(c, buf_view(&out));
    return true;
}

static void dump_module(struct str output, struct str function, struct buf *out) {
    (void)function;
    buf_printf(out, "module of %zu bytes\n", output.n);
}

/* The file of a module in the first root that has one; every look is recorded, the failing ones too. */
static struct str find_module(struct rule_ctx *c, const struct appspec *s, struct str name) {
    struct str file = str_printf(c->arena, STR_FMT ".py", STR_ARG(name));
    for (size_t i = 0; i < s->roots.n; i++) {
        struct str path = path_clean(c->arena, path_join(c->arena, s->roots.p[i], file));
        if (rule_stat(c, path) == RULE_FILE) return path;
    }
    diag_error(c->diags, "PY2E0201", (struct place){.file = s->main_file}, "no module '" STR_FMT "'",
               STR_ARG(name));
    return (struct str){0};
}

static bool run_app(struct rule_ctx *c) {
    struct str line;
    struct appspec s;
    struct buf out, commands;
    struct map seen;
    VEC(struct rule_query) todo = {0};
    bool ok = true, is_new;
    if (!appspec_need(c, c->key, &s)) return false;
    buf_init(&out, c->arena);
    buf_init(&commands, c->arena);
    map_init(&seen, c->arena);
    struct rule_query first = {"module", s.main_file.n ? s.main_file : find_module(c, &s, s.main_module)};
    if (!first.key.n) return false;
    VEC_PUSH(&todo, c->arena, first);
    buf_printf(&out, "#!/bin/sh\n# " STR_FMT " " STR_FMT " opt=" STR_FMT " debug=%d\ncat <<'END_OF_PY2'\n",
               STR_ARG(s.name), STR_ARG(s.triple), STR_ARG(s.opt), s.debug);
    for (size_t done = 0; done < todo.n;) {
        size_t n = todo.n - done;
        struct rule_dep *deps = NEW_N(c->arena, struct rule_dep, n);
        ok = rule_need_many(c, n, todo.p + done, deps) && ok;
        for (size_t i = 0; i < n; i++) {
            struct str text;
            if (!deps[i].ok || !rule_bytes(c, &deps[i], &text)) continue;
            buf_str(&out, text);
            while (next_line(&text, &line)) {
                if (str_starts(line, STR("shell ")))
                    buf_printf(&commands, STR_FMT "\n", (int)line.n - 6, line.p + 6);
                if (!str_starts(line, STR("import "))) continue;
                struct rule_query q = {"module", find_module(c, &s, (struct str){line.p + 7, line.n - 7})};
                map_at(&seen, q.key, &is_new);
                if (q.key.n && is_new) VEC_PUSH(&todo, c->arena, q);
            }
        }
        done += n;
    }
    buf_puts(&out, "END_OF_PY2\n");
    for (size_t i = 0; i < s.n_resources; i++)
        for (size_t k = 0; k < s.resources[i].n_files; k++) {
            struct str data;
            ok = rule_read_file(c, s.resources[i].files[k].path, &data) && ok;
            buf_printf(&out, "# " STR_FMT " %zu\n", STR_ARG(s.resources[i].files[k].name), data.n);
        }
    for (size_t i = 0; i < s.imports.n; i++)
        buf_printf(&out, "# import " STR_FMT "\n", STR_ARG(s.imports.p[i]));
    buf_puts(&out, "[ $# = 0 ] || echo \"args: $*\"\n");
    if (commands.n) buf_str(&out, buf_view(&commands));
    if (ok && !c->diags->errors) rule_output(c, buf_view(&out));
    return ok && !c->diags->errors;
}

static bool run_pack(struct rule_ctx *c) {
    struct str bytes, data;
    struct release_spec s;
    struct buf out;
    bool ok = true;
    if (!rule_need(c, "release-spec", c->key, &bytes)) return false;
    if (!release_spec_decode(c->arena, bytes, &s)) BUG("release-spec");
    buf_init(&out, c->arena);
    buf_printf(&out, STR_FMT " " STR_FMT " %llu\n", STR_ARG(s.top), STR_ARG(s.version),
               (unsigned long long)s.time);
    for (size_t i = 0; i < s.n; i++) {
        const struct release_entry *e = &s.entries[i];
        ok = (e->is_app ? rule_need(c, "app", e->source, &data) : rule_read_file(c, e->source, &data)) && ok;
        buf_printf(&out, STR_FMT " %zu\n", STR_ARG(e->name), data.n);
    }
    if (ok) rule_output(c, buf_view(&out));
    return ok;
}

/* An "executable" consists of its lines. */
static bool run_sizes(struct rule_ctx *c) {
    struct str bytes, line;
    struct buf out;
    if (!rule_need(c, "app", c->key, &bytes)) return false;
    buf_init(&out, c->arena);
    for (int n = 1; next_line(&bytes, &line); n++)
        buf_printf(&out, "%zu\t%zu\t%s\tunit%d\tline \"%d\" <%.*s>\n", line.n + 1, line.n + n,
                   n % 3 ? ".text" : ".data", n / 5, n, (int)MIN(line.n, (size_t)20), line.p);
    rule_output(c, buf_view(&out));
    return true;
}

static int run_modules(struct command_ctx *c) {
    struct str *keys, bytes;
    size_t n;
    if (!command_app_keys(c, c->argc, c->argv, &keys, &n)) return 2;
    for (size_t i = 0; i < n; i++) {
        if (!command_need(c, "app", keys[i], &bytes)) return 1;
        buf_printf(c->out, STR_FMT " %zu\n", STR_ARG(keys[i]), bytes.n);
    }
    return 0;
}

/* emit FILE --source-root DIR --output F: the shape of a fail-closed single build. */
static int run_emit(struct command_ctx *c) {
    struct str file = {0}, output = {0}, *keys, bytes;
    size_t n;
    for (size_t i = 0; i < c->argc; i++) {
        bool more = i + 1 < c->argc;
        if (str_is(c->argv[i], "--source-root") && more)
            command_set_param(c, STR("source-root"), c->argv[++i]);
        else if (str_is(c->argv[i], "--output") && more)
            output = c->argv[++i];
        else
            file = c->argv[i];
    }
    if (!file.n || !output.n) {
        diag_error(c->diags, NULL, (struct place){0}, "emit needs FILE and --output");
        return 2;
    }
    if (!command_app_keys(c, 1, &file, &keys, &n)) return 2;
    if (!command_need(c, "app", keys[0], &bytes)) return 1;
    return command_publish(c, output, bytes, 0755) ? 0 : 1;
}

int main(int argc, char **argv) {
    static const struct rule module = {
        .name = "module", .version = "1", .run = run_module, .dump = dump_module, .shared = true};
    static const struct rule app = {.name = "app", .version = "1", .run = run_app, .shared = true};
    static const struct rule pack = {.name = "pack", .version = "1", .run = run_pack, .shared = true};
    static const struct rule sizes_rule = {.name = "sizes", .version = "1", .run = run_sizes, .shared = true};
    static const struct rule *const rules[] = {&module, &app, &pack, &sizes_rule, NULL};
    static const struct command sizes = {"sizes", "sizes of apps", "py2 sizes [LABEL…]\n", run_modules};
    static const struct command emit = {"emit", "one output", "py2 emit FILE --source-root DIR --output F\n",
                                        run_emit};
    static const struct command *const commands[] = {&sizes, &emit, NULL};
    static const char *const targets[] = {"linux-x86_64", "linux-arm64", "windows-x86_64", NULL};
    static const struct licence licences[] = {{"stand-in", "none"}, {NULL, NULL}};
    const struct toolbox tools = {rules, commands, targets, licences, "0.0.0"};
    return engine_main(argc, argv, &tools);
}
