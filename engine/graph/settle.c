/* Settling: which recorded runs are still right, found out without making a node for any of them.
 *
 * The leaves below the roots are looked at first, by all processors. They are taken in the snapshot's order,
 * by path, so neighbours in a directory are asked for one after another. Then one walk over the recorded runs
 * finds those whose every question has its old answer: they are clean, and a build need not go below them.
 * What is not clean is left to the ordinary way (update.c), which asks in order; settling runs nothing, so
 * nothing runs that a real run would not ask for. */
#define _GNU_SOURCE
#include "engine/graph/state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <unistd.h>

/* ---- looking at leaves ---- */

struct look {
    struct state *s;
    const uint32_t *refs;
    size_t n;
    atomic_size_t next;
};

struct looker {
    struct look *look;
    struct arena arena, scratch; /* of the observations; of one file's bytes */
    VEC(struct observation) found;
    pthread_t thread;
    const char
        *path; /* the last one asked for, and the answer: a file and whether it is one stand side by side */
    struct stat st;
    bool there;
    int error;
};

enum { LOOK_CHUNK = 128, LOOK_THREADS = 16, LEAVES_PER_THREAD = 2048 };

static void found(struct looker *l, const struct observation *o) {
    VEC_PUSH(&l->found, &l->arena, *o);
}

static void found_digest(struct looker *l, const struct leaf_view *v, struct observation *o,
                         const struct digest *d) {
    if (v->digest && !v->hashed_at && digest_eq(v->digest, d)) {
        l->look->s->seen[o->ref] = 1;
        return;
    }
    o->digest = *d;
    found(l, o);
}

static bool there(struct looker *l, const char *path) {
    if (l->path && !strcmp(l->path, path)) return l->there;
    l->path = path;
    l->there = !fstatat(l->look->s->build->root_fd, path, &l->st, 0);
    l->error = errno;
    return l->there;
}

static void look_at_file(struct looker *l, const struct leaf_view *v, struct observation *o,
                         const char *path) {
    struct build *b = l->look->s->build;
    struct str bytes;
    bool is_there = there(l, path);
    if (is_there) file_id_of(&o->id, &l->st);
    if (is_there && v->digest && v->hashed_at && !memcmp(&o->id, &v->id, sizeof o->id) &&
        !file_id_racy(&v->id, v->hashed_at)) {
        l->look->s->seen[o->ref] = 1;
        return;
    }
    if (is_there && leaf_read(b, &l->scratch, path, &bytes, &o->id, &o->hashed_at)) {
        o->digest = digest_of(bytes);
        found(l, o);
    } else if (leaf_error_is_answer(is_there ? errno : l->error)) {
        struct digest d = leaf_absent(is_there ? errno : l->error);
        o->hashed_at = 0;
        found_digest(l, v, o, &d);
    }
    arena_free(&l->scratch);
}

static void look_at_dir(struct looker *l, const struct leaf_view *v, struct observation *o, struct str path) {
    struct build *b = l->look->s->build;
    struct stat st;
    struct listing list;
    if (v->digest && v->hashed_at && !v->loose && !fstatat(b->root_fd, path.n ? path.p : ".", &st, 0)) {
        file_id_of(&o->id, &st);
        if (!memcmp(&o->id, &v->id, sizeof o->id) && !file_id_racy(&v->id, v->hashed_at)) {
            l->look->s->seen[o->ref] = 1;
            return;
        }
    }
    if (leaf_list(b, &l->scratch, path, &list)) {
        *o = (struct observation){o->ref, digest_of(list.bytes), list.id, list.hashed_at, list.loose};
        found(l, o);
    } else if (leaf_error_is_answer(errno)) {
        struct digest d = digest_of(list.bytes);
        o->hashed_at = 0;
        found_digest(l, v, o, &d);
    }
    arena_free(&l->scratch);
}

static void look_at(struct looker *l, uint32_t ref) {
    struct state *s = l->look->s;
    struct observation o = {.ref = ref};
    struct leaf_view v;
    struct node_key k;
    if (!state_key(s, ref, &k)) return;
    if (!state_leaf(s, ref, &v)) v = (struct leaf_view){0};
    struct str key = k.key;
    enum leaf kind = state_leaf_kind(s, ref);
    if (memchr(key.p, 0, key.n)) return; /* names nothing; the ordinary way knows */
    if (kind == LEAF_FILE) look_at_file(l, &v, &o, key.p);
    if (kind == LEAF_DIR) look_at_dir(l, &v, &o, key);
    if (kind == LEAF_STAT)
        found_digest(l, &v, &o, stat_digest(there(l, key.p) ? leaf_answer_of_stat(&l->st) : RULE_ABSENT));
    if (kind == LEAF_ENV || kind == LEAF_PARAM) {
        struct digest d = leaf_value_digest(s->build, kind, key);
        found_digest(l, &v, &o, &d);
    }
}

static void *look_main(void *arg) {
    struct looker *l = arg;
    struct look *k = l->look;
    for (size_t at; (at = atomic_fetch_add(&k->next, LOOK_CHUNK)) < k->n;)
        for (size_t i = at; i < MIN(at + LOOK_CHUNK, k->n); i++) look_at(l, k->refs[i]);
    return NULL;
}

static bool worth_noting(const struct state *s, const struct observation *o) {
    struct leaf_view v;
    if (!o->hashed_at || o->ref >= s->n_refs) return false;
    bool same = state_leaf(s, o->ref, &v) && v.digest && digest_eq(v.digest, &o->digest) &&
                !memcmp(&v.id, &o->id, sizeof v.id);
    return !same || !file_id_racy(&o->id, o->hashed_at);
}

static void keep_observations(struct state *s, const struct looker *l) {
    for (size_t i = 0; i < l->found.n; i++) {
        const struct observation *o = &l->found.p[i];
        VEC_PUSH(&s->observations, &s->arena, *o);
        s->seen[o->ref] = (uint32_t)s->observations.n + 1;
        if (worth_noting(s, o)) state_put_file(s, o);
    }
}

static void look_at_all(struct state *s, const uint32_t *refs, size_t n) {
    struct look k = {.s = s, .refs = refs, .n = n};
    struct looker all[LOOK_THREADS];
    /* Of make's slots only the first is ours without asking. */
    size_t jobs = s->build->jobserver ? 1 : s->build->jobs, made = 1;
    size_t wanted = MAX(MIN(MIN(jobs, n / LEAVES_PER_THREAD), (size_t)LOOK_THREADS), (size_t)1);
    for (size_t i = 0; i < wanted; i++) {
        all[i] = (struct looker){.look = &k};
        arena_init(&all[i].arena, s->build->memory);
        arena_init(&all[i].scratch, s->build->memory);
    }
    while (made < wanted && !pthread_create(&all[made].thread, NULL, look_main, &all[made])) made++;
    look_main(&all[0]);
    for (size_t i = 0; i < wanted; i++) {
        if (i && i < made) pthread_join(all[i].thread, NULL);
        keep_observations(s, &all[i]);
        arena_free(&all[i].arena);
        arena_free(&all[i].scratch);
    }
}

/* ---- what is below the roots ---- */

/* Marks all that the roots lead to; returns the leaves among it, in the order of refs. */
static size_t reach(struct state *s, struct arena *a, const uint32_t *roots, size_t n, uint32_t **leaves) {
    VEC(uint32_t) todo = {0};
    size_t count = 0;
    for (size_t i = 0; i < n; i++) VEC_PUSH(&todo, a, roots[i]);
    while (todo.n) {
        uint32_t ref = todo.p[--todo.n];
        struct run_view run;
        if (ref >= s->n_refs || s->marks[ref] & MARK_REACHED) continue;
        s->marks[ref] |= MARK_REACHED;
        if (state_leaf_kind(s, ref)) {
            count++;
            continue;
        }
        if (!state_run(s, ref, &run)) continue;
        for (struct dep_walk i = dep_walk(&run); dep_next(s, &i);)
            if (i.ref < s->n_refs && !(s->marks[i.ref] & MARK_REACHED)) VEC_PUSH(&todo, a, i.ref);
    }
    uint32_t *out = NEW_N(a, uint32_t, count), n_out = 0;
    for (uint32_t ref = 0; ref < s->n_refs && n_out < count; ref++)
        if (s->marks[ref] & MARK_REACHED && state_leaf_kind(s, ref)) out[n_out++] = ref;
    *leaves = out;
    return n_out;
}

/* ---- which runs are clean ---- */

const struct digest *state_digest(const struct state *s, uint32_t ref) {
    struct leaf_view leaf;
    struct run_view run;
    if (ref >= s->n_newer || !s->newer[ref]) return snapshot_digest(&s->snapshot, ref);
    if (state_leaf_kind(s, ref)) return state_leaf(s, ref, &leaf) ? leaf.digest : NULL;
    return state_run(s, ref, &run) ? run.output : NULL;
}

/* The digest of a leaf today. */
static const struct digest *leaf_today(const struct state *s, uint32_t ref) {
    uint32_t seen = s->seen[ref];
    return seen > 1 ? &s->observations.p[seen - 2].digest : seen ? state_digest(s, ref) : NULL;
}

struct frame {
    uint32_t ref;
    bool clean, loud;
    struct run_view run;
    struct dep_walk walk;
};

/* A node that a walk has not come to yet: true when it is a run that must be walked first. */
static bool begin_run(struct state *s, uint32_t ref, struct frame *f) {
    struct node_key k;
    *f = (struct frame){.ref = ref};
    if (s->marks[ref] & (MARK_KNOWN | MARK_OPEN)) return false; /* open: a circle, and never clean */
    if (!state_run(s, ref, &f->run) || !state_key(s, ref, &k)) {
        s->marks[ref] |= MARK_KNOWN;
        return false;
    }
    const struct rule *rule = map_get(&s->build->rules, k.rule);
    f->clean = rule && str_is(f->run.version, rule->version);
    f->loud = f->run.warnings.n > 0;
    s->marks[ref] |= MARK_OPEN;
    return true;
}

static bool same_digest(const struct digest *a, const struct digest *b) {
    return a && b && (a == b || digest_eq(a, b));
}

static void walk_run(struct state *s, struct arena *a, uint32_t root) {
    VEC(struct frame) stack = {0};
    struct frame next;
    if (root >= s->n_refs || state_leaf_kind(s, root) || !begin_run(s, root, &next)) return;
    VEC_PUSH(&stack, a, next);
    while (stack.n) {
        struct frame *f = &stack.p[stack.n - 1];
        f->walk.run = &f->run; /* the stack may have moved */
        struct dep_walk before = f->walk;
        if (!f->clean || !dep_next(s, &f->walk)) {
            s->marks[f->ref] = (uint8_t)((s->marks[f->ref] & ~MARK_OPEN) | MARK_KNOWN |
                                         (f->clean ? MARK_CLEAN : 0) | (f->loud ? MARK_LOUD : 0));
            stack.n--;
            continue;
        }
        uint32_t ref = f->walk.ref;
        if (ref >= s->n_refs) {
            f->clean = false;
        } else if (state_leaf_kind(s, ref)) {
            f->clean = same_digest(leaf_today(s, ref), f->walk.digest);
        } else if (begin_run(s, ref, &next)) {
            f->walk = before; /* looked at again when the dep is known */
            VEC_PUSH(&stack, a, next);
        } else {
            f->clean = s->marks[ref] & MARK_CLEAN && same_digest(state_digest(s, ref), f->walk.digest);
            f->loud |= (s->marks[ref] & MARK_LOUD) != 0;
        }
    }
}

/* ---- the products of a selection ---- */

static uint32_t find_node(const struct state *s, struct arena *a, const char *rule, struct str dir,
                          struct str key) {
    struct buf id;
    buf_init(&id, a);
    buf_put(&id, rule, strlen(rule) + 1);
    buf_str(&id, dir);
    buf_str(&id, key);
    return state_find(s, buf_view(&id));
}

struct pair {
    uint32_t app, output;
};

/* The apps of a selection's output and the leaves of their files. */
static size_t find_products(const struct state *s, struct arena *a, struct str text, struct pair **out) {
    VEC(struct pair) v = {0};
    while (text.n) {
        const char *line = memchr(text.p, '\n', text.n),
                   *tab = line ? memrchr(text.p, '\t', (size_t)(line - text.p)) : NULL;
        if (!tab) break;
        struct str key = {text.p, (size_t)(tab - text.p)}, path = {tab + 1, (size_t)(line - tab - 1)};
        struct pair p = {find_node(s, a, "app", STR(""), key), find_node(s, a, "file", STR("out/"), path)};
        VEC_PUSH(&v, a, p);
        text = (struct str){line + 1, (size_t)(text.p + text.n - line - 1)};
    }
    *out = v.p;
    return v.n;
}

static bool clean_and_quiet(const struct state *s, uint32_t ref) {
    return ref < s->n_refs && (s->marks[ref] & (MARK_CLEAN | MARK_LOUD)) == MARK_CLEAN;
}

static bool output_is_there(const struct state *s, const struct pair *p) {
    struct leaf_view v;
    if (p->output >= s->n_refs || !s->seen[p->output]) return false;
    uint32_t seen = s->seen[p->output];
    if (!state_leaf(s, p->output, &v)) return false;
    const struct observation *o = seen > 1 ? &s->observations.p[seen - 2] : NULL;
    uint64_t mode = o ? o->id.mode : v.id.mode;
    if (!(o ? o->hashed_at : v.hashed_at) || (mode & 07777) != 0755) return false;
    return same_digest(o ? &o->digest : v.digest, state_digest(s, p->app));
}

static void make_room(struct state *s) {
    if (s->marks) return;
    s->marks = memory_get(s->build->memory, s->n_refs + 1);
    s->seen = memory_get(s->build->memory, (s->n_refs + 1) * sizeof *s->seen);
}

bool state_settle(struct state *s, struct str selection_key, size_t *fresh) {
    struct arena a;
    struct run_view selection;
    uint32_t *leaves;
    struct pair *products = NULL;
    size_t n = 0;
    if (!s || s->marks || !s->n_refs) return false;
    arena_init(&a, s->build->memory);
    uint32_t ref = find_node(s, &a, "selection", STR(""), selection_key);
    bool known = ref != NO_REF && state_run(s, ref, &selection) && selection.bytes.p;
    if (known) {
        make_room(s);
        n = find_products(s, &a, selection.bytes, &products);
        uint32_t *roots = NEW_N(&a, uint32_t, 2 * n + 1);
        for (size_t i = 0; i < n; i++) roots[2 * i] = products[i].app, roots[2 * i + 1] = products[i].output;
        roots[2 * n] = ref;
        size_t n_leaves = reach(s, &a, roots, 2 * n + 1, &leaves);
        look_at_all(s, leaves, n_leaves);
        for (size_t i = 0; i <= 2 * n; i++) walk_run(s, &a, roots[i]);
        for (uint32_t i = 0; i < s->n_refs; i++) s->build->n_clean += (s->marks[i] & MARK_CLEAN) != 0;
        s->settled = true;
    }
    bool all = known && clean_and_quiet(s, ref);
    for (size_t i = 0; all && i < n; i++)
        all = clean_and_quiet(s, products[i].app) && output_is_there(s, &products[i]);
    *fresh = n;
    arena_free(&a);
    return all;
}

/* ---- nodes made afterwards ---- */

static void fill_leaf(struct state *s, struct node *n, uint32_t ref) {
    uint32_t seen = s->seen[ref];
    if (!seen || n->leaf == LEAF_ENV || n->leaf == LEAF_PARAM) return;
    const struct digest *d = leaf_today(s, ref);
    if (seen > 1) {
        const struct observation *o = &s->observations.p[seen - 2];
        if (n->leaf == LEAF_DIR && !same_digest(d, state_digest(s, ref))) return; /* its listing is another */
        n->id = o->id;
        n->hashed_at = o->hashed_at;
        n->loose = o->loose;
    }
    if (n->leaf == LEAF_DIR) {
        if (!n->listing.p) return;
        n->bytes = n->listing;
        n->have_bytes = true;
    }
    if (!d) return;
    n->digest = n->known = *d;
    n->state = NODE_DONE;
}

void settle_fill(struct state *s, struct node *n, uint32_t ref) {
    struct run_view run;
    if (n->leaf) {
        fill_leaf(s, n, ref);
        return;
    }
    if (!(s->marks[ref] & MARK_CLEAN) || !state_run(s, ref, &run)) return;
    n->state = NODE_DONE;
    n->outcome = OUTCOME_CLEAN;
    n->settled = true;
    n->quiet = !(s->marks[ref] & MARK_LOUD);
    n->digest = *run.output;
    n->diags = run.warnings;
    if (!run.bytes.p) return;
    n->bytes = run.bytes;
    n->have_bytes = true;
}

void state_work(struct state *s, uint64_t *all, uint64_t *done) {
    struct run_view run;
    *all = *done = 0;
    for (uint32_t ref = 0; s && s->marks && s->settled && ref < s->n_refs; ref++) {
        if ((s->marks[ref] & (MARK_REACHED | MARK_CLEAN)) != MARK_REACHED || !state_run(s, ref, &run))
            continue;
        const struct node *n = s->live ? s->live[ref] : NULL;
        *all += run.micros;
        if (n && (n->state == NODE_DONE || n->state == NODE_FAILED)) *done += run.micros;
    }
}

void settle_drop(struct state *s) {
    if (!s->marks) return;
    memory_put(s->build->memory, s->marks, s->n_refs + 1);
    memory_put(s->build->memory, s->seen, (s->n_refs + 1) * sizeof *s->seen);
    s->marks = NULL;
    s->seen = NULL;
    s->settled = false;
}

void state_unsettle(struct state *s) {
    if (s) s->settled = false;
}
