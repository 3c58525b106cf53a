/* What the commands about the declared graph print, and the flags they share. */
#include "engine/query/web.h"

#include <stdio.h>

/* ---- flags of their own ---- */

static void drop_args(struct session *s, size_t at, size_t n) {
    for (size_t i = at; i + n < s->opt.args.n; i++) s->opt.args.p[i] = s->opt.args.p[i + n];
    s->opt.args.n -= n;
}

bool take_flag(struct session *s, const char *name, struct str *value) {
    struct str flag = str_printf(&s->arena, "--%s", name);
    for (size_t i = 0; i < s->opt.args.n; i++) {
        struct str arg = s->opt.args.p[i];
        bool joined = str_starts(arg, flag) && arg.n > flag.n && arg.p[flag.n] == '=';
        if (!joined && !str_eq(arg, flag)) continue;
        if (!joined && i + 1 == s->opt.args.n) {
            cli_usage_error(s, "--%s needs a value", name);
            return false;
        }
        *value = joined ? (struct str){arg.p + flag.n + 1, arg.n - flag.n - 1} : s->opt.args.p[i + 1];
        drop_args(s, i--, joined ? 1 : 2);
    }
    return true;
}

bool take_switch(struct session *s, const char *name) {
    struct str flag = str_printf(&s->arena, "--%s", name);
    for (size_t i = 0; i < s->opt.args.n; i++)
        if (str_eq(s->opt.args.p[i], flag)) {
            drop_args(s, i, 1);
            return true;
        }
    return false;
}

bool no_more_flags(struct session *s) {
    for (size_t i = 0; i < s->opt.args.n; i++) {
        struct str arg = s->opt.args.p[i];
        if (arg.n < 2 || arg.p[0] != '-' || arg.p[1] == '/' || arg.p[1] == ':' || arg.p[1] == '.') continue;
        cli_usage_error(s, "unknown flag '" STR_FMT "' (`py2 help " STR_FMT "` lists them)", STR_ARG(arg),
                        STR_ARG(s->command));
        return false;
    }
    return true;
}

/* ---- sets ---- */

static void put_labels(struct buf *out, const struct web *w, const uint8_t *s) {
    for (size_t i = 0; i < w->n; i++)
        if (s[i]) buf_printf(out, STR_FMT "\n", STR_ARG(w->v[i].label));
}

/* A string of dot escapes a quote as one of JSON does. */
static void put_dot(struct buf *out, const struct web *w, const uint8_t *s) {
    buf_puts(out, "digraph py2 {\n  rankdir=LR;\n  node [shape=box];\n");
    for (size_t i = 0; i < w->n; i++) {
        const struct vertex *v = &w->v[i];
        if (!s[i]) continue;
        buf_puts(out, "  ");
        buf_json(out, v->label);
        buf_printf(out, " [tooltip=\"" STR_FMT "\"];\n", STR_ARG(v->word));
        for (size_t k = 0; k < v->n_out; k++) {
            if (!s[v->out[k]]) continue;
            buf_puts(out, "  ");
            buf_json(out, v->label);
            buf_puts(out, " -> ");
            buf_json(out, w->v[v->out[k]].label);
            buf_puts(out, ";\n");
        }
    }
    buf_puts(out, "}\n");
}

static void put_json(struct buf *out, const struct web *w, const uint8_t *s) {
    bool first = true;
    buf_puts(out, "[");
    for (size_t i = 0; i < w->n; i++) {
        const struct vertex *v = &w->v[i];
        if (!s[i]) continue;
        buf_puts(out, first ? "\n" : ",\n");
        first = false;
        buf_puts(out, "{\"label\":");
        buf_json(out, v->label);
        buf_puts(out, ",\"kind\":");
        buf_json(out, v->word);
        buf_puts(out, ",\"file\":");
        buf_json(out, w->packages[v->package].p.file);
        buf_printf(out, ",\"line\":%u,\"deps\":[", v->decl->line);
        for (size_t k = 0; k < v->n_out; k++) {
            if (k) buf_putc(out, ',');
            buf_json(out, w->v[v->out[k]].label);
        }
        buf_puts(out, "]}");
    }
    buf_puts(out, "\n]\n");
}

static size_t count(const struct web *w, const uint8_t *s) {
    size_t n = 0;
    for (size_t i = 0; i < w->n; i++) n += s[i];
    return n;
}

bool web_print(const struct web *w, const uint8_t *s, struct str output, const char *empty) {
    struct buf out;
    buf_init(&out, &w->s->arena);
    if (str_is(output, "label"))
        put_labels(&out, w, s);
    else if (str_is(output, "json"))
        put_json(&out, w, s);
    else if (str_is(output, "dot"))
        put_dot(&out, w, s);
    else if (str_is(output, "count"))
        buf_printf(&out, "%zu\n", count(w, s));
    else {
        cli_usage_error(w->s, "--output takes one of label/json/dot/count, not '" STR_FMT "'",
                        STR_ARG(output));
        return false;
    }
    if (str_is(output, "label") && !out.n && *empty) buf_printf(&out, "%s\n", empty);
    teller_quiet(w->s->teller);
    if (out.n) fwrite(out.p, 1, out.n, stdout);
    return true;
}
