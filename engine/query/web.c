/* The declared graph: loading, and walks over it. */
#include "engine/query/web.h"

#include <stdlib.h>

set set_new(const struct web *w) {
    return NEW_N(&w->s->arena, uint8_t, w->n + 1);
}

/* ---- loading ---- */

static const char *const edge_fields[] = {"deps", "resources", "adapters", "members", "actual", "apps"};

static int by_label(const void *a, const void *b) {
    return str_cmp(((const struct vertex *)a)->label, ((const struct vertex *)b)->label);
}

/* Calls `each` for every label in a field, those in branches of a select{} included. */
static void each_label(struct web *w, size_t from, const struct value *v,
                       void (*each)(struct web *w, size_t from, const struct label *l, void *arg),
                       void *arg) {
    struct label l;
    const char *why;
    if (!v) return;
    for (size_t i = 0; v->kind >= V_LIST && i < v->n; i++) each_label(w, from, &v->items[i], each, arg);
    if (v->kind != V_STR) return;
    if (label_parse(&w->s->arena, v->s, w->packages[w->v[from].package].p.path, &l, &why))
        each(w, from, &l, arg);
}

uint32_t web_find(const struct web *w, struct str label) {
    size_t at = (size_t)(uintptr_t)map_get(&w->by_label, label);
    return at ? (uint32_t)(at - 1) : (uint32_t)NO_VERTEX;
}

struct edges {
    VEC(uint32_t) to;
    size_t begin; /* where the present vertex's edges begin */
    uint32_t *seen;
};

static void add_edge(struct web *w, size_t from, const struct label *l, void *arg) {
    struct edges *e = arg;
    struct arena *a = &w->s->arena;
    uint32_t to = web_find(w, label_text(a, l));
    if (to == NO_VERTEX) {
        struct dangling d = {from, *l};
        VEC_PUSH(&w->dangling, a, d);
    } else if (e->seen[to] != from + 1) {
        e->seen[to] = (uint32_t)from + 1;
        VEC_PUSH(&e->to, a, to);
    }
}

static void add_edges(struct web *w) {
    struct arena *a = &w->s->arena;
    struct edges e = {.seen = NEW_N(a, uint32_t, w->n)};
    uint32_t *first = NEW_N(a, uint32_t, w->n + 1), *fill = NEW_N(a, uint32_t, w->n + 1), *in;
    for (size_t i = 0; i < w->n; i++) {
        first[i] = (uint32_t)e.to.n;
        for (size_t f = 0; f < COUNT(edge_fields); f++)
            each_label(w, i, value_field(&w->v[i].decl->fields, edge_fields[f]), add_edge, &e);
        w->v[i].n_out = (uint32_t)(e.to.n - first[i]);
    }
    for (size_t i = 0; i < e.to.n; i++) w->v[e.to.p[i]].n_in++;
    in = NEW_N(a, uint32_t, e.to.n);
    for (size_t i = 0, at = 0; i < w->n; i++) {
        w->v[i].out = e.to.p + first[i];
        w->v[i].in = in + at;
        fill[i] = (uint32_t)at;
        at += w->v[i].n_in;
    }
    for (size_t i = 0; i < w->n; i++)
        for (uint32_t k = 0; k < w->v[i].n_out; k++) in[fill[w->v[i].out[k]]++] = (uint32_t)i;
}

static bool load_packages(struct web *w) {
    struct build *b = &w->s->build;
    struct arena *a = &w->s->arena;
    struct node *list = node_get(b, STR("packages"), STR(""));
    if (!session_need(w->s, &list, 1) || !node_load(b, w->s->worker, list)) return false;
    VEC(struct node *) nodes = {0};
    for (struct str text = list->bytes; text.n;) {
        size_t n = (size_t)((const char *)memchr(text.p, '\n', text.n) - text.p);
        VEC_PUSH(&nodes, a, node_get(b, STR("package"), ((struct str){text.p, n})));
        text = (struct str){text.p + n + 1, text.n - n - 1};
    }
    if (!session_need(w->s, nodes.p, nodes.n)) return false;
    w->packages = NEW_N(a, struct web_package, nodes.n);
    w->n_packages = nodes.n;
    for (size_t i = 0; i < nodes.n; i++) {
        w->packages[i].node = nodes.p[i];
        if (!node_load(b, w->s->worker, nodes.p[i]) ||
            !package_decode(a, nodes.p[i]->bytes, &w->packages[i].p))
            return false;
    }
    return true;
}

bool web_load(struct web *w, struct session *s) {
    VEC(struct vertex) v = {0};
    *w = (struct web){.s = s};
    if (!load_packages(w)) return false;
    for (size_t i = 0; i < w->n_packages; i++) {
        const struct package *p = &w->packages[i].p;
        for (size_t k = 0; k < p->n; k++) {
            struct label l = {p->path, p->decls[k].name};
            struct vertex x = {.word = p->decls[k].word, .package = i, .decl = &p->decls[k]};
            if (str_is(x.word, "workspace") || str_is(x.word, "target")) continue;
            x.label = label_text(&s->arena, &l);
            VEC_PUSH(&v, &s->arena, x);
        }
    }
    if (v.n) qsort(v.p, v.n, sizeof *v.p, by_label);
    w->v = v.p;
    w->n = v.n;
    map_init(&w->by_label, &s->arena);
    for (size_t i = 0; i < w->n; i++) map_put(&w->by_label, w->v[i].label, (void *)(uintptr_t)(i + 1));
    add_edges(w);
    return true;
}

/* ---- walks ---- */

set web_closure(const struct web *w, const uint8_t *from, bool backwards, uint32_t depth,
                const uint8_t *within) {
    set all = set_new(w);
    uint32_t *todo = NEW_N(&w->s->arena, uint32_t, w->n), n = 0, done = 0;
    for (uint32_t i = 0; i < w->n; i++)
        if (from[i] && (!within || within[i])) all[i] = 1, todo[n++] = i;
    for (uint32_t step = 0; step < depth && done < n; step++)
        for (uint32_t stop = n; done < stop; done++) {
            const struct vertex *v = &w->v[todo[done]];
            const uint32_t *next = backwards ? v->in : v->out;
            for (uint32_t k = 0, count = backwards ? v->n_in : v->n_out; k < count; k++)
                if (!all[next[k]] && (!within || within[next[k]])) all[next[k]] = 1, todo[n++] = next[k];
        }
    return all;
}

size_t web_path(const struct web *w, const uint8_t *from, const uint8_t *to, uint32_t **path) {
    struct arena *a = &w->s->arena;
    uint32_t *todo = NEW_N(a, uint32_t, w->n), *before = NEW_N(a, uint32_t, w->n), n = 0;
    set seen = set_new(w);
    for (uint32_t i = 0; i < w->n; i++)
        if (from[i]) seen[i] = 1, before[i] = NO_VERTEX, todo[n++] = i;
    for (uint32_t done = 0; done < n; done++) {
        uint32_t at = todo[done];
        if (to[at]) {
            size_t length = 0;
            for (uint32_t i = at; i != NO_VERTEX; i = before[i]) length++;
            *path = NEW_N(a, uint32_t, length);
            for (size_t k = length; k; at = before[at]) (*path)[--k] = at;
            return length;
        }
        for (uint32_t k = 0; k < w->v[at].n_out; k++) {
            uint32_t next = w->v[at].out[k];
            if (!seen[next]) seen[next] = 1, before[next] = at, todo[n++] = next;
        }
    }
    return 0;
}

/* ---- names ---- */

/* Why there is no such label, and which one may be meant. */
static const char *no_label(const struct web *w, struct str label) {
    struct arena *a = &w->s->arena;
    struct str *all = NEW_N(a, struct str, w->n);
    for (size_t i = 0; i < w->n; i++) all[i] = w->v[i].label;
    struct str near = str_closest(label, all, w->n);
    if (!near.n) return "no recipe declares it";
    return str_printf(a, "no recipe declares it; did you mean '" STR_FMT "'?", STR_ARG(near)).p;
}

bool web_pattern(const struct web *w, struct str text, set into, const char **why) {
    struct pattern p;
    if (!pattern_parse(&w->s->arena, text, w->s->here, &p, why)) return false;
    if (p.kind == PATTERN_LABEL) {
        struct str label = label_text(&w->s->arena, &p.label);
        uint32_t at = web_find(w, label);
        if (at != NO_VERTEX)
            into[at] = !p.subtract;
        else
            *why = no_label(w, label);
        return at != NO_VERTEX;
    }
    for (size_t i = 0; i < w->n; i++) {
        struct label l = {w->packages[w->v[i].package].p.path, w->v[i].decl->name};
        if (pattern_matches(&p, &l)) into[i] = !p.subtract;
    }
    return true;
}

struct sought {
    struct str label;
    bool found;
};

static void compare(struct web *w, size_t from, const struct label *l, void *arg) {
    struct sought *sought = arg;
    (void)from;
    sought->found |= str_eq(sought->label, label_text(&w->s->arena, l));
}

const char *web_edge_field(const struct web *w, uint32_t from, uint32_t to) {
    for (size_t f = 0; f < COUNT(edge_fields); f++) {
        struct sought sought = {.label = w->v[to].label};
        each_label((struct web *)w, from, value_field(&w->v[from].decl->fields, edge_fields[f]), compare,
                   &sought);
        if (sought.found) return edge_fields[f];
    }
    return "";
}
