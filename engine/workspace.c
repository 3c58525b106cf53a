/* Where a workspace begins, and which packages are in it. */
#define _GNU_SOURCE
#include "engine/engine.h"
#include "engine/run.h"

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
        if (file_read(a, path_join(a, dir, STR("build.py2")).p, &text)) {
            bool calls = recipe_calls_workspace(text);
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

enum { DEEPEST_PACKAGE = 64 };

static void walk(struct rule_ctx *c, const struct ignore *ig, struct str dir, int depth, struct buf *out) {
    struct rule_entry *entries;
    size_t n = rule_list(c, dir.n ? dir : STR("."), &entries);
    for (size_t i = 0; i < n; i++)
        if (entries[i].kind == RULE_FILE && str_is(entries[i].name, "build.py2")) {
            buf_str(out, dir);
            buf_putc(out, '\n');
        }
    for (size_t i = 0; i < n && depth < DEEPEST_PACKAGE; i++) {
        /* A directory whose name has a newline or a colon cannot be in a label. */
        bool nameable = !memchr(entries[i].name.p, '\n', entries[i].name.n) &&
                        !memchr(entries[i].name.p, ':', entries[i].name.n);
        if (entries[i].kind != RULE_DIR || !nameable) continue;
        struct str path = path_join(c->arena, dir, entries[i].name);
        if (!ignore_has(ig, path, true)) walk(c, ig, path, depth + 1, out);
    }
}

static bool run_packages(struct rule_ctx *c) {
    struct buf out;
    struct ignore ig = {0};
    struct str text;
    buf_init(&out, c->arena);
    if (rule_read_file(c, STR(".py2ignore"), &text)) ignore_parse(c->arena, &ig, text);
    walk(c, &ig, c->key, 0, &out);
    rule_output(c, buf_view(&out));
    return true;
}

const struct rule rule_packages = {.name = "packages", .version = ENGINE_DIGEST, .run = run_packages};
