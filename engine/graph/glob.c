/* Shell patterns over '/'-separated paths: `*` and `?` within a name, `**` across names, `[a-z]`, `[!a-z]`,
 * `{a,b}`. */
#define _GNU_SOURCE
#include "engine/graph/graph.h"

/* `[...]` at p (after the bracket). Returns whether c is in it and sets *next; a set without end is a plain
 * '['. */
static bool in_set(const char *p, const char *end, unsigned char c, const char **next) {
    const char *from = p;
    bool invert = p < end && (*p == '!' || *p == '^'), found = false;
    if (invert) p++;
    for (const char *first = p; p < end && (*p != ']' || p == first);) {
        unsigned char lo = (unsigned char)*p++, hi = lo;
        if (p + 1 < end && *p == '-' && p[1] != ']') hi = (unsigned char)p[1], p += 2;
        found |= lo <= c && c <= hi;
    }
    if (p >= end) {
        *next = from;
        return c == '[';
    }
    *next = p + 1;
    return found != invert && c != '/';
}

struct cursor {
    const char *p, *s; /* where to go on after a star failed to match enough */
};

/* Without braces. Greedy with one point of return per kind of star, so the work is at most pattern x text. */
static bool match_plain(struct str pattern, struct str path) {
    const char *p = pattern.p, *pe = p + pattern.n, *s = path.p, *se = s + path.n;
    struct cursor star = {0}, deep = {0};
    for (;;) {
        if (p < pe && *p == '*') {
            if (p + 1 < pe && p[1] == '*') {
                p += 2;
                if (p < pe && *p == '/') p++; // the names between may be none
                deep = (struct cursor){p, s};
                star = (struct cursor){0};
            } else {
                star = (struct cursor){++p, s};
            }
            continue;
        }
        const char *next = p + 1;
        bool same = p < pe && s < se;
        if (same && *p == '?')
            same = *s != '/';
        else if (same && *p == '[')
            same = in_set(p + 1, pe, (unsigned char)*s, &next);
        else if (same && *p == '\\' && p + 1 < pe)
            same = p[1] == *s, next = p + 2;
        else if (same)
            same = *p == *s;
        if (same) {
            p = next, s++;
            continue;
        }
        if (p == pe && s == se) return true;
        if (star.p && star.s < se && *star.s != '/') {
            p = star.p, s = ++star.s;
            continue;
        }
        if (!deep.p || deep.s >= se) return false;
        /* "**" moves on by whole names when it stood as a name of its own. */
        bool whole = deep.p > pattern.p && deep.p[-1] == '/';
        do deep.s++;
        while (whole && deep.s < se && deep.s[-1] != '/');
        if (whole && deep.s >= se) return false;
        p = deep.p, s = deep.s;
        star = (struct cursor){0};
    }
}

enum { MOST_EXPANSIONS = 1024, LONGEST_PATTERN = 1024 };

/* Expands the first brace group with alternatives; `budget` bounds what nested groups multiply to. */
static bool match_braces(struct str pattern, struct str path, int *budget) {
    const char *open = memchr(pattern.p, '{', pattern.n), *end = pattern.p + pattern.n;
    int depth = 0;
    const char *close = NULL;
    for (const char *p = open; p && p < end; p++) {
        if (*p == '{') depth++;
        if (*p == '}' && --depth == 0) {
            close = p;
            break;
        }
    }
    if (!close) return match_plain(pattern, path);
    for (const char *from = open + 1, *p = from; p <= close; p++) {
        if (*p == '{') depth++;
        if (*p == '}' && p < close) depth--;
        if (p != close && (*p != ',' || depth)) continue;
        char made[LONGEST_PATTERN];
        size_t a = (size_t)(open - pattern.p), b = (size_t)(p - from), c = (size_t)(end - close - 1);
        if (a + b + c > sizeof made || --*budget < 0) return false;
        memcpy(made, pattern.p, a);
        memcpy(made + a, from, b);
        memcpy(made + a + b, close + 1, c);
        if (match_braces((struct str){made, a + b + c}, path, budget)) return true;
        from = p + 1;
    }
    return false;
}

bool glob_match(struct str pattern, struct str path) {
    int budget = MOST_EXPANSIONS;
    if (pattern.n > LONGEST_PATTERN) return false;
    return match_braces(pattern, path, &budget);
}

/* ---- .py2ignore: one pattern a line, '#' comments. With a slash (not only at the end) it is anchored at the
 * root, else it matches a name at any depth; a slash at the end means directories only. ---- */

void ignore_parse(struct arena *a, struct ignore *ig, struct str text) {
    VEC(struct str) v = {0};
    for (size_t i = 0; i < text.n;) {
        const char *nl = memchr(text.p + i, '\n', text.n - i);
        size_t stop = nl ? (size_t)(nl - text.p) : text.n;
        struct str line = {text.p + i, stop - i};
        i = stop + 1;
        while (line.n &&
               (line.p[line.n - 1] == '\r' || line.p[line.n - 1] == ' ' || line.p[line.n - 1] == '\t'))
            line.n--;
        if (line.n && line.p[0] != '#') VEC_PUSH(&v, a, line);
    }
    ig->patterns = v.p;
    ig->n = v.n;
}

bool ignore_has(const struct ignore *ig, struct str path, bool dir) {
    static const char *const always[] = {".git", ".hg", ".svn", ".py2", "__pycache__"};
    struct str base = path_base(path);
    for (size_t i = 0; dir && i < COUNT(always); i++)
        if (str_is(base, always[i])) return true;
    if (dir && str_is(path, "out")) return true; /* where we write */
    for (size_t i = 0; i < ig->n; i++) {
        struct str p = ig->patterns[i];
        bool only_dir = p.p[p.n - 1] == '/';
        if (only_dir) p.n--;
        if ((only_dir && !dir) || !p.n) continue;
        bool anchored = memchr(p.p, '/', p.n);
        if (p.p[0] == '/') p.p++, p.n--;
        if (glob_match(p, anchored ? path : base)) return true;
    }
    return false;
}
