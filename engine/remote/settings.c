/* Which remote a build uses: the command line goes before workspace{ remote = … }. */
#define _GNU_SOURCE
#include "engine/remote/remote.h"
#include "engine/session.h"

#include <stdlib.h>

static const struct setting {
    const char *name;
    size_t offset;
    enum { TEXT, PATH, YES, EXEC, SECONDS, LINES, PAIRS } kind;
} settings[] = {
    {"url", offsetof(struct remote_options, url), TEXT},
    {"instance", offsetof(struct remote_options, instance), TEXT},
    {"token_file", offsetof(struct remote_options, token_file), PATH},
    {"ca", offsetof(struct remote_options, ca_file), PATH},
    {"cert", offsetof(struct remote_options, cert_file), PATH},
    {"key", offsetof(struct remote_options, key_file), PATH},
    {"headers", offsetof(struct remote_options, headers), LINES},
    {"platform", offsetof(struct remote_options, platform), PAIRS},
    {"timeout", offsetof(struct remote_options, timeout), SECONDS},
    {"upload", offsetof(struct remote_options, upload), YES},
    {"exec", offsetof(struct remote_options, exec), EXEC},
    {"linger", offsetof(struct remote_options, linger), SECONDS},
};

/* Where settings come from, and where they go. */
struct asker {
    struct session *s;
    struct remote_options *o;
    struct place place; /* of what is being read; none on the command line */
    struct str dir;     /* where its paths begin */
};

static struct str *member(struct remote_options *o, const struct setting *s) {
    return (struct str *)((char *)o + s->offset);
}

static const struct setting *find(struct str name) {
    for (size_t i = 0; i < COUNT(settings); i++)
        if (str_is(name, settings[i].name)) return &settings[i];
    return NULL;
}

static bool wrong(const struct asker *x, struct str name, const char *what) {
    tell_error_at(x->s, x->place, "PY2E0502", "remote." STR_FMT " %s", STR_ARG(name), what);
    return false;
}

static bool unknown(const struct asker *x, struct str name) {
    struct str names[COUNT(settings)];
    for (size_t i = 0; i < COUNT(settings); i++) names[i] = str_c(settings[i].name);
    struct str near = str_closest(name, names, COUNT(names));
    tell_error_at(x->s, x->place, "PY2E0502", "a remote has no setting '" STR_FMT "'%s" STR_FMT "%s",
                  STR_ARG(name), near.n ? ": did you mean '" : "", STR_ARG(near), near.n ? "'?" : "");
    return false;
}

/* A header line must be one line with a colon, or it could smuggle in others. */
static bool good_header(struct str line) {
    return line.n && memchr(line.p, ':', line.n) != line.p && memchr(line.p, ':', line.n) &&
           !memchr(line.p, '\r', line.n) && !memchr(line.p, '\n', line.n);
}

/* One setting from its text. */
static bool set(const struct asker *x, struct str name, struct str text) {
    struct arena *a = &x->s->arena;
    const struct setting *setting = find(name);
    if (!setting) return unknown(x, name);
    struct str *to = member(x->o, setting);
    switch (setting->kind) {
    case TEXT: *to = text; break;
    case PATH: *to = path_join(a, x->dir, text); break;
    case YES:
        if (!str_is(text, "yes") && !str_is(text, "no")) return wrong(x, name, "is yes or no");
        *to = text;
        break;
    case EXEC:
        if (!str_is(text, "yes") && !str_is(text, "no") && !str_is(text, "always"))
            return wrong(x, name, "is yes, no or always");
        *to = text;
        break;
    case SECONDS:
        if (!text.n || text.n > 5 || strspn(str_dup(a, text).p, "0123456789") != text.n)
            return wrong(x, name, "is a number of seconds");
        *to = text;
        break;
    case LINES:
        if (!good_header(text)) return wrong(x, name, "are texts of the form \"Name: value\"");
        *to = str_printf(a, STR_FMT STR_FMT "\n", STR_ARG(*to), STR_ARG(text));
        break;
    case PAIRS:
        if (!memchr(text.p, '=', text.n) || memchr(text.p, '\n', text.n))
            return wrong(x, name, "are texts of the form \"name=value\"");
        *to = str_printf(a, STR_FMT STR_FMT "\n", STR_ARG(*to), STR_ARG(text));
        break;
    }
    return true;
}

static bool set_value(const struct asker *x, struct str name, const struct value *v) {
    switch (v->kind) {
    case V_STR: return set(x, name, v->s);
    case V_BOOL: return set(x, name, v->i ? STR("yes") : STR("no"));
    case V_INT: return set(x, name, str_printf(&x->s->arena, "%lld", (long long)v->i));
    case V_LIST:
        for (size_t i = 0; i < v->n; i++)
            if (v->items[i].kind != V_STR || !set(x, name, v->items[i].s))
                return wrong(x, name, "is a list of texts");
        return true;
    default: return wrong(x, name, "has a value of the wrong type");
    }
}

/* workspace{ remote = "URL" } or workspace{ remote = { url = "URL", … } }. */
static bool of_workspace(struct asker *x) {
    struct session *s = x->s;
    struct node *root = node_get(&s->build, STR("package"), STR(""));
    struct package p;
    const struct value *v = NULL;
    if (!s->has_root) return true;
    if (!session_need(s, &root, 1) || !node_load(&s->build, s->worker, root)) return true;
    if (!package_decode(&s->arena, str_dup(&s->arena, root->bytes), &p)) return true;
    for (size_t i = 0; i < p.n && !v; i++) {
        if (!str_is(p.decls[i].word, "workspace")) continue;
        v = value_field(&p.decls[i].fields, "remote");
        x->place = (struct place){.file = p.file, .line = p.decls[i].line};
    }
    if (!v) return true;
    if (v->kind == V_STR) return set(x, STR("url"), v->s);
    if (v->kind != V_MAP) return wrong(x, STR("url"), "is a text");
    for (size_t i = 0; i < v->n; i++)
        if (!set_value(x, v->keys[i], &v->items[i])) return false;
    return true;
}

static bool of_command_line(struct asker *x) {
    const struct options *opt = &x->s->opt;
    struct remote_options *o = x->o;
    if (opt->remote.p || opt->remote_options.n) x->place = (struct place){0};
    x->dir = x->s->cwd;
    if (opt->remote.p) o->url = opt->remote;
    for (size_t i = 0; i < opt->remote_options.n; i++) {
        struct str text = opt->remote_options.p[i];
        size_t n = (size_t)((const char *)memchr(text.p, '=', text.n) - text.p);
        if (!set(x, (struct str){text.p, n}, (struct str){text.p + n + 1, text.n - n - 1})) return false;
    }
    if (opt->remote_upload.n) o->upload = opt->remote_upload;
    if (opt->remote_exec.n) o->exec = opt->remote_exec;
    return true;
}

bool session_remote(struct session *s) {
    struct remote_options o = {.upload = STR("yes"), .exec = STR("no")};
    struct str why;
    if (s->remote_asked) return s->remote_good;
    s->remote_asked = true;
    struct asker x = {.s = s, .o = &o, .dir = s->root};
    if (!of_workspace(&x) || !of_command_line(&x)) return false;
    s->remote_good = true;
    if (!o.url.n) return true;
    o.version = str_c(s->tools->version);
    s->build.remote = remote_open(&s->build, &o, &why);
    if (s->build.remote) return true;
    s->remote_good = false;
    tell_error_at(s, x.place, "PY2E0502", STR_FMT, STR_ARG(why));
    return false;
}

void session_remote_end(struct session *s) {
    struct diags d;
    if (!s->build.remote) return;
    diags_init(&d, &s->arena);
    remote_flush(s->build.remote);
    remote_warnings(s->build.remote, &d);
    tell_diags(s, &d);
}
