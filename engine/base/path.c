/* Paths are byte strings separated by '/'. Everything here is lexical: no link is followed. */
#define _GNU_SOURCE
#include "engine/base/base.h"

struct str path_join(struct arena *a, struct str dir, struct str name) {
    if (!dir.n || (name.n && name.p[0] == '/')) return str_dup(a, name);
    if (!name.n) return str_dup(a, dir);
    const char *between = dir.p[dir.n - 1] == '/' ? "" : "/";
    struct buf b;
    buf_init(&b, a);
    buf_reserve(&b, dir.n + name.n + 2);
    buf_str(&b, dir);
    buf_puts(&b, between);
    buf_str(&b, name);
    buf_putc(&b, 0);
    return (struct str){b.p, b.n - 1};
}

struct str path_dir(struct str path) {
    const char *slash = path.n ? memrchr(path.p, '/', path.n) : NULL;
    if (!slash) return (struct str){"", 0};
    return (struct str){path.p, slash == path.p ? 1 : (size_t)(slash - path.p)};
}

struct str path_base(struct str path) {
    const char *slash = path.n ? memrchr(path.p, '/', path.n) : NULL;
    if (!slash) return path;
    return (struct str){slash + 1, path.n - (size_t)(slash + 1 - path.p)};
}

struct str path_clean(struct arena *a, struct str path) {
    bool rooted = path.n && path.p[0] == '/';
    char *out = arena_alloc(a, path.n + 2);
    size_t n = 0, floor = 0; /* nothing below `floor` may be taken back by ".." */
    if (rooted) out[n++] = '/', floor = 1;
    for (size_t i = 0; i < path.n;) {
        const char *slash = memchr(path.p + i, '/', path.n - i);
        size_t stop = slash ? (size_t)(slash - path.p) : path.n;
        struct str part = {path.p + i, stop - i};
        i = stop + 1;
        if (!part.n || str_is(part, ".")) continue;
        if (str_is(part, "..")) {
            if (n > floor) {
                while (n > floor && out[n - 1] != '/') n--;
                if (n > floor) n--;
                continue;
            }
            if (rooted) continue;
        }
        if (n && out[n - 1] != '/') out[n++] = '/';
        memcpy(out + n, part.p, part.n);
        n += part.n;
        if (str_is(part, "..")) floor = n;
    }
    if (!n) out[n++] = '.';
    out[n] = 0;
    return (struct str){out, n};
}
