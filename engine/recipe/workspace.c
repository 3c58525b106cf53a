/* Where a workspace begins, and which packages are in it. */
#define _GNU_SOURCE
#include "engine/recipe/rules.h"
#include "engine/graph/run.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

/* ---- does a recipe call workspace? ---- */

/* The position after a long bracket `[==[ … ]==]` that begins at `i`, or `i` when none begins there. */
static size_t skip_long(struct str t, size_t i) {
    size_t level = 0, j = i;
    if (j >= t.n || t.p[j] != '[') return i;
    for (j++; j < t.n && t.p[j] == '='; j++) level++;
    if (j >= t.n || t.p[j] != '[') return i;
    for (j++; j < t.n; j++) {
        if (t.p[j] != ']') continue;
        size_t k = j + 1, n = 0;
        while (k < t.n && t.p[k] == '=') k++, n++;
        if (n == level && k < t.n && t.p[k] == ']') return k + 1;
    }
    return t.n;
}

static size_t skip_comment(struct str t, size_t i) {
    size_t after = skip_long(t, i + 2);
    if (after != i + 2) return after;
    while (i < t.n && t.p[i] != '\n') i++;
    return i;
}

static size_t skip_string(struct str t, size_t i) {
    char quote = t.p[i++];
    while (i < t.n && t.p[i] != quote && t.p[i] != '\n') i += t.p[i] == '\\' ? 2 : 1;
    return i + 1;
}

static bool word_char(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

bool recipe_calls_workspace(struct str t) {
    struct str word = STR("workspace");
    for (size_t i = 0; i < t.n;) {
        char c = t.p[i];
        if (c == '-' && i + 1 < t.n && t.p[i + 1] == '-') {
            i = skip_comment(t, i);
        } else if (c == '"' || c == '\'') {
            i = skip_string(t, i);
        } else if (c == '[') {
            size_t after = skip_long(t, i);
            i = after == i ? i + 1 : after;
        } else if (word_char(c)) {
            size_t from = i;
            while (i < t.n && word_char(t.p[i])) i++;
            struct str w = {t.p + from, i - from};
            size_t next = i;
            while (next < t.n && isspace((unsigned char)t.p[next])) next++;
            if (str_eq(w, word) && next < t.n && strchr("{(", t.p[next])) return true;
        } else {
            i++;
        }
    }
    return false;
}

bool workspace_find(struct arena *a, struct str from, struct str *root) {
    bool found = false;
    struct str dir = path_clean(a, from);
    for (;;) {
        struct str text;
        struct str recipe = path_join(a, dir, STR("build.py2"));
        /* One that may not be read is there all the same; who needs it says so. */
        bool read = file_read(a, recipe.p, &text);
        if (read || errno == EACCES) {
            bool calls = read && recipe_calls_workspace(text);
            if (calls || !found) *root = dir;
            found = true;
        }
        if (str_is(dir, "/") || !dir.n) return found;
        dir = str_dup(a, path_dir(dir));
    }
}

/* ---- packages ---- */

bool package_need(struct rule_ctx *c, struct str path, struct package *p) {
    struct str bytes;
    if (!rule_need(c, "package", path, &bytes)) return false;
    if (!package_decode(c->arena, bytes, p)) BUG("package " STR_FMT " does not decode", STR_ARG(path));
    return true;
}

bool package_missing(struct rule_ctx *c, struct diag *m, struct str path) {
    struct rule_entry *entries;
    struct str dir = path_dir(path), build = STR("build.py2");
    VEC(struct str) names = {0};
    size_t n = rule_list(c, dir.n ? dir : STR("."), &entries);
    for (size_t i = 0; i < n; i++) {
        struct str recipe = path_join(c->arena, path_join(c->arena, dir, entries[i].name), build);
        if (entries[i].kind == RULE_DIR && rule_stat(c, recipe) == RULE_FILE)
            VEC_PUSH(&names, c->arena, entries[i].name);
    }
    struct str near = str_closest(path_base(path), names.p, names.n);
    if (near.n)
        diag_help(c->diags, m, "did you mean '//" STR_FMT "'?", STR_ARG(path_join(c->arena, dir, near)));
    else
        diag_help(c->diags, m, "a package is a directory with a build.py2");
    return false;
}

void package_names(struct rule_ctx *c, struct diag *m, const struct package *p) {
    enum { MOST = 8 };
    struct buf text;
    buf_init(&text, c->arena);
    for (size_t i = 0; i < MIN(p->n, (size_t)MOST); i++)
        buf_printf(&text, "%s" STR_FMT, i ? ", " : "", STR_ARG(p->decls[i].name));
    if (p->n > MOST) buf_puts(&text, ", …");
    if (text.n)
        diag_help(c->diags, m, "//" STR_FMT " declares " STR_FMT, STR_ARG(p->path), STR_ARG(buf_view(&text)));
}

enum { DEEPEST_PACKAGE = 64, MANY_DIRECTORIES = 8 };

struct walk {
    struct rule_ctx *c;
    struct ignore ignore;
    struct buf out;
    bool spread; /* the first directory with many others in it gives each of them to a run of its own */
};

/* The directories in `dir` that can hold packages; a name with a newline or a colon cannot be in a label. */
static size_t directories(struct walk *w, struct str dir, const struct rule_entry *entries, size_t n,
                          struct str **out) {
    struct arena *a = w->c->arena;
    VEC(struct str) v = {0};
    for (size_t i = 0; i < n; i++) {
        struct str name = entries[i].name;
        if (entries[i].link) continue; /* a package has one name, and a link upwards has no end */
        if (entries[i].kind != RULE_DIR || memchr(name.p, '\n', name.n) || memchr(name.p, ':', name.n))
            continue;
        struct str path = path_join(a, dir, name);
        if (!ignore_has(&w->ignore, path, true)) VEC_PUSH(&v, a, path);
    }
    *out = v.p;
    return v.n;
}

static bool walk_apart(struct walk *w, const struct str *dirs, size_t n) {
    struct arena *a = w->c->arena;
    struct rule_query *q = NEW_N(a, struct rule_query, n);
    struct rule_dep *deps = NEW_N(a, struct rule_dep, n);
    for (size_t i = 0; i < n; i++)
        q[i] = (struct rule_query){"packages", str_printf(a, STR_FMT "/", STR_ARG(dirs[i]))};
    bool ok = rule_need_many(w->c, n, q, deps);
    for (size_t i = 0; i < n && ok; i++) {
        struct str text;
        ok = rule_bytes(w->c, &deps[i], &text);
        buf_str(&w->out, text);
    }
    return ok;
}

static bool walk(struct walk *w, struct str dir, int depth) {
    struct rule_entry *entries;
    struct str *dirs;
    size_t n = rule_list(w->c, dir.n ? dir : STR("."), &entries);
    for (size_t i = 0; i < n; i++)
        if (entries[i].kind == RULE_FILE && str_is(entries[i].name, "build.py2")) {
            buf_str(&w->out, dir);
            buf_putc(&w->out, '\n');
        }
    if (depth >= DEEPEST_PACKAGE) return true;
    n = directories(w, dir, entries, n, &dirs);
    if (w->spread && n >= MANY_DIRECTORIES) return walk_apart(w, dirs, n);
    bool ok = true;
    for (size_t i = 0; i < n && ok; i++) ok = walk(w, dirs[i], depth + 1);
    return ok;
}

/* A key that ends with '/' is of a run that another one gave its directory to. */
static bool run_packages(struct rule_ctx *c) {
    struct walk w = {.c = c, .spread = !c->key.n || c->key.p[c->key.n - 1] != '/'};
    struct str text, dir = {c->key.p, c->key.n - !w.spread};
    buf_init(&w.out, c->arena);
    if (rule_read_file(c, STR(".py2ignore"), &text)) ignore_parse(c->arena, &w.ignore, text);
    if (!walk(&w, dir, 0)) return false;
    rule_output(c, buf_view(&w.out));
    return true;
}

const struct rule rule_packages = {
    .name = "packages", .version = ENGINE_DIGEST, .run = run_packages, .recipe = true};
