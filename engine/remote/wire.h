/* What py2 and its network client, the program py2-remote, say to each other over a socket pair.
 *
 * The client is a program of its own so that py2 stays static and starts at once, so that libcurl and what
 * it loads is there only when a remote is used, and so that whatever a hostile server does to it ends with
 * it. Both ends are of one build: there is no version to negotiate.
 *
 * A frame is a header and `size` bytes. Requests carry a number that the answer repeats; numbers are never 0.
 * What is not asked for (REMOTE_WARN, REMOTE_GONE) has number 0. The payloads:
 *
 *     CONFIG      the options, a uleb-counted string each, in the order of struct remote_options
 *     GET_ACTION  key (32 bytes)                          -> FOUND u64 record's size, record, output (or
 * nothing); or MISS PUT         key, blob's digest, u64 blob's size, u64 record's size, record, blob: no
 * answer. The blob is stored before the record that names it; a size of 0: there is none GET_BLOB    digest,
 * u64 size                        -> FOUND bytes that have that digest, or MISS EXECUTE     rule, then files:
 * name, digest (32 bytes), bytes; the texts uleb-counted
 *                                                         -> FOUND the file `result`, or MISS
 *     FLUSH                                               -> FOUND, once everything that was put is there
 *     WARN        text for a person; GONE: the same, and from here on every answer is MISS */
#ifndef PY2_REMOTE_WIRE_H
#define PY2_REMOTE_WIRE_H

#include "engine/base/base.h"

enum remote_op {
    REMOTE_CONFIG = 1,
    REMOTE_GET_ACTION,
    REMOTE_PUT,
    REMOTE_GET_BLOB,
    REMOTE_EXECUTE,
    REMOTE_FLUSH,
    REMOTE_FOUND,
    REMOTE_MISS,
    REMOTE_WARN,
    REMOTE_GONE
};

struct remote_frame {
    uint32_t size, id, op;
};

/* Larger blobs are not exchanged with a remote. */
#define REMOTE_MOST ((uint64_t)1 << 30)

#endif
