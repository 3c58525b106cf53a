/* gzip and zstd around a whole archive. One thread and fixed levels, so that the bytes depend on nothing
 * else. */
#include "rules/pack/pack.h"

#include <zlib.h>
#include <zstd.h>

enum { ZSTD_LEVEL = 19, GZIP_LEVEL = 9, GZIP_WRAPPER = 16 };

void pack_gzip(struct buf *out, struct str bytes) {
    z_stream z = {0};
    gz_header header = {.os = 255}; /* unknown: the host does not show */
    if (deflateInit2(&z, GZIP_LEVEL, Z_DEFLATED, 15 + GZIP_WRAPPER, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        BUG("zlib: %s", z.msg ? z.msg : "deflateInit2");
    deflateSetHeader(&z, &header);
    int state = Z_OK;
    for (size_t at = 0; state != Z_STREAM_END;) {
        char room[65536];
        z.next_out = (Bytef *)room;
        z.avail_out = sizeof room;
        if (!z.avail_in) {
            z.next_in = (Bytef *)bytes.p + at;
            z.avail_in = (uInt)MIN(bytes.n - at, (size_t)1 << 30);
            at += z.avail_in;
        }
        state = deflate(&z, at == bytes.n ? Z_FINISH : Z_NO_FLUSH);
        if (state == Z_STREAM_ERROR) BUG("zlib: %s", z.msg ? z.msg : "deflate");
        buf_put(out, room, sizeof room - z.avail_out);
    }
    deflateEnd(&z);
}

void pack_zstd(struct buf *out, struct str bytes) {
    size_t most = ZSTD_compressBound(bytes.n);
    buf_reserve(out, most);
    size_t n = ZSTD_compress(out->p + out->n, most, bytes.p, bytes.n, ZSTD_LEVEL);
    if (ZSTD_isError(n)) BUG("zstd: %s", ZSTD_getErrorName(n));
    out->n += n;
}
