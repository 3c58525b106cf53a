/* The graph of one build: nodes, what is known about them, and how they are brought up to date.
 *
 * Invariants:
 *  - Every node is a (rule, key) pair and exists once. Leaves (file, stat, dir, env, param) are nodes whose
 * rule is built in and whose digest is an observation of the world; the others have a rule of the toolbox or
 * of the engine.
 *  - `build.mutex` guards the node table, every node's `state`, the queue and the slots. The other fields of
 * a node are written only by the thread that moved it to NODE_RUNNING, and read only once it is NODE_DONE or
 * NODE_FAILED.
 *  - `node.digest` is fixed from the moment the node is done until the build ends. When a file turns out to
 * have changed after its digest was used, `build.raced` is set and the whole build is done again.
 *  - Nothing of a node's result is kept for the next build unless the run was complete and without errors. */
#ifndef PY2_GRAPH_H
#define PY2_GRAPH_H

#include "engine/cache/cache.h"
#include "engine/rule.h"

#include <pthread.h>
#include <sys/stat.h>

struct build;
struct node;
struct remote;
struct worker;

/* What identifies one version of a file without reading it. All zero: no such file. */
struct file_id {
    uint64_t size, ino, dev, mode;
    int64_t mtime, ctime; /* nanoseconds */
};

/* One question a run asked, and the digest of the answer. */
struct dep {
    struct node *node;
    struct digest digest;
    bool with_previous; /* asked together with the dep before it */
};

/* A complete, successful run. */
struct trace {
    struct dep *deps;
    size_t n;
    struct digest output;
    uint64_t size;
    struct str warnings; /* diag_pack */
    struct str inlined;  /* the output itself, when it is small and this came from the cache */
};

enum node_state { NODE_NEW, NODE_QUEUED, NODE_RUNNING, NODE_DONE, NODE_FAILED };
enum node_outcome { OUTCOME_NONE, OUTCOME_CLEAN, OUTCOME_CACHED, OUTCOME_RAN };
enum leaf { LEAF_NONE, LEAF_FILE, LEAF_STAT, LEAF_DIR, LEAF_ENV, LEAF_PARAM };

struct node {
    const struct rule *rule;
    struct str key;
    enum leaf leaf;
    enum node_state state;
    enum node_outcome outcome;
    struct digest digest;
    struct str bytes;
    bool have_bytes, own_bytes; /* own: not in the arena, see bytes.c */
    bool resting;               /* in the list build.oldest … build.newest */
    uint32_t holds;             /* how many use the bytes: they stay meanwhile */
    struct node *older, *newer;
    struct worker *owner;   /* who runs it */
    struct waiter *waiters; /* who waits for it */
    struct trace *trace;    /* of this build */
    struct str diags;       /* diag_pack of this build: errors of a failed run, warnings of a good one */
    struct str reason;      /* why it ran, for --explain */
    uint64_t micros;        /* how long the last real run took, without waiting */
    uint64_t cost;          /* micros + the largest cost among its deps: the critical path from here down */
    uint64_t tail; /* what is still to be done by those that wait for it: the critical path from here up */
    uint64_t peak; /* bytes that the last real run had in use at most, without what is kept */
    /* what the last build left; see node_old */
    struct trace *old;
    struct str old_version;
    /* leaves that are files */
    struct file_id id;
    int64_t hashed_at; /* when `digest` was taken, nanoseconds of the real-time clock; 0: never */
    struct digest known;
    struct digest *remote_key; /* where the remote cache has its run, or is to get it; NULL: nowhere */
    struct str listing;        /* of a directory: what `known` is the digest of, or nothing */
    bool loose;                /* the listing depends on where links lead */
    /* what the workspace remembers (state.h) */
    uint32_t ref;     /* 1 + its ref there; 0: none */
    bool old_known;   /* node_old has been asked */
    bool settled;     /* done without being looked at: `trace` comes from node_trace */
    bool distrusted;  /* a record of it turned out false: it is made anew */
    bool quiet;       /* neither it nor anything below it has warnings to tell */
    bool loading;     /* some thread fetches the bytes */
    bool from_remote; /* its run was found in the remote cache */
    bool ran_remotely;
    bool written;  /* its bytes were written into the cache by this build */
    bool skipped;  /* not begun, because another app had failed */
    bool planned;  /* a dry run would run it */
    bool told;     /* its diagnostics are printed */
    bool spare;    /* `bytes` are of `old`, from before the build was done again */
    bool promised; /* its peak is in build.promised */
    bool visited;  /* by walks over the graph */
};

enum node_event { EVENT_BEGIN, EVENT_RAN, EVENT_FAILED, EVENT_CACHED };

/* Told as nodes begin and end, in the order it happens, under build.mutex. */
struct watcher {
    void (*event)(struct watcher *w, struct node *n, enum node_event what, unsigned lane);
};

/* The way to other machines, which the graph does not know: remote.h says what these do. */
struct remote_calls {
    bool (*worth)(struct remote *r, const struct node *n);
    bool (*get_action)(struct remote *r, struct worker *w, struct arena *a, const struct digest *key,
                       struct str *record, struct str *output);
    bool (*get_blob)(struct remote *r, struct worker *w, struct arena *a, const struct digest *d,
                     uint64_t size, struct str *out);
    void (*put)(struct remote *r, const struct digest *key, struct str record, const struct digest *d,
                struct str blob);
    bool (*run)(struct build *b, struct worker *w, struct node *n);
    void (*distrust)(struct remote *r);
};

/* A build whose world is what came with a request: only `root` may be run. */
struct given {
    struct node *root;
    void (*missing)(struct build *b, struct node *n); /* it was asked for and not given */
    void (*check)(struct build *b);                   /* behind each question */
};

struct span { /* one real run, for traces and reports */
    struct node *node;
    unsigned lane;
    int64_t begin, end; /* nanoseconds since the build began */
    int64_t busy;       /* of these, without waiting */
};

struct queued { /* as it was queued: a needer may run the node while its entry is still there */
    struct node *node;
    uint64_t cost, order;
};

struct build {
    struct arena arena; /* guarded by keep_mutex */
    pthread_mutex_t keep_mutex;
    struct memory *memory;
    const struct toolbox *tools;
    struct map rules;  /* name -> struct rule */
    struct map nodes;  /* "rule\0key" -> struct node */
    struct map params; /* name -> struct str */
    struct str root;   /* absolute */
    int root_fd;
    uint64_t trusted_dev; /* directories there change their times whenever an entry comes or goes; 0: none */

    pthread_mutex_t mutex;
    pthread_cond_t work, resume, ended, room;
    unsigned jobs, running, resuming, idle, threads, throttled;
    uint64_t ceiling;            /* bytes: above it no stage is begun beside another; 0: none */
    uint64_t promised;           /* the peaks of nodes that were begun and have not come to their run yet */
    struct run *runs;            /* those under way */
    struct jobserver *jobserver; /* make's, when it hands out the slots; else NULL */
    struct queued *queue;        /* a heap: longest critical path first, then first come */
    size_t queue_n, queue_cap;
    uint64_t queue_count;
    bool closing;
    _Atomic int cancelled; /* 1: a person asked; 2: raced; 3: the machine failed, see below; 4: --watch saw a
                              change */
    int machine_error;     /* errno of the first question the machine could not answer, */
    struct str machine_path; /* and what it was about */
    _Atomic bool raced;
    _Atomic bool wrong; /* what somebody recorded of a node was not what it gives */

    struct str prelude;               /* compiled by the first recipe of the build; guarded by mutex */
    struct recipe_host *recipe_hosts; /* at rest; guarded by mutex */
    void (*free_recipe_hosts)(struct build *b); /* set with the first of them */
    struct store *store;
    struct remote *remote; /* NULL: none */
    const struct remote_calls *remote_calls;
    struct given *given; /* of `py2 stage`: the answers that came with the request; else NULL */
    size_t n_executed;   /* stages that a remote worker ran */
    struct state *state;
    struct watcher *watcher;
    int64_t began;
    VEC(struct span) spans;
    struct node *oldest, *newest;   /* whose bytes nobody holds and could be had again; guarded by mutex */
    uint64_t resting, resting_most; /* how many bytes these are, and may be */
    size_t n_ran, n_cached, n_clean, n_failed, n_planned, n_remote;
    size_t n_queued, n_begun; /* not begun yet; begun and not done: for progress, leaves not counted */
    bool dry_run, keep_going;
    const struct rule *root_rule; /* of apps: without keep_going none is begun after one failed */
    bool halted;
};

/* ---- graph.c ---- */

void build_init(struct build *b, const struct toolbox *tools, struct str root, struct memory *memory);
void build_free(struct build *b);
/* Forgets what was observed and done, but not what the last build left; for doing a raced build again. */
void build_reset(struct build *b);
void build_add_rule(struct build *b, const struct rule *rule);
struct node *node_get(struct build *b, struct str rule,
                      struct str key);               /* takes build.mutex; NULL: no such rule */
struct outputs build_outputs(const struct build *b); /* for publish.c */
struct str build_keep(struct build *b,
                      struct str s); /* a copy that lives as long as the build; NUL-terminated */
void *build_keep_alloc(struct build *b, size_t size);
struct str node_title(struct arena *a, const struct node *n); /* "python src/a.py" */
enum leaf leaf_kind_of(const struct rule *rule);              /* LEAF_NONE for NULL and for real rules */
/* The node named by "rule\0key", made when it is not there; NULL: no such rule. `id` must live as long as the
 * build and be followed by a NUL. `ref` is its number in the state, or UINT32_MAX. With build.mutex held. */
struct node *node_of_id(struct build *b, struct str id, struct str rule, uint32_t ref);

/* ---- bytes.c: results in memory ---- */

/* Keeps a copy of an output, or of a file. */
void node_keep_bytes(struct build *b, struct node *n, struct str bytes);
/* The same for bytes from memory_get(b->memory, n + 1), which become the node's. */
void node_take_bytes(struct node *n, struct str bytes);
void node_drop_bytes(struct build *b, struct node *n); /* whoever holds them */
/* With build.mutex held. Bytes that are held stay; the others rest until there are too many. */
void node_hold(struct build *b, struct node *n);
void node_let_go(struct build *b, struct node *n);
void node_rest(struct build *b, struct node *n); /* just made, and held by nobody yet */

/* ---- schedule.c ---- */

struct waiter {
    struct worker *worker;
    struct waiter *next;
};
struct worker {
    struct build *build;
    pthread_cond_t woken;
    VEC(struct node *) stack; /* nodes this thread has begun, outermost first */
    struct arena arena;       /* of `stack` */
    struct node *waiting_on;
    unsigned lane;
    int64_t waited; /* nanoseconds of waiting within the innermost run */
    int64_t left;   /* when it gave its slot away for something outside */
};

/* Runs `body` on a thread with a large stack that holds a slot, and returns when it is done. */
void schedule_run(struct build *b, void (*body)(struct build *, struct worker *, void *), void *arg);
/* Brings n nodes up to date. A node that would wait for itself gets no answer: `cycle` is set to the path. */
void schedule_need(struct build *b, struct worker *w, struct node **nodes, size_t n, struct str *cycle);
/* With build.mutex held: waits until the node is neither running nor loading, giving the slot away meanwhile.
 */
void schedule_wait(struct build *b, struct worker *w, struct node *n);
void schedule_wake(struct node *n);
/* Around waiting for something that is no node (the network): gives the slot away, takes one again. */
void schedule_leave(struct build *b, struct worker *w);
void schedule_return(struct build *b, struct worker *w);
void schedule_cancel(struct build *b, int why);

/* With build.mutex held: makes sure somebody looks at the queue while a slot is free. */
void schedule_offer(struct build *b, size_t nodes);

/* ---- jobserver.c: slots that are shared with make and what else it started ---- */

/* What MAKEFLAGS says: NULL when nothing about a job server. Sets *jobs to make's own -j, and *unreachable
 * when there is a job server that was not handed to us. */
struct jobserver *jobserver_find(struct build *b, const char *makeflags, unsigned *jobs, bool *unreachable);
/* With build.mutex held: how many slots we have, and (the counts of the build having changed) asking for more
 * or giving back. */
unsigned jobserver_slots(const struct jobserver *j);
void jobserver_adjust(struct jobserver *j);
/* Gives everything back; returns when make has it. NULL is fine. */
void jobserver_close(struct jobserver *j);

/* ---- update.c: one node ---- */

/* Loads an output that is known by digest only; re-runs the node when the cache lost it. The bytes are held
 * for the caller: who does not give them back with node_let_go has them until the build ends. */
bool node_load(struct build *b, struct worker *w, struct node *n);

/* What a dependant records: the digest, or one value for every failure (which others may do without). */
struct digest node_answer(const struct node *n);
/* Called with the node NODE_RUNNING by `w`; returns whether it succeeded. */
bool node_update(struct build *b, struct worker *w, struct node *n);
/* Runs the rule whatever is recorded. */
bool node_execute(struct build *b, struct worker *w, struct node *n);

/* ---- reason.c: the reason of a run, in words ---- */

struct str explain_change(struct arena *a,
                          const struct dep *d); /* `d` was asked, and answers differently now */
struct str explain_version(struct arena *a, struct str old, const char *now);

const char *kind_word(uint8_t kind); /* of an enum rule_kind, for a person */

/* ---- leaf.c: observations of the world ---- */

extern const struct rule leaf_rules[5];
void leaf_update(struct build *b, struct node *n);
bool leaf_load(struct build *b, struct node *n, int *error); /* a file's bytes, held for the caller */
/* An output that was just renamed to its place, and is known to hold what has this digest. */
void leaf_published(struct build *b, struct node *n, const struct digest *d);
enum rule_kind leaf_kind_of_stat(const struct stat *st);
/* What a stat leaf says more than a rule_kind: a file that its owner may run. */
enum { STAT_PROGRAM = RULE_OTHER + 1 };
unsigned leaf_answer_of_stat(const struct stat *st);
enum rule_kind leaf_kind_at(struct build *b, const char *path);
struct str leaf_param_shown(struct arena *a, const struct digest *d); /* for a person */
struct digest leaf_value_digest(struct build *b, enum leaf leaf,
                                struct str name); /* of LEAF_ENV, LEAF_PARAM */
enum { LISTED_LINK = 4 };                         /* added to the kind of an entry that is a link */
#define LISTING_CLOSED "!"                        /* the listing of a directory that may not be read */
struct listing {
    struct str bytes; /* for each entry its kind as a digit, its name, NUL; sorted by name */
    struct file_id id;
    int64_t hashed_at; /* 0: its identity will not tell whether it changed */
    bool loose;        /* some kinds depend on where links lead */
};
/* False with errno set, and an empty listing, when there is no such directory. */
bool leaf_list(struct build *b, struct arena *a, struct str dir, struct listing *l);
/* Reads a file and takes its identity before and after, again when somebody writes it meanwhile. False with
 * errno set. */
bool leaf_read(struct build *b, struct arena *a, const char *path, struct str *bytes, struct file_id *id,
               int64_t *hashed_at);
/* Some failures are answers (no such file, not allowed), others say nothing about the file. */
bool leaf_error_is_answer(int error);
struct digest leaf_absent(int error); /* what a file that cannot be read answers */
struct str build_path(struct arena *a, struct build *b, struct str path); /* absolute */
void file_id_of(struct file_id *id, const struct stat *st);
/* True when `id` cannot tell a later change from none, because the file was written too shortly before
 * hashing. */
bool file_id_racy(const struct file_id *id, int64_t hashed_at);

/* ---- glob.c ---- */

/* Whole-path match; see rule_glob for the language. Bounded work: `*` costs at most pattern x text steps. */
bool glob_match(struct str pattern, struct str path);
struct ignore {
    struct str *patterns;
    size_t n;
};
void ignore_parse(struct arena *a, struct ignore *ig, struct str text);
bool ignore_has(const struct ignore *ig, struct str path, bool dir); /* path relative to the root */

/* ---- diagpack.c: diagnostics as bytes ---- */

struct str diag_pack(struct arena *a, const struct diags *d);
bool diag_unpack(struct arena *a, struct str bytes, struct diags *into);

/* ---- trace.c: recorded runs as bytes ---- */

struct digest action_key(const struct rule *rule, struct str key);
/* The traces of all records there are for the key. */
bool action_get(struct store *s, struct arena *a, const struct digest *key, struct str *traces);
struct str action_pack(struct arena *a, const struct digest *key, const struct trace *first,
                       struct str first_bytes, const struct trace *rest, size_t n_rest);
/* The same with the traces that are recorded already, which are not unpacked for it. */
struct str action_add(struct arena *a, const struct digest *key, const struct trace *first,
                      struct str first_bytes, struct str traces);
size_t action_unpack(struct build *b, struct arena *a, struct str traces, struct trace **out);
enum { ACTION_TRACES = 16, INLINE_BYTES = 4096 };

/* ---- state.c: what one workspace remembers ---- */

/* Takes the workspace's lock (waiting, and saying so, when another py2 holds it) and loads what is there. */
struct state *state_open(struct build *b, bool read_only);
void state_note(struct state *s, struct node *n); /* under build.mutex */
/* Between two builds by one process: what is noted is written, and another py2 may build meanwhile. */
void state_pause(struct state *s);
/* False when another py2 did, or what is noted cannot be written: close it and open it anew. */
bool state_resume(struct state *s);
void state_close(struct state *s); /* flushes, compacts when worth it, unlocks */
void state_free(struct state *s);  /* what nodes point to goes; NULL is fine */
/* Tells a node just made what is remembered of it. Under build.mutex. */
void state_fill(struct state *s, struct node *n, uint32_t ref);
/* The ref of a node by "rule\0key"; UINT32_MAX: unknown. */
uint32_t state_find(const struct state *s, struct str id);
/* The last good run as recorded, its deps made nodes; NULL when there is none. The node's runner, or anybody
 * once it is done. */
struct trace *node_old(struct build *b, struct node *n);
/* The bytes of a node that is done, when they are remembered. */
bool state_bytes(struct state *s, const struct node *n, struct str *bytes);
/* What a node that is done asked. A settled one has no trace before it is asked for it. */
struct trace *node_trace(struct build *b, struct node *n);

/* ---- settle.c ---- */

/* Looks at everything a remembered selection leads to, by all processors, and finds out what is clean: nodes
 * made later are done at once. Once per process, before any node is made. True when the selection, its apps
 * and their outputs are as they were and nothing has a warning: then there is nothing to do for `fresh`
 * outputs. */
bool state_settle(struct state *s, struct str selection_key, size_t *fresh);
/* Microseconds that earlier runs of what was not found clean took, and how much of that is done: an estimate
 * of the work there is. Zero when nothing is known. With build.mutex held; looks at everything. */
void state_work(struct state *s, uint64_t *all, uint64_t *done);
void state_unsettle(struct state *s); /* what was seen may be outdated: nodes made later are looked at anew */

#endif
