/* `py2 build` and `py2 run`: bring the apps up to date, publish them. */
#define _GNU_SOURCE
#include "engine/remote/remote.h"
#include "engine/show/events.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

struct work {
    struct product *products;
    size_t n, written, fresh, skipped;
    bool must_list; /* the products are wanted, not only built */
};

/* The output's own file is a leaf too: an unchanged one costs one stat. */
static bool is_published(struct session *s, const struct product *p, struct node **leaf) {
    *leaf = node_get(&s->build, STR("file"), p->path);
    struct str cycle;
    (*leaf)->state = NODE_NEW;
    schedule_need(&s->build, s->worker, leaf, 1, &cycle);
    return (*leaf)->hashed_at && ((*leaf)->id.mode & 07777) == 0755 &&
           digest_eq(&(*leaf)->digest, &p->node->digest);
}

static bool knows(struct session *s, const struct product *p) {
    struct node *leaf = node_get(&s->build, STR("file"), p->path);
    leaf->state = NODE_NEW;
    leaf_published(&s->build, leaf, &p->node->digest);
    return leaf->state == NODE_DONE;
}

static bool cannot_write(struct session *s, struct str path) {
    tell_error(s, "PY2E0401", "cannot write " STR_FMT ": %s", STR_ARG(path), strerror(errno));
    return false;
}

/* What was typed as an output and is an input: nobody wants that to go. */
static bool is_source(struct session *s, struct str path) {
    struct stat st;
    if (lstat(path.p, &st) || !S_ISREG(st.st_mode)) return false;
    bool source = str_ends(path, STR(".py")) || str_ends(path, STR(".py2"));
    for (size_t i = 0; i < s->build.nodes.n && !source; i++) {
        const struct node *n = s->build.nodes.entries[i].value;
        source = n->leaf == LEAF_FILE && n->hashed_at && n->id.ino == st.st_ino && n->id.dev == st.st_dev &&
                 !str_starts(n->key, STR("out/"));
    }
    if (source) tell_error(s, "PY2E0401", STR_FMT " is a source; -o would overwrite it", STR_ARG(path));
    return source;
}

/* Writes the output's temporary, unless the output is there already. */
static bool begin_product(struct session *s, struct work *w, size_t number, struct publication *out) {
    struct product *p = &w->products[number];
    struct node *leaf;
    struct str path = s->opt.output.n ? s->opt.output : build_path(&s->arena, &s->build, p->path);
    *out = (struct publication){0};
    if (s->opt.output.n && is_source(s, path)) return false;
    if (!s->opt.output.n && is_published(s, p, &leaf)) return true;
    const struct node *n = p->node;
    struct outputs o = build_outputs(&s->build);
    if (!s->opt.output.n && n->written &&
        publish_link(&o, &s->arena, path, &n->digest, n->trace->size, 0755, number, out))
        return true;
    if (!node_load(&s->build, s->worker, p->node) || s->build.cancelled) return false;
    bool ok = publish_begin(&o, &s->arena, path, p->node->bytes, 0755, number, out);
    if (!s->opt.dump.n)
        node_drop_bytes(&s->build, p->node); /* hundreds of executables need not be in memory */
    return ok || cannot_write(s, path);
}

static bool end_product(struct session *s, struct work *w, size_t number, struct publication *p,
                        bool synced) {
    struct node *leaf;
    bool wrote = p->temporary.n;
    if (!publish_end(p, synced)) return cannot_write(s, p->path);
    /* The next build knows the output by its identity. */
    if (p->path.n && !s->opt.output.n && !knows(s, &w->products[number]))
        is_published(s, &w->products[number], &leaf);
    events_output(s->events, s->opt.output.n ? s->opt.output : w->products[number].path,
                  &w->products[number].node->digest, wrote);
    if (wrote)
        w->written++;
    else
        w->fresh++;
    if (wrote && s->opt.progress != PROGRESS_NONE && s->opt.format == FORMAT_HUMAN)
        tell(s, "built " STR_FMT, STR_ARG(s->opt.output.n ? s->opt.output : w->products[number].path));
    return true;
}

enum { FEW_OUTPUTS = 16 };

/* Few outputs are synced one by one as they come; many are all written, then synced at once, then renamed. */
static bool publish_products(struct session *s, struct work *w) {
    struct publication *all = NEW_N(&s->arena, struct publication, w->n);
    bool *begun = NEW_N(&s->arena, bool, w->n), ok = true, few = w->n <= FEW_OUTPUTS, any = false;
    for (size_t i = 0; i < w->n && !s->build.cancelled; i++) {
        if (w->products[i].node->state != NODE_DONE) continue;
        begun[i] = begin_product(s, w, i, &all[i]);
        any |= begun[i] && all[i].temporary.n;
        ok &= begun[i];
        if (few && begun[i]) ok &= end_product(s, w, i, &all[i], false);
    }
    if (few) return ok;
    bool synced = any && publish_sync(&(struct outputs){.root_fd = s->build.root_fd});
    for (size_t i = 0; i < w->n; i++)
        if (begun[i]) ok &= end_product(s, w, i, &all[i], synced);
    return ok;
}

static bool make_all(struct session *s, struct work *w, struct node **nodes) {
    for (size_t i = 0; i < w->n; i++) nodes[i] = w->products[i].node;
    bool ok = session_need(s, nodes, w->n);
    for (size_t i = 0; i < w->n; i++) w->skipped += nodes[i]->skipped;
    return ok;
}

/* Seconds: a person who waited that long wants to know for what. */
enum { SLOW_BUILD = 10 };

static void summary(struct session *s, const struct work *w, bool ok) {
    struct build *b = &s->build;
    double seconds = (double)(now_nanos() - b->began) / 1e9;
    if (s->opt.format != FORMAT_HUMAN || s->opt.progress == PROGRESS_NONE) return;
    if (s->rechecking && !w->written) return;
    if (s->opt.dry_run) {
        tell(s, "%zu stages would run", b->n_planned);
    } else if (!ok) {
        tell(s, "failed: %zu error%s, %zu warning%s in %.2f s", s->errors, s->errors == 1 ? "" : "s",
             s->warnings, s->warnings == 1 ? "" : "s", seconds);
        if (w->skipped)
            tell(s, "%zu app%s not begun; -k goes on after errors", w->skipped,
                 w->skipped == 1 ? " was" : "s were");
    } else if (!w->n) {
        tell(s, "nothing to build: no app matches");
    } else if (!w->written) {
        tell(s, "%zu output%s up to date (%.3f s)", w->fresh, w->fresh == 1 ? "" : "s", seconds);
    } else {
        char remote[40] = "";
        if (b->n_remote) snprintf(remote, sizeof remote, " (%zu remote)", b->n_remote);
        if (b->n_executed) tell(s, "%zu of the stages that ran did so at the remote", b->n_executed);
        tell(s, "%zu built, %zu up to date; stages: %zu ran, %zu from the cache%s, %zu clean (%.2f s)",
             w->written, w->fresh, b->n_ran, b->n_cached, remote, b->n_clean, seconds);
        if (s->opt.verbose || seconds > SLOW_BUILD) tell_critical_path(s);
    }
}

/* workspace{ jobs = N } holds unless -j is given. */
static void apply_jobs(struct session *s) {
    struct node *root = node_get(&s->build, STR("package"), STR(""));
    struct package p;
    if (s->opt.jobs || root->state != NODE_DONE || !node_load(&s->build, s->worker, root)) return;
    if (!package_decode(&s->arena, root->bytes, &p)) return;
    for (size_t i = 0; i < p.n; i++) {
        const struct value *v =
            str_is(p.decls[i].word, "workspace") ? value_field(&p.decls[i].fields, "jobs") : NULL;
        if (v && v->i > 0 && v->i <= 4096 && !s->build.jobserver) s->build.jobs = (unsigned)v->i;
    }
}

/* A recipe's mistake is a usage error (2), whatever stage met it. */
static int recipe_code(struct session *s, int code) {
    for (size_t i = 0; code == EXIT_FAILED && i < s->build.nodes.n; i++) {
        struct node *n = s->build.nodes.entries[i].value;
        if (n->state == NODE_FAILED && n->diags.n && !n->planned && n->rule->recipe) return EXIT_USAGE;
    }
    return code;
}

static int build_all(struct session *s, struct work *w) {
    *w = (struct work){.must_list = w->must_list};
    bool selected = session_select(s, s->opt.args.n, s->opt.args.p, &w->products, &w->n);
    if (!selected) {
        if (!s->build.cancelled) summary(s, w, false);
        return EXIT_USAGE;
    }
    if (s->opt.output.n && w->n != 1) {
        cli_usage_error(s, "-o is for one output, but %zu would be built", w->n);
        return EXIT_USAGE;
    }
    apply_jobs(s);
    struct node **nodes = NEW_N(&s->arena, struct node *, w->n);
    bool ok = make_all(s, w, nodes);
    if (!s->opt.dry_run) ok = publish_products(s, w) && ok;
    if (s->build.cancelled) return EXIT_FAILED;
    if (!ok && !s->errors && !s->opt.dry_run && !s->build.n_planned)
        for (size_t i = 0; i < w->n; i++)
            if (nodes[i]->state == NODE_FAILED)
                tell_error(s, "PY2E0402", "" STR_FMT " failed without saying why",
                           STR_ARG(w->products[i].key));
    if (s->opt.explain || s->opt.dry_run) tell_explain(s, nodes, w->n);
    if (s->opt.dump.n && !tell_dump(s, nodes, w->n)) ok = false;
    if (s->opt.time) tell_times(s);
    summary(s, w, ok || (s->opt.dry_run && !s->errors));
    return ok || (s->opt.dry_run && !s->errors) ? EXIT_DONE : EXIT_FAILED;
}

static int build_body(struct session *s, void *arg) {
    return recipe_code(s, build_all(s, arg));
}

static int build_round(struct session *s, void *arg) {
    int code = session_work(s, build_body, arg);
    if (s->rechecking) return code;
    tell_finish(s);
    return code;
}

/* These ask for more than outputs. */
static bool may_answer_at_once(const struct session *s) {
    const struct options *o = &s->opt;
    return !o->output.n && !o->dump.n && !o->explain && !o->time && !o->dry_run && !o->events.n &&
           !o->profile.n;
}

/* When there is nothing to do, no thread is made and nobody attends to signals: it is over at once. */
static int do_build(struct session *s, struct work *w) {
    if (!session_open(s, false)) return EXIT_USAGE;
    bool at_once = !w->must_list && may_answer_at_once(s);
    if (!at_once || !session_fresh(s, s->opt.args.n, s->opt.args.p, &w->n)) return build_round(s, w);
    w->fresh = w->n;
    summary(s, w, true);
    tell_finish(s);
    return EXIT_DONE;
}

int command_build(struct session *s) {
    struct work w = {0};
    return s->opt.watch ? watch(s, build_round, &w) : do_build(s, &w);
}

int command_run(struct session *s) {
    struct work w = {.must_list = true};
    struct str host = host_target(s->tools);
    if (s->opt.args.n != 1) {
        cli_usage_error(s, "run takes one app: py2 run LABEL or FILE [-- ARGUMENTS]");
        return EXIT_USAGE;
    }
    if (!s->opt.targets.n) VEC_PUSH(&s->opt.targets, &s->arena, host);
    if (s->opt.progress == PROGRESS_AUTO && !s->opt.verbose) s->opt.progress = PROGRESS_NONE;
    int code = do_build(s, &w);
    if (code != EXIT_DONE || s->opt.dry_run) return code;
    if (w.n != 1) {
        cli_usage_error(s, "'" STR_FMT "' names %zu apps; run takes one", STR_ARG(s->opt.args.p[0]), w.n);
        return EXIT_USAGE;
    }
    char **argv = NEW_N(&s->arena, char *, s->opt.n_after + 2);
    argv[0] = (char *)build_path(&s->arena, &s->build, w.products[0].path).p;
    for (size_t i = 0; i < s->opt.n_after; i++) argv[i + 1] = (char *)s->opt.after[i].p;
    jobserver_close(s->build.jobserver); /* the program must hold neither make's slots */
    s->build.jobserver = NULL;
    state_close(s->build.state); /* nor our lock */
    store_close(s->build.store);
    remote_close(s->build.remote); /* nor inherit a child that it does not know */
    s->build.remote = NULL;
    s->build.store = NULL;
    fflush(NULL);
    signal(SIGXFSZ, SIG_DFL);
    execv(argv[0], argv);
    tell_error(s, "PY2E0403", "cannot run %s: %s", argv[0], strerror(errno));
    return EXIT_FAILED;
}
