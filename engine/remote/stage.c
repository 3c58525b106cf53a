/* The running side: `py2 stage RULE REQUEST RESULT`, what a remote worker runs. The build it makes knows the
 * answers that came with the request, and never looks at the machine's own files. */
#define _GNU_SOURCE
#include "engine/remote/execute.h"
#include "engine/session.h"

#include <stdio.h>

struct stage {
    struct given given; /* first of all: the graph knows nothing else of it */
    struct session *s;
    VEC(struct node *) missing; /* what the stage asked for and was not given */
    struct arena arena;
    struct str request;
    struct buf result;
    bool good;
};

static void given_missing(struct build *b, struct node *n) {
    struct stage *g = (struct stage *)b->given;
    if (!b->cancelled) VEC_PUSH(&g->missing, &g->arena, n);
}

static void given_check(struct build *b) {
    if (((struct stage *)b->given)->missing.n) schedule_cancel(b, 1);
}

static bool refuse(struct stage *g, const char *what) {
    cli_usage_error(g->s, "stage: %s", what);
    return false;
}

/* One answer becomes a node that is done. Its bytes lie beside, under their digest, which is checked. */
static bool take_answer(struct stage *g, struct reader *r, enum given_kind kind) {
    struct build *b = &g->s->build;
    struct str rule = reader_sized(r), key = reader_sized(r), digest = reader_bytes(r, sizeof(struct digest));
    struct node *n = r->bad ? NULL : node_get(b, rule, key);
    struct digest named, is;
    char hex[65];
    if (!n) return refuse(g, "the request is damaged");
    memcpy(&n->digest, digest.p, sizeof n->digest);
    n->state = kind == GIVEN_FAILED ? NODE_FAILED : NODE_DONE;
    if (kind != GIVEN_BYTES) return true;
    struct str name = reader_bytes(r, sizeof named);
    if (r->bad) return refuse(g, "the request is damaged");
    memcpy(&named, name.p, sizeof named);
    digest_hex(&named, hex);
    if (!file_read(&b->arena, hex, &n->bytes)) return refuse(g, "an answer is missing");
    is = digest_of(n->bytes);
    n->have_bytes = true;
    return digest_eq(&is, &named) || refuse(g, "an answer is damaged");
}

/* Reads the request; the node of the stage is `given.root`. */
static bool take_request(struct stage *g) {
    struct reader r = reader_of(g->request);
    if (!str_is(reader_bytes(&r, sizeof REQUEST_MAGIC - 1), REQUEST_MAGIC))
        return refuse(g, "that is no request");
    struct str rule = reader_sized(&r), version = reader_sized(&r), key = reader_sized(&r);
    struct node *n = r.bad ? NULL : node_get(&g->s->build, rule, key);
    if (!n || n->leaf) return refuse(g, "there is no such rule");
    if (!str_is(version, n->rule->version)) return refuse(g, "the request is another version's");
    g->given.root = n;
    for (uint8_t kind; (kind = reader_u8(&r)) != GIVEN_END;) {
        if (kind > GIVEN_FAILED) return refuse(g, "the request is damaged");
        if (!take_answer(g, &r, (enum given_kind)kind)) return false;
    }
    return !r.bad || refuse(g, "the request is damaged");
}

static void put_result(struct stage *g) {
    struct node *n = g->given.root;
    struct buf *out = &g->result;
    buf_puts(out, RESULT_MAGIC);
    if (g->missing.n) {
        buf_putc(out, RESULT_MISSING);
        for (size_t i = 0; i < g->missing.n; i++) {
            buf_sized(out, str_c(g->missing.p[i]->rule->name));
            buf_sized(out, g->missing.p[i]->key);
        }
    } else if (n->state != NODE_DONE) {
        buf_putc(out, RESULT_FAILED);
    } else {
        struct digest key = action_key(n->rule, n->key);
        buf_putc(out, RESULT_DONE);
        buf_sized(out, action_pack(&g->s->arena, &key, n->trace, n->bytes, NULL, 0));
        buf_sized(out, n->bytes);
    }
}

static void body(struct build *b, struct worker *w, void *arg) {
    struct stage *g = arg;
    struct str cycle;
    if (!take_request(g)) return;
    schedule_need(b, w, &g->given.root, 1, &cycle);
    put_result(g);
    g->good = true;
}

int command_stage(struct session *s) {
    struct stage g = {.given = {.missing = given_missing, .check = given_check}, .s = s};
    struct build *b = &s->build;
    if (s->opt.args.n != 3) {
        cli_usage_error(s, "stage takes a rule, a request and a place for the result; remote workers run it");
        return EXIT_USAGE;
    }
    if (!file_read(&s->arena, s->opt.args.p[1].p, &g.request)) {
        cli_usage_error(s, "stage: cannot read " STR_FMT, STR_ARG(s->opt.args.p[1]));
        return EXIT_USAGE;
    }
    build_init(b, s->tools, STR("/nonexistent"), &s->memory);
    session_add_rules(b);
    b->jobs = 1;
    b->given = &g.given;
    arena_init(&g.arena, &s->memory);
    buf_init(&g.result, &s->arena);
    schedule_run(b, body, &g);
    if (g.good && !file_publish(s->opt.args.p[2].p, buf_view(&g.result), 0644, false)) {
        cli_usage_error(s, "stage: cannot write " STR_FMT, STR_ARG(s->opt.args.p[2]));
        g.good = false;
    }
    arena_free(&g.arena);
    build_free(b);
    return g.good ? EXIT_DONE : EXIT_FAILED;
}
