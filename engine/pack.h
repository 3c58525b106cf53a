/* Pack files: many small records in few files, because making a file costs a hundred times what appending
 * does.
 *
 *     "py2pack1\n" padded to 16 bytes, then records:
 *     u32 kind, u32 zero, u64 length, key (32 bytes), check (32 bytes: SHA-256 of the payload), payload
 *     kind 1: a recorded run by its action key; 2: a blob by its digest; 3: an index of what is before it; 4:
 * nothing, once a record that was found damaged an index is followed by its own offset and "py2packI", which
 * is how a reader finds it at the end
 *
 * Invariants:
 *  - A pack is only ever appended to, by one process at a time (it holds a lock on the file), whole records
 * at a time. A cut-off record at the end is what a killed process left; the next appender cuts it away.
 *  - A payload is checked when it is read. A damaged record gets kind 4, and its like is appended when it is
 * made anew.
 *  - Readers keep their descriptors: a pack that another process removes stays readable for them. */
#ifndef PY2_PACK_H
#define PY2_PACK_H

#include "engine/base/base.h"

#include <pthread.h>

enum { PACK_ACTION = 1, PACK_BLOB = 2, PACK_INDEX = 3, PACK_GONE = 4 };
enum { PACK_FULL = 32 << 20, PACK_FILES = 128, NOWHERE = 0xffff };

struct pack_entry { /* kind 0: a free slot of the table; file NOWHERE: the record was damaged */
    struct digest key;
    uint32_t kind, file;
    uint64_t at, length; /* of the payload */
};

struct pack_file {
    int fd;
    char name[40];
    uint64_t size; /* good bytes */
    int64_t used;  /* seconds */
};

struct packs {
    pthread_mutex_t mutex; /* guards all below */
    struct memory *memory;
    struct arena arena;
    int dir;
    bool indexed;
    struct pack_file files[PACK_FILES];
    uint32_t n;
    struct pack_entry *table;
    size_t table_size, count;
    int writing; /* the file we append to; -1: none yet; -2: none can be had */
    bool wrote;
};

void packs_open(struct packs *p, int cache_dir, struct memory *memory);
/* Writes the index of the pack that was appended to. */
void packs_close(struct packs *p);
bool packs_get(struct packs *p, struct arena *a, uint32_t kind, const struct digest *key, struct str *out);
bool packs_has(struct packs *p, uint32_t kind, const struct digest *key, uint64_t *length);
void packs_put(struct packs *p, uint32_t kind, const struct digest *key, struct str payload);
/* For `py2 cache`: reads every record of a pack; returns how many are bad. */
size_t packs_verify(struct packs *p, size_t *records);

#endif
