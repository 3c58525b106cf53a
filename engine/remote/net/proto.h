/* Protocol buffers, as much as the Remote Execution API needs, driven by tables.
 *
 * Invariants:
 *  - A message is a plain struct; a `struct proto_message` says which member is which field. Absent is zero:
 *    an empty string, 0, no items, a NULL sub-message.
 *  - Writing is canonical: fields in tag order, defaults left out, repeated numbers packed. Equal messages
 *    give equal bytes, so their digest names them.
 *  - Reading believes nothing: lengths are bounded by what is there, nesting by PROTO_DEPTH, items by the
 *    bytes that they take. Unknown fields are skipped. Strings point into the bytes that were read. */
#ifndef PY2_REMOTE_PROTO_H
#define PY2_REMOTE_PROTO_H

#include "engine/base/base.h"

enum { PROTO_DEPTH = 32 };

/* How a field is kept: STR in a struct str, INT in an int64_t, BOOL in a bool, MSG behind a pointer; the
 * many-valued ones in a struct proto_list. */
enum proto_kind { PROTO_STR, PROTO_INT, PROTO_BOOL, PROTO_MSG, PROTO_STRS, PROTO_INTS, PROTO_MSGS };

struct proto_list {
    void *p; /* struct str, int64_t or the sub-message's struct */
    size_t n, cap;
};

struct proto_message;
struct proto_field {
    uint32_t number;
    enum proto_kind kind;
    uint32_t offset;
    const struct proto_message *sub;
};
struct proto_message {
    const char *name;
    size_t size;
    size_t n;
    const struct proto_field *fields; /* in the order of their numbers */
};

void proto_write(struct buf *out, const struct proto_message *m, const void *value);
/* Fills `value`, which is zeroed first. False when the bytes are no such message. */
bool proto_read(struct arena *a, const struct proto_message *m, struct str bytes, void *value);
/* Room for one more item of a list; zeroed. */
void *proto_add(struct arena *a, struct proto_list *list, size_t size);
/* One field's place in a list of sub-messages. */
#define PROTO_AT(list, T, i) (&((T *)(list).p)[i])

#endif
