/* Labels and patterns. */
#include "engine/recipe/label.h"

#include "engine/recipe/value.h"

static bool good_package(struct str p, const char **why) {
    if (!p.n) return true;
    *why = "its path has an empty, '.' or '..' part";
    for (size_t i = 0; i <= p.n;) {
        size_t stop = i;
        while (stop < p.n && p.p[stop] != '/') stop++;
        struct str part = {p.p + i, stop - i};
        if (!part.n || str_is(part, ".") || str_is(part, "..")) return false;
        i = stop + 1;
    }
    return true;
}

static bool good_name(struct str n, const char **why) {
    *why = n.n ? "its name has a character that no name can have" : "it has no name after the ':'";
    if (!n.n) return false;
    for (size_t i = 0; i < n.n; i++) {
        char c = n.p[i];
        bool word = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!word && (!i || !strchr(".+-", c))) return false;
    }
    return true;
}

bool label_parse(struct arena *a, struct str text, struct str here, struct label *l, const char **why) {
    bool rooted = str_starts(text, STR("//"));
    struct str rest = rooted ? (struct str){text.p + 2, text.n - 2} : text;
    const char *colon = rest.n ? memchr(rest.p, ':', rest.n) : NULL;
    struct str path = colon    ? (struct str){rest.p, (size_t)(colon - rest.p)}
                      : rooted ? rest
                               : (struct str){"", 0};
    if (memchr(text.p ? text.p : "", 0, text.n)) return *why = "it has a NUL byte", false;
    if (!rooted && path.n) return *why = "a path in a label begins with '//'", false;
    if (!rooted && rest.n && !colon && memchr(rest.p, '/', rest.n))
        return *why = "a path in a label begins with '//'", false;
    l->package = rooted ? str_dup(a, path) : str_dup(a, here);
    if (colon)
        l->name = (struct str){colon + 1, (size_t)(rest.p + rest.n - colon - 1)};
    else
        l->name = rooted ? path_base(path) : rest;
    l->name = str_dup(a, l->name);
    if (rooted && !colon && !path.n) return *why = "'//' alone needs a ':name'", false;
    return good_package(l->package, why) && good_name(l->name, why);
}

struct str label_text(struct arena *a, const struct label *l) {
    return str_printf(a, "//" STR_FMT ":" STR_FMT, STR_ARG(l->package), STR_ARG(l->name));
}

bool pattern_parse(struct arena *a, struct str text, struct str here, struct pattern *p, const char **why) {
    *p = (struct pattern){0};
    if (text.n && text.p[0] == '-') {
        p->subtract = true;
        text = (struct str){text.p + 1, text.n - 1};
    }
    if (str_is(text, "...") || str_is(text, "//...") || str_ends(text, STR("/..."))) {
        p->kind = PATTERN_BELOW;
        bool rooted = str_starts(text, STR("//"));
        size_t from = rooted ? 2 : 0, to = text.n - 3;
        struct str path = {text.p + from, to > from ? to - from : 0};
        if (path.n && path.p[path.n - 1] == '/') path.n--;
        p->label.package = rooted ? str_dup(a, path) : path_join(a, here, path);
        return good_package(p->label.package, why);
    }
    if (str_ends(text, STR(":all"))) {
        p->kind = PATTERN_ALL;
        struct str path = {text.p, text.n - 4};
        bool rooted = str_starts(path, STR("//"));
        if (path.n && !rooted) return *why = "a path in a label begins with '//'", false;
        p->label.package = rooted ? str_dup(a, (struct str){path.p + 2, path.n - 2}) : str_dup(a, here);
        return good_package(p->label.package, why);
    }
    return label_parse(a, text, here, &p->label, why);
}

bool pattern_matches(const struct pattern *p, const struct label *l) {
    if (p->kind == PATTERN_LABEL)
        return str_eq(p->label.package, l->package) && str_eq(p->label.name, l->name);
    if (p->kind == PATTERN_ALL) return str_eq(p->label.package, l->package);
    struct str below = p->label.package;
    if (!below.n || str_eq(below, l->package)) return true;
    return l->package.n > below.n && str_starts(l->package, below) && l->package.p[below.n] == '/';
}

bool decl_visible(struct arena *a, const struct decl *d, struct str package, const struct label *user) {
    const struct value *v = value_field(&d->fields, "visibility");
    bool seen = !v || str_eq(user->package, package);
    for (size_t i = 0; !seen && i < v->n; i++) {
        struct pattern p;
        const char *why;
        seen = pattern_parse(a, v->items[i].s, package, &p, &why) && pattern_matches(&p, user);
    }
    return seen;
}
