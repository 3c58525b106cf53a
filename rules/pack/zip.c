/* zip: local headers with their data, then the central directory. */
#include "rules/pack/pack.h"

#include <zlib.h>

enum {
    VERSION = 20,
    MADE_BY_UNIX = 3 << 8 | VERSION,
    UTF8 = 1 << 11, /* of the name; others are bytes as they are */
    STORED = 0,
    DEFLATED = 8,
    REGULAR = 0100000
};

struct entry {
    const struct pack_file *file;
    uint32_t crc, packed, offset;
    uint16_t method;
};

/* MS-DOS date and time of a UTC time, from 1980 to 2107. */
static uint32_t dos_time(uint64_t time) {
    static const unsigned lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    uint64_t days = time / 86400, second = time % 86400;
    unsigned year = 1970, month = 0;
    for (;; year++) {
        unsigned length = 365 + (year % 4 == 0 && (year % 100 || year % 400 == 0));
        if (days < length || year > 2200) break;
        days -= length;
    }
    if (year < 1980) return 1 << 21 | 1 << 16;
    if (year > 2107) year = 2107, days = 0, second = 0;
    for (; month < 11; month++) {
        unsigned length = lengths[month] + (month == 1 && year % 4 == 0 && (year % 100 || year % 400 == 0));
        if (days < length) break;
        days -= length;
    }
    uint32_t date = (year - 1980) << 9 | (month + 1) << 5 | (uint32_t)(days + 1);
    return date << 16 | (uint32_t)(second / 3600) << 11 | (uint32_t)(second / 60 % 60) << 5 |
           (uint32_t)(second % 60 / 2);
}

/* Raw deflate; NULL when it does not shrink. */
static struct str deflated(struct arena *a, struct str bytes) {
    z_stream z = {0};
    if (!bytes.n || deflateInit2(&z, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return (struct str){0};
    char *room = arena_alloc(a, bytes.n);
    z.next_in = (Bytef *)bytes.p;
    z.avail_in = (uInt)bytes.n;
    z.next_out = (Bytef *)room;
    z.avail_out = (uInt)bytes.n;
    bool ok = deflate(&z, Z_FINISH) == Z_STREAM_END && z.total_out < bytes.n;
    struct str out = ok ? (struct str){room, z.total_out} : (struct str){0};
    deflateEnd(&z);
    return out;
}

/* What the two kinds of header have in common. */
static void put_common(struct buf *out, const struct entry *e, uint32_t time) {
    buf_u16(out, str_is_utf8(e->file->name) ? UTF8 : 0);
    buf_u16(out, e->method);
    buf_u32(out, time);
    buf_u32(out, e->crc);
    buf_u32(out, e->packed);
    buf_u32(out, (uint32_t)e->file->bytes.n);
    buf_u16(out, (uint16_t)e->file->name.n);
    buf_u16(out, 0); /* extra field */
}

static bool put_local(struct buf *out, struct entry *e, uint32_t time) {
    struct str bytes = e->file->bytes;
    if (bytes.n >= UINT32_MAX || out->n >= UINT32_MAX || e->file->name.n > UINT16_MAX) return false;
    struct str packed = deflated(out->arena, bytes);
    e->method = packed.p ? DEFLATED : STORED;
    if (!packed.p) packed = bytes;
    e->crc = (uint32_t)crc32_z(0, (const Bytef *)bytes.p, bytes.n);
    e->packed = (uint32_t)packed.n;
    e->offset = (uint32_t)out->n;
    buf_u32(out, 0x04034b50);
    buf_u16(out, VERSION);
    put_common(out, e, time);
    buf_str(out, e->file->name);
    buf_str(out, packed);
    return true;
}

static void put_central(struct buf *out, const struct entry *e, uint32_t time) {
    buf_u32(out, 0x02014b50);
    buf_u16(out, MADE_BY_UNIX);
    buf_u16(out, VERSION);
    put_common(out, e, time);
    buf_u16(out, 0); /* comment */
    buf_u16(out, 0); /* disk */
    buf_u16(out, 0); /* internal attributes */
    buf_u32(out, (uint32_t)(REGULAR | e->file->mode) << 16);
    buf_u32(out, e->offset);
    buf_str(out, e->file->name);
}

bool pack_zip(struct buf *out, const struct pack_file *files, size_t n, uint64_t time) {
    struct entry *entries = NEW_N(out->arena, struct entry, n);
    uint32_t dos = dos_time(time);
    if (n >= UINT16_MAX) return false; /* that number says "see zip64" */
    for (size_t i = 0; i < n; i++) {
        entries[i] = (struct entry){.file = &files[i]};
        if (!put_local(out, &entries[i], dos)) return false;
    }
    size_t directory = out->n;
    for (size_t i = 0; i < n; i++) put_central(out, &entries[i], dos);
    if (out->n >= UINT32_MAX) return false;
    uint32_t size = (uint32_t)(out->n - directory);
    buf_u32(out, 0x06054b50);
    buf_u32(out, 0); /* disks */
    buf_u16(out, (uint16_t)n);
    buf_u16(out, (uint16_t)n);
    buf_u32(out, size);
    buf_u32(out, (uint32_t)directory);
    buf_u16(out, 0); /* comment */
    return true;
}
