/* The store that workspaces share, and the writing of outputs. Private parts of the store are in pack.h.
 *
 * Invariants:
 *  - What is read is checked: bytes have the digest they were asked for by, a record is of the key it was
 * asked for by. Whatever is not counts as absent.
 *  - An output is never half-written, and not touched when it is right already. */
#ifndef PY2_CACHE_H
#define PY2_CACHE_H

#include "engine/base/base.h"

#include <sys/stat.h>

struct store;

/* ---- store.c: the shared cache ---- */

/* NULL dir: none. Never fails: a bad cache caches nothing. */
struct store *store_open(struct memory *memory, const char *dir);
void store_close(struct store *s); /* NULL is fine */
bool store_get(struct store *s, struct arena *a, const struct digest *d, uint64_t size, struct str *out);
bool store_has(struct store *s, const struct digest *d, uint64_t size);
/* True when it wrote the blob: what was there before is believed only when it is read. */
bool store_put(struct store *s, const struct digest *d, struct str bytes);
/* Gives a blob that this process wrote another name, without copying it. False: it has no file of its own, or
 * the name is on another file system. */
bool store_link(struct store *s, const struct digest *d, uint64_t size, const char *path, unsigned mode);
/* What several processes recorded for the key at once. Returns how many records there are, at most `most`. */
size_t store_get_records(struct store *s, struct arena *a, const struct digest *key, struct str *records,
                         size_t most);
void store_put_record(struct store *s, const struct digest *key, struct str record);

/* ---- record.c: the frame of a record ---- */

void record_begin(struct buf *b, struct arena *a, const struct digest *key); /* the contents follow */
struct str record_end(struct buf *b);
/* False for a damaged record, and for one of another key. */
bool record_open(struct str record, const struct digest *key, struct str *contents);
bool record_plausible(struct str record, const struct digest *key); /* the same; another py2's form passes */

/* ---- publish.c ---- */

/* Where outputs are written. */
struct outputs {
    struct str root; /* of the workspace */
    int root_fd;
    struct store *store;
};

/* An output on its way: its bytes are in a temporary that waits to be synced and renamed. */
struct publication {
    struct str temporary, path; /* no temporary: nothing to do, an identical file is there */
};

/* Writes the temporary, unless an identical output is there. `number` tells apart those that are under way at
 * once. False with errno set, nothing left behind. */
bool publish_begin(const struct outputs *o, struct arena *a, struct str path, struct str bytes, unsigned mode,
                   size_t number, struct publication *p);
/* The same for a result that the cache just got: its file gets a second name. False: it must be written. */
bool publish_link(const struct outputs *o, struct arena *a, struct str path, const struct digest *d,
                  uint64_t size, unsigned mode, size_t number, struct publication *p);
/* Renames. `synced` says that the bytes are on the disk already. */
bool publish_end(struct publication *p, bool synced);
/* Makes all temporaries of a build durable at once: for many outputs this is much cheaper than one by one.
 */
bool publish_sync(const struct outputs *o);
/* All of it for one output. *wrote tells whether it was not there. */
bool publish(const struct outputs *o, struct str path, struct str bytes, unsigned mode, bool *wrote);

#endif
