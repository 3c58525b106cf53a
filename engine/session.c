/* From the command line to a running build: workspace, state, cache, parameters, and doing a raced build
 * again. */
#define _GNU_SOURCE
#include "engine/show/events.h"
#include "engine/remote/remote.h"
#include "engine/release/releasespec.h"
#include "engine/test/test.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct str session_cache_dir(struct arena *a) {
    const char *own = getenv("PY2_CACHE_DIR"), *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (own && *own) return str_dup(a, str_c(own));
    if (xdg && *xdg == '/') return path_join(a, str_c(xdg), STR("py2"));
    if (home && *home == '/') return path_join(a, str_c(home), STR(".cache/py2"));
    return (struct str){0};
}

static unsigned processors(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set)) return 1;
    int n = CPU_COUNT(&set);
    return n > 0 ? (unsigned)n : 1;
}

static struct str relative(struct str dir, struct str root) {
    if (str_eq(dir, root)) return STR("");
    size_t skip = root.n + (root.p[root.n - 1] != '/');
    return (struct str){dir.p + skip, dir.n - skip};
}

static void set_param(struct session *s, const char *name, struct str value) {
    if (!value.n) return;
    struct build *b = &s->build;
    struct str *kept = build_keep_alloc(b, sizeof *kept);
    *kept = value;
    map_put(&b->params, str_c(name), kept);
}

static int by_text(const void *a, const void *b) {
    return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

/* A test runs elsewhere: a command that is a path below here is told in full. */
static struct str from_here(struct session *s, struct str command) {
    while (command.n && command.p[0] == ' ') command.p++, command.n--;
    const char *blank = command.n ? memchr(command.p, ' ', command.n) : NULL;
    size_t first = blank ? (size_t)(blank - command.p) : command.n;
    if (!first || command.p[0] == '/' || !memchr(command.p, '/', first)) return command;
    return str_printf(&s->arena, STR_FMT "/" STR_FMT, STR_ARG(s->cwd), STR_ARG(command));
}

static void set_params(struct session *s) {
    struct options *o = &s->opt;
    struct buf names, after;
    buf_init(&names, &s->arena);
    buf_init(&after, &s->arena);
    set_param(s, "opt", o->opt);
    set_param(s, "debug", o->debug);
    set_param(s, "dynamic", o->dynamic);
    set_param(s, "backend", o->backend);
    set_param(s, "choose", s->choose);
    set_param(s, "run-under", from_here(s, o->run_under));
    for (size_t i = 0; i < o->n_after; i++) buf_put(&after, o->after[i].p, o->after[i].n + 1);
    set_param(s, "test-args", buf_view(&after));
    if (o->defines.n) qsort(o->defines.p, o->defines.n, sizeof *o->defines.p, by_text);
    for (size_t i = 0; i < o->defines.n; i++) {
        struct str d = o->defines.p[i];
        size_t eq = (size_t)((const char *)memchr(d.p, '=', d.n) - d.p);
        struct str name = {d.p, eq};
        set_param(s, str_printf(&s->arena, "D:" STR_FMT, STR_ARG(name)).p,
                  (struct str){d.p + eq + 1, d.n - eq - 1});
        buf_printf(&names, STR_FMT "\n", STR_ARG(name));
    }
    set_param(s, "options", buf_view(&names));
}

static bool inside(struct str path, struct str dir) {
    if (str_eq(path, dir) || str_is(dir, "/")) return true;
    return path.n > dir.n && str_starts(path, dir) && path.p[dir.n] == '/';
}

struct str session_relative(struct session *s, struct str path) {
    struct str full = path_clean(&s->arena, path_join(&s->arena, s->cwd, path));
    if (!inside(full, s->root)) return full;
    struct str rest = relative(full, s->root);
    return rest.n ? rest : STR(".");
}

/* Where a lone file's paths begin when the current directory is in no workspace: the file's own workspace if
 * it has one;
 * --source-root or the file's directory when that is elsewhere; else here. So an output does not depend on
 * the place py2 was called from more than on the paths it was given. */
static void find_root_of_file(struct session *s) {
    struct arena *a = &s->arena;
    struct str dir = {0};
    for (size_t i = 0; i < s->opt.args.n; i++) {
        struct str arg = s->opt.args.p[i];
        if (str_is(arg, "--source-root") && i + 1 < s->opt.args.n) {
            dir = s->opt.args.p[i + 1];
            break;
        }
        if (str_starts(arg, STR("--source-root="))) {
            dir = (struct str){arg.p + 14, arg.n - 14};
            break;
        }
        if (!dir.p && str_ends(arg, STR(".py"))) dir = path_dir(arg).n ? path_dir(arg) : STR(".");
    }
    if (!dir.p) return;
    dir = path_clean(a, path_join(a, s->cwd, dir));
    s->has_root = workspace_find(a, dir, &s->root);
    if (!s->has_root && !inside(dir, s->cwd)) s->root = dir;
}

static bool find_root(struct session *s) {
    char cwd[4096];
    if (s->opt.directory.n && chdir(s->opt.directory.p)) {
        cli_usage_error(s, "cannot go to " STR_FMT ": %s", STR_ARG(s->opt.directory), strerror(errno));
        return false;
    }
    if (!getcwd(cwd, sizeof cwd)) {
        cli_usage_error(s, "the current directory cannot be named: %s", strerror(errno));
        return false;
    }
    s->cwd = s->root = str_dup(&s->arena, str_c(cwd));
    s->has_root = workspace_find(&s->arena, s->cwd, &s->root);
    if (!s->has_root) find_root_of_file(s);
    s->here = inside(s->cwd, s->root) ? relative(s->cwd, s->root) : STR("");
    return true;
}

/* -j, else what make hands out, else the processors. */
static void set_jobs(struct session *s) {
    struct build *b = &s->build;
    bool unreachable = false;
    b->jobs = s->opt.jobs ? s->opt.jobs : processors();
    if (s->opt.jobs || s->opt.dry_run) return;
    b->jobserver = jobserver_find(b, getenv("MAKEFLAGS"), &b->jobs, &unreachable);
    if (!unreachable) return;
    b->jobs = 1;
    tell(s,
         "warning: make's job server cannot be reached, so one stage runs at a time; begin the line of the "
         "makefile with '+', or give -j");
}

void session_add_rules(struct build *b) {
    build_add_rule(b, &rule_package);
    build_add_rule(b, &rule_packages);
    build_add_rule(b, &rule_appspec);
    build_add_rule(b, &rule_library);
    build_add_rule(b, &rule_selection);
    build_add_rule(b, &rule_providers);
    build_add_rule(b, &rule_release_spec);
    build_add_rule(b, &rule_release_formats);
    build_add_rule(b, &rule_test_spec);
    build_add_rule(b, &rule_test);
    build_add_rule(b, &rule_test_again);
}

bool session_open(struct session *s, bool read_only) {
    if (!find_root(s)) return false;
    struct build *b = &s->build;
    build_init(b, s->tools, s->root, &s->memory);
    s->open = true;
    if (b->root_fd < 0) {
        cli_usage_error(s, "cannot open " STR_FMT ": %s", STR_ARG(s->root), strerror(errno));
        return false;
    }
    session_add_rules(b);
    set_jobs(s);
    b->ceiling = s->opt.memory;
    if (s->opt.memory) b->resting_most = s->opt.memory / 4;
    b->dry_run = s->opt.dry_run;
    b->keep_going = s->opt.keep_going;
    b->root_rule = map_get(&b->rules, STR("app"));
    set_params(s);
    b->store = store_open(b->memory, session_cache_dir(&s->arena).p);
    b->state = state_open(b, read_only || s->opt.dry_run);
    return true;
}

void session_close(struct session *s) {
    if (!s->open) return;
    jobserver_close(s->build.jobserver);
    events_close(s->events);
    s->events = NULL;
    if (s->build.state) state_close(s->build.state);
    remote_close(s->build.remote);
    store_close(s->build.store);
    build_free(&s->build);
    s->open = false;
}

/* ---- the body ---- */

struct body {
    struct session *s;
    int (*run)(struct session *s, void *arg);
    void *arg;
    int code;
};

static void run_body(struct build *b, struct worker *w, void *arg) {
    struct body *body = arg;
    body->s->worker = w;
    body->code = body->run(body->s, body->arg);
    if (!b->raced) trace_write(body->s); /* on this thread's large stack: it follows chains of needs */
    body->s->worker = NULL;
}

enum { MOST_RACES = 5 };

int session_work(struct session *s, int (*run)(struct session *s, void *arg), void *arg) {
    struct body body = {s, run, arg, EXIT_FAILED};
    s->teller = teller_start(s);
    for (int i = 0; i < MOST_RACES; i++) {
        schedule_run(&s->build, run_body, &body);
        if (!s->build.raced || teller_interrupted(s->teller)) break;
        if (i + 1 == MOST_RACES) {
            tell_error(s, "PY2E0410", "files keep changing while they are being built; giving up");
            body.code = EXIT_FAILED;
            break;
        }
        if (s->opt.verbose) tell(s, "files changed while they were being built; building again");
        build_reset(&s->build);
    }
    session_remote_end(s);
    bool interrupted = teller_interrupted(s->teller);
    teller_stop(s->teller, interrupted ? EXIT_INTERRUPTED : s->build.machine_error ? EXIT_FAILED : body.code);
    s->teller = NULL;
    if (s->build.machine_error) {
        tell_error(s, "PY2E0404", "cannot look at " STR_FMT ": %s",
                   STR_ARG(s->build.machine_path.n ? s->build.machine_path : STR(".")),
                   strerror(s->build.machine_error));
        body.code = EXIT_FAILED;
    }
    if (interrupted) tell(s, "interrupted");
    return interrupted ? EXIT_INTERRUPTED : body.code;
}

bool session_need(struct session *s, struct node **nodes, size_t n) {
    struct str cycle;
    bool ok = true;
    schedule_need(&s->build, s->worker, nodes, n, &cycle);
    for (size_t i = 0; i < n; i++) ok &= nodes[i]->state == NODE_DONE;
    if (s->build.cancelled) return false;
    for (size_t i = 0; i < n; i++) tell_node(s, nodes[i]);
    return ok;
}

/* The key of rule "selection", see select.c. */
static struct str selection_key(struct session *s, size_t n, const struct str *names, bool *files) {
    struct buf key;
    struct arena *a = &s->arena;
    buf_init(&key, a);
    buf_printf(&key, STR_FMT "\n", STR_ARG(s->here));
    for (size_t i = 0; i < s->opt.targets.n; i++) buf_printf(&key, STR_FMT ",", STR_ARG(s->opt.targets.p[i]));
    *files = n > 0;
    for (size_t i = 0; i < n; i++) {
        struct str name = names[i], word = name;
        /* Files are found from the current directory, wherever the root is; "//" begins at the root. */
        if (str_ends(name, STR(".py"))) {
            struct str path = session_relative(s, name);
            word = path.p[0] == '/' ? path : str_printf(a, "//" STR_FMT, STR_ARG(path));
        }
        *files &= str_ends(name, STR(".py"));
        buf_printf(&key, "\n" STR_FMT, STR_ARG(word));
    }
    return buf_view(&key);
}

bool session_fresh(struct session *s, size_t n, const struct str *names, size_t *outputs) {
    bool files;
    /* Watching needs every node, to know what to watch. */
    return !s->opt.watch && state_settle(s->build.state, selection_key(s, n, names, &files), outputs);
}

bool session_select(struct session *s, size_t n, const struct str *names, struct product **out,
                    size_t *n_out) {
    struct arena *a = &s->arena;
    size_t fresh;
    bool files;
    struct str key = selection_key(s, n, names, &files);
    if (!s->has_root && !files) {
        tell_error(s, "PY2E0328",
                   "there is no build.py2 here or above; `py2 init` writes one, and `py2 build "
                   "main.py` needs none");
        return false;
    }
    if (!s->opt.watch) state_settle(s->build.state, key, &fresh);
    struct node *node = node_get(&s->build, STR("selection"), key);
    if (!session_need(s, &node, 1) || !node_load(&s->build, s->worker, node) || !session_remote(s))
        return false;
    VEC(struct product) v = {0};
    for (struct str text = node->bytes; text.n;) {
        size_t line = (size_t)((const char *)memchr(text.p, '\n', text.n) - text.p);
        size_t tab = (size_t)((const char *)memrchr(text.p, '\t', line) - text.p);
        struct product p = {.key = {text.p, tab}};
        p.path = path_join(a, STR("out"), (struct str){text.p + tab + 1, line - tab - 1});
        p.node = node_get(&s->build, STR("app"), p.key);
        if (!p.node) BUG("there is no rule \"app\"");
        VEC_PUSH(&v, a, p);
        text = (struct str){text.p + line + 1, text.n - line - 1};
    }
    *out = v.p;
    *n_out = v.n;
    return true;
}
