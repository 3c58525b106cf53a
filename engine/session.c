/* From the command line to a running build: workspace, state, cache, parameters, and doing a raced build
 * again. */
#define _GNU_SOURCE
#include "engine/session.h"

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

static void set_params(struct session *s) {
    struct options *o = &s->opt;
    struct buf names;
    buf_init(&names, &s->arena);
    set_param(s, "opt", o->opt);
    set_param(s, "debug", o->debug);
    set_param(s, "dynamic", o->dynamic);
    set_param(s, "backend", o->backend);
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

bool session_open(struct session *s, bool read_only) {
    char cwd[4096];
    if (s->opt.directory.n && chdir(s->opt.directory.p)) {
        cli_usage_error(s, "cannot go to " STR_FMT ": %s", STR_ARG(s->opt.directory), strerror(errno));
        return false;
    }
    if (!getcwd(cwd, sizeof cwd)) {
        cli_usage_error(s, "the current directory cannot be named: %s", strerror(errno));
        return false;
    }
    struct str dir = str_dup(&s->arena, str_c(cwd));
    s->has_root = workspace_find(&s->arena, dir, &s->root);
    if (!s->has_root) s->root = dir;
    s->here = relative(dir, s->root);
    struct build *b = &s->build;
    build_init(b, s->tools, s->root, &s->memory);
    s->open = true;
    if (b->root_fd < 0) {
        cli_usage_error(s, "cannot open " STR_FMT ": %s", STR_ARG(s->root), strerror(errno));
        return false;
    }
    build_add_rule(b, &rule_package);
    build_add_rule(b, &rule_packages);
    build_add_rule(b, &rule_appspec);
    build_add_rule(b, &rule_selection);
    b->jobs = s->opt.jobs ? s->opt.jobs : processors();
    b->dry_run = s->opt.dry_run;
    b->keep_going = s->opt.keep_going;
    b->root_rule = map_get(&b->rules, STR("app"));
    set_params(s);
    b->store = store_open(b, session_cache_dir(&s->arena).p);
    b->state = state_open(b, read_only || s->opt.dry_run);
    return true;
}

void session_close(struct session *s) {
    if (!s->open) return;
    state_close(s->build.state);
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
    (void)b;
    body->s->worker = w;
    body->code = body->run(body->s, body->arg);
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
    bool interrupted = teller_interrupted(s->teller);
    teller_stop(s->teller);
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

bool session_select(struct session *s, size_t n, const struct str *names, struct product **out,
                    size_t *n_out) {
    struct buf key;
    struct arena *a = &s->arena;
    buf_init(&key, a);
    buf_printf(&key, STR_FMT "\n", STR_ARG(s->here));
    for (size_t i = 0; i < s->opt.targets.n; i++) buf_printf(&key, STR_FMT ",", STR_ARG(s->opt.targets.p[i]));
    bool files = n > 0;
    for (size_t i = 0; i < n; i++) {
        struct str name = names[i], inside = name;
        size_t skip = s->root.n + 1;
        /* An absolute path inside the workspace is as good as a relative one. */
        if (name.n > skip && name.p[0] == '/' && str_starts(name, s->root) && name.p[s->root.n] == '/')
            inside = str_printf(a, "//" STR_FMT, STR_ARG(((struct str){name.p + skip, name.n - skip})));
        if (str_ends(name, STR(".py")) && inside.p != name.p) {
            inside = (struct str){inside.p + 2, inside.n - 2};
            for (const char *p = s->here.p, *e = p + s->here.n; s->here.n && p <= e; p++)
                if (p == e || *p == '/') inside = str_printf(a, "../" STR_FMT, STR_ARG(inside));
        }
        files &= str_ends(name, STR(".py"));
        buf_printf(&key, "\n" STR_FMT, STR_ARG(inside));
    }
    if (!s->has_root && !files) {
        tell_error(s, "PY2E0328",
                   "there is no build.py2 here or above; `py2 init` writes one, and `py2 build "
                   "main.py` needs none");
        return false;
    }
    struct node *node = node_get(&s->build, STR("selection"), buf_view(&key));
    if (!session_need(s, &node, 1)) return false;
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
