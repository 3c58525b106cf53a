/* `py2 graph`: the declared graph as a picture, in dot or as a page. */
#define _GNU_SOURCE
#include "engine/recipe/appspec.h"
#include "engine/show/page.h"
#include "engine/query/web.h"

#include <errno.h>
#include <stdio.h>

/* What the page shows of a label beside its place: how an app stands, and how long the last runs of its
 * stages took. The stages of other labels are those that read files of their package. */
enum standing { STANDS_NOT, STANDS_NEW, STANDS_OLD, STANDS_GOOD, STANDS_BAD };
static const char *const standing_words[] = {"", "never built", "out of date", "up to date",
                                             "cannot be built"};

struct picture {
    struct session *s;
    struct web w;
    enum standing *standing;
    uint64_t *micros;         /* of labels */
    uint64_t *package_micros; /* of w.packages */
    struct map by_path;       /* a package's path -> its number + 1 */
    struct map counted;       /* addresses of stages whose package is found */
};

static struct str address(struct arena *a, const struct node *n) {
    return str_dup(a, (struct str){(const char *)&n, sizeof n});
}

static void count_for_package(struct picture *p, const struct node *n, struct str file) {
    bool is_new;
    map_at(&p->counted, address(&p->s->arena, n), &is_new);
    for (struct str dir = path_dir(file); is_new; dir = path_dir(dir)) {
        size_t at = (size_t)(uintptr_t)map_get(&p->by_path, dir);
        if (at) p->package_micros[at - 1] += n->micros;
        if (at || !dir.n) break;
    }
}

/* The time of everything below an app; each stage once. */
static uint64_t time_below(struct picture *p, struct node *n, struct map *seen) {
    bool is_new;
    struct build *b = &p->s->build;
    if (n->leaf) return 0;
    map_at(seen, address(&p->s->arena, n), &is_new);
    if (!is_new) return 0;
    const struct trace *t = n->state == NODE_DONE ? node_trace(b, n) : node_old(b, n);
    uint64_t all = n->micros;
    bool counted = false;
    for (size_t i = 0; t && i < t->n; i++) {
        struct node *d = t->deps[i].node;
        if (d->leaf == LEAF_FILE && !counted && !n->rule->recipe) {
            count_for_package(p, n, d->key);
            counted = true;
        }
        all += time_below(p, d, seen);
    }
    return all;
}

static bool look_at_apps(struct picture *p) {
    struct session *s = p->s;
    struct product *products;
    struct str everything = STR("//..."), what, root, target, cycle;
    size_t n;
    if (!session_select(s, 1, &everything, &products, &n)) return false;
    /* An app that would run does not ask for its recipe's meaning now, which may be what is wrong with it. */
    struct node **nodes = NEW_N(&s->arena, struct node *, 2 * n), **specs = nodes + n;
    for (size_t i = 0; i < n; i++) {
        nodes[i] = products[i].node;
        specs[i] = node_get(&s->build, STR("appspec"), products[i].key);
    }
    schedule_need(&s->build, s->worker, nodes, 2 * n, &cycle);
    for (size_t i = 0; i < n && !s->build.cancelled; i++) {
        struct node *at = nodes[i];
        uint32_t v = appspec_key_split(products[i].key, &what, &root, &target) ? web_find(&p->w, what)
                                                                               : (uint32_t)NO_VERTEX;
        if (v == NO_VERTEX) continue;
        bool known = node_old(&s->build, at);
        bool bad = specs[i]->state == NODE_FAILED || (at->state == NODE_FAILED && !at->planned);
        enum standing now = bad                      ? STANDS_BAD
                            : at->state == NODE_DONE ? STANDS_GOOD
                            : known                  ? STANDS_OLD
                                                     : STANDS_NEW;
        /* Of several targets the worst counts. */
        if (!p->standing[v] || now == STANDS_BAD || (p->standing[v] == STANDS_GOOD && now != STANDS_GOOD))
            p->standing[v] = now;
        struct map seen;
        map_init(&seen, &s->arena);
        p->micros[v] += time_below(p, at, &seen);
    }
    return !s->build.cancelled;
}

/* Lists of numbers and strings, in the order in which engine/show/pages/graph.js reads them. */
static struct str picture_data(struct picture *p, const uint8_t *chosen) {
    const struct web *w = &p->w;
    uint32_t *number = NEW_N(&p->s->arena, uint32_t, w->n), n = 0;
    struct buf b;
    buf_init(&b, &p->s->arena);
    buf_puts(&b, "{\"root\":");
    buf_json(&b, path_base(p->s->root));
    buf_puts(&b, ",\"version\":");
    buf_json(&b, str_c(p->s->tools->version));
    buf_puts(&b, ",\"packages\":[");
    for (size_t i = 0; i < w->n_packages; i++) {
        if (i) buf_putc(&b, ',');
        buf_json(&b, w->packages[i].p.path);
    }
    buf_puts(&b, "],\n\"nodes\":[");
    for (size_t i = 0; i < w->n; i++) {
        const struct vertex *v = &w->v[i];
        if (!chosen[i]) continue;
        uint64_t micros = str_is(v->word, "app")       ? p->micros[i]
                          : str_is(v->word, "library") ? p->package_micros[v->package]
                                                       : 0;
        buf_puts(&b, n ? ",\n[" : "\n[");
        number[i] = n++;
        buf_json(&b, v->decl->name);
        buf_printf(&b, ",%zu,", v->package);
        buf_json(&b, v->word);
        buf_printf(&b, ",%u,\"%s\",%llu]", v->decl->line, standing_words[p->standing[i]],
                   (unsigned long long)micros);
    }
    buf_puts(&b, "],\n\"edges\":[");
    bool first = true;
    for (size_t i = 0; i < w->n; i++)
        for (size_t k = 0; chosen[i] && k < w->v[i].n_out; k++) {
            if (!chosen[w->v[i].out[k]]) continue;
            buf_printf(&b, "%s%u,%u", first ? "" : ",", number[i], number[w->v[i].out[k]]);
            first = false;
        }
    buf_puts(&b, "]}");
    return buf_view(&b);
}

static bool write_page(struct picture *p, const uint8_t *chosen, struct str path) {
    struct session *s = p->s;
    struct buf out;
    p->standing = NEW_N(&s->arena, enum standing, p->w.n);
    p->micros = NEW_N(&s->arena, uint64_t, p->w.n);
    p->package_micros = NEW_N(&s->arena, uint64_t, p->w.n_packages);
    map_init(&p->by_path, &s->arena);
    map_init(&p->counted, &s->arena);
    for (size_t i = 0; i < p->w.n_packages; i++)
        map_put(&p->by_path, p->w.packages[i].p.path, (void *)(uintptr_t)(i + 1));
    if (!look_at_apps(p)) return false;
    buf_init(&out, &s->arena);
    page_write(&out, PAGE_GRAPH, str_printf(&s->arena, "The graph of " STR_FMT, STR_ARG(path_base(s->root))),
               picture_data(p, chosen));
    if (file_publish(path.p, buf_view(&out), 0644, false)) {
        tell(s, "wrote " STR_FMT, STR_ARG(path));
        return true;
    }
    tell_error(s, "PY2E0401", "cannot write " STR_FMT ": %s", STR_ARG(path), strerror(errno));
    return false;
}

static int graph_body(struct session *s, void *arg) {
    const struct str *html = arg;
    struct picture p = {.s = s};
    if (!web_load(&p.w, s)) return EXIT_USAGE;
    set chosen = set_new(&p.w);
    const char *why;
    struct str all = STR("//...");
    for (size_t i = 0; i < MAX(s->opt.args.n, (size_t)1); i++) {
        struct str text = s->opt.args.n ? s->opt.args.p[i] : all;
        if (web_pattern(&p.w, text, chosen, &why)) continue;
        tell_error(s, "PY2E0319", "there is no " STR_FMT ": %s", STR_ARG(text), why);
        return EXIT_USAGE;
    }
    chosen = web_closure(&p.w, chosen, false, ANY_DEPTH, NULL);
    if (html->n) return write_page(&p, chosen, *html) ? EXIT_DONE : EXIT_FAILED;
    return web_print(&p.w, chosen, STR("dot"), "") ? EXIT_DONE : EXIT_USAGE;
}

int command_graph(struct session *s) {
    struct str html = {0};
    if (!take_flag(s, "html", &html) || !no_more_flags(s)) return EXIT_USAGE;
    s->opt.dry_run = true; /* apps are looked at, not built */
    return session_open(s, true) ? session_work(s, graph_body, &html) : EXIT_USAGE;
}
