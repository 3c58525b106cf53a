/* One run of the program: what was asked on the command line, and the build it works on.
 *
 * Invariant: what a person reads goes to standard error, what a program reads to standard output. */
#ifndef PY2_SESSION_H
#define PY2_SESSION_H

#include "engine/recipe/rules.h"

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_BLOCKED = 3, EXIT_INTERRUPTED = 130 };
enum format { FORMAT_HUMAN, FORMAT_JSON, FORMAT_SARIF };
enum progress { PROGRESS_AUTO, PROGRESS_BAR, PROGRESS_PLAIN, PROGRESS_NONE };
enum when { WHEN_AUTO, WHEN_ALWAYS, WHEN_NEVER };

struct options {
    VEC(struct str) targets, defines, remote_options, args; /* args: what is no common flag */
    struct str *after;                                      /* behind "--" */
    size_t n_after;
    unsigned jobs;
    bool keep_going, dry_run, explain, time, help, watch;
    int verbose;
    enum when color;
    enum progress progress;
    enum format format;
    struct str remote, remote_upload, remote_exec; /* remote.p NULL: not given */
    struct str profile, events, dump, opt, debug, dynamic, backend, output, directory, run_under, junit;
    bool plan, json;        /* of release */
    unsigned runs_per_test; /* 0: once, and a pass is remembered */
    uint64_t memory;        /* bytes; 0: no ceiling */
};

struct session {
    struct arena arena;
    struct memory memory;
    const struct toolbox *tools;
    struct options opt;
    struct str command;
    struct str choose; /* "tests", "releases" or "code" (apps, tests, libraries): what patterns stand for;
                          else apps */
    struct str root, here, cwd; /* absolute; relative to it; absolute */
    bool has_root;
    bool color; /* on standard error */
    struct build build;
    bool open;
    bool remote_asked, remote_good;
    struct worker *worker; /* while in the body */
    struct teller *teller;
    struct events *events; /* with --events */
    struct map shown;      /* diagnostics already printed, by their text */
    struct buf sarif;
    size_t errors, warnings;
    bool rechecking; /* a round of --watch that speaks only when something changed */
};

struct builtin {
    const char *name, *summary, *usage;
    int (*run)(struct session *s);
};
extern const struct builtin builtins[]; /* ends with a NULL name */

/* ---- cli.c ---- */

/* Parses flags anywhere on the line. `pass` keeps unknown flags as arguments (for contributed commands).
 * Prints what is wrong and returns false. */
bool cli_parse(struct session *s, int argc, char **argv, bool pass);
void cli_usage_error(struct session *s, const char *fmt, ...) PRINTF(2, 3);

/* ---- userconfig.c ---- */

/* Sets the flags of the person's configuration, if there is one. Reports and returns false. */
bool userconfig_apply(struct session *s);

/* ---- session.c ---- */

/* Finds the workspace and opens the graph, the state and the cache. Reports and returns false. */
bool session_open(struct session *s, bool read_only);
/* A path as the user gave it, relative to the root; absolute when it is outside. */
struct str session_relative(struct session *s, struct str path);
void session_close(struct session *s);
/* Runs `body` as the outermost thread, with signals and progress attended to; again when files changed under
 * it. Gives the exit code. */
int session_work(struct session *s, int (*body)(struct session *s, void *arg), void *arg);
/* From the body: brings nodes up to date and tells their diagnostics. */
bool session_need(struct session *s, struct node **nodes, size_t n);
struct str session_cache_dir(struct arena *a);

void session_add_rules(struct build *b); /* the engine's own */

/* ---- remote/settings.c ---- */

/* Opens the remote that the command line or the workspace names, once. Reports and returns false. */
bool session_remote(struct session *s);
/* Waits for uploads, tells what went wrong. */
void session_remote_end(struct session *s);

/* ---- select: names to apps ---- */

struct product {
    struct str key, path; /* of rule "app"; below the root: out/… */
    struct node *node;
};
/* Is there nothing to do for these names? Then *outputs says for how many outputs. Finds out as much as can
 * be found out at once, so that what is done afterwards is fast. */
bool session_fresh(struct session *s, size_t n, const struct str *names, size_t *outputs);
bool session_select(struct session *s, size_t n, const struct str *names, struct product **out,
                    size_t *n_out);

/* ---- tell.c ---- */

void tell_node(struct session *s,
               struct node *n); /* diagnostics of what failed or warned below it, once each */
void tell_diags(struct session *s, const struct diags *d);
void tell_diags_in(struct session *s, const struct diags *d, struct str source); /* of a text in no file */
void tell(struct session *s, const char *fmt, ...) PRINTF(2, 3); /* one line for a person: "py2: …" */
void tell_text(struct session *s,
               struct str text); /* as it is, in one piece, and a newline where none ends it */
/* An error that no stage reported: one of the machine, or about what was asked for; at a place in a recipe.
 */
void tell_error_at(struct session *s, struct place at, const char *code, const char *fmt, ...) PRINTF(4, 5);
void tell_error(struct session *s, const char *code, const char *fmt, ...) PRINTF(3, 4);
void tell_finish(struct session *s); /* closes the SARIF document */
void tell_explain(struct session *s, struct node **roots, size_t n);
void tell_times(struct session *s);
bool tell_dump(struct session *s, struct node **roots, size_t n);

/* ---- trace.c ---- */

/* The chain of runs that the one that ended last waited for, in order of time, itself at the end. */
size_t critical_path(struct session *s, const struct span ***out);
void tell_critical_path(struct session *s);
void trace_write(struct session *s); /* --profile, and .py2/last.trace.json */

/* ---- teller.c ---- */

struct teller *teller_start(struct session *s); /* the thread that draws progress and takes signals */
void teller_stop(struct teller *t, int code);
bool teller_draws(const struct teller *t); /* a frame of progress may be on the screen */
void teller_quiet(struct teller *t);       /* no more of it: results go to the terminal. NULL is fine */
bool teller_interrupted(const struct teller *t);

/* ---- watch.c ---- */

/* Opens the session and does a round, which gives an exit code; then one after each change of what the last
 * one looked at, until a person ends it or the workspace is gone. */
int watch(struct session *s, int (*round)(struct session *s, void *arg), void *arg);

/* ---- the commands' files ---- */

int command_build(struct session *s);
int command_run(struct session *s);
int command_test(struct session *s);
int command_release(struct session *s);
int command_clean(struct session *s);
int command_cache(struct session *s);
int command_init(struct session *s);
int command_graph(struct session *s);
int command_stage(struct session *s); /* remote/stage.c */
int command_query(struct session *s);
int command_affected(struct session *s);
int command_why(struct session *s);
int command_report(struct session *s);
int command_explain(struct session *s);
int command_targets(struct session *s);
int command_doctor(struct session *s);
int command_version(struct session *s);
int command_licenses(struct session *s);
int command_completion(struct session *s);
int command_help(struct session *s);

#endif
