/* Values and packages as bytes. */
#include "engine/value.h"

static const char magic[] = "py2package1\n";

static void put_str(struct buf *b, struct str s) {
    buf_uleb(b, s.n);
    buf_str(b, s);
}

static struct str get_str(struct reader *r) {
    return reader_bytes(r, reader_uleb(r));
}

static bool has_keys(enum value_kind k) {
    return k == V_MAP || k == V_SELECT;
}

void value_put(struct buf *b, const struct value *v) {
    buf_putc(b, v->kind);
    if (v->kind == V_BOOL || v->kind == V_INT) buf_sleb(b, v->i);
    if (v->kind == V_STR) put_str(b, v->s);
    if (v->kind < V_LIST) return;
    buf_uleb(b, v->n);
    for (size_t i = 0; i < v->n; i++) {
        if (has_keys(v->kind)) put_str(b, v->keys[i]);
        value_put(b, &v->items[i]);
    }
}

bool value_get(struct arena *a, struct reader *r, struct value *v, int depth) {
    *v = (struct value){.kind = (enum value_kind)reader_u8(r)};
    if (r->bad || v->kind > V_JOIN || depth > VALUE_DEPTH) return !(r->bad = true);
    if (v->kind == V_BOOL || v->kind == V_INT) v->i = reader_sleb(r);
    if (v->kind == V_STR) v->s = get_str(r);
    if (v->kind < V_LIST) return !r->bad;
    uint64_t n = reader_uleb(r);
    if (n > (uint64_t)(r->end - r->p)) return !(r->bad = true);
    v->n = n;
    v->items = NEW_N(a, struct value, n);
    if (has_keys(v->kind)) v->keys = NEW_N(a, struct str, n);
    for (size_t i = 0; i < n; i++) {
        if (v->keys) v->keys[i] = get_str(r);
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

struct str package_encode(struct arena *a, const struct package *p) {
    struct buf b;
    buf_init(&b, a);
    buf_puts(&b, magic);
    put_str(&b, p->path);
    put_str(&b, p->file);
    buf_uleb(&b, p->n);
    for (size_t i = 0; i < p->n; i++) {
        const struct decl *d = &p->decls[i];
        put_str(&b, d->word);
        put_str(&b, d->name);
        buf_uleb(&b, d->line);
        value_put(&b, &d->fields);
    }
    buf_uleb(&b, p->n_options);
    for (size_t i = 0; i < p->n_options; i++) put_str(&b, p->options[i]);
    return buf_view(&b);
}

bool package_decode(struct arena *a, struct str bytes, struct package *p) {
    struct reader r = reader_of(bytes);
    *p = (struct package){0};
    if (!str_is(reader_bytes(&r, sizeof magic - 1), magic)) return false;
    p->path = get_str(&r);
    p->file = get_str(&r);
    uint64_t n = reader_uleb(&r);
    if (n > (uint64_t)(r.end - r.p)) return false;
    p->decls = NEW_N(a, struct decl, n);
    for (p->n = 0; p->n < n; p->n++) {
        struct decl *d = &p->decls[p->n];
        d->word = get_str(&r);
        d->name = get_str(&r);
        d->line = (uint32_t)reader_uleb(&r);
        if (!value_get(a, &r, &d->fields, 0) || d->fields.kind != V_MAP) return false;
    }
    n = reader_uleb(&r);
    if (n > (uint64_t)(r.end - r.p)) return false;
    p->options = NEW_N(a, struct str, n);
    for (p->n_options = 0; p->n_options < n; p->n_options++) p->options[p->n_options] = get_str(&r);
    return !r.bad && r.p == r.end;
}

const struct decl *package_find(const struct package *p, struct str name) {
    for (size_t i = 0; i < p->n; i++)
        if (!str_is(p->decls[i].word, "workspace") && str_eq(p->decls[i].name, name)) return &p->decls[i];
    return NULL;
}
