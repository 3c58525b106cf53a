/* The canonical bytes of an app, and of the key that names one. */
#include "engine/recipe/appspec.h"

static const char magic[] = "py2appspec3\n";

static void put_strs(struct buf *b, struct strs l) {
    buf_uleb(b, l.n);
    for (size_t i = 0; i < l.n; i++) buf_sized(b, l.p[i]);
}

/* A count of things that take at least one byte each, so that hostile counts cannot ask for memory. */
static size_t get_count(struct reader *r) {
    uint64_t n = reader_uleb(r);
    if (n > (uint64_t)(r->end - r->p)) r->bad = true;
    return r->bad ? 0 : (size_t)n;
}

static struct strs get_strs(struct arena *a, struct reader *r) {
    struct strs l = {.n = get_count(r)};
    l.p = NEW_N(a, struct str, l.n);
    for (size_t i = 0; i < l.n; i++) l.p[i] = reader_sized(r);
    return l;
}

static void put_resources(struct buf *b, const struct appspec_resource *resources, size_t n) {
    buf_uleb(b, n);
    for (size_t i = 0; i < n; i++) {
        const struct appspec_resource *r = &resources[i];
        buf_sized(b, r->label);
        buf_sized(b, r->compress);
        buf_uleb(b, r->n_files);
        for (size_t k = 0; k < r->n_files; k++) {
            buf_sized(b, r->files[k].name);
            buf_sized(b, r->files[k].path);
        }
    }
}

static struct appspec_resource *get_resources(struct arena *a, struct reader *r, size_t *n) {
    *n = get_count(r);
    struct appspec_resource *resources = NEW_N(a, struct appspec_resource, *n);
    for (size_t i = 0; i < *n && !r->bad; i++) {
        struct appspec_resource *res = &resources[i];
        res->label = reader_sized(r);
        res->compress = reader_sized(r);
        res->n_files = get_count(r);
        res->files = NEW_N(a, struct appspec_file, res->n_files);
        for (size_t k = 0; k < res->n_files; k++) {
            res->files[k].name = reader_sized(r);
            res->files[k].path = reader_sized(r);
        }
    }
    return resources;
}

static void put_owner(struct buf *b, const struct appspec_owner *o) {
    buf_sized(b, o->label);
    buf_sized(b, o->file);
    put_strs(b, o->roots);
    put_strs(b, o->srcs);
    put_strs(b, o->deps);
    put_strs(b, o->named);
    buf_putc(b, o->has_resources);
}

static void get_owner(struct arena *a, struct reader *r, struct appspec_owner *o) {
    o->label = reader_sized(r);
    o->file = reader_sized(r);
    o->roots = get_strs(a, r);
    o->srcs = get_strs(a, r);
    o->deps = get_strs(a, r);
    o->named = get_strs(a, r);
    o->has_resources = reader_u8(r);
}

/* One table for both directions: the order here is the order of the bytes. */
#define STRINGS(X)                                                                                           \
    X(label)                                                                                                 \
    X(name)                                                                                                  \
    X(package)                                                                                               \
    X(workspace_name)                                                                                        \
    X(workspace_version)                                                                                     \
    X(main_file)                                                                                             \
    X(main_module) X(main_func) X(target) X(triple) X(cpu) X(opt) X(dynamic) X(subsystem) X(icon) X(min_os)
#define LISTS(X) X(roots) X(srcs) X(imports) X(libraries) X(features) X(version_info)

struct str appspec_encode(struct arena *a, const struct appspec *s) {
    struct buf b;
    buf_init(&b, a);
    buf_puts(&b, magic);
#define PUT(f) buf_sized(&b, s->f);
    STRINGS(PUT)
#undef PUT
#define PUT(f) put_strs(&b, s->f);
    LISTS(PUT)
#undef PUT
    buf_putc(&b, s->debug);
    buf_uleb(&b, s->stack);
    put_resources(&b, s->resources, s->n_resources);
    buf_uleb(&b, s->n_owners);
    for (size_t i = 0; i < s->n_owners; i++) put_owner(&b, &s->owners[i]);
    return buf_view(&b);
}

bool appspec_decode(struct arena *a, struct str bytes, struct appspec *s) {
    struct reader r = reader_of(bytes);
    *s = (struct appspec){0};
    if (!str_is(reader_bytes(&r, sizeof magic - 1), magic)) return false;
#define GET(f) s->f = reader_sized(&r);
    STRINGS(GET)
#undef GET
#define GET(f) s->f = get_strs(a, &r);
    LISTS(GET)
#undef GET
    s->debug = reader_u8(&r);
    s->stack = reader_uleb(&r);
    s->resources = get_resources(a, &r, &s->n_resources);
    s->n_owners = get_count(&r);
    s->owners = NEW_N(a, struct appspec_owner, s->n_owners);
    for (size_t i = 0; i < s->n_owners && !r.bad; i++) get_owner(a, &r, &s->owners[i]);
    return !r.bad && r.p == r.end;
}

struct str library_encode(struct arena *a, const struct library *l) {
    struct buf b;
    buf_init(&b, a);
    put_owner(&b, &l->owner);
    put_resources(&b, l->resources, l->n_resources);
    return buf_view(&b);
}

bool library_decode(struct arena *a, struct str bytes, struct library *l) {
    struct reader r = reader_of(bytes);
    *l = (struct library){0};
    get_owner(a, &r, &l->owner);
    l->resources = get_resources(a, &r, &l->n_resources);
    return !r.bad && r.p == r.end;
}

struct str library_key(struct arena *a, struct str label, struct str target, struct str near) {
    struct str key = appspec_key_label(a, label, target);
    return near.n ? str_printf(a, STR_FMT "\n" STR_FMT, STR_ARG(key), STR_ARG(near)) : key;
}

struct str appspec_key_label(struct arena *a, struct str label, struct str target) {
    return str_printf(a, STR_FMT "@" STR_FMT, STR_ARG(label), STR_ARG(target));
}

struct str appspec_key_file(struct arena *a, struct str file, struct str root, struct str target) {
    return str_printf(a, STR_FMT "?root=" STR_FMT "@" STR_FMT, STR_ARG(file), STR_ARG(root), STR_ARG(target));
}

bool library_key_split(struct str key, struct str *label, struct str *target, struct str *near) {
    struct str unused, own = key;
    const char *line = memchr(key.p, '\n', key.n);
    if (line) own.n = (size_t)(line - key.p);
    *near = line ? (struct str){line + 1, key.n - own.n - 1} : STR("");
    return appspec_key_split(own, label, &unused, target);
}

bool appspec_key_split(struct str key, struct str *what, struct str *root, struct str *target) {
    size_t at = key.n;
    while (at && key.p[at - 1] != '@') at--;
    if (!at) return false;
    *target = (struct str){key.p + at, key.n - at};
    *what = (struct str){key.p, at - 1};
    *root = (struct str){"", 0};
    struct str mark = STR("?root=");
    if (str_starts(*what, STR("//"))) return true;
    for (size_t i = what->n; i + 1 > 0 && what->n >= mark.n; i--) {
        if (i + mark.n > what->n || memcmp(what->p + i, mark.p, mark.n)) continue;
        *root = (struct str){what->p + i + mark.n, what->n - i - mark.n};
        what->n = i;
        break;
    }
    return true;
}
