/* What the engine asks of a rule, and what a rule may ask of the engine.
 *
 * A node of the graph is a pair (rule, key). A rule is a pure function from the key and from whatever it asks
 * for through its context (other nodes, files, directory listings, parameters, environment variables) to a
 * byte string. Invariants:
 *  - A rule reads the world only through its context. Every question is recorded, in order, with the digest
 * of the answer. A node is up to date when asking the recorded questions again, in that order, gives the
 * recorded digests; a negative answer ("no such file") is an answer as well.
 *  - A rule must ask the same questions and give the same bytes when it gets the same answers: no clock, no
 *    randomness, no addresses, nothing that depends on how many threads there are.
 *  - The bytes a stage gets are exactly those that were hashed.
 *  - `struct rule` values are constant. Runs of a rule share nothing; each has an arena of its own.
 *
 * Waiting never blocks a worker's slot. `rule_need` runs a node that nobody has begun right on the caller's
 * stack; when another thread is at it, the caller gives its slot to a spare thread until the answer is there.
 * A thread's stack therefore holds one chain of needs, so waiting in a circle is a cycle of needs: it is
 * found at once and reported as a path. Stages run on stacks of RULE_STACK bytes. */
#ifndef PY2_RULE_H
#define PY2_RULE_H

#include "engine/base/base.h"

enum { RULE_STACK = 64 << 20 };

struct rule_ctx;

struct rule {
    const char *name;    /* unique; also the word of --dump, and the folder to open */
    const char *version; /* the digest of the rule's own sources; a change makes every result stale */
    /* Reports errors to c->diags and returns false, or calls rule_output once and returns true. A warning is
     * kept with the result and told again whenever the result is reused. */
    bool (*run)(struct rule_ctx *c);
    /* Prints an output for a person (--dump=NAME[:FUNCTION]); `function` is empty for all. May be NULL. */
    void (*dump)(struct str output, struct str function, struct buf *out);
    /* The same for an output that only makes sense beside what it was made from: gets the key of the run and
     * the output of the first stage that it needed. At most one of the two is set. */
    void (*dump_input)(struct str key, struct str input, struct str function, struct buf *out);
    /* Set when running is cheaper than a look into the cache: results then live in memory only. */
    bool transient;
    /* Set when the result belongs to this workspace alone: it is remembered there, with its bytes, and not in
     * the shared cache. */
    bool local;
    /* How a remote sees it. Shared: a unit that is worth a question. Flat: too small for one; where a unit
     * asked for it, the unit's record at the remote holds what it asked in its place. */
    bool shared, flat;
    /* Set by the engine for what it reads of recipes: never planned only, and remembered with its bytes. */
    bool recipe;
};

struct rule_ctx {
    struct arena *arena; /* dropped when the run ends */
    struct diags *diags; /* this run's own */
    const struct rule *rule;
    struct str key;
    struct run *run; /* the engine's */
};

/* ---- asking for other nodes ---- */

struct rule_query {
    const char *rule;
    struct str key;
};

/* An answered need. `ok` is false when that node failed: its own diagnostics are told by the engine, the
 * caller only has to return false (or go on without it). */
struct rule_dep {
    bool ok;
    struct digest digest;
    struct node *node;
};

/* Brings the node up to date and gives its output. The bytes live until the run ends. */
bool rule_need(struct rule_ctx *c, const char *rule, struct str key, struct str *out);
/* The same for n independent nodes, which run in parallel. True when all are ok. Bytes are not loaded: a
 * caller that only passes digests on never pays for reading them. */
bool rule_need_many(struct rule_ctx *c, size_t n, const struct rule_query *queries, struct rule_dep *deps);
/* The bytes of an answered need. False (after a report) when they cannot be had. */
bool rule_bytes(struct rule_ctx *c, const struct rule_dep *dep, struct str *out);

/* ---- asking about the world. Paths are relative to the workspace root, or absolute ---- */

/* The whole file. Returns false when there is no such readable regular file (errno is set): that is an
 * answer, the caller decides whether it is an error. The bytes live until the run ends. */
bool rule_read_file(struct rule_ctx *c, struct str path, struct str *out);

enum rule_kind { RULE_ABSENT, RULE_FILE, RULE_DIR, RULE_OTHER };
enum rule_kind rule_stat(struct rule_ctx *c, struct str path); /* follows links */
bool rule_executable(struct rule_ctx *c, struct str path);     /* a file that its owner may run */

struct rule_entry {
    struct str name;
    bool link;
    enum rule_kind kind; /* what a link points to; RULE_ABSENT for a dangling one */
};
/* The entries of a directory in byte order of their names, without "." and "..". A missing directory has
 * none; nor has one that may not be read: then errno is EACCES, else 0. */
size_t rule_list(struct rule_ctx *c, struct str dir, struct rule_entry **out);
bool rule_closed(struct rule_ctx *c,
                 struct str dir); /* it is there and may not be read: it seems to have none */

/* Files below `dir` that match one of the include patterns and none of the exclude patterns, as paths
 * relative to `dir`, in byte order. `*` and `?` do not cross '/', `**` does, `[a-z]` and `{a,b}` as in
 * shells. Does not enter sub-packages (directories with a build.py2), `.py2`, nor what `.py2ignore` names. */
size_t rule_glob(struct rule_ctx *c, struct str dir, size_t n_include, const struct str *include,
                 size_t n_exclude, const struct str *exclude, struct str **out);

/* A parameter of the build ("opt", "debug", "dynamic", "backend", "D:name" for -D name=…); empty when not
 * given. */
struct str rule_param(struct rule_ctx *c, struct str name);
/* An environment variable; *set tells an empty one from none. */
struct str rule_env(struct rule_ctx *c, struct str name, bool *set);

/* ---- answering ---- */

void rule_output(struct rule_ctx *c, struct str bytes); /* copied */
/* True once the build is being stopped: return false soon, reporting nothing. */
bool rule_cancelled(const struct rule_ctx *c);

/* ---- commands that know Python, contributed by rules ---- */

struct command_ctx {
    struct arena *arena;
    struct diags *diags; /* printed when `run` returns */
    struct str root;     /* the workspace root, absolute */
    struct str here;     /* the current directory relative to it; "" at the root */
    size_t argc;         /* the arguments that are not common flags */
    struct str *argv;
    struct buf *out; /* standard output, written when `run` returns */
    struct build *build;
};

struct command {
    const char *name;
    const char *summary; /* one line for `py2 help` */
    const char *usage;   /* "py2 plan [LABEL or FILE] [--json] [--strict]\n…" for `py2 help NAME` */
    int (*run)(
        struct command_ctx *c); /* the exit code: 0 done, 1 failed, 2 usage, 3 blockers, 130 interrupted */
};

/* As rule_need, from outside any rule; diagnostics of failed nodes are printed by the engine. */
bool command_need(struct command_ctx *c, const char *rule, struct str key, struct str *out);
/* The keys for rule "app" (see appspec.h) of what a person named: labels, patterns, or .py files; none means
 * the default. Reports and returns false when a name is wrong. */
bool command_app_keys(struct command_ctx *c, size_t n, const struct str *names, struct str **keys,
                      size_t *n_keys);
/* Sets a parameter for what is needed later. Must come before the first need. "source-root" is the import
 * root of files named by command_app_keys, as the user gave it. */
void command_set_param(struct command_ctx *c, struct str name, struct str value);
/* Writes a result file by the engine's careful way (temporary, sync, rename; an identical file is not
 * touched). `path` is relative to the current directory or absolute. Reports and returns false on failure. */
bool command_publish(struct command_ctx *c, struct str path, struct str bytes, unsigned mode);

/* Adds and removes labels (canonical ones) in a field of the declaration `label`, in the recipe's text.
 * Reports and returns false when it is not written as a plain list there. */
bool command_edit_labels(struct command_ctx *c, struct str label, const char *field, const struct str *add,
                         size_t n_add, const struct str *remove, size_t n_remove);

/* ---- what main.c hands over ---- */

struct licence {
    const char *name, *text;
};

/* All arrays end with NULL (licences: with a NULL name) and may be NULL. The engine demands rule "app". Rule
 * "sizes" is asked with the same key for reports, if it is there; its output is what the executable consists
 * of, a line for each piece, in any order, its fields ended by tabs:
 *     BYTES-IN-FILE BYTES-IN-MEMORY SECTION UNIT NAME, as "120\t120\t.text\tapp.main\tapp.main.run" */
struct toolbox {
    const struct rule *const *rules;
    const struct command *const *commands;
    const char *const *targets; /* names such as "linux-x86_64" */
    const struct licence *licences;
    const char *version; /* "0.1.0" */
};

/* The whole program: returns the exit code. */
int engine_main(int argc, char **argv, const struct toolbox *tools);

#endif
