/* `py2 query` and `py2 graph`: the declared graph of labels, before any target is chosen (a select{} counts
 * with all its branches).
 *
 *     expr    = term { ("+" | "-" | "^") term }          left to right
 *     term    = "(" expr ")" | WORD "(" args ")" | label or pattern
 */
#define _GNU_SOURCE
#include "engine/label.h"
#include "engine/run.h"
#include "engine/session.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

struct vertex {
    struct str label, word;
    struct package *package;
    const struct decl *decl;
    VEC(size_t) out;
    bool mark;
};

struct web {
    struct session *s;
    VEC(struct vertex) v; /* sorted by label */
    struct map by_label;  /* label -> number + 1 */
};

/* A set of vertices: one byte each. */
typedef uint8_t *set;

static set set_new(struct web *w) {
    return NEW_N(&w->s->arena, uint8_t, w->v.n + 1);
}

/* ---- loading ---- */

static int by_label(const void *a, const void *b) {
    return str_cmp(((const struct vertex *)a)->label, ((const struct vertex *)b)->label);
}

static void add_edges(struct web *w, size_t from, const struct value *v) {
    struct arena *a = &w->s->arena;
    struct label l;
    const char *why;
    if (!v) return;
    for (size_t i = 0; v->kind >= V_LIST && i < v->n; i++) add_edges(w, from, &v->items[i]);
    if (v->kind != V_STR || !label_parse(a, v->s, w->v.p[from].package->path, &l, &why)) return;
    size_t to = (size_t)(uintptr_t)map_get(&w->by_label, label_text(a, &l));
    if (to) VEC_PUSH(&w->v.p[from].out, a, to - 1);
}

static bool load(struct web *w) {
    struct session *s = w->s;
    struct arena *a = &s->arena;
    struct node *list = node_get(&s->build, STR("packages"), STR(""));
    if (!session_need(s, &list, 1) || !node_load(&s->build, s->worker, list)) return false;
    VEC(struct node *) nodes = {0};
    for (struct str text = list->bytes; text.n;) {
        size_t n = (size_t)((const char *)memchr(text.p, '\n', text.n) - text.p);
        VEC_PUSH(&nodes, a, node_get(&s->build, STR("package"), ((struct str){text.p, n})));
        text = (struct str){text.p + n + 1, text.n - n - 1};
    }
    if (!session_need(s, nodes.p, nodes.n)) return false;
    for (size_t i = 0; i < nodes.n; i++) {
        struct package *p = NEW(a, struct package);
        if (!node_load(&s->build, s->worker, nodes.p[i]) || !package_decode(a, nodes.p[i]->bytes, p))
            return false;
        for (size_t k = 0; k < p->n; k++) {
            struct label l = {p->path, p->decls[k].name};
            struct vertex v = {.word = p->decls[k].word, .package = p, .decl = &p->decls[k]};
            v.label = label_text(a, &l);
            if (!str_is(v.word, "workspace") && !str_is(v.word, "target")) VEC_PUSH(&w->v, a, v);
        }
    }
    static const char *const fields[] = {"deps", "resources", "adapters", "members", "actual", "apps"};
    if (w->v.n) qsort(w->v.p, w->v.n, sizeof *w->v.p, by_label);
    map_init(&w->by_label, a);
    for (size_t i = 0; i < w->v.n; i++) map_put(&w->by_label, w->v.p[i].label, (void *)(uintptr_t)(i + 1));
    for (size_t i = 0; i < w->v.n; i++)
        for (size_t f = 0; f < COUNT(fields); f++)
            add_edges(w, i, value_field(&w->v.p[i].decl->fields, fields[f]));
    return true;
}

/* ---- sets ---- */

static set closure(struct web *w, set from, bool backwards) {
    set all = set_new(w);
    VEC(size_t) todo = {0};
    for (size_t i = 0; i < w->v.n; i++)
        if (from[i]) all[i] = 1, ({ VEC_PUSH(&todo, &w->s->arena, i); });
    while (todo.n) {
        size_t at = todo.p[--todo.n];
        for (size_t i = 0; !backwards && i < w->v.p[at].out.n; i++) {
            size_t to = w->v.p[at].out.p[i];
            if (!all[to]) all[to] = 1, ({ VEC_PUSH(&todo, &w->s->arena, to); });
        }
        for (size_t i = 0; backwards && i < w->v.n; i++)
            for (size_t k = 0; !all[i] && k < w->v.p[i].out.n; k++)
                if (w->v.p[i].out.p[k] == at) all[i] = 1, ({ VEC_PUSH(&todo, &w->s->arena, i); });
    }
    return all;
}

static bool add_pattern(struct web *w, struct str text, set into) {
    struct pattern p;
    const char *why;
    bool any = false;
    if (!pattern_parse(&w->s->arena, text, w->s->here, &p, &why)) {
        cli_usage_error(w->s, "'" STR_FMT "' is no label or pattern: %s", STR_ARG(text), why);
        return false;
    }
    for (size_t i = 0; i < w->v.n; i++) {
        struct label l = {w->v.p[i].package->path, w->v.p[i].decl->name};
        if (!pattern_matches(&p, &l)) continue;
        into[i] = !p.subtract;
        any = true;
    }
    if (any || p.kind != PATTERN_LABEL) return true;
    cli_usage_error(w->s, "there is no " STR_FMT, STR_ARG(text));
    return false;
}

/* ---- the language ---- */

struct query {
    struct web *w;
    const char *p, *end;
    int depth;
};

static set expression(struct query *q);

static void blanks(struct query *q) {
    while (q->p < q->end && isspace((unsigned char)*q->p)) q->p++;
}

static bool take(struct query *q, char c) {
    blanks(q);
    if (q->p >= q->end || *q->p != c) return false;
    q->p++;
    return true;
}

static struct str word(struct query *q) {
    blanks(q);
    const char *from = q->p;
    while (q->p < q->end && !isspace((unsigned char)*q->p) && !strchr("()+^,", *q->p)) q->p++;
    return (struct str){from, (size_t)(q->p - from)};
}

static set wrong(struct query *q, const char *what) {
    cli_usage_error(q->w->s, "query: %s at \"" STR_FMT "\"", what,
                    STR_ARG(((struct str){q->p, (size_t)(q->end - q->p)})));
    return NULL;
}

static set call(struct query *q, struct str name) {
    struct str text = {0};
    bool kind = str_is(name, "kind"), filter = str_is(name, "filter");
    if (kind || filter) {
        text = word(q);
        if (!take(q, ',')) return wrong(q, "a ',' is missing");
    }
    set of = expression(q);
    if (!of) return NULL;
    if (!take(q, ')')) return wrong(q, "a ')' is missing");
    if (str_is(name, "deps")) return closure(q->w, of, false);
    if (str_is(name, "rdeps")) return closure(q->w, of, true);
    for (size_t i = 0; i < q->w->v.n; i++) {
        const struct vertex *v = &q->w->v.p[i];
        of[i] = of[i] && (kind ? glob_match(text, v->word) : glob_match(text, v->label));
    }
    return of;
}

static set term(struct query *q) {
    if (take(q, '(')) {
        set s = expression(q);
        return s && !take(q, ')') ? wrong(q, "a ')' is missing") : s;
    }
    struct str name = word(q);
    if (!name.n) return wrong(q, "a label or a function is missing");
    bool function =
        str_is(name, "deps") || str_is(name, "rdeps") || str_is(name, "kind") || str_is(name, "filter");
    if (function && take(q, '(')) return call(q, name);
    set s = set_new(q->w);
    return add_pattern(q->w, name, s) ? s : NULL;
}

static set expression(struct query *q) {
    if (++q->depth > 100) return wrong(q, "nested too deep");
    set left = term(q);
    while (left) {
        char op = take(q, '+') ? '+' : take(q, '-') ? '-' : take(q, '^') ? '^' : 0;
        if (!op) break;
        set right = term(q);
        if (!right) return NULL;
        for (size_t i = 0; i < q->w->v.n; i++)
            left[i] = op == '+' ? left[i] | right[i] : op == '-' ? left[i] & !right[i] : left[i] & right[i];
    }
    q->depth--;
    return left;
}

/* ---- output ---- */

static void print_dot(struct web *w, set s) {
    printf("digraph py2 {\n  rankdir=LR;\n  node [shape=box];\n");
    for (size_t i = 0; i < w->v.n; i++) {
        if (!s[i]) continue;
        const struct vertex *v = &w->v.p[i];
        printf("  \"" STR_FMT "\" [tooltip=\"" STR_FMT "\"];\n", STR_ARG(v->label), STR_ARG(v->word));
        for (size_t k = 0; k < v->out.n; k++)
            if (s[v->out.p[k]])
                printf("  \"" STR_FMT "\" -> \"" STR_FMT "\";\n", STR_ARG(v->label),
                       STR_ARG(w->v.p[v->out.p[k]].label));
    }
    printf("}\n");
}

static void print_json(struct web *w, set s) {
    struct buf b;
    bool first = true;
    buf_init(&b, &w->s->arena);
    buf_puts(&b, "[");
    for (size_t i = 0; i < w->v.n; i++) {
        if (!s[i]) continue;
        const struct vertex *v = &w->v.p[i];
        buf_puts(&b, first ? "\n" : ",\n");
        first = false;
        buf_puts(&b, "{\"label\":");
        json_text(&b, v->label);
        buf_puts(&b, ",\"kind\":");
        json_text(&b, v->word);
        buf_puts(&b, ",\"file\":");
        json_text(&b, v->package->file);
        buf_printf(&b, ",\"line\":%u}", v->decl->line);
    }
    buf_puts(&b, "\n]\n");
    fwrite(b.p, 1, b.n, stdout);
}

static int query_body(struct session *s, void *arg) {
    struct web w = {.s = s};
    struct str text = STR(""), output = STR("label");
    (void)arg;
    for (size_t i = 0; i < s->opt.args.n; i++) {
        struct str a = s->opt.args.p[i];
        if (str_is(a, "--output") && i + 1 < s->opt.args.n)
            output = s->opt.args.p[++i];
        else if (str_starts(a, STR("--output=")))
            output = (struct str){a.p + 9, a.n - 9};
        else
            text = text.n ? str_printf(&s->arena, STR_FMT " " STR_FMT, STR_ARG(text), STR_ARG(a)) : a;
    }
    if (!text.n) {
        cli_usage_error(s, "query takes an expression: py2 query 'deps(//app)'");
        return EXIT_USAGE;
    }
    if (!load(&w)) return EXIT_USAGE;
    struct query q = {&w, text.p, text.p + text.n, 0};
    set found = expression(&q);
    blanks(&q);
    if (found && q.p < q.end) found = wrong(&q, "nothing more is understood");
    if (!found) return EXIT_USAGE;
    if (str_is(output, "dot"))
        print_dot(&w, found);
    else if (str_is(output, "json"))
        print_json(&w, found);
    else
        for (size_t i = 0; i < w.v.n; i++)
            if (found[i]) printf(STR_FMT "\n", STR_ARG(w.v.p[i].label));
    return EXIT_DONE;
}

static int graph_body(struct session *s, void *arg) {
    struct web w = {.s = s};
    (void)arg;
    if (!load(&w)) return EXIT_USAGE;
    set chosen = set_new(&w);
    bool ok = s->opt.args.n || add_pattern(&w, STR("//..."), chosen);
    for (size_t i = 0; ok && i < s->opt.args.n; i++) ok = add_pattern(&w, s->opt.args.p[i], chosen);
    if (!ok) return EXIT_USAGE;
    print_dot(&w, closure(&w, chosen, false));
    return EXIT_DONE;
}

int command_query(struct session *s) {
    return session_open(s, true) ? session_work(s, query_body, NULL) : EXIT_USAGE;
}
int command_graph(struct session *s) {
    return session_open(s, true) ? session_work(s, graph_body, NULL) : EXIT_USAGE;
}
