/* Rules "names" and "index", and finding a module with them.
 *
 * "names": key a directory, output for each importable entry a kind ('f' a module's file, 'd' a directory),
 * its name without ending, NUL. "index": key the roots, each followed by NUL; output for each top-level name:
 * its length and bytes, how many roots offer it, and for each of these the number of the root and what it
 * has. */
#include "rules/roots.h"
#include "generated/rules_digest.h"

enum { HAS_FILE = 1, HAS_DIR = 2 };

struct offer {
    uint32_t root, has;
};
struct offers {
    VEC(struct offer) v;
};

/* ---- names ---- */

static bool run_names(struct rule_ctx *c) {
    struct rule_entry *entries;
    struct buf out;
    buf_init(&out, c->arena);
    size_t n = rule_list(c, c->key, &entries);
    for (size_t i = 0; i < n; i++) {
        struct str name = entries[i].name;
        bool file = entries[i].kind == RULE_FILE && str_ends(name, STR(".py"));
        if (file) name.n -= 3;
        if ((!file && entries[i].kind != RULE_DIR) || !name.n || memchr(name.p, '.', name.n)) continue;
        buf_putc(&out, file ? 'f' : 'd');
        buf_str(&out, name);
        buf_putc(&out, 0);
    }
    rule_output(c, buf_view(&out));
    return true;
}

const struct rule rule_names = {.name = "names", .version = RULES_DIGEST, .run = run_names, .local = true};

/* Takes one entry of the output of "names" off its front. */
static bool next_name(struct str *text, struct str *name, uint32_t *has) {
    const char *end = text->n ? memchr(text->p, 0, text->n) : NULL;
    if (!end || end == text->p) return false;
    *has = text->p[0] == 'f' ? HAS_FILE : HAS_DIR;
    *name = (struct str){text->p + 1, (size_t)(end - text->p - 1)};
    *text = (struct str){end + 1, text->n - name->n - 2};
    return true;
}

/* ---- index ---- */

static void index_add(struct arena *a, struct map *top, struct str name, uint32_t root, uint32_t has) {
    void **at = map_at(top, name, NULL);
    struct offers *o = *at;
    if (!o) *at = o = NEW(a, struct offers);
    if (o->v.n && o->v.p[o->v.n - 1].root == root) {
        o->v.p[o->v.n - 1].has |= has;
        return;
    }
    struct offer offer = {root, has};
    VEC_PUSH(&o->v, a, offer);
}

static void index_write(struct buf *out, const struct map *top) {
    for (size_t i = 0; i < top->n; i++) {
        const struct offers *o = top->entries[i].value;
        buf_sized(out, top->entries[i].key);
        buf_uleb(out, o->v.n);
        for (size_t k = 0; k < o->v.n; k++) buf_uleb(out, (uint64_t)o->v.p[k].root << 2 | o->v.p[k].has);
    }
}

static bool index_read(struct arena *a, struct str bytes, struct map *top) {
    struct reader r = reader_of(bytes);
    while (r.p < r.end && !r.bad) {
        struct str name = reader_sized(&r);
        for (uint64_t n = reader_uleb(&r); n && !r.bad; n--) {
            uint64_t word = reader_uleb(&r);
            index_add(a, top, name, (uint32_t)(word >> 2), word & 3);
        }
    }
    return !r.bad;
}

static size_t split_roots(struct arena *a, struct str key, struct str **out) {
    VEC(struct str) v = {0};
    while (key.n) {
        size_t n = strnlen(key.p, key.n);
        struct str root = str_dup(a, (struct str){key.p, n});
        VEC_PUSH(&v, a, root);
        n = MIN(n + 1, key.n);
        key = (struct str){key.p + n, key.n - n};
    }
    *out = v.p;
    return v.n;
}

static bool run_index(struct rule_ctx *c) {
    struct arena *a = c->arena;
    struct str *roots, bytes, name;
    struct map top;
    struct buf out;
    uint32_t has;
    size_t n = split_roots(a, c->key, &roots);
    struct rule_query *queries = NEW_N(a, struct rule_query, n);
    struct rule_dep *deps = NEW_N(a, struct rule_dep, n);
    for (size_t i = 0; i < n; i++) queries[i] = (struct rule_query){"names", roots[i]};
    if (!rule_need_many(c, n, queries, deps)) return false;
    map_init(&top, a);
    for (size_t i = 0; i < n; i++) {
        if (!rule_bytes(c, &deps[i], &bytes)) return false;
        while (next_name(&bytes, &name, &has)) index_add(a, &top, name, (uint32_t)i, has);
    }
    buf_init(&out, a);
    index_write(&out, &top);
    rule_output(c, buf_view(&out));
    return true;
}

const struct rule rule_index = {.name = "index", .version = RULES_DIGEST, .run = run_index, .local = true};

/* ---- finding ---- */

bool roots_open(struct roots *r, struct rule_ctx *c, const struct str *list, size_t n) {
    struct buf key;
    struct str bytes;
    *r = (struct roots){.c = c, .list = list, .n = n};
    map_init(&r->top, c->arena);
    map_init(&r->names, c->arena);
    map_init(&r->places, c->arena);
    buf_init(&key, c->arena);
    for (size_t i = 0; i < n; i++) {
        buf_str(&key, list[i]);
        buf_putc(&key, 0);
    }
    if (!rule_need(c, "index", buf_view(&key), &bytes)) return false;
    if (!index_read(c->arena, bytes, &r->top)) BUG("index of %zu roots", n);
    return true;
}

struct str roots_first(const struct roots *r, struct str name) {
    const struct offers *o = map_get(&r->top, name);
    return o && o->v.p[0].root < r->n ? r->list[o->v.p[0].root] : STR("");
}

static uint32_t has_in(struct roots *r, struct str dir, struct str name) {
    void **at = map_at(&r->names, dir, NULL);
    if (!*at) {
        struct arena *a = r->c->arena;
        struct map *names = *at = NEW(a, struct map);
        struct str bytes, entry;
        uint32_t has;
        map_init(names, a);
        if (rule_need(r->c, "names", dir, &bytes))
            while (next_name(&bytes, &entry, &has)) {
                void **flags = map_at(names, entry, NULL);
                *flags = (void *)((uintptr_t)*flags | has);
            }
    }
    return (uint32_t)(uintptr_t)map_get(*at, name);
}

struct looking { /* for one name, along the directories that may offer it */
    struct roots *r;
    struct module_place *place;
    struct str name;
    VEC(struct str) portions;
};

/* True when the directory decides it. */
static bool look_in(struct looking *l, struct str dir, uint32_t has) {
    struct arena *a = l->r->c->arena;
    struct str path = path_clean(a, path_join(a, dir, l->name));
    if (has & HAS_DIR && has_in(l->r, path, STR("__init__")) & HAS_FILE) {
        l->place->kind = PLACE_PACKAGE;
        l->place->file = path_join(a, path, STR("__init__.py"));
        l->portions.n = 0;
        VEC_PUSH(&l->portions, a, path);
        return true;
    }
    if (has & HAS_FILE) {
        l->place->kind = PLACE_MODULE;
        l->place->file = str_printf(a, STR_FMT ".py", STR_ARG(path));
        l->portions.n = 0;
        return true;
    }
    if (has & HAS_DIR) VEC_PUSH(&l->portions, a, path);
    return false;
}

static void look_in_roots(struct looking *l) {
    const struct offers *o = map_get(&l->r->top, l->name);
    for (size_t i = 0; o && i < o->v.n; i++) {
        if (o->v.p[i].root >= l->r->n) BUG("index names root %u", o->v.p[i].root);
        struct str root = l->r->list[o->v.p[i].root];
        if (!look_in(l, root, o->v.p[i].has)) continue;
        l->place->root = root;
        return;
    }
}

const struct module_place *roots_find(struct roots *r, struct str module) {
    struct arena *a = r->c->arena;
    struct module_place *p = map_get(&r->places, module);
    if (p) return p;
    struct looking l = {.r = r, .place = NEW(a, struct module_place), .name = module};
    size_t dot = module.n;
    while (dot && module.p[dot - 1] != '.') dot--;
    if (!dot) {
        look_in_roots(&l);
    } else {
        const struct module_place *parent = roots_find(r, (struct str){module.p, dot - 1});
        l.name = (struct str){module.p + dot, module.n - dot};
        for (size_t i = 0; i < parent->n_dirs; i++)
            if (look_in(&l, parent->dirs[i], has_in(r, parent->dirs[i], l.name))) break;
    }
    p = l.place;
    if (!p->kind && l.portions.n) p->kind = PLACE_NAMESPACE;
    p->dirs = l.portions.p;
    p->n_dirs = l.portions.n;
    map_put(&r->places, str_dup(a, module), p);
    return p;
}
