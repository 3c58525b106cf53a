/* Pack files: many small records in few files, because making a file costs a hundred times what appending
 * does.
 *
 *     NAME.pack   "py2pack2\n" padded to 16 bytes, then records:
 *                 u32 kind, u32 zero, u64 length, key (32 bytes), check (32 bytes: SHA-256 of the payload),
 * payload kind 1: a recorded run by its action key; 2: a blob by its digest; 3: nothing, once a record that
 * was found damaged NAME.idx    where the records of the first part of NAME.pack are, see packindex.c
 *
 * Invariants:
 *  - A pack is only ever appended to, by one process at a time (it holds a lock on the file), whole records
 *    at a time. A cut-off record at the end is what a killed process left; the next appender cuts it away.
 *    Where files cannot be locked, a process appends only to packs that it made itself.
 *  - A payload is checked when it is read, and an index is believed in nothing: at worst it hides a record. A
 *    damaged record gets kind 3, and its like is appended when it is made anew.
 *  - A later record with a key replaces an earlier one in the same pack. In several packs there may be
 * several.
 *  - Readers keep their descriptors: a pack that another process removes stays readable for them.
 *  - A file whose first line is another py2's is left alone. */
#ifndef PY2_PACK_H
#define PY2_PACK_H

#include "engine/base/base.h"

#include <pthread.h>

enum { PACK_ACTION = 1, PACK_BLOB = 2, PACK_GONE = 3 };
enum { PACK_FULL = 32 << 20, PACK_FILES = 512, NOWHERE = 0xffff };
/* No payload is larger; a length that says otherwise is damage, or was put there to use up our memory. */
enum { PACK_LARGEST = 64 << 20 };

struct pack_header {
    uint32_t kind, zero;
    uint64_t length;
    struct digest key, check;
};
_Static_assert(sizeof(struct pack_header) == 80, "the header is the file's form");

struct pack_entry { /* kind 0: a free slot of the table; file NOWHERE: every record of it was damaged */
    struct digest key;
    uint32_t kind, file;
    uint64_t at, length; /* of the payload */
};

struct pack_line { /* as it is in an index */
    struct digest key;
    uint64_t at, length;
    uint32_t kind, zero;
};

struct pack_index {
    int fd;           /* -1: none */
    uint64_t covered; /* the bytes of the pack whose records are in it */
    uint64_t start;   /* of the lines in the file */
    uint32_t n, bits;
    uint32_t *fan; /* lines of keys that begin with these `bits` bits are [fan[k], fan[k + 1]) */
};

struct pack_file {
    int fd;
    char name[40];          /* with ".pack" */
    uint64_t size;          /* good bytes; 0: not of this form */
    int64_t used;           /* seconds */
    bool writable, foreign; /* foreign: another version's */
    struct pack_index index;
    size_t tail; /* records behind what the index covers; those are in the table */
};

struct packs {
    pthread_mutex_t mutex; /* guards all below */
    struct memory *memory;
    struct arena arena;
    int dir;
    bool listed;
    struct pack_file files[PACK_FILES]; /* used longest ago first */
    uint32_t n;
    struct pack_entry *table; /* of records in no index */
    size_t table_size, count;
    int writing; /* the file we append to; -1: none yet; -2: none can be had */
};

extern const char pack_magic[16];

/* ---- pack.c ---- */

void packs_open(struct packs *p, int cache_dir, struct memory *memory);
/* Writes the indexes that are worth it. */
void packs_close(struct packs *p);
bool packs_get(struct packs *p, struct arena *a, uint32_t kind, const struct digest *key, struct str *out);
/* Several processes may have put records of one key at the same time: at most `most` of them, in no order. */
size_t packs_get_some(struct packs *p, struct arena *a, uint32_t kind, const struct digest *key,
                      struct str *out, size_t most);
bool packs_has(struct packs *p, uint32_t kind, const struct digest *key, uint64_t *length);
void packs_put(struct packs *p, uint32_t kind, const struct digest *key, struct str payload);

/* ---- pack.c, for the files below; with the mutex held or only one thread ---- */

void packs_list(struct packs *p);
bool pack_read(int fd, void *to, size_t n, uint64_t at);
bool pack_good_header(const struct pack_header *h, uint64_t at, uint64_t size);
void pack_mark_gone(struct packs *p, uint32_t file, uint64_t record);
/* Where a record is, the best place first; false when nowhere. */
bool packs_find(struct packs *p, uint32_t kind, const struct digest *key, struct pack_entry *out);
/* Takes the lock of a pack, reading what others appended since it was listed. */
bool pack_lock(struct packs *p, uint32_t file);
void pack_unlock(struct packs *p, uint32_t file);

/* ---- packindex.c ---- */

/* Opens NAME.idx, as far as it makes sense for the pack. */
void pack_index_open(struct packs *p, uint32_t file, uint64_t pack_size);
void pack_index_close(struct pack_index *x);
bool pack_index_find(const struct packs *p, uint32_t file, uint32_t kind, const struct digest *key,
                     struct pack_entry *out);
/* All records of a pack that a reader would be led to, in no order. */
size_t pack_lines(const struct packs *p, uint32_t file, struct arena *a, struct pack_line **out);
/* Publishes NAME.idx for the whole pack; the pack's lock must be held. */
void pack_index_write(struct packs *p, uint32_t file);
struct str pack_index_name(struct arena *a, const char *pack_name);

/* ---- packcare.c: for `py2 cache` ---- */

/* Reads every record; damaged ones are marked, and printed. Returns how many. */
size_t packs_verify(struct packs *p, size_t *records);
struct pack_sums {
    size_t files, foreign, actions, blobs;
    uint64_t bytes, live; /* live: of records that were neither replaced nor damaged */
};
void packs_count(struct packs *p, struct pack_sums *sums);
/* Copies what is live out of packs that are less than half live, or small and many, and removes those. Packs
 * that another process appends to stay. Returns how many were removed. */
size_t packs_compact(struct packs *p);
/* Removes a pack unless somebody appends to it. `name` is relative to `dir`. */
bool pack_remove(int dir, const char *name);

#endif
