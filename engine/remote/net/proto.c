/* Writing and reading messages by their tables. The wire: a tag (number * 8 + kind of value), then a varint
 * (0), eight bytes (1), a length and bytes (2), or four bytes (5). */
#include "engine/remote/net/proto.h"

enum { WIRE_VARINT = 0, WIRE_64 = 1, WIRE_BYTES = 2, WIRE_32 = 5 };

void *proto_add(struct arena *a, struct proto_list *list, size_t size) {
    if (list->n == list->cap) {
        size_t cap = list->cap ? list->cap * 2 : 4;
        list->p = arena_grow(a, list->p, list->cap * size, cap * size);
        list->cap = cap;
    }
    void *item = (char *)list->p + list->n++ * size;
    memset(item, 0, size);
    return item;
}

/* ---- writing ---- */

static void put_tag(struct buf *b, uint32_t number, int wire) {
    buf_uleb(b, (uint64_t)number << 3 | (uint64_t)wire);
}

static void put_bytes(struct buf *b, uint32_t number, struct str s) {
    put_tag(b, number, WIRE_BYTES);
    buf_uleb(b, s.n);
    buf_str(b, s);
}

/* A sub-message is written aside first: its length goes before it. */
static void put_message(struct buf *b, uint32_t number, const struct proto_message *m, const void *value) {
    struct arena a;
    struct buf inner;
    arena_init(&a, NULL);
    buf_init(&inner, &a);
    proto_write(&inner, m, value);
    put_bytes(b, number, buf_view(&inner));
    arena_free(&a);
}

static void put_packed(struct buf *b, uint32_t number, const struct proto_list *list) {
    struct arena a;
    struct buf inner;
    arena_init(&a, NULL);
    buf_init(&inner, &a);
    for (size_t i = 0; i < list->n; i++) buf_uleb(&inner, (uint64_t)((int64_t *)list->p)[i]);
    put_bytes(b, number, buf_view(&inner));
    arena_free(&a);
}

static void put_field(struct buf *b, const struct proto_field *f, const void *at) {
    const struct proto_list *list = at;
    switch (f->kind) {
    case PROTO_STR:
        if (((const struct str *)at)->n) put_bytes(b, f->number, *(const struct str *)at);
        break;
    case PROTO_INT:
        if (!*(const int64_t *)at) break;
        put_tag(b, f->number, WIRE_VARINT);
        buf_uleb(b, (uint64_t) * (const int64_t *)at);
        break;
    case PROTO_BOOL:
        if (!*(const bool *)at) break;
        put_tag(b, f->number, WIRE_VARINT);
        buf_putc(b, 1);
        break;
    case PROTO_MSG:
        if (*(void *const *)at) put_message(b, f->number, f->sub, *(void *const *)at);
        break;
    case PROTO_STRS:
        for (size_t i = 0; i < list->n; i++) put_bytes(b, f->number, ((struct str *)list->p)[i]);
        break;
    case PROTO_INTS:
        if (list->n) put_packed(b, f->number, list);
        break;
    case PROTO_MSGS:
        for (size_t i = 0; i < list->n; i++)
            put_message(b, f->number, f->sub, (char *)list->p + i * f->sub->size);
        break;
    }
}

void proto_write(struct buf *out, const struct proto_message *m, const void *value) {
    for (size_t i = 0; i < m->n; i++)
        put_field(out, &m->fields[i], (const char *)value + m->fields[i].offset);
}

/* ---- reading ---- */

/* At most ten bytes; anything longer is not a varint. */
static uint64_t get_varint(struct reader *r) {
    uint64_t v = 0;
    for (int shift = 0; shift < 70; shift += 7) {
        uint8_t byte = reader_u8(r);
        if (shift < 64) v |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) return v;
    }
    r->bad = true;
    return 0;
}

static struct str get_bytes(struct reader *r) {
    uint64_t n = get_varint(r);
    if (n > (uint64_t)(r->end - r->p)) r->bad = true;
    return r->bad ? (struct str){"", 0} : reader_bytes(r, (size_t)n);
}

static void skip(struct reader *r, int wire) {
    switch (wire) {
    case WIRE_VARINT: get_varint(r); break;
    case WIRE_64: reader_bytes(r, 8); break;
    case WIRE_BYTES: get_bytes(r); break;
    case WIRE_32: reader_bytes(r, 4); break;
    default: r->bad = true; /* groups went out of use before this API was made */
    }
}

static bool read_message(struct arena *a, const struct proto_message *m, struct str bytes, void *value,
                         int depth);

static void get_ints(struct arena *a, struct reader *r, int wire, struct proto_list *list) {
    if (wire == WIRE_VARINT) {
        *(int64_t *)proto_add(a, list, sizeof(int64_t)) = (int64_t)get_varint(r);
        return;
    }
    struct reader packed = reader_of(get_bytes(r));
    while (packed.p < packed.end && !packed.bad)
        *(int64_t *)proto_add(a, list, sizeof(int64_t)) = (int64_t)get_varint(&packed);
    r->bad |= packed.bad;
}

static void get_field(struct arena *a, struct reader *r, const struct proto_field *f, int wire, void *at,
                      int depth) {
    bool number = f->kind == PROTO_INT || f->kind == PROTO_BOOL;
    if (wire != (number ? WIRE_VARINT : WIRE_BYTES) && !(f->kind == PROTO_INTS && wire == WIRE_VARINT)) {
        skip(r, wire);
        return;
    }
    switch (f->kind) {
    case PROTO_STR: *(struct str *)at = get_bytes(r); break;
    case PROTO_INT: *(int64_t *)at = (int64_t)get_varint(r); break;
    case PROTO_BOOL: *(bool *)at = get_varint(r) != 0; break;
    case PROTO_STRS: *(struct str *)proto_add(a, at, sizeof(struct str)) = get_bytes(r); break;
    case PROTO_INTS: get_ints(a, r, wire, at); break;
    case PROTO_MSG: /* a second one would be merged by the specification; nobody sends it */
        *(void **)at = arena_alloc(a, f->sub->size);
        r->bad |= !read_message(a, f->sub, get_bytes(r), *(void **)at, depth + 1);
        break;
    case PROTO_MSGS: {
        void *item = proto_add(a, at, f->sub->size);
        r->bad |= !read_message(a, f->sub, get_bytes(r), item, depth + 1);
        break;
    }
    }
}

static bool read_message(struct arena *a, const struct proto_message *m, struct str bytes, void *value,
                         int depth) {
    struct reader r = reader_of(bytes);
    if (depth > PROTO_DEPTH) return false;
    while (r.p < r.end && !r.bad) {
        uint64_t tag = get_varint(&r);
        const struct proto_field *f = NULL;
        for (size_t i = 0; i < m->n && !f; i++)
            if (m->fields[i].number == tag >> 3) f = &m->fields[i];
        if (!(tag >> 3) || tag >> 32)
            r.bad = true;
        else if (f)
            get_field(a, &r, f, (int)(tag & 7), (char *)value + f->offset, depth);
        else
            skip(&r, (int)(tag & 7));
    }
    return !r.bad;
}

bool proto_read(struct arena *a, const struct proto_message *m, struct str bytes, void *value) {
    memset(value, 0, m->size);
    return read_message(a, m, bytes, value, 0);
}
