/* The program's entry: which command, its flags, its run. */
#define _GNU_SOURCE
#include "engine/recipe/label.h"
#include "engine/recipe/recipe_edit.h"
#include "engine/session.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

const struct builtin builtins[] = {
    {"build", "build apps: labels, patterns, directories or .py files",
     "py2 build [LABEL or PATTERN or DIRECTORY or FILE…] [flags]\n\n"
     "Without names: everything from the workspace's root, else the package here.\n"
     "Outputs are out/<target>/<package>/<name>.\n",
     command_build},
    {"run", "build one app for this machine and run it", "py2 run LABEL or FILE [flags] [-- ARGUMENTS]\n",
     command_run},
    {"test", "build tests and run them",
     "py2 test [LABEL or PATTERN…] [flags] [-- ARGUMENTS for each test]\n\n"
     "A test{} passes when its program exits with 0. Passes are remembered; what failed is shown, and is in\n"
     "out/tests/<target>/<package>/<name>.log. Names of other things are left out, so that the answer of\n"
     "`py2 affected` can be given.\n\n"
     "  --runs-per-test=N    run each N times, remembering nothing: a test that passes sometimes is flaky\n"
     "  --run-under=COMMAND  start each through COMMAND, such as an emulator\n"
     "  --junit=FILE         where the JUnit file goes (out/tests/junit.xml)\n",
     command_test},
    {"release", "make the archives of a release{}",
     "py2 release [LABEL or PATTERN…] [--plan [--format=json]] [flags]\n\n"
     "Builds the apps of a release{} for each of its targets and packs them in each of its formats, into\n"
     "out/release/<package>/<name>/, with SHA256SUMS beside them. The same sources give the same bytes.\n\n"
     "  --plan         print what would be made and what would be in it, make nothing\n"
     "  --format=json  the plan as JSON\n",
     command_release},
    {"query", "ask what depends on what",
     "py2 query EXPRESSION [--output=label/json/dot/count]\n\n"
     "  //..., //pkg:all, //pkg:name           labels; \"quoted\" when they hold + or blanks\n"
     "  deps(E[, N])                           what E needs, within N steps\n"
     "  rdeps(U, E[, N])  rdeps(E)             what needs E, in U and below; anywhere\n"
     "  allpaths(A, B)  somepath(A, B)         what lies on the ways from A to B; one way\n"
     "  kind(WORD, E)  filter(GLOB, E)         those declared with WORD; those whose label matches\n"
     "  attr(FIELD, GLOB, E)                   those with a field (an item of it) that matches\n"
     "  labels(FIELD, E)  tests(E)             the labels in a field; the tests, those of groups too\n"
     "  set(A B ...)  let X = E in E  $X       a set by name; a variable\n"
     "  E + E   E - E   E ^ E   (E)            union, except, intersect, as words too\n",
     command_query},
    {"affected", "the labels that a change can reach",
     "py2 affected --since REV [EXPRESSION] [--output=label/json/dot/count] [-v]\n\n"
     "Compares the work tree with the last commit that REV and HEAD share, by git. EXPRESSION, as of query,\n"
     "narrows the answer. -v says why each label is affected. When nothing is, the answer is the pattern\n"
     "-//..., so that `py2 test $(py2 affected --since origin/main)` then tests nothing.\n",
     command_affected},
    {"why", "how one thing comes to need another", "py2 why LABEL LABEL\npy2 why LABEL FILE\n", command_why},
    {"graph", "the graph of labels, in dot form or as a page",
     "py2 graph [PATTERN…]\npy2 graph [PATTERN…] --html FILE\n\n"
     "The page needs nothing beside it: pan, zoom, search, packages folded and unfolded, colours by kind,\n"
     "state and time.\n",
     command_graph},
    {"report", "a page about the last build and its executables",
     "py2 report --html FILE [LABEL or PATTERN…]\n\n"
     "The timeline of the last build, its slowest stages, what the cache gave, and what the named\n"
     "executables that are up to date consist of, down to functions.\n",
     command_report},
    {"explain", "why a label was rebuilt, or what an error code means", "py2 explain LABEL or PY2E…\n",
     command_explain},
    {"init", "write a build.py2 for the sources here", "py2 init [DIRECTORY]\n", command_init},
    {"stage", "run one stage on files that came with it (remote workers do)",
     "py2 stage RULE REQUEST RESULT\n", command_stage},
    {"targets", "list the targets", "py2 targets\n", command_targets},
    {"doctor", "check the surroundings", "py2 doctor\n", command_doctor},
    {"clean", "remove out/ and what the workspace remembers", "py2 clean\n", command_clean},
    {"cache", "stats, gc or verify of the shared cache",
     "py2 cache stats\npy2 cache gc [--max-size=SIZE] [--max-age=DAYS]\npy2 cache verify\n", command_cache},
    {"completion", "completion for a shell", "py2 completion bash or zsh or fish\n", command_completion},
    {"licenses", "the licences of what py2 carries", "py2 licenses\n", command_licenses},
    {"version", "the version", "py2 version\n", command_version},
    {"help", "this list, or help about one command",
     "py2 help [COMMAND]\npy2 help --roff    the manual page\n", command_help},
    {NULL, NULL, NULL, NULL},
};

/* ---- contributed commands ---- */

struct contributed {
    const struct command *command;
    struct command_ctx ctx;
    struct buf out;
    struct diags diags;
    struct session *session;
};

static int contributed_body(struct session *s, void *arg) {
    struct contributed *c = arg;
    diags_init(&c->diags, &s->arena);
    buf_init(&c->out, &s->arena);
    c->ctx = (struct command_ctx){.arena = &s->arena,
                                  .diags = &c->diags,
                                  .root = s->root,
                                  .here = s->here,
                                  .argc = s->opt.args.n,
                                  .argv = s->opt.args.p,
                                  .out = &c->out,
                                  .build = (struct build *)s};
    int code = c->command->run(&c->ctx);
    if (s->build.cancelled) return code;
    tell_diags(s, &c->diags);
    if (s->opt.time) tell_times(s);
    teller_quiet(s->teller);
    if (c->out.n) fwrite(c->out.p, 1, c->out.n, stdout);
    return code;
}

/* A command's context carries the session under the name of the build: commands never look inside. */
static struct session *session_of(struct command_ctx *c) {
    return (struct session *)c->build;
}

bool command_need(struct command_ctx *c, const char *rule, struct str key, struct str *out) {
    struct session *s = session_of(c);
    struct node *n = node_get(&s->build, str_c(rule), key);
    *out = (struct str){"", 0};
    if (!n) BUG("unknown rule %s", rule);
    if (!session_need(s, &n, 1) || !node_load(&s->build, s->worker, n)) return false;
    *out = n->bytes;
    return true;
}

bool command_app_keys(struct command_ctx *c, size_t n, const struct str *names, struct str **keys,
                      size_t *n_keys) {
    struct product *products;
    if (!session_select(session_of(c), n, names, &products, n_keys)) return false;
    *keys = NEW_N(c->arena, struct str, *n_keys);
    for (size_t i = 0; i < *n_keys; i++) (*keys)[i] = products[i].key;
    return true;
}

void command_set_param(struct command_ctx *c, struct str name, struct str value) {
    struct build *b = &session_of(c)->build;
    struct str *kept = build_keep_alloc(b, sizeof *kept);
    *kept = build_keep(b, str_is(name, "source-root") ? session_relative(session_of(c), value) : value);
    map_put(&b->params, build_keep(b, name), kept);
}

bool command_publish(struct command_ctx *c, struct str path, struct str bytes, unsigned mode) {
    struct session *s = session_of(c);
    bool wrote;
    struct outputs o = build_outputs(&s->build);
    if (publish(&o, path, bytes, mode, &wrote)) return true;
    diag_error(c->diags, "PY2E0401", (struct place){0}, "cannot write " STR_FMT ": %m", STR_ARG(path));
    return false;
}

/* The declaration's word and package, by its node; its text, as it is in the file now. */
bool command_edit_labels(struct command_ctx *c, struct str label, const char *field, const struct str *add,
                         size_t n_add, const struct str *remove, size_t n_remove) {
    struct label l;
    struct package p;
    struct str bytes, text, changed, file;
    const char *why;
    if (!label_parse(c->arena, label, STR(""), &l, &why) || !command_need(c, "package", l.package, &bytes) ||
        !package_decode(c->arena, bytes, &p))
        return false;
    const struct decl *d = package_find(&p, l.name);
    file = path_join(c->arena, c->root, p.file);
    if (!d || !file_read(c->arena, str_dup(c->arena, file).p, &text)) {
        diag_error(c->diags, "PY2E0348", (struct place){.file = p.file}, STR_FMT " cannot be read",
                   STR_ARG(label));
        return false;
    }
    struct recipe_edit e = {.word = d->word,
                            .name = l.name,
                            .field = str_c(field),
                            .package = l.package,
                            .add = add,
                            .n_add = n_add,
                            .remove = remove,
                            .n_remove = n_remove};
    bool all = recipe_edit_list(c->arena, text, &e, &changed, &why), some = all;
    if (!all && n_add && n_remove) {
        const char *unused;
        e.n_remove = 0;
        some = recipe_edit_list(c->arena, text, &e, &changed, &unused);
    }
    char *real = some ? realpath(str_dup(c->arena, file).p, NULL) : NULL; /* a link stays one */
    if (real) file = str_c(str_dup(c->arena, str_c(real)).p);
    free(real);
    if (some && access(file.p, W_OK)) some = all = false, why = "the file may not be written";
    struct stat st;
    if (some && !command_publish(c, file, changed, stat(file.p, &st) ? 0644 : st.st_mode & 07777))
        return false;
    if (all) return true;
    diag_error(c->diags, "PY2E0348", (struct place){.file = p.file, .line = d->line},
               STR_FMT ".%s of " STR_FMT " is left as it is: %s", STR_ARG(d->word), field, STR_ARG(label),
               why);
    return false;
}

static int run_contributed(struct session *s, const struct command *command) {
    struct contributed c = {.command = command, .session = s};
    if (!session_open(s, false)) return EXIT_USAGE;
    int code = session_work(s, contributed_body, &c);
    tell_finish(s);
    return code;
}

/* ---- main ---- */

static int unknown_command(struct session *s, struct str name) {
    VEC(struct str) names = {0};
    for (const struct builtin *b = builtins; b->name; b++) VEC_PUSH(&names, &s->arena, str_c(b->name));
    for (const struct command *const *c = s->tools->commands; c && *c; c++)
        VEC_PUSH(&names, &s->arena, str_c((*c)->name));
    struct str near = str_closest(name, names.p, names.n);
    if (near.n)
        cli_usage_error(s, "unknown command '" STR_FMT "': did you mean '" STR_FMT "'?", STR_ARG(name),
                        STR_ARG(near));
    else
        cli_usage_error(s, "unknown command '" STR_FMT "' (`py2 help` lists them)", STR_ARG(name));
    return EXIT_USAGE;
}

static int dispatch(struct session *s, int argc, char **argv) {
    const struct builtin *builtin = builtins;
    const struct command *const *contributed = s->tools->commands;
    while (builtin->name && !str_is(s->command, builtin->name)) builtin++;
    while (contributed && *contributed && !str_is(s->command, (*contributed)->name)) contributed++;
    bool ours = builtin->name, theirs = !ours && contributed && *contributed;
    if (!ours && !theirs) return unknown_command(s, s->command);
    bool pass = theirs || builtin->run == command_help || builtin->run == command_cache ||
                builtin->run == command_query || builtin->run == command_affected ||
                builtin->run == command_graph || builtin->run == command_report;
    bool plain = builtin->run == command_version || builtin->run == command_help ||
                 builtin->run == command_licenses || builtin->run == command_completion;
    if ((!ours || !plain) && !userconfig_apply(s)) return EXIT_USAGE;
    if (!cli_parse(s, argc, argv, pass)) return EXIT_USAGE;
    s->color = s->opt.color == WHEN_ALWAYS || (s->opt.color == WHEN_AUTO && isatty(2) && !getenv("NO_COLOR"));
    if (s->opt.help) {
        fputs(ours ? builtin->usage : (*contributed)->usage, stdout);
        return EXIT_DONE;
    }
    bool watches = ours && (builtin->run == command_build || builtin->run == command_test);
    if (s->opt.watch && (!watches || s->opt.dry_run)) {
        cli_usage_error(s, "--watch goes with build and test, and without -n");
        return EXIT_USAGE;
    }
    return ours ? builtin->run(s) : run_contributed(s, *contributed);
}

int engine_main(int argc, char **argv, const struct toolbox *tools) {
    struct session s = {.tools = tools};
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like any other */
    arena_init(&s.arena, NULL);
    s.command = str_c(argc > 1 ? argv[1] : "help");
    if (str_is(s.command, "--version") || str_is(s.command, "-V")) s.command = STR("version");
    if (str_is(s.command, "--help") || str_is(s.command, "-h")) s.command = STR("help");
    int code = dispatch(&s, argc - 2, argv + 2);
    session_close(&s);
    arena_free(&s.arena);
    bool lost = fflush(stdout) || ferror(stdout);
    if (lost && code == EXIT_DONE) code = EXIT_FAILED;
    return code;
}
