/* Blocks, padding of none, and the object that all digests are. */
#include "runtime/lib/_hashlib/digest.h"

void digest_update(const struct digest_algorithm *a, struct digest_state *s, const uint8_t *p, size_t n) {
    size_t hold = a->keeps_last;
    s->total += n;
    if (s->used) {
        size_t room = a->block - s->used, take = n < room ? n : room;
        memcpy(s->block + s->used, p, take);
        s->used += (uint32_t)take;
        p += take;
        n -= take;
        if (s->used < a->block || (hold && n == 0)) return;
        a->blocks(s, s->block, 1);
        s->used = 0;
    }
    size_t whole = n > hold ? (n - hold) / a->block : 0;
    if (whole) a->blocks(s, p, whole);
    p += whole * a->block;
    n -= whole * a->block;
    memcpy(s->block, p, n);
    s->used = (uint32_t)n;
}

void digest_result(const struct digest_algorithm *a, const struct digest_state *s, uint8_t *out, size_t n) {
    struct digest_state copy = *s;
    a->finish(&copy, out, n);
}

val digest_new(struct thread *t, struct type *type, const struct digest_algorithm *a) {
    READY(t, *type);
    struct digest *d = gc_new(t, type, sizeof *d);
    if (!d) return 0;
    d->a = a;
    d->size = a->size;
    a->start(&d->s);
    return val_of(d);
}

bool digest_data(struct thread *t, val v, struct buffer *out) {
    if (val_is_str(v)) return raise(t, &exc_TypeError, "Strings must be encoded before hashing") != 0;
    if (!type_of(v)->buffer)
        return raise(t, &exc_TypeError, "object supporting the buffer API required") != 0;
    return buffer_get(t, v, out);
}

val digest_make(struct thread *t, struct type *type, const struct digest_algorithm *a, const char *fname,
                int64_t argc, val *argv, val kwnames) {
    val v[2] = {0};
    struct buffer b = {0};
    if ((argc != 1 || kwnames) && !args_parse(t, fname, "| string $ usedforsecurity", argc, argv, kwnames, v))
        return 0;
    if (argc == 1 && !kwnames) v[0] = argv[0];
    if (v[1] && obj_truth(t, v[1]) < 0) return 0;
    if (v[0] && !digest_data(t, v[0], &b)) return 0;
    val d = digest_new(t, type, a);
    if (d && b.n) digest_update(a, &AS(digest, d)->s, b.p, (size_t)b.n);
    return d;
}

/* ---- methods ---- */

val digest_m_update(struct thread *t, val self, val data) {
    struct buffer b;
    if (!digest_data(t, data, &b)) return 0;
    digest_update(AS(digest, self)->a, &AS(digest, self)->s, b.p, (size_t)b.n);
    return NONE;
}

static val hex_of(struct thread *t, val bytes) {
    if (!bytes) return 0;
    struct bytes *b = AS(bytes, bytes);
    val s = str_alloc(t, b->len * 2, 127);
    char *p = s ? (char *)(uintptr_t)str_data(AS(string, s)) : NULL;
    for (int64_t i = 0; s && i < b->len; i++) {
        p[2 * i] = "0123456789abcdef"[b->data[i] >> 4];
        p[2 * i + 1] = "0123456789abcdef"[b->data[i] & 15];
    }
    return s;
}

static val result(struct thread *t, val self, int64_t n) {
    val r = bytes_new(t, NULL, (size_t)n);
    if (r && n) digest_result(AS(digest, self)->a, &AS(digest, self)->s, AS(bytes, r)->data, (size_t)n);
    return r;
}
val digest_m_digest(struct thread *t, val self) {
    return result(t, self, AS(digest, self)->size);
}
val digest_m_hexdigest(struct thread *t, val self) {
    return hex_of(t, result(t, self, AS(digest, self)->size));
}

static val shaken(struct thread *t, val self, val length) {
    int64_t n;
    if (!index_i64(t, length, &n)) return 0;
    if (n < 0) return raise(t, &exc_ValueError, "value must be positive");
    if (n >= INT64_C(1) << 29) return raise(t, &exc_ValueError, "length is too large");
    return result(t, self, n);
}
val digest_m_shake(struct thread *t, val self, val length) {
    return shaken(t, self, length);
}
val digest_m_hexshake(struct thread *t, val self, val length) {
    return hex_of(t, shaken(t, self, length));
}

val digest_m_copy(struct thread *t, val self) {
    struct digest *d = gc_new(t, type_of(self), sizeof *d);
    if (!d) return 0;
    d->a = AS(digest, self)->a;
    d->size = AS(digest, self)->size;
    d->s = AS(digest, self)->s;
    return val_of(d);
}

val digest_get_name(struct thread *t, val self) {
    return str_ascii(t, AS(digest, self)->a->name);
}
val digest_get_size(struct thread *t, val self) {
    (void)t;
    return val_small(AS(digest, self)->size);
}
val digest_get_block(struct thread *t, val self) {
    (void)t;
    return val_small(AS(digest, self)->a->block);
}
