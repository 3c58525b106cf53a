/* `py2 graph`: the declared graph as a picture. */
#include "engine/web.h"

static int graph_body(struct session *s, void *arg) {
    struct web w;
    (void)arg;
    if (!web_load(&w, s)) return EXIT_USAGE;
    set chosen = set_new(&w);
    const char *why;
    struct str all = STR("//...");
    for (size_t i = 0; i < MAX(s->opt.args.n, (size_t)1); i++) {
        struct str text = s->opt.args.n ? s->opt.args.p[i] : all;
        if (web_pattern(&w, text, chosen, &why)) continue;
        tell_error(s, "PY2E0319", "there is no " STR_FMT ": %s", STR_ARG(text), why);
        return EXIT_USAGE;
    }
    return web_print(&w, web_closure(&w, chosen, false, ANY_DEPTH, NULL), STR("dot"), "") ? EXIT_DONE
                                                                                          : EXIT_USAGE;
}

int command_graph(struct session *s) {
    return session_open(s, true) ? session_work(s, graph_body, NULL) : EXIT_USAGE;
}
