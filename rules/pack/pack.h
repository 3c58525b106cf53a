/* Stage "pack": executables and files -> a release archive.
 *
 * Invariant: the bytes follow from the description and the contents alone. Every entry belongs to user and
 * group 0, has the description's time, and mode 0755 or 0644; entries come in the order of the description.
 */
#ifndef PY2_PACK_H
#define PY2_PACK_H

#include "engine/release/releasespec.h"

struct pack_file {
    struct str name; /* relative, '/' separated, UTF-8 */
    struct str bytes;
    unsigned mode; /* permissions; directories (name ends in '/') have no bytes */
};

/* POSIX.1-2001 tar: ustar headers, and a pax header before an entry whose name or size they cannot say. */
void pack_tar(struct buf *out, const struct pack_file *files, size_t n, uint64_t time);
/* ZIP (APPNOTE 6.3) without zip64: false when an entry, or the whole, has 4 GiB or there are over 65,535. */
bool pack_zip(struct buf *out, const struct pack_file *files, size_t n, uint64_t time);
/* Debian binary package (deb(5)), everything below /usr. */
void pack_deb(struct arena *a, struct buf *out, const struct release_spec *s, const struct pack_file *files,
              size_t n);
/* RFC 1952 without a name or a time; RFC 8878. */
void pack_gzip(struct buf *out, struct str bytes);
void pack_zstd(struct buf *out, struct str bytes);

#endif
