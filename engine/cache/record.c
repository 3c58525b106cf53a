/* The frame of a record: the magic, the key it was made for, the digest of what follows, the contents. So
 * whoever hands out a record for another key, or a damaged one, is not believed. */
#include "engine/cache/cache.h"

static const char magic[] = "py2ac2\n";
enum { HEAD_BYTES = sizeof magic - 1 + 2 * sizeof(struct digest) };

void record_begin(struct buf *b, struct arena *a, const struct digest *key) {
    buf_init(b, a);
    buf_puts(b, magic);
    buf_put(b, key, sizeof *key);
    buf_put(b, key, sizeof *key); /* the digest's place */
}

struct str record_end(struct buf *b) {
    struct digest d = digest_of((struct str){b->p + HEAD_BYTES, b->n - HEAD_BYTES});
    memcpy(b->p + HEAD_BYTES - sizeof d, &d, sizeof d);
    return buf_view(b);
}

bool record_open(struct str record, const struct digest *key, struct str *contents) {
    if (record.n < HEAD_BYTES || !str_starts(record, str_c(magic))) return false;
    *contents = (struct str){record.p + HEAD_BYTES, record.n - HEAD_BYTES};
    struct digest is = digest_of(*contents);
    return !memcmp(record.p + sizeof magic - 1, key, sizeof *key) &&
           !memcmp(contents->p - sizeof is, &is, sizeof is);
}

bool record_plausible(struct str record, const struct digest *key) {
    struct str contents;
    return !str_starts(record, str_c(magic)) || record_open(record, key, &contents);
}
