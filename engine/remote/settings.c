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

static struct str *member(struct remote_options *o, const struct setting *s) {
    return (struct str *)((char *)o + s->offset);
}

static const struct setting *find(struct str name) {
    for (size_t i = 0; i < COUNT(settings); i++)
        if (str_is(name, settings[i].name)) return &settings[i];
    return NULL;
}

static bool wrong(struct session *s, struct str name, const char *what) {
    tell_error(s, "PY2E0502", "remote." STR_FMT " %s", STR_ARG(name), what);
    return false;
}

static bool unknown(struct session *s, struct str name) {
    struct str names[COUNT(settings)];
    for (size_t i = 0; i < COUNT(settings); i++) names[i] = str_c(settings[i].name);
    struct str near = str_closest(name, names, COUNT(names));
    tell_error(s, "PY2E0502", "a remote has no setting '" STR_FMT "'%s" STR_FMT "%s", STR_ARG(name),
               near.n ? ": did you mean '" : "", STR_ARG(near), near.n ? "'?" : "");
    return false;
}

/* A header line must be one line with a colon, or it could smuggle in others. */
static bool good_header(struct str line) {
    return line.n && memchr(line.p, ':', line.n) != line.p && memchr(line.p, ':', line.n) &&
           !memchr(line.p, '\r', line.n) && !memchr(line.p, '\n', line.n);
}

/* One setting from its text. Paths begin at `dir`. */
static bool set(struct session *s, struct remote_options *o, struct str name, struct str text,
                struct str dir) {
    const struct setting *setting = find(name);
    if (!setting) return unknown(s, name);
    struct str *to = member(o, setting);
    switch (setting->kind) {
    case TEXT: *to = text; break;
    case PATH: *to = path_join(&s->arena, dir, text); break;
    case YES:
        if (!str_is(text, "yes") && !str_is(text, "no")) return wrong(s, name, "is yes or no");
        *to = text;
        break;
    case EXEC:
        if (!str_is(text, "yes") && !str_is(text, "no") && !str_is(text, "always"))
            return wrong(s, name, "is yes, no or always");
        *to = text;
        break;
    case SECONDS:
        if (!text.n || text.n > 5 || strspn(str_dup(&s->arena, text).p, "0123456789") != text.n)
            return wrong(s, name, "is a number of seconds");
        *to = text;
        break;
    case LINES:
        if (!good_header(text)) return wrong(s, name, "are texts of the form \"Name: value\"");
        *to = str_printf(&s->arena, STR_FMT STR_FMT "\n", STR_ARG(*to), STR_ARG(text));
        break;
    case PAIRS:
        if (!memchr(text.p, '=', text.n) || memchr(text.p, '\n', text.n))
            return wrong(s, name, "are texts of the form \"name=value\"");
        *to = str_printf(&s->arena, STR_FMT STR_FMT "\n", STR_ARG(*to), STR_ARG(text));
        break;
    }
    return true;
}

static bool set_value(struct session *s, struct remote_options *o, struct str name, const struct value *v) {
    switch (v->kind) {
    case V_STR: return set(s, o, name, v->s, s->root);
    case V_BOOL: return set(s, o, name, v->i ? STR("yes") : STR("no"), s->root);
    case V_INT: return set(s, o, name, str_printf(&s->arena, "%lld", (long long)v->i), s->root);
    case V_LIST:
        for (size_t i = 0; i < v->n; i++)
            if (v->items[i].kind != V_STR || !set(s, o, name, v->items[i].s, s->root))
                return wrong(s, name, "is a list of texts");
        return true;
    default: return wrong(s, name, "has a value of the wrong type");
    }
}

/* workspace{ remote = "URL" } or workspace{ remote = { url = "URL", … } }. */
static bool of_workspace(struct session *s, struct remote_options *o) {
    struct node *root = node_get(&s->build, STR("package"), STR(""));
    struct package p;
    const struct value *v = NULL;
    if (!s->has_root) return true;
    if (!session_need(s, &root, 1) || !node_load(&s->build, s->worker, root)) return true;
    if (!package_decode(&s->arena, str_dup(&s->arena, root->bytes), &p)) return true;
    for (size_t i = 0; i < p.n; i++)
        if (str_is(p.decls[i].word, "workspace")) v = value_field(&p.decls[i].fields, "remote");
    if (!v) return true;
    if (v->kind == V_STR) return set(s, o, STR("url"), v->s, s->root);
    if (v->kind != V_MAP) return wrong(s, STR("url"), "is a text");
    for (size_t i = 0; i < v->n; i++)
        if (!set_value(s, o, v->keys[i], &v->items[i])) return false;
    return true;
}

static bool of_command_line(struct session *s, struct remote_options *o) {
    const struct options *opt = &s->opt;
    if (opt->remote.p) o->url = opt->remote;
    for (size_t i = 0; i < opt->remote_options.n; i++) {
        struct str text = opt->remote_options.p[i];
        size_t n = (size_t)((const char *)memchr(text.p, '=', text.n) - text.p);
        if (!set(s, o, (struct str){text.p, n}, (struct str){text.p + n + 1, text.n - n - 1}, s->cwd))
            return false;
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
    if (!of_workspace(s, &o) || !of_command_line(s, &o)) return false;
    s->remote_good = true;
    if (!o.url.n) return true;
    o.version = str_c(s->tools->version);
    s->build.remote = remote_open(&s->build, &o, &why);
    if (s->build.remote) return true;
    s->remote_good = false;
    tell_error(s, "PY2E0502", STR_FMT, STR_ARG(why));
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
