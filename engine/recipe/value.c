/* Values and packages as bytes. */
#include "engine/recipe/value.h"

static const char magic[] = "py2package1\n";

static bool has_keys(enum value_kind k) {
    return k == V_MAP || k == V_SELECT;
}

void value_put(struct buf *b, const struct value *v) {
    buf_putc(b, v->kind);
    if (v->kind == V_BOOL || v->kind == V_INT) buf_sleb(b, v->i);
    if (v->kind == V_STR) buf_sized(b, v->s);
    if (v->kind < V_LIST) return;
    buf_uleb(b, v->n);
    for (size_t i = 0; i < v->n; i++) {
        if (has_keys(v->kind)) buf_sized(b, v->keys[i]);
        value_put(b, &v->items[i]);
    }
}

bool value_get(struct arena *a, struct reader *r, struct value *v, int depth) {
    *v = (struct value){.kind = (enum value_kind)reader_u8(r)};
    if (r->bad || v->kind > V_JOIN || depth > VALUE_DEPTH) return !(r->bad = true);
    if (v->kind == V_BOOL || v->kind == V_INT) v->i = reader_sleb(r);
    if (v->kind == V_STR) v->s = reader_sized(r);
    if (v->kind < V_LIST) return !r->bad;
    uint64_t n = reader_uleb(r);
    if (n > (uint64_t)(r->end - r->p)) return !(r->bad = true);
    v->n = n;
    v->items = NEW_N(a, struct value, n);
    if (has_keys(v->kind)) v->keys = NEW_N(a, struct str, n);
    for (size_t i = 0; i < n; i++) {
        if (v->keys) v->keys[i] = reader_sized(r);
        if (v->keys && i && str_cmp(v->keys[i - 1], v->keys[i]) >= 0) r->bad = true;
        if (!value_get(a, r, &v->items[i], depth + 1)) return false;
    }
    return !r->bad;
}

const struct value *value_field(const struct value *map, const char *key) {
    for (size_t i = 0; map->keys && i < map->n; i++)
        if (str_is(map->keys[i], key)) return &map->items[i];
    return NULL;
}

void decl_head_put(struct buf *b, struct str word, struct str name, uint32_t line, size_t fields) {
    buf_sized(b, word);
    buf_sized(b, name);
    buf_uleb(b, line);
    buf_putc(b, V_MAP);
    buf_uleb(b, fields);
}

void decl_put(struct buf *b, const struct decl *d) {
    decl_head_put(b, d->word, d->name, d->line, d->fields.n);
    for (size_t i = 0; i < d->fields.n; i++) {
        buf_sized(b, d->fields.keys[i]);
        value_put(b, &d->fields.items[i]);
    }
}

struct str package_encode_around(struct arena *a, const struct package *p, struct str decls) {
    struct buf b;
    buf_init(&b, a);
    buf_reserve(&b, decls.n + p->path.n + p->file.n + 64);
    buf_puts(&b, magic);
    buf_sized(&b, p->path);
    buf_sized(&b, p->file);
    buf_uleb(&b, p->n);
    buf_str(&b, decls);
    buf_uleb(&b, p->n_options);
    for (size_t i = 0; i < p->n_options; i++) buf_sized(&b, p->options[i]);
    return buf_view(&b);
}

struct str package_encode(struct arena *a, const struct package *p) {
    struct buf decls;
    buf_init(&decls, a);
    for (size_t i = 0; i < p->n; i++) decl_put(&decls, &p->decls[i]);
    return package_encode_around(a, p, buf_view(&decls));
}

static bool value_skip(struct reader *r, int depth) {
    unsigned kind = reader_u8(r);
    if (r->bad || kind > V_JOIN || depth > VALUE_DEPTH) return !(r->bad = true);
    if (kind == V_BOOL || kind == V_INT) reader_sleb(r);
    if (kind == V_STR) reader_sized(r);
    uint64_t n = kind < V_LIST ? 0 : reader_uleb(r);
    for (uint64_t i = 0; i < n && !r->bad; i++) {
        if (has_keys(kind)) reader_sized(r);
        value_skip(r, depth + 1);
    }
    return !r->bad;
}

static bool decode(struct arena *a, struct str bytes, struct package *p, bool outline) {
    struct reader r = reader_of(bytes);
    *p = (struct package){0};
    if (!str_is(reader_bytes(&r, sizeof magic - 1), magic)) return false;
    p->path = reader_sized(&r);
    p->file = reader_sized(&r);
    uint64_t n = reader_uleb(&r);
    if (n > (uint64_t)(r.end - r.p)) return false;
    p->decls = NEW_N(a, struct decl, n);
    for (p->n = 0; p->n < n; p->n++) {
        struct decl *d = &p->decls[p->n];
        d->word = reader_sized(&r);
        d->name = reader_sized(&r);
        d->line = (uint32_t)reader_uleb(&r);
        bool skip = outline && (str_is(d->word, "library") || str_is(d->word, "resource"));
        d->fields.kind = V_MAP;
        if (skip ? !value_skip(&r, 0) : !value_get(a, &r, &d->fields, 0) || d->fields.kind != V_MAP)
            return false;
    }
    n = reader_uleb(&r);
    if (n > (uint64_t)(r.end - r.p)) return false;
    p->options = NEW_N(a, struct str, n);
    for (p->n_options = 0; p->n_options < n; p->n_options++) p->options[p->n_options] = reader_sized(&r);
    return !r.bad && r.p == r.end;
}

bool package_decode(struct arena *a, struct str bytes, struct package *p) {
    return decode(a, bytes, p, false);
}

bool package_outline(struct arena *a, struct str bytes, struct package *p) {
    return decode(a, bytes, p, true);
}

const struct decl *package_find(const struct package *p, struct str name) {
    for (size_t i = 0; i < p->n; i++)
        if (!str_is(p->decls[i].word, "workspace") && str_eq(p->decls[i].name, name)) return &p->decls[i];
    return NULL;
}
