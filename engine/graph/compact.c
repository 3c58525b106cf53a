/* Making one snapshot of the old one, the journal and what this build found.
 *
 * A node's record is that of the live node when there is one, else the newest that was recorded. A run is
 * kept while one of the last KEPT_GENERATIONS snapshots was made with it in use, and so is all that a kept
 * run asked; whatever belongs to deleted packages and files is forgotten in that way. */
#define _GNU_SOURCE
#include "engine/graph/state.h"

#include <stdlib.h>

enum { KEPT_GENERATIONS = 8 };

struct gathering {
    struct state *s;
    struct arena arena;
    uint32_t n, generation;
    struct arena scratch;         /* of one record */
    struct node **live;           /* by ref; nodes of this build that had none get one behind the rest */
    const struct digest **digest; /* by ref: what the new snapshot will say */
    bool *keep;
    uint32_t *becomes; /* the ref in the new snapshot */
};

static void gather_live(struct gathering *g) {
    struct build *b = g->s->build;
    uint32_t known = g->s->snapshot.n_nodes + (uint32_t)g->s->born.n;
    g->n = known;
    for (size_t i = 0; i < b->nodes.n; i++) {
        struct node *n = b->nodes.entries[i].value;
        if (!n->ref) n->ref = ++g->n;
    }
    g->live = NEW_N(&g->arena, struct node *, g->n);
    for (size_t i = 0; i < b->nodes.n; i++) {
        struct node *n = b->nodes.entries[i].value;
        g->live[n->ref - 1] = n;
    }
}

static bool id_of(struct gathering *g, uint32_t ref, struct str *id, struct str *rule) {
    const struct node *n = g->live[ref];
    struct node_key k;
    if (!n && !state_key(g->s, ref, &k)) return false;
    if (!n) {
        *id = node_key_id(&k, arena_alloc(&g->arena, node_key_size(&k) + 1));
        *rule = k.rule;
        return true;
    }
    *rule = str_c(n->rule->name);
    *id = (struct str){n->key.p - rule->n - 1, rule->n + 1 + n->key.n};
    return true;
}

static enum leaf leaf_of(const struct gathering *g, uint32_t ref) {
    return g->live[ref] ? g->live[ref]->leaf : state_leaf_kind(g->s, ref);
}

/* A run as the live node has it. */
static const struct trace *live_trace(const struct node *n) {
    return !n ? NULL : n->state == NODE_DONE && n->trace ? n->trace : n->old;
}

static void run_of_trace(struct gathering *g, const struct node *n, const struct trace *t,
                         struct run_view *v) {
    struct run_view before;
    uint32_t *deps = NEW_N(&g->scratch, uint32_t, t->n);
    struct digest *digests = NEW_N(&g->scratch, struct digest, t->n);
    bool today = t == n->trace;
    for (size_t i = 0; i < t->n; i++) {
        deps[i] = (t->deps[i].node->ref - 1) << 2 | DEP_EXPLICIT |
                  (t->deps[i].with_previous ? DEP_WITH_PREVIOUS : 0);
        digests[i] = t->deps[i].digest;
    }
    *v = (struct run_view){.output = &t->output,
                           .size = t->size,
                           .micros = n->micros,
                           .cost = n->cost,
                           .peak = n->peak,
                           .version = today ? str_c(n->rule->version) : n->old_version,
                           .warnings = t->warnings,
                           .reason = n->reason,
                           .deps = deps,
                           .digests = digests,
                           .n = (uint32_t)t->n,
                           .n_digests = (uint32_t)t->n};
    if (!n->rule->recipe && !n->rule->local) return;
    if (today && n->have_bytes)
        v->bytes = n->bytes;
    else if (state_run(g->s, n->ref - 1, &before) && digest_eq(before.output, v->output))
        v->bytes = before.bytes;
}

/* The view lasts until the next one is asked for; its output lasts longer. */
static bool run_of(struct gathering *g, uint32_t ref, struct run_view *v) {
    const struct trace *t = live_trace(g->live[ref]);
    if (!t) return state_run(g->s, ref, v);
    arena_reset(&g->scratch);
    run_of_trace(g, g->live[ref], t, v);
    return true;
}

static bool leaf_view_of(struct gathering *g, uint32_t ref, struct leaf_view *v) {
    const struct node *n = g->live[ref];
    uint32_t seen = g->s->seen && ref < g->s->n_refs ? g->s->seen[ref] : 0;
    if (n && n->state == NODE_DONE) {
        *v = (struct leaf_view){.digest = &n->digest};
        if (n->leaf != LEAF_FILE && n->leaf != LEAF_DIR) return true;
        *v = (struct leaf_view){&n->digest, n->id, n->hashed_at,
                                n->leaf == LEAF_DIR ? n->bytes : (struct str){0}, n->loose};
        return true;
    }
    if (!state_leaf(g->s, ref, v)) *v = (struct leaf_view){0};
    if (seen > 1) {
        const struct observation *o = &g->s->observations.p[seen - 2];
        bool same = v->digest && digest_eq(v->digest, &o->digest);
        *v = (struct leaf_view){&o->digest, o->id, o->hashed_at, same ? v->bytes : (struct str){0}, o->loose};
    }
    return v->digest;
}

/* ---- what stays ---- */

static uint32_t used(const struct gathering *g, uint32_t ref) {
    bool now = g->live[ref] || ref >= g->s->snapshot.n_nodes ||
               (g->s->marks && ref < g->s->n_refs && g->s->marks[ref] & MARK_REACHED);
    return now ? g->generation : snapshot_used(&g->s->snapshot, ref);
}

static bool is_root(struct gathering *g, uint32_t ref) {
    struct run_view run;
    struct leaf_view leaf;
    if (used(g, ref) + KEPT_GENERATIONS < g->generation) return false;
    if (leaf_of(g, ref) == LEAF_FILE) return leaf_view_of(g, ref, &leaf) && leaf.hashed_at;
    return !leaf_of(g, ref) && run_of(g, ref, &run);
}

static void choose(struct gathering *g) {
    VEC(uint32_t) todo = {0};
    for (uint32_t ref = 0; ref < g->n; ref++) {
        if (g->keep[ref] || !is_root(g, ref)) continue;
        g->keep[ref] = true;
        VEC_PUSH(&todo, &g->arena, ref);
        while (todo.n) {
            uint32_t at = todo.p[--todo.n];
            struct run_view run;
            if (leaf_of(g, at) || !run_of(g, at, &run)) continue;
            for (uint32_t i = 0; i < run.n; i++) {
                uint32_t to = run.deps[i] >> 2;
                if (to >= g->n || g->keep[to]) continue;
                g->keep[to] = true;
                VEC_PUSH(&todo, &g->arena, to);
            }
        }
    }
}

/* ---- the order of the new snapshot ---- */

struct keyed {
    struct str key;
    uint32_t ref;
    enum leaf leaf;
};

static int by_path(const void *a, const void *b) {
    const struct keyed *x = a, *y = b;
    int c = str_cmp(x->key, y->key);
    return c ? c : (int)x->leaf - (int)y->leaf;
}

/* The old snapshot's leaves are in order already; only what came since is sorted, and merged. */
static size_t order_leaves(struct gathering *g, struct keyed **out) {
    VEC(struct keyed) all = {0};
    size_t old = 0;
    for (uint32_t ref = 0; ref < g->n; ref++) {
        struct str id, rule;
        if (ref == g->s->snapshot.n_nodes) old = all.n;
        if (!g->keep[ref] || !leaf_of(g, ref) || !id_of(g, ref, &id, &rule)) continue;
        struct keyed k = {{id.p + rule.n + 1, id.n - rule.n - 1}, ref, leaf_of(g, ref)};
        VEC_PUSH(&all, &g->arena, k);
    }
    if (g->n <= g->s->snapshot.n_nodes) old = all.n;
    if (all.n > old) qsort(all.p + old, all.n - old, sizeof *all.p, by_path);
    struct keyed *merged = NEW_N(&g->arena, struct keyed, all.n);
    for (size_t i = 0, j = old, k = 0; k < all.n; k++)
        merged[k] = j >= all.n || (i < old && by_path(&all.p[i], &all.p[j]) <= 0) ? all.p[i++] : all.p[j++];
    *out = merged;
    return all.n;
}

/* Deps get their new refs; a digest that the snapshot says anyway is left out. */
static void renumber(struct gathering *g, struct run_view *v) {
    uint32_t *deps = NEW_N(&g->scratch, uint32_t, v->n), n = 0;
    struct digest *digests = NEW_N(&g->scratch, struct digest, v->n);
    struct dep_walk i = dep_walk(v);
    for (uint32_t k = 0; dep_next(g->s, &i); k++) {
        const struct digest *now = i.ref < g->n ? g->digest[i.ref] : NULL;
        bool same = now && i.digest && digest_eq(now, i.digest);
        /* A bad record names a node that is not there, so that it is never clean. */
        uint32_t ref = i.ref < g->n && i.digest && g->keep[i.ref] ? g->becomes[i.ref] : LARGEST_REF;
        deps[k] = ref << 2 | (same ? 0 : DEP_EXPLICIT) | (i.with_previous ? DEP_WITH_PREVIOUS : 0);
        if (!same) digests[n++] = i.digest ? *i.digest : (struct digest){{0}};
    }
    v->deps = deps;
    v->digests = digests;
    v->n_digests = n;
}

static bool write_all(struct gathering *g, const struct keyed *leaves, size_t n_leaves, struct str *out) {
    const struct state *s = g->s;
    struct snapshot_writer w;
    struct str id, rule;
    struct run_view run;
    struct leaf_view leaf;
    snapshot_begin(&w, &g->arena, g->generation, (uint32_t)n_leaves, s->snapshot.text_n);
    for (int long_ones = 0; long_ones < 2; long_ones++)
        for (uint32_t ref = 0; ref < g->n; ref++)
            if (g->becomes[ref] != NO_REF && !leaf_of(g, ref) && id_of(g, ref, &id, &rule))
                snapshot_add_key(&w, (struct str){id.p + rule.n + 1, id.n - rule.n - 1}, long_ones);
    for (size_t i = 0; i < n_leaves; i++) {
        if (!leaf_view_of(g, leaves[i].ref, &leaf)) leaf = (struct leaf_view){0};
        id_of(g, leaves[i].ref, &id, &rule);
        snapshot_add_leaf(&w, leaves[i].leaf, id, rule, used(g, leaves[i].ref), &leaf);
    }
    for (uint32_t ref = 0; ref < g->n; ref++) {
        if (g->becomes[ref] == NO_REF || leaf_of(g, ref)) continue;
        bool ran = run_of(g, ref, &run); /* a run may have asked a node that failed, and gone on without it */
        id_of(g, ref, &id, &rule);
        if (ran) renumber(g, &run);
        snapshot_add_run(&w, id, rule, used(g, ref), ran ? &run : NULL);
    }
    return snapshot_finish(&w, out);
}

/* Numbers the runs behind the leaves, and finds out every digest. */
static void number(struct gathering *g, const struct keyed *leaves, size_t n_leaves) {
    uint32_t next = 0;
    struct str id, rule;
    struct run_view run;
    struct leaf_view leaf;
    g->becomes = NEW_N(&g->arena, uint32_t, g->n);
    g->digest = NEW_N(&g->arena, const struct digest *, g->n);
    for (uint32_t ref = 0; ref < g->n; ref++) g->becomes[ref] = NO_REF;
    for (size_t i = 0; i < n_leaves; i++) {
        g->becomes[leaves[i].ref] = next++;
        if (!leaf_view_of(g, leaves[i].ref, &leaf) || !leaf.digest) continue;
        struct digest *kept = NEW(&g->arena, struct digest);
        *kept = *leaf.digest;
        g->digest[leaves[i].ref] = kept;
    }
    for (uint32_t ref = 0; ref < g->n; ref++) {
        if (!g->keep[ref] || leaf_of(g, ref) || !id_of(g, ref, &id, &rule)) continue;
        if (run_of(g, ref, &run)) g->digest[ref] = run.output;
        g->becomes[ref] = next++;
    }
}

bool state_compact(struct state *s) {
    struct gathering g = {.s = s, .generation = s->snapshot.generation + 1};
    struct keyed *leaves;
    struct str bytes;
    arena_init(&g.arena, s->build->memory);
    arena_init(&g.scratch, s->build->memory);
    gather_live(&g);
    g.keep = NEW_N(&g.arena, bool, g.n);
    choose(&g);
    size_t n_leaves = order_leaves(&g, &leaves);
    number(&g, leaves, n_leaves);
    bool ok = write_all(&g, leaves, n_leaves, &bytes);
    struct arena a;
    arena_init(&a, NULL);
    ok = ok && file_publish(build_path(&a, s->build, STR(".py2/graph")).p, bytes, 0644, true);
    arena_free(&a);
    arena_free(&g.scratch);
    arena_free(&g.arena);
    return ok;
}
