/* Why things are built: which of the answers that a stage's result rests on is another one now.
 *
 * A result's key is the version of its rule, the rule's own key, and the answers to its questions in the
 * order asked. So the reason is one sentence about the first component that differs, with the old and the
 * new. */
#include "engine/session.h"

#include <stdio.h>

/* ---- py2 explain LABEL ---- */

static void print_key(struct session *s, const struct node *n, const struct trace *t) {
    char hex[65];
    printf("    rule %s version %.12s\n", n->rule->name, n->rule->version);
    for (size_t i = 0; i < t->n; i++) {
        const struct dep *d = &t->deps[i];
        digest_hex(&d->digest, hex);
        printf("    %-12.12s " STR_FMT "\n", d->node->leaf == LEAF_STAT ? kind_word(d->digest.b[0]) : hex,
               STR_ARG(node_title(&s->arena, d->node)));
    }
}

static void explain_node(struct session *s, struct node *n, size_t *planned) {
    if (n->visited || n->leaf) return;
    n->visited = true;
    const struct trace *t = n->state == NODE_DONE ? node_trace(&s->build, n) : node_old(&s->build, n);
    for (size_t i = 0; t && i < t->n; i++) explain_node(s, t->deps[i].node, planned);
    struct str title = node_title(&s->arena, n);
    if (n->planned) {
        ++*planned;
        printf("would run: " STR_FMT ": " STR_FMT "\n", STR_ARG(title), STR_ARG(n->reason));
    } else if (n->reason.n) {
        printf(STR_FMT ": " STR_FMT " (%.2f ms)\n", STR_ARG(title), STR_ARG(n->reason),
               (double)n->micros / 1000);
    } else {
        return;
    }
    if (s->opt.verbose && t) print_key(s, n, t);
}

static int explain_body(struct session *s, void *arg) {
    struct product *products;
    struct str cycle;
    size_t n;
    (void)arg;
    if (!session_select(s, s->opt.args.n, s->opt.args.p, &products, &n)) return EXIT_USAGE;
    struct node **nodes = NEW_N(&s->arena, struct node *, n);
    for (size_t i = 0; i < n; i++) nodes[i] = products[i].node;
    schedule_need(&s->build, s->worker, nodes, n, &cycle);
    if (s->build.cancelled) return EXIT_FAILED;
    teller_quiet(s->teller);
    for (size_t i = 0; i < n; i++) {
        size_t planned = 0;
        if (!node_old(&s->build, nodes[i])) printf(STR_FMT ": never built here\n", STR_ARG(products[i].key));
        explain_node(s, nodes[i], &planned);
        if (node_old(&s->build, nodes[i]))
            printf(STR_FMT " is %s\n", STR_ARG(products[i].key), planned ? "out of date" : "up to date");
    }
    return EXIT_DONE;
}

/* ---- py2 explain CODE ---- */

static bool explain_code(struct str code) {
#define CODE(code_, meaning, text)                                                                           \
    if (str_is(code, code_)) return printf("%s: %s\n\n%s\n", code_, meaning, text) > 0;
#include "engine/base/diag_codes.def"
#undef CODE
    return false;
}

int command_explain(struct session *s) {
    if (s->opt.args.n != 1) {
        cli_usage_error(s, "explain takes a label or a code: py2 explain //pkg:name, py2 explain PY2E0301");
        return EXIT_USAGE;
    }
    if (str_starts(s->opt.args.p[0], STR("PY2"))) {
        if (explain_code(s->opt.args.p[0])) return EXIT_DONE;
        cli_usage_error(s, "there is no code " STR_FMT, STR_ARG(s->opt.args.p[0]));
        return EXIT_USAGE;
    }
    s->opt.dry_run = true;
    return session_open(s, true) ? session_work(s, explain_body, NULL) : EXIT_USAGE;
}
