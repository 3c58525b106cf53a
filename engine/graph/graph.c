/* Nodes and their life: creating, finding, forgetting. */
#define _GNU_SOURCE
#include "engine/graph/graph.h"

#include <fcntl.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

void *build_keep_alloc(struct build *b, size_t size) {
    pthread_mutex_lock(&b->keep_mutex);
    void *p = arena_alloc(&b->arena, size);
    pthread_mutex_unlock(&b->keep_mutex);
    return p;
}

struct str build_keep(struct build *b, struct str s) {
    char *p = build_keep_alloc(b, s.n + 1);
    if (s.n) memcpy(p, s.p, s.n);
    return (struct str){p, s.n};
}

void build_add_rule(struct build *b, const struct rule *rule) {
    if (map_get(&b->rules, str_c(rule->name))) BUG("two rules named %s", rule->name);
    map_put(&b->rules, str_c(rule->name), (void *)rule);
}

/* File systems that change a directory's times whenever an entry comes, goes or is renamed. Of others it is
 * not known, and their directories are read each time. */
static uint64_t trusted_device(int root_fd) {
    static const uint32_t known[] = {0xef53 /* ext */,       0x58465342 /* xfs */,  0x9123683e /* btrfs */,
                                     0x01021994 /* tmpfs */, 0xf2f52010 /* f2fs */, 0x2fc12fc1 /* zfs */};
    struct statfs fs;
    struct stat st;
    if (fstatfs(root_fd, &fs) || fstat(root_fd, &st)) return 0;
    for (size_t i = 0; i < COUNT(known); i++)
        if ((uint32_t)fs.f_type == known[i]) return st.st_dev;
    return 0;
}

/* Results kept in memory because they may be wanted again soon. */
enum { RESTING_BYTES = 256 << 20 };

void build_init(struct build *b, const struct toolbox *tools, struct str root, struct memory *memory) {
    memset(b, 0, sizeof *b);
    b->memory = memory;
    arena_init(&b->arena, memory);
    pthread_mutex_init(&b->keep_mutex, NULL);
    pthread_mutex_init(&b->mutex, NULL);
    pthread_cond_init(&b->work, NULL);
    pthread_cond_init(&b->resume, NULL);
    pthread_cond_init(&b->ended, NULL);
    pthread_cond_init(&b->room, NULL);
    b->tools = tools;
    b->root = build_keep(b, root);
    b->root_fd = open(b->root.p, O_PATH | O_DIRECTORY | O_CLOEXEC);
    b->trusted_dev = b->root_fd >= 0 ? trusted_device(b->root_fd) : 0;
    b->jobs = 1;
    b->resting_most = RESTING_BYTES;
    b->began = now_nanos();
    map_init(&b->rules, &b->arena);
    map_init(&b->nodes, &b->arena);
    map_init(&b->params, &b->arena);
    for (size_t i = 0; i < COUNT(leaf_rules); i++) build_add_rule(b, &leaf_rules[i]);
    for (const struct rule *const *r = tools->rules; r && *r; r++) build_add_rule(b, *r);
}

void build_free(struct build *b) {
    for (size_t i = 0; i < b->nodes.n; i++) node_drop_bytes(b, b->nodes.entries[i].value);
    state_free(b->state);
    if (b->free_recipe_hosts) b->free_recipe_hosts(b);
    if (b->root_fd >= 0) close(b->root_fd);
    pthread_mutex_destroy(&b->keep_mutex);
    pthread_mutex_destroy(&b->mutex);
    pthread_cond_destroy(&b->work);
    pthread_cond_destroy(&b->resume);
    pthread_cond_destroy(&b->ended);
    pthread_cond_destroy(&b->room);
    arena_free(&b->arena);
}

struct outputs build_outputs(const struct build *b) {
    return (struct outputs){b->root, b->root_fd, b->store};
}

void build_reset(struct build *b) {
    for (size_t i = 0; i < b->nodes.n; i++) {
        struct node *n = b->nodes.entries[i].value;
        /* A node that was finished is next time's old state; its answers are asked for again. */
        if (n->trace && n->state == NODE_DONE) {
            n->old = n->trace;
            n->old_version = str_c(n->rule->version);
        }
        /* Somebody's record was wrong: what else was believed is looked for again. */
        if (b->wrong && !n->leaf && n->outcome != OUTCOME_RAN) {
            n->old = NULL;
            n->old_known = true;
        }
        n->from_remote = n->ran_remotely = n->written = false;
        n->remote_key = NULL;
        n->spare = !n->leaf && n->have_bytes && !n->own_bytes && n->old && n->old == n->trace;
        node_drop_bytes(b, n);
        if (n->leaf == LEAF_DIR && n->have_bytes) n->listing = n->bytes;
        n->state = NODE_NEW;
        n->tail = 0;
        n->outcome = OUTCOME_NONE;
        n->have_bytes = n->loading = n->skipped = n->planned = n->told = n->visited = false;
        n->settled = n->quiet = false;
        n->trace = NULL;
        n->diags = n->reason = (struct str){0};
    }
    state_unsettle(b->state);
    b->queue_n = 0;
    b->cancelled = 0;
    b->raced = false;
    b->wrong = false;
    b->halted = false;
    b->n_ran = b->n_cached = b->n_clean = b->n_failed = b->n_planned = b->n_remote = 0;
    b->n_queued = b->n_begun = b->n_executed = 0;
}

enum leaf leaf_kind_of(const struct rule *rule) {
    bool is = rule >= leaf_rules && rule < leaf_rules + COUNT(leaf_rules);
    return is ? LEAF_FILE + (enum leaf)(rule - leaf_rules) : LEAF_NONE;
}

struct node *node_of_id(struct build *b, struct str id, struct str rule_name, uint32_t ref) {
    struct node *n = map_get(&b->nodes, id);
    const struct rule *rule = n ? n->rule : map_get(&b->rules, rule_name);
    if (n || !rule) return n;
    /* The map lives in the build's arena, which keep_mutex guards. */
    pthread_mutex_lock(&b->keep_mutex);
    n = NEW(&b->arena, struct node);
    map_put(&b->nodes, id, n);
    pthread_mutex_unlock(&b->keep_mutex);
    n->rule = rule;
    n->key = (struct str){id.p + rule_name.n + 1, id.n - rule_name.n - 1};
    n->leaf = leaf_kind_of(rule);
    if (b->state) state_fill(b->state, n, ref);
    return n;
}

struct node *node_get(struct build *b, struct str rule_name, struct str key) {
    char small[512];
    size_t size = rule_name.n + 1 + key.n;
    char *p = size <= sizeof small ? small : build_keep_alloc(b, size + 1);
    memcpy(p, rule_name.p, rule_name.n);
    p[rule_name.n] = 0;
    if (key.n) memcpy(p + rule_name.n + 1, key.p, key.n);
    struct str id = {p, size};
    pthread_mutex_lock(&b->mutex);
    struct node *n = map_get(&b->nodes, id);
    if (!n) {
        uint32_t ref = b->state ? state_find(b->state, id) : UINT32_MAX;
        n = node_of_id(b, p == small ? build_keep(b, id) : id, rule_name, ref);
    }
    pthread_mutex_unlock(&b->mutex);
    return n;
}

/* Keys may hold any byte (rules put NULs between parts); a person sees blanks. */
struct str node_title(struct arena *a, const struct node *n) {
    struct buf b;
    buf_init(&b, a);
    buf_puts(&b, n->rule->name);
    buf_putc(&b, ' ');
    for (size_t i = 0; i < n->key.n; i++) {
        unsigned char c = (unsigned char)n->key.p[i];
        buf_putc(&b, c < 32 || c == 127 ? ' ' : c);
    }
    buf_putc(&b, 0);
    return (struct str){b.p, b.n - 1};
}
